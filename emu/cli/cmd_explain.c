#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

#include "emu/cli/commands.h"
#include "emu/core/alloc.h"
#include "emu/inspect/explain_code.h"
#include "emu/inspect/place.h"
#include "emu/run/isas.h"
#include "emu/run/usage.h"
#include "prof/file/profile_file.h"
#include "prof/symbols/demangle.h"
#include "prof/symbols/sections.h"
#include "prof/symbols/source.h"

static const char help[] =
    "Usage: pcgram explain [OPTION...] GUEST WHERE\n"
    "Explain one instruction of a program: its encoding, what it does with its\n"
    "registers and values, which instruction is next, when a timing model issues it\n"
    "and what it waits for, and what it really waited for in a profiled run. Of a\n"
    "source line or a loop: a line for each instruction, and what the words mean.\n"
    "\n"
    "      --loop          the whole innermost loop that WHERE is in, or the one loop\n"
    "                      of that FUNCTION\n"
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
    "source; FUNCTION as for pcgram annotate. In an Itanium address the last digit\n"
    "is the slot, 0 to 2, as in a profile. The model's pipeline is run, caches always\n"
    "hitting: over the iterations of an innermost loop without calls and jumps, none\n"
    "of its branches but the one back taken, until they all take the same (the\n"
    "steady state); anywhere else over the straight-line code before it.\n"
    "Exit status: 0 all right, 2 trouble, 125 bad usage.\n"
    "\n"
    "Examples:\n"
    "  pcgram explain guest main+0x18\n"
    "  pcgram explain --cpu=pa7100lc guest 0x1074c\n"
    "  pcgram explain --profile=run.out guest sieve.c:17\n"
    "  pcgram explain --loop guest sieve+0x6c\n";

