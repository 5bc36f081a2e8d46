#include "isa/ia64/exec/host.h"

#include "isa/ia64/exec/engine.h"
#include "isa/ia64/exec/exec_mem.h"
#include "isa/ia64/exec/lower.h"
#include "isa/ia64/exec/uops.h"

#if HOST_EMITTER

static bool is_half(unsigned kind) { return kind == IA64_UOP_counter || kind == IA64_UOP_wide || kind == IA64_UOP_arc; }

static bool goes_on(const struct block *b, unsigned i, unsigned to[HOST_WAYS], unsigned *ways)
{
    const struct uop_row *row = ia64_uop_row((enum ia64_uop)b->info[i].kind);
    const struct uop *u = &b->uop[i];
    if (row->flags & IA64_UOP_BRANCHES) to[(*ways)++] = i + (row->d == IA64_FIELD_SKIP ? u->d & ACCESS_SIZE : (unsigned)u->imm);
    if (row->flags & IA64_UOP_GUARDS) to[(*ways)++] = i + (unsigned)u[1].imm;
    if (ia64_looks_up(b, i)) to[(*ways)++] = i + 2;
    return !(row->flags & IA64_UOP_ENDS);
}

bool ia64_looks_up(const struct block *b, unsigned i)
{
    if (!b->timed_steps || i + 1 >= b->uops) return false;
    unsigned next = b->info[i + 1].kind;
    if (next != IA64_UOP_load_saved && next != IA64_UOP_fload_saved && next != IA64_UOP_store_saved) return false;
    return !i || b->info[i - 1].kind != IA64_UOP_save;
}

_Static_assert(offsetof(struct cpu, engine) == UOP_FRONT && offsetof(struct cpu, pr) + 128 == UOP_MIDDLE, "what host code uses most is near");

#define MASK(i) {offsetof(struct cpu, mask[i]), IA64_MASK(i)}
static const struct host_isa isa = {
    .layout = {.first = offsetof(struct cpu, gr), .words = GR_COUNT, .field = {{offsetof(struct cpu, lc), 8}, {offsetof(struct cpu, pfs), 8},
                                            {offsetof(struct cpu, alat.granules), 8}, {offsetof(struct cpu, psr), 8},
                                            {offsetof(struct cpu, memory), 8}, {offsetof(struct cpu, saved), 8}, {offsetof(struct cpu, next_note), 8},
                                            {offsetof(struct cpu, time), 8}, {offsetof(struct cpu, slots), 8}, {offsetof(struct cpu, target), 8}},
               .constant = {MASK(0), MASK(1), MASK(2), MASK(3)}},
    .engine = offsetof(struct cpu, engine),
    .row = ia64_host_row, .is_half = is_half, .goes_on = goes_on,
};
#else
static const struct host_isa isa = {0};
#endif

/* The first operation of a block that is watched has this handler. */
static uop_result watch(struct cpu *c, struct uop *u, u8 *mem, u64 last)
{
    uop_fn *fn = host_entered(&isa, &c->engine, u);
    UOP_GOTO(fn, u);
}

void ia64_host_watch(struct cpu *c, struct block *b)
{
    if (!(b->mode & (MODE_NAT | MODE_BE | MODE_KERNEL))) host_watch(&c->engine, b, watch);
}
