#include <errno.h>

#include "emu/os/calls.h"
#include "emu/os/clock.h"
#include "emu/os/kernel.h"

i64 sys_set_tid_address(struct call *c)
{
    c->ot->clear_child_tid = c->a[0];
    return c->t->tid;
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
    if (c->a[0] != 0 && (i64)c->a[0] != c->t->tid) return -ESRCH;
    if (guest_put_uint(c, c->a[1], word, c->ot->robust_list) != 0) return -EFAULT;
    return guest_put_uint(c, c->a[2], word, c->ot->robust_size);
}

/* --- futex -------------------------------------------------------------------------------------------------------- */

/* Linux uapi/linux/futex.h */
enum { WAIT = 0, WAKE = 1, REQUEUE = 3, CMP_REQUEUE = 4, WAKE_OP = 5, WAIT_BITSET = 9, WAKE_BITSET = 10,
       CMD_MASK = 127, CLOCK_REAL = 256 };

/* Sleeps while the word holds the value. A relative timeout (WAIT) or an absolute one (WAIT_BITSET) on the monotonic or
 * the real-time clock. */
static i64 futex_wait(struct call *c, u64 op, u64 value)
{
    u64 word, ns = 0, now = c->os->machine->now, deadline = NEVER;
    if (guest_get_uint(c, c->a[0], 4, &word) != 0) return -EFAULT;
    int r = c->a[3] ? guest_get_time(c, c->a[3], c->entry->variant, &ns) : 0;
    if (r != 0) return r;
    if (c->ot->wait.started) {
        deadline = c->ot->wait.deadline;
    } else if (c->a[3]) {
        u64 epoch = op & CLOCK_REAL ? (u64)CLOCK_EPOCH * NSEC : 0;
        bool absolute = (op & CMD_MASK) == WAIT_BITSET;
        deadline = absolute ? (ns > epoch ? clock_cycles(c->os, ns - epoch) : 0) : now + clock_cycles(c->os, ns);
    }
    if (word != value) return c->ot->wait.started ? 0 : -EAGAIN;
    if (c->interrupted) return -EINTR;
    return now >= deadline ? -ETIMEDOUT : call_sleep(c, deadline, true);
}

/* FUTEX_WAKE_OP's operation on the second word (futex(2)). */
static i64 wake_op(struct call *c)
{
    u64 old, code = c->a[5];
    u32 operand = (u32)((i32)((u32)code << 8) >> 20);
    if (guest_get_uint(c, c->a[4], 4, &old) != 0) return -EFAULT;
    if (code >> 31 & 1) operand = 1u << (operand & 31);
    u32 v = (u32)old;
    switch (code >> 28 & 7) {
    case 0: v = operand; break;
    case 1: v += operand; break;
    case 2: v |= operand; break;
    case 3: v &= ~operand; break;
    case 4: v ^= operand; break;
    default: return -ENOSYS;
    }
    return guest_put_uint(c, c->a[4], 4, v);
}

i64 sys_futex(struct call *c)
{
    u64 op = c->a[1], word;
    if (c->a[0] & 3) return -EINVAL;
    switch (op & CMD_MASK) {
    case WAIT:
    case WAIT_BITSET: return futex_wait(c, op, (u32)c->a[2]);
    case WAKE:
    case WAKE_BITSET:
    case REQUEUE: /* nobody else is there to be woken */
        return guest_get_uint(c, c->a[0], 4, &word);
    case CMP_REQUEUE:
        if (guest_get_uint(c, c->a[0], 4, &word) != 0) return -EFAULT;
        return (u32)word == (u32)c->a[5] ? 0 : -EAGAIN;
    case WAKE_OP: return wake_op(c);
    default: return -ENOSYS;
    }
}
