/* From the row and fields of a word to uops, by the FROM rows of isa/parisc/exec/uop.def. What follows a branch is translate.c's. */
#include "isa/parisc/exec/emit.h"

#include "isa/parisc/exec/exec.h"
#include "isa/parisc/insn/access.h"
#include "isa/parisc/insn/fields.h"

bool pa_tells(const struct translation *t) { return t->cpu->data && !t->schedule && !(t->mode & MODE_STEP); }

unsigned pa_emit(struct translation *t, enum pa_uop kind, unsigned a, unsigned b, unsigned c, unsigned d, i32 imm)
{
    unsigned i = t->draft->uops++;
    const struct uop_row *row = pa_uop_row(kind);
    enum pa_form form = pa_uop_form(row, a, b, c, t->last);
    t->draft->uop[i] = (struct uop){.fn = row->fn[form], .a = (u8)a, .b = (u8)b, .c = (u8)c, .d = (u8)d, .imm = imm};
    t->draft->info[i] = t->at;
    t->draft->info[i].kind = (u16)kind;
    t->is_exit[i] = false;
    t->last = pa_uop_last(row, &t->draft->uop[i], t->last);
    if (!t->schedule) {
        if (pa_tells(t) && t->cpu->code->timed && row->fn[form | PA_FORM_TIMED] && row->flags & (PA_UOP_READS | PA_UOP_WRITES))
            t->draft->uop[i].fn = row->fn[form | PA_FORM_TIMED];
        return i;
    }
    t->draft->info[i].cost = (u16)pa_schedule_cost(t->schedule);
    const struct pa_pipe *pipe = &t->schedule->path.pipe;
    bool access = pipe->admitted && pipe->now.in.size; /* nothing is admitted when it is tried out */
    if (!row->fn[form | PA_FORM_TIMED] || !(row->flags & PA_UOP_ENDS || access)) return i;
    t->draft->uop[i].fn = row->fn[form | PA_FORM_TIMED];
    if (row->bytes) pa_schedule_access(t);
    return i;
}

static enum emitted plain(struct translation *t, enum pa_uop kind, unsigned a, unsigned b, unsigned c, unsigned d, i32 imm)
{
    pa_emit(t, kind, a, b, c, d, imm);
    return EMIT_PLAIN;
}

/* A nullifying operation and the uop that counts for it. */
static enum emitted nullifying(struct translation *t, enum pa_uop kind, unsigned a, unsigned b, unsigned c, unsigned d, i32 imm)
{
    pa_emit(t, kind, a, b, c, d, imm);
    pa_emit(t, PA_UOP_counter, 0, 0, 0, 0, 0);
    return EMIT_NULLIFIES;
}

/* Condition and width of the three-register forms, as u->d of the full handlers. */
static unsigned condition(u32 w) { return pa_cond(w) << 1 | pa_cond_f(w) | pa_d26(w) << 4; }

/* A row FROM: kind and full are enum pa_uop. */
struct recipe {
    enum emitted (*emit)(struct translation *t, const struct pa_insn *in, u32 w, const struct recipe *r);
    u16 kind, full;
    u8 how;
};
#define RECIPE(name) static enum emitted name(struct translation *t, UNUSED const struct pa_insn *in, u32 w, const struct recipe *r)
#define KIND ((enum pa_uop)r->kind)
#define FULL ((enum pa_uop)r->full)

/* --- arithmetic and logic --------------------------------------------------------------------------------------------- */

/* With the condition "never" the short handler, if there is one, else the full one. */
RECIPE(arithmetic)
{
    unsigned d = condition(w), a = pa_target(pa_t(w));
    if (KIND && !(d & 15)) return plain(t, KIND, a, pa_b(w), pa_r(w), d, 0);
    return nullifying(t, FULL, a, pa_b(w), pa_r(w), d, r->how);
}

RECIPE(logic)
{
    unsigned d = condition(w), a = pa_target(pa_t(w)), b = pa_b(w), c = pa_r(w);
    if (d & 15) return nullifying(t, FULL, a, b, c, d, 0);
    if (KIND == PA_UOP_or && (b == 0 || c == 0)) {
        if (a == GR_SINK) return plain(t, PA_UOP_nop, 0, 0, 0, 0, 0);
        return plain(t, PA_UOP_copy, a, b | c, 0, 0, 0);
    }
    return plain(t, KIND, a, b, c, d, 0);
}

