/* Itanium floating point by MPFR: see model.h. */
#include "tests/oracle/ia64_fpu/model.h"

#include <math.h>
#include <stdint.h>

#include <gmp.h>
#include <mpfr.h>

enum kind { FINITE, INFINITE, QUIET, SIGNALING, UNSUPPORTED, NATVAL };

static enum kind kind_of(struct ia64_fr a)
{
    u64 fraction = a.sig & ~((u64)1 << 63);
    if (a.exp == 0x1fffe && a.sig == 0 && !a.sign) return NATVAL;
    if (a.exp != 0x1ffff) return FINITE;
    if (a.sig == fraction) return UNSUPPORTED;
    return fraction == 0 ? INFINITE : fraction >> 62 ? QUIET : SIGNALING;
}

static bool is_zero(struct ia64_fr a) { return kind_of(a) == FINITE && a.sig == 0; }
static bool is_pseudo_zero(struct ia64_fr a) { return is_zero(a) && a.exp != 0; }
static bool is_unnormal(struct ia64_fr a)
{
    if (kind_of(a) != FINITE || (a.sig == 0 && a.exp == 0)) return false;
    return a.exp == 0 || a.sig >> 63 == 0;
}
static bool is_any_nan(struct ia64_fr a) { return kind_of(a) > INFINITE && kind_of(a) < NATVAL; }

/* The operation under way, or one half of it. */
struct work {
    u64 fpsr;
    unsigned sf;
    mpfr_rnd_t round;
    bool flush;
    unsigned enabled;
    struct ia64_fr value;
    unsigned flags, fault, trap; /* trap: O 1, U 2, I 4, FPA 8 */
};

static struct work start(u64 fpsr, unsigned sf)
{
    unsigned field = (unsigned)(fpsr >> (6 + 13 * sf)) & 0x1fff;
    static const mpfr_rnd_t rounds[4] = {MPFR_RNDN, MPFR_RNDD, MPFR_RNDU, MPFR_RNDZ};
    struct work w = {.fpsr = fpsr, .sf = sf, .round = rounds[field >> 4 & 3], .flush = field & 1};
    w.enabled = field & 0x40 ? 0 : 63 & ~(unsigned)fpsr;
    return w;
}

static void raise_fault(struct work *w, unsigned flag)
{
    w->flags |= flag;
    w->fault |= w->enabled & flag;
}

static void invalid(struct work *w, struct ia64_fr value)
{
    raise_fault(w, IA64_FP_V);
    w->value = value;
}

static const struct ia64_fr default_nan = {.sig = 0xc000000000000000, .exp = 0x1ffff, .sign = 1};
static struct ia64_fr infinity(u32 sign) { return (struct ia64_fr){.sig = (u64)1 << 63, .exp = 0x1ffff, .sign = sign}; }
static struct ia64_fr integer(u64 v) { return (struct ia64_fr){.sig = v, .exp = 0x1003e}; }

static struct expected finish(struct work *w)
{
    struct expected e = {.f1 = w->value, .fpsr = w->fpsr | (u64)w->flags << (13 + 13 * w->sf)};
    if (w->fault) e.code = IA64_FP_FAULT | w->fault;
    else if (w->trap) e.code = IA64_FP_TRAP | w->trap << 11 | 1;
    return e;
}

static struct expected natval(u64 fpsr) { return (struct expected){.f1 = {.exp = 0x1fffe}, .fpsr = fpsr}; }

/* --- values ------------------------------------------------------------------------------------------------------------------ */

static void get(mpfr_t x, struct ia64_fr a)
{
    mpfr_set_prec(x, 64);
    if (a.exp == 0x1ffff) {
        mpfr_set_inf(x, a.sign ? -1 : 1);
        return;
    }
    mpfr_set_uj_2exp(x, a.sig, (a.exp ? (long)a.exp : 0xc001) - 65535 - 63, MPFR_RNDN);
    mpfr_setsign(x, x, (int)a.sign, MPFR_RNDN);
}

