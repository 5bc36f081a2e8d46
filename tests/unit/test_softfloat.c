/* emu/core/softfloat against MPFR: every operation, in every rounding mode, at the precisions and exponent ranges of
 * both instruction sets; value and flags must be equal. Operands are random from a fixed seed, with the edges
 * of the formats over-weighted. PCGRAM_CASES sets the number of cases for a longer campaign. */
#include "emu/core/softfloat.h"

#include <check.h>
#include <mpfr.h>
#include <stdio.h>
#include <stdlib.h>

Suite *softfloat_suite(void);

enum op { OP_ADD, OP_SUB, OP_MUL, OP_DIV, OP_REM, OP_SQRT, OP_FMA, OP_ROUND, OP_COUNT };
static const char *const op_names[] = {"add", "sub", "mul", "div", "rem", "sqrt", "fma", "round"};

/* Itanium's register range with a shorter significand (the .s and .d completers with widest-range exponents). */
static const struct sf_format wide_single = {
    .precision = 24, .exp_bits = 17, .emin = -65534, .emax = 65535, .wrap = 98304};
static const struct sf_format wide_double = {
    .precision = 53, .exp_bits = 17, .emin = -65534, .emax = 65535, .wrap = 98304};

static const struct {
    const struct sf_format *result, *operand;
} settings[] = {
    {&sf_single, &sf_single},  {&sf_double, &sf_double}, {&sf_reg82, &sf_reg82},  {&wide_single, &sf_reg82},
    {&wide_double, &sf_reg82}, {&sf_single, &sf_double}, {&sf_single, &sf_reg82}, {&sf_double, &sf_reg82},
};

static const mpfr_rnd_t mpfr_modes[] = {MPFR_RNDN, MPFR_RNDZ, MPFR_RNDU, MPFR_RNDD};

static long cases_wanted(long usual)
{
    const char *text = getenv("PCGRAM_CASES");
    return text ? strtol(text, NULL, 10) : usual;
}

/* xorshift64*: any generator will do, it must only be the same everywhere. */
static u64 next_random(u64 *state)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * 0x2545f4914f6cdd1dull;
}

static u32 below(u64 *state, u32 n) { return (u32)(next_random(state) >> 32) % n; }

static u64 random_significand(u64 *state, int precision)
{
    u64 sig = next_random(state);
    u32 k = below(state, (u32)precision);
    switch (below(state, 6)) {
    case 0: sig = 0; break;                                /* a power of two */
    case 1: sig = ~(u64)0; break;                          /* all ones */
    case 2: sig = (u64)1 << k << (64 - precision); break;  /* two bits */
    case 3: sig = ~(u64)0 << k << (64 - precision); break; /* a run of ones */
    default: break;
    }
    sig |= (u64)1 << 63;
    return sig & ~(u64)0 << (64 - precision);
}

/* An exponent of the format; `near` is one that should be met often (cancellation, quotients near one). */
static i32 random_exponent(u64 *state, const struct sf_format *f, i32 near)
{
    i32 p = f->precision;
    i32 e;
    switch (below(state, 8)) {
    case 0: e = f->emin + (i32)below(state, 4) - 1; break;
    case 1: e = f->emin - (i32)below(state, (u32)p); break;
    case 2: e = f->emax - (i32)below(state, 3); break;
    case 3: e = f->emin / 2 + (i32)below(state, 5) - 2 - (i32)below(state, 2) * (p / 2); break;
    case 4: e = near + (i32)below(state, 5) - 2; break;
    case 5: e = near + (i32)below(state, (u32)(4 * p)) - 2 * p; break;
    case 6: e = (i32)below(state, (u32)(4 * p)) - 2 * p; break;
    default: e = f->emin + (i32)below(state, (u32)(f->emax - f->emin)); break;
    }
    if (e < f->emin - p + 1) e = f->emin - p + 1;
    return e > f->emax ? f->emax : e;
}

static struct sf_num random_number(u64 *state, const struct sf_format *f, i32 near)
{
    struct sf_num a = {.sign = below(state, 2)};
    u32 kind = below(state, 24);
    if (kind < 2) {
        a.cls = kind == 0 ? SF_ZERO : SF_INF;
        return a;
    }
    a.cls = SF_NORMAL;
    a.exp = random_exponent(state, f, near);
    int precision = f->precision - (a.exp < f->emin ? f->emin - a.exp : 0);
    a.sig = random_significand(state, precision);
    return a;
}

