/* The in-order models of PA-RISC processors as tables, and what the command line may change in them. */
#ifndef PCGRAM_PARISC_TIMING_MODELS_H
#define PCGRAM_PARISC_TIMING_MODELS_H

#include "emu/core/error.h"
#include "emu/core/isa.h"
#include "isa/parisc/insn/decode.h"

/* One number of a model: isa/parisc/timing/timing.def has them. */
enum pa_param {
#define PARAM(id, key, low, high, help, v7300, s7300, v7100, s7100) PA_T_##id,
#include "isa/parisc/timing/timing.def"
#undef PARAM
    PA_PARAMS
};

/* And behind them, for each two classes: 1 if the second may issue in the cycle of the first. */
#define PA_PAIR(first, second) (PA_PARAMS + (first) * PA_CLASS_COUNT + (second))
enum { PA_NUMBERS = PA_PAIR(PA_CLASS_COUNT, 0) };

struct pa_model {
    bool timed; /* false: "none", one cycle an instruction; nothing below counts */
    u32 value[PA_NUMBERS];
};

/* Names of the models, the default first, NULL at the end. */
extern const char *const pa_model_names[];
extern const char *const pa_model_measured[]; /* for each: tests/timing/hardware holds the figures to what it measures */

/* Makes *m of a spec: NAME or NAME,key=value[,key=value...]. NULL is "none". -1 with *e when the name, a key or a value is
 * not one. */
int pa_model_parse(const char *spec, struct pa_model *m, struct error *e);

/* The i-th number of a spec that pa_model_parse takes; false behind the last. */
bool pa_model_parameter(const char *spec, unsigned i, struct cpu_parameter *out);

/* Clock frequency in Hz that goes with the spec; that of "none" for one that is wrong. */
u64 pa_model_hz(const char *spec);

#endif
