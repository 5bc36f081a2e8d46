/* Memory of the collector is part of what --mem-limit counts; when there is no more, it knows less, and the guest goes on. */
#ifndef PCGRAM_DATA_TAKE_H
#define PCGRAM_DATA_TAKE_H

#include "emu/core/mem.h"

/* Takes so many bytes, if there are any left; mem_give() gives them back. Unlike mem_take() it is no reason to end the run. */
static inline bool data_take(struct mem_account *a, u64 bytes)
{
    if (!mem_room(a, bytes)) return false;
    if (a) a->used += bytes;
    return true;
}

#endif
