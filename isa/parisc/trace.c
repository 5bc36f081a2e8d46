#include "isa/parisc/trace.h"

#include <inttypes.h>
#include <stdlib.h>

#include "emu/core/trace.h"
#include "isa/parisc/decode.h"
#include "isa/parisc/disasm.h"
#include "isa/parisc/engine.h"
#include "isa/parisc/fields.h"

struct pa_trace {
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

struct pa_trace *pa_trace_new(void) { return calloc(1, sizeof(struct pa_trace)); }
void pa_trace_free(struct pa_trace *t) { free(t); }

/* --- the memory access of an instruction ---------------------------------------------------------------------------------- */

static unsigned access_size(const struct pa_insn *in)
{
    switch (in->op) {
    case PA_OP_ldb: case PA_OP_ldb_x: case PA_OP_ldb_s: case PA_OP_stb: case PA_OP_stb_s: return 1;
    case PA_OP_ldh: case PA_OP_ldh_x: case PA_OP_ldh_s: case PA_OP_sth: case PA_OP_sth_s: return 2;
    case PA_OP_ldd: case PA_OP_ldd_x: case PA_OP_ldd_s: case PA_OP_std: case PA_OP_std_s: case PA_OP_fldd:
    case PA_OP_fldd_x: case PA_OP_fldd_s: case PA_OP_fstd: case PA_OP_fstd_x: case PA_OP_fstd_s: case PA_OP_ldcd_x:
    case PA_OP_ldcd_s: case PA_OP_stdby_s: return 8;
    default: return in->flags & (PA_LOAD | PA_STORE) ? 4 : 0;
    }
}

static bool absolute(const struct pa_insn *in)
{
    return in->flags & PA_PRIV;
}

/* Effective address of a load or store, from the registers before it. */
static u32 effective_address(const struct cpu *c, const struct pa_insn *in, u32 w)
{
    u32 base = (u32)c->gr[pa_b(w)];
    unsigned shift = (unsigned)__builtin_ctz(access_size(in));
    bool store = in->flags & PA_STORE && !(in->flags & PA_LOAD);
    switch (pa_major(w)) {
    case 0x03: case 0x09: case 0x0b: {
        bool is_short = w >> 12 & 1, modify = pa_m(w);
        if (!is_short) return modify ? base : base + ((u32)c->gr[pa_x(w)] << (pa_u(w) ? shift : 0));
        i32 disp = pa_major(w) == 0x03 && store ? pa_im5_27(w) : pa_im5_11(w);
        bool bytes = in->op == PA_OP_stby_s || in->op == PA_OP_stdby_s;
        bool after = modify && (bytes || !pa_a(w));
        u32 ea = after ? base : base + (u32)disp;
        return bytes ? ea & ~(access_size(in) - 1) : ea;
    }
    case 0x14: case 0x1c: return pa_m28(w) && !pa_a29(w) ? base : base + (u32)pa_im11a(w);
    case 0x16: case 0x1e: return pa_a29(w) ? base + (u32)pa_im12a(w) : base;
    case 0x13: case 0x1b: return pa_im14(w) < 0 ? base + (u32)pa_im14(w) : base;
    case 0x17: case 0x1f:
        if (in->op == PA_OP_ldw_m12 || in->op == PA_OP_stw_m12) return pa_im12a(w) < 0 ? base : base + (u32)pa_im12a(w);
        return base + (u32)pa_im12a(w);
    default: return base + (u32)pa_im14(w);
    }
}

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

static bool in_window(const struct trace *t, u64 cycle) { return cycle >= t->first && cycle <= t->last; }

void pa_trace_before(struct pa_trace *t, struct cpu *c, u64 cycle)
{
    struct trace *out = c->thread->process->machine->trace;
    u8 raw[4] = {0};
    pa_fp_gather_flags(c);
    t->pc = c->iaoq_front & ~3u;
    if (t->known && in_window(out, cycle) &&
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
    t->size = t->insn && !absolute(t->insn) ? access_size(t->insn) : 0;
    if (t->size) {
        t->ea = effective_address(c, t->insn, t->word);
        t->old = read_value(c, t->ea, t->size);
    }
}

void pa_trace_after(struct pa_trace *t, struct cpu *c)
{
    struct trace *out = c->thread->process->machine->trace;
    pa_fp_gather_flags(c);
    if (in_window(out, t->cycle)) {
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
