/* emu/os: tables of the ABIs, descriptors, the initial stack, signal frames, waiting. */
#include <errno.h>
#include <fcntl.h>
#include <linux/auxvec.h>
#include <stdio.h>
#include <sys/stat.h>

#include "emu/core/fault.h"
#include "emu/core/tick.h"
#include "emu/os/clock.h"
#include "emu/os/kernel.h"
#include "emu/os/outside.h"
#include "emu/os/random.h"
#include "emu/os/signals.h"
#include "isa/parisc/cpu.h"
#include "isa/parisc/isa.h"
#include "isa/parisc/system/abi.h"
#include "isa/parisc/system/frame.h"
#include "tests/unit/abi_layout.h"
#include "tests/unit/elf_image.h"
#include "tests/unit/suites.h"

/* --- tables ------------------------------------------------------------------------------------------------------- */

START_TEST(numbers_and_layouts)
{
    enum { SIGINFO_UNION = 12 };
    const struct guest_abi *abi = guest_abi_find(15);
    ck_assert_ptr_nonnull(abi);
#define ROW(target, value, ours) ck_assert_msg((i64)(ours) == (i64)(value), "%s: %lld", #target, (long long)(ours));
#include "tests/unit/hppa_layout.def"
#undef ROW
    ck_assert_ptr_null(guest_abi_find(62));
}
END_TEST

/* Every errno of the host has one number in the guest, and no two share one. */
START_TEST(errno_is_one_to_one)
{
    const struct guest_abi *abi = guest_abi_find(15);
    bool seen[512] = {false};
    for (int e = 1; e < 134; e++) {
        if (!strerrorname_np(e)) continue;
        int g = errno_to_guest(abi, e);
        ck_assert_msg(g > 0 && g < 512 && !seen[g], "%s becomes %d", strerrorname_np(e), g);
        seen[g] = true;
    }
}
END_TEST

START_TEST(signals_are_one_to_one)
{
    const struct guest_abi *abi = guest_abi_find(15);
    char buffer[8];
    for (int g = 1; g <= GUEST_SIGNALS; g++) ck_assert_int_eq(signal_to_guest(abi, signal_to_host(abi, g)), g);
    ck_assert_str_eq(signal_name(abi, 10, buffer), "BUS");
    ck_assert_str_eq(signal_name(abi, 11, buffer), "SEGV");
    ck_assert_str_eq(signal_name(abi, 35, buffer), "RT3");
}
END_TEST

START_TEST(open_flags_round_trip)
{
    const struct pair *table = guest_abi_find(15)->open_flags;
    for (const struct pair *p = table; p->guest; p++) {
        ck_assert_uint_eq(flags_to_host(table, p->guest), p->host);
        ck_assert_uint_eq(flags_to_guest(table, p->host), p->guest);
    }
    ck_assert_uint_eq(flags_to_host(table, 04000), 0); /* O_LARGEFILE */
    ck_assert_uint_eq(flags_to_guest(table, O_RDWR | O_CREAT | O_TRUNC), 01402);
}
END_TEST

START_TEST(call_table)
{
    const struct guest_abi *abi = guest_abi_find(15);
    for (unsigned i = 0; i < abi->call_count; i++) {
        const struct syscall *s = &abi->calls[i];
        ck_assert_msg(i == 0 || s[-1].number < s->number, "%s is out of order", s->name);
        unsigned registers = 0;
        for (const char *k = s->kinds; *k; k++) {
            ck_assert_msg(strchr("duxzlpswfoOgqQ_", *k), "%s has an argument of kind %c", s->name, *k);
            registers += *k == 'q' || *k == 'Q' ? 2 : 1;
        }
        ck_assert_msg(registers <= 6, "%s takes %u registers", s->name, registers);
    }
}
END_TEST

/* --- descriptors -------------------------------------------------------------------------------------------------- */

