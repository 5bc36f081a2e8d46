#include "emu/os/signals.h"

#include <errno.h>
#include <stdlib.h>

#include "emu/core/alloc.h"
#include "emu/os/calls.h"
#include "emu/os/clock.h"
#include "emu/os/exit.h"

enum { CODE_USER = 0 };

static u64 bit(int signo) { return (u64)1 << (signo - 1); }

static u64 bits_of(const struct os *os, const int *host, size_t n)
{
    u64 set = 0;
    for (size_t i = 0; i < n; i++) set |= bit(signal_to_guest(os->abi, host[i]));
    return set;
}

/* All signals that a thread may not block. */
static u64 unblockable(const struct os *os)
{
    static const int host[] = {SIGKILL, SIGSTOP};
    return bits_of(os, host, ARRAY_LEN(host));
}

/* Signals whose default is to do nothing (signal(7)). */
static bool does_nothing(const struct os *os, int signo)
{
    static const int host[] = {SIGCHLD, SIGURG, SIGWINCH, SIGCONT};
    return bits_of(os, host, ARRAY_LEN(host)) & bit(signo);
}

static const int stopping[] = {SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU};

/* And those that stop: nobody could continue us. */
static bool default_ignores(const struct os *os, int signo)
{
    return does_nothing(os, signo) || bits_of(os, stopping, ARRAY_LEN(stopping)) & bit(signo);
}

static bool is_ignored(const struct os_process *op, int signo)
{
    u64 h = op->action[signo].handler;
    return h == HANDLER_IGNORE || (h == HANDLER_DEFAULT && default_ignores(op->os, signo));
}

/* --- queues ------------------------------------------------------------------------------------------------------- */

/* False: there are too many. A standard signal always finds its place, for it is pending once. */
static bool enqueue(struct signal_queue *q, const struct signal_info *info)
{
    if (info->signo < 32 && (q->set & bit(info->signo))) return true;
    if (info->signo >= 32 && (q->length >= SIGNALS_MOST || !mem_room(q->budget, sizeof(struct signal_node)))) return false;
    struct signal_node *node = alloc_zeroed(1, sizeof *node), **at = &q->head;
    *node = (struct signal_node){.info = *info};
    while (*at) at = &(*at)->next;
    *at = node;
    q->length++;
    if (q->budget) q->budget->used += sizeof *node;
    q->set |= bit(info->signo);
    return true;
}

/* Takes the first of that number; the bit stays while another one waits. */
static void dequeue(struct signal_queue *q, int signo, struct signal_info *info)
{
    struct signal_node **at = &q->head;
    while ((*at)->info.signo != signo) at = &(*at)->next;
    struct signal_node *node = *at;
    *info = node->info;
    *at = node->next;
    free(node);
    q->length--;
    mem_give(q->budget, sizeof *node);
    q->set &= ~bit(signo);
    for (node = q->head; node; node = node->next) q->set |= bit(node->info.signo);
}

struct signal_info *signal_of_timer(struct signal_queue *q, int timer)
{
    for (struct signal_node *node = q->head; node; node = node->next)
        if (node->info.fields == SIGF_TIMER && !node->info.deleted && node->info.timer == timer) return &node->info;
    return NULL;
}

/* None of the set is pending there any longer. */
static void drop(struct signal_queue *q, u64 set)
{
    struct signal_info gone;
    while (q->set & set) dequeue(q, __builtin_ctzll(q->set & set) + 1, &gone);
}

void signal_queue_free(struct signal_queue *q) { drop(q, UINT64_MAX); }

/* Of these, the one to be delivered first: one of the thread's own (Linux kernel/signal.c, dequeue_signal()), and of these a fault, for its frame
 * must be the outermost one of the instruction that failed. */
static int first_of(const struct thread *t, u64 found)
{
    static const int host[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE, SIGSYS};
    u64 own = found & t->os->pending.set, synchronous = own & bits_of(t->os->op->os, host, ARRAY_LEN(host));
    if (own) found = own;
    return __builtin_ctzll(synchronous ? synchronous : found) + 1;
}

