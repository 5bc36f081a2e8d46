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

#define FORMS_N(n)   {[PA_FORM_PLAIN] = {pau_##n, NULL}}
#define FORMS_B(n)   {[PA_FORM_PLAIN] = {pau_##n, NULL}, [PA_FORM_B] = {pau_##n##_b, NULL}}
#define FORMS_BC(n)                                                                                                    \
    {[PA_FORM_PLAIN] = {pau_##n, NULL}, [PA_FORM_B] = {pau_##n##_b, NULL}, [PA_FORM_C] = {pau_##n##_c, NULL}}
#define FORMS_T(n)   {[PA_FORM_PLAIN] = {pau_##n, pau_##n##_t}}
#define FORMS_BT(n)  {[PA_FORM_PLAIN] = {pau_##n, pau_##n##_t}, [PA_FORM_B] = {pau_##n##_b, pau_##n##_b_t}}
#define FORMS_BCT(n)                                                                                                   \
    {[PA_FORM_PLAIN] = {pau_##n, pau_##n##_t}, [PA_FORM_B] = {pau_##n##_b, pau_##n##_b_t},                             \
     [PA_FORM_C] = {pau_##n##_c, pau_##n##_c_t}}
#define FORMS_ABT(n)                                                                                                   \
    {[PA_FORM_PLAIN] = {pau_##n, pau_##n##_t}, [PA_FORM_A] = {pau_##n##_a, pau_##n##_a_t},                             \
     [PA_FORM_B] = {pau_##n##_b, pau_##n##_b_t}}

static const struct pa_uop_row rows[PA_UOP_COUNT] = {
#define OP(name, FORMS, fa, fb, fc, fd, fimm, size, FLAGS)                                                             \
    [PA_UOP_##name] = {#name,           FORMS_##FORMS(name), PA_FIELD_##fa,   PA_FIELD_##fb, PA_FIELD_##fc,            \
                       PA_FIELD_##fd,   PA_FIELD_##fimm,     (size),          (FLAGS)},
#define HALF(half) [PA_UOP_##half] = {.name = #half},
#include "isa/parisc/exec/uop.def"
};

const struct pa_uop_row *pa_uop_row(enum pa_uop kind) { return &rows[kind]; }

enum pa_form pa_uop_form(const struct pa_uop_row *row, unsigned a, unsigned b, unsigned c, unsigned last)
{
    if (last == LAST_NONE) return PA_FORM_PLAIN;
    if (row->fn[PA_FORM_A][0] && a == last && b != last) return PA_FORM_A;
    if (row->fn[PA_FORM_B][0] && b == last && (c != last || !row->fn[PA_FORM_C][0])) return PA_FORM_B;
    if (row->fn[PA_FORM_C][0] && c == last && b != last) return PA_FORM_C;
    return PA_FORM_PLAIN;
}

unsigned pa_uop_last(const struct pa_uop_row *row, const struct uop *u, unsigned last)
{
    bool apart = row->flags & (NULLIFIES | PAIR | ENDS | R31); /* or it may not be on all ways on */
    if (apart || !row->fn[PA_FORM_PLAIN][0]) return LAST_NONE;
    if (row->a == PA_FIELD_DEF || row->a == PA_FIELD_MOD) return u->a;
    if (row->flags & R1) return 1;
    return row->b == PA_FIELD_MOD && last == u->b ? LAST_NONE : last;
}

/* --- text -------------------------------------------------------------------------------------------------------------- */

static int put_field(char *out, size_t cap, const char *name, enum pa_field field, i64 value)
{
    switch (field) {
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
    static const char form_name[PA_FORMS] = {0, 'a', 'b', 'c'};
    const struct pa_uop_row *row = &rows[kind];
    unsigned form = 0, timed = 0;
    for (unsigned i = 0; i < 2 * PA_FORMS; i++)
        if (row->fn[i / 2][i & 1] && row->fn[i / 2][i & 1] == u->fn) form = i / 2, timed = i & 1;
    int n = snprintf(out, cap, "%s%s%.1s%s", row->name ? row->name : "none", form ? "_" : "", &form_name[form], timed ? "_t" : "");
    const struct {
        const char *name;
        u8 field;
        i64 value;
    } fields[] = {{"a", row->a, u->a}, {"b", row->b, u->b}, {"c", row->c, u->c}, {"d", row->d, u->d}, {"imm", row->imm, u->imm}};
    for (unsigned i = 0; i < ARRAY_LEN(fields) && n >= 0 && (size_t)n < cap; i++)
        n += put_field(out + n, cap - (size_t)n, fields[i].name, (enum pa_field)fields[i].field, fields[i].value);
}
