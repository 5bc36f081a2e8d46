#include "emu/host/emission.h"

#if HOST_EMITTER

#include <string.h>

#include "emu/host/area.h"
#include "emu/host/registers.h"

host_value emission_fresh(struct host_emission *e)
{
    e->last_use = HOST_NO_VALUE;
    return registers_fresh(e, emitter_pool, emitter_registers);
}

/* --- code, labels ---------------------------------------------------------------------------------------------------------- */

bool host_begin(struct host *h, const void *owner, struct uop *uop, unsigned uops, const struct host_layout *layout,
                struct host_emission *e)
{
    if (!host_area_begin(h, owner, &e->begin, &e->end)) return false;
    e->host = h;
    e->uop = uop;
    e->uops = uops;
    e->layout = layout;
    e->plain = host_is_plain(h);
    e->out = e->begin;
    e->full = false;
    e->branches = e->accesses = 0;
    e->compared.at = NULL;
    registers_begin(e);
    return true;
}

bool host_end(struct host_emission *e)
{
    if (e->full) return false;
    for (unsigned i = 0; i < e->branches; i++) {
        u32 at = e->branch[i].at, to = e->label[e->branch[i].to].at;
        if (to == ~0u) return false;
        emitter_fill(e->begin + at, (i32)(to - at));
    }
    emitter_written(host_area_executed(e->host, e->begin), offset(e));
    return host_area_end(e->host, e->begin, e->out, e);
}

static uop_fn *executed(const struct host_emission *e, const u8 *written)
{
    return (uop_fn *)(uintptr_t)host_area_executed(e->host, written);
}

uop_fn *host_here(const struct host_emission *e) { return executed(e, e->out); }
uop_fn *host_label_at(const struct host_emission *e, host_label l) { return executed(e, e->begin + e->label[l].at); }

void emission_branch(struct host_emission *e, host_label to)
{
    if (e->label[to].at == ~0u) host_expect(e, to);
    else registers_agree(e, to);
    if (e->branches == HOST_BRANCHES) e->full = true;
    else e->branch[e->branches].at = offset(e), e->branch[e->branches++].to = to;
}

void host_enter(struct host_emission *e, unsigned i)
{
    if (i) emitter_move_base(e, -(i32)(i * sizeof(struct uop)));
    host_forget(e);
    host_join(e, (host_label)i);
}

void host_join(struct host_emission *e, host_label l)
{
    for (unsigned r = 0; r < HOST_REGISTERS; r++) {
        unsigned bytes, field = registers_expected(e, l, r, &bytes);
        if (bytes && !registers_are_expected(e, l, r)) emitter_read(e, r, field, bytes);
    }
    host_branch(e, l);
}

void emission_access(struct host_emission *e, unsigned i)
{
    if (e->accesses == HOST_ACCESSES) {
        e->full = true;
        return;
    }
    e->access[e->accesses].at = offset(e);
    e->access[e->accesses].ahead = (u16)e->ahead;
    e->access[e->accesses++].uop = (u16)i;
}

/* --- the state ------------------------------------------------------------------------------------------------------------- */

host_value host_get_part(struct host_emission *e, unsigned field, unsigned bytes)
{
    int slot = registers_slot(e, field, bytes);
    if (slot >= 0 && e->where[slot] >= 0) {
        registers_use(e, (unsigned)e->where[slot]);
        return (host_value)e->where[slot];
    }
    const u8 *from = e->out;
    host_value r = emission_fresh(e);
    emitter_read(e, r, field, bytes);
    keep_flags(e, from);
    if (slot >= 0) registers_mirror(e, r, (unsigned)slot);
    return r;
}

host_value host_get(struct host_emission *e, unsigned field) { return host_get_part(e, field, 8); }

