#include "tests/unit/ia64_pair.h"

#include <stdlib.h>

#include "isa/ia64/cpu.h"
#include "isa/ia64/exec/emit.h"
#include "isa/ia64/isa.h"
#include "tests/unit/ia64_bundles.h"

enum { PAGE = MEM_PAGE, STORE_PAGES = 2 };

#define CODE_WRITABLE (IA64_PAIR_CODE + PAGE) /* between two pages that are not */
#define CODE_FILE     (CODE_WRITABLE + PAGE)  /* a file of one page, mapped for two: the second is beyond its end */
#define DATA          0x6000000000040000ull
#define DATA_CONST    (DATA + PAGE)     /* read-only */
#define DATA_NONE     (DATA + 3 * PAGE) /* mapped without rights; the page before it is not mapped */
#define STORE         0x6000000000080000ull /* the backing store: two pages, then nothing */

static const u64 place[] = {
    DATA, DATA, DATA + 0x100, DATA + 0x200, DATA + PAGE - 16, DATA + PAGE - 1, DATA_CONST + 64, DATA_CONST + PAGE - 16, DATA_NONE,
    IA64_PAIR_CODE, IA64_PAIR_CODE + 32, CODE_WRITABLE, CODE_WRITABLE, CODE_WRITABLE + 16, CODE_WRITABLE + 64, CODE_FILE,
    CODE_FILE + PAGE - 32, STORE, STORE + 0x1f8, STORE + STORE_PAGES * PAGE - 64, 0, 0xfffffffffffffff8, (u64)1 << 50,
};

static const struct pair_map maps[] = {
    {IA64_PAIR_CODE, PAGE, PROT_READ | PROT_EXEC},
    {CODE_WRITABLE, PAGE, PROT_READ | PROT_WRITE | PROT_EXEC},
    {DATA, PAGE, PROT_READ | PROT_WRITE},
    {DATA_CONST, PAGE, PROT_READ},
    {DATA_NONE, PAGE, PROT_NONE},
    {STORE, STORE_PAGES * PAGE, PROT_READ | PROT_WRITE},
};

/* --- the two guests ------------------------------------------------------------------------------------------------- */

/* Where each of four parts of the bundles begins: at the beginning or end of a page of every kind. */
static u64 part(const struct pair_case *k, unsigned i)
{
    unsigned n = k->units / 4;
    switch (i) {
    case 0: return IA64_PAIR_CODE;
    case 1: return IA64_PAIR_CODE + PAGE - 16 * n;
    case 2: return CODE_WRITABLE;
    default: return CODE_FILE + PAGE - 16 * (k->units - 3 * n);
    }
}

/* Between the parts: branches back to them, so that nothing runs long through empty pages. */
static void fill(struct pair_guest *g, const struct pair_case *k, int fd)
{
    static const u64 page[] = {IA64_PAIR_CODE, CODE_WRITABLE, CODE_FILE};
    struct mem *m = &g->process.mem;
    const u8 *code = k->code;
    unsigned n = k->units / 4;
    if (mem_map(m, CODE_FILE, 2 * PAGE, PROT_READ | PROT_EXEC, false, fd, 0, "file") != 0) abort();
    for (unsigned p = 0; p < ARRAY_LEN(page); p++) {
        u8 bytes[PAGE];
        for (u64 i = 0; i < PAGE / 16; i++) {
            u64 pc = page[p] + 16 * i;
            bundles_branch(bytes + 16 * i, (i64)(part(k, i & 3) - pc));
        }
        for (unsigned i = 0; i < k->units; i++) {
            unsigned of = n ? i / n < 3 ? i / n : 3 : 3;
            u64 pc = part(k, of) + 16 * (i - of * n);
            if ((pc & ~(u64)(PAGE - 1)) == page[p]) memcpy(bytes + (pc & (PAGE - 1)), code + 16 * i, 16);
        }
        if (mem_poke(m, page[p], bytes, PAGE) != 0) abort();
    }
    u64 seed = k->seed + 1;
    u8 bytes[PAGE];
    for (u32 i = 0; i < (u32)PAGE; i += 8) store_le64(bytes + i, pair_random64(&seed));
    if (mem_poke(m, DATA, bytes, PAGE) != 0 || mem_poke(m, DATA_CONST, bytes, PAGE) != 0) abort();
}

