/* Loads and stores of floating-point registers (SDM volume 3, ldf, ldfp, stf; formats: volume 1, 5.1 and 4.4.7).
 *
 * Handlers of their own have the plain loads and stores of singles, doubles and integers; everything else, and what is not
 * aligned, goes by d. */
#include "isa/ia64/exec/exec_mem.h"


__attribute__((cold, noinline)) uop_fn ia64u_ldf_any, ia64u_stf_any;

/* --- formats -------------------------------------------------------------------------------------------------------------- */

static unsigned bytes_of(unsigned format) { return (const u8[]){10, 8, 4, 8, 16}[format]; }
static unsigned alignment_of(unsigned format) { return (const u8[]){16, 8, 4, 8, 16}[format]; }

/* Ten bytes of an extended, and the sixteen of a spilled register, are in the order of bytes as a whole. */
static struct ia64_fr load_fr(const u8 *p, unsigned format, bool be)
{
    switch (format) {
    case FORMAT_INTEGER: return ia64_fr_from_sig(ia64_get(p, 8, be));
    case FORMAT_SINGLE: return ia64_fr_from_single((u32)ia64_get(p, 4, be));
    case FORMAT_DOUBLE: return ia64_fr_from_double(ia64_get(p, 8, be));
    default: break;
    }
    u64 sig = ia64_get(be ? p + bytes_of(format) - 8 : p, 8, be);
    const u8 *rest = be ? p : p + 8;
    return format == FORMAT_SPILL ? ia64_fr_fill(sig, ia64_get(rest, 8, be))
                                  : ia64_fr_from_extended(sig, (u16)ia64_get(rest, 2, be));
}

static void store_fr(u8 *p, const struct ia64_fr *f, unsigned format, bool be)
{
    u64 sig = f->sig;
    u8 *rest = be ? p : p + 8;
    switch (format) {
    case FORMAT_INTEGER: ia64_put(p, sig, 8, be); return;
    case FORMAT_SINGLE: ia64_put(p, ia64_fr_to_single(f), 4, be); return;
    case FORMAT_DOUBLE: ia64_put(p, ia64_fr_to_double(f), 8, be); return;
    case FORMAT_SPILL: ia64_put(rest, ia64_fr_sign_exp(f), 8, be); break;
    default: ia64_put(rest, ia64_fr_to_extended(f), 2, be); break;
    }
    ia64_put(be ? p + bytes_of(format) - 8 : p, sig, 8, be);
}

/* --- loads ------------------------------------------------------------------------------------------------------------------ */

#define LOAD_F(name, size, from, order, update, form, shown)                                                           \
    UOP_F(name##_##update##form, {                                                                                     \
        u64 ea = RC;                                                                                                   \
        if (UNLIKELY(ea & (IA64_BEYOND | (size - 1)))) UOP_GOTO(ia64u_ldf_any, u);                                     \
        MARK();                                                                                                        \
        FRA = from(get##size##_##order(ia64_host(mem, ea)));                                                           \
        FR_MODIFIED(FIELD_A);                                                                                          \
        UPDATE_##update(SUM_##update(ea));                                                                             \
        if (shown && LIKELY(ia64_memory_fload(c->memory, ea, ia64_time(c, u[1].a)))) NEXT(u + 2);                                            \
        if (shown) c->saved = ea;                                                                                      \
        NEXT(u + 1);                                                                                                   \
    })
#define LOADS_F_TO(name, size, from, order, form, shown)                                                               \
    LOAD_F(name, size, from, order, n, form, shown) LOAD_F(name, size, from, order, r, form, shown)                    \
    LOAD_F(name, size, from, order, i, form, shown)
#define LOADS_F(name, size, from)                                                                                      \
    LOADS_F_TO(name, size, from, le, , untimed) LOADS_F_TO(name, size, from, be, _be, untimed)                         \
    LOADS_F_TO(name, size, from, le, _t, timed) LOADS_F_TO(name, size, from, be, _be_t, timed)
#define FROM_SINGLE(v) ia64_fr_from_single((u32)(v))
LOADS_F(ldf8, 8, ia64_fr_from_sig)
LOADS_F(ldfs, 4, FROM_SINGLE)
LOADS_F(ldfd, 8, ia64_fr_from_double)

/* The bytes of the access that d describes, and what they must be aligned to. */
static unsigned width(const struct uop *u)
{
    unsigned format = FIELD_D & ACCESS_SIZE;
    return FIELD_D & ACCESS_PAIR ? 2 * bytes_of(format) : bytes_of(format);
}
static unsigned alignment(const struct uop *u)
{
    unsigned format = FIELD_D & ACCESS_SIZE;
    return FIELD_D & ACCESS_PAIR ? 2 * bytes_of(format) : alignment_of(format);
}

