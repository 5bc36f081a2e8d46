#include "prof/formats/lcov.h"

#include "emu/core/alloc.h"
#include "prof/output/text.h"
#include "prof/profile/profile_inlines.h"

#include <inttypes.h>
#include <stdlib.h>

/* An executed or idle line in one function, or in one copy of an inlined function in it; or the first line of a function. */
struct item {
    u32 file, line, function, copy; /* INLINES_NONE: in none */
    u64 count;
};

struct list {
    struct item *item;
    size_t items, room;
};

static void add(struct list *l, u32 file, u32 line, u32 function, u32 copy, u64 count)
{
    l->item = alloc_grow(l->item, l->items, &l->room, sizeof *l->item);
    l->item[l->items++] = (struct item){file, line, function, copy, count};
}

static int by_line_and_place(const void *a, const void *b)
{
    const struct item *x = a, *y = b;
    if (x->file != y->file) return x->file < y->file ? -1 : 1;
    if (x->line != y->line) return x->line < y->line ? -1 : 1;
    if (x->function != y->function) return x->function < y->function ? -1 : 1;
    return (x->copy > y->copy) - (x->copy < y->copy);
}

/* The counts of one line: the most in each function and each inlined copy, for one passage of a line is many instructions; the sum of these, for they are passages
 * of their own, as gcov counts them. */
static struct list list_lines(const struct profile *p)
{
    struct list l = {0};
    size_t n = 0;
    for (size_t i = 0; i < p->insns; i++) {
        const struct profile_insn *insn = &p->insn[i];
        if (insn->file != PROFILE_NONE) add(&l, insn->file, insn->line, insn->function, profile_copy_at(p, insn->count.pc), insn->count.instructions);
    }
    for (size_t i = 0; i < p->idles; i++) add(&l, p->idle[i].file, p->idle[i].line, PROFILE_NONE, INLINES_NONE, 0);
    if (l.items) qsort(l.item, l.items, sizeof *l.item, by_line_and_place);
    for (size_t i = 0; i < l.items; i++) { /* the most in each */
        struct item *last = n ? &l.item[n - 1] : NULL;
        if (!last || by_line_and_place(last, &l.item[i])) l.item[n++] = l.item[i];
        else if (last->count < l.item[i].count) last->count = l.item[i].count;
    }
    l.items = n;
    n = 0;
    for (size_t i = 0; i < l.items; i++) { /* their sum: the totals did not overflow, so it does not */
        struct item *last = n ? &l.item[n - 1] : NULL;
        if (!last || last->file != l.item[i].file || last->line != l.item[i].line) l.item[n++] = l.item[i];
        else last->count += l.item[i].count;
    }
    l.items = n;
    return l;
}

/* The first idle line of a function, or NULL: on Itanium it may begin with slots that have none. */
static const struct profile_idle *idle_line(const struct profile *p, const struct profile_function *f)
{
    size_t low = 0, high = p->idles;
    while (low < high) {
        size_t mid = low + (high - low) / 2;
        if (p->idle[mid].address < f->start) low = mid + 1;
        else high = mid;
    }
    return low < p->idles && p->idle[low].address - f->start < f->size ? &p->idle[low] : NULL;
}

/* Functions whose first instruction has a line, by file. */
static struct list list_functions(const struct profile *p)
{
    struct list l = {0};
    for (size_t i = 0; i < p->functions; i++) {
        const struct profile_insn *insn = profile_insn_at(p, p->function[i].start);
        const struct profile_idle *idle = idle_line(p, &p->function[i]);
        if (insn && insn->file != PROFILE_NONE) add(&l, insn->file, insn->line, (u32)i, INLINES_NONE, insn->count.instructions);
        else if (idle) add(&l, idle->file, idle->line, (u32)i, INLINES_NONE, 0);
    }
    if (l.items) qsort(l.item, l.items, sizeof *l.item, by_line_and_place);
    return l;
}

static void put_text(const char *s, FILE *f)
{
    text_name(f, s);
    fputc('\n', f);
}

/* The items of `file` from *at on; *at becomes the first of another file. */
static size_t take(const struct list *l, u32 file, size_t *at)
{
    size_t first = *at;
    while (*at < l->items && l->item[*at].file == file) ++*at;
    return first;
}

static void put_file(const struct profile *p, const struct list *lines, size_t line, size_t lines_end,
                     const struct list *functions, size_t function, size_t functions_end, FILE *f)
{
    size_t hit = 0, found = functions_end - function;
    for (size_t i = function; i < functions_end; i++) {
        fprintf(f, "FN:%" PRIu32 ",", functions->item[i].line);
        put_text(profile_symbol(&p->function[functions->item[i].function]), f);
    }
    for (size_t i = function; i < functions_end; i++) {
        fprintf(f, "FNDA:%" PRIu64 ",", functions->item[i].count);
        put_text(profile_symbol(&p->function[functions->item[i].function]), f);
        hit += functions->item[i].count != 0;
    }
    fprintf(f, "FNF:%zu\nFNH:%zu\n", found, hit);
    hit = 0;
    for (size_t i = line; i < lines_end; i++) {
        fprintf(f, "DA:%" PRIu32 ",%" PRIu64 "\n", lines->item[i].line, lines->item[i].count);
        hit += lines->item[i].count != 0;
    }
    fprintf(f, "LF:%zu\nLH:%zu\nend_of_record\n", lines_end - line, hit);
}

int lcov_write(const struct profile *p, FILE *f, struct error *e)
{
    if (!p->files)
        return error_set(e, "the profile knows no source lines: compile the guest with -g, and pcgram with libdw-dev");
    struct profile with = *p; /* its inlined copies, too */
    bool read = !p->inlines && profile_read_inlines(&with, true);
    struct list lines = list_lines(&with), functions = list_functions(p);
    size_t line = 0, function = 0;
    fputs("TN:\n", f);
    for (u32 file = 0; file < p->files; file++) {
        fputs("SF:", f);
        put_text(p->file[file], f);
        size_t first_line = take(&lines, file, &line), first_function = take(&functions, file, &function);
        put_file(p, &lines, first_line, line, &functions, first_function, function, f);
    }
    if (read) profile_forget_inlines(&with);
    free(lines.item);
    free(functions.item);
    return 0;
}
