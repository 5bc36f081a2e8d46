#include "prof/profile/threads.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emu/core/alloc.h"
#include "prof/profile/profile_part.h"

/* --- of a run ------------------------------------------------------------------------------------------------------------- */

static void add_rows(struct profile_threads *t, const struct profile *p, const struct counters *own, u32 thread)
{
    struct counters all = {0};
    for (size_t i = 0; i < own->pcs; i++) counters_add(&all, &own->pc[i]);
    for (size_t i = 0; i < own->ticks; i++) counters_add(&all, &(struct pc_count){.pc = own->tick[i].pc, .ticks = own->tick[i].ticks});
    counters_sort(&all);
    for (size_t i = 0; i < all.pcs; i++) {
        if (pc_count_is_nothing(&all.pc[i]) || !profile_insn_at(p, all.pc[i].pc)) continue;
        t->row = alloc_grow(t->row, t->rows, &t->rows_room, sizeof *t->row);
        t->row[t->rows++] = (struct thread_row){thread, all.pc[i]};
    }
    counters_free(&all);
}

static void add_shares(struct profile_threads *t, const struct thread_counts *c, u32 thread, const u32 *to)
{
    for (size_t i = 0; i < c->parts; i++) {
        struct thread_part part = c->part[i];
        if (!part.calls && !part.cycles && !part.instructions) continue;
        part.context = to[part.context];
        t->share = alloc_grow(t->share, t->shares, &t->shares_room, sizeof *t->share);
        t->share[t->shares++] = (struct thread_share){thread, part};
    }
    for (size_t i = 0; i < c->own.ticks; i++) {
        struct context_tick tick = c->own.tick[i];
        tick.context = to[tick.context];
        t->tick = alloc_grow(t->tick, t->ticks, &t->ticks_room, sizeof *t->tick);
        t->tick[t->ticks++] = (struct thread_tick){thread, tick};
    }
}

struct profile_threads *threads_build(const struct profile *p, const struct counters *counted, const u32 *to)
{
    if (counted->threads < 2) return NULL;
    struct profile_threads *t = alloc_zeroed(1, sizeof *t);
    for (u32 i = 0; i < counted->threads; i++) {
        const struct thread_counts *c = &counted->thread[i];
        t->thread = alloc_grow(t->thread, t->threads, &t->threads_room, sizeof *t->thread);
        t->thread[t->threads] = (struct profile_thread){.tid = (u64)c->tid, .began = c->began, .ended = c->ended};
        memcpy(t->thread[t->threads++].name, c->name, sizeof c->name);
        if (i) add_rows(t, p, &c->own, i);
        if (i) add_shares(t, c, i, to);
    }
    return t;
}

void threads_add_wait(struct profile_threads *t, const struct wait_count *count, const char *name)
{
    t->wait = alloc_grow(t->wait, t->waits, &t->waits_room, sizeof *t->wait);
    t->wait[t->waits++] = (struct thread_wait){*count, alloc_string(name)};
}

void threads_free(struct profile_threads *t)
{
    if (!t) return;
    for (size_t i = 0; i < t->waits; i++) free(t->wait[i].name);
    free(t->thread);
    free(t->row);
    free(t->share);
    free(t->tick);
    free(t->wait);
    free(t);
}

char *threads_label(const struct profile_thread *t)
{
    char label[sizeof "thread 18446744073709551615 ()" + THREAD_NAME] = "all other threads";
    if (t->tid) snprintf(label, sizeof label, t->name[0] ? "thread %" PRIu64 " (%s)" : "thread %" PRIu64, t->tid, t->name);
    return alloc_string(label);
}

u32 threads_find(const struct profile_threads *t, u64 tid)
{
    for (u32 i = 0; t && i < t->threads; i++)
        if (t->thread[i].tid == tid) return i;
    return PROFILE_NONE;
}

/* --- one of them ------------------------------------------------------------------------------------------------------------ */

static bool take(u64 *from, u64 n)
{
    bool fits = n <= *from;
    *from -= n;
    return fits;
}

/* Takes one count off another, field by field. False: there was less. */
static bool take_count(struct pc_count *from, const struct pc_count *c)
{
    bool fits = take(&from->slots, c->slots) && take(&from->instructions, c->instructions) && take(&from->cycles, c->cycles) &&
                take(&from->ticks, c->ticks) && take(&from->mispredicted, c->mispredicted) && take(&from->taken, c->taken);
    for (unsigned s = 0; s < STALLS && fits; s++) fits = take(&from->stalls[s], c->stalls[s]);
    return fits;
}

