#include "isa/parisc/timing/run_timed.h"

#include "isa/parisc/exec/exec.h"
#include "isa/parisc/exec/stop.h"
#include "isa/parisc/system/data.h"
#include "isa/parisc/timing/timed.h"

/* --- states ------------------------------------------------------------------------------------------------------- */

/* Exits name states, and live until all blocks are given up. */
static struct states *states_of(struct code *code)
{
    if (code->states_flushes != code->cache.flushes) states_forget_changes(&code->states);
    code->states_flushes = code->cache.flushes;
    return &code->states;
}

static u32 number_of(struct states *s, const struct pa_pipe *p, unsigned assumed)
{
    u64 words[PIPE_WORDS];
    size_t n = pa_pipe_reduce(p, assumed, words);
    return states_number(s, words, n);
}

/* So many states that numbers run out: blocks and numbers start anew. */
static void start_anew(struct cpu *c)
{
    pa_timed_stand(c);
    code_give_up(c->code);
}

/* The pipeline of the scoreboard gets a number, if a block can begin in its state. */
static bool begin_by_number(struct cpu *c)
{
    struct timed *m = c->timed;
    if (!m->by_line) return false;
    if (states_full(&c->code->states)) start_anew(c);
    if (m->by_number) return true;
    const struct pa_pipe *p = &m->model->pipe;
    if (p->admitted || m->change != STACK_NONE) return false;
    m->state = number_of(states_of(c->code), p, 0);
    m->by_number = true;
    return true;
}

/* The state behind a fetch that takes so many cycles. */
static u32 delayed(struct cpu *c, u32 state, u64 cycles)
{
    cycles = pa_settled(c, cycles);
    struct states *s = states_of(c->code);
    u64 from = (u64)state << 1 | 1; /* odd: exits have even addresses */
    i64 to = states_after(s, from, cycles);
    if (to < 0) {
        struct pa_pipe p;
        size_t n;
        unsigned assumed;
        const u64 *words = states_words(s, state, &n);
        pa_pipe_expand(&p, words, n, PIPE_ORIGIN, &assumed);
        pa_pipe_delay(&p, cycles);
        to = number_of(s, &p, 0);
        states_remember(s, from, cycles, (u32)to);
    }
    return (u32)to;
}

/* The number of the pipeline's state behind a side exit. The block b was left by e, at the uop that *info is of; c->leave says why,
 * and c->wait how many cycles its fetch or access took (LEAVE_RELATION: how it is related to the accesses before it). What comes
 * out is remembered by exit and wait; when it is new the block's instructions run through the pipeline again. */
static u32 left_by(struct cpu *c, const struct block *b, const struct exit *e, const struct uop_info *info)
{
    struct states *s = states_of(c->code);
    bool behind = c->leave == LEAVE_WAIT, relation = c->leave == LEAVE_RELATION;
    u64 event = relation ? c->wait : pa_settled(c, c->wait);
    i64 to = states_after(s, (u64)(uintptr_t)e, event);
    if (to >= 0) return (u32)to;
    struct replay r;
    pa_schedule_replay(&c->timed->model->model, s, b, e->trunk, info->in_tail, e->has_tail ? e : NULL, behind ? event : 0,
                       behind && event == c->settles, &r);
    if (!behind && !relation && event) pa_pipe_delay(&r.pipe, event);
    to = number_of(s, &r.pipe, relation ? (unsigned)event + 1 : 0);
    states_remember(s, (u64)(uintptr_t)e, event, (u32)to);
    return (u32)to;
}

/* --- from block to block ------------------------------------------------------------------------------------------ */

/* The block that begins in front of the queue, which is sequential, in the pipeline's state: fetched from, and NULL when
 * it cannot be entered. The state is brought up to date in any case. */
static struct block *enter(struct cpu *c, u32 mode)
{
    struct timed *m = c->timed;
    u32 pc = c->iaoq_front & ~3u;
    if (engine_is_due(&c->engine)) return NULL;
    if (!(mem_flags(&c->thread->process->mem, pc) & PROT_EXEC) || pa_must_step(c)) return NULL;
    c->at = NULL; /* a host fault here is one of fetching: before anything has changed */
    c->ior = pc;
    (void)*(const volatile u8 *)mem_host(&c->thread->process->mem, pc);
    struct pa_lost lost = c->data ? pa_data_fetch(c, pc, m->model->touched) : pa_memory_fetch(m->model->memory, pc, m->model->touched);
    u64 cycles = lost.tlb + lost.cache;
    if (cycles) {
        pa_timed_charge(c, pc, STALL_ICACHE, lost);
        c->budget -= (i64)cycles;
        m->state = delayed(c, m->state, cycles);
    }
    struct block *b = engine_find(&c->engine, pc, mode | m->state << MODE_STATE);
    return c->budget >= b->max_cost ? b : NULL;
}

