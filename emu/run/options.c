#include "emu/run/options.h"

#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "emu/core/alloc.h"
#include "emu/core/slices.h"
#include "emu/host/host.h"
#include "emu/run/isas.h"
#include "emu/run/usage.h"
#include "prof/file/profile_file.h"

extern char **environ;

struct option_row {
    const char *name;
    char letter;
    const char *argument, *group, *help;
};

enum option_id {
#define OPTION(name, letter, argument, group, help) OPT_##name,
#include "emu/run/options.def"
#undef OPTION
    OPTIONS
};

static const struct option_row rows[OPTIONS] = {
#define OPTION(name, letter, argument, group, help) {#name, letter, argument, group, help},
#include "emu/run/options.def"
#undef OPTION
};

/* As typed: with dashes. */
static void spell(const struct option_row *row, char *out)
{
    const char *p = row->name;
    while ((*out++ = *p == '_' ? '-' : *p)) p++;
}

/* --- help ---------------------------------------------------------------------------------------------------------------- */

enum { HELP_COLUMN = 30 };

static void print_row(FILE *f, const struct option_row *row)
{
    char name[40], left[80];
    spell(row, name);
    const char *arg = row->argument ? row->argument : "";
    bool optional = arg[0] == '[';
    snprintf(left, sizeof left, "  %c%c%c --%s%s%s", row->letter ? '-' : ' ', row->letter ? row->letter : ' ',
             row->letter ? ',' : ' ', name, optional ? "[=" : *arg ? "=" : "", optional ? arg + 1 : arg);
    fprintf(f, "%-*s", HELP_COLUMN - 1, left);
    fputc(strlen(left) < HELP_COLUMN - 1 ? ' ' : '\n', f);
    if (strlen(left) >= HELP_COLUMN - 1) fprintf(f, "%*s", HELP_COLUMN, "");
    for (const char *p = row->help; *p; p++) {
        fputc(*p, f);
        if (*p == '\n') fprintf(f, "%*s", HELP_COLUMN, "");
    }
    fputc('\n', f);
}

void options_help(FILE *f)
{
    fputs("Usage: pcgram [OPTION...] [--] GUEST [ARG...]\n"
          "       pcgram stat [OPTION...] GUEST [ARG...]\n"
          "       pcgram report|annotate|export|diff|merge|conform [OPTION...] [FILE...]\n"
          "       pcgram data [OPTION...] [FILE]\n"
          "       pcgram disasm [OPTION...] FILE\n"
          "       pcgram isa parisc|ia64 [MNEMONIC...]\n"
          "       pcgram explain [OPTION...] FILE WHERE\n"
          "       pcgram view [OPTION...] GUEST [ARG...]\n"
          "Run a PA-RISC or Itanium ELF program, cycle by cycle, and show exactly where its\n"
          "time went. Each of the other commands has a --help of its own.\n",
          f);
    const char *group = "";
    for (unsigned i = 0; i < OPTIONS; i++) {
        if (strcmp(group, rows[i].group) != 0) fprintf(f, "\n%s:\n", group = rows[i].group);
        print_row(f, &rows[i]);
    }
    fputs("\nThe exit status is the guest's; a signal that kills the guest kills pcgram.\n"
          "124: a limit was reached; 125: bad usage or an error of pcgram; 126: not a\n"
          "program for us; 127: no such file.\n"
          "\n"
          "Examples:\n"
          "  pcgram --profile ./guest arg        run it, then see the ten hottest functions\n"
          "  pcgram report                       all of them\n"
          "  pcgram annotate main                one of them, instruction by instruction\n"
          "  pcgram --profile=gmon.out ./guest && hppa-linux-gnu-gprof ./guest gmon.out\n"
          "  pcgram -L /usr/hppa-linux-gnu ./dynamic-guest\n",
          f);
}

/* --- values -------------------------------------------------------------------------------------------------------------- */

/* A decimal or 0x number; *end is what follows. */
static bool number(const char *s, u64 *n, const char **end)
{
    char *stop;
    if (!isdigit((unsigned char)s[0])) return false;
    errno = 0;
    *n = strtoull(s, &stop, 0);
    *end = stop;
    return errno == 0;
}

