#include "isa/ia64/timing/paths.h"

#include <stdlib.h>

enum { FIRST_ROOM = 1 << 12 };

struct timed_paths {
    const struct ia64_model *model; /* own */
    struct ia64_model own;
    struct code *code;
    struct timed_steps *steps;
    struct timed_path **bucket;
    size_t room, count;
    struct timed_path none; /* of exits that nobody has left by: in no state */
};

static void *must(void *p)
{
    if (!p) abort(); /* without its tables the timing model cannot go on */
    return p;
}

/* --- making ------------------------------------------------------------------------------------------------------- */

struct timed_paths *ia64_paths_new(const struct ia64_model *m, struct code *code)
{
    struct timed_paths *p = calloc(1, sizeof *p);
    if (!p) return NULL;
    p->own = *m;
    p->model = &p->own;
    p->none.state = ~(u32)0;
    p->code = code;
    p->room = FIRST_ROOM;
    p->bucket = must(calloc(p->room, sizeof *p->bucket));
    return p;
}

static void free_paths(struct timed_paths *p)
{
    for (size_t i = 0; i < p->room; i++)
        while (p->bucket[i]) {
            struct timed_path *path = p->bucket[i];
            p->bucket[i] = path->hash_next;
            free(path);
        }
    p->count = 0;
}

static void free_steps(struct timed_paths *p, const struct timed_steps *but)
{
    struct timed_steps *kept = NULL;
    while (p->steps) {
        struct timed_steps *s = p->steps;
        p->steps = s->next;
        if (s == but) {
            kept = s;
            kept->next = NULL;
        } else {
            free(s);
        }
    }
    p->steps = kept;
}

void ia64_paths_free(struct timed_paths *p)
{
    if (!p) return;
    free_paths(p);
    free_steps(p, NULL);
    free(p->bucket);
    free(p);
}

void ia64_paths_attach(struct timed_paths *p, struct block *b, const struct ia64_issue *issue, unsigned count)
{
    struct timed_steps *s = must(malloc(sizeof *s + count * sizeof *issue));
    s->next = p->steps;
    s->count = count;
    memcpy(s->issue, issue, count * sizeof *issue);
    p->steps = s;
    b->timed_steps = s;
    for (unsigned i = 0; i < b->exits; i++) {
        b->exit[i].timed_steps = s;
        ia64_paths_usual(&b->exit[i], &p->none);
    }
}

/* --- states ------------------------------------------------------------------------------------------------------- */

u32 ia64_paths_number(struct timed_paths *p, const struct ia64_pipe *pipe)
{
    u64 words[PIPE_WORDS];
    size_t n = ia64_pipe_reduce(p->model, pipe, words);
    return states_number(&p->code->states, words, n);
}

void ia64_paths_expand(struct timed_paths *p, u32 state, i64 end, struct ia64_pipe *out)
{
    size_t n;
    const u64 *words = states_words(&p->code->states, state, &n);
    ia64_pipe_expand(p->model, out, words, n, end);
}

/* --- running over instructions ------------------------------------------------------------------------------------- */

u32 ia64_events_at(const struct ia64_event *event, unsigned events, unsigned step, enum ia64_event_kind kind)
{
    u32 sum = 0;
    for (unsigned i = 0; i < events; i++)
        if (event[i].step == step && event[i].kind == kind) sum += event[i].cycles;
    return sum;
}

static void charge(struct timed_paths *p, u64 pc, enum stall cause, u64 cycles, u64 count)
{
    if (!cycles) return;
    struct pc_count *e = pc_table_at(&p->code->costs, pc);
    e->cycles += cycles * count;
    e->stalls[cause] += cycles * count;
}

/* Lets the instruction at place k of the steps pass; it is charged `count` times what it takes. True if it would wait otherwise
 * with its predicate the other way. */
static bool pass_one(struct timed_paths *p, struct ia64_pipe *pipe, const struct timed_steps *steps, unsigned k, bool tail,
                     const struct ia64_happened *h, u64 count)
{
    struct ia64_issue at = steps->issue[k];
    const struct ia64_issue *i = &at;
    struct ia64_waits waits;
    if (at.flags & ISSUE_GUARDED && h->off >> k & 1) at.flags |= ISSUE_OFF;
    u32 of[EVENT_LOST + 1] = {0}, lost;
    for (unsigned kind = 0; h->events && kind <= EVENT_LOST; kind++)
        of[kind] = ia64_events_at(h->event, h->events, k, (enum ia64_event_kind)kind);
    ia64_pipe_admit(p->model, pipe, i, (u64)of[EVENT_FETCH_TLB] + of[EVENT_FETCH], &waits);
    bool joined = pipe->joined;
    struct ia64_outcome o = {.blocked = of[EVENT_TLB] + of[EVENT_MOVED], .waited = of[EVENT_WAIT], .lost = of[EVENT_LOST],
                             .taken = tail || i->flags & ISSUE_TAKEN};
    ia64_pipe_complete(p->model, pipe, i, &o, &lost);
    if (!count) return waits.differs;
    charge(p, i->pc, STALL_TLB, (u64)of[EVENT_FETCH_TLB] + of[EVENT_TLB], count);
    charge(p, i->pc, STALL_ICACHE, of[EVENT_FETCH], count);
    charge(p, i->pc, STALL_DATA, waits.data, count);
    charge(p, i->pc, STALL_DCACHE, waits.dcache, count);
    charge(p, i->pc, STALL_RSE, of[EVENT_MOVED], count);
    charge(p, i->pc, STALL_BRANCH, lost, count);
    charge(p, i->pc, STALL_STRUCTURAL, i->lock, count);
    if (joined) pc_table_at(&p->code->costs, i->pc)->cycles -= count;
    return waits.differs;
}