/* The register for a number of a format whose least exponent is emin; any exponent, cut to 17 bits. */
static struct ia64_fr put(const mpfr_t x, long emin)
{
    struct ia64_fr a = {.sign = mpfr_signbit(x) != 0};
    if (mpfr_inf_p(x)) return infinity(a.sign);
    if (mpfr_zero_p(x)) return a;
    long exp = mpfr_get_exp(x) - 1;
    if (exp < emin) {
        exp = emin;
        a.exp = emin == -16382 ? 0 : (u32)(emin + 65535);
    } else {
        a.exp = (u32)(exp + 65535) & 0x1ffff;
    }
    mpfr_t scaled;
    mpfr_init2(scaled, 64);
    mpfr_mul_2si(scaled, x, 63 - exp, MPFR_RNDN);
    mpfr_abs(scaled, scaled, MPFR_RNDN);
    a.sig = mpfr_get_uj(scaled, MPFR_RNDN);
    mpfr_clear(scaled);
    return a;
}

struct ia64_fr model_from_double(u64 bits)
{
    double d;
    memcpy(&d, &bits, 8);
    if (isnan(d)) return (struct ia64_fr){bits << 12 >> 1 | (u64)1 << 63, 0x1ffff, (u32)(bits >> 63)};
    mpfr_t x;
    mpfr_init2(x, 64);
    mpfr_set_d(x, d, MPFR_RNDN);
    struct ia64_fr a = put(x, -1022);
    mpfr_clear(x);
    return a;
}

struct ia64_fr model_from_single(u32 bits)
{
    float f;
    memcpy(&f, &bits, 4);
    if (isnan(f)) return (struct ia64_fr){(u64)(bits << 9) << 31 | (u64)1 << 63, 0x1ffff, bits >> 31};
    mpfr_t x;
    mpfr_init2(x, 64);
    mpfr_set_flt(x, f, MPFR_RNDN);
    struct ia64_fr a = put(x, -126);
    mpfr_clear(x);
    return a;
}

/* --- rounding --------------------------------------------------------------------------------------------------------------- */

struct format {
    long precision, emin, emax;
};
static const struct format single = {24, -126, 127};

static struct format format(u64 fpsr, unsigned sf, enum ia64_fp_precision precision)
{
    static const long by_pc[4] = {24, 64, 53, 64};
    unsigned field = (unsigned)(fpsr >> (6 + 13 * sf));
    struct format f = {by_pc[field >> 2 & 3], -16382, 16383};
    if (precision == IA64_FP_SINGLE) f = single;
    if (precision == IA64_FP_DOUBLE) f = (struct format){53, -1022, 1023};
    if (field & 2) f.emin = -65534, f.emax = 65535;
    return f;
}

typedef int (*operation)(mpfr_t r, const mpfr_t *x, mpfr_rnd_t round);
static int do_fma(mpfr_t r, const mpfr_t *x, mpfr_rnd_t round) { return mpfr_fma(r, x[0], x[1], x[2], round); }
static int do_mul(mpfr_t r, const mpfr_t *x, mpfr_rnd_t round) { return mpfr_mul(r, x[0], x[1], round); }
static int do_div(mpfr_t r, const mpfr_t *x, mpfr_rnd_t round) { return mpfr_div(r, x[0], x[1], round); }
static int do_sqrt(mpfr_t r, const mpfr_t *x, mpfr_rnd_t round) { return mpfr_sqrt(r, x[0], round); }

/* Makes a number too small for the format a subnormal of it; the ternary value becomes that of the result. */
static int denormalize(mpfr_t r, int ternary, const struct format *f, mpfr_rnd_t round)
{
    mpfr_exp_t emin = mpfr_get_emin(), emax = mpfr_get_emax();
    mpfr_set_emin(f->emin - f->precision + 2);
    mpfr_set_emax(f->emax + 1);
    ternary = mpfr_check_range(r, ternary, round);
    ternary = mpfr_subnormalize(r, ternary, round);
    mpfr_set_emin(emin);
    mpfr_set_emax(emax);
    return ternary;
}

/* The greatest number, or an infinity. */
static void overflow(struct work *w, mpfr_t r, const struct format *f)
{
    bool negative = mpfr_signbit(r), huge = w->round == MPFR_RNDN || w->round == (negative ? MPFR_RNDD : MPFR_RNDU);
    mpfr_set_inf(r, 1);
    if (!huge) {
        mpfr_set_ui_2exp(r, 1, f->emax + 1, MPFR_RNDN);
        mpfr_nextbelow(r);
    }
    mpfr_setsign(r, r, negative, MPFR_RNDN);
    w->flags |= IA64_FP_O | IA64_FP_I;
    if (w->enabled & IA64_FP_I) w->trap |= huge ? 4 | 8 : 4;
}

