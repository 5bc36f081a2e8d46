#include <getopt.h>

#include "emu/cli/commands.h"
#include "emu/run/isas.h"
#include "emu/run/progress.h"
#include "emu/run/usage.h"
#include "prof/file/profile_file.h"
#include "prof/html/diff.h"
#include "prof/profile/profile_demangle.h"
#include "prof/report/diff.h"

static const char help[] =
    "Usage: pcgram diff [OPTION...] A B\n"
    "Show what became slower or faster from profile A to profile B. Functions are\n"
    "found again by their names, so the two may be of different builds, whatever\n"
    "the program's file and its sources are called, on different models and of\n"
    "different processors: where clocks differ, seconds are compared.\n"
    "\n"
    "      --event=EVENT    cycles, instructions, slots or ticks (default cycles)\n"
    "      --by=WHAT        function, line or file of the source (default function)\n"
    "                       or image: the program and each library\n"
    "      --threshold=P    changes of at most P percent of A's total are none: they\n"
    "                       are shown, but have no colour, and do not count for the\n"
    "                       exit status (default 0)\n"
    "      --limit=N        show at most N rows (0: all, which is the default)\n"
    "      --wide           on a terminal, too: long names whole, widths as in a file\n"
    "      --no-demangle    mangled names of C++ functions\n"
    "      --color=WHEN     auto, always or never: beyond the threshold, more is red\n"
    "                       and less is green (auto: on a terminal)\n"
    "      --json           JSON; docs/diff-schema.json describes it\n"
    "      --html=FILE      write a page for a browser instead: a red and blue flame\n"
    "                       graph, functions, source and code of both line by line,\n"
    "                       what cycles went to; one file that needs no other\n"
    "      --source-map=FROM=TO\n"
    "                       with --html: source files of the folder FROM, in either\n"
    "                       profile, are in TO on this host; the first that fits\n"
    "                       counts, then PCGRAM_SOURCE_MAP\n"
    "      --no-source      with --html: without the text of source files\n"
    "  -o, --output=FILE    write to FILE ('-': standard output)\n"
    "  -h, --help           this text\n"
    "\n"
    "Exit status: 0 the total and all rows are the same, but for changes within the\n"
    "threshold; 1 they are not; 2 trouble; 125 bad usage.\n"
    "\n"
    "Examples:\n"
    "  pcgram diff before.out after.out\n"
    "  pcgram diff --event=instructions --threshold=0.5 before.out after.out\n"
    "  pcgram diff --html=change.html before.out after.out\n";

struct settings {
    const char *output, *html;
    struct diff_options diff;
    struct source_map map;
    bool json, mangled, no_source, wide, listed; /* listed: an option was given that is for lists */
};

enum { OPT_EVENT = 256, OPT_BY, OPT_THRESHOLD, OPT_LIMIT, OPT_JSON, OPT_NO_DEMANGLE, OPT_COLOR, OPT_HTML, OPT_NO_SOURCE, OPT_WIDE,
       OPT_SOURCE_MAP };
enum { THRESHOLD_MOST = 1000000 }; /* percent: a change may be many times what there was */

