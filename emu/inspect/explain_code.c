#include "emu/inspect/explain_code.h"

#include <inttypes.h>
#include <stdlib.h>

#include "prof/output/text.h"

static const char *const stall_words[STALLS] = {
    [STALL_DATA] = "the result of an instruction before it was not there",
    [STALL_STRUCTURAL] = "a unit of the processor was busy, or held all of it",
    [STALL_BRANCH] = "a branch went elsewhere than was fetched",
    [STALL_ICACHE] = "instructions missed a cache",
    [STALL_DCACHE] = "data missed a cache",
    [STALL_TLB] = "an address had to be translated by tables in memory",
    [STALL_RSE] = "the register stack stored or loaded registers",
};

/* --- what is above ------------------------------------------------------------------------------------------------- */

static void print_source(const struct explained *x, FILE *f)
{
    if (!x->line) return;
    text_name(f, x->line->file);
    fprintf(f, ":%u", x->line->line);
    if (!x->source) return;
    fputs("  ", f);
    explain_source(x, f);
}

static void print_what(const struct explain_code *c, const struct explained *x, FILE *f)
{
    char where[EXPLAIN_PLACE], n[TEXT_COUNT];
    if (!c->loop) {
        print_source(x, f);
        fprintf(f, "\n%s\n", text_count(n, c->count, "instruction"));
        return;
    }
    explain_place(x, x->pc, where, sizeof where);
    fprintf(f, "%s: a loop of %s\n", where, text_count(n, c->count, "instruction"));
    print_source(x, f);
    if (x->line) fputc('\n', f);
}

static void print_model(const struct explain_code *c, const struct explained *x, FILE *f)
{
    char pace[80];
    if (!x->model) return;
    fprintf(f, "Under %s", x->model);
    if (!c->loop) {
        fputs(", each in the steady state of its loop, or else\nwhen the straight-line code before it has run\n", f);
        return;
    }
    if (c->loop->steady) {
        explain_pace(c->loop, pace, sizeof pace);
        fprintf(f, ", in the steady state: %s\n", pace);
    } else if (c->loop->loop.straight) fputs(", which comes to no steady state: each when the\nstraight-line code before it has run\n", f);
    else fputs(": jumps or calls are in it, so each when the\nstraight-line code before it has run\n", f);
}

static void print_measured(const struct explain_code *c, const struct explained *x, FILE *f)
{
    char a[TEXT_COUNT], b[TEXT_NUMBER];
    if (!explain_measured_in(x, f)) return;
    if (c->loop) fprintf(f, ": %s, %s cycles each\n", text_count(a, c->entered, "iteration"), text_ratio(b, c->sum.cycles, c->entered));
    else {
        fprintf(f, ": %s", text_count(a, c->sum.cycles, "cycle"));
        if (c->run) fprintf(f, ", %s %% of the run", text_percent(b, text_share(c->sum.cycles, c->run)));
        fputc('\n', f);
    }
}

void explain_code_begin(struct explain_code *c, const struct explained *x, FILE *f)
{
    print_what(c, x, f);
    print_model(c, x, f);
    print_measured(c, x, f);
    c->function = SYMBOL_NONE;
    fprintf(f, "\n  %6s  %8s  %-9s %-7s %s\n", "cycles", "measured", "class", "at", "instruction");
    c->steady = c->loop && c->loop->steady && c->loop->turns == 1;
}

/* --- each ---------------------------------------------------------------------------------------------------------- */

static u64 cycles_of(const struct teach_issue *i) { return !i->joins + i->data + i->structural + i->lock + i->lost; }

/* How often what was measured of the instruction is said to have come: of a loop, so that the rows add up, its iterations. 0: never. */
static u64 times_of(const struct explain_code *c, const struct explained *x)
{
    if (!x->count || !x->count->slots) return 0;
    return c->loop && c->entered ? c->entered : x->count->slots;
}

/* What is waited for longest: the others come in its time. */
static const struct teach_input *longest(const struct teach_issue *i)
{
    const struct teach_input *l = NULL;
    for (unsigned k = 0; k < i->inputs; k++)
        if (i->input[k].waits && (!l || i->input[k].waits > l->waits)) l = &i->input[k];
    return l;
}

/* The offset in its function, or the whole address. */
static void print_at(const struct explained *x, u64 pc, FILE *f, int width)
{
    size_t s = symbols_find(x->symbols, pc);
    char text[24];
    if (s == SYMBOL_NONE) snprintf(text, sizeof text, "0x%" PRIx64, pc);
    else snprintf(text, sizeof text, "+0x%" PRIx64, pc - x->symbols->symbol[s].start);
    fprintf(f, "%-*s", width, text);
}

/* The measured waits for operands and units are those that the model has told, or too few to be more than how the loop began. A branch's are always
 * shown: whether it is predicted is another question than what it costs. */
