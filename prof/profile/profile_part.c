#include "prof/profile/profile_part.h"

#include <stdlib.h>

#include "emu/core/alloc.h"

static void *copy(const void *list, size_t count, size_t size)
{
    void *to = alloc_zeroed(count, size);
    if (count) memcpy(to, list, count * size);
    return to;
}

void profile_part_alone(const struct profile *p, struct profile *alone)
{
    *alone = *p;
    alone->insn = copy(p->insn, p->insns, sizeof *p->insn);
    alone->context = copy(p->context, p->contexts, sizeof *p->context);
    alone->tick = copy(p->tick, p->ticks, sizeof *p->tick);
    alone->arc = NULL;
    alone->arcs = alone->arcs_room = 0;
    alone->data = NULL;
    alone->threads = NULL;
    alone->slices = NULL;
}

void profile_part_free(struct profile *alone)
{
    free(alone->insn);
    free(alone->context);
    free(alone->tick);
    free(alone->arc);
}

void profile_part_settle(struct profile *p)
{
    struct error e;
    size_t n = 0;
    for (size_t i = 0; i < p->ticks; i++)
        if (p->tick[i].ticks) p->tick[n++] = p->tick[i];
    p->ticks = n;
    profile_sum(p, &e); /* a part of sums that did fit */
}

/* --- calls -------------------------------------------------------------------------------------------------------------------- */

/* Where the jump is that led into this context when no call was open: the call that no context has. 0: not known. */
static u64 jumped_from(const struct profile *p, const struct context_count *c, const struct call_arc *whole, size_t wholes)
{
    for (size_t i = 0; i < wholes; i++) {
        bool has = whole[i].to != c->to;
        for (size_t k = 0; k < p->contexts && !has; k++) has = p->context[k].from == whole[i].from && p->context[k].to == c->to;
        if (!has) return whole[i].from;
    }
    return 0;
}

void profile_part_arcs(struct profile *p, const struct call_arc *whole, size_t wholes)
{
    struct call_arc *sum = alloc_zeroed(p->contexts, sizeof *sum);
    for (size_t i = p->contexts; i-- > 0;) {
        const struct context_count *c = &p->context[i];
        sum[i].cycles += c->cycles;
        sum[i].instructions += c->instructions;
        if (c->parent == CONTEXT_NONE) continue;
        sum[c->parent].cycles += sum[i].cycles;
        sum[c->parent].instructions += sum[i].instructions;
    }
    p->arcs = 0;
    for (size_t i = 0; i < p->contexts; i++) {
        const struct context_count *c = &p->context[i];
        u64 jump = !c->from && c->calls ? jumped_from(p, c, whole, wholes) : 0;
        if ((!c->from && !jump) || (!c->calls && !sum[i].cycles)) continue;
        p->arc = alloc_grow(p->arc, p->arcs, &p->arcs_room, sizeof *p->arc);
        p->arc[p->arcs++] = jump ? (struct call_arc){jump, c->to, c->calls, 0, 0}
                                   : (struct call_arc){c->from, c->to, c->calls, sum[i].cycles, sum[i].instructions};
    }
    profile_settle_arcs(p);
    free(sum);
}

void profile_part_keep_arcs(struct profile *p)
{
    struct call_arc *whole = p->arc;
    size_t wholes = p->arcs;
    p->arc = NULL;
    p->arcs = p->arcs_room = 0;
    profile_part_arcs(p, whole, wholes);
    free(whole);
}
