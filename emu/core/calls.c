#include "emu/core/calls.h"

#include <stdlib.h>

#include "emu/core/engine.h"
#include "emu/core/error.h"

struct call_stack *calls_new(struct code *code)
{
    struct call_stack *s = calloc(1, sizeof *s);
    if (!s) error_no_memory(); /* a few bytes */
    if (!code->contexts) code->contexts = contexts_new(code);
    s->contexts = code->contexts;
    s->at = s->charged = contexts_nowhere(s->contexts);
    return s;
}

struct call_stack *calls_begin(const struct thread *t, const struct thread *from, struct code *code)
{
    const struct process *p = t->process;
    if (!p->machine->config->stacks) return NULL;
    if (from && from->process != p) return calls_copy(from->engine->calls, code);
    struct call_stack *s = calls_new(code);
    s->cycles = t->cycles; /* not 0 after exec, which does not reset the clock: what came before is the old program's */
    s->instructions = engine_instructions(t->engine);
    return s;
}

/* A chain of calls, and the same in the tree of other code. */
struct twin {
    const struct context *context;
    struct context *copy;
};

/* Of the chain c; *near is one that it has most in common with. */
static void find_twin(struct twin *near, const struct context *c, struct code *code)
{
    size_t depth = 0, room = 0;
    const struct context **above = NULL, *at = c;
    if (c != near->context && c->parent == near->context && c->parent) { /* mostly */
        *near = (struct twin){c, contexts_jump(code->contexts, near->copy, c->from, c->to)};
        return;
    }
    while (at && at != near->context) {
        if (depth == room) {
            above = realloc(above, (room = room ? 2 * room : 64) * sizeof *above);
            if (!above) error_no_memory(); /* a pointer a call */
        }
        above[depth++] = at;
        at = at->parent;
    }
    struct context *copy = at ? near->copy : NULL;
    while (depth-- > 0) {
        const struct context *up = above[depth];
        copy = up->to ? contexts_jump(code->contexts, copy, up->from, up->to) : contexts_nowhere(code->contexts);
    }
    free(above);
    *near = (struct twin){c, copy};
}

struct call_stack *calls_copy(const struct call_stack *from, struct code *code)
{
    struct call_stack *s = calls_new(code);
    struct twin twin = {0};
    for (size_t i = 0; i < from->depth; i++) {
        const struct call_frame *f = &from->frame[i];
        if (s->depth == s->room) calls_grow(s, f->arc->from);
        find_twin(&twin, f->caller, code);
        calls_await(s, f->back);
        s->frame[s->depth++] = (struct call_frame){.back = f->back, .level = f->level, .arc = code_arc(code, f->arc->from, f->arc->to),
                                                   .caller = twin.copy};
    }
    find_twin(&twin, from->at, code);
    s->at = s->charged = twin.copy;
    s->floor = from->floor;
    return s;
}

struct call_stack *calls_move(struct call_stack *s, struct code *code, u64 cycles, u64 instructions)
{
    struct call_stack *moved = calls_copy(s, code);
    for (size_t i = 0; i < moved->depth; i++) {
        moved->frame[i].cycles = cycles;
        moved->frame[i].instructions = instructions;
    }
    moved->cycles = cycles;
    moved->instructions = instructions;
    calls_close(s, cycles, instructions);
    calls_free(s);
    return moved;
}

void calls_free(struct call_stack *s)
{
    if (!s) return;
    mem_give(contexts_account(s->contexts), s->room * sizeof *s->frame);
    free(s->frame);
    free(s);
}

/* Where a thread begins is no call's target: any of its instructions stands for the function. */
static void begin(struct call_stack *s, u64 pc)
{
    if (s->at != contexts_nowhere(s->contexts)) return;
    s->at = contexts_jump(s->contexts, NULL, 0, pc);
    if (s->begun) *s->begun = s->at;
}

/* What a thread that never called has cost is where it is. */
static void end_unbegun(struct call_stack *s)
{
    if (s->begun && !*s->begun) *s->begun = s->at;
}

