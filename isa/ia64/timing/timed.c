#include "isa/ia64/timing/timed.h"

#include <stdlib.h>

#include "isa/ia64/exec/exec.h"
#include "isa/ia64/insn/fields.h"
#include "isa/ia64/system/data.h"

int ia64_timed_new(struct thread *t, struct error *e)
{
    struct ia64_model model;
    if (ia64_model_parse(t->process->machine->config->cpu_model, &model, e) != 0) return -1;
    if (!model.timed) {
        ia64_timed_count(t);
        return 0;
    }
    struct timed *m = calloc(1, sizeof *m);
    if (!m) return error_set(e, "out of memory for a timing model");
    m->model = ia64_timing_new(&model, &t->cpu->code->costs, e);
    if (!m->model) {
        free(m);
        return -1;
    }
    m->most_before = ia64_pipe_most_before(&model);
    t->cpu->resting = m;
    t->cpu->memory = &m->model->memory;
    t->cpu->time = SLOT_TIME; /* what was never used was at 0 */
    t->cpu->predictor = &m->model->predictor;
    t->cpu->places = m->object;
    t->cpu->place_count = PLACES;
    for (struct code *code = t->process->code; code; code = code->next) {
        if (!code->paths) code->paths = ia64_paths_new(&model, code, data_hook_of(t));
        if (!code->paths) return error_set(e, "out of memory for a timing model");
    }
    ia64_timed_count(t);
    return 0;
}

void ia64_timed_free(struct cpu *c)
{
    struct timed *m = c->timed ? c->timed : c->resting;
    if (m) ia64_timing_free(m->model);
    free(m);
}

static void give_up(struct code *code)
{
    if (code->paths) ia64_paths_forget(code->paths, NULL);
    code_give_up(code);
}

void ia64_timed_count(struct thread *t)
{
    struct cpu *c = t->cpu;
    struct timed *m = c->timed ? c->timed : c->resting;
    bool timed = t->counting != SKIPPED;
    if (!m && !data_hook_of(t)) return;
    if (!timed && c->timed) {
        ia64_timing_stop(m->model);
        c->waited = t->cycles - t->slots;
    }
    if (c->code->timed != timed) give_up(c->code);
    c->code->timed = timed;
    if (!m) return;
    c->timed = timed ? m : NULL;
    c->resting = timed ? NULL : m;
    ia64_timing_serve(m->model, &c->code->costs);
    m->model->memory.events = &c->code->events;
}

void ia64_timed_begin(struct cpu *c)
{
    c->moved = 0;
    c->shadow = NULL;
    c->noted = 0;
    c->off = 0;
    ia64_timing_advance(c->timed->model, c->thread->cycles);
}

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

const struct timed_met *ia64_timed_meet(struct timed *m, const u8 bundle[16], u64 pc, u32 mode)
{
    struct timed_met *met = &m->met[(pc >> 4 << 2 | (pc & 3)) % TIMED_MET];
    u64 words[2];
    memcpy(words, bundle, sizeof words);
    if (met->slot.pc == pc && met->mode == mode && !((met->bundle[0] ^ words[0]) | (met->bundle[1] ^ words[1])) && met->slot.next) return met;
    memcpy(met->bundle, words, sizeof words);
    met->mode = mode;
    met->slot = ia64_slot_at(bundle, pc);
    ia64_issue_of(&m->model->model, &met->slot, bundle, mode, &met->issue);
    return met;
}

/* sptk and dptk; the bits are those of wh in all branches (SDM volume 3, tables 4-49 and 4-50). */
bool ia64_timed_hint(const struct ia64_slot *s) { return !(ia64_wh(s->word) & 1); }

/* --- admitting and completing ------------------------------------------------------------------------------------- */

/* The bundle at ip. It need not be there any more, for its file may have got shorter, unless `guarded`: with it a host fault is one of fetching. */
static void fetch(struct cpu *c, bool guarded, u8 bundle[16])
{
    struct mem *mem = &c->thread->process->mem;
    if (!guarded) {
        if (mem_peek(mem, c->ip, bundle, 16) != 0) memset(bundle, 0, 16);
        return;
    }
    c->at = NULL;
    c->ifa = ia64_pc(c);
    memcpy(bundle, mem_host(mem, c->ip), 16);
}

