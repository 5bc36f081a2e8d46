#include "isa/ia64/timing/teach.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "isa/ia64/exec/engine.h"
#include "isa/ia64/insn/disasm.h"
#include "isa/ia64/insn/fields.h"
#include "isa/ia64/insn/links.h"
#include "isa/ia64/insn/operation.h"
#include "isa/ia64/timing/pipe.h"

/* --- rows under the timing model ---------------------------------------------------------------------------------- */

enum { NUMBERS = 12, EFFECTS = 4 };

/* What a class does to the pipeline, beside what it makes. The first number of all, the clock, ends a list that is shorter. */
static const u8 effects[IA64_CLASS_COUNT][EFFECTS] = {
    [IA64_CLASS_ST] = {IA64_T_MEMORY_STORE, IA64_T_MEMORY_STORES},
    [IA64_CLASS_STF] = {IA64_T_MEMORY_STORE, IA64_T_MEMORY_STORES},
    [IA64_CLASS_SEM] = {IA64_T_SPLIT_SEM},
    [IA64_CLASS_CHK_ALAT] = {IA64_T_MISPREDICT},
    [IA64_CLASS_CHK_I] = {IA64_T_MISPREDICT},
    [IA64_CLASS_CHK_M] = {IA64_T_MISPREDICT},
    [IA64_CLASS_BR] = {IA64_T_MISPREDICT, IA64_T_TAKEN, IA64_T_SPLIT_B, IA64_T_SPLIT_MBB},
    [IA64_CLASS_BR_B2] = {IA64_T_MISPREDICT, IA64_T_TAKEN, IA64_T_SPLIT_B},
    [IA64_CLASS_RSE_M] = {IA64_T_RSE_RATE},
    [IA64_CLASS_SYST_M] = {IA64_T_SPLIT_SEM},
    [IA64_CLASS_SYST_M0] = {IA64_T_FENCE, IA64_T_SRLZ},
    [IA64_CLASS_SYST_B2] = {IA64_T_BSW},
};

/* The numbers of isa/ia64/timing/timing.def that an instruction of that row is told by: of its class, then of its own. */
static unsigned numbers_of(const struct ia64_insn *in, enum ia64_param out[NUMBERS])
{
    unsigned n = 0;
    bool indirect = in->cls == IA64_CLASS_BR && !(in->flags & (IA64_RELATIVE | IA64_RETURN));
    bool approximates = in->cls == IA64_CLASS_FMISC || in->cls == IA64_CLASS_SFMISC;
    for (unsigned i = 0; i < ISSUE_MAKERS; i++) n += ia64_model_latencies((enum ia64_producer)ia64_makers[in->cls][i], out + n);
    for (unsigned i = 0; i < EFFECTS && effects[in->cls][i]; i++) out[n++] = (enum ia64_param)effects[in->cls][i];
    if (in->flags & IA64_POSTINC) out[n++] = IA64_T_BASE;
    if (in->op == IA64_OP_mov_from_psr || in->op == IA64_OP_mov_from_um) out[n++] = IA64_T_PSR;
    if (in->op == IA64_OP_alloc) out[n++] = IA64_T_RSE_RATE;
    if (approximates && in->flags & IA64_SETS_P) out[n++] = IA64_T_FRCPA_P;
    if (in->flags & IA64_RETURN) out[n++] = IA64_T_RETURN;
    if (indirect) out[n++] = IA64_T_INDIRECT;
    if (in->flags & IA64_LINK) n += ia64_model_latencies(BY_TOBR, out + n);
    return n;
}

static bool number(const char *spec, unsigned row, unsigned i, struct cpu_parameter *out)
{
    enum ia64_param list[NUMBERS];
    return i < numbers_of(ia64_insn_row((enum ia64_op)row), list) && ia64_model_parameter(spec, list[i], out);
}

/* What KAPI has on the last B port alone. */
static bool b2_only(const struct ia64_insn *in)
{
    return in && (in->cls == IA64_CLASS_BR_B2 || in->cls == IA64_CLASS_RSE_B || in->cls == IA64_CLASS_SYST_B2);
}

