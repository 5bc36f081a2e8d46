#include "isa/ia64/isa.h"

#include <stdio.h>
#include <stdlib.h>

#include "emu/core/calls.h"
#include "emu/host/lowering.h"
#include "isa/ia64/exec/emit.h"
#include "isa/ia64/exec/engine.h"
#include "isa/ia64/exec/exec.h"
#include "isa/ia64/exec/run.h"
#include "isa/ia64/insn/disasm.h"
#include "isa/ia64/insn/groups.h"
#include "isa/ia64/insn/links.h"
#include "isa/ia64/system/abi.h"
#include "isa/ia64/system/data.h"
#include "isa/ia64/system/debug.h"
#include "isa/ia64/system/interrupt.h"
#include "isa/ia64/system/trace.h"
#include "isa/ia64/timing/teach.h"
#include "isa/ia64/timing/timed.h"

enum { EM_IA_64 = 50 };

/* The eight regions. Of each 2^61 bytes the first 2^36 are there (isa/ia64/exec/window.h). */
#define REGION(n) {(u64)(n) << 61, (u64)1 << IA64_WINDOW_BITS}
static const u64 windows[8][2] = {REGION(0), REGION(1), REGION(2), REGION(3), REGION(4), REGION(5), REGION(6), REGION(7)};

/* Registers as the architecture resets what a program relies on; the rest is the kernel's to set (isa/ia64/system/abi.c). */
static void reset(struct cpu *c)
{
    c->pr[0] = 1;
    c->fr[1] = IA64_FR_ONE;
    for (unsigned i = 0; i < IA64_MASKS; i++) c->mask[i] = IA64_MASK(i);
    c->rse.bof = c->rse.dirty = c->rse.clean = RSE_FILE / 2;
    c->psr = (u64)3 << PSR_CPL | (u64)1 << PSR_IT | (u64)1 << PSR_DT | (u64)1 << PSR_RT | (u64)1 << PSR_IC |
             (u64)1 << PSR_I | (u64)1 << PSR_BN;
    c->cr[CR_ITV] = (u64)1 << 16; /* masked */
}

static int cpu_new(struct thread *t, const struct thread *from, struct error *e)
{
    struct machine *m = t->process->machine;
    if (!m->absolute.windows && mem_init(&m->absolute, windows, 8, e) != 0) return -1;
    struct cpu *c = t->cpu = calloc(1, sizeof *t->cpu);
    if (!c) return error_set(e, "out of memory for a processor");
    if (from) {
        *c = *from->cpu;
        alat_clear(&c->alat);
    } else {
        reset(c);
    }
    engine_new(&c->engine, t, from);
    c->trace = m->trace ? trace_new(&ia64_trace) : NULL;
    c->groups = m->config->check_groups ? ia64_groups_new(from ? from->cpu->groups : NULL) : NULL;
    if (ia64_timed_new(t, e) != 0) return -1;
    c->calls = calls_begin(t, from, c->code);
    return 0;
}

static void cpu_free(struct thread *t)
{
    if (t->cpu) {
        engine_free(t->engine);
        free(t->cpu->trace);
        ia64_groups_free(t->cpu->groups);
        ia64_timed_free(t->cpu);
    }
    free(t->cpu);
    t->cpu = NULL;
}

static int cpu_check(const char *spec, struct error *e)
{
    struct ia64_model m;
    struct pc_table costs = {0};
    if (ia64_model_parse(spec, &m, e)) return -1;
    if (!m.timed) return 0;
    struct ia64_timing *t = ia64_timing_new(&m, &costs, e); /* caches may have sizes that do not go together */
    ia64_timing_free(t);
    return t ? 0 : -1;
}

static void ia64_code_free(struct process *p)
{
    for (struct code *code = p->code; code; code = code->next) ia64_paths_free(code->paths);
    host_release_all(p);
    code_end(p);
}

/* The host's handler of ticks has written in the place of the ROM's: an advanced load of these bytes is void. */
static void stored(struct thread *t, u64 addr, unsigned size) { alat_store(&t->cpu->alat, addr, size); }

/* "It is not possible to profile individual instructions": ticks fall on bundles. */
static u64 pc_of(const struct thread *t) { return t->cpu->ip; }