/* The instruction at ip and ri, with what is known of it. */
static void look(struct cpu *c, bool guarded, struct ia64_issue *issue)
{
    struct timed *m = c->timed;
    u8 bundle[16];
    fetch(c, guarded, bundle);
    m->slot = ia64_slot_at(bundle, ia64_pc(c));
    ia64_issue_of(&m->model->model, &m->slot, bundle, mode_frame(c->cfm.sof, c->cfm.sol, c->cfm.sor), issue);
    if (issue->flags & ISSUE_GUARDED && !c->pr[m->slot.qp]) issue->flags |= ISSUE_OFF;
    m->outcome = (struct ia64_run_outcome){.hint = ia64_timed_hint(&m->slot)};
    if (ia64_timed_access(m->slot.insn, &m->outcome.kind) && c->pr[m->slot.qp]) {
        m->outcome.accessed = true;
        m->outcome.address = c->gr[(u8)m->slot.operands.base];
    }
}

/* An instruction has the time that is next, whether it completes or not: what is fetched instead comes later. */
static void take_time(struct cpu *c)
{
    c->memory->time = c->time;
    c->time += SLOT_TIME;
}

void ia64_timed_admit(struct cpu *c)
{
    struct timed *m = c->timed;
    u64 at;
    ia64_timed_know(c);
    if (!ia64_timing_admitted(m->model, ia64_pc(c), &at)) {
        struct ia64_issue issue;
        take_time(c);
        look(c, true, &issue);
        struct memory_events before = c->code->events;
        at = ia64_timing_admit(m->model, &issue);
        if (data_hook_of(c->thread)) ia64_data_admitted(c, &before);
    }
    engine_stand_at(&c->engine, at);
}

/* The instruction that stands before the one at pc. */
static u64 before(struct mem *m, u64 pc)
{
    u64 at = pc - 16;
    u8 bundle[16];
    if (pc & 3) return pc - 1;
    bool is_long = mem_flags(m, at) & PROT_EXEC && mem_peek(m, at, bundle, sizeof bundle) == 0 &&
                   ia64_bundle_at(bundle).template->unit[1] == IA64_UNIT_L;
    return at | (is_long ? 1 : 2);
}

/* The members of a group stand one behind the other, for a taken branch ends it. */
void ia64_timed_settle(struct cpu *c)
{
    struct ia64_timing *model = c->timed->model;
    u64 first = model->now.pc;
    if (!model->pipe.admitted || !model->pipe.joined) return;
    for (unsigned i = 0; i < model->pipe.members; i++) first = before(&c->thread->process->mem, first);
    ia64_timing_settle(model, first);
}

void ia64_timed_complete(struct cpu *c)
{
    struct timed *m = c->timed;
    const struct ia64_insn *in = m->slot.insn;
    m->outcome.taken = in && in->flags & IA64_BRANCH && c->via->taken;
    m->outcome.target = c->ip;
    m->outcome.moved = c->moved;
    c->moved = 0;
    u64 end = ia64_timing_complete(m->model, &m->outcome);
    c->thread->slots++;
    engine_stand_at(&c->engine, end);
    if (c->shadow) ia64_shadow(c, end, c->thread->slots - c->nullified);
}

void ia64_timed_moved(struct cpu *c)
{
    unsigned moved = c->moved;
    c->moved = 0;
    if (!moved) return;
    if (c->timed->by_number) c->timed->model->last_pc = c->via->from;
    u64 over = engine_clock(&c->engine);
    ia64_timed_stand(c);
    engine_stand_at(&c->engine, ia64_timing_moved(c->timed->model, moved));
    if (c->calls) calls_later(c->calls, over, engine_clock(&c->engine) - over);
}

void ia64_timed_stop(struct cpu *c)
{
    c->moved = 0;
    ia64_timed_stand(c);
    engine_stand_at(&c->engine, ia64_timing_stop(c->timed->model));
}

/* --- between blocks and steps ------------------------------------------------------------------------------------- */

/* So many states that numbers run out: blocks, paths and numbers start anew. */
static void start_anew(struct cpu *c)
{
    ia64_timed_stand(c);
    give_up(c->code);
}

bool ia64_timed_ready(const struct cpu *c) { return c->timed->by_number || !c->timed->model->pipe.admitted; }

/* What a block waits for bytes that have been stored before that cycle, at most. */
static u64 bytes_before(const struct timed *m, i64 cycle)
{
    const struct ia64_lines *lines = &m->model->memory.lines;
    u32 each = m->model->model.value[IA64_T_STORE_BYTE];
    return each + (lines->byte_taken > cycle ? (u64)(lines->byte_taken - cycle) : 0);
}

