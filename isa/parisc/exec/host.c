#include "isa/parisc/exec/host.h"

#include "isa/parisc/exec/lower.h"
#include "isa/parisc/exec/uops.h"

#if HOST_EMITTER

static bool is_half(unsigned kind) { return kind == PA_UOP_counter || kind == PA_UOP_arc; }

static bool goes_on(const struct block *b, unsigned i, unsigned to[HOST_WAYS], unsigned *ways)
{
    u32 flags = pa_uop_row(b->info[i].kind)->flags;
    if (flags & PA_UOP_BRANCHES) to[(*ways)++] = i + (unsigned)b->uop[i].imm;
    if (flags & PA_UOP_NULLIFIES && i + 1 < b->uops && is_half(b->info[i + 1].kind)) to[(*ways)++] = i + (unsigned)b->uop[i + 1].imm;
    return !(flags & PA_UOP_ENDS);
}

static int last_result(const struct block *b, unsigned i, int last)
{
    const struct uop_row *row = pa_uop_row(b->info[i].kind);
    unsigned r = row->flags & PA_UOP_ENDS ? LAST_NONE : pa_uop_last(row, &b->uop[i], last < 0 ? LAST_NONE : (unsigned)last);
    return r < GR_SINK ? (int)r : -1;
}

_Static_assert(offsetof(struct cpu, engine) == UOP_FRONT && GR_OF(0) + 128 == UOP_MIDDLE, "what host code uses most is near");

static const struct host_isa isa = {
    .layout = {.first = GR_OF(0), .words = 33, .field = {{STATE_OF(carry_a), 8}, {STATE_OF(carry_b), 8}, {STATE_OF(carry_r), 8}, {STATE_OF(psw), 4},
                                      {STATE_OF(memory), 8}, {STATE_OF(calls), 8}, {STATE_OF(budget), 8},
                                      {STATE_OF(target), 8}, {offsetof(struct cpu, next_note), 8}, {STATE_OF(carried), 8},
                                      {STATE_OF(inverting), 8}}, .swapped = true,
               .deferred = {STATE_OF(memory), (i32)offsetof(struct pa_memory, tlb.now), DEFERRED_EACH}},
    .engine = offsetof(struct cpu, engine),
    .row = pa_host_row, .is_half = is_half, .goes_on = goes_on, .last = last_result,
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

void pa_host_watch(struct cpu *c, struct block *b) { host_watch(&c->engine, b, watch); }
