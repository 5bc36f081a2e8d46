/* One decoded operation and how it goes on to the next.
 *
 * A handler is a function that ends in NEXT(u + n). Where the compiler makes that a jump (gcc at -O2, clang through
 * musttail) the handlers form one threaded interpreter: the processor, the operation and the base of guest memory stay
 * in registers, and each handler is compiled on its own, which a single function with computed gotos cannot have (clang
 * merges those into one jump). Elsewhere (sanitizers, -O0; by the Makefile -O1 and -Og) the same handlers return the next
 * operation and a loop calls them: the plain version, and the reference. tests/lint/jumps looks for the jumps in the object
 * files. */
#ifndef PCGRAM_CORE_UOP_H
#define PCGRAM_CORE_UOP_H

#include "emu/core/types.h"

struct arc;
struct cpu;
struct uop;

#ifdef __has_feature
#define PCGRAM_HAS_FEATURE(x) __has_feature(x)
#else
#define PCGRAM_HAS_FEATURE(x) 0
#endif

#ifndef PCGRAM_THREADED
#if defined(__OPTIMIZE__) && !defined(__SANITIZE_ADDRESS__) && !PCGRAM_HAS_FEATURE(address_sanitizer)
#define PCGRAM_THREADED 1
#else
#define PCGRAM_THREADED 0
#endif
#endif

/* Beside the three, a handler is given the last result: what the operation before it left in its target register. A handler
 * that takes an operand from there instead of from memory does not wait for the store: 1.4 times faster on a checksum
 * loop of dependent operations, 1.1 times on Lua. Who may rely on it is the translator's affair. */
#if PCGRAM_THREADED
typedef void uop_result;
#if defined(__clang__)
#define UOP_GOTO(fn, u) __attribute__((musttail)) return (fn)(c, (u), mem, last)
#else
#define UOP_GOTO(fn, u) return (fn)(c, (u), mem, last)
#endif
#define NEXT(to) do { struct uop *next_ = (to); UOP_GOTO(next_->fn, next_); } while (0)
#define UOP_LEAVE() return
#else
typedef struct { struct uop *next; u64 last; } uop_result;
#define UOP_GOTO(fn, u) return uop_call_as(c, (u), mem, last, (fn)) /* no jump: the caller's own frame is still there */
#define NEXT(to) return (uop_result){(to), last}
#define UOP_LEAVE() return (uop_result){NULL, last}
#endif

typedef uop_result uop_fn(struct cpu *c, struct uop *u, u8 *mem, u64 last);

struct uop {
    union {
        uop_fn *fn;
        u64 count; /* the second half of a nullifying operation: times it nullified; imm is how far to skip */
        struct arc *arc; /* the second half of a call, while call stacks are kept */
    };
    u8 a, b, c, d;
    i32 imm;
};

/* Its handler leaves, to the dispatcher. */
extern const struct uop uop_leaves;

/* Host code reaches the first 128 bytes of a processor's state by distances of a byte, and 256 bytes more, general registers above all: while
 * handlers run, a register that they keep holds the address so many bytes behind the processor's, the middle of these. The state's first section
 * is UOP_FRONT bytes long, and struct engine follows it, so that of both what host code uses most is near. */
enum { UOP_NEAR = 128, UOP_MIDDLE = 416, UOP_FRONT = 72 };

/* Calls a handler for u: its own by uop_call(). Host code, which stands for handlers, keeps none of the registers that belong to its
 * caller, and awaits UOP_MIDDLE's; this keeps them, for no compiler can be told of such a call: what it says of registers behind it does
 * not hold in between. */
#if defined(__x86_64__)
uop_result uop_call_as(struct cpu *c, struct uop *u, u8 *mem, u64 last, uop_fn *fn);
#else
static inline uop_result uop_call_as(struct cpu *c, struct uop *u, u8 *mem, u64 last, uop_fn *fn) { return fn(c, u, mem, last); }
#endif
static inline uop_result uop_call(struct cpu *c, struct uop *u, u8 *mem, u64 last) { return uop_call_as(c, u, mem, last, u->fn); }

/* Runs from u until a handler leaves. */
static inline void uop_run(struct cpu *c, struct uop *u, u8 *mem)
{
#if PCGRAM_THREADED
    uop_call(c, u, mem, 0);
#else
    for (uop_result r = {u, 0}; r.next;) r = uop_call(c, r.next, mem, r.last);
#endif
}

#endif
