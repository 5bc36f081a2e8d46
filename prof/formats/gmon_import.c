#include "prof/formats/gmon_import.h"

#include "emu/core/alloc.h"

#include <stdlib.h>

enum { TAG_HISTOGRAM, TAG_ARC, TAG_BLOCKS, VERSION = 1, HEAD_SIZE = 20, UNIT_SIZE = 16 };

/* Counters of one span, from all its records. */
struct histogram {
    struct sampled_span span;
    u64 *counter;
};

struct reader {
    const struct sampled_program *program;
    const u8 *at, *end;
    struct histogram *histogram;
    size_t histograms, room;
    u64 hz, covered; /* covered: bytes of code in all spans */
    struct counters counters;
};

bool gmon_is(const u8 *bytes, size_t size) { return size >= 4 && !memcmp(bytes, "gmon", 4); }

/* The caller has seen that so many bytes are left. */
static u64 next(struct reader *r, unsigned bytes)
{
    u64 value = sampled_number(r->at, bytes, r->program);
    r->at += bytes;
    return value;
}

static bool left(const struct reader *r, u64 bytes) { return (u64)(r->end - r->at) >= bytes; }

/* That of the same span, or a new one; NULL with *wrong. */
static struct histogram *histogram_of(struct reader *r, const struct sampled_span *span, const char **wrong)
{
    for (size_t i = 0; i < r->histograms; i++) {
        struct histogram *h = &r->histogram[i];
        if (h->span.low == span->low && h->span.high == span->high && h->span.counters == span->counters) return h;
        if (h->span.low < span->high && span->low < h->span.high) {
            *wrong = "has histograms that overlap: damaged";
            return NULL;
        }
    }
    r->covered += span->high - span->low;
    if (r->covered > SAMPLED_RANGE_MAX) {
        *wrong = "spans more code than a program has: damaged, or of another processor";
        return NULL;
    }
    r->histogram = alloc_grow(r->histogram, r->histograms, &r->room, sizeof *r->histogram);
    struct histogram *h = &r->histogram[r->histograms++];
    *h = (struct histogram){*span, alloc_zeroed(span->counters, sizeof *h->counter)};
    return h;
}

/* What its numbers say is checked before anything is taken: gprof does the same, and adds records of one span up. */
static const char *read_histogram(struct reader *r)
{
    unsigned word = r->program->isa->elf64 ? 8 : 4;
    const char *wrong = NULL;
    if (!left(r, 2 * word + 8 + UNIT_SIZE)) return "is cut off in a histogram";
    struct sampled_span span = {.low = next(r, word), .high = 0};
    span.high = next(r, word);
    span.counters = next(r, 4);
    u64 hz = next(r, 4);
    if (memcmp(r->at, "seconds\0\0\0\0\0\0\0\0s", UNIT_SIZE)) return "has a histogram of something else than time, which gprof reads";
    r->at += UNIT_SIZE;
    if (span.low >= span.high || span.high - span.low > SAMPLED_RANGE_MAX || !span.counters)
        return "has a histogram that spans no code: damaged, or of another processor";
    if (!left(r, (u64)span.counters * 2)) return "is cut off in a histogram";
    if (!hz || (r->hz && r->hz != hz)) return "has histograms of different rates, or of none: damaged";
    r->hz = hz;
    struct histogram *h = histogram_of(r, &span, &wrong);
    for (size_t i = 0; h && i < span.counters; i++) h->counter[i] += next(r, 2);
    return wrong;
}

static const char *read_arc(struct reader *r)
{
    unsigned word = r->program->isa->elf64 ? 8 : 4;
    if (!left(r, 2 * word + 4)) return "is cut off in a call";
    u64 from = next(r, word), self = next(r, word), count = next(r, 4);
    sampled_call(&r->counters, r->program, from, self, count); /* 32 bits each: no file is long enough for a sum beyond 64 */
    return NULL;
}

static const char *read_all(struct reader *r)
{
    if (!left(r, HEAD_SIZE)) return "too short for a gmon.out";
    r->at += 4;
    if (next(r, 4) != VERSION) return "not version 1 of gmon.out, or of another processor";
    r->at += HEAD_SIZE - 8;
    while (r->at < r->end) {
        const char *wrong = NULL;
        switch (next(r, 1)) {
        case TAG_HISTOGRAM: wrong = read_histogram(r); break;
        case TAG_ARC: wrong = read_arc(r); break;
        case TAG_BLOCKS: wrong = "has counts of basic blocks, which pcgram does not read"; break;
        default: wrong = "has a record that is none of gmon.out's: damaged"; break;
        }
        if (wrong) return wrong;
    }
    return r->histograms ? NULL : "has no histogram";
}

int gmon_read(struct profile *p, const u8 *bytes, size_t size, const struct sampled_program *program, const char *name,
              struct error *e)
{
    struct reader r = {.program = program, .at = bytes, .end = bytes + size};
    memset(p, 0, sizeof *p);
    const char *wrong = read_all(&r);
    for (size_t i = 0; i < r.histograms; i++) {
        const struct histogram *h = &r.histogram[i];
        for (size_t k = 0; !wrong && k < h->span.counters; k++)
            if (h->counter[k]) sampled_add(&r.counters, program, &h->span, k, h->counter[k]);
        free(h->counter);
    }
    free(r.histogram);
    if (!wrong) return sampled_build(p, &r.counters, program, r.hz, e);
    counters_free(&r.counters);
    return error_set(e, "%s: %s", name, wrong);
}
