#include "emu/core/uop_row.h"

#include <stdio.h>

void uop_text(const struct uop_row *row, const struct uop *u, const char *const form[UOP_FORMS], uop_field_text *field, char *out, size_t cap)
{
    const struct {
        const char *name;
        u8 field;
        i64 value;
    } fields[] = {{"a", row->a, u->a}, {"b", row->b, u->b}, {"c", row->c, u->c}, {"d", row->d, u->d}, {"imm", row->imm, u->imm}};
    unsigned of = 0;
    for (unsigned i = 0; i < UOP_FORMS; i++)
        if (row->fn[i] && row->fn[i] == u->fn) of = i;
    int n = snprintf(out, cap, "%s%s", row->name ? row->name : "none", form[of]);
    for (unsigned i = 0; i < ARRAY_LEN(fields) && n >= 0 && (size_t)n < cap; i++)
        n += field(out + n, cap - (size_t)n, fields[i].name, fields[i].field, fields[i].value);
}
