#include "prof/profile/merge.h"

#include "emu/core/alloc.h"
#include "emu/core/contexts.h"
#include "prof/profile/data_merge.h"

#include <inttypes.h>
#include <stdlib.h>

/* Everything is a list in a settled order: both are put one behind the other, sorted, and what is equal is joined. */
struct merge {
    struct profile *to;
    const struct profile *from;
    const char *name;
    struct error *e;
    u32 *image, *function, *file; /* of *from: where they are now */
};

static int differ(const struct merge *m, const char *what)
{
    return error_set(m->e, "%s: %s: not a run of the same program as the others", m->name, what);
}

/* Libraries that two runs have opened in another order, or of which each has opened others, lie where they came: addresses then mean two things. */
static int overlaps(const struct merge *m, const struct profile_image *new, const struct profile_image *old)
{
    return error_set(m->e, "%s: %s lies where %s is in the others: runs that open other libraries, or in another order, do not add up", m->name, new->path, old->path);
}

static int too_large(const struct merge *m) { return error_set(m->e, "%s: the sums pass what 64 bits hold", m->name); }

static int add(const struct merge *m, u64 *sum, u64 n)
{
    return __builtin_add_overflow(*sum, n, sum) ? too_large(m) : 0;
}

/* --- head ------------------------------------------------------------------------------------------------------------- */

static int merge_head(struct merge *m)
{
    struct profile *a = m->to;
    const struct profile *b = m->from;
    if (strcmp(a->isa, b->isa) || a->big_endian != b->big_endian || a->address_size != b->address_size || a->unit != b->unit)
        return differ(m, "another processor");
    if (strcmp(a->cpu, b->cpu)) return error_set(m->e, "%s: another timing model (%s, not %s)", m->name, b->cpu, a->cpu);
    if (a->clock_hz != b->clock_hz || a->tick_cycles != b->tick_cycles)
        return error_set(m->e, "%s: another clock or another time between ticks", m->name);
    bool same = a->exit.kind == b->exit.kind && a->exit.code == b->exit.code && !strcmp(a->exit.signal, b->exit.signal);
    if (!same) a->exit = (struct profile_exit){.kind = EXIT_MIXED};
    bool same_part = a->collected && b->collected && !strcmp(a->collected, b->collected);
    if (!same_part) { /* different parts make up the whole, or at least none of them */
        free(a->collected);
        a->collected = NULL;
    }
    return add(m, &a->handler_cycles, b->handler_cycles);
}

/* --- images ----------------------------------------------------------------------------------------------------------- */

/* The same build is the same image under whatever name: a copy on another machine, or a path from another folder. */
static int compare_images(const struct profile_image *x, const struct profile_image *y)
{
    const u64 a[] = {x->low, x->high, x->bias, x->offset, x->size}, b[] = {y->low, y->high, y->bias, y->offset, y->size};
    for (unsigned i = 0; i < ARRAY_LEN(a); i++)
        if (a[i] != b[i]) return a[i] < b[i] ? -1 : 1;
    int order = strcmp(x->build_id, y->build_id);
    return order || *x->build_id ? order : strcmp(x->path, y->path);
}

/* Of several names the first in the order of bytes, so that it does not matter which profile comes first. */
static void choose_name(struct profile_image *a, const struct profile_image *b)
{
    if (strcmp(b->path, a->path) >= 0) return;
    free(a->path);
    a->path = alloc_string(b->path);
}

static bool overlap(const struct profile_image *x, const struct profile_image *y)
{
    return x->low < y->high && y->low < x->high;
}

static size_t find_image(const struct profile *p, const struct profile_image *image)
{
    size_t i = 0;
    while (i < p->images && compare_images(&p->image[i], image)) i++;
    return i;
}

static int by_image(const void *a, const void *b) { return compare_images(a, b); }

