#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "emu/core/alloc.h"
#include "emu/core/unloaded.h"
#include "emu/os/calls.h"
#include "emu/os/kernel.h"
#include "emu/os/limits.h"
#include "emu/os/path.h"

enum { RIGHTS = PROT_READ | PROT_WRITE | PROT_EXEC, PROT_SEM = 8 /* asm/mman.h; no processor of ours needs it */ };

static bool aligned(u64 a) { return (a & (MEM_PAGE - 1)) == 0; }

/* Rounds a length up to pages; 0 when it is 0 or does not fit into the address space. */
static u64 pages(const struct call *c, u64 len)
{
    return len > c->p->isa->abi->task_size ? 0 : (len + MEM_PAGE - 1) & ~(u64)(MEM_PAGE - 1);
}

/* The range may be mapped at a fixed address: mem_map() refuses what lies between the windows. */
static bool may_fix(const struct call *c, u64 addr, u64 len)
{
    const struct abi *abi = c->p->isa->abi;
    bool kernel = (abi->reserved_page && addr <= abi->reserved_page && abi->reserved_page < addr + len) ||
                  (addr <= abi->vdso_page && abi->vdso_page < addr + len);
    return aligned(addr) && addr >= MEM_PAGE && addr <= abi->task_size && len <= abi->task_size - addr && !kernel;
}

static bool is_free(const struct mem *m, u64 addr, u64 len)
{
    return mem_window_of(m, addr, len) && mem_find_free(m, len, MEM_PAGE, addr, addr + len, addr, true) == addr;
}

/* At `again`, where the file's code lay before, if it is not 0; else where no other code did (emu/core/unloaded.h); else anywhere. */
static u64 find_room(const struct call *c, u64 hint, u64 len, u64 again)
{
    const struct abi *abi = c->p->isa->abi;
    const struct mem *m = &c->p->mem;
    hint &= ~(u64)(MEM_PAGE - 1);
    if (hint && may_fix(c, hint, len) && is_free(m, hint, len)) return hint;
    if (again && is_free(m, again, len)) return again;
    const u64 first = abi->mmap_upward ? abi->mmap_low : abi->mmap_high;
    const struct unloaded *g;
    u64 from = first, at;
    do {
        at = mem_find_free(m, len, MEM_PAGE, abi->mmap_low, abi->mmap_high, from, abi->mmap_upward);
        g = at ? unloaded_at(m, at, at + len) : NULL;
        if (g) from = abi->mmap_upward ? g->end : g->start;
    } while (g);
    return at ? at : mem_find_free(m, len, MEM_PAGE, abi->mmap_low, abi->mmap_high, first, abi->mmap_upward);
}

/* The device whose mappings are anonymous memory (zero(4)). */
static bool is_zeroes(const struct stat *st) { return S_ISCHR(st->st_mode) && major(st->st_rdev) == 1 && minor(st->st_rdev) == 5; }

/* Whether it can be mapped with those rights: 0 or -errno (mmap(2)). *zeroes: it is one of anonymous memory. */
static int check_file(const struct description *d, int prot, bool shared, bool *zeroes)
{
    struct stat st;
    int fd = d->host_fd, flags = fcntl(fd, F_GETFL);
    int mode = flags & O_ACCMODE;
    if (flags < 0 || fstat(fd, &st) != 0) return -errno;
    if (flags & O_PATH) return -EBADF;
    *zeroes = is_zeroes(&st);
    if (!S_ISREG(st.st_mode) && !*zeroes) return -ENODEV; /* devices map host memory of unknown kinds */
    if (mode == O_WRONLY || (shared && (prot & PROT_WRITE) && mode != O_RDWR)) return -EACCES;
    return -d->unmappable;
}

/* What is stored to a file by way of memory is seen by nobody: all of the mapping counts as written (--max-output). */
static bool may_share(struct call *c, const struct description *d, u64 size)
{
    if ((fcntl(d->host_fd, F_GETFL) & O_ACCMODE) != O_RDWR) return true;
    u64 room = limits_output(c->os, size);
    limits_written(c->os, size, room, (i64)room);
    return room == size;
}