START_TEST(descriptors)
{
    struct fd_count all = {0};
    struct fd_table t = {.limit = 40, .tree = &all}, copy;
    struct stat st;
    for (int i = 0; i < 3; i++) ck_assert_int_eq(fd_add(&t, description_new(dup(0)), 0, i == 1), i);
    ck_assert_int_eq(fd_close(&t, 1), 0);
    ck_assert_int_eq(fd_close(&t, 1), -EBADF);
    ck_assert_ptr_null(fd_get(&t, 1));
    ck_assert_ptr_null(fd_get(&t, -1));
    ck_assert_ptr_null(fd_get(&t, 1 << 20));
    ck_assert_int_eq(fd_add(&t, description_new(dup(0)), 0, true), 1);
    ck_assert_int_eq(fd_add(&t, description_new(dup(0)), 30, false), 30);
    ck_assert_int_eq(fd_add(&t, description_new(dup(0)), 40, false), -EMFILE);

    struct description *d = fd_get(&t, 30);
    int host = d->host_fd;
    d->refs++;
    ck_assert_int_eq(fd_put(&t, d, 2, false), 2);
    ck_assert_ptr_eq(fd_get(&t, 2), d);
    ck_assert_int_eq(fd_copy(&copy, &t), 0);
    ck_assert_uint_eq(d->refs, 4);
    fd_close_all(&t, true);
    ck_assert_ptr_null(fd_get(&t, 1));
    ck_assert_ptr_nonnull(fd_get(&t, 0));
    fd_close_all(&t, false);
    ck_assert_int_eq(fstat(host, &st), 0);
    fd_close_all(&copy, false);
    ck_assert_int_eq(fstat(host, &st), -1); /* the last reference closed it */
}
END_TEST

START_TEST(random_is_seeded)
{
    u64 a = 1, b = 1, c = 2;
    u8 x[20], y[20], z[20];
    random_bytes(&a, x, 20);
    random_bytes(&b, y, 20);
    random_bytes(&c, z, 20);
    ck_assert_mem_eq(x, y, 20);
    ck_assert_mem_ne(x, z, 20);
    random_bytes(&b, y, 20);
    ck_assert_mem_ne(x, y, 20);
}
END_TEST

/* --- a process ---------------------------------------------------------------------------------------------------- */

static struct config config;
static struct machine machine;
static struct os *os;
static struct process *process;

/* Puts code at the entry of a program that has nothing else, and loads it. */
static void load_program(const u32 *code, unsigned n, char *const *argv, char *const *envp)
{
    struct test_image t = {
        .big_endian = true, .type = 2, .machine = 15, .entry = 0x10100, .count = 1,
        .segment = {{1, 5, 0, 0x10000, 0x2000, 0x2400}},
    };
    u8 bytes[IMAGE_SIZE];
    char name[64];
    struct error e;
    image_build(&t, bytes);
    for (unsigned i = 0; i < n; i++) store_be32(bytes + 0x100 + 4 * i, code[i]);
    int fd = image_file(bytes, sizeof bytes);
    snprintf(name, sizeof name, "/proc/self/fd/%d", fd);
    config = (struct config){.clock_hz = 100000000, .tick_cycles = 1000000, .seed = 1, .cpu_model = "none"};
    machine = (struct machine){.config = &config, .isa = &isa_parisc};
    ck_assert_int_eq(fault_install(&e), 0);
    os = os_new(&machine, &e);
    ck_assert_msg(os != NULL, "%s", e.text);
    process = os_load(os, name, argv, envp, &e);
    ck_assert_msg(process != NULL, "%s", e.text);
    close(fd);
}

static void unload(void)
{
    os_free(os);
    os = NULL;
}

static u32 word_at(u64 addr)
{
    u8 raw[4];
    ck_assert_int_eq(mem_peek(&process->mem, addr, raw, 4), 0);
    return load_be32(raw);
}

static void assert_string(u64 addr, const char *want)
{
    char text[64];
    ck_assert(mem_read_string(&process->mem, addr, text, sizeof text) >= 0);
    ck_assert_str_eq(text, want);
}

