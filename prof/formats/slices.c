#include "prof/formats/slices.h"

#include <inttypes.h>
#include <stdlib.h>

#include "emu/core/alloc.h"
#include "prof/output/text.h"
#include "prof/profile/stacks.h"

/* Cycles of each row of the profile (profile_rows()) in a span, whose first row of all is *next; that of the next span then. */
static void sum_span(const struct profile *p, u32 span, size_t *next, u64 *cycles)
{
    const struct profile_slices *s = p->slices;
    memset(cycles, 0, profile_rows(p) * sizeof *cycles);
    for (; *next < s->rows && s->row[*next].span == span; ++*next) {
        const struct pc_count *c = &s->row[*next].count;
        cycles[profile_insn_row(p, profile_insn_at(p, c->pc))] += c->cycles;
    }
}

/* The row with most of them, the first of several; PROFILE_NONE: none has any. */
static u32 most_of(const struct profile *p, const u64 *cycles)
{
    u32 most = PROFILE_NONE;
    for (u32 i = 0; i < profile_rows(p); i++)
        if (cycles[i] && (most == PROFILE_NONE || cycles[i] > cycles[most])) most = i;
    return most;
}

/* --- trace events ------------------------------------------------------------------------------------------------------------- */

/* Microseconds with three decimals, cut: none is before the one that came first. */
static void print_microseconds(const struct profile *p, u64 cycle, FILE *f)
{
    u128 nanoseconds = (u128)cycle * 1000000000 / p->clock_hz;
    fprintf(f, "%" PRIu64 ".%03u", (u64)(nanoseconds / 1000), (unsigned)(nanoseconds % 1000));
}

/* "args" follows, and the end of the event. */
static void begin_event(const struct profile *p, const char *phase, const char *name, u64 cycle, FILE *f)
{
    fprintf(f, ",\n{\"ph\":\"%s\",\"pid\":2,\"tid\":0,\"name\":\"%s\",\"ts\":", phase, name);
    print_microseconds(p, cycle, f);
    fputs(",\"args\":{", f);
}

static void print_counter(const struct profile *p, const char *name, u64 cycle, const char *const *key, const u64 *number, size_t n, FILE *f)
{
    begin_event(p, "C", name, cycle, f);
    for (size_t i = 0; i < n; i++) fprintf(f, "%s\"%s\":%" PRIu64, i ? "," : "", key[i], number[i]);
    fputs("}}", f);
}

/* All counters at the beginning of a slice; behind the last one they are 0. */
static void print_counters(const struct profile *p, u64 cycle, const struct slice_sums *s, FILE *f)
{
    static const char *const misses[] = {"L1I", "L1D", "L2", "L1 TLB", "TLB", "write-backs"};
    const struct pc_count *c = &s->count;
    const struct memory_events *m = &s->events;
    const char *cause[1 + STALLS] = {"issuing"};
    u64 cycles[1 + STALLS] = {c->cycles - profile_stalls(c)};
    char cpi[TEXT_NUMBER];
    for (unsigned i = 0; i < STALLS; i++) {
        cause[1 + i] = stall_name((enum stall)i);
        cycles[1 + i] = c->stalls[i];
    }
    print_counter(p, "cycles", cycle, cause, cycles, 1 + STALLS, f);
    print_counter(p, "instructions", cycle, (const char *const[]){"instructions"}, &c->instructions, 1, f);
    begin_event(p, "C", "CPI", cycle, f);
    if (c->instructions) fprintf(f, "\"CPI\":%s}}", text_ratio(cpi, c->cycles, c->instructions));
    else fputs("\"CPI\":0}}", f);
    print_counter(p, "misses", cycle, misses, (const u64[]){m->l1i_misses, m->l1d_misses, m->l2_misses, m->l1_tlb_misses, m->tlb_misses, m->write_backs},
                  ARRAY_LEN(misses), f);
    print_counter(p, "ticks", cycle, (const char *const[]){"ticks"}, &c->ticks, 1, f);
}

