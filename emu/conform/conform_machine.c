#include "emu/conform/conform_machine.h"

#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "emu/conform/conform_stub.h"
#include "emu/core/fault.h"
#include "emu/core/text.h"
#include "emu/os/kernel.h"
#include "emu/run/isas.h"
#include "prof/tick/profiler.h"

enum {
    CLOCK_HZ = 100000000, TICK_CYCLES = CLOCK_HZ / 100, /* as `pcgram GUEST` has them */
    ERRAND = 2000,    /* cycles within which a thread is back from any errand, a delay apart */
    SLEEP = 50000000, /* nanoseconds in which another thread takes a tick and ends: five ticks */
    CHILD_BOX = 2048, /* its mailbox, from the first one on */
    IMAGE = 0x1000,   /* offset of the code in the guest's file */
};

struct guest {
    const struct conform_stub *stub;
    struct config config;
    struct machine machine;
    struct profiler profiler;
    struct os *os;
    struct process *process;
    struct thread *thread; /* the first one */
    char file[256];        /* the guest's program; "": there is none yet */
    sigset_t signals;      /* that were blocked before: while there is the file, none that ends the harness comes through */
    bool gateway;
    u64 ticks, tick_pc;    /* how many there were, and the last one's pc and thread */
    int tick_tid;
    struct tick_hook ticks_to; /* who takes them */
    char *message;
    size_t message_size;
};

static int PRINTF_LIKE(2, 3) fail(struct guest *g, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(g->message, g->message_size, fmt, ap);
    va_end(ap);
    return CONFORM_TROUBLE;
}

/* --- the guest's file --------------------------------------------------------------------------------------------- */

static void put(const struct isa *isa, u8 *at, unsigned size, u64 v)
{
    for (unsigned i = 0; i < size; i++) at[isa->big_endian ? size - 1 - i : i] = (u8)(v >> 8 * i);
}

/* A program header (System V ABI, chapter 5); size 0 is a page of zeros. Returns the byte after it. */
static u8 *put_segment(const struct isa *isa, u8 *p, u32 flags, u64 offset, u64 addr, u64 size)
{
    enum { PT_LOAD = 1 };
    unsigned w = isa->elf64 ? 8 : 4;
    put(isa, p, 4, PT_LOAD);
    put(isa, p + (isa->elf64 ? 4 : 24), 4, flags);
    put(isa, p + w, w, offset);
    put(isa, p + 2 * w, w, addr);
    put(isa, p + 4 * w, w, size);
    put(isa, p + 5 * w, w, size ? size : MEM_PAGE);
    put(isa, p + (isa->elf64 ? 6 * w : 7 * w), w, MEM_PAGE);
    return p + (isa->elf64 ? 56 : 32);
}

/* An executable of two segments: the code, and a page for the mailbox. A file with a name, for the guest executes it anew, and
 * guests open nothing by pcgram's own descriptors. 0, or -1. */
static int make_file(char *name, size_t room, const struct conform_stub *stub, const struct isa *isa)
{
    enum { PF_X = 1, PF_W = 2, PF_R = 4 };
    u8 h[256] = {0x7f, 'E', 'L', 'F', isa->elf64 ? 2 : 1, isa->big_endian ? 2 : 1, 1};
    unsigned w = isa->elf64 ? 8 : 4, size = 40 + 3 * w;
    put(isa, h + 16, 2, 2); /* ET_EXEC */
    put(isa, h + 18, 2, isa->elf_machine);
    put(isa, h + 20, 4, 1);
    put(isa, h + 24, w, stub->text);
    put(isa, h + 24 + w, w, size);
    u8 *sizes = h + 24 + 3 * w + 4;
    put(isa, sizes, 2, size);
    put(isa, sizes + 2, 2, isa->elf64 ? 56 : 32);
    put(isa, sizes + 4, 2, 2);
    u8 *end = put_segment(isa, h + size, PF_R | PF_X, IMAGE, stub->text, stub->size);
    end = put_segment(isa, end, PF_R | PF_W, 0, stub->mailbox, 0);
    const char *folder = getenv("TMPDIR");
    if (snprintf(name, room, "%s/pcgram-conform-XXXXXX", folder && *folder ? folder : "/tmp") >= (int)room) return *name = 0, -1;
    int fd = mkostemp(name, O_CLOEXEC);
    if (fd < 0) return *name = 0, -1;
    bool whole = pwrite(fd, h, (size_t)(end - h), 0) == end - h && pwrite(fd, stub->code, stub->size, IMAGE) == (ssize_t)stub->size &&
                 fchmod(fd, 0500) == 0;
    return close(fd) == 0 && whole ? 0 : -1;
}

