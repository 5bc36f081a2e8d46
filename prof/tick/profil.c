#include "prof/tick/profil.h"

#include <errno.h>

enum { SCALE_OFF = 1 /* and 0 */, SCALE_ONE_BIN = 2 };

/* --- the control block -------------------------------------------------------------------------------------------- */

static u64 top_address(const struct profil_caller *c) { return c->word == 4 ? UINT32_MAX : UINT64_MAX; }

static u32 dialect_of(const struct pcb *b) { return pcb_get32(b, b->bytes + PCB_DIALECT); }

static void turn_off(const struct pcb *b)
{
    pcb_put32(b, b->bytes + PCB_FLAGS, 0);
    pcb_put32(b, b->bytes + PCB_COUNT, 0);
    pcb_put32(b, b->bytes + PCB_DIALECT, 0);
}

static void turn_on(const struct profil_caller *c, u32 dialect, u32 entries)
{
    const struct pcb *b = &c->block;
    pcb_put32(b, b->bytes + PCB_COUNT, entries);
    pcb_put32(b, b->bytes + PCB_DIALECT, dialect);
    pcb_put32(b, b->bytes + PCB_FLAGS, PCB_ON | (c->big_endian ? PCB_BIG_ENDIAN : 0));
}

/* --- the guest's memory ------------------------------------------------------------------------------------------- */

static bool accessible(const struct profil_caller *c, u64 addr, u64 len, int rights)
{
    return len == 0 || c->memory->check(c->memory->ctx, addr, len, rights);
}

/* A field of a guest structure, unsigned; size 4 or 8. */
static u64 field(const struct profil_caller *c, const u8 *at, unsigned size)
{
    if (size == 8) return c->big_endian ? load_be64(at) : load_le64(at);
    return c->big_endian ? load_be32(at) : load_le32(at);
}

/* An argument as wide as a long of the guest. */
static u64 long_arg(const struct profil_caller *c, u64 v) { return v & top_address(c); }

/* --- HP-UX -------------------------------------------------------------------------------------------------------- */

struct prof { /* a member of sprofil()'s array */
    u64 base, offset;
    u32 size, scale;
};

static u64 prof_bytes(const struct profil_caller *c) { return c->word == 4 ? 16 : 32; }

static struct prof parse_prof(const struct profil_caller *c, const u8 *p)
{
    unsigned w = c->word;
    return (struct prof){.base = field(c, p, w), .size = (u32)field(c, p + w, 4), .offset = field(c, p + 2 * w, w),
                         .scale = (u32)field(c, p + 3 * w, 4)};
}

/* The region checks of section 1.1, step 5. *kept counts what is left when ignored members are gone; those go to kept[]
 * with their place in the caller's array in index[]. */
static int check_regions(const struct profil_caller *c, const struct prof *r, u32 n, u32 element, u32 *index, u32 *kept)
{
    bool some = false;
    u64 low = 0;
    u128 end = 0; /* of the text that the previous region covers */
    *kept = 0;
    for (u32 i = 0; i < n; i++) {
        if (r[i].scale <= SCALE_OFF) continue;
        index[(*kept)++] = i;
        if (r[i].offset == 0 && r[i].scale == SCALE_ONE_BIN) {
            if (i != n - 1 || r[i].size != element) return -EINVAL;
            continue;
        }
        if (r[i].size == 0 || r[i].size % element || r[i].size > (u64)r[i].scale << 30) return -EINVAL;
        if (some && r[i].offset < low) return -EINVAL;
        if (some && !c->allow_overlap && r[i].offset < end) return -EINVAL;
        some = true;
        low = r[i].offset;
        end = low + (((u128)r[i].size << 16) + r[i].scale - 1) / r[i].scale;
    }
    return 0;
}

/* Regions in the order in which a tick tries them: the largest pr_offset first, among equal ones the caller's order,
 * the overflow descriptor at the end. */
static void install_regions(const struct profil_caller *c, const struct prof *r, const u32 *index, u32 kept,
                            u32 element)
{
    struct tick_entry e = {.last = top_address(c), .element = element, .kind = PCB_KIND_FLOOR, .mode = PCB_SATURATE};
    u32 at = 0, end = kept;
    const struct prof *last = kept ? &r[index[kept - 1]] : NULL;
    bool overflow = last && last->offset == 0 && last->scale == SCALE_ONE_BIN;
    if (overflow) end--;
    while (end > 0) {
        u32 first = end - 1;
        while (first > 0 && r[index[first - 1]].offset == r[index[first]].offset) first--;
        for (u32 k = first; k < end; k++) {
            const struct prof *p = &r[index[k]];
            e.low = p->offset;
            e.base = p->base;
            e.limit = p->size;
            e.scale = p->scale;
            e.index = index[k];
            tick_put_entry(&c->block, at++, &e);
        }
        end = first;
    }
    if (overflow) {
        e = (struct tick_entry){.last = top_address(c), .base = last->base, .limit = element, .element = element,
                           .kind = PCB_KIND_ONE_BIN, .mode = PCB_SATURATE | PCB_OVERFLOW, .index = index[kept - 1]};
        tick_put_entry(&c->block, at++, &e);
    }
    turn_on(c, PCB_HPUX, at);
}

