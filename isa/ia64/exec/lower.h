/* From operations to the primitives of host code: what lower.c, and of timed blocks timing/lower_timed.c, has for each, and the functions of the emulator that it calls. */
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

#define STATE_OF(field) ((unsigned)offsetof(struct cpu, field))
#define GR_OF(r) (STATE_OF(gr) + 8 * (unsigned)(r))
#define BR_OF(r) (STATE_OF(br) + 8 * (unsigned)(r))

static inline host_value gr(struct lowering *l, unsigned r) { return host_get(l->e, GR_OF(r)); }
static inline void set_gr(struct lowering *l, unsigned r, host_value v) { host_put(l->e, GR_OF(r), v); }

/* Of an access to ea, of l->x bytes: where it is on the host; unaligned ones, and those beyond the windows, are the handler's. */
host_value ia64_lower_place(struct lowering *l, host_value ea);
/* The base after it, by l->y, enum ia64_update; formed before the target is written, which may be register b. */
host_value ia64_lower_sum(struct lowering *l, host_value ea);
/* What an advanced load may have read, the handler stores to. */
void ia64_lower_unless_advanced(struct lowering *l, host_value ea);
/* Under a timing model the uop behind asks the caches, where it finds the address; the handler may have asked them already. */
void ia64_lower_looked_up(struct lowering *l, host_value ea);

/* The block is one for a timing model. */
static inline bool is_timed(const struct lowering *l) { return l->b->timed_steps != NULL; }

/* Behind operation i its handler may jump over the next uop, which would look up what it has accessed (isa/ia64/exec/exec_mem.h). */
bool ia64_looks_up(const struct block *b, unsigned i);

/* Guard l is false: the timing model is told, as far as it asks. */
void ia64_lower_off(struct lowering *l);
/* Exit x is passed, in a block for a timing model, and the block at n follows, whose costliest path is at n + most: n as a value, or
 * HOST_BLOCK. Where the path is not the usual one that goes on at the label. */
void ia64_lower_timed_pass(struct lowering *l, const struct exit *x, host_value n, i32 most, host_label unusual);

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
host_function ia64_do_ld_hit, ia64_do_ldf_hit, ia64_do_chk_a_nc, ia64_do_chk_a_nc_f, ia64_do_chk_a_clr, ia64_do_chk_a_clr_f; /* exec_spec.c */
/* Slow paths of timed blocks. */
host_slow_path ia64_slow_fetch, ia64_slow_fetch_told, ia64_slow_access, ia64_slow_access_saved, ia64_slow_told, ia64_slow_told_saved, ia64_slow_store_byte,
    ia64_slow_store_byte_saved, ia64_slow_moved, ia64_slow_branched, ia64_slow_br_if_told, ia64_slow_branched_far; /* timing/exec_timed.c */
/* Exits whose path is not the usual one: NULL, where code goes on into the block that follows, e->next or that of the target in code->jump. */
host_slow_path ia64_slow_exit, ia64_slow_exit_indirect, ia64_slow_exit_call; /* exec_branch.c */

#endif