/* --- running ------------------------------------------------------------------------------------------------------ */

static u64 see_tick(void *ctx, struct thread *t, const struct tick *tick)
{
    struct guest *g = ctx;
    g->ticks++;
    g->tick_pc = tick->pc;
    g->tick_tid = t->tid;
    return tick_take_by(&g->ticks_to, t, tick);
}

/* Runs for so many cycles of CPU time, a tick that falls on the last one included. */
static int run(struct guest *g, u64 cycles)
{
    struct os_result result;
    g->config.max_cycles = g->os->cycles + cycles;
    os_run(g->os, &result);
    if (result.end == OS_LIMIT) return CONFORM_OK;
    return fail(g, "the guest ended: %s at pc 0x%" PRIx64 ", address 0x%" PRIx64,
                result.end == OS_SIGNAL ? result.signal : "exit", result.pc, result.addr);
}

/* Runs until the thread's next instruction is the one at `go`. */
static int run_to_go(struct guest *g, const struct thread *t)
{
    const struct isa *isa = g->process->isa;
    for (unsigned i = 0; i < ERRAND; i++) {
        int status = run(g, 1);
        if (status != CONFORM_OK) return status;
        if (isa->pc(t) == g->stub->go) return CONFORM_OK;
    }
    return fail(g, "the guest did not come back; it is at pc 0x%" PRIx64, isa->pc(t));
}

/* A thread that is at `go` takes its next tick at pc. */
static int tick_in(struct guest *g, struct thread *t, u64 box, u64 pc, enum conform_where where)
{
    u64 match = t->os->next_tick, ticks = g->ticks, handler = g->profiler.handler_cycles;
    if (!g->stub->post_tick(&t->process->mem, box, pc, where, match - t->cycles))
        return fail(g, "cannot have the guest at pc 0x%" PRIx64 " at cycle %" PRIu64, pc, match);
    while (t->cycles < match) {
        int status = run(g, match - t->cycles);
        if (status != CONFORM_OK) return status;
    }
    char n[TEXT_COUNT];
    if (g->ticks != ticks + 1 || g->tick_pc != pc || g->tick_tid != t->tid)
        return fail(g, "%s, the last one at pc 0x%" PRIx64, text_count(n, g->ticks - ticks, "tick"), g->tick_pc);
    if ((g->profiler.handler_cycles != handler) != (g->profiler.rom != NULL))
        return fail(g, "the tick was not taken by the handler that was asked for");
    return CONFORM_OK;
}

/* --- opening and closing ------------------------------------------------------------------------------------------ */

static void close_guest(void *state)
{
    struct guest *g = state;
    os_free(g->os);
    mem_free(&g->machine.absolute);
    if (*g->file) unlink(g->file);
    pthread_sigmask(SIG_SETMASK, &g->signals, NULL);
    free(g);
}

static int start(struct guest *g, struct error *e)
{
    char *argv[] = {g->file, NULL}, *envp[] = {NULL};
    if (fault_install(e)) return -1;
    g->os = os_new(&g->machine, e);
    if (g->os) g->process = os_load(g->os, g->file, argv, envp, e);
    if (!g->process || profiler_attach(&g->profiler, &g->machine, e)) return -1;
    g->ticks_to = g->machine.tick;
    g->machine.tick = (struct tick_hook){.take = see_tick, .ctx = g};
    return 0;
}

/* Those that end the harness wait for the end of the row, so that no file is left: all but what an instruction of its own may be answered with. */
static void block_signals(struct guest *g)
{
    sigset_t ends;
    sigfillset(&ends);
    sigdelset(&ends, SIGSEGV), sigdelset(&ends, SIGBUS), sigdelset(&ends, SIGILL), sigdelset(&ends, SIGFPE), sigdelset(&ends, SIGTRAP), sigdelset(&ends, SIGABRT);
    pthread_sigmask(SIG_BLOCK, &ends, &g->signals);
}

