/* kill(2) and its relatives. */
#include <errno.h>

#include "emu/os/calls.h"
#include "emu/os/process.h"
#include "emu/os/signals.h"

enum { CODE_USER = 0, CODE_TKILL = -6 };

static struct signal_info user_info(const struct call *c, u64 signo, int code)
{
    return (struct signal_info){
        .signo = (int)signo, .code = code, .fields = SIGF_KILL, .pid = c->op->pid, .uid = c->op->uid};
}

/* Whether there is such a signal, which is looked at when somebody has been found (Linux kernel/signal.c, check_kill_permission()). Signal 0 asks whether there
 * is anybody. */
static bool is_valid(const struct signal_info *info) { return !info->signo || signal_exists((u64)info->signo); }

/* A process that has ended can still be asked for, and takes no signals. */
static i64 send_one(struct os_process *op, const struct signal_info *info)
{
    if (!is_valid(info)) return -EINVAL;
    return !info->signo || op->zombie || signal_send(op, info) ? 0 : -EAGAIN;
}

/* To a group, or, with pgid -1, to all but the caller. */
static i64 send_group(struct call *c, i64 pgid, const struct signal_info *info)
{
    i64 r = -ESRCH;
    for (struct os_process *op = c->os->processes, *next; op; op = next) {
        next = op->next;
        if (pgid == -1 ? op == c->op : op->pgid != pgid) continue;
        i64 sent = send_one(op, info);
        if (r) r = sent;
    }
    return r;
}

static i64 send(struct call *c, i64 pid, const struct signal_info *info)
{
    if (pid == INIT_PID) return is_valid(info) ? -EPERM : -EINVAL;
    if (pid == 0) return send_group(c, c->op->pgid, info);
    if (pid < 0) return send_group(c, pid == -1 ? -1 : -pid, info);
    struct os_process *op = process_of_thread(c->os, pid);
    return op ? send_one(op, info) : -ESRCH;
}

i64 sys_kill(struct call *c)
{
    struct signal_info info = user_info(c, c->a[1], CODE_USER);
    return send(c, (i64)c->a[0], &info);
}

/* To a thread by its id; pid -1: of whatever process. Of one that has ended only the first is still there. */
static i64 send_thread(struct call *c, i64 pid, i64 tid, const struct signal_info *info)
{
    struct os_thread *ot = thread_find(c->os, tid);
    const struct os_process *op = process_of_thread(c->os, tid);
    if (!op || (pid != -1 && op->pid != pid)) return -ESRCH;
    if (!is_valid(info)) return -EINVAL;
    return !info->signo || !ot || signal_send_thread(ot, info) ? 0 : -EAGAIN;
}

i64 sys_tkill(struct call *c)
{
    struct signal_info info = user_info(c, c->a[1], CODE_TKILL);
    return (i64)c->a[0] <= 0 ? -EINVAL : send_thread(c, -1, (i64)c->a[0], &info);
}

i64 sys_tgkill(struct call *c)
{
    struct signal_info info = user_info(c, c->a[2], CODE_TKILL);
    return (i64)c->a[0] <= 0 || (i64)c->a[1] <= 0 ? -EINVAL : send_thread(c, (i64)c->a[0], (i64)c->a[1], &info);
}

/* siginfo_t of rt_sigqueueinfo to `id`: what the caller may choose is the value and, but for itself, a code that no kernel's signal
 * and no kill() has. */
static i64 read_info(struct call *c, u64 addr, i64 id, u64 signo, struct signal_info *info)
{
    u8 raw[SIGINFO_SIZE];
    bool be = guest_big_endian(c);
    const u8 *u = raw + (guest_word(c) == 8 ? 16 : 12);
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
    return (info->code >= 0 || info->code == CODE_TKILL) && id != c->t->tid ? -EPERM : 0;
}

i64 sys_rt_sigqueueinfo(struct call *c)
{
    struct signal_info info;
    i64 id = (i64)c->a[0], r = read_info(c, c->a[2], id, c->a[1], &info);
    return r ? r : id <= 0 ? -ESRCH : send(c, id, &info);
}

i64 sys_rt_tgsigqueueinfo(struct call *c)
{
    struct signal_info info;
    i64 pid = (i64)c->a[0], tid = (i64)c->a[1], r = read_info(c, c->a[3], tid, c->a[2], &info);
    if (r != -EFAULT && (pid <= 0 || tid <= 0)) return -EINVAL;
    return r ? r : send_thread(c, pid, tid, &info);
}
