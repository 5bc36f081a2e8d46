#include "emu/data/stacks.h"

#include <stdlib.h>

#include "emu/core/contexts.h"
#include "emu/core/error.h"
#include "emu/data/notes.h"
#include "emu/data/take.h"

enum { FRAMES_MOST = 1 << 16 }; /* of a thread's stack whose functions are told apart; deeper, the function at work stands for them */

u32 stacks_function(struct data_process *d, u64 function)
{
    if (function & FUNCTION_UNKNOWN) function = 0;
    unsigned i = (unsigned)(function >> 2 ^ function >> 10) & (STACKS - 1);
    if (d->stack[i].object && d->stack[i].function == function) return d->stack[i].object;
    u32 object = tables_object(&d->tables, DATA_STACK, function, 0, DATA_NONE, "");
    if (object == OBJECT_OTHER) return object; /* there was no room: that is counted each time */
    d->stack[i].function = function;
    d->stack[i].object = object;
    return object;
}

/* Addresses, and the places where frames begin, in the direction in which the stack grows. */
static u64 along(const struct data_process *d, u64 address) { return d->up ? address : ~address; }
static u64 frame_begin(const struct data_process *d, const struct frame *f) { return d->up ? f->sp : -f->sp; }

static bool is_deeper(const struct data_thread *s) { return s->depth > s->base + s->frames; }

u32 stacks_object(struct data_process *d, const struct data_thread *s, u64 address)
{
    u64 place = along(d, address);
    size_t low = 0, high = s->frames;
    if (high && frame_begin(d, &s->frame[high - 1]) <= place) return is_deeper(s) ? s->innermost : s->frame[high - 1].object;
    if (high > 1 && frame_begin(d, &s->frame[high - 2]) <= place) return s->frame[high - 2].object;
    for (size_t back = 2; back < high; back *= 2) /* most are near: who unwinds the stack goes from frame to frame */
        if (frame_begin(d, &s->frame[high - back]) <= place) {
            low = high - back;
            break;
        }
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (frame_begin(d, &s->frame[middle]) <= place) low = middle + 1;
        else high = middle;
    }
    return low ? s->frame[low - 1].object : stacks_function(d, 0);
}

void stacks_find_inner(const struct data_process *d, struct data_thread *s)
{
    s->inner_stale = false;
    s->inner.size = 0;
    if (!s->frames || is_deeper(s)) return; /* looked for each time: a frame of another stack may come before all of this one */
    const struct frame *f = &s->frame[s->frames - 1];
    if (f->sp < s->stack_low || f->sp > s->stack_high) return;
    const struct frame *outer = f; /* the caller's, if that is farther out in the same stack */
    if (s->frames > 1 && (d->up ? f[-1].sp >= s->stack_low && f[-1].sp <= f->sp : f[-1].sp >= f->sp && f[-1].sp <= s->stack_high)) outer = f - 1;
    s->inner.start = d->up ? outer->sp : s->stack_low;
    s->inner.middle = f->sp;
    s->inner.size = (d->up ? s->stack_high : outer->sp) - s->inner.start;
    s->inner.object[d->up] = f->object;
    s->inner.object[!d->up] = outer->object;
}

static void push(struct data_process *d, struct data_thread *s, struct frame f)
{
    if (s->frames == FRAMES_MOST || s->depth != s->base + s->frames) return;
    if (s->frames == s->frames_room) {
        size_t more = s->frames_room ? 2 * s->frames_room : 64;
        if (!data_take(d->tables.account, (more - s->frames_room) * sizeof *s->frame)) return;
        s->frame = realloc(s->frame, more * sizeof *s->frame);
        if (!s->frame) error_no_memory();
        s->frames_room = more;
    }
    s->frame[s->frames++] = f;
}

void stacks_number(struct data_process *d, const struct note_function *n) { d->stack_of[n->number] = stacks_function(d, n->function); }

void stacks_call(struct data_process *d, struct data_thread *s, const struct note_call *n)
{
    s->innermost = d->stack_of[note_number(n->function)];
    s->inner_stale = true;
    push(d, s, (struct frame){n->sp, note_back(n->function), s->innermost});
    s->depth++;
}

void stacks_return(struct data_process *d, struct data_thread *s, u32 function, u64 depth)
{
    s->innermost = d->stack_of[note_number(function)];
    s->inner_stale = true;
    if (depth < s->base + s->frames) s->frames = depth > s->base ? depth - s->base : 0;
    if (depth < s->base) s->base = depth;
    /* The outer half has been given up (emu/core/calls.h): which frame is whose is not known any more. */
    bool other = s->frames && depth == s->base + s->frames && s->frame[s->frames - 1].back != note_back(function);
    if (other) s->frames = 0, s->base = depth;
    if (depth == s->depth && s->frames && depth == s->base + s->frames) s->frame[s->frames - 1].object = s->innermost;
    s->depth = depth;
}
