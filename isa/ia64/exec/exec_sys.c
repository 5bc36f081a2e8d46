/* Application and control registers, processor status, frames, and what else is neither computation nor memory nor a
 * branch: SDM volume 3, chapter 2, alloc to vmsw. Registers: volume 1, 3.1; volume 2, 3.3.
 *
 * The machine's address translation is the page table of the guest kernel. There is no TLB of its own: an insertion is
 * accepted and held for no time at all, which the architecture allows for translation caches; purges find nothing to
 * purge. Debug, protection key and performance monitor registers are there and do nothing: what is written to them is
 * dropped. */
#include <stddef.h>

#include "isa/ia64/exec/emit.h"
#include "isa/ia64/exec/exec.h"
#include "isa/ia64/exec/rotate.h"
#include "isa/ia64/insn/fields.h"
#include "isa/ia64/system/image.h"
#include "isa/ia64/system/interrupt.h"

static inline struct uop *reserved_field(struct cpu *c, const struct uop *u) { return ia64_trap(c, u, IVT_GENERAL, GENERAL_RESERVED); }

#define FIELD(low, n) IA64_BITS(low, n)

/* a = ISR.code bits 7:4. */
UOP(fault) { GO(ia64_trap(c, u, IVT_GENERAL, (u16)(FIELD_A << 4))); }

/* It traps whatever its operands hold. */
static enum emitted emit_fault(struct translation *t, unsigned code)
{
    ia64_emit(t, IA64_UOP_fault, code >> 4, 0, 0, 0, 0);
    return EMIT_ENDS;
}

static bool stepping(const struct translation *t) { return t->mode & MODE_STEP; }
static bool privileged(const struct translation *t) { return t->mode & MODE_KERNEL; }

/* --- nop, hint, break --------------------------------------------------------------------------------------------- */

/* Hints, and fences of what here is always in order. */
static enum emitted emit_nothing(struct translation *t, const struct ia64_slot *s)
{
    (void)t, (void)s;
    return EMIT_PLAIN;
}

enum { BREAK_LINUX = 0x100000 };

/* Linux's system calls are break 0x100000, behind which the kernel goes on. */
UOP(syscall) { c->syscall = true; NEXT(u + 1); }

UOP(break)
{
    c->iim = (u32)FIELD_IMM;
    GO(ia64_trap(c, u, IVT_BREAK, 0));
}

static enum emitted emit_break(struct translation *t, const struct ia64_slot *s)
{
    u32 imm = s->insn->op == IA64_OP_break_b ? 0 : ia64_imm21(s->word); /* unit B: the immediate is ignored */
    if (imm == BREAK_LINUX && !privileged(t)) {
        ia64_emit(t, IA64_UOP_syscall, 0, 0, 0, 0, 0);
        return EMIT_PLAIN;
    }
    ia64_emit(t, IA64_UOP_break, 0, 0, 0, 0, (i32)imm);
    return EMIT_ENDS;
}

/* --- application registers ---------------------------------------------------------------------------------------- */

enum ar_kind {
    AR_RESERVED, /* an illegal operation */
    AR_IGNORED,  /* reads as 0: those of IA-32, which Itanium 2 after its first years no longer had, and spare ones */
    AR_PLAIN,    /* a 64-bit field of struct cpu */
    AR_KERNEL,   /* ... that only privilege level 0 writes */
    AR_LAZY,     /* BSPSTORE and RNAT: only while the RSE is in enforced lazy mode */
    AR_OWN,      /* has handlers of its own */
    AR_READ_ONLY,
};

struct ar {
    u8 kind;
    u16 offset;
};

#define KIND(kind_) {.kind = (kind_)}
#define AT(kind_, field) {.kind = (kind_), .offset = offsetof(struct cpu, field)}

