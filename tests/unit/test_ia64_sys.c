/* What no program of ours can see from its privilege level: interruptions, external interrupts, banks, control registers,
 * the register stack's switch to another context. Single bundles in absolute space, slot by slot, at level 0. */
#include "tests/unit/suites.h"

#include <stdlib.h>

#include "isa/ia64/exec/engine.h"
#include "isa/ia64/exec/exec.h"
#include "isa/ia64/exec/rotate.h"
#include "isa/ia64/isa.h"
#include "isa/ia64/system/interrupt.h"

#define CODE 0x10000
#define IVA 0x40000
#define DATA 0x6000000000010000ull
#define STORE 0x6000000000100000ull

/* Bundles, as the assembler makes them; what is not said is a nop. */
static const u64 bundles[][2] = {
    {0x0000042482008001, 0x0004000000000200}, /* mov r16=cr.ivr */
    {0x0000042c86000001, 0x0004000000000200}, /* mov cr.eoi=r0 */
    {0x0120042c8444000b, 0x0004000000084908}, /* mov cr.tpr=r17;; mov r18=cr.tpr */
    {0x0110042488008009, 0x000400000008491c}, /* mov r16=cr.irr0; mov r17=cr.irr3 */
    {0x0000080000000017, 0x0020000000100000}, /* rfi in slot 2 */
    {0x0000080000000017, 0x0008000000100000}, /* cover in slot 2 */
    {0x0000080000000017, 0x0030000000100000}, /* bsw.0 in slot 2 */
    {0x0000080000000017, 0x0034000000100000}, /* bsw.1 in slot 2 */
    {0x0000000c00000001, 0x0004000000000200}, /* flushrs */
    {0x0000000a00000001, 0x0004000000000200}, /* loadrs */
    {0x0000042a20440001, 0x0004000000000200}, /* mov ar.rsc=r17 */
    {0x0120042a2444000b, 0x0004000000084444}, /* mov ar.bspstore=r17;; mov r18=ar.bsp */
    {0x0120042a2644000b, 0x000400000008444c}, /* mov ar.rnat=r17;; mov r18=ar.rnat */
    {0x0000000610001009, 0x0004000000000200}, /* ssm psr.dt|psr.be */
    {0x0000000710001009, 0x0004000000000200}, /* rsm psr.dt|psr.be */
    {0x0120042d0044000b, 0x0004000000084a00}, /* mov psr.l=r17;; mov r18=psr */
    {0x0000042420008009, 0x0004000000000200}, /* mov r16=cr.ipsr */
    {0x0120042a58440009, 0x00040000000844b0}, /* mov ar.itc=r17; mov r18=ar.itc */
    {0x19300418220c9009, 0x0004000000083244}, /* probe.r r18=r17,3; probe.w r19=r17,3 */
    {0x0130041e22009009, 0x0004000000083e44}, /* tpa r18=r17; tak r19=r17 */
    {0x0120042a0644000b, 0x000400000008440c}, /* mov ar.k3=r17;; mov r18=ar.k3 */
    {0x012004002044000b, 0x0004000000082040}, /* mov rr[r16]=r17;; mov r18=rr[r16] */
    {0x0120040120440009, 0x0004000000082440}, /* mov dbr[r16]=r17; mov r18=ibr[r16] */
    {0x0000042e0044000b, 0x0004000000000200}, /* itc.d r17 */
    {0x8800040920440009, 0x0004000000081840}, /* ptc.l r16,r17; ptr.d r16,r17 */
};
enum bundle {
    IVR, EOI, TPR, IRR, RFI, COVER, BSW0, BSW1, FLUSHRS, LOADRS, RSC, BSPSTORE, RNAT, SSM, RSM, PSR, IPSR, ITC, PROBE, TPA,
    KR, RR, DBR, INSERT, PURGE,
};

struct rig {
    struct config config;
    struct machine machine;
    struct process process;
    struct thread thread;
};

