/* The profiling calls and the tick, clause by clause (docs/clauses.txt; D-n are the decisions of docs/ticks.md): what
 * each call returns and leaves, and what each tick does, by the rule in C and by the ROM. Expected values are worked
 * out by hand; the property test holds both to a model. */
#include <errno.h>
#include <stdlib.h>

#include "emu/core/code.h"
#include "emu/core/fault.h"
#include "isa/parisc/isa.h"
#include "isa/parisc/system/interrupt.h"
#include "prof/tick/profil.h"
#include "prof/tick/profiler.h"
#include "tests/unit/suites.h"

enum {
    ARRAY = 0x100000,  /* one page, read and write; nothing behind it */
    BUFFER = 0x200000, /* one page, read and write; behind it one that can only be read */
    READ_ONLY = 0x201000,
    TEXT = 0x10000,
};
#define TOP_PAGE 0xfffff000u /* read and write */
#define NOWHERE 0x300000u
#define ALL_ONES 0xffffffffu

struct fixture {
    struct config config;
    struct machine machine;
    struct process process;
    struct thread thread;
    struct profiler profiler;
    struct guest_memory memory;
    struct pcb block;
    bool allow;
};

static void setup(struct fixture *f)
{
    struct error e;
    memset(f, 0, sizeof *f);
    f->config = (struct config){.clock_hz = 100000000, .tick_cycles = 1000000};
    f->machine = (struct machine){.config = &f->config, .isa = &isa_parisc};
    f->process = (struct process){.machine = &f->machine, .isa = &isa_parisc, .thread = &f->thread};
    f->thread.process = &f->process;
    f->profiler.rom = rom_find("parisc");
    ck_assert_int_eq(fault_install(&e), 0);
    ck_assert_int_eq(mem_init(&f->process.mem, isa_parisc.windows, isa_parisc.window_count, &e), 0);
    ck_assert_int_eq(code_begin(&f->process, &e), 0);
    ck_assert_int_eq(isa_parisc.cpu_new(&f->thread, NULL, &e), 0);
    ck_assert_int_eq(profiler_attach(&f->profiler, &f->machine, &e), 0);
    ck_assert(profiler_block(&f->thread, &f->block));
    f->memory = profiler_memory(&f->process.mem);
    pa_set_psw(f->thread.cpu, PSW_C | PSW_Q | PSW_P | PSW_D | PSW_I);
    f->thread.cpu->iasq_front = f->thread.cpu->iasq_back = SPACE_USER;
    static const struct { u32 addr; int prot; } pages[] = {
        {ARRAY, PROT_READ | PROT_WRITE}, {BUFFER, PROT_READ | PROT_WRITE}, {READ_ONLY, PROT_READ},
        {TOP_PAGE, PROT_READ | PROT_WRITE},
    };
    for (unsigned i = 0; i < ARRAY_LEN(pages); i++)
        ck_assert_int_eq(mem_map(&f->process.mem, pages[i].addr, MEM_PAGE, pages[i].prot, false, -1, 0, ""), 0);
}

static void teardown(struct fixture *f)
{
    isa_parisc.cpu_free(&f->thread);
    isa_parisc.code_free(&f->process);
    mem_free(&f->process.mem);
    mem_free(&f->machine.absolute);
}

static void put(struct fixture *f, u64 addr, u64 value, unsigned size)
{
    u8 raw[8];
    for (unsigned i = 0; i < size; i++) raw[size - 1 - i] = (u8)(value >> 8 * i);
    ck_assert_int_eq(mem_poke(&f->process.mem, addr, raw, size), 0);
}

static u64 get(struct fixture *f, u64 addr, unsigned size)
{
    u8 raw[8];
    u64 v = 0;
    ck_assert_int_eq(mem_peek(&f->process.mem, addr, raw, size), 0);
    for (unsigned i = 0; i < size; i++) v = v << 8 | raw[i];
    return v;
}

static int call(struct fixture *f, enum profil_call which, const u32 arg[4])
{
    static int (*const calls[])(const struct profil_caller *, const u64 *) = {
        hpux_sprofil, hpux_profil, irix_profil, openbsd_profil, aix_profil,
    };
    struct profil_caller c = {.block = f->block, .memory = &f->memory, .word = 4, .big_endian = true,
                              .allow_overlap = f->allow, .tick_us = 10000};
    const u64 wide[4] = {arg[0], arg[1], arg[2], arg[3]};
    return -calls[which](&c, wide);
}

/* --- the rows ----------------------------------------------------------------------------------------------------- */

/* Words at ARRAY, then a call. */
struct set_up {
    enum profil_call which;
    u32 arg[4];
    u32 words[16];
    bool allow;
};

static int perform(struct fixture *f, const struct set_up *s)
{
    for (unsigned i = 0; i < ARRAY_LEN(s->words); i++) put(f, ARRAY + 4 * i, s->words[i], 4);
    f->allow = s->allow;
    return call(f, s->which, s->arg);
}

#define MEMBER(base, size, offset, scale) (base), (size), (offset), (scale)
#define SPROFIL(n, flags, ...) {CALL_HPUX_SPROFIL, {ARRAY, n, 0, flags}, {__VA_ARGS__}, false}
#define SPROFIL_OVERLAP(n, flags, ...) {CALL_HPUX_SPROFIL, {ARRAY, n, 0, flags}, {__VA_ARGS__}, true}
#define GOOD MEMBER(BUFFER, 64, TEXT, 0x8000)
#define AIX_END 0, 0, 0, 0, 0
#define AIX_ARRAY(...) {CALL_AIX_PROFIL, {ARRAY, ALL_ONES, 0, 0}, {__VA_ARGS__}, false}
#define IRIX(...) {CALL_IRIX_PROFIL, {__VA_ARGS__}, {0}, false}
#define OPENBSD(...) {CALL_OPENBSD_PROFIL, {__VA_ARGS__}, {0}, false}
#define AIX(...) {CALL_AIX_PROFIL, {__VA_ARGS__}, {0}, false}
#define PROFIL(...) {CALL_HPUX_PROFIL, {__VA_ARGS__}, {0}, false}

/* A call made while profiling is off, and one made while IRIX's profil() has it on: result, and on or off
 * afterwards. */
