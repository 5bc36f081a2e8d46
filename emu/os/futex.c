/* futex(2), and the lists of robust futexes (Linux Documentation/locking/robust-futex-ABI.rst). */
#include "emu/os/futex.h"

#include <errno.h>
#include <linux/futex.h>

#include "emu/os/calls.h"
#include "emu/os/clock.h"
#include "emu/os/process.h"

enum { ALL_BITS = -1, ROBUST_MOST = 2048 /* entries looked at: ROBUST_LIST_LIMIT */ };

/* What the word at addr is: a place in a shared object, or one in this address space. */
static struct futex_key key_of(struct call *c, u64 addr)
{
    const struct mem_area *a = mem_area_of(&c->p->mem, addr);
    if (!a || !a->shared) return (struct futex_key){.space = {(u64)(uintptr_t)c->p, 0}, .at = addr};
    return (struct futex_key){.space = {a->object[0], a->object[1]}, .at = a->file_offset + (addr - a->start)};
}

static bool same(const struct futex_key *a, const struct futex_key *b)
{
    return a->space[0] == b->space[0] && a->space[1] == b->space[1] && a->at == b->at;
}

static bool waits_at(const struct os_thread *ot, const struct futex_key *key) { return ot->wait.at_futex && !ot->wait.futex_woken && same(&ot->wait.futex, key); }

/* The one that has waited longest for one of the bits, or NULL. */
static struct os_thread *first_waiter(const struct os *os, const struct futex_key *key, u32 bits)
{
    struct os_thread *first = NULL;
    for (struct os_thread *ot = os->threads; ot; ot = ot->next) {
        if (!(ot->wait.futex_bits & bits) || !waits_at(ot, key)) continue;
        if (!first || ot->wait.order < first->wait.order) first = ot;
    }
    return first;
}

/* At least one, however few are asked for (Linux kernel/futex/waitwake.c). */
static i64 wake(struct call *c, const struct futex_key *key, i64 n, u32 bits, bool end)
{
    struct os *os = c->os;
    i64 woken = 0;
    struct os_thread *ot;
    for (; woken < (n > 0 ? n : 1) && (ot = first_waiter(os, key, bits)) != NULL; woken++) {
        ot->wait.futex_woken = true;
        ot->wait.futex_waker = c->t->tid;
        ot->wait.futex_ended = end;
        thread_wake(ot);
    }
    return woken;
}

static i64 wake_at(struct call *c, u64 addr, i64 n)
{
    struct futex_key key = key_of(c, addr);
    return wake(c, &key, n, (u32)ALL_BITS, false);
}

i64 futex_wake_at_end(struct call *c, u64 addr)
{
    struct futex_key key = key_of(c, addr);
    return wake(c, &key, 1, (u32)ALL_BITS, true);
}

/* --- waiting ------------------------------------------------------------------------------------------------------ */

/* The first time: compares, and sleeps. A relative timeout (WAIT) or an absolute one (WAIT_BITSET) on the monotonic or
 * the real-time clock. */
static i64 begin_wait(struct call *c, u64 op, u32 value, u32 bits)
{
    u64 word, ns = 0, deadline = NEVER;
    struct wait *w = &c->ot->wait;
    if (bits == 0) return -EINVAL;
    int r = c->a[3] ? guest_get_time(c, c->a[3], c->entry->variant, &ns) : 0;
    if (r != 0) return r;
    if (guest_get_uint(c, c->a[0], 4, &word) != 0) return -EFAULT;
    if ((u32)word != value) return -EAGAIN;
    if (c->a[3]) {
        bool absolute = (op & FUTEX_CMD_MASK) == FUTEX_WAIT_BITSET;
        deadline = absolute ? clock_at(c->os, op & FUTEX_CLOCK_REALTIME, ns) : clock_after(c->os, ns);
    }
    if (clock_now(c->os) >= deadline) return -ETIMEDOUT;
    w->futex = key_of(c, c->a[0]);
    w->futex_address = c->a[0];
    w->futex_bits = bits;
    w->futex_woken = false;
    w->futex_waker = 0;
    w->futex_ended = false;
    w->futex_began = c->os->machine->now;
    w->at_futex = true;
    return call_sleep(c, deadline, !c->a[3]);
}

/* A thread's wait at this futex is over by `waker` (tid; 0: nobody): it is told of where threads are. */
static void count_wait(const struct os *os, struct os_thread *ot, int waker)
{
    const struct wait *w = &ot->wait;
    u64 cycles = os->machine->now - w->futex_began;
    if (!os->machine->threads_apart) return;
    waits_add(&ot->t->process->waits, &(struct wait_count){.address = w->futex_address, .waiter = ot->t->tid, .waker = waker,
                                                           .end = w->futex_ended, .count = 1, .cycles = cycles, .longest = cycles});
}

