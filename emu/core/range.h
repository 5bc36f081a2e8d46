/* The host addresses that one guest memory has for itself.
 *
 * As a rule all of them are reserved: a mapping without rights or memory, in which guest pages are put. Where the host refuses
 * so much (ulimit -v counts reserved addresses like any others), only a guard at either end is there, and what the guest has
 * not mapped is not mapped at all. An access to it faults as well, and a guest sees no difference; what keeps the
 * emulator's own memory out of the holes is then the place alone (range.c). */
#ifndef PCGRAM_CORE_RANGE_H
#define PCGRAM_CORE_RANGE_H

#include "emu/core/types.h"

struct mem_range {
    u8 *host; /* the first byte behind the lower guard */
    u64 size; /* bytes between the guards; 0: none is taken */
    bool reserved; /* all of it; else the guards alone */
};

/* Takes a range of so many bytes, a multiple of the page size. 0, or -errno. */
int range_take(struct mem_range *r, u64 size);
/* Gives it back. Where it is not reserved, range_clear() comes first, for whatever was mapped in it. */
void range_give(struct mem_range *r);

/* Pages without rights or memory at [host, host+len), in the place of whatever was there. 0, or -errno: as long as something was
 * there, the host cannot refuse. */
int range_blank(u8 *host, u64 len);
/* Nothing of a guest's is at [host, host+len) any more. 0, or -errno. */
int range_clear(const struct mem_range *r, u8 *host, u64 len);
/* The host has failed to put something at [host, host+len). Some of its versions have taken away what was there before they found
 * that out. True if nothing is lost; else the range is empty. */
bool range_still_there(const struct mem_range *r, u8 *host, u64 len);

#endif
