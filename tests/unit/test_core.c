/* emu/core against plain models: guest memory (mapping, rights, areas, code pages), faults, counters, errors. */
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "emu/core/block.h"
#include "emu/core/counters.h"
#include "emu/core/error.h"
#include "emu/core/fault.h"
#include "emu/core/mem.h"
#include "tests/unit/suites.h"

enum {
    PAGES = 48, /* pages of the window that the random operations work in */
    RW = PROT_READ | PROT_WRITE,
    RWX = PROT_READ | PROT_WRITE | PROT_EXEC,
};

static const u64 low_window[2][2] = {{0x40000, (u64)PAGES *MEM_PAGE}, {0x8000000000, 16 * MEM_PAGE}};

static u32 next_random(u64 *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (u32)(*state >> 33);
}

static void init_mem(struct mem *m)
{
    struct error e;
    ck_assert_int_eq(mem_init(m, low_window, 2, &e), 0);
}

static u64 page_addr(unsigned page) { return low_window[0][0] + (u64)page * MEM_PAGE; }

/* --- memory against a model ---------------------------------------------------------------------------------------- */

struct page_model {
    bool mapped;
    bool code;
    bool gone; /* code_gone was called for it since it was marked */
    int prot;
    int map_id; /* which mem_map call it comes from: areas never join two of them */
    u8 first;   /* its first byte */
};

struct model {
    struct mem mem;
    struct page_model page[PAGES];
    int maps;
    unsigned gone_outside; /* code_gone calls for pages that held no code */
};

static void on_code_gone(void *ctx, u64 start, u64 end)
{
    struct model *o = ctx;
    for (u64 a = start; a < end; a += MEM_PAGE) {
        struct page_model *p = &o->page[(a - low_window[0][0]) / MEM_PAGE];
        if (!p->code) o->gone_outside++;
        p->gone = true;
    }
}

/* The pages [from, from+n) held code and are about to change: the notice must have come, and the mark is off. */
static void expect_gone(struct model *o, unsigned from, unsigned n)
{
    for (unsigned i = from; i < from + n; i++) {
        ck_assert_msg(!o->page[i].code || o->page[i].gone, "page %u changed without notice", i);
        o->page[i].code = o->page[i].gone = false;
    }
}

static bool all_mapped(const struct model *o, unsigned from, unsigned n)
{
    for (unsigned i = from; i < from + n; i++)
        if (!o->page[i].mapped) return false;
    return true;
}

static bool model_allows(const struct model *o, unsigned from, unsigned n, int want)
{
    for (unsigned i = from; i < from + n; i++) {
        int has = o->page[i].prot;
        if (has & (PROT_EXEC | PROT_WRITE)) has |= PROT_READ;
        if (!o->page[i].mapped || (has & want) != want) return false;
    }
    return true;
}

static void compare_with_model(const struct model *o)
{
    u64 mapped = 0;
    for (unsigned i = 0; i < PAGES; i++) {
        const struct page_model *p = &o->page[i];
        u8 flags = mem_flags(&o->mem, page_addr(i));
        ck_assert_int_eq(!!(flags & MEM_MAPPED), p->mapped);
        const struct mem_area *a = mem_area_of(&o->mem, page_addr(i) + 17);
        ck_assert_int_eq(a != NULL, p->mapped);
        if (!p->mapped) continue;
        mapped += MEM_PAGE;
        ck_assert_int_eq(flags & RWX, p->prot);
        ck_assert_int_eq(!!(flags & MEM_CODE), p->code);
        ck_assert_int_eq(a->prot, p->prot);
        ck_assert_int_eq(atoi(a->name), p->map_id);
        u8 first;
        ck_assert_int_eq(mem_peek(&o->mem, page_addr(i), &first, 1), 0);
        ck_assert_int_eq(first, p->first);
    }
    ck_assert_uint_eq(o->mem.mapped, mapped);
    for (size_t i = 0; i < o->mem.areas; i++) {
        ck_assert_uint_lt(o->mem.area[i].start, o->mem.area[i].end);
        if (i) ck_assert_uint_le(o->mem.area[i - 1].end, o->mem.area[i].start);
    }
}

/* What mem_find_free promises, by trying every address. */
static u64 find_by_trying(const struct model *o, u64 len, u64 align, u64 low, u64 high, u64 from, bool upward)
{
    u64 best = 0;
    for (u64 at = low; at + len <= high; at += MEM_PAGE) {
        bool is_free = at % align == 0;
        for (u64 a = at; a < at + len && is_free; a += MEM_PAGE)
            is_free = !o->page[(a - low_window[0][0]) / MEM_PAGE].mapped;
        if (!is_free || (upward ? at < from : at + len > from)) continue;
        if (upward) return at;
        best = at;
    }
    return best;
}

