#include "isa/ia64/system/data.h"

#include "isa/ia64/insn/access.h"
#include "isa/ia64/timing/timed.h"

/* What else there is passes the first level by (isa/ia64/timing/hierarchy.c). */
static bool fills(enum ia64_access_kind kind) { return kind == ACCESS_LOAD || kind == ACCESS_PREFETCH; }

static struct data_access access_of(const struct cpu *c, const struct ia64_slot *s)
{
    struct data_access a = {.pc = ia64_pc(c)};
    enum ia64_access_kind kind;
    if (!ia64_timed_access(s->insn, &kind) || !c->pr[s->qp]) return a;
    struct ia64_reference r = ia64_reference_of(c, s);
    a.address = kind == ACCESS_PREFETCH ? c->gr[(u8)s->operands.base] : r.address;
    a.size = kind == ACCESS_PREFETCH ? 1 : r.size;
    a.load = r.size && s->insn->flags & (IA64_LOAD | IA64_SEM);
    a.store = r.size && s->insn->flags & (IA64_STORE | IA64_SEM);
    a.fills = fills(kind);
    return a;
}

void ia64_data_before(struct cpu *c, struct memory_events *before)
{
    const struct data_hook *h = data_hook_of(c->thread);
    struct data_access a;
    u8 bundle[16];
    if (c->timed) {
        a = access_of(c, &c->timed->slot);
    } else {
        if (mem_peek(&c->thread->process->mem, c->ip, bundle, sizeof bundle) != 0) memset(bundle, 0, sizeof bundle);
        struct ia64_slot slot = ia64_slot_at(bundle, ia64_pc(c));
        a = access_of(c, &slot);
    }
    *before = data_look(&c->code->events);
    u32 object = h->begin(h->ctx, c->thread, &a);
    if (c->timed) c->timed->outcome.object = object;
}

void ia64_data_after(struct cpu *c, const struct memory_events *before)
{
    const struct data_hook *h = data_hook_of(c->thread);
    struct data_cost cost = {.tlb = 0};
    if (c->timed) {
        cost.missed = data_between(before, &c->code->events);
        cost.tlb = c->timed->model->completed.wait_tlb;
    }
    h->done(h->ctx, c->thread, &cost);
    if (!c->timed) return;
    const struct ia64_timing *t = c->timed->model;
    if (t->completed.queue) ia64_data_waited(c, &(struct data_wait){t->last_pc, (u32)t->completed.queue, c->timed->outcome.object}, 1);
}

static void tell_fetch(struct cpu *c, u64 pc, const struct memory_events *before, struct ia64_lost lost)
{
    struct data_cost cost = {data_between(before, &c->code->events), lost.cache, lost.tlb};
    if (data_fetch_costs(&cost)) c->data->fetched(c->data->ctx, c->thread, pc, &cost);
}

void ia64_data_waits(struct cpu *c)
{
    const struct ia64_breakdown *b = &c->timed->model->breakdown;
    if (b->dcache) ia64_data_waited(c, &(struct data_wait){ia64_pc(c), (u32)b->dcache, b->object}, 1);
}

void ia64_data_admitted(struct cpu *c, const struct memory_events *before)
{
    const struct ia64_breakdown *b = &c->timed->model->breakdown;
    tell_fetch(c, ia64_pc(c), before, (struct ia64_lost){.tlb = (u32)b->tlb, .cache = (u32)b->icache});
    ia64_data_waits(c);
}

void ia64_data_at(struct cpu *c, u64 pc) { c->data->moved(c->data->ctx, c->thread, pc); }

/* --- in blocks ------------------------------------------------------------------------------------------------------------ */

/* True if the access takes nothing, as far as that is quickly told; then it has been done. */
static bool is_quick(struct ia64_memory *m, u64 address, enum ia64_access_kind kind, u64 time)
{
    switch (kind) {
    case ACCESS_LOAD: return ia64_memory_load(m, address, time);
    case ACCESS_FLOAD: return ia64_memory_fload(m, address, time);
    case ACCESS_STORE: return ia64_memory_store(m, address, time);
    default: return false;
    }
}

u32 ia64_data_site(struct cpu *c, struct data_access *a, enum ia64_access_kind kind)
{
    a->fills = fills(kind);
    return c->data->site(c->data->ctx, c->thread, a);
}

void ia64_data_settle(struct cpu *c) { c->data->settle(c->data->ctx, c->thread); }

void ia64_data_placed(struct cpu *c) { c->data->placed(c->data->ctx, c->thread); }

bool ia64_data_note(struct cpu *c, unsigned step, u64 address, enum ia64_access_kind kind, u32 site)
{
    return site && data_note_room(c->next_note, 2) && is_quick(c->memory, address, kind, ia64_time(c, step)) &&
           data_note_wide(&c->next_note, address, site, PLACE_STEP + step);
}

void ia64_data_tell(struct cpu *c, struct data_access *a, enum ia64_access_kind kind, u32 site)
{
    a->fills = fills(kind);
    if (!data_note_wide(&c->next_note, a->address, site, 0)) c->data->accessed(c->data->ctx, c->thread, a, NULL, 0);
}

struct ia64_accessed ia64_data_access(struct cpu *c, unsigned step, struct data_access *a, enum ia64_access_kind kind)
{
    const struct data_hook *h = c->data;
    unsigned place = PLACE_STEP + step;
    a->fills = fills(kind);
    if (is_quick(c->memory, a->address, kind, ia64_time(c, step))) {
        u32 site = a->load == a->store ? 0 : h->site(h->ctx, c->thread, a);
        if (!data_note_wide(&c->next_note, a->address, site, place)) h->accessed(h->ctx, c->thread, a, NULL, place);
        return (struct ia64_accessed){0};
    }
    struct memory_events before = data_look(&c->code->events);
    struct ia64_accessed accessed;
    c->memory->time = ia64_time(c, step);
    ia64_memory_access(c->memory, a->address, kind, ia64_before_block(c), &accessed);
    struct data_cost cost = {.missed = data_between(&before, &c->code->events), .tlb = accessed.tlb};
    h->accessed(h->ctx, c->thread, a, &cost, place);
    return accessed;
}

struct ia64_lost ia64_data_fetch(struct cpu *c, unsigned step, u64 line, u64 pc)
{
    c->memory->time = ia64_time(c, step);
    c->memory->code_line = CODE_NONE;
    struct memory_events before = data_look(&c->code->events);
    struct ia64_lost lost = ia64_memory_fetch(c->memory, line);
    tell_fetch(c, pc, &before, lost);
    return lost;
}

void ia64_data_waited(struct cpu *c, const struct data_wait *wait, unsigned waits)
{
    const struct data_hook *h = data_hook_of(c->thread);
    for (unsigned i = 0; i < waits; i++) h->waited(h->ctx, c->thread, &wait[i]);
}

void ia64_data_passed(struct cpu *c, const struct ia64_owed *owed)
{
    c->data->passed(c->data->ctx, c->thread, owed->wait, owed->waits, owed->keep, owed->keeps);
}

struct data_cache ia64_data_cache(const struct thread *t)
{
    const struct timed *m = t->cpu->timed ? t->cpu->timed : t->cpu->resting;
    if (!m) return (struct data_cache){0};
    const struct cache_geometry *g = &m->model->memory.l1d.cache.geometry;
    return (struct data_cache){g->size, g->line};
}