/* Of a pair the first register has the entry in the ALAT (ldfp: Operation). */
static void note_advanced(struct cpu *c, const struct uop *u, u64 ea)
{
    if (ea & (alignment(u) - 1)) alat_remove(&c->alat, ALAT_FR | ia64_fr_index(c, FIELD_A));
    else alat_insert(&c->alat, ALAT_FR | ia64_fr_index(c, FIELD_A), ea, width(u));
}

/* ldf, ldf.a, ldf.fill; ldfp, ldfp.a, of which the first register is at the lower address in either order of bytes. */
#define LOAD_ANY(name, pair)                                                                                           \
    UOP(name)                                                                                                          \
    {                                                                                                                  \
        unsigned format = FIELD_D & ACCESS_SIZE;                                                                       \
        bool be = FIELD_D & ACCESS_BE;                                                                                 \
        u64 ea = RC, sum = ia64_sum(c, u, ea);                                                                         \
        if (ia64_refused(c, ea, width(u), alignment(u), format == FORMAT_SPILL)) GO(ia64_refuse(c, u));                \
        MARK();                                                                                                        \
        const u8 *p = ia64_host(mem, ea);                                                                              \
        struct ia64_fr first = load_fr(p, format, be);                                                                 \
        if (pair) ANY_FR(FIELD_B) = load_fr(p + bytes_of(format), format, be);                                         \
        ANY_FR(FIELD_A) = first;                                                                                       \
        FR_MODIFIED(FIELD_A);                                                                                          \
        if (pair) FR_MODIFIED(FIELD_B);                                                                                \
        if (FIELD_D & ACCESS_ALAT) note_advanced(c, u, ea);                                                            \
        ia64_update(c, u, sum);                                                                                        \
        c->saved = ea;                                                                                                 \
        NEXT(u + 1);                                                                                                   \
    }
LOAD_ANY(ldf_any, false)
LOAD_ANY(ldfp_any, true)

/* ldf.s, ldf.sa; ldfp.s, ldfp.sa. */
#define LOAD_SPEC(name, pair)                                                                                          \
    UOP(name)                                                                                                          \
    {                                                                                                                  \
        unsigned format = FIELD_D & ACCESS_SIZE;                                                                       \
        bool be = FIELD_D & ACCESS_BE;                                                                                 \
        u64 ea = RC, sum = ia64_sum(c, u, ea);                                                                         \
        struct ia64_fr first = IA64_FR_NATVAL, second = IA64_FR_NATVAL;                                                \
        if (!ia64_get_nat(c, FIELD_C) && ia64_speculates(c, ea, width(u), alignment(u))) {                             \
            MARK();                                                                                                    \
            const u8 *p = ia64_host(mem, ea);                                                                          \
            first = load_fr(p, format, be);                                                                            \
            if (pair) second = load_fr(p + bytes_of(format), format, be);                                              \
            if (FIELD_D & ACCESS_ALAT) note_advanced(c, u, ea);                                                        \
        } else if (FIELD_D & ACCESS_ALAT) {                                                                            \
            alat_remove(&c->alat, ALAT_FR | ia64_fr_index(c, FIELD_A));                                                \
        }                                                                                                              \
        ANY_FR(FIELD_A) = first;                                                                                       \
        if (pair) ANY_FR(FIELD_B) = second;                                                                            \
        FR_MODIFIED(FIELD_A);                                                                                          \
        if (pair) FR_MODIFIED(FIELD_B);                                                                                \
        ia64_update(c, u, sum);                                                                                        \
        NEXT(u + 1);                                                                                                   \
    }
LOAD_SPEC(ldf_spec, false)
LOAD_SPEC(ldfp_spec, true)

/* --- stores ----------------------------------------------------------------------------------------------------------------- */

/* A NaTVal has the highest exponent that is not special: what has it is looked at out of line. */
#define STORE_F(name, size, value, order, update, form, shown)                                                         \
    UOP_F(name##_##update##form, {                                                                                     \
        u64 ea = RC;                                                                                                   \
        const struct ia64_fr *f = &FRB;                                                                                \
        if (UNLIKELY(ea & (IA64_BEYOND | (size - 1))) || ia64_may_hit(c, ea)) UOP_GOTO(ia64u_stf_any, u);              \
        if (UNLIKELY(f->exp == IA64_FR_EXP_NATVAL)) UOP_GOTO(ia64u_stf_any, u);                                        \
        MARK();                                                                                                        \
        put##size##_##order(ia64_host(mem, ea), value);                                                                \
        UPDATE_##update(SUM_##update(ea));                                                                             \
        if (shown && LIKELY(ia64_memory_store(c->memory, ea, ia64_time(c, u[1].a)))) NEXT(u + 2);                                            \
        if (shown) c->saved = ea;                                                                                      \
        NEXT(u + 1);                                                                                                   \
    })
#define STORES_F_TO(name, size, value, order, form, shown)                                                             \
    STORE_F(name, size, value, order, n, form, shown) STORE_F(name, size, value, order, i, form, shown)
