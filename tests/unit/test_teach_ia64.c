/* The same as test_teach_parisc.c, of Itanium. */
#include <check.h>
#include <stdio.h>

#include "isa/ia64/insn/disasm.h"
#include "isa/ia64/insn/fields.h"
#include "isa/ia64/insn/operation.h"
#include "isa/ia64/isa.h"
#include "isa/ia64/timing/issue.h"
#include "tests/unit/suites.h"
#include "tests/unit/teach_text.h"

/* --- Itanium -------------------------------------------------------------------------------------------------------- */

static bool ia64_is_operand(const char *name)
{
    if (!strcmp(name, "ph") || !strcmp(name, "psz")) return false;
    static const char *const beginnings[] = {
        "r1",     "r2",     "r3",      "f1",     "f2",   "f3",  "f4",      "p1",     "p2",
        "b1",     "b2",     "ar3",     "cr3",    "imm",  "ct2", "len",     "pos",    "cpos",
        "count",  "ccount", "mcount",  "tf5",    "inc3", "so",  "pairinc", "mask17", "mhtype8",
        "amask7", "omask7", "fclass9", "target", "tag",  "z4",  "fz",      "fsz",    "sz"};
    for (size_t i = 0; i < ARRAY_LEN(beginnings); i++)
        if (!strncmp(beginnings[i], name, strlen(beginnings[i]))) return true;
    return false;
}

static void ia64_look(void *ctx, const char *name)
{
    const struct ia64_insn *in = ctx;
    char piece[24];
    snprintf(piece, sizeof piece, "{%s}", name);
    ck_assert_msg(!ia64_is_operand(name) || has(ia64_operation_text((enum ia64_op)in->op), piece),
                  "%s: %s is not in its equation", in->name, piece);
}

START_TEST(ia64_rows)
{
    char text[TEACH_OPERATION];
    for (int i = 0; i < IA64_OP_COUNT; i++) {
        const struct ia64_insn *in = ia64_insn_row(i);
        const char *raw = ia64_operation_text(i);
        ck_assert_msg(raw && *raw, "%s has no equation", in->name);
        ck_assert_int_lt(ia64_operation_of_row(i, text, sizeof text), (int)sizeof text);
        ck_assert_msg(!has(text, "{"), "%s: %s", in->name, text);
        each_piece(in->syntax, ia64_look, (void *)in);
        ck_assert_msg(has(text, "qp: ") == !(in->flags & IA64_NO_QP), "%s: its predicate", in->name);
#define SAYS(flag, condition) ck_assert_msg(!(in->flags & (flag)) || (condition), "%s, " #flag ": %s", in->name, raw)
        SAYS(IA64_LOAD | IA64_STORE, has(raw, "mem"));
        SAYS(IA64_POSTINC, has(raw, "{r3} = {r3} + "));
        SAYS(IA64_UNC, has(raw, "{p1} = {p2} = 0; {qp}"));
        SAYS(IA64_SPEC, has(raw, "NaT"));
        SAYS(IA64_ADV, has(raw, "ALAT"));
        SAYS(IA64_ACQ, has(raw, "acquire") || has(raw, "before all accesses behind it"));
        SAYS(IA64_REL, has(raw, "release") || has(raw, "after all accesses before it"));
        SAYS(IA64_BRANCH, has(raw, "goto"));
        SAYS(IA64_LINK, has(raw, "{b1} = "));
        SAYS(IA64_LOOP, has(raw, "lc") || has(raw, "ec"));
        SAYS(IA64_SEM, has(raw, "atomic"));
        SAYS(IA64_SETS_P, has(raw, "{p2} = ") || has(raw, "predicates"));
        ck_assert_msg(in->flags & IA64_POSTINC || !has(raw, "{r3} = {r3}"), "%s", in->name);
        ck_assert_msg(in->flags & IA64_BRANCH || !has(raw, "goto"), "%s", in->name);
#undef SAYS
    }
}
END_TEST

static void set_bit(u64 set[2], unsigned n) { set[n / 64] |= (u64)1 << n % 64; }

