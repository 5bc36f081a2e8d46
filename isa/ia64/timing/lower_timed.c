/* What timed blocks ask on their way, and what their exits do (exec_timed.c), in the primitives of host code: as long as nothing is out
 * of the ordinary. What is, the handlers do. */
#include "isa/ia64/exec/lower.h"

#include "isa/ia64/exec/engine.h"
#include "isa/ia64/exec/exec_mem.h"
#include "isa/ia64/exec/uops.h"
#include "isa/ia64/system/data.h"
#include "isa/ia64/timing/exec_timed.h"
#include "isa/ia64/timing/predictor.h"
#include "isa/ia64/timing/timed.h"

#if HOST_EMITTER

#define MEMORY_OF(field) ((i32)offsetof(struct ia64_memory, field))
#define FILTERED_OF(field) ((i32)offsetof(struct ia64_filtered, field))
#define PREDICTOR_OF(field) ((i32)offsetof(struct predictor, field))
#define ENTRY_OF(field) ((i32)offsetof(struct predictor_entry, field))
#define PATH_OF(field) ((i32)offsetof(struct timed_path, field))

static host_value memory(struct lowering *l) { return host_get_part(l->e, STATE_OF(memory), 8); }

/* --- predicates ---------------------------------------------------------------------------------------------------------------- */

/* Whether it is off may make a difference to what a path costs. */
static bool makes_difference(const struct block *b, unsigned i)
{
    unsigned kind = b->info[i].kind;
    return (kind == IA64_UOP_guard || kind == IA64_UOP_guard_unc) && ia64_guard_tells(&b->timed_steps->issue[b->uop[i].d]);
}

void ia64_lower_off(struct lowering *l)
{
    if (makes_difference(l->b, l->i)) host_set_bit(l->e, STATE_OF(off), l->u->d);
}

static bool any_makes_difference(const struct block *b)
{
    for (unsigned i = 0; i < b->uops; i++)
        if (makes_difference(b, i)) return true;
    return false;
}

/* ia64_time(), and so many units later. */
static host_value time_of(struct lowering *l, unsigned step, unsigned units)
{
    struct host_emission *e = l->e;
    host_value time = host_get_part(e, STATE_OF(time), 8), slots = host_get_part(e, STATE_OF(slots), 8);
    host_value now = host_add_scaled_constant(e, true, time, slots, SLOT_TIME_SHIFT, (i32)(SLOT_TIME * step + units));
    host_drop(e, time), host_drop(e, slots);
    return now;
}

/* x goes to 8 bytes at a distance from where the pointer at at + pointer leads. */
static void write_through(struct host_emission *e, host_value at, i32 pointer, i32 distance, host_value x)
{
    host_value to = host_read(e, at, pointer, 8);
    host_write(e, to, distance, 8, x);
    host_drop(e, to);
}

/* --- fetching -------------------------------------------------------------------------------------------------------------------- */

static u64 fetched_line(const struct uop *u) { return ia64_fetch_word(u) >> FETCH_LINE; }

/* All lines that the block fetches before operation i lie in the page of that line, and there is one. */
static bool page_is_known(const struct ia64_memory *m, const struct block *b, unsigned i, u64 line)
{
    bool any = false;
    for (unsigned k = 0; k < i; k++) {
        if (b->info[k].kind != IA64_UOP_fetch && b->info[k].kind != IA64_UOP_fetch_told) continue;
        if ((fetched_line(&b->uop[k]) ^ line) >> m->code_page_shift) return false;
        any = true;
    }
    return any;
}

/* Of a run that is told of, a second half follows with the pc. */
static unsigned behind_fetch(const struct lowering *l) { return l->kind == IA64_UOP_fetch_told ? 2 : 1; }

/* ia64_memory_fetch_quick(). The page used last need not be used again. */
LOWER(fetch)
{
    struct host_emission *e = l->e;
    const struct ia64_memory *m = l->c->memory;
    u64 line = fetched_line(l->u);
    i32 entry = MEMORY_OF(fetches) + (i32)((line & (FILTER_LINES - 1)) * sizeof(struct ia64_filtered));
    host_label slow = by_slow_path(l, l->kind == IA64_UOP_fetch_told ? ia64_slow_fetch_told : ia64_slow_fetch, behind_fetch(l));
    host_value at = memory(l), wanted = host_constant(e, line);
    host_branch_unless_holds(e, at, entry + FILTERED_OF(line), 8, wanted, slow);
    host_value now = time_of(l, ia64_fetch_step(l->u), 0);
    if (!page_is_known(m, l->b, l->i, line)) write_through(e, at, entry + FILTERED_OF(page), (i32)offsetof(struct tlb_entry, used), now);
    write_through(e, at, entry + FILTERED_OF(used), 0, now);
    return l->falls = true;
}

