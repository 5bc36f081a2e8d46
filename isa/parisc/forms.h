/* Which form of a handler takes an operand from the last result (emu/core/uop.h), and which handlers leave one. */
#ifndef PCGRAM_PARISC_FORMS_H
#define PCGRAM_PARISC_FORMS_H

#include "emu/core/uop.h"

enum { LAST_NONE = 0xff }; /* no register is known to hold the last result */

/* The form of fn to use for operands a, b, c when `last` is the register that holds the last result: fn itself if there
 * is none with such an operand. */
uop_fn *pa_form(uop_fn *fn, unsigned a, unsigned b, unsigned c, unsigned last);

/* The register that holds the last result after this operation, if `last` held it before. */
unsigned pa_last_after(const struct uop *u, unsigned last);

/* The twin of a load or store for timed blocks; NULL: fn is none. */
uop_fn *pa_timed_form(uop_fn *fn);

#endif
