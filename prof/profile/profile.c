#include "prof/profile/profile.h"

#include "emu/core/alloc.h"
#include "emu/core/text.h"
#include "prof/symbols/inlines.h"

#include <stdio.h>
#include <stdlib.h>

/* A function up to this size is recorded with the instructions that did not run, so that it can be shown whole. */
#define FILL_MAX (1u << 20)

static const char *const event_names[PROFILE_EVENTS] = {"cycles", "instructions", "slots", "ticks"};

const char *profile_event_name(enum profile_event event) { return event_names[event]; }

int profile_event_find(const char *name, enum profile_event *event)
{
    for (unsigned i = 0; i < PROFILE_EVENTS; i++) {
        if (strcmp(name, event_names[i])) continue;
        *event = (enum profile_event)i;
        return 0;
    }
    return -1;
}

u64 profile_event(const struct pc_count *c, enum profile_event event)
{
    switch (event) {
    case EVENT_CYCLES: return c->cycles;
    case EVENT_INSTRUCTIONS: return c->instructions;
    case EVENT_SLOTS: return c->slots;
    case EVENT_TICKS: return c->ticks;
    }
    return 0;
}

bool profile_add(struct pc_count *sum, const struct pc_count *add)
{
    bool over = __builtin_add_overflow(sum->slots, add->slots, &sum->slots);
    over |= __builtin_add_overflow(sum->instructions, add->instructions, &sum->instructions);
    over |= __builtin_add_overflow(sum->cycles, add->cycles, &sum->cycles);
    over |= __builtin_add_overflow(sum->ticks, add->ticks, &sum->ticks);
    over |= __builtin_add_overflow(sum->mispredicted, add->mispredicted, &sum->mispredicted);
    over |= __builtin_add_overflow(sum->taken, add->taken, &sum->taken);
    for (unsigned s = 0; s < STALLS; s++) over |= __builtin_add_overflow(sum->stalls[s], add->stalls[s], &sum->stalls[s]);
    return !over;
}

u64 profile_stalls(const struct pc_count *c)
{
    u64 sum = 0;
    for (unsigned s = 0; s < STALLS; s++) sum += c->stalls[s];
    return sum;
}

/* Of calls, and of contexts what was spent in them; the cycles of arcs are inclusive, which nobody adds up. */
static bool calls_fit(const struct profile *p)
{
    u64 arcs = 0, calls = 0, cycles = 0, instructions = 0;
    bool over = false;
    for (size_t i = 0; i < p->arcs; i++) over |= __builtin_add_overflow(arcs, p->arc[i].count, &arcs);
    for (size_t i = 0; i < p->contexts; i++) {
        const struct context_count *c = &p->context[i];
        over |= __builtin_add_overflow(calls, c->calls, &calls);
        over |= __builtin_add_overflow(cycles, c->cycles, &cycles);
        over |= __builtin_add_overflow(instructions, c->instructions, &instructions);
    }
    return !over;
}

static int by_place(const void *a, const void *b)
{
    const struct call_arc *x = a, *y = b;
    if (x->from != y->from) return x->from < y->from ? -1 : 1;
    return (x->to > y->to) - (x->to < y->to);
}

void profile_settle_arcs(struct profile *p)
{
    size_t n = 0;
    if (p->arcs) qsort(p->arc, p->arcs, sizeof *p->arc, by_place);
    for (size_t i = 0; i < p->arcs; i++) {
        if (!n || by_place(&p->arc[n - 1], &p->arc[i])) {
            p->arc[n++] = p->arc[i];
            continue;
        }
        p->arc[n - 1].count += p->arc[i].count;
        p->arc[n - 1].cycles += p->arc[i].cycles;
        p->arc[n - 1].instructions += p->arc[i].instructions;
    }
    p->arcs = n;
}

/* A jump back into the middle of a function is none. */
static bool is_entry(const struct profile *p, u64 address)
{
    u32 function = profile_function_at(p, address);
    return function == PROFILE_NONE || p->function[function].start == address;
}

void profile_add_tail_calls(struct profile *p)
{
    size_t known = p->arcs;
    for (size_t i = 0; i < p->contexts; i++) {
        const struct context_count *c = &p->context[i];
        struct call_arc a = {.from = c->from, .to = c->to, .count = c->calls};
        if (c->parent == CONTEXT_NONE || !c->calls || !is_entry(p, c->to)) continue;
        if (known && bsearch(&a, p->arc, known, sizeof a, by_place)) continue;
        p->arc = alloc_grow(p->arc, p->arcs, &p->arcs_room, sizeof *p->arc);
        p->arc[p->arcs++] = a;
    }
    if (p->arcs != known) profile_settle_arcs(p);
}

