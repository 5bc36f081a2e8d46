/* The distance from one access of an instruction to the next that is most often so, of which nothing is known beforehand: Boyer and Moore's majority vote. Each access
 * counts one, and gives the candidate a vote or takes one: so it was right (votes + counted + twice) / 2 times, and two numbers change instead of three. */
#ifndef PCGRAM_DATA_STRIDES_H
#define PCGRAM_DATA_STRIDES_H

#include "emu/core/types.h"

struct stride {
    u64 next; /* where the next access is if it is by the candidate */
    i64 most; /* the candidate, in bytes */
    i64 votes;
    u64 twice, counted;
};

/* How often the candidate was right since it is the candidate. */
static inline u64 stride_right(const struct stride *s) { return ((u64)s->votes + s->counted + s->twice) / 2; }

/* Nothing is counted yet, with a candidate that has so many votes and was right so often. */
static inline struct stride stride_begin(u64 next, i64 most, u64 votes, u64 right)
{
    return (struct stride){.next = next, .most = most, .votes = (i64)votes, .twice = 2 * right - votes};
}

/* n of the accesses are counted elsewhere; the candidate was right as often as before. */
static inline void stride_discount(struct stride *s, u64 n)
{
    s->counted -= n;
    s->twice += n;
}

/* The candidate had no votes: another one. */
static __attribute__((noinline, cold)) void stride_change(struct stride *s, u64 address)
{
    s->most = (i64)(address - (s->next - (u64)s->most));
    s->twice = 1 - s->counted;
    s->votes = 1;
}

/* An access; there was one before. Which of two strides it is this time is not asked by a branch, for it may go now this way and now that. */
static inline void stride_count(struct stride *s, u64 address)
{
    s->counted++;
    s->votes += 2 * (address == s->next) - 1;
    if (UNLIKELY(s->votes < 0)) stride_change(s, address);
    s->next = address + (u64)s->most;
}

#endif
