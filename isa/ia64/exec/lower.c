/* What the operations of isa/ia64/exec/uop.def are in the primitives of host code. Each does what its handler does, where the sources are
 * named; what is rare it leaves to the handler, before anything is done. Blocks in which some register is a NaT have no code, so
 * that NaT bits are all 0 here. */
#include "isa/ia64/exec/lower.h"

#include "emu/host/lower_calls.h"
#include "isa/ia64/exec/engine.h"
#include "isa/ia64/exec/exec_mem.h"
#include "isa/ia64/exec/uops.h"
#include "isa/ia64/system/image.h"

#if HOST_EMITTER

static unsigned pr_of(unsigned p) { return p == PR_SINK ? HOST_NOWHERE : STATE_OF(pr) + p; }
static host_value imm(struct lowering *l) { return host_constant(l->e, (u64)(i64)l->u->imm); }

/* A number that is larger than an operation's own: it stands in the second uop. */
static u64 wide(struct lowering *l) { return l->falls = true, l->u[1].count; }

/* What the function has written that registers mirror. */
static void changed_target(struct lowering *l)
{
    const struct uop_row *row = ia64_uop_row((enum ia64_uop)l->kind);
    if (row->a == IA64_FIELD_DEF || row->a == IA64_FIELD_MOD) host_changed(l->e, GR_OF(l->u->a));
}

/* --- predicates (exec_guard.c) ------------------------------------------------------------------------------------------------ */

static void clear_pr(struct lowering *l, unsigned p)
{
    if (p != PR_SINK) host_put_byte(l->e, pr_of(p), 0);
}

static void predicated_off(struct lowering *l)
{
    if (l->kind == IA64_UOP_guard_unc) clear_pr(l, l->u->b), clear_pr(l, l->u->c);
    host_increment(l->e, HOST_BLOCK, in_block(l, &l->u[1].count));
    host_add_to_state(l->e, STATE_OF(nullified), 1);
    if (is_timed(l)) ia64_lower_off(l);
    host_branch(l->e, (host_label)(l->i + (unsigned)l->u[1].imm));
}

LOWER(guard)
{
    host_branch_byte(l->e, false, STATE_OF(pr) + l->u->a, by_cold_path(l, predicated_off));
    host_expect(l->e, (host_label)(l->i + (unsigned)l->u[1].imm));
    return l->falls = true;
}

/* --- arithmetic and logic (exec_int.c) ------------------------------------------------------------------------------------------ */

/* x = enum host_op. */
LOWER(operate)
{
    set_gr(l, l->u->a, host_operate(l->e, (enum host_op)l->x, true, gr(l, l->u->b), gr(l, l->u->c)));
    return true;
}

/* One more, or one less. */
LOWER(add1)
{
    host_value sum = host_operate(l->e, HOST_ADD, true, gr(l, l->u->b), gr(l, l->u->c));
    set_gr(l, l->u->a, host_operate_constant(l->e, HOST_ADD, true, sum, 1));
    return true;
}

LOWER(sub1)
{
    host_value difference = host_operate(l->e, HOST_SUB, true, gr(l, l->u->b), gr(l, l->u->c));
    set_gr(l, l->u->a, host_operate_constant(l->e, HOST_ADD, true, difference, -1));
    return true;
}

/* x: of a number, not GR b. */
LOWER(andcm)
{
    host_value a = l->x ? imm(l) : gr(l, l->u->b);
    set_gr(l, l->u->a, host_operate(l->e, HOST_AND, true, a, host_not(l->e, true, gr(l, l->u->c))));
    return true;
}

LOWER(operate_imm)
{
    set_gr(l, l->u->a, host_operate_constant(l->e, (enum host_op)l->x, true, gr(l, l->u->c), l->u->imm));
    return true;
}

LOWER(sub_imm) { set_gr(l, l->u->a, host_operate(l->e, HOST_SUB, true, imm(l), gr(l, l->u->c))); return true; }

