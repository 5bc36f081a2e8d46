/* What the operations of isa/parisc/exec/uop.def are in the primitives of host code, but for those at the ends of blocks (lower_exits.c).
 * Each does what its handler does, where the sources are named; what is rare it leaves to the handler, before anything is done. */
#include "isa/parisc/exec/lower.h"

#include "isa/parisc/exec/exec.h"
#include "isa/parisc/system/data.h"
#include "isa/parisc/timing/timed.h"

#if HOST_EMITTER

static void set_gr(struct lowering *l, unsigned r, host_value v)
{
    if (r != GR_SINK) put_gr(l, r, v);
}

static host_value imm(struct lowering *l) { return host_constant(l->e, (u64)(i64)l->u->imm); }

/* --- conditions (isa/parisc/exec/cond.h) ------------------------------------------------------------------------------------ */

static const u8 of_difference[7] = {[1] = HOST_EQ, HOST_LT, HOST_LE, HOST_LTU, HOST_LEU, HOST_OVERFLOW};
static const u8 of_sum[7] = {[1] = HOST_EQ, HOST_LT, HOST_LE, HOST_GEU, HOST_LEU, HOST_OVERFLOW};

/* Conditions of the host stand in pairs: each beside its contrary. */
static enum host_condition host_condition(const u8 *table, unsigned cf) { return (enum host_condition)(table[cf >> 1] ^ (cf & 1)); }

/* If condition cf holds of a - b, of 32 bits, with cf not "never" or "always". */
static void branch_difference(struct lowering *l, unsigned cf, host_value a, host_value b, unsigned to)
{
    if (cf >> 1 == 7) host_branch_bits(l->e, !(cf & 1), host_operate(l->e, HOST_XOR, false, a, b), 1, (host_label)to);
    else host_branch_compare(l->e, host_condition(of_difference, cf), false, a, b, (host_label)to);
}

/* If it holds of a + b = sum, of 32 bits. */
static void branch_sum(struct lowering *l, unsigned cf, host_value a, host_value b, host_value sum, unsigned to)
{
    if (cf >> 1 == 7) host_branch_bits(l->e, !(cf & 1), sum, 1, (host_label)to);
    else host_branch_sum(l->e, host_condition(of_sum, cf), a, b, (host_label)to);
}

/* An operation with a counter behind it has found that it nullifies, if code gets here at all. */
static void nullify(struct lowering *l)
{
    const struct uop *counter = l->u + 1;
    host_increment(l->e, HOST_BLOCK, in_block(l, &counter->count));
    host_add_to_state(l->e, STATE_OF(nullified), 1);
    host_branch(l->e, (host_label)(l->i + (unsigned)counter->imm));
}

/* What is known behind an operation (struct lowering): PSW C/B of the word is in cpu.carried, PSW V in cpu.inverting. */
enum { CARRY = 1, PSW_V_TOO = 2 };

/* --- arithmetic and logic (exec_int.c) -------------------------------------------------------------------------------------- */

LOWER(ldi) { set_gr(l, l->u->a, imm(l)); return true; }
LOWER(link) { set_gr(l, l->u->a, host_constant(l->e, (u32)l->u->imm)); return true; }
LOWER(copy) { set_gr(l, l->u->a, gr(l, l->u->b)); return true; }
LOWER(nop) { return (void)l, true; }

/* GR a = GR b + imm; what is known of the one holds of the other, too. */
static void add_to_base(struct lowering *l, unsigned a, unsigned b, i32 by)
{
    u8 of = l->aligned[b].of, rest = (u8)((l->aligned[b].rest + (unsigned)by) & (of - 1u));
    set_gr(l, a, host_operate_constant(l->e, HOST_ADD, true, gr(l, b), by));
    if (a != GR_SINK) l->aligned[a].of = of, l->aligned[a].rest = rest;
}

LOWER(ldo)
{
    add_to_base(l, l->kind == PA_UOP_addil ? 1 : l->u->a, l->u->b, l->u->imm);
    return true;
}

/* x = how far c is shifted. */
LOWER(shift_and_add)
{
    set_gr(l, l->u->a, host_add_scaled(l->e, true, gr(l, l->u->b), gr(l, l->u->c), l->x));
    return true;
}

