#include "emu/core/calls.h"

#include <stdlib.h>

struct call_stack *calls_new(void)
{
    struct call_stack *s = calloc(1, sizeof *s);
    if (!s) abort(); /* a few bytes */
    return s;
}

struct call_stack *calls_copy(const struct call_stack *from, struct code *code)
{
    struct call_stack *s = calls_new();
    for (size_t i = 0; i < from->depth; i++) {
        const struct call_frame *f = &from->frame[i];
        calls_push(s, (struct call_frame){.back = f->back, .arc = code_arc(code, f->arc->from, f->arc->to)});
    }
    return s;
}

void calls_free(struct call_stack *s)
{
    if (s) free(s->frame);
    free(s);
}

void calls_grow(struct call_stack *s)
{
    s->room = s->room ? 2 * s->room : 256;
    s->frame = realloc(s->frame, s->room * sizeof *s->frame);
    if (!s->frame) abort(); /* as deep as the guest's own stack allows */
}

void calls_return(struct call_stack *s, u64 target, u64 cycles, u64 instructions)
{
    size_t at = s->depth;
    while (at > 0 && s->frame[at - 1].back != target) at--;
    if (at == 0) return;
    while (s->depth >= at) calls_pop(s, cycles, instructions);
}

void calls_close(struct call_stack *s, u64 cycles, u64 instructions)
{
    while (s->depth) calls_pop(s, cycles, instructions);
}

void calls_collect_open(const struct call_stack *s, u64 cycles, u64 instructions, struct counters *out)
{
    for (size_t i = 0; i < s->depth; i++) {
        const struct call_frame *f = &s->frame[i];
        counters_add_arc(out, &(struct call_arc){.from = f->arc->from, .to = f->arc->to, .cycles = cycles - f->cycles,
                                                 .instructions = instructions - f->instructions});
    }
}