/* Who looks for functions by name finds them where code is. */
static void tell_mapped(const struct call *c, int prot)
{
    const struct machine *m = c->p->machine;
    if (m->mapped && prot & PROT_EXEC) m->mapped(m->mapped_ctx, c->p);
}

/* Memory that a program takes so much of at once it mostly uses all of: one that reads 64 MB of it at random takes 0.74 of the time. Stacks of
 * threads have no rights at first. */
static void take_large_pages(const struct call *c, u64 addr, u64 size, int prot)
{
    if (prot & PROT_WRITE && size >= 2 * ALLOC_LARGE_PAGE) alloc_in_large_pages(mem_host(&c->p->mem, addr), size);
}

/* Who maps a file, which is known; or who asks for room, as a loader does that has a library open: one of those that are open. */
struct mapping {
    const struct os_process *op;
    const struct description *d; /* NULL: no file */
};

static bool may_be_of(const void *mapping, const struct file_id *id)
{
    const struct mapping *m = mapping;
    return m->d ? file_id_unchanged(file_id_of_open(m->d->host_fd), *id) : fd_has_file(&m->op->fds, id);
}

static i64 do_mmap(struct call *c, u64 addr, u64 len, int prot, u32 flags, const struct description *d, u64 offset)
{
    bool shared = flags & MAP_SHARED, fixed = flags & (MAP_FIXED | MAP_FIXED_NOREPLACE);
    u64 size = pages(c, len);
    if (len == 0 || !aligned(offset)) return -EINVAL;
    if (size == 0) return -ENOMEM;
    bool zeroes = false;
    int r = d ? check_file(d, prot, shared, &zeroes) : 0;
    if (r != 0) return r;
    if (zeroes) d = NULL, offset = 0;
    if (fixed && !aligned(addr)) return -EINVAL;
    if (fixed && !may_fix(c, addr, size)) return -ENOMEM;
    if ((flags & MAP_FIXED_NOREPLACE) && !is_free(&c->p->mem, addr, size)) return -EEXIST;
    char name[PATH_MAX];
    if (!d || !path_of_fd(d->host_fd, name)) name[0] = 0;
    if (!fixed) addr = find_room(c, addr, size, d || prot == PROT_NONE ? unloaded_place(&c->p->mem, len, may_be_of, &(struct mapping){c->op, d}) : 0);
    if (!addr) return -ENOMEM;
    if (d && shared && !may_share(c, d, size)) return -ENOMEM;
    r = mem_map(&c->p->mem, addr, size, prot & RIGHTS, shared, d ? d->host_fd : -1, offset, name);
    if (r == 0 && flags & MAP_LOCKED) r = mem_mark(&c->p->mem, addr, size, MEM_LOCKED, true);
    if (r == 0) tell_mapped(c, prot);
    if (r == 0 && !d && !shared) take_large_pages(c, addr, size, prot);
    if (r == 0 && !fixed) unloaded_asked(&c->p->mem, addr, len);
    if (r == 0 && d) unloaded_loaded(&c->p->mem, addr);
    return r != 0 ? r : (i64)addr;
}

/* How it is shared, by bits whose numbers are the same everywhere: 0, -EINVAL for a type that is none, -EOPNOTSUPP for a flag that
 * MAP_SHARED_VALIDATE does not know (files only). Other types ignore such flags. */
static i64 check_type(const struct call *c, bool anonymous)
{
    const struct guest_abi *abi = c->os->abi;
    u32 flags = (u32)c->a[3], type = flags & abi->map_type;
    if (type == MAP_SHARED_VALIDATE && !anonymous) return flags & ~(abi->map_legacy | type) ? -EOPNOTSUPP : 0;
    return type == MAP_SHARED || type == MAP_PRIVATE ? 0 : -EINVAL;
}

i64 sys_mmap(struct call *c)
{
    u32 flags = flags_to_host(c->os->abi->map_flags, (u32)c->a[3]);
    if ((flags & MAP_SHARED) && (flags & MAP_PRIVATE)) flags &= ~(u32)MAP_PRIVATE; /* MAP_SHARED_VALIDATE */
    const struct description *d = NULL;
    u64 offset = c->entry->variant & V_PAGES ? c->a[5] * MEM_PAGE : c->a[5];
    if (!(flags & MAP_ANONYMOUS)) {
        d = fd_get(&c->op->fds, (i64)c->a[4]);
        if (!d) return -EBADF;
    } else {
        offset = 0;
    }
    i64 r = check_type(c, !d);
    if (r != 0) return r;
    return do_mmap(c, c->a[0], c->a[1], (int)c->a[2], flags, d, offset);
}