static void step_map(struct model *o, unsigned from, unsigned n, int prot)
{
    char name[16];
    snprintf(name, sizeof name, "%d", ++o->maps);
    ck_assert_int_eq(mem_map(&o->mem, page_addr(from), (u64)n * MEM_PAGE, prot, false, -1, 0, name), 0);
    expect_gone(o, from, n);
    for (unsigned i = from; i < from + n; i++)
        o->page[i] = (struct page_model){.mapped = true, .prot = prot, .map_id = o->maps};
}

static void step_protect(struct model *o, unsigned from, unsigned n, int prot)
{
    ck_assert_int_eq(mem_protect(&o->mem, page_addr(from), (u64)n * MEM_PAGE, prot), all_mapped(o, from, n) ? 0 : -ENOMEM);
    unsigned before = 0; /* a hole: that changes */
    while (before < n && o->page[from + before].mapped) before++;
    expect_gone(o, from, before);
    for (unsigned i = from; i < from + before; i++) o->page[i].prot = prot;
}

/* Writes one byte at the start of each page of the range, by the guest's rights (or not: `poke`). */
static void step_write(struct model *o, unsigned from, unsigned n, u8 value, bool poke)
{
    static const u8 zeros[PAGES * MEM_PAGE];
    u64 len = (u64)(n - 1) * MEM_PAGE + 1;
    u8 *bytes = malloc(len);
    memcpy(bytes, zeros, len);
    for (unsigned i = 0; i < n; i++) bytes[(u64)i * MEM_PAGE] = value;
    bool ok = poke ? all_mapped(o, from, n) : model_allows(o, from, n, PROT_WRITE);
    int rc = poke ? mem_poke(&o->mem, page_addr(from), bytes, len) : mem_write(&o->mem, page_addr(from), bytes, len);
    ck_assert_int_eq(rc, ok ? 0 : -1);
    free(bytes);
    if (!ok) return;
    expect_gone(o, from, n);
    for (unsigned i = from; i < from + n; i++) o->page[i].first = value;
}

/* The memory goes on as its own copy, in which nothing is decoded; what the old one does then must not show. */
static void step_fork(struct model *o)
{
    struct mem child;
    u8 other = 0xee;
    init_mem(&child);
    ck_assert_int_eq(mem_fork(&child, &o->mem), 0);
    for (unsigned i = 0; i < PAGES; i++) mem_poke(&o->mem, page_addr(i), &other, 1);
    mem_free(&o->mem);
    child.code_gone = on_code_gone;
    child.code_gone_ctx = o;
    o->mem = child;
    for (unsigned i = 0; i < PAGES; i++) o->page[i].code = o->page[i].gone = false;
}

static void step_find(struct model *o, unsigned from, unsigned n, u32 r)
{
    u64 align = r & 8 ? 4 * MEM_PAGE : MEM_PAGE;
    u64 low = page_addr(r >> 4 & 7), high = page_addr(PAGES - (r >> 7 & 7));
    u64 start = page_addr(from);
    if (start < low) start = low;
    if (start > high) start = high;
    bool upward = r & 1;
    u64 len = (u64)n * MEM_PAGE;
    ck_assert_uint_eq(mem_find_free(&o->mem, len, align, low, high, start, upward),
                      find_by_trying(o, len, align, low, high, start, upward));
}

START_TEST(mem_random)
{
    struct model o = {0};
    u64 seed = 12345 + (u64)_i;
    init_mem(&o.mem);
    o.mem.code_gone = on_code_gone;
    o.mem.code_gone_ctx = &o;
    for (int step = 0; step < 1500; step++) {
        u32 r = next_random(&seed);
        unsigned from = next_random(&seed) % PAGES, n = 1 + next_random(&seed) % 9;
        if (from + n > PAGES) n = PAGES - from;
        int prot = (int)(next_random(&seed) & RWX);
        switch (r % 8) {
        case 0: step_map(&o, from, n, prot); break;
        case 1:
            ck_assert_int_eq(mem_unmap(&o.mem, page_addr(from), (u64)n * MEM_PAGE), 0);
            expect_gone(&o, from, n);
            for (unsigned i = from; i < from + n; i++) o.page[i] = (struct page_model){0};
            break;
        case 2: step_protect(&o, from, n, prot); break;
        case 3: step_write(&o, from, n, (u8)(r >> 8), false); break;
        case 4: step_write(&o, from, n, (u8)(r >> 8), true); break;
        case 5: step_find(&o, from, n, r >> 4); break;
        case 6:
            if (!(o.page[from].prot & PROT_EXEC)) break; /* nothing else is ever decoded */
            mem_mark_code(&o.mem, page_addr(from) + (r >> 8) % MEM_PAGE);
            o.page[from].code = true;
            break;
        default:
            if (prot == 0) break; /* no right asked for: nothing is promised */
            ck_assert_int_eq(mem_check(&o.mem, page_addr(from) + 5, (u64)n * MEM_PAGE - 5, prot),
                             model_allows(&o, from, n, prot));
            break;
        }
        if (step % 100 == 99) step_fork(&o);
        compare_with_model(&o);
    }
    ck_assert_uint_eq(o.gone_outside, 0);
    mem_free(&o.mem);
}
END_TEST