/* Takes a pending signal of the set (bit n-1: signal n) off the queues. False when there is none. */
static bool take(struct thread *t, u64 set, struct signal_info *info)
{
    struct signal_queue *own = &t->os->pending, *all = &t->os->op->pending;
    u64 found = (own->set | all->set) & set;
    if (!found) return false;
    int signo = first_of(t, found);
    dequeue(own->set & bit(signo) ? own : all, signo, info);
    if (info->fields == SIGF_TIMER && !info->deleted) t->os->op->posix_timer[info->timer].overrun = info->overrun;
    return true;
}

/* None of the set is pending any longer, of the process or of its threads. */
static void forget(struct os_process *op, u64 set)
{
    drop(&op->pending, set);
    for (struct os_thread *ot = op->os->threads; ot; ot = ot->next)
        if (ot->op == op) drop(&ot->pending, set);
}

/* --- sending ------------------------------------------------------------------------------------------------------ */

/* What is to continue a process takes the place of what is to stop it, and the other way round, blocked or not (Linux kernel/signal.c, prepare_signal()). */
static void prepare(struct os_process *op, int signo)
{
    u64 stops = bits_of(op->os, stopping, ARRAY_LEN(stopping)), cont = bit(signal_to_guest(op->os->abi, SIGCONT));
    if (bit(signo) & cont) forget(op, stops);
    if (bit(signo) & stops) forget(op, cont);
}

/* An ignored signal that is blocked stays pending: sigtimedwait may want it. */
static bool dropped(const struct os_thread *ot, const struct signal_info *info)
{
    return is_ignored(ot->op, info->signo) && !(ot->sigmask & bit(info->signo));
}

static bool send_to(struct os *os, struct signal_queue *q, const struct signal_info *info)
{
    struct signal_info timed = *info;
    timed.at = os->machine->now;
    return enqueue(q, &timed);
}

/* The first thread that does not block it is woken; when all do, the first, which may wait for it. */
bool signal_send(struct os_process *op, const struct signal_info *info)
{
    struct os_thread *first = NULL, *chosen = NULL;
    prepare(op, info->signo);
    for (struct os_thread *ot = op->os->threads; ot && !chosen; ot = ot->next) {
        if (ot->op != op) continue;
        if (!first) first = ot;
        if (!(ot->sigmask & bit(info->signo)) || ot->wait.signals & bit(info->signo)) chosen = ot;
    }
    if (!chosen) chosen = first;
    if (!chosen || dropped(chosen, info)) return true;
    if (!send_to(op->os, &op->pending, info)) return false;
    thread_wake(chosen);
    return true;
}

bool signal_send_thread(struct os_thread *ot, const struct signal_info *info)
{
    prepare(ot->op, info->signo);
    if (dropped(ot, info)) return true;
    if (!send_to(ot->op->os, &ot->pending, info)) return false;
    thread_wake(ot);
    return true;
}

void signal_of_own(struct call *c, int host_signal)
{
    struct signal_info info = {.signo = signal_to_guest(c->os->abi, host_signal), .pid = c->op->pid, .uid = c->op->uid};
    signal_send_thread(c->ot, &info);
}

static void force(struct thread *t, int host_signal, int code, u64 addr, const struct fault_details *details)
{
    struct os_process *op = t->os->op;
    int signo = signal_to_guest(op->os->abi, host_signal);
    struct signal_action *action = &op->action[signo];
    if (action->handler == HANDLER_IGNORE || (t->os->sigmask & bit(signo))) action->handler = HANDLER_DEFAULT;
    t->os->sigmask &= ~bit(signo);
    struct signal_info info = {.signo = signo, .code = code, .fields = SIGF_FAULT, .addr = addr, .fault = *details};
    enqueue(&t->os->pending, &info);
}

void signal_force(struct thread *t, int host_signal, int code, u64 addr) { force(t, host_signal, code, addr, &(struct fault_details){0}); }

