#include "prof/file/slices_file.h"

#include <stdlib.h>
#include <string.h>

#include "emu/core/alloc.h"
#include "prof/file/share_file.h"

/* --- writing ------------------------------------------------------------------------------------------------------------- */

size_t slices_print(const struct profile_slices *s, FILE *f)
{
    if (!s) return 0;
    fputs("slices", f);
    share_print_numbers(f, (const u64[]){s->origin, s->length, s->end, s->joined}, 4);
    fputc('\n', f);
    for (size_t i = 0; i < s->slices; i++) {
        const struct memory_events *m = &s->slice[i].events;
        fputs("slice", f);
        share_print_count(f, &s->slice[i].count);
        share_print_numbers(f, (const u64[]){m->l1i_misses, m->l1d_misses, m->l2_misses, m->l1_tlb_misses, m->tlb_misses, m->write_backs}, 6);
        fputc('\n', f);
    }
    for (size_t i = 0; i < s->rows; i++) share_print_row(f, "insn-in", s->row[i].span, &s->row[i].count);
    for (size_t i = 0; i < s->shares; i++) share_print_part(f, "chain-in", s->share[i].span, &s->share[i].part);
    for (size_t i = 0; i < s->ticks; i++) share_print_tick(f, "tick-in", s->tick[i].span, &s->tick[i].tick);
    return 1 + s->slices + s->rows + s->shares + s->ticks;
}

/* --- reading ------------------------------------------------------------------------------------------------------------- */

void slices_read(struct reader *r)
{
    if (r->p->slices) reader_bad(r, "slices twice");
    if (r->failed) return;
    struct profile_slices *s = r->p->slices = alloc_zeroed(1, sizeof *s);
    s->origin = reader_number(r);
    s->length = reader_number(r);
    s->end = reader_number(r);
    s->joined = reader_number(r);
    if (!s->length || !s->joined || s->end < s->origin) reader_bad(r, "impossible slices");
}

void slices_read_slice(struct reader *r)
{
    struct profile_slices *s = r->p->slices;
    struct slice_sums one = {0};
    struct memory_events *m = &one.events;
    u64 *const number[] = {&m->l1i_misses, &m->l1d_misses, &m->l2_misses, &m->l1_tlb_misses, &m->tlb_misses, &m->write_backs};
    share_read_count(r, &one.count);
    for (unsigned i = 0; i < ARRAY_LEN(number); i++) *number[i] = reader_number(r);
    if (!s) reader_bad(r, "a slice of nothing");
    else if (s->slices > (s->end - s->origin) / s->length) reader_bad(r, "a slice behind the end");
    else if (s->slices >= SLICES_MOST) reader_bad(r, "more slices than there may be");
    if (r->failed) return;
    s->slice = alloc_grow(s->slice, s->slices, &s->slices_room, sizeof *s->slice);
    s->slice[s->slices++] = one;
}

/* The slices of the file, and which of their spans the next field means. */
static struct profile_slices *span_of(struct reader *r, u32 *span, const char *none)
{
    struct profile_slices *s = r->p->slices;
    if (!s) reader_bad(r, none);
    if (r->failed) return NULL;
    *span = reader_index(r, slices_spans(s));
    if (*span == PROFILE_NONE) reader_bad(r, none);
    return r->failed ? NULL : s;
}

void slices_read_row(struct reader *r)
{
    u32 span;
    struct profile_slices *s = span_of(r, &span, "an instruction in no slice");
    if (!s) return;
    struct pc_count c = {.pc = reader_address(r)};
    share_read_count(r, &c);
    const struct slice_row *last = s->rows ? &s->row[s->rows - 1] : NULL;
    if (last && (last->span > span || (last->span == span && last->count.pc >= c.pc)))
        reader_bad(r, "instructions of slices must ascend by span and address");
    if (!profile_insn_at(r->p, c.pc)) reader_bad(r, "a slice's instruction that is not in this file");
    if (r->failed) return;
    s->row = alloc_grow(s->row, s->rows, &s->rows_room, sizeof *s->row);
    s->row[s->rows++] = (struct slice_row){span, c};
}

void slices_read_share(struct reader *r)
{
    struct slice_share one = {0};
    struct profile_slices *s = span_of(r, &one.span, "a chain of calls in no slice");
    if (!s) return;
    one.part = share_read_part(r);
    const struct slice_share *last = s->shares ? &s->share[s->shares - 1] : NULL;
    if (one.part.context == PROFILE_NONE) reader_bad(r, "a slice's chain of calls that is not in this file");
    if (last && (last->span > one.span || (last->span == one.span && last->part.context >= one.part.context)))
        reader_bad(r, "chains of slices must ascend by span and context");
    if (r->failed) return;
    s->share = alloc_grow(s->share, s->shares, &s->shares_room, sizeof *s->share);
    s->share[s->shares++] = one;
}

