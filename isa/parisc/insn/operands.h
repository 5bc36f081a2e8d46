/* Which registers an instruction reads and writes, for whoever must know dependences: the timing models. */
#ifndef PCGRAM_PARISC_OPERANDS_H
#define PCGRAM_PARISC_OPERANDS_H

#include "isa/parisc/insn/decode.h"

/* What the floating-point unit is asked to do, as far as its latencies tell operations apart. */
enum pa_flop {
    PA_FLOP_NONE, /* not an operation of the unit */
    PA_FLOP_ALU,  /* add, subtract, copy, absolute value, negate, round, convert */
    PA_FLOP_CMP,
    PA_FLOP_MPY_SGL,
    PA_FLOP_MPY_DBL,
    PA_FLOP_XMPYU, /* the integer multiply */
    PA_FLOP_DIV_SGL,
    PA_FLOP_DIV_DBL,
    PA_FLOP_SQRT_SGL,
    PA_FLOP_SQRT_DBL,
    PA_FLOP_COUNT
};

struct pa_operands {
    u32 gr_read, gr_write; /* bit n is GR n; never GR 0 */
    u32 base_write;        /* of gr_write, the base register that an access modifies */
    u64 fr_read, fr_write; /* bit 2n is the left half of FR n, bit 2n + 1 the right one; never FR 0 */
    bool reads_sar, writes_sar;
    bool reads_compare, writes_compare; /* the result of FCMP, which FTEST asks for */
    enum pa_flop flop;
};

/* WORD's operands; INSN is its row. PSW C/B are not among them: the row's flags tell. */
struct pa_operands pa_operands_of(const struct pa_insn *insn, u32 word);

#endif