static struct rig *rig_new(void)
{
    struct rig *r = calloc(1, sizeof *r);
    struct error e;
    ck_assert_ptr_nonnull(r);
    r->config.cpu_model = "itanium2";
    r->machine = (struct machine){.config = &r->config, .isa = &isa_ia64};
    r->process = (struct process){.machine = &r->machine, .isa = &isa_ia64, .thread = &r->thread};
    r->thread.process = &r->process;
    ck_assert_int_eq(mem_init(&r->process.mem, isa_ia64.windows, isa_ia64.window_count, &e), 0);
    ck_assert_int_eq(code_begin(&r->process, &e), 0);
    ck_assert_int_eq(isa_ia64.cpu_new(&r->thread, NULL, &e), 0);
    ck_assert_int_eq(mem_map(&r->machine.absolute, CODE, MEM_PAGE, PROT_READ | PROT_EXEC, false, -1, 0, ""), 0);
    ck_assert_int_eq(mem_map(&r->process.mem, DATA, MEM_PAGE, PROT_READ, false, -1, 0, ""), 0);
    ck_assert_int_eq(mem_map(&r->process.mem, STORE, 16 * MEM_PAGE, PROT_READ | PROT_WRITE, false, -1, 0, ""), 0);
    struct cpu *c = r->thread.cpu;
    c->cr[CR_IVA] = IVA;
    c->rse.bsp = c->rse.bspstore = STORE;
    c->psr &= ~((u64)3 << PSR_CPL | IA64_PSR_BIT(PSR_IC) | IA64_PSR_BIT(PSR_I));
    return r;
}

static void rig_free(struct rig *r)
{
    isa_ia64.cpu_free(&r->thread);
    isa_ia64.code_free(&r->process);
    mem_free(&r->process.mem);
    mem_free(&r->machine.absolute);
    free(r);
}

/* Runs a bundle to its end or to where it traps; then true, and the processor's vector and code say how. */
static bool traps(struct rig *r, enum bundle which)
{
    struct cpu *c = r->thread.cpu;
    u8 raw[16];
    store_le64(raw, bundles[which][0]);
    store_le64(raw + 8, bundles[which][1]);
    ck_assert_int_eq(mem_poke(ia64_cpl(c) ? &r->process.mem : &r->machine.absolute, CODE, raw, 16), 0);
    c->ip = CODE;
    c->ri = 0;
    while (c->ip == CODE) {
        struct block *b = ia64_translate(c, c->ip | c->ri, ia64_mode(c) | MODE_STEP, true);
        uop_run(c, b->uop, r->process.mem.window[0].host);
        if (c->leave == LEAVE_TRAP) return true;
    }
    return false;
}

static void does(struct rig *r, enum bundle which) { ck_assert(!traps(r, which)); }

static void faults(struct rig *r, enum bundle which, u16 vector, u16 code)
{
    ck_assert(traps(r, which));
    ck_assert_uint_eq(r->thread.cpu->vector, vector);
    ck_assert_uint_eq(r->thread.cpu->isr_code, code);
}

static void pend(struct cpu *c, unsigned vector) { c->cr[CR_IRR0 + vector / 64] |= (u64)1 << vector % 64; }

/* --- interruptions ---------------------------------------------------------------------------------------------------- */

