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
    code_free(code->idle);
    block_cache_free(&code->cache);
    contexts_free(code->contexts);
    pc_table_free(&code->costs);
    states_free(&code->states);
    free(code);
}

static void code_gone(void *ctx, u64 start, u64 end)
{
    for (struct code *code = ctx; code; code = code->idle) block_drop_range(&code->cache, start, end);
}

static void attach(struct process *p)
{
    p->mem.code_gone = p->code ? code_gone : NULL;
    p->mem.code_gone_ctx = p->code;
}

int code_begin(struct process *p, struct error *e)
{
    struct code *code = code_new(p, ARENA, e);
    if (code && p->machine->regions && !(code->idle = code_new(p, ARENA, e))) {
        code_free(code);
        code = NULL;
    }
    if (code) code->returns_seen = p->machine->returns_seen[0];
    if (code && code->idle) code->idle->returns_seen = p->machine->returns_seen[1];
    p->code = code;
    attach(p);
    return code ? 0 : -1;
}

void code_end(struct process *p)
{
    code_free(p->code);
    p->code = NULL;
    attach(p);
}

struct code *code_rom(struct process *p)
{
    struct error e;
    if (!p->code->rom) p->code->rom = code_new(p, ROM_ARENA, &e);
    if (!p->code->rom) abort(); /* a megabyte: the host is beyond help */
    return p->code->rom;
}

struct code *code_of(const struct thread *t)
{
    return t->counting == COUNTED ? t->process->code : t->process->code->idle;
}

void code_count_new(struct thread *t, const struct thread *from)
{
    bool forked = from && from->process != t->process;
    t->counting = forked ? from->counting : (u8)t->process->machine->counting;
    t->inside = forked && from->inside;
}

struct block *code_commit(struct code *code, struct mem *m, const struct block_draft *d, const bool *is_exit, bool *flushed)
{
    for (unsigned i = 0; i < d->page_count; i++) mem_mark_code(m, d->pages[i] << MEM_PAGE_SHIFT);
    struct block *b = block_commit(&code->cache, d, is_exit, flushed);
    if (*flushed) code_forget_jumps(code);
    return b;
}

void code_give_up(struct code *code)
{
    block_drop_all(&code->cache);
    code->cache.flushes++;
    code_forget_jumps(code);
    states_free(&code->states);
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

u64 code_instructions(const struct code *code)
{
    return block_instructions(&code->cache) + (code->idle ? block_instructions(&code->idle->cache) : 0);
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
