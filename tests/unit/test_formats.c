/* prof/: source lines, call stacks and the formats of other programs, on a small profile written out here. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "prof/file/profile_file.h"
#include "prof/formats/callgrind.h"
#include "prof/formats/folded.h"
#include "prof/formats/gmon_import.h"
#include "prof/formats/lcov.h"
#include "prof/formats/mon.h"
#include "prof/formats/perf.h"
#include "prof/formats/pprof.h"
#include "prof/profile/merge.h"
#include "prof/profile/stacks.h"
#include "prof/report/diff.h"
#include "prof/report/prof.h"
#include "prof/symbols/source.h"
#include "tests/unit/suites.h"

#define HEAD                                                                                                           \
    "pcgram-profile 1\nisa parisc\ncpu none\norder big\naddress 4\nunit 4\nclock 100\ntick 10\nhandler 0\n"

/* main calls work, which is of two files; an instruction without a name, and one outside every image. */
#define INSNS                                                                                                          \
    "total 65 36 40 6\nexit code 0\n"                                                                                 \
    "image 0x0 100 0x10000 0x10100 0x0 % ./guest\n"                                                                        \
    "function 0x10010 16 0 function main\nfunction 0x10040 8 0 function work\n"                                        \
    "insn 0x1000c 00000000 - 1 1 1 0\n"                                                                                \
    "insn 0x10010 00000001 0 10 10 10 1\ninsn 0x10014 00000002 0 25 8 10 2\n"                                          \
    "insn 0x10018 00000003 0 5 0 2 0\ninsn 0x1001c 00000004 0 0 0 0 0\n"                                               \
    "insn 0x10040 00000005 1 7 7 7 0\ninsn 0x10044 00000006 1 13 7 7 3\n"                                              \
    "insn 0xc0000100 - - 4 3 3 0\n"
#define LINES                                                                                                          \
    "file /a%20b.c\nfile /z.h\n"                                                                                      \
    "line 0x10010 0 7\nline 0x10014 1 7\nline 0x10018 1 8\nline 0x1001c - 0\n"
#define IDLE "idle 0x10080 0 3\nidle 0x10084 0 4\n"
#define ARCS "arc 0x10014 0x10040 7 20 14\narc 0x10018 0x10010 2 0 0\n"

/* main began it, called work at 0x10014 (one tick came in that call's delay slot, 0x10018), and itself at 0x10018. */
#define CHAINS                                                                                                         \
    "context - 0x0 0x10014 0 30 15\n"                                                                                  \
    "context 0 0x10014 0x10040 7 20 14\n"                                                                              \
    "context 0 0x10018 0x10010 2 15 7\n"                                                                               \
    "tick 0 0x10010 1\ntick 0 0x10014 1\ntick 1 0x10014 1\ntick 1 0x10044 3\n"

static void read_profile(struct profile *p, const char *text)
{
    struct error e;
    ck_assert_msg(!profile_parse(p, text, strlen(text), "t", &e), "%s", e.text);
}

static void check_refused(const char *text, const char *message)
{
    struct profile p;
    struct error e;
    ck_assert_msg(profile_parse(&p, text, strlen(text), "t", &e) == -1, "read: %s", text);
    ck_assert_msg(strstr(e.text, message) != NULL, "%s", e.text);
}

static char *print(const struct profile *p)
{
    char *text = NULL;
    size_t n;
    FILE *f = open_memstream(&text, &n);
    profile_print(p, f);
    ck_assert_int_eq(fclose(f), 0);
    return text;
}

/* --- source lines ------------------------------------------------------------------------------------------------- */

START_TEST(source_lines)
{
    static const char text[] = HEAD INSNS LINES IDLE ARCS "end 21\n";
    struct profile p;
    struct report r;
    read_profile(&p, text);
    char *again = print(&p);
    ck_assert_str_eq(text, again);
    ck_assert_uint_eq(profile_insn_at(&p, 0x1000c)->file, PROFILE_NONE);
    ck_assert_uint_eq(profile_insn_at(&p, 0x10018)->line, 8);
    ck_assert_uint_eq(profile_insn_at(&p, 0x10040)->file, PROFILE_NONE);

    report_make(&r, &p, BY_LINE);
    ck_assert_uint_eq(r.rows, 5); /* three lines, the image, and the stray */
    ck_assert_str_eq(r.row[0].name, "/a b.c:7");
    ck_assert_uint_eq(r.row[0].sum.cycles, 10);
    ck_assert_uint_eq(r.row[0].calls, 2);
    ck_assert_str_eq(r.row[2].name, "/z.h:8");
    ck_assert_str_eq(r.row[3].name, "[guest]");
    ck_assert_uint_eq(r.row[3].sum.cycles, 21);
    report_free(&r);
    report_make(&r, &p, BY_FILE);
    ck_assert_uint_eq(r.rows, 4);
    ck_assert_str_eq(r.row[1].name, "/z.h");
    ck_assert_uint_eq(r.row[1].sum.cycles, 30);
    report_free(&r);
    report_make(&r, &p, BY_IMAGE);
    ck_assert_uint_eq(r.rows, 2); /* and the stray */
    ck_assert_str_eq(r.row[0].name, p.image[0].path);
    ck_assert_uint_eq(r.row[0].sum.cycles + r.row[1].sum.cycles, p.total.cycles);
    ck_assert_str_eq(r.row[1].name, "[unknown]");
    report_free(&r);
    free(again);
    profile_free(&p);
}
END_TEST

