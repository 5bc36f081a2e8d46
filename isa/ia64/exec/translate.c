/* From slots to blocks: superblocks and single steps.
 *
 * The trunk of a superblock goes on through direct branches and calls, and behind conditional branches:
 *
 *     (p6) br.cond    test ------------> exit(target)                          not taken: predicated off
 *     (p6) br.call    test ------------> link, frame, exit(target)
 *     br.call         link, frame, the trunk goes on at the target
 *     br.cloop, ctop  test ------------> exit(target)                          not taken: executed all the same
 *     br.cond, cloop  test, exit(behind it), the trunk goes on there           to where the block begins, without a timing model
 *     br.ret, br b6   target, frame, exit_indirect
 *
 * A branch needs no time of its own to be decided: there is no delay slot. */
#include "isa/ia64/exec/emit.h"
#include "isa/ia64/exec/engine.h"

#include "isa/ia64/exec/exec.h"
#include "isa/ia64/exec/host.h"
#include "isa/ia64/insn/fields.h"
#include "isa/ia64/insn/links.h"
#include "isa/ia64/timing/emit_timed.h"
#include "isa/ia64/timing/exec_timed.h"
#include "isa/ia64/timing/paths.h"
#include "isa/ia64/timing/timed.h"

/* --- code -------------------------------------------------------------------------------------------------------------- */

static struct mem *mem_of(const struct translation *t)
{
    struct process *p = t->cpu->thread->process;
    return t->mode & MODE_KERNEL ? &p->machine->absolute : &p->mem;
}

/* The bundle of pc, if code may be executed from there and kept. */
static const u8 *fetch(struct translation *t, u64 pc)
{
    u8 flags = mem_flags(mem_of(t), pc);
    bool keep = !(flags & MEM_SMC) && pc >> MEM_PAGE_SHIFT != t->cpu->code->beyond &&
                !machine_point(t->cpu->thread->process->machine, ia64_bundle_of(pc));
    if (!(flags & PROT_EXEC) || (!keep && !(t->mode & MODE_STEP))) return NULL;
    t->cpu->ifa = pc; /* should the host fault here (a mapping past the end of its file) */
    const u8 *bundle = mem_host(mem_of(t), ia64_bundle_of(pc));
    (void)*(const volatile u8 *)bundle;
    return bundle;
}

/* The bit of t->trunk that says that some pc like this one is on the trunk: where it is not set the trunk need not be searched. */
static u64 *trunk_bit(struct translation *t, u64 pc, u64 *bit)
{
    u64 place = pc >> 4 << 2 | (pc & 3);
    *bit = (u64)1 << place % 64;
    return &t->trunk[place / 64 % ARRAY_LEN(t->trunk)];
}

static struct step *add_step(struct translation *t, u64 pc, bool off)
{
    struct block_draft *d = t->draft;
    u64 bit, *bits = trunk_bit(t, pc, &bit);
    *bits |= bit;
    d->step[d->steps] = (struct step){.pc = pc, .nullified = off};
    draft_add_page(t->draft, pc);
    return &d->step[d->steps++];
}

static void set_at(struct translation *t, u64 pc, u64 next)
{
    t->at = (struct uop_info){.pc = pc, .next = next, .trunk = (u16)t->draft->steps, .cost = (u16)t->draft->steps};
}

/* --- exits ------------------------------------------------------------------------------------------------------------- */

/* Slots predicated off whatever happens, among the first n of the trunk: branches not taken. */
static unsigned off_in(const struct block_draft *d, unsigned n)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < n; i++) sum += d->step[i].nullified;
    return sum;
}

static struct exit *add_exit(struct translation *t, enum ia64_uop kind, u64 from, u64 target, unsigned trunk)
{
    struct block_draft *draft = t->draft;
    unsigned k = draft->exits++;
    struct exit *e = &draft->exit[k];
    *e = (struct exit){.target = target, .trunk = (u16)trunk, .from = from, .cost = (u16)trunk, .slots = (u16)trunk};
    t->timed = t->issue != NULL; /* asks what its path has taken */
    unsigned i = ia64_emit(t, kind, trunk, off_in(draft, trunk), 0, 0, (i32)k);
    t->is_exit[i] = true;
    if (trunk > draft->max_cost) draft->max_cost = trunk;
    return e;
}

/* The branch itself comes behind the trunk of its side path: last thing done to an exit. */
static void add_tail(struct translation *t, struct exit *e, u64 pc, bool off)
{
    struct block_draft *draft = t->draft;
    struct uop *u = &draft->uop[draft->uops - 1];
    e->has_tail = true;
    e->tail_pc = pc;
    e->tail_nullified = off;
    e->cost = e->slots = (u16)(e->cost + 1);
    u->a = (u8)e->cost;
    u->b = (u8)(u->b + off);
    if (e->cost > draft->max_cost) draft->max_cost = e->cost;
    draft_add_page(t->draft, pc);
}