/* x = enum host_op. */
LOWER(logic)
{
    set_gr(l, l->u->a, host_operate(l->e, (enum host_op)l->x, true, gr(l, l->u->b), gr(l, l->u->c)));
    return true;
}

LOWER(andcm)
{
    set_gr(l, l->u->a, host_operate(l->e, HOST_AND, true, host_not(l->e, true, gr(l, l->u->b)), gr(l, l->u->c)));
    return true;
}

static void set_carries_of(struct lowering *l, host_value a, host_value b, host_value sum)
{
    host_put(l->e, STATE_OF(carry_a), a);
    host_put(l->e, STATE_OF(carry_b), b);
    host_put(l->e, STATE_OF(carry_r), sum);
    l->known &= ~(unsigned)CARRY;
}

/* A value made of two that are needed no longer. */
static host_value operate(struct lowering *l, enum host_op op, bool wide, host_value a, host_value b)
{
    host_value r = host_operate(l->e, op, wide, a, b);
    host_drop(l->e, a);
    host_drop(l->e, b);
    return r;
}

/* Bits `by` and up of v, as many as the mask has; v is needed no longer. */
static host_value bits(struct lowering *l, bool wide, host_value v, unsigned by, i32 mask)
{
    host_value down = host_shift(l->e, HOST_SHR, wide, v, by), r;
    host_drop(l->e, v);
    r = host_operate_constant(l->e, HOST_AND, false, down, mask);
    host_drop(l->e, down);
    return r;
}

/* The carry out of the word, 0 or 1, of a + b = r; r is needed no longer. */
static host_value carry_out(struct lowering *l, host_value a, host_value b, host_value r)
{
    struct host_emission *e = l->e;
    host_value both = host_operate(e, HOST_AND, true, a, b), either = host_operate(e, HOST_OR, true, a, b), not_r = host_not(e, true, r);
    host_drop(e, r);
    return bits(l, true, operate(l, HOST_OR, true, operate(l, HOST_AND, true, either, not_r), both), 31, 1);
}

static host_value carry_of(struct lowering *l)
{
    struct host_emission *e = l->e;
    if (l->known & CARRY) return host_get(e, STATE_OF(carried));
    host_value a = host_get(e, STATE_OF(carry_a)), b = host_get(e, STATE_OF(carry_b)), out = carry_out(l, a, b, host_get(e, STATE_OF(carry_r)));
    host_drop(e, a), host_drop(e, b);
    return out;
}

/* --- chains of them: sums of several words, and divisions, which are made of pairs of ds and addc ---------------------------------------------------------------- */

/* Without a condition. */
static bool is_plain_step(const struct uop *ds) { return !ds->d; }
/* The other carry is that of 64 bits. */
static bool takes_word_carry(const struct uop *sum) { return !(sum->d & 16); }

/* Operation i follows at once, and is one of those that take the carry and make another. */
static bool takes_carry(const struct lowering *l, unsigned i)
{
    if (i >= l->b->uops || !comes_behind(l, i) || host_is_gap(l->e->host, &l->b->uop[i])) return false;
    unsigned kind = l->b->info[i].kind;
    if (kind == PA_UOP_ds) return is_plain_step(&l->b->uop[i]);
    return (kind == PA_UOP_addc || kind == PA_UOP_subb) && takes_word_carry(&l->b->uop[i]);
}

/* The next divide step is two further, and only it wants to know PSW V. */
static bool steps_again(const struct lowering *l)
{
    return takes_carry(l, l->i + 1) && takes_carry(l, l->i + 2) && l->b->info[l->i + 2].kind == PA_UOP_ds;
}

/* What the next one takes; nobody sees the rest, for neither can fault. */
static void hand_on_carry(struct lowering *l, host_value carry)
{
    host_put(l->e, STATE_OF(carried), carry);
    l->known |= CARRY;
}

/* The carry out of the word, 0 or 1, of a + b + one, a number, or HOST_NO_VALUE and `plus`. */
static host_value word_carry(struct lowering *l, host_value a, host_value b, host_value one, i32 plus)
{
    struct host_emission *e = l->e;
    host_value low = host_low(e, a), other = host_low(e, b), all = host_add_scaled_constant(e, true, low, other, 0, plus);
    host_drop(e, low), host_drop(e, other);
    if (one != HOST_NO_VALUE) low = all, all = host_operate(e, HOST_ADD, true, low, one), host_drop(e, low);
    return host_shift(e, HOST_SHR, true, host_last_use(e, all), 32);
}

