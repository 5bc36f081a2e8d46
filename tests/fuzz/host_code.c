/* Random programs of which every block is host code from its first to fourth entry on, against single steps
 * (tests/unit/pair.h), until so many blocks have become code, or so many instructions have been run:
 *
 *     host_code parisc|ia64 blocks|instructions N SEED
 *
 * Each program is drawn from a seed of its own: SEED, SEED + 1 and so on. Where one differs, its seed and what is not
 * the same are printed, and the exit status is 1. Ends with a line of what was run. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "emu/core/fault.h"
#include "tests/unit/ia64_bundles.h"
#include "tests/unit/ia64_pair.h"
#include "tests/unit/parisc_pair.h"

enum { MOST = 160, MOST_FAILED = 50 };

/* What both have in common: how it is run. */
static struct pair_case some_case(u64 *seed, bool ia64)
{
    u32 how = pair_random(seed);
    bool timed = ia64 ? how & 1 << 20 : true; /* of PA-RISC's models the first is none */
    struct pair_case k = {.cycles = 200 + pair_random(seed) % 1500,
                          .model = ia64 ? timed ? 1 + (how >> 8) % 5 : 0 : how >> 8 & 15,
                          .stretch = how & 3 ? 1 + pair_random(seed) % 100 : 0,
                          .stacks = how & 4,
                          .tight = (how & 24) == 0,
                          .fine = how & 32,
                          .host = 1 + (how >> 13 & 3),
                          .trapping = (how & 192) == 0,
                          .data = (how >> 21 & 3) == 0,
                          .seed = *seed};
    if (!ia64 || !timed) return k;
    k.cycles = 5000 + pair_random(seed) % 30000; /* a block is entered only when the deadline is some way off */
    k.stretch = how & 3 ? 50 + pair_random(seed) % (how >> 16 & 1 ? 2000 : 20000) : 0;
    return k;
}

static bool run_parisc(u64 seed, bool host, struct pair_result *r)
{
    u32 word[MOST];
    u64 state = seed << 20;
    unsigned n = 8 + pair_random(&state) % (MOST - 10);
    words_program(&state, &pair_places, word, n);
    struct pair_case k = some_case(&state, false);
    k.code = word, k.units = n, k.host = host ? k.host : 0;
    return pair_run(&pair_parisc, &k, r);
}

static bool run_ia64(u64 seed, bool host, struct pair_result *r)
{
    u8 code[IA64_PAIR_BUNDLES][16];
    u64 state = seed << 20;
    unsigned n = 8 + pair_random(&state) % 100;
    for (unsigned i = 0; i < n; i++) bundles_random(&state, code[i]);
    struct pair_case k = some_case(&state, true);
    k.code = code, k.units = n, k.host = host ? k.host : 0;
    return pair_run(&pair_ia64, &k, r);
}

static bool run(bool ia64, u64 seed, bool host, struct pair_result *r)
{
    return ia64 ? run_ia64(seed, host, r) : run_parisc(seed, host, r);
}

/* Whose fault it is: the host code's, if superblocks without it do what single steps do. */
static void report(bool ia64, u64 seed, const struct pair_result *r)
{
    struct pair_result without;
    bool same = run(ia64, seed, false, &without);
    printf("FAILED %s, seed %llu%s: %s\n", ia64 ? "ia64" : "parisc", (unsigned long long)seed,
           same ? "" : ", and so do superblocks without host code", r->difference);
}

int main(int argc, char **argv)
{
    struct error e;
    if (argc != 5 || (strcmp(argv[1], "parisc") && strcmp(argv[1], "ia64")) || fault_install(&e) != 0) {
        fputs("usage: host_code parisc|ia64 blocks|instructions N SEED\n", stderr);
        return 2;
    }
    u64 most = strtoull(argv[3], NULL, 10), seed = strtoull(argv[4], NULL, 10);
    bool ia64 = argv[1][0] == 'i', count_blocks = !strcmp(argv[2], "blocks");
    u64 blocks = 0, instructions = 0, told = 0, programs = 0, failed = 0;
    while ((count_blocks ? blocks : instructions) < most && failed < MOST_FAILED) {
        struct pair_result r;
        bool same = run(ia64, seed, true, &r);
        if (!same) report(ia64, seed, &r);
        failed += !same;
        blocks += r.translated;
        instructions += r.instructions;
        told += r.told;
        programs++, seed++;
        if (programs % 1000 == 0)
            printf("... %llu blocks, next seed %llu\n", (unsigned long long)blocks, (unsigned long long)seed);
        fflush(stdout);
    }
    printf("%s: %llu blocks translated, %llu programs, %llu instructions, %llu accesses told, next seed %llu\n", argv[1],
           (unsigned long long)blocks, (unsigned long long)programs, (unsigned long long)instructions, (unsigned long long)told,
           (unsigned long long)seed);
    printf("%llu passed, %llu failed\n", (unsigned long long)(programs - failed), (unsigned long long)failed);
    return failed != 0;
}