/* The block to go on with after c->via, by which one was left for its end. */
static struct block *successor(struct cpu *c, u32 mode)
{
    struct exit *e = c->via;
    struct timed *m = c->timed;
    u32 pc = c->leave == LEAVE_CHAIN ? (u32)e->target : (u32)c->target & ~3u, follows = e->follows;
    pa_set_sequential(c, pc);
    engine_count_target(&c->engine, pc);
    m->state = follows >> MODE_STATE;
    m->model->touched = e->touched;
    if (c->wait) m->state = delayed(c, m->state, c->wait); /* fetching has been done */
    u64 flushes = c->code->cache.flushes;
    u32 state = m->state;
    struct block *b = enter(c, mode);
    if (c->code->cache.flushes != flushes) return b; /* all exits have gone */
    if (m->state != state) { /* fetching took time, this time: what follows when it does not is looked up all the same */
        struct block *n = c->wait ? NULL : engine_find(&c->engine, pc, follows);
        if (c->code->cache.flushes != flushes) return NULL;
        if (n && c->leave == LEAVE_CHAIN) e->next = n;
        return b;
    }
    if (c->wait) {
        c->late->late = b;
        c->late->late_wait = (u32)pa_settled(c, c->wait);
        return b;
    }
    if (b) e->next = b;
    if (b && c->leave == LEAVE_INDIRECT && !c->code->returns_seen) c->code->jump[pa_timed_jump_hash(pc, follows)] = b;
    return b;
}

/* The same for a block that was left on its way: behind an access that took time, or before an instruction. */
static struct block *link_side_exit(struct cpu *c, u32 mode)
{
    struct exit *e = c->via;
    struct timed *m = c->timed;
    struct block *from = pa_block_entered(c);
    const struct uop_info *info = &from->info[c->at - from->uop];
    bool behind = c->leave == LEAVE_WAIT, dynamic = behind && info->next_dynamic;
    u32 next = !behind ? (u32)info->pc : dynamic ? (u32)c->target & ~3u : (u32)info->next;
    m->state = left_by(c, from, e, info);
    m->model->touched = e->touched;
    pa_set_sequential(c, next);
    if (behind && info->space_dynamic && c->target_space != SPACE_USER) {
        pa_leave_space(c, e);
        return NULL;
    }
    if (dynamic) pa_count_indirect_call(c, from, info);
    u32 state = m->state;
    u64 flushes = c->code->cache.flushes, wait = c->leave == LEAVE_RELATION ? c->wait + 1 : pa_settled(c, c->wait);
    struct block *b = enter(c, mode);
    if (!dynamic && m->state == state && b && flushes == c->code->cache.flushes) {
        e->next = b;
        e->wait = (u32)wait;
    }
    return b;
}

/* A block cannot go on at c->at, and none can begin there: the reference runs the instruction. */
static void leave_alone(struct cpu *c)
{
    struct timed *m = c->timed;
    struct exit *e = c->via;
    const struct block *b = pa_block_entered(c);
    const struct uop_info *info = &b->info[c->at - b->uop];
    m->state = left_by(c, b, e, info);
    m->model->touched = e->touched;
    m->alone = true;
    pa_queue_before(c, info);
    c->nullify = e->alone & ALONE_NULLIFIED;
    if (e->alone & ALONE_COUNTED) c->nullified--; /* the step will count it, too */
    pa_count_indirect_call(c, b, info);
    pa_timed_in_slot(c, b, info);
}

enum timed_run pa_run_timed(struct cpu *c, u32 mode, u8 *base, enum stop *stop)
{
    bool alone = c->timed->alone;
    c->timed->alone = false;
    if (alone || pa_must_step(c) || !begin_by_number(c)) return TIMED_STEP;
    struct block *b = enter(c, mode);
    if (!b) return TIMED_STEP;
    if (c->data) pa_data_at(c, c->iaoq_front & ~3u);
    while (b) {
        c->entered = b->uop;
        uop_run(c, b->uop, base);
        switch (c->leave) {
        case LEAVE_CHAIN: case LEAVE_INDIRECT: b = successor(c, mode); break;
        case LEAVE_WAIT: case LEAVE_FETCH: case LEAVE_RELATION: b = link_side_exit(c, mode); break;
        case LEAVE_ALONE: leave_alone(c); return TIMED_RAN;
        case LEAVE_TRAP: *stop = pa_stop_trap(c); return TIMED_STOPPED;
        case LEAVE_STEP:
            pa_set_sequential(c, (u32)c->via->target);
            c->timed->alone = true;
            /* fall through */
        default: /* LEAVE_QUEUE */
            c->timed->state = c->via->follows >> MODE_STATE;
            c->timed->model->touched = c->via->touched;
            return TIMED_RAN;
        }
    }
    return TIMED_RAN;
}
