#include <getopt.h>
#include <stdlib.h>

#include "emu/cli/commands.h"
#include "emu/core/alloc.h"
#include "emu/core/error.h"
#include "emu/inspect/mnemonic.h"
#include "emu/run/usage.h"
#include "prof/output/text.h"

static const char help[] =
    "Usage: pcgram isa [OPTION...] parisc|ia64 [MNEMONIC...]\n"
    "Show the table of an instruction set: all rows by issue class; or each form of a\n"
    "MNEMONIC: its encoding as fields, operands, operation, properties, issue class\n"
    "and timing under each model, with the sources. A MNEMONIC is one that the\n"
    "disassembler prints, with completers or without (cmpb,<> or cmpb, tbit.z or\n"
    "tbit; nop and mov lead to what they are), or the name of a row.\n"
    "\n"
    "      --legend        the notation of what instructions do, and the classes\n"
    "      --json          JSON, described by docs/isa-schema.json\n"
    "  -o, --output=FILE   write to FILE ('-': standard output)\n"
    "  -h, --help          this text\n"
    "\n"
    "The number above a field is its leftmost bit, counted as in the manual: PA-RISC\n"
    "from the left (bit 0 is the most significant one), Itanium from the right. Bits\n"
    "shown as '-' are ignored.\n"
    "Exit status: 0 all right, 2 trouble, 125 bad usage.\n"
    "\n"
    "Examples:\n"
    "  pcgram isa parisc\n"
    "  pcgram isa parisc add shladd\n"
    "  pcgram isa parisc --legend\n"
    "  pcgram isa ia64 br\n";

/* The flags of a row in words, a line each: "LOAD | FPU". */
static void print_flags(const struct insn_table *t, const char *flags, FILE *out)
{
    for (const char *p = flags; *(p += strspn(p, " |()")); p += strcspn(p, " |()")) {
        size_t n = strcspn(p, " |()");
        for (const struct insn_word *w = t->flags; w->name; w++)
            if (strlen(w->name) == n && !memcmp(w->name, p, n)) fprintf(out, "          %s\n", w->text);
    }
}

static void print_row(const struct insn_table *t, const struct insn_row *r, FILE *out)
{
    const struct teach *teach = t->isa->teach;
    unsigned row = (unsigned)(r - t->row);
    char does[TEACH_OPERATION];
    teach->operation(row, does, sizeof does);
    fprintf(out, "%s\n", r->name);
    insn_table_draw(t, r->pattern, NULL, out);
    fprintf(out, "  syntax  %s\n", r->syntax);
    insn_print_wrapped(8, "does", does, out);
    fprintf(out, "  class   %s\n", r->cls);
    if (strcmp(r->flags, "0")) fputs("  is\n", out);
    print_flags(t, r->flags, out);
    insn_print_wrapped(8, "source", teach->source, out);
    insn_print_wrapped(8, "", teach->operation_source, out);
    for (unsigned i = 0; t->isa->cpu_models[i]; i++) insn_table_print_model(t, t->isa->cpu_models[i], row, out);
}

/* The flags of a row as an array of their words. */
static void json_flags(const struct insn_table *t, const char *flags, FILE *out)
{
    bool first = true;
    fputc('[', out);
    for (const char *p = flags; *(p += strspn(p, " |()")); p += strcspn(p, " |()")) {
        size_t n = strcspn(p, " |()");
        for (const struct insn_word *w = t->flags; w->name; w++) {
            if (strlen(w->name) != n || memcmp(w->name, p, n)) continue;
            if (!first) fputc(',', out);
            first = false;
            text_json(out, w->text);
        }
    }
    fputc(']', out);
}

static void json_row(const struct insn_table *t, const struct insn_row *r, FILE *out)
{
    unsigned row = (unsigned)(r - t->row);
    char does[TEACH_OPERATION];
    t->isa->teach->operation(row, does, sizeof does);
    fprintf(out, "{\"name\":\"%s\",\"pattern\":\"%s\",\"fields\":", r->name, r->pattern);
    insn_table_json_fields(t, r->pattern, NULL, out);
    fprintf(out, ",\n \"syntax\":\"%s\",\"operation\":", r->syntax);
    text_json(out, does);
    fprintf(out, ",\"class\":\"%s\",\"is\":", r->cls);
    json_flags(t, r->flags, out);
    fputs(",\n \"models\":[", out);
    for (unsigned i = 0; t->isa->cpu_models[i]; i++) {
        if (i) fputc(',', out);
        insn_table_json_model(t, t->isa->cpu_models[i], row, out);
    }
    fputs("]}", out);
}

