#include "emu/data/collector.h"

#include <stdlib.h>

#include "emu/core/calls.h"
#include "emu/core/elf.h"
#include "emu/core/engine.h"
#include "emu/core/text.h"
#include "emu/data/allocators.h"
#include "emu/data/extents.h"
#include "emu/data/images.h"
#include "emu/data/lru.h"
#include "emu/data/tables.h"
#include "emu/data/take.h"
#include "prof/alloc.h"

enum {
    LINE_DEFAULT = 64,     /* bytes, where no cache says otherwise */
    FRAMES_MOST = 1 << 16, /* of a thread's stack whose functions are told apart; deeper, the function at work stands for them */
    REFRESHES_MOST = 1 << 10, /* how often images are looked at again; those that come later are mappings */
    MEMO = 16,
    LATE = 2, /* instructions behind a call or return, until it is over: PA-RISC's delay slot is one */
};

/* A frame of a stack: its memory lies from there on, in the direction in which the stack grows. */
struct frame {
    u64 sp, back;
    u32 object;
};

/* A call of an allocator that has not returned. */
struct pending {
    const struct allocator *by; /* NULL: none is */
    struct allocator allocator;
    u64 back, size, where;      /* where: argument of posix_memalign */
    size_t depth;               /* of open calls, that one included */
    u32 object;
    struct extent old;          /* realloc's block; end 0: none */
    unsigned late;
};

struct data_thread {
    u64 serial; /* of the data_process */
    unsigned number; /* in its process, SHARERS_MOST - 1 at most */
    size_t depth;    /* what has been seen of the call stack */
    const struct context *at;
    u64 entry;       /* a function was entered, which begins there */
    unsigned late;   /* for so many instructions that is looked for */
    struct pending pending;
    struct frame *frame;
    size_t frames, frames_room, base; /* frame[i] is that of open call base + i + 1 */
    u64 stack_low, stack_high;        /* the mapping that the stack pointer lies in; none: both 0 */
    struct { struct extent x; u64 version; } memo[MEMO];
    struct lru lru;
    struct data_access access; /* under way */
    u32 object;
};

/* An image, and where its objects can lie. */
struct known_image {
    char *path;
    u64 bias, low, high;
    bool stale;
};

struct data_process {
    struct collector *collector;
    struct process *process;
    u64 serial;
    struct tables tables;
    struct extents blocks, maps;
    u64 version; /* changes with them */
    u32 line, unit; /* bytes; of a bit of struct touch */
    unsigned line_shift;
    unsigned threads;
    bool shared; /* more than one thread has run */
    struct allocators allocators;
    struct known_image *image;
    size_t images, images_room;
    unsigned refreshes;
    bool stale; /* code or images have been mapped or have gone */
};

/* --- the stack -------------------------------------------------------------------------------------------------------------- */

static u64 stack_pointer(const struct thread *t) { return t->process->isa->abi->get_sp(t); }

/* Addresses, and the places where frames begin, in the direction in which the stack grows. */
static u64 along(const struct thread *t, u64 address) { return t->process->isa->abi->stack_grows_up ? address : ~address; }
static u64 frame_begin(const struct frame *f, const struct thread *t) { return t->process->isa->abi->stack_grows_up ? f->sp : -f->sp; }

/* The stack of the function that holds the pc; 0: of none that is known. */
static u32 stack_of(struct data_process *d, u64 pc)
{
    u64 function = pc ? contexts_function(d->process->code->contexts, pc) : 0;
    return tables_object(&d->tables, DATA_STACK, function & 1 ? 0 : function, 0, DATA_NONE, "");
}

/* Whose frame holds the address, which is in the thread's stack. */
static u32 stack_object(struct data_process *d, const struct data_thread *s, const struct thread *t, u64 address)
{
    u64 place = along(t, address);
    size_t low = 0, high = s->frames;
    if (high && frame_begin(&s->frame[high - 1], t) <= place) {
        bool deeper = s->depth > s->base + s->frames;
        return deeper ? stack_of(d, s->at->to) : s->frame[high - 1].object;
    }
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (frame_begin(&s->frame[middle], t) <= place) low = middle + 1;
        else high = middle;
    }
    return low ? s->frame[low - 1].object : stack_of(d, 0);
}

