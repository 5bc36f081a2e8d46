/* Pages that code was decoded from: they are write-protected on the host, so that a store to one is seen, and its code given up. */
#include "emu/core/mem.h"

#include <stdlib.h>

enum { SMC_PATIENCE = 16 }; /* stores to a code page before it is decoded at each execution instead of cached */

static bool is_guarded(const struct mem_window *w, u64 page) { return mem_is_guarded(w->flags[page]); }

/* Mappings of the host that there are more when the page is protected: -2 if both beside it are, else 0 or 2. */
static i64 cuts(const struct mem_window *w, u64 page)
{
    bool left = page && is_guarded(w, page - 1), right = page + 1 < w->size >> MEM_PAGE_SHIFT && is_guarded(w, page + 1);
    return 2 - 2 * left - 2 * right;
}

static void count_guards(struct mem *m, i64 more)
{
    m->guards += (u64)more;
    if (m->budget) m->budget->guards += (u64)more;
}

static bool guards_left(const struct mem *m, i64 more)
{
    const struct mem_budget *b = m->budget;
    return more <= 0 || !b || !b->most_guards || b->guards + (u64)more <= b->most_guards;
}

/* As the flags say by now. False: the host has not done it. */
static bool protect(const struct mem_window *w, u64 page)
{
    return mprotect(w->host + (page << MEM_PAGE_SHIFT), MEM_PAGE, mem_host_prot(w->flags[page])) == 0;
}

void mem_give_up_code(struct mem *m, u64 addr, u64 len)
{
    struct mem_window *w = mem_window_of(m, addr, len);
    u64 first = (addr - w->start) >> MEM_PAGE_SHIFT, last = (addr - w->start + len - 1) >> MEM_PAGE_SHIFT;
    for (u64 i = first; i <= last; i++) {
        if (!(w->flags[i] & MEM_CODE)) continue;
        u64 page = w->start + (i << MEM_PAGE_SHIFT);
        if (is_guarded(w, i)) count_guards(m, -cuts(w, i));
        w->flags[i] &= (u8)~MEM_CODE;
        protect(w, i);
        if (m->code_gone) m->code_gone(m->code_gone_ctx, page, page + MEM_PAGE);
    }
}

/* From now on stores to the page are seen. False, and it is as it was: they cannot be. */
static bool watch(struct mem *m, struct mem_window *w, u64 page)
{
    if (w->flags[page] & MEM_SHARED) return false; /* it may be changed through another mapping, by another process, or in its file */
    i64 more = w->flags[page] & PROT_WRITE ? cuts(w, page) : 0;
    w->flags[page] |= MEM_CODE;
    if (!is_guarded(w, page)) return true;
    if (!guards_left(m, more) || !protect(w, page)) {
        w->flags[page] &= (u8)~MEM_CODE;
        return false;
    }
    count_guards(m, more);
    return true;
}

bool mem_mark_code(struct mem *m, u64 addr)
{
    struct mem_window *w = mem_window_of(m, addr, 1);
    if (!w) return true;
    u64 i = (addr - w->start) >> MEM_PAGE_SHIFT;
    if (w->flags[i] & MEM_CODE || watch(m, w, i)) return true;
    w->flags[i] |= MEM_SMC;
    return false;
}

bool mem_code_store(struct mem *m, u64 addr)
{
    struct mem_window *w = mem_window_of(m, addr, 1);
    if (!w) return false;
    u64 i = (addr - w->start) >> MEM_PAGE_SHIFT;
    if (!is_guarded(w, i)) return false;
    if (!m->smc_faults) m->smc_faults = calloc(1 << 20, 1); /* a heuristic only */
    if (m->smc_faults && ++m->smc_faults[i & 0xfffff] >= SMC_PATIENCE) w->flags[i] |= MEM_SMC;
    mem_give_up_code(m, addr, 1);
    return true;
}
