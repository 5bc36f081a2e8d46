#include "tests/unit/parisc_pair.h"

#include <stdlib.h>

#include "isa/parisc/cpu.h"
#include "isa/parisc/exec/engine.h"
#include "isa/parisc/exec/fpu.h"
#include "isa/parisc/isa.h"
#include "isa/parisc/system/abi.h"

enum {
    PAGE = MEM_PAGE,
    CODE_WRITABLE = PAIR_CODE + PAGE, /* between two pages that are not */
    CODE_FILE = PAIR_CODE + 2 * PAGE, /* a file of one page, mapped for two: the second is beyond its end */
    DATA = 0x40000,
    DATA_CONST = DATA + PAGE,    /* read-only */
    DATA_NONE = DATA + 3 * PAGE, /* mapped without rights; the page before it is not mapped */
    DATA_CODE = DATA + 4 * PAGE, /* may be executed and so read */
    PSW_USER = PSW_C | PSW_Q | PSW_P | PSW_D | PSW_I,
};

static const u32 place[] = {
    DATA,
    DATA,
    DATA + 0x100,
    DATA + PAGE - 8,
    DATA + PAGE - 1,
    DATA_CONST + 64,
    DATA_CONST + PAGE - 4,
    DATA_NONE,
    DATA_CODE,
    PAIR_CODE,
    PAIR_CODE + 32,
    CODE_WRITABLE,
    CODE_WRITABLE,
    CODE_WRITABLE + 16,
    CODE_WRITABLE + 64,
    CODE_FILE,
    CODE_FILE + PAGE - 32,
    PAIR_TOP,
    PAIR_TOP + PAGE - 16,
    0,
    0xfffffff8,
    HPUX_GATEWAY,
};
const struct words_places pair_places = {place, ARRAY_LEN(place)};

static const struct pair_map maps[] = {
    {PAIR_CODE, PAGE, PROT_READ | PROT_EXEC},
    {CODE_WRITABLE, PAGE, PROT_READ | PROT_WRITE | PROT_EXEC},
    {DATA, PAGE, PROT_READ | PROT_WRITE},
    {DATA_CONST, PAGE, PROT_READ},
    {DATA_NONE, PAGE, PROT_NONE},
    {DATA_CODE, PAGE, PROT_EXEC},
    {PAIR_TOP, PAGE, PROT_READ | PROT_WRITE | PROT_EXEC},
};

/* --- the two guests ------------------------------------------------------------------------------------------------- */

u32 pair_part(const struct pair_case *k, unsigned part)
{
    u32 n = k->units / 4;
    switch (part) {
    case 0: return PAIR_CODE;
    case 1: return PAIR_CODE + PAGE - 4 * n;
    case 2: return CODE_WRITABLE;
    default: return CODE_FILE + PAGE - 4 * (k->units - 3 * n);
    }
}

/* Between the parts: branches back to them, so that nothing runs long through empty pages. */
static u32 filler(const struct pair_case *k, u32 pc)
{
    i32 words = (i32)(pair_part(k, pc >> 4 & 3) - (pc + 8)) / 4;
    u32 low = ((u32)words & 0x3ff) << 3, mid = (u32)words >> 11 & 31, bit = (u32)words >> 10 & 1;
    return 0xe8000002 | mid << 16 | low | bit << 2 | (words < 0);
}

static void fill_code(struct pair_guest *g, const struct pair_case *k)
{
    const u32 *word = k->code;
    static const u32 page[] = {PAIR_CODE, CODE_WRITABLE, CODE_FILE, PAIR_TOP};
    u32 n = k->units / 4;
    for (unsigned p = 0; p < ARRAY_LEN(page); p++) {
        u8 bytes[PAGE];
        for (u32 i = 0; i < PAGE / 4; i++) store_be32(bytes + 4 * i, filler(k, page[p] + 4 * i));
        for (u32 i = 0; i < k->units; i++) {
            u32 part = n ? i / n < 3 ? i / n : 3 : 3;
            u32 pc = pair_part(k, part) + 4 * (i - part * n);
            if ((pc & ~(PAGE - 1u)) == page[p]) store_be32(bytes + (pc & (PAGE - 1)), word[i]);
            /* The last page of all ends as part 1 does. */
            if (page[p] == PAIR_TOP && part == 1) store_be32(bytes + (pc & (PAGE - 1)), word[i]);
        }
        if (mem_poke(&g->process.mem, page[p], bytes, PAGE) != 0) abort();
    }
}

