#include "emu/core/spec.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>

bool spec_is(const char *spec, const char *name)
{
    size_t n = spec_name_length(spec);
    return strlen(name) == n && !strncmp(spec, name, n);
}

int spec_next(struct spec_word *w, struct error *e)
{
    const char *at = w->text + w->length;
    if (!*at) return 0;
    at++;
    *w = (struct spec_word){.text = at, .length = strcspn(at, ","), .key = strcspn(at, "=,")};
    if (at[w->key] != '=') return error_set(e, "--cpu: '%.*s': not key=value", (int)w->length, at);
    char *end;
    errno = 0;
    w->value = strtoul(at + w->key + 1, &end, 10);
    w->number = isdigit((unsigned char)at[w->key + 1]) && !errno && end == at + w->length;
    return 1;
}

int spec_value(const struct spec_word *w, u32 low, u32 high, u32 *out, struct error *e)
{
    if (!w->number || w->value < low || w->value > high)
        return error_set(e, "--cpu: %.*s: not a number from %u to %u", (int)w->length, w->text, low, high);
    *out = (u32)w->value;
    return 0;
}
