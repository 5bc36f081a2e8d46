/* One decoded operation and how it goes on to the next.
 *
 * A handler is a function that ends in NEXT(u + n). Where the compiler makes that a jump (gcc at -O2, clang through
 * musttail) the handlers form one threaded interpreter: the processor, the operation and the base of guest memory stay
 * in registers, and each handler is compiled on its own, which a single function with computed gotos cannot have (clang
 * merges those into one jump). Elsewhere (sanitizers, -O0) the same handlers return the next operation and a loop calls
 * them: the plain version, and the reference. A test counts the indirect jumps in the object files. */
#ifndef PCGRAM_CORE_UOP_H
#define PCGRAM_CORE_UOP_H

#include "emu/core/types.h"

struct arc;
struct cpu;
struct uop;

#ifndef PCGRAM_THREADED
#if defined(__OPTIMIZE__) && !defined(__SANITIZE_ADDRESS__)
#define PCGRAM_THREADED 1
#else
#define PCGRAM_THREADED 0
#endif
#endif

#if PCGRAM_THREADED
typedef void uop_result;
#if defined(__clang__)
#define UOP_GOTO(fn, u) __attribute__((musttail)) return (fn)(c, (u), mem)
#else
#define UOP_GOTO(fn, u) return (fn)(c, (u), mem)
#endif
#define NEXT(to) do { struct uop *next_ = (to); UOP_GOTO(next_->fn, next_); } while (0)
#define UOP_LEAVE() return
#else
typedef struct uop *uop_result;
#define UOP_GOTO(fn, u) return (fn)(c, (u), mem)
#define NEXT(to) return (to)
#define UOP_LEAVE() return NULL
#endif

typedef uop_result uop_fn(struct cpu *c, struct uop *u, u8 *mem);

struct uop {
    union {
        uop_fn *fn;
        u64 count; /* the second half of a nullifying operation: times it nullified; imm is how far to skip */
        struct arc *arc; /* the second half of a call, while call stacks are kept */
    };
    u8 a, b, c, d;
    i32 imm;
};

/* Runs from u until a handler leaves. */
static inline void uop_run(struct cpu *c, struct uop *u, u8 *mem)
{
#if PCGRAM_THREADED
    u->fn(c, u, mem);
#else
    while (u) u = u->fn(c, u, mem);
#endif
}

#endif
