#include <getopt.h>

#include "emu/cli/commands.h"
#include "emu/run/isas.h"
#include "emu/run/load.h"
#include "emu/run/progress.h"
#include "emu/run/row_find.h"
#include "emu/run/usage.h"
#include "prof/file/profile_file.h"
#include "prof/html/report.h"
#include "prof/profile/profile_demangle.h"
#include "prof/profile/profile_inlines.h"
#include "prof/report/calls.h"
#include "prof/report/prof.h"
#include "prof/report/slices.h"
#include "prof/report/threads.h"

static const char help[] =
    "Usage: pcgram report [OPTION...] [FILE]\n"
    "Show where a run spent its cycles, by function or by line of the source.\n"
    "FILE is a profile made with pcgram --profile; '-' is standard input.\n"
    "\n"
    "  -i, --input=FILE       the profile (default pcgram.out)\n"
    "  -s, --sort=KEY[,KEY]   cycles, instructions, slots, ticks, calls, cpi,\n"
    "                         address or name (default cycles); with --inclusive\n"
    "                         inclusive, too: cycles with all that it called\n"
    "      --by=WHAT          function, line or file of the source (default function)\n"
    "                         or image: the program and each library;\n"
    "                         or calls: each function, who called it, what it called;\n"
    "                         or thread: the functions of each, and who waited for\n"
    "                         whom; or time: slices of a run with --slices\n"
    "      --function=NAME    with --by=calls: this function alone\n"
    "      --thread=TID       of what this thread did alone\n"
    "      --slices=FROM-TO   of these slices alone, as --by=time numbers them\n"
    "      --inline           inlined functions apart from those that they are in, as\n"
    "                         'NAME (inlined)'; with --html in the flame graph\n"
    "      --inclusive        by function: also what it cost with all that it called;\n"
    "                         with --inline likewise of inlined functions\n"
    "      --style=STYLE      flat (default), or prof: as prof(1) of System V\n"
    "      --program=ELF      FILE is a gmon.out or mon.out that this program has\n"
    "                         written\n"
    "      --hz=N             with --program: the clock of a mon.out (default 100)\n"
    "      --limit=N          show at most N functions (0: all, which is the default;\n"
    "                         of each thread 5, by calls 20)\n"
    "      --percent-limit=P  leave out functions below P percent\n"
    "      --wide             on a terminal, too: long C++ names whole, and widths\n"
    "                         as in a file\n"
    "      --color=WHEN       auto, always or never: shares of 5 percent are red, of\n"
    "                         0.5 percent green (auto: on a terminal)\n"
    "      --json             JSON; docs/report-schema.json describes it\n"
    "      --html=FILE        write a page for a browser instead: flame graph,\n"
    "                         functions, code with its source, bundles or delay\n"
    "                         slots, sampled against exact; one file that needs no\n"
    "                         other\n"
    "      --source-map=FROM=TO\n"
    "                         with --html: source files of the folder FROM are in TO\n"
    "                         on this host; the first that fits counts, then\n"
    "                         PCGRAM_SOURCE_MAP\n"
    "      --no-source        with --html: without the text of source files\n"
    "      --no-demangle      mangled names of C++ functions\n"
    "  -o, --output=FILE      write to FILE ('-': standard output)\n"
    "  -h, --help             this text\n"
    "\n"
    "Percentages are of the first sort key that is cycles, instructions, slots or\n"
    "ticks. Exit status: 0 all right, 2 trouble, 125 bad usage.\n"
    "\n"
    "Examples:\n"
    "  pcgram report\n"
    "  pcgram report --sort=ticks,name --limit=20 run.out\n"
    "  pcgram report --style=prof --sort=ticks\n"
    "  pcgram report --style=prof --program=./guest mon.out\n"
    "  pcgram report --program=./guest gmon.out\n"
    "  pcgram report --by=thread\n"
    "  pcgram report --by=calls --function=solve\n"
    "  pcgram report --html=run.html run.out\n"
    "  pcgram report --json run.out | jq '.functions[0].name'\n";

