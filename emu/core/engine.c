#include "emu/core/engine.h"

#include <sys/mman.h>

#include "emu/core/data.h"
#include "emu/core/exits.h"

/* --- a run ---------------------------------------------------------------------------------------------------------------- */

void engine_begin(struct engine *g, struct thread *t, u64 until)
{
    g->thread = t;
    g->code = code_of(t);
    g->budget = g->budget_start = until > t->cycles ? (i64)(until - t->cycles) : 0;
    g->run_end = t->cycles + (u64)g->budget_start;
    g->data = data_hook_of(t);
}

enum stop engine_end(struct engine *g, enum stop why)
{
    struct thread *t = g->thread;
    /* The collector's memory is in the account that calls of the kernel ask: what it has taken by then must not depend on blocks. */
    if (g->data && why != STOP_DEADLINE && t->process->machine->config->mem_limit) g->data->settle(g->data->ctx, t);
    t->cycles = engine_clock(g);
    if (!g->timed) t->slots = t->cycles - g->waited; /* every slot is a cycle */
    t->stop.reason = why;
    return why;
}

bool engine_must_step(const struct engine *g, u64 pc)
{
    const struct process *p = g->thread->process;
    return g->trace || p->machine->config->step_only || machine_watched(p->machine, pc) || mem_flags(&p->mem, pc) & MEM_SMC;
}

bool engine_debugger_stops(const struct engine *g, u64 pc)
{
    struct thread *t = g->thread;
    const struct debug_hook *h = t->process->machine->debug;
    if (LIKELY(!h)) return false;
    return h->stop_before(h->ctx, t, pc, g->timed ? t->slots + g->slots : engine_clock(g) - g->waited);
}

/* --- blocks --------------------------------------------------------------------------------------------------------------- */

static struct block *translate(struct engine *g, u64 pc, u32 mode, bool uncached)
{
    g->at = NULL;
    return g->thread->process->isa->translate(g->thread->cpu, pc, mode, uncached);
}

struct block *engine_find(struct engine *g, u64 pc, u32 mode)
{
    struct block *b = block_find(&g->code->cache, pc, mode);
    if (!b) return translate(g, pc, mode, false);
    if (UNLIKELY(b->resting)) block_wake(&g->code->cache, b);
    return b;
}

struct block *engine_find_step(struct engine *g, u64 pc, u32 mode)
{
    return mem_flags(&g->thread->process->mem, pc) & MEM_SMC ? translate(g, pc, mode, true) : engine_find(g, pc, mode);
}

void engine_count_target(struct engine *g, u64 pc)
{
    struct exit *e = g->via;
    if (g->leave != LEAVE_INDIRECT || !e->counts_calls) return;
    if (e->count == 1) e->target = pc;
    else exit_count_call(g, e, pc);
}

struct block *engine_follow(struct engine *g, u64 pc, u32 mode, unsigned hash)
{
    struct exit *e = g->via;
    u64 flushes = g->code->cache.flushes;
    struct block *b = engine_find(g, pc, mode);
    if (g->code->cache.flushes == flushes) { /* else the exit is gone */
        if (g->leave == LEAVE_INDIRECT && !g->code->returns_seen) g->code->jump[hash] = b;
        e->next = b; /* of an indirect call, too: the target is known */
    }
    return exit_fits(g, b) ? b : NULL;
}

/* --- faults --------------------------------------------------------------------------------------------------------------- */

bool engine_mend(struct engine *g, const struct fault_guard *f, bool fetch, u64 looked, u64 pc, struct engine_fault *out)
{
    struct mem *m = &g->thread->process->mem;
    u8 flags = mem_flags(m, f->addr);
    *out = (struct engine_fault){.kind = FAULT_UNMAPPED, .addr = f->addr};
    if (fetch && (looked ^ pc) >> MEM_PAGE_SHIFT) { /* found by looking ahead: execution may not get there */
        g->code->beyond = looked >> MEM_PAGE_SHIFT;
        return true;
    }
    if (fetch) {
        *out = (struct engine_fault){.kind = FAULT_BUS, .addr = looked, .fetch = true};
    } else if (!f->in_mem2) {
        if (mem_code_store(m, f->addr)) return true;
        if (f->bus) out->kind = FAULT_BUS;
        else if (flags & MEM_MAPPED) out->kind = FAULT_RIGHTS;
        out->write = out->kind == FAULT_RIGHTS && flags & (PROT_READ | PROT_WRITE | PROT_EXEC);
    }
    return false;
}

/* --- the processor of a thread -------------------------------------------------------------------------------------------- */

void engine_new(struct engine *g, struct thread *t, const struct thread *from)
{
    t->engine = g;
    code_count_new(t, from);
    *g = (struct engine){.thread = t, .code = code_of(t)};
}

u64 engine_instructions(const struct engine *g) { return g->thread->slots - g->nullified; }

void engine_free(struct engine *g)
{
    if (g->calls) calls_close(g->calls, g->thread->cycles, engine_instructions(g));
    calls_free(g->calls);
    const struct data_hook *h = data_hook_of(g->thread);
    if (h) h->gone(h->ctx, g->thread);
    code_thread_gone(g->thread);
    g->thread->engine = NULL;
}

void engine_count(struct thread *t, enum counting how)
{
    struct engine *g = t->engine;
    const struct data_hook *h = data_hook_of(t);
    if (h) h->settle(h->ctx, t); /* what has been noted is of the counting before */
    if (t->process->isa->settle_stack) t->process->isa->settle_stack(t);
    t->counting = (u8)how;
    g->code = code_of(t);
    if (g->calls) g->calls = calls_move(g->calls, g->code, t->cycles, engine_instructions(g));
    t->process->isa->counted(t);
}

void engine_collect(struct process *p, struct counters *out)
{
    for (const struct thread *t = p->threads; t; t = t->next)
        if (t->engine->calls && t->counting == COUNTED) calls_collect_open(t->engine->calls, t->cycles, engine_instructions(t->engine));
    if (p->isa->settle) p->isa->settle(p);
    code_collect(p->code, out);
    for (const struct thread *t = p->threads; t; t = t->next)
        if (t->engine->calls && t->counting == COUNTED) calls_resume(t->engine->calls, t->cycles, engine_instructions(t->engine));
}