/* Read in another order of names, one twice, one for nothing. */
START_TEST(files_settled)
{
    struct profile p;
    read_profile(&p, HEAD INSNS "end 11\n");
    static const char *const names[] = {"/z.h", "unused.c", "/a b.c", "/z.h"};
    static const u32 file[] = {2, 3, 0};
    p.files = p.files_room = 4;
    p.file = malloc(4 * sizeof *p.file);
    for (unsigned i = 0; i < 4; i++) p.file[i] = strdup(names[i]);
    for (unsigned i = 0; i < 3; i++) {
        p.insn[1 + i].file = file[i];
        p.insn[1 + i].line = 7 + i / 2;
    }
    profile_settle_files(&p);
    char *text = print(&p);
    ck_assert_str_eq(text, HEAD INSNS LINES "end 17\n");
    free(text);
    profile_free(&p);
}
END_TEST

START_TEST(source_lines_refused)
{
    static const char *const row[][2] = {
        {"file b\nfile a\n", "files must ascend"},
        {"file a\nfile a\n", "files must ascend"},
        {"file a\nline 0x10011 0 1\n", "not in this file"},
        {"file a\nline 0x10010 1 1\n", "an index of something"},
        {"file a\nline 0x10010 0 0\n", "impossible line"},
        {"file a\nline 0x10010 - 1\n", "impossible line"},
        {"file a\nline 0x10010 0 4294967296\n", "impossible line"},
        {"file a\nline 0x10014 0 1\nline 0x10010 0 1\n", "lines must ascend"},
        {"file a\nline 0x10014 0 1\nline 0x10014 0 2\n", "lines must ascend"},
        {"file a\nidle 0x10080 0 1\nidle 0x10080 0 2\n", "idle lines must ascend"},
        {"mispredicted 0x10014 0\n", "impossible number"},
        {"mispredicted 0x10014 11\n", "impossible number"},
        {"mispredicted 0x10014 1\nmispredicted 0x10014 1\n", "impossible number"},
        {"mispredicted 0x10015 1\n", "not in this file"},
        {"taken 0x10014 0\n", "impossible number"},
        {"taken 0x10014 11\n", "impossible number"},
        {"taken 0x10014 1\ntaken 0x10014 1\n", "impossible number"},
        {"taken 0x10015 1\n", "not in this file"},
        {"taken 0x10014 1\nmispredicted 0x10014 1\n", "out of order"},
        {"file a\nidle 0x10080 - 0\n", "impossible line"},
        {"file a\nidle 0x10080 0 0\n", "impossible line"},
    };
    char text[4096];
    for (unsigned i = 0; i < ARRAY_LEN(row); i++) {
        snprintf(text, sizeof text, "%s%s%s", HEAD INSNS, row[i][0], ARCS);
        check_refused(text, row[i][1]);
    }
}
END_TEST

/* Rows of two sequences, which meet; a gap; and where none is. */
START_TEST(line_rows)
{
    struct line_row row[] = {{0x100, "a.c", 1, 0}, {0x108, "a.c", 2, 1}, {0x110, NULL, 0, 2}, {0x200, "b.c", 9, 3}};
    struct lines l = {.row = row, .rows = ARRAY_LEN(row)};
    ck_assert_ptr_null(lines_find(&l, 0xff));
    ck_assert_uint_eq(lines_find(&l, 0x100)->line, 1);
    ck_assert_uint_eq(lines_find(&l, 0x10c)->line, 2);
    ck_assert_ptr_null(lines_find(&l, 0x110));
    ck_assert_ptr_null(lines_find(&l, 0x1ff));
    ck_assert_uint_eq(lines_find(&l, 0x1000)->line, 9);
    for (u64 at = 0xf0; at < 0x210; at += 4) { /* whatever was found before */
        ck_assert_ptr_eq(lines_find_near(&l, at, NULL), lines_find(&l, at));
        for (size_t i = 0; i < l.rows; i++) ck_assert_ptr_eq(lines_find_near(&l, at, &row[i]), lines_find(&l, at));
    }
    lines_add(&l, "/nonexistent", NULL, 0, 0, 0x1000); /* adds nothing, says nothing */
    ck_assert_uint_eq(l.rows, 4);
}
END_TEST

START_TEST(source_text)
{
    char path[] = "/tmp/pcgram-formats-XXXXXX";
    struct source s = {0};
    int fd = mkstemp(path);
    ck_assert_int_eq(write(fd, "one\n\nthree", 10), 10);
    close(fd);
    ck_assert_str_eq(source_line(&s, path, 1), "one");
    ck_assert_str_eq(source_line(&s, path, 2), "");
    ck_assert_str_eq(source_line(&s, path, 3), "three");
    ck_assert_ptr_null(source_line(&s, path, 0));
    ck_assert_ptr_null(source_line(&s, path, 4));
    ck_assert_ptr_null(source_line(&s, "/dev/zero", 1));
    ck_assert_ptr_null(source_line(&s, "/tmp", 1));
    source_free(&s);
    unlink(path);
}
END_TEST

/* --- formats ------------------------------------------------------------------------------------------------------ */

