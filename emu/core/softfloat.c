/* Exact binary floating point on integers: see softfloat.h for what is promised. */
#include "emu/core/softfloat.h"

#include <assert.h>

const struct sf_format sf_single = {.precision = 24, .exp_bits = 8, .emin = -126, .emax = 127, .wrap = 192};
const struct sf_format sf_double = {.precision = 53, .exp_bits = 11, .emin = -1022, .emax = 1023, .wrap = 1536};
const struct sf_format sf_reg82 = {.precision = 64, .exp_bits = 17, .emin = -65534, .emax = 65535, .wrap = 98304};

/* A result before rounding: (-1)^sign * sig * 2^(exp - 127), bit 127 of sig set. Bit 0 is sticky: it stands
 * for any number of ones at or below it, which no rounding to 64 bits or fewer can tell apart. */
struct wide {
    u128 sig;
    i32 exp;
    bool sign;
};

#define TOP128 ((u128)1 << 127)
#define TOP64  ((u64)1 << 63)

static struct sf_num zero(bool sign) { return (struct sf_num){.cls = SF_ZERO, .sign = sign}; }
static struct sf_num infinity(bool sign) { return (struct sf_num){.cls = SF_INF, .sign = sign}; }

static struct sf_num invalid(struct sf_env *env)
{
    env->flags |= SF_INVALID;
    return (struct sf_num){.cls = SF_NAN};
}

static struct sf_num negated(struct sf_num a)
{
    a.sign = !a.sign;
    return a;
}

static struct wide widen(struct sf_num a)
{
    return (struct wide){.sig = (u128)a.sig << 64, .exp = a.exp, .sign = a.sign};
}

static int clz128(u128 v)
{
    u64 hi = (u64)(v >> 64);
    return hi ? __builtin_clzll(hi) : 64 + __builtin_clzll((u64)v);
}

/* v >> n, every bit shifted out kept in bit 0. */
static u128 shift_right_sticky(u128 v, u32 n)
{
    if (n == 0) return v;
    if (n >= 128) return v != 0;
    return v >> n | ((v << (128 - n)) != 0);
}

/* Does what lies below the last kept bit round the magnitude up? `rest` and `half` are on one scale. */
static bool rounds_up(enum sf_round mode, bool sign, bool odd, u128 rest, u128 half)
{
    switch (mode) {
    case SF_NEAREST: return rest > half || (rest == half && odd);
    case SF_TO_ZERO: return false;
    case SF_UP: return rest != 0 && !sign;
    case SF_DOWN: return rest != 0 && sign;
    }
    return false;
}

/* Rounds w at `precision` bits below its bit 127 (which need not be set); true if that lost anything. */
static bool round_at(struct wide *w, int precision, enum sf_round mode)
{
    u128 unit = (u128)1 << (128 - precision);
    u128 rest = w->sig & (unit - 1);
    bool up = rounds_up(mode, w->sign, (w->sig & unit) != 0, rest, unit >> 1);
    w->sig -= rest;
    if (up) {
        w->sig += unit;
        if (w->sig == 0) { /* carried out of bit 127 */
            w->sig = TOP128;
            w->exp++;
        }
    }
    return rest != 0;
}

static struct sf_num narrowed(const struct wide *w)
{
    if (w->sig == 0) return zero(w->sign);
    int shift = clz128(w->sig);
    return (struct sf_num){
        .cls = SF_NORMAL, .sign = w->sign, .exp = w->exp - shift, .sig = (u64)(w->sig << shift >> 64)};
}

/* The result of an overflow that does not trap: IEEE 754-1985, 7.3. */
static struct sf_num overflowed(const struct sf_format *f, struct sf_env *env, bool sign)
{
    env->flags |= SF_OVERFLOW | SF_INEXACT;
    bool to_infinity = env->round == SF_NEAREST || env->round == (sign ? SF_DOWN : SF_UP);
    if (to_infinity) return infinity(sign);
    return (struct sf_num){.cls = SF_NORMAL, .sign = sign, .exp = f->emax, .sig = ~(u64)0 << (64 - f->precision)};
}

