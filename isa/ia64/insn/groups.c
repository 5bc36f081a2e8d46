#include "isa/ia64/insn/groups.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "emu/core/pc_table.h"
#include "isa/ia64/insn/disasm.h"
#include "isa/ia64/insn/fields.h"
#include "isa/ia64/insn/slot.h"

/* What instructions of a group may depend on each other by, besides the registers of isa/ia64/insn/operands.h. */
enum resource {
    UNAT_BIT = RES_COUNT,     /* each by itself: spills and fills have one */
    CONTROLS = UNAT_BIT + 64, /* of the four status fields of FPSR */
    FLAGS = CONTROLS + 4,
    TRAPS = FLAGS + 4, /* and the rest of it */
    CFM = TRAPS + 1,
    UM = CFM + 1, /* PSR{5:0}, the user mask; bit 0 is not used */
    RESOURCES = UM + 6,
};

/* How it is accessed, where that matters for what is allowed. */
enum how {
    PLAINLY,
    BY_CHECK_LOAD, /* written: hardly ever, and then the processor sees to it */
    BY_COMPARE,    /* a predicate, written by an integer compare or test of types none and unc */
    BY_AND,        /* ... of the parallel types */
    BY_OR,
    BY_MOVE,       /* a predicate, branch register or PFS, written by mov */
    STICKILY,      /* flags, written by being ORed */
    BY_LOOP,       /* p63, written by a loop branch */
    BY_BRANCH,     /* read */
};

struct access {
    u16 resource; /* RES_... or enum resource, + number */
    u8 how;       /* enum how */
};

enum { MOST = 200 }; /* accesses of an instruction; mov to ar.unat and mov from pr have 64 */

struct accesses {
    struct access read[MOST], write[MOST];
    unsigned reads, writes;
};

struct reported { /* by all threads */
    struct pc_table at;
    unsigned users;
};

struct ia64_groups {
    struct reported *reported;
    u64 number;   /* of the group, from 1 on */
    u64 pc;       /* of the slot before */
    u64 next;     /* pc at which the group goes on; 0: nowhere */
    bool started; /* it has an instruction */
    struct {
        u64 group, pc;
        u8 how;
    } writer[RESOURCES], p63_tested; /* the last one, and in which group */
};

struct ia64_groups *ia64_groups_new(struct ia64_groups *of)
{
    struct ia64_groups *g = calloc(1, sizeof *g);
    if (!g) return NULL;
    g->reported = of ? of->reported : calloc(1, sizeof *g->reported);
    if (!g->reported) {
        free(g);
        return NULL;
    }
    g->reported->users++;
    g->number = 1;
    return g;
}

void ia64_groups_free(struct ia64_groups *g)
{
    if (!g) return;
    if (--g->reported->users == 0) {
        pc_table_free(&g->reported->at);
        free(g->reported);
    }
    free(g);
}

/* --- what an instruction accesses ------------------------------------------------------------------------------------------ */

static void reads(struct accesses *a, unsigned resource, enum how how)
{
    a->read[a->reads++] = (struct access){(u16)resource, (u8)how};
}

static void writes(struct accesses *a, unsigned resource, enum how how)
{
    a->write[a->writes++] = (struct access){(u16)resource, (u8)how};
}

/* n in a row. */
static void reads_all(struct accesses *a, unsigned resource, unsigned n)
{
    for (unsigned i = 0; i < n; i++) reads(a, resource + i, PLAINLY);
}
static void writes_all(struct accesses *a, unsigned resource, unsigned n)
{
    for (unsigned i = 0; i < n; i++) writes(a, resource + i, PLAINLY);
}

/* Of an application register: */
static void reads_ar(struct accesses *a, unsigned ar, enum how how)
{
    switch (ar) {
    case AR_FPSR: reads_all(a, CONTROLS, TRAPS + 1 - CONTROLS); break;
    case AR_BSPSTORE: case AR_RNAT: reads(a, RES_AR + AR_RSC, PLAINLY); /* fall through */
    default: reads(a, RES_AR + ar, how); break;
    }
}

