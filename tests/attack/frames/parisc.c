/* PA-RISC: signal frames and debugger's writes, with queues, spaces and status words of every kind. */
#include <stdlib.h>

#include "isa/parisc/cpu.h"
#include "isa/parisc/system/debug.h"
#include "isa/parisc/system/frame.h"
#include "tests/attack/frames/frames.h"
#include "tests/unit/parisc_words.h"

enum { PAGE = MEM_PAGE, WORDS = PAGE / 4, R_SP = 30, R_ARG1 = 25, PROGRAM_LASTS = 500, STEPS = 16, ROUNDS = 6, USER = 3, INFO = 128 };

static const u32 code = 0x10000, stack = 0x40000000, data = 0x50000000;

static void write_program(struct guest *g)
{
    static const u32 place[] = {data, data + 64, code, stack, 0, 0xfffffff8u, 0xc0000004u};
    const struct words_places places = {place, ARRAY_LEN(place)};
    u32 words[WORDS];
    u8 page[PAGE];
    words_program(&g->seed, &places, words, WORDS);
    for (unsigned i = 0; i < WORDS; i++) store_be32(page + 4 * i, words[i]);
    if (mem_poke(&g->process.mem, code, page, PAGE) != 0) abort();
}

static u32 value(struct guest *g)
{
    switch (below(g, 6)) {
    case 0: return code + 4 * below(g, WORDS);
    case 1: return data + below(g, PAGE);
    case 2: return stack + 64 * below(g, PAGE / 64);
    default: return (u32)number(g);
    }
}

void parisc_begin(struct guest *g)
{
    struct mem *m = &g->process.mem;
    if (mem_map(m, code, PAGE, PROT_READ | PROT_WRITE | PROT_EXEC, false, -1, 0, "") != 0 ||
        mem_map(m, stack, 2 * PAGE, PROT_READ | PROT_WRITE, false, -1, 0, "") != 0 ||
        mem_map(m, data, PAGE, PROT_READ | PROT_WRITE, false, -1, 0, "") != 0)
        abort();
    write_program(g);
    g->process.isa->abi->start(&g->thread, code, stack, 0, 0);
}

static const char *check(const struct guest *g)
{
    const struct cpu *c = g->thread.cpu;
    const u32 system = PSW_E | PSW_S | PSW_W | PSW_H | PSW_L | PSW_M | PSW_O | PSW_G | PSW_F | PSW_R | PSW_Y | PSW_Z;
    const u32 needed = PSW_C | PSW_Q | PSW_P | PSW_D | PSW_I;
    if (c->gr[0]) return "r0 is not 0";
    if ((c->iaoq_front & USER) != USER || (c->iaoq_back & USER) != USER) return "the queue is privileged";
    if (c->psw & system || (c->psw & needed) != needed) return "the PSW is not a program's";
    if (c->sar > 63) return "SAR is too large";
    for (unsigned i = 5; i < 8; i++) /* a program writes sr0 to sr4 as it likes */
        if (c->sr[i] != SPACE_USER) return "a space register of the kernel's has changed";
    for (unsigned i = 1; i < 32; i++)
        if (is_host_pointer(c->gr[i]) || is_host_pointer(c->fr[i])) return "a register holds an address of the host's";
    return NULL;
}

/* Of a frame only: a program may branch to any space that it has put into a space register, and gets a fault
 * there. */
static const char *check_spaces(const struct guest *g, const u32 *before)
{
    const struct cpu *c = g->thread.cpu;
    if (memcmp(before, c->sr, sizeof c->sr) != 0) return "a space register has changed";
    return c->iasq_front > SPACE_USER || c->iasq_back > SPACE_USER ? "there is no such space" : NULL;
}

static void forge(struct guest *g)
{
    struct cpu *c = g->thread.cpu;
    u8 frame[FRAME_END];
    for (unsigned i = 0; i + 4 <= sizeof frame; i += 4) store_be32(frame + i, value(g));
    if (!one_in(g, 4)) { /* else anywhere */
        u32 at = code + 4 * below(g, WORDS);
        store_be32(frame + FRAME_SC_IAOQ, at + below(g, 4));
        store_be32(frame + FRAME_SC_IAOQ + 4, one_in(g, 2) ? at + 4 : code + 4 * below(g, WORDS) + below(g, 4));
    }
    store_be32(frame + FRAME_SC_IASQ + 4, below(g, 3));
    u32 at = stack + 64 * below(g, 8);
    if (mem_write(&g->process.mem, at, frame, sizeof frame) != 0) abort();
    c->gr[R_SP] = at + FRAME_SIZE;
    c->gr[R_ARG1] = one_in(g, 4);
}

const char *parisc_attack(struct guest *g)
{
    static const u8 info[INFO];
    u64 mask, altstack[3];
    bool in_syscall;
    const char *broken = NULL;
    u32 spaces[8];
    if (one_in(g, PROGRAM_LASTS)) {
        write_program(g);
        g->process.isa->abi->start(&g->thread, code, stack, 0, 0);
    }
    memcpy(spaces, g->thread.cpu->sr, sizeof spaces);
    forge(g);
    if (g->process.isa->abi->signal_return(&g->thread, &mask, altstack, &in_syscall) != 0) g->refused++;
    else if ((broken = check_spaces(g, spaces))) return broken;
    if ((broken = check(g))) return broken;
    if (one_in(g, 4)) {
        u8 raw[4];
        store_be32(raw, value(g));
        pa_debug_view.set(&g->thread, below(g, pa_debug_view.registers), raw);
        if ((broken = check(g))) return broken;
        if (memcmp(spaces, g->thread.cpu->sr, sizeof spaces) != 0) return "a debugger has changed a space register";
    }
    for (unsigned round = 0; round < ROUNDS; round++) {
        struct signal_delivery d = {.signo = 11, .siginfo = info, .siginfo_size = sizeof info, .handler = value(g)};
        g->process.isa->run(&g->thread, g->thread.cycles + STEPS);
        if ((broken = check(g))) return broken;
        if (g->thread.stop.reason != STOP_FAULT) break;
        g->stops++;
        if (one_in(g, 4)) (void)g->process.isa->abi->signal_enter(&g->thread, &d);
        g->thread.cpu->iaoq_front = (code + 4 * below(g, WORDS)) | USER;
        g->thread.cpu->iasq_front = SPACE_USER;
    }
    return check(g);
}