/* The result of an underflow that does not trap: rounded where the format's subnormals end; flagged only if
 * that loses something (IEEE 754-1985, 7.4). `exact` has an exponent below emin or just rounds up to emin. */
static struct sf_num denormalized(const struct sf_format *f, struct sf_env *env, struct wide exact, bool tiny)
{
    if (tiny && env->flush) {
        env->flags |= SF_UNDERFLOW | SF_INEXACT;
        return zero(exact.sign);
    }
    exact.sig = shift_right_sticky(exact.sig, (u32)(f->emin - exact.exp));
    exact.exp = f->emin;
    if (round_at(&exact, f->precision, env->round)) env->flags |= tiny ? SF_UNDERFLOW | SF_INEXACT : SF_INEXACT;
    return narrowed(&exact);
}

/* The one place where results are rounded. */
static struct sf_num round_wide(const struct sf_format *f, struct sf_env *env, const struct wide *exact)
{
    struct wide w = *exact;
    bool inexact = round_at(&w, f->precision, env->round);
    if (w.exp > f->emax) {
        if (!(env->trapped & SF_OVERFLOW)) return overflowed(f, env, w.sign);
        env->flags |= inexact ? SF_OVERFLOW | SF_INEXACT : SF_OVERFLOW;
        w.exp -= f->wrap;
        return narrowed(&w);
    }
    bool tiny = (env->tiny_before ? exact->exp : w.exp) < f->emin;
    if (tiny && (env->trapped & SF_UNDERFLOW)) {
        env->flags |= inexact ? SF_UNDERFLOW | SF_INEXACT : SF_UNDERFLOW;
        w.exp += f->wrap;
        return narrowed(&w);
    }
    if (exact->exp < f->emin) return denormalized(f, env, *exact, tiny);
    if (inexact) env->flags |= SF_INEXACT;
    return narrowed(&w);
}

struct sf_num sf_round_to(const struct sf_format *f, struct sf_env *env, struct sf_num a)
{
    if (a.cls != SF_NORMAL) return a;
    struct wide w = widen(a);
    return round_wide(f, env, &w);
}

/* x + y, both not zero. The smaller one slides down a second 128-bit word: what falls off the end of that
 * word starts at least 129 bits below the larger one, and a difference of numbers so far apart loses at
 * most one leading bit, so the sticky bit is always below the last bit that counts. */
static struct sf_num add_wide(const struct sf_format *f, struct sf_env *env, struct wide x, struct wide y)
{
    if (x.exp < y.exp || (x.exp == y.exp && x.sig < y.sig)) {
        struct wide t = x;
        x = y;
        y = t;
    }
    u32 distance = (u32)(x.exp - y.exp);
    u128 hi = distance < 128 ? y.sig >> distance : 0;
    u128 lo = 0;
    if (distance >= 128) lo = shift_right_sticky(y.sig, distance - 128);
    else if (distance > 0) lo = y.sig << (128 - distance);

    struct wide sum = {.exp = x.exp, .sign = x.sign};
    if (x.sign == y.sign) {
        hi += x.sig;
        if (hi < x.sig) { /* carried out of bit 127 */
            lo = hi << 127 | lo >> 1 | (lo & 1);
            hi = TOP128 | hi >> 1;
            sum.exp++;
        }
    } else {
        hi = x.sig - hi - (lo != 0);
        lo = 0 - lo;
        if (hi == 0 && lo == 0) return zero(env->round == SF_DOWN); /* IEEE 754-1985, 6.3 */
        if (hi == 0) {
            hi = lo;
            lo = 0;
            sum.exp -= 128;
        }
        int shift = clz128(hi);
        if (shift > 0) {
            hi = hi << shift | lo >> (128 - shift);
            lo <<= shift;
            sum.exp -= shift;
        }
    }
    sum.sig = hi | (lo != 0);
    return round_wide(f, env, &sum);
}

/* A zero plus a zero: negative if both are, or if one is and the rounding is downward (IEEE 754-1985, 6.3). */
static struct sf_num add_zeros(const struct sf_env *env, bool a, bool b)
{
    return zero(env->round == SF_DOWN ? a || b : a && b);
}