/* --- accesses ---------------------------------------------------------------------------------------------------------------------- */

static host_value address(struct lowering *l)
{
    if (l->y) return host_get_part(l->e, STATE_OF(saved), 8);
    return l->u->imm ? host_operate_constant(l->e, HOST_ADD, true, gr(l, l->u->b), -l->u->imm) : gr(l, l->u->b);
}

/* ... which is left to the handler where no constant of 32 bits leads back from the incremented base: -INT32_MIN is none. */
static bool cannot_go_back(const struct lowering *l) { return !l->y && l->u->imm == INT32_MIN; }

/* ia64_memory_load(), ia64_memory_fload(), ia64_memory_store() */
static void unless_quick(struct lowering *l, enum ia64_access_kind kind, host_value ea, host_label else_)
{
    static const i32 filter[IA64_ACCESS_KINDS] = {[ACCESS_LOAD] = MEMORY_OF(loads), [ACCESS_FLOAD] = MEMORY_OF(floads), [ACCESS_STORE] = MEMORY_OF(stores)};
    enum { ENTRY_SHIFT = 5 };
    _Static_assert(sizeof(struct ia64_filtered) == 1 << ENTRY_SHIFT, "entries are a shift apart");
    const struct ia64_memory *m = l->c->memory;
    struct host_emission *e = l->e;
    unsigned shift = (kind == ACCESS_FLOAD ? &m->l2 : &m->l1d)->cache.line_shift;
    host_value at = memory(l), line = host_shift(e, HOST_SHR, true, ea, shift);
    host_value place = host_shift(e, HOST_SHL, false, host_last_use(e, host_operate_constant(e, HOST_AND, false, line, FILTER_LINES - 1)), ENTRY_SHIFT);
    host_value entry = host_operate(e, HOST_ADD, true, at, place);
    host_drop(e, place);
    host_branch_unless_holds(e, entry, filter[kind] + FILTERED_OF(line), 8, line, else_);
    host_drop(e, line);
    host_value now = time_of(l, l->u->a, DATA_TIME);
    write_through(e, entry, filter[kind] + FILTERED_OF(page), (i32)offsetof(struct tlb_entry, used), now);
    write_through(e, entry, filter[kind] + FILTERED_OF(used), 0, now);
    if (kind == ACCESS_STORE) write_through(e, entry, filter[kind] + FILTERED_OF(used_too), 0, now);
}

/* The access is over. A handler that has found its line at once goes on behind this, too, and has saved no address: nothing is to be read from there. */
static bool accessed(struct lowering *l)
{
    if (l->y) host_changed(l->e, STATE_OF(saved));
    return true;
}

/* x = enum ia64_access_kind; y: the address has been saved. */
LOWER(access)
{
    if (cannot_go_back(l)) return false;
    host_label slow = by_slow_path(l, l->y ? ia64_slow_access_saved : ia64_slow_access, 1);
    unless_quick(l, (enum ia64_access_kind)l->x, address(l), slow);
    return accessed(l);
}

static host_label by_telling(struct lowering *l) { return by_slow_path(l, l->y ? ia64_slow_told_saved : ia64_slow_told, 2); }

/* Without a model: it is only noted. */
static bool tell_only(struct lowering *l, enum ia64_access_kind kind)
{
    struct data_access a = ia64_told_of(l->u);
    u32 site = a.load == a.store || cannot_go_back(l) ? 0 : ia64_data_site(l->c, &a, kind);
    if (!site) return false;
    unless_room(l, 1, by_telling(l)); /* or two: such notes have an even number */
    tell_wide_access(l, address(l), site, 0);
    settle_notes(l);
    return l->falls = accessed(l);
}

/* The same, noted for the collector of --data. y: the address has been saved. */
LOWER(told)
{
    enum ia64_access_kind kind = (enum ia64_access_kind)l->u->d;
    if (!l->c->timed) return tell_only(l, kind);
    if (cannot_go_back(l)) return false;
    if (kind != ACCESS_LOAD && kind != ACCESS_FLOAD && kind != ACCESS_STORE) return false;
    if (kind == ACCESS_STORE && l->u[1].a == 1 && l->c->memory->model->value[IA64_T_STORE_BYTE]) return false;
    struct data_access a = ia64_told_of(l->u);
    u32 site = ia64_data_site(l->c, &a, kind);
    if (!site) return false;
    host_label tell = by_telling(l);
    unless_room(l, 1, tell);
    host_value ea = address(l);
    unless_quick(l, kind, ea, tell);
    tell_wide_access(l, ea, site, PLACE_STEP + l->u->a);
    settle_notes(l);
    return l->falls = accessed(l);
}

