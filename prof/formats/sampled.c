#include "prof/formats/sampled.h"

u64 sampled_number(const u8 *at, unsigned bytes, const struct sampled_program *program)
{
    u64 value = 0;
    for (unsigned i = 0; i < bytes; i++) value = value << 8 | at[program->isa->big_endian ? i : bytes - 1 - i];
    return value;
}

void sampled_add(struct counters *c, const struct sampled_program *program, const struct sampled_span *span, size_t i, u64 n)
{
    u64 unit = program->unit, length = span->high - span->low;
    u64 from = span->low + (u64)((u128)length * i / span->counters);
    u64 to = span->low + (u64)((u128)length * (i + 1) / span->counters);
    const struct symbol_image *code = program->symbols->images ? &program->symbols->image[0] : NULL;
    if (code && from < code->high && to > code->low) { /* what lies outside is no code */
        if (from < code->low) from = code->low;
        if (to > code->high) to = code->high;
    } else if (code) {
        to = from; /* all of it: a damaged file may span far more than there is */
    }
    from -= from % unit;
    u64 units = to > from + unit ? (to - from + unit - 1) / unit : 1;
    for (u64 k = 0, given = 0; k < units && given < n; k++) {
        u64 part = (u64)(((u128)n * (k + 1) + units - 1) / units) - given; /* so that any stretch of them has its share, to a unit */
        given += part;
        if (part) counters_add(c, &(struct pc_count){.pc = from + k * unit, .cycles = part, .ticks = part});
    }
}

void sampled_call(struct counters *c, const struct sampled_program *program, u64 from, u64 self, u64 count)
{
    size_t symbol = symbols_find(program->symbols, self);
    if (symbol != SYMBOL_NONE) self = program->symbols->symbol[symbol].start;
    counters_add_arc(c, &(struct call_arc){.from = from, .to = self, .count = count});
}

static bool no_code(void *context, u64 address, u8 *out, size_t n)
{
    (void)context, (void)address, (void)out, (void)n;
    return false;
}

int sampled_build(struct profile *p, struct counters *c, const struct sampled_program *program, u64 hz, struct error *e)
{
    counters_sort(c);
    struct profile_source source = {.isa = program->isa,
                                    .unit = program->unit,
                                    .cpu_model = PROFILE_NO_CPU,
                                    .clock_hz = hz,
                                    .tick_cycles = 1,
                                    .exit = {.kind = EXIT_UNKNOWN},
                                    .counters = c,
                                    .symbols = program->symbols,
                                    .read_code = no_code};
    int status = profile_build(p, &source, e);
    counters_free(c);
    return status;
}