/* A call or return is charged for with its delay slot. If that faults, the thread stands before the slot: it goes back. */
static void take_back(struct call_stack *s, u64 cycles, u64 instructions)
{
    if (cycles >= s->cycles) return;
    struct call_frame *f = s->depth ? &s->frame[s->depth - 1] : NULL;
    if (f && f->cycles > cycles) {
        f->cycles = cycles;
        f->instructions = instructions;
    }
    s->charged->cycles -= s->cycles - cycles;
    s->charged->instructions -= s->instructions - instructions;
    s->cycles = cycles;
    s->instructions = instructions;
}

/* The outer half of the calls: of what comes of code that calls and never returns, they have waited longest. What they have
 * cost so far is theirs. */
static void cut(struct call_stack *s)
{
    size_t half = s->depth / 2;
    for (size_t i = 0; i < half; i++) {
        const struct call_frame *f = &s->frame[i];
        f->arc->cycles += s->cycles - f->cycles;
        f->arc->instructions += s->instructions - f->instructions;
    }
    memmove(s->frame, s->frame + half, (s->depth - half) * sizeof *s->frame);
    s->depth -= half;
    s->floor = s->floor > half ? s->floor - half : s->floor != 0;
    contexts_cut(s->contexts, half);
}

void calls_grow(struct call_stack *s, u64 from)
{
    begin(s, from);
    size_t more = s->room ? s->room : 256;
    struct mem_account *budget = contexts_account(s->contexts);
    if (s->room >= CALLS_LEAST && (s->room >= CALLS_MOST || !mem_room(budget, more * sizeof *s->frame))) {
        cut(s);
        return;
    }
    if (budget) budget->used += more * sizeof *s->frame;
    s->room += more;
    s->frame = realloc(s->frame, s->room * sizeof *s->frame);
    if (!s->frame) error_no_memory(); /* some megabytes */
}

/* How far down open calls are looked for: a guest that jumps without end to where nobody called from does not get the emulator
 * to look at a million of them each time. */
static size_t lowest(const struct call_stack *s) { return s->vain > CALLS_VAIN && s->depth > CALLS_SEEN ? s->depth - CALLS_SEEN : 0; }

/* None was found. */
static void in_vain(struct call_stack *s, size_t down_to)
{
    if (s->depth - down_to > CALLS_SEEN) s->vain += s->depth - down_to;
}

bool calls_return(struct call_stack *s, u64 target, u64 cycles, u64 instructions)
{
    /* Most indirect branches that return from no call are those of a switch: nothing calls just before its cases. */
    if (!*calls_place(s, target)) return false;
    size_t at = s->depth, last = lowest(s);
    while (at > last && s->frame[at - 1].back != target) at--;
    if (at == last) {
        in_vain(s, last);
        return false;
    }
    while (s->depth >= at) calls_pop(s, cycles, instructions);
    return true;
}

/* The frame that the open call of `function` at this level has made, or else the innermost made by any; index + 1, 0: none. */
static size_t find_landing(const struct call_stack *s, u64 function, u64 level)
{
    size_t innermost = 0, found = 0;
    for (size_t at = s->depth, last = lowest(s); at > last; at--) {
        const struct call_frame *f = &s->frame[at - 1];
        if (contexts_function(s->contexts, f->caller->to) != function) continue;
        if (!innermost) innermost = at;
        if (f->level < level) break; /* of a call further out */
        found = at;
        if (f->level == level) break;
    }
    return found ? found : innermost;
}

/* longjmp: a jump into the middle of a function that is open further up, where setjmp returned before. Not so when the
 * function on top has come here by such a jump itself: it goes back to its own first part. */
static bool unwind(struct call_stack *s, u64 to, u64 level, u64 cycles, u64 instructions)
{
    u64 function = contexts_function(s->contexts, to);
    if (!s->depth || function == to || function & 1) return false;
    if (contexts_function(s->contexts, s->frame[s->depth - 1].arc->to) == function) return false;
    size_t at = find_landing(s, function, level);
    if (at == 0) {
        in_vain(s, lowest(s));
        return false;
    }
    while (s->depth >= at) calls_pop(s, cycles, instructions);
    return true;
}

