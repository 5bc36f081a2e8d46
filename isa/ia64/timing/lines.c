#include "isa/ia64/timing/lines.h"

#define P(id) (m->value[IA64_T_##id])

static u32 beyond(i64 when, i64 at) { return when > at ? (u32)(when - at) : 0; }

void ia64_lines_init(struct ia64_lines *l)
{
    memset(l, 0, sizeof *l);
    l->queue_end = l->byte_taken = LINES_NEVER;
    for (unsigned k = 0; k < LINES_KEPT; k++) l->kept[k].number = ~(u64)0;
    for (unsigned k = 0; k < LINES_BANKS; k++) l->bank[k].next = LINES_NEVER;
}

struct ia64_line *ia64_lines_begin(struct ia64_lines *l, u64 number)
{
    struct ia64_line *line = &l->kept[l->next];
    l->next = (l->next + 1) % LINES_KEPT;
    *line = (struct ia64_line){.number = number};
    return line;
}

/* The youngest: the line may have gone and been asked for again. */
struct ia64_line *ia64_lines_find(struct ia64_lines *l, u64 number)
{
    for (unsigned k = 1; k <= LINES_KEPT; k++) {
        struct ia64_line *line = &l->kept[(l->next + LINES_KEPT - k) % LINES_KEPT];
        if (line->number == number) return line;
    }
    return NULL;
}

/* The lines come one after the other; so many stores wait for theirs before the processor does. */
u32 ia64_line_queue(const struct ia64_model *m, i64 at, i64 *end)
{
    *end = (*end > at ? *end : at) + P(MEMORY_STORE);
    return beyond(*end - (i64)P(MEMORY_STORES) * P(MEMORY_STORE), at);
}

/* Those that wait are taken one after the other, each so much later than the one before it, so the queue is as long as the time until
 * the last of them is taken. */
u32 ia64_bank_wait(const struct ia64_model *m, i64 at, i64 *last, i64 *next)
{
    if (*last < at) *last = at;
    if (*last < *next) *last = *next;
    *next = *last + P(STORE_BYTE);
    return beyond(*last - (i64)P(STORE_QUEUE) * P(STORE_BYTE), at);
}

u32 ia64_line_waited(const struct ia64_model *m, const struct ia64_issue *i, i64 at, i64 arrives)
{
    return beyond(arrives, at + (i->flags & ISSUE_FAR ? P(L2) : P(LOAD)));
}
