/* Runs a guest: loads it, counts, and writes what was counted however the run ends. */
#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "emu/cli/commands.h"
#include "emu/cli/file_command.h"
#include "emu/cli/options.h"
#include "emu/core/elf.h"
#include "emu/core/fault.h"
#include "emu/core/trace.h"
#include "emu/os/os.h"
#include "prof/profiler.h"
#include "prof/report.h"

#define STATUS_LIMIT 124

struct run {
    struct run_options options;
    struct machine machine;
    struct os *os;
    struct process *process;
    struct os_result result;
    struct trace trace;
    struct outfile trace_file;
    struct profiler profiler;
    struct outfile tick_log;
    struct counters ticks; /* one entry a tick, merged now and then */
    u64 tick_count;
    const char *guest;
    sigset_t signals;  /* of the host, which end the run */
    pthread_t watcher; /* waits for them */
    volatile sig_atomic_t interrupted_by;
};

/* A host signal asks the run to end; which one is remembered, to die of it when everything is written. A thread waits for
 * them, so that no signal handler needs to find the run. */
static void *watch_signals(void *arg)
{
    struct run *r = arg;
    int signo;
    while (sigwait(&r->signals, &signo) == 0) {
        r->interrupted_by = signo;
        os_interrupt_request(r->os);
    }
    return NULL;
}

static int watch(struct run *r, struct error *e)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
    sigemptyset(&r->signals);
    for (unsigned i = 0; i < ARRAY_LEN(signals); i++) {
        struct sigaction old;
        sigaction(signals[i], NULL, &old);
        if (old.sa_handler != SIG_IGN) sigaddset(&r->signals, signals[i]);
    }
    pthread_sigmask(SIG_BLOCK, &r->signals, NULL);
    int bad = pthread_create(&r->watcher, NULL, watch_signals, r);
    return bad ? error_set(e, "cannot watch for signals: %s", strerror(bad)) : 0;
}

static void unwatch(struct run *r)
{
    pthread_cancel(r->watcher);
    pthread_join(r->watcher, NULL);
}

static int failed(const struct error *e)
{
    fprintf(stderr, "pcgram: %s\n", e->text);
    return e->status;
}

/* --- what was counted ------------------------------------------------------------------------------------------------- */

static void count_tick(void *ctx, struct thread *t, u64 match_cycle, u64 pc)
{
    struct run *r = ctx;
    (void)t;
    (void)match_cycle;
    r->tick_count++;
    counters_add(&r->ticks, &(struct pc_count){.pc = pc, .ticks = 1});
    if (r->ticks.pcs >= 1 << 16) counters_sort(&r->ticks);
}

static bool read_code(void *context, u64 address, u8 *out, size_t n)
{
    return mem_peek(context, address, out, n) == 0;
}

/* Names of everything executable that is mapped from a file. What cannot be read has no names; that is no error. */
static void add_symbols(struct symbols *s, const struct mem *m)
{
    for (size_t i = 0; i < m->areas; i++) {
        const struct mem_area *a = &m->area[i];
        if (!(a->prot & PROT_EXEC) || !a->name[0] || a->name[0] == '[') continue;
        bool seen = false;
        for (size_t k = 0; k < i && !seen; k++) seen = (m->area[k].prot & PROT_EXEC) && !strcmp(m->area[k].name, a->name);
        if (seen) continue;
        u64 bias = 0;
        struct error e;
        if (elf_bias(a->name, a->start, a->file_offset, &bias) == 0) symbols_add(s, a->name, a->name, bias, &e);
    }
}

static struct profile_exit exit_of(const struct os_result *result)
{
    struct profile_exit x = {.kind = EXIT_LIMIT};
    if (result->end == OS_EXIT) x = (struct profile_exit){.kind = EXIT_CODE, .code = result->code};
    if (result->end == OS_INTERRUPTED) x.kind = EXIT_NONE;
    if (result->end == OS_SIGNAL) {
        x.kind = EXIT_SIGNAL;
        snprintf(x.signal, sizeof x.signal, "%s", result->signal);
    }
    return x;
}

