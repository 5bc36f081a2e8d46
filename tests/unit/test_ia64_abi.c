/* isa/ia64/system/abi and emu/os for Itanium: tables, what a program starts with, calls, signal frames and the register stack
 * in them. */
#include <errno.h>
#include <fcntl.h>
#include <linux/auxvec.h>
#include <stdio.h>

#include "emu/core/fault.h"
#include "emu/os/kernel.h"
#include "emu/os/signals.h"
#include "isa/ia64/cpu.h"
#include "isa/ia64/exec/rotate.h"
#include "isa/ia64/isa.h"
#include "isa/ia64/system/abi.h"
#include "isa/ia64/system/debug.h"
#include "tests/unit/abi_layout.h"
#include "tests/unit/elf_image.h"
#include "tests/unit/ia64_state.h"
#include "tests/unit/suites.h"

#define GATE ((u64)5 << 61)

/* --- tables --------------------------------------------------------------------------------------------------------- */

START_TEST(numbers_and_layouts)
{
    enum { SIGINFO_UNION = 16 };
    const struct guest_abi *abi = guest_abi_find(50);
    ck_assert_ptr_nonnull(abi);
#define ROW(target, value, ours) ck_assert_msg((i64)(ours) == (i64)(value), "%s: %lld", #target, (long long)(ours));
#include "tests/unit/ia64_layout.def"
#undef ROW
    for (int g = 1; g <= GUEST_SIGNALS; g++) ck_assert_int_eq(signal_to_guest(abi, signal_to_host(abi, g)), g);
    for (int e = 1; e < 134; e++) ck_assert_int_eq(errno_to_guest(abi, e), e);
}
END_TEST

START_TEST(call_table)
{
    const struct guest_abi *abi = guest_abi_find(50);
    for (unsigned i = 0; i < abi->call_count; i++) {
        const struct syscall *s = &abi->calls[i];
        ck_assert_msg(i == 0 || s[-1].number < s->number, "%s is out of order", s->name);
        ck_assert_msg(strspn(s->kinds, "duxzlpswfoOg") == strlen(s->kinds), "%s takes \"%s\"", s->name, s->kinds);
        ck_assert_msg(strlen(s->kinds) <= 6, "%s takes %zu registers", s->name, strlen(s->kinds));
    }
}
END_TEST

/* --- a process ------------------------------------------------------------------------------------------------------- */

static struct config config;
static struct machine machine;
static struct os *os;
static struct process *process;
static struct thread *t;
static struct cpu *c;
static const struct abi *abi;

static char *const argv[] = {"prog", "one", "", NULL};
static char *const envp[] = {"A=1", "LONGER=value", NULL};

#define ENTRY 0x4000000000000100u

static void load(void)
{
    struct test_image image = {
        .elf64 = true, .type = 2, .machine = 50, .entry = ENTRY, .count = 2,
        .segment = {{1, 5, 0, 0x4000000000000000u, 0x2000, 0x2000}, {1, 6, 0x2000, 0x6000000000002000u, 0x800, 0x2400}},
    };
    u8 bytes[IMAGE_SIZE];
    char name[64];
    struct error e;
    image_build(&image, bytes);
    int fd = image_file(bytes, sizeof bytes);
    snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
    config = (struct config){.clock_hz = 100000000, .tick_cycles = 1000000, .seed = 1, .cpu_model = "none"};
    machine = (struct machine){.config = &config, .isa = &isa_ia64};
    ck_assert_int_eq(fault_install(&e), 0);
    os = os_new(&machine, &e);
    ck_assert_msg(os != NULL, "%s", e.text);
    process = os_load(os, name, argv, envp, &e);
    ck_assert_msg(process != NULL, "%s", e.text);
    close(fd);
    t = process->thread;
    c = t->cpu;
    abi = process->isa->abi;
}

static void unload(void)
{
    os_free(os);
    mem_free(&machine.absolute);
    os = NULL;
}