enum { BANK_SHIFT = 4 };
_Static_assert(LINES_BANK_BYTES == 1 << BANK_SHIFT, "banks are a shift apart");

/* A byte that is stored without a wait: note_stored() in exec_timed.c. x: nothing; y: the address has been saved. */
LOWER(store_byte)
{
    struct host_emission *e = l->e;
    if (cannot_go_back(l)) return false;
    host_label slow = by_slow_path(l, l->y ? ia64_slow_store_byte_saved : ia64_slow_store_byte, 1);
    host_value ea = address(l), at = memory(l), room = host_read(e, at, MEMORY_OF(lines.room), 4);
    host_branch_compare_constant(e, HOST_EQ, false, room, 0, slow);
    host_drop(e, room);
    unless_quick(l, ACCESS_STORE, ea, slow);
    host_next(e);
    host_keep(e, ea), host_keep(e, at);
    host_write(e, at, MEMORY_OF(lines.room), 4, host_operate_constant(e, HOST_ADD, false, host_read(e, at, MEMORY_OF(lines.room), 4), -1));
    host_next(e);
    host_keep(e, ea);
    host_value bank = host_operate_constant(e, HOST_AND, false, host_last_use(e, host_shift(e, HOST_SHR, true, ea, BANK_SHIFT)), LINES_BANKS - 1);
    host_value byte = host_operate(e, HOST_OR, true, host_constant(e, (u64)l->u->a << 32), bank);
    host_value noted = host_get_part(e, STATE_OF(noted), 4), bytes = host_shift(e, HOST_SHR, false, noted, NOTED_BYTES);
    host_write_at(e, host_get_part(e, STATE_OF(timed), 8), bytes, 3, (i32)offsetof(struct timed, byte), byte);
    host_put_part(e, STATE_OF(noted), 4, host_operate_constant(e, HOST_ADD, false, noted, NOTED_BYTE));
    return accessed(l);
}

LOWER(save) { host_put_part(l->e, STATE_OF(saved), 8, gr(l, l->u->b)); return true; }

LOWER(moved)
{
    host_branch_compare_constant(l->e, HOST_NE, false, host_get_part(l->e, STATE_OF(moved), 4), 0, by_slow_path(l, ia64_slow_moved, 1));
    return true;
}

/* --- predictions ---------------------------------------------------------------------------------------------------------------------- */

/* While code is made the branch is steady, and likely remains so: that is a comparison, but one that the host mostly guesses wrong if it is not. */
static bool is_mostly_steady(const struct lowering *l, i32 place, u64 pc)
{
    u64 key = l->c->predictor->entry[place].key;
    return (key & ~(u64)PREDICTOR_STEADY) == pc && key != pc;
}

static host_value predictor_entries(struct host_emission *e)
{
    host_value p = host_get_part(e, STATE_OF(predictor), 8), entries = host_read(e, p, PREDICTOR_OF(entry), 8);
    return host_drop(e, p), entries;
}

/* The branch is steady and goes that way, in which its key is so; else to the label. */
static void unless_steady(struct lowering *l, i32 place, host_value key, host_label else_)
{
    struct host_emission *e = l->e;
    host_branch_unless_holds(e, predictor_entries(e), place * (i32)sizeof(struct predictor_entry) + ENTRY_OF(key), 8, key, else_);
}

