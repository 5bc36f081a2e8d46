/* The trace of Itanium instructions: emu/core/trace.h has the log's format, emu/core/kanata.h the pipeline's. The pc is
 * bundle | slot, the raw code the slot's 41 bits; stacked registers are printed while the frame stays what it was. */
#ifndef PCGRAM_IA64_TRACE_H
#define PCGRAM_IA64_TRACE_H

#include "emu/core/trace.h"
#include "isa/ia64/cpu.h"

extern const struct trace_isa ia64_trace;

/* struct debug_view, stages. */
void ia64_stages(const struct thread *t, u64 begin, bool off, struct kanata_insn *out);

#endif