static void fill(struct pair_guest *g, const struct pair_case *k, int fd)
{
    struct mem *m = &g->process.mem;
    if (mem_map(m, CODE_FILE, 2 * PAGE, PROT_READ | PROT_EXEC, false, fd, 0, "file") != 0) abort();
    fill_code(g, k);
    u64 seed = k->seed + 1;
    u8 bytes[PAGE];
    for (u32 i = 0; i < PAGE; i += 8) store_be64(bytes + i, pair_random64(&seed));
    static const u32 data[] = {DATA, DATA_CONST, DATA_CODE};
    for (unsigned i = 0; i < ARRAY_LEN(data); i++)
        if (mem_poke(m, data[i], bytes, PAGE) != 0) abort();
}

static u64 useful_number(u64 *seed)
{
    switch (pair_random(seed) & 7) {
    case 0:
    case 1:
    case 2:
    case 3: return place[pair_random(seed) % ARRAY_LEN(place)];
    case 4: return pair_random(seed) & 63;
    case 5: return (u64)0 - (pair_random(seed) & 63);
    case 6: return 0x80000000u >> (pair_random(seed) & 31);
    default: return pair_random64(seed);
    }
}

static u64 fp_number(u64 *seed)
{
    static const u64 special[] = {0,
                                  0x8000000000000000,
                                  0x3ff0000000000000,
                                  0x7ff0000000000000,
                                  0x7ff8000000000001,
                                  0x7ff4000000000000,
                                  0x0000000000000001,
                                  0x0010000000000000,
                                  0x7fefffffffffffff,
                                  0x3f8000003f000000,
                                  0x7f8000007fa00000,
                                  0x0080000000000001,
                                  0x7f7fffff80000000};
    u32 how = pair_random(seed) & 3;
    if (how == 0) return special[pair_random(seed) % ARRAY_LEN(special)];
    if (how == 1) return pair_random64(seed);
    /* Near 1, in double and in single format. */
    u64 x = pair_random64(seed);
    return how == 2 ? (x >> 12) | 0x3ff0000000000000 : (x & 0x007fffff007fffff) | 0x3f8000003f000000;
}

static void go_to(struct cpu *c, u32 pc)
{
    c->iaoq_front = pc | 3;
    c->iaoq_back = (pc + 4) | 3;
    c->iasq_front = c->iasq_back = SPACE_USER;
    c->nullify = false;
    c->psw &= ~(u32)PSW_B;
}

static void start(struct cpu *c, const struct pair_case *k)
{
    u64 seed = k->seed + 2;
    for (unsigned i = 1; i < 32; i++) c->gr[i] = useful_number(&seed);
    for (unsigned i = 1; i < 32; i++) c->fr[i] = fp_number(&seed);
    u32 status = pair_random(&seed) & FPSR_RM;
    if (k->trapping) status |= pair_random(&seed) & (FPSR_ENABLES | FPSR_D);
    c->fr[0] = (u64)status << 32;
    for (unsigned i = 3; i < 8; i++) c->sr[i] = SPACE_USER;
    c->sr[2] = SPACE_KERNEL;
    pa_set_psw(c, PSW_USER);
    go_to(c, pair_part(k, pair_random(&seed) & 3));
}

/* --- comparing ------------------------------------------------------------------------------------------------------ */

static bool same_cpu(struct pair *p)
{
    const struct cpu *a = p->tested.thread.cpu, *b = p->reference.thread.cpu;
    bool r =
        pair_same(p, "iaoq front", 0, a->iaoq_front, b->iaoq_front) && pair_same(p, "iaoq back", 0, a->iaoq_back, b->iaoq_back) &&
        pair_same(p, "iasq front", 0, a->iasq_front, b->iasq_front) && pair_same(p, "iasq back", 0, a->iasq_back, b->iasq_back) &&
        pair_same(p, "psw", 0, pa_get_psw(a), pa_get_psw(b)) && pair_same(p, "nullify", 0, a->nullify, b->nullify) &&
        pair_same(p, "sar", 0, a->sar, b->sar) && pair_same(p, "r0", 0, a->gr[0], 0) &&
        pair_same(p, "cycles", 0, p->tested.thread.cycles, p->reference.thread.cycles) &&
        pair_same(p, "slots", 0, p->tested.thread.slots, p->reference.thread.slots) &&
        pair_same(p, "nullified", 0, a->nullified, b->nullified);
    /* All at once first: this is done after every stop. */
    if (!r || (!memcmp(a->gr, b->gr, 32 * sizeof a->gr[0]) && !memcmp(a->fr, b->fr, sizeof a->fr) &&
               !memcmp(a->cr, b->cr, sizeof a->cr) && !memcmp(a->sr, b->sr, sizeof a->sr)))
        return r;
    for (unsigned i = 0; i < 32 && r; i++) r = pair_same(p, "gr", i, a->gr[i], b->gr[i]);
    for (unsigned i = 0; i < 33 && r; i++) r = pair_same(p, "fr", i, a->fr[i], b->fr[i]);
    for (unsigned i = 0; i < 32 && r; i++) r = pair_same(p, "cr", i, a->cr[i], b->cr[i]);
    for (unsigned i = 0; i < 8 && r; i++) r = pair_same(p, "sr", i, a->sr[i], b->sr[i]);
    return r;
}

