/* Inside of the guest kernel: what it keeps for the machine, each process and each thread, and what a system call is.
 *
 * Calls are implemented once, in host terms: they take normalised arguments and return a value or a negated errno of
 * the host. Numbers, flags and layouts of the guest meet them at the edge, through struct guest_abi. */
#ifndef PCGRAM_OS_KERNEL_H
#define PCGRAM_OS_KERNEL_H

#include <poll.h>
#include <signal.h>

#include "emu/core/machine.h"
#include "emu/os/abi.h"
#include "emu/os/fd.h"
#include "emu/os/os.h"
#include "emu/os/walk.h"

enum {
    GUEST_SIGNALS = 64,
    ITIMERS = 3,       /* REAL, VIRTUAL, PROF, in the order of their numbers */
    POSIX_TIMERS = 32, /* of timer_create, a process */
    SIGNALS_MOST = 4096, /* that wait in one queue (RLIMIT_SIGPENDING counts them by user) */
    RLIMITS = 16,
};

#define NEVER UINT64_MAX /* a time that does not come */

/* Results of a system call beside values and -errno. */
enum {
    CALL_WAIT = -10001, /* the thread sleeps as its os_thread->wait says; the call is made again when it wakes */
    CALL_EXEC = -10003, /* the thread begins another program */
    CALL_GONE = -10002, /* the registers are already what they shall be (sigreturn), or there is no thread any more */
};

/* A signal on its way; signal numbers are the guest's. */
struct signal_info {
    int signo, code, err;
    enum signal_fields { SIGF_KILL, SIGF_TIMER, SIGF_RT, SIGF_CHILD, SIGF_FAULT } fields;
    int pid, uid;    /* KILL, RT, CHILD */
    u64 value;       /* RT, TIMER: sigval */
    int timer, overrun; /* TIMER */
    bool deleted;       /* TIMER: its number may be another one's now */
    int status;      /* CHILD */
    u64 utime, stime; /* CHILD, in clock ticks */
    u64 addr;        /* FAULT */
    struct fault_details fault; /* FAULT, where the ABI has them */
    u64 at;          /* machine time at which it was sent */
};

struct signal_queue {
    u64 set; /* bit n-1: signal n is pending */
    unsigned length;
    struct mem_account *budget; /* what its nodes are part of */
    struct signal_node {
        struct signal_info info;
        struct signal_node *next;
    } *head; /* in order of arrival; owned */
};

struct signal_action {
    u64 handler; /* 0 default, 1 ignore, else the guest's function pointer */
    u64 flags;   /* the guest's SA_ bits */
    u64 mask;
};

/* A timer on the guest's real-time clock (clock_now) or on a CPU clock; times in cycles. */
struct timer {
    u64 expiry;   /* absolute; NEVER: disarmed */
    u64 interval; /* 0: once */
};

struct posix_timer {
    bool used;
    int clock;    /* guest clock id */
    bool cpu;     /* runs on the CPU clock */
    int tid;      /* cpu: of the thread whose clock it is, 0: the process's */
    int notify;   /* SIGEV_* */
    int notify_tid; /* SIGEV_THREAD_ID */
    int signo;    /* guest number */
    u64 value;    /* sigval */
    int overrun;
    struct timer timer;
};

enum interrupt { INTERRUPT_NONE, INTERRUPT_END, INTERRUPT_LIMIT };

