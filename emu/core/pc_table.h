/* Counts by address, for what is counted an instruction at a time: found by hashing, in any order. */
#ifndef PCGRAM_CORE_PC_TABLE_H
#define PCGRAM_CORE_PC_TABLE_H

#include "emu/core/counters.h"

struct pc_table { /* all zero: empty */
    struct pc_count *entry;
    u8 *used;             /* PC_TABLE_USED, and PC_TABLE_ASKED: it was asked for since the last pc_table_take_new() */
    size_t room, entries; /* room is a power of two, or 0 */
    bool watched;         /* pc_table_take_new() is asked; from the beginning on, as of the following: */
    struct pc_count *seen; /* of each entry what it had then */
    u64 *asked;            /* pcs of those with PC_TABLE_ASKED */
    size_t asks, asked_room;
};

enum { PC_TABLE_USED = 1, PC_TABLE_ASKED = 2 };

/* The entry of this pc, made with counts of 0 when there is none; valid until the next call. Ends pcgram when the host has no
 * memory: the counts of a run must not be lost silently. */
struct pc_count *pc_table_at(struct pc_table *t, u64 pc);

/* The instruction has waited so many cycles more for that cause. */
void pc_table_charge(struct pc_table *t, u64 pc, enum stall cause, u64 cycles);

/* The entry, or NULL when there is none. */
struct pc_count *pc_table_get(const struct pc_table *t, u64 pc);

/* Adds all entries to *out (not sorted). */
void pc_table_collect(const struct pc_table *t, struct counters *out);
/* Of a watched table: adds what entries have now and had not the last time; counts may be less than 0, modulo 2^64. */
void pc_table_take_new(struct pc_table *t, struct counters *out);
void pc_table_free(struct pc_table *t);

#endif
