#include "emu/host/registers.h"

#include <assert.h>
#include <string.h>

/* Labels of other operations are not touched: with that, and registers_fresh() ending at a free register, making code takes 0.77 to 0.88 of the
 * time that it did (dash, both instruction sets, with and without a timing model). */
void registers_begin(struct host_emission *e)
{
    e->time = 0;
    e->ahead = 0;
    for (unsigned of = 0; of < HOST_LABELS; of += HOST_OPERATIONS)
        for (unsigned i = of; i < of + e->uops; i++) e->label[i].at = ~0u, e->label[i].uses = 0;
    host_next(e);
    host_forget(e);
}

int registers_slot(const struct host_emission *e, unsigned offset, unsigned bytes)
{
    if (offset - e->layout->first < 8 * e->layout->words) return (int)((offset - e->layout->first) / 8);
    for (unsigned i = 0; i < HOST_FIELDS; i++)
        if (e->layout->field[i].offset == offset && e->layout->field[i].bytes == bytes) return (int)(HOST_WORDS + i);
    return -1;
}

/* --- what they mirror -------------------------------------------------------------------------------------------------------- */

void registers_lose(struct host_emission *e, unsigned r)
{
    for (unsigned i = 0; i < HOST_ALIASES; i++) {
        u8 slot = e->now.slot[r][i];
        if (slot != HOST_NO_SLOT) e->where[slot] = -1;
        e->now.slot[r][i] = HOST_NO_SLOT;
    }
}

void registers_changed(struct host_emission *e, unsigned slot)
{
    if (e->where[slot] < 0) return;
    u8 *of = e->now.slot[e->where[slot]];
    for (unsigned i = 0; i < HOST_ALIASES; i++)
        if (of[i] == slot) of[i] = HOST_NO_SLOT;
    e->where[slot] = -1;
}

void registers_mirror(struct host_emission *e, unsigned r, unsigned slot)
{
    u8 *of = e->now.slot[r];
    unsigned i = 0;
    registers_changed(e, slot);
    while (i < HOST_ALIASES - 1 && of[i] != HOST_NO_SLOT) i++;
    if (of[i] != HOST_NO_SLOT) e->where[of[i]] = -1; /* more than there is room for: the last one goes */
    of[i] = (u8)slot;
    e->where[slot] = (i8)r;
}

void host_forget(struct host_emission *e)
{
    memset(e->where, -1, sizeof e->where);
    memset(&e->now, HOST_NO_SLOT, sizeof e->now);
}

void host_changed(struct host_emission *e, unsigned offset)
{
    int slot = registers_slot(e, offset, 8);
    if (slot >= 0) registers_changed(e, (unsigned)slot);
}

/* --- values ------------------------------------------------------------------------------------------------------------------ */

static bool mirrors_something(const struct host_emission *e, unsigned r)
{
    for (unsigned i = 0; i < HOST_ALIASES; i++)
        if (e->now.slot[r][i] != HOST_NO_SLOT) return true;
    return false;
}

void registers_use(struct host_emission *e, unsigned r)
{
    e->reg[r].kept++;
    e->reg[r].used = ++e->time;
}

host_value registers_fresh(struct host_emission *e, const u8 *pool, unsigned size)
{
    unsigned best = pool[0];
    u32 oldest = ~0u;
    for (unsigned i = 0; i < size && oldest; i++) {
        unsigned r = pool[i];
        u32 age = mirrors_something(e, r) ? e->reg[r].used : 0;
        if (!e->reg[r].kept && age < oldest) best = r, oldest = age;
    }
    if (oldest == ~0u) e->full = true; /* an operation of more values than there are registers: none is */
    registers_lose(e, best);
    registers_use(e, best);
    return (host_value)best;
}

bool registers_take_last_use(struct host_emission *e, host_value v)
{
    if (e->last_use != v) return false;
    e->last_use = HOST_NO_VALUE;
    if (e->reg[v].kept == 1 && !mirrors_something(e, v)) return true;
    host_drop(e, v);
    return false;
}

