#include "isa/parisc/timing/relation.h"

static struct known_address known(const struct pa_accesses *p, const struct pa_address *a)
{
    bool simple = !a->index && !a->within;
    return (struct known_address){.known = simple, .base = a->base, .version = p->version[a->base], .disp = a->disp};
}

static bool same_base(const struct known_address *a, const struct known_address *b)
{
    return a->known && b->known && a->base == b->base && a->version == b->version;
}

struct pa_relating pa_relating_of(const struct pa_accesses *p, const struct pa_address *address, bool store, u32 base)
{
    struct known_address known_one = known(p, address), *a = &known_one;
    const struct known_address *before = store ? &p->stored : &p->loaded;
    struct pa_relating r = {.likely = PA_APART, .open = PA_SAME | PA_PAIR, .near = same_base(a, before)};
    if (same_base(a, &p->stored)) {
        i32 apart = a->disp - p->stored.disp;
        if (((base + (u32)a->disp) ^ (base + (u32)p->stored.disp)) >> 3 == 0) r.likely |= PA_SAME;
        if (!apart || apart >= 8 || apart <= -8) r.open &= ~(unsigned)PA_SAME;
    }
    if (r.near) {
        if (a->disp != before->disp + 4) r.open &= ~(unsigned)PA_PAIR;
        else if ((base + (u32)before->disp) % 8 == 0) r.likely |= PA_PAIR;
    }
    return r;
}

unsigned pa_relation_decides(const struct pa_model *m, const struct pa_pipe *pipe, const struct pa_admitted *i, const struct pa_relating *r)
{
    unsigned bits = 0, open = r->open & pa_pipe_may_matter(pipe, i);
    if (!open) return 0;
    struct pa_waits waits;
    bool bundled[PA_RELATIONS];
    u64 at[PA_RELATIONS];
    for (unsigned k = 0; k < PA_RELATIONS; k++) bundled[k] = pa_pipe_plan(m, pipe, i, (r->likely & ~open) | (k & open), 0, &at[k], &waits);
    for (unsigned bit = 1; bit < PA_RELATIONS; bit <<= 1)
        for (unsigned k = 0; k < PA_RELATIONS; k++)
            if (bit & open && (bundled[k] != bundled[k ^ bit] || at[k] != at[k ^ bit])) bits |= bit;
    return bits;
}

void pa_accesses_note(struct pa_accesses *p, const struct pa_admitted *i)
{
    if (i->in.nullified) return;
    if (i->in.size) {
        struct pa_address address = pa_accessed(pa_address_of(i->in.insn, i->in.word));
        *(i->flags & PA_STORE ? &p->stored : &p->loaded) = known(p, &address);
    }
    for (u32 w = i->op.gr_write; w; w &= w - 1) p->version[__builtin_ctz(w)]++;
}
