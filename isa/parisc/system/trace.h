/* The trace of PA-RISC instructions: emu/core/trace.h and emu/core/kanata.h have the formats. */
#ifndef PCGRAM_PARISC_TRACE_H
#define PCGRAM_PARISC_TRACE_H

#include "isa/parisc/cpu.h"

struct kanata_insn;
struct pa_breakdown; /* isa/parisc/timing/timing.h */
struct insn_trace; /* what was known of a thread before the instruction under way */

struct insn_trace *pa_trace_new(void);
void pa_trace_free(struct insn_trace *t);

/* Called before the instruction at the front of the queue issues: prints what the kernel changed since pa_trace_after. */
void pa_trace_before(struct insn_trace *t, struct cpu *c, u64 cycle);
/* Called when it has completed; not when it trapped. */
void pa_trace_after(struct insn_trace *t, struct cpu *c);
/* After that, when it has been paid for: where its cycles went; NULL: it was one cycle. */
void pa_trace_paid(struct insn_trace *t, struct cpu *c, const struct pa_breakdown *breakdown);

/* struct debug_view, stages. */
void pa_stages(const struct thread *t, u64 begin, bool off, struct kanata_insn *out);

#endif