/* The ports of the slot that the row stands in, as the pipeline has it. */
static void put_ports(const struct ia64_insn *in, const struct ia64_issue *i, enum ia64_unit unit, char *out,
                      size_t cap)
{
    size_t n = 0;
    *out = 0;
    for (unsigned p = 0; i->m && p < 4; p++)
        if (i->m >> p & 1) n += (size_t)snprintf(out + n, n < cap ? cap - n : 0, "%sM%u", n ? " " : "", p);
    if (i->flags & ISSUE_I0) snprintf(out, cap, "I0 only");
    else if (i->flags & ISSUE_I) snprintf(out, cap, "I0 I1");
    else if (i->flags & ISSUE_FF) snprintf(out, cap, "F0 and F1 at once");
    else if (i->flags & ISSUE_F) snprintf(out, cap, "F0 F1");
    else if (unit == IA64_UNIT_B) snprintf(out, cap, b2_only(in) ? "B2 only" : "B0 B1 B2");
}

/* A bundle with the word in a slot of that unit, and which slot it is. */
static unsigned bundle_with(enum ia64_unit unit, u64 word, u8 out[16])
{
    static const struct {
        u8 template, slot;
    } place[] = {[IA64_UNIT_M] = {0x00, 0},
                 [IA64_UNIT_I] = {0x00, 1},
                 [IA64_UNIT_F] = {0x0c, 1},
                 [IA64_UNIT_B] = {0x10, 2},
                 [IA64_UNIT_X] = {0x04, 1}};
    unsigned slot = place[unit].slot, at = 5 + 41 * (unit == IA64_UNIT_X ? 2 : slot);
    u128 bits = (u128)place[unit].template | (u128)word << at;
    for (unsigned i = 0; i < 16; i++) out[i] = (u8)(bits >> 8 * i);
    return slot;
}

static void note_unit(const struct ia64_model *m, enum ia64_unit unit, u64 word, const char *key,
                      struct teach_notes *out)
{
    u8 bundle[16];
    char text[40];
    struct ia64_issue i;
    struct ia64_slot s = ia64_slot_at(bundle, bundle_with(unit, word, bundle));
    ia64_issue_of(m, &s, bundle, 0, &i);
    put_ports(s.insn, &i, unit, text, sizeof text);
    teach_note(out, key, "%s", text);
    if (i.flags & ISSUE_ALONE) teach_note(out, "group", "nothing issues in its cycle");
    else if (i.flags & ISSUE_SPLIT && unit == IA64_UNIT_M)
        teach_note(out, "group", "nothing issues behind it in its cycle");
}

static void units(const char *spec, unsigned row, struct teach_notes *out)
{
    const struct ia64_insn *in = ia64_insn_row((enum ia64_op)row);
    struct ia64_model m;
    struct error e;
    if (ia64_model_parse(spec, &m, &e) || !m.timed) return;
    if (in->unit == IA64_UNIT_A) {
        note_unit(&m, IA64_UNIT_M, in->match, "ports, M slot", out);
        note_unit(&m, IA64_UNIT_I, in->match, "ports, I slot", out);
    } else note_unit(&m, (enum ia64_unit)in->unit, in->match, "ports", out);
}

/* --- one instruction ---------------------------------------------------------------------------------------------- */

static void note_bundle(const struct ia64_bundle *b, unsigned slot, struct teach_insn *out)
{
    char stops[48] = "no stop in it";
    size_t n = 0;
    for (unsigned i = 0; i < 3; i++)
        if (b->template->stops >> i & 1)
            n += (size_t)snprintf(stops + n, sizeof stops - n, n ? " and %u" : "a stop behind slot %u", i);
    teach_note(&out->notes, "bundle", "template %s (%s), slot %u of 0 to 2", b->template->name, stops, slot);
}

static void note_predicate(const struct ia64_slot *s, struct teach_insn *out)
{
    if (s->qp && s->insn->flags & IA64_UNC)
        teach_note(&out->notes, "predicate", "p%u; where it is 0 its targets become 0 too (unc)", s->qp);
    else if (s->qp)
        teach_note(&out->notes, "predicate", "p%u: where it is 0 this takes its slot and does nothing", s->qp);
    else if (s->insn->flags & IA64_NO_QP) teach_note(&out->notes, "predicate", "none: it is always executed");
}

