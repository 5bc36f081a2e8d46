/* Linux arch/ia64: kernel/ivt.S and kernel/entry.S (system calls), include/asm/processor.h (start_thread), kernel/process.c
 * (copy_thread), kernel/signal.c and kernel/gate.S (signals), kernel/traps.c (faults). */
#include "isa/ia64/system/abi.h"

#include "emu/core/calls.h"
#include "emu/core/fault.h"
#include "isa/ia64/cpu.h"
#include "isa/ia64/exec/rotate.h"
#include "isa/ia64/system/image.h"
#include "isa/ia64/system/interrupt.h"

/* Registers by their use. */
enum { R_RESULT = 8, R_RESULT2 = 9, R_ERROR = 10, R_SP = 12, R_TLS = 13, R_NUMBER = 15, ARGUMENTS = 8 };

enum {
    GUEST_EINVAL = 22,
    SCRATCH = 16,              /* bytes above the stack pointer that belong to whoever is called */
    RSC_EAGER_PL3 = 0xf,
    RSC_PL3 = 3 << 2,
    USER_MASK = 0x3e,          /* of PSR: be, up, ac, mfl, mfh */
    FPH_FIRST = 32,
    FR_SAVED = 6, FR_SAVED_END = 16, /* f6 to f15, which calls do not preserve */
};

#define FPSR_DEFAULT 0x0009804c0270033full
/* The general registers whose NaT bits a signal frame holds: all static ones that calls do not preserve (r4 to r7 are). */
#define SCRATCH_GR 0xffffff0eull

/* From there on libgcc takes code of the gate page for what a signal's handler returns to, so that it unwinds to what was interrupted
 * (libgcc/config/ia64/linux-unwind.h). */
enum { TRAMPOLINE_OFFSET = 0x100 };

/* The regions' limits with pages of 4 KiB, which is one of the sizes that Linux can be built with: 2^36 bytes of each
 * (include/asm/processor.h, RGN_MAP_LIMIT). */
#define REGION(n)      ((u64)(n) << 61)
#define REGION_LIMIT   (((u64)1 << 36) - MEM_PAGE)
#define GATE           REGION(5)
#define TRAMPOLINE     (GATE + TRAMPOLINE_OFFSET)
#define STACK_HIGH     (REGION(3) + REGION_LIMIT)
#define REGISTER_STACK (REGION(3) + ((u64)1 << 35)) /* the kernel puts it so far below the stack */

/* --- system calls ------------------------------------------------------------------------------------------------- */

static unsigned outputs(const struct cpu *c) { return (unsigned)(c->cfm.sof - c->cfm.sol); }

static void put_result(struct thread *t, i64 value, bool error)
{
    struct cpu *c = t->cpu;
    c->gr[R_RESULT] = (u64)(error ? -value : value);
    c->gr[R_ERROR] = error ? ~(u64)0 : 0;
    c->nat[0] &= ~((u64)1 << R_RESULT | (u64)1 << R_ERROR);
}

static void put_second(struct thread *t, u64 value)
{
    t->cpu->gr[R_RESULT2] = value;
    ia64_set_nat(t->cpu, R_RESULT2, false);
}

/* The kernel leaves no entry in the ALAT, and looks at the number and the frame before anything else (ivt.S,
 * ia64_syscall_setup). */
static enum gate_kind gateway(struct thread *t)
{
    alat_clear(&t->cpu->alat);
    if (!ia64_get_nat(t->cpu, R_NUMBER) && outputs(t->cpu) <= ARGUMENTS) return GATE_CALL;
    put_result(t, -GUEST_EINVAL, true);
    return GATE_DONE;
}

static void get_args(const struct thread *t, struct syscall_args *out)
{
    const struct cpu *c = t->cpu;
    *out = (struct syscall_args){.number = c->gr[R_NUMBER]};
    for (unsigned i = 0; i < outputs(c); i++) {
        unsigned r = FRAME + c->cfm.sol + i;
        out->arg[i] = ia64_get_nat(c, r) ? ~(u64)0 : c->gr[r];
    }
}

/* The break again, of which thread->stop.pc tells. */
static void restart(struct thread *t) { ia64_set_pc(t->cpu, t->stop.pc); }

