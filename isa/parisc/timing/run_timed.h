/* The dispatcher of timed blocks: from one to the next, and from what a block assumed to what came. */
#ifndef PCGRAM_PARISC_RUN_TIMED_H
#define PCGRAM_PARISC_RUN_TIMED_H

#include "isa/parisc/cpu.h"

enum timed_run {
    TIMED_STEP,   /* the instruction in front of the queue must be run by itself */
    TIMED_RAN,    /* the queue is to be looked at again */
    TIMED_STOPPED /* the run is over */
};

/* Runs timed blocks from the front of the queue, which can be fetched and is fetched in that mode. *stop: why it stopped. */
enum timed_run pa_run_timed(struct cpu *c, u32 mode, u8 *base, enum stop *stop);

#endif