/* What a writer made of the profile in the text. */
static char *written(const char *text, int (*write_it)(const struct profile *p, FILE *f, struct error *e), size_t *n)
{
    struct profile p;
    struct error e;
    char *out = NULL;
    read_profile(&p, text);
    FILE *f = open_memstream(&out, n);
    ck_assert_msg(!write_it(&p, f, &e), "%s", e.text);
    ck_assert_int_eq(fclose(f), 0);
    profile_free(&p);
    return out;
}

START_TEST(lcov)
{
    size_t n;
    struct profile p;
    struct error e;
    /* one function more, which did not run, in the first file; main's second line is in the other one */
    char *out = written("pcgram-profile 1\nisa parisc\ncpu none\norder big\naddress 4\nunit 4\nclock 100\ntick 10\n"
                        "handler 0\ntotal 21 21 21 0\nexit none\n"
                        "function 0x10010 12 - function main\nfunction 0x10080 8 - function idle\n"
                        "insn 0x10010 - 0 7 7 7 0\ninsn 0x10014 - 0 5 5 5 0\ninsn 0x10018 - 0 9 9 9 0\n"
                        "file a.c\nfile b.c\nline 0x10010 0 7\nline 0x10018 1 8\nidle 0x10080 0 3\nidle 0x10084 0 5\nend 11\n",
                        lcov_write, &n);
    ck_assert_str_eq(out, "TN:\nSF:a.c\nFN:3,idle\nFN:7,main\nFNDA:0,idle\nFNDA:7,main\nFNF:2\nFNH:1\n"
                          "DA:3,0\nDA:5,0\nDA:7,7\nLF:3\nLH:1\nend_of_record\n"
                          "SF:b.c\nFNF:0\nFNH:0\nDA:8,9\nLF:1\nLH:1\nend_of_record\n");
    free(out);
    read_profile(&p, HEAD INSNS "end 11\n");
    ck_assert_int_eq(lcov_write(&p, stderr, &e), -1);
    ck_assert_ptr_nonnull(strstr(e.text, "knows no source lines"));
    profile_free(&p);
}
END_TEST

static int write_callgrind(const struct profile *p, FILE *f, struct error *e)
{
    (void)e;
    callgrind_write(p, NULL, f);
    return 0;
}

/* Files, inlined lines, and a column for the one cause of stalls that there is. */
START_TEST(callgrind_lines)
{
    size_t n;
    char *out = written(HEAD INSNS LINES "stall 0x10014 0 0 15 0 0 0 0\nmispredicted 0x10014 4\n" ARCS "end 21\n", write_callgrind, &n);
    ck_assert_str_eq(strstr(out, "events:"),
                     "events: Cycles Instructions Slots Ticks stall_branch mispredicted\nsummary: 65 36 40 6 15 4\n"
                     "\nob=(1) ./guest\nfl=(2) /a b.c\nfn=(1) main\n0x10010 7 10 10 10 1 0 0\n"
                     "fi=(3) /z.h\n0x10014 7 25 8 10 2 15 4\n"
                     "cob=(1)\ncfi=(1) ???\ncfn=(2) work\ncalls=7 0x10040 0\n0x10014 7 20 14 0 0 0 0\n"
                     "0x10018 8 5 0 2 0 0 0\ncob=(1)\ncfi=(2)\ncfn=(1)\ncalls=2 0x10010 7\n0x10018 8 0 0 0 0 0 0\n"
                     "\nob=(1)\nfl=(1)\nfn=(2)\n0x10040 0 7 7 7 0 0 0\n0x10044 0 13 7 7 3 0 0\n"
                     "\nob=(1)\nfl=(1)\nfn=(3) ???\n0x1000c 0 1 1 1 0 0 0\n"
                     "\nob=(2) ???\nfl=(1)\nfn=(4) ???\n0xc0000100 0 4 3 3 0 0 0\n"
                     "\ntotals: 65 36 40 6 15 4\n");
    free(out);
}
END_TEST

/* Jumps into work, one of them on a condition; a jump that never ran, a condition that was never true, and a call. */
static unsigned disasm(u64 pc, const u8 *code, size_t n, struct insn_text *out)
{
    (void)code;
    (void)n;
    *out = (struct insn_text){.length = 4, .has_target = pc != 0x1000c, .target = pc == 0x10018 ? 0x10010 : 0x10044,
                              .conditional = pc == 0x10014 || pc == 0x10040, .call = pc == 0x10044};
    return 4;
}

static int write_jumps(const struct profile *p, FILE *f, struct error *e)
{
    static const struct isa isa = {.name = "parisc", .disasm = disasm};
    (void)e;
    callgrind_write(p, &isa, f);
    return 0;
}

START_TEST(callgrind_jumps)
{
    size_t n;
    char *out = written(HEAD INSNS LINES "taken 0x10014 3\n" ARCS "end 20\n", write_jumps, &n);
    ck_assert_ptr_nonnull(strstr(out, "\n0x10010 7 10 10 10 1\njfi=(1) ???\njfn=(2) work\njump=10 0x10044 0\n0x10010 7\n"));
    ck_assert_ptr_nonnull(strstr(out, "\njfi=(1)\njfn=(2)\njcnd=3/8 0x10044 0\n0x10014 7\n"));
    n = 0;
    for (const char *at = out; (at = strchr(at, '\n')); at++) n += !strncmp(at, "\njump=", 6) || !strncmp(at, "\njcnd=", 6);
    ck_assert_uint_eq(n, 2);
    free(out);
}
END_TEST

