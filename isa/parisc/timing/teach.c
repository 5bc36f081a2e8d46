#include "isa/parisc/timing/teach.h"

#include <inttypes.h>
#include <stdio.h>

#include "isa/parisc/insn/disasm.h"
#include "isa/parisc/insn/fields.h"
#include "isa/parisc/insn/links.h"
#include "isa/parisc/insn/operation.h"
#include "isa/parisc/timing/relation.h"

/* --- rows under the timing models --------------------------------------------------------------------------------- */

enum { NUMBERS = 12 };

/* The numbers of isa/parisc/timing/timing.def that the pipeline asks for an instruction of that row, as isa/parisc/timing/pipe.c
 * does. */
static unsigned numbers_of(const struct pa_insn *in, enum pa_param out[NUMBERS])
{
    struct pa_operands op = pa_operands_of(in, in->match | (0x03ff001fu & ~in->mask)); /* registers that are not GR 0 */
    unsigned n = 0;
#define ADD(id) (out[n++] = PA_T_##id)
    if (in->flags & PA_LOAD && in->flags & PA_FPU) {
        ADD(FPLOAD);
        ADD(FPLOAD_STORE);
    } else if (in->flags & PA_LOAD) ADD(LOAD);
    if (in->flags & PA_STORE) {
        ADD(STORE_STORE);
        ADD(STORE_LOAD);
        ADD(STORE_SAME);
    }
    if (in->flags & PA_MODIFY) ADD(BASE);
    if (in->flags & (PA_LOAD | PA_STORE)) return n;
    if (op.flop != PA_FLOP_NONE) {
        const struct pa_flop_times *t = &pa_flop_times[op.flop];
        out[n++] = (enum pa_param)t->latency;
        if (t->lock >= 0) out[n++] = (enum pa_param)t->lock;
        ADD(FLOP_LOAD_SOURCE);
        if (op.flop == PA_FLOP_CMP) return n;
        ADD(FLOP_STORE);
        ADD(FLOP_LOAD);
        return n;
    }
    if (in->cls == PA_CLASS_SYS) {
        ADD(SYSTEM);
        ADD(SYSTEM_LOCK);
    } else if (in->cls == PA_CLASS_MM) ADD(SHIFT);
    else if (in->cls == PA_CLASS_FLEX || in->flags & PA_LINK || op.gr_write) ADD(ALU);
    if (in->flags & PA_COND_BRANCH) {
        ADD(BACKWARD);
        ADD(FORWARD);
        ADD(MISPREDICT);
        ADD(TAKEN);
    } else if (in->flags & PA_BRANCH) {
        if (in->flags & PA_RELATIVE) ADD(TAKEN);
        else ADD(INDIRECT);
    }
#undef ADD
    return n;
}

static bool number(const char *spec, unsigned row, unsigned i, struct cpu_parameter *out)
{
    enum pa_param list[NUMBERS];
    return i < numbers_of(pa_insn_row((enum pa_op)row), list) && pa_model_parameter(spec, list[i], out);
}

static const char *const class_name[PA_CLASS_COUNT] = {"FLOP", "LDST", "FLEX", "MM", "NUL", "BV", "BR", "FSYS", "SYS"};

/* The classes that may issue with CLS in one cycle: behind it, or before it. */
static void pairs_of(const struct pa_model *m, unsigned cls, bool behind, char *out, size_t cap)
{
    size_t n = 0;
    *out = 0;
    for (unsigned k = 0; k < PA_CLASS_COUNT; k++)
        if (m->value[behind ? PA_PAIR(cls, k) : PA_PAIR(k, cls)])
            n += (size_t)snprintf(out + n, n < cap ? cap - n : 0, "%s%s", n ? " " : "", class_name[k]);
    if (!n) snprintf(out, cap, "nothing");
}

static void note_pairs(const struct pa_model *m, unsigned cls, struct teach_notes *out)
{
    char behind[64], before[64];
    pairs_of(m, cls, true, behind, sizeof behind);
    pairs_of(m, cls, false, before, sizeof before);
    teach_note(out, "pairs", "%s: behind it %s; before it %s", class_name[cls], behind, before);
}

