#include "emu/run/results.h"

#include <inttypes.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "emu/core/elf.h"
#include "emu/core/engine.h"
#include "emu/core/slices.h"
#include "emu/core/text.h"
#include "emu/core/unloaded.h"
#include "emu/data/collector.h"
#include "emu/inspect/functions.h"
#include "emu/run/data_names.h"
#include "emu/run/run_regions.h"
#include "prof/file/profile_file.h"
#include "prof/output/outfile.h"
#include "prof/output/outpath.h"
#include "prof/output/text.h"
#include "prof/profile/profile_demangle.h"
#include "prof/report/report.h"

static bool peek_code(const struct mem *m, u64 address, u8 *out, size_t n)
{
    return mem_peek(m, address, out, n) == 0 || unloaded_read(m, address, out, n);
}

static bool read_code(void *context, u64 address, u8 *out, size_t n) { return peek_code(context, address, out, n); }

static void name_data(void *context, const u64 *address, char **name, size_t n) { data_names(context, address, name, n); }

/* Whether the guest has come to [start, end). */
static bool ran(const struct counters *c, u64 start, u64 end)
{
    size_t pc = 0, arc = 0;
    while (pc < c->pcs && c->pc[pc].pc - start >= end - start) pc++;
    while (arc < c->arcs && c->arc[arc].to - start >= end - start) arc++;
    return pc < c->pcs || arc < c->arcs;
}

/* The kernel's page: a run without signals does not come there. */
static bool in_kernel(const struct counters *c, const struct abi *abi) { return ran(c, abi->vdso_page, abi->vdso_page + MEM_PAGE); }

/* What the run has read is not read again: for an empty Lua program that was a twelfth of all instructions. */
static void add_file(const struct results *r, struct symbols *s, struct lines *l, const struct isa *isa, const char *name, const struct file_id *id, u64 bias)
{
    struct error e;
    const struct symbols *known = r->functions ? functions_symbols(r->functions, name, id, bias) : NULL;
    if (known) symbols_add_copies(s, known);
    else symbols_add(s, isa, name, id, name, bias, &e);
    lines_add(l, name, id, bias, s->image[s->images - 1].low, s->image[s->images - 1].high);
}

static void say_mixed(const char *before, const char *behind)
{
    fputs("pcgram: code of ", stderr);
    text_name(stderr, before); /* the guest may have made these names */
    fputs(" lay where later that of ", stderr);
    text_name(stderr, behind);
    fputs(" did: what is counted there is of both, under names of the latter\n", stderr);
}

/* Of code that is mapped no more. */
static void add_gone(const struct results *r, struct symbols *s, struct lines *l, const struct process *p, const struct unloaded *g)
{
    const struct mem_area *now = unloaded_covered(&p->mem, g);
    const struct unloaded *later = now ? NULL : unloaded_at(&p->mem, g->code, g->end);
    const char *name = now ? now->name : later->name;
    u64 bias;
    if (later != g && strcmp(name, g->name) && !r->options->config.quiet) say_mixed(g->name, name);
    if (later == g && elf_bias(g->name, &g->id, g->code, g->file_offset, &bias) == 0) add_file(r, s, l, p->isa, g->name, &g->id, bias);
}

/* Names and lines of everything executable that is mapped from a file, or was. What cannot be read has none; that is no error. */
static void add_symbols(const struct results *r, struct symbols *s, struct lines *l, const struct process *p, const struct counters *c)
{
    const struct mem *m = &p->mem;
    const struct mem_area *mapped;
    u64 bias;
    for (struct elf_walk w = {0}; (mapped = elf_next_image(m, &w, &bias));) add_file(r, s, l, p->isa, mapped->name, &mapped->id, bias);
    for (size_t i = 0; i < m->gones; i++)
        if (ran(c, m->gone[i].code, m->gone[i].end)) add_gone(r, s, l, p, &m->gone[i]);
    if (in_kernel(c, p->isa->abi)) functions_add_kernel(s, p->isa->abi);
    else symbols_settle(s);
    lines_settle(l);
    if (s->full && !r->options->config.quiet)
        fprintf(stderr, "pcgram: process %d: its files have more symbols than the %d that are read: code of the others has no names\n", p->pid, SYMBOLS_MOST);
    if (l->cut && !r->options->config.quiet)
        fprintf(stderr, "pcgram: process %d: its files have more rows of source lines than the %d that are read: code of the others has no lines\n", p->pid, LINES_MOST);
}

