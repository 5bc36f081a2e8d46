/* The guest kernel as the command line sees it: a program is loaded into a machine, run, and has an outcome. */
#ifndef PCGRAM_OS_OS_H
#define PCGRAM_OS_OS_H

#include "emu/core/error.h"
#include "emu/core/machine.h"

struct os; /* all processes of one machine */

enum os_end {
    OS_EXIT,        /* the program ended by itself */
    OS_SIGNAL,      /* it was killed by a signal of the guest */
    OS_LIMIT,       /* a limit was reached, or os_limit_request() */
    OS_INTERRUPTED, /* os_interrupt_request() */
    OS_STOPPED,     /* by the debugger: os_run() goes on from there */
};

enum { OS_CALLERS = 24 };

struct os_result {
    enum os_end end;
    bool interrupted;   /* OS_INTERRUPTED; OS_STOPPED: it was asked for at the same time */
    const char *limit;  /* OS_LIMIT: the option, as "--mem-limit"; NULL: --max-cycles or --max-insns */
    int code;           /* OS_EXIT: 0..255 */
    char signal[8];     /* OS_SIGNAL: name without SIG: "SEGV", "RT3" */
    int host_signal;    /* OS_SIGNAL: the host's number of the same name */
    int guest_signal;   /* OS_SIGNAL: the guest's number */
    u64 pc, addr;       /* OS_SIGNAL after a fault: instruction and address, else 0 */
    bool chain;         /* then: the calls that led there are known, as call stacks are kept: */
    unsigned callers;
    u64 caller[OS_CALLERS]; /* the instructions that called, the innermost first */
    u64 deeper;         /* calls beyond those */
};

/* A kernel for the machine, whose isa and config are set; fault_install() has been called. NULL with *e (no tables for
 * that instruction set). */
struct os *os_new(struct machine *machine, struct error *e);

/* Creates the first process: `path` is a host path or, with a sysroot, one below it; argv and envp end with NULL.
 * Its thread is ready to run at its entry. NULL with *e: status 126 (not a program for us) or 127 (missing). */
struct process *os_load(struct os *os, const char *path, char *const *argv, char *const *envp, struct error *e);

/* Who is to be told of each program that comes to its end in an address space: the process ended as *how says, or begins
 * another program by exec (how is NULL; p->execs counts it already). What was counted can be read for the last time. */
void os_watch(struct os *os, void (*over)(void *ctx, struct process *p, const struct os_result *how), void *ctx);

/* Runs until all processes have ended, a limit is reached, or it is interrupted. *result says how the first process
 * ended, or which limit it was: --max-cycles counts the CPU time of all threads together, --max-insns likewise. The
 * first process stays as it was at its end, and all others as they are when the run is cut short, for the counters and
 * the debugger. */
void os_run(struct os *os, struct os_result *result);

/* How far the machine has come: instructions that issued and faults that were signalled, of all threads. It is the same at
 * the same point of each run, however the run got there; no two instructions that a debugger is asked about have the same. */
u64 os_position(const struct os *os);
/* The same from inside of a run, when the running thread has issued `slots`. */
u64 os_position_at(const struct os *os, u64 slots);
/* How often a thread has been given over to its processor. While this stays the same, what happens is that one thread's
 * instructions and nothing else. */
u64 os_turns(const struct os *os);
/* os_run() will come back with OS_STOPPED near this position, before it or a few instructions behind; UINT64_MAX: never. */
void os_stop_near(struct os *os, u64 position);

/* How far a run has come, as of when a thread last stopped for anything: a tick, a call, the end of its turn. May be called
 * from another thread of the host while os_run() runs; the three are not of one instant then. */
struct os_progress {
    u64 position; /* os_position() */
    u64 cycles;   /* CPU clocks of all threads together */
    u64 now;      /* machine time in cycles */
};
void os_progress(const struct os *os, struct os_progress *at);

/* Calls each(ctx, p) for every address space there is. Between runs. */
void os_processes(struct os *os, void (*each)(void *ctx, struct process *p), void *ctx);

/* Tells the watcher of the programs that are still there after os_run(): the first one's, and those cut short. */
void os_report_rest(struct os *os);

/* The address space that the first process is in, or was in at its end. By exec it may leave one that others are in, too,
 * for another; NULL: none was loaded. */
struct process *os_first_image(const struct os *os);

/* The auxiliary vector as it is on the stack of the process's program, in the guest's word size and byte order; *size: in
 * bytes. It stays until the program ends or leaves by exec. */
const void *os_auxv(const struct process *p, size_t *size);

/* What the thread is called, fewer than THREAD_NAME bytes: as the program named it, or who made it. */
const char *os_thread_name(const struct thread *t);

/* The signal that a debugger stopped for is delivered to that thread when os_run() goes on. This has another one of that name
 * (without SIG) delivered instead, of which the debugger is not told again; NULL, or a name that there is not: none. True:
 * the thread goes on otherwise than by itself. */
bool os_signal_instead(struct thread *t, const char *name);

/* Whether it waits in a system call, which is made again when what it waits for has happened. */
bool os_thread_sleeps(const struct thread *t);

/* Where the thread stands at a fault, as the result has it if that kills the program: pc, addr and the calls that led there. */
void os_fault_place(const struct thread *t, struct os_result *how);
/* The same of a thread that stands at pc, without a fault. */
void os_place(const struct thread *t, u64 pc, struct os_result *how);

/* Asks os_run() to come back at the next tick at the latest. May be called from a signal handler of the host. */
void os_interrupt_request(struct os *os);
/* The same for a limit that is not the guest kernel's own: the result is OS_LIMIT. */
void os_limit_request(struct os *os);

/* Ends the processes and frees everything. NULL is allowed. */
void os_free(struct os *os);

#endif
