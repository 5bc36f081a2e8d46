#include "prof/conform/host.h"

#include <errno.h>
#include <stdlib.h>

#include "prof/tick/profil.h"

enum { PAGE = 4096, MAX_PAGES = 256, TICK_US = 10000 };

struct page {
    u64 addr;
    int rights;
    u8 bytes[PAGE];
};

struct host {
    struct profil_caller caller;
    struct guest_memory memory;
    unsigned pages;
    struct page page[MAX_PAGES];
};

/* --- memory ------------------------------------------------------------------------------------------------------- */

static struct page *page_of(struct host *h, u64 addr)
{
    for (unsigned i = 0; i < h->pages; i++)
        if (h->page[i].addr == (addr & ~(u64)(PAGE - 1))) return &h->page[i];
    return NULL;
}

static bool check(void *ctx, u64 addr, u64 len, int rights)
{
    u64 last = addr + len - 1;
    if (last < addr) return false;
    for (u64 at = addr & ~(u64)(PAGE - 1);; at += PAGE) {
        const struct page *p = page_of(ctx, at);
        if (!p || (p->rights & rights) != rights) return false;
        if (last - at < PAGE) return true;
    }
}

static void copy(struct host *h, u64 addr, u8 *out, const u8 *in, u64 len)
{
    for (u64 i = 0; i < len; i++) {
        u8 *at = page_of(h, addr + i)->bytes + (addr + i) % PAGE;
        if (in) *at = in[i];
        else out[i] = *at;
    }
}

static bool get(void *ctx, u64 addr, void *to, u64 len)
{
    if (!check(ctx, addr, len, GUEST_READ)) return false;
    copy(ctx, addr, to, NULL, len);
    return true;
}

static bool put(void *ctx, u64 addr, const void *from, u64 len)
{
    if (!check(ctx, addr, len, GUEST_WRITE)) return false;
    copy(ctx, addr, NULL, from, len);
    return true;
}

/* --- the back ends ------------------------------------------------------------------------------------------------ */

static int open_host(const struct conform_options *o, void **state, unsigned word, bool big_endian)
{
    struct host *h = calloc(1, sizeof *h);
    u8 *block = calloc(1, PCB_SIZE);
    if (!h || !block) {
        free(h);
        free(block);
        return CONFORM_TROUBLE;
    }
    h->memory = (struct guest_memory){h, check, get, put};
    h->caller = (struct profil_caller){
        .block = {.bytes = block, .big_endian = big_endian, .address_bits = 8 * word}, .memory = &h->memory,
        .word = word, .big_endian = big_endian, .allow_overlap = o->allow_overlap, .tick_us = TICK_US,
    };
    *state = h;
    return CONFORM_OK;
}

static int open32(const struct conform_options *o, void **state) { return open_host(o, state, 4, true); }
static int open64(const struct conform_options *o, void **state) { return open_host(o, state, 8, false); }

static void close_host(void *state)
{
    struct host *h = state;
    free(h->caller.block.bytes);
    free(h);
}

static int map(void *state, u64 addr, u64 size, int rights)
{
    struct host *h = state;
    for (u64 at = addr; at - addr < size; at += PAGE) {
        struct page *p = page_of(h, at);
        if (!rights && p) *p = h->page[--h->pages];
        if (!rights) continue;
        if (!p) {
            if (h->pages == MAX_PAGES) return CONFORM_TROUBLE;
            p = &h->page[h->pages++];
            *p = (struct page){.addr = at};
        }
        p->rights = rights;
    }
    return CONFORM_OK;
}

static int write_memory(void *state, u64 addr, const void *from, size_t size)
{
    if (!check(state, addr, size, 0)) return CONFORM_TROUBLE;
    copy(state, addr, NULL, from, size);
    return CONFORM_OK;
}

static int read_memory(void *state, u64 addr, void *to, size_t size)
{
    if (!check(state, addr, size, 0)) return CONFORM_TROUBLE;
    copy(state, addr, to, NULL, size);
    return CONFORM_OK;
}

static int call(void *state, enum conform_call which, const u64 arg[4], struct conform_result *result)
{
    static int (*const calls[CONFORM_CALLS])(const struct profil_caller *, const u64 *) = {
        hpux_sprofil, hpux_profil, irix_profil, openbsd_profil, aix_profil,
    };
    const struct host *h = state;
    int r = calls[which](&h->caller, arg);
    result->error = -r;
    result->value = r && which != CONFORM_AIX_PROFIL ? -1 : 0; /* what AIX's stub makes of it: D-19 */
    return CONFORM_OK;
}

static int tick(void *state, u64 pc, enum conform_where where)
{
    const struct host *h = state;
    if (where != CONFORM_PLAIN) return CONFORM_CANNOT; /* the rule is handed a pc: nothing is in a delay slot, or nullified */
    tick_take(&h->caller.block, pc, &h->memory);
    return CONFORM_OK;
}

static int on(void *state)
{
    const struct host *h = state;
    return pcb_on(&h->caller.block);
}

enum { ALL_CALLS = (1 << CONFORM_CALLS) - 1 };

const struct conform_backend conform_host32 = {
    .version = CONFORM_VERSION, .name = "host", .word = 4, .big_endian = 1, .pc_unit = 1, .calls = ALL_CALLS,
    .open = open32, .close = close_host, .map = map, .write = write_memory, .read = read_memory, .call = call,
    .tick = tick, .on = on,
};

const struct conform_backend conform_host64 = {
    .version = CONFORM_VERSION, .name = "host64", .word = 8, .big_endian = 0, .pc_unit = 1, .calls = ALL_CALLS,
    .open = open64, .close = close_host, .map = map, .write = write_memory, .read = read_memory, .call = call,
    .tick = tick, .on = on,
};