bool ia64_timed_fits(const struct cpu *c, const struct block *b)
{
    const struct timed *m = c->timed;
    const struct ia64_model *model = &m->model->model;
    u64 own[PIPE_WORDS];
    const u64 *words = own;
    size_t n;
    if (c->budget <= 0 || b->mode & MODE_NAT || b->max_cost >= BLOCK_NEVER) return false;
    i64 own_cost = (i64)b->max_cost - (i64)m->most_before; /* which is part of it: bound() in exec_timed.c */
    if (own_cost > c->budget) return false;
    if (m->by_number) words = states_words(&c->code->states, c->state, &n);
    else n = ia64_pipe_reduce(model, &m->model->pipe, own);
    u64 before = 2 * ia64_pipe_pending(model, words, n) + bytes_before(m, ia64_before_block(c));
    return own_cost + (i64)before <= c->budget;
}

/* What the pipeline waits for goes to places. */
static void place_objects(struct cpu *c)
{
    struct timed *m = c->timed;
    if (m->by_place) {
        struct data_move move[PLACE_STEP];
        unsigned moves = ia64_paths_moves(&m->model->pipe, move);
        if (moves) ia64_data_passed(c, &(struct ia64_owed){.keeps = moves, .keep = move});
    } else {
        ia64_paths_get_objects(&m->model->pipe, m->object);
        ia64_data_placed(c);
    }
    m->by_place = false;
}

void ia64_timed_enter(struct cpu *c)
{
    struct timed *m = c->timed;
    if (m->by_number) return;
    if (states_full(&c->code->states) || ia64_paths_full(c->code->paths)) start_anew(c);
    c->state = ia64_paths_number(c->code->paths, &m->model->pipe);
    if (c->data) place_objects(c);
    m->by_number = true;
}

void ia64_timed_stand(struct cpu *c)
{
    struct timed *m = c->timed;
    c->thread->slots += c->slots;
    c->time += SLOT_TIME * c->slots;
    c->slots = 0;
    if (!m->by_number) return;
    m->model->memory.code_line = CODE_NONE;
    ia64_paths_expand(c->code->paths, c->state, (i64)engine_clock(&c->engine), &m->model->pipe);
    if (c->data) ia64_paths_set_places(&m->model->pipe);
    m->by_place = c->data;
    m->by_number = false;
}

void ia64_timed_know(struct cpu *c)
{
    struct timed *m = c->timed;
    ia64_timed_stand(c);
    if (!m->by_place) return;
    ia64_data_settle(c);
    ia64_paths_name_places(&m->model->pipe, m->object);
    m->by_place = false;
}

void ia64_timed_rewound(struct cpu *c, const struct block *b, unsigned trunk)
{
    struct timed *m = c->timed;
    i64 end = (i64)engine_clock(&c->engine);
    if (c->data) ia64_data_settle(c);
    struct ia64_happened happened = {.event = m->event, .events = c->events, .off = c->off, .byte = m->byte, .bytes = c->bytes, .object = c->data ? m->object : NULL};
    struct data_wait wait[PASSAGE_WAITS];
    unsigned waits = ia64_paths_partial(c->code->paths, b->timed_steps, trunk, c->state, &happened, end, &m->model->pipe,
                                        &m->model->memory.lines, wait);
    if (c->data) ia64_data_waited(c, wait, waits);
    m->by_number = false;
    m->model->memory.code_line = CODE_NONE;
    if (trunk) m->model->last_pc = b->timed_steps->issue[trunk - 1].pc;
    m->fetched = (struct ia64_lost){ia64_events_at(m->event, c->events, trunk, EVENT_FETCH_TLB),
                                    ia64_events_at(m->event, c->events, trunk, EVENT_FETCH)};
    c->noted = 0;
    c->off = 0;
    c->slots += trunk;
    engine_stand_at(&c->engine, (u64)m->model->pipe.end);
    ia64_timed_stand(c);
    take_time(c); /* the next one may have been fetched */
}

void ia64_timed_faulted(struct cpu *c)
{
    struct timed *m = c->timed;
    struct ia64_issue issue;
    look(c, false, &issue);
    engine_stand_at(&c->engine, ia64_timing_fetched(m->model, &issue, m->fetched));
    if (c->data) ia64_data_waits(c);
}
