#include "isa/ia64/exec/rse.h"

#include "isa/ia64/cpu.h"
#include "isa/ia64/exec/exec.h"
#include "isa/ia64/exec/rotate.h"
#include "isa/ia64/system/image.h"

enum {
    SLOTS = 63,       /* registers between two NaT collections */
    RSC_BE = 1 << 4,
};

/* --- the backing store --------------------------------------------------------------------------------------------------- */

/* Host address of 8 bytes of the backing store, or NULL after raising the fault of an address that cannot be mapped. */
static u8 *place(struct cpu *c, u64 addr)
{
    if (UNLIKELY(addr & IA64_BEYOND)) {
        c->ifa = addr;
        c->vector = IVT_DTLB;
        c->isr_code = 0;
        return NULL;
    }
    return ia64_host(c->thread->process->mem.window[0].host, addr);
}

static bool store(struct cpu *c, u64 addr, u64 v)
{
    u8 *p = place(c, addr);
    if (!p) return false;
    *(volatile u64 *)(void *)p = c->rse.rsc & RSC_BE ? __builtin_bswap64(v) : v;
    BARRIER();
    if (UNLIKELY(alat_may_hit(&c->alat, addr))) alat_store(&c->alat, addr, 8);
    return true;
}

static bool load(struct cpu *c, u64 addr, u64 *v)
{
    const u8 *p = place(c, addr);
    if (!p) return false;
    u64 raw = *(const volatile u64 *)(const void *)p;
    BARRIER();
    *v = c->rse.rsc & RSC_BE ? __builtin_bswap64(raw) : raw;
    return true;
}

static inline u64 collection_of(u64 addr) { return addr | 0x1f8; }

/* One dirty register to memory, and a NaT collection before it if its turn has come (SDM volume 2, 6.5.1). Each store is
 * recorded before the next one, so that a fault in between loses nothing. */
static bool spill(struct cpu *c)
{
    struct rse *r = &c->rse;
    if ((r->bspstore & 0x1f8) == 0x1f8) {
        if (!store(c, r->bspstore, r->rnat & ~((u64)1 << SLOTS))) return false;
        r->bspstore += 8;
        r->rnat = 0;
    }
    if (!store(c, r->bspstore, r->file[r->dirty])) return false;
    unsigned slot = r->bspstore >> 3 & 63;
    r->rnat = (r->rnat & ~((u64)1 << slot)) | (u64)r->file_nat[r->dirty] << slot;
    r->bspstore += 8;
    r->dirty++;
    c->moved++;
    return true;
}

/* Pages that the next n registers go to and from which code was decoded are stored to before the first of them goes: the fault by which that code is given up would
 * cut what the registers cost in two, and whether there is one depends on how far ahead was decoded. */
static void clear_way(struct cpu *c, unsigned n)
{
    u64 begin = c->rse.bspstore, end = rse_above(begin, n) + 8; /* the guest's: behind the last page there is 0 */
    for (u64 at = begin; at >= begin && at <= end; at = (at | (MEM_PAGE - 1)) + 1) {
        if (!mem_is_guarded(mem_flags(&c->thread->process->mem, at))) continue;
        volatile u8 *p = place(c, at);
        *p = *p;
    }
}

bool rse_make_room(struct cpu *c, unsigned sof)
{
    struct rse *r = &c->rse;
    int more = (int)(r->bof + sof) - r->dirty - IA64_STACKED; /* registers than there is room for */
    if (more > 0) clear_way(c, (unsigned)more);
    for (; more > 0; more--)
        if (!spill(c)) return false;
    if (r->clean + (unsigned)IA64_STACKED < r->bof + sof) r->clean = (u16)(r->bof + sof - IA64_STACKED);
    return true;
}

bool rse_flush(struct cpu *c)
{
    struct rse *r = &c->rse;
    if (r->dirty < r->bof) clear_way(c, (unsigned)(r->bof - r->dirty));
    while (r->dirty < r->bof)
        if (!spill(c)) return false;
    if (r->bspstore == r->bsp) return true;
    if (!store(c, r->bspstore, r->rnat & ~((u64)1 << SLOTS))) return false;
    r->bspstore += 8;
    r->rnat = 0;
    return true;
}

/* Takes what is above the address of BSP back from "stored": a return has made it part of the frame. RNAT becomes the
 * collection that BSPSTORE is in now (SDM volume 2, 6.5.2: BSPSTORE and RNAT follow BSP down). */