static const struct call_row {
    const char *clause;
    struct set_up set_up;
    int error;
    bool on_from_off, on_from_on;
} call_rows[] = {
    {"hpux: a call enables", SPROFIL(1, PROF_USHORT, GOOD), 0, true, true},
    {"hpux: profcnt 0 disables", SPROFIL(0, PROF_USHORT, GOOD), 0, false, false},
    {"hpux: profcnt 0: flags and array are not looked at (D-7)",
     {CALL_HPUX_SPROFIL, {NOWHERE, 0, 0, 77}, {0}, false}, 0, false, false},
    {"hpux: profcnt 0: tvp is", {CALL_HPUX_SPROFIL, {0, 0, NOWHERE, 1}, {0}, false}, EFAULT, false, false},
    {"hpux: profcnt below 0", SPROFIL(ALL_ONES, PROF_USHORT, GOOD), E2BIG, false, false},
    {"hpux: profcnt above the maximum", SPROFIL(101, PROF_USHORT, GOOD), E2BIG, false, false},
    {"hpux: E2BIG comes before EINVAL of flags", SPROFIL(101, 77, GOOD), E2BIG, false, false},
    {"hpux: flags PROF_UINT64 (D-5)", SPROFIL(1, PROF_UINT64, GOOD), 0, true, true},
    {"hpux: flags 0", SPROFIL(1, 0, GOOD), EINVAL, false, false},
    {"hpux: flags 3", SPROFIL(1, 3, GOOD), EINVAL, false, false},
    {"hpux: flags come before EFAULT", {CALL_HPUX_SPROFIL, {NOWHERE, 1, 0, 3}, {0}, false}, EINVAL, false, false},
    {"hpux: profp illegal", {CALL_HPUX_SPROFIL, {NOWHERE, 1, 0, 1}, {0}, false}, EFAULT, false, false},
    {"hpux: profp's end illegal", {CALL_HPUX_SPROFIL, {ARRAY + 4096 - 16, 2, 0, 1}, {0}, false}, EFAULT, false, false},
    {"hpux: tvp illegal", {CALL_HPUX_SPROFIL, {ARRAY, 1, NOWHERE, 1}, {GOOD}, false}, EFAULT, false, false},
    {"hpux: tvp read-only", {CALL_HPUX_SPROFIL, {ARRAY, 1, READ_ONLY, 1}, {GOOD}, false}, EFAULT, false, false},
    {"hpux: pr_size 0", SPROFIL(1, PROF_USHORT, MEMBER(BUFFER, 0, TEXT, 0x8000)), EINVAL, false, false},
    {"hpux: pr_size no multiple", SPROFIL(1, PROF_UINT, MEMBER(BUFFER, 6, TEXT, 0x8000)), EINVAL, false, false},
    {"hpux: pr_size at its limit, scale 2",
     SPROFIL(1, PROF_USHORT, MEMBER(BUFFER, 0x80000000, TEXT, 2)), 0, true, true},
    {"hpux: pr_size above it", SPROFIL(1, PROF_USHORT, MEMBER(BUFFER, 0x80000002, TEXT, 2)), EINVAL, false, false},
    {"hpux: pr_size above it, scale 3", SPROFIL(1, PROF_USHORT, MEMBER(BUFFER, 0xc0000002, TEXT, 3)), EINVAL, false,
     false},
    {"hpux: scale 0: nothing is checked (D-8)", SPROFIL(1, PROF_USHORT, MEMBER(1, 1, 1, 0)), 0, true, true},
    {"hpux: scale 1: nothing is checked", SPROFIL(2, PROF_USHORT, MEMBER(1, 1, ALL_ONES, 1), GOOD), 0, true, true},
    {"hpux: overflow descriptor", SPROFIL(2, PROF_USHORT, GOOD, MEMBER(BUFFER + 64, 2, 0, 2)), 0, true, true},
    {"hpux: overflow descriptor not last",
     SPROFIL(2, PROF_USHORT, MEMBER(BUFFER, 2, 0, 2), GOOD), EINVAL, false, false},
    {"hpux: overflow descriptor too long",
     SPROFIL(2, PROF_USHORT, GOOD, MEMBER(BUFFER, 4, 0, 2)), EINVAL, false, false},
    {"hpux: adjacent regions", SPROFIL(2, PROF_USHORT, GOOD, MEMBER(BUFFER, 64, TEXT + 128, 0x8000)), 0, true, true},
    {"hpux: regions overlap by one address", SPROFIL(2, PROF_USHORT, GOOD, MEMBER(BUFFER, 64, TEXT + 127, 0x8000)),
     EINVAL, false, false},
    {"hpux: the text covered is rounded up: 2 * 65536 / 3 = 43690.7",
     SPROFIL(2, PROF_USHORT, MEMBER(BUFFER, 2, 0, 3), MEMBER(BUFFER, 2, 43690, 3)), EINVAL, false, false},
    {"hpux: and ends there", SPROFIL(2, PROF_USHORT, MEMBER(BUFFER, 2, 0, 3), MEMBER(BUFFER, 2, 43691, 3)), 0, true,
     true},
    {"hpux: equal offsets overlap (D-9)", SPROFIL(2, PROF_USHORT, GOOD, GOOD), EINVAL, false, false},
    {"hpux: unsorted", SPROFIL(2, PROF_USHORT, GOOD, MEMBER(BUFFER, 64, TEXT - 256, 0x8000)), EINVAL, false, false},
    {"hpux: overlap allowed", SPROFIL_OVERLAP(2, PROF_USHORT, GOOD, GOOD), 0, true, true},
    {"hpux: unsorted is never allowed", SPROFIL_OVERLAP(2, PROF_USHORT, GOOD, MEMBER(BUFFER, 64, TEXT - 256, 0x8000)),
     EINVAL, false, false},
    {"hpux: an ignored member does not count in the order",
     SPROFIL(3, PROF_USHORT, GOOD, MEMBER(BUFFER, 2, 0, 1), MEMBER(BUFFER, 64, TEXT + 128, 0x8000)), 0, true, true},
    {"hpux: pr_base is not checked (D-10)",
     SPROFIL(1, PROF_USHORT, MEMBER(NOWHERE + 1, 64, TEXT, 0x8000)), 0, true, true},
    {"hpux profil: on", PROFIL(BUFFER, 64, TEXT, 0x8000), 0, true, true},
    {"hpux profil: odd size leaves it off (D-11)", PROFIL(BUFFER, 63, TEXT, 0x8000), 0, false, false},
    {"hpux profil: size 0 leaves it off", PROFIL(BUFFER, 0, TEXT, 0x8000), 0, false, false},
    {"hpux profil: offset 0, scale 2 is the overflow descriptor", PROFIL(BUFFER, 4, 0, 2), 0, false, false},
    {"hpux profil: which has one element", PROFIL(BUFFER, 2, 0, 2), 0, true, true},
    {"irix: on", IRIX(BUFFER, 64, TEXT, 0x8000), 0, true, true},
    {"irix: scale 0: off", IRIX(BUFFER, 64, TEXT, 0), 0, false, false},
    {"irix: scale 1: off", IRIX(BUFFER, 64, TEXT, 1), 0, false, false},
    {"irix: bufsiz 0: on, counts nothing", IRIX(BUFFER, 0, TEXT, 0x8000), 0, true, true},
    {"irix: nothing is checked", IRIX(NOWHERE, 64, TEXT, 0x8000), 0, true, true},
    {"openbsd: on", OPENBSD(BUFFER, 64, TEXT, 65536), 0, true, true},
    {"openbsd: scale above 65536: state unchanged (D-14)", OPENBSD(BUFFER, 64, TEXT, 65537), EINVAL, false, true},
    {"openbsd: scale 0: off", OPENBSD(NOWHERE, 64, TEXT, 0), 0, false, false},
    {"openbsd: scale 1 is legal", OPENBSD(BUFFER, 64, TEXT, 1), 0, true, true},
    {"openbsd: samples illegal: off", OPENBSD(NOWHERE, 64, TEXT, 1), EFAULT, false, false},
    {"openbsd: samples end in a page that can only be read", OPENBSD(BUFFER + 4000, 97, TEXT, 1), EFAULT, false, false},
    {"openbsd: no byte, nothing to check", OPENBSD(NOWHERE, 0, TEXT, 1), 0, true, true},
    {"openbsd: samples wrap", OPENBSD(TOP_PAGE, 4097, TEXT, 1), EFAULT, false, false},
    {"aix: on; but ineffective while on", AIX(BUFFER, 64, TEXT, 0x7fff), 0, true, true},
    {"aix: scale 0 is off, ineffective for another's profile", AIX(BUFFER, 64, TEXT, 0), 0, false, true},
    {"aix: scale 1 likewise", AIX(BUFFER, 64, TEXT, 1), 0, false, true},
    {"aix: the upper 16 bits are ignored", AIX(NOWHERE, 64, TEXT, 0x70001), 0, false, true},
    {"aix: BufferSize 0 is off", AIX(NOWHERE, 0, TEXT, 0x7fff), 0, false, true},
    {"aix: EFAULT; state comes first", AIX(NOWHERE, 64, TEXT, 0x7fff), EFAULT, false, true},
    {"aix array: on", AIX_ARRAY(TEXT, TEXT + 64, BUFFER, 64, 0x7fff, AIX_END), 0, true, true},
    {"aix array: first p_high 0 is off", AIX_ARRAY(TEXT, 0, BUFFER, 64, 0x7fff, AIX_END), 0, false, true},
    {"aix array: p_high not ascending",
     AIX_ARRAY(TEXT, TEXT + 64, BUFFER, 64, 0x7fff, TEXT, TEXT + 64, BUFFER, 64, 0x7fff, AIX_END), EINVAL, false, true},
    {"aix array: a buffer illegal", AIX_ARRAY(TEXT, TEXT + 64, NOWHERE, 64, 0x7fff, AIX_END), EFAULT, false, true},
    {"aix array: what lies between the buffers counts",
     AIX_ARRAY(TEXT, TEXT + 64, ARRAY, 64, 0x7fff, TEXT, TEXT + 65, BUFFER, 64, 0x7fff, AIX_END), EFAULT, false, true},
    {"aix array: illegal", {CALL_AIX_PROFIL, {NOWHERE, ALL_ONES, 0, 0}, {0}, false}, EFAULT, false, true},
    {"aix array: no end mark before the page's end",
     {CALL_AIX_PROFIL, {READ_ONLY + 4096 - 10, ALL_ONES, 0, 0}, {0}, false}, EFAULT, false, true},
    {"aix: Offset and Scale are ignored in the second form",
     {CALL_AIX_PROFIL, {ARRAY, ALL_ONES, 77, 1}, {TEXT, TEXT + 64, BUFFER, 64, 0x7fff, AIX_END}, false}, 0, true, true},
};