static void print_phase(const struct profile *p, u32 row, size_t from, size_t to, u64 cycles, FILE *f)
{
    const struct profile_slices *s = p->slices;
    u64 begin = slices_begin(s, from * s->joined), end = slices_begin(s, to * s->joined);
    if (row == PROFILE_NONE) return;
    fputs(",\n{\"ph\":\"B\",\"pid\":2,\"tid\":1,\"cat\":\"phase\",\"ts\":", f);
    print_microseconds(p, begin, f);
    fputs(",\"name\":", f);
    stacks_print_name(p, row, f);
    fprintf(f, ",\"args\":{\"cycles\":%" PRIu64 "}},\n{\"ph\":\"E\",\"pid\":2,\"tid\":1,\"cat\":\"phase\",\"ts\":", cycles);
    print_microseconds(p, end, f);
    fputs(",\"name\":", f);
    stacks_print_name(p, row, f);
    fputc('}', f);
}

/* Neighbouring spans in which the same function had most cycles are one phase, with what it had in them. */
static void print_phases(const struct profile *p, FILE *f)
{
    u64 *cycles = alloc_zeroed(profile_rows(p), sizeof *cycles), sum = 0;
    size_t next = 0, from = 0, spans = slices_spans(p->slices);
    u32 open = PROFILE_NONE;
    for (size_t i = 0; i < spans; i++) {
        sum_span(p, (u32)i, &next, cycles);
        u32 most = most_of(p, cycles);
        if (most != open) {
            print_phase(p, open, from, i, sum, f);
            open = most;
            from = i;
            sum = 0;
        }
        if (most != PROFILE_NONE) sum += cycles[most];
    }
    print_phase(p, open, from, spans, sum, f);
    free(cycles);
}

void slices_trace_events(const struct profile *p, FILE *f)
{
    static const struct slice_sums nothing;
    const struct profile_slices *s = p->slices;
    if (!s) return;
    fputs(",\n{\"ph\":\"M\",\"pid\":2,\"tid\":0,\"name\":\"process_name\",\"args\":{\"name\":\"by time\"}},\n"
          "{\"ph\":\"M\",\"pid\":2,\"tid\":1,\"name\":\"thread_name\",\"args\":{\"name\":\"phases: the function with most cycles\"}}", f);
    for (size_t i = 0; i < s->slices; i++) print_counters(p, slices_begin(s, i), &s->slice[i], f);
    print_counters(p, s->end, &nothing, f);
    print_phases(p, f);
}

/* --- speedscope --------------------------------------------------------------------------------------------------------------- */

/* Samples, or their weights: of each span the functions that had any cycles, by row. */
static void print_samples(const struct profile *p, const u32 *number, FILE *f)
{
    u64 *cycles = alloc_zeroed(profile_rows(p), sizeof *cycles);
    const char *before = "";
    size_t next = 0;
    for (size_t i = 0; i < slices_spans(p->slices); i++) {
        sum_span(p, (u32)i, &next, cycles);
        for (u32 k = 0; k < profile_rows(p); k++) {
            if (!cycles[k]) continue;
            if (number) fprintf(f, "%s[%" PRIu32 "]", before, number[k]);
            else fprintf(f, "%s%" PRIu64, before, cycles[k]);
            before = ",";
        }
    }
    free(cycles);
}

void slices_speedscope(const struct profile *p, const u32 *number, FILE *f)
{
    if (!p->slices) return;
    fprintf(f, ",\n{\"type\":\"sampled\",\"name\":\"cycles by time, functions alone\",\"unit\":\"none\",\"startValue\":0,\"endValue\":%" PRIu64
               ",\n\"samples\":[", p->total.cycles);
    print_samples(p, number, f);
    fputs("],\n\"weights\":[", f);
    print_samples(p, NULL, f);
    fputs("]}", f);
}