#define STORES_F(name, size, value)                                                                                    \
    STORES_F_TO(name, size, value, le, , untimed) STORES_F_TO(name, size, value, be, _be, untimed)                     \
    STORES_F_TO(name, size, value, le, _t, timed) STORES_F_TO(name, size, value, be, _be_t, timed)
STORES_F(stf8, 8, f->sig)
STORES_F(stfs, 4, ia64_fr_to_single(f))
STORES_F(stfd, 8, ia64_fr_to_double(f))

/* ISR.code of a register NaT consumption, an access that is one. */
enum { CONSUMED = 0x10 };

UOP(stf_any)
{
    unsigned format = FIELD_D & ACCESS_SIZE, size = bytes_of(format);
    u64 ea = RC, sum = ia64_sum(c, u, ea);
    if (format != FORMAT_SPILL && ia64_fr_is_natval(&ANY_FR(FIELD_B))) GO(ia64_trap(c, u, IVT_NAT_CONSUMPTION, CONSUMED));
    if (ia64_refused(c, ea, size, alignment_of(format), format == FORMAT_SPILL)) GO(ia64_refuse(c, u));
    MARK();
    { /* its address is taken: it must be gone before the jump, which would be a call else */
        u8 bytes[16];
        store_fr(bytes, &ANY_FR(FIELD_B), format, FIELD_D & ACCESS_BE);
        ia64_write(ia64_host(mem, ea), bytes, size);
    }
    if ((ea & (ALAT_GRANULE - 1)) + size > ALAT_GRANULE || ia64_may_hit(c, ea)) alat_store(&c->alat, ea, size);
    ia64_update(c, u, sum);
    c->saved = ea;
    NEXT(u + 1);
}

/* --- emission --------------------------------------------------------------------------------------------------------------- */

static enum emitted emit_load(struct translation *t, const struct ia64_slot *s, enum ia64_uop kind, unsigned d)
{
    u64 w = s->word;
    ia64_emit(t, kind, ia64_r1(w), ia64_r2(w), ia64_r3(w), d, ia64_load_increment(s));
    return EMIT_PLAIN;
}

static unsigned access_of(const struct translation *t, const struct ia64_slot *s)
{
    unsigned d = ia64_access_of(t, s);
    return s->insn->flags & (IA64_FILL | IA64_SPILL) ? (d & ~(unsigned)ACCESS_SIZE) | FORMAT_SPILL : d;
}

/* Those with operations of their own, by format; the others go by d. */
#define FORMATS(access, by)                                                                                            \
    {[FORMAT_INTEGER] = IA64_UOP_##access##8_##by, [FORMAT_SINGLE] = IA64_UOP_##access##s_##by,                        \
     [FORMAT_DOUBLE] = IA64_UOP_##access##d_##by, [FORMAT_SPILL] = IA64_UOP_NONE}

static enum emitted emit_any(struct translation *t, const struct ia64_slot *s, unsigned d)
{
    return emit_load(t, s, d & ACCESS_PAIR ? IA64_UOP_ldfp_any : IA64_UOP_ldf_any, d);
}

static enum emitted emit_plain(struct translation *t, const struct ia64_slot *s)
{
    static const u16 table[3][FORMAT_SPILL + 1] = {FORMATS(ldf, n), FORMATS(ldf, r), FORMATS(ldf, i)};
    unsigned d = access_of(t, s), update = d & ACCESS_BY_I ? 2 : d & ACCESS_BY_R ? 1 : 0;
    enum ia64_uop own = d & ACCESS_PAIR ? IA64_UOP_NONE : table[update][d & ACCESS_SIZE];
    return own ? emit_load(t, s, own, d) : emit_any(t, s, d);
}

static enum emitted emit_advanced(struct translation *t, const struct ia64_slot *s)
{
    return emit_any(t, s, access_of(t, s) | ACCESS_ALAT);
}

enum emitted ia64_emit_ldf(struct translation *t, const struct ia64_slot *s)
{
    u32 flags = s->insn->flags;
    unsigned d = access_of(t, s) | (flags & IA64_ADV ? ACCESS_ALAT : 0);
    if (flags & IA64_CHECK) return ia64_emit_check_load(t, s, emit_plain, emit_advanced);
    if (flags & IA64_SPEC) return emit_load(t, s, d & ACCESS_PAIR ? IA64_UOP_ldfp_spec : IA64_UOP_ldf_spec, d);
    return flags & IA64_ADV ? emit_advanced(t, s) : emit_plain(t, s);
}

enum emitted ia64_emit_stf(struct translation *t, const struct ia64_slot *s)
{
    static const u16 table[2][FORMAT_SPILL + 1] = {FORMATS(stf, n), FORMATS(stf, i)};
    u64 w = s->word;
    unsigned d = access_of(t, s);
    enum ia64_uop own = table[!!(d & ACCESS_BY_I)][d & ACCESS_SIZE];
    ia64_emit(t, own ? own : IA64_UOP_stf_any, 0, ia64_f2(w), ia64_r3(w), d, (i32)ia64_imm9a(w));
    return EMIT_PLAIN;
}
