#include "prof/profile/stacks.h"

#include "emu/core/alloc.h"
#include "prof/output/text.h"
#include "prof/profile/profile_inlines.h"
#include "prof/profile/profile_part.h"

#include <stdlib.h>

u32 stacks_row(const struct profile *p, u64 address)
{
    u32 function = profile_function_at(p, address);
    if (function != PROFILE_NONE) return function;
    u32 image = profile_image_at(p, address);
    return (u32)p->functions + (image != PROFILE_NONE ? image : (u32)p->images);
}

/* --- pairing ---------------------------------------------------------------------------------------------------------- */

/* A context or an instruction with what of it has no partner yet. */
struct part {
    u32 row, index;
    u64 left;
    u64 behind; /* of an instruction: what of it belongs to the function before */
};

struct parts {
    struct part *part;
    size_t count;
};

static int by_row(const void *a, const void *b)
{
    const struct part *x = a, *y = b;
    if (x->row != y->row) return x->row < y->row ? -1 : 1;
    return (x->index > y->index) - (x->index < y->index);
}

static void pair(struct stacks *s, struct part *context, struct part *insn, enum profile_event event)
{
    u64 n = context->left < insn->left ? context->left : insn->left;
    context->left -= n;
    insn->left -= n;
    if (!n) return;
    s->sample = alloc_grow(s->sample, s->samples, &s->room, sizeof *s->sample);
    struct stack_sample *to = &s->sample[s->samples++];
    *to = (struct stack_sample){.context = context->index, .insn = insn->index};
    to->value[event] = n;
}

/* Walks both lists once; with `same_row` only what has one row is paired. */
static void pair_in_order(struct stacks *s, struct parts *contexts, struct parts *insns, bool same_row,
                          enum profile_event event)
{
    for (size_t c = 0, i = 0; c < contexts->count && i < insns->count;) {
        struct part *context = &contexts->part[c], *insn = &insns->part[i];
        if (same_row && context->row != insn->row) {
            if (context->row < insn->row) c++;
            else i++;
            continue;
        }
        pair(s, context, insn, event);
        if (!context->left) c++;
        if (!insn->left) i++;
    }
}

/* The row of the function before the one that holds the address, or before the address if none does. */
static u32 row_before(const struct profile *p, u64 address)
{
    u32 function = profile_function_at(p, address);
    size_t low = 0, high = p->functions;
    if (function != PROFILE_NONE) return function ? function - 1 : PROFILE_NONE;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (p->function[middle].start < address) low = middle + 1;
        else high = middle;
    }
    return low ? (u32)low - 1 : PROFILE_NONE;
}

/* Whether the instruction is the first of its function. */
static bool begins(const struct profile *p, const struct profile_insn *insn)
{
    return insn->function != PROFILE_NONE && p->function[insn->function].start == insn->count.pc;
}

/* Cycles of a function's first instruction that were the nullified delay slot of a branch before it: nothing else nullifies
 * it. Itanium has no such slots: its first instruction may be predicated off. */
static u64 ended_in(const struct profile *p, const struct profile_insn *insn)
{
    if (p->unit != 4 || !begins(p, insn) || !insn->count.slots) return 0;
    u64 nullified = insn->count.slots - insn->count.instructions;
    return nullified < insn->count.slots && nullified < insn->count.cycles ? nullified : insn->count.cycles;
}

static void pair_event(struct stacks *s, const struct profile *p, struct parts *contexts, struct parts *insns,
                       enum profile_event event)
{
    for (size_t i = 0; i < contexts->count; i++) {
        const struct context_count *c = &p->context[contexts->part[i].index];
        contexts->part[i].left = event == EVENT_CYCLES ? c->cycles : c->instructions;
    }
    for (size_t i = 0; i < insns->count; i++) {
        struct part *part = &insns->part[i];
        const struct profile_insn *insn = &p->insn[part->index];
        part->row = stacks_row(p, insn->count.pc);
        part->behind = event == EVENT_CYCLES ? ended_in(p, insn) : 0;
        part->left = profile_event(&insn->count, event) - part->behind;
    }
    qsort(insns->part, insns->count, sizeof *insns->part, by_row);
    pair_in_order(s, contexts, insns, true, event);
    for (size_t i = 0; i < insns->count; i++) {
        struct part *part = &insns->part[i];
        part->row = row_before(p, p->insn[part->index].count.pc);
        part->left += part->behind;
    }
    qsort(insns->part, insns->count, sizeof *insns->part, by_row);
    pair_in_order(s, contexts, insns, true, event);
    pair_in_order(s, contexts, insns, false, event);
    struct part nowhere = {.index = CONTEXT_NONE, .left = UINT64_MAX};
    for (size_t i = 0; i < insns->count; i++) pair(s, &nowhere, &insns->part[i], event);
}

