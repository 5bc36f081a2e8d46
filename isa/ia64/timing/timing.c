#include "isa/ia64/timing/timing.h"

#include <stdlib.h>

#define P(id) (t->model.value[IA64_T_##id])

/* --- making ------------------------------------------------------------------------------------------------------- */

struct ia64_timing *ia64_timing_new(const struct ia64_model *m, struct pc_table *costs, struct error *e)
{
    struct ia64_timing *t = calloc(1, sizeof *t);
    if (!t) {
        error_set(e, "out of memory for a timing model");
        return NULL;
    }
    t->model = *m;
    t->costs = costs;
    ia64_pipe_init(&t->pipe, 0);
    if (ia64_memory_init(&t->memory, &t->model, e) == 0) {
        if (predictor_init(&t->predictor, &t->model, e) == 0) return t;
        ia64_memory_free(&t->memory);
    }
    free(t);
    return NULL;
}

void ia64_timing_free(struct ia64_timing *t)
{
    if (!t) return;
    ia64_memory_free(&t->memory);
    predictor_free(&t->predictor);
    free(t);
}

/* --- charging ----------------------------------------------------------------------------------------------------- */

/* Where the one cycle less belongs. */
static void lend(struct ia64_timing *t, u64 from, u64 to)
{
    pc_table_at(t->costs, from)->cycles--;
    pc_table_at(t->costs, to)->cycles++;
    t->settled = !t->settled;
}

void ia64_timing_settle(struct ia64_timing *t, u64 first)
{
    if (t->settled) return;
    t->first = first;
    lend(t, first, t->now.pc);
}

static void unsettle(struct ia64_timing *t)
{
    if (t->settled) lend(t, t->now.pc, t->first);
}

/* One that is admitted, and joined a group, will count a cycle where it completes: so the one less belongs there too. */
void ia64_timing_serve(struct ia64_timing *t, struct pc_table *costs)
{
    bool joined = t->pipe.admitted && t->pipe.joined;
    unsettle(t);
    if (joined) pc_table_at(t->costs, t->now.pc)->cycles++;
    t->costs = costs;
    if (joined) pc_table_at(t->costs, t->now.pc)->cycles--;
}

/* --- admitting ---------------------------------------------------------------------------------------------------- */

u64 ia64_timing_admit(struct ia64_timing *t, const struct ia64_issue *i)
{
    return ia64_timing_fetched(t, i, ia64_memory_fetch(&t->memory, i->pc));
}

u64 ia64_timing_fetched(struct ia64_timing *t, const struct ia64_issue *i, struct ia64_lost lost)
{
    struct ia64_waits waits;
    if (t->pipe.admitted) ia64_timing_stop(t);
    t->now = *i;
    ia64_pipe_admit(&t->model, &t->pipe, i, (u64)lost.tlb + lost.cache, &waits);
    /* It shares the cycle of the first; a run that ends before it, held up, has not come to the end of that cycle. */
    if (t->pipe.joined) pc_table_at(t->costs, i->pc)->cycles--;
    t->breakdown = (struct ia64_breakdown){.stack = t->returned, .tlb = lost.tlb, .icache = lost.cache, .data = waits.data,
                                     .dcache = waits.dcache, .object = waits.object, .at = (u64)t->pipe.at, .joined = t->pipe.joined};
    t->breakdown.begin = t->breakdown.at - waits.dcache - waits.data - lost.cache - lost.tlb - t->returned;
    t->returned = 0;
    pc_table_charge(t->costs, i->pc, STALL_TLB, lost.tlb);
    pc_table_charge(t->costs, i->pc, STALL_ICACHE, lost.cache);
    pc_table_charge(t->costs, i->pc, STALL_DATA, waits.data);
    pc_table_charge(t->costs, i->pc, STALL_DCACHE, waits.dcache);
    return (u64)t->pipe.at;
}

/* --- completing --------------------------------------------------------------------------------------------------- */

bool ia64_timing_predicts(struct ia64_timing *t, const struct ia64_issue *i, const struct ia64_run_outcome *w)
{
    bool right = true;
    if (i->flags & ISSUE_CONDITIONAL) right = predictor_right(&t->predictor, i->pc, w->hint, w->taken);
    if (i->flags & ISSUE_CALL && w->taken) predictor_call(&t->predictor, (i->pc & ~(u64)15) + 16);
    if (i->flags & ISSUE_RETURN && w->taken) right &= predictor_return(&t->predictor, w->target);
    if (i->flags & ISSUE_CHECK) right = !w->taken;
    return right;
}

