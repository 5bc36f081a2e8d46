/* A table of operations (emu/core/uop_row.h) against the handlers: what its tests share, whatever the instruction set. */
#ifndef PCGRAM_TESTS_UOP_ROWS_H
#define PCGRAM_TESTS_UOP_ROWS_H

#include <setjmp.h>
#include <stdio.h>

#include "emu/core/uop_row.h"

struct uop_rows {
    const struct uop_row *(*row)(unsigned kind);
    unsigned count; /* of kinds; 0 is none */
    unsigned seeds; /* a damaged row may show in few states: it is tried with so many seeds, at most */
    /* Tries the operation `whole` on random states, and holds it to what the row says; HOLDS() tells what does not. */
    void (*check)(const struct uop_row *row, const struct uop_row *whole, u64 seed);
    /* Field `place` (a to d, imm) of the row names a register, and without it the row is wrong. */
    bool (*names)(const struct uop_row *row, unsigned place, unsigned field);
    /* Flags without which the row is wrong. */
    u32 (*effects)(const struct uop_row *row);
};

/* What does not hold; check's own assertions write a note each, which is slow by the hundred thousand. */
extern jmp_buf uop_rows_wrong;
extern char uop_rows_why[200];

#define HOLDS(condition, ...)                                                                                          \
    do {                                                                                                               \
        if (!(condition)) {                                                                                            \
            snprintf(uop_rows_why, sizeof uop_rows_why, __VA_ARGS__);                                                  \
            longjmp(uop_rows_wrong, 1);                                                                                \
        }                                                                                                              \
    } while (0)

/* It can be run by itself, without a machine. */
bool uop_rows_runs(const struct uop_row *row);

/* Fails where a row does not hold, as it is: */
void uop_rows_operation(const struct uop_rows *t, unsigned kind);
/* ... where it holds though a register is not named, an effect is not told of, or a store is longer than it says; */
void uop_rows_damaged(const struct uop_rows *t, unsigned kind);
/* ... where that damaged row of the kind holds: `what` it is that is not found; */
void uop_rows_found(const struct uop_rows *t, unsigned kind, const struct uop_row *bad, const char *what);
/* ... where a handler is in two rows, or fewer than so many operations run by themselves. */
void uop_rows_each_handler_once(const struct uop_rows *t, unsigned least);

/* A uop of the row, by some value for each field of it: that of `field` in that place. */
struct uop uop_rows_some(u64 *seed, const struct uop_row *row, const struct uop_row *whole,
                         i32 (*some)(u64 *seed, const struct uop_row *whole, unsigned field, unsigned place));

void pair_random_bytes(u64 *seed, void *p, size_t n);

/* From what memory of n bytes was to what it is, the row stored no more than it says; where it trapped, nothing. */
void uop_rows_check_stored(const struct uop_row *row, const u8 *was, const u8 *is, unsigned n, bool trapped);
/* Two runs from the same stored the same. */
void uop_rows_check_same_stored(const struct uop_row *row, const u8 *begin, const u8 *a, const u8 *b, unsigned n);

/* A part of a processor's state. */
struct part {
    const void *p;
    size_t n;
};

/* The n parts of two states are the same; those at least that changed since they were `was`, if that is not NULL. */
bool same_parts(const struct part *a, const struct part *b, const struct part *was, unsigned n);

#endif