static void note_place(const struct ia64_slot *s, struct teach_insn *out)
{
    u32 f = s->insn->flags;
    if (f & IA64_FIRST) teach_note(&out->notes, "place", "must be the first of its instruction group");
    if (f & IA64_LAST) teach_note(&out->notes, "place", "must be the last of its instruction group");
    if (f & IA64_SLOT2) teach_note(&out->notes, "place", "must be in slot 2");
    if (f & IA64_BRANCH && ia64_is_branch(s))
        teach_note(&out->notes, "goes",
                   "to the first slot of a bundle; slots behind it are not executed if it is taken");
}

static bool explain(u64 pc, const u8 *code, size_t n, struct teach_insn *out)
{
    *out = (struct teach_insn){.row = TEACH_NO_ROW};
    if (n < 16) return false;
    struct ia64_bundle b = ia64_bundle_at(code);
    struct ia64_slot s = ia64_slot_at(code, pc);
    out->word = s.word;
    note_bundle(&b, pc & 3, out);
    if (!s.insn) return true;
    enum ia64_unit unit = (enum ia64_unit)b.template->unit[pc & 3];
    out->row = s.insn->op;
    ia64_operation(unit == IA64_UNIT_L ? IA64_UNIT_X : unit, s.word, s.l, ia64_bundle_of(pc), out->operation,
                   sizeof out->operation);
    note_predicate(&s, out);
    note_place(&s, out);
    return true;
}

/* --- its place in the pipeline ------------------------------------------------------------------------------------ */

enum { BACK = 96 }; /* slots looked back */

/* What an instruction needs, made by another: told before it issues. */
struct made {
    char what[TEACH_WHAT];
    u64 from;
    i64 at;        /* the cycle of issue of who made it */
    u32 latency;
    bool in_group; /* which it is to join */
};

struct walk {
    const struct ia64_model *m;
    struct ia64_pipe pipe; /* of whose definitions the object says who made it: object_of() */
    u64 start;
    const u8 *code;
    u32 frame;
    u64 back; /* the branch that is taken */
};

static struct ia64_slot slot_at(const struct walk *c, u64 pc)
{
    return ia64_slot_at(c->code + (ia64_bundle_of(pc) - c->start), pc);
}

/* Straight-line code does not go on behind it. */
static bool leaves(const struct ia64_slot *s)
{
    return s->insn && s->insn->flags & IA64_BRANCH && ia64_is_branch(s) && !s->qp && !(s->insn->flags & IA64_LOOP);
}

static struct teach_flow flow_of(u64 pc, const u8 *code)
{
    struct ia64_slot s = ia64_slot_at(code, pc);
    struct ia64_target t = ia64_branch_target(code, ia64_bundle_of(pc), pc & 3);
    bool branch = s.insn && s.insn->flags & IA64_BRANCH && ia64_is_branch(&s);
    return (struct teach_flow){.next = s.next, .last = pc, .to_known = branch && t.known && !(s.insn->flags & IA64_LINK),
                               .target = t.addr, .leaves = leaves(&s)};
}

/* The frame that the last alloc before pc makes: how many registers rotate. */
static u32 frame_at(const struct walk *c, u64 pc)
{
    u32 frame = 0;
    for (u64 here = c->start; here < pc;) {
        struct ia64_slot s = slot_at(c, here);
        if (s.insn && s.insn->op == IA64_OP_alloc) frame = mode_frame(ia64_sof(s.word), ia64_sol(s.word), ia64_sor(s.word));
        here = s.next;
    }
    return frame;
}

/* Where straight-line code that reaches pc begins. */
static u64 beginning(const struct walk *c, size_t size, u64 pc)
{
    u64 first = c->start;
    for (u64 here = c->start; ia64_bundle_of(here) + 16 <= c->start + size;) {
        struct ia64_slot s = slot_at(c, here);
        struct ia64_target t =
            ia64_branch_target(c->code + (ia64_bundle_of(here) - c->start), ia64_bundle_of(here), here & 3);
        if (t.known && t.addr > first && t.addr <= pc) first = t.addr;
        if (here < pc && leaves(&s) && s.next <= pc && s.next > first) first = s.next;
        here = s.next;
    }
    u64 bundles = (BACK - 3) / 3 * 16;
    return pc - first > bundles ? ia64_bundle_of(pc) - bundles : first;
}