static bool lower_bspstore(struct cpu *c)
{
    struct rse *r = &c->rse;
    if (r->bspstore <= r->bsp) return true;
    if (collection_of(r->bspstore) != collection_of(r->bsp)) {
        u64 nats;
        if (!load(c, collection_of(r->bsp), &nats)) return false;
        r->rnat = nats;
    }
    r->bspstore = r->bsp;
    r->dirty = r->bof;
    return true;
}

/* n registers from the file to the frame or back. Frames are small: without memcpy(), with which a Lua sort takes 1.14 times as long (1.22 as
 * host code). */
static inline void copy(u64 *to, const u64 *from, unsigned n)
{
    unsigned i = 0;
    for (; i + 4 <= n; i += 4) {
        u64 a = from[i], b = from[i + 1], c = from[i + 2], d = from[i + 3];
        to[i] = a, to[i + 1] = b, to[i + 2] = c, to[i + 3] = d;
    }
    for (; i < n; i++) to[i] = from[i];
}

/* n registers within the frame. */
static inline void move(u64 *to, const u64 *from, unsigned n)
{
    if (to < from) copy(to, from, n);
    else while (n--) to[n] = from[n];
}

/* Some of n bytes is not 0. */
static inline bool any_nat(const u8 *nat, unsigned n)
{
    u64 any = 0;
    for (; n >= 8; n -= 8, nat += 8) any |= load_le64(nat);
    return any | (n ? load_le64(nat) << (64 - 8 * n) : 0);
}

/* Copies the locals that are in the file now under their names. */
static inline void uncover(struct cpu *c, unsigned sol)
{
    struct rse *r = &c->rse;
    copy(&c->gr[FRAME], &r->file[r->bof], sol);
    if (LIKELY(!any_nat(&r->file_nat[r->bof], sol))) return;
    for (unsigned i = 0; i < sol; i++)
        if (r->file_nat[r->bof + i]) ia64_set_nat(c, FRAME + i, true);
}

/* Loads what is missing from `low` on, an index of the file, below what is clean. */
static bool load_down_to(struct cpu *c, unsigned low)
{
    struct rse *r = &c->rse;
    int above = r->clean - r->bof;
    /* Where the register at `clean` would be. */
    u64 addr = above < 0 ? rse_below(r->bsp, (unsigned)-above) : rse_above(r->bsp, (unsigned)above);
    u64 nats = r->rnat;
    u64 have = collection_of(r->bspstore); /* the collection that nats is */
    while (r->clean > low) {
        u64 at = rse_below(addr, 1), v;
        if (collection_of(at) != have) {
            if (!load(c, collection_of(at), &nats)) return false;
            have = collection_of(at);
        }
        if (!load(c, at, &v)) return false;
        c->moved++;
        r->clean--;
        r->file[r->clean] = v;
        r->file_nat[r->clean] = nats >> (at >> 3 & 63) & 1;
        /* Another register has been at its place in the physical file, and may have left an entry (SDM volume 2, chapter 6:
         * RSE and ALAT). */
        alat_remove(&c->alat, FRAME + r->clean % IA64_STACKED);
        addr = at;
    }
    return true;
}

bool rse_load(struct cpu *c, unsigned bytes)
{
    struct rse *r = &c->rse;
    u64 low = r->bsp - (bytes & ~7u);
    unsigned first = r->bof - rse_registers(r->bsp, bytes);
    if (!load_down_to(c, first)) return false;
    if (low < r->bspstore && collection_of(low) != collection_of(r->bspstore)) {
        u64 nats;
        if (!load(c, collection_of(low), &nats)) return false;
        r->rnat = nats;
    }
    r->bspstore = low;
    r->dirty = r->clean = (u16)first;
    return true;
}

bool rse_fill(struct cpu *c)
{
    struct rse *r = &c->rse;
    if (!load_down_to(c, r->bof)) return false;
    if (!lower_bspstore(c)) return false;
    uncover(c, c->cfm.sol);
    if (c->cfm.rrb_gr) { /* the frame came back under the names of the places: now the program's */
        unsigned rrb = c->cfm.rrb_gr;
        c->cfm.rrb_gr = 0;
        ia64_set_rotation(c, rrb, c->cfm.rrb_fr, c->cfm.rrb_pr);
    }
    return true;
}

/* --- frames -------------------------------------------------------------------------------------------------------------- */

/* Moves what is in the file so that bof has room on both sides. The distance is a multiple of the physical file's size: a
 * register's place in that one, which the ALAT names, stays bof modulo IA64_STACKED. */
