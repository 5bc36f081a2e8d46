#include "emu/conform/conform_stub.h"

/* --- the program -------------------------------------------------------------------------------------------------- */

enum { TEXT = 0x00100000, MAILBOX = 0x00110000 };

/* Labels, by offset. */
enum {
    GO = 0x04, IDLE = 0x10, CALL = 0x14, LINUX = 0x40, HPUX = 0x50, SPAWN = 0x68, LATE = 0x88, TICK = 0x8c,
    PLAIN = 0xb8, NULLED = 0xc0,
};

/* The mailbox: words by offset. Each thread has one; r3 leads to it. */
enum {
    M_ERRAND = 0,  /* address to go to: IDLE, CALL, TICK or LATE */
    M_IDLE = 52,   /* address of IDLE, which an errand puts into M_ERRAND before anything else */
    M_NUMBER = 4, M_ARG = 8, M_HPUX_NUMBER = 24, M_RESULT = 28, M_HPUX_ERROR = 48, /* of a call */
    M_GATE = 44,   /* how it enters the kernel: LINUX, HPUX, or SPAWN, behind which there are two */
    M_CHILD = 56,  /* the other's mailbox */
    M_PC = 32, M_TURNS = 36, M_TAIL = 40, /* of a tick; M_TAIL is PLAIN or NULLED */
    M_DATA = 256,  /* what arguments lead to */
};

/* Linux/hppa (arch/parisc/kernel/syscalls/syscall.tbl, uapi/linux/sched.h). */
enum { NR_EXIT = 1, NR_FORK = 2, NR_EXECVE = 11, NR_CLONE = 120, NR_NANOSLEEP = 162 };
enum { THREAD_FLAGS = 0x100 | 0x200 | 0x400 | 0x800 | 0x10000 }; /* CLONE_VM, FS, FILES, SIGHAND, THREAD */

#define WORD(w) (u8)((w) >> 24), (u8)((w) >> 16), (u8)((w) >> 8), (u8)(w)