static void resource_name(unsigned res, char out[16])
{
    const char *ar = res >= RES_AR ? ia64_ar_name(res - RES_AR) : NULL;
    if (ar) snprintf(out, 16, "ar.%s", ar);
    else if (res >= RES_AR) snprintf(out, 16, "ar%u", res - RES_AR);
    else if (res >= RES_BR) snprintf(out, 16, "b%u", res - RES_BR);
    else if (res >= RES_PR) snprintf(out, 16, "p%u", res - RES_PR);
    else snprintf(out, 16, "%c%u", res >= RES_FR ? 'f' : 'r', res >= RES_FR ? res - RES_FR : res);
}

/* An instruction as the object of what it makes, and back; 0 is none. */
static u32 object_of(const struct walk *c, u64 pc) { return (u32)((pc - c->start) >> 2 | (pc & 3)) + 1; }
static u64 pc_of(const struct walk *c, u32 object) { return c->start + (((u64)object - 1) >> 2 << 4) + ((object - 1) & 3); }

/* Who made what the pipe knows as `res` last; false: none of those that ran. */
static bool find_maker(const struct walk *c, unsigned res, enum ia64_use use, struct made *out)
{
    const struct ia64_pipe *p = &c->pipe;
    for (unsigned k = p->defs; k-- > 0;) {
        if (p->def[k].res != res || !p->def[k].object) continue;
        *out = (struct made){.from = pc_of(c, p->def[k].object), .at = p->at, .latency = c->m->latency[p->def[k].producer][use],
                             .in_group = true};
        return true;
    }
    if (!(p->live[res / 64] >> res % 64 & 1) || !p->object[res]) return false;
    *out = (struct made){.from = pc_of(c, p->object[res]), .at = p->when[res], .latency = c->m->latency[p->producer[res]][use]};
    return true;
}

/* What the instruction needs, before it issues. Returns how many. */
static unsigned needs(const struct walk *c, const struct ia64_issue *i, struct made out[TEACH_INPUTS])
{
    unsigned count = 0;
    for (unsigned n = 0; n < i->uses && count < TEACH_INPUTS; n++) {
        if (!find_maker(c, i->use[n], (enum ia64_use)i->use_class[n], &out[count])) continue;
        bool again = false; /* as in r3 = r2 + r2 */
        for (unsigned k = 0; k < n; k++) again |= i->use[k] == i->use[n] && i->use_class[k] == i->use_class[n];
        if (!again) resource_name(i->use[n], out[count++].what);
    }
    return count;
}

/* The same when it has issued: `free` is the first cycle in which it could. */
static void inputs(const struct walk *c, const struct made *made, unsigned count, i64 free, struct teach_issue *out)
{
    for (unsigned k = 0; k < count; k++) {
        /* One that waits holds its whole group: those that are in it have not issued either. */
        i64 ready = (made[k].in_group && c->pipe.joined ? c->pipe.at : made[k].at) + made[k].latency;
        struct teach_input *in = &out->input[out->inputs++];
        memcpy(in->what, made[k].what, sizeof in->what);
        in->from = made[k].from;
        in->waits = ready > free ? (u64)(ready - free) : 0;
    }
}

/* The instruction group by stops, in the order of memory. */
static void note_group(const struct walk *c, u64 end, u64 pc, struct teach_issue *out)
{
    u64 from = c->start, to = pc;
    bool ended = false;
    for (u64 here = c->start; ia64_bundle_of(here) + 16 <= end && !ended;) {
        struct ia64_issue i;
        struct ia64_slot s = slot_at(c, here);
        ia64_issue_of(c->m, &s, c->code + (ia64_bundle_of(here) - c->start), 0, &i);
        bool stop = i.flags & ISSUE_STOP;
        to = here;
        if (stop && here < pc) from = s.next;
        ended = stop && here >= pc;
        here = s.next;
    }
    teach_note(&out->notes, "group", "0x%" PRIx64 " to 0x%" PRIx64 ", between two stops: they may issue at once", from,
               to);
}

static void issue_at(const struct walk *c, u64 pc, struct ia64_issue *out)
{
    struct ia64_slot s = slot_at(c, pc);
    ia64_issue_of(c->m, &s, c->code + (ia64_bundle_of(pc) - c->start), c->frame, out);
}

static void step(struct walk *c, u64 pc, struct teach_issue *out)
{
    struct ia64_issue i;
    struct ia64_waits waits;
    struct ia64_outcome outcome = {.object = object_of(c, pc), .taken = pc == c->back};
    u32 lost;
    issue_at(c, pc, &i);
    ia64_pipe_admit(c->m, &c->pipe, &i, 0, &waits);
    out->joins = c->pipe.joined;
    out->data = waits.data;
    out->lock = i.lock;
    ia64_pipe_complete(c->m, &c->pipe, &i, &outcome, &lost);
    out->lost = lost;
}

