#include "tests/unit/host_rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "emu/core/fault.h"
#include "emu/host/lowering.h"
#include "tests/unit/suites.h"

enum { OTHERS = 4, STATES = 2000, STATES_A_BLOCK = 24, NUMBERS = 512, NEW_NUMBERS = 16 };

struct trial {
    const struct host_rows *t;
    struct host_side tested, reference;
    struct block_draft *draft;
    unsigned kind, place; /* the operation that is tried, and where it stands */
    u32 mode;
    unsigned last[4];  /* register that holds the last result at each end: of the block, and of those that follow */
    bool known, first; /* what follows is known when the code is made; that is now */
    u16 *plain;        /* kinds that may stand before and behind */
    unsigned plains;
    u64 seed, handed;
    u64 number[NUMBERS + HOST_NUMBERS]; /* a ring: its begin stands behind its end again */
    unsigned oldest;                    /* the next that gets a new value */
};

/* A number that the environment has, 0 without. */
static u64 wanted(const char *name)
{
    const char *text = getenv(name);
    return text ? strtoull(text, NULL, 10) : 0;
}

static u64 wanted_states(void)
{
    u64 states = wanted("HOST_STATES");
    return states ? states : (u64)unit_cases(STATES);
}

bool host_rows_alone(const struct host_rows *t, unsigned kind)
{
    return t->has_code(kind) && !(t->row(kind)->flags & UOP_OUTSIDE);
}

static bool is_tried(const struct host_rows *t, unsigned kind)
{
    return t->has_code(kind) && (host_rows_alone(t, kind) || t->more(kind));
}

static struct engine *engine_of(const struct trial *w, const struct host_side *s)
{
    return (struct engine *)(void *)((u8 *)s->guest.thread.cpu + w->t->engine);
}

/* --- the block ------------------------------------------------------------------------------------------------------------ */

static unsigned add(struct trial *w, struct uop u, unsigned kind)
{
    struct block_draft *d = w->draft;
    d->info[d->uops] = (struct uop_info){.pc = d->pc + 4 * d->uops, .kind = kind & 0xfff};
    d->uop[d->uops] = u;
    return d->uops++;
}

static void add_others(struct trial *w, unsigned *last)
{
    struct uop u[2];
    for (unsigned n = pair_random(&w->seed) % OTHERS; n && w->plains; n--) {
        unsigned kind = w->t->beside ? w->t->beside(&w->seed, w->kind) : 0;
        if (!kind) kind = w->plain[pair_random(&w->seed) % w->plains];
        if (w->t->some(&w->seed, kind, w->mode, u) != 1) continue;
        u[0].fn = w->t->form(kind, &u[0], w->mode, last);
        add(w, u[0], kind);
    }
}

static void add_end(struct trial *w, unsigned number, unsigned last)
{
    add(w, (struct uop){.fn = w->t->stop, .a = (u8)number}, w->t->end);
    w->last[number] = last;
}

/* The record of the exit that is tried: what it costs stands in the uop, too. */
static void add_exit(struct trial *w)
{
    struct uop *u = &w->draft->uop[w->place];
    u64 to = w->t->data + 0x800 + 16 * (pair_random(&w->seed) & 1);
    w->draft->exit[0] = (struct exit){.cost = u->a, .target = to, .from = w->draft->pc + 4 * w->place};
    w->draft->exits = 1;
    u->imm = 0;
    w->known = pair_random(&w->seed) & 1;
}

/* Others, the operation, others, an end; and where it may lead to: others and another end. */
static void make_draft(struct trial *w)
{
    const struct host_rows *t = w->t;
    struct uop u[2];
    unsigned last = HOST_NO_RESULT, behind;
    draft_begin(w->draft, w->t->data + 16 * (pair_random(&w->seed) & 0xff), w->mode, false);
    w->draft->max_cost = 1;
    if (pair_random(&w->seed) & 1) add_others(w, &last);
    unsigned size = t->some(&w->seed, w->kind, w->mode, u);
    u[0].fn = t->form(w->kind, &u[0], w->mode, &last);
    w->place = add(w, u[0], w->kind);
    bool skips = size > 1 && t->row(w->kind)->flags & t->skips;
    if (size > 1) add(w, u[1], skips ? t->second : t->half);
    if (t->exits(w->kind)) {
        add_exit(w);
        return;
    }
    behind = last;
    if (pair_random(&w->seed) & 1 && !t->parts(w->kind)) add_others(w, &behind);
    add_end(w, 0, behind);
    i32 to = (i32)(w->draft->uops - w->place);
    if (t->row(w->kind)->flags & UOP_BRANCHES) w->draft->uop[w->place].imm = to;
    if (skips) w->draft->uop[w->place + 1].imm = to;
    behind = HOST_NO_RESULT;
    if (pair_random(&w->seed) & 1) add_others(w, &behind);
    add_end(w, 1, behind);
}

