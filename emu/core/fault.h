/* Guest memory faults, caught as the host's SIGSEGV and SIGBUS.
 *
 * A guest runs between fault_enter and fault_leave; when one of its accesses faults inside the windows of its memory,
 * control comes back to the sigsetjmp of the guard with the address filled in. A fault anywhere else is a bug of the
 * emulator and is passed on. The registry that finds the guard of the running host thread is the one piece of
 * file-scope state of the project: a signal handler has no argument. */
#ifndef PCGRAM_CORE_FAULT_H
#define PCGRAM_CORE_FAULT_H

#include <setjmp.h>

#include "emu/core/isa.h"
#include "emu/core/mem.h"

struct fault_guard {
    sigjmp_buf env;
    const struct mem *mem;    /* whose windows count */
    const struct mem *mem2;   /* a second one (the ROM's absolute space), or NULL */
    u64 addr;                 /* out: guest address */
    bool in_mem2;             /* out: the address is one of mem2 */
    u64 host_pc;              /* out: of the host instruction that faulted; 0: not known */
    bool bus;                 /* out: SIGBUS (a file mapping past its end) rather than SIGSEGV */
    struct fault_guard *prev; /* the guard this one nests in */
};

/* Installs the host's handlers; once a process, idempotent. Returns 0, or -1 with *e. */
int fault_install(struct error *e);

/* `sigsetjmp(g->env, 0)` is called by the user between filling g and fault_enter(). After a fault, too, the guard is there
 * until fault_leave(). */
void fault_enter(struct fault_guard *g);
void fault_leave(struct fault_guard *g);

/* Runs LOOP under the guard, whose memories are filled in, until it returns: what it has returned. After a fault MEND is
 * called outside of the guard; true: LOOP is called again, false: *stop is why the run ends. Nothing of LOOP's frame is
 * left by then, so what matters is in *c. */
enum stop fault_run(struct fault_guard *g, struct cpu *c, enum stop (*loop)(struct cpu *c),
                    bool (*mend)(struct cpu *c, const struct fault_guard *g, enum stop *stop));

#endif
