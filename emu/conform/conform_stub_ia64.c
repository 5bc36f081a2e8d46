#include "emu/conform/conform_stub.h"

/* --- the program -------------------------------------------------------------------------------------------------- */

enum { TEXT = 0x00100000, MAILBOX = 0x00110000 };

/* Labels, by offset. */
enum { GO = 0x10, IDLE = 0x40, CALL = 0x50, LATE2 = 0xe0, LATE1 = 0xf0, TICK = 0x100 };

/* The mailbox: doublewords by offset. Each thread has one; r4 leads to it. */
enum {
    M_ERRAND = 0,  /* address to go to: IDLE, CALL, TICK, LATE1 or LATE2 */
    M_IDLE = 8,    /* address of IDLE, which an errand puts into M_ERRAND before anything else */
    M_NUMBER = 16, M_ARG = 24, M_RESULT = 64, M_ERROR = 72, /* of a call: r8 and r10 */
    M_CHILD = 56,  /* the mailbox of what comes back from the call with 0; 0: it is this one's */
    M_PC = 80, M_TURNS = 88, M_OFF = 96, /* of a tick; M_OFF: the slot that it comes before is predicated off */
    M_DATA = 256,  /* what arguments lead to */
};

/* Linux/ia64 (arch/ia64/kernel/syscalls/syscall.tbl, uapi/linux/sched.h). */
enum { NR_EXIT = 1025, NR_EXECVE = 1033, NR_CLONE = 1128, NR_NANOSLEEP = 1168 };
enum { FORK_FLAGS = 17 }; /* SIGCHLD */
enum { THREAD_FLAGS = 0x100 | 0x200 | 0x400 | 0x800 | 0x10000 }; /* CLONE_VM, FS, FILES, SIGHAND, THREAD */

#define BYTES(w) (u8)(w), (u8)((w) >> 8), (u8)((w) >> 16), (u8)((w) >> 24), (u8)((w) >> 32), (u8)((w) >> 40), \
                 (u8)((w) >> 48), (u8)((w) >> 56)
#define BUNDLE(low, high) BYTES(low), BYTES(high)

/* Nops are left out of the text: where it says little, a branch is in slot 0. */
static const u8 code[] = {
    BUNDLE(0x0000058000141004u, 0x6002200080000000u), /* 000 start:  alloc r2=ar.pfs,0,0,5,0; movl r4=0x110000      */
    BUNDLE(0x0000100000040017u, 0x2000000000100000u), /* 010 go:     br go1                                         */
    BUNDLE(0x000010180800280au, 0x07000850c0000200u), /* 020 go1:    ld8 r5=[r4];; mov b6=r5                        */
    BUNDLE(0x0000002000180017u, 0x2000000000100000u), /* 030         br b6                                          */
    BUNDLE(0x0000123ffff40017u, 0x2000000000100000u), /* 040 idle:   br go                                          */
    BUNDLE(0x405021000820300bu, 0x0004000000283018u), /* 050 call:   adds r6=8,r4;; ld8 r5=[r6],8                   */
    BUNDLE(0x280014180c207809u, 0x0004000000233010u), /* 060         ld8 r15=[r6],8; st8 [r4]=r5                    */
    BUNDLE(0x421014180c21000bu, 0x0004000000283018u), /* 070         ld8 r32=[r6],8;; ld8 r33=[r6],8                */
    BUNDLE(0x423014180c21100bu, 0x9000000480283018u), /* 080         ld8 r34=[r6],8;; ld8 r35=[r6],8; mov r36=0     */
    BUNDLE(0x000010180c003809u, 0x0004000000040000u), /* 090         ld8 r7=[r6]; break.m 0x100000                  */
    BUNDLE(0x0060210009003009u, 0x0004000000720e20u), /* 0a0         adds r6=64,r4; cmp.eq p6,p7=0,r8               */
    BUNDLE(0x000039060e0038c9u, 0x0004000000000200u), /* 0b0         (p6) cmp.eq p7,p6=0,r7                         */
    BUNDLE(0x4081e1000e0020c9u, 0x00040000002b3018u), /* 0c0         (p6) mov r4=r7; (p7) st8 [r6]=r8,8             */
    BUNDLE(0x000011980c2800f1u, 0x48ffff4000000200u), /* 0d0         (p7) st8 [r6]=r10; br go                       */
    BUNDLE(0x1000080000000017u, 0x2000000000200000u), /* 0e0 late2:  nop.b 0; br tick                               */
    BUNDLE(0x0000100000040017u, 0x2000000000100000u), /* 0f0 late1:  br tick                                        */
    BUNDLE(0x8070210008203009u, 0x0004000000420012u), /* 100 tick:   adds r6=8,r4; adds r7=80,r4                    */
    BUNDLE(0x406010180c002809u, 0x00c000010028301cu), /* 110         ld8 r5=[r6]; ld8 r6=[r7],8; mov r8=ip          */
    BUNDLE(0x4050119808140009u, 0x07000860c028301cu), /* 120         st8 [r4]=r5; ld8 r5=[r7],8; mov b6=r6          */
    BUNDLE(0x280010180e003801u, 0x8400460100005504u), /* 130         ld8 r7=[r7]; mov ar.lc=r5; adds r8=back-110,r8 */
    BUNDLE(0x0070000100000001u, 0x07000880e072001cu), /* 140         cmp.eq p7,p0=0,r7; mov b7=r8                   */
    BUNDLE(0x0000000100000011u, 0x40000000a0000200u), /* 150 turn:   br.cloop turn, in slot 2                       */
    BUNDLE(0x0000002000180017u, 0x2000000000100000u), /* 160         br b6                                          */
    BUNDLE(0x0000123fffa80017u, 0x2000000000100000u), /* 170 back:   br go                                          */
};