/* By number (SDM volume 1, table 3-3); those to which no row belongs are reserved. */
static const struct ar ars[128] = {
    [0] = AT(AR_KERNEL, kr[0]), [1] = AT(AR_KERNEL, kr[1]), [2] = AT(AR_KERNEL, kr[2]), [3] = AT(AR_KERNEL, kr[3]),
    [4] = AT(AR_KERNEL, kr[4]), [5] = AT(AR_KERNEL, kr[5]), [6] = AT(AR_KERNEL, kr[6]), [7] = AT(AR_KERNEL, kr[7]),
    [AR_RSC] = AT(AR_OWN, rse.rsc), [AR_BSP] = AT(AR_READ_ONLY, rse.bsp), [AR_BSPSTORE] = AT(AR_LAZY, rse.bspstore),
    [AR_RNAT] = AT(AR_LAZY, rse.rnat), [AR_FCR] = KIND(AR_IGNORED), [AR_EFLAG] = KIND(AR_IGNORED),
    [AR_CSD] = AT(AR_PLAIN, csd), [AR_SSD] = AT(AR_PLAIN, ssd), [AR_CFLG] = KIND(AR_IGNORED),
    [AR_FSR] = KIND(AR_IGNORED), [AR_FIR] = KIND(AR_IGNORED), [AR_FDR] = KIND(AR_IGNORED),
    [AR_CCV] = AT(AR_PLAIN, ccv), [AR_UNAT] = AT(AR_PLAIN, unat), [AR_FPSR] = AT(AR_OWN, fpsr),
    [AR_ITC] = KIND(AR_OWN), [AR_RUC] = KIND(AR_OWN), [48 ... 63] = KIND(AR_IGNORED),
    [AR_PFS] = AT(AR_PLAIN, pfs), [AR_LC] = AT(AR_PLAIN, lc), [AR_EC] = KIND(AR_OWN),
    [112 ... 127] = KIND(AR_IGNORED),
};

/* 48 to 111 belong to unit I, 0 to 63 to unit M, the last 16 to both. */
static const struct ar *ar_of(const struct ia64_slot *s)
{
    unsigned n = ia64_ar3(s->word);
    bool mine = s->insn->unit == IA64_UNIT_I ? n >= 48 : n < 64 || n >= 112;
    return mine ? &ars[n] : &ars[8];
}

#define AR (*(u64 *)(void *)((u8 *)c + FIELD_IMM))

UOP(from_ar) { SET(AR); NEXT(u + 1); }
UOP(from_ar_ignored) { SET(0); NEXT(u + 1); }
UOP(from_ar_ec) { SET(c->ec); NEXT(u + 1); }

/* The machine's cycles, as far as the instruction that reads them. */
static u64 interval_time(const struct cpu *c)
{
    return machine_clock(c->thread->process->machine, (u64)(c->budget_start - c->budget));
}

UOP(from_ar_itc)
{
    if (c->psr & IA64_PSR_BIT(PSR_SI) && ia64_cpl(c) != 0) GO(ia64_trap(c, u, IVT_GENERAL, GENERAL_PRIV_REG));
    SET(interval_time(c) + c->itc_offset);
    NEXT(u + 1);
}

static enum emitted emit_from_ar(struct translation *t, const struct ia64_slot *s)
{
    const struct ar *ar = ar_of(s);
    unsigned r1 = ia64_r1(s->word), n = ia64_ar3(s->word);
    bool clock = n == AR_ITC || n == AR_RUC;
    if (clock && !stepping(t)) return EMIT_STEP;
    enum ia64_uop kind = ar->kind == AR_IGNORED ? IA64_UOP_from_ar_ignored
                 : clock ? IA64_UOP_from_ar_itc : n == AR_EC ? IA64_UOP_from_ar_ec : IA64_UOP_from_ar;
    ia64_emit(t, kind, r1, 0, 0, 0, ar->offset);
    return EMIT_PLAIN;
}

/* The value written: register b, or the immediate of 8 bits in c if d. */
#define TO_AR (FIELD_D ? (u64)(i8)FIELD_C : RB)

UOP(to_ar) { AR = TO_AR; NEXT(u + 1); }
UOP(to_ar_ignored) { NEXT(u + 1); }
UOP(to_ar_ec) { c->ec = TO_AR & 63; NEXT(u + 1); }

UOP(to_ar_pfs)
{
    u64 v = TO_AR;
    if (!ia64_pfs_exists(v)) GO(reserved_field(c, u));
    c->pfs = v;
    NEXT(u + 1);
}

UOP(to_ar_fpsr)
{
    u64 v = TO_AR;
    if (!ia64_fpsr_exists(v)) GO(reserved_field(c, u));
    c->fpsr = v;
    NEXT(u + 1);
}

