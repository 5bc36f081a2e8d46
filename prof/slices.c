#include "prof/slices.h"

#include <stdlib.h>

#include "prof/alloc.h"
#include "prof/profile.h"

static bool is_nothing(const struct pc_count *c)
{
    u64 any = c->slots | c->instructions | c->cycles | c->ticks | c->mispredicted | c->taken;
    for (unsigned s = 0; s < STALLS; s++) any |= c->stalls[s];
    return !any;
}

struct profile_slices *slices_build(const struct slices *counted)
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
    for (size_t i = 0; i < slices_spans(s); i++) {
        for (size_t k = 0; k < counted->span[i].rows; k++) {
            if (is_nothing(&counted->span[i].row[k])) continue;
            s->row = alloc_grow(s->row, s->rows, &s->rows_room, sizeof *s->row);
            s->row[s->rows++] = (struct slice_row){(u32)i, counted->span[i].row[k]};
        }
    }
    return s;
}

void profile_slices_free(struct profile_slices *s)
{
    if (!s) return;
    free(s->slice);
    free(s->row);
    free(s);
}

u64 slices_begin(const struct profile_slices *s, size_t slice)
{
    return slice < s->slices ? s->origin + slice * s->length : s->end;
}

size_t slices_spans(const struct profile_slices *s) { return s->slices / s->joined + (s->slices % s->joined != 0); }

/* --- a range ----------------------------------------------------------------------------------------------------------------- */

static void keep_rows(struct profile_slices *s, size_t first, size_t last)
{
    size_t n = 0, from = first * s->joined, to = last * s->joined < s->slices ? last * s->joined : s->slices;
    for (size_t i = 0; i < s->rows; i++) {
        if (s->row[i].span < first || s->row[i].span >= last) continue;
        s->row[n] = s->row[i];
        s->row[n++].span -= (u32)first;
    }
    s->rows = n;
    s->end = slices_begin(s, to);
    s->origin = slices_begin(s, from);
    s->slices = to - from;
    memmove(s->slice, s->slice + from, s->slices * sizeof *s->slice);
}

static void forget_calls(struct profile *p)
{
    p->contexts = p->ticks = p->arcs = 0;
    data_free(p->data);
    p->data = NULL;
    threads_free(p->threads);
    p->threads = NULL;
    p->handler_cycles = 0;
}

void slices_keep(struct profile *p, size_t first, size_t last)
{
    struct profile_slices *s = p->slices;
    struct error e;
    keep_rows(s, first, last);
    forget_calls(p);
    for (size_t i = 0; i < p->insns; i++) p->insn[i].count = (struct pc_count){.pc = p->insn[i].count.pc};
    for (size_t i = 0; i < s->rows; i++) {
        struct profile_insn *insn = (struct profile_insn *)profile_insn_at(p, s->row[i].count.pc);
        profile_add(&insn->count, &s->row[i].count);
    }
    profile_sum(p, &e); /* a part of sums that did fit */
}
