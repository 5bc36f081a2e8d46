/* Numbers for the states of a pipeline.
 *
 * A timing model's fast half decodes a block anew for each state of the pipeline in which it is entered: what the
 * instructions wait for is then known beforehand. Two states that cannot be told apart by anything that follows must get
 * one number: the instruction set reduces a state to words that say no more than that, and this table numbers them. The
 * numbers are part of the blocks' keys and live as long as the blocks.
 *
 * Beside it, what became of a state: where something that only the run can tell (a miss) meets a known state, the state
 * behind it is worked out once and remembered. */
#ifndef PCGRAM_CORE_STATES_H
#define PCGRAM_CORE_STATES_H

#include "emu/core/types.h"

enum { STATES_MAX = 1 << 18 }; /* numbers; when they are used up the blocks must be given up with them */

struct state_change {
    u64 from;   /* what the caller names it by; 0: free */
    u64 event;
    u32 to;
};

struct states { /* all zero: empty */
    u64 *word;          /* all states' words, one behind the other */
    size_t words, room;
    size_t *start;      /* of each state, and behind the last */
    u32 count;
    size_t start_room;
    u32 limit; /* numbers after which the caller starts anew; 0: STATES_MAX */
    u32 *hash;          /* number + 1; 0: free */
    size_t hash_room;
    struct state_change *change;
    size_t changes, change_room;
};

/* The number of a state, given one when it is new. Ends pcgram when the host has no memory. */
u32 states_number(struct states *s, const u64 *words, size_t n);
/* The words of a number; valid until the next state is numbered. */
const u64 *states_words(const struct states *s, u32 number, size_t *n);

/* What an event has made of a state before: the number, or -1. `from` is not 0. */
i64 states_after(const struct states *s, u64 from, u64 event);
void states_remember(struct states *s, u64 from, u64 event, u32 to);

/* Forgets all changes: what `from` named has gone. */
void states_forget_changes(struct states *s);
/* True if there are so many numbers that the caller must start anew. */
static inline bool states_full(const struct states *s) { return s->count >= (s->limit ? s->limit : (u32)STATES_MAX); }
/* Forgets everything but the limit. */
void states_free(struct states *s);

#endif
