/* From instructions to blocks: superblocks and single steps.
 *
 * How a branch is laid out in a superblock, with S its delay slot and side paths written to the right:
 *
 *     conditional            cmpb -----------> S, exit(target)          S again on the trunk if not taken
 *     conditional ,n fwd     cmpb -----------> exit(target)             taken: S nullified
 *     conditional ,n back    cmpb -----------> S, exit(target)          not taken: S nullified
 *                                              S, exit_nullify(target)  if S may nullify: it did
 *     conditional back       contrary -------> S, exit(behind S)        S again on the trunk if taken, which goes on there
 *       to the beginning
 *     b,l                    link, S, (the trunk goes on at the target; a jump's S may nullify what is there)
 *     bv, blr, be ...        target, link, S, exit_indirect
 *
 * A branch whose delay slot holds a branch, or something else that needs the exact queue, is left to single steps; so is one that
 * calls, or goes to where only the run can tell, if its slot may nullify. So the engine's fast part never has to know what a
 * branch in a delay slot does. */
#include "isa/parisc/exec/emit.h"
#include "isa/parisc/exec/engine.h"

#include "emu/core/calls.h"
#include "isa/parisc/exec/exec.h"
#include "isa/parisc/exec/host.h"
#include "isa/parisc/insn/fields.h"
#include "isa/parisc/insn/links.h"
#include "isa/parisc/timing/timed.h"

/* --- code -------------------------------------------------------------------------------------------------------------- */

static struct mem *mem_of(const struct translation *t)
{
    struct process *p = t->cpu->thread->process;
    return t->mode & MODE_ABSOLUTE ? &p->machine->absolute : &p->mem;
}

/* The word at pc, if code may be executed from there and kept. A nullified instruction is fetched too: its page may fault. */
static bool fetch(struct translation *t, u32 pc, u32 *word)
{
    u8 flags = mem_flags(mem_of(t), pc);
    bool keep = !(flags & MEM_SMC) && pc >> MEM_PAGE_SHIFT != t->cpu->code->beyond &&
                !machine_point(t->cpu->thread->process->machine, pc);
    if (!(flags & PROT_EXEC) || (!keep && !(t->mode & MODE_STEP))) return false;
    t->cpu->ior = pc; /* should the host fault here (a mapping past the end of its file) */
    *word = load_be32(mem_host(mem_of(t), pc));
    return true;
}

/* The instruction just emitted is the trunk's next; taken: it is a branch, and what comes next is its delay slot. */
static void add_step(struct translation *t, u32 pc, u32 word, bool nullified, bool taken)
{
    struct block_draft *d = t->draft;
    struct step *step = &d->step[d->steps];
    *step = (struct step){.pc = pc, .nullified = nullified, .word = word, .taken = taken};
    if (t->schedule) {
        pa_schedule_complete(t, taken, &t->schedule->step[d->steps]);
        step->relation = (u8)t->schedule->relation;
    }
    d->steps++;
    t->nullified[d->steps] = (u8)(t->nullified[d->steps - 1] + nullified);
    if (pc > t->highest) t->highest = pc;
    draft_add_page(t->draft, pc);
}

/* The instruction about to be emitted: pc, and what follows it in the queue. */
static void set_at(struct translation *t, u32 pc, u32 next)
{
    t->at = (struct uop_info){.pc = pc, .next = next, .trunk = (u16)t->draft->steps, .cost = (u16)t->draft->steps};
}

/* --- exits ------------------------------------------------------------------------------------------------------------- */

static void raise_max_cost(struct block_draft *d, u64 cost)
{
    if (cost > d->max_cost) d->max_cost = (u32)cost;
}

static struct exit *add_exit(struct translation *t, enum pa_uop kind, u32 from, u32 target, u16 trunk, unsigned d)
{
    struct block_draft *draft = t->draft;
    unsigned k = draft->exits++;
    struct exit *e = &draft->exit[k];
    *e = (struct exit){.target = target, .trunk = trunk, .from = from, .cost = trunk, .slots = trunk,
                       .branched = t->at.in_tail && t->at.in_slot, .fell = t->fell};
    if (t->schedule) {
        e->cost = (u16)pa_schedule_cost(t->schedule);
        e->follows = pa_schedule_follows(t->schedule, t->mode);
        e->touched = t->schedule->path.touched;
        t->schedule->exit[k] = (struct issue_cost){0};
    }
    unsigned i = pa_emit(t, kind, trunk, t->nullified[trunk], 0, d, (i32)k);
    t->is_exit[i] = true;
    raise_max_cost(draft, e->cost);
    return e;
}

