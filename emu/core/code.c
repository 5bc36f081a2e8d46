#include "emu/core/code.h"

#include <stdlib.h>

#include "emu/core/contexts.h"
#include "emu/core/machine.h"

struct code *code_new(struct process *p, size_t arena, struct error *e)
{
    struct code *code = calloc(1, sizeof *code);
    if (!code || block_cache_init(&code->cache, arena, e) != 0) {
        if (!code) error_set(e, "out of memory for decoded code");
        free(code);
        return NULL;
    }
    code->process = p;
    code->beyond = ~0ull;
    code_forget_jumps(code);
    return code;
}

void code_free(struct code *code)
{
    if (!code) return;
    for (unsigned i = 0; i < ARCS; i++)
        for (struct arc *a = code->arc[i], *next; a; a = next) {
            next = a->next;
            free(a);
        }
    code_free(code->rom);
    block_cache_free(&code->cache);
    contexts_free(code->contexts);
    pc_table_free(&code->costs);
    states_free(&code->states);
    free(code);
}

static void code_gone(void *ctx, u64 start, u64 end)
{
    struct code *code = ctx;
    block_drop_range(&code->cache, start, end);
}

void code_attach(struct process *p)
{
    p->mem.code_gone = p->code ? code_gone : NULL;
    p->mem.code_gone_ctx = p->code;
}

void code_forget_jumps(struct code *code)
{
    for (unsigned i = 0; i < JUMPS; i++) code->jump[i] = code->cache.stub;
    code->jump_mode = ~0u;
}

struct arc *code_arc(struct code *code, u64 from, u64 to)
{
    struct arc **list = &code->arc[(from >> 2 ^ to >> 3) & (ARCS - 1)];
    for (struct arc *a = *list; a; a = a->next)
        if (a->from == from && a->to == to) return a;
    struct arc *a = calloc(1, sizeof *a);
    if (!a) abort(); /* the counts of a run must not be lost silently */
    *a = (struct arc){.from = from, .to = to, .next = *list};
    return *list = a;
}

void code_count_arc(struct code *code, const struct exit *e, u64 to)
{
    code_arc(code, e->from, to)->count++;
    code_arc(code, e->from, e->target)->count--; /* the exit's own count will say one too many */
}

void code_collect(const struct code *code, struct counters *out)
{
    block_collect(&code->cache, out);
    pc_table_collect(&code->costs, out);
    for (unsigned i = 0; i < ARCS; i++)
        for (const struct arc *a = code->arc[i]; a; a = a->next)
            counters_add_arc(out, &(struct call_arc){.from = a->from, .to = a->to, .count = (u64)a->count,
                                                     .cycles = a->cycles, .instructions = a->instructions});
    if (code->contexts) contexts_collect(code->contexts, out);
}
