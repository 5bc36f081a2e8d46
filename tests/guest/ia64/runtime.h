/* A C library for guest programs that are kept as assembly: all that they need, so that binutils can link them without
 * any other. Numbers and layouts are those of Linux/ia64. */
#ifndef GUEST_RUNTIME_H
#define GUEST_RUNTIME_H

typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long u64;
typedef long i64;
typedef unsigned long size_t;

#define NULL ((void *)0)
#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

enum {
    SYS_exit = 1025, SYS_read, SYS_write, SYS_open, SYS_close, SYS_execve = 1033, SYS_getpid = 1041, SYS_getppid,
    SYS_kill = 1053, SYS_brk = 1060, SYS_setitimer = 1118, SYS_wait4 = 1126, SYS_uname = 1130, SYS_mmap = 1151,
    SYS_munmap, SYS_mprotect = 1155, SYS_nanosleep = 1168, SYS_getpagesize = 1171, SYS_sigaltstack = 1176, SYS_rt_sigaction,
    SYS_rt_sigprocmask = 1179, SYS_rt_sigsuspend = 1182, SYS_fstat = 1212, SYS_tkill = 1229, SYS_futex, SYS_gettid = 1105,
    SYS_exit_group = 1236, SYS_clock_gettime = 1254,
    SYS_fork_flags = 17, /* clone: SIGCHLD */
};
enum { ENOENT = 2, EINTR = 4, EBADF = 9, EAGAIN = 11, EFAULT = 14, EINVAL = 22, ENOSYS = 38 };
enum { SIGILL = 4, SIGTRAP, SIGFPE = 8, SIGUSR1 = 10, SIGSEGV, SIGUSR2, SIGALRM = 14, SIGCHLD = 17, SIGVTALRM = 26 };
enum { SA_SIGINFO = 4, SA_ONSTACK = 0x08000000, SA_RESTART = 0x10000000, SA_NODEFER = 0x40000000 };
enum { CLONE_VM = 0x100, CLONE_FS = 0x200, CLONE_FILES = 0x400, CLONE_SIGHAND = 0x800, CLONE_VFORK = 0x4000,
       CLONE_THREAD = 0x10000, CLONE_SETTLS = 0x80000, CLONE_PARENT_SETTID = 0x100000, CLONE_CHILD_CLEARTID = 0x200000 };

/* start.s. Errors are negated. */
i64 system_call(i64 number, ...);
i64 pipe_call(i64 *second);
i64 clone2_call(i64 flags, char *stack, i64 size, int *parent_tid, int *child_tid, void *tls, int (*run)(void *), void *arg);

struct siginfo { /* as faults fill it in */
    int signo, error, code, pad;
    u64 addr;
    u32 imm, flags;
    u64 isr, rest[11];
};

struct sigcontext { /* Linux uapi/asm/sigcontext.h */
    u64 flags, nat, stack[3], ip, cfm, um, rsc, bsp, rnat, ccv, unat, fpsr, pfs, lc, pr, br[8], gr[32];
    struct { u64 significand, exponent; } __attribute__((aligned(16))) fr[128];
    u64 rbs_base, loadrs, csd, ssd, reserved[12], mask;
};

typedef void handler(int signo, struct siginfo *info, struct sigcontext *context);

/* sigaction(2), without looking at errors. */
void on_signal(int signo, handler *run, u64 flags);

void *map(size_t size);
i64 fork_child(void);
/* The status of a child. */
int wait_for(i64 pid);
/* A thread with stacks of its own; it ends with what run returns. *word is its id until then, and a futex. */
i64 begin_thread(int (*run)(void *), void *arg, int *word, void *tls);
void join_thread(int *word);

/* To descriptor 1: %d %u %x with l, %s, %c; widths and a leading 0. Lines are written whole. */
int printf(const char *format, ...) __attribute__((format(printf, 1, 2)));

void *memset(void *to, int value, size_t size);
void *memcpy(void *to, const void *from, size_t size);
size_t strlen(const char *s);
int strcmp(const char *a, const char *b);
long strtol(const char *s, char **end, int base);
void exit(int status) __attribute__((noreturn));

#endif