static int write_profile(struct run *r, const struct counters *counters)
{
    struct symbols symbols = {0};
    struct profile profile;
    struct error e;
    add_symbols(&symbols, &r->process->mem);
    struct profile_source source = {
        .isa = r->machine.isa, .unit = 4, .cpu_model = r->options.config.cpu_model,
        .clock_hz = r->options.config.clock_hz, .tick_cycles = r->options.config.tick_cycles,
        .handler_cycles = r->profiler.handler_cycles, .counters = counters,
        .symbols = &symbols, .read_code = read_code, .context = &r->process->mem, .exit = exit_of(&r->result),
    };
    struct format_request request = {.path = r->options.profile, .format = r->options.format, .event = EVENT_TICKS,
                                     .quiet = r->options.config.quiet};
    int status = profile_build(&profile, &source, &e);
    if (status == 0) {
        if (!r->options.config.quiet) report_summary(&profile, stderr);
        status = format_write(&profile, &request, &e);
        profile_free(&profile);
    }
    symbols_free(&symbols);
    return status ? failed(&e) : 0;
}

static void print_exit(FILE *f, const struct os_result *result)
{
    switch (result->end) {
    case OS_EXIT: fprintf(f, "{\"code\":%d}", result->code); break;
    case OS_SIGNAL: fprintf(f, "{\"signal\":\"%s\"}", result->signal); break;
    case OS_LIMIT: fputs("{\"limit\":true}", f); break;
    case OS_INTERRUPTED: fputs("{\"interrupted\":true}", f); break;
    }
}

/* DESIGN, section 6: nothing in it depends on the host. */
static int write_stats(struct run *r, const struct counters *counters)
{
    struct pc_count total = {0};
    struct outfile o;
    struct error e;
    for (size_t i = 0; i < counters->pcs; i++) profile_add(&total, &counters->pc[i]);
    bool to_file = r->options.stats[0];
    if (to_file && outfile_open(&o, r->options.stats, &e)) return failed(&e);
    FILE *f = to_file ? o.f : stderr;
    fprintf(f, "{\"schema\":1,\"isa\":\"%s\",\"cpu\":\"%s\",\"cycles\":%" PRIu64 ",\"instructions\":%" PRIu64
               ",\"slots\":%" PRIu64 ",\"ticks\":%" PRIu64 ",\"handler_cycles\":%" PRIu64 ",\"stalls\":{},\"exit\":",
            r->machine.isa->name, r->options.config.cpu_model, total.cycles, total.instructions, total.slots,
            r->tick_count, r->profiler.handler_cycles);
    print_exit(f, &r->result);
    fputs("}\n", f);
    if (to_file && outfile_close(&o, &e)) return failed(&e);
    return 0;
}

/* Everything that was asked for; the first failure's exit status, or 0. */
static int write_results(struct run *r)
{
    int status = 0;
    if (r->options.profile || r->options.stats) {
        struct counters counters = {0};
        r->machine.isa->collect(r->process, &counters);
        for (size_t i = 0; i < r->ticks.pcs; i++) counters_add(&counters, &r->ticks.pc[i]);
        counters_sort(&counters);
        if (r->options.profile) status = write_profile(r, &counters);
        if (r->options.stats) {
            int s = write_stats(r, &counters);
            if (!status) status = s;
        }
        counters_free(&counters);
    }
    struct error e;
    if (r->machine.trace && outfile_close(&r->trace_file, &e) && !status) status = failed(&e);
    if (r->profiler.log && outfile_close(&r->tick_log, &e) && !status) status = failed(&e);
    return status;
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
    if (r->options.config.quiet) return;
    if (s->pc)
        fprintf(stderr, "pcgram: %s: killed by SIG%s at pc 0x%08" PRIx64 ", address 0x%08" PRIx64 "\n", r->guest,
                s->signal, s->pc, s->addr);
    else
        fprintf(stderr, "pcgram: %s: killed by SIG%s\n", r->guest, s->signal);
}