/* --- a new program, a new thread -------------------------------------------------------------------------------------- */

/* An empty register stack at `base`, under the present frame: its registers stay, what is below is nobody's. */
static void set_register_stack(struct cpu *c, u64 base)
{
    c->rse.bsp = c->rse.bspstore = (base + 7) & ~(u64)7;
    c->rse.dirty = c->rse.clean = c->rse.bof;
    c->rse.rnat = 0;
}

static void start(struct thread *t, u64 entry, u64 sp, u64 argc, u64 argv)
{
    (void)argc, (void)argv; /* on the stack */
    struct cpu *c = t->cpu;
    c->ip = ia64_bundle_of(entry); /* a function's own address, not its descriptor's */
    c->ri = 0;
    c->gr[R_SP] = sp - SCRATCH;
    c->fpsr = FPSR_DEFAULT;
    c->rse.rsc = RSC_EAGER_PL3;
    set_register_stack(c, REGISTER_STACK);
}

/* The memory stack grows down from the end, the register stack up from the start. */
static void set_stack(struct thread *t, u64 base, u64 size)
{
    t->cpu->gr[R_SP] = base + (size ? size - SCRATCH : 0);
    set_register_stack(t->cpu, base);
}

static u64 get_sp(const struct thread *t) { return t->cpu->gr[R_SP]; }
/* The caller's output registers are the first of the callee's frame. */
static u64 argument(const struct thread *t, unsigned n) { return t->cpu->gr[FRAME + n]; }
static u64 result(const struct thread *t) { return t->cpu->gr[R_RESULT]; }
static void set_tls(struct thread *t, u64 tls) { t->cpu->gr[R_TLS] = tls; }

/* --- signals: the frame ------------------------------------------------------------------------------------------------ */

/* The gate page. The kernel jumps to the code; what the processor must do by itself is in the code: call the handler
 * through its descriptor, and, where it ran on another register stack, take the registers that were not yet in memory
 * along to the old one. As `ia64-linux-gnu-objdump` has it, {bundle: low word, high word}: */
static const u64 trampoline[][2] = {
    {0x40300580000c1009, 0x84006101c0420031}, /* alloc r2=ar.pfs,0,0,3,0; adds r3=40,sp; adds r14=16,sp ;; */
    {0x4200101806008009, 0x0004000000283038}, /* ld8 r16=[r3]; ld8 out0=[r14],8 ;; */
    {0x4210141820208809, 0x0004000000283038}, /* ld8 r17=[r16],8; ld8 out1=[r14],8 ;; */
    {0x0220101820000809, 0x07000910c0203038}, /* ld8 gp=[r16]; ld8 out2=[r14]; mov b6=r17 ;; */
    {0x0000000100000011, 0x1080006800000200}, /* br.call.sptk.many rp=b6 ;; */
    {0x00f0211518007009, 0x8408600200422a31}, /* adds r14=2688,sp; adds r15=2720,sp; adds r16=256,sp ;; */
    {0x012014181c208809, 0x000400000020303c}, /* ld8 r17=[r14],8; ld8 r18=[r15] ;; */
    {0x014010181c009808, 0xe41c8800c0203040}, /* ld8 r19=[r14]; ld8 r20=[r16]; cmp.eq p6,p7=0,r17 */
    {0xe8f0000100000011, 0x2000000000481200}, /* mov r15=1181 (rt_sigreturn) ;; */
    {0x0000000100000011, 0x4000004803000200}, /* (p6) br.cond.sptk.many .+0x40 ;; */
    {0x9800058000001009, 0x0004000000085440}, /* alloc r2=ar.pfs,0,0,0,0; mov ar.rsc=r19 ;; */
    {0x0000000a00000009, 0x0004000000000200}, /* loadrs ;; */
    {0xa000042a2448000b, 0x000400000008544c}, /* mov ar.bspstore=r18 ;; mov ar.rnat=r20 ;; */
    {0x0000020000000011, 0x2000000000000200}, /* break.m 0x100000 ;; */
};

static void fill_gate(u8 *page)
{
    memset(page, 0, MEM_PAGE);
    for (size_t i = 0; i < ARRAY_LEN(trampoline); i++) {
        store_le64(page + TRAMPOLINE_OFFSET + 16 * i, trampoline[i][0]);
        store_le64(page + TRAMPOLINE_OFFSET + 16 * i + 8, trampoline[i][1]);
    }
}