/* The stack is the mapping in which the stack pointer lies, unless that is a block of the heap. */
static void find_stack(struct data_process *d, struct data_thread *s, const struct thread *t)
{
    u64 sp = stack_pointer(t);
    struct extent hole;
    if (sp - s->stack_low < s->stack_high - s->stack_low) return;
    s->stack_low = s->stack_high = 0;
    const struct mem_area *a = mem_area_of(&d->process->mem, sp);
    if (!a || extents_find(&d->blocks, sp, &hole) || !strcmp(a->name, "[heap]")) return;
    const struct extent *x = extents_find(&d->maps, sp, &hole);
    if (x && d->tables.object[x->value].kind == DATA_STATIC) return;
    s->stack_low = a->start;
    s->stack_high = a->end;
    extents_set(&d->maps, a->start, a->end, stack_of(d, 0)); /* to other threads */
    d->version++;
}

static void push(struct data_process *d, struct data_thread *s, const struct call_frame *f, u64 to, u64 sp)
{
    if (s->frames == FRAMES_MOST || s->depth != s->base + s->frames) return;
    if (s->frames == s->frames_room) {
        size_t more = s->frames_room ? 2 * s->frames_room : 64;
        if (!data_take(d->tables.account, (more - s->frames_room) * sizeof *s->frame)) return;
        s->frame = realloc(s->frame, more * sizeof *s->frame);
        if (!s->frame) abort();
        s->frames_room = more;
    }
    s->frame[s->frames++] = (struct frame){sp, f->back, stack_of(d, to)};
}

/* Brings the frames to what the call stack is now. */
static void follow(struct data_process *d, struct data_thread *s, const struct thread *t, const struct call_stack *calls)
{
    u64 sp = stack_pointer(t) + t->process->isa->abi->stack_scratch;
    size_t depth = calls->depth;
    find_stack(d, s, t);
    if (depth <= s->depth) {
        if (depth < s->base + s->frames) s->frames = depth > s->base ? depth - s->base : 0;
        if (depth < s->base) s->base = depth;
        /* The outer half has been given up (emu/core/calls.h): which frame is whose is not known any more. */
        bool other = s->frames && depth == s->base + s->frames && s->frame[s->frames - 1].back != calls->frame[depth - 1].back;
        if (other) s->frames = 0, s->base = depth;
        if (depth == s->depth && s->frames && depth == s->base + s->frames) s->frame[s->frames - 1].object = stack_of(d, calls->at->to);
        s->depth = depth;
    }
    for (; s->depth < depth; s->depth++)
        push(d, s, &calls->frame[s->depth], s->depth + 1 < depth ? calls->frame[s->depth + 1].caller->to : calls->at->to, sp);
    s->at = calls->at;
    s->entry = calls->at->to;
    s->late = LATE;
}

/* --- mappings ----------------------------------------------------------------------------------------------------------------- */

/* The calls that the guest is in, which wants it so: none when a program is loaded. */
static u32 chain_now(struct data_process *d)
{
    const struct thread *t = d->process->thread;
    return t && t->engine && t->engine->calls ? tables_chain(&d->tables, t->engine->calls->at) : DATA_NONE;
}

static void add_mapping(struct data_process *d, const struct mem_area *a, u64 start, u64 end, bool asked)
{
    if (a->start > start) start = a->start;
    if (a->end < end) end = a->end;
    const char *name = a->name[0] ? text_base(a->name) : "[anonymous]"; /* a whole path would be one of the host's */
    u32 chain = asked && !a->name[0] ? chain_now(d) : DATA_NONE, object;
    if (!strcmp(name, "[stack]")) object = stack_of(d, 0);
    else object = tables_object(&d->tables, DATA_MAPPING, 0, 0, chain, name);
    struct data_object *o = &d->tables.object[object];
    o->blocks++;
    o->bytes += end - start;
    if (end - start > o->size) o->size = end - start;
    if (!extents_set(&d->maps, start, end, object)) d->tables.cut[3]++;
}

static void add_mappings(struct data_process *d, u64 start, u64 end, bool asked)
{
    const struct mem *m = &d->process->mem;
    for (size_t i = 0; i < m->areas; i++) {
        const struct mem_area *a = &m->area[i];
        if (a->end <= start) continue;
        if (a->start >= end) break;
        add_mapping(d, a, start, end, asked);
        if (a->name[0] && a->name[0] != '[') d->stale = true;
    }
}

