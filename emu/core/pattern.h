/* Instruction tables draw their encodings as strings, one character a bit: 0 and 1 are fixed, '-' is ignored, a letter
 * is a field. Here is how such a string is folded into masks by the compiler; where the bits of a string stand, and
 * where blanks, is for the instruction set to say, by a macro M(string, n) that gives the mask of one bit.
 */
#ifndef PCGRAM_CORE_PATTERN_H
#define PCGRAM_CORE_PATTERN_H

#define PATTERN_FIXED(c)   ((c) == '0' || (c) == '1')
#define PATTERN_ONE(c)     ((c) == '1')
#define PATTERN_IGNORED(c) ((c) == '-')

/* M of the eight bits from number N on, or-ed. */
#define PATTERN_FOLD8(M, p, n)                                                                                         \
    (M(p, (n)) | M(p, (n) + 1) | M(p, (n) + 2) | M(p, (n) + 3) | M(p, (n) + 4) | M(p, (n) + 5) | M(p, (n) + 6) |       \
     M(p, (n) + 7))

#endif
