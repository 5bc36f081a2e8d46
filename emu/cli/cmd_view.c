/* pcgram view: the debug view of a guest, in a window or as pictures. */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>

#include "emu/cli/commands.h"
#include "emu/core/fault.h"
#include "emu/inspect/capstone.h"
#include "emu/inspect/functions.h"
#include "emu/inspect/source_lines.h"
#include "emu/run/crash.h"
#include "emu/run/data_names.h"
#include "emu/run/isas.h"
#include "emu/run/options.h"
#include "emu/run/usage.h"
#include "emu/view/tty.h"
#include "emu/view/window.h"
#include "prof/symbols/inlines.h"
#include "prof/symbols/source.h"
#include "prof/tick/profiler.h"

static const char help[] = "Usage: pcgram view [OPTION...] [--] GUEST [ARG...]\n"
                           "Watch a guest run: its source above its code as a heat map, registers, calls,\n"
                           "memory, the last instructions on a time line, what it writes, the clock, and the\n"
                           "histogram it keeps. You can step it by instruction or source line, run it to\n"
                           "ticks and breakpoints, and go back. The key h lists the keys.\n"
                           "\n"
                           "Options of the view:\n"
                           "      --keys=KEYS         type these keys first: characters, and <up>, <down>,\n"
                           "                          <pageup>, <pagedown>, <home>, <enter>, <escape>,\n"
                           "                          <space>, <erase>, <tab>, <less>; blanks are ignored\n"
                           "      --tty               in this terminal instead of a window\n"
                           "      --screenshot=FILE   then write a picture (PNG), and end\n"
                           "      --dump=FILE         then write the characters of the picture, and end\n"
                           "      --size=WxH          size of the window in pixels (default 1560x968)\n"
                           "      --scale=N           size of characters, 1 to 4 (default 2)\n"
                           "      --font=FILE         letters of the window: a font of fixed width; builtin:\n"
                           "                          the view's own (default: a font of the system, by\n"
                           "                          SDL2_ttf, if there are both; pictures have builtin)\n"
                           "      --disasm=WHOSE      text of instructions by pcgram (default) or by\n"
    "                          capstone (PA-RISC only)\n"
    "      --source-map=FROM=TO\n"
    "                          source files of the folder FROM are in TO on this\n"
    "                          host; the first that fits counts, then\n"
    "                          PCGRAM_SOURCE_MAP\n"
    "      --light             dark text on a light background\n"
                           "  -h, --help              this text\n"
                           "\n"
                           "The options of a run (pcgram --help) can be given, too, except those that write\n"
                           "files. A window needs SDL2, --tty ncurses; --screenshot and --dump need neither.\n"
                           "\n"
                           "Examples:\n"
                           "  pcgram view ./guest\n"
                           "  pcgram view --tick-cycles=100000 ./guest           t runs to the next tick\n"
                           "  pcgram view --keys='amain<enter><enter>ssss' --screenshot=main.png ./guest\n";

struct view_options {
    const char *keys, *screenshot, *dump, *font;
    unsigned width, height, scale;
    struct source_map map;
    bool light, capstone, tty;
};

struct viewer {
    struct run_options options;
    struct view view;
    struct profiler profiler;
    struct functions functions;
    struct source_lines lines;
    struct source source;
};

/* --- what the view asks for ---------------------------------------------------------------------------------------- */

static int prepare(void *ctx, struct machine *m, struct error *e)
{
    struct viewer *r = ctx;
    r->profiler = (struct profiler){.rom = r->options.host_ticks ? NULL : rom_find(m->isa->name),
                                    .allow_overlap = r->options.allow_overlap};
    m->function_of = functions_find; /* what is a tail call depends on it */
    m->function_of_ctx = &r->functions;
    if (profiler_attach(&r->profiler, m, e)) return -1;
    view_machine(&r->view, m);
    return 0;
}

static bool symbol(void *ctx, struct process *p, u64 pc, char *name, u64 *from)
{
    struct viewer *r = ctx;
    return functions_name(&r->functions, p, pc, name, VIEW_NAME, from);
}