static char *const argv[] = {"prog", "one", "", NULL};
static char *const envp[] = {"A=1", "LONGER=value", NULL};

/* Linux fs/binfmt_elf.c and arch/parisc: argc, argv, envp and the auxiliary vector lie in this order, the strings below
 * them, and the stack grows up from there. */
START_TEST(initial_stack)
{
    load_program(NULL, 0, argv, envp);
    const struct cpu *c = process->thread->cpu;
    u32 args = (u32)c->gr[24], auxv = args + 4 * 7;
    ck_assert_uint_eq(c->iaoq_front, 0x10103);
    ck_assert_uint_eq(c->iaoq_back, 0x10107);
    ck_assert_uint_eq(c->gr[25], 3);
    ck_assert_uint_eq(c->gr[23], 0);
    ck_assert_uint_eq(c->gr[30] % 64, 0);
    ck_assert_uint_eq(word_at(args - 4), 3);
    for (unsigned i = 0; i < 3; i++) assert_string(word_at(args + 4 * i), argv[i]);
    ck_assert_uint_eq(word_at(args + 12), 0);
    for (unsigned i = 0; i < 2; i++) assert_string(word_at(args + 16 + 4 * i), envp[i]);
    ck_assert_uint_eq(word_at(args + 24), 0);
    u32 value[64] = {0};
    u32 p = auxv;
    for (; word_at(p) != AT_NULL; p += 8) {
        ck_assert_uint_lt(word_at(p), 64);
        value[word_at(p)] = word_at(p + 4);
    }
    ck_assert_uint_ge(c->gr[30], p + 8 + FRAME_CALL); /* what a function keeps below it lies behind the vector */
    ck_assert_uint_eq(word_at(value[AT_SYSINFO_EHDR]), 0x7f454c46); /* an ELF file */
    ck_assert_uint_eq(value[AT_ENTRY], 0x10100);
    ck_assert_uint_eq(value[AT_PHDR], 0x10034);
    ck_assert_uint_eq(value[AT_PHENT], 32);
    ck_assert_uint_eq(value[AT_PHNUM], 1);
    ck_assert_uint_eq(value[AT_PAGESZ], 4096);
    ck_assert_uint_eq(value[AT_CLKTCK], 100);
    ck_assert_uint_eq(value[AT_UID], getuid());
    ck_assert_uint_eq(value[AT_BASE], 0);
    assert_string(value[AT_PLATFORM], "parisc");
    ck_assert(mem_check(&process->mem, value[AT_RANDOM], 16, PROT_READ));
    ck_assert_uint_eq(process->os->brk, 0x13000);
    ck_assert_uint_lt(word_at(args), args); /* strings below: the stack grows up */
    unload();
}
END_TEST

