/* Instruction groups (--check-groups): between two stops no instruction may read or write what an earlier one has written,
 * but for listed exceptions (SDM volume 1, 3.4; volume 3, chapter 5: tables of RAW, WAW and WAR dependencies). The engine runs
 * slots one after the other, and so would never show what a processor that issues them together makes of such code. */
#ifndef PCGRAM_IA64_GROUPS_H
#define PCGRAM_IA64_GROUPS_H

#include "isa/ia64/cpu.h"

struct ia64_groups; /* the group that a thread is in, and what was reported */

/* Of a new thread. `of` is that of another thread in the same run, or NULL: what one of them has reported, none does again.
 * NULL: no memory. */
struct ia64_groups *ia64_groups_new(struct ia64_groups *of);
void ia64_groups_free(struct ia64_groups *g);

/* Called before the slot at ip executes. Prints a line on standard error if it depends on another one of its group, or is not
 * where it must be in it; once for each address. Only what takes effect counts, so this sees what execution comes across.
 * Registers of the system (control, region, translation...) are not looked at. */
void ia64_groups_before(struct ia64_groups *g, const struct cpu *c);

#endif
