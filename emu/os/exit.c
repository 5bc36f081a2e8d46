#include "emu/os/exit.h"

#include <errno.h>
#include <stdio.h>
#include <unistd.h>

#include "emu/core/calls.h"
#include "emu/core/engine.h"
#include "emu/os/calls.h"
#include "emu/os/clock.h"
#include "emu/os/futex.h"
#include "emu/os/process.h"
#include "emu/os/signals.h"

/* --- threads ------------------------------------------------------------------------------------------------------ */

void vfork_release(struct os_process *op)
{
    struct os_thread *parent = op->vfork_parent;
    op->vfork_parent = NULL;
    if (!parent) return;
    parent->vfork_done = true;
    thread_wake(parent);
}

/* A call that the kernel makes for itself in the name of a thread. */
static struct call call_of(struct os_thread *ot)
{
    return (struct call){.os = ot->op->os, .op = ot->op, .ot = ot, .p = ot->t->process, .t = ot->t};
}

void thread_leaves_memory(struct os_thread *ot)
{
    struct call c = call_of(ot);
    futex_give_up(&c);
    /* The word is cleared only where somebody else can see it (Linux kernel/fork.c, mm_release). */
    if (ot->clear_child_tid && (ot->op->threads > 1 || ot->t->process->os->users > 1) &&
        guest_put_uint(&c, ot->clear_child_tid, 4, 0) == 0)
        futex_wake_at_end(&c, ot->clear_child_tid);
    ot->clear_child_tid = ot->robust_size = 0;
}

void thread_end(struct os_thread *ot)
{
    thread_leaves_memory(ot);
    for (struct os_process *op = ot->op->os->processes; op; op = op->next)
        if (op->vfork_parent == ot) op->vfork_parent = NULL;
    thread_remove(ot);
}

/* --- processes ---------------------------------------------------------------------------------------------------- */

u64 process_most_memory(const struct os_process *op)
{
    return op->memory_at_end > op->memory_children ? op->memory_at_end : op->memory_children;
}

void process_reap(struct os_process *parent, struct os_process *child)
{
    if (parent) {
        u64 most = process_most_memory(child);
        parent->cycles_children += child->cycles_gone + child->cycles_children;
        if (parent->memory_children < most) parent->memory_children = most;
    }
    process_free(child);
}

/* Children outlive their parent under init, which asks for each of them at once. */
static void leave_children(struct os_process *op)
{
    for (struct os_process *child = op->os->processes, *next; child; child = next) {
        next = child->next;
        if (child->ppid != op->pid) continue;
        struct signal_info info = {.signo = child->death_signal, .fields = SIGF_KILL, .pid = op->pid, .uid = op->uid};
        child->ppid = INIT_PID;
        if (child->zombie) process_reap(NULL, child);
        else if (child->death_signal) signal_send(child, &info);
    }
}

/* SIGCHLD, or what clone() asked for. A parent that ignores it does not want to know: the child is gone at once. */
static void tell_parent(struct os_process *op)
{
    struct os *os = op->os;
    struct os_process *parent = op->ppid == INIT_PID ? NULL : process_find(os, op->ppid);
    int chld = signal_to_guest(os->abi, SIGCHLD);
    if (!parent) {
        process_reap(NULL, op);
        return;
    }
    const struct signal_action *action = &parent->action[chld];
    int signo = op->parent_programs == parent->programs ? op->exit_signal : chld; /* another program has not asked for another signal */
    bool ignored = signo == chld && action->handler == HANDLER_IGNORE;
    bool wanted = signo != chld || !(ignored || action->flags & os->abi->sa.nocldwait);
    bool exited = !(op->status & 0x7f);
    struct signal_info info = {
        .signo = signo,
        .code = exited ? CLD_EXITED : CLD_KILLED,
        .fields = SIGF_CHILD,
        .pid = op->pid,
        .uid = op->uid,
        .status = exited ? op->status >> 8 : op->status,
        .utime = clock_ticks(os, op->cycles_gone),
    };
    if (!ignored && signal_exists((u64)signo)) signal_send(parent, &info);
    os_wake(os, parent);
    if (!wanted) process_reap(NULL, op); /* nor does what it has used count (getrusage(2)) */
}

