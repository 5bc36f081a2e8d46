/* The instruction trace, `--trace`: where it goes. The ISAs write it. In the log format a line is
 *
 *     cycle tid pc raw  disassembly ; reg=value ... addr:size=value addr:size>value
 *
 * cycle is the thread's CPU clock before the instruction (decimal), pc and raw are hexadecimal with 0x; reg=value are the
 * registers it changed, addr:size=value its stores, addr:size>value its loads (size in bytes, value hexadecimal). An
 * instruction that is nullified or predicated off is printed with `nullified` in the place of its effects. What the kernel
 * changed between two instructions of a thread stands on a line whose raw is `kernel`. */
#ifndef PCGRAM_CORE_TRACE_H
#define PCGRAM_CORE_TRACE_H

#include <stdio.h>

#include "emu/core/types.h"

struct kanata;

struct trace {
    FILE *out;
    struct kanata *kanata; /* NULL: the log format; else emu/core/kanata.h has it */
    u64 first, last; /* CPU cycles of the window, inclusive; the whole run by default */
};

static inline bool trace_in_window(const struct trace *t, u64 cycle) { return cycle >= t->first && cycle <= t->last; }

#endif
