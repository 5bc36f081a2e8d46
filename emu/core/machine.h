/* The machine: options, emulated time, processes and their threads.
 *
 * process = one guest address space and its decoded code; thread = one virtual processor with its own CPU clock.
 * Virtual processors run side by side in machine time, though the machine runs one at a time: each thread has its own
 * present, and one that learns something from another (a wake, bytes of a pipe, a child's end) goes on no earlier than
 * that happened.
 * What the guest kernel keeps per process and thread hangs below as opaque pointers; so does the ISA's state. */
#ifndef PCGRAM_CORE_MACHINE_H
#define PCGRAM_CORE_MACHINE_H

#include "emu/core/debug.h"
#include "emu/core/host_clock.h"
#include "emu/core/isa.h"
#include "emu/core/mem.h"
#include "emu/core/tick.h"
#include "emu/core/types.h"
#include "emu/core/waits.h"

struct os_image; /* emu/os */
struct os_thread;
struct engine;
struct data_hook;    /* emu/core/data.h */
struct data_process; /* emu/data */
struct data_thread;
struct code;  /* an ISA's decoded code and counters of a process */
struct host;  /* emu/host */
struct slices; /* emu/core/slices.h */
struct trace; /* emu/core/trace.h */

/* What the command line said; read-only during a run. */
struct config {
    u64 clock_hz;      /* processor cycles per second of emulated time */
    u64 tick_cycles;   /* period of the profiling tick in cycles, at least 1 */
    u64 tick_phase;    /* cycles by which every match is later */
    u64 tick_jitter_seed;
    u64 max_insns;     /* stop after so many instructions took effect; 0: never */
    u64 max_cycles;    /* stop when the CPU clocks of all threads together reach this; 0: never */
    u64 seed;          /* of everything that Linux would draw at random */
    u64 stack_size;    /* bytes */
    u64 mem_limit;     /* bytes of the whole tree; 0: none */
    u64 max_processes; /* processes and threads at one time; 0: any */
    u64 max_files;     /* descriptors that are open at one time, of all processes; 0: any */
    u64 max_output;    /* bytes that the guest may write to files and terminals; 0: any */
    u64 syscall_cycles; /* cycles a system call costs the machine's time */
    const char *cpu_model; /* the timing model's spec (emu/core/isa.h); NULL: one cycle an instruction */
    const char *sysroot; /* -L: looked in first for absolute paths of the guest; NULL: none */
    const char *sandbox; /* host folder outside of which the guest reaches no files; NULL: none */
    u64 slices;          /* of machine time by which a process is counted, at most (emu/core/slices.h); 0: it is not */
    bool tick_jitter;    /* each match is late by something that the seed decides */
    bool realtime;       /* the guest's clocks are the host's */
    bool charge_handler; /* the ROM's handler runs in program time */
    bool strace;
    bool quiet;
    bool step_only; /* blocks of one instruction: the reference mode of `make check-hard` */
    unsigned host_hot; /* how often a block is entered before it becomes host code (emu/host); 0: all is interpreted */
    bool host_paced; /* and no more of it than the run is long */
    bool stacks;    /* keep call stacks, for inclusive costs */
    bool check_groups; /* Itanium: report dependencies inside of instruction groups on standard error */
};

struct thread {
    struct process *process;
    struct thread *next; /* in the same process */
    struct cpu *cpu;
    struct engine *engine; /* of the processor: emu/core/engine.h */
    struct os_thread *os;
    struct data_thread *data; /* the hook's own; NULL: none yet */
    struct stop_info stop;
    u64 when;   /* machine time at which it is ready to issue next; while it runs, machine->now is */
    u64 cycles; /* CPU clock: cycles of this thread's own user instructions */
    u64 slots;  /* instructions that issued */
    u64 handler_cycles; /* of the ROM's timer handler, apart from the thread's own */
    int tid;
    int pid; /* of its process: threads with the same share a profile, which a child of vfork does not */
    u64 profile_block; /* real address of its profile control block (rom/pcb.h), as of its last tick; 0: none yet */
    struct code *code; /* where it is counted, if threads are counted apart (struct machine); NULL: in its process's first */
    u8 counting; /* enum counting; changed by its ISA's count() */
    bool inside; /* of a function by whose calls counting is switched (emu/debug/regions.h) */
};

