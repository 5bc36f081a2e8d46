/* fork, vfork, clone (clone(2)). clone3 does not exist here: C libraries fall back to clone. */
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdlib.h>
#include <unistd.h>

#include "emu/core/data.h"
#include "emu/os/calls.h"
#include "emu/os/exit.h"
#include "emu/os/limits.h"
#include "emu/os/policy.h"
#include "emu/os/process.h"
#include "emu/os/signals.h"
#include "emu/os/thread_name.h"

/* Namespaces, pidfds and tracers are not to be had. */
static const u64 refused = CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID |
                           CLONE_NEWNET | CLONE_PIDFD | CLONE_PTRACE;
/* What threads of a process share here, and processes do not. */
static const u64 of_thread = CLONE_FS | CLONE_FILES | CLONE_SIGHAND;

struct clone_request {
    u64 flags, stack, stack_size, parent_tid, child_tid, tls;
};

/* A process like this one, in the address space p. */
static struct os_process *copy_process(const struct os_process *op, struct process *p, int pid,
                                       const struct clone_request *q)
{
    struct fd_table fds;
    if (fd_copy(&fds, &op->fds) != 0) return NULL;
    struct os_process *child = malloc(sizeof *child);
    int cwd_fd = op->cwd_fd < 0 ? -1 : fcntl(op->cwd_fd, F_DUPFD_CLOEXEC, 0);
    if (!child || (cwd_fd < 0 && op->cwd_fd >= 0)) {
        if (cwd_fd >= 0) close(cwd_fd);
        free(child);
        fd_close_all(&fds, false);
        return NULL;
    }
    *child = *op;
    child->fds = fds;
    child->next = NULL;
    child->image = p;
    child->pid = pid;
    child->ppid = q->flags & CLONE_PARENT ? op->ppid : op->pid;
    child->exit_signal = q->flags & CLONE_PARENT ? op->exit_signal : (int)(q->flags & CSIGNAL);
    child->parent_programs = q->flags & CLONE_PARENT ? op->parent_programs : op->programs;
    child->threads = 0;
    child->status = child->death_signal = 0;
    child->has_execed = false;
    child->cycles_gone = child->cycles_children = child->memory_children = 0;
    child->vfork_parent = NULL;
    child->pending = (struct signal_queue){.budget = op->pending.budget};
    child->cwd_fd = cwd_fd;
    for (int i = 0; i < ITIMERS; i++) child->itimer[i] = (struct timer){.expiry = NEVER};
    memset(child->posix_timer, 0, sizeof child->posix_timer);
    process_add(op->os, child);
    return child;
}

/* The address space of a child of its own: a copy. */
static struct process *copy_image(struct call *c, int pid)
{
    struct error e;
    struct process *p = image_new(c->os, pid, NULL, &e);
    if (!p) return NULL;
    struct os_image *to = p->os;
    const struct os_image *from = c->p->os;
    to->brk_start = from->brk_start;
    to->brk = from->brk;
    to->stack_low = from->stack_low;
    to->stack_high = from->stack_high;
    if (image_copy_names(to, from) != 0 || mem_fork(&p->mem, &c->p->mem) != 0) {
        image_discard(c->os, p);
        return NULL;
    }
    const struct data_hook *h = c->os->machine->data;
    if (h) h->forked(h->ctx, c->p, p);
    return p;
}

/* What a new thread takes over, and what the flags say of it. */
static void set_up(struct call *c, struct thread *child, const struct clone_request *q)
{
    const struct abi *abi = c->p->isa->abi;
    struct os_thread *ot = child->os;
    child->stop = c->t->stop;
    thread_name_inherit(ot, c->ot);
    ot->sigmask = c->ot->sigmask;
    ot->policy = policy_of_child(&c->ot->policy);
    ot->timer_slack = ot->first_slack = c->ot->timer_slack;
    ot->altstack_flags = ALTSTACK_DISABLED;
    if (!(q->flags & CLONE_VM) || (q->flags & CLONE_VFORK)) {
        ot->altstack_sp = c->ot->altstack_sp;
        ot->altstack_size = c->ot->altstack_size;
        ot->altstack_flags = c->ot->altstack_flags;
    }
    if (q->stack) abi->set_stack(child, q->stack, q->stack_size);
    if (q->flags & CLONE_SETTLS) abi->set_tls(child, q->tls);
    if (q->flags & CLONE_CHILD_CLEARTID) ot->clear_child_tid = q->child_tid;
    abi->syscall_return(child, 0, false);
    struct call in_child = {.os = c->os, .p = child->process, .t = child, .ot = ot};
    if (q->flags & CLONE_PARENT_SETTID) guest_put_uint(c, q->parent_tid, 4, (u32)child->tid);
    if (q->flags & CLONE_CHILD_SETTID) guest_put_uint(&in_child, q->child_tid, 4, (u32)child->tid);
}