static void writes_ar(struct accesses *a, unsigned ar, enum how how)
{
    switch (ar) {
    case AR_FPSR: writes_all(a, CONTROLS, TRAPS + 1 - CONTROLS); break;
    case AR_BSPSTORE:
        writes_all(a, RES_AR + AR_BSP, 3); /* and RNAT is undefined then */
        reads(a, RES_AR + AR_RSC, PLAINLY);
        break;
    case AR_RNAT: reads(a, RES_AR + AR_RSC, PLAINLY); /* fall through */
    default: writes(a, RES_AR + ar, how); break;
    }
}

/* How the first or second target is written. */
static enum how compare_of(const struct ia64_insn *in, bool second)
{
    if (in->cls != IA64_CLASS_ICMP && in->cls != IA64_CLASS_TBIT) return PLAINLY; /* by floating-point operations */
    bool by_or = in->flags & IA64_BY_OR, by_and = in->flags & IA64_BY_AND;
    if (by_or && by_and) return second ? BY_AND : BY_OR;
    return by_and ? BY_AND : by_or ? BY_OR : BY_COMPARE;
}

/* General and floating-point registers. */
static void operands(struct accesses *a, const struct ia64_slot *s)
{
    const struct ia64_operands *o = &s->operands;
    const struct ia64_insn *in = s->insn;
    bool check_load = in->flags & IA64_CHECK && in->flags & IA64_LOAD;
    bool entry_only = in->cls == IA64_CLASS_CHK_ALAT || in->cls == IA64_CLASS_SYST_M; /* of the ALAT */
    for (unsigned i = 0; i < o->gr_ins && !entry_only; i++)
        if (o->gr_in[i]) reads(a, RES_GR + o->gr_in[i], PLAINLY);
    for (unsigned i = 0; i < o->fr_ins && !entry_only; i++)
        if (o->fr_in[i] > 1) reads(a, RES_FR + o->fr_in[i], PLAINLY);
    for (unsigned i = 0; i < o->gr_outs; i++) {
        bool base = in->flags & IA64_POSTINC && i + 1u == o->gr_outs;
        writes(a, RES_GR + o->gr_out[i], check_load && !base ? BY_CHECK_LOAD : PLAINLY);
    }
    for (unsigned i = 0; i < o->fr_outs; i++) {
        writes(a, RES_FR + o->fr_out[i], check_load ? BY_CHECK_LOAD : PLAINLY);
        writes(a, UM + (o->fr_out[i] < 32 ? PSR_MFL : PSR_MFH), STICKILY);
    }
}

static void targets(struct accesses *a, const struct ia64_slot *s)
{
    for (unsigned i = 0; i < s->operands.pr_outs; i++)
        if (s->operands.pr_out[i]) writes(a, RES_PR + s->operands.pr_out[i], compare_of(s->insn, i == 1));
}

/* Branch and application registers, and predicates that are data. */
static void others(struct accesses *a, const struct ia64_slot *s, const struct cpu *c)
{
    const struct ia64_operands *o = &s->operands;
    bool branch = s->insn->flags & IA64_BRANCH;
    bool one = o->base >= 0; /* of UNAT's bits: a fill or spill */
    unsigned bit = UNAT_BIT + (one ? c->gr[(u8)o->base] >> 3 & 63 : 0);
    for (unsigned i = 0; i < o->other_ins; i++) {
        unsigned res = o->other_in[i];
        if (res == RES_AR + AR_UNAT) reads_all(a, bit, one ? 1 : 64);
        else if (res < RES_AR) reads(a, res, branch ? BY_BRANCH : PLAINLY);
        else reads_ar(a, res - RES_AR, branch ? BY_BRANCH : PLAINLY);
    }
    for (unsigned i = 0; i < o->other_outs; i++) {
        unsigned res = o->other_out[i];
        if (res == RES_AR + AR_UNAT) writes_all(a, bit, one ? 1 : 64);
        else if (res < RES_AR) writes(a, res, branch ? PLAINLY : BY_MOVE);
        else writes_ar(a, res - RES_AR, res == RES_AR + AR_PFS && !branch ? BY_MOVE : PLAINLY);
    }
    if (o->all_pr_in) reads_all(a, RES_PR + 1, 63);
    for (unsigned i = 1; i < 64; i++)
        if (o->pr_mask >> i & 1) writes(a, RES_PR + i, BY_MOVE);
}

