#include "prof/tick/profiler.h"

#include <errno.h>
#include <inttypes.h>

#include "emu/core/calls.h"
#include "emu/core/contexts.h"
#include "emu/core/engine.h"
#include "emu/core/fault.h"
#include "emu/core/slices.h"
#include "prof/tick/profil.h"

/* Control blocks lie one after the other from BLOCKS_START, in strides that leave each room for all its entries. */
enum { BLOCKS_START = 1 << 24, BLOCKS_STRIDE = 1 << 23, OF_NOBODY = 0 /* the block of processes that have none */ };
_Static_assert(PCB_SIZE <= BLOCKS_STRIDE, "a control block fits its place");
_Static_assert(PCB_SIZE % MEM_PAGE == 0, "a control block is whole pages");

static u64 block_address(unsigned i) { return BLOCKS_START + (u64)i * BLOCKS_STRIDE; }

/* --- the guest's memory ------------------------------------------------------------------------------------------- */

static bool check(void *ctx, u64 addr, u64 len, int rights)
{
    int prot = (rights & GUEST_READ ? PROT_READ : 0) | (rights & GUEST_WRITE ? PROT_WRITE : 0);
    return mem_check(ctx, addr, len, prot);
}

/* Rights do not tell of a mapping past the end of its file: that shows when it is touched. */
static bool copy(struct mem *m, u64 addr, void *out, const void *in, u64 len)
{
    struct fault_guard guard = {.mem = m};
    if (sigsetjmp(guard.env, 0) != 0) {
        fault_leave(&guard);
        return false;
    }
    fault_enter(&guard);
    int result = in ? mem_write(m, addr, in, len) : mem_read(m, addr, out, len);
    fault_leave(&guard);
    return result == 0;
}

static bool get(void *ctx, u64 addr, void *to, u64 len) { return copy(ctx, addr, to, NULL, len); }
static bool put(void *ctx, u64 addr, const void *from, u64 len) { return copy(ctx, addr, NULL, from, len); }

struct guest_memory profiler_memory(struct mem *m)
{
    return (struct guest_memory){.ctx = m, .check = check, .read = get, .write = put};
}

/* The memory of a tick: what it writes takes the place of a store in a handler. */
static bool tick_check(void *ctx, u64 addr, u64 len, int rights)
{
    struct thread *t = ctx;
    return check(&t->process->mem, addr, len, rights);
}

static bool tick_get(void *ctx, u64 addr, void *to, u64 len)
{
    struct thread *t = ctx;
    return get(&t->process->mem, addr, to, len);
}

static bool tick_put(void *ctx, u64 addr, const void *from, u64 len)
{
    struct thread *t = ctx;
    const struct isa *isa = t->process->isa;
    if (!put(&t->process->mem, addr, from, len)) return false;
    if (isa->stored) isa->stored(t, addr, (unsigned)len);
    return true;
}

/* --- control blocks ----------------------------------------------------------------------------------------------- */

static struct pcb block_at(const struct thread *t, u64 address)
{
    const struct process *p = t->process;
    return (struct pcb){.bytes = mem_host(&p->machine->absolute, address), .big_endian = p->isa->big_endian,
                        .address_bits = 8 * p->isa->abi->word};
}

/* The number of a process's block; p->blocks: it has none. */
static unsigned find_block(const struct profiler *p, int pid)
{
    unsigned i = OF_NOBODY + 1;
    while (i < p->blocks && !(p->block[i].used && p->block[i].pid == pid)) i++;
    return i < p->blocks ? i : p->blocks;
}

static bool make_block(struct profiler *p, unsigned i, int pid)
{
    if (mem_map(&p->machine->absolute, block_address(i), PCB_SIZE, PROT_READ | PROT_WRITE, false, -1, 0, "") != 0) return false;
    p->block[i].used = true;
    p->block[i].pid = pid;
    if (p->blocks <= i) p->blocks = i + 1;
    return true;
}

