#include "prof/mon.h"

#include "prof/alloc.h"
#include "prof/histogram.h"
#include "prof/put.h"

#include <inttypes.h>
#include <stdlib.h>

#define COUNTER_MAX 65535u
#define RANGE_MAX   ((u64)1 << 28) /* bytes of code, as in a histogram */

/* --- writing --- */

/* Calls of each function, by all arcs. */
static u64 *count_calls(const struct profile *p)
{
    u64 *calls = alloc_zeroed(p->functions, sizeof *calls);
    for (size_t i = 0; i < p->arcs; i++) {
        u32 to = profile_function_at(p, p->arc[i].to);
        if (to != PROFILE_NONE) calls[to] += p->arc[i].count; /* cannot overflow: profile_sum() */
    }
    return calls;
}

static void put_calls(const struct profile *p, const struct mon_options *o, const u64 *calls, FILE *f,
                      struct mon_notes *notes)
{
    u64 bias = p->image[o->image].bias, most = p->address_size == 4 ? INT32_MAX : INT64_MAX;
    for (size_t i = 0; i < p->functions; i++) {
        if (!calls[i] || p->function[i].image != o->image) continue;
        put_number(f, p->function[i].start - bias, p->address_size, p->big_endian);
        put_number(f, calls[i] < most ? calls[i] : most, p->address_size, p->big_endian);
        notes->calls_cut |= calls[i] > most;
    }
}

int mon_write(const struct profile *p, const struct mon_options *o, FILE *f, struct mon_notes *notes, struct error *e)
{
    struct histogram h;
    memset(notes, 0, sizeof *notes);
    if (o->event == EVENT_SLOTS)
        return error_set(e, "mon has no counters of slots: ask for ticks, cycles or instructions");
    if (histogram_fill(&h, p, o->image, o->event, e)) return -1;
    u64 *calls = count_calls(p), bias = p->image[o->image].bias, called = 0;
    for (size_t i = 0; i < p->functions; i++) called += calls[i] && p->function[i].image == o->image;
    put_number(f, h.low - bias, p->address_size, p->big_endian);
    put_number(f, h.high - bias, p->address_size, p->big_endian);
    put_number(f, called, p->address_size, p->big_endian);
    put_calls(p, o, calls, f, notes);
    notes->outside = h.outside;
    notes->divisor = h.most > COUNTER_MAX ? h.most / COUNTER_MAX + 1 : 1; /* with place for what a rest adds */
    histogram_divide(&h, notes->divisor);
    for (size_t i = 0; i < h.bins; i++) put_number(f, h.bin[i], 2, p->big_endian);
    histogram_free(&h);
    free(calls);
    return 0;
}

/* --- reading --- */

struct reader {
    const struct mon_program *program;
    const u8 *at;
    u64 low, high, functions;
    size_t bins;
    struct counters counters;
};

static u64 get(const u8 *at, unsigned bytes, bool big_endian)
{
    u64 value = 0;
    for (unsigned i = 0; i < bytes; i++) value = value << 8 | at[big_endian ? i : bytes - 1 - i];
    return value;
}

/* The header, and whether all that it announces is there. */
static const char *read_head(struct reader *r, size_t size)
{
    const struct isa *isa = r->program->isa;
    unsigned word = isa->elf64 ? 8 : 4;
    if (size < 3 * word) return "too short for a mon.out";
    r->low = get(r->at, word, isa->big_endian);
    r->high = get(r->at + word, word, isa->big_endian);
    r->functions = get(r->at + 2 * word, word, isa->big_endian);
    r->at += 3 * word;
    size -= 3 * word;
    if (r->low >= r->high || r->high - r->low > RANGE_MAX) return "spans no code: not a mon.out, or one of another processor";
    if (r->functions > size / (2 * word)) return "has fewer functions than it says: not a mon.out, or cut off";
    size -= r->functions * 2 * word;
    if (!size || size % 2) return "has no histogram, or half a counter: cut off";
    r->bins = size / 2;
    return NULL;
}

static const char *read_calls(struct reader *r)
{
    const struct isa *isa = r->program->isa;
    unsigned word = isa->elf64 ? 8 : 4;
    u64 sum = 0;
    for (u64 i = 0; i < r->functions; i++, r->at += 2 * word) {
        u64 pc = get(r->at, word, isa->big_endian), calls = get(r->at + word, word, isa->big_endian);
        if (__builtin_add_overflow(sum, calls, &sum)) return "has calls that add up to more than 64 bits hold: damaged";
        size_t symbol = symbols_find(r->program->symbols, pc);
        /* the address is behind the call of _mcount, somewhere in the function */
        if (symbol != SYMBOL_NONE) pc = r->program->symbols->symbol[symbol].start;
        counters_add_arc(&r->counters, &(struct call_arc){.from = 0, .to = pc, .count = calls});
    }
    return NULL;
}

/* Counter i stands for the addresses from low + i * span / bins on. */
static void read_histogram(struct reader *r)
{
    u64 unit = r->program->unit, span = r->high - r->low;
    for (size_t i = 0; i < r->bins; i++, r->at += 2) {
        u64 ticks = get(r->at, 2, r->program->isa->big_endian);
        u64 from = r->low + (u64)((u128)span * i / r->bins), to = r->low + (u64)((u128)span * (i + 1) / r->bins);
        from -= from % unit;
        u64 units = to > from + unit ? (to - from + unit - 1) / unit : 1;
        for (u64 k = 0; ticks && k < units; k++) {
            u64 n = ticks / units + (k < ticks % units);
            if (n) counters_add(&r->counters, &(struct pc_count){.pc = from + k * unit, .cycles = n, .ticks = n});
        }
    }
}

static bool no_code(void *context, u64 address, u8 *out, size_t n)
{
    (void)context, (void)address, (void)out, (void)n;
    return false;
}

int mon_read(struct profile *p, const u8 *bytes, size_t size, const struct mon_program *program, const char *name,
             struct error *e)
{
    struct reader r = {.program = program, .at = bytes};
    memset(p, 0, sizeof *p);
    const char *wrong = read_head(&r, size);
    if (!wrong) wrong = read_calls(&r);
    if (wrong) {
        counters_free(&r.counters);
        return error_set(e, "%s: %s", name, wrong);
    }
    read_histogram(&r);
    counters_sort(&r.counters);
    struct profile_source source = {.isa = program->isa,
                                    .unit = program->unit,
                                    .cpu_model = "?",
                                    .clock_hz = program->hz,
                                    .tick_cycles = 1,
                                    .counters = &r.counters,
                                    .symbols = program->symbols,
                                    .read_code = no_code};
    int status = profile_build(p, &source, e);
    counters_free(&r.counters);
    return status;
}
