#include "isa/parisc/timing/timing_models.h"

#include <stdio.h>

#include "emu/core/spec.h"

enum { PA7300LC, PA7100LC, MODELS };

const char *const pa_model_names[] = {"pa7300lc", "pa7100lc", "none", NULL};
const char *const pa_model_measured[] = {
    "no loop measured on the processor",
    "3 loops measured on the processor, kept aside: 0.981, 1.023, 3 within 5 %; 14 on its predecessors, exact with some numbers set",
    "a cycle for each slot",
};

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
#include "isa/parisc/timing/timing.def"
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

static int model_of(const char *spec)
{
    for (int i = 0; pa_model_names[i]; i++)
        if (spec_is(spec, pa_model_names[i])) return i;
    return -1;
}

static int set(struct pa_model *m, const struct spec_word *w, struct error *e)
{
    char key[KEY];
    if (!m->timed) return error_set(e, "--cpu=none: has no numbers to set");
    for (unsigned i = 0; i < PA_PARAMS; i++)
        if (spec_key_is(w, rows[i].key)) return spec_value(w, rows[i].low, rows[i].high, &m->value[i], e);
    for (unsigned i = 0; i < PAIRS; i++) {
        u32 may = 0;
        pair_key(i, key);
        if (!spec_key_is(w, key)) continue;
        if (spec_value(w, 0, 1, &may, e)) return -1;
        m->pair[i / PA_CLASS_COUNT][i % PA_CLASS_COUNT] = may;
        return 0;
    }
    return error_set(e, "--cpu: %.*s: the model has no such number; --cpu=MODEL,help lists them", (int)w->key, w->text);
}

int pa_model_parse(const char *spec, struct pa_model *m, struct error *e)
{
    *m = (struct pa_model){.timed = false};
    if (!spec) return 0;
    int model = model_of(spec), more;
    struct spec_word w = {.text = spec, .length = spec_name_length(spec)};
    if (model < 0) return error_set(e, "--cpu=%.*s: no such model; 'pcgram --cpu=help' lists them", (int)w.length, spec);
    m->timed = model < MODELS;
    for (unsigned i = 0; m->timed && i < PA_PARAMS; i++) m->value[i] = rows[i].value[model];
    for (unsigned i = 0; i < PAIRS; i++)
        m->pair[i / PA_CLASS_COUNT][i % PA_CLASS_COUNT] = allowed[i / PA_CLASS_COUNT] >> i % PA_CLASS_COUNT & 1;
    while ((more = spec_next(&w, e)) > 0)
        if (set(m, &w, e)) return -1;
    return more;
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
