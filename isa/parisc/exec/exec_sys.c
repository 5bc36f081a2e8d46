/* System control, control registers, space registers, PROBE, cache and TLB instructions.
 * PA-RISC 2.0 Architecture, chapter 7 (BREAK to SYNCDMA); control registers: chapter 2.
 *
 * The machine's address translation is the page table of the guest kernel. There is no TLB of its own: an insertion is
 * accepted and held for no time at all, which the architecture allows (a TLB may lose any entry at any time); purges find
 * nothing to purge. Stores to decoded code are seen without flushes, so the cache instructions only check their operands. */
#include "isa/parisc/exec/engine.h"
#include "isa/parisc/exec/exec.h"

UOP(nop) { NEXT(u + 1); }
UOP(illegal) { GO(pa_trap(c, u, VEC_ILLEGAL)); }
UOP(break) { GO(pa_trap(c, u, VEC_BREAK)); }
UOP(privileged_nop) { if (!pa_privileged(c)) GO(pa_trap(c, u, VEC_PRIV_OP)); NEXT(u + 1); }
UOP(assist_emulation) { GO(pa_trap(c, u, VEC_ASSIST_EMULATION)); }

/* --- SAR ---------------------------------------------------------------------------------------------------------------- */

/* In narrow mode SAR is 6 bits wide already; 1.x instructions look at its low five. */
UOP(mtsar) { c->sar = RB & 63; NEXT(u + 1); }
UOP(mtsarcm) { c->sar = ~RB & 63; NEXT(u + 1); }
/* Without ,W the result is five bits. */
UOP(mfsar) { SET(FIELD_D ? c->sar : c->sar & 31u); NEXT(u + 1); }

/* --- control registers ---------------------------------------------------------------------------------------------------- */

/* CR16: the machine's cycles, as far as the instruction that reads it. */
static u32 interval_timer(const struct cpu *c)
{
    u64 now = machine_clock(c->thread->process->machine, (u64)(c->budget_start - c->budget));
    return (u32)now + c->it_offset;
}

/* d = control register. Unprivileged: SAR, CR 26 and 27, and CR 16 unless PSW S. */
UOP(mfctl)
{
    bool open = FIELD_D == CR_SAR || FIELD_D == CR_TR2 || FIELD_D == CR_TR3 || (FIELD_D == CR_ITMR && !(c->psw & PSW_S));
    if (!open && !pa_privileged(c)) GO(pa_trap(c, u, VEC_PRIV_REG));
    switch (FIELD_D) {
    case CR_ITMR: SET(interval_timer(c)); break;
    case CR_IIASQ: SET(c->iiasq[0]); break;
    case CR_IIAOQ: SET(c->iiaoq[0]); break;
    default: SET(c->cr[FIELD_D]); break;
    }
    NEXT(u + 1);
}

/* CR 27 and 26 hold thread pointers: compilers read them inline, so they have a handler without questions. */
UOP(mfctl_free) { SET(c->cr[FIELD_D]); NEXT(u + 1); }

UOP(mtctl)
{
    if (!pa_privileged(c)) GO(pa_trap(c, u, VEC_PRIV_REG));
    u32 v = (u32)RB;
    switch (FIELD_D) {
    case CR_IIASQ: c->iiasq[0] = c->iiasq[1]; c->iiasq[1] = v; break; /* writing the front advances the queue */
    case CR_IIAOQ: c->iiaoq[0] = c->iiaoq[1]; c->iiaoq[1] = v; break;
    case CR_EIRR: c->cr[CR_EIRR] &= ~v; break;                        /* ones clear */
    default: c->cr[FIELD_D] = v; break;
    }
    NEXT(u + 1);
}

/* --- space registers ------------------------------------------------------------------------------------------------------- */

/* d = space register 0-7; SR 5-7 are privileged. */
UOP(mtsp)
{
    if (FIELD_D >= 5 && !pa_privileged(c)) GO(pa_trap(c, u, VEC_PRIV_REG));
    c->sr[FIELD_D] = (u32)RB;
    NEXT(u + 1);
}
UOP(mfsp) { SET(c->sr[FIELD_D]); NEXT(u + 1); }
/* d = explicit space register or 0. Our space identifiers are the numbers in the registers. */
UOP(ldsid) { SET(c->sr[FIELD_D ? FIELD_D : 4 + (unsigned)((u32)RB >> 30)]); NEXT(u + 1); }
UOP(mfia) { SET(c->iaoq_front & ~3u); NEXT(u + 1); }

/* --- processor status --------------------------------------------------------------------------------------------------------- */

/* The system mask as SSM, RSM and MTSM see it: W and E in bits 9 and 8, then O G F R Q P D I. */
static u32 mask_to_psw(u32 m) { return (m & 0xff) | (m & 0x100 ? PSW_E : 0) | (m & 0x200 ? PSW_W : 0); }
static u32 psw_to_mask(u32 p) { return (p & 0xff) | (p & PSW_E ? 0x100 : 0) | (p & PSW_W ? 0x200 : 0); }

