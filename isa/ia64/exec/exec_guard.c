/* What is done before an operation: its predicate, its operands' legality and NaT bits are looked at in uops of their
 * own, so that its handler need not. */
#include "isa/ia64/exec/exec.h"

/* --- predicates ----------------------------------------------------------------------------------------------------- */

/* a = qualifying predicate. The uop behind counts how often it was false and says how far to skip. The second kind is for timing
 * models, to which it may make a difference; d = place on the path. */
#define GUARD(name, ...)                                                                                               \
    UOP(name)                                                                                                          \
    {                                                                                                                  \
        if (PRA) NEXT(u + 2);                                                                                          \
        __VA_ARGS__;                                                                                                   \
        u[1].count++;                                                                                                  \
        c->nullified++;                                                                                                \
        NEXT(u + u[1].imm);                                                                                            \
    }                                                                                                                  \
    UOP(name##_t)                                                                                                  \
    {                                                                                                                  \
        if (PRA) NEXT(u + 2);                                                                                          \
        __VA_ARGS__;                                                                                                   \
        u[1].count++;                                                                                                  \
        c->nullified++;                                                                                                \
        c->off |= (u64)1 << FIELD_D;                                                                                   \
        NEXT(u + u[1].imm);                                                                                            \
    }
GUARD(guard, )
/* ... of an instruction that clears its targets b and c when its predicate is false (unc). */
GUARD(guard_unc, PRB = PRC = 0)

/* --- legality ------------------------------------------------------------------------------------------------------- */

UOP(trap) { GO(ia64_trap(c, u, (u16)FIELD_IMM, (u16)((u16)FIELD_IMM == IVT_GENERAL ? FIELD_A << 4 : FIELD_A))); }

/* a, b = the registers' names. */
UOP(pair)
{
    if (!((ia64_fr_index(c, FIELD_A) ^ ia64_fr_index(c, FIELD_B)) & 1)) GO(ia64_illegal(c, u));
    NEXT(u + 1);
}

/* --- NaT bits ------------------------------------------------------------------------------------------------------- */

/* Only decoded while some register has its NaT bit set. a, b = the sources to look at; d = target; imm = uops to skip. */
#define ANY_NAT (ia64_get_nat(c, FIELD_A) || ia64_get_nat(c, FIELD_B))

UOP(nat_propagate)
{
    if (LIKELY(!ANY_NAT)) NEXT(u + 1);
    ia64_set_nat(c, FIELD_D, true);
    NEXT(u + FIELD_IMM);
}

UOP(nat_skip) { if (ANY_NAT) NEXT(u + FIELD_IMM); NEXT(u + 1); }

/* Register NaT consumption (SDM volume 2, table 8-3); d = ISR.code bits 3:0. */
UOP(nat_consume)
{
    if (ANY_NAT) GO(ia64_trap(c, u, IVT_NAT_CONSUMPTION, (u16)(0x10 | FIELD_D)));
    NEXT(u + 1);
}

/* c, d = target predicates. */
UOP(nat_compare)
{
    if (LIKELY(!ANY_NAT)) NEXT(u + 1);
    PRC = PRD = 0;
    NEXT(u + FIELD_IMM);
}

UOP(nat_setf)
{
    if (LIKELY(!ANY_NAT)) NEXT(u + 1);
    ANY_FR(FIELD_D) = IA64_FR_NATVAL;
    FR_MODIFIED(FIELD_D);
    NEXT(u + FIELD_IMM);
}

UOP(nat_clear) { ia64_set_nat(c, FIELD_A, false); NEXT(u + 1); }
/* The base register after an increment by register b. */
UOP(nat_increment) { if (ia64_get_nat(c, FIELD_B)) ia64_set_nat(c, FIELD_A, true); NEXT(u + 1); }