static void memory(struct accesses *a, const struct ia64_slot *s)
{
    if (!(s->insn->flags & (IA64_LOAD | IA64_STORE))) return;
    reads(a, UM + PSR_BE, PLAINLY);
    reads(a, UM + PSR_AC, PLAINLY);
}

/* The status field of operations that have one. */
static void floating_point(struct accesses *a, const struct ia64_slot *s)
{
    if (!(s->insn->flags & IA64_SF)) return;
    unsigned sf = ia64_sf(s->word);
    switch (s->insn->op) {
    case IA64_OP_fsetc:
        reads(a, CONTROLS, PLAINLY);
        writes(a, CONTROLS + sf, PLAINLY);
        break;
    case IA64_OP_fclrf: writes(a, FLAGS + sf, PLAINLY); break;
    case IA64_OP_fchkf:
        reads(a, FLAGS, PLAINLY);
        reads(a, FLAGS + sf, PLAINLY);
        reads(a, TRAPS, PLAINLY);
        break;
    default:
        reads(a, CONTROLS + sf, PLAINLY);
        reads(a, TRAPS, PLAINLY);
        writes(a, FLAGS + sf, STICKILY);
        break;
    }
}

static void register_stack(struct accesses *a)
{
    reads(a, RES_AR + AR_RSC, PLAINLY);
    reads_all(a, RES_AR + AR_BSPSTORE, 2); /* and RNAT */
    writes_all(a, RES_AR + AR_BSPSTORE, 2);
}

/* What a branch does to the frame. */
static void branches(struct accesses *a, const struct ia64_slot *s)
{
    u32 f = s->insn->flags;
    if (f & IA64_LINK) reads_ar(a, AR_EC, PLAINLY);
    if (f & (IA64_LINK | IA64_RETURN)) reads_ar(a, AR_BSP, PLAINLY);
    if (f & IA64_RETURN) writes_ar(a, AR_EC, PLAINLY);
    if (s->operands.rotates) {
        reads(a, CFM, PLAINLY);
        writes(a, CFM, PLAINLY);
        writes(a, RES_PR + 63, BY_LOOP);
    }
}

static void user_mask(struct accesses *a, u64 mask)
{
    for (unsigned i = 1; i < 6; i++)
        if (mask >> i & 1) writes(a, UM + i, PLAINLY);
}

/* System instructions: the user mask and the register stack. */
static void system_state(struct accesses *a, const struct ia64_slot *s)
{
    switch (s->insn->op) {
    case IA64_OP_mov_from_um: case IA64_OP_mov_from_psr: reads_all(a, UM + 1, 5); break;
    case IA64_OP_mov_to_um: case IA64_OP_mov_to_psr: user_mask(a, 0x3f); break;
    case IA64_OP_sum: case IA64_OP_rum: case IA64_OP_ssm: case IA64_OP_rsm: user_mask(a, ia64_imm24(s->word)); break;
    case IA64_OP_alloc: register_stack(a); break;
    case IA64_OP_flushrs: case IA64_OP_loadrs:
        reads_ar(a, AR_BSP, PLAINLY);
        register_stack(a);
        break;
    case IA64_OP_cover:
        reads_ar(a, AR_BSP, PLAINLY);
        writes_ar(a, AR_BSP, PLAINLY);
        break;
    default: break;
    }
}

/* A name that rotates is looked up through CFM. */
static bool rotates(const struct cpu *c, unsigned resource)
{
    unsigned frame = RES_GR + FRAME;
    if (resource < RES_FR) return resource >= frame && resource < frame + c->cfm.sor;
    if (resource < RES_PR) return resource >= RES_FR + 32;
    return resource < RES_BR && resource >= RES_PR + 16;
}

