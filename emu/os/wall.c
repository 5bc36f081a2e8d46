#include "emu/os/wall.h"

#include <asm/ioctls.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#ifdef PCGRAM_SECCOMP
#include <seccomp.h>
#endif

#include "emu/core/types.h"

static void miss(char missing[WALL_TEXT], const char *what, int error)
{
    size_t n = strlen(missing);
    snprintf(missing + n, WALL_TEXT - n, "%s%s (%s)", n ? ", " : "", what,
             error ? strerror(error) : "this pcgram was built without it");
}

/* --- Landlock (landlock(7)): numbers and structures as the kernel has them, since headers are older than kernels ---- */

enum {
    CREATE_RULESET = 444, /* the same numbers on all processors */
    ADD_RULE = 445,
    RESTRICT_SELF = 446,
    GET_VERSION = 1,
    PATH_BENEATH = 1,
};

enum {
    FS_EXECUTE = 1 << 0,
    FS_WRITE_FILE = 1 << 1,
    FS_READ_FILE = 1 << 2,
    FS_READ_DIR = 1 << 3,
    FS_REMOVE_DIR = 1 << 4,
    FS_REMOVE_FILE = 1 << 5,
    FS_MAKE_CHAR = 1 << 6,
    FS_MAKE_DIR = 1 << 7,
    FS_MAKE_REG = 1 << 8,
    FS_MAKE_SOCK = 1 << 9,
    FS_MAKE_FIFO = 1 << 10,
    FS_MAKE_BLOCK = 1 << 11,
    FS_MAKE_SYM = 1 << 12,
    FS_REFER = 1 << 13,
    FS_TRUNCATE = 1 << 14,
    FS_IOCTL_DEV = 1 << 15,
};

struct ruleset {
    u64 fs, net, scoped;
};

struct beneath {
    u64 access;
    i32 folder;
} __attribute__((packed));

/* Version 1 has the first 13, and moves no file to another folder; 2 has REFER, 3 TRUNCATE, 4 and 6 what is not files,
 * 5 IOCTL_DEV. */
static u64 fs_rights(int version)
{
    u64 all = FS_EXECUTE | FS_WRITE_FILE | FS_READ_FILE | FS_READ_DIR | FS_REMOVE_DIR | FS_REMOVE_FILE | FS_MAKE_CHAR |
              FS_MAKE_DIR | FS_MAKE_REG | FS_MAKE_SOCK | FS_MAKE_FIFO | FS_MAKE_BLOCK | FS_MAKE_SYM;
    if (version >= 2) all |= FS_REFER;
    if (version >= 3) all |= FS_TRUNCATE;
    if (version >= 5) all |= FS_IOCTL_DEV;
    return all;
}

static int allow_open(int rules, u64 handled, int fd, enum wall_use use)
{
    static const u64 folder[] = {
        [WALL_READ] = FS_READ_FILE | FS_READ_DIR,
        [WALL_OUTPUT] = FS_MAKE_REG | FS_REMOVE_FILE | FS_WRITE_FILE | FS_TRUNCATE,
        [WALL_BOX] = ~(u64)(FS_EXECUTE | FS_MAKE_CHAR | FS_MAKE_BLOCK | FS_IOCTL_DEV),
    };
    struct stat st;
    if (fd < 0 || fstat(fd, &st) != 0) return 0;
    u64 rights = folder[use] & handled;
    if (!S_ISDIR(st.st_mode)) rights &= FS_READ_FILE | FS_WRITE_FILE | FS_TRUNCATE;
    const struct beneath rule = {.access = rights, .folder = fd};
    return (int)syscall(ADD_RULE, rules, PATH_BENEATH, &rule, 0);
}

static int allow(int rules, u64 handled, const char *path, enum wall_use use)
{
    int fd = open(path, O_PATH | O_CLOEXEC), r = allow_open(rules, handled, fd, use);
    if (fd >= 0) close(fd);
    return r;
}

