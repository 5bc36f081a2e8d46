/* What belongs to a number, by a hash table: places in memory or in a file that are met again and again. */
#ifndef PCGRAM_PROF_SYMBOLS_KEY_TABLE_H
#define PCGRAM_PROF_SYMBOLS_KEY_TABLE_H

#include "emu/core/types.h"

struct key_table { /* all zero: empty */
    struct key_entry {
        u64 key;
        void *value; /* NULL: the place is free */
    } *entry;        /* `room` of them, a power of two, more than twice as many as are taken */
    size_t used, room;
};

/* The place of the key's value, until the next call: NULL is there when the key is new, and the caller puts one. */
void **key_table_at(struct key_table *t, u64 key);
/* The values are the caller's to free. */
void key_table_free(struct key_table *t);

#endif
