#include "emu/os/load.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "emu/core/alloc.h"
#include "emu/core/elf.h"
#include "emu/core/error.h"
#include "emu/core/regular.h"
#include "emu/os/clock.h"
#include "emu/os/path.h"
#include "emu/os/random.h"

enum {
    RANDOM_BYTES = 16, /* AT_RANDOM */
    STACK_ALIGN = 16,
    AUXV_MAX = 32,
};

/* What goes onto the initial stack beside arguments and environment. */
struct program {
    const struct os_process *op;
    struct elf_image *image, *interp; /* interp NULL: none */
    unsigned phnum, phentsize;
    const char *platform; /* NULL: none */
    u64 vdso; /* the kernel's object in memory; 0: none */
    const char *path; /* as the guest named it */
};

static u64 page_up(u64 a) { return (a + MEM_PAGE - 1) & ~(u64)(MEM_PAGE - 1); }

/* --- the initial stack -------------------------------------------------------------------------------------------- */

struct strings { /* the bytes below (stack growing up) or above the pointers */
    char *at;
    size_t n, room;
};

/* Adds len bytes; their offset. */
static size_t put_bytes(struct strings *s, const void *from, size_t len)
{
    if (s->n + len > s->room) {
        s->room = 2 * (s->n + len);
        s->at = realloc(s->at, s->room);
        if (!s->at) error_no_memory(); /* no more than the arguments that the host's exec has taken before */
    }
    memcpy(s->at + s->n, from, len);
    s->n += len;
    return s->n - len;
}

static size_t put_string(struct strings *s, const char *text) { return put_bytes(s, text, strlen(text) + 1); }

static unsigned count(char *const *list)
{
    unsigned n = 0;
    while (list && list[n]) n++;
    return n;
}

/* The auxiliary vector (Linux fs/binfmt_elf.c, create_elf_tables); entries in the guest's words. */
static unsigned make_auxv(const struct os_process *op, const struct program *prog, u64 base, const size_t offset[3],
                          u64 v[2 * AUXV_MAX])
{
    const u64 list[][2] = {
        {AT_SYSINFO_EHDR, prog->vdso}, {AT_PHDR, prog->image->phdr}, {AT_PHENT, prog->phentsize}, {AT_PHNUM, prog->phnum}, {AT_PAGESZ, MEM_PAGE},
        {AT_BASE, prog->interp ? prog->interp->bias : 0}, {AT_FLAGS, 0}, {AT_ENTRY, prog->image->entry},
        {AT_UID, (u64)op->uid}, {AT_EUID, (u64)op->euid}, {AT_GID, (u64)op->gid}, {AT_EGID, (u64)op->egid},
        {AT_SECURE, 0}, {AT_HWCAP, 0}, {AT_CLKTCK, CLOCK_TICKS}, {AT_RANDOM, base + offset[0]},
        {AT_EXECFN, base + offset[1]}, {AT_PLATFORM, base + offset[2]}, {AT_NULL, 0},
    };
    unsigned n = 0;
    for (unsigned i = 0; i < ARRAY_LEN(list); i++) {
        bool absent = (list[i][0] == AT_PLATFORM && !prog->platform) || (list[i][0] == AT_SYSINFO_EHDR && !prog->vdso);
        if (!absent) memcpy(v + 2 * n++, list[i], sizeof list[i]);
    }
    return n;
}

/* Keeps what /proc/self/auxv shows. */
static void keep(char **to, size_t *size, const void *from, size_t n)
{
    free(*to);
    *to = malloc(n + 1);
    if (!*to) error_no_memory(); /* as in put_bytes */
    memcpy(*to, from, n);
    *size = n;
}

/* The words from argc to the end of the auxiliary vector, in the guest's byte order; `offset` are those of the strings
 * of argv and envp from `base`. */
static u8 *make_table(struct process *p, const unsigned n[2], u64 base, const size_t *offset, const u64 *auxv,
                      unsigned auxv_words)
{
    bool be = p->isa->big_endian;
    unsigned word = p->isa->abi->word;
    u8 *raw = alloc_zeroed((size_t)n[0] + n[1] + 3 + auxv_words, word), *at = raw;
    field_put(be, at, word, n[0]);
    at += word;
    for (unsigned list = 0; list < 2; list++) {
        for (unsigned i = 0; i < n[list]; i++, at += word) field_put(be, at, word, base + *offset++);
        at += word;
    }
    for (unsigned i = 0; i < auxv_words; i++) field_put(be, at + word * i, word, auxv[i]);
    keep(&p->os->auxv, &p->os->auxv_size, at, (size_t)auxv_words * word);
    return raw;
}