/* struct mem's changed. */
static void changed(void *ctx, u64 start, u64 end)
{
    struct data_process *d = ctx;
    d->version++;
    if (!extents_clear(&d->blocks, start, end)) d->tables.cut[3]++;
    if (!extents_clear(&d->maps, start, end)) d->tables.cut[3]++;
    for (size_t i = 0; i < d->images; i++)
        if (start < d->image[i].high && d->image[i].low < end) d->stale = d->image[i].stale = true;
    for (struct thread *t = d->process->threads; t; t = t->next)
        if (t->data && start < t->data->stack_high && t->data->stack_low < end) t->data->stack_low = t->data->stack_high = 0;
    add_mappings(d, start, end, true);
}

/* --- images --------------------------------------------------------------------------------------------------------------------- */

struct overlay {
    struct data_process *d;
    struct known_image *image;
};

static void add_static(void *ctx, const struct image_object *o)
{
    struct overlay *v = ctx;
    struct data_process *d = v->d;
    u64 start = o->start + v->image->bias, end = o->end + v->image->bias;
    const struct mem *m = &d->process->mem;
    if (end <= start || !(mem_flags(m, start) & MEM_MAPPED) || !(mem_flags(m, end - 1) & MEM_MAPPED)) return;
    if (start < v->image->low) v->image->low = start;
    if (end > v->image->high) v->image->high = end;
    if (!extents_set(&d->maps, start, end, tables_object(&d->tables, DATA_STATIC, start, end - start, DATA_NONE, o->name)))
        d->tables.cut[3]++;
}

static struct known_image *image_of(struct data_process *d, const struct mem_area *a)
{
    u64 bias;
    if (!a->name[0] || a->name[0] == '[' || elf_bias(a->name, a->start, a->file_offset, &bias) != 0) return NULL;
    for (size_t i = 0; i < d->images; i++)
        if (d->image[i].bias == bias && !strcmp(d->image[i].path, a->name)) return &d->image[i];
    d->image = alloc_grow(d->image, d->images, &d->images_room, sizeof *d->image);
    d->image[d->images] = (struct known_image){.path = alloc_string(a->name), .bias = bias, .low = UINT64_MAX, .stale = true};
    return &d->image[d->images++];
}

/* Where mappings have come or gone, images are looked at again. */
static void refresh(struct data_process *d)
{
    const struct mem *m = &d->process->mem;
    d->stale = false;
    if (d->refreshes++ >= REFRESHES_MOST) return;
    for (size_t i = 0; i < m->areas; i++) {
        struct overlay v = {d, image_of(d, &m->area[i])};
        if (!v.image || !v.image->stale) continue;
        v.image->stale = false;
        images_each(v.image->path, add_static, &v);
    }
    allocators_find(&d->allocators, d->collector->functions, d->process);
    d->version++;
}

/* --- processes and threads -------------------------------------------------------------------------------------------------------- */

static struct data_process *process_new(struct collector *c, struct process *p)
{
    struct data_process *d = p->data = alloc_zeroed(1, sizeof *d);
    struct mem_account *account = p->mem.account;
    *d = (struct data_process){.collector = c, .process = p, .blocks = {.account = account}, .maps = {.account = account}, .stale = true,
                               .version = 1};
    d->serial = ++c->serial;
    tables_init(&d->tables, account);
    p->mem.changed = changed;
    p->mem.changed_ctx = d;
    return d;
}

static void set_line(struct data_process *d, u32 line)
{
    if (!line) line = LINE_DEFAULT;
    d->line = line;
    d->unit = line > 64 ? line / 64 : 1;
    d->line_shift = (unsigned)__builtin_ctz(line);
}

static struct data_process *process_of(struct collector *c, const struct thread *t)
{
    struct data_process *d = t->process->data;
    if (!d) {
        d = process_new(c, t->process);
        add_mappings(d, 0, UINT64_MAX, false);
    }
    if (!d->line) set_line(d, t->process->isa->data_cache(t).line);
    return d;
}

static void thread_free(struct thread *t)
{
    struct data_thread *s = t->data;
    if (!s) return;
    mem_give(t->process->mem.account, s->frames_room * sizeof *s->frame);
    lru_free(&s->lru);
    free(s->frame);
    free(s);
    t->data = NULL;
}

