#include "tests/unit/pair.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "emu/core/code.h"
#include "emu/core/engine.h"
#include "emu/core/isa.h"
#include "emu/data/collector.h"
#include "emu/host/host.h"
#include "emu/inspect/functions.h"

enum { COMPARE_EVERY = 128 }; /* stops between comparisons of memory and counts */

u32 pair_random(u64 *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (u32)(*state >> 33);
}

u64 pair_random64(u64 *seed)
{
    u64 high = pair_random(seed);
    return high << 62 ^ (u64)pair_random(seed) << 31 ^ pair_random(seed);
}

struct pair_told {
    struct functions functions;
    struct collector collector;
};

/* --- the guests ------------------------------------------------------------------------------------------------- */

void pair_open(const struct pair_isa *pi, struct pair_guest *g, const struct pair_case *k, bool step, int fd)
{
    const struct isa *isa = pi->isa;
    struct error e;
    memset(g, 0, sizeof *g);
    g->config = (struct config){.clock_hz = 1000000,
                                .tick_cycles = 1000000,
                                .cpu_model = pi->model_count ? pi->models[k->model % pi->model_count] : "none",
                                .quiet = true,
                                .step_only = step,
                                .stacks = k->stacks || k->data};
    g->machine.config = &g->config;
    g->machine.isa = g->process.isa = isa;
    if (k->host && !step && HOST_EMITTER && !(g->machine.host = host_new(k->host, &e))) abort();
    u32 how = (u32)(k->seed * 0x9e3779b97f4a7c15 >> 40); /* the low bits of seeds are much the same in each test */
    if (g->machine.host && how & 1) host_set_plain(g->machine.host);
    if (g->machine.host && how & 2) host_set_gaps(g->machine.host, 2 + (how >> 2 & 7));
    if (g->machine.host && how & 32) host_set_checked(g->machine.host);
    if (g->machine.host && k->pace.cycles) host_set_pace(g->machine.host, k->pace);
    g->process.machine = &g->machine;
    g->process.thread = g->process.threads = &g->thread;
    g->thread.process = &g->process;
    /* Half of the runs are counted by another thread of the host. */
    if (k->data) {
        if (!(g->told = calloc(1, sizeof *g->told))) abort();
        collector_attach(&g->told->collector, &g->machine, &g->told->functions, k->seed >> 1 & 1);
    }
    if (mem_init(&g->process.mem, isa->windows, isa->window_count, &e) != 0 ||
        code_begin(&g->process, &e) != 0 || isa->cpu_new(&g->thread, NULL, &e) != 0)
        abort();
    if (k->tight) {
        struct block_cache *cache = &g->process.code->cache;
        munmap(cache->arena + pi->tight, cache->size - pi->tight); /* nobody knows of it any more */
        cache->size = pi->tight;
        g->process.code->states.limit = 32;
    }
    for (unsigned i = 0; i < pi->maps; i++)
        if (mem_map(&g->process.mem, pi->map[i].addr, pi->map[i].size, pi->map[i].prot, false, -1, 0, NULL) != 0) abort();
    pi->fill(g, k, fd);
    pi->start(g->thread.cpu, k);
}

void pair_close(struct pair_guest *g)
{
    const struct isa *isa = g->process.isa;
    if (g->told) {
        data_free(collector_take(&g->told->collector, &g->process));
        collector_end(&g->told->collector);
        functions_free(&g->told->functions);
    }
    isa->cpu_free(&g->thread);
    free(g->told);
    isa->code_free(&g->process);
    mem_free(&g->process.mem);
    mem_free(&g->machine.absolute);
    host_free(g->machine.host);
}

/* --- comparing ------------------------------------------------------------------------------------------------------ */

