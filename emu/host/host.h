/* Host code: machine code of the host for blocks that run often. The README beside this file tells how it works.
 *
 * Two things are here, neither of which knows an instruction set: the area that code lies in, and the primitives it is made of. An
 * instruction set says once what its operations are in these primitives (isa/parisc/exec/lower.c); each host has an emitter, which
 * encodes them (x86_64.c, aarch64.c).
 *
 * Code is called as a handler is (emu/core/uop.h) and goes on as a handler does, so both mix freely: code may hand any
 * operation over to its handler, and be entered again behind it. Before each operation the processor's state is in memory, as
 * handlers want it; host registers only mirror it. So a fault finds everything in its place. */
#ifndef PCGRAM_HOST_HOST_H
#define PCGRAM_HOST_HOST_H

#include "emu/core/error.h"
#include "emu/core/types.h"
#include "emu/core/uop.h"

/* --- the area -------------------------------------------------------------------------------------------------------------- */

/* Memory for code, one for all processes of a machine. It is mapped twice, once to write and once to execute: no page is both. */
struct host;

/* An area; a block gets code when it has been entered `hot` times, at least 1. NULL with *e. */
struct host *host_new(unsigned hot, struct error *e);
void host_free(struct host *h);
/* How often a block is entered before it gets code. */
unsigned host_hot(const struct host *h);
/* Making code takes time, which a short run would not win back. So a thread may have `at_once` of its instructions translated, and one more for
 * each `cycles` that it has run. Beyond that, a block must have been entered more often: `hot` times more for each `step` instructions (at least
 * 1) that have been translated for the thread. A block of fewer than `brief` instructions must in any case have been entered `wait` times `hot`. */
struct host_pace {
    u64 at_once, cycles, step; /* cycles 0: there is no such limit */
    unsigned brief, wait;
};
void host_set_pace(struct host *h, struct host_pace pace);
/* Whether a block of so many instructions, which was entered so often, may get code by that; `translated`: instructions translated for the thread
 * so far, `clock`: the cycles that it has run. */
bool host_may_make(const struct host *h, u64 entered, unsigned instructions, u64 translated, u64 clock);
/* Blocks that have got code so far. */
u64 host_blocks(const struct host *h);
/* From now on code has no instruction that some hosts of this architecture lack: for tests. */
void host_set_plain(struct host *h);
bool host_is_plain(const struct host *h);
/* From now on one operation in `each` is left to its handler, 0: none is; which ones, a hash of their addresses says. For tests: so code and
 * handlers meet everywhere. */
void host_set_gaps(struct host *h, unsigned each);
bool host_is_gap(const struct host *h, const void *operation);
/* From now on code checks that registers hold what they are said to mirror, where the emitter can (x86_64_check.c); if one does not, the
 * emulator ends by SIGILL before anything wrong comes of it. For tests. Checks change flags, so no branch goes by those of a comparison before it. */
void host_set_checked(struct host *h);
bool host_is_checked(const struct host *h);
/* Gives back all code of that owner, none of which runs any more. */
void host_release(struct host *h, const void *owner);
/* The operation to which the access to guest memory by the host instruction at that address belongs, and *ahead, struct host_emission's there.
 * NULL: it is no such instruction. */
struct uop *host_uop_at(const struct host *h, u64 address, unsigned *ahead);

/* --- emission: only where HOST_EMITTER says that there is an emitter for this host ------------------------------------------- */

#if defined __x86_64__ || defined __aarch64__
#define HOST_EMITTER 1
#else
#define HOST_EMITTER 0
#endif

enum {
    HOST_WORDS = 128,     /* 8-byte words of a processor's state, one behind the other, that registers may mirror, at most */
    HOST_FIELDS = 11,     /* and fields anywhere in it */
    HOST_CONSTANTS = 4,
    HOST_SLOTS = HOST_WORDS + HOST_FIELDS, /* a slot: such a word, or such a field */
    HOST_NO_SLOT = 0xff,
    HOST_ALIASES = 2,     /* slots that one register mirrors, at most */
    HOST_OPERATIONS = 768, /* of a block, at most */
    HOST_BRANCHES = 4096,
    HOST_ACCESSES = 768,
    HOST_REGISTERS = 16,
};

/* A value is in the host register of that number. Primitives do not change their operands but make new values, which live until
 * host_next(). */
typedef u8 host_value;
enum { HOST_NO_VALUE = 0xfe };

