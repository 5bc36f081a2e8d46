/* The library counts in a handler of SIGPROF. The real timer's signals are blocked, and a tick is a call of that
 * handler with a context that stands at the wanted pc: what the kernel would do, where and when the row wants it. */
#include "prof/conform/libc.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/profil.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

enum { PAGE = 4096, MAX_PAGES = 256 };

struct mapped {
    uint64_t addr;
    int prot;
};

struct libc {
    unsigned pages;
    struct mapped page[MAX_PAGES];
};

/* --- memory ------------------------------------------------------------------------------------------------------- */

static void *pointer(uint64_t addr) { return (void *)(uintptr_t)addr; }

static struct mapped *page_of(struct libc *l, uint64_t addr)
{
    for (unsigned i = 0; i < l->pages; i++)
        if (l->page[i].addr == (addr & ~(uint64_t)(PAGE - 1))) return &l->page[i];
    return NULL;
}

static int map_page(struct libc *l, uint64_t addr, int prot)
{
    struct mapped *p = page_of(l, addr);
    if (!prot) {
        if (p) {
            munmap(pointer(addr), PAGE);
            *p = l->page[--l->pages];
        }
        return CONFORM_OK;
    }
    if (!p) {
        if (l->pages == MAX_PAGES) return CONFORM_TROUBLE;
        void *at = mmap(pointer(addr), PAGE, prot, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
        if (at != pointer(addr)) return CONFORM_CANNOT;
        p = &l->page[l->pages++];
        p->addr = addr;
    }
    p->prot = prot;
    return mprotect(pointer(addr), PAGE, prot) == 0 ? CONFORM_OK : CONFORM_TROUBLE;
}

static int map(void *state, uint64_t addr, uint64_t size, int rights)
{
    int prot = (rights & CONFORM_READ ? PROT_READ : 0) | (rights & CONFORM_WRITE ? PROT_WRITE : 0);
    int status = CONFORM_OK;
    if (prot == PROT_WRITE) return CONFORM_CANNOT; /* processors read what they may write */
    for (uint64_t at = addr; status == CONFORM_OK && at - addr < size; at += PAGE) status = map_page(state, at, prot);
    return status;
}

static int write_memory(void *state, uint64_t addr, const void *from, size_t size)
{
    const struct mapped *first = page_of(state, addr), *last = page_of(state, addr + size - 1);
    if (!first || !last) return CONFORM_TROUBLE;
    mprotect(pointer(first->addr), PAGE, PROT_READ | PROT_WRITE);
    mprotect(pointer(last->addr), PAGE, PROT_READ | PROT_WRITE);
    memcpy(pointer(addr), from, size);
    mprotect(pointer(first->addr), PAGE, first->prot);
    mprotect(pointer(last->addr), PAGE, last->prot);
    return CONFORM_OK;
}

static int read_memory(void *state, uint64_t addr, void *to, size_t size)
{
    if (!page_of(state, addr)) return CONFORM_TROUBLE;
    memcpy(to, pointer(addr), size);
    return CONFORM_OK;
}

/* --- calls -------------------------------------------------------------------------------------------------------- */

/* The header's own constants for those of the manual page; the rest as it is. There is nothing for PROF_UINT64. */
static unsigned flags_here(uint64_t flags)
{
    if (flags == CONFORM_USHORT) return PROF_USHORT;
    if (flags == CONFORM_UINT) return PROF_UINT;
    return (unsigned)flags;
}

static int call(void *state, enum conform_call which, const uint64_t arg[4], struct conform_result *result)
{
    (void)state;
    errno = 0;
    if (which == CONFORM_HPUX_SPROFIL)
        result->value = sprofil(pointer(arg[0]), (int)arg[1], pointer(arg[2]), flags_here(arg[3]));
    else
        result->value = profil(pointer(arg[0]), (size_t)arg[1], (size_t)arg[2], (unsigned)arg[3]);
    result->error = errno;
    if (which == CONFORM_HPUX_PROFIL) result->value = 0; /* void */
    return CONFORM_OK;
}

static int on(void *state)
{
    struct itimerval t;
    (void)state;
    if (getitimer(ITIMER_PROF, &t) != 0) return -1;
    return t.it_value.tv_sec || t.it_value.tv_usec;
}

/* --- ticks -------------------------------------------------------------------------------------------------------- */

/* False where it is not known how. */
static int set_pc(ucontext_t *u, uint64_t pc)
{
#if defined(__x86_64__)
    u->uc_mcontext.gregs[REG_RIP] = (greg_t)pc;
#elif defined(__i386__)
    u->uc_mcontext.gregs[REG_EIP] = (greg_t)pc;
#elif defined(__aarch64__)
    u->uc_mcontext.pc = pc;
#elif defined(__ia64__)
    u->uc_mcontext.sc_ip = pc;
#elif defined(__hppa__)
    u->uc_mcontext.sc_iaoq[0] = pc | 3;
    u->uc_mcontext.sc_iaoq[1] = (pc + 4) | 3;
#else
    (void)u;
    (void)pc;
    return 0;
#endif
    return 1;
}

static int tick(void *state, uint64_t pc, enum conform_where where)
{
    struct sigaction sa;
    siginfo_t info;
    ucontext_t context;
    if (where != CONFORM_PLAIN) return CONFORM_CANNOT; /* the context has one pc, as the kernel gives it */
    memset(&context, 0, sizeof context);
    memset(&info, 0, sizeof info);
    info.si_signo = SIGPROF;
    if (!set_pc(&context, pc)) return CONFORM_CANNOT;
    if (!on(state)) return CONFORM_OK; /* no timer, no signal */
    if (sigaction(SIGPROF, NULL, &sa) != 0) return CONFORM_TROUBLE;
    if (sa.sa_flags & SA_SIGINFO) {
        sa.sa_sigaction(SIGPROF, &info, &context);
        return CONFORM_OK;
    }
    if (sa.sa_handler == SIG_DFL || sa.sa_handler == SIG_IGN) return CONFORM_OK;
    return CONFORM_CANNOT; /* a handler without a context: the pc reaches it by ways of the machine */
}

static int fork_process(void *state, struct conform_child *child)
{
    int status = CONFORM_TROUBLE, ends[2];
    size_t done = 0;
    if (pipe(ends) != 0) return CONFORM_TROUBLE;
    pid_t pid = fork();
    if (pid < 0 && errno == ENOSYS) status = CONFORM_CANNOT;
    if (pid == 0) {
        status = tick(state, child->pc, CONFORM_PLAIN);
        int is_on = on(state);
        ssize_t a = write(ends[1], &is_on, sizeof is_on), b = write(ends[1], pointer(child->addr), child->size);
        _exit(a < 0 || b < 0 ? CONFORM_TROUBLE : status);
    }
    close(ends[1]);
    if (pid > 0 && read(ends[0], &child->on, sizeof child->on) == (ssize_t)sizeof child->on) {
        for (ssize_t n = 1; n > 0 && done < child->size; done += n > 0 ? (size_t)n : 0)
            n = read(ends[0], (char *)child->memory + done, child->size - done);
    }
    close(ends[0]);
    if (pid < 0) return status;
    if (waitpid(pid, &status, 0) != pid) return CONFORM_TROUBLE;
    if (WIFSIGNALED(status)) raise(WTERMSIG(status)); /* the row dies of it */
    return done == child->size && WIFEXITED(status) ? WEXITSTATUS(status) : CONFORM_TROUBLE;
}

/* --- the back end ------------------------------------------------------------------------------------------------- */

static int open_libc(const struct conform_options *options, void **state)
{
    sigset_t set;
    (void)options;
    sigemptyset(&set);
    sigaddset(&set, SIGPROF);
    *state = calloc(1, sizeof(struct libc));
    return *state && sigprocmask(SIG_BLOCK, &set, NULL) == 0 ? CONFORM_OK : CONFORM_TROUBLE;
}

/* The row's process ends with the row; what is mapped and armed goes with it. */
static void close_libc(void *state) { free(state); }

const struct conform_backend conform_libc = {
    .version = CONFORM_VERSION, .name = "libc", .word = sizeof(void *),
    .big_endian = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__, .pc_unit = 1, .calls = (1 << CONFORM_CALLS) - 1, .isolate = 1,
    .open = open_libc, .close = close_libc, .map = map, .write = write_memory, .read = read_memory, .call = call,
    .tick = tick, .on = on, .fork = fork_process,
};