i64 sys_munmap(struct call *c)
{
    u64 size = pages(c, c->a[1]);
    if (!aligned(c->a[0]) || size == 0 || !may_fix(c, c->a[0], size)) return -EINVAL;
    unloaded_note(&c->p->mem, c->a[0], c->a[0] + size);
    return mem_unmap(&c->p->mem, c->a[0], size);
}

/* How much of the range from its begin on is mapped. */
static u64 mapped_part(const struct mem *m, u64 addr, u64 len)
{
    u64 at = addr;
    for (const struct mem_area *a; at < addr + len && (a = mem_area_of(m, at)) != NULL;) at = a->end;
    return at < addr + len ? at - addr : len;
}

/* PROT_GROWSDOWN and PROT_GROWSUP: the range goes on to the end of the stack that grows so; of other memory -EINVAL. */
static int to_stack_end(const struct call *c, u32 grows, u64 *addr, u64 *size)
{
    const struct mem_area *a = mem_area_of(&c->p->mem, *addr);
    if (!a) return -ENOMEM;
    if (strcmp(a->name, "[stack]") != 0 || c->p->isa->abi->stack_grows_up != (grows == PROT_GROWSUP)) return -EINVAL;
    u64 end = *addr + *size;
    if (grows == PROT_GROWSDOWN) *addr = a->start;
    else end = a->end;
    *size = end - *addr;
    return 0;
}

i64 sys_mprotect(struct call *c)
{
    const u32 both = PROT_GROWSDOWN | PROT_GROWSUP, grows = (u32)c->a[2] & both;
    u64 addr = c->a[0], size = pages(c, c->a[1]);
    if (!aligned(addr) || grows == both) return -EINVAL;
    if (c->a[1] == 0) return 0;
    if (size == 0 || !may_fix(c, addr, size)) return -ENOMEM;
    if ((u32)c->a[2] & ~(RIGHTS | PROT_SEM | both)) return -EINVAL;
    int r = grows ? to_stack_end(c, grows, &addr, &size) : 0;
    if (r != 0) return r;
    r = mem_protect(&c->p->mem, addr, size, (int)c->a[2] & RIGHTS);
    tell_mapped(c, (int)c->a[2]);
    return r;
}

i64 sys_brk(struct call *c)
{
    struct os_image *image = c->p->os;
    u64 want = c->a[0], have_end = (image->brk + MEM_PAGE - 1) & ~(u64)(MEM_PAGE - 1);
    if (want < image->brk_start || want > c->p->isa->abi->task_size - MEM_PAGE) return (i64)image->brk;
    u64 want_end = (want + MEM_PAGE - 1) & ~(u64)(MEM_PAGE - 1);
    int r = 0;
    if (want_end > have_end) {
        /* A page is left free behind the heap, so that a neighbour is never run into unseen. */
        if (!is_free(&c->p->mem, have_end, want_end - have_end + MEM_PAGE)) return (i64)image->brk;
        r = mem_map(&c->p->mem, have_end, want_end - have_end, PROT_READ | PROT_WRITE, false, -1, 0, "[heap]");
    } else if (want_end < have_end) {
        r = mem_unmap(&c->p->mem, want_end, have_end - want_end);
    }
    if (r == 0) image->brk = want;
    return (i64)image->brk;
}

/* --- mremap ------------------------------------------------------------------------------------------------------- */

/* Where the mapping that `a` is in ends for Linux. */
static u64 run_end(const struct mem *m, const struct mem_area *a) { return m->area[mem_area_run(m, (size_t)(a - m->area))].end; }

/* What a mapping is made as. */
struct kind {
    int prot;
    bool shared;
    u8 marks;   /* enum mem_mark */
    u64 offset; /* of its begin */
    char name[PATH_MAX];
};