/* No code makes the RSE more privileged than itself. */
UOP(to_ar_rsc)
{
    u64 v = TO_AR;
    if (!ia64_rsc_exists(v)) GO(reserved_field(c, u));
    if ((v >> 2 & 3) < ia64_cpl(c)) v |= (u64)ia64_cpl(c) << 2;
    c->rse.rsc = v;
    NEXT(u + 1);
}

/* The dirty registers stay and belong above the new place; what was clean is gone (SDM volume 2, 6.5.5). */
UOP(to_ar_bspstore)
{
    c->rse.bspstore = TO_AR & ~(u64)7;
    c->rse.bsp = rse_above(c->rse.bspstore, (unsigned)(c->rse.bof - c->rse.dirty));
    c->rse.clean = c->rse.dirty;
    NEXT(u + 1);
}

UOP(to_ar_rnat) { c->rse.rnat = TO_AR & ~((u64)1 << 63); NEXT(u + 1); }

UOP(to_ar_itc)
{
    c->itc_offset = TO_AR - interval_time(c);
    NEXT(u + 1);
}

/* The handlers of registers that are not simply written; `step`: decoding depends on it, or it is the clock. */
static const struct {
    u16 kind; /* enum ia64_uop */
    bool step;
} ar_writers[128] = {
    [AR_RSC] = {IA64_UOP_to_ar_rsc, true},   [AR_BSPSTORE] = {IA64_UOP_to_ar_bspstore, true}, [AR_RNAT] = {IA64_UOP_to_ar_rnat, true},
    [AR_ITC] = {IA64_UOP_to_ar_itc, true},   [AR_RUC] = {IA64_UOP_to_ar_itc, true},           [AR_PFS] = {IA64_UOP_to_ar_pfs, false},
    [AR_FPSR] = {IA64_UOP_to_ar_fpsr, false}, [AR_EC] = {IA64_UOP_to_ar_ec, false},
};

static enum emitted emit_to_ar(struct translation *t, const struct ia64_slot *s)
{
    const struct ar *ar = ar_of(s);
    unsigned n = ia64_ar3(s->word);
    bool immediate = s->insn->op == IA64_OP_mov_m_ar_imm8 || s->insn->op == IA64_OP_mov_i_ar_imm8;
    if ((ar->kind == AR_KERNEL || n == AR_ITC || n == AR_RUC) && !privileged(t)) return emit_fault(t, GENERAL_PRIV_REG);
    if (ar_writers[n].step && !stepping(t)) return EMIT_STEP;
    enum ia64_uop kind = ar->kind == AR_IGNORED ? IA64_UOP_to_ar_ignored : IA64_UOP_to_ar;
    if (ar_writers[n].kind) kind = ar_writers[n].kind;
    ia64_emit(t, kind, 0, ia64_r2(s->word), (u8)ia64_imm8(s->word), immediate, ar->offset);
    return EMIT_PLAIN;
}

/* --- processor status --------------------------------------------------------------------------------------------- */

/* The bits of the user mask, of the system mask and of the lower half that there are. */
#define UM_BITS FIELD(1, 5)
#define SM_BITS (UM_BITS | FIELD(13, 3) | FIELD(17, 7))
#define LOWER_BITS (SM_BITS | FIELD(24, 4))

/* PSR.up cannot be written from the user mask while PSR.sp secures the monitors. */
static u64 user_bits(const struct cpu *c)
{
    return c->psr & IA64_PSR_BIT(PSR_SP) ? UM_BITS & ~IA64_PSR_BIT(PSR_UP) : UM_BITS;
}

UOP(sum) { c->psr |= (u64)FIELD_IMM & user_bits(c); NEXT(u + 1); }
UOP(rum) { c->psr &= ~((u64)FIELD_IMM & user_bits(c)); NEXT(u + 1); }
UOP(ssm) { c->psr |= (u64)FIELD_IMM; NEXT(u + 1); }
UOP(rsm) { c->psr &= ~(u64)FIELD_IMM; NEXT(u + 1); }

static enum emitted emit_mask(struct translation *t, const struct ia64_slot *s)
{
    u32 imm = ia64_imm24(s->word);
    bool user = s->insn->op == IA64_OP_sum || s->insn->op == IA64_OP_rum;
    if (imm & ~(user ? UM_BITS : SM_BITS)) return emit_fault(t, GENERAL_RESERVED);
    enum ia64_uop kind = s->insn->op == IA64_OP_sum ? IA64_UOP_sum : s->insn->op == IA64_OP_rum ? IA64_UOP_rum
                 : s->insn->op == IA64_OP_ssm ? IA64_UOP_ssm : IA64_UOP_rsm;
    ia64_emit(t, kind, 0, 0, 0, 0, (i32)imm);
    return EMIT_PLAIN;
}

