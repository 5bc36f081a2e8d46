#include "tests/unit/parisc_pair.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "emu/core/machine.h"
#include "isa/parisc/abi.h"
#include "isa/parisc/cpu.h"
#include "isa/parisc/engine.h"
#include "isa/parisc/fpu.h"
#include "isa/parisc/isa.h"

enum {
    PAGE = MEM_PAGE,
    CODE_WRITABLE = PAIR_CODE + PAGE, /* between two pages that are not */
    CODE_FILE = PAIR_CODE + 2 * PAGE, /* a file of one page, mapped for two: the second is beyond its end */
    DATA = 0x40000,
    DATA_CONST = DATA + PAGE,    /* read-only */
    DATA_NONE = DATA + 3 * PAGE, /* mapped without rights; the page before it is not mapped */
    DATA_CODE = DATA + 4 * PAGE, /* may be executed and so read */
    TIGHT = 96 << 10,            /* bytes: more than one block ever needs */
    COMPARE_EVERY = 128,         /* stops between comparisons of memory */
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

static const struct {
    u32 addr, size;
    int prot;
} maps[] = {
    {PAIR_CODE, PAGE, PROT_READ | PROT_EXEC},
    {CODE_WRITABLE, PAGE, PROT_READ | PROT_WRITE | PROT_EXEC},
    {DATA, PAGE, PROT_READ | PROT_WRITE},
    {DATA_CONST, PAGE, PROT_READ},
    {DATA_NONE, PAGE, PROT_NONE},
    {DATA_CODE, PAGE, PROT_EXEC},
    {PAIR_TOP, PAGE, PROT_READ | PROT_WRITE | PROT_EXEC},
};

struct guest {
    struct config config;
    struct machine machine;
    struct process process;
    struct thread thread;
};

struct pair {
    const struct pair_case *k;
    struct guest tested, reference;
    struct pair_result *out;
    u64 seed; /* of the answers; the same for both */
};

static u64 random64(u64 *seed)
{
    u64 high = words_random(seed);
    return high << 62 ^ (u64)words_random(seed) << 31 ^ words_random(seed);
}

/* --- the two guests -------------------------------------------------------------------------------------------------
 */

u32 pair_part(const struct pair_case *k, unsigned part)
{
    u32 n = k->words / 4;
    switch (part) {
    case 0: return PAIR_CODE;
    case 1: return PAIR_CODE + PAGE - 4 * n;
    case 2: return CODE_WRITABLE;
    default: return CODE_FILE + PAGE - 4 * (k->words - 3 * n);
    }
}

/* Between the parts: branches back to them, so that nothing runs long through empty pages. */
static u32 filler(const struct pair_case *k, u32 pc)
{
    i32 words = (i32)(pair_part(k, pc >> 4 & 3) - (pc + 8)) / 4;
    u32 low = ((u32)words & 0x3ff) << 3, mid = (u32)words >> 11 & 31, bit = (u32)words >> 10 & 1;
    return 0xe8000002 | mid << 16 | low | bit << 2 | (words < 0);
}

static void fill_code(struct guest *g, const struct pair_case *k)
{
    static const u32 page[] = {PAIR_CODE, CODE_WRITABLE, CODE_FILE, PAIR_TOP};
    u32 n = k->words / 4;
    for (unsigned p = 0; p < ARRAY_LEN(page); p++) {
        u8 bytes[PAGE];
        for (u32 i = 0; i < PAGE / 4; i++) store_be32(bytes + 4 * i, filler(k, page[p] + 4 * i));
        for (u32 i = 0; i < k->words; i++) {
            u32 part = n ? i / n < 3 ? i / n : 3 : 3;
            u32 pc = pair_part(k, part) + 4 * (i - part * n);
            if ((pc & ~(PAGE - 1u)) == page[p]) store_be32(bytes + (pc & (PAGE - 1)), k->word[i]);
            /* The last page of all ends as part 1 does. */
            if (page[p] == PAIR_TOP && part == 1) store_be32(bytes + (pc & (PAGE - 1)), k->word[i]);
        }
        if (mem_poke(&g->process.mem, page[p], bytes, PAGE) != 0) abort();
    }
}

static void map_all(struct guest *g, const struct pair_case *k, int fd)
{
    struct mem *m = &g->process.mem;
    for (unsigned i = 0; i < ARRAY_LEN(maps); i++)
        if (mem_map(m, maps[i].addr, maps[i].size, maps[i].prot, false, -1, 0, NULL) != 0) abort();
    if (mem_map(m, CODE_FILE, 2 * PAGE, PROT_READ | PROT_EXEC, false, fd, 0, "file") != 0) abort();
    fill_code(g, k);
    u64 seed = k->seed + 1;
    u8 bytes[PAGE];
    for (u32 i = 0; i < PAGE; i += 8) store_be64(bytes + i, random64(&seed));
    static const u32 data[] = {DATA, DATA_CONST, DATA_CODE};
    for (unsigned i = 0; i < ARRAY_LEN(data); i++)
        if (mem_poke(m, data[i], bytes, PAGE) != 0) abort();
}

static u64 useful_number(u64 *seed)
{
    switch (words_random(seed) & 7) {
    case 0:
    case 1:
    case 2:
    case 3: return place[words_random(seed) % ARRAY_LEN(place)];
    case 4: return words_random(seed) & 63;
    case 5: return (u64)0 - (words_random(seed) & 63);
    case 6: return 0x80000000u >> (words_random(seed) & 31);
    default: return random64(seed);
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
    u32 how = words_random(seed) & 3;
    if (how == 0) return special[words_random(seed) % ARRAY_LEN(special)];
    if (how == 1) return random64(seed);
    /* Near 1, in double and in single format. */
    u64 x = random64(seed);
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
    u32 status = words_random(&seed) & FPSR_RM;
    if (k->trapping) status |= words_random(&seed) & (FPSR_ENABLES | FPSR_D);
    c->fr[0] = (u64)status << 32;
    for (unsigned i = 3; i < 8; i++) c->sr[i] = SPACE_USER;
    c->sr[2] = SPACE_KERNEL;
    pa_set_psw(c, PSW_USER);
    go_to(c, pair_part(k, words_random(&seed) & 3));
}

static const char *model_of(const struct pair_case *k)
{
    unsigned n = 0;
    while (isa_parisc.cpu_models[n]) n++;
    return k->model ? isa_parisc.cpu_models[(k->model - 1) % n] : "none";
}

static void open_guest(struct guest *g, const struct pair_case *k, bool step, int fd)
{
    struct error e;
    memset(g, 0, sizeof *g);
    g->config = (struct config){.clock_hz = 1000000,
                                .tick_cycles = 1000000,
                                .cpu_model = model_of(k),
                                .quiet = true,
                                .step_only = step,
                                .stacks = k->stacks};
    g->machine.config = &g->config;
    g->machine.isa = g->process.isa = &isa_parisc;
    g->process.machine = &g->machine;
    g->process.thread = &g->thread;
    g->thread.process = &g->process;
    if (mem_init(&g->process.mem, isa_parisc.windows, isa_parisc.window_count, &e) != 0 ||
        isa_parisc.code_new(&g->process, &e) != 0 || isa_parisc.cpu_new(&g->thread, NULL, &e) != 0)
        abort();
    if (k->tight) g->process.code->cache.size = TIGHT;
    map_all(g, k, fd);
    start(g->thread.cpu, k);
}

static void close_guest(struct guest *g)
{
    isa_parisc.cpu_free(&g->thread);
    isa_parisc.code_free(&g->process);
    mem_free(&g->process.mem);
    mem_free(&g->machine.absolute);
}

/* --- comparing ------------------------------------------------------------------------------------------------------
 */

#define DIFFER(...) (snprintf(p->out->difference, sizeof p->out->difference, __VA_ARGS__), false)

static bool same(struct pair *p, const char *what, u64 index, u64 got, u64 want)
{
    if (got == want) return true;
    const struct thread *t = &p->reference.thread;
    return DIFFER("stop %llu (reason %d, insn %08llx), cycle %llu, pc %#llx: %s %#llx is %#llx, should be %#llx",
                  (unsigned long long)p->out->stops, t->stop.reason, (unsigned long long)t->stop.insn,
                  (unsigned long long)t->cycles, (unsigned long long)isa_parisc.pc(t), what, (unsigned long long)index,
                  (unsigned long long)got, (unsigned long long)want);
}

static bool same_stop(struct pair *p, enum stop got, enum stop want)
{
    const struct stop_info *a = &p->tested.thread.stop, *b = &p->reference.thread.stop;
    bool r = same(p, "stop", 0, got, want) && same(p, "reason", 0, a->reason, b->reason);
    if (!r || got == STOP_DEADLINE) return r;
    r = same(p, "stop: pc", 0, a->pc, b->pc);
    if (got == STOP_SYSCALL) return r && same(p, "gate", 0, a->gate, b->gate);
    return r && same(p, "fault", 0, a->fault, b->fault) && same(p, "vector", 0, (u64)a->vector, (u64)b->vector) &&
           same(p, "address", 0, a->addr, b->addr) && same(p, "insn", 0, a->insn, b->insn) &&
           same(p, "code", 0, a->code, b->code) && same(p, "write", 0, a->write, b->write);
}

static bool same_cpu(struct pair *p)
{
    const struct cpu *a = p->tested.thread.cpu, *b = p->reference.thread.cpu;
    bool r =
        same(p, "iaoq front", 0, a->iaoq_front, b->iaoq_front) && same(p, "iaoq back", 0, a->iaoq_back, b->iaoq_back) &&
        same(p, "iasq front", 0, a->iasq_front, b->iasq_front) && same(p, "iasq back", 0, a->iasq_back, b->iasq_back) &&
        same(p, "psw", 0, pa_get_psw(a), pa_get_psw(b)) && same(p, "nullify", 0, a->nullify, b->nullify) &&
        same(p, "sar", 0, a->sar, b->sar) && same(p, "r0", 0, a->gr[0], 0) &&
        same(p, "cycles", 0, p->tested.thread.cycles, p->reference.thread.cycles) &&
        same(p, "slots", 0, p->tested.thread.slots, p->reference.thread.slots) &&
        same(p, "nullified", 0, a->nullified, b->nullified);
    /* All at once first: this is done after every stop. */
    if (!r || (!memcmp(a->gr, b->gr, 32 * sizeof a->gr[0]) && !memcmp(a->fr, b->fr, sizeof a->fr) &&
               !memcmp(a->cr, b->cr, sizeof a->cr) && !memcmp(a->sr, b->sr, sizeof a->sr)))
        return r;
    for (unsigned i = 0; i < 32 && r; i++) r = same(p, "gr", i, a->gr[i], b->gr[i]);
    for (unsigned i = 0; i < 33 && r; i++) r = same(p, "fr", i, a->fr[i], b->fr[i]);
    for (unsigned i = 0; i < 32 && r; i++) r = same(p, "cr", i, a->cr[i], b->cr[i]);
    for (unsigned i = 0; i < 8 && r; i++) r = same(p, "sr", i, a->sr[i], b->sr[i]);
    return r;
}

static bool same_memory(struct pair *p)
{
    const struct mem *a = &p->tested.process.mem, *b = &p->reference.process.mem;
    for (unsigned i = 0; i < ARRAY_LEN(maps); i++) {
        u8 x[PAGE], y[PAGE];
        if (mem_peek(a, maps[i].addr, x, PAGE) != 0 || mem_peek(b, maps[i].addr, y, PAGE) != 0) abort();
        if (memcmp(x, y, PAGE) == 0) continue;
        for (u32 j = 0; j < PAGE; j += 8)
            if (!same(p, "memory", maps[i].addr + j, load_be64(x + j), load_be64(y + j))) return false;
    }
    return true;
}

static bool same_counts(struct pair *p, const struct counters *a, const struct counters *b)
{
    bool r = true;
    u64 slots = 0, instructions = 0, cycles = 0;
    for (size_t i = 0; i < a->pcs && i < b->pcs && r; i++) {
        const struct pc_count *x = &a->pc[i], *y = &b->pc[i];
        r = same(p, "counted pc", i, x->pc, y->pc) && same(p, "slots of", x->pc, x->slots, y->slots) &&
            same(p, "instructions of", x->pc, x->instructions, y->instructions) &&
            same(p, "cycles of", x->pc, x->cycles, y->cycles);
        slots += x->slots;
        instructions += x->instructions;
        cycles += x->cycles;
    }
    for (size_t i = 0; i < a->arcs && i < b->arcs && r; i++) {
        const struct call_arc *x = &a->arc[i], *y = &b->arc[i];
        r = same(p, "arc from", i, x->from, y->from) && same(p, "arc to", i, x->to, y->to) &&
            same(p, "count of the arc from", x->from, x->count, y->count) &&
            same(p, "cycles of the arc from", x->from, x->cycles, y->cycles) &&
            same(p, "instructions of the arc from", x->from, x->instructions, y->instructions);
    }
    p->out->instructions = instructions;
    return r && same(p, "pcs", 0, a->pcs, b->pcs) && same(p, "arcs", 0, a->arcs, b->arcs) &&
           same(p, "sum of slots", 0, slots, p->tested.thread.slots) &&
           same(p, "sum of cycles", 0, cycles, p->tested.thread.cycles) &&
           same(p, "instructions", 0, isa_parisc.instructions(&p->tested.process), instructions) &&
           same(p, "instructions of the reference", 0, isa_parisc.instructions(&p->reference.process), instructions);
}

static bool same_counters(struct pair *p)
{
    struct counters a = {0}, b = {0};
    isa_parisc.collect(&p->tested.process, &a);
    isa_parisc.collect(&p->reference.process, &b);
    counters_sort(&a);
    counters_sort(&b);
    bool r = same_counts(p, &a, &b);
    counters_free(&a);
    counters_free(&b);
    return r;
}

/* --- answers to stops: whatever they do, they do to both -------------------------------------------------------------
 */

static bool is_fetch(const struct stop_info *s)
{
    return s->vector == VEC_ITLB_MISS || s->vector == VEC_INSN_PROTECTION;
}

static void answer_fault(struct pair *p, struct guest *g, u64 seed)
{
    const struct stop_info *s = &g->thread.stop;
    struct cpu *c = g->thread.cpu;
    if (s->vector == VEC_ASSIST_EXCEPTION) c->fr[0] &= ~((u64)FPSR_T << 32);
    /* The base register of what faulted will do better the next time. */
    u32 base = (u32)s->insn >> 21 & 31;
    if (base) c->gr[base] = useful_number(&seed);
    if (is_fetch(s) || (words_random(&seed) & 3) == 0) {
        go_to(c, pair_part(p->k, words_random(&seed) & 3));
        return;
    }
    c->iaoq_front = c->iaoq_back;
    c->iasq_front = c->iasq_back;
    c->iaoq_back += 4;
    c->nullify = false;
    c->psw &= ~(u32)PSW_B;
}

/* Between two stretches the kernel may do this. */
static void meddle(struct guest *g, u64 seed)
{
    struct mem *m = &g->process.mem;
    u8 word[4];
    store_be32(word, words_insn(&seed));
    u32 at = CODE_WRITABLE + (words_random(&seed) & 0x3c);
    switch (words_random(&seed) & 7) {
    case 0: mem_write(m, at, word, 4); break;
    case 1: mem_poke(m, PAIR_CODE + (words_random(&seed) & 0x3c), word, 4); break;
    case 2: mem_protect(m, PAIR_CODE, PAGE, PROT_READ | PROT_WRITE | PROT_EXEC); break;
    case 3: mem_protect(m, PAIR_CODE, PAGE, PROT_READ | PROT_EXEC); break;
    case 4: mem_protect(m, CODE_WRITABLE, PAGE, PROT_READ | PROT_WRITE); break;
    case 5: mem_protect(m, CODE_WRITABLE, PAGE, PROT_READ | PROT_WRITE | PROT_EXEC); break;
    default: break;
    }
}

static void answer(struct pair *p, struct guest *g, enum stop stop)
{
    u64 seed = p->seed;
    if (stop == STOP_SYSCALL) go_to(g->thread.cpu, (u32)g->thread.cpu->gr[31] & ~3u);
    else if (stop == STOP_FAULT) answer_fault(p, g, seed);
    else if ((words_random(&seed) & 15) == 0) meddle(g, seed);
}

/* --- the run
 * ---------------------------------------------------------------------------------------------------------- */

static enum stop run_guest(struct guest *g, u64 until, bool fine)
{
    struct thread *t = &g->thread;
    enum stop stop;
    do {
        g->machine.now = t->cycles;
        stop = isa_parisc.run(t, fine && t->cycles < until ? t->cycles + 1 : until);
    } while (stop == STOP_DEADLINE && t->cycles < until);
    return stop;
}

static bool run(struct pair *p)
{
    const struct pair_case *k = p->k;
    while (p->reference.thread.cycles < k->cycles && p->out->stops < k->cycles) {
        u64 left = k->cycles - p->reference.thread.cycles;
        u64 length = k->stretch ? 1 + words_random(&p->seed) % k->stretch : left;
        u64 until = p->reference.thread.cycles + (length < left ? length : left);
        enum stop got = run_guest(&p->tested, until, false);
        enum stop want = run_guest(&p->reference, until, k->fine);
        p->out->stops++;
        if (!same_stop(p, got, want) || !same_cpu(p)) return false;
        if (p->out->stops % COMPARE_EVERY == 0 && !(same_memory(p) && same_counters(p))) return false;
        words_random(&p->seed);
        answer(p, &p->tested, want);
        answer(p, &p->reference, want);
    }
    return same_memory(p) && same_counters(p);
}

bool pair_run(const struct pair_case *k, struct pair_result *out)
{
    struct pair p = {.k = k, .out = out, .seed = k->seed + 3};
    int fd = memfd_create("code", 0);
    if (fd < 0 || ftruncate(fd, PAGE) != 0) abort();
    memset(out, 0, sizeof *out);
    open_guest(&p.tested, k, false, fd);
    open_guest(&p.reference, k, true, fd);
    bool r = run(&p);
    out->cycles = p.tested.thread.cycles;
    for (unsigned i = 0; i < 32; i++) out->gr[i] = (u32)p.tested.thread.cpu->gr[i];
    close_guest(&p.reference);
    close_guest(&p.tested);
    close(fd);
    return r;
}
