/* PA-RISC 2.0 Architecture, figures 7-1 to 7-4. */
#include "isa/parisc/access.h"

#include "isa/parisc/fields.h"

static unsigned access_size(const struct pa_insn *in)
{
    switch (in->op) {
    case PA_OP_ldb: case PA_OP_ldb_x: case PA_OP_ldb_s: case PA_OP_stb: case PA_OP_stb_s: return 1;
    case PA_OP_ldh: case PA_OP_ldh_x: case PA_OP_ldh_s: case PA_OP_sth: case PA_OP_sth_s: return 2;
    case PA_OP_ldd: case PA_OP_ldd_x: case PA_OP_ldd_s: case PA_OP_std: case PA_OP_std_s: case PA_OP_fldd:
    case PA_OP_fldd_x: case PA_OP_fldd_s: case PA_OP_fstd: case PA_OP_fstd_x: case PA_OP_fstd_s: case PA_OP_ldcd_x:
    case PA_OP_ldcd_s: case PA_OP_stdby_s: return 8;
    default: return in->flags & (PA_LOAD | PA_STORE) ? 4 : 0;
    }
}

static u32 effective_address(const struct cpu *c, const struct pa_insn *in, u32 w)
{
    u32 base = (u32)c->gr[pa_b(w)];
    unsigned shift = (unsigned)__builtin_ctz(access_size(in));
    bool store = in->flags & PA_STORE && !(in->flags & PA_LOAD);
    switch (pa_major(w)) {
    case 0x03: case 0x09: case 0x0b: {
        bool is_short = w >> 12 & 1, modify = pa_m(w);
        if (!is_short) return modify ? base : base + ((u32)c->gr[pa_x(w)] << (pa_u(w) ? shift : 0));
        i32 disp = pa_major(w) == 0x03 && store ? pa_im5_27(w) : pa_im5_11(w);
        bool bytes = in->op == PA_OP_stby_s || in->op == PA_OP_stdby_s;
        bool after = modify && (bytes || !pa_a(w));
        u32 ea = after ? base : base + (u32)disp;
        return bytes ? ea & ~(access_size(in) - 1) : ea;
    }
    case 0x14: case 0x1c: return pa_m28(w) && !pa_a29(w) ? base : base + (u32)pa_im11a(w);
    case 0x16: case 0x1e: return pa_a29(w) ? base + (u32)pa_im12a(w) : base;
    case 0x13: case 0x1b: return pa_im14(w) < 0 ? base + (u32)pa_im14(w) : base;
    case 0x17: case 0x1f:
        if (in->op == PA_OP_ldw_m12 || in->op == PA_OP_stw_m12) return pa_im12a(w) < 0 ? base : base + (u32)pa_im12a(w);
        return base + (u32)pa_im12a(w);
    default: return base + (u32)pa_im14(w);
    }
}

struct pa_access pa_access_of(const struct cpu *c, const struct pa_insn *in, u32 word)
{
    /* The privileged ones are absolute: none of the program's memory. */
    if (!in || in->flags & PA_PRIV || !access_size(in)) return (struct pa_access){0};
    return (struct pa_access){.address = effective_address(c, in, word), .size = access_size(in)};
}
