/* kill(2) and its relatives. */
#include <errno.h>

#include "emu/os/calls.h"
#include "emu/os/process.h"
#include "emu/os/signals.h"

enum { CODE_USER = 0, CODE_TKILL = -6, INIT_PID = 1 };

static struct signal_info user_info(const struct call *c, u64 signo, int code)
{
    return (struct signal_info){
        .signo = (int)signo, .code = code, .fields = SIGF_KILL, .pid = c->op->pid, .uid = c->op->uid};
}

/* A process that has ended can still be asked for, and takes no signals. */
static i64 send_one(struct os_process *op, const struct signal_info *info)
{
    return !info->signo || op->zombie || signal_send(op, info) ? 0 : -EAGAIN;
}

/* To a group, or, with pgid -1, to all but the caller. */
static i64 send_group(struct call *c, i64 pgid, const struct signal_info *info)
{
    bool any = false;
    for (struct os_process *op = c->os->processes, *next; op; op = next) {
        next = op->next;
        if (pgid == -1 ? op == c->op : op->pgid != pgid) continue;
        any = true;
        send_one(op, info);
    }
    return any ? 0 : -ESRCH;
}

static i64 send(struct call *c, i64 pid, const struct signal_info *info)
{
    if (pid == INIT_PID) return -EPERM;
    if (pid == 0) return send_group(c, c->op->pgid, info);
    if (pid < 0) return send_group(c, pid == -1 ? -1 : -pid, info);
    struct os_process *op = process_find(c->os, pid);
    if (!op) return -ESRCH;
    return send_one(op, info);
}

i64 sys_kill(struct call *c)
{
    if (c->a[1] != 0 && !signal_exists(c->a[1])) return -EINVAL;
    struct signal_info info = user_info(c, c->a[1], CODE_USER);
    return send(c, (i64)c->a[0], &info);
}

/* A thread by its id; pid -1: of whatever process. */
static struct os_thread *target(const struct call *c, i64 pid, i64 tid)
{
    struct os_thread *ot = thread_find(c->os, tid);
    return ot && (pid == -1 || ot->op->pid == pid) ? ot : NULL;
}

static i64 send_thread(struct call *c, i64 pid, i64 tid, u64 signo)
{
    if (pid == 0 || pid < -1 || tid <= 0 || (signo != 0 && !signal_exists(signo))) return -EINVAL;
    struct os_thread *ot = target(c, pid, tid);
    if (!ot) return -ESRCH;
    struct signal_info info = user_info(c, signo, CODE_TKILL);
    return !info.signo || signal_send_thread(ot, &info) ? 0 : -EAGAIN;
}

i64 sys_tkill(struct call *c) { return send_thread(c, -1, (i64)c->a[0], c->a[1]); }

i64 sys_tgkill(struct call *c)
{
    return (i64)c->a[0] <= 0 ? -EINVAL : send_thread(c, (i64)c->a[0], (i64)c->a[1], c->a[2]);
}

/* siginfo_t of rt_sigqueueinfo: what the caller may choose is the code (negative) and the value. */
static i64 read_info(struct call *c, u64 addr, u64 signo, struct signal_info *info)
{
    u8 raw[SIGINFO_SIZE];
    bool be = guest_big_endian(c);
    const u8 *u = raw + (guest_word(c) == 8 ? 16 : 12);
    if (signo && !signal_exists(signo)) return -EINVAL; /* 0: whether there is anybody */
    if (guest_get(c, addr, raw, sizeof raw) != 0) return -EFAULT;
    *info = (struct signal_info){
        .signo = (int)signo,
        .err = (int)field_get(be, raw + 4, 4),
        .code = (int)field_get(be, raw + 8, 4),
        .fields = SIGF_RT,
        .pid = (int)field_get(be, u, 4),
        .uid = (int)field_get(be, u + 4, 4),
        .value = field_get(be, u + 8, guest_word(c)),
    };
    return 0;
}

i64 sys_rt_sigqueueinfo(struct call *c)
{
    struct signal_info info;
    i64 r = read_info(c, c->a[2], c->a[1], &info);
    return r == 0 ? send(c, (i64)c->a[0], &info) : r;
}

i64 sys_rt_tgsigqueueinfo(struct call *c)
{
    struct signal_info info;
    i64 r = read_info(c, c->a[3], c->a[2], &info);
    if (r != 0) return r;
    struct os_thread *ot = target(c, (i64)c->a[0], (i64)c->a[1]);
    if (!ot) return -ESRCH;
    return !info.signo || signal_send_thread(ot, &info) ? 0 : -EAGAIN;
}
