/* Interpreters of dynamic programs, looked up and mapped as a guest in a sandbox with a sysroot asks for it: whatever
 * the name in PT_INTERP and whatever the bytes of the interpreter, the program is loaded or there is a word why not,
 * and a file outside of both folders is never mapped. An input is the name, a zero byte and the interpreter, which is
 * found as lib/ld.so in the sysroot and as ld.so in the sandbox; a name that begins with @ has the folder around both
 * there. */
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "emu/core/fault.h"
#include "emu/os/kernel.h"
#include "isa/ia64/isa.h"
#include "isa/parisc/isa.h"
#include "tests/fuzz/targets.h"
#include "tests/unit/elf_image.h"

enum { NAME = 0x600, NAME_MOST = 300, MARK = 0x300, PT_LOAD_ = 1, PT_INTERP_ = 3 };

static const char mark[16] = "outside-of-both!";

static struct {
    char folder[64];
    char box[80], root[80], program[96];
} where;

static const struct isa *isa_of(bool ia64) { return ia64 ? &isa_ia64 : &isa_parisc; }

static void file_of(char *path, size_t room, const char *below) { snprintf(path, room, "%s/%s", where.folder, below); }

static void put(const char *path, const void *bytes, size_t n)
{
    FILE *f = fopen(path, "w");
    if (!f || fwrite(bytes, 1, n, f) != n || fclose(f)) abort();
}

static void put_below(const char *below, const void *bytes, size_t n)
{
    char path[128];
    file_of(path, sizeof path, below);
    put(path, bytes, n);
}

/* A program whose interpreter has that name; `n` bytes of it, the last one a zero byte or not. */
static void write_program(const struct isa *isa, const char *name, size_t n)
{
    bool wide = isa->abi->word == 8;
    const u64 base = wide ? 0x4000000000000000 : 0x10000;
    const struct test_image image = {
        .elf64 = wide,
        .big_endian = isa->big_endian,
        .type = 2,
        .machine = isa->elf_machine,
        .entry = base + 0x100,
        .count = 2,
        .segment = {{PT_LOAD_, 5, 0, base, 0x1000, 0x1000}, {PT_INTERP_, 4, NAME, base + NAME, n, n}},
    };
    u8 bytes[IMAGE_SIZE];
    image_build(&image, bytes);
    memcpy(bytes + NAME, name, n);
    put(where.program, bytes, 0x1000);
}

/* What is mapped of the file outside. */
static bool has_mark(const struct mem *m)
{
    char bytes[sizeof mark];
    for (size_t i = 0; i < m->areas; i++)
        for (u64 at = m->area[i].start; at < m->area[i].end && at < m->area[i].start + 4 * MEM_PAGE; at += MEM_PAGE)
            if (mem_peek(m, at + MARK, bytes, sizeof bytes) == 0 && !memcmp(bytes, mark, sizeof mark)) return true;
    return false;
}

/* Loads it. True: it is there, with its interpreter; else there was a word why not. */
static bool load(const struct isa *isa, bool *outside)
{
    static char *const argv[] = {"prog", NULL}, *const envp[] = {NULL};
    struct error e = {.status = 0};
    const struct config config = {.clock_hz = 1000000,
                                  .tick_cycles = 1000000,
                                  .cpu_model = "none",
                                  .quiet = true,
                                  .sandbox = where.box,
                                  .sysroot = where.root,
                                  .stack_size = 64 << 10,
                                  .mem_limit = 64 << 20};
    struct machine machine = {.config = &config, .isa = isa};
    struct os *os = os_new(&machine, &e);
    if (!os) abort();
    const struct process *p = os_load(os, where.program, argv, envp, &e);
    if (!p && (!e.text[0] || (e.status != 126 && e.status != 127 && e.status != 125))) abort();
    *outside = p && has_mark(&p->mem);
    os_free(os);
    mem_free(&machine.absolute);
    return p;
}

static int remove_one(const char *path, const struct stat *st, int kind, struct FTW *at)
{
    (void)st, (void)kind, (void)at;
    return remove(path);
}

