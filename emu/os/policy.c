/* What each call refuses, and in which order, is Linux kernel/sched/syscalls.c and kernel/sys.c. */
#include "emu/os/policy.h"

#include <errno.h>
#include <sched.h>
#include <sys/resource.h>

#include "emu/os/calls.h"
#include "emu/os/clock.h"
#include "emu/os/process.h"

enum {
    PRIORITY_MOST = 99,
    NICE_LEAST = -20, NICE_MOST = 19,
    NICE_STEP_MOST = 40,       /* of nice() */
};

static bool in_real_time(i64 policy) { return policy == SCHED_FIFO || policy == SCHED_RR; }

static bool exists(i64 policy)
{
    return policy == SCHED_OTHER || in_real_time(policy) || policy == SCHED_BATCH || policy == SCHED_IDLE || policy == SCHED_DEADLINE;
}

struct policy policy_of_child(const struct policy *p)
{
    struct policy child = *p;
    if (!p->reset_on_fork) return child;
    child.reset_on_fork = false;
    if (in_real_time(p->policy)) {
        child.policy = SCHED_OTHER;
        child.priority = child.nice = 0;
    }
    if (child.nice < 0) child.nice = 0;
    return child;
}

/* A thread by its number, 0 being the caller; NULL: none (ESRCH). */
static struct os_thread *whom(const struct call *c, i64 id) { return id == 0 ? c->ot : id < 0 ? NULL : thread_find(c->os, id); }

/* The process that is no guest: it can be asked for, as everybody's parent at last, and is as others are at first. */
static bool is_init(const struct call *c, unsigned argument) { return (i64)c->a[argument] == INIT_PID; }

static bool may_all(const struct os_thread *ot) { return ot->op->euid == 0; }

/* --- policies ------------------------------------------------------------------------------------------------------- */

/* From one that its owner may not leave, or to one that is more than his limit: -EPERM. */
static i64 may_set(const struct call *c, const struct os_thread *ot, const struct policy *next)
{
    const struct policy *was = &ot->policy;
    u64 limit = ot->op->rlimit[RLIMIT_RTPRIO][0];
    if (may_all(c->ot)) return 0;
    if (was->reset_on_fork && !next->reset_on_fork) return -EPERM;
    if (!in_real_time(next->policy)) return 0;
    if (next->policy != was->policy && limit == 0) return -EPERM;
    return next->priority > was->priority && (u64)next->priority > limit ? -EPERM : 0;
}

static i64 set_policy(const struct call *c, struct os_thread *ot, i64 policy, bool reset, u64 priority)
{
    struct policy next = {.policy = (int)policy, .priority = (int)priority, .nice = ot->policy.nice, .reset_on_fork = reset};
    if (!exists(policy) || policy == SCHED_DEADLINE || /* that needs more than sched_setscheduler() can say */
         priority > PRIORITY_MOST) return -EINVAL;
    if (in_real_time(policy) != (priority != 0)) return -EINVAL;
    i64 r = may_set(c, ot, &next);
    if (r == 0) ot->policy = next;
    return r;
}

/* struct sched_param has one field. */
static i64 get_priority(struct call *c, i64 id, u64 addr, u64 *priority, struct os_thread **ot)
{
    if (!addr || id < 0) return -EINVAL;
    if (guest_get_uint(c, addr, 4, priority) != 0) return -EFAULT;
    *ot = whom(c, id);
    return *ot ? 0 : -ESRCH;
}

i64 sys_sched_setscheduler(struct call *c)
{
    u64 priority;
    i64 policy = (i64)c->a[1];
    struct os_thread *ot;
    if (policy < 0) return -EINVAL;
    i64 r = get_priority(c, (i64)c->a[0], c->a[2], &priority, &ot);
    return r != 0 ? r : set_policy(c, ot, policy & ~(i64)SCHED_RESET_ON_FORK, policy & SCHED_RESET_ON_FORK, priority);
}

i64 sys_sched_setparam(struct call *c)
{
    u64 priority;
    struct os_thread *ot;
    i64 r = get_priority(c, (i64)c->a[0], c->a[1], &priority, &ot);
    return r != 0 ? r : set_policy(c, ot, ot->policy.policy, ot->policy.reset_on_fork, priority);
}

i64 sys_sched_getscheduler(struct call *c)
{
    i64 id = (i64)c->a[0];
    const struct os_thread *ot = whom(c, id);
    if (is_init(c, 0)) return SCHED_OTHER;
    if (!ot) return id < 0 ? -EINVAL : -ESRCH;
    return ot->policy.policy | (ot->policy.reset_on_fork ? SCHED_RESET_ON_FORK : 0);
}

i64 sys_sched_getparam(struct call *c)
{
    i64 id = (i64)c->a[0];
    const struct os_thread *ot = whom(c, id);
    if (!c->a[1] || id < 0) return -EINVAL;
    if (is_init(c, 0)) return guest_put_uint(c, c->a[1], 4, 0);
    return ot ? guest_put_uint(c, c->a[1], 4, (u64)ot->policy.priority) : -ESRCH;
}

