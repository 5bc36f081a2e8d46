#include "emu/data/collector.h"

#include <stdlib.h>

#include "emu/core/calls.h"
#include "emu/core/elf.h"
#include "emu/core/engine.h"
#include "emu/core/error.h"
#include "emu/core/text.h"
#include "emu/data/accesses.h"
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

/* Any tree of the process knows its functions. While a region has not been counted yet, only that of what is not counted is there. */
static u64 function_of(const struct process *p, u64 pc)
{
    const struct code *code = p->code;
    return contexts_function(code->contexts ? code->contexts : code->idle->contexts, pc);
}

/* The stack of the function that holds the pc; 0: of none that is known. */
static u32 stack_of(struct data_process *d, u64 pc)
{
    u64 function = pc ? function_of(d->process, pc) : 0;
    if (function & 1) function = 0;
    unsigned i = (unsigned)(function >> 2 ^ function >> 10) & (STACKS - 1);
    if (d->stack[i].object && d->stack[i].function == function) return d->stack[i].object;
    u32 object = tables_object(&d->tables, DATA_STACK, function, 0, DATA_NONE, "");
    if (object == OBJECT_OTHER) return object; /* there was no room: that is counted each time */
    d->stack[i].function = function;
    d->stack[i].object = object;
    return object;
}

u32 data_stack_object(struct data_process *d, const struct data_thread *s, const struct thread *t, u64 address)
{
    u64 place = along(t, address);
    size_t low = 0, high = s->frames;
    if (high && frame_begin(&s->frame[high - 1], t) <= place) {
        bool deeper = s->depth > s->base + s->frames;
        return deeper ? stack_of(d, s->at->to) : s->frame[high - 1].object;
    }
    if (high > 1 && frame_begin(&s->frame[high - 2], t) <= place) return s->frame[high - 2].object;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (frame_begin(&s->frame[middle], t) <= place) low = middle + 1;
        else high = middle;
    }
    return low ? s->frame[low - 1].object : stack_of(d, 0);
}

void data_find_inner(struct data_thread *s, const struct thread *t)
{
    bool up = t->process->isa->abi->stack_grows_up, deeper = s->depth > s->base + s->frames;
    u64 beyond = up ? s->stack_high : s->stack_low;
    s->inner_stale = false;
    for (unsigned i = 0; i < ARRAY_LEN(s->inner); i++) s->inner[i].size = 0;
    for (unsigned i = 0; i < ARRAY_LEN(s->inner); i++) {
        const struct frame *f = i < s->frames ? &s->frame[s->frames - 1 - i] : NULL;
        bool fits = f && f->sp >= s->stack_low && f->sp <= s->stack_high && (up ? f->sp <= beyond : f->sp >= beyond);
        if (!fits || (!i && deeper)) return; /* looked for each time: a frame of another stack may come before all of this one */
        s->inner[i].size = up ? beyond - f->sp : f->sp - beyond;
        s->inner[i].start = up ? f->sp : beyond;
        s->inner[i].object = f->object;
        beyond = f->sp;
    }
}

