#include "isa/ia64/timed.h"

#include <stdlib.h>

#include "isa/ia64/exec.h"
#include "isa/ia64/fields.h"
#include "isa/ia64/translate.h"

int ia64_timed_new(struct thread *t, struct error *e)
{
    struct ia64_model model;
    if (ia64_model_parse(t->process->machine->config->cpu_model, &model, e) != 0) return -1;
    if (!model.timed) return 0;
    struct ia64_timed *m = calloc(1, sizeof *m);
    if (!m) return error_set(e, "out of memory for a timing model");
    m->model = ia64_timing_new(&model, &t->process->code->costs, e);
    if (!m->model) {
        free(m);
        return -1;
    }
    t->cpu->timed = m;
    return 0;
}

void ia64_timed_free(struct ia64_timed *m)
{
    if (m) ia64_timing_free(m->model);
    free(m);
}

void ia64_timed_begin(struct cpu *c)
{
    c->moved = 0;
    c->shadow = NULL;
    ia64_timing_advance(c->timed->model, c->thread->cycles);
}

static void stand_at(struct cpu *c, u64 cycle) { c->budget = (i64)(c->run_end - cycle); }

/* --- what an instruction does ------------------------------------------------------------------------------------- */

bool ia64_timed_access(const struct ia64_insn *in, enum ia64_access_kind *kind)
{
    if (!in || !(in->flags & (IA64_LOAD | IA64_STORE | IA64_SEM | IA64_PREFETCH))) return false;
    if (in->flags & IA64_PREFETCH) *kind = ACCESS_PREFETCH;
    else if (in->flags & IA64_SEM) *kind = ACCESS_SEM;
    else if (in->flags & IA64_STORE) *kind = ACCESS_STORE;
    else *kind = in->flags & IA64_FP ? ACCESS_FLOAD : ACCESS_LOAD;
    return true;
}

/* sptk and dptk; the bits are those of wh in all branches (SDM volume 3, tables 4-49 and 4-50). */
bool ia64_timed_hint(const struct ia64_slot *s) { return !(ia64_wh(s->word) & 1); }

/* --- admitting and completing ------------------------------------------------------------------------------------- */

void ia64_timed_admit(struct cpu *c)
{
    struct ia64_timed *m = c->timed;
    u64 pc = c->ip | c->ri, at;
    if (!ia64_timing_admitted(m->model, pc, &at)) {
        u8 bundle[16];
        struct ia64_issue issue;
        c->at = NULL; /* a host fault here is one of fetching */
        c->ifa = pc;
        memcpy(bundle, mem_host(&c->thread->process->mem, c->ip), sizeof bundle);
        m->slot = ia64_slot_at(bundle, pc);
        ia64_issue_of(&m->model->model, &m->slot, bundle, mode_frame(c->cfm.sof, c->cfm.sol, c->cfm.sor), &issue);
        m->went = (struct ia64_went){.hint = ia64_timed_hint(&m->slot)};
        if (ia64_timed_access(m->slot.insn, &m->went.kind) && c->pr[m->slot.qp]) {
            m->went.accessed = true;
            m->went.address = c->gr[(u8)m->slot.operands.base];
        }
        at = ia64_timing_admit(m->model, &issue);
    }
    stand_at(c, at);
}

void ia64_timed_complete(struct cpu *c)
{
    struct ia64_timed *m = c->timed;
    const struct ia64_insn *in = m->slot.insn;
    m->went.taken = in && in->flags & IA64_BRANCH && c->via->taken;
    m->went.target = c->ip;
    m->went.moved = c->moved;
    c->moved = 0;
    u64 end = ia64_timing_complete(m->model, &m->went);
    c->thread->slots++;
    stand_at(c, end);
    if (c->shadow) ia64_shadow(c, end, c->thread->slots - c->nullified);
}

void ia64_timed_moved(struct cpu *c)
{
    unsigned moved = c->moved;
    c->moved = 0;
    if (moved) stand_at(c, ia64_timing_moved(c->timed->model, moved));
}

void ia64_timed_stop(struct cpu *c)
{
    c->moved = 0;
    stand_at(c, ia64_timing_stop(c->timed->model));
}