void host_put_part(struct host_emission *e, unsigned field, unsigned bytes, host_value v)
{
    held(e, v);
    int slot = registers_slot(e, field, bytes);
    const u8 *from = e->out;
    emitter_write(e, v, field, bytes);
    keep_flags(e, from);
    if (slot >= 0) registers_mirror(e, v, (unsigned)slot);
}

void host_put(struct host_emission *e, unsigned field, host_value v) { host_put_part(e, field, 8, v); }

void host_add_deferred(struct host_emission *e, unsigned deferred)
{
    if (!deferred) return;
    host_value at = host_get_part(e, e->layout->deferred.pointer, 8);
    host_add_constant_to(e, at, e->layout->deferred.offset, (i32)deferred * e->layout->deferred.each);
}

/* --- bytes of the state that comparisons write -------------------------------------------------------------------------------- */

void emission_put_flags(struct host_emission *e, enum host_condition if_, unsigned yes, unsigned no)
{
    if (yes != HOST_NOWHERE) emitter_put_flag(e, if_, yes);
    if (no != HOST_NOWHERE) emitter_put_flag(e, if_ ^ 1, no);
    e->compared.at = e->out, e->compared.yes = yes, e->compared.no = no, e->compared.if_ = (u8)if_;
}

void host_branch_byte(struct host_emission *e, bool set, unsigned field, host_label to)
{
    bool is_no = field == e->compared.no;
    if (e->compared.at == e->out && (is_no || field == e->compared.yes)) emitter_branch_if(e, e->compared.if_ ^ (set == is_no), to);
    else emitter_branch_byte(e, set, field, to);
}

/* --- what the code of many blocks has in common -------------------------------------------------------------------------------- */

const u8 *emission_share(struct host_emission *e, u64 key, unsigned bytes, emission_making *make, u64 what)
{
    bool made;
    u8 *at = host_area_share(e->host, e->begin, key, bytes, &made), *out = e->out, *end = e->end;
    if (!at) {
        e->full = true;
        return e->begin;
    }
    if (made) return at;
    bool full = e->full;
    e->full = false;
    e->out = at, e->end = at + bytes;
    make(e, what);
    assert(!e->full);
    emitter_written(host_area_executed(e->host, at), (size_t)(e->out - at));
    e->full |= full;
    e->out = out, e->end = end;
    return at;
}

static void make_stub(struct host_emission *e, u64 what)
{
    const struct host_stub *p = (const struct host_stub *)(uintptr_t)what;
    u8 reg[sizeof e->reg], where[sizeof e->where];
    struct host_registers now = e->now;
    u32 time = e->time;
    memcpy(reg, &e->reg, sizeof reg);
    memcpy(where, &e->where, sizeof where);
    memset(&e->reg, 0, sizeof e->reg);
    host_forget(e);
    e->time = 0, e->saved = p->values;
    emitter_keep_values(e);
    p->make(e, p);
    emitter_return(e);
    for (unsigned i = p->values; i < emitter_registers; i++) assert(p->changes || !e->reg[emitter_pool[i]].used);
    memcpy(&e->reg, reg, sizeof reg);
    memcpy(&e->where, where, sizeof where);
    e->now = now, e->time = time;
}

/* Functions lie below 2^48, and slow paths (host_call_slow_path()) are no stubs. */
static u64 key_of(const struct host_stub *p) { return (u64)(uintptr_t)p->make | (u64)p->kind << 48; }

static const u8 *share_stub(struct host_emission *e, const struct host_stub *p)
{
    return emission_share(e, key_of(p), p->bytes, make_stub, (u64)(uintptr_t)p);
}

bool host_has_stub(struct host_emission *e, const struct host_stub *p)
{
    return host_area_has_room_to_share(e->host, e->begin, key_of(p), p->bytes) && share_stub(e, p);
}

void host_branch_unless_found(struct host_emission *e, const struct host_stub *p, host_label to)
{
    emitter_call(e, share_stub(e, p));
    if (p->changes) host_forget(e);
    emitter_branch_if(e, HOST_NE, to);
}

#endif
