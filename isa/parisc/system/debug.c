/* gdb's 128 registers of a 32-bit PA-RISC, 4 bytes each: PSW, general registers, SAR, the queues, control and space registers
 * in an order of their own, then the floating-point registers, left half first. */
#include "isa/parisc/system/debug.h"

#include <inttypes.h>
#include <stdio.h>

#include "isa/parisc/cpu.h"
#include "isa/parisc/insn/access.h"
#include "isa/parisc/system/abi.h"
#include "isa/parisc/system/image.h"
#include "isa/parisc/system/stages.h"
#include "isa/parisc/system/trace.h"

enum {
    R_PSW = 0, R_SAR = 32, R_PCOQ_FRONT = 33, R_PCSQ_FRONT = 34, R_PCOQ_BACK = 35, R_PCSQ_BACK = 36, R_ORDER = 37,
    R_FR = 64, REGISTERS = 128, LINK = 31,
};

/* Registers 37 to 63: control registers by their number, space registers behind SPACE. */
enum { SPACE = 32, NONE = 0xff };
static const u8 order[R_FR - R_ORDER] = {
    CR_EIEM, CR_IIR, CR_ISR, CR_IOR, CR_IPSW, NONE /* "goto" */, SPACE + 4, SPACE + 0, SPACE + 1, SPACE + 2, SPACE + 3,
    SPACE + 5, SPACE + 6, SPACE + 7, CR_RC, CR_PID1, CR_PID2, CR_CCR, CR_PID3, CR_PID4, CR_TR0, CR_TR1, CR_TR2, CR_TR3,
    NONE, NONE, NONE,
};

static unsigned size(unsigned r)
{
    (void)r;
    return 4;
}

/* In a system call, or before one, the thread stands in a gateway, where a debugger finds neither code nor symbols. Linux's
 * ptrace shows the place behind the call, which the link register holds. */
static u32 behind_call(const struct cpu *c, unsigned r)
{
    if (r == R_PCSQ_FRONT || r == R_PCSQ_BACK) return SPACE_USER;
    return pa_user_offset((u32)c->gr[LINK]) + (r == R_PCOQ_BACK ? 4 : 0);
}

static u32 value(const struct cpu *c, unsigned r)
{
    if (r >= R_PCOQ_FRONT && r <= R_PCSQ_BACK && pa_in_gateway(c)) return behind_call(c, r);
    if (r >= R_FR) return (u32)(c->fr[(r - R_FR) / 2] >> (r & 1 ? 0 : 32));
    if (r >= R_ORDER) {
        u8 n = order[r - R_ORDER];
        return n == NONE ? 0 : n >= SPACE ? c->sr[n - SPACE] : c->cr[n];
    }
    switch (r) {
    case R_PSW: return pa_get_psw(c);
    case R_SAR: return c->sar;
    case R_PCOQ_FRONT: return c->iaoq_front;
    case R_PCSQ_FRONT: return c->iasq_front;
    case R_PCOQ_BACK: return c->iaoq_back;
    case R_PCSQ_BACK: return c->iasq_back;
    default: return (u32)c->gr[r];
    }
}

static void get(const struct thread *t, unsigned r, u8 *out) { store_be32(out, value(t->cpu, r)); }

/* Spaces, and what only the kernel may write, stay. */
static void set(struct thread *t, unsigned r, const u8 *in)
{
    struct cpu *c = t->cpu;
    u32 v = load_be32(in);
    if (r >= R_FR) {
        u64 *f = &c->fr[(r - R_FR) / 2];
        *f = r & 1 ? (*f >> 32 << 32 | v) : (*f << 32 >> 32 | (u64)v << 32);
    } else if (r == R_PSW) {
        enum { WRITABLE = PSW_N | PSW_V | PSW_CB }; /* Linux arch/parisc/kernel/ptrace.c, USER_PSW_BITS */
        pa_set_psw(c, (pa_get_psw(c) & ~(u32)WRITABLE) | (v & WRITABLE));
    } else if (r > 0 && r < 32) {
        c->gr[r] = v;
    } else if (r == R_SAR) {
        c->sar = pa_user_sar(v);
    } else if (r == R_PCOQ_FRONT && pa_in_gateway(c)) {
        c->gr[LINK] = v; /* the call returns there */
    } else if (r == R_PCOQ_BACK && pa_in_gateway(c)) {
        return;
    } else if (r == R_PCOQ_FRONT) {
        c->iaoq_front = pa_user_offset(v);
    } else if (r == R_PCOQ_BACK) {
        c->iaoq_back = pa_user_offset(v);
    } else if (r >= R_ORDER && order[r - R_ORDER] == CR_TR3) {
        c->cr[CR_TR3] = v;
    }
}