static u64 word_at(u64 addr)
{
    u8 raw[8];
    ck_assert_int_eq(mem_peek(&process->mem, addr, raw, 8), 0);
    return load_le64(raw);
}

static void set_word(u64 addr, u64 value)
{
    u8 raw[8];
    store_le64(raw, value);
    ck_assert_int_eq(mem_poke(&process->mem, addr, raw, 8), 0);
}

static void assert_string(u64 addr, const char *want)
{
    char text[64];
    ck_assert(mem_read_string(&process->mem, addr, text, sizeof text) >= 0);
    ck_assert_str_eq(text, want);
}

START_TEST(initial_state)
{
    load();
    u64 argc = c->gr[12] + 16, value[64] = {0};
    ck_assert_uint_eq(c->ip, ENTRY);
    ck_assert_uint_eq(c->ri, 0);
    ck_assert_uint_eq(c->gr[12] % 16, 0);
    ck_assert_uint_eq(c->fpsr, 0x9804c0270033fu);
    ck_assert_uint_eq(c->rse.rsc, 0xf);
    ck_assert_uint_eq(c->rse.bsp, abi->register_stack);
    ck_assert_uint_eq(c->rse.bspstore, abi->register_stack);
    ck_assert_uint_eq(c->cfm.sof, 0);
    ck_assert_uint_eq(ia64_cpl(c), 3);
    ck_assert_uint_eq(word_at(argc), 3);
    for (unsigned i = 0; i < 3; i++) assert_string(word_at(argc + 8 + 8 * i), argv[i]);
    for (unsigned i = 0; i < 2; i++) assert_string(word_at(argc + 40 + 8 * i), envp[i]);
    u64 p = argc + 64;
    for (; word_at(p) != AT_NULL; p += 16) {
        ck_assert_uint_lt(word_at(p), 64);
        value[word_at(p)] = word_at(p + 8);
    }
    ck_assert_uint_eq(value[AT_ENTRY], ENTRY);
    ck_assert_uint_eq(value[AT_PHDR], 0x4000000000000040u);
    ck_assert_uint_eq(value[AT_PHENT], 56);
    ck_assert_uint_eq(value[AT_PHNUM], 2);
    ck_assert_uint_eq(value[AT_PAGESZ], 4096);
    ck_assert_uint_eq(value[AT_PLATFORM], 0);
    ck_assert_uint_eq(value[AT_SYSINFO_EHDR], 0);
    ck_assert_uint_eq(process->os->brk, 0x6000000000005000u);
    ck_assert(mem_check(&process->mem, abi->register_stack, 8 << 20, PROT_WRITE));
    ck_assert_uint_eq(mem_flags(&process->mem, GATE) & 7, PROT_READ | PROT_EXEC);
    unload();
}
END_TEST

/* A frame of `sof` registers, `sol` of them locals, with values of their own, over one of 40 locals. */
static void make_frame(unsigned sof, unsigned sol, unsigned sor)
{
    c->cfm = (struct ia64_cfm){.sof = 48, .sol = 40};
    for (unsigned i = 0; i < 48; i++) c->gr[FRAME + i] = 7000 + i;
    rse_call(c, 48, 40);
    ck_assert(rse_make_room(c, sof));
    c->cfm = (struct ia64_cfm){.sof = (u8)sof, .sol = (u8)sol, .sor = (u8)sor};
    for (unsigned i = 0; i < sof; i++) c->gr[FRAME + i] = 3000 + i;
}