void calls_await(struct call_stack *s, u64 back)
{
    *calls_place(s, back) = true;
    memset(s->within, 0, sizeof s->within);
}

bool calls_leave(struct call_stack *s, u64 from, u64 to)
{
    unsigned i = calls_within(from, to);
    if (contexts_cross(s->contexts, from, to)) return true;
    if (*calls_place(s, to)) return false;
    s->within[i].from = from;
    s->within[i].to = to;
    return false;
}

static struct call_tail *tail_of(struct call_stack *s, const struct call_frame *f, u64 from, u64 to)
{
    return &s->tail[(from >> 2 ^ to >> 3 ^ (u64)(uintptr_t)f->caller >> 4 ^ f->arc->from >> 2) & (CALLS_TAILS - 1)];
}

bool calls_tail_again(struct call_stack *s, u64 from, u64 to, u64 cycles, u64 instructions)
{
    if (!s->depth) return false;
    const struct call_frame *f = &s->frame[s->depth - 1];
    const struct call_tail *t = tail_of(s, f, from, to);
    if (t->from != from || t->to != to || t->arc != f->arc || t->caller != f->caller) return false;
    calls_charge(s, cycles, instructions);
    s->at = t->callee;
    s->at->calls++;
    t->counted->count++;
    return true;
}

/* A function begins at `to`, or that is no code of a known one: nothing is unwound (unwind()). */
static bool is_plain_tail(struct call_stack *s, u64 from, u64 to)
{
    u64 function = contexts_function(s->contexts, to);
    return s->depth && (function == to || function & FUNCTION_UNKNOWN) && !contexts_passes_on(s->contexts, from);
}

void calls_jump(struct call_stack *s, u64 from, u64 to, u64 level, u64 cycles, u64 instructions)
{
    if (!calls_leave(s, from, to) || calls_tail_again(s, from, to, cycles, instructions)) return;
    begin(s, from);
    if (contexts_passes_on(s->contexts, from))
        while (s->depth && contexts_passes_on(s->contexts, s->frame[s->depth - 1].arc->from)) calls_pop(s, cycles, instructions);
    if (unwind(s, to, level, cycles, instructions)) return;
    calls_charge(s, cycles, instructions);
    const struct call_frame *f = s->depth ? &s->frame[s->depth - 1] : NULL;
    s->at = contexts_jump(s->contexts, f ? f->caller : NULL, f ? f->arc->from : 0, to);
    if (!contexts_begins(s->contexts, to)) return;
    struct arc *counted = calls_count_tail(s, from, to);
    if (is_plain_tail(s, from, to)) *tail_of(s, f, from, to) = (struct call_tail){from, to, f->arc, f->caller, s->at, counted};
}

struct arc *calls_count_tail(struct call_stack *s, u64 from, u64 to)
{
    s->at->calls++;
    return contexts_count_arc(s->contexts, s->depth ? s->frame[s->depth - 1].arc->from : from, to);
}

void calls_signal(struct call_stack *s, struct call_frame f)
{
    take_back(s, f.cycles, f.instructions);
    f.arc->count++;
    calls_push(s, f);
}

void calls_close(struct call_stack *s, u64 cycles, u64 instructions)
{
    take_back(s, cycles, instructions);
    while (s->depth) calls_pop(s, cycles, instructions);
    end_unbegun(s);
    calls_charge(s, cycles, instructions);
}

void calls_collect_open(struct call_stack *s, u64 cycles, u64 instructions, struct counters *out)
{
    take_back(s, cycles, instructions);
    for (size_t i = 0; i < s->depth; i++) {
        const struct call_frame *f = &s->frame[i];
        counters_add_arc(out, &(struct call_arc){.from = f->arc->from, .to = f->arc->to, .cycles = cycles - f->cycles,
                                                 .instructions = instructions - f->instructions});
    }
    end_unbegun(s);
    /* Before a delay slot that faults the thread still is where it was charged last. */
    if (cycles != s->cycles || instructions != s->instructions) calls_charge(s, cycles, instructions);
}