/* mon.out byte by byte: header, two functions with calls, 64 counters; and read back. */
START_TEST(mon)
{
    static const u8 head[] = {0, 1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 2, 0, 1, 0, 16, 0, 0, 0, 2, 0, 1, 0, 64, 0, 0, 0, 7};
    static const struct isa isa = {.name = "parisc", .big_endian = true};
    static struct symbol symbol[] = {{.start = 0x10010, .size = 16, .name = "main", .parent = SYMBOL_NONE},
                                     {.start = 0x10040, .size = 8, .name = "work", .parent = SYMBOL_NONE}};
    struct symbols symbols = {.symbol = symbol, .count = 2};
    struct sampled_program about = {.isa = &isa, .unit = 4, .symbols = &symbols, .hz = 50};
    struct mon_notes notes;
    struct profile p, q;
    struct report r;
    struct error e;
    char *out = NULL;
    size_t n;
    read_profile(&p, HEAD INSNS ARCS "end 13\n");
    FILE *f = open_memstream(&out, &n);
    ck_assert_int_eq(mon_write(&p, &(struct mon_options){.event = EVENT_CYCLES}, f, &notes, &e), 0);
    fclose(f);
    ck_assert_uint_eq(n, sizeof head + 2 * 64);
    ck_assert_mem_eq(out, head, sizeof head);
    for (unsigned i = 0; i < 64; i++) {
        unsigned want = i == 3 ? 1 : i == 4 ? 10 : i == 5 ? 25 : i == 6 ? 5 : i == 16 ? 7 : i == 17 ? 13 : 0;
        ck_assert_uint_eq(load_be16((u8 *)out + sizeof head + 2 * i), want);
    }
    ck_assert(notes.divisor == 1 && notes.outside == 4 && !notes.calls_cut);

    ck_assert_int_eq(mon_read(&q, (u8 *)out, n, &about, "t", &e), 0);
    ck_assert_uint_eq(q.total.ticks, 61);
    ck_assert_uint_eq(q.clock_hz, 50);
    report_make(&r, &q, BY_FUNCTION);
    report_sort(&r, &(struct report_options){0});
    ck_assert_str_eq(r.row[0].name, "main");
    ck_assert(r.row[0].sum.ticks == 40 && r.row[0].calls == 2 && r.row[1].sum.ticks == 20 && r.row[1].calls == 7);
    report_free(&r);
    profile_free(&q);
    /* cut anywhere: refused, or fewer counters */
    for (size_t k = 0; k < n; k++) {
        if (mon_read(&q, (u8 *)out, k, &about, "t", &e) == 0) profile_free(&q);
        else ck_assert_ptr_nonnull(strstr(e.text, "t: "));
        ck_assert(k > sizeof head || !q.insns);
    }
    /* a counter for 16 bytes: 11 ticks are 3, 3, 3, 2 */
    u8 coarse[] = {0, 1, 0, 16, 0, 1, 0, 32, 0, 0, 0, 0, 0, 11};
    ck_assert_int_eq(mon_read(&q, coarse, sizeof coarse, &about, "t", &e), 0);
    ck_assert(q.insns == 4 && q.insn[0].count.ticks == 3 && q.insn[3].count.ticks == 2 && q.insn[3].count.pc == 0x1001c);
    profile_free(&q);
    /* calls of 64 bits, one more than their sum holds */
    static const struct isa wide = {.name = "ia64", .elf64 = true};
    u8 calls[] = {[1] = 1, [2] = 1, [8] = 32, [9] = 1, [10] = 1, [16] = 2, [25] = 0, [26] = 1, [32] = 1, [42] = 1,
                  [48] = 255, 255, 255, 255, 255, 255, 255, 255, 1, 0};
    about.isa = &wide;
    ck_assert_int_eq(mon_read(&q, calls, sizeof calls, &about, "t", &e), -1);
    ck_assert_str_eq(e.text, "t: has calls that add up to more than 64 bits hold: damaged");
    calls[55] = 127;
    ck_assert_int_eq(mon_read(&q, calls, sizeof calls, &about, "t", &e), 0);
    about.isa = &isa;
    profile_free(&q);
    p.insn[1].count.cycles = 300000; /* beyond what a counter holds */
    free(out);
    f = open_memstream(&out, &n);
    ck_assert_int_eq(mon_write(&p, &(struct mon_options){.event = EVENT_CYCLES}, f, &notes, &e), 0);
    fclose(f);
    ck_assert_uint_eq(notes.divisor, 5);
    ck_assert_uint_eq(load_be16((u8 *)out + sizeof head + 8), 60000);
    free(out);
    profile_free(&p);
}
END_TEST