/* --- memory, single rules ------------------------------------------------------------------------------------------- */

/* Descriptors of this process. */
static unsigned descriptors(void)
{
    unsigned n = 0;
    DIR *d = opendir("/proc/self/fd");
    ck_assert_ptr_nonnull(d);
    while (readdir(d)) n++;
    closedir(d);
    return n;
}

/* fork(2): shared memory is one for both and is known by the same name, private memory is two; the host is asked which
 * pages exist. Also where the host maps shared pages a second time only from their file, all of which are closed in the end. */
START_TEST(mem_forks)
{
    enum { SHARED = 0, PRIVATE = 8, HIDDEN = 16, N = 8 };
    struct mem m, child;
    u32 v;
    unsigned before = descriptors();
    init_mem(&m);
    init_mem(&child);
    if (_i) m.again = MEM_FILES;
    ck_assert_int_eq(mem_map(&m, page_addr(SHARED), N * MEM_PAGE, RW, true, -1, 0, NULL), 0);
    ck_assert_int_eq(mem_map(&m, page_addr(PRIVATE), N * MEM_PAGE, RW, false, -1, 0, NULL), 0);
    ck_assert_int_eq(mem_map(&m, page_addr(HIDDEN), MEM_PAGE, PROT_NONE, false, -1, 0, NULL), 0);
    for (u32 i = 0; i < N; i += 3) {
        v = 100 + i;
        ck_assert_int_eq(mem_write(&m, page_addr(SHARED + i), &v, 4), 0);
        ck_assert_int_eq(mem_write(&m, page_addr(PRIVATE + i) + 40, &v, 4), 0);
    }
    ck_assert_int_eq(mem_poke(&m, page_addr(HIDDEN), &v, 4), 0);
    ck_assert_int_eq(mem_fork(&child, &m), 0);
    ck_assert_uint_eq(child.mapped, m.mapped);
    for (u32 i = 0; i < N; i++) {
        ck_assert_int_eq(mem_read(&child, page_addr(PRIVATE + i) + 40, &v, 4), 0);
        ck_assert_uint_eq(v, i % 3 ? 0 : 100 + i);
    }
    ck_assert_int_eq(mem_read(&child, page_addr(HIDDEN), &v, 4), -1);
    ck_assert_int_eq(mem_peek(&child, page_addr(HIDDEN), &v, 4), 0);
    ck_assert_uint_eq(v, 106);
    ck_assert_int_eq(mem_peek(&m, page_addr(HIDDEN), &v, 4), 0); /* as hidden as before */
    ck_assert_int_eq(mem_read(&m, page_addr(HIDDEN), &v, 4), -1);

    v = 7;
    ck_assert_int_eq(mem_write(&child, page_addr(SHARED + 5), &v, 4), 0);
    ck_assert_int_eq(mem_write(&child, page_addr(PRIVATE), &v, 4), 0);
    ck_assert_int_eq(mem_read(&m, page_addr(SHARED + 5), &v, 4), 0);
    ck_assert_uint_eq(v, 7);
    ck_assert_int_eq(mem_read(&m, page_addr(PRIVATE), &v, 4), 0);
    ck_assert_uint_eq(v, 0);
    const struct mem_area *a = mem_area_of(&m, page_addr(SHARED)), *b = mem_area_of(&child, page_addr(SHARED));
    ck_assert_mem_eq(a->object, b->object, sizeof a->object);
    ck_assert_uint_ne(a->object[1], 0);
    ck_assert_uint_eq(mem_area_of(&m, page_addr(PRIVATE))->object[1], 0);
    mem_free(&m);
    ck_assert_int_eq(mem_read(&child, page_addr(SHARED + 3), &v, 4), 0); /* it outlives the first to map it */
    ck_assert_uint_eq(v, 103);
    mem_free(&child);
    ck_assert_uint_eq(descriptors(), before);
}
END_TEST