START_TEST(calls)
{
    struct syscall_args args;
    load();
    make_frame(20, 14, 0);
    c->gr[15] = 1027;
    ck_assert_int_eq(abi->gateway(t), GATE_CALL);
    ia64_set_nat(c, FRAME + 15, true);
    abi->syscall_args(t, &args);
    ck_assert_uint_eq(args.number, 1027);
    ck_assert_uint_eq(args.arg[0], 3014);
    ck_assert_uint_eq(args.arg[1], ~(u64)0); /* a NaT */
    ck_assert_uint_eq(args.arg[5], 3019);
    ck_assert_uint_eq(args.arg[6], 0);
    abi->syscall_return(t, 77, false);
    ck_assert_uint_eq(c->gr[8], 77);
    ck_assert_uint_eq(c->gr[10], 0);
    abi->syscall_return(t, -9, true);
    ck_assert_uint_eq(c->gr[8], 9);
    ck_assert_uint_eq(c->gr[10], ~(u64)0);
    abi->set_second_result(t, 5);
    ck_assert_uint_eq(c->gr[9], 5);
    t->stop.pc = ENTRY + 32 + 2;
    abi->syscall_restart(t);
    ck_assert_uint_eq(c->ip, ENTRY + 32);
    ck_assert_uint_eq(c->ri, 2);
    ia64_set_nat(c, 15, true);
    ck_assert_int_eq(abi->gateway(t), GATE_DONE);
    ck_assert_uint_eq(c->gr[8], 22);
    ia64_set_nat(c, 15, false);
    c->cfm.sol = 11;
    ck_assert_int_eq(abi->gateway(t), GATE_DONE); /* nine outputs */
    unload();
}
END_TEST

START_TEST(stacks_of_a_clone)
{
    load();
    make_frame(10, 4, 0);
    abi->set_stack(t, 0x2000000000010004u, 0x8000);
    ck_assert_uint_eq(c->gr[12], 0x2000000000017ff4u);
    ck_assert_uint_eq(c->rse.bsp, 0x2000000000010008u);
    ck_assert_uint_eq(c->rse.bspstore, c->rse.bsp);
    ck_assert_uint_eq(c->rse.dirty, c->rse.bof);
    ck_assert_uint_eq(c->gr[FRAME + 3], 3003);
    abi->set_stack(t, 0x2000000000020000u, 0);
    ck_assert_uint_eq(c->gr[12], 0x2000000000020000u);
    unload();
}
END_TEST

/* --- signals ------------------------------------------------------------------------------------------------------------- */

static struct signal_delivery delivery(void)
{
    static const u8 info[SIGINFO_SIZE] = {11, 0, 0, 0, 0x55};
    return (struct signal_delivery){.signo = 11, .siginfo = info, .siginfo_size = sizeof info, .handler = ENTRY + 16,
                                    .mask = 0x8000000000000005u, .altstack = {0x1000, 2, 0}};
}

/* Every register a value of its own, the stacked ones rotated, some NaTs. */
static void fill(void)
{
    make_frame(60, 50, 16);
    for (unsigned i = 1; i < FRAME; i++)
        if (i != 12) c->gr[i] = 1000 + i;
    for (unsigned i = 2; i < FR_COUNT; i++) c->fr[i] = (struct ia64_fr){.sig = i * 0x0101010101010101u, .exp = 0x10000 + i, .sign = i & 1};
    for (unsigned i = 0; i < 8; i++) c->br[i] = 5000 + i;
    ia64_set_pr(c, 0x123456789abcdef1u);
    ia64_set_rotation(c, 3, 5, 7);
    c->ccv = 1;
    c->unat = 2;
    c->pfs = 3;
    c->csd = 4;
    c->ssd = 5;
    c->lc = 6;
    c->fpsr = 0x9804c0270037fu;
    c->psr |= IA64_PSR_BIT(PSR_MFH);
    ia64_set_nat(c, 20, true);
    ia64_set_nat(c, 5, true);
    ia64_set_nat(c, FRAME + 40, true);
    c->ip = ENTRY + 0x40;
    c->ri = 1;
}

