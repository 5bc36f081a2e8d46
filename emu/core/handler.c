#include "emu/core/handler.h"

#include "emu/core/fault.h"

static void run(const struct handler_isa *isa, struct cpu *c, struct process *p)
{
    struct fault_guard guard = {.mem = &p->mem, .mem2 = &p->machine->absolute};
    if (sigsetjmp(guard.env, 0) != 0) {
        fault_leave(&guard);
        if (guard.in_mem2) isa->defect(c, "no memory there");
        if (!mem_code_store(&p->mem, guard.addr)) isa->unmapped(c, guard.addr);
    }
    fault_enter(&guard);
    while (isa->inside(c)) isa->step(c);
    fault_leave(&guard);
}

u64 handler_run(const struct handler_isa *isa, struct cpu *c, struct engine *g, struct thread *t)
{
    struct code *code = g->code;
    struct insn_trace *trace = g->trace;
    u64 nullified = g->nullified;
    g->thread = t;
    g->code = code_rom(t->process);
    g->trace = NULL;
    g->budget = g->budget_start = 0;
    g->run_end = t->cycles;
    run(isa, c, t->process);
    u64 cycles = (u64)(g->budget_start - g->budget);
    g->code = code;
    g->trace = trace;
    g->nullified = nullified;
    g->budget = g->budget_start = 0;
    return cycles;
}