static void units(const char *spec, unsigned row, struct teach_notes *out)
{
    const struct pa_insn *in = pa_insn_row((enum pa_op)row);
    struct pa_model m;
    struct error e;
    if (pa_model_parse(spec, &m, &e) || !m.timed) return;
    note_pairs(&m, in->cls, out);
    if (in->cls == PA_CLASS_FLEX || in->cls == PA_CLASS_MM)
        if (in->flags & PA_NULLIFIES) note_pairs(&m, PA_CLASS_NUL, out); /* with a condition: pa_class_of() */
}

/* --- one instruction ---------------------------------------------------------------------------------------------- */

static void note_branch(const struct pa_insn *in, u32 w, u32 pc, struct teach_insn *out)
{
    struct pa_target target = pa_branch_target(w, pc);
    bool forward = target.known && target.addr > pc + 4, n = pa_n(w);
    if (target.known)
        teach_note(&out->notes, "goes", "%s, %s", forward ? "forward" : "backward",
                   in->flags & PA_COND_BRANCH ? "on its condition" : "always");
    else teach_note(&out->notes, "goes", "to an address that a register holds");
    if (!n) teach_note(&out->notes, "delay slot", "0x%x is executed before it gets there, taken or not", pc + 4);
    else if (!(in->flags & PA_COND_BRANCH))
        teach_note(&out->notes, "delay slot", "0x%x is nullified (,n): it takes its cycle and does nothing", pc + 4);
    else
        teach_note(&out->notes, "delay slot", "0x%x is nullified (,n) if the branch, which goes %s, is%s taken", pc + 4,
                   forward ? "forward" : "backward", forward ? "" : " not");
}

static void note_condition(const struct pa_insn *in, u32 w, u32 pc, struct teach_insn *out)
{
    char condition[80];
    pa_condition(w, condition, sizeof condition);
    if (in->flags & PA_COND_BRANCH || !(in->flags & PA_NULLIFIES) || in->flags & PA_TRAPS_IF) return;
    if (in->op == PA_OP_ftest) teach_note(&out->notes, "nullifies", "0x%x, by the comparisons that it tests", pc + 4);
    else if (condition[0]) teach_note(&out->notes, "nullifies", "0x%x if %s", pc + 4, condition);
}

static bool explain(u64 pc, const u8 *code, size_t n, struct teach_insn *out)
{
    *out = (struct teach_insn){.row = TEACH_NO_ROW};
    if (n < 4) return false;
    u32 w = load_be32(code);
    const struct pa_insn *in = pa_decode(w);
    out->word = w;
    if (!in) return true;
    out->row = in->op;
    pa_operation(w, (u32)pc, out->operation, sizeof out->operation);
    if (in->flags & PA_BRANCH) note_branch(in, w, (u32)pc, out);
    note_condition(in, w, (u32)pc, out);
    if (pa_needs_20(in, w)) teach_note(&out->notes, "level", "PA-RISC 2.0");
    return true;
}

/* --- its place in the pipeline ------------------------------------------------------------------------------------ */

enum { BACK = 64 }; /* instructions looked back */

/* What is waited for, numbered: general registers, halves of floating-point ones, then these. */
enum { IN_FR = 32, IN_SAR = 96, IN_CARRY, IN_COMPARE, IN_MEMORY, IN_STORED, INS };

struct walk {
    const struct pa_model *m;
    struct pa_pipe pipe;
    struct pa_accesses accesses;
    u32 maker[INS]; /* the instruction that made it last; 0: none here */
    bool nullify;   /* the next one stands behind a branch that is always taken, with ,n */
    struct teach_issue *out;
};

static u32 word_at(const u8 *code, size_t at) { return load_be32(code + at); }

/* Where straight-line code that reaches pc begins, not before `start`. *BRANCHED: a branch leads there (a call to the
 * function, one inside of it, or a return), as it does but where we look back no further. */
static u32 beginning(u32 start, const u8 *code, size_t size, u32 pc, bool *branched)
{
    bool far = pc - start > 4 * BACK;
    u32 first = far ? pc - 4 * BACK : start, farthest = first;
    for (size_t at = 0; at + 4 <= size; at += 4) {
        u32 here = start + (u32)at, w = word_at(code, at);
        const struct pa_insn *in = pa_decode(w);
        if (!in || !(in->flags & PA_BRANCH)) continue;
        struct pa_target t = pa_branch_target(w, here);
        if (t.known && t.addr > first && t.addr <= pc) first = t.addr;
        bool leaves = !(in->flags & PA_COND_BRANCH);
        if (leaves && here + 8 <= pc && here + 8 > first) first = here + 8;
    }
    *branched = !far || first != farthest;
    return first;
}

