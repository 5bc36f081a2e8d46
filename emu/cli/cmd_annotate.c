#include <getopt.h>
#include <stdlib.h>
#include <unistd.h>

#include "emu/cli/commands.h"
#include "emu/core/alloc.h"
#include "emu/core/error.h"
#include "emu/inspect/capstone.h"
#include "emu/inspect/place.h"
#include "emu/run/isas.h"
#include "emu/run/load.h"
#include "emu/run/row_find.h"
#include "emu/run/usage.h"
#include "prof/file/profile_file.h"
#include "prof/profile/profile_demangle.h"
#include "prof/profile/profile_inlines.h"
#include "prof/report/annotate.h"

static const char help[] =
    "Usage: pcgram annotate [OPTION...] [FUNCTION...]\n"
    "Show what each instruction of a function cost. FUNCTION is its name, of C++ also\n"
    "without arguments (Shape::area) or as the file has it; an instruction in it\n"
    "(NAME+0x1c, 0x1074c); NAME@0x..., its start, where several have one name; or\n"
    "[NAME] of the report: code that is in no function. Without one, the hottest.\n"
    "Of a function that was inlined wherever it is called, its copies.\n"
    "\n"
    "  -i, --input=FILE    the profile (default pcgram.out; '-': standard input)\n"
    "  -a, --all           every function that ran, by address\n"
    "      --thread=TID    of what this thread did alone\n"
    "      --slices=A-B    of these slices alone (report --by=time numbers them)\n"
    "      --event=EVENT   what percentages are of: cycles, instructions, slots or\n"
    "                      ticks (default cycles)\n"
    "      --columns=LIST  those wanted of percent, cycles, slots, nullified, ticks,\n"
    "                      address and code, with commas between\n"
    "      --wide          on a terminal, too: long C++ names whole, and widths\n"
    "                      as in a file\n"
    "      --disasm=WHOSE  text of instructions by pcgram (default) or by capstone,\n"
    "                      if version 6 is here (PA-RISC only; PCGRAM_CAPSTONE\n"
    "                      may name the library)\n"
    "      --source-map=FROM=TO\n"
    "                      source files of the folder FROM are in TO on this host;\n"
    "                      the first that fits counts, then PCGRAM_SOURCE_MAP\n"
    "      --no-source     no lines of the source between the instructions\n"
    "      --no-demangle   mangled names of C++ functions\n"
    "      --color=WHEN    auto, always or never\n"
    "      --json          JSON; docs/annotate-schema.json describes it\n"
    "  -o, --output=FILE   write to FILE ('-': standard output)\n"
    "  -h, --help          this text\n"
    "\n"
    "Columns: share of the function, cycles, times issued, times nullified, ticks,\n"
    "address, code, instruction; above them the source line, with its text where the\n"
    "file is there. Lines of 5 percent are red, of 0.5 percent green.\n"
    "Exit status: 0 all right, 2 trouble, 125 bad usage.\n"
    "\n"
    "Examples:\n"
    "  pcgram annotate\n"
    "  pcgram annotate -i run.out --event=ticks main\n";

struct settings {
    u64 thread; /* tid; 0: all */
    struct slice_range slices;
    const char *input, *output;
    struct annotate_options annotate;
    bool json, all, mangled;
    bool capstone; /* whose text */
    struct source_map map;
};

enum { OPT_EVENT = 256, OPT_COLOR, OPT_JSON, OPT_NO_SOURCE, OPT_DISASM, OPT_NO_DEMANGLE, OPT_SOURCE_MAP, OPT_COLUMNS, OPT_WIDE, OPT_THREAD, OPT_SLICES };

/* 0: go on, with the names from optind; 1: help was asked for; anything else is the exit status. */
static int parse(int argc, char **argv, struct settings *s)
{
    static const struct option options[] = {
        {"input", required_argument, NULL, 'i'},       {"all", no_argument, NULL, 'a'},
        {"event", required_argument, NULL, OPT_EVENT}, {"color", required_argument, NULL, OPT_COLOR},
        {"json", no_argument, NULL, OPT_JSON},         {"output", required_argument, NULL, 'o'},
        {"no-source", no_argument, NULL, OPT_NO_SOURCE}, {"no-demangle", no_argument, NULL, OPT_NO_DEMANGLE}, {"help", no_argument, NULL, 'h'},
        {"source-map", required_argument, NULL, OPT_SOURCE_MAP}, {"columns", required_argument, NULL, OPT_COLUMNS},
        {"wide", no_argument, NULL, OPT_WIDE},
        {"disasm", required_argument, NULL, OPT_DISASM}, {"thread", required_argument, NULL, OPT_THREAD},
        {"slices", required_argument, NULL, OPT_SLICES}, {NULL, 0, NULL, 0},
    };
    const char *when = NULL;
    struct error e;
    bool wide = false, columns = false;
    int c;
    optind = 0; /* the command line was parsed once already, as far as this subcommand's name */
    while ((c = getopt_long(argc, argv, ":i:ao:h", options, NULL)) != -1) {
        switch (c) {
        case 'i': s->input = optarg; break;
        case 'o': s->output = optarg; break;
        case 'a': s->all = true; break;
        case OPT_EVENT:
            if (profile_event_find(optarg, &s->annotate.event))
                return usage_error("annotate", "--event=%s: not cycles, instructions, slots or ticks", optarg);
            break;
        case OPT_COLOR: when = optarg; break;
        case OPT_NO_SOURCE: s->annotate.source = false; break;
        case OPT_JSON: s->json = true; break;
        case OPT_DISASM:
            if (!parse_disassembler(optarg, &s->capstone))
                return usage_error("annotate", "--disasm=%s: not pcgram or capstone", optarg);
            break;
        case OPT_COLUMNS:
            if (annotate_parse_columns(optarg, &s->annotate, &e)) return usage_error("annotate", "%s", e.text);
            columns = true;
            break;
        case OPT_WIDE: wide = true; break;
        case OPT_NO_DEMANGLE: s->mangled = true; break;
        case OPT_SOURCE_MAP:
            if (parse_source_map("annotate", optarg, &s->map)) return STATUS_USAGE;
            break;
        case OPT_THREAD:
            if (parse_thread("annotate", optarg, &s->thread)) return STATUS_USAGE;
            break;
        case OPT_SLICES:
            if (parse_slices("annotate", optarg, &s->slices)) return STATUS_USAGE;
            break;
        case 'h': return 1;
        default: return usage_option("annotate", c, argv, options);
        }
    }
    if (s->all && optind < argc) return usage_error("annotate", "--all and a function exclude each other");
    if (s->slices.given && s->thread) return usage_error("annotate", "--slices are of all threads together: leave --thread away");
    if (s->json && (columns || wide || when)) return usage_error("annotate", "--columns, --wide and --color are for text: leave them away");
    if (usage_overwrites("annotate", s->output, s->input)) return STATUS_USAGE;
    unsigned terminal = wide ? 0 : terminal_width(s->output);
    s->annotate.fitted = terminal != 0;
    s->annotate.terminal = terminal;
    if (terminal) s->annotate.name_most = terminal / 4 > 16 ? terminal / 4 : 16;
    return choose_color("annotate", when, s->output, &s->annotate.color);
}