START_TEST(an_interruption_and_back)
{
    struct rig *r = rig_new();
    struct cpu *c = r->thread.cpu;
    u64 psr = (u64)3 << PSR_CPL | IA64_PSR_BIT(PSR_IC) | IA64_PSR_BIT(PSR_I) | IA64_PSR_BIT(PSR_DT) |
              IA64_PSR_BIT(PSR_IT) | IA64_PSR_BIT(PSR_BN) | IA64_PSR_BIT(PSR_BE) | IA64_PSR_BIT(PSR_AC) |
              IA64_PSR_BIT(PSR_MFL) | IA64_PSR_BIT(PSR_DFH);
    c->psr = psr;
    c->ip = 0x4000000000001230;
    c->ri = 2;
    c->cr[CR_IFS] = (u64)1 << 63 | 5;
    c->gr[15] = 15, c->gr[16] = 116, c->gr[31] = 131;
    c->bank0[0] = 16, c->bank0[15] = 31;
    ia64_set_nat(c, 16, true);
    ia64_interrupt(c, &(struct ia64_interruption){.vector = IVT_UNALIGNED, .code = 4, .ifa = DATA + 1});
    ck_assert_uint_eq(c->ip, IVA + 0x5a00);
    ck_assert_uint_eq(c->ri, 0);
    ck_assert_uint_eq(c->psr, IA64_PSR_BIT(PSR_DT) | IA64_PSR_BIT(PSR_IT) | IA64_PSR_BIT(PSR_MFL));
    ck_assert_uint_eq(c->cr[CR_IPSR], psr | (u64)2 << PSR_RI);
    ck_assert_uint_eq(c->cr[CR_IIP], 0x4000000000001230);
    ck_assert_uint_eq(c->cr[CR_IFS] >> 63, 0);
    ck_assert_uint_eq(c->cr[CR_IFA], DATA + 1);
    ck_assert_uint_eq(c->cr[CR_ISR], 4 | (u64)2 << 41);
    ck_assert_uint_eq(c->gr[15], 15);
    ck_assert_uint_eq(c->gr[16], 16);
    ck_assert_uint_eq(c->gr[31], 31);
    ck_assert(!ia64_get_nat(c, 16));
    c->gr[16] = 17;

    /* One in the handler: nothing is collected, a TLB miss is a nested one, the others say so in ISR. */
    u64 isr = c->cr[CR_ISR];
    ia64_interrupt(c, &(struct ia64_interruption){.vector = IVT_DTLB, .ifa = DATA + 2});
    ck_assert_uint_eq(c->ip, IVA + 0x1400);
    ck_assert_uint_eq(c->cr[CR_ISR], isr);
    ia64_interrupt(c, &(struct ia64_interruption){.vector = IVT_DACCESS_RIGHTS, .ifa = DATA + 2});
    ck_assert_uint_eq(c->ip, IVA + 0x5300);
    ck_assert_uint_eq(c->cr[CR_ISR], (u64)1 << 39);
    ck_assert_uint_eq(c->cr[CR_IFA], DATA + 1);
    ck_assert_uint_eq(c->cr[CR_IPSR], psr | (u64)2 << PSR_RI);

    does(r, RFI);
    ck_assert_uint_eq(c->ip, 0x4000000000001230);
    ck_assert_uint_eq(c->ri, 2);
    ck_assert_uint_eq(c->psr, psr);
    ck_assert_uint_eq(c->gr[16], 116);
    ck_assert_uint_eq(c->bank0[0], 17);
    ck_assert(ia64_get_nat(c, 16));
    rig_free(r);
}
END_TEST

/* What byte order and monitors a handler runs with is the kernel's to say. */
START_TEST(handlers_take_order_from_dcr)
{
    struct rig *r = rig_new();
    struct cpu *c = r->thread.cpu;
    c->cr[CR_DCR] = 3;
    ia64_interrupt(c, &(struct ia64_interruption){.vector = IVT_EXTERNAL});
    ck_assert(c->psr & IA64_PSR_BIT(PSR_BE));
    ck_assert(c->psr & IA64_PSR_BIT(PSR_PP));
    rig_free(r);
}
END_TEST

START_TEST(banks)
{
    struct rig *r = rig_new();
    struct cpu *c = r->thread.cpu;
    c->gr[20] = 1;
    c->bank0[4] = 2;
    does(r, BSW1); /* it is already */
    ck_assert_uint_eq(c->gr[20], 1);
    does(r, BSW0);
    ck_assert_uint_eq(c->gr[20], 2);
    ck_assert(!(c->psr & IA64_PSR_BIT(PSR_BN)));
    does(r, BSW1);
    ck_assert_uint_eq(c->gr[20], 1);
    c->psr |= (u64)3 << PSR_CPL;
    ck_assert_int_eq(mem_map(&r->process.mem, CODE, MEM_PAGE, PROT_READ | PROT_EXEC, false, -1, 0, ""), 0);
    u8 raw[16];
    store_le64(raw, bundles[BSW0][0]);
    store_le64(raw + 8, bundles[BSW0][1]);
    mem_poke(&r->process.mem, CODE, raw, 16);
    faults(r, BSW0, IVT_GENERAL, GENERAL_PRIV_OP);
    rig_free(r);
}
END_TEST

