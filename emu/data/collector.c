#include "emu/data/collector.h"

#include <stdlib.h>

#include "emu/core/calls.h"
#include "emu/core/elf.h"
#include "emu/core/engine.h"
#include "emu/core/error.h"
#include "emu/core/text.h"
#include "emu/data/collecting.h"
#include "emu/data/heap.h"
#include "emu/data/images.h"
#include "emu/data/result.h"
#include "emu/data/take.h"
#include "prof/alloc.h"

enum {
    LINE_DEFAULT = 64,     /* bytes, where no cache says otherwise */
    FRAMES_MOST = 1 << 16, /* of a thread's stack whose functions are told apart; deeper, the function at work stands for them */
    REFRESHES_MOST = 1 << 10, /* how often images are looked at again; those that come later are mappings */
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
    if (function & 1) function = 0;
    unsigned i = (unsigned)(function >> 2 ^ function >> 10) & (STACKS - 1);
    if (d->stack[i].object && d->stack[i].function == function) return d->stack[i].object;
    u32 object = tables_object(&d->tables, DATA_STACK, function, 0, DATA_NONE, "");
    if (object == OBJECT_OTHER) return object; /* there was no room: that is counted each time */
    d->stack[i].function = function;
    d->stack[i].object = object;
    return object;
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
        if (!s->frame) error_no_memory();
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
    s->late = t->engine->timed ? 1 : LATE;
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
void data_refresh(struct data_process *d)
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
    picture_init(&d->picture, &d->tables, d->line_shift);
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
    if (d->stale) data_refresh(d);
    const struct extent *m = extents_find(&d->maps, address, x);
    u32 object = m ? m->value : tables_object(&d->tables, DATA_MAPPING, 0, 0, DATA_NONE, "[unmapped]");
    if (m) *x = *m;
    if (hole.start > x->start) x->start = hole.start;
    if (hole.end < x->end) x->end = hole.end;
    return object;
}

static unsigned memo_of(u64 address) { return (unsigned)(address >> 6) & (MEMO - 1); }

static u32 object_of(struct data_process *d, struct data_thread *s, const struct thread *t, u64 address)
{
    if (address - s->stack_low < s->stack_high - s->stack_low) return stack_object(d, s, t, address);
    unsigned i = memo_of(address);
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
            heap_entered(d, s, t, a->pc);
        }
    }
    if (UNLIKELY(s->pending.by != NULL)) heap_watch(d, s, t, a->pc);
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

/* One line of an access; whether the thread comes to it for the first time. *u gets what is known of the line's use, or NULL. */
static bool count_line(struct data_process *d, const struct data_thread *s, const struct data_access *a, const struct thread *t, struct row *r,
                       u64 number, bool counted, struct touch **use)
{
    bool access = a->load || a->store;
    u64 bits = bits_of(d, number, a->address, a->size);
    struct touch *u = *use = access && counted ? tables_touch(&d->tables, number, s->object) : NULL;
    bool known = u && !(bits & ~u->bytes);
    if (u) u->bytes |= bits;
    if (known && !d->shared) return false;
    struct line *l = tables_line(&d->tables, number);
    if (!l) return false;
    u64 bit = (u64)1 << s->number;
    bool first = !(l->seen & bit);
    l->seen |= bit;
    if (d->shared && access) count_sharing(d, l, u, r, t, bits, a->store, counted);
    return first;
}

/* The access in the picture: its misses first, for it may be the last of a slice. */
static void paint(struct data_process *d, const struct data_thread *s, const struct data_access *a, struct touch *use,
                  const struct data_cost *cost)
{
    const struct memory_events *e = cost ? &cost->missed : NULL;
    unsigned n = (unsigned)a->load + a->store;
    if (e && (e->l1d_misses | e->l2_misses | e->tlb_misses))
        picture_missed(&d->picture, s->object, a->address, e->l1d_misses, e->l2_misses, e->tlb_misses);
    if (!n) return;
    if (use) {
        picture_count(&d->picture, use, n);
    } else {
        picture_count_apart(&d->picture, s->object, a->address, n);
        picture_pass(&d->picture, n);
    }
}

/* The access to s->object, of which row *r is, is done. */
static void count(struct data_process *d, struct data_thread *s, const struct data_access *a, const struct thread *t, struct row *r,
                  const struct data_cost *cost)
{
    bool counted = t->counting == COUNTED, missed = cost && cost->missed.l1d_misses;
    u64 *n = r->data.count;
    u64 line = a->address >> d->line_shift, last = (a->address + a->size - 1) >> d->line_shift;
    bool conflicts = lru_use(&s->lru, line, a->fills);
    struct touch *more, *use;
    if (last != line && last > line && (a->load || a->store)) count_line(d, s, a, t, r, last, counted, &more);
    bool first = count_line(d, s, a, t, r, line, counted, &use);
    if (!counted) return;
    n[DATA_LOADS] += a->load;
    n[DATA_STORES] += a->store;
    n[DATA_PREFETCHES] += !a->load && !a->store;
    if (a->load || a->store) count_stride(r, a->address);
    paint(d, s, a, use, cost);
    if (LIKELY(!cost)) return;
    n[DATA_L1] += cost->missed.l1d_misses;
    n[DATA_L2] += cost->missed.l2_misses;
    n[DATA_L1_TLB] += cost->missed.l1_tlb_misses;
    n[DATA_TLB] += cost->missed.tlb_misses;
    n[DATA_DCACHE] += cost->cache;
    n[DATA_TLB_STALL] += cost->tlb;
    if (missed) n[first ? DATA_FIRST : conflicts ? DATA_CONFLICT : DATA_CAPACITY] += cost->missed.l1d_misses;
}