static struct profile_exit exit_of(const struct os_result *result)
{
    struct profile_exit x = {.kind = EXIT_LIMIT};
    if (!result) return (struct profile_exit){.kind = EXIT_NONE}; /* another program took its place */
    if (result->end == OS_EXIT) x = (struct profile_exit){.kind = EXIT_CODE, .code = result->code};
    if (result->end == OS_INTERRUPTED) x.kind = EXIT_NONE;
    if (result->end == OS_SIGNAL) {
        x.kind = EXIT_SIGNAL;
        snprintf(x.signal, sizeof x.signal, "%s", result->signal);
    }
    return x;
}

/* --- what is kept for it ---------------------------------------------------------------------------------------------- */

/* Descriptors, mappings and addresses (ulimit -v) of all guest processes are ours, and a guest may take all that the host allows. Pages whose
 * rights are not those of their neighbours are mappings of their own (vm.max_map_count). */
static void hold_spare(struct results *r)
{
    struct rlimit limit = {.rlim_cur = 1024};
    getrlimit(RLIMIT_NOFILE, &limit);
    unsigned most = limit.rlim_cur / 4 < SPARE_FILES ? (unsigned)limit.rlim_cur / 4 : SPARE_FILES;
    for (unsigned i = 0; i < SPARE_FILES; i++) r->spare[i] = i < most ? fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3) : -1;
    u8 *maps = mmap(NULL, SPARE_MAPS * MEM_PAGE + SPARE_BYTES, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    r->spare_maps = maps == MAP_FAILED ? NULL : maps;
    for (unsigned i = 0; r->spare_maps && i < SPARE_MAPS; i += 2) mprotect(maps + i * MEM_PAGE, MEM_PAGE, PROT_READ);
}

static void release_spare(struct results *r)
{
    for (unsigned i = 0; i < SPARE_FILES; i++) {
        if (r->spare[i] >= 0) close(r->spare[i]);
        r->spare[i] = -1;
    }
    if (r->spare_maps) munmap(r->spare_maps, SPARE_MAPS * MEM_PAGE + SPARE_BYTES);
    r->spare_maps = NULL;
}

/* FILE, of which the names of other processes' profiles are made: one that has none lends the default. */
static const char *base_of(const struct run_options *o, bool in_place)
{
    const char *file = o->profile;
    bool nameless = !strncmp(file, "/dev/", 5) || !strncmp(file, "/proc/", 6);
    return !strcmp(file, "-") || (nameless && in_place) ? DEFAULT_PROFILE : file;
}

static const char *profile_base(const struct results *r) { return base_of(r->options, r->in_place); }

int results_open(struct results *r, struct error *e)
{
    const struct run_options *o = r->options;
    const char *box = o->config.sandbox;
    struct stat st;
    r->device = r->folder = -1;
    for (unsigned i = 0; i < SPARE_FILES; i++) r->spare[i] = -1;
    hold_spare(r);
    if (o->stats && o->stats[0] && outfile_open_as(&r->stats, o->stats, OUTFILE_PATIENT, box, e)) return -1;
    if (!o->profile) return 0;
    if (!r->spare_maps) return error_set(e, "no memory to make a profile with: the host, or a limit of addresses (ulimit -v), gives too little");
    if (outfile_open_as(&r->profile, o->profile, OUTFILE_PATIENT, box, e)) return -1;
    r->in_place = !r->profile.name;
    bool device = strcmp(o->profile, "-") && !fstat(r->profile.fd, &st) && S_ISCHR(st.st_mode);
    if (device) r->device = fcntl(r->profile.fd, F_DUPFD_CLOEXEC, 3);
    r->folder = outfile_folder(profile_base(r), box, e);
    return r->folder < 0 ? -1 : 0;
}