static bool ascends(const struct slice_tick *a, const struct slice_tick *b)
{
    if (a->span != b->span) return a->span < b->span;
    if (a->tick.context != b->tick.context) return a->tick.context < b->tick.context;
    return a->tick.pc < b->tick.pc;
}

void slices_read_tick(struct reader *r)
{
    struct slice_tick one = {0};
    struct profile_slices *s = span_of(r, &one.span, "a tick in no slice");
    if (!s) return;
    one.tick = share_read_tick(r);
    if (r->failed) return;
    if (profile_tick_at(r->p, &one.tick) == PROFILE_NONE) reader_bad(r, "a slice's tick that is not in this file");
    if (s->ticks && !ascends(&s->tick[s->ticks - 1], &one)) reader_bad(r, "ticks of slices must ascend by span, context and address");
    if (r->failed) return;
    s->tick = alloc_grow(s->tick, s->ticks, &s->ticks_room, sizeof *s->tick);
    s->tick[s->ticks++] = one;
}

/* What all spans together say of each chain of calls is what the file says of it; files written before it was counted say nothing. */
static bool shares_fit(const struct profile *p)
{
    const struct profile_slices *s = p->slices;
    struct thread_part *sum = alloc_zeroed(p->contexts, sizeof *sum);
    bool over = false, fits = true;
    for (size_t i = 0; i < s->shares; i++) {
        const struct thread_part *part = &s->share[i].part;
        struct thread_part *to = &sum[part->context];
        over |= __builtin_add_overflow(to->calls, part->calls, &to->calls);
        over |= __builtin_add_overflow(to->cycles, part->cycles, &to->cycles);
        over |= __builtin_add_overflow(to->instructions, part->instructions, &to->instructions);
    }
    for (size_t i = 0; i < p->contexts; i++) {
        const struct context_count *c = &p->context[i];
        fits &= sum[i].calls == c->calls && sum[i].cycles == c->cycles && sum[i].instructions == c->instructions;
    }
    free(sum);
    return (fits && !over) || !s->shares;
}

static bool ticks_fit(const struct profile *p)
{
    const struct profile_slices *s = p->slices;
    u64 *sum = alloc_zeroed(p->ticks, sizeof *sum);
    bool over = false, fits = true;
    for (size_t i = 0; i < s->ticks; i++) {
        u64 *to = &sum[profile_tick_at(p, &s->tick[i].tick)];
        over |= __builtin_add_overflow(*to, s->tick[i].tick.ticks, to);
    }
    for (size_t i = 0; i < p->ticks; i++) fits &= sum[i] == p->tick[i].ticks;
    free(sum);
    return (fits && !over) || (!s->ticks && !s->shares);
}

/* What all spans together say of each instruction is what the file says of it. */
static bool rows_fit(const struct profile *p)
{
    const struct profile_slices *s = p->slices;
    struct pc_count *sum = alloc_zeroed(p->insns, sizeof *sum);
    bool fits = true;
    for (size_t i = 0; i < s->rows && fits; i++)
        fits = profile_add(&sum[profile_insn_at(p, s->row[i].count.pc) - p->insn], &s->row[i].count);
    for (size_t i = 0; i < p->insns && fits; i++) {
        sum[i].pc = p->insn[i].count.pc;
        fits = !memcmp(&sum[i], &p->insn[i].count, sizeof *sum);
    }
    free(sum);
    return fits;
}

/* Nor do the slices of a span say anything else than its instructions. */
static bool sums_fit(const struct profile_slices *s)
{
    struct pc_count *of_rows = alloc_zeroed(slices_spans(s), sizeof *of_rows), *of_slices = alloc_zeroed(slices_spans(s), sizeof *of_slices);
    bool fits = true;
    for (size_t i = 0; i < s->rows; i++) fits &= profile_add(&of_rows[s->row[i].span], &s->row[i].count);
    for (size_t i = 0; i < s->slices; i++) fits &= profile_add(&of_slices[i / s->joined], &s->slice[i].count);
    fits = fits && !memcmp(of_rows, of_slices, slices_spans(s) * sizeof *of_rows);
    free(of_rows);
    free(of_slices);
    return fits;
}

void slices_check(struct reader *r)
{
    if (!r->p->slices || r->failed) return;
    if (!r->p->slices->slices) reader_bad(r, "slices of which there is none");
    else if (!rows_fit(r->p)) reader_bad(r, "slices that do not add up to what is said of the instructions");
    else if (!sums_fit(r->p->slices)) reader_bad(r, "slices that say something else than their instructions");
    else if (!shares_fit(r->p)) reader_bad(r, "slices that do not add up to what is said of the chains of calls");
    else if (!ticks_fit(r->p)) reader_bad(r, "slices that do not add up to what is said of ticks in chains of calls");
}
