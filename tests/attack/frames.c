/* Forged signal frames, debugger's writes and register-stack states of both instruction sets: what a program can put
 * where a processor's registers are restored from. After each attack some instructions run, and the state must hold
 * together; no register holds an address of the host's. An attack is one restored image, forged in one to many of its
 * fields. -n N  attacks for each instruction set (default 1,000,000)   -s SEED   --slice: 20,000 */
/* with: tests/attack/frames/ia64.c tests/attack/frames/parisc.c */
/* with: tests/unit/pair.c tests/unit/ia64_state.c tests/unit/ia64_bundles.c tests/unit/parisc_words.c */
#include "tests/attack/frames/frames.h"

#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "emu/core/code.h"
#include "emu/core/fault.h"
#include "isa/ia64/isa.h"
#include "isa/parisc/isa.h"
#include "tests/unit/pair.h"

/* --- numbers -------------------------------------------------------------------------------------------------------- */

u64 any(struct guest *g) { return pair_random64(&g->seed); }
u32 below(struct guest *g, u32 n) { return pair_random(&g->seed) % n; }

u64 number(struct guest *g)
{
    switch (below(g, 6)) {
    case 0: return below(g, 256);
    case 1: return ~(u64)below(g, 256);
    case 2: return (u64)1 << below(g, 40);
    case 3: return pair_random(&g->seed);
    default: return pair_random64(&g->seed) | (u64)1 << 63; /* no address of a host's process */
    }
}

/* --- the host ------------------------------------------------------------------------------------------------------- */

/* What the process had mapped when it began, but for what is as large as the windows, or a sanitizer's shadow. */
static struct {
    u64 start, end;
} mapped[512];
static unsigned ranges;

static void read_maps(void)
{
    char line[512], rights[8];
    FILE *f = fopen("/proc/self/maps", "r");
    if (!f) abort();
    while (ranges < ARRAY_LEN(mapped) && fgets(line, sizeof line, f)) {
        if (sscanf(line, "%" SCNx64 "-%" SCNx64 " %7s", &mapped[ranges].start, &mapped[ranges].end, rights) != 3)
            abort();
        u64 size = mapped[ranges].end - mapped[ranges].start;
        if (rights[0] == 'r' && size <= (u64)1 << 30) ranges++;
    }
    fclose(f);
}

bool is_host_pointer(u64 value)
{
    if (value >> 47 || value < (u64)1 << 40) return false;
    for (unsigned i = 0; i < ranges; i++)
        if (value >= mapped[i].start && value < mapped[i].end) return true;
    return false;
}

/* --- the campaign --------------------------------------------------------------------------------------------------- */

static void open_guest(struct guest *g, const struct isa *isa, u64 seed)
{
    struct error e;
    *g = (struct guest){.seed = seed};
    g->config = (struct config){.clock_hz = 1000000, .tick_cycles = 1000000, .cpu_model = "none", .quiet = true};
    g->machine.config = &g->config;
    g->machine.isa = g->process.isa = isa;
    g->process.machine = &g->machine;
    g->process.thread = &g->thread;
    g->thread.process = &g->process;
    if (mem_init(&g->process.mem, isa->windows, isa->window_count, &e) != 0 || code_begin(&g->process, &e) != 0 ||
        isa->cpu_new(&g->thread, NULL, &e) != 0) {
        fprintf(stderr, "%s\n", e.text);
        abort();
    }
}

static void close_guest(struct guest *g)
{
    g->process.isa->cpu_free(&g->thread);
    g->process.isa->code_free(&g->process);
    mem_free(&g->process.mem);
    mem_free(&g->machine.absolute);
}

static bool campaign(const struct isa *isa, void (*begin)(struct guest *g), attack_fn *attack, u64 n, u64 seed)
{
    static struct guest g;
    const char *broken = NULL;
    u64 i;
    open_guest(&g, isa, seed * 2 + 1);
    begin(&g);
    read_maps();
    for (i = 0; i < n && !broken; i++) broken = attack(&g);
    if (broken) printf("FAILED %s, seed %" PRIu64 ", attack %" PRIu64 ": %s\n", isa->name, seed, i - 1, broken);
    else
        printf("# %s: %" PRIu64 " attacks, %" PRIu64 " images refused, %" PRIu64 " cycles in what ran then, %" PRIu64 " faults\n",
               isa->name, i, g.refused, g.thread.cycles, g.stops);
    close_guest(&g);
    ranges = 0;
    return !broken;
}

int main(int argc, char **argv)
{
    static const struct option options[] = {{"slice", no_argument, NULL, 'l'}, {0}};
    u64 n = 1000000, seed = 1;
    unsigned passed = 0;
    struct error e;
    for (int o; (o = getopt_long(argc, argv, "n:s:", options, NULL)) != -1;) {
        if (o == 'n') n = strtoull(optarg, NULL, 0);
        else if (o == 's') seed = strtoull(optarg, NULL, 0);
        else if (o == 'l') n = 20000;
        else return 2;
    }
    if (fault_install(&e) != 0) abort();
    passed += campaign(&isa_ia64, ia64_begin, ia64_attack, n, seed);
    passed += campaign(&isa_parisc, parisc_begin, parisc_attack, n, seed);
    printf("%u passed, %u failed\n", passed, 2 - passed);
    return passed != 2;
}