static void assert_restored(const struct cpu *was)
{
    ck_assert_mem_eq(c->gr, was->gr, (FRAME + was->cfm.sof) * sizeof c->gr[0]);
    ck_assert_mem_eq(c->nat, was->nat, sizeof c->nat);
    ck_assert_mem_eq(&c->cfm, &was->cfm, sizeof c->cfm);
    ck_assert_mem_eq(c->pr, was->pr, 64);
    ck_assert_uint_eq(c->rse.bsp, was->rse.bsp);
    ck_assert_uint_eq(c->rse.rsc, was->rse.rsc);
    ck_assert_uint_eq(c->ip, was->ip);
    ck_assert_uint_eq(c->ri, was->ri);
    ck_assert_uint_eq(c->pfs, was->pfs);
    ck_assert_uint_eq(c->unat, was->unat);
    ck_assert_uint_eq(c->fpsr, was->fpsr);
    ck_assert_uint_eq(c->psr, was->psr);
    ck_assert_uint_eq(c->br[0], was->br[0]);
    ck_assert_uint_eq(c->br[6], was->br[6]);
}

/* A return to the frame below finds its locals. */
static void assert_frame_below(void)
{
    ia64_reset_rotation(c);
    if (!rse_return(c, (struct ia64_cfm){.sof = 48, .sol = 40})) ck_assert(rse_fill(c));
    for (unsigned i = 0; i < 40; i++) ck_assert_uint_eq(c->gr[FRAME + i], 7000 + i);
}

/* What a handler and those it calls may change. */
static void spoil(void)
{
    for (unsigned i = 1; i < FRAME; i++)
        if (i != 12 && (i < 4 || i > 7)) c->gr[i] = 0xee;
    for (unsigned i = 6; i < 16; i++) c->fr[i] = IA64_FR_ONE;
    for (unsigned i = FRAME; i < FR_COUNT; i++) c->fr[i] = IA64_FR_ONE;
    c->br[0] = c->br[6] = c->br[7] = 0xee;
    c->ccv = c->unat = c->pfs = c->csd = c->ssd = 0xee;
    ia64_set_pr(c, 1);
    ck_assert(rse_make_room(c, 96));
    make_frame(96, 80, 0);
    ck_assert(rse_flush(c));
    rse_call(c, 96, 80);
    ck_assert(rse_make_room(c, 96));
    ck_assert(rse_return(c, (struct ia64_cfm){.sof = 96, .sol = 80}) || rse_fill(c));
    ck_assert(rse_return(c, (struct ia64_cfm){.sof = 48, .sol = 40}) || rse_fill(c));
    ck_assert(rse_return(c, (struct ia64_cfm){.sof = 3}) || rse_fill(c));
}

START_TEST(frame_and_return)
{
    load();
    fill();
    static struct cpu was;
    was = *c;
    struct signal_delivery d = delivery();
    u64 sp = c->gr[12], mask, altstack[3];
    bool in_syscall = true;
    ck_assert_int_eq(abi->signal_enter(t, &d), 0);
    u64 frame = c->gr[12] + 16;
    ck_assert_uint_eq(frame % 16, 0);
    ck_assert_uint_le(frame + FRAME_SIZE, sp);
    ck_assert_uint_eq(word_at(frame + FRAME_ARG0), 11);
    ck_assert_uint_eq(word_at(frame + FRAME_ARG1), frame + FRAME_INFO);
    ck_assert_uint_eq(word_at(frame + FRAME_ARG2), frame + FRAME_SC);
    ck_assert_uint_eq(word_at(frame + FRAME_HANDLER), ENTRY + 16);
    ck_assert_uint_eq(word_at(frame + FRAME_INFO), 0x550000000bu);
    u64 sc = frame + FRAME_SC;
    ck_assert_uint_eq(word_at(sc + SC_FLAGS), SC_FPH_VALID);
    ck_assert_uint_eq(word_at(sc + SC_NAT), 1 << 20);
    ck_assert_uint_eq(word_at(sc + SC_IP), ENTRY + 0x41);
    ck_assert_uint_eq(word_at(sc + SC_CFM), ia64_cfm_bits(was.cfm));
    ck_assert_uint_eq(word_at(sc + SC_UM), 1 << PSR_MFH);
    ck_assert_uint_eq(word_at(sc + SC_BSP), rse_above(was.rse.bsp, 60));
    ck_assert_uint_eq(word_at(sc + SC_PR), ia64_get_pr_places(&was));
    ck_assert_uint_eq(word_at(sc + SC_GR + 8 * 31), 1031);
    ck_assert_uint_eq(word_at(sc + SC_FR + 16 * 9), 9 * 0x0101010101010101u);
    ck_assert_uint_eq(word_at(sc + SC_FR + 16 * 9 + 8), 1 << 17 | 0x10009);
    ck_assert_uint_eq(word_at(sc + SC_RBS_BASE), 0);
    ck_assert_uint_eq(word_at(sc + SC_MASK), 0x8000000000000005u);
    ck_assert_uint_eq(c->ip, ia64_abi.vdso_page + ia64_abi.sigtramp_offset);
    ck_assert_uint_eq(c->ri, 0);
    ck_assert_uint_eq(c->cfm.sof, 0);
    ck_assert_uint_eq(c->fpsr, 0x9804c0270033fu);
    ck_assert_uint_eq(c->rse.bsp, rse_above(was.rse.bsp, 60));
    ck_assert_uint_eq(c->nat[0], 1 << 5); /* r5 is preserved by calls */
    spoil();
    ck_assert_int_eq(abi->signal_return(t, &mask, altstack, &in_syscall), 0);
    assert_restored(&was);
    ck_assert_mem_eq(c->fr, was.fr, sizeof c->fr);
    ck_assert_uint_eq(c->br[7], was.br[7]);
    ck_assert_uint_eq(c->ccv, 1);
    ck_assert_uint_eq(c->csd, 4);
    ck_assert_uint_eq(mask, 0x8000000000000005u);
    ck_assert(!in_syscall);
    ck_assert_uint_eq(altstack[1], 2);
    assert_frame_below();
    unload();
}
END_TEST