static int finish(struct run *r)
{
    int status = write_results(r);
    switch (r->result.end) {
    case OS_EXIT: return status ? status : r->result.code;
    case OS_SIGNAL: say_signal(r); return status ? status : die_of(r->result.host_signal);
    case OS_LIMIT: return status ? status : STATUS_LIMIT;
    default: return status ? status : die_of(r->interrupted_by ? r->interrupted_by : SIGINT);
    }
}

static int open_trace(struct run *r, struct error *e)
{
    if (!r->options.trace) return 0;
    if (outfile_open(&r->trace_file, r->options.trace, e)) return -1;
    r->trace = (struct trace){.out = r->trace_file.f, .first = r->options.trace_first, .last = r->options.trace_last};
    r->machine.trace = &r->trace;
    return 0;
}

/* The machine's profiler. */
static int start_profiler(struct run *r, struct error *e)
{
    const struct run_options *o = &r->options;
    if (o->tick_log && outfile_open(&r->tick_log, o->tick_log, e)) return -1;
    r->profiler = (struct profiler){.rom = o->host_ticks ? NULL : rom_find(r->machine.isa->name),
                                    .log = o->tick_log ? r->tick_log.f : NULL, .allow_overlap = o->allow_overlap};
    return profiler_attach(&r->profiler, &r->machine, e);
}

static bool model_known(const struct isa *isa, const char *name)
{
    for (const char *const *m = isa->cpu_models; *m; m++)
        if (!strcmp(*m, name)) return true;
    return false;
}

static int list_models(const struct isa *isa)
{
    for (const char *const *m = isa->cpu_models; *m; m++) printf("%s\n", *m);
    return 0;
}

static int run_guest(struct run *r, char **guest)
{
    struct run_options *o = &r->options;
    struct error e;
    r->guest = guest[0];
    r->machine.config = &o->config;
    r->machine.isa = isa_find("parisc");
    r->machine.on_tick = count_tick;
    r->machine.on_tick_ctx = r;
    if (o->list_cpus) return list_models(r->machine.isa);
    if (!model_known(r->machine.isa, o->config.cpu_model))
        return usage_error("", "--cpu=%s: no such model; --cpu=help lists them", o->config.cpu_model);
    char *path = guest[0];
    if (o->argv0) guest[0] = (char *)o->argv0;
    if ((o->profile && outfile_check(o->profile, &e)) || (o->stats && o->stats[0] && outfile_check(o->stats, &e)) ||
        fault_install(&e) || open_trace(r, &e))
        return failed(&e);
    r->os = os_new(&r->machine, &e);
    if (r->os) r->process = os_load(r->os, path, guest, o->env, &e);
    if (!r->process || start_profiler(r, &e)) {
        if (r->machine.trace) outfile_discard(&r->trace_file);
        if (r->profiler.log) outfile_discard(&r->tick_log);
        os_free(r->os);
        return failed(&e);
    }
    if (watch(r, &e)) return failed(&e);
    os_run(r->os, &r->result);
    unwatch(r);
    int status = finish(r);
    counters_free(&r->ticks);
    os_free(r->os);
    mem_free(&r->machine.absolute);
    return status;
}

int cmd_run(int argc, char **argv)
{
    struct run r = {0};
    int status = options_parse(&r.options, argc, argv);
    if (status == 0 && r.options.help) {
        options_help(stdout);
        status = fflush(stdout) || ferror(stdout) ? STATUS_USAGE : 0;
    } else if (status == 0 && r.options.version) {
        puts("pcgram 0.1 (PA-RISC)");
        status = fflush(stdout) ? STATUS_USAGE : 0;
    } else if (status == 0 && r.options.guest >= argc && !r.options.list_cpus) {
        status = usage_error("", "which guest? give a PA-RISC ELF program");
    } else if (status == 0) {
        status = run_guest(&r, argv + r.options.guest);
    }
    options_free(&r.options);
    return status;
}