static void end_wait(struct call *c)
{
    c->ot->wait.at_futex = false;
    count_wait(c->os, c->ot, c->ot->wait.futex_waker);
}

static i64 futex_wait(struct call *c, u64 op, u32 value, u32 bits)
{
    struct wait *w = &c->ot->wait;
    if (!w->started) return begin_wait(c, op, value, bits);
    u64 order = w->order;
    i64 r = w->futex_woken                    ? 0
            : clock_now(c->os) >= w->deadline ? -ETIMEDOUT
            : c->interrupted                  ? -EINTR
                                              : call_sleep(c, w->deadline, w->restart);
    if (r == CALL_WAIT) w->order = order; /* it keeps its place */
    else end_wait(c);
    return r;
}

/* --- waking ------------------------------------------------------------------------------------------------------- */

/* Whether a word can be waited at: of one that is this process's alone an address is enough. */
static bool is_word(struct call *c, u64 addr)
{
    u64 word;
    return c->a[1] & FUTEX_PRIVATE_FLAG || guest_get_uint(c, addr, 4, &word) == 0;
}

static i64 count_waiters(const struct os *os, const struct futex_key *key)
{
    i64 n = 0;
    for (const struct os_thread *ot = os->threads; ot; ot = ot->next) n += waits_at(ot, key);
    return n;
}

/* Wakes some, and lets up to `most` others wait at a second word instead. How many both are: so the kernel, though
 * futex(2) has it that REQUEUE counts those woken only (Linux kernel/futex/requeue.c, task_count). */
static i64 requeue(struct call *c, bool compare)
{
    u64 word;
    i64 n = (i32)c->a[2], most = (i32)c->a[3];
    if (n < 0 || most < 0) return -EINVAL;
    if (!is_word(c, c->a[0]) || !is_word(c, c->a[4]) || (compare && guest_get_uint(c, c->a[0], 4, &word) != 0)) return -EFAULT;
    if (compare && (u32)word != (u32)c->a[5]) return -EAGAIN;
    struct futex_key from = key_of(c, c->a[0]), to = key_of(c, c->a[4]);
    i64 woken = n ? wake(c, &from, n, (u32)ALL_BITS, false) : 0, moved = 0;
    struct os_thread *ot;
    if (same(&from, &to)) {
        i64 left = count_waiters(c->os, &from);
        return woken + (left < most ? left : most);
    }
    for (; moved < most && (ot = first_waiter(c->os, &from, (u32)ALL_BITS)) != NULL; moved++) {
        count_wait(c->os, ot, c->t->tid); /* from now on it waits for those that wake it there */
        ot->wait.futex = to;
        ot->wait.futex_address = c->a[4];
        ot->wait.futex_began = c->os->machine->now;
        ot->wait.order = ++c->os->sleeps; /* behind those that wait there already */
    }
    return woken + moved;
}

static bool compares(u32 how, i32 a, i32 b)
{
    switch (how) {
    case FUTEX_OP_CMP_EQ: return a == b;
    case FUTEX_OP_CMP_NE: return a != b;
    case FUTEX_OP_CMP_LT: return a < b;
    case FUTEX_OP_CMP_LE: return a <= b;
    case FUTEX_OP_CMP_GT: return a > b;
    default: return a >= b;
    }
}

/* Changes the second word, wakes at the first, and at the second if its old value compares so. */
static i64 wake_op(struct call *c)
{
    u64 old;
    u32 code = (u32)c->a[5], how = code >> 24 & 15;
    u32 operand = (u32)((i32)(code << 8) >> 20);
    i32 with = (i32)(code << 20) >> 20;
    if (!is_word(c, c->a[0]) || guest_get_uint(c, c->a[4], 4, &old) != 0) return -EFAULT;
    if (code >> 31) operand = 1u << (operand & 31);
    u32 v = (u32)old;
    switch (code >> 28 & 7) {
    case FUTEX_OP_SET: v = operand; break;
    case FUTEX_OP_ADD: v += operand; break;
    case FUTEX_OP_OR: v |= operand; break;
    case FUTEX_OP_ANDN: v &= ~operand; break;
    case FUTEX_OP_XOR: v ^= operand; break;
    default: return -ENOSYS;
    }
    if (guest_put_uint(c, c->a[4], 4, v) != 0) return -EFAULT;
    if (how > FUTEX_OP_CMP_GE) return -ENOSYS; /* when it is done */
    i64 woken = wake_at(c, c->a[0], (i32)c->a[2]);
    if (compares(how, (i32)(u32)old, with)) woken += wake_at(c, c->a[4], (i32)c->a[3]);
    return woken;
}