UOP(from_um) { SET(c->psr & FIELD(0, 6)); NEXT(u + 1); }
/* The lower half, and mc and it. */
UOP(from_psr) { SET(c->psr & (FIELD(0, 32) | FIELD(PSR_MC, 2))); NEXT(u + 1); }

UOP(to_um)
{
    if (RB & ~UM_BITS) GO(reserved_field(c, u));
    c->psr = (c->psr & ~user_bits(c)) | (RB & user_bits(c));
    NEXT(u + 1);
}

UOP(to_psr)
{
    if (RB & FIELD(0, 32) & ~LOWER_BITS) GO(reserved_field(c, u));
    c->psr = (c->psr & ~FIELD(0, 32)) | (RB & FIELD(0, 32));
    NEXT(u + 1);
}

UOP(bsw) { ia64_set_bank(c, FIELD_D); NEXT(u + 1); }

static enum emitted emit_bsw(struct translation *t, const struct ia64_slot *s)
{
    ia64_emit(t, IA64_UOP_bsw, 0, 0, 0, s->insn->op == IA64_OP_bsw_1, 0);
    return EMIT_PLAIN;
}

/* No page of a program promotes its code, so the level stays; one that has been lied to about its caller's is told. */
UOP(epc)
{
    if (c->pfs >> 62 < ia64_cpl(c)) GO(ia64_illegal(c, u));
    NEXT(u + 1);
}

UOP(rfi)
{
    if (!ia64_return(c)) GO(ia64_trap(c, u, c->vector, c->isr_code));
    c->budget--;
    c->leave = LEAVE_QUEUE;
    UOP_LEAVE();
}

static enum emitted emit_rfi(struct translation *t, const struct ia64_slot *s)
{
    (void)s;
    ia64_emit(t, IA64_UOP_rfi, 0, 0, 0, 0, 0);
    return EMIT_JUMPS;
}

/* --- control registers -------------------------------------------------------------------------------------------- */

static bool cr_exists(unsigned n)
{
    return n <= CR_IVA || n == CR_PTA || n == CR_IPSR || n == CR_ISR || (n >= CR_IIP && n <= CR_IHA) ||
           (n >= CR_LID && n <= CR_CMCV) || n == CR_LRR0 || n == CR_LRR1;
}
static bool cr_read_only(unsigned n) { return n == CR_IVR || (n >= CR_IRR0 && n < CR_IRR0 + 4); }
/* Those that an interruption writes are out of reach while one could come (SDM volume 2, 3.3.5). */
static bool cr_of_interruptions(unsigned n) { return n >= CR_IPSR && n <= CR_IHA; }

/* d = control register. */
UOP(from_cr)
{
    SET(FIELD_D == CR_IVR ? ia64_read_ivr(c) : FIELD_D == CR_EOI ? 0 : c->cr[FIELD_D]);
    NEXT(u + 1);
}

UOP(to_cr)
{
    switch (FIELD_D) {
    case CR_EOI: ia64_end_of_interrupt(c); break;
    case CR_TPR: c->cr[CR_TPR] = RB & (FIELD(4, 4) | FIELD(16, 1)); break;
    case CR_ITV: c->cr[CR_ITV] = RB & (FIELD(0, 8) | FIELD(16, 1)); break;
    case CR_IVA: c->cr[CR_IVA] = RB & ~FIELD(0, 15); break;
    default: c->cr[FIELD_D] = RB; break;
    }
    NEXT(u + 1);
}

static enum emitted emit_cr(struct translation *t, const struct ia64_slot *s)
{
    unsigned n = ia64_cr3(s->word);
    bool to = s->insn->op == IA64_OP_mov_to_cr;
    ia64_emit(t, to ? IA64_UOP_to_cr : IA64_UOP_from_cr, ia64_r1(s->word), ia64_r2(s->word), 0, n, 0);
    return EMIT_PLAIN;
}

/* --- register files by index -------------------------------------------------------------------------------------- */

/* The index is in the low byte of r3; imm = how many there are. */
#define INDEX (RC & 0xff)