/* A frame holds everything, and sigreturn gives it back, a delay slot under way included. */
START_TEST(signal_frame)
{
    u8 info[SIGINFO_SIZE];
    load_program(NULL, 0, argv, envp);
    struct thread *t = process->thread;
    struct cpu *c = t->cpu, before;
    const struct abi *abi = process->isa->abi;
    memset(info, 0x77, sizeof info);
    for (unsigned i = 1; i < 32; i++)
        if (i != 30) c->gr[i] = 0x01010101u * i;
    for (unsigned i = 0; i < 32; i++) c->fr[i] = 0x0102030405060708u * i;
    c->iaoq_front = 0x10203;
    c->iaoq_back = _i ? 0x103 : 0x10803; /* a branch has been taken: the front is its delay slot */
    c->iasq_back = _i ? SPACE_KERNEL : SPACE_USER; /* it goes to the gateway */
    c->nullify = true;
    c->sar = 21;
    pa_set_psw(c, PSW_C | PSW_Q | PSW_P | PSW_D | PSW_I | PSW_B | PSW_N | 0xa500);
    c->gr[30] = (c->gr[30] + 63) & ~63u;
    before = *c;
    u32 psw = pa_get_psw(c), sp = (u32)c->gr[30];
    struct signal_delivery d = {.signo = 10, .siginfo = info, .siginfo_size = sizeof info, .handler = 0x10400,
                                .mask = 0x8000000000000005u, .altstack = {0x1000, 2, 0}};
    ck_assert_int_eq(abi->signal_enter(t, &d), 0);
    ck_assert_uint_eq(c->iaoq_front, 0x10403);
    ck_assert_uint_eq(c->iaoq_back, 0x10407);
    ck_assert(!c->nullify);
    ck_assert_uint_eq(c->gr[26], 10);
    ck_assert_uint_eq(c->gr[25], sp + FRAME_INFO);
    ck_assert_uint_eq(c->gr[24], sp + FRAME_UC);
    ck_assert_uint_eq(c->gr[30], sp + FRAME_SIZE);
    ck_assert_uint_eq(FRAME_SIZE % 64, 0);
    ck_assert_uint_eq(word_at(sp + FRAME_INFO), 0x77777777);
    ck_assert_uint_eq(word_at(sp + FRAME_SC_GR), psw);
    ck_assert_uint_eq(word_at(sp + FRAME_SC_GR + 4 * 19), 0x13131313);
    ck_assert_uint_eq(word_at(sp + FRAME_SC_FR + 8 * 31), 0x0102030405060708u * 31 >> 32);
    ck_assert_uint_eq(word_at(sp + FRAME_SC_IAOQ), 0x10203);
    ck_assert_uint_eq(word_at(sp + FRAME_SC_IAOQ + 4), before.iaoq_back);
    ck_assert_uint_eq(word_at(sp + FRAME_SC_SAR), 21);
    ck_assert_uint_eq(word_at(sp + FRAME_SIGMASK), 5);
    ck_assert_uint_eq(word_at(sp + FRAME_SIGMASK + 4), 0x80000000);
    ck_assert_uint_eq(word_at(c->gr[2]), 0x34190000);     /* ldi 0,%r25 */
    ck_assert_uint_eq(word_at(c->gr[2] + 4), 0x3414015a); /* ldi __NR_rt_sigreturn,%r20 */
    ck_assert_uint_eq(word_at(c->gr[2] + 8), 0xe4008200); /* ble 0x100(%sr2,%r0) */

    u64 mask, altstack[3];
    bool in_syscall;
    u64 handler_sp = c->gr[30];
    memset(c->gr, 0xee, sizeof c->gr);
    memset(c->fr, 0xee, sizeof c->fr);
    c->gr[0] = 0;
    c->gr[30] = handler_sp;
    c->gr[25] = 0; /* not in a system call, as the trampoline says */
    ck_assert_int_eq(abi->signal_return(t, &mask, altstack, &in_syscall), 0);
    ck_assert_mem_eq(c->gr + 1, before.gr + 1, 31 * sizeof c->gr[0]);
    ck_assert_mem_eq(c->fr, before.fr, 32 * sizeof c->fr[0]);
    ck_assert_uint_eq(c->iaoq_front, 0x10203);
    ck_assert_uint_eq(c->iaoq_back, before.iaoq_back);
    ck_assert(c->iasq_front == SPACE_USER && c->iasq_back == before.iasq_back);
    ck_assert(c->nullify);
    ck_assert_uint_eq(pa_get_psw(c), psw);
    ck_assert_uint_eq(c->sar, 21);
    ck_assert_uint_eq(mask, 0x8000000000000005u);
    ck_assert_uint_eq(altstack[1], 2);

    c->gr[30] = 0x2000; /* no stack there */
    ck_assert_int_eq(abi->signal_enter(t, &d), -1);
    ck_assert_int_eq(abi->signal_return(t, &mask, altstack, &in_syscall), -1);
    unload();
}
END_TEST

