/* Itanium: signal frames, and states of the register stack that programs come to by returns, loadrs, BSPSTORE and RNAT. */
#include <stdlib.h>

#include "isa/ia64/cpu.h"
#include "isa/ia64/insn/decode.h"
#include "isa/ia64/system/abi.h"
#include "isa/ia64/system/debug.h"
#include "tests/attack/frames/frames.h"
#include "tests/unit/ia64_bundles.h"
#include "tests/unit/ia64_state.h"

enum { PAGE = MEM_PAGE, BUNDLES = PAGE / 16, R_SP = 12, PROGRAM_LASTS = 500, STEPS = 24, ROUNDS = 6, INFO = 128 };

#define CODE  0x4000000000000000ull
#define STACK 0x6000000000100000ull /* frames: four pages */
#define STORE 0x6000000000200000ull /* the register stack: four pages, then nothing */
#define DATA  0x6000000000300000ull

/* Instructions that have to do with frames and rotation, and those by which their registers can be seen. No arithmetic:
 * what comes into a register was put there or was in the machine. */
static const char *const menu[] = {
    "alloc",         "flushrs",     "loadrs",    "cover",       "clrrrb",    "clrrrb_pr", "br_ret",    "br_call",
    "br_call_b",     "br_ctop",     "br_cexit",  "br_wtop",     "br_wexit",  "mov_m_ar",  "mov_i_ar",  "mov_m_from_ar",
    "mov_i_from_ar", "getf_sig",    "setf_sig",  "ldf_fill",    "stf_spill", "ld8_fill",  "st8_spill", "ldfp8",
    "mov_to_pr",     "mov_from_pr", "mov_to_br", "mov_from_br", "invala",    "chk_a_nc",
};

static u64 slot(struct guest *g, enum ia64_unit unit)
{
    static const u8 ars[] = {16, 18, 19, 32, 36, 40, 64, 64, 64, 65, 66, 17, 25};
    for (unsigned tries = 0; tries < 5000; tries++) {
        u64 w = bundles_slot(&g->seed, unit);
        const struct ia64_insn *in = ia64_decode(unit, w);
        for (unsigned i = 0; in && i < ARRAY_LEN(menu); i++) {
            if (strcmp(in->name, menu[i]) != 0) continue;
            u64 ar = ars[below(g, sizeof ars)];
            return strstr(in->name, "_ar") ? (w & ~((u64)127 << 20)) | ar << 20 : w;
        }
    }
    return bundles_slot(&g->seed, unit);
}

static void write_program(struct guest *g)
{
    u8 page[PAGE];
    for (unsigned i = 0; i < BUNDLES; i++) {
        if (one_in(g, 3))
            bundles_put(page + 16 * i, 0x11, slot(g, IA64_UNIT_M), slot(g, IA64_UNIT_I), slot(g, IA64_UNIT_B));
        else bundles_put(page + 16 * i, 0x19, slot(g, IA64_UNIT_M), slot(g, IA64_UNIT_M), slot(g, IA64_UNIT_B));
    }
    if (mem_poke(&g->process.mem, CODE, page, PAGE) != 0) abort();
}

/* Between numbers, addresses of all that there is. */
static u64 value(struct guest *g)
{
    switch (below(g, 8)) {
    case 0: return CODE + 16 * below(g, BUNDLES);
    case 1: return STORE + 8 * below(g, 5 * PAGE / 8); /* the last of them where nothing is */
    case 2: return DATA + below(g, PAGE);
    case 3: return STACK + 16 * below(g, 4 * PAGE / 16);
    default: return number(g);
    }
}

