#include <ctype.h>
#include <getopt.h>
#include <stdlib.h>

#include "emu/cli/commands.h"
#include "emu/cli/file_command.h"
#include "isa/ia64/decode.h"
#include "isa/parisc/decode.h"

static const char help[] =
    "Usage: pcgram isa [OPTION...] parisc|ia64 [MNEMONIC...]\n"
    "Show the table of an instruction set: the rows by issue class or, of a MNEMONIC,\n"
    "each form with its encoding drawn as fields, operands, properties and class. A\n"
    "MNEMONIC is one that the disassembler prints, or the name of a row.\n"
    "\n"
    "  -o, --output=FILE   write to FILE ('-': standard output)\n"
    "  -h, --help          this text\n"
    "\n"
    "Above a field stands its leftmost bit, counted as the manual does: PA-RISC from\n"
    "the left, bit 0 the most significant; Itanium from the right. '-' is ignored.\n"
    "Exit status: 0 all right, 2 trouble, 125 bad usage.\n"
    "\n"
    "Examples:\n"
    "  pcgram isa parisc\n"
    "  pcgram isa parisc add shladd\n"
    "  pcgram isa ia64 br\n";

struct row {
    const char *name, *pattern, *syntax, *cls, *flags; /* as in insn.def */
};

#define MAJOR(...)
#define INSN(id, pattern, syntax, cls, flags) {#id, pattern, syntax, #cls, #flags},
static const struct row parisc_rows[] = {
#include "isa/parisc/insn.def"
};
static const struct row ia64_rows[] = {
#include "isa/ia64/insn.def"
};
#undef INSN
#undef MAJOR

struct word {
    const char *name, *text;
};

/* What the flags of isa/parisc/decode.h say. */
static const struct word parisc_flags[] = {
    {"PRIV", "privileged"}, {"NULLIFIES", "can nullify the next"}, {"BRANCH", "branch"},
    {"COND_BRANCH", "on a condition"}, {"LINK", "writes a return address"}, {"LOAD", "reads memory"},
    {"STORE", "writes memory"}, {"MODIFY", "can write the base register"}, {"FPU", "floating-point unit"},
    {"COPR", "coprocessor"}, {"SFU", "special function unit"}, {"QUAD", "quad precision: left to software"},
    {"TRAPS", "traps on overflow or its condition"}, {"CARRY_IN", "reads the carry bits"},
    {"CARRY_OUT", "writes the carry bits"}, {"HAS_D", "d: double word, 2.0"},
    {"COND_SUB", "compare and subtract conditions"}, {"COND_ADD", "add conditions"},
    {"COND_LOGIC", "logical conditions"}, {"COND_UNIT", "unit conditions"}, {"COND_SHIFT", "shift conditions"},
    {"PA11", "since 1.1"}, {"PA20", "since 2.0"}, {"PA1X", "1.0 and 1.1 only"},
    {"GENERIC", "what the rows above it leave"}, {"MAX", "parallel halfwords: 7100LC, 7200, 7300LC, 2.0"}, {NULL, NULL},
};

/* What the flags of isa/ia64/decode.h say. */
static const struct word ia64_flags[] = {
    {"LOAD", "reads memory"}, {"STORE", "writes memory"}, {"SEM", "semaphore"}, {"PREFETCH", "prefetch"},
    {"POSTINC", "increments its base register"}, {"ACQ", "acquire"}, {"REL", "release"},
    {"SPEC", "control speculation"}, {"ADV", "data speculation: the ALAT"}, {"CHECK", "ends speculation"},
    {"FILL", "fill: with its NaT bit"}, {"SPILL", "spill: with its NaT bit"}, {"BRANCH", "branch"},
    {"RELATIVE", "to a target in the word"}, {"LINK", "writes a return link"}, {"RETURN", "return"},
    {"LOOP", "counts LC or EC"}, {"SETS_P", "writes predicates"}, {"UNC", "also when its own predicate is 0"},
    {"FP", "floating-point registers"}, {"PRIV", "privileged"}, {"RSE", "changes the register stack"},
    {"NO_QP", "has no qualifying predicate"}, {"FIRST", "first of its group"}, {"LAST", "last of its group"},
    {"SLOT2", "only in slot 2"}, {NULL, NULL},
};

struct table {
    const char *name;
    const struct row *row;
    size_t rows;
    const struct word *flags;
    unsigned bits;
    bool from_left; /* bit 0 is the leftmost */
    const char *source;
};

static const struct table tables[] = {
    {"parisc", parisc_rows, ARRAY_LEN(parisc_rows), parisc_flags, 32, true,
     "PA-RISC 1.1 Architecture and Instruction Set Reference Manual; PA-RISC 2.0\n          Architecture"},
    {"ia64", ia64_rows, ARRAY_LEN(ia64_rows), ia64_flags, 41, false,
     "Itanium Architecture Software Developer's Manual 2.3, volume 3, chapter 4"},
};

enum { FIELDS_MAX = 41 };

