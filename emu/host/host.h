/* Host code: machine code of the host for blocks that run often. The README beside this file tells how it works.
 *
 * Two things are here, neither of which knows an instruction set: the area that code lies in, and the primitives it is made of. An
 * instruction set says once what its operations are in these primitives (isa/parisc/exec/lower.c); a host is one
 * file that knows how it encodes them (x86_64.c).
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
/* Of blocks that were entered often enough code is made at this pace from now on: for a thread of at most `at_once` instructions, and of one more for
 * each `cycles` that it has run; beyond that of a block that was entered as often once more for each `step` instructions, at least 1, that the thread has had
 * code made of. A block of fewer than `brief` instructions must have been entered `wait` times as often first. */
struct host_pace {
    u64 at_once, cycles, step;
    unsigned brief, wait;
};
void host_set_pace(struct host *h, struct host_pace pace);
/* Whether of a block of so many instructions that was entered so often, and was often enough, a thread that has run for `clock` cycles may have code made, when
 * code of `translated` instructions has been made for it. */
bool host_may_make(const struct host *h, u64 entered, unsigned instructions, u64 translated, u64 clock);
/* Blocks that have got code so far. */
u64 host_blocks(const struct host *h);
/* From now on code has no instruction that some hosts of this architecture lack: for tests. */
void host_set_plain(struct host *h);
bool host_is_plain(const struct host *h);
/* From now on one operation in so many has no code, 0: none; which, their addresses say. For tests: code and handlers meet everywhere then. */
void host_set_gaps(struct host *h, unsigned each);
bool host_is_gap(const struct host *h, const void *operation);
/* From now on code checks of itself what it takes for granted, where the emitter can (x86_64_check.c). For tests: such a program ends by SIGILL before anything wrong
 * comes of it. No branch goes by the flags of the comparison before it then. */
void host_set_checked(struct host *h);
bool host_is_checked(const struct host *h);
/* All code of that owner is forgotten: none of it runs any more. */
void host_release(struct host *h, const void *owner);
/* The operation whose access to memory the host instruction at that address is, and struct host_emission's *ahead there; NULL: it is none of ours. */
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
    HOST_SLOTS = HOST_WORDS + HOST_FIELDS,
    HOST_NO_SLOT = 0xff,
    HOST_ALIASES = 2,     /* slots that one register mirrors, at most */
    HOST_OPERATIONS = 768,
    HOST_LABELS = 5 * HOST_OPERATIONS, /* see host_label */
    HOST_BRANCHES = 4096,
    HOST_ACCESSES = 768,
    HOST_REGISTERS = 16,
};

/* A value is in the host register of that number. Primitives change no value but make new ones, which live until
 * host_next(). */
typedef u8 host_value;
enum { HOST_NO_VALUE = 0xfe };

/* Where a branch leads: an operation, by its number; with HOST_OPERATIONS added, where it is handed over to its handler; with twice that,
 * where its rest is; with three or four times that, a place in the code of the operation itself. */
typedef u16 host_label;