START_TEST(test_calls)
{
    const struct call_row *row = &call_rows[_i];
    static const u32 other[4] = {BUFFER, 64, TEXT, 0x8000};
    struct fixture f;
    setup(&f);
    ck_assert_msg(perform(&f, &row->set_up) == row->error, "%s: from off: result", row->clause);
    ck_assert_msg(pcb_on(&f.block) == row->on_from_off, "%s: from off: state", row->clause);
    call(&f, CALL_HPUX_SPROFIL, (const u32[4]){0});
    ck_assert_int_eq(call(&f, CALL_IRIX_PROFIL, other), 0);
    int error = perform(&f, &row->set_up);
    bool aix = row->set_up.which == CALL_AIX_PROFIL; /* ineffective, so that it has no error either */
    ck_assert_msg(error == (aix ? 0 : row->error), "%s: from on: result", row->clause);
    ck_assert_msg(pcb_on(&f.block) == row->on_from_on, "%s: from on: state", row->clause);
    teardown(&f);
}
END_TEST

/* One tick after a call: the element that counts, its value before and after. */
static const struct tick_row {
    const char *clause;
    struct set_up set_up;
    u32 pc;
    u32 action;
    u32 region, element;
    unsigned size;
    u64 old, new;
} tick_rows[] = {
#define NO 0, 0, 0, 0, 0
    {"hpux: first address", SPROFIL(1, 1, GOOD), TEXT, PCB_DID_COUNT, 0, BUFFER, 2, 0, 1},
    {"hpux: 0x8000 is 1-1 for PROF_USHORT", SPROFIL(1, 1, GOOD), TEXT + 4, PCB_DID_COUNT, 0, BUFFER + 2, 2, 7, 8},
    {"hpux: 0x10000 is 1-1 for PROF_UINT", SPROFIL(1, 2, MEMBER(BUFFER, 64, TEXT, 0x10000)), TEXT + 12, PCB_DID_COUNT,
     0, BUFFER + 12, 4, 7, 8},
    {"hpux: 0x20000 is 1-1 for PROF_UINT64", SPROFIL(1, 4, MEMBER(BUFFER, 64, TEXT, 0x20000)), TEXT + 12,
     PCB_DID_COUNT, 0, BUFFER + 24, 8, 7, 8},
    {"hpux: below 1-1 the formula applies (D-12)", SPROFIL(1, 1, MEMBER(BUFFER, 64, TEXT, 0x10000)), TEXT + 4,
     PCB_DID_COUNT, 0, BUFFER + 4, 2, 0, 1},
    {"hpux: the address before", SPROFIL(1, 1, GOOD), TEXT - 4, PCB_DID_MISS, NO},
    {"hpux: last address", SPROFIL(1, 1, GOOD), TEXT + 124, PCB_DID_COUNT, 0, BUFFER + 62, 2, 0, 1},
    {"hpux: the address behind", SPROFIL(1, 1, GOOD), TEXT + 128, PCB_DID_MISS, NO},
    {"hpux: rounded down to the element", SPROFIL(1, 4, GOOD), TEXT + 28, PCB_DID_COUNT, 0, BUFFER + 8, 8, 0, 1},
    {"hpux: no truncation: 0x20000 * 0x80000000 / 65536 is 2^32, not 0",
     SPROFIL(1, 1, MEMBER(BUFFER, 64, 0, 0x80000000)), 0x20000, PCB_DID_MISS, NO},
    {"hpux: top of the address space", SPROFIL(1, 1, MEMBER(BUFFER, 64, 0xffffff80, 0x8000)), 0xfffffffc, PCB_DID_COUNT,
     0, BUFFER + 62, 2, 0, 1},
    {"hpux: a text address is used with its low bits", SPROFIL(1, 1, MEMBER(BUFFER, 64, TEXT + 3, 0x8000)), TEXT + 4,
     PCB_DID_COUNT, 0, BUFFER, 2, 0, 1},
    {"hpux: saturates, 2 bytes", SPROFIL(1, 1, GOOD), TEXT, PCB_DID_SATURATED, 0, BUFFER, 2, 0xffff, 0xffff},
    {"hpux: one below the maximum", SPROFIL(1, 1, GOOD), TEXT, PCB_DID_COUNT, 0, BUFFER, 2, 0xfffe, 0xffff},
    {"hpux: saturates, 4 bytes", SPROFIL(1, 2, GOOD), TEXT, PCB_DID_SATURATED, 0, BUFFER, 4, ALL_ONES, ALL_ONES},
    {"hpux: carries into the upper word, 8 bytes", SPROFIL(1, 4, GOOD), TEXT, PCB_DID_COUNT, 0, BUFFER, 8, ALL_ONES,
     0x100000000},
    {"hpux: saturates, 8 bytes", SPROFIL(1, 4, GOOD), TEXT, PCB_DID_SATURATED, 0, BUFFER, 8, UINT64_MAX, UINT64_MAX},
    {"hpux: overflow bin", SPROFIL(2, 1, GOOD, MEMBER(BUFFER + 64, 2, 0, 2)), 0, PCB_DID_OVERFLOW_BIN, 1, BUFFER + 64,
     2, 3, 4},
    {"hpux: not for what matches", SPROFIL(2, 1, GOOD, MEMBER(BUFFER + 64, 2, 0, 2)), TEXT, PCB_DID_COUNT, 0, BUFFER, 2,
     3, 4},
    {"hpux: overflow bin saturates", SPROFIL(2, 1, GOOD, MEMBER(BUFFER + 64, 2, 0, 2)), 0xfffffffc, PCB_DID_SATURATED,
     1, BUFFER + 64, 2, 0xffff, 0xffff},
    {"hpux: scale 1 never matches", SPROFIL(1, 1, MEMBER(BUFFER, 64, TEXT, 1)), TEXT, PCB_DID_MISS, NO},
    {"hpux: scale 2 not in the last member",
     SPROFIL(2, 1, MEMBER(BUFFER, 2, 16, 2), MEMBER(BUFFER, 64, 1 << 24, 0x8000)), 0x1000c, PCB_DID_COUNT, 0, BUFFER,
     2, 0, 1},
    {"hpux: overlap: the largest offset wins",
     SPROFIL_OVERLAP(2, 1, GOOD, MEMBER(BUFFER + 128, 64, TEXT + 64, 0x8000)), TEXT + 64, PCB_DID_COUNT, 1,
     BUFFER + 128, 2, 0, 1},
    {"hpux: below it the other", SPROFIL_OVERLAP(2, 1, GOOD, MEMBER(BUFFER + 128, 64, TEXT + 64, 0x8000)), TEXT + 60,
     PCB_DID_COUNT, 0, BUFFER + 30, 2, 0, 1},
    {"hpux: equal offsets: the first wins", SPROFIL_OVERLAP(2, 1, GOOD, MEMBER(BUFFER + 128, 64, TEXT, 0x8000)), TEXT,
     PCB_DID_COUNT, 0, BUFFER, 2, 0, 1},
    {"hpux: unless it ends before", SPROFIL_OVERLAP(2, 1, MEMBER(BUFFER, 2, TEXT, 0x8000),
     MEMBER(BUFFER + 128, 64, TEXT, 0x8000)), TEXT + 4, PCB_DID_COUNT, 1, BUFFER + 130, 2, 0, 1},
    {"hpux: unmapped", SPROFIL(1, 1, MEMBER(NOWHERE, 64, TEXT, 0x8000)), TEXT, PCB_DID_FAULT, 0, NOWHERE, 0, 0, 0},
    {"hpux: read-only", SPROFIL(1, 1, MEMBER(READ_ONLY, 64, TEXT, 0x8000)), TEXT, PCB_DID_FAULT, 0, READ_ONLY, 0, 0, 0},
    {"hpux: misaligned",
     SPROFIL(1, 2, MEMBER(BUFFER + 2, 64, TEXT, 0x8000)), TEXT, PCB_DID_FAULT, 0, BUFFER + 2, 0, 0, 0},
    {"hpux: wraps out of the address space", SPROFIL(1, 1, MEMBER(0xfffffffe, 64, TEXT, 0x8000)), TEXT + 4,
     PCB_DID_FAULT, 0, 0, 0, 0, 0},
    {"hpux: the last element there is", SPROFIL(1, 4, MEMBER(0xfffffff8, 8, TEXT, 0x8000)), TEXT, PCB_DID_COUNT, 0,
     0xfffffff8, 8, 0, 1},
    {"hpux profil: saturates", PROFIL(BUFFER, 64, TEXT, 0x8000), TEXT, PCB_DID_SATURATED, 0, BUFFER, 2, 0xffff, 0xffff},
    {"irix: 0x8000 is 1-1", IRIX(BUFFER, 64, TEXT, 0x8000), TEXT + 8, PCB_DID_COUNT, 0, BUFFER + 4, 2, 0, 1},
    {"irix: wraps (D-13)", IRIX(BUFFER, 64, TEXT, 0x8000), TEXT, PCB_DID_COUNT, 0, BUFFER, 2, 0xffff, 0},
    {"irix: below the offset", IRIX(BUFFER, 64, TEXT, 0x8000), TEXT - 4, PCB_DID_MISS, NO},
    {"irix: scale 2 takes every pc above", IRIX(BUFFER, 2, TEXT, 2), 0xfffffffc, PCB_DID_COUNT, 0, BUFFER, 2, 0, 1},
    {"irix: and none below", IRIX(BUFFER, 2, TEXT, 2), TEXT - 4, PCB_DID_MISS, NO},
    {"irix: an odd size is rounded down", IRIX(BUFFER, 3, TEXT, 0x8000), TEXT + 4, PCB_DID_MISS, NO},
    {"irix: bufsiz 0", IRIX(BUFFER, 0, TEXT, 0x8000), TEXT, PCB_DID_MISS, NO},
    {"irix: above the maximal scale the formula applies (D-18)", IRIX(BUFFER, 64, TEXT, 0x30000), TEXT + 4,
     PCB_DID_COUNT, 0, BUFFER + 12, 2, 0, 1},
    {"irix: misaligned", IRIX(BUFFER + 1, 64, TEXT, 0x8000), TEXT, PCB_DID_FAULT, 0, BUFFER + 1, 0, 0, 0},
    {"openbsd: 65536: a bin for each 2 bytes", OPENBSD(BUFFER, 64, TEXT, 65536), TEXT + 4, PCB_DID_COUNT, 0, BUFFER + 4,
     2, 0, 1},
    {"openbsd: 32768: 4 bytes", OPENBSD(BUFFER, 64, TEXT, 32768), TEXT + 4, PCB_DID_COUNT, 0, BUFFER + 2, 2, 0, 1},
    {"openbsd: halved before it is scaled: 7 / 2 * 65535 / 65536 = 2", OPENBSD(BUFFER, 64, TEXT + 1, 65535), TEXT + 8,
     PCB_DID_COUNT, 0, BUFFER + 4, 2, 0, 1},
    {"openbsd: wraps", OPENBSD(BUFFER, 64, TEXT, 65536), TEXT, PCB_DID_COUNT, 0, BUFFER, 2, 0xffff, 0},
    {"openbsd: any alignment",
     OPENBSD(BUFFER + 1, 64, TEXT, 65536), TEXT, PCB_DID_COUNT, 0, BUFFER + 1, 2, 0xff, 0x100},
    {"openbsd: an odd size", OPENBSD(BUFFER, 5, TEXT, 65536), TEXT + 4, PCB_DID_MISS, NO},
    {"openbsd: lowest address", OPENBSD(BUFFER, 64, TEXT, 65536), TEXT - 4, PCB_DID_MISS, NO},
    {"aix: rounded up to an even byte: 4 * 0x7fff / 65536 = 1, 2", AIX(BUFFER, 64, TEXT, 0x7fff), TEXT + 4,
     PCB_DID_COUNT, 0, BUFFER + 2, 2, 0, 1},
    {"aix: 8 * 0x7fff / 65536 = 3, 4", AIX(BUFFER, 64, TEXT, 0x7fff), TEXT + 8, PCB_DID_COUNT, 0, BUFFER + 4, 2, 0, 1},
    {"aix: read as bytes, index 1 would be past 2 / 2 (D-15)", AIX(BUFFER, 4, TEXT, 0x7fff), TEXT + 4, PCB_DID_COUNT, 0,
     BUFFER + 2, 2, 0, 1},
    {"aix: past the buffer", AIX(BUFFER, 4, TEXT, 0x7fff), TEXT + 8, PCB_DID_MISS, NO},
    {"aix: scale 2 takes every pc, below Offset too", AIX(BUFFER, 64, TEXT, 2), 0, PCB_DID_COUNT, 0, BUFFER, 2, 0, 1},
    {"aix: saturates", AIX(BUFFER, 64, TEXT, 0x7fff), TEXT, PCB_DID_SATURATED, 0, BUFFER, 2, 0xffff, 0xffff},
    {"aix: below Offset", AIX(BUFFER, 64, TEXT, 0x7fff), TEXT - 4, PCB_DID_MISS, NO},
    {"aix array: computed scale (D-16): 32 * 65536 / 64 = 0x8000",
     AIX_ARRAY(TEXT, TEXT + 64, BUFFER, 32, ALL_ONES, AIX_END), TEXT + 8, PCB_DID_COUNT, 0, BUFFER + 4, 2, 0, 1},
    {"aix array: computed and clamped to 2: one bin", AIX_ARRAY(0, ALL_ONES, BUFFER, 2, ALL_ONES, AIX_END), 0x7ffffffc,
     PCB_DID_COUNT, 0, BUFFER, 2, 0, 1},
    {"aix array: p_high is not in the region", AIX_ARRAY(TEXT, TEXT + 64, BUFFER, 64, 0x7fff, AIX_END), TEXT + 64,
     PCB_DID_MISS, NO},
    {"aix array: the first that holds pc decides",
     AIX_ARRAY(TEXT, TEXT + 64, BUFFER, 4, 0x7fff, TEXT, TEXT + 128, BUFFER + 4, 64, 0x7fff, AIX_END), TEXT + 32,
     PCB_DID_MISS, NO},
    {"aix array: a buffer below one short never matches",
     AIX_ARRAY(TEXT, TEXT + 64, BUFFER, 1, 0x7fff, TEXT, TEXT + 128, BUFFER + 4, 64, 0x7fff, AIX_END), TEXT + 4,
     PCB_DID_COUNT, 1, BUFFER + 6, 2, 0, 1},
    {"aix array: scale 0 counts nothing", AIX_ARRAY(TEXT, TEXT + 64, BUFFER, 4, 0, TEXT, TEXT + 128, BUFFER + 4, 64, 2,
     AIX_END), TEXT, PCB_DID_MISS, NO},
#undef NO
};