/* Ticks were seen in their contexts. */
static void add_ticks(struct stacks *s, const struct profile *p)
{
    u64 *left = alloc_zeroed(p->insns, sizeof *left);
    for (size_t i = 0; i < p->insns; i++) left[i] = p->insn[i].count.ticks;
    for (size_t i = 0; i < p->ticks; i++) {
        const struct context_tick *t = &p->tick[i];
        u32 insn = (u32)(profile_insn_at(p, t->pc) - p->insn);
        struct part context = {.index = t->context, .left = t->ticks}, at = {.index = insn, .left = t->ticks};
        left[insn] -= t->ticks;
        pair(s, &context, &at, EVENT_TICKS);
    }
    for (size_t i = 0; i < p->insns; i++) {
        struct part context = {.index = CONTEXT_NONE, .left = left[i]}, at = {.index = (u32)i, .left = left[i]};
        pair(s, &context, &at, EVENT_TICKS);
    }
    free(left);
}

static int by_insn(const void *a, const void *b)
{
    const struct stack_sample *x = a, *y = b;
    if (x->insn != y->insn) return x->insn < y->insn ? -1 : 1;
    return (x->context > y->context) - (x->context < y->context);
}

static int by_context(const void *a, const void *b)
{
    const struct stack_sample *x = a, *y = b;
    if (x->context != y->context) return x->context < y->context ? -1 : 1;
    return (x->insn > y->insn) - (x->insn < y->insn);
}

static void merge(struct stacks *s)
{
    size_t n = 0;
    for (size_t i = 0; i < s->samples; i++) {
        struct stack_sample *last = n ? &s->sample[n - 1] : NULL;
        if (!last || by_context(last, &s->sample[i])) s->sample[n++] = s->sample[i];
        else
            for (unsigned e = 0; e < PROFILE_EVENTS; e++) last->value[e] += s->sample[i].value[e];
    }
    s->samples = n;
}

/* No timing model ran: then each slot is a cycle, and what contexts have cost says how many slots they had. */
static bool slots_are_cycles(const struct profile *p)
{
    for (size_t k = 0; k < p->insns; k++)
        if (p->insn[k].count.slots != p->insn[k].count.cycles) return false;
    return true;
}

/* An instruction's slots go where its cycles went, the rest of the division to the last; those of one that cost nothing (Itanium issues several a
 * cycle) to its last sample, or to no context. Under a timing model that holds for its nullified slots: the others are its instructions, which
 * have their samples, and so no stack has more of these than slots. */
static void add_slots(struct stacks *s, const struct profile *p)
{
    size_t i = 0, count = s->samples;
    bool all = slots_are_cycles(p);
    for (u32 k = 0; k < p->insns; k++) {
        const struct pc_count *c = &p->insn[k].count;
        u64 shared = all ? c->slots : c->slots - c->instructions, left = shared;
        struct stack_sample *last = NULL;
        for (; i < count && s->sample[i].insn == k; i++) {
            last = &s->sample[i];
            u64 n = c->cycles ? (u64)((u128)shared * last->value[EVENT_CYCLES] / c->cycles) : 0;
            last->value[EVENT_SLOTS] = n + (all ? 0 : last->value[EVENT_INSTRUCTIONS]);
            left -= n;
        }
        struct part context = {.index = CONTEXT_NONE, .left = left}, at = {.index = k, .left = left};
        if (last) last->value[EVENT_SLOTS] += left;
        else pair(s, &context, &at, EVENT_SLOTS);
    }
}

/* Of a profile whose slices, if any, are of the whole run. */
static void make(struct stacks *s, const struct profile *p)
{
    /* Those that there is something to pair of: of a part of a run that may be few. */
    struct parts contexts = {alloc_zeroed(p->contexts, sizeof *contexts.part), 0};
    struct parts insns = {alloc_zeroed(p->insns, sizeof *insns.part), 0};
    *s = (struct stacks){0};
    for (u32 i = 0; i < p->contexts; i++)
        if (p->context[i].cycles || p->context[i].instructions)
            contexts.part[contexts.count++] = (struct part){.row = stacks_row(p, p->context[i].to), .index = i};
    for (u32 i = 0; i < p->insns; i++)
        if (p->insn[i].count.cycles || p->insn[i].count.instructions) insns.part[insns.count++] = (struct part){.index = i};
    qsort(contexts.part, contexts.count, sizeof *contexts.part, by_row);
    pair_event(s, p, &contexts, &insns, EVENT_CYCLES);
    pair_event(s, p, &contexts, &insns, EVENT_INSTRUCTIONS);
    add_ticks(s, p);
    free(contexts.part);
    free(insns.part);
    if (s->samples) qsort(s->sample, s->samples, sizeof *s->sample, by_insn);
    merge(s);
    add_slots(s, p);
    if (s->samples) qsort(s->sample, s->samples, sizeof *s->sample, by_context);
}