void host_next(struct host_emission *e)
{
    e->last_use = HOST_NO_VALUE;
    for (unsigned r = 0; r < HOST_REGISTERS; r++) e->reg[r].kept = 0;
}

void host_drop(struct host_emission *e, host_value v)
{
    assert(e->reg[v].kept);
    e->reg[v].kept--;
}

void host_keep(struct host_emission *e, host_value v) { e->reg[v].kept++; }

/* --- labels ------------------------------------------------------------------------------------------------------------------ */

/* What registers mirror at the label's branches, as far as they do now. */
static void meet(struct host_emission *e, host_label l)
{
    for (unsigned r = 0; r < HOST_REGISTERS; r++)
        for (unsigned i = 0; i < HOST_ALIASES; i++) {
            u8 *slot = &e->label[l].all.slot[r][i];
            if (*slot != HOST_NO_SLOT && e->where[*slot] != (i8)r) *slot = HOST_NO_SLOT;
        }
}

void registers_agree(struct host_emission *e, host_label l) { e->full |= e->label[l].ahead != e->ahead; }

void host_expect(struct host_emission *e, host_label l)
{
    assert(l % HOST_OPERATIONS < e->uops);
    if (e->label[l].uses++) {
        meet(e, l);
        registers_agree(e, l);
    } else {
        e->label[l].all = e->now;
        e->label[l].ahead = (u16)e->ahead;
    }
}

void host_bind_entered(struct host_emission *e, host_label l)
{
    for (unsigned r = 0; e->label[l].uses && r < HOST_REGISTERS; r++) {
        unsigned bytes, offset = registers_expected(e, l, r, &bytes);
        for (unsigned i = 0; bytes && i < HOST_ALIASES; i++) {
            u8 *slot = &e->label[l].all.slot[r][i];
            if (*slot != HOST_NO_SLOT && *slot != registers_slot(e, offset, bytes)) *slot = HOST_NO_SLOT;
        }
    }
    host_forget(e);
    host_bind(e, l, false);
}

void host_forget_comparison(struct host_emission *e) { e->compared.at = NULL; }

void host_bind(struct host_emission *e, host_label l, bool reached)
{
    if (e->label[l].uses || !reached) host_forget_comparison(e);
    e->label[l].at = (u32)(e->out - e->begin);
    if (reached) host_expect(e, l);
    if (!e->label[l].uses) e->label[l].ahead = (u16)e->ahead;
    e->ahead = e->label[l].ahead;
    struct host_registers all = e->label[l].all;
    bool used = e->label[l].uses;
    host_forget(e);
    for (unsigned r = 0; used && r < HOST_REGISTERS; r++)
        for (unsigned i = 0; i < HOST_ALIASES; i++)
            if (all.slot[r][i] != HOST_NO_SLOT) registers_mirror(e, r, all.slot[r][i]);
    e->label[l].all = e->now;
}

unsigned registers_expected(const struct host_emission *e, host_label l, unsigned r, unsigned *bytes)
{
    unsigned offset = 0;
    *bytes = 0;
    for (unsigned i = 0; i < HOST_ALIASES; i++) {
        unsigned slot = e->label[l].all.slot[r][i];
        if (slot == HOST_NO_SLOT) continue;
        unsigned size = slot < HOST_WORDS ? 8 : e->layout->field[slot - HOST_WORDS].bytes;
        if (size <= *bytes) continue; /* both are equal, as far as the narrower one goes */
        *bytes = size;
        offset = slot < HOST_WORDS ? e->layout->first + 8 * slot : e->layout->field[slot - HOST_WORDS].offset;
    }
    return offset;
}

bool registers_are_expected(const struct host_emission *e, host_label l, unsigned r)
{
    for (unsigned i = 0; i < HOST_ALIASES; i++) {
        unsigned slot = e->label[l].all.slot[r][i];
        if (slot != HOST_NO_SLOT && e->where[slot] != (i8)r) return false;
    }
    return true;
}