/* Where a branch leads: to operation i's code (label i), or to another place that belongs to it (HOST_HANDLERS + i and so on). */
typedef u16 host_label;
enum {
    HOST_HANDLERS = HOST_OPERATIONS,       /* where it is handed over to its handler */
    HOST_SLOW_PATHS = 2 * HOST_OPERATIONS, /* where its slow path is called */
    HOST_WITHIN = 3 * HOST_OPERATIONS,     /* a place in its own code, or its cold path */
    HOST_AGAIN = 4 * HOST_OPERATIONS,      /* where its code goes on behind its cold path */
    HOST_LABELS = 5 * HOST_OPERATIONS,
};

/* What registers may mirror of a processor's state: words, and fields. */
struct host_layout {
    unsigned first, words; /* where they begin, in bytes, and how many of 8 bytes they are, up to HOST_WORDS */
    struct {
        unsigned offset, bytes; /* 4 or 8; 0: there is none */
    } field[HOST_FIELDS];
    struct {
        unsigned offset; /* 0: there is none */
        u64 value;
    } constant[HOST_CONSTANTS]; /* 8 bytes of the state that never change: an operand in memory takes fewer bytes than to load the number */
    bool swapped; /* the guest's byte order is not the host's */
    struct {
        unsigned pointer; /* the offset of a pointer in the state; 0: there are no deferred additions */
        i32 offset;
        u8 each;
    } deferred; /* a deferred addition: of `each` to the 8 bytes at `offset` from where the pointer leads, before the next handler runs */
};

/* What each register mirrors. */
struct host_registers {
    u8 slot[HOST_REGISTERS][HOST_ALIASES]; /* HOST_NO_SLOT: nothing */
};

/* The code of a block under way. */
struct host_emission {
    struct host *host;
    struct uop *uop;   /* the block's operations: code finds the block's own data by their place */
    unsigned uops;     /* of them */
    const struct host_layout *layout;
    u8 *begin, *out, *end; /* as it is written */
    bool full;         /* it did not fit: nothing of it may be used */
    bool plain;        /* no instruction that some hosts of this architecture lack */
    struct {           /* the last comparison that wrote bytes of the state (host_put_comparison()) */
        const u8 *at;  /* where the host's flags are still those of it; NULL: nowhere */
        unsigned yes, no; /* the bytes */
        u8 if_;
    } compared;
    unsigned saved;    /* how many of the registers for values the stub under way saves */
    u32 time;          /* counts uses of registers */
    struct {
        u32 used;      /* the time of the last one */
        u8 kept;       /* so many values of the operation under way are in it: words of the state may be equal */
    } reg[HOST_REGISTERS];
    host_value last_use; /* what host_last_use() was told; HOST_NO_VALUE: nothing */
    unsigned ahead;    /* words of notes (lowering.h) that code has written beyond the pointer in the state; by all ways to a label as many */
    struct host_registers now;
    i8 where[HOST_SLOTS]; /* the register that mirrors a slot; -1: none */
    struct {
        u32 at;        /* bytes from `begin`; ~0: not bound yet */
        u16 uses;      /* ways to it that have been made or announced (host_expect()) */
        u16 ahead;     /* `ahead` where it is */
        struct host_registers all; /* what registers mirror there: on all ways to it */
    } label[HOST_LABELS];
    unsigned branches, accesses;
    struct { u32 at; host_label to; } branch[HOST_BRANCHES]; /* whose distance is to be filled in */
    struct { u32 at; u16 uop, ahead; } access[HOST_ACCESSES];
};

/* Begins code for the block of these operations; the labels of so many are there. False when the area is full. */
bool host_begin(struct host *h, const void *owner, struct uop *uop, unsigned uops, const struct host_layout *layout,
                struct host_emission *e);
/* Ends it: every label that is used must be bound. False if it did not fit, and then there is no code. */
bool host_end(struct host_emission *e);
/* Where the code that is written from here on will be executed: what stands for an operation's handler. */
uop_fn *host_here(const struct host_emission *e);
/* Where the code at a label will be executed, which is bound. */
uop_fn *host_label_at(const struct host_emission *e, host_label l);

/* The next operation: values are forgotten, what registers mirror is not. */
void host_next(struct host_emission *e);
/* A value of the operation is needed no longer. */
void host_drop(struct host_emission *e, host_value v);
/* Behind host_next() and before another value is made: that value is still needed. */
void host_keep(struct host_emission *e, host_value v);
/* The next primitive, which has that value as its first operand, is the last to use it: the result may overwrite it, without a move. */
static inline host_value host_last_use(struct host_emission *e, host_value v) { return e->last_use = v; }
/* The label stands here. reached: the code before goes on here, too. From here on registers mirror what they do on all ways to here, so each
 * branch to it must have been made before, or announced by host_expect(), unless registers mirror as much there. */
