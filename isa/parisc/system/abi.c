#include "isa/parisc/system/abi.h"

#include "emu/core/calls.h"
#include "emu/core/tick.h"
#include "isa/parisc/cpu.h"
#include "isa/parisc/exec/fpu.h"
#include "isa/parisc/exec/run.h"
#include "isa/parisc/insn/access.h"
#include "isa/parisc/insn/fields.h"
#include "isa/parisc/system/frame.h"
#include "isa/parisc/system/image.h"
#include "isa/parisc/system/vdso.h"
#include "isa/parisc/timing/timed.h"

/* Registers by their use in Linux/hppa (Linux arch/parisc/kernel/syscall.S). */
enum {
    R_RP = 2, R_PIC = 19, R_NUMBER = 20, R_LWS_ERROR = 21, R_ARG0 = 26, R_ARG1 = 25, R_ARG2 = 24, R_ARG3 = 23,
    R_HPUX_NUMBER = 22, R_RESULT = 28, R_RESULT2 = 29, R_SP = 30, R_LINK = 31,
};

/* Entries of the gateway page, offsets in space 0. */
enum { GATE_LWS = 0xb0, GATE_SET_THREAD_POINTER = 0xe0, GATE_SYSCALL = 0x100 };

/* Errors of the light-weight calls, in the guest's numbers. */
enum { LWS_EFAULT = -14, LWS_ENOSYS = -251 };

enum {
    SC_IN_SYSCALL = 2, SC_ONSTACK = 1,
    MMAP_LOW = 0x40000000, /* TASK_UNMAPPED_BASE */
    PLABEL = 2,            /* bit of a function pointer that says "descriptor" */
};
#define VDSO_PAGE 0xbffff000u
#define TASK_SIZE 0xfff00000u

/* Sends the processor back to user code at `to`. */
static void resume_at(struct cpu *c, u32 to)
{
    c->iaoq_front = pa_user_offset(to);
    c->iaoq_back = c->iaoq_front + 4;
    c->iasq_front = c->iasq_back = SPACE_USER;
    c->nullify = false;
    c->psw &= ~(u32)PSW_B;
}

/* --- system calls ------------------------------------------------------------------------------------------------- */

/* The two calls of HP-UX that exist here (Ski, src/hpux/syscall-hpux.c), by the private numbers that Linux programs use
 * for them; any other stays unknown. */
static u64 hpux_number(u32 number)
{
    enum { PROFIL = 44, SPROFIL = 540, UNKNOWN = 1 << 16 };
    if (number == PROFIL) return PROFIL_CALL_BASE + CALL_HPUX_PROFIL;
    return number == SPROFIL ? PROFIL_CALL_BASE + CALL_HPUX_SPROFIL : UNKNOWN + number;
}

static void get_args(const struct thread *t, struct syscall_args *out)
{
    const u64 *gr = t->cpu->gr;
    bool hpux = t->stop.gate == GATE_HPUX;
    *out = (struct syscall_args){.number = hpux ? hpux_number((u32)gr[R_HPUX_NUMBER]) : (u32)gr[R_NUMBER]};
    for (unsigned i = 0; i < 6; i++) out->arg[i] = (u32)gr[R_ARG0 - i];
}

/* Linux tells an error by a result of -4095 to -1; HP-UX by r22 (Linux 3.19 arch/parisc/hpux/wrappers.S). */
static void put_result(struct thread *t, i64 value, bool error)
{
    u64 *gr = t->cpu->gr;
    bool hpux = t->stop.gate == GATE_HPUX;
    if (hpux) gr[R_HPUX_NUMBER] = error;
    gr[R_RESULT] = (u32)(hpux && error ? -value : value);
    resume_at(t->cpu, (u32)gr[R_LINK]);
}

/* The branch to the gateway again, whose delay slot sets the number (Linux arch/parisc/kernel/signal.c). */
static void restart(struct thread *t) { resume_at(t->cpu, (u32)t->cpu->gr[R_LINK] - 8); }

