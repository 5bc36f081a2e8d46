/* What the command line calls a function, emu/inspect/place.c; and how it tells a place in words, emu/run/crash.c. */
#include <check.h>
#include <stdio.h>

#include "emu/inspect/place.h"
#include "emu/run/crash.h"
#include "tests/unit/suites.h"

static struct symbols symbols;

static void put(u64 start, const char *name, const char *mangled)
{
    symbols_put(&symbols, &(struct symbol){.start = start, .name = (char *)name, .mangled = (char *)mangled, .declared = 0x20,
                                           .limit = start + 0x20, .kind = SYMBOL_FUNCTION});
}

static void setup(void)
{
    put(0x1000, "main", NULL);
    put(0x1100, "worker.constprop.0", NULL);
    put(0x1200, "geo::Shape::area(double) const", "_ZNK3geo5Shape4areaEd");
    put(0x1300, "geo::sum(int, int)", "_ZN3geo3sumEii");
    put(0x1400, "geo::sum(void (*)(int))", "_ZN3geo3sumEPFviE");
    put(0x1500, "int geo::twice<std::pair<int, long> >(std::pair<int, long>)", "_ZN3geo5twiceISt4pairIilEEEiT_");
    put(0x1600, "main::{lambda(int)#1}::operator()(int) const", "_ZZ4mainENKUliE_clEi");
    put(0x1700, "operator<(geo::Shape const&, geo::Shape const&)", "_ZltRKN3geo5ShapeES2_");
    put(0x1800, "geo::Shape::operator bool() const", "_ZNK3geo5ShapecvbEv");
    put(0x1900, "(anonymous namespace)::hidden(int) [clone .isra.0]", "_ZN12_GLOBAL__N_16hiddenEi.isra.0");
    put(0x1a00, "twin", NULL);
    put(0x1b00, "twin", NULL);
    put(0x1c00, "odd+8", NULL);
    symbols_settle(&symbols);
}

static void teardown(void) { symbols_free(&symbols); }

static const struct {
    const char *where;
    u64 address;
} good[] = {
    {"main", 0x1000}, {"main+0x1c", 0x101c}, {"main+28", 0x101c}, {"0x1104", 0x1104},
    {"worker.constprop.0", 0x1100}, {"worker", 0x1100}, {"worker+4", 0x1104},
    {"geo::Shape::area(double) const", 0x1200}, {"_ZNK3geo5Shape4areaEd", 0x1200}, {"geo::Shape::area", 0x1200},
    {"Shape::area", 0x1200}, {"area", 0x1200}, {"area+8", 0x1208}, {"geo::sum(int, int)", 0x1300}, {"sum@0x1400", 0x1400},
    {"geo::twice<std::pair<int, long> >", 0x1500}, {"twice", 0x1500}, {"geo::twice", 0x1500},
    {"main::{lambda(int)#1}::operator()", 0x1600}, {"operator()", 0x1600}, {"operator<", 0x1700},
    {"Shape::operator bool", 0x1800}, {"operator bool+0x10", 0x1810}, {"hidden", 0x1900}, {"(anonymous namespace)::hidden", 0x1900},
    {"twin@0x1b00", 0x1b00}, {"odd+8", 0x1c00}, {"odd+8+4", 0x1c04},
};

START_TEST(names)
{
    struct place place;
    struct error e;
    ck_assert_msg(place_find(&symbols, good[_i].where, "", &place, &e) == 0, "%s", e.text);
    ck_assert_uint_eq(place.address, good[_i].address);
    ck_assert_ptr_nonnull(place.function);
    ck_assert_uint_eq(place.function->start, good[_i].address & ~0xffull);
    ck_assert_int_eq(place.named, strncmp(good[_i].where, "0x", 2) != 0);
}
END_TEST

static const struct {
    const char *where, *message;
} bad[] = {
    {"0x", "0x: not an address"}, {"0x12z", "0x12z: not an address"}, {"0x1ffffffffffffffff", "0x1ffffffffffffffff: not an address"},
    {"main+0x20", "main+0x20: the function has 0x20 bytes"},
    {"twin", "twin: 2 functions have this name: which of twin@0x1a00, twin@0x1b00?"},
    {"sum", "sum: 2 functions have this name: which of geo::sum(int, int), geo::sum(void (*)(int))?"},
    {"sum@0x1500", "sum@0x1500: no function has this name; is it geo::sum(int, int), geo::sum(void (*)(int))?"},
    {"mian", "mian: no function has this name; is it main?"},
    {"Shape::aera", "Shape::aera: no function has this name; is it geo::Shape::area(double) const?"},
    {"wroker+4", "wroker+4: no function has this name; is it worker.constprop.0?"},
    {"hape::area", "hape::area: no function has this name; is it geo::Shape::area(double) const?"},
    {"nothing at all", "nothing at all: no function has this name (lister)"},
    {"", "an empty name is no function's: give one (lister)"}, {"+4", "+4: no function has this name (lister)"},
};

START_TEST(errors)
{
    struct place place;
    struct error e;
    ck_assert_int_eq(place_find(&symbols, bad[_i].where, "lister", &place, &e), -1);
    ck_assert_str_eq(e.text, bad[_i].message);
}
END_TEST

/* Many and long ones, and bytes that would drive a terminal: still one line. */
START_TEST(candidates)
{
    struct symbols many = {0};
    struct place place;
    struct error e;
    char name[400];
    for (unsigned i = 0; i < 20; i++) {
        snprintf(name, sizeof name, "f(\033[2J\n%0*u)", i == 3 ? 380 : 3, i);
        symbols_put(&many, &(struct symbol){.start = 0x1000 + 16 * i, .name = name, .declared = 16, .limit = 0x9000});
    }
    symbols_settle(&many);
    ck_assert_int_eq(place_find(&many, "f", "", &place, &e), -1);
    ck_assert_ptr_nonnull(strstr(e.text, "20 functions have this name: which of f(?[2J?000), f(?[2J?001), f(?[2J?002), f("));
    ck_assert_ptr_nonnull(strstr(e.text, ", ...?"));
    ck_assert_ptr_null(strpbrk(e.text, "\033\n"));
    symbols_free(&many);
}
END_TEST

/* The place of a fault and the calls that led there, a line each. */
START_TEST(crashes)
{
    struct crash c = {.there = true, .chain = true, .places = 2, .deeper = 1};
    char text[128], room[10];
    c.place[0] =
        (struct crash_place){.pc = 0x1004, .function = "store+0x4", .file = (char *)"/home/me/guest.c", .line = 6};
    c.place[1] = (struct crash_place){.pc = 0x2000};
    crash_words(&c, 0, text, sizeof text);
    ck_assert_str_eq(text, "in store+0x4 (guest.c:6)");
    crash_words(&c, 1, text, sizeof text);
    ck_assert_str_eq(text, "called at 0x2000, and 1 call further out");
    c.deeper = 1200;
    crash_words(&c, 1, text, sizeof text);
    ck_assert_str_eq(text, "called at 0x2000, and 1,200 calls further out");
    crash_words(&c, 1, room, sizeof room);
    ck_assert_str_eq(room, "called at");
}
END_TEST

Suite *place_suite(void)
{
    Suite *s = suite_create("place");
    TCase *t = tcase_create("place");
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_loop_test(t, names, 0, (int)ARRAY_LEN(good));
    tcase_add_loop_test(t, errors, 0, (int)ARRAY_LEN(bad));
    tcase_add_test(t, candidates);
    tcase_add_test(t, crashes);
    suite_add_tcase(s, t);
    return s;
}
