#include "prof/html/time.h"

#include "emu/core/alloc.h"
#include "prof/output/text.h"

#include <inttypes.h>
#include <stdlib.h>

/* Numbers with commas between them, those at the end that are 0 left out. */
static void print_numbers(const u64 *number, size_t n, FILE *f)
{
    while (n && !number[n - 1]) n--;
    for (size_t i = 0; i < n; i++) fprintf(f, "%s%" PRIu64, i ? "," : "", number[i]);
}

static void print_slice(const struct slice_sums *s, FILE *f)
{
    const struct pc_count *c = &s->count;
    const struct memory_events *m = &s->events;
    u64 number[10 + STALLS] = {c->cycles, c->slots, c->instructions, c->ticks, m->l1i_misses, m->l1d_misses, m->l2_misses, m->l1_tlb_misses, m->tlb_misses,
                               m->write_backs};
    memcpy(number + 10, c->stalls, sizeof c->stalls);
    fputc('[', f);
    print_numbers(number, ARRAY_LEN(number), f);
    fputc(']', f);
}

/* As html_code() has an instruction, from its cycles on; `offset` is from the one before it in the same function. */
static void print_row(const struct pc_count *c, u64 offset, FILE *f)
{
    u64 number[6 + STALLS] = {offset, c->cycles, c->slots, c->instructions, c->ticks, c->mispredicted};
    memcpy(number + 6, c->stalls, sizeof c->stalls);
    fputc('[', f);
    print_numbers(number, ARRAY_LEN(number), f);
    fputc(']', f);
}

/* Where the code of each row begins, for free(). */
static u64 *starts(const struct profile *p)
{
    u64 *start = alloc_zeroed(profile_rows(p), sizeof *start);
    bool *known = alloc_zeroed(profile_rows(p), sizeof *known);
    for (size_t i = 0; i < p->functions; i++) {
        start[i] = p->function[i].start;
        known[i] = true;
    }
    for (size_t i = 0; i < p->insns; i++) {
        u32 at = profile_insn_row(p, &p->insn[i]);
        if (!known[at]) start[at] = p->insn[i].count.pc;
        known[at] = true;
    }
    free(known);
    return start;
}

/* The rows of a span from *next on: [function, [row], [row] ...] for each function in turn. */
static void print_span(const struct profile *p, u32 span, size_t *next, const u64 *start, const u32 *row, FILE *f)
{
    const struct profile_slices *s = p->slices;
    u32 open = PROFILE_NONE;
    u64 last = 0;
    fputc('[', f);
    for (bool any = false; *next < s->rows && s->row[*next].span == span; ++*next) {
        const struct pc_count *c = &s->row[*next].count;
        u32 at = profile_insn_row(p, profile_insn_at(p, c->pc));
        if (row[at] == PROFILE_NONE) continue;
        if (at != open) fprintf(f, "%s[%" PRIu32, any ? "]," : "", row[at]);
        if (at != open) last = start[at];
        fputc(',', f);
        print_row(c, c->pc - last, f);
        last = c->pc;
        open = at;
        any = true;
    }
    fputs(open != PROFILE_NONE ? "]]" : "]", f);
}

void html_time(const struct profile *p, const u32 *row, FILE *f)
{
    const struct profile_slices *s = p->slices;
    size_t next = 0;
    if (!s) {
        fputs("\"time\":null", f);
        return;
    }
    u64 *start = starts(p);
    fprintf(f, "\"time\":{\"origin\":%" PRIu64 ",\"length\":%" PRIu64 ",\"end\":%" PRIu64 ",\"joined\":%" PRIu64 ",\n\"slices\":[", s->origin, s->length, s->end,
            s->joined);
    for (size_t i = 0; i < s->slices; i++) {
        if (i) fputc(',', f);
        print_slice(&s->slice[i], f);
    }
    fputs("],\n\"spans\":[", f);
    for (u32 i = 0; i < slices_spans(s); i++) {
        if (i) fputs(",\n", f);
        print_span(p, i, &next, start, row, f);
    }
    fputs("]}", f);
    free(start);
}