static const u8 code[] = {
    WORD(0x20680002u), /* 00 start:  ldil L%0x00110000,%r3      */
    WORD(0x0c601084u), /* 04 go:     ldw 0(%r3),%r4             */
    WORD(0xe880c000u), /* 08         bv %r0(%r4)                */
    WORD(0x08000240u), /* 0c         nop                        */
    WORD(0xe81f1fdfu), /* 10 idle:   b,n go                     */
    WORD(0x48640068u), /* 14 call:   ldw 52(%r3),%r4            */
    WORD(0x0c641280u), /* 18         stw %r4,0(%r3)             */
    WORD(0x0c681094u), /* 1c         ldw 4(%r3),%r20            */
    WORD(0x0c70109au), /* 20         ldw 8(%r3),%r26            */
    WORD(0x0c781099u), /* 24         ldw 12(%r3),%r25           */
    WORD(0x48780020u), /* 28         ldw 16(%r3),%r24           */
    WORD(0x48770028u), /* 2c         ldw 20(%r3),%r23           */
    WORD(0x48760030u), /* 30         ldw 24(%r3),%r22           */
    WORD(0x48670058u), /* 34         ldw 44(%r3),%r7            */
    WORD(0xe8e0c000u), /* 38         bv %r0(%r7)                */
    WORD(0x08000240u), /* 3c         nop                        */
    WORD(0xe4008200u), /* 40 linux:  ble 0x100(%sr2,%r0)        */
    WORD(0x08000240u), /* 44         nop                        */
    WORD(0x687c0038u), /* 48         stw %r28,28(%r3)           */
    WORD(0xe81f1f67u), /* 4c         b,n go                     */
    WORD(0x20200801u), /* 50 hpux:   ldil L%0xc0000004,%r1      */
    WORD(0xe420e008u), /* 54         ble R%0xc0000004(%sr7,%r1) */
    WORD(0x08000240u), /* 58         nop                        */
    WORD(0x687c0038u), /* 5c         stw %r28,28(%r3)           */
    WORD(0x68760060u), /* 60         stw %r22,48(%r3)           */
    WORD(0xe81f1f37u), /* 64         b,n go                     */
    WORD(0xe4008200u), /* 68 spawn:  ble 0x100(%sr2,%r0)        */
    WORD(0x08000240u), /* 6c         nop                        */
    WORD(0x87802010u), /* 70         comib,= 0,%r28,child       */
    WORD(0x08000240u), /* 74         nop                        */
    WORD(0x687c0038u), /* 78         stw %r28,28(%r3)           */
    WORD(0xe81f1f07u), /* 7c         b,n go                     */
    WORD(0x48630070u), /* 80 child:  ldw 56(%r3),%r3            */
    WORD(0xe81f1ef7u), /* 84         b,n go                     */
    WORD(0x08000240u), /* 88 late:   nop                        */
    WORD(0x48640068u), /* 8c tick:   ldw 52(%r3),%r4            */
    WORD(0x0c641280u), /* 90         stw %r4,0(%r3)             */
    WORD(0x48650040u), /* 94         ldw 32(%r3),%r5            */
    WORD(0x48610048u), /* 98         ldw 36(%r3),%r1            */
    WORD(0x48660050u), /* 9c         ldw 40(%r3),%r6            */
    WORD(0xe8400000u), /* a0         bl .+8,%r2                 */
    WORD(0x34420040u), /* a4         ldo 32(%r2),%r2            */
    WORD(0xac3f3ff5u), /* a8 turn:   addib,<> -1,%r1,turn       */
    WORD(0x08000240u), /* ac         nop                        */
    WORD(0xe8c0c000u), /* b0         bv %r0(%r6)                */
    WORD(0x08000240u), /* b4         nop                        */
    WORD(0xe8a0c000u), /* b8 plain:  bv %r0(%r5)                */
    WORD(0x08000240u), /* bc         nop                        */
    WORD(0xe8a0c000u), /* c0 nulled: bv %r0(%r5)                */
    WORD(0x08002880u), /* c4         comclr,= %r0,%r0,%r0       */
    WORD(0xe81f1e6fu), /* c8 back:   b,n go                     */
};

enum {
    /* Instructions from go to the pc without the turns, of two each: 3 at go, 7 at tick, 2 behind the turns, 2 at plain
     * or nulled. */
    FIXED = 14,
    NOP = 0x08000240,
};
#define BV_N 0xe840c002u /* bv,n %r0(%r2): fills pages of text, so that every place leads back */
#define BV 0xe840c000u   /* bv %r0(%r2): has a delay slot */

/* --- errands ------------------------------------------------------------------------------------------------------ */

/* The pages are the harness's own and mapped. */
static void put(struct mem *m, u64 addr, u32 v)
{
    u8 raw[4];
    store_be32(raw, v);
    mem_poke(m, addr, raw, 4);
}

static u32 get(const struct mem *m, u64 addr)
{
    u8 raw[4] = {0};
    mem_peek(m, addr, raw, 4);
    return load_be32(raw);
}

static void reset(struct mem *m, u64 box)
{
    put(m, box + M_ERRAND, TEXT + IDLE);
    put(m, box + M_IDLE, TEXT + IDLE);
}

static void post_linux(struct mem *m, u64 box, u32 gate, u32 number, const u32 arg[4])
{
    put(m, box + M_NUMBER, number);
    for (unsigned i = 0; i < 4; i++) put(m, box + M_ARG + 4 * i, arg[i]);
    put(m, box + M_GATE, TEXT + gate);
    put(m, box + M_ERRAND, TEXT + CALL);
}

static void post_call(struct mem *m, u64 box, bool gateway, enum conform_call call, const u64 arg[4])
{
    static const u32 hpux_number[CONFORM_CALLS] = {[CONFORM_HPUX_SPROFIL] = 540, [CONFORM_HPUX_PROFIL] = 44};
    u32 a[4] = {(u32)arg[0], (u32)arg[1], (u32)arg[2], (u32)arg[3]};
    put(m, box + M_HPUX_NUMBER, hpux_number[call]);
    post_linux(m, box, gateway ? HPUX : LINUX, PROFIL_CALL_BASE + (u32)call, a);
}

