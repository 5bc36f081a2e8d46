/* Holds an implementation of the profiling calls to the manual pages, clause by clause. */
#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>

#include "emu/cli/commands.h"
#include "emu/conform/conform_backends.h"
#include "emu/run/isas.h"
#include "emu/run/progress.h"
#include "emu/run/usage.h"
#include "prof/conform/run.h"
#include "prof/output/text.h"

static const char help[] =
    "Usage: pcgram conform [OPTION...] [GUEST]\n"
    "Check sprofil() and the four profil()s against their manual pages: each clause\n"
    "has rows of calls and ticks with the result that the page demands.\n"
    "\n"
    "  -b, --backend=NAME     what is checked (default rom-parisc):\n"
    "                           rom-parisc      guest programs, ticks in the ROM\n"
    "                           rule-parisc     the same, ticks by the rule in C\n"
    "                           gateway-parisc  HP-UX's calls by its gateway\n"
    "                           rom-ia64, rule-ia64  as the first two, on Itanium\n"
    "                           host, host64    the rule and the calls alone\n"
    "                           libc            this host's C library\n"
    "                           guest-libc      that of GUEST\n"
    "                           FILE.so         a plug-in (docs/conform.md)\n"
    "  -d, --dialect=NAME     hpux, irix, openbsd or aix\n"
    "  -c, --clause=ID        a clause (hpux-sprofil.7, D-3), one of its rows\n"
    "                         (D-1/nullified) or a page (hpux-sprofil); may be given\n"
    "                         several times\n"
    "      --list             show clauses and rows, run nothing\n"
    "      --json             JSON (docs/conform-schema.json) instead of TAP\n"
    "      --strict           with libc and guest-libc: differences are failures\n"
    "  -o, --output=FILE      write to FILE ('-': standard output)\n"
    "  -h, --help             this text\n"
    "\n"
    "Exit status: 0 no difference, 1 differences, 2 trouble, 125 bad usage.\n"
    "With libc and guest-libc, differences are reported with exit status 0.\n"
    "\n"
    "Examples:\n"
    "  pcgram conform\n"
    "  pcgram conform --backend=libc --dialect=hpux\n"
    "  pcgram conform --backend=host --clause=hpux-sprofil.18 --json\n";

enum { CLAUSES_MOST = 64 };

struct settings {
    const char *backend, *dialect, *guest, *output, *clause[CLAUSES_MOST];
    unsigned clauses; /* rows of any of them; none: all */
    bool list, json, strict;
};

struct totals { unsigned run, passed, failed, skipped; };

enum { OPT_LIST = 256, OPT_JSON, OPT_STRICT };

/* --- which rows --------------------------------------------------------------------------------------------------- */

static const char *const dialects[] = {"hpux", "irix", "openbsd", "aix"};

/* That of the row's page; of decisions (D-n), of their first call. */
static const char *dialect_of(const struct conform_row *row)
{
    static const char *const names[CONFORM_CALLS] = {"hpux", "hpux", "irix", "openbsd", "aix"};
    for (unsigned i = 0; i < ARRAY_LEN(dialects); i++)
        if (!strncmp(row->clause, dialects[i], strlen(dialects[i]))) return dialects[i];
    for (unsigned i = 0; i < row->steps; i++)
        if (row->step[i].kind == STEP_CALL) return names[row->step[i].call];
    return "";
}

static bool dialect_known(const char *name)
{
    for (unsigned i = 0; i < ARRAY_LEN(dialects); i++)
        if (!strcmp(name, dialects[i])) return true;
    return false;
}

static bool clause_matches(const struct conform_row *row, const char *want)
{
    size_t n = strlen(row->clause), w = strlen(want);
    if (!strcmp(row->clause, want)) return true;
    if (!strncmp(row->clause, want, w) && row->clause[w] == '.') return true; /* the page */
    return !strncmp(want, row->clause, n) && want[n] == '/' && !strcmp(want + n + 1, row->name);
}

static bool wanted(const struct settings *s, const struct conform_row *row)
{
    if (s->dialect && strcmp(dialect_of(row), s->dialect) != 0) return false;
    for (unsigned i = 0; i < s->clauses; i++)
        if (clause_matches(row, s->clause[i])) return true;
    return !s->clauses;
}

static unsigned count_wanted(const struct settings *s)
{
    unsigned n = 0;
    for (unsigned i = 0; i < conform_row_count; i++) n += wanted(s, &conform_rows[i]);
    return n;
}

/* There are rows of that dialect (NULL: any) that are meant by it. */
static bool finds(const char *dialect, const char *clause)
{
    const struct settings one = {.dialect = dialect, .clause = {clause}, .clauses = 1};
    return count_wanted(&one) > 0;
}

