#include "isa/parisc/timing/timing.h"

#include <stdlib.h>

#include "isa/parisc/insn/fields.h"

/* --- making ------------------------------------------------------------------------------------------------------- */

struct pa_timing *pa_timing_new(const struct pa_model *m, struct pc_table *costs, struct error *e)
{
    struct pa_timing *t = calloc(1, sizeof *t);
    if (!t) {
        error_set(e, "out of memory for a timing model");
        return NULL;
    }
    t->model = *m;
    t->costs = costs;
    t->memory = pa_memory_new(&t->model, &t->events, e);
    if (t->memory) return t;
    free(t);
    return NULL;
}

void pa_timing_free(struct pa_timing *t)
{
    if (!t) return;
    pa_memory_free(t->memory);
    free(t);
}

/* --- charging ----------------------------------------------------------------------------------------------------- */

void pa_timing_charge(struct pa_timing *t, u32 pc, enum stall cache, struct pa_lost lost)
{
    pc_table_charge(t->costs, pc, STALL_TLB, lost.tlb);
    pc_table_charge(t->costs, pc, cache, lost.cache);
}

/* --- admitting ---------------------------------------------------------------------------------------------------- */

u64 pa_timing_admit(struct pa_timing *t, const struct pa_issue *in, u32 address)
{
    struct pa_waits waits;
    if (t->pipe.admitted) pa_timing_stop(t);
    struct pa_admitted i = pa_pipe_describe(&t->pipe, in);
    struct pa_lost lost = pa_memory_fetch(t->memory, in->pc, t->touched);
    t->touched = false;
    unsigned relation = in->size ? pa_relation_of(t->memory, address, i.flags & PA_STORE) : PA_APART;
    t->address = address;
    u64 begin = t->pipe.end;
    u64 at = pa_pipe_admit(&t->model, &t->pipe, &i, relation, lost.tlb + lost.cache, &waits);
    pa_timing_charge(t, in->pc, STALL_ICACHE, lost);
    pc_table_charge(t->costs, in->pc, STALL_DATA, waits.data);
    pc_table_charge(t->costs, in->pc, STALL_STRUCTURAL, waits.structural);
    t->breakdown = (struct pa_breakdown){.begin = t->pipe.bundled ? at : begin, .tlb = lost.tlb, .icache = lost.cache, .data = waits.data,
                                   .structural = waits.structural, .at = at, .bundled = t->pipe.bundled};
    return at;
}

/* --- completing --------------------------------------------------------------------------------------------------- */

/* The data access of the instruction: cycles in which the processor stands still. */
static u64 access_data(struct pa_timing *t, const struct pa_admitted *i)
{
    t->touched = i->in.size && !i->in.nullified;
    if (!t->touched) return 0;
    bool write = i->flags & PA_STORE;
    *(write ? &t->memory->stored : &t->memory->loaded) = t->address;
    struct pa_lost lost = pa_memory_access(t->memory, t->address, write);
    pa_timing_charge(t, i->in.pc, STALL_DCACHE, lost);
    t->breakdown.wait_tlb = lost.tlb;
    t->breakdown.wait_cache = lost.cache;
    return lost.tlb + lost.cache;
}

u64 pa_timing_complete(struct pa_timing *t, bool taken)
{
    struct pa_completion done;
    u32 pc = t->pipe.now.in.pc;
    bool bundled = t->pipe.bundled;
    u64 waited = access_data(t, &t->pipe.now), end = pa_pipe_complete(&t->model, &t->pipe, taken, waited, &done);
    if (bundled) pc_table_at(t->costs, pc)->cycles--; /* it shares its cycle with the first */
    pc_table_charge(t->costs, pc, STALL_STRUCTURAL, done.lock);
    t->breakdown.lock = done.lock;
    t->breakdown.lost = done.lost;
    t->completed = t->breakdown;
    pc_table_charge(t->costs, done.lost_pc, STALL_BRANCH, done.lost);
    if (done.missed) pc_table_at(t->costs, done.lost_pc)->mispredicted++;
    return end;
}

/* --- breaks ------------------------------------------------------------------------------------------------------- */

u64 pa_timing_stop(struct pa_timing *t)
{
    struct pa_pipe *p = &t->pipe;
    if (p->admitted && !p->bundled) latest(&p->end, p->at);
    p->admitted = p->open = p->was_branch = p->was_taken = p->was_taken_slot = false;
    p->lost = 0;
    p->missed = false;
    return p->end;
}

bool pa_timing_admitted(const struct pa_timing *t, const struct pa_issue *in, u64 *at)
{
    const struct pa_pipe *p = &t->pipe;
    *at = p->at;
    return p->admitted && p->now.in.pc == in->pc && p->now.in.word == in->word && p->now.in.nullified == in->nullified;
}

void pa_timing_advance(struct pa_timing *t, u64 clock)
{
    if (t->pipe.admitted) latest(&t->pipe.at, clock);
    latest(&t->pipe.end, clock);
}