static void to_mpfr(mpfr_t out, struct sf_num a)
{
    if (a.cls == SF_ZERO) mpfr_set_zero(out, a.sign ? -1 : 1);
    else if (a.cls == SF_INF) mpfr_set_inf(out, a.sign ? -1 : 1);
    else {
        mpfr_set_ui_2exp(out, a.sig, a.exp - 63, MPFR_RNDN);
        if (a.sign) mpfr_neg(out, out, MPFR_RNDN);
    }
}

static struct sf_num from_mpfr(mpfr_t in)
{
    struct sf_num a = {.sign = mpfr_signbit(in) != 0, .cls = SF_NORMAL};
    if (mpfr_nan_p(in)) return (struct sf_num){.cls = SF_NAN};
    if (mpfr_zero_p(in)) a.cls = SF_ZERO;
    else if (mpfr_inf_p(in)) a.cls = SF_INF;
    else {
        mpz_t z;
        mpz_init(z);
        mpfr_get_z_2exp(z, in);
        a.sig = mpz_get_ui(z);
        a.sig <<= __builtin_clzll(a.sig);
        a.exp = (i32)mpfr_get_exp(in) - 1;
        mpz_clear(z);
    }
    return a;
}

/* One operation, rounded by MPFR to the precision of out, in MPFR's own exponent range. */
static int mpfr_op(enum op op, mpfr_t out, mpfr_t x[3], mpfr_rnd_t mode)
{
    switch (op) {
    case OP_ADD: return mpfr_add(out, x[0], x[1], mode);
    case OP_SUB: return mpfr_sub(out, x[0], x[1], mode);
    case OP_MUL: return mpfr_mul(out, x[0], x[1], mode);
    case OP_DIV: return mpfr_div(out, x[0], x[1], mode);
    case OP_REM: return mpfr_remainder(out, x[0], x[1], mode);
    case OP_SQRT: return mpfr_sqrt(out, x[0], mode);
    case OP_FMA: return mpfr_fma(out, x[0], x[1], x[2], mode);
    default: return mpfr_set(out, x[0], mode);
    }
}

static struct sf_num our_op(enum op op, const struct sf_format *f, struct sf_env *env, const struct sf_num x[3])
{
    switch (op) {
    case OP_ADD: return sf_add(f, env, x[0], x[1]);
    case OP_SUB: return sf_sub(f, env, x[0], x[1]);
    case OP_MUL: return sf_mul(f, env, x[0], x[1]);
    case OP_DIV: return sf_div(f, env, x[0], x[1]);
    case OP_REM: return sf_rem(f, env, x[0], x[1]);
    case OP_SQRT: return sf_sqrt(f, env, x[0]);
    case OP_FMA: return sf_fma(f, env, x[0], x[1], x[2]);
    default: return sf_round_to(f, env, x[0]);
    }
}

static bool same(struct sf_num a, struct sf_num b)
{
    if (a.cls != b.cls) return false;
    if (a.cls == SF_NAN) return true;
    if (a.sign != b.sign) return false;
    return a.cls != SF_NORMAL || (a.exp == b.exp && a.sig == b.sig);
}

/* What the operation must give: MPFR's correctly rounded results at full precision, and, where the format's range
 * matters, MPFR's own emulation of it (mpfr_check_range, mpfr_subnormalize). */
static struct sf_num expected(enum op op, const struct sf_format *f, struct sf_env *env, mpfr_t x[3])
{
    mpfr_rnd_t mode = mpfr_modes[env->round];
    mpfr_t full, cut;
    mpfr_init2(full, f->precision);
    mpfr_init2(cut, f->precision);
    mpfr_clear_flags();
    int ternary = mpfr_op(op, full, x, mode);
    struct sf_num result = from_mpfr(full);
    if (mpfr_nan_p(full)) env->flags = SF_INVALID;
    if (mpfr_divby0_p()) env->flags = SF_DIVZERO;
    if (!mpfr_regular_p(full)) goto done;