/* A gmon.out of two records of one span and a call; what each byte that is another makes of it; cut anywhere. */
START_TEST(gmon_back)
{
    enum { HEAD_END = 20, RECORD = 33 + 2 * 4, CALL = 20 + 2 * RECORD };
    static const struct isa isa = {.name = "parisc", .big_endian = true};
    static struct symbol symbol[] = {{.start = 0x10010, .size = 8, .name = "main", .parent = SYMBOL_NONE},
                                     {.start = 0x10018, .size = 8, .name = "work", .parent = SYMBOL_NONE}};
    static const u8 good[] = {'g', 'm', 'o', 'n', 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                              0, 0, 1, 0, 16, 0, 1, 0, 32, 0, 0, 0, 4, 0, 0, 0, 50, 's', 'e', 'c', 'o', 'n', 'd', 's',
                              0, 0, 0, 0, 0, 0, 0, 0, 's', 255, 255, 0, 1, 0, 0, 0, 2,
                              0, 0, 1, 0, 16, 0, 1, 0, 32, 0, 0, 0, 4, 0, 0, 0, 50, 's', 'e', 'c', 'o', 'n', 'd', 's',
                              0, 0, 0, 0, 0, 0, 0, 0, 's', 0, 5, 0, 0, 0, 0, 0, 0,
                              1, 0, 1, 0, 20, 0, 1, 0, 28, 0, 0, 0, 7};
    static const struct {
        size_t at;
        u8 byte;
        const char *message;
    } bad[] = {
        {7, 2, "t: not version 1 of gmon.out, or of another processor"}, {HEAD_END, 9, "t: has a record that is none of gmon.out's: damaged"},
        {CALL, 2, "t: has counts of basic blocks, which pcgram does not read"}, {37, 'S', "t: has a histogram of something else than time"},
        {28, 16, "t: has a histogram that spans no code: damaged"}, {25, 99, "t: has a histogram that spans no code: damaged"},
        {32, 0, "t: has a histogram that spans no code: damaged"}, {29, 9, "t: is cut off in a histogram"},
        {36, 0, "t: has histograms of different rates, or of none: damaged"}, {36, 51, "t: has histograms of different rates"},
        {HEAD_END + RECORD + 8, 36, "t: has histograms that overlap: damaged"},
    };
    struct symbols symbols = {.symbol = symbol, .count = 2};
    struct sampled_program about = {.isa = &isa, .unit = 4, .symbols = &symbols};
    struct profile p;
    struct error e;
    u8 bytes[sizeof good];
    ck_assert(gmon_is(good, sizeof good) && !gmon_is(good + 1, sizeof good - 1) && !gmon_is(good, 3));
    ck_assert_int_eq(gmon_read(&p, good, sizeof good, &about, "t", &e), 0);
    ck_assert(p.total.ticks == 65543 && p.clock_hz == 50 && p.insns == 3 && p.arcs == 1);
    ck_assert(p.insn[0].count.pc == 0x10010 && p.insn[0].count.ticks == 65540 && p.insn[2].count.pc == 0x1001c && p.insn[2].count.ticks == 2);
    ck_assert(p.arc[0].from == 0x10014 && p.arc[0].to == 0x10018 && p.arc[0].count == 7);
    profile_free(&p);
    for (size_t i = 0; i < ARRAY_LEN(bad); i++) {
        memcpy(bytes, good, sizeof good);
        bytes[bad[i].at] = bad[i].byte;
        ck_assert_int_eq(gmon_read(&p, bytes, sizeof good, &about, "t", &e), -1);
        ck_assert_msg(!strncmp(e.text, bad[i].message, strlen(bad[i].message)), "%zu: %s", i, e.text);
    }
    for (size_t n = 4; n < sizeof good; n++) {
        bool whole = n == HEAD_END + RECORD || n == CALL;
        ck_assert_int_eq(gmon_read(&p, good, n, &about, "t", &e), whole ? 0 : -1);
        if (whole) profile_free(&p);
    }
    ck_assert_int_eq(gmon_read(&p, good, HEAD_END, &about, "t", &e), -1);
    ck_assert_str_eq(e.text, "t: has no histogram");
}
END_TEST

START_TEST(prof_style)
{
    struct profile p;
    struct report r;
    struct report_options o = {.key = {KEY_TICKS}, .keys = 1};
    char *text = NULL;
    size_t n;
    read_profile(&p, HEAD INSNS ARCS "end 13\n");
    report_make(&r, &p, BY_FUNCTION);
    for (unsigned i = 0; i < 2; i++) {
        FILE *f = open_memstream(&text, &n);
        report_sort(&r, &o);
        report_print_prof(&r, &p, &o, f);
        fclose(f);
        ck_assert_str_eq(text, i == 0 ? " %Time Seconds Cumsecs  #Calls   msec/call  Name\n"
                                        "  50.0    0.30    0.30       2    150.0000  main\n"
                                        "  50.0    0.30    0.60       7     42.8571  work\n"
                                        "   0.0    0.00    0.60                      [guest]\n"
                                        "   0.0    0.00    0.60                      [unknown]\n"
                                      : " %Time Seconds Cumsecs  #Calls   msec/call  Name\n"
                                        "  61.5    0.40    0.40       2    200.0000  main\n"
                                        "  30.8    0.20    0.60       7     28.5714  work\n"
                                        "   6.2    0.04    0.64                      [unknown]\n");
        free(text);
        o = (struct report_options){.limit = 3};
    }
    report_free(&r);
    profile_free(&p);
}
END_TEST

/* --- chains of calls ---------------------------------------------------------------------------------------------- */

START_TEST(chains)
{
    static const char text[] = HEAD INSNS ARCS CHAINS "end 20\n";
    struct profile p;
    read_profile(&p, text);
    char *again = print(&p);
    ck_assert_str_eq(text, again);
    free(again);
    profile_free(&p);
}
END_TEST