/* --- answers to stops: whatever they do, they do to both ------------------------------------------------------------- */

static bool is_fetch(const struct stop_info *s)
{
    return s->vector == VEC_ITLB_MISS || s->vector == VEC_INSN_PROTECTION;
}

static void answer_fault(struct pair *p, struct pair_guest *g, u64 seed)
{
    const struct stop_info *s = &g->thread.stop;
    struct cpu *c = g->thread.cpu;
    if (s->vector == VEC_ASSIST_EXCEPTION) c->fr[0] &= ~((u64)FPSR_T << 32);
    /* The base register of what faulted will do better the next time. */
    u32 base = (u32)s->insn >> 21 & 31;
    if (base) c->gr[base] = useful_number(&seed);
    if (is_fetch(s) || (pair_random(&seed) & 3) == 0) {
        go_to(c, pair_part(p->k, pair_random(&seed) & 3));
        return;
    }
    c->iaoq_front = c->iaoq_back;
    c->iasq_front = c->iasq_back;
    c->iaoq_back += 4;
    c->nullify = false;
    c->psw &= ~(u32)PSW_B;
}

static void meddle(struct pair_guest *g, u64 seed)
{
    struct mem *m = &g->process.mem;
    u8 word[4];
    store_be32(word, words_insn(&seed));
    u32 at = CODE_WRITABLE + (pair_random(&seed) & 0x3c);
    switch (pair_random(&seed) & 7) {
    case 0: mem_write(m, at, word, 4); break;
    case 1: mem_poke(m, PAIR_CODE + (pair_random(&seed) & 0x3c), word, 4); break;
    case 2: mem_protect(m, PAIR_CODE, PAGE, PROT_READ | PROT_WRITE | PROT_EXEC); break;
    case 3: mem_protect(m, PAIR_CODE, PAGE, PROT_READ | PROT_EXEC); break;
    case 4: mem_protect(m, CODE_WRITABLE, PAGE, PROT_READ | PROT_WRITE); break;
    case 5: mem_protect(m, CODE_WRITABLE, PAGE, PROT_READ | PROT_WRITE | PROT_EXEC); break;
    default: break;
    }
}

static void answer_syscall(struct cpu *c) { go_to(c, (u32)c->gr[31] & ~3u); }

/* The models, and such as make common what is rare in them, and the reverse. */
static const char *const models[] = {
    "none",
    "pa7300lc",
    "pa7100lc",
    "pa7300lc,l1d.size=1,l1i.size=1,l1i.ways=1,tlb.entries=3,ilab.entries=2,l2.size=4",
    "pa7100lc,tlb.entries=2,l2.size=2,l1i.line=4,l1i.size=1",
    "pa7300lc,issue=1,store.same=6,store.load=3,load=5,fpload=4,flop.store=3,branch.mispredict=3,branch.taken=2",
    "pa7100lc,slot.alone=0,odd.alone=0,load=0,alu=0,shift=0,fpalu=0,system.lock=2,l1i.prefetch=0,l2.data=3",
    "pa7300lc,slot.alone=0,alu=2,base=3,l1d.back=0,l2.size=0,tlb.entries=0,ilab.entries=0,store.same=9,pair.mm.mm=1",
    "pa7300lc,l1d.size=1,l1d.allocate=0,l1d.ways=4,tlb.page=8192,tlb.entries=2,odd.alone=0,system=4",
    "pa7100lc,l1i.size=0,tlb.entries=1",
};

const struct pair_isa pair_parisc = {.isa = &isa_parisc, .models = models, .model_count = ARRAY_LEN(models), .tight = 96 << 10, .map = maps, .maps = ARRAY_LEN(maps), .fill = fill,
                                     .start = start, .same_cpu = same_cpu, .answer_syscall = answer_syscall,
                                     .answer_fault = answer_fault, .meddle = meddle};