static i64 new_thread(struct call *c, const struct clone_request *q)
{
    struct error e;
    struct thread *t = thread_new(c->op, c->p, next_id(c->os), c->t, &e);
    if (!t) return -EAGAIN;
    set_up(c, t, q);
    return t->tid;
}

static i64 new_process(struct call *c, const struct clone_request *q)
{
    struct error e;
    const struct profiling *f = c->os->machine->profiling;
    int pid = next_id(c->os);
    struct process *p = q->flags & CLONE_VM ? c->p : copy_image(c, pid);
    if (!p) return -ENOMEM;
    if (q->flags & CLONE_VM) p->os->users++;
    bool no_room = f && f->fork(f->ctx, c->t, pid) != 0;
    struct os_process *child = no_room ? NULL : copy_process(c->op, p, pid, q);
    struct thread *t = child ? thread_new(child, p, pid, c->t, &e) : NULL;
    if (!t) {
        image_discard(c->os, p);
        if (child) process_free(child);
        if (f) f->end(f->ctx, pid);
        return no_room ? -ENOMEM : -EAGAIN;
    }
    set_up(c, t, q);
    if (!(q->flags & CLONE_VFORK)) return pid;
    child->vfork_parent = c->ot;
    c->ot->vfork_child = pid;
    c->ot->vfork_done = false;
    c->ot->wait.killable = true;
    return call_sleep(c, NEVER, false);
}

/* The parent of a vfork wakes, or dies. */
static i64 after_vfork(struct call *c)
{
    if (!c->ot->vfork_done && !c->interrupted) return call_sleep(c, NEVER, false);
    c->ot->wait.killable = false;
    return c->ot->vfork_done ? c->ot->vfork_child : -EINTR;
}

static i64 do_clone(struct call *c, const struct clone_request *q)
{
    if (c->ot->wait.started) return after_vfork(c);
    bool thread = q->flags & CLONE_THREAD;
    if (q->flags & CLONE_FS && q->flags & (CLONE_NEWNS | CLONE_NEWUSER)) return -EINVAL;
    if (q->flags & refused) return q->flags & (CLONE_PIDFD | CLONE_PTRACE) ? -EINVAL : -EPERM;
    if (thread && (q->flags & of_thread) != of_thread) return -EINVAL;
    if ((q->flags & CLONE_SIGHAND) && !(q->flags & CLONE_VM)) return -EINVAL;
    if (!thread && (q->flags & of_thread)) return -EINVAL; /* no table is shared by two processes */
    if (!limits_task(c->os)) return -EAGAIN;
    return thread ? new_thread(c, q) : new_process(c, q);
}

i64 sys_clone(struct call *c)
{
    bool tls_first = c->entry->variant & V_TLS_FIRST, sized = c->entry->variant & V_STACK_SIZE;
    const u64 *rest = c->a + (sized ? 3 : 2);
    struct clone_request q = {.flags = c->a[0],
                              .stack = c->a[1],
                              .stack_size = sized ? c->a[2] : 0,
                              .parent_tid = rest[0],
                              .child_tid = rest[tls_first ? 2 : 1],
                              .tls = rest[tls_first ? 1 : 2]};
    return do_clone(c, &q);
}

i64 sys_fork(struct call *c)
{
    return do_clone(c, &(struct clone_request){.flags = (u64)signal_to_guest(c->os->abi, SIGCHLD)});
}

i64 sys_vfork(struct call *c)
{
    u64 flags = (u64)signal_to_guest(c->os->abi, SIGCHLD) | CLONE_VFORK | CLONE_VM;
    return do_clone(c, &(struct clone_request){.flags = flags});
}