static host_value shifted(struct lowering *l)
{
    host_value b = gr(l, l->u->b), c = gr(l, l->u->c);
    if (l->u->d < 4) return host_add_scaled(l->e, true, c, b, l->u->d);
    return host_operate(l->e, HOST_ADD, true, host_shift(l->e, HOST_SHL, true, b, l->u->d), c);
}

LOWER(shladd) { set_gr(l, l->u->a, shifted(l)); return true; }

/* 32-bit pointers: what is added to GR c is GR b, that shifted, or the number; x: which. */
LOWER(pointer)
{
    struct host_emission *e = l->e;
    host_value c = gr(l, l->u->c), sum;
    if (l->x == 2) sum = host_operate_constant(e, HOST_ADD, false, c, l->u->imm);
    else if (l->x == 1) sum = host_low(e, shifted(l));
    else sum = host_operate(e, HOST_ADD, false, gr(l, l->u->b), c);
    host_value region = host_operate_constant(e, HOST_AND, false, host_shift(e, HOST_SHR, false, c, 30), 3);
    set_gr(l, l->u->a, host_operate(e, HOST_OR, true, sum, host_shift(e, HOST_SHL, true, region, 61)));
    return true;
}

LOWER(move) { set_gr(l, l->u->a, gr(l, l->u->c)); return true; }
LOWER(set) { set_gr(l, l->u->a, imm(l)); return true; }
LOWER(movl) { set_gr(l, l->u->a, host_constant(l->e, wide(l))); return true; }

/* --- compares and tests ------------------------------------------------------------------------------------------------------------ */

/* Types that write one value to both targets, or nothing: where the condition has branched to within() nothing is done. */
static void write_unless_branched(struct lowering *l, unsigned type)
{
    unsigned a = pr_of(l->u->a), d = pr_of(l->u->d);
    if (a != HOST_NOWHERE) host_put_byte(l->e, a, type != COMPARE_AND);
    if (d != HOST_NOWHERE) host_put_byte(l->e, d, type == COMPARE_OR);
    host_bind(l->e, within(l), true);
}

/* x = the condition, y = enum ia64_compare. */
LOWER(compare)
{
    bool is_wide = !(l->y & COMPARE_4);
    unsigned type = l->y & COMPARE_TYPE;
    enum host_condition holds = (enum host_condition)l->x;
    host_value a = l->y & COMPARE_IMM ? imm(l) : l->y & COMPARE_ZERO ? host_constant(l->e, 0) : gr(l, l->u->b), b = gr(l, l->u->c);
    if (type == COMPARE_NORMAL) {
        host_put_comparison(l->e, holds, is_wide, a, b, pr_of(l->u->a), pr_of(l->u->d));
        return true;
    }
    host_branch_compare(l->e, (enum host_condition)(holds ^ (type != COMPARE_AND)), is_wide, a, b, within(l));
    write_unless_branched(l, type);
    return true;
}

/* A bit of GR c. x: it is wanted; y = enum ia64_compare. */
LOWER(test_bit)
{
    unsigned type = l->y & COMPARE_TYPE, bit = (unsigned)l->u->imm & 63;
    host_value v = gr(l, l->u->c);
    if (type == COMPARE_NORMAL) {
        host_put_bit(l->e, v, bit, pr_of(l->u->d), pr_of(l->u->a)); /* all such tests are for 0 */
        return true;
    }
    host_branch_bit(l->e, l->x ^ (type != COMPARE_AND), v, bit, within(l));
    write_unless_branched(l, type);
    return true;
}

/* --- shifts and fields ------------------------------------------------------------------------------------------------------------- */