void host_bind(struct host_emission *e, host_label l, bool reached);
/* The same of a label where handlers lead into code (host_enter()) and where the code before does not go on. Where one register mirrored two
 * slots on all ways to here, it mirrors one of them from here on: behind a handler they may differ. */
void host_bind_entered(struct host_emission *e, host_label l);
/* Announces a branch to the label: where it is, registers will mirror at least what they do now. */
void host_expect(struct host_emission *e, host_label l);
/* The flags may be others than those of the last comparison, because code is entered here. */
void host_forget_comparison(struct host_emission *e);
/* Registers mirror nothing. */
void host_forget(struct host_emission *e);

/* Branches to the label, which is bound, after loading what registers mirror there and do not yet here. */
void host_join(struct host_emission *e, host_label l);

/* Code that stands for operation i's handler: it finds the block by the operation, and goes on at i's label, which is bound. */
void host_enter(struct host_emission *e, unsigned i);
/* Does so many deferred additions (struct host_layout). */
void host_add_deferred(struct host_emission *e, unsigned deferred);
/* Hands operation i over to `handler`, or with NULL to the one that the operation holds when this is executed, after so many deferred
 * additions. `last`: the word of the state that the handler is given as the last result; -1: none. */
void host_hand_over(struct host_emission *e, unsigned i, int last, unsigned deferred, uop_fn *handler);

/* For host_set_checked(). Checks what registers mirror here. */
void host_check(struct host_emission *e);
/* Checks that a word of the state is a multiple of `of` (a power of two) and `rest`. */
void host_check_word(struct host_emission *e, unsigned word, unsigned of, unsigned rest);
/* Checks, before code is entered at the label, that slots which one register mirrors there are equal. */
void host_check_entry(struct host_emission *e, host_label l);

/* The slow path of operation u: a function that does what its code cannot, such as a cache miss, and so many deferred additions. If it returns
 * NULL, code goes on behind the call, and nothing that registers mirror has changed but what host_changed() is told; else with the uop that it
 * returns, by its handler. The call takes few bytes, for a stub that all blocks share saves the registers. */
typedef struct uop *host_slow_path(struct cpu *c, struct uop *u, unsigned deferred);
void host_call_slow_path(struct host_emission *e, host_slow_path *function, unsigned i, unsigned deferred);
/* What a slow path returns when a handler's way of doing it leads to `to` (NULL: to the dispatcher) and code goes on at `behind`. */
static inline struct uop *host_slow_path_result(struct uop *to, const struct uop *behind)
{
    return to == behind ? NULL : to ? to : (struct uop *)(uintptr_t)&uop_leaves; /* handlers do not write to it */
}

/* A stub: code that many blocks call, made once for all of them. It is passed a number (host_pass() and so on), and says by the host's flags
 * whether it has found what it looks for, or done what it is for. Registers keep what they hold, but for one that `changes` them. */
struct host_stub {
    void (*make)(struct host_emission *e, const struct host_stub *p);
    const void *of; /* for `make`, which must make the same of it in all code of an owner, whichever thread it was first made for */
    u16 kind;       /* likewise; stubs of one `make` are told apart by it */
    u16 bytes;      /* it takes at most */
    u8 values;      /* it makes so many at most, in registers that it saves */
    bool changes;   /* it makes as many as it likes, and behind it registers mirror nothing */
};
/* Whether it is there, or has been made now because there is plenty of room: for stubs that code can do without. */
bool host_has_stub(struct host_emission *e, const struct host_stub *p);
/* The number that it is passed: a constant, a value, or 4 or 8 bytes of memory. */
void host_pass(struct host_emission *e, u32 x);
void host_pass_value(struct host_emission *e, host_value x);
void host_pass_read(struct host_emission *e, host_value at, i32 offset, unsigned bytes);
/* Branches unless 4 bytes of memory are that number. */
void host_branch_unless_passed(struct host_emission *e, host_value at, i32 offset, host_label to);
/* Calls the stub, and branches unless it says that it has found something. */
void host_branch_unless_found(struct host_emission *e, const struct host_stub *p, host_label to);
/* For `make`: the number that is passed. */
host_value host_passed(struct host_emission *e);
/* Ways out with nothing found. */
void host_return_unless_equal(struct host_emission *e, host_value x, host_value y);
void host_return_if_bits(struct host_emission *e, host_value x, u64 bits); /* any of these is set */
void host_return_if_greater(struct host_emission *e, host_value x, i32 y); /* x > y, without sign, of 32 bits */
void host_return_unless_holds(struct host_emission *e, host_value at, i32 offset, unsigned bytes, host_value x); /* 4 or 8 */
/* Stands last: it has been found. */
void host_find(struct host_emission *e);

