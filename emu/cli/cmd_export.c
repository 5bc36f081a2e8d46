#include <getopt.h>

#include "emu/cli/commands.h"
#include "emu/run/formats.h"
#include "emu/run/load.h"
#include "emu/run/progress.h"
#include "emu/run/usage.h"
#include "prof/file/profile_file.h"
#include "prof/profile/profile_demangle.h"
#include "prof/profile/profile_inlines.h"

static const char help[] =
    "Usage: pcgram export [OPTION...] [FILE]\n"
    "Write a profile in the format of another program.\n"
    "\n"
    "  -i, --input=FILE     the profile (default pcgram.out; '-': standard input)\n"
    "  -f, --format=FORMAT  one of these; default: guessed from the output's name\n"
    "         gmon          for gprof (gmon.out)\n"
    "         mon           for prof(1) and pcgram report --program (mon.out)\n"
    "         callgrind     for callgrind_annotate and KCachegrind (callgrind.out)\n"
    "         folded        call stacks for flamegraph.pl, speedscope (pcgram.folded)\n"
    "         pprof         for go tool pprof (pcgram.pb.gz)\n"
    "         perf          for perf report and annotate (perf.data)\n"
    "         lcov          for lcov and genhtml (lcov.info); needs source lines\n"
    "         speedscope    for speedscope (pcgram.speedscope.json)\n"
    "         trace-event   for Perfetto, the Firefox profiler (pcgram.trace.json):\n"
    "                       chains of calls as slices, not in the order of time\n"
    "  -o, --output=FILE    default: the name above; '-': standard output\n"
    "      --thread=TID     of what this thread did alone\n"
    "      --slices=A-B     of these slices alone (report --by=time numbers them)\n"
    "      --event=EVENT    what is counted: cycles, instructions, ticks or slots;\n"
    "                       gmon and mon (default ticks; not slots), folded and\n"
    "                       perf (default cycles)\n"
    "      --image=N|PATH   gmon, mon: the program or library whose code is meant, as\n"
    "                       pcgram report lists them, from 0 (default: the program)\n"
    "      --inline         folded, pprof: frames of inlined functions, too (in\n"
    "                       folded stacks NAME_[i]); callgrind has their lines always\n"
    "      --no-demangle    folded, callgrind, speedscope, trace-event: mangled names\n"
    "                       of C++ functions, which lcov, pprof and perf always have\n"
    "                       (readers demangle them)\n"
    "  -h, --help           this text\n"
    "\n"
    "Exit status: 0 all right, 2 trouble, 125 bad usage.\n"
    "\n"
    "Examples:\n"
    "  pcgram export -f gmon && hppa-linux-gnu-gprof ./guest gmon.out\n"
    "  pcgram export -f gmon --event=cycles -o exact.gmon run.out\n"
    "  pcgram export -o - -f folded | flamegraph.pl > flames.svg\n"
    "  pcgram export -o callgrind.out && callgrind_annotate callgrind.out\n";

struct settings {
    u64 thread; /* tid; 0: all */
    struct slice_range slices;
    const char *input, *output, *image;
    enum profile_format format;
    enum profile_event event;
    bool event_given, mangled, inlines;
};

enum { OPT_EVENT = 256, OPT_IMAGE, OPT_NO_DEMANGLE, OPT_INLINE, OPT_THREAD, OPT_SLICES };

/* An option that the format does not have: its name, for the message. */
static int refuse(const char *name, enum format_option option)
{
    char words[FORMAT_WORDS];
    return usage_error("export", "%s belongs to -f %s", name, format_words(option, words));
}