/* What registers may mirror of a processor's state: words, and fields. */
struct host_layout {
    unsigned first, words; /* where they begin, in bytes, and how many of 8 bytes they are, up to HOST_WORDS */
    struct {
        unsigned offset, bytes; /* 4 or 8; 0: there is none */
    } field[HOST_FIELDS];
    struct {
        unsigned offset; /* 0: there is none */
        u64 value;
    } constant[HOST_CONSTANTS]; /* of 8 bytes that the state holds and that do not change: where hosts can operate on memory, shorter than to load it */
    bool swapped; /* the guest's byte order is not the host's */
    struct {
        unsigned pointer; /* a word of the state */
        i32 offset;
        u8 each;
    } deferred; /* code may defer adding `each` to the 8 bytes at `offset` from where the pointer leads, until a handler runs. 0: there is no such thing */
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
    struct {           /* the comparison by whose flags bytes of the state have just been written; flags are still its up to `at` */
        const u8 *at;  /* NULL: there is none */
        unsigned yes, no;
        u8 if_;
    } compared;
    unsigned saved;    /* by the stub under way: so many of the registers for values */
    u32 time;          /* of uses of registers */
    struct {
        u32 used;
        u8 kept;       /* values of the operation under way that are in it: words of the state may be equal */
    } reg[HOST_REGISTERS];
    host_value last_use; /* HOST_NO_VALUE: none */
    unsigned ahead;    /* words of notes that code up to here has written beyond the pointer in the state: all ways to a label as many, and callers see to that */
    struct host_registers now;
    i8 where[HOST_SLOTS]; /* the register that mirrors a slot; -1: none */
    struct {
        u32 at;        /* bytes from `begin`; ~0: not known yet */
        u16 uses;
        u16 ahead;
        struct host_registers all; /* what registers mirror wherever a branch to it comes from, and when it was bound */
    } label[HOST_LABELS];
    unsigned branches, accesses;
    struct { u32 at; host_label to; } branch[HOST_BRANCHES]; /* whose distance is to be filled in */
    struct { u32 at; u16 uop, ahead; } access[HOST_ACCESSES];
};

/* Begins code for the block of these operations; the labels of so many are there. False when the area is full. */
bool host_begin(struct host *h, const void *owner, struct uop *uop, unsigned uops, const struct host_layout *layout,
                struct host_emission *e);
/* Ends it: every label that is used is bound. False if it did not fit, and then it is gone. */
bool host_end(struct host_emission *e);
/* Where code will be executed that has been written up to here: what stands for an operation's handler. */
uop_fn *host_here(const struct host_emission *e);

/* Where a label that is bound will be executed. */
uop_fn *host_label_at(const struct host_emission *e, host_label l);

/* The next operation: values are forgotten, what registers mirror is not. */
void host_next(struct host_emission *e);
/* A value of the operation is needed no longer; or, behind host_next() and before another value is made, still is. */
void host_drop(struct host_emission *e, host_value v);
void host_keep(struct host_emission *e, host_value v);
/* The next primitive, which has that value as its first operand, is the last to use it: the result may overwrite it, without a move. */
static inline host_value host_last_use(struct host_emission *e, host_value v) { return e->last_use = v; }
/* Here is the label. reached: by what stands before, too, not by branches alone. All branches to it have been made, or told of by
 * host_expect(), but for those from where registers mirror what they do here. */
void host_bind(struct host_emission *e, host_label l, bool reached);
/* The same of a label that handlers lead to, by host_enter(), which no code reaches but by branches: what one register mirrored at those
 * branches may be two things behind a handler, and it mirrors one of them from here on. */
void host_bind_entered(struct host_emission *e, host_label l);
/* A branch to the label will come from where registers mirror at least what they do now. */
void host_expect(struct host_emission *e, host_label l);
/* Code is entered at the label bound last: what only the code before it knows of the last comparison is not known. */
void host_forget_comparison(struct host_emission *e);
/* Registers mirror nothing. */
void host_forget(struct host_emission *e);

/* Branches to the label, which is bound, from where registers may mirror other things than they do there. */
void host_join(struct host_emission *e, host_label l);

/* Entered as operation i, code finds the block again, and goes on at i's label, which is bound. It hands operation i over: to `handler`, or with NULL to what the operation
 * holds by then. `last` is the word of the state that the handler is given as the last result; -1: none. So many deferred additions (struct host_layout) are done first. */
void host_enter(struct host_emission *e, unsigned i);

/* host_set_checked(): what registers mirror here; that a word of the state is so much more than a multiple of `of`, a power of two; and, before code is entered at the
 * label, what is to be the same there. */
void host_check(struct host_emission *e);
void host_check_word(struct host_emission *e, unsigned word, unsigned of, unsigned rest);
void host_check_entry(struct host_emission *e, host_label l);
void host_hand_over(struct host_emission *e, unsigned i, int last, unsigned deferred, uop_fn *handler);
void host_add_deferred(struct host_emission *e, unsigned deferred);

