/* The one profile of a process, behind monitor() and smonitor(). */
#ifndef PCGRAM_ROM_MONCONTROL_H
#define PCGRAM_ROM_MONCONTROL_H

#include <stddef.h>
#include <stdio.h>
#include <sys/time.h>

#include "../include/hpux/sys/profil.h"

enum { SAMPLED_MAX = 100 }; /* sprofil_max() */

struct sampled {
    void (*write_out)(const struct sampled *s, FILE *f); /* at the end; NULL: nothing was started, or it has ended */
    unsigned int flags;                                  /* the size of the counters, as sprofil() has it */
    int regions;
    struct prof region[SAMPLED_MAX];
    struct timeval tick; /* between two samples, from sprofil() */
};

/* Bytes of a counter. */
static inline size_t sampled_element(const struct sampled *s) { return s->flags == PROF_UINT ? 4 : 2; }

/* Bytes of text that a region's counter stands for; pr_scale is the power of two that makes it one. */
static inline size_t sampled_share(const struct sampled *s, const struct prof *p)
{
    return sampled_element(s) * 0x10000 / p->pr_scale;
}

/* The first text address behind a region's last counter. */
static inline char *sampled_end(const struct sampled *s, const struct prof *p)
{
    return (char *)p->pr_offset + p->pr_size / sampled_element(s) * sampled_share(s, p);
}

/* From now on *s is sampled, as moncontrol(1) would; what was before is forgotten. */
void sampled_start(const struct sampled *s);

/* Ends what was started with this write_out, which writes the file `name` (NULL: none). Otherwise nothing happens.
 * What cannot be written is said on standard error. */
void sampled_stop(void (*write_out)(const struct sampled *s, FILE *f), const char *name);

#endif