/* What did not run, as half of the instructions of the functions that did: nothing is to be added. */
static int does_not_fit(struct error *e) { return error_set(e, "the counts of this profile add up to more than 64 bits hold: they cannot be real"); }

int profile_sum(struct profile *p, struct error *e)
{
    bool fits = calls_fit(p);
    memset(&p->total, 0, sizeof p->total);
    for (size_t i = 0; i < p->insns && fits; i++) fits = pc_count_is_nothing(&p->insn[i].count) || profile_add(&p->total, &p->insn[i].count);
    return fits ? 0 : does_not_fit(e);
}

static int by_address(const void *key, const void *entry)
{
    u64 a = *(const u64 *)key, b = ((const struct profile_insn *)entry)->count.pc;
    return (a > b) - (a < b);
}

const struct profile_insn *profile_insn_at(const struct profile *p, u64 address)
{
    return p->insns ? bsearch(&address, p->insn, p->insns, sizeof *p->insn, by_address) : NULL;
}

size_t profile_tick_at(const struct profile *p, const struct context_tick *t)
{
    size_t low = 0, high = p->ticks;
    while (low < high) {
        size_t middle = (low + high) / 2;
        const struct context_tick *m = &p->tick[middle];
        if (m->context < t->context || (m->context == t->context && m->pc < t->pc)) low = middle + 1;
        else high = middle;
    }
    bool found = low < p->ticks && p->tick[low].context == t->context && p->tick[low].pc == t->pc;
    return found ? low : PROFILE_NONE;
}

u32 profile_function_at(const struct profile *p, u64 address)
{
    const struct profile_insn *insn = profile_insn_at(p, address);
    if (insn) return insn->function;
    size_t low = 0, high = p->functions; /* behind the last one that begins there or before */
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (p->function[middle].start <= address) low = middle + 1;
        else high = middle;
    }
    while (low > 0 && address - p->function[low - 1].start >= p->function[low - 1].size &&
           address != p->function[low - 1].start)
        low--;
    return low ? (u32)(low - 1) : PROFILE_NONE;
}

u32 profile_image_at(const struct profile *p, u64 address)
{
    for (size_t i = 0; i < p->images; i++)
        if (address >= p->image[i].low && address < p->image[i].high) return (u32)i;
    return PROFILE_NONE;
}

/* On Itanium the dynamic loader lies below it. */
u32 profile_program(const struct profile *p)
{
    for (size_t i = 0; i < p->images; i++)
        if (!p->image[i].bias && *p->image[i].path != '[') return (u32)i;
    return p->images ? 0 : PROFILE_NONE;
}

size_t profile_rows(const struct profile *p) { return p->functions + p->images + 1; }

u32 profile_insn_row(const struct profile *p, const struct profile_insn *insn)
{
    if (insn->function != PROFILE_NONE) return insn->function;
    u32 image = profile_image_at(p, insn->count.pc);
    return (u32)(p->functions + (image != PROFILE_NONE ? image : p->images));
}

char *profile_image_label(const struct profile *p, u32 image)
{
    if (image == PROFILE_NONE) return alloc_string("[unknown]");
    const char *path = p->image[image].path, *base = text_base(path);
    size_t n = strlen(base) + 3;
    char *label = alloc_zeroed(n, 1);
    snprintf(label, n, *path == '[' ? "%s" : "[%s]", base); /* the kernel's page is no file, and has brackets of its own */
    return label;
}

static void mark(const struct symbols *s, u64 address, bool *used)
{
    size_t i = s ? symbols_find(s, address) : SYMBOL_NONE;
    if (i != SYMBOL_NONE) used[i] = true;
}

/* Code that was read last: a piece at a time, for a call each is dearer than the instruction it fetches. */
struct code_piece {
    u64 start; /* a multiple of its size */
    bool known, whole;
    u8 bytes[256];
};

/* One unit of code; false when it cannot be read. */
static bool read_unit(struct code_piece *piece, const struct profile_source *source, u64 at, u8 *out)
{
    u64 start = at - at % sizeof piece->bytes;
    if (!piece->known || piece->start != start) {
        piece->start = start;
        piece->known = true;
        piece->whole = source->read_code(source->context, start, piece->bytes, sizeof piece->bytes);
    }
    if (!piece->whole) return source->read_code(source->context, at, out, source->unit);
    memcpy(out, piece->bytes + (at - start), source->unit);
    return true;
}