/* A handler's frame may not give itself more privilege, or another space. */
START_TEST(signal_return_is_tame)
{
    u8 info[SIGINFO_SIZE] = {0};
    u64 mask, altstack[3];
    bool in_syscall;
    load_program(NULL, 0, argv, envp);
    struct thread *t = process->thread;
    struct cpu *c = t->cpu;
    u32 sp = (u32)c->gr[30];
    struct signal_delivery d = {.signo = 10, .siginfo = info, .siginfo_size = sizeof info, .handler = 0x10400};
    ck_assert_int_eq(process->isa->abi->signal_enter(t, &d), 0);
    u8 raw[4];
    store_be32(raw, 0xffffffff & ~(u32)PSW_N);
    mem_write(&process->mem, sp + FRAME_SC_GR, raw, 4);
    store_be32(raw, 0x100);
    mem_write(&process->mem, sp + FRAME_SC_IAOQ, raw, 4);
    store_be32(raw, 0);
    mem_write(&process->mem, sp + FRAME_SC_IASQ, raw, 4);
    c->gr[25] = 0;
    ck_assert_int_eq(process->isa->abi->signal_return(t, &mask, altstack, &in_syscall), 0);
    ck_assert_uint_eq(c->iaoq_front, 0x103);
    ck_assert_uint_eq(c->iasq_front, SPACE_USER);
    ck_assert_uint_eq(pa_get_psw(c) & (PSW_E | PSW_S | PSW_W | PSW_R | PSW_M), 0);
    unload();
}
END_TEST

/* --- running ------------------------------------------------------------------------------------------------------ */

enum { NOP = 0x08000240, LOOP = 0xe81f1ff7 /* b,n . */, GATEWAY = 0xe4008200 /* ble 0x100(%sr2,%r0) */ };
#define LDI(value, reg) (0x34000000u | (u32)(reg) << 16 | ((u32)(value) & 0x1fff) << 1)

static u64 match_seen[8];
static u64 tick_pc[8];
static unsigned tick_count;

static u64 on_tick(void *ctx, struct thread *t, const struct tick *tick)
{
    (void)ctx;
    ck_assert_uint_ge(t->cycles, tick->match);
    if (tick_count < 8) {
        match_seen[tick_count] = tick->match;
        tick_pc[tick_count] = tick->pc;
    }
    tick_count++;
    return 0;
}

/* Ticks come at n * P, with the pc that is to issue at that cycle; a limit ends the run at exactly its cycle. */
START_TEST(ticks_and_limits)
{
    static const u32 code[] = {NOP, NOP, NOP, NOP, NOP, NOP, LOOP};
    struct os_result result;
    load_program(code, ARRAY_LEN(code), argv, envp);
    config.tick_cycles = 3;
    config.max_cycles = 20;
    process->thread->os->next_tick = 3;
    machine.tick.take = on_tick;
    os_run(os, &result);
    ck_assert_int_eq(result.end, OS_LIMIT);
    ck_assert_uint_eq(process->thread->cycles, 20);
    ck_assert_uint_eq(machine.now, 20);
    ck_assert_uint_eq(tick_count, 6);
    for (unsigned i = 0; i < 6; i++) ck_assert_uint_eq(match_seen[i], 3 * (i + 1));
    ck_assert_uint_eq(tick_pc[0], 0x1010c);
    ck_assert_uint_eq(tick_pc[1], 0x10118);
    config.max_cycles = 0;
    config.max_insns = code_instructions(process->code) + 5;
    os_run(os, &result);
    ck_assert_int_eq(result.end, OS_LIMIT);
    ck_assert_uint_eq(code_instructions(process->code), config.max_insns);
    os_interrupt_request(os);
    config.max_insns = 0;
    os_run(os, &result);
    ck_assert_int_eq(result.end, OS_INTERRUPTED);
    unload();
}
END_TEST