RECIPE(divide_step)
{
    unsigned d = pa_cond(w) << 1 | pa_cond_f(w), a = pa_target(pa_t(w));
    if (d) return nullifying(t, FULL, a, pa_b(w), pa_r(w), d, 0);
    return plain(t, KIND, a, pa_b(w), pa_r(w), 0, 0);
}

RECIPE(compare_clear)
{
    unsigned d = condition(w), a = pa_target(pa_t(w));
    if (d == 0) return plain(t, PA_UOP_ldi, a, 0, 0, 0, 0);
    return nullifying(t, pa_by_condition(KIND, d, FULL), a, pa_b(w), pa_r(w), d, 0);
}

RECIPE(compare_clear_immediate)
{
    unsigned d = pa_cond(w) << 1 | pa_cond_f(w) | pa_d20(w) << 4, a = pa_target(pa_r(w));
    if (d == 0) return plain(t, PA_UOP_ldi, a, 0, 0, 0, 0);
    return nullifying(t, pa_by_condition(KIND, d, FULL), a, pa_b(w), 0, d, pa_im11(w));
}

RECIPE(immediate)
{
    unsigned d = pa_cond(w) << 1 | pa_cond_f(w), a = pa_target(pa_r(w));
    if (KIND && !d) return plain(t, KIND, a, pa_b(w), 0, 0, pa_im11(w));
    return nullifying(t, FULL, a, pa_b(w), r->how, d, pa_im11(w));
}

RECIPE(load_left) { return plain(t, KIND, pa_target(pa_b(w)), 0, 0, 0, (i32)pa_im21(w)); }
RECIPE(add_left) { return plain(t, KIND, 0, pa_b(w), 0, 0, (i32)pa_im21(w)); }

RECIPE(load_offset)
{
    struct pa_address at = pa_address_of(in, w);
    unsigned a = pa_target(pa_r(w));
    if (at.base == 0) return plain(t, PA_UOP_ldi, a, 0, 0, 0, at.disp);
    if (at.disp == 0) return plain(t, PA_UOP_copy, a, at.base, 0, 0, 0);
    return plain(t, KIND, a, at.base, 0, 0, at.disp);
}

/* --- shifts, extracts, deposits ----------------------------------------------------------------------------------------- */

/* Length and, as a right shift, position; that is in SAR, or in the field `pos5` or `pos6` gives. */
static unsigned length(u32 w, unsigned how)
{
    if (!(how & SED_DW)) return pa_len5(w);
    return how & SED_SAR ? pa_len6_23(w) : pa_len6_19(w);
}
static unsigned right_shift(unsigned how, unsigned pos5, unsigned pos6)
{
    if (how & SED_SAR) return 0;
    return how & SED_DW ? 63 - pos6 : 31 - pos5;
}

RECIPE(extract)
{
    unsigned a = pa_target(pa_r(w)), b = pa_b(w), cond = pa_cond(w), len = length(w, r->how);
    unsigned shift = right_shift(r->how, pa_pos5(w), pa_pos6(w));
    if (r->how & ~(unsigned)SED_SIGN || cond || shift + len > 32)
        return nullifying(t, FULL, a, b, shift, cond | r->how, (i32)len);
    if (shift + len == 32) return plain(t, r->how ? PA_UOP_sar : PA_UOP_shr, a, b, shift, 0, 0);
    return plain(t, KIND, a, b, shift, 0, (i32)len);
}

RECIPE(deposit)
{
    unsigned a = pa_target(pa_b(w)), cond = pa_cond(w), len = length(w, r->how);
    unsigned shift = right_shift(r->how, pa_cpos5(w), pa_cpos6(w));
    unsigned from = r->how & SED_IMMEDIATE ? (unsigned)pa_im5_11(w) : pa_r(w);
    if (r->how & ~SED_KEEP || cond) return nullifying(t, FULL, a, from, shift, cond | r->how, (i32)len);
    if (!r->how && shift + len >= 32) return plain(t, PA_UOP_shl, a, from, shift, 0, 0);
    return plain(t, KIND, a, from, shift, 0, (i32)len);
}

RECIPE(shift_pair)
{
    unsigned a = pa_target(pa_t(w)), b = pa_b(w), c = pa_r(w), cond = pa_cond(w);
    unsigned amount = r->how & SED_SAR ? 0 : r->how & SED_DW ? pa_cpos6(w) : pa_cpos5(w);
    if (r->how || cond) return nullifying(t, FULL, a, b, c, cond | r->how, (i32)amount);
    if (c == 0) return plain(t, PA_UOP_shr, a, b, amount, 0, 0);
    return plain(t, KIND, a, b, c, 0, (i32)amount);
}