static struct block *commit(struct trial *w, struct host_side *s, const bool *is_exit)
{
    bool flushed;
    struct block *b = block_commit(&engine_of(w, s)->code->cache, w->draft, is_exit, &flushed);
    ck_assert(!flushed); /* others would be gone */
    if (s == &w->tested) w->t->watch(s->guest.thread.cpu, b);
    return b;
}

static void make_block(struct trial *w, struct host_side *s)
{
    bool is_exit[BLOCK_UOPS] = {false};
    is_exit[w->place] = w->t->exits(w->kind);
    s->handler = w->draft->uop[w->place].fn;
    if (s == &w->tested) w->draft->uop[w->place].fn = w->t->spy;
    s->block = commit(w, s, is_exit);
    w->draft->uop[w->place].fn = s->handler;
    if (is_exit[w->place]) s->block->exit[0].next = w->known ? s->next[0] : engine_of(w, s)->code->cache.stub;
}

/* Two blocks that may follow: others and an end. The tested one's have been entered, and so have code. */
static void make_next(struct trial *w)
{
    static const bool none[BLOCK_UOPS];
    for (unsigned i = 0; i < 2; i++) {
        unsigned last = HOST_NO_RESULT;
        draft_begin(w->draft, w->t->data + 0x800 + 16 * i, w->mode, false);
        w->draft->max_cost = 1 + pair_random(&w->seed) % 20;
        add_others(w, &last);
        add_end(w, 2 + i, last);
        w->tested.next[i] = commit(w, &w->tested, none), w->reference.next[i] = commit(w, &w->reference, none);
        uop_run(w->tested.guest.thread.cpu, w->tested.next[i]->uop, w->tested.guest.process.mem.window[0].host);
    }
}

static void make_blocks(struct trial *w)
{
    w->mode = w->t->mode(&w->seed, w->kind);
    if (w->t->exits(w->kind)) make_next(w);
    make_draft(w);
    make_block(w, &w->tested), make_block(w, &w->reference);
}

/* --- a run ---------------------------------------------------------------------------------------------------------------- */

static void run(const struct trial *w, struct host_side *s)
{
    struct cpu *c = s->guest.thread.cpu;
    struct engine *g = engine_of(w, s);
    struct fault_guard guard = {.mem = &s->guest.process.mem};
    g->leave = 0;
    g->at = NULL;
    s->at = ~0u;
    if (sigsetjmp(guard.env, 0) == 0) {
        s->faulted = false;
        fault_enter(&guard);
        uop_run(c, s->block->uop, s->guest.process.mem.window[0].host);
        fault_leave(&guard);
        return;
    }
    fault_leave(&guard);
    host_mark(g, &guard);
    s->faulted = true;
    s->address = guard.addr;
}

static const u8 *page_of(const struct trial *w, const struct host_side *s)
{
    const struct mem_window *m = mem_window_of(&s->guest.process.mem, w->t->data, MEM_PAGE);
    return m->host + (w->t->data - m->start);
}

static const char *exits_differ(const struct trial *w)
{
    struct engine *a = engine_of(w, &w->tested), *b = engine_of(w, &w->reference);
    const struct exit *x = w->tested.block->exit, *y = w->reference.block->exit;
    if (x->count != y->count) return "the count of the exit";
    if ((a->leave == LEAVE_CHAIN || a->leave == LEAVE_INDIRECT) && (a->via != x || b->via != y))
        return "the exit that was left by";
    for (unsigned i = 0; i < 2; i++)
        if (code_arc(a->code, x->from, w->tested.next[i]->pc)->count !=
            code_arc(b->code, y->from, w->reference.next[i]->pc)->count)
            return "an arc";
    return NULL;
}