/* mov from and to pr are about places; of these, only the qualifying predicate is a name. */
static void look_up(struct accesses *a, const struct ia64_slot *s, const struct cpu *c)
{
    bool any = s->qp && rotates(c, RES_PR + s->qp);
    if (s->insn->cls != IA64_CLASS_FRPR && s->insn->cls != IA64_CLASS_TOPR) {
        for (unsigned i = 0; i < a->reads; i++) any |= rotates(c, a->read[i].resource);
        for (unsigned i = 0; i < a->writes; i++) any |= rotates(c, a->write[i].resource);
    }
    if (any) reads(a, CFM, PLAINLY);
}

/* All of a slot whose predicate is `on`. */
static void accesses_of(struct accesses *a, const struct ia64_slot *s, const struct cpu *c, bool on)
{
    const struct ia64_insn *in = s->insn;
    bool branch = in->unit == IA64_UNIT_B || in->op == IA64_OP_brl_cond || in->op == IA64_OP_brl_call;
    a->reads = a->writes = 0;
    if (s->qp) reads(a, RES_PR + s->qp, branch ? BY_BRANCH : PLAINLY);
    if (on) {
        operands(a, s);
        others(a, s, c);
        memory(a, s);
        floating_point(a, s);
        branches(a, s);
        system_state(a, s);
    }
    if (on || ia64_clears_when_off(in)) targets(a, s);
    look_up(a, s, c);
}

/* --- what is allowed -------------------------------------------------------------------------------------------------------- */

static bool may_read_after(enum how write, enum how read)
{
    bool for_branch = write == BY_COMPARE || write == BY_AND || write == BY_OR || write == BY_MOVE;
    return write == BY_CHECK_LOAD || (read == BY_BRANCH && for_branch);
}

static bool may_write_after(enum how a, enum how b)
{
    return a == b && (a == BY_AND || a == BY_OR || a == STICKILY);
}

/* --- reports ------------------------------------------------------------------------------------------------------------------ */

static void name(unsigned r, char *out, size_t cap)
{
    static const char *const um[] = {"", "be", "up", "ac", "mfl", "mfh"};
    if (r < RES_FR) snprintf(out, cap, "r%u", r - RES_GR);
    else if (r < RES_PR) snprintf(out, cap, "f%u", r - RES_FR);
    else if (r < RES_BR) snprintf(out, cap, "p%u", r - RES_PR);
    else if (r < RES_AR) snprintf(out, cap, "b%u", r - RES_BR);
    else if (r < UNAT_BIT && ia64_ar_name(r - RES_AR)) snprintf(out, cap, "ar.%s", ia64_ar_name(r - RES_AR));
    else if (r < UNAT_BIT) snprintf(out, cap, "ar%u", r - RES_AR);
    else if (r < CONTROLS) snprintf(out, cap, "ar.unat{%u}", r - UNAT_BIT);
    else if (r < FLAGS) snprintf(out, cap, "ar.fpsr.sf%u.controls", r - CONTROLS);
    else if (r < TRAPS) snprintf(out, cap, "ar.fpsr.sf%u.flags", r - FLAGS);
    else if (r == TRAPS) snprintf(out, cap, "ar.fpsr.traps");
    else if (r == CFM) snprintf(out, cap, "cfm");
    else snprintf(out, cap, "psr.%s", um[r - UM]);
}

static void text_at(const struct cpu *c, u64 pc, char *out, size_t cap)
{
    u8 bundle[16];
    out[0] = 0;
    if (mem_peek(&c->thread->process->mem, ia64_bundle_of(pc), bundle, 16) == 0)
        ia64_disasm_slot(bundle, ia64_bundle_of(pc), pc & 3, out, cap);
}

/* True the first time. */
static bool first_report(struct ia64_groups *g, u64 pc) { return pc_table_at(&g->reported->at, pc)->slots++ == 0; }

static void report(struct ia64_groups *g, const struct cpu *c, const char *kind, unsigned resource, u64 earlier, u64 pc)
{
    char what[32], text[96], before[96];
    if (!first_report(g, pc)) return;
    name(resource, what, sizeof what);
    text_at(c, pc, text, sizeof text);
    text_at(c, earlier, before, sizeof before);
    machine_before_words(c->thread->process->machine, -1);
    fprintf(stderr, "pcgram: %s on %s: 0x%016" PRIx64 " %s; earlier in its group: 0x%016" PRIx64 " %s\n", kind, what, pc, text,
            earlier, before);
}