static void centre(struct rse *r)
{
    int shift = (RSE_FILE / 2 - r->bof) / IA64_STACKED * IA64_STACKED;
    unsigned from = r->clean < r->bof ? r->clean : r->bof, n = r->bof - from;
    memmove(&r->file[(int)from + shift], &r->file[from], n * sizeof r->file[0]);
    memmove(&r->file_nat[(int)from + shift], &r->file_nat[from], n);
    r->bof = (u16)(r->bof + shift);
    r->dirty = (u16)(r->dirty + shift);
    r->clean = (u16)(r->clean + shift);
}

/* The bits of nat for stacked registers n and up, shifted down to r32. */
static void drop_nats(struct cpu *c, unsigned n)
{
    u128 stacked = ((u128)c->nat[1] << 64 | c->nat[0]) >> FRAME;
    stacked = stacked >> n << FRAME;
    c->nat[0] = (c->nat[0] & 0xffffffff) | (u64)stacked;
    c->nat[1] = (u64)(stacked >> 64);
}

void rse_call(struct cpu *c, unsigned sof, unsigned sol)
{
    struct rse *r = &c->rse;
    if (UNLIKELY(r->bof + sol > RSE_HIGH)) centre(r);
    copy(&r->file[r->bof], &c->gr[FRAME], sol);
    if (UNLIKELY(c->nat[0] >> FRAME | c->nat[1])) {
        for (unsigned i = 0; i < sol; i++) r->file_nat[r->bof + i] = ia64_get_nat(c, FRAME + i);
        drop_nats(c, sol);
    } else {
        for (unsigned i = 0; i < sol; i += 8) memset(&r->file_nat[r->bof + i], 0, 8); /* above is nothing in use */
    }
    move(&c->gr[FRAME], &c->gr[FRAME + sol], sof - sol);
    r->bof = (u16)(r->bof + sol);
    r->bsp = rse_above(r->bsp, sol);
}

/* NaT bits of a frame that ends at sof. */
static void cut_nats(struct cpu *c, unsigned sof)
{
    unsigned top = FRAME + sof;
    if (top < 64) {
        c->nat[0] &= ((u64)1 << top) - 1;
        c->nat[1] = 0;
    } else if (top < 128) {
        c->nat[1] &= ((u64)1 << (top - 64)) - 1;
    }
}

enum { AT_ONCE = 4 };

/* As many registers, which may overlap, word by word: a wider read would have to wait for what has just been written by words. */
static inline void move_some(u64 *to, const u64 *from)
{
    u64 a = from[0], b = from[1], c = from[2], d = from[3];
    __asm__("" : "+r"(a), "+r"(b), "+r"(c), "+r"(d));
    to[0] = a, to[1] = b, to[2] = c, to[3] = d;
}

/* The outputs of a return to their places, and the locals from the file below them. Whole portions: of outputs more, for above the frame is garbage;
 * of locals the last one over what is there already. */
static inline void come_back(struct cpu *c, unsigned bof, unsigned outs, unsigned sol)
{
    u64 *to = &c->gr[FRAME];
    const u64 *from = &c->rse.file[bof];
    if (outs > AT_ONCE) move_some(to + sol + AT_ONCE, to + AT_ONCE);
    move_some(to + sol, to);
    unsigned i = sol;
    for (; i > 2 * AT_ONCE; i -= 2 * AT_ONCE) {
        move_some(&to[i - AT_ONCE], &from[i - AT_ONCE]);
        move_some(&to[i - 2 * AT_ONCE], &from[i - 2 * AT_ONCE]);
    }
    if (i > AT_ONCE) move_some(&to[i - AT_ONCE], &from[i - AT_ONCE]);
    move_some(to, from);
}

/* By any frame. */
APART static void come_back_slowly(struct cpu *c, unsigned bof, unsigned outs, unsigned sol)
{
    move(&c->gr[FRAME + sol], &c->gr[FRAME], outs);
    copy(&c->gr[FRAME], &c->rse.file[bof], sol);
}