static const char *counts_differ(const struct trial *w)
{
    const struct engine *a = engine_of(w, &w->tested), *b = engine_of(w, &w->reference);
    for (unsigned i = 0; i < w->draft->uops; i++)
        if (w->draft->info[i].kind == w->t->second && w->tested.block->uop[i].count != w->reference.block->uop[i].count)
            return "a counter";
    if (a->budget != b->budget) return "the budget";
    if (a->nullified != b->nullified) return "the number of nullified instructions";
    return a->slots != b->slots || a->target != b->target ? "slots or target" : NULL;
}

static const char *differs(const struct trial *w)
{
    const struct host_rows *t = w->t;
    const struct host_side *a = &w->tested, *b = &w->reference;
    const struct engine *x = engine_of(w, a), *y = engine_of(w, b);
    if (a->faulted != b->faulted) return "whether it faults";
    if (a->faulted && a->address != b->address) return "the address of the fault";
    if (!a->faulted && (x->leave != y->leave || a->at != b->at)) return "where it goes on";
    bool left = a->faulted || x->leave != HOST_WENT_ON;
    bool by_exit = left && (x->leave == LEAVE_CHAIN || x->leave == LEAVE_INDIRECT);
    const char *what = t->exits(w->kind) ? exits_differ(w) : NULL;
    if (what) return what;
    if (left && !by_exit && x->at - a->block->uop != y->at - b->block->uop) return "the operation that has left";
    if (!left && t->holds && w->last[a->at] != HOST_NO_RESULT &&
        !t->holds(a->guest.thread.cpu, w->last[a->at], a->last))
        return "the last result";
    what = counts_differ(w);
    if (!what) what = t->differs(a->guest.thread.cpu, b->guest.thread.cpu, left && !a->faulted && x->leave == LEAVE_TRAP);
    if (what) return what;
    return memcmp(page_of(w, a), page_of(w, b), MEM_PAGE) ? "memory" : NULL;
}

static void report(const struct trial *w, const char *what)
{
    char text[1000] = "", *at = text;
    for (unsigned i = 0; i < w->draft->uops; i++) {
        char one[100];
        if (w->draft->uop[i].fn == w->t->stop) snprintf(one, sizeof one, "end %u", w->draft->uop[i].a);
        else if (w->draft->info[i].kind == w->t->second || w->draft->info[i].kind == w->t->half) continue;
        else w->t->text(w->draft->info[i].kind, &w->draft->uop[i], one, sizeof one);
        at += snprintf(at, (size_t)(text + sizeof text - at), "%s%s%s", i ? "; " : "", i == w->place ? "*" : "", one);
        if (at >= text + sizeof text) break;
    }
    ck_abort_msg("%s is not the same, mode %#x: %s", what, w->mode, text);
}

/* --- all states of an operation ------------------------------------------------------------------------------------------- */

static void open_side(struct trial *w, struct host_side *s, unsigned host, bool plain, int fd)
{
    u64 word[64] = {0};
    struct pair_case k = {.code = word, .units = 4, .seed = plain, .host = host};
    memset(s, 0, sizeof *s);
    pair_open(w->t->pair, &s->guest, &k, false, fd);
    engine_begin(engine_of(w, s), &s->guest.thread, 1000);
}

/* Where the exit leads and what that costs; the budget, which may just be enough. */
static void some_successor(struct trial *w, struct host_side *s, u64 seed)
{
    struct engine *g = engine_of(w, s);
    struct exit *x = &s->block->exit[0];
    u32 r = pair_random(&seed);
    struct block *n = s->next[r & 1], *stub = g->code->cache.stub;
    u64 target = r & 6 ? n->pc : s->next[~r & 1]->pc;
    for (unsigned i = 0; i < 2; i++) s->next[i]->max_cost = r & 0x700 ? 1 + pair_random(&seed) % 20 : BLOCK_NEVER;
    if (!w->known)
        x->next = w->first || !(r & 0x38) ? stub : s->next[0]; /* what follows when the code is made follows for good */
    g->target = target | (pair_random(&seed) & w->t->target_bits);
    if (!(r & 0x1c000)) g->target = pair_random64(&seed);
    g->code->jump[w->t->hash(g->target)] = r & 0x3800 ? n : stub;
    g->budget = (i64)x->cost + (i64)(pair_random(&seed) % 64) - 3;
}