bool pair_same(struct pair *p, const char *what, u64 index, u64 got, u64 want)
{
    if (got == want) return true;
    const struct thread *t = &p->reference.thread;
    snprintf(p->out->difference, sizeof p->out->difference,
             "stop %llu (reason %d, insn %08llx), cycle %llu, pc %#llx: %s %#llx is %#llx, should be %#llx",
             (unsigned long long)p->out->stops, t->stop.reason, (unsigned long long)t->stop.insn,
             (unsigned long long)t->cycles, (unsigned long long)p->isa->isa->pc(t), what, (unsigned long long)index,
             (unsigned long long)got, (unsigned long long)want);
    return false;
}

static bool same(struct pair *p, const char *what, u64 index, u64 got, u64 want) { return pair_same(p, what, index, got, want); }

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

static bool same_memory(struct pair *p)
{
    const struct mem *a = &p->tested.process.mem, *b = &p->reference.process.mem;
    for (unsigned i = 0; i < p->isa->maps; i++) {
        const struct pair_map *map = &p->isa->map[i];
        for (u64 at = map->addr; at < map->addr + map->size; at += MEM_PAGE) {
            u8 x[MEM_PAGE], y[MEM_PAGE];
            if (mem_peek(a, at, x, MEM_PAGE) != 0 || mem_peek(b, at, y, MEM_PAGE) != 0) abort();
            if (memcmp(x, y, MEM_PAGE) == 0) continue;
            for (u32 j = 0; j < MEM_PAGE; j += 8)
                if (!same(p, "memory", at + j, load_be64(x + j), load_be64(y + j))) return false;
        }
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
            same(p, "cycles of", x->pc, x->cycles, y->cycles) &&
            same(p, "wrong predictions of", x->pc, x->mispredicted, y->mispredicted) &&
            same(p, "branches taken at", x->pc, x->taken, y->taken);
        for (unsigned n = 0; n < STALLS && r; n++) r = same(p, stall_name((enum stall)n), x->pc, x->stalls[n], y->stalls[n]);
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
           same(p, "instructions", 0, code_instructions(p->tested.process.code), instructions) &&
           same(p, "instructions of the reference", 0, code_instructions(p->reference.process.code), instructions);
}

static bool same_counters(struct pair *p)
{
    struct counters a = {0}, b = {0};
    engine_collect(&p->tested.process, &a);
    engine_collect(&p->reference.process, &b);
    counters_sort(&a);
    counters_sort(&b);
    bool r = same_counts(p, &a, &b);
    counters_free(&a);
    counters_free(&b);
    return r;
}

/* What the collector says; what is known of lines and of the picture follows from the same. */
static bool same_objects(struct pair *p, const struct profile_data *a, const struct profile_data *b)
{
    bool r = same(p, "objects", 0, a->objects, b->objects) && same(p, "accesses of a slice", 0, a->slice, b->slice) &&
             same(p, "bands", 0, a->bands, b->bands) && same(p, "cells", 0, a->cells, b->cells) && same(p, "uses", 0, a->uses, b->uses);
    for (size_t i = 0; i < a->objects && r; i++) {
        const struct data_object *x = &a->object[i], *y = &b->object[i];
        r = same(p, "kind of object", i, x->kind, y->kind) && same(p, "start of object", i, x->start, y->start) &&
            same(p, "size of object", i, x->size, y->size) && same(p, "lines of object", i, x->lines, y->lines) &&
            same(p, "bytes touched of object", i, x->touched, y->touched);
    }
    for (size_t i = 0; i < a->uses && r; i++)
        r = same(p, "lines used alike", i, a->use[i].lines, b->use[i].lines) && same(p, "bytes used", i, a->use[i].from, b->use[i].from);
    for (size_t i = 0; i < a->cells && r; i++)
        r = same(p, "cell", i, (u64)memcmp(&a->cell[i].count, &b->cell[i].count, sizeof a->cell[i].count) != 0, 0);
    return r;
}

static bool same_rows(struct pair *p, const struct profile_data *a, const struct profile_data *b)
{
    bool r = true;
    for (size_t i = 0; i < a->rows && i < b->rows && r; i++) {
        const struct data_row *x = &a->row[i], *y = &b->row[i];
        r = same(p, "object of row", i, x->object, y->object) && same(p, "pc of row", i, x->pc, y->pc);
        for (unsigned n = 0; n < DATA_COUNTS && r; n++) r = same(p, data_count_name((enum data_count)n), x->pc, x->count[n], y->count[n]);
        r = r && same(p, "stride at", x->pc, (u64)x->stride, (u64)y->stride) && same(p, "strided at", x->pc, x->strided, y->strided);
    }
    return r && same(p, "rows", 0, a->rows, b->rows);
}

static bool same_data(struct pair *p)
{
    if (!p->k->data) return true;
    struct profile_data *a = collector_take(&p->tested.told->collector, &p->tested.process);
    struct profile_data *b = collector_take(&p->reference.told->collector, &p->reference.process);
    bool r = same(p, "told at all", 0, a != NULL, b != NULL);
    if (r && a) {
        data_settle(a);
        data_settle(b);
        r = same_rows(p, a, b) && same_objects(p, a, b);
        for (size_t i = 0; i < a->rows; i++) p->out->told += data_accesses(a->row[i].count);
    }
    data_free(a);
    data_free(b);
    return r;
}

/* --- the run ---------------------------------------------------------------------------------------------------------- */

/* Whatever is answered to a stop, both get it. */
static void answer(struct pair *p, struct pair_guest *g, enum stop stop)
{
    u64 seed = p->seed;
    if (stop == STOP_SYSCALL) p->isa->answer_syscall(g->thread.cpu);
    else if (stop == STOP_FAULT) p->isa->answer_fault(p, g, seed);
    else if ((pair_random(&seed) & 15) == 0) p->isa->meddle(g, seed);
}

static enum stop run_guest(struct pair_guest *g, u64 until, bool fine)
{
    struct thread *t = &g->thread;
    enum stop stop;
    do {
        g->machine.now = t->cycles;
        stop = g->process.isa->run(t, fine && t->cycles < until ? t->cycles + 1 : until);
    } while (stop == STOP_DEADLINE && t->cycles < until);
    return stop;
}

static bool run(struct pair *p)
{
    const struct pair_case *k = p->k;
    while (p->reference.thread.cycles < k->cycles && p->out->stops < k->cycles) {
        u64 left = k->cycles - p->reference.thread.cycles;
        u64 length = k->stretch ? 1 + pair_random(&p->seed) % k->stretch : left;
        u64 until = p->reference.thread.cycles + (length < left ? length : left);
        enum stop got = run_guest(&p->tested, until, false);
        enum stop want = run_guest(&p->reference, until, k->fine);
        p->out->stops++;
        if (!same_stop(p, got, want) || !p->isa->same_cpu(p)) return false;
        if (p->out->stops % COMPARE_EVERY == 0 && !(same_memory(p) && same_counters(p))) return false;
        pair_random(&p->seed);
        answer(p, &p->tested, want);
        answer(p, &p->reference, want);
    }
    return same_memory(p) && same_counters(p) && same_data(p);
}

bool pair_run(const struct pair_isa *isa, const struct pair_case *k, struct pair_result *out)
{
    struct pair p = {.isa = isa, .k = k, .out = out, .seed = k->seed + 3};
    int fd = memfd_create("code", 0);
    if (fd < 0 || ftruncate(fd, MEM_PAGE) != 0) abort();
    memset(out, 0, sizeof *out);
    pair_open(isa, &p.tested, k, false, fd);
    pair_open(isa, &p.reference, k, true, fd);
    bool r = run(&p);
    out->cycles = p.tested.thread.cycles;
    out->translated = p.tested.machine.host ? host_blocks(p.tested.machine.host) : 0;
    pair_close(&p.reference);
    pair_close(&p.tested);
    close(fd);
    return r;
}