/* Parts of what is shared, and what was moved, are shared with a child by the right pages. */
START_TEST(mem_forks_parts)
{
    enum { N = 12, TO = 20 };
    struct mem m, child;
    u32 v;
    unsigned before = descriptors();
    init_mem(&m);
    init_mem(&child);
    if (_i) m.again = MEM_FILES;
    ck_assert_int_eq(mem_map(&m, page_addr(0), N * MEM_PAGE, RW, true, -1, 0, NULL), 0);
    for (v = 0; v < N; v++) ck_assert_int_eq(mem_write(&m, page_addr(v), &v, 4), 0);
    ck_assert_int_eq(mem_unmap(&m, page_addr(2), 2 * MEM_PAGE), 0);
    ck_assert_int_eq(mem_protect(&m, page_addr(5), MEM_PAGE, PROT_READ), 0);
    /* As mremap(2) moves pages: their new place is in the books first. */
    ck_assert_int_eq(mem_map(&m, page_addr(TO), 3 * MEM_PAGE, RW, true, -1, 8 * MEM_PAGE, NULL), 0);
    ck_assert_int_eq(mem_move(&m, page_addr(8), page_addr(TO), 3 * MEM_PAGE), 0);
    ck_assert_int_eq(mem_fork(&child, &m), 0);
    static const unsigned left[][2] = {{0, 0}, {1, 1}, {4, 4}, {6, 6}, {11, 11}, {TO, 8}, {TO + 2, 10}};
    for (unsigned i = 0; i < ARRAY_LEN(left); i++) {
        u32 more = 1000 + i;
        ck_assert_int_eq(mem_read(&child, page_addr(left[i][0]), &v, 4), 0);
        ck_assert_uint_eq(v, left[i][1]);
        ck_assert_int_eq(mem_write(&child, page_addr(left[i][0]), &more, 4), 0);
        ck_assert_int_eq(mem_read(&m, page_addr(left[i][0]), &v, 4), 0);
        ck_assert_uint_eq(v, more);
    }
    ck_assert_int_eq(mem_write(&child, page_addr(5), &v, 4), -1); /* rights are the parent's */
    ck_assert_mem_eq(mem_area_of(&m, page_addr(TO))->object, mem_area_of(&m, page_addr(0))->object, sizeof(u64[2]));
    mem_free(&m);
    mem_free(&child);
    ck_assert_uint_eq(descriptors(), before);
}
END_TEST

START_TEST(mem_windows)
{
    struct mem m;
    init_mem(&m);
    u64 start = low_window[0][0], size = low_window[0][1];
    ck_assert_ptr_eq(mem_window_of(&m, start, size), &m.window[0]);
    ck_assert_ptr_null(mem_window_of(&m, start, size + 1));
    ck_assert_ptr_null(mem_window_of(&m, start - 1, 2));
    ck_assert_ptr_null(mem_window_of(&m, start + size, 1));
    ck_assert_ptr_null(mem_window_of(&m, start + 16, UINT64_MAX));
    ck_assert_ptr_eq(mem_window_of(&m, low_window[1][0], MEM_PAGE), &m.window[1]);
    ck_assert_int_eq(mem_map(&m, start + size - MEM_PAGE, 2 * MEM_PAGE, RW, false, -1, 0, NULL), -ENOMEM);
    ck_assert_int_eq(mem_map(&m, 0, MEM_PAGE, RW, false, -1, 0, NULL), -ENOMEM);
    ck_assert_int_eq(mem_map(&m, low_window[1][0], MEM_PAGE, RW, false, -1, 0, NULL), 0);
    u32 value = 0x01020304, back = 0;
    ck_assert_int_eq(mem_write(&m, low_window[1][0] + 8, &value, 4), 0);
    ck_assert_int_eq(mem_read(&m, low_window[1][0] + 8, &back, 4), 0);
    ck_assert_uint_eq(back, value);
    /* A copy that reaches past the end of the mapping does nothing at all. */
    u8 bytes[8] = {9, 9, 9, 9, 9, 9, 9, 9};
    ck_assert_int_eq(mem_write(&m, low_window[1][0] + MEM_PAGE - 4, bytes, 8), -1);
    ck_assert_int_eq(mem_read(&m, low_window[1][0] + MEM_PAGE - 4, &back, 4), 0);
    ck_assert_uint_eq(back, 0);
    mem_free(&m);
}
END_TEST