static int fp_code(enum fp_code code)
{
    enum { DECIMAL_OVERFLOW = 9, DECIMAL_DIVZERO, DECIMAL_ERROR, BAD_ASCII, BAD_DECIMAL }; /* asm-generic/siginfo.h */
    static const int codes[] = {
        [FPC_INVALID] = FPE_FLTINV, [FPC_DIVZERO] = FPE_FLTDIV, [FPC_OVERFLOW] = FPE_FLTOVF,
        [FPC_UNDERFLOW] = FPE_FLTUND, [FPC_INEXACT] = FPE_FLTRES, [FPC_UNIMPLEMENTED] = FPE_FLTINV,
        [FPC_BOUNDS] = FPE_FLTSUB, [FPC_DECIMAL_OVERFLOW] = DECIMAL_OVERFLOW, [FPC_DECIMAL_DIVZERO] = DECIMAL_DIVZERO,
        [FPC_DECIMAL_ERROR] = DECIMAL_ERROR, [FPC_BAD_ASCII] = BAD_ASCII, [FPC_BAD_DECIMAL] = BAD_DECIMAL,
    };
    return codes[code];
}

u64 signal_fault_address(const struct thread *t)
{
    const struct abi *abi = t->process->isa->abi;
    return abi->fault_address ? abi->fault_address(t) : t->stop.addr;
}

void signal_fault(struct thread *t, bool told)
{
    /* si_code values that the host's headers do not name on every C library (Linux asm-generic/siginfo.h). */
    enum { LINUX_FPE_CONDTRAP = 15, LINUX_ILL_BREAK = 10, LINUX_ILL_BNDMOD = 11, LINUX_SEGV_PSTKOVF = 4 };
    static const struct { int signal, code; } table[] = {
        [FAULT_UNMAPPED] = {SIGSEGV, SEGV_MAPERR}, [FAULT_RIGHTS] = {SIGSEGV, SEGV_ACCERR},
        [FAULT_BUS] = {SIGBUS, BUS_ADRERR}, [FAULT_UNALIGNED] = {SIGBUS, BUS_ADRALN},
        [FAULT_ILLEGAL] = {SIGILL, ILL_ILLOPC}, [FAULT_PRIV_OP] = {SIGILL, ILL_PRVOPC},
        [FAULT_PRIV_REG] = {SIGILL, ILL_PRVREG}, [FAULT_BREAK] = {SIGTRAP, TRAP_BRKPT},
        [FAULT_OVERFLOW] = {SIGFPE, FPE_INTOVF}, [FAULT_CONDITIONAL] = {SIGFPE, LINUX_FPE_CONDTRAP},
        [FAULT_DIVIDE] = {SIGFPE, FPE_INTDIV}, [FAULT_FP] = {SIGFPE, 0}, [FAULT_FP_DISABLED] = {SIGILL, ILL_COPROC},
        [FAULT_TAKEN_BRANCH] = {SIGTRAP, TRAP_BRANCH}, [FAULT_NAT] = {SIGILL, ILL_ILLOPN},
        [FAULT_BAD_BREAK] = {SIGILL, LINUX_ILL_BREAK}, [FAULT_BUNDLE_BREAK] = {SIGILL, LINUX_ILL_BNDMOD}, [FAULT_STACK_BREAK] = {SIGSEGV, LINUX_SEGV_PSTKOVF},
        [FAULT_GENERAL] = {SIGILL, SI_KERNEL},
    };
    enum fault_kind kind = t->stop.fault;
    force(t, table[kind].signal, kind == FAULT_FP ? fp_code(t->stop.code) : table[kind].code, signal_fault_address(t), &t->stop.details);
    if (told) t->os->told = signal_to_guest(t->os->op->os->abi, table[kind].signal);
}

/* --- delivering --------------------------------------------------------------------------------------------------- */

/* Drops what is pending, not blocked and ignored; the set of the rest. */
static u64 deliverable(struct thread *t)
{
    u64 set = (t->os->pending.set | t->os->op->pending.set) & ~t->os->sigmask;
    struct signal_info dropped;
    for (int s = 1; s <= GUEST_SIGNALS; s++) {
        if (!(set & bit(s)) || !is_ignored(t->os->op, s)) continue;
        while (take(t, bit(s), &dropped)) continue;
        set &= ~bit(s);
    }
    return set;
}