static i64 futex_wake(struct call *c, u32 bits)
{
    if (bits == 0) return -EINVAL;
    if (!is_word(c, c->a[0])) return -EFAULT; /* that of one process may have been given up since it was unlocked */
    struct futex_key key = key_of(c, c->a[0]);
    return wake(c, &key, (i32)c->a[2], bits, false);
}

i64 sys_futex(struct call *c)
{
    u64 op = c->a[1], cmd = op & FUTEX_CMD_MASK;
    bool two = cmd == FUTEX_REQUEUE || cmd == FUTEX_CMP_REQUEUE || cmd == FUTEX_WAKE_OP;
    if ((op & FUTEX_CLOCK_REALTIME) && cmd != FUTEX_WAIT_BITSET) return -ENOSYS;
    bool known = two || cmd == FUTEX_WAIT || cmd == FUTEX_WAIT_BITSET || cmd == FUTEX_WAKE || cmd == FUTEX_WAKE_BITSET;
    if (known && (c->a[0] & 3 || (two && c->a[4] & 3))) return -EINVAL;
    switch (cmd) {
    case FUTEX_WAIT: return futex_wait(c, op, (u32)c->a[2], (u32)ALL_BITS);
    case FUTEX_WAIT_BITSET: return futex_wait(c, op, (u32)c->a[2], (u32)c->a[5]);
    case FUTEX_WAKE: return futex_wake(c, (u32)ALL_BITS);
    case FUTEX_WAKE_BITSET: return futex_wake(c, (u32)c->a[5]);
    case FUTEX_REQUEUE: return requeue(c, false);
    case FUTEX_CMP_REQUEUE: return requeue(c, true);
    case FUTEX_WAKE_OP: return wake_op(c);
    default: return -ENOSYS; /* priority inheritance */
    }
}

/* --- robust lists ------------------------------------------------------------------------------------------------- */

/* One entry: `offset` from it is the futex. It is given up if this thread holds it; of a lock that was being taken or
 * released, waiters are woken even when nobody holds it (Linux kernel/futex/core.c, handle_futex_death). */
static void give_up(struct call *c, u64 entry, u64 offset, bool pending)
{
    u64 addr = entry + offset, word;
    if (addr & 3 || guest_get_uint(c, addr, 4, &word) != 0) return;
    u32 owner = (u32)word & FUTEX_TID_MASK;
    if (pending && owner == 0) {
        wake_at(c, addr, 1);
    } else if (owner == (u32)c->t->tid) {
        if (guest_put_uint(c, addr, 4, ((u32)word & FUTEX_WAITERS) | FUTEX_OWNER_DIED) != 0) return;
        if (word & FUTEX_WAITERS) wake_at(c, addr, 1);
    }
}

/* struct robust_list_head: first entry, offset of the futex in an entry, entry under way. The lowest bit of an entry's
 * address tells of priority inheritance. */
void futex_give_up(struct call *c)
{
    u64 head[3], word = guest_word(c), list = c->ot->robust_list, next;
    if (!list || guest_get_array(c, list, (unsigned)word, head, 3) != 0) return;
    u64 entry = head[0] & ~(u64)1, pending = head[2] & ~(u64)1, offset = word == 4 ? (u64)(i64)(i32)head[1] : head[1];
    for (unsigned n = 0; entry != list && n < ROBUST_MOST; n++) {
        bool more = guest_get_uint(c, entry, (unsigned)word, &next) == 0;
        if (entry != pending) give_up(c, entry, offset, false);
        if (!more) break;
        entry = next & ~(u64)1;
    }
    if (pending) give_up(c, pending, offset, true);
    c->ot->robust_list = 0;
}

i64 sys_set_robust_list(struct call *c)
{
    /* struct robust_list_head: three longs */
    if (c->a[1] != 3 * (u64)guest_word(c)) return -EINVAL;
    c->ot->robust_list = c->a[0];
    c->ot->robust_size = c->a[1];
    return 0;
}

i64 sys_get_robust_list(struct call *c)
{
    unsigned word = guest_word(c);
    const struct os_thread *ot = c->a[0] ? thread_find(c->os, (i64)c->a[0]) : c->ot;
    if (!ot) return -ESRCH;
    if (guest_put_uint(c, c->a[1], word, ot->robust_list) != 0) return -EFAULT;
    return guest_put_uint(c, c->a[2], word, 3 * (u64)word);
}

i64 sys_set_tid_address(struct call *c)
{
    c->ot->clear_child_tid = c->a[0];
    return c->t->tid;
}
