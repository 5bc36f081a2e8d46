#include "emu/core/slices.h"

#include <stdlib.h>

#include "emu/core/alloc.h"
#include "emu/core/code.h"
#include "emu/core/data.h"
#include "emu/core/isa.h"
#include "emu/core/machine.h"

/* --- counts ------------------------------------------------------------------------------------------------------------------ */

/* What is new of an instruction, but for what was shared out too much before. False: nothing. Itanium lends a cycle from one instruction to
 * another for as long as a slot waits for its turn: what is less than before is taken off what comes. */
static bool take_new(struct pc_count *over, const struct pc_count *new, struct pc_count *out)
{
    bool any = false;
    *out = (struct pc_count){.pc = new->pc};
    for (unsigned i = 0; i < PC_COUNTS; i++) {
        u64 *o = &over->count[i];
        i64 left = (i64)(new->count[i] - *o);
        *o = left < 0 ? (u64)-left : 0;
        if (left <= 0) continue;
        out->count[i] = (u64)left;
        any = true;
    }
    return any;
}

static bool is_less(const struct pc_count *new)
{
    for (unsigned i = 0; i < PC_COUNTS; i++)
        if ((i64)new->count[i] < 0) return true;
    return false;
}

static void take_events(struct memory_events *seen, const struct memory_events *now, struct memory_events *sum)
{
    struct memory_events new = memory_events_since(seen, now);
    memory_events_add(sum, &new);
    *seen = *now;
}

/* --- slices ------------------------------------------------------------------------------------------------------------------ */

/* Adds rows by pc to a span. */
static void add_rows(struct slices *s, struct slice_span *to, const struct pc_count *row, size_t rows)
{
    if (!rows) return;
    struct counters both = {.pc = alloc_zeroed(to->rows + rows, sizeof *row), .pcs_room = to->rows + rows};
    for (size_t i = 0; i < to->rows; i++) counters_add(&both, &to->row[i]);
    for (size_t i = 0; i < rows; i++) counters_add(&both, &row[i]);
    counters_sort(&both);
    s->rows += both.pcs - to->rows;
    free(to->row);
    to->row = both.pc;
    to->rows = both.pcs;
}

static void add_chains(struct slices *s, struct slice_span *to, const struct chain_row *row, size_t rows)
{
    size_t before = to->chains;
    slice_chains_add(&to->chain, &to->chains, row, rows);
    s->chains += to->chains - before;
}

/* The account has what chains take now, though that may be more than there was room for: spans are joined then (has_no_room()). */
static void charge(struct slices *s)
{
    mem_charge(s->account, &s->charged, s->chains * sizeof(struct chain_row) + s->seen_chains.room * sizeof(struct chain_seen));
}

static size_t spans(const struct slices *s) { return (s->count + s->joined - 1) / s->joined; }

static void join_spans(struct slices *s)
{
    size_t count = spans(s);
    for (size_t i = 1; i < count; i++) {
        struct slice_span *to = &s->span[i / 2], from = s->span[i];
        s->span[i] = (struct slice_span){0};
        if (i % 2 == 0) {
            *to = from;
            continue;
        }
        s->rows -= from.rows;
        add_rows(s, to, from.row, from.rows);
        free(from.row);
        s->chains -= from.chains;
        add_chains(s, to, from.chain, from.chains);
        free(from.chain);
    }
    s->joined *= 2;
    const struct data_hook *hook = s->process->machine->data;
    if (hook) s->data = hook->joined_spans(hook->ctx, s->process);
    charge(s);
}

static void join_slices(struct slices *s)
{
    if (s->joined == 1) join_spans(s);
    for (size_t i = 1; i < s->count; i++) {
        struct slice *to = &s->slice[i / 2], from = s->slice[i];
        s->slice[i] = (struct slice){0};
        if (i % 2 == 0) {
            *to = from;
            continue;
        }
        pc_count_add(&to->sum, &from.sum);
        memory_events_add(&to->events, &from.events);
    }
    s->joined /= 2;
    s->count = (s->count + 1) / 2;
    s->current /= 2;
    s->length *= 2;
}

/* What chains of calls and data have that is new goes to the current span. All of them are looked at, so this is done where a span ends, and not for each of its
 * slices: of two programs with many chains, --slices costs 0.46 and 0.63 of what it did. */
static void share_out_span(struct process *p, struct slices *s)
{
    struct chain_row *chain;
    size_t span = s->current / s->joined, chains = slice_chains_take(&s->seen_chains, p, &chain);
    add_chains(s, &s->span[span], chain, chains);
    free(chain);
    charge(s);
    if (p->machine->data) s->data = p->machine->data->passed_span(p->machine->data->ctx, p, span);
}

/* What was counted since the last time goes to the current slice. */
static void share_out(struct process *p, struct slices *s)
{
    struct slice *to = &s->slice[s->current];
    struct counters new = {0};
    struct memory_events events = {0};
    size_t n = 0;
    if (p->isa->settle) p->isa->settle(p);
    code_take_new(p->code, &new);
    new.arcs = 0;
    for (size_t i = 0; i < s->ticks.pcs; i++) counters_add(&new, &s->ticks.pc[i]);
    s->ticks.pcs = 0;
    counters_sort(&new);
    code_add_events(p->code, &events);
    take_events(&s->seen_events, &events, &to->events);
    for (size_t i = 0; i < new.pcs; i++) {
        struct pc_count none = {0}, more, *over = pc_table_get(&s->over, new.pc[i].pc);
        if (!over) over = is_less(&new.pc[i]) ? pc_table_at(&s->over, new.pc[i].pc) : &none;
        if (!take_new(over, &new.pc[i], &more)) continue;
        pc_count_add(&to->sum, &more);
        new.pc[n++] = more;
    }
    add_rows(s, &s->span[s->current / s->joined], new.pc, n);
    counters_free(&new);
}

