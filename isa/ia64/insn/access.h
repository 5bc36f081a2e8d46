/* Which memory an instruction is about to touch: for the trace, the debuggers and the timing models. */
#ifndef PCGRAM_IA64_ACCESS_H
#define PCGRAM_IA64_ACCESS_H

#include "isa/ia64/cpu.h"
#include "isa/ia64/insn/slot.h"

struct ia64_reference {
    u64 address;
    unsigned size; /* bytes; 0: none */
};

/* Bytes that a load, store or semaphore moves; 0 for anything else, lfetch too. */
unsigned ia64_access_size(const struct ia64_slot *s);

/* True of st1 in its forms. */
bool ia64_stores_byte(const struct ia64_slot *s);

/* The access of the slot, which is next to be executed in this state. None if its predicate is false. The register
 * stack's own accesses are not seen here. */
struct ia64_reference ia64_reference_of(const struct cpu *c, const struct ia64_slot *s);

#endif