/* 0: go on, with the profiles from optind; 1: help was asked for; anything else is the exit status. */
static int parse(int argc, char **argv, struct settings *s)
{
    static const struct option options[] = {
        {"event", required_argument, NULL, OPT_EVENT}, {"by", required_argument, NULL, OPT_BY},
        {"limit", required_argument, NULL, OPT_LIMIT}, {"threshold", required_argument, NULL, OPT_THRESHOLD},
        {"json", no_argument, NULL, OPT_JSON},         {"output", required_argument, NULL, 'o'},
        {"no-demangle", no_argument, NULL, OPT_NO_DEMANGLE}, {"color", required_argument, NULL, OPT_COLOR},
        {"html", required_argument, NULL, OPT_HTML},   {"no-source", no_argument, NULL, OPT_NO_SOURCE},
        {"wide", no_argument, NULL, OPT_WIDE},         {"source-map", required_argument, NULL, OPT_SOURCE_MAP},
        {"help", no_argument, NULL, 'h'},              {NULL, 0, NULL, 0},
    };
    const char *when = NULL;
    int c;
    optind = 0; /* the command line was parsed once already, as far as this subcommand's name */
    while ((c = getopt_long(argc, argv, ":o:h", options, NULL)) != -1) {
        s->listed |= c == OPT_EVENT || c == OPT_BY || c == OPT_LIMIT || c == OPT_JSON;
        switch (c) {
        case 'o': s->output = optarg; break;
        case OPT_EVENT:
            if (profile_event_find(optarg, &s->diff.event))
                return usage_error("diff", "--event=%s: not cycles, instructions, slots or ticks", optarg);
            break;
        case OPT_BY:
            if (!parse_by(optarg, &s->diff.by) || s->diff.by >= BY_THREAD)
                return usage_error("diff", "--by=%s: not function, line, file or image", optarg);
            break;
        case OPT_THRESHOLD:
            if (parse_percent("diff", "threshold", optarg, THRESHOLD_MOST, &s->diff.threshold)) return STATUS_USAGE;
            break;
        case OPT_LIMIT:
            if (parse_number("diff", "limit", optarg, &s->diff.limit)) return STATUS_USAGE;
            break;
        case OPT_JSON: s->json = true; break;
        case OPT_NO_DEMANGLE: s->mangled = true; break;
        case OPT_COLOR: when = optarg; break;
        case OPT_HTML: s->html = optarg; break;
        case OPT_NO_SOURCE: s->no_source = true; break;
        case OPT_WIDE: s->wide = true; break;
        case OPT_SOURCE_MAP:
            if (parse_source_map("diff", optarg, &s->map)) return STATUS_USAGE;
            break;
        case 'h': return 1;
        default: return usage_option("diff", c, argv, options);
        }
    }
    if (argc - optind != 2) return usage_error("diff", "give two profiles");
    if (!strcmp(argv[optind], "-") && !strcmp(argv[optind + 1], "-")) return usage_error("diff", "both profiles are standard input");
    for (int i = optind; i < argc; i++)
        if (usage_overwrites("diff", s->output, argv[i]) || usage_overwrites("diff", s->html, argv[i])) return STATUS_USAGE;
    if (s->html && s->listed)
        return usage_error("diff", "--html shows all there is; --json, --by, --event and --limit are for lists");
    if (s->html && strcmp(s->output, "-")) return usage_error("diff", "--html=%s is the output: leave --output away", s->html);
    if ((s->html || s->json) && (s->wide || when)) return usage_error("diff", "--wide and --color are for text: leave them away");
    if (s->no_source && !s->html) return usage_error("diff", "--no-source belongs to --html");
    if (s->map.rules && !s->html) return usage_error("diff", "--source-map belongs to --html");
    s->diff.terminal = s->wide ? 0 : terminal_width(s->output);
    return choose_color("diff", when, s->output, &s->diff.color);
}

/* 0, 1: what the exit status is to say; -1 with *e. */
static int compare(const struct profile *a, const struct profile *b, const struct settings *s, char **names, struct error *e)
{
    struct outfile o;
    struct diff d;
    if (outfile_open(&o, s->html ? s->html : s->output, e)) return -1;
    diff_make(&d, a, b, &s->diff);
    int status = diff_exceeds(&d, &s->diff);
    if (s->html)
        diff_html((const struct profile *const[]){a, b}, (const struct isa *const[]){isa_find(a->isa), isa_find(b->isa)},
                  (const char *const[]){names[0], names[1]}, !s->no_source, o.f);
    else if (s->json) diff_print_json(&d, &s->diff, o.f);
    else diff_print(&d, &s->diff, (const char *const[]){names[0], names[1]}, o.f);
    diff_free(&d);
    return outfile_close(&o, e) ? -1 : status;
}

/* The same, from their files. */
static int compare_files(char **names, const struct settings *s, struct progress *progress, struct error *e)
{
    struct profile p[2];
    progress_input(progress, names[0]);
    if (profile_load(&p[0], names[0], e)) return -1;
    progress_input(progress, names[1]);
    if (profile_load(&p[1], names[1], e)) {
        profile_free(&p[0]);
        return -1;
    }
    for (unsigned i = 0; i < 2 && !s->mangled; i++) profile_demangle(&p[i]);
    for (unsigned i = 0; i < 2; i++) p[i].source_map = &s->map;
    for (unsigned i = 0; i < 2 && s->html && !s->no_source; i++) note_changed_sources("diff", p[i].source_map, p[i].file, p[i].files, names[i], NULL);
    progress_output(progress, s->html ? s->html : s->output);
    int status = compare(&p[0], &p[1], s, names, e);
    for (unsigned i = 0; i < 2; i++) profile_free(&p[i]);
    return status;
}

int cmd_diff(int argc, char **argv)
{
    struct settings s = {.output = "-"};
    struct error e;
    int status = parse(argc, argv, &s);
    if (status) return status == 1 ? print_help(help) : status;
    struct progress *progress = progress_start_steps("diff", 0, NULL);
    status = compare_files(argv + optind, &s, progress, &e);
    progress_end(progress);
    return status < 0 ? trouble(&e) : status;
}
