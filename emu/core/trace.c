#include "emu/core/trace.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "emu/core/debug.h"

struct insn_trace *trace_new(const struct trace_isa *isa)
{
    struct insn_trace *t = calloc(1, sizeof *t + isa->cpu);
    if (t) t->isa = isa;
    return t;
}

static const struct cpu *before(const struct insn_trace *t) { return (const struct cpu *)(const void *)t->before; }

static bool in_window(const struct trace *t, u64 cycle) { return cycle >= t->first && cycle <= t->last; }

/* Where a line about that cycle goes, its beginning written; NULL: nowhere. */
static FILE *begin_line(const struct engine *g, u64 cycle, u64 pc)
{
    const struct trace *out = g->thread->process->machine->trace;
    if (out->kanata || !in_window(out, cycle)) return NULL;
    fprintf(out->out, "%" PRIu64 " %d 0x%0*" PRIx64, cycle, g->thread->tid, g->trace->isa->pc_digits, pc);
    return out->out;
}

static void read_bytes(const struct engine *g, u8 *out)
{
    const struct insn_trace *t = g->trace;
    if (t->size && mem_peek(&g->thread->process->mem, t->address, out, t->size) != 0) memset(out, 0, t->size);
}

void trace_before(struct engine *g, u64 pc)
{
    struct insn_trace *t = g->trace;
    struct cpu *c = g->thread->cpu;
    u64 cycle = engine_clock(g);
    if (t->isa->gather) t->isa->gather(c);
    FILE *f = t->known && t->isa->kernel_changed(before(t), c) ? begin_line(g, cycle, pc) : NULL;
    if (f) {
        fputs(" kernel ;", f);
        t->isa->print_changes(f, before(t), c);
        fputc('\n', f);
    }
    memcpy(t->before, c, t->isa->cpu);
    t->known = true;
    t->cycle = cycle;
    t->isa->look(t, c);
    read_bytes(g, t->old);
}

void trace_after(struct engine *g)
{
    struct insn_trace *t = g->trace;
    struct cpu *c = g->thread->cpu;
    if (t->isa->gather) t->isa->gather(c);
    FILE *f = begin_line(g, t->cycle, t->pc);
    if (f) {
        char text[96];
        u8 now[TRACE_BYTES];
        t->isa->text(t, text, sizeof text);
        fprintf(f, " 0x%0*" PRIx64 "  %s ;", t->isa->word_digits, t->word, text);
        if (t->off) {
            fputs(" nullified", f);
        } else {
            read_bytes(g, now);
            t->isa->print_changes(f, before(t), c);
            if (t->size && t->loads) t->isa->print_access(f, t, '>', t->old);
            if (t->size && t->stores) t->isa->print_access(f, t, '=', now);
        }
        fputc('\n', f);
    }
    memcpy(t->before, c, t->isa->cpu);
}

void trace_paid(struct engine *g, bool as_modelled)
{
    const struct insn_trace *t = g->trace;
    const struct trace *out = g->thread->process->machine->trace;
    struct kanata_insn in = {.tid = g->thread->tid, .begin = t->cycle};
    char text[96];
    if (!out->kanata || !in_window(out, t->cycle)) return;
    if (as_modelled) g->thread->process->isa->debug->stages(g->thread, t->cycle, t->off, &in);
    else kanata_stage(&in, "Ex", 1);
    t->isa->text(t, text, sizeof text);
    snprintf(in.text, sizeof in.text, "%0*" PRIx64 ": %s", t->isa->pc_digits, t->pc, text);
    kanata_add(out->kanata, &in);
}
