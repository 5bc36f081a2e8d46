/* emu/core/elf: what a good file looks like in memory, and that no bad one does more than fail. */
#include <fcntl.h>

#include "emu/core/elf.h"
#include "tests/unit/elf_image.h"
#include "tests/unit/suites.h"

enum { LOW = 0x10000, HIGH = 0x90000, R = 4, W = 2, X = 1, LOAD = 1, INTERP = 3 };

static const u64 window[1][2] = {{0, 0x100000}};

static struct mem memory;
static struct elf_file file;
static struct elf_image where;
static struct error err;

/* Text with the headers in it, and data whose first page is text's last and which has a bss. */
static const struct test_image good = {
    .big_endian = true, .type = 2, .machine = 15, .entry = 0x10100, .count = 2,
    .segment = {{LOAD, R | X, 0, 0x10000, 0x1400, 0x1400}, {LOAD, R | W, 0x1800, 0x12800, 0x600, 0x2000}},
};

static u8 file_byte(u64 offset) { return (u8)(offset * 7); }

static u8 guest_byte(u64 addr)
{
    u8 v;
    ck_assert_int_eq(mem_peek(&memory, addr, &v, 1), 0);
    return v;
}

static void setup(void)
{
    memset(&err, 0, sizeof err);
    ck_assert_int_eq(mem_init(&memory, window, 1, &err), 0);
}

static void teardown(void)
{
    elf_free(&file);
    mem_free(&memory);
}

/* Reads and maps; 0 or the exit status of the error. */
static int load_bytes(const u8 *bytes, size_t n, u64 bias)
{
    int fd = image_file(bytes, n);
    err.status = 0;
    int r = elf_read(fd, "test", &file, &err);
    if (r == 0) r = elf_map(&file, fd, "test", &memory, bias, LOW, HIGH, &where, &err);
    close(fd);
    return r == 0 ? 0 : err.status;
}

static int load(const struct test_image *t, u64 bias)
{
    u8 bytes[IMAGE_SIZE];
    image_build(t, bytes);
    return load_bytes(bytes, sizeof bytes, bias);
}

START_TEST(good_file)
{
    ck_assert_int_eq(load(&good, 0), 0);
    ck_assert(!file.form.elf64 && file.form.big_endian && file.machine == 15 && file.type == 2);
    ck_assert_uint_eq(where.entry, 0x10100);
    ck_assert_uint_eq(where.phdr, 0x10034);
    ck_assert_uint_eq(where.low, 0x10000);
    ck_assert_uint_eq(where.high, 0x15000);
    ck_assert_uint_eq(where.brk, 0x14800);
    ck_assert_uint_eq(guest_byte(0x11200), file_byte(0x1200));
    ck_assert_uint_eq(guest_byte(0x12800), file_byte(0x1800));
    ck_assert_uint_eq(guest_byte(0x12dff), file_byte(0x1dff));
    for (u64 a = 0x12e00; a < 0x15000; a++) ck_assert_uint_eq(guest_byte(a), 0);
    ck_assert(mem_check(&memory, 0x10000, 0x2000, PROT_READ | PROT_EXEC));
    ck_assert(!mem_check(&memory, 0x10000, 1, PROT_WRITE));
    ck_assert(mem_check(&memory, 0x12000, 0x3000, PROT_READ | PROT_WRITE));
    ck_assert(!mem_check(&memory, 0x12000, 1, PROT_EXEC));
    ck_assert(!mem_check(&memory, 0x15000, 1, PROT_READ));
}
END_TEST

START_TEST(wide_little_endian)
{
    struct test_image t = good;
    t.elf64 = true;
    t.big_endian = false;
    t.type = 3;
    ck_assert_int_eq(load(&t, 0x20000), 0);
    ck_assert(file.form.elf64 && !file.form.big_endian);
    ck_assert_uint_eq(where.entry, 0x30100);
    ck_assert_uint_eq(where.bias, 0x20000);
    ck_assert_uint_eq(where.phdr, 0x30040);
    ck_assert_uint_eq(guest_byte(0x32800), file_byte(0x1800));
}
END_TEST

START_TEST(segments_share_a_page)
{
    struct test_image t = good;
    t.segment[1] = (struct test_segment){LOAD, R | W, 0x1400, 0x11400, 0x200, 0x900};
    ck_assert_int_eq(load(&t, 0), 0);
    ck_assert_uint_eq(guest_byte(0x113ff), file_byte(0x13ff));
    ck_assert_uint_eq(guest_byte(0x11400), file_byte(0x1400));
    ck_assert_uint_eq(guest_byte(0x115ff), file_byte(0x15ff));
    ck_assert(mem_check(&memory, 0x11000, 0x1000, PROT_READ | PROT_WRITE | PROT_EXEC));
    ck_assert(!mem_check(&memory, 0x10000, 1, PROT_WRITE));
}
END_TEST

START_TEST(offset_not_congruent)
{
    struct test_image t = good;
    t.segment[1].offset = 0x1234;
    ck_assert_int_eq(load(&t, 0), 0);
    ck_assert_uint_eq(guest_byte(0x12800), file_byte(0x1234));
    ck_assert_uint_eq(guest_byte(0x12dff), file_byte(0x1833));
    ck_assert_uint_eq(guest_byte(0x12e00), 0);
    ck_assert_uint_eq(guest_byte(0x12000), 0);
}
END_TEST

START_TEST(overlap_keeps_the_later)
{
    struct test_image t = good;
    t.segment[1] = (struct test_segment){LOAD, R | W, 0x2000, 0x10000, 0x300, 0x300};
    ck_assert_int_eq(load(&t, 0), 0);
    ck_assert_uint_eq(guest_byte(0x10000), file_byte(0x2000));
    ck_assert_uint_eq(guest_byte(0x10300), file_byte(0x300));
}
END_TEST