static struct teach_flow flow_of(u64 pc, const u8 *code)
{
    u32 w = load_be32(code);
    const struct pa_insn *in = pa_decode(w);
    struct teach_flow f = {.next = pc + 4, .last = pc};
    if (!in || !(in->flags & PA_BRANCH)) return f;
    struct pa_target t = pa_branch_target(w, (u32)pc);
    bool always = !(in->flags & PA_COND_BRANCH), call = always && pa_operands_of(in, w).gr_write;
    return (struct teach_flow){.next = pc + 4, .last = pc + 4, .to_known = t.known && !call, .target = t.addr, .leaves = always};
}

static struct pa_issue issue_of(const struct walk *c, u32 pc, u32 w)
{
    const struct pa_insn *in = pa_decode(w);
    return (struct pa_issue){.pc = pc, .word = w, .insn = in, .nullified = c->nullify, .size = in ? pa_access_size(in) : 0};
}

static void add_input(struct walk *c, const char *what, unsigned maker, u64 when)
{
    struct teach_issue *o = c->out;
    if (!c->maker[maker] || o->inputs == TEACH_INPUTS) return;
    struct teach_input *in = &o->input[o->inputs++];
    snprintf(in->what, sizeof in->what, "%s", what);
    in->from = c->maker[maker];
    in->waits = when > c->pipe.end ? when - c->pipe.end : 0;
}

/* How its access lies to those before it. A register of which nothing more is known is taken for a multiple of 8, as the stack pointer and what malloc()
 * returns are. */
static struct pa_relating relating_of(const struct walk *c, const struct pa_admitted *i)
{
    if (!i->in.size || i->in.nullified) return (struct pa_relating){0};
    struct pa_address address = pa_accessed(pa_address_of(i->in.insn, i->in.word));
    return pa_relating_of(&c->accesses, &address, i->flags & PA_STORE, 0);
}

/* What the instruction needs, and when it has it: as operands_ready() and unit_ready() of isa/parisc/timing/pipe.c look at it.
 */
static void inputs(struct walk *c, const struct pa_admitted *i)
{
    const u64 *when = c->pipe.when;
    u64 halves = i->op.fr_read;
    char name[16];
    for (u32 m = i->op.gr_read; m; m &= m - 1) {
        unsigned r = (unsigned)__builtin_ctz(m);
        snprintf(name, sizeof name, "r%u", r);
        add_input(c, name, r, when[PIPE_GR + r]);
    }
    bool access = i->flags & (PA_LOAD | PA_STORE), fp_store = access && !(i->flags & PA_LOAD) && i->flags & PA_FPU;
    for (u64 m = halves; m; m &= m - 1) {
        unsigned h = (unsigned)__builtin_ctzll(m);
        if (h & 1 && halves >> (h - 1) & 1) continue; /* named with its left half */
        bool whole = halves >> h & 2 && !(h & 1);
        bool stored = fp_store && !(c->pipe.fr_size[h] && c->pipe.fr_size[h] != i->in.size);
        snprintf(name, sizeof name, "fr%u%s", h / 2, whole ? "" : h & 1 ? "R" : "L");
        add_input(c, name, IN_FR + h, when[(stored ? PIPE_FR_STORE : PIPE_FR) + h]);
    }
    if (i->op.reads_sar) add_input(c, "sar", IN_SAR, when[PIPE_SAR]);
    if (i->flags & PA_CARRY_IN) add_input(c, "C/B", IN_CARRY, when[PIPE_CARRY]);
    if (i->op.reads_compare) add_input(c, "the comparison", IN_COMPARE, when[PIPE_COMPARE]);
    for (u64 m = access && i->flags & PA_LOAD ? i->op.fr_write : 0; m; m &= m - 1) {
        unsigned h = (unsigned)__builtin_ctzll(m);
        if (when[PIPE_FR_LOAD + h] > c->pipe.end) add_input(c, "its target", IN_FR + h, when[PIPE_FR_LOAD + h]);
    }
    u64 unit = when[i->flags & PA_LOAD ? PIPE_LOAD : PIPE_STORE];
    if (access && unit > c->pipe.end) add_input(c, "the memory unit", IN_MEMORY, unit);
    bool same = i->flags & PA_LOAD && relating_of(c, i).likely & PA_SAME;
    if (same && when[PIPE_SAME] > c->pipe.end) add_input(c, "the double word just stored to", IN_STORED, when[PIPE_SAME]);
}

