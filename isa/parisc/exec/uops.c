#include "isa/parisc/exec/uops.h"

#include <stdio.h>

#include "isa/parisc/cpu.h"
#include "isa/parisc/exec/handlers.h"

/* FLAGS of a row are written without prefix. */
enum {
#define FLAG(name, bit) name = PA_UOP_##name,
    PA_UOP_FLAGS(FLAG)
#undef FLAG
};

#define PLAIN(n)     [PA_FORM_PLAIN] = pau_##n
#define TIMED(n)     PLAIN(n), [PA_FORM_TIMED] = pau_##n##_t
#define OF(n, X, x)  [PA_FORM_##X] = pau_##n##_##x
#define TIMED_OF(n, X, x) OF(n, X, x), [PA_FORM_##X | PA_FORM_TIMED] = pau_##n##_##x##_t
#define FORMS_N(n)   {PLAIN(n)}
#define FORMS_B(n)   {PLAIN(n), OF(n, B, b)}
#define FORMS_BC(n)  {PLAIN(n), OF(n, B, b), OF(n, C, c)}
#define FORMS_T(n)   {TIMED(n)}
#define FORMS_BT(n)  {TIMED(n), TIMED_OF(n, B, b)}
#define FORMS_BCT(n) {TIMED(n), TIMED_OF(n, B, b), TIMED_OF(n, C, c)}
#define FORMS_ABT(n) {TIMED(n), TIMED_OF(n, A, a), TIMED_OF(n, B, b)}

static const struct uop_row rows[PA_UOP_COUNT] = {
#define OP(name, FORMS, fa, fb, fc, fd, fimm, size, FLAGS)                                                             \
    [PA_UOP_##name] = {#name,           FORMS_##FORMS(name), PA_FIELD_##fa,   PA_FIELD_##fb, PA_FIELD_##fc,            \
                       PA_FIELD_##fd,   PA_FIELD_##fimm,     (size),          (FLAGS)},
#define HALF(half) [PA_UOP_##half] = {.name = #half},
#include "isa/parisc/exec/uop.def"
};

const struct uop_row *pa_uop_row(enum pa_uop kind) { return &rows[kind]; }

enum pa_form pa_uop_form(const struct uop_row *row, unsigned a, unsigned b, unsigned c, unsigned last)
{
    if (last == LAST_NONE) return PA_FORM_PLAIN;
    if (row->fn[PA_FORM_A] && a == last && b != last) return PA_FORM_A;
    if (row->fn[PA_FORM_B] && b == last && (c != last || !row->fn[PA_FORM_C])) return PA_FORM_B;
    if (row->fn[PA_FORM_C] && c == last && b != last) return PA_FORM_C;
    return PA_FORM_PLAIN;
}

unsigned pa_uop_last(const struct uop_row *row, const struct uop *u, unsigned last)
{
    bool apart = row->flags & (NULLIFIES | PAIR | ENDS | R31); /* or it may not be on all ways on */
    if (apart || !row->fn[PA_FORM_PLAIN]) return LAST_NONE;
    if (row->a == PA_FIELD_DEF || row->a == PA_FIELD_MOD) return u->a;
    if (row->flags & R1) return 1;
    return row->b == PA_FIELD_MOD && last == u->b ? LAST_NONE : last;
}

/* --- text -------------------------------------------------------------------------------------------------------------- */

static int put_field(char *out, size_t cap, const char *name, unsigned field, i64 value)
{
    switch ((enum pa_field)field) {
    case PA_FIELD_NO: return 0;
    case PA_FIELD_DEF: case PA_FIELD_USE: case PA_FIELD_MOD:
        return snprintf(out, cap, " %s=r%d", name, (int)(value == GR_SINK ? 0 : value));
    case PA_FIELD_FDEF: case PA_FIELD_FUSE: return snprintf(out, cap, " %s=fr%d", name, (int)value);
    case PA_FIELD_HDEF: case PA_FIELD_HUSE:
        return snprintf(out, cap, " %s=fr%d%c", name, (int)(value >> 1), value & 1 ? 'L' : 'R');
    case PA_FIELD_PC: case PA_FIELD_WORD: return snprintf(out, cap, " %s=0x%x", name, (u32)value);
    case PA_FIELD_TO: return snprintf(out, cap, " %s=u%+d", name, (int)value);
    default: return snprintf(out, cap, " %s=%d", name, (int)value);
    }
}

void pa_uop_text(enum pa_uop kind, const struct uop *u, char *out, size_t cap)
{
    static const char *const form[UOP_FORMS] = {"", "_a", "_b", "_c", "_t", "_a_t", "_b_t", "_c_t"};
    uop_text(&rows[kind], u, form, put_field, out, cap);
}