static bool address(void *ctx, struct process *p, const char *text, u64 *out, unsigned *objects)
{
    struct viewer *r = ctx;
    char *end;
    *objects = 0;
    if (functions_address(&r->functions, p, text, out)) return true;
    if ((*objects = data_find(&p->mem, text, out))) return true;
    *out = strtoull(text, &end, 16);
    return end != text && !*end;
}

static unsigned regions(void *ctx, struct process *p, struct view_region *out)
{
    struct pcb b;
    unsigned n = 0;
    (void)ctx;
    if (!p->thread || !profiler_find(p->thread, &b) || !pcb_on(&b)) return 0;
    u32 count = pcb_get32(&b, b.bytes + PCB_COUNT);
    for (u32 i = 0; i < count && n < VIEW_REGIONS; i++) {
        const u8 *at = pcb_entry(&b, i);
        u32 element = pcb_get32(&b, at + PCB_ELEMENT);
        out[n++] = (struct view_region){.low = pcb_get64(&b, at + PCB_LOW),
                                        .last = pcb_get64(&b, at + PCB_LAST),
                                        .base = pcb_get64(&b, at + PCB_BASE),
                                        .bins = element ? pcb_get64(&b, at + PCB_LIMIT) / element : 0,
                                        .scale = pcb_get32(&b, at + PCB_SCALE),
                                        .element = element,
                                        .overflow = pcb_get32(&b, at + PCB_MODE) & PCB_OVERFLOW};
    }
    return n;
}

static bool line(void *ctx, struct process *p, u64 pc, const char **file, u32 *line, u64 *from)
{
    struct viewer *r = ctx;
    const struct line_row *row = source_lines_find(&r->lines, p, pc);
    if (!row) return false;
    *file = row->file;
    *line = row->line;
    *from = row->address;
    return true;
}

static const char *source(void *ctx, const char *file, u32 line)
{
    struct viewer *r = ctx;
    return source_line(&r->source, file, line);
}

static void output(void *ctx, const void *bytes, size_t n)
{
    struct viewer *r = ctx;
    view_output(&r->view, bytes, n);
}

/* As crash_find() has it, from tables that are read once: it is asked after each key. */
static void find_place(struct viewer *r, struct process *p, u64 pc, struct crash_place *out)
{
    u64 from;
    *out = (struct crash_place){.pc = pc};
    if (functions_name(&r->functions, p, pc, out->function, sizeof out->function - 24, &from) && pc != from) {
        size_t n = strlen(out->function);
        snprintf(out->function + n, sizeof out->function - n, "+0x%" PRIx64, pc - from);
    }
    const struct line_row *row = source_lines_find(&r->lines, p, pc);
    if (!row) return;
    out->file = (char *)row->file; /* not owned: no crash_free() */
    out->line = row->line;
}

/* Adds the place of the pc, and in front of it the inlined functions whose code it is, the innermost first: each is where the one before
 * it was called. */
static void add_places(struct viewer *r, struct process *p, u64 pc, struct crash *c)
{
    struct crash_place function;
    find_place(r, p, pc, &function);
    const struct inlines *l = source_lines_inlines(&r->lines, p, pc);
    for (u32 i = l ? inlines_at(l, pc) : INLINES_NONE; i != INLINES_NONE && c->places < ARRAY_LEN(c->place); i = l->copy[i].parent) {
        struct crash_place *at = &c->place[c->places++];
        *at = (struct crash_place){.pc = pc, .file = function.file, .line = function.line, .inlined = true};
        snprintf(at->function, sizeof at->function, "%s", l->function[l->copy[i].function].name);
        function.file = l->copy[i].file;
        function.line = l->copy[i].line;
    }
    if (c->places < ARRAY_LEN(c->place)) c->place[c->places++] = function;
}

static unsigned place(void *ctx, struct process *p, const struct os_result *how, char (*words)[VIEW_WORDS])
{
    struct viewer *r = ctx;
    struct crash c = {.deeper = how->deeper};
    if (how->end != OS_SIGNAL || !how->pc) return 0;
    add_places(r, p, how->pc, &c);
    for (unsigned i = 0; i < how->callers && c.places < ARRAY_LEN(c.place); i++) add_places(r, p, how->caller[i], &c);
    for (unsigned i = 0; i < c.places; i++) crash_words(&c, i, words[i], VIEW_WORDS);
    return c.places;
}