/* Where the mode may not be what it was, blocks are not chained. */
static enum ia64_uop exit_of(const struct translation *t, bool rotates)
{
    return t->mode & MODE_NAT ? IA64_UOP_exit_requeue : rotates ? IA64_UOP_exit_rotate : IA64_UOP_exit;
}

static void end_trunk(struct translation *t, enum ia64_uop kind, u64 pc) { add_exit(t, kind, pc, pc, t->draft->steps); }

/* --- branches ------------------------------------------------------------------------------------------------------------ */

static bool is_direct(const struct ia64_slot *s) { return s->insn->flags & IA64_RELATIVE; }

/* The end of a path that the branch s, taken, leaves by. */
static struct exit *leave_by(struct translation *t, const struct ia64_slot *s, unsigned trunk, bool rotates)
{
    bool call = s->insn->flags & IA64_LINK, requeue = t->mode & MODE_NAT;
    struct exit *e;
    if (is_direct(s)) {
        e = add_exit(t, exit_of(t, rotates), s->pc, ia64_target_of(s), trunk);
    } else {
        e = add_exit(t, requeue ? IA64_UOP_exit_requeue : call ? IA64_UOP_exit_call : IA64_UOP_exit_indirect, s->pc, 0, trunk);
        if (requeue) t->draft->uop[t->draft->uops - 1].d = (u8)(1 + call); /* to c->target */
    }
    e->counts_calls = call && (is_direct(s) || !requeue);
    return e;
}

static void lay_out_sides(struct translation *t)
{
    for (unsigned i = 0; i < t->sides; i++) {
        struct side *s = &t->side[i];
        bool rotates = false;
        t->draft->uop[s->from].imm = (i32)(t->draft->uops - s->from);
        t->mode = s->mode;
        t->at = (struct uop_info){.pc = s->slot.pc, .next = s->slot.next, .trunk = s->trunk, .cost = s->trunk, .in_tail = true};
        if (!ia64_is_branch(&s->slot)) {
            u64 target = ia64_target_of(&s->slot);
            if (t->issue) ia64_emit_branched(t, &s->slot, s->trunk, true);
            struct exit *e = add_exit(t, exit_of(t, false), s->slot.pc, target, s->trunk);
            e->branched = true;
            add_tail(t, e, s->slot.pc, false);
            continue;
        }
        ia64_branch_test(&s->slot, &rotates);
        t->ends_at = s->trunk + 1u;
        ia64_emit_taken(t, &s->slot, ia64_target_of(&s->slot), off_in(t->draft, s->trunk));
        if (t->issue && !s->told) ia64_emit_branched(t, &s->slot, s->trunk, true);
        struct exit *e = leave_by(t, &s->slot, s->trunk, rotates);
        e->branched = true;
        add_tail(t, e, s->slot.pc, false);
    }
}

void ia64_emit_check(struct translation *t, const struct ia64_slot *s, enum ia64_uop kind, unsigned a, unsigned d)
{
    unsigned i = ia64_emit(t, kind, a, 0, 0, d, 0);
    t->side[t->sides++] = (struct side){.from = i, .slot = *s, .trunk = (u16)t->draft->steps, .mode = t->mode};
}

enum next { GO_ON, ENDED };

/* The conditional branch s, taken, leads back to where the block begins, and the trunk may follow it, as loops go on more often than they end: in the
 * mode in which it began, where exits are no more than jumps. */
static bool loops_back(const struct translation *t, const struct ia64_slot *s, bool rotates)
{
    return !rotates && !t->issue && !(t->mode & MODE_NAT) && is_direct(s) && !(s->insn->flags & IA64_LINK) && ia64_target_of(s) == t->draft->pc;
}

static void loop(struct translation *t, const struct ia64_slot *s, enum ia64_uop test)
{
    struct block_draft *d = t->draft;
    unsigned i = ia64_emit(t, test, s->insn->flags & IA64_LOOP ? ia64_qp(s->word) : s->qp, 0, 0, 0, 0);
    add_tail(t, add_exit(t, IA64_UOP_exit, s->pc, s->next, d->steps), s->pc, s->qp != 0);
    d->uop[i].imm = (i32)(d->uops - i);
    add_step(t, s->pc, false)->branches = true;
    t->ends_at = d->steps;
    ia64_emit_taken(t, s, d->pc, off_in(d, d->steps));
}