static bool is_known(const u64 told[STALLS], enum stall cause, u64 measured, u64 times)
{
    enum { FEW = 20 };
    if (cause != STALL_DATA && cause != STALL_STRUCTURAL) return false;
    return told[cause] || measured * FEW < times;
}

/* `used`: columns of the instruction, behind which they are aligned. */
static void print_waits(struct explain_code *c, const struct explained *x, int used, FILE *f)
{
    enum { COLUMNS = 30 };
    const struct teach_issue *i = &x->issue;
    char model[40], measured[40];
    const char *before = model;
    int pad = used < COLUMNS ? COLUMNS - used : 0;
    snprintf(model, sizeof model, "%*s  ; ", pad, "");
    snprintf(measured, sizeof measured, "%*s  ; measured ", pad, "");
    const u64 told[STALLS] = {[STALL_DATA] = i->data, [STALL_STRUCTURAL] = i->structural + i->lock, [STALL_BRANCH] = i->lost};
    for (unsigned k = 0; x->model && k < STALLS; k++) {
        if (!told[k]) continue;
        c->stalls[k] = true;
        fprintf(f, "%s%s %" PRIu64, before, stall_name(k), told[k]);
        const struct teach_input *l = longest(i);
        if (k == STALL_DATA && l) {
            fprintf(f, " (%s of ", l->what);
            print_at(x, l->from, f, 0);
            fputc(')', f);
        }
        before = ", ";
    }
    before = *before == ',' ? "; measured " : measured;
    u64 times = times_of(c, x);
    for (unsigned s = 0; times && s < STALLS; s++) {
        char a[TEXT_NUMBER];
        if (!x->count->stalls[s] || (x->model && is_known(told, s, x->count->stalls[s], times))) continue;
        c->stalls[s] = true;
        fprintf(f, "%s%s %s", before, stall_name(s), text_ratio(a, x->count->stalls[s], times));
        before = ", ";
    }
}

static void meet_class(struct explain_code *c, const char *cls)
{
    for (unsigned k = 0; k < c->classes; k++)
        if (!strcmp(c->cls[k], cls)) return;
    if (c->classes < ARRAY_LEN(c->cls)) c->cls[c->classes++] = cls;
}

void explain_code_row(struct explain_code *c, const struct explained *x, FILE *f)
{
    char a[TEXT_NUMBER];
    size_t s = symbols_find(x->symbols, x->pc);
    const struct insn_row *row = x->insn.row == TEACH_NO_ROW ? NULL : &x->table->row[x->insn.row];
    if (s != SYMBOL_NONE && s != c->function) {
        char *name = symbols_text(x->symbols, x->symbols->symbol[s].start);
        text_name(f, name);
        fputs(":\n", f);
        free(name);
    }
    c->function = s;
    if (x->model && row) {
        c->cycles += cycles_of(&x->issue);
        fprintf(f, "  %6" PRIu64, cycles_of(&x->issue));
    } else fprintf(f, "  %6s", "-");
    u64 times = times_of(c, x);
    c->steady = c->steady && x->issue.loop.first == c->loop->loop.first && x->issue.loop.last == c->loop->loop.last; /* else it is in a loop within */
    fprintf(f, "  %8s", times ? text_ratio(a, x->count->cycles, times) : "-");
    fprintf(f, "  %-9s ", row ? row->cls : "-");
    if (row) meet_class(c, row->cls);
    print_at(x, x->pc, f, 7);
    fprintf(f, " %s%s", x->text.text, x->text.stop ? ";;" : "");
    if (row) print_waits(c, x, (int)strlen(x->text.text) + 2 * x->text.stop, f);
    fputc('\n', f);
}

/* --- what is below ------------------------------------------------------------------------------------------------- */

void explain_code_end(const struct explain_code *c, const struct explained *last, FILE *f)
{
    char a[TEXT_NUMBER];
    const char *measured = c->entered ? text_ratio(a, c->sum.cycles, c->entered) : "-";
    if (c->steady) fprintf(f, "  %6" PRIu64 "  %8s  an iteration\n", c->cycles, measured);
    else if (c->loop && c->entered) fprintf(f, "  %6s  %8s  an iteration\n", "-", measured);
    fputs("\nClasses, by which the model issues\n", f);
    for (unsigned k = 0; k < c->classes; k++) insn_print_wrapped(11, c->cls[k], insn_class_text(last->table, c->cls[k]), f);
    bool any = false;
    for (unsigned s = 0; s < STALLS; s++) {
        if (!c->stalls[s]) continue;
        if (!any) fputs("Waits, in cycles\n", f);
        any = true;
        insn_print_wrapped(11, stall_name(s), stall_words[s], f);
    }
}