enum signal_effect signal_next(struct thread *t)
{
    const struct os_process *op = t->os->op;
    u64 set = deliverable(t);
    if (!set) return EFFECT_NONE;
    const struct signal_action *a = &op->action[first_of(t, set)];
    if (a->handler == HANDLER_DEFAULT) return EFFECT_FATAL;
    return a->flags & op->os->abi->sa.restart ? EFFECT_RESTART : EFFECT_HANDLER;
}

/* siginfo_t as the guest has it, SIGINFO_SIZE bytes. */
static void pack_info(const struct call *c, const struct signal_info *info, u8 *out)
{
    /* Linux asm-generic/siginfo.h: three ints, then the union, aligned as a long. */
    bool be = guest_big_endian(c);
    unsigned word = guest_word(c);
    u8 *u = out + (word == 8 ? 16 : 12);
    memset(out, 0, SIGINFO_SIZE);
    field_put(be, out, 4, (u32)info->signo);
    field_put(be, out + 4, 4, (u32)info->err);
    field_put(be, out + 8, 4, (u32)info->code);
    if (info->fields == SIGF_FAULT) {
        field_put(be, u, word, info->addr);
        if (c->os->abi->fault_details) { /* Linux, arch/ia64/include/uapi/asm/siginfo.h */
            field_put(be, u + 8, 4, info->fault.number);
            field_put(be, u + 12, 4, info->fault.has_syndrome); /* __ISR_VALID */
            field_put(be, u + 16, 8, info->fault.syndrome);
        }
    } else if (info->fields == SIGF_TIMER) {
        field_put(be, u, 4, (u32)info->timer);
        field_put(be, u + 4, 4, (u32)info->overrun);
        field_put(be, u + 8, word, info->value);
    } else {
        field_put(be, u, 4, (u32)info->pid);
        field_put(be, u + 4, 4, (u32)info->uid);
        if (info->fields == SIGF_RT) field_put(be, u + 8, word, info->value);
        if (info->fields == SIGF_CHILD) {
            field_put(be, u + 8, 4, (u32)info->status);
            field_put(be, u + (word == 8 ? 16 : 12), word, info->utime);
            field_put(be, u + (word == 8 ? 24 : 16), word, info->stime);
        }
    }
}

/* True when sp lies on the alternate stack. */
static bool on_altstack(const struct os_thread *ot, u64 sp)
{
    return ot->altstack_size && !(ot->altstack_flags & ALTSTACK_AUTODISARM) && sp - ot->altstack_sp < ot->altstack_size;
}

static i64 altstack_set(struct os_thread *ot, bool on, u64 sp, u64 flags, u64 size)
{
    u64 mode = flags & ~ALTSTACK_AUTODISARM;
    if (on) return -EPERM;
    if (mode != ALTSTACK_DISABLED && mode != ALTSTACK_ONSTACK && mode != 0) return -EINVAL;
    if (mode == ALTSTACK_DISABLED) sp = size = 0;
    else if (size < ot->op->os->abi->sigstack_min) return -ENOMEM;
    ot->altstack_sp = sp;
    ot->altstack_size = size;
    ot->altstack_flags = flags;
    return 0;
}

