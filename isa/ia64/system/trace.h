/* The trace of Itanium instructions: emu/core/trace.h has the log's format, emu/core/kanata.h the pipeline's. The pc is
 * bundle | slot, the raw code the slot's 41 bits; stacked registers are printed while the frame stays what it was. */
#ifndef PCGRAM_IA64_TRACE_H
#define PCGRAM_IA64_TRACE_H

#include "isa/ia64/cpu.h"

struct kanata_insn;
struct ia64_breakdown; /* isa/ia64/timing/timing.h */
struct insn_trace; /* what was known of a thread before the instruction under way */

struct insn_trace *ia64_trace_new(void);
void ia64_trace_free(struct insn_trace *t);

/* Called before the next slot issues: prints what the kernel changed since ia64_trace_after. */
void ia64_trace_before(struct insn_trace *t, struct cpu *c, u64 cycle);
/* Called when it has completed; not when it trapped. */
void ia64_trace_after(struct insn_trace *t, struct cpu *c);
/* Called after that, when what it cost is known; NULL: a cycle. */
void ia64_trace_paid(struct insn_trace *t, struct cpu *c, const struct ia64_breakdown *breakdown);

/* struct debug_view, stages. */
void ia64_stages(const struct thread *t, u64 begin, bool off, struct kanata_insn *out);

#endif