START_TEST(mem_limit_holds)
{
    struct mem m;
    init_mem(&m);
    struct mem_account account = {.limit = 4 * MEM_PAGE};
    m.account = &account;
    ck_assert_int_eq(mem_map(&m, page_addr(0), 3 * MEM_PAGE, RW, false, -1, 0, NULL), 0);
    ck_assert_int_eq(mem_map(&m, page_addr(8), 2 * MEM_PAGE, RW, false, -1, 0, NULL), -ENOMEM);
    ck_assert_int_eq(mem_map(&m, page_addr(8), MEM_PAGE, RW, false, -1, 0, NULL), 0);
    ck_assert_int_eq(mem_unmap(&m, page_addr(0), MEM_PAGE), 0);
    ck_assert_int_eq(mem_map(&m, page_addr(12), MEM_PAGE, RW, false, -1, 0, NULL), 0);
    mem_free(&m);
}
END_TEST

START_TEST(mem_strings)
{
    struct mem m;
    char out[64];
    init_mem(&m);
    ck_assert_int_eq(mem_map(&m, page_addr(0), 2 * MEM_PAGE, RW, false, -1, 0, NULL), 0);
    u64 across = page_addr(1) - 3;
    ck_assert_int_eq(mem_write(&m, across, "abcdefg", 8), 0);
    ck_assert_int_eq(mem_read_string(&m, across, out, sizeof out), 7);
    ck_assert_str_eq(out, "abcdefg");
    ck_assert_int_eq(mem_read_string(&m, across, out, 8), 7);
    ck_assert_int_eq(mem_read_string(&m, across, out, 7), -ENAMETOOLONG);
    ck_assert_int_eq(mem_read_string(&m, page_addr(2), out, 4), -EFAULT);
    /* No end before the mapping's end: the fault comes only when the string runs into it. */
    ck_assert_int_eq(mem_write(&m, page_addr(2) - 4, "wxyz", 4), 0);
    ck_assert_int_eq(mem_read_string(&m, page_addr(2) - 4, out, sizeof out), -EFAULT);
    ck_assert_int_eq(mem_write(&m, page_addr(2) - 1, "", 1), 0);
    ck_assert_int_eq(mem_read_string(&m, page_addr(2) - 4, out, sizeof out), 3);
    mem_free(&m);
}
END_TEST

/* Code of a file that is unmapped is kept in mind, with its room; of many files at once only of some. */
START_TEST(mem_gone)
{
    struct mem m;
    init_mem(&m);
    for (unsigned i = 0; i < 40; i++)
        ck_assert_int_eq(mem_map(&m, page_addr(i), MEM_PAGE, PROT_READ | PROT_EXEC, false, -1, 0, i & 1 ? "odd" : "even"), 0);
    unloaded_note(&m, page_addr(0), page_addr(40));
    ck_assert_int_eq(mem_unmap(&m, page_addr(0), 40 * MEM_PAGE), 0);
    ck_assert_uint_ge(m.gones, 2);
    ck_assert_uint_le(m.gones, 16);
    for (unsigned i = 0; i < 2 * GONE_MAX; i++) {
        char name[16];
        snprintf(name, sizeof name, "%u", i);
        ck_assert_int_eq(mem_map(&m, page_addr(i % 40), MEM_PAGE, PROT_READ | PROT_EXEC, false, -1, 0, name), 0);
        unloaded_note(&m, page_addr(i % 40), page_addr(i % 40 + 1));
        ck_assert_int_eq(mem_unmap(&m, page_addr(i % 40), MEM_PAGE), 0);
    }
    ck_assert_uint_eq(m.gones, GONE_MAX);
    ck_assert_ptr_nonnull(unloaded_at(&m, page_addr(39), page_addr(40)));
    ck_assert_ptr_null(unloaded_at(&m, page_addr(40), page_addr(41)));
    mem_free(&m);
}
END_TEST

static int temporary_file(size_t bytes)
{
    char name[] = "/tmp/pcgram-unit-XXXXXX";
    int fd = mkstemp(name);
    ck_assert_int_ge(fd, 0);
    unlink(name);
    for (size_t i = 0; i < bytes; i++) {
        u8 b = (u8)(i >> 8 ^ i);
        ck_assert_int_eq(write(fd, &b, 1), 1);
    }
    return fd;
}

