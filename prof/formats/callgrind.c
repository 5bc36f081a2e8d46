#include "prof/formats/callgrind.h"

#include "emu/core/alloc.h"
#include "prof/output/text.h"
#include "prof/profile/inclusive.h"

#include <inttypes.h>
#include <stdlib.h>

/* What lies in no function gets a pseudo function per image and one for the rest: "rows" below are the functions,
 * then the images, then the rest, as report_make has them. */
struct writer {
    const struct profile *p;
    const struct isa *isa;
    FILE *f;
    size_t rows;
    bool *named;    /* the row's name is written: (id) alone from now on */
    bool *ob_named; /* likewise per image, and the rest */
    bool *file_named; /* likewise per file, and [files]: not known */
    bool *twin;     /* another function of this image has the same name */
    u32 file;       /* that the lines written belong to */
};

static size_t row_of(const struct writer *w, u64 address, u32 function)
{
    if (function != PROFILE_NONE) return function;
    u32 image = profile_image_at(w->p, address);
    return image != PROFILE_NONE ? w->p->functions + image : w->rows - 1;
}

static u32 image_of_row(const struct writer *w, size_t row)
{
    if (row < w->p->functions) return w->p->function[row].image;
    return row + 1 < w->rows ? (u32)(row - w->p->functions) : PROFILE_NONE;
}

static void put_object(struct writer *w, const char *key, size_t row)
{
    u32 image = image_of_row(w, row);
    size_t id = image != PROFILE_NONE ? image : w->p->images;
    fprintf(w->f, "%s=(%zu)", key, id + 1);
    if (!w->ob_named[id]) {
        fputc(' ', w->f);
        text_name(w->f, image != PROFILE_NONE ? w->p->image[image].path : "???");
    }
    w->ob_named[id] = true;
    fputc('\n', w->f);
}

/* A file that is not known is called "???", as valgrind calls it. */
static void put_file(struct writer *w, const char *key, u32 file)
{
    size_t id = file != PROFILE_NONE ? file : w->p->files;
    fprintf(w->f, "%s=(%zu)", key, file != PROFILE_NONE ? id + 2 : 1);
    if (!w->file_named[id]) {
        fputc(' ', w->f);
        text_name(w->f, file != PROFILE_NONE ? w->p->file[file] : "???");
    }
    w->file_named[id] = true;
    fputc('\n', w->f);
}

/* Where a function begins is the file that it is in; readers take a function in two files for two functions. */
static u32 file_of_row(const struct writer *w, size_t row)
{
    const struct profile_insn *insn = row < w->p->functions ? profile_insn_at(w->p, w->p->function[row].start) : NULL;
    return insn ? insn->file : PROFILE_NONE;
}

static void put_function(struct writer *w, const char *key, size_t row)
{
    fprintf(w->f, "%s=(%zu)", key, row + 1);
    if (!w->named[row] && row < w->p->functions) {
        const struct profile_function *g = &w->p->function[row];
        fputc(' ', w->f);
        text_name(w->f, g->name);
        if (w->twin[row]) fprintf(w->f, "@0x%" PRIx64, g->start); /* readers would add the two up */
    } else if (!w->named[row]) {
        fputs(" ???", w->f);
    }
    w->named[row] = true;
    fputc('\n', w->f);
}

/* Order of names within an image, to find functions that share one. */
static int by_image_and_name(const void *a, const void *b)
{
    const struct profile_function *x = *(const struct profile_function *const *)a,
                                  *y = *(const struct profile_function *const *)b;
    if (x->image != y->image) return x->image < y->image ? -1 : 1;
    return strcmp(x->name, y->name);
}

static void find_twins(struct writer *w)
{
    const struct profile *p = w->p;
    const struct profile_function **list = alloc_zeroed(p->functions, sizeof *list);
    for (size_t i = 0; i < p->functions; i++) list[i] = &p->function[i];
    qsort(list, p->functions, sizeof *list, by_image_and_name);
    for (size_t i = 1; i < p->functions; i++) {
        if (by_image_and_name(&list[i - 1], &list[i])) continue;
        w->twin[list[i - 1] - p->function] = true;
        w->twin[list[i] - p->function] = true;
    }
    free(list);
}

