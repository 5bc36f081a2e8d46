/* One guest address space: windows of host address space (emu/core/range.h) in which guest pages lie.
 *
 * A guest address inside a window is window->host + (address - window->start); the fast paths of an ISA use that
 * sum directly and let the host's SIGSEGV find what is not mapped (emu/core/fault.h). What the host cannot tell is in
 * the page flags: the guest's rights, and whether blocks were decoded from the page. A page that holds decoded code
 * and is writable by the guest is write-protected on the host, so that the first store to it is seen.
 *
 * Guest pages are the host's: 4 KiB. Addresses and lengths are in bytes. Rights are PROT_READ|PROT_WRITE|PROT_EXEC
 * of <sys/mman.h>. */
#ifndef PCGRAM_CORE_MEM_H
#define PCGRAM_CORE_MEM_H

#include <sys/mman.h>

#include "emu/core/error.h"
#include "emu/core/range.h"
#include "emu/core/regular.h"
#include "emu/core/types.h"
#include "emu/core/unloaded.h"

enum { MEM_PAGE = 4096, MEM_PAGE_SHIFT = 12, MEM_WINDOWS = 8 };

/* Flags of a page, beside the PROT_* bits (1, 2, 4). */
enum {
    MEM_MAPPED = 0x08, /* the page exists, with whatever rights */
    MEM_CODE = 0x10,   /* blocks were decoded from it; host-write-protected */
    MEM_SMC = 0x20,    /* written and executed over and over: never cached, decoded at each execution */
    MEM_SHARED = 0x40, /* MAP_SHARED: one memory for several processes */
};

/* How many mappings of the host guests may take between them. The host gives a process only so many (vm.max_map_count): those
 * that are left are the emulator's own, for what it allocates until the last profile is written. */
struct mem_budget {
    u64 used, most;          /* most 0: no limit */
    u64 guards, most_guards; /* likewise of those that protecting decoded code makes more */
};

struct mem_window {
    u64 start; /* first guest address */
    u64 size;  /* bytes, a multiple of MEM_PAGE */
    u8 *host;  /* where it lies on the host: right behind the window before it; guard pages around them all */
    u8 *flags; /* one byte a page */
};

/* What a program has said of a mapping. */
enum mem_mark {
    MEM_LOCKED = 1,    /* mlock(2): kept and told */
    MEM_WIPED = 2,     /* madvise(2), MADV_WIPEONFORK: zeros in a child */
    MEM_LEFT_OUT = 4,  /* MADV_DONTFORK: a child has nothing there */
};

struct mem_area { /* one mapping, as /proc/self/maps would list it; areas are sorted and do not overlap */
    u64 start, end;
    int prot;
    bool shared;
    u8 marks;        /* enum mem_mark */
    u64 file_offset; /* of `start`, in bytes */
    int file;        /* shared, and the host maps pages again only from their file: a descriptor of it, from file_offset; else -1 */
    u64 object[2];   /* shared: device and inode of what is mapped, the same in every process; else 0 */
    struct file_id id; /* of the file that is mapped, or whose bytes have been copied here */
    char *name;      /* path of the file, "[stack]", "[heap]" or "" ; owned */
    struct unloaded_room room; /* of code that a loader has put where it had asked for room; else 0 */
};

static inline void mem_area_mark(struct mem_area *a, u8 marks, bool on) { a->marks = (u8)(on ? a->marks | marks : a->marks & ~marks); }

/* It is of a file, whose path is its name. */
static inline bool mem_area_has_file(const struct mem_area *a) { return a->name[0] && a->name[0] != '['; }
/* It is private, and of no file. */
static inline bool mem_area_is_blank(const struct mem_area *a) { return !a->shared && !mem_area_has_file(a); }

/* What the memories of one guest tree take, and what the emulator keeps for it: queues, call stacks, processes. */
struct mem_account {
    u64 limit;    /* bytes (--mem-limit); 0: no limit */
    u64 used;     /* bytes */
    bool refused; /* there was not enough for somebody */
};

/* There is room for so many bytes. NULL: for any. */
static inline bool mem_room(const struct mem_account *b, u64 bytes)
{
    return !b || !b->limit || (bytes <= b->limit && b->used <= b->limit - bytes);
}