/* Builds strings, pointer arrays and auxiliary vector in [stack_low, stack_high) of the image, which is mapped. 0, or -1
 * with *e (status 125: the arguments do not fit). */
static int stack_build(struct process *p, const struct program *prog, char *const *argv, char *const *envp,
                       struct start *out, struct error *e)
{
    struct os_image *image = p->os;
    struct os *os = prog->op->os;
    const struct abi *abi = p->isa->abi;
    const u64 mask = STACK_ALIGN - 1;
    unsigned n[2] = {count(argv), count(envp)};
    struct strings s = {0};
    u8 random[RANDOM_BYTES];
    random_bytes(&os->rng, random, sizeof random);
    size_t fixed[3] = {put_bytes(&s, random, sizeof random), put_string(&s, prog->path), put_string(&s, abi->platform ? abi->platform : "")};
    size_t *offset = alloc_zeroed((size_t)n[0] + n[1] + 1, sizeof *offset), first = s.n, second;
    for (unsigned i = 0; i < n[0]; i++) offset[i] = put_string(&s, argv[i]);
    second = s.n;
    for (unsigned i = 0; i < n[1]; i++) offset[n[0] + i] = put_string(&s, envp[i]);

    u64 auxv[2 * AUXV_MAX], room = (image->stack_high - image->stack_low) / 4;
    u64 base = abi->stack_grows_up ? image->stack_low : (image->stack_high - s.n) & ~mask;
    image->arguments = base + first;
    image->arguments_size = second - first;
    image->environment = base + second;
    image->environment_size = s.n - second;
    unsigned auxv_words = 2 * make_auxv(prog->op, prog, base, fixed, auxv);
    u64 size = ((u64)n[0] + n[1] + 3 + auxv_words) * abi->word;
    u64 table = abi->stack_grows_up ? (base + s.n + mask) & ~mask : (base - size) & ~mask;
    int result = 0;
    if (s.n > room || size > room) {
        result = error_set(e, "%s: arguments and environment take more than a quarter of the stack", prog->path);
    } else {
        u8 *raw = make_table(p, n, base, offset, auxv, auxv_words);
        if (mem_poke(&p->mem, base, s.at, s.n) != 0 || mem_poke(&p->mem, table, raw, size) != 0)
            result = error_set(e, "%s: cannot write the initial stack", prog->path);
        free(raw);
    }
    u64 sp = abi->stack_grows_up ? table + size : table;
    *out = (struct start){.sp = sp, .argc = n[0], .argv = table + abi->word};
    free(offset);
    free(s.at);
    return result;
}

/* --- loading ------------------------------------------------------------------------------------------------------ */

static int cannot_open(const char *path, int error, const char *hint, struct error *e)
{
    bool missing = error == ENOENT || error == ENOTDIR;
    return error_set_status(e, missing ? 127 : 126, "%s: %s%s", path, strerror(error), missing ? hint : "");
}

int load_open(const char *path, struct error *e)
{
    int fd = regular_open(path);
    return fd < 0 ? cannot_open(path, errno, "", e) : fd;
}

/* An interpreter is what the file says, so it is as if the guest had named it. */
static int open_interp(const struct os_process *op, const char *name, struct error *e)
{
    static const char hint[] = "; the program is dynamic: -L DIR has its libraries below DIR "
                               "(for PA-RISC on Debian -L /usr/hppa-linux-gnu)";
    struct host_path at;
    int r = path_resolve(op, AT_FDCWD, name, SANDBOX_READ, &at);
    if (r == 0) r = (int)path_done(&at, path_open(&at, O_RDONLY | O_NONBLOCK, 0));
    if (r >= 0 && path_is_barred(r, &(struct stat){0})) {
        close(r);
        r = -EACCES;
    }
    if (r >= 0) r = regular_only(r);
    return r < 0 ? cannot_open(name, -r, hint, e) : r;
}

static int check_machine(const struct process *p, const struct elf_file *f, const char *path, struct error *e)
{
    if (f->machine == p->isa->elf_machine && f->form.elf64 == p->isa->elf64 && f->form.big_endian == p->isa->big_endian) return 0;
    return error_set_status(e, 126, "%s: not a program for %s (ELF machine %u, %s-bit, %s-endian)", path, p->isa->name,
                            f->machine, f->form.elf64 ? "64" : "32", f->form.big_endian ? "big" : "little");
}

