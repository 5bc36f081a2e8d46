/* prof/symbols: made-up ELF files of both classes, whole and damaged. */
#include <stdio.h>

#include "prof/symbols/symbols.h"
#include "tests/unit/suites.h"
#include "tests/unit/symbol_file.h"

static u32 next_random(u64 *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (u32)(*state >> 33);
}

static void check_symbol(const struct symbols *s, u64 address, const char *expected)
{
    char text[64];
    symbols_format(s, address, text, sizeof text);
    ck_assert_str_eq(text, expected);
}

START_TEST(symbols_of_both_classes)
{
    struct symbols s = {0};
    struct error e;
    struct elf f;
    u64 bias = _i ? 0x2000000000000000 : 0x40000000;
    make_elf(&f, _i);
    write_file(f.bytes, f.size);
    ck_assert_msg(!symbols_add(&s, NULL, path, NULL, "guest", bias, &e), "%s", e.text);
    ck_assert_uint_eq(s.images, 1);
    ck_assert_str_eq(s.image[0].path, "guest");
    ck_assert_uint_eq(s.image[0].size, f.size);
    ck_assert_uint_eq(s.image[0].low, bias + TEXT_ADDR);
    ck_assert_uint_eq(s.image[0].high, bias + TEXT_ADDR + TEXT_SIZE);
    check_symbol(&s, bias + 0x10010, "main");
    check_symbol(&s, bias + 0x1002c, "main+0x1c");
    static const char *const names[][2] = {{"_main", "main"}, {"a_main", "main"}, {"weak_f", ".dot_f"}, {"tail", "tail"}};
    for (unsigned i = 0; i < ARRAY_LEN(names); i++) {
        size_t at = symbols_named(&s, names[i][0], strlen(names[i][0]), 0);
        ck_assert_uint_ne(at, SYMBOL_NONE);
        ck_assert_str_eq(s.symbol[at].name, names[i][1]);
        ck_assert_uint_eq(symbols_named(&s, names[i][0], strlen(names[i][0]), at + 1), SYMBOL_NONE);
    }
    ck_assert_uint_eq(symbols_named(&s, "loop", 4, 0), SYMBOL_NONE);
    check_symbol(&s, bias + 0x10018, "main+0x8");
    check_symbol(&s, bias + 0x10044, ".dot_f+0x4");
    check_symbol(&s, bias + 0x1006c, "inner+0x4");
    check_symbol(&s, bias + 0x10070, "outer+0x10");
    check_symbol(&s, bias + 0x1009c, "$$mulI+0xc");
    check_symbol(&s, bias + 0x100ac, "asm_label+0xc");
    check_symbol(&s, bias + 0x100bc, "huge+0xc");
    check_symbol(&s, bias + 0x100f4, "tail+0x4");
    ck_assert_uint_eq(symbols_find(&s, bias + 0x1000c), SYMBOL_NONE);
    ck_assert_uint_eq(symbols_find(&s, bias + 0x10030), SYMBOL_NONE);
    ck_assert_uint_eq(symbols_find(&s, bias + 0x10100), SYMBOL_NONE);
    ck_assert_uint_eq(symbols_find(&s, 0), SYMBOL_NONE);
    ck_assert_uint_eq(symbols_find(&s, UINT64_MAX), SYMBOL_NONE);
    ck_assert_uint_eq(s.count, 8);
    symbols_free(&s);
}
END_TEST