static void landlock(const struct wall_path *path, size_t n, char missing[WALL_TEXT])
{
    enum { TCP_BIND_CONNECT = 3, ABSTRACT_SOCKETS_SIGNALS = 3 };
    /* What the guest may open anywhere, and what tells which pages of a guest a fork has to copy. */
    static const char *const device[] = {"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"};
    int version = (int)syscall(CREATE_RULESET, NULL, 0, GET_VERSION);
    if (version < 1) {
        miss(missing, "Landlock", errno);
        return;
    }
    const struct ruleset set = {.fs = fs_rights(version),
                                .net = version >= 4 ? TCP_BIND_CONNECT : 0,
                                .scoped = version >= 6 ? ABSTRACT_SOCKETS_SIGNALS : 0};
    size_t size = version >= 6 ? sizeof set : version >= 4 ? 2 * sizeof(u64) : sizeof(u64);
    int rules = (int)syscall(CREATE_RULESET, &set, size, 0), r = rules < 0 ? -1 : 0;
    for (size_t i = 0; i < n && r == 0; i++)
        r = path[i].path ? allow(rules, set.fs, path[i].path, path[i].use)
                         : allow_open(rules, set.fs, path[i].fd, path[i].use);
    for (size_t i = 0; i < ARRAY_LEN(device) && r == 0; i++) r = allow(rules, set.fs, device[i], WALL_BOX);
    if (r == 0) r = allow(rules, set.fs, "/proc/self/pagemap", WALL_READ);
    if (r == 0) r = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    if (r == 0) r = (int)syscall(RESTRICT_SELF, rules, 0);
    if (r != 0) miss(missing, "Landlock", errno);
    if (rules >= 0) close(rules);
}

/* --- seccomp -------------------------------------------------------------------------------------------------------- */

#ifdef PCGRAM_SECCOMP

/* What a run asks of the host whatever the arguments: the guest kernel's files, descriptors, memory, time and threads,
 * and what the C library does for them. Names that a processor does not have are passed over. */
static const char *const calls[] = {
    "read",
    "write",
    "readv",
    "writev",
    "pread64",
    "pwrite64",
    "preadv",
    "pwritev",
    "preadv2",
    "pwritev2",
    "lseek",
    "openat",
    "openat2",
    "open",
    "creat",
    "close",
    "close_range",
    "dup",
    "dup2",
    "dup3",
    "fcntl",
    "flock",
    "pipe",
    "pipe2",
    "stat",
    "lstat",
    "fstat",
    "newfstatat",
    "fstatat64",
    "fstat64",
    "statx",
    "statfs",
    "fstatfs",
    "access",
    "faccessat",
    "faccessat2",
    "readlink",
    "readlinkat",
    "getdents64",
    "getcwd",
    "ftruncate",
    "truncate",
    "fallocate",
    "fadvise64",
    "fsync",
    "fdatasync",
    "sync_file_range",
    "sendfile",
    "copy_file_range",
    "unlink",
    "unlinkat",
    "rename",
    "renameat",
    "renameat2",
    "link",
    "linkat",
    "symlink",
    "symlinkat",
    "mkdir",
    "mkdirat",
    "rmdir",
    "mknod",
    "mknodat",
    "chmod",
    "fchmod",
    "fchmodat",
    "fchmodat2",
    "chown",
    "lchown",
    "fchown",
    "fchownat",
    "utimensat",
    "umask",
    "memfd_create",
    "eventfd2",
    "epoll_create1",
    "epoll_ctl",
    "epoll_wait",
    "epoll_pwait",
    "poll",
    "ppoll",
    "select",
    "pselect6",
    "timerfd_create",
    "timerfd_settime",
    "timerfd_gettime",
    "munmap",
    "mremap",
    "madvise",
    "msync",
    "mincore",
    "mlock",
    "munlock",
    "brk",
    "membarrier",
    "clock_gettime",
    "clock_getres",
    "clock_nanosleep",
    "nanosleep",
    "gettimeofday",
    "time",
    "times",
    "getrusage",
    "futex",
    "set_robust_list",
    "get_robust_list",
    "rseq",
    "set_tid_address",
    "exit",
    "exit_group",
    "sched_yield",
    "sched_getaffinity",
    "sched_getparam",
    "sched_getscheduler",
    "gettid",
    "getpid",
    "getppid",
    "getuid",
    "geteuid",
    "getgid",
    "getegid",
    "getgroups",
    "getpgid",
    "getpgrp",
    "getsid",
    "uname",
    "sysinfo",
    "getrandom",
    "restart_syscall",
    "arch_prctl",
    "rt_sigaction",
    "rt_sigprocmask",
    "rt_sigreturn",
    "rt_sigtimedwait",
    "rt_sigpending",
    "rt_sigsuspend",
    "sigaltstack",
    "setitimer",
    "getitimer",
    "alarm",
    "pause",
    "getrlimit",
    "setrlimit",
};