/* The side path's one instruction counts too: last thing done to an exit. */
static void add_tail(struct translation *t, struct exit *e, const struct side *s, const struct issue_cost *cost)
{
    struct block_draft *draft = t->draft;
    e->has_tail = true;
    e->tail_pc = s->slot_pc;
    e->tail_nullified = s->nullified;
    e->tail_word = s->slot_word;
    e->slots = (u16)(e->slots + 1);
    draft->uop[draft->uops - 1].a = (u8)e->slots;
    if (t->schedule) {
        t->schedule->exit[e - draft->exit] = *cost;
        e->tail_relation = (u8)t->schedule->relation;
    } else {
        e->cost = (u16)(e->cost + 1);
    }
    raise_max_cost(draft, e->cost);
    draft_add_page(t->draft, s->slot_pc);
}

static void end_trunk(struct translation *t, enum pa_uop kind, u32 pc) { add_exit(t, kind, pc, pc, (u16)t->draft->steps, 0); }

/* Lays out what was put aside. */
static void lay_out_sides(struct translation *t)
{
    for (unsigned i = 0; i < t->sides; i++) {
        const struct side *s = &t->side[i];
        struct issue_cost cost = {0};
        t->draft->uop[s->from].imm = (i32)(t->draft->uops - s->base);
        t->last = LAST_NONE;
        t->at = (struct uop_info){.pc = s->slot_pc, .next = s->target, .trunk = s->trunk, .cost = s->trunk, .in_tail = true,
                                  .in_slot = s->taken};
        t->counted = s->counted;
        t->fell = !s->taken && !s->counted;
        if (t->schedule) t->schedule->path = t->schedule->side[i];
        pa_schedule_admit(t, s->slot_pc, s->slot_word, s->nullified);
        enum emitted got = s->nullified ? EMIT_PLAIN : pa_emit_insn(t, pa_decode(s->slot_word), s->slot_word);
        unsigned counter = t->draft->uops - 1;
        if (t->schedule) pa_schedule_complete(t, false, &cost);
        struct exit *e = add_exit(t, PA_UOP_exit, s->branch_pc, s->target, s->trunk, 0);
        add_tail(t, e, s, &cost);
        if (s->nullified && !s->counted) t->draft->uop[t->draft->uops - 1].b++;
        if (got != EMIT_NULLIFIES) continue;
        /* The same exit with the first instruction at the target nullified. */
        t->draft->uop[counter].imm = (i32)(t->draft->uops - (counter - 1));
        e = add_exit(t, PA_UOP_exit_nullify, s->branch_pc, s->target, s->trunk, 0);
        add_tail(t, e, s, &cost);
    }
}

/* --- branches in superblocks --------------------------------------------------------------------------------------------- */

/* True if the word can stand in a delay slot of a superblock: tried out and taken back. If it is nullified any can. */
static bool fits_slot(struct translation *t, u32 pc, bool nullified, bool may_nullify, u32 *word)
{
    if (!fetch(t, pc, word)) return false;
    if (nullified) return true;
    const struct pa_insn *in = pa_decode(*word);
    if (!in || in->flags & PA_BRANCH) return false;
    unsigned uops = t->draft->uops, exits = t->draft->exits, last = t->last;
    enum emitted got = pa_emit_insn(t, in, *word);
    t->draft->uops = uops;
    t->draft->exits = exits;
    t->last = last;
    if (t->schedule) t->schedule->side_exit = -1;
    return got == EMIT_PLAIN || (may_nullify && got == EMIT_NULLIFIES);
}

/* What decides a branch, or forms its target. Returns its last uop: that of a conditional one gets its imm when the side path is laid
 * out. */
static unsigned emit_branch(struct translation *t, const struct pa_insn *in, u32 w)
{
    pa_emit_insn(t, in, w);
    return t->draft->uops - 1;
}

enum next { GO_ON, ENDED, STEP_IT };

/* The delay slot on the trunk: its instruction, or its place if nullified. `dynamic`: the target, and `space`: its space,
 * are known at run time only. */
