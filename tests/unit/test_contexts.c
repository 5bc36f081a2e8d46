/* emu/core/calls, contexts: what chains of calls cost, with times made up. */
#include <stdlib.h>

#include "emu/core/calls.h"
#include "emu/core/machine.h"
#include "tests/unit/suites.h"

static struct machine machine;
static struct process process;
static struct code *code;
static struct call_stack *stack;

/* Functions are 0x100 bytes long; from 0x8000 on none is known. */
static u64 function_of(void *ctx, struct process *p, u64 pc)
{
    (void)ctx, (void)p;
    return pc < 0x8000 ? pc & ~(u64)0xff : 0x8001;
}

static void make(void)
{
    struct error e;
    machine = (struct machine){.function_of = function_of};
    process = (struct process){.machine = &machine};
    code = code_new(&process, 1 << 20, &e);
    ck_assert_ptr_nonnull(code);
    stack = calls_new(code);
}

static void unmake(void)
{
    calls_free(stack);
    code_free(code);
}

/* A call from `from` to `to` at time `now`; an instruction is a cycle. */
static void push(u64 from, u64 to, u64 now)
{
    calls_push(stack, (struct call_made){.back = from + 8, .arc = code_arc(code, from, to), .cycles = now, .instructions = now});
}

struct row {
    u32 parent;
    u64 from, to, calls, cycles;
};

/* Everything so far, at time `now`, is these contexts. */
static struct counters check(u64 now, const struct row *row, size_t rows)
{
    struct counters c = {0};
    u64 sum = 0;
    calls_collect_open(stack, now, now);
    code_collect(code, &c);
    calls_resume(stack, now, now);
    counters_sort(&c);
    for (size_t i = 0; i < rows && i < c.contexts; i++) {
        const struct context_count *x = &c.context[i];
        ck_assert_msg(x->parent == row[i].parent && x->from == row[i].from && x->to == row[i].to &&
                          x->calls == row[i].calls && x->cycles == row[i].cycles && x->instructions == x->cycles,
                      "row %zu: %u %llx %llx %llu %llu", i, x->parent, (unsigned long long)x->from,
                      (unsigned long long)x->to, (unsigned long long)x->calls, (unsigned long long)x->cycles);
        sum += x->cycles;
    }
    ck_assert_uint_eq(c.contexts, rows);
    ck_assert_uint_eq(sum, now);
    return c;
}
#define CHECK(now, ...)                                                                                                \
    do {                                                                                                               \
        const struct row rows_[] = {__VA_ARGS__};                                                                      \
        struct counters c_ = check(now, rows_, ARRAY_LEN(rows_));                                                      \
        counters_free(&c_);                                                                                            \
    } while (0)
#define NONE CONTEXT_NONE

START_TEST(nothing_called)
{
    CHECK(7, {NONE, 0, 0, 0, 7});
}
END_TEST

START_TEST(chains)
{
    push(0x120, 0x300, 10); /* the thread began in 0x100 */
    push(0x310, 0x500, 15);
    ck_assert(calls_return(stack, 0x318, 18, 18));
    ck_assert(!calls_return(stack, 0x999, 19, 19));
    ck_assert(calls_return(stack, 0x128, 20, 20));
    push(0x110, 0x300, 21); /* another call of the same function stands apart, and before */
    push(0x310, 0x500, 22);
    struct counters c = check(30, (const struct row[]){{NONE, 0, 0, 0, 0}, {NONE, 0, 0x120, 0, 11}, {1, 0x110, 0x300, 1, 1},
                                                       {2, 0x310, 0x500, 1, 8}, {1, 0x120, 0x300, 1, 7},
                                                       {4, 0x310, 0x500, 1, 3}}, 6);
    /* what has been open so far is in the arcs, too */
    ck_assert_uint_eq(c.arc[0].from, 0x110);
    ck_assert_uint_eq(c.arc[0].cycles, 9);
    counters_free(&c);
}
END_TEST

