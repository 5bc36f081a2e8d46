/* What loads, stores and moves of floating-point registers (exec_memf.c, exec_fp.c) are in the primitives of host code;
 * arithmetic is left to its handlers. */
#include "isa/ia64/exec/lower.h"

#include "isa/ia64/exec/engine.h"
#include "isa/ia64/exec/exec_mem.h"

#if HOST_EMITTER

#define FR_OF(r, part)                                                                                                 \
    (STATE_OF(fr) + (unsigned)(r) * (unsigned)sizeof(struct ia64_fr) + (unsigned)offsetof(struct ia64_fr, part))

/* Where the register of that name stands is known. */
static bool stands(const struct lowering *l, unsigned f) { return f < FRAME || !(l->b->mode & MODE_FROT); }

static void fr_modified(struct lowering *l, unsigned f)
{
    host_value psr = host_get_part(l->e, STATE_OF(psr), 8);
    host_put_part(l->e, STATE_OF(psr), 8,
                  host_operate_constant(l->e, HOST_OR, true, psr, 1 << (f < FRAME ? PSR_MFL : PSR_MFH)));
}

/* Exponent and sign of an integer, as one word. */
static const struct ia64_fr integer = {.exp = IA64_FR_EXP_INTEGER};

static void put_integer(struct lowering *l, unsigned f, host_value sig)
{
    u64 word;
    memcpy(&word, &integer.exp, sizeof word);
    host_put(l->e, FR_OF(f, sig), sig);
    host_put(l->e, FR_OF(f, exp), host_constant(l->e, word));
    fr_modified(l, f);
}

/* What may be a NaTVal is the handler's. */
static void unless_natval(struct lowering *l, unsigned f)
{
    host_value exp = host_get_part(l->e, FR_OF(f, exp), 4);
    host_branch_compare_constant(l->e, HOST_EQ, false, exp, IA64_FR_EXP_NATVAL, by_handler(l));
    host_drop(l->e, exp);
}

/* The memory formats that are converted (fr.h): bits of the fraction, and of the exponent. */
struct fp_format {
    unsigned fraction, exponent;
    i32 least; /* exponent in the register of the least normal number */
};

static struct fp_format fp_format(unsigned format)
{
    if (format == FORMAT_SINGLE) return (struct fp_format){23, 8, IA64_FR_EXP_SINGLE_MIN};
    return (struct fp_format){52, 11, IA64_FR_EXP_DOUBLE_MIN};
}

/* A number of that format goes to register f; one that is not normal is the handler's. */
static void put_number(struct lowering *l, unsigned f, struct fp_format t, host_value v)
{
    struct host_emission *e = l->e;
    i32 ones = (1 << t.exponent) - 1;
    host_value up = host_shift(e, HOST_SHR, true, v, t.fraction),
               exp = host_operate_constant(e, HOST_AND, false, up, ones);
    host_drop(e, up);
    host_value normal = host_operate_constant(e, HOST_ADD, false, exp, -1);
    host_branch_compare_constant(e, HOST_GEU, false, normal, ones - 1, by_handler(l));
    host_drop(e, exp);
    exp = host_operate_constant(e, HOST_ADD, false, normal, t.least);
    host_drop(e, normal);
    host_value bit = host_constant(e, IA64_FR_INTEGER_BIT), left = host_shift(e, HOST_SHL, true, v, 63 - t.fraction);
    host_put(e, FR_OF(f, sig), host_operate(e, HOST_OR, true, left, bit));
    host_drop(e, left), host_drop(e, bit);
    host_value sign = host_shift(e, HOST_SHR, true, v, t.fraction + t.exponent),
               high = host_shift(e, HOST_SHL, true, sign, 32);
    host_drop(e, sign);
    host_put(e, FR_OF(f, exp), host_operate(e, HOST_OR, true, high, exp));
    host_drop(e, high), host_drop(e, exp);
    fr_modified(l, f);
}

