#include "emu/cli/conform_stub.h"

/* --- the program -------------------------------------------------------------------------------------------------- */

enum { TEXT = 0x00100000, MAILBOX = 0x00110000 };

/* Labels, by offset. */
enum { GO = 0x04, CALL = 0x10, LINUX = 0x34, HPUX = 0x44, LATE = 0x5c, TICK = 0x60, PLAIN = 0x84, NULLED = 0x8c };

/* The mailbox: words by offset. */
enum {
    M_ERRAND = 0,                     /* address to go to: CALL, TICK or LATE */
    M_NUMBER = 4, M_ARG = 8, M_HPUX_NUMBER = 24, M_RESULT = 28, M_GATE = 44, M_HPUX_ERROR = 48,
    M_PC = 32, M_TURNS = 36, M_TAIL = 40, /* of a tick */
};

#define WORD(w) (u8)((w) >> 24), (u8)((w) >> 16), (u8)((w) >> 8), (u8)(w)

static const u8 code[] = {
    WORD(0x20680002u), /* 00 start:  ldil L%0x00110000,%r3      */
    WORD(0x0c601084u), /* 04 go:     ldw 0(%r3),%r4             */
    WORD(0xe880c000u), /* 08         bv %r0(%r4)                */
    WORD(0x08000240u), /* 0c         nop                        */
    WORD(0x0c681094u), /* 10 call:   ldw 4(%r3),%r20            */
    WORD(0x0c70109au), /* 14         ldw 8(%r3),%r26            */
    WORD(0x0c781099u), /* 18         ldw 12(%r3),%r25           */
    WORD(0x48780020u), /* 1c         ldw 16(%r3),%r24           */
    WORD(0x48770028u), /* 20         ldw 20(%r3),%r23           */
    WORD(0x48760030u), /* 24         ldw 24(%r3),%r22           */
    WORD(0x48670058u), /* 28         ldw 44(%r3),%r7            */
    WORD(0xe8e0c000u), /* 2c         bv %r0(%r7)                */
    WORD(0x08000240u), /* 30         nop                        */
    WORD(0xe4008200u), /* 34 linux:  ble 0x100(%sr2,%r0)        */
    WORD(0x08000240u), /* 38         nop                        */
    WORD(0x687c0038u), /* 3c         stw %r28,28(%r3)           */
    WORD(0xe81f1f7fu), /* 40         b,n go                     */
    WORD(0x20200801u), /* 44 hpux:   ldil L%0xc0000004,%r1      */
    WORD(0xe420e008u), /* 48         ble R%0xc0000004(%sr7,%r1) */
    WORD(0x08000240u), /* 4c         nop                        */
    WORD(0x687c0038u), /* 50         stw %r28,28(%r3)           */
    WORD(0x68760060u), /* 54         stw %r22,48(%r3)           */
    WORD(0xe81f1f4fu), /* 58         b,n go                     */
    WORD(0x08000240u), /* 5c late:   nop                        */
    WORD(0x48650040u), /* 60 tick:   ldw 32(%r3),%r5            */
    WORD(0x48610048u), /* 64         ldw 36(%r3),%r1            */
    WORD(0x48660050u), /* 68         ldw 40(%r3),%r6            */
    WORD(0xe8400000u), /* 6c         bl .+8,%r2                 */
    WORD(0x34420040u), /* 70         ldo 32(%r2),%r2            */
    WORD(0xac3f3ff5u), /* 74 turn:   addib,<> -1,%r1,turn       */
    WORD(0x08000240u), /* 78         nop                        */
    WORD(0xe8c0c000u), /* 7c         bv %r0(%r6)                */
    WORD(0x08000240u), /* 80         nop                        */
    WORD(0xe8a0c000u), /* 84 plain:  bv %r0(%r5)                */
    WORD(0x08000240u), /* 88         nop                        */
    WORD(0xe8a0c000u), /* 8c nulled: bv %r0(%r5)                */
    WORD(0x08002880u), /* 90         comclr,= %r0,%r0,%r0       */
    WORD(0xe81f1ed7u), /* 94 back:   b,n go                     */
};

enum {
    /* Instructions from go to the pc without the turns, of two each: 3 at go, 5 at tick, 2 behind the turns, 2 at plain
     * or nulled. */
    FIXED = 12,
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

static void post_call(struct mem *m, bool gateway, enum conform_call call, const u64 arg[4])
{
    static const u32 hpux_number[CONFORM_CALLS] = {[CONFORM_HPUX_SPROFIL] = 540, [CONFORM_HPUX_PROFIL] = 44};
    put(m, MAILBOX + M_NUMBER, PROFIL_CALL_BASE + (u32)call);
    for (unsigned i = 0; i < 4; i++) put(m, MAILBOX + M_ARG + 4 * i, (u32)arg[i]);
    put(m, MAILBOX + M_HPUX_NUMBER, hpux_number[call]);
    put(m, MAILBOX + M_GATE, TEXT + (gateway ? HPUX : LINUX));
    put(m, MAILBOX + M_ERRAND, TEXT + CALL);
}

/* Linux returns a negated error; HP-UX sets r22 and returns it as it is. */
static void call_result(const struct mem *m, bool gateway, i64 *value, int *error)
{
    i32 r = (i32)get(m, MAILBOX + M_RESULT);
    bool failed = gateway ? get(m, MAILBOX + M_HPUX_ERROR) != 0 : r < 0 && r > -4096;
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

static bool post_tick(struct mem *m, u64 pc, enum conform_where where, u64 cycles)
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
    put(m, MAILBOX + M_PC, (u32)(slot ? pc - 4 : pc));
    put(m, MAILBOX + M_TURNS, (u32)((cycles - fixed) / 2));
    put(m, MAILBOX + M_TAIL, TEXT + (where == CONFORM_NULLIFIED ? NULLED : PLAIN));
    put(m, MAILBOX + M_ERRAND, TEXT + ((cycles - fixed) % 2 ? LATE : TICK));
    return true;
}

const struct conform_stub conform_stub_parisc = {
    .isa = "parisc", .code = code, .size = sizeof code, .text = TEXT, .mailbox = MAILBOX, .go = TEXT + GO,
    .post_call = post_call, .call_result = call_result, .post_tick = post_tick,
};
