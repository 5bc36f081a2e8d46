/* The profiles of a machine's processes: control blocks in absolute space, the five calls, and the handler of ticks, in
 * the ROM or here, with its log; and the histogram of ticks by pc, for our own reports. It serves the guest kernel through
 * struct profiling and struct tick_hook (emu/core/tick.h). */
#ifndef PCGRAM_PROF_TICK_PROFILER_H
#define PCGRAM_PROF_TICK_PROFILER_H

#include <stdio.h>

#include "emu/core/error.h"
#include "emu/core/machine.h"
#include "prof/tick/tick.h"
#include "rom/rom.h"

enum { PROFILER_BLOCKS = 400 }; /* one more than processes that have made a profiling call, or have such a parent, at a time */

struct profiler {
    /* Set by the user: */
    const struct rom_image *rom; /* whose handler takes the ticks; NULL: the rule in C, in no time */
    FILE *log;                   /* one JSON object a tick (docs/ticks.md); NULL: none */
    bool allow_overlap;          /* --sprofil-overlap=allow */
    /* Its own: */
    struct machine *machine;
    struct profiling calls; /* what the machine is given */
    u64 ticks;              /* taken so far, by all threads */
    u64 handler_cycles;     /* in the ROM, likewise */
    struct {
        bool used;
        int pid; /* whose it is */
    } block[PROFILER_BLOCKS];
    unsigned blocks; /* behind the last one that was ever used */
};

/* Puts the ROM, if any, into the machine's absolute space, which exists once the machine has a processor, and makes p
 * the machine's profiler; p must outlive the machine's processes. -1 with *e. */
int profiler_attach(struct profiler *p, struct machine *machine, struct error *e);

/* The control block of a thread's process, made if there is none yet. False when there is no room for one more. */
bool profiler_block(struct thread *t, struct pcb *out);
/* The same; false when it has none, and so no profile. */
bool profiler_find(struct thread *t, struct pcb *out);

/* The guest's memory, its rights and faults, for the tick rule and the calls; ctx is a struct mem. */
struct guest_memory profiler_memory(struct mem *m);

/* Name of an outcome's action, as the tick log has it: "count". */
const char *tick_action_name(u32 action);

#endif