/* Image 0, the program, stays in its place; the others are sorted. The indices of *to's own functions move with them. */
static int merge_images(struct merge *m)
{
    struct profile *a = m->to;
    const struct profile *b = m->from;
    if (!a->images != !b->images || (a->images && compare_images(&a->image[0], &b->image[0])))
        return differ(m, "another program, or in another place");
    struct profile_image *old = alloc_zeroed(a->images, sizeof *old);
    size_t olds = a->images;
    if (olds) memcpy(old, a->image, olds * sizeof *old);
    for (size_t i = 0; i < b->images; i++) {
        const struct profile_image *image = &b->image[i];
        if (find_image(a, image) < a->images) continue;
        for (size_t k = 0; k < a->images; k++)
            if (overlap(&a->image[k], image)) {
                free(old);
                return overlaps(m, image, &a->image[k]);
            }
        a->image = alloc_grow(a->image, a->images, &a->images_room, sizeof *a->image);
        a->image[a->images] = *image;
        a->image[a->images].path = alloc_string(image->path);
        a->image[a->images++].build_id = alloc_string(image->build_id);
    }
    if (a->images > 1) qsort(a->image + 1, a->images - 1, sizeof *a->image, by_image);
    u32 *moved = alloc_zeroed(olds, sizeof *moved);
    for (size_t i = 0; i < olds; i++) moved[i] = (u32)find_image(a, &old[i]);
    for (size_t i = 0; i < a->functions; i++)
        if (a->function[i].image != PROFILE_NONE) a->function[i].image = moved[a->function[i].image];
    for (size_t i = 0; i < b->images; i++) {
        m->image[i] = (u32)find_image(a, &b->image[i]);
        choose_name(&a->image[m->image[i]], &b->image[i]);
    }
    free(moved);
    free(old);
    return 0;
}

/* --- functions and files ---------------------------------------------------------------------------------------------- */

static int by_start(const void *a, const void *b)
{
    const struct profile_function *x = a, *y = b;
    return (x->start > y->start) - (x->start < y->start);
}

static u32 find_function(const struct profile *p, u64 start)
{
    struct profile_function key = {.start = start};
    const struct profile_function *f = p->functions ? bsearch(&key, p->function, p->functions, sizeof key, by_start) : NULL;
    return f ? (u32)(f - p->function) : PROFILE_NONE;
}

static int merge_functions(struct merge *m)
{
    struct profile *a = m->to;
    const struct profile *b = m->from;
    size_t olds = a->functions;
    u64 *start = alloc_zeroed(olds, sizeof *start);
    u32 *moved = alloc_zeroed(olds, sizeof *moved);
    int status = 0;
    for (size_t i = 0; i < olds; i++) start[i] = a->function[i].start;
    for (size_t i = 0; i < b->functions && !status; i++) {
        struct profile_function f = b->function[i];
        if (f.image != PROFILE_NONE) f.image = m->image[f.image];
        struct profile_function *old = olds ? bsearch(&f, a->function, olds, sizeof f, by_start) : NULL;
        bool same = old && old->size == f.size && old->image == f.image && old->kind == f.kind && !strcmp(old->name, f.name);
        if (old && !same) status = differ(m, "other functions");
        if (old) continue;
        a->function = alloc_grow(a->function, a->functions, &a->functions_room, sizeof *a->function);
        f.name = alloc_string(f.name);
        if (f.symbol) f.symbol = alloc_string(f.symbol);
        a->function[a->functions++] = f;
    }
    if (!status && a->functions) qsort(a->function, a->functions, sizeof *a->function, by_start);
    for (size_t i = 0; i < olds && !status; i++) moved[i] = find_function(a, start[i]);
    for (size_t i = 0; i < a->insns && !status; i++)
        if (a->insn[i].function != PROFILE_NONE) a->insn[i].function = moved[a->insn[i].function];
    for (size_t i = 0; i < b->functions && !status; i++) m->function[i] = find_function(a, b->function[i].start);
    free(start);
    free(moved);
    return status;
}

/* Behind those that are there; profile_settle_files() joins them. */
static void merge_files(struct merge *m)
{
    struct profile *a = m->to;
    for (size_t i = 0; i < m->from->files; i++) {
        a->file = alloc_grow(a->file, a->files, &a->files_room, sizeof *a->file);
        m->file[i] = (u32)a->files;
        a->file[a->files++] = alloc_string(m->from->file[i]);
    }
}

/* --- instructions ----------------------------------------------------------------------------------------------------- */

static int by_pc(const void *a, const void *b)
{
    const struct profile_insn *x = a, *y = b;
    return (x->count.pc > y->count.pc) - (x->count.pc < y->count.pc);
}

