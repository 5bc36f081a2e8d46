/* libFuzzer target: a program runs with superblocks and instruction by instruction, and must do the same (tests/unit/pair.h).
 * Every instruction of it is disassembled too. An input is a header and the program's units, words or bundles:
 *
 *     0: seed (8 bytes)   8: flags   9: longest stretch   10: cycles / 16, less 1   11: timing model   12: units
 *
 * The mutator knows units: it puts in what the instruction set's file makes, and changes fields of the ones there. */
#include "tests/fuzz/fuzz_engine.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "emu/core/fault.h"

enum { HEADER = 12 };
enum { FLAG_STACKS = 1, FLAG_TIGHT = 2, FLAG_FINE = 4, FLAG_TRAPPING = 8 };

int LLVMFuzzerTestOneInput(const u8 *data, size_t size);
size_t LLVMFuzzerCustomMutator(u8 *data, size_t size, size_t max, unsigned seed);
size_t LLVMFuzzerMutate(u8 *data, size_t size, size_t max);

/* --- faults that are not the guest's ---------------------------------------------------------------------------------- */

/* The emulator's handler comes back only from a fault of the emulator itself, having given the signal up: then
 * libFuzzer's handler is to say so and keep the input. libFuzzer sets its handlers late: the first input is the time
 * for ours. */
static struct sigaction fuzzer_handler[2], emulator_handler[2];
static const int fault_signal[2] = {SIGSEGV, SIGBUS};

static void on_fault(int signo, siginfo_t *info, void *context)
{
    unsigned i = signo == SIGBUS;
    emulator_handler[i].sa_sigaction(signo, info, context);
    if (fuzzer_handler[i].sa_flags & SA_SIGINFO) fuzzer_handler[i].sa_sigaction(signo, info, context);
    abort();
}

static void install_handlers(void)
{
    struct error e;
    if (emulator_handler[0].sa_sigaction) return;
    for (unsigned i = 0; i < 2; i++) sigaction(fault_signal[i], NULL, &fuzzer_handler[i]);
    if (fault_install(&e) != 0) abort();
    for (unsigned i = 0; i < 2; i++) {
        sigaction(fault_signal[i], NULL, &emulator_handler[i]);
        struct sigaction ours = emulator_handler[i];
        ours.sa_sigaction = on_fault;
        sigaction(fault_signal[i], &ours, NULL);
    }
}

/* --- the target --------------------------------------------------------------------------------------------------------- */

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
    const struct fuzz_isa *isa = &fuzz_isa;
    if (size < HEADER + isa->unit) return 0;
    unsigned n = (unsigned)((size - HEADER) / isa->unit);
    if (n > isa->max_units) n = isa->max_units;
    u8 *code = malloc((size_t)n * isa->unit); /* aligned, and a byte too far is seen */
    if (!code) abort();
    isa->take(code, data + HEADER, n);
    u8 flags = data[8];
    struct pair_case k = {.code = code,
                          .units = n,
                          .seed = load_le64(data),
                          .cycles = 16 * (data[10] + 1u),
                          .model = data[11] & 3,
                          .stretch = data[9],
                          .stacks = flags & FLAG_STACKS,
                          .tight = flags & FLAG_TIGHT,
                          .fine = flags & FLAG_FINE,
                          .trapping = flags & FLAG_TRAPPING};
    struct pair_result r;
    install_handlers();
    if (!pair_run(isa->pair, &k, &r)) {
        fprintf(stderr, "%s\n", r.difference);
        abort();
    }
    free(code);
    return 0;
}

/* --- the mutator -------------------------------------------------------------------------------------------------------- */

static size_t insert(u8 *units, size_t n, size_t room, u64 *state)
{
    const size_t size = fuzz_isa.unit;
    u8 group[FUZZ_GROUP_BYTES];
    size_t k = fuzz_isa.group(state, group), at = pair_random(state) % (n + 1);
    if (n + k > room) k = room - n;
    memmove(units + size * (at + k), units + size * at, size * (n - at));
    memcpy(units + size * at, group, size * k);
    return n + k;
}

static size_t cut(u8 *units, size_t n, u64 *state)
{
    const size_t size = fuzz_isa.unit;
    size_t at = pair_random(state) % n, k = 1 + pair_random(state) % 4;
    if (k > n - at) k = n - at;
    memmove(units + size * at, units + size * (at + k), size * (n - at - k));
    return n - k;
}

static size_t mutate_units(u8 *units, size_t n, size_t room, u64 *state)
{
    const size_t size = fuzz_isa.unit;
    size_t at = n ? pair_random(state) % n : 0, other = n ? pair_random(state) % n : 0;
    u32 how = n ? pair_random(state) % 8 : 0;
    switch (how) {
    case 0:
    case 1:
    case 2: return n < room ? insert(units, n, room, state) : cut(units, n, state);
    case 3: return n > 1 ? cut(units, n, state) : n;
    case 4: fuzz_isa.one(state, units + size * at); return n;
    case 5: memmove(units + size * at, units + size * other, size); return n;
    default: fuzz_isa.change(state, units + size * at); return n;
    }
}

size_t LLVMFuzzerCustomMutator(u8 *data, size_t size, size_t max, unsigned seed)
{
    u64 state = seed;
    const size_t unit = fuzz_isa.unit;
    if (size < HEADER + unit || max < HEADER + 16 * unit || pair_random(&state) % 8 == 0)
        return LLVMFuzzerMutate(data, size, max);
    if (pair_random(&state) % 8 == 0) {
        LLVMFuzzerMutate(data, HEADER, HEADER);
        return size;
    }
    size_t room = (max - HEADER) / unit, n = (size - HEADER) / unit;
    if (room > fuzz_isa.max_units) room = fuzz_isa.max_units;
    if (n > room) n = room;
    for (u32 times = 1 + pair_random(&state) % 3; times > 0; times--) n = mutate_units(data + HEADER, n, room, &state);
    return HEADER + unit * n;
}