/* The slow path of operation u: a function that does what its code cannot, such as a cache miss. The call takes few bytes, for a stub that all blocks share
 * saves the registers. `deferred`: so many deferred additions are the function's to do. It returns NULL, and code goes on behind the call: then it has changed
 * nothing that registers mirror but what host_changed() is told. Or the uop to go on with, by its handler. */
typedef struct uop *host_slow_path(struct cpu *c, struct uop *u, unsigned deferred);
void host_call_slow_path(struct host_emission *e, host_slow_path *function, unsigned i, unsigned deferred);
/* What a slow path returns when a handler's way of doing it leads to `to` (NULL: to the dispatcher) and code goes on at `behind`. */
static inline struct uop *host_slow_path_result(struct uop *to, const struct uop *behind)
{
    return to == behind ? NULL : to ? to : (struct uop *)(uintptr_t)&uop_leaves; /* handlers do not write to it */
}

/* A stub: code that many blocks call, made once for all of them. It is passed a number, and says by the host's flags whether it has found or done
 * something. Registers keep what they hold, unless it is one that changes all. The number may be a constant, a value, or in memory, which may also be compared
 * with it first. */
struct host_stub {
    void (*make)(struct host_emission *e, const struct host_stub *p);
    const void *of; /* for its own use: what is made of it must be the same in all code of an owner, whichever thread it was first made for */
    u16 kind;       /* likewise: stubs of one `make` differ by it */
    u16 bytes;      /* it takes at most */
    u8 values;      /* it makes so many at most, in registers that it keeps */
    bool changes;   /* it makes as many as it likes, and behind it registers mirror nothing */
};
/* It is there, or is made now, if there is plenty of room: where code can do without. */
bool host_has_stub(struct host_emission *e, const struct host_stub *p);
void host_pass(struct host_emission *e, u32 x);
void host_pass_value(struct host_emission *e, host_value x);
void host_pass_read(struct host_emission *e, host_value at, i32 offset, unsigned bytes); /* 4 or 8 */
void host_branch_unless_passed(struct host_emission *e, host_value at, i32 offset, host_label to); /* 4 bytes of memory are that number */
void host_branch_unless_found(struct host_emission *e, const struct host_stub *p, host_label to);
/* While it is made: the number, and the ways out. */
host_value host_passed(struct host_emission *e);
void host_return_unless_equal(struct host_emission *e, host_value x, host_value y);
void host_return_if_bits(struct host_emission *e, host_value x, u64 bits); /* any of these is set */
void host_return_if_greater(struct host_emission *e, host_value x, i32 y); /* x > y, without sign, of 32 bits */
void host_find(struct host_emission *e); /* at its end: it has */
void host_return_unless_holds(struct host_emission *e, host_value at, i32 offset, unsigned bytes, host_value x);

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
/* The low word of (high:low) >> by, of 32 bits or (wide) 64; by is less than that. */
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
/* The bytes of the state at `yes` and `no`, which registers do not mirror: whether the comparison holds, and whether not; HOST_NOWHERE:
 * it is not wanted. The same of a bit of x. */
enum { HOST_NOWHERE = ~0u };

/* Conditions: of a comparison x with y; with HOST_OVERFLOW, of x - y. */
enum host_condition {
    HOST_EQ, HOST_NE, HOST_LT, HOST_GE, HOST_LE, HOST_GT, HOST_LTU, HOST_GEU, HOST_LEU, HOST_GTU, HOST_OVERFLOW, HOST_NO_OVERFLOW,
};