/* The function jumped to takes the place of the one that jumps; the call stays where it was. */
START_TEST(tail_calls)
{
    push(0x120, 0x300, 10);
    calls_jump(stack, 0x340, 0x380, 0, 12, 12); /* inside the function */
    calls_jump(stack, 0x340, 0x500, 0, 14, 14);
    push(0x510, 0x700, 15);
    ck_assert(calls_return(stack, 0x518, 17, 17));
    ck_assert(calls_return(stack, 0x128, 20, 20));
    struct counters c = check(21, (const struct row[]){{NONE, 0, 0, 0, 0}, {NONE, 0, 0x120, 0, 11}, {1, 0x120, 0x300, 1, 4},
                                                       {1, 0x120, 0x500, 1, 4}, {3, 0x510, 0x700, 1, 2}}, 5);
    /* It is counted among the arcs, and costs nothing there: the call does. (A direct call's count is its block's.) */
    ck_assert_uint_eq(c.arcs, 3);
    ck_assert(c.arc[0].to == 0x300 && c.arc[0].count == 0 && c.arc[0].cycles == 10);
    ck_assert(c.arc[1].from == 0x120 && c.arc[1].to == 0x500 && c.arc[1].count == 1 && c.arc[1].cycles == 0);
    counters_free(&c);
}
END_TEST

/* setjmp has returned; longjmp leads into the middle of a function three calls up. */
START_TEST(longjmps)
{
    push(0x120, 0x300, 10);
    push(0x310, 0x500, 11);
    push(0x510, 0x700, 12);
    calls_jump(stack, 0x710, 0x9000, 0, 13, 13); /* no function is known there: a tail call */
    calls_jump(stack, 0x9010, 0x330, 0, 14, 14);
    ck_assert_uint_eq(calls_depth(stack), 1);
    ck_assert(calls_return(stack, 0x128, 20, 20));
    CHECK(20, {NONE, 0, 0, 0, 0}, {NONE, 0, 0x120, 0, 10}, {1, 0x120, 0x300, 1, 7}, {2, 0x310, 0x500, 1, 1},
          {3, 0x510, 0x700, 1, 1}, {3, 0x510, 0x9000, 1, 1});
}
END_TEST

static void push_at(u64 from, u64 to, u64 level, u64 now)
{
    calls_push(stack, (struct call_made){.back = from + 8, .arc = code_arc(code, from, to), .level = level, .cycles = now,
                                          .instructions = now});
}

/* Of a function that is open several times the level tells which call is landed in: that of the same level, or with what it
 * has taken from the stack since it stood at it; where no level fits (another stack), the innermost. */
START_TEST(levels)
{
    static const struct {
        u64 level;
        size_t depth;
    } landing[] = {{0xfc0, 1}, {0xfff, 2}, {0x1000, 2}, {0x1fff, 3}, {0x2000, 3}, {0x3000, 4}, {0x9000, 4}};
    for (size_t i = 0; i < ARRAY_LEN(landing); i++) {
        push_at(0x120, 0x300, 0x800, 10);
        push_at(0x310, 0x300, 0xfc0, 11);
        push_at(0x310, 0x300, 0x1000, 12);
        push_at(0x310, 0x300, 0x2000, 13);
        push_at(0x310, 0x500, 0x3000, 14);
        push_at(0x510, 0x700, 0x4000, 15);
        calls_jump(stack, 0x710, 0x330, landing[i].level, 16, 16);
        ck_assert_uint_eq(calls_depth(stack), landing[i].depth);
        calls_close(stack, 17, 17);
    }
}
END_TEST

/* A part of a function that lies elsewhere, and back, with the function also open further up. */
START_TEST(cold_parts)
{
    push(0x120, 0x300, 10);
    push(0x310, 0x300, 11);
    calls_jump(stack, 0x320, 0x1010, 0, 12, 12);
    calls_jump(stack, 0x1020, 0x330, 0, 13, 13);
    ck_assert_uint_eq(calls_depth(stack), 2);
    CHECK(15, {NONE, 0, 0, 0, 0}, {NONE, 0, 0x120, 0, 10}, {1, 0x120, 0x300, 1, 1}, {2, 0x310, 0x300, 1, 1},
          {2, 0x310, 0x330, 0, 2}, {2, 0x310, 0x1010, 0, 1}); /* neither begins where its function does: no call */
}
END_TEST

