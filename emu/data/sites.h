/* Instructions that access memory, by number. */
#ifndef PCGRAM_DATA_SITES_H
#define PCGRAM_DATA_SITES_H

#include "emu/data/collecting.h"

/* The number of the instruction that accesses so, found by its address; 0: there is no room for it. */
u32 site_of(struct data_process *d, const struct data_access *a);
/* That for notes, as struct data_hook's site() has it; 0: it has none, for it is a prefetch, or the code has been changed. */
u32 site_for_notes(struct data_process *d, const struct data_access *a);
/* The number of the instruction at pc; 0: it has none yet. */
u32 sites_find(const struct sites *s, u64 pc);
/* What the site does to the object is counted there from now on, and later in *r; NULL: it is not, nothing was counted of it lately. */
static inline struct site_row *sites_row(struct data_process *d, u32 site, u32 object)
{
    struct site_row *now = &d->sites.site[site].now, *before = &d->sites.before[site], other = *now;
    if (LIKELY(now->object == object)) return now;
    if (before->object != object) return NULL;
    *now = *before;
    *before = other;
    return now;
}
/* The same of an object for which that returns NULL, *r being its row. */
void sites_begin_row(struct data_process *d, u32 site, u32 object, const struct row *r);
/* Rows get what sites have counted for them. */
void sites_settle(struct data_process *d);
void sites_free(struct sites *s);

#endif
