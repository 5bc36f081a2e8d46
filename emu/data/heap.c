#include "emu/data/heap.h"

#include "emu/core/calls.h"
#include "emu/core/engine.h"

static u64 word_mask(const struct thread *t) { return t->process->isa->abi->word == 4 ? UINT32_MAX : UINT64_MAX; }

static u64 argument(const struct thread *t, unsigned n) { return t->process->isa->abi->argument(t, n) & word_mask(t); }

/* What does not fit is a size that nobody gets. */
static u64 product(u64 a, u64 b)
{
    u64 n;
    return __builtin_mul_overflow(a, b, &n) ? UINT64_MAX : n;
}

static struct extent end_block(struct data_process *d, u64 start)
{
    struct extent hole, none = {0};
    const struct extent *x = extents_find(&d->blocks, start, &hole);
    if (!x || x->start != start) return none;
    struct extent old = *x;
    extents_clear(&d->blocks, old.start, old.end);
    data_replaced(d, old.start, old.end);
    return old;
}

static void begin_block(struct data_process *d, u64 start, u64 size, u32 object)
{
    u64 end;
    if (!start || __builtin_add_overflow(start, size, &end) || end > d->process->isa->abi->task_size) return;
    struct data_object *o = &d->tables.object[object];
    o->blocks++;
    o->bytes += size;
    if (size > o->size) o->size = size;
    bool set = extents_set(&d->blocks, start, end, object);
    if (!set) d->tables.cut[3]++;
    data_replaced(d, set ? start : 0, set ? end : UINT64_MAX);
}

void heap_entered(struct data_process *d, struct data_thread *s, const struct thread *t, u64 pc)
{
    if (d->stale) data_refresh(d);
    const struct allocator *a = allocators_at(&d->allocators, pc);
    const struct call_stack *calls = t->engine->calls;
    if (!a || s->pending.by) return; /* what an allocator calls is its own affair */
    u64 size = 0;
    struct extent old = {0};
    switch ((enum allocator_kind)a->kind) {
    case ALLOCATOR_MALLOC: size = argument(t, 0); break;
    case ALLOCATOR_CALLOC: size = product(argument(t, 0), argument(t, 1)); break;
    case ALLOCATOR_REALLOC: size = argument(t, 1); break;
    case ALLOCATOR_REALLOCARRAY: size = product(argument(t, 1), argument(t, 2)); break;
    case ALLOCATOR_ALIGNED: size = argument(t, 1); break;
    case ALLOCATOR_POSIX: size = argument(t, 2); break;
    case ALLOCATOR_FREE: break;
    }
    bool ends = a->kind == ALLOCATOR_FREE || a->kind == ALLOCATOR_REALLOC || a->kind == ALLOCATOR_REALLOCARRAY;
    if (ends) old = end_block(d, argument(t, 0));
    if (!calls->depth) return;
    s->pending = (struct pending){.by = a, .allocator = *a, .back = calls->frame[calls->depth - 1].back, .size = size,
                                  .where = argument(t, 0), .depth = calls->depth, .old = old};
    s->pending.by = &s->pending.allocator;
    if (a->kind != ALLOCATOR_FREE)
        s->pending.object = tables_object(&d->tables, DATA_HEAP, 0, 0, tables_chain(&d->tables, calls->at), a->name);
}

/* It has returned. */
static void returned(struct data_process *d, struct data_thread *s, const struct thread *t)
{
    const struct pending *p = &s->pending;
    const struct abi *abi = t->process->isa->abi;
    u64 block = abi->result(t) & word_mask(t);
    u8 raw[8];
    if (p->allocator.kind == ALLOCATOR_FREE) return;
    if (p->allocator.kind == ALLOCATOR_POSIX) {
        bool made = !(u32)block && mem_peek(&d->process->mem, p->where, raw, abi->word) == 0;
        block = !made ? 0 : t->process->isa->big_endian ? (abi->word == 4 ? load_be32(raw) : load_be64(raw)) :
                abi->word == 4 ? load_le32(raw) : load_le64(raw);
    }
    if (block) {
        begin_block(d, block, p->size, p->object);
    } else if (p->old.end && p->size) {
        if (!extents_set(&d->blocks, p->old.start, p->old.end, p->old.value)) d->tables.cut[3]++;
        data_replaced(d, 0, UINT64_MAX);
    }
}

void heap_watch(struct data_process *d, struct data_thread *s, const struct thread *t, u64 pc)
{
    struct pending *p = &s->pending;
    if (t->engine->calls->depth >= p->depth) return;
    if (pc == p->back) returned(d, s, t);
    else if (!t->engine->timed && p->late++ < LATE) return; /* else it was left by a longjmp */
    p->by = NULL;
}