static u8 *sc(u8 *frame, unsigned offset) { return frame + FRAME_SC + offset; }
static void put(u8 *frame, unsigned offset, u64 value) { store_le64(sc(frame, offset), value); }
static u64 get(const u8 *frame, unsigned offset) { return load_le64(frame + FRAME_SC + offset); }

/* Registers that a system call has used up are not shown in a frame, and not restored. */
static bool lost_in_call(unsigned r) { return r == 2 || r == 3 || r == 14 || r >= 16; }

static void save_registers(const struct cpu *c, u8 *frame, bool in_syscall)
{
    put(frame, SC_NAT, c->nat[0] & SCRATCH_GR);
    put(frame, SC_IP, ia64_pc(c));
    put(frame, SC_CFM, ia64_cfm_bits(c->cfm));
    put(frame, SC_UM, c->psr & USER_MASK);
    put(frame, SC_RSC, c->rse.rsc);
    put(frame, SC_UNAT, c->unat);
    put(frame, SC_FPSR, c->fpsr);
    put(frame, SC_PFS, c->pfs);
    put(frame, SC_LC, c->lc);
    put(frame, SC_PR, ia64_get_pr_places(c));
    put(frame, SC_BR, c->br[0]);
    put(frame, SC_BR + 6 * 8, c->br[6]);
    for (unsigned r = 1; r < FRAME; r++)
        if (!in_syscall || !lost_in_call(r)) put(frame, SC_GR + 8 * r, c->gr[r]);
    if (!in_syscall) {
        put(frame, SC_CCV, c->ccv);
        put(frame, SC_BR + 7 * 8, c->br[7]);
        put(frame, SC_CSD, c->csd);
        put(frame, SC_SSD, c->ssd);
    }
    for (unsigned f = FR_SAVED; f < FR_COUNT; f++) {
        if (f == FR_SAVED_END) f = FPH_FIRST;
        put(frame, SC_FR + 16 * f, c->fr[f].sig);
        put(frame, SC_FR + 16 * f + 8, ia64_fr_sign_exp(&c->fr[f]));
    }
}

/* --- signals: the register stack ----------------------------------------------------------------------------------------- */

/* Puts the whole frame below a new, empty one. A return that could not load its locals leaves a frame of which only the
 * registers that were the outputs are here; the rest is in memory already, and stays there. */
static void cover(struct cpu *c)
{
    struct rse *r = &c->rse;
    unsigned sof = c->cfm.sof, sol = c->cfm.sol;
    if (r->bof < r->dirty) {
        for (unsigned i = sol; i < sof; i++) {
            r->file[r->bof + i] = c->gr[FRAME + i];
            r->file_nat[r->bof + i] = ia64_get_nat(c, FRAME + i);
        }
        r->bof = (u16)(r->bof + sof);
        r->bsp = rse_above(r->bsp, sof);
        c->cfm.rrb_gr = 0; /* what is here stands under the names of its places */
        ia64_reset_rotation(c);
    } else {
        ia64_reset_rotation(c);
        rse_call(c, sof, sof);
    }
    c->cfm = (struct ia64_cfm){0};
    c->nat[0] &= UINT32_MAX;
    c->nat[1] = 0;
}

/* The registers that are not yet in memory will go to a register stack elsewhere. */
static void switch_register_stack(struct cpu *c, u64 base)
{
    struct rse *r = &c->rse;
    r->clean = r->dirty;
    r->bspstore = base;
    r->bsp = rse_above(base, (unsigned)(r->bof - r->dirty));
    r->rnat = 0;
}

/* What a frame says of the register stack: where it is after cover, and where it goes on for the handler. */
static void save_register_stack(const struct cpu *c, u8 *frame, u64 new_base)
{
    u64 bsp = rse_above(c->rse.bsp, c->cfm.sof), loadrs = 0;
    if (new_base) {
        unsigned not_in_memory = (unsigned)(c->rse.bof + c->cfm.sof - c->rse.dirty);
        loadrs = rse_above(new_base, not_in_memory) - new_base;
    }
    put(frame, SC_BSP, bsp);
    put(frame, SC_RNAT, c->rse.rnat);
    put(frame, SC_RBS_BASE, new_base);
    put(frame, SC_LOADRS, loadrs << 16);
    put(frame, SC_BSPSTORE, c->rse.bspstore);
}

