/* What a run tells (struct data_hook of emu/core/data.h), as notes. */
#ifndef PCGRAM_DATA_HOOK_H
#define PCGRAM_DATA_HOOK_H

#include "emu/core/data.h"

/* All of h but `ctx`, which is to be the struct collector, `forked` and `gone`. */
void collector_hook(struct data_hook *h);

#endif