static void report_place(struct ia64_groups *g, const struct cpu *c, const char *place, u64 pc)
{
    char text[96];
    if (!first_report(g, pc)) return;
    text_at(c, pc, text, sizeof text);
    machine_before_words(c->thread->process->machine, -1);
    fprintf(stderr, "pcgram: not the %s of its group: 0x%016" PRIx64 " %s\n", place, pc, text);
}

/* --- the group ------------------------------------------------------------------------------------------------------------------ */

static void check(struct ia64_groups *g, const struct cpu *c, const struct accesses *a, u64 pc)
{
    for (unsigned i = 0; i < a->reads; i++) {
        const struct access *r = &a->read[i];
        if (g->writer[r->resource].group == g->number && !may_read_after(g->writer[r->resource].how, r->how))
            report(g, c, "RAW", r->resource, g->writer[r->resource].pc, pc);
    }
    for (unsigned i = 0; i < a->writes; i++) {
        const struct access *w = &a->write[i];
        if (g->writer[w->resource].group == g->number && !may_write_after(g->writer[w->resource].how, w->how))
            report(g, c, "WAW", w->resource, g->writer[w->resource].pc, pc);
        if (w->how == BY_LOOP && g->p63_tested.group == g->number) report(g, c, "WAR", w->resource, g->p63_tested.pc, pc);
    }
}

static void record(struct ia64_groups *g, const struct accesses *a, u64 pc)
{
    for (unsigned i = 0; i < a->writes; i++) {
        const struct access *w = &a->write[i];
        g->writer[w->resource].group = g->number;
        g->writer[w->resource].pc = pc;
        g->writer[w->resource].how = w->how;
    }
    for (unsigned i = 0; i < a->reads; i++) {
        if (a->read[i].resource != RES_PR + 63 || a->read[i].how != BY_BRANCH) continue;
        g->p63_tested.group = g->number;
        g->p63_tested.pc = pc;
    }
}

/* A branch that goes to what follows it ends the group as well: is it taken? */
static bool is_taken(const struct ia64_slot *s, const struct cpu *c)
{
    bool epilog = c->ec > 1;
    switch (s->insn->op) {
    case IA64_OP_br_cloop: return c->lc != 0;
    case IA64_OP_br_ctop: return c->lc != 0 || epilog;
    case IA64_OP_br_cexit: return !(c->lc != 0 || epilog);
    case IA64_OP_br_wtop: return c->pr[ia64_qp(s->word)] || epilog;
    case IA64_OP_br_wexit: return !(c->pr[ia64_qp(s->word)] || epilog);
    default: return ia64_is_branch(s) && c->pr[s->qp];
    }
}

void ia64_groups_before(struct ia64_groups *g, const struct cpu *c)
{
    u8 bytes[16];
    u64 pc = c->ip | c->ri;
    if (pc == g->pc) return; /* once more, after a fault */
    if (mem_peek(&c->thread->process->mem, c->ip, bytes, 16) != 0) return;
    struct ia64_slot s = ia64_slot_at(bytes, pc);
    if (pc != g->next) { /* behind a stop, a taken branch or a signal */
        g->number++;
        g->started = false;
    }
    bool stop = ia64_bundle_at(bytes).template->stops >> (s.insn && s.insn->unit == IA64_UNIT_X ? 2 : pc & 3) & 1;
    g->pc = pc;
    g->next = stop || (s.insn && is_taken(&s, c)) ? 0 : s.next;
    if (!s.insn) return;
    struct accesses a;
    accesses_of(&a, &s, c, c->pr[s.qp]);
    check(g, c, &a, pc);
    if (s.insn->flags & IA64_FIRST && g->started) report_place(g, c, "first", pc);
    if (s.insn->flags & IA64_LAST && !stop) report_place(g, c, "last", pc);
    record(g, &a, pc);
    g->started = true;
}
