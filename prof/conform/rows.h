/* The conformance table: what the manual pages say, clause by clause, and what that means for single calls and ticks.
 * The rows stand in prof/conform/, a file a dialect; this is what they are made of. */
#ifndef PCGRAM_PROF_CONFORM_ROWS_H
#define PCGRAM_PROF_CONFORM_ROWS_H

#include "emu/core/types.h"
#include "prof/conform/conform.h"

/* One statement of a manual page, or a decision (D-n) about what the pages leave open. */
struct conform_clause {
    const char *id;    /* "hpux-sprofil.7", "D-3" */
    const char *words; /* the page's; "zh: ..." is a rendering where only the Chinese page has it */
};

/* A member of sprofil()'s array, and one of AIX's. */
struct conform_region { u64 base, size, offset, scale; };
struct conform_aix_region { u64 low, high, buff, size, scale; };

/* Something that changes in memory: an integer of 1, 2, 4 or 8 bytes, or a struct timeval. */
struct conform_change {
    u64 addr, value; /* SIZE_TIME: microseconds, below a second */
    unsigned size;   /* 0: no change */
};
enum { SIZE_TIME = 100 };

enum conform_step_kind { STEP_MAP, STEP_SET, STEP_CALL, STEP_TICK, STEP_FORK, STEP_THREAD, STEP_EXEC };
enum conform_state { STATE_OFF, STATE_ON, STATE_ANY };

/* One thing that happens, and all that must be seen after it: memory that no `change` names stays as it was. */
struct conform_step {
    enum conform_step_kind kind;
    u64 addr, size;           /* MAP */
    int rights;
    enum conform_call call;   /* CALL */
    u64 arg[4];
    const struct conform_region *region; /* put at arg[0] before the call; or */
    const struct conform_aix_region *aix;
    unsigned count;
    int error;                /* errno, 0: none */
    u64 pc;                   /* TICK, FORK (in the child), THREAD */
    enum conform_where where;
    struct conform_change change; /* SET, CALL, TICK, FORK (in the child's memory), THREAD */
    enum conform_state state;     /* after it; FORK: of the child, too */
};

/* What a row needs of a back end. */
enum {
    NEEDS_32 = 1,      /* pointers of 4 bytes */
    NEEDS_64 = 2,      /* or 8 */
    NEEDS_OVERLAP = 4, /* sprofil() accepts regions that overlap */
};

struct conform_row {
    const char *clause, *name;
    const char *how; /* the arithmetic behind what is expected */
    unsigned needs;
    const struct conform_step *step;
    unsigned steps;
};

extern const struct conform_clause conform_clauses[];
extern const unsigned conform_clause_count;
extern const struct conform_row conform_rows[];
extern const unsigned conform_row_count;

/* Where the rows' text is, and their arrays and struct timevals, whose pages are mapped before the first step. */
enum { CONFORM_TEXT = 0x400000, CONFORM_ARRAY = 0x21000000, CONFORM_ARRAY_SIZE = 0x2000, CONFORM_TIME = 0x21010000 };

#endif