/* The same, decimal whatever it begins with. */
static bool decimal(const char *s, u64 *n, const char **end)
{
    char *stop;
    errno = 0;
    *n = strtoull(s, &stop, 10);
    *end = stop;
    return errno == 0;
}

static bool whole(const char *s, u64 *n)
{
    const char *end;
    return number(s, n, &end) && !*end;
}

static bool positive(const char *s, u64 *n) { return whole(s, n) && *n > 0; }

/* 64k, 8M, 1G: bytes. */
static bool size(const char *s, u64 *n)
{
    const char *end;
    if (!number(s, n, &end)) return false;
    unsigned shift = *end == 'k' || *end == 'K' ? 10 : *end == 'M' ? 20 : *end == 'G' ? 30 : 0;
    if (shift) end++;
    if (*end || *n == 0 || *n > UINT64_MAX >> shift) return false;
    *n <<= shift;
    return true;
}

/* 90, 0.5: nanoseconds. */
static bool seconds(const char *s, u64 *ns)
{
    const char *end;
    u64 n, weight = 100000000;
    if (!isdigit((unsigned char)s[0]) || !decimal(s, &n, &end) || n > 1000000000) return false;
    *ns = n * 1000000000;
    if (*end == '.')
        for (end++; isdigit((unsigned char)*end); end++, weight /= 10) *ns += weight * (u64)(*end - '0');
    return !*end && *ns > 0;
}

static bool window(const char *s, u64 *first, u64 *last)
{
    const char *end;
    return number(s, first, &end) && *end == ',' && whole(end + 1, last) && *first <= *last;
}

/* --- the guest's environment ------------------------------------------------------------------------------------------------ */

static size_t env_count(char **env)
{
    size_t n = 0;
    while (env[n]) n++;
    return n;
}

static char **env_find(char **env, const char *name, size_t length)
{
    for (; *env; env++)
        if (!strncmp(*env, name, length) && (*env)[length] == '=') return env;
    return NULL;
}

static void env_unset(struct run_options *o, const char *name)
{
    char **at = env_find(o->env, name, strlen(name));
    if (!at) return;
    free(*at);
    for (; *at; at++) at[0] = at[1];
}

/* DIR, strict, strict:DIR. */
static void sandbox(struct run_options *o, const char *v)
{
    size_t n = strlen("strict");
    o->sandbox_strict = strncmp(v, "strict", n) == 0 && (!v[n] || v[n] == ':');
    if (o->sandbox_strict) v = v[n] && v[n + 1] ? v + n + 1 : ".";
    o->config.sandbox = v;
}

static void env_set(struct run_options *o, const char *assignment)
{
    char **at = env_find(o->env, assignment, (size_t)(strchr(assignment, '=') - assignment));
    if (at) {
        free(*at);
        *at = alloc_string(assignment);
        return;
    }
    size_t n = env_count(o->env);
    o->env = realloc(o->env, (n + 2) * sizeof *o->env);
    o->env[n] = alloc_string(assignment);
    o->env[n + 1] = NULL;
}

static bool is_variable(const char *assignment, const char *name) { return !strncmp(assignment, name, strlen(name)); }

static void env_copy(struct run_options *o)
{
    size_t n = env_count(environ), kept = 0;
    o->env = malloc((n + 1) * sizeof *o->env);
    for (size_t i = 0; i < n; i++) /* how pcgram runs the guest is not to be seen in its environment: results must be the same bytes */
        if (!is_variable(environ[i], "PCGRAM_ENGINE=") && !is_variable(environ[i], "PCGRAM_COLLECTOR=")) o->env[kept++] = alloc_string(environ[i]);
    o->env[kept] = NULL;
}

/* --- parsing -------------------------------------------------------------------------------------------------------------------- */

static int bad(const char *option, const char *value, const char *want)
{
    return usage_error("", "--%s=%s: not %s", option, value, want);
}

