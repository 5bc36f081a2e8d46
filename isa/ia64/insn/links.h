/* Where branches lead, and what compilers and linkers call by: for emu/core/teach.h. */
#ifndef PCGRAM_IA64_LINKS_H
#define PCGRAM_IA64_LINKS_H

#include "emu/core/teach.h"
#include "isa/ia64/insn/slot.h"

/* A branch target: ADDR counts if KNOWN is true. */
struct ia64_target {
    bool known;
    u64 addr;
};

/* Where a slot goes to if it branches to a target that its words alone name (IA64_RELATIVE). */
u64 ia64_target_of(const struct ia64_slot *s);
/* Where slot SLOT of the bundle at PC goes to if it is such a one: relative branches and calls, chk, fchkf. Of a long branch it is slot 1
 * that has the target. */
struct ia64_target ia64_branch_target(const u8 bundle[16], u64 pc, unsigned slot);

unsigned ia64_calls(u64 pc, const u8 *code, u64 target[3]);
bool ia64_stub(u64 pc, const u8 *code, size_t n, u64 gp, struct teach_stub *out);

#endif