/* nanosleep moves the machine's time and not the CPU clock; exit has its status. */
START_TEST(sleep_and_exit)
{
    /* nanosleep({0, 1 << 12}) from the stack; exit(7) */
    static const u32 code[] = {
        LDI(0, 25), 0x6bc00000 /* stw %r0,0(%r30) */, LDI(4095, 1), 0x6bc10008 /* stw %r1,4(%r30) */,
        0x08000240 | 30 << 16 | 26 /* copy %r30,%r26 */, GATEWAY, LDI(162, 20), GATEWAY, LDI(999, 20), LDI(7, 26),
        GATEWAY, LDI(1, 20),
    };
    struct os_result result;
    load_program(code, ARRAY_LEN(code), argv, envp);
    /* The name of the unknown call goes to standard error, which is not of interest here. */
    os->named[999 / 8] |= 1u << 999 % 8;
    os_run(os, &result);
    ck_assert_int_eq(result.end, OS_EXIT);
    ck_assert_int_eq(result.code, 7);
    ck_assert_uint_eq(process->thread->cycles, ARRAY_LEN(code));
    ck_assert_uint_eq(machine.now - process->thread->cycles, 410); /* 4095 ns at 100 MHz, rounded up */
    unload();
}
END_TEST

/* Death by a fault names the signal, the instruction and the address. */
START_TEST(death)
{
    static const u32 code[] = {NOP, 0x0f801097 /* ldw 0(%r28),%r23 */};
    struct os_result result;
    load_program(code, ARRAY_LEN(code), argv, envp);
    process->thread->cpu->gr[28] = 0x4000;
    os_run(os, &result);
    ck_assert_int_eq(result.end, OS_SIGNAL);
    ck_assert_str_eq(result.signal, "SEGV");
    ck_assert_int_eq(result.host_signal, SIGSEGV);
    ck_assert_int_eq(result.guest_signal, 11);
    ck_assert_uint_eq(result.pc, 0x10104);
    ck_assert_uint_eq(result.addr, 0x4000);
    unload();
}
END_TEST

/* Space 0 has three entries and nothing else. */
START_TEST(no_such_gateway)
{
    static const u32 code[] = {0xe0008208 /* be 0x104(%sr2,%r0) */, NOP};
    struct os_result result;
    load_program(code, ARRAY_LEN(code), argv, envp);
    os_run(os, &result);
    ck_assert_int_eq(result.end, OS_SIGNAL);
    ck_assert_str_eq(result.signal, "SEGV");
    ck_assert_uint_eq(result.addr, 0x104);
    unload();
}
END_TEST

static u64 profil_arg[4];
static int profil_result;

static int profil_call(void *ctx, struct thread *t, enum profil_call which, const u64 arg[4])
{
    (void)ctx;
    (void)t;
    ck_assert_int_eq(which, CALL_HPUX_SPROFIL);
    memcpy(profil_arg, arg, sizeof profil_arg);
    return profil_result;
}
static void profil_end(void *ctx, int pid) { (void)ctx; (void)pid; }

/* HP-UX's entry: the number in r22, where the error comes back, too. */
START_TEST(hpux_gateway)
{
    static const u32 code[] = {
        0x20200801 /* ldil L%0xc0000000,%r1 */, LDI(11, 26), LDI(12, 25), LDI(13, 24), LDI(14, 23),
        0xe420e008 /* ble 4(%sr7,%r1) */, LDI(540, 22), LOOP,
    };
    struct profiling hooks = {.call = profil_call, .end = profil_end};
    struct os_result result;
    profil_result = _i ? -EINVAL : 0;
    load_program(code, ARRAY_LEN(code), argv, envp);
    machine.profiling = &hooks;
    config.max_cycles = 11;
    os_run(os, &result);
    ck_assert_int_eq(result.end, OS_LIMIT);
    for (unsigned i = 0; i < 4; i++) ck_assert_uint_eq(profil_arg[i], 11 + i);
    ck_assert_uint_eq(process->thread->cpu->gr[22], _i);
    ck_assert_uint_eq(process->thread->cpu->gr[28], _i ? EINVAL : 0);
    ck_assert_uint_eq(process->thread->cpu->iaoq_front, 0x1011f);
    unload();
}
END_TEST