/* x = enum host_shift; y: by GR c, not GR b. By more than 63: the handler does it. */
LOWER(shift)
{
    host_value by = gr(l, l->y ? l->u->c : l->u->b), v = gr(l, l->y ? l->u->b : l->u->c);
    host_branch_compare_constant(l->e, HOST_GTU, true, by, 63, by_handler(l));
    set_gr(l, l->u->a, host_shift_by(l->e, (enum host_shift)l->x, true, v, by));
    return true;
}

/* x = enum host_shift; y: GR b by c, not GR c by b. */
LOWER(shift_imm)
{
    const struct uop *u = l->u;
    set_gr(l, u->a, host_shift(l->e, (enum host_shift)l->x, true, gr(l, l->y ? u->b : u->c), l->y ? u->c : u->b));
    return true;
}

/* x = enum host_shift down. */
LOWER(extract)
{
    unsigned left = 64u - l->u->b - l->u->d;
    if (l->x == HOST_SHR && l->u->d < 32) {
        host_value down = host_shift(l->e, HOST_SHR, true, gr(l, l->u->c), l->u->b);
        set_gr(l, l->u->a, host_operate_constant(l->e, HOST_AND, false, host_last_use(l->e, down), (i32)((1u << l->u->d) - 1)));
        return true;
    }
    host_value up = host_shift(l->e, HOST_SHL, true, gr(l, l->u->c), left);
    set_gr(l, l->u->a, host_shift(l->e, (enum host_shift)l->x, true, host_last_use(l->e, up), 64u - l->u->d));
    return true;
}

/* x: GR c keeps the bits outside the field. */
LOWER(deposit)
{
    struct host_emission *e = l->e;
    u64 field = wide(l);
    host_value up = host_shift(e, HOST_SHL, true, gr(l, l->u->b), l->u->d), mask = host_constant(e, field);
    host_value part = host_operate(e, HOST_AND, true, host_last_use(e, up), mask);
    if (l->x) {
        host_value others = host_operate(e, HOST_AND, true, gr(l, l->u->c), host_constant(e, ~field));
        part = host_operate(e, HOST_OR, true, host_last_use(e, part), others);
    }
    set_gr(l, l->u->a, part);
    return true;
}

/* x: ones, not zeros. */
LOWER(deposit_same)
{
    u64 field = wide(l);
    host_value mask = host_constant(l->e, l->x ? field : ~field);
    set_gr(l, l->u->a, host_operate(l->e, l->x ? HOST_OR : HOST_AND, true, gr(l, l->u->c), mask));
    return true;
}

LOWER(shift_pair)
{
    set_gr(l, l->u->a, host_shift_pair(l->e, true, gr(l, l->u->b), gr(l, l->u->c), l->u->d));
    return true;
}

/* x = bytes; y: with its sign. */
LOWER(extend) { set_gr(l, l->u->a, host_extend(l->e, l->y, gr(l, l->u->c), l->x)); return true; }

/* --- moves between register files ---------------------------------------------------------------------------------------------------- */

LOWER(from_br) { set_gr(l, l->u->a, host_get(l->e, BR_OF(l->u->b))); return true; }
LOWER(to_br) { host_put(l->e, BR_OF(l->u->a), gr(l, l->u->b)); return true; }

LOWER(from_pr) { host_call(l->e, ia64_do_from_pr, l->i); changed_target(l); return true; }
LOWER(to_pr) { host_call(l->e, ia64_do_to_pr, l->i); return true; }
LOWER(to_pr_rot) { host_call(l->e, ia64_do_to_pr_rot, l->i); return l->falls = true; }

LOWER(from_ar) { set_gr(l, l->u->a, host_get(l->e, (unsigned)l->u->imm)); return true; }

LOWER(to_ar)
{
    host_put(l->e, (unsigned)l->u->imm, l->u->d ? host_constant(l->e, (u64)(i8)l->u->c) : gr(l, l->u->b));
    return true;
}

LOWER(to_pfs)
{
    host_value v = l->u->d ? host_constant(l->e, (u64)(i8)l->u->c) : gr(l, l->u->b);
    host_branch_mask(l->e, true, v, IA64_PFS_NONE, by_handler(l));
    host_put_part(l->e, STATE_OF(pfs), 8, v);
    return true;
}