/* Other memory of the emulator: at a value, or with `at` HOST_BLOCK, of the block, by the distance from its operations. */
enum { HOST_BLOCK = 0xff };
host_value host_read(struct host_emission *e, host_value at, i32 offset, unsigned bytes);
host_value host_read_indexed(struct host_emission *e, host_value at, host_value index, i32 offset, unsigned bytes); /* scaled by 4 or 8 bytes */
host_value host_address(struct host_emission *e, host_value at, i32 offset);
host_value host_address_in_state(struct host_emission *e, host_value index, unsigned scale, i32 offset); /* scaled by 1 << scale bytes */
void host_write(struct host_emission *e, host_value at, i32 offset, unsigned bytes, host_value v);
void host_write_constant(struct host_emission *e, host_value at, i32 offset, u32 x); /* 4 bytes */
void host_fetch_to_write(struct host_emission *e, host_value at, i32 offset); /* what is there is to be at hand to write; nothing else happens, and no fault */
void host_write_at(struct host_emission *e, host_value at, host_value index, unsigned scale, i32 offset, host_value v); /* 8 bytes; scaled by 1 << scale */
void host_add_constant_to(struct host_emission *e, host_value at, i32 offset, i32 x); /* 8 bytes */
static inline void host_increment(struct host_emission *e, host_value at, i32 offset) { host_add_constant_to(e, at, offset, 1); }
void host_add_to(struct host_emission *e, host_value at, i32 offset, host_value v); /* 8 bytes */
void host_branch_unless_equal(struct host_emission *e, host_value at, i32 offset, u32 x, host_label to); /* 4 bytes of memory with x */
void host_branch_compare_read(struct host_emission *e, enum host_condition if_, host_value x, host_value at, i32 offset, unsigned bytes, host_label to); /* 4 or 8 */
static inline void host_branch_unless_holds(struct host_emission *e, host_value at, i32 offset, unsigned bytes, host_value x, host_label to)
{
    host_branch_compare_read(e, HOST_NE, x, at, offset, bytes, to);
}
void host_branch_unless_byte(struct host_emission *e, host_value at, i32 offset, u8 x, host_label to);

/* Guest memory at a 32-bit address, in the order of big-endian guests, for operation i: it may fault. */
host_value host_load(struct host_emission *e, unsigned i, host_value address, unsigned bytes);
void host_store(struct host_emission *e, unsigned i, host_value address, unsigned bytes, host_value v);

/* Branches and what else conditions decide. */
void host_put_comparison(struct host_emission *e, enum host_condition if_, bool wide, host_value x, host_value y, unsigned yes, unsigned no);
void host_put_bit(struct host_emission *e, host_value x, unsigned bit, unsigned yes, unsigned no);
/* Branches to the label, or goes on. */
void host_branch(struct host_emission *e, host_label to);
void host_branch_compare(struct host_emission *e, enum host_condition if_, bool wide, host_value x, host_value y, host_label to);
void host_branch_compare_constant(struct host_emission *e, enum host_condition if_, bool wide, host_value x, i32 y, host_label to);
/* Of the sum of 32 bits x + y, which is also a comparison of it with 0: carry (LTU), no carry (GEU), overflow. */
void host_branch_sum(struct host_emission *e, enum host_condition if_, host_value x, host_value y, host_label to);
/* Some bit of `bits` is set in x, or (set false) none is. */
void host_branch_bits(struct host_emission *e, bool set, host_value x, u32 bits, host_label to);
void host_branch_mask(struct host_emission *e, bool set, host_value x, u64 bits, host_label to);
void host_branch_bit(struct host_emission *e, bool set, host_value x, unsigned bit, host_label to);
void host_branch_bit_by(struct host_emission *e, bool set, host_value x, host_value bit, host_label to); /* its number modulo 64 */
void host_branch_byte(struct host_emission *e, bool set, unsigned offset, host_label to); /* that byte of the state is not 0, or is */

/* Operation i does what this function does, which changes nothing that registers mirror: faster than handing it over, for its handler
 * would have to find the way back. No value is needed any longer. */
typedef void host_function(struct cpu *c, struct uop *u);
void host_call(struct host_emission *e, host_function *function, unsigned i);
/* What the function has changed that registers may have mirrored: 8 bytes of the state. */
void host_changed(struct host_emission *e, unsigned offset);

/* Goes on in the block at a value, or at that distance (HOST_BLOCK), whose first operation lies `first` bytes behind; `code`: of it, as it
 * is; NULL: as it will be. The address of that operation is left in the state at `entered`, unless that is HOST_NOWHERE. */
void host_go(struct host_emission *e, host_value block, i32 first, uop_fn *code, unsigned entered);

#endif
