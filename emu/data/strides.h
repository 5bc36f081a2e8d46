/* The distance from one access of an instruction to the next that is most often so, of which nothing is known beforehand: Boyer and Moore's majority vote. Each access
 * counts one, and gives the candidate a vote or takes one: so it was right (votes + counted + twice) / 2 times, and one addition changes both numbers. */
#ifndef PCGRAM_DATA_STRIDES_H
#define PCGRAM_DATA_STRIDES_H

#include "emu/core/types.h"

struct stride {
    u64 next;  /* where the next access is if it is by the candidate */
    i64 most;  /* the candidate, in bytes */
    u64 tally; /* lower half: accesses counted; upper half, with a sign: votes at hand */
    u64 votes; /* all others */
    u64 twice;
};

enum {
    STRIDE_VOTES = 1 << 29, /* at hand, when stride_discount() is done */
    STRIDE_MOST = 1 << 30,  /* accesses that may be counted until the next stride_discount() of them all */
};
#define STRIDE_VOTE ((u64)1 << 32)

static inline u64 stride_counted(const struct stride *s) { return (u32)s->tally; }
static inline u64 stride_votes(const struct stride *s) { return s->votes + (s->tally >> 32); }

/* How often the candidate was right since it is the candidate. */
static inline u64 stride_right(const struct stride *s) { return (stride_votes(s) + stride_counted(s) + s->twice) / 2; }

/* Nothing is counted yet, with a candidate that has so many votes and was right so often. */
static inline struct stride stride_begin(u64 next, i64 most, u64 votes, u64 right)
{
    u64 at_hand = votes < STRIDE_VOTES ? votes : STRIDE_VOTES;
    return (struct stride){.next = next, .most = most, .tally = at_hand * STRIDE_VOTE, .votes = votes - at_hand, .twice = 2 * right - votes};
}

/* n of the accesses are counted elsewhere; the candidate was right as often as before. */
static inline void stride_discount(struct stride *s, u64 n)
{
    u64 at_hand = s->tally >> 32, aside = at_hand > STRIDE_VOTES ? at_hand - STRIDE_VOTES : 0;
    s->tally -= n + aside * STRIDE_VOTE;
    s->votes += aside;
    s->twice += n;
}

/* There were no votes at hand, and one has been taken: if there are no others either, it is another candidate. */
static __attribute__((noinline, cold)) void stride_change(struct stride *s, u64 address)
{
    u64 votes = s->votes < STRIDE_VOTES ? s->votes : STRIDE_VOTES;
    s->votes -= votes;
    s->tally += votes * STRIDE_VOTE;
    if (votes) return;
    s->most = (i64)(address - (s->next - (u64)s->most));
    s->twice = 1 - stride_counted(s);
    s->tally += 2 * STRIDE_VOTE;
}

/* An access; there was one before. Which of two strides it is this time is not asked by a branch, for it may go now this way and now that. */
static inline void stride_count(struct stride *s, u64 address)
{
    s->tally += 1 + (address == s->next ? STRIDE_VOTE : -STRIDE_VOTE);
    if (UNLIKELY((i64)s->tally < 0)) stride_change(s, address);
    s->next = address + (u64)s->most;
}

#endif