/* A frame marker: one that is, one that is with a field beyond its border, or any. */
static u64 frame_marker(struct guest *g)
{
    struct ia64_cfm f = {.sof = (u8)below(g, 97)};
    f.sol = (u8)below(g, f.sof + 1u);
    f.sor = (u8)(8 * below(g, f.sof / 8 + 1u));
    f.rrb_gr = f.sor ? (u8)below(g, f.sor) : 0;
    f.rrb_fr = (u8)below(g, 96);
    f.rrb_pr = (u8)below(g, 48);
    switch (below(g, 12)) {
    case 0: f.sof = (u8)below(g, 128); break;
    case 1: f.sol = (u8)below(g, 128); break;
    case 2: f.sor = (u8)(8 * below(g, 16)); break;
    case 3: f.rrb_gr = (u8)below(g, 128); break;
    case 4: f.rrb_fr = (u8)below(g, 128); break;
    case 5: f.rrb_pr = (u8)below(g, 64); break;
    case 6: return any(g);
    default: break;
    }
    return ia64_cfm_bits(f);
}

static u64 legal_pfs(struct guest *g)
{
    return (frame_marker(g) & (((u64)1 << 38) - 1)) | (u64)below(g, 64) << 52 | (u64)below(g, 4) << 62;
}

void ia64_begin(struct guest *g)
{
    struct mem *m = &g->process.mem;
    struct cpu *c = g->thread.cpu;
    if (mem_map(m, CODE, PAGE, PROT_READ | PROT_WRITE | PROT_EXEC, false, -1, 0, "") != 0 ||
        mem_map(m, STACK, 4 * PAGE, PROT_READ | PROT_WRITE, false, -1, 0, "") != 0 ||
        mem_map(m, STORE, 4 * PAGE, PROT_READ | PROT_WRITE, false, -1, 0, "") != 0 ||
        mem_map(m, DATA, PAGE, PROT_READ | PROT_WRITE, false, -1, 0, "") != 0)
        abort();
    write_program(g);
    c->rse.rsc = 0xc;
    c->rse.bsp = c->rse.bspstore = STORE + PAGE;
    c->fpsr = 0x0009804c0270033full;
    c->ip = CODE;
}

/* --- what holds ----------------------------------------------------------------------------------------------------- */

static const char *leaked(const struct cpu *c)
{
    for (unsigned i = 0; i < FRAME + (unsigned)c->cfm.sof; i++)
        if (is_host_pointer(c->gr[i])) return "a general register holds an address of the host's";
    for (unsigned i = 0; i < FR_COUNT; i++)
        if (is_host_pointer(c->fr[i].sig)) return "a floating-point register holds an address of the host's";
    for (unsigned i = 0; i < 8; i++)
        if (is_host_pointer(c->br[i])) return "a branch register holds an address of the host's";
    for (unsigned i = c->rse.clean; i < c->rse.bof; i++)
        if (is_host_pointer(c->rse.file[i])) return "the register stack holds an address of the host's";
    return is_host_pointer(c->ccv) || is_host_pointer(c->unat) || is_host_pointer(c->rse.rnat)
               ? "an application register does"
               : NULL;
}

static const char *check(const struct guest *g)
{
    const struct cpu *c = g->thread.cpu;
    const char *broken = ia64_state_broken(c);
    return broken ? broken : leaked(c);
}

/* --- attacks -------------------------------------------------------------------------------------------------------- */

/* The register stack where memory is, with some of the registers below the frame to be loaded and some to be stored. */
static void place_stack(struct guest *g)
{
    struct rse *r = &g->thread.cpu->rse;
    unsigned here = below(g, IA64_STACKED - g->thread.cpu->cfm.sof + 1u), dirty = below(g, here + 1);
    r->clean = (u16)(r->bof - here);
    r->dirty = (u16)(r->bof - dirty);
    r->bspstore = STORE + PAGE + 8 * below(g, PAGE / 8);
    r->bsp = rse_above(r->bspstore, dirty);
    r->rsc = 0xc;
}

