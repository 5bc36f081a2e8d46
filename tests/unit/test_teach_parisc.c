/* What is told of instructions: each row has its equation, which names what the row's syntax has and what decoding says
 * it reads and writes, and the numbers of a timing model that it is said to depend on are those that the pipeline uses.
 */
#include <check.h>
#include <stdio.h>

#include "isa/parisc/insn/access.h"
#include "isa/parisc/insn/operation.h"
#include "isa/parisc/isa.h"
#include "isa/parisc/timing/pipe.h"
#include "tests/unit/suites.h"
#include "tests/unit/teach_text.h"

/* --- PA-RISC: the table --------------------------------------------------------------------------------------------- */

/* True for what stands for an operand of the syntax: a register, an immediate, a target; not completers and hints. */
static bool pa_is_operand(const char *name)
{
    static const char *const operands[] = {
        "r",    "b",       "t",       "cr",   "sr3",   "im5_11", "im5_27", "im11",   "im14", "im11a", "im12a", "im21",
        "im10", "im26",    "im5u",    "brk5", "brk13", "bts",    "sfu",    "sop0",   "sop1", "sop2",  "sop3",  "copsop",
        "len5", "len6_19", "len6_23", "pos5", "pos6",  "cpos5",  "cpos6",  "hsa",    "perm", "fr",    "fq",    "ft",
        "fa",   "fr_e",    "fq_e",    "ft_e", "fa_e",  "fr11",   "fr11h",  "target", "w17"};
    for (size_t i = 0; i < ARRAY_LEN(operands); i++)
        if (!strcmp(operands[i], name)) return true;
    return false;
}

/* Whether the equation has it, by itself or in the address or in the condition of a comparison. */
static bool pa_covers(const struct pa_insn *in, const char *name)
{
    const char *text = pa_operation_text((enum pa_op)in->op);
    char piece[24];
    snprintf(piece, sizeof piece, "{%s}", name);
    if (has(text, piece)) return true;
    bool compared = in->flags & PA_COND_SUB && (has(text, "{nul}") || has(text, "{if}"));
    if (compared && (!strcmp(name, "r") || !strcmp(name, "b") || !strcmp(name, "im5_11") || !strcmp(name, "im11")))
        return true;
    bool index = has(text, "{ea}") && in->addressing <= PA_EA_INDEX;
    if (has(text, "{ea}") && (!strcmp(name, "b") || !strncmp(name, "im", 2))) return true;
    return index && !strcmp(name, "r");
}

static void pa_look(void *ctx, const char *name)
{
    const struct pa_insn *in = ctx;
    ck_assert_msg(!pa_is_operand(name) || pa_covers(in, name), "%s: {%s} is not in its equation", in->name, name);
}

START_TEST(parisc_rows)
{
    char text[TEACH_OPERATION];
    for (int i = 0; i < PA_OP_COUNT; i++) {
        const struct pa_insn *in = pa_insn_row(i);
        const char *raw = pa_operation_text(i);
        ck_assert_msg(raw && *raw, "%s has no equation", in->name);
        ck_assert_int_lt(pa_operation_of_row(i, text, sizeof text), (int)sizeof text);
        ck_assert_msg(!has(text, "{") && !has(text, "_"), "%s: %s", in->name, text);
        each_piece(in->syntax, pa_look, (void *)in);
#define SAYS(flag, condition) ck_assert_msg(!(in->flags & (flag)) || (condition), "%s, " #flag ": %s", in->name, raw)
        SAYS(PA_LOAD | PA_STORE, has(raw, "mem") || has(raw, "bytes"));
        SAYS(PA_MODIFY, has(raw, "{mod}"));
        SAYS(PA_NULLIFIES, has(raw, "{nul}") || has(raw, "{tc}") || has(raw, "nullify"));
        SAYS(PA_CARRY_OUT, has(raw, "C/B = carries"));
        SAYS(PA_CARRY_IN, has(raw, " C") || has(raw, "C/B bit"));
        SAYS(PA_TRAPS, has(raw, "trap") || has(raw, "{tc}"));
        SAYS(PA_BRANCH, has(raw, "goto"));
        SAYS(PA_COND_BRANCH, has(raw, "if"));
        SAYS(PA_LINK, has(raw, "= address behind the slot"));
        SAYS(PA_QUAD, has(raw, "software"));
        ck_assert_msg(in->flags & PA_CARRY_OUT || !has(raw, "C/B = "), "%s", in->name);
        ck_assert_msg(in->flags & PA_BRANCH || in->flags & PA_PRIV || !has(raw, "goto"), "%s", in->name);
#undef SAYS
    }
}
END_TEST

static u32 pa_word(const struct pa_insn *in, u64 *seed)
{
    return (in->match | ((u32)teach_random(seed) & ~in->mask)) & ~in->ignored;
}

/* A word of it names the registers that it reads and writes, and no others. */
START_TEST(parisc_names)
{
    u64 seed = 0x1234567u + (u64)_i;
    char text[TEACH_OPERATION];
    for (int i = 0; i < PA_OP_COUNT; i++)
        for (int k = 0; k < 40; k++) {
            const struct pa_insn *in = pa_insn_row(i);
            u32 w = pa_word(in, &seed);
            if (pa_decode(w) != in) continue;
            ck_assert_int_lt(pa_operation(w, 0x10000, text, sizeof text), (int)sizeof text);
            ck_assert_msg(!has(text, "{"), "%s: %s", in->name, text);
            struct names n = names_in(text);
            struct pa_operands op = pa_operands_of(in, w);
            u32 known = op.gr_read | op.gr_write, named = (u32)n.gr[0] & ~1u;
            if (in->op == PA_OP_rfi_r || in->flags & (PA_COPR | PA_SFU))
                continue; /* registers that are not the program's */
            /* A comparison that never holds does not say of what; PERMH names its source twice. */
            bool never =
                (in->flags & PA_COND_SUB && in->flags & (PA_NULLIFIES | PA_COND_BRANCH)) || in->op == PA_OP_permh;
            ck_assert_msg(!(named & ~known), "%08x %s: %s", w, in->name, text);
            ck_assert_msg(never || !(known & ~named), "%08x %s: %s: also %08x", w, in->name, text, known & ~named);
        }
}
END_TEST