/* What the options say together: format and output each follow from the other when one is missing. */
static int complete(struct settings *s)
{
    if (!s->format && s->output) s->format = format_of_name(s->output);
    char words[FORMAT_WORDS];
    if (!s->format) return usage_error("export", "which format? give -f and one of %s", format_words(0, words));
    if (!s->output) s->output = format_default_name(s->format);
    if (s->event_given && !format_takes(s->format, FORMAT_EVENT)) return refuse("--event", FORMAT_EVENT);
    if (s->image && !format_takes(s->format, FORMAT_IMAGE)) return refuse("--image", FORMAT_IMAGE);
    if (format_takes(s->format, FORMAT_IMAGE) && s->event == EVENT_SLOTS && s->event_given)
        return usage_error("export", "--event: the format has ticks, cycles or instructions");
    if (s->inlines && !format_takes(s->format, FORMAT_INLINE)) return refuse("--inline", FORMAT_INLINE);
    if (s->mangled && !format_takes(s->format, FORMAT_NO_DEMANGLE)) return refuse("--no-demangle", FORMAT_NO_DEMANGLE);
    if (!s->event_given) s->event = format_event(s->format);
    if (!s->input) s->input = DEFAULT_PROFILE;
    return usage_overwrites("export", s->output, s->input);
}

/* 0: go on; 1: help was asked for; anything else is the exit status. */
static int parse(int argc, char **argv, struct settings *s)
{
    static const struct option options[] = {
        {"input", required_argument, NULL, 'i'},       {"format", required_argument, NULL, 'f'},
        {"output", required_argument, NULL, 'o'},      {"event", required_argument, NULL, OPT_EVENT},
        {"image", required_argument, NULL, OPT_IMAGE}, {"help", no_argument, NULL, 'h'},
        {"no-demangle", no_argument, NULL, OPT_NO_DEMANGLE}, {"inline", no_argument, NULL, OPT_INLINE}, {"thread", required_argument, NULL, OPT_THREAD},
        {"slices", required_argument, NULL, OPT_SLICES}, {NULL, 0, NULL, 0},
    };
    char words[FORMAT_WORDS];
    int c;
    optind = 0; /* the command line was parsed once already, as far as this subcommand's name */
    while ((c = getopt_long(argc, argv, ":i:f:o:h", options, NULL)) != -1) {
        switch (c) {
        case 'i': s->input = optarg; break;
        case 'o': s->output = optarg; break;
        case 'f':
            s->format = format_of_word(optarg);
            if (!s->format || s->format == FORMAT_PCGRAM)
                return usage_error("export", "--format=%s: no such format; there are %s", optarg, format_words(0, words));
            break;
        case OPT_EVENT:
            s->event_given = true;
            if (profile_event_find(optarg, &s->event))
                return usage_error("export", "--event=%s: not cycles, instructions, ticks or slots", optarg);
            break;
        case OPT_IMAGE: s->image = optarg; break;
        case OPT_NO_DEMANGLE: s->mangled = true; break;
        case OPT_INLINE: s->inlines = true; break;
        case OPT_THREAD:
            if (parse_thread("export", optarg, &s->thread)) return STATUS_USAGE;
            break;
        case OPT_SLICES:
            if (parse_slices("export", optarg, &s->slices)) return STATUS_USAGE;
            break;
        case 'h': return 1;
        default: return usage_option("export", c, argv, options);
        }
    }
    if (parse_profile("export", argc, argv, &s->input)) return STATUS_USAGE;
    if (s->slices.given && s->thread) return usage_error("export", "--slices are of all threads together: leave --thread away");
    return complete(s);
}

static int export(const struct settings *s, struct progress *progress, struct error *e)
{
    struct profile p;
    struct format_request r = {.path = s->output, .format = s->format, .event = s->event, .image = s->image,
                               .progress = progress};
    progress_input(progress, s->input);
    if (profile_load(&p, s->input, e) || load_thread(&p, s->input, s->thread, e) ||
        load_slices(&p, s->input, "export", &s->slices, e))
        return -1;
    if (!s->mangled) profile_demangle_all(&p);
    if (s->inlines && !profile_read_inlines(&p, s->mangled)) note_no_inlines("export");
    if (format_names_outside(s->format)) note_changed_programs("export", &p);
    progress_output(progress, s->output);
    int bad = format_write(&p, &r, e);
    profile_free(&p);
    return bad;
}

int cmd_export(int argc, char **argv)
{
    struct settings s = {0};
    struct error e;
    int status = parse(argc, argv, &s);
    if (status) return status == 1 ? print_help(help) : status;
    struct progress *progress = progress_start_steps("export", 0, NULL);
    int bad = export(&s, progress, &e);
    progress_end(progress);
    return bad ? trouble(&e) : 0;
}