bool rse_return_plain(struct cpu *c, unsigned sof, unsigned sol)
{
    struct rse *r = &c->rse;
    unsigned above = r->bof, bof = above - sol, outs = sof - sol;
    if (UNLIKELY(above < sol + RSE_LOW) || UNLIKELY(bof < r->dirty) || UNLIKELY(bof + sof > r->dirty + (unsigned)IA64_STACKED) || UNLIKELY(sol > sof))
        return false;
    u64 nats = c->nat[0] | c->nat[1];
    for (unsigned i = 0; i < sol; i += 8) nats |= load_le64(&r->file_nat[bof + i]); /* some above may be left over: then the other way */
    if (UNLIKELY(nats)) return false;
    if (LIKELY(outs <= 2 * AT_ONCE) && LIKELY(sol - AT_ONCE <= GR_COUNT - FRAME - 3 * AT_ONCE)) come_back(c, bof, outs, sol);
    else come_back_slowly(c, bof, outs, sol);
    r->bof = (u16)bof;
    r->bsp = rse_below(r->bsp, sol);
    c->cfm = ia64_cfm_word(sof | sol << 8);
    if (r->clean + (unsigned)IA64_STACKED < bof + sof) r->clean = (u16)(bof + sof - IA64_STACKED);
    return true;
}

bool rse_return(struct cpu *c, struct ia64_cfm f)
{
    struct rse *r = &c->rse;
    unsigned sof = f.sof, sol = f.sol;
    if (UNLIKELY(r->bof < sol + RSE_LOW)) centre(r);
    unsigned base = r->bof - sol < r->dirty ? r->bof - sol : r->dirty;
    if (!ia64_frame_exists(f) || r->bof - sol + sof > base + IA64_STACKED) {
        f = (struct ia64_cfm){0}; /* PFS holds no frame that fits: an empty one (SDM volume 2, 6.5.5) */
        sof = sol = 0;
    }
    if (UNLIKELY(c->nat[0] >> FRAME | c->nat[1])) {
        u128 stacked = ((u128)c->nat[1] << 64 | c->nat[0]) >> FRAME << sol << FRAME; /* together they may be all 128 */
        c->nat[0] = (c->nat[0] & 0xffffffff) | (u64)stacked;
        c->nat[1] = (u64)(stacked >> 64);
        cut_nats(c, sof);
    }
    move(&c->gr[FRAME + sol], &c->gr[FRAME], sof - sol);
    r->bof = (u16)(r->bof - sol);
    r->bsp = rse_below(r->bsp, sol);
    c->cfm = f;
    if (r->clean + (unsigned)IA64_STACKED < r->bof + sof) r->clean = (u16)(r->bof + sof - IA64_STACKED);
    if (UNLIKELY(r->bof < r->dirty)) { /* rse_fill() will do the rest */
        c->cfm.rrb_fr = c->cfm.rrb_pr = 0;
        unsigned rrb_gr = f.rrb_gr;
        c->cfm.rrb_gr = 0;
        ia64_set_rotation(c, 0, f.rrb_fr, f.rrb_pr);
        c->cfm.rrb_gr = (u8)rrb_gr;
        return false;
    }
    uncover(c, sol);
    if (UNLIKELY(f.rrb_gr | f.rrb_fr | f.rrb_pr)) {
        c->cfm.rrb_gr = c->cfm.rrb_fr = c->cfm.rrb_pr = 0;
        ia64_set_rotation(c, f.rrb_gr, f.rrb_fr, f.rrb_pr);
    }
    return true;
}

bool rse_return_covered(struct cpu *c, struct ia64_cfm f)
{
    struct ia64_cfm whole = {.sof = f.sof, .sol = f.sof, .sor = f.sor};
    ia64_reset_rotation(c);
    if (!rse_return(c, whole) && !rse_fill(c)) return false;
    if (c->cfm.sof != f.sof) return true; /* no frame fits: an empty one */
    c->cfm.sol = f.sol;
    ia64_set_rotation(c, f.rrb_gr, f.rrb_fr, f.rrb_pr);
    return true;
}

/* --- by hand ------------------------------------------------------------------------------------------------------------- */

bool rse_move(struct cpu *c, u64 end, struct ia64_cfm f)
{
    struct rse *r = &c->rse;
    if (r->bof < r->dirty && !rse_fill(c)) return false;
    unsigned sof = c->cfm.sof;
    ia64_reset_rotation(c);
    rse_call(c, sof, sof); /* a call with locals only: the whole frame is below */
    c->cfm = (struct ia64_cfm){0};
    if (!rse_flush(c)) return false;
    if (collection_of(end) > collection_of(r->bspstore)) {
        if (!store(c, collection_of(r->bspstore), r->rnat & ~((u64)1 << SLOTS))) return false;
        r->rnat = 0;
    } else if (collection_of(end) < collection_of(r->bspstore)) {
        if (!load(c, collection_of(end), &r->rnat)) return false;
    }
    r->bsp = r->bspstore = end;
    r->dirty = r->clean = r->bof;
    alat_clear(&c->alat);
    return rse_return_covered(c, f);
}