static struct data_thread *thread_of(struct data_process *d, struct thread *t)
{
    if (t->data && t->data->serial == d->serial) return t->data;
    thread_free(t);
    struct data_thread *s = t->data = alloc_zeroed(1, sizeof *s);
    struct data_cache cache = t->process->isa->data_cache(t);
    s->serial = d->serial;
    s->number = d->threads < SHARERS_MOST - 1 ? d->threads : SHARERS_MOST - 1;
    d->shared = d->threads++ > 0;
    s->depth = s->base = t->engine->calls->depth;
    s->at = t->engine->calls->at;
    lru_init(&s->lru, (u32)(cache.line ? cache.size / cache.line : 0));
    find_stack(d, s, t);
    return s;
}

static void gone(void *ctx, struct thread *t)
{
    (void)ctx;
    thread_free(t);
}

/* The child has what the parent has, as far as there is room; it counts from nothing. */
static void forked(void *ctx, const struct process *parent, struct process *child)
{
    const struct data_process *from = parent->data;
    if (!from) return;
    struct data_process *d = process_new(ctx, child);
    tables_copy(&d->tables, &from->tables);
    bool whole = d->tables.objects == from->tables.objects;
    if (!whole || !extents_copy(&d->blocks, &from->blocks) || !extents_copy(&d->maps, &from->maps)) {
        extents_free(&d->blocks);
        extents_free(&d->maps);
        d->tables.cut[3] += from->blocks.count;
        add_mappings(d, 0, UINT64_MAX, false);
    }
}

/* --- the heap ------------------------------------------------------------------------------------------------------------------------ */

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
    d->version++;
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
    if (!extents_set(&d->blocks, start, end, object)) d->tables.cut[3]++;
    d->version++;
}

/* A function begins at the pc. */
static void entered(struct data_process *d, struct data_thread *s, const struct thread *t, u64 pc)
{
    if (d->stale) refresh(d);
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
    if (block) begin_block(d, block, p->size, p->object);
    else if (p->old.end && p->size && !extents_set(&d->blocks, p->old.start, p->old.end, p->old.value)) d->tables.cut[3]++;
    d->version++;
}

static void watch_pending(struct data_process *d, struct data_thread *s, const struct thread *t, u64 pc)
{
    struct pending *p = &s->pending;
    if (t->engine->calls->depth >= p->depth) return;
    if (pc == p->back) returned(d, s, t);
    else if (p->late++ < LATE) return; /* else it was left by a longjmp */
    p->by = NULL;
}

/* --- accesses -------------------------------------------------------------------------------------------------------------------------- */

/* What the address is part of; *x gets the range around it of which the same holds. */
static u32 look_up(struct data_process *d, u64 address, struct extent *x)
{
    struct extent hole;
    const struct extent *b = extents_find(&d->blocks, address, &hole);
    if (b) {
        *x = *b;
        return b->value;
    }
    if (d->stale) refresh(d);
    const struct extent *m = extents_find(&d->maps, address, x);
    u32 object = m ? m->value : tables_object(&d->tables, DATA_MAPPING, 0, 0, DATA_NONE, "[unmapped]");
    if (m) *x = *m;
    if (hole.start > x->start) x->start = hole.start;
    if (hole.end < x->end) x->end = hole.end;
    return object;
}

static u32 object_of(struct data_process *d, struct data_thread *s, const struct thread *t, u64 address)
{
    if (address - s->stack_low < s->stack_high - s->stack_low) return stack_object(d, s, t, address);
    unsigned i = (unsigned)(address >> 6) & (MEMO - 1);
    struct extent *x = &s->memo[i].x;
    if (s->memo[i].version == d->version && address - x->start < x->end - x->start) return x->value;
    u32 object = look_up(d, address, x);
    x->value = object;
    s->memo[i].version = d->version;
    return object;
}

static u32 begin(void *ctx, struct thread *t, const struct data_access *a)
{
    struct data_process *d = process_of(ctx, t);
    struct data_thread *s = thread_of(d, t);
    const struct call_stack *calls = t->engine->calls;
    if (UNLIKELY(calls->depth != s->depth || calls->at != s->at)) follow(d, s, t, calls);
    if (UNLIKELY(s->late)) {
        s->late--;
        if (a->pc == s->entry) {
            s->late = 0;
            entered(d, s, t, a->pc);
        }
    }
    if (UNLIKELY(s->pending.by != NULL)) watch_pending(d, s, t, a->pc);
    s->access = *a;
    if (!a->size) return 0;
    return s->object = object_of(d, s, t, a->address);
}