struct settings {
    const char *input, *output, *program, *html, *function;
    u64 hz, thread;
    struct slice_range slices;
    bool prof; /* style */
    struct report_options report;
    bool json, no_source, mangled, inlines, wide;
    struct source_map map;
};

enum { OPT_LIMIT = 256, OPT_PERCENT, OPT_JSON, OPT_BY, OPT_STYLE, OPT_PROGRAM, OPT_HZ, OPT_HTML, OPT_NO_SOURCE, OPT_NO_DEMANGLE, OPT_COLOR, OPT_INLINE, OPT_INCLUSIVE,
       OPT_SOURCE_MAP, OPT_WIDE, OPT_THREAD, OPT_SLICES, OPT_FUNCTION };

static bool overwrites(const struct settings *s, const char *input)
{
    return usage_overwrites("report", s->output, input) || usage_overwrites("report", s->html, input);
}

/* What options say of each other: 0, or an exit status. */
static int check_together(const struct settings *s)
{
    if (s->html && (s->json || s->prof || s->report.by != BY_FUNCTION || s->report.keys || s->report.limit || s->report.percent_limit))
        return usage_error("report", "--html shows all there is; --json, --style, --by, --sort, --limit and --percent-limit are for lists");
    if (s->html && strcmp(s->output, "-")) return usage_error("report", "--html=%s is the output: leave --output away", s->html);
    if (s->no_source && !s->html) return usage_error("report", "--no-source belongs to --html");
    if (s->inlines && s->report.by != BY_FUNCTION) return usage_error("report", "--inline belongs to --by=function");
    if (s->report.inclusive && (s->report.by != BY_FUNCTION || s->prof || s->html))
        return usage_error("report", "--inclusive belongs to a list by function; --html has it");
    for (unsigned i = 0; i < s->report.keys; i++)
        if (s->report.key[i] == KEY_INCLUSIVE && !s->report.inclusive) return usage_error("report", "--sort=inclusive goes with --inclusive, which works that out");
    if (s->report.inclusive && s->program) return usage_error("report", "--inclusive goes by chains of calls, which gmon.out and mon.out do not have");
    if (s->map.rules && !s->html) return usage_error("report", "--source-map belongs to --html");
    if (s->json && s->prof) return usage_error("report", "--style=prof is text; --json has a form of its own");
    if (s->report.by == BY_THREAD && (s->prof || s->thread)) return usage_error("report", "--by=thread is of all threads, and no style of prof");
    if (s->slices.given && s->thread) return usage_error("report", "--slices are of all threads together: leave --thread away");
    if (s->report.by == BY_TIME && (s->prof || s->thread)) return usage_error("report", "--by=time is of all threads, and no style of prof");
    if (s->report.by == BY_TIME && s->report.keys && s->report.key[0] > KEY_TICKS)
        return usage_error("report", "--by=time --sort: by cycles, instructions, slots or ticks, of which a function has the most");
    if (s->report.by == BY_TIME && !s->json && (s->report.limit || s->report.percent_limit))
        return usage_error("report", "--by=time lists each slice with one function; --limit and --percent-limit are for its --json, which has all functions");
    if (s->hz && !s->program) return usage_error("report", "--hz belongs to --program");
    if (s->report.by == BY_CALLS && (s->prof || s->program)) return usage_error("report", "--by=calls goes by calls, which prof(1), gmon.out and mon.out do not have");
    if (s->report.by == BY_CALLS && s->report.keys && s->report.key[0] > KEY_TICKS)
        return usage_error("report", "--by=calls --sort: by cycles, instructions, slots or ticks, of functions with all that they called");
    if (s->function && s->report.by != BY_CALLS) return usage_error("report", "--function belongs to --by=calls");
    if (s->function && (s->report.limit || s->report.percent_limit)) return usage_error("report", "--function is one alone: leave --limit and --percent-limit away");
    return 0;
}

