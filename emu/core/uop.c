#include "emu/core/uop.h"

#ifdef __x86_64__

/* In assembly, as it saves what it does not use itself: five words, which with the return address leave the stack aligned. */
#define UNUSED __attribute__((unused))
__attribute__((naked)) uop_result uop_call(struct cpu *c UNUSED, struct uop *u UNUSED, u8 *mem UNUSED, u64 last UNUSED)
{
    __asm__("push %rbx\n\t.cfi_adjust_cfa_offset 8\n\t"
            "push %r12\n\t.cfi_adjust_cfa_offset 8\n\t"
            "push %r13\n\t.cfi_adjust_cfa_offset 8\n\t"
            "push %r14\n\t.cfi_adjust_cfa_offset 8\n\t"
            "push %r15\n\t.cfi_adjust_cfa_offset 8\n\t"
            "call *(%rsi)\n\t"
            "pop %r15\n\t.cfi_adjust_cfa_offset -8\n\t"
            "pop %r14\n\t.cfi_adjust_cfa_offset -8\n\t"
            "pop %r13\n\t.cfi_adjust_cfa_offset -8\n\t"
            "pop %r12\n\t.cfi_adjust_cfa_offset -8\n\t"
            "pop %rbx\n\t.cfi_adjust_cfa_offset -8\n\t"
            "ret");
}

_Static_assert(offsetof(struct uop, fn) == 0, "uop_call() has that in its assembly");

#endif
