/* Instructions that access memory, by number. */
#ifndef PCGRAM_DATA_SITES_H
#define PCGRAM_DATA_SITES_H

#include "emu/data/collecting.h"

/* The number of the instruction that accesses so, found by its address; 0: there is no room for it. */
u32 site_of(struct data_process *d, const struct data_access *a);
/* That for struct data_note; 0: it has none, for it is a prefetch, or the code has been changed. */
u32 site_for_notes(struct data_process *d, const struct data_access *a);
/* The number of the instruction at pc; 0: it has none yet. */
u32 sites_find(const struct sites *s, u64 pc);
/* Rows get what sites have counted for them: that site's, all sites'. */
void sites_settle_one(struct data_process *d, struct site *i);
void sites_settle(struct data_process *d);
void sites_free(struct sites *s);

#endif