/* The rows asked for; -1 with *e. */
static int choose(const struct profile *p, const struct settings *s, char **names, int count, u32 *list, size_t *n,
                  struct error *e)
{
    *n = 0;
    if (s->all) {
        for (size_t i = 0; i < p->insns; i++) {
            const struct profile_insn *insn = &p->insn[i];
            if (insn->count.slots) list[profile_insn_row(p, insn)] = 1;
        }
        for (u32 row = 0; row < profile_rows(p); row++)
            if (list[row]) list[(*n)++] = row;
        return 0;
    }
    if (!count) {
        list[0] = annotate_hottest(p, s->annotate.event);
        *n = 1;
        return list[0] != PROFILE_NONE ? 0 : error_set(e, "%s: nothing ran", s->input);
    }
    struct symbols ran = {0}, all = {0};
    bool bad = false;
    profile_symbols(p, true, &ran);
    profile_symbols(p, false, &all);
    for (int i = 0; i < count && !bad; i++, (*n)++) bad = (list[*n] = row_find(p, &ran, &all, names[i], e)) == PROFILE_NONE;
    symbols_free(&ran);
    symbols_free(&all);
    return bad ? -1 : 0;
}

/* Of the sources whose lines stand in the listing of these rows. */
static void note_changed(const struct profile *p, const struct settings *s, const u32 *list, size_t n)
{
    bool *shown = alloc_zeroed(p->files + 1, sizeof *shown), *listed = alloc_zeroed(profile_rows(p) + 1, sizeof *listed);
    for (size_t i = 0; i < n; i++)
        if (list[i] < profile_rows(p)) listed[list[i]] = true;
    for (const struct profile_insn *i = p->insn; i < p->insn + p->insns; i++)
        if (i->file != PROFILE_NONE && listed[profile_insn_row(p, i)]) shown[i->file] = true;
    note_changed_sources("annotate", p->source_map, p->file, p->files, s->input, shown);
    free(shown);
    free(listed);
}

static int print(const struct profile *p, const struct settings *s, const u32 *list, size_t n, struct error *e)
{
    struct outfile o;
    if (outfile_open(&o, s->output, e)) return -1;
    if (s->json) {
        annotate_print_json(p, list, n, &s->annotate, o.f);
    } else {
        if (s->annotate.source) note_changed(p, s, list, n);
        annotate_print(p, list, n, &s->annotate, o.f);
    }
    return outfile_close(&o, e);
}

int cmd_annotate(int argc, char **argv)
{
    struct settings s = {.input = DEFAULT_PROFILE, .output = "-", .annotate = {.event = EVENT_CYCLES, .source = true}};
    struct profile p;
    struct error e;
    size_t n = 0;
    int status = parse(argc, argv, &s);
    if (status) return status == 1 ? print_help(help) : status;
    if (!strcmp(s.input, DEFAULT_PROFILE) && access(s.input, F_OK) && optind < argc && profile_is(argv[optind]))
        return usage_error("annotate", "%s: is a profile, no function; profiles are given with -i", argv[optind]);
    if (profile_load(&p, s.input, &e) || load_thread(&p, s.input, s.thread, &e) ||
        load_slices(&p, s.input, "annotate", &s.slices, &e))
        return trouble(&e);
    if (!s.mangled) profile_demangle(&p);
    profile_read_inlines(&p, s.mangled);
    p.source_map = &s.map;
    s.annotate.isa = isa_find(p.isa);
    struct capstone *capstone = s.capstone ? capstone_open(s.annotate.isa, &e) : NULL;
    if (s.capstone && !capstone) {
        profile_free(&p);
        return usage_error("annotate", "%s", e.text);
    }
    if (capstone) s.annotate.other = capstone_disassembler(capstone);
    u32 *list = alloc_zeroed(profile_rows(&p) + (size_t)argc, sizeof *list);
    bool bad = choose(&p, &s, argv + optind, argc - optind, list, &n, &e) || print(&p, &s, list, n, &e);
    free(list);
    profile_free(&p);
    capstone_close(capstone);
    return bad ? trouble(&e) : 0;
}
