#include "emu/debug/past.h"

#include <stdlib.h>

#include "emu/core/isa.h"
#include "emu/core/machine.h"

struct past_step {
    u64 position;
    u64 address; /* of what it is going to overwrite */
    u8 size;     /* in bytes; 0: nothing */
    bool ends;
    u8 before[16];
};

static const struct debug_view *view_of(const struct thread *t) { return t->process->isa->debug; }

void past_clear(struct past *p) { p->steps = p->at = 0; }

void past_free(struct past *p)
{
    free(p->step);
    free(p->registers);
    *p = (struct past){0};
}

static bool room(struct past *p, const struct thread *t)
{
    const struct debug_view *v = view_of(t);
    if (!p->step) {
        p->size = 0;
        for (unsigned r = 0; r < v->registers; r++) p->size += v->size(r);
        p->step = calloc(PAST_STEPS, sizeof *p->step);
        p->registers = p->step ? calloc(PAST_STEPS, p->size) : NULL;
        if (!p->registers) past_free(p);
    }
    if (p->step && p->steps == PAST_STEPS) { /* half of them go at a time: moving them is as good as free then */
        p->steps = PAST_STEPS / 2;
        memmove(p->step, p->step + p->steps, p->steps * sizeof *p->step);
        memmove(p->registers, p->registers + p->steps * p->size, p->steps * p->size);
    }
    return p->step;
}

void past_add(struct past *p, const struct thread *t, u64 position, u64 turns, bool ends)
{
    const struct debug_view *v = view_of(t);
    if (p->thread != t || p->turns != turns) past_clear(p);
    p->thread = t;
    p->turns = turns;
    struct debug_access a = v->access(t);
    if (!room(p, t) || (a.store && a.size > sizeof p->step->before)) {
        past_clear(p);
        return;
    }
    struct past_step *s = &p->step[p->steps];
    *s = (struct past_step){.position = position, .ends = ends};
    if (a.store && v->peek(t, a.address, s->before, a.size) == 0) {
        s->address = a.address;
        s->size = (u8)a.size;
    }
    u8 *out = p->registers + p->steps * p->size;
    for (unsigned r = 0; r < v->registers; out += v->size(r++)) v->get(t, r, out);
    p->at = ++p->steps;
}

bool past_back(struct past *p)
{
    for (size_t i = p->at; i-- > 0;) {
        if (!p->step[i].ends) continue;
        p->at = i;
        return true;
    }
    return false;
}

u64 past_position(const struct past *p) { return p->step[p->at].position; }

void past_get(const struct past *p, const struct thread *t, unsigned r, u8 *out)
{
    const struct debug_view *v = view_of(t);
    if (!past_shown(p) || t != p->thread) {
        v->get(t, r, out);
        return;
    }
    const u8 *from = p->registers + p->at * p->size;
    for (unsigned i = 0; i < r; i++) from += v->size(i);
    memcpy(out, from, v->size(r));
}

int past_peek(const struct past *p, const struct thread *t, u64 address, void *to, size_t n)
{
    if (view_of(t)->peek(t, address, to, n) != 0) return -1;
    for (size_t i = p->steps; i-- > p->at;) {
        const struct past_step *s = &p->step[i];
        for (unsigned b = 0; b < s->size; b++)
            if (s->address + b - address < n) ((u8 *)to)[s->address + b - address] = s->before[b];
    }
    return 0;
}
