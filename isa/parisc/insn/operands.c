/* The letters of a row's pattern name the roles of its five-bit fields (isa/parisc/insn/insn.def): t is written, b, r and x are
 * read. What the letters do not say stands here, operation by operation. */
#include "isa/parisc/insn/operands.h"

#include "isa/parisc/insn/fields.h"

/* The register in the field drawn with a letter that starts at the given bit; 0 when another letter is drawn there. */
static unsigned field(const struct pa_insn *in, u32 word, char letter, unsigned first)
{
    unsigned at = first + (first > 5) + (first > 10) + (first > 15);
    for (unsigned i = 0; i < 5; i++)
        if (in->pattern[at + i] != letter) return 0;
    return pa_bits(word, first, first + 4);
}

static u32 gr(unsigned n) { return n ? 1u << n : 0; }

static u64 half(unsigned n) { return n > 1 ? (u64)1 << n : 0; }
static u64 pair(unsigned n) { return n ? (u64)3 << 2 * n : 0; }
static u64 fr(unsigned sgl, unsigned dbl, bool is_dbl) { return is_dbl ? pair(dbl) : half(sgl); }

/* --- general registers -------------------------------------------------------------------------------------------- */

static void general(const struct pa_insn *in, u32 w, struct pa_operands *o)
{
    bool fp_access = in->flags & (PA_FPU | PA_COPR) && in->flags & (PA_LOAD | PA_STORE);
    o->gr_read = gr(field(in, w, 'b', 6)) | gr(field(in, w, 'x', 11));
    if (!fp_access) {
        o->gr_read |= gr(field(in, w, 'r', 11));
        o->gr_write = gr(field(in, w, 't', 6)) | gr(field(in, w, 't', 11)) | gr(field(in, w, 't', 27));
    }
    switch (in->op) {
    case PA_OP_addil: o->gr_write = gr(1); break;
    case PA_OP_be_l: o->gr_write = gr(31); break;
    case PA_OP_b_l_push: case PA_OP_b_l_22: case PA_OP_bve_l: o->gr_write = gr(2); break;
    case PA_OP_b_gate: o->gr_read = o->gr_write; break; /* the old privilege level goes into what was there */
    case PA_OP_addb_t: case PA_OP_addb_f: case PA_OP_addib_t: case PA_OP_addib_f: o->gr_write = gr(pa_b(w)); break;
    case PA_OP_movb: case PA_OP_movib:
        o->gr_write = gr(pa_b(w));
        o->gr_read &= ~gr(pa_b(w)) | gr(in->op == PA_OP_movb ? pa_r(w) : 0);
        break;
    case PA_OP_depw: case PA_OP_depw_sar: case PA_OP_depwi: case PA_OP_depwi_sar: case PA_OP_depd: case PA_OP_depd_sar:
    case PA_OP_depdi: case PA_OP_depdi_sar:
        o->gr_read |= o->gr_write; /* a deposit keeps the rest of its target */
        break;
    default: break;
    }
}

/* The base register that an access or a cache operation writes. The short and long forms keep m in different places. */
static u32 modified_base(const struct pa_insn *in, u32 w)
{
    if (!(in->flags & PA_MODIFY)) return 0;
    switch (pa_major(w)) {
    case 0x14: case 0x1c: return pa_m28(w) ? gr(pa_b(w)) : 0;
    case 0x13: case 0x1b: case 0x16: case 0x1e: case 0x17: case 0x1f: return gr(pa_b(w));
    default: return pa_m(w) ? gr(pa_b(w)) : 0;
    }
}

static void shift_amount(const struct pa_insn *in, u32 w, struct pa_operands *o)
{
    switch (in->op) {
    case PA_OP_shrpw_sar: case PA_OP_shrpd_sar: case PA_OP_extrw_u_sar: case PA_OP_extrw_s_sar: case PA_OP_extrd_u_sar:
    case PA_OP_extrd_s_sar: case PA_OP_depw_sar: case PA_OP_depd_sar: case PA_OP_depwi_sar: case PA_OP_depdi_sar:
    case PA_OP_depw_z_sar: case PA_OP_depd_z_sar: case PA_OP_depwi_z_sar: case PA_OP_depdi_z_sar: case PA_OP_bb_sar:
        o->reads_sar = true;
        break;
    case PA_OP_mfctl: o->reads_sar = pa_cr(w) == 11; break;
    case PA_OP_mtctl: o->writes_sar = pa_cr(w) == 11; break;
    case PA_OP_mtsarcm: o->writes_sar = true; break;
    default: break;
    }
}

/* --- floating-point registers ------------------------------------------------------------------------------------- */

static void fp_access(const struct pa_insn *in, u32 w, struct pa_operands *o)
{
    u64 r = 0;
    switch (pa_major(w)) {
    case 0x09: r = half(pa_ft_sgl(w)); break;
    case 0x0b: r = pair(pa_ft_dbl(w)); break;
    case 0x14: case 0x1c: r = pair(pa_fr11_dbl(w)); break;
    default: r = half(pa_fr11_sgl(w)); break; /* 16, 17, 1E, 1F */
    }
    *(in->flags & PA_LOAD ? &o->fr_write : &o->fr_read) = r;
}

