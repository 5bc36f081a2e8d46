#include "emu/os/path.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/vfs.h>
#include <unistd.h>

/* The part behind /proc/self/ or /proc/PID/ of the guest, or NULL. */
static const char *proc_self(const char *guest, int pid)
{
    char own[32];
    int n = snprintf(own, sizeof own, "/proc/%d/", pid);
    if (strncmp(guest, "/proc/self/", 11) == 0) return guest + 11;
    if (strncmp(guest, "/proc/thread-self/", 18) == 0) return guest + 18;
    return strncmp(guest, own, (size_t)n) == 0 ? guest + n : NULL;
}

/* The open description behind /proc/self/fd/N and /dev/fd/N, or NULL. */
struct description *path_fd_link(const struct os_process *op, const char *guest)
{
    const char *rest = proc_self(guest, op->pid), *number = NULL;
    char *end;
    if (rest && strncmp(rest, "fd/", 3) == 0) number = rest + 3;
    else if (strncmp(guest, "/dev/fd/", 8) == 0) number = guest + 8;
    if (!number || *number < '0' || *number > '9') return NULL;
    long fd = strtol(number, &end, 10);
    return *end ? NULL : fd_get(&op->fds, fd);
}

static int find(const struct os_process *op, i64 dirfd, const char *guest, struct host_path *out)
{
    const char *sysroot = op->os->sysroot;
    out->dirfd = AT_FDCWD;
    if (*guest == '/') {
        const struct description *d = path_fd_link(op, guest);
        if (d) {
            snprintf(out->path, sizeof out->path, "/proc/self/fd/%d", d->host_fd);
            return 0;
        }
        if (sysroot) {
            int n = snprintf(out->path, sizeof out->path, "%s%s", sysroot, guest);
            if (n < (int)sizeof out->path && faccessat(AT_FDCWD, out->path, F_OK, AT_SYMLINK_NOFOLLOW) == 0) return 0;
        }
    } else if (dirfd == AT_FDCWD) {
        out->dirfd = op->cwd_fd;
    } else {
        const struct description *d = fd_get(&op->fds, dirfd);
        if (!d) return -EBADF;
        out->dirfd = d->host_fd;
    }
    if ((size_t)snprintf(out->path, sizeof out->path, "%s", guest) >= sizeof out->path) return -ENAMETOOLONG;
    return 0;
}

int path_resolve(const struct os_process *op, i64 dirfd, const char *guest, unsigned use, struct host_path *out)
{
    int r = find(op, dirfd, guest, out);
    return r != 0 ? r : sandbox_check(op->os, out->dirfd, out->path, use);
}

int path_argument(struct call *c, i64 dirfd, u64 addr, unsigned use, struct host_path *out)
{
    char guest[PATH_MAX];
    int r = guest_get_string(c, addr, guest, sizeof guest);
    return r != 0 ? r : path_resolve(c->op, dirfd, guest, use, out);
}

bool path_magic_link(const struct os_process *op, const char *guest, char *to)
{
    const char *rest = proc_self(guest, op->pid);
    const char *name = NULL;
    if (rest && strcmp(rest, "exe") == 0) name = image_of(op)->exe;
    if (!name) return false;
    snprintf(to, PATH_MAX, "%s", name);
    return true;
}

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
        u64 start = a->start, end = a->end;
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

int path_open_proc(struct call *c, const char *guest)
{
    const char *rest = proc_self(guest, c->op->pid);
    if (!rest) return -1;
    bool maps = strcmp(rest, "maps") == 0, cmdline = strcmp(rest, "cmdline") == 0;
    bool auxv = strcmp(rest, "auxv") == 0, comm = strcmp(rest, "comm") == 0;
    if (!maps && !cmdline && !auxv && !comm) return -1;
    int fd = memfd_create("proc", MFD_CLOEXEC);
    FILE *f = fd < 0 ? NULL : fdopen(dup(fd), "w");
    if (!f) return -ENOMEM;
    if (maps) write_maps(c, f);
    else if (cmdline) fwrite(c->p->os->cmdline, 1, c->p->os->cmdline_size, f);
    else if (auxv) fwrite(c->p->os->auxv, 1, c->p->os->auxv_size, f);
    else fprintf(f, "%s\n", c->op->comm);
    fclose(f);
    lseek(fd, 0, SEEK_SET);
    return fd;
}

bool path_of_fd(int host_fd, char *to)
{
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", host_fd);
    ssize_t n = readlink(link, to, PATH_MAX - 1);
    if (n < 0) return false;
    to[n] = 0;
    return true;
}

const char *path_for_guest(const struct os *os, const char *host)
{
    size_t n = os->sysroot ? strlen(os->sysroot) : 0;
    if (!n || strncmp(host, os->sysroot, n) != 0) return host;
    if (host[n] == 0) return "/";
    return host[n] == '/' ? host + n : host;
}

bool path_is_ours(int host_fd)
{
    struct statfs fs;
    char target[PATH_MAX], own[64];
    if (fstatfs(host_fd, &fs) != 0 || fs.f_type != PROC_SUPER_MAGIC) return false;
    if (!path_of_fd(host_fd, target)) return true; /* when in doubt: the guest must not reach our memory */
    int len = snprintf(own, sizeof own, "/proc/%d/", (int)getpid());
    return strncmp(target, own, (size_t)len) == 0;
}
