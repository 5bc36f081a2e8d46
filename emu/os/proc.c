#include "emu/os/proc.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "emu/core/alloc.h"
#include "emu/os/clock.h"
#include "emu/os/path.h"
#include "emu/os/process.h"
#include "emu/os/random.h"
#include "emu/os/thread_name.h"

/* --- the process ----------------------------------------------------------------------------------------------------- */

/* The stack as far as Linux would have let it grow by now: to the stack pointer and 128 KiB on (Linux fs/exec.c,
 * setup_arg_pages). Ours is mapped whole, but the C library takes what is listed for what is in use. */
static void clip_stack(const struct call *c, u64 *start, u64 *end)
{
    enum { AHEAD = 128 << 10 };
    const struct abi *abi = c->p->isa->abi;
    u64 sp = abi->get_sp(c->t) & ~(u64)(MEM_PAGE - 1);
    if (sp < *start || sp >= *end) return;
    if (abi->stack_grows_up && *end - sp > AHEAD + MEM_PAGE) *end = sp + MEM_PAGE + AHEAD;
    if (!abi->stack_grows_up && sp - *start > AHEAD) *start = sp - AHEAD;
}

/* /proc/self/maps, as far as programs read it: ranges, rights, offset, name (proc(5)). */
static void write_maps(const struct call *c, FILE *f)
{
    const struct os_process *op = c->op;
    const struct mem *m = &c->p->mem;
    for (size_t i = 0; i < m->areas; i++) {
        const struct mem_area *a = &m->area[i];
        i = mem_area_run(m, i);
        u64 start = a->start, end = m->area[i].end;
        if (strcmp(a->name, "[stack]") == 0) clip_stack(c, &start, &end);
        int n = fprintf(f, "%08llx-%08llx %c%c%c%c %08llx 00:00 0", (unsigned long long)start,
                        (unsigned long long)end, a->prot & PROT_READ ? 'r' : '-', a->prot & PROT_WRITE ? 'w' : '-',
                        a->prot & PROT_EXEC ? 'x' : '-', a->shared ? 's' : 'p', (unsigned long long)a->file_offset);
        /* The program itself is named as it was given; everything else has its full path. */
        const char *name = a->name[0] == '/' || a->name[0] == '[' ? path_for_guest(op->os, a->name) : image_of(op)->exe;
        if (a->name[0]) fprintf(f, "%*s%s", n < 73 ? 73 - n : 1, "", name);
        fputc('\n', f);
    }
}

/* Pages that are mapped, which all count as resident: as getrusage() has it. */
static u64 pages_of(const struct call *c) { return c->p->mem.mapped / MEM_PAGE; }

/* What the guest's memory has there now: programs write over it to be called otherwise (setproctitle(3)). Nothing where it is no longer mapped. */
static void write_memory(const struct call *c, u64 at, u64 size, FILE *f)
{
    u8 *bytes = alloc_zeroed(size + 1, 1);
    if (mem_read(&c->p->mem, at, bytes, size) == 0) fwrite(bytes, 1, size, f);
    free(bytes);
}

static void write_cmdline(const struct call *c, FILE *f) { write_memory(c, c->p->os->arguments, c->p->os->arguments_size, f); }
static void write_environ(const struct call *c, FILE *f) { write_memory(c, c->p->os->environment, c->p->os->environment_size, f); }
static void write_auxv(const struct call *c, FILE *f) { fwrite(c->p->os->auxv, 1, c->p->os->auxv_size, f); }

/* Size and resident; nothing is known of what is shared, nor of text and data apart. */
static void write_statm(const struct call *c, FILE *f) { fprintf(f, "%llu %llu 0 0 0 0 0\n", (unsigned long long)pages_of(c), (unsigned long long)pages_of(c)); }

static void write_status(const struct call *c, FILE *f)
{
    const struct os_process *op = c->op;
    unsigned long long kb = pages_of(c) * MEM_PAGE / 1024, pending = c->ot->pending.set, shared = op->pending.set, ignored = 0, caught = 0;
    for (unsigned n = 1; n <= GUEST_SIGNALS; n++) {
        u64 handler = op->action[n].handler;
        if (handler == 1) ignored |= 1ull << (n - 1);
        if (handler > 1) caught |= 1ull << (n - 1);
    }
    fprintf(f, "Name:\t%s\nUmask:\t%04o\nState:\tR (running)\nTgid:\t%d\nPid:\t%d\nPPid:\t%d\nTracerPid:\t0\n", op->comm, op->umask, op->pid, op->pid, op->ppid);
    fprintf(f, "Uid:\t%d\t%d\t%d\t%d\nGid:\t%d\t%d\t%d\t%d\nFDSize:\t%u\n", op->uid, op->euid, op->euid, op->euid, op->gid, op->egid, op->egid, op->egid, op->fds.room);
    fprintf(f, "VmPeak:\t%8llu kB\nVmSize:\t%8llu kB\nVmHWM:\t%8llu kB\nVmRSS:\t%8llu kB\nThreads:\t%u\n", kb, kb, kb, kb, op->threads);
    fprintf(f, "SigPnd:\t%016llx\nShdPnd:\t%016llx\nSigBlk:\t%016llx\nSigIgn:\t%016llx\nSigCgt:\t%016llx\n", pending, shared, (unsigned long long)c->ot->sigmask, ignored, caught);
}

