#include "prof/profile/slices.h"

#include <stdlib.h>

#include "emu/core/alloc.h"
#include "prof/profile/profile_part.h"

static void add_rows(struct profile_slices *s, u32 span, const struct slice_span *from)
{
    for (size_t k = 0; k < from->rows; k++) {
        if (pc_count_is_nothing(&from->row[k])) continue;
        s->row = alloc_grow(s->row, s->rows, &s->rows_room, sizeof *s->row);
        s->row[s->rows++] = (struct slice_row){span, from->row[k]};
    }
}

static void add_chains(struct profile_slices *s, u32 span, const struct slice_span *from, const u32 *to)
{
    for (size_t k = 0; k < from->chains; k++) {
        const struct chain_row *r = &from->chain[k];
        if (r->tick) {
            s->tick = alloc_grow(s->tick, s->ticks, &s->ticks_room, sizeof *s->tick);
            s->tick[s->ticks++] = (struct slice_tick){span, {.context = to[r->chain], .pc = r->pc, .ticks = r->ticks}};
        } else {
            s->share = alloc_grow(s->share, s->shares, &s->shares_room, sizeof *s->share);
            s->share[s->shares++] = (struct slice_share){span, {to[r->chain], r->calls, r->cycles, r->instructions}};
        }
    }
}

struct profile_slices *slices_build(const struct slices *counted, const u32 *to)
{
    if (!counted) return NULL;
    struct profile_slices *s = alloc_zeroed(1, sizeof *s);
    s->origin = counted->origin;
    s->length = counted->length;
    s->end = counted->end;
    s->joined = counted->joined;
    for (size_t i = 0; i < counted->count; i++) {
        s->slice = alloc_grow(s->slice, s->slices, &s->slices_room, sizeof *s->slice);
        s->slice[s->slices++] = (struct slice_sums){counted->slice[i].sum, counted->slice[i].events};
    }
    for (u32 i = 0; i < slices_spans(s); i++) {
        add_rows(s, i, &counted->span[i]);
        add_chains(s, i, &counted->span[i], to);
    }
    return s;
}

void profile_slices_free(struct profile_slices *s)
{
    if (!s) return;
    free(s->slice);
    free(s->row);
    free(s->share);
    free(s->tick);
    free(s);
}

u64 slices_begin(const struct profile_slices *s, size_t slice)
{
    return slice < s->slices ? s->origin + slice * s->length : s->end;
}

size_t slices_spans(const struct profile_slices *s) { return s->slices / s->joined + (s->slices % s->joined != 0); }

/* --- a range ----------------------------------------------------------------------------------------------------------------- */

/* Where in a list by span, whose entries begin with it, those of this span or later ones are. */
static size_t from_span(const void *list, size_t count, size_t size, size_t span)
{
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        u32 here;
        memcpy(&here, (const u8 *)list + middle * size, sizeof here);
        if (here < span) low = middle + 1;
        else high = middle;
    }
    return low;
}

#define FROM_SPAN(list, count, span) from_span(list, count, sizeof *(list), span)

/* Counts of the spans in the place of all, in lists that are the profile's own. */
static void fill_in(struct profile *p, const struct profile_slices *s, size_t first, size_t last)
{
    for (size_t i = 0; i < p->insns; i++) p->insn[i].count = (struct pc_count){.pc = p->insn[i].count.pc};
    for (size_t i = 0; i < p->contexts; i++) p->context[i].calls = p->context[i].cycles = p->context[i].instructions = 0;
    for (size_t i = 0; i < p->ticks; i++) p->tick[i].ticks = 0;
    for (size_t i = FROM_SPAN(s->row, s->rows, first); i < s->rows && s->row[i].span < last; i++)
        profile_add(&((struct profile_insn *)profile_insn_at(p, s->row[i].count.pc))->count, &s->row[i].count);
    for (size_t i = FROM_SPAN(s->share, s->shares, first); i < s->shares && s->share[i].span < last; i++) {
        const struct thread_part *part = &s->share[i].part;
        p->context[part->context].calls += part->calls;
        p->context[part->context].cycles += part->cycles;
        p->context[part->context].instructions += part->instructions;
    }
    for (size_t i = FROM_SPAN(s->tick, s->ticks, first); i < s->ticks && s->tick[i].span < last; i++)
        p->tick[profile_tick_at(p, &s->tick[i].tick)].ticks += s->tick[i].tick.ticks;
    if (!s->shares) p->contexts = p->ticks = 0;
    profile_part_settle(p);
}

void slices_alone(const struct profile *p, size_t first, size_t last, struct profile *alone)
{
    profile_part_alone(p, alone);
    alone->handler_cycles = 0;
    fill_in(alone, p->slices, first, last);
    profile_part_arcs(alone, p->arc, p->arcs);
}

/* Of a list by span, whose entries begin with it, those of these spans stay, by their new numbers. */
static size_t keep_spans(void *list, size_t count, size_t size, size_t first, size_t last)
{
    size_t from = from_span(list, count, size, first), to = from_span(list, count, size, last);
    u8 *at = list;
    if (from < to) memmove(at, at + from * size, (to - from) * size);
    for (size_t i = 0; i < to - from; i++, at += size) {
        u32 span;
        memcpy(&span, at, sizeof span);
        span -= (u32)first;
        memcpy(at, &span, sizeof span);
    }
    return to - from;
}

static void keep_slices(struct profile_slices *s, size_t first, size_t last)
{
    size_t from = first * s->joined, to = last * s->joined < s->slices ? last * s->joined : s->slices;
    s->rows = keep_spans(s->row, s->rows, sizeof *s->row, first, last);
    s->shares = keep_spans(s->share, s->shares, sizeof *s->share, first, last);
    s->ticks = keep_spans(s->tick, s->ticks, sizeof *s->tick, first, last);
    s->end = slices_begin(s, to);
    s->origin = slices_begin(s, from);
    s->slices = to - from;
    s->first += from;
    s->part = true;
    memmove(s->slice, s->slice + from, s->slices * sizeof *s->slice);
}

void slices_keep(struct profile *p, size_t first, size_t last)
{
    fill_in(p, p->slices, first, last);
    keep_slices(p->slices, first, last);
    profile_part_keep_arcs(p);
    data_free(p->data);
    p->data = NULL;
    threads_free(p->threads);
    p->threads = NULL;
    p->handler_cycles = 0;
}