static void compute(struct work *w, operation op, const mpfr_t *x, struct format f)
{
    mpfr_t r;
    mpfr_init2(r, f.precision);
    int ternary = op(r, x, w->round);
    bool small = !mpfr_zero_p(r) && mpfr_number_p(r) && mpfr_get_exp(r) - 1 < f.emin;
    bool large = !mpfr_zero_p(r) && mpfr_number_p(r) && mpfr_get_exp(r) - 1 > f.emax;
    if (large && !(w->enabled & IA64_FP_O)) {
        overflow(w, r, &f);
    } else if (small && !(w->enabled & IA64_FP_U) && w->flush) {
        mpfr_set_zero(r, mpfr_signbit(r) ? -1 : 1);
        w->flags |= IA64_FP_U | IA64_FP_I;
        if (w->enabled & IA64_FP_I) w->trap |= 4;
    } else {
        bool trapped = large || (small && (w->enabled & IA64_FP_U));
        if (trapped) {
            w->flags |= large ? IA64_FP_O : IA64_FP_U;
            w->trap |= large ? 1 : 2;
        } else if (small) {
            ternary = denormalize(r, ternary, &f, w->round);
            if (ternary) w->flags |= IA64_FP_U;
        }
        if (ternary) {
            w->flags |= IA64_FP_I;
            if (trapped || (w->enabled & IA64_FP_I)) w->trap |= 4;
        }
        bool away = ternary != 0 && (ternary > 0) != (mpfr_signbit(r) != 0);
        if (w->trap && away) w->trap |= 8;
        if (trapped) f.emin = -1000000;
    }
    w->value = put(r, f.emin);
    mpfr_clear(r);
}

/* --- NaNs -------------------------------------------------------------------------------------------------------------------- */

/* Operands in the order of preference. */
static bool nan_result(struct work *w, const struct ia64_fr *a, int count)
{
    bool signaling = false;
    int first = -1;
    for (int i = 0; i < count; i++)
        if (kind_of(a[i]) == UNSUPPORTED) {
            invalid(w, default_nan);
            return true;
        }
    for (int i = count - 1; i >= 0; i--) {
        signaling |= kind_of(a[i]) == SIGNALING;
        if (is_any_nan(a[i])) first = i;
    }
    if (first < 0) return false;
    w->value = a[first];
    w->value.sig |= (u64)1 << 62;
    if (signaling) raise_fault(w, IA64_FP_V);
    return true;
}

/* --- instructions -------------------------------------------------------------------------------------------------------- */

static void fma_one(struct work *w, struct format f, enum ia64_fma_op op, struct ia64_fr f3, struct ia64_fr f4,
                    const struct ia64_fr *f2)
{
    const struct ia64_fr order[3] = {f4, f2 ? *f2 : f4, f3};
    if (nan_result(w, order, 3)) return;
    bool inf3 = kind_of(f3) == INFINITE, inf4 = kind_of(f4) == INFINITE, inf2 = f2 && kind_of(*f2) == INFINITE;
    u32 sign = f3.sign ^ f4.sign ^ (op == IA64_FNMA), sign2 = f2 ? f2->sign ^ (op == IA64_FMS) : 0;
    bool nothing = (inf3 && is_zero(f4) && !is_pseudo_zero(f4)) || (inf4 && is_zero(f3) && !is_pseudo_zero(f3));
    if (nothing || ((inf3 || inf4) && inf2 && sign != sign2)) {
        invalid(w, default_nan);
        return;
    }
    if (is_unnormal(f3) || is_unnormal(f4) || (f2 && is_unnormal(*f2))) raise_fault(w, IA64_FP_D);
    if (inf3 || inf4 || inf2) {
        w->value = infinity(inf3 || inf4 ? sign : sign2);
        return;
    }
    mpfr_t x[3];
    mpfr_inits2(64, x[0], x[1], x[2], (mpfr_ptr)0);
    get(x[0], f3);
    get(x[1], f4);
    if (op == IA64_FNMA) mpfr_neg(x[0], x[0], MPFR_RNDN);
    if (f2) {
        get(x[2], *f2);
        if (op == IA64_FMS) mpfr_neg(x[2], x[2], MPFR_RNDN);
    }
    compute(w, f2 ? do_fma : do_mul, x, f);
    mpfr_clears(x[0], x[1], x[2], (mpfr_ptr)0);
}