    mpfr_op(op, cut, x, MPFR_RNDZ);
    i32 exact_exp = (i32)mpfr_get_exp(cut) - 1;
    bool overflow = result.exp > f->emax;
    bool tiny = (env->tiny_before ? exact_exp : result.exp) < f->emin;
    if (overflow && (env->trapped & SF_OVERFLOW)) {
        env->flags = SF_OVERFLOW | (ternary ? SF_INEXACT : 0);
        result.exp -= f->wrap;
        goto done;
    }
    if (tiny && (env->trapped & SF_UNDERFLOW)) {
        env->flags = SF_UNDERFLOW | (ternary ? SF_INEXACT : 0);
        result.exp += f->wrap;
        goto done;
    }
    if (tiny && env->flush) {
        env->flags = SF_UNDERFLOW | SF_INEXACT;
        result = (struct sf_num){.cls = SF_ZERO, .sign = result.sign};
        goto done;
    }
    mpfr_exp_t emin = mpfr_get_emin(), emax = mpfr_get_emax();
    mpfr_set_emin(f->emin - f->precision + 2);
    mpfr_set_emax(f->emax + 1);
    ternary = mpfr_check_range(full, ternary, mode);
    ternary = mpfr_subnormalize(full, ternary, mode);
    mpfr_set_emin(emin);
    mpfr_set_emax(emax);
    result = from_mpfr(full);
    env->flags = ternary ? SF_INEXACT : 0;
    if (overflow) env->flags |= SF_OVERFLOW;
    if (tiny && ternary) env->flags |= SF_UNDERFLOW;
done:
    mpfr_clears(full, cut, (mpfr_ptr)NULL);
    return result;
}

static void describe(char *out, size_t size, struct sf_num a)
{
    static const char *const classes[] = {"zero", "normal", "inf", "nan"};
    snprintf(out, size, "%c%s %016llx e%d", a.sign ? '-' : '+', classes[a.cls], (unsigned long long)a.sig, a.exp);
}

static void fail_case(enum op op, const struct sf_format *f, const struct sf_num x[3], const struct sf_env *env,
                      struct sf_num got, struct sf_num want, u8 want_flags)
{
    char text[5][64];
    for (int i = 0; i < 3; i++) describe(text[i], sizeof text[i], x[i]);
    describe(text[3], sizeof text[3], got);
    describe(text[4], sizeof text[4], want);
    ck_abort_msg(
        "%s to %d bits (emin %d), mode %d, trapped %x, flush %d, before %d\n a %s\n b %s\n c %s\n got  %s flags %x\n"
        " want %s flags %x",
        op_names[op], f->precision, f->emin, env->round, env->trapped, env->flush, env->tiny_before, text[0], text[1],
        text[2], text[3], env->flags, text[4], want_flags);
}

static void check_operation(u64 *state, mpfr_t x[3])
{
    u32 setting = below(state, ARRAY_LEN(settings));
    const struct sf_format *f = settings[setting].result, *g = settings[setting].operand;
    enum op op = below(state, OP_COUNT);
    struct sf_num a[3];
    a[0] = random_number(state, g, 0);
    a[1] = random_number(state, g, a[0].exp);
    /* The third operand of a fused operation comes near the product, the place where it cancels. */
    a[2] = random_number(state, g, a[0].exp + a[1].exp);
    /* Now and then the rounded product itself, so that all its leading bits cancel. */
    struct sf_env exact = {.round = below(state, 4), .trapped = SF_OVERFLOW | SF_UNDERFLOW};
    struct sf_num p = a[0].cls == SF_NORMAL && a[1].cls == SF_NORMAL ? sf_mul(g, &exact, a[0], a[1]) : a[2];
    if (below(state, 4) == 0 && p.cls == SF_NORMAL && !(exact.flags & (SF_OVERFLOW | SF_UNDERFLOW))) {
        a[2] = p;
        a[2].sign = !p.sign;
    }
    for (int i = 0; i < 3; i++) to_mpfr(x[i], a[i]);

    struct sf_env env = {.round = below(state, 4), .tiny_before = below(state, 2)};
    if (below(state, 3) == 0) env.trapped = (u8)(below(state, 4) * SF_UNDERFLOW);
    if (below(state, 4) == 0) env.flush = true;
    struct sf_env want_env = env;
    struct sf_num want = expected(op, f, &want_env, x);
    struct sf_num got = our_op(op, f, &env, a);
    if (!same(got, want) || env.flags != want_env.flags) fail_case(op, f, a, &env, got, want, want_env.flags);
}

