/* The instruction trace, `--trace`: where it goes. The ISAs write it. In the log format a line is
 *
 *     cycle tid pc raw  disassembly ; reg=value ... addr:size=value addr:size>value
 *
 * cycle is the thread's CPU clock before the instruction (decimal), pc and raw are hexadecimal with 0x; reg=value are the
 * registers it changed, addr:size=value its stores, addr:size>value its loads (size in bytes, value hexadecimal). An
 * instruction that is nullified or predicated off is printed with `nullified` in the place of its effects. What the kernel
 * changed between two instructions of a thread stands on a line whose raw is `kernel`. */
#ifndef PCGRAM_CORE_TRACE_H
#define PCGRAM_CORE_TRACE_H

#include "emu/core/engine.h"
#include "emu/core/kanata.h"

struct trace {
    FILE *out;
    struct kanata *kanata; /* NULL: the log format; else emu/core/kanata.h has it */
    u64 first, last; /* CPU cycles of the window, inclusive; the whole run by default */
};

enum { TRACE_BYTES = 16 }; /* at most, of an instruction or bundle and of an access */

/* What is known of a thread's instruction under way. */
struct insn_trace {
    const struct trace_isa *isa;
    bool known; /* `before` holds the state after the last instruction */
    u64 cycle;
    /* struct trace_isa, look: */
    u64 pc, word;
    u8 code[TRACE_BYTES];
    bool off; /* nullified, or its predicate is false */
    bool loads, stores;
    unsigned size;       /* bytes of its access; 0: none */
    u64 address;
    u8 old[TRACE_BYTES]; /* what was in memory: the value loaded */
    _Alignas(16) u8 before[]; /* the processor before the instruction; after it, as it left it */
};

/* What an instruction set says of its instructions. */
struct trace_isa {
    size_t cpu; /* bytes of a struct cpu */
    int pc_digits, word_digits;
    void (*gather)(struct cpu *c); /* brings up to date what print_changes() prints; NULL: it always is */
    void (*look)(struct insn_trace *t, const struct cpu *c); /* at the instruction that is next */
    bool (*kernel_changed)(const struct cpu *old, const struct cpu *c); /* anything that a kernel changes */
    void (*print_changes)(FILE *f, const struct cpu *old, const struct cpu *c);
    void (*print_access)(FILE *f, const struct insn_trace *t, char arrow, const u8 *bytes);
    void (*text)(const struct insn_trace *t, char *out, size_t cap);
};

struct insn_trace *trace_new(const struct trace_isa *isa);

/* Called before the instruction at pc issues: prints what the kernel changed since trace_after(). */
void trace_before(struct engine *g, u64 pc);
/* Called when it has completed; not when it trapped. */
void trace_after(struct engine *g);
/* Called after that, when it has been paid for; as_modelled: as the timing model says, else by one cycle. */
void trace_paid(struct engine *g, bool as_modelled);

#endif