static void check_tick(struct fixture *f, const struct tick_row *row, const char *by)
{
    struct tick_outcome o;
    tick_outcome(&f->block, &o);
    ck_assert_msg(o.action == row->action, "%s, %s: %s, not %s", row->clause, by, tick_action_name(o.action),
                  tick_action_name(row->action));
    ck_assert_msg(pcb_on(&f->block) == (row->action != PCB_DID_FAULT), "%s, %s: state", row->clause, by);
    if (row->action == PCB_DID_MISS) return;
    ck_assert_msg(o.region == row->region, "%s, %s: region %u", row->clause, by, o.region);
    ck_assert_msg(o.element == row->element, "%s, %s: element %llx", row->clause, by, (unsigned long long)o.element);
    if (row->action == PCB_DID_FAULT) return;
    ck_assert_msg(o.old == row->old && o.new == row->new, "%s, %s: values", row->clause, by);
    ck_assert_msg(get(f, row->element, row->size) == row->new, "%s, %s: memory", row->clause, by);
}

START_TEST(test_ticks)
{
    const struct tick_row *row = &tick_rows[_i];
    for (unsigned in_rom = 0; in_rom < 2; in_rom++) {
        struct fixture f;
        setup(&f);
        ck_assert_msg(perform(&f, &row->set_up) == 0, "%s: call", row->clause);
        if (row->size) put(&f, row->element, row->old, row->size);
        f.thread.cpu->iaoq_front = row->pc | 3;
        f.thread.cpu->iaoq_back = (row->pc + 4) | 3;
        pcb_put64(&f.block, f.block.bytes + PCB_PERIOD, 1000);
        if (in_rom) isa_parisc.timer(&f.thread, &(struct tick){.match = 0, .next = 1000, .pc = row->pc});
        else tick_take(&f.block, row->pc, &f.memory);
        check_tick(&f, row, in_rom ? "ROM" : "host");
        teardown(&f);
    }
}
END_TEST

