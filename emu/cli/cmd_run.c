/* Runs a guest: loads it, counts, and writes what was counted however the run ends. */
#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "emu/cli/commands.h"
#include "emu/cli/stat.h"
#include "emu/core/fault.h"
#include "emu/core/kanata.h"
#include "emu/core/trace.h"
#include "emu/data/collector.h"
#include "emu/gdb/server.h"
#include "emu/host/host.h"
#include "emu/inspect/capstone.h"
#include "emu/inspect/functions.h"
#include "emu/os/os.h"
#include "emu/run/confine.h"
#include "emu/run/isas.h"
#include "emu/run/options.h"
#include "emu/run/results.h"
#include "emu/run/run_progress.h"
#include "emu/run/run_regions.h"
#include "emu/run/run_watch.h"
#include "emu/run/usage.h"
#include "emu/run/version.h"
#include "prof/symbols/demangle.h"
#include "prof/symbols/lines.h"
#include "prof/tick/profiler.h"

#define STATUS_LIMIT 124

struct run {
    struct run_options options;
    struct machine machine;
    struct os *os;
    struct os_result result;
    struct trace trace;
    struct outfile trace_file;
    struct profiler profiler;
    struct outfile tick_log;
    struct results results;
    struct functions functions;
    struct collector collector; /* --data */
    struct run_progress progress;
    struct regions *regions; /* NULL: all is counted */
    const char *guest;
    struct crash crash;
    enum stat_format stat;
    const char *stat_output; /* NULL: standard error */
    struct outfile stat_file;
    struct run_watch watch;
};

static int failed(const struct error *e)
{
    fprintf(stderr, "pcgram: %s\n", e->text);
    return e->status;
}

/* --- what was counted ------------------------------------------------------------------------------------------------- */

/* Everything that was asked for; the first failure's exit status, or 0. */
static int write_stats(struct run *r, bool to_file)
{
    if (!r->options.stats || to_file != (r->options.stats[0] != 0)) return 0;
    return results_write_stats(&r->results, r->machine.isa, r->profiler.handler_cycles, &r->result);
}

/* The table of `pcgram stat`, or its JSON. */
static int write_stat(struct run *r, bool to_file)
{
    struct error e;
    if (r->stat == STAT_NONE || to_file != (r->stat_output != NULL)) return 0;
    stat_print(to_file ? r->stat_file.f : stderr, r->stat, &r->results, r->machine.isa, r->guest, &(struct stat_end){&r->result, &r->crash});
    return to_file && outfile_close(&r->stat_file, &e) ? failed(&e) : 0;
}

/* Files come before words, which may find nobody who reads them. */
static int write_results(struct run *r)
{
    char *text = NULL;
    size_t size = 0;
    struct error e;
    FILE *words = open_memstream(&text, &size);
    r->results.words = words;
    os_report_rest(r->os);
    r->results.words = NULL;
    int status = r->results.status, s = write_stats(r, true);
    if (!status) status = s;
    s = write_stat(r, true);
    if (!status) status = s;
    kanata_close(r->trace.kanata);
    r->trace.kanata = NULL;
    if (r->machine.trace && outfile_close(&r->trace_file, &e) && !status) status = failed(&e);
    if (r->profiler.log && outfile_close(&r->tick_log, &e) && !status) status = failed(&e);
    if (words) fclose(words);
    if (size) fwrite(text, 1, size, stderr);
    free(text);
    s = write_stats(r, false);
    write_stat(r, false);
    bool there = (r->stat != STAT_NONE && !r->stat_output) || (r->options.stats && !r->options.stats[0]) || r->options.config.strace;
    if (there && ferror(stderr) && !s) s = STATUS_USAGE; /* and nowhere to say it */
    return status ? status : s;
}

/* --- the run -------------------------------------------------------------------------------------------------------------- */

/* Ends as the guest did: by the same signal, without a core of ours. */
static int die_of(int signo)
{
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    fflush(NULL);
    signal(signo, SIG_DFL);
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, signo);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    raise(signo);
    return 128 + signo; /* a signal whose default is not to kill */
}

static void say_signal(const struct run *r)
{
    const struct os_result *s = &r->result;
    if (r->options.config.quiet || !strcmp(s->signal, "PIPE")) return; /* "| head": shells say nothing of that, either */
    if (s->pc)
        fprintf(stderr, "pcgram: %s: killed by SIG%s at pc 0x%08" PRIx64 ", address 0x%08" PRIx64 "\n", r->guest,
                s->signal, s->pc, s->addr);
    else
        fprintf(stderr, "pcgram: %s: killed by SIG%s\n", r->guest, s->signal);
    crash_print(&r->crash, stderr);
}

