/* The pipeline as it is drawn for people: its stages, and what leads from one instruction to another. */
#ifndef PCGRAM_IA64_STAGES_H
#define PCGRAM_IA64_STAGES_H

#include "emu/core/debug.h"

extern const struct debug_pipeline ia64_pipeline;

/* struct debug_view's operands. */
void ia64_debug_operands(const struct thread *t, u64 pc, const u8 *code, struct debug_operands *out);

#endif
