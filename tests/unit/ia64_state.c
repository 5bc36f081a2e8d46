#include "tests/unit/ia64_state.h"

#include "isa/ia64/system/image.h"

static const char *stack_broken(const struct rse *r)
{
    if (r->bof > RSE_FILE - IA64_STACKED) return "the register stack's bottom is beyond its file";
    if (r->dirty > RSE_FILE || r->clean > r->dirty) return "the register stack's parts are out of order";
    if (r->dirty > r->bof + (unsigned)IA64_STACKED)
        return "more of the register stack is to be loaded than a frame holds";
    if (r->clean + (unsigned)IA64_STACKED < r->bof) return "more registers are kept than there are";
    if (r->bspstore & 7 || r->bsp & 7) return "the backing store is not aligned";
    if (!ia64_rsc_exists(r->rsc)) return "RSC has reserved bits";
    return NULL;
}

const char *ia64_state_broken(const struct cpu *c)
{
    unsigned top = FRAME + (unsigned)c->cfm.sof;
    if (!ia64_frame_exists(c->cfm)) return "no such frame";
    if (!ia64_slot_exists(c->ri)) return "no such slot";
    if (c->ip & 15) return "the bundle is not aligned";
    if (c->ec > 63) return "EC is too large";
    if (!ia64_pfs_exists(c->pfs)) return "PFS has reserved bits";
    if (!ia64_fpsr_exists(c->fpsr)) return "FPSR has reserved bits";
    if (c->gr[0] || ia64_get_nat(c, 0)) return "r0 is not 0";
    for (unsigned i = top; i < GR_COUNT; i++)
        if (ia64_get_nat(c, i)) return "a NaT bit is above the frame";
    for (unsigned i = 0; i < 64; i++)
        if (c->pr[i] > 1) return "a predicate is neither 0 nor 1";
    if (!c->pr[0]) return "p0 is 0";
    if (c->fr[0].sig || c->fr[0].exp || c->fr[0].sign) return "f0 is not 0.0";
    if (c->fr[1].sig != IA64_FR_INTEGER_BIT || c->fr[1].exp != IA64_FR_BIAS || c->fr[1].sign) return "f1 is not 1.0";
    return stack_broken(&c->rse);
}
