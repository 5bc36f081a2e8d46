#include "emu/core/fault.h"

#include <errno.h>
#include <signal.h>
#include <ucontext.h>
#ifdef __x86_64__
#include <xmmintrin.h>
#endif

/* The guard of this host thread: see the header for why it is here and nowhere else. */
static _Thread_local struct fault_guard *current;

static bool find(const struct mem *m, const u8 *host, u64 *addr)
{
    if (!m || !m->windows) return false;
    for (unsigned i = 0; i < m->windows; i++) {
        const struct mem_window *w = &m->window[i];
        /* An access that starts inside the last page of all may touch the guard behind it. */
        u64 size = i + 1 == m->windows ? w->size + MEM_PAGE : w->size;
        if (host >= w->host && host < w->host + size) {
            *addr = w->start + (u64)(host - w->host);
            return true;
        }
    }
    return false;
}

/* Linux enters a handler on x86 with the floating point's control and status reset, and siglongjmp keeps it so: rounding
 * mode and sticky flags of the interrupted code would be lost. */
static void keep_floating_point(const ucontext_t *context)
{
#ifdef __x86_64__
    _mm_setcsr(context->uc_mcontext.fpregs->mxcsr);
#else
    (void)context;
#endif
}

static u64 host_pc(const ucontext_t *context)
{
#ifdef __x86_64__
    return (u64)context->uc_mcontext.gregs[REG_RIP];
#elif defined __aarch64__
    return context->uc_mcontext.pc;
#else
    (void)context;
    return 0;
#endif
}

/* ThreadSanitizer enters handlers of its own with every signal blocked, whatever SA_NODEFER says, and who leaves one by
 * siglongjmp stays so: the next fault would end the process. */
static void unblock_faults(void)
{
#ifdef __SANITIZE_THREAD__
    sigset_t faults;
    sigemptyset(&faults);
    sigaddset(&faults, SIGSEGV);
    sigaddset(&faults, SIGBUS);
    pthread_sigmask(SIG_UNBLOCK, &faults, NULL);
#endif
}

static void on_fault(int signo, siginfo_t *info, void *context)
{
    struct fault_guard *g = current;
    if (g) {
        keep_floating_point(context);
        unblock_faults();
        g->in_mem2 = false;
        g->host_pc = host_pc(context);
        g->bus = signo == SIGBUS;
        if (find(g->mem, info->si_addr, &g->addr)) siglongjmp(g->env, 1);
        g->in_mem2 = true;
        if (find(g->mem2, info->si_addr, &g->addr)) siglongjmp(g->env, 1);
    }
    signal(signo, SIG_DFL); /* ours: the access is repeated and kills the process with its core */
}

int fault_install(struct error *e)
{
    /* SA_NODEFER: the handler leaves by siglongjmp, which does not restore the mask. */
    struct sigaction sa = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO | SA_NODEFER};
    sigemptyset(&sa.sa_mask);
    if (sigaction(SIGSEGV, &sa, NULL) != 0 || sigaction(SIGBUS, &sa, NULL) != 0)
        return error_set(e, "cannot install the handler of memory faults: %s", strerror(errno));
    return 0;
}

void fault_enter(struct fault_guard *g)
{
    g->prev = current;
    current = g;
}

void fault_leave(struct fault_guard *g) { current = g->prev; }

enum stop fault_run(struct fault_guard *g, struct cpu *c, enum stop (*loop)(struct cpu *c),
                    bool (*mend)(struct cpu *c, const struct fault_guard *g, enum stop *stop))
{
    enum stop stop;
    if (sigsetjmp(g->env, 0) != 0) {
        fault_leave(g);
        if (!mend(c, g, &stop)) return stop;
    }
    fault_enter(g);
    stop = loop(c);
    fault_leave(g);
    return stop;
}