/* Arithmetic of 64 bits; of 32 (`wide` false) with the upper half of the result 0. */
enum host_op { HOST_ADD, HOST_OR, HOST_AND, HOST_SUB, HOST_XOR };
enum host_shift { HOST_SHL, HOST_SHR, HOST_SAR };
host_value host_constant(struct host_emission *e, u64 x);
host_value host_operate(struct host_emission *e, enum host_op op, bool wide, host_value a, host_value b);
host_value host_operate_constant(struct host_emission *e, enum host_op op, bool wide, host_value a, i32 b);
host_value host_not(struct host_emission *e, bool wide, host_value a);
host_value host_extend(struct host_emission *e, bool sign, host_value a, unsigned bytes); /* its low 1, 2 or 4 bytes, to 64 bits */
static inline host_value host_low(struct host_emission *e, host_value a) { return host_extend(e, false, a, 4); }
host_value host_multiply(struct host_emission *e, host_value a, host_value b); /* the low 64 bits */
host_value host_add_scaled(struct host_emission *e, bool wide, host_value a, host_value b, unsigned shift); /* a + (b << 0 to 3) */
host_value host_add_scaled_constant(struct host_emission *e, bool wide, host_value a, host_value b, unsigned shift, i32 x); /* and + x */
host_value host_shift(struct host_emission *e, enum host_shift op, bool wide, host_value a, unsigned by);
host_value host_shift_by(struct host_emission *e, enum host_shift op, bool wide, host_value a, host_value by);
/* The lower half of (high:low) >> by, where both are of 32 bits or (wide) 64; by is less than that. */
host_value host_shift_pair(struct host_emission *e, bool wide, host_value high, host_value low, unsigned by);
/* The `low` lowest bits of a and, above them, its `high` highest. */
host_value host_fold(struct host_emission *e, host_value a, unsigned low, unsigned high);

/* The processor's state, by the offset of a field in bytes; `bytes` 1, 2, 4 or 8, and 8 where none is given. */
host_value host_get(struct host_emission *e, unsigned offset);
void host_put(struct host_emission *e, unsigned offset, host_value v);
void host_put_constant(struct host_emission *e, unsigned offset, i32 x); /* leaves flags; 8 bytes */
host_value host_get_part(struct host_emission *e, unsigned offset, unsigned bytes);
void host_put_part(struct host_emission *e, unsigned offset, unsigned bytes, host_value v);
void host_add_to_state(struct host_emission *e, unsigned offset, i32 x); /* 8 bytes */
void host_put_byte(struct host_emission *e, unsigned offset, u8 x); /* of what registers do not mirror */
void host_set_bit(struct host_emission *e, unsigned offset, unsigned bit); /* of 8 bytes, likewise */
/* In place of the offset of a field: there is none. */
enum { HOST_NOWHERE = ~0u };

/* Whether a comparison of x with y holds; HOST_OVERFLOW: whether x - y overflows. Each stands beside its contrary: they differ in the lowest bit. */
enum host_condition {
    HOST_EQ, HOST_NE, HOST_LT, HOST_GE, HOST_LE, HOST_GT, HOST_LTU, HOST_GEU, HOST_LEU, HOST_GTU, HOST_OVERFLOW, HOST_NO_OVERFLOW,
};