static int open_guest(const struct conform_options *o, void **state, const struct conform_stub *stub, bool rom,
                      bool gateway)
{
    struct guest *g = calloc(1, sizeof *g);
    struct error e;
    if (!g) return CONFORM_TROUBLE;
    *g = (struct guest){.stub = stub, .gateway = gateway, .message = o->message, .message_size = o->message_size};
    g->config = (struct config){.clock_hz = CLOCK_HZ, .tick_cycles = TICK_CYCLES, .cpu_model = "none", .quiet = true};
    g->machine = (struct machine){.config = &g->config, .isa = isa_find(stub->isa)};
    g->profiler = (struct profiler){.rom = rom ? rom_find(stub->isa) : NULL, .allow_overlap = o->allow_overlap};
    block_signals(g);
    int status = make_file(g->file, sizeof g->file, stub, g->machine.isa) ? fail(g, "cannot make the guest's file") : CONFORM_OK;
    if (status == CONFORM_OK && start(g, &e)) status = fail(g, "%s", e.text);
    if (status == CONFORM_OK) {
        g->thread = g->process->thread;
        status = run_to_go(g, g->thread);
    }
    if (status == CONFORM_OK) stub->reset(&g->process->mem, stub->mailbox);
    if (status == CONFORM_OK) *state = g;
    else close_guest(g);
    return status;
}

static int open_rom_parisc(const struct conform_options *o, void **state)
{
    return open_guest(o, state, &conform_stub_parisc, true, false);
}

static int open_rule_parisc(const struct conform_options *o, void **state)
{
    return open_guest(o, state, &conform_stub_parisc, false, false);
}

static int open_rom_ia64(const struct conform_options *o, void **state)
{
    return open_guest(o, state, &conform_stub_ia64, true, false);
}

static int open_rule_ia64(const struct conform_options *o, void **state)
{
    return open_guest(o, state, &conform_stub_ia64, false, false);
}

static int open_gateway_parisc(const struct conform_options *o, void **state)
{
    return open_guest(o, state, &conform_stub_parisc, true, true);
}

/* --- what the harness asks for ------------------------------------------------------------------------------------ */

static int map(void *state, u64 addr, u64 size, int rights)
{
    struct guest *g = state;
    struct mem *m = &g->process->mem;
    int prot = (rights & CONFORM_READ ? PROT_READ : 0) | (rights & CONFORM_WRITE ? PROT_WRITE : 0);
    int result = 0;
    if (!mem_window_of(m, addr, size)) return CONFORM_CANNOT; /* a part of the address space that is not there */
    if (!rights) return mem_unmap(m, addr, size) == 0 ? CONFORM_OK : fail(g, "cannot unmap 0x%" PRIx64, addr);
    for (u64 at = addr; result == 0 && at - addr < size; at += MEM_PAGE)
        result = mem_flags(m, at) & MEM_MAPPED ? mem_protect(m, at, MEM_PAGE, prot)
                                               : mem_map(m, at, MEM_PAGE, prot, false, -1, 0, "");
    if (result != 0) return fail(g, "cannot map 0x%" PRIx64, addr);
    /* Some processors know no memory that can be written and not read. */
    return rights == CONFORM_WRITE && mem_check(m, addr, size, PROT_READ) ? CONFORM_CANNOT : CONFORM_OK;
}

static int write_memory(void *state, u64 addr, const void *from, size_t size)
{
    struct guest *g = state;
    return mem_poke(&g->process->mem, addr, from, size) ? fail(g, "cannot write 0x%" PRIx64, addr) : CONFORM_OK;
}

static int read_memory(void *state, u64 addr, void *to, size_t size)
{
    struct guest *g = state;
    return mem_peek(&g->process->mem, addr, to, size) ? fail(g, "cannot read 0x%" PRIx64, addr) : CONFORM_OK;
}

static int call(void *state, enum conform_call which, const u64 arg[4], struct conform_result *result)
{
    struct guest *g = state;
    u64 ticks = g->ticks;
    g->stub->post_call(&g->process->mem, g->stub->mailbox, g->gateway, which, arg);
    int status = run_to_go(g, g->thread);
    if (status != CONFORM_OK) return status;
    if (g->ticks != ticks) return fail(g, "a tick fell into a call");
    g->stub->call_result(&g->process->mem, g->stub->mailbox, g->gateway, &result->value, &result->error);
    if (which == CONFORM_AIX_PROFIL) result->value = 0; /* rom/lib's stub: D-19 */
    return CONFORM_OK;
}

static int tick(void *state, u64 pc, enum conform_where where)
{
    struct guest *g = state;
    int status = tick_in(g, g->thread, g->stub->mailbox, pc, where);
    return status == CONFORM_OK ? run_to_go(g, g->thread) : status;
}

static int process_on(struct thread *t)
{
    struct pcb block;
    return profiler_find(t, &block) && pcb_on(&block);
}