static i64 bound(i64 policy, i64 in_time) { return !exists(policy) ? -EINVAL : in_real_time(policy) ? in_time : 0; }

i64 sys_sched_get_priority_max(struct call *c) { return bound((i64)c->a[0], PRIORITY_MOST); }
i64 sys_sched_get_priority_min(struct call *c) { return bound((i64)c->a[0], 1); }

/* A turn; of SCHED_FIFO none (sched_rr_get_interval(2)). */
i64 sys_sched_rr_get_interval(struct call *c)
{
    i64 id = (i64)c->a[0];
    const struct os_thread *ot = whom(c, id);
    if (!ot) return id < 0 ? -EINVAL : -ESRCH;
    return guest_put_time(c, c->a[1], c->entry->variant, ot->policy.policy == SCHED_FIFO ? 0 : clock_ns(c->os, QUANTUM));
}

/* --- the processor --------------------------------------------------------------------------------------------------- */

/* There is one, so a mask is a word of the guest's. */
i64 sys_sched_getaffinity(struct call *c)
{
    unsigned word = guest_word(c);
    if (c->a[1] < word || c->a[1] % word) return -EINVAL;
    if (!whom(c, (i64)c->a[0]) && !is_init(c, 0)) return -ESRCH;
    return guest_put_uint(c, c->a[2], word, 1) != 0 ? -EFAULT : (i64)word;
}

i64 sys_sched_setaffinity(struct call *c)
{
    u8 mask[8] = {0};
    unsigned word = guest_word(c);
    if (guest_get(c, c->a[2], mask, c->a[1] < word ? c->a[1] : word) != 0) return -EFAULT;
    if (!whom(c, (i64)c->a[0])) return -ESRCH;
    return field_get(guest_big_endian(c), mask, word) & 1 ? 0 : -EINVAL;
}

/* Whoever is behind may go on. */
i64 sys_sched_yield(struct call *c)
{
    turn_over(c->os);
    return 0;
}

i64 sys_getcpu(struct call *c)
{
    for (unsigned i = 0; i < 2; i++)
        if (c->a[i] && guest_put_uint(c, c->a[i], 4, 0) != 0) return -EFAULT;
    return 0;
}

/* --- nice values ------------------------------------------------------------------------------------------------------ */

/* Whether a thread is among those that getpriority() and setpriority() mean: a thread, a group, or a user's. */
static bool is_meant(const struct call *c, const struct os_thread *ot)
{
    i64 who = (i64)c->a[1];
    switch (c->a[0]) {
    case PRIO_PROCESS: return who == 0 ? ot == c->ot : ot->t->tid == who;
    case PRIO_PGRP: return ot->op->pgid == (who == 0 ? c->op->pgid : who);
    default: return ot->op->uid == (who == 0 ? c->op->uid : who);
    }
}

static i64 may_be_nice(const struct call *c, const struct os_thread *ot, i64 nice)
{
    u64 limit = ot->op->rlimit[RLIMIT_NICE][0]; /* 20 less the value */
    return nice >= ot->policy.nice || may_all(c->ot) || (u64)(20 - nice) <= limit;
}

static i64 cut(i64 nice) { return nice < NICE_LEAST ? NICE_LEAST : nice > NICE_MOST ? NICE_MOST : nice; }

i64 sys_setpriority(struct call *c)
{
    i64 r = -ESRCH, nice = cut((i64)c->a[2]);
    if (c->a[0] > PRIO_USER) return -EINVAL;
    for (struct os_thread *ot = c->os->threads; ot; ot = ot->next) {
        if (!is_meant(c, ot)) continue;
        if (!may_be_nice(c, ot, nice)) {
            r = -EACCES;
            continue;
        }
        if (r == -ESRCH) r = 0;
        ot->policy.nice = (int)nice;
    }
    return r;
}

i64 sys_nice(struct call *c)
{
    i64 step = (i64)c->a[0];
    step = step < -NICE_STEP_MOST ? -NICE_STEP_MOST : step > NICE_STEP_MOST ? NICE_STEP_MOST : step;
    i64 nice = cut(c->ot->policy.nice + step);
    if (step < 0 && !may_be_nice(c, c->ot, nice)) return -EPERM;
    c->ot->policy.nice = (int)nice;
    return 0;
}

/* The least value of them. The kernel's answer is 20 less it, so that it cannot be taken for an error. Itanium's says so in a register
 * of its own, and gives the value itself (arch/ia64/kernel/sys_ia64.c). */
i64 sys_getpriority(struct call *c)
{
    bool any = c->a[0] == PRIO_PROCESS && is_init(c, 1);
    i64 least = any ? 0 : NICE_MOST;
    if (c->a[0] > PRIO_USER) return -EINVAL;
    for (const struct os_thread *ot = c->os->threads; ot; ot = ot->next) {
        if (!is_meant(c, ot)) continue;
        any = true;
        if (ot->policy.nice < least) least = ot->policy.nice;
    }
    if (!any) return -ESRCH;
    if (!(c->entry->variant & V_NICE)) return 20 - least;
    if (least >= 0) return least;
    c->p->isa->abi->syscall_return(c->t, least, false);
    return CALL_GONE;
}