void results_close(struct results *r)
{
    outfile_discard(&r->profile);
    outfile_discard(&r->stats);
    release_spare(r);
    if (r->folder >= 0) close(r->folder);
    if (r->device >= 0) close(r->device);
}

/* --- profiles ------------------------------------------------------------------------------------------------------------ */

/* Where the profile of this program goes: FILE for what the first process ended with, FILE.PID for another process, and
 * .N behind it for the N-th program that it left by exec. */
static void profile_name(const struct results *r, const struct process *p, bool execs, char name[PATH_MAX])
{
    char pid[16] = "", program[16] = "";
    bool first = p->pid == r->first_pid && !execs;
    const char *file = first ? r->options->profile : profile_base(r);
    if (!first) snprintf(pid, sizeof pid, ".%d", p->pid);
    if (execs) snprintf(program, sizeof program, ".%u", p->execs);
    snprintf(name, PATH_MAX, "%.*s%s%s", PATH_MAX - 40, file, pid, program);
}

/* Such a name's end: behind a dot a number, and perhaps once more. */
static bool is_numbered(const char *end)
{
    for (unsigned i = 0; i < 2 && *end == '.' && end[1] >= '0' && end[1] <= '9'; i++) end += 1 + strspn(end + 1, "0123456789");
    return !*end;
}

bool results_may_have(const struct run_options *o, const char *file)
{
    if (!o->profile || !strcmp(file, "-")) return false;
    char *base = outpath_final(base_of(o, false)), *other = outpath_final(file);
    size_t n = base && other ? strlen(base) : 0;
    bool may = n && !strncmp(base, other, n) && other[n] && is_numbered(other + n);
    free(base);
    free(other);
    return may;
}

/* What is said about a program: after the files, when all is over. */
static FILE *words(const struct results *r) { return r->words ? r->words : stderr; }

/* The open file for a profile of that name: NULL with *e. */
static struct outfile *profile_output(struct results *r, const char *name, bool first, struct outfile *own, struct error *e)
{
    char device[32];
    if (first && r->profile.f) return &r->profile;
    snprintf(device, sizeof device, "/dev/fd/%d", r->device);
    int bad = r->device >= 0 ? outfile_open_as(own, device, OUTFILE_PATIENT, NULL, e) : outfile_open_beside(own, r->folder, name, e);
    return bad ? NULL : own;
}

/* The line of a process that is not the first: where its profile is, and what that is of. */
static void say_process(const struct profile *p, int pid, const char *name, FILE *f)
{
    char n[TEXT_COUNT];
    u32 program = profile_program(p);
    fprintf(f, "pcgram: process %d: %s: %s of ", pid, name, text_count(n, p->total.cycles, "cycle"));
    text_name(f, program != PROFILE_NONE ? text_base(p->image[program].path) : "no program");
    fputc('\n', f);
}

static int write_profile(struct results *r, struct process *p, const struct os_result *how, const struct counters *counters)
{
    const struct config *config = &r->options->config;
    struct symbols symbols = {0};
    struct lines lines = {0};
    struct profile profile;
    struct outfile own = {0};
    struct error e;
    bool first = p->pid == r->first_pid && how;
    char name[PATH_MAX], *collected = run_regions_text(r->options);
    profile_name(r, p, !how, name);
    const struct slices *slices = slices_finish(p, p->machine->now, counters); /* while the collector has what it accesses */
    add_symbols(r, &symbols, &lines, p, counters);
    struct profile_source source = {
        .isa = p->isa, .unit = p->isa->code_unit, .cpu_model = config->cpu_model, .clock_hz = config->clock_hz,
        .tick_cycles = config->tick_cycles, .handler_cycles = p->handler_cycles, .counters = counters,
        .symbols = &symbols, .lines = &lines, .read_code = read_code, .context = &p->mem, .exit = exit_of(how),
        .collected = collected, .data = r->collector ? collector_take(r->collector, p) : NULL,
        .waits = &p->waits, .name_data = name_data, .slices = slices,
    };
    struct format_request request = {.path = name, .format = r->options->format, .event = format_event(r->options->format),
                                     .quiet = config->quiet};
    int status = profile_build(&profile, &source, &e);
    if (status == 0) {
        profile_demangle(&profile);
        request.to = profile_output(r, name, first, &own, &e);
        status = request.to ? format_write(&profile, &request, &e) : -1;
        if (!config->quiet && first) report_summary(&profile, words(r));
        else if (!config->quiet) say_process(&profile, p->pid, name, words(r));
        profile_free(&profile);
    }
    symbols_free(&symbols);
    lines_free(&lines);
    free(collected);
    outfile_discard(&own); /* what was not written for another reason than the file's */
    if (status) fprintf(stderr, "pcgram: %s\n", e.text);
    return status ? e.status : 0;
}