static void done(void *ctx, struct thread *t, const struct data_cost *cost)
{
    struct data_process *d = process_of(ctx, t);
    struct data_thread *s = thread_of(d, t);
    if (!s->access.size || t->counting == SKIPPED) return;
    bool counted = t->counting == COUNTED;
    count(d, s, &s->access, t, tables_row(&d->tables, s->object, counted ? s->access.pc : 0), cost);
    if (counted) s->access.size = 0;
}

/* What an instruction has accessed before it mostly accesses again. */
static u32 object_at(struct data_process *d, struct data_thread *s, const struct thread *t, struct site *i, u64 address)
{
    if (address - s->stack_low < s->stack_high - s->stack_low) return stack_object(d, s, t, address);
    if (LIKELY(i->version == d->version) && address - i->x.start < i->x.end - i->x.start) return i->x.value;
    u32 object = object_of(d, s, t, address);
    i->x = s->memo[memo_of(address)].x;
    i->version = d->version;
    return object;
}

/* An access that costs nothing, to bytes that are known to be used, of one line: false if it is not, and nothing is done. Most are:
 * this takes half the time of count(). */
static bool again(struct data_process *d, struct data_thread *s, struct site *i, struct row *r, const struct data_access *a)
{
    u64 line = a->address >> d->line_shift;
    unsigned from = (unsigned)a->address & (d->line - 1);
    if (d->shared || d->unit != 1 || !(a->load || a->store) || from + a->size > d->line) return false;
    if (!i->touch || i->line != line) {
        struct touch *u = tables_find_touch(&d->tables, line, i->object);
        if (!u) return false;
        i->line = line;
        i->touch = (u32)(u - d->tables.touch) + 1;
    }
    struct touch *use = &d->tables.touch[i->touch - 1];
    if ((((u64)1 << a->size) - 1) << from & ~use->bytes) return false;
    picture_count(&d->picture, use, (unsigned)a->load + a->store);
    lru_use(&s->lru, line, a->fills);
    r->data.count[DATA_LOADS] += a->load;
    r->data.count[DATA_STORES] += a->store;
    count_stride(r, a->address);
    return true;
}

static u32 accessed(void *ctx, struct thread *t, const struct data_access *a, const struct data_cost *cost)
{
    struct data_process *d = t->process->data;
    struct data_thread *s = t->data;
    struct site *i = &d->site[(a->pc ^ a->pc >> 2 ^ a->pc >> 13) & (SITES - 1)];
    u64 pc = t->counting == COUNTED ? a->pc : 0;
    (void)ctx;
    s->access.size = 0;
    u32 object = s->object = object_at(d, s, t, i, a->address);
    bool known = i->pc == pc && i->object == object && pc;
    struct row *r = LIKELY(known) ? &d->tables.row[i->row] : tables_row(&d->tables, object, pc);
    size_t row = (size_t)(r - d->tables.row);
    if (!known && row) { /* the first row is that of what there was no room for, which is counted each time */
        i->pc = pc;
        i->object = object;
        i->row = (u32)row;
        i->touch = 0;
    }
    if (cost || !known || !again(d, s, i, r, a)) count(d, s, a, t, r, cost);
    return object;
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
    c->hook = (struct data_hook){.ctx = c, .begin = begin, .done = done, .accessed = accessed, .waited = waited, .fetched = fetched, .forked = forked,
                                 .gone = gone};
    m->data = &c->hook;
}

/* --- handing over ------------------------------------------------------------------------------------------------------------------------ */

struct profile_data *collector_take(struct collector *c, struct process *p)
{
    struct data_process *d = p->data;
    (void)c;
    if (!d) return NULL;
    struct profile_data *out = NULL;
    if (d->line) {
        out = data_result(d);
    }
    for (struct thread *t = p->threads; t; t = t->next) thread_free(t);
    for (size_t i = 0; i < d->images; i++) free(d->image[i].path);
    free(d->image);
    extents_free(&d->blocks);
    extents_free(&d->maps);
    picture_free(&d->picture);
    tables_free(&d->tables);
    p->mem.changed = NULL;
    p->data = NULL;
    free(d);
    return out;
}