struct expected model_fma(enum ia64_fp_precision precision, enum ia64_fma_op op, const struct ia64_fr *f3,
                          const struct ia64_fr *f4, const struct ia64_fr *f2, u64 fpsr, unsigned sf)
{
    if (kind_of(*f3) == NATVAL || kind_of(*f4) == NATVAL || (f2 && kind_of(*f2) == NATVAL)) return natval(fpsr);
    struct work w = start(fpsr, sf);
    fma_one(&w, format(fpsr, sf, precision), op, *f3, *f4, f2);
    return finish(&w);
}

/* --- halves ------------------------------------------------------------------------------------------------------------------ */

static struct ia64_fr left(struct ia64_fr a) { return model_from_single((u32)(a.sig >> 32)); }
static struct ia64_fr right(struct ia64_fr a) { return model_from_single((u32)a.sig); }

/* A single's bits: of a result in range by its value, else by what is left of the exponent. */
static u32 single_bits(const struct work *w)
{
    struct ia64_fr a = w->value;
    u32 bits = a.sign << 31 | (u32)(a.sig >> 40 & 0x7fffff);
    if (a.exp == 0x1ffff) return bits | 0x7f800000;
    if (!(a.sig >> 63)) return bits;
    return bits | ((a.exp - 65535 + 127) & 255) << 23;
}

static struct expected both(u64 fpsr, const struct work *l, const struct work *r, u32 l_bits, u32 r_bits)
{
    struct expected e = {.f1 = integer((u64)l_bits << 32 | r_bits)};
    e.fpsr = fpsr | (u64)(l->flags | r->flags) << (13 + 13 * l->sf);
    u32 fault = l->fault | r->fault << 4, trap = l->trap << 11 | r->trap << 7;
    if (fault) e.code = IA64_FP_FAULT | fault;
    else if (trap) e.code = IA64_FP_TRAP | trap | 1;
    return e;
}

struct expected model_fpma(enum ia64_fma_op op, const struct ia64_fr *f3, const struct ia64_fr *f4,
                           const struct ia64_fr *f2, u64 fpsr, unsigned sf)
{
    if (kind_of(*f3) == NATVAL || kind_of(*f4) == NATVAL || (f2 && kind_of(*f2) == NATVAL)) return natval(fpsr);
    struct work l = start(fpsr, sf), r = l;
    struct ia64_fr c_left = {0}, c_right = {0};
    if (f2) c_left = left(*f2), c_right = right(*f2);
    fma_one(&l, single, op, left(*f3), left(*f4), f2 ? &c_left : NULL);
    fma_one(&r, single, op, right(*f3), right(*f4), f2 ? &c_right : NULL);
    return both(fpsr, &l, &r, single_bits(&l), single_bits(&r));
}

/* How a stands to b: -1, 0, 1; magnitudes only, if wanted. */
static int order(struct ia64_fr a, struct ia64_fr b, bool magnitudes)
{
    mpfr_t x, y;
    mpfr_inits2(64, x, y, (mpfr_ptr)0);
    get(x, a);
    get(y, b);
    int c = magnitudes ? mpfr_cmpabs(x, y) : mpfr_cmp(x, y);
    mpfr_clears(x, y, (mpfr_ptr)0);
    return c < 0 ? -1 : c > 0;
}

static void fminmax_one(struct work *w, enum ia64_fminmax_op op, struct ia64_fr f2, struct ia64_fr f3)
{
    if (is_any_nan(f2) || is_any_nan(f3)) {
        invalid(w, f3);
        return;
    }
    if (is_unnormal(f2) || is_unnormal(f3)) raise_fault(w, IA64_FP_D);
    int c = order(f2, f3, op == IA64_FAMIN || op == IA64_FAMAX);
    w->value = c == (op == IA64_FMIN || op == IA64_FAMIN ? -1 : 1) ? f2 : f3;
}