static void put_second(struct thread *t, u64 value) { t->cpu->gr[R_RESULT2] = (u32)value; }

/* --- light-weight system calls ------------------------------------------------------------------------------------ */

/* An operand in memory, naturally aligned: its bytes, if it can be read, and written where `rights` say so. It is copied each time, for the file that
 * its page is of may become shorter at any moment: another program may have it, too. */
static bool get_operand(struct thread *t, u64 addr, unsigned size, int rights, u8 bytes[8])
{
    struct mem *m = &t->process->mem;
    return !(addr & (size - 1)) && mem_check(m, (u32)addr, size, rights) && mem_read(m, (u32)addr, bytes, size) == 0;
}

static bool put_operand(struct thread *t, u64 addr, unsigned size, const u8 bytes[8])
{
    return mem_write(&t->process->mem, (u32)addr, bytes, size) == 0;
}

/* 32-bit compare and swap: r26 address, r25 old, r24 new; r28 what was there. */
static i32 lws_cas32(struct thread *t)
{
    u64 *gr = t->cpu->gr;
    u8 was[8], new[8];
    if (!get_operand(t, gr[R_ARG0], 4, PROT_READ | PROT_WRITE, was)) return LWS_EFAULT;
    store_be32(new, (u32)gr[R_ARG2]);
    if (load_be32(was) == (u32)gr[R_ARG1] && !put_operand(t, gr[R_ARG0], 4, new)) return LWS_EFAULT;
    gr[R_RESULT] = load_be32(was);
    return 0;
}

/* Compare and swap of 1, 2, 4 or 8 bytes: r26 address, r25 and r24 addresses of old and new, r23 log2 of the size; r28
 * 0 when it was done. */
static i32 lws_cas(struct thread *t)
{
    u64 *gr = t->cpu->gr;
    if ((u32)gr[R_ARG3] > 3) return LWS_ENOSYS;
    unsigned size = 1u << gr[R_ARG3];
    u8 old[8], new[8], was[8];
    if (!get_operand(t, gr[R_ARG1], size, PROT_READ, old) || !get_operand(t, gr[R_ARG2], size, PROT_READ, new) ||
        !get_operand(t, gr[R_ARG0], size, PROT_READ | PROT_WRITE, was))
        return LWS_EFAULT;
    bool equal = memcmp(was, old, size) == 0;
    if (equal && !put_operand(t, gr[R_ARG0], size, new)) return LWS_EFAULT;
    gr[R_RESULT] = !equal;
    return 0;
}

/* Exchange and store (Linux 5.19 and later): r26 address, r25 log2 of the size, r24 address of the new value, r23, for
 * the exchange, of where the old one goes; r28 0. */
static i32 lws_exchange(struct thread *t, bool want_old)
{
    u64 *gr = t->cpu->gr;
    if ((u32)gr[R_ARG1] > 3) return LWS_ENOSYS;
    unsigned size = 1u << gr[R_ARG1];
    u8 new[8], old[8], was[8];
    if (!get_operand(t, gr[R_ARG2], size, PROT_READ, new) || (want_old && !get_operand(t, gr[R_ARG3], size, PROT_WRITE, old)) ||
        !get_operand(t, gr[R_ARG0], size, PROT_READ | PROT_WRITE, was))
        return LWS_EFAULT;
    if ((want_old && !put_operand(t, gr[R_ARG3], size, was)) || !put_operand(t, gr[R_ARG0], size, new)) return LWS_EFAULT;
    gr[R_RESULT] = 0;
    return 0;
}

static i32 light_weight(struct thread *t)
{
    switch ((u32)t->cpu->gr[R_NUMBER]) {
    case 0:
    case 1: return lws_cas32(t);
    case 2: return lws_cas(t);
    case 3: return lws_exchange(t, true);
    case 4: return lws_exchange(t, false);
    default: return LWS_ENOSYS;
    }
}