/* Out of a system call the registers that it may change are neither saved nor restored. */
START_TEST(frame_in_a_call)
{
    load();
    fill();
    static struct cpu was;
    was = *c;
    struct signal_delivery d = delivery();
    u64 mask, altstack[3];
    bool in_syscall;
    d.in_syscall = true;
    ck_assert_int_eq(abi->signal_enter(t, &d), 0);
    u64 sc = c->gr[12] + 16 + FRAME_SC;
    ck_assert_uint_eq(word_at(sc + SC_FLAGS), SC_FPH_VALID | SC_IN_SYSCALL);
    ck_assert_uint_eq(word_at(sc + SC_GR + 8 * 16), 0);
    ck_assert_uint_eq(word_at(sc + SC_GR + 8 * 15), 1015);
    c->gr[16] = 99;
    c->gr[8] = 98;
    ck_assert_int_eq(abi->signal_return(t, &mask, altstack, &in_syscall), 0);
    ck_assert_uint_eq(c->gr[16], 99);
    ck_assert_uint_eq(c->gr[8], 1008);
    ck_assert_uint_eq(c->ip, was.ip);
    assert_frame_below();
    unload();
}
END_TEST

/* On the alternate stack the register stack begins anew at its start, with the registers that are not yet in memory; the
 * frame tells where it was. */