static u64 useful_number(u64 *seed)
{
    switch (pair_random(seed) & 7) {
    case 0: case 1: case 2: case 3: return place[pair_random(seed) % ARRAY_LEN(place)];
    case 4: return pair_random(seed) & 63;
    case 5: return (u64)0 - (pair_random(seed) & 63);
    case 6: return (u64)1 << (pair_random(seed) & 63);
    default: return pair_random64(seed);
    }
}

static struct ia64_fr fp_number(u64 *seed)
{
    static const struct ia64_fr special[] = {
        {0, 0, 0}, {0, 0, 1}, {IA64_FR_INTEGER_BIT, IA64_FR_EXP_SPECIAL, 0}, {3ull << 62, IA64_FR_EXP_SPECIAL, 1},
        {IA64_FR_INTEGER_BIT | 1, IA64_FR_EXP_SPECIAL, 0}, {0, IA64_FR_EXP_NATVAL, 0}, {5, IA64_FR_EXP_INTEGER, 0},
        {1, IA64_FR_BIAS, 0}, {IA64_FR_INTEGER_BIT, 1, 0}, {~(u64)0, IA64_FR_EXP_NATVAL, 1},
    };
    u64 x = pair_random64(seed);
    switch (pair_random(seed) & 3) {
    case 0: return special[pair_random(seed) % ARRAY_LEN(special)];
    case 1: return (struct ia64_fr){x, pair_random(seed) & 0x1ffff, pair_random(seed) & 1};
    default: return (struct ia64_fr){x | IA64_FR_INTEGER_BIT, IA64_FR_BIAS - 8 + (pair_random(seed) & 15), pair_random(seed) & 1};
    }
}

static void go_to(struct cpu *c, u64 pc)
{
    c->ip = ia64_bundle_of(pc);
    c->ri = pc & 3;
}

/* The register stack, whatever has become of it, on the backing store's first page. */
static void mend_stack(struct cpu *c)
{
    struct rse *r = &c->rse;
    if (r->bof < r->dirty) r->dirty = r->clean = r->bof;
    r->bspstore = STORE;
    r->bsp = rse_above(STORE, r->bof - r->dirty);
}

static void start(struct cpu *c, const struct pair_case *k)
{
    u64 seed = k->seed + 2;
    c->cfm = (struct ia64_cfm){.sof = 24, .sol = 16, .sor = (u8)(8 * (pair_random(&seed) % 3))};
    for (int i = 1; i < FRAME + c->cfm.sof; i++) c->gr[i] = useful_number(&seed);
    for (unsigned i = 2; i < FR_COUNT; i++) c->fr[i] = fp_number(&seed);
    for (unsigned i = 1; i < 64; i++) c->pr[i] = pair_random(&seed) & 1;
    for (unsigned i = 0; i < 8; i++) c->br[i] = part(k, i & 3);
    c->lc = pair_random(&seed) & 7;
    c->ec = pair_random(&seed) & 7;
    c->pfs = 8 | 4 << 7;
    c->unat = pair_random64(&seed);
    c->fpsr = 0x0009804c0270033full;
    if (k->trapping) c->fpsr &= ~(u64)(pair_random(&seed) & 0x3f);
    if ((pair_random(&seed) & 7) == 0) c->psr |= (u64)1 << PSR_BE;
    if ((pair_random(&seed) & 3) == 0) ia64_set_nat(c, 8 + (pair_random(&seed) & 7), true);
    c->rse.rsc = 0xc;
    mend_stack(c);
    go_to(c, part(k, pair_random(&seed) & 3));
}

/* --- comparing ------------------------------------------------------------------------------------------------------ */