void ia64_paths_partial(struct timed_paths *p, const struct timed_steps *steps, unsigned trunk, u32 state,
                        const struct ia64_happened *happened, i64 end, struct ia64_pipe *out)
{
    ia64_paths_expand(p, state, end, out);
    for (unsigned k = 0; k < trunk; k++) pass_one(p, out, steps, k, false, happened, 1);
}

/* Returns the places of the instructions that would wait otherwise with their predicates the other way: a run that is alike in
 * these takes the same, whatever the others' are. */
static u64 run_over(struct timed_paths *p, const struct timed_path *path, u64 count, struct ia64_pipe *pipe)
{
    const struct ia64_happened h = {.event = path->event, .events = path->events, .off = path->off};
    u64 matters = 0;
    ia64_paths_expand(p, path->state, 0, pipe);
    for (unsigned k = 0; k < path->trunk; k++) matters |= (u64)pass_one(p, pipe, path->steps, k, false, &h, count) << k;
    if (path->tail) pass_one(p, pipe, path->steps, path->trunk, true, &h, count);
    return matters;
}

/* --- finding -------------------------------------------------------------------------------------------------------- */

static size_t hash_of(const struct exit *e, u32 state, const struct ia64_event *event, unsigned events)
{
    u64 h = (u64)(uintptr_t)e ^ (u64)state << 32;
    for (unsigned i = 0; i < events; i++) {
        u64 w;
        memcpy(&w, &event[i], sizeof w);
        h = (h ^ w) * 0x9e3779b97f4a7c15;
        h ^= h >> 29;
    }
    h *= 0x9e3779b97f4a7c15;
    return (size_t)(h >> 20);
}

static void grow(struct timed_paths *p)
{
    struct timed_path **old = p->bucket;
    size_t room = p->room;
    p->room *= 2;
    p->bucket = must(calloc(p->room, sizeof *p->bucket));
    for (size_t i = 0; i < room; i++)
        while (old[i]) {
            struct timed_path *path = old[i];
            old[i] = path->hash_next;
            struct timed_path **b = &p->bucket[hash_of(path->exit, path->state, path->event, path->events) & (p->room - 1)];
            path->hash_next = *b;
            *b = path;
        }
    free(old);
}

struct timed_path *ia64_paths_find(struct timed_paths *p, struct exit *e, u32 state, const struct ia64_happened *happened)
{
    const struct ia64_event *event = happened->event;
    unsigned events = happened->events;
    size_t h = hash_of(e, state, event, events);
    for (struct timed_path *path = p->bucket[h & (p->room - 1)]; path; path = path->hash_next)
        if (path->exit == e && path->state == state && path->events == events &&
            !((path->off ^ happened->off) & path->matters) && !memcmp(path->event, event, events * sizeof *event))
            return path;
    if (p->count >= p->room) grow(p);
    struct timed_path *path = must(malloc(sizeof *path + events * sizeof *event));
    *path = (struct timed_path){.state = state, .events = events, .exit = e, .steps = e->timed_steps, .trunk = e->trunk,
                               .tail = e->has_tail, .off = happened->off};
    memcpy(path->event, event, events * sizeof *event);
    struct ia64_pipe pipe;
    path->matters = run_over(p, path, 0, &pipe);
    path->cost = (u32)pipe.end;
    path->next = ia64_paths_number(p, &pipe);
    struct timed_path **b = &p->bucket[h & (p->room - 1)];
    path->hash_next = *b;
    *b = path;
    p->count++;
    return path;
}

void ia64_paths_usual(struct exit *e, struct timed_path *path)
{
    e->path = path;
    e->state = path->state;
    e->becomes = path->next;
    e->takes = path->cost;
}

/* --- charges -------------------------------------------------------------------------------------------------------- */

void ia64_paths_settle(struct timed_paths *p)
{
    for (size_t i = 0; i < p->room; i++)
        for (struct timed_path *path = p->bucket[i]; path; path = path->hash_next) {
            struct ia64_pipe pipe;
            if (path->count) run_over(p, path, path->count, &pipe);
            path->count = 0;
        }
}

void ia64_paths_forget(struct timed_paths *p, const struct block *but)
{
    ia64_paths_settle(p);
    free_paths(p);
    free_steps(p, but ? but->timed_steps : NULL);
}