/* Whether anybody sees the carries that the operation makes: nobody does where one behind it makes others, and none before that takes them, may trap or leads
 * elsewhere. */
static bool carries_are_seen(const struct lowering *l)
{
    const u32 sees = PA_UOP_CARRY_IN | PA_UOP_STATE_IN | PA_UOP_READS | PA_UOP_WRITES | PA_UOP_TRAPS | PA_UOP_NULLIFIES | PA_UOP_BRANCHES | PA_UOP_ENDS | PA_UOP_PAIR |
                     PA_UOP_OUTSIDE;
    for (unsigned i = l->i + 1; i < l->b->uops; i++) {
        u32 flags = pa_uop_row(l->b->info[i].kind)->flags;
        if (flags & sees) return true;
        if (flags & PA_UOP_CARRY_OUT) return false;
    }
    return true;
}

/* The carries of a + b = sum: handed on where `carry` is not HOST_NO_VALUE. */
static void make_carries(struct lowering *l, host_value a, host_value b, host_value sum, host_value carry)
{
    if (carry != HOST_NO_VALUE) hand_on_carry(l, carry);
    else if (carries_are_seen(l)) set_carries_of(l, a, b, sum);
    else l->known &= ~(unsigned)CARRY;
}

/* x: it subtracts; y: from or to the number, not GR c. Where the next one takes the carry it is handed on; with that, and without carries that nobody
 * sees, a loop of 64-bit sums takes 0.70 of the time. */
LOWER(sum)
{
    host_value a = l->y ? imm(l) : gr(l, l->u->c), b = gr(l, l->u->b);
    host_value s = host_operate(l->e, l->x ? HOST_SUB : HOST_ADD, true, a, b);
    if (l->x && carries_are_seen(l)) b = host_not(l->e, true, b);
    make_carries(l, a, b, s, takes_carry(l, l->i + 1) ? word_carry(l, a, b, HOST_NO_VALUE, l->x) : HOST_NO_VALUE);
    set_gr(l, l->u->a, s);
    return true;
}

/* x: it subtracts. */
LOWER(sum_with_carry)
{
    struct host_emission *e = l->e;
    if (!takes_word_carry(l->u)) return false;
    host_value carry = carry_of(l), a = gr(l, l->u->c), b = gr(l, l->u->b);
    if (l->x) b = host_not(e, true, b);
    host_value both = host_operate(e, HOST_ADD, true, a, b), s = host_operate(e, HOST_ADD, true, both, carry);
    host_drop(e, both);
    bool doubles = !l->x && l->u->b == l->u->c; /* the carry is the bit that was highest */
    host_value on = HOST_NO_VALUE;
    if (takes_carry(l, l->i + 1)) on = doubles ? host_shift(e, HOST_SHR, false, a, 31) : word_carry(l, a, b, carry, 0);
    make_carries(l, a, b, s, on);
    set_gr(l, l->u->a, s);
    return true;
}

/* Compare and clear: x = the first of its operations by condition, whose is 2; y: a number is compared, not GR c. */
static bool clear(struct lowering *l, unsigned first, bool number)
{
    unsigned cf = l->kind - first + 2;
    host_value a = number ? imm(l) : gr(l, l->u->c), b = gr(l, l->u->b);
    if (l->u->a != GR_SINK) {
        host_put_constant(l->e, GR_OF(l->u->a), 0);
        l->aligned[l->u->a].of = 0;
    }
    branch_difference(l, cf ^ 1, a, b, l->i + 2);
    nullify(l);
    return true;
}
LOWER(compare_clear) { return clear(l, PA_UOP_cmpclr_2, false); }
LOWER(compare_clear_number) { return clear(l, PA_UOP_cmpiclr_2, true); }