/* The number of a new block for a process that has none; 0: no room. */
static unsigned new_block(struct profiler *p, int pid)
{
    unsigned i = OF_NOBODY + 1;
    while (i < p->blocks && p->block[i].used) i++;
    return i < PROFILER_BLOCKS && make_block(p, i, pid) ? i : 0;
}

static void use_block(struct thread *t, unsigned i, struct pcb *out)
{
    t->profile_block = block_address(i);
    *out = block_at(t, t->profile_block);
}

bool profiler_find(struct thread *t, struct pcb *out)
{
    const struct profiler *p = t->process->machine->profiling->ctx;
    unsigned i = find_block(p, t->pid);
    if (i == p->blocks) return false;
    use_block(t, i, out);
    return true;
}

bool profiler_block(struct thread *t, struct pcb *out)
{
    if (profiler_find(t, out)) return true;
    unsigned i = new_block(t->process->machine->profiling->ctx, t->pid);
    if (i) use_block(t, i, out);
    return i;
}

/* The block that a tick of this thread looks at: that of all processes that have none has nothing on. */
static bool block_of_tick(struct profiler *p, struct thread *t, struct pcb *out)
{
    if (profiler_find(t, out)) return true;
    if (!p->block[OF_NOBODY].used && !make_block(p, OF_NOBODY, 0)) return false;
    use_block(t, OF_NOBODY, out);
    return true;
}

static int fork_block(void *ctx, const struct thread *parent, int child)
{
    struct profiler *p = ctx;
    unsigned i = find_block(p, parent->pid);
    if (i == p->blocks) return 0;
    struct pcb from = block_at(parent, block_address(i));
    if (!pcb_on(&from)) return 0;
    unsigned new = new_block(p, child);
    if (!new) return -1;
    struct pcb to = block_at(parent, block_address(new));
    memcpy(to.bytes, from.bytes, PCB_ENTRIES + (size_t)pcb_get32(&from, from.bytes + PCB_COUNT) * PCB_ENTRY_SIZE);
    return 0;
}

static void end_block(void *ctx, int pid)
{
    struct profiler *p = ctx;
    unsigned i = find_block(p, pid);
    if (i == p->blocks) return;
    mem_unmap(&p->machine->absolute, block_address(i), PCB_SIZE);
    p->block[i].used = false;
}

/* --- the calls ---------------------------------------------------------------------------------------------------- */

static int call(void *ctx, struct thread *t, enum profil_call which, const u64 arg[4])
{
    static int (*const calls[PROFIL_CALLS])(const struct profil_caller *, const u64 *) = {
        [CALL_HPUX_SPROFIL] = hpux_sprofil, [CALL_HPUX_PROFIL] = hpux_profil, [CALL_IRIX_PROFIL] = irix_profil,
        [CALL_OPENBSD_PROFIL] = openbsd_profil, [CALL_AIX_PROFIL] = aix_profil,
    };
    const struct profiler *profiler = ctx;
    struct process *p = t->process;
    const struct config *config = p->machine->config;
    struct guest_memory memory = profiler_memory(&p->mem);
    struct profil_caller caller = {
        .memory = &memory, .word = p->isa->abi->word, .big_endian = p->isa->big_endian,
        .allow_overlap = profiler->allow_overlap, .tick_us = profil_tick_us(config->tick_cycles, config->clock_hz),
    };
    if (!profiler_block(t, &caller.block)) return -ENOMEM;
    return calls[which](&caller, arg);
}

/* --- ticks -------------------------------------------------------------------------------------------------------- */

const char *tick_action_name(u32 action)
{
    static const char *const names[] = {
        [PCB_DID_OFF] = "off", [PCB_DID_COUNT] = "count", [PCB_DID_SATURATED] = "saturated",
        [PCB_DID_OVERFLOW_BIN] = "overflow-bin", [PCB_DID_MISS] = "miss", [PCB_DID_FAULT] = "fault",
    };
    return action < ARRAY_LEN(names) ? names[action] : "?";
}

