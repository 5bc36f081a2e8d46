#include "isa/parisc/forms.h"

#include "isa/parisc/handlers.h"

struct forms {
    uop_fn *fn, *from_a, *from_b, *from_c;
};

static const struct forms forms[] = {
#define FORM_A(name) {pau_##name, pau_##name##_a, NULL, NULL},
#define FORM_B(name) {pau_##name, NULL, pau_##name##_b, NULL},
#define FORM_BC(name) {pau_##name, NULL, pau_##name##_b, pau_##name##_c},
    PA_FORMS_A(FORM_A) PA_FORMS_B(FORM_B) PA_FORMS_BC(FORM_BC)
};

uop_fn *pa_form(uop_fn *fn, unsigned a, unsigned b, unsigned c, unsigned last)
{
    if (last == LAST_NONE || (a != last && b != last && c != last)) return fn;
    for (unsigned i = 0; i < ARRAY_LEN(forms); i++) {
        if (forms[i].fn != fn) continue;
        if (forms[i].from_a && a == last && b != last) return forms[i].from_a;
        if (forms[i].from_b && b == last && (c != last || !forms[i].from_c)) return forms[i].from_b;
        if (forms[i].from_c && c == last && b != last) return forms[i].from_c;
    }
    return fn;
}

/* The twin of a load or store for timed blocks; NULL: fn is none. */
static uop_fn *timed_form(uop_fn *fn)
{
    static uop_fn *const timed[][2] = {
#define FORM_T(name) {pau_##name, pau_##name##_t},
        PA_ACCESSES(FORM_T)
    };
    for (unsigned i = 0; i < ARRAY_LEN(timed); i++)
        if (timed[i][0] == fn) return timed[i][1];
    return NULL;
}

/* Every operation that goes on at the next uop falls in one of these; what is not named here leaves nothing known. */
enum effect {
    SETS_A,   /* its result is in its target register a */
    SETS_R1,  /* in GR 1 */
    KEEPS,    /* it writes no general register */
    CHANGES_B, /* it writes its base register b, and leaves the last result alone */
    UNKNOWN
};

