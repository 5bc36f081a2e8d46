#include "isa/parisc/system/data.h"

#include "isa/parisc/exec/uops.h"
#include "isa/parisc/insn/access.h"
#include "isa/parisc/timing/timed.h"

/* The timing model has looked at the instruction already. */
static struct data_access next_access(const struct cpu *c)
{
    struct data_access a = {.pc = c->iaoq_front & ~3u, .in_slot = pa_in_slot(c), .fills = true};
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
    if (c->timed && a.store) a.fills = c->timed->model->memory->l1d.geometry.write_allocate;
    return a;
}

void pa_data_before(struct cpu *c, struct memory_events *before)
{
    const struct data_hook *h = data_hook_of(c->thread);
    struct data_access a = next_access(c);
    *before = data_look(&c->code->events);
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

void pa_data_at(struct cpu *c, u32 pc) { c->data->moved(c->data->ctx, c->thread, pc); }

void pa_data_mended(struct cpu *c)
{
    const struct data_hook *h = data_hook_of(c->thread);
    h->done(h->ctx, c->thread, &(struct data_cost){.tlb = 0});
}

/* That of uop i, but for its address. */
static struct data_access access_in(const struct cpu *c, const struct block *b, unsigned i, bool write)
{
    const struct uop_row *row = pa_uop_row((enum pa_uop)b->info[i].kind);
    return (struct data_access){.pc = b->info[i].pc, .size = row->c == PA_FIELD_UNIT ? b->uop[i].c + 1u : row->bytes,
                                .load = row->flags & PA_UOP_READS, .store = row->flags & PA_UOP_WRITES,
                                .fills = !write || !c->timed || c->memory->l1d.geometry.write_allocate};
}

u32 pa_data_site(struct cpu *c, const struct block *b, unsigned i)
{
    struct data_access a = access_in(c, b, i, pa_uop_row((enum pa_uop)b->info[i].kind)->flags & PA_UOP_WRITES);
    return c->data->site(c->data->ctx, c->thread, &a);
}

/* For what is noted without the hook, here and by code that goes on. */
void pa_data_room(struct cpu *c)
{
    if (UNLIKELY(!data_note_room(c->next_note, DATA_NOTES_AHEAD))) c->data->room(c->data->ctx, c->thread);
}

/* The access of uop u to the address has cost that, or (NULL) nothing. */
static void tell(struct cpu *c, const struct block *b, const struct uop *u, u32 address, bool write, const struct data_cost *cost)
{
    struct data_access a = access_in(c, b, (unsigned)(u - b->uop), write);
    a.address = address;
    c->data->accessed(c->data->ctx, c->thread, &a, cost, 0);
}

/* Its number for notes is looked for once: it stands in the side exit behind it. */
static u32 site_at(struct cpu *c, const struct block *b, const struct uop *u)
{
    struct exit *e = &b->exit[b->info[u - b->uop].side];
    if (UNLIKELY(!e->site)) e->site = pa_data_site(c, b, (unsigned)(u - b->uop));
    return e->site;
}

/* Events that may be an access's, and those that may be a fetch's: no others are told of them. */
static inline struct memory_events look_at_access(const struct memory_events *e)
{
    return (struct memory_events){.l1d_misses = data_by_itself(e->l1d_misses), .l2_misses = data_by_itself(e->l2_misses),
                                  .l1_tlb_misses = data_by_itself(e->l1_tlb_misses), .tlb_misses = data_by_itself(e->tlb_misses)};
}

static inline struct memory_events look_at_fetch(const struct memory_events *e)
{
    return (struct memory_events){.l1i_misses = data_by_itself(e->l1i_misses), .l2_misses = data_by_itself(e->l2_misses),
                                  .l1_tlb_misses = data_by_itself(e->l1_tlb_misses), .tlb_misses = data_by_itself(e->tlb_misses)};
}

/* What it has lost, with the events of these kinds between the two looks. */
static inline struct data_cost cost_of(const struct memory_events *before, const struct memory_events *after, struct pa_lost lost)
{
    return (struct data_cost){memory_events_since(before, after), .cache = data_by_itself(lost.cache), .tlb = data_by_itself(lost.tlb)};
}

struct pa_lost pa_data_access(struct cpu *c, const struct uop *u, u32 address, bool write)
{
    const struct block *b = pa_block_entered(c);
    const struct memory_events before = look_at_access(&c->code->events);
    struct pa_lost lost = pa_memory_show(c->memory, address, write);
    const struct memory_events after = look_at_access(&c->code->events);
    struct data_cost cost = cost_of(&before, &after, lost);
    u32 site = site_at(c, b, u);
    pa_data_room(c);
    bool costs = lost.tlb | lost.cache | cost.missed.l1d_misses | cost.missed.l2_misses | cost.missed.tlb_misses;
    bool noted = costs ? data_note_missed(&c->next_note, address, site, &cost) : data_note(&c->next_note, address, site);
    if (!noted) tell(c, b, u, address, write, costs ? &cost : NULL);
    return lost;
}

void pa_data_tell(struct cpu *c, const struct uop *u, u32 address, bool write)
{
    const struct block *b = block_of_uop(&c->code->cache, u);
    if (!data_note(&c->next_note, address, pa_data_site(c, b, (unsigned)(u - b->uop)))) tell(c, b, u, address, write, NULL);
}

/* Fetching from pc has cost that, if it is anything. */
static inline void tell_fetch(struct cpu *c, u32 pc, const struct data_cost *cost)
{
    if (!data_fetch_costs(cost)) return;
    pa_data_room(c);
    if (!data_note_fetched(&c->next_note, pc, cost)) c->data->fetched(c->data->ctx, c->thread, pc, cost);
}

struct pa_lost pa_data_fetch(struct cpu *c, u32 pc, bool touched)
{
    const struct memory_events before = look_at_fetch(&c->code->events);
    struct pa_lost lost = pa_memory_fetch(c->memory, pc, touched);
    const struct memory_events after = look_at_fetch(&c->code->events);
    struct data_cost cost = cost_of(&before, &after, lost);
    tell_fetch(c, pc, &cost);
    return lost;
}

void pa_data_fetched(struct cpu *c, const struct memory_events *before)
{
    const struct pa_breakdown *b = &c->timed->model->breakdown;
    tell_fetch(c, c->timed->issue.pc, &(struct data_cost){data_between(before, &c->code->events), .cache = b->icache, .tlb = b->tlb});
}

struct data_cache pa_data_cache(const struct thread *t)
{
    const struct timed *m = t->cpu->timed ? t->cpu->timed : t->cpu->resting;
    if (!m) return (struct data_cache){0};
    const struct pa_memory *memory = m->model->memory;
    const struct cache_geometry *g = memory->l1d.geometry.size ? &memory->l1d.geometry : &memory->l2.geometry;
    return (struct data_cache){g->size, g->line};
}
