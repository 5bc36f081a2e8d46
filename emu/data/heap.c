#include "emu/data/heap.h"

#include "emu/core/calls.h"
#include "emu/data/collector.h"

static u64 word_mask(const struct thread *t) { return t->process->isa->abi->word == 4 ? UINT32_MAX : UINT64_MAX; }

static u64 argument(const struct thread *t, unsigned n) { return t->process->isa->abi->argument(t, n) & word_mask(t); }

/* What does not fit is a size that nobody gets. */
static u64 product(u64 a, u64 b)
{
    u64 n;
    return __builtin_mul_overflow(a, b, &n) ? UINT64_MAX : n;
}

/* --- seen in the emulated thread ------------------------------------------------------------------------------------------------- */

static void note(struct data_process *d, struct thread *t, u32 kind, u64 block)
{
    struct note_block *n = NOTES_BEGIN(&d->collector->notes, t, note_block);
    n->kind = kind;
    n->block = block;
    notes_end(t, sizeof *n);
}

static u64 wanted_size(const struct thread *t, enum allocator_kind kind)
{
    switch (kind) {
    case ALLOCATOR_MALLOC: return argument(t, 0);
    case ALLOCATOR_CALLOC: return product(argument(t, 0), argument(t, 1));
    case ALLOCATOR_REALLOC: return argument(t, 1);
    case ALLOCATOR_REALLOCARRAY: return product(argument(t, 1), argument(t, 2));
    case ALLOCATOR_ALIGNED: return argument(t, 1);
    case ALLOCATOR_POSIX: return argument(t, 2);
    case ALLOCATOR_FREE: break;
    }
    return 0;
}

void heap_entered(struct data_process *d, struct thread *t, u64 pc)
{
    const struct allocator *a = allocators_at(&d->allocators, pc);
    const struct call_stack *calls = t->engine->calls;
    struct pending *p = &t->data->pending;
    if (!a || p->depth) return; /* what an allocator calls is its own affair */
    enum allocator_kind kind = (enum allocator_kind)a->kind;
    bool ends = kind == ALLOCATOR_FREE || kind == ALLOCATOR_REALLOC || kind == ALLOCATOR_REALLOCARRAY;
    note(d, t, NOTE_FREED, ends ? argument(t, 0) : 0);
    if (!calls_depth(calls)) return;
    *p = (struct pending){.kind = kind, .back = calls_back(calls->top), .where = argument(t, 0), .depth = calls_depth(calls)};
    if (kind == ALLOCATOR_FREE) return;
    struct note_allocating *n = NOTES_BEGIN(&d->collector->notes, t, note_allocating);
    n->kind = NOTE_ALLOCATING;
    n->size = wanted_size(t, kind);
    n->at = calls_at(calls);
    n->name = a->name;
    notes_end(t, sizeof *n);
}

/* The address that the allocator has returned; 0: none. */
static u64 returned(const struct thread *t, const struct pending *p)
{
    const struct abi *abi = t->process->isa->abi;
    u64 block = abi->result(t) & word_mask(t);
    u8 raw[8];
    if (p->kind != ALLOCATOR_POSIX) return block;
    if ((u32)block || mem_peek(&t->process->mem, p->where, raw, abi->word) != 0) return 0;
    if (t->process->isa->big_endian) return abi->word == 4 ? load_be32(raw) : load_be64(raw);
    return abi->word == 4 ? load_le32(raw) : load_le64(raw);
}

void heap_watch(struct data_process *d, struct thread *t, u64 pc)
{
    struct pending *p = &t->data->pending;
    if (calls_depth(t->engine->calls) >= p->depth) return;
    if (pc == p->back && p->kind != ALLOCATOR_FREE) note(d, t, NOTE_ALLOCATED, returned(t, p)); /* else it was left by a longjmp */
    p->depth = 0;
}

/* --- counted ------------------------------------------------------------------------------------------------------------------------ */

void heap_freed(struct data_process *d, struct data_thread *s, u64 block)
{
    struct extent hole;
    const struct extent *x = extents_find(&d->blocks, block, &hole);
    s->wanted.old = (struct extent){0};
    if (!block || !x || x->start != block) return;
    s->wanted.old = *x;
    extents_clear(&d->blocks, s->wanted.old.start, s->wanted.old.end);
    data_replaced(d, s->wanted.old.start, s->wanted.old.end);
}

void heap_allocating(struct data_process *d, struct data_thread *s, const struct note_allocating *n)
{
    s->wanted.size = n->size;
    s->wanted.object = tables_object(&d->tables, DATA_HEAP, 0, 0, tables_chain(&d->tables, n->at), n->name);
}

static void begin_block(struct data_process *d, u64 start, u64 size, u32 object)
{
    u64 end;
    if (__builtin_add_overflow(start, size, &end) || end > d->task_size) return;
    struct data_object *o = &d->tables.object[object];
    o->blocks++;
    o->bytes += size;
    if (size > o->size) o->size = size;
    bool set = extents_set(&d->blocks, start, end, object);
    if (!set) d->tables.cut[3]++;
    data_replaced(d, set ? start : 0, set ? end : UINT64_MAX);
}

void heap_allocated(struct data_process *d, struct data_thread *s, u64 block)
{
    const struct wanted *w = &s->wanted;
    if (block) {
        begin_block(d, block, w->size, w->object);
    } else if (w->old.end && w->size) { /* realloc leaves the block as it was */
        if (!extents_set(&d->blocks, w->old.start, w->old.end, w->old.value)) d->tables.cut[3]++;
        data_replaced(d, 0, UINT64_MAX);
    }
}
