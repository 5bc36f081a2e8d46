#include "isa/ia64/exec/uops.h"

#include <stdio.h>

#include "isa/ia64/exec/handlers.h"

/* FLAGS of a row are written without prefix. */
enum {
#define FLAG(name, bit) name = IA64_UOP_##name,
    IA64_UOP_FLAGS(FLAG)
#undef FLAG
};

#define FORMS_N(n)  {ia64u_##n}
#define FORMS_E(n)  {ia64u_##n, ia64u_##n##_be}
#define FORMS_T(n)  {[IA64_FORM_TIMED] = ia64u_##n##_t, [0] = ia64u_##n}
#define FORMS_R(n)  {[IA64_FORM_ROTATED] = ia64u_##n##_rot, [0] = ia64u_##n}
#define OF_BOTH(n)  ia64u_##n, ia64u_##n##_be, ia64u_##n##_t, ia64u_##n##_be_t
#define FORMS_ET(n) {OF_BOTH(n)}
#define FORMS_ETR(n) {OF_BOTH(n), ia64u_##n##_rot, ia64u_##n##_be_rot, ia64u_##n##_t_rot, ia64u_##n##_be_t_rot}

static const struct uop_row rows[IA64_UOP_COUNT] = {
#define OP(name, FORMS, fa, fb, fc, fd, fimm, size, FLAGS)                                                             \
    [IA64_UOP_##name] = {#name,           FORMS_##FORMS(name), IA64_FIELD_##fa, IA64_FIELD_##fb, IA64_FIELD_##fc,      \
                         IA64_FIELD_##fd, IA64_FIELD_##fimm,   (size),          (FLAGS)},
#define HALF(half) [IA64_UOP_##half] = {.name = #half},
#include "isa/ia64/exec/uop.def"
#undef OP
#undef HALF
};

const struct uop_row *ia64_uop_row(enum ia64_uop kind) { return &rows[kind]; }

unsigned ia64_uop_form(const struct uop_row *row, unsigned wanted)
{
    unsigned form = 0;
    for (unsigned one = 1; one < UOP_FORMS; one <<= 1)
        if (wanted & one && row->fn[form | one]) form |= one;
    return form;
}

/* --- text -------------------------------------------------------------------------------------------------------------- */

static int put_field(char *out, size_t cap, const char *name, unsigned field, i64 value)
{
    static const char *const file[] = {
        [IA64_FIELD_DEF] = "r",  [IA64_FIELD_USE] = "r",  [IA64_FIELD_MOD] = "r",  [IA64_FIELD_NDEF] = "nat",
        [IA64_FIELD_NUSE] = "nat", [IA64_FIELD_NMOD] = "nat", [IA64_FIELD_TAG] = "r", [IA64_FIELD_FDEF] = "f",
        [IA64_FIELD_FUSE] = "f", [IA64_FIELD_FMOD] = "f", [IA64_FIELD_FTAG] = "f", [IA64_FIELD_PDEF] = "p",
        [IA64_FIELD_PUSE] = "p", [IA64_FIELD_PMOD] = "p", [IA64_FIELD_BDEF] = "b", [IA64_FIELD_BUSE] = "b",
    };
    if (field == IA64_FIELD_NO) return 0;
    if (field == IA64_FIELD_TO) return snprintf(out, cap, " %s=u%+d", name, (int)value);
    return snprintf(out, cap, " %s=%s%d", name, field < ARRAY_LEN(file) ? file[field] : "", (int)value);
}

void ia64_uop_text(enum ia64_uop kind, const struct uop *u, char *out, size_t cap)
{
    static const char *const form[UOP_FORMS] = {"", "_be", "_t", "_be_t", "_rot", "_be_rot", "_t_rot", "_be_t_rot"};
    uop_text(&rows[kind], u, form, put_field, out, cap);
}
