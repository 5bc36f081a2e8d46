#include "isa/parisc/system/data.h"

#include "isa/parisc/insn/access.h"
#include "isa/parisc/timing/timed.h"

/* The timing model has looked at the instruction already. */
static struct data_access next_access(const struct cpu *c)
{
    struct data_access a = {.pc = c->iaoq_front & ~3u, .fills = true};
    const struct pa_insn *in;
    u8 raw[4] = {0};
    if (c->nullify) return a;
    if (c->timed) {
        in = c->timed->issue.insn;
        a.size = c->timed->issue.size;
        a.address = c->timed->model->address;
    } else {
        u32 word = mem_peek(&c->thread->process->mem, a.pc, raw, sizeof raw) == 0 ? load_be32(raw) : 0;
        in = pa_decode(word);
        struct pa_access access = pa_access_of(c, in, word);
        a.size = access.size;
        a.address = access.address;
    }
    if (!a.size) return a;
    a.load = in->flags & PA_LOAD;
    a.store = in->flags & PA_STORE;
    if (c->timed && a.store) a.fills = c->timed->model->memory.l1d.geometry.write_allocate;
    return a;
}

void pa_data_before(struct cpu *c, struct memory_events *before)
{
    const struct data_hook *h = data_hook_of(c->thread);
    struct data_access a = next_access(c);
    *before = c->code->events;
    h->begin(h->ctx, c->thread, &a);
}

void pa_data_after(struct cpu *c, const struct memory_events *before)
{
    const struct data_hook *h = data_hook_of(c->thread);
    struct data_cost cost = {.tlb = 0};
    if (c->timed) {
        const struct pa_breakdown *b = &c->timed->model->completed;
        cost = (struct data_cost){data_between(before, &c->code->events), b->wait_cache, b->wait_tlb};
    }
    h->done(h->ctx, c->thread, &cost);
}

void pa_data_mended(struct cpu *c)
{
    const struct data_hook *h = data_hook_of(c->thread);
    h->done(h->ctx, c->thread, &(struct data_cost){.tlb = 0});
}

void pa_data_fetched(struct cpu *c, const struct memory_events *before)
{
    const struct data_hook *h = data_hook_of(c->thread);
    const struct pa_breakdown *b = &c->timed->model->breakdown;
    struct data_cost cost = {data_between(before, &c->code->events), b->icache, b->tlb};
    const struct memory_events *e = &cost.missed;
    if (cost.cache | cost.tlb | e->l1i_misses | e->l2_misses | e->l1_tlb_misses | e->tlb_misses)
        h->fetched(h->ctx, c->thread, c->timed->issue.pc, &cost);
}

struct data_cache pa_data_cache(const struct thread *t)
{
    const struct timed *m = t->cpu->timed ? t->cpu->timed : t->cpu->resting;
    if (!m) return (struct data_cache){0};
    const struct cache_geometry *g = &m->model->memory.l1d.geometry;
    return (struct data_cache){g->size, g->line};
}
