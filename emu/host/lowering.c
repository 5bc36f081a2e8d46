#include "emu/host/lowering.h"

#include <string.h>

#include "emu/core/data.h"

#if HOST_EMITTER

/* Uops that the operation takes. */
static unsigned size_of(const struct host_isa *isa, const struct block *b, unsigned i)
{
    unsigned size = 1;
    while (i + size < b->uops && isa->is_half(b->info[i + size].kind)) size++;
    return size;
}

static void outline(const struct host_isa *isa, struct outline *o, const struct block *b)
{
    memset(o, 0, sizeof *o);
    o->head[0] = true;
    o->last[0] = -1;
    for (unsigned i = 0; i < b->uops; i++) o->last[i + 1] = (i16)(isa->last ? isa->last(b, i, o->last[i]) : -1);
}

/* Operation i is left to its handler, which goes on at these. */
static void enter_behind(const struct host_isa *isa, struct outline *o, const struct block *b, unsigned i)
{
    unsigned to[HOST_WAYS], ways = 0;
    if (isa->goes_on(b, i, to, &ways)) o->head[i + size_of(isa, b, i)] = true;
    while (ways) o->head[to[--ways]] = true;
}

static bool ends(const struct host_isa *isa, const struct block *b, unsigned i)
{
    unsigned to[HOST_WAYS], ways = 0;
    return !isa->goes_on(b, i, to, &ways);
}

/* Operation i is the one under way: its row. */
static const struct host_row *stand_at(const struct host_isa *isa, struct lowering *l, unsigned i)
{
    const struct host_row *row = &isa->row[l->b->info[i].kind];
    l->i = i;
    l->u = &l->b->uop[i];
    l->kind = l->b->info[i].kind;
    l->x = row->x;
    l->y = row->y;
    return row;
}

/* Operation i in primitives; false: it has none. */
static bool lower(const struct host_isa *isa, struct lowering *l, unsigned i)
{
    const struct host_row *row = stand_at(isa, l, i);
    l->falls = !ends(isa, l->b, i) && size_of(isa, l->b, i) == 1;
    return row->lower && !host_is_gap(l->e->host, l->u) && row->lower(l);
}

/* --- notes of --data, which code writes ahead of the pointer ------------------------------------------------------------------------------- */

/* Another processor has read the lines that notes are written to: each is asked for so many bytes before it is reached, a few at a time (all of a
 * piece at once held up the emulating thread for a twentieth of its time; programs under PA-RISC's model take 0.98 of it now). */
enum { NOTES_FETCHED = 512 };

/* The pointer to where the next note goes is moved, so that from here on code is only so many words ahead of it. */
static void be_ahead(struct lowering *l, unsigned words)
{
    i32 on = (i32)l->e->ahead - (i32)words;
    l->e->ahead = words;
    if (!on) return;
    host_add_to_state(l->e, ENGINE_OF(l, next_note), on * (i32)sizeof(u64));
    host_changed(l->e, ENGINE_OF(l, next_note));
}

void settle_notes(struct lowering *l) { be_ahead(l, 0); }

/* --- operations ------------------------------------------------------------------------------------------------------------------------------ */

/* Operation i is handed over to the handler. */
static void hand_over(struct lowering *l, unsigned i, uop_fn *handler)
{
    host_next(l->e);
    settle_notes(l);
    host_hand_over(l->e, i, l->o->last[i], l->o->pending[i], handler);
}

static void check(struct lowering *l)
{
    if (!host_is_checked(l->e->host)) return;
    host_check(l->e);
    for (unsigned r = 0; r < ARRAY_LEN(l->aligned); r++)
        if (l->aligned[r].of > 1) host_check_word(l->e, r, l->aligned[r].of, l->aligned[r].rest);
}

static void check_entry(struct lowering *l, host_label at)
{
    if (host_is_checked(l->e->host)) host_check_entry(l->e, at);
}

/* Here begins operation i: ways to it have gone as far ahead as each other, and none where code is entered. */
static void begin_operation(struct lowering *l, const struct outline *o, unsigned i, bool reached)
{
    struct host_emission *e = l->e;
    bool entered = o->head[i] || o->back[i];
    if (!reached) e->ahead = 0;
    else if (entered || e->label[i].uses) be_ahead(l, entered ? 0 : e->label[i].ahead);
    if (o->head[i] && reached) host_forget(e);
    if (o->head[i] && !reached) host_bind_entered(e, (host_label)i);
    else host_bind(e, (host_label)i, reached);
    if (entered || o->back_in_code[i]) host_forget_comparison(e);
    if (entered && e->ahead) e->full = true;
    check(l);
}