/* --- loads and stores (exec_mem.c): x = bytes, y = enum ia64_update ---------------------------------------------------------------------- */

host_value ia64_lower_place(struct lowering *l, host_value ea)
{
    host_branch_mask(l->e, true, ea, IA64_BEYOND | (l->x - 1u), by_handler(l));
    return host_fold(l->e, ea, IA64_WINDOW_BITS, 3);
}

host_value ia64_lower_sum(struct lowering *l, host_value ea)
{
    if (l->y == UPDATE_BY_R) return host_operate(l->e, HOST_ADD, true, ea, gr(l, l->u->b));
    return l->y == UPDATE_BY_I ? host_operate_constant(l->e, HOST_ADD, true, ea, l->u->imm) : ea;
}

void ia64_lower_looked_up(struct lowering *l, host_value ea)
{
    if (!ia64_looks_up(l->b, l->i)) return;
    host_put_part(l->e, STATE_OF(saved), 8, ea);
    l->o->back[l->i + 2] = true; /* where what is unaligned, or may have been read by an advanced load, mostly goes on */
}

LOWER(load)
{
    host_value ea = gr(l, l->u->c), next = ia64_lower_sum(l, ea), at = ia64_lower_place(l, ea), v = host_load(l->e, l->i, at, l->x);
    set_gr(l, l->u->a, v);
    if (l->y != UPDATE_NONE) set_gr(l, l->u->c, next);
    return ia64_lower_looked_up(l, ea), true;
}

static host_label taken(const struct lowering *l) { return (host_label)(l->i + (unsigned)l->u->imm); }

/* A function has made or taken away entries of the ALAT. */
static void changed_alat(struct lowering *l) { host_changed(l->e, STATE_OF(alat.granules)); }

LOWER(advanced)
{
    host_value ea = gr(l, l->u->c), next = ia64_lower_sum(l, ea), at = ia64_lower_place(l, ea), v = host_load(l->e, l->i, at, l->x);
    host_put_part(l->e, STATE_OF(saved), 8, ea);
    set_gr(l, l->u->a, v);
    if (l->y != UPDATE_NONE) set_gr(l, l->u->c, next);
    host_call(l->e, ia64_do_advance, l->i);
    changed_alat(l);
    return true;
}

/* What looks up an entry says so in cpu.hit. x: of a floating-point register. */
LOWER(check_load)
{
    host_call(l->e, l->x ? ia64_do_ldf_hit : ia64_do_ld_hit, l->i);
    changed_alat(l);
    if (l->u->d & (ACCESS_BY_I | ACCESS_BY_R)) host_changed(l->e, GR_OF(l->u->c));
    host_branch_byte(l->e, true, STATE_OF(hit), (host_label)(l->i + (l->u->d & ACCESS_SIZE)));
    return true;
}

/* x: the entry goes; y: of a floating-point register. */
LOWER(check)
{
    static host_function *const check[2][2] = {{ia64_do_chk_a_nc, ia64_do_chk_a_nc_f}, {ia64_do_chk_a_clr, ia64_do_chk_a_clr_f}};
    host_call(l->e, check[l->x][l->y], l->i);
    changed_alat(l);
    host_branch_byte(l->e, false, STATE_OF(hit), taken(l));
    return true;
}

void ia64_lower_unless_advanced(struct lowering *l, host_value ea)
{
    host_value granules = host_get_part(l->e, STATE_OF(alat.granules), 8), granule = host_shift(l->e, HOST_SHR, true, ea, 4);
    host_branch_bit_by(l->e, true, granules, granule, by_handler(l));
}

