/* prof/: numbers as text, the profile's file, reports, gmon.out by hand-worked bytes. */
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "emu/core/alloc.h"
#include "prof/file/profile_file.h"
#include "prof/formats/callgrind.h"
#include "prof/formats/gmon.h"
#include "prof/output/outfile.h"
#include "prof/output/text.h"
#include "prof/report/annotate.h"
#include "prof/report/color.h"
#include "prof/report/report.h"
#include "tests/unit/suites.h"
#include "tests/unit/symbol_file.h"

static u32 next_random(u64 *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (u32)(*state >> 33);
}

/* --- text ----------------------------------------------------------------------------------------------------------- */

START_TEST(numbers)
{
    char out[TEXT_NUMBER];
    char count[TEXT_COUNT];
    ck_assert_str_eq(text_count(count, 0, "tick"), "0 ticks");
    ck_assert_str_eq(text_count(count, 1, "tick"), "1 tick");
    ck_assert_str_eq(text_count(count, 1001, "more function"), "1,001 more functions");
    ck_assert_str_eq(text_base("/usr/lib/libc.so.6"), "libc.so.6");
    ck_assert_str_eq(text_base("queens.c"), "queens.c");
    ck_assert_str_eq(text_base("folder/"), "folder/");
    ck_assert_str_eq(text_base("/"), "/");
    ck_assert_str_eq(text_base(""), "");
    ck_assert_str_eq(text_group(out, 0), "0");
    ck_assert_str_eq(text_group(out, 999), "999");
    ck_assert_str_eq(text_group(out, 1000), "1,000");
    ck_assert_str_eq(text_group(out, 1234567), "1,234,567");
    ck_assert_str_eq(text_group(out, UINT64_MAX), "18,446,744,073,709,551,615");
    ck_assert_uint_eq(text_share(1, 3), 3333);
    ck_assert_uint_eq(text_share(2, 3), 6667);
    ck_assert_uint_eq(text_share(1, 20000), 1); /* 0.005 %: half up */
    ck_assert_uint_eq(text_share(1, 20001), 0);
    ck_assert_uint_eq(text_share(5, 0), 0);
    ck_assert_uint_eq(text_share(UINT64_MAX, UINT64_MAX), 10000);
    ck_assert_uint_eq(text_share(UINT64_MAX / 2 + 1, UINT64_MAX), 5000);
    ck_assert_str_eq(text_percent(out, 5), "0.05");
    ck_assert_str_eq(text_percent(out, 10000), "100.00");
    ck_assert_str_eq(text_ratio(out, 4, 3), "1.333");
    ck_assert_str_eq(text_ratio(out, 9999, 10000), "1.000");
    ck_assert_str_eq(text_ratio(out, 1, 0), "-");
    ck_assert_str_eq(text_address(out, 0x104c4, 4), "0x000104c4");
    ck_assert_str_eq(text_address(out, 0x104c4, 8), "0x00000000000104c4");
}
END_TEST

/* What records are made of is what printf() makes, around each power of ten and of two; and they arrive whole however many are gathered. */
START_TEST(records)
{
    struct alloc_text ours, theirs;
    alloc_text_begin(&ours);
    alloc_text_begin(&theirs);
    struct text_records r = {.f = ours.f};
    for (u64 ten = 1, next = 1; next; ten = next, next = next > UINT64_MAX / 10 ? 0 : next * 10)
        for (unsigned bit = 0; bit < 64; bit++) {
            const u64 number[] = {ten - 1, ten, ten * 9, ((u64)1 << bit) - 1, (u64)1 << bit, UINT64_MAX - bit};
            char *to = text_put_word(text_record(&r), "record");
            fputs("record", theirs.f);
            for (unsigned i = 0; i < ARRAY_LEN(number); i++) {
                to = text_put_hexadecimal(text_put_decimal(to, number[i]), number[i]);
                fprintf(theirs.f, " %" PRIu64 " 0x%" PRIx64, number[i], number[i]);
            }
            text_record_end(&r, to);
            fputc('\n', theirs.f);
        }
    text_records_write(&r);
    alloc_text_end(&ours);
    alloc_text_end(&theirs);
    ck_assert_uint_gt(ours.size, 10 * TEXT_GATHERED);
    ck_assert_str_eq(ours.text, theirs.text);
    free(ours.text);
    free(theirs.text);
}
END_TEST

static void check_text(void (*write)(FILE *f, const char *s), const char *in, const char *expected)
{
    char *out = NULL;
    size_t n;
    FILE *f = open_memstream(&out, &n);
    write(f, in);
    fclose(f);
    ck_assert_str_eq(out, expected);
    free(out);
}