START_TEST(interpreter)
{
    struct test_image t = good;
    u8 bytes[IMAGE_SIZE];
    t.segment[t.count++] = (struct test_segment){INTERP, R, 0x2000, 0, 12, 12};
    image_build(&t, bytes);
    memcpy(bytes + 0x2000, "/lib/ld.so.1", 12);
    ck_assert_int_eq(load_bytes(bytes, sizeof bytes, 0), 126); /* no end */
    elf_free(&file);
    memcpy(bytes + 0x2000, "/lib/ld.so\0", 12);
    ck_assert_int_eq(load_bytes(bytes, sizeof bytes, 0), 0);
    ck_assert_str_eq(file.interp, "/lib/ld.so");
}
END_TEST

/* One field of the good file is replaced; each must be refused with one line and status 126. */
static const struct { const char *what; unsigned at, size; u64 value; } bad[] = {
    {"magic", 0, 1, 0x7e},
    {"class", 4, 1, 3},
    {"byte order", 5, 1, 0},
    {"type: object file", 16, 2, 1},
    {"type: core", 16, 2, 4},
    {"program headers behind the end", 28, 4, IMAGE_SIZE},
    {"program headers far away", 28, 4, 0xfffffff0},
    {"size of a program header", 42, 2, 31},
    {"no program headers", 44, 2, 0},
    {"too many program headers", 44, 2, 0xffff},
    {"more headers than the file holds", 44, 2, 4000},
    {"no loadable segment, 1", 52, 4, 0},
    {"more in the file than in memory", 52 + 32 + 20, 4, 0x5ff},
    {"file size past the end", 52 + 16, 4, 0x80000000},
    {"offset past the end", 52 + 32 + 4, 4, 0x2a01},
    {"offset wraps", 52 + 32 + 4, 4, 0xfffffff0},
    {"memory wraps", 52 + 32 + 20, 4, 0xfffff000},
    {"memory past the limit", 52 + 32 + 20, 4, 0x90000},
    {"address below the limit", 52 + 8, 4, 0x0fff},
    {"address above the limit", 52 + 8, 4, 0x90000},
};

START_TEST(hostile_fields)
{
    u8 bytes[IMAGE_SIZE];
    struct test_image t = good;
    if (bad[_i].at == 52) t.segment[1].type = 0; /* the other one goes, too */
    image_build(&t, bytes);
    image_put(&t, bytes + bad[_i].at, bad[_i].size, bad[_i].value);
    ck_assert_msg(load_bytes(bytes, sizeof bytes, 0) == 126, "%s: status %d", bad[_i].what, err.status);
    ck_assert_msg(strncmp(err.text, "test: ", 6) == 0 && !strchr(err.text, '\n'), "%s: %s", bad[_i].what, err.text);
}
END_TEST

/* Cut at every length: the headers and segments are all needed up to their last byte. */
START_TEST(truncated)
{
    u8 bytes[IMAGE_SIZE];
    image_build(&good, bytes);
    for (size_t n = 0; n < 0x1e00; n += n < 0x100 ? 1 : 37) {
        ck_assert_msg(load_bytes(bytes, n, 0) == 126, "%zu bytes", n);
        elf_free(&file);
    }
    ck_assert_int_eq(load_bytes(bytes, 0x1e00, 0), 0);
}
END_TEST

START_TEST(not_a_file)
{
    int fd = open("/", O_RDONLY);
    ck_assert_int_eq(elf_read(fd, "dir", &file, &err), -1);
    ck_assert_int_eq(err.status, 126);
    ck_assert_str_eq(err.text, "dir: is a directory; give a program");
    close(fd);
    fd = open("/dev/zero", O_RDONLY);
    ck_assert_int_eq(elf_read(fd, "zero", &file, &err), -1);
    ck_assert_int_eq(err.status, 126);
    close(fd);
}
END_TEST

/* Random damage: loading succeeds or fails with a status of its own, and no page appears outside the limits. */
START_TEST(damaged)
{
    u64 seed = 1;
    for (int i = 0; i < 3000; i++) {
        u8 bytes[IMAGE_SIZE];
        struct test_image t = good;
        t.elf64 = i & 1;
        t.big_endian = i & 2;
        image_build(&t, bytes);
        for (int k = i % 7; k >= 0; k--) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            bytes[(seed >> 40) % 180] = (u8)(seed >> 33);
        }
        int status = load_bytes(bytes, sizeof bytes, 0);
        ck_assert_msg(status == 0 || status == 126, "status %d: %s", status, err.text);
        for (size_t k = 0; k < memory.areas; k++)
            ck_assert(memory.area[k].start >= LOW && memory.area[k].end <= HIGH);
        elf_free(&file);
        if (memory.areas) mem_unmap(&memory, window[0][0], window[0][1]);
    }
}
END_TEST

Suite *elf_suite(void)
{
    Suite *s = suite_create("elf");
    TCase *c = tcase_create("elf");
    tcase_add_checked_fixture(c, setup, teardown);
    tcase_add_test(c, good_file);
    tcase_add_test(c, wide_little_endian);
    tcase_add_test(c, segments_share_a_page);
    tcase_add_test(c, offset_not_congruent);
    tcase_add_test(c, overlap_keeps_the_later);
    tcase_add_test(c, interpreter);
    tcase_add_loop_test(c, hostile_fields, 0, ARRAY_LEN(bad));
    tcase_add_test(c, truncated);
    tcase_add_test(c, not_a_file);
    tcase_add_test(c, damaged);
    suite_add_tcase(s, c);
    return s;
}