/* That of the area, as it is, or would go on, at the address. A copy, for areas move as others are made. */
static struct kind kind_at(const struct mem_area *a, u64 addr)
{
    struct kind k = {.prot = a->prot, .shared = a->shared, .marks = a->marks, .offset = a->file_offset + (addr - a->start)};
    snprintf(k.name, sizeof k.name, "%s", a->name);
    return k;
}

static int map_as(struct mem *m, const struct kind *k, u64 addr, u64 size)
{
    int r = mem_map(m, addr, size, k->prot, k->shared, -1, k->offset, k->name);
    return r == 0 && k->marks ? mem_mark(m, addr, size, k->marks, true) : r;
}

/* Moves pages to where the books have a mapping for them. What has moved before and has grown since is two mappings of the host, which
 * moves several together from Linux 6.17 on: an older one says EFAULT, having taken away what was there, and is asked for
 * one half and for the other. */
static int move_pages(struct mem *m, struct kind *k, u64 from, u64 to, u64 size)
{
    int r = mem_move(m, from, to, size);
    if (r != -EFAULT || size == MEM_PAGE) return r;
    u64 half = (size / 2 + MEM_PAGE - 1) & ~(u64)(MEM_PAGE - 1);
    r = map_as(m, k, to, size);
    if (r == 0) r = move_pages(m, k, from, to, half);
    k->offset += half;
    if (r == 0) r = move_pages(m, k, from + half, to + half, size - half);
    k->offset -= half;
    return r;
}

/* Moves a mapping. The pages themselves are moved by the host, so that files and shared memory stay what they are. */
static int move(struct call *c, u64 from, u64 old_size, u64 to, u64 new_size)
{
    struct mem *m = &c->p->mem;
    const struct mem_area *a = mem_area_of(m, from);
    struct kind k = kind_at(a, from);
    u64 kept = old_size < new_size ? old_size : new_size;
    /* First an ordinary mapping for the books; then the old pages take the place of the new ones. */
    int r = map_as(m, &k, to, new_size);
    if (r != 0) return r;
    r = move_pages(m, &k, from, to, kept);
    if (r != 0) {
        mem_unmap(m, to, new_size);
        return r;
    }
    if (kept < old_size) r = mem_unmap(m, from + kept, old_size - kept);
    return r != 0 ? r : mem_protect(m, to, new_size, k.prot);
}

i64 sys_mremap(struct call *c)
{
    u64 old = c->a[0], old_size = pages(c, c->a[1]), new_size = pages(c, c->a[2]), flags = c->a[3], to = c->a[4];
    struct mem *m = &c->p->mem;
    bool fixed = flags & MREMAP_FIXED, may_move = flags & MREMAP_MAYMOVE, smaller = !fixed && new_size <= old_size;
    if (!aligned(old) || new_size == 0 || (fixed && !may_move)) return -EINVAL;
    if (fixed && (!may_fix(c, to, new_size) || (to < old + old_size && old < to + new_size))) return -EINVAL;
    const struct mem_area *a = mem_area_of(m, old);
    if (!a || old_size == 0 || (!smaller && old_size > run_end(m, a) - old) || !may_fix(c, old, old_size)) return -EFAULT;
    /* The pages past the end of a file mapping would have to come from a file that may be closed by now. */
    bool blank = mem_area_is_blank(a);
    if (!blank && new_size > old_size) return -ENOMEM;
    if (smaller) { /* whatever there is behind */
        int r = new_size < old_size ? mem_unmap(m, old + new_size, old_size - new_size) : 0;
        return r != 0 ? r : (i64)old;
    } else if (!fixed) {
        u64 end = old + old_size, more = new_size - old_size;
        if (old + old_size == run_end(m, a) && may_fix(c, old, new_size) && is_free(m, end, more)) {
            struct kind k = kind_at(a, end);
            int r = map_as(m, &k, end, more);
            return r != 0 ? r : (i64)old;
        }
        if (!may_move) return -ENOMEM;
        to = find_room(c, 0, new_size, 0);
        if (!to) return -ENOMEM;
    }
    int r = move(c, old, old_size, to, new_size);
    return r != 0 ? r : (i64)to;
}

