#include "emu/data/hook.h"

#include "emu/core/calls.h"
#include "emu/data/accesses.h"
#include "emu/data/collector.h"
#include "emu/data/heap.h"
#include "emu/data/notes.h"
#include "emu/data/sites.h"

static struct notes *notes_from(const struct data_process *d) { return &d->collector->notes; }
static struct notes *notes_told(struct collector *of_hook) { return &of_hook->notes; }

/* --- the call stack ------------------------------------------------------------------------------------------------------------------- */

/* From now on the function that begins there has that number. */
static void tell_number(struct data_process *d, struct thread *t, u32 i, u64 to)
{
    d->numbered[i] = to + (allocators_at(&d->allocators, to) ? DATA_NUMBERED_ALLOCATOR : DATA_NUMBERED);
    struct note_function *n = NOTES_BEGIN(notes_from(d), t, note_function);
    n->number = i;
    n->kind = NOTE_FUNCTION;
    n->function = data_function_at(t, to);
    notes_end(t, sizeof *n);
}

/* The number of the function that begins there, which is told where it has been another one's. */
static inline u32 number_of(struct data_process *d, struct thread *t, u64 to)
{
    u32 i = data_number(to);
    u64 has = d->numbered[i] - to;
    if (UNLIKELY(has != DATA_NUMBERED && has != DATA_NUMBERED_ALLOCATOR)) tell_number(d, t, i, to);
    return i;
}

/* So many calls are open, the innermost of that function. */
static inline void tell_return(struct thread *t, u32 number, const struct call_stack *calls)
{
    size_t depth = calls_depth(calls);
    struct note_return *n = NOTES_BEGIN(notes_from(t->process->data), t, note_return);
    n->function = data_noted_function(number, depth ? calls_back(calls->top) : 0);
    n->kind = NOTE_RETURN;
    n->depth = depth;
    notes_end(t, sizeof *n);
    t->engine->told.depth = depth;
}

/* The next call that has not been told was made, by that frame, of the function of that number. */
static inline void tell_call(struct thread *t, u32 number, const struct call_frame *f, u64 sp)
{
    struct note_call *n = NOTES_BEGIN(notes_from(t->process->data), t, note_call);
    n->function = data_noted_function(number, calls_back(f));
    n->kind = DATA_NOTE_CALLED;
    n->sp = sp + t->engine->told.scratch;
    notes_end(t, sizeof *n);
    t->engine->told.depth++;
}

/* The stack pointer, which may be in another stack than it was. */
static inline u64 look_at_stack(struct data_process *d, struct data_thread *s, const struct thread *t)
{
    u64 sp = s->get_sp(t);
    if (UNLIKELY(!in_stack(s, sp))) {
        notes_drain(notes_from(d));
        data_find_stack(d, s, sp);
    }
    return sp;
}

/* Notes what the call stack is now. */
static void follow(struct data_process *d, struct data_thread *s, struct thread *t, const struct call_stack *calls)
{
    u64 sp = look_at_stack(d, s, t);
    struct data_told *told = &t->engine->told;
    size_t depth = calls_depth(calls);
    if (depth <= told->depth) tell_return(t, number_of(d, t, calls_at(calls)->to), calls);
    while (told->depth < depth) {
        const struct call_frame *f = calls_open(calls, told->depth);
        tell_call(t, number_of(d, t, told->depth + 1 < depth ? f[1].edge->parent->to : calls_at(calls)->to), f, sp);
    }
    told->at = calls_at(calls);
}

/* The thread is at the pc. */
static void came(struct data_process *d, struct data_thread *s, struct thread *t, u64 pc)
{
    const struct call_stack *calls = t->engine->calls;
    const struct data_told *told = &t->engine->told;
    if (UNLIKELY(d->stale)) {
        notes_drain(notes_from(d));
        data_refresh(d);
    }
    if (UNLIKELY(calls_depth(calls) != told->depth || calls_at(calls) != told->at)) {
        follow(d, s, t, calls);
        if (pc == calls_at(calls)->to) heap_entered(d, t, pc);
    }
    if (UNLIKELY(s->pending.depth)) heap_watch(d, t, pc);
}

/* --- in blocks ------------------------------------------------------------------------------------------------------------------------------ */