/* --- halfword parallel ------------------------------------------------------------------------------------------------------ */

/* `how` is the number of bits to shift by, or d. */
RECIPE(parallel)
{
    bool bits = pa_uop_row(KIND)->imm == PA_FIELD_BITS;
    return plain(t, KIND, pa_target(pa_t(w)), pa_b(w), pa_r(w), bits ? 0 : r->how, bits ? r->how : 0);
}

RECIPE(shift_halves)
{
    return plain(t, KIND, pa_target(pa_t(w)), KIND == PA_UOP_hshl ? pa_r(w) : pa_b(w), 0, 0, (i32)pa_hshift(w));
}

RECIPE(permute)
{
    return plain(t, KIND, pa_target(pa_t(w)), pa_r(w), 0, 0, (i32)(pa_bits(w, 17, 18) << 6 | pa_bits(w, 20, 25)));
}

/* --- memory ---------------------------------------------------------------------------------------------------------------- */

/* An explicit space register, or any when SR 4-7 differ, is checked first. */
static void space(struct translation *t, u32 w, struct pa_address at)
{
    unsigned s = pa_sp2(w);
    at = pa_accessed(at);
    if (s || t->mode & MODE_ODD_SPACE) pa_emit(t, PA_UOP_space_check, at.shift, at.base, at.index, s, at.disp);
}

/* The address of a load or store; GR 0 takes no new value. */
static struct pa_address address(const struct pa_insn *in, u32 w)
{
    struct pa_address at = pa_address_of(in, w);
    if (at.base) return at;
    at = pa_accessed(at);
    at.modify = false;
    return at;
}

/* The access of register a, by the operation for the way its address is formed. */
static enum emitted access_of(struct translation *t, const struct pa_insn *in, u32 w, enum pa_uop kind, unsigned a)
{
    struct pa_address at = address(in, w);
    bool indexed = in->addressing == PA_EA_INDEX && (at.modify || !pa_m(w));
    enum pa_access_mode mode = indexed ? (at.modify ? ACCESS_XM : ACCESS_X) : at.modify ? (at.before ? ACCESS_MB : ACCESS_MA) : ACCESS_D;
    space(t, w, at);
    return plain(t, kind + mode, a, at.base, at.index, at.shift, at.disp);
}

/* The register of a short or indexed access is t, but that of a store to memory from a general register; else r. */
static bool names_t(const struct pa_insn *in) { return in->addressing < PA_EA_SHORT_STORE; }

/* Those that tell the ways of addressing apart at run time, by d: semaphores, and absolute accesses, which are privileged. */
RECIPE(access_by_d)
{
    if (in->flags & PA_PRIV && !(t->mode & MODE_STEP)) return EMIT_STEP;
    struct pa_address raw = pa_address_of(in, w), at = address(in, w);
    bool indexed = in->addressing == PA_EA_INDEX;
    unsigned a = in->flags & PA_LOAD ? pa_target(pa_t(w)) : pa_r(w);
    unsigned d = indexed ? 16u | raw.shift : raw.before ? 64 : 0;
    if (!(in->flags & PA_PRIV)) space(t, w, raw);
    if (raw.modify && !at.modify) return plain(t, KIND, a, 0, 0, 0, at.disp);
    return plain(t, KIND, a, at.base, at.index, d | (at.modify ? 32u : 0), at.disp);
}

RECIPE(store_unit)
{
    struct pa_address at = address(in, w);
    space(t, w, at);
    return plain(t, KIND, pa_r(w), at.base, in->bytes - 1u, pa_a(w) | (unsigned)at.modify << 1, at.disp);
}

/* --- floating-point loads and stores -------------------------------------------------------------------------------------------- */

/* Around an access to FP register `reg` (of doubles; halves have it doubled): status kept on the host, pending traps. */
static bool fp_before(struct translation *t, bool status, bool store, bool exempt)
{
    bool step = t->mode & MODE_STEP;
    if (t->mode & MODE_NO_FP) return true;
    if (status && !step && (!store || t->mode & MODE_FP_SLOW)) return false; /* FP_SLOW may change with it */
    if ((t->mode & MODE_FP_SLOW) && !exempt) pa_emit(t, PA_UOP_fp_pending, 0, 0, 0, 0, 0);
    if (status) pa_emit(t, PA_UOP_fp_gather, 0, 0, 0, 0, 0);
    return true;
}