/* All ones if PSW V is set, else 0: then the divisor is subtracted. */
static host_value v_of(struct lowering *l)
{
    struct host_emission *e = l->e;
    if (l->known & PSW_V_TOO) return host_get(e, STATE_OF(inverting));
    host_value v = bits(l, false, host_get_part(e, STATE_OF(psw), 4), 17, 1);
    return operate(l, HOST_SUB, true, host_constant(e, 0), v);
}

static void set_v(struct lowering *l, host_value v)
{
    struct host_emission *e = l->e;
    host_value others = host_operate_constant(e, HOST_AND, false, host_get_part(e, STATE_OF(psw), 4), ~(i32)PSW_V);
    host_put_part(e, STATE_OF(psw), 4, operate(l, HOST_OR, false, others, host_shift(e, HOST_SHL, false, v, 17)));
    l->known &= ~(unsigned)PSW_V_TOO;
}

/* Divide step, as the handler has it; without a condition. */
LOWER(divide_step)
{
    struct host_emission *e = l->e;
    if (!is_plain_step(l->u)) return false;
    host_value a = host_add_scaled(e, false, carry_of(l), gr(l, l->u->c), 1);
    host_next(e);
    host_keep(e, a);
    host_value all = v_of(l), divisor = gr(l, l->u->b);
    host_value b = host_operate(e, HOST_XOR, false, divisor, all);
    host_value s = operate(l, HOST_SUB, true, host_operate(e, HOST_ADD, true, a, b), all);
    host_next(e);
    host_keep(e, a), host_keep(e, divisor), host_keep(e, b), host_keep(e, s);
    host_value low = host_low(e, s), carry = host_shift(e, HOST_SHR, true, s, 32);
    host_drop(e, s);
    make_carries(l, a, b, low, takes_carry(l, l->i + 1) ? carry : HOST_NO_VALUE);
    host_drop(e, a), host_drop(e, b);
    /* V is the carry, or its contrary if the divisor is negative. */
    host_value v = operate(l, HOST_XOR, false, host_shift(e, HOST_SHR, false, divisor, 31), carry);
    if (steps_again(l)) {
        host_put(e, STATE_OF(inverting), operate(l, HOST_SUB, true, host_constant(e, 0), v));
        l->known |= PSW_V_TOO;
    } else {
        set_v(l, v);
    }
    set_gr(l, l->u->a, low);
    return true;
}

/* --- shifts, extracts, deposits --------------------------------------------------------------------------------------------- */

static host_value masked(struct lowering *l, host_value v, unsigned length)
{
    return length >= 32 ? v : host_operate_constant(l->e, HOST_AND, false, v, (i32)((1u << length) - 1));
}

LOWER(extract_unsigned)
{
    unsigned by = l->u->c, length = (unsigned)l->u->imm;
    host_value v = host_shift(l->e, HOST_SHR, false, gr(l, l->u->b), by);
    set_gr(l, l->u->a, by + length >= 32 ? v : masked(l, host_last_use(l->e, v), length));
    return true;
}

LOWER(extract_signed)
{
    unsigned by = l->u->c, length = (unsigned)l->u->imm;
    if (by + length > 32) return pa_lower_extract_unsigned(l); /* the bit of the sign lies left of the word */
    host_value v = host_shift(l->e, HOST_SHL, false, gr(l, l->u->b), 32 - by - length);
    set_gr(l, l->u->a, host_shift(l->e, HOST_SAR, false, host_last_use(l->e, v), 32 - length));
    return true;
}

/* x = enum host_shift. */
LOWER(shift)
{
    set_gr(l, l->u->a, host_shift(l->e, (enum host_shift)l->x, false, gr(l, l->u->b), l->u->c));
    return true;
}

LOWER(deposit_zero)
{
    host_value field = masked(l, gr(l, l->u->b), (unsigned)l->u->imm);
    set_gr(l, l->u->a, host_shift(l->e, HOST_SHL, false, host_last_use(l->e, field), l->u->c));
    return true;
}

LOWER(deposit)
{
    unsigned length = (unsigned)l->u->imm;
    u32 m = (u32)((length >= 32 ? ~0ull : (1ull << length) - 1) << l->u->c);
    host_value kept = host_operate_constant(l->e, HOST_AND, false, gr(l, l->u->a == GR_SINK ? 0 : l->u->a), (i32)~m);
    host_value up = host_shift(l->e, HOST_SHL, false, gr(l, l->u->b), l->u->c), part = host_operate_constant(l->e, HOST_AND, false, host_last_use(l->e, up), (i32)m);
    set_gr(l, l->u->a, host_operate(l->e, HOST_OR, false, host_last_use(l->e, kept), part));
    return true;
}

