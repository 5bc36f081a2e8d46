#include "prof/file/threads_file.h"

#include <stdlib.h>

#include "emu/core/alloc.h"
#include "prof/file/share_file.h"
#include "prof/output/text.h"

/* --- writing ------------------------------------------------------------------------------------------------------------- */

size_t threads_print(const struct profile_threads *t, FILE *f)
{
    if (!t) return 0;
    for (size_t i = 0; i < t->threads; i++) {
        fputs("thread", f);
        share_print_numbers(f, (const u64[]){t->thread[i].tid, t->thread[i].began, t->thread[i].ended}, 3);
        if (t->thread[i].name[0]) fputc(' ', f), text_field(f, t->thread[i].name);
        fputc('\n', f);
    }
    for (size_t i = 0; i < t->rows; i++) share_print_row(f, "insn-of", t->row[i].thread, &t->row[i].count);
    for (size_t i = 0; i < t->shares; i++) share_print_part(f, "context-of", t->share[i].thread, &t->share[i].part);
    for (size_t i = 0; i < t->ticks; i++) share_print_tick(f, "tick-of", t->tick[i].thread, &t->tick[i].tick);
    for (size_t i = 0; i < t->waits; i++) {
        const struct wait_count *c = &t->wait[i].count;
        fputs("wait", f);
        text_hexadecimal(f, c->address);
        share_print_numbers(f, (const u64[]){(u64)c->waiter, (u64)c->waker, c->count, c->cycles, c->longest}, 5);
        fputc(' ', f);
        text_field(f, t->wait[i].name);
        fputc('\n', f);
    }
    return t->threads + t->rows + t->shares + t->ticks + t->waits;
}

/* --- reading ------------------------------------------------------------------------------------------------------------- */

static void read_name(struct reader *r, struct profile_thread *t)
{
    char *name = reader_name(r);
    if (!*name || strlen(name) >= sizeof t->name || !t->tid) reader_bad(r, "an impossible name of a thread");
    else strcpy(t->name, name);
    free(name);
}

void threads_read(struct reader *r)
{
    if (!r->p->threads) r->p->threads = alloc_zeroed(1, sizeof *r->p->threads);
    struct profile_threads *t = r->p->threads;
    struct profile_thread one = {.tid = reader_number(r), .began = reader_number(r), .ended = reader_number(r)};
    if (r->field && !r->failed) read_name(r, &one);
    if (one.tid > INT32_MAX) reader_bad(r, "a thread with an impossible number");
    if (t->threads && !t->thread[t->threads - 1].tid) reader_bad(r, "a thread behind the rest of them");
    if (threads_find(t, one.tid) != PROFILE_NONE) reader_bad(r, "a thread twice");
    if (!t->threads && !one.tid) reader_bad(r, "threads that begin with the rest of them");
    if (one.began > one.ended) reader_bad(r, "a thread that ends before it begins");
    t->thread = alloc_grow(t->thread, t->threads, &t->threads_room, sizeof *t->thread);
    t->thread[t->threads++] = one;
}

/* The threads of the file, and which of them the next field means: any but the first, whose share is what the others leave. */
static struct profile_threads *thread_of(struct reader *r, u32 *which)
{
    struct profile_threads *t = r->p->threads;
    if (!t) reader_bad(r, "a share of no thread");
    if (r->failed) return NULL;
    *which = reader_index(r, t->threads);
    if (*which == PROFILE_NONE || !*which) reader_bad(r, "a share that is not of the second thread or a later one");
    return r->failed ? NULL : t;
}

void threads_read_row(struct reader *r)
{
    u32 which;
    struct profile_threads *t = thread_of(r, &which);
    if (!t) return;
    struct pc_count c = {.pc = reader_address(r)};
    share_read_count(r, &c);
    const struct thread_row *last = t->rows ? &t->row[t->rows - 1] : NULL;
    if (last && (last->thread > which || (last->thread == which && last->count.pc >= c.pc)))
        reader_bad(r, "instructions of threads must ascend by thread and address");
    if (!profile_insn_at(r->p, c.pc)) reader_bad(r, "a thread's instruction that is not in this file");
    t->row = alloc_grow(t->row, t->rows, &t->rows_room, sizeof *t->row);
    t->row[t->rows++] = (struct thread_row){which, c};
}

void threads_read_share(struct reader *r)
{
    u32 which;
    struct profile_threads *t = thread_of(r, &which);
    if (!t) return;
    struct thread_part s = share_read_part(r);
    const struct thread_share *last = t->shares ? &t->share[t->shares - 1] : NULL;
    if (last && (last->thread > which || (last->thread == which && last->part.context >= s.context)))
        reader_bad(r, "shares must ascend by thread and context");
    if (s.context == PROFILE_NONE) reader_bad(r, "a share of no context");
    t->share = alloc_grow(t->share, t->shares, &t->shares_room, sizeof *t->share);
    t->share[t->shares++] = (struct thread_share){which, s};
}

void threads_read_tick(struct reader *r)
{
    u32 which;
    struct profile_threads *t = thread_of(r, &which);
    if (!t) return;
    struct context_tick k = share_read_tick(r);
    const struct thread_tick *last = t->ticks ? &t->tick[t->ticks - 1] : NULL;
    bool same = last && last->thread == which && last->tick.context == k.context;
    if (last && (last->thread > which || (last->thread == which && last->tick.context > k.context) || (same && last->tick.pc >= k.pc)))
        reader_bad(r, "ticks of threads must ascend by thread, context and address");
    if (k.context == PROFILE_NONE) reader_bad(r, "a thread's tick in no context");
    t->tick = alloc_grow(t->tick, t->ticks, &t->ticks_room, sizeof *t->tick);
    t->tick[t->ticks++] = (struct thread_tick){which, k};
}

void threads_read_wait(struct reader *r)
{
    struct profile_threads *t = r->p->threads;
    if (!t) {
        reader_bad(r, "a wait of no thread");
        return;
    }
    struct wait_count c = {.address = reader_address(r)};
    u64 waiter = reader_number(r), waker = reader_number(r);
    c.count = reader_number(r);
    c.cycles = reader_number(r);
    c.longest = reader_number(r);
    if (waiter > INT32_MAX || waker > INT32_MAX) reader_bad(r, "a thread with an impossible number");
    if (!c.count || c.longest > c.cycles || (u128)c.longest * c.count < c.cycles) reader_bad(r, "an impossible wait");
    c.waiter = (int)waiter;
    c.waker = (int)waker;
    char *name = reader_name(r);
    threads_add_wait(t, &c, name);
    free(name);
}

/* Instructions and contexts that a thread has more of than they have at all, whatever the others have. */
static bool sums_fit(const struct profile *p)
{
    struct thread_view v;
    if (!threads_view(p, 0, &v)) return false;
    thread_view_free(&v);
    return true;
}

void threads_check(struct reader *r)
{
    const struct profile_threads *t = r->p->threads;
    u64 cycles = 0;
    if (!t || r->failed) return;
    if (t->threads < 2) reader_bad(r, "one thread alone");
    else if (!sums_fit(r->p)) reader_bad(r, "threads that have done more than all of them together");
    for (size_t i = 0; i < t->waits && !r->failed; i++)
        if (__builtin_add_overflow(cycles, t->wait[i].count.cycles, &cycles)) reader_bad(r, "counts that add up to more than 64 bits");
}
