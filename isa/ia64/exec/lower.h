/* From operations to the primitives of host code: what lower.c has for each, and the functions of the emulator that it calls. */
#ifndef PCGRAM_IA64_LOWER_H
#define PCGRAM_IA64_LOWER_H

#include "emu/host/lowering.h"
#include "isa/ia64/cpu.h"

/* The function of each: LOWER(name) defines what a row HOST(operation, name, x, y) says. False: its handler does it, and nothing was made. */
#define LOWER(name) bool ia64_lower_##name(struct lowering *l)
#define OP(...)
#define HALF(name)
#define HOST(operation, name, x, y) LOWER(name);
#include "isa/ia64/exec/uop.def"
#undef OP
#undef HALF

/* Numbers of the rows of compares and tests: how the targets are written, and what is compared. */
enum ia64_compare {
    COMPARE_NORMAL, COMPARE_AND, COMPARE_OR, COMPARE_OR_ANDCM, COMPARE_TYPE = 3,
    COMPARE_4 = 4,      /* of 32 bits */
    COMPARE_IMM = 8,    /* a number with a register */
    COMPARE_ZERO = 16,  /* 0 with a register */
};

/* What becomes of the base of an access. */
enum ia64_update { UPDATE_NONE, UPDATE_BY_R, UPDATE_BY_I };

/* The rows HOST of uop.def, by enum ia64_uop. */
extern const struct host_row ia64_host_row[];

/* What operations do that code calls, as their handlers do it. */
host_function ia64_do_from_pr, ia64_do_to_pr, ia64_do_to_pr_rot;        /* exec_int.c */
host_function ia64_do_call, ia64_do_ret, ia64_do_shadow_call, ia64_do_shadow_call_indirect, ia64_do_shadow_return,
    ia64_do_shadow_jump, ia64_do_shadow_jump_indirect;                  /* exec_branch.c */

#endif