static int on(void *state)
{
    const struct guest *g = state;
    return process_on(g->thread);
}

/* --- more than one thread ----------------------------------------------------------------------------------------- */

/* A second thread, or a process with one, at `go`; the first thread sleeps. NULL: g->message says why. */
static struct thread *spawn(struct guest *g, bool is_thread)
{
    const struct conform_stub *stub = g->stub;
    struct mem *m = &g->process->mem;
    i64 value;
    int error;
    stub->post_spawn(m, stub->mailbox, is_thread, stub->mailbox + CHILD_BOX);
    if (run_to_go(g, g->thread) != CONFORM_OK) return NULL;
    stub->call_result(m, stub->mailbox, false, &value, &error);
    for (const struct os_thread *ot = g->os->threads; ot; ot = ot->next) {
        if (ot->t == g->thread || ot->t->tid != (int)value) continue;
        stub->post_sleep(m, stub->mailbox, SLEEP);
        return run_to_go(g, ot->t) == CONFORM_OK ? ot->t : NULL;
    }
    fail(g, "nothing came of clone or fork: errno %d", error);
    return NULL;
}

/* The second one ends, the first one wakes. */
static int rejoin(struct guest *g, struct thread *t)
{
    int status = run_to_go(g, t);
    if (status != CONFORM_OK) return status;
    g->stub->post_exit(&t->process->mem, g->stub->mailbox + CHILD_BOX);
    return run_to_go(g, g->thread);
}

static int fork_process(void *state, struct conform_child *child)
{
    struct guest *g = state;
    struct thread *t = spawn(g, false);
    if (!t) return CONFORM_TROUBLE;
    int status = tick_in(g, t, g->stub->mailbox + CHILD_BOX, child->pc, CONFORM_PLAIN);
    if (status != CONFORM_OK) return status;
    child->on = process_on(t);
    if (mem_peek(&t->process->mem, child->addr, child->memory, child->size))
        return fail(g, "cannot read 0x%" PRIx64 " of the child", child->addr);
    return rejoin(g, t);
}

static int thread(void *state, u64 pc)
{
    struct guest *g = state;
    struct thread *t = spawn(g, true);
    if (!t) return CONFORM_TROUBLE;
    int status = tick_in(g, t, g->stub->mailbox + CHILD_BOX, pc, CONFORM_PLAIN);
    return status == CONFORM_OK ? rejoin(g, t) : status;
}

static int exec(void *state)
{
    struct guest *g = state;
    struct mem *m = &g->process->mem;
    unsigned execs = g->process->execs;
    g->stub->post_exec(m, g->stub->mailbox, g->file);
    int status = run_to_go(g, g->thread);
    if (status != CONFORM_OK) return status;
    if (g->process->execs == execs) return fail(g, "the guest cannot exec %s", g->file);
    g->stub->reset(m, g->stub->mailbox);
    return CONFORM_OK;
}

enum { HPUX_CALLS = 1 << CONFORM_HPUX_SPROFIL | 1 << CONFORM_HPUX_PROFIL, ALL_CALLS = (1 << CONFORM_CALLS) - 1 };

#define ON_MACHINE \
    .version = CONFORM_VERSION, .close = close_guest, .map = map, .write = write_memory, .read = read_memory, \
    .call = call, .tick = tick, .on = on, .fork = fork_process, .thread = thread, .exec = exec
#define ON_PARISC ON_MACHINE, .word = 4, .big_endian = 1, .pc_unit = 4
#define ON_IA64 ON_MACHINE, .word = 8, .big_endian = 0, .pc_unit = 16

const struct conform_backend conform_rom_parisc = {
    ON_PARISC, .name = "rom-parisc", .calls = ALL_CALLS, .open = open_rom_parisc,
};
const struct conform_backend conform_rule_parisc = {
    ON_PARISC, .name = "rule-parisc", .calls = ALL_CALLS, .open = open_rule_parisc,
};
const struct conform_backend conform_gateway_parisc = {
    ON_PARISC, .name = "gateway-parisc", .calls = HPUX_CALLS, .open = open_gateway_parisc,
};
const struct conform_backend conform_rom_ia64 = {
    ON_IA64, .name = "rom-ia64", .calls = ALL_CALLS, .open = open_rom_ia64,
};
const struct conform_backend conform_rule_ia64 = {
    ON_IA64, .name = "rule-ia64", .calls = ALL_CALLS, .open = open_rule_ia64,
};