/* --- state -------------------------------------------------------------------------------------------------------- */

START_TEST(test_tvp_gets_the_tick)
{
    struct fixture f;
    setup(&f);
    put(&f, ARRAY + 256, 77, 4);
    ck_assert_int_eq(call(&f, CALL_HPUX_SPROFIL, (const u32[4]){NOWHERE, 1, ARRAY + 256, 1}), EFAULT);
    ck_assert_uint_eq(get(&f, ARRAY + 256, 4), 77); /* on success only */
    ck_assert_int_eq(call(&f, CALL_HPUX_SPROFIL, (const u32[4]){0, 0, ARRAY + 256, 0}), 0);
    ck_assert_uint_eq(get(&f, ARRAY + 256, 4), 0);
    ck_assert_uint_eq(get(&f, ARRAY + 260, 4), 10000);
    ck_assert_uint_eq(profil_tick_us(1000000, 100000000), 10000);
    ck_assert_uint_eq(profil_tick_us(1, 160000000), 0);
    ck_assert_uint_eq(profil_tick_us(80, 160000000), 1); /* half a microsecond is rounded up */
    teardown(&f);
}
END_TEST

START_TEST(test_array_is_read_once)
{
    struct fixture f;
    static const struct set_up good = SPROFIL(1, PROF_USHORT, GOOD);
    setup(&f);
    ck_assert_int_eq(perform(&f, &good), 0);
    for (unsigned i = 0; i < 16; i++) put(&f, ARRAY + 4 * i, 0, 4);
    tick_take(&f.block, TEXT, &f.memory);
    ck_assert_uint_eq(get(&f, BUFFER, 2), 1);
    teardown(&f);
}
END_TEST