struct sf_num sf_add(const struct sf_format *f, struct sf_env *env, struct sf_num a, struct sf_num b)
{
    if (a.cls == SF_INF || b.cls == SF_INF) {
        if (a.cls == b.cls && a.sign != b.sign) return invalid(env);
        return a.cls == SF_INF ? a : b;
    }
    if (a.cls == SF_ZERO && b.cls == SF_ZERO) return add_zeros(env, a.sign, b.sign);
    if (a.cls == SF_ZERO) return sf_round_to(f, env, b);
    if (b.cls == SF_ZERO) return sf_round_to(f, env, a);
    return add_wide(f, env, widen(a), widen(b));
}

struct sf_num sf_sub(const struct sf_format *f, struct sf_env *env, struct sf_num a, struct sf_num b)
{
    return sf_add(f, env, a, negated(b));
}

/* a * b, exact: two significands of 64 bits. */
static struct wide product(struct sf_num a, struct sf_num b)
{
    struct wide w = {.sig = (u128)a.sig * b.sig, .exp = a.exp + b.exp + 1, .sign = a.sign != b.sign};
    if (!(w.sig & TOP128)) {
        w.sig <<= 1;
        w.exp--;
    }
    return w;
}

struct sf_num sf_mul(const struct sf_format *f, struct sf_env *env, struct sf_num a, struct sf_num b)
{
    bool sign = a.sign != b.sign;
    if (a.cls == SF_INF || b.cls == SF_INF) {
        if (a.cls == SF_ZERO || b.cls == SF_ZERO) return invalid(env);
        return infinity(sign);
    }
    if (a.cls == SF_ZERO || b.cls == SF_ZERO) return zero(sign);
    struct wide w = product(a, b);
    return round_wide(f, env, &w);
}

struct sf_num sf_fma(const struct sf_format *f, struct sf_env *env, struct sf_num a, struct sf_num b, struct sf_num c)
{
    bool sign = a.sign != b.sign;
    if (a.cls == SF_INF || b.cls == SF_INF) {
        if (a.cls == SF_ZERO || b.cls == SF_ZERO) return invalid(env);
        if (c.cls == SF_INF && c.sign != sign) return invalid(env);
        return infinity(sign);
    }
    if (c.cls == SF_INF) return c;
    if (a.cls == SF_ZERO || b.cls == SF_ZERO) {
        if (c.cls == SF_ZERO) return add_zeros(env, sign, c.sign);
        return sf_round_to(f, env, c);
    }
    struct wide w = product(a, b);
    if (c.cls == SF_ZERO) return round_wide(f, env, &w);
    return add_wide(f, env, w, widen(c));
}

struct sf_num sf_div(const struct sf_format *f, struct sf_env *env, struct sf_num a, struct sf_num b)
{
    bool sign = a.sign != b.sign;
    if (a.cls == b.cls && a.cls != SF_NORMAL) return invalid(env); /* 0/0, inf/inf */
    if (a.cls == SF_INF) return infinity(sign);
    if (a.cls == SF_ZERO || b.cls == SF_INF) return zero(sign);
    if (b.cls == SF_ZERO) {
        env->flags |= SF_DIVZERO;
        return infinity(sign);
    }
    /* Two digits of 64 bits; the first is scaled so that its top bit is set. */
    bool less = a.sig < b.sig;
    u128 n = (u128)a.sig << (less ? 64 : 63);
    u128 high = n / b.sig;
    n = n % b.sig << 64;
    u128 low = n / b.sig;
    struct wide w = {.sig = high << 64 | low | (n % b.sig != 0), .exp = a.exp - b.exp - less, .sign = sign};
    return round_wide(f, env, &w);
}