static void post_spawn(struct mem *m, u64 box, bool thread, u64 child_box)
{
    put(m, box + M_CHILD, (u32)child_box);
    reset(m, child_box);
    post_linux(m, box, SPAWN, thread ? NR_CLONE : NR_FORK, (const u32[4]){thread ? THREAD_FLAGS : 0, 0, 0, 0});
}

static void post_sleep(struct mem *m, u64 box, u32 nanoseconds)
{
    put(m, box + M_DATA, 0);
    put(m, box + M_DATA + 4, nanoseconds);
    post_linux(m, box, LINUX, NR_NANOSLEEP, (const u32[4]){(u32)box + M_DATA, 0, 0, 0});
}

static void post_exec(struct mem *m, u64 box, const char *path)
{
    mem_poke(m, box + M_DATA, path, strlen(path) + 1);
    post_linux(m, box, LINUX, NR_EXECVE, (const u32[4]){(u32)box + M_DATA, 0, 0, 0});
}

static void post_exit(struct mem *m, u64 box) { post_linux(m, box, LINUX, NR_EXIT, (const u32[4]){0, 0, 0, 0}); }

/* Linux returns a negated error; HP-UX sets r22 and returns it as it is. */
static void call_result(const struct mem *m, u64 box, bool gateway, i64 *value, int *error)
{
    i32 r = (i32)get(m, box + M_RESULT);
    bool failed = gateway ? get(m, box + M_HPUX_ERROR) != 0 : r < 0 && r > -4096;
    *error = !failed ? 0 : gateway ? r : -r;
    *value = failed ? -1 : r;
}

/* A page of text where the tick is to fall. */
static bool text_page(struct mem *m, u64 pc)
{
    u64 page = pc & ~(u64)(MEM_PAGE - 1);
    u8 fill[MEM_PAGE];
    for (unsigned i = 0; i < MEM_PAGE; i += 4) store_be32(fill + i, BV_N);
    if (!(mem_flags(m, page) & MEM_MAPPED) &&
        mem_map(m, page, MEM_PAGE, PROT_READ | PROT_EXEC, false, -1, 0, "") != 0)
        return false;
    return mem_poke(m, page, fill, MEM_PAGE) == 0;
}

static bool post_tick(struct mem *m, u64 box, u64 pc, enum conform_where where, u64 cycles)
{
    bool slot = where == CONFORM_DELAY_SLOT;
    u64 fixed = slot ? FIXED + 1 : FIXED; /* the branch goes before its slot */
    /* The page of the instruction behind it, which is nullified, must be there as well. */
    if (cycles < fixed + 3 || !text_page(m, pc) || !text_page(m, pc + 4) || (slot && !text_page(m, pc - 4)))
        return false;
    if (slot) {
        put(m, pc - 4, BV);
        put(m, pc, NOP);
    }
    put(m, box + M_PC, (u32)(slot ? pc - 4 : pc));
    put(m, box + M_TURNS, (u32)((cycles - fixed) / 2));
    put(m, box + M_TAIL, TEXT + (where == CONFORM_NULLIFIED ? NULLED : PLAIN));
    put(m, box + M_ERRAND, TEXT + ((cycles - fixed) % 2 ? LATE : TICK));
    return true;
}

const struct conform_stub conform_stub_parisc = {
    .isa = "parisc", .code = code, .size = sizeof code, .text = TEXT, .mailbox = MAILBOX, .go = TEXT + GO,
    .reset = reset, .post_call = post_call, .call_result = call_result, .post_tick = post_tick,
    .post_spawn = post_spawn, .post_sleep = post_sleep, .post_exec = post_exec, .post_exit = post_exit,
};