static const char *words_of(const struct conform_row *row)
{
    for (unsigned i = 0; i < conform_clause_count; i++)
        if (!strcmp(conform_clauses[i].id, row->clause)) return conform_clauses[i].words;
    return "";
}

/* --- output ------------------------------------------------------------------------------------------------------- */

static void field(FILE *f, const char *before, const char *name, const char *value)
{
    fprintf(f, "%s%s", before, name);
    text_json(f, value);
}

static void print_list(FILE *f, const struct settings *s)
{
    for (unsigned c = 0; c < conform_clause_count; c++) {
        bool shown = false;
        for (unsigned i = 0; i < conform_row_count; i++) {
            const struct conform_row *row = &conform_rows[i];
            if (strcmp(row->clause, conform_clauses[c].id) != 0 || !wanted(s, row)) continue;
            if (!shown) fprintf(f, "%s\t%s\n", row->clause, conform_clauses[c].words);
            shown = true;
            fprintf(f, "\t%s/%s\t%s\n", row->clause, row->name, row->how);
        }
    }
}

/* Strings as JSON has them are strings of YAML, which TAP's diagnostics are. */
static void print_tap(FILE *f, const struct conform_row *row, const struct conform_outcome *o, unsigned number)
{
    bool ok = o->verdict == VERDICT_PASS || o->verdict == VERDICT_SKIP;
    fprintf(f, "%sok %u - %s/%s", ok ? "" : "not ", number, row->clause, row->name);
    if (o->verdict == VERDICT_SKIP) fputs(" # SKIP ", f), text_name(f, o->got);
    fputc('\n', f);
    if (ok) return;
    field(f, "  ---\n", "  page: ", words_of(row));
    field(f, "\n", "  how: ", row->how);
    fprintf(f, "\n  step: %u of %u", o->step, row->steps);
    field(f, "\n", "  does: ", o->does);
    field(f, "\n", "  expected: ", o->expected);
    field(f, "\n", "  got: ", o->got);
    fputs("\n  ...\n", f);
}

static void print_json(FILE *f, const struct conform_row *row, const struct conform_outcome *o, unsigned number)
{
    static const char *const names[] = {"pass", "fail", "skip", "trouble"};
    field(f, number > 1 ? ",\n    {" : "\n    {", "\"clause\": ", row->clause);
    field(f, ", ", "\"row\": ", row->name);
    field(f, ", ", "\"dialect\": ", dialect_of(row));
    field(f, ", ", "\"page\": ", words_of(row));
    field(f, ", ", "\"how\": ", row->how);
    field(f, ", ", "\"result\": ", names[o->verdict]);
    if (o->verdict == VERDICT_SKIP) field(f, ", ", "\"reason\": ", o->got);
    if (o->verdict == VERDICT_FAIL || o->verdict == VERDICT_TROUBLE) {
        fprintf(f, ", \"step\": %u, \"steps\": %u", o->step, row->steps);
        field(f, ", ", "\"does\": ", o->does);
        field(f, ", ", "\"expected\": ", o->expected);
        field(f, ", ", "\"got\": ", o->got);
    }
    fputc('}', f);
}

static void print_head(FILE *f, const struct settings *s, const struct conform_choice *c, unsigned rows)
{
    if (!s->json) {
        fprintf(f, "TAP version 13\n1..%u\n", rows);
        return;
    }
    field(f, "{\"schema_version\": 1, ", "\"backend\": ", c->backend->name);
    fputs(", \"rows\": [", f);
}

static void print_tail(FILE *f, const struct settings *s, const struct totals *t)
{
    if (s->json)
        fprintf(f, "\n], \"passed\": %u, \"failed\": %u, \"skipped\": %u}\n", t->passed, t->failed, t->skipped);
    else
        fprintf(f, "# %u passed, %u failed, %u skipped\n", t->passed, t->failed, t->skipped);
}

/* --- the run ------------------------------------------------------------------------------------------------------ */

/* 0, or -1 when a row could not be run as it should: *e says why. */
static int run_rows(FILE *f, const struct settings *s, const struct conform_choice *c, struct totals *t,
                    struct progress *progress, struct error *e)
{
    struct conform_outcome outcome;
    print_head(f, s, c, count_wanted(s));
    for (unsigned i = 0; i < conform_row_count; i++) {
        const struct conform_row *row = &conform_rows[i];
        if (!wanted(s, row)) continue;
        conform_run(c->backend, c->file, row, &outcome);
        (s->json ? print_json : print_tap)(f, row, &outcome, ++t->run);
        if (outcome.verdict == VERDICT_TROUBLE) {
            if (s->json) print_tail(f, s, t);
            else fputs("Bail out! ", f), text_name(f, outcome.got), fputc('\n', f);
            if (!outcome.step) return error_set(e, "%s: %s/%s: %s", c->backend->name, row->clause, row->name, outcome.got);
            return error_set(e, "%s: %s/%s, step %u: %s", c->backend->name, row->clause, row->name, outcome.step,
                             outcome.got);
        }
        t->passed += outcome.verdict == VERDICT_PASS;
        t->failed += outcome.verdict == VERDICT_FAIL;
        t->skipped += outcome.verdict == VERDICT_SKIP;
        progress_step(progress);
    }
    print_tail(f, s, t);
    if (t->run > t->skipped) return 0;
    return error_set(e, "%s: all %u rows were skipped: nothing was checked", c->backend->name, t->run);
}