UOP(read_nothing)
{
    if (INDEX >= (u64)FIELD_IMM) GO(reserved_field(c, u));
    SET(0);
    NEXT(u + 1);
}

UOP(write_nothing)
{
    if (INDEX >= (u64)FIELD_IMM) GO(reserved_field(c, u));
    NEXT(u + 1);
}

/* Protection keys, data and instruction breakpoints; performance monitors that are not there read as 0. */
static enum emitted emit_indirect(struct translation *t, const struct ia64_slot *s)
{
    static const u16 count[IA64_OP_COUNT] = {
        [IA64_OP_mov_to_pkr] = 16, [IA64_OP_mov_from_pkr] = 16, [IA64_OP_mov_to_dbr] = 8, [IA64_OP_mov_from_dbr] = 8,
        [IA64_OP_mov_to_ibr] = 8,  [IA64_OP_mov_from_ibr] = 8,
    };
    u64 w = s->word;
    enum ia64_uop kind = s->operands.gr_outs ? IA64_UOP_read_nothing : IA64_UOP_write_nothing;
    ia64_emit(t, kind, ia64_r1(w), ia64_r2(w), ia64_r3(w), 0, count[s->insn->op] ? count[s->insn->op] : 256);
    return EMIT_PLAIN;
}

#define RR_RESERVED (FIELD(1, 1) | FIELD(32, 32))
UOP(to_rr)
{
    if (RB & RR_RESERVED) GO(reserved_field(c, u));
    c->rr[RC >> 61] = RB;
    NEXT(u + 1);
}
UOP(from_rr) { SET(c->rr[RC >> 61]); NEXT(u + 1); }

/* Vendor, serial number, version, features (SDM volume 1, 3.1.11): an Itanium 2 of the first kind. */
UOP(from_cpuid)
{
    static const u64 cpuid[5] = {0x49656e69756e6547, 0x6c65746e, 0, 0x1f000704, IA64_CPUID4};
    if (INDEX >= ARRAY_LEN(cpuid)) GO(reserved_field(c, u));
    SET(cpuid[INDEX]);
    NEXT(u + 1);
}

/* --- translation -------------------------------------------------------------------------------------------------- */

static const struct mem *mem_of(const struct cpu *c) { return &c->thread->process->mem; }
static bool mapped(const struct cpu *c, u64 addr) { return mem_flags(mem_of(c), addr) & MEM_MAPPED; }

enum { PROBE_READ = 1, PROBE_WRITE = 2 };
enum { CODE_PROBE = 2, CODE_PROBE_FAULT = 5, CODE_TPA = 0 }; /* ISR.code of a non-access (SDM volume 2, table 5-1) */

/* d = rights. The level asked for does not matter: every page of a program is open to all. A page without the right reads as not
 * accessible, and so does an address that is not implemented, for which those beyond the windows stand. Where there is no translation
 * the processor cannot tell (SDM volume 3, probe: tlb_grant_permission): the miss faults, and Linux sends SIGSEGV as for a load
 * (arch/ia64/mm/fault.c). A page without any right (PROT_NONE) has none that is present there, so it faults, too. Linux finds
 * no translation either at the first touch of a page: there a probe for a right that it has not got is SIGSEGV; which pages were
 * touched nobody knows here, all count as such. The ROM, whose guest kernel is the emulator's, is told 0. */
UOP(probe)
{
    int want = (FIELD_D & PROBE_READ ? PROT_READ : 0) | (FIELD_D & PROBE_WRITE ? PROT_WRITE : 0);
    if (ia64_cpl(c) != 0 && !(RC & IA64_BEYOND) && !(mem_flags(mem_of(c), RC) & (PROT_READ | PROT_WRITE | PROT_EXEC))) {
        c->ifa = RC;
        GO(ia64_trap(c, u, mapped(c, RC) ? IVT_DACCESS_RIGHTS : IVT_PAGE_NOT_PRESENT, CODE_PROBE));
    }
    SET(mem_check(mem_of(c), RC, 1, want));
    NEXT(u + 1);
}

UOP(probe_fault)
{
    int want = (FIELD_D & PROBE_READ ? PROT_READ : 0) | (FIELD_D & PROBE_WRITE ? PROT_WRITE : 0);
    if (mem_check(mem_of(c), RC, 1, want)) NEXT(u + 1);
    c->ifa = RC;
    GO(ia64_trap(c, u, mapped(c, RC) ? IVT_DACCESS_RIGHTS : IVT_PAGE_NOT_PRESENT, CODE_PROBE_FAULT));
}