LOWER(shift_pair)
{
    set_gr(l, l->u->a, host_shift_pair(l->e, false, gr(l, l->u->c), gr(l, l->u->b), (unsigned)l->u->imm));
    return true;
}

/* The complete operations, of words. Each ends with its condition on the result v (cond_sed()): what is behind its counter is next, or nullified. */
static bool is_of_words(const struct lowering *l) { return !(l->u->d & SED_DW); }

static bool nullify_by_condition(struct lowering *l, host_value v)
{
    unsigned c = l->u->d & 7;
    bool contrary = c >> 2;
    host_label behind = (host_label)(l->i + 2);
    if (!c) return host_branch(l->e, behind), true;
    if ((c & 3) == 3) host_branch_bits(l->e, contrary, v, 1, behind);
    else if (c & 3) host_branch_compare_constant(l->e, (enum host_condition)(((c & 3) == 1 ? HOST_NE : HOST_GE) ^ contrary), false, v, 0, behind);
    return nullify(l), true;
}

/* SAR names a bit from the left: that far is shifted. */
static host_value distance_by_sar(struct lowering *l)
{
    host_value not_sar = host_not(l->e, false, host_get_part(l->e, STATE_OF(sar), 1));
    return host_operate_constant(l->e, HOST_AND, false, not_sar, 31);
}

LOWER(extract_complete)
{
    unsigned length = (unsigned)l->u->imm, d = l->u->d;
    if (!is_of_words(l)) return false;
    enum host_shift down = d & SED_SIGN ? HOST_SAR : HOST_SHR;
    host_value from = gr(l, l->u->b), v;
    v = d & SED_SAR ? host_shift_by(l->e, down, false, from, distance_by_sar(l)) : host_shift(l->e, down, false, from, l->u->c);
    if (!(d & SED_SIGN)) v = masked(l, v, length);
    else if (length < 32) v = host_shift(l->e, HOST_SAR, false, host_shift(l->e, HOST_SHL, false, v, 32 - length), 32 - length);
    set_gr(l, l->u->a, v);
    return nullify_by_condition(l, v);
}

LOWER(deposit_complete)
{
    struct host_emission *e = l->e;
    const struct uop *u = l->u;
    unsigned length = (unsigned)u->imm, to = u->a == GR_SINK ? 0 : u->a;
    u32 ones = (u32)((length >= 32 ? ~0ull : (1ull << length) - 1));
    if (!is_of_words(l)) return false;
    host_value from = u->d & SED_IMMEDIATE ? host_constant(e, (u32)(i8)u->b) : gr(l, u->b), part;
    if (u->d & SED_SAR) {
        host_value by = distance_by_sar(l), mask = host_shift_by(e, HOST_SHL, false, host_constant(e, ones), by);
        part = host_operate(e, HOST_AND, false, host_shift_by(e, HOST_SHL, false, from, by), mask);
        host_drop(e, by);
        if (u->d & SED_KEEP) {
            host_value others = host_not(e, false, mask);
            part = operate(l, HOST_OR, false, operate(l, HOST_AND, false, others, gr(l, to)), part);
        }
    } else {
        u32 mask = ones << u->c;
        part = host_operate_constant(e, HOST_AND, false, host_shift(e, HOST_SHL, false, from, u->c), (i32)mask);
        if (u->d & SED_KEEP) part = operate(l, HOST_OR, false, host_operate_constant(e, HOST_AND, false, gr(l, to), (i32)~mask), part);
    }
    set_gr(l, u->a, part);
    return nullify_by_condition(l, part);
}

