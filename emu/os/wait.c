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
    u64 options; /* WEXITED: those that have ended */
};

/* Children whose end is told by another signal than SIGCHLD are those of clone(), which __WCLONE means (wait(2)). */
static bool fits(const struct os_process *child, const struct wanted *w)
{
    bool cloned = child->exit_signal != signal_to_guest(child->os->abi, SIGCHLD);
    if (!(w->options & __WALL) && cloned != !!(w->options & __WCLONE)) return false;
    return w->kind == ANY || (w->kind == GROUP ? child->pgid : child->pid) == w->id;
}

/* The first child that has ended, in the order of their birth. 0 with *found NULL when none has yet and the call must
 * not sleep. Nobody stops or is continued here: who waits for that alone waits as long as there are children that could. */
static i64 find(struct call *c, const struct wanted *w, struct os_process **found)
{
    bool any = false;
    *found = NULL;
    for (struct os_process *child = c->os->processes; child; child = child->next) {
        if (child->ppid != c->op->pid || !fits(child, w)) continue;
        if (child->zombie && !(w->options & WEXITED)) continue;
        any = true;
        if (!child->zombie) continue;
        time_reaches(c->os, child->ended_at);
        *found = child;
        return 0;
    }
    if (!any) return -ECHILD;
    if (w->options & WNOHANG) return 0;
    if (c->interrupted) return -EINTR;
    call_sleep_for(c, c->op);
    return call_sleep(c, NEVER, true);
}

/* struct rusage, of which the user time and the memory are known. */
static i64 put_usage(struct call *c, u64 addr, const struct os_process *child)
{
    enum { MAXRSS = 4, FIELDS = 18 };
    u64 ns = clock_ns(c->os, child->cycles_gone + child->cycles_children);
    u64 v[FIELDS] = {ns / NSEC, ns % NSEC / 1000, [MAXRSS] = process_most_memory(child) / 1024};
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
                                        : -pid,
                       .options = options | WEXITED};
    if (pid == INT32_MIN) return -ESRCH;
    i64 r = find(c, &w, &child);
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

static i64 find_by_id(struct call *c, struct os_process **child)
{
    struct wanted w = {.kind = c->a[0] == P_ALL ? ANY : c->a[0] == P_PID ? ONE : GROUP, .id = (i64)c->a[1], .options = c->a[3]};
    const u64 events = WEXITED | WSTOPPED | WCONTINUED, known = events | WNOHANG | WNOWAIT | __WNOTHREAD | __WCLONE | __WALL;
    *child = NULL;
    if (c->a[0] > P_PGID || !(w.options & events) || w.options & ~known) return -EINVAL;
    if (w.kind != ANY && w.id <= 0 && !(w.kind == GROUP && w.id == 0)) return -EINVAL;
    if (w.kind == GROUP && w.id == 0) w.id = c->op->pgid;
    return find(c, &w, child);
}

/* The child is gone, whether there is room for what is told of it or not; and where nothing is, that is told (Linux kernel/exit.c). */
i64 sys_waitid(struct call *c)
{
    struct os_process *child;
    i64 found = find_by_id(c, &child), r = 0;
    if (found == CALL_WAIT) return found;
    if (child) r = put_usage(c, c->a[4], child);
    if (r == 0) r = put_info(c, c->a[2], child);
    if (child && !(c->a[3] & WNOWAIT)) process_reap(c->op, child);
    return r ? r : found;
}