/* --- external interrupts -------------------------------------------------------------------------------------------------- */

static u64 read_ivr(struct rig *r)
{
    does(r, IVR);
    return r->thread.cpu->gr[16];
}

static u64 set_tpr(struct rig *r, u64 v)
{
    r->thread.cpu->gr[17] = v;
    does(r, TPR);
    return r->thread.cpu->gr[18];
}

START_TEST(interrupts_come_by_priority)
{
    struct rig *r = rig_new();
    struct cpu *c = r->thread.cpu;
    ck_assert_uint_eq(read_ivr(r), IA64_SPURIOUS);
    pend(c, 0x30);
    pend(c, IA64_TIMER_VECTOR);
    ck_assert_uint_eq(read_ivr(r), IA64_TIMER_VECTOR);
    does(r, IRR);
    ck_assert_uint_eq(c->gr[16], (u64)1 << 0x30);
    ck_assert_uint_eq(c->gr[17], 0);
    ck_assert_uint_eq(read_ivr(r), IA64_SPURIOUS); /* below the one in service */
    pend(c, 0xf0);
    ck_assert_uint_eq(read_ivr(r), 0xf0); /* above it */
    does(r, EOI);
    ck_assert_uint_eq(read_ivr(r), IA64_SPURIOUS);
    does(r, EOI);
    ck_assert_uint_eq(read_ivr(r), 0x30);
    does(r, EOI);
    ck_assert_uint_eq(read_ivr(r), IA64_SPURIOUS);
    rig_free(r);
}
END_TEST

START_TEST(tpr_masks_classes)
{
    struct rig *r = rig_new();
    struct cpu *c = r->thread.cpu;
    pend(c, 0x5f);
    ck_assert_uint_eq(set_tpr(r, 0xfffff), 0x100f0);
    ck_assert_uint_eq(read_ivr(r), IA64_SPURIOUS);
    ck_assert_uint_eq(set_tpr(r, 0x10000), 0x10000); /* all of them */
    ck_assert_uint_eq(read_ivr(r), IA64_SPURIOUS);
    set_tpr(r, 0x50); /* classes up to 5 */
    ck_assert_uint_eq(read_ivr(r), IA64_SPURIOUS);
    set_tpr(r, 0x40);
    ck_assert_uint_eq(read_ivr(r), 0x5f);
    rig_free(r);
}
END_TEST

/* --- status and control -------------------------------------------------------------------------------------------------------- */

START_TEST(status)
{
    struct rig *r = rig_new();
    struct cpu *c = r->thread.cpu;
    does(r, RSM);
    ck_assert(!(c->psr & (IA64_PSR_BIT(PSR_DT) | IA64_PSR_BIT(PSR_BE))));
    does(r, SSM);
    ck_assert(c->psr & IA64_PSR_BIT(PSR_DT) && c->psr & IA64_PSR_BIT(PSR_BE));
    u64 upper = c->psr >> 32;
    c->gr[17] = 0xdeadbeef0000003eull & ~(u64)2 & 0xffffffff0fffffffull;
    does(r, PSR);
    ck_assert_uint_eq(c->psr, upper << 32 | 0x3c);
    ck_assert_uint_eq(c->gr[18], 0x3c | IA64_PSR_BIT(PSR_IT));
    c->gr[17] = 1;
    faults(r, PSR, IVT_GENERAL, GENERAL_RESERVED);
    c->cr[CR_IPSR] = 77;
    does(r, IPSR);
    ck_assert_uint_eq(c->gr[16], 77);
    c->psr |= IA64_PSR_BIT(PSR_IC); /* an interruption might change it under the reader */
    faults(r, IPSR, IVT_GENERAL, GENERAL_ILLEGAL_OP);
    faults(r, INSERT, IVT_GENERAL, GENERAL_ILLEGAL_OP);
    ia64_set_nat(c, 17, true);
    faults(r, INSERT, IVT_GENERAL, GENERAL_ILLEGAL_OP); /* before the NaT */
    ia64_set_nat(c, 17, false);
    c->psr &= ~IA64_PSR_BIT(PSR_IC);
    does(r, INSERT);
    does(r, PURGE);
    rig_free(r);
}
END_TEST