static enum emitted emit_slot(struct translation *t, u32 pc, u32 word, bool nullified, u32 target, bool dynamic, bool space)
{
    set_at(t, pc, target);
    t->at.in_slot = true;
    t->at.next_dynamic = dynamic;
    t->at.space_dynamic = space;
    pa_schedule_admit(t, pc, word, nullified);
    enum emitted got = nullified ? EMIT_PLAIN : pa_emit_insn(t, pa_decode(word), word);
    add_step(t, pc, word, nullified, false);
    return got;
}

/* The conditional branch that branches where this one does not: from a row for "true" to that for "false" and back, or with the condition's
 * contrary. */
static u32 contrary_of(const struct pa_insn *in, u32 w)
{
    enum { TRUE_FALSE = 2u << 26, TRUE_FALSE_DOUBLE = 8u << 26, CONTRARY = 4u << 13, OTHER_BIT = 1u << 15 };
    switch (in->op) {
    case PA_OP_cmpb_t: case PA_OP_cmpb_f: case PA_OP_cmpib_t: case PA_OP_cmpib_f:
    case PA_OP_addb_t: case PA_OP_addb_f: case PA_OP_addib_t: case PA_OP_addib_f: return w ^ TRUE_FALSE;
    case PA_OP_cmpb_d_t: case PA_OP_cmpb_d_f: return w ^ TRUE_FALSE_DOUBLE;
    case PA_OP_bb: case PA_OP_bb_sar: return w ^ OTHER_BIT;
    default: return w ^ CONTRARY;
    }
}

/* The branch at pc leads back to where the block begins, and `slot` may stand behind it: the trunk follows it, as loops go on more often than they end.
 * *counter: as direct() has it. */
static enum next loop(struct translation *t, const struct pa_insn *in, u32 w, u32 slot, u32 *pc, unsigned *counter)
{
    u32 branch = *pc, other = contrary_of(in, w), target = (u32)t->draft->pc;
    set_at(t, branch, branch + 4);
    pa_schedule_admit(t, branch, w, false);
    unsigned i = emit_branch(t, pa_decode(other), other);
    if (t->schedule) pa_schedule_branch(t, t->sides, false);
    add_step(t, branch, w, false, true);
    t->side[t->sides++] = (struct side){.from = i, .base = i, .slot_pc = branch + 4, .slot_word = slot, .nullified = pa_n(w),
                                        .trunk = (u16)t->draft->steps, .target = branch + 8, .branch_pc = branch};
    t->draft->step[t->draft->steps - 1].branches = true;
    *counter = emit_slot(t, branch + 4, slot, false, target, false, false) == EMIT_NULLIFIES ? t->draft->uops - 1 : 0;
    *pc = target;
    return GO_ON;
}

static enum next conditional(struct translation *t, const struct pa_insn *in, u32 w, u32 *pc, unsigned *counter)
{
    u32 slot = 0, branch = *pc, target = pa_target_of(in, w, branch).addr;
    bool n = pa_n(w), back = (i32)(target - (branch + 8)) < 0, slot_nullified = n && !back;
    set_at(t, branch, branch + 4);
    if (!fits_slot(t, branch + 4, slot_nullified, true, &slot)) return STEP_IT;
    if (target == (u32)t->draft->pc && back) return loop(t, in, w, slot, pc, counter);
    set_at(t, branch, branch + 4);
    pa_schedule_admit(t, branch, w, false);
    unsigned i = emit_branch(t, in, w);
    if (t->schedule) pa_schedule_branch(t, t->sides, true);
    add_step(t, branch, w, false, false);
    t->side[t->sides++] = (struct side){.from = i, .base = i, .slot_pc = branch + 4, .slot_word = slot,
                                        .nullified = slot_nullified, .taken = true, .trunk = (u16)t->draft->steps,
                                        .target = target, .branch_pc = branch};
    *pc += 4;
    if (n && back) {
        set_at(t, *pc, *pc + 4);
        pa_schedule_admit(t, *pc, slot, true);
        add_step(t, *pc, slot, true, false);
        *pc += 4;
    }
    return GO_ON;
}

/* --- the shadow stack ------------------------------------------------------------------------------------------------------- */

/* Before the delay slot of a branch that has just been added to the trunk (in a single step: is all of it); n: the slot
 * is nullified. What the uops charge includes it. */