struct os {
    struct machine *machine;
    const struct guest_abi *abi;
    struct os_process *processes; /* in order of pid, those that nobody has waited for included */
    struct os_thread *threads;    /* that live, in order of creation */
    struct os_thread *gone;       /* that ended in this turn: freed behind it */
    struct os_image *images;      /* in order of creation */
    struct socket *sockets;       /* all there are, the youngest first (emu/os/socket.h) */
    struct socket *bound;         /* those that have a name of their own, and are looked for by names */
    u64 socket_count;             /* that have ever been */
    struct message *dropped;      /* that are being freed */
    bool dropping;
    unsigned in_flight;           /* descriptors in messages that nobody has read */
    struct {
        unsigned items;   /* descriptors watched by all sets */
        unsigned looking; /* looks that are under way, one in the other: one */
        u64 look, walk;   /* how many there have been (emu/os/epoll.c) */
    } epoll;
    struct os_process *first;     /* the one whose end is the result; its image and last thread stay until os_free() */
    struct process *first_image;  /* see os_first_image() */
    struct thread *running;       /* whose turn it is; NULL: none */
    u64 turn_end;                 /* machine time at which the turn is over; NEVER: there is only one thread */
    u64 next_other;               /* machine time at which the next one after it can go on */
    u64 cycles;                   /* CPU time of all threads so far: --max-cycles */
    u64 insns_gone;               /* instructions of images that are gone: --max-insns */
    u64 insn_check;               /* value of `cycles` at which --max-insns is looked at next */
    u64 insn_count;               /* value of `position` at which the instructions are counted next */
    u64 sleeps;                   /* calls of call_sleep() so far: sleepers are woken in this order */
    int last_id;                  /* the pid or tid given last */
    int foreground;               /* process group of the terminal */
    void (*image_over)(void *ctx, struct process *p, const struct os_result *how); /* see os_watch() */
    void *image_over_ctx;
    struct os_result first_end; /* how the first process ended, if it has */
    struct os_result result;    /* of os_run(), the last time */
    u64 position;      /* see os_position() */
    u64 position_base; /* position less the running thread's slots, when it began to run */
    u64 stop_near;     /* see os_stop_near() */
    u64 turns;         /* see os_turns() */
    struct {
        _Atomic u64 position, cycles, now;
    } seen; /* by other threads of the host: see os_progress() */
    bool done;
    bool stopped;      /* by the debugger */
    struct mem_account memory; /* of the tree */
    struct fd_count files;    /* likewise */
    u64 written;              /* bytes, by guests to files of the host */
    u64 names;                /* that guests have made in folders of the host, without as many as they have removed */
    const char *over;         /* the limit that was reached, by its option; see limits_over() */
    _Atomic int interrupted; /* enum interrupt: somebody asks for the end of the run */
    int wake_fd;       /* of the host: readable when somebody has asked for an interruption (emu/os/outside.h) */
    struct host_clock host_clock; /* with --realtime, the machine's */
    u64 rng;         /* state of the generator behind AT_RANDOM and getrandom */
    unsigned host_umask;
    char *sysroot;   /* absolute, without links; NULL: none */
    char *sandbox;   /* likewise: the folder the guest is kept in */
    struct walk_roots roots; /* the same and the program, by descriptors */
    int program_fd;  /* keeps the program's number from another file; -1: none */
    u8 named[1024 / 8]; /* unknown calls that were named on stderr, by number */
};

/* What the kernel keeps of an address space: of the program in it. */
struct os_image {
    struct process *p;
    struct os_image *next;
    unsigned users; /* processes that run in it: more than one after vfork */
    char *exe;      /* guest path of the program, absolute */
    u64 arguments, arguments_size;     /* where the guest has the strings of its arguments, with their NULs, and bytes */
    u64 environment, environment_size; /* likewise */
    char *auxv;     /* as on the stack */
    size_t auxv_size;
    u64 brk_start, brk;
    u64 stack_low, stack_high;
};

struct os_process {
    struct os *os;
    struct os_process *next;
    struct process *image; /* its address space; NULL: a zombie */
    unsigned threads;      /* that live */
    int pid, ppid, pgid, sid;
    u32 programs, parent_programs; /* begun by exec here, and by the parent when this was made */
    int exit_signal;       /* to the parent at its end: SIGCHLD's number, or what clone() was given; no signal: none */
    int status;            /* as wait() shows it: exit code << 8, or the signal that killed it */
    bool zombie;
    bool has_execed;       /* its parent may no longer change its process group */
    u64 ended_at;          /* machine time, of a zombie */
    u64 cycles_gone;       /* CPU time of its threads that have ended */
    u64 cycles_children;   /* of its children that were waited for, and theirs */
    u64 memory_at_end;     /* bytes that were mapped when it ended */
    u64 memory_children;   /* the most of its children that were waited for, and theirs */
    struct os_thread *vfork_parent; /* which sleeps until this process execs or ends; NULL: none */
    int uid, euid, gid, egid; /* the host's, so that file permissions are what the guest expects */
    struct fd_table fds;
    int cwd_fd; /* host directory */
    enum reach cwd_reach;
    unsigned umask;
    char comm[THREAD_NAME]; /* of the thread that it began with; others have their own (emu/os/thread_name.h) */
    u64 personality;
    int death_signal;      /* that it gets at its parent's end (PR_SET_PDEATHSIG), 0: none */
    bool undumpable, keeps_capabilities, no_new_privileges; /* prctl(2): kept and told */
    struct signal_action action[GUEST_SIGNALS + 1];
    struct signal_queue pending;
    struct timer itimer[ITIMERS];
    struct posix_timer posix_timer[POSIX_TIMERS];
    u64 rlimit[RLIMITS][2]; /* soft, hard; UINT64_MAX: unlimited */
};

