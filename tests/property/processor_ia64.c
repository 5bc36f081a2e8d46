#include "isa/ia64/cpu.h"
#include "isa/ia64/isa.h"
#include "tests/property/processors.h"

static u64 below(u64 *random, u64 n) { return next_random(random) % n; }

/* A frame with rotating registers, and the names that they have now. */
static struct ia64_cfm random_frame(u64 *random)
{
    struct ia64_cfm f = {.sof = (u8)below(random, 97)};
    f.sol = (u8)below(random, f.sof + 1u);
    f.sor = (u8)(8 * below(random, f.sof / 8 + 1u));
    f.rrb_gr = f.sor ? (u8)below(random, f.sor) : 0;
    f.rrb_fr = (u8)below(random, 96);
    f.rrb_pr = (u8)below(random, 48);
    return f;
}

/* Dirty and clean registers below the frame, as many as the processor has room for. */
static void scramble_stack(struct cpu *c, u64 near, u64 *random)
{
    struct rse *r = &c->rse;
    unsigned room = IA64_STACKED - c->cfm.sof;
    r->bof = (u16)(RSE_FILE / 2 + below(random, 200));
    r->clean = (u16)(r->bof - below(random, room + 1));
    r->dirty = (u16)(r->clean + below(random, r->bof - r->clean + 1u));
    for (unsigned i = r->clean; i < r->bof; i++) {
        r->file[i] = next_random(random);
        r->file_nat[i] = next_random(random) & 1;
    }
    r->rsc = next_random(random) & 0x3fff001f;
    r->bspstore = near & ~(u64)7;
    r->bsp = rse_above(r->bspstore, (unsigned)(r->bof - r->dirty));
    r->rnat = next_random(random) >> 1;
}

/* Advanced loads, of which a tick may hit some. */
static void scramble_alat(struct cpu *c, u64 near, u64 *random)
{
    alat_clear(&c->alat);
    for (unsigned i = 0; i < ALAT_ENTRIES; i++)
        alat_insert(&c->alat, FRAME + i, near - 64 + 8 * below(random, 16), 1u << below(random, 4));
}

/* Status that a program, its signal mask or the kernel can have set beside what every program runs with. */
static const u8 free_bits[] = {PSR_BE, PSR_UP, PSR_AC, PSR_MFL, PSR_MFH, PSR_PK, PSR_DFL, PSR_DFH, PSR_SP, PSR_PP,
                               PSR_DI, PSR_SI, PSR_DB, PSR_LP, PSR_TB, PSR_ID, PSR_DA, PSR_DD, PSR_SS, PSR_ED};

static void scramble(struct cpu *c, u64 pc, u64 near, u64 *random)
{
    c->cfm = random_frame(random);
    for (unsigned i = 1; i < GR_COUNT; i++) c->gr[i] = next_random(random);
    bool nats = next_random(random) & 1;
    for (unsigned i = 1; i < GR_COUNT; i++)
        ia64_set_nat(c, i, nats && i < FRAME + (unsigned)c->cfm.sof && next_random(random) & 1);
    for (unsigned i = 1; i < 64; i++) c->pr[i] = next_random(random) & 1;
    for (unsigned i = 0; i < 8; i++) c->br[i] = next_random(random);
    for (unsigned i = 0; i < 8; i++) c->kr[i] = next_random(random);
    for (unsigned i = 2; i < FR_COUNT; i++)
        c->fr[i] = (struct ia64_fr){next_random(random), (u32)next_random(random) & 0x1ffff, next_random(random) & 1};
    if (next_random(random) & 1) c->fr[6 + below(random, 3)] = IA64_FR_NATVAL;
    u64 *const words[] = {&c->lc, &c->pfs, &c->ccv, &c->unat, &c->fpsr, &c->csd, &c->ssd};
    for (unsigned i = 0; i < ARRAY_LEN(words); i++) *words[i] = next_random(random);
    c->ec = next_random(random) & 63;
    c->ip = pc & ~(u64)15;
    c->ri = (u8)below(random, 3);
    c->psr = (u64)3 << PSR_CPL | IA64_PSR_BIT(PSR_IT) | IA64_PSR_BIT(PSR_DT) | IA64_PSR_BIT(PSR_RT) |
             IA64_PSR_BIT(PSR_IC) | IA64_PSR_BIT(PSR_I) | IA64_PSR_BIT(PSR_BN);
    for (unsigned i = 0; i < ARRAY_LEN(free_bits); i++) c->psr |= (next_random(random) & 1) << free_bits[i];
    scramble_stack(c, near, random);
    scramble_alat(c, near, random);
}

static bool same_stack(const struct rse *a, const struct rse *b)
{
    return a->rsc == b->rsc && a->bsp == b->bsp && a->bspstore == b->bspstore && a->rnat == b->rnat &&
           a->bof == b->bof && a->dirty == b->dirty && a->clean == b->clean &&
           !memcmp(a->file, b->file, sizeof a->file) && !memcmp(a->file_nat, b->file_nat, sizeof a->file_nat);
}

/* What is stored takes the entries that it overlaps, and no others. */
static bool same_alat(const struct cpu *now, const struct cpu *before, u64 addr, unsigned size)
{
    struct alat alat = before->alat;
    if (size) alat_store(&alat, addr, size);
    if (alat.used != now->alat.used) return false;
    for (unsigned i = 0; i < alat.used; i++)
        if (!alat_check(&now->alat, alat.entry[i].tag)) return false;
    return true;
}

static const char *differs(const struct cpu *a, const struct cpu *b, u64 addr, unsigned size)
{
    if (memcmp(a->gr, b->gr, sizeof a->gr) || memcmp(a->nat, b->nat, sizeof a->nat)) return "general registers";
    if (memcmp(a->fr, b->fr, sizeof a->fr)) return "floating-point registers";
    if (memcmp(a->pr, b->pr, 64) || memcmp(a->br, b->br, sizeof a->br)) return "predicates or branch registers";
    if (a->ip != b->ip || a->ri != b->ri) return "place";
    if (memcmp(&a->cfm, &b->cfm, sizeof a->cfm) || a->ec != b->ec) return "frame";
    if (a->lc != b->lc || a->pfs != b->pfs || a->ccv != b->ccv || a->unat != b->unat || a->fpsr != b->fpsr ||
        a->csd != b->csd || a->ssd != b->ssd || memcmp(a->kr, b->kr, sizeof a->kr))
        return "application registers";
    if (a->psr != b->psr) return "PSR";
    if (!same_stack(&a->rse, &b->rse)) return "register stack";
    if (!same_alat(a, b, addr, size)) return "ALAT";
    return a->nullified != b->nullified || a->itc_offset != b->itc_offset ? "counts" : NULL;
}

const struct processor processor_ia64 = {
    .isa = &isa_ia64, .size = sizeof(struct cpu), .scramble = scramble, .differs = differs,
};