LOWER(shift_pair_complete)
{
    struct host_emission *e = l->e;
    if (!is_of_words(l)) return false;
    host_value high = host_shift(e, HOST_SHL, true, gr(l, l->u->c), 32), both = operate(l, HOST_OR, true, high, host_low(e, gr(l, l->u->b)));
    host_value down;
    if (l->u->d & SED_SAR) down = host_shift_by(e, HOST_SHR, true, both, host_operate_constant(e, HOST_AND, false, host_get_part(e, STATE_OF(sar), 1), 31));
    else down = host_shift(e, HOST_SHR, true, both, (unsigned)l->u->imm);
    host_value v = host_low(e, down);
    set_gr(l, l->u->a, v);
    return nullify_by_condition(l, v);
}

/* x: the complement. */
LOWER(to_sar)
{
    host_value v = l->x ? host_not(l->e, false, gr(l, l->u->b)) : gr(l, l->u->b);
    host_put_part(l->e, STATE_OF(sar), 1, host_operate_constant(l->e, HOST_AND, false, v, 63));
    return true;
}

LOWER(from_sar)
{
    host_value v = host_get_part(l->e, STATE_OF(sar), 1);
    set_gr(l, l->u->a, l->u->d ? v : host_operate_constant(l->e, HOST_AND, false, v, 31));
    return true;
}

/* --- loads and stores (exec_mem.c): x = bytes, y = enum pa_access_mode ------------------------------------------------------- */

/* An address of that distance from GR b, which is known to be aligned; if it is not, it will be known where code goes on: of several
 * accesses by the same register one is tested. */
static bool is_aligned(struct lowering *l, unsigned b, i32 distance)
{
    u8 *of = &l->aligned[b].of, *rest = &l->aligned[b].rest;
    if (*of >= l->x && !((*rest + (unsigned)distance) & (l->x - 1u))) return true;
    if (*of < l->x) *of = l->x, *rest = (u8)(-(unsigned)distance & (l->x - 1u));
    return false;
}

static host_value address(struct lowering *l)
{
    const struct uop *u = l->u;
    host_value base = gr(l, u->b), ea;
    bool by_base = l->y == ACCESS_D || l->y == ACCESS_MB;
    switch (l->y) {
    case ACCESS_D: case ACCESS_MB:
        ea = u->imm ? host_operate_constant(l->e, HOST_ADD, false, base, u->imm) : host_low(l->e, base);
        break;
    case ACCESS_X: ea = host_add_scaled(l->e, false, base, gr(l, u->c), u->d); break;
    default: by_base = true, ea = host_low(l->e, base); break;
    }
    if (l->x > 1 && !(by_base && is_aligned(l, u->b, l->y == ACCESS_D || l->y == ACCESS_MB ? u->imm : 0))) host_branch_bits(l->e, true, ea, l->x - 1u, by_handler(l));
    return ea;
}

/* The base is left where the form says. */
static void modify(struct lowering *l)
{
    const struct uop *u = l->u;
    if (l->y == ACCESS_MB || l->y == ACCESS_MA)
        add_to_base(l, u->b, u->b, u->imm);
    else if (l->y == ACCESS_XM)
        put_gr(l, u->b, host_add_scaled(l->e, true, gr(l, u->b), gr(l, u->c), u->d));
}

static bool is_odd(const struct lowering *l)
{
    bool modifies = l->y != ACCESS_D && l->y != ACCESS_X, scaled = l->y == ACCESS_X || l->y == ACCESS_XM;
    return (modifies && !l->u->b) || (scaled && l->u->d > 3);
}

_Static_assert(BLOCK_STEPS + 2 <= DATA_NOTES_AHEAD, "an instruction has one access, and a slow path that has found room may note two words");

/* But for what is done with its address the access has been done; where the caches cannot tell at once, the slow path does. */
static host_label begin_showing(struct lowering *l, host_value ea, bool write)
{
    host_next(l->e);
    host_keep(l->e, ea);
    return by_slow_path(l, write ? pa_slow_write : pa_slow_read, 1);
}

/* Without a model: it is only told. */
static void show_nothing(struct lowering *l, host_value ea, bool write)
{
    struct host_emission *e = l->e;
    u32 site = pa_data_site(l->c, l->b, l->i);
    host_label slow = begin_showing(l, ea, write);
    host_value m = host_get_part(e, STATE_OF(memory), 8);
    host_write(e, m, write ? MEMORY_OF(stored) : MEMORY_OF(loaded), 4, ea);
    host_drop(e, m);
    if (site) unless_room(l, 1, slow);
    else host_branch_compare(e, HOST_EQ, false, ea, ea, slow); /* always */
    if (site) tell_access(l, ea, site), settle_notes(l);
    else host_drop(e, ea);
}

