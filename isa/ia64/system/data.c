#include "isa/ia64/system/data.h"

#include "isa/ia64/insn/access.h"
#include "isa/ia64/timing/timed.h"

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
    a.fills = kind == ACCESS_LOAD || kind == ACCESS_PREFETCH; /* what else there is passes the first level by (isa/ia64/timing/hierarchy.c) */
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
    *before = c->code->events;
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
}

void ia64_data_admitted(struct cpu *c, const struct memory_events *before)
{
    const struct data_hook *h = data_hook_of(c->thread);
    const struct ia64_breakdown *b = &c->timed->model->breakdown;
    struct data_cost cost = {data_between(before, &c->code->events), b->icache, b->tlb};
    const struct memory_events *e = &cost.missed;
    if (cost.cache | cost.tlb | e->l1i_misses | e->l2_misses | e->l1_tlb_misses | e->tlb_misses)
        h->fetched(h->ctx, c->thread, ia64_pc(c), &cost);
    if (b->dcache) h->waited(h->ctx, c->thread, b->object, ia64_pc(c), b->dcache);
}

struct data_cache ia64_data_cache(const struct thread *t)
{
    const struct timed *m = t->cpu->timed ? t->cpu->timed : t->cpu->resting;
    if (!m) return (struct data_cache){0};
    const struct cache_geometry *g = &m->model->memory.l1d.geometry;
    return (struct data_cache){g->size, g->line};
}