/* Of two lines the first by file and number: they differ only if the debug information was changed between the runs. */
static void join_line(const struct profile *p, struct profile_insn *x, const struct profile_insn *y)
{
    if (y->file == PROFILE_NONE) return;
    int order = x->file == PROFILE_NONE ? 1 : strcmp(p->file[x->file], p->file[y->file]);
    if (order < 0 || (!order && x->line <= y->line)) return;
    x->file = y->file;
    x->line = y->line;
}

static int join_insn(struct merge *m, struct profile_insn *x, const struct profile_insn *y)
{
    bool other_code = x->has_code && y->has_code && memcmp(x->code, y->code, sizeof x->code);
    bool other_place = x->function != y->function && x->function != PROFILE_NONE && y->function != PROFILE_NONE;
    if (other_code || other_place) return differ(m, other_code ? "other code" : "other functions");
    if (x->function == PROFILE_NONE) x->function = y->function;
    if (!x->has_code) memcpy(x->code, y->code, sizeof x->code);
    x->has_code |= y->has_code;
    join_line(m->to, x, y);
    return profile_add(&x->count, &y->count) ? 0 : too_large(m);
}

static int merge_insns(struct merge *m)
{
    struct profile *a = m->to;
    size_t n = 0;
    for (size_t i = 0; i < m->from->insns; i++) {
        struct profile_insn insn = m->from->insn[i];
        if (insn.function != PROFILE_NONE) insn.function = m->function[insn.function];
        if (insn.file != PROFILE_NONE) insn.file = m->file[insn.file];
        a->insn = alloc_grow(a->insn, a->insns, &a->insns_room, sizeof *a->insn);
        a->insn[a->insns++] = insn;
    }
    if (a->insns) qsort(a->insn, a->insns, sizeof *a->insn, by_pc);
    for (size_t i = 0; i < a->insns; i++) {
        if (!n || by_pc(&a->insn[n - 1], &a->insn[i])) a->insn[n++] = a->insn[i];
        else if (join_insn(m, &a->insn[n - 1], &a->insn[i])) return -1;
    }
    a->insns = n;
    return 0;
}

static int by_address(const void *a, const void *b)
{
    const struct profile_idle *x = a, *y = b;
    if (x->address != y->address) return x->address < y->address ? -1 : 1;
    if (x->file != y->file) return x->file < y->file ? -1 : 1; /* files are settled: by name */
    return (x->line > y->line) - (x->line < y->line);
}

/* What ran in one of them is idle no longer. */
static void merge_idle(struct merge *m)
{
    struct profile *a = m->to;
    size_t n = 0;
    for (size_t i = 0; i < m->from->idles; i++) {
        a->idle = alloc_grow(a->idle, a->idles, &a->idles_room, sizeof *a->idle);
        a->idle[a->idles] = m->from->idle[i];
        a->idle[a->idles].file = m->file[a->idle[a->idles].file];
        a->idles++;
    }
    profile_settle_files(a);
    if (a->idles) qsort(a->idle, a->idles, sizeof *a->idle, by_address);
    for (size_t i = 0; i < a->idles; i++) {
        if (n && a->idle[n - 1].address == a->idle[i].address) continue;
        if (!profile_insn_at(a, a->idle[i].address)) a->idle[n++] = a->idle[i];
    }
    a->idles = n;
    profile_settle_files(a);
}

/* --- calls ------------------------------------------------------------------------------------------------------------ */

static int by_arc(const void *a, const void *b)
{
    const struct call_arc *x = a, *y = b;
    if (x->from != y->from) return x->from < y->from ? -1 : 1;
    return (x->to > y->to) - (x->to < y->to);
}

static int merge_arcs(struct merge *m)
{
    struct profile *a = m->to;
    size_t n = 0;
    for (size_t i = 0; i < m->from->arcs; i++) {
        a->arc = alloc_grow(a->arc, a->arcs, &a->arcs_room, sizeof *a->arc);
        a->arc[a->arcs++] = m->from->arc[i];
    }
    if (a->arcs) qsort(a->arc, a->arcs, sizeof *a->arc, by_arc);
    for (size_t i = 0; i < a->arcs; i++) {
        struct call_arc *last = n ? &a->arc[n - 1] : NULL, *next = &a->arc[i];
        if (!last || by_arc(last, next)) a->arc[n++] = *next;
        else if (add(m, &last->count, next->count) || add(m, &last->cycles, next->cycles) ||
                 add(m, &last->instructions, next->instructions))
            return -1;
    }
    a->arcs = n;
    return 0;
}

