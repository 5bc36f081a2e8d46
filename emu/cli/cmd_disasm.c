#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>

#include "emu/cli/commands.h"
#include "emu/inspect/capstone.h"
#include "emu/inspect/listing.h"
#include "emu/inspect/place.h"
#include "emu/run/isas.h"
#include "emu/run/usage.h"
#include "prof/symbols/demangle.h"

static const char help[] =
    "Usage: pcgram disasm [OPTION...] FILE\n"
    "Disassemble the code of a program: an ELF file for PA-RISC or Itanium.\n"
    "\n"
    "      --start=WHERE   from there on: an address (0x...), FUNCTION, or\n"
    "                      FUNCTION+OFFSET; FUNCTION as for pcgram annotate\n"
    "      --stop=WHERE    up to there, without it (default with --start=NAME: to the\n"
    "                      end of that function)\n"
    "      --section=NAME  one section (default: all that hold code)\n"
    "      --disasm=WHOSE  text of instructions by pcgram (default) or by capstone,\n"
    "                      if version 6 is here (PA-RISC only; PCGRAM_CAPSTONE\n"
    "                      may name the library)\n"
    "      --no-demangle   mangled names of C++ functions\n"
    "      --json          JSON; docs/disasm-schema.json describes it\n"
    "  -o, --output=FILE   write to FILE ('-': standard output)\n"
    "  -h, --help          this text\n"
    "\n"
    "A line is an address, the bytes and the instruction as GNU objdump writes it,\n"
    "with the target of a branch in angle brackets. On Itanium, the bundle's template\n"
    "stands before the first instruction, ';;' where a group ends; the last digit of\n"
    "the address is the slot, as in a profile.\n"
    "Exit status: 0 all right, 2 trouble, 125 bad usage.\n"
    "\n"
    "Examples:\n"
    "  pcgram disasm guest\n"
    "  pcgram disasm --start=main guest\n"
    "  pcgram disasm --start=0x10538 --stop=0x10560 guest\n";

struct settings {
    const char *output, *start, *stop, *section;
    bool capstone; /* whose text */
    bool mangled, json;
};

enum { OPT_START = 256, OPT_STOP, OPT_SECTION, OPT_DISASM, OPT_NO_DEMANGLE, OPT_JSON };

/* 0: go on, with the file at optind; 1: help was asked for; anything else is the exit status. */
static int parse(int argc, char **argv, struct settings *s)
{
    static const struct option options[] = {
        {"start", required_argument, NULL, OPT_START},     {"stop", required_argument, NULL, OPT_STOP},
        {"section", required_argument, NULL, OPT_SECTION}, {"output", required_argument, NULL, 'o'},
        {"disasm", required_argument, NULL, OPT_DISASM},   {"help", no_argument, NULL, 'h'},
        {"no-demangle", no_argument, NULL, OPT_NO_DEMANGLE}, {"json", no_argument, NULL, OPT_JSON},
        {NULL, 0, NULL, 0},
    };
    int c;
    optind = 0; /* the command line was parsed once already, as far as this subcommand's name */
    while ((c = getopt_long(argc, argv, ":o:h", options, NULL)) != -1) {
        switch (c) {
        case OPT_START: s->start = optarg; break;
        case OPT_STOP: s->stop = optarg; break;
        case OPT_SECTION: s->section = optarg; break;
        case 'o': s->output = optarg; break;
        case OPT_DISASM:
            if (!parse_disassembler(optarg, &s->capstone))
                return usage_error("disasm", "--disasm=%s: not pcgram or capstone", optarg);
            break;
        case OPT_NO_DEMANGLE: s->mangled = true; break;
        case OPT_JSON: s->json = true; break;
        case 'h': return 1;
        default: return usage_option("disasm", c, argv, options);
        }
    }
    if (optind + 1 != argc) return usage_error("disasm", "one file is needed");
    return usage_overwrites("disasm", s->output, argv[optind]);
}

static int choose(struct listing *l, const struct settings *s, struct error *e)
{
    static const char names[] = "'pcgram disasm' without --start shows them";
    struct place place;
    l->start = 0;
    l->stop = UINT64_MAX;
    if (s->start) {
        if (place_find_in_file(l->symbols, l->file, s->start, names, &place, e)) return -1;
        if (place.named) l->stop = place.function->start + place.function->size;
        l->start = place.address & ~(u64)(l->isa->code_unit - 1);
    }
    if (s->stop) {
        if (place_find_in_file(l->symbols, l->file, s->stop, names, &place, e)) return -1;
        l->stop = place.address;
    }
    return l->start < l->stop ? 0 : error_set(e, "nothing lies from 0x%" PRIx64 " to 0x%" PRIx64, l->start, l->stop);
}

static int print(const struct listing *l, const struct settings *s, struct error *e)
{
    struct outfile o;
    if (!listing_has_code(l))
        return s->section ? error_set(e, "--section=%s: no such section, or no code there; leave it away for all there are", s->section)
                          : error_set(e, "%s: no code there", l->file);
    if (outfile_open(&o, s->output, e)) return -1;
    if (s->json) listing_print_json(l, o.f);
    else listing_print(l, o.f);
    return outfile_close(&o, e);
}

int cmd_disasm(int argc, char **argv)
{
    struct settings s = {.output = "-"};
    struct sections sections;
    struct symbols symbols = {0};
    struct listing l = {.sections = &sections, .symbols = &symbols};
    struct error e, nameless;
    int status = parse(argc, argv, &s);
    if (status) return status == 1 ? print_help(help) : status;
    const char *file = l.file = argv[optind];
    l.section = s.section;
    if (!(l.isa = isa_of_elf(file, &e))) return trouble(&e);
    struct capstone *capstone = s.capstone ? capstone_open(l.isa, &e) : NULL;
    if (s.capstone && !capstone) return usage_error("disasm", "%s", e.text);
    if (capstone) l.other = capstone_disassembler(capstone);
    bool bad = sections_read(&sections, file, &e);
    if (!bad) {
        symbols_add(&symbols, l.isa, file, NULL, file, 0, &nameless); /* without names there are addresses */
        if (!s.mangled) symbols_demangle(&symbols);
        bad = choose(&l, &s, &e) || print(&l, &s, &e);
        symbols_free(&symbols);
        sections_free(&sections);
    }
    capstone_close(capstone);
    return bad ? trouble(&e) : 0;
}