/* predictor_right_at(), for a branch that is remembered and goes (taken: 1, or 0) as was predicted; that it is steady is forgotten. */
static void unless_predicted(struct lowering *l, u64 pc, i32 place, host_value taken, host_label else_)
{
    struct host_emission *e = l->e;
    i32 at = place * (i32)sizeof(struct predictor_entry);
    host_value entries = predictor_entries(e), own = host_constant(e, pc);
    host_value key = host_operate_constant(e, HOST_AND, true, host_last_use(e, host_read(e, entries, at + ENTRY_OF(key), 8)), ~PREDICTOR_STEADY);
    host_branch_compare(e, HOST_NE, true, key, own, else_);
    host_drop(e, own);
    host_value history = host_read(e, entries, at + ENTRY_OF(history), 4);
    host_value pattern = host_operate_constant(e, HOST_AND, false, history, (i32)l->c->predictor->history_mask);
    host_value shift = host_add_scaled(e, false, pattern, pattern, 0);
    host_drop(e, pattern);
    host_value counters = host_read(e, entries, at + ENTRY_OF(counters), 4), counter = host_shift_by(e, HOST_SHR, false, counters, shift);
    host_value half = host_shift(e, HOST_SHR, false, counter, 1), upper = host_operate_constant(e, HOST_AND, false, host_last_use(e, half), 1);
    host_branch_compare(e, HOST_NE, false, upper, taken, else_);
    host_drop(e, upper);
    host_value lower = host_operate_constant(e, HOST_AND, false, host_last_use(e, counter), 1), change = host_operate(e, HOST_SUB, false, taken, lower);
    host_drop(e, lower);
    host_value moved = host_shift_by(e, HOST_SHL, false, host_last_use(e, change), shift);
    host_write(e, entries, at + ENTRY_OF(key), 8, key);
    host_write(e, entries, at + ENTRY_OF(counters), 4, host_operate(e, HOST_ADD, false, counters, moved));
    host_drop(e, counters), host_drop(e, shift);
    host_write(e, entries, at + ENTRY_OF(history), 4, host_add_scaled(e, false, taken, history, 1));
}

/* Whether the branch is steady now, 1 or 0: predictor_is_steady(). */
static host_value is_steady(struct host_emission *e, const struct predictor *p, host_value history, host_value counters, host_value taken)
{
    host_value none = host_constant(e, 0), all = host_operate(e, HOST_SUB, false, host_last_use(e, none), taken);
    host_value outcomes = host_operate(e, HOST_XOR, false, host_last_use(e, history), all), ends = host_operate(e, HOST_XOR, false, host_last_use(e, counters), all);
    outcomes = host_operate_constant(e, HOST_AND, false, host_last_use(e, outcomes), (i32)p->history_mask);
    all = host_operate_constant(e, HOST_AND, false, host_last_use(e, all), (i32)(2 * p->history_mask));
    ends = host_operate_constant(e, HOST_AND, false, host_last_use(e, host_shift_by(e, HOST_SHR, false, host_last_use(e, ends), all)), 3);
    host_drop(e, all);
    host_value differs = host_operate(e, HOST_OR, false, host_last_use(e, outcomes), ends);
    host_drop(e, ends);
    differs = host_operate_constant(e, HOST_ADD, false, host_last_use(e, differs), -1); /* negative when it was 0, for it is small */
    return host_shift(e, HOST_SHR, false, host_last_use(e, differs), 31);
}

/* predictor_right_at(), for a branch that is remembered but is not steady: passed is where its entry is, in bytes, and in the lowest bit whether it
 * is taken. Returns if that was not predicted. */
static void predict(struct host_emission *e, const struct host_stub *stub)
{
    const struct predictor *p = stub->of;
    host_value passed = host_passed(e), entries = predictor_entries(e);
    host_value taken = host_operate_constant(e, HOST_AND, true, passed, 1), entry = host_operate(e, HOST_ADD, true, entries, passed);
    host_drop(e, entries), host_drop(e, passed);
    entry = host_operate(e, HOST_SUB, true, host_last_use(e, entry), taken);
    host_value history = host_read(e, entry, ENTRY_OF(history), 4), counters = host_read(e, entry, ENTRY_OF(counters), 4);
    host_value shift = host_operate_constant(e, HOST_AND, false, history, (i32)p->history_mask);
    shift = host_shift(e, HOST_SHL, false, host_last_use(e, shift), 1);
    host_value counter = host_shift_by(e, HOST_SHR, false, counters, shift);
    host_value upper = host_operate_constant(e, HOST_AND, false, host_last_use(e, host_shift(e, HOST_SHR, false, counter, 1)), 1);
    host_return_unless_equal(e, upper, taken);
    host_drop(e, upper);
    counter = host_operate_constant(e, HOST_AND, false, host_last_use(e, counter), 1);
    host_value change = host_operate(e, HOST_SUB, false, taken, counter);
    host_drop(e, counter);
    change = host_shift_by(e, HOST_SHL, false, host_last_use(e, change), shift);
    host_drop(e, shift);
    host_value now = host_operate(e, HOST_ADD, false, counters, change), outcomes = host_add_scaled(e, false, taken, history, 1);
    host_drop(e, counters), host_drop(e, change), host_drop(e, history);
    host_write(e, entry, ENTRY_OF(counters), 4, now);
    host_write(e, entry, ENTRY_OF(history), 4, outcomes);
    host_value steady = host_shift(e, HOST_SHL, false, host_last_use(e, is_steady(e, p, outcomes, now, taken)), 2);
    host_add_to(e, entry, ENTRY_OF(key), host_shift_by(e, HOST_SHL, false, host_last_use(e, steady), taken));
    host_return_unless_equal(e, taken, taken);
}
/* The branch is as predict() wants it; else what was predicted is asked. */
static void predict_apart(struct lowering *l, u64 pc, i32 place, host_value taken)
{
    struct host_emission *e = l->e;
    host_label slow = (host_label)(HOST_SLOW_PATHS + l->i);
    i32 at = place * (i32)sizeof(struct predictor_entry);
    host_branch_unless_holds(e, predictor_entries(e), at + ENTRY_OF(key), 8, host_constant(e, pc), slow);
    if (taken == HOST_NO_VALUE) host_pass(e, (u32)at + (l->u->d >> 1));
    else host_pass_value(e, host_operate_constant(e, HOST_ADD, true, taken, at));
    host_branch_unless_found(e, &(struct host_stub){.make = predict, .of = l->c->predictor, .bytes = 384, .values = 9}, slow);
}