/* With these arguments only. */
static int add_limited(scmp_filter_ctx f)
{
    static const u64 request[] = {
        TCGETS,   TCSETS,    TCSETSW,    TCSETSF,    TIOCGWINSZ, TIOCSWINSZ,
        FIONREAD, TIOCGPGRP, 0x802c542a, 0x402c542b, 0x402c542c, 0x402c542d}; /* TCGETS2, TCSETS2, W2, F2 */
    const u64 own = (u64)getpid();
    int r = 0;
    for (size_t i = 0; i < ARRAY_LEN(request); i++)
        r |= seccomp_rule_add(f, SCMP_ACT_ALLOW, SCMP_SYS(ioctl), 1, SCMP_A1_32(SCMP_CMP_EQ, (u32)request[i], 0));
    /* Guest code is data here: nothing becomes code of the host. */
    r |= seccomp_rule_add(f, SCMP_ACT_ALLOW, SCMP_SYS(mmap), 1, SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
    r |= seccomp_rule_add(f, SCMP_ACT_ALLOW, SCMP_SYS(mprotect), 1, SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0));
    /* Threads, no processes; clone3's flags cannot be seen, and the C library does without. */
    r |= seccomp_rule_add(f, SCMP_ACT_ALLOW, SCMP_SYS(clone), 1,
                          SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, CLONE_THREAD));
    r |= seccomp_rule_add(f, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0);
    r |= seccomp_rule_add(f, SCMP_ACT_ALLOW, SCMP_SYS(tgkill), 1, SCMP_A0(SCMP_CMP_EQ, own, 0));
    r |= seccomp_rule_add(f, SCMP_ACT_ALLOW, SCMP_SYS(kill), 1, SCMP_A0(SCMP_CMP_EQ, own, 0));
    r |= seccomp_rule_add(f, SCMP_ACT_ALLOW, SCMP_SYS(prlimit64), 1, SCMP_A0_32(SCMP_CMP_EQ, 0, 0));
    r |= seccomp_rule_add(f, SCMP_ACT_ALLOW, SCMP_SYS(prctl), 1, SCMP_A0_32(SCMP_CMP_EQ, PR_SET_NAME, 0));
    /* The idle descriptor behind a guest's socket; it can be neither bound nor connected. */
    r |= seccomp_rule_add(f, SCMP_ACT_ALLOW, SCMP_SYS(socket), 1, SCMP_A0_32(SCMP_CMP_EQ, AF_UNIX, 0));
    return r;
}

static void filter(char missing[WALL_TEXT])
{
    scmp_filter_ctx f = seccomp_init(SCMP_ACT_ERRNO(EPERM));
    int r = f ? add_limited(f) : -ENOMEM;
    for (size_t i = 0; i < ARRAY_LEN(calls) && r == 0; i++) {
        int number = seccomp_syscall_resolve_name(calls[i]);
        if (number != __NR_SCMP_ERROR && number >= 0) r = seccomp_rule_add(f, SCMP_ACT_ALLOW, number, 0);
    }
    if (r == 0) r = seccomp_load(f);
    if (r == -ECANCELED && errno) r = -errno; /* the library's word for an error of the kernel's */
    if (r != 0) miss(missing, "seccomp", r < 0 ? -r : EINVAL);
    if (f) seccomp_release(f);
}

#else

static void filter(char missing[WALL_TEXT]) { miss(missing, "seccomp", 0); }

#endif

void wall_up(const struct wall_path *path, size_t n, char missing[WALL_TEXT])
{
    missing[0] = 0;
    landlock(path, n, missing);
    filter(missing);
}
