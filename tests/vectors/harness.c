/* The guest that runs the vectors: table and stubs are generated beside it (tests/vectors/build).
 *
 * A stub loads the registers of its vector from a block of memory, runs the instructions and stores what it is asked
 * for; the comparison and every word of the report are plain C, made of PA-RISC 1.1 instructions only. */
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "vectors.h"

static sigjmp_buf after_trap;
static volatile int trap_signal, trap_code;

static void on_trap(int signo, siginfo_t *info, void *context)
{
    (void)context;
    trap_signal = signo;
    trap_code = info->si_code;
    siglongjmp(after_trap, 1);
}

/* The name of a trap as the vectors have it, from the kernel's siginfo; NULL: one they do not know. */
static const char *trap_name(void)
{
    if (trap_signal == SIGFPE && trap_code == FPE_INTOVF) return "overflow";
    if (trap_signal == SIGFPE && trap_code == FPE_CONDTRAP) return "conditional";
    if (trap_signal == SIGILL) return "illegal";
    if (trap_signal == SIGTRAP) return "break";
    return NULL;
}

static int report(const struct vector *v, const char *what, unsigned long long got, unsigned long long want)
{
    printf("FAILED %s: %s is %#llx, should be %#llx\n", v->text, what, got, want);
    return 0;
}

static int check(const struct vector *v, const struct block *b)
{
    int good = 1;
    for (int i = 0; i < v->outs && good; i++) {
        unsigned long long got = b->out[i];
        if (v->word[i]) got &= 0xffffffff;
        if (got != v->want[i]) good = report(v, v->name[i], got, v->want[i]);
    }
    for (int i = 0; i < 8 && good; i++)
        if ((v->mem_check >> i & 1) && b->mem[i] != v->mem_want[i])
            good = report(v, "memory", b->mem[i], v->mem_want[i]);
    if (good && v->n >= 0 && b->n != (unsigned)v->n) good = report(v, "n", b->n, (unsigned)v->n);
    if (good && v->flags_check && (b->status & 0xf8000000) != v->flags)
        good = report(v, "flags", b->status & 0xf8000000, v->flags);
    return good;
}

static int run(const struct vector *v, struct block *b)
{
    memset(b, 0, sizeof *b);
    memcpy(b->in, v->in, sizeof b->in);
    memcpy(b->mem, v->mem, sizeof b->mem);
    if (sigsetjmp(after_trap, 1) == 0) {
        v->stub(b);
        if (!v->trap) return check(v, b);
        printf("FAILED %s: no %s trap\n", v->text, v->trap);
        return 0;
    }
    const char *name = trap_name();
    if (v->trap && name && strcmp(name, v->trap) == 0) return 1;
    printf("FAILED %s: %s (signal %d, code %d)\n", v->text, name ? name : "trap", trap_signal, trap_code);
    return 0;
}

int main(void)
{
    static struct block block __attribute__((aligned(64)));
    struct sigaction sa = {.sa_sigaction = on_trap, .sa_flags = SA_SIGINFO};
    int passed = 0, failed = 0;
    sigaction(SIGFPE, &sa, NULL);
    sigaction(SIGILL, &sa, NULL);
    sigaction(SIGTRAP, &sa, NULL);
    sigaction(SIGSEGV, &sa, NULL);
    sigaction(SIGBUS, &sa, NULL);
    for (int i = 0; i < vector_count; i++)
        if (run(&vectors[i], &block)) passed++;
        else failed++;
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