static bool is_near(const struct lowering *l, i32 place) { return (u32)place <= l->c->predictor->mask && place < INT32_MAX / 32; }

static void branched_apart(struct lowering *l)
{
    predict_apart(l, l->u[1].count, l->u->imm, HOST_NO_VALUE);
    host_join(l->e, (host_label)(l->i + 2));
}

LOWER(branched)
{
    const struct uop *u = l->u;
    if (!is_near(l, u->imm)) return false;
    host_label slow = by_slow_path(l, ia64_slow_branched, 2);
    if (is_mostly_steady(l, u->imm, u[1].count)) unless_steady(l, u->imm, host_constant(l->e, u[1].count | predictor_steady(u->d >> 1)), by_cold_path(l, branched_apart));
    else unless_predicted(l, u[1].count, u->imm, host_constant(l->e, u->d >> 1), slow);
    return l->falls = true;
}

static void br_if_apart(struct lowering *l)
{
    host_label taken = (host_label)(within(l) + 1); /* the second half's */
    predict_apart(l, l->u[1].count, l->u[1].imm, host_get_part(l->e, STATE_OF(pr) + l->u->a, 1));
    host_branch_byte(l->e, true, STATE_OF(pr) + l->u->a, taken);
    host_join(l->e, (host_label)(l->i + 2));
    host_bind(l->e, taken, false);
    host_join(l->e, (host_label)(l->i + (unsigned)l->u->imm));
}

LOWER(br_if_told)
{
    const struct uop *u = l->u;
    struct host_emission *e = l->e;
    if (!is_near(l, u[1].imm)) return false;
    host_label slow = by_slow_path(l, ia64_slow_br_if_told, 2);
    host_value taken = host_get_part(e, STATE_OF(pr) + u->a, 1);
    if (is_mostly_steady(l, u[1].imm, u[1].count)) {
        host_value not_taken = host_constant(e, u[1].count | predictor_steady(false));
        unless_steady(l, u[1].imm, host_add_scaled(e, true, not_taken, taken, 2), by_cold_path(l, br_if_apart));
    } else {
        unless_predicted(l, u[1].count, u[1].imm, taken, slow);
    }
    host_branch_compare_constant(l->e, HOST_NE, false, taken, 0, (host_label)(l->i + (unsigned)u->imm));
    l->o->back_in_code[l->i + (unsigned)u->imm] = l->o->back_in_code[l->i + 2] = true;
    return l->falls = true;
}

/* The place in the ring of returns that is `by` behind its top. */
static host_value ring_place(struct lowering *l, host_value p, i32 by)
{
    host_value top = host_read(l->e, p, PREDICTOR_OF(top), 4), next = host_operate_constant(l->e, HOST_ADD, false, top, by);
    host_drop(l->e, top);
    return host_operate_constant(l->e, HOST_AND, false, next, (i32)l->c->predictor->depth - 1);
}

static host_value ring_entry(struct lowering *l, host_value p, host_value place) { return host_add_scaled(l->e, true, p, place, 3); }

