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

#define P(id) (m->value[IA64_T_##id])

static void all(struct ia64_model *m, enum ia64_producer producer, u32 latency)
{
    for (unsigned use = 0; use < IA64_USES; use++) m->latency[producer][use] = latency;
}

static void to(struct ia64_model *m, enum ia64_producer producer, enum ia64_use use, u32 latency) { m->latency[producer][use] = latency; }

static void make_latencies(struct ia64_model *m)
{
    const struct { u32 producer, latency; } uniform[] = {
        {BY_ALU, P(ALU)}, {BY_LOAD, P(LOAD)}, {BY_BASE, P(BASE)}, {BY_CHECK, P(CHECK)}, {BY_MM, P(MM)}, {BY_GETF, P(GETF)},
        {BY_MOVE, P(MOVE)}, {BY_AR_M, P(AR_M)}, {BY_AR_KERNEL, P(AR_KERNEL)}, {BY_AR_ITC, P(AR_ITC)}, {BY_SYSTEM, P(SYSTEM)},
        {BY_PSR, P(PSR)}, {BY_CR, P(CR)}, {BY_SEM, P(SEM) + P(L2)}, {BY_CMP, P(CMP)}, {BY_FCMP, P(FCMP)},
        {BY_FRCPA, P(FRCPA_P)}, {BY_TOPR, P(TOPR)}, {BY_TOBR, P(TOBR)}, {BY_PFS, P(PFS)}, {BY_LC, P(LC)}, {BY_CCV, P(CCV)},
        {BY_BSPSTORE, P(BSPSTORE)}, {BY_FPSR, P(FPSR)}, {BY_ITC, P(ITC)}, {BY_FLOAD, P(FLOAD)}, {BY_FP, P(FP)},
        {BY_SETF, P(SETF)},
    };
    for (unsigned i = 0; i < ARRAY_LEN(uniform); i++) all(m, uniform[i].producer, uniform[i].latency);
    to(m, BY_ALU, FOR_MM, P(ALU_MM));
    to(m, BY_LOAD, FOR_ADDRESS, P(LOAD_ADDRESS));
    to(m, BY_LOAD, FOR_STORE, P(LOAD_STORE));
    to(m, BY_LOAD, FOR_MM, P(LOAD_MM));
    to(m, BY_MM, FOR_MM, P(MM_MM));
    to(m, BY_GETF, FOR_MM, P(GETF_MM));
    to(m, BY_MOVE, FOR_MM, P(MOVE_MM));
    to(m, BY_CMP, FOR_BRANCH, P(CMP_BRANCH));
    to(m, BY_FCMP, FOR_BRANCH, P(FCMP_BRANCH));
    to(m, BY_TOBR, FOR_BRANCH, P(TOBR_BRANCH));
    to(m, BY_PFS, FOR_BRANCH, P(PFS_RET));
    to(m, BY_FLOAD, FOR_STORE, P(FLOAD_STORE));
    to(m, BY_FLOAD, FOR_GETF, P(FLOAD_STORE));
    to(m, BY_FP, FOR_STORE, P(FP_STORE));
    to(m, BY_FP, FOR_GETF, P(FP_GETF));
    to(m, BY_SETF, FOR_STORE, P(SETF_STORE));
    to(m, BY_SETF, FOR_GETF, P(SETF_STORE));
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
    if (ia64_model_parse(spec, &m, &e) || !m.timed || i >= IA64_PARAMS) return false;
    spec_parameter(&models, spec, i, m.value[i], out);
    return true;
}

u64 ia64_model_hz(const char *spec)
{
    struct ia64_model m;
    struct error e;
    return ia64_model_parse(spec, &m, &e) || !m.timed ? SPEC_NONE_HZ : (u64)m.value[IA64_T_MHZ] * 1000000;
}