/* In the order of the head's events: KCachegrind opens on the first. */
static void put_costs(const struct profile *p, const struct pc_count *c, FILE *f)
{
    fprintf(f, "%" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64, c->cycles, c->instructions, c->slots, c->ticks);
    for (unsigned s = 0; s < STALLS; s++)
        if (p->total.stalls[s]) fprintf(f, " %" PRIu64, c->stalls[s]);
    if (p->total.mispredicted) fprintf(f, " %" PRIu64, c->mispredicted);
    fputc('\n', f);
}

static void put_call(struct writer *w, const struct inclusive_call *a)
{
    if (!a->count && !a->cost.cycles && !a->cost.instructions) return; /* in other slices, or of other threads */
    size_t to = row_of(w, a->to, profile_function_at(w->p, a->to));
    const struct profile_insn *site = profile_insn_at(w->p, a->from), *entry = profile_insn_at(w->p, a->to);
    put_object(w, "cob", to);
    /* Where it is the caller's file, and no inlined code's is open, nothing is said, as in files of valgrind: callgrind_annotate
     * takes the folder that it runs in away from names of "fl", not of "cfi", and has the function twice. */
    if (file_of_row(w, to) != w->file || w->file != file_of_row(w, row_of(w, a->from, profile_function_at(w->p, a->from))))
        put_file(w, "cfi", file_of_row(w, to));
    put_function(w, "cfn", to);
    /* A way into a function that is no call, by a jump into its middle, or a call from before the part of the run that was counted, is written as
     * one call, for at a count of 0 callgrind_annotate takes the costs below for the caller's own; a comment says so. */
    if (!a->count) fprintf(w->f, w->p->collected ? "# no call here: open when counting began, or a jump into its middle:\n" : "# no call, a jump into its middle:\n");
    fprintf(w->f, "calls=%" PRIu64 " 0x%" PRIx64 " %" PRIu32 "\n", a->count ? a->count : 1, a->to, entry ? entry->line : 0);
    fprintf(w->f, "0x%" PRIx64 " %" PRIu32 " ", a->from, site ? site->line : 0);
    put_costs(w->p, &a->cost, w->f);
}

/* How often a conditional branch was reached. On Itanium one whose predicate is off is decided by that; on PA-RISC one that
 * is nullified is not reached. */
static u64 reached(const struct profile *p, const struct pc_count *c)
{
    return p->unit == PROFILE_CODE_MAX ? c->slots : c->instructions;
}

/* A direct branch that went elsewhere, which KCachegrind draws as an arrow. The line of a jump that was never taken says
 * nothing that the instruction's count does not. */
static void put_jump(struct writer *w, size_t row, const struct profile_insn *insn)
{
    struct insn_text text = {0};
    const struct pc_count *c = &insn->count;
    bool readable = w->isa && w->isa->disasm && insn->has_code && w->isa->disasm(c->pc, insn->code, w->p->unit, &text);
    if (!readable || !text.has_target || text.call || !(text.conditional ? c->taken : c->instructions)) return;
    const struct profile_insn *there = profile_insn_at(w->p, text.target);
    size_t to = row_of(w, text.target, there ? there->function : profile_function_at(w->p, text.target));
    if (to != row) {
        put_file(w, "jfi", file_of_row(w, to));
        put_function(w, "jfn", to);
    }
    if (text.conditional) fprintf(w->f, "jcnd=%" PRIu64 "/%" PRIu64, c->taken, reached(w->p, c));
    else fprintf(w->f, "jump=%" PRIu64, c->instructions);
    fprintf(w->f, " 0x%" PRIx64 " %" PRIu32 "\n0x%" PRIx64 " %" PRIu32 "\n", text.target, there ? there->line : 0, c->pc, insn->line);
}

/* What belongs to a row: its instructions and, in the order of their call sites, its arcs. */
struct item {
    size_t row;
    u64 address;
    const struct profile_insn *insn; /* NULL: an arc */
    const struct inclusive_call *arc;
};

static int by_row_and_address(const void *a, const void *b)
{
    const struct item *x = a, *y = b;
    if (x->row != y->row) return x->row < y->row ? -1 : 1;
    if (x->address != y->address) return x->address < y->address ? -1 : 1;
    if (!x->arc != !y->arc) return x->arc ? 1 : -1;
    return x->arc ? (x->arc->to > y->arc->to) - (x->arc->to < y->arc->to) : 0;
}