/* Other memory of the emulator: so many bytes from where a value leads, or (`at` HOST_BLOCK) from the block's operations. */
enum { HOST_BLOCK = 0xff };
host_value host_read(struct host_emission *e, host_value at, i32 offset, unsigned bytes);
host_value host_read_indexed(struct host_emission *e, host_value at, host_value index, i32 offset, unsigned bytes); /* scaled by 4 or 8 bytes */
host_value host_address(struct host_emission *e, host_value at, i32 offset);
host_value host_address_in_state(struct host_emission *e, host_value index, unsigned scale, i32 offset); /* scaled by 1 << scale bytes */
void host_write(struct host_emission *e, host_value at, i32 offset, unsigned bytes, host_value v);
void host_write_constant(struct host_emission *e, host_value at, i32 offset, u32 x); /* 4 bytes */
void host_fetch_to_write(struct host_emission *e, host_value at, i32 offset); /* a prefetch of a line that will be written to; it never faults */
/* 8 bytes; the index is scaled by 1 << scale. */
void host_write_at(struct host_emission *e, host_value at, host_value index, unsigned scale, i32 offset, host_value v);
void host_add_constant_to(struct host_emission *e, host_value at, i32 offset, i32 x); /* 8 bytes */
static inline void host_increment(struct host_emission *e, host_value at, i32 offset) { host_add_constant_to(e, at, offset, 1); }
void host_add_to(struct host_emission *e, host_value at, i32 offset, host_value v); /* 8 bytes */
/* Branches by what memory holds: unless its 4 bytes are x; by a comparison of x with 4 or 8 bytes; unless those are x; unless a byte is x. */
void host_branch_unless_equal(struct host_emission *e, host_value at, i32 offset, u32 x, host_label to);
void host_branch_compare_read(struct host_emission *e, enum host_condition if_, host_value x, host_value at, i32 offset, unsigned bytes,
                              host_label to);
static inline void host_branch_unless_holds(struct host_emission *e, host_value at, i32 offset, unsigned bytes, host_value x, host_label to)
{
    host_branch_compare_read(e, HOST_NE, x, at, offset, bytes, to);
}
void host_branch_unless_byte(struct host_emission *e, host_value at, i32 offset, u8 x, host_label to);

/* Operation i's access to guest memory at an address from its beginning, in the guest's byte order. It may fault. */
host_value host_load(struct host_emission *e, unsigned i, host_value address, unsigned bytes);
void host_store(struct host_emission *e, unsigned i, host_value address, unsigned bytes, host_value v);

/* The byte of the state at `yes` becomes 1 if the comparison holds, else 0; that at `no` the contrary. Registers mirror neither, and either may be
 * HOST_NOWHERE. */
void host_put_comparison(struct host_emission *e, enum host_condition if_, bool wide, host_value x, host_value y, unsigned yes, unsigned no);
/* The same of whether that bit of x is set. */
void host_put_bit(struct host_emission *e, host_value x, unsigned bit, unsigned yes, unsigned no);
/* Branches: to the label, or with a condition that does not hold, on behind. */
void host_branch(struct host_emission *e, host_label to);
void host_branch_compare(struct host_emission *e, enum host_condition if_, bool wide, host_value x, host_value y, host_label to);
void host_branch_compare_constant(struct host_emission *e, enum host_condition if_, bool wide, host_value x, i32 y, host_label to);
/* By the sum x + y of 32 bits. HOST_EQ and HOST_NE: whether it is 0. HOST_LT to HOST_GT: how the exact sum with sign compares with 0. HOST_LTU:
 * there is a carry, HOST_GEU: none. HOST_LEU: it is 0 or there is no carry, HOST_GTU: neither. HOST_OVERFLOW: it overflows with sign. */
void host_branch_sum(struct host_emission *e, enum host_condition if_, host_value x, host_value y, host_label to);
/* By whether some bit of `bits` is set in x, or (set false) none is. */
void host_branch_bits(struct host_emission *e, bool set, host_value x, u32 bits, host_label to);
void host_branch_mask(struct host_emission *e, bool set, host_value x, u64 bits, host_label to);
void host_branch_bit(struct host_emission *e, bool set, host_value x, unsigned bit, host_label to);
void host_branch_bit_by(struct host_emission *e, bool set, host_value x, host_value bit, host_label to); /* its number is taken modulo 64 */
void host_branch_byte(struct host_emission *e, bool set, unsigned offset, host_label to); /* that byte of the state is not 0, or is */

/* A function that does what operation i does, and changes nothing that registers mirror but what host_changed() is told: faster than to hand it
 * over, for its handler would have to find the way back into code. No value is needed behind it. */
typedef void host_function(struct cpu *c, struct uop *u);
void host_call(struct host_emission *e, host_function *function, unsigned i);
/* These 8 bytes of the state have been changed by something else than primitives: no register mirrors them any more. */
void host_changed(struct host_emission *e, unsigned offset);

/* Goes on in another block, whose first operation lies `first` bytes from where a value leads, or (HOST_BLOCK) from this block's operations: with
 * `code`, or with NULL by the handler that the operation holds when this is executed. The address of that operation is left in the state at
 * `entered`, unless that is HOST_NOWHERE. */
void host_go(struct host_emission *e, host_value block, i32 first, uop_fn *code, unsigned entered);

#endif