UOP(ssm)
{
    if (!pa_privileged(c)) GO(pa_trap(c, u, VEC_PRIV_OP));
    u32 old = psw_to_mask(c->psw);
    c->psw |= mask_to_psw((u32)FIELD_IMM);
    SET(old);
    NEXT(u + 1);
}
UOP(rsm)
{
    if (!pa_privileged(c)) GO(pa_trap(c, u, VEC_PRIV_OP));
    u32 old = psw_to_mask(c->psw);
    c->psw &= ~mask_to_psw((u32)FIELD_IMM);
    SET(old);
    NEXT(u + 1);
}
UOP(mtsm)
{
    if (!pa_privileged(c)) GO(pa_trap(c, u, VEC_PRIV_OP));
    c->psw = (c->psw & ~mask_to_psw(0x3ff)) | mask_to_psw((u32)RB & 0x3ff);
    NEXT(u + 1);
}

/* The carries out of the eight digits of a word, from the carries out of its bits; bit i is digit i from the right. */
static u8 digits_of(u32 carry)
{
    u8 digits = 0;
    for (unsigned i = 0; i < 8; i++) digits |= (u8)((carry >> (4 * i + 3) & 1) << i);
    return digits;
}

static u32 tops_of(u8 digits)
{
    u32 tops = 0;
    for (unsigned i = 0; i < 8; i++) tops |= (u32)(digits >> i & 1) << (4 * i + 3);
    return tops;
}

static void set_psw(struct cpu *c, u32 psw, u8 upper)
{
    c->psw = psw & ~(u32)(PSW_N | PSW_CB);
    c->nullify = psw & PSW_N;
    /* Operands that give the carries. */
    c->carry_a = c->carry_b = (u64)tops_of(upper) << 32 | tops_of((u8)(psw >> 8));
    c->carry_r = 0;
}

u32 pa_get_psw(const struct cpu *c)
{
    return (c->psw & ~(u32)(PSW_N | PSW_CB)) | (u32)digits_of((u32)carries(c)) << 8 | (c->nullify ? PSW_N : 0);
}

u8 pa_get_upper_carries(const struct cpu *c) { return digits_of((u32)(carries(c) >> 32)); }

void pa_set_psw(struct cpu *c, u32 psw) { set_psw(c, psw, 0); }

/* RFI, RFI,R: PSW from IPSW, the queues from the interruption queues; R also the shadowed general registers. The exit
 * that follows leaves the queue alone. */
UOP(rfi)
{
    static const u8 shadowed[7] = {1, 8, 9, 16, 17, 24, 25};
    if (!pa_privileged(c)) GO(pa_trap(c, u, VEC_PRIV_OP));
    set_psw(c, c->cr[CR_IPSW], c->ipsw_upper);
    c->iaoq_front = c->iiaoq[0];
    c->iaoq_back = c->iiaoq[1];
    c->iasq_front = c->iiasq[0];
    c->iasq_back = c->iiasq[1];
    if (FIELD_D)
        for (unsigned i = 0; i < 7; i++) c->gr[shadowed[i]] = c->shadow[i];
    NEXT(u + 1);
}

/* Ends a step that has set the queue itself. */
UOP(end_rfi)
{
    struct exit *e = uop_exit(u);
    e->count++;
    c->budget -= FIELD_A;
    c->leave = LEAVE_QUEUE;
    UOP_LEAVE();
}

/* --- probes and addresses ------------------------------------------------------------------------------------------------------- */

/* d: 1 = write, 2 = the level is the immediate c, else in GR c; 4 = explicit space that is not the user's is checked before.
 * The access is probed at the level named, or the current one if that is lower. Every guest page is a user page. A page
 * that does not exist reads as not accessible: the kernel completes a probe that misses the TLB so. */
UOP(probe)
{
    u32 ea = (u32)RB;
    int want = FIELD_D & 1 ? PROT_WRITE : PROT_READ;
    SET(mem_check(&c->thread->process->mem, ea, 1, want));
    NEXT(u + 1);
}

/* LPA: the real address. A guest page has none that the ROM could use, so its offset stands for it; a page that does not
 * exist raises the non-access miss. c = index, d: base modified. */
UOP(lpa)
{
    if (!pa_privileged(c)) GO(pa_trap(c, u, VEC_PRIV_OP));
    u32 ea = (u32)RB + (u32)RC;
    if (!(mem_flags(&c->thread->process->mem, ea) & MEM_MAPPED)) {
        c->ior = ea;
        GO(pa_trap(c, u, VEC_NA_DTLB_MISS));
    }
    if (FIELD_D) RB = RB + RC;
    SET(ea);
    NEXT(u + 1);
}

/* LCI: a coherence index, implementation-dependent; caches here are physically one, index by page. */
UOP(lci) { if (!pa_privileged(c)) GO(pa_trap(c, u, VEC_PRIV_OP)); SET(((u32)RB + (u32)RC) >> 12); NEXT(u + 1); }

/* Cache and TLB operations: d: 1 = privileged, 2 = base modified by GR c. */
UOP(flush)
{
    if (FIELD_D & 1 && !pa_privileged(c)) GO(pa_trap(c, u, VEC_PRIV_OP));
    if (FIELD_D & 2) RB = RB + RC;
    NEXT(u + 1);
}
