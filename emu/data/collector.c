#include "emu/data/collector.h"

#include <stdlib.h>
#include <sys/mman.h>

#include "emu/core/alloc.h"
#include "emu/core/calls.h"
#include "emu/core/elf.h"
#include "emu/core/error.h"
#include "emu/core/text.h"
#include "emu/data/collecting.h"
#include "emu/data/hook.h"
#include "emu/data/images.h"
#include "emu/data/notes.h"
#include "emu/data/result.h"
#include "emu/data/sites.h"
#include "emu/data/stacks.h"

enum {
    LINE_DEFAULT = 64, /* bytes, where no cache says otherwise */
    REFRESHES_MOST = 1 << 10, /* how often images are looked at again; those that come later are mappings */
};

static u32 *near_table(void)
{
    void *p = mmap(NULL, NEAR * sizeof(u32), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (p == MAP_FAILED) error_no_memory();
    return p;
}

/* Nothing is known of [from, to]. Of many pages few have been used, most times: they are given back. */
static void clear_near(struct data_process *d, u32 from, u32 to)
{
    enum { ALIGN = 1 << 16 }; /* as large as pages get */
    uintptr_t start = (uintptr_t)(d->near + from), end = (uintptr_t)(d->near + to + 1);
    uintptr_t low = (start + ALIGN - 1) & -(uintptr_t)ALIGN, high = end & -(uintptr_t)ALIGN;
    if (low >= high || madvise((void *)low, high - low, MADV_DONTNEED) != 0) low = high = end;
    memset((void *)start, 0, low - start);
    memset((void *)high, 0, end - high);
}

void data_replaced(struct data_process *d, u64 start, u64 end)
{
    u64 first = start >> GRANULE_SHIFT, last = (end - 1) >> GRANULE_SHIFT;
    d->version++;
    if (end <= start) return;
    if (last - first >= NEAR - 1) {
        clear_near(d, 0, NEAR - 1);
        return;
    }
    u32 from = (u32)first & (NEAR - 1), to = (u32)last & (NEAR - 1);
    if (to < from) {
        clear_near(d, 0, to);
        to = NEAR - 1;
    }
    clear_near(d, from, to);
}

u64 data_function_at(const struct thread *t, u64 pc)
{
    const struct code *code = t->process->code; /* while a region has not been counted yet, only the tree of what is not counted is there */
    return pc ? contexts_function(code->contexts ? code->contexts : code->idle->contexts, pc) : 0;
}

/* --- mappings ----------------------------------------------------------------------------------------------------------------- */

/* The calls that the guest is in, which wants it so: none when a program is loaded. */
static u32 chain_now(struct data_process *d)
{
    const struct thread *t = d->process->thread;
    return t && t->engine && t->engine->calls ? tables_chain(&d->tables, calls_at(t->engine->calls)) : DATA_NONE;
}

static void add_mapping(struct data_process *d, const struct mem_area *a, u64 start, u64 end, bool asked)
{
    if (a->start > start) start = a->start;
    if (a->end < end) end = a->end;
    const char *name = a->name[0] ? text_base(a->name) : "[anonymous]"; /* a whole path would be one of the host's */
    u32 chain = asked && !a->name[0] ? chain_now(d) : DATA_NONE, object;
    if (!strcmp(name, "[stack]")) object = stacks_function(d, 0);
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
        if (mem_area_has_file(a)) d->stale = true;
    }
}

/* struct mem's changed. */
static void changed(void *ctx, u64 start, u64 end)
{
    struct data_process *d = ctx;
    notes_drain(&d->collector->notes);
    memset(d->numbered, 0, sizeof d->numbered); /* other functions may lie there */
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
    if (!mem_area_has_file(a) || elf_image_bias(a->name, &a->id, a->start, a->file_offset, &bias) != 0) return NULL;
    for (size_t i = 0; i < d->images; i++)
        if (d->image[i].bias == bias && !strcmp(d->image[i].path, a->name) && file_id_unchanged(d->image[i].id, a->id)) return &d->image[i];
    d->image = alloc_grow(d->image, d->images, &d->images_room, sizeof *d->image);
    d->image[d->images] = (struct known_image){.path = alloc_string(a->name), .id = a->id, .bias = bias, .low = UINT64_MAX, .stale = true};
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
        images_each(v.image->path, &v.image->id, add_static, &v);
    }
    allocators_find(&d->allocators, d->collector->functions, d->process);
    memset(d->numbered, 0, sizeof d->numbered); /* others of them may be allocators */
    data_replaced(d, 0, UINT64_MAX);
}

/* --- processes and threads -------------------------------------------------------------------------------------------------------- */

/* Where there is no limit the collector's memory is in no account: it may be another thread of the host that takes some. */
static struct mem_account *account_of(const struct process *p) { return p->machine->config->mem_limit ? p->mem.account : NULL; }

static struct data_process *process_new(struct collector *c, struct process *p)
{
    struct data_process *d = p->data = alloc_zeroed(1, sizeof *d);
    struct mem_account *account = account_of(p);
    *d = (struct data_process){.collector = c, .process = p, .blocks = {.account = account}, .maps = {.account = account}, .stale = true,
                               .version = 1, .up = p->isa->abi->stack_grows_up, .wide = p->isa->abi->word == 8, .task_size = p->isa->abi->task_size};
    d->serial = ++c->serial;
    d->near = near_table();
    d->spans.account = account;
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
    picture_init(&d->picture, &d->tables, (unsigned)__builtin_ctz(line));
}

