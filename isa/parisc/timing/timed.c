#include "isa/parisc/timing/timed.h"

#include <stdlib.h>

#include "isa/parisc/insn/access.h"
#include "isa/parisc/insn/links.h"
#include "isa/parisc/system/data.h"

int pa_timed_new(struct thread *t, struct error *e)
{
    struct pa_model model;
    if (data_hook_of(t) && !(t->cpu->memory = t->cpu->unshown = pa_memory_none(e))) return -1;
    if (pa_model_parse(t->process->machine->config->cpu_model, &model, e) != 0) return -1;
    if (!model.timed) {
        pa_timed_count(t);
        return 0;
    }
    struct timed *m = calloc(1, sizeof *m);
    if (!m) return error_set(e, "out of memory for a timing model");
    m->model = pa_timing_new(&model, &t->cpu->code->costs, e);
    if (!m->model) {
        free(m);
        return -1;
    }
    m->by_line = pa_memory_by_line(m->model->memory);
    if (data_hook_of(t) && pa_memory_show_all(m->model->memory, e) != 0) {
        pa_timing_free(m->model);
        free(m);
        return -1;
    }
    m->schedule.model = &m->model->model;
    t->cpu->resting = m;
    t->cpu->settles = pa_pipe_settles(&m->model->model);
    pa_timed_count(t);
    return 0;
}

void pa_timed_free(struct cpu *c)
{
    struct timed *m = c->timed ? c->timed : c->resting;
    if (m) pa_timing_free(m->model);
    free(m);
    pa_memory_free(c->unshown);
}

/* What the model says goes to the counters of this code. */
static void serve(struct timed *m, struct code *code)
{
    m->model->costs = &code->costs;
    m->model->memory->events = &code->events;
    m->schedule.states = &code->states;
}

void pa_timed_count(struct thread *t)
{
    struct cpu *c = t->cpu;
    struct timed *m = c->timed ? c->timed : c->resting;
    bool timed = t->counting != SKIPPED;
    if (!m && !c->unshown) return;
    if (m && !timed && c->timed) {
        pa_timing_stop(m->model);
        c->waited = t->cycles - t->slots;
    }
    if (c->code->timed != timed) code_give_up(c->code);
    c->code->timed = timed;
    if (!m) return;
    c->timed = timed ? m : NULL;
    c->resting = timed ? NULL : m;
    c->memory = timed || !c->unshown ? m->model->memory : c->unshown;
    serve(m, c->code);
}

void pa_timed_begin(struct cpu *c)
{
    pa_timed_stand(c);
    pa_timing_advance(c->timed->model, c->thread->cycles);
}

/* The word at the front of the queue. What is nullified need not be there; nor, unless `guarded`, anything else: with it a
 * host fault is one of fetching. */
static u32 fetch(struct cpu *c, bool guarded)
{
    struct mem *mem = &c->thread->process->mem;
    u32 pc = c->iaoq_front & ~3u;
    u8 raw[4] = {0};
    if (c->nullify || !guarded) return mem_peek(mem, pc, raw, sizeof raw) == 0 ? load_be32(raw) : 0;
    c->at = NULL;
    c->ior = pc;
    return load_be32(mem_host(mem, pc));
}

static void admit(struct cpu *c, bool guarded)
{
    struct timed *m = c->timed;
    struct pa_issue next = {.pc = c->iaoq_front & ~3u, .nullified = c->nullify};
    u64 at;
    pa_timed_stand(c);
    next.word = fetch(c, guarded);
    if (!pa_timing_admitted(m->model, &next, &at)) {
        next.insn = pa_decode(next.word);
        struct pa_access access = pa_access_of(c, next.insn, next.word);
        next.size = access.size;
        m->issue = next;
        struct memory_events before = c->code->events;
        at = pa_timing_admit(m->model, &next, access.address);
        if (data_hook_of(c->thread)) pa_data_fetched(c, &before);
    }
    engine_stand_at(&c->engine, at);
}

void pa_timed_admit(struct cpu *c) { admit(c, true); }
void pa_timed_faulted(struct cpu *c) { admit(c, false); }

/* --- the shadow stack --------------------------------------------------------------------------------------------- */

static void change_stack(struct cpu *c, u64 cycles)
{
    struct timed *m = c->timed;
    if (m->change == STACK_NONE) return;
    struct arc *arc = m->change == STACK_CALL ? code_arc(c->code, m->from, m->to) : NULL;
    pa_change_stack(c, m->change, m->from, m->to, arc, cycles, c->thread->slots - c->nullified);
    m->change = STACK_NONE;
}

