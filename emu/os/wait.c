/* Waiting for children (wait(2)). */
#include <errno.h>
#include <sys/wait.h>

#include "emu/os/calls.h"
#include "emu/os/clock.h"
#include "emu/os/exit.h"
#include "emu/os/process.h"

struct wanted { /* which children a call waits for */
    enum { ANY, GROUP, ONE } kind;
    i64 id;
};

static bool fits(const struct os_process *child, const struct wanted *w)
{
    return w->kind == ANY || (w->kind == GROUP ? child->pgid : child->pid) == w->id;
}

/* The first child that has ended, in the order of their birth. 0 with *found NULL when none has yet and the call must
 * not sleep. */
static i64 find(struct call *c, const struct wanted *w, bool may_sleep, struct os_process **found)
{
    bool any = false;
    *found = NULL;
    for (struct os_process *child = c->os->processes; child; child = child->next) {
        if (child->ppid != c->op->pid || !fits(child, w)) continue;
        any = true;
        if (!child->zombie) continue;
        time_reaches(c->os, child->ended_at);
        *found = child;
        return 0;
    }
    if (!any) return -ECHILD;
    if (!may_sleep) return 0;
    if (c->interrupted) return -EINTR;
    call_sleep_for(c, c->op);
    return call_sleep(c, NEVER, true);
}

/* struct rusage, of which only the user time is known. */
static i64 put_usage(struct call *c, u64 addr, const struct os_process *child)
{
    enum { FIELDS = 18 };
    u64 ns = clock_ns(c->os, child->cycles_gone + child->cycles_children);
    u64 v[FIELDS] = {ns / NSEC, ns % NSEC / 1000};
    return addr ? guest_put_array(c, addr, guest_word(c), v, FIELDS) : 0;
}

static i64 do_wait(struct call *c, i64 pid, u64 status, u64 options, u64 usage)
{
    struct os_process *child;
    struct wanted w = {.kind = pid == -1 ? ANY
                               : pid > 0 ? ONE
                                         : GROUP,
                       .id = pid > 0    ? pid
                             : pid == 0 ? c->op->pgid
                                        : -pid};
    if (pid == INT32_MIN) return -ESRCH;
    i64 r = find(c, &w, !(options & WNOHANG), &child);
    if (r != 0 || !child) return r;
    if (status && guest_put_uint(c, status, 4, (u32)child->status) != 0) r = -EFAULT;
    if (r == 0) r = put_usage(c, usage, child);
    if (r == 0) r = child->pid;
    process_reap(c->op, child);
    return r;
}

i64 sys_wait4(struct call *c) { return do_wait(c, (i64)c->a[0], c->a[1], c->a[2], c->a[3]); }
i64 sys_waitpid(struct call *c) { return do_wait(c, (i64)c->a[0], c->a[1], c->a[2], 0); }

/* waitid fills in six ints of siginfo_t: signo, errno, code, and pid, uid, status of the union. */
static i64 put_info(struct call *c, u64 addr, const struct os_process *child)
{
    bool exited = child && !(child->status & 0x7f);
    u64 head[3] = {0}, body[3] = {0};
    if (!addr) return 0;
    if (child) {
        head[0] = (u64)signal_to_guest(c->os->abi, SIGCHLD);
        head[2] = exited ? CLD_EXITED : CLD_KILLED;
        body[0] = (u64)child->pid;
        body[1] = (u64)child->uid;
        body[2] = (u64)(exited ? child->status >> 8 : child->status);
    }
    if (guest_put_array(c, addr, 4, head, 3) != 0) return -EFAULT;
    return guest_put_array(c, addr + (guest_word(c) == 8 ? 16 : 12), 4, body, 3);
}

i64 sys_waitid(struct call *c)
{
    struct os_process *child;
    u64 options = c->a[3];
    struct wanted w = {.kind = c->a[0] == P_ALL ? ANY : c->a[0] == P_PID ? ONE : GROUP, .id = (i64)c->a[1]};
    if (c->a[0] > P_PGID || !(options & (WEXITED | WSTOPPED | WCONTINUED))) return -EINVAL;
    if (w.kind != ANY && w.id <= 0 && !(w.kind == GROUP && w.id == 0)) return -EINVAL;
    if (w.kind == GROUP && w.id == 0) w.id = c->op->pgid;
    i64 r = find(c, &w, !(options & WNOHANG) && (options & WEXITED), &child);
    if (r != 0) return r;
    if (!(options & WEXITED)) child = NULL;
    r = put_info(c, c->a[2], child);
    if (r == 0 && child) r = put_usage(c, c->a[4], child);
    if (r == 0 && child && !(options & WNOWAIT)) process_reap(c->op, child);
    return r;
}