static void emit_call(struct translation *t, enum pa_uop kind, u32 pc, u32 to, bool n, bool space)
{
    if (!t->cpu->calls || t->cpu->timed) return; /* timed: behind the slot, or (isa/parisc/timing/timed.c) when that has been stepped */
    unsigned steps = t->draft->steps;
    pa_emit(t, kind, steps + 1, t->nullified[steps] + n, 0, space, (i32)(pc + 8));
    unsigned i = pa_emit(t, PA_UOP_arc, 0, 0, 0, 0, (i32)pc);
    t->draft->uop[i].arc = kind == PA_UOP_call ? code_arc(t->cpu->code, pc, to) : NULL;
}

/* An indirect branch without a link: a return, or a jump, which may be a tail call. */
static void emit_return(struct translation *t, const struct pa_insn *in, u32 w, u32 pc)
{
    unsigned steps = t->draft->steps;
    if (!t->cpu->calls || t->cpu->timed || t->mode & MODE_ABSOLUTE) return;
    enum pa_uop kind = pa_is_return(in, w) ? PA_UOP_return : PA_UOP_jump_indirect;
    pa_emit(t, kind, steps + 1, t->nullified[steps] + pa_n(w), 0, pa_names_space(in), (i32)pc);
}

/* A direct branch without a link, if it is a tail call. */
static void emit_jump(struct translation *t, u32 pc, u32 to, bool n)
{
    unsigned steps = t->draft->steps;
    if (!t->cpu->calls || t->cpu->timed || t->mode & MODE_ABSOLUTE) return;
    if (!contexts_cross(t->cpu->calls->contexts, pc, to)) return;
    pa_emit(t, PA_UOP_jump, steps + 1, t->nullified[steps] + n, 0, 0, (i32)pc);
    pa_emit(t, PA_UOP_arc, 0, 0, 0, 0, (i32)to);
}

/* The same in a timed block, behind the delay slot (exec_timed.c has the operands). */
static void emit_stack(struct translation *t, enum stack_change change, u32 pc, u32 to, bool space)
{
    if (!t->cpu->calls || !t->schedule) return;
    unsigned steps = t->draft->steps;
    u64 cycles = pa_schedule_cost(t->schedule);
    pa_emit(t, PA_UOP_stack, steps, t->nullified[steps], (u8)cycles, (u8)(cycles >> 8), (i32)pc);
    unsigned i = pa_emit(t, PA_UOP_arc, space, change, 0, 0, (i32)to);
    t->draft->uop[i].arc = change == STACK_CALL ? code_arc(t->cpu->code, pc, to) : NULL;
}

/* Without a model, behind the delay slot of what has been told to the shadow stack: the collector of --data may have to know. */
static void emit_told(struct translation *t, u32 to, bool dynamic)
{
    if (t->cpu->calls && pa_tells(t)) pa_emit(t, PA_UOP_told, 0, 0, 0, dynamic, (i32)to);
}

/* *counter: the second uop of a delay slot that may nullify what is at the target; else 0. */
static enum next direct(struct translation *t, const struct pa_insn *in, u32 w, u32 *pc, unsigned *counter)
{
    u32 branch = *pc, target = pa_target_of(in, w, branch).addr, slot = 0, there;
    unsigned link = pa_link_register(in, w);
    bool call = pa_is_call(link, branch, target);
    bool leaves = !link && t->cpu->calls && contexts_cross(t->cpu->calls->contexts, branch, target);
    set_at(t, branch, branch + 4);
    if (!fits_slot(t, branch + 4, pa_n(w), !call && !leaves && fetch(t, target, &there), &slot)) return STEP_IT;
    set_at(t, branch, branch + 4);
    pa_schedule_admit(t, branch, w, false);
    if (link) pa_emit(t, PA_UOP_link, link, 0, 0, 0, (i32)((branch + 8) | 3));
    add_step(t, branch, w, false, true);
    t->draft->step[t->draft->steps - 1].call = call;
    t->draft->step[t->draft->steps - 1].target = target;
    if (call) emit_call(t, PA_UOP_call, branch, target, pa_n(w), false);
    else if (!link) emit_jump(t, branch, target, pa_n(w));
    *counter = emit_slot(t, branch + 4, slot, pa_n(w), target, false, false) == EMIT_NULLIFIES ? t->draft->uops - 1 : 0;
    if (call) emit_stack(t, STACK_CALL, branch, target, false);
    else if (leaves) emit_stack(t, STACK_JUMP, branch, target, false);
    if (call || leaves) emit_told(t, target, false);
    *pc = target;
    return GO_ON;
}