START_TEST(time_conversions)
{
    load_program(NULL, 0, argv, envp);
    ck_assert_uint_eq(clock_cycles(os, 10), 1);
    ck_assert_uint_eq(clock_cycles(os, 11), 2);
    ck_assert_uint_eq(clock_cycles(os, 0), 0);
    ck_assert_uint_eq(clock_ns(os, 3), 30);
    ck_assert_uint_eq(clock_ns(os, (u64)1 << 59), ((u64)1 << 59) * 10);
    ck_assert_uint_eq(clock_ns(os, (u64)1 << 60), INT64_MAX); /* where Linux's clocks end */
    ck_assert_uint_lt(clock_cycles(os, UINT64_MAX) + machine.now, NEVER);
    unload();
}
END_TEST

/* --realtime: what is asked later shows no less, no deadline is early, and the machine's own time does not move. */
START_TEST(host_time)
{
    const u64 ns = 1000000001, year_2020 = 1577836800;
    load_program(NULL, 0, argv, envp);
    ck_assert_uint_eq(clock_now(os), 0);
    ck_assert_uint_eq(clock_after(os, 11), 2);
    ck_assert_uint_eq(clock_at(os, false, 25), 3);
    ck_assert_uint_eq(clock_at(os, true, (u64)CLOCK_EPOCH * NSEC + 25), 3);
    machine.host_clock = &os->host_clock;
    host_clock_start(&os->host_clock, config.clock_hz);
    ck_assert_uint_gt(host_clock_date(), year_2020 * NSEC);
    for (unsigned i = 0; i < 1000; i++) {
        u64 passed = host_clock_passed(&os->host_clock), date = host_clock_date(), now = clock_now(os);
        u64 at = clock_at(os, true, date + ns), after = clock_after(os, ns), end = clock_now(os);
        ck_assert_uint_ge(now, (u64)((u128)passed * config.clock_hz / NSEC));
        ck_assert_uint_ge(at, (u64)((u128)(passed + ns) * config.clock_hz / NSEC));
        ck_assert_uint_gt(after, now + clock_cycles(os, ns));
        ck_assert_uint_le(after, end + clock_cycles(os, ns) + 1);
        ck_assert_uint_le(clock_after(os, 0), clock_now(os));
    }
    ck_assert_uint_eq(clock_at(os, true, 25), 0);
    ck_assert_uint_eq(clock_at(os, false, 25), 3);
    ck_assert_uint_eq(machine.now, 0);
    unload();
    ck_assert_ptr_null(machine.host_clock);
}
END_TEST

/* An interruption ends the host's sleep, also when it was asked for before, and only once. */
START_TEST(interrupted_sleep)
{
    load_program(NULL, 0, argv, envp);
    ck_assert(!outside_wait(os, 0));
    os_interrupt_request(os);
    ck_assert(outside_wait(os, NEVER));
    ck_assert(os->interrupted);
    ck_assert(!outside_wait(os, 1000));
    unload();
}
END_TEST

Suite *os_suite(void)
{
    Suite *s = suite_create("os");
    TCase *tables = tcase_create("tables"), *run = tcase_create("run");
    tcase_add_test(tables, numbers_and_layouts);
    tcase_add_test(tables, errno_is_one_to_one);
    tcase_add_test(tables, signals_are_one_to_one);
    tcase_add_test(tables, open_flags_round_trip);
    tcase_add_test(tables, call_table);
    tcase_add_test(tables, descriptors);
    tcase_add_test(tables, random_is_seeded);
    tcase_add_test(run, initial_stack);
    tcase_add_loop_test(run, signal_frame, 0, 2);
    tcase_add_test(run, signal_return_is_tame);
    tcase_add_test(run, ticks_and_limits);
    tcase_add_test(run, sleep_and_exit);
    tcase_add_test(run, death);
    tcase_add_test(run, no_such_gateway);
    tcase_add_loop_test(run, hpux_gateway, 0, 2);
    tcase_add_test(run, time_conversions);
    tcase_add_test(run, host_time);
    tcase_add_test(run, interrupted_sleep);
    suite_add_tcase(s, tables);
    suite_add_tcase(s, run);
    return s;
}
