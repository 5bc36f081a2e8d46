/* prof/: source lines, call stacks and the formats of other programs, on a small profile written out here. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "prof/profile_file.h"
#include "prof/report.h"
#include "prof/source.h"
#include "tests/unit/suites.h"

#define HEAD                                                                                                           \
    "pcgram-profile 1\nisa parisc\ncpu none\norder big\naddress 4\nunit 4\nclock 100\ntick 10\nhandler 0\n"

/* main calls work, which is of two files; an instruction without a name, and one outside every image. */
#define INSNS                                                                                                          \
    "total 65 36 40 6\nexit code 0\n"                                                                                 \
    "image 0x0 100 0x10000 0x10100 % ./guest\n"                                                                        \
    "function 0x10010 16 0 function main\nfunction 0x10040 8 0 function work\n"                                        \
    "insn 0x1000c 00000000 - 1 1 1 0\n"                                                                                \
    "insn 0x10010 00000001 0 10 10 10 1\ninsn 0x10014 00000002 0 25 8 10 2\n"                                          \
    "insn 0x10018 00000003 0 5 0 2 0\ninsn 0x1001c 00000004 0 0 0 0 0\n"                                               \
    "insn 0x10040 00000005 1 7 7 7 0\ninsn 0x10044 00000006 1 13 7 7 3\n"                                              \
    "insn 0xc0000100 - - 4 3 3 0\n"
#define LINES                                                                                                          \
    "file /a%20b.c\nfile /z.h\n"                                                                                      \
    "line 0x10010 0 7\nline 0x10014 1 7\nline 0x10018 1 8\nline 0x1001c - 0\n"
#define ARCS "arc 0x10014 0x10040 7 20 14\narc 0x10018 0x10010 2 0 0\n"

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
    static const char text[] = HEAD INSNS LINES ARCS "end 19\n";
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
    lines_add(&l, "/nonexistent", 0, 0, 0x1000); /* adds nothing, says nothing */
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

Suite *formats_suite(void)
{
    Suite *s = suite_create("formats");
    TCase *t = tcase_create("formats");
    tcase_add_test(t, source_lines);
    tcase_add_test(t, files_settled);
    tcase_add_test(t, source_lines_refused);
    tcase_add_test(t, line_rows);
    tcase_add_test(t, source_text);
    suite_add_tcase(s, t);
    return s;
}