START_TEST(registers_of_the_kernel)
{
    struct rig *r = rig_new();
    struct cpu *c = r->thread.cpu;
    r->machine.now = 1000;
    c->gr[17] = 5000000;
    does(r, ITC);
    ck_assert_uint_eq(c->gr[18], 5000001); /* the next cycle */
    does(r, KR);
    ck_assert_uint_eq(c->gr[18], 5000000);
    c->gr[16] = (u64)5 << 61;
    c->gr[17] = 0x12345639; /* rid, ps, ve */
    does(r, RR);
    ck_assert_uint_eq(c->gr[18], 0x12345639);
    ck_assert_uint_eq(c->rr[5], 0x12345639);
    c->gr[17] = 2;
    faults(r, RR, IVT_GENERAL, GENERAL_RESERVED);
    c->gr[16] = 7;
    does(r, DBR);
    c->gr[16] = 8;
    faults(r, DBR, IVT_GENERAL, GENERAL_RESERVED);
    rig_free(r);
}
END_TEST

START_TEST(probes)
{
    enum { PROBE_CODE = 2 };
    struct rig *r = rig_new();
    struct cpu *c = r->thread.cpu;
    static const struct { u64 addr; bool readable, writable; } at[] = {
        {DATA + 7, true, false}, {DATA + MEM_PAGE, false, false}, {STORE, true, true},
        {DATA | (u64)1 << 50, false, false},
    };
    for (unsigned i = 0; i < ARRAY_LEN(at); i++) {
        c->gr[17] = at[i].addr;
        does(r, PROBE);
        ck_assert_uint_eq(c->gr[18], at[i].readable);
        ck_assert_uint_eq(c->gr[19], at[i].writable);
    }
    c->gr[17] = DATA + 7;
    does(r, TPA);
    ck_assert_uint_eq(c->gr[18], 0x10007);
    ck_assert_uint_eq(c->gr[19], 0);
    c->gr[17] = DATA + MEM_PAGE;
    faults(r, TPA, IVT_DTLB, 0);
    ck_assert_uint_eq(c->ifa, DATA + MEM_PAGE);

    /* A program's: without a page, or any right, it is a fault. */
    ck_assert_int_eq(mem_map(&r->process.mem, CODE, MEM_PAGE, PROT_READ | PROT_EXEC, false, -1, 0, ""), 0);
    ck_assert_int_eq(mem_map(&r->process.mem, DATA + MEM_PAGE, MEM_PAGE, PROT_NONE, false, -1, 0, ""), 0);
    ck_assert_int_eq(mem_map(&r->process.mem, DATA + 2 * MEM_PAGE, MEM_PAGE, PROT_EXEC, false, -1, 0, ""), 0);
    c->psr |= (u64)3 << PSR_CPL;
    static const struct { u64 addr; bool readable, writable; u16 vector; } of_program[] = {
        {DATA + 7, true, false, 0}, {STORE, true, true, 0}, {DATA + 2 * MEM_PAGE, true, false, 0}, {DATA | (u64)1 << 50, false, false, 0},
        {DATA + MEM_PAGE, false, false, IVT_DACCESS_RIGHTS}, {DATA + 3 * MEM_PAGE + 5, false, false, IVT_PAGE_NOT_PRESENT},
    };
    for (unsigned i = 0; i < ARRAY_LEN(of_program); i++) {
        c->gr[17] = of_program[i].addr;
        c->gr[18] = c->gr[19] = 5;
        if (of_program[i].vector) {
            faults(r, PROBE, of_program[i].vector, PROBE_CODE);
            ck_assert_uint_eq(c->ifa, of_program[i].addr);
            ck_assert_uint_eq(c->gr[18], 5);
            continue;
        }
        does(r, PROBE);
        ck_assert_uint_eq(c->gr[18], of_program[i].readable);
        ck_assert_uint_eq(c->gr[19], of_program[i].writable);
    }
    rig_free(r);
}
END_TEST

