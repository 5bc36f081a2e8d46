/* What the operations at the ends of blocks are in the primitives of host code: exits, and what timed blocks ask on their way
 * (lower_calls.c has the shadow stack, lower.c the others). */
#include "isa/parisc/exec/exec.h"
#include "isa/parisc/exec/lower.h"

#if HOST_EMITTER

/* --- exits ------------------------------------------------------------------------------------------------------------------- */

/* Under a timing model: fetching from a block loses nothing (pa_memory_fetched()), as far as that is quickly told, else it goes to the label.
 * Of a block that is known, and of one that is at n. The page is mostly that of the fetch before; if it is not, and fetching remembers pages, a
 * stub looks for it. With that, and with exits whose successors are not known yet in code, Lua's sort, xz and zstd run 1.05
 * to 1.06 times as fast under the PA-7300LC's model. */

/* The page of that number is where fetching remembers it, and is used. */
static void find_page(struct host_emission *e, const struct host_stub *p)
{
    (void)p;
    host_value page = host_passed(e), m = host_get_part(e, STATE_OF(memory), 8);
    host_value place = host_operate_constant(e, HOST_AND, false, page, TLB_RECENT - 1);
    host_value entry = host_read_indexed(e, m, place, MEMORY_OF(ilab.recent), 8);
    host_drop(e, place);
    host_return_unless_holds(e, entry, (i32)offsetof(struct tlb_entry, page), 8, page);
    host_value before = host_read(e, m, MEMORY_OF(ilab.now), 8), now = host_operate_constant(e, HOST_ADD, true, before, 2);
    host_write(e, m, MEMORY_OF(ilab.now), 8, now);
    host_write(e, entry, (i32)offsetof(struct tlb_entry, used), 8, now);
    host_write(e, m, MEMORY_OF(code_page), 4, page);
}
static const struct host_stub page_finder = {.make = find_page, .bytes = 384, .values = 4};

/* Another page than that of the fetch before, whose number has been passed: if it is found, code goes on in the operation. */
static void another_page(struct lowering *l)
{
    host_branch_unless_found(l->e, &page_finder, l->o->slow_path[l->i] ? (host_label)(HOST_SLOW_PATHS + l->i) : by_handler(l));
    host_branch(l->e, (host_label)(HOST_AGAIN + l->i));
}

static void another_known_page(struct lowering *l)
{
    u32 pc = l->kind == PA_UOP_fetch_page ? pa_fetched(l->u) : (u32)exit_of(l)->target;
    host_pass(l->e, pa_memory_check(l->c->memory, pc).page);
    another_page(l);
}

/* Where it goes if the page is another one: to a cold path, if fetching remembers pages. */
static host_label unless_same_page(struct lowering *l, void (*cold_path)(struct lowering *l), host_label otherwise)
{
    return l->c->memory->has_ilab ? by_cold_path(l, cold_path) : otherwise;
}

/* There code goes on. */
static void page_is_same(struct lowering *l)
{
    if (!l->c->memory->has_ilab) return;
    host_bind(l->e, (host_label)(HOST_AGAIN + l->i), true);
    host_forget_comparison(l->e);
}

/* The block fetches from one page alone, and that is the page: no access changes what was fetched from last, where fetching has a memory of its own
 * and the TLB more than one entry. With that, code under the PA-7300LC's model is 0.97 as long, and Lua's sort takes 0.99 of the time. */
static bool is_page_of_block(const struct lowering *l, const struct fetch_check *f)
{
    if (!l->c->memory->usual || f->page != l->b->fetch.page) return false;
    for (unsigned i = 0; i < l->b->uops; i++)
        if (l->b->info[i].kind == PA_UOP_fetch_page) return false;
    return true;
}

static void fetched(struct lowering *l, const struct fetch_check *f, host_label otherwise)
{
    host_value m = host_get_part(l->e, STATE_OF(memory), 8);
    if (!is_page_of_block(l, f)) {
        host_branch_unless_equal(l->e, m, MEMORY_OF(code_page), f->page, unless_same_page(l, another_known_page, otherwise));
        page_is_same(l);
    }
    host_branch_unless_equal(l->e, m, BEHIND_MEMORY(l, code) + 4 * (i32)f->set, f->line, otherwise);
    host_drop(l->e, m);
}

static void fetched_from(struct lowering *l, host_value n)
{
    struct host_emission *e = l->e;
    host_value m = host_get_part(e, STATE_OF(memory), 8);
    host_pass_read(e, n, (i32)offsetof(struct block, fetch.page), 4);
    host_branch_unless_passed(e, m, MEMORY_OF(code_page), unless_same_page(l, another_page, by_handler(l)));
    page_is_same(l);
    host_value set = host_read(e, n, (i32)offsetof(struct block, fetch.set), 4), line = host_read_indexed(e, m, set, BEHIND_MEMORY(l, code), 4);
    host_branch_unless_holds(e, n, (i32)offsetof(struct block, fetch.line), 4, line, by_handler(l));
    host_drop(e, m), host_drop(e, set), host_drop(e, line);
}

/* Exit x is passed. Its slots, and what is nullified on it, are in the uop. */
static void pass(struct lowering *l, const struct exit *x, host_value budget)
{
    host_add_deferred(l->e, l->pending);
    pass_exit(l, x, l->u->b, budget);
    if (is_timed(l) && l->u->a) host_add_to_state(l->e, STATE_OF(slots), l->u->a);
}

