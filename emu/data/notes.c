#include "emu/data/notes.h"

#include <stdlib.h>

#include "emu/core/alloc.h"
#include "emu/core/error.h"
#include "emu/core/helper_thread.h"
#include "emu/data/accesses.h"

enum {
    LOOKS_FOR_MORE = 1 << 13, /* before the counting thread sleeps: one that is woken often is put on the processor of the one that wakes it,
                               * and then they take turns (Lua's sort: 2.2 seconds instead of 1.5) */
    LOOKS_FOR_LESS = 1 << 15, /* before the emulating one does: woken, it comes to the processor of the counting one, too */
    ENOUGH = 16,              /* pieces for which it is woken: where both have one processor of the host they take turns seldom */
    AT_ONCE = 32,             /* pieces that are counted before that is said: each look at what the other processor writes waits for it (with
                               * ask_for() 0.96 to 0.99 of the time of programs that wait for the counting thread, else nothing) */
};

static inline void relax(void)
{
#if defined __x86_64__
    __builtin_ia32_pause();
#elif defined __aarch64__
    __asm__ volatile("yield");
#endif
}

static struct piece *piece_at(struct notes *n, u64 number) { return &n->piece[number & (PIECES - 1)]; }

/* --- the counting thread ---------------------------------------------------------------------------------------------------------- */

static void count(const struct piece *p) { data_take_notes(p->process, p->thread, p->counted, p->note + 2, p->note + p->end); }

static u64 under_way(struct notes *n) { return atomic_load(&n->filled) - atomic_load(&n->counted); }

/* Asks for the beginning of a piece that will be counted next, and of its second page: a processor finds out by itself that lines are read one after the
 * other, but not across pages, and each of the first ones would be waited for. */
static void ask_for(const struct notes *n, u64 number)
{
    enum { LINES = 8, WORDS = 8 };
    size_t place = number & (PIECES - 1);
    const u64 *note = n->memory + place * DATA_NOTES;
    __builtin_prefetch(&n->piece[place]);
    for (unsigned i = 0; i < LINES; i++) {
        __builtin_prefetch(note + i * WORDS);
        __builtin_prefetch(note + DATA_NOTES / 2 + i * WORDS);
    }
}

/* Counts what there is, so many pieces at most. Returns how many have been counted so far. */
static u64 count_next(struct notes *n, u64 most)
{
    u64 counted = atomic_load_explicit(&n->counted, memory_order_relaxed), filled = atomic_load(&n->filled);
    u64 end = filled - counted < most ? filled : counted + most;
    for (; counted < end; counted++) {
        if (counted + 1 < filled) ask_for(n, counted + 1);
        count(piece_at(n, counted));
    }
    atomic_store(&n->counted, counted);
    return counted;
}

/* False: there will be no more. */
static bool wait_for_more(struct notes *n)
{
    for (int i = 0; i < LOOKS_FOR_MORE; i++, relax())
        if (under_way(n)) return true;
    pthread_mutex_lock(&n->mutex);
    atomic_store(&n->idle, true);
    while (under_way(n) < (atomic_load(&n->wanted) < NOT_WANTED ? 1 : ENOUGH) && !atomic_load(&n->over)) pthread_cond_wait(&n->more, &n->mutex);
    atomic_store(&n->idle, false);
    pthread_mutex_unlock(&n->mutex);
    return under_way(n);
}

static void *count_all(void *arg)
{
    struct notes *n = arg;
    while (wait_for_more(n)) {
        if (count_next(n, AT_ONCE) < atomic_load(&n->wanted)) continue;
        pthread_mutex_lock(&n->mutex);
        pthread_cond_signal(&n->less);
        pthread_mutex_unlock(&n->mutex);
    }
    return NULL;
}

/* --- the emulating thread ----------------------------------------------------------------------------------------------------------- */