u32 ia64_timing_registers(const struct ia64_model *m, unsigned registers)
{
    u32 rate = m->value[IA64_T_RSE_RATE];
    return (registers + rate - 1) / rate;
}

static void access_memory(struct ia64_timing *t, const struct ia64_run_outcome *w, struct ia64_outcome *o)
{
    struct ia64_lines *lines = &t->memory.lines;
    struct ia64_accessed a;
    ia64_memory_access(&t->memory, w->address, w->kind, t->pipe.at, &a);
    i64 at = t->pipe.at + a.tlb;
    u32 queue = a.queues ? ia64_line_queue(&t->model, at, &lines->queue_end) : 0;
    at += queue;
    u32 bank = t->now.flags & ISSUE_BYTE ? ia64_bank_wait(&t->model, at, &lines->byte_taken, &ia64_bank_of(lines, w->address)->next) : 0;
    at += bank;
    lines->room = 0;
    if (a.latency) a.line->arrives = at + a.latency;
    else if (a.line) o->waited = ia64_line_waited(&t->model, &t->now, at, a.line->arrives);
    o->least = a.cache;
    if (a.cache > o->waited) o->waited = a.cache;
    o->blocked = a.tlb + queue + bank;
    o->object = w->object;
    pc_table_charge(t->costs, t->now.pc, STALL_TLB, a.tlb);
    pc_table_charge(t->costs, t->now.pc, STALL_DCACHE, queue);
    pc_table_charge(t->costs, t->now.pc, STALL_STRUCTURAL, bank);
    t->breakdown.lock = bank;
    t->breakdown.wait_tlb = a.tlb;
    t->breakdown.queue = queue;
}

u64 ia64_timing_complete(struct ia64_timing *t, const struct ia64_run_outcome *w)
{
    struct ia64_outcome o = {.taken = w->taken};
    u64 pc = t->now.pc;
    u32 lost;
    unsettle(t);
    if (w->accessed) access_memory(t, w, &o);
    if (w->moved) {
        u32 moving = ia64_timing_registers(&t->model, w->moved);
        pc_table_charge(t->costs, pc, STALL_RSE, moving);
        o.blocked += moving;
        t->breakdown.moving = moving;
    }
    if (!ia64_timing_predicts(t, &t->now, w)) {
        o.lost = P(MISPREDICT);
        pc_table_at(t->costs, pc)->mispredicted++;
    }
    i64 end = ia64_pipe_complete(&t->model, &t->pipe, &t->now, &o, &lost);
    t->breakdown.lock += t->now.lock;
    t->breakdown.lost = lost;
    t->completed = t->breakdown;
    pc_table_charge(t->costs, pc, STALL_BRANCH, lost);
    pc_table_charge(t->costs, pc, STALL_STRUCTURAL, t->now.lock);
    t->last_pc = pc;
    return (u64)end;
}

/* --- breaks ------------------------------------------------------------------------------------------------------- */

u64 ia64_timing_stop(struct ia64_timing *t)
{
    unsettle(t);
    if (t->pipe.admitted && t->pipe.joined) pc_table_at(t->costs, t->now.pc)->cycles++;
    ia64_pipe_stop(&t->pipe);
    t->returned = 0;
    return (u64)t->pipe.end;
}

bool ia64_timing_admitted(const struct ia64_timing *t, u64 pc, u64 *at)
{
    *at = (u64)t->pipe.at;
    return t->pipe.admitted && t->now.pc == pc;
}

u64 ia64_timing_moved(struct ia64_timing *t, unsigned registers)
{
    u32 moving = ia64_timing_registers(&t->model, registers);
    ia64_pipe_delay(&t->pipe, moving);
    t->returned += moving;
    pc_table_charge(t->costs, t->last_pc, STALL_RSE, moving);
    return (u64)t->pipe.end;
}

void ia64_timing_advance(struct ia64_timing *t, u64 clock)
{
    struct ia64_pipe *p = &t->pipe;
    if (p->end < (i64)clock) t->returned = 0;
    if (p->admitted && p->at < (i64)clock) p->at = (i64)clock;
    if (p->end < (i64)clock) p->end = (i64)clock;
}