static int by_context_and_pc(const void *a, const void *b)
{
    const struct context_tick *x = a, *y = b;
    if (x->context != y->context) return x->context < y->context ? -1 : 1;
    return (x->pc > y->pc) - (x->pc < y->pc);
}

static int merge_contexts(struct merge *m)
{
    struct profile *a = m->to;
    size_t before = a->contexts, ticks = a->ticks, n = 0;
    u64 calls = 0, cycles = 0, instructions = 0;
    for (size_t i = 0; i < m->from->contexts; i++) {
        a->context = alloc_grow(a->context, a->contexts, &a->contexts_room, sizeof *a->context);
        a->context[a->contexts] = m->from->context[i];
        if (a->context[a->contexts].parent != CONTEXT_NONE) a->context[a->contexts].parent += (u32)before;
        a->contexts++;
    }
    if (a->contexts >= CONTEXT_NONE) return error_set(m->e, "%s: too many chains of calls", m->name);
    for (size_t i = 0; i < a->contexts; i++)
        if (add(m, &calls, a->context[i].calls) || add(m, &cycles, a->context[i].cycles) ||
            add(m, &instructions, a->context[i].instructions))
            return -1;
    u32 *to = alloc_zeroed(a->contexts, sizeof *to);
    a->contexts = contexts_settle(a->context, a->contexts, to);
    for (size_t i = 0; i < ticks; i++) a->tick[i].context = to[a->tick[i].context];
    for (size_t i = 0; i < m->from->ticks; i++) {
        a->tick = alloc_grow(a->tick, a->ticks, &a->ticks_room, sizeof *a->tick);
        a->tick[a->ticks] = m->from->tick[i];
        a->tick[a->ticks].context = to[before + a->tick[a->ticks].context];
        a->ticks++;
    }
    free(to);
    if (a->ticks) qsort(a->tick, a->ticks, sizeof *a->tick, by_context_and_pc);
    for (size_t i = 0; i < a->ticks; i++) {
        if (!n || by_context_and_pc(&a->tick[n - 1], &a->tick[i])) a->tick[n++] = a->tick[i];
        else a->tick[n - 1].ticks += a->tick[i].ticks; /* not more than the instruction's, which did not overflow */
    }
    a->ticks = n;
    return 0;
}

/* --- data --------------------------------------------------------------------------------------------------------------- */

/* The stall cycles of all accesses are those of all instructions, so a part of the runs would not do. */
static int merge_data(struct merge *m)
{
    struct profile_data *a = m->to->data;
    const struct profile_data *b = m->from->data;
    if (a && b && a->line != b->line) return error_set(m->e, "%s: lines of another length", m->name);
    if (a && b) return data_merge(a, b) ? 0 : too_large(m);
    data_free(a);
    m->to->data = NULL;
    return 0;
}

int profile_merge(struct profile *to, const struct profile *from, const char *name, struct error *e)
{
    struct merge m = {.to = to, .from = from, .name = name, .e = e,
                      .image = alloc_zeroed(from->images, sizeof *m.image),
                      .function = alloc_zeroed(from->functions, sizeof *m.function),
                      .file = alloc_zeroed(from->files, sizeof *m.file)};
    threads_free(to->threads); /* those of two runs are not the same ones */
    to->threads = NULL;
    profile_slices_free(to->slices); /* nor the times of two runs */
    to->slices = NULL;
    if (to->data) to->data->parts = 0;
    int status = merge_head(&m);
    if (!status) status = merge_images(&m);
    if (!status) status = merge_functions(&m);
    if (!status) merge_files(&m);
    if (!status) status = merge_insns(&m);
    if (!status) merge_idle(&m);
    if (!status) status = merge_arcs(&m);
    if (!status) status = merge_contexts(&m);
    if (!status) status = merge_data(&m);
    if (!status && profile_sum(to, e)) status = too_large(&m);
    free(m.image);
    free(m.function);
    free(m.file);
    return status;
}