struct call; /* below */

/* What a thread that waits at a futex is woken by. Two futexes are the same when both words are. */
struct futex_key {
    u64 space[2]; /* a shared object's two numbers, or the address space and 0 */
    u64 at;       /* offset in the object, or address */
};

/* Why a thread sleeps: until the clock shows `deadline`, until one of the host descriptors is ready, or until something
 * happens to one of the kernel's objects. */
struct wait {
    bool active;
    bool killable; /* only a signal that kills interrupts it (vfork) */
    bool restart;  /* a handler with SA_RESTART makes the call again instead of EINTR */
    u64 deadline;  /* as clock_now() has it, or NEVER */
    u64 alarm;     /* as clock_now() has it: something that it waits for happens by itself then (timerfd) */
    bool started;  /* `deadline` of this call is already set: it is being made again */
    bool nudge;    /* something that the call may wait for has happened: make it again */
    u64 order;     /* which sleep it is, counted over all threads */
    u64 progress;  /* bytes that the call has moved before it slept: call_progress() */
    struct guest_vector { /* what vectors_get() has read: kept while the call sleeps, whatever becomes of that memory */
        u64 addr, len;
    } *vector;
    unsigned vectors, vectors_room;
    bool vectors_read, vectors_kept; /* by this call, now; before it slept: it goes on with them */
    bool masked;       /* the call has put a mask of its own in force: signal_mask_for_call() */
    struct pollfd *fd;
    unsigned fds;
    size_t fds_room;
    const void **object; /* addresses only: what they lead to may be gone */
    unsigned objects;
    size_t objects_room;
    u64 signals;   /* that sigtimedwait waits for, blocked though they are */
    bool at_futex, futex_woken; /* it waits at `futex` for a wake that has one of the bits */
    struct futex_key futex;
    u32 futex_bits;
    u64 futex_address; /* as the waiting thread named it, or who let it wait elsewhere */
    u64 futex_began; /* machine time */
    int futex_waker; /* tid */
    bool futex_ended; /* at whose end it was */
};

struct call {
    struct os *os;
    struct os_process *op;
    struct os_thread *ot;
    struct process *p;
    struct thread *t;
    const struct syscall *entry;
    u64 a[8];         /* normalised: sign- or zero-extended by kind, register pairs joined */
    bool interrupted; /* the thread was asleep in this call and a handler is about to run: finish with -EINTR */
};

struct os_thread {
    struct thread *t;
    struct os_process *op;
    struct os_thread *next; /* in os->threads, or os->gone */
    bool gone;              /* it has ended */
    bool at_gate;           /* it is to enter the kernel when nobody is behind it any more */
    u64 sigmask;
    u64 saved_mask;    /* what sigsuspend, ppoll and pselect restore once a handler has run */
    bool restore_mask;
    struct signal_queue pending;
    struct policy {
        int policy, priority; /* SCHED_*, 1 to 99 of those in real time: kept and told, but turns are taken as ever */
        int nice;
        bool reset_on_fork;
    } policy;
    char comm[THREAD_NAME]; /* its name, if its process did not begin with it */
    u64 timer_slack, first_slack; /* PR_SET_TIMERSLACK, now and when it was made: kept and told, in ns more than the usual 50000 */
    int told;              /* pending signal that the debugger knows of; 0: none */
    bool told_in_syscall;  /* it was on the way out of a system call */
    bool back_in_code;     /* rt_sigreturn has just brought it back to where it was in none */
    u64 altstack_sp, altstack_size;
    u64 altstack_flags; /* ss_flags as they were given */
    u64 clear_child_tid, robust_list, robust_size;
    int vfork_child;   /* pid of the child it waits for */
    bool vfork_done;
    struct wait wait;
    struct call call;  /* the one it sleeps in */
    u64 next_tick;     /* CPU clock value of the next match */
    u64 tick_number;   /* which one it is, from 1 */
};