/* Those whose value may be wrong: 0, or the exit status. */
static int parse_value(int c, struct settings *s)
{
    switch (c) {
    case OPT_LIMIT:
        if (parse_number("report", "limit", optarg, &s->report.limit)) return STATUS_USAGE;
        if (!s->report.limit) s->report.limit = UINT64_MAX; /* all: 0 is what was not given */
        break;
    case OPT_PERCENT:
        if (parse_percent("report", "percent-limit", optarg, 100, &s->report.percent_limit)) return STATUS_USAGE;
        break;
    case OPT_BY:
        if (!parse_by(optarg, &s->report.by)) return usage_error("report", "--by=%s: not function, line, file, image, calls, thread or time", optarg);
        break;
    case OPT_THREAD:
        if (parse_thread("report", optarg, &s->thread)) return STATUS_USAGE;
        break;
    case OPT_STYLE:
        s->prof = !strcmp(optarg, "prof");
        if (!s->prof && strcmp(optarg, "flat")) return usage_error("report", "--style=%s: not flat or prof", optarg);
        break;
    case OPT_SLICES:
        if (parse_slices("report", optarg, &s->slices)) return STATUS_USAGE;
        break;
    case OPT_HZ:
        if (!parse_count(optarg, &s->hz) || !s->hz) return usage_error("report", "--hz=%s: not a number from 1 to 2^64 - 1", optarg);
        break;
    case OPT_SOURCE_MAP:
        if (parse_source_map("report", optarg, &s->map)) return STATUS_USAGE;
        break;
    default: break;
    }
    return 0;
}

/* 0: go on; 1: help was asked for; anything else is the exit status. */
static int parse(int argc, char **argv, struct settings *s)
{
    static const struct option options[] = {
        {"input", required_argument, NULL, 'i'},       {"sort", required_argument, NULL, 's'},
        {"limit", required_argument, NULL, OPT_LIMIT}, {"percent-limit", required_argument, NULL, OPT_PERCENT},
        {"json", no_argument, NULL, OPT_JSON},         {"output", required_argument, NULL, 'o'},
        {"by", required_argument, NULL, OPT_BY},       {"style", required_argument, NULL, OPT_STYLE},
        {"hz", required_argument, NULL, OPT_HZ},       {"program", required_argument, NULL, OPT_PROGRAM},
        {"html", required_argument, NULL, OPT_HTML},   {"no-source", no_argument, NULL, OPT_NO_SOURCE},
        {"no-demangle", no_argument, NULL, OPT_NO_DEMANGLE}, {"color", required_argument, NULL, OPT_COLOR},
        {"inline", no_argument, NULL, OPT_INLINE},     {"help", no_argument, NULL, 'h'},
        {"inclusive", no_argument, NULL, OPT_INCLUSIVE}, {"thread", required_argument, NULL, OPT_THREAD},
        {"source-map", required_argument, NULL, OPT_SOURCE_MAP}, {"wide", no_argument, NULL, OPT_WIDE},
        {"slices", required_argument, NULL, OPT_SLICES}, {"function", required_argument, NULL, OPT_FUNCTION}, {NULL, 0, NULL, 0},
    };
    struct error e;
    const char *when = NULL;
    int c;
    optind = 0; /* the command line was parsed once already, as far as this subcommand's name */
    while ((c = getopt_long(argc, argv, ":i:s:o:h", options, NULL)) != -1) {
        switch (c) {
        case 'i': s->input = optarg; break;
        case 'o': s->output = optarg; break;
        case 's':
            if (report_parse_keys(optarg, &s->report, &e)) return usage_error("report", "%s", e.text);
            break;
        case OPT_LIMIT: case OPT_PERCENT: case OPT_BY: case OPT_THREAD: case OPT_STYLE: case OPT_SLICES: case OPT_HZ: case OPT_SOURCE_MAP:
            if (parse_value(c, s)) return STATUS_USAGE;
            break;
        case OPT_PROGRAM: s->program = optarg; break;
        case OPT_JSON: s->json = true; break;
        case OPT_HTML: s->html = optarg; break;
        case OPT_NO_SOURCE: s->no_source = true; break;
        case OPT_NO_DEMANGLE: s->mangled = true; break;
        case OPT_COLOR: when = optarg; break;
        case OPT_INLINE: s->inlines = true; break;
        case OPT_INCLUSIVE: s->report.inclusive = true; break;
        case OPT_WIDE: s->wide = true; break;
        case OPT_FUNCTION: s->function = optarg; break;
        case 'h': return 1;
        default: return usage_option("report", c, argv, options);
        }
    }
    if (parse_profile("report", argc, argv, &s->input)) return STATUS_USAGE;
    if (check_together(s)) return STATUS_USAGE;
    if ((s->html || s->json) && (s->wide || when)) return usage_error("report", "--wide and --color are for text: leave them away");
    if (!s->input) s->input = s->program ? "mon.out" : DEFAULT_PROFILE;
    if (s->program && !s->report.keys) s->report.key[s->report.keys++] = KEY_TICKS;
    if (overwrites(s, s->input) || overwrites(s, s->program)) return STATUS_USAGE;
    s->report.terminal = s->wide ? 0 : terminal_width(s->output);
    return choose_color("report", when, s->output, &s->report.color);
}