/* Where its issue depends on addresses that the code alone does not tell: what was assumed. */
static void note_relation(const struct walk *c, const struct pa_admitted *i, struct teach_notes *out)
{
    struct pa_relating r = relating_of(c, i);
    struct pa_waits waits;
    u64 at, other;
    for (unsigned bits = pa_relation_decides(c->m, &c->pipe, i, &r); bits; bits &= bits - 1) {
        unsigned bit = bits & -bits;
        const char *where = bit == PA_SAME ? "in the double word just stored to" : "the other half of the double word accessed before it";
        pa_pipe_plan(c->m, &c->pipe, i, r.likely, 0, &at, &waits);
        pa_pipe_plan(c->m, &c->pipe, i, r.likely ^ bit, 0, &other, &waits);
        if (at == other) continue;
        teach_note(out, "addresses", "taken to be %s%s; else it issues %" PRIu64 " cycle%s %s", r.likely & bit ? "" : "not ", where,
                   at < other ? other - at : at - other, (at < other ? other - at : at - other) == 1 ? "" : "s", at < other ? "later" : "earlier");
    }
}

static void made(struct walk *c, const struct pa_admitted *i)
{
    for (u32 m = i->op.gr_write; m; m &= m - 1) c->maker[__builtin_ctz(m)] = i->in.pc;
    for (u64 m = i->op.fr_write; m; m &= m - 1) c->maker[IN_FR + __builtin_ctzll(m)] = i->in.pc;
    if (i->op.writes_sar) c->maker[IN_SAR] = i->in.pc;
    if (i->flags & PA_CARRY_OUT) c->maker[IN_CARRY] = i->in.pc;
    if (i->op.writes_compare) c->maker[IN_COMPARE] = i->in.pc;
    if (i->flags & PA_STORE) c->maker[IN_MEMORY] = c->maker[IN_STORED] = i->in.pc;
}

/* The instruction behind a branch is its delay slot. */
static void note_slot(u32 start, const u8 *code, u32 pc, struct teach_issue *out)
{
    const struct pa_insn *before = pc - start >= 4 ? pa_decode(word_at(code, pc - 4 - start)) : NULL;
    if (!before || !(before->flags & PA_BRANCH)) return;
    bool n = pa_n(word_at(code, pc - 4 - start));
    teach_note(&out->notes, "delay slot", "of the branch at 0x%x, which %s", pc - 4,
               n ? "may nullify it (,n)" : "it precedes in effect");
}

/* What the instruction at `pc` waits for, admitted and completed. `back`: the branch that is taken. */
static struct pa_completion step(struct walk *c, u32 pc, u32 w, u64 back, struct pa_waits *waits)
{
    struct pa_completion done;
    struct pa_issue in = issue_of(c, pc, w);
    struct pa_admitted i = pa_pipe_describe(&c->pipe, &in);
    bool taken = back == pc;
    pa_pipe_admit(c->m, &c->pipe, &i, relating_of(c, &i).likely, 0, waits);
    c->out->joins = c->pipe.bundled;
    pa_pipe_complete(c->m, &c->pipe, taken, 0, &done);
    pa_accesses_note(&c->accesses, &i);
    if (!in.nullified) made(c, &i);
    c->nullify = taken && !(i.flags & PA_COND_BRANCH) && pa_n(w);
    return done;
}

/* Runs a loop until its state at the head has been there before. False: it has not, as often as it was run. */
static bool settle(struct walk *c, const struct teach_loop *l, u32 start, const u8 *code)
{
    struct teach_turns turns = {.count = 0};
    struct pa_waits waits;
    u64 words[PIPE_WORDS];
    for (unsigned t = 0; t <= TEACH_TURNS; t++) {
        size_t n = pa_pipe_reduce(&c->pipe, 0, words);
        if (t && teach_settled(&turns, words, n, c->pipe.end, c->out)) return true; /* before the first turn no access is known */
        for (u32 here = (u32)l->first; here <= (u32)l->last; here += 4)
            step(c, here, word_at(code, here - start), l->branch, &waits);
    }
    return false;
}