/* Goes on in the block at n. */
static void go_to(struct lowering *l, host_value n)
{
    host_go(l->e, n, FIRST_UOP, NULL, is_timed(l) ? STATE_OF(entered) : HOST_NOWHERE);
}

/* Into the block that follows the exit, as far as its costliest path fits. */
static void chain(struct lowering *l)
{
    const struct exit *x = exit_of(l);
    const struct block *n = x->next;
    struct fetch_check f = pa_memory_check(l->c->memory, (u32)x->target);
    if (block_is_none(n)) { /* not known yet */
        host_value next = host_read(l->e, HOST_BLOCK, in_block(l, &x->next), 8), budget = fitting_budget(l, x->cost, next, MOST_COST);
        fetched(l, &f, by_handler(l));
        pass(l, x, budget);
        return go_to(l, next);
    }
    host_value budget = fitting_budget(l, x->cost, HOST_BLOCK, in_block(l, &n->max_cost));
    fetched(l, &f, by_handler(l));
    pass(l, x, budget);
    go_into(l, n, STATE_OF(entered));
}

LOWER(exit_direct)
{
    const struct exit *x = exit_of(l);
    if (!is_timed(l)) return lower_exit(l, x, x->cost, l->u->b);
    return chain(l), true;
}

/* The block that was last entered from a jump with that hash, if it is the one. */
static host_value indirect_successor(struct lowering *l, host_value *pc)
{
    struct host_emission *e = l->e;
    const struct exit *x = exit_of(l);
    *pc = host_operate_constant(e, HOST_AND, false, host_get(e, STATE_OF(target)), ~3);
    host_value hash = host_operate_constant(e, HOST_AND, false, host_last_use(e, host_shift(e, HOST_SHR, false, *pc, 2)), JUMPS - 1), code = host_get_part(e, STATE_OF(code), 8);
    if (is_timed(l)) hash = host_operate_constant(e, HOST_XOR, false, host_last_use(e, hash), (i32)(pa_timed_jump_hash(0, x->follows)));
    host_value n = host_read_indexed(e, code, hash, (i32)offsetof(struct code, jump), 8);
    host_next(e);
    host_keep(e, n), host_keep(e, *pc);
    host_value there = host_read(e, n, (i32)offsetof(struct block, pc), 8);
    host_branch_compare(e, HOST_NE, true, there, *pc, by_handler(l));
    host_drop(e, there);
    if (is_timed(l)) host_branch_unless_equal(e, n, (i32)offsetof(struct block, mode), x->follows, by_handler(l));
    return n;
}

/* On to the block at n, which is fetched from only if it fits: it may be closed, because its page cannot be fetched from any more. */
static void enter_found(struct lowering *l, host_value n)
{
    host_value budget = fitting_budget(l, exit_of(l)->cost, n, MOST_COST);
    if (is_timed(l)) fetched_from(l, n);
    pass(l, exit_of(l), budget);
    go_to(l, n);
}

LOWER(exit_indirect)
{
    host_value pc, n = indirect_successor(l, &pc);
    host_drop(l->e, pc);
    return enter_found(l, n), true;
}

/* A call to the target that the exit stands for. */
LOWER(exit_call)
{
    const struct exit *x = exit_of(l);
    host_value pc, n = indirect_successor(l, &pc);
    unless_known(l, x);
    host_branch_compare(l->e, HOST_NE, true, host_read(l->e, HOST_BLOCK, in_block(l, &x->target), 8), pc, by_handler(l));
    host_next(l->e);
    host_keep(l->e, n);
    return enter_found(l, n), true;
}

/* --- of timed blocks only (isa/parisc/timing/exec_timed.c) ---------------------------------------------------------------------- */

LOWER(fetch)
{
    u32 line = pa_fetched(l->u);
    i32 set = (i32)(line & l->c->memory->code_sets);
    host_branch_unless_equal(l->e, host_get_part(l->e, STATE_OF(memory), 8), BEHIND_MEMORY(l, code) + 4 * set, line, by_slow_path(l, pa_slow_fetch, 1));
    return true;
}

LOWER(fetch_page)
{
    struct fetch_check f = pa_memory_check(l->c->memory, pa_fetched(l->u));
    fetched(l, &f, by_slow_path(l, pa_slow_fetch_page, 1));
    return true;
}

/* x = enum related. */
LOWER(relate)
{
    struct host_emission *e = l->e;
    host_label slow = by_slow_path(l, pa_slow_relate, 1);
    host_value m = host_get_part(e, STATE_OF(memory), 8), ea = gr(l, l->u->b);
    if (l->u->c && l->x != BASE_ONLY) ea = host_add_scaled(e, false, ea, gr(l, l->u->c), l->u->d & 3);
    ea = host_operate_constant(e, HOST_ADD, false, ea, l->u->imm);
    if (l->x & APART) {
        host_value differs = host_operate(e, HOST_XOR, false, ea, host_read(e, m, MEMORY_OF(stored), 4));
        host_branch_compare_constant(e, HOST_LEU, false, differs, 7, slow);
    }
    if (l->x & (TO_LOAD | TO_STORE)) {
        host_value before = host_read(e, m, l->x & TO_LOAD ? MEMORY_OF(loaded) : MEMORY_OF(stored), 4);
        host_branch_compare_constant(e, HOST_EQ, false, host_operate(e, HOST_SUB, false, ea, before), 4, slow);
    }
    if (l->x == BASE_ONLY)
        host_branch_compare_constant(e, HOST_NE, false, host_operate_constant(e, HOST_AND, false, ea, 7), 4, slow);
    return true;
}

#endif
