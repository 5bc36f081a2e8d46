/* Speculative, advanced and check loads of general registers, fills, checks (SDM volume 1, 4.4.4 and 4.4.5). */
#include "isa/ia64/exec/exec_mem.h"
#include "isa/ia64/exec/lower.h"

/* --- control speculation -------------------------------------------------------------------------------------------------- */

/* What the host would fault on; a page is readable with any right (emu/core/mem.c). The page of a file past its end is not
 * told apart from others: there a speculative load faults. With PSR.ac an unaligned one is deferred by Linux, which does the others
 * (arch/ia64/kernel/unaligned.c). */
bool ia64_speculates(struct cpu *c, u64 ea, unsigned size, unsigned align)
{
    const struct mem *m = &c->thread->process->mem;
    if (ia64_refused(c, ea, size, align, c->psr & IA64_PSR_BIT(PSR_AC))) return false;
    const u8 rights = PROT_READ | PROT_WRITE | PROT_EXEC;
    u64 last = ea + size - 1;
    return mem_flags(m, ea) & rights && (!((ea ^ last) >> MEM_PAGE_SHIFT) || mem_flags(m, last) & rights);
}

/* The value and NaT bit of a load that can make one, and the base's. */
static inline void set_with_nat(struct cpu *c, const struct uop *u, u64 v, bool nat)
{
    u64 sum = ia64_sum(c, u, RC);
    bool sum_nat = FIELD_D & ACCESS_BY_R && ia64_get_nat(c, FIELD_B);
    SET(v);
    ia64_set_nat(c, FIELD_A, nat);
    ia64_update(c, u, sum);
    if (sum_nat) ia64_set_nat(c, FIELD_C, true);
}

/* ld.s, and ld.sa with ACCESS_ALAT. A deferred load takes the register's entry away (ld: Operation). */
UOP(ld_spec)
{
    unsigned size = 1u << (FIELD_D & ACCESS_SIZE);
    u64 ea = RC, v = 0;
    bool nat = ia64_get_nat(c, FIELD_C) || !ia64_speculates(c, ea, size, size);
    if (!nat) {
        MARK();
        v = ia64_get(ia64_host(mem, ea), size, FIELD_D & ACCESS_BE);
    }
    if (FIELD_D & ACCESS_ALAT) {
        unsigned tag = ia64_alat_tag(c, FIELD_A);
        if (nat || ea & (size - 1)) alat_remove(&c->alat, tag);
        else alat_insert(&c->alat, tag, ea, size);
    }
    set_with_nat(c, u, v, nat);
    if (nat && !(c->mode & MODE_NAT)) GO(ia64_resync(c, u + 1));
    NEXT(u + 1);
}

enum emitted ia64_emit_ld_spec(struct translation *t, const struct ia64_slot *s)
{
    u64 w = s->word;
    unsigned d = ia64_access_of(t, s) | (s->insn->flags & IA64_ADV ? ACCESS_ALAT : 0);
    ia64_emit(t, IA64_UOP_ld_spec, ia64_r1(w), ia64_r2(w), ia64_r3(w), d, ia64_load_increment(s));
    return EMIT_PLAIN;
}

/* ld8.fill: the NaT bit comes from that bit of UNAT which bits 8:3 of the address name. */
UOP(ld8_fill)
{
    u64 ea = RC;
    if (UNLIKELY(ea & (IA64_BEYOND | 7)) && ia64_refused(c, ea, 8, 8, true)) GO(ia64_refuse(c, u));
    MARK();
    u64 v = ia64_get(ia64_host(mem, ea), 8, FIELD_D & ACCESS_BE);
    bool nat = c->unat >> (ea >> 3 & 63) & 1;
    set_with_nat(c, u, v, nat);
    if (nat && !(c->mode & MODE_NAT)) GO(ia64_resync(c, u + 1));
    NEXT(u + 1);
}

enum emitted ia64_emit_fill(struct translation *t, const struct ia64_slot *s)
{
    u64 w = s->word;
    ia64_emit(t, IA64_UOP_ld8_fill, ia64_r1(w), ia64_r2(w), ia64_r3(w), ia64_access_of(t, s), ia64_load_increment(s));
    return EMIT_PLAIN;
}

/* a = register. */
UOP(chk_s) { NEXT(ia64_get_nat(c, FIELD_A) ? u + FIELD_IMM : u + 1); }
UOP(chk_s_f) { NEXT(ia64_fr_is_natval(&ANY_FR(FIELD_A)) ? u + FIELD_IMM : u + 1); }

enum emitted ia64_emit_chk_s(struct translation *t, const struct ia64_slot *s)
{
    bool fr = s->insn->op == IA64_OP_chk_s_f;
    if (fr) ia64_emit_check(t, s, IA64_UOP_chk_s_f, ia64_f2(s->word), 0);
    else if (t->mode & MODE_NAT) ia64_emit_check(t, s, IA64_UOP_chk_s, ia64_r2(s->word), 0);
    return EMIT_PLAIN;
}