static inline struct os_image *image_of(const struct os_process *op) { return op->image->os; }

/* --- guest memory in the guest's byte order and word size (guest.c) ----------------------------------------------- */

/* Copies; 0 or -EFAULT. */
int guest_get(struct call *c, u64 addr, void *to, u64 len);
int guest_put(struct call *c, u64 addr, const void *from, u64 len);
/* `size` is 1, 2, 4 or 8 bytes. */
int guest_get_uint(struct call *c, u64 addr, unsigned size, u64 *value);
int guest_put_uint(struct call *c, u64 addr, unsigned size, u64 value);
/* n unsigned fields of `size` bytes one after the other. */
int guest_get_array(struct call *c, u64 addr, unsigned size, u64 *to, unsigned n);
int guest_put_array(struct call *c, u64 addr, unsigned size, const u64 *from, unsigned n);
/* The same in host buffers. */
u64 field_get(bool big_endian, const u8 *at, unsigned size);
void field_put(bool big_endian, u8 *at, unsigned size, u64 value);
/* A structure by its layout; values are indexed by the field's id. */
int guest_put_layout(struct call *c, u64 addr, const struct layout *l, const u64 *values);
/* A path or other string of fewer than cap bytes: 0, -EFAULT, -ENAMETOOLONG. */
int guest_get_string(struct call *c, u64 addr, char *to, u64 cap);
/* Bytes of the guest's long. */
unsigned guest_word(const struct call *c);
bool guest_big_endian(const struct call *c);

/* --- running (sched.c) ------------------------------------------------------------------------------------------------- */

/* The interval timer of a new thread, whose CPU clock is at 0. */
void ticks_start(struct thread *t);

/* What uname(2) says: fixed, so that nothing of the host shows in a guest's output. */
#define KERNEL_NAME "Linux"
#define KERNEL_NODE "pcgram"
#define KERNEL_RELEASE "6.1.0-pcgram"
#define KERNEL_VERSION "#1"
#define KERNEL_DOMAIN "(none)"
enum { KERNEL_MEMORY = 1 << 30 }; /* bytes that there are, as sysinfo(2) has it */

enum { QUANTUM = 100000 }; /* cycles of a turn: long beside the work of a change, short beside a tick of 10 ms */

/* The running thread's turn is over: another one may go on if it is behind. */
void turn_over(struct os *os);

/* Another thread can go on at t->when: a new one, or one that woke. */
void turn_shared(struct os *os, const struct thread *t);

/* The running thread learns of something that happened at machine time `at`: it cannot be earlier for it now. */
void time_reaches(struct os *os, u64 at);

/* --- sleeping (sleep.c) ------------------------------------------------------------------------------------------------ */

/* Puts the thread to sleep in this call, until clock_now() is at the deadline; to be returned by the call. `restart`: see
 * struct wait. */
i64 call_sleep(struct call *c, u64 deadline, bool restart);
/* For what the host would block us for, and with us whoever could end it: the call is made again a millisecond later. */
i64 call_retry(struct call *c);
/* Adds a host descriptor to what wakes the thread. */
void call_sleep_on(struct call *c, int host_fd, short events);
/* Has the call made again at that time, too, as clock_now() has it. */
void call_alarm(struct call *c, u64 at);
/* Adds an object of the kernel's: os_wake() with its address makes the call again. */
void call_sleep_for(struct call *c, const void *object);
/* The whole of it for a call that can be made again: it waits until something happens to the object. -EAGAIN (nonblock, or the
 * time in ns is over; NEVER: there is none), -EINTR, CALL_WAIT. */
i64 call_wait_for(struct call *c, const void *object, bool nonblock, u64 timeout);

/* Bytes that this call has moved before it slept, of which the caller takes charge: 0 when it is asked again, as by the
 * second message of sendmmsg, and in a call that has not slept. */
u64 call_progress(struct call *c);

/* Something happened to the object: whoever sleeps for it goes on, not before the present machine time. */
void os_wake(struct os *os, const void *object);
void thread_wake(struct os_thread *ot);

#endif
