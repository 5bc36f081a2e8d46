#include "prof/formats/histogram.h"

#include "emu/core/alloc.h"

#include <inttypes.h>
#include <stdlib.h>

#define RANGE_MAX ((u64)1 << 28) /* bytes of code; a larger one is a damaged profile, not a program */

int histogram_fill(struct histogram *h, const struct profile *p, u32 image, enum profile_event event, struct error *e)
{
    *h = (struct histogram){0};
    if (image >= p->images) return error_set(e, "the profile has no image %" PRIu32, image);
    const struct profile_image *m = &p->image[image];
    h->low = m->low - m->low % p->unit;
    h->high = m->high + (p->unit - m->high % p->unit) % p->unit;
    if (m->low >= m->high) return error_set(e, "%s: where its code lies is not known, so there are no bins", m->path);
    if (h->high < h->low || h->high - h->low > RANGE_MAX)
        return error_set(e, "%s: its code is said to span %" PRIu64 " bytes: too many bins", m->path, m->high - m->low);
    h->bins = (size_t)((h->high - h->low) / p->unit);
    h->bin = alloc_zeroed(h->bins, sizeof *h->bin);
    for (size_t i = 0; i < p->insns; i++) {
        u64 n = profile_event(&p->insn[i].count, event), pc = p->insn[i].count.pc;
        if (pc < h->low || pc >= h->high) {
            h->outside += n;
            continue;
        }
        u64 *bin = &h->bin[(pc - h->low) / p->unit];
        *bin += n;
        if (*bin > h->most) h->most = *bin;
    }
    return 0;
}

void histogram_divide(struct histogram *h, u64 divisor)
{
    u64 rest = 0;
    h->most = 0;
    for (size_t i = 0; i < h->bins; i++) {
        u64 n = h->bin[i] / divisor;
        rest += h->bin[i] % divisor;
        if (rest >= divisor && h->bin[i]) {
            n++;
            rest -= divisor;
        }
        h->bin[i] = n;
        if (n > h->most) h->most = n;
    }
}

void histogram_free(struct histogram *h)
{
    free(h->bin);
    memset(h, 0, sizeof *h);
}
