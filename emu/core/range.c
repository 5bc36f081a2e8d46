#include "emu/core/range.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>

enum {
    GUARD = 1 << 16, /* bytes of PROT_NONE around the windows: wider than any access or its displacement after the sum */
    HOW = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
};

/* Where ranges lie that are not reserved. Linux looks for room from the top of the address space down, or (ulimit -s unlimited,
 * setarch --addr-compat-layout) from a third or a quarter of it up: never here, unless a process has taken tens of terabytes
 * already, and one whose addresses are limited cannot. Programs and their heaps lie at the bottom or above. */
#define LOWEST ((u64)8 << 40)
#define HIGHEST ((u64)40 << 40)
#define STEP (((u64)1 << 39) + ((u64)1 << 30)) /* one size for all, so that two never overlap */

int range_blank(u8 *host, u64 len) { return mmap(host, len, PROT_NONE, MAP_FIXED | HOW, -1, 0) == MAP_FAILED ? -errno : 0; }

/* Pages without rights, there or nowhere. */
static bool guard_at(u8 *host)
{
    u8 *p = mmap(host, GUARD, PROT_NONE, HOW, -1, 0);
    if (p == host) return true;
    if (p != MAP_FAILED) munmap(p, GUARD);
    return false;
}

/* A place between two guards, the lower of which tells others that it is taken. NULL: there is none. */
static u8 *place_unreserved(u64 size)
{
    if (size > STEP - 2 * GUARD) return NULL;
    for (u64 at = LOWEST; at + STEP <= HIGHEST; at += STEP) {
        u8 *low = (u8 *)(uintptr_t)at, *host = low + GUARD;
        if (!guard_at(low)) continue;
        if (guard_at(host + size)) return host;
        munmap(low, GUARD);
    }
    return NULL;
}

int range_take(struct mem_range *r, u64 size)
{
    u8 *p = mmap(NULL, size + 2 * GUARD, PROT_NONE, HOW, -1, 0);
    int refused = p == MAP_FAILED ? errno : 0;
    u8 *host = refused ? place_unreserved(size) : p + GUARD;
    if (!host) return -refused;
    *r = (struct mem_range){.host = host, .size = size, .reserved = !refused};
    return 0;
}

void range_give(struct mem_range *r)
{
    if (!r->size) return;
    if (r->reserved) {
        munmap(r->host - GUARD, r->size + 2 * GUARD);
    } else {
        munmap(r->host + r->size, GUARD);
        munmap(r->host - GUARD, GUARD);
    }
    r->size = 0;
}

int range_clear(const struct mem_range *r, u8 *host, u64 len)
{
    if (r->reserved) return range_blank(host, len);
    return munmap(host, len) == 0 ? 0 : -errno;
}

bool range_still_there(const struct mem_range *r, u8 *host, u64 len)
{
    if (msync(host, len, MS_ASYNC) == 0) return true; /* it does nothing but say ENOMEM where nothing is mapped */
    /* A later allocation of the emulator's would come to lie in the hole, open to the guest. */
    if (range_clear(r, host, len) == 0) return false;
    perror("pcgram: the host cannot keep a range of guest memory apart from its own");
    abort(); /* whatever came next could be the guest's to read and write */
}