START_TEST(operations_equal_mpfr)
{
    u64 state = 0x5eed0fdecade1234ull;
    mpfr_t x[3];
    for (int i = 0; i < 3; i++) mpfr_init2(x[i], 64);
    for (long n = cases_wanted(300000); n > 0; n--) check_operation(&state, x);
    for (int i = 0; i < 3; i++) mpfr_clear(x[i]);
    mpfr_free_cache();
}
END_TEST

/* Integer conversions, rounding to integral, comparison: against MPFR's integers. */
static void check_integers(u64 *state, mpfr_t x, mpfr_t y, mpz_t z, mpz_t limit)
{
    static const int widths[] = {8, 16, 32, 63, 64};
    const struct sf_format *f = below(state, 2) ? &sf_double : &sf_reg82;
    struct sf_num a = random_number(state, f, (i32)below(state, 70) - 3);
    if (a.cls == SF_NORMAL && a.exp > 4000) a.exp = (i32)below(state, 66);
    struct sf_num b = random_number(state, f, a.exp);
    if (below(state, 8) == 0) b = a;
    to_mpfr(x, a);
    to_mpfr(y, b);
    int order = mpfr_cmp(x, y);
    ck_assert_int_eq(sf_compare(a, b), order < 0 ? SF_LESS : order > 0 ? SF_GREATER : SF_EQUAL);

    struct sf_env env = {.round = below(state, 4)};
    int bits = widths[below(state, ARRAY_LEN(widths))];
    bool is_signed = below(state, 2);
    u8 flags = SF_INVALID;
    int outside = mpfr_inf_p(x) ? 1 : 0;
    if (!outside) {
        mpfr_get_z(z, x, mpfr_modes[env.round]);
        flags = mpfr_integer_p(x) ? 0 : SF_INEXACT;
        mpz_set_ui(limit, 0);
        if (!a.sign || is_signed) mpz_setbit(limit, (mp_bitcnt_t)(is_signed ? bits - 1 : bits));
        if (!a.sign) mpz_sub_ui(limit, limit, 1);
        outside = mpz_cmpabs(z, limit) > 0;
    }
    if (outside) {
        flags = SF_INVALID;
        mpz_set_ui(z, 0);
        if (!a.sign || is_signed) mpz_setbit(z, (mp_bitcnt_t)(is_signed ? bits - 1 : bits));
        if (!a.sign) mpz_sub_ui(z, z, 1);
        else mpz_neg(z, z);
    }
    u64 want = mpz_get_ui(z);
    if (mpz_sgn(z) < 0) want = 0 - want;
    u64 got = sf_to_int(&env, a, bits, is_signed);
    ck_assert_msg(got == want && env.flags == flags,
                  "exp %d sig %llx sign %d mode %d to %c%d: %llx flags %x, want %llx flags %x", a.exp,
                  (unsigned long long)a.sig, a.sign, env.round, is_signed ? 's' : 'u', bits, (unsigned long long)got,
                  env.flags, (unsigned long long)want, flags);

    env.flags = 0;
    struct sf_num rounded = sf_round_integral(&env, a);
    mpfr_rint(y, x, mpfr_modes[env.round]);
    ck_assert(same(rounded, from_mpfr(y)));
    ck_assert_int_eq(env.flags, mpfr_inf_p(x) || mpfr_integer_p(x) ? 0 : SF_INEXACT);
}

