#include "emu/inspect/explain.h"

#include <inttypes.h>
#include <stdlib.h>

#include "emu/core/alloc.h"
#include "prof/output/text.h"

enum { NAME = 1024, PLACE = EXPLAIN_PLACE, KEY = 13 }; /* of longer names, which C++ has, a page shows the beginning */

static unsigned digits(const struct explained *x) { return x->table->isa->elf64 ? 16 : 8; }

/* "0001074c <sieve+0x6c>". */
void explain_place(const struct explained *x, u64 pc, char *out, size_t cap)
{
    char name[NAME] = "";
    if (symbols_find(x->symbols, pc) != SYMBOL_NONE) symbols_format(x->symbols, pc, name, sizeof name);
    snprintf(out, cap, name[0] ? "%0*" PRIx64 " <%s>" : "%0*" PRIx64, (int)digits(x), pc, name);
    text_clean(out);
}

static const struct insn_row *row_of(const struct explained *x)
{
    return x->insn.row == TEACH_NO_ROW ? NULL : &x->table->row[x->insn.row];
}

void explain_source(const struct explained *x, FILE *f)
{
    char *text = alloc_string(x->source + strspn(x->source, " \t"));
    for (char *tab = text; (tab = strchr(tab, '\t'));) *tab = ' ';
    text_name(f, text);
    free(text);
}

static void print_entry(const char *key, const char *text, FILE *f) { insn_print_wrapped(KEY, key, text, f); }

/* --- a page --------------------------------------------------------------------------------------------------------- */

static void print_head(const struct explained *x, FILE *f)
{
    char where[PLACE];
    explain_place(x, x->pc, where, sizeof where);
    fputs(where, f);
    if (x->line) {
        fputs("  ", f);
        text_name(f, x->line->file);
        fprintf(f, ":%u", x->line->line);
    }
    fputc('\n', f);
    if (x->source) {
        fprintf(f, "  %-*s", KEY, "source");
        explain_source(x, f);
        fputc('\n', f);
    }
    fprintf(f, "  %-*s", KEY, "code");
    for (unsigned i = 0; i < x->table->isa->code_unit; i++) fprintf(f, "%02x", x->code[i]);
    fprintf(f, "\n  %-*s%s%s\n", KEY, "instruction", x->text.text, x->text.stop ? ";;" : "");
}

static void print_notes(const struct teach_notes *n, FILE *f)
{
    for (unsigned i = 0; i < n->count; i++) print_entry(n->note[i].key, n->note[i].text, f);
}

static void print_what(const struct explained *x, FILE *f)
{
    const struct insn_row *row = row_of(x);
    char where[PLACE];
    if (!row) {
        fputs("  This is no instruction: executing it is an illegal operation.\n", f);
        return;
    }
    insn_table_draw(x->table, row->pattern, &x->insn.word, f);
    print_entry("does", x->insn.operation, f);
    if (x->text.has_target) {
        explain_place(x, x->text.target, where, sizeof where);
        print_entry("target", where, f);
    }
    print_notes(&x->insn.notes, f);
}

/* The numbers of the model as the command line takes them. */
static void print_numbers(const struct explained *x, FILE *f)
{
    struct cpu_parameter p;
    char line[400] = "";
    size_t n = 0;
    for (unsigned i = 0; x->table->isa->teach->number(x->model, (unsigned)x->insn.row, i, &p); i++)
        n += (size_t)snprintf(line + n, n < sizeof line ? sizeof line - n : 0, "%s%s=%" PRIu64, n ? " " : "", p.key,
                              p.value);
    if (n) print_entry("takes", line, f);
}

static void print_inputs(const struct explained *x, FILE *f)
{
    const struct teach_issue *i = &x->issue;
    char where[PLACE], line[PLACE + 80], n[TEXT_COUNT];
    if (!i->inputs) print_entry("needs", i->steady ? "nothing that the loop makes" : "nothing that the code before it makes", f);
    for (unsigned k = 0; k < i->inputs; k++) {
        explain_place(x, i->input[k].from, where, sizeof where);
        snprintf(line, sizeof line, "%s of %s: %s%s", i->input[k].what, where, i->input[k].waits ? "waits " : "in time",
                 i->input[k].waits ? text_count(n, i->input[k].waits, "cycle") : "");
        print_entry(k ? "" : "needs", line, f);
    }
}

/* "9 cycles each iteration", or of several that together come round. */
void explain_pace(const struct teach_issue *i, char *out, size_t cap)
{
    char a[TEXT_COUNT], b[TEXT_NUMBER];
    text_count(a, i->cycles, "cycle");
    if (i->turns == 1) snprintf(out, cap, "%s each iteration", a);
    else snprintf(out, cap, "%s every %s iterations", a, text_group(b, i->turns));
}