/* Builds the frame of one signal with a handler. -1: the stack cannot take it. */
static int enter_handler(struct thread *t, const struct signal_info *info, bool in_syscall)
{
    struct os_thread *ot = t->os;
    struct os_process *op = t->os->op;
    const struct abi *abi = t->process->isa->abi;
    const struct guest_abi *tables = op->os->abi;
    struct signal_action *action = &op->action[info->signo];
    struct call at = {.os = op->os, .op = op, .ot = ot, .p = t->process, .t = t};
    u8 raw[SIGINFO_SIZE];
    pack_info(&at, info, raw);
    u64 sp = abi->get_sp(t);
    bool on = on_altstack(ot, sp);
    struct signal_delivery d = {
        .signo = info->signo, .siginfo = raw, .siginfo_size = sizeof raw, .handler = action->handler,
        .mask = ot->restore_mask ? ot->saved_mask : ot->sigmask, .want_siginfo = action->flags & tables->sa.siginfo,
        .altstack = {ot->altstack_sp, ot->altstack_flags, ot->altstack_size}, .on_altstack = on,
        .in_syscall = in_syscall,
    };
    if ((action->flags & tables->sa.onstack) && ot->altstack_size && !on)
        d.sp = abi->stack_grows_up ? ot->altstack_sp : ot->altstack_sp + ot->altstack_size;
    if (abi->signal_enter(t, &d) != 0) return -1;
    if (ot->altstack_flags & ALTSTACK_AUTODISARM) altstack_set(ot, false, 0, ALTSTACK_DISABLED, 0);
    ot->restore_mask = false;
    ot->sigmask |= action->mask;
    if (!(action->flags & tables->sa.nodefer)) ot->sigmask |= bit(info->signo);
    ot->sigmask &= ~unblockable(op->os);
    if (action->flags & tables->sa.resethand) action->handler = HANDLER_DEFAULT;
    return 0;
}

/* Whether the debugger wants to look before the signal is delivered: it is, with nothing else changed, when the thread goes
 * on. */
static bool debugger_stops(struct thread *t, int signo, bool in_syscall)
{
    struct os *os = t->os->op->os;
    const struct debug_hook *debug = os->machine->debug;
    char buffer[8];
    if (!debug || signo == t->os->told || bit(signo) & unblockable(os)) return false;
    if (!debug->stop_signal(debug->ctx, t, signal_name(os->abi, signo, buffer))) return false;
    t->os->told = signo;
    t->os->told_in_syscall = in_syscall;
    os->stopped = true;
    return true;
}

bool os_signal_instead(struct thread *t, const char *name)
{
    struct os_thread *ot = t->os;
    if (ot->gone) return false; /* and its process may be, too: it has been interrupted as it ended */
    const struct guest_abi *abi = ot->op->os->abi;
    struct signal_info info = {.code = CODE_USER, .fields = SIGF_KILL, .pid = ot->op->pid}, told;
    char buffer[8];
    for (int s = 1; name && s <= GUEST_SIGNALS; s++)
        if (!strcmp(signal_name(abi, s, buffer), name)) info.signo = s;
    if (info.signo == ot->told) return false;
    if (ot->told) take(t, bit(ot->told), &told);
    ot->told = info.signo;
    if (info.signo) signal_send_thread(ot, &info);
    return true;
}

void signal_deliver(struct thread *t, bool in_syscall)
{
    struct os_process *op = t->os->op;
    struct signal_info info;
    if (t->os->gone || t->os->wait.active) return;
    in_syscall |= t->os->told_in_syscall;
    t->os->told_in_syscall = false;
    for (u64 set; (set = deliverable(t)) != 0; t->os->told = 0) {
        if (t->os->told && set & bit(t->os->told)) set = bit(t->os->told);
        if (debugger_stops(t, first_of(t, set), in_syscall)) return;
        take(t, set, &info);
        time_reaches(op->os, info.at);
        if (op->action[info.signo].handler == HANDLER_DEFAULT) {
            process_kill(t, &info);
            return;
        }
        if (enter_handler(t, &info, in_syscall) != 0) {
            /* Linux force_sigsegv(): a handler of SIGSEGV itself is given up. */
            if (info.signo == signal_to_guest(op->os->abi, SIGSEGV)) op->action[info.signo].handler = HANDLER_DEFAULT;
            t->stop.pc = t->process->isa->pc(t);
            signal_force(t, SIGSEGV, SI_KERNEL, 0);
        }
    }
    t->os->told = 0;
    if (t->os->restore_mask) {
        t->os->sigmask = t->os->saved_mask;
        t->os->restore_mask = false;
    }
}

/* --- masks in memory ---------------------------------------------------------------------------------------------- */

int guest_get_mask(struct call *c, u64 addr, u64 *mask)
{
    u64 part[2];
    if (guest_word(c) == 8) return guest_get_uint(c, addr, 8, mask);
    if (guest_get_array(c, addr, 4, part, 2) != 0) return -EFAULT;
    *mask = part[0] | part[1] << 32;
    return 0;
}

