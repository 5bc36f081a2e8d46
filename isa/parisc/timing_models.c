#include "isa/parisc/timing_models.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

enum { PA7300LC, PA7100LC, MODELS };

const char *const pa_model_names[] = {"pa7300lc", "pa7100lc", "none", NULL};

struct row {
    const char *key, *help;
    u32 low, high;
    u32 value[MODELS];
    const char *source[MODELS];
};

#define MD "gcc 12 pa.md, "
#define CC "gcc 12 pa.cc, "
#define MAN "NetBSD cpu(4) hppa, "
#define OPENPA "openpa.net, "
#define OURS NULL

static const struct row rows[PA_PARAMS] = {
#define PARAM(id, key, low, high, help, v7300, s7300, v7100, s7100) {key, help, low, high, {v7300, v7100}, {s7300, s7100}},
#include "isa/parisc/timing.def"
#undef PARAM
};

/* --- pairs -------------------------------------------------------------------------------------------------------- */

static const char *const classes[PA_CLASS_COUNT] = {
    [PA_CLASS_FLOP] = "flop", [PA_CLASS_LDST] = "ldst", [PA_CLASS_FLEX] = "flex", [PA_CLASS_MM] = "mm",
    [PA_CLASS_NUL] = "nul",   [PA_CLASS_BV] = "bv",     [PA_CLASS_BR] = "br",     [PA_CLASS_FSYS] = "fsys",
    [PA_CLASS_SYS] = "sys",
};

#define F(c) (1u << PA_CLASS_##c)

/* NetBSD cpu(4), hppa, "instructions which are allowed to be executed concurrently": first, then second. One table for the
 * 7100LC, the 7200 and the 7300LC. Two accesses (LDST, LDST) must make a double word besides. */
static const u32 allowed[PA_CLASS_COUNT] = {
    [PA_CLASS_FLOP] = F(LDST) | F(FLEX) | F(MM) | F(NUL) | F(BV) | F(BR),
    [PA_CLASS_LDST] = F(FLOP) | F(FLEX) | F(MM) | F(NUL) | F(BR) | F(LDST),
    [PA_CLASS_FLEX] = F(FLOP) | F(LDST) | F(FLEX) | F(MM) | F(NUL) | F(BR) | F(FSYS),
    [PA_CLASS_MM] = F(FLOP) | F(LDST) | F(FLEX) | F(FSYS),
    [PA_CLASS_NUL] = F(FLOP),
};

enum { PAIRS = PA_CLASS_COUNT * PA_CLASS_COUNT, KEY = 32 };

static void pair_key(unsigned pair, char out[KEY])
{
    snprintf(out, KEY, "pair.%s.%s", classes[pair / PA_CLASS_COUNT], classes[pair % PA_CLASS_COUNT]);
}

/* --- specs -------------------------------------------------------------------------------------------------------- */

/* The words of a spec, between commas. */
static size_t word_length(const char *s) { return strcspn(s, ","); }

static int model_of(const char *spec)
{
    size_t n = word_length(spec);
    for (int i = 0; pa_model_names[i]; i++)
        if (strlen(pa_model_names[i]) == n && !strncmp(pa_model_names[i], spec, n)) return i;
    return -1;
}

static bool is_key(const char *key, const char *word, size_t n) { return strlen(key) == n && !strncmp(key, word, n); }

static int out_of_range(const char *word, u32 low, u32 high, struct error *e)
{
    return error_set(e, "--cpu: %.*s: not a number from %u to %u", (int)word_length(word), word, low, high);
}

static int set(struct pa_model *m, const char *word, struct error *e)
{
    size_t length = word_length(word), n = strcspn(word, "=,");
    char key[KEY], *end;
    if (word[n] != '=') return error_set(e, "--cpu: '%.*s': not key=value", (int)length, word);
    errno = 0;
    unsigned long v = strtoul(word + n + 1, &end, 10);
    bool number = isdigit((unsigned char)word[n + 1]) && !errno && end == word + length;
    for (unsigned i = 0; i < PA_PARAMS; i++) {
        if (!is_key(rows[i].key, word, n)) continue;
        if (!number || v < rows[i].low || v > rows[i].high) return out_of_range(word, rows[i].low, rows[i].high, e);
        m->value[i] = (u32)v;
        return 0;
    }
    for (unsigned i = 0; i < PAIRS; i++) {
        pair_key(i, key);
        if (!is_key(key, word, n)) continue;
        if (!number || v > 1) return out_of_range(word, 0, 1, e);
        m->pair[i / PA_CLASS_COUNT][i % PA_CLASS_COUNT] = v;
        return 0;
    }
    return error_set(e, "--cpu: %.*s: the model has no such number; --cpu=MODEL,help lists them", (int)n, word);
}

int pa_model_parse(const char *spec, struct pa_model *m, struct error *e)
{
    *m = (struct pa_model){.timed = false};
    if (!spec) return 0;
    int model = model_of(spec);
    if (model < 0)
        return error_set(e, "--cpu=%.*s: no such model; --cpu=help lists them", (int)word_length(spec), spec);
    m->timed = model < MODELS;
    for (unsigned i = 0; m->timed && i < PA_PARAMS; i++) m->value[i] = rows[i].value[model];
    for (unsigned i = 0; i < PAIRS; i++)
        m->pair[i / PA_CLASS_COUNT][i % PA_CLASS_COUNT] = allowed[i / PA_CLASS_COUNT] >> i % PA_CLASS_COUNT & 1;
    for (const char *at = spec + word_length(spec); *at; at += word_length(at)) {
        at++;
        if (!m->timed) return error_set(e, "--cpu=none: has no numbers to set");
        if (set(m, at, e)) return -1;
    }
    return 0;
}

bool pa_model_parameter(const char *spec, unsigned i, struct cpu_parameter *out)
{
    struct pa_model m;
    struct error e;
    if (pa_model_parse(spec, &m, &e) || !m.timed || i >= PA_PARAMS + PAIRS) return false;
    *out = (struct cpu_parameter){.help = "1: the two classes may issue in one cycle", .source = MAN "pairs"};
    if (i < PA_PARAMS) {
        snprintf(out->key, sizeof out->key, "%s", rows[i].key);
        out->value = m.value[i];
        out->help = rows[i].help;
        out->source = rows[i].source[model_of(spec)];
    } else {
        i -= PA_PARAMS;
        pair_key(i, out->key);
        out->value = m.pair[i / PA_CLASS_COUNT][i % PA_CLASS_COUNT];
    }
    return true;
}

u64 pa_model_hz(const char *spec)
{
    struct pa_model m;
    struct error e;
    return pa_model_parse(spec, &m, &e) || !m.timed ? 100000000 : (u64)m.value[PA_T_MHZ] * 1000000;
}