static void say_limit(const struct run *r)
{
    const struct run_options *o = &r->options;
    bool kept = o->profile || o->stats || o->trace || o->tick_log || r->stat != STAT_NONE;
    if (o->config.quiet) return;
    if (r->result.limit)
        fprintf(stderr, "pcgram: %s: ended by %s: the guest wanted more; a greater number lets it go on\n", r->guest,
                r->result.limit);
    else if (r->watch.out_of_time)
        fprintf(stderr, "pcgram: %s: ended by --time-limit=%s (seconds of the host)%s\n", r->guest, o->time_limit,
                kept ? "; what was counted so far is written" : "");
    else if ((r->stat != STAT_JSON || r->stat_output) && !(o->stats && !o->stats[0])) /* JSON on standard error says it, and stands alone there */
        fprintf(stderr, "pcgram: %s: ended by %s%s%s\n", r->guest, o->config.max_insns ? "--max-insns" : "",
                o->config.max_insns && o->config.max_cycles ? " or " : "", o->config.max_cycles ? "--max-cycles" : "");
}

static int finish(struct run *r)
{
    int status = write_results(r);
    switch (r->result.end) {
    case OS_EXIT: return status ? status : r->result.code;
    case OS_SIGNAL: say_signal(r); return status ? status : die_of(r->result.host_signal);
    case OS_LIMIT: say_limit(r); return status ? status : STATUS_LIMIT;
    default: return status ? status : die_of(r->watch.by ? r->watch.by : SIGINT);
    }
}

