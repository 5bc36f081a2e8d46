/* Runs a guest that knows nothing of it under sprofil() from its first instruction to its last: one 32-bit counter for
 * each instruction of the first megabyte of text (Itanium: each bundle of the first four), and an overflow bin. What
 * the guest does must not change.
 *
 *     always [--cpu=MODEL] [--step] rom|host PERIOD SUMS GUEST [ARG...]
 *
 * MODEL is a timing model (none), --step runs single steps. A line is added to the file SUMS: program, ticks, checksum of the counters. Exit status: the guest's; 125 when a tick
 * is missing in the counters. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "emu/core/fault.h"
#include "emu/os/os.h"
#include "emu/run/isas.h"
#include "prof/tick/profil.h"
#include "prof/tick/profiler.h"

/* Where no guest maps anything by itself. */
enum { COUNTERS = 1 << 18, BYTES = 4 * COUNTERS };
#define BUFFER 0xb0000000u
#define ARRAY (BUFFER + BYTES)

static void put(const struct isa *isa, u8 *at, unsigned size, u64 v)
{
    for (unsigned i = 0; i < size; i++) at[isa->big_endian ? size - 1 - i : i] = (u8)(v >> 8 * i);
}

/* A member of sprofil()'s array. */
static void put_region(const struct isa *isa, u8 *at, u64 base, u32 size, u64 offset, u32 scale)
{
    unsigned w = isa->abi->word;
    put(isa, at, w, base);
    put(isa, at + w, 4, size);
    put(isa, at + 2 * w, w, offset);
    put(isa, at + 3 * w, 4, scale);
}

static int turn_on(struct machine *m, struct process *p)
{
    const struct isa *isa = p->isa;
    unsigned w = isa->abi->word;
    u8 raw[64] = {0};
    u64 text = isa->elf64 ? (u64)2 << 61 : 0x10000;
    put_region(isa, raw, BUFFER, BYTES - 4, text, 0x40000 / isa->code_unit);
    put_region(isa, raw + 4 * w, BUFFER + BYTES - 4, 4, 0, 2);
    if (mem_map(&p->mem, BUFFER, BYTES + MEM_PAGE, PROT_READ | PROT_WRITE, false, -1, 0, "") != 0 ||
        mem_write(&p->mem, ARRAY, raw, 8 * w) != 0)
        return -1;
    return m->profiling->call(m->profiling->ctx, p->thread, CALL_HPUX_SPROFIL, (const u64[4]){ARRAY, 2, 0, PROF_UINT});
}

struct first { /* the process that was turned on, without its children */
    struct process *process;
    struct tick_hook ticks_to; /* who takes them */
    u64 ticks;
};

static u64 count(void *ctx, struct thread *t, const struct tick *tick)
{
    struct first *first = ctx;
    first->ticks += t->process == first->process;
    return tick_take_by(&first->ticks_to, t, tick);
}

/* The sum of all counters is the number of ticks. */
static bool write_sums(const char *file, const char *guest, struct process *p, u64 ticks)
{
    const u8 *counters = mem_host(&p->mem, BUFFER);
    u64 sum = 0;
    FILE *f = fopen(file, "a");
    if (!f) return false;
    for (unsigned i = 0; i < COUNTERS; i++)
        sum += p->isa->big_endian ? load_be32(counters + 4 * i) : load_le32(counters + 4 * i);
    fprintf(f, "%s %" PRIu64 " %08lx\n", guest, ticks, crc32(0, counters, BYTES));
    return fclose(f) == 0 && sum == ticks;
}

int main(int argc, char **argv)
{
    extern char **environ;
    struct error e;
    struct os_result result;
    struct config config = {.clock_hz = 100000000, .stack_size = 8 << 20, .cpu_model = "none", .quiet = true};
    for (; argc > 1 && argv[1][0] == '-'; argc--, argv++) {
        if (strcmp(argv[1], "--step") == 0) config.step_only = true;
        else if (strncmp(argv[1], "--cpu=", 6) == 0) config.cpu_model = argv[1] + 6;
        else return 125;
    }
    if (argc < 5) return 125;
    config.tick_cycles = strtoull(argv[2], NULL, 0);
    const struct isa *isa = isa_of_elf(argv[4], &e);
    if (!isa) return 125;
    struct machine machine = {.config = &config, .isa = isa};
    struct profiler profiler = {.rom = strcmp(argv[1], "rom") == 0 ? rom_find(isa->name) : NULL};
    struct os *os = fault_install(&e) ? NULL : os_new(&machine, &e);
    struct process *p = os ? os_load(os, argv[4], argv + 4, environ, &e) : NULL;
    if (!p || profiler_attach(&profiler, &machine, &e) || turn_on(&machine, p)) return 125;
    struct first first = {.process = p, .ticks_to = machine.tick};
    machine.tick = (struct tick_hook){.take = count, .ctx = &first};
    os_run(os, &result);
    fflush(stdout);
    bool good = write_sums(argv[3], argv[4], p, first.ticks);
    os_free(os);
    mem_free(&machine.absolute);
    return !good ? 125 : result.end == OS_EXIT ? result.code : 128 + result.guest_signal;
}