/* Under a timing model the access, which has been done, is shown to the caches: here where it takes nothing, and is quickly told to
 * (pa_memory_read() and pa_memory_write()), else by the slow path. */
static void show(struct lowering *l, host_value ea, bool write)
{
    struct host_emission *e = l->e;
    if (!is_timed(l)) {
        if (l->c->data && l->c->code->timed) show_nothing(l, ea, write);
        return;
    }
    host_label slow = begin_showing(l, ea, write);
    u32 site = l->c->data ? pa_data_site(l->c, l->b, l->i) : 0;
    host_value m = host_get_part(e, STATE_OF(memory), 8), granule = host_shift(e, HOST_SHR, false, ea, QUICK_SHIFT);
    host_write(e, m, write ? MEMORY_OF(stored) : MEMORY_OF(loaded), 4, ea);
    if (site) unless_room(l, DATA_NOTES_AHEAD, slow);
    else host_drop(e, ea);
    host_value at = host_operate_constant(e, HOST_AND, false, granule, (i32)l->c->memory->quick_mask);
    host_value quick = l->c->data && !site ? host_read_indexed(e, host_read(e, m, MEMORY_OF(quick), 8), at, 0, 8)
                                           : host_read_indexed(e, m, at, BEHIND_MEMORY(l, known), 8);
    host_branch_compare(e, HOST_NE, false, quick, granule, slow);
    host_drop(e, at), host_drop(e, granule);
    if (write) host_branch_bit(e, false, quick, 32, slow);
    host_value half = host_shift(e, HOST_SHR, true, host_last_use(e, quick), 33); /* of where the page's entry lies */
    host_value now = host_operate_constant(e, HOST_ADD, true, host_read(e, m, MEMORY_OF(tlb.now), 8), DEFERRED_EACH * (i32)(l->pending + 1));
    if (defers(l)) l->pending++;
    else host_write(e, m, MEMORY_OF(tlb.now), 8, now);
    host_write_at(e, m, half, 1, BEHIND_MEMORY(l, tlb.entry) + (i32)offsetof(struct tlb_entry, used), now);
    if (site) tell_access(l, ea, site);
}

LOWER(load)
{
    if (is_odd(l)) return false;
    host_value ea = address(l), v = host_load(l->e, l->i, ea, l->x);
    modify(l);
    set_gr(l, l->u->a, v);
    show(l, ea, false);
    return true;
}

LOWER(store)
{
    if (is_odd(l)) return false;
    host_value v = gr(l, l->u->a), ea = address(l);
    host_store(l->e, l->i, ea, l->x, v);
    modify(l);
    show(l, ea, true);
    return true;
}

/* A floating-point register, or half of one, in the host's order: the low half comes first. */
static unsigned fr_of(const struct lowering *l) { return STATE_OF(fr) + l->x * (unsigned)l->u->a; }

LOWER(load_fp)
{
    if (is_odd(l)) return false;
    host_value ea = address(l), v = host_load(l->e, l->i, ea, l->x);
    modify(l);
    host_put_part(l->e, fr_of(l), l->x, v);
    show(l, ea, false);
    return true;
}

LOWER(store_fp)
{
    if (is_odd(l)) return false;
    host_value v = host_get_part(l->e, fr_of(l), l->x), ea = address(l);
    host_store(l->e, l->i, ea, l->x, v);
    modify(l);
    show(l, ea, true);
    return true;
}

/* --- floating point (exec_fp.c): what needs no arithmetic --------------------------------------------------------------------- */

LOWER(multiply)
{
    host_value x = host_get_part(l->e, STATE_OF(fr) + 4u * l->u->b, 4), y = host_get_part(l->e, STATE_OF(fr) + 4u * l->u->c, 4);
    host_put_part(l->e, STATE_OF(fr) + 8u * l->u->a, 8, host_multiply(l->e, x, y));
    return true;
}