START_TEST(mem_files)
{
    struct mem m;
    u8 got[16];
    init_mem(&m);
    int fd = temporary_file(3 * MEM_PAGE);
    ck_assert_int_eq(mem_map(&m, page_addr(4), 2 * MEM_PAGE, RW, false, fd, MEM_PAGE, "a file"), 0);
    ck_assert_int_eq(mem_read(&m, page_addr(4) + 300, got, 1), 0);
    ck_assert_uint_eq(got[0], (u8)((MEM_PAGE + 300) >> 8 ^ (MEM_PAGE + 300)));
    ck_assert_int_eq(mem_protect(&m, page_addr(5), MEM_PAGE, PROT_READ), 0);
    const struct mem_area *a = mem_area_of(&m, page_addr(5));
    ck_assert_uint_eq(a->start, page_addr(5));
    ck_assert_uint_eq(a->file_offset, 2 * MEM_PAGE);
    ck_assert_str_eq(a->name, "a file");
    /* Private writes stay private; shared ones reach the file. */
    u8 x = 0xee, in_file;
    ck_assert_int_eq(mem_write(&m, page_addr(4), &x, 1), 0);
    ck_assert_int_eq(pread(fd, &in_file, 1, MEM_PAGE), 1);
    ck_assert_uint_ne(in_file, 0xee);
    ck_assert_int_eq(mem_map(&m, page_addr(8), MEM_PAGE, RW, true, fd, 0, NULL), 0);
    ck_assert_int_eq(mem_write(&m, page_addr(8), &x, 1), 0);
    ck_assert_int_eq(pread(fd, &in_file, 1, 0), 1);
    ck_assert_uint_eq(in_file, 0xee);
    ck_assert_int_ne(mem_flags(&m, page_addr(8)) & MEM_SHARED, 0);
    close(fd);
    mem_free(&m);
}
END_TEST

/* --- faults --------------------------------------------------------------------------------------------------------- */

/* Stores one byte as a guest would; true when it faulted, with the guard telling where. */
static bool faults(struct fault_guard *g, const struct mem *m, u64 addr, bool store)
{
    *g = (struct fault_guard){.mem = m};
    volatile u8 *host = mem_host(m, low_window[0][0]) + (addr - low_window[0][0]);
    if (sigsetjmp(g->env, 0) == 0) {
        fault_enter(g);
        if (store) *host = 1;
        else (void)*host;
        fault_leave(g);
        return false;
    }
    fault_leave(g);
    return true;
}

START_TEST(fault_addresses)
{
    struct mem m;
    struct error e;
    struct fault_guard g;
    init_mem(&m);
    ck_assert_int_eq(fault_install(&e), 0);
    ck_assert_int_eq(mem_map(&m, page_addr(2), MEM_PAGE, PROT_READ, false, -1, 0, NULL), 0);
    ck_assert(!faults(&g, &m, page_addr(2) + 7, false));
    ck_assert(faults(&g, &m, page_addr(2) + 7, true));
    ck_assert_uint_eq(g.addr, page_addr(2) + 7);
    ck_assert(!g.bus);
    ck_assert(faults(&g, &m, page_addr(3), false));
    ck_assert_uint_eq(g.addr, page_addr(3));
    ck_assert(faults(&g, &m, page_addr(PAGES), false)); /* the guard behind the window */
    ck_assert_int_eq(mem_protect(&m, page_addr(2), MEM_PAGE, PROT_NONE), 0);
    ck_assert(faults(&g, &m, page_addr(2), false));
    ck_assert_int_eq(mem_protect(&m, page_addr(2), MEM_PAGE, PROT_EXEC), 0);
    ck_assert(!faults(&g, &m, page_addr(2), false)); /* execute implies read */
    mem_free(&m);
}
END_TEST

START_TEST(fault_bus)
{
    struct mem m;
    struct error e;
    struct fault_guard g;
    init_mem(&m);
    ck_assert_int_eq(fault_install(&e), 0);
    int fd = temporary_file(100);
    ck_assert_int_eq(mem_map(&m, page_addr(0), 2 * MEM_PAGE, RW, false, fd, 0, NULL), 0);
    ck_assert(!faults(&g, &m, page_addr(0) + 4000, true));
    ck_assert(faults(&g, &m, page_addr(1) + 4, true));
    ck_assert(g.bus);
    ck_assert_uint_eq(g.addr, page_addr(1) + 4);
    close(fd);
    mem_free(&m);
}
END_TEST

