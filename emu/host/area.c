/* The area of host code: regions that belong to one owner each, and the map from host instructions to operations. */
#include "emu/host/host.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "emu/host/area.h"
#include "emu/core/alloc.h"

#ifndef MADV_COLLAPSE
#define MADV_COLLAPSE 25
#endif

enum {
    REGION = 256 << 10, /* bytes */
    REGIONS = 512,
    BY_LARGE_PAGE = ALLOC_LARGE_PAGE / REGION, /* regions that share a large page, */
    WORTH_ONE = 3,                             /* if so many are taken */
    BLOCK_MOST = 64 << 10, /* of one block's code: a new region is begun when less is left */
    SHARED = 16 << 10,     /* bytes at its end, for what the code of all its blocks has in common */
    SHARED_MOST = 128,     /* stubs in that */
    KEPT = 2 << 10, KEPT_MOST = 48, /* of both, for what code cannot do without */
};

struct access {
    u32 at;    /* bytes from the region's begin */
    u32 ahead; /* struct host_emission's there */
    struct uop *uop;
};

struct stub {
    u64 key;
    u32 at; /* bytes from the region's begin */
};

struct region {
    const void *owner; /* NULL: free */
    u32 used;          /* bytes */
    u32 accesses, room;
    struct access *access; /* in order of `at` */
    u32 shared, stubs;     /* bytes used at the end, and stubs there */
    struct stub *stub;     /* SHARED_MOST, once there are any */
};

struct host {
    u8 *write, *execute; /* the two mappings of the same memory */
    unsigned hot;
    bool plain;
    unsigned gaps; /* one operation in so many has no code */
    bool checked;
    struct host_pace pace; /* cycles 0: there is none */
    u64 blocks;
    unsigned features;
    unsigned last; /* region that code was made in last */
    unsigned turn; /* behind the one that was given out last */
    struct region region[REGIONS];
};

/* Twice the same memory, of which nobody else knows, the second time to be executed. MAP_FAILED where there is none. Emulators of Linux (qemu) do not
 * map it once more by mremap(), but a file without a name. */
static u8 *map_twice(size_t size, u8 **write)
{
    u8 *first = alloc_space(size, 0, PROT_NONE), *second = first ? alloc_space(size, 0, PROT_NONE) : NULL;
    if (!second) {
        if (first) munmap(first, size);
        return *write = MAP_FAILED;
    }
    *write = mmap(first, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0);
    u8 *execute = *write == MAP_FAILED ? MAP_FAILED : mremap(*write, 0, size, MREMAP_MAYMOVE | MREMAP_FIXED, second);
    if (execute != MAP_FAILED) return execute;
    int fd = memfd_create("code", MFD_CLOEXEC);
    bool sized = fd >= 0 && ftruncate(fd, (off_t)size) == 0;
    *write = sized ? mmap(first, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE | MAP_FIXED, fd, 0) : MAP_FAILED;
    execute = *write == MAP_FAILED ? MAP_FAILED : mmap(second, size, PROT_READ, MAP_SHARED | MAP_NORESERVE | MAP_FIXED, fd, 0);
    int why = errno;
    if (fd >= 0) close(fd);
    if (execute == MAP_FAILED) munmap(second, size);
    if (*write == MAP_FAILED) munmap(first, size);
    errno = why;
    return execute;
}

static int map(struct host *h, struct error *e)
{
    size_t size = (size_t)REGION * REGIONS;
    h->execute = map_twice(size, &h->write);
    if (h->write == MAP_FAILED) return error_set(e, "cannot reserve %zu bytes for host code: %s", size, strerror(errno));
    if (h->execute == MAP_FAILED || mprotect(h->execute, size, PROT_READ | PROT_EXEC) != 0) {
        error_set(e, "the system lets no memory be executed for host code: %s", strerror(errno));
        munmap(h->write, size);
        if (h->execute != MAP_FAILED) munmap(h->execute, size);
        return -1;
    }
    return 0;
}

struct host *host_new(unsigned hot, struct error *e)
{
    struct host *h = calloc(1, sizeof *h);
    if (!h) {
        error_set(e, "out of memory for host code");
        return NULL;
    }
    h->hot = hot ? hot : 1;
#if HOST_EMITTER
    h->features = host_detect();
#endif
    if (map(h, e) != 0) {
        free(h);
        return NULL;
    }
    return h;
}

void host_free(struct host *h)
{
    if (!h) return;
    for (unsigned i = 0; i < REGIONS; i++) free(h->region[i].access), free(h->region[i].stub);
    munmap(h->write, (size_t)REGION * REGIONS);
    munmap(h->execute, (size_t)REGION * REGIONS);
    free(h);
}

unsigned host_hot(const struct host *h) { return h->hot; }
u64 host_blocks(const struct host *h) { return h->blocks; }

void host_set_pace(struct host *h, struct host_pace pace) { h->pace = pace; }

bool host_may_make(const struct host *h, u64 entered, unsigned instructions, u64 translated, u64 clock)
{
    const struct host_pace *p = &h->pace;
    if (!p->cycles) return true;
    if (instructions < p->brief && entered < (u64)h->hot * p->wait) return false;
    translated += instructions;
    if (translated <= p->at_once || (translated - p->at_once) * p->cycles <= clock) return true;
    return entered >= h->hot * (1 + translated / p->step);
}

unsigned host_features(const struct host *h) { return h->features; }

void host_set_plain(struct host *h) { h->plain = true; }
bool host_is_plain(const struct host *h) { return h->plain; }

void host_set_checked(struct host *h) { h->checked = true; }
bool host_is_checked(const struct host *h) { return h->checked; }

