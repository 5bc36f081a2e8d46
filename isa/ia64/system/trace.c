#include "isa/ia64/system/trace.h"

#include <inttypes.h>
#include <string.h>

#include "isa/ia64/exec/rotate.h"
#include "isa/ia64/insn/access.h"
#include "isa/ia64/insn/disasm.h"
#include "isa/ia64/timing/timed.h"
#include "isa/ia64/timing/timing.h"

/* --- lines ------------------------------------------------------------------------------------------------------------------- */

static void print_application_registers(FILE *f, const struct cpu *old, const struct cpu *c)
{
#define CHANGED(name, field)                                                                                           \
    if (old->field != c->field) fprintf(f, " " name "=0x%" PRIx64, (u64)c->field)
    CHANGED("ar.rsc", rse.rsc);
    CHANGED("ar.bsp", rse.bsp);
    CHANGED("ar.bspstore", rse.bspstore);
    CHANGED("ar.rnat", rse.rnat);
    CHANGED("ar.ccv", ccv);
    CHANGED("ar.unat", unat);
    CHANGED("ar.fpsr", fpsr);
    CHANGED("ar.pfs", pfs);
    CHANGED("ar.lc", lc);
    CHANGED("ar.ec", ec);
    CHANGED("ar.csd", csd);
    CHANGED("psr", psr);
#undef CHANGED
    if (ia64_cfm_bits(old->cfm) != ia64_cfm_bits(c->cfm)) fprintf(f, " cfm=0x%" PRIx64, ia64_cfm_bits(c->cfm));
}

static void print_changes(FILE *f, const struct cpu *old, const struct cpu *c)
{
    bool same_frame = old->rse.bof == c->rse.bof && old->cfm.rrb_gr == c->cfm.rrb_gr;
    unsigned top = same_frame ? FRAME + c->cfm.sof : FRAME;
    for (unsigned i = 1; i < top; i++) {
        if (ia64_get_nat(c, i) && !ia64_get_nat(old, i)) fprintf(f, " r%u=NaT", i);
        else if (old->gr[i] != c->gr[i]) fprintf(f, " r%u=0x%" PRIx64, i, c->gr[i]);
    }
    for (unsigned i = 2; i < FR_COUNT; i++) {
        const struct ia64_fr *a = &old->fr[i], *b = &c->fr[i];
        if (a->sig != b->sig || a->exp != b->exp || a->sign != b->sign)
            fprintf(f, " f%u=%u:%05x:%016" PRIx64, i, b->sign, b->exp, b->sig);
    }
    u64 pr = ia64_get_pr(c);
    if (pr != ia64_get_pr(old)) fprintf(f, " pr=0x%" PRIx64, pr);
    for (unsigned i = 0; i < 8; i++)
        if (old->br[i] != c->br[i]) fprintf(f, " b%u=0x%" PRIx64, i, c->br[i]);
    print_application_registers(f, old, c);
}

/* Anything that print_changes() would print: all that a program sees, but for ip and ri. */
static bool kernel_changed(const struct cpu *old, const struct cpu *c)
{
    return memcmp(old->gr, c->gr, sizeof c->gr) || memcmp(old->fr, c->fr, sizeof c->fr) ||
           memcmp(old->br, c->br, sizeof c->br) || ia64_get_pr(old) != ia64_get_pr(c) || old->rse.bsp != c->rse.bsp ||
           old->rse.bspstore != c->rse.bspstore || old->unat != c->unat || old->pfs != c->pfs || old->psr != c->psr;
}

static void look(struct insn_trace *t, const struct cpu *c)
{
    if (mem_peek(&c->thread->process->mem, c->ip, t->code, 16) != 0) memset(t->code, 0, 16);
    struct ia64_slot slot = ia64_slot_at(t->code, ia64_pc(c));
    struct ia64_reference access = ia64_reference_of(c, &slot);
    u32 flags = slot.insn ? slot.insn->flags : 0;
    t->pc = slot.pc;
    t->word = slot.word;
    t->off = !c->pr[slot.qp];
    t->size = access.size;
    t->address = access.address;
    t->loads = flags & (IA64_LOAD | IA64_SEM);
    t->stores = flags & (IA64_STORE | IA64_SEM);
}

static void print_access(FILE *f, const struct insn_trace *t, char arrow, const u8 *bytes)
{
    fprintf(f, " 0x%" PRIx64 ":%u%c0x", t->address, t->size, arrow);
    for (unsigned i = t->size; i-- > 0;) fprintf(f, "%02x", bytes[i]);
}

static void write_text(const struct insn_trace *t, char *out, size_t cap)
{
    ia64_disasm_slot(t->code, ia64_bundle_of(t->pc), t->pc & 3, out, cap);
}

const struct trace_isa ia64_trace = {
    .cpu = sizeof(struct cpu), .pc_digits = 16, .word_digits = 11, .look = look, .kernel_changed = kernel_changed,
    .print_changes = print_changes, .print_access = print_access, .text = write_text,
};

/* --- stages ------------------------------------------------------------------------------------------------------------------ */

/* What it waited for before its issue, that, and what held the processor behind it. */
void ia64_stages(const struct thread *t, u64 begin, bool off, struct kanata_insn *out)
{
    struct ia64_breakdown simple = {.begin = begin};
    const struct ia64_breakdown *p = t->cpu->timed ? &t->cpu->timed->model->completed : &simple;
    *out = (struct kanata_insn){.tid = t->tid, .off = off, .begin = p->begin};
    kanata_stage(out, "Rs", p->stack);
    kanata_stage(out, "It", p->tlb);
    kanata_stage(out, "Ic", p->icache);
    kanata_stage(out, "Rd", p->data);
    kanata_stage(out, "Dc", p->dcache);
    kanata_stage(out, off ? "Nu" : "Ex", 1);
    kanata_stage(out, "Me", p->wait_tlb + p->queue);
    kanata_stage(out, "Rs", p->moving);
    kanata_stage(out, "Lk", p->lock);
    kanata_stage(out, "Br", p->lost);
    snprintf(out->detail, sizeof out->detail, "%s%s%s", p->joined ? "in the group of the one before it" : "",
             p->joined && off ? ", " : "", off ? "its predicate is false" : "");
}