static enum emitted emit_probe(struct translation *t, const struct ia64_slot *s)
{
    static const u8 rights[IA64_OP_COUNT] = {
        [IA64_OP_probe_r] = PROBE_READ,         [IA64_OP_probe_w] = PROBE_WRITE,
        [IA64_OP_probe_r_imm2] = PROBE_READ,    [IA64_OP_probe_w_imm2] = PROBE_WRITE,
        [IA64_OP_probe_r_fault] = PROBE_READ,   [IA64_OP_probe_w_fault] = PROBE_WRITE,
        [IA64_OP_probe_rw_fault] = PROBE_READ | PROBE_WRITE,
    };
    enum ia64_uop kind = s->operands.gr_outs ? IA64_UOP_probe : IA64_UOP_probe_fault;
    ia64_emit(t, kind, ia64_r1(s->word), 0, ia64_r3(s->word), rights[s->insn->op], 0);
    return EMIT_PLAIN;
}

/* A page of a program has no real address that the ROM could use, so its offset stands for it. */
UOP(tpa)
{
    if (!mapped(c, RC)) {
        c->ifa = RC;
        GO(ia64_trap(c, u, IVT_DTLB, CODE_TPA));
    }
    SET(RC & FIELD(0, 61));
    NEXT(u + 1);
}

/* The protection key 0, or 1 where there is no translation. */
UOP(tak) { SET(!mapped(c, RC)); NEXT(u + 1); }

enum { PAGE_SHIFT_DEFAULT = 14, PTA_SIZE_MIN = 15, PTA_SIZE_MAX = 61 };

static unsigned page_shift(const struct cpu *c, u64 addr)
{
    unsigned ps = c->rr[addr >> 61] >> 2 & 63;
    return ps ? ps : PAGE_SHIFT_DEFAULT;
}

/* Where the walker, if there were one, would look: the region's linear table (SDM volume 2, 4.1.5.3). */
UOP(thash)
{
    unsigned size = c->cr[CR_PTA] >> 2 & 63;
    if (size < PTA_SIZE_MIN || size > PTA_SIZE_MAX) size = PTA_SIZE_MIN;
    u64 mask = FIELD(0, size), offset = (RC & FIELD(0, 61)) >> page_shift(c, RC) << 3;
    SET((RC & FIELD(61, 3)) | (c->cr[CR_PTA] & ~mask & FIELD(0, 61)) | (offset & mask));
    NEXT(u + 1);
}

/* The tag is the implementation's; the page and the region's number tell entries apart. */
UOP(ttag)
{
    u64 rid = c->rr[RC >> 61] >> 8 & FIELD(0, 24);
    SET(((RC & FIELD(0, 61)) >> page_shift(c, RC) ^ rid << 39) & FIELD(0, 63));
    NEXT(u + 1);
}

UOP(purge) { NEXT(u + 1); }

/* --- what is illegal before all else ------------------------------------------------------------------------------ */

/* BSPSTORE and RNAT are out of reach unless the RSE is in enforced lazy mode. */
UOP(rse_lazy) { if (c->rse.rsc & 3) GO(ia64_illegal(c, u)); NEXT(u + 1); }
UOP(ic_off) { if (c->psr & IA64_PSR_BIT(PSR_IC)) GO(ia64_illegal(c, u)); NEXT(u + 1); }

bool ia64_sys_illegal(const struct ia64_slot *s)
{
    unsigned cr = ia64_cr3(s->word);
    u8 ar = ar_of(s)->kind;
    switch (s->insn->op) {
    case IA64_OP_mov_from_cr: return !cr_exists(cr);
    case IA64_OP_mov_to_cr: return !cr_exists(cr) || cr_read_only(cr);
    case IA64_OP_mov_m_from_ar: case IA64_OP_mov_i_from_ar: return ar == AR_RESERVED;
    case IA64_OP_mov_m_ar: case IA64_OP_mov_i_ar: case IA64_OP_mov_m_ar_imm8: case IA64_OP_mov_i_ar_imm8:
        return ar == AR_RESERVED || ar == AR_READ_ONLY;
    default: return false;
    }
}