static void print_loop(const struct explained *x, FILE *f)
{
    const struct teach_issue *i = &x->issue;
    char first[PLACE], line[PLACE + 200], pace[80] = "", n[TEXT_COUNT];
    if (!i->in_loop) return;
    explain_place(x, i->loop.first, first, sizeof first);
    if (i->steady) explain_pace(i, pace, sizeof pace);
    snprintf(line, sizeof line, "%s to %0*" PRIx64 ", %s: %s", first, (int)digits(x), i->loop.last,
             text_count(n, i->loop.instructions, "instruction"), i->steady ? pace : i->loop.straight ? "it comes to no steady state" : "with jumps or calls in it, so without a steady state");
    print_entry("loop", line, f);
}

static void print_timing(const struct explained *x, FILE *f)
{
    const struct teach_issue *i = &x->issue;
    char line[200], a[TEXT_COUNT], b[TEXT_COUNT], first[PLACE];
    if (!x->model || !row_of(x)) return;
    explain_place(x, i->first, first, sizeof first);
    if (i->steady) fprintf(f, "Under %s, in the steady state of its loop\n", x->model);
    else
        fprintf(f,
                i->before ? "Under %s, when the code from %s on has run\n"
                          : "Under %s, where straight-line code begins\n",
                x->model, first);
    print_loop(x, f);
    snprintf(line, sizeof line, "%s: %s", row_of(x)->cls, insn_class_text(x->table, row_of(x)->cls));
    print_entry("class", line, f);
    print_notes(&i->notes, f);
    print_numbers(x, f);
    print_inputs(x, f);
    snprintf(line, sizeof line, "%s%s%s",
             i->joins ? "in the cycle of the instruction before it" : i->next_joins ? "in a new cycle" : "in a cycle of its own",
             i->next_known ? i->next_joins ? ", with the one behind it" : "; the one behind it in a later one" : "",
             i->data || i->structural ? "" : "; no wait");
    print_entry("issues", line, f);
    if (i->data || i->structural) {
        snprintf(line, sizeof line, "%s for operands, %s for a unit", text_count(a, i->data, "cycle"),
                 text_count(b, i->structural, "cycle"));
        print_entry("waits", line, f);
    }
    if (i->lock) {
        snprintf(line, sizeof line, "%s in which nothing issues behind it", text_count(a, i->lock, "cycle"));
        print_entry("locks", line, f);
    }
    if (i->lost) {
        snprintf(line, sizeof line, "%s behind it, %s", text_count(a, i->lost, "cycle"),
                 i->missed ? "predicted to go elsewhere" : "though predicted right");
        print_entry("loses", line, f);
    }
}

static void print_stalls(const struct pc_count *c, FILE *f)
{
    char line[400] = "", a[TEXT_NUMBER], b[TEXT_NUMBER];
    size_t n = 0;
    for (unsigned s = 0; s < STALLS; s++)
        if (c->stalls[s])
            n += (size_t)snprintf(line + n, n < sizeof line ? sizeof line - n : 0, "%s%s %s (%s each)", n ? ", " : "",
                                  stall_name(s), text_group(a, c->stalls[s]), text_ratio(b, c->stalls[s], c->slots));
    print_entry("waited", n ? line : "for nothing", f);
}

bool explain_measured_in(const struct explained *x, FILE *f)
{
    if (!x->profile) return false;
    fputs("Measured in ", f);
    text_name(f, x->profile);
    if (x->no_profile) fprintf(f, ": %s\n", x->no_profile);
    else {
        fprintf(f, " (%s", x->profile_cpu);
        if (x->collected) fputs(", part of the run: ", f), text_name(f, x->collected);
        fputc(')', f);
    }
    return !x->no_profile;
}

static void print_measured(const struct explained *x, FILE *f)
{
    char line[200], a[TEXT_COUNT], b[TEXT_NUMBER], c[TEXT_COUNT];
    const struct pc_count *n = x->count;
    if (!explain_measured_in(x, f)) return;
    fputc('\n', f);
    if (!n || !n->slots) {
        print_entry("issued", "never", f);
        return;
    }
    snprintf(line, sizeof line, "%s, %s of them nullified or predicated off", text_count(a, n->slots, "time"),
             text_group(b, n->slots - n->instructions));
    print_entry("issued", line, f);
    snprintf(line, sizeof line, "%s, %s each; %s", text_group(a, n->cycles), text_ratio(b, n->cycles, n->slots),
             text_count(c, n->ticks, "tick"));
    print_entry("cycles", line, f);
    print_stalls(n, f);
    if (n->mispredicted) print_entry("mispredicted", text_count(a, n->mispredicted, "time"), f);
}

void explain_print(const struct explained *x, FILE *f)
{
    print_head(x, f);
    print_what(x, f);
    print_timing(x, f);
    print_measured(x, f);
}

/* --- JSON ----------------------------------------------------------------------------------------------------------- */

static void json_address(const struct explained *x, const char *key, u64 pc, FILE *f)
{
    fprintf(f, "\"%s\":\"0x%0*" PRIx64 "\",\"%s_name\":", key, (int)digits(x), pc, key);
    if (symbols_find(x->symbols, pc) == SYMBOL_NONE) {
        fputs("null", f);
        return;
    }
    char *name = symbols_text(x->symbols, pc);
    text_json(f, name);
    free(name);
}

