/* Who a process is: its numbers, its group and session, its user. */
#include <errno.h>
#include <unistd.h>

#include "emu/os/calls.h"
#include "emu/os/process.h"

i64 sys_getpid(struct call *c) { return c->op->pid; }
i64 sys_gettid(struct call *c) { return c->t->tid; }
i64 sys_getppid(struct call *c) { return c->op->ppid; }
i64 sys_getpgrp(struct call *c) { return c->op->pgid; }
i64 sys_getuid(struct call *c) { return c->op->uid; }
i64 sys_geteuid(struct call *c) { return c->op->euid; }
i64 sys_getgid(struct call *c) { return c->op->gid; }
i64 sys_getegid(struct call *c) { return c->op->egid; }

/* --- groups and sessions ------------------------------------------------------------------------------------------ */

static struct os_process *of_pid(const struct call *c, u64 pid)
{
    return pid == 0 ? c->op : process_of_thread(c->os, (i64)pid);
}

i64 sys_getpgid(struct call *c)
{
    const struct os_process *op = of_pid(c, c->a[0]);
    return op ? op->pgid : (i64)c->a[0] == INIT_PID ? INIT_PID : -ESRCH;
}

i64 sys_getsid(struct call *c)
{
    const struct os_process *op = of_pid(c, c->a[0]);
    return op ? op->sid : (i64)c->a[0] == INIT_PID ? INIT_PID : -ESRCH;
}

/* A member of the group, or NULL. */
static const struct os_process *member(const struct os *os, i64 pgid)
{
    const struct os_process *op = os->processes;
    while (op && op->pgid != pgid) op = op->next;
    return op;
}

/* setpgid(2): of the caller, or of a child that has not yet begun another program; within one session. */
i64 sys_setpgid(struct call *c)
{
    struct os_process *op = of_pid(c, c->a[0]);
    if ((i64)(c->a[1] ? c->a[1] : c->a[0]) < 0) return -EINVAL;
    if (!op) return -ESRCH;
    if (c->a[0] && (i64)c->a[0] != op->pid) return -EINVAL; /* a thread, but not the first */
    if (op != c->op && op->ppid != c->op->pid) return -ESRCH;
    i64 pgid = c->a[1] ? (i64)c->a[1] : op->pid;
    if (op != c->op && op->sid != c->op->sid) return -EPERM;
    if (op != c->op && op->has_execed) return -EACCES;
    if (op->sid == op->pid) return -EPERM;
    const struct os_process *other = member(c->os, pgid);
    if (pgid != op->pid && (!other || other->sid != op->sid)) return -EPERM;
    op->pgid = (int)pgid;
    return 0;
}

i64 sys_setsid(struct call *c)
{
    if (member(c->os, c->op->pid)) return -EPERM;
    return c->op->pgid = c->op->sid = c->op->pid;
}

/* --- users ------------------------------------------------------------------------------------------------------ */

static i64 put_ids(struct call *c, int real, int effective)
{
    for (unsigned i = 0; i < 3; i++)
        if (guest_put_uint(c, c->a[i], 4, (u32)(i == 0 ? real : effective)) != 0) return -EFAULT;
    return 0;
}

i64 sys_getresuid(struct call *c) { return put_ids(c, c->op->uid, c->op->euid); }
i64 sys_getresgid(struct call *c) { return put_ids(c, c->op->gid, c->op->egid); }

/* Ids cannot be changed to others than those we have; -1 leaves one as it is. */
static i64 keep_ids(const struct call *c, unsigned n, int real, int effective)
{
    for (unsigned i = 0; i < n; i++) {
        i64 id = (i64)c->a[i];
        if (id != -1 && id != real && id != effective) return -EPERM;
    }
    return 0;
}

/* Of one id -1 is none (Linux kernel/sys.c). */
static i64 keep_id(const struct call *c, int real, int effective) { return (i64)c->a[0] == -1 ? -EINVAL : keep_ids(c, 1, real, effective); }

i64 sys_setuid(struct call *c) { return keep_id(c, c->op->uid, c->op->euid); }
i64 sys_setreuid(struct call *c) { return keep_ids(c, 2, c->op->uid, c->op->euid); }
i64 sys_setresuid(struct call *c) { return keep_ids(c, 3, c->op->uid, c->op->euid); }
i64 sys_setgid(struct call *c) { return keep_id(c, c->op->gid, c->op->egid); }
i64 sys_setregid(struct call *c) { return keep_ids(c, 2, c->op->gid, c->op->egid); }
i64 sys_setresgid(struct call *c) { return keep_ids(c, 3, c->op->gid, c->op->egid); }

/* Nor can groups. */
i64 sys_setgroups(struct call *c) { return (void)c, -EPERM; }

i64 sys_getgroups(struct call *c)
{
    enum { MOST = 256 };
    gid_t host[MOST];
    u64 guest[MOST];
    int n = getgroups(MOST, host);
    if (n < 0) return -errno;
    if (c->a[0] == 0) return n;
    if ((i64)c->a[0] < n) return -EINVAL;
    for (int i = 0; i < n; i++) guest[i] = host[i];
    return guest_put_array(c, c->a[1], 4, guest, (unsigned)n) != 0 ? -EFAULT : n;
}