START_TEST(chains_refused)
{
    static const char *const row[][2] = {
        {"context 0 0x0 0x10010 0 1 1\n", "an index of something"},
        {"context - 0x10014 0x10010 0 1 1\n", "a call from nowhere"},
        {"context - 0x0 0x2 0 1 1\ncontext - 0x0 0x1 0 1 1\n", "contexts must ascend"},
        {"context - 0x0 0x2 0 1 1\ncontext - 0x0 0x2 0 1 1\n", "contexts must ascend"},
        {"context - 0x0 0x1 0 1 1\ncontext - 0x0 0x2 0 1 1\ncontext 0 0x4 0x8 0 1 1\n", "does not stand before it"},
        {"context - 0x0 0x1 0 18446744073709551615 1\ncontext - 0x0 0x2 0 1 1\nend 15\n", "more than 64 bits"},
        {"context - 0x0 0x1 0 1 18446744073709551615\ncontext - 0x0 0x2 0 1 1\nend 15\n", "more than 64 bits"},
        {"context - 0x0 0x1 18446744073709551615 1 1\ncontext - 0x0 0x2 1 1 1\nend 15\n", "more than 64 bits"},
        {"context - 0x0 0x1 0 1 1\ntick - 0x10010 1\n", "a tick in no context"},
        {"context - 0x0 0x1 0 1 1\ntick 0 0x10011 1\n", "at no instruction"},
        {"context - 0x0 0x1 0 1 1\ntick 0 0x10010 2\nend 15\n", "more ticks in contexts"},
        {"context - 0x0 0x1 0 1 1\ntick 0 0x10014 1\ntick 0 0x10010 1\n", "ticks must ascend"},
    };
    char text[4096];
    for (unsigned i = 0; i < ARRAY_LEN(row); i++) {
        snprintf(text, sizeof text, "%s%s", HEAD INSNS ARCS, row[i][0]);
        check_refused(text, row[i][1]);
    }
    check_refused(HEAD INSNS "arc 0x10014 0x10040 18446744073709551615 0 0\narc 0x10018 0x10040 1 0 0\nend 13\n",
                  "more than 64 bits");
}
END_TEST

/* Whatever is paired with what: the sums of each instruction and of each context are right. */
START_TEST(pairs)
{
    struct profile p;
    struct stacks s;
    u64 insn[8][PROFILE_EVENTS] = {0}, context[3] = {0};
    read_profile(&p, HEAD INSNS ARCS CHAINS "end 20\n");
    stacks_make(&s, &p);
    for (size_t i = 0; i < s.samples; i++) {
        const struct stack_sample *x = &s.sample[i];
        for (unsigned e = 0; e < PROFILE_EVENTS; e++) insn[x->insn][e] += x->value[e];
        if (x->context != CONTEXT_NONE) context[x->context] += x->value[EVENT_CYCLES];
        ck_assert_uint_le(x->value[EVENT_INSTRUCTIONS], x->value[EVENT_SLOTS]);
        ck_assert(!i || x[-1].context < x->context || (x[-1].context == x->context && x[-1].insn < x->insn));
    }
    for (size_t i = 0; i < p.insns; i++)
        for (unsigned e = 0; e < PROFILE_EVENTS; e++)
            ck_assert_uint_eq(insn[i][e], profile_event(&p.insn[i].count, (enum profile_event)e));
    ck_assert(context[0] == 30 && context[1] == 20 && context[2] == 15);
    stacks_free(&s);
    profile_free(&p);
}
END_TEST

static char *fold(const char *text, enum profile_event event)
{
    struct profile p;
    char *out = NULL;
    size_t n;
    read_profile(&p, text);
    FILE *f = open_memstream(&out, &n);
    folded_write(&p, event, f);
    fclose(f);
    profile_free(&p);
    return out;
}

/* 5 cycles are left to main's contexts that are not main's code: those of no name, in order. */
START_TEST(folded)
{
    char *out = fold(HEAD INSNS ARCS CHAINS "end 20\n", EVENT_CYCLES);
    ck_assert_str_eq(out, "main 30\nmain;main 10\nmain;main;[guest] 1\nmain;main;[unknown] 4\nmain;work 20\n");
    free(out);
    out = fold(HEAD INSNS ARCS CHAINS "end 20\n", EVENT_TICKS);
    ck_assert_str_eq(out, "main 3\nmain;work 3\n"); /* the delay slot is main's */
    free(out);
    out = fold(HEAD INSNS "end 11\n", EVENT_CYCLES); /* no stacks were kept */
    ck_assert_str_eq(out, "[guest] 1\n[unknown] 4\nmain 40\nwork 20\n");
    free(out);
    out = fold("pcgram-profile 1\nisa x\ncpu x\norder big\naddress 4\nunit 4\nclock 1\ntick 1\nhandler 0\n"
               "total 1 1 1 0\nexit none\nfunction 0x10 4 - function a;%0Ab%20c\ninsn 0x10 - 0 1 1 1 0\nend 2\n", EVENT_SLOTS);
    ck_assert_str_eq(out, "a:?b c 1\n");
    free(out);
}
END_TEST

/* early() ends in a branch that nullifies its delay slot, the first instruction of late(): that cycle is early()'s. The code
 * at 0xc, which has no name, is behind main(). */