/* Insertions come while no interruption can be collected, too: their operands are in interruption registers. */
void ia64_emit_sys_legality(struct translation *t, const struct ia64_slot *s)
{
    switch (s->insn->op) {
    case IA64_OP_mov_from_cr: case IA64_OP_mov_to_cr:
        if (!cr_of_interruptions(ia64_cr3(s->word))) return; /* fall through */
    case IA64_OP_itc_d: case IA64_OP_itc_i: case IA64_OP_itr_d: case IA64_OP_itr_i:
        ia64_emit(t, IA64_UOP_ic_off, 0, 0, 0, 0, 0);
        return;
    case IA64_OP_mov_m_from_ar: case IA64_OP_mov_m_ar: case IA64_OP_mov_m_ar_imm8:
        if (ar_of(s)->kind == AR_LAZY) ia64_emit(t, IA64_UOP_rse_lazy, 0, 0, 0, 0, 0);
        return;
    default: return;
    }
}

/* --- the register stack ------------------------------------------------------------------------------------------- */

/* A frame with another rotating region only while no rotation is in force. */
UOP(alloc_rotating)
{
    if (c->cfm.rrb_gr | c->cfm.rrb_fr | c->cfm.rrb_pr) GO(reserved_field(c, u));
    NEXT(u + 1);
}

/* What falls out of the frame has no NaT bit. */
static void cut_nats(struct cpu *c, unsigned sof)
{
    for (unsigned i = sof; i < c->cfm.sof; i++) ia64_set_nat(c, FRAME + i, false);
}

/* b = sof, c = sol, d = sor / 8; imm = the mode of the frame. */
UOP(alloc)
{
    MARK(); /* what the register stack touches belongs to the instruction */
    if (FIELD_B > c->cfm.sof && !rse_make_room(c, FIELD_B)) GO(ia64_trap(c, u, c->vector, c->isr_code));
    if (UNLIKELY((c->nat[0] >> FRAME | c->nat[1]) != 0)) cut_nats(c, FIELD_B);
    c->cfm = ia64_cfm_frame(c->cfm, FIELD_B, FIELD_C, FIELD_D << 3);
    c->mode = (c->mode & ~(u32)(MODE_SOF | MODE_SOL | MODE_SOR)) | (u32)FIELD_IMM;
    SET(c->pfs);
    NEXT(u + 1);
}

static enum emitted emit_alloc(struct translation *t, const struct ia64_slot *s)
{
    u64 w = s->word;
    unsigned sof = ia64_sof(w), sol = ia64_sol(w), sor = ia64_sor(w);
    if (sof > IA64_STACKED || sol > sof || sor > sof || ia64_r1(w) >= FRAME + sof)
        return emit_fault(t, GENERAL_ILLEGAL_OP);
    if (sor != mode_sor(t->mode)) ia64_emit(t, IA64_UOP_alloc_rotating, 0, 0, 0, 0, 0);
    u32 frame = mode_frame(sof, sol, sor);
    t->mode = (t->mode & ~(u32)(MODE_SOF | MODE_SOL | MODE_SOR)) | frame;
    ia64_emit(t, IA64_UOP_alloc, ia64_r1(w), sof, sol, sor >> 3, (i32)frame);
    return EMIT_PLAIN;
}

UOP(flushrs)
{
    MARK();
    if (!rse_flush(c)) GO(ia64_trap(c, u, c->vector, c->isr_code));
    NEXT(u + 1);
}

UOP(loadrs)
{
    unsigned bytes = c->rse.rsc >> 16 & 0x3fff;
    if (c->rse.rsc & 3 || (c->cfm.sof && bytes) || rse_registers(c->rse.bsp, bytes) > IA64_STACKED) GO(ia64_illegal(c, u));
    MARK();
    if (!rse_load(c, bytes)) GO(ia64_trap(c, u, c->vector, c->isr_code));
    NEXT(u + 1);
}

/* The frame goes below an empty one; the interruption's handler finds it in IFS. */
UOP(cover)
{
    struct ia64_cfm f = c->cfm;
    if (!(c->psr & IA64_PSR_BIT(PSR_IC))) c->cr[CR_IFS] = ia64_cfm_bits(f) | (u64)1 << 63;
    ia64_reset_rotation(c);
    rse_call(c, f.sof, f.sof);
    c->cfm = (struct ia64_cfm){0};
    NEXT(u + 1);
}