START_TEST(test_aix_forms_do_not_mix)
{
    struct fixture f;
    static const struct set_up one = AIX(BUFFER, 64, TEXT, 0x7fff), one_off = AIX(BUFFER, 64, TEXT, 0);
    static const struct set_up two = AIX_ARRAY(TEXT, TEXT + 64, BUFFER, 64, 0x7fff, AIX_END);
    static const struct set_up two_off = AIX_ARRAY(AIX_END);
    setup(&f);
    ck_assert_int_eq(perform(&f, &one), 0);
    ck_assert_int_eq(perform(&f, &two_off), 0);
    ck_assert(pcb_on(&f.block));
    ck_assert_int_eq(perform(&f, &one_off), 0);
    ck_assert(!pcb_on(&f.block));
    ck_assert_int_eq(perform(&f, &two), 0);
    ck_assert_int_eq(perform(&f, &one_off), 0);
    ck_assert(pcb_on(&f.block));
    ck_assert_int_eq(perform(&f, &two_off), 0);
    ck_assert(!pcb_on(&f.block));
    teardown(&f);
}
END_TEST

START_TEST(test_fork_and_exec)
{
    struct fixture f;
    struct thread child = {.process = &f.process, .pid = 7}; /* of vfork: in the same memory */
    struct pcb block;
    static const struct set_up good = SPROFIL(1, PROF_USHORT, GOOD);
    setup(&f);
    ck_assert_int_eq(perform(&f, &good), 0);
    ck_assert_int_eq(f.machine.profiling->fork(f.machine.profiling->ctx, &f.thread, child.pid), 0);
    ck_assert(profiler_block(&child, &block));
    ck_assert_uint_ne(child.profile_block, f.thread.profile_block);
    ck_assert(pcb_on(&block) && pcb_on(&f.block));
    f.machine.profiling->end(f.machine.profiling->ctx, child.pid);
    ck_assert(profiler_block(&child, &block));
    ck_assert(!pcb_on(&block) && pcb_on(&f.block));
    f.machine.profiling->end(f.machine.profiling->ctx, child.pid);
    teardown(&f);
}
END_TEST