/* The stack is the mapping in which the stack pointer lies, unless that is a block of the heap. */
static void find_stack(struct data_process *d, struct data_thread *s, const struct thread *t)
{
    u64 sp = stack_pointer(t);
    struct extent hole;
    if (sp - s->stack_low < s->stack_high - s->stack_low) return;
    s->inner_stale = true;
    s->stack_low = s->stack_high = 0;
    const struct mem_area *a = mem_area_of(&d->process->mem, sp);
    if (!a || extents_find(&d->blocks, sp, &hole) || !strcmp(a->name, "[heap]")) return;
    const struct extent *x = extents_find(&d->maps, sp, &hole);
    if (x && d->tables.object[x->value].kind == DATA_STATIC) return;
    s->stack_low = a->start;
    s->stack_high = a->end;
    extents_set(&d->maps, a->start, a->end, stack_of(d, 0)); /* to other threads */
    data_replaced(d, 0, UINT64_MAX);
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
    s->inner_stale = true;
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

void data_replaced(struct data_process *d, u64 start, u64 end)
{
    u64 first = start >> GRANULE_SHIFT, last = (end - 1) >> GRANULE_SHIFT;
    d->version++;
    if (end <= start) return;
    if (last - first >= NEAR - 1) {
        memset(d->near, 0, NEAR * sizeof *d->near);
        return;
    }
    u32 from = (u32)first & (NEAR - 1), to = (u32)last & (NEAR - 1);
    if (to < from) {
        memset(d->near, 0, (to + 1) * sizeof *d->near);
        to = NEAR - 1;
    }
    memset(d->near + from, 0, (to - from + 1) * sizeof *d->near);
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
    bool blocks = extents_clear(&d->blocks, start, end), maps = extents_clear(&d->maps, start, end);
    d->tables.cut[3] += !blocks + !maps;
    for (size_t i = 0; i < d->images; i++)
        if (start < d->image[i].high && d->image[i].low < end) d->stale = d->image[i].stale = true;
    for (struct thread *t = d->process->threads; t; t = t->next)
        if (t->data && start < t->data->stack_high && t->data->stack_low < end) t->data->stack_low = t->data->stack_high = 0, t->data->inner_stale = true;
    add_mappings(d, start, end, true);
    bool all = d->stale || !blocks || !maps;
    data_replaced(d, all ? 0 : start, all ? UINT64_MAX : end);
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
    data_replaced(d, 0, UINT64_MAX);
}

/* --- processes and threads -------------------------------------------------------------------------------------------------------- */

static struct data_process *process_new(struct collector *c, struct process *p)
{
    struct data_process *d = p->data = alloc_zeroed(1, sizeof *d);
    struct mem_account *account = p->mem.account;
    *d = (struct data_process){.collector = c, .process = p, .blocks = {.account = account}, .maps = {.account = account}, .stale = true,
                               .version = 1};
    d->serial = ++c->serial;
    d->near = alloc_zeroed(NEAR, sizeof *d->near);
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
    if (t->engine) t->engine->next_note = NULL;
    free(s->notes);
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
    s->notes = aligned_alloc(DATA_NOTES_BYTES, DATA_NOTES_BYTES);
    if (!s->notes) error_no_memory();
    t->engine->next_note = s->notes + 1;
    s->places = t->engine->places ? t->engine->places : &s->no_place;
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

/* --- being told ------------------------------------------------------------------------------------------------------------------------ */

/* The thread is at the pc. */
static void came(struct data_process *d, struct data_thread *s, struct thread *t, u64 pc)
{
    const struct call_stack *calls = t->engine->calls;
    if (UNLIKELY(calls->depth != s->depth || calls->at != s->at)) follow(d, s, t, calls);
    if (UNLIKELY(s->late)) {
        s->late--;
        if (pc == s->entry) {
            s->late = 0;
            heap_entered(d, s, t, pc);
        }
    }
    if (UNLIKELY(s->pending.by != NULL)) heap_watch(d, s, t, pc);
}

static u32 begin(void *ctx, struct thread *t, const struct data_access *a)
{
    data_settle_notes(t);
    struct data_process *d = process_of(ctx, t);
    struct data_thread *s = thread_of(d, t);
    came(d, s, t, a->pc);
    s->access = *a;
    if (!a->size) return 0;
    return s->object = data_object_of(d, s, t, a->address);
}

static void done(void *ctx, struct thread *t, const struct data_cost *cost)
{
    struct data_process *d = process_of(ctx, t);
    struct data_thread *s = thread_of(d, t);
    if (!s->access.size || t->counting == SKIPPED) return;
    bool counted = t->counting == COUNTED;
    data_count(d, s, &s->access, t, tables_row(&d->tables, s->object, counted ? s->access.pc : 0), cost);
    if (!counted) return;
    picture_pass(&d->picture, (unsigned)s->access.load + s->access.store);
    s->access.size = 0;
}

static u32 accessed(void *ctx, struct thread *t, const struct data_access *a, const struct data_cost *cost)
{
    (void)ctx;
    data_settle_notes(t);
    t->data->access.size = 0;
    return data_accessed(t->process->data, t->data, t, a, cost);
}

static u32 site(void *ctx, struct thread *t, const struct data_access *a)
{
    struct data_process *d = process_of(ctx, t);
    thread_of(d, t);
    return data_site(d, a);
}

/* begin(), where there is no access, and the thread is known. */
static void moved(void *ctx, struct thread *t, u64 pc)
{
    struct data_process *d = t->process->data;
    struct data_thread *s = t->data;
    if (UNLIKELY(!d || !s || s->serial != d->serial)) {
        begin(ctx, t, &(struct data_access){.pc = pc});
        return;
    }
    data_settle_notes(t);
    came(d, s, t, pc);
    s->access.size = 0;
}

static void settle(void *ctx, struct thread *t) { (void)ctx, data_settle_notes(t); }

static void waited(void *ctx, struct thread *t, u32 object, u64 pc, u64 cycles)
{
    struct data_process *d = process_of(ctx, t);
    data_settle_notes(t);
    if (t->counting != COUNTED) return;
    tables_row(&d->tables, object < d->tables.objects ? object : OBJECT_OTHER, pc)->data.count[DATA_DCACHE] += cycles;
}

static void fetched(void *ctx, struct thread *t, u64 pc, const struct data_cost *cost)
{
    struct data_process *d = process_of(ctx, t);
    data_settle_notes(t);
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
    c->hook = (struct data_hook){.ctx = c, .begin = begin, .done = done, .accessed = accessed, .site = site, .settle = settle, .moved = moved, .waited = waited, .fetched = fetched, .forked = forked,
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
    free(d->near);
    data_sites_free(&d->sites);
    extents_free(&d->blocks);
    extents_free(&d->maps);
    picture_free(&d->picture);
    tables_free(&d->tables);
    p->mem.changed = NULL;
    p->data = NULL;
    free(d);
    return out;
}