static enum next indirect(struct translation *t, const struct pa_insn *in, u32 w, u32 pc)
{
    u32 slot = 0;
    bool call = in->flags & PA_LINK && pa_link_register(in, w) != 0;
    set_at(t, pc, pc + 4);
    if (!fits_slot(t, pc + 4, pa_n(w), false, &slot)) return STEP_IT;
    set_at(t, pc, pc + 4);
    pa_schedule_admit(t, pc, w, false);
    emit_branch(t, in, w);
    if (in->op == PA_OP_be_l) pa_emit(t, PA_UOP_link_external, 0, 0, 0, 0, (i32)((pc + 8) | 3));
    else if (call) pa_emit(t, PA_UOP_link, pa_link_register(in, w), 0, 0, 0, (i32)((pc + 8) | 3));
    add_step(t, pc, w, false, true);
    if (call) emit_call(t, PA_UOP_call_indirect, pc, 0, pa_n(w), pa_names_space(in));
    else emit_return(t, in, w, pc);
    emit_slot(t, pc + 4, slot, pa_n(w), 0, true, pa_names_space(in));
    emit_stack(t, call ? STACK_CALL_INDIRECT : pa_is_return(in, w) ? STACK_RETURN : STACK_JUMP_INDIRECT, pc, 0,
               pa_names_space(in));
    emit_told(t, 0, true);
    u16 trunk = (u16)t->draft->steps;
    set_at(t, pc, pc + 4);
    if (pa_names_space(in)) pa_emit(t, PA_UOP_same_space, 0, 0, 0, 0, 2);
    struct exit *e = add_exit(t, call ? PA_UOP_exit_call : PA_UOP_exit_indirect, pc, 0, trunk, 0);
    e->counts_calls = call;
    if (pa_names_space(in)) add_exit(t, PA_UOP_exit_space, pc, 0, trunk, 0);
    return ENDED;
}

static enum next branch(struct translation *t, const struct pa_insn *in, u32 w, u32 *pc, unsigned *counter)
{
    if (in->flags & PA_COND_BRANCH) return conditional(t, in, w, pc, counter);
    if (in->op == PA_OP_b_gate) return STEP_IT;
    return in->flags & PA_RELATIVE ? direct(t, in, w, pc, counter) : indirect(t, in, w, *pc);
}

/* --- superblocks ------------------------------------------------------------------------------------------------------------ */

static bool on_trunk(const struct translation *t, u32 pc)
{
    if (pc > t->highest) return false;
    for (unsigned i = t->lap; i < t->draft->steps; i++)
        if (t->draft->step[i].pc == pc) return true;
    return false;
}

/* block_goes_round(), but of a loop that mostly leaves the trunk. */
static bool goes_round_again(struct translation *t, u32 pc) { return !t->left_apart && block_goes_round(t->draft, pc, &t->lap); }

/* The instruction after a nullifying one: when it is plain, the nullified path skips its uops; otherwise it is a side path
 * of its own, on which the instruction at pc is nullified. `counter` is the second uop of the nullifying operation. */
static void nullify_by_side(struct translation *t, unsigned counter, u32 pc, u32 word)
{
    if (t->schedule) t->schedule->side[t->sides] = t->schedule->path;
    t->side[t->sides++] = (struct side){.from = counter, .base = counter - 1, .slot_pc = pc, .slot_word = word,
                                        .nullified = true, .counted = true, .trunk = (u16)t->draft->steps, .target = pc + 4, .branch_pc = pc};
}

/* Under a timing model nullified or not makes a difference to all that follows: never rejoined. The word at pc has been seen
 * to be there. */
static void nullified_apart(struct translation *t, unsigned *counter, u32 pc)
{
    u32 word = 0;
    fetch(t, pc, &word);
    nullify_by_side(t, *counter, pc, word);
    *counter = 0;
    t->left_apart = true;
}

/* The block ends before the instruction at pc. */
static void end_before(struct translation *t, u32 pc, bool step)
{
    set_at(t, pc, pc + 4);
    end_trunk(t, step || !t->draft->steps ? PA_UOP_exit_step : PA_UOP_exit, pc);
}

