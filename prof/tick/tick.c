#include "prof/tick/tick.h"

static void get_entry(const struct pcb *b, u32 at, struct tick_entry *e)
{
    const u8 *p = pcb_entry(b, at);
    *e = (struct tick_entry){
        .low = pcb_get64(b, p + PCB_LOW), .last = pcb_get64(b, p + PCB_LAST), .base = pcb_get64(b, p + PCB_BASE),
        .limit = pcb_get64(b, p + PCB_LIMIT), .scale = pcb_get32(b, p + PCB_SCALE),
        .element = pcb_get32(b, p + PCB_ELEMENT), .kind = pcb_get32(b, p + PCB_KIND),
        .mode = pcb_get32(b, p + PCB_MODE), .index = pcb_get32(b, p + PCB_INDEX),
    };
}

void tick_put_entry(const struct pcb *b, u32 at, const struct tick_entry *e)
{
    u8 *p = pcb_entry(b, at);
    memset(p, 0, PCB_ENTRY_SIZE);
    pcb_put64(b, p + PCB_LOW, e->low);
    pcb_put64(b, p + PCB_LAST, e->last);
    pcb_put64(b, p + PCB_BASE, e->base);
    pcb_put64(b, p + PCB_LIMIT, e->limit);
    pcb_put32(b, p + PCB_SCALE, e->scale);
    pcb_put32(b, p + PCB_ELEMENT, e->element);
    pcb_put32(b, p + PCB_KIND, e->kind);
    pcb_put32(b, p + PCB_MODE, e->mode);
    pcb_put32(b, p + PCB_INDEX, e->index);
}

/* Distance of pc's element from the buffer's start, in bytes, before it is cut to a multiple of the element's size. A
 * 64-bit distance by a 32-bit scale makes 96 bits. */
static u128 position(const struct tick_entry *e, u64 pc)
{
    u64 distance = pc - e->low;
    switch (e->kind) {
    case PCB_KIND_FLOOR: return (u128)distance * e->scale >> 16;
    case PCB_KIND_EVEN_UP: return (((u128)distance * e->scale >> 16) + 1) & ~(u128)1;
    case PCB_KIND_HALVED: return ((u128)(distance / 2) * e->scale >> 16) * 2;
    default: return 0;
    }
}

/* The first entry that counts pc: true, with where. */
static bool search(const struct pcb *b, u64 pc, struct tick_entry *e, u64 *n)
{
    u32 count = pcb_get32(b, b->bytes + PCB_COUNT);
    for (u32 i = 0; i < count; i++) {
        get_entry(b, i, e);
        if (pc < e->low || pc > e->last) continue;
        u128 at = position(e, pc);
        if (at < e->limit) {
            *n = (u64)at;
            return true;
        }
        if (e->mode & PCB_FINAL) return false;
    }
    return false;
}

static u64 get_element(const u8 *p, unsigned size, bool big)
{
    u64 v = 0;
    for (unsigned i = 0; i < size; i++) v = v << 8 | p[big ? i : size - 1 - i];
    return v;
}

static void put_element(u8 *p, unsigned size, bool big, u64 v)
{
    for (unsigned i = 0; i < size; i++, v >>= 8) p[big ? size - 1 - i : i] = (u8)v;
}

static void fault(const struct pcb *b, struct tick_outcome *out)
{
    pcb_put32(b, b->bytes + PCB_FLAGS, pcb_get32(b, b->bytes + PCB_FLAGS) & ~(u32)PCB_ON);
    out->action = PCB_DID_FAULT;
}

/* Counts in the element at out->element. */
static void update(const struct pcb *b, const struct tick_entry *e, const struct guest_memory *m,
                   struct tick_outcome *out)
{
    u8 raw[8];
    bool big = pcb_get32(b, b->bytes + PCB_FLAGS) & PCB_BIG_ENDIAN;
    u64 max = UINT64_MAX >> (64 - 8 * e->element);
    /* Both rights are asked for even where nothing will be written: D-10. */
    if (!m->check(m->ctx, out->element, e->element, GUEST_READ | GUEST_WRITE) ||
        !m->read(m->ctx, out->element, raw, e->element)) {
        fault(b, out);
        return;
    }
    u64 old = get_element(raw, e->element, big), new = (old + 1) & max;
    out->action = e->mode & PCB_OVERFLOW ? PCB_DID_OVERFLOW_BIN : PCB_DID_COUNT;
    if (old == max && e->mode & PCB_SATURATE) {
        new = max;
        out->action = PCB_DID_SATURATED;
    } else {
        put_element(raw, e->element, big, new);
        if (!m->write(m->ctx, out->element, raw, e->element)) {
            fault(b, out);
            return;
        }
    }
    out->old = old;
    out->new = new;
}

static void take(const struct pcb *b, u64 pc, const struct guest_memory *m, struct tick_outcome *out)
{
    struct tick_entry e;
    u64 n, top = UINT64_MAX >> (64 - b->address_bits);
    if (!pcb_on(b)) {
        out->action = PCB_DID_OFF;
    } else if (!search(b, pc, &e, &n)) {
        out->action = PCB_DID_MISS;
    } else {
        u128 element = (u128)e.base + (n - n % e.element);
        out->region = e.index;
        out->element = (u64)element & top;
        bool misaligned = !(e.mode & PCB_BYTEWISE) && element % e.element;
        if (misaligned || element + (e.element - 1) > top) fault(b, out);
        else update(b, &e, m, out);
    }
}

void tick_take(const struct pcb *b, u64 pc, const struct guest_memory *m)
{
    struct tick_outcome out;
    tick_outcome(b, &out); /* what does not apply keeps its value, as the ROM leaves it */
    take(b, pc, m, &out);
    pcb_put32(b, b->bytes + PCB_ACTION, out.action);
    pcb_put32(b, b->bytes + PCB_REGION, out.region);
    pcb_put64(b, b->bytes + PCB_ADDRESS, out.element);
    pcb_put64(b, b->bytes + PCB_OLD, out.old);
    pcb_put64(b, b->bytes + PCB_NEW, out.new);
}

void tick_outcome(const struct pcb *b, struct tick_outcome *out)
{
    *out = (struct tick_outcome){
        .action = pcb_get32(b, b->bytes + PCB_ACTION), .region = pcb_get32(b, b->bytes + PCB_REGION),
        .element = pcb_get64(b, b->bytes + PCB_ADDRESS), .old = pcb_get64(b, b->bytes + PCB_OLD),
        .new = pcb_get64(b, b->bytes + PCB_NEW),
    };
}