static const char SOME[] = "a number from 1 to 2^64 - 1", BYTES[] = "a number of bytes (64k, 8M, 1G)",
                  PLACE[] = "a function or an address (main, 0x10400)";

/* No function's name begins with a digit. */
static bool is_place(const char *v)
{
    char *end;
    if (*v < '0' || *v > '9') return *v;
    errno = 0;
    strtoull(v, &end, 0);
    return !*end && !errno;
}

static bool slices(const char *v, u64 *n)
{
    *n = SLICES_USUAL;
    return !v || (positive(v, n) && *n >= SLICES_LEAST && *n <= SLICES_MOST);
}

/* One of the limits, with the value v; name: the option's, for the complaint. 0, or the exit status. */
static int limit(struct run_options *o, enum option_id id, const char *name, const char *v)
{
    struct config *c = &o->config;
    switch (id) {
    case OPT_max_insns: return positive(v, &c->max_insns) ? 0 : bad(name, v, SOME);
    case OPT_max_cycles: return positive(v, &c->max_cycles) ? 0 : bad(name, v, SOME);
    case OPT_time_limit:
        o->time_limit = v;
        return seconds(v, &o->time_limit_ns) ? 0 : bad(name, v, "a number of seconds above 0 (90, 0.5)");
    case OPT_max_processes: return positive(v, &c->max_processes) ? 0 : bad(name, v, SOME);
    case OPT_max_files: return positive(v, &c->max_files) ? 0 : bad(name, v, SOME);
    case OPT_max_output: return size(v, &c->max_output) ? 0 : bad(name, v, BYTES);
    case OPT_mem_limit: return size(v, &c->mem_limit) ? 0 : bad(name, v, BYTES);
    case OPT_slices: return slices(v, &c->slices) ? 0 : bad(name, v, "a number from 16 to 4096");
    default: return 0;
    }
}

/* The guest's environment; name: the option's, for the complaint. 0, or the exit status. */
static int set_variable(struct run_options *o, const char *name, const char *v)
{
    if (!strchr(v, '=') || v[0] == '=') return bad(name, v, "VAR=VALUE");
    env_set(o, v);
    return 0;
}

static int unset_variable(struct run_options *o, const char *name, const char *v)
{
    if (!*v || strchr(v, '=')) return bad(name, v, "the name of a variable");
    env_unset(o, v);
    return 0;
}

/* A block that is entered so often is worth what its code costs. */
enum { HOST_HOT = 50 };

/* Seconds for each call; with more, machine time would pass 64 bits after a few, and begin again at 0. */
enum { SYSCALL_MOST = 1000000000 };

/* interpreter, host or host,N. */
static bool engine(const char *v, struct config *c)
{
    enum { MOST = 1000000000 };
    u64 n = HOST_HOT;
    if (strncmp(v, "host", 4) != 0 || (v[4] && (v[4] != ',' || !positive(v + 5, &n) || n > MOST))) n = 0;
    c->host_hot = (unsigned)n;
    c->host_paced = !strcmp(v, "host");
    return n || !strcmp(v, "interpreter");
}