/* Takes them; false, and that is noted, when there are not so many. */
static inline bool mem_take(struct mem_account *b, u64 bytes)
{
    bool room = mem_room(b, bytes);
    if (b && room) b->used += bytes;
    else if (b) b->refused = true;
    return room;
}

static inline void mem_give(struct mem_account *b, u64 bytes)
{
    if (b) b->used -= bytes;
}

/* What was `charged` is so many bytes now, though that may be more than there was room for. */
static inline void mem_charge(struct mem_account *b, u64 *charged, u64 bytes)
{
    if (b) b->used += bytes - *charged;
    *charged = bytes;
}

struct mem {
    struct mem_range range; /* all windows */
    struct mem_window window[MEM_WINDOWS];
    unsigned windows;
    struct mem_area *area;
    size_t areas, areas_room;
    u64 mapped; /* bytes mapped now */
    bool locks; /* what will be mapped is locked */
    struct mem_account *account; /* of the tree: what is mapped is part of it; NULL: none */
    u64 gaps;   /* between areas that follow each other */
    u64 cut;    /* mappings of files that a fork has cut at the end of their file, as many as there ever were */
    u64 guards; /* mappings of the host more because pages are write-protected that code was decoded from, at most */
    struct mem_budget *budget; /* of all guests; NULL: none is kept */
    u64 host_maps; /* that this one takes of it, at most */
    struct unloaded *gone; /* code that was mapped, in the order in which it went (emu/core/unloaded.h) */
    size_t gones, gones_room;
    struct unloaded_room asked; /* last, without an address */

    /* Called before code in [start, end) changes or goes away, when blocks were decoded from it. */
    void (*code_gone)(void *ctx, u64 start, u64 end);
    void *code_gone_ctx;
    /* Called when what is mapped in [start, end) has changed, or has gone. NULL: nobody wants to know. */
    void (*changed)(void *ctx, u64 start, u64 end);
    void *changed_ctx;
    enum { MEM_UNASKED, MEM_AGAIN, MEM_FILES } again; /* how the host maps shared pages again */
    u8 *smc_faults; /* how often a code page was written, by its number modulo 2^20 */
};

/* Reserves the windows (start and size given in order; two per entry), one right behind the other on the host. Returns 0,
 * or -1 with *e. */
int mem_init(struct mem *m, const u64 (*windows)[2], unsigned count, struct error *e);
void mem_free(struct mem *m);

/* The window that holds [addr, addr + len), or NULL. */
struct mem_window *mem_window_of(const struct mem *m, u64 addr, u64 len);

/* Blocks decoded from the range, which is not empty and lies in a window, are given up, whether it may be stored to or not: its bytes are to become others. */
void mem_give_up_code(struct mem *m, u64 addr, u64 len);

/* By a page's flags: the host has it write-protected because code was decoded from it. */
static inline bool mem_is_guarded(u8 flags) { return flags & MEM_CODE && flags & PROT_WRITE; }

/* What the host is told of a page: execute rights are the guest's affair; writable code is protected until it is written. */
static inline int mem_host_prot(u8 flags)
{
    int prot = 0;
    if (flags & (PROT_READ | PROT_WRITE | PROT_EXEC)) prot |= PROT_READ; /* no right exists without it on these processors */
    if ((flags & PROT_WRITE) && !mem_is_guarded(flags)) prot |= PROT_WRITE;
    return prot;
}

/* Flags of the page of addr; 0 outside every window. */
static inline u8 mem_flags(const struct mem *m, u64 addr)
{
    for (unsigned i = 0; i < m->windows; i++)
        if (addr - m->window[i].start < m->window[i].size)
            return m->window[i].flags[(addr - m->window[i].start) >> MEM_PAGE_SHIFT];
    return 0;
}

/* Host address of a guest address in a window (no check of rights). */
static inline u8 *mem_host(const struct mem *m, u64 addr)
{
    for (unsigned i = 0; i < m->windows; i++)
        if (addr - m->window[i].start < m->window[i].size) return m->window[i].host + (addr - m->window[i].start);
    return NULL;
}

/* The budget for a machine's guests, by what the host allows. */
struct mem_budget mem_budget_of_host(void);
/* From now on, and for what is there already. */
void mem_set_budget(struct mem *m, struct mem_budget *budget);