/* --- signals: in and out ------------------------------------------------------------------------------------------------- */

/* The register stack goes to the alternate stack's start when the memory stack goes to its end, unless it is there. */
static u64 new_register_stack(const struct cpu *c, const struct signal_delivery *d)
{
    bool there = c->rse.bspstore - d->altstack[0] < d->altstack[2];
    return d->sp && !there ? (d->altstack[0] + 7) & ~(u64)7 : 0;
}

static int signal_enter(struct thread *t, const struct signal_delivery *d)
{
    struct cpu *c = t->cpu;
    u8 frame[FRAME_SIZE] = {0};
    u64 at = ((d->sp ? d->sp : c->gr[R_SP]) - FRAME_SIZE) & ~(u64)15, base = new_register_stack(c, d);
    bool on_alternate = d->sp || d->on_altstack;
    store_le64(frame + FRAME_ARG0, (u64)d->signo);
    store_le64(frame + FRAME_ARG1, at + FRAME_INFO);
    store_le64(frame + FRAME_ARG2, at + FRAME_SC);
    store_le64(frame + FRAME_HANDLER, d->handler);
    memcpy(frame + FRAME_INFO, d->siginfo, d->siginfo_size);
    put(frame, SC_FLAGS,
        (on_alternate ? SC_ONSTACK : 0) | (d->in_syscall ? SC_IN_SYSCALL : 0) | SC_FPH_VALID);
    for (unsigned i = 0; i < 3; i++) put(frame, SC_STACK + 8 * i, d->altstack[i]);
    put(frame, SC_MASK, d->mask);
    save_registers(c, frame, d->in_syscall);
    save_register_stack(c, frame, base);
    if (ia64_get_nat(c, R_SP) || mem_write(&t->process->mem, at, frame, sizeof frame) != 0) return -1;
    if (c->calls)
        calls_signal(c->calls, (struct call_made){.back = TRAMPOLINE, .arc = code_arc(c->code, ia64_pc(c), TRAMPOLINE),
                                                   .level = rse_above(c->rse.bsp, c->cfm.sol), .cycles = t->cycles,
                                                   .instructions = t->slots - c->nullified});
    cover(c);
    if (base) {
        switch_register_stack(c, base);
        c->rse.rsc = RSC_EAGER_PL3;
    }
    alat_clear(&c->alat);
    c->nat[0] &= ~SCRATCH_GR;
    c->psr &= ~IA64_PSR_BIT(PSR_BE);
    c->fpsr = FPSR_DEFAULT;
    c->gr[R_SP] = at - SCRATCH;
    c->ip = TRAMPOLINE;
    c->ri = 0;
    return 0;
}

static void restore_registers(struct cpu *c, const u8 *frame)
{
    u64 flags = get(frame, SC_FLAGS), nat = get(frame, SC_NAT) & SCRATCH_GR, restored = 0;
    bool in_syscall = flags & SC_IN_SYSCALL;
    for (unsigned r = 1; r < FRAME; r++) {
        if (!(SCRATCH_GR >> r & 1) || (in_syscall && lost_in_call(r))) continue;
        c->gr[r] = get(frame, SC_GR + 8 * r);
        restored |= (u64)1 << r;
    }
    c->nat[0] = (c->nat[0] & ~restored) | (nat & restored);
    c->psr = (c->psr & ~(u64)USER_MASK) | (get(frame, SC_UM) & USER_MASK);
    c->rse.rsc = (get(frame, SC_RSC) & 0x1f) | RSC_PL3;
    c->unat = get(frame, SC_UNAT);
    c->fpsr = get(frame, SC_FPSR);
    c->pfs = get(frame, SC_PFS);
    ia64_set_pr(c, get(frame, SC_PR));
    c->br[0] = get(frame, SC_BR);
    c->br[6] = get(frame, SC_BR + 6 * 8);
    if (!in_syscall) {
        c->ccv = get(frame, SC_CCV);
        c->br[7] = get(frame, SC_BR + 7 * 8);
        c->csd = get(frame, SC_CSD);
        c->ssd = get(frame, SC_SSD);
    }
    for (unsigned f = FR_SAVED; f < (flags & SC_FPH_VALID ? FR_COUNT : FR_SAVED_END); f++) {
        if (f == FR_SAVED_END) f = FPH_FIRST;
        c->fr[f] = ia64_fr_fill(get(frame, SC_FR + 16 * f), get(frame, SC_FR + 16 * f + 8));
    }
}