/* The 52 fields of proc(5), of which those that nothing is known of are 0. */
static void write_stat(const struct call *c, FILE *f)
{
    enum { UTIME = 14, CUTIME = 16, PRIORITY = 18, THREADS = 20, VSIZE = 23, RSS = 24, FIELDS = 52 };
    const struct os_process *op = c->op;
    unsigned long long v[FIELDS + 1] = {[UTIME] = clock_ticks(c->os, process_cpu(op)), [PRIORITY] = 20,
                                        [CUTIME] = clock_ticks(c->os, op->cycles_children), [THREADS] = op->threads,
                                        [VSIZE] = c->p->mem.mapped, [RSS] = pages_of(c)};
    fprintf(f, "%d (%s) R %d %d %d 0 -1", op->pid, op->comm, op->ppid, op->pgid, op->sid);
    for (unsigned i = 9; i <= FIELDS; i++) fprintf(f, " %llu", v[i]);
    fputc('\n', f);
}

/* --- the machine ----------------------------------------------------------------------------------------------------- */

static unsigned long long hundredths(u64 ns) { return ns / (NSEC / 100); }

static void write_cpus(const struct call *c, FILE *f)
{
    (void)c;
    fputs("0\n", f); /* one, and that is its number */
}

static void write_cpuinfo(const struct call *c, FILE *f)
{
    unsigned long long hz = c->os->machine->config->clock_hz;
    fprintf(f, "%s%llu.%06llu\n\n", c->os->abi->cpuinfo, hz / 1000000, hz % 1000000);
}

static void write_meminfo(const struct call *c, FILE *f)
{
    unsigned long long kb = KERNEL_MEMORY / 1024, left = process_memory_free(c->p) / 1024;
    fprintf(f, "MemTotal:       %8llu kB\nMemFree:        %8llu kB\nMemAvailable:   %8llu kB\nBuffers:        %8u kB\nCached:         %8u kB\n", kb, left, left, 0, 0);
    fprintf(f, "SwapCached:     %8u kB\nSwapTotal:      %8u kB\nSwapFree:       %8u kB\n", 0, 0, 0);
}

static void write_uptime(const struct call *c, FILE *f)
{
    unsigned long long up = hundredths(clock_ns(c->os, clock_now(c->os)));
    fprintf(f, "%llu.%02llu 0.00\n", up / 100, up % 100);
}

static void write_loadavg(const struct call *c, FILE *f) { fprintf(f, "0.00 0.00 0.00 1/%llu %d\n", (unsigned long long)process_count(c->os), c->op->pid); }

static void write_system_stat(const struct call *c, FILE *f)
{
    unsigned long long up = hundredths(clock_ns(c->os, clock_now(c->os)));
    for (unsigned i = 0; i < 2; i++) fprintf(f, "%s %llu 0 0 0 0 0 0 0 0 0\n", i ? "cpu0" : "cpu ", up);
    fprintf(f, "intr 0\nctxt 0\nbtime %u\nprocesses %llu\nprocs_running 1\nprocs_blocked 0\n", CLOCK_EPOCH, (unsigned long long)process_count(c->os));
}

static void write_version(const struct call *c, FILE *f)
{
    (void)c;
    fputs(KERNEL_NAME " version " KERNEL_RELEASE " " KERNEL_VERSION "\n", f);
}

/* A random UUID of version 4 (RFC 9562), by --seed. */
static void write_uuid(const struct call *c, FILE *f)
{
    u8 b[16];
    random_bytes(&c->os->rng, b, sizeof b);
    b[6] = (b[6] & 0x0f) | 0x40;
    b[8] = (b[8] & 0x3f) | 0x80;
    for (unsigned i = 0; i < sizeof b; i++) fprintf(f, "%s%02x", i == 4 || i == 6 || i == 8 || i == 10 ? "-" : "", b[i]);
    fputc('\n', f);
}

/* What is mounted where, of which the root alone is told: of a kind that is none of Linux's, for what lies behind a name is the host's (proc(5)). */
static void write_mounts(const struct call *c, FILE *f) { (void)c, fputs("pcgram / pcgram rw,relatime 0 0\n", f); }

