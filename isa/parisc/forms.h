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

/* What is known of a handler, so that it need not be looked up each time. */
struct pa_form_memo {
    uop_fn *fn, *timed;
    u8 effect;
};
enum { FORM_MEMOS = 512 };

/* The same two answers by way of a memo, all zero at first. */
unsigned pa_last_after_memo(struct pa_form_memo memo[FORM_MEMOS], const struct uop *u, unsigned last);
uop_fn *pa_timed_form_memo(struct pa_form_memo memo[FORM_MEMOS], uop_fn *fn);

#endif