START_TEST(names)
{
    check_text(text_json, "a\"b\\c\n\x7f", "\"a\\\"b\\\\c\\u000a\\u007f\"");
    check_text(text_json, "\xc3\xa4 \xff \xc0\x80 \xed\xa0\x80",
               "\"\xc3\xa4 \\ufffd \\ufffd\\ufffd \\ufffd\\ufffd\\ufffd\"");
    check_text(text_json, "\xc2\x9b \xe2\x80\xae \xe2\x81\xa6 \xe2\x82\xac", "\"\\u009b \\u202e \\u2066 \xe2\x82\xac\"");
    check_text(text_name, "x\033[31m\xc2\x9b\xff", "x?[31m??");
    check_text(text_name, "a\xe2\x80\xa8\xe2\x80\xae\xe2\x81\xa9\xe2\x80\xa7\xc3\xa4", "a???\xe2\x80\xa7\xc3\xa4");
    check_text(text_field, "a b%\n\xc3", "a%20b%25%0A%C3");
    check_text(text_field, "", "%");
    static const char *const good[][2] = {{"%", ""}, {"a%20b", "a b"}, {"%C3%25", "\xc3%"}};
    static const char *const broken[] = {"%2", "%%", "a%", "%2g", "%00", "%c3", "a b", "\x80"};
    for (unsigned i = 0; i < ARRAY_LEN(good); i++) {
        char *s = text_unfield(good[i][0], strlen(good[i][0]));
        ck_assert_str_eq(s, good[i][1]);
        free(s);
    }
    for (unsigned i = 0; i < ARRAY_LEN(broken); i++) ck_assert_ptr_null(text_unfield(broken[i], strlen(broken[i])));
}
END_TEST

/* --- profiles ------------------------------------------------------------------------------------------------------- */

static bool read_code(void *context, u64 address, u8 *out, size_t n)
{
    (void)context;
    if (address < TEXT_ADDR || address + n > TEXT_ADDR + TEXT_SIZE) return false;
    for (size_t i = 0; i < n; i++) out[i] = (u8)(address + i);
    return true;
}

/* The instruction at main+4 branches to tail, which does not run. */
static bool leads(u64 pc, const u8 *code, u64 *to)
{
    (void)code;
    *to = 0x100f0;
    return pc == 0x10014;
}

static unsigned disasm(u64 pc, const u8 *code, size_t n, struct insn_text *out)
{
    if (n < 4) return 0;
    snprintf(out->text, sizeof out->text, "insn %02x", code[0]);
    out->length = 4;
    out->has_target = leads(pc, code, &out->target);
    return 4;
}

static const struct isa isa = {.name = "parisc", .big_endian = true, .disasm = disasm, .leads = leads};

/* main (0x10010) and .dot_f run, and an instruction that has no name, and one outside every image. */
static void make_profile(struct profile *p)
{
    static const struct pc_count counts[] = {
        {0x10010, {{10, 10, 10, 1, {0}, 0, 0}}}, {0x10014, {{10, 8, 25, 2, {0}, 0, 0}}}, {0x10018, {{2, 0, 5, 0, {0}, 0, 0}}}, {0x10040, {{7, 7, 7, 0, {0}, 0, 0}}},
        {0x10044, {{7, 7, 13, 3, {0}, 0, 0}}}, {0x1000c, {{1, 1, 1, 0, {0}, 0, 0}}}, {0xc0000100, {{3, 3, 4, 0, {0}, 0, 0}}},
    };
    static const struct call_arc arcs[] = {{0x10014, 0x10040, 7, 20, 14}, {0x10018, 0x10010, 2, 0, 0}};
    struct counters c = {0};
    struct symbols s = {0};
    struct error e;
    struct elf f;
    make_elf(&f, false);
    write_file(f.bytes, f.size);
    ck_assert_int_eq(symbols_add(&s, NULL, path, NULL, "./my guest", 0, &e), 0);
    for (unsigned i = 0; i < ARRAY_LEN(counts); i++) counters_add(&c, &counts[i]);
    for (unsigned i = 0; i < ARRAY_LEN(arcs); i++) counters_add_arc(&c, &arcs[i]);
    counters_sort(&c);
    struct profile_source source = {.isa = &isa,
                                    .unit = 4,
                                    .cpu_model = "pa7300lc",
                                    .clock_hz = 100,
                                    .tick_cycles = 10,
                                    .handler_cycles = 9,
                                    .counters = &c,
                                    .symbols = &s,
                                    .read_code = read_code,
                                    .exit = {.kind = EXIT_SIGNAL, .signal = "SEGV"}};
    ck_assert_int_eq(profile_build(p, &source, &e), 0);
    counters_free(&c);
    symbols_free(&s);
}

static char *print(const struct profile *p, size_t *n)
{
    char *text = NULL;
    FILE *f = open_memstream(&text, n);
    profile_print(p, f);
    ck_assert_int_eq(fclose(f), 0);
    return text;
}