struct expected model_fminmax(bool parallel, enum ia64_fminmax_op op, const struct ia64_fr *f2, const struct ia64_fr *f3,
                              u64 fpsr, unsigned sf)
{
    if (kind_of(*f2) == NATVAL || kind_of(*f3) == NATVAL) return natval(fpsr);
    struct work l = start(fpsr, sf), r = l;
    if (!parallel) {
        fminmax_one(&l, op, *f2, *f3);
        return finish(&l);
    }
    fminmax_one(&l, op, left(*f2), left(*f3));
    fminmax_one(&r, op, right(*f2), right(*f3));
    return both(fpsr, &l, &r, single_bits(&l), single_bits(&r));
}

static bool fcmp_one(struct work *w, enum ia64_fcmp_relation relation, struct ia64_fr f2, struct ia64_fr f3)
{
    if (is_any_nan(f2) || is_any_nan(f3)) {
        bool loud = kind_of(f2) == SIGNALING || kind_of(f2) == UNSUPPORTED || kind_of(f3) == SIGNALING ||
                    kind_of(f3) == UNSUPPORTED;
        if (loud || relation == IA64_FCMP_LT || relation == IA64_FCMP_LE) raise_fault(w, IA64_FP_V);
        return relation == IA64_FCMP_UNORD;
    }
    if (is_unnormal(f2) || is_unnormal(f3)) raise_fault(w, IA64_FP_D);
    int c = order(f2, f3, false);
    switch (relation) {
    case IA64_FCMP_EQ: return c == 0;
    case IA64_FCMP_LT: return c < 0;
    case IA64_FCMP_LE: return c <= 0;
    default: return false;
    }
}

struct expected model_fcmp(enum ia64_fcmp_relation relation, const struct ia64_fr *f2, const struct ia64_fr *f3, u64 fpsr,
                           unsigned sf)
{
    if (kind_of(*f2) == NATVAL || kind_of(*f3) == NATVAL) return natval(fpsr);
    struct work w = start(fpsr, sf);
    bool holds = fcmp_one(&w, relation, *f2, *f3);
    struct expected e = finish(&w);
    e.p1 = holds;
    e.p2 = !holds;
    return e;
}

struct expected model_fpcmp(enum ia64_fcmp_relation relation, bool not, const struct ia64_fr *f2, const struct ia64_fr *f3,
                            u64 fpsr, unsigned sf)
{
    if (kind_of(*f2) == NATVAL || kind_of(*f3) == NATVAL) return natval(fpsr);
    struct work l = start(fpsr, sf), r = l;
    bool in_left = fcmp_one(&l, relation, left(*f2), left(*f3)) != not;
    bool in_right = fcmp_one(&r, relation, right(*f2), right(*f3)) != not;
    return both(fpsr, &l, &r, in_left ? 0xffffffff : 0, in_right ? 0xffffffff : 0);
}

static u64 fcvt_one(struct work *w, int bits, bool is_signed, bool trunc, struct ia64_fr f2)
{
    u64 indefinite = (u64)1 << (bits - 1);
    if (kind_of(f2) != FINITE) {
        raise_fault(w, IA64_FP_V);
        return indefinite;
    }
    mpfr_t x, whole;
    mpfr_inits2(64, x, whole, (mpfr_ptr)0);
    get(x, f2);
    mpfr_rint(whole, x, trunc ? MPFR_RNDZ : w->round);
    bool fits = is_signed ? mpfr_cmp_si_2exp(whole, -1, bits - 1) >= 0 && mpfr_cmp_ui_2exp(whole, 1, bits - 1) < 0
                          : mpfr_sgn(whole) >= 0 && mpfr_cmp_ui_2exp(whole, 1, bits) < 0;
    u64 v = indefinite;
    if (!fits) {
        raise_fault(w, IA64_FP_V);
    } else {
        v = is_signed ? (u64)mpfr_get_sj(whole, MPFR_RNDZ) : mpfr_get_uj(whole, MPFR_RNDZ);
        v &= ~(u64)0 >> (64 - bits);
        if (is_unnormal(f2)) raise_fault(w, IA64_FP_D);
        if (mpfr_cmp(whole, x) != 0) {
            w->flags |= IA64_FP_I;
            if (w->enabled & IA64_FP_I) w->trap |= mpfr_cmpabs(whole, x) > 0 ? 4 | 8 : 4;
        }
    }
    mpfr_clears(x, whole, (mpfr_ptr)0);
    return v;
}