/* Back to the frame that cover() put below. False: what is not here of it cannot be read, or it does not fit into the physical file. */
static bool restore_frame(struct thread *t, struct ia64_cfm f)
{
    struct fault_guard guard = {.mem = &t->process->mem};
    if (sigsetjmp(guard.env, 0) != 0) {
        fault_leave(&guard);
        return false;
    }
    fault_enter(&guard);
    bool done = rse_return_covered(t->cpu, f);
    fault_leave(&guard);
    return done && t->cpu->cfm.sof == f.sof;
}

/* What the kernel would give to rfi and to mov without looking, and the processor would not take, ends a program here as it does
 * there: before anything of the frame is. */
static bool image_exists(const u8 *frame)
{
    return ia64_frame_exists(ia64_cfm_of(get(frame, SC_CFM))) && ia64_fpsr_exists(get(frame, SC_FPSR)) &&
           ia64_pfs_exists(get(frame, SC_PFS)) && ia64_slot_exists(get(frame, SC_IP) & 3);
}

/* The register stack is where the call found it: below its locals is the frame that the signal has interrupted. It is left as an interruption is, even if
 * a system call was interrupted (Linux arch/ia64/kernel/entry.S, sys_rt_sigreturn). */
static int signal_return(struct thread *t, u64 *mask, u64 altstack[3], bool *in_syscall)
{
    struct cpu *c = t->cpu;
    *in_syscall = false;
    u8 frame[FRAME_SIZE];
    if (mem_read(&t->process->mem, c->gr[R_SP] + SCRATCH, frame, sizeof frame) != 0 || !image_exists(frame)) return -1;
    if (c->calls) calls_return(c->calls, TRAMPOLINE, t->cycles, t->slots - c->nullified);
    ia64_reset_rotation(c);
    rse_call(c, c->cfm.sof, c->cfm.sol);
    c->cfm = (struct ia64_cfm){0};
    c->nat[0] &= UINT32_MAX;
    c->nat[1] = 0;
    restore_registers(c, frame);
    alat_clear(&c->alat);
    ia64_set_pc(c, get(frame, SC_IP));
    *mask = get(frame, SC_MASK);
    for (unsigned i = 0; i < 3; i++) altstack[i] = get(frame, SC_STACK + 8 * i);
    return restore_frame(t, ia64_cfm_of(get(frame, SC_CFM))) ? 0 : -1;
}

/* --- faults -------------------------------------------------------------------------------------------------------------- */

/* What the kernel makes of a break by its number (traps.c, ia64_bad_break): the numbers of the software conventions. */
static void name_break(struct stop_info *s, u64 number)
{
    enum { BUNDLES = 0x3f000, BREAKS = 0x40000, DEBUGGERS = 0x80000 };
    static const struct { enum fault_kind fault; enum fp_code code; } named[] = {
        {FAULT_ILLEGAL, 0}, {FAULT_DIVIDE, 0}, {FAULT_OVERFLOW, 0}, {FAULT_FP, FPC_BOUNDS}, {FAULT_UNMAPPED, 0},
        {FAULT_UNMAPPED, 0}, {FAULT_FP, FPC_DECIMAL_OVERFLOW}, {FAULT_FP, FPC_DECIMAL_DIVZERO},
        {FAULT_FP, FPC_DECIMAL_ERROR}, {FAULT_FP, FPC_BAD_ASCII}, {FAULT_FP, FPC_BAD_DECIMAL}, {FAULT_STACK_BREAK, 0},
    };
    s->details.number = (u32)number;
    s->fault = number >= DEBUGGERS ? FAULT_BREAK : number >= BUNDLES && number < BREAKS ? FAULT_BUNDLE_BREAK : FAULT_BAD_BREAK;
    if (number >= ARRAY_LEN(named)) return;
    s->fault = named[number].fault;
    s->code = named[number].code;
}

