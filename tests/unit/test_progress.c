/* emu/cli: what the line on the terminal says; the line itself is held by tests/progress/run. */
#include "emu/run/run_progress.h"
#include "tests/unit/suites.h"

START_TEST(amounts)
{
    static const struct {
        u64 n;
        const char *text;
    } rows[] = {
        {0, "0"},
        {999, "999"},
        {1000, "1.00 k"},
        {1009, "1.00 k"},
        {1010, "1.01 k"},
        {999999, "999.99 k"},
        {1000000, "1.00 M"},
        {1234567890, "1.23 G"},
        {5000000000000, "5.00 T"},
        {UINT64_MAX, "18.44 E"},
    };
    char out[PROGRESS_AMOUNT];
    for (unsigned i = 0; i < ARRAY_LEN(rows); i++) ck_assert_str_eq(progress_amount(out, rows[i].n), rows[i].text);
}
END_TEST

START_TEST(run_line)
{
    static const struct {
        struct config config;
        struct os_progress at;
        u64 before, ns;
        const char *text;
    } rows[] = {
        {{.clock_hz = 100000000}, {0, 0, 0}, 0, 0, "pcgram: 0 instructions, 0.0 s emulated"},
        {{.clock_hz = 100000000},
         {150000, 160000, 199999999},
         50000,
         10000000,
         "pcgram: 150.00 k instructions, 1.9 s emulated, 10 MIPS"},
        {{.clock_hz = 100000000},
         {150000, 160000, 200000000},
         50000,
         9999999,
         "pcgram: 150.00 k instructions, 2.0 s emulated"},
        {{.clock_hz = 1, .max_insns = 1000}, {999, 5000, 7}, 0, 0, "pcgram: 999 instructions, 7.0 s emulated, 99 %"},
        {{.clock_hz = 1, .max_insns = 1000},
         {1003, 5000, 7},
         0,
         0,
         "pcgram: 1.00 k instructions, 7.0 s emulated, 100 %"},
        {{.clock_hz = 1, .max_cycles = 20000}, {999, 5000, 7}, 0, 0, "pcgram: 999 instructions, 7.0 s emulated, 25 %"},
        /* of two limits the nearer one; numbers whose products pass 64 bits */
        {{.clock_hz = 1, .max_cycles = 20000, .max_insns = 2000},
         {999, 5000, 7},
         0,
         0,
         "pcgram: 999 instructions, 7.0 s emulated, 49 %"},
        {{.clock_hz = UINT64_MAX, .max_cycles = UINT64_MAX},
         {0, UINT64_MAX / 2 + 1, UINT64_MAX},
         0,
         0,
         "pcgram: 0 instructions, 1.0 s emulated, 50 %"},
    };
    char out[200];
    for (unsigned i = 0; i < ARRAY_LEN(rows); i++) {
        run_progress_format(out, sizeof out, "", &rows[i].config, &rows[i].at, rows[i].before, rows[i].ns);
        ck_assert_str_eq(out, rows[i].text);
    }
    run_progress_format(out, sizeof out, "the run before: ", &rows[0].config, &rows[0].at, 0, 0);
    ck_assert_str_eq(out, "pcgram: the run before: 0 instructions, 0.0 s emulated");
}
END_TEST

Suite *progress_suite(void)
{
    Suite *s = suite_create("progress");
    TCase *t = tcase_create("line");
    tcase_add_test(t, amounts);
    tcase_add_test(t, run_line);
    suite_add_tcase(s, t);
    return s;
}
