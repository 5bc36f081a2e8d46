#include "isa/ia64/system/trace.h"

#include <inttypes.h>
#include <stdlib.h>

#include "emu/core/kanata.h"
#include "emu/core/trace.h"
#include "isa/ia64/exec/rotate.h"
#include "isa/ia64/insn/access.h"
#include "isa/ia64/insn/disasm.h"
#include "isa/ia64/timing/timed.h"
#include "isa/ia64/timing/timing.h"

struct insn_trace {
    struct cpu before; /* the processor before the instruction; after it, as it left it */
    bool known;        /* `before` holds the state after the last instruction */
    bool off;          /* its predicate is false */
    u64 cycle;
    u8 bundle[16];
    struct ia64_slot slot;
    struct ia64_reference access;
    u8 old[16]; /* what was in memory: the value loaded */
};

struct insn_trace *ia64_trace_new(void) { return calloc(1, sizeof(struct insn_trace)); }
void ia64_trace_free(struct insn_trace *t) { free(t); }

static void read_bytes(const struct cpu *c, const struct ia64_reference *a, u8 *out)
{
    if (a->size && mem_peek(&c->thread->process->mem, a->address, out, a->size) != 0) memset(out, 0, a->size);
}

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

/* Anything that print_changes() would print: all that stands before the engine's own part, but for ip and ri. */
static bool kernel_changed(const struct cpu *old, const struct cpu *c)
{
    return memcmp(old->gr, c->gr, sizeof c->gr) || memcmp(old->fr, c->fr, sizeof c->fr) ||
           memcmp(old->br, c->br, sizeof c->br) || ia64_get_pr(old) != ia64_get_pr(c) || old->rse.bsp != c->rse.bsp ||
           old->rse.bspstore != c->rse.bspstore || old->unat != c->unat || old->pfs != c->pfs || old->psr != c->psr;
}

void ia64_trace_before(struct insn_trace *t, struct cpu *c, u64 cycle)
{
    struct trace *out = c->thread->process->machine->trace;
    u64 pc = ia64_pc(c);
    if (!out->kanata && t->known && trace_in_window(out, cycle) && kernel_changed(&t->before, c)) {
        fprintf(out->out, "%" PRIu64 " %d 0x%016" PRIx64 " kernel ;", cycle, c->thread->tid, pc);
        print_changes(out->out, &t->before, c);
        fputc('\n', out->out);
    }
    t->before = *c;
    t->known = true;
    t->cycle = cycle;
    if (mem_peek(&c->thread->process->mem, c->ip, t->bundle, 16) != 0) memset(t->bundle, 0, 16);
    t->slot = ia64_slot_at(t->bundle, pc);
    t->off = !c->pr[t->slot.qp];
    t->access = ia64_reference_of(c, &t->slot);
    read_bytes(c, &t->access, t->old);
}

static void print_access(FILE *f, const struct insn_trace *t, char arrow, const u8 *bytes)
{
    fprintf(f, " 0x%" PRIx64 ":%u%c0x", t->access.address, t->access.size, arrow);
    for (unsigned i = t->access.size; i-- > 0;) fprintf(f, "%02x", bytes[i]);
}

void ia64_trace_after(struct insn_trace *t, struct cpu *c)
{
    struct trace *out = c->thread->process->machine->trace;
    if (!out->kanata && trace_in_window(out, t->cycle)) {
        char text[96];
        ia64_disasm_slot(t->bundle, ia64_bundle_of(t->slot.pc), t->slot.pc & 3, text, sizeof text);
        fprintf(out->out, "%" PRIu64 " %d 0x%016" PRIx64 " 0x%011" PRIx64 "  %s ;", t->cycle, c->thread->tid, t->slot.pc,
                t->slot.word, text);
        if (t->off) {
            fputs(" nullified", out->out);
        } else {
            print_changes(out->out, &t->before, c);
            u32 flags = t->slot.insn ? t->slot.insn->flags : 0;
            if (t->access.size && flags & (IA64_LOAD | IA64_SEM)) print_access(out->out, t, '>', t->old);
            u8 now[16];
            read_bytes(c, &t->access, now);
            if (t->access.size && flags & (IA64_STORE | IA64_SEM)) print_access(out->out, t, '=', now);
        }
        fputc('\n', out->out);
    }
    t->before = *c;
}

/* --- stages ------------------------------------------------------------------------------------------------------------------ */

/* What it waited for before its issue, that, and what held the processor behind it. */
static void add_breakdown(struct kanata_insn *in, const struct ia64_breakdown *p, bool off)
{
    in->begin = p->begin;
    kanata_stage(in, "Rs", p->stack);
    kanata_stage(in, "It", p->tlb);
    kanata_stage(in, "Ic", p->icache);
    kanata_stage(in, "Rd", p->data);
    kanata_stage(in, "Dc", p->dcache);
    kanata_stage(in, off ? "Nu" : "Ex", 1);
    kanata_stage(in, "Me", p->wait_tlb + p->queue);
    kanata_stage(in, "Rs", p->moving);
    kanata_stage(in, "Lk", p->lock);
    kanata_stage(in, "Br", p->lost);
    snprintf(in->detail, sizeof in->detail, "%s%s%s", p->joined ? "in the group of the one before it" : "",
             p->joined && off ? ", " : "", off ? "its predicate is false" : "");
}

void ia64_stages(const struct thread *t, u64 begin, bool off, struct kanata_insn *out)
{
    struct ia64_breakdown simple = {.begin = begin, .at = begin};
    *out = (struct kanata_insn){.tid = t->tid, .off = off};
    add_breakdown(out, t->cpu->timed ? &t->cpu->timed->model->completed : &simple, off);
}

void ia64_trace_paid(struct insn_trace *t, struct cpu *c, const struct ia64_breakdown *breakdown)
{
    struct trace *out = c->thread->process->machine->trace;
    struct kanata_insn in = {.tid = c->thread->tid, .off = t->off};
    if (!out->kanata || !trace_in_window(out, t->cycle)) return;
    struct ia64_breakdown simple = {.begin = t->cycle, .at = t->cycle};
    char text[96];
    ia64_disasm_slot(t->bundle, ia64_bundle_of(t->slot.pc), t->slot.pc & 3, text, sizeof text);
    snprintf(in.text, sizeof in.text, "%016" PRIx64 ": %s", t->slot.pc, text);
    add_breakdown(&in, breakdown ? breakdown : &simple, t->off);
    kanata_add(out->kanata, &in);
}
