/* The debug view's work in a thread of its own (emu/view/work.h), which the user interrupts meanwhile; for
 * ThreadSanitizer. Ends with "N passed, N failed". */
#include "emu/view/work.h"

#include <stdio.h>

#include "emu/core/fault.h"
#include "isa/parisc/isa.h"
#include "tests/fuzz/fuzz_guest.h"

static int ready(void *ctx, struct machine *m, struct error *e)
{
    (void)ctx, (void)m, (void)e;
    return 0;
}

static void go_on(struct debug *d, int tid, struct debug_stop *stop)
{
    (void)tid;
    debug_continue(d, stop);
}

/* Interrupts the third time. */
static bool listen_meanwhile(void *ctx)
{
    unsigned *looks = ctx;
    return ++*looks == 3;
}

int main(void)
{
    enum { ROUNDS = 4 };
    struct error e;
    struct config config = {.clock_hz = 1000000, .tick_cycles = 10000, .stack_size = 65536, .quiet = true};
    char *argv[] = {(char *)fuzz_guest(0), NULL}, *env[] = {NULL};
    struct debug_spec spec = {
        .isa = &isa_parisc, .config = &config, .path = argv[0], .argv = argv, .env = env, .prepare = ready};
    struct debug *d = fault_install(&e) ? NULL : debug_new(&spec, &e);
    unsigned looks = 0, interrupted = 0;
    struct listener l = {.listen = listen_meanwhile, .ctx = &looks};
    for (unsigned i = 0; d && i < ROUNDS; i++) {
        struct debug_stop stop;
        looks = 0;
        work_do(&l, debug_step, d, 0, &stop);
        looks = 0;
        work_do(&l, go_on, d, 0, &stop);
        interrupted += stop.why == DEBUG_INTERRUPTED;
    }
    debug_free(d);
    printf("%u passed, %u failed\n", interrupted, ROUNDS - interrupted);
    return interrupted != ROUNDS;
}
