/* Rows for processors whose pcs are further apart than the 4 bytes of a PA-RISC instruction (Itanium: 16).
 *
 * With distances k times as long and scales k times as small, distance * scale, and with it every position in a buffer,
 * stays what it was: such a row says the same of instructions that are k times as far apart. */
#ifndef PCGRAM_PROF_CONFORM_STRETCH_H
#define PCGRAM_PROF_CONFORM_STRETCH_H

#include "prof/conform/rows.h"

enum { STRETCH_MEMBERS = 8 };

struct conform_stretched {
    struct conform_step step; /* its arrays are the two below */
    struct conform_region region[STRETCH_MEMBERS];
    struct conform_aix_region aix[STRETCH_MEMBERS];
};

/* The factor that makes all pcs of the row multiples of `unit`: 1 where they are already, 0 where none does. */
unsigned conform_stretch_factor(const struct conform_row *row, unsigned unit);

void conform_stretch(const struct conform_step *s, unsigned factor, struct conform_stretched *out);

#endif