/* What translating an instruction may have to take back. */
struct mark {
    unsigned uops, exits;
    u32 line;
    struct pa_mark pipe;
};

static struct mark mark(const struct translation *t)
{
    struct mark m = {.uops = t->draft->uops, .exits = t->draft->exits};
    if (!t->schedule) return m;
    m.line = t->schedule->path.line;
    m.pipe = pa_pipe_mark(&t->schedule->path.pipe);
    return m;
}

static void take_back(struct translation *t, const struct mark *m)
{
    t->draft->uops = m->uops;
    t->draft->exits = m->exits;
    if (!t->schedule) return;
    t->schedule->path.line = m->line;
    pa_pipe_take_back(&t->schedule->path.pipe, m->pipe);
    t->schedule->side_exit = -1;
}

/* An instruction on the trunk that is not a branch. */
static enum emitted emit_plain(struct translation *t, u32 pc, u32 *word)
{
    struct mark before = mark(t);
    const struct pa_insn *in = pa_decode(*word);
    enum emitted got = EMIT_ENDS;
    set_at(t, pc, pc + 4);
    pa_schedule_admit(t, pc, *word, false);
    u32 own = *word;
    if (in) got = pa_emit_insn(t, in, own);
    else pa_emit(t, PA_UOP_illegal, 0, 0, 0, 0, 0);
    if (got == EMIT_NULLIFIES && !fetch(t, pc + 4, word)) got = EMIT_STEP;
    if (got == EMIT_STEP) take_back(t, &before);
    if (got == EMIT_PLAIN || got == EMIT_NULLIFIES) add_step(t, pc, own, false, false);
    return got;
}

/* The cycles within which the instruction just emitted, which always traps, has issued. */
static u64 cost_of_trap(const struct translation *t)
{
    const struct schedule *s = t->schedule;
    if (!s) return t->draft->steps + 1u;
    return s->path.pipe.at + 1 > s->entry ? s->path.pipe.at + 1 - s->entry : 1;
}

static void superblock(struct translation *t, u32 pc)
{
    struct block_draft *d = t->draft;
    unsigned counter = 0; /* of a nullifying operation just before pc; uop 0 is never a counter */
    for (;;) {
        u32 word;
        bool full = d->steps + 3 >= BLOCK_STEPS;
        if (full || (on_trunk(t, pc) && !goes_round_again(t, pc)) || !fetch(t, pc, &word)) {
            if (counter) nullify_by_side(t, counter, pc, 0);
            end_before(t, pc, false);
            return;
        }
        const struct pa_insn *in = pa_decode(word);
        if (in && in->flags & PA_BRANCH) {
            if (counter) nullify_by_side(t, counter, pc, word);
            counter = 0;
            enum next next = branch(t, in, word, &pc, &counter);
            if (next == ENDED) return;
            if (next == STEP_IT) {
                end_before(t, pc, true);
                return;
            }
            if (counter && t->schedule) nullified_apart(t, &counter, pc);
            continue;
        }
        enum emitted got = emit_plain(t, pc, &word);
        if (got == EMIT_STEP || got == EMIT_ENDS) {
            if (counter) nullify_by_side(t, counter, pc, word);
            if (got == EMIT_STEP) end_before(t, pc, true);
            draft_add_page(t->draft, pc);
            raise_max_cost(d, cost_of_trap(t));
            return;
        }
        if (counter) {
            d->uop[counter].imm = (i32)(d->uops - (counter - 1));
            d->step[d->steps - 1].null_uop = (u16)counter;
            t->last = LAST_NONE; /* the skipped instruction has not left its result */
        }
        counter = got == EMIT_NULLIFIES ? d->uops - 1 : 0;
        pc += 4;
        if (counter && t->schedule) nullified_apart(t, &counter, pc);
    }
}

/* --- single steps ------------------------------------------------------------------------------------------------------------- */

/* The end of a step: d as the handler wants it; e->target for direct branches. */
static void end_step(struct translation *t, enum pa_uop kind, u32 pc, u32 target, unsigned d)
{
    add_exit(t, kind, pc, target, 1, d);
}