START_TEST(build)
{
    struct profile p;
    make_profile(&p);
    ck_assert_uint_eq(p.total.cycles, 65);
    ck_assert_uint_eq(p.total.instructions, 36);
    ck_assert_uint_eq(p.total.slots, 40);
    ck_assert_uint_eq(p.total.ticks, 6);
    /* main, .dot_f, and tail as a branch target */
    ck_assert_uint_eq(p.functions, 3);
    ck_assert_str_eq(p.function[0].name, "main");
    ck_assert_str_eq(p.function[1].name, ".dot_f");
    ck_assert_str_eq(p.function[2].name, "tail");
    /* all 8 instructions of main, all 4 of .dot_f, and the two strays */
    ck_assert_uint_eq(p.insns, 14);
    const struct profile_insn *idle = profile_insn_at(&p, 0x1001c), *far = profile_insn_at(&p, 0xc0000100);
    ck_assert_ptr_nonnull(idle);
    ck_assert_uint_eq(idle->count.slots, 0);
    ck_assert_uint_eq(idle->function, 0);
    ck_assert(idle->has_code && idle->code[0] == 0x1c && idle->code[3] == 0x1f);
    ck_assert(far && !far->has_code && far->function == PROFILE_NONE);
    ck_assert_ptr_null(profile_insn_at(&p, 0x1000d));
    ck_assert_uint_eq(profile_function_at(&p, 0x10044), 1);
    ck_assert_uint_eq(profile_function_at(&p, 0x100f0), 2);
    ck_assert_uint_eq(profile_function_at(&p, 0x100f4), 2); /* no instruction of it is listed */
    ck_assert_uint_eq(profile_function_at(&p, p.function[2].start + p.function[2].size), PROFILE_NONE);
    ck_assert_uint_eq(profile_function_at(&p, p.function[0].start - 4), PROFILE_NONE);
    profile_free(&p);
}
END_TEST

START_TEST(round_trip)
{
    struct profile p, q;
    struct error e;
    size_t n, m;
    make_profile(&p);
    char *text = print(&p, &n);
    ck_assert_msg(!profile_parse(&q, text, n, "t", &e), "%s", e.text);
    char *again = print(&q, &m);
    ck_assert_str_eq(text, again);
    ck_assert_str_eq(q.image[0].path, "./my guest");
    ck_assert_str_eq(q.exit.signal, "SEGV");
    ck_assert_uint_eq(q.handler_cycles, 9);
    ck_assert_int_eq(q.function[1].kind, SYMBOL_FUNCTION);
    ck_assert_uint_eq(q.arc[0].cycles, 20);
    ck_assert_int_eq(profile_save(&p, path, &e), 0);
    profile_free(&q);
    ck_assert_int_eq(profile_load(&q, path, &e), 0);
    profile_free(&q);
    profile_free(&p);
    free(text);
    free(again);
}
END_TEST

START_TEST(truncated_anywhere)
{
    struct profile p, q;
    size_t n;
    make_profile(&p);
    char *text = print(&p, &n);
    for (size_t k = 0; k < n; k++) {
        struct error e;
        /* a copy of just that size, so that valgrind or the address sanitizer sees a read beyond */
        char *part = malloc(k ? k : 1);
        memcpy(part, text, k);
        ck_assert_int_eq(profile_parse(&q, part, k, "cut.out", &e), -1);
        ck_assert_msg(!strncmp(e.text, "cut.out:", 8) && strstr(e.text, "make it anew"), "%s", e.text);
        ck_assert(!q.insn && !q.isa && !q.insns);
        free(part);
    }
    profile_free(&p);
    free(text);
}
END_TEST

/* What was read must do for every writer. */
static void use_profile(const struct profile *p)
{
    FILE *f = fopen("/dev/null", "w");
    struct report r;
    struct report_options o = {.key = {KEY_CPI, KEY_NAME}, .keys = 2};
    struct gmon_notes notes;
    struct error e;
    report_make(&r, p, BY_FUNCTION);
    report_sort(&r, &o);
    report_print(&r, p, &o, f);
    report_print_json(&r, p, &o, f);
    report_summary(p, f);
    u64 cycles = 0;
    for (size_t i = 0; i < r.rows; i++) cycles += r.row[i].sum.cycles;
    ck_assert_uint_eq(cycles, p->total.cycles);
    report_free(&r);
    struct annotate_options a = {.isa = &isa, .color = true};
    for (u32 i = 0; i < p->functions; i++) annotate_print(p, &i, 1, &a, f);
    callgrind_write(p, &isa, f);
    for (u32 i = 0; i < p->images; i++)
        gmon_write(p, &(struct gmon_options){.image = i, .event = EVENT_CYCLES}, f, &notes, &e);
    fclose(f);
}

