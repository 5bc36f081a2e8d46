/* gdb's 462 registers of an Itanium: general, floating-point (as stf.spill stores them), predicates one by one, branch, two
 * of its own, then PR, IP, PSR, CFM and the 128 application registers.
 *
 * gdb takes BSP for the end of the frame, as Linux's ptrace() gives it, and reads r32 and up from the backing store below
 * it. What is not yet written there is found in the register stack; writing it back would change the machine. */
#include "isa/ia64/system/debug.h"

#include <inttypes.h>
#include <stdio.h>

#include "isa/ia64/exec/engine.h"
#include "isa/ia64/exec/rotate.h"
#include "isa/ia64/insn/access.h"
#include "isa/ia64/insn/bundle.h"
#include "isa/ia64/system/image.h"
#include "isa/ia64/system/stages.h"
#include "isa/ia64/system/trace.h"

enum {
    R_GR = 0, R_FR = 128, R_P = 256, R_BR = 320, R_VFP = 328, R_PR = 330, R_IP = 331, R_PSR = 332, R_CFM = 333, R_AR = 334,
    REGISTERS = 462,
};

#define IA64_NO_NUMBER (~0u) /* of a register that has only a name */

static unsigned size(unsigned r) { return r >= R_FR && r < R_P ? 16 : 8; }

/* --- registers ------------------------------------------------------------------------------------------------------------ */

static u64 psr_of(const struct cpu *c) { return c->psr | (u64)c->ri << PSR_RI; }

static u64 application(const struct thread *t, unsigned n)
{
    const struct cpu *c = t->cpu;
    if (n < 8) return c->kr[n];
    switch (n) {
    case AR_RSC: return c->rse.rsc;
    case AR_BSP: return rse_above(c->rse.bsp, c->cfm.sof);
    case AR_BSPSTORE: return c->rse.bspstore;
    case AR_RNAT: return c->rse.rnat;
    case AR_CSD: return c->csd;
    case AR_SSD: return c->ssd;
    case AR_CCV: return c->ccv;
    case AR_UNAT: return c->unat;
    case AR_FPSR: return c->fpsr;
    case AR_ITC: return machine_clock(t->process->machine, 0) + c->itc_offset;
    case AR_PFS: return c->pfs;
    case AR_LC: return c->lc;
    case AR_EC: return c->ec;
    default: return 0;
    }
}

static u64 value(const struct thread *t, unsigned r)
{
    const struct cpu *c = t->cpu;
    if (r < R_FR) return r < FRAME + (unsigned)c->cfm.sof ? c->gr[r] : 0;
    if (r >= R_AR) return application(t, r - R_AR);
    if (r < R_BR) return ia64_get_pr_places(c) >> (r - R_P) & 1;
    if (r < R_VFP) return c->br[r - R_BR];
    switch (r) {
    case R_PR: return ia64_get_pr_places(c);
    case R_IP: return c->ip;
    case R_PSR: return psr_of(c);
    case R_CFM: return ia64_cfm_bits(c->cfm);
    default: return 0;
    }
}

static void get(const struct thread *t, unsigned r, u8 *out)
{
    if (size(r) == 8) {
        store_le64(out, value(t, r));
        return;
    }
    const struct ia64_fr *f = &t->cpu->fr[ia64_fr_index(t->cpu, r - R_FR)];
    store_le64(out, f->sig);
    store_le64(out + 8, ia64_fr_sign_exp(f));
}

/* The backing store from low to high can be read and written. */
static bool stack_there(const struct cpu *c, u64 low, u64 high)
{
    enum { MOST = 1 << 20 }; /* frames are small, and so is what is dirty */
    if (low > high || high - low > MOST || (low | high) & IA64_BEYOND || low >> 61 != high >> 61) return false;
    for (u64 page = low & ~(u64)(MEM_PAGE - 1); page <= high; page += MEM_PAGE)
        if (~mem_flags(&c->thread->process->mem, page) & (PROT_READ | PROT_WRITE)) return false;
    return true;
}

/* The frame is to be `f`, and to end at `end`: how gdb makes one for a function that it calls, and takes it away. What
 * cannot be stays as it is. */
static void set_frame(struct cpu *c, u64 end, struct ia64_cfm f)
{
    u64 now = rse_above(c->rse.bsp, c->cfm.sof), from = c->rse.bspstore < c->rse.bsp ? c->rse.bspstore : c->rse.bsp;
    unsigned moved = c->moved;
    if (!ia64_frame_exists(f) || end & 7) return;
    if (!stack_there(c, from, now | 0x1f8) || !stack_there(c, rse_below(end, f.sof), end | 0x1f8)) return;
    rse_move(c, end, f);
    c->mode = ia64_mode(c);
    c->moved = moved;
}