bool pa_in_gateway(const struct cpu *c)
{
    u32 at = c->iaoq_front & ~(u32)PA_USER;
    if (c->iasq_front != SPACE_KERNEL) return at == HPUX_GATEWAY;
    return at == GATE_SYSCALL || at == GATE_LWS || at == GATE_SET_THREAD_POINTER;
}

static enum gate_kind gateway(struct thread *t)
{
    struct cpu *c = t->cpu;
    if (t->stop.gate == GATE_HPUX) return GATE_CALL;
    switch (c->iaoq_front & ~(u32)PA_USER) {
    case GATE_SYSCALL: return GATE_CALL;
    case GATE_LWS: c->gr[R_LWS_ERROR] = (u32)light_weight(t); break;
    case GATE_SET_THREAD_POINTER: c->cr[CR_TR3] = (u32)c->gr[R_ARG0]; break;
    default: return GATE_BAD;
    }
    resume_at(c, (u32)c->gr[R_LINK]);
    return GATE_DONE;
}

/* --- a new program ------------------------------------------------------------------------------------------------ */

/* Linux arch/parisc/include/asm/processor.h, start_thread; but below the stack pointer there is room for what a function keeps in its caller's
 * frame, where Linux leaves the last words of the auxiliary vector to be written over, if they end at a multiple of 64 bytes. */
static void start(struct thread *t, u64 entry, u64 sp, u64 argc, u64 argv)
{
    struct cpu *c = t->cpu;
    memset(c->gr, 0, sizeof c->gr);
    memset(c->fr, 0, sizeof c->fr);
    for (unsigned i = 3; i < 8; i++) c->sr[i] = SPACE_USER;
    c->sr[2] = SPACE_KERNEL;
    c->sar = 0;
    c->cr[CR_TR3] = 0;
    pa_set_psw(c, PA_USER_PSW);
    resume_at(c, (u32)entry);
    c->gr[R_SP] = ((u32)sp + FRAME_CALL + FRAME_ALIGN - 1) & ~(u32)(FRAME_ALIGN - 1);
    c->gr[R_ARG1] = (u32)argc;
    c->gr[R_ARG2] = (u32)argv;
    c->gr[R_LINK] = c->iaoq_front;
}

/* --- signals ------------------------------------------------------------------------------------------------------ */

static void save_context(const struct cpu *c, const struct signal_delivery *d, u8 *frame)
{
    /* In a system call the kernel has no PSW to save: it returns with a fresh one. */
    u32 flags = (d->on_altstack || d->sp ? SC_ONSTACK : 0) | (d->in_syscall ? SC_IN_SYSCALL : 0);
    store_be32(frame + FRAME_SC_FLAGS, flags);
    store_be32(frame + FRAME_SC_GR, d->in_syscall ? 0 : pa_get_psw(c));
    for (unsigned i = 1; i < 32; i++) store_be32(frame + FRAME_SC_GR + 4 * i, (u32)c->gr[i]);
    for (unsigned i = 0; i < 32; i++) store_be64(frame + FRAME_SC_FR + 8 * i, c->fr[i]);
    store_be32(frame + FRAME_SC_IASQ, c->iasq_front);
    store_be32(frame + FRAME_SC_IASQ + 4, c->iasq_back);
    store_be32(frame + FRAME_SC_IAOQ, c->iaoq_front);
    store_be32(frame + FRAME_SC_IAOQ + 4, c->iaoq_back);
    store_be32(frame + FRAME_SC_SAR, c->sar);
}

/* A function pointer may be the address of a descriptor {address, linkage table pointer}. */
static int resolve_handler(struct thread *t, u32 *handler)
{
    u8 raw[8];
    if (!(*handler & PLABEL)) return 0;
    if (mem_read(&t->process->mem, *handler & ~(u32)3, raw, sizeof raw) != 0) return -1;
    *handler = load_be32(raw);
    t->cpu->gr[R_PIC] = load_be32(raw + 4);
    return 0;
}