/* A branch in a superblock; *pc becomes that of what follows on the trunk. */
static enum next branch(struct translation *t, const struct ia64_slot *s, u64 *pc)
{
    bool rotates;
    enum ia64_uop test = ia64_branch_test(s, &rotates);
    if (test && loops_back(t, s, rotates)) {
        loop(t, s, test);
        *pc = t->draft->pc;
        return GO_ON;
    }
    if (test) {
        unsigned i, loop = s->insn->flags & IA64_LOOP;
        bool told = !loop && ia64_emit_branch_if(t, s, &i);
        if (!told) i = ia64_emit(t, test, loop ? ia64_qp(s->word) : s->qp, 0, 0, 0, 0);
        t->side[t->sides++] =
            (struct side){.from = i, .slot = *s, .trunk = (u16)t->draft->steps, .mode = t->mode, .told = told};
        if (t->issue && !told) ia64_emit_branched(t, s, t->draft->steps, false);
        add_step(t, s->pc, s->qp != 0);
        *pc = s->next;
        if (!rotates) return GO_ON;
        set_at(t, *pc, *pc);
        end_trunk(t, exit_of(t, true), *pc);
        return ENDED;
    }
    struct step *step = add_step(t, s->pc, false);
    t->ends_at = t->draft->steps;
    ia64_emit_taken(t, s, ia64_target_of(s), off_in(t->draft, t->draft->steps));
    if (t->issue) {
        t->issue[t->draft->steps - 1].flags |= ISSUE_TAKEN;
        ia64_emit_branched(t, s, t->draft->steps - 1, true);
    }
    if (!is_direct(s)) {
        leave_by(t, s, t->draft->steps, false);
        return ENDED;
    }
    step->call = s->insn->flags & IA64_LINK;
    step->target = *pc = ia64_target_of(s);
    if (!t->issue || !t->cpu->calls) return GO_ON;
    set_at(t, *pc, *pc); /* when a call is over is known at the end of its block only */
    end_trunk(t, exit_of(t, false), *pc);
    return ENDED;
}

/* --- superblocks ------------------------------------------------------------------------------------------------------------ */

static bool on_trunk(struct translation *t, u64 pc)
{
    u64 bit;
    if (!(*trunk_bit(t, pc, &bit) & bit)) return false;
    for (unsigned i = t->lap; i < t->draft->steps; i++)
        if (t->draft->step[i].pc == pc) return true;
    return false;
}

/* block_goes_round(), where paths are not remembered. */
static bool goes_round_again(struct translation *t, u64 pc) { return !t->issue && block_goes_round(t->draft, pc, &t->lap); }

enum { TIMED_SIDES = 24 }; /* for which there is room */

/* The next instruction of the trunk, and how the timing model sees it. */
static struct ia64_slot next_slot(struct translation *t, const u8 bundle[16], u64 pc)
{
    if (!t->issue) return ia64_slot_at(bundle, pc);
    const struct timed_met *met = ia64_timed_meet(t->cpu->timed, bundle, pc, t->mode);
    t->issue[t->draft->steps] = met->issue;
    return met->slot;
}

static void superblock(struct translation *t, u64 pc)
{
    struct block_draft *d = t->draft;
    for (;;) {
        const u8 *bundle = NULL;
        bool full = d->steps + 3 >= BLOCK_STEPS || (t->issue && t->sides >= TIMED_SIDES) || d->uops + 24 >= ARRAY_LEN(d->uop) / 2;
        if (full || (on_trunk(t, pc) && !goes_round_again(t, pc)) || !(bundle = fetch(t, pc))) {
            set_at(t, pc, pc);
            end_trunk(t, d->steps ? exit_of(t, false) : IA64_UOP_exit_step, pc);
            return;
        }
        struct ia64_slot s = next_slot(t, bundle, pc);
        set_at(t, pc, s.next);
        unsigned uops = d->uops;
        if (t->issue) ia64_emit_fetch(t, pc);
        if (ia64_is_branch(&s)) {
            if (branch(t, &s, &pc) == ENDED) return;
            continue;
        }
        unsigned counter;
        enum emitted got = ia64_emit_insn(t, &s, &counter);
        if (got == EMIT_STEP && s.qp && !ia64_clears_when_off(s.insn)) {
            ia64_emit(t, IA64_UOP_alone_if, s.qp, 0, 0, 0, 0);
            if (t->issue) t->issue[d->steps].flags |= ISSUE_OFF;
            add_step(t, pc, true);
            pc = s.next;
            continue;
        }
        if (got == EMIT_STEP) {
            d->uops = uops; /* it is fetched when it is stepped */
            end_trunk(t, IA64_UOP_exit_step, pc);
            return;
        }
        add_step(t, pc, false)->null_uop = (u16)counter;
        if (got == EMIT_ENDS) {
            if (d->steps > d->max_cost) d->max_cost = d->steps;
            return;
        }
        pc = s.next;
    }
}

/* --- single steps ------------------------------------------------------------------------------------------------------------- */