/* --- data speculation -------------------------------------------------------------------------------------------------------- */

/* Before the load of ld.c: on a hit it is skipped, and so is its page. d = what becomes of the base, ACCESS_ALAT if the entry
 * stays, and in the place of the size how many uops there are to skip. */
#define CHECK_LOAD(name, tag)                                                                                          \
    void ia64_do_##name(struct cpu *c, struct uop *u)                                                                  \
    {                                                                                                                  \
        unsigned t = tag;                                                                                              \
        c->hit = alat_check(&c->alat, t);                                                                              \
        if (!c->hit) return;                                                                                           \
        if (!(FIELD_D & ACCESS_ALAT)) alat_remove(&c->alat, t);                                                        \
        ia64_update(c, u, ia64_sum(c, u, RC));                                                                         \
    }                                                                                                                  \
    UOP(name)                                                                                                          \
    {                                                                                                                  \
        ia64_do_##name(c, u);                                                                                          \
        NEXT(u + (c->hit ? FIELD_D & ACCESS_SIZE : 1));                                                                \
    }
CHECK_LOAD(ld_hit, ia64_alat_tag(c, FIELD_A))
CHECK_LOAD(ldf_hit, ALAT_FR | ia64_fr_index(c, FIELD_A))

/* The load of a check that leaves its entry makes one, as an advanced load does. */
enum emitted ia64_emit_check_load(struct translation *t, const struct ia64_slot *s, ia64_emit_fn *plain, ia64_emit_fn *advanced)
{
    u64 w = s->word;
    bool fr = s->insn->flags & IA64_FP, clears = s->insn->flags & IA64_CLR;
    i32 imm = ia64_load_increment(s);
    unsigned d = ia64_access_of(t, s) & (ACCESS_BY_R | ACCESS_BY_I);
    if (!clears) d |= ACCESS_ALAT;
    unsigned hit = ia64_emit(t, fr ? IA64_UOP_ldf_hit : IA64_UOP_ld_hit, ia64_r1(w), ia64_r2(w), ia64_r3(w), d, imm);
    (clears ? plain : advanced)(t, s);
    t->draft->uop[hit].d |= (u8)(t->draft->uops - hit);
    return EMIT_PLAIN;
}

/* a = register. The entry is looked for and nothing else: a check that finds it has done. */
#define CHECK(name, tag, clears)                                                                                       \
    void ia64_do_##name(struct cpu *c, struct uop *u)                                                                  \
    {                                                                                                                  \
        unsigned t = tag;                                                                                              \
        c->hit = alat_check(&c->alat, t);                                                                              \
        if (clears && c->hit) alat_remove(&c->alat, t);                                                                \
    }                                                                                                                  \
    UOP(name)                                                                                                          \
    {                                                                                                                  \
        ia64_do_##name(c, u);                                                                                          \
        NEXT(c->hit ? u + 1 : u + FIELD_IMM);                                                                          \
    }
CHECK(chk_a_nc, ia64_alat_tag(c, FIELD_A), false)
CHECK(chk_a_nc_f, ALAT_FR | ia64_fr_index(c, FIELD_A), false)
CHECK(chk_a_clr, ia64_alat_tag(c, FIELD_A), true)
CHECK(chk_a_clr_f, ALAT_FR | ia64_fr_index(c, FIELD_A), true)

enum emitted ia64_emit_chk_a(struct translation *t, const struct ia64_slot *s)
{
    unsigned r1 = ia64_r1(s->word);
    switch (s->insn->op) {
    case IA64_OP_chk_a_nc: ia64_emit_check(t, s, IA64_UOP_chk_a_nc, r1, 0); break;
    case IA64_OP_chk_a_clr: ia64_emit_check(t, s, IA64_UOP_chk_a_clr, r1, 0); break;
    case IA64_OP_chk_a_nc_f: ia64_emit_check(t, s, IA64_UOP_chk_a_nc_f, r1, 0); break;
    default: ia64_emit_check(t, s, IA64_UOP_chk_a_clr_f, r1, 0); break;
    }
    return EMIT_PLAIN;
}

UOP(invala) { alat_clear(&c->alat); NEXT(u + 1); }
UOP(invala_e) { alat_remove(&c->alat, ia64_alat_tag(c, FIELD_A)); NEXT(u + 1); }
UOP(invala_e_f) { alat_remove(&c->alat, ALAT_FR | ia64_fr_index(c, FIELD_A)); NEXT(u + 1); }

enum emitted ia64_emit_invala(struct translation *t, const struct ia64_slot *s)
{
    unsigned r1 = ia64_r1(s->word);
    if (s->insn->op == IA64_OP_invala) ia64_emit(t, IA64_UOP_invala, 0, 0, 0, 0, 0);
    else if (s->insn->op == IA64_OP_invala_e) ia64_emit(t, IA64_UOP_invala_e, r1, 0, 0, 0, 0);
    else ia64_emit(t, IA64_UOP_invala_e_f, r1, 0, 0, 0, 0);
    return EMIT_PLAIN;
}
