#include <getopt.h>

#include "emu/cli/commands.h"
#include "emu/run/load.h"
#include "emu/run/progress.h"
#include "emu/run/usage.h"
#include "prof/file/profile_file.h"
#include "prof/profile/profile_demangle.h"
#include "prof/report/data.h"

static const char help[] =
    "Usage: pcgram data [OPTION...] [FILE]\n"
    "Show what a run accessed, by what it cost: static objects, blocks of the heap by\n"
    "the calls that allocated them, stacks by function, mappings; and for each the\n"
    "instructions that accessed it.\n"
    "FILE is a profile made with pcgram --profile --data; '-' is standard input.\n"
    "\n"
    "  -i, --input=FILE       the profile (default pcgram.out)\n"
    "  -s, --sort=KEY         stalls, misses, accesses or sharing (default stalls)\n"
    "      --limit=N          show at most N objects (default 20; 0: all)\n"
    "      --insns=N          of each, at most N instructions (default 3)\n"
    "      --callers=N        of what was allocated, at most N of the calls that led\n"
    "                         to it (default 4; 0: all)\n"
    "      --slices=A-B       of these slices alone (report --by=time numbers them):\n"
    "                         objects, without instructions\n"
    "      --wide             on a terminal, too: widths as in a file\n"
    "      --json             JSON, all instructions and by default all objects;\n"
    "                         docs/data-schema.json describes it\n"
    "      --no-demangle      mangled names of C++ functions\n"
    "  -o, --output=FILE      write to FILE ('-': standard output)\n"
    "  -h, --help             this text\n"
    "\n"
    "Exit status: 0 all right, 2 trouble, 125 bad usage.\n"
    "\n"
    "Examples:\n"
    "  pcgram --profile --data ./guest && pcgram data\n"
    "  pcgram data --sort=sharing --limit=5\n"
    "  pcgram data --json run.out | jq '.objects[0].name'\n";

struct settings {
    const char *input, *output;
    struct data_options data;
    struct slice_range slices;
    bool json, mangled, limited, wide, insns, callers; /* limited, insns, callers: an option says how many */
};

enum { OPT_LIMIT = 256, OPT_INSNS, OPT_CALLERS, OPT_JSON, OPT_NO_DEMANGLE, OPT_WIDE, OPT_SLICES };

/* 0: go on; 1: help was asked for; anything else is the exit status. */
static int parse(int argc, char **argv, struct settings *s)
{
    static const struct option options[] = {
        {"input", required_argument, NULL, 'i'},        {"sort", required_argument, NULL, 's'},
        {"limit", required_argument, NULL, OPT_LIMIT},  {"insns", required_argument, NULL, OPT_INSNS},
        {"json", no_argument, NULL, OPT_JSON},          {"no-demangle", no_argument, NULL, OPT_NO_DEMANGLE},
        {"output", required_argument, NULL, 'o'},       {"wide", no_argument, NULL, OPT_WIDE},
        {"help", no_argument, NULL, 'h'},               {"slices", required_argument, NULL, OPT_SLICES},
        {"callers", required_argument, NULL, OPT_CALLERS},
        {NULL, 0, NULL, 0},
    };
    int c;
    optind = 0; /* the command line was parsed once already, as far as this subcommand's name */
    while ((c = getopt_long(argc, argv, ":i:s:o:h", options, NULL)) != -1) {
        switch (c) {
        case 'i': s->input = optarg; break;
        case 'o': s->output = optarg; break;
        case 's':
            if (!data_sort_find(optarg, &s->data.sort))
                return usage_error("data", "--sort=%s: not stalls, misses, accesses or sharing", optarg);
            break;
        case OPT_LIMIT:
            if (parse_number("data", "limit", optarg, &s->data.limit)) return STATUS_USAGE;
            s->limited = true;
            break;
        case OPT_INSNS:
            if (parse_number("data", "insns", optarg, &s->data.insns)) return STATUS_USAGE;
            s->insns = true;
            break;
        case OPT_CALLERS:
            if (parse_number("data", "callers", optarg, &s->data.callers)) return STATUS_USAGE;
            s->callers = true;
            break;
        case OPT_SLICES:
            if (parse_slices("data", optarg, &s->slices)) return STATUS_USAGE;
            break;
        case OPT_JSON: s->json = true; break;
        case OPT_NO_DEMANGLE: s->mangled = true; break;
        case OPT_WIDE: s->wide = true; break;
        case 'h': return 1;
        default: return usage_option("data", c, argv, options);
        }
    }
    if (parse_profile("data", argc, argv, &s->input)) return STATUS_USAGE;
    if (s->json && (s->wide || s->insns || s->callers))
        return usage_error("data", "--wide, --insns and --callers are for text; --json has all instructions and callers");
    if (s->slices.given && s->insns) return usage_error("data", "--insns: of slices there are objects alone, without instructions");
    if (!s->input) s->input = DEFAULT_PROFILE;
    if (s->json && !s->limited) s->data.limit = 0;
    s->data.terminal = s->wide ? 0 : terminal_width(s->output);
    return usage_overwrites("data", s->output, s->input);
}

/* What was accessed in the slices that are asked for alone. */
static int keep(struct profile *p, const struct settings *s, struct error *e)
{
    struct profile_data *d = p->data;
    u64 joined = p->slices ? p->slices->joined : 1;
    if (!s->slices.given) return 0;
    if (p->slices && !d->parts) {
        profile_free(p);
        return error_set(e, "%s: data were not counted by time; pcgram --profile --data --slices counts them so", s->input);
    }
    p->data = NULL; /* only what is known by time stays */
    if (load_slices(p, s->input, "data", &s->slices, e)) {
        data_free(d);
        return -1;
    }
    data_keep(d, s->slices.first / joined, s->slices.last / joined + 1);
    p->data = d;
    return 0;
}

static int show(const struct settings *s, struct error *e)
{
    struct profile p;
    struct outfile o;
    if (profile_load(&p, s->input, e)) return -1;
    if (!p.data) {
        profile_free(&p);
        return error_set(e, "%s: no data in it: make it with pcgram --profile --data", s->input);
    }
    if (keep(&p, s, e)) return -1;
    if (!s->mangled) profile_demangle_all(&p);
    int bad = outfile_open(&o, s->output, e);
    if (!bad) {
        (s->json ? data_report_json : data_report)(&p, &s->data, o.f);
        bad = outfile_close(&o, e);
    }
    profile_free(&p);
    return bad;
}

int cmd_data(int argc, char **argv)
{
    struct settings s = {.output = "-", .data = {.limit = 20, .insns = 3, .callers = 4}};
    struct error e;
    int status = parse(argc, argv, &s);
    if (status) return status == 1 ? print_help(help) : status;
    struct progress *progress = progress_start_steps("data", 0, NULL);
    progress_input(progress, s.input);
    int bad = show(&s, &e);
    progress_end(progress);
    return bad ? trouble(&e) : 0;
}
