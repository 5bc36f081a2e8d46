/* libFuzzer target: a program runs with superblocks and instruction by instruction, and must do the same (tests/unit/
 * parisc_pair.h). Every word of it is disassembled too. An input is a header and the program's words:
 *
 *     0: seed (8 bytes)   8: flags   9: longest stretch   10: cycles / 16, less 1   11: timing model   12: words, big-endian
 *
 * The mutator knows words: it puts in idioms and instructions from the table, and changes fields of the ones there. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "emu/core/fault.h"
#include "isa/parisc/disasm.h"
#include "tests/unit/parisc_pair.h"

enum { HEADER = 12, MAX_WORDS = 512 };
enum { FLAG_STACKS = 1, FLAG_TIGHT = 2, FLAG_FINE = 4, FLAG_TRAPPING = 8 };

int LLVMFuzzerTestOneInput(const u8 *data, size_t size);
size_t LLVMFuzzerCustomMutator(u8 *data, size_t size, size_t max, unsigned seed);
size_t LLVMFuzzerMutate(u8 *data, size_t size, size_t max);

/* --- faults that are not the guest's
 * ---------------------------------------------------------------------------------- */

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

/* --- the target
 * --------------------------------------------------------------------------------------------------------- */

static void disassemble(u32 word)
{
    char text[96], again[96];
    int n = pa_disasm(word, PAIR_CODE, text, sizeof text);
    if (n <= 0 || (size_t)n >= sizeof text || strlen(text) != (size_t)n) abort();
    if (pa_disasm(word, PAIR_CODE, again, 5) != n || strncmp(text, again, 4) != 0) abort();
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
    u32 word[MAX_WORDS];
    if (size < HEADER + 4) return 0;
    unsigned n = (unsigned)((size - HEADER) / 4);
    if (n > MAX_WORDS) n = MAX_WORDS;
    for (unsigned i = 0; i < n; i++) {
        word[i] = load_be32(data + HEADER + 4 * i);
        disassemble(word[i]);
    }
    u8 flags = data[8];
    struct pair_case k = {.code = word,
                          .units = n,
                          .seed = load_le64(data),
                          .cycles = 16 * (data[10] + 1u),
                          .model = data[11],
                          .stretch = data[9],
                          .stacks = flags & FLAG_STACKS,
                          .tight = flags & FLAG_TIGHT,
                          .fine = flags & FLAG_FINE,
                          .trapping = flags & FLAG_TRAPPING};
    struct pair_result r;
    install_handlers();
    if (!pair_run(&pair_parisc, &k, &r)) {
        fprintf(stderr, "%s\n", r.difference);
        abort();
    }
    return 0;
}

/* --- the mutator
 * ---------------------------------------------------------------------------------------------------------- */

static size_t insert(u8 *words, size_t n, size_t room, u64 *state)
{
    u32 group[WORDS_GROUP];
    size_t k = words_group(state, &pair_places, group), at = pair_random(state) % (n + 1);
    if (n + k > room) k = room - n;
    memmove(words + 4 * (at + k), words + 4 * at, 4 * (n - at));
    for (size_t i = 0; i < k; i++) store_be32(words + 4 * (at + i), group[i]);
    return n + k;
}

static size_t cut(u8 *words, size_t n, u64 *state)
{
    size_t at = pair_random(state) % n, k = 1 + pair_random(state) % 4;
    if (k > n - at) k = n - at;
    memmove(words + 4 * at, words + 4 * (at + k), 4 * (n - at - k));
    return n - k;
}

/* One field, as the formats have them: registers, condition, low bits. */
static u32 change_field(u32 w, u64 *state)
{
    static const u8 field[][2] = {{21, 5}, {16, 5}, {0, 5}, {13, 3}, {12, 1}, {5, 1}, {1, 1}, {3, 8}, {0, 14}, {26, 6}};
    const u8 *f = field[pair_random(state) % ARRAY_LEN(field)];
    u32 mask = ((1u << f[1]) - 1) << f[0];
    return (w & ~mask) | (pair_random(state) << f[0] & mask);
}

static size_t mutate_words(u8 *words, size_t n, size_t room, u64 *state)
{
    size_t at = n ? pair_random(state) % n : 0, other = n ? pair_random(state) % n : 0;
    u32 w = n ? load_be32(words + 4 * at) : 0;
    u32 how = n ? pair_random(state) % 8 : 0;
    switch (how) {
    case 0:
    case 1:
    case 2: return n < room ? insert(words, n, room, state) : cut(words, n, state);
    case 3: return n > 1 ? cut(words, n, state) : n;
    case 4: store_be32(words + 4 * at, words_insn(state)); return n;
    case 5: memcpy(words + 4 * at, words + 4 * other, 4); return n;
    default: store_be32(words + 4 * at, change_field(w, state)); return n;
    }
}

size_t LLVMFuzzerCustomMutator(u8 *data, size_t size, size_t max, unsigned seed)
{
    u64 state = seed;
    if (size < HEADER + 4 || max < HEADER + 64 || pair_random(&state) % 8 == 0)
        return LLVMFuzzerMutate(data, size, max);
    if (pair_random(&state) % 8 == 0) {
        LLVMFuzzerMutate(data, HEADER, HEADER);
        return size;
    }
    size_t room = (max - HEADER) / 4, n = (size - HEADER) / 4;
    if (room > MAX_WORDS) room = MAX_WORDS;
    if (n > room) n = room;
    for (u32 times = 1 + pair_random(&state) % 3; times > 0; times--) n = mutate_words(data + HEADER, n, room, &state);
    return HEADER + 4 * n;
}
