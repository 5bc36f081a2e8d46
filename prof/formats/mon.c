#include "prof/formats/mon.h"

#include "emu/core/alloc.h"
#include "prof/formats/histogram.h"
#include "prof/output/put.h"

#include <inttypes.h>
#include <stdlib.h>

#define COUNTER_MAX 65535u

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
    const struct sampled_program *program;
    const u8 *at;
    struct sampled_span span;
    u64 functions;
    struct counters counters;
};

/* The header, and whether all that it announces is there. */
static const char *read_head(struct reader *r, size_t size)
{
    unsigned word = r->program->isa->elf64 ? 8 : 4;
    if (size < 3 * word) return "too short for a mon.out";
    r->span.low = sampled_number(r->at, word, r->program);
    r->span.high = sampled_number(r->at + word, word, r->program);
    r->functions = sampled_number(r->at + 2 * word, word, r->program);
    r->at += 3 * word;
    size -= 3 * word;
    if (r->span.low >= r->span.high || r->span.high - r->span.low > SAMPLED_RANGE_MAX)
        return "spans no code: not a mon.out, or one of another processor";
    if (r->functions > size / (2 * word)) return "has fewer functions than it says: not a mon.out, or cut off";
    size -= r->functions * 2 * word;
    if (!size || size % 2) return "has no histogram, or half a counter: cut off";
    r->span.counters = size / 2;
    return NULL;
}

static const char *read_calls(struct reader *r)
{
    unsigned word = r->program->isa->elf64 ? 8 : 4;
    u64 sum = 0;
    for (u64 i = 0; i < r->functions; i++, r->at += 2 * word) {
        u64 calls = sampled_number(r->at + word, word, r->program);
        if (__builtin_add_overflow(sum, calls, &sum)) return "has calls that add up to more than 64 bits hold: damaged";
        sampled_call(&r->counters, r->program, 0, sampled_number(r->at, word, r->program), calls);
    }
    return NULL;
}

int mon_read(struct profile *p, const u8 *bytes, size_t size, const struct sampled_program *program, const char *name,
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
    for (size_t i = 0; i < r.span.counters; i++, r.at += 2)
        sampled_add(&r.counters, program, &r.span, i, sampled_number(r.at, 2, program));
    return sampled_build(p, &r.counters, program, program->hz, e);
}
