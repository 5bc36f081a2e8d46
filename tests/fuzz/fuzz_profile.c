/* libFuzzer target: the profile reader, and all that is made of what it accepts.
 *
 *     clang -g -O1 -fsanitize=fuzzer,address,undefined -I. tests/fuzz/fuzz_profile.c prof/[a-z]*.c \
 *         emu/core/counters.c emu/core/error.c -lelf -o fuzz_profile && ./fuzz_profile -max_total_time=60
 *
 * What is accepted must print to a text that reads back to the same text. */
#include <stdio.h>
#include <stdlib.h>

#include "prof/annotate.h"
#include "prof/export_callgrind.h"
#include "prof/export_gmon.h"
#include "prof/profile_file.h"
#include "prof/report.h"

static char *print(const struct profile *p, size_t *n)
{
    char *text = NULL;
    FILE *f = open_memstream(&text, n);
    if (!f) abort();
    profile_print(p, f);
    if (fclose(f)) abort();
    return text;
}

static void use(const struct profile *p)
{
    struct report r;
    struct report_options o = {.key = {KEY_CPI, KEY_TICKS}, .keys = 2, .percent_limit = 50};
    struct annotate_options a = {.color = true};
    struct gmon_options g = {.event = EVENT_CYCLES};
    struct gmon_notes notes;
    struct error e;
    FILE *f = fopen("/dev/null", "w");
    if (!f) abort();
    report_make(&r, p, BY_FUNCTION);
    report_sort(&r, &o);
    report_print(&r, p, &o, f);
    report_print_json(&r, p, &o, f);
    report_summary(p, f);
    report_free(&r);
    if (p->functions) annotate_print(p, 0, &a, f);
    callgrind_write(p, f);
    /* large ranges are allowed, but only cost time here */
    if (p->images && p->image[0].high - p->image[0].low < 65536) gmon_write(p, &g, f, &notes, &e);
    fclose(f);
}

int LLVMFuzzerTestOneInput(const u8 *data, size_t size);

int LLVMFuzzerTestOneInput(const u8 *data, size_t size)
{
    struct profile p, q;
    struct error e;
    if (profile_parse(&p, (const char *)data, size, "fuzz", &e)) {
        if (!e.text[0] || p.insn) abort();
        return 0;
    }
    size_t n, m;
    char *text = print(&p, &n);
    if (profile_parse(&q, text, n, "again", &e)) abort();
    char *again = print(&q, &m);
    if (n != m || memcmp(text, again, n)) abort();
    use(&p);
    free(text);
    free(again);
    profile_free(&p);
    profile_free(&q);
    return 0;
}