/* One option with its value (NULL: none given). 0, or the exit status. */
static int apply(struct run_options *o, enum option_id id, const char *v)
{
    struct config *c = &o->config;
    char name[40], words[FORMAT_WORDS];
    spell(&rows[id], name);
    static const char count[] = "a number from 0 to 2^64 - 1";
    switch (id) {
    case OPT_profile: o->profile = v ? v : DEFAULT_PROFILE; break;
    case OPT_format:
        o->format = format_of_word(v);
        if (!o->format) return usage_error("", "--format=%s: no such format; there are pcgram, %s", v, format_words(0, words));
        break;
    case OPT_data: o->data = true; break;
    case OPT_stats: o->stats = v ? v : ""; return !v || *v ? 0 : bad(name, v, "a file's name; without '=' it is standard error");
    case OPT_start: o->where[REGION_START] = v; return is_place(v) ? 0 : bad(name, v, PLACE);
    case OPT_stop: o->where[REGION_STOP] = v; return is_place(v) ? 0 : bad(name, v, PLACE);
    case OPT_toggle_collect: o->where[REGION_TOGGLE] = v; return *v ? 0 : bad(name, v, "a function's name");
    case OPT_warmup: return whole(v, &o->warmup) ? 0 : bad(name, v, count);
    case OPT_hz: return positive(v, &o->hz) ? 0 : bad(name, v, SOME);
    case OPT_tick_cycles: return positive(v, &c->tick_cycles) ? 0 : bad(name, v, SOME);
    case OPT_mhz: return positive(v, &o->mhz) && o->mhz <= 1000000 ? 0 : bad(name, v, "a number from 1 to 1000000");
    case OPT_cpu:
        c->cpu_model = v;
        o->list_cpus = !strcmp(v, "help") || (strlen(v) > 5 && !strcmp(v + strlen(v) - 5, ",help"));
        break;
    case OPT_realtime: c->realtime = true; break;
    case OPT_syscall_cycles:
        return whole(v, &c->syscall_cycles) && c->syscall_cycles <= SYSCALL_MOST ? 0 : bad(name, v, "a number from 0 to 1000000000");
    case OPT_tick_handler:
        o->host_ticks = !strcmp(v, "host");
        return o->host_ticks || !strcmp(v, "rom") ? 0 : bad(name, v, "rom or host");
    case OPT_tick_log: o->tick_log = v; break;
    case OPT_tick_phase: return whole(v, &c->tick_phase) ? 0 : bad(name, v, count);
    case OPT_tick_jitter:
        c->tick_jitter = true;
        return whole(v, &c->tick_jitter_seed) ? 0 : bad(name, v, count);
    case OPT_charge_handler: c->charge_handler = true; break;
    case OPT_sprofil_overlap:
        o->allow_overlap = !strcmp(v, "allow");
        return o->allow_overlap || !strcmp(v, "reject") ? 0 : bad(name, v, "reject or allow");
    case OPT_max_insns: case OPT_max_cycles: case OPT_time_limit: case OPT_max_processes:
    case OPT_max_files: case OPT_max_output: case OPT_mem_limit: case OPT_slices: return limit(o, id, name, v);
    case OPT_trace: o->trace = v; break;
    case OPT_trace_format:
        o->trace_kanata = !strcmp(v, "kanata");
        return o->trace_kanata || !strcmp(v, "log") ? 0 : bad(name, v, "log or kanata");
    case OPT_trace_window:
        o->trace_window = true;
        return window(v, &o->trace_first, &o->trace_last) ? 0 : bad(name, v, "two CPU cycles, FROM,TO");
    case OPT_strace: c->strace = true; break;
    case OPT_check_groups: c->check_groups = true; break;
    case OPT_gdb: o->gdb = v; break;
    case OPT_step: c->step_only = true; break;
    case OPT_engine: return engine(v, c) ? 0 : bad(name, v, "interpreter, host or host,N");
    case OPT_sysroot: c->sysroot = v; break;
    case OPT_sandbox: sandbox(o, v ? v : "."); break;
    case OPT_env: return set_variable(o, name, v);
    case OPT_unset: return unset_variable(o, name, v);
    case OPT_argv0: o->argv0 = v; break;
    case OPT_stack: return size(v, &c->stack_size) && c->stack_size >= 64 << 10 && c->stack_size <= 1u << 30 ? 0 : bad(name, v, "64k to 1G");
    case OPT_seed: return whole(v, &c->seed) ? 0 : bad(name, v, count);
    case OPT_progress: o->progress = true; break;
    case OPT_quiet: c->quiet = true; break;
    case OPT_help: o->help = true; break;
    case OPT_version: o->version = true; break;
    case OPTIONS: break;
    }
    return 0;
}