/* False: it is too much for a note. */
static bool fits(const struct data_cost *cost, struct note_cost *n)
{
    const struct memory_events *m = &cost->missed;
    if ((m->l1i_misses | m->l1d_misses | m->l2_misses | m->tlb_misses) > UINT16_MAX || m->l1_tlb_misses > UINT8_MAX) return false;
    if (cost->cache > 0xffffff || cost->tlb > UINT32_MAX) return false;
    n->l1i_misses = (u16)m->l1i_misses;
    n->l1d_misses = (u16)m->l1d_misses;
    n->l2_misses = (u16)m->l2_misses;
    n->tlb_misses = (u16)m->tlb_misses;
    n->cache = (u32)cost->cache & 0xffffff;
    n->l1_tlb_misses = (u8)m->l1_tlb_misses;
    n->tlb = (u32)cost->tlb;
    return true;
}

static void accessed(void *ctx, struct thread *t, const struct data_access *a, const struct data_cost *cost, u32 place)
{
    struct data_process *d = t->process->data;
    struct notes *notes = notes_told(ctx);
    u32 site = site_of(d, a);
    t->data->access.size = 0;
    u64 *to = notes_place(notes, t, notes_of(sizeof(struct note_access)) + notes_of(sizeof(struct note_cost)));
    struct note_access *n = (struct note_access *)(void *)to;
    if (cost && !fits(cost, (struct note_cost *)(void *)(to + notes_of(sizeof *n)))) {
        notes_drain(notes);
        data_count_access(d, t->data, t->counting == COUNTED, site, a, cost, place);
        return;
    }
    n->place = place;
    n->kind = NOTE_ACCESS;
    n->address = a->address;
    n->pc = a->pc;
    n->site = site;
    n->size = (u16)a->size;
    n->how = (u16)((a->load ? NOTE_LOAD : 0) | (a->store ? NOTE_STORE : 0) | (a->fills ? NOTE_FILLS : 0) | (cost ? NOTE_COSTS : 0));
    notes_end(t, sizeof *n);
    if (cost) notes_end(t, sizeof(struct note_cost));
}

/* --- single steps ------------------------------------------------------------------------------------------------------------------------ */

/* Where a timing model keeps places it asks at once what the access is to. */
static u32 begin(void *ctx, struct thread *t, const struct data_access *a)
{
    struct data_process *d = data_process_of(ctx, t);
    struct data_thread *s = data_thread_of(d, t);
    if (!a->in_slot) came(d, s, t, a->pc);
    s->access = *a;
    if (!a->size || !t->engine->places || t->counting == SKIPPED) return 0;
    notes_drain(notes_from(d));
    return s->object = data_object_of(d, s, a->address);
}

static void done(void *ctx, struct thread *t, const struct data_cost *cost)
{
    struct data_process *d = data_process_of(ctx, t);
    struct data_thread *s = data_thread_of(d, t);
    if (!s->access.size || t->counting == SKIPPED) return;
    if (!t->engine->places) {
        struct data_access a = s->access;
        accessed(ctx, t, &a, cost, 0);
        return;
    }
    notes_drain(notes_from(d));
    s->counted = t->counting == COUNTED;
    data_count(d, s, s->object, &s->access, cost);
    if (!s->counted) return;
    data_pass(d, (unsigned)s->access.load + s->access.store);
    s->access.size = 0;
}

/* --- blocks and steps --------------------------------------------------------------------------------------------------------------------- */

/* The thread's process; both are known then. */
static inline struct data_process *known(void *ctx, struct thread *t)
{
    struct data_process *d = t->process->data;
    if (LIKELY(d && d->line && t->data && t->data->serial == d->serial)) return d;
    d = data_process_of(ctx, t);
    data_thread_of(d, t);
    return d;
}

static u32 site(void *ctx, struct thread *t, const struct data_access *a) { return site_for_notes(known(ctx, t), a); }

static void room(void *ctx, struct thread *t) { notes_make_room(notes_from(known(ctx, t)), t, DATA_NOTES_AHEAD); }

/* What came() does where a call more or one less is all that there is to tell, in a block; false: it is not, and nothing
 * is done. (0.97 of the time of PA-RISC's Lua sorting, counted inline, which makes a call every 28 instructions.) */