/* The register, as a half (of doubles: the left one). */
static unsigned fp_half(const struct pa_insn *in, u32 w)
{
    if (in->bytes == 8) return 2 * (names_t(in) ? pa_ft_dbl(w) : pa_fr11_dbl(w));
    return names_t(in) ? pa_ft_sgl(w) : pa_fr11_sgl(w);
}

static enum emitted fp_access(struct translation *t, const struct pa_insn *in, u32 w, enum pa_uop kind)
{
    unsigned half = fp_half(in, w);
    bool store = in->flags & PA_STORE, is_double = in->bytes == 8, status = half < 2; /* FR 0: status and exception register 1 */
    if (t->mode & MODE_NO_FP) {
        pa_emit(t, PA_UOP_assist_emulation, 0, 0, 0, 0, 0);
        return EMIT_ENDS;
    }
    if (!fp_before(t, status, store, status && store && is_double)) return EMIT_STEP;
    access_of(t, in, w, kind, is_double ? half / 2 : half ^ 1);
    if (status && !store) pa_emit(t, PA_UOP_fp_status, 0, 0, 0, 0, 0);
    /* In a block T is clear, and nothing stands between an access that may wait and what the shadow stack is told of its branch. */
    if (status && store && is_double && t->mode & MODE_STEP) pa_emit(t, PA_UOP_fp_stored, 0, 0, 0, 0, 0);
    return EMIT_PLAIN;
}

RECIPE(access)
{
    if (in->flags & PA_FPU) return fp_access(t, in, w, KIND);
    if (in->flags & PA_STORE) return access_of(t, in, w, KIND, pa_r(w));
    return access_of(t, in, w, KIND, pa_target(names_t(in) ? pa_t(w) : pa_r(w)));
}

/* --- floating-point operations ------------------------------------------------------------------------------------------------------ */

static unsigned host_half(unsigned half) { return half ^ 1; }

/* The sources as the fast handlers name them: FR 0 reads as 0, in both halves. */
static unsigned source1_dbl(u32 w) { return pa_bits(w, 6, 10) ? pa_fr1_dbl(w) : FR_ZERO; }
static unsigned source2_dbl(u32 w) { return pa_bits(w, 11, 15) ? pa_fr2_dbl(w) : FR_ZERO; }
static unsigned source1_sgl(u32 w) { return pa_bits(w, 6, 10) ? host_half(pa_fr1_sgl(w)) : 2 * FR_ZERO; }
static unsigned source2_sgl(u32 w) { return pa_bits(w, 11, 15) ? host_half(pa_fr2_sgl(w)) : 2 * FR_ZERO; }

/* True when an operand is FR 0: as a target, status, which the fast handlers do not know. */
static bool names_fr0(u32 w, bool targets_only)
{
    u32 major = pa_major(w), class = pa_bits(w, 21, 22);
    if (major == 0x06 || major == 0x26)
        return !pa_bits(w, 26, 26) && (!pa_rm1(w) || !pa_rm2(w) || !pa_ta(w) || !pa_ra(w) || !pa_tm(w));
    bool two = major == 0x2e || class >= 2, target = major == 0x2e || class != 2;
    if (target && !pa_bits(w, 27, 31)) return true;
    if (targets_only) return false;
    return !pa_bits(w, 6, 10) || (two && !pa_bits(w, 11, 15)) || (major == 0x2e && !pa_fra_dbl(w));
}

/* By the exact path, which all have. */
RECIPE(exact_fp)
{
    if (t->mode & MODE_NO_FP) return plain(t, PA_UOP_assist_emulation, 0, 0, 0, 0, 0), EMIT_ENDS;
    /* What can record an exception with no trap enabled must be seen by the dispatcher at once. */
    bool may_record = in->flags & PA_QUAD || names_fr0(w, false) || in->op == PA_OP_fid;
    (void)r;
    if (may_record && !(t->mode & MODE_STEP)) return EMIT_STEP;
    if (may_record) pa_emit(t, PA_UOP_fp_gather, 0, 0, 0, 0, 0);
    return plain(t, PA_UOP_fp_exact, 0, 0, 0, 0, (i32)w);
}