static u64 pc(const struct thread *t) { return t->cpu->iaoq_front & ~3u; }

static u64 pc_of(const struct thread *t, u64 address)
{
    (void)t;
    return (u32)address & ~3u;
}

static struct debug_access access_of(const struct thread *t)
{
    const struct cpu *c = t->cpu;
    u8 raw[4];
    if (c->nullify || mem_peek(&t->process->mem, pc(t), raw, 4) != 0) return (struct debug_access){0};
    u32 word = load_be32(raw);
    const struct pa_insn *in = pa_decode(word);
    struct pa_access a = pa_bytes_of(c, in, word);
    if (!a.size) return (struct debug_access){0};
    return (struct debug_access){a.address, a.size, in->flags & PA_LOAD, in->flags & PA_STORE};
}

static int peek(const struct thread *t, u64 address, void *to, size_t n) { return mem_peek(&t->process->mem, address, to, n); }
static int poke(struct thread *t, u64 address, const void *from, size_t n)
{
    return mem_poke(&t->process->mem, address, from, n);
}

/* --- for a person ------------------------------------------------------------------------------------------------------ */

static struct debug_register *named(struct debug_register *r, enum debug_role role, const char *name, u64 value, int digits)
{
    *r = (struct debug_register){.role = (u8)role};
    snprintf(r->name, sizeof r->name, "%s", name);
    snprintf(r->text, sizeof r->text, "%0*" PRIx64, digits, value);
    return r + 1;
}

static unsigned show(const struct thread *t, struct debug_register *out)
{
    const struct cpu *c = t->cpu;
    struct debug_register *r = out;
    char name[12];
    r = named(r, ROLE_CONTROL, "pcoqh", c->iaoq_front & ~3u, 8);
    r = named(r, ROLE_CONTROL, "pcoqt", c->iaoq_back & ~3u, 8);
    r = named(r, ROLE_CONTROL, "psw", pa_get_psw(c), 8);
    r = named(r, ROLE_CONTROL, "sar", c->sar, 2);
    for (unsigned i = 0; i < 32; i++) {
        static const char *const also[32] = {[2] = "rp", [19] = "gp", [23] = "arg3", [24] = "arg2", [25] = "arg1",
                                             [26] = "arg0", [27] = "dp", [28] = "ret0", [29] = "ret1", [30] = "sp"};
        snprintf(name, sizeof name, also[i] ? "r%u %s" : "r%u", i, also[i]);
        r = named(r, ROLE_GENERAL, name, (u32)c->gr[i], 8);
    }
    for (unsigned i = 0; i < 32; i++) {
        snprintf(name, sizeof name, "fr%u", i);
        r = named(r, ROLE_FLOAT, name, c->fr[i], 16);
    }
    return (unsigned)(r - out);
}

static bool nullified(const struct thread *t) { return t->cpu->nullify; }
static bool in_slot(const struct thread *t) { return pa_in_slot(t->cpu); }

const struct debug_view pa_debug_view = {
    .architecture = "hppa1.1",
    .registers = REGISTERS,
    .size = size,
    .get = get,
    .set = set,
    .pc = pc,
    .nullified = nullified,
    .in_slot = in_slot,
    .pc_of = pc_of,
    .pc_register = R_PCOQ_FRONT,
    .access = access_of,
    .watches_before = true,
    .past = true,
    .peek = peek,
    .poke = poke,
    .stages = pa_stages,
    .pipeline = &pa_pipeline,
    .operands = pa_debug_operands,
    .show = show,
};