static inline bool came_by_call(struct data_process *d, struct data_thread *s, struct thread *t, u64 pc)
{
    const struct call_stack *calls = t->engine->calls;
    struct data_told *told = &t->engine->told;
    size_t depth = calls_depth(calls);
    if (d->stale | (s->pending.depth != 0) | (depth - told->depth + 1 > 2)) return false;
    if (depth == told->depth && calls_at(calls) == told->at) return true;
    u64 to = calls_at(calls)->to, sp = look_at_stack(d, s, t);
    u32 number = number_of(d, t, to);
    if (depth > told->depth) tell_call(t, number, calls->top, sp);
    else tell_return(t, number, calls);
    told->at = calls_at(calls);
    if (UNLIKELY(pc == to && d->numbered[number] == to + DATA_NUMBERED_ALLOCATOR)) heap_entered(d, t, pc);
    return true;
}

/* Host code may note calls and returns itself, or there is more to them now: what an allocator returns. */
static void let_code_tell(const struct data_process *d, const struct data_thread *s, struct data_told *told)
{
    bool may = !d->stale && !s->pending.depth;
    told->stack = s->stack_low;
    told->stack_size = may ? s->stack_high - s->stack_low : 0;
}

/* begin(), where there is no access, and the thread is known. */
static void moved(void *ctx, struct thread *t, u64 pc)
{
    struct data_process *d = t->process->data;
    struct data_thread *s = t->data;
    if (UNLIKELY(!d || !s || s->serial != d->serial)) begin(ctx, t, &(struct data_access){.pc = pc});
    else if (!came_by_call(d, s, t, pc)) came(d, s, t, pc);
    s = t->data;
    s->access.size = 0;
    let_code_tell(t->process->data, s, &t->engine->told);
}

/* The collector has places of its own: what it writes lies nowhere near what the emulated thread does. */
static void settle(void *ctx, struct thread *t)
{
    notes_drain(notes_told(ctx));
    if (t->data && t->engine->place_count) memcpy(t->engine->places, t->data->places, t->engine->place_count * sizeof(u32));
}

static void placed(void *ctx, struct thread *t)
{
    struct data_process *d = data_process_of(ctx, t);
    struct data_thread *s = data_thread_of(d, t);
    notes_drain(notes_from(d));
    memcpy(s->places, t->engine->places, t->engine->place_count * sizeof(u32));
}

static void waited(void *ctx, struct thread *t, const struct data_wait *wait)
{
    struct data_process *d = data_process_of(ctx, t);
    data_thread_of(d, t);
    struct note_wait *n = NOTES_BEGIN(notes_from(d), t, note_wait);
    n->object = wait->object;
    n->kind = NOTE_WAIT;
    n->pc = wait->pc;
    n->cycles = wait->cycles;
    notes_end(t, sizeof *n);
}

static void passed(void *ctx, struct thread *t, const struct data_wait *wait, unsigned waits, const struct data_move *move, unsigned moves)
{
    unsigned behind = notes_of(moves * sizeof *move);
    u64 *to = notes_place(notes_told(ctx), t, notes_of(sizeof(struct note_passed)) + 2 * waits + behind);
    struct note_passed *n = (struct note_passed *)(void *)to;
    n->kind = NOTE_PASSED;
    n->waits = waits;
    n->moves = moves;
    to += notes_of(sizeof *n);
    memcpy(to, wait, waits * sizeof *wait);
    to += 2 * waits;
    memcpy(to, move, moves * sizeof *move);
    t->engine->next_note = to + behind;
}

static void fetched(void *ctx, struct thread *t, u64 pc, const struct data_cost *cost)
{
    struct data_process *d = known(ctx, t);
    struct note_fetch *n = NOTES_BEGIN(notes_from(d), t, note_fetch);
    if (!fits(cost, &n->cost)) {
        notes_drain(notes_from(d));
        if (t->counting == COUNTED) data_count_fetch(d, pc, cost);
        return;
    }
    n->kind = NOTE_FETCH;
    n->pc = pc;
    notes_end(t, sizeof *n);
}

void collector_hook(struct data_hook *h)
{
    *h = (struct data_hook){.begin = begin, .done = done, .accessed = accessed, .site = site, .room = room, .settle = settle, .placed = placed, .moved = moved,
                            .waited = waited, .passed = passed, .fetched = fetched};
}
