#include "emu/core/teach.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emu/core/alloc.h"

void teach_note(struct teach_notes *n, const char *key, const char *fmt, ...)
{
    if (n->count == TEACH_NOTES) return;
    va_list args;
    va_start(args, fmt);
    vsnprintf(n->note[n->count].text, TEACH_NOTE, fmt, args);
    va_end(args);
    n->note[n->count++].key = key;
}

bool teach_find_loop(const struct teach *t, u64 start, const u8 *code, size_t size, u64 pc, struct teach_loop *out)
{
    struct teach_loop l = {0};
    bool found = false;
    u64 end = start + size, mask = t->unit - 1;
    for (u64 here = start; (here & ~mask) + t->unit <= end;) {
        struct teach_flow f = t->flow(here, code + ((here & ~mask) - start));
        bool round = f.to_known && f.target >= start && f.target <= pc && f.target <= here && f.last >= pc && (f.last & ~mask) < end;
        if (round && (!found || f.target > l.first)) { /* of those back to one place the nearest: the others are of loops around it */
            l = (struct teach_loop){.first = f.target, .branch = here, .last = f.last};
            found = true;
        }
        here = f.next;
    }
    if (!found) return false;
    l.straight = true;
    for (u64 here = l.first; here <= l.last; l.instructions++) {
        struct teach_flow f = t->flow(here, code + ((here & ~mask) - start));
        if (f.leaves && here < l.branch) l.straight = false;
        here = f.next;
    }
    *out = l;
    return true;
}

/* Whether what runs from the loop's first instruction on comes to its branch. Compilers put code that seldom runs behind a function's end, from where it jumps back
 * to the last instructions: what lies between is no loop. */
static bool goes_round(const struct teach *t, u64 start, const u8 *code, const struct teach_loop *l)
{
    u64 mask = t->unit - 1, base = l->first & ~mask, leaving = 0;
    u8 *jumped_to = alloc_zeroed((size_t)(l->last - base) + 1, 1);
    bool live = true, round = false, left = false;
    for (u64 here = l->first; here <= l->branch && !round;) {
        struct teach_flow f = t->flow(here, code + ((here & ~mask) - start));
        if (jumped_to[here - base]) live = true, left = false;
        round = live && here == l->branch;
        if (live && f.to_known && f.target > here && f.target <= l->last) jumped_to[f.target - base] = 1;
        if (live && f.leaves) left = true, leaving = f.last;
        if (left && here >= leaving) live = left = false;
        here = f.next;
    }
    free(jumped_to);
    return round;
}

static bool holds(const struct teach_loop *outer, const struct teach_loop *inner) { return outer->first <= inner->first && outer->last >= inner->last; }

/* Branches come in the order of memory, so a loop that another one lies in comes behind it. */
size_t teach_find_loops(const struct teach *t, u64 start, const u8 *code, size_t size, struct teach_loop *out, size_t most)
{
    size_t n = 0;
    u64 end = start + size, mask = t->unit - 1;
    struct teach_loop before = {0};
    for (u64 here = start; (here & ~mask) + t->unit <= end;) {
        struct teach_flow f = t->flow(here, code + ((here & ~mask) - start));
        struct teach_loop l = {.first = f.target, .branch = here, .last = f.last};
        bool back = f.to_known && f.target >= start && f.target <= here && (f.last & ~mask) < end;
        if (back && !(n && holds(&l, &before)) && goes_round(t, start, code, &l)) {
            if (n < most) out[n] = l;
            before = l;
            n++;
        }
        here = f.next;
    }
    return n;
}

bool teach_settled(struct teach_turns *t, const u64 *words, size_t n, u64 at, struct teach_issue *out)
{
    u64 state = 0xcbf29ce484222325; /* FNV-1a, by words */
    for (size_t i = 0; i < n; i++) {
        state = (state ^ words[i]) * 0x100000001b3;
        state ^= state >> 29;
    }
    for (unsigned k = t->count; k-- > 0;) {
        if (t->state[k] != state) continue;
        out->turns = t->count - k;
        out->cycles = at - t->at[k];
        return true;
    }
    if (t->count == TEACH_TURNS) return false;
    t->state[t->count] = state;
    t->at[t->count++] = at;
    return false;
}