/* The addresses of functions that ran. */
struct filling {
    u64 *pc;
    size_t pcs, room;
    bool unordered;
};

/* Lists the instructions of a function, those that did not run among them. */
static void fill_function(struct filling *all, struct code_piece *piece, const struct profile_source *source, size_t symbol)
{
    const struct symbol *f = &source->symbols->symbol[symbol];
    unsigned slots = source->unit == PROFILE_CODE_MAX ? 3 : 1;
    u64 first = (f->start + source->unit - 1) / source->unit * source->unit;
    u8 code[PROFILE_CODE_MAX];
    if (f->size > FILL_MAX) return;
    for (u64 at = first; at >= f->start && at + source->unit - f->start <= f->size; at += source->unit) {
        const struct symbol *owner = &source->symbols->symbol[symbols_find_near(source->symbols, at, symbol)];
        if (owner != f) { /* one that begins in it: on to where that ends */
            at = (owner->start + owner->size - 1) / source->unit * source->unit;
            continue;
        }
        if (!read_unit(piece, source, at, code)) continue;
        for (unsigned slot = 0; slot < slots; slot++) {
            all->unordered |= all->pcs && all->pc[all->pcs - 1] > at;
            all->pc = alloc_grow(all->pc, all->pcs, &all->room, sizeof *all->pc);
            all->pc[all->pcs++] = at + slot;
        }
    }
}

static int by_number(const void *a, const void *b)
{
    u64 x = *(const u64 *)a, y = *(const u64 *)b;
    return (x > y) - (x < y);
}

/* Index of a file's name; `last` is the index of the instruction before, mostly the same. */
static u32 file_index(struct profile *p, const char *name, u32 last)
{
    if (last != PROFILE_NONE && !strcmp(p->file[last], name)) return last;
    for (size_t i = 0; i < p->files; i++)
        if (!strcmp(p->file[i], name)) return (u32)i;
    p->file = alloc_grow(p->file, p->files, &p->files_room, sizeof *p->file);
    p->file[p->files] = alloc_string(name);
    return (u32)p->files++;
}

/* What add_insn() goes by. */
struct insn_source {
    const struct profile_source *of;
    struct code_piece piece;
    bool *used;      /* symbols whose names are wanted */
    size_t symbol;   /* of the instruction before; SYMBOL_NONE: none, as with the next */
    const struct line_row *row;
    u32 file;
};

/* Its function is that of the symbols, and its file in the order in which they are met, until settle_insns(). */
static void add_insn(struct profile *p, struct insn_source *x, const struct pc_count *count)
{
    const struct profile_source *source = x->of;
    p->insn = alloc_grow(p->insn, p->insns, &p->insns_room, sizeof *p->insn);
    struct profile_insn *insn = &p->insn[p->insns++];
    u64 pc = count->pc, to;
    *insn = (struct profile_insn){.count = *count, .function = PROFILE_NONE, .file = PROFILE_NONE};
    insn->has_code = read_unit(&x->piece, source, pc - pc % p->unit, insn->code);
    /* Where it would branch to gets a name as well, executed or not. */
    if (insn->has_code && source->isa->leads && source->isa->leads(pc, insn->code, &to)) mark(source->symbols, to, x->used);
    if (source->symbols) x->symbol = symbols_find_near(source->symbols, pc, x->symbol);
    if (x->symbol != SYMBOL_NONE) insn->function = (u32)x->symbol;
    if (source->lines) x->row = lines_find_near(source->lines, pc, x->row);
    if (!x->row) return;
    x->file = insn->file = file_index(p, x->row->file, x->file);
    insn->line = x->row->line;
}

/* Those that were counted, and what else the functions have in which they are. */
static void add_insns(struct profile *p, const struct profile_source *source, const bool *ran, bool *used)
{
    const struct counters *counted = source->counters;
    struct insn_source from = {.of = source, .used = used, .symbol = SYMBOL_NONE, .file = PROFILE_NONE};
    struct filling all = {0};
    size_t next = 0;
    for (size_t i = 0; source->symbols && i < source->symbols->count; i++)
        if (ran[i]) fill_function(&all, &from.piece, source, i);
    if (all.unordered) qsort(all.pc, all.pcs, sizeof *all.pc, by_number); /* functions within functions */
    p->insn = alloc_expect(p->insn, p->insns, counted->pcs + all.pcs, &p->insns_room, sizeof *p->insn);
    for (size_t i = 0; i < counted->pcs; i++) {
        for (; next < all.pcs && all.pc[next] < counted->pc[i].pc; next++)
            add_insn(p, &from, &(struct pc_count){.pc = all.pc[next]});
        next += next < all.pcs && all.pc[next] == counted->pc[i].pc;
        add_insn(p, &from, &counted->pc[i]);
    }
    for (; next < all.pcs; next++) add_insn(p, &from, &(struct pc_count){.pc = all.pc[next]});
    free(all.pc);
}

