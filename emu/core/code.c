#include "emu/core/code.h"

#include <stdlib.h>

#include "emu/core/alloc.h"
#include "emu/core/contexts.h"
#include "emu/core/error.h"
#include "emu/core/machine.h"

struct code *code_new(struct process *p, size_t arena, struct error *e)
{
    struct code *code = calloc(1, sizeof *code);
    if (!code || block_cache_init(&code->cache, arena, e) != 0) {
        if (!code) error_set(e, "out of memory for decoded code");
        free(code);
        return NULL;
    }
    code->process = p;
    code->beyond = ~0ull;
    code_forget_jumps(code);
    return code;
}

void code_free(struct code *code)
{
    if (!code) return;
    for (unsigned i = 0; i < ARCS; i++)
        for (struct arc *a = code->arc[i], *next; a; a = next) {
            next = a->next;
            free(a);
        }
    code_free(code->rom);
    code_free(code->next);
    block_cache_free(&code->cache);
    contexts_free(code->contexts);
    pc_table_free(&code->costs);
    states_free(&code->states);
    free(code);
}

static void code_gone(void *ctx, u64 start, u64 end)
{
    for (struct code *code = ctx; code; code = code->next) block_drop_range(&code->cache, start, end);
}

static void attach(struct process *p)
{
    p->mem.code_gone = p->code ? code_gone : NULL;
    p->mem.code_gone_ctx = p->code;
}

/* Code whose counts go to slices. */
static struct code *counted_new(struct process *p, size_t arena, struct error *e)
{
    struct code *code = code_new(p, arena, e);
    if (code) code->cache.watched = code->costs.watched = p->machine->config->slices != 0;
    return code;
}

int code_begin(struct process *p, struct error *e)
{
    struct code *code = counted_new(p, ARENA, e);
    if (code && p->machine->regions && !(code->idle = code_new(p, ARENA, e))) {
        code_free(code);
        code = NULL;
    }
    if (code) code->returns_seen = p->machine->returns_seen[0];
    if (code && code->idle) code->idle->returns_seen = p->machine->returns_seen[1];
    if (code) code->next = code->idle;
    p->code = code;
    attach(p);
    return code ? 0 : -1;
}

void code_end(struct process *p)
{
    code_free(p->code);
    p->code = NULL;
    attach(p);
}

struct code *code_rom(struct process *p)
{
    struct error e;
    if (!p->code->rom) p->code->rom = code_new(p, ROM_ARENA, &e);
    if (!p->code->rom) error_no_memory(); /* a megabyte: the host is beyond help */
    return p->code->rom;
}

struct code *code_of(const struct thread *t)
{
    if (t->counting != COUNTED) return t->process->code->idle;
    return t->code ? t->code : t->process->code;
}

/* --- threads apart ---------------------------------------------------------------------------------------------------- */

/* The code that counts a new thread: the first one's is the process's, the next have their own, all the rest one together. */
static struct code *code_apart(const struct thread *t)
{
    struct process *p = t->process;
    struct code *last = p->code;
    struct error e;
    unsigned n = 1;
    if (!p->code->tid) {
        p->code->tid = t->tid;
        p->code->began = t->when;
        return p->code;
    }
    for (; last->next; last = last->next) n += last->next != p->code->idle;
    if (n > THREADS_APART) return last;
    struct code *own = counted_new(p, APART_ARENA, &e);
    if (!own) {
        p->code->mixed = true;
        return p->code;
    }
    own->tid = n < THREADS_APART ? t->tid : 0;
    own->began = t->when;
    own->returns_seen = p->code->returns_seen;
    return last->next = own;
}

void code_name_thread(struct thread *t, const char name[THREAD_NAME])
{
    if (t->code && t->code->tid == t->tid) memcpy(t->code->name, name, THREAD_NAME);
}

void code_thread_gone(struct thread *t)
{
    if (t->code && (t->code->tid == t->tid || !t->code->tid)) t->code->ended = t->process->machine->now;
    t->code = NULL;
}

void code_count_new(struct thread *t, const struct thread *from)
{
    bool forked = from && from->process != t->process;
    t->counting = forked ? from->counting : (u8)t->process->machine->counting;
    t->inside = forked && from->inside;
    if (t->process->machine->threads_apart && !t->code) t->code = code_apart(t);
}

struct block *code_commit(struct code *code, struct mem *m, const struct block_draft *d, const bool *is_exit, bool *flushed)
{
    bool watched[BLOCK_STEPS + 2];
    for (unsigned i = 0; i < d->page_count; i++) watched[i] = mem_mark_code(m, d->pages[i] << MEM_PAGE_SHIFT);
    struct block *b = block_commit(&code->cache, d, is_exit, flushed);
    for (unsigned i = 0; i < d->page_count; i++) /* stores to it are not seen: nobody finds it */
        if (!watched[i]) block_drop_range(&code->cache, d->pages[i] << MEM_PAGE_SHIFT, (d->pages[i] + 1) << MEM_PAGE_SHIFT);
    if (*flushed) code_forget_jumps(code);
    return b;
}

