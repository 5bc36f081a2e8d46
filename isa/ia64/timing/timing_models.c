#include "isa/ia64/timing/timing_models.h"

#include "emu/core/spec.h"

const char *const ia64_model_names[] = {"itanium2", "none", NULL};
const char *const ia64_model_measured[] = {
    "27 loops measured on the processor: 0.996 in the mean, spread 1.012, 25 within 2 %; 8 kept aside: 1.005, 1.032, 8 within 5 %; 6 of memory: 1.033, 1.089, 5 within 5 %",
    "a cycle for each slot",
};

#define KAPI "KAPI, "
#define GCC "gcc 12 ia64, "
#define CPU7 "7-cpu.com Itanium 2, "
#define GMP "GMP 6.2.1 mpn/ia64, measured by its authors: "
#define INTEL "Intel, "
#define HP "OpenSSL rc4-ia64.pl, by HP: "
#define LNX "Linux arch/ia64, "
#define OURS NULL

static const struct spec_row rows[IA64_PARAMS] = {
#define PARAM(id, key, low, high, help, value, source) {key, help, low, high, {value}, {source}},
#include "isa/ia64/timing/timing.def"
#undef PARAM
};

static const struct spec_models models = {.names = ia64_model_names, .row = rows, .rows = IA64_PARAMS};

/* --- latencies ---------------------------------------------------------------------------------------------------- */

enum { ANY = IA64_USES };

/* The numbers that say how late what a producer makes is, for any use of it (the sum, of two) and for those where it is another. */
static const struct {
    u8 producer, use, number;
} latencies[] = {
#define L(by, use, id) {BY_##by, use, IA64_T_##id}
    L(ALU, ANY, ALU), L(ALU, FOR_MM, ALU_MM),
    L(LOAD, ANY, LOAD), L(LOAD, FOR_ADDRESS, LOAD_ADDRESS), L(LOAD, FOR_STORE, LOAD_STORE), L(LOAD, FOR_MM, LOAD_MM),
    L(BASE, ANY, BASE), L(CHECK, ANY, CHECK), L(SEM, ANY, SEM), L(SEM, ANY, L2),
    L(MM, FOR_MM, MM_MM), L(MM, ANY, MM), L(GETF, ANY, GETF), L(GETF, FOR_MM, GETF_MM), L(MOVE, ANY, MOVE), L(MOVE, FOR_MM, MOVE_MM),
    L(AR_M, ANY, AR_M), L(AR_KERNEL, ANY, AR_KERNEL), L(AR_ITC, ANY, AR_ITC), L(SYSTEM, ANY, SYSTEM), L(PSR, ANY, PSR), L(CR, ANY, CR),
    L(CMP, FOR_BRANCH, CMP_BRANCH), L(CMP, ANY, CMP), L(FCMP, FOR_BRANCH, FCMP_BRANCH), L(FCMP, ANY, FCMP),
    L(FRCPA, ANY, FRCPA_P), L(TOPR, ANY, TOPR), L(TOBR, ANY, TOBR), L(TOBR, FOR_BRANCH, TOBR_BRANCH),
    L(PFS, ANY, PFS), L(PFS, FOR_BRANCH, PFS_RET), L(LC, ANY, LC), L(CCV, ANY, CCV), L(BSPSTORE, ANY, BSPSTORE), L(FPSR, ANY, FPSR),
    L(ITC, ANY, ITC), L(FLOAD, ANY, FLOAD), L(FLOAD, FOR_STORE, FLOAD_STORE), L(FLOAD, FOR_GETF, FLOAD_STORE),
    L(FP, ANY, FP), L(FP, FOR_STORE, FP_STORE), L(FP, FOR_GETF, FP_GETF),
    L(SETF, ANY, SETF), L(SETF, FOR_STORE, SETF_STORE), L(SETF, FOR_GETF, SETF_STORE),
#undef L
};

unsigned ia64_model_latencies(enum ia64_producer producer, enum ia64_param out[IA64_USES])
{
    unsigned n = 0;
    for (unsigned i = 0; i < ARRAY_LEN(latencies); i++)
        if (latencies[i].producer == producer && !(n && out[n - 1] == latencies[i].number)) out[n++] = (enum ia64_param)latencies[i].number;
    return n;
}

static void make_latencies(struct ia64_model *m)
{
    for (unsigned i = 0; i < ARRAY_LEN(latencies); i++)
        for (unsigned use = 0; latencies[i].use == ANY && use < IA64_USES; use++)
            m->latency[latencies[i].producer][use] += m->value[latencies[i].number];
    for (unsigned i = 0; i < ARRAY_LEN(latencies); i++)
        if (latencies[i].use != ANY) m->latency[latencies[i].producer][latencies[i].use] = m->value[latencies[i].number];
    for (unsigned producer = 0; producer < IA64_PRODUCERS; producer++)
        for (unsigned use = 0; use < IA64_USES; use++)
            if (m->latency[producer][use] > m->longest[producer]) m->longest[producer] = m->latency[producer][use];
}

/* --- specs -------------------------------------------------------------------------------------------------------- */

int ia64_model_parse(const char *spec, struct ia64_model *m, struct error *e)
{
    *m = (struct ia64_model){.timed = false};
    if (spec_parse(&models, spec, &m->timed, m->value, e)) return -1;
    u32 entries = m->value[IA64_T_PREDICTOR], page = m->value[IA64_T_PAGE];
    if (entries & (entries - 1)) return error_set(e, "--cpu: predictor.entries must be a power of two");
    if (page & (page - 1)) return error_set(e, "--cpu: tlb.page must be a power of two");
    if (m->timed) make_latencies(m);
    return 0;
}

bool ia64_model_parameter(const char *spec, unsigned i, struct cpu_parameter *out)
{
    struct ia64_model m;
    struct error e;
    return !ia64_model_parse(spec, &m, &e) && m.timed && spec_parameter(&models, spec, m.value, i, out);
}

u64 ia64_model_hz(const char *spec)
{
    struct ia64_model m;
    struct error e;
    return ia64_model_parse(spec, &m, &e) || !m.timed ? SPEC_NONE_HZ : (u64)m.value[IA64_T_MHZ] * 1000000;
}