struct settings {
    const char *cpu, *profile, *output;
    bool json, mangled, loop;
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
    enum { OPT_CPU = 256, OPT_PROFILE, OPT_JSON, OPT_NO_DEMANGLE, OPT_SOURCE_MAP, OPT_LOOP };
    static const struct option options[] = {
        {"cpu", required_argument, NULL, OPT_CPU}, {"profile", required_argument, NULL, OPT_PROFILE},
        {"json", no_argument, NULL, OPT_JSON},     {"output", required_argument, NULL, 'o'},
        {"no-demangle", no_argument, NULL, OPT_NO_DEMANGLE}, {"help", no_argument, NULL, 'h'},
        {"source-map", required_argument, NULL, OPT_SOURCE_MAP}, {"loop", no_argument, NULL, OPT_LOOP},
        {NULL, 0, NULL, 0}};
    int c;
    optind = 0; /* the command line was parsed once already, as far as this subcommand's name */
    while ((c = getopt_long(argc, argv, ":o:h", options, NULL)) != -1) {
        switch (c) {
        case OPT_CPU: s->cpu = optarg; break;
        case OPT_PROFILE: s->profile = optarg; break;
        case OPT_JSON: s->json = true; break;
        case OPT_LOOP: s->loop = true; break;
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

/* --- where ---------------------------------------------------------------------------------------------------------- */

/* True if the path is FILE, or ends in "/FILE". */
static bool is_file(const char *path, const char *file, size_t n)
{
    size_t all = strlen(path);
    while (n > 2 && !memcmp(file, "./", 2)) file += 2, n -= 2;
    return all >= n && !memcmp(path + all - n, file, n) && (all == n || path[all - n - 1] == '/');
}

/* Addresses of instructions. */
struct places {
    u64 *pc;
    size_t count, room;
};

static void add_place(struct places *p, u64 pc)
{
    p->pc = alloc_grow(p->pc, p->count, &p->room, sizeof *p->pc);
    p->pc[p->count++] = pc;
}

static const struct section *find_code(const struct guest *g, u64 pc, struct error *e);

/* Those from low to high, which is excluded, as far as there is code; Itanium: in slots. */
static void add_places(const struct guest *g, u64 low, u64 high, struct places *out)
{
    struct insn_text text;
    struct error e;
    unsigned unit = g->isa->code_unit, step = unit == 16 ? 1 : unit;
    for (u64 pc = low; pc < high;) {
        u64 at = pc & ~(u64)(unit - 1);
        const struct section *s = find_code(g, pc, &e);
        if (!s) return;
        g->isa->disasm(pc, s->bytes + (at - s->address), unit, &text);
        if (text.text[0]) add_place(out, pc); /* not the second half of a long instruction */
        pc = unit == 16 && (pc & 3) == 2 ? at + 16 : pc + step;
    }
}

/* The colon of FILE:LINE; NULL: that is something else. */
static const char *colon_of_line(const char *where)
{
    const char *colon = strrchr(where, ':');
    return colon && colon[1] >= '0' && colon[1] <= '9' ? colon : NULL;
}

/* FILE:LINE; the colon is at `colon`. */
static int find_line(const struct guest *g, const char *where, const char *colon, struct places *out, struct error *e)
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
        if (r->line == line && i + 1 < g->lines.rows) add_places(g, r->address, r[1].address, out);
    }
    if (out->count) return 0;
    return error_set(e, file ? "%s: no code is of this line" : "%s: no code is of this file", where);
}

/* Those that WHERE names: one, but of a source line. */
static int find(const struct guest *g, const char *where, struct places *out, struct error *e)
{
    const char *colon = colon_of_line(where);
    struct place place;
    if (colon) return find_line(g, where, colon, out, e);
    if (place_find_in_file(&g->symbols, g->path, where, "'pcgram disasm' shows them", &place, e)) return -1;
    add_place(out, place.address);
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

/* --- timing --------------------------------------------------------------------------------------------------------- */

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

/* The code that is looked at for the instruction at pc: its function, in the section. */
static void find_stretch(const struct guest *g, const struct section *s, u64 pc, u64 *low, u64 *high)
{
    enum { NEAR = 4096 }; /* bytes looked at where no function is known */
    u64 unit = g->isa->code_unit, at = pc & ~(unit - 1);
    *low = s->address;
    *high = s->address + s->size;
    size_t f = symbols_find(&g->symbols, pc);
    if (f != SYMBOL_NONE) {
        const struct symbol *symbol = &g->symbols.symbol[f];
        if (symbol->start > *low && symbol->start <= at) *low = symbol->start;
        if (symbol->start + symbol->size < *high && symbol->start + symbol->size > at)
            *high = symbol->start + symbol->size;
    } else if (at - *low > NEAR) *low = at - NEAR;
    *low = (*low + unit - 1) & ~(unit - 1);
}

static int explain_timing(struct explained *x, const struct guest *g, const struct section *s, struct error *e)
{
    struct cpu_parameter number;
    u64 low, high;
    if (isa_check_model(g->isa, x->model, e)) return -1;
    if (!g->isa->cpu_parameter(x->model, 0, &number)) { /* one cycle an instruction: nothing to tell */
        x->model = NULL;
        return 0;
    }
    find_stretch(g, s, x->pc, &low, &high);
    return g->isa->teach->issue(x->model, low, s->bytes + (low - s->address), high - low, x->pc, &x->issue, e);
}

/* The innermost loop round the instruction, and the code looked at for it. False: there is none, or no code. */
static bool loop_at(const struct guest *g, u64 pc, struct teach_loop *out, u64 *low, u64 *high)
{
    struct error e;
    const struct section *s = find_code(g, pc, &e);
    if (!s) return false;
    find_stretch(g, s, pc, low, high);
    return teach_find_loop(g->isa->teach, *low, s->bytes + (*low - s->address), *high - *low, pc, out);
}

/* The function has several loops: where they begin. */
static int error_which_loop(const char *where, const struct teach_loop *loop, size_t loops, struct error *e)
{
    char list[200] = "";
    size_t i = 0, n = 0;
    for (; i < loops; i++) {
        char one[32];
        snprintf(one, sizeof one, "%s0x%" PRIx64, i ? ", " : "", loop[i].first);
        if (n + strlen(one) >= sizeof list) break;
        n += strlen(strcpy(list + n, one));
    }
    return error_set(e, "%s: which of its loops? they begin at %s%s", where, list, i < loops ? ", ..." : "");
}

/* The one loop of the function that begins at pc; -1 with *e. */
static int loop_of_function(const struct guest *g, const char *where, u64 pc, struct teach_loop *out, struct error *e)
{
    enum { MOST = 32 };
    struct teach_loop loop[MOST];
    const struct section *s = find_code(g, pc, e);
    size_t f = symbols_find(&g->symbols, pc), n = 0;
    u64 low, high;
    if (!s) return -1;
    find_stretch(g, s, pc, &low, &high);
    if (f != SYMBOL_NONE && g->symbols.symbol[f].start == pc) n = teach_find_loops(g->isa->teach, low, s->bytes + (low - s->address), high - low, loop, MOST);
    if (n > 1) return error_which_loop(where, loop, n < MOST ? n : MOST, e);
    if (n == 0) return error_set(e, "%s: in no loop of its function (0x%" PRIx64 "; 'pcgram disasm' shows where branches lead)", where, pc);
    *out = loop[0];
    return 0;
}

/* The places of the innermost loop round the first of those found that is in one, or of the one loop of the function that they are the beginning of, instead of them;
 * an instruction that has that loop into *within. */
static int find_loop(const struct guest *g, const char *where, struct places *p, u64 *within, struct error *e)
{
    struct teach_loop loop;
    u64 low, high;
    bool found = false;
    for (size_t i = 0; i < p->count && !found; i++) {
        found = loop_at(g, p->pc[i], &loop, &low, &high);
        *within = p->pc[i];
    }
    if (!found) {
        if (loop_of_function(g, where, p->pc[0], &loop, e)) return -1;
        *within = loop.first;
    }
    p->count = 0;
    add_places(g, loop.first, loop.last + 1, p);
    return 0;
}

/* --- the profile ---------------------------------------------------------------------------------------------------- */

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
    x->collected = p->collected;
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

/* --- all of it ------------------------------------------------------------------------------------------------------ */

/* A profile has the addresses of the run: one of those where the file itself has no code is made one of the file. */
static void unbias(const struct guest *g, const struct profile *p, u64 *pc)
{
    struct error e;
    u32 image = find_image(p, g);
    if (image == PROFILE_NONE || find_code(g, *pc, &e)) return;
    if (*pc >= p->image[image].low && *pc < p->image[image].high) *pc -= p->image[image].bias;
}

/* What all instructions of a page share. */
struct page {
    const struct guest *g;
    const struct settings *s;
    struct places places;
    u64 within; /* --loop: the one of which that is the innermost loop */
    struct profile profile;
    bool loaded;
    struct source source;
    struct explained all; /* of each the same */
};

/* Everything of one instruction. */
static int explain(struct page *p, u64 pc, struct explained *x, struct error *e)
{
    const struct guest *g = p->g;
    const struct section *section = find_code(g, pc, e);
    if (!section) return -1;
    *x = p->all;
    x->pc = pc;
    if (p->loaded && !x->no_profile) x->count = count_at(g, &p->profile, pc);
    unsigned unit = g->isa->code_unit;
    x->code = section->bytes + ((pc & ~(u64)(unit - 1)) - section->address);
    x->line = lines_find(&g->lines, pc);
    if (x->line && !x->line->file) x->line = NULL;
    x->source = x->line ? source_line(&p->source, x->line->file, x->line->line) : NULL;
    g->isa->disasm(pc, x->code, unit, &x->text);
    if (!x->text.text[0])
        return error_set(e, "0x%" PRIx64 ": the second half of a long instruction, which is slot 1: 0x%" PRIx64, pc, pc - 1);
    g->isa->teach->explain(pc, x->code, unit, &x->insn);
    return x->model ? explain_timing(x, g, section, e) : 0;
}

/* What was measured of all of them. */
static void add_up(const struct page *p, struct explain_code *c)
{
    for (size_t i = 0; p->loaded && !p->all.no_profile && i < p->places.count; i++) {
        const struct pc_count *n = count_at(p->g, &p->profile, p->places.pc[i]);
        if (!n) continue;
        c->sum.cycles += n->cycles;
        if (!i) c->entered = n->slots;
    }
    if (p->loaded && !p->all.no_profile) c->run = p->profile.total.cycles;
}

static int print_code(struct page *p, FILE *f, struct error *e)
{
    struct explain_code c = {.count = p->places.count};
    struct explained x, within;
    if (p->s->loop) {
        if (explain(p, p->within, &within, e)) return -1;
        c.loop = &within.issue;
    }
    add_up(p, &c);
    for (size_t i = 0; i < p->places.count; i++) {
        if (explain(p, p->places.pc[i], &x, e)) return -1;
        if (p->s->json) {
            if (!i) explain_json_begin(&x, c.loop != NULL, f);
            explain_json_row(&x, !i, f);
            continue;
        }
        if (!i) explain_code_begin(&c, &x, f);
        explain_code_row(&c, &x, f);
    }
    if (p->s->json) explain_json_end(f);
    else explain_code_end(&c, &x, f);
    return 0;
}

static int print_one(struct page *p, FILE *f, struct error *e)
{
    struct explained x;
    if (explain(p, p->places.pc[0], &x, e)) return -1;
    if (p->s->json) explain_print_json(&x, f);
    else explain_print(&x, f);
    return 0;
}

/* Of the sources whose lines stand on the page, in one line on standard error. */
static void note_changed(const struct page *p)
{
    char **file = NULL;
    size_t files = 0, room = 0, k;
    for (size_t i = 0; i < p->places.count; i++) {
        const struct line_row *line = lines_find(&p->g->lines, p->places.pc[i]);
        if (!line || !line->file) continue;
        for (k = 0; k < files && strcmp(file[k], line->file); k++) continue;
        if (k < files) continue;
        file = alloc_grow(file, files, &room, sizeof *file);
        file[files++] = (char *)line->file;
    }
    note_changed_sources("explain", &p->s->map, file, files, p->g->path, NULL);
    free(file);
}

/* A line of one instruction has its page, but in JSON. */
static bool is_one(const struct page *p, const char *where)
{
    return !p->s->loop && p->places.count == 1 && !(p->s->json && colon_of_line(where));
}

static int explain_all(struct page *p, const char *where, struct error *e)
{
    struct outfile o;
    struct explained *all = &p->all;
    if (find(p->g, where, &p->places, e) || explain_measured(all, p->s, p->g, &p->profile, &p->loaded, e)) return -1;
    for (size_t i = 0; p->loaded && i < p->places.count; i++) unbias(p->g, &p->profile, &p->places.pc[i]);
    if (p->s->loop && find_loop(p->g, where, &p->places, &p->within, e)) return -1;
    all->symbols = &p->g->symbols;
    all->model = choose_model(p->g->isa, p->s->cpu, p->loaded && !all->no_profile ? &p->profile : NULL);
    struct explained first; /* what is wrong is said before a file is made */
    if (explain(p, p->places.pc[0], &first, e) || outfile_open(&o, p->s->output, e)) return -1;
    if (!p->s->json) note_changed(p);
    int bad = (is_one(p, where) ? print_one : print_code)(p, o.f, e);
    return outfile_close(&o, bad ? NULL : e) || bad ? -1 : 0;
}

int cmd_explain(int argc, char **argv)
{
    struct settings s = {.output = "-"};
    struct guest g = {0};
    struct page p = {.g = &g, .s = &s, .source = {.map = &s.map}};
    struct error e, nameless;
    int status = parse(argc, argv, &s);
    if (status) return status == 1 ? print_help(help) : status;
    g.path = argv[optind];
    if (!(g.isa = isa_of_elf(g.path, &e)) || sections_read(&g.sections, g.path, &e)) return trouble(&e);
    symbols_add(&g.symbols, g.isa, g.path, NULL, g.path, 0, &nameless); /* without names there are addresses */
    if (!s.mangled) symbols_demangle(&g.symbols);
    lines_add(&g.lines, g.path, NULL, 0, g.symbols.image[0].low, g.symbols.image[0].high);
    lines_settle(&g.lines);
    p.all.table = insn_table_find(g.isa->name);
    bool bad = explain_all(&p, argv[optind + 1], &e);
    if (p.loaded) profile_free(&p.profile);
    source_free(&p.source);
    free(p.places.pc);
    lines_free(&g.lines);
    symbols_free(&g.symbols);
    sections_free(&g.sections);
    return bad ? trouble(&e) : 0;
}