/* Runs a loop until its state at the head has been there before. False: it has not, as often as it was run. */
static bool settle(struct walk *c, struct teach_issue *out)
{
    struct teach_turns turns = {.count = 0};
    struct teach_issue each;
    u64 words[PIPE_WORDS];
    for (unsigned t = 0; t <= TEACH_TURNS; t++) {
        size_t n = ia64_pipe_reduce(c->m, &c->pipe, words);
        if (teach_settled(&turns, words, n, (u64)c->pipe.end, out)) return true;
        for (u64 here = out->loop.first; here <= out->loop.last; here = slot_at(c, here).next) step(c, here, &each);
    }
    return false;
}

/* Where the walk to the instruction begins, with what has run before that. */
static u64 approach(struct walk *c, size_t size, u64 pc, struct teach_issue *out)
{
    u64 first = beginning(c, size, pc);
    c->back = ~(u64)0;
    out->in_loop = teach_find_loop(&ia64_teach, c->start, c->code, size, pc, &out->loop);
    ia64_pipe_init(&c->pipe, 0);
    if (!out->in_loop || !out->loop.straight || out->loop.instructions > TEACH_LOOP) return first;
    c->back = out->loop.branch;
    c->frame = frame_at(c, pc);
    if ((out->steady = settle(c, out))) return out->loop.first;
    c->back = ~(u64)0;
    ia64_pipe_init(&c->pipe, 0);
    return first;
}

static void plan_next(struct walk *c, size_t size, u64 pc, struct teach_issue *out)
{
    u64 next = out->steady && pc == out->loop.last ? out->loop.first : slot_at(c, pc).next;
    struct teach_issue behind = {0};
    if (ia64_bundle_of(next) + 16 > c->start + size) return;
    step(c, next, &behind);
    out->next_known = true;
    out->next_joins = behind.joins;
}

static int issue(const char *spec, u64 start, const u8 *code, size_t size, u64 pc, struct teach_issue *out,
                 struct error *e)
{
    struct ia64_model m;
    if (ia64_model_parse(spec, &m, e)) return -1;
    if (!m.timed) return error_set(e, "--cpu=%s: a model without a pipeline", spec);
    struct walk c = {.m = &m, .start = start, .code = code};
    struct ia64_issue i;
    struct made made[TEACH_INPUTS];
    struct teach_issue before;
    *out = (struct teach_issue){0};
    u64 here = out->first = approach(&c, size, pc, out);
    for (; here < pc; here = slot_at(&c, here).next, out->before++) step(&c, here, &before);
    issue_at(&c, pc, &i);
    unsigned count = needs(&c, &i, made);
    step(&c, pc, out);
    inputs(&c, made, count, c.pipe.at - (i64)out->data, out);
    note_group(&c, start + size, pc, out);
    char ports[40];
    enum ia64_unit unit = (enum ia64_unit)ia64_bundle_at(code + (ia64_bundle_of(pc) - start)).template->unit[pc & 3];
    put_ports(slot_at(&c, pc).insn, &i, unit, ports, sizeof ports);
    teach_note(&out->notes, "ports", "%s", ports);
    plan_next(&c, size, pc, out);
    return 0;
}

static int operation(unsigned row, char *out, size_t cap) { return ia64_operation_of_row((enum ia64_op)row, out, cap); }

static int text(unsigned unit, u64 word, char *out, size_t cap)
{
    const struct ia64_insn *in = ia64_decode((enum ia64_unit)unit, word);
    ia64_disasm_word(unit, word, out, cap);
    return in ? (int)in->op : TEACH_NO_ROW;
}

const struct teach ia64_teach = {
    .legend = ia64_operation_legend,
    .source = "Itanium Architecture Software Developer's Manual 2.3, volume 3, chapter 4",
    .operation_source = "the same, chapter 2; branches and registers: volume 1, chapter 4",
    .operation = operation,
    .number = number,
    .units = units,
    .explain = explain,
    .issue = issue,
    .flow = flow_of,
    .unit = 16,
    .syntax = ia64_disasm_syntax,
    .text = text,
    .calls = ia64_calls,
    .stub = ia64_stub,
};