void code_give_up(struct code *code)
{
    block_drop_all(&code->cache);
    code->cache.flushes++;
    code_forget_jumps(code);
    states_free(&code->states);
}

void code_forget_jumps(struct code *code)
{
    for (unsigned i = 0; i < JUMPS; i++) code->jump[i] = code->cache.stub;
    code->jump_mode = ~0u;
}

struct arc *code_arc(struct code *code, u64 from, u64 to)
{
    struct arc **list = &code->arc[(from >> 2 ^ to >> 3) & (ARCS - 1)];
    for (struct arc *a = *list; a; a = a->next)
        if (a->from == from && a->to == to) return a;
    struct arc *a = alloc_zeroed(1, sizeof *a);
    *a = (struct arc){.from = from, .to = to, .place = code->arcs++ % CONTEXT_CALLED, .next = *list};
    return *list = a;
}

void code_count_arc(struct code *code, const struct exit *e, u64 to)
{
    code_arc(code, e->from, to)->count++;
    code_arc(code, e->from, e->target)->count--; /* the exit's own count will say one too many */
}

u64 code_instructions(const struct code *code)
{
    u64 sum = 0;
    for (const struct code *c = code; c; c = c->next) sum += block_instructions(&c->cache);
    return sum;
}

void code_add_events(const struct code *code, struct memory_events *out)
{
    for (const struct code *c = code; c; c = c->next)
        if (c != code->idle) memory_events_add(out, &c->events);
}

void code_take_new(struct code *code, struct counters *out)
{
    for (struct code *c = code; c; c = c->next) {
        if (c == code->idle) continue;
        block_take_new(&c->cache, out);
        pc_table_take_new(&c->costs, out);
    }
}

/* Of one code; its contexts are not settled. */
static void collect(const struct code *code, struct counters *out)
{
    block_collect(&code->cache, out);
    pc_table_collect(&code->costs, out);
    if (code->contexts) contexts_gather(code->contexts);
    for (unsigned i = 0; i < ARCS; i++)
        for (const struct arc *a = code->arc[i]; a; a = a->next)
            counters_add_arc(out, &(struct call_arc){.from = a->from, .to = a->to, .count = (u64)a->count,
                                                     .cycles = a->cycles, .instructions = a->instructions});
    if (code->contexts) contexts_add(code->contexts, out);
}

/* What was added to *out from these places on is that thread's; parts are not settled. */
static void take_apart(const struct code *code, struct counters *out, size_t pcs, size_t contexts, size_t ticks)
{
    struct thread_counts *t = counters_add_thread(out);
    t->tid = code->tid;
    memcpy(t->name, code->name, sizeof t->name);
    t->began = code->began;
    t->ended = code->ended ? code->ended : code->process->machine->now;
    for (size_t i = pcs; i < out->pcs; i++) counters_add(&t->own, &out->pc[i]);
    for (size_t i = ticks; i < out->ticks; i++) counters_add_tick(&t->own, &out->tick[i]);
    for (size_t i = contexts; i < out->contexts; i++) {
        const struct context_count *c = &out->context[i];
        thread_add_part(t, &(struct thread_part){(u32)i, c->calls, c->cycles, c->instructions});
    }
}

static int by_context(const void *a, const void *b)
{
    const struct thread_part *x = a, *y = b;
    return (x->context > y->context) - (x->context < y->context);
}

/* The parts of a thread in their order, to[i] being where the context i is; those of equal contexts are one. */
static void settle_parts(struct thread_counts *t, const u32 *to)
{
    size_t n = 0;
    for (size_t i = 0; i < t->parts; i++) t->part[i].context = to[t->part[i].context];
    for (size_t i = 0; i < t->own.ticks; i++) t->own.tick[i].context = to[t->own.tick[i].context];
    if (t->parts) qsort(t->part, t->parts, sizeof *t->part, by_context);
    for (size_t i = 0; i < t->parts; i++) {
        struct thread_part *last = n ? &t->part[n - 1] : NULL;
        if (!last || last->context != t->part[i].context) {
            t->part[n++] = t->part[i];
            continue;
        }
        last->calls += t->part[i].calls;
        last->cycles += t->part[i].cycles;
        last->instructions += t->part[i].instructions;
    }
    t->parts = n;
}

void code_collect(const struct code *code, struct counters *out)
{
    bool apart = false;
    for (const struct code *c = code->next; c; c = c->next) apart |= c != code->idle && !code->mixed;
    for (const struct code *c = code; c; c = c->next) {
        size_t pcs = out->pcs, contexts = out->contexts, ticks = out->ticks;
        if (c == code->idle) continue;
        collect(c, out);
        if (apart) take_apart(c, out, pcs, contexts, ticks);
    }
    u32 *to = alloc_zeroed(out->contexts + 1, sizeof *to);
    contexts_settle_all(out, to);
    for (size_t i = 0; i < out->threads; i++) settle_parts(&out->thread[i], to);
    free(out->settled);
    out->settled = to;
}