/* Returns, for free(), which of them each symbol is. */
static u32 *add_functions(struct profile *p, const struct symbols *s, const bool *used)
{
    u32 *index = alloc_zeroed(s->count, sizeof *index);
    for (size_t i = 0; i < s->count; i++) {
        if (!used[i]) continue;
        index[i] = (u32)p->functions;
        p->function = alloc_grow(p->function, p->functions, &p->functions_room, sizeof *p->function);
        p->function[p->functions++] = (struct profile_function){.start = s->symbol[i].start,
                                                                .size = s->symbol[i].size,
                                                                .image = s->symbol[i].image,
                                                                .kind = s->symbol[i].kind,
                                                                .name = alloc_string(s->symbol[i].name)};
    }
    return index;
}

static void add_images(struct profile *p, const struct symbols *s)
{
    /* A damaged ELF file may claim code beyond the guest's addresses; then its bounds are unknown. */
    u64 top = p->address_size == 4 ? UINT32_MAX : UINT64_MAX;
    for (size_t i = 0; i < s->images; i++) {
        const struct symbol_image *from = &s->image[i];
        bool sane = from->high <= top;
        p->image = alloc_grow(p->image, p->images, &p->images_room, sizeof *p->image);
        p->image[p->images++] = (struct profile_image){.path = alloc_string(from->path),
                                                       .bias = from->bias,
                                                       .size = from->size,
                                                       .low = sane ? from->low : 0,
                                                       .high = sane ? from->high : 0,
                                                       .offset = sane && from->offset <= top ? from->offset : 0,
                                                       .build_id = alloc_string(from->build_id)};
    }
}

/* Lines of the functions that did not run, so that it can be told which these are. */
static void add_idle(struct profile *p, const struct lines *lines, const struct symbols *s, const bool *ran, bool *used)
{
    u32 last = PROFILE_NONE;
    size_t near = SYMBOL_NONE;
    for (size_t i = 0; i < lines->rows; i++) {
        const struct line_row *row = &lines->row[i];
        size_t symbol = row->file ? near = symbols_find_near(s, row->address, near) : SYMBOL_NONE;
        if (symbol == SYMBOL_NONE || ran[symbol]) continue;
        used[symbol] = true;
        last = file_index(p, row->file, last);
        p->idle = alloc_grow(p->idle, p->idles, &p->idles_room, sizeof *p->idle);
        p->idle[p->idles++] = (struct profile_idle){row->address, last, row->line};
    }
}

struct named_file {
    char *name;
    u32 index;
    bool used;
};

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct named_file *)a)->name, ((const struct named_file *)b)->name);
}

/* Puts the files in order, each once, without those that are not used (NULL: all are): for free(), where each of them is. */
static u32 *sort_files(struct profile *p, const bool *used)
{
    struct named_file *list = alloc_zeroed(p->files, sizeof *list);
    u32 *to = alloc_zeroed(p->files, sizeof *to);
    size_t n = 0;
    for (size_t i = 0; i < p->files; i++) list[i] = (struct named_file){p->file[i], (u32)i, !used || used[i]};
    qsort(list, p->files, sizeof *list, by_name);
    for (size_t i = 0; i < p->files; i++) {
        bool twin = n && !strcmp(p->file[n - 1], list[i].name);
        if (list[i].used && !twin) p->file[n++] = list[i].name;
        else free(list[i].name);
        to[list[i].index] = n ? (u32)n - 1 : 0;
    }
    p->files = n;
    free(list);
    return to;
}

void profile_settle_files(struct profile *p)
{
    bool *used = alloc_zeroed(p->files, sizeof *used);
    for (size_t i = 0; i < p->insns; i++)
        if (p->insn[i].file != PROFILE_NONE) used[p->insn[i].file] = true;
    for (size_t i = 0; i < p->idles; i++) used[p->idle[i].file] = true;
    u32 *to = sort_files(p, used);
    for (size_t i = 0; i < p->insns; i++)
        if (p->insn[i].file != PROFILE_NONE) p->insn[i].file = to[p->insn[i].file];
    for (size_t i = 0; i < p->idles; i++) p->idle[i].file = to[p->idle[i].file];
    free(used);
    free(to);
}

