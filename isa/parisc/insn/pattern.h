/* The bit patterns of the instruction table, folded into masks by the compiler. A pattern is a string literal of 32
 * characters, bit 0 first, and three blanks after bits 5, 10 and 15; isa/parisc/insn/insn.def says what the characters mean.
 */
#ifndef PCGRAM_PARISC_PATTERN_H
#define PCGRAM_PARISC_PATTERN_H

#include "emu/core/pattern.h"
#include "emu/core/types.h"

#define PA_DRAWN(p, n)    ((p)[(n) + ((n) > 5) + ((n) > 10) + ((n) > 15)])
#define PA_BIT_IF(c, n)   ((u32)(c) << (31 - (n)))
#define PA_FIXED1(p, n)   PA_BIT_IF(PATTERN_FIXED(PA_DRAWN(p, n)), n)
#define PA_ONE1(p, n)     PA_BIT_IF(PATTERN_ONE(PA_DRAWN(p, n)), n)
#define PA_IGNORED1(p, n) PA_BIT_IF(PATTERN_IGNORED(PA_DRAWN(p, n)), n)
#define PA_FOLD32(m, p)                                                                                                \
    (PATTERN_FOLD8(m, p, 0) | PATTERN_FOLD8(m, p, 8) | PATTERN_FOLD8(m, p, 16) | PATTERN_FOLD8(m, p, 24))

#define PA_MASK_OF(p)       PA_FOLD32(PA_FIXED1, p)   /* the fixed bits */
#define PA_MATCH_OF(p)      PA_FOLD32(PA_ONE1, p)     /* their values */
#define PA_IGNORED_OF(p)    PA_FOLD32(PA_IGNORED1, p) /* the bits that the processor ignores */
#define PA_CHECK_PATTERN(p) _Static_assert(sizeof(p) == 36, "a pattern draws 32 bits and three blanks: " p)

#endif