/* What the register cannot hold is not written. */
static void set_application(struct cpu *c, unsigned n, u64 v)
{
    switch (n) {
    case AR_BSP: set_frame(c, v, c->cfm); break;
    case AR_CCV: c->ccv = v; break;
    case AR_UNAT: c->unat = v; break;
    case AR_FPSR:
        if (ia64_fpsr_exists(v)) c->fpsr = v;
        break;
    case AR_PFS:
        if (ia64_pfs_exists(v)) c->pfs = v;
        break;
    case AR_LC: c->lc = v; break;
    case AR_EC: c->ec = v & 63; break;
    default: break; /* the rest of the register stack, and the kernel's: not by hand */
    }
}

/* A stacked register is written where it belongs in memory: gdb does so for whoever sets r32. By number it writes them too, when a function that it has
 * called is over, but before the frame is where it was; Linux's ptrace() knows no such numbers. */
static void set_general(struct cpu *c, unsigned r, u64 v)
{
    if (r == 0 || r >= FRAME) return;
    c->gr[r] = v;
    ia64_set_nat(c, r, false);
}

static void set(struct thread *t, unsigned r, const u8 *in)
{
    struct cpu *c = t->cpu;
    u64 v = load_le64(in);
    if (r < R_FR) set_general(c, r, v);
    else if (r >= R_FR + 2 && r < R_P) c->fr[ia64_fr_index(c, r - R_FR)] = ia64_fr_fill(v, load_le64(in + 8));
    else if (r >= R_BR && r < R_VFP) c->br[r - R_BR] = v;
    else if (r == R_PR) ia64_set_pr_places(c, v | 1);
    else if (r == R_IP) c->ip = ia64_bundle_of(v);
    else if (r == R_CFM) set_frame(c, application(t, AR_BSP), ia64_cfm_of(v));
    else if (r == R_PSR && ia64_slot_exists(v >> PSR_RI & 3)) c->ri = v >> PSR_RI & 3; /* of the rest it must change nothing */
    else if (r >= R_AR) set_application(c, r - R_AR, v);
}

static u64 pc(const struct thread *t) { return t->cpu->ip | t->cpu->ri; }

/* Slots 1 and 2 of an MLX bundle are one instruction, which we call slot 1 and gdb, sometimes, slot 2. */
static u64 pc_of(const struct thread *t, u64 address)
{
    u64 bundle = ia64_bundle_of(address), slot = address & 15;
    u8 bytes[16];
    if (slot > 2) slot = 0;
    if (slot == 2 && mem_peek(&t->process->mem, bundle, bytes, 16) == 0 &&
        ia64_bundle_at(bytes).template->unit[1] == IA64_UNIT_L)
        slot = 1;
    return bundle | slot;
}

static struct debug_access access_of(const struct thread *t)
{
    const struct cpu *c = t->cpu;
    u8 bytes[16];
    if (mem_peek(&t->process->mem, c->ip, bytes, 16) != 0) return (struct debug_access){0};
    struct ia64_slot s = ia64_slot_at(bytes, pc(t));
    struct ia64_reference a = ia64_reference_of(c, &s);
    if (!a.size) return (struct debug_access){0};
    return (struct debug_access){a.address, a.size, s.insn->flags & (IA64_LOAD | IA64_SEM),
                                 s.insn->flags & (IA64_STORE | IA64_SEM)};
}

/* --- the backing store ------------------------------------------------------------------------------------------------------ */

/* The name of the stacked register that has its place n registers above BSP: rotation is by names. */
static unsigned name_of(const struct cpu *c, unsigned n)
{
    unsigned sor = c->cfm.sor;
    return FRAME + (n < sor ? (n + sor - c->cfm.rrb_gr % sor) % sor : n);
}

/* Visits each register that belongs in memory and is not there, with its address. */
static void each_dirty(struct cpu *c, void (*visit)(void *ctx, u64 address, u64 *value), void *ctx)
{
    struct rse *r = &c->rse;
    if (r->bof < r->dirty) return; /* a return is under way: all below it is in memory */
    for (unsigned i = r->dirty; i < r->bof; i++) visit(ctx, rse_below(r->bsp, r->bof - i), &r->file[i]);
    for (unsigned n = 0; n < c->cfm.sof; n++) visit(ctx, rse_above(r->bsp, n), &c->gr[name_of(c, n)]);
}

struct span {
    u64 address;
    u8 *to;         /* what is read, or NULL */
    const u8 *from; /* what is written */
    size_t n;
};