static void json_what(const struct explained *x, FILE *f)
{
    const struct insn_row *row = row_of(x);
    fprintf(f, "\"text\":");
    text_json(f, x->text.text);
    fputs(",\n\"row\":", f);
    if (row) {
        fprintf(f, "\"%s\",\"class\":\"%s\",\"fields\":", row->name, row->cls);
        insn_table_json_fields(x->table, row->pattern, &x->insn.word, f);
        fputs(",\n\"operation\":", f);
        text_json(f, x->insn.operation);
    } else fputs("null", f);
    fputs(",\n\"notes\":", f);
    insn_json_notes(&x->insn.notes, f);
    if (!x->text.has_target) return;
    fputc(',', f);
    json_address(x, "target", x->text.target, f);
}

static void json_loop(const struct explained *x, FILE *f)
{
    const struct teach_issue *i = &x->issue;
    fputs(",\"loop\":", f);
    if (!i->in_loop) {
        fputs("null", f);
        return;
    }
    fputc('{', f);
    json_address(x, "first", i->loop.first, f);
    fputc(',', f);
    json_address(x, "last", i->loop.last, f);
    fprintf(f, ",\"instructions\":%u,\"steady\":", i->loop.instructions);
    if (i->steady) fprintf(f, "{\"cycles\":%" PRIu64 ",\"iterations\":%" PRIu64 "}}", i->cycles, i->turns);
    else fputs("null}", f);
}

static void json_timing(const struct explained *x, FILE *f)
{
    const struct teach_issue *i = &x->issue;
    fputs("{\"row\":", f);
    insn_table_json_model(x->table, x->model, (unsigned)x->insn.row, f);
    fputs(",\n ", f);
    json_address(x, "first", i->first, f);
    json_loop(x, f);
    fprintf(f, ",\"before\":%" PRIu64 ",\"joins\":%s,\"data\":%" PRIu64 ",\"structural\":%" PRIu64 ",\"lock\":%" PRIu64,
            i->before, i->joins ? "true" : "false", i->data, i->structural, i->lock);
    fprintf(f, ",\"lost\":%" PRIu64 ",\"next_joins\":%s,\n \"needs\":[", i->lost, !i->next_known ? "null" : i->next_joins ? "true" : "false");
    for (unsigned k = 0; k < i->inputs; k++) {
        fprintf(f, "%s{\"what\":", k ? "," : "");
        text_json(f, i->input[k].what);
        fputc(',', f);
        json_address(x, "from", i->input[k].from, f);
        fprintf(f, ",\"waits\":%" PRIu64 "}", i->input[k].waits);
    }
    fputs("],\"notes\":", f);
    insn_json_notes(&i->notes, f);
    fputc('}', f);
}

static void json_measured(const struct explained *x, FILE *f)
{
    static const struct pc_count none;
    const struct pc_count *c = x->count ? x->count : &none;
    fputs("{\"cpu\":", f);
    text_json(f, x->profile_cpu);
    fputs(",\"collected\":", f);
    text_json_or_null(f, x->collected);
    fprintf(f,
            ",\"slots\":%" PRIu64 ",\"instructions\":%" PRIu64 ",\"cycles\":%" PRIu64 ",\"ticks\":%" PRIu64
            ",\"mispredicted\":%" PRIu64 ",\"stalls\":{",
            c->slots, c->instructions, c->cycles, c->ticks, c->mispredicted);
    for (unsigned s = 0; s < STALLS; s++) fprintf(f, "%s\"%s\":%" PRIu64, s ? "," : "", stall_name(s), c->stalls[s]);
    fputs("}}", f);
}

static void json_insn(const struct explained *x, FILE *f)
{
    json_address(x, "address", x->pc, f);
    fputs(",\n\"source\":", f);
    if (x->line) {
        fputs("{\"file\":", f);
        text_json(f, x->line->file);
        fprintf(f, ",\"line\":%u}", x->line->line);
    } else fputs("null", f);
    fputs(",\"code\":\"", f);
    for (unsigned i = 0; i < x->table->isa->code_unit; i++) fprintf(f, "%02x", x->code[i]);
    fputs("\",", f);
    json_what(x, f);
    fputs(",\n\"timing\":", f);
    if (x->model && row_of(x)) json_timing(x, f);
    else fputs("null", f);
    fputs(",\n\"measured\":", f);
    if (x->profile && !x->no_profile) json_measured(x, f);
    else fputs("null", f);
    fputs("}", f);
}

void explain_print_json(const struct explained *x, FILE *f)
{
    fprintf(f, "{\"schema_version\":1,\"isa\":\"%s\",", x->table->isa->name);
    json_insn(x, f);
    fputc('\n', f);
}

void explain_json_begin(const struct explained *x, bool loop, FILE *f)
{
    fprintf(f, "{\"schema_version\":1,\"isa\":\"%s\",\"of\":\"%s\",\"code\":[\n", x->table->isa->name, loop ? "loop" : "line");
}

void explain_json_row(const struct explained *x, bool first, FILE *f)
{
    fputs(first ? "{" : ",\n{", f);
    json_insn(x, f);
}

void explain_json_end(FILE *f) { fputs("]}\n", f); }