LOWER(store)
{
    host_value ea = gr(l, l->u->c), v = gr(l, l->u->b), next = ia64_lower_sum(l, ea), at = ia64_lower_place(l, ea);
    ia64_lower_unless_advanced(l, ea);
    host_store(l->e, l->i, at, l->x, v);
    if (l->y != UPDATE_NONE) set_gr(l, l->u->c, next);
    return ia64_lower_looked_up(l, ea), true;
}

/* A hint; what it does to the base. */
LOWER(prefetch) { set_gr(l, l->u->c, ia64_lower_sum(l, gr(l, l->u->c))); return true; }

/* --- branches (exec_branch.c) ------------------------------------------------------------------------------------------------------------ */

LOWER(br_if) { host_branch_byte(l->e, true, STATE_OF(pr) + l->u->a, taken(l)); return true; }

LOWER(br_cloop)
{
    host_value lc = host_get_part(l->e, STATE_OF(lc), 8);
    host_branch_compare_constant(l->e, HOST_EQ, true, lc, 0, (host_label)(l->i + 1));
    host_put_part(l->e, STATE_OF(lc), 8, host_operate_constant(l->e, HOST_ADD, true, lc, -1));
    host_branch(l->e, taken(l));
    l->falls = false;
    return true;
}

LOWER(target)
{
    host_put(l->e, STATE_OF(target), host_operate_constant(l->e, HOST_AND, true, host_get(l->e, BR_OF(l->u->b)), ~15));
    return true;
}

/* --- the register stack (rse.c, exec_sys.c) ---------------------------------------------------------------------------------------------- */

static host_value bof(struct lowering *l) { return host_get_part(l->e, STATE_OF(rse.bof), 2); }

/* b = sof, c = sol, d = sor / 8; imm = the mode of the frame. Where registers must be spilled, or clean ones given up, the handler does it. */
LOWER(alloc)
{
    struct host_emission *e = l->e;
    const struct uop *u = l->u;
    host_value low = host_operate_constant(e, HOST_ADD, false, bof(l), u->b - IA64_STACKED);
    host_branch_compare(e, HOST_GT, false, low, host_get_part(e, STATE_OF(rse.dirty), 2), by_handler(l));
    host_branch_compare(e, HOST_GT, false, low, host_get_part(e, STATE_OF(rse.clean), 2), by_handler(l));
    host_next(e);
    host_value rotation = host_operate_constant(e, HOST_AND, true, host_get_part(e, STATE_OF(cfm), 8), ~0xffffff);
    host_put_part(e, STATE_OF(cfm), 8, host_operate_constant(e, HOST_OR, true, rotation, u->b | u->c << 8 | u->d << 19));
    host_value rest = host_operate_constant(e, HOST_AND, false, host_get_part(e, STATE_OF(mode), 4), ~(MODE_SOF | MODE_SOL | MODE_SOR));
    host_put_part(e, STATE_OF(mode), 4, host_operate_constant(e, HOST_OR, false, rest, u->imm));
    host_next(e);
    set_gr(l, u->a, host_get_part(e, STATE_OF(pfs), 8));
    return true;
}

/* The frame that is left, of which nothing rotates, goes to PFS. */
static void save_frame(struct host_emission *e, unsigned sof, unsigned sol)
{
    struct ia64_cfm f = {.sof = (u8)sof, .sol = (u8)sol};
    host_value psr = host_get_part(e, STATE_OF(psr), 8), ec = host_get_part(e, STATE_OF(ec), 1);
    host_value cpl = host_shift(e, HOST_SHL, true, host_shift(e, HOST_SHR, true, psr, PSR_CPL), 62);
    host_value frame = host_operate(e, HOST_OR, true, host_constant(e, ia64_cfm_bits(f)), host_shift(e, HOST_SHL, true, ec, 52));
    host_put_part(e, STATE_OF(pfs), 8, host_operate(e, HOST_OR, true, frame, cpl));
    host_next(e);
}

