/* The in-order model of the Itanium 2 as a table, and what the command line may change in it. */
#ifndef PCGRAM_IA64_TIMING_MODELS_H
#define PCGRAM_IA64_TIMING_MODELS_H

#include "emu/core/error.h"
#include "emu/core/isa.h"

/* One number of a model: isa/ia64/timing/timing.def has them. */
enum ia64_param {
#define PARAM(id, key, low, high, help, value, source) IA64_T_##id,
#include "isa/ia64/timing/timing.def"
#undef PARAM
    IA64_PARAMS
};

/* What produced a value, as far as latencies tell producers apart. */
enum ia64_producer {
    BY_NONE, BY_ALU, BY_LOAD, BY_BASE, BY_CHECK, BY_MM, BY_GETF, BY_MOVE, BY_AR_M, BY_AR_KERNEL, BY_AR_ITC, BY_SYSTEM, BY_PSR, BY_CR,
    BY_SEM, BY_CMP, BY_FCMP, BY_FRCPA, BY_TOPR, BY_TOBR, BY_PFS, BY_LC, BY_CCV, BY_BSPSTORE, BY_FPSR, BY_ITC, BY_FLOAD, BY_FP,
    BY_SETF, IA64_PRODUCERS
};

/* And what it is used for. */
enum ia64_use {
    FOR_ALU,     /* anything that is not below */
    FOR_ADDRESS, /* and by setf */
    FOR_MM,
    FOR_STORE,   /* the value stored */
    FOR_GETF,    /* a floating-point register, by getf */
    FOR_BRANCH,  /* its predicate, its target, its counter */
    IA64_USES
};

struct ia64_model {
    bool timed; /* false: "none", one cycle a slot; nothing below counts */
    u32 value[IA64_PARAMS];
    u32 latency[IA64_PRODUCERS][IA64_USES]; /* from producer to use, worked out of the values */
    u32 longest[IA64_PRODUCERS];            /* of a producer's */
};

/* Names of the models, the default first, NULL at the end. */
extern const char *const ia64_model_names[];
extern const char *const ia64_model_measured[]; /* for each: tests/timing/hardware holds the figures to what it measures */

/* Makes *m of a spec: NAME or NAME,key=value[,key=value...]. NULL is "none". -1 with *e when the name, a key or a value is
 * not one. */
int ia64_model_parse(const char *spec, struct ia64_model *m, struct error *e);

/* The numbers that say how late what the producer makes is. Returns how many. */
unsigned ia64_model_latencies(enum ia64_producer producer, enum ia64_param out[IA64_USES]);

/* The i-th number of a spec that ia64_model_parse takes; false behind the last. */
bool ia64_model_parameter(const char *spec, unsigned i, struct cpu_parameter *out);

/* Clock frequency in Hz that goes with the spec. */
u64 ia64_model_hz(const char *spec);

#endif
