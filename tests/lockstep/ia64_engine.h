/* Our own engine with one program in it and no guest kernel, for the comparison. */
#ifndef PCGRAM_LOCKSTEP_IA64_ENGINE_H
#define PCGRAM_LOCKSTEP_IA64_ENGINE_H

#include "emu/core/machine.h"
#include "tests/lockstep/ia64_state.h"

struct ia64_engine {
    struct config config;
    struct machine machine;
    struct process process;
    struct thread thread;
};

/* How a program is run: every slot decoded and run by itself; in superblocks; with those as host code, from the first time that one
 * is entered, where there is an emitter for this host. */
enum ia64_way { IA64_SLOTS, IA64_BLOCKS, IA64_HOST_CODE, IA64_WAYS };

/* Loads a static program. -1 after a message on stderr. */
int ia64_engine_open(struct ia64_engine *g, const char *program, enum ia64_way way);

/* Runs `slots` slots. False when something stopped it before: *why is a few words. */
bool ia64_engine_run(struct ia64_engine *g, u64 slots, char *why, size_t cap);

void ia64_engine_state(const struct ia64_engine *g, struct ia64_state *s);
/* Gives the engine the general, floating-point and predicate registers and FPSR of S, which is at the same place of the
 * program in the same frame: to go on after a difference. */
void ia64_engine_adopt(struct ia64_engine *g, const struct ia64_state *s);

/* ... only general registers from `first` up to `end`. */
void ia64_engine_adopt_grs(struct ia64_engine *g, const struct ia64_state *s, unsigned first, unsigned end);

void ia64_engine_close(struct ia64_engine *g);

#endif