/* rse_above() for 1 to 62 registers: one place of NaT bits may lie between. */
static void raise_bsp(struct host_emission *e, unsigned n)
{
    host_value bsp = host_get_part(e, STATE_OF(rse.bsp), 8);
    host_value at = host_operate_constant(e, HOST_AND, false, host_shift(e, HOST_SHR, false, bsp, 3), 63);
    host_value between = host_shift(e, HOST_SHR, false, host_operate_constant(e, HOST_ADD, false, at, (i32)n + 1), 6);
    host_value raised = host_add_scaled(e, true, bsp, between, 3);
    host_put_part(e, STATE_OF(rse.bsp), 8, host_operate_constant(e, HOST_ADD, true, raised, 8 * (i32)n));
    host_next(e);
}

/* The locals go below the new frame, and have no NaT bits. */
static void cover(struct host_emission *e, host_value bof, unsigned sol)
{
    host_value to = host_address_in_state(e, bof, 3, STATE_OF(rse.file)), v;
    for (unsigned i = 0; i < sol; i++) {
        v = host_get(e, GR_OF(FRAME + i));
        host_write(e, to, 8 * (i32)i, 8, v);
        host_drop(e, v);
    }
    host_drop(e, to);
    host_value nats = host_address_in_state(e, bof, 0, STATE_OF(rse.file_nat)), zero = host_constant(e, 0);
    for (unsigned i = 0; i < sol; i += 8) host_write(e, nats, (i32)i, 8, zero); /* above is nothing in use */
    host_drop(e, nats), host_drop(e, zero);
    host_put_part(e, STATE_OF(rse.bof), 2, host_operate_constant(e, HOST_ADD, false, bof, (i32)sol));
    host_next(e);
}

/* What calls of a frame of that shape have in common, but for the link and the mode: a stub, for it takes 400 bytes. Nothing is found where the
 * frame rotates, or is rotated, or the file is full. */
enum { SHAPE_SOL = 7 };
static void change_frame(struct host_emission *e, const struct host_stub *p)
{
    unsigned sof = p->kind & 127, sol = p->kind >> SHAPE_SOL;
    host_return_if_bits(e, host_get_part(e, STATE_OF(cfm), 8), ~(u64)0xffff);
    host_next(e);
    host_value bof = host_get_part(e, STATE_OF(rse.bof), 2);
    host_return_if_greater(e, bof, RSE_HIGH - (i32)sol);
    if (sol) cover(e, bof, sol), raise_bsp(e, sol);
    host_next(e);
    save_frame(e, sof, sol);
    for (unsigned i = 0; sol && i < sof - sol; i++) {
        host_put(e, GR_OF(FRAME + i), host_get(e, GR_OF(FRAME + sol + i)));
        host_next(e);
    }
    host_put_constant(e, STATE_OF(cfm), (i32)(sof - sol));
    host_find(e);
}

/* a = link register, b = sof, c = sol; the next uop: return address, mode at the target. */
LOWER(call)
{
    enum { MOST = 62, BYTES = 320, BYTES_TO_COVER = 16, BYTES_TO_MOVE = 14 };
    struct host_emission *e = l->e;
    unsigned sof = l->u->b, sol = l->u->c;
    struct host_stub p = {.make = change_frame, .kind = (u16)(sof | sol << SHAPE_SOL), .changes = true,
                           .bytes = (u16)(BYTES + BYTES_TO_COVER * sol + BYTES_TO_MOVE * (sof - sol))};
    if (sol > MOST || !host_has_stub(e, &p)) {
        host_call(e, ia64_do_call, l->i);
        host_forget(e);
        return l->falls = true;
    }
    host_branch_unless_found(e, &p, by_handler(l));
    host_put(e, BR_OF(l->u->a), host_constant(e, wide(l)));
    host_put_part(e, STATE_OF(mode), 4, host_constant(e, (u32)l->u[1].imm));
    return true;
}

