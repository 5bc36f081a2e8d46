/* A guest under a debugger: a machine that can be run, stepped, stopped at breakpoints and watchpoints, and taken back.
 *
 * Emulated time makes every run the same, so the past is had by running the guest from its start again, silently, up to a
 * position (os_position() of emu/os/os.h). What the guest writes to our standard output and error is written once, when it
 * gets further than ever before; files it writes again. The promise is that of docs/use.md: it covers guests whose input is
 * files and arguments. What was changed by hand is not part of the past. */
#ifndef PCGRAM_DEBUG_DEBUG_H
#define PCGRAM_DEBUG_DEBUG_H

#include "emu/core/machine.h"
#include "emu/os/os.h"

struct debug;

struct debug_spec {
    const struct isa *isa;
    const struct config *config;
    const char *path; /* of the guest; argv and env end with NULL. All of them outlive the debugger. */
    char *const *argv, *const *env;
    /* Whatever else a machine needs that is about to run: called for each one anew. -1 with *e. */
    int (*prepare)(void *ctx, struct machine *m, struct error *e);
    void *ctx;
    /* The guest has written to our standard output or error, further than ever before. NULL: nobody asks. */
    void (*output)(void *ctx, const void *bytes, size_t n);
    bool output_only;    /* and nothing of it is really written */
    bool past_nullified; /* a step goes on past instructions that are nullified, both ways */
    bool shows_past;     /* the user knows debug_settle() */
};

/* The numbers are those of gdb's Z packets; a breakpoint in software or hardware is the same here. Watchpoints see what
 * instructions access, not what the kernel or Itanium's register stack does. */
enum debug_point { DEBUG_SOFT, DEBUG_HARD, DEBUG_WRITE, DEBUG_READ, DEBUG_ACCESS };

enum debug_why {
    DEBUG_STEPPED,     /* or nothing has happened yet */
    DEBUG_BREAK,       /* before an instruction with a breakpoint */
    DEBUG_WATCH,       /* an access, made or about to be made as struct debug_view's watches_before says */
    DEBUG_FAULT,       /* an instruction cannot be done: its signal is delivered when the guest goes on */
    DEBUG_SIGNAL,      /* another signal, likewise (debug_signals()) */
    DEBUG_INTERRUPTED, /* by debug_interrupt() */
    DEBUG_START,       /* going back came to the start of the guest */
    DEBUG_ENDED,       /* the guest ended, as `result` says */
    DEBUG_LOST,        /* the guest cannot be started again, as `error` says: there is nothing any more */
};

struct debug_stop {
    enum debug_why why;
    enum debug_point point; /* DEBUG_WATCH: which, and where */
    u64 address;
    enum fault_kind fault; /* DEBUG_FAULT */
    char signal[8];        /* DEBUG_SIGNAL: its name, without SIG */
    struct os_result result; /* DEBUG_ENDED; DEBUG_FAULT: the place of the fault (os_fault_place()) */
    struct error error;
};

/* The guest, loaded, before its first instruction; fault_install() has been called. NULL with *e. */
struct debug *debug_new(const struct debug_spec *spec, struct error *e);
void debug_free(struct debug *d); /* NULL is allowed */

/* What a debugger reads of a thread, of the first process's: a register of struct debug_view's, and memory; -1: not mapped. */
void debug_get(const struct debug *d, const struct thread *t, unsigned r, u8 *out);
int debug_peek(const struct debug *d, const struct thread *t, u64 address, void *to, size_t n);
/* Before anything else is done with the guest after debug_back_step() than these two, debug_position() and further steps: it
 * may show the past only. This brings the guest there. -1: it did not get there, as *stop says. */
int debug_settle(struct debug *d, struct debug_stop *stop);

/* The first process, which is what is debugged; NULL after DEBUG_LOST. */
struct process *debug_process(const struct debug *d);
/* The thread that the last stop was in, and one of this number; NULL where there is none. */
struct thread *debug_current(const struct debug *d);
struct thread *debug_thread(const struct debug *d, int tid);
/* How far the guest has come, as os_position() has it; while the past is shown, how far it had. 0: there is no guest yet. */
u64 debug_position(const struct debug *d);
/* Registers or memory have been changed by hand, as gdb does it to call a function: what runs from here on is not part of
 * the past, and going back begins here. */
void debug_changed(struct debug *d);

/* `size` is in bytes and only watchpoints have one, from 1 to DEBUG_WATCH_MOST. Setting one that is there, and clearing
 * one that is not, does nothing. -1: no such kind, size, or no room for more. */
enum { DEBUG_WATCH_MOST = 64, DEBUG_POINTS = 256 };
int debug_set(struct debug *d, enum debug_point kind, u64 address, u64 size);
int debug_clear(struct debug *d, enum debug_point kind, u64 address, u64 size);
void debug_clear_all(struct debug *d);

/* Stops before signals are delivered that wanted(ctx, name) is true for; NULL, as at first: before none. */
void debug_signals(struct debug *d, bool (*wanted)(void *ctx, const char *name), void *ctx);
/* After a stop: the thread of that number (0: the current one) goes on with the signal of that name, NULL for none, instead
 * of the one that the stop was for. */
void debug_signal_instead(struct debug *d, int tid, const char *name);

/* On to the next stop. */
void debug_continue(struct debug *d, struct debug_stop *stop);
/* One instruction of the thread of that number; others may run meanwhile. 0: of any thread. */
void debug_step(struct debug *d, int tid, struct debug_stop *stop);
/* One instruction, and on while the next one of that thread is at an address from low to below high: a line of source. */
void debug_step_range(struct debug *d, int tid, u64 low, u64 high, struct debug_stop *stop);
/* Back to the last stop before the present position, and back by one instruction. */
void debug_back(struct debug *d, struct debug_stop *stop);
void debug_back_step(struct debug *d, struct debug_stop *stop);

/* To a position where the guest has been, from its start on; *stop is DEBUG_STEPPED when it is there. What was changed
 * by hand is lost. */
void debug_go(struct debug *d, u64 position, struct debug_stop *stop);

/* The calls that a thread is in, where the run keeps stacks: how->pc, callers, as at a fault. Returns how many are open, and
 * where the innermost returns to, *back. */
size_t debug_where(const struct debug *d, const struct thread *t, struct os_result *how, u64 *back);

/* Stops what is under way. May be called from another thread of the host. */
void debug_interrupt(struct debug *d);

#endif