/* The handler is called as if by the trampoline that it returns to, which stands under the instruction that comes next; no
 * branch goes back to VDSO_PAGE: that call ends with signal_return(). */
static void note_signal(struct thread *t, u32 back, u32 handler, u32 sp)
{
    struct cpu *c = t->cpu;
    pa_timed_settle_stack(t);
    struct call_made f = {.back = VDSO_PAGE, .level = (u32)c->gr[R_SP], .cycles = t->cycles,
                           .instructions = t->slots - c->nullified};
    f.arc = code_arc(c->code, c->iaoq_front & ~3u, VDSO_PAGE + VDSO_TRAMPOLINE);
    calls_signal(c->calls, f);
    f.back = back;
    f.level = sp;
    f.arc = code_arc(c->code, back, handler);
    calls_signal(c->calls, f);
}

static int signal_enter(struct thread *t, const struct signal_delivery *d)
{
    enum { ALTSTACK_ALIGN = 128 };
    struct cpu *c = t->cpu;
    u8 frame[FRAME_END] = {0};
    u32 at = d->sp ? ((u32)d->sp + ALTSTACK_ALIGN - 1) & ~(u32)(ALTSTACK_ALIGN - 1) : (u32)c->gr[R_SP] & ~1u;
    memcpy(frame + FRAME_INFO, d->siginfo, d->siginfo_size);
    for (unsigned i = 0; i < 3; i++) store_be32(frame + FRAME_UC_STACK + 4 * i, (u32)d->altstack[i]);
    save_context(c, d, frame);
    store_be32(frame + FRAME_SIGMASK, (u32)d->mask);
    store_be32(frame + FRAME_SIGMASK + 4, (u32)(d->mask >> 32));
    u32 handler = (u32)d->handler;
    if (mem_write(&t->process->mem, at, frame, sizeof frame) != 0 || resolve_handler(t, &handler) != 0) return -1;
    u32 back = VDSO_PAGE + (d->in_syscall ? VDSO_TRAMPOLINE_SYSCALL : VDSO_TRAMPOLINE);
    if (c->calls) note_signal(t, back, handler, at + FRAME_SIZE);
    pa_set_psw(c, PA_USER_PSW);
    resume_at(c, handler);
    c->gr[R_RP] = back;
    c->gr[R_ARG0] = (u32)d->signo;
    c->gr[R_ARG1] = at + FRAME_INFO;
    c->gr[R_ARG2] = at + FRAME_UC;
    c->gr[R_SP] = at + FRAME_SIZE;
    return 0;
}

/* Linux arch/parisc/kernel/entry.S: what was interrupted goes on behind an interruption (sys_rt_sigreturn_wrapper). */
static int signal_return(struct thread *t, u64 *mask, u64 altstack[3], bool *was_in_syscall)
{
    struct cpu *c = t->cpu;
    u8 frame[FRAME_END];
    bool in_syscall = *was_in_syscall = c->gr[R_ARG1] != 0;
    if (mem_read(&t->process->mem, ((u32)c->gr[R_SP] & ~1u) - FRAME_SIZE, frame, sizeof frame) != 0) return -1;
    if (c->calls) calls_return(c->calls, VDSO_PAGE, t->cycles, t->slots - c->nullified);
    for (unsigned i = 1; i < 32; i++) c->gr[i] = load_be32(frame + FRAME_SC_GR + 4 * i);
    for (unsigned i = 0; i < 32; i++) c->fr[i] = load_be64(frame + FRAME_SC_FR + 8 * i);
    c->sar = pa_user_sar(load_be32(frame + FRAME_SC_SAR));
    pa_set_psw(c, pa_user_psw(in_syscall ? 0 : load_be32(frame + FRAME_SC_GR)));
    c->iasq_front = SPACE_USER; /* no signal comes in the gateway page, but in the delay slot of the branch to it */
    c->iasq_back = pa_user_space(load_be32(frame + FRAME_SC_IASQ + 4));
    c->iaoq_front = pa_user_offset(load_be32(frame + FRAME_SC_IAOQ));
    c->iaoq_back = pa_user_offset(load_be32(frame + FRAME_SC_IAOQ + 4));
    if (in_syscall) {
        /* The kernel leaves a system call by r31, whatever the frame's queue holds behind the front. */
        c->gr[R_LINK] = c->iaoq_front;
        resume_at(c, c->iaoq_front);
    }
    *mask = load_be32(frame + FRAME_SIGMASK) | (u64)load_be32(frame + FRAME_SIGMASK + 4) << 32;
    for (unsigned i = 0; i < 3; i++) altstack[i] = load_be32(frame + FRAME_UC_STACK + 4 * i);
    return 0;
}

