/* The text behind --cpu, NAME or NAME,key=value[,key=value...], and the timing models that it names. */
#ifndef PCGRAM_CORE_SPEC_H
#define PCGRAM_CORE_SPEC_H

#include "emu/core/error.h"
#include "emu/core/isa.h"

enum { SPEC_MODELS = 2 }; /* with numbers, of one instruction set, at most */

/* The clock of "none". */
#define SPEC_NONE_HZ 100000000ull

/* A number of an instruction set's models. */
struct spec_row {
    const char *key, *help;
    u32 low, high;                   /* the least and the greatest value taken */
    u32 value[SPEC_MODELS];          /* of each model */
    const char *source[SPEC_MODELS]; /* where that is from; NULL: it is a model value */
};

struct spec_models {
    const char *const *names; /* NULL at the end; the last of them, "none", has no numbers */
    const struct spec_row *row;
    unsigned rows;
};

/* The numbers that the spec means, one a row, and whether there are any: none, and value[] is left alone, for "none" and for NULL, which
 * is the same. -1 with *e when the name, a key or a value is not one. */
int spec_parse(const struct spec_models *s, const char *spec, bool *timed, u32 *value, struct error *e);

/* The i-th number of a spec that has any, of value[] as spec_parse() made it; false behind the last. */
bool spec_parameter(const struct spec_models *s, const char *spec, const u32 *value, unsigned i, struct cpu_parameter *out);

#endif