START_TEST(mutated)
{
    struct profile p, q;
    u64 state = 11;
    size_t n, accepted = 0;
    make_profile(&p);
    char *text = print(&p, &n), *copy = malloc(n);
    static const char likely[] = "0123456789abcdefx \n-=%";
    for (unsigned k = 0; k < 20000; k++) {
        struct error e;
        memcpy(copy, text, n);
        for (u32 i = 1 + next_random(&state) % 3; i > 0; i--) {
            u32 at = next_random(&state) % (u32)n, c = next_random(&state);
            copy[at] = (char)(c % 4 ? likely[c / 4 % (sizeof likely - 1)] : (char)(c / 4));
        }
        if (profile_parse(&q, copy, n, "m", &e)) {
            ck_assert(!strncmp(e.text, "m:", 2) && !strchr(e.text, '\n'));
            continue;
        }
        accepted++;
        use_profile(&q);
        profile_free(&q);
    }
    ck_assert_uint_gt(accepted, 100); /* changed names, bytes of code ...: else nothing behind the reader was tried */
    use_profile(&p);
    profile_free(&p);
    free(text);
    free(copy);
}
END_TEST

/* Replaces the first `from` of the text; the result is the caller's. */
static char *replace(const char *text, const char *from, const char *to)
{
    const char *at = strstr(text, from);
    ck_assert_msg(at != NULL, "%s is not in the profile", from);
    char *out = malloc(strlen(text) + strlen(to) + 1);
    sprintf(out, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    return out;
}

START_TEST(refused)
{
    static const struct {
        const char *from, *to, *message;
    } row[] = {
        {"profile 1", "profile 2", "t: version 2 of the format: this pcgram reads version 1; "},
        {"profile 1", "profile 2 ", "t:1: does not begin with"},
        {"pcgram-profile", "gmon", "t:1: does not begin with"},
        {"order big", "order pdp", "t:4: a byte order"},
        {"address 4", "address 5", "t:5: addresses that have not 4 or 8 bytes"},
        {"unit 4", "unit 8", "t:6: a unit of code"},
        {"clock 100", "clock 0", "t:7: a number that is too small"},
        {"clock 100", "clock 18446744073709551616", "t:7: a number of more than 64 bits"},
        {"clock 100", "clock 100 1", "t:7: more fields"},
        {"tick 10", "tock 10", "t:8: a line \"tick ...\" is missing"},
        {"handler 9", "handler -9", "t:9: not a number"},
        {"total 65", "total 66", "the totals are not the sums"},
        {"exit signal SEGV", "exit signal ABCDEFGHIJKLMNOP", "t:11: a signal's name"},
        {"exit signal SEGV", "exit code 256", "t:11: an exit code above 255"},
        {"exit signal SEGV", "exit none\ncollected %", "t:12: no options"},
        {"exit signal SEGV", "exit none\ncollected", "t:12: an unknown record"},
        {"exit signal SEGV", "exit none\ncollected --start=main --stop=f", "t:12: more fields"},
        {"exit signal SEGV", "exit none\ncollected a\ncollected a", "t:13: an unknown record"},
        {"exit signal SEGV", "exit well", "t:11: an exit that is not"},
        {"my%20guest", "my%2", "t:12: broken % encoding"},
        {"my%20guest", "my guest", "t:12: more fields"},
        {"0x10100 ", "0x100 ", "t:12: an image that ends before it begins"},
        {"function 0x10010 32 0", "function 0x10010 32 1", "t:13: an index of something that is not in this file"},
        {"function 0x10010 32 0", "function 0x10010 0 0", "t:13: a function with an impossible size"},
        {"function 0x10010 32 0", "function 0x10010 4 0", "t:18: an instruction outside the function"},
        {"function 0x10040", "function 0x10010", "t:14: functions must ascend"},
        {"0 function main", "0 procedure main", "t:13: a kind that is not"},
        {"insn 0x1000c", "insn 1000c", "t:16: an address must begin with 0x"},
        {"insn 0x1000c", "insn 0x1000d", "t:16: an address inside an instruction"},
        {"insn 0x1000c", "insn 0x11000", "t:17: instructions must ascend"},
        {"insn 0x1000c 0c0d0e0f", "insn 0x1000c =", "t:16: code said to be that of the line before"},
        {"insn 0x1000c 0c0d0e0f", "insn 0x1000c 0c0d0e", "t:16: code of the wrong length"},
        {"insn 0xc0000100", "insn 0xc00001000", "t:29: an address of more than 32 bits"},
        {" 1 1 1 0\n", " 1 2 1 0\n", "t:16: more instructions took effect than issued"},
        {" 1 1 1 0\n", " 1 1 1\n", "t:16: a field is missing"},
        {" 1 1 1 0\n", " 18446744073709551615 1 1 0\n", "add up to more than 64 bits"},
        {"arc 0x10014", "arc 0x10018", "t:31: arcs must ascend"},
        {"arc 0x10014", "orc 0x10014", "t:30: an unknown record"},
        {"arc 0x10014 ", "function 0x10014 ", "t:30: an unknown record, or one out of order"},
        {"end 20", "end 19", "t:32: records are missing"},
        {"end 20\n", "end 20\nend 20\n", "t:32: text after the end"},
    };
    struct profile p, q;
    struct error e;
    size_t n;
    make_profile(&p);
    char *text = print(&p, &n), *changed = replace(text, row[_i].from, row[_i].to);
    ck_assert_uint_eq(ARRAY_LEN(row), 41); /* the loop's bound, below */
    ck_assert_int_eq(profile_parse(&q, changed, strlen(changed), "t", &e), -1);
    ck_assert_msg(strstr(e.text, row[_i].message) != NULL, "'%s' gave: %s", row[_i].to, e.text);
    profile_free(&p);
    free(text);
    free(changed);
}
END_TEST

/* Bundles: the code of a bundle is written once, its slots follow with "=". */
START_TEST(bundles)
{
    static const char text[] =
        "pcgram-profile 1\nisa ia64\ncpu none\norder little\naddress 8\nunit 16\nclock 1\ntick 1\n"
        "handler 0\ntotal 6 6 6 0\nexit none\n"
        "insn 0x4000000000000000 000102030405060708090a0b0c0d0e0f - 1 1 1 0\n"
        "insn 0x4000000000000001 = - 2 2 2 0\n"
        "insn 0x4000000000000002 = - 3 3 3 0\nend 3\n";
    struct profile p;
    struct error e;
    size_t n;
    ck_assert_msg(!profile_parse(&p, text, sizeof text - 1, "t", &e), "%s", e.text);
    ck_assert_uint_eq(p.insn[2].code[15], 15);
    char *again = print(&p, &n);
    ck_assert_str_eq(again, text);
    use_profile(&p);
    free(again);
    profile_free(&p);
}
END_TEST

/* Stalls go through the file and come out everywhere; damaged ones are refused. */
START_TEST(stalls)
{
    static const char head[] = "pcgram-profile 1\nisa parisc\ncpu pa7300lc\norder big\naddress 4\nunit 4\nclock 1\ntick 1\n"
                               "handler 0\ntotal 21 3 3 0\nexit none\nfunction 0x1000 8 - function f\n"
                               "insn 0x1000 08000240 0 20 2 2 0\ninsn 0x1004 08000240 0 1 1 1 0\n";
    static const struct {
        const char *tail, *message; /* NULL: it is a whole profile */
    } row[] = {
        {"stall 0x1000 1 2 3 4 5 3 0\nend 4\n", NULL},
        {"stall 0x1000 1 2 3 4 5 6 0\nend 4\n", "more stalls than cycles"},
        {"stall 0x1008 1 0 0 0 0 0 0\nend 4\n", "stalls of an instruction that is not in this file"},
        {"stall 0x1000 1 0 0 0 0 0\nend 4\n", "a field is missing"},
        {"stall 0x1000 1 0 0 0 0 0 0 0\nend 4\n", "more fields"},
        {"stall 0x1000 1 0 0 0 0 0 0\nstall 0x1000 1 0 0 0 0 0 0\nend 5\n", "twice"},
        {"stall 0x1000 1 0 0 0 0 0 0\nend 3\n", "records are missing"},
    };
    char text[sizeof head + 100];
    struct profile p;
    struct error e;
    size_t n;
    snprintf(text, sizeof text, "%s%s", head, row[_i].tail);
    ck_assert_int_eq(profile_parse(&p, text, strlen(text), "t", &e), row[_i].message ? -1 : 0);
    if (row[_i].message) {
        ck_assert_msg(strstr(e.text, row[_i].message) != NULL, "%s", e.text);
        return;
    }
    char *again = print(&p, &n);
    ck_assert_str_eq(again, text);
    ck_assert_uint_eq(profile_stalls(&p.total), 18);
    ck_assert_uint_eq(p.total.stalls[STALL_TLB], 3);
    use_profile(&p);
    free(again);
    profile_free(&p);
}
END_TEST

/* --- reports -------------------------------------------------------------------------------------------------------- */

START_TEST(flat_profile)
{
    struct profile p;
    struct report r;
    struct report_options o = {0};
    struct error e;
    make_profile(&p);
    report_make(&r, &p, BY_FUNCTION);
    report_sort(&r, &o);
    ck_assert_uint_eq(r.rows, 4); /* tail did not run */
    ck_assert_str_eq(r.row[0].name, "main");
    ck_assert_uint_eq(r.row[0].sum.cycles, 40);
    ck_assert_uint_eq(r.row[0].sum.instructions, 18);
    ck_assert_uint_eq(r.row[0].calls, 2);
    ck_assert_str_eq(r.row[1].name, ".dot_f");
    ck_assert_uint_eq(r.row[1].calls, 7);
    ck_assert_str_eq(r.row[2].name, "[unknown]");
    ck_assert_uint_eq(r.row[2].sum.cycles, 4);
    ck_assert_str_eq(r.row[3].name, "[my guest]");
    ck_assert_int_eq(report_parse_keys("ticks,name", &o, &e), 0);
    ck_assert_int_eq(report_event(&o), EVENT_TICKS);
    report_sort(&r, &o);
    ck_assert_str_eq(r.row[0].name, ".dot_f"); /* 3 ticks each, by name */
    ck_assert_str_eq(r.row[1].name, "main");
    ck_assert_int_eq(report_parse_keys("cpi", &o, &e), 0);
    report_sort(&r, &o);
    ck_assert_str_eq(r.row[0].name, "main"); /* 2.222, 1.429, 1.333, 1 */
    ck_assert_str_eq(r.row[3].name, "[my guest]");
    ck_assert_int_eq(report_parse_keys("ticks,,name", &o, &e), -1);
    ck_assert_int_eq(report_parse_keys("tick", &o, &e), -1);
    report_free(&r);
    profile_free(&p);
}
END_TEST

START_TEST(printed_report)
{
    struct profile p;
    struct report r;
    struct report_options o = {.percent_limit = 3000}; /* main has 61.54 %, .dot_f 30.77 %, the rest less */
    char *text = NULL;
    size_t n;
    make_profile(&p);
    report_make(&r, &p, BY_FUNCTION);
    report_sort(&r, &o);
    FILE *f = open_memstream(&text, &n);
    report_print(&r, &p, &o, f);
    fclose(f);
    ck_assert_str_eq(text, "# image ./my guest\n"
                           "# parisc pa7300lc, 100 Hz, a tick every 10 cycles; exit by signal SEGV\n"
                           "# 65 cycles, 36 instructions, 40 slots, CPI 1.806, 6 ticks, 9 cycles in the tick handler\n"
                           "# percentages are of cycles\n#\n"
                           "#self %  cumul %            cycles       instructions              slots          calls"
                           "     ticks      CPI  function\n"
                           "  61.54   61.54                 40                 18                 22              2"
                           "         3    2.222  main\n"
                           "  30.77   92.31                 20                 14                 14              7"
                           "         3    1.429  .dot_f\n"
                           "# 2 more not shown\n");
    free(text);
    report_free(&r);
    profile_free(&p);
}
END_TEST

START_TEST(annotation)
{
    struct profile p;
    struct annotate_options o = {.isa = &isa};
    char *text = NULL;
    size_t n;
    make_profile(&p);
    ck_assert_uint_eq(annotate_hottest(&p, EVENT_CYCLES), 0);
    FILE *f = open_memstream(&text, &n);
    annotate_print(&p, &(u32){0}, 1, &o, f);
    fclose(f);
    ck_assert_ptr_nonnull(strstr(text, "# at 0x00010010, 32 bytes; 61.54 % of all cycles\n"));
    ck_assert_ptr_nonnull(strstr(text, "\n  62.50              25              10            2       2  00010014"
                                       "  14151617  insn 14 <tail>\n"));
    ck_assert_ptr_nonnull(strstr(text, "\n                      -               -                       0001001c"
                                       "  1c1d1e1f  insn 1c\n"));
    free(text);
    profile_free(&p);
}
END_TEST

/* --- exports -------------------------------------------------------------------------------------------------------- */

static u8 *gmon_bytes(const struct profile *p, enum profile_event event, size_t *n, struct gmon_notes *notes)
{
    char *out = NULL;
    struct error e;
    FILE *f = open_memstream(&out, n);
    ck_assert_int_eq(gmon_write(p, &(struct gmon_options){.event = event}, f, notes, &e), 0);
    fclose(f);
    return (u8 *)out;
}

#define HEAD "pcgram-profile 1\nisa x\ncpu x\norder %s\naddress %d\nunit %d\nclock %s\ntick %s\nhandler 0\n"

static void parse_with(struct profile *p, const char *order, int address, int unit, const char *clock, const char *tick,
                       const char *rest)
{
    char text[2048];
    struct error e;
    int n = snprintf(text, sizeof text, HEAD "%s", order, address, unit, clock, tick, rest);
    ck_assert_msg(!profile_parse(p, text, (size_t)n, "t", &e), "%s", e.text);
}

START_TEST(gmon_big_endian)
{
    /* Worked by hand from the layout in glibc's <sys/gmon_out.h>: an image at bias 0x40000000 with four
     * instructions, 70000 ticks on the second (two records: 65535 + 4465), a call from the third. */
    static const u8 expected[] = {
        'g', 'm', 'o', 'n',  0,    0,    0,    1,    0,    0,    0, 0, 0,   0,   0, 0,    0,    0,    0,   0,
        0,   0,   0,   0x10, 0,    0,    0,    0x10, 0x10, 0,    0, 0, 4,   0,   0, 0,    100,  's',  'e', 'c',
        'o', 'n', 'd', 's',  0,    0,    0,    0,    0,    0,    0, 0, 's', 0,   2, 0xff, 0xff, 0,    0,   0,
        1,   0,   0,   0,    0x10, 0,    0,    0,    0x10, 0x10, 0, 0, 0,   4,   0, 0,    0,    100,  's', 'e',
        'c', 'o', 'n', 'd',  's',  0,    0,    0,    0,    0,    0, 0, 0,   's', 0, 0,    0x11, 0x71, 0,   0,
        0,   0,   1,   0,    0,    0x10, 0x08, 0,    0,    0x10, 0, 0, 0,   1,   2,
    };
    struct profile p;
    struct gmon_notes notes;
    size_t n;
    parse_with(&p, "big", 4, 4, "100000", "1000",
               "total 0 0 0 70004\nexit code 0\nimage 0x40000000 1 0x40001000 0x40001010 0x0 % x\n"
               "function 0x40001000 16 0 function f\n"
               "insn 0x40001000 - 0 0 0 0 2\ninsn 0x40001004 - 0 0 0 0 70000\ninsn 0x4000100c - 0 0 0 0 1\n"
               "insn 0x40002000 - - 0 0 0 1\narc 0x40001008 0x40001000 258 0 0\nend 7\n");
    u8 *out = gmon_bytes(&p, EVENT_TICKS, &n, &notes);
    ck_assert_uint_eq(n, sizeof expected);
    ck_assert_mem_eq(out, expected, sizeof expected);
    ck_assert(notes.divisor == 1 && notes.rate_exact && notes.outside == 1 && !notes.arcs_left);
    free(out);
    profile_free(&p);
}
END_TEST

START_TEST(gmon_little_endian)
{
    /* Itanium: 8-byte addresses, one bin a bundle that its slots share; cycles at the clock's rate. */
    static const u8 expected[] = {
        'g', 'm', 'o', 'n', 1,   0,   0,    0,    0, 0, 0, 0, 0, 0, 0,    0, 0,   0, 0, 0,    0, 0,
        0,   0,   0,   0,   0,   0,   0x40, 0x20, 0, 0, 0, 0, 0, 0, 0x40, 2, 0,   0, 0, 0xe8, 3, 0,
        0,   's', 'e', 'c', 'o', 'n', 'd',  's',  0, 0, 0, 0, 0, 0, 0,    0, 's', 0, 0, 0x2c, 1,
    };
    struct profile p;
    struct gmon_notes notes;
    size_t n;
    parse_with(&p, "little", 8, 16, "1000", "10",
               "total 300 2 2 0\nexit code 0\nimage 0x0 1 0x4000000000000000 0x400000000000001c 0x0 % x\n"
               "insn 0x4000000000000010 - - 100 1 1 0\ninsn 0x4000000000000012 - - 200 1 1 0\nend 3\n");
    u8 *out = gmon_bytes(&p, EVENT_CYCLES, &n, &notes);
    ck_assert_uint_eq(n, sizeof expected);
    ck_assert_mem_eq(out, expected, sizeof expected);
    free(out);
    profile_free(&p);
}
END_TEST

START_TEST(gmon_divided)
{
    /* 10^9 cycles on one instruction: at 100 MHz the least divisor that gives at most 64 records, 239, is raised to
     * 250, which divides the clock. The sum of all bins is the sum of cycles / 250. */
    struct profile p;
    struct gmon_notes notes;
    size_t n;
    parse_with(&p, "big", 4, 4, "100000000", "1000000",
               "total 1000000300 3 3 0\nexit code 0\nimage 0x0 1 0x1000 0x1010 0x0 % x\n"
               "insn 0x1000 - - 100 1 1 0\ninsn 0x1004 - - 1000000000 1 1 0\ninsn 0x1008 - - 200 1 1 0\nend 4\n");
    u8 *out = gmon_bytes(&p, EVENT_CYCLES, &n, &notes);
    ck_assert_uint_eq(notes.divisor, 250);
    ck_assert_uint_eq(notes.rate, 400000);
    ck_assert(notes.rate_exact);
    u64 sum = 0;
    size_t record = 1 + 4 + 4 + 4 + 4 + 16 + 4 * 2, at = 20;
    for (; at + record <= n; at += record)
        for (unsigned i = 0; i < 4; i++) sum += load_be16(out + at + record - 8 + 2 * i);
    ck_assert_uint_eq(at, n);
    ck_assert_uint_eq(sum, 1000000300 / 250);
    free(out);
    profile_free(&p);
}
END_TEST

START_TEST(callgrind)
{
    struct profile p;
    char *text = NULL;
    size_t n;
    make_profile(&p);
    FILE *f = open_memstream(&text, &n);
    callgrind_write(&p, NULL, f);
    fclose(f);
    const char *body = strstr(text, "positions:");
    ck_assert_ptr_nonnull(body);
    ck_assert_str_eq(body, "positions: instr line\nevents: Cycles Instructions Slots Ticks\nsummary: 65 36 40 6\n"
                           "\nob=(1) ./my guest\nfl=(1) ???\nfn=(1) main\n"
                           "0x10010 0 10 10 10 1\n0x10014 0 25 8 10 2\n"
                           "cob=(1)\ncfn=(2) .dot_f\ncalls=7 0x10040 0\n0x10014 0 20 14 0 0\n"
                           "0x10018 0 5 0 2 0\ncob=(1)\ncfn=(1)\ncalls=2 0x10010 0\n0x10018 0 0 0 0 0\n"
                           "\nob=(1)\nfl=(1)\nfn=(2)\n0x10040 0 7 7 7 0\n0x10044 0 13 7 7 3\n"
                           "\nob=(1)\nfl=(1)\nfn=(4) ???\n0x1000c 0 1 1 1 0\n"
                           "\nob=(2) ???\nfl=(1)\nfn=(5) ???\n0xc0000100 0 4 3 3 0\n"
                           "\ntotals: 65 36 40 6\n");
    free(text);
    profile_free(&p);
}
END_TEST

/* --- output files --------------------------------------------------------------------------------------------------- */

static void check_content(const char *expected)
{
    char text[64] = "";
    FILE *f = fopen(path, "r");
    ck_assert_ptr_nonnull(f);
    size_t n = fread(text, 1, sizeof text - 1, f);
    text[n] = 0;
    fclose(f);
    ck_assert_str_eq(text, expected);
}

START_TEST(whole_or_not_at_all)
{
    struct outfile o;
    struct error e;
    struct stat st;
    write_file("old", 3);
    ck_assert_int_eq(chmod(path, 0640), 0);
    ck_assert_int_eq(outfile_open(&o, path, &e), 0);
    fputs("new", o.f);
    fflush(o.f);
    check_content("old");
    outfile_discard(&o);
    check_content("old");
    ck_assert_int_eq(outfile_open(&o, path, &e), 0);
    fputs("new", o.f);
    ck_assert_int_eq(outfile_close(&o, &e), 0);
    check_content("new");
    ck_assert_int_eq(stat(path, &st), 0);
    ck_assert_uint_eq(st.st_mode & 0777, 0640);
    /* nothing is left beside it */
    unlink(path);
    ck_assert_int_eq(rmdir(directory), 0);
    ck_assert_int_eq(outfile_open(&o, path, &e), -1);
    ck_assert_ptr_nonnull(strstr(e.text, "cannot write: No such file"));
}
END_TEST

START_TEST(full_disk)
{
    struct profile p;
    struct error e;
    make_profile(&p);
    ck_assert_int_eq(profile_save(&p, "/dev/full", &e), -1);
    ck_assert_str_eq(e.text, "/dev/full: cannot write: No space left on device");
    ck_assert_int_eq(access("/dev/full", F_OK), 0);
    profile_free(&p);
}
END_TEST

START_TEST(heat)
{
    ck_assert_int_eq(color_heat(0), COLOR_NONE);
    ck_assert_int_eq(color_heat(49), COLOR_NONE);
    ck_assert_int_eq(color_heat(50), COLOR_GREEN);
    ck_assert_int_eq(color_heat(499), COLOR_GREEN);
    ck_assert_int_eq(color_heat(500), COLOR_RED);
    ck_assert_int_eq(color_heat(10000), COLOR_RED);
}
END_TEST

Suite *prof_suite(void)
{
    Suite *s = suite_create("prof");
    TCase *t = tcase_create("prof");
    tcase_add_checked_fixture(t, make_directory, remove_directory);
    tcase_set_timeout(t, 60);
    tcase_add_test(t, numbers);
    tcase_add_test(t, records);
    tcase_add_test(t, names);
    tcase_add_test(t, build);
    tcase_add_test(t, round_trip);
    tcase_add_test(t, truncated_anywhere);
    tcase_add_test(t, mutated);
    tcase_add_loop_test(t, refused, 0, 41);
    tcase_add_test(t, bundles);
    tcase_add_loop_test(t, stalls, 0, 7);
    tcase_add_test(t, flat_profile);
    tcase_add_test(t, printed_report);
    tcase_add_test(t, annotation);
    tcase_add_test(t, gmon_big_endian);
    tcase_add_test(t, gmon_little_endian);
    tcase_add_test(t, gmon_divided);
    tcase_add_test(t, callgrind);
    tcase_add_test(t, whole_or_not_at_all);
    tcase_add_test(t, full_disk);
    tcase_add_test(t, heat);
    suite_add_tcase(s, t);
    return s;
}