/* The operations of b, each where something leads to it. */
static void emit_operations(const struct host_isa *isa, struct lowering *l, struct outline *o)
{
    const struct block *b = l->b;
    bool reached = false;
    for (unsigned i = 0; i < b->uops; i += size_of(isa, b, i)) {
        if (!reached && !o->head[i] && !l->e->label[i].uses) continue;
        host_next(l->e);
        if (o->head[i] || l->e->label[i].uses) memset(l->aligned, 0, sizeof l->aligned), l->known = 0;
        begin_operation(l, o, i, reached);
        o->pending[i] = (u16)l->pending;
        if (lower(isa, l, i)) {
            o->made[i] = true;
            reached = l->falls;
        } else {
            hand_over(l, i, NULL);
            enter_behind(isa, o, b, i);
            reached = false;
        }
    }
}

static void emit_cold_paths(const struct host_isa *isa, struct lowering *l, struct outline *o)
{
    for (unsigned i = 0; i < l->b->uops; i++) {
        if (!o->cold_path[i]) continue;
        stand_at(isa, l, i);
        l->pending = o->pending[i];
        host_next(l->e);
        host_bind(l->e, (host_label)(HOST_WITHIN + i), false);
        o->cold_path[i](l);
    }
}

/* A slow path may have told the collector of --data. */
static void emit_slow_paths(struct lowering *l, struct outline *o)
{
    struct host_emission *e = l->e;
    for (unsigned i = 0; i < l->b->uops; i++) {
        if (!e->label[HOST_SLOW_PATHS + i].uses) continue;
        host_next(e);
        host_bind(e, (host_label)(HOST_SLOW_PATHS + i), false);
        settle_notes(l);
        host_call_slow_path(e, o->slow_path[i], i, o->pending[i]);
        if (l->engine->data) host_changed(e, ENGINE_OF(l, next_note));
        be_ahead(l, e->label[i + o->behind[i]].ahead);
        host_join(e, (host_label)(i + o->behind[i]));
    }
}

/* Where code is entered, and where operations are left to their handlers for once. */
static void emit_entries(struct lowering *l, struct outline *o)
{
    const struct block *b = l->b;
    struct host_emission *e = l->e;
    for (unsigned i = 0; i < b->uops; i++) {
        if (o->made[i] && (o->head[i] || o->back[i])) {
            /* Without a jump to a jump, and with general registers at short distances, Lua's sort and two more run 1.08 times faster. */
            o->begin[i] = i ? host_here(e) : host_label_at(e, 0); /* there registers mirror nothing */
            e->ahead = 0;
            if (i) check_entry(l, (host_label)i), host_enter(e, i);
        }
        if (e->label[HOST_HANDLERS + i].uses) {
            host_bind(e, (host_label)(HOST_HANDLERS + i), false);
            hand_over(l, i, o->begin[i] ? b->uop[i].fn : NULL);
        }
    }
}

/* Makes host code of b. What has no primitives stays with its handlers; false: nothing has been made. */
static bool emit(const struct host_isa *isa, struct engine *g, struct block *b)
{
    struct host *h = g->thread->process->machine->host;
    struct host_emission e;
    struct outline o;
    struct lowering l = {.e = &e, .o = &o, .c = (struct cpu *)(void *)((u8 *)g - isa->engine), .engine = g, .b = b};
    if (g->code->host_flushes != g->code->cache.flushes) host_release(h, g->code);
    g->code->host_flushes = g->code->cache.flushes;
    if (!host_begin(h, g->code, b->uop, b->uops, &isa->layout, &e)) return false;
    outline(isa, &o, b);
    emit_operations(isa, &l, &o);
    emit_cold_paths(isa, &l, &o);
    emit_slow_paths(&l, &o);
    emit_entries(&l, &o);
    if (!host_end(&e)) return false;
    for (unsigned i = 0; i < b->uops; i++)
        if (o.begin[i]) b->uop[i].fn = o.begin[i];
    b->host = o.begin[0];
    return true;
}

/* --- exits --------------------------------------------------------------------------------------------------------------------- */

host_value fitting_budget(struct lowering *l, unsigned cost, host_value n, i32 most)
{
    host_value before = host_get_part(l->e, ENGINE_OF(l, budget), 8);
    host_value budget = host_operate_constant(l->e, HOST_ADD, true, before, -(i32)cost);
    host_branch_compare_read(l->e, HOST_LT, budget, n, most, 8, by_handler(l));
    host_drop(l->e, before);
    return budget;
}