static void step_branch(struct translation *t, const struct pa_insn *in, u32 w, u32 pc)
{
    bool n = pa_n(w);
    u32 target = pa_target_of(in, w, pc).addr;
    if (in->flags & PA_COND_BRANCH) {
        bool back = (i32)(target - (pc + 8)) < 0;
        unsigned i = emit_branch(t, in, w);
        end_step(t, n && back ? PA_UOP_end_nullify : PA_UOP_end, pc, 0, 0);
        t->draft->uop[i].imm = (i32)(t->draft->uops - i);
        end_step(t, PA_UOP_end_branch, pc, target, n && !back);
        t->draft->exit[t->draft->exits - 1].branched = true;
        return;
    }
    unsigned link = in->flags & PA_LINK ? pa_link_register(in, w) : 0;
    if (in->op == PA_OP_b_gate) {
        emit_branch(t, in, w);
    } else if (in->flags & PA_RELATIVE) {
        if (link) pa_emit(t, PA_UOP_link_back, link, 0, 0, 0, 0);
        if (pa_is_call(link, pc, target)) emit_call(t, PA_UOP_call, pc, target, n, false);
        else if (!link) emit_jump(t, pc, target, n);
        t->draft->step[0].call = pa_is_call(link, pc, target);
        t->draft->step[0].target = target;
    } else {
        emit_branch(t, in, w);
        if (in->op == PA_OP_be_l) pa_emit(t, PA_UOP_link_external_back, 0, 0, 0, 0, 0);
        else if (link) pa_emit(t, PA_UOP_link_back, link, 0, 0, 0, 0);
        if (link) emit_call(t, PA_UOP_call_indirect, pc, 0, n, pa_names_space(in));
        else emit_return(t, in, w, pc);
        end_step(t, link ? PA_UOP_end_call : PA_UOP_end_indirect, pc, 0, n | (pa_names_space(in) ? 2u : 0));
        return;
    }
    end_step(t, PA_UOP_end_branch, pc, target, n);
}

static void single_step(struct translation *t, u32 pc)
{
    u32 word;
    set_at(t, pc, pc + 4);
    add_step(t, pc, 0, t->mode & MODE_NULLED, false);
    set_at(t, pc, pc + 4);
    t->at.trunk = t->at.cost = 0;
    const struct pa_insn *in = fetch(t, pc, &word) ? pa_decode(word) : NULL;
    if (t->mode & MODE_NULLED) {
        end_step(t, PA_UOP_end, pc, 0, 0);
        return;
    }
    if (!in) {
        pa_emit(t, PA_UOP_illegal, 0, 0, 0, 0, 0);
        return;
    }
    if (in->flags & PA_BRANCH) {
        step_branch(t, in, word, pc);
        return;
    }
    switch (pa_emit_insn(t, in, word)) {
    case EMIT_NULLIFIES:
        t->draft->uop[t->draft->uops - 1].imm = 3; /* operation, counter, end, end_condition */
        end_step(t, PA_UOP_end, pc, 0, 0);
        end_step(t, PA_UOP_end_condition, pc, 0, 0);
        break;
    case EMIT_RETURNS: end_step(t, PA_UOP_end_rfi, pc, 0, 0); break;
    case EMIT_ENDS: break;
    default: end_step(t, PA_UOP_end, pc, 0, 0); break;
    }
}

/* --- both --------------------------------------------------------------------------------------------------------------------- */

struct block *pa_translate(struct cpu *c, u64 pc, u32 mode, bool uncached)
{
    struct block_draft draft;
    struct translation t = {.cpu = c, .mode = mode, .draft = &draft, .last = LAST_NONE};
    if (c->timed && !(mode & MODE_STEP)) {
        t.schedule = pa_timed_schedule(c);
        pa_schedule_begin(t.schedule, mode);
    }
    draft_begin(&draft, pc, mode, mode & MODE_STEP);
    if (mode & MODE_STEP) {
        single_step(&t, (u32)pc);
    } else {
        superblock(&t, (u32)pc);
        lay_out_sides(&t);
    }
    if (uncached) return block_scratch(&c->code->cache, &draft, t.is_exit);
    bool flushed;
    struct block *b = code_commit(c->code, mem_of(&t), &draft, t.is_exit, &flushed);
    pa_host_watch(c, b);
    if (t.schedule) {
        block_set_issue(&c->code->cache, b, t.schedule->step, t.schedule->exit);
        b->fetch = pa_memory_check(c->memory, (u32)pc);
        b->before = t.schedule->before_pc;
    }
    return b;
}