struct field {
    char text[48];
    unsigned first; /* bits to its left */
    unsigned width; /* columns of its cell */
};

/* The fields of a pattern: a letter's goes on over a blank, fixed bits end there. Returns how many. */
static unsigned split(const struct table *t, const char *pattern, struct field f[FIELDS_MAX])
{
    unsigned n = 0, bit = 0;
    int kind = 0;
    for (const char *p = pattern; *p; p++) {
        int now = isdigit((unsigned char)*p) ? '0' : *p;
        if (now == ' ') {
            if (kind == '0') kind = 0;
            continue;
        }
        if (now != kind) f[n++] = (struct field){.first = bit};
        kind = now;
        struct field *last = &f[n - 1];
        last->text[bit++ - last->first] = *p;
    }
    for (unsigned i = 0; i < n; i++) {
        unsigned label = t->from_left ? f[i].first : t->bits - 1 - f[i].first;
        f[i].width = (unsigned)strlen(f[i].text);
        if (f[i].width < 2 && label > 9) f[i].width = 2;
    }
    return n;
}

static void draw(const struct table *t, const char *pattern, FILE *out)
{
    struct field f[FIELDS_MAX];
    unsigned n = split(t, pattern, f);
    fputs("   ", out);
    for (unsigned i = 0; i < n; i++)
        fprintf(out, " %-*u", i + 1 < n ? (int)f[i].width : 0, t->from_left ? f[i].first : t->bits - 1 - f[i].first);
    for (int line = 0; line < 3; line++) {
        fputs("\n   ", out);
        for (unsigned i = 0; i < n; i++) {
            if (line == 1) fprintf(out, "|%-*s", (int)f[i].width, f[i].text);
            else fprintf(out, "+%.*s", (int)f[i].width, "-----------------------------------------");
        }
        fputc(line == 1 ? '|' : '+', out);
    }
    fputc('\n', out);
}

/* The flags of a row in words, a line each: "LOAD | FPU". */
static void print_flags(const struct table *t, const char *flags, FILE *out)
{
    for (const char *p = flags; *(p += strspn(p, " |()")); p += strcspn(p, " |()")) {
        size_t n = strcspn(p, " |()");
        for (const struct word *w = t->flags; w->name; w++)
            if (strlen(w->name) == n && !memcmp(w->name, p, n)) fprintf(out, "          %s\n", w->text);
    }
}

static void print_row(const struct table *t, const struct row *r, FILE *out)
{
    fprintf(out, "%s\n", r->name);
    draw(t, r->pattern, out);
    fprintf(out, "  syntax  %s\n  class   %s\n", r->syntax, r->cls);
    if (strcmp(r->flags, "0")) fputs("  is\n", out);
    print_flags(t, r->flags, out);
    fprintf(out, "  source  %s\n", t->source);
}

static bool matches(const struct row *r, const char *word)
{
    size_t n = strlen(word), mnemonic = strspn(r->syntax, "abcdefghijklmnopqrstuvwxyz0123456789");
    return !strcmp(r->name, word) || (n == mnemonic && !memcmp(r->syntax, word, n));
}

/* All rows, by class in the order in which the table has them. */
static void print_list(const struct table *t, FILE *out)
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

static int print(const struct table *t, const char *output, char **words, int count, struct error *e)
{
    struct outfile o;
    for (int i = 0; i < count; i++) {
        bool found = false;
        for (size_t k = 0; k < t->rows; k++) found |= matches(&t->row[k], words[i]);
        if (!found) return error_set(e, "%s: not an instruction of %s ('pcgram isa %s' lists them)", words[i], t->name, t->name);
    }
    if (outfile_open(&o, output, e)) return -1;
    if (!count) print_list(t, o.f);
    bool first = true;
    for (int i = 0; i < count; i++)
        for (size_t k = 0; k < t->rows; k++) {
            if (!matches(&t->row[k], words[i])) continue;
            if (!first) fputc('\n', o.f);
            first = false;
            print_row(t, &t->row[k], o.f);
        }
    return outfile_close(&o, e);
}

int cmd_isa(int argc, char **argv)
{
    static const struct option options[] = {
        {"output", required_argument, NULL, 'o'}, {"help", no_argument, NULL, 'h'}, {NULL, 0, NULL, 0}};
    const char *output = "-";
    const struct table *t = NULL;
    struct error e;
    int c;
    optind = 0; /* the command line was parsed once already, as far as this subcommand's name */
    while ((c = getopt_long(argc, argv, ":o:h", options, NULL)) != -1) {
        switch (c) {
        case 'o': output = optarg; break;
        case 'h': return print_help(help);
        default: return usage_option("isa", c, argv);
        }
    }
    for (unsigned i = 0; optind < argc && i < ARRAY_LEN(tables); i++)
        if (!strcmp(argv[optind], tables[i].name)) t = &tables[i];
    if (!t) return usage_error("isa", "parisc or ia64 is needed");
    return print(t, output, argv + optind + 1, argc - optind - 1, &e) ? trouble(&e) : 0;
}