void unless_room(struct lowering *l, unsigned words, host_label full)
{
    i32 size = (i32)(words + 1) * (i32)sizeof(u64); /* a power of two */
    if (l->e->ahead) return;
    host_value at = host_get_part(l->e, ENGINE_OF(l, next_note), 8), last = at;
    if (words > 1) last = host_operate_constant(l->e, HOST_ADD, true, at, (i32)(words - 1) * (i32)sizeof(u64)), host_drop(l->e, at);
    host_branch_bits(l->e, false, last, DATA_NOTES_BYTES - (u32)size, full); /* in the first two words there are no notes */
    host_drop(l->e, last);
}

/* But for the address all of the operation is done with. Where the note goes. */
static host_value begin_note(struct lowering *l, host_value address)
{
    host_next(l->e);
    host_keep(l->e, address);
    host_value at = host_get_part(l->e, ENGINE_OF(l, next_note), 8);
    if (!l->e->ahead) host_fetch_to_write(l->e, at, NOTES_FETCHED);
    return at;
}

void tell_access(struct lowering *l, host_value address, u32 site)
{
    host_value at = begin_note(l, address);
    i32 to = (i32)(l->e->ahead * sizeof(u64));
    host_write(l->e, at, to, 4, address);
    host_write_constant(l->e, at, to + 4, site);
    l->e->ahead++;
}

void tell_wide_access(struct lowering *l, host_value address, u32 site, u32 place)
{
    host_value at = begin_note(l, address);
    i32 to = (i32)(l->e->ahead * sizeof(u64));
    host_write_constant(l->e, at, to, place);
    host_write_constant(l->e, at, to + 4, site | DATA_NOTE_WIDE);
    host_write(l->e, at, to + 8, 8, address);
    l->e->ahead += 2;
}

void pass_exit(struct lowering *l, const struct exit *x, unsigned nullified, host_value budget)
{
    host_put_part(l->e, ENGINE_OF(l, budget), 8, budget);
    host_increment(l->e, HOST_BLOCK, in_block(l, &x->count));
    settle_notes(l);
    if (nullified) host_add_to_state(l->e, ENGINE_OF(l, nullified), (i32)nullified);
}

void go_into(struct lowering *l, const struct block *n, unsigned entered)
{
    if (n == l->b) host_branch(l->e, 0);
    else host_go(l->e, HOST_BLOCK, in_block(l, n->uop), n->host, entered);
}

void unless_known(struct lowering *l, const struct exit *x)
{
    host_value none = host_address(l->e, HOST_BLOCK, in_block(l, l->engine->code->cache.stub));
    host_branch_compare(l->e, HOST_EQ, true, host_read(l->e, HOST_BLOCK, in_block(l, &x->next), 8), none, by_handler(l));
}

bool lower_exit(struct lowering *l, const struct exit *x, unsigned cost, unsigned nullified)
{
    const struct block *n = x->next;
    if (block_is_none(n)) { /* not known yet */
        host_value next = host_read(l->e, HOST_BLOCK, in_block(l, &x->next), 8);
        pass_exit(l, x, nullified, fitting_budget(l, cost, next, MOST_COST));
        host_go(l->e, next, FIRST_UOP, NULL, HOST_NOWHERE);
        return true;
    }
    pass_exit(l, x, nullified, fitting_budget(l, cost, HOST_BLOCK, in_block(l, &n->max_cost)));
    go_into(l, n, HOST_NOWHERE);
    return true;
}

#else

static bool emit(const struct host_isa *isa, struct engine *g, struct block *b) { return (void)isa, (void)g, (void)b, false; }

#endif

uop_fn *host_enough(const struct host_isa *isa, struct engine *g, struct block *b)
{
    const struct host *h = g->thread->process->machine->host;
    if (!host_may_make(h, b->entered, b->steps, g->translated, engine_clock(g))) {
        b->enough += host_hot(h);
        return b->first;
    }
    b->uop[0].fn = b->first;
    if (emit(isa, g, b)) g->translated += b->steps;
    return b->uop[0].fn;
}

void host_watch(const struct engine *g, struct block *b, uop_fn *watch)
{
    const struct host *h = g->thread->process->machine->host;
    if (!h || b->one_step) return;
    b->enough = host_hot(h);
    b->first = b->uop[0].fn;
    b->uop[0].fn = watch;
}

void host_mark(struct engine *g, const struct fault_guard *f)
{
    const struct host *h = g->thread->process->machine->host;
    unsigned ahead;
    const struct uop *at = h ? host_uop_at(h, f->host_pc, &ahead) : NULL;
    if (!at) return;
    g->at = at;
    g->next_note += ahead;
}

void host_release_all(const struct process *p)
{
    for (const struct code *code = p->code; code && p->machine->host; code = code->next) host_release(p->machine->host, code);
}