/* The converse of guest_get_mask(). */
static int put_mask(struct call *c, u64 addr, u64 mask)
{
    u64 part[2] = {(u32)mask, mask >> 32};
    return guest_word(c) == 8 ? guest_put_uint(c, addr, 8, mask) : guest_put_array(c, addr, 4, part, 2);
}

void signal_mask_for_call(struct call *c, u64 mask)
{
    if (c->ot->wait.started) return;
    c->ot->wait.masked = true;
    c->ot->saved_mask = c->ot->sigmask;
    c->ot->sigmask = mask & ~unblockable(c->os);
    c->ot->restore_mask = false;
}

void signal_mask_after_call(struct call *c)
{
    if (!c->ot->wait.masked) return;
    c->ot->wait.masked = false;
    /* A handler is about to run: it must run under the call's mask, and its frame restores the old one. */
    if (c->interrupted) c->ot->restore_mask = true;
    else c->ot->sigmask = c->ot->saved_mask;
}

/* --- system calls ------------------------------------------------------------------------------------------------- */

/* Of flags that there are none of nothing is told back, so that a program can find out which there are (Linux 5.11). */
static u64 known_flags(const struct guest_abi *abi)
{
    return abi->sa.nocldstop | abi->sa.nocldwait | abi->sa.siginfo | abi->sa.onstack | abi->sa.restart | abi->sa.nodefer | abi->sa.resethand | abi->sa.other;
}

i64 sys_rt_sigaction(struct call *c)
{
    unsigned word = guest_word(c);
    u64 signo = c->a[0], act = c->a[1], old = c->a[2], head[2] = {0}, mask = 0;
    if (c->a[3] != GUEST_SIGNALS / 8) return -EINVAL;
    if (act && (guest_get_array(c, act, word, head, 2) != 0 || guest_get_mask(c, act + 2 * word, &mask) != 0)) return -EFAULT;
    if (!signal_exists(signo) || (act && bit((int)signo) & unblockable(c->os))) return -EINVAL;
    struct signal_action *action = &c->op->action[signo], was = *action;
    if (act) *action = (struct signal_action){.handler = head[0], .flags = head[1] & known_flags(c->os->abi), .mask = mask & ~unblockable(c->os)};
    /* What is ignored from now on is not pending any longer, blocked or not (POSIX sigaction(); Linux kernel/signal.c, do_sigaction()). */
    if (act && (head[0] == HANDLER_IGNORE || (head[0] == HANDLER_DEFAULT && does_nothing(c->os, (int)signo)))) forget(c->op, bit((int)signo));
    u64 told[2] = {was.handler, was.flags};
    if (old && (guest_put_array(c, old, word, told, 2) != 0 || put_mask(c, old + 2 * word, was.mask) != 0)) return -EFAULT;
    return 0;
}

i64 sys_rt_sigprocmask(struct call *c)
{
    u64 set, old = c->ot->sigmask, mask = old;
    if (c->a[3] != GUEST_SIGNALS / 8) return -EINVAL;
    if (c->a[1]) {
        if (guest_get_mask(c, c->a[1], &set) != 0) return -EFAULT;
        const struct pair *how = c->os->abi->sigmask_how;
        if (c->a[0] == how[0].guest) mask |= set;
        else if (c->a[0] == how[1].guest) mask &= ~set;
        else if (c->a[0] == how[2].guest) mask = set;
        else return -EINVAL;
    }
    if (c->a[2] && put_mask(c, c->a[2], old) != 0) return -EFAULT;
    c->ot->sigmask = mask & ~unblockable(c->os);
    return 0;
}

i64 sys_rt_sigpending(struct call *c)
{
    u64 set = (c->ot->pending.set | c->op->pending.set) & c->ot->sigmask;
    u8 raw[GUEST_SIGNALS / 8];
    if (c->a[1] > sizeof raw) return -EINVAL;
    for (unsigned at = 0; at < sizeof raw; at += guest_word(c)) field_put(guest_big_endian(c), raw + at, guest_word(c), set >> 8 * at);
    return guest_put(c, c->a[0], raw, c->a[1]);
}