/* It moves registers. */
LOWER(ret)
{
    host_call(l->e, ia64_do_ret, l->i);
    host_forget(l->e);
    return true;
}

/* --- the shadow stack (exec_branch.c) ---------------------------------------------------------------------------------------------------- */

static host_value target_of(struct lowering *l) { return host_get(l->e, STATE_OF(target)); }
static host_value level_of(struct lowering *l) { return host_get_part(l->e, STATE_OF(rse.bsp), 8); }

/* What the operation tells; pc: of an indirect branch, back: of a call. */
static struct lower_branch branch_of(const struct lowering *l, unsigned uops, u64 pc, u64 back, host_function *told)
{
    const struct uop *u = l->u;
    return (struct lower_branch){.pc = pc, .back = back, .uops = uops, .told = told, .cycles = u->a, .instructions = -(i32)u->b,
                                 .target = target_of, .level = level_of};
}

/* The link that the call before it has just written. */
static u64 awaited(const struct lowering *l) { return l->u[-1].count; }

/* Under a timing model it is told later, when it is known when the branch is over. */
static bool later(struct lowering *l)
{
    if (!is_timed(l)) return false;
    host_put_part(l->e, STATE_OF(shadow), 8, host_address(l->e, HOST_BLOCK, (i32)(l->i * sizeof *l->u)));
    return l->falls = true;
}

LOWER(shadow_call)
{
    struct lower_branch b = branch_of(l, 2, 0, awaited(l), ia64_do_shadow_call);
    return later(l) || lower_push(l, &b, l->u[1].arc);
}

LOWER(shadow_call_indirect)
{
    struct lower_branch b = branch_of(l, 3, l->u[2].count, awaited(l), ia64_do_shadow_call_indirect);
    return later(l) || lower_push_indirect(l, &b);
}

LOWER(shadow_return)
{
    struct lower_branch b = branch_of(l, 2, l->u[1].count, 0, ia64_do_shadow_return);
    return later(l) || lower_return(l, &b);
}

static host_value known_target(struct lowering *l) { return host_constant(l->e, l->u[1].arc->to); }

LOWER(shadow_jump)
{
    struct lower_branch b = branch_of(l, 2, l->u[1].arc->from, 0, ia64_do_shadow_jump);
    b.target = known_target;
    return later(l) || lower_tail(l, &b);
}

LOWER(shadow_jump_indirect)
{
    struct lower_branch b = branch_of(l, 2, l->u[1].count, 0, ia64_do_shadow_jump_indirect);
    return later(l) || lower_jump(l, &b);
}

/* --- exits ------------------------------------------------------------------------------------------------------------------------------- */

/* Where the exit leads, which may not be known yet. */
static host_value follower(struct lowering *l)
{
    const struct exit *x = exit_of(l);
    return block_is_none(x->next) ? host_read(l->e, HOST_BLOCK, in_block(l, &x->next), 8) : HOST_BLOCK;
}

static i32 most_cost(const struct lowering *l, host_value n)
{
    return n == HOST_BLOCK ? in_block(l, &exit_of(l)->next->max_cost) : MOST_COST;
}

static void go_on(struct lowering *l, host_value n)
{
    if (n == HOST_BLOCK) go_into(l, exit_of(l)->next, HOST_NOWHERE);
    else host_go(l->e, n, FIRST_UOP, NULL, HOST_NOWHERE);
}

/* Under a timing model, the path is not the usual one: a function passes the exit, and code goes on. The handler, whose one jump leads from
 * all such exits to all that follow them, is not asked: of minigzip's indirect jumps 0.23 as many are such as callgrind says are predicted wrong. */
static void pass_apart(struct lowering *l, host_slow_path *function, host_value successor(struct lowering *l))
{
    host_call_slow_path(l->e, function, l->i, 0);
    host_forget(l->e);
    host_go(l->e, successor(l), FIRST_UOP, NULL, HOST_NOWHERE);
}

