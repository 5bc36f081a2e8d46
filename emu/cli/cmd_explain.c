#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

#include "emu/cli/commands.h"
#include "emu/inspect/explain.h"
#include "emu/inspect/place.h"
#include "emu/run/isas.h"
#include "emu/run/usage.h"
#include "prof/demangle.h"
#include "prof/profile_file.h"
#include "prof/sections.h"
#include "prof/source.h"

static const char help[] =
    "Usage: pcgram explain [OPTION...] GUEST WHERE\n"
    "Explain one instruction of a program: its encoding, what it does with its\n"
    "registers and values, which instruction is next, when a timing model issues it\n"
    "and what it waits for, and what it really waited for in a profiled run.\n"
    "\n"
    "      --cpu=MODEL     timing model (default that of the profile, else the first\n"
    "                      one with a pipeline), with MODEL,key=value as in a run\n"
    "      --profile=FILE  what was measured (default pcgram.out, if it is there and\n"
    "                      of this program)\n"
    "      --source-map=FROM=TO\n"
    "                      source files of the folder FROM are in TO on this host;\n"
    "                      the first that fits counts, then PCGRAM_SOURCE_MAP\n"
    "      --no-demangle   mangled names of C++ functions\n"
    "      --json          JSON; docs/explain-schema.json describes it\n"
    "  -o, --output=FILE   write to FILE ('-': standard output)\n"
    "  -h, --help          this text\n"
    "\n"
    "WHERE is an address (0x...), FUNCTION, FUNCTION+OFFSET, or FILE:LINE of the\n"
    "source (its first instruction); FUNCTION as for pcgram annotate. In an Itanium\n"
    "address the last digit is the slot, 0 to 2, as in a profile. The model's\n"
    "pipeline is run over straight-line code before it, caches always hitting.\n"
    "Exit status: 0 all right, 2 trouble, 125 bad usage.\n"
    "\n"
    "Examples:\n"
    "  pcgram explain guest main+0x18\n"
    "  pcgram explain --cpu=pa7100lc guest 0x1074c\n"
    "  pcgram explain --profile=run.out guest sieve.c:17\n";

struct settings {
    const char *cpu, *profile, *output;
    bool json, mangled;
    struct source_map map;
};

struct guest {
    const char *path;
    const struct isa *isa;
    struct sections sections;
    struct symbols symbols;
    struct lines lines;
};

/* 0: go on, with guest and place at optind; 1: help was asked for; anything else is the exit status. */
static int parse(int argc, char **argv, struct settings *s)
{
    enum { OPT_CPU = 256, OPT_PROFILE, OPT_JSON, OPT_NO_DEMANGLE, OPT_SOURCE_MAP };
    static const struct option options[] = {
        {"cpu", required_argument, NULL, OPT_CPU}, {"profile", required_argument, NULL, OPT_PROFILE},
        {"json", no_argument, NULL, OPT_JSON},     {"output", required_argument, NULL, 'o'},
        {"no-demangle", no_argument, NULL, OPT_NO_DEMANGLE}, {"help", no_argument, NULL, 'h'},
        {"source-map", required_argument, NULL, OPT_SOURCE_MAP}, {NULL, 0, NULL, 0}};
    int c;
    optind = 0; /* the command line was parsed once already, as far as this subcommand's name */
    while ((c = getopt_long(argc, argv, ":o:h", options, NULL)) != -1) {
        switch (c) {
        case OPT_CPU: s->cpu = optarg; break;
        case OPT_PROFILE: s->profile = optarg; break;
        case OPT_JSON: s->json = true; break;
        case OPT_NO_DEMANGLE: s->mangled = true; break;
        case OPT_SOURCE_MAP:
            if (parse_source_map("explain", optarg, &s->map)) return STATUS_USAGE;
            break;
        case 'o': s->output = optarg; break;
        case 'h': return 1;
        default: return usage_option("explain", c, argv, options);
        }
    }
    if (optind + 2 != argc) return usage_error("explain", "a program and a place in it are needed");
    if (usage_overwrites("explain", s->output, argv[optind])) return STATUS_USAGE;
    return usage_overwrites("explain", s->output, s->profile);
}

/* --- where ----------------------------------------------------------------------------------------------------------
 */

/* True if the path is FILE, or ends in "/FILE". */
static bool is_file(const char *path, const char *file, size_t n)
{
    size_t all = strlen(path);
    return all >= n && !memcmp(path + all - n, file, n) && (all == n || path[all - n - 1] == '/');
}