static void leave(void) { nftw(where.folder, remove_one, 10, FTW_DEPTH | FTW_PHYS); }

static void make(const char *folder)
{
    char path[128];
    file_of(path, sizeof path, folder);
    if (mkdir(path, 0700) != 0) abort();
}

static void lead(const char *link, const char *to)
{
    char path[128];
    file_of(path, sizeof path, link);
    if (symlink(to, path) != 0) abort();
}

/* An interpreter that can be had, with the mark in its first page or without. */
static size_t good_interpreter(const struct isa *isa, bool marked, u8 bytes[IMAGE_SIZE])
{
    bool wide = isa->abi->word == 8;
    const struct test_image image = {.elf64 = wide,
                                     .big_endian = isa->big_endian,
                                     .type = 3,
                                     .machine = isa->elf_machine,
                                     .entry = 0x100,
                                     .count = 1,
                                     .segment = {{PT_LOAD_, 5, 0, 0, 0x800, 0x1800}}};
    image_build(&image, bytes);
    if (marked) memcpy(bytes + MARK, mark, sizeof mark);
    return 0x800;
}

/* That what is to be found is found, else the whole would show nothing; and the mark, if it is not outside. */
static void check_itself(const struct isa *isa)
{
    u8 bytes[IMAGE_SIZE];
    bool outside;
    size_t n = good_interpreter(isa, false, bytes);
    put_below("sys/lib/ld.so", bytes, n);
    write_program(isa, "/lib/ld.so", sizeof "/lib/ld.so");
    if (!load(isa, &outside) || outside) abort();
    n = good_interpreter(isa, true, bytes);
    put_below("sys/lib/ld.so", bytes, n);
    if (!load(isa, &outside) || !outside) abort();
}

static void open_folder(void)
{
    struct error e;
    u8 bytes[IMAGE_SIZE];
    char fifo[128];
    if (where.folder[0]) return;
    snprintf(where.folder, sizeof where.folder, "%s/interp.XXXXXX", access("/dev/shm", W_OK) ? "/tmp" : "/dev/shm");
    if (!mkdtemp(where.folder) || fault_install(&e) != 0) abort();
    atexit(leave);
    make("box"), make("sys"), make("sys/lib"), make("out");
    file_of(where.box, sizeof where.box, "box");
    file_of(where.root, sizeof where.root, "sys");
    file_of(where.program, sizeof where.program, "box/prog");
    lead("box/link", "../out");
    lead("box/self", "self");
    lead("sys/lib/link", "../../out");
    lead("sys/lib/elf", "/../../../../../../out/elf");
    file_of(fifo, sizeof fifo, "box/fifo");
    if (mkfifo(fifo, 0600) != 0) abort();
    check_itself(&isa_ia64);
    check_itself(&isa_parisc);
    size_t n = good_interpreter(&isa_parisc, true, bytes);
    put_below("out/elf", bytes, n);
    n = good_interpreter(&isa_ia64, true, bytes);
    put_below("out/elf64", bytes, n);
}

int fuzz_interp(const u8 *data, size_t size)
{
    char name[NAME_MAX + NAME_MOST] = "";
    const u8 *zero = size ? memchr(data, 0, size) : NULL;
    size_t n = zero ? (size_t)(zero - data) : size, at = 0;
    const u8 *interpreter = zero ? zero + 1 : data + size;
    bool outside;
    open_folder();
    if (n && data[0] == '@') at = (size_t)snprintf(name, sizeof name, "%s", where.folder);
    size_t from = at ? 1 : 0, more = n - from < NAME_MOST ? n - from : NAME_MOST;
    if (more) memcpy(name + at, data + from, more);
    put_below("sys/lib/ld.so", interpreter, (size_t)(data + size - interpreter));
    put_below("box/ld.so", interpreter, (size_t)(data + size - interpreter));
    const u8 ia64 = data + size - interpreter > 4 && interpreter[4] == 2;
    write_program(isa_of(ia64), name, at + more + (size & 15 ? 1 : 0));
    load(isa_of(ia64), &outside);
    if (outside) abort();
    return 0;
}