/* getopt's tables from ours, and what the command has beside them. */
static void getopt_tables(struct option *longs, char *shorts, char (*names)[40], const struct options_more *more)
{
    unsigned n = OPTIONS;
    *shorts++ = '+'; /* the first word that is no option is the guest */
    *shorts++ = ':';
    for (unsigned i = 0; i < OPTIONS; i++) {
        const char *arg = rows[i].argument;
        spell(&rows[i], names[i]);
        longs[i] = (struct option){names[i], !arg ? no_argument : arg[0] == '[' ? optional_argument : required_argument,
                                   NULL, (int)(256 + i)};
        if (!rows[i].letter) continue;
        *shorts++ = rows[i].letter;
        if (arg) *shorts++ = ':';
    }
    for (unsigned i = 0; more && more->list[i].name && i < OPTIONS_MORE; i++, n++) {
        longs[n] = more->list[i];
        longs[n].val = (int)(256 + n);
        if (!more->list[i].val) continue;
        *shorts++ = (char)more->list[i].val;
        if (longs[n].has_arg) *shorts++ = ':';
    }
    longs[n] = (struct option){0};
    *shorts = 0;
}

static int id_of_letter(int c, const struct options_more *more)
{
    for (int i = 0; i < OPTIONS; i++)
        if (rows[i].letter == c) return i;
    int i = 0;
    while (more->list[i].val != c) i++;
    return OPTIONS + i;
}

bool options_regions(const struct run_options *o)
{
    bool any = false;
    for (int i = 0; i < REGION_MARKS; i++) any |= o->where[i] != NULL;
    return any;
}

/* What a guest in a sandbox may take when nobody says otherwise; the help of --sandbox names it. */
static void limit_sandbox(struct config *c)
{
    if (!c->mem_limit) c->mem_limit = (u64)2 << 30;
    if (!c->max_processes) c->max_processes = 256;
    if (!c->max_files) c->max_files = 4096;
    if (!c->max_output) c->max_output = (u64)1 << 30;
}

/* 0, or the exit status. */
static int complete_data(struct run_options *o)
{
    if (!o->data) return 0;
    if (!o->profile) return usage_error("", "--data: belongs to --profile, whose file it is written to");
    if (o->format != FORMAT_PCGRAM) return usage_error("", "--data: only pcgram's own format can hold it; leave -f away, or name FILE otherwise");
    return 0;
}

/* 0, or the exit status. */
static int complete_slices(const struct run_options *o)
{
    bool holds = o->format == FORMAT_PCGRAM || o->format == FORMAT_TRACE_EVENT || o->format == FORMAT_SPEEDSCOPE;
    if (!o->config.slices) return 0;
    if (!o->profile) return usage_error("", "--slices: belongs to --profile, whose file it is written to");
    if (!holds) return usage_error("", "--slices: pcgram's own format, speedscope and trace-event can hold them; leave -f away, or name FILE otherwise");
    return 0;
}

/* What follows from the options together. */
static int complete(struct run_options *o)
{
    struct config *c = &o->config;
    if (o->hz && c->tick_cycles) return usage_error("", "--hz and --tick-cycles: give one of them");
    if (o->gdb && options_regions(o)) return usage_error("", "-g: the run may go back, so there are no regions");
    if (!o->trace && (o->trace_kanata || o->trace_window))
        return usage_error("", "%s: belongs to --trace", o->trace_kanata ? "--trace-format" : "--trace-window");
    if (o->warmup && !o->where[REGION_START] && !o->where[REGION_TOGGLE])
        return usage_error("", "--warmup: before what? give --start or --toggle-collect");
    if (o->gdb && (o->profile || o->format || o->stats || o->trace || o->tick_log || c->max_insns || c->max_cycles || o->time_limit ||
                   c->max_processes || c->max_files || c->max_output))
        return usage_error("", "-g: the run may go back, so there is no profile, trace or limit");
    if (c->sandbox && !o->gdb) limit_sandbox(c);
    if (c->realtime && o->gdb) return usage_error("", "-g: the run may go back, and the host's time does not: leave --realtime away");
    if (c->realtime && o->warmup)
        return usage_error("", "--warmup: the run before would not be the same with --realtime; leave one of them away");
    if (o->warmup && usage_reads_once("", "--warmup")) return STATUS_USAGE;
    if (c->realtime && c->syscall_cycles)
        return usage_error("", "--syscall-cycles: with --realtime the guest's time is the host's; leave one of them away");
    if (o->format && !o->profile) o->profile = format_default_name(o->format);
    if (o->profile && !o->format) o->format = format_of_name(o->profile);
    if (o->profile && !o->format) o->format = FORMAT_PCGRAM;
    c->stacks = o->profile || o->where[REGION_TOGGLE];
    int bad = complete_data(o);
    return bad ? bad : complete_slices(o);
}