/* What the kernel does about a fault: a handler is entered, or the program is over and the next one begins. */
static void deliver(struct guest *g)
{
    static const u8 info[INFO];
    struct cpu *c = g->thread.cpu;
    struct signal_delivery d = {.signo = 11,
                                .siginfo = info,
                                .siginfo_size = sizeof info,
                                .handler = CODE,
                                .altstack = {STACK, 0, 2 * PAGE},
                                .sp = one_in(g, 4) ? STACK + 3 * PAGE : 0};
    if (one_in(g, 8)) d.altstack[0] = d.sp = value(g);
    if (!one_in(g, 8)) {
        c->gr[R_SP] = STACK + 4 * PAGE - 16;
        ia64_set_nat(c, R_SP, false);
    }
    if (g->process.isa->abi->signal_enter(&g->thread, &d) == 0) return;
    c->rse.dirty = c->rse.clean = c->rse.bof;
    c->cfm = (struct ia64_cfm){0};
    c->nat[0] = c->nat[1] = 0;
    c->rse.rnat = 0;
    c->rse.rsc = 0xc;
    c->rse.bsp = c->rse.bspstore = STORE + PAGE;
}

static void put(u8 *frame, unsigned offset, u64 v) { store_le64(frame + FRAME_SC + offset, v); }

static void forge(struct guest *g)
{
    struct cpu *c = g->thread.cpu;
    u8 frame[FRAME_SIZE];
    for (unsigned i = 0; i + 8 <= sizeof frame; i += 8) store_le64(frame + i, value(g));
    if (!one_in(g, 3)) /* loads and stores find something */
        for (unsigned r = 0; r < FRAME; r++) put(frame, SC_GR + 8 * r, DATA + 16 * below(g, PAGE / 16));
    if (!one_in(g, 3)) put(frame, SC_NAT, 0);
    put(frame, SC_FLAGS, below(g, 8));
    put(frame, SC_IP, CODE + 16 * below(g, BUNDLES) + below(g, 3 + one_in(g, 16)));
    put(frame, SC_CFM, frame_marker(g));
    put(frame, SC_PFS, one_in(g, 16) ? value(g) : legal_pfs(g));
    put(frame, SC_FPSR, one_in(g, 16) ? value(g) : 0x0009804c0270033full);
    u64 at = STACK + 16 * below(g, 16);
    if (mem_write(&g->process.mem, at, frame, sizeof frame) != 0) abort();
    c->gr[R_SP] = at - 16;
}

static void debug(struct guest *g)
{
    enum { CFM = 333, AR = 334 };
    u8 raw[16];
    unsigned r = below(g, ia64_debug_view.registers);
    if (one_in(g, 3)) r = one_in(g, 2) ? CFM : AR + (unsigned)(one_in(g, 2) ? AR_BSP : AR_PFS);
    store_le64(raw, r == CFM ? frame_marker(g) : value(g));
    store_le64(raw + 8, value(g));
    ia64_debug_view.set(&g->thread, r, raw);
}

const char *ia64_attack(struct guest *g)
{
    struct cpu *c = g->thread.cpu;
    u64 mask, altstack[3];
    bool in_syscall;
    const char *broken = NULL;
    if (one_in(g, PROGRAM_LASTS)) write_program(g);
    if (c->rse.bof < c->rse.dirty) deliver(g); /* a return that cannot load its frame ends in a signal */
    if (one_in(g, 2)) place_stack(g);
    forge(g);
    if (g->process.isa->abi->signal_return(&g->thread, &mask, altstack, &in_syscall) != 0) g->refused++;
    if ((broken = check(g))) return broken;
    if (one_in(g, 4)) debug(g);
    if ((broken = check(g))) return broken;
    if (one_in(g, 2)) c->pfs = legal_pfs(g); /* as mov would have it */
    for (unsigned round = 0; round < ROUNDS; round++) {
        for (unsigned i = 0; i < 8; i++) c->br[i] = CODE + 16 * below(g, BUNDLES);
        if (c->ip - CODE >= PAGE || round) c->ip = CODE + 16 * below(g, BUNDLES);
        g->process.isa->run(&g->thread, g->thread.cycles + STEPS);
        if ((broken = check(g))) return broken;
        if (g->thread.stop.reason != STOP_FAULT) break;
        g->stops++;
        if (c->rse.bof < c->rse.dirty || one_in(g, 4)) deliver(g);
    }
    return check(g);
}
