#include "isa/parisc/timing/timing_models.h"

#include "emu/core/spec.h"

const char *const pa_model_names[] = {"pa7300lc", "pa7100lc", "none", NULL};
const char *const pa_model_measured[] = {
    "no loop measured on the processor",
    "3 loops measured on the processor, kept aside: 0.981, 1.023, 3 within 5 %; 14 on its predecessors, exact with some numbers set",
    "a cycle for each slot",
};

#define MD "gcc 12 pa.md, "
#define CC "gcc 12 pa.cc, "
#define MAN "NetBSD cpu(4) hppa, "
#define OPENPA "openpa.net, "
#define OURS NULL

/* NetBSD cpu(4), hppa, "instructions which are allowed to be executed concurrently": first, then second. One table for the
 * 7100LC, the 7200 and the 7300LC. Two accesses (LDST, LDST) must make a double word besides. */
#define F(c) (1u << PA_CLASS_##c)
#define PAIR(A, a, B, b, behind)                                                                                       \
    [PA_PAIR(PA_CLASS_##A, PA_CLASS_##B)] = {"pair." a "." b, "1: the two classes may issue in one cycle", 0, 1,       \
                                             {((behind) & F(B)) != 0, ((behind) & F(B)) != 0}, {MAN "pairs", MAN "pairs"}},
#define BEHIND(A, a, behind)                                                                                           \
    PAIR(A, a, FLOP, "flop", behind) PAIR(A, a, LDST, "ldst", behind) PAIR(A, a, FLEX, "flex", behind)                 \
    PAIR(A, a, MM, "mm", behind) PAIR(A, a, NUL, "nul", behind) PAIR(A, a, BV, "bv", behind)                           \
    PAIR(A, a, BR, "br", behind) PAIR(A, a, FSYS, "fsys", behind) PAIR(A, a, SYS, "sys", behind)

static const struct spec_row rows[PA_NUMBERS] = {
#define PARAM(id, key, low, high, help, v7300, s7300, v7100, s7100) {key, help, low, high, {v7300, v7100}, {s7300, s7100}},
#include "isa/parisc/timing/timing.def"
#undef PARAM
    BEHIND(FLOP, "flop", F(LDST) | F(FLEX) | F(MM) | F(NUL) | F(BV) | F(BR))
    BEHIND(LDST, "ldst", F(FLOP) | F(FLEX) | F(MM) | F(NUL) | F(BR) | F(LDST))
    BEHIND(FLEX, "flex", F(FLOP) | F(LDST) | F(FLEX) | F(MM) | F(NUL) | F(BR) | F(FSYS))
    BEHIND(MM, "mm", F(FLOP) | F(LDST) | F(FLEX) | F(FSYS))
    BEHIND(NUL, "nul", F(FLOP))
    BEHIND(BV, "bv", 0)
    BEHIND(BR, "br", 0)
    BEHIND(FSYS, "fsys", 0)
    BEHIND(SYS, "sys", 0)
};

static const struct spec_models models = {.names = pa_model_names, .row = rows, .rows = PA_NUMBERS};

int pa_model_parse(const char *spec, struct pa_model *m, struct error *e)
{
    *m = (struct pa_model){.timed = false};
    return spec_parse(&models, spec, &m->timed, m->value, e);
}

bool pa_model_parameter(const char *spec, unsigned i, struct cpu_parameter *out)
{
    struct pa_model m;
    struct error e;
    return !pa_model_parse(spec, &m, &e) && m.timed && spec_parameter(&models, spec, m.value, i, out);
}

u64 pa_model_hz(const char *spec)
{
    struct pa_model m;
    struct error e;
    return pa_model_parse(spec, &m, &e) || !m.timed ? SPEC_NONE_HZ : (u64)m.value[PA_T_MHZ] * 1000000;
}
