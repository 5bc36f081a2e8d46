/* What the handlers of both instruction sets are written with: the fields of their operation, and the exits of blocks, under a timing
 * model or not.
 *
 * A handler of an exit passes it, asks where to go on, and does so by GO(), in its own jump. */
#ifndef PCGRAM_CORE_EXITS_H
#define PCGRAM_CORE_EXITS_H

#include "emu/core/engine.h"

#define UNUSED __attribute__((unused))

/* Goes on at the uop `to`; NULL: leaves to the dispatcher. */
#define GO(to)                                                                                                         \
    do {                                                                                                               \
        struct uop *to_ = (to);                                                                                        \
        if (UNLIKELY(!to_)) UOP_LEAVE();                                                                               \
        NEXT(to_);                                                                                                     \
    } while (0)

/* The fields of the operation: a handler's body names them by nothing else, so that it can be compiled with other bindings. */
#define FIELD_A (u->a)
#define FIELD_B (u->b)
#define FIELD_C (u->c)
#define FIELD_D (u->d)
#define FIELD_IMM (u->imm)
#define IMM ((i64)FIELD_IMM)

/* The path that ends at exit e is done: so many instructions issued on it under a timing model, so many were nullified
 * whatever happened, and it has cost so many cycles. */
static inline struct exit *exit_pass(struct engine *g, struct exit *e, unsigned slots, unsigned nullified, i64 cycles)
{
    e->count++;
    g->nullified += nullified;
    g->slots += slots;
    g->budget -= cycles;
    return e;
}

/* To the dispatcher, from exit e. */
static inline struct uop *exit_leave(struct engine *g, struct exit *e, enum leave why)
{
    g->via = e;
    g->leave = (u8)why;
    return NULL;
}

/* To the dispatcher, at the operation `at`. */
static inline struct uop *leave_at(struct engine *g, const struct uop *at, enum leave why)
{
    g->at = at;
    g->leave = (u8)why;
    return NULL;
}

/* The costliest path of block n fits in what is left before the deadline. One that is closed, dead or not yet known never
 * fits. */
static inline bool exit_fits(const struct engine *g, const struct block *n) { return LIKELY(g->budget >= n->max_cost); }

/* Into the block that follows exit e, if it can be entered as things are. */
static inline struct uop *exit_chain(struct engine *g, struct exit *e, bool as_made)
{
    struct block *n = e->next;
    return LIKELY(as_made) && exit_fits(g, n) ? n->uop : exit_leave(g, e, LEAVE_CHAIN);
}

/* Exit e, of an indirect call, stands for no target yet: the dispatcher gives it one. */
static inline bool exit_is_new(const struct engine *g, const struct exit *e) { return UNLIKELY(e->next == g->code->cache.stub); }

/* Exit e, of an indirect call, has led to pc: the pair of both is counted where that is not the target that it stands for. */
static inline void exit_count_call(struct engine *g, const struct exit *e, u64 pc)
{
    if (UNLIKELY(e->target != pc)) code_count_arc(g->code, e, pc);
}

#endif