START_TEST(folded_neighbours)
{
    char *out = fold("pcgram-profile 1\nisa x\ncpu x\norder big\naddress 4\nunit 4\nclock 1\ntick 1\nhandler 0\n"
                     "total 24 16 19 0\nexit none\nfunction 0x4 8 - function main\nfunction 0x10 4 - function early\n"
                     "function 0x14 8 - function late\ninsn 0x4 - 0 3 2 2 0\ninsn 0x8 - 0 4 1 1 0\ninsn 0xc - - 2 1 1 0\n"
                     "insn 0x10 - 1 6 6 6 0\ninsn 0x14 - 2 5 2 5 0\ninsn 0x18 - 2 4 4 4 0\ncontext - 0x0 0x4 1 9 4\n"
                     "context 0 0x4 0x14 2 6 6\ncontext 0 0x8 0x10 3 9 6\nend 12\n", EVENT_CYCLES);
    ck_assert_str_eq(out, "main 7\nmain;[unknown] 2\nmain;early 6\nmain;early;late 3\nmain;late 6\n");
    free(out);
}
END_TEST

/* However long: names that differ at their end alone are two. */
START_TEST(folded_long_names)
{
    enum { LONG = 5000 };
    char name[LONG + 1], text[2 * LONG + 400], want[2 * LONG + 40];
    memset(name, 'n', LONG);
    name[LONG] = 0;
    snprintf(text, sizeof text, "pcgram-profile 1\nisa x\ncpu x\norder big\naddress 4\nunit 4\nclock 1\ntick 1\nhandler 0\n"
             "total 3 3 3 0\nexit none\nfunction 0x10 4 - function %sA\nfunction 0x14 4 - function %sB\n"
             "insn 0x10 - 0 1 1 1 0\ninsn 0x14 - 1 2 2 2 0\nend 4\n", name, name);
    snprintf(want, sizeof want, "%sA 1\n%sB 2\n", name, name);
    char *out = fold(text, EVENT_CYCLES);
    ck_assert_str_eq(out, want);
    free(out);
}
END_TEST

static int write_perf(const struct profile *p, FILE *f, struct error *e) { return perf_write(p, EVENT_CYCLES, f, e); }

/* The head's offsets lead to records that end where it says, with all cycles in the samples. */
START_TEST(perf_data)
{
    size_t n;
    char *out = written(HEAD INSNS ARCS CHAINS "end 20\n", write_perf, &n);
    const u8 *at = (const u8 *)out;
    ck_assert_mem_eq(at, "PERFILE2", 8);
    u64 from = load_le64(at + 40), size = load_le64(at + 48), sum = 0;
    ck_assert_uint_eq(load_le64(at + 24), 104);
    ck_assert_uint_eq(from, 104 + 144);
    unsigned kinds = 0;
    for (u64 i = from; i < from + size; i += load_le16(at + i + 6)) {
        u32 type = load_le32(at + i);
        ck_assert_uint_ge(load_le16(at + i + 6), 8);
        kinds |= 1u << type;
        if (type != 9) continue;
        sum += load_le64(at + i + 32);
        ck_assert_uint_eq(load_le16(at + i + 6), 48 + 8 * load_le64(at + i + 40));
        ck_assert_uint_eq(load_le64(at + i + 8), load_le64(at + i + 56)); /* the chain begins with the pc */
    }
    ck_assert_uint_eq(kinds, 1 << 3 | 1 << 9 | 1 << 10);
    ck_assert_uint_eq(sum, 65);
    ck_assert_uint_eq(load_le64(at + 72), 1 << 11 | 1 << 12);
    u64 features = from + size;
    ck_assert_uint_eq(load_le64(at + features + 16) + load_le64(at + features + 24), n);
    free(out);
}
END_TEST

/* The same bytes each time, and no time of day in the gzip head. What is in it tests/oracle/readers looks at. */
START_TEST(pprof)
{
    static const u8 gzip[10] = {0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3};
    size_t n, m;
    char *out = written(HEAD INSNS LINES ARCS CHAINS "end 26\n", pprof_write, &n);
    char *again = written(HEAD INSNS LINES ARCS CHAINS "end 26\n", pprof_write, &m);
    ck_assert(n == m && !memcmp(out, again, n));
    ck_assert_mem_eq(out, gzip, sizeof gzip);
    free(out);
    free(again);
}
END_TEST

/* --- two profiles ------------------------------------------------------------------------------------------------- */

START_TEST(sum_of_two)
{
    struct profile p, q;
    struct error e;
    read_profile(&p, HEAD INSNS LINES IDLE ARCS CHAINS "end 28\n");
    read_profile(&q, HEAD INSNS LINES IDLE ARCS CHAINS "end 28\n");
    ck_assert_int_eq(profile_merge(&p, &q, "q", &e), 0);
    ck_assert(p.total.cycles == 130 && p.insns == 8 && p.contexts == 3 && p.context[1].cycles == 40 && p.context[1].calls == 14);
    ck_assert(p.ticks == 4 && p.tick[3].ticks == 6 && p.arcs == 2 && p.arc[0].count == 14 && p.files == 2 && p.idles == 2);
    ck_assert_int_eq(p.exit.kind, EXIT_CODE);
    profile_free(&p);
    profile_free(&q);
}
END_TEST