/* What profile_settle_files() and profile_sum() do, and functions besides, by going once through the instructions: the list is longer than the host's
 * caches. False: the counts do not fit. */
static bool settle_insns(struct profile *p, const u32 *function)
{
    u32 *file = sort_files(p, NULL);
    bool fits = calls_fit(p);
    for (size_t i = 0; i < p->insns; i++) {
        struct profile_insn *insn = &p->insn[i];
        if (insn->function != PROFILE_NONE) insn->function = function[insn->function];
        if (insn->file != PROFILE_NONE) insn->file = file[insn->file];
        if (!pc_count_is_nothing(&insn->count)) fits &= profile_add(&p->total, &insn->count);
    }
    for (size_t i = 0; i < p->idles; i++) p->idle[i].file = file[p->idle[i].file];
    free(file);
    return fits;
}

/* The chains of calls, without those that came to nothing and led nowhere, for free(): where each of them is. */
static u32 *add_contexts(struct profile *p, const struct symbols *s, const struct counters *counted, bool *used)
{
    u32 *to = alloc_zeroed(counted->contexts, sizeof *to);
    bool *keep = alloc_zeroed(counted->contexts, sizeof *keep);
    for (size_t i = 0; i < counted->ticks; i++) keep[counted->tick[i].context] = true;
    for (size_t i = counted->contexts; i-- > 0;) {
        const struct context_count *c = &counted->context[i];
        keep[i] = keep[i] || c->calls || c->cycles || c->instructions;
        if (keep[i] && c->parent != CONTEXT_NONE) keep[c->parent] = true;
    }
    p->context = alloc_expect(p->context, p->contexts, counted->contexts, &p->contexts_room, sizeof *p->context);
    for (size_t i = 0; i < counted->contexts; i++) {
        if (!keep[i]) continue;
        p->context = alloc_grow(p->context, p->contexts, &p->contexts_room, sizeof *p->context);
        struct context_count *c = &p->context[p->contexts];
        *c = counted->context[i];
        if (c->parent != CONTEXT_NONE) c->parent = to[c->parent];
        to[i] = (u32)p->contexts++;
        mark(s, c->from, used);
        mark(s, c->to, used);
    }
    for (size_t i = 0; i < counted->ticks; i++) {
        p->tick = alloc_grow(p->tick, p->ticks, &p->ticks_room, sizeof *p->tick);
        p->tick[p->ticks] = counted->tick[i];
        p->tick[p->ticks++].context = to[counted->tick[i].context];
    }
    free(keep);
    return to;
}

static bool has_place(const struct wait_count *w) { return w->address && !w->end; }

/* All places are named at once: the files of the images are read for that. */
static void add_waits(struct profile *p, const struct profile_source *source)
{
    const struct waits *waits = source->waits;
    if (!p->threads || !waits || !waits->entries) return;
    u64 *address = alloc_zeroed(waits->entries, sizeof *address);
    char **name = alloc_zeroed(waits->entries, sizeof *name);
    size_t n = 0, at = 0;
    for (size_t i = 0; i < waits->entries; i++) {
        const struct wait_count *w = &waits->entry[i]; /* they are by address */
        if (has_place(w) && (!n || address[n - 1] != w->address)) address[n++] = w->address;
    }
    if (source->name_data) source->name_data(source->context, address, name, n);
    for (size_t i = 0; i < waits->entries; i++) {
        const struct wait_count *w = &waits->entry[i];
        while (has_place(w) && address[at] != w->address) at++;
        threads_add_wait(p->threads, w, w->end ? "[thread's end]" : has_place(w) && name[at] ? name[at] : "");
    }
    for (size_t i = 0; i < n; i++) free(name[i]);
    free(name);
    free(address);
}

/* What was charged to code that is not listed is of no instruction. */
static void settle_data(struct profile *p)
{
    struct profile_data *d = p->data;
    size_t n = 0;
    for (size_t i = 0; i < d->rows; i++)
        if (!profile_insn_at(p, d->row[i].pc)) d->row[i].pc = 0;
    data_settle(d);
    for (size_t i = 0; i < d->rows; i++) {
        struct data_row *last = n ? &d->row[n - 1] : NULL;
        if (last && last->object == d->row[i].object && last->pc == d->row[i].pc) data_add(last->count, d->row[i].count);
        else d->row[n++] = d->row[i];
    }
    d->rows = n;
}