/* The bytes that a register and the span have in common. */
static void visit(void *ctx, u64 address, u64 *value_at)
{
    const struct span *s = ctx;
    if (address - s->address >= s->n && s->address - address >= 8) return;
    u8 bytes[8];
    store_le64(bytes, *value_at);
    for (unsigned i = 0; i < 8; i++) {
        u64 at = address + i - s->address;
        if (at >= s->n) continue;
        if (s->to) s->to[at] = bytes[i];
        else bytes[i] = s->from[at];
    }
    if (!s->to) *value_at = load_le64(bytes);
}

static int peek(const struct thread *t, u64 address, void *to, size_t n)
{
    if (mem_peek(&t->process->mem, address, to, n) != 0) return -1;
    each_dirty(t->cpu, visit, &(struct span){.address = address, .to = to, .n = n});
    return 0;
}

static int poke(struct thread *t, u64 address, const void *from, size_t n)
{
    if (mem_poke(&t->process->mem, address, from, n) != 0) return -1;
    alat_clear(&t->cpu->alat); /* nothing loaded in advance holds any more */
    each_dirty(t->cpu, visit, &(struct span){.address = address, .from = from, .n = n});
    return 0;
}

/* --- for a person ------------------------------------------------------------------------------------------------------ */

static struct debug_register *named(struct debug_register *r, enum debug_role role, const char *prefix, unsigned i, u64 value)
{
    *r = (struct debug_register){.role = (u8)role};
    snprintf(r->name, sizeof r->name, i == IA64_NO_NUMBER ? "%s" : "%s%u", prefix, i);
    snprintf(r->text, sizeof r->text, "%016" PRIx64, value);
    return r + 1;
}

static struct debug_register *show_general(const struct cpu *c, struct debug_register *r)
{
    for (unsigned i = 0; i < FRAME + (unsigned)c->cfm.sof; i++) {
        enum debug_role role = i < FRAME ? ROLE_GENERAL : i < FRAME + (unsigned)c->cfm.sor ? ROLE_ROTATING : ROLE_STACKED;
        r = named(r, role, "r", i, c->gr[i]);
        r[-1].nat = ia64_get_nat(c, i);
    }
    return r;
}

static struct debug_register *show_predicates(const struct cpu *c, struct debug_register *r)
{
    for (unsigned i = 0; i < 64; i += 16) {
        *r = (struct debug_register){.role = ROLE_PREDICATE};
        snprintf(r->name, sizeof r->name, "p%u-%u", i, i + 15);
        for (unsigned k = 0; k < 16; k++) r->text[k + k / 4] = c->pr[i + k] ? '1' : '.';
        for (unsigned k = 4; k < 19; k += 5) r->text[k] = ' ';
        r++;
    }
    return r;
}

static unsigned show(const struct thread *t, struct debug_register *out)
{
    const struct cpu *c = t->cpu;
    struct debug_register *r = out;
    r = named(r, ROLE_CONTROL, "ip", IA64_NO_NUMBER, ia64_pc(c));
    r = named(r, ROLE_CONTROL, "cfm", IA64_NO_NUMBER, ia64_cfm_bits(c->cfm));
    r = named(r, ROLE_CONTROL, "bsp", IA64_NO_NUMBER, c->rse.bsp);
    r = named(r, ROLE_CONTROL, "pfs", IA64_NO_NUMBER, c->pfs);
    r = named(r, ROLE_CONTROL, "lc", IA64_NO_NUMBER, c->lc);
    r = named(r, ROLE_CONTROL, "ec", IA64_NO_NUMBER, c->ec);
    r = named(r, ROLE_CONTROL, "unat", IA64_NO_NUMBER, c->unat);
    r = named(r, ROLE_CONTROL, "fpsr", IA64_NO_NUMBER, c->fpsr);
    r = show_predicates(c, r);
    r = show_general(c, r);
    for (unsigned i = 0; i < 8; i++) r = named(r, ROLE_BRANCH, "b", i, c->br[i]);
    for (unsigned i = 0; i < FR_COUNT; i++) {
        const struct ia64_fr *f = &c->fr[ia64_fr_index(c, i)];
        *r = (struct debug_register){.role = ROLE_FLOAT, .nat = ia64_fr_is_natval(f)};
        snprintf(r->name, sizeof r->name, "f%u", i);
        snprintf(r->text, sizeof r->text, "%c%05x.%016" PRIx64, f->sign ? '-' : '+', f->exp, f->sig);
        r++;
    }
    return (unsigned)(r - out);
}

const struct debug_view ia64_debug_view = {
    .architecture = "ia64-elf64",
    .registers = REGISTERS,
    .size = size,
    .pc_register = R_IP,
    .get = get,
    .set = set,
    .pc = pc,
    .pc_of = pc_of,
    .access = access_of,
    .peek = peek,
    .poke = poke,
    .stages = ia64_stages,
    .pipeline = &ia64_pipeline,
    .operands = ia64_debug_operands,
    .show = show,
};