static bool same_registers(struct pair *p, const struct cpu *a, const struct cpu *b)
{
    bool r = true;
    if (memcmp(a->gr, b->gr, sizeof a->gr))
        for (unsigned i = 0; i < GR_COUNT && r; i++) r = pair_same(p, "gr", i, a->gr[i], b->gr[i]);
    if (memcmp(a->fr, b->fr, sizeof a->fr))
        for (unsigned i = 0; i < FR_COUNT && r; i++)
            r = pair_same(p, "fr: significand", i, a->fr[i].sig, b->fr[i].sig) &&
                pair_same(p, "fr: exponent", i, a->fr[i].exp, b->fr[i].exp) &&
                pair_same(p, "fr: sign", i, a->fr[i].sign, b->fr[i].sign);
    if (memcmp(a->pr, b->pr, 64))
        for (unsigned i = 0; i < 64 && r; i++) r = pair_same(p, "pr", i, a->pr[i], b->pr[i]);
    for (unsigned i = 0; i < 8 && r; i++) r = pair_same(p, "br", i, a->br[i], b->br[i]);
    for (unsigned i = 0; i < 2 && r; i++) r = pair_same(p, "nat", i, a->nat[i], b->nat[i]);
    for (unsigned i = 0; i < 8 && r; i++) r = pair_same(p, "kr", i, a->kr[i], b->kr[i]);
    return r;
}

static bool same_stack(struct pair *p, const struct rse *a, const struct rse *b)
{
    bool r = pair_same(p, "rsc", 0, a->rsc, b->rsc) && pair_same(p, "bsp", 0, a->bsp, b->bsp) &&
             pair_same(p, "bspstore", 0, a->bspstore, b->bspstore) && pair_same(p, "rnat", 0, a->rnat, b->rnat) &&
             pair_same(p, "bof", 0, a->bof, b->bof) && pair_same(p, "dirty", 0, a->dirty, b->dirty) &&
             pair_same(p, "clean", 0, a->clean, b->clean);
    for (unsigned i = a->clean; i < a->bof && r; i++)
        r = pair_same(p, "stacked", i, a->file[i], b->file[i]) && pair_same(p, "its NaT", i, a->file_nat[i], b->file_nat[i]);
    return r;
}

static bool same_cpu(struct pair *p)
{
    const struct cpu *a = p->tested.thread.cpu, *b = p->reference.thread.cpu;
    return pair_same(p, "ip", 0, a->ip, b->ip) && pair_same(p, "ri", 0, a->ri, b->ri) &&
           pair_same(p, "cycles", 0, p->tested.thread.cycles, p->reference.thread.cycles) &&
           pair_same(p, "slots", 0, p->tested.thread.slots, p->reference.thread.slots) &&
           pair_same(p, "predicated off", 0, a->nullified, b->nullified) &&
           pair_same(p, "cfm", 0, ia64_cfm_bits(a->cfm), ia64_cfm_bits(b->cfm)) && pair_same(p, "psr", 0, a->psr, b->psr) &&
           pair_same(p, "lc", 0, a->lc, b->lc) && pair_same(p, "ec", 0, a->ec, b->ec) &&
           pair_same(p, "pfs", 0, a->pfs, b->pfs) && pair_same(p, "ccv", 0, a->ccv, b->ccv) &&
           pair_same(p, "unat", 0, a->unat, b->unat) && pair_same(p, "fpsr", 0, a->fpsr, b->fpsr) &&
           pair_same(p, "csd", 0, a->csd, b->csd) && pair_same(p, "r0", 0, a->gr[0], 0) && pair_same(p, "p0", 0, a->pr[0], 1) &&
           same_stack(p, &a->rse, &b->rse) && same_registers(p, a, b) &&
           pair_same(p, "alat", 0, memcmp(&a->alat, &b->alat, sizeof a->alat) != 0, 0);
}

/* --- answers to stops: whatever they do, they do to both ------------------------------------------------------------- */