/* FILE:LINE; the colon is at `colon`. */
static int find_line(const struct guest *g, const char *where, const char *colon, u64 *pc, struct error *e)
{
    char *end;
    unsigned long line = strtoul(colon + 1, &end, 10);
    bool file = false;
    if (end == colon + 1 || *end || !line)
        return error_set(e, "%s: behind the colon belongs the number of a line", where);
    if (!g->lines.rows)
        return error_set(e, "%s: %s", where,
                         lines_supported() ? "the program has no line table (compile it with -g)"
                                           : "built without libdw, which reads line tables: install libdw-dev and make pcgram again");
    for (size_t i = 0; i < g->lines.rows; i++) {
        const struct line_row *r = &g->lines.row[i];
        if (!r->file || !is_file(r->file, where, (size_t)(colon - where))) continue;
        file = true;
        if (r->line != line) continue;
        *pc = r->address;
        return 0;
    }
    return error_set(e, file ? "%s: no code is of this line" : "%s: no code is of this file", where);
}

static int find(const struct guest *g, const char *where, u64 *pc, struct error *e)
{
    const char *colon = strrchr(where, ':');
    struct place place;
    if (colon && colon[1] >= '0' && colon[1] <= '9') return find_line(g, where, colon, pc, e);
    if (place_find_in_file(&g->symbols, g->path, where, "'pcgram disasm' shows them", &place, e)) return -1;
    *pc = place.address;
    return 0;
}

/* The section with the instruction at pc; NULL with *e. */
static const struct section *find_code(const struct guest *g, u64 pc, struct error *e)
{
    unsigned unit = g->isa->code_unit;
    u64 within = pc & (unit - 1), at = pc - within;
    if (unit == 16 ? within > 2 : within != 0) {
        error_set(e,
                  unit == 16 ? "0x%" PRIx64 ": not an instruction: the last digit is the slot, 0 to 2"
                             : "0x%" PRIx64 ": not an instruction: its address is a multiple of 4",
                  pc);
        return NULL;
    }
    for (size_t i = 0; i < g->sections.count; i++) {
        const struct section *s = &g->sections.section[i];
        if (at >= s->address && at - s->address < s->size && s->size - (at - s->address) >= unit) return s;
    }
    error_set(e, "0x%" PRIx64 ": no code is there ('pcgram disasm %s' shows what there is)", pc, g->path);
    return NULL;
}

/* --- timing ---------------------------------------------------------------------------------------------------------
 */

/* The model whose pipeline is shown; NULL: there is none. */
static const char *choose_model(const struct isa *isa, const char *wanted, const struct profile *p)
{
    struct cpu_parameter number;
    if (wanted) return wanted;
    if (p && isa->cpu_parameter(p->cpu, 0, &number)) return p->cpu;
    for (unsigned i = 0; isa->cpu_models[i]; i++)
        if (isa->cpu_parameter(isa->cpu_models[i], 0, &number)) return isa->cpu_models[i];
    return NULL;
}

static int explain_timing(struct explained *x, const struct guest *g, const struct section *s, struct error *e)
{
    enum { NEAR = 4096 }; /* bytes looked at where no function is known */
    struct cpu_parameter number;
    if (g->isa->cpu_check(x->model, e)) return -1;
    if (!g->isa->cpu_parameter(x->model, 0, &number)) { /* one cycle an instruction: nothing to tell */
        x->model = NULL;
        return 0;
    }
    u64 unit = g->isa->code_unit, at = x->pc & ~(unit - 1), low = s->address, high = s->address + s->size;
    size_t f = symbols_find(&g->symbols, x->pc);
    if (f != SYMBOL_NONE) {
        const struct symbol *symbol = &g->symbols.symbol[f];
        if (symbol->start > low && symbol->start <= at) low = symbol->start;
        if (symbol->start + symbol->size < high && symbol->start + symbol->size > at)
            high = symbol->start + symbol->size;
    } else if (at - low > NEAR) low = at - NEAR;
    low = (low + unit - 1) & ~(unit - 1);
    return g->isa->teach->issue(x->model, low, s->bytes + (low - s->address), high - low, x->pc, &x->issue, e);
}

/* --- the profile
 * ------------------------------------------------------------------------------------------------------ */

/* The image of the profile that is the program; PROFILE_NONE: none is. */
static u32 find_image(const struct profile *p, const struct guest *g)
{
    const struct symbol_image *own = &g->symbols.image[0];
    for (u32 i = 0; i < p->images && !strcmp(p->isa, g->isa->name); i++) {
        const struct profile_image *image = &p->image[i];
        if (image->size == own->size && own->size && !strcmp(image->build_id, own->build_id)) return i;
    }
    return PROFILE_NONE;
}

