#include "isa/parisc/isa.h"

#include <stdlib.h>

#include "emu/core/calls.h"
#include "emu/host/lowering.h"
#include "isa/parisc/exec/engine.h"
#include "isa/parisc/exec/run.h"
#include "isa/parisc/insn/access.h"
#include "isa/parisc/insn/disasm.h"
#include "isa/parisc/insn/links.h"
#include "isa/parisc/system/abi.h"
#include "isa/parisc/system/data.h"
#include "isa/parisc/system/debug.h"
#include "isa/parisc/system/interrupt.h"
#include "isa/parisc/system/trace.h"
#include "isa/parisc/timing/teach.h"
#include "isa/parisc/timing/timed.h"
#include "isa/parisc/timing/timing.h"

enum { EM_PARISC = 15 };

static const u64 windows[1][2] = {{0, (u64)1 << 32}};

static int cpu_new(struct thread *t, const struct thread *from, struct error *e)
{
    struct machine *m = t->process->machine;
    if (!m->absolute.windows && mem_init(&m->absolute, windows, 1, e) != 0) return -1;
    struct cpu *c = t->cpu = calloc(1, sizeof *t->cpu);
    if (!c) return error_set(e, "out of memory for a processor");
    if (from) {
        *c = *from->cpu;
    } else {
        c->cr[CR_CCR] = 0xc0; /* coprocessor 0, both halves of its unit, is there, as Linux leaves it */
        c->cr[CR_EIEM] = EIR_TIMER;
    }
    engine_new(&c->engine, t, from);
    c->trace = m->trace ? trace_new(&pa_trace) : NULL;
    if (pa_timed_new(t, e) != 0) return -1;
    c->calls = calls_begin(t, from, c->code);
    return 0;
}

static int cpu_check(const char *spec, struct error *e)
{
    struct pa_model m;
    struct pc_table costs = {0};
    if (pa_model_parse(spec, &m, e)) return -1;
    if (!m.timed) return 0;
    struct pa_timing *t = pa_timing_new(&m, &costs, e); /* caches may have sizes that do not go together */
    pa_timing_free(t);
    return t ? 0 : -1;
}

static void cpu_free(struct thread *t)
{
    if (t->cpu) {
        engine_free(t->engine);
        free(t->cpu->trace);
        pa_timed_free(t->cpu);
    }
    free(t->cpu);
    t->cpu = NULL;
}

static void code_free_all(struct process *p)
{
    host_release_all(p);
    code_end(p);
}

static u64 pc_of(const struct thread *t) { return t->cpu->iaoq_front & ~3u; }

/* or r0,r0,r0: what assemblers make of nop. */
static bool is_nop(u64 pc, const u8 *code) { return (void)pc, load_be32(code) == 0x08000240; }

static bool leads(u64 pc, const u8 *code, u64 *to)
{
    struct pa_target target = pa_branch_target(load_be32(code), (u32)pc);
    *to = target.addr;
    return target.known;
}

static unsigned disasm(u64 pc, const u8 *code, size_t n, struct insn_text *out)
{
    if (n < 4) return 0;
    u32 word = load_be32(code);
    pa_disasm(word, (u32)pc, out->text, sizeof out->text);
    const struct pa_insn *in = pa_decode(word);
    out->length = 4;
    out->bundle[0] = 0;
    out->stop = false;
    out->nop = is_nop(pc, code);
    out->has_target = leads(pc, code, &out->target);
    out->conditional = in && in->flags & PA_COND_BRANCH;
    out->call = in && in->flags & PA_LINK && pa_is_call(pa_link_register(in, word), (u32)pc, (u32)out->target);
    return 4;
}

static void sum(struct process *p, const struct counters *c, struct insn_sums *out)
{
    for (size_t i = 0; i < c->pcs; i++) {
        const struct pc_count *n = &c->pc[i];
        u8 raw[4];
        const struct pa_insn *in = mem_peek(&p->mem, n->pc, raw, 4) == 0 ? pa_decode(load_be32(raw)) : NULL;
        out->mispredicted += n->mispredicted;
        if (!in) continue;
        if (pa_access_size(in)) {
            out->accesses += n->instructions;
            if (in->flags & PA_LOAD) out->loads += n->instructions;
            if (in->flags & PA_STORE) out->stores += n->instructions;
        }
        if (in->flags & PA_BRANCH) out->branches += n->instructions;
        if (in->flags & PA_COND_BRANCH) out->conditional += n->instructions;
    }
    code_add_events(p->code, &out->memory);
}

const struct isa isa_parisc = {
    .name = "parisc",
    .elf_machine = EM_PARISC,
    .elf64 = false,
    .big_endian = true,
    .code_unit = 4,
    .windows = windows,
    .window_count = 1,
    .abi = &pa_abi,
    .debug = &pa_debug_view,
    .teach = &pa_teach,
    .cpu_models = pa_model_names,
    .cpu_measured = pa_model_measured,
    .max_issue = 2,
    .cpu_check = cpu_check,
    .cpu_hz = pa_model_hz,
    .cpu_parameter = pa_model_parameter,
    .cpu_new = cpu_new,
    .cpu_free = cpu_free,
    .code_free = code_free_all,
    .translate = pa_translate,
    .run = pa_run,
    .timer = pa_timer,
    .pc = pc_of,
    .disasm = disasm,
    .leads = leads,
    .is_nop = is_nop,
    .sum = sum,
    .data_cache = pa_data_cache,
    .settle_stack = pa_timed_settle_stack,
    .counted = pa_timed_count,
};
