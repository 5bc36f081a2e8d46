/* Where branches lead, and what compilers and linkers call by: for emu/core/teach.h. */
#ifndef PCGRAM_PARISC_LINKS_H
#define PCGRAM_PARISC_LINKS_H

#include "emu/core/teach.h"
#include "isa/parisc/insn/decode.h"

/* A branch target: ADDR counts if KNOWN is true. */
struct pa_target {
    bool known;
    u32 addr;
};

/* The target of WORD at PC, whose row is INSN (NULL: no instruction), if the word alone names it: relative branches. Others (BV, BE,
 * BLR...) are not known. */
struct pa_target pa_target_of(const struct pa_insn *insn, u32 word, u32 pc);
struct pa_target pa_branch_target(u32 word, u32 pc); /* ... whatever its row */

unsigned pa_calls(u64 pc, const u8 *code, u64 target[3]);
bool pa_stub(u64 pc, const u8 *code, size_t n, u64 gp, struct teach_stub *out);

/* What branches mean for the shadow stack. The register that one with PA_LINK writes its return address to, 0: none. */
unsigned pa_link_register(const struct pa_insn *insn, u32 word);
/* A branch that writes a return address is a call, but for the idiom that asks where it is: b,l .+8. */
bool pa_is_call(unsigned link, u32 pc, u32 target);
/* An indirect branch that may be a return. */
bool pa_is_return(const struct pa_insn *insn, u32 word);
/* An indirect branch that may lead to another space. */
bool pa_names_space(const struct pa_insn *insn);

#endif
