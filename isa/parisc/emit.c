/* Which operation an instruction is: from the row and fields of a word to uops. Branches are in translate.c. */
#include "isa/parisc/translate.h"

#include "isa/parisc/exec.h"
#include "isa/parisc/fields.h"

/* Modifiers of the arithmetic operations, as exec_int.c reads them from imm or c. */
enum { NO_CARRY = 4, TRAP_SV = 8, WITH_CARRY = 16, TRAP_COND = 32 };

unsigned pa_emit(struct translation *t, enum pa_uop kind, unsigned a, unsigned b, unsigned c, unsigned d, i32 imm)
{
    unsigned i = t->draft->uops++;
    const struct pa_uop_row *row = pa_uop_row(kind);
    enum pa_form form = pa_uop_form(row, a, b, c, t->last);
    t->draft->uop[i] = (struct uop){.fn = row->fn[form][0], .a = (u8)a, .b = (u8)b, .c = (u8)c, .d = (u8)d, .imm = imm};
    t->draft->info[i] = t->at;
    t->draft->info[i].kind = (u16)kind;
    t->is_exit[i] = false;
    t->last = pa_uop_last(row, &t->draft->uop[i], t->last);
    if (!t->schedule) return i;
    t->draft->info[i].cost = (u16)pa_schedule_cost(t->schedule);
    const struct pa_pipe *pipe = &t->schedule->path.pipe;
    bool access = pipe->admitted && pipe->now.in.size; /* nothing is admitted when it is tried out */
    if (!row->fn[form][1] || !(row->flags & PA_UOP_ENDS || access)) return i;
    t->draft->uop[i].fn = row->fn[form][1];
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

/* --- arithmetic and logic --------------------------------------------------------------------------------------------- */

/* With the condition "never" the short handler, else the full one. */
static enum emitted add(struct translation *t, u32 w, enum pa_uop fast, i32 how)
{
    unsigned d = condition(w), a = pa_target(pa_t(w));
    if (fast && !(d & 15)) return plain(t, fast, a, pa_b(w), pa_r(w), d, 0);
    return nullifying(t, PA_UOP_add_full, a, pa_b(w), pa_r(w), d, how);
}

static enum emitted subtract(struct translation *t, u32 w, enum pa_uop fast, i32 how)
{
    unsigned d = condition(w), a = pa_target(pa_t(w));
    if (fast && !(d & 15)) return plain(t, fast, a, pa_b(w), pa_r(w), d, 0);
    return nullifying(t, PA_UOP_sub_full, a, pa_b(w), pa_r(w), d, how);
}

static enum emitted logic(struct translation *t, u32 w, enum pa_uop fast, enum pa_uop full)
{
    unsigned d = condition(w), a = pa_target(pa_t(w)), b = pa_b(w), c = pa_r(w);
    if (d & 15) return nullifying(t, full, a, b, c, d, 0);
    if (fast == PA_UOP_or && (b == 0 || c == 0)) {
        if (a == GR_SINK) return plain(t, PA_UOP_nop, 0, 0, 0, 0, 0);
        return plain(t, PA_UOP_copy, a, b | c, 0, 0, 0);
    }
    return plain(t, fast, a, b, c, d, 0);
}

static enum emitted units(struct translation *t, u32 w, enum pa_uop kind, i32 how)
{
    return nullifying(t, kind, pa_target(pa_t(w)), pa_b(w), pa_r(w), condition(w), how);
}

static const enum pa_uop cmpclr_by_cf[16] = PA_BY_CONDITION(cmpclr);
static const enum pa_uop cmpiclr_by_cf[16] = PA_BY_CONDITION(cmpiclr);

static enum emitted compare_clear(struct translation *t, u32 w)
{
    unsigned d = condition(w), a = pa_target(pa_t(w));
    if (d == 0) return plain(t, PA_UOP_ldi, a, 0, 0, 0, 0);
    enum pa_uop kind = d < 16 && cmpclr_by_cf[d] ? cmpclr_by_cf[d] : PA_UOP_cmpclr_full;
    return nullifying(t, kind, a, pa_b(w), pa_r(w), d, 0);
}

static enum emitted compare_clear_immediate(struct translation *t, u32 w)
{
    unsigned d = pa_cond(w) << 1 | pa_cond_f(w) | pa_d20(w) << 4, a = pa_target(pa_r(w));
    if (d == 0) return plain(t, PA_UOP_ldi, a, 0, 0, 0, 0);
    enum pa_uop kind = d < 16 && cmpiclr_by_cf[d] ? cmpiclr_by_cf[d] : PA_UOP_cmpiclr_full;
    return nullifying(t, kind, a, pa_b(w), 0, d, pa_im11(w));
}

/* ADDI and SUBI: how = traps. */
static enum emitted immediate(struct translation *t, u32 w, enum pa_uop fast, enum pa_uop full, unsigned how)
{
    unsigned d = pa_cond(w) << 1 | pa_cond_f(w), a = pa_target(pa_r(w));
    if (!how && !d) return plain(t, fast, a, pa_b(w), 0, 0, pa_im11(w));
    return nullifying(t, full, a, pa_b(w), how, d, pa_im11(w));
}

/* --- shifts, extracts, deposits ----------------------------------------------------------------------------------------- */

enum { SED_DW = 16, SED_SIGN = 32, SED_KEEP = 32, SED_SAR = 64, SED_IMMEDIATE = 128 };

static enum emitted extract(struct translation *t, u32 w, unsigned how, unsigned shift, unsigned len)
{
    unsigned a = pa_target(pa_r(w)), b = pa_b(w), cond = pa_cond(w);
    if (how & ~(unsigned)SED_SIGN || cond || shift + len > 32)
        return nullifying(t, PA_UOP_extr_full, a, b, shift, cond | how, (i32)len);
    if (shift + len == 32) return plain(t, how ? PA_UOP_sar : PA_UOP_shr, a, b, shift, 0, 0);
    return plain(t, how ? PA_UOP_extrs : PA_UOP_extru, a, b, shift, 0, (i32)len);
}

static enum emitted deposit(struct translation *t, u32 w, unsigned how, unsigned shift, unsigned len)
{
    unsigned a = pa_target(pa_b(w)), cond = pa_cond(w);
    unsigned from = how & SED_IMMEDIATE ? (unsigned)pa_im5_11(w) : pa_r(w);
    if (how & ~SED_KEEP || cond) return nullifying(t, PA_UOP_dep_full, a, from, shift, cond | how, (i32)len);
    if (how & SED_KEEP) return plain(t, PA_UOP_dep, a, from, shift, 0, (i32)len);
    if (shift + len >= 32) return plain(t, PA_UOP_shl, a, from, shift, 0, 0);
    return plain(t, PA_UOP_depz, a, from, shift, 0, (i32)len);
}

static enum emitted shift_pair(struct translation *t, u32 w, enum pa_uop full, unsigned how, unsigned amount)
{
    unsigned a = pa_target(pa_t(w)), b = pa_b(w), c = pa_r(w), cond = pa_cond(w);
    if (full == PA_UOP_shrpw_full && !how && !cond) {
        if (c == 0) return plain(t, PA_UOP_shr, a, b, amount, 0, 0);
        return plain(t, PA_UOP_shrpw, a, b, c, 0, (i32)amount);
    }
    return nullifying(t, full, a, b, c, cond | how, (i32)amount);
}

/* --- memory ---------------------------------------------------------------------------------------------------------------- */

/* One access by all ways to form its address; none where the table has no such instruction. */
struct forms {
    enum pa_uop d, mb, ma, x, xm;
    unsigned shift; /* log2 of the size */
};
#define LOAD_FORMS(n, s) {PA_UOP_##n##_d, PA_UOP_##n##_mb, PA_UOP_##n##_ma, PA_UOP_##n##_x, PA_UOP_##n##_xm, s}
#define STORE_FORMS(n, s) {PA_UOP_##n##_d, PA_UOP_##n##_mb, PA_UOP_##n##_ma, PA_UOP_NONE, PA_UOP_NONE, s}

static const struct forms f_ldb = LOAD_FORMS(ldb, 0), f_ldh = LOAD_FORMS(ldh, 1), f_ldw = LOAD_FORMS(ldw, 2),
                          f_ldd = LOAD_FORMS(ldd, 3), f_fldw = LOAD_FORMS(fldw, 2), f_fldd = LOAD_FORMS(fldd, 3),
                          f_fstw = LOAD_FORMS(fstw, 2), f_fstd = LOAD_FORMS(fstd, 3), f_stb = STORE_FORMS(stb, 0),
                          f_sth = STORE_FORMS(sth, 1), f_stw = STORE_FORMS(stw, 2), f_std = STORE_FORMS(std, 3);

enum modify { KEEP, BEFORE, AFTER };

static enum modify by_field(bool m, bool before) { return !m ? KEEP : before ? BEFORE : AFTER; }

/* An explicit space register, or any when SR 4-7 differ, is checked first. */
static void space(struct translation *t, u32 w, unsigned index, unsigned shift, i32 disp)
{
    unsigned s = pa_sp2(w);
    if (s || t->mode & MODE_ODD_SPACE) pa_emit(t, PA_UOP_space_check, shift, pa_b(w), index, s, disp);
}

static enum emitted displaced(struct translation *t, u32 w, const struct forms *f, unsigned a, i32 disp, enum modify m)
{
    if (m == AFTER && pa_b(w) == 0) disp = 0;
    if (pa_b(w) == 0) m = KEEP; /* GR 0 takes no new value */
    space(t, w, 0, 0, m == AFTER ? 0 : disp);
    return plain(t, m == KEEP ? f->d : m == BEFORE ? f->mb : f->ma, a, pa_b(w), 0, 0, disp);
}

static enum emitted indexed(struct translation *t, u32 w, const struct forms *f, unsigned a)
{
    unsigned x = pa_x(w), shift = pa_u(w) ? f->shift : 0;
    if (pa_m(w) && pa_b(w) == 0) return displaced(t, w, f, a, 0, KEEP);
    if (pa_m(w)) space(t, w, 0, 0, 0);
    else space(t, w, x, shift, 0);
    return plain(t, pa_m(w) ? f->xm : f->x, a, pa_b(w), x, shift, 0);
}

static enum emitted short_load(struct translation *t, u32 w, const struct forms *f, unsigned a)
{
    return displaced(t, w, f, a, pa_im5_11(w), by_field(pa_m(w), pa_a(w)));
}

static enum emitted short_store(struct translation *t, u32 w, const struct forms *f)
{
    return displaced(t, w, f, pa_r(w), pa_im5_27(w), by_field(pa_m(w), pa_a(w)));
}

/* u->d of the operations whose forms are told apart at run time. */
static enum emitted any_form(struct translation *t, u32 w, enum pa_uop kind, bool is_indexed, unsigned a, unsigned shift, i32 disp)
{
    unsigned d = is_indexed ? 16 | (pa_u(w) ? shift : 0) : pa_a(w) ? 64 : 0;
    if (pa_m(w) && pa_b(w) == 0) return plain(t, kind, a, 0, 0, 0, d & 64 ? disp : 0); /* GR 0 takes no new value */
    if (pa_m(w)) d |= 32;
    return plain(t, kind, a, pa_b(w), is_indexed ? pa_x(w) : 0, d, is_indexed ? 0 : disp);
}

static enum emitted load_and_clear(struct translation *t, u32 w, enum pa_uop kind, bool is_indexed, unsigned shift)
{
    i32 disp = pa_im5_11(w);
    bool at_base = pa_m(w) && (is_indexed || !pa_a(w));
    if (at_base) space(t, w, 0, 0, 0);
    else space(t, w, is_indexed ? pa_x(w) : 0, is_indexed && pa_u(w) ? shift : 0, is_indexed ? 0 : disp);
    return any_form(t, w, kind, is_indexed, pa_target(pa_t(w)), shift, disp);
}

static enum emitted store_bytes(struct translation *t, u32 w, unsigned unit)
{
    i32 disp = pa_im5_27(w);
    space(t, w, 0, 0, pa_m(w) ? 0 : disp);
    if (pa_m(w) && pa_b(w) == 0) return plain(t, PA_UOP_store_bytes, pa_r(w), 0, unit, pa_a(w), 0);
    return plain(t, PA_UOP_store_bytes, pa_r(w), pa_b(w), unit, pa_a(w) | pa_m(w) << 1, disp);
}

/* --- floating-point loads and stores -------------------------------------------------------------------------------------------- */

/* Around an access to FP register `reg` (of doubles; halves have it doubled): status kept on the host, pending traps. */
static bool fp_before(struct translation *t, bool status, bool store, bool exempt)
{
    bool step = t->mode & MODE_STEP;
    if (t->mode & MODE_NO_FP) return true;
    if (status && !step && (!store || t->mode & MODE_FP_SLOW)) return false; /* FP_SLOW may change with it */
    if ((t->mode & MODE_FP_SLOW) && !exempt) pa_emit(t, PA_UOP_fp_pending, 0, 0, 0, 0, 0);
    if (status && store) pa_emit(t, PA_UOP_fp_gather, 0, 0, 0, 0, 0);
    return true;
}

static enum emitted fp_access(struct translation *t, u32 w, const struct forms *f, bool store, unsigned half, bool is_double,
                              bool is_indexed, i32 disp, enum modify m)
{
    bool status = half < 2; /* FR 0: status and exception register 1 */
    if (t->mode & MODE_NO_FP) {
        pa_emit(t, PA_UOP_assist_emulation, 0, 0, 0, 0, 0);
        return EMIT_ENDS;
    }
    if (!fp_before(t, status, store, status && store && is_double)) return EMIT_STEP;
    unsigned a = is_double ? half / 2 : half ^ 1;
    if (is_indexed) indexed(t, w, f, a);
    else displaced(t, w, f, a, disp, m);
    if (status && !store) pa_emit(t, PA_UOP_fp_status, 0, 0, 0, 0, 0);
    if (status && store && is_double) pa_emit(t, PA_UOP_fp_stored, 0, 0, 0, 0, 0);
    return EMIT_PLAIN;
}

static enum emitted fp_indexed(struct translation *t, u32 w, const struct forms *f, bool store, bool is_double)
{
    return fp_access(t, w, f, store, is_double ? pa_ft_dbl(w) * 2 : pa_ft_sgl(w), is_double, true, 0, KEEP);
}

static enum emitted fp_short(struct translation *t, u32 w, const struct forms *f, bool store, bool is_double)
{
    return fp_access(t, w, f, store, is_double ? pa_ft_dbl(w) * 2 : pa_ft_sgl(w), is_double, false, pa_im5_11(w),
                     by_field(pa_m(w), pa_a(w)));
}

/* --- floating-point operations ------------------------------------------------------------------------------------------------------ */

static unsigned host_half(unsigned half) { return half ^ 1; }

/* The fast handler of a row, if it has one: operands a, b, c in its terms. */
struct fast {
    enum pa_uop kind;
    unsigned a, b, c, d;
};

/* The sources as the fast handlers name them: FR 0 reads as 0, in both halves. */
static unsigned source1_dbl(u32 w) { return pa_bits(w, 6, 10) ? pa_fr1_dbl(w) : FR_ZERO; }
static unsigned source2_dbl(u32 w) { return pa_bits(w, 11, 15) ? pa_fr2_dbl(w) : FR_ZERO; }
static unsigned source1_sgl(u32 w) { return pa_bits(w, 6, 10) ? host_half(pa_fr1_sgl(w)) : 2 * FR_ZERO; }
static unsigned source2_sgl(u32 w) { return pa_bits(w, 11, 15) ? host_half(pa_fr2_sgl(w)) : 2 * FR_ZERO; }

static struct fast fast_dbl(enum pa_uop kind, u32 w) { return (struct fast){kind, pa_ft_dbl(w), source1_dbl(w), source2_dbl(w), 0}; }
static struct fast fast_sgl(enum pa_uop kind, u32 w)
{
    return (struct fast){kind, host_half(pa_ft_sgl(w)), source1_sgl(w), source2_sgl(w), 0};
}

static struct fast fast_fp(const struct pa_insn *in, u32 w)
{
    switch (in->op) {
    case PA_OP_fadd_dbl: case PA_OP_fadd_dbl_e: return fast_dbl(PA_UOP_fadd_dbl, w);
    case PA_OP_fsub_dbl: case PA_OP_fsub_dbl_e: return fast_dbl(PA_UOP_fsub_dbl, w);
    case PA_OP_fmpy_dbl: case PA_OP_fmpy_dbl_e: return fast_dbl(PA_UOP_fmpy_dbl, w);
    case PA_OP_fdiv_dbl: case PA_OP_fdiv_dbl_e: return fast_dbl(PA_UOP_fdiv_dbl, w);
    case PA_OP_fsqrt_dbl: case PA_OP_fsqrt_dbl_e: return fast_dbl(PA_UOP_fsqrt_dbl, w);
    case PA_OP_fcpy_dbl: case PA_OP_fcpy_dbl_e: return fast_dbl(PA_UOP_fcpy_dbl, w);
    case PA_OP_fabs_dbl: case PA_OP_fabs_dbl_e: return fast_dbl(PA_UOP_fabs_dbl, w);
    case PA_OP_fneg_dbl: case PA_OP_fneg_dbl_e: return fast_dbl(PA_UOP_fneg_dbl, w);
    case PA_OP_fadd_sgl: case PA_OP_fadd_sgl_e: return fast_sgl(PA_UOP_fadd_sgl, w);
    case PA_OP_fsub_sgl: case PA_OP_fsub_sgl_e: return fast_sgl(PA_UOP_fsub_sgl, w);
    case PA_OP_fmpy_sgl: case PA_OP_fmpy_sgl_e: return fast_sgl(PA_UOP_fmpy_sgl, w);
    case PA_OP_fdiv_sgl: case PA_OP_fdiv_sgl_e: return fast_sgl(PA_UOP_fdiv_sgl, w);
    case PA_OP_fcpy_sgl: case PA_OP_fcpy_sgl_e: return fast_sgl(PA_UOP_fcpy_sgl, w);
    case PA_OP_xmpyu:
        return (struct fast){PA_UOP_xmpyu, pa_ft_dbl(w), source1_sgl(w), source2_sgl(w), 0};
    case PA_OP_fcnv_w_dbl: case PA_OP_fcnv_w_dbl_e:
        return (struct fast){PA_UOP_fcnv_w_dbl, pa_ft_dbl(w), source1_sgl(w), 0, 0};
    case PA_OP_fcnv_sgl_dbl: case PA_OP_fcnv_sgl_dbl_e:
        return (struct fast){PA_UOP_fcnv_sgl_dbl, pa_ft_dbl(w), source1_sgl(w), 0, 0};
    case PA_OP_fcnv_dbl_sgl: case PA_OP_fcnv_dbl_sgl_e:
        return (struct fast){PA_UOP_fcnv_dbl_sgl, host_half(pa_ft_sgl(w)), source1_dbl(w), 0, 0};
    case PA_OP_fcnv_t_dbl_w: case PA_OP_fcnv_t_dbl_w_e:
        return (struct fast){PA_UOP_fcnv_t_dbl_w, host_half(pa_ft_sgl(w)), source1_dbl(w), 0, 0};
    case PA_OP_fcmp_dbl: case PA_OP_fcmp_dbl_e:
        if (pa_fy(w)) return (struct fast){0};
        return (struct fast){PA_UOP_fcmp_dbl, 1, source1_dbl(w), source2_dbl(w), pa_fcond(w)};
    case PA_OP_fcmp_sgl: case PA_OP_fcmp_sgl_e:
        if (pa_fy(w)) return (struct fast){0};
        return (struct fast){PA_UOP_fcmp_sgl, 2, source1_sgl(w), source2_sgl(w), pa_fcond(w)};
    case PA_OP_fmpyadd_dbl: return (struct fast){PA_UOP_fmpyadd_dbl, pa_tm(w), pa_rm1(w), pa_rm2(w), 0};
    case PA_OP_fmpysub_dbl: return (struct fast){PA_UOP_fmpysub_dbl, pa_tm(w), pa_rm1(w), pa_rm2(w), 0};
    default: return (struct fast){0};
    }
}

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

static enum emitted fp_operation(struct translation *t, const struct pa_insn *in, u32 w)
{
    if (t->mode & MODE_NO_FP) {
        pa_emit(t, PA_UOP_assist_emulation, 0, 0, 0, 0, 0);
        return EMIT_ENDS;
    }
    if (in->op == PA_OP_ftest) {
        bool plain_test = pa_fy(w) == 1 && pa_fcond(w) == 0 && !(t->mode & MODE_FP_SLOW);
        return nullifying(t, plain_test ? PA_UOP_ftest : PA_UOP_ftest_exact, 0, 0, 0, 0, (i32)w);
    }
    bool fr0 = names_fr0(w, false);
    if (!(t->mode & MODE_FP_SLOW) && !names_fr0(w, true)) {
        struct fast f = fast_fp(in, w);
        if (f.kind) return plain(t, f.kind, f.a, f.b, f.c, f.d, (i32)w);
    }
    /* What can record an exception with no trap enabled must be seen by the dispatcher at once. */
    bool may_record = in->flags & PA_QUAD || fr0 || in->op == PA_OP_fid;
    if (may_record && !(t->mode & MODE_STEP)) return EMIT_STEP;
    if (may_record) pa_emit(t, PA_UOP_fp_gather, 0, 0, 0, 0, 0);
    return plain(t, PA_UOP_fp_exact, 0, 0, 0, 0, (i32)w);
}

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

/* Cache and TLB operations with a base that may be modified by an index. */
static enum emitted flush(struct translation *t, const struct pa_insn *in, u32 w)
{
    unsigned priv = in->flags & PA_PRIV ? 1 : 0, modify = pa_m(w) && pa_b(w) != 0;
    if (!priv && !modify) return plain(t, PA_UOP_nop, 0, 0, 0, 0, 0);
    if (priv) return only_stepped(t, PA_UOP_flush, 0, pa_b(w), pa_x(w), 1 | modify << 1, 0);
    return plain(t, PA_UOP_flush, 0, pa_b(w), pa_x(w), 2, 0);
}

static enum emitted move_from_control(struct translation *t, u32 w)
{
    unsigned cr = pa_cr(w), a = pa_target(pa_t(w));
    if (cr == CR_SAR) return plain(t, PA_UOP_mfsar, a, 0, 0, pa_mfctl_w(w), 0);
    if (cr == CR_TR2 || cr == CR_TR3) return plain(t, PA_UOP_mfctl_free, a, 0, 0, cr, 0);
    if (cr >= 1 && cr <= 7) return ends(t, PA_UOP_illegal); /* reserved */
    return only_stepped(t, PA_UOP_mfctl, a, 0, 0, cr, 0);
}

static enum emitted move_to_control(struct translation *t, u32 w)
{
    unsigned cr = pa_cr(w);
    if (cr == CR_SAR) return plain(t, PA_UOP_mtsar, 0, pa_r(w), 0, 0, 0);
    if (cr >= 1 && cr <= 7) return ends(t, PA_UOP_illegal);
    return only_stepped(t, PA_UOP_mtctl, 0, pa_r(w), 0, cr, 0);
}

static enum emitted probe(struct translation *t, u32 w, unsigned how)
{
    space(t, w, 0, 0, 0);
    return plain(t, PA_UOP_probe, pa_target(pa_t(w)), pa_b(w), how & 2 ? pa_probe_pl(w) : pa_r(w), how, 0);
}

static enum emitted system_insn(struct translation *t, const struct pa_insn *in, u32 w)
{
    switch (in->op) {
    case PA_OP_break_: return ends(t, PA_UOP_break);
    case PA_OP_sync: case PA_OP_syncdma: case PA_OP_fdc_i: return plain(t, PA_UOP_nop, 0, 0, 0, 0, 0);
    case PA_OP_clrbts: case PA_OP_popbts: case PA_OP_pushnom: case PA_OP_pushbts:
        return plain(t, PA_UOP_nop, 0, 0, 0, 0, 0); /* the branch target stack is a hint: it may lose anything */
    case PA_OP_rfi: case PA_OP_rfi_r:
        if (!(t->mode & MODE_STEP)) return EMIT_STEP;
        pa_emit(t, PA_UOP_rfi, 0, 0, 0, in->op == PA_OP_rfi_r, 0);
        return EMIT_RETURNS;
    case PA_OP_ssm: return only_stepped(t, PA_UOP_ssm, pa_target(pa_t(w)), 0, 0, 0, (i32)pa_im10(w));
    case PA_OP_rsm: return only_stepped(t, PA_UOP_rsm, pa_target(pa_t(w)), 0, 0, 0, (i32)pa_im10(w));
    case PA_OP_mtsm: return only_stepped(t, PA_UOP_mtsm, 0, pa_r(w), 0, 0, 0);
    case PA_OP_ldsid: return plain(t, PA_UOP_ldsid, pa_target(pa_t(w)), pa_b(w), 0, pa_sp2(w), 0);
    case PA_OP_mtsp: return only_stepped(t, PA_UOP_mtsp, 0, pa_r(w), 0, pa_sr3(w), 0);
    case PA_OP_mfsp: return plain(t, PA_UOP_mfsp, pa_target(pa_t(w)), 0, 0, pa_sr3(w), 0);
    case PA_OP_mtctl: return move_to_control(t, w);
    case PA_OP_mtsarcm: return plain(t, PA_UOP_mtsarcm, 0, pa_r(w), 0, 0, 0);
    case PA_OP_mfctl: return move_from_control(t, w);
    case PA_OP_mfia: return only_stepped(t, PA_UOP_mfia, pa_target(pa_t(w)), 0, 0, 0, 0);
    case PA_OP_probe_r: return probe(t, w, 0);
    case PA_OP_probe_w: return probe(t, w, 1);
    case PA_OP_probei_r: return probe(t, w, 2);
    case PA_OP_probei_w: return probe(t, w, 3);
    case PA_OP_lpa: return only_stepped(t, PA_UOP_lpa, pa_target(pa_t(w)), pa_b(w), pa_x(w), pa_m(w) && pa_b(w), 0);
    case PA_OP_lci: return only_stepped(t, PA_UOP_lci, pa_target(pa_t(w)), pa_b(w), pa_x(w), 0, 0);
    case PA_OP_iitlbp: case PA_OP_iitlba: case PA_OP_idtlbp: case PA_OP_idtlba: case PA_OP_iitlbt: case PA_OP_idtlbt:
    case PA_OP_diag:
        return only_stepped(t, PA_UOP_privileged_nop, 0, 0, 0, 0, 0);
    case PA_OP_pitlb: case PA_OP_pitlbe: case PA_OP_pitlb_l: case PA_OP_pdtlb: case PA_OP_pdtlbe: case PA_OP_pdtlb_l:
    case PA_OP_pdc: case PA_OP_fic_i: case PA_OP_fice: case PA_OP_fic_d: case PA_OP_fdc: case PA_OP_fdce:
        return flush(t, in, w);
    default: return ends(t, PA_UOP_assist_emulation); /* SFUs and coprocessors that are not there */
    }
}

/* --- the table of everything else ---------------------------------------------------------------------------------------------- */

static enum emitted integer(struct translation *t, const struct pa_insn *in, u32 w)
{
    unsigned tr = pa_target(pa_t(w)), b = pa_b(w), r = pa_r(w);
    switch (in->op) {
    case PA_OP_andcm: return logic(t, w, PA_UOP_andcm, PA_UOP_andcm_full);
    case PA_OP_and: return logic(t, w, PA_UOP_and, PA_UOP_and_full);
    case PA_OP_or: return logic(t, w, PA_UOP_or, PA_UOP_or_full);
    case PA_OP_xor: return logic(t, w, PA_UOP_xor, PA_UOP_xor_full);
    case PA_OP_uxor: return units(t, w, PA_UOP_uxor, 0);
    case PA_OP_uaddcm: return units(t, w, PA_UOP_uaddcm, 0);
    case PA_OP_uaddcm_tc: return units(t, w, PA_UOP_uaddcm, TRAP_COND);
    case PA_OP_dcor: return units(t, w, PA_UOP_dcor, 0);
    case PA_OP_dcor_i: return units(t, w, PA_UOP_dcor, 1);
    case PA_OP_cmpclr: return compare_clear(t, w);
    case PA_OP_cmpiclr: return compare_clear_immediate(t, w);
    case PA_OP_add: return add(t, w, PA_UOP_add, 0);
    case PA_OP_add_l: return add(t, w, PA_UOP_addl, NO_CARRY);
    case PA_OP_add_tsv: return add(t, w, PA_UOP_NONE, TRAP_SV);
    case PA_OP_add_c: return add(t, w, PA_UOP_addc, WITH_CARRY);
    case PA_OP_add_c_tsv: return add(t, w, PA_UOP_NONE, WITH_CARRY | TRAP_SV);
    case PA_OP_sh1add: return add(t, w, PA_UOP_NONE, 1);
    case PA_OP_sh2add: return add(t, w, PA_UOP_NONE, 2);
    case PA_OP_sh3add: return add(t, w, PA_UOP_NONE, 3);
    case PA_OP_sh1add_l: return add(t, w, PA_UOP_sh1addl, 1 | NO_CARRY);
    case PA_OP_sh2add_l: return add(t, w, PA_UOP_sh2addl, 2 | NO_CARRY);
    case PA_OP_sh3add_l: return add(t, w, PA_UOP_sh3addl, 3 | NO_CARRY);
    case PA_OP_sh1add_tsv: return add(t, w, PA_UOP_NONE, 1 | TRAP_SV);
    case PA_OP_sh2add_tsv: return add(t, w, PA_UOP_NONE, 2 | TRAP_SV);
    case PA_OP_sh3add_tsv: return add(t, w, PA_UOP_NONE, 3 | TRAP_SV);
    case PA_OP_sub: return subtract(t, w, PA_UOP_sub, 0);
    case PA_OP_sub_tsv: return subtract(t, w, PA_UOP_NONE, TRAP_SV);
    case PA_OP_sub_tc: return subtract(t, w, PA_UOP_NONE, TRAP_COND);
    case PA_OP_sub_tsv_tc: return subtract(t, w, PA_UOP_NONE, TRAP_SV | TRAP_COND);
    case PA_OP_sub_b: return subtract(t, w, PA_UOP_subb, WITH_CARRY);
    case PA_OP_sub_b_tsv: return subtract(t, w, PA_UOP_NONE, WITH_CARRY | TRAP_SV);
    case PA_OP_ds: {
        unsigned d = pa_cond(w) << 1 | pa_cond_f(w);
        if (d) return nullifying(t, PA_UOP_ds, tr, b, r, d, 0);
        return plain(t, PA_UOP_ds, tr, b, r, 0, 0);
    }
    case PA_OP_addi: return immediate(t, w, PA_UOP_addi, PA_UOP_addi_full, 0);
    case PA_OP_addi_tsv: return immediate(t, w, PA_UOP_NONE, PA_UOP_addi_full, TRAP_SV);
    case PA_OP_addi_tc: return immediate(t, w, PA_UOP_NONE, PA_UOP_addi_full, TRAP_COND);
    case PA_OP_addi_tsv_tc: return immediate(t, w, PA_UOP_NONE, PA_UOP_addi_full, TRAP_SV | TRAP_COND);
    case PA_OP_subi: return immediate(t, w, PA_UOP_subi, PA_UOP_subi_full, 0);
    case PA_OP_subi_tsv: return immediate(t, w, PA_UOP_NONE, PA_UOP_subi_full, TRAP_SV);
    case PA_OP_ldil: return plain(t, PA_UOP_ldi, pa_target(b), 0, 0, 0, (i32)pa_im21(w));
    case PA_OP_addil: return plain(t, PA_UOP_addil, 0, b, 0, 0, (i32)pa_im21(w));
    case PA_OP_ldo:
        if (b == 0) return plain(t, PA_UOP_ldi, pa_target(r), 0, 0, 0, pa_im14(w));
        if (pa_im14(w) == 0) return plain(t, PA_UOP_copy, pa_target(r), b, 0, 0, 0);
        return plain(t, PA_UOP_ldo, pa_target(r), b, 0, 0, pa_im14(w));
    case PA_OP_hadd: return plain(t, PA_UOP_hadd, tr, b, r, 3, 0);
    case PA_OP_hadd_ss: return plain(t, PA_UOP_hadd, tr, b, r, 1, 0);
    case PA_OP_hadd_us: return plain(t, PA_UOP_hadd, tr, b, r, 0, 0);
    case PA_OP_hsub: return plain(t, PA_UOP_hsub, tr, b, r, 3, 0);
    case PA_OP_hsub_ss: return plain(t, PA_UOP_hsub, tr, b, r, 1, 0);
    case PA_OP_hsub_us: return plain(t, PA_UOP_hsub, tr, b, r, 0, 0);
    case PA_OP_havg: return plain(t, PA_UOP_havg, tr, b, r, 0, 0);
    case PA_OP_hsh1add: case PA_OP_hsh2add: case PA_OP_hsh3add:
        return plain(t, PA_UOP_hshladd, tr, b, r, 0, in->op - PA_OP_hsh1add + 1);
    case PA_OP_hsh1radd: case PA_OP_hsh2radd: case PA_OP_hsh3radd:
        return plain(t, PA_UOP_hshradd, tr, b, r, 0, in->op - PA_OP_hsh1radd + 1);
    case PA_OP_hshl: return plain(t, PA_UOP_hshl, tr, r, 0, 0, (i32)pa_hshift(w));
    case PA_OP_hshr_u: return plain(t, PA_UOP_hshr_u, tr, b, 0, 0, (i32)pa_hshift(w));
    case PA_OP_hshr_s: return plain(t, PA_UOP_hshr_s, tr, b, 0, 0, (i32)pa_hshift(w));
    case PA_OP_mixw_l: return plain(t, PA_UOP_mixw, tr, b, r, 0, 0);
    case PA_OP_mixw_r: return plain(t, PA_UOP_mixw, tr, b, r, 1, 0);
    case PA_OP_mixh_l: return plain(t, PA_UOP_mixh, tr, b, r, 0, 0);
    case PA_OP_mixh_r: return plain(t, PA_UOP_mixh, tr, b, r, 1, 0);
    case PA_OP_permh: return plain(t, PA_UOP_permh, tr, r, 0, 0, (i32)(pa_bits(w, 17, 18) << 6 | pa_bits(w, 20, 25)));
    default: return EMIT_STEP;
    }
}

static enum emitted shift_insn(struct translation *t, const struct pa_insn *in, u32 w)
{
    switch (in->op) {
    case PA_OP_shrpw: return shift_pair(t, w, PA_UOP_shrpw_full, 0, pa_cpos5(w));
    case PA_OP_shrpw_sar: return shift_pair(t, w, PA_UOP_shrpw_full, SED_SAR, 0);
    case PA_OP_shrpd: return shift_pair(t, w, PA_UOP_shrpd_full, SED_DW, pa_cpos6(w));
    case PA_OP_shrpd_sar: return shift_pair(t, w, PA_UOP_shrpd_full, SED_DW | SED_SAR, 0);
    case PA_OP_extrw_u: return extract(t, w, 0, 31 - pa_pos5(w), pa_len5(w));
    case PA_OP_extrw_s: return extract(t, w, SED_SIGN, 31 - pa_pos5(w), pa_len5(w));
    case PA_OP_extrw_u_sar: return extract(t, w, SED_SAR, 0, pa_len5(w));
    case PA_OP_extrw_s_sar: return extract(t, w, SED_SAR | SED_SIGN, 0, pa_len5(w));
    case PA_OP_extrd_u: return extract(t, w, SED_DW, 63 - pa_pos6(w), pa_len6_19(w));
    case PA_OP_extrd_s: return extract(t, w, SED_DW | SED_SIGN, 63 - pa_pos6(w), pa_len6_19(w));
    case PA_OP_extrd_u_sar: return extract(t, w, SED_DW | SED_SAR, 0, pa_len6_23(w));
    case PA_OP_extrd_s_sar: return extract(t, w, SED_DW | SED_SAR | SED_SIGN, 0, pa_len6_23(w));
    case PA_OP_depw: return deposit(t, w, SED_KEEP, 31 - pa_cpos5(w), pa_len5(w));
    case PA_OP_depw_z: return deposit(t, w, 0, 31 - pa_cpos5(w), pa_len5(w));
    case PA_OP_depw_sar: return deposit(t, w, SED_KEEP | SED_SAR, 0, pa_len5(w));
    case PA_OP_depw_z_sar: return deposit(t, w, SED_SAR, 0, pa_len5(w));
    case PA_OP_depwi: return deposit(t, w, SED_KEEP | SED_IMMEDIATE, 31 - pa_cpos5(w), pa_len5(w));
    case PA_OP_depwi_z: return deposit(t, w, SED_IMMEDIATE, 31 - pa_cpos5(w), pa_len5(w));
    case PA_OP_depwi_sar: return deposit(t, w, SED_KEEP | SED_IMMEDIATE | SED_SAR, 0, pa_len5(w));
    case PA_OP_depwi_z_sar: return deposit(t, w, SED_IMMEDIATE | SED_SAR, 0, pa_len5(w));
    case PA_OP_depd: return deposit(t, w, SED_DW | SED_KEEP, 63 - pa_cpos6(w), pa_len6_19(w));
    case PA_OP_depd_z: return deposit(t, w, SED_DW, 63 - pa_cpos6(w), pa_len6_19(w));
    case PA_OP_depd_sar: return deposit(t, w, SED_DW | SED_KEEP | SED_SAR, 0, pa_len6_23(w));
    case PA_OP_depd_z_sar: return deposit(t, w, SED_DW | SED_SAR, 0, pa_len6_23(w));
    case PA_OP_depdi: return deposit(t, w, SED_DW | SED_KEEP | SED_IMMEDIATE, 63 - pa_cpos6(w), pa_len6_19(w));
    case PA_OP_depdi_z: return deposit(t, w, SED_DW | SED_IMMEDIATE, 63 - pa_cpos6(w), pa_len6_19(w));
    case PA_OP_depdi_sar: return deposit(t, w, SED_DW | SED_KEEP | SED_IMMEDIATE | SED_SAR, 0, pa_len6_23(w));
    case PA_OP_depdi_z_sar: return deposit(t, w, SED_DW | SED_IMMEDIATE | SED_SAR, 0, pa_len6_23(w));
    default: return integer(t, in, w);
    }
}

static enum emitted memory(struct translation *t, const struct pa_insn *in, u32 w)
{
    unsigned tt = pa_target(pa_t(w)), tr = pa_target(pa_r(w)), r = pa_r(w);
    i32 im14 = pa_im14(w), im12a = pa_im12a(w), im11a = pa_im11a(w);
    enum modify long_m = by_field(pa_m28(w), pa_a29(w));
    enum modify fp_m = pa_a29(w) ? BEFORE : AFTER; /* 16, 1E */
    switch (in->op) {
    case PA_OP_ldb: return displaced(t, w, &f_ldb, tr, im14, KEEP);
    case PA_OP_ldh: return displaced(t, w, &f_ldh, tr, im14, KEEP);
    case PA_OP_ldw: return displaced(t, w, &f_ldw, tr, im14, KEEP);
    /* The sign of the displacement chooses: 13, 1B negative before; 17, 1F the other way round. */
    case PA_OP_ldw_m: return displaced(t, w, &f_ldw, tr, im14, im14 < 0 ? BEFORE : AFTER);
    case PA_OP_stw_m: return displaced(t, w, &f_stw, r, im14, im14 < 0 ? BEFORE : AFTER);
    case PA_OP_ldw_m12: return displaced(t, w, &f_ldw, tr, im12a, im12a < 0 ? AFTER : BEFORE);
    case PA_OP_stw_m12: return displaced(t, w, &f_stw, r, im12a, im12a < 0 ? AFTER : BEFORE);
    case PA_OP_stb: return displaced(t, w, &f_stb, r, im14, KEEP);
    case PA_OP_sth: return displaced(t, w, &f_sth, r, im14, KEEP);
    case PA_OP_stw: return displaced(t, w, &f_stw, r, im14, KEEP);
    case PA_OP_ldd: return displaced(t, w, &f_ldd, tr, im11a, long_m);
    case PA_OP_std: return displaced(t, w, &f_std, r, im11a, long_m);
    case PA_OP_ldb_x: return indexed(t, w, &f_ldb, tt);
    case PA_OP_ldh_x: return indexed(t, w, &f_ldh, tt);
    case PA_OP_ldw_x: return indexed(t, w, &f_ldw, tt);
    case PA_OP_ldd_x: return indexed(t, w, &f_ldd, tt);
    case PA_OP_ldb_s: return short_load(t, w, &f_ldb, tt);
    case PA_OP_ldh_s: return short_load(t, w, &f_ldh, tt);
    case PA_OP_ldw_s: return short_load(t, w, &f_ldw, tt);
    case PA_OP_ldd_s: return short_load(t, w, &f_ldd, tt);
    case PA_OP_stb_s: return short_store(t, w, &f_stb);
    case PA_OP_sth_s: return short_store(t, w, &f_sth);
    case PA_OP_stw_s: return short_store(t, w, &f_stw);
    case PA_OP_std_s: return short_store(t, w, &f_std);
    case PA_OP_stby_s: return store_bytes(t, w, 3);
    case PA_OP_stdby_s: return store_bytes(t, w, 7);
    case PA_OP_ldcw_x: return load_and_clear(t, w, PA_UOP_ldcw, true, 2);
    case PA_OP_ldcw_s: return load_and_clear(t, w, PA_UOP_ldcw, false, 2);
    case PA_OP_ldcd_x: return load_and_clear(t, w, PA_UOP_ldcd, true, 3);
    case PA_OP_ldcd_s: return load_and_clear(t, w, PA_UOP_ldcd, false, 3);
    case PA_OP_fldw: return fp_access(t, w, &f_fldw, false, pa_fr11_sgl(w), false, false, im12a, KEEP);
    case PA_OP_fstw: return fp_access(t, w, &f_fstw, true, pa_fr11_sgl(w), false, false, im12a, KEEP);
    case PA_OP_fldw_m: return fp_access(t, w, &f_fldw, false, pa_fr11_sgl(w), false, false, im12a, fp_m);
    case PA_OP_fstw_m: return fp_access(t, w, &f_fstw, true, pa_fr11_sgl(w), false, false, im12a, fp_m);
    case PA_OP_fldd: return fp_access(t, w, &f_fldd, false, pa_fr11_dbl(w) * 2, true, false, im11a, long_m);
    case PA_OP_fstd: return fp_access(t, w, &f_fstd, true, pa_fr11_dbl(w) * 2, true, false, im11a, long_m);
    case PA_OP_fldw_x: return fp_indexed(t, w, &f_fldw, false, false);
    case PA_OP_fstw_x: return fp_indexed(t, w, &f_fstw, true, false);
    case PA_OP_fldd_x: return fp_indexed(t, w, &f_fldd, false, true);
    case PA_OP_fstd_x: return fp_indexed(t, w, &f_fstd, true, true);
    case PA_OP_fldw_s: return fp_short(t, w, &f_fldw, false, false);
    case PA_OP_fstw_s: return fp_short(t, w, &f_fstw, true, false);
    case PA_OP_fldd_s: return fp_short(t, w, &f_fldd, false, true);
    case PA_OP_fstd_s: return fp_short(t, w, &f_fstd, true, true);
    default: break;
    }
    if (in->flags & PA_COPR) return ends(t, PA_UOP_assist_emulation);
    if (!(t->mode & MODE_STEP)) return EMIT_STEP;
    switch (in->op) { /* absolute accesses */
    case PA_OP_ldwa_x: return any_form(t, w, PA_UOP_ldwa, true, tt, 2, 0);
    case PA_OP_ldwa_s: return any_form(t, w, PA_UOP_ldwa, false, tt, 2, pa_im5_11(w));
    case PA_OP_ldda_x: return any_form(t, w, PA_UOP_ldda, true, tt, 3, 0);
    case PA_OP_ldda_s: return any_form(t, w, PA_UOP_ldda, false, tt, 3, pa_im5_11(w));
    case PA_OP_stwa_s: return any_form(t, w, PA_UOP_stwa, false, r, 2, pa_im5_27(w));
    default: return any_form(t, w, PA_UOP_stda, false, r, 3, pa_im5_27(w));
    }
}

enum emitted pa_emit_insn(struct translation *t, const struct pa_insn *in, u32 w)
{
    if (in->flags & (PA_LOAD | PA_STORE)) return memory(t, in, w);
    if (in->flags & PA_FPU) return fp_operation(t, in, w);
    if (in->cls == PA_CLASS_SYS) return system_insn(t, in, w);
    return shift_insn(t, in, w);
}
