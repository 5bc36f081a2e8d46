/* What Itanium's single steps and timed blocks tell of memory: emu/core/data.h. The thread's machine has a hook for it. The register stack's own
 * accesses are not told: under the timing model they go through no cache. */
#ifndef PCGRAM_IA64_DATA_H
#define PCGRAM_IA64_DATA_H

#include "emu/core/data.h"
#include "isa/ia64/timing/paths.h"

/* The slot at ip and ri is next; *before gets the events so far. */
void ia64_data_before(struct cpu *c, struct memory_events *before);
/* It has completed, and been paid for. */
void ia64_data_after(struct cpu *c, const struct memory_events *before);
/* Under a timing model: it has been admitted; the events before that. */
void ia64_data_admitted(struct cpu *c, const struct memory_events *before);

/* The same of one that had been fetched in a block. */
void ia64_data_waits(struct cpu *c);
/* Where the thread goes on, when it did not come there from the instruction before, or its calls have changed: it is at that pc. */
void ia64_data_at(struct cpu *c, u64 pc);

/* In blocks under a timing model. An access of the instruction at that place: shown to the caches, and told. */
struct ia64_accessed ia64_data_access(struct cpu *c, unsigned step, struct data_access *a, enum ia64_access_kind kind);
/* The same of one that takes nothing, as far as that is quickly told, by its number for notes. False: it is not such a one, has none (0), or
 * there is no room to note it, and nothing is done. */
bool ia64_data_note(struct cpu *c, unsigned step, u64 address, enum ia64_access_kind kind, u32 site);
/* Without a model: it is only told, by its number for notes, if it has one (not 0). */
void ia64_data_tell(struct cpu *c, struct data_access *a, enum ia64_access_kind kind, u32 site);
/* The line of that address is fetched for the instruction at pc, at that place in the block under way. */
struct ia64_lost ia64_data_fetch(struct cpu *c, unsigned step, u64 line, u64 pc);
/* Instructions have waited for accesses to objects. */
void ia64_data_waited(struct cpu *c, const struct data_wait *wait, unsigned waits);
/* A path was passed on which something is owed. */
void ia64_data_passed(struct cpu *c, const struct ia64_owed *owed);

/* The number for notes of host code (emu/core/data.h) of such an access; 0: it is to be told each time. */
u32 ia64_data_site(struct cpu *c, struct data_access *a, enum ia64_access_kind kind);
/* What has been noted is looked at: c->places are as they were without notes. */
void ia64_data_settle(struct cpu *c);
/* They have been written by the caller. */
void ia64_data_placed(struct cpu *c);

/* struct isa's data_cache. */
struct data_cache ia64_data_cache(const struct thread *t);

#endif