static u32 element_of_flags(u32 flags)
{
    return flags == PROF_USHORT ? 2 : flags == PROF_UINT ? 4 : flags == PROF_UINT64 ? 8 : 0;
}

static int put_tick(const struct profil_caller *c, u64 tvp)
{
    u8 tv[16];
    u64 v[2] = {c->tick_us / 1000000, c->tick_us % 1000000};
    for (unsigned i = 0; i < 2; i++)
        for (unsigned k = 0; k < c->word; k++)
            tv[i * c->word + (c->big_endian ? c->word - 1 - k : k)] = (u8)(v[i] >> 8 * k);
    return c->memory->write(c->memory->ctx, tvp, tv, 2 * c->word) ? 0 : -EFAULT;
}

int hpux_sprofil(const struct profil_caller *c, const u64 arg[4])
{
    u64 profp = long_arg(c, arg[0]), tvp = long_arg(c, arg[2]);
    i32 n = (i32)arg[1];
    u32 element = element_of_flags((u32)arg[3]), index[HPUX_PROFIL_MAX], kept;
    u8 raw[HPUX_PROFIL_MAX * 32];
    struct prof r[HPUX_PROFIL_MAX];
    turn_off(&c->block); /* D-6 */
    if (n < 0 || n > HPUX_PROFIL_MAX) return -E2BIG;
    if (n > 0 && !element) return -EINVAL;
    u64 bytes = (u64)n * prof_bytes(c);
    if (!accessible(c, profp, bytes, GUEST_READ) || (n && !c->memory->read(c->memory->ctx, profp, raw, bytes)))
        return -EFAULT;
    if (tvp && !accessible(c, tvp, 2 * c->word, GUEST_WRITE)) return -EFAULT;
    if (n == 0) return tvp ? put_tick(c, tvp) : 0; /* D-7 */
    for (i32 i = 0; i < n; i++) r[i] = parse_prof(c, raw + (u64)i * prof_bytes(c));
    int result = check_regions(c, r, (u32)n, element, index, &kept);
    if (result == 0 && tvp) result = put_tick(c, tvp);
    if (result == 0) install_regions(c, r, index, kept, element);
    return result;
}

int hpux_profil(const struct profil_caller *c, const u64 arg[4])
{
    u64 size = long_arg(c, arg[1]);
    struct prof r = {.base = long_arg(c, arg[0]), .size = (u32)size, .offset = long_arg(c, arg[2]),
                     .scale = (u32)arg[3]};
    u32 index[1], kept;
    turn_off(&c->block);
    if (size > UINT32_MAX) return 0;
    if (check_regions(c, &r, 1, 2, index, &kept) == 0) install_regions(c, &r, index, kept, 2);
    return 0;
}

/* --- IRIX --------------------------------------------------------------------------------------------------------- */

int irix_profil(const struct profil_caller *c, const u64 arg[4])
{
    u32 size = (u32)arg[1], scale = (u32)arg[3];
    turn_off(&c->block);
    if (scale <= SCALE_OFF) return 0;
    struct tick_entry e = {.low = long_arg(c, arg[2]), .last = top_address(c), .base = long_arg(c, arg[0]),
                      .limit = size & ~1u, .scale = scale, .element = 2,
                      .kind = scale == SCALE_ONE_BIN ? PCB_KIND_ONE_BIN : PCB_KIND_FLOOR};
    tick_put_entry(&c->block, 0, &e);
    turn_on(c, PCB_IRIX, 1);
    return 0;
}

/* --- OpenBSD ------------------------------------------------------------------------------------------------------ */

int openbsd_profil(const struct profil_caller *c, const u64 arg[4])
{
    u64 base = long_arg(c, arg[0]), size = long_arg(c, arg[1]);
    u32 scale = (u32)arg[3];
    if (scale > 65536) return -EINVAL; /* D-14 */
    turn_off(&c->block);
    if (scale == 0) return 0;
    if (!accessible(c, base, size, GUEST_READ | GUEST_WRITE)) return -EFAULT;
    struct tick_entry e = {.low = long_arg(c, arg[2]), .last = top_address(c), .base = base, .limit = size & ~(u64)1,
                      .scale = scale, .element = 2, .kind = PCB_KIND_HALVED, .mode = PCB_BYTEWISE};
    tick_put_entry(&c->block, 0, &e);
    turn_on(c, PCB_OPENBSD, 1);
    return 0;
}

/* --- AIX ---------------------------------------------------------------------------------------------------------- */

/* "Ineffective": turning off what is off, or what another form or dialect turned on. */
static int aix_off(const struct profil_caller *c, u32 form)
{
    if (pcb_on(&c->block) && dialect_of(&c->block) == form) turn_off(&c->block);
    return 0;
}