static void write_mountinfo(const struct call *c, FILE *f)
{
    struct host_path at;
    struct stat st = {0};
    if (path_resolve(c->op, AT_FDCWD, "/", SANDBOX_READ, &at) == 0) path_done(&at, fstatat(at.dirfd, at.path, &st, 0));
    fprintf(f, "1 1 %u:%u / / rw,relatime - pcgram pcgram rw\n", major(st.st_dev), minor(st.st_dev));
}

/* --- opening ----------------------------------------------------------------------------------------------------------- */

/* The same file, to be read alone; on a host without /proc as it was: the seals keep it as it is there, too. */
static int only_to_read(int fd)
{
    char link[32];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    int again = open(link, O_RDONLY | O_CLOEXEC);
    if (again < 0) return fd;
    close(fd);
    return again;
}

/* A file with that text, of size bytes, at its beginning; -errno. */
static int file_of(const char *text, size_t size)
{
    enum { SEALS = F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL };
    int fd = memfd_create("proc", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (fd < 0) return -errno;
    bool made = write(fd, text, size) == (ssize_t)size && fchmod(fd, S_IRUSR | S_IRGRP | S_IROTH) == 0 && lseek(fd, 0, SEEK_SET) == 0;
    if (made && fcntl(fd, F_ADD_SEALS, SEALS) == 0) return only_to_read(fd);
    close(fd);
    return -ENOMEM;
}

struct made {
    const char *name;
    void (*write)(const struct call *c, FILE *f);
    bool entry; /* one of procfs's own entries, whose mmap() fails with EIO (Linux fs/proc/inode.c); of others it is ENODEV */
};

/* The file of that name, or NULL. */
static const struct made *find(const struct call *c, const char *guest)
{
    static const struct made own[] = {
        {"maps", write_maps, false}, {"cmdline", write_cmdline, false}, {"auxv", write_auxv, false}, {"environ", write_environ, false},
        {"stat", write_stat, false}, {"statm", write_statm, false}, {"status", write_status, false}, {"mounts", write_mounts, false},
        {"mountinfo", write_mountinfo, false},
    }, system[] = {
        {"/proc/cpuinfo", write_cpuinfo, true}, {"/proc/meminfo", write_meminfo, true}, {"/proc/uptime", write_uptime, true},
        {"/proc/loadavg", write_loadavg, true}, {"/proc/stat", write_system_stat, true}, {"/proc/version", write_version, true}, {"/proc/mounts", write_mounts, false},
        {"/proc/sys/kernel/random/uuid", write_uuid, false},
        {"/sys/devices/system/cpu/online", write_cpus, false}, {"/sys/devices/system/cpu/possible", write_cpus, false}, {"/sys/devices/system/cpu/present", write_cpus, false},
    };
    const char *rest = path_in_proc_self(c->op, guest);
    for (unsigned i = 0; rest && i < ARRAY_LEN(own); i++)
        if (strcmp(rest, own[i].name) == 0) return &own[i];
    for (unsigned i = 0; i < ARRAY_LEN(system); i++)
        if (strcmp(guest, system[i].name) == 0) return &system[i];
    return NULL;
}

/* What stat() says of the name; NULL: it is only made when it is opened, for the host has none. */
static struct stat *stat_of_name(const struct call *c, const char *guest)
{
    struct host_path at;
    struct stat *st = malloc(sizeof *st);
    if (!st || path_resolve(c->op, AT_FDCWD, guest, SANDBOX_READ, &at) != 0) return free(st), NULL;
    if (path_done(&at, fstatat(at.dirfd, at.path, st, 0)) == 0) return st;
    return free(st), NULL;
}

int proc_open(struct call *c, const char *guest, int flags, u8 *unmappable, struct stat **named)
{
    static const struct made comm = {.name = "comm"};
    int tid = thread_name_file(c, guest);
    const struct made *made = tid ? &comm : find(c, guest);
    if (!made) return -1;
    if (flags & O_DIRECTORY) return -ENOTDIR;
    if ((flags & (O_CREAT | O_EXCL)) == (O_CREAT | O_EXCL)) return -EEXIST;
    if ((flags & O_ACCMODE) != O_RDONLY) return -EACCES;
    *unmappable = made->entry ? EIO : ENODEV;
    char *text = NULL;
    size_t size = 0;
    FILE *f = open_memstream(&text, &size);
    if (!f) return -ENOMEM;
    if (tid) fprintf(f, "%s\n", thread_name_of(c->op, tid));
    else made->write(c, f);
    int fd = fclose(f) == 0 ? file_of(text, size) : -ENOMEM;
    free(text);
    if (fd >= 0) *named = stat_of_name(c, guest);
    return fd;
}