START_TEST(sums_refused)
{
    static const char *const row[][3] = {
        /* in the second profile: replace, by, and what is said */
        {"isa parisc", "isa ia64", "another processor"},
        {"cpu none", "cpu x", "another timing model (x, not none)"},
        {"clock 100", "clock 200", "another clock"},
        {"tick 10\n", "tick 11\n", "another clock"},
        {"image 0x0 100", "image 0x0 101", "another program"},
        {"function main", "function niam", "other functions"},
        {"0x10010 16 0", "0x10010 20 0", "other functions"},
        {"insn 0x10010 00000001", "insn 0x10010 00000009", "other code"},
        {"handler 0", "handler 18446744073709551615", "q: the sums pass what 64 bits hold"},
        {"arc 0x10018 0x10010 2", "arc 0x10018 0x10010 18446744073709551608", "q: the sums pass what 64 bits hold"},
    };
    static const char text[] = HEAD INSNS ARCS CHAINS "end 20\n";
    char changed[4096];
    for (unsigned i = 0; i < ARRAY_LEN(row); i++) {
        struct profile p, q;
        struct error e;
        const char *at = strstr(text, row[i][0]);
        ck_assert_ptr_nonnull(at);
        snprintf(changed, sizeof changed, "%.*s%s%s", (int)(at - text), text, row[i][1], at + strlen(row[i][0]));
        read_profile(&p, text);
        p.handler_cycles = 1;
        read_profile(&q, changed);
        ck_assert_int_eq(profile_merge(&p, &q, "q", &e), -1);
        ck_assert_msg(strstr(e.text, row[i][2]) != NULL, "%s", e.text);
        profile_free(&p);
        profile_free(&q);
    }
}
END_TEST

/* What rounds to nothing has no sign: a cycle of a hundred thousand less. */
START_TEST(small_difference)
{
    struct profile p, q;
    struct diff d;
    struct diff_options o = {.event = EVENT_CYCLES};
    char *text = NULL;
    size_t n;
    read_profile(&p, HEAD INSNS "end 11\n");
    read_profile(&q, HEAD INSNS "end 11\n");
    p.insn[1].count.cycles += 100000;
    p.total.cycles += 100000;
    q.insn[1].count.cycles += 99999;
    q.total.cycles += 99999;
    diff_make(&d, &p, &q, &o);
    FILE *f = open_memstream(&text, &n);
    diff_print(&d, &o, (const char *const[]){"a", "b"}, f);
    fclose(f);
    ck_assert_ptr_nonnull(strstr(text, "\n     0.00      0.00                 -1            100,065            100,064  total\n"));
    ck_assert_ptr_null(strstr(text, "-0.00"));
    free(text);
    diff_free(&d);
    profile_free(&p);
    profile_free(&q);
}
END_TEST

/* main lost 3 cycles, work won 1, and what has no name went. */
START_TEST(differences)
{
    struct profile p, q;
    struct diff d;
    struct diff_options o = {.event = EVENT_CYCLES, .threshold = 615};
    char *text = NULL;
    size_t n;
    read_profile(&p, HEAD INSNS "end 11\n");
    read_profile(&q, HEAD INSNS "end 11\n");
    q.insn[1].count.cycles -= 3;
    q.insn[5].count.cycles += 1;
    q.insns--;
    q.total.cycles = 65 - 6;
    diff_make(&d, &p, &q, &o);
    ck_assert_uint_eq(d.rows, 4);
    ck_assert(diff_exceeds(&d, &o)); /* the total by 9.23 %, the stray by 6.15 */
    o.threshold = 924;
    ck_assert(!diff_exceeds(&d, &o));
    FILE *f = open_memstream(&text, &n);
    diff_print(&d, &o, (const char *const[]){"a", "b"}, f);
    fclose(f);
    ck_assert_str_eq(text, "# A a\n# B b\n"
                           "#% of all   % of it             cycles                  A                  B  function\n"
                           "    -9.23     -9.23                 -6                 65                 59  total\n"
                           "    -6.15   -100.00                 -4                  4                  -  [unknown]\n"
                           "    -4.62     -7.50                 -3                 40                 37  main\n"
                           "    +1.54     +5.00                 +1                 20                 21  work\n");
    free(text);
    diff_free(&d);
    profile_free(&p);
    profile_free(&q);
}
END_TEST

Suite *formats_suite(void)
{
    Suite *s = suite_create("formats");
    TCase *t = tcase_create("formats");
    tcase_add_test(t, source_lines);
    tcase_add_test(t, files_settled);
    tcase_add_test(t, source_lines_refused);
    tcase_add_test(t, line_rows);
    tcase_add_test(t, source_text);
    tcase_add_test(t, lcov);
    tcase_add_test(t, callgrind_lines);
    tcase_add_test(t, callgrind_jumps);
    tcase_add_test(t, mon);
    tcase_add_test(t, gmon_back);
    tcase_add_test(t, prof_style);
    tcase_add_test(t, chains);
    tcase_add_test(t, chains_refused);
    tcase_add_test(t, pairs);
    tcase_add_test(t, folded);
    tcase_add_test(t, folded_neighbours);
    tcase_add_test(t, folded_long_names);
    tcase_add_test(t, perf_data);
    tcase_add_test(t, pprof);
    tcase_add_test(t, sum_of_two);
    tcase_add_test(t, sums_refused);
    tcase_add_test(t, differences);
    tcase_add_test(t, small_difference);
    suite_add_tcase(s, t);
    return s;
}
