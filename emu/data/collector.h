/* The collector of --data: is told each access of a run (emu/core/data.h), finds what it is an access to, and counts by that.
 *
 * Objects are: what symbols and sections of the images in memory say; blocks that the functions of emu/data/allocators.h return, by
 * the chain of calls that led there; stacks, by the function whose frame it is; and else mappings, those of anonymous memory
 * by the chain that mapped it. A block begins when its allocator returns, and ends when it is handed to free or realloc, or its
 * memory is unmapped; a new block that overlaps another one cuts it. */
#ifndef PCGRAM_DATA_COLLECTOR_H
#define PCGRAM_DATA_COLLECTOR_H

#include "emu/core/data.h"
#include "emu/data/notes.h"
#include "emu/inspect/functions.h"
#include "prof/profile/data.h"

struct collector {
    struct data_hook hook;       /* what the machine is given */
    struct functions *functions; /* of the machine's processes */
    u64 serial;                  /* of processes' programs so far */
    struct notes notes;          /* what the threads tell */
};

/* Makes c the machine's collector, before its first process runs; both must outlive its processes. apart: where the host has more than one
 * processor, and the memory of the machine no limit, a thread of its own counts. */
void collector_attach(struct collector *c, struct machine *m, struct functions *functions, bool apart);
void collector_end(struct collector *c);

/* What was counted in a process that is over or leaves for another program: new, data_free() frees it; and nothing of that process is kept. NULL:
 * it has run nothing. */
struct profile_data *collector_take(struct collector *c, struct process *p);

#endif