/* 06, 26: tm = rm1 * rm2 and ta = ta +- ra. */
static void multiply_and_add(u32 w, struct pa_operands *o)
{
    bool dbl = !pa_bits(w, 26, 26);
    u64 m1 = fr(pa_mpy_sgl(pa_rm1(w)), pa_rm1(w), dbl), m2 = fr(pa_mpy_sgl(pa_rm2(w)), pa_rm2(w), dbl);
    u64 ta = fr(pa_mpy_sgl(pa_ta(w)), pa_ta(w), dbl), ra = fr(pa_mpy_sgl(pa_ra(w)), pa_ra(w), dbl);
    o->fr_read = m1 | m2 | ta | ra;
    o->fr_write = fr(pa_mpy_sgl(pa_tm(w)), pa_tm(w), dbl) | ta;
    o->flop = dbl ? PA_FLOP_MPY_DBL : PA_FLOP_MPY_SGL;
}

/* 2E: t = fr1 * fr2 + ra, with either sign. */
static void fused(u32 w, struct pa_operands *o)
{
    bool dbl = pa_bits(w, 20, 20);
    o->fr_read = fr(pa_fr1_sgl(w), pa_fr1_dbl(w), dbl) | fr(pa_fr2_sgl(w), pa_fr2_dbl(w), dbl) |
                 fr(pa_fra_sgl(w), pa_fra_dbl(w), dbl);
    o->fr_write = fr(pa_ft_sgl(w), pa_ft_dbl(w), dbl);
    o->flop = dbl ? PA_FLOP_MPY_DBL : PA_FLOP_MPY_SGL;
}

/* 0C, 0E: the operation's class is in bits 21-22. Class 2 and 3 of 0E have one bit of format, the rest two. */
static void fp_operation(u32 w, struct pa_operands *o)
{
    static const enum pa_flop arithmetic[8][2] = {
        {PA_FLOP_ALU, PA_FLOP_ALU}, {PA_FLOP_ALU, PA_FLOP_ALU}, {PA_FLOP_MPY_SGL, PA_FLOP_MPY_DBL},
        {PA_FLOP_DIV_SGL, PA_FLOP_DIV_DBL}, {PA_FLOP_DIV_SGL, PA_FLOP_DIV_DBL}, {PA_FLOP_ALU, PA_FLOP_ALU},
        {PA_FLOP_ALU, PA_FLOP_ALU}, {PA_FLOP_ALU, PA_FLOP_ALU},
    };
    enum { SQRT = 4 };
    unsigned cls = pa_bits(w, 21, 22);
    bool halves = pa_major(w) == 0x0e && cls >= 2;
    bool dbl = halves ? pa_bits(w, 20, 20) : pa_fmt(w) != 0, dbl_to = cls == 1 ? pa_fmt_to(w) != 0 : dbl;
    u64 source1 = fr(pa_fr1_sgl(w), pa_fr1_dbl(w), dbl), source2 = fr(pa_fr2_sgl(w), pa_fr2_dbl(w), dbl);
    u64 target = fr(pa_ft_sgl(w), pa_ft_dbl(w), dbl_to);
    o->fr_read = cls >= 2 ? source1 | source2 : source1;
    o->fr_write = cls == 2 ? 0 : target;
    o->flop = PA_FLOP_ALU;
    if (cls == 0 && pa_fsub3(w) == SQRT) o->flop = dbl ? PA_FLOP_SQRT_DBL : PA_FLOP_SQRT_SGL;
    if (cls == 2) o->flop = PA_FLOP_CMP;
    if (cls == 3) o->flop = arithmetic[pa_fsub3(w)][dbl];
    o->writes_compare = cls == 2;
}

static void floating(const struct pa_insn *in, u32 w, struct pa_operands *o)
{
    if (in->flags & (PA_LOAD | PA_STORE)) {
        fp_access(in, w, o);
        return;
    }
    o->gr_read = o->gr_write = 0;
    switch (in->op) {
    case PA_OP_fid: break;
    case PA_OP_ftest: o->reads_compare = true; break;
    case PA_OP_xmpyu:
        o->fr_read = half(pa_fr1_sgl(w)) | half(pa_fr2_sgl(w));
        o->fr_write = pair(pa_ft_dbl(w));
        o->flop = PA_FLOP_XMPYU;
        break;
    case PA_OP_fmpyadd_dbl: case PA_OP_fmpyadd_sgl: case PA_OP_fmpysub_dbl: case PA_OP_fmpysub_sgl:
        multiply_and_add(w, o);
        break;
    case PA_OP_fmpyfadd_sgl: case PA_OP_fmpyfadd_dbl: case PA_OP_fmpynfadd_sgl: case PA_OP_fmpynfadd_dbl:
        fused(w, o);
        break;
    default: fp_operation(w, o); break;
    }
}

struct pa_operands pa_operands_of(const struct pa_insn *in, u32 w)
{
    struct pa_operands o = {0};
    general(in, w, &o);
    if (in->flags & PA_FPU) floating(in, w, &o);
    o.base_write = modified_base(in, w);
    o.gr_write |= o.base_write;
    shift_amount(in, w, &o);
    return o;
}
