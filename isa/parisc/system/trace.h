/* The trace of PA-RISC instructions: emu/core/trace.h and emu/core/kanata.h have the formats. */
#ifndef PCGRAM_PARISC_TRACE_H
#define PCGRAM_PARISC_TRACE_H

#include "emu/core/trace.h"
#include "isa/parisc/cpu.h"

extern const struct trace_isa pa_trace;

/* struct debug_view, stages. */
void pa_stages(const struct thread *t, u64 begin, bool off, struct kanata_insn *out);

#endif