struct expected model_fcvt_fx(bool parallel, bool is_signed, bool trunc, const struct ia64_fr *f2, u64 fpsr, unsigned sf)
{
    if (kind_of(*f2) == NATVAL) return natval(fpsr);
    struct work l = start(fpsr, sf), r = l;
    if (!parallel) {
        l.value = integer(fcvt_one(&l, 64, is_signed, trunc, *f2));
        return finish(&l);
    }
    u32 l_bits = (u32)fcvt_one(&l, 32, is_signed, trunc, left(*f2));
    return both(fpsr, &l, &r, l_bits, (u32)fcvt_one(&r, 32, is_signed, trunc, right(*f2)));
}

struct expected model_fcvt_xf(const struct ia64_fr *f2, u64 fpsr)
{
    if (kind_of(*f2) == NATVAL) return natval(fpsr);
    mpfr_t x;
    mpfr_init2(x, 64);
    mpfr_set_sj(x, (intmax_t)f2->sig, MPFR_RNDN);
    struct expected e = {.f1 = put(x, -65534), .fpsr = fpsr};
    mpfr_clear(x);
    return e;
}

/* --- approximations ------------------------------------------------------------------------------------------------------- */

/* 2048 / x or 2048 / sqrt(x), rounded to an integer; x in the middle of those that begin with the same `bits` fraction
 * bits. The exponent of x is even or odd for the root. */
static struct ia64_fr approximate(struct ia64_fr a, bool root)
{
    mpfr_t x;
    mpfr_init2(x, 64);
    get(x, a);
    long exp = mpfr_get_exp(x) - 1, whole = root ? exp >> 1 : exp;
    mpfr_mul_2si(x, x, -exp, MPFR_RNDN);
    mpfr_abs(x, x, MPFR_RNDN);
    int bits = root ? 7 : 8;
    mpfr_mul_2ui(x, x, (unsigned)bits, MPFR_RNDN);
    mpfr_floor(x, x);
    mpfr_add_d(x, x, 0.5, MPFR_RNDN);
    mpfr_div_2ui(x, x, (unsigned)bits, MPFR_RNDN);
    if (root) {
        mpfr_mul_2si(x, x, exp - 2 * whole, MPFR_RNDN);
        mpfr_rec_sqrt(x, x, MPFR_RNDN);
    } else {
        mpfr_ui_div(x, 1, x, MPFR_RNDN);
    }
    mpfr_mul_2ui(x, x, 11, MPFR_RNDN);
    mpfr_round(x, x);
    mpfr_mul_2si(x, x, -11 - whole, MPFR_RNDN);
    struct ia64_fr r = put(x, -65534);
    r.sign = root ? 0 : a.sign;
    mpfr_clear(x);
    return r;
}

static long exponent(struct ia64_fr a) /* of its leading one, biased */
{
    return (a.exp ? (long)a.exp : 0xc001) - __builtin_clzll(a.sig);
}

static void by_division(struct work *w, operation op, const struct ia64_fr *f2, struct ia64_fr f3)
{
    mpfr_t x[2];
    mpfr_inits2(64, x[0], x[1], (mpfr_ptr)0);
    get(x[0], f2 ? *f2 : f3);
    get(x[1], f3);
    compute(w, op, x, format(w->fpsr, w->sf, IA64_FP_DYNAMIC));
    mpfr_clears(x[0], x[1], (mpfr_ptr)0);
}