/* --- options ------------------------------------------------------------------------------------------------------- */

static bool number(const char *text, unsigned least, unsigned most, char end, const char **rest, unsigned *out)
{
    char *stop;
    unsigned long n = strtoul(text, &stop, 10);
    *rest = stop + 1;
    *out = (unsigned)n;
    return *text >= '0' && *text <= '9' && *stop == end && n >= least && n <= most;
}

enum own_option { OWN_keys, OWN_tty, OWN_screenshot, OWN_dump, OWN_size, OWN_scale, OWN_font, OWN_disasm, OWN_source_map, OWN_light };

static const struct option own_options[] = {
    {"keys", required_argument, NULL, 0},  {"tty", no_argument, NULL, 0},         {"screenshot", required_argument, NULL, 0},
    {"dump", required_argument, NULL, 0},  {"size", required_argument, NULL, 0},  {"scale", required_argument, NULL, 0},
    {"font", required_argument, NULL, 0},  {"disasm", required_argument, NULL, 0}, {"source-map", required_argument, NULL, 0},
    {"light", no_argument, NULL, 0},       {NULL, 0, NULL, 0},
};

static int check_keys(const char *keys)
{
    while (*keys) {
        const char *at = keys;
        if (view_script(&keys) < 0) return usage_error("view", "--keys: no such key: %.12s; pcgram view --help lists them", at);
    }
    return 0;
}

/* One of the view's own: 0, or an exit status. */
static int view_option(void *ctx, unsigned which, const char *value)
{
    struct view_options *o = ctx;
    const char *rest;
    switch ((enum own_option)which) {
    case OWN_light: o->light = true; break;
    case OWN_tty: o->tty = true; break;
    case OWN_keys: o->keys = value; return check_keys(value);
    case OWN_screenshot: o->screenshot = value; break;
    case OWN_dump: o->dump = value; break;
    case OWN_font:
        if (!*value) return usage_error("view", "--font: give a file, or builtin");
        if (strcmp(value, "builtin") && access(value, R_OK)) return usage_error("view", "--font=%s: cannot read: %s", value, strerror(errno));
        o->font = value;
        break;
    case OWN_scale:
        if (!number(value, 1, 4, 0, &rest, &o->scale)) return usage_error("view", "--scale=%s: give 1 to 4", value);
        break;
    case OWN_size:
        if (!number(value, 300, 8192, 'x', &rest, &o->width) || !number(rest, 200, 8192, 0, &rest, &o->height))
            return usage_error("view", "--size=%s: give WIDTHxHEIGHT in pixels, 300x200 to 8192x8192", value);
        break;
    case OWN_disasm:
        if (!parse_disassembler(value, &o->capstone)) return usage_error("view", "--disasm=%s: not pcgram or capstone", value);
        break;
    case OWN_source_map: return parse_source_map("view", value, &o->map);
    }
    return 0;
}

static int check(const struct run_options *o, const struct view_options *own)
{
    if (usage_both("view", "screenshot", own->screenshot, "dump", own->dump)) return STATUS_USAGE;
    if (o->gdb || o->profile || o->format || o->stats || o->trace || o->tick_log || o->config.max_insns ||
        o->config.max_cycles)
        return usage_error("view", "the run may go back, so there is no profile, trace or limit, and no gdb");
    if (o->config.realtime)
        return usage_error("view", "the run may go back, and the host's time does not: leave --realtime away");
    if (usage_reads_once("view", "")) return STATUS_USAGE;
    if (options_regions(o)) return usage_error("view", "the view counts all of the run: no --start, --stop or --toggle-collect");
    return 0;
}

/* --- the view ------------------------------------------------------------------------------------------------------ */

/* The keys, where there is no window. What is in sight depends on what was drawn before, so it is drawn as often as windows are. */
static void play(struct view *v, const char *keys)
{
    int key;
    view_draw(v);
    while (keys && !v->over && (key = view_script(&keys)) != VIEW_KEY_NONE) {
        view_key(v, key);
        view_draw(v);
    }
}