/* --- advice ------------------------------------------------------------------------------------------------------- */

/* -ENOMEM where part of the range is not mapped; what the guest wanted has been done to the rest, as Linux does it. The host
 * cannot be asked: what it has there may be its reserve. */
static int hole_in(const struct mem *m, u64 addr, u64 len) { return mapped_part(m, addr, len) < len ? -ENOMEM : 0; }

/* Those of madvise(2) up to Linux 6.1, and PA-RISC's older numbers of some (65 to 73); the host may know fewer. */
static bool is_advice(u32 advice) { return advice <= 4 || (advice >= 8 && advice <= 25) || (advice >= 65 && advice <= 73); }

/* What is shared is punched out of its file (madvise(2); Linux mm/madvise.c, madvise_remove()): one mapping after the other, up to one that cannot be. */
static i64 take_out(struct mem *m, u64 addr, u64 size)
{
    for (u64 at = addr, end; at < addr + size; at = end) {
        const struct mem_area *a = mem_area_of(m, at);
        if (!a) return -ENOMEM;
        if (a->marks & MEM_LOCKED) return -EINVAL;
        if (!a->shared) return mem_area_is_blank(a) ? -EINVAL : -EACCES;
        end = a->end < addr + size ? a->end : addr + size;
        mem_give_up_code(m, at, end - at);
        if (madvise(mem_host(m, at), end - at, MADV_REMOVE) != 0) return -errno;
    }
    return 0;
}

/* Linux numbers, the same on the ABIs we have (asm/mman.h). The others are hints, or are about huge pages. */
enum {
    DONTNEED = 4, FREE = 8, REMOVE = 9, DONTFORK = 10, DOFORK = 11, WIPE_ON_FORK = 18, KEEP_ON_FORK = 19, COLD = 20, PAGE_OUT = 21, DONTNEED_LOCKED = 24,
    OLD_WIPE_ON_FORK = 71, OLD_KEEP_ON_FORK = 72
};

/* Whether a mapping takes it (Linux mm/madvise.c). */
static bool takes(const struct mem_area *a, u32 advice)
{
    switch (advice) {
    case FREE: return mem_area_is_blank(a) && !(a->marks & MEM_LOCKED);
    case WIPE_ON_FORK: return mem_area_is_blank(a);
    case DONTNEED: case COLD: case PAGE_OUT: return !(a->marks & MEM_LOCKED);
    default: return true;
    }
}

/* How much of the range is before the first mapping that does not. */
static u64 taking_part(const struct mem *m, u64 addr, u64 size, u32 advice)
{
    for (size_t i = mem_area_after(m, addr); i < m->areas && m->area[i].start < addr + size; i++)
        if (!takes(&m->area[i], advice)) return m->area[i].start > addr ? m->area[i].start - addr : 0;
    return size;
}

/* Memory that is zeroes again, or its file's bytes. */
static i64 forget(struct mem *m, u64 addr, u64 size, u32 advice)
{
    if (size == 0 || (advice != DONTNEED && advice != FREE && advice != DONTNEED_LOCKED)) return 0;
    mem_give_up_code(m, addr, size);
    /* Always at once, also where the host might do it later: the guest must see the same on every run. */
    return madvise(mem_host(m, addr), size, MADV_DONTNEED) != 0 && errno != ENOMEM ? -errno : 0;
}

/* What a child is to have of it. */
static i64 mark_for_fork(struct mem *m, u64 addr, u64 size, u32 advice)
{
    bool wiping = advice == WIPE_ON_FORK || advice == KEEP_ON_FORK, leaving_out = advice == DONTFORK || advice == DOFORK;
    if (size == 0 || (!wiping && !leaving_out)) return 0;
    int r = mem_mark(m, addr, size, wiping ? MEM_WIPED : MEM_LEFT_OUT, advice == WIPE_ON_FORK || advice == DONTFORK);
    return r == -ENOMEM ? -EAGAIN : r;
}