void host_set_gaps(struct host *h, unsigned each) { h->gaps = each; }
bool host_is_gap(const struct host *h, const void *operation)
{
    return UNLIKELY(h->gaps) && ((u64)(uintptr_t)operation / 16 * 0x9e3779b97f4a7c15 >> 40) % h->gaps == 0;
}

void host_release(struct host *h, const void *owner)
{
    for (unsigned i = 0; i < REGIONS; i++) {
        struct region *r = &h->region[i];
        if (r->owner != owner) continue;
        free(r->access), free(r->stub);
        *r = (struct region){0};
        /* It may never be given out again; a failure costs memory only. */
        if (h->features & HOST_IN_TURN) madvise(h->write + (size_t)i * REGION, REGION, MADV_REMOVE);
    }
}

struct uop *host_uop_at(const struct host *h, u64 address, unsigned *ahead)
{
    u64 offset = address - (u64)(uintptr_t)h->execute;
    if (offset >= (u64)REGION * REGIONS) return NULL;
    const struct region *r = &h->region[offset / REGION];
    u32 at = (u32)(offset % REGION), low = 0, high = r->accesses;
    while (low < high) {
        u32 mid = (low + high) / 2;
        if (r->access[mid].at < at) low = mid + 1;
        else high = mid;
    }
    if (low == r->accesses || r->access[low].at != at) return NULL;
    *ahead = r->access[low].ahead;
    return r->access[low].uop;
}

static bool has_room(const struct region *r, const void *owner) { return r->owner == owner && r->used + BLOCK_MOST <= REGION - SHARED; }

/* The region for more code of that owner. */
static struct region *room_for(struct host *h, const void *owner)
{
    struct region *taken = NULL;
    unsigned first = h->features & HOST_IN_TURN ? h->turn : 0;
    if (has_room(&h->region[h->last], owner)) return &h->region[h->last]; /* mostly */
    for (unsigned k = 0; k < REGIONS; k++) {
        struct region *r = &h->region[(first + k) % REGIONS];
        if (has_room(r, owner)) return r;
        if (!r->owner && !taken) taken = r;
    }
    return taken;
}

/* From region `first` on. Linux does so at once from 6.1 on, whatever it does by itself with shared memory; elsewhere pages stay small. With code in
 * large pages SQLite's speedtest1, which has 2 to 9 MB of it, takes 0.93 to 0.96 of the time, under both instruction sets, with a timing model and
 * without. */
static void in_a_large_page(const struct host *h, unsigned first)
{
    (void)madvise(h->write + (size_t)first * REGION, ALLOC_LARGE_PAGE, MADV_COLLAPSE);
    (void)madvise(h->execute + (size_t)first * REGION, ALLOC_LARGE_PAGE, MADV_COLLAPSE);
}

bool host_area_begin(struct host *h, const void *owner, u8 **begin, u8 **end)
{
    struct region *take = room_for(h, owner);
    if (!take) return false;
    h->last = (unsigned)(take - h->region);
    if (!take->owner) {
        h->turn = h->last + 1;
        if (h->last % BY_LARGE_PAGE == WORTH_ONE) in_a_large_page(h, h->last - WORTH_ONE);
    }
    take->owner = owner;
    *begin = h->write + (size_t)h->last * REGION + take->used;
    *end = *begin + BLOCK_MOST;
    return true;
}

static struct region *region_of(struct host *h, const u8 *written) { return &h->region[(size_t)(written - h->write) / REGION]; }

bool host_area_end(struct host *h, u8 *begin, u8 *end, const struct host_emission *e)
{
    struct region *r = region_of(h, begin);
    if (r->accesses + e->accesses > r->room) {
        u32 room = 2 * r->room + e->accesses + 1024;
        struct access *more = realloc(r->access, room * sizeof *more);
        if (!more) return false;
        r->access = more;
        r->room = room;
    }
    for (unsigned i = 0; i < e->accesses; i++)
        r->access[r->accesses++] = (struct access){.at = r->used + e->access[i].at, .ahead = e->access[i].ahead, .uop = &e->uop[e->access[i].uop]};
    r->used += ((u32)(end - begin) + 15) & ~15u;
    h->blocks++;
    return true;
}

/* The stub of that key, or as many as there are. */
static unsigned stub_of(const struct region *r, u64 key)
{
    unsigned i = 0;
    while (i < r->stubs && r->stub[i].key != key) i++;
    return i;
}

bool host_area_has_room_to_share(struct host *h, u8 *begin, u64 key, unsigned bytes)
{
    const struct region *r = region_of(h, begin);
    return stub_of(r, key) < r->stubs || (r->stubs < SHARED_MOST - KEPT_MOST && r->shared + bytes <= SHARED - KEPT);
}

u8 *host_area_share(struct host *h, u8 *begin, u64 key, unsigned bytes, bool *made)
{
    struct region *r = region_of(h, begin);
    unsigned i = stub_of(r, key);
    *made = i < r->stubs;
    if (*made) return h->write + (size_t)(r - h->region) * REGION + r->stub[i].at;
    if (r->stubs == SHARED_MOST || r->shared + bytes > SHARED) return NULL;
    if (!r->stub && !(r->stub = malloc(SHARED_MOST * sizeof *r->stub))) return NULL;
    u32 at = REGION - SHARED + r->shared;
    r->shared += (bytes + 15) & ~15u;
    r->stub[r->stubs].key = key;
    r->stub[r->stubs++].at = at;
    return h->write + (size_t)(r - h->region) * REGION + at;
}

u8 *host_area_executed(const struct host *h, const u8 *written) { return h->execute + (written - h->write); }