i64 sys_rt_sigsuspend(struct call *c)
{
    u64 mask;
    if (c->a[1] != GUEST_SIGNALS / 8) return -EINVAL;
    if (guest_get_mask(c, c->a[0], &mask) != 0) return -EFAULT;
    signal_mask_for_call(c, mask);
    return c->interrupted ? -EINTR : call_sleep(c, NEVER, false);
}

i64 sys_pause(struct call *c) { return c->interrupted ? -EINTR : call_sleep(c, NEVER, false); }

i64 sys_rt_sigtimedwait(struct call *c)
{
    u64 set, ns = 0;
    struct signal_info info;
    u8 raw[SIGINFO_SIZE];
    if (c->a[3] != GUEST_SIGNALS / 8) return -EINVAL;
    if (guest_get_mask(c, c->a[0], &set) != 0) return -EFAULT;
    int r = c->a[2] ? guest_get_time(c, c->a[2], c->entry->variant, &ns) : 0;
    if (r != 0) return r;
    if (take(c->t, set & ~unblockable(c->os), &info)) {
        c->ot->wait.signals = 0;
        time_reaches(c->os, info.at);
        pack_info(c, &info, raw);
        if (c->a[1] && guest_put(c, c->a[1], raw, sizeof raw) != 0) return -EFAULT;
        return info.signo;
    }
    u64 deadline = c->ot->wait.started ? c->ot->wait.deadline : c->a[2] ? clock_after(c->os, ns) : NEVER;
    c->ot->wait.signals = 0;
    if (c->interrupted) return -EINTR;
    if (clock_now(c->os) >= deadline) return -EAGAIN;
    c->ot->wait.signals = set;
    return call_sleep(c, deadline, false);
}

i64 sys_sigaltstack(struct call *c)
{
    struct os_thread *ot = c->ot;
    unsigned word = guest_word(c);
    bool on = on_altstack(ot, c->p->isa->abi->get_sp(c->t));
    u64 sp = 0, flags = 0, size = 0;
    if (c->a[0]) {
        /* ss_sp, int ss_flags (padded to a word), ss_size */
        if (guest_get_uint(c, c->a[0], word, &sp) != 0 || guest_get_uint(c, c->a[0] + word, 4, &flags) != 0 ||
            guest_get_uint(c, c->a[0] + 2 * word, word, &size) != 0)
            return -EFAULT;
    }
    u64 was[3] = {ot->altstack_sp, ot->altstack_flags & ALTSTACK_AUTODISARM, ot->altstack_size};
    was[1] |= !was[2] ? ALTSTACK_DISABLED : on ? ALTSTACK_ONSTACK : 0;
    i64 r = c->a[0] ? altstack_set(ot, on, sp, flags, size) : 0;
    if (r != 0 || !c->a[1]) return r;
    bool put = guest_put_uint(c, c->a[1], word, was[0]) == 0 && guest_put_uint(c, c->a[1] + word, 4, was[1]) == 0 &&
               guest_put_uint(c, c->a[1] + 2 * word, word, was[2]) == 0;
    return put ? 0 : -EFAULT;
}

/* What the frame says of the alternate stack is taken as sigaltstack() would take it, or not at all: of a thread that never had one it is nothing that
 * can be set, so one that its handler has set stays (Linux kernel/signal.c, restore_altstack()). */
i64 sys_rt_sigreturn(struct call *c)
{
    u64 mask, altstack[3];
    bool in_syscall;
    if (c->p->isa->abi->signal_return(c->t, &mask, altstack, &in_syscall) != 0) {
        c->t->stop.pc = c->p->isa->pc(c->t);
        signal_force(c->t, SIGSEGV, SI_KERNEL, 0);
        return CALL_GONE;
    }
    c->ot->back_in_code = !in_syscall;
    c->ot->sigmask = mask & ~unblockable(c->os);
    altstack_set(c->ot, on_altstack(c->ot, c->p->isa->abi->get_sp(c->t)), altstack[0], altstack[1], altstack[2]);
    return CALL_GONE;
}
