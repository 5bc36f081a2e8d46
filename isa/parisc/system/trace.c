#include "isa/parisc/system/trace.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "emu/core/kanata.h"
#include "emu/core/trace.h"
#include "isa/parisc/exec/engine.h"
#include "isa/parisc/insn/access.h"
#include "isa/parisc/insn/decode.h"
#include "isa/parisc/insn/disasm.h"
#include "isa/parisc/timing/timed.h"
#include "isa/parisc/timing/timing.h"

struct insn_trace {
    struct cpu before;  /* the processor before the instruction; after it, as it left it */
    bool known;         /* `before` holds the state after the last instruction */
    bool nullified;
    u64 cycle;
    u32 pc, word;
    const struct pa_insn *insn;
    u32 ea;             /* of its memory access */
    unsigned size;      /* bytes; 0: none */
    u64 old;            /* what was there: the value loaded */
};

struct insn_trace *pa_trace_new(void) { return calloc(1, sizeof(struct insn_trace)); }
void pa_trace_free(struct insn_trace *t) { free(t); }

static u64 read_value(const struct cpu *c, u32 ea, unsigned size)
{
    u8 raw[8] = {0};
    u64 v = 0;
    if (mem_peek(&c->thread->process->mem, ea, raw, size) != 0) return 0;
    for (unsigned i = 0; i < size; i++) v = v << 8 | raw[i];
    return v;
}

/* --- lines ------------------------------------------------------------------------------------------------------------------- */

static void print_changes(FILE *f, const struct cpu *old, const struct cpu *c)
{
    for (unsigned i = 1; i < 32; i++)
        if (old->gr[i] != c->gr[i]) fprintf(f, " r%u=0x%" PRIx64, i, c->gr[i]);
    for (unsigned i = 0; i < 32; i++)
        if (old->fr[i] != c->fr[i]) fprintf(f, " fr%u=0x%016" PRIx64, i, c->fr[i]);
    for (unsigned i = 0; i < 8; i++)
        if (old->sr[i] != c->sr[i]) fprintf(f, " sr%u=0x%x", i, c->sr[i]);
    if (old->sar != c->sar) fprintf(f, " sar=0x%x", c->sar);
    if (old->cr[CR_TR3] != c->cr[CR_TR3]) fprintf(f, " cr27=0x%x", c->cr[CR_TR3]);
    u32 psw = pa_get_psw(c), was = pa_get_psw(old);
    if (psw != was) fprintf(f, " psw=0x%08x", psw);
}

void pa_trace_before(struct insn_trace *t, struct cpu *c, u64 cycle)
{
    struct trace *out = c->thread->process->machine->trace;
    u8 raw[4] = {0};
    pa_fp_gather_flags(c);
    t->pc = c->iaoq_front & ~3u;
    if (!out->kanata && t->known && trace_in_window(out, cycle) &&
        (memcmp(t->before.gr, c->gr, sizeof c->gr - sizeof c->gr[0]) || memcmp(t->before.fr, c->fr, sizeof c->fr) ||
         t->before.cr[CR_TR3] != c->cr[CR_TR3] || pa_get_psw(&t->before) != pa_get_psw(c))) {
        fprintf(out->out, "%" PRIu64 " %d 0x%08x kernel ;", cycle, c->thread->tid, t->pc);
        print_changes(out->out, &t->before, c);
        fputc('\n', out->out);
    }
    t->before = *c;
    t->known = true;
    t->cycle = cycle;
    t->nullified = c->nullify;
    t->word = mem_peek(&c->thread->process->mem, t->pc, raw, 4) == 0 ? load_be32(raw) : 0;
    t->insn = pa_decode(t->word);
    struct pa_access access = pa_access_of(c, t->insn, t->word);
    t->size = access.size;
    t->ea = access.address;
    if (t->size) t->old = read_value(c, t->ea, t->size);
}

void pa_trace_after(struct insn_trace *t, struct cpu *c)
{
    struct trace *out = c->thread->process->machine->trace;
    pa_fp_gather_flags(c);
    if (!out->kanata && trace_in_window(out, t->cycle)) {
        char text[96];
        pa_disasm(t->word, t->pc, text, sizeof text);
        fprintf(out->out, "%" PRIu64 " %d 0x%08x 0x%08x  %s ;", t->cycle, c->thread->tid, t->pc, t->word, text);
        if (t->nullified) {
            fputs(" nullified", out->out);
        } else {
            print_changes(out->out, &t->before, c);
            if (t->size && t->insn->flags & PA_LOAD)
                fprintf(out->out, " 0x%08x:%u>0x%" PRIx64, t->ea, t->size, t->old);
            if (t->size && t->insn->flags & PA_STORE)
                fprintf(out->out, " 0x%08x:%u=0x%" PRIx64, t->ea, t->size, read_value(c, t->ea, t->size));
        }
        fputc('\n', out->out);
    }
    t->before = *c;
}

/* --- stages ------------------------------------------------------------------------------------------------------------------ */

/* What it waited for before its issue, that, and what held the processor behind it. */
static void add_breakdown(struct kanata_insn *in, const struct pa_breakdown *p, bool nullified)
{
    in->begin = p->begin;
    kanata_stage(in, "It", p->tlb);
    kanata_stage(in, "Ic", p->icache);
    kanata_stage(in, "Rd", p->data);
    kanata_stage(in, "Un", p->structural);
    kanata_stage(in, nullified ? "Nu" : "Ex", 1);
    kanata_stage(in, "Lk", p->lock);
    kanata_stage(in, "Me", p->wait_tlb + p->wait_cache);
    kanata_stage(in, "Br", p->lost);
    snprintf(in->detail, sizeof in->detail, "%s", p->bundled ? "second of its bundle" : "");
}

void pa_stages(const struct thread *t, u64 begin, bool off, struct kanata_insn *out)
{
    struct pa_breakdown simple = {.begin = begin, .at = begin};
    *out = (struct kanata_insn){.tid = t->tid, .off = off};
    add_breakdown(out, t->cpu->timed ? &t->cpu->timed->model->completed : &simple, off);
}

void pa_trace_paid(struct insn_trace *t, struct cpu *c, const struct pa_breakdown *breakdown)
{
    struct trace *out = c->thread->process->machine->trace;
    struct kanata_insn in = {.tid = c->thread->tid, .off = t->nullified};
    if (!out->kanata || !trace_in_window(out, t->cycle)) return;
    struct pa_breakdown simple = {.begin = t->cycle, .at = t->cycle};
    char text[96];
    pa_disasm(t->word, t->pc, text, sizeof text);
    snprintf(in.text, sizeof in.text, "%08x: %s", t->pc, text);
    add_breakdown(&in, breakdown ? breakdown : &simple, t->nullified);
    kanata_add(out->kanata, &in);
}