/* Descriptors of all guest processes are ours: as many as the host allows. */
static void allow_descriptors(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

/* Everything that is to be written is opened before the guest can do anything about it. */
static int open_outputs(struct run *r, struct error *e)
{
    const struct run_options *o = &r->options;
    const char *box = o->config.sandbox;
    if (results_open(&r->results, e)) return -1;
    if (o->tick_log && outfile_open_as(&r->tick_log, o->tick_log, OUTFILE_PATIENT, box, e)) return -1;
    if (r->stat_output && outfile_open_as(&r->stat_file, r->stat_output, OUTFILE_PATIENT, box, e)) return -1;
    if (!o->trace) return 0;
    if (outfile_open_as(&r->trace_file, o->trace, OUTFILE_PATIENT, box, e)) return -1;
    r->trace = (struct trace){.out = r->trace_file.f, .first = r->options.trace_first, .last = r->options.trace_last};
    if (r->options.trace_kanata) r->trace.kanata = kanata_new(r->trace_file.f);
    r->machine.trace = &r->trace;
    return 0;
}

/* The second wall, with a door to the folders of the outputs. */
static int confine_run(const struct run *r, const char *program, struct error *e)
{
    const int folder[] = {outfile_in_folder(&r->results.profile), outfile_in_folder(&r->results.stats),
                          outfile_in_folder(&r->trace_file), outfile_in_folder(&r->tick_log), outfile_in_folder(&r->stat_file), r->results.folder};
    return confine(&r->options, program, folder, ARRAY_LEN(folder), e);
}

static void close_outputs(struct run *r)
{
    results_close(&r->results);
    outfile_discard(&r->trace_file);
    outfile_discard(&r->tick_log);
    outfile_discard(&r->stat_file);
}

/* The machine's profiler. */
static int start_profiler(struct run *r, struct error *e)
{
    const struct run_options *o = &r->options;
    r->profiler = (struct profiler){.rom = o->host_ticks ? NULL : rom_find(r->machine.isa->name),
                                    .log = o->tick_log ? r->tick_log.f : NULL, .allow_overlap = o->allow_overlap};
    return profiler_attach(&r->profiler, &r->machine, e);
}

/* What a run was asked to say on standard output, instead of running, is whole; or our exit status, which is said. */
static int close_text(void)
{
    struct outfile out;
    struct error e;
    return outfile_open(&out, "-", &e) || outfile_close(&out, &e) ? failed(&e) : 0;
}

/* The numbers of a model, or of one with some set. */
static int list_numbers(const char *model)
{
    struct error e;
    struct cpu_parameter p;
    const struct isa *isa;
    unsigned n = 0;
    while ((isa = isa_at(n)) && isa->cpu_check(model, &e)) n++;
    if (!isa) return usage_error("", "%s", e.text);
    for (unsigned i = 0; isa->cpu_parameter(model, i, &p); i++) {
        int width = printf("%s=%" PRIu64, p.key, p.value);
        printf("%*s %s [%s]\n", width < 22 ? 22 - width : 0, "", p.help, p.source ? p.source : "model value");
    }
    return close_text();
}

/* --cpu=help: the models, with their errors; --cpu=MODEL[,key=value...],help: the numbers of one. */
static int list_models(const char *spec)
{
    const struct isa *isa;
    if (strcmp(spec, "help") != 0) {
        char *model = strndup(spec, strlen(spec) - strlen(",help"));
        int status = list_numbers(model);
        free(model);
        return status;
    }
    for (unsigned i = 0; (isa = isa_at(i)); i++)
        for (unsigned k = 0; isa->cpu_models[k]; k++)
            printf("%-8s %-9s %s\n", isa->name, isa->cpu_models[k], isa->cpu_measured[k]);
    return close_text();
}

/* --- under gdb ----------------------------------------------------------------------------------------------------------------- */

static int start_debugged(void *ctx, struct machine *m, struct error *e)
{
    struct run *r = ctx;
    r->profiler = (struct profiler){.rom = r->options.host_ticks ? NULL : rom_find(m->isa->name),
                                    .allow_overlap = r->options.allow_overlap};
    return profiler_attach(&r->profiler, m, e);
}

static void announce(const char *address) { fprintf(stderr, "pcgram: waiting for gdb: target remote %s\n", address); }

/* The guest that gdb has left runs on to its end, one that it has killed is gone. */
static int debug_guest(struct run *r, const char *path, char **guest)
{
    struct error e;
    struct gdb gdb;
    struct debug_spec spec = {.past_nullified = true, .shows_past = true, .isa = r->machine.isa, .config = &r->options.config,
                              .path = path, .argv = guest, .env = r->options.env, .prepare = start_debugged, .ctx = r};
    struct debug *d = debug_new(&spec, &e);
    if (!d) return failed(&e);
    char *real = realpath(path, NULL);
    int status = gdb_serve(d, real, r->options.gdb, announce, &gdb, &e) ? failed(&e) : 0;
    if (!status && gdb.end == GDB_DETACHED) {
        debug_clear_all(d);
        do debug_continue(d, &gdb.stop);
        while (gdb.stop.why == DEBUG_FAULT);
        gdb.end = GDB_ENDED;
    }
    free(real);
    debug_free(d);
    if (status || gdb.end == GDB_KILLED) return status;
    if (gdb.stop.why == DEBUG_LOST) return failed(&gdb.stop.error);
    r->result = gdb.stop.result;
    if (r->result.end == OS_SIGNAL) say_signal(r);
    return r->result.end == OS_SIGNAL ? die_of(r->result.host_signal) : r->result.code;
}

/* Lines that come all the time on what may be the terminal show well enough that something goes on. */
static bool streams(const char *file) { return file && !strcmp(file, "-"); }

/* What a program leaves may take a while, and may be told of. */
static void program_over(void *ctx, struct process *p, const struct os_result *how)
{
    struct run *r = ctx;
    progress_hold(r->progress.progress);
    if (how && p->pid == r->results.first_pid) crash_find(&r->crash, &r->functions, p, how);
    results_program_over(&r->results, p, how);
    progress_go_on(r->progress.progress);
}

/* --- with regions --------------------------------------------------------------------------------------------------------------- */

/* The run before, for --warmup: where the first region begins is put into *first. False: it has been interrupted or has
 * failed, and *status is our exit status. */
static bool rehearse(struct run *r, char *path, char **guest, u64 *first, int *status)
{
    struct error e;
    struct rehearsal before = {.options = &r->options, .functions = &r->functions, .isa = r->machine.isa, .path = path,
                               .argv = guest};
    *status = rehearsal_begin(&before, &e) ? failed(&e) : 0;
    r->os = before.os;
    if (!*status && run_watch_start(&r->watch, r->os, &e)) *status = failed(&e);
    if (!*status) {
        if (!r->options.config.quiet)
            run_progress_start(&r->progress, &before.machine, before.os, "the run before: ", false);
        rehearsal_run(&before);
        run_progress_end(&r->progress);
        run_watch_end(&r->watch);
        *first = before.first;
        r->result = before.result;
        /* also by a signal that came when this run had found its end already */
        if (r->watch.by) *status = die_of(r->watch.by);
        else if (r->watch.out_of_time) say_limit(r), *status = STATUS_LIMIT;
    }
    rehearsal_end(&before);
    r->os = NULL;
    return !*status;
}

/* Two outputs that would be one file, or one that would be the program: 0, or the exit status. */
static int check_outputs(const struct run *r, const char *program)
{
    const struct run_options *o = &r->options;
    const char *const file[] = {o->profile, o->stats, o->trace, o->tick_log, r->stat_output};
    static const char *const name[] = {"profile", "stats", "trace", "tick-log", "output"};
    for (unsigned i = 0; i < ARRAY_LEN(file); i++) {
        if (!file[i]) continue;
        if (usage_overwrites("", file[i], program)) return STATUS_USAGE;
        for (unsigned k = 0; k < i; k++)
            if (usage_both("", name[k], file[k], name[i], file[i])) return STATUS_USAGE;
        if (i && results_may_have(o, file[i]))
            return usage_error("", "--%s=%s: the profile of another process may be called so: give it another name", name[i], file[i]);
    }
    return 0;
}

/* To make code of an instruction takes as long as interpreting some hundred, and the more of it there is the less the host's caches hold. Where thousands of
 * functions become hot in the same moment some get theirs at once, the others when they have run more often, or the run has become longer; what is brief, and so
 * gains little by an entry, waits in any case (docs/speed.md). */
static const struct host_pace host_pace = {.at_once = 4000, .cycles = 8000, .step = 2000, .brief = 8, .wait = 64};

/* Memory for host code is had before the second wall stands, which forbids more of it. Without it all is interpreted. */
static void start_host_code(struct run *r)
{
    const struct config *c = &r->options.config;
    struct error e;
    if (!c->host_hot) return;
    if (!HOST_EMITTER) { /* somebody has asked for it: by default there is none on such a computer */
        if (!c->quiet) fprintf(stderr, "pcgram: --engine=host: pcgram knows only the machine code of x86-64 and aarch64; all is interpreted\n");
        return;
    }
    r->machine.host = host_new(c->host_hot, &e);
    if (r->machine.host && c->host_paced) host_set_pace(r->machine.host, host_pace);
    if (!r->machine.host && !c->quiet) fprintf(stderr, "pcgram: %s; all is interpreted\n", e.text);
}

/* Whatever of a run there is by now. */
static void release(struct run *r)
{
    kanata_close(r->trace.kanata);
    close_outputs(r);
    os_free(r->os);
    if (r->results.collector) collector_end(&r->collector);
    regions_free(r->regions);
    functions_free(&r->functions);
    crash_free(&r->crash);
    mem_free(&r->machine.absolute);
    host_free(r->machine.host);
}

/* Runs a program for which everything is open. Returns the exit status. */
static int run_program(struct run *r, char *path, char **guest)
{
    u64 rehearsed = UINT64_MAX;
    int status;
    const struct run_options *o = &r->options;
    struct error e;
    start_host_code(r);
    if (confine_run(r, path, &e)) return failed(&e);
    if (o->warmup && !rehearse(r, path, guest, &rehearsed, &status)) return status;
    if (options_regions(o) && !(r->regions = run_regions_new(o, &r->functions, &r->machine, rehearsed, &e))) return failed(&e);
    if (o->data) {
        collector_attach(&r->collector, &r->machine, &r->functions, o->collect_apart);
        r->results.collector = &r->collector;
    }
    r->os = os_new(&r->machine, &e);
    struct process *p = r->os ? os_load(r->os, path, guest, o->env, &e) : NULL;
    if (!p || start_profiler(r, &e) || run_watch_start(&r->watch, r->os, &e)) return failed(&e);
    r->results.first_pid = p->pid;
    os_watch(r->os, program_over, r);
    if (!o->config.quiet && !streams(o->trace) && !streams(o->tick_log))
        run_progress_start(&r->progress, &r->machine, r->os, "", o->progress);
    if (r->regions) regions_run(r->regions, r->os, &r->result);
    else os_run(r->os, &r->result);
    run_progress_end(&r->progress);
    if (r->regions) run_regions_report(r->regions, o, rehearsed);
    status = finish(r);
    run_watch_end(&r->watch);
    return status;
}

static int run_guest(struct run *r, char **guest)
{
    struct run_options *o = &r->options;
    struct error e;
    r->guest = guest[0];
    r->machine.config = &o->config;
    r->machine.threads_apart = o->profile != NULL;
    r->machine.function_of = functions_find;
    r->machine.function_of_ctx = &r->functions;
    r->machine.isa = isa_of_program(guest[0], o->config.sysroot, &e);
    if (!r->machine.isa) return failed(&e);
    if (options_complete(o, r->machine.isa, &e)) return usage_error("", "%s", e.text);
    int status = check_outputs(r, guest[0]);
    if (status) return status;
    if (o->gdb && o->sandbox_strict)
        return usage_error("", "--sandbox=strict does not go with -g: gdb's port is outside of the wall; take --sandbox=DIR");
    char *path = guest[0];
    if (o->argv0) guest[0] = (char *)o->argv0;
    signal(SIGPIPE, SIG_IGN); /* a reader who has gone is an error of that file, and no reason to lose the others */
    r->results = (struct results){.options = o, .sum = r->stat != STAT_NONE, .functions = &r->functions};
    host_clock_start(&r->watch.clock, 1);
    r->watch.limit = o->time_limit_ns;
    allow_descriptors();
    r->functions.readable = options_regions(o); /* the user names functions */
    if (open_outputs(r, &e) || fault_install(&e)) status = failed(&e);
    else if (o->gdb) status = debug_guest(r, path, guest);
    else status = run_program(r, path, guest);
    release(r);
    return status;
}

static const char stat_help[] =
    "Usage: pcgram stat [OPTION...] [--] GUEST [ARG...]\n"
    "Run a guest and say on standard error what it has cost: cycles, instructions,\n"
    "branches, misses, and where the cycles went.\n"
    "\n"
    "      --json          one JSON object instead (docs/stat-schema.json)\n"
    "  -o, --output=FILE   write it to FILE instead ('-': standard output)\n"
    "      --help          this text\n"
    "\n"
    "The options of a run go with it: pcgram --help.\n";

enum { STAT_OPTION_JSON, STAT_OPTION_OUTPUT };
static const struct option stat_options[] = {{"json", no_argument, NULL, 0}, {"output", required_argument, NULL, 'o'}, {0}};

static int stat_option(void *ctx, unsigned which, const char *value)
{
    struct run *r = ctx;
    if (which == STAT_OPTION_JSON) r->stat = STAT_JSON;
    else r->stat_output = value;
    return 0;
}

/* --profile behind the guest's name is its own argument; who meant ours finds no profile. */
static void note_behind(const struct run_options *o, char *const *guest)
{
    for (char *const *a = guest + 1; *a && !o->profile && !o->config.quiet; a++) {
        if (strcmp(*a, "--profile") && strncmp(*a, "--profile=", 10)) continue;
        fputs("pcgram: --profile behind the guest's name is an argument of the guest: pcgram's options stand before it\n", stderr);
        return;
    }
}

static int run(int argc, char **argv, enum stat_format stat)
{
    struct run r = {.stat = stat};
    const char *command = stat == STAT_NONE ? "" : "stat";
    struct options_more more = {stat_options, stat_option, &r};
    int status = options_parse(&r.options, command, stat == STAT_NONE ? NULL : &more, argc, argv);
    if (status == 0 && r.options.help) {
        if (stat != STAT_NONE) fputs(stat_help, stdout);
        else options_help(stdout);
        status = close_text();
    } else if (status == 0 && r.options.version) {
        printf("pcgram " PCGRAM_VERSION " (PA-RISC, Itanium)%s%s", lines_supported() ? "; source lines by libdw" : "",
               demangle_supported() ? "; C++ names by libiberty" : "");
        capstone_print_version(stdout);
        putchar('\n');
        status = close_text();
    } else if (status == 0 && r.options.list_cpus) {
        status = list_models(r.options.config.cpu_model);
    } else if (status == 0 && r.options.guest >= argc && r.options.gdb) {
        status = usage_error(command, "which guest? -g has taken %s as its port", r.options.gdb);
    } else if (status == 0 && r.options.guest >= argc) {
        status = usage_error(command, "which guest? give an ELF program for PA-RISC or Itanium");
    } else if (status == 0) {
        if (stat != STAT_NONE && !r.options.gdb) r.options.config.stacks = true; /* a crash is told of with its calls */
        note_behind(&r.options, argv + r.options.guest);
        status = run_guest(&r, argv + r.options.guest);
    }
    options_free(&r.options);
    return status;
}

int cmd_run(int argc, char **argv) { return run(argc, argv, STAT_NONE); }

int cmd_stat(int argc, char **argv) { return run(argc, argv, STAT_TEXT); }
