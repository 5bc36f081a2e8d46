/* Signals of the guest: sending, choosing and delivering them. Numbers are the guest's unless a name says host. */
#ifndef PCGRAM_OS_SIGNALS_H
#define PCGRAM_OS_SIGNALS_H

#include "emu/os/kernel.h"

/* What the next deliverable signal would do to the thread. */
enum signal_effect {
    EFFECT_NONE,    /* nothing to deliver */
    EFFECT_HANDLER, /* a handler runs; interrupted calls return EINTR */
    EFFECT_RESTART, /* a handler with SA_RESTART runs */
    EFFECT_FATAL,   /* the process dies */
};

/* A number that a guest gives for a signal is looked at here before anything is done with it. What 0 means, which is none, is the
 * caller's to say. */
static inline bool signal_exists(u64 signo) { return signo >= 1 && signo <= GUEST_SIGNALS; }

/* Queues a signal for the process, or for one thread. Those that are ignored are dropped. False: there are too many of them. */
bool signal_send(struct os_process *op, const struct signal_info *info);
bool signal_send_thread(struct os_thread *ot, const struct signal_info *info);

/* Sends the calling thread that signal (the host's number) for what it has done, SIGPIPE for a write that nobody reads. */
void signal_of_own(struct call *c, int host_signal);

/* The signal of that POSIX timer that is pending there, or NULL. */
struct signal_info *signal_of_timer(struct signal_queue *q, int timer);

/* Sends a fault's signal: when it is blocked or ignored, the process dies of it. host_signal is the host's number. */
void signal_force(struct thread *t, int host_signal, int code, u64 addr);

/* The address that the signal of the fault tells of that stopped the thread (thread->stop). */
u64 signal_fault_address(const struct thread *t);
/* That signal. told: the debugger knows of it. */
void signal_fault(struct thread *t, bool told);

/* Looks ahead without delivering. */
enum signal_effect signal_next(struct thread *t);

/* Delivers whatever is pending and not blocked: frames are built, or the process dies. in_syscall: the thread is on its
 * way out of a system call. */
void signal_deliver(struct thread *t, bool in_syscall);

enum { SIGINFO_SIZE = 128 }; /* bytes of a siginfo_t, in every ABI (Linux, include/uapi/asm-generic/siginfo.h) */

void signal_queue_free(struct signal_queue *q);

/* A signal's action where it is no function of the guest's. */
enum { HANDLER_DEFAULT = 0, HANDLER_IGNORE = 1 };

/* ss_flags of sigaltstack(2): what it is for now; and that a handler begins without an alternate stack, and what was is there again when it returns. */
enum { ALTSTACK_ONSTACK = 1, ALTSTACK_DISABLED = 2 };
#define ALTSTACK_AUTODISARM ((u64)1 << 31)

/* A mask in guest memory: 8 bytes as an array of longs, the first long holds the lowest signals. 0 or -EFAULT. */
int guest_get_mask(struct call *c, u64 addr, u64 *mask);

/* Sets the mask for the length of one call (sigsuspend, ppoll, pselect): what it was comes back when the call ends, or
 * after the handler that ended it. Again on each resumption: no effect. */
void signal_mask_for_call(struct call *c, u64 mask);
void signal_mask_after_call(struct call *c);

#endif