/* Of what the profile is, into *x; *p is loaded if it is there. -1 with *e: a profile that was asked for cannot be used. */
static int explain_measured(struct explained *x, const struct settings *s, const struct guest *g, struct profile *p,
                            bool *loaded, struct error *e)
{
    const char *file = s->profile ? s->profile : DEFAULT_PROFILE;
    if (!s->profile && access(file, F_OK)) return 0;
    if (profile_load(p, file, e)) return s->profile ? -1 : 0;
    *loaded = true;
    x->profile = file;
    x->profile_cpu = p->cpu;
    u32 image = find_image(p, g);
    if (image == PROFILE_NONE) {
        if (s->profile) return error_set(e, "%s: a profile of another program than %s", file, g->path);
        x->no_profile = "a run of another program";
        return 0;
    }
    return 0;
}

static const struct pc_count *count_at(const struct guest *g, const struct profile *p, u64 pc)
{
    const struct profile_insn *insn = profile_insn_at(p, pc + p->image[find_image(p, g)].bias);
    return insn ? &insn->count : NULL;
}

/* --- all of it ------------------------------------------------------------------------------------------------------
 */

/* A profile has the addresses of the run: one of those where the file itself has no code is made one of the file. */
static void unbias(const struct guest *g, const struct profile *p, u64 *pc)
{
    struct error e;
    u32 image = find_image(p, g);
    if (image == PROFILE_NONE || find_code(g, *pc, &e)) return;
    if (*pc >= p->image[image].low && *pc < p->image[image].high) *pc -= p->image[image].bias;
}

static int explain(const struct guest *g, const char *where, const struct settings *s, struct explained *x,
                   struct profile *p, bool *loaded, struct error *e)
{
    if (find(g, where, &x->pc, e) || explain_measured(x, s, g, p, loaded, e)) return -1;
    if (*loaded) unbias(g, p, &x->pc);
    if (*loaded && !x->no_profile) x->count = count_at(g, p, x->pc);
    const struct section *section = find_code(g, x->pc, e);
    if (!section) return -1;
    unsigned unit = g->isa->code_unit;
    x->code = section->bytes + ((x->pc & ~(u64)(unit - 1)) - section->address);
    x->symbols = &g->symbols;
    x->line = lines_find(&g->lines, x->pc);
    if (x->line && !x->line->file) x->line = NULL;
    g->isa->disasm(x->pc, x->code, unit, &x->text);
    if (!x->text.text[0])
        return error_set(e, "0x%" PRIx64 ": the second half of a long instruction, which is slot 1: 0x%" PRIx64, x->pc,
                         x->pc - 1);
    g->isa->teach->explain(x->pc, x->code, unit, &x->insn);
    x->model = choose_model(g->isa, s->cpu, *loaded && !x->no_profile ? p : NULL);
    return x->model ? explain_timing(x, g, section, e) : 0;
}

static int print(struct explained *x, const struct settings *s, struct error *e)
{
    struct outfile o;
    struct source source = {.map = &s->map};
    if (outfile_open(&o, s->output, e)) return -1;
    if (x->line) x->source = source_line(&source, x->line->file, x->line->line);
    if (s->json) explain_print_json(x, o.f);
    else explain_print(x, o.f);
    source_free(&source);
    return outfile_close(&o, e);
}

int cmd_explain(int argc, char **argv)
{
    struct settings s = {.output = "-"};
    struct guest g = {0};
    struct explained x = {0};
    struct profile p;
    bool loaded = false;
    struct error e, nameless;
    int status = parse(argc, argv, &s);
    if (status) return status == 1 ? print_help(help) : status;
    g.path = argv[optind];
    if (!(g.isa = isa_of_elf(g.path, &e)) || sections_read(&g.sections, g.path, &e)) return trouble(&e);
    symbols_add(&g.symbols, g.isa, g.path, g.path, 0, &nameless); /* without names there are addresses */
    if (!s.mangled) symbols_demangle(&g.symbols);
    lines_add(&g.lines, g.path, 0, g.symbols.image[0].low, g.symbols.image[0].high);
    x.table = insn_table_find(g.isa->name);
    bool bad = explain(&g, argv[optind + 1], &s, &x, &p, &loaded, &e) || print(&x, &s, &e);
    if (loaded) profile_free(&p);
    lines_free(&g.lines);
    symbols_free(&g.symbols);
    sections_free(&g.sections);
    return bad ? trouble(&e) : 0;
}
