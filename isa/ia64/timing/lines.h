/* Lines on their way to the second level of the cache, the queue of stores whose lines are in memory, and its banks: what depends
 * on when an access is made. Both engines go through here, the reference with cycles of the thread's clock, paths
 * (isa/ia64/timing/paths.h) with cycles from the beginning of a block.
 *
 * An entry stays until another takes its place: one whose line has come makes nobody wait. */
#ifndef PCGRAM_IA64_LINES_H
#define PCGRAM_IA64_LINES_H

#include "isa/ia64/timing/issue.h"

enum { LINES_KEPT = 64, LINES_BANKS = 16, LINES_BANK_BYTES = 16 };

/* A bank of the second level, as stores of bytes find it. */
struct ia64_bank {
    i64 next; /* the first cycle for another one, like `arrives` below */
    u32 step; /* likewise */
};

struct ia64_line {
    u64 number;  /* address / size of a line of the second level */
    i64 arrives; /* thread's clock; of a block that runs still: not known, but */
    u32 step;    /* ... asked for by the instruction at that place, counted from 1; 0: known */
};

struct ia64_lines {
    unsigned next;    /* entry to be taken */
    unsigned unknown; /* so many before it have no time yet */
    bool queued;      /* by a block that runs still: when the queue ends is not known */
    i64 queue_end;    /* when the last store in the queue has its line */
    i64 byte_taken;   /* when the byte stored last is taken by its bank */
    u32 room;         /* so many more bytes can be stored without a wait, at least */
    u32 banked;       /* banks that a block that runs still has stored to: a bit for each; if any, byte_taken is not known */
    struct ia64_bank bank[LINES_BANKS];
    struct ia64_line kept[LINES_KEPT]; /* a ring */
};

void ia64_lines_init(struct ia64_lines *l);

/* A time long ago. */
#define LINES_NEVER (-((i64)1 << 60))

/* A line is asked for: its entry, of which the number is set. */
struct ia64_line *ia64_lines_begin(struct ia64_lines *l, u64 number);
/* The line's entry; NULL: it has come long ago. */
struct ia64_line *ia64_lines_find(struct ia64_lines *l, u64 number);

/* A store in cycle `at` joins the queue, which *end is of. Returns the cycles in which nothing issues because it is full. */
u32 ia64_line_queue(const struct ia64_model *m, i64 at, i64 *end);

/* The bank that the address lies in. */
static inline struct ia64_bank *ia64_bank_of(struct ia64_lines *l, u64 address) { return &l->bank[address / LINES_BANK_BYTES % LINES_BANKS]; }

/* A byte is stored in cycle `at`. Its bank takes it, not before that of the byte stored last has taken that one (*last), and not
 * before it can take another (*next). Returns the cycles in which nothing issues because too many wait. */
u32 ia64_bank_wait(const struct ia64_model *m, i64 at, i64 *last, i64 *next);

/* By how many cycles a load in cycle `at` is later than one that hits, when its line arrives then. */
u32 ia64_line_waited(const struct ia64_model *m, const struct ia64_issue *i, i64 at, i64 arrives);

#endif