START_TEST(ia64_names)
{
    u64 seed = 0x7654321u + (u64)_i;
    char text[TEACH_OPERATION];
    for (int i = 0; i < IA64_OP_COUNT; i++)
        for (int k = 0; k < 20; k++) {
            const struct ia64_insn *in = ia64_insn_row(i);
            enum ia64_unit unit = in->unit == IA64_UNIT_A ? IA64_UNIT_M : (enum ia64_unit)in->unit;
            u64 w = (in->match | (teach_random(&seed) & (((u64)1 << 41) - 1) & ~in->mask)) & ~in->ignored;
            if (ia64_decode(unit, w) != in) continue;
            ck_assert_int_lt(ia64_operation(unit, w, teach_random(&seed) >> 23, 0x4000000000000800, text, sizeof text),
                             (int)sizeof text);
            ck_assert_msg(!has(text, "{"), "%s: %s", in->name, text);
            struct names n = names_in(text), known = {0};
            struct ia64_operands op = ia64_operands_of(in, w);
            for (unsigned r = 0; r < op.gr_ins; r++) set_bit(known.gr, op.gr_in[r]);
            for (unsigned r = 0; r < op.gr_outs; r++) set_bit(known.gr, op.gr_out[r]);
            for (unsigned r = 0; r < op.fr_ins; r++) set_bit(known.fr, op.fr_in[r]);
            for (unsigned r = 0; r < op.fr_outs; r++) set_bit(known.fr, op.fr_out[r]);
            for (unsigned r = 0; r < op.pr_outs; r++) known.pr |= (u64)1 << op.pr_out[r];
            if (!(in->flags & IA64_NO_QP)) known.pr |= (u64)1 << (w & 63);
            if (in->flags & IA64_LOOP) known.pr |= (u64)1 << 63;
            if (in->op == IA64_OP_bsw_0 || in->op == IA64_OP_bsw_1) continue; /* r16 to r31, whatever it says */
            ck_assert_msg(n.gr[0] == known.gr[0] && n.gr[1] == known.gr[1], "%s: %s", in->name, text);
            ck_assert_msg(n.fr[0] == known.fr[0] && n.fr[1] == known.fr[1], "%s: %s", in->name, text);
            ck_assert_msg((n.pr | 1) == (known.pr | 1) || in->op == IA64_OP_br_cloop, "%s: %s", in->name, text);
        }
}
END_TEST

/* Of a move to or from an application register: that it is one of the unit's. */
static bool is_of_unit(const struct ia64_insn *in, u64 w)
{
    unsigned ar = ia64_ar3(w);
    switch (in->cls) {
    case IA64_CLASS_TOAR_I:
    case IA64_CLASS_FRAR_I: return ar >= 64 && ar <= 66; /* pfs, lc, ec */
    case IA64_CLASS_TOAR_M:
    case IA64_CLASS_FRAR_M: return ar < 48 && ia64_ar_name(ar);
    default: return true;
    }
}

START_TEST(ia64_numbers)
{
    char spec[TEACH_SPEC];
    u64 seed = 5;
    struct ia64_model m;
    struct error e;
    unsigned seen = 0;
    distinct_spec(&isa_ia64, "itanium2", spec);
    ck_assert_int_eq(ia64_model_parse(spec, &m, &e), 0);
    for (int i = 0; i < IA64_OP_COUNT; i++) {
        static const u8 template[] = {
            [IA64_UNIT_M] = 0, [IA64_UNIT_I] = 0, [IA64_UNIT_F] = 0x0c, [IA64_UNIT_B] = 0x10, [IA64_UNIT_X] = 4};
        static const u8 slot[] = {
            [IA64_UNIT_M] = 0, [IA64_UNIT_I] = 1, [IA64_UNIT_F] = 1, [IA64_UNIT_B] = 2, [IA64_UNIT_X] = 2};
        const struct ia64_insn *in = ia64_insn_row(i);
        enum ia64_unit unit = in->unit == IA64_UNIT_A ? IA64_UNIT_I : (enum ia64_unit)in->unit;
        for (int k = 0; k < 10; k++) {
            u64 w = (in->match | (teach_random(&seed) & (((u64)1 << 41) - 1) & ~in->mask)) & ~in->ignored;
            u128 bits = template[unit] | (u128)w << (5 + 41 * slot[unit]);
            u8 bundle[16];
            for (unsigned b = 0; b < 16; b++) bundle[b] = (u8)(bits >> 8 * b);
            struct ia64_slot s = ia64_slot_at(bundle, 0x1000 | (unit == IA64_UNIT_X ? 1 : slot[unit]));
            struct ia64_issue issue;
            if (s.insn != in || !is_of_unit(in, w)) continue;
            ia64_issue_of(&m, &s, bundle, 0, &issue);
            for (unsigned r = 0; r < issue.defs; r++)
                for (unsigned use = 0; use < IA64_USES; use++) {
                    ck_assert_msg(is_number(&isa_ia64, spec, (unsigned)i, m.latency[issue.producer[r]][use]),
                                  "%s: producer %u, use %u: %u", in->name, issue.producer[r], use,
                                  m.latency[issue.producer[r]][use]);
                    seen++;
                }
            ck_assert_msg(!issue.lock || is_number(&isa_ia64, spec, (unsigned)i, issue.lock), "%s: its lock", in->name);
        }
    }
    ck_assert_uint_gt(seen, 1000);
}
END_TEST

Suite *teach_ia64_suite(void)
{
    Suite *s = suite_create("teach_ia64");
    TCase *t = tcase_create("teach");
    tcase_set_timeout(t, 60);
    tcase_add_test(t, ia64_rows);
    tcase_add_loop_test(t, ia64_names, 0, 4);
    tcase_add_test(t, ia64_numbers);
    suite_add_tcase(s, t);
    return s;
}