static bool rcpa_one(struct work *w, bool half, struct ia64_fr f2, struct ia64_fr f3)
{
    const struct ia64_fr operands[2] = {f2, f3};
    if (nan_result(w, operands, 2)) return false;
    bool inf2 = kind_of(f2) == INFINITE, inf3 = kind_of(f3) == INFINITE, zero2 = is_zero(f2), zero3 = is_zero(f3);
    u32 sign = f2.sign ^ f3.sign;
    if ((inf2 && inf3) || (zero2 && zero3)) {
        invalid(w, default_nan);
        return false;
    }
    if (zero3 && !inf2) {
        raise_fault(w, IA64_FP_Z);
        w->value = infinity(sign);
        return false;
    }
    if (is_unnormal(f2) || is_unnormal(f3)) raise_fault(w, IA64_FP_D);
    if (inf2 || inf3 || zero2) {
        w->value = inf2 ? infinity(sign) : (struct ia64_fr){.sign = sign};
        return false;
    }
    long bias = half ? 127 : 65535, a = exponent(f2) - 65535 + bias, b = exponent(f3) - 65535 + bias;
    bool too_small = b <= 0, too_large = b >= 2 * bias - 2;
    bool ready = !too_small && !too_large && a - b < bias && a - b > 2 - bias && a > (half ? 24 : 64);
    if (!half && !ready) {
        by_division(w, do_div, &f2, f3);
    } else if (half && too_small) {
        w->value = infinity(f3.sign);
    } else if (half && too_large) {
        w->value = (struct ia64_fr){.sign = f3.sign};
    } else {
        w->value = approximate(f3, false);
    }
    return ready;
}

static bool rsqrta_one(struct work *w, bool half, struct ia64_fr f3)
{
    if (nan_result(w, &f3, 1)) return false;
    if (f3.sign && !is_zero(f3)) {
        invalid(w, default_nan);
        return false;
    }
    if (is_unnormal(f3)) raise_fault(w, IA64_FP_D);
    if (is_zero(f3) || kind_of(f3) == INFINITE) {
        bool to_infinity = is_zero(f3) == half;
        w->value = to_infinity ? infinity(f3.sign) : (struct ia64_fr){.sign = f3.sign};
        return false;
    }
    if (half) {
        w->value = approximate(f3, true);
        return exponent(f3) - 65535 + 127 > 24;
    }
    bool ready = exponent(f3) > 64;
    if (ready) w->value = approximate(f3, true);
    else by_division(w, do_sqrt, NULL, f3);
    return ready;
}

struct expected model_approximation(bool parallel, const struct ia64_fr *f2, const struct ia64_fr *f3, u64 fpsr,
                                    unsigned sf)
{
    if ((f2 && kind_of(*f2) == NATVAL) || kind_of(*f3) == NATVAL) return natval(fpsr);
    struct work l = start(fpsr, sf), r = l;
    struct expected e;
    if (!parallel) {
        bool ready = f2 ? rcpa_one(&l, false, *f2, *f3) : rsqrta_one(&l, false, *f3);
        e = finish(&l);
        e.p2 = ready;
    } else {
        bool l_ready = f2 ? rcpa_one(&l, true, left(*f2), left(*f3)) : rsqrta_one(&l, true, left(*f3));
        bool r_ready = f2 ? rcpa_one(&r, true, right(*f2), right(*f3)) : rsqrta_one(&r, true, right(*f3));
        e = both(fpsr, &l, &r, single_bits(&l), single_bits(&r));
        e.p2 = l_ready && r_ready;
    }
    return e;
}

struct expected model_xma(enum ia64_xma_op op, const struct ia64_fr *f3, const struct ia64_fr *f4,
                          const struct ia64_fr *f2, u64 fpsr)
{
    if (kind_of(*f3) == NATVAL || kind_of(*f4) == NATVAL || kind_of(*f2) == NATVAL) return natval(fpsr);
    mpz_t a, b, c;
    mpz_inits(a, b, c, (mpz_ptr)0);
    mpz_set_ui(a, f3->sig);
    mpz_set_ui(b, f4->sig);
    mpz_set_ui(c, f2->sig);
    if (op != IA64_XMA_HU) {
        mpz_set_si(a, (long)f3->sig);
        mpz_set_si(b, (long)f4->sig);
    }
    mpz_addmul(c, a, b);
    if (op != IA64_XMA_L) mpz_fdiv_q_2exp(c, c, 64);
    mpz_fdiv_r_2exp(c, c, 64);
    struct expected e = {.f1 = integer(mpz_get_ui(c)), .fpsr = fpsr};
    mpz_clears(a, b, c, (mpz_ptr)0);
    return e;
}