void pa_timed_settle_stack(struct thread *t)
{
    if (t->cpu->timed && t->cpu->calls) change_stack(t->cpu, t->cycles);
}

/* The instruction was a branch, and the queue holds its target behind the delay slot. */
static void note_branch(struct cpu *c)
{
    struct timed *m = c->timed;
    const struct pa_insn *in = m->issue.insn;
    u32 w = m->issue.word, target = c->iaoq_back & ~3u;
    if (!in || !(in->flags & PA_BRANCH)) return; /* the code was changed between */
    bool direct = in->flags & PA_RELATIVE;
    unsigned link = in->flags & PA_LINK ? pa_link_register(in, w) : 0;
    if (in->flags & PA_COND_BRANCH || in->op == PA_OP_b_gate) return;
    m->from = m->issue.pc;
    m->to = target;
    if (direct && pa_is_call(link, m->issue.pc, target)) m->change = STACK_CALL;
    else if (direct && !link) m->change = STACK_JUMP;
    if (direct) return;
    bool leaves = pa_names_space(in) && c->target_space != SPACE_USER; /* an entry into the kernel is no call */
    if (link && !leaves) m->change = STACK_CALL;
    if (!link && !leaves) m->change = pa_is_return(in, w) ? STACK_RETURN : STACK_JUMP;
}

/* --- completing --------------------------------------------------------------------------------------------------- */

void pa_timed_complete(struct cpu *c)
{
    struct timed *m = c->timed;
    bool taken = c->psw & PSW_B;
    u64 end = pa_timing_complete(m->model, taken);
    c->thread->slots++;
    engine_stand_at(&c->engine, end);
    if (!c->calls) return;
    change_stack(c, end);
    if (taken) note_branch(c);
}

void pa_timed_stop(struct cpu *c)
{
    pa_timed_stand(c);
    u64 end = pa_timing_stop(c->timed->model);
    engine_stand_at(&c->engine, end);
    if (c->calls) change_stack(c, end);
}

/* --- between blocks and steps ------------------------------------------------------------------------------------- */

struct schedule *pa_timed_schedule(struct cpu *c) { return &c->timed->schedule; }

void pa_timed_charge(struct cpu *c, u32 pc, enum stall cache, struct pa_lost lost)
{
    pa_timing_charge(c->timed->model, pc, cache, lost);
}

/* The pipe is the processor's, in the state of these words, where the clock is. */
static void stand_in(struct cpu *c, const u64 *words, size_t n)
{
    struct pa_pipe *p = &c->timed->model->pipe;
    unsigned assumed;
    pa_pipe_expand(p, words, n, engine_clock(&c->engine), &assumed);
    if (p->stretched) p->at -= c->stretch;
    p->stretched = false;
    c->timed->by_number = false;
}

void pa_timed_stand(struct cpu *c)
{
    struct timed *m = c->timed;
    c->thread->slots += c->slots;
    c->slots = 0;
    if (!m->by_number) return;
    size_t n;
    const u64 *words = states_words(&c->code->states, m->state, &n);
    stand_in(c, words, n);
}

/* The pipe of a replay, whose last instruction has completed, is the processor's. */
static void take_over(struct cpu *c, const struct replay *r)
{
    u64 words[PIPE_WORDS];
    size_t n = pa_pipe_reduce(&r->pipe, 0, words);
    stand_in(c, words, n);
    c->timed->model->touched = r->touched;
}

void pa_timed_rewound(struct cpu *c, const struct block *b, const struct uop_info *at)
{
    struct timed *m = c->timed;
    struct replay r;
    if (c->memory->has_ilab) c->memory->tlb.now += 2 * BLOCK_UOPS; /* host code was not at a place where it moves that on */
    pa_schedule_replay(&m->model->model, &c->code->states, b, at->trunk, at->in_tail, NULL, 0, false, &r);
    take_over(c, &r);
    c->slots += at->trunk;
    pa_timed_stand(c);
    pa_timed_in_slot(c, b, at);
}

void pa_timed_in_slot(struct cpu *c, const struct block *b, const struct uop_info *at)
{
    struct timed *m = c->timed;
    if (!c->calls || !at->in_slot) return;
    const struct step *branch = &b->step[at->trunk - 1];
    m->issue = (struct pa_issue){.pc = (u32)branch->pc, .word = branch->word, .insn = pa_decode(branch->word)};
    note_branch(c);
}