/* The other way: what has no integer bit, as a NaTVal has none, is the handler's. */
static host_value number_of(struct lowering *l, unsigned f, struct fp_format t)
{
    struct host_emission *e = l->e;
    host_value sig = host_get(e, FR_OF(f, sig)), rest = host_get(e, FR_OF(f, exp));
    host_branch_bit(e, false, sig, 63, by_handler(l));
    host_value left = host_shift(e, HOST_SHL, true, sig, 1), v = host_shift(e, HOST_SHR, true, left, 64 - t.fraction);
    host_drop(e, sig), host_drop(e, left);
    host_value high = host_shift(e, HOST_SHR, false, rest, 16),
               up = host_shift(e, HOST_SHL, false, high, t.exponent - 1);
    host_drop(e, high);
    host_value low = host_operate_constant(e, HOST_AND, false, rest, (1 << (t.exponent - 1)) - 1),
               exp = host_operate(e, HOST_OR, false, up, low);
    host_drop(e, up), host_drop(e, low);
    host_value sign = host_shift(e, HOST_SHR, true, rest, 32), signs = host_shift(e, HOST_SHL, true, sign, t.exponent);
    host_drop(e, rest), host_drop(e, sign);
    host_value both = host_operate(e, HOST_OR, true, signs, exp),
               above = host_shift(e, HOST_SHL, true, both, t.fraction);
    host_drop(e, signs), host_drop(e, exp), host_drop(e, both);
    host_value whole = host_operate(e, HOST_OR, true, v, above);
    host_drop(e, v), host_drop(e, above);
    return whole;
}

/* x = bytes, y = enum ia64_update, above two bits the format. While these, and moves between registers below, were left
 * to handlers, tests/bench/fp.c took 1.03 times as long under --cpu=none. */
LOWER(load_f)
{
    struct host_emission *e = l->e;
    unsigned format = l->y >> 2;
    l->y &= 3;
    if (!stands(l, l->u->a)) return false;
    host_value ea = gr(l, l->u->c), next = ia64_lower_sum(l, ea), at = ia64_lower_place(l, ea),
               v = host_load(e, l->i, at, l->x);
    host_next(e);
    host_keep(e, ea), host_keep(e, next), host_keep(e, v);
    if (format == FORMAT_INTEGER) put_integer(l, l->u->a, v);
    else put_number(l, l->u->a, fp_format(format), v);
    if (l->y != UPDATE_NONE) set_gr(l, l->u->c, next);
    return ia64_lower_looked_up(l, ea), true;
}

LOWER(store_f)
{
    struct host_emission *e = l->e;
    unsigned format = l->y >> 2;
    l->y &= 3;
    if (!stands(l, l->u->b)) return false;
    host_value v, ea;
    if (format == FORMAT_INTEGER) unless_natval(l, l->u->b), v = host_get(e, FR_OF(l->u->b, sig));
    else v = number_of(l, l->u->b, fp_format(format));
    ea = gr(l, l->u->c);
    host_value next = ia64_lower_sum(l, ea), at = ia64_lower_place(l, ea);
    ia64_lower_unless_advanced(l, ea);
    host_store(e, l->i, at, l->x, v);
    if (l->y != UPDATE_NONE) set_gr(l, l->u->c, next);
    return ia64_lower_looked_up(l, ea), true;
}

/* What becomes of the base, where d says it. */
static enum ia64_update update_of(const struct uop *u)
{
    return u->d & ACCESS_BY_I ? UPDATE_BY_I : u->d & ACCESS_BY_R ? UPDATE_BY_R : UPDATE_NONE;
}

/* Where the second half of a spilled register, or the second number of a pair, is. */
static host_value behind(struct lowering *l, host_value at, i32 bytes) { return host_operate_constant(l->e, HOST_ADD, true, at, bytes); }

enum { SPILL_EXP = 0x1ffff, SPILL_SIGN = 17, WORD_SIGN = 32 }; /* the exponent and sign of what is spilled, and the sign in the register's second word */

