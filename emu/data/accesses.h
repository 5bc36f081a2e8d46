/* What an access is to, and what is counted of it. */
#ifndef PCGRAM_DATA_ACCESSES_H
#define PCGRAM_DATA_ACCESSES_H

#include "emu/core/engine.h"
#include "emu/data/collecting.h"

/* What the address is part of. */
u32 data_object_of(struct data_process *d, struct data_thread *s, const struct thread *t, u64 address);

/* The access to s->object, of which row *r is, is done. */
void data_count(struct data_process *d, struct data_thread *s, const struct data_access *a, const struct thread *t, struct row *r,
                const struct data_cost *cost);
/* An access of a block, of which nothing is known yet: its object. */
u32 data_accessed(struct data_process *d, struct data_thread *s, struct thread *t, const struct data_access *a, const struct data_cost *cost);

/* The number of the instruction that accesses so; 0: it has none. */
u32 data_site(struct data_process *d, const struct data_access *a);
void data_sites_free(struct sites *s);

/* The accesses that the thread's host code has noted are done. */
void data_settle_all(struct thread *t);
static inline void data_settle_notes(struct thread *t)
{
    if (t->data && t->engine->next_note && t->engine->next_note != t->data->notes + 1) data_settle_all(t);
}

#endif