static int show(struct viewer *r, const struct view_options *o, struct error *e)
{
    struct view *v = &r->view;
    bool picture = o->screenshot || o->dump;
    v->scale = o->scale;
    v->canvas.light = o->light;
    if (view_open(v, o->width, o->height, e) != 0) return -1;
    if (o->tty && !picture) return tty_run(v, o->keys, e);
    if (window_run(v, o->font, o->keys, picture, e) != 0) {
        if (!picture) return -1;
        play(v, o->keys);
    }
    view_draw(v);
    struct outfile out;
    if (o->screenshot) {
        if (outfile_open(&out, o->screenshot, e)) return -1;
        if (canvas_png(&v->canvas, v->scale, out.f, e)) {
            outfile_discard(&out);
            return -1;
        }
        if (outfile_close(&out, e)) return -1;
    }
    if (!o->dump) return 0;
    if (outfile_open(&out, o->dump, e)) return -1;
    canvas_text(&v->canvas, out.f);
    return outfile_close(&out, e);
}

/* Keys are for the view: a guest that reads the terminal has none. */
static bool no_input(struct error *e)
{
    if (!isatty(0)) return true;
    int fd = open("/dev/null", O_RDONLY | O_CLOEXEC);
    bool good = fd >= 0 && dup2(fd, 0) == 0;
    if (fd >= 0) close(fd);
    return good || error_set(e, "/dev/null: cannot open") == 0;
}

static int view_guest(struct viewer *r, const struct view_options *o, char **guest)
{
    struct error e;
    struct run_options *options = &r->options;
    if (usage_overwrites("view", o->screenshot, guest[0]) || usage_overwrites("view", o->dump, guest[0])) return STATUS_USAGE;
    const struct isa *isa = isa_of_program(guest[0], options->config.sysroot, &e);
    if (!isa) return fprintf(stderr, "pcgram: %s\n", e.text), e.status;
    if (options_complete(options, isa, &e)) return usage_error("view", "%s", e.text);
    struct capstone *capstone = o->capstone ? capstone_open(isa, &e) : NULL;
    if (o->capstone && !capstone) return usage_error("view", "%s", e.text);
    r->source.map = &o->map;
    options->config.stacks = true; /* a fault is told of with the calls that led there */
    const char *path = guest[0];
    if (options->argv0) guest[0] = (char *)options->argv0;
    struct debug_spec spec = {.isa = isa,
                              .config = &options->config,
                              .path = path,
                              .argv = guest,
                              .env = options->env,
                              .prepare = prepare,
                              .output = output,
                              .output_only = o->tty && !o->screenshot && !o->dump,
                              .ctx = r};
    if (spec.output_only && !no_input(&e)) return fprintf(stderr, "pcgram: %s\n", e.text), e.status;
    options->config.quiet |= spec.output_only;
    struct debug *d = fault_install(&e) ? NULL : debug_new(&spec, &e);
    int bad = -1;
    if (d) {
        r->view.spec = (struct view_spec){.debug = d,
                                          .guest = path,
                                          .cpu = options->config.cpu_model,
                                          .config = &options->config,
                                          .ctx = r,
                                          .symbol = symbol,
                                          .address = address,
                                          .regions = regions,
                                          .place = place,
                                          .line = line,
                                          .source = source,
                                          .other = capstone ? capstone_disassembler(capstone) : NULL};
        bad = show(r, o, &e);
    }
    view_close(&r->view);
    debug_free(d);
    functions_free(&r->functions);
    source_lines_free(&r->lines);
    source_free(&r->source);
    capstone_close(capstone);
    return bad ? (fprintf(stderr, "pcgram: %s\n", e.text), e.status) : 0;
}

int cmd_view(int argc, char **argv)
{
    struct viewer r = {.functions = {.readable = true}};
    struct view_options o = {.width = 1560, .height = 968, .scale = 2};
    struct options_more more = {own_options, view_option, &o};
    int status = options_parse(&r.options, "view", &more, argc, argv);
    if (status == 0 && r.options.help) {
        options_free(&r.options);
        return print_help(help);
    }
    if (status == 0) status = check(&r.options, &o);
    if (status == 0 && r.options.guest >= argc)
        status = usage_error("view", "which guest? give an ELF program for PA-RISC or Itanium");
    else if (status == 0) status = view_guest(&r, &o, argv + r.options.guest);
    options_free(&r.options);
    return status;
}
