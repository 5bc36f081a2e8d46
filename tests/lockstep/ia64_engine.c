#include "tests/lockstep/ia64_engine.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "emu/core/code.h"
#include "emu/core/elf.h"
#include "emu/core/fault.h"
#include "emu/host/host.h"
#include "isa/ia64/cpu.h"
#include "isa/ia64/exec/rotate.h"
#include "isa/ia64/isa.h"

static int load(struct ia64_engine *g, const char *program, struct elf_image *image, struct error *e)
{
    struct elf_file f;
    int fd = open(program, O_RDONLY | O_CLOEXEC);
    if (fd < 0) return error_set(e, "%s: cannot be opened", program);
    int r = elf_read(fd, program, &f, e);
    if (r == 0) {
        r = elf_map(&f, fd, program, &g->process.mem, 0, 0, isa_ia64.abi->task_size, image, e);
        elf_free(&f);
    }
    close(fd);
    return r;
}

int ia64_engine_open(struct ia64_engine *g, const char *program, enum ia64_way way)
{
    struct error e;
    struct elf_image image;
    memset(g, 0, sizeof *g);
    g->config = (struct config){
        .clock_hz = 1000000, .tick_cycles = 1000000, .cpu_model = "none", .quiet = true, .step_only = way == IA64_SLOTS
    };
    g->machine.config = &g->config;
    g->machine.isa = g->process.isa = &isa_ia64;
    g->process.machine = &g->machine;
    g->process.thread = g->process.threads = &g->thread;
    g->thread.process = &g->process;
    if (way == IA64_HOST_CODE && HOST_EMITTER && !(g->machine.host = host_new(1, &e))) {
        fprintf(stderr, "%s\n", e.text);
        return -1;
    }
    if (fault_install(&e) != 0 || mem_init(&g->process.mem, isa_ia64.windows, isa_ia64.window_count, &e) != 0 ||
        code_begin(&g->process, &e) != 0 || isa_ia64.cpu_new(&g->thread, NULL, &e) != 0 ||
        load(g, program, &image, &e) != 0) {
        fprintf(stderr, "%s\n", e.text);
        return -1;
    }
    isa_ia64.abi->start(&g->thread, image.entry, 0, 0, 0);
    return 0;
}

bool ia64_engine_run(struct ia64_engine *g, u64 slots, char *why, size_t cap)
{
    struct thread *t = &g->thread;
    u64 end = t->cycles + slots;
    while (t->cycles < end) {
        g->machine.now = t->cycles;
        enum stop stop = isa_ia64.run(t, end);
        if (stop == STOP_DEADLINE) continue;
        if (stop == STOP_SYSCALL) snprintf(why, cap, "a system call");
        else
            snprintf(why, cap, "fault %d, vector %#x, address %#llx", t->stop.fault, (unsigned)t->stop.vector,
                     (unsigned long long)t->stop.addr);
        return false;
    }
    return true;
}

void ia64_engine_state(const struct ia64_engine *g, struct ia64_state *s)
{
    const struct cpu *c = g->thread.cpu;
    memset(s, 0, sizeof *s);
    s->ip = c->ip;
    s->slot = c->ri;
    for (unsigned r = 0; r < FRAME + (unsigned)c->cfm.sof; r++) {
        s->gr[r] = c->gr[r];
        s->nat[r] = ia64_get_nat(c, r);
    }
    for (unsigned r = 0; r < FR_COUNT; r++) {
        const struct ia64_fr *f = &c->fr[ia64_fr_index(c, r)];
        s->fr[r] = (struct ia64_float){ f->sign << 17 | f->exp, f->sig };
    }
    s->pr = ia64_get_pr(c);
    memcpy(s->br, c->br, sizeof s->br);
    s->cfm = ia64_cfm_bits(c->cfm);
    s->rsc = c->rse.rsc;
    s->bsp = c->rse.bsp;
    s->bspstore = c->rse.bspstore;
    s->rnat = c->rse.rnat;
    s->unat = c->unat;
    s->fpsr = c->fpsr;
    s->ccv = c->ccv;
    s->pfs = c->pfs;
    s->lc = c->lc;
    s->ec = c->ec;
    s->csd = c->csd;
}

void ia64_engine_adopt_grs(struct ia64_engine *g, const struct ia64_state *s, unsigned first, unsigned end)
{
    struct cpu *c = g->thread.cpu;
    for (unsigned r = first; r < end; r++) {
        c->gr[r] = s->gr[r];
        ia64_set_nat(c, r, s->nat[r]);
    }
}

void ia64_engine_adopt(struct ia64_engine *g, const struct ia64_state *s)
{
    struct cpu *c = g->thread.cpu;
    ia64_engine_adopt_grs(g, s, 1, FRAME + (unsigned)c->cfm.sof);
    for (unsigned r = 2; r < FR_COUNT; r++)
        c->fr[ia64_fr_index(c, r)] = (struct ia64_fr){
            .sig = s->fr[r].sig, .exp = s->fr[r].se & 0x1ffff, .sign = s->fr[r].se >> 17
        };
    ia64_set_pr(c, s->pr);
    c->fpsr = s->fpsr;
}

void ia64_engine_close(struct ia64_engine *g)
{
    isa_ia64.cpu_free(&g->thread);
    isa_ia64.code_free(&g->process);
    mem_free(&g->process.mem);
    mem_free(&g->machine.absolute);
    host_free(g->machine.host);
}