/* By a fast handler, with its operands as the fields of its row have them, unless a status is in its way. */
RECIPE(fast_fp)
{
    const struct uop_row *row = pa_uop_row(KIND);
    bool two = pa_major(w) == 0x06 || pa_major(w) == 0x26, compares = row->a == PA_FIELD_NUM;
    if (t->mode & (MODE_NO_FP | MODE_FP_SLOW) || names_fr0(w, true) || (compares && pa_fy(w))) return exact_fp(t, in, w, r);
    if (two) return plain(t, KIND, pa_tm(w), pa_rm1(w), pa_rm2(w), 0, (i32)w);
    unsigned a = row->a == PA_FIELD_FDEF ? pa_ft_dbl(w) : host_half(pa_ft_sgl(w));
    unsigned b = row->b == PA_FIELD_FUSE ? source1_dbl(w) : source1_sgl(w);
    unsigned c = row->c == PA_FIELD_NO ? 0 : row->c == PA_FIELD_FUSE ? source2_dbl(w) : source2_sgl(w);
    if (compares) return plain(t, KIND, row->b == PA_FIELD_FUSE ? 1 : 2, b, c, pa_fcond(w), (i32)w);
    return plain(t, KIND, a, b, c, 0, (i32)w);
}

RECIPE(test_fp)
{
    if (t->mode & MODE_NO_FP) return exact_fp(t, in, w, r);
    bool plain_test = pa_fy(w) == 1 && pa_fcond(w) == 0 && !(t->mode & MODE_FP_SLOW);
    return nullifying(t, plain_test ? KIND : FULL, 0, 0, 0, 0, (i32)w);
}

/* --- branches: what decides, or forms the target -------------------------------------------------------------------------------------- */

/* By register b and another or a number, as the operation's fields have it, which may be written to b. how: the condition's lowest bit, and
 * its width. */
RECIPE(decide)
{
    const struct uop_row *row = pa_uop_row(FULL);
    unsigned a = row->a == PA_FIELD_NO ? 0 : pa_target(pa_b(w)), d = pa_cond(w) << 1 | r->how;
    unsigned c = row->c == PA_FIELD_IM5 ? (u8)pa_im5_11(w) : pa_r(w);
    return plain(t, KIND ? pa_by_condition(KIND, d, FULL) : FULL, a, pa_b(w), c, d, 0);
}

/* A comparison of double words with a number has its own coding of conditions: <<, =, <, <=, >>=, <>, >=, > (PA-RISC 2.0, CMPIB). */
RECIPE(decide_double)
{
    static const u8 cf[8] = {8, 2, 4, 6, 9, 3, 5, 7};
    return plain(t, KIND, 0, pa_b(w), (u8)pa_im5_11(w), cf[pa_cond(w)] | 16u, 0);
}

/* By what is moved to b. */
RECIPE(decide_moved)
{
    unsigned c = pa_uop_row(KIND)->c == PA_FIELD_IM5 ? (u8)pa_im5_11(w) : pa_r(w);
    return plain(t, KIND, pa_target(pa_b(w)), 0, c, pa_cond(w), 0);
}

/* By a bit, which is set, or (full) clear. */
RECIPE(decide_bit)
{
    unsigned shift = (pa_d18(w) ? 63 : 31) - pa_bb_pos(w);
    return plain(t, pa_bits(w, 16, 16) ? FULL : KIND, shift, pa_r(w), 0, 0, 0);
}

RECIPE(decide_bit_sar) { return plain(t, KIND, 0, pa_r(w), 0, pa_bits(w, 16, 16) | pa_d18(w) << 4, 0); }

RECIPE(branch_vectored) { return plain(t, KIND, 0, pa_b(w), pa_x(w), 0, 0); }
RECIPE(branch_relative) { return plain(t, KIND, 0, 0, pa_x(w), 0, (i32)(t->at.pc + 8)); }
RECIPE(branch_external) { return plain(t, KIND, 0, pa_b(w), 0, pa_sr3(w), pa_w17(w)); }
RECIPE(branch_based) { return plain(t, KIND, 0, pa_b(w), 0, 0, 0); }
RECIPE(gate) { return plain(t, KIND, pa_target(pa_b(w)), pa_b(w), 0, 0, 0); }

/* --- system ------------------------------------------------------------------------------------------------------------------------- */

static enum emitted only_stepped(struct translation *t, enum pa_uop kind, unsigned a, unsigned b, unsigned c, unsigned d, i32 imm)
{
    if (!(t->mode & MODE_STEP)) return EMIT_STEP;
    return plain(t, kind, a, b, c, d, imm);
}