/* A process ends with all its threads: its descriptors are closed, its children go to init, its parent is told. The first
 * process's end becomes the result of the run. */
static void end_process(struct os_process *op, const struct os_result *how)
{
    struct os *os = op->os;
    const struct profiling *f = os->machine->profiling;
    op->status = how->end == OS_EXIT ? how->code << 8 : how->guest_signal;
    for (struct os_thread *ot = os->threads, *next; ot; ot = next) {
        next = ot->next;
        if (ot->op != op) continue;
        op->memory_at_end = ot->t->process->mem.mapped;
        thread_end(ot);
    }
    vfork_release(op);
    fd_close_all(&op->fds, false);
    if (op->cwd_fd >= 0) close(op->cwd_fd);
    op->cwd_fd = -1;
    signal_queue_free(&op->pending);
    leave_children(op);
    if (op == os->first) {
        os->first_end = *how;
        os->first = NULL;
    } else {
        image_leave(os, op->image, how);
        if (f) f->end(f->ctx, op->pid);
    }
    op->image = NULL;
    op->zombie = true;
    op->ended_at = os->machine->now;
    tell_parent(op);
}

static void note_caller(struct os_result *how, u64 from)
{
    if (how->callers < OS_CALLERS) how->caller[how->callers++] = from;
    else how->deeper++;
}

/* Where the fault is: a call or return in whose delay slot the thread stands has been noted, but is not over, which its time
 * says, or, where the slot waited for memory, that the pc is still in the function that made it. */
static const struct context *where_at_fault(const struct call_stack *calls, const struct thread *t, u64 pc)
{
    u64 function = contexts_function(calls->contexts, pc);
    bool behind = t->cycles <= calls->cycles && function != contexts_function(calls->contexts, calls_at(calls)->to) &&
                  function == contexts_function(calls->contexts, calls_before(calls)->to);
    return behind ? calls_before(calls) : calls_where(calls, t->cycles);
}

/* Which calls the thread is in. */
static void note_callers(struct os_result *how, const struct thread *t)
{
    const struct call_stack *calls = t->engine->calls;
    if (!calls) return;
    const struct context *where = where_at_fault(calls, t, how->pc), *up = where;
    how->chain = true;
    while (up && up != calls_at(calls)) up = up->parent;
    for (; up && where != up; where = where->parent) note_caller(how, where->from); /* it has not returned yet */
    for (size_t i = calls_depth(calls); i-- > 0;)
        if (up || i + 1 < calls_depth(calls)) note_caller(how, calls_arc(calls_open(calls, i))->from);
}

void os_place(const struct thread *t, u64 pc, struct os_result *how)
{
    how->pc = pc;
    note_callers(how, t);
}

void os_fault_place(const struct thread *t, struct os_result *how)
{
    how->addr = t->stop.addr;
    os_place(t, t->stop.pc, how);
}

void process_kill(struct thread *t, const struct signal_info *info)
{
    struct os_process *op = t->os->op;
    bool fault = info->fields == SIGF_FAULT;
    char buffer[8];
    struct os_result how = {
        .end = OS_SIGNAL,
        .host_signal = signal_to_host(op->os->abi, info->signo),
        .guest_signal = info->signo,
    };
    if (fault) os_fault_place(t, &how);
    if (fault && info->addr != signal_fault_address(t)) how.addr = info->addr; /* another one than the processor's */
    snprintf(how.signal, sizeof how.signal, "%s", signal_name(op->os->abi, info->signo, buffer));
    end_process(op, &how);
}

/* --- system calls ------------------------------------------------------------------------------------------------- */

static i64 exit_group(struct call *c, int code)
{
    end_process(c->op, &(struct os_result){.end = OS_EXIT, .code = code});
    return CALL_GONE;
}

i64 sys_exit_group(struct call *c) { return exit_group(c, (int)(c->a[0] & 0xff)); }

/* One thread. The code of the first one is that of the process, when no exit_group() gives another. */
i64 sys_exit(struct call *c)
{
    int code = (int)(c->a[0] & 0xff);
    if (c->t->tid == c->op->pid) c->op->status = code << 8;
    if (c->op->threads == 1) return exit_group(c, c->op->status >> 8);
    thread_end(c->ot);
    return CALL_GONE;
}