static void write_log(const struct profiler *p, const struct thread *t, const struct tick *tick,
                      const struct tick_outcome *o)
{
    int digits = 2 * (int)t->process->isa->abi->word;
    fprintf(p->log, "{\"tick\":%" PRIu64 ",\"cycle\":%" PRIu64 ",\"tid\":%d", p->ticks, tick->match, t->tid);
    fprintf(p->log, ",\"pc\":\"0x%0*" PRIx64 "\",\"action\":\"%s\"", digits, tick->pc, tick_action_name(o->action));
    if (o->action != PCB_DID_OFF && o->action != PCB_DID_MISS)
        fprintf(p->log, ",\"region\":%" PRIu32 ",\"element\":\"0x%0*" PRIx64 "\"", o->region, digits, o->element);
    if (o->action != PCB_DID_OFF && o->action != PCB_DID_MISS && o->action != PCB_DID_FAULT)
        fprintf(p->log, ",\"old\":%" PRIu64 ",\"new\":%" PRIu64, o->old, o->new);
    fputs("}\n", p->log);
}

/* The histogram of ticks by pc, and by the calls that are open. */
static void count_tick(struct thread *t, u64 pc)
{
    struct counters *ticks = &t->process->ticks;
    const struct call_stack *calls = t->engine->calls;
    counters_add(ticks, &(struct pc_count){.pc = pc, .ticks = 1});
    slices_tick(t->process, pc);
    if (ticks->pcs >= 1 << 16) counters_sort(ticks);
    if (calls) contexts_tick(calls->contexts, calls_where(calls, t->cycles), pc);
}

/* The ROM's handler, and what it cost: the cycles that are charged to the thread. */
static u64 take_in_rom(struct profiler *p, struct thread *t, const struct pcb *b, const struct tick *tick)
{
    pcb_put64(b, b->bytes + PCB_PERIOD, tick->next - tick->match);
    u64 cycles = t->process->isa->timer(t, tick);
    t->handler_cycles += cycles;
    if (t->counting == COUNTED) {
        t->process->handler_cycles += cycles;
        p->handler_cycles += cycles;
    }
    return p->machine->config->charge_handler ? cycles : 0;
}

static u64 take(void *ctx, struct thread *t, const struct tick *tick)
{
    struct profiler *p = ctx;
    struct tick_outcome outcome = {.action = PCB_DID_OFF};
    struct pcb block;
    u64 charged = 0;
    p->ticks++;
    if (t->counting == COUNTED) count_tick(t, tick->pc);
    if (block_of_tick(p, t, &block)) {
        struct guest_memory memory = {.ctx = t, .check = tick_check, .read = tick_get, .write = tick_put};
        if (p->rom) charged = take_in_rom(p, t, &block, tick);
        else tick_take(&block, tick->pc, &memory);
        tick_outcome(&block, &outcome);
    }
    if (p->log) write_log(p, t, tick, &outcome);
    return charged;
}

/* --- the machine -------------------------------------------------------------------------------------------------- */

int profiler_attach(struct profiler *p, struct machine *machine, struct error *e)
{
    const struct rom_image *rom = p->rom;
    p->machine = machine;
    p->blocks = 0;
    memset(p->block, 0, sizeof p->block);
    if (rom) {
        u64 size = (rom->size + MEM_PAGE - 1) & ~(u64)(MEM_PAGE - 1);
        struct mem *m = &machine->absolute;
        if (mem_map(m, rom->address, size, PROT_READ | PROT_EXEC, false, -1, 0, "") != 0 ||
            mem_poke(m, rom->address, rom->bytes, rom->size) != 0)
            return error_set(e, "no memory for the ROM");
        machine->rom = rom->address;
    }
    p->calls = (struct profiling){.ctx = p, .call = call, .fork = fork_block, .end = end_block};
    machine->profiling = &p->calls;
    machine->tick = (struct tick_hook){.take = take, .ctx = p};
    return 0;
}
