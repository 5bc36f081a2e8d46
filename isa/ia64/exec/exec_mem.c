/* Integer loads and stores, semaphores, prefetches and fences, and the table of all that touches memory or the ALAT. Operands
 * and what the names of handlers end in: isa/ia64/exec/exec_mem.h.
 *
 * Acquire and release order what one host thread does in order anyway; hints and .bias mean nothing here. */
#include "isa/ia64/exec/exec_mem.h"

__attribute__((cold, noinline)) uop_fn ia64u_ld_slow, ia64u_st_slow;

/* --- loads ---------------------------------------------------------------------------------------------------------------- */

#define LOAD(size, order, update, form, shown)                                                                         \
    UOP(ld##size##_##update##form)                                                                         \
    {                                                                                                                  \
        u64 ea = RC, sum = SUM_##update(ea);                                                                           \
        if (UNLIKELY(ea & (IA64_BEYOND | (size - 1)))) UOP_GOTO(ia64u_ld_slow, u);                                       \
        MARK();                                                                                                        \
        SET(get##size##_##order(ia64_host(mem, ea)));                                                                  \
        UPDATE_##update(sum);                                                                                          \
        if (shown && LIKELY(ia64_memory_load(c->memory, ea, ia64_time(c, u[1].a)))) NEXT(u + 2);                                             \
        if (shown) c->saved = ea;                                                                                      \
        NEXT(u + 1);                                                                                                   \
    }
#define LOADS_TO(size, order, form, shown)                                                                             \
    LOAD(size, order, n, form, shown) LOAD(size, order, r, form, shown) LOAD(size, order, i, form, shown)
#define LOADS(size) LOADS_TO(size, le, , untimed) LOADS_TO(size, le, _t, timed)
#define LOADS_BE(size) LOADS_TO(size, be, _be, untimed) LOADS_TO(size, be, _be_t, timed)
LOADS(1) LOADS(2) LOADS(4) LOADS(8)
LOADS_BE(2) LOADS_BE(4) LOADS_BE(8)

void ia64_do_advance(struct cpu *c, struct uop *u)
{
    alat_insert(&c->alat, ia64_alat_tag(c, FIELD_A), c->saved, 1u << (FIELD_D & ACCESS_SIZE));
}

/* ld.a: to the ALAT too. */
#define LOAD_ADVANCED(size, order, update, form)                                                                             \
    UOP(lda##size##_##update##form)                                                                            \
    {                                                                                                                  \
        u64 ea = RC, sum = SUM_##update(ea);                                                                           \
        if (UNLIKELY(ea & (IA64_BEYOND | (size - 1)))) UOP_GOTO(ia64u_ld_slow, u);                                       \
        MARK();                                                                                                        \
        u64 v = get##size##_##order(ia64_host(mem, ea));                                                               \
        SET(v);                                                                                                        \
        UPDATE_##update(sum);                                                                                          \
        c->saved = ea;                                                                                                 \
        ia64_do_advance(c, u);                                                                                         \
        NEXT(u + 1);                                                                                                   \
    }
#define LOADS_ADVANCED(size, order, form)                                                                              \
    LOAD_ADVANCED(size, order, n, form) LOAD_ADVANCED(size, order, r, form) LOAD_ADVANCED(size, order, i, form)
LOADS_ADVANCED(1, le, ) LOADS_ADVANCED(2, le, ) LOADS_ADVANCED(4, le, ) LOADS_ADVANCED(8, le, )
LOADS_ADVANCED(2, be, _be) LOADS_ADVANCED(4, be, _be) LOADS_ADVANCED(8, be, _be)

/* Unaligned ones, and those that fault. An unaligned advanced load leaves no entry, as where Linux does it. */
UOP(ld_slow)
{
    unsigned size = 1u << (FIELD_D & ACCESS_SIZE);
    u64 ea = RC, sum = ia64_sum(c, u, ea);
    if (ia64_refused(c, ea, size, size, false)) GO(ia64_refuse(c, u));
    MARK();
    u64 v = ia64_get(ia64_host(mem, ea), size, FIELD_D & ACCESS_BE);
    if (FIELD_D & ACCESS_ALAT) alat_remove(&c->alat, ia64_alat_tag(c, FIELD_A));
    SET(v);
    ia64_update(c, u, sum);
    c->saved = ea;
    NEXT(u + 1);
}

/* Two words, each in the order of bytes, the first one's at the lower address. */
UOP(ld16)
{
    u64 ea = RC;
    if (UNLIKELY(ea & (IA64_BEYOND | 15)) && ia64_refused(c, ea, 16, 16, true)) GO(ia64_refuse(c, u));
    MARK();
    const u8 *p = ia64_host(mem, ea);
    u64 first = ia64_get(p, 8, FIELD_D & ACCESS_BE), second = ia64_get(p + 8, 8, FIELD_D & ACCESS_BE);
    SET(first);
    c->csd = second;
    NEXT(u + 1);
}

/* --- stores ---------------------------------------------------------------------------------------------------------------- */

#define STORE(size, order, update, form, shown)                                                                        \
    UOP(st##size##_##update##form)                                                                         \
    {                                                                                                                  \
        u64 ea = RC;                                                                                                   \
        if (UNLIKELY(ea & (IA64_BEYOND | (size - 1))) || ia64_may_hit(c, ea)) UOP_GOTO(ia64u_st_slow, u);                \
        MARK();                                                                                                        \
        put##size##_##order(ia64_host(mem, ea), RB);                                                                   \
        UPDATE_##update(SUM_##update(ea));                                                                             \
        if (shown && LIKELY(ia64_memory_store(c->memory, ea, ia64_time(c, u[1].a)))) NEXT(u + 2);                                            \
        if (shown) c->saved = ea;                                                                                      \
        NEXT(u + 1);                                                                                                   \
    }
#define STORES_TO(size, order, form, shown) STORE(size, order, n, form, shown) STORE(size, order, i, form, shown)
#define STORES(size) STORES_TO(size, le, , untimed) STORES_TO(size, le, _t, timed)
#define STORES_BE(size) STORES_TO(size, be, _be, untimed) STORES_TO(size, be, _be_t, timed)
STORES(1) STORES(2) STORES(4) STORES(8)
STORES_BE(2) STORES_BE(4) STORES_BE(8)

UOP(st_slow)
{
    unsigned size = 1u << (FIELD_D & ACCESS_SIZE);
    u64 ea = RC, sum = ia64_sum(c, u, ea);
    if (ia64_refused(c, ea, size, size, false)) GO(ia64_refuse(c, u));
    MARK();
    { /* its address is taken: it must be gone before the jump, which would be a call else */
        u8 bytes[8];
        ia64_put(bytes, RB, size, FIELD_D & ACCESS_BE);
        ia64_write(ia64_host(mem, ea), bytes, size);
    }
    alat_store(&c->alat, ea, size);
    ia64_update(c, u, sum);
    c->saved = ea;
    NEXT(u + 1);
}

UOP(st16)
{
    u64 ea = RC;
    if (UNLIKELY(ea & (IA64_BEYOND | 15)) && ia64_refused(c, ea, 16, 16, true)) GO(ia64_refuse(c, u));
    MARK();
    u8 *p = ia64_host(mem, ea);
    ia64_put(p, RB, 8, FIELD_D & ACCESS_BE);
    ia64_put(p + 8, c->csd, 8, FIELD_D & ACCESS_BE);
    if (ia64_may_hit(c, ea)) alat_store(&c->alat, ea, 16);
    NEXT(u + 1);
}

/* st8.spill: the register's NaT bit goes to that bit of UNAT which bits 8:3 of the address name. */
UOP(st8_spill)
{
    u64 ea = RC, sum = ia64_sum(c, u, ea);
    if (UNLIKELY(ea & (IA64_BEYOND | 7)) && ia64_refused(c, ea, 8, 8, true)) GO(ia64_refuse(c, u));
    MARK();
    ia64_put(ia64_host(mem, ea), RB, 8, FIELD_D & ACCESS_BE);
    if (ia64_may_hit(c, ea)) alat_store(&c->alat, ea, 8);
    unsigned bit = ea >> 3 & 63;
    c->unat = (c->unat & ~((u64)1 << bit)) | (u64)ia64_get_nat(c, FIELD_B) << bit;
    ia64_update(c, u, sum);
    NEXT(u + 1);
}

/* --- semaphores -------------------------------------------------------------------------------------------------------------- */

/* Nothing comes between load and store: one host thread runs the machine. The page must be writable even where cmpxchg stores
 * nothing, so what was there is written back; to the ALAT that is no store (SDM volume 3, cmpxchg: Operation). */
#define SEMAPHORE(name, stores, result)                                                                                \
    UOP(name)                                                                                                          \
    {                                                                                                                  \
        unsigned size = 1u << (FIELD_D & ACCESS_SIZE);                                                                 \
        u64 ea = RC;                                                                                                   \
        if (UNLIKELY(ea & (IA64_BEYOND | (size - 1))) && ia64_refused(c, ea, size, size, true)) GO(ia64_refuse(c, u)); \
        MARK();                                                                                                        \
        u8 *p = ia64_host(mem, ea);                                                                                    \
        u64 old = ia64_get(p, size, FIELD_D & ACCESS_BE);                                                              \
        ia64_put(p, result, size, FIELD_D & ACCESS_BE);                                                                \
        if ((stores) && ia64_may_hit(c, ea)) alat_store(&c->alat, ea, size);                                           \
        SET(old);                                                                                                      \
        NEXT(u + 1);                                                                                                   \
    }
SEMAPHORE(xchg, true, RB)
SEMAPHORE(cmpxchg, old == c->ccv, old == c->ccv ? RB : old)
SEMAPHORE(fetchadd, true, old + (u64)IMM)

/* Compares the 8 bytes at ea, writes all 16 that they are in. */
UOP(cmp8xchg16)
{
    bool be = FIELD_D & ACCESS_BE;
    u64 ea = RC, start = ea & ~(u64)15;
    if (UNLIKELY(ea & (IA64_BEYOND | 7)) && ia64_refused(c, ea, 8, 8, true)) GO(ia64_refuse(c, u));
    MARK();
    u8 *p = ia64_host(mem, start);
    u64 old = ia64_get(p + (ea & 8), 8, be);
    if (old == c->ccv) {
        ia64_put(p, RB, 8, be);
        ia64_put(p + 8, c->csd, 8, be);
        if (ia64_may_hit(c, ea)) alat_store(&c->alat, start, 16);
    } else {
        ia64_put(p + (ea & 8), old, 8, be);
    }
    SET(old);
    NEXT(u + 1);
}

/* --- prefetch, cache --------------------------------------------------------------------------------------------------------- */

UOP(lfetch_r) { RC += RB; NEXT(u + 1); }
UOP(lfetch_i) { RC += (u64)IMM; NEXT(u + 1); }

/* Register NaT consumption of an access that is none: ISR.code{3:0} is 4 (SDM volume 2, table 5-2). */
enum { CONSUMED_BY_LFETCH = 0x14 };

/* lfetch.fault raises what a load of a byte would. */
UOP(lfetch_fault)
{
    u64 ea = RC, sum = ia64_sum(c, u, ea);
    if (UNLIKELY(ia64_get_nat(c, FIELD_C))) GO(ia64_trap(c, u, IVT_NAT_CONSUMPTION, CONSUMED_BY_LFETCH));
    if (ia64_refused(c, ea, 1, 1, false)) GO(ia64_refuse(c, u));
    MARK();
    (void)get1_le(ia64_host(mem, ea));
    ia64_update(c, u, sum);
    NEXT(u + 1);
}

/* fc and fc.i: the rights of a load of a byte are looked for; stores to decoded code are seen without them. */
UOP(fc)
{
    u64 ea = RC;
    if (ia64_refused(c, ea, 1, 1, false)) GO(ia64_refuse(c, u));
    MARK();
    (void)get1_le(ia64_host(mem, ea));
    NEXT(u + 1);
}

/* --- out of line --------------------------------------------------------------------------------------------------------------- */

/* With PSR.ac the processor leaves every unaligned access of a program to Linux, which does it but where PSR.be is 1. */
static bool checks_alignment(const struct cpu *c)
{
    return c->psr & IA64_PSR_BIT(PSR_AC) && (ia64_cpl(c) == 0 || c->psr & IA64_PSR_BIT(PSR_BE));
}

bool ia64_refused(struct cpu *c, u64 ea, unsigned size, unsigned align, bool strict)
{
    const struct mem *m = &c->thread->process->mem;
    bool unaligned = (ea & (align - 1)) && (strict || checks_alignment(c));
    c->ifa = ea;
    c->isr_code = 0;
    if ((ea | (ea + size - 1)) & IA64_BEYOND) c->vector = IVT_DTLB;
    else if (unaligned) c->vector = mem_flags(m, ea) & MEM_MAPPED ? IVT_UNALIGNED : IVT_DTLB; /* translation comes first */
    else return false;
    return true;
}

void ia64_write(u8 *p, const u8 *bytes, unsigned size)
{
    if (((uintptr_t)p & (MEM_PAGE - 1)) + size > MEM_PAGE) { /* else a fault is one of storing, though the page may not be there to be read, either */
        volatile u8 *first = p, *last = p + size - 1;
        *first = *first;
        *last = *last;
    }
    BARRIER();
    memcpy(p, bytes, size);
    BARRIER();
}

/* --- emission -------------------------------------------------------------------------------------------------------------------- */

unsigned ia64_access_of(const struct translation *t, const struct ia64_slot *s)
{
    unsigned d = ia64_size(s->word);
    if (t->mode & MODE_BE) d |= ACCESS_BE;
    bool pair = s->operands.fr_outs == 2;
    if (pair) d |= ACCESS_PAIR;
    if (s->insn->flags & IA64_POSTINC) d |= pair || ia64_bits(s->word, 37, 1) ? ACCESS_BY_I : ACCESS_BY_R; /* odd opcodes */
    return d;
}

i32 ia64_load_increment(const struct ia64_slot *s)
{
    if (s->operands.fr_outs == 2) return ia64_size(s->word) == FORMAT_SINGLE ? 8 : 16; /* what was loaded */
    return (i32)ia64_imm9b(s->word);
}

/* The operations of a load: by what becomes of the base, and size. */
typedef const u16 operations[3][4];
#define BY_SIZE(ld, by) {IA64_UOP_##ld##1_##by, IA64_UOP_##ld##2_##by, IA64_UOP_##ld##4_##by, IA64_UOP_##ld##8_##by}
#define OPERATIONS(ld) {BY_SIZE(ld, n), BY_SIZE(ld, r), BY_SIZE(ld, i)}

static enum emitted emit_load(struct translation *t, const struct ia64_slot *s, operations table, unsigned more)
{
    u64 w = s->word;
    unsigned d = ia64_access_of(t, s), update = d & ACCESS_BY_I ? 2 : d & ACCESS_BY_R ? 1 : 0;
    ia64_emit(t, table[update][d & ACCESS_SIZE], ia64_r1(w), ia64_r2(w), ia64_r3(w), d | more, ia64_load_increment(s));
    return EMIT_PLAIN;
}

static enum emitted emit_plain(struct translation *t, const struct ia64_slot *s)
{
    static operations plain = OPERATIONS(ld);
    return emit_load(t, s, plain, 0);
}

static enum emitted emit_advanced(struct translation *t, const struct ia64_slot *s)
{
    static operations advanced = OPERATIONS(lda);
    return emit_load(t, s, advanced, ACCESS_ALAT);
}

/* All loads of one general register. */
static enum emitted emit_ld(struct translation *t, const struct ia64_slot *s)
{
    u32 flags = s->insn->flags;
    if (flags & IA64_CHECK) return ia64_emit_check_load(t, s, emit_plain, emit_advanced);
    if (flags & IA64_FILL) return ia64_emit_fill(t, s);
    if (flags & IA64_SPEC) return ia64_emit_ld_spec(t, s);
    return flags & IA64_ADV ? emit_advanced(t, s) : emit_plain(t, s);
}

static enum emitted emit_ld16(struct translation *t, const struct ia64_slot *s)
{
    ia64_emit(t, IA64_UOP_ld16, ia64_r1(s->word), 0, ia64_r3(s->word), ia64_access_of(t, s), 0);
    return EMIT_PLAIN;
}

/* A store of a general register. */
static enum emitted emit_store(struct translation *t, const struct ia64_slot *s, enum ia64_uop kind)
{
    u64 w = s->word;
    ia64_emit(t, kind, 0, ia64_r2(w), ia64_r3(w), ia64_access_of(t, s), (i32)ia64_imm9a(w));
    return EMIT_PLAIN;
}

static enum emitted emit_st(struct translation *t, const struct ia64_slot *s)
{
    static const u16 table[2][4] = {BY_SIZE(st, n), BY_SIZE(st, i)};
    unsigned d = ia64_access_of(t, s);
    if (s->insn->flags & IA64_SPILL) return emit_store(t, s, IA64_UOP_st8_spill);
    return emit_store(t, s, table[!!(d & ACCESS_BY_I)][d & ACCESS_SIZE]);
}

static enum emitted emit_st16(struct translation *t, const struct ia64_slot *s) { return emit_store(t, s, IA64_UOP_st16); }

static enum emitted emit_semaphore(struct translation *t, const struct ia64_slot *s)
{
    u64 w = s->word;
    enum ia64_uop kind;
    i32 imm = 0;
    switch (s->insn->op) {
    case IA64_OP_xchg: kind = IA64_UOP_xchg; break;
    case IA64_OP_cmpxchg_acq: case IA64_OP_cmpxchg_rel: kind = IA64_UOP_cmpxchg; break;
    case IA64_OP_fetchadd_acq: case IA64_OP_fetchadd_rel: kind = IA64_UOP_fetchadd; imm = (i32)ia64_inc3(w); break;
    default: kind = IA64_UOP_cmp8xchg16; break;
    }
    ia64_emit(t, kind, ia64_r1(w), ia64_r2(w), ia64_r3(w), ia64_access_of(t, s), imm);
    return EMIT_PLAIN;
}

static enum emitted emit_lfetch(struct translation *t, const struct ia64_slot *s)
{
    u64 w = s->word;
    unsigned d = ia64_access_of(t, s);
    /* Linux cancels the lfetch.fault of a program that faults (mm/fault.c; traps.c, ia64_fault), the update aside. */
    bool faults = ia64_lfault(w) && t->mode & MODE_KERNEL;
    enum ia64_uop kind = faults            ? IA64_UOP_lfetch_fault
                         : d & ACCESS_BY_I ? IA64_UOP_lfetch_i
                         : d & ACCESS_BY_R ? IA64_UOP_lfetch_r
                                           : IA64_UOP_NONE;
    if (kind) ia64_emit(t, kind, 0, ia64_r2(w), ia64_r3(w), d, ia64_load_increment(s));
    return EMIT_PLAIN;
}

static enum emitted emit_fc(struct translation *t, const struct ia64_slot *s)
{
    ia64_emit(t, IA64_UOP_fc, 0, 0, ia64_r3(s->word), 0, 0);
    return EMIT_PLAIN;
}

static enum emitted emit_nothing(struct translation *t, const struct ia64_slot *s)
{
    (void)t, (void)s;
    return EMIT_PLAIN;
}

#define ROW(op, fn) [IA64_OP_##op] = {.emit = (fn)}
const struct ia64_recipe ia64_recipes_mem[IA64_OP_COUNT] = {
    ROW(ld16, emit_ld16), ROW(ld16_acq, emit_ld16), ROW(st16, emit_st16), ROW(st16_rel, emit_st16),
    ROW(chk_a_nc, ia64_emit_chk_a), ROW(chk_a_clr, ia64_emit_chk_a), ROW(chk_a_nc_f, ia64_emit_chk_a),
    ROW(chk_a_clr_f, ia64_emit_chk_a), ROW(chk_s_i, ia64_emit_chk_s), ROW(chk_s_m, ia64_emit_chk_s),
    ROW(chk_s_f, ia64_emit_chk_s),
    ROW(invala, ia64_emit_invala), ROW(invala_e, ia64_emit_invala), ROW(invala_e_f, ia64_emit_invala),
    ROW(fc, emit_fc), ROW(fc_i, emit_fc), ROW(mf, emit_nothing), ROW(mf_a, emit_nothing), ROW(fwb, emit_nothing),
};

#define CLASS(cls, fn) [IA64_CLASS_##cls] = {.emit = (fn)}
#define CLASS_FUSES(cls, fn) [IA64_CLASS_##cls] = {.emit = (fn), .fuses = true}
const struct ia64_recipe ia64_recipes_access[IA64_CLASS_COUNT] = {
    CLASS_FUSES(LD, emit_ld), CLASS(CLD, emit_ld), CLASS_FUSES(ST, emit_st), CLASS(SEM, emit_semaphore),
    CLASS_FUSES(FLD, ia64_emit_ldf), CLASS(FLDA, ia64_emit_ldf), CLASS(FLDP, ia64_emit_ldf), CLASS(FCLD, ia64_emit_ldf),
    CLASS_FUSES(STF, ia64_emit_stf), CLASS(LFETCH, emit_lfetch),
};