/* Everything, of which the shares of the other threads are to be taken. */
static void begin_with_all(const struct profile *p, struct thread_view *v)
{
    for (size_t i = 0; i < p->insns; i++) v->insn[i] = p->insn[i].count;
    for (size_t i = 0; i < p->contexts; i++)
        v->context[i] = (struct thread_part){(u32)i, p->context[i].calls, p->context[i].cycles, p->context[i].instructions};
    for (size_t i = 0; i < p->ticks; i++) v->tick[i] = p->tick[i].ticks;
}

static bool take_others(const struct profile *p, struct thread_view *v)
{
    const struct profile_threads *t = p->threads;
    bool fits = true;
    for (size_t i = 0; i < t->rows && fits; i++) {
        const struct profile_insn *insn = profile_insn_at(p, t->row[i].count.pc);
        fits = insn && take_count(&v->insn[insn - p->insn], &t->row[i].count);
    }
    for (size_t i = 0; i < t->shares && fits; i++) {
        const struct thread_part *s = &t->share[i].part;
        struct thread_part *of = &v->context[s->context];
        fits = take(&of->calls, s->calls) && take(&of->cycles, s->cycles) && take(&of->instructions, s->instructions);
    }
    for (size_t i = 0; i < t->ticks && fits; i++) {
        size_t at = profile_tick_at(p, &t->tick[i].tick);
        fits = at != PROFILE_NONE && take(&v->tick[at], t->tick[i].tick.ticks);
    }
    for (size_t i = 0; i < p->insns; i++) fits &= v->insn[i].instructions <= v->insn[i].slots;
    return fits;
}

static void fill(const struct profile *p, u32 thread, struct thread_view *v)
{
    const struct profile_threads *t = p->threads;
    for (size_t i = 0; i < p->insns; i++) v->insn[i].pc = p->insn[i].count.pc;
    for (size_t i = 0; i < p->contexts; i++) v->context[i].context = (u32)i;
    for (size_t i = 0; i < t->rows; i++)
        if (t->row[i].thread == thread) v->insn[profile_insn_at(p, t->row[i].count.pc) - p->insn] = t->row[i].count;
    for (size_t i = 0; i < t->shares; i++)
        if (t->share[i].thread == thread) v->context[t->share[i].part.context] = t->share[i].part;
    for (size_t i = 0; i < t->ticks; i++)
        if (t->tick[i].thread == thread) v->tick[profile_tick_at(p, &t->tick[i].tick)] = t->tick[i].tick.ticks;
}

bool threads_view(const struct profile *p, u32 thread, struct thread_view *v)
{
    bool fits = true;
    *v = (struct thread_view){alloc_zeroed(p->insns, sizeof *v->insn), alloc_zeroed(p->contexts, sizeof *v->context),
                              alloc_zeroed(p->ticks, sizeof *v->tick)};
    if (thread) {
        fill(p, thread, v);
    } else {
        begin_with_all(p, v);
        fits = take_others(p, v);
    }
    if (!fits) thread_view_free(v);
    return fits;
}

void thread_view_free(struct thread_view *v)
{
    free(v->insn);
    free(v->context);
    free(v->tick);
    *v = (struct thread_view){0};
}

/* --- a profile of one ------------------------------------------------------------------------------------------------------- */

/* What of the profile is the thread's, in the place of what is all threads'. */
static void fill_in(struct profile *p, const struct thread_view *v)
{
    for (size_t i = 0; i < p->insns; i++) p->insn[i].count = v->insn[i];
    for (size_t i = 0; i < p->contexts; i++) {
        p->context[i].calls = v->context[i].calls;
        p->context[i].cycles = v->context[i].cycles;
        p->context[i].instructions = v->context[i].instructions;
    }
    for (size_t i = 0; i < p->ticks; i++) p->tick[i].ticks = v->tick[i];
    p->handler_cycles = 0; /* of which it is not known whom they interrupted */
    profile_part_settle(p);
}

void threads_alone(const struct profile *p, u32 thread, struct profile *alone)
{
    struct thread_view v;
    profile_part_alone(p, alone);
    if (!threads_view(p, thread, &v)) return; /* no profile that was read or made is so */
    fill_in(alone, &v);
    thread_view_free(&v);
}

void threads_keep(struct profile *p, u32 thread)
{
    struct thread_view v;
    if (!threads_view(p, thread, &v)) return; /* no profile that was read or made is so */
    fill_in(p, &v);
    profile_part_keep_arcs(p);
    data_free(p->data);
    p->data = NULL;
    threads_free(p->threads);
    p->threads = NULL;
    profile_slices_free(p->slices); /* in which threads are not told apart */
    p->slices = NULL;
    thread_view_free(&v);
}