/* By now: the block that was known when this was made may be gone. */
static host_value successor_now(struct lowering *l) { return host_read(l->e, HOST_BLOCK, in_block(l, &exit_of(l)->next), 8); }

static void exit_apart(struct lowering *l) { pass_apart(l, ia64_slow_exit, successor_now); }

LOWER(exit)
{
    const struct exit *x = exit_of(l);
    if (!is_timed(l)) return lower_exit(l, x, l->u->a, l->u->b);
    host_value n = follower(l);
    ia64_lower_timed_pass(l, x, n, most_cost(l, n), by_cold_path(l, exit_apart));
    go_on(l, n);
    return true;
}

/* Of the block at c->target, if there is one. */
static host_value indirect_successor_now(struct lowering *l)
{
    struct host_emission *e = l->e;
    host_value hash = host_shift(e, HOST_SHR, true, host_get(e, STATE_OF(target)), 4);
    hash = host_operate_constant(e, HOST_AND, false, host_last_use(e, hash), JUMPS - 1);
    return host_read_indexed(e, host_get_part(e, STATE_OF(code), 8), hash, (i32)offsetof(struct code, jump), 8);
}

/* The block at c->target, if it can be entered as things are, but for its cost. */
static host_value indirect_successor(struct lowering *l)
{
    struct host_emission *e = l->e;
    host_value n = indirect_successor_now(l), pc = host_get(e, STATE_OF(target));
    host_branch_compare(e, HOST_NE, true, host_read(e, n, (i32)offsetof(struct block, pc), 8), pc, by_handler(l));
    host_next(e);
    host_keep(e, n);
    host_value mode = host_get_part(e, STATE_OF(mode), 4);
    host_branch_compare(e, HOST_NE, false, host_read(e, n, (i32)offsetof(struct block, mode), 4), mode, by_handler(l));
    host_value bof = host_get_part(e, STATE_OF(rse.bof), 2), dirty = host_get_part(e, STATE_OF(rse.dirty), 2);
    host_branch_compare(e, HOST_LTU, false, bof, dirty, by_handler(l));
    host_next(e);
    host_keep(e, n);
    return n;
}

static void exit_indirect_apart(struct lowering *l) { pass_apart(l, ia64_slow_exit_indirect, indirect_successor_now); }
static void exit_call_apart(struct lowering *l) { pass_apart(l, ia64_slow_exit_call, indirect_successor_now); }

static bool go_to(struct lowering *l, host_value n, void (*apart)(struct lowering *l))
{
    if (is_timed(l)) ia64_lower_timed_pass(l, exit_of(l), n, MOST_COST, by_cold_path(l, apart));
    else pass_exit(l, exit_of(l), l->u->b, fitting_budget(l, l->u->a, n, MOST_COST));
    host_go(l->e, n, FIRST_UOP, NULL, HOST_NOWHERE);
    return true;
}

LOWER(exit_indirect) { return go_to(l, indirect_successor(l), exit_indirect_apart); }

/* A call to the target that the exit stands for. */
LOWER(exit_call)
{
    struct host_emission *e = l->e;
    const struct exit *x = exit_of(l);
    host_value n = indirect_successor(l);
    unless_known(l, x);
    host_value pc = host_get(e, STATE_OF(target));
    host_branch_compare(e, HOST_NE, true, host_read(e, HOST_BLOCK, in_block(l, &x->target), 8), pc, by_handler(l));
    host_next(e);
    host_keep(e, n);
    return go_to(l, n, exit_call_apart);
}

/* --- the table --------------------------------------------------------------------------------------------------------------------------- */

const struct host_row ia64_host_row[IA64_UOP_COUNT] = {
#define OP(...)
#define HALF(name)
#define HOST(name, lower, x, y) [IA64_UOP_##name] = {ia64_lower_##lower, (x), (y)},
#include "isa/ia64/exec/uop.def"
#undef OP
#undef HALF
};

#endif