/* x = bytes. */
LOWER(copy_fp)
{
    host_put_part(l->e, STATE_OF(fr) + (unsigned)l->x * l->u->a, l->x, host_get_part(l->e, STATE_OF(fr) + (unsigned)l->x * l->u->b, l->x));
    return true;
}

/* --- branches (exec_branch.c) ------------------------------------------------------------------------------------------------ */

static unsigned taken(const struct lowering *l) { return l->i + (unsigned)l->u->imm; }
static host_value im5(struct lowering *l) { return host_constant(l->e, (u64)(i64)(i8)l->u->c); }

LOWER(compare_branch)
{
    branch_difference(l, l->kind - PA_UOP_cmpb_2 + 2, gr(l, l->u->c), gr(l, l->u->b), taken(l));
    return true;
}

/* A number on the left: the comparison is turned round, where that has a name. */
LOWER(compare_number_branch)
{
    static const u8 turned[7] = {[1] = HOST_EQ, HOST_GT, HOST_GE, HOST_GTU, HOST_GEU};
    unsigned cf = l->kind - PA_UOP_cmpib_2 + 2;
    if (cf >> 1 >= 6) branch_difference(l, cf, im5(l), gr(l, l->u->b), taken(l));
    else host_branch_compare_constant(l->e, host_condition(turned, cf), false, gr(l, l->u->b), (i8)l->u->c, (host_label)taken(l));
    return true;
}

static bool add_branch(struct lowering *l, unsigned cf, host_value a)
{
    if (cf < 2) return false;
    host_value b = gr(l, l->u->b), s = host_operate(l->e, HOST_ADD, true, a, b);
    set_gr(l, l->u->a, s);
    branch_sum(l, cf, a, b, s, taken(l));
    return true;
}
LOWER(add_number_branch) { return add_branch(l, l->kind - PA_UOP_addib_2 + 2, im5(l)); }
LOWER(add_register_branch) { return !(l->u->d & 16) && add_branch(l, l->u->d & 15, gr(l, l->u->c)); }

/* x: a number is moved. */
LOWER(move_branch)
{
    unsigned c = l->u->d & 15;
    host_value v = l->x ? im5(l) : gr(l, l->u->c);
    if (!(c & 3)) return false;
    set_gr(l, l->u->a, v);
    if ((c & 3) == 3) host_branch_bits(l->e, !(c & 4), v, 1, (host_label)taken(l));
    else host_branch_compare_constant(l->e, (enum host_condition)(((c & 3) == 1 ? HOST_EQ : HOST_LT) ^ (c >> 2 & 1)), false, v, 0, (host_label)taken(l));
    return true;
}

/* x: if the bit is set. */
LOWER(bit_branch) { host_branch_bit(l->e, l->x, gr(l, l->u->b), l->u->a, (host_label)taken(l)); return true; }

LOWER(target)
{
    host_value base = l->kind == PA_UOP_blr ? imm(l) : gr(l, l->u->b);
    host_put(l->e, STATE_OF(target), host_add_scaled(l->e, false, base, gr(l, l->u->c), 3));
    return true;
}

LOWER(target_external)
{
    host_put(l->e, STATE_OF(target), host_operate_constant(l->e, HOST_ADD, false, gr(l, l->u->b), l->u->imm));
    host_put_part(l->e, STATE_OF(target_space), 4, host_get_part(l->e, STATE_OF(sr[0]) + 4u * l->u->d, 4));
    return true;
}

LOWER(link_external)
{
    put_gr(l, 31, host_constant(l->e, (u32)l->u->imm));
    host_put_part(l->e, STATE_OF(sr[0]), 4, host_get_part(l->e, STATE_OF(iasq_front), 4));
    return true;
}

LOWER(same_space)
{
    host_value space = host_get_part(l->e, STATE_OF(target_space), 4);
    host_branch_compare_constant(l->e, HOST_NE, false, space, SPACE_USER, (host_label)taken(l));
    return true;
}

/* --- the table --------------------------------------------------------------------------------------------------------------- */

const struct host_row pa_host_row[PA_UOP_COUNT] = {
#define HOST(name, lower, x, y) [PA_UOP_##name] = {pa_lower_##lower, (x), (y)},
#include "isa/parisc/exec/uop.def"
};

#endif
