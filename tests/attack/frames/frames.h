/* What both instruction sets' campaigns of forged register images share. */
#ifndef PCGRAM_TESTS_ATTACK_FRAMES_H
#define PCGRAM_TESTS_ATTACK_FRAMES_H

#include "emu/core/machine.h"

struct guest {
    struct config config;
    struct machine machine;
    struct process process;
    struct thread thread;
    u64 seed; /* of random numbers */
    u64 refused, stops;
};

/* One attack. NULL, or what has broken. */
typedef const char *attack_fn(struct guest *g);

u64 any(struct guest *g); /* 64 random bits */
u32 below(struct guest *g, u32 n);
static inline bool one_in(struct guest *g, u32 n) { return below(g, n) == 0; }
/* A number that is no address of the host's: small, negative, a power of 2, or random. */
u64 number(struct guest *g);
/* True if the value is the address of something that the host has mapped for itself. */
bool is_host_pointer(u64 value);

/* Memory, code and registers for attacks to begin with; then one attack after the other. */
void ia64_begin(struct guest *g);
void parisc_begin(struct guest *g);
attack_fn ia64_attack, parisc_attack;

#endif