/* The stride that is most often so, of which nothing is known beforehand. */
static void count_stride(struct row *r, u64 address)
{
    i64 stride = (i64)(address - r->last);
    if (!r->begun) {
        r->begun = true;
    } else if (stride == r->data.stride && r->data.strided) {
        r->data.strided++;
        r->votes++;
    } else if (!r->votes) {
        r->data.stride = stride;
        r->data.strided = r->votes = 1;
    } else {
        r->votes--;
    }
    r->last = address;
}

/* The bytes of a line that the access reaches, as bits. */
static u64 bits_of(const struct data_process *d, u64 line, u64 address, unsigned size)
{
    u64 start = line << d->line_shift, end = start + d->line;
    u64 from = address > start ? address - start : 0, to = (address + size < end ? address + size : end) - start;
    from /= d->unit;
    to = (to + d->unit - 1) / d->unit;
    u64 n = to - from;
    return (n >= 64 ? ~(u64)0 : ((u64)1 << n) - 1) << from;
}

/* The line has more than one thread: whether this access is the first behind another's writing, and to the same bytes. */
static void count_sharing(struct data_process *d, struct line *l, struct touch *u, struct row *r, const struct thread *t, u64 bits, bool store,
                          bool counted)
{
    struct sharer *own = tables_sharer(&d->tables, l, (u32)t->tid);
    if (!own) return;
    if (own->foreign && counted) {
        bool falsely = !(own->foreign & bits);
        r->data.count[falsely ? DATA_FALSE : DATA_TRUE]++;
        if (u && falsely) u->falsely = true;
    }
    own->foreign = 0;
    for (u32 i = store ? l->sharers : 0; i; i = d->tables.sharer[i - 1].next)
        if (d->tables.sharer[i - 1].tid != (u32)t->tid) d->tables.sharer[i - 1].foreign |= bits;
}

/* One line of an access; whether the thread comes to it for the first time. */
static bool count_line(struct data_process *d, const struct data_thread *s, const struct thread *t, struct row *r, u64 number, bool missed,
                       bool counted)
{
    const struct data_access *a = &s->access;
    bool access = a->load || a->store;
    u64 bits = bits_of(d, number, a->address, a->size);
    struct touch *u = access && counted ? tables_touch(&d->tables, number, s->object) : NULL;
    bool known = u && !(bits & ~u->bytes);
    if (u) u->bytes |= bits;
    if (known && !missed && !d->shared) return false;
    struct line *l = tables_line(&d->tables, number);
    if (!l) return false;
    u64 bit = (u64)1 << s->number;
    bool first = !(l->seen & bit);
    l->seen |= bit;
    if (d->shared && access) count_sharing(d, l, u, r, t, bits, a->store, counted);
    return first;
}

static void done(void *ctx, struct thread *t, const struct data_cost *cost)
{
    struct data_process *d = process_of(ctx, t);
    struct data_thread *s = thread_of(d, t);
    const struct data_access *a = &s->access;
    bool counted = t->counting == COUNTED, missed = cost->missed.l1d_misses;
    if (!a->size || t->counting == SKIPPED) return;
    struct row *r = tables_row(&d->tables, s->object, counted ? a->pc : 0);
    u64 *n = r->data.count;
    u64 line = a->address >> d->line_shift, last = (a->address + a->size - 1) >> d->line_shift;
    bool conflicts = lru_use(&s->lru, line, a->fills);
    bool first = count_line(d, s, t, r, line, missed, counted);
    if (last != line && last > line && (a->load || a->store)) count_line(d, s, t, r, last, false, counted);
    if (!counted) return;
    n[DATA_LOADS] += a->load;
    n[DATA_STORES] += a->store;
    n[DATA_PREFETCHES] += !a->load && !a->store;
    n[DATA_L1] += cost->missed.l1d_misses;
    n[DATA_L2] += cost->missed.l2_misses;
    n[DATA_L1_TLB] += cost->missed.l1_tlb_misses;
    n[DATA_TLB] += cost->missed.tlb_misses;
    n[DATA_DCACHE] += cost->cache;
    n[DATA_TLB_STALL] += cost->tlb;
    if (missed) n[first ? DATA_FIRST : conflicts ? DATA_CONFLICT : DATA_CAPACITY] += cost->missed.l1d_misses;
    if (a->load || a->store) count_stride(r, a->address);
    s->access.size = 0;
}