/* An exit of a step, of which the one slot is not on the trunk: whether it was predicated off depends on the path. */
static void end_step(struct translation *t, enum ia64_uop kind, const struct ia64_slot *s, u64 target, bool off)
{
    struct exit *e = add_exit(t, kind, s->pc, target, 0);
    add_tail(t, e, s->pc, off);
}

static void step_branch(struct translation *t, const struct ia64_slot *s)
{
    bool rotates;
    enum ia64_uop test = ia64_branch_test(s, &rotates);
    unsigned i = 0;
    if (test) {
        i = ia64_emit(t, test, s->insn->flags & IA64_LOOP ? ia64_qp(s->word) : s->qp, 0, 0, 0, 0);
        end_step(t, IA64_UOP_end, s, s->next, s->qp != 0);
        t->draft->uop[i].imm = (i32)(t->draft->uops - i);
    }
    t->ends_at = 1;
    ia64_emit_taken(t, s, ia64_target_of(s), 0);
    bool call = s->insn->flags & IA64_LINK;
    end_step(t, is_direct(s) ? IA64_UOP_end : IA64_UOP_end_indirect, s, is_direct(s) ? ia64_target_of(s) : 0, false);
    t->draft->exit[t->draft->exits - 1].counts_calls = call && is_direct(s);
    t->draft->exit[t->draft->exits - 1].taken = true;
    t->draft->exit[t->draft->exits - 1].branched = test != 0;
    t->draft->uop[t->draft->uops - 1].d = call;
}

/* The exit of a check, in a step. */
static void step_sides(struct translation *t)
{
    for (unsigned i = 0; i < t->sides; i++) {
        const struct side *s = &t->side[i];
        t->draft->uop[s->from].imm = (i32)(t->draft->uops - s->from);
        end_step(t, IA64_UOP_end, &s->slot, ia64_target_of(&s->slot), false);
        t->draft->exit[t->draft->exits - 1].taken = t->draft->exit[t->draft->exits - 1].branched = true;
    }
}

static void single_step(struct translation *t, u64 pc)
{
    const u8 *bundle = fetch(t, pc);
    if (!bundle) { /* the page went while we looked */
        ia64_emit(t, IA64_UOP_illegal, 0, 0, 0, 0, 0);
        return;
    }
    struct ia64_slot s = ia64_slot_at(bundle, pc);
    set_at(t, pc, s.next);
    draft_add_page(t->draft, pc);
    if (ia64_is_branch(&s)) {
        step_branch(t, &s);
        return;
    }
    unsigned counter;
    enum emitted got = ia64_emit_insn(t, &s, &counter);
    if (got == EMIT_ENDS || got == EMIT_JUMPS) return;
    end_step(t, IA64_UOP_end, &s, s.next, false);
    if (counter) { /* predicated off: past the operation's own end */
        t->draft->uop[counter].imm = (i32)(t->draft->uops - (counter - 1));
        end_step(t, IA64_UOP_end_off, &s, s.next, true);
    }
    step_sides(t);
}

/* --- both --------------------------------------------------------------------------------------------------------------------- */

/* The cycles that must be left before the deadline for a timed block to be entered. It is left early when something is out of the ordinary,
 * and the deadline may come before its end: but then nothing may stand behind what notices it (what has the NaT bits). */
static u32 cycles_to_enter(const struct translation *t)
{
    const struct ia64_model *m = &t->cpu->timed->model->model;
    u32 most = ia64_most_cycles(m, t->issue, t->draft->steps);
    if (most > t->cpu->code->longest) t->cpu->code->longest = most;
    return t->mode & MODE_NAT ? most : ia64_usual_cycles(m, t->issue, t->draft->steps);
}

struct block *ia64_translate(struct cpu *c, u64 pc, u32 mode, bool uncached)
{
    struct block_draft draft;
    struct translation t = {.cpu = c, .mode = mode, .draft = &draft};
    struct ia64_issue issue[BLOCK_STEPS + 2];
    if (c->timed && !(mode & (MODE_STEP | MODE_KERNEL))) t.issue = issue;
    draft_begin(&draft, pc, mode, mode & MODE_STEP);
    if (mode & MODE_STEP) {
        single_step(&t, pc);
    } else {
        superblock(&t, pc);
        lay_out_sides(&t);
        if (t.issue) draft.max_cost = cycles_to_enter(&t);
    }
    if (uncached) return block_scratch(&c->code->cache, &draft, t.is_exit);
    bool flushed;
    struct block *b = code_commit(c->code, mem_of(&t), &draft, t.is_exit, &flushed);
    ia64_host_watch(c, b);
    if (t.issue) ia64_paths_attach(c->code->paths, b, issue, draft.steps);
    if (flushed && c->code->paths) ia64_paths_forget(c->code->paths, t.issue ? b : NULL);
    return b;
}