struct sf_num sf_sqrt(const struct sf_format *f, struct sf_env *env, struct sf_num a)
{
    if (a.cls == SF_ZERO) return a; /* of either sign: IEEE 754-1985, 6.3 */
    if (a.sign) return invalid(env);
    if (a.cls == SF_INF) return a;
    /* The integer root of a number of 126 or 127 bits, whose low bits stand in pairs: digit by digit. */
    bool odd = a.exp & 1;
    u128 rest = (u128)a.sig << (odd ? 64 : 63);
    u128 root = 0;
    for (u128 bit = (u128)1 << 126; bit != 0; bit >>= 2) {
        if (rest >= root + bit) {
            rest -= root + bit;
            root = root >> 1 | bit;
        } else {
            root >>= 1;
        }
    }
    /* The root has 64 bits. The next one is set if n > (root + 1/2)^2, that is, rest > root; n is an integer
     * and so never equal to it. */
    u128 sig = root << 64;
    if (rest > root) sig |= TOP64;
    if (rest != 0) sig |= 1;
    struct wide w = {.sig = sig, .exp = (a.exp - odd) / 2};
    return round_wide(f, env, &w);
}

/* The remainder of magnitudes, a.exp >= b.exp: long division, 64 quotient bits a step. True in *odd if the
 * integer quotient is odd. The result is on b's scale and less than b. */
static u64 mod_magnitude(struct sf_num a, struct sf_num b, bool *odd)
{
    u64 rest = a.sig;
    *odd = rest >= b.sig;
    if (*odd) rest -= b.sig;
    for (u32 left = (u32)(a.exp - b.exp); left > 0;) {
        u32 step = left < 64 ? left : 64;
        u128 n = (u128)rest << step;
        *odd = n / b.sig & 1;
        rest = (u64)(n % b.sig);
        left -= step;
    }
    return rest;
}

struct sf_num sf_rem(const struct sf_format *f, struct sf_env *env, struct sf_num a, struct sf_num b)
{
    if (a.cls == SF_INF || b.cls == SF_ZERO) return invalid(env);
    if (a.cls == SF_ZERO) return a;
    if (b.cls == SF_INF || a.exp < b.exp - 1) return sf_round_to(f, env, a);

    struct wide w;
    if (a.exp == b.exp - 1) { /* a < b: the quotient rounds to one if a > b / 2, to zero if not */
        if (a.sig <= b.sig) return sf_round_to(f, env, a);
        w = (struct wide){.sig = ((u128)b.sig << 1) - a.sig, .exp = a.exp, .sign = !a.sign};
    } else {
        bool odd;
        u64 rest = mod_magnitude(a, b, &odd);
        if (rest == 0) return zero(a.sign); /* IEEE 754-1985, 5.1 */
        bool up = rest > b.sig - rest || (rest == b.sig - rest && odd);
        w = (struct wide){.sig = up ? b.sig - rest : rest, .exp = b.exp, .sign = a.sign != up};
    }
    int shift = clz128(w.sig);
    w.sig <<= shift;
    w.exp += 64 - shift;
    return round_wide(f, env, &w);
}

/* |a| as an integer, for exp <= 63; a.sign decides directed rounding. Up to 2^64. */
static u128 integer_part(struct sf_env *env, struct sf_num a, bool *inexact)
{
    u128 fixed = a.exp >= -1 ? (u128)a.sig << (a.exp + 1) : shift_right_sticky(a.sig, (u32)(-1 - a.exp));
    u128 whole = fixed >> 64;
    u64 rest = (u64)fixed;
    *inexact = rest != 0;
    return whole + rounds_up(env->round, a.sign, whole & 1, rest, TOP64);
}

struct sf_num sf_round_integral(struct sf_env *env, struct sf_num a)
{
    if (a.cls != SF_NORMAL || a.exp >= 63) return a;
    bool inexact;
    u128 whole = integer_part(env, a, &inexact);
    if (inexact) env->flags |= SF_INEXACT;
    struct wide w = {.sig = whole, .exp = 127, .sign = a.sign};
    return narrowed(&w);
}

