#include "prof/report/annotate_inlined.h"

#include <inttypes.h>
#include <stdlib.h>

#include "emu/core/alloc.h"
#include "prof/output/text.h"
#include "prof/report/report.h"

enum { SHOWN = 12 /* lines of a heading */ };

/* A copy of a function and what its instructions cost, with what is inlined in it. */
struct part {
    u32 copy;
    u64 address; /* of its first instruction */
    struct pc_count sum;
};

static int by_cycles(const void *a, const void *b)
{
    const struct part *x = a, *y = b;
    if (x->sum.cycles != y->sum.cycles) return x->sum.cycles < y->sum.cycles ? 1 : -1;
    return (x->copy > y->copy) - (x->copy < y->copy);
}

static void print_place(const char *file, u32 line, FILE *f)
{
    text_name(f, file ? text_base(file) : "?");
    if (line) fprintf(f, ":%" PRIu32, line);
}

static void print_short(const char *name, size_t most, FILE *f)
{
    char *text = text_shortened(name, most);
    text_name(f, text);
    free(text);
}

void annotate_print_copy(const struct profile *p, u32 copy, const struct annotate_options *o, FILE *f)
{
    for (u32 c = copy; c != INLINES_NONE; c = p->inlines->copy[c].parent) {
        const struct inline_copy *n = &p->inlines->copy[c];
        if (o->terminal && c != copy) {
            fputs(", ...", f);
            break;
        }
        fputs(c == copy ? "  (" : ", in ", f);
        print_short(p->inlines->function[n->function].name, o->name_most, f);
        fputs(", inlined at ", f);
        print_place(n->file, n->line, f);
    }
    if (copy != INLINES_NONE) fputc(')', f);
}

/* The function that a row lists, among the inlined ones; INLINES_NONE: it was inlined nowhere. */
static u32 function_of(const struct profile *p, u32 row)
{
    if (profile_inline_function(p, row)) return row - (u32)profile_rows(p);
    for (u32 i = 0; row < p->functions && i < p->inlines->functions; i++) {
        const struct inline_function *g = &p->inlines->function[i];
        if (!strcmp(g->symbol ? g->symbol : g->name, profile_symbol(&p->function[row]))) return i;
    }
    return INLINES_NONE;
}

/* Adds an instruction to the copies that it is in: those of one function, or all. */
static void add_insn(const struct profile *p, const struct profile_insn *insn, u32 function, struct part *part)
{
    for (u32 c = profile_copy_at(p, insn->count.pc); c != INLINES_NONE; c = p->inlines->copy[c].parent) {
        if (function != INLINES_NONE && p->inlines->copy[c].function != function) continue;
        if (!part[c].address) part[c].address = insn->count.pc;
        profile_add(&part[c].sum, &insn->count);
    }
}

/* What there is room for. */
struct said {
    bool callers;
    size_t most; /* bytes of a name; 0: whole */
};

static struct said said_on(unsigned terminal)
{
    enum { PLACE = 22, BEGUN = 36, WORDS = 14 + PLACE, LEAST = 20 }; /* bytes beside names */
    if (!terminal) return (struct said){true, 0};
    if (terminal >= BEGUN + WORDS + 2 * LEAST) return (struct said){true, (terminal - BEGUN - WORDS) / 2};
    return (struct said){false, terminal > BEGUN + PLACE + LEAST ? terminal - BEGUN - PLACE : LEAST};
}

/* "#   12.50 %     1,234 cycles  clamp in main, at guest.c:30" */
static void print_part(const struct profile *p, const struct part *part, const struct said *said, FILE *f)
{
    char a[TEXT_NUMBER], b[TEXT_NUMBER];
    const struct inline_copy *c = &p->inlines->copy[part->copy];
    u32 outer = profile_function_at(p, part->address);
    fprintf(f, "# %7s %% %15s cycles  ", text_percent(a, text_share(part->sum.cycles, p->total.cycles)),
            text_group(b, part->sum.cycles));
    print_short(p->inlines->function[c->function].name, said->most, f);
    if (said->callers) fputs(" in ", f);
    if (said->callers && c->parent != INLINES_NONE) {
        print_short(p->inlines->function[p->inlines->copy[c->parent].function].name, said->most, f);
        fputs(" (inlined)", f);
    } else if (said->callers) {
        print_short(outer != PROFILE_NONE ? p->function[outer].name : "?", said->most, f);
    }
    fputs(", at ", f);
    print_place(c->file, c->line, f);
    fputc('\n', f);
}

static void print_parts(const struct profile *p, struct part *part, const char *what, const struct annotate_options *o, FILE *f)
{
    char count[TEXT_COUNT];
    size_t n = 0;
    struct said said = said_on(o->terminal);
    for (u32 i = 0; i < p->inlines->copies; i++) {
        if (!part[i].sum.slots && !part[i].sum.cycles) continue;
        part[i].copy = i;
        part[n++] = part[i];
    }
    if (n) {
        qsort(part, n, sizeof *part, by_cycles);
        fprintf(f, "# %s (shares of all cycles):\n", what);
    }
    for (size_t i = 0; i < n && i < SHOWN; i++) print_part(p, &part[i], &said, f);
    if (n > SHOWN) fprintf(f, "#           and %s\n", text_count(count, n - SHOWN, "more place"));
}

void annotate_print_copies(const struct profile *p, const struct row_insns *insns, u32 row, const struct annotate_options *o, FILE *f)
{
    if (!p->inlines) return;
    struct part *here = alloc_zeroed(p->inlines->copies, sizeof *here), *copy = alloc_zeroed(p->inlines->copies, sizeof *copy);
    u32 function = function_of(p, row);
    size_t n = 0;
    const u32 *insn = row_insns_of(insns, row, &n);
    for (size_t i = 0; i < n && row < profile_rows(p); i++) add_insn(p, &p->insn[insn[i]], INLINES_NONE, here);
    n = 0;
    if (function != INLINES_NONE) insn = row_insns_of(insns, (u32)profile_rows(p) + function, &n);
    for (size_t i = 0; i < n; i++) add_insn(p, &p->insn[insn[i]], function, copy);
    print_parts(p, copy, row < profile_rows(p) ? "copies of it that are inlined" : "its copies", o, f);
    print_parts(p, here, "inlined in it", o, f);
    free(here);
    free(copy);
}

void annotate_print_json_copies(const struct profile *p, const struct profile_insn *insn, FILE *f)
{
    u32 copy = profile_copy_at(p, insn->count.pc);
    if (copy == INLINES_NONE) return;
    fputs("\"inlined\":[", f);
    for (u32 c = copy; c != INLINES_NONE; c = p->inlines->copy[c].parent) {
        const struct inline_copy *n = &p->inlines->copy[c];
        fputs(c == copy ? "{\"function\":" : ",{\"function\":", f);
        text_json(f, p->inlines->function[n->function].name);
        fputs(",\"file\":", f);
        text_json_or_null(f, n->file);
        if (n->line) fprintf(f, ",\"line\":%" PRIu32 "}", n->line);
        else fputs(",\"line\":null}", f);
    }
    fputs("],", f);
}
