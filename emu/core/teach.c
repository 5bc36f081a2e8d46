#include "emu/core/teach.h"

#include <stdarg.h>
#include <stdio.h>

void teach_note(struct teach_notes *n, const char *key, const char *fmt, ...)
{
    if (n->count == TEACH_NOTES) return;
    va_list args;
    va_start(args, fmt);
    vsnprintf(n->note[n->count].text, TEACH_NOTE, fmt, args);
    va_end(args);
    n->note[n->count++].key = key;
}

bool teach_find_loop(teach_flow_of *flow, unsigned unit, u64 start, const u8 *code, size_t size, u64 pc, struct teach_loop *out)
{
    struct teach_loop l = {0};
    bool found = false;
    u64 end = start + size, mask = unit - 1;
    for (u64 here = start; (here & ~mask) + unit <= end;) {
        struct teach_flow f = flow(here, code + ((here & ~mask) - start));
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
        struct teach_flow f = flow(here, code + ((here & ~mask) - start));
        if (f.leaves && here < l.branch) l.straight = false;
        here = f.next;
    }
    *out = l;
    return true;
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