/* d: predicates alone. */
UOP(clrrrb)
{
    if (FIELD_D) {
        ia64_set_rotation(c, c->cfm.rrb_gr, c->cfm.rrb_fr, 0);
    } else {
        ia64_reset_rotation(c);
        c->mode &= ~(u32)MODE_FROT;
    }
    NEXT(u + 1);
}

static enum emitted emit_clrrrb(struct translation *t, const struct ia64_slot *s)
{
    bool predicates = s->insn->op == IA64_OP_clrrrb_pr;
    ia64_emit(t, IA64_UOP_clrrrb, 0, 0, 0, predicates, 0);
    if (!predicates) t->mode &= ~(u32)MODE_FROT;
    return EMIT_PLAIN;
}

/* --- the table ---------------------------------------------------------------------------------------------------- */

#define NOTHING(op) [IA64_OP_##op] = {.emit = emit_nothing}
#define EMIT(op, how) [IA64_OP_##op] = {.emit = emit_##how}
#define STEP(op, how) [IA64_OP_##op] = {.emit = emit_##how, .step = true}
#define ONE(op, name) [IA64_OP_##op] = {.kind = IA64_UOP_##name, .step = true}

/* vmsw has no row, and is so an illegal operation at every level: there are no virtual machines on Itanium 2. */
const struct ia64_recipe ia64_recipes_sys[IA64_OP_COUNT] = {
    NOTHING(nop_m), NOTHING(nop_i), NOTHING(nop_f), NOTHING(nop_b), NOTHING(ignored_b), NOTHING(nop_x), NOTHING(hint_m), NOTHING(hint_i),
    NOTHING(hint_f), NOTHING(hint_b), NOTHING(hint_x), NOTHING(brp), NOTHING(brp_b), NOTHING(brp_ret), NOTHING(fwb),
    NOTHING(srlz_d), NOTHING(srlz_i), NOTHING(sync_i),
    STEP(break_m, break), STEP(break_i, break), STEP(break_f, break), STEP(break_b, break), STEP(break_x, break),
    EMIT(mov_m_from_ar, from_ar), EMIT(mov_i_from_ar, from_ar), EMIT(mov_m_ar, to_ar), EMIT(mov_i_ar, to_ar),
    EMIT(mov_m_ar_imm8, to_ar), EMIT(mov_i_ar_imm8, to_ar),
    STEP(sum, mask), STEP(rum, mask), STEP(ssm, mask), STEP(rsm, mask), [IA64_OP_mov_from_um] = {.kind = IA64_UOP_from_um},
    ONE(mov_to_um, to_um), ONE(mov_from_psr, from_psr), ONE(mov_to_psr, to_psr), STEP(bsw_0, bsw), STEP(bsw_1, bsw),
    STEP(rfi, rfi), STEP(mov_from_cr, cr), STEP(mov_to_cr, cr),
    STEP(mov_to_dbr, indirect), STEP(mov_to_ibr, indirect), STEP(mov_to_pkr, indirect), STEP(mov_to_pmc, indirect),
    STEP(mov_to_pmd, indirect), STEP(mov_from_dbr, indirect), STEP(mov_from_ibr, indirect),
    STEP(mov_from_pkr, indirect), STEP(mov_from_pmc, indirect), STEP(mov_from_pmd, indirect), ONE(mov_to_rr, to_rr), ONE(mov_from_rr, from_rr),
    ONE(mov_from_cpuid, from_cpuid),
    EMIT(probe_r, probe), EMIT(probe_w, probe), EMIT(probe_r_imm2, probe), EMIT(probe_w_imm2, probe),
    EMIT(probe_r_fault, probe), EMIT(probe_w_fault, probe), EMIT(probe_rw_fault, probe),
    ONE(tpa, tpa), ONE(tak, tak), STEP(itc_d, nothing), STEP(itc_i, nothing), STEP(itr_d, nothing),
    STEP(itr_i, nothing), ONE(ptc_e, purge), ONE(ptc_l, purge), ONE(ptc_g, purge), ONE(ptc_ga, purge), ONE(ptr_d, purge),
    ONE(ptr_i, purge),
    EMIT(alloc, alloc), ONE(flushrs, flushrs), ONE(loadrs, loadrs), ONE(cover, cover), EMIT(clrrrb, clrrrb),
    EMIT(clrrrb_pr, clrrrb),
};
