/* Register rotation (SDM volume 1, 4.5.1): general registers and predicates move when the base changes, so that the names
 * the program uses stay places; floating-point registers are many, and stay. */
#ifndef PCGRAM_IA64_ROTATE_H
#define PCGRAM_IA64_ROTATE_H

#include "isa/ia64/cpu.h"

/* Every rotating register moves up by one name: all three bases go down by one. PR 63, which becomes PR 16, has that value by then: it is not
 * written first, for the host would have to wait for the byte when it moves many at once. */
void ia64_rotate(struct cpu *c, bool p63);

/* Sets the bases, each modulo the registers that it moves; what has moved is moved back. */
void ia64_set_rotation(struct cpu *c, unsigned rrb_gr, unsigned rrb_fr, unsigned rrb_pr);

/* All 64 predicates by their names, p0 in bit 0, which is not written. */
u64 ia64_get_pr(const struct cpu *c);
void ia64_set_pr(struct cpu *c, u64 pr);
/* The same by their places, in which rotation does not show: what mov from and to predicates goes by ("as if the
 * rotation base were zero", SDM volume 3, mov pr). */
u64 ia64_get_pr_places(const struct cpu *c);
void ia64_set_pr_places(struct cpu *c, u64 places);

/* All bases 0: at calls and returns. */
static inline void ia64_reset_rotation(struct cpu *c)
{
    if (UNLIKELY(c->cfm.rrb_gr | c->cfm.rrb_fr | c->cfm.rrb_pr)) ia64_set_rotation(c, 0, 0, 0);
}

#endif