/* The call was charged for with its delay slot, at 12; the slot faults, and at 11 the handler is called there. */
START_TEST(signals)
{
    push(0x120, 0x300, 12);
    calls_signal(stack, (struct call_made){.back = 0xfff0, .arc = code_arc(code, 0x124, 0x700), .cycles = 11, .instructions = 11});
    ck_assert(calls_return(stack, 0xfff0, 15, 15));
    ck_assert(calls_return(stack, 0x128, 20, 20));
    struct counters c = check(20, (const struct row[]){{NONE, 0, 0, 0, 0}, {NONE, 0, 0x120, 0, 11},
                                                       {1, 0x120, 0x300, 1, 5}, {2, 0x124, 0x700, 1, 4}}, 4);
    ck_assert(c.arcs == 2 && c.arc[0].cycles == 9 && c.arc[1].count == 1 && c.arc[1].cycles == 4);
    counters_free(&c);
}
END_TEST

/* Recursion is kept apart up to a limit a call site, then folded into the nearest open call; nothing is lost. */
START_TEST(recursion)
{
    enum { DEPTH = CONTEXT_RECURSION + 100 };
    struct counters c = {0};
    u64 sum = 0;
    push(0x120, 0x300, 1);
    for (u64 i = 0; i < DEPTH; i++) push(0x310, 0x300, 2 + i);
    for (u64 i = 0; i < DEPTH; i++) ck_assert(calls_return(stack, 0x318, 2 + DEPTH + i, 2 + DEPTH + i));
    ck_assert(calls_return(stack, 0x128, 3 + 2 * DEPTH, 3 + 2 * DEPTH));
    ck_assert_uint_eq(calls_depth(stack), 0);
    calls_collect_open(stack, 3 + 2 * DEPTH, 3 + 2 * DEPTH);
    code_collect(code, &c);
    ck_assert_uint_eq(c.contexts, 3 + CONTEXT_RECURSION);
    for (size_t i = 0; i < c.contexts; i++) sum += c.context[i].cycles;
    ck_assert_uint_eq(sum, 3 + 2 * DEPTH);
    const struct context_count *deepest = &c.context[c.contexts - 1];
    ck_assert(deepest->parent == c.contexts - 2 && deepest->calls == 101 && deepest->cycles == 201);
    counters_free(&c);
}
END_TEST

/* The child of a fork is in the same chain, at its time 0; the parent's costs stay the parent's. */
START_TEST(forks)
{
    struct error e;
    push(0x120, 0x300, 10);
    calls_jump(stack, 0x340, 0x500, 0, 14, 14);
    push(0x510, 0x700, 15);
    struct code *other = code_new(&process, 1 << 20, &e);
    struct call_stack *child = calls_copy(stack, other), *parent = stack;
    stack = child;
    struct code *first = code;
    code = other;
    ck_assert(calls_return(stack, 0x518, 3, 3));
    ck_assert(calls_return(stack, 0x128, 5, 5));
    CHECK(6, {NONE, 0, 0, 0, 0}, {NONE, 0, 0x120, 0, 1}, {1, 0x120, 0x500, 0, 2}, {2, 0x510, 0x700, 0, 3});
    calls_free(child);
    code_free(other);
    stack = parent;
    code = first;
    CHECK(16, {NONE, 0, 0, 0, 0}, {NONE, 0, 0x120, 0, 10}, {1, 0x120, 0x300, 1, 4}, {1, 0x120, 0x500, 1, 1},
          {3, 0x510, 0x700, 1, 1});
}
END_TEST

START_TEST(two_threads)
{
    struct call_stack *second = calls_new(code), *main_thread = stack;
    push(0x120, 0x300, 10);
    stack = second;
    push(0x2020, 0x300, 4);
    calls_close(stack, 5, 5);
    calls_free(second);
    stack = main_thread;
    struct counters c = {0};
    calls_collect_open(stack, 20, 20);
    code_collect(code, &c);
    ck_assert_uint_eq(c.contexts, 5);
    ck_assert(c.context[1].to == 0x120 && c.context[1].cycles == 10 && c.context[2].cycles == 10);
    ck_assert(c.context[3].to == 0x2020 && c.context[3].cycles == 4 && c.context[4].cycles == 1);
    counters_free(&c);
}
END_TEST

/* Calls that lead into as many contexts as asked for, 1,024 below each of the first ones. */
static void fill(struct contexts *t, struct code *of, unsigned contexts)
{
    for (unsigned i = 0; i < contexts >> 10; i++) {
        struct context *first = contexts_enter(t, contexts_nowhere(t), code_arc(of, 0x20000 + 4 * i, 0x30000 + 4 * i))->child;
        for (unsigned k = 1; k < 1 << 10; k++) contexts_enter(t, first, code_arc(of, 0x40000 + 4 * k, 0x50000 + 4 * k));
    }
}

