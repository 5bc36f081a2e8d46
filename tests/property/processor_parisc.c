#include "isa/parisc/cpu.h"
#include "isa/parisc/isa.h"
#include "tests/property/processors.h"

static void scramble(struct cpu *c, u64 pc, u64 near, u64 *random)
{
    (void)near;
    for (unsigned i = 1; i < 32; i++) c->gr[i] = next_random(random);
    for (unsigned i = 0; i < 32; i++) c->fr[i] = next_random(random);
    for (unsigned i = 0; i < 5; i++) c->sr[i] = (u32)next_random(random);
    for (unsigned i = 5; i < 8; i++) c->sr[i] = SPACE_USER;
    u32 free_bits = (u32)next_random(random) & (PSW_N | PSW_B | PSW_V | PSW_CB);
    pa_set_psw(c, free_bits | PSW_C | PSW_Q | PSW_P | PSW_D | PSW_I);
    u64 carries = next_random(random) & 0x8888888888888888;
    c->carry_a = c->carry_b = carries;
    c->sar = next_random(random) & 63;
    c->cr[CR_TR2] = (u32)next_random(random);
    c->cr[CR_TR3] = (u32)next_random(random);
    c->iaoq_front = (u32)pc | 3;
    c->iaoq_back = (u32)next_random(random) | 3;
    c->iasq_front = c->iasq_back = SPACE_USER;
}

static const char *differs(const struct cpu *a, const struct cpu *b, u64 addr, unsigned size)
{
    (void)addr, (void)size;
    if (memcmp(a->gr, b->gr, 32 * sizeof a->gr[0])) return "general registers";
    if (memcmp(a->fr, b->fr, sizeof a->fr)) return "floating-point registers";
    if (memcmp(a->sr, b->sr, sizeof a->sr)) return "space registers";
    if (a->iaoq_front != b->iaoq_front || a->iaoq_back != b->iaoq_back || a->iasq_front != b->iasq_front ||
        a->iasq_back != b->iasq_back)
        return "queues";
    if (pa_get_psw(a) != pa_get_psw(b) || pa_get_upper_carries(a) != pa_get_upper_carries(b)) return "PSW";
    if (a->sar != b->sar || a->fp_slow != b->fp_slow || a->cr[CR_TR2] != b->cr[CR_TR2] ||
        a->cr[CR_TR3] != b->cr[CR_TR3])
        return "control registers";
    return a->nullified != b->nullified ? "counts" : NULL;
}

const struct processor processor_parisc = {
    .isa = &isa_parisc, .size = sizeof(struct cpu), .scramble = scramble, .differs = differs,
};