static enum emitted ends(struct translation *t, enum pa_uop kind)
{
    pa_emit(t, kind, 0, 0, 0, 0, 0);
    return EMIT_ENDS;
}

RECIPE(end) { return (void)w, ends(t, KIND); }
RECIPE(nothing) { return (void)w, plain(t, KIND, 0, 0, 0, 0, 0); }

/* With its operands as the fields of the operation have them. */
RECIPE(stepped)
{
    const struct uop_row *row = pa_uop_row(KIND);
    unsigned a = row->a == PA_FIELD_NO ? 0 : pa_target(pa_t(w)), c = row->c == PA_FIELD_NO ? 0 : pa_x(w);
    unsigned b = row->b == PA_FIELD_NO ? 0 : c || row->c != PA_FIELD_NO ? pa_b(w) : pa_r(w);
    return only_stepped(t, KIND, a, b, c, row->d == PA_FIELD_HOW && pa_m(w) && pa_b(w), 0);
}

RECIPE(return_from_interruption)
{
    (void)w;
    if (!(t->mode & MODE_STEP)) return EMIT_STEP;
    pa_emit(t, KIND, 0, 0, 0, r->how, 0);
    return EMIT_RETURNS;
}

RECIPE(system_mask) { return only_stepped(t, KIND, pa_target(pa_t(w)), 0, 0, 0, (i32)pa_im10(w)); }
RECIPE(space_id) { return plain(t, KIND, pa_target(pa_t(w)), pa_b(w), 0, pa_sp2(w), 0); }
RECIPE(move_to_space) { return only_stepped(t, KIND, 0, pa_r(w), 0, pa_sr3(w), 0); }
RECIPE(move_from_space) { return plain(t, KIND, pa_target(pa_t(w)), 0, 0, pa_sr3(w), 0); }
RECIPE(move_to_sar) { return plain(t, KIND, 0, pa_r(w), 0, 0, 0); }

/* With a base that may be modified by an index. */
RECIPE(cache_or_tlb)
{
    unsigned privileged = in->flags & PA_PRIV ? 1 : 0, modify = pa_m(w) && pa_b(w) != 0;
    if (!privileged && !modify) return plain(t, PA_UOP_nop, 0, 0, 0, 0, 0);
    if (privileged) return only_stepped(t, KIND, 0, pa_b(w), pa_x(w), 1 | modify << 1, 0);
    return plain(t, KIND, 0, pa_b(w), pa_x(w), 2, 0);
}

RECIPE(move_from_control)
{
    unsigned cr = pa_cr(w), a = pa_target(pa_t(w));
    if (cr == CR_SAR) return plain(t, PA_UOP_mfsar, a, 0, 0, pa_mfctl_w(w), 0);
    if (cr == CR_TR2 || cr == CR_TR3) return plain(t, PA_UOP_mfctl_free, a, 0, 0, cr, 0);
    if (cr >= 1 && cr <= 7) return ends(t, PA_UOP_illegal); /* reserved */
    return only_stepped(t, KIND, a, 0, 0, cr, 0);
}

RECIPE(move_to_control)
{
    unsigned cr = pa_cr(w);
    if (cr == CR_SAR) return plain(t, PA_UOP_mtsar, 0, pa_r(w), 0, 0, 0);
    if (cr >= 1 && cr <= 7) return ends(t, PA_UOP_illegal);
    return only_stepped(t, KIND, 0, pa_r(w), 0, cr, 0);
}

RECIPE(probe)
{
    space(t, w, (struct pa_address){.base = (u8)pa_b(w)});
    return plain(t, KIND, pa_target(pa_t(w)), pa_b(w), r->how & 2 ? pa_probe_pl(w) : pa_r(w), r->how, 0);
}

/* --- the table ---------------------------------------------------------------------------------------------------------------------- */

static const struct recipe recipes[PA_OP_COUNT] = {
#define FROM(insn, recipe, name, full, how) [PA_OP_##insn] = {recipe, PA_UOP_##name, PA_UOP_##full, (how)},
#include "isa/parisc/exec/uop.def"
};

enum emitted pa_emit_insn(struct translation *t, const struct pa_insn *in, u32 w)
{
    const struct recipe *r = &recipes[in->op];
    if (r->emit) return r->emit(t, in, w, r);
    if (in->flags & PA_FPU) return exact_fp(t, in, w, r);
    return ends(t, PA_UOP_assist_emulation); /* SFUs and coprocessors that are not there */
}
