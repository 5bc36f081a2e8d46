/* Counts by address, for what is counted an instruction at a time: found by hashing, in any order. */
#ifndef PCGRAM_CORE_PC_TABLE_H
#define PCGRAM_CORE_PC_TABLE_H

#include "emu/core/counters.h"

struct pc_table { /* all zero: empty */
    struct pc_count *entry;
    bool *used;
    size_t room, entries; /* room is a power of two, or 0 */
};

/* The entry of this pc, made with counts of 0 when there is none; valid until the next call. Ends pcgram when the host has no
 * memory: the counts of a run must not be lost silently. */
struct pc_count *pc_table_at(struct pc_table *t, u64 pc);

/* Adds all entries to *out (not sorted). */
void pc_table_collect(const struct pc_table *t, struct counters *out);
void pc_table_free(struct pc_table *t);

#endif