/* Maps pages at [addr, addr+len), both multiples of the page size, replacing what is there. fd -1: zero-filled.
 * A private file mapping may reach past the end of the file: those pages raise SIGBUS, as on Linux.
 * Returns 0, or -errno of the host (-ENOMEM outside the windows or past a limit). After a failure what was there before is
 * either whole or gone; the range is the guest's in any case, and nothing of the host's is ever mapped into it. */
int mem_map(struct mem *m, u64 addr, u64 len, int prot, bool shared, int fd, u64 offset, const char *name);
int mem_unmap(struct mem *m, u64 addr, u64 len);
/* Moves the pages of [from, from+len) to [to, to+len), which does not overlap it and is mapped for the books; the old range is
 * unmapped. What is shared there is what was shared here. 0, or -errno: then both may be. */
int mem_move(struct mem *m, u64 from, u64 to, u64 len);

/* Fills an empty memory with what another one of the same windows holds: shared mappings are shared, all else is copied,
 * but for what is marked otherwise, as fork(2) has it. No blocks are decoded from it. 0, or -errno of the host; what was mapped then stays, for
 * mem_free(). */
int mem_fork(struct mem *to, struct mem *from);
/* 0; -ENOMEM where part of the range is not mapped, or -errno of the host: what is mapped before has been changed, as mprotect(2) does it. */
int mem_protect(struct mem *m, u64 addr, u64 len, int prot);
/* What is mapped in the range has these marks, or has them no more. 0, -ENOMEM: there may be no more mappings. */
int mem_mark(struct mem *m, u64 addr, u64 len, u8 marks, bool on);

/* A free range of len bytes, aligned, inside [low, high): the lowest one at or after `from` if upward, else the
 * highest one that ends at or before `from`. Returns 0 when there is none. */
u64 mem_find_free(const struct mem *m, u64 len, u64 align, u64 low, u64 high, u64 from, bool upward);

/* Index of the first area that ends after addr; m->areas: none does. */
size_t mem_area_after(const struct mem *m, u64 addr);
/* The area that holds addr, or NULL. */
const struct mem_area *mem_area_of(const struct mem *m, u64 addr);
/* What has just been mapped there, zero-filled, under the name of a file is to hold bytes of that one. */
static inline void mem_set_file(struct mem *m, u64 addr, struct file_id id) { m->area[mem_area_of(m, addr) - m->area].id = id; }
/* The last area that is one mapping with the i-th for Linux, which joins neighbours that are private, of no file and alike. */
size_t mem_area_run(const struct mem *m, size_t i);

/* True when every byte of [addr, addr+len) may be accessed with all rights of `want`. Wrap-around: false. */
bool mem_check(const struct mem *m, u64 addr, u64 len, int want);

/* Host pointer to [addr, addr+len) for the guest kernel, after mem_check; before a write the blocks decoded from the
 * range are given up. NULL when the guest may not access it so. len 0 gives a pointer when addr is in a window. */
void *mem_ptr(struct mem *m, u64 addr, u64 len, int want);

/* Copies with the guest's rights. 0, or -1 when some byte is not accessible (nothing is copied then). */
int mem_read(struct mem *m, u64 addr, void *to, u64 len);
int mem_write(struct mem *m, u64 addr, const void *from, u64 len);

/* Copies a NUL-terminated string of fewer than cap bytes. Its length; -EFAULT, or -ENAMETOOLONG when it does not fit. */
i64 mem_read_string(struct mem *m, u64 addr, char *to, u64 cap);

/* Copies regardless of rights: for the loader and the debugger. -1 when a page is not mapped. */
int mem_poke(struct mem *m, u64 addr, const void *from, u64 len);
int mem_peek(const struct mem *m, u64 addr, void *to, u64 len);

/* The page of addr has been decoded: from now on stores to it are seen. False: they are not, for it is shared or the host cannot protect it, and it is MEM_SMC: what was
 * decoded may be used once. */
bool mem_mark_code(struct mem *m, u64 addr);

/* A store to addr faulted on the host. When that was only because the page holds decoded code, gives the blocks up,
 * makes the page writable again and returns true: the store is to be tried again. */
bool mem_code_store(struct mem *m, u64 addr);

#endif
