/* PA-RISC 2.0 Architecture, figures 7-1 to 7-4. */
#include "isa/parisc/access.h"

#include "isa/parisc/fields.h"

unsigned pa_access_size(const struct pa_insn *in)
{
    if (!in || in->flags & PA_PRIV) return 0; /* the privileged ones are absolute: none of the program's memory */
    switch (in->op) {
    case PA_OP_ldb: case PA_OP_ldb_x: case PA_OP_ldb_s: case PA_OP_stb: case PA_OP_stb_s: return 1;
    case PA_OP_ldh: case PA_OP_ldh_x: case PA_OP_ldh_s: case PA_OP_sth: case PA_OP_sth_s: return 2;
    case PA_OP_ldd: case PA_OP_ldd_x: case PA_OP_ldd_s: case PA_OP_std: case PA_OP_std_s: case PA_OP_fldd:
    case PA_OP_fldd_x: case PA_OP_fldd_s: case PA_OP_fstd: case PA_OP_fstd_x: case PA_OP_fstd_s: case PA_OP_ldcd_x:
    case PA_OP_ldcd_s: case PA_OP_stdby_s: return 8;
    default: return in->flags & (PA_LOAD | PA_STORE) ? 4 : 0;
    }
}

static struct pa_address at(u32 w, i32 disp) { return (struct pa_address){.base = (u8)pa_b(w), .disp = disp}; }

/* Major 03, 09, 0B: short displacement or index. */
static struct pa_address short_or_index(const struct pa_insn *in, u32 w)
{
    bool is_short = w >> 12 & 1, modify = pa_m(w), store = in->flags & PA_STORE && !(in->flags & PA_LOAD);
    struct pa_address a = at(w, 0);
    if (!is_short) {
        if (modify) return a;
        a.index = (u8)pa_x(w);
        a.shift = pa_u(w) ? (u8)__builtin_ctz(pa_access_size(in)) : 0;
        return a;
    }
    i32 disp = pa_major(w) == 0x03 && store ? pa_im5_27(w) : pa_im5_11(w);
    bool bytes = in->op == PA_OP_stby_s || in->op == PA_OP_stdby_s;
    bool after = modify && (bytes || !pa_a(w));
    a.disp = after ? 0 : disp;
    a.within = bytes ? (u8)(pa_access_size(in) - 1) : 0;
    return a;
}

struct pa_address pa_address_of(const struct pa_insn *in, u32 w)
{
    switch (pa_major(w)) {
    case 0x03: case 0x09: case 0x0b: return short_or_index(in, w);
    case 0x14: case 0x1c: return at(w, pa_m28(w) && !pa_a29(w) ? 0 : pa_im11a(w));
    case 0x16: case 0x1e: return at(w, pa_a29(w) ? pa_im12a(w) : 0);
    case 0x13: case 0x1b: return at(w, pa_im14(w) < 0 ? pa_im14(w) : 0);
    case 0x17: case 0x1f:
        if (in->op == PA_OP_ldw_m12 || in->op == PA_OP_stw_m12) return at(w, pa_im12a(w) < 0 ? 0 : pa_im12a(w));
        return at(w, pa_im12a(w));
    default: return at(w, pa_im14(w));
    }
}

struct pa_access pa_access_of(const struct cpu *c, const struct pa_insn *in, u32 word)
{
    unsigned size = pa_access_size(in);
    if (!size) return (struct pa_access){0};
    struct pa_address a = pa_address_of(in, word);
    u32 address = (u32)c->gr[a.base] + ((u32)c->gr[a.index] << a.shift) + (u32)a.disp;
    return (struct pa_access){.address = address & ~(u32)a.within, .size = size};
}