void slices_tick(struct process *p, u64 pc)
{
    if (!p->slices) return;
    counters_add(&p->slices->ticks, &(struct pc_count){.pc = pc, .ticks = 1});
    counters_sort_if_long(&p->slices->ticks);
}

static struct slices *begin(struct process *p, u64 now)
{
    struct slices *s = alloc_zeroed(1, sizeof *s);
    s->origin = s->end = now;
    s->length = SLICES_SHORTEST;
    s->most = p->machine->config->slices;
    s->slice = alloc_zeroed(s->most, sizeof *s->slice);
    s->span = alloc_zeroed(s->most, sizeof *s->span);
    s->count = s->joined = 1;
    s->account = p->mem.account;
    s->process = p;
    return s;
}

static bool has_many(const struct slices *s)
{
    bool many = s->rows > s->most * SLICES_ROWS || s->chains > s->most * SLICES_CHAINS || s->data > s->most * SLICES_DATA;
    bool too_many = s->chains > SLICES_CHAINS_MOST || s->data > SLICES_DATA_MOST;
    return (many && spans(s) > SLICES_LEAST) || (too_many && spans(s) > 1);
}

/* Behind share_out_span() alone: what the collector of data has taken of the account depends between two of these on how far it has come. */
static bool has_no_room(const struct slices *s) { return (s->chains || s->data) && spans(s) > 1 && !mem_room(s->account, 0); }

u64 slices_pass(struct process *p, u64 now)
{
    if (!p->slices) p->slices = begin(p, now);
    struct slices *s = p->slices;
    if (now > s->end) s->end = now;
    u64 from = s->origin + s->current * s->length;
    if (now - from < s->length) return from + s->length; /* wraps around where another thread is behind */
    share_out(p, s);
    while ((now - s->origin) / s->length >= s->most) join_slices(s);
    while (has_many(s)) join_spans(s);
    size_t next = (size_t)((now - s->origin) / s->length);
    if (next / s->joined != s->current / s->joined) {
        share_out_span(p, s);
        while (has_many(s) || has_no_room(s)) join_spans(s);
    }
    s->current = next;
    if (s->count <= s->current) s->count = s->current + 1;
    return s->origin + (s->current + 1) * s->length;
}

/* --- the end ----------------------------------------------------------------------------------------------------------------- */

/* Takes from the last slices of a span what was shared out too much, where they have it: of the sums of the span's rows they do. */
static void take_from_slices(struct slices *s, size_t span, unsigned count, u64 less)
{
    for (size_t k = (span + 1) * s->joined < s->count ? (span + 1) * s->joined : s->count; k-- > span * s->joined && less;) {
        u64 *sum = &s->slice[k].sum.count[count], here = *sum < less ? *sum : less;
        *sum -= here;
        less -= here;
    }
}

/* The same of an instruction, and of the last spans. */
static void take_back(struct slices *s, struct pc_count *much)
{
    for (unsigned i = 0; i < PC_COUNTS; i++) {
        u64 over = much->count[i];
        for (size_t k = spans(s); k-- > 0 && over;) {
            struct counters rows = {.pc = s->span[k].row, .pcs = s->span[k].rows};
            struct pc_count *row = (struct pc_count *)counters_find(&rows, much->pc);
            u64 here = row ? row->count[i] : 0, less = here < over ? here : over;
            if (!less) continue;
            row->count[i] -= less;
            take_from_slices(s, k, i, less);
            over -= less;
        }
    }
}

static void finish_chains(struct slices *s, const struct counters *c)
{
    for (size_t i = 0; i < spans(s); i++) {
        struct slice_span *span = &s->span[i];
        slice_chains_settle(&s->seen_chains, c, span->chain, &span->chains);
    }
}

const struct slices *slices_finish(struct process *p, u64 now, const struct counters *c)
{
    struct slices *s = p->slices;
    struct counters over = {0};
    if (!s) return NULL;
    if (now > s->end) s->end = now;
    share_out_span(p, s);
    share_out(p, s);
    while (has_no_room(s)) join_spans(s);
    u64 rest = s->end - s->origin; /* the program may have slept since it was run last */
    while (rest && (rest - 1) / s->length >= s->most) join_slices(s);
    while (s->count < s->most && s->count * s->length < rest) s->count++;
    pc_table_collect(&s->over, &over);
    counters_sort(&over);
    for (size_t i = 0; i < over.pcs; i++) take_back(s, &over.pc[i]);
    counters_free(&over);
    finish_chains(s, c);
    return s;
}

void slices_free(struct process *p)
{
    struct slices *s = p->slices;
    if (!s) return;
    for (size_t i = 0; i < s->most; i++) {
        free(s->span[i].row);
        free(s->span[i].chain);
    }
    slice_chains_free(&s->seen_chains);
    mem_give(s->account, s->charged);
    free(s->slice);
    free(s->span);
    pc_table_free(&s->over);
    counters_free(&s->ticks);
    free(s);
    p->slices = NULL;
}