/* Whether the handler of a fault's signal is told of ISR: traps.c and fault.c do, unaligned.c and what is illegal do not. */
static bool tells_syndrome(int vector)
{
    switch (vector) {
    case IVT_ITLB: case IVT_DTLB: case IVT_PAGE_NOT_PRESENT: case IVT_IACCESS_RIGHTS: case IVT_DACCESS_RIGHTS: case IVT_NAT_CONSUMPTION: case IVT_UNSUPPORTED_DATA:
    case IVT_FP_FAULT: case IVT_FP_TRAP: case IVT_TAKEN_BRANCH: return true;
    default: return false;
    }
}

/* Nothing is mended: the processor does unaligned accesses by itself. The signal tells of a slot where it is about an
 * instruction. Page 0 is there and holds NaTs, so that speculative loads through null pointers cost nothing: what it has
 * not got is the right (kernel/mm/init.c, ia64_init_addr_space; traps.c, NaT consumption). */
static bool mend(struct thread *t)
{
    enum { NAT_VECTOR = 26, NAT_PAGE = 0x20 }; /* as the kernel counts them, and ISR.code (SDM volume 2, table 8-3) */
    struct stop_info *s = &t->stop;
    s->details = (struct fault_details){.has_syndrome = tells_syndrome(s->vector)};
    if (s->details.has_syndrome) s->details.syndrome = ia64_syndrome(t);
    if (s->vector == IVT_NAT_CONSUMPTION) s->details.number = NAT_VECTOR;
    if (s->fault == FAULT_BREAK) name_break(s, t->cpu->iim);
    if (s->vector == IVT_NAT_CONSUMPTION) s->fault = FAULT_NAT;
    bool of_data = s->vector == IVT_DTLB || s->vector == IVT_PAGE_NOT_PRESENT || s->vector == IVT_DACCESS_RIGHTS || s->vector == IVT_UNALIGNED;
    bool of_fetch = s->vector == IVT_ITLB || s->vector == IVT_IACCESS_RIGHTS;
    if (!of_data && !of_fetch) s->addr = s->pc;
    if (s->vector == IVT_GENERAL && t->cpu->isr_code) { /* force_sig() says no more (ivt.S, general_exception) */
        s->fault = FAULT_GENERAL;
        s->addr = 0;
    }
    if (s->fault == FAULT_UNMAPPED && s->addr < MEM_PAGE && (of_data || of_fetch)) {
        s->fault = FAULT_RIGHTS;
        s->details.number = NAT_VECTOR;
        s->details.syndrome |= NAT_PAGE;
    }
    return false;
}

const struct abi ia64_abi = {
    .task_size = GATE,
    .mmap_low = REGION(1),
    .mmap_high = REGION(1) + REGION_LIMIT,
    .stack_size_default = 8 << 20,
    .mmap_upward = true,
    .stack_high = STACK_HIGH,
    .stack_floor = REGISTER_STACK + ((u64)1 << 34), /* the two stacks are of one size */
    .register_stack = REGISTER_STACK,
    .pie_base = REGION(1) + ((u64)1 << 35), /* include/asm/elf.h, ELF_ET_DYN_BASE */
    .vdso_page = GATE,
    .sigtramp_offset = TRAMPOLINE_OFFSET,
    .sigtramp_size = sizeof trampoline,
    .sigtramp = "__kernel_sigtramp", /* kernel/gate.lds.S */
    .word = 8,
    .machine = "ia64",
    .gateway = gateway,
    .syscall_args = get_args,
    .syscall_return = put_result,
    .syscall_restart = restart,
    .start = start,
    .signal_enter = signal_enter,
    .signal_return = signal_return,
    .vdso = fill_gate,
    .stack_scratch = SCRATCH, /* Itanium Software Conventions, 7.1 */
    .get_sp = get_sp,
    .argument = argument,
    .result = result,
    .set_stack = set_stack,
    .set_tls = set_tls,
    .set_second_result = put_second,
    .mend = mend,
};
