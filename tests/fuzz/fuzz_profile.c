/* libFuzzer target: the profile reader, and all that is made of what it accepts (tests/fuzz/run profile).
 *
 * What is accepted must print to a text that reads back to the same text, and so must its sum with itself. The same bytes are
 * read as a gmon.out and as a mon.out of a small program, too. */
#include <stdio.h>
#include <stdlib.h>

#include "prof/file/profile_file.h"
#include "prof/formats/callgrind.h"
#include "prof/formats/folded.h"
#include "prof/formats/gmon.h"
#include "prof/formats/gmon_import.h"
#include "prof/formats/lcov.h"
#include "prof/formats/mon.h"
#include "prof/formats/perf.h"
#include "prof/formats/pprof.h"
#include "prof/html/report.h"
#include "prof/profile/merge.h"
#include "prof/report/annotate.h"
#include "prof/report/diff.h"
#include "prof/report/prof.h"
#include "tests/fuzz/targets.h"

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
    struct mon_options m = {.event = EVENT_TICKS};
    struct mon_notes mon_notes;
    struct diff_options by_line = {.by = BY_LINE};
    struct diff d;
    struct error e;
    FILE *f = fopen("/dev/null", "w");
    if (!f) abort();
    report_make(&r, p, BY_FUNCTION);
    report_sort(&r, &o);
    report_print(&r, p, &o, f);
    report_print_json(&r, p, &o, f);
    report_print_prof(&r, p, &o, f);
    report_summary(p, f);
    report_free(&r);
    if (p->functions) annotate_print(p, &(u32){0}, 1, &a, f);
    callgrind_write(p, NULL, f);
    folded_write(p, EVENT_CYCLES, f);
    perf_write(p, EVENT_TICKS, f, &e);
    if (pprof_write(p, f, &e)) abort();
    lcov_write(p, f, &e);
    report_html(p, NULL, false, f);
    diff_make(&d, p, p, &by_line);
    if (diff_exceeds(&d, &by_line)) abort();
    diff_print_json(&d, &by_line, f);
    diff_free(&d);
    /* large ranges are allowed, but only cost time here */
    if (p->images && p->image[0].high - p->image[0].low < 65536) {
        gmon_write(p, &g, f, &notes, &e);
        mon_write(p, &m, f, &mon_notes, &e);
    }
    fclose(f);
}

/* The sum of a profile and itself, if there is one, is a profile. */
static void twice(struct profile *p, const struct profile *same)
{
    struct profile q;
    struct error e;
    size_t n;
    if (profile_merge(p, same, "twice", &e)) return;
    char *text = print(p, &n);
    if (profile_parse(&q, text, n, "twice", &e)) abort();
    profile_free(&q);
    free(text);
}

/* Either refused with a message, or a profile that can be written. */
static void sampled(const u8 *data, size_t size, bool wide)
{
    const struct isa isa = {.name = wide ? "ia64" : "parisc", .big_endian = !wide, .elf64 = wide};
    struct symbol main = {.start = 0x10000, .size = 0x1000, .name = "main", .parent = SYMBOL_NONE};
    struct symbol_image image = {.path = "guest", .low = 0x10000, .high = 0x12000};
    struct symbols symbols = {.symbol = &main, .count = 1, .image = &image, .images = 1};
    struct sampled_program program = {.isa = &isa, .unit = wide ? 16 : 4, .symbols = &symbols, .hz = 100};
    for (int gmon = 0; gmon < 2; gmon++) {
        struct profile p;
        struct error e;
        size_t n;
        if (!gmon_is(data, size) && gmon) continue;
        if ((gmon ? gmon_read : mon_read)(&p, data, size, &program, "fuzz", &e)) {
            if (!e.text[0] || p.insn) abort();
            continue;
        }
        free(print(&p, &n));
        profile_free(&p);
    }
}

int fuzz_profile(const u8 *data, size_t size)
{
    struct profile p, q;
    struct error e;
    sampled(data, size, false);
    sampled(data, size, true);
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
    twice(&q, &p);
    free(text);
    free(again);
    profile_free(&p);
    profile_free(&q);
    return 0;
}
