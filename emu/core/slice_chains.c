#include "emu/core/slice_chains.h"

#include <assert.h>
#include <stdlib.h>

#include "emu/core/alloc.h"
#include "emu/core/calls.h"
#include "emu/core/engine.h"

/* --- what is new ----------------------------------------------------------------------------------------------------------- */

struct look {
    struct slice_chains *chains;
    struct chain_row *row;
    size_t rows, room;
};

static void add_row(struct look *l, const struct chain_row *r)
{
    l->row = alloc_grow(l->row, l->rows, &l->room, sizeof *l->row);
    l->row[l->rows++] = *r;
}

static u32 make_seen(struct slice_chains *s, struct context *context, struct context **begun)
{
    s->seen = alloc_grow(s->seen, s->count, &s->room, sizeof *s->seen);
    s->seen[s->count] = (struct chain_seen){.context = context, .begun = begun};
    return (u32)s->count++;
}

/* The context's place in the table, which it is given now if it has none. */
static u32 seen_of(struct slice_chains *s, struct context *c)
{
    if (!c->seen) c->seen = make_seen(s, c, NULL) + 1;
    return c->seen - 1;
}

/* What the totals have more than was shared out goes to a row. */
static void take_new(struct look *l, u32 at, u64 calls, u64 cycles, u64 instructions)
{
    struct chain_seen *seen = &l->chains->seen[at];
    struct chain_row new = {.chain = at, .calls = calls - seen->calls, .cycles = cycles - seen->cycles,
                            .instructions = instructions - seen->instructions};
    assert(calls >= seen->calls && cycles >= seen->cycles && instructions >= seen->instructions); /* what is over stays where it was */
    if (!new.calls && !new.cycles && !new.instructions) return;
    seen->calls = calls;
    seen->cycles = cycles;
    seen->instructions = instructions;
    add_row(l, &new);
}

static void look_at_context(void *ctx, struct context *c)
{
    struct look *l = ctx;
    if (!c->seen && !c->calls && !c->cycles && !c->instructions) return;
    take_new(l, seen_of(l->chains, c), c->calls, c->cycles, c->instructions);
}

static void look_at_tick(void *ctx, struct context *at, u64 pc, u64 ticks)
{
    struct look *l = ctx;
    add_row(l, &(struct chain_row){.chain = seen_of(l->chains, at), .tick = true, .pc = pc, .ticks = ticks});
}

/* --- where threads are ------------------------------------------------------------------------------------------------------- */

static bool has_begun(const struct call_stack *s)
{
    return calls_at(s) != contexts_nowhere(s->contexts) || (s->begun && *s->begun);
}

/* A thread that has not called yet, nor jumped. */
static void look_at_beginner(struct look *l, const struct thread *t)
{
    struct call_stack *s = t->engine->calls;
    if (!s->begun) {
        s->begun = alloc_zeroed(1, sizeof *s->begun);
        s->begun_at = make_seen(l->chains, NULL, s->begun);
    }
    take_new(l, s->begun_at, 0, t->cycles - s->since, engine_instructions(t->engine) - s->since_instructions);
}

/* The contexts of those who have begun since have what was shared out before. */
static void settle_beginners(struct slice_chains *s)
{
    for (size_t i = 0; i < s->count; i++) {
        struct chain_seen *from = &s->seen[i];
        if (from->context || from->moved || !*from->begun) continue;
        from->moved = true;
        u64 cycles = from->cycles, instructions = from->instructions;
        struct chain_seen *to = &s->seen[seen_of(s, *from->begun)];
        to->cycles += cycles;
        to->instructions += instructions;
    }
}

/* --- rows -------------------------------------------------------------------------------------------------------------------- */

static int by_place(const void *a, const void *b)
{
    const struct chain_row *x = a, *y = b;
    if (x->tick != y->tick) return x->tick - y->tick;
    if (x->chain != y->chain) return x->chain < y->chain ? -1 : 1;
    return (x->pc > y->pc) - (x->pc < y->pc);
}

static void settle_rows(struct chain_row *row, size_t *rows)
{
    size_t n = 0;
    if (*rows) qsort(row, *rows, sizeof *row, by_place);
    for (size_t i = 0; i < *rows; i++) {
        if (!n || by_place(&row[n - 1], &row[i])) {
            row[n++] = row[i];
            continue;
        }
        row[n - 1].calls += row[i].calls;
        row[n - 1].cycles += row[i].cycles;
        row[n - 1].instructions += row[i].instructions;
        row[n - 1].ticks += row[i].ticks;
    }
    *rows = n;
}

size_t slice_chains_take(struct slice_chains *s, struct process *p, struct chain_row **row)
{
    struct look l = {.chains = s};
    settle_beginners(s);
    for (const struct thread *t = p->threads; t; t = t->next) {
        if (!t->engine->calls || t->counting != COUNTED) continue;
        if (has_begun(t->engine->calls)) calls_halt(t->engine->calls, t->cycles, engine_instructions(t->engine));
        else look_at_beginner(&l, t);
    }
    for (struct code *c = p->code; c; c = c->next)
        if (c != p->code->idle && c->contexts) contexts_look(c->contexts, look_at_context, look_at_tick, &l);
    for (const struct thread *t = p->threads; t; t = t->next)
        if (t->engine->calls && t->counting == COUNTED && has_begun(t->engine->calls))
            calls_resume(t->engine->calls, t->cycles, engine_instructions(t->engine));
    settle_rows(l.row, &l.rows);
    *row = l.row;
    return l.rows;
}

void slice_chains_add(struct chain_row **to, size_t *rows, const struct chain_row *row, size_t count)
{
    if (!count) return;
    struct chain_row *both = alloc_zeroed(*rows + count, sizeof *both);
    memcpy(both, row, count * sizeof *both);
    if (*rows) memcpy(both + count, *to, *rows * sizeof *both);
    free(*to);
    *to = both;
    *rows += count;
    settle_rows(both, rows);
}

void slice_chains_settle(const struct slice_chains *s, const struct counters *c, struct chain_row *row, size_t *rows)
{
    for (size_t i = 0; i < *rows; i++) {
        const struct chain_seen *seen = &s->seen[row[i].chain];
        const struct context *at = seen->context ? seen->context : *seen->begun;
        row[i].chain = c->settled[at->index];
    }
    settle_rows(row, rows);
}

void slice_chains_free(struct slice_chains *s)
{
    for (size_t i = 0; i < s->count; i++) free(s->seen[i].begun);
    free(s->seen);
    *s = (struct slice_chains){0};
}
