/* The bit patterns of the Itanium instruction table, folded into masks by the compiler. A pattern is a string literal
 * of 41 characters, bit 40 first, and blanks after bits 37, 36, 34, 33, 27, 20, 13 and 6; isa/ia64/insn/insn.def says what
 * the characters mean.
 */
#ifndef PCGRAM_IA64_PATTERN_H
#define PCGRAM_IA64_PATTERN_H

#include "emu/core/pattern.h"
#include "emu/core/types.h"

/* The character of bit N, which is counted from the right as in the manual. */
#define IA64_DRAWN(p, n)                                                                                               \
    ((p)[40 - (n) + ((n) < 37) + ((n) < 36) + ((n) < 34) + ((n) < 33) + ((n) < 27) + ((n) < 20) + ((n) < 13) +         \
         ((n) < 6)])
#define IA64_BIT_IF(c, n)   ((u64)(c) << (n))
#define IA64_FIXED1(p, n)   IA64_BIT_IF(PATTERN_FIXED(IA64_DRAWN(p, n)), n)
#define IA64_ONE1(p, n)     IA64_BIT_IF(PATTERN_ONE(IA64_DRAWN(p, n)), n)
#define IA64_IGNORED1(p, n) IA64_BIT_IF(PATTERN_IGNORED(IA64_DRAWN(p, n)), n)
#define IA64_FOLD41(m, p)                                                                                              \
    (PATTERN_FOLD8(m, p, 0) | PATTERN_FOLD8(m, p, 8) | PATTERN_FOLD8(m, p, 16) | PATTERN_FOLD8(m, p, 24) |             \
     PATTERN_FOLD8(m, p, 32) | m(p, 40))

#define IA64_MASK_OF(p)       IA64_FOLD41(IA64_FIXED1, p)   /* the fixed bits */
#define IA64_MATCH_OF(p)      IA64_FOLD41(IA64_ONE1, p)     /* their values */
#define IA64_IGNORED_OF(p)    IA64_FOLD41(IA64_IGNORED1, p) /* the bits that the processor ignores */
#define IA64_CHECK_PATTERN(p) _Static_assert(sizeof(p) == 50, "a pattern draws 41 bits and eight blanks: " p)

#endif