START_TEST(alternate_stack)
{
    enum { SIZE = 1 << 18 };
    load();
    fill();
    ck_assert(rse_flush(c));
    struct signal_delivery d = delivery();
    u64 base = 0x2000000000100000u, old_store = c->rse.bspstore;
    unsigned dirty = (unsigned)(c->rse.bof + 60 - c->rse.dirty);
    ck_assert_uint_lt(c->rse.clean, c->rse.dirty);
    ck_assert_int_eq(mem_map(&process->mem, base, SIZE, PROT_READ | PROT_WRITE, false, -1, 0, ""), 0);
    d.altstack[0] = base;
    d.altstack[1] = 0;
    d.altstack[2] = SIZE;
    d.sp = base + SIZE;
    ck_assert_int_eq(abi->signal_enter(t, &d), 0);
    u64 sc = c->gr[12] + 16 + FRAME_SC, bytes = rse_above(base, dirty) - base;
    ck_assert_uint_eq(word_at(sc + SC_FLAGS) & SC_ONSTACK, SC_ONSTACK);
    ck_assert_uint_eq(word_at(sc + SC_RBS_BASE), base);
    ck_assert_uint_eq(word_at(sc + SC_LOADRS), bytes << 16);
    ck_assert_uint_eq(word_at(sc + SC_BSPSTORE), old_store);
    ck_assert_uint_eq(c->rse.bspstore, base);
    ck_assert_uint_eq(c->rse.clean, c->rse.dirty); /* those that are in memory are in the old one */
    ck_assert_uint_eq(c->rse.bsp, base + bytes);
    /* A second one, while the register stack is there. */
    d.altstack[1] = 1;
    d.sp = 0;
    ck_assert_int_eq(abi->signal_enter(t, &d), 0);
    ck_assert_uint_eq(word_at(c->gr[12] + 16 + FRAME_SC + SC_RBS_BASE), 0);
    unload();
}
END_TEST

/* A return that could not load its locals has left half a frame: a signal finds it again as it was. */
START_TEST(frame_cut_short)
{
    load();
    make_frame(10, 4, 0);
    u64 mask, altstack[3], bsp = rse_below(c->rse.bsp, 40);
    bool in_syscall;
    struct signal_delivery d = delivery();
    rse_call(c, 10, 4);
    c->cfm = (struct ia64_cfm){.sof = 6};
    ck_assert(rse_make_room(c, 80)); /* 28 of the 40 locals go to memory, and are forgotten here */
    c->rse.clean = c->rse.dirty;
    c->cfm = (struct ia64_cfm){0};
    ck_assert(rse_return(c, (struct ia64_cfm){.sof = 10, .sol = 4}) || rse_fill(c));
    ck_assert(!rse_return(c, (struct ia64_cfm){.sof = 48, .sol = 40}));
    c->ip = ENTRY;
    c->ri = 0;
    ck_assert_int_eq(abi->signal_enter(t, &d), 0);
    ck_assert_uint_eq(c->rse.bsp, rse_above(bsp, 48));
    ck_assert_int_eq(abi->signal_return(t, &mask, altstack, &in_syscall), 0);
    ck_assert_uint_eq(c->cfm.sof, 48);
    ck_assert_uint_eq(c->cfm.sol, 40);
    for (unsigned i = 0; i < 40; i++) ck_assert_uint_eq(c->gr[FRAME + i], 7000 + i);
    ck_assert_uint_eq(c->rse.bsp, bsp);
    unload();
}
END_TEST

/* Where the stack cannot be written nothing has happened; what a handler writes into its frame gives it no rights and no
 * frame that the processor has not got. */