/* A part of a run is what its spans are together, so that what is said of it depends on nothing but what is in them. */
void stacks_make(struct stacks *s, const struct profile *p)
{
    if (!p->slices || !p->slices->part || !p->slices->shares) {
        make(s, p);
        return;
    }
    *s = (struct stacks){0};
    for (size_t i = 0; i < slices_spans(p->slices); i++) {
        struct profile alone;
        struct stacks of;
        slices_alone(p, i, i + 1, &alone);
        make(&of, &alone);
        for (size_t k = 0; k < of.samples; k++) {
            s->sample = alloc_grow(s->sample, s->samples, &s->room, sizeof *s->sample);
            s->sample[s->samples++] = of.sample[k];
        }
        stacks_free(&of);
        profile_part_free(&alone);
    }
    if (s->samples) qsort(s->sample, s->samples, sizeof *s->sample, by_insn);
    merge(s);
    if (s->samples) qsort(s->sample, s->samples, sizeof *s->sample, by_context);
}

void stacks_free(struct stacks *s)
{
    free(s->sample);
    memset(s, 0, sizeof *s);
}

/* --- frames ----------------------------------------------------------------------------------------------------------- */

struct frames {
    struct stack_frame **list;
    size_t count, *room;
};

static void add_level(struct frames *to, u64 address, u32 row, const char *file, u32 line)
{
    *to->list = alloc_grow(*to->list, to->count, to->room, sizeof **to->list);
    (*to->list)[to->count++] = (struct stack_frame){.address = address, .row = row, .file = file, .line = line};
}

/* The frame of an address, and below it those of the inlined code that it is in; with `entry` it is a function's first,
 * which stands for the function itself. */
static void add_frame(struct frames *to, const struct profile *p, u64 address, u32 row, bool entry)
{
    const struct profile_insn *insn = profile_insn_at(p, address);
    u32 line = insn ? insn->line : 0;
    const char *file = insn && insn->file != PROFILE_NONE ? p->file[insn->file] : NULL;
    for (u32 c = entry ? INLINES_NONE : profile_copy_at(p, address); c != INLINES_NONE; c = p->inlines->copy[c].parent) {
        add_level(to, address, (u32)profile_rows(p) + p->inlines->copy[c].function, file, line);
        file = p->inlines->copy[c].file;
        line = p->inlines->copy[c].line;
    }
    add_level(to, address, row, file, line);
}

size_t stacks_frames(const struct profile *p, const struct stack_sample *s, struct stack_frame **list, size_t *room,
                     size_t most)
{
    u64 pc = p->insn[s->insn].count.pc;
    u32 row = stacks_row(p, pc), at = s->context;
    struct frames to = {list, 0, room};
    add_frame(&to, p, pc, row, false);
    const struct context_count *c = at != CONTEXT_NONE ? &p->context[at] : NULL;
    if (c && c->to && stacks_row(p, c->to) != row) {
        /* The delay slot of the call itself is the caller's; else it is other code under the call, and stands below it. No
         * function begins with the delay slot of a call of its own: there it is one behind the end of what was called. */
        bool callers = c->parent != CONTEXT_NONE && stacks_row(p, c->from) == row && !begins(p, &p->insn[s->insn]);
        if (callers) c = &p->context[c->parent];
        else add_frame(&to, p, c->to, stacks_row(p, c->to), true);
    }
    for (; c && c->parent != CONTEXT_NONE && to.count < most; c = &p->context[c->parent]) {
        u32 caller = stacks_row(p, c->from), named = stacks_row(p, p->context[c->parent].to);
        /* A tail call has put another function in the place of the one that called. */
        bool same = caller == named || !p->context[c->parent].to;
        add_frame(&to, p, same ? c->from : p->context[c->parent].to, same ? caller : named, !same);
    }
    return to.count < most ? to.count : most;
}

const char *stacks_name(const struct profile *p, u32 row, char **made)
{
    const struct inline_function *inlined = profile_inline_function(p, row);
    *made = NULL;
    if (inlined) return *made = profile_inline_label(inlined);
    if (row < p->functions) return p->function[row].name;
    return *made = profile_image_label(p, row < p->functions + p->images ? row - (u32)p->functions : PROFILE_NONE);
}

void stacks_print_name(const struct profile *p, u32 row, FILE *f)
{
    char *made;
    text_json(f, stacks_name(p, row, &made));
    free(made);
}