static void answer_fault(struct pair *p, struct pair_guest *g, u64 seed)
{
    const struct stop_info *s = &g->thread.stop;
    struct cpu *c = g->thread.cpu;
    bool fetch = s->vector == IVT_ITLB || s->vector == IVT_IACCESS_RIGHTS;
    u8 bundle[16];
    u64 pc = c->ip | c->ri;
    if (mem_peek(&g->process.mem, c->ip, bundle, 16) != 0) fetch = true;
    struct ia64_slot slot = {.next = part(p->k, 0)};
    if (!fetch) slot = ia64_slot_at(bundle, pc);
    /* The base register of what faulted will do better the next time. */
    if (slot.insn && slot.operands.base > 0) {
        c->gr[(u8)slot.operands.base] = useful_number(&seed);
        ia64_set_nat(c, (u8)slot.operands.base, false);
    }
    if (c->rse.bof < c->rse.dirty || (slot.insn && slot.insn->flags & IA64_RSE) || (pair_random(&seed) & 7) == 0) mend_stack(c);
    if ((pair_random(&seed) & 3) == 0) c->rse.rsc = 0xc;
    for (unsigned i = 0; i < 8; i++)
        if ((pair_random(&seed) & 1) != 0) c->br[i] = part(p->k, i & 3);
    go_to(c, fetch || (pair_random(&seed) & 3) == 0 ? part(p->k, pair_random(&seed) & 3) : slot.next);
}

static void answer_syscall(struct cpu *c) { c->gr[8] = c->gr[10] = 0; }

static void meddle(struct pair_guest *g, u64 seed)
{
    struct mem *m = &g->process.mem;
    u8 bundle[16];
    bundles_random(&seed, bundle);
    u64 at = CODE_WRITABLE + (pair_random(&seed) & 0xf0);
    switch (pair_random(&seed) & 7) {
    case 0: mem_write(m, at, bundle, 16); break;
    case 1: mem_poke(m, IA64_PAIR_CODE + (pair_random(&seed) & 0xf0), bundle, 16); break;
    case 2: mem_protect(m, IA64_PAIR_CODE, PAGE, PROT_READ | PROT_WRITE | PROT_EXEC); break;
    case 3: mem_protect(m, IA64_PAIR_CODE, PAGE, PROT_READ | PROT_EXEC); break;
    case 4: mem_protect(m, CODE_WRITABLE, PAGE, PROT_READ | PROT_WRITE); break;
    case 5: mem_protect(m, CODE_WRITABLE, PAGE, PROT_READ | PROT_WRITE | PROT_EXEC); break;
    default: break;
    }
}

/* The model, and such as make common what is rare in it, and the reverse. */
static const char *const models[] = {
    "none",
    "itanium2",
    ("itanium2,l1i.size=1,l1i.line=256,l1i.ways=1,l1d.size=1,l1d.ways=2,l2.size=2,l3.size=6,dtlb1.entries=2,dtlb2.entries=3,itlb1.entries=2,"
     "itlb2.entries=2,memory=20"),
    "itanium2,predictor.entries=4,predictor.history=1,returns=1,branch.taken=2,branch.indirect=3,memory=5,l3=7,rse.rate=1",
    "itanium2,issue=2,bundles=1,alu=3,load=4,load.address=6,cmp.branch=2,cmp=4,fp=9,memory=3,srlz=5,fence=7,l1i.prefetch=0,store.queue=2",
    "itanium2,l1i.line=16,l1i.size=1,memory=1,l3=6,tlb1.miss=0,branch.mispredict=0,returns=0,split.mbb=0,split.b=0,split.sem=0,store.queue=0",
};

const struct pair_isa pair_ia64 = {.isa = &isa_ia64, .models = models, .model_count = ARRAY_LEN(models), .tight = 160 << 10,
                                   .map = maps, .maps = ARRAY_LEN(maps), .fill = fill, .start = start, .same_cpu = same_cpu,
                                   .answer_syscall = answer_syscall, .answer_fault = answer_fault, .meddle = meddle};