struct process {
    struct machine *machine;
    const struct isa *isa;
    struct mem mem;
    struct code *code;
    struct data_process *data; /* the hook's own; NULL: none yet */
    struct os_image *os;
    struct thread *threads; /* all of them */
    struct thread *thread;  /* the one that ran last */
    struct counters ticks;  /* where ticks found the pc: the profiler's, who alone adds to it; emptied by exec */
    struct waits waits;     /* at futexes, where threads are counted apart; emptied by exec */
    u64 contexts, context_edges; /* in the trees of calls of all its threads together (emu/core/contexts.h) */
    struct slices *slices;  /* NULL: it has not run yet, or nobody wants to know; gone by exec */
    int pid;
    u64 handler_cycles; /* of the ROM's timer handler, all threads of this program */
    unsigned execs; /* programs it has left for another one */
};

struct machine {
    const struct config *config;
    const struct isa *isa;
    struct trace *trace; /* NULL: no trace */
    const struct data_hook *data; /* who is told of each access; NULL: nobody */
    struct host *host;   /* where host code lies; NULL: all is interpreted */
    const struct thread *ran; /* the thread that ran last, of all processes: only ever compared; an ISA's to set */
    u64 now;             /* machine time in cycles: of the running thread */
    const struct host_clock *host_clock; /* what the guest's clocks show instead; NULL: they show machine time */
    struct mem_budget mem_budget; /* of all processes */
    struct mem absolute; /* real addresses: the ROM and its RAM; no guest virtual address reaches them */
    u64 rom;             /* real address of the ROM's interruption vectors; 0: no ROM */
    const struct profiling *profiling; /* NULL: the guest has no profiling calls */
    const struct debug_hook *debug; /* NULL: no debugger */

    bool threads_apart;     /* what each thread does is counted apart: set before the first process is made */
    bool regions;           /* not all is counted: likewise */
    enum counting counting; /* of new threads */
    bool returns_seen[2];   /* of what is counted, and of what is not (struct code) */
    /* Code of a file was mapped, or another program was begun. NULL: nobody wants to know. */
    void (*mapped)(void *ctx, struct process *p);
    void *mapped_ctx;

    /* The profiling tick: called once for each match of the interval timer, in order, before the first instruction that
     * issues at or after it. */
    struct tick_hook tick;

    /* In the midst of a run something is about to be written to the host's standard output or error: by the guest, to that
     * descriptor of the host, or (-1) by us, about it. What a client shows on a terminal meanwhile must be gone by then.
     * NULL: nothing is shown. */
    void (*before_words)(void *ctx, int fd);
    void *before_words_ctx;

    /* The function that holds a pc of a process: where it begins. For code that is in no function that is known: 1 + where
     * its mapping begins; no code is at such an odd address. 3 + that: contexts_passes_on(). NULL: functions are not known. */
    u64 (*function_of)(void *ctx, struct process *p, u64 pc);
    void *function_of_ctx;
};

static inline void machine_before_words(const struct machine *m, int fd)
{
    if (m->before_words) m->before_words(m->before_words_ctx, fd);
}

/* What CR16 and ITC read when `issued` cycles have passed since machine->now was brought up to date. */
static inline u64 machine_clock(const struct machine *m, u64 issued)
{
    return m->host_clock ? host_clock_cycles(m->host_clock) : m->now + issued;
}

/* A debugger wants to look before the instruction at pc (Itanium: those of the bundle). */
static inline bool machine_watched(const struct machine *m, u64 pc)
{
    return m->debug && (m->debug->step_all || debug_has_point(m->debug, pc));
}

/* The same of this place alone: no block that holds more than one instruction may hold it. */
static inline bool machine_point(const struct machine *m, u64 pc) { return m->debug && debug_has_point(m->debug, pc); }

#endif