struct data_process *data_process_of(struct collector *c, const struct thread *t)
{
    struct data_process *d = t->process->data;
    if (d && d->line) return d;
    notes_drain(&c->notes);
    if (!d) {
        d = process_new(c, t->process);
        add_mappings(d, 0, UINT64_MAX, false);
    }
    if (!d->line) set_line(d, t->process->isa->data_cache(t).line);
    return d;
}

/* Nothing of it is under way. */
static void thread_free(struct thread *t)
{
    struct data_thread *s = t->data;
    if (!s) return;
    mem_give(account_of(t->process), s->frames_room * sizeof *s->frame);
    lru_free(&s->lru);
    free(s->frame);
    free(s->places);
    free(s);
    t->data = NULL;
}

/* The stack is the mapping in which the stack pointer lies, unless that is a block of the heap. */
void data_find_stack(struct data_process *d, struct data_thread *s, u64 sp)
{
    struct extent hole;
    s->inner_stale = true;
    s->stack_low = s->stack_high = 0;
    const struct mem_area *a = mem_area_of(&d->process->mem, sp);
    if (!a || extents_find(&d->blocks, sp, &hole) || !strcmp(a->name, "[heap]")) return;
    const struct extent *x = extents_find(&d->maps, sp, &hole);
    if (x && d->tables.object[x->value].kind == DATA_STATIC) return;
    s->stack_low = a->start;
    s->stack_high = a->end;
    extents_set(&d->maps, a->start, a->end, stacks_function(d, 0)); /* to other threads */
    data_replaced(d, 0, UINT64_MAX);
}

static struct data_thread *thread_new(struct data_process *d, struct thread *t)
{
    struct data_thread *s = t->data = alloc_zeroed(1, sizeof *s);
    struct data_cache cache = t->process->isa->data_cache(t);
    s->serial = d->serial;
    s->tid = (u32)t->tid;
    s->get_sp = t->process->isa->abi->get_sp;
    s->number = d->threads < SHARERS_MOST - 1 ? d->threads : SHARERS_MOST - 1;
    d->shared = d->threads++ > 0;
    s->depth = s->base = calls_depth(t->engine->calls);
    t->engine->told = (struct data_told){.depth = s->depth, .at = calls_at(t->engine->calls), .scratch = t->process->isa->abi->stack_scratch,
                                         .numbered = d->numbered};
    s->innermost = stacks_function(d, data_function_at(t, t->engine->told.at->to));
    lru_init(&s->lru, (u32)(cache.line ? cache.size / cache.line : 0));
    s->places = alloc_zeroed(t->engine->place_count + 1, sizeof *s->places);
    data_find_stack(d, s, t->process->isa->abi->get_sp(t));
    return s;
}

struct data_thread *data_thread_of(struct data_process *d, struct thread *t)
{
    if (t->data && t->data->serial == d->serial) return t->data;
    notes_drain(&d->collector->notes);
    thread_free(t); /* of the program before */
    return thread_new(d, t);
}

static void gone(void *ctx, struct thread *t)
{
    struct collector *c = ctx;
    notes_drain(&c->notes);
    thread_free(t);
}

/* The child has what the parent has, as far as there is room; it counts from nothing. */
static void forked(void *ctx, const struct process *parent, struct process *child)
{
    const struct data_process *from = parent->data;
    struct collector *c = ctx;
    if (!from) return;
    notes_drain(&c->notes);
    struct data_process *d = process_new(c, child);
    tables_copy(&d->tables, &from->tables);
    bool whole = d->tables.objects == from->tables.objects;
    if (!whole || !extents_copy(&d->blocks, &from->blocks) || !extents_copy(&d->maps, &from->maps)) {
        extents_free(&d->blocks);
        extents_free(&d->maps);
        d->tables.cut[3] += from->blocks.count;
        add_mappings(d, 0, UINT64_MAX, false);
    }
}

/* What has been noted is counted first: it was before the end of the span. */
static size_t passed_span(void *ctx, struct process *p, size_t span)
{
    struct collector *c = ctx;
    struct data_process *d = p->data;
    if (!d) return 0;
    notes_drain(&c->notes);
    sites_settle(d);
    spans_take(&d->spans, &d->tables, (u32)span);
    return d->spans.parts;
}

static size_t joined_spans(void *ctx, struct process *p)
{
    (void)ctx;
    struct data_process *d = p->data;
    if (!d) return 0;
    spans_join(&d->spans);
    return d->spans.parts;
}

/* --- beginning and handing over --------------------------------------------------------------------------------------------------- */

void collector_attach(struct collector *c, struct machine *m, struct functions *functions, bool apart)
{
    *c = (struct collector){.functions = functions};
    collector_hook(&c->hook);
    c->hook.ctx = c;
    c->hook.forked = forked;
    c->hook.gone = gone;
    c->hook.passed_span = passed_span;
    c->hook.joined_spans = joined_spans;
    m->data = &c->hook;
    notes_open(&c->notes, apart && !m->config->mem_limit);
}

void collector_end(struct collector *c) { notes_close(&c->notes); }

struct profile_data *collector_take(struct collector *c, struct process *p)
{
    struct data_process *d = p->data;
    if (!d) return NULL;
    notes_drain(&c->notes);
    sites_settle(d);
    struct profile_data *out = d->line ? data_result(d) : NULL;
    for (struct thread *t = p->threads; t; t = t->next) thread_free(t);
    for (size_t i = 0; i < d->images; i++) free(d->image[i].path);
    free(d->image);
    munmap(d->near, NEAR * sizeof *d->near);
    sites_free(&d->sites);
    extents_free(&d->blocks);
    extents_free(&d->maps);
    picture_free(&d->picture);
    spans_free(&d->spans);
    tables_free(&d->tables);
    p->mem.changed = NULL;
    p->data = NULL;
    free(d);
    return out;
}