i64 sys_madvise(struct call *c)
{
    u64 size = pages(c, c->a[1]);
    u32 advice = (u32)c->a[2];
    struct mem *m = &c->p->mem;
    if (!aligned(c->a[0]) || (c->a[1] && size == 0) || !is_advice(advice)) return -EINVAL;
    if (advice == OLD_WIPE_ON_FORK || advice == OLD_KEEP_ON_FORK) advice -= OLD_WIPE_ON_FORK - WIPE_ON_FORK;
    if (size == 0) return 0;
    if (!mem_window_of(m, c->a[0], size)) return -ENOMEM;
    if (advice == REMOVE) return take_out(m, c->a[0], size);
    u64 part = taking_part(m, c->a[0], size, advice);
    i64 r = forget(m, c->a[0], part, advice);
    if (r == 0) r = mark_for_fork(m, c->a[0], part, advice);
    if (r == 0 && part < size) r = -EINVAL;
    return r != 0 ? r : hole_in(m, c->a[0], size);
}

static bool has_locked(const struct mem *m, u64 addr, u64 size)
{
    for (size_t i = mem_area_after(m, addr); i < m->areas && m->area[i].start < addr + size; i++)
        if (m->area[i].marks & MEM_LOCKED) return true;
    return false;
}

i64 sys_msync(struct call *c)
{
    enum { FLAGS = 7 };
    u64 size = pages(c, c->a[1]);
    u32 both = c->os->abi->msync_both, invalidate = FLAGS & ~both;
    if (!aligned(c->a[0]) || (c->a[2] & both) == both || c->a[2] & ~(u64)FLAGS) return -EINVAL;
    if (size == 0) return c->a[1] ? -ENOMEM : 0; /* too long */
    if (!mem_window_of(&c->p->mem, c->a[0], size)) return -ENOMEM;
    if ((c->a[2] & invalidate) && has_locked(&c->p->mem, c->a[0], size)) return -EBUSY;
    if (msync(mem_host(&c->p->mem, c->a[0]), size, MS_SYNC) != 0 && errno != ENOMEM) return -errno;
    return hole_in(&c->p->mem, c->a[0], size);
}

/* Locking has no effect but on who may forget what is there; what is before a hole is locked. */
static i64 lock(struct call *c, bool locked)
{
    u64 addr = c->a[0] & ~(u64)(MEM_PAGE - 1), size = pages(c, c->a[1] + (c->a[0] - addr));
    if (c->a[1] == 0) return 0;
    if (size && addr + size < addr) return -EINVAL;
    u64 part = mapped_part(&c->p->mem, addr, size);
    int r = part ? mem_mark(&c->p->mem, addr, part, MEM_LOCKED, locked) : 0;
    return r == 0 && (part < size || !size) ? -ENOMEM : r;
}

i64 sys_mlock(struct call *c) { return lock(c, true); }
i64 sys_munlock(struct call *c) { return lock(c, false); }

static void lock_all(struct mem *m, bool locked)
{
    for (size_t i = 0; i < m->areas; i++) mem_area_mark(&m->area[i], MEM_LOCKED, locked);
}

i64 sys_mlockall(struct call *c)
{
    enum { CURRENT = 1, FUTURE = 2, ONFAULT = 4 };
    if (c->a[0] == 0 || c->a[0] == ONFAULT || c->a[0] > (CURRENT | FUTURE | ONFAULT)) return -EINVAL;
    c->p->mem.locks = c->a[0] & FUTURE;
    if (c->a[0] & CURRENT) lock_all(&c->p->mem, true);
    return 0;
}

i64 sys_munlockall(struct call *c)
{
    c->p->mem.locks = false;
    lock_all(&c->p->mem, false);
    return 0;
}

/* Every mapped page is "in core": what the host does with its memory must not show. */
i64 sys_mincore(struct call *c)
{
    u64 size = pages(c, c->a[1]);
    if (!aligned(c->a[0])) return -EINVAL;
    if (size == 0 && c->a[1]) return -ENOMEM; /* too long */
    for (u64 i = 0; i < size / MEM_PAGE; i++) {
        if (!(mem_flags(&c->p->mem, c->a[0] + i * MEM_PAGE) & MEM_MAPPED)) return -ENOMEM;
        if (guest_put_uint(c, c->a[2] + i, 1, 1) != 0) return -EFAULT;
    }
    return 0;
}