/* What pages of text are filled with, so that every place leads back: (p7) br b7; br b7; br b7. */
static const u8 leads_back[16] = {BUNDLE(0x38000020001c00f7u, 0x0080007000004000u)};

/* Slots from go to the pc without the turns, of three each: 1 at go, 4 behind it, 15 at tick, 1 behind the turns. */
enum { FIXED = 21, TURN = 3 };

/* --- errands ------------------------------------------------------------------------------------------------------ */

/* The pages are the harness's own and mapped. */
static void put(struct mem *m, u64 addr, u64 v)
{
    u8 raw[8];
    store_le64(raw, v);
    mem_poke(m, addr, raw, 8);
}

static u64 get(const struct mem *m, u64 addr)
{
    u8 raw[8] = {0};
    mem_peek(m, addr, raw, 8);
    return load_le64(raw);
}

static void reset(struct mem *m, u64 box)
{
    put(m, box + M_ERRAND, TEXT + IDLE);
    put(m, box + M_IDLE, TEXT + IDLE);
}

static void post_linux(struct mem *m, u64 box, u64 number, u64 child_box, const u64 arg[4])
{
    put(m, box + M_NUMBER, number);
    for (unsigned i = 0; i < 4; i++) put(m, box + M_ARG + 8 * i, arg[i]);
    put(m, box + M_CHILD, child_box);
    put(m, box + M_ERRAND, TEXT + CALL);
}

/* There is no gateway but the kernel's. */
static void post_call(struct mem *m, u64 box, bool gateway, enum conform_call call, const u64 arg[4])
{
    (void)gateway;
    post_linux(m, box, PROFIL_CALL_BASE + (u64)call, 0, arg);
}

/* A thread may go on with the stacks of the first one: none of them uses any. */
static void post_spawn(struct mem *m, u64 box, bool thread, u64 child_box)
{
    reset(m, child_box);
    post_linux(m, box, NR_CLONE, child_box, (const u64[4]){thread ? THREAD_FLAGS : FORK_FLAGS, 0, 0, 0});
}

static void post_sleep(struct mem *m, u64 box, u32 nanoseconds)
{
    put(m, box + M_DATA, 0);
    put(m, box + M_DATA + 8, nanoseconds);
    post_linux(m, box, NR_NANOSLEEP, 0, (const u64[4]){box + M_DATA, 0, 0, 0});
}

static void post_exec(struct mem *m, u64 box, const char *path)
{
    mem_poke(m, box + M_DATA, path, strlen(path) + 1);
    post_linux(m, box, NR_EXECVE, 0, (const u64[4]){box + M_DATA, 0, 0, 0});
}

static void post_exit(struct mem *m, u64 box) { post_linux(m, box, NR_EXIT, 0, (const u64[4]){0, 0, 0, 0}); }

/* r10 tells of a failure, r8 then has the error. */
static void call_result(const struct mem *m, u64 box, bool gateway, i64 *value, int *error)
{
    i64 r = (i64)get(m, box + M_RESULT);
    bool failed = get(m, box + M_ERROR) != 0;
    (void)gateway;
    *error = failed ? (int)r : 0;
    *value = failed ? -1 : r;
}

static bool text_page(struct mem *m, u64 pc)
{
    u64 page = pc & ~(u64)(MEM_PAGE - 1);
    u8 fill[MEM_PAGE];
    for (unsigned i = 0; i < MEM_PAGE; i += 16) memcpy(fill + i, leads_back, 16);
    if (!(mem_flags(m, page) & MEM_MAPPED) &&
        mem_map(m, page, MEM_PAGE, PROT_READ | PROT_EXEC, false, -1, 0, "") != 0)
        return false;
    return mem_poke(m, page, fill, MEM_PAGE) == 0;
}

/* Nullified: before slot 0, which is predicated off. There are no delay slots; in the place of one the tick comes in
 * the middle of the bundle, before slot 1. */
static bool post_tick(struct mem *m, u64 box, u64 pc, enum conform_where where, u64 cycles)
{
    static const u64 errand[TURN] = {TEXT + TICK, TEXT + LATE1, TEXT + LATE2};
    u64 fixed = where == CONFORM_DELAY_SLOT ? FIXED + 1 : FIXED;
    if (cycles < fixed + TURN || !text_page(m, pc)) return false;
    put(m, box + M_PC, pc);
    put(m, box + M_TURNS, (cycles - fixed) / TURN - 1); /* LC */
    put(m, box + M_OFF, where != CONFORM_PLAIN);
    put(m, box + M_ERRAND, errand[(cycles - fixed) % TURN]);
    return true;
}

const struct conform_stub conform_stub_ia64 = {
    .isa = "ia64", .code = code, .size = sizeof code, .text = TEXT, .mailbox = MAILBOX, .go = TEXT + GO,
    .reset = reset, .post_call = post_call, .call_result = call_result, .post_tick = post_tick,
    .post_spawn = post_spawn, .post_sleep = post_sleep, .post_exec = post_exec, .post_exit = post_exit,
};