/* Where the walk to the instruction begins, with what has run before that. */
static u32 approach(struct walk *c, u32 start, const u8 *code, size_t size, u32 pc)
{
    struct teach_issue *o = c->out;
    u32 first = beginning(start, code, size, pc, &c->pipe.was_taken_slot);
    o->in_loop = teach_find_loop(&pa_teach, start, code, size, pc, &o->loop);
    if (!o->in_loop || !o->loop.straight || o->loop.instructions > TEACH_LOOP) return first;
    struct walk in_loop = *c;
    in_loop.pipe.was_taken_slot = true;
    o->steady = settle(&in_loop, &o->loop, start, code);
    if (!o->steady) return first;
    *c = in_loop;
    return (u32)o->loop.first;
}

static void plan_next(struct walk *c, u32 start, const u8 *code, size_t size, u32 pc)
{
    struct teach_issue *o = c->out;
    struct pa_waits waits;
    u64 at;
    u32 next = o->steady && pc == o->loop.last ? (u32)o->loop.first : pc + 4;
    if (next - start + 4 > size) return;
    struct pa_issue in = issue_of(c, next, word_at(code, next - start));
    struct pa_admitted i = pa_pipe_describe(&c->pipe, &in);
    o->next_known = true;
    o->next_joins = pa_pipe_plan(c->m, &c->pipe, &i, relating_of(c, &i).likely, 0, &at, &waits);
}

static int issue(const char *spec, u64 start, const u8 *code, size_t size, u64 pc, struct teach_issue *out,
                 struct error *e)
{
    struct pa_model m;
    struct pa_waits waits;
    if (pa_model_parse(spec, &m, e)) return -1;
    if (!m.timed) return error_set(e, "--cpu=%s: a model without a pipeline", spec);
    struct walk c = {.m = &m, .out = out};
    *out = (struct teach_issue){0};
    u32 first = approach(&c, (u32)start, code, size, (u32)pc);
    bool alone = m.value[PA_T_ODD_ALONE] && c.pipe.was_taken_slot && first == (u32)pc && pc & 4;
    out->first = first;
    out->before = (pc - first) / 4;
    u64 back = out->steady ? out->loop.branch : ~(u64)0;
    for (u32 here = first; here < (u32)pc; here += 4) step(&c, here, word_at(code, here - (u32)start), back, &waits);
    struct pa_issue in = issue_of(&c, (u32)pc, word_at(code, pc - start));
    struct pa_admitted i = pa_pipe_describe(&c.pipe, &in);
    if (!in.nullified) inputs(&c, &i);
    note_relation(&c, &i, &out->notes);
    out->lock = step(&c, (u32)pc, in.word, back, &waits).lock;
    out->data = waits.data;
    out->structural = waits.structural;
    if (out->steady || !(i.flags & PA_COND_BRANCH)) { /* elsewhere it is not known whether it is taken */
        out->lost = c.pipe.lost;
        out->missed = c.pipe.missed;
    }
    for (unsigned k = 0; out->joins && k < out->inputs; k++) out->input[k].waits = 0;
    plan_next(&c, (u32)start, code, size, (u32)pc);
    if (alone) teach_note(&out->notes, "alone", "behind a taken branch, since its address is no multiple of 8");
    note_slot((u32)start, code, (u32)pc, out);
    note_pairs(&m, i.cls, &out->notes);
    return 0;
}

static int operation(unsigned row, char *out, size_t cap) { return pa_operation_of_row((enum pa_op)row, out, cap); }

static int text(unsigned unit, u64 word, char *out, size_t cap)
{
    const struct pa_insn *in = pa_decode((u32)word);
    (void)unit;
    pa_disasm((u32)word, 0, out, cap);
    return in ? (int)in->op : TEACH_NO_ROW;
}

const struct teach pa_teach = {
    .legend = pa_operation_legend,
    .source = "PA-RISC 1.1 Architecture and Instruction Set Reference Manual; PA-RISC 2.0 Architecture",
    .operation_source = "PA-RISC 2.0 Architecture, chapter 7; PA-RISC 1.1, chapters 5 and 6",
    .operation = operation,
    .number = number,
    .units = units,
    .explain = explain,
    .issue = issue,
    .flow = flow_of,
    .unit = 4,
    .syntax = pa_disasm_syntax,
    .text = text,
    .calls = pa_calls,
    .stub = pa_stub,
};