/* Processes without a profile take none of the places that there are for profiles: not by a tick, and not by a fork. */
START_TEST(test_many_processes)
{
    struct fixture f;
    struct pcb block;
    static const struct set_up good = SPROFIL(1, PROF_USHORT, GOOD);
    setup(&f);
    const struct profiling *p = f.machine.profiling;
    f.thread.cpu->iaoq_front = TEXT | 3;
    f.thread.cpu->iaoq_back = (TEXT + 4) | 3;
    for (int pid = 1; pid < 3 * PROFILER_BLOCKS; pid++) {
        ck_assert_int_eq(p->fork(p->ctx, &f.thread, pid), 0);
        f.thread.pid = pid;
        f.machine.tick.take(f.machine.tick.ctx, &f.thread, &(struct tick){.next = 100, .pc = TEXT});
        ck_assert(!profiler_find(&f.thread, &block));
    }
    f.thread.pid = 0;
    ck_assert_int_eq(perform(&f, &good), 0);
    int last = 1;
    while (p->fork(p->ctx, &f.thread, last) == 0) last++;
    ck_assert_int_eq(last, PROFILER_BLOCKS - 1); /* with the first, and the one of those that have none */
    p->end(p->ctx, 7);
    ck_assert_int_eq(p->fork(p->ctx, &f.thread, last), 0);
    f.thread.pid = last;
    ck_assert(profiler_find(&f.thread, &block) && pcb_on(&block));
    teardown(&f);
}
END_TEST

/* --- time --------------------------------------------------------------------------------------------------------- */

START_TEST(test_matches)
{
    struct config c = {.tick_cycles = 1000};
    ck_assert_uint_eq(tick_match(&c, 1, 1), 1000);
    ck_assert_uint_eq(tick_match(&c, 1, 7), 7000);
    c.tick_phase = 3;
    ck_assert_uint_eq(tick_match(&c, 1, 7), 7003);
    c.tick_jitter = true;
    c.tick_jitter_seed = 42;
    u64 last = 0, differ = 0;
    for (u64 n = 1; n <= 2000; n++) {
        u64 m = tick_match(&c, 1, n);
        ck_assert(m >= 1000 * n + 3 && m < 1000 * (n + 1) + 3 && m > last);
        ck_assert_uint_eq(m, tick_match(&c, 1, n));
        differ += m != tick_match(&c, 2, n); /* each thread has its own */
        last = m;
    }
    ck_assert_uint_gt(differ, 1900);
    c.tick_cycles = UINT64_MAX;
    ck_assert_uint_eq(tick_match(&c, 1, 2), UINT64_MAX);
}
END_TEST

/* --- interruptions ------------------------------------------------------------------------------------------------ */

START_TEST(test_interruption_entry)
{
    struct fixture f;
    setup(&f);
    struct cpu *c = f.thread.cpu;
    c->cr[CR_IVA] = 0xf0000000;
    for (unsigned i = 1; i < 32; i++) c->gr[i] = 0x100000001u * (u64)i;
    u32 psw = PSW_C | PSW_Q | PSW_D | PSW_I | PSW_N | PSW_V | 0xa500;
    pa_set_psw(c, psw);
    c->iaoq_front = 0x1003;
    c->iaoq_back = 0x2007;
    pa_interrupt(c, &(struct interruption){.vector = VEC_UNALIGNED, .iir = 11, .isr = 12, .ior = 13});
    ck_assert_uint_eq(c->cr[CR_IPSW], psw);
    ck_assert_uint_eq(pa_get_psw(c), 0);
    ck_assert_uint_eq(c->iiaoq[0], 0x1003);
    ck_assert_uint_eq(c->iiaoq[1], 0x2007);
    ck_assert_uint_eq(c->iaoq_front, 0xf0000000 + 32 * VEC_UNALIGNED);
    ck_assert_uint_eq(c->iaoq_back, c->iaoq_front + 4);
    ck_assert_uint_eq(c->cr[CR_IIR], 11);
    ck_assert_uint_eq(c->cr[CR_ISR], 12);
    ck_assert_uint_eq(c->cr[CR_IOR], 13);
    static const u8 shadowed[] = {1, 8, 9, 16, 17, 24, 25};
    for (unsigned i = 0; i < ARRAY_LEN(shadowed); i++)
        ck_assert_uint_eq(c->shadow[i], 0x100000001u * (u64)shadowed[i]);
    /* While PSW Q is 0 only IPSW is collected. */
    c->gr[1] = 5;
    pa_interrupt(c, &(struct interruption){.vector = VEC_DTLB_MISS, .iir = 21, .isr = 22, .ior = 23});
    ck_assert_uint_eq(c->cr[CR_IPSW], 0);
    ck_assert_uint_eq(c->iiaoq[0], 0x1003);
    ck_assert_uint_eq(c->shadow[0], 0x100000001u);
    ck_assert_uint_eq(c->cr[CR_IIR], 11);
    /* A break has an instruction and no address; an external interruption neither; HPMC sets PSW M. */
    pa_set_psw(c, PSW_Q);
    pa_interrupt(c, &(struct interruption){.vector = VEC_BREAK, .iir = 31, .isr = 32, .ior = 33});
    ck_assert_uint_eq(c->cr[CR_IIR], 31);
    ck_assert_uint_eq(c->cr[CR_IOR], 13);
    pa_set_psw(c, PSW_Q);
    pa_interrupt(c, &(struct interruption){.vector = VEC_EXTERNAL, .iir = 41});
    ck_assert_uint_eq(c->cr[CR_IIR], 31);
    pa_interrupt(c, &(struct interruption){.vector = VEC_HPMC});
    ck_assert_uint_eq(pa_get_psw(c), PSW_M);
    teardown(&f);
}
END_TEST

