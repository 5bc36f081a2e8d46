/* PA-RISC 2.0 Architecture, figures 7-1 to 7-4. */
#include "isa/parisc/insn/access.h"

#include "isa/parisc/insn/fields.h"

unsigned pa_access_size(const struct pa_insn *in)
{
    return in && !(in->flags & PA_PRIV) ? in->bytes : 0; /* the privileged ones are absolute: none of the program's memory */
}

static struct pa_address at(u32 w, i32 disp, bool modify, bool before)
{
    return (struct pa_address){.base = (u8)pa_b(w), .disp = disp, .modify = modify, .before = before};
}

struct pa_address pa_address_of(const struct pa_insn *in, u32 w)
{
    struct pa_address a;
    switch ((enum pa_addressing)in->addressing) {
    case PA_EA_SHORT_LOAD: return at(w, pa_im5_11(w), pa_m(w), pa_a(w));
    case PA_EA_SHORT_STORE: return at(w, pa_im5_27(w), pa_m(w), pa_a(w));
    case PA_EA_LONG14: return at(w, pa_im14(w), false, false);
    case PA_EA_LONG14_M: return at(w, pa_im14(w), true, pa_im14(w) < 0);
    case PA_EA_LONG11: return at(w, pa_im11a(w), pa_m28(w), pa_a29(w));
    case PA_EA_LONG12: return at(w, pa_im12a(w), false, false);
    case PA_EA_LONG12_M: return at(w, pa_im12a(w), true, pa_im12a(w) >= 0);
    case PA_EA_LONG12_FM: return at(w, pa_im12a(w), true, pa_a29(w));
    case PA_EA_BYTES:
        a = at(w, pa_im5_27(w), pa_m(w), false);
        a.within = (u8)(in->bytes - 1);
        return a;
    default:
        a = at(w, 0, pa_m(w), false);
        a.index = (u8)pa_x(w);
        if (in->bytes && pa_u(w)) a.shift = (u8)__builtin_ctz(in->bytes);
        return a;
    }
}

struct pa_address pa_accessed(struct pa_address a)
{
    if (a.modify && !a.before) a.index = a.shift = 0, a.disp = 0;
    return a;
}

static u32 effective(const struct cpu *c, struct pa_address a) { return (u32)c->gr[a.base] + ((u32)c->gr[a.index] << a.shift) + (u32)a.disp; }

struct pa_access pa_access_of(const struct cpu *c, const struct pa_insn *in, u32 word)
{
    unsigned size = pa_access_size(in);
    if (!size) return (struct pa_access){0};
    struct pa_address a = pa_accessed(pa_address_of(in, word));
    return (struct pa_access){.address = effective(c, a) & ~(u32)a.within, .size = size};
}

struct pa_access pa_bytes_of(const struct cpu *c, const struct pa_insn *in, u32 word)
{
    struct pa_access whole = pa_access_of(c, in, word);
    struct pa_address a = whole.size ? pa_accessed(pa_address_of(in, word)) : (struct pa_address){0};
    if (!a.within) return whole;
    u32 before = effective(c, a) & a.within;
    if (pa_a(word)) return (struct pa_access){whole.address, before};
    return (struct pa_access){whole.address + before, whole.size - before};
}