static bool is_nop(const struct process *p, u64 pc)
{
    u8 code[PROFILE_CODE_MAX];
    u64 at = pc - pc % p->isa->code_unit;
    return peek_code(&p->mem, at, code, p->isa->code_unit) && p->isa->is_nop(pc, code);
}

void results_program_over(void *ctx, struct process *p, const struct os_result *how)
{
    struct results *r = ctx;
    struct counters counters = {0};
    char n[TEXT_COUNT];
    if (!r->options->profile && !r->options->stats && !r->sum) return;
    release_spare(r);
    engine_collect(p, &counters);
    for (size_t i = 0; i < p->ticks.pcs; i++) counters_add(&counters, &p->ticks.pc[i]);
    counters_sort(&counters);
    for (size_t i = 0; i < counters.pcs; i++) {
        profile_add(&r->total, &counters.pc[i]);
        if (r->options->stats && is_nop(p, counters.pc[i].pc)) r->nops += counters.pc[i].instructions;
    }
    if (r->sum) p->isa->sum(p, &counters, &r->sums);
    if (counters.calls_cut && r->options->profile && !r->options->config.quiet)
        fprintf(stderr, "pcgram: process %d: more calls were open than are kept: the outermost %s counted as returned from\n",
                p->pid, text_count(n, counters.calls_cut, "call"));
    if (r->options->profile) {
        int status = write_profile(r, p, how, &counters);
        if (!r->status) r->status = status;
    }
    counters_free(&counters);
    hold_spare(r);
}

void results_print_exit(FILE *f, const struct os_result *result)
{
    switch (result->end) {
    case OS_EXIT: fprintf(f, "{\"code\":%d}", result->code); break;
    case OS_SIGNAL: fprintf(f, "{\"signal\":\"%s\"}", result->signal); break;
    case OS_LIMIT: fputs("{\"limit\":true}", f); break;
    case OS_INTERRUPTED: case OS_STOPPED: fputs("{\"interrupted\":true}", f); break;
    }
}

int results_write_stats(struct results *r, const struct isa *isa, u64 handler_cycles, const struct os_result *how)
{
    struct error e;
    bool to_file = r->options->stats[0];
    FILE *f = to_file ? r->stats.f : stderr;
    fprintf(f, "{\"schema\":1,\"isa\":\"%s\",\"cpu\":\"%s\",\"cycles\":%" PRIu64 ",\"instructions\":%" PRIu64
               ",\"slots\":%" PRIu64 ",\"nops\":%" PRIu64 ",\"ticks\":%" PRIu64 ",\"handler_cycles\":%" PRIu64 ",\"stalls\":{",
            isa->name, r->options->config.cpu_model, r->total.cycles, r->total.instructions, r->total.slots,
            r->nops, r->total.ticks, handler_cycles);
    bool modelled = strcmp(r->options->config.cpu_model, "none") != 0;
    for (unsigned s = 0; modelled && s < STALLS; s++)
        fprintf(f, "%s\"%s\":%" PRIu64, s ? "," : "", stall_name((enum stall)s), r->total.stalls[s]);
    fputs("},\"exit\":", f);
    results_print_exit(f, how);
    fputs("}\n", f);
    if (!to_file || outfile_close(&r->stats, &e) == 0) return 0;
    fprintf(stderr, "pcgram: %s\n", e.text);
    return e.status;
}