/* ldf.fill. */
LOWER(fill_f)
{
    struct host_emission *e = l->e;
    const struct uop *u = l->u;
    if ((u->d & (ACCESS_SIZE | ACCESS_BE | ACCESS_ALAT)) != FORMAT_SPILL || !stands(l, u->a)) return false;
    l->y = (u8)update_of(u);
    host_value ea = gr(l, u->c), next = ia64_lower_sum(l, ea), at = ia64_lower_place(l, ea), sig = host_load(e, l->i, at, 8);
    host_put(e, FR_OF(u->a, sig), sig);
    host_drop(e, sig);
    host_value rest = host_load(e, l->i, behind(l, at, 8), 8);
    host_next(e);
    host_keep(e, ea), host_keep(e, next), host_keep(e, rest);
    host_value exp = host_operate_constant(e, HOST_AND, false, rest, SPILL_EXP);
    host_value sign = host_operate_constant(e, HOST_AND, false, host_shift(e, HOST_SHR, true, rest, SPILL_SIGN), 1);
    host_put(e, FR_OF(u->a, exp), host_operate(e, HOST_OR, true, exp, host_shift(e, HOST_SHL, true, sign, WORD_SIGN)));
    host_next(e);
    host_keep(e, ea), host_keep(e, next);
    fr_modified(l, u->a);
    if (l->y != UPDATE_NONE) set_gr(l, u->c, next);
    host_put_part(e, STATE_OF(saved), 8, ea);
    return true;
}

/* stf.spill. While it and ldf.fill were left to handlers Lua's sort, whose protected calls are a setjmp each, executed 1.05 times as many instructions. */
LOWER(spill_f)
{
    struct host_emission *e = l->e;
    const struct uop *u = l->u;
    if ((u->d & (ACCESS_SIZE | ACCESS_BE)) != FORMAT_SPILL || !stands(l, u->b)) return false;
    l->y = (u8)update_of(u);
    host_value ea = gr(l, u->c), next = ia64_lower_sum(l, ea), at = ia64_lower_place(l, ea);
    ia64_lower_unless_advanced(l, ea);
    host_next(e);
    host_keep(e, ea), host_keep(e, next), host_keep(e, at);
    host_store(e, l->i, at, 8, host_get(e, FR_OF(u->b, sig)));
    host_value word = host_get(e, FR_OF(u->b, exp)), sign = host_shift(e, HOST_SHR, true, word, WORD_SIGN);
    host_value rest = host_operate(e, HOST_OR, true, host_low(e, word), host_shift(e, HOST_SHL, true, sign, SPILL_SIGN));
    host_store(e, l->i, behind(l, at, 8), 8, rest);
    host_next(e);
    host_keep(e, ea), host_keep(e, next);
    if (l->y != UPDATE_NONE) set_gr(l, u->c, next);
    host_put_part(e, STATE_OF(saved), 8, ea);
    return true;
}

/* x = the format. */
LOWER(setf_number)
{
    if (!stands(l, l->u->a)) return false;
    host_value v = gr(l, l->u->b);
    put_number(l, l->u->a, fp_format(l->x), l->x == FORMAT_SINGLE ? host_low(l->e, v) : v);
    return true;
}

LOWER(getf_number)
{
    if (!stands(l, l->u->b)) return false;
    set_gr(l, l->u->a, number_of(l, l->u->b, fp_format(l->x)));
    return true;
}

LOWER(setf_sig)
{
    if (!stands(l, l->u->a)) return false;
    put_integer(l, l->u->a, gr(l, l->u->b));
    return true;
}

LOWER(getf_sig)
{
    if (!stands(l, l->u->b)) return false;
    unless_natval(l, l->u->b);
    set_gr(l, l->u->a, host_get(l->e, FR_OF(l->u->b, sig)));
    return true;
}

/* f1 = f3 * f4 + f2, the low words. */
LOWER(xma_l)
{
    const struct uop *u = l->u;
    if (!stands(l, u->a) || !stands(l, u->b) || !stands(l, u->c) || !stands(l, u->d)) return false;
    unless_natval(l, u->b), unless_natval(l, u->c), unless_natval(l, u->d);
    host_value product = host_multiply(l->e, host_get(l->e, FR_OF(u->c, sig)), host_get(l->e, FR_OF(u->d, sig)));
    put_integer(l, u->a, host_operate(l->e, HOST_ADD, true, product, host_get(l->e, FR_OF(u->b, sig))));
    return true;
}

#endif
