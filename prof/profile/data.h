/* The data side of a profile: what was accessed, and at what cost. Made by a run with --data (emu/data) or read from a file. */
#ifndef PCGRAM_PROF_PROFILE_DATA_H
#define PCGRAM_PROF_PROFILE_DATA_H

#include "emu/core/error.h"
#include "emu/core/types.h"

#define DATA_NONE UINT32_MAX /* no chain */

/* What an object is. */
enum data_kind {
    DATA_OTHER,   /* what is not told apart: there was no room */
    DATA_FETCH,   /* no data at all: instructions, when they are fetched */
    DATA_STATIC,  /* of an image: a symbol, or a section's part that has none */
    DATA_HEAP,    /* blocks that one chain of calls has allocated */
    DATA_MAPPING, /* the rest, by mapping */
    DATA_STACK,   /* by function, whose frames they are */
    DATA_KINDS
};

/* What is counted of accesses; also the order of fields everywhere. */
enum data_count {
    DATA_LOADS, DATA_STORES, DATA_PREFETCHES,
    DATA_L1, DATA_L2, DATA_L1_TLB, DATA_TLB,   /* misses */
    DATA_DCACHE, DATA_TLB_STALL,               /* stall cycles */
    DATA_FIRST, DATA_CAPACITY, DATA_CONFLICT,  /* misses of the first level by kind */
    DATA_FALSE, DATA_TRUE,                     /* accesses to a line that another thread has written to meanwhile */
    DATA_COUNTS
};

/* A chain of calls that led to an allocation, by its last call. */
struct data_chain {
    u32 parent; /* index, less than its own; DATA_NONE: a thread began so */
    u64 from, to;
};

struct data_object {
    enum data_kind kind;
    u64 start;  /* static and mapping: its address; stack: the function's, 0 unknown; else 0 */
    u64 size;   /* static and mapping: bytes; heap: of the largest block */
    u32 chain;  /* heap and mapping: who allocated it, or DATA_NONE */
    u64 blocks, bytes; /* heap and mapping: how many, of how many bytes together */
    u64 lines, touched; /* lines of which something was accessed, and how many bytes of them were */
    u64 false_lines;    /* of these, such as two threads accessed at different bytes, one of them writing */
    char *name; /* symbol, section or mapping; heap: the function that allocated */
};

/* Accesses to an object by one instruction. */
struct data_row {
    u32 object;
    u64 pc; /* 0: of instructions that are not told apart */
    u64 count[DATA_COUNTS];
    i64 stride;  /* bytes from one access to the next, the one that was most often so; 0 with strided 0 */
    u64 strided; /* how often it was, since it was the candidate (Boyer and Moore's vote) */
};

/* Bytes of lines of an object that were accessed: those from `from` on, before `to`, of so many lines. */
struct data_use {
    u32 object, from, to;
    u64 lines;
};

/* Accesses to an object in a span of the run's slices (prof/profile/slices.h). */
struct data_part {
    u32 span, object;
    u64 count[DATA_COUNTS];
};

enum { DATA_SLICES = 128 }; /* of the run, at most */

/* Counts of an object's addresses in a part of the run. */
enum data_cell_count { DATA_CELL_ACCESSES, DATA_CELL_L1, DATA_CELL_L2, DATA_CELL_TLB, DATA_CELL_COUNTS };

struct data_cell {
    u32 slice;
    u64 count[DATA_CELL_COUNTS];
};

/* Some of the addresses of an object, and how often they were accessed in each slice of the run. */
struct data_band {
    u32 object;
    u64 start, size; /* bytes; both 0: all that there are */
    size_t first;    /* of struct profile_data's cells, by slice */
    u32 cells;
};

struct profile_data {
    u32 line;  /* bytes of a line, in which lines are counted; 1 or more */
    u64 cut[4]; /* given up for want of room: objects, rows, lines, blocks */
    struct data_chain *chain;
    size_t chains, chains_room;
    struct data_object *object;
    size_t objects, objects_room;
    struct data_row *row; /* by (object, pc) */
    size_t rows, rows_room;
    struct data_use *use; /* by (object, from) */
    size_t uses, uses_room;
    u64 slice; /* accesses that a slice of the run has; 0: there are no bands */
    struct data_band *band; /* by (object, start) */
    size_t bands, bands_room;
    struct data_cell *cell;
    size_t cells, cells_room;
    struct data_part *part; /* by (span, object): what is not nothing. Those of an object add up to its rows; none: not counted by time */
    size_t parts, parts_room;
    bool of_part; /* only a part of the run: data_keep() */
};

/* "static", "heap" ... */
const char *data_kind_name(enum data_kind kind);
/* "loads", "stores" ...: of JSON. */
const char *data_count_name(enum data_count count);

/* Adds the counts of one to another. False: one passes 2^64 - 1. */
bool data_add(u64 sum[DATA_COUNTS], const u64 count[DATA_COUNTS]);
/* Loads, stores, or both at once. */
u64 data_accesses(const u64 count[DATA_COUNTS]);

/* By span and object: of struct data_part, for qsort(). */
int data_part_order(const void *a, const void *b);
/* Makes of it what was accessed from the span `first` to before `last` alone: a row for each object, of instructions that are not told apart; and
 * nothing of what is known of the whole run only: lines and their bytes, strides, bands. */
void data_keep(struct profile_data *d, size_t first, size_t last);

/* Puts the rows in order. */
void data_settle(struct profile_data *d);
/* NULL is allowed. */
void data_free(struct profile_data *d);

#endif