int options_complete(struct run_options *o, const struct isa *isa, struct error *e)
{
    struct config *c = &o->config;
    if (!c->cpu_model) c->cpu_model = isa->cpu_models[0];
    if (isa_check_model(isa, c->cpu_model, e)) return -1;
    c->clock_hz = o->mhz ? o->mhz * 1000000 : isa->cpu_hz(c->cpu_model);
    if (o->hz > c->clock_hz)
        return error_set(e, "--hz=%" PRIu64 ": more than the processor's clock of %" PRIu64 " Hz; --tick-cycles=1 is a tick each cycle", o->hz, c->clock_hz);
    if (!c->tick_cycles) c->tick_cycles = c->clock_hz / (o->hz ? o->hz : 100);
    if (!c->tick_cycles) c->tick_cycles = 1;
    if (c->check_groups && strcmp(isa->name, "ia64")) return error_set(e, "--check-groups: the program is not for Itanium");
    return 0;
}

/* Whether a thread of its own counts for --data: PCGRAM_COLLECTOR says so, or that the host has another processor for it. -1: it says neither. */
static int collect_apart(void)
{
    const char *how = getenv("PCGRAM_COLLECTOR");
    cpu_set_t processors;
    if (!how || !*how) return sched_getaffinity(0, sizeof processors, &processors) == 0 && CPU_COUNT(&processors) > 1;
    return !strcmp(how, "thread") ? 1 : !strcmp(how, "inline") ? 0 : -1;
}

int options_parse(struct run_options *o, const char *command, const struct options_more *more, int argc, char **argv)
{
    struct option longs[OPTIONS + OPTIONS_MORE + 1];
    char shorts[2 * (OPTIONS + OPTIONS_MORE) + 3], names[OPTIONS][40];
    *o = (struct run_options){.trace_last = UINT64_MAX, .config = {.stack_size = 8 << 20}};
    const char *preferred = getenv("PCGRAM_ENGINE");
    if (!preferred || !*preferred) preferred = HOST_EMITTER ? "host" : "interpreter";
    if (!engine(preferred, &o->config))
        return usage_error(command, "PCGRAM_ENGINE=%s: want interpreter, host or host,N", preferred);
    int apart = collect_apart();
    if (apart < 0) return usage_error(command, "PCGRAM_COLLECTOR=%s: want thread or inline", getenv("PCGRAM_COLLECTOR"));
    o->collect_apart = apart;
    env_copy(o);
    getopt_tables(longs, shorts, names, more);
    opterr = 0;
    optind = 0;
    for (int ch; (ch = getopt_long(argc, argv, shorts, longs, NULL)) != -1;) {
        if (ch == ':' || ch == '?') return usage_option(command, ch, argv, longs);
        int id = ch >= 256 ? ch - 256 : id_of_letter(ch, more);
        int status = id < OPTIONS ? apply(o, (enum option_id)id, optarg) : more->apply(more->ctx, (unsigned)(id - OPTIONS), optarg);
        if (status) return status;
    }
    const char *sysroot = getenv("PCGRAM_SYSROOT");
    if (!o->config.sysroot && sysroot && *sysroot) {
        if (access(sysroot, F_OK) != 0) return usage_error("", "PCGRAM_SYSROOT=%s: %s; name a folder that is there", sysroot, strerror(errno));
        o->config.sysroot = sysroot;
    }
    o->guest = optind;
    return complete(o);
}

void options_free(struct run_options *o)
{
    for (char **p = o->env; p && *p; p++) free(*p);
    free(o->env);
}