/* The row of the function that --function names; PROFILE_NONE with *e. */
static u32 find_function(const struct profile *p, const char *name, struct error *e)
{
    struct symbols ran = {0}, all = {0};
    profile_symbols(p, true, &ran);
    profile_symbols(p, false, &all);
    u32 row = row_find(p, &ran, &all, name, e);
    symbols_free(&ran);
    symbols_free(&all);
    if (row == PROFILE_NONE || row < profile_rows(p)) return row;
    error_set(e, "%s: an inlined function is not called", name);
    return PROFILE_NONE;
}

static void print_list(const struct profile *p, const struct settings *s, u32 function, FILE *f)
{
    struct report r;
    if (s->report.by == BY_CALLS) {
        (s->json ? calls_report_json : calls_report)(p, &s->report, function, f);
        return;
    }
    if (s->report.by == BY_THREAD) {
        (s->json ? threads_report_json : threads_report)(p, &s->report, f);
        return;
    }
    if (s->report.by == BY_TIME) {
        (s->json ? slices_report_json : slices_report)(p, &s->report, f);
        return;
    }
    (s->report.inclusive ? report_make_inclusive : report_make)(&r, p, s->inlines ? BY_INLINED : s->report.by);
    report_sort(&r, &s->report);
    (s->json ? report_print_json : s->prof ? report_print_prof : report_print)(&r, p, &s->report, f);
    report_free(&r);
}

static int make_report(const struct settings *s, struct progress *progress, struct error *e)
{
    struct profile p;
    struct outfile o;
    const char *output = s->html ? s->html : s->output;
    progress_input(progress, s->input);
    if (load_profile(&p, s->input, s->program, s->hz, e) || load_thread(&p, s->input, s->thread, e) ||
        load_slices(&p, s->input, "report", &s->slices, e))
        return -1;
    if (s->report.by == BY_TIME && !p.slices) {
        profile_free(&p);
        return error_set(e, "%s: has no slices; pcgram --profile --slices counts by them", s->input);
    }
    if (s->report.by == BY_THREAD && !p.threads) {
        profile_free(&p);
        return error_no_threads(s->input, e);
    }
    if (!s->mangled) profile_demangle_all(&p);
    if (s->inlines && !profile_read_inlines(&p, s->mangled)) note_no_inlines("report");
    p.source_map = &s->map;
    u32 function = s->function ? find_function(&p, s->function, e) : PROFILE_NONE;
    if (s->function && function == PROFILE_NONE) {
        profile_free(&p);
        return -1;
    }
    progress_output(progress, output);
    int bad = outfile_open(&o, output, e);
    if (!bad) {
        if (s->html && !s->no_source) note_changed_sources("report", p.source_map, p.file, p.files, s->input, NULL);
        if (s->html) report_html(&p, isa_find(p.isa), !s->no_source, o.f);
        else print_list(&p, s, function, o.f);
        bad = outfile_close(&o, e);
    }
    profile_free(&p);
    return bad;
}

int cmd_report(int argc, char **argv)
{
    struct settings s = {.output = "-"};
    struct error e;
    int status = parse(argc, argv, &s);
    if (status) return status == 1 ? print_help(help) : status;
    struct progress *progress = progress_start_steps("report", 0, NULL);
    int bad = make_report(&s, progress, &e);
    progress_end(progress);
    return bad ? trouble(&e) : 0;
}