START_TEST(hostile_frames)
{
    load();
    fill();
    static struct cpu was;
    struct signal_delivery d = delivery();
    u64 mask, altstack[3], sp = c->gr[12];
    bool in_syscall;
    c->gr[12] = 0x10000;
    was = *c;
    ck_assert_int_eq(abi->signal_enter(t, &d), -1);
    ck_assert_mem_eq(c, &was, sizeof *c);
    ck_assert_int_eq(abi->signal_return(t, &mask, altstack, &in_syscall), -1);
    c->gr[12] = sp;
    static const struct { unsigned offset; u64 value; int result; } bad[] = {
        {SC_CFM, 97, -1}, {SC_CFM, 40 | 41 << 7, -1}, {SC_IP, ENTRY + 3, -1}, {SC_UM, ~(u64)0, 0}, {SC_RSC, 0x13, 0},
        {SC_CFM, 16 | 3 << 14, -1},                                           /* more rotate than there are */
        {SC_CFM, 16 | (u64)96 << 25, -1},  {SC_CFM, 16 | (u64)127 << 25, -1}, /* rrb.fr */
        {SC_CFM, 16 | (u64)48 << 32, -1},  {SC_CFM, 16 | (u64)63 << 32, -1},  /* rrb.pr */
        {SC_CFM, 16 | (u64)1 << 18, -1},   {SC_CFM, 16 | 2 << 14 | (u64)16 << 18, -1}, /* rrb.gr, also where none rotates */
        {SC_CFM, 16 | 2 << 14 | (u64)15 << 18 | (u64)95 << 25 | (u64)47 << 32, 0},
        {SC_PFS, (u64)1 << 38, -1},        {SC_PFS, (u64)1 << 58, -1},
        {SC_FPSR, (u64)1 << 12, -1},       {SC_FPSR, (u64)1 << 58, -1},       {SC_FPSR, (u64)1 << 47, -1},
        {SC_PFS, ~(u64)0 >> 26, 0},
    };
    for (unsigned i = 0; i < ARRAY_LEN(bad); i++) {
        *c = was;
        c->gr[12] = sp;
        ck_assert_int_eq(abi->signal_enter(t, &d), 0);
        set_word(c->gr[12] + 16 + FRAME_SC + bad[i].offset, bad[i].value);
        static struct cpu before;
        before = *c;
        ck_assert_int_eq(abi->signal_return(t, &mask, altstack, &in_syscall), bad[i].result);
        ck_assert_ptr_null(ia64_state_broken(c));
        if (bad[i].result != 0) ck_assert_mem_eq(c, &before, sizeof *c);
        ck_assert_uint_eq(ia64_cpl(c), 3);
        ck_assert_uint_eq(c->rse.rsc >> 2 & 3, 3);
        ck_assert_uint_eq(c->psr & ~(u64)0x3e, was.psr & ~(u64)0x3e);
    }
    unload();
}
END_TEST

static void debugger_sets(unsigned r, u64 value)
{
    u8 raw[8];
    store_le64(raw, value);
    ia64_debug_view.set(t, r, raw);
    ck_assert_ptr_null(ia64_state_broken(c));
}

/* What a register cannot hold a debugger cannot write. */
START_TEST(hostile_debugger)
{
    enum { PSR = 332, CFM = 333, AR = 334 };
    load();
    fill();
    static struct cpu was;
    was = *c;
    debugger_sets(CFM, 16 | (u64)96 << 25);
    debugger_sets(CFM, 97);
    debugger_sets(CFM, 16 | (u64)48 << 32);
    debugger_sets(CFM, 16 | (u64)1 << 18);
    debugger_sets(AR + AR_PFS, (u64)1 << 38);
    debugger_sets(AR + AR_FPSR, (u64)1 << 63);
    debugger_sets(AR + AR_FPSR, (u64)1 << 8);
    debugger_sets(PSR, (u64)3 << PSR_RI);
    ck_assert_mem_eq(c, &was, sizeof *c);
    debugger_sets(AR + AR_PFS, 5);
    debugger_sets(AR + AR_FPSR, 0x9804c0270033fu);
    debugger_sets(PSR, (u64)2 << PSR_RI);
    ck_assert_uint_eq(c->pfs, 5);
    ck_assert_uint_eq(c->fpsr, 0x9804c0270033fu);
    ck_assert_uint_eq(c->ri, 2);
    unload();
}
END_TEST

Suite *ia64_abi_suite(void)
{
    Suite *s = suite_create("ia64_abi");
    TCase *tables = tcase_create("tables"), *state = tcase_create("state"), *signals = tcase_create("signals");
    tcase_add_test(tables, numbers_and_layouts);
    tcase_add_test(tables, call_table);
    tcase_add_test(state, initial_state);
    tcase_add_test(state, calls);
    tcase_add_test(state, stacks_of_a_clone);
    tcase_add_test(signals, frame_and_return);
    tcase_add_test(signals, frame_in_a_call);
    tcase_add_test(signals, alternate_stack);
    tcase_add_test(signals, frame_cut_short);
    tcase_add_test(signals, hostile_frames);
    tcase_add_test(signals, hostile_debugger);
    suite_add_tcase(s, tables);
    suite_add_tcase(s, state);
    suite_add_tcase(s, signals);
    return s;
}
