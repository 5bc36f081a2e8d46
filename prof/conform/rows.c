#include "prof/conform/rows.h"

#include <errno.h>

/* --- the vocabulary of the rows ----------------------------------------------------------------------------------- */

/* Text, three buffers, an array for the calls, a place for a struct timeval, and an address where nothing is. */
#define T CONFORM_TEXT
#define B 0x20000000
#define C 0x20100000
#define D 0x20200000
#define ARRAY CONFORM_ARRAY
#define TIME CONFORM_TIME
#define HOLE 0x2f000000
#define FAR 0x100000000 /* addresses of 64 bits only */
#define TOP(n) (-(u64)(n)) /* n bytes below the end of the address space */

#define PAGE 4096
#define R CONFORM_READ
#define W CONFORM_WRITE
#define RW (CONFORM_READ | CONFORM_WRITE)
#define ON STATE_ON
#define OFF STATE_OFF
#define ANY STATE_ANY
#define USHORT CONFORM_USHORT
#define UINT CONFORM_UINT
#define UINT64 CONFORM_UINT64

/* Values in memory: at an address, this. */
#define U16(at, v) {.addr = (at), .value = (v), .size = 2}
#define U32(at, v) {.addr = (at), .value = (v), .size = 4}
#define U64(at, v) {.addr = (at), .value = (v), .size = 8}
#define USEC(at, v) {.addr = (at), .value = (v), .size = SIZE_TIME}
#define NOTHING {.size = 0}

#define MAP(at, bytes, r) {.kind = STEP_MAP, .addr = (at), .size = (bytes), .rights = (r), .state = STATE_ANY}
#define UNMAP(at, bytes) MAP(at, bytes, 0)
#define SET(...) {.kind = STEP_SET, .change = __VA_ARGS__, .state = STATE_ANY}

#define REGIONS(...) \
    .region = (const struct conform_region[]){__VA_ARGS__}, \
    .count = sizeof((const struct conform_region[]){__VA_ARGS__}) / sizeof(struct conform_region)
#define MEMBERS(...) (sizeof((const struct conform_region[]){__VA_ARGS__}) / sizeof(struct conform_region))
#define CALL(which, a, b, c, d) .kind = STEP_CALL, .call = (which), .arg = {(u64)(a), (u64)(b), (u64)(c), (u64)(d)}
#define REGION(base, size, offset, scale) {base, size, offset, scale}

/* sprofil() with these members; a second form for any arguments, a third with a struct timeval. */
#define SPROFIL(flags, e, s, ...) \
    {CALL(CONFORM_HPUX_SPROFIL, ARRAY, MEMBERS(__VA_ARGS__), 0, flags), REGIONS(__VA_ARGS__), .error = (e), \
     .state = (s)}
#define SPROFIL_ARGS(profp, profcnt, tvp, flags, e, s) \
    {CALL(CONFORM_HPUX_SPROFIL, profp, profcnt, tvp, flags), .error = (e), .state = (s)}
#define SPROFIL_TIME(tvp, seen, flags, e, s, ...) \
    {CALL(CONFORM_HPUX_SPROFIL, ARRAY, MEMBERS(__VA_ARGS__), tvp, flags), REGIONS(__VA_ARGS__), .error = (e), \
     .state = (s), .change = seen}
#define SPROFIL_N(profcnt, flags, e, s, ...) \
    {CALL(CONFORM_HPUX_SPROFIL, ARRAY, profcnt, 0, flags), REGIONS(__VA_ARGS__), .error = (e), .state = (s)}

/* The profil()s: arguments, then errno where the page knows any, then the state. */
#define HPUX_PROFIL(buff, bufsiz, offset, scale, s) \
    {CALL(CONFORM_HPUX_PROFIL, buff, bufsiz, offset, scale), .state = (s)}
#define IRIX_PROFIL(buff, bufsiz, offset, scale, s) \
    {CALL(CONFORM_IRIX_PROFIL, buff, bufsiz, offset, scale), .state = (s)}
#define OPENBSD_PROFIL(samples, size, offset, scale, e, s) \
    {CALL(CONFORM_OPENBSD_PROFIL, samples, size, offset, scale), .error = (e), .state = (s)}
#define AIX_PROFIL(buffer, size, offset, scale, e, s) \
    {CALL(CONFORM_AIX_PROFIL, buffer, size, offset, scale), .error = (e), .state = (s)}
#define AIX_ARRAY(e, s, ...) AIX_ARRAY_WITH(0, 0, e, s, __VA_ARGS__)
#define AIX_ARRAY_WITH(offset, scale, e, s, ...) \
    {CALL(CONFORM_AIX_PROFIL, ARRAY, -1, offset, scale), .aix = (const struct conform_aix_region[]){__VA_ARGS__}, \
     .count = sizeof((const struct conform_aix_region[]){__VA_ARGS__}) / sizeof(struct conform_aix_region), \
     .error = (e), .state = (s)}
#define AIX(low, high, buff, size, scale) {low, high, buff, size, scale}
#define AIX_END {0, 0, 0, 0, 0}

/* Ten regions of one counter each, from the n-th of such. */
#define COUNTER(n) REGION(B + 2 * (n), 2, T + 64 * (n), 0x8000)
#define COUNTERS(n) \
    COUNTER(n), COUNTER(n + 1), COUNTER(n + 2), COUNTER(n + 3), COUNTER(n + 4), COUNTER(n + 5), COUNTER(n + 6), COUNTER(n + 7), COUNTER(n + 8), COUNTER(n + 9)

/* A tick at a pc, what it changes, and the state after it. */
#define TICK(at, seen, s) {.kind = STEP_TICK, .pc = (at), .change = seen, .state = (s)}
#define TICK_AT(how, at, seen, s) {.kind = STEP_TICK, .pc = (at), .where = (how), .change = seen, .state = (s)}
#define FORK_TICK(at, seen, s) {.kind = STEP_FORK, .pc = (at), .change = seen, .state = (s)}
#define THREAD_TICK(at, seen, s) {.kind = STEP_THREAD, .pc = (at), .change = seen, .state = (s)}
#define EXEC {.kind = STEP_EXEC, .state = STATE_OFF}

/* --- the table ---------------------------------------------------------------------------------------------------- */

#define CLAUSE(i, w) {.id = (i), .words = (w)},
#define ROW_NEEDS(n, c, called, text, ...)
const struct conform_clause conform_clauses[] = {
#define ROW(c, called, text, ...)
#include "prof/conform/hpux.def"
#include "prof/conform/irix.def"
#include "prof/conform/openbsd.def"
#include "prof/conform/aix.def"
#include "prof/conform/decisions.def"
};
#undef CLAUSE
#undef ROW
#undef ROW_NEEDS
const unsigned conform_clause_count = ARRAY_LEN(conform_clauses);

#define CLAUSE(i, w)
#define ROW_NEEDS(n, c, called, text, ...) \
    {.clause = (c), .name = (called), .how = (text), .needs = (n), .step = (const struct conform_step[]){__VA_ARGS__}, \
     .steps = sizeof((const struct conform_step[]){__VA_ARGS__}) / sizeof(struct conform_step)},
#define ROW(c, called, text, ...) ROW_NEEDS(0, c, called, text, __VA_ARGS__)
const struct conform_row conform_rows[] = {
#include "prof/conform/hpux.def"
#include "prof/conform/irix.def"
#include "prof/conform/openbsd.def"
#include "prof/conform/aix.def"
#include "prof/conform/decisions.def"
};
const unsigned conform_row_count = ARRAY_LEN(conform_rows);