START_TEST(fault_nests)
{
    struct mem m, other;
    struct error e;
    struct fault_guard outer = {.mem = &m}, inner;
    init_mem(&m);
    init_mem(&other);
    ck_assert_int_eq(fault_install(&e), 0);
    volatile int inner_faults = 0; /* volatile: changed between sigsetjmp and siglongjmp */
    volatile u64 inner_addr = 0;
    if (sigsetjmp(outer.env, 0) == 0) {
        fault_enter(&outer);
        if (faults(&inner, &other, page_addr(9), true)) inner_faults++;
        inner_addr = inner.addr;
        *(volatile u8 *)mem_host(&m, page_addr(5)) = 1;
        ck_abort_msg("a store to an unmapped page did not fault");
    }
    fault_leave(&outer);
    ck_assert_int_eq(inner_faults, 1);
    ck_assert_uint_eq(inner_addr, page_addr(9));
    ck_assert_uint_eq(outer.addr, page_addr(5));
    ck_assert(!outer.in_mem2);
    mem_free(&m);
    mem_free(&other);
}
END_TEST

/* A wild pointer of the emulator's own is not the guest's fault: it must kill. */
START_TEST(fault_elsewhere)
{
    struct mem m;
    struct error e;
    struct fault_guard g = {.mem = &m};
    init_mem(&m);
    ck_assert_int_eq(fault_install(&e), 0);
    u8 *wild = mmap(NULL, MEM_PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (sigsetjmp(g.env, 0) == 0) {
        fault_enter(&g);
        *(volatile u8 *)wild = 1;
    }
    exit(0);
}
END_TEST

static void count_gone(void *ctx, u64 start, u64 end) { *(u64 *)ctx += end - start; }

START_TEST(code_pages)
{
    struct mem m;
    struct error e;
    struct fault_guard g;
    u64 gone = 0;
    init_mem(&m);
    ck_assert_int_eq(fault_install(&e), 0);
    m.code_gone = count_gone;
    m.code_gone_ctx = &gone;
    ck_assert_int_eq(mem_map(&m, page_addr(1), 2 * MEM_PAGE, RWX, false, -1, 0, NULL), 0);
    mem_mark_code(&m, page_addr(1) + 100);
    ck_assert(!faults(&g, &m, page_addr(2), true)); /* the page beside it is free to be written */
    ck_assert(!faults(&g, &m, page_addr(1), false));
    ck_assert(faults(&g, &m, page_addr(1) + 8, true));
    ck_assert_uint_eq(gone, 0);
    ck_assert(mem_code_store(&m, g.addr));
    ck_assert_uint_eq(gone, MEM_PAGE);
    ck_assert(!faults(&g, &m, page_addr(1) + 8, true));
    ck_assert(!mem_code_store(&m, page_addr(1) + 8)); /* holds no code now: nothing to mend */
    /* Written over and over, it is no longer worth caching. */
    int rounds = 0;
    while (!(mem_flags(&m, page_addr(1)) & MEM_SMC) && rounds < 1000) {
        mem_mark_code(&m, page_addr(1));
        ck_assert(mem_code_store(&m, page_addr(1)));
        rounds++;
    }
    ck_assert_int_gt(rounds, 2);
    ck_assert_int_lt(rounds, 1000);
    /* A read-only code page: the store is the guest's fault. */
    ck_assert_int_eq(mem_map(&m, page_addr(4), MEM_PAGE, PROT_READ | PROT_EXEC, false, -1, 0, NULL), 0);
    mem_mark_code(&m, page_addr(4));
    ck_assert(!mem_code_store(&m, page_addr(4)));
    ck_assert(!mem_code_store(&m, page_addr(20)));
    mem_free(&m);
}
END_TEST

/* --- counters, errors ----------------------------------------------------------------------------------------------- */

START_TEST(counters_merge)
{
    enum { KEYS = 97, ADDS = 5000 };
    struct counters c = {0};
    struct pc_count want[KEYS] = {0};
    u64 calls[KEYS][2] = {{0}};
    u64 seed = 99;
    for (int i = 0; i < ADDS; i++) {
        unsigned k = next_random(&seed) % KEYS;
        struct pc_count add = {.pc = 0x1000 + 4 * k,
                               .slots = next_random(&seed),
                               .instructions = next_random(&seed),
                               .cycles = next_random(&seed),
                               .ticks = next_random(&seed) & 1};
        counters_add(&c, &add);
        want[k].pc = add.pc;
        want[k].slots += add.slots;
        want[k].instructions += add.instructions;
        want[k].cycles += add.cycles;
        want[k].ticks += add.ticks;
        struct call_arc arc = {
            .from = 0x1000 + 4 * k, .to = 0x2000 + (i & 1), .count = 1, .cycles = 3, .instructions = 2};
        counters_add_arc(&c, &arc);
        calls[k][i & 1]++;
    }
    counters_sort(&c);
    counters_sort(&c); /* again changes nothing */
    size_t keys = 0, arcs = 0;
    for (int k = 0; k < KEYS; k++) {
        const struct pc_count *got = counters_find(&c, 0x1000 + 4 * (u64)k);
        ck_assert_int_eq(got != NULL, want[k].pc != 0);
        if (!got) continue;
        keys++;
        ck_assert_mem_eq(got, &want[k], sizeof *got);
    }
    ck_assert_uint_eq(c.pcs, keys);
    ck_assert_ptr_null(counters_find(&c, 0x1002));
    for (int k = 0; k < KEYS; k++)
        for (int t = 0; t < 2; t++) {
            if (!calls[k][t]) continue;
            ck_assert_uint_eq(c.arc[arcs].from, 0x1000 + 4 * (u64)k);
            ck_assert_uint_eq(c.arc[arcs].to, 0x2000 + (u64)t);
            ck_assert_uint_eq(c.arc[arcs].count, calls[k][t]);
            ck_assert_uint_eq(c.arc[arcs].cycles, 3 * calls[k][t]);
            ck_assert_uint_eq(c.arc[arcs].instructions, 2 * calls[k][t]);
            arcs++;
        }
    ck_assert_uint_eq(c.arcs, arcs);
    counters_free(&c);
    ck_assert_ptr_null(counters_find(&c, 0x1000));
}
END_TEST

START_TEST(errors_have_status)
{
    struct error e;
    ck_assert_int_eq(error_set(&e, "cannot open '%s'", "x"), -1);
    ck_assert_str_eq(e.text, "cannot open 'x'");
    ck_assert_int_eq(e.status, 125);
    ck_assert_int_eq(error_set_status(&e, 127, "%0600d", 7), -1);
    ck_assert_int_eq(e.status, 127);
    ck_assert_uint_eq(strlen(e.text), sizeof e.text - 1); /* cut, not overrun */
    error_set(&e, "%s", "a\nb\x1b[31m\x7f\xc3\xa4"); /* a hostile name neither drives the terminal nor makes two lines of one */
    ck_assert_str_eq(e.text, "a?b?[31m?\xc3\xa4");
}
END_TEST

/* A block into which no instruction has come, as one that begins with one to be run by itself: it goes with the page all the same, or what it
 * costs to enter it would be paid where nothing may be executed any more. */
START_TEST(empty_block)
{
    static const bool none[1];
    struct block_draft *d = malloc(sizeof *d);
    struct block_cache c;
    struct error e;
    bool flushed;
    ck_assert_int_eq(block_cache_init(&c, 1 << 20, &e), 0);
    draft_begin(d, 0x11010, 0, false);
    d->uop[d->uops++] = (struct uop){0};
    struct block *b = block_commit(&c, d, none, &flushed);
    block_drop_range(&c, 0x12000, 0x13000);
    ck_assert(!b->dead && block_find(&c, 0x11010, 0) == b);
    block_drop_range(&c, 0x11000, 0x12000);
    ck_assert(b->dead && !block_find(&c, 0x11010, 0));
    block_cache_free(&c);
    free(d);
}
END_TEST

Suite *core_suite(void)
{
    Suite *s = suite_create("core");
    TCase *mem = tcase_create("mem");
    tcase_set_timeout(mem, 60);
    tcase_add_loop_test(mem, mem_random, 0, unit_cases(8));
    tcase_add_loop_test(mem, mem_forks, 0, 2);
    tcase_add_loop_test(mem, mem_forks_parts, 0, 2);
    tcase_add_test(mem, mem_windows);
    tcase_add_test(mem, mem_limit_holds);
    tcase_add_test(mem, mem_strings);
    tcase_add_test(mem, mem_gone);
    tcase_add_test(mem, mem_files);
    suite_add_tcase(s, mem);
    TCase *fault = tcase_create("fault");
    tcase_add_test(fault, fault_addresses);
    tcase_add_test(fault, fault_bus);
    tcase_add_test(fault, fault_nests);
    tcase_add_test_raise_signal(fault, fault_elsewhere, SIGSEGV);
    tcase_add_test(fault, code_pages);
    suite_add_tcase(s, fault);
    TCase *rest = tcase_create("counters");
    tcase_add_test(rest, counters_merge);
    tcase_add_test(rest, errors_have_status);
    tcase_add_test(rest, empty_block);
    suite_add_tcase(s, rest);
    return s;
}