static u64 get_sp(const struct thread *t) { return (u32)t->cpu->gr[R_SP]; }
/* Arguments go in r26, r25, r24 and r23. */
static u64 argument(const struct thread *t, unsigned n) { return (u32)t->cpu->gr[R_ARG0 - n]; }
static u64 result(const struct thread *t) { return (u32)t->cpu->gr[R_RESULT]; }
static void set_stack(struct thread *t, u64 base, u64 size) { t->cpu->gr[R_SP] = (u32)(base + size); }
static void set_tls(struct thread *t, u64 tls) { t->cpu->cr[CR_TR3] = (u32)tls; }

/* --- unaligned accesses ------------------------------------------------------------------------------------------- */

/* What a load or store does that the kernel mends. */
struct access {
    unsigned size; /* bytes */
    bool store, fp;
    bool right;    /* FP word: the right half */
    unsigned reg;  /* of the value */
};

/* False for what is not mended: semaphores, bytes and byte strings (Linux arch/parisc/kernel/unaligned.c, handle_unaligned). */
static bool decode_access(const struct pa_insn *in, u32 w, struct access *a)
{
    u32 semaphore = PA_LOAD | PA_STORE;
    if (!in || in->bytes < 2 || (in->flags & semaphore) == semaphore || in->flags & PA_COPR || in->addressing == PA_EA_BYTES) return false;
    bool is_long = in->addressing > PA_EA_BYTES, fp = in->flags & PA_FPU, store = in->flags & PA_STORE;
    *a = (struct access){.size = in->bytes, .store = store, .fp = fp};
    a->reg = is_long || (store && !fp) ? pa_r(w) : pa_t(w);
    a->right = fp && a->size == 4 && (is_long ? w & 2 : pa_bits(w, 25, 25));
    return true;
}

static u64 get_value(const struct cpu *c, const struct access *a)
{
    if (!a->fp) return c->gr[a->reg];
    return a->size == 8 || a->right ? c->fr[a->reg] : c->fr[a->reg] >> 32;
}

static void set_value(struct cpu *c, const struct access *a, u64 v)
{
    if (!a->fp) c->gr[a->reg ? a->reg : GR_SINK] = v;
    else if (a->size == 8) c->fr[a->reg] = v;
    else if (a->right) c->fr[a->reg] = (c->fr[a->reg] & ~(u64)UINT32_MAX) | v;
    else c->fr[a->reg] = (c->fr[a->reg] & UINT32_MAX) | v << 32;
}

/* Linux arch/parisc/kernel/unaligned.c: user programs never see an unaligned access but by its price; a page missing
 * under it is an ordinary SIGSEGV. */