static const struct {
    uop_fn *fn;
    enum effect effect;
} effects[] = {
#define EFFECT(name, effect) {pau_##name, effect},
#define BOTH(name, effect) EFFECT(name, effect) EFFECT(name##_b, effect)
#define ALL(name, effect) BOTH(name, effect) EFFECT(name##_c, effect)
    EFFECT(ldi, SETS_A) BOTH(ldo, SETS_A) BOTH(copy, SETS_A) BOTH(addil, SETS_R1)
    ALL(addl, SETS_A) ALL(sh1addl, SETS_A) ALL(sh2addl, SETS_A) ALL(sh3addl, SETS_A) ALL(and, SETS_A) ALL(andcm, SETS_A)
    ALL(or, SETS_A) ALL(xor, SETS_A) ALL(add, SETS_A) ALL(sub, SETS_A) BOTH(addi, SETS_A) BOTH(subi, SETS_A)
    EFFECT(addc, SETS_A) EFFECT(subb, SETS_A) BOTH(extru, SETS_A) BOTH(extrs, SETS_A) BOTH(shl, SETS_A)
    BOTH(shr, SETS_A) BOTH(sar, SETS_A) BOTH(depz, SETS_A) EFFECT(dep, SETS_A) EFFECT(shrpw, SETS_A)
    BOTH(ldb_d, SETS_A) BOTH(ldh_d, SETS_A) BOTH(ldw_d, SETS_A) BOTH(ldd_d, SETS_A)
    ALL(ldb_x, SETS_A) ALL(ldh_x, SETS_A) ALL(ldw_x, SETS_A) ALL(ldd_x, SETS_A)
    EFFECT(ldb_mb, SETS_A) EFFECT(ldh_mb, SETS_A) EFFECT(ldw_mb, SETS_A) EFFECT(ldd_mb, SETS_A)
    EFFECT(ldb_ma, SETS_A) EFFECT(ldh_ma, SETS_A) EFFECT(ldw_ma, SETS_A) EFFECT(ldd_ma, SETS_A)
    EFFECT(ldb_xm, SETS_A) EFFECT(ldh_xm, SETS_A) EFFECT(ldw_xm, SETS_A) EFFECT(ldd_xm, SETS_A)
    EFFECT(mfsar, SETS_A) EFFECT(mfctl_free, SETS_A) EFFECT(link, SETS_A)
    BOTH(fldw_d, KEEPS) BOTH(fldd_d, KEEPS) ALL(fldw_x, KEEPS) ALL(fldd_x, KEEPS)
    BOTH(stb_d, KEEPS) BOTH(sth_d, KEEPS) BOTH(stw_d, KEEPS) BOTH(std_d, KEEPS) BOTH(fstw_d, KEEPS) BOTH(fstd_d, KEEPS)
    EFFECT(stb_d_a, KEEPS) EFFECT(sth_d_a, KEEPS) EFFECT(stw_d_a, KEEPS) EFFECT(fstw_x, KEEPS) EFFECT(fstd_x, KEEPS)
    EFFECT(fldw_mb, CHANGES_B) EFFECT(fldw_ma, CHANGES_B) EFFECT(fldd_mb, CHANGES_B) EFFECT(fldd_ma, CHANGES_B)
    EFFECT(fldw_xm, CHANGES_B) EFFECT(fldd_xm, CHANGES_B) EFFECT(stb_mb, CHANGES_B) EFFECT(stb_ma, CHANGES_B)
    EFFECT(sth_mb, CHANGES_B) EFFECT(sth_ma, CHANGES_B) EFFECT(stw_mb, CHANGES_B) EFFECT(stw_ma, CHANGES_B)
    EFFECT(fstw_mb, CHANGES_B) EFFECT(fstw_ma, CHANGES_B) EFFECT(fstd_mb, CHANGES_B) EFFECT(fstd_ma, CHANGES_B)
    EFFECT(fstw_xm, CHANGES_B) EFFECT(fstd_xm, CHANGES_B) EFFECT(nop, KEEPS) EFFECT(mtsar, KEEPS)
    BOTH(bb_set, KEEPS) BOTH(bb_clear, KEEPS) EFFECT(fetch, KEEPS) EFFECT(fetch_page, KEEPS) EFFECT(relate, KEEPS)
    EFFECT(relate_load, KEEPS) EFFECT(relate_apart, KEEPS) EFFECT(relate_free, KEEPS)
    EFFECT(relate_store, KEEPS) EFFECT(relate_base, KEEPS)
#define COMPARES(cf)                                                                                                   \
    ALL(cmpb_##cf, KEEPS) BOTH(cmpib_##cf, KEEPS) BOTH(addib_##cf, SETS_A)
    PA_CONDITIONS(COMPARES)
};

static enum effect effect_of(uop_fn *fn)
{
    for (unsigned i = 0; i < ARRAY_LEN(effects); i++)
        if (effects[i].fn == fn) return effects[i].effect;
    return UNKNOWN;
}

static unsigned after(enum effect effect, const struct uop *u, unsigned last)
{
    switch (effect) {
    case SETS_A: return u->a;
    case SETS_R1: return 1;
    case KEEPS: return last;
    case CHANGES_B: return last == u->b ? LAST_NONE : last;
    default: return LAST_NONE;
    }
}

unsigned pa_last_after(const struct uop *u, unsigned last) { return after(effect_of(u->fn), u, last); }

static const struct pa_form_memo *known(struct pa_form_memo memo[FORM_MEMOS], uop_fn *fn)
{
    struct pa_form_memo *m = &memo[((uintptr_t)fn >> 4) % FORM_MEMOS];
    if (m->fn != fn || !fn) *m = (struct pa_form_memo){fn, timed_form(fn), (u8)effect_of(fn)};
    return m;
}

unsigned pa_last_after_memo(struct pa_form_memo memo[FORM_MEMOS], const struct uop *u, unsigned last)
{
    return after((enum effect)known(memo, u->fn)->effect, u, last);
}

uop_fn *pa_timed_form_memo(struct pa_form_memo memo[FORM_MEMOS], uop_fn *fn) { return known(memo, fn)->timed; }