u64 sf_to_int(struct sf_env *env, struct sf_num a, int bits, bool is_signed)
{
    if (a.cls == SF_ZERO) return 0;
    u64 all = ~(u64)0 >> (64 - bits);
    u64 greatest = is_signed ? all >> 1 : all;
    u64 least = is_signed ? greatest + 1 : 0; /* its magnitude */
    u64 limit = a.sign ? least : greatest;

    bool inexact = false;
    u128 whole = a.cls == SF_INF || a.exp > 63 ? (u128)1 << 65 : integer_part(env, a, &inexact);
    if (whole > limit) {
        env->flags |= SF_INVALID;
        whole = limit;
    } else if (inexact) {
        env->flags |= SF_INEXACT;
    }
    return a.sign ? 0 - (u64)whole : (u64)whole;
}

struct sf_num sf_from_u64(u64 v)
{
    if (v == 0) return zero(false);
    int shift = __builtin_clzll(v);
    return (struct sf_num){.cls = SF_NORMAL, .exp = 63 - shift, .sig = v << shift};
}

struct sf_num sf_from_i64(i64 v)
{
    struct sf_num a = sf_from_u64(v < 0 ? 0 - (u64)v : (u64)v);
    a.sign = v < 0;
    return a;
}

static int compare_magnitude(struct sf_num a, struct sf_num b)
{
    if (a.cls != b.cls) return a.cls < b.cls ? -1 : 1; /* zero < normal < infinity */
    if (a.cls != SF_NORMAL) return 0;
    if (a.exp != b.exp) return a.exp < b.exp ? -1 : 1;
    return a.sig == b.sig ? 0 : a.sig < b.sig ? -1 : 1;
}

enum sf_relation sf_compare(struct sf_num a, struct sf_num b)
{
    if (a.cls == SF_NAN || b.cls == SF_NAN) return SF_UNORDERED;
    if (a.cls == SF_ZERO && b.cls == SF_ZERO) return SF_EQUAL;
    if (a.sign != b.sign) return a.sign ? SF_LESS : SF_GREATER;
    int order = compare_magnitude(a, b);
    if (order == 0) return SF_EQUAL;
    return (order < 0) != a.sign ? SF_LESS : SF_GREATER;
}

bool sf_in_range(const struct sf_format *f, struct sf_num a) { return a.exp >= f->emin && a.exp <= f->emax; }

struct sf_num sf_unpack(const struct sf_format *f, u64 bits)
{
    assert(f->precision + f->exp_bits <= 64);
    int fraction_bits = f->precision - 1;
    u64 fraction = bits & (((u64)1 << fraction_bits) - 1);
    i32 biased = (i32)(bits >> fraction_bits & (((u64)1 << f->exp_bits) - 1));
    bool sign = bits >> (fraction_bits + f->exp_bits) & 1;

    if (biased == (1 << f->exp_bits) - 1) {
        if (fraction == 0) return infinity(sign);
        return (struct sf_num){.cls = SF_NAN, .sign = sign, .sig = fraction << (63 - fraction_bits)};
    }
    if (biased == 0) {
        struct wide w = {.sig = (u128)fraction << (127 - fraction_bits), .exp = f->emin, .sign = sign};
        return narrowed(&w);
    }
    u64 sig = (fraction | (u64)1 << fraction_bits) << (63 - fraction_bits);
    return (struct sf_num){.cls = SF_NORMAL, .sign = sign, .exp = biased + f->emin - 1, .sig = sig};
}

u64 sf_pack(const struct sf_format *f, struct sf_num a)
{
    assert(f->precision + f->exp_bits <= 64);
    int fraction_bits = f->precision - 1;
    u64 ones = ((u64)1 << f->exp_bits) - 1; /* the exponent field of infinities and NaNs */
    u64 field = 0;
    u64 sig = a.sig >> (63 - fraction_bits); /* the leading one at bit fraction_bits */
    switch ((enum sf_class)a.cls) {
    case SF_ZERO: sig = 0; break;
    case SF_INF: field = ones, sig = 0; break;
    case SF_NAN: field = ones; break;
    case SF_NORMAL:
        if (a.exp >= f->emin) field = (u64)(a.exp - f->emin + 1);
        else sig >>= f->emin - a.exp;
        break;
    }
    u64 fraction = sig & (((u64)1 << fraction_bits) - 1);
    return (u64)a.sign << (fraction_bits + f->exp_bits) | field << fraction_bits | fraction;
}
