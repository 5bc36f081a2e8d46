#include "emu/core/spec.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

/* A part of the spec, up to the next comma. */
struct word {
    const char *text;
    size_t length;
    size_t key;  /* characters of the key, with which it begins */
    bool number; /* the value is one: */
    u64 value;
};

/* True if text[length] is the name. */
static bool is(const char *text, size_t length, const char *name) { return strlen(name) == length && !strncmp(text, name, length); }

static int model_of(const struct spec_models *s, const char *spec)
{
    for (int i = 0; s->names[i]; i++)
        if (is(spec, strcspn(spec, ","), s->names[i])) return i;
    return -1;
}

/* The word behind *w, the first of which is the name. 1, 0 behind the last, or -1 with *e when it is not key=value. */
static int next_word(struct word *w, struct error *e)
{
    const char *at = w->text + w->length;
    if (!*at) return 0;
    at++;
    *w = (struct word){.text = at, .length = strcspn(at, ","), .key = strcspn(at, "=,")};
    if (at[w->key] != '=') return error_set(e, "--cpu: '%.*s': not key=value", (int)w->length, at);
    char *end;
    errno = 0;
    w->value = strtoul(at + w->key + 1, &end, 10);
    w->number = isdigit((unsigned char)at[w->key + 1]) && !errno && end == at + w->length;
    return 1;
}

static int set(const struct spec_models *s, const struct word *w, u32 *value, struct error *e)
{
    for (unsigned i = 0; i < s->rows; i++) {
        const struct spec_row *r = &s->row[i];
        if (!is(w->text, w->key, r->key)) continue;
        if (!w->number || w->value < r->low || w->value > r->high)
            return error_set(e, "--cpu: %.*s: not a number from %u to %u", (int)w->length, w->text, r->low, r->high);
        value[i] = (u32)w->value;
        return 0;
    }
    return error_set(e, "--cpu: %.*s: the model has no such number; --cpu=MODEL,help lists them", (int)w->key, w->text);
}

int spec_parse(const struct spec_models *s, const char *spec, bool *timed, u32 *value, struct error *e)
{
    *timed = false;
    if (!spec) return 0;
    int model = model_of(s, spec), more;
    struct word w = {.text = spec, .length = strcspn(spec, ",")};
    if (model < 0) return error_set(e, "--cpu=%.*s: no such model; 'pcgram --cpu=help' lists them", (int)w.length, spec);
    *timed = s->names[model + 1];
    for (unsigned i = 0; *timed && i < s->rows; i++) value[i] = s->row[i].value[model];
    while ((more = next_word(&w, e)) > 0) {
        if (!*timed) return error_set(e, "--cpu=none: has no numbers to set");
        if (set(s, &w, value, e)) return -1;
    }
    return more;
}

bool spec_parameter(const struct spec_models *s, const char *spec, const u32 *value, unsigned i, struct cpu_parameter *out)
{
    if (i >= s->rows) return false;
    const struct spec_row *r = &s->row[i];
    *out = (struct cpu_parameter){.value = value[i], .help = r->help, .source = r->source[model_of(s, spec)]};
    snprintf(out->key, sizeof out->key, "%s", r->key);
    return true;
}
