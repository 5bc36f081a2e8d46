#include <getopt.h>
#include <inttypes.h>

#include "emu/cli/commands.h"
#include "emu/cli/file_command.h"
#include "prof/export_callgrind.h"
#include "prof/export_gmon.h"
#include "prof/profile_file.h"

static const char help[] =
    "Usage: pcgram export [OPTION...] [FILE]\n"
    "Write a profile in the format of another program.\n"
    "\n"
    "  -i, --input=FILE     the profile (default pcgram.out; '-': standard input)\n"
    "  -f, --format=FORMAT  gmon (gprof) or callgrind (callgrind_annotate,\n"
    "                       KCachegrind); default: guessed from the output's name\n"
    "  -o, --output=FILE    default gmon.out or callgrind.out; '-': standard output\n"
    "      --event=EVENT    gmon: what the histogram counts, ticks, cycles or\n"
    "                       instructions (default ticks)\n"
    "      --image=N|PATH   gmon: the program or library whose code is meant, as\n"
    "                       pcgram report lists them, from 0 (default 0)\n"
    "  -h, --help           this text\n"
    "\n"
    "Exit status: 0 all right, 2 trouble, 125 bad usage.\n"
    "\n"
    "Examples:\n"
    "  pcgram export -f gmon && hppa-linux-gnu-gprof ./guest gmon.out\n"
    "  pcgram export -f gmon --event=cycles -o exact.gmon run.out\n"
    "  pcgram export -o callgrind.out && callgrind_annotate callgrind.out\n";

enum format { FORMAT_NONE, FORMAT_GMON, FORMAT_CALLGRIND };

struct settings {
    const char *input, *output, *image;
    enum format format;
    enum profile_event event;
    bool event_given;
};

enum { OPT_EVENT = 256, OPT_IMAGE };

static enum format format_of_word(const char *word)
{
    if (!strcmp(word, "gmon")) return FORMAT_GMON;
    return strcmp(word, "callgrind") ? FORMAT_NONE : FORMAT_CALLGRIND;
}

/* gmon.out, run.gmon, callgrind.out.7: the names these formats have everywhere. */
static enum format format_of_name(const char *path)
{
    const char *slash = strrchr(path, '/'), *base = slash ? slash + 1 : path;
    if (strstr(base, "gmon")) return FORMAT_GMON;
    return strstr(base, "callgrind") ? FORMAT_CALLGRIND : FORMAT_NONE;
}

/* What the options say together: format and output each follow from the other when one is missing. */
static int complete(struct settings *s)
{
    if (!s->format && s->output) s->format = format_of_name(s->output);
    if (!s->format) return usage_error("export", "which format? give -f gmon or -f callgrind");
    if (!s->output) s->output = s->format == FORMAT_GMON ? "gmon.out" : "callgrind.out";
    if (s->format != FORMAT_GMON && (s->event_given || s->image))
        return usage_error("export", "--event and --image belong to -f gmon");
    if (s->event == EVENT_SLOTS) return usage_error("export", "--event: gmon has ticks, cycles or instructions");
    if (!s->input) s->input = DEFAULT_PROFILE;
    return 0;
}

/* 0: go on; 1: help was asked for; anything else is the exit status. */
static int parse(int argc, char **argv, struct settings *s)
{
    static const struct option options[] = {
        {"input", required_argument, NULL, 'i'},       {"format", required_argument, NULL, 'f'},
        {"output", required_argument, NULL, 'o'},      {"event", required_argument, NULL, OPT_EVENT},
        {"image", required_argument, NULL, OPT_IMAGE}, {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    int c;
    optind = 0; /* the command line was parsed once already, as far as this subcommand's name */
    while ((c = getopt_long(argc, argv, "i:f:o:h", options, NULL)) != -1) {
        switch (c) {
        case 'i': s->input = optarg; break;
        case 'o': s->output = optarg; break;
        case 'f':
            s->format = format_of_word(optarg);
            if (!s->format) return usage_error("export", "%s: no such format; there are gmon and callgrind", optarg);
            break;
        case OPT_EVENT:
            s->event_given = true;
            if (profile_event_find(optarg, &s->event))
                return usage_error("export", "--event=%s: not ticks, cycles or instructions", optarg);
            break;
        case OPT_IMAGE: s->image = optarg; break;
        case 'h': return 1;
        default: return usage_hint("export");
        }
    }
    if (optind < argc && s->input) return usage_error("export", "%s: one profile only", argv[optind]);
    if (optind < argc) s->input = argv[optind++];
    if (optind < argc) return usage_error("export", "%s: one profile only", argv[optind]);
    return complete(s);
}

/* -1 with *e. */
static int find_image(const struct profile *p, const struct settings *s, u32 *image, struct error *e)
{
    u64 n = 0;
    *image = 0;
    if (!p->images) return error_set(e, "%s: names no program, so gmon has no code to count in", s->input);
    if (!s->image) return 0;
    for (u32 i = 0; i < p->images; i++) {
        if (strcmp(p->image[i].path, s->image)) continue;
        *image = i;
        return 0;
    }
    if (!parse_count(s->image, &n) || n >= p->images)
        return error_set(e, "--image=%s: no such image in %s; pcgram report lists them", s->image, s->input);
    *image = (u32)n;
    return 0;
}

/* What a reader of the file should know and cannot see in it. */
static void print_notes(const struct gmon_notes *n, const struct settings *s)
{
    if (n->divisor > 1)
        fprintf(stderr, "pcgram: %s: one unit of a bin is %" PRIu64 " %s\n", s->output, n->divisor,
                profile_event_name(s->event));
    if (!n->rate_exact)
        fprintf(stderr, "pcgram: %s: the format has whole rates only, so seconds are rounded to %" PRIu64 " a second\n",
                s->output, n->rate);
    if (n->arcs_left)
        fprintf(stderr, "pcgram: %s: calls of millicode and of labels are not in it: gprof would misplace them\n",
                s->output);
    if (n->arcs_cut) fprintf(stderr, "pcgram: %s: the counts of some calls were too large and were cut\n", s->output);
    if (n->outside)
        fprintf(stderr, "pcgram: %s: %" PRIu64 " %s of other images are not in it (see --image)\n", s->output,
                n->outside, profile_event_name(s->event));
}

static int write_gmon(const struct profile *p, const struct settings *s, struct error *e)
{
    struct gmon_options g = {.event = s->event};
    struct gmon_notes notes;
    struct outfile o;
    if (find_image(p, s, &g.image, e) || outfile_open(&o, s->output, e)) return -1;
    if (gmon_write(p, &g, o.f, &notes, e)) {
        outfile_discard(&o);
        return -1;
    }
    if (outfile_close(&o, e)) return -1;
    print_notes(&notes, s);
    return 0;
}

static int write_callgrind(const struct profile *p, const struct settings *s, struct error *e)
{
    struct outfile o;
    if (outfile_open(&o, s->output, e)) return -1;
    callgrind_write(p, o.f);
    return outfile_close(&o, e);
}

int cmd_export(int argc, char **argv)
{
    struct settings s = {.event = EVENT_TICKS};
    struct profile p;
    struct error e;
    int status = parse(argc, argv, &s);
    if (status) return status == 1 ? print_help(help) : status;
    if (profile_load(&p, s.input, &e)) return trouble(&e);
    int bad = s.format == FORMAT_GMON ? write_gmon(&p, &s, &e) : write_callgrind(&p, &s, &e);
    profile_free(&p);
    return bad ? trouble(&e) : 0;
}