/* --- the register stack --------------------------------------------------------------------------------------------------------------- */

/* An interruption's handler that lets others in puts the program's frame away by cover, and rfi brings it back. */
START_TEST(cover_and_rfi)
{
    struct rig *r = rig_new();
    struct cpu *c = r->thread.cpu;
    struct ia64_cfm f = {.sof = 40, .sol = 30, .sor = 16, .rrb_gr = 5, .rrb_fr = 7, .rrb_pr = 3};
    c->cfm = f;
    for (unsigned i = 0; i < 40; i++) c->gr[FRAME + i] = 1000 + i;
    ia64_set_nat(c, FRAME + 3, true);
    for (unsigned i = 16; i < 64; i++) c->pr[i] = i % 5 == 0;
    struct cpu before = *c;
    c->psr |= IA64_PSR_BIT(PSR_IC);
    c->ip = DATA;
    ia64_interrupt(c, &(struct ia64_interruption){.vector = IVT_EXTERNAL});
    ck_assert_int_eq(memcmp(&c->cfm, &f, sizeof f), 0);
    does(r, COVER);
    ck_assert_uint_eq(c->cr[CR_IFS], ia64_cfm_bits(f) | (u64)1 << 63);
    ck_assert_uint_eq(ia64_cfm_bits(c->cfm), 0);
    ck_assert_uint_eq(c->rse.bsp, STORE + 8 * 40);
    does(r, FLUSHRS);
    ck_assert_uint_eq(c->rse.bspstore, c->rse.bsp);
    u64 stored;
    mem_read(&r->process.mem, STORE + 8 * 5, &stored, 8); /* r32 is in place 5 */
    ck_assert_uint_eq(stored, 1000);
    does(r, LOADRS); /* nothing of it is left in the processor */
    does(r, RFI);
    ck_assert_int_eq(memcmp(&c->cfm, &f, sizeof f), 0);
    ck_assert_int_eq(memcmp(c->gr, before.gr, (FRAME + 40) * sizeof c->gr[0]), 0);
    ck_assert_int_eq(memcmp(c->nat, before.nat, sizeof c->nat), 0);
    ck_assert_int_eq(memcmp(c->pr, before.pr, 64), 0);
    ck_assert_uint_eq(c->rse.bsp, STORE);
    ck_assert_uint_eq(c->rse.bspstore, STORE);
    rig_free(r);
}
END_TEST

static void load_registers(struct rig *r, u64 bytes)
{
    r->thread.cpu->gr[17] = bytes << 16;
    does(r, RSC);
    does(r, LOADRS);
}

static void return_to_80_locals(struct rig *r)
{
    r->thread.cpu->cr[CR_IFS] = (u64)1 << 63 | 80 | 80 << 7;
    does(r, RFI);
}

