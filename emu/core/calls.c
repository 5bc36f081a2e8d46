#include "emu/core/calls.h"

#include <stdlib.h>

#include "emu/core/alloc.h"
#include "emu/core/engine.h"
#include "emu/core/error.h"

enum { NO_RETURN = 2 }; /* the return address of the bottom: nothing leads there */

struct call_stack *calls_new(struct code *code)
{
    struct call_stack *s = alloc_zeroed(1, sizeof *s);
    if (!code->contexts) code->contexts = contexts_new(code);
    s->contexts = code->contexts;
    s->branches = contexts_branches(s->contexts);
    s->root = (struct context_edge){.child = contexts_nowhere(s->contexts), .tail = contexts_no_tail(s->contexts)};
    s->first = (struct call_frame){.back = NO_RETURN, .edge = &s->root};
    s->before = s->top = s->last = s->bottom = &s->first;
    return s;
}

struct call_stack *calls_begin(const struct thread *t, const struct thread *from, struct code *code)
{
    const struct process *p = t->process;
    if (!p->machine->config->stacks) return NULL;
    if (from && from->process != p) return calls_copy(from->engine->calls, code);
    struct call_stack *s = calls_new(code);
    s->since = s->cycles = t->cycles; /* not 0 after exec, which does not reset the clock: what came before is the old program's */
    s->since_instructions = s->instructions = engine_instructions(t->engine);
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
        above = alloc_grow(above, depth, &room, sizeof *above);
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

/* Frame f, of that arc, leads from `parent` to `child`: by the way that a call of it goes, if that is so here, too. */
static void lead(struct call_stack *s, struct call_frame *f, struct context *parent, struct context *child, struct arc *arc)
{
    struct context_edge *e = contexts_entered(s->contexts, parent, arc);
    if (e && e->child == child) {
        f->edge = e;
        return;
    }
    struct tail_edge *link = contexts_link(s->contexts, parent, child, arc, NULL);
    if (!link) { /* there are too many of that arc's */
        link = contexts_link(s->contexts, parent, child, NULL, NULL);
        f->arc = arc;
        f->back |= 1;
    }
    f->edge = &link->edge;
}

struct call_stack *calls_copy(const struct call_stack *from, struct code *code)
{
    struct call_stack *s = calls_new(code);
    struct twin twin = {0};
    struct context *caller = NULL;
    for (size_t i = 0; i < calls_depth(from); i++) {
        const struct call_frame *f = calls_open(from, i);
        const struct arc *a = calls_arc(f);
        if (s->top >= s->last) calls_grow(s, a->from);
        find_twin(&twin, f->edge->parent, code);
        if (caller) lead(s, s->top, caller, twin.copy, s->top->arc);
        caller = twin.copy;
        calls_await(s, calls_back(f));
        *++s->top = (struct call_frame){.back = calls_back(f), .level = f->level, .arc = code_arc(code, a->from, a->to), .edge = &s->root};
    }
    find_twin(&twin, calls_at(from), code);
    if (caller) lead(s, s->top, caller, twin.copy, s->top->arc);
    s->root.child = caller ? s->bottom[1].edge->parent : twin.copy;
    s->before = s->top;
    s->floor = from->floor;
    return s;
}

struct call_stack *calls_move(struct call_stack *s, struct code *code, u64 cycles, u64 instructions)
{
    struct call_stack *moved = calls_copy(s, code);
    for (struct call_frame *f = moved->bottom; f++ < moved->top;) calls_begin_at(f, cycles, instructions);
    moved->since = moved->cycles = cycles;
    moved->since_instructions = moved->instructions = instructions;
    calls_close(s, cycles, instructions);
    calls_free(s);
    return moved;
}

/* Frames that there is room for, without the bottom. */
static size_t room(const struct call_stack *s) { return (size_t)(s->last - s->bottom); }

void calls_free(struct call_stack *s)
{
    if (!s) return;
    mem_give(contexts_account(s->contexts), room(s) * sizeof *s->bottom);
    if (s->bottom != &s->first) free(s->bottom);
    free(s);
}

/* Nothing is charged for the bottom but by this: what has passed since it led to where it leads. */
static void charge_root(struct call_stack *s, u64 cycles, u64 instructions)
{
    s->root.child->cycles += cycles - s->since;
    s->root.child->instructions += instructions - s->since_instructions;
    s->since = cycles;
    s->since_instructions = instructions;
}

/* Where a thread begins is no call's target: any of its instructions stands for the function. */
static void begin(struct call_stack *s, u64 pc)
{
    if (calls_at(s) != contexts_nowhere(s->contexts)) return;
    s->root.child = contexts_jump(s->contexts, NULL, 0, pc);
    if (s->begun) *s->begun = s->root.child;
}

/* What a thread that never called has cost is where it is. */
static void end_unbegun(struct call_stack *s)
{
    if (s->begun && !*s->begun) *s->begun = calls_at(s);
}

/* What is noted counts as over so much earlier. */
static void take(struct call_stack *s, u64 cycles, u64 instructions)
{
    if (s->before == s->top) return; /* it is nothing */
    if (s->before > s->top) { /* a return, or several at once; the arcs' costs stay as they are */
        for (const struct call_frame *f = s->top + 1; f <= s->before; f++) {
            f->edge->cycles -= cycles;
            f->edge->instructions -= instructions;
            if (!f->edge->arc) continue;
            f->edge->arc->cycles += cycles;
            f->edge->arc->instructions += instructions;
        }
    } else if (s->before) {
        calls_end(s->top, cycles, instructions);
    } else if (!s->left) { /* a tail call where none is open */
        s->from->cycles -= cycles;
        s->from->instructions -= instructions;
        s->since -= cycles;
        s->since_instructions -= instructions;
    } else {
        s->left->cycles -= cycles;
        s->left->instructions -= instructions;
        s->top->edge->cycles += cycles;
        s->top->edge->instructions += instructions;
        if (!(s->top->back & 1) || !s->left->arc) return;
        s->top->arc->cycles += cycles;
        s->top->arc->instructions += instructions;
    }
}

/* A call or return is charged for with its delay slot. If that faults, the thread stands before the slot: it goes back. */
static void take_back(struct call_stack *s, u64 cycles, u64 instructions)
{
    if (cycles >= s->cycles) return;
    take(s, s->cycles - cycles, s->instructions - instructions);
    s->cycles = cycles;
    s->instructions = instructions;
}

void calls_later(struct call_stack *s, u64 at, u64 cycles)
{
    if (s->cycles != at) return;
    if (s->before > s->top)
        for (const struct call_frame *f = s->top + 1; f <= s->before; f++) calls_end(f, cycles, 0);
    else
        take(s, 0 - cycles, 0);
    s->cycles += cycles;
}

/* The outer half of the calls: of what comes of code that calls and never returns, they have waited longest. What they have
 * cost so far is theirs. */
static void cut(struct call_stack *s)
{
    size_t half = calls_depth(s) / 2;
    for (size_t i = 0; i < half; i++) calls_end(calls_open(s, i), s->cycles, s->instructions);
    charge_root(s, s->cycles, s->instructions);
    s->root.child = calls_open(s, half)->edge->parent;
    s->top -= half;
    memmove(s->bottom + 1, s->bottom + 1 + half, calls_depth(s) * sizeof *s->bottom);
    s->floor = s->floor > half ? s->floor - half : s->floor != 0;
    contexts_cut(s->contexts, half);
}

void calls_grow(struct call_stack *s, u64 from)
{
    begin(s, from);
    size_t depth = calls_depth(s), has = room(s), more = has ? has : 256;
    struct mem_account *budget = contexts_account(s->contexts);
    if (has >= CALLS_LEAST && (has >= CALLS_MOST || !mem_room(budget, more * sizeof *s->bottom))) {
        cut(s);
        return;
    }
    if (budget) budget->used += more * sizeof *s->bottom;
    struct call_frame *bottom = realloc(has ? s->bottom : NULL, (has + more + 1) * sizeof *bottom);
    if (!bottom) error_no_memory(); /* some megabytes */
    if (!has) *bottom = s->first;
    s->bottom = bottom;
    s->top = bottom + depth;
    s->last = bottom + has + more;
    s->before = s->top;
}

void calls_push_here(struct call_stack *s, const struct call_made *c)
{
    struct context *at = calls_at(s);
    at->calls++;
    calls_note(s, s->top++, c->cycles, c->instructions);
    *s->top = (struct call_frame){.back = c->back | 1, .level = c->level, .arc = c->arc,
                                  .edge = &contexts_link(s->contexts, at, at, NULL, NULL)->edge};
    calls_begin_at(s->top, c->cycles, c->instructions);
}

/* How far down open calls are looked for: a guest that jumps without end to where nobody called from does not get the emulator
 * to look at a million of them each time. */
static size_t lowest(const struct call_stack *s)
{
    size_t depth = calls_depth(s);
    return s->vain > CALLS_VAIN && depth > CALLS_SEEN ? depth - CALLS_SEEN : 0;
}

/* None was found. */
static void in_vain(struct call_stack *s, size_t down_to)
{
    if (calls_depth(s) - down_to > CALLS_SEEN) s->vain += calls_depth(s) - down_to;
}

/* The calls from the at-th on are over. */
static void pop_from(struct call_stack *s, size_t at, u64 cycles, u64 instructions)
{
    const struct call_frame *was = s->top;
    while (calls_depth(s) >= at) calls_pop(s, cycles, instructions);
    s->before = was;
}

bool calls_return(struct call_stack *s, u64 target, u64 cycles, u64 instructions)
{
    /* Most indirect branches that return from no call are those of a switch: nothing calls just before its cases. */
    if (!*calls_place(s, target)) return false;
    size_t at = calls_depth(s), last = lowest(s);
    while (at > last && calls_back(&s->bottom[at]) != target) at--;
    if (at == last) {
        in_vain(s, last);
        return false;
    }
    pop_from(s, at, cycles, instructions);
    return true;
}

/* The frame that the open call of `function` at this level has made, or else the innermost made by any; index + 1, 0: none. */
static size_t find_landing(const struct call_stack *s, u64 function, u64 level)
{
    size_t innermost = 0, found = 0;
    for (size_t at = calls_depth(s), last = lowest(s); at > last; at--) {
        const struct call_frame *f = &s->bottom[at];
        if (contexts_function(s->contexts, f->edge->parent->to) != function) continue;
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
    if (s->top == s->bottom || function == to || function & 1) return false;
    if (contexts_function(s->contexts, calls_arc(s->top)->to) == function) return false;
    size_t at = find_landing(s, function, level);
    if (at == 0) {
        in_vain(s, lowest(s));
        return false;
    }
    pop_from(s, at, cycles, instructions);
    return true;
}

void calls_await(struct call_stack *s, u64 back)
{
    *calls_place(s, back) = true;
    memset(s->branches->within, 0, sizeof s->branches->within);
}

bool calls_leave(struct call_stack *s, u64 from, u64 to)
{
    unsigned i = calls_within(from, to);
    if (contexts_cross(s->contexts, from, to)) return true;
    if (*calls_place(s, to)) return false;
    s->branches->within[i].from = from;
    s->branches->within[i].to = to;
    return false;
}

static struct call_tail *tail_of(struct call_stack *s, const struct context_edge *e, u64 from, u64 to)
{
    return &s->tail[(from >> 2 ^ to >> 3 ^ (u64)(uintptr_t)e >> 6) & (CALLS_TAILS - 1)];
}

/* A tail call leads that way. */
static void change_way(struct call_stack *s, struct context_edge *to, u64 cycles, u64 instructions)
{
    struct context_edge *e = s->left = s->top->edge;
    e->cycles += cycles;
    e->instructions += instructions;
    to->cycles -= cycles;
    to->instructions -= instructions;
    s->top->edge = to;
    calls_note(s, NULL, cycles, instructions);
}

bool calls_tail_again(struct call_stack *s, u64 from, u64 to, u64 cycles, u64 instructions)
{
    struct context_edge *e = s->top->edge;
    if (UNLIKELY(e->tail_from != from || e->tail->to != to)) {
        const struct call_tail *t = tail_of(s, e, from, to);
        if (t->edge != e || t->from != from || t->to != to) return false;
        e->tail_from = from;
        e->tail = t->tail;
    }
    e->tail->edge.calls++;
    change_way(s, &e->tail->edge, cycles, instructions);
    return true;
}

/* A tail call leads from `e` that way. It will again, if that depends on nothing but where it is made: a function begins at `to`, or that is no code of
 * a known one, so that nothing is unwound (unwind()), and the call that it answers is not one that was passed on (calls_jump()). */
static void remember(struct call_stack *s, struct context_edge *e, u64 from, u64 to, struct tail_edge *way)
{
    u64 function = contexts_function(s->contexts, to);
    if (function != to && !(function & FUNCTION_UNKNOWN)) return;
    if (contexts_passes_on(s->contexts, from) && contexts_passes_on(s->contexts, e->arc->from)) return;
    *tail_of(s, e, from, to) = (struct call_tail){from, to, e, way};
    e->tail_from = from;
    e->tail = way;
}

/* Where no call is open. */
static void jump_outside(struct call_stack *s, u64 to, u64 cycles, u64 instructions)
{
    s->from = s->root.child;
    s->left = NULL;
    charge_root(s, cycles, instructions);
    s->root.child = contexts_jump(s->contexts, NULL, 0, to);
    calls_note(s, NULL, cycles, instructions);
}

/* The innermost call ends in the function at `to`. */
static void jump_inside(struct call_stack *s, u64 from, u64 to, u64 cycles, u64 instructions)
{
    struct call_frame *f = s->top;
    struct arc *arc = calls_arc(f), *counted = contexts_arc(s->contexts, arc->from, to);
    struct context *parent = f->edge->parent;
    struct context_edge *e = f->edge, *way = contexts_enter(s->contexts, parent, counted);
    struct context *child = way ? way->child : parent;
    bool apart = f->back & 1;
    struct tail_edge *link = apart ? NULL : contexts_link(s->contexts, parent, child, arc, counted);
    if (!link && !apart) {
        f->back |= 1;
        f->arc = arc;
        arc->cycles -= cycles;
        arc->instructions -= instructions;
    }
    if (link && contexts_begins(s->contexts, to)) remember(s, e, from, to, link);
    if (!link) link = contexts_link(s->contexts, parent, child, NULL, NULL);
    change_way(s, &link->edge, cycles, instructions);
}

void calls_jump(struct call_stack *s, u64 from, u64 to, u64 level, u64 cycles, u64 instructions)
{
    if (calls_stay(s, from, to) || calls_tail_again(s, from, to, cycles, instructions) || !calls_leave(s, from, to)) return;
    begin(s, from);
    if (contexts_passes_on(s->contexts, from))
        while (s->top > s->bottom && contexts_passes_on(s->contexts, calls_arc(s->top)->from)) calls_pop(s, cycles, instructions);
    if (unwind(s, to, level, cycles, instructions)) return;
    if (s->top > s->bottom) jump_inside(s, from, to, cycles, instructions);
    else jump_outside(s, to, cycles, instructions);
    if (contexts_begins(s->contexts, to)) calls_count_tail(s, from, to);
}

void calls_count_tail(struct call_stack *s, u64 from, u64 to)
{
    calls_at(s)->calls++;
    contexts_arc(s->contexts, s->top > s->bottom ? calls_arc(s->top)->from : from, to)->count++;
}

void calls_signal(struct call_stack *s, struct call_made c)
{
    take_back(s, c.cycles, c.instructions);
    c.arc->count++;
    calls_push(s, c);
}

void calls_close(struct call_stack *s, u64 cycles, u64 instructions)
{
    take_back(s, cycles, instructions);
    for (; s->top > s->bottom; s->top--) calls_end(s->top, cycles, instructions);
    end_unbegun(s);
    charge_root(s, cycles, instructions);
    calls_note(s, s->top, cycles, instructions);
}

void calls_halt(struct call_stack *s, u64 cycles, u64 instructions)
{
    if (cycles < s->cycles) take(s, s->cycles - cycles, s->instructions - instructions);
    for (const struct call_frame *f = s->top; f > s->bottom; f--) calls_end(f, cycles, instructions);
    s->root.child->cycles += cycles - s->since;
    s->root.child->instructions += instructions - s->since_instructions;
}

void calls_resume(struct call_stack *s, u64 cycles, u64 instructions)
{
    s->root.child->cycles -= cycles - s->since;
    s->root.child->instructions -= instructions - s->since_instructions;
    for (const struct call_frame *f = s->top; f > s->bottom; f--) calls_begin_at(f, cycles, instructions);
    if (cycles < s->cycles) take(s, cycles - s->cycles, instructions - s->instructions);
}

void calls_collect_open(struct call_stack *s, u64 cycles, u64 instructions)
{
    take_back(s, cycles, instructions);
    end_unbegun(s);
    /* Before a delay slot that faults the thread still is where it was charged last. */
    if (cycles != s->cycles || instructions != s->instructions) calls_note(s, s->top, cycles, instructions);
    calls_halt(s, cycles, instructions);
}