/* All rows, by class in the order in which the table has them. */
static void print_list(const struct insn_table *t, FILE *out)
{
    for (size_t i = 0; i < t->rows; i++) {
        const char *cls = t->row[i].cls;
        bool seen = false;
        for (size_t k = 0; k < i; k++) seen |= !strcmp(t->row[k].cls, cls);
        if (seen) continue;
        fprintf(out, "%s\n ", cls);
        size_t column = 1;
        for (size_t k = i; k < t->rows; k++) {
            if (strcmp(t->row[k].cls, cls)) continue;
            size_t n = strlen(t->row[k].name) + 1;
            if (column + n > 79) {
                fputs("\n ", out);
                column = 1;
            }
            fprintf(out, " %s", t->row[k].name);
            column += n;
        }
        fputc('\n', out);
    }
}

struct settings {
    const char *output;
    bool json, legend;
};

/* The rows that each word means, one after the other: t->rows for each. */
struct choice {
    bool *rows;
    int words; /* 0: all rows */
};

static bool wanted(const struct insn_table *t, const struct choice *c, size_t row)
{
    bool any = !c->words;
    for (int i = 0; i < c->words; i++) any |= c->rows[(size_t)i * t->rows + row];
    return any;
}

static void print_json(const struct insn_table *t, const struct choice *chosen, FILE *out)
{
    const struct teach *teach = t->isa->teach;
    bool first = true;
    fprintf(out, "{\"schema_version\":1,\"isa\":\"%s\",\"bits\":%u,\"source\":", t->isa->name, t->bits);
    text_json(out, teach->source);
    fputs(",\"operation_source\":", out);
    text_json(out, teach->operation_source);
    fputs(",\"legend\":", out);
    text_json(out, teach->legend);
    fputs(",\"rows\":[", out);
    for (size_t k = 0; k < t->rows; k++) {
        if (!wanted(t, chosen, k)) continue;
        fputs(first ? "\n" : ",\n", out);
        first = false;
        json_row(t, &t->row[k], out);
    }
    fputs("]}\n", out);
}

/* In the order of the words: each with all its forms. */
static void print_rows(const struct insn_table *t, const struct choice *chosen, FILE *out)
{
    bool first = true;
    for (int i = 0; i < chosen->words; i++)
        for (size_t k = 0; k < t->rows; k++) {
            if (!chosen->rows[(size_t)i * t->rows + k]) continue;
            if (!first) fputc('\n', out);
            first = false;
            print_row(t, &t->row[k], out);
        }
}

static int choose(const struct insn_table *t, char **words, struct choice *chosen, struct error *e)
{
    for (int i = 0; i < chosen->words; i++) {
        if (!*words[i]) return error_set(e, "an empty name is no instruction's: give one ('pcgram isa %s' lists them)", t->isa->name);
        if (!mnemonic_rows(t, words[i], chosen->rows + (size_t)i * t->rows))
            return error_set(e, "%s: not an instruction of %s ('pcgram isa %s' lists them)", words[i], t->isa->name, t->isa->name);
    }
    return 0;
}

static void print_legend(const struct insn_table *t, FILE *out)
{
    fputs(t->isa->teach->legend, out);
    fputs("\nclasses, by which a timing model issues:\n", out);
    for (const struct insn_word *w = t->classes; w->name; w++) fprintf(out, "%-15s %s\n", w->name, w->text);
}

static int print(const struct insn_table *t, const struct settings *s, const struct choice *chosen, struct error *e)
{
    struct outfile o;
    if (outfile_open(&o, s->output, e)) return -1;
    if (s->json) print_json(t, chosen, o.f);
    else if (s->legend) print_legend(t, o.f);
    else if (!chosen->words) print_list(t, o.f);
    else print_rows(t, chosen, o.f);
    return outfile_close(&o, e);
}

int cmd_isa(int argc, char **argv)
{
    enum { OPT_JSON = 256, OPT_LEGEND };
    static const struct option options[] = {{"output", required_argument, NULL, 'o'},
                                            {"json", no_argument, NULL, OPT_JSON},
                                            {"legend", no_argument, NULL, OPT_LEGEND},
                                            {"help", no_argument, NULL, 'h'},
                                            {NULL, 0, NULL, 0}};
    struct settings s = {.output = "-"};
    struct error e;
    int c;
    optind = 0; /* the command line was parsed once already, as far as this subcommand's name */
    while ((c = getopt_long(argc, argv, ":o:h", options, NULL)) != -1) {
        switch (c) {
        case 'o': s.output = optarg; break;
        case OPT_JSON: s.json = true; break;
        case OPT_LEGEND: s.legend = true; break;
        case 'h': return print_help(help);
        default: return usage_option("isa", c, argv, options);
        }
    }
    const struct insn_table *t = optind < argc ? insn_table_find(argv[optind]) : NULL;
    if (!t) return usage_error("isa", "parisc or ia64 is needed");
    if (s.legend && optind + 1 < argc) return usage_error("isa", "--legend and a mnemonic exclude each other");
    struct choice chosen = {.words = argc - optind - 1};
    chosen.rows = alloc_zeroed((size_t)chosen.words * t->rows + 1, sizeof *chosen.rows);
    bool bad = choose(t, argv + optind + 1, &chosen, &e) || print(t, &s, &chosen, &e);
    free(chosen.rows);
    return bad ? trouble(&e) : 0;
}