/* predictor_return(), where the ring had the target; predictor_call(). What branches on a condition was predicted, too. */
static void far_predicted(struct lowering *l, u64 pc, u32 flags)
{
    host_label slow = by_slow_path(l, ia64_slow_branched_far, 2);
    struct host_emission *e = l->e;
    bool returns = flags & ISSUE_RETURN;
    host_value p = host_get_part(e, STATE_OF(predictor), 8);
    if (returns) {
        host_value from = ring_entry(l, p, ring_place(l, p, -1));
        host_branch_unless_holds(e, from, PREDICTOR_OF(returns), 8, host_get(e, STATE_OF(target)), slow);
    }
    host_next(e);
    if (flags & ISSUE_CONDITIONAL) unless_steady(l, (i32)predictor_at(l->c->predictor, pc), host_constant(e, pc | predictor_steady(true)), slow);
    host_next(e);
    p = host_get_part(e, STATE_OF(predictor), 8);
    if (!returns) {
        host_value to = ring_entry(l, p, ring_place(l, p, 0));
        host_write(e, to, PREDICTOR_OF(returns), 8, host_constant(e, (pc & ~(u64)15) + 16));
    }
    host_write(e, p, PREDICTOR_OF(top), 4, ring_place(l, p, returns ? -1 : 1));
}

LOWER(branched_far)
{
    const struct predictor *p = l->c->predictor;
    u64 pc = l->u[1].count;
    u32 flags = (u32)l->u->imm, kinds = flags & (ISSUE_CALL | ISSUE_RETURN | ISSUE_CHECK);
    bool is_ring = p->depth && !(p->depth & (p->depth - 1));
    l->falls = true;
    if (!is_ring || (kinds != ISSUE_CALL && kinds != ISSUE_RETURN) || !is_near(l, (i32)predictor_at(p, pc))) {
        host_call_slow_path(l->e, ia64_slow_branched_far, l->i, 0);
        return true;
    }
    far_predicted(l, pc, flags);
    return true;
}

/* --- exits ----------------------------------------------------------------------------------------------------------------------------- */

static bool any_shadow(const struct block *b)
{
    for (unsigned i = 0; i < b->uops; i++)
        if (b->info[i].kind >= IA64_UOP_shadow_call && b->info[i].kind <= IA64_UOP_shadow_jump_indirect) return true;
    return false;
}

/* ia64_passes_quickly() */
static void unless_usual(struct lowering *l, const struct exit *x, host_label unusual)
{
    struct host_emission *e = l->e;
    host_value state = host_get_part(e, STATE_OF(state), 8), usual = host_read(e, HOST_BLOCK, in_block(l, &x->state), 4);
    host_branch_compare(e, HOST_NE, true, state, usual, unusual); /* and nothing is noted */
    if (any_shadow(l->b)) host_branch_compare_constant(e, HOST_NE, true, host_get_part(e, STATE_OF(shadow), 8), 0, unusual);
}

void ia64_lower_timed_pass(struct lowering *l, const struct exit *x, host_value n, i32 most, host_label unusual)
{
    struct host_emission *e = l->e;
    bool off = any_makes_difference(l->b);
    unless_usual(l, x, unusual);
    host_next(e);
    if (n != HOST_BLOCK) host_keep(e, n);
    host_value path = host_read(e, HOST_BLOCK, in_block(l, &x->path), 8);
    if (off) {
        host_value differs = host_operate(e, HOST_XOR, true, host_get_part(e, STATE_OF(off), 8), host_read(e, path, PATH_OF(off), 8));
        differs = host_operate(e, HOST_AND, true, differs, host_read(e, path, PATH_OF(matters), 8));
        host_branch_compare_constant(e, HOST_NE, true, differs, 0, unusual);
        host_next(e);
        host_keep(e, path);
        if (n != HOST_BLOCK) host_keep(e, n);
    }
    host_value takes = host_read(e, HOST_BLOCK, in_block(l, &x->takes), 4);
    host_value budget = host_operate(e, HOST_SUB, true, host_get_part(e, ENGINE_OF(l, budget), 8), takes);
    host_branch_compare_read(e, HOST_LT, budget, n, most, 8, by_handler(l));
    pass_exit(l, x, l->u->b, budget);
    host_increment(e, path, PATH_OF(count));
    if (off) host_put_constant(e, STATE_OF(off), 0);
    host_add_to_state(e, ENGINE_OF(l, slots), l->u->a);
    host_changed(e, ENGINE_OF(l, slots));
    host_put_part(e, STATE_OF(state), 8, host_read(e, HOST_BLOCK, in_block(l, &x->becomes), 4)); /* nothing is noted still */
}

#endif