/* Threads whose calls are counted apart share what a process may have. */
START_TEST(full)
{
    struct error e;
    struct code *other = code_new(&process, 1 << 20, &e);
    ck_assert_ptr_nonnull(other);
    other->contexts = contexts_new(other);
    u64 before = process.contexts;
    fill(code->contexts, code, CONTEXTS / 4 * 3);
    ck_assert_uint_eq(process.contexts, before + CONTEXTS / 4 * 3);
    fill(other->contexts, other, CONTEXTS / 4 * 3);
    ck_assert_uint_eq(process.contexts, CONTEXTS);
    struct context_edge *last = contexts_enter(other->contexts, contexts_nowhere(other->contexts), code_arc(other, 0x60000, 0x60100));
    ck_assert_ptr_eq(last->child, contexts_nowhere(other->contexts)); /* it counts for its caller */
    code_free(other);
    ck_assert_uint_eq(process.contexts, before + CONTEXTS / 4 * 3 - 1);
}
END_TEST

/* The cycles of the call, or -1: there was none. */
static i64 arc_cycles(const struct counters *c, u64 from, u64 to)
{
    for (size_t i = 0; i < c->arcs; i++)
        if (c->arc[i].from == from && c->arc[i].to == to) return (i64)c->arc[i].cycles;
    return -1;
}

/* Calls for which there is no way stay in the context that made them, and count as calls of it; each has its cycles as a call. */
START_TEST(no_way)
{
    push(0x120, 0x300, 10);
    u64 had = process.context_edges;
    process.context_edges = CONTEXT_EDGES;
    push(0x310, 0x500, 15);
    push(0x510, 0x700, 16);
    ck_assert(calls_return(stack, 0x518, 18, 18));
    ck_assert(calls_return(stack, 0x318, 20, 20));
    ck_assert(calls_return(stack, 0x128, 25, 25));
    push(0x120, 0x300, 27); /* there is a way for that one */
    struct counters c = check(30, (const struct row[]){{NONE, 0, 0, 0, 0}, {NONE, 0, 0x120, 0, 12}, {1, 0x120, 0x300, 4, 18}}, 3);
    ck_assert_int_eq(arc_cycles(&c, 0x310, 0x500), 5);
    ck_assert_int_eq(arc_cycles(&c, 0x510, 0x700), 2);
    ck_assert_int_eq(arc_cycles(&c, 0x120, 0x300), 18);
    counters_free(&c);
    ck_assert_uint_eq(process.context_edges, CONTEXT_EDGES);
    process.context_edges = had;
    push(0x310, 0x500, 31); /* and now for this one */
    ck_assert_uint_eq(process.context_edges, had + 1);
}
END_TEST

START_TEST(ticks)
{
    contexts_tick(code->contexts, calls_at(stack), 0x104);
    push(0x120, 0x300, 10);
    for (unsigned i = 0; i < 3000; i++) contexts_tick(code->contexts, calls_at(stack), 0x300 + i % 1000 * 4);
    struct counters c = check(10, (const struct row[]){{NONE, 0, 0, 0, 0}, {NONE, 0, 0x120, 0, 10}, {1, 0x120, 0x300, 1, 0}}, 3);
    ck_assert_uint_eq(c.ticks, 1001);
    ck_assert(c.tick[0].context == 0 && c.tick[0].pc == 0x104 && c.tick[0].ticks == 1);
    for (unsigned i = 1; i < 1001; i++) ck_assert(c.tick[i].context == 2 && c.tick[i].pc == 0x2fc + 4 * i && c.tick[i].ticks == 3);
    counters_free(&c);
}
END_TEST

Suite *contexts_suite(void)
{
    Suite *s = suite_create("contexts");
    TCase *t = tcase_create("contexts");
    tcase_add_checked_fixture(t, make, unmake);
    tcase_add_test(t, nothing_called);
    tcase_add_test(t, chains);
    tcase_add_test(t, tail_calls);
    tcase_add_test(t, longjmps);
    tcase_add_test(t, levels);
    tcase_add_test(t, cold_parts);
    tcase_add_test(t, signals);
    tcase_add_test(t, recursion);
    tcase_add_test(t, forks);
    tcase_add_test(t, two_threads);
    tcase_add_test(t, full);
    tcase_add_test(t, no_way);
    tcase_add_test(t, ticks);
    suite_add_tcase(s, t);
    return s;
}