START_TEST(symbols_several_images)
{
    struct symbols s = {0};
    struct error e;
    struct elf f;
    make_elf(&f, false);
    write_file(f.bytes, f.size);
    ck_assert_int_eq(symbols_add(&s, NULL, path, NULL, "b", 0x50000000, &e), 0);
    ck_assert_int_eq(symbols_add(&s, NULL, "/nonexistent", NULL, "gone", 0, &e), -1);
    ck_assert_ptr_nonnull(strstr(e.text, "/nonexistent: no symbols"));
    ck_assert_int_eq(symbols_add(&s, NULL, path, NULL, "a", 0, &e), 0);
    ck_assert_uint_eq(s.images, 3);
    symbols_add_code(&s, "[vdso]", 0xbffff000, 0xc0000000, "trampoline", 0xbffff008, 32);
    symbols_settle(&s);
    check_symbol(&s, 0xbffff018, "trampoline+0x10");
    ck_assert_uint_eq(symbols_find(&s, 0xbffff028), SYMBOL_NONE);
    size_t i = symbols_find(&s, 0x10014), k = symbols_find(&s, 0x50010014);
    ck_assert_str_eq(s.symbol[i].name, "main");
    ck_assert_uint_eq(s.symbol[i].image, 2);
    ck_assert_str_eq(s.symbol[k].name, "main");
    ck_assert_uint_eq(s.symbol[k].image, 0);
    struct symbols first = {0}, copied = {0}; /* copies, one behind the other, are what is read at once */
    ck_assert_int_eq(symbols_add(&first, NULL, path, NULL, "b", 0x50000000, &e), 0);
    symbols_add_copies(&copied, &first);
    symbols_free(&first);
    ck_assert_int_eq(symbols_add(&first, NULL, "/nonexistent", NULL, "gone", 0, &e), -1);
    ck_assert_int_eq(symbols_add(&first, NULL, path, NULL, "a", 0, &e), 0);
    symbols_add_copies(&copied, &first);
    symbols_free(&first);
    symbols_add_code(&copied, "[vdso]", 0xbffff000, 0xc0000000, "trampoline", 0xbffff008, 32);
    symbols_settle(&copied);
    ck_assert_uint_eq(copied.count, s.count);
    ck_assert_uint_eq(copied.images, s.images);
    ck_assert_uint_eq(copied.aliases, s.aliases);
    for (size_t n = 0; n < s.count; n++) {
        const struct symbol *x = &copied.symbol[n], *y = &s.symbol[n];
        ck_assert_str_eq(x->name, y->name);
        ck_assert(x->start == y->start && x->size == y->size && x->image == y->image && x->parent == y->parent && x->kind == y->kind);
        ck_assert_str_eq(copied.image[x->image].path, s.image[y->image].path);
    }
    symbols_free(&copied);
    symbols_free(&s);
}
END_TEST

/* Reading a damaged file may find fewer symbols but must find its way back; every symbol then has a sane extent. */
static void read_damaged(const struct elf *f)
{
    struct symbols s = {0};
    struct error e;
    write_file(f->bytes, f->size);
    int result = symbols_add(&s, NULL, path, NULL, "guest", 0x1000, &e);
    ck_assert(result == 0 ? s.count > 0 : e.text[0] != 0);
    ck_assert_uint_eq(s.images, 1);
    for (size_t i = 0; i < s.count; i++) {
        ck_assert_uint_ge(s.symbol[i].start + s.symbol[i].size, s.symbol[i].start + 1);
        ck_assert(i == 0 || s.symbol[i - 1].start < s.symbol[i].start);
        size_t found = symbols_find(&s, s.symbol[i].start);
        ck_assert_uint_eq(found, i);
    }
    symbols_free(&s);
}

START_TEST(symbols_hostile)
{
    struct elf whole, f;
    u64 state = 7;
    make_elf(&whole, _i);
    for (size_t n = 0; n < whole.size; n += 3) {
        f = whole;
        f.size = n;
        read_damaged(&f);
    }
    for (unsigned k = 0; k < 500; k++) {
        f = whole;
        for (u32 i = 1 + next_random(&state) % 4; i > 0; i--)
            f.bytes[next_random(&state) % f.size] = (u8)next_random(&state);
        read_damaged(&f);
    }
}
END_TEST

Suite *symbols_suite(void)
{
    Suite *s = suite_create("symbols");
    TCase *t = tcase_create("symbols");
    tcase_add_checked_fixture(t, make_directory, remove_directory);
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, symbols_of_both_classes, 0, 2);
    tcase_add_test(t, symbols_several_images);
    tcase_add_loop_test(t, symbols_hostile, 0, 2);
    suite_add_tcase(s, t);
    return s;
}