/* The buffer lies in a page of code that is in use: the ROM's store gives the blocks up and is done again. */
START_TEST(test_buffer_in_code_page)
{
    struct fixture f;
    static const struct set_up good = SPROFIL(1, PROF_USHORT, GOOD);
    setup(&f);
    ck_assert_int_eq(perform(&f, &good), 0);
    ck_assert_int_eq(mem_protect(&f.process.mem, BUFFER, MEM_PAGE, PROT_READ | PROT_WRITE | PROT_EXEC), 0);
    mem_mark_code(&f.process.mem, BUFFER);
    f.thread.cpu->iaoq_front = TEXT | 3;
    pcb_put64(&f.block, f.block.bytes + PCB_PERIOD, 1000);
    isa_parisc.timer(&f.thread, &(struct tick){.match = 0, .next = 1000, .pc = TEXT});
    ck_assert_uint_eq(get(&f, BUFFER, 2), 1);
    ck_assert(!(mem_flags(&f.process.mem, BUFFER) & MEM_CODE));
    teardown(&f);
}
END_TEST

/* OpenBSD's bins may lie across two pages, and either may lose its rights while profiling is on: nothing is written. */
START_TEST(test_bin_across_pages)
{
    static const struct set_up across = OPENBSD(READ_ONLY - 1, 2, TEXT, 65536);
    static const int rights[][2] = {
        {PROT_READ | PROT_WRITE, PROT_READ | PROT_WRITE}, {PROT_READ | PROT_WRITE, PROT_READ},
        {PROT_READ, PROT_READ | PROT_WRITE}, {PROT_READ | PROT_WRITE, PROT_NONE}, {PROT_NONE, PROT_READ | PROT_WRITE},
    };
    for (unsigned i = 0; i < 2 * ARRAY_LEN(rights); i++) {
        const int *right = rights[i / 2];
        struct fixture f;
        setup(&f);
        ck_assert_int_eq(mem_protect(&f.process.mem, READ_ONLY, MEM_PAGE, PROT_READ | PROT_WRITE), 0);
        ck_assert_int_eq(perform(&f, &across), 0);
        put(&f, READ_ONLY - 1, 0x12ff, 2);
        ck_assert_int_eq(mem_protect(&f.process.mem, BUFFER, MEM_PAGE, right[0]), 0);
        ck_assert_int_eq(mem_protect(&f.process.mem, READ_ONLY, MEM_PAGE, right[1]), 0);
        f.thread.cpu->iaoq_front = TEXT | 3;
        pcb_put64(&f.block, f.block.bytes + PCB_PERIOD, 1000);
        if (i & 1) isa_parisc.timer(&f.thread, &(struct tick){.match = 0, .next = 1000, .pc = TEXT});
        else tick_take(&f.block, TEXT, &f.memory);
        bool counts = i / 2 == 0;
        ck_assert_msg(pcb_on(&f.block) == counts, "row %u", i);
        ck_assert_msg(get(&f, READ_ONLY - 1, 2) == (counts ? 0x1300 : 0x12ff), "row %u", i);
        teardown(&f);
    }
}
END_TEST

/* The buffer is past the end of a mapped file: rights say yes, the access says no. */
START_TEST(test_buffer_past_end_of_file)
{
    static const struct set_up good = SPROFIL(1, PROF_USHORT, GOOD);
    for (unsigned in_rom = 0; in_rom < 2; in_rom++) {
        struct fixture f;
        FILE *file = tmpfile();
        ck_assert_ptr_nonnull(file);
        setup(&f);
        int rw = PROT_READ | PROT_WRITE;
        ck_assert_int_eq(mem_map(&f.process.mem, BUFFER, MEM_PAGE, rw, true, fileno(file), 0, "f"), 0);
        ck_assert_int_eq(perform(&f, &good), 0);
        struct cpu *c = f.thread.cpu;
        c->iaoq_front = TEXT | 3;
        c->sr[1] = 99;
        u32 psw = pa_get_psw(c);
        pcb_put64(&f.block, f.block.bytes + PCB_PERIOD, 1000);
        if (in_rom) isa_parisc.timer(&f.thread, &(struct tick){.match = 0, .next = 1000, .pc = TEXT});
        else tick_take(&f.block, TEXT, &f.memory);
        struct tick_outcome o;
        tick_outcome(&f.block, &o);
        ck_assert_uint_eq(o.action, PCB_DID_FAULT);
        ck_assert(!pcb_on(&f.block));
        ck_assert_uint_eq(c->sr[1], 99);
        ck_assert_uint_eq(pa_get_psw(c), psw);
        ck_assert_uint_eq(c->iaoq_front, TEXT | 3);
        teardown(&f);
        fclose(file);
    }
}
END_TEST

Suite *tick_suite(void)
{
    Suite *s = suite_create("tick");
    TCase *calls = tcase_create("calls"), *ticks = tcase_create("ticks"), *machine = tcase_create("machine");
    tcase_add_loop_test(calls, test_calls, 0, ARRAY_LEN(call_rows));
    tcase_add_test(calls, test_tvp_gets_the_tick);
    tcase_add_test(calls, test_array_is_read_once);
    tcase_add_test(calls, test_aix_forms_do_not_mix);
    tcase_add_test(calls, test_fork_and_exec);
    tcase_add_test(calls, test_many_processes);
    tcase_add_loop_test(ticks, test_ticks, 0, ARRAY_LEN(tick_rows));
    tcase_add_test(ticks, test_matches);
    tcase_add_test(machine, test_interruption_entry);
    tcase_add_test(machine, test_buffer_in_code_page);
    tcase_add_test(machine, test_bin_across_pages);
    tcase_add_test(machine, test_buffer_past_end_of_file);
    suite_add_tcase(s, calls);
    suite_add_tcase(s, ticks);
    suite_add_tcase(s, machine);
    return s;
}