static void waited(void *ctx, struct thread *t, u32 object, u64 pc, u64 cycles)
{
    struct data_process *d = process_of(ctx, t);
    if (t->counting != COUNTED) return;
    tables_row(&d->tables, object < d->tables.objects ? object : OBJECT_OTHER, pc)->data.count[DATA_DCACHE] += cycles;
}

static void fetched(void *ctx, struct thread *t, u64 pc, const struct data_cost *cost)
{
    struct data_process *d = process_of(ctx, t);
    if (t->counting != COUNTED) return;
    u64 *n = tables_row(&d->tables, OBJECT_FETCH, pc)->data.count;
    n[DATA_L1] += cost->missed.l1i_misses;
    n[DATA_L2] += cost->missed.l2_misses;
    n[DATA_L1_TLB] += cost->missed.l1_tlb_misses;
    n[DATA_TLB] += cost->missed.tlb_misses;
    n[DATA_TLB_STALL] += cost->tlb;
}

void collector_attach(struct collector *c, struct machine *m, struct functions *functions)
{
    *c = (struct collector){.functions = functions};
    c->hook = (struct data_hook){.ctx = c, .begin = begin, .done = done, .waited = waited, .fetched = fetched, .forked = forked,
                                 .gone = gone};
    m->data = &c->hook;
}

/* --- handing over ------------------------------------------------------------------------------------------------------------------------ */

static bool has_counts(const struct data_row *r)
{
    for (unsigned i = 0; i < DATA_COUNTS; i++)
        if (r->count[i]) return true;
    return false;
}

/* Of static objects and mappings those that nobody accessed are left out. */
static struct profile_data *hand_over(struct tables *t)
{
    struct profile_data *p = alloc_zeroed(1, sizeof *p);
    u32 *to = alloc_zeroed(t->objects, sizeof *to), n = 0;
    for (size_t i = 0; i < t->objects; i++) to[i] = t->object[i].kind == DATA_HEAP && t->object[i].blocks;
    for (size_t i = 0; i < t->rows; i++)
        if (has_counts(&t->row[i].data)) to[t->row[i].data.object] = 1;
    for (size_t i = 0; i < t->touches; i++) {
        struct data_object *o = &t->object[t->touch[i].object];
        o->lines++;
        o->touched += (u64)__builtin_popcountll(t->touch[i].bytes);
        o->false_lines += t->touch[i].falsely;
    }
    for (size_t i = 0; i < t->objects; i++) {
        if (!to[i]) continue;
        p->object = alloc_grow(p->object, p->objects, &p->objects_room, sizeof *p->object);
        p->object[p->objects++] = t->object[i];
        t->object[i].name = NULL;
        to[i] = n++;
    }
    for (size_t i = 0; i < t->rows; i++) {
        if (!has_counts(&t->row[i].data)) continue;
        p->row = alloc_grow(p->row, p->rows, &p->rows_room, sizeof *p->row);
        p->row[p->rows] = t->row[i].data;
        p->row[p->rows].object = to[t->row[i].data.object];
        p->rows++;
    }
    p->chain = t->chain;
    p->chains = t->chains;
    t->chain = NULL;
    memcpy(p->cut, t->cut, sizeof p->cut);
    free(to);
    data_settle(p);
    return p;
}

struct profile_data *collector_take(struct collector *c, struct process *p)
{
    struct data_process *d = p->data;
    (void)c;
    if (!d) return NULL;
    struct profile_data *out = NULL;
    if (d->line) {
        out = hand_over(&d->tables);
        out->line = d->line;
        for (size_t i = 0; i < out->objects; i++) out->object[i].touched *= d->unit;
    }
    for (struct thread *t = p->threads; t; t = t->next) thread_free(t);
    for (size_t i = 0; i < d->images; i++) free(d->image[i].path);
    free(d->image);
    extents_free(&d->blocks);
    extents_free(&d->maps);
    tables_free(&d->tables);
    p->mem.changed = NULL;
    p->data = NULL;
    free(d);
    return out;
}