/* "[r3 + (r4 << 2)]": what access.c says of the word. */
static void pa_address_text(const struct pa_insn *in, u32 w, char *out, size_t cap)
{
    struct pa_address a = pa_accessed(pa_address_of(in, w));
    static const char *const role[32] = {[2] = "rp", [27] = "dp", [28] = "ret0", [29] = "ret1", [30] = "sp"};
    char base[8], index[8];
    if (role[a.base]) snprintf(base, sizeof base, "%s", role[a.base]);
    else snprintf(base, sizeof base, "r%u", a.base);
    if (role[a.index]) snprintf(index, sizeof index, "%s", role[a.index]);
    else snprintf(index, sizeof index, "r%u", a.index);
    if (a.index && a.shift) snprintf(out, cap, "%s + (%s << %u)", base, index, a.shift);
    else if (a.index) snprintf(out, cap, "%s + %s", base, index);
    else if (a.disp > 0) snprintf(out, cap, "%s + %d", base, a.disp);
    else if (a.disp < 0) snprintf(out, cap, "%s - %d", base, -a.disp);
    else snprintf(out, cap, "%s", base);
}

START_TEST(parisc_addresses)
{
    u64 seed = 77;
    char text[TEACH_OPERATION], address[48], wanted[64];
    unsigned seen = 0;
    for (int i = 0; i < PA_OP_COUNT; i++)
        for (int k = 0; k < 60; k++) {
            const struct pa_insn *in = pa_insn_row(i);
            u32 w = pa_word(in, &seed);
            if (pa_decode(w) != in || !pa_access_size(in) || in->flags & PA_COPR) continue;
            bool indexed = in->addressing == PA_EA_INDEX;
            pa_operation(w, 0, text, sizeof text);
            pa_address_text(in, w, address, sizeof address);
            bool bytes = in->op == PA_OP_stby_s || in->op == PA_OP_stdby_s;
            if (indexed && !(w >> 16 & 31)) continue; /* r0 as an index is a way to write no displacement */
            snprintf(wanted, sizeof wanted, bytes ? "word of %s:" : "[%s]", address);
            ck_assert_msg(has(text, wanted) || (bytes && has(text, address)), "%08x %s: %s, not %s", w, in->name, text,
                          wanted);
            struct pa_operands op = pa_operands_of(in, w);
            ck_assert_msg(!has(text, "; r") || op.base_write || has(text, "; r0 ="), "%08x %s: %s", w, in->name, text);
            seen++;
        }
    ck_assert_uint_gt(seen, 1000);
}
END_TEST

/* --- numbers -------------------------------------------------------------------------------------------------------- */

START_TEST(parisc_numbers)
{
    char spec[TEACH_SPEC];
    u64 seed = 99;
    struct pa_model m;
    struct error e;
    unsigned seen = 0;
    distinct_spec(&isa_parisc, "pa7300lc", spec);
    ck_assert_int_eq(pa_model_parse(spec, &m, &e), 0);
    for (int i = 0; i < PA_OP_COUNT; i++)
        for (int k = 0; k < 20; k++) {
            const struct pa_insn *in = pa_insn_row(i);
            u32 w = pa_word(in, &seed);
            struct pa_pipe p = {.end = 1000};
            struct pa_issue issue = {.pc = 0x10000, .word = w, .insn = in, .size = pa_access_size(in)};
            struct pa_waits waits;
            struct pa_completion done;
            if (pa_decode(w) != in) continue;
            struct pa_admitted a = pa_pipe_describe(&p, &issue);
            u64 at = pa_pipe_admit(&m, &p, &a, PA_APART, 0, &waits);
            pa_pipe_complete(&m, &p, true, 0, &done);
            for (unsigned t = 0; t < PIPE_TIMES; t++) {
                if (!p.when[t]) continue;
                ck_assert_msg(is_number(&isa_parisc, spec, (unsigned)i, p.when[t] - at), "%s: time %u is %u", in->name,
                              t, (unsigned)(p.when[t] - at));
                seen++;
            }
            ck_assert_msg(!done.lock || is_number(&isa_parisc, spec, (unsigned)i, done.lock), "%s: its lock", in->name);
            ck_assert_msg(!p.lost || is_number(&isa_parisc, spec, (unsigned)i, p.lost), "%s: what a branch loses",
                          in->name);
        }
    ck_assert_uint_gt(seen, 1000);
}
END_TEST

Suite *teach_parisc_suite(void)
{
    Suite *s = suite_create("teach_parisc");
    TCase *t = tcase_create("teach");
    tcase_set_timeout(t, 60);
    tcase_add_test(t, parisc_rows);
    tcase_add_loop_test(t, parisc_names, 0, 4);
    tcase_add_test(t, parisc_addresses);
    tcase_add_test(t, parisc_numbers);
    suite_add_tcase(s, t);
    return s;
}
