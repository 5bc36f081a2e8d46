#include "emu/core/uop.h"

static uop_result leave(struct cpu *c, struct uop *u, u8 *mem, u64 last)
{
    (void)c, (void)u, (void)mem, (void)last;
    UOP_LEAVE();
}

const struct uop uop_leaves = {.fn = leave};

#ifdef __x86_64__

/* In assembly, as it saves what it does not use itself: six words, and one more, with which and the return address the
 * stack is left aligned. */
#define UNUSED __attribute__((unused))
__attribute__((naked)) uop_result uop_call_as(struct cpu *c UNUSED, struct uop *u UNUSED, u8 *mem UNUSED, u64 last UNUSED, uop_fn *fn UNUSED)
{
    __asm__("push %rbx\n\t.cfi_adjust_cfa_offset 8\n\t"
            "push %r12\n\t.cfi_adjust_cfa_offset 8\n\t"
            "push %r13\n\t.cfi_adjust_cfa_offset 8\n\t"
            "push %r14\n\t.cfi_adjust_cfa_offset 8\n\t"
            "push %r15\n\t.cfi_adjust_cfa_offset 8\n\t"
            "push %rbp\n\t.cfi_adjust_cfa_offset 8\n\t"
            "sub $8, %rsp\n\t.cfi_adjust_cfa_offset 8\n\t"
            "lea 416(%rdi), %rbp\n\t"
            "call *%r8\n\t"
            "add $8, %rsp\n\t.cfi_adjust_cfa_offset -8\n\t"
            "pop %rbp\n\t.cfi_adjust_cfa_offset -8\n\t"
            "pop %r15\n\t.cfi_adjust_cfa_offset -8\n\t"
            "pop %r14\n\t.cfi_adjust_cfa_offset -8\n\t"
            "pop %r13\n\t.cfi_adjust_cfa_offset -8\n\t"
            "pop %r12\n\t.cfi_adjust_cfa_offset -8\n\t"
            "pop %rbx\n\t.cfi_adjust_cfa_offset -8\n\t"
            "ret");
}

_Static_assert(UOP_MIDDLE == 416, "uop_call_as() has that in its assembly");

#endif
