/* What a run tells (struct data_hook of emu/core/data.h), as notes. */
#ifndef PCGRAM_DATA_TOLD_H
#define PCGRAM_DATA_TOLD_H

#include "emu/core/data.h"

/* All of h but `ctx`, which is to be the struct collector, `forked` and `gone`. */
void told_hook(struct data_hook *h);

#endif