static bool is_nop(u64 pc, const u8 *code)
{
    struct ia64_slot s = ia64_slot_at(code, pc);
    return s.insn && ia64_is_nop(s.insn);
}

static bool leads(u64 pc, const u8 *code, u64 *to)
{
    struct ia64_target target = ia64_branch_target(code, ia64_bundle_of(pc), pc & 3);
    *to = target.addr;
    return target.known;
}

static unsigned disasm(u64 pc, const u8 *code, size_t n, struct insn_text *out)
{
    if (n < 16) return 0;
    unsigned slot = pc & 3;
    u64 bundle = ia64_bundle_of(pc);
    ia64_disasm_slot(code, bundle, slot, out->text, sizeof out->text);
    if (!out->text[0]) return 0; /* a long instruction is slot 1 alone */
    struct ia64_slot s = ia64_slot_at(code, pc);
    const struct ia64_template *t = ia64_bundle_at(code).template;
    bool rotates;
    out->bundle[0] = 0;
    if (slot == 0) snprintf(out->bundle, sizeof out->bundle, "[%s]", t->name);
    out->stop = t->stops >> (t->unit[slot] == IA64_UNIT_L ? 2 : slot) & 1;
    out->nop = is_nop(pc, code);
    out->length = 16;
    out->has_target = leads(pc, code, &out->target);
    out->conditional = out->has_target && (!ia64_is_branch(&s) || ia64_branch_test(&s, &rotates)); /* a check is no branch */
    out->call = s.insn && s.insn->flags & IA64_LINK;
    return 16;
}

static void settle(struct process *p)
{
    for (const struct code *code = p->code; code; code = code->next)
        if (code->paths && code != p->code->idle) ia64_paths_settle(code->paths);
    for (const struct thread *t = p->threads; t; t = t->next)
        if (t->cpu && t->cpu->timed) ia64_timed_settle(t->cpu);
}

static void sum(struct process *p, const struct counters *c, struct insn_sums *out)
{
    for (size_t i = 0; i < c->pcs; i++) {
        const struct pc_count *n = &c->pc[i];
        u8 raw[16];
        const struct ia64_insn *in = mem_peek(&p->mem, ia64_bundle_of(n->pc), raw, 16) == 0 ? ia64_slot_at(raw, n->pc).insn : NULL;
        u32 flags = in ? in->flags : 0;
        bool loop = flags & IA64_LOOP, branch = in && (in->cls == IA64_CLASS_BR || in->cls == IA64_CLASS_BR_B2);
        out->mispredicted += n->mispredicted;
        if (flags & (IA64_LOAD | IA64_STORE | IA64_SEM)) out->accesses += n->instructions;
        if (flags & (IA64_LOAD | IA64_SEM)) out->loads += n->instructions;
        if (flags & (IA64_STORE | IA64_SEM)) out->stores += n->instructions;
        bool conditional = branch && (loop || ia64_slot_at(raw, n->pc).qp);
        if (branch) out->branches += conditional ? n->slots : n->instructions; /* not taken, it is predicated off, and counts nevertheless */
        if (conditional) out->conditional += n->slots;
    }
    code_add_events(p->code, &out->memory);
}

const struct isa isa_ia64 = {
    .name = "ia64",
    .elf_machine = EM_IA_64,
    .elf64 = true,
    .big_endian = false,
    .code_unit = 16,
    .windows = windows,
    .window_count = 8,
    .abi = &ia64_abi,
    .debug = &ia64_debug_view,
    .teach = &ia64_teach,
    .cpu_models = ia64_model_names,
    .cpu_measured = ia64_model_measured,
    .max_issue = 6,
    .cpu_check = cpu_check,
    .cpu_hz = ia64_model_hz,
    .cpu_parameter = ia64_model_parameter,
    .cpu_new = cpu_new,
    .cpu_free = cpu_free,
    .code_free = ia64_code_free,
    .translate = ia64_translate,
    .run = ia64_run,
    .timer = ia64_timer,
    .stored = stored,
    .pc = pc_of,
    .disasm = disasm,
    .leads = leads,
    .is_nop = is_nop,
    .settle = settle,
    .sum = sum,
    .data_cache = ia64_data_cache,
    .counted = ia64_timed_count,
};