int profile_build(struct profile *p, const struct profile_source *source, struct error *e)
{
    const struct symbols *s = source->symbols;
    const struct counters *counted = source->counters;
    *p = (struct profile){.isa = alloc_string(source->isa->name),
                          .cpu = alloc_string(source->cpu_model),
                          .big_endian = source->isa->big_endian,
                          .address_size = source->isa->elf64 ? 8 : 4,
                          .unit = source->unit,
                          .clock_hz = source->clock_hz,
                          .tick_cycles = source->tick_cycles,
                          .handler_cycles = source->handler_cycles,
                          .exit = source->exit,
                          .collected = source->collected ? alloc_string(source->collected) : NULL};
    bool *used = alloc_zeroed(s ? s->count : 0, sizeof *used), *ran = alloc_zeroed(s ? s->count : 0, sizeof *ran);
    size_t symbol = SYMBOL_NONE;
    for (size_t i = 0; s && i < counted->pcs; i++) {
        symbol = symbols_find_near(s, counted->pc[i].pc, symbol);
        if (symbol != SYMBOL_NONE) ran[symbol] = true;
    }
    for (size_t i = 0; s && i < s->count; i++) used[i] = ran[i];
    for (size_t i = 0; i < counted->arcs; i++) {
        mark(s, counted->arc[i].from, used);
        mark(s, counted->arc[i].to, used);
        p->arc = alloc_grow(p->arc, p->arcs, &p->arcs_room, sizeof *p->arc);
        p->arc[p->arcs++] = counted->arc[i];
    }
    u32 *to = add_contexts(p, s, counted, used);
    add_insns(p, source, ran, used);
    p->threads = threads_build(p, counted, to);
    p->slices = slices_build(source->slices, to);
    add_waits(p, source);
    free(to);
    if (s) add_images(p, s);
    if (source->lines && s) add_idle(p, source->lines, s, ran, used);
    u32 *function = s ? add_functions(p, s, used) : NULL;
    bool fits = settle_insns(p, function);
    free(function);
    free(used);
    free(ran);
    p->data = source->data;
    if (p->data) settle_data(p);
    if (fits) return 0;
    profile_free(p);
    return does_not_fit(e);
}

void profile_symbols(const struct profile *p, bool ran, struct symbols *s)
{
    bool *has = alloc_zeroed(p->functions, sizeof *has);
    for (size_t i = 0; i < p->insns; i++)
        if (p->insn[i].function != PROFILE_NONE && (p->insn[i].count.slots || p->insn[i].count.ticks)) has[p->insn[i].function] = true;
    for (size_t i = 0; i < p->images; i++) {
        s->image = alloc_grow(s->image, s->images, &s->images_room, sizeof *s->image);
        s->image[s->images++] = (struct symbol_image){.path = alloc_string(p->image[i].path), .bias = p->image[i].bias,
                                                      .low = p->image[i].low, .high = p->image[i].high};
    }
    for (size_t i = 0; i < p->functions; i++) {
        const struct profile_function *f = &p->function[i];
        if (ran && !has[i]) continue;
        symbols_put(s, &(struct symbol){.start = f->start, .name = f->name, .mangled = f->symbol, .image = f->image,
                                        .declared = f->size, .limit = f->start + f->size, .kind = f->kind});
    }
    free(has);
    symbols_settle(s);
}

const char *profile_symbol(const struct profile_function *g) { return g->symbol ? g->symbol : g->name; }

void profile_forget_inlines(struct profile *p)
{
    if (p->inlines) inlines_free(p->inlines);
    free(p->inlines);
    p->inlines = NULL;
}

void profile_free(struct profile *p)
{
    for (size_t i = 0; i < p->functions; i++) {
        free(p->function[i].name);
        free(p->function[i].symbol);
    }
    for (size_t i = 0; i < p->images; i++) {
        free(p->image[i].path);
        free(p->image[i].build_id);
    }
    for (size_t i = 0; i < p->files; i++) free(p->file[i]);
    free(p->file);
    free(p->isa);
    free(p->cpu);
    free(p->collected);
    free(p->image);
    free(p->function);
    free(p->insn);
    free(p->idle);
    free(p->arc);
    free(p->context);
    free(p->tick);
    data_free(p->data);
    threads_free(p->threads);
    profile_slices_free(p->slices);
    profile_forget_inlines(p);
    memset(p, 0, sizeof *p);
}