START_TEST(integers_equal_mpfr)
{
    u64 state = 0x1e7e6e70f1a75eedull;
    mpfr_t x, y;
    mpz_t z, limit;
    mpfr_inits2(64, x, y, (mpfr_ptr)NULL);
    mpz_inits(z, limit, (mpz_ptr)NULL);
    for (long n = cases_wanted(300000) / 3; n > 0; n--) check_integers(&state, x, y, z, limit);
    for (int n = 0; n < 20000; n++) {
        u64 v = next_random(&state) >> below(&state, 64);
        mpfr_set_ui(x, v, MPFR_RNDN);
        ck_assert(same(sf_from_u64(v), from_mpfr(x)));
        mpfr_set_si(x, (i64)v, MPFR_RNDN);
        ck_assert(same(sf_from_i64((i64)v), from_mpfr(x)));
    }
    mpz_clears(z, limit, (mpz_ptr)NULL);
    mpfr_clears(x, y, (mpfr_ptr)NULL);
}
END_TEST

START_TEST(layout_round_trip)
{
    u64 state = 0xb175b175b175b175ull;
    mpfr_t x;
    mpfr_init2(x, 53);
    for (int n = 0; n < 50000; n++) {
        u64 bits = next_random(&state);
        if (below(&state, 3) == 0) bits &= ~(0x7ffull << 52); /* subnormals and zeros */
        if (below(&state, 8) == 0) bits |= 0x7ffull << 52;    /* infinities and NaNs */
        if (below(&state, 8) == 0) bits &= ~(u64)0 << below(&state, 63);
        struct sf_num a = sf_unpack(&sf_double, bits);
        double d;
        memcpy(&d, &bits, sizeof d);
        mpfr_set_d(x, d, MPFR_RNDN);
        ck_assert(same(a, from_mpfr(x)));
        ck_assert_uint_eq(sf_pack(&sf_double, a), bits);

        u32 word = (u32)(bits >> 32);
        a = sf_unpack(&sf_single, word);
        float s;
        memcpy(&s, &word, sizeof s);
        mpfr_set_flt(x, s, MPFR_RNDN);
        ck_assert(same(a, from_mpfr(x)));
        ck_assert_uint_eq(sf_pack(&sf_single, a), word);
    }
    mpfr_clear(x);
}
END_TEST

START_TEST(nan_fraction_stands_below_the_leading_one)
{
    struct sf_num nan = sf_unpack(&sf_single, 0xffc00001);
    ck_assert_int_eq(nan.cls, SF_NAN);
    ck_assert(nan.sign);
    ck_assert_uint_eq(nan.sig, (u64)1 << 62 | (u64)1 << 40);
    ck_assert_uint_eq(sf_pack(&sf_double, nan), 0xfff8000020000000ull);
    ck_assert_int_eq(sf_compare(nan, sf_from_u64(1)), SF_UNORDERED);
    ck_assert_int_eq(sf_compare(sf_from_u64(1), nan), SF_UNORDERED);
}
END_TEST

/* A wrapped result can still be out of range, when a format is left by more than its wrap (conversions only). */
START_TEST(wrap_does_not_always_suffice)
{
    struct sf_env env = {.trapped = SF_OVERFLOW | SF_UNDERFLOW};
    struct sf_num a = {.cls = SF_NORMAL, .sig = (u64)1 << 63, .exp = 127 + 192};
    ck_assert(sf_in_range(&sf_single, sf_round_to(&sf_single, &env, a)));
    ck_assert_int_eq(env.flags, SF_OVERFLOW);
    a.exp++;
    ck_assert(!sf_in_range(&sf_single, sf_round_to(&sf_single, &env, a)));
    a.exp = -126 - 192;
    env.flags = 0;
    ck_assert(sf_in_range(&sf_single, sf_round_to(&sf_single, &env, a)));
    ck_assert_int_eq(env.flags, SF_UNDERFLOW);
    a.exp--;
    ck_assert(!sf_in_range(&sf_single, sf_round_to(&sf_single, &env, a)));
}
END_TEST

Suite *softfloat_suite(void)
{
    Suite *s = suite_create("softfloat");
    TCase *tc = tcase_create("mpfr");
    tcase_set_timeout(tc, 3600); /* for campaigns */
    tcase_add_test(tc, operations_equal_mpfr);
    tcase_add_test(tc, integers_equal_mpfr);
    suite_add_tcase(s, tc);
    tc = tcase_create("layout");
    tcase_add_test(tc, layout_round_trip);
    tcase_add_test(tc, nan_fraction_stands_below_the_leading_one);
    tcase_add_test(tc, wrap_does_not_always_suffice);
    suite_add_tcase(s, tc);
    return s;
}
