#include "emu/cli/results.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "emu/cli/file_command.h"
#include "emu/cli/functions.h"
#include "emu/cli/run_regions.h"
#include "emu/core/elf.h"
#include "prof/demangle.h"
#include "prof/outfile.h"
#include "prof/report.h"

static bool read_code(void *context, u64 address, u8 *out, size_t n)
{
    return mem_peek(context, address, out, n) == 0;
}

/* Names and lines of everything executable that is mapped from a file. What cannot be read has none; that is no error. */
static void add_symbols(struct symbols *s, struct lines *l, const struct mem *m)
{
    for (size_t i = 0; i < m->areas; i++) {
        const struct mem_area *a = &m->area[i];
        if (!(a->prot & PROT_EXEC) || !a->name[0] || a->name[0] == '[') continue;
        bool seen = false;
        for (size_t k = 0; k < i && !seen; k++) seen = (m->area[k].prot & PROT_EXEC) && !strcmp(m->area[k].name, a->name);
        if (seen) continue;
        u64 bias = 0;
        struct error e;
        if (elf_bias(a->name, a->start, a->file_offset, &bias) != 0) continue;
        symbols_add(s, a->name, a->name, bias, &e);
        lines_add(l, a->name, bias, s->image[s->images - 1].low, s->image[s->images - 1].high);
    }
}

/* Whether the guest has come to the kernel's page: a run without signals does not. */
static bool in_kernel(const struct counters *c, const struct abi *abi)
{
    size_t pc = 0, arc = 0;
    while (pc < c->pcs && c->pc[pc].pc - abi->vdso_page >= MEM_PAGE) pc++;
    while (arc < c->arcs && c->arc[arc].to - abi->vdso_page >= MEM_PAGE) arc++;
    return pc < c->pcs || arc < c->arcs;
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

/* Where the profile of this program goes: FILE for what the first process ended with, FILE.PID for another process, and
 * .N behind it for the N-th program that it left by exec. */
static void profile_name(const struct results *r, const struct process *p, bool execs, char name[PATH_MAX])
{
    const char *file = r->options->profile;
    char pid[16] = "", program[16] = "";
    bool first = p->pid == r->first_pid && !execs;
    if (!first) snprintf(pid, sizeof pid, ".%d", p->pid);
    if (execs) snprintf(program, sizeof program, ".%u", p->execs);
    if (!first && !strcmp(file, "-")) file = DEFAULT_PROFILE;
    snprintf(name, PATH_MAX, "%.*s%s%s", PATH_MAX - 40, file, pid, program);
}

static int write_profile(struct results *r, struct process *p, const struct os_result *how, const struct counters *counters)
{
    const struct config *config = &r->options->config;
    struct symbols symbols = {0};
    struct lines lines = {0};
    struct profile profile;
    struct error e;
    char name[PATH_MAX], *collected = run_regions_text(r->options);
    profile_name(r, p, !how, name);
    add_symbols(&symbols, &lines, &p->mem);
    if (in_kernel(counters, p->isa->abi)) functions_add_kernel(&symbols, p->isa->abi);
    struct profile_source source = {
        .isa = p->isa, .unit = p->isa->code_unit, .cpu_model = config->cpu_model, .clock_hz = config->clock_hz,
        .tick_cycles = config->tick_cycles, .handler_cycles = p->handler_cycles, .counters = counters,
        .symbols = &symbols, .lines = &lines, .read_code = read_code, .context = &p->mem, .exit = exit_of(how),
        .collected = collected,
    };
    struct format_request request = {.path = name, .format = r->options->format, .event = format_event(r->options->format),
                                     .quiet = config->quiet};
    int status = profile_build(&profile, &source, &e);
    if (status == 0) {
        profile_demangle(&profile);
        bool first = p->pid == r->first_pid && how;
        if (!config->quiet && first) report_summary(&profile, stderr);
        else if (!config->quiet) fprintf(stderr, "pcgram: process %d: %s\n", p->pid, name);
        status = format_write(&profile, &request, &e);
        profile_free(&profile);
    }
    symbols_free(&symbols);
    lines_free(&lines);
    free(collected);
    if (status) fprintf(stderr, "pcgram: %s\n", e.text);
    return status ? e.status : 0;
}

static bool is_nop(const struct process *p, u64 pc)
{
    u8 code[PROFILE_CODE_MAX];
    struct insn_text text;
    u64 at = pc - pc % p->isa->code_unit;
    return mem_peek(&p->mem, at, code, p->isa->code_unit) == 0 &&
           p->isa->disasm(pc, code, p->isa->code_unit, &text) && text.nop;
}

void results_program_over(void *ctx, struct process *p, const struct os_result *how)
{
    struct results *r = ctx;
    struct counters counters = {0};
    if (!r->options->profile && !r->options->stats && !r->sum) return;
    p->isa->collect(p, &counters);
    for (size_t i = 0; i < p->ticks.pcs; i++) counters_add(&counters, &p->ticks.pc[i]);
    counters_sort(&counters);
    for (size_t i = 0; i < counters.pcs; i++) {
        profile_add(&r->total, &counters.pc[i]);
        if (is_nop(p, counters.pc[i].pc)) r->nops += counters.pc[i].instructions;
    }
    if (r->sum && p->isa->sum) p->isa->sum(p, &counters, &r->sums);
    if (r->options->profile) {
        int status = write_profile(r, p, how, &counters);
        if (!r->status) r->status = status;
    }
    counters_free(&counters);
}

static void print_exit(FILE *f, const struct os_result *result)
{
    switch (result->end) {
    case OS_EXIT: fprintf(f, "{\"code\":%d}", result->code); break;
    case OS_SIGNAL: fprintf(f, "{\"signal\":\"%s\"}", result->signal); break;
    case OS_LIMIT: fputs("{\"limit\":true}", f); break;
    case OS_INTERRUPTED: case OS_STOPPED: fputs("{\"interrupted\":true}", f); break;
    }
}

int results_write_stats(const struct results *r, const struct isa *isa, u64 handler_cycles, const struct os_result *how)
{
    struct outfile o;
    struct error e;
    bool to_file = r->options->stats[0];
    FILE *f = stderr;
    if (to_file && outfile_open(&o, r->options->stats, &e) == 0) f = o.f;
    else if (to_file) f = NULL;
    if (f) {
        fprintf(f, "{\"schema\":1,\"isa\":\"%s\",\"cpu\":\"%s\",\"cycles\":%" PRIu64 ",\"instructions\":%" PRIu64
                   ",\"slots\":%" PRIu64 ",\"nops\":%" PRIu64 ",\"ticks\":%" PRIu64 ",\"handler_cycles\":%" PRIu64 ",\"stalls\":{",
                isa->name, r->options->config.cpu_model, r->total.cycles, r->total.instructions, r->total.slots,
                r->nops, r->total.ticks, handler_cycles);
        bool modelled = strcmp(r->options->config.cpu_model, "none") != 0;
        for (unsigned s = 0; modelled && s < STALLS; s++)
            fprintf(f, "%s\"%s\":%" PRIu64, s ? "," : "", stall_name((enum stall)s), r->total.stalls[s]);
        fputs("},\"exit\":", f);
        print_exit(f, how);
        fputs("}\n", f);
    }
    if (f && (!to_file || outfile_close(&o, &e) == 0)) return 0;
    fprintf(stderr, "pcgram: %s\n", e.text);
    return e.status;
}
