/* Runs random floating-point instructions on the processor it is built for (under qemu-hppa, or on a real one) and
 * writes each case with its outcome to stdout: see compare.c. Arguments: number of cases, seed. */
#include "cases.h"

#include <stdio.h>
#include <stdlib.h>

#define FUNCTION(name, instruction, kind, call)                                                                        \
    __asm__(".level 2.0\n\t.text\n\t.align 4\n\t.globl case_" #name "\n\t.type case_" #name ",@function\n"             \
            "case_" #name ":\n\t.proc\n\t.callinfo\n\t.entry\n\t"                                                      \
            "ldo 16(%r26),%r25\n\tfldd 0(%r25),%fr22\n\tfldd 8(%r25),%fr23\n\t"                                        \
            "ldo 32(%r26),%r25\n\tfldd 0(%r25),%fr24\n\tfldd 0(%r26),%fr25\n\tfldd 8(%r25),%fr0\n\t" instruction       \
            "\n\tfstd %fr25,0(%r26)\n\tfstd %fr0,8(%r26)\n\tbv %r0(%r2)\n\tnop\n\t.exit\n\t.procend\n");               \
    extern void case_##name(struct fp_case *);
#define ADDRESS(name, instruction, kind, call) case_##name,
#define KIND(name, instruction, kind, call)    kind,

FP_CASES(FUNCTION)

static void (*const functions[])(struct fp_case *) = {FP_CASES(ADDRESS)};
static const char kinds[] = {FP_CASES(KIND)};

static uint64_t state;

static uint64_t next_random(void)
{
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return state * 0x2545f4914f6cdd1dull;
}

static uint32_t below(uint32_t n) { return (uint32_t)(next_random() >> 32) % n; }

/* A number in a format of fraction_bits and exponent field ones (all its bits set), the edges over-weighted. */
static uint64_t random_float(int fraction_bits, uint32_t ones)
{
    uint64_t bits = next_random(), mask = ((uint64_t)1 << fraction_bits) - 1;
    uint64_t fraction = bits & mask;
    uint32_t bias = ones >> 1, exponent = (uint32_t)(bits >> 40) & ones;
    switch (below(10)) {
    case 0: exponent = 0; break;
    case 1: exponent = ones; break;
    case 2: exponent = 1 + below(3); break;
    case 3: exponent = ones - 1 - below(3); break;
    case 4: exponent = bias + below(70) - 3; break; /* about the sizes of integers */
    case 5: exponent = bias - below(60); break;
    case 6: exponent = bias + below(4) - 2; break;
    case 7: exponent = bias / 2 + below(4) - 2; break; /* products at the lower edge */
    case 8: exponent = bias / 2 * 3 + below(4) - 2; break;
    default: break;
    }
    switch (below(6)) {
    case 0: fraction = 0; break;
    case 1: fraction = mask; break;
    case 2: fraction = (uint64_t)1 << below((uint32_t)fraction_bits); break;
    case 3: fraction &= ~(uint64_t)0 << (fraction_bits / 2); break;
    default: break;
    }
    return (uint64_t)below(2) << (ones == 255 ? 31 : 63) | (uint64_t)exponent << fraction_bits | fraction;
}

static uint64_t random_operand(char kind)
{
    if (kind == 'd') return random_float(52, 2047);
    if (kind == 's') return random_float(23, 255) << 32 | random_float(23, 255);
    uint64_t value = next_random() >> below(64);
    return below(2) ? value : 0 - value;
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: %s CASES SEED\n", argv[0]);
        return 2;
    }
    state = strtoull(argv[2], NULL, 0) | 1;
    for (long n = atol(argv[1]); n > 0; n--) {
        struct fp_case c = {.target = 0x1111111122222222ull, .index = below(sizeof kinds)};
        /* Rounding mode, and now and then the compare bits; the flags start clear and no trap is enabled. */
        uint32_t status = below(4) << 9;
        if (below(3) == 0) status |= next_random() & 0x07fff800;
        if (below(3) == 0) status &= (uint32_t)next_random() | 3 << 9;
        c.status = (uint64_t)status << 32;
        for (int i = 0; i < 3; i++) c.source[i] = random_operand(kinds[c.index]);
        if (below(4) == 0) c.source[1] = c.source[0] ^ (uint64_t)below(2) << 63;
        functions[c.index](&c);
        if (fwrite(&c, sizeof c, 1, stdout) != 1) return 1;
    }
    return 0;
}