/* Of the ring n get new values. */
static void renew_numbers(struct trial *w, unsigned n)
{
    for (; n; n--, w->oldest = (w->oldest + 1) % NUMBERS) {
        w->number[w->oldest] = w->t->number(&w->seed);
        if (w->oldest < HOST_NUMBERS) w->number[NUMBERS + w->oldest] = w->number[w->oldest];
    }
}

/* Numbers for a state: a part of the ring that begins anywhere. Two given registers hold two given numbers once in 16
 * times that these are in the ring, so hardly anything comes twice; and a million states take 0.7 of the time that as
 * many new numbers would. */
static const u64 *numbers(struct trial *w)
{
    renew_numbers(w, NEW_NUMBERS);
    return &w->number[pair_random(&w->seed) % NUMBERS];
}

static void run_both(struct trial *w)
{
    const struct host_rows *t = w->t;
    struct engine *a = engine_of(w, &w->tested), *b = engine_of(w, &w->reference);
    t->state(&w->seed, w->reference.guest.thread.cpu, numbers(w), w->mode, w->kind, &w->draft->uop[w->place]);
    t->copy(w->tested.guest.thread.cpu, w->reference.guest.thread.cpu);
    b->target = a->target = pair_random64(&w->seed);
    a->nullified = b->nullified;
    u64 seed = pair_random64(&w->seed);
    if (t->exits(w->kind)) some_successor(w, &w->tested, seed), some_successor(w, &w->reference, seed);
    run(w, &w->tested);
    run(w, &w->reference);
    const char *what = differs(w);
    if (what) report(w, what);
}

/* Plain: with no instruction that some computers lack. */
static void run_states(struct trial *w, u64 states, bool plain)
{
    int fd = memfd_create("code", 0);
    ck_assert(fd >= 0 && ftruncate(fd, MEM_PAGE) == 0);
    open_side(w, &w->tested, 1, plain, fd);
    open_side(w, &w->reference, 0, plain, fd);
    for (u64 n = 0; n < states; n++) {
        w->first = n % STATES_A_BLOCK == 0;
        if (w->first) make_blocks(w);
        run_both(w);
    }
    u64 made = host_blocks(w->tested.guest.machine.host);
    ck_assert_msg(made == (states + STATES_A_BLOCK - 1) / STATES_A_BLOCK * (w->t->exits(w->kind) ? 3 : 1),
                  "%s: code of %llu blocks", w->t->row(w->kind)->name, (unsigned long long)made);
    w->handed += w->tested.handed;
    pair_close(&w->reference.guest);
    pair_close(&w->tested.guest);
    close(fd);
}

void host_rows_operation(const struct host_rows *t, unsigned kind)
{
    u64 states = wanted_states();
    static struct trial w;
    if (!HOST_EMITTER || !is_tried(t, kind)) return;
    memset(&w, 0, sizeof w);
    w.t = t, w.kind = kind, w.seed = (u64)kind << 32 ^ wanted("HOST_SEED") * 0x9e3779b97f4a7c15u;
    renew_numbers(&w, NUMBERS);
    w.draft = malloc(sizeof *w.draft);
    w.plain = calloc(t->count, sizeof *w.plain);
    for (unsigned i = 1; i < t->count; i++)
        if (host_rows_alone(t, i) && !(t->row(i)->flags & (t->several | UOP_TRAPS | UOP_BRANCHES | UOP_ENDS)))
            w.plain[w.plains++] = (u16)i;
    run_states(&w, states - states / 4, false);
    run_states(&w, states / 4, true);
    ck_assert_msg(w.handed < states, "%s: no state is the code's own", t->row(kind)->name);
    if (getenv("HOST_STATES"))
        printf("%s: %llu states, %llu handed over\n", t->row(kind)->name, (unsigned long long)states,
               (unsigned long long)w.handed);
    free(w.plain);
    free(w.draft);
}

static void set_up(void)
{
    struct error e;
    ck_assert_int_eq(fault_install(&e), 0);
}

Suite *host_rows_suite(const char *name, const TTest *operation, unsigned kinds)
{
    Suite *s = suite_create(name);
    TCase *t = tcase_create("operations");
    tcase_set_timeout(t, 600);
    tcase_add_checked_fixture(t, set_up, NULL);
    tcase_add_loop_test(t, operation, 1, (int)kinds);
    suite_add_tcase(s, t);
    return s;
}
