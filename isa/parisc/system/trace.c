#include "isa/parisc/system/trace.h"

#include <inttypes.h>
#include <string.h>

#include "isa/parisc/exec/engine.h"
#include "isa/parisc/insn/access.h"
#include "isa/parisc/insn/decode.h"
#include "isa/parisc/insn/disasm.h"
#include "isa/parisc/timing/timed.h"
#include "isa/parisc/timing/timing.h"

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

static bool kernel_changed(const struct cpu *old, const struct cpu *c)
{
    return memcmp(old->gr, c->gr, sizeof c->gr - sizeof c->gr[0]) || memcmp(old->fr, c->fr, sizeof c->fr) ||
           old->cr[CR_TR3] != c->cr[CR_TR3] || pa_get_psw(old) != pa_get_psw(c);
}

static void look(struct insn_trace *t, const struct cpu *c)
{
    t->pc = c->iaoq_front & ~3u;
    t->off = c->nullify;
    t->word = mem_peek(&c->thread->process->mem, t->pc, t->code, 4) == 0 ? load_be32(t->code) : 0;
    const struct pa_insn *insn = pa_decode((u32)t->word);
    struct pa_access access = pa_access_of(c, insn, (u32)t->word);
    t->size = access.size;
    t->address = access.address;
    t->loads = insn && insn->flags & PA_LOAD;
    t->stores = insn && insn->flags & PA_STORE;
}

static void print_access(FILE *f, const struct insn_trace *t, char arrow, const u8 *bytes)
{
    u64 value = 0;
    for (unsigned i = 0; i < t->size; i++) value = value << 8 | bytes[i];
    fprintf(f, " 0x%08" PRIx64 ":%u%c0x%" PRIx64, t->address, t->size, arrow, value);
}

static void write_text(const struct insn_trace *t, char *out, size_t cap) { pa_disasm((u32)t->word, (u32)t->pc, out, cap); }

const struct trace_isa pa_trace = {
    .cpu = sizeof(struct cpu), .pc_digits = 8, .word_digits = 8, .gather = pa_fp_gather_flags, .look = look,
    .kernel_changed = kernel_changed, .print_changes = print_changes, .print_access = print_access, .text = write_text,
};

/* --- stages ------------------------------------------------------------------------------------------------------------------ */

/* What it waited for before its issue, that, and what held the processor behind it. */
void pa_stages(const struct thread *t, u64 begin, bool off, struct kanata_insn *out)
{
    struct pa_breakdown simple = {.begin = begin};
    const struct pa_breakdown *p = t->cpu->timed ? &t->cpu->timed->model->completed : &simple;
    *out = (struct kanata_insn){.tid = t->tid, .off = off, .begin = p->begin};
    kanata_stage(out, "It", p->tlb);
    kanata_stage(out, "Ic", p->icache);
    kanata_stage(out, "Rd", p->data);
    kanata_stage(out, "Un", p->structural);
    kanata_stage(out, off ? "Nu" : "Ex", 1);
    kanata_stage(out, "Lk", p->lock);
    kanata_stage(out, "Me", p->wait_tlb + p->wait_cache);
    kanata_stage(out, "Br", p->lost);
    snprintf(out->detail, sizeof out->detail, "%s", p->bundled ? "second of its bundle" : "");
}