static int run(FILE *f, const struct settings *s, const struct conform_choice *c, struct totals *t, struct error *e)
{
    struct progress *progress = progress_start_steps("conform", count_wanted(s), "rows");
    progress_output(progress, s->output);
    int status = run_rows(f, s, c, t, progress, e);
    progress_end(progress);
    return status;
}

/* 0: go on; 1: help was asked for; anything else is the exit status. */
static int parse(int argc, char **argv, struct settings *s)
{
    static const struct option options[] = {
        {"backend", required_argument, NULL, 'b'}, {"dialect", required_argument, NULL, 'd'},
        {"clause", required_argument, NULL, 'c'},  {"list", no_argument, NULL, OPT_LIST},
        {"json", no_argument, NULL, OPT_JSON},     {"strict", no_argument, NULL, OPT_STRICT},
        {"output", required_argument, NULL, 'o'},  {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    int c;
    optind = 0; /* the command line was parsed once already, as far as this subcommand's name */
    while ((c = getopt_long(argc, argv, ":b:d:c:o:h", options, NULL)) != -1) {
        switch (c) {
        case 'b': s->backend = optarg; break;
        case 'd':
            if (!dialect_known(optarg))
                return usage_error("conform", "--dialect=%s: it is hpux, irix, openbsd or aix", optarg);
            s->dialect = optarg;
            break;
        case 'c':
            if (s->clauses == CLAUSES_MOST) return usage_error("conform", "--clause=%s: one more than %d", optarg, CLAUSES_MOST);
            s->clause[s->clauses++] = optarg;
            break;
        case OPT_LIST: s->list = true; break;
        case OPT_JSON: s->json = true; break;
        case OPT_STRICT: s->strict = true; break;
        case 'o': s->output = optarg; break;
        case 'h': return 1;
        default: return usage_option("conform", c, argv, options);
        }
    }
    if (optind < argc) s->guest = argv[optind++];
    if (optind < argc) return usage_error("conform", "%s: one guest only", argv[optind]);
    if (s->guest && strcmp(s->backend, "guest-libc") != 0)
        return usage_error("conform", "%s: a guest is for --backend=guest-libc", s->guest);
    if (usage_overwrites("conform", s->output, s->guest)) return STATUS_USAGE;
    if (conform_is_file(s->backend) && usage_overwrites("conform", s->output, s->backend)) return STATUS_USAGE;
    if (s->list && s->json) return usage_error("conform", "--list is text: leave --json away");
    for (unsigned i = 0; i < s->clauses; i++) {
        if (!finds(NULL, s->clause[i])) return usage_error("conform", "--clause=%s: no such clause, row or page; --list shows what there is", s->clause[i]);
        if (!finds(s->dialect, s->clause[i])) return usage_error("conform", "--clause=%s is not of --dialect=%s", s->clause[i], s->dialect);
    }
    return 0;
}

int cmd_conform(int argc, char **argv)
{
    struct settings s = {.backend = "rom-parisc", .output = "-"};
    struct conform_choice choice = {0};
    struct totals totals = {0};
    struct outfile o;
    struct error e, late;
    int status = parse(argc, argv, &s);
    if (status) return status == 1 ? print_help(help) : status;
    const struct isa *isa = s.guest ? isa_of_elf(s.guest, &e) : NULL;
    if (s.guest && !isa) return trouble(&e);
    if (!s.list && conform_choose(&choice, s.backend, s.guest, isa, &e)) return usage_error("conform", "%s", e.text);
    if (outfile_open(&o, s.output, &e)) {
        conform_release(&choice);
        return trouble(&e);
    }
    int result = 0;
    if (s.list) print_list(o.f, &s);
    else result = run(o.f, &s, &choice, &totals, &e);
    bool strict = s.strict || !choice.informative;
    conform_release(&choice);
    if (result && strcmp(s.output, "-")) outfile_discard(&o); /* what was there before is worth more than a part */
    else if (outfile_close(&o, &late)) return trouble(&late);
    if (result) return trouble(&e);
    return totals.failed && strict ? 1 : 0;
}