/* How pc is counted in one buffer; scale as given, of which 16 bits matter. */
static struct tick_entry aix_entry(u64 low, u64 last, u64 base, i32 size, u32 scale)
{
    u32 s = scale & 0xffff;
    return (struct tick_entry){.low = low, .last = last, .base = base, .scale = s, .element = 2,
                               .limit = s > SCALE_OFF && size > 0 ? (u64)(u32)size & ~(u64)1 : 0,
                               .kind = s == SCALE_ONE_BIN ? PCB_KIND_ONE_BIN : PCB_KIND_EVEN_UP,
                               .mode = PCB_SATURATE | PCB_FINAL};
}

/* A negative BufferSize other than -1 is a buffer without a byte: nothing to check, nothing to count in. */
static int aix_short(const struct profil_caller *c, const u64 arg[4])
{
    u64 base = long_arg(c, arg[0]), offset = long_arg(c, arg[2]);
    i32 size = (i32)arg[1];
    u32 s = (u32)arg[3] & 0xffff;
    if (s <= SCALE_OFF || size == 0) return aix_off(c, PCB_AIX_SHORT);
    if (pcb_on(&c->block)) return 0;
    if (!accessible(c, base, size > 0 ? (u64)size : 0, GUEST_READ | GUEST_WRITE)) return -EFAULT;
    struct tick_entry e = aix_entry(s == SCALE_ONE_BIN ? 0 : offset, top_address(c), base, size, s);
    tick_put_entry(&c->block, 0, &e);
    turn_on(c, PCB_AIX_SHORT, 1);
    return 0;
}

struct aix_prof {
    u64 low, high, buff;
    i32 size;
    u32 scale;
};

/* Element i of the array; false where it cannot be read. */
static bool read_aix_prof(const struct profil_caller *c, u64 array, u32 i, struct aix_prof *p)
{
    u8 raw[32];
    unsigned w = c->word;
    u64 bytes = w == 4 ? 20 : 32;
    u128 at = (u128)array + (u128)i * bytes;
    if (at > top_address(c) || !c->memory->check(c->memory->ctx, (u64)at, bytes, GUEST_READ) ||
        !c->memory->read(c->memory->ctx, (u64)at, raw, bytes))
        return false;
    *p = (struct aix_prof){.low = field(c, raw, w), .high = field(c, raw + w, w), .buff = field(c, raw + 2 * w, w),
                           .size = (i32)field(c, raw + 3 * w, 4), .scale = (u32)field(c, raw + 3 * w + 4, 4)};
    return true;
}

/* D-16 */
static u32 computed_scale(const struct aix_prof *p)
{
    u128 s = ((u128)(u32)p->size << 16) / (p->high - p->low);
    return s < SCALE_ONE_BIN ? SCALE_ONE_BIN : s > 0xffff ? 0xffff : (u32)s;
}

/* The bytes from the lowest to the highest of all buffers. */
struct span {
    bool any;
    u64 low;
    u128 end;
};

static void stretch(struct span *s, const struct aix_prof *p)
{
    if (p->size <= 0) return;
    u128 end = (u128)p->buff + (u32)p->size;
    if (!s->any || p->buff < s->low) s->low = p->buff;
    if (!s->any || end > s->end) s->end = end;
    s->any = true;
}

/* The entries are written while the array is read: profiling is off, so nobody looks until turn_on(). */
static int aix_array(const struct profil_caller *c, u64 array)
{
    struct aix_prof p;
    struct span span = {0};
    bool ascending = true;
    u64 high = 0;
    u32 at = 0, form = dialect_of(&c->block);
    bool on = pcb_on(&c->block);
    if (on && form != PCB_AIX_PROF) return 0; /* ineffective, on or off */
    if (!read_aix_prof(c, array, 0, &p)) return -EFAULT;
    if (p.high == 0) return aix_off(c, PCB_AIX_PROF);
    if (on) return 0;
    for (u32 i = 0; p.high != 0; i++) {
        if (p.high <= high) ascending = false;
        high = p.high;
        stretch(&span, &p);
        if (p.low < p.high && p.size >= 2) {
            struct tick_entry e = aix_entry(p.low, p.high - 1, p.buff, p.size,
                                       p.scale == UINT32_MAX ? computed_scale(&p) : p.scale);
            e.index = i;
            tick_put_entry(&c->block, at++, &e);
        }
        if (i + 1 >= PCB_MAX_ENTRIES || !read_aix_prof(c, array, i + 1, &p)) return -EFAULT;
    }
    u128 bytes = span.end - span.low;
    if (span.any && (bytes > top_address(c) || !accessible(c, span.low, (u64)bytes, GUEST_READ | GUEST_WRITE)))
        return -EFAULT;
    if (!ascending) return -EINVAL;
    turn_on(c, PCB_AIX_PROF, at);
    return 0;
}

int aix_profil(const struct profil_caller *c, const u64 arg[4])
{
    return (i32)arg[1] == -1 ? aix_array(c, long_arg(c, arg[0])) : aix_short(c, arg);
}

u64 profil_tick_us(u64 tick_cycles, u64 clock_hz)
{
    return (u64)(((u128)tick_cycles * 1000000 + clock_hz / 2) / clock_hz);
}