/* No more pieces than that are still to be counted: while the counting thread sleeps, by the one that waits. */
static void wait_for_less(struct notes *n, u64 most)
{
    for (int i = 0; i < LOOKS_FOR_LESS && !atomic_load(&n->idle); i++, relax())
        if (under_way(n) <= most) return;
    pthread_mutex_lock(&n->mutex);
    while (atomic_load(&n->idle) && under_way(n) > most) count_next(n, 1);
    atomic_store(&n->wanted, atomic_load(&n->filled) - most);
    while (under_way(n) > most) pthread_cond_wait(&n->less, &n->mutex);
    atomic_store(&n->wanted, NOT_WANTED);
    pthread_mutex_unlock(&n->mutex);
}

/* here: the counting thread has nothing to do, and is to have nothing. It is handed over without waiting until the other processor sees it (0.97 of the emulating thread's
 * time): who goes to sleep at that moment may be woken a piece later, and who waits asks once more (wait_for_less()). */
static void hand_over(struct notes *n, bool here)
{
    struct thread *t = n->writer;
    if (!t) return;
    u64 filled = atomic_load_explicit(&n->filled, memory_order_relaxed);
    struct piece *p = piece_at(n, filled);
    p->end = (u32)(t->engine->next_note - p->note);
    t->engine->next_note = NULL;
    n->writer = NULL;
    if (p->end == 2) return;
    if (here) {
        count(p);
        return;
    }
    atomic_store_explicit(&n->filled, filled + 1, memory_order_release);
    if (!atomic_load_explicit(&n->idle, memory_order_relaxed) || under_way(n) < ENOUGH) return;
    pthread_mutex_lock(&n->mutex);
    pthread_cond_signal(&n->more);
    pthread_mutex_unlock(&n->mutex);
}

void notes_make_room(struct notes *n, struct thread *t, unsigned words)
{
    if (n->writer == t && n->counting == t->counting && data_note_room(t->engine->next_note, words)) return;
    hand_over(n, !n->apart);
    u64 number = atomic_load_explicit(&n->filled, memory_order_relaxed);
    if (n->apart && number - n->counted_before >= PIECES) {
        wait_for_less(n, PIECES / 2);
        n->counted_before = atomic_load(&n->counted);
    }
    struct piece *p = piece_at(n, number);
    p->process = t->process->data;
    p->thread = t->data;
    p->counted = t->counting == COUNTED;
    n->writer = t;
    n->counting = t->counting;
    t->engine->next_note = p->note + 2;
}

/* Who would wait for the counting thread counts the last piece itself when that one has nothing to do. */
void notes_drain(struct notes *n)
{
    bool idle = !n->apart || !under_way(n);
    hand_over(n, idle);
    if (!idle) wait_for_less(n, 0);
}

/* --- beginning and end ---------------------------------------------------------------------------------------------------------------- */

static bool start(struct notes *n)
{
    pthread_mutex_init(&n->mutex, NULL);
    pthread_cond_init(&n->more, NULL);
    pthread_cond_init(&n->less, NULL);
    return helper_thread_start(&n->thread, count_all, n);
}

void notes_open(struct notes *n, bool apart)
{
    *n = (struct notes){.memory = aligned_alloc(DATA_NOTES_BYTES, (size_t)PIECES * DATA_NOTES_BYTES)};
    if (!n->memory) error_no_memory();
    for (unsigned i = 0; i < PIECES; i++) n->piece[i].note = n->memory + (size_t)i * DATA_NOTES;
    atomic_store(&n->wanted, NOT_WANTED);
    n->apart = apart && start(n);
}

void notes_close(struct notes *n)
{
    if (!n->memory) return;
    notes_drain(n);
    if (n->apart) {
        pthread_mutex_lock(&n->mutex);
        atomic_store(&n->over, true);
        pthread_cond_signal(&n->more);
        pthread_mutex_unlock(&n->mutex);
        pthread_join(n->thread, NULL);
        pthread_mutex_destroy(&n->mutex);
        pthread_cond_destroy(&n->more);
        pthread_cond_destroy(&n->less);
    }
    free(n->memory);
    n->memory = NULL;
}