/* The interpreter of a dynamic program, at the first free place among the mappings. It is known by its path on the
 * host, where its symbols are. */
static int map_interp(const struct os_process *op, struct process *p, const char *name, struct elf_image *image, struct error *e)
{
    char host[PATH_MAX];
    const struct abi *abi = p->isa->abi;
    struct elf_file f;
    int fd = open_interp(op, name, e);
    if (fd < 0) return -1;
    if (elf_read(fd, name, &f, e) != 0) {
        close(fd);
        return -1;
    }
    u64 top = 0;
    for (unsigned i = 0; i < f.phnum; i++)
        if (f.segment[i].type == PT_LOAD && f.segment[i].vaddr + f.segment[i].memsz > top)
            top = f.segment[i].vaddr + f.segment[i].memsz;
    u64 from = abi->mmap_upward ? abi->mmap_low : abi->mmap_high;
    u64 bias = f.type == ET_DYN ? mem_find_free(&p->mem, page_up(top), MEM_PAGE, abi->mmap_low, abi->mmap_high, from, abi->mmap_upward) : 0;
    int r = check_machine(p, &f, name, e);
    if (r == 0 && !path_of_fd(fd, host)) snprintf(host, sizeof host, "%s", name);
    if (r == 0) r = elf_map(&f, fd, host, &p->mem, bias, MEM_PAGE, abi->task_size, image, e);
    elf_free(&f);
    close(fd);
    return r;
}

/* Stacks are executable unless the program says otherwise (PT_GNU_STACK): nested functions have code there. */
static int stack_prot(const struct elf_file *f)
{
    for (unsigned i = 0; i < f->phnum; i++)
        if (f->segment[i].type == PT_GNU_STACK && !(f->segment[i].flags & PF_X)) return PROT_READ | PROT_WRITE;
    return PROT_READ | PROT_WRITE | PROT_EXEC;
}

static int map_kernel_areas(struct process *p, int prot, const char *path, struct error *e)
{
    const struct abi *abi = p->isa->abi;
    struct os_image *image = p->os;
    u8 vdso[MEM_PAGE];
    u64 size = load_stack_size(p);
    image->stack_high = abi->stack_high;
    image->stack_low = abi->stack_high - size;
    if (size >= abi->stack_high - abi->stack_floor ||
        mem_map(&p->mem, image->stack_low, size, prot, false, -1, 0, "[stack]") != 0 ||
        (abi->register_stack && mem_map(&p->mem, abi->register_stack, size, PROT_READ | PROT_WRITE, false, -1, 0, "") != 0))
        return error_set(e, "%s: no room for a stack of %llu bytes", path, (unsigned long long)size);
    abi->vdso(vdso);
    if (mem_map(&p->mem, abi->vdso_page, MEM_PAGE, PROT_READ | PROT_EXEC, false, -1, 0, "[vdso]") != 0 ||
        mem_poke(&p->mem, abi->vdso_page, vdso, MEM_PAGE) != 0)
        return error_set(e, "%s: no room for the kernel's page", path);
    return 0;
}

u64 load_stack_size(const struct process *p)
{
    u64 size = p->machine->config->stack_size;
    return page_up(size ? size : p->isa->abi->stack_size_default);
}

int load_program(struct process *p, const struct os_process *op, const struct load_request *q, struct start *start,
                 struct error *e)
{
    const struct abi *abi = p->isa->abi;
    struct elf_file f;
    struct elf_image image, interp;
    if (elf_read(q->fd, q->host_path, &f, e) != 0) return -1;
    int r = check_machine(p, &f, q->host_path, e);
    if (r == 0)
        r = elf_map(&f, q->fd, q->host_path, &p->mem, f.type == ET_DYN ? abi->pie_base : 0, MEM_PAGE, abi->task_size, &image,
                    e);
    if (r == 0) r = map_kernel_areas(p, stack_prot(&f), q->host_path, e);
    if (r == 0 && f.interp[0]) r = map_interp(op, p, f.interp, &interp, e);
    struct program prog = {.op = op, .image = &image, .interp = f.interp[0] ? &interp : NULL, .phnum = f.phnum,
                           .phentsize = f.phentsize, .platform = abi->platform, .vdso = abi->vdso_is_object ? abi->vdso_page : 0, .path = q->path};
    if (r == 0) r = stack_build(p, &prog, q->argv, q->envp, start, e);
    elf_free(&f);
    if (r != 0) return r;
    p->os->brk_start = p->os->brk = page_up(image.brk);
    start->entry = prog.interp ? interp.entry : image.entry;
    return 0;
}