static size_t list_items(const struct writer *w, const struct inclusive_call *arc, size_t arcs, struct item *item)
{
    const struct profile *p = w->p;
    size_t n = 0;
    for (size_t i = 0; i < p->insns; i++) {
        const struct profile_insn *insn = &p->insn[i];
        if (!insn->count.slots && !insn->count.cycles && !insn->count.ticks) continue;
        item[n++] = (struct item){row_of(w, insn->count.pc, insn->function), insn->count.pc, insn, NULL};
    }
    for (size_t i = 0; i < arcs; i++) {
        const struct inclusive_call *a = &arc[i];
        item[n++] = (struct item){row_of(w, a->from, profile_function_at(p, a->from)), a->from, NULL, a};
    }
    qsort(item, n, sizeof *item, by_row_and_address);
    return n;
}

static void put_head(const struct profile *p, FILE *f)
{
    fputs("# callgrind format\nversion: 1\ncreator: pcgram\ncmd: ", f);
    text_name(f, p->images ? p->image[profile_program(p)].path : "?");
    fputs("\npart: 1\n\ndesc: Target: ", f);
    text_name(f, p->isa);
    fputc(' ', f);
    text_name(f, p->cpu);
    fprintf(f, "\ndesc: Clock: %" PRIu64 " Hz, a tick every %" PRIu64 " cycle%s\n", p->clock_hz, p->tick_cycles,
            text_plural(p->tick_cycles));
    if (p->collected) {
        fputs("desc: Part of the run: ", f);
        text_name(f, p->collected);
        fputc('\n', f);
    }
    fputs("positions: instr line\nevents: Cycles Instructions Slots Ticks", f);
    for (unsigned s = 0; s < STALLS; s++) /* what was not measured has no column */
        if (p->total.stalls[s]) fprintf(f, " stall_%s", stall_name((enum stall)s));
    if (p->total.mispredicted) fputs(" mispredicted", f);
    fputs("\nsummary: ", f);
    put_costs(p, &p->total, f);
}

static void begin_row(struct writer *w, size_t row)
{
    fputc('\n', w->f);
    put_object(w, "ob", row);
    w->file = file_of_row(w, row);
    put_file(w, "fl", w->file);
    put_function(w, "fn", row);
}

/* An instruction of another file than its function is inlined: "fi", and "fe" on the way back. */
static void put_item(struct writer *w, const struct item *item)
{
    const struct profile_insn *insn = item->arc ? profile_insn_at(w->p, item->address) : item->insn;
    u32 file = insn ? insn->file : PROFILE_NONE;
    if (file != w->file) put_file(w, file == file_of_row(w, item->row) ? "fe" : "fi", file);
    w->file = file;
    if (item->arc) {
        put_call(w, item->arc);
        return;
    }
    fprintf(w->f, "0x%" PRIx64 " %" PRIu32 " ", item->address, insn->line);
    put_costs(w->p, &insn->count, w->f);
    put_jump(w, item->row, insn);
}

void callgrind_write(const struct profile *p, const struct isa *isa, FILE *f)
{
    struct writer w = {.p = p, .isa = isa, .f = f, .rows = p->functions + p->images + 1};
    size_t arcs;
    struct inclusive_call *arc = inclusive_calls(p, &arcs);
    struct item *item = alloc_zeroed(p->insns + arcs, sizeof *item);
    w.named = alloc_zeroed(w.rows, sizeof *w.named);
    w.ob_named = alloc_zeroed(p->images + 1, sizeof *w.ob_named);
    w.file_named = alloc_zeroed(p->files + 1, sizeof *w.file_named);
    w.twin = alloc_zeroed(p->functions, sizeof *w.twin);
    find_twins(&w);
    put_head(p, f);
    size_t n = list_items(&w, arc, arcs, item);
    for (size_t i = 0; i < n; i++) {
        if (!i || item[i - 1].row != item[i].row) begin_row(&w, item[i].row);
        put_item(&w, &item[i]);
    }
    fputs("\ntotals: ", f);
    put_costs(p, &p->total, f);
    free(item);
    free(arc);
    free(w.named);
    free(w.ob_named);
    free(w.file_named);
    free(w.twin);
}
