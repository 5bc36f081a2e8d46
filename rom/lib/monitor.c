#include "../include/hpux/mon.h"

#include <string.h>

#include "moncontrol.h"

/* The calls that were counted, none, and the counters. A counter stands for a power of two of bytes, at least two: so
 * the file says which ones without a scale, once hpc is where the last counter ends. */
static void write_mon(const struct sampled *s, FILE *f)
{
    const struct prof *p = s->region;
    struct hdr head;
    memset(&head, 0, sizeof head); /* and what lies between its members */
    head.lpc = p->pr_offset;
    head.hpc = sampled_end(s, p);
    fwrite(&head, sizeof head, 1, f);
    fwrite(p->pr_base, 1, p->pr_size, f);
}

void monitor(void (*lowpc)(void), void (*highpc)(void), WORD *buffer, int bufsize, int nfunc)
{
    size_t low = (size_t)lowpc, high = (size_t)highpc, share = 2;
    struct sampled s = {.flags = PROF_USHORT};
    if (!low) {
        sampled_stop(write_mon, "mon.out");
        return;
    }
    sampled_start(&s); /* nothing, should the arguments be no good */
    size_t head = sizeof(struct hdr) + (nfunc > 0 ? (size_t)nfunc : 0) * sizeof(struct cnt);
    if (!buffer || bufsize < 0 || (size_t)bufsize * sizeof *buffer < head + sizeof *buffer || high <= low) return;
    size_t room = (size_t)bufsize - (head + sizeof *buffer - 1) / sizeof *buffer;
    while ((high - low + share - 1) / share > room && share < 0x10000) share *= 2;
    size_t counters = (high - low + share - 1) / share;
    if (counters > room) counters = room; /* a larger share: a scale below 2, what profil() takes for off */
    WORD *counter = buffer + ((size_t)bufsize - room);
    memset(counter, 0, counters * sizeof *counter);
    s.region[0] = (struct prof){counter, (unsigned int)(counters * sizeof *counter), (void *)low, (unsigned int)(0x20000 / share)};
    s.regions = 1;
    s.write_out = write_mon;
    sampled_start(&s);
}