static bool mend_unaligned(struct thread *t)
{
    struct cpu *c = t->cpu;
    struct access a;
    u32 w = (u32)t->stop.insn;
    u8 raw[8];
    const struct pa_insn *in = pa_decode(w);
    if (!decode_access(in, w, &a)) return false;
    u8 *end = raw + 8 - a.size;
    int r;
    if (a.store) {
        store_be64(raw, get_value(c, &a));
        r = mem_write(&t->process->mem, t->stop.addr, end, a.size);
    } else {
        memset(raw, 0, sizeof raw);
        r = mem_read(&t->process->mem, t->stop.addr, end, a.size);
    }
    if (r != 0) {
        t->stop.fault = FAULT_UNMAPPED;
        return false;
    }
    struct pa_address at = pa_address_of(in, w);
    u32 step = ((u32)c->gr[at.index] << at.shift) + (u32)at.disp; /* before a load can change the index */
    if (!a.store) set_value(c, &a, load_be64(raw));
    if (at.modify && at.base) c->gr[at.base] = (u32)c->gr[at.base] + step;
    c->iaoq_front = c->iaoq_back;
    c->iaoq_back += 4;
    c->iasq_front = c->iasq_back;
    c->nullify = false;
    c->psw &= ~(u32)PSW_B;
    return true;
}

static bool mend(struct thread *t)
{
    if (t->stop.fault == FAULT_UNALIGNED) {
        if (!mend_unaligned(t)) return false;
        pa_count_mended(t);
        return true;
    }
    /* For SIGFPE the kernel clears T (arch/parisc/math-emu/driver.c, handle_fpe), so that a handler may use the coprocessor; and where no exception
     * register has one, that is all it does (decode_exc.c). Of the causes it is a division by zero alone whose register it clears, too. */
    if (t->stop.fault != FAULT_FP) return false;
    enum pa_fp_cause cause = pa_fp_cause(t->cpu->fr);
    if (cause == PAF_CAUSE_DIVZERO) pa_fp_clear_cause(t->cpu->fr);
    t->cpu->fr[0] &= ~((u64)FPSR_T << 32);
    return cause == PAF_CAUSE_NONE;
}

/* What is illegal, and what an exception was raised by, is told of with the privilege level in the address, as it stands in the queue (Linux
 * arch/parisc/kernel/traps.c, handle_interruption); so is what could not be fetched. */
static u64 fault_address(const struct thread *t)
{
    const struct stop_info *s = &t->stop;
    switch (s->fault) {
    case FAULT_PRIV_OP: case FAULT_PRIV_REG: case FAULT_OVERFLOW: case FAULT_CONDITIONAL: case FAULT_FP: case FAULT_FP_DISABLED: case FAULT_ILLEGAL: break;
    case FAULT_UNMAPPED: case FAULT_RIGHTS:
        if (s->vector == VEC_ITLB_MISS || s->vector == VEC_INSN_PROTECTION) break;
        return s->addr;
    default: return s->addr;
    }
    return s->addr | 3;
}

const struct abi pa_abi = {
    .task_size = TASK_SIZE,
    .mmap_low = MMAP_LOW,
    .mmap_high = VDSO_PAGE,
    .stack_size_default = 8 << 20,
    .mmap_upward = true,
    .stack_high = TASK_SIZE,
    .stack_floor = VDSO_PAGE,
    .pie_base = 0x10000, /* where static programs are linked to: the heap has the room up to the mappings */
    .reserved_page = HPUX_GATEWAY & ~(u64)(MEM_PAGE - 1),
    .vdso_page = VDSO_PAGE,
    .vdso_is_object = true,
    .sigtramp_offset = VDSO_TRAMPOLINE,
    .sigtramp_size = VDSO_END - VDSO_TRAMPOLINE,
    .sigtramp = VDSO_TRAMPOLINE_NAME,
    .stack_grows_up = true,
    .word = 4,
    .machine = "parisc",
    .platform = "parisc",
    .gateway = gateway,
    .syscall_args = get_args,
    .syscall_return = put_result,
    .syscall_restart = restart,
    .start = start,
    .signal_enter = signal_enter,
    .signal_return = signal_return,
    .vdso = pa_fill_vdso,
    .get_sp = get_sp,
    .argument = argument,
    .result = result,
    .set_stack = set_stack,
    .set_tls = set_tls,
    .set_second_result = put_second,
    .mend = mend,
    .fault_address = fault_address,
};