/* loadrs of so many bytes: those are dirty, all else is gone; what it may not do. */
START_TEST(loadrs_keeps_what_rsc_says)
{
    struct rig *r = rig_new();
    struct cpu *c = r->thread.cpu;
    c->cfm = (struct ia64_cfm){.sof = 80, .sol = 80};
    for (unsigned i = 0; i < 80; i++) c->gr[FRAME + i] = 2000 + i;
    does(r, COVER);
    does(r, FLUSHRS);
    for (unsigned i = 0; i < 80; i++) { /* as a debugger would */
        u64 v = 3000 + i;
        ck_assert_int_eq(mem_poke(&r->process.mem, rse_above(STORE, i), &v, 8), 0);
    }
    load_registers(r, 8 * 18); /* 17 registers and the collection between the 63rd and the 64th */
    ck_assert_uint_eq(c->rse.bof - c->rse.dirty, 17);
    ck_assert_uint_eq(c->rse.clean, c->rse.dirty);
    ck_assert_uint_eq(c->rse.bspstore, STORE + 8 * 63);
    return_to_80_locals(r);
    for (unsigned i = 0; i < 80; i++) ck_assert_uint_eq(c->gr[FRAME + i], (i < 63 ? 3000 : 2000) + i);

    /* The same registers once they are gone: from memory. */
    does(r, COVER);
    does(r, FLUSHRS);
    u64 nats = (u64)1 << 5;
    ck_assert_int_eq(mem_poke(&r->process.mem, STORE + 8 * 63, &nats, 8), 0);
    load_registers(r, 0);
    ck_assert_uint_eq(c->rse.bspstore, c->rse.bsp);
    load_registers(r, 8 * 18);
    ck_assert_uint_eq(c->rse.bof - c->rse.dirty, 17);
    ck_assert_uint_eq(c->rse.rnat, nats);
    return_to_80_locals(r);
    for (unsigned i = 0; i < 80; i++) ck_assert_uint_eq(c->gr[FRAME + i], (i < 63 ? 3000 : 2000) + i);
    ck_assert_uint_eq(c->nat[0], (u64)1 << (FRAME + 5));
    ck_assert_uint_eq(c->nat[1], 0);

    faults(r, LOADRS, IVT_GENERAL, GENERAL_ILLEGAL_OP); /* with a frame */
    does(r, COVER);
    c->gr[17] = (u64)(8 * 99) << 16;
    does(r, RSC);
    faults(r, LOADRS, IVT_GENERAL, GENERAL_ILLEGAL_OP); /* 97 or 98 registers */
    c->gr[17] = 3;
    does(r, RSC);
    faults(r, LOADRS, IVT_GENERAL, GENERAL_ILLEGAL_OP); /* eager */
    faults(r, BSPSTORE, IVT_GENERAL, GENERAL_ILLEGAL_OP);
    faults(r, RNAT, IVT_GENERAL, GENERAL_ILLEGAL_OP);
    ia64_set_nat(c, 17, true);
    faults(r, BSPSTORE, IVT_GENERAL, GENERAL_ILLEGAL_OP); /* before the NaT */
    c->rse.rsc = 0;
    faults(r, BSPSTORE, IVT_NAT_CONSUMPTION, 0x10);
    rig_free(r);
}
END_TEST

/* Another context: dirty registers go where BSPSTORE says. */
START_TEST(a_new_backing_store)
{
    struct rig *r = rig_new();
    struct cpu *c = r->thread.cpu;
    c->cfm = (struct ia64_cfm){.sof = 10, .sol = 10};
    for (unsigned i = 0; i < 10; i++) c->gr[FRAME + i] = 4000 + i;
    does(r, COVER);
    c->gr[17] = STORE + 0x1000 + 8 * 60 + 5; /* low bits do not count */
    does(r, BSPSTORE);
    ck_assert_uint_eq(c->rse.bspstore, STORE + 0x1000 + 8 * 60);
    ck_assert_uint_eq(c->gr[18], STORE + 0x1000 + 8 * 71); /* a collection lies between */
    c->gr[17] = ~(u64)0;
    does(r, RNAT);
    ck_assert_uint_eq(c->gr[18], ~(u64)0 >> 1);
    does(r, FLUSHRS);
    u64 v[2];
    mem_read(&r->process.mem, STORE + 0x1000 + 8 * 63, v, 16);
    ck_assert_uint_eq(v[0], ((u64)1 << 60) - 1); /* of the three stored before it, none is a NaT */
    ck_assert_uint_eq(v[1], 4003);
    rig_free(r);
}
END_TEST

Suite *ia64_sys_suite(void)
{
    Suite *s = suite_create("ia64_sys");
    TCase *t = tcase_create("level 0");
    tcase_add_test(t, an_interruption_and_back);
    tcase_add_test(t, handlers_take_order_from_dcr);
    tcase_add_test(t, banks);
    tcase_add_test(t, interrupts_come_by_priority);
    tcase_add_test(t, tpr_masks_classes);
    tcase_add_test(t, status);
    tcase_add_test(t, registers_of_the_kernel);
    tcase_add_test(t, probes);
    tcase_add_test(t, cover_and_rfi);
    tcase_add_test(t, loadrs_keeps_what_rsc_says);
    tcase_add_test(t, a_new_backing_store);
    suite_add_tcase(s, t);
    return s;
}
