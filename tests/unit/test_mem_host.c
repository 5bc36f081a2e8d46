/* Guest memory as the host sees it: no page of a window is ever free for anything of the host's, whatever fails, and
 * guests leave the emulator mappings to live by. Where the host has no addresses to reserve, the window holds what the guest has
 * mapped, and nothing else. The host is asked, in /proc/self/maps. */
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "emu/core/fault.h"
#include "emu/core/mem.h"
#include "emu/host/host.h"
#include "tests/unit/suites.h"

enum { PAGES = 256, RW = PROT_READ | PROT_WRITE };

#define BASE 0x40000u

static struct mem m;

enum { RESERVED, UNRESERVED, WAYS };

/* Too large for the limit of addresses that UNRESERVED sets. */
static const u64 window[1][2] = {{BASE, (u64)1 << 38}};

/* Pages of addresses that this process has. */
static unsigned long pages_taken(void)
{
    unsigned long pages;
    FILE *f = fopen("/proc/self/statm", "r");
    ck_assert_ptr_nonnull(f);
    ck_assert_int_eq(fscanf(f, "%lu", &pages), 1);
    fclose(f);
    return pages;
}

static void take_addresses(unsigned way)
{
    struct rlimit l;
    ck_assert_int_eq(getrlimit(RLIMIT_AS, &l), 0);
    l.rlim_cur = ((rlim_t)pages_taken() + 65536) * MEM_PAGE;
    if (way == UNRESERVED) ck_assert_int_eq(setrlimit(RLIMIT_AS, &l), 0);
}

static void make(unsigned way)
{
    struct error e;
    struct rlimit l;
    ck_assert_int_eq(getrlimit(RLIMIT_AS, &l), 0); /* the test may have been started under a limit */
    take_addresses(way);
    ck_assert_int_eq(mem_init(&m, window, 1, &e), 0);
    ck_assert_int_eq(m.range.reserved, way != UNRESERVED && l.rlim_cur > 2 * window[0][1]);
}

static u64 page(unsigned i) { return BASE + (u64)i * MEM_PAGE; }

/* How many mappings the host has in the window. Asserted: there are no holes between them; or, where it is not reserved, they are
 * the guest's pages. */
static unsigned host_maps(void)
{
    u64 low = (uintptr_t)m.window[0].host, high = low + m.window[0].size, at = low, bytes = 0;
    unsigned long long start, end;
    unsigned n = 0;
    char line[512];
    FILE *f = fopen("/proc/self/maps", "r");
    ck_assert_ptr_nonnull(f);
    while (fgets(line, sizeof line, f)) {
        ck_assert_int_eq(sscanf(line, "%llx-%llx", &start, &end), 2);
        if (end <= low || start >= high) continue;
        if (start < low) start = low;
        if (end > high) end = high;
        if (m.range.reserved) ck_assert_msg(start <= at, "a hole at page %llu", (unsigned long long)(at - low) / MEM_PAGE);
        for (u64 i = start; i < end && !m.range.reserved; i += MEM_PAGE)
            ck_assert_msg(mem_flags(&m, BASE + (i - low)) & MEM_MAPPED, "page %llu", (unsigned long long)(i - low) / MEM_PAGE);
        at = end;
        bytes += end - start;
        n++;
    }
    fclose(f);
    ck_assert_uint_eq(bytes, m.range.reserved ? m.window[0].size : m.mapped);
    return n;
}

/* Nothing is left at the range. */
static void gone(const struct mem_range *range)
{
    u64 low = (uintptr_t)range->host;
    unsigned long long start, end;
    char line[512];
    FILE *f = fopen("/proc/self/maps", "r");
    ck_assert_ptr_nonnull(f);
    while (fgets(line, sizeof line, f)) {
        ck_assert_int_eq(sscanf(line, "%llx-%llx", &start, &end), 2);
        ck_assert_msg(end <= low || start >= low + window[0][1], "%s", line);
    }
    fclose(f);
}

static void end(void)
{
    struct mem_range range = m.range;
    mem_free(&m);
    if (!range.reserved) gone(&range); /* elsewhere the host may have put something of its own there by now */
}

static void map(unsigned from, unsigned n)
{
    ck_assert_int_eq(mem_map(&m, page(from), (u64)n * MEM_PAGE, RW, false, -1, 0, ""), 0);
}

static u8 byte_at(unsigned i)
{
    u8 b = 0;
    ck_assert_int_eq(mem_read(&m, page(i), &b, 1), 0);
    return b;
}

/* Pages of this process that take memory. */
static unsigned long resident(void)
{
    unsigned long size, pages = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    ck_assert_ptr_nonnull(f);
    ck_assert_int_eq(fscanf(f, "%lu %lu", &size, &pages), 2);
    fclose(f);
    return pages;
}

/* A guest gives back all that there could be. */
START_TEST(unmapped_window)
{
    u8 b;
    make((unsigned)_i);
    map(0, 20000);
    unsigned long before = resident();
    ck_assert_int_eq(mem_unmap(&m, BASE, window[0][1]), 0);
    ck_assert_uint_le(resident(), before + 1000);
    ck_assert_int_eq(mem_read(&m, page(19999), &b, 1), -1);
    map(3, 1);
    ck_assert_int_eq(mem_read(&m, page(4), &b, 1), -1);
    ck_assert_int_eq(byte_at(3), 0);
    end();
}
END_TEST

/* Files that the host refuses to map, some of them only when it has taken away what they were to replace. */
START_TEST(refused_files)
{
    static const char *const files[] = {"/proc/cpuinfo", "/proc/self/status", "/"};
    make((unsigned)_i);
    for (unsigned i = 0; i < ARRAY_LEN(files); i++)
        for (int shared = 0; shared < 2; shared++) {
            int fd = open(files[i], O_RDONLY);
            if (fd < 0) continue;
            u8 x = 'x';
            map(10, 30);
            ck_assert_int_eq(mem_write(&m, page(20), &x, 1), 0);
            ck_assert_int_lt(mem_map(&m, page(15), 10 * MEM_PAGE, RW, shared, fd, 0, files[i]), 0);
            host_maps();
            ck_assert_int_eq(byte_at(20), 'x'); /* found out before anything is gone */
            ck_assert_int_eq(mem_unmap(&m, page(10), 30 * MEM_PAGE), 0);
            close(fd);
        }
    end();
}
END_TEST

/* mem_move() takes the pages along and leaves a reserved range, of files and shared memory, too. */
START_TEST(moved)
{
    u8 x = 'm', b;
    make((unsigned)_i);
    for (int shared = 0; shared < 2; shared++) {
        ck_assert_int_eq(mem_map(&m, page(10), 4 * MEM_PAGE, RW, shared, -1, 0, ""), 0);
        map(100, 4);
        ck_assert_int_eq(mem_write(&m, page(12), &x, 1), 0);
        ck_assert_int_eq(mem_move(&m, page(10), page(100), 4 * MEM_PAGE), 0);
        ck_assert_int_eq(byte_at(102), 'm');
        ck_assert_int_eq(mem_read(&m, page(12), &b, 1), -1);
        ck_assert_uint_eq(mem_flags(&m, page(12)), 0);
        host_maps();
        ck_assert_int_eq(mem_unmap(&m, page(100), 4 * MEM_PAGE), 0);
        ck_assert_uint_eq(host_maps(), m.range.reserved);
    }
    end();
}
END_TEST

static u64 random_below(u64 *state, u64 n)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (*state >> 33) % n;
}

/* What is counted is never less than what the host has, and comes to nothing again. */
START_TEST(counted)
{
    struct mem_budget budget = {0};
    u64 seed = 7 + (u64)_i / WAYS;
    make((unsigned)_i % WAYS);
    mem_set_budget(&m, &budget);
    for (int step = 0; step < 600; step++) {
        unsigned from = (unsigned)random_below(&seed, PAGES - 12), n = 1 + (unsigned)random_below(&seed, 12);
        int prot = (int)random_below(&seed, 8);
        switch (random_below(&seed, 5)) {
        case 0:
        case 1: mem_map(&m, page(from), (u64)n * MEM_PAGE, prot, false, -1, 0, ""); break;
        case 2: mem_unmap(&m, page(from), (u64)n * MEM_PAGE); break;
        case 3: mem_protect(&m, page(from), (u64)n * MEM_PAGE, prot); break;
        default:
            if (mem_flags(&m, page(from)) & PROT_EXEC) mem_mark_code(&m, page(from));
        }
        ck_assert_uint_le(host_maps(), budget.used + budget.guards + 2); /* the reserve at both ends */
    }
    ck_assert_int_eq(mem_unmap(&m, BASE, (u64)PAGES * MEM_PAGE), 0);
    host_maps();
    ck_assert_uint_eq(budget.used, 0);
    ck_assert_uint_eq(budget.guards, 0);
    map(3, 1);
    end();
    ck_assert_uint_eq(budget.used, 0);
}
END_TEST

/* Code that may be stored to is protected as long as the host has mappings for that: then it is decoded at each execution. What is decoded is nothing
 * that a guest can see by what it may still map. */
START_TEST(guarded)
{
    enum { APART = 3, MOST = 2 * APART };
    struct mem_budget budget = {.most = 1000, .most_guards = MOST};
    make((unsigned)_i);
    mem_set_budget(&m, &budget);
    ck_assert_int_eq(mem_map(&m, page(0), 100 * MEM_PAGE, RW | PROT_EXEC, false, -1, 0, ""), 0);
    u64 used = budget.used;
    for (unsigned i = 0; i < 2 * APART; i++) {
        bool seen = mem_mark_code(&m, page(10 * i));
        ck_assert_int_eq(seen, i < APART);
        ck_assert_int_eq(!(mem_flags(&m, page(10 * i)) & MEM_SMC), seen);
        ck_assert_int_eq(!!(mem_flags(&m, page(10 * i)) & MEM_CODE), seen);
    }
    ck_assert_uint_eq(budget.guards, MOST);
    for (unsigned i = 1; i < 10; i++) ck_assert(mem_mark_code(&m, page(i))); /* beside others, which become one with them */
    ck_assert_uint_eq(budget.guards, MOST - 2);
    ck_assert(mem_mark_code(&m, page(60)));
    mem_give_up_code(&m, page(5), MEM_PAGE);
    ck_assert_uint_eq(budget.guards, MOST + 2); /* a store is never refused */
    mem_give_up_code(&m, page(0), 100 * MEM_PAGE);
    ck_assert_uint_eq(budget.guards, 0);
    ck_assert_uint_eq(budget.used, used);
    ck_assert(mem_mark_code(&m, page(61)));
    ck_assert_int_eq(mem_map(&m, page(200), MEM_PAGE, PROT_READ | PROT_EXEC, true, -1, 0, ""), 0);
    ck_assert(!mem_mark_code(&m, page(200))); /* who else has it may change it */
    end();
    ck_assert_uint_eq(budget.guards, 0);
}
END_TEST

/* A guest that cuts its memory into ever more pieces is told ENOMEM, keeps what it has, and can give it back. */
START_TEST(used_up)
{
    enum { MOST = 40 };
    struct mem_budget budget = {.most = MOST};
    struct mem child;
    struct error e;
    unsigned last = 0;
    int r = 0;
    u8 x = 'k';
    make((unsigned)_i);
    mem_set_budget(&m, &budget);
    map(0, PAGES);
    ck_assert_int_eq(mem_write(&m, page(PAGES - 1), &x, 1), 0);
    for (unsigned i = 0; i < PAGES && r == 0; i += 2) {
        r = mem_protect(&m, page(i), MEM_PAGE, PROT_READ);
        if (r == 0) last = i;
    }
    ck_assert_int_eq(r, -ENOMEM);
    ck_assert_uint_gt(last, 10);
    ck_assert_uint_le(host_maps(), MOST);
    ck_assert_uint_eq(mem_flags(&m, page(last + 2)) & RW, RW); /* as before */
    ck_assert_int_eq(mem_unmap(&m, page(PAGES - 40), 2 * MEM_PAGE), -ENOMEM);
    ck_assert_int_eq(mem_map(&m, page(PAGES - 40), MEM_PAGE, RW, false, -1, 0, ""), -ENOMEM);
    ck_assert_int_eq(byte_at(PAGES - 1), 'k');
    /* A child needs as many again. */
    ck_assert_int_eq(mem_init(&child, window, 1, &e), 0);
    mem_set_budget(&child, &budget);
    ck_assert_int_eq(mem_fork(&child, &m), -ENOMEM);
    mem_free(&child);
    ck_assert_int_eq(mem_unmap(&m, page(0), (last + 1) * MEM_PAGE), 0);
    ck_assert_int_eq(mem_protect(&m, page(last + 4), MEM_PAGE, PROT_READ), 0);
    end();
    ck_assert_uint_eq(budget.used, 0);
}
END_TEST

/* mprotect(2) changes one mapping after the other, up to one that is refused: what is known of the rights is what the host has, or code that is stored to
 * would not be seen to change. */
START_TEST(partly_protected)
{
    char name[] = "/tmp/pcgram-test.XXXXXX";
    int made = mkstemp(name), fd = open(name, O_RDONLY);
    ck_assert_int_eq(ftruncate(made, MEM_PAGE), 0);
    make((unsigned)_i);
    map(0, 2);
    ck_assert_int_eq(mem_protect(&m, page(0), MEM_PAGE, PROT_READ | PROT_EXEC), 0);
    ck_assert(mem_mark_code(&m, page(0)));
    ck_assert_int_eq(mem_map(&m, page(1), MEM_PAGE, PROT_READ, true, fd, 0, "file"), 0);
    ck_assert_int_eq(mem_protect(&m, page(0), 2 * MEM_PAGE, RW | PROT_EXEC), -EACCES);
    ck_assert_uint_eq(mem_flags(&m, page(0)) & (RW | PROT_EXEC | MEM_CODE), RW | PROT_EXEC);
    ck_assert_uint_eq(mem_flags(&m, page(1)) & (RW | PROT_EXEC), PROT_READ);
    ck_assert_int_eq(mem_area_of(&m, page(0))->prot, RW | PROT_EXEC);
    ck_assert_int_eq(mem_area_of(&m, page(1))->prot, PROT_READ);
    end();
    close(fd), close(made), unlink(name);
}
END_TEST

/* fork(2) of a private mapping that goes on past the end of its file: the pages there are in the child what they are in its parent,
 * pages whose use is a SIGBUS (mmap(2)), and so in a child of the child; what was stored before the end is copied. */
START_TEST(forked_past_end)
{
    enum { THERE = 2, ALL = 600 /* more than are copied at a time */ };
    struct mem child[2], *from = &m;
    struct mem_budget budget = {0};
    struct error e;
    u8 byte = 7;
    int fd = memfd_create("short", MFD_CLOEXEC);
    ck_assert_int_eq(fault_install(&e), 0);
    ck_assert_int_eq(ftruncate(fd, (THERE - 1) * MEM_PAGE + 100), 0);
    make((unsigned)_i % WAYS);
    int rights = _i / WAYS ? PROT_NONE : RW;
    ck_assert_int_eq(mem_map(&m, page(0), ALL * MEM_PAGE, rights, false, fd, 0, "file"), 0);
    ck_assert_int_eq(mem_poke(&m, page(1), &byte, 1), 0);
    for (unsigned i = 0; i < ARRAY_LEN(child); i++, from = &child[i - 1]) {
        ck_assert_int_eq(mem_init(&child[i], window, 1, &e), 0);
        mem_set_budget(&child[i], &budget);
        ck_assert_int_eq(mem_fork(&child[i], from), 0);
        byte = 0;
        ck_assert_int_eq(mem_peek(&child[i], page(1), &byte, 1), 0);
        ck_assert_int_eq(byte, 7);
        ck_assert_int_eq(mem_protect(&child[i], page(0), ALL * MEM_PAGE, RW), 0);
        ck_assert_int_eq(mem_read(&child[i], page(THERE) - 1, &byte, 1), 0);
        ck_assert(mem_check(&child[i], page(THERE), MEM_PAGE, RW));
        ck_assert_int_eq(mem_read(&child[i], page(THERE), &byte, 1), -1);
        ck_assert_int_eq(mem_write(&child[i], page(ALL - 1), &byte, 1), -1);
        ck_assert_uint_ge(budget.used, 2 * i + 2); /* the host has two mappings of each */
    }
    for (unsigned i = 0; i < ARRAY_LEN(child); i++) mem_free(&child[i]);
    mem_free(&m);
    close(fd);
}
END_TEST

/* Guests beside each other, one of which goes: their ranges do not overlap, and the next one takes its place. */
START_TEST(ranges)
{
    struct mem_range r[3], again;
    take_addresses(UNRESERVED);
    for (unsigned i = 0; i < ARRAY_LEN(r); i++) {
        ck_assert_int_eq(range_take(&r[i], window[0][1]), 0);
        ck_assert(!r[i].reserved);
        for (unsigned k = 0; k < i; k++) ck_assert(r[i].host >= r[k].host + r[k].size || r[k].host >= r[i].host + r[i].size);
    }
    range_give(&r[1]);
    ck_assert_int_eq(range_take(&again, window[0][1]), 0);
    ck_assert_ptr_eq(again.host, r[1].host);
    range_give(&again);
    range_give(&r[0]);
    range_give(&r[2]);
    ck_assert_int_eq(range_take(&again, (u64)1 << 46), -ENOMEM); /* more than there is a place for */
    gone(&r[0]);
    gone(&r[2]);
}
END_TEST

/* An access to what is not mapped faults in either window, past its end as well. */
START_TEST(faults)
{
    make((unsigned)_i);
    map(3, 1);
    u8 *host = m.window[0].host;
    u8 *const bad[] = {host - 1, host, host + 2 * MEM_PAGE, host + 4 * MEM_PAGE, host + m.window[0].size - 1, host + m.window[0].size};
    for (unsigned i = 0; i < ARRAY_LEN(bad); i++) {
        int pipes[2];
        ck_assert_int_eq(pipe(pipes), 0);
        ck_assert_int_eq(write(pipes[1], bad[i], 1), -1); /* as the host's kernel finds it */
        ck_assert_int_eq(errno, EFAULT);
        close(pipes[0]);
        close(pipes[1]);
    }
    end();
}
END_TEST

/* Where the host has no memory for host code (emu/host/area.c), no addresses stay taken for it. */
START_TEST(no_code)
{
    struct sock_filter filter[] = {
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_mmap, 0, 3),
        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args[3])), /* its flags */
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, MAP_SHARED, 0, 1),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOMEM),
        BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog program = {.len = ARRAY_LEN(filter), .filter = filter};
    struct error e;
    ck_assert_int_eq(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), 0);
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) {
        printf("no filters of system calls on this host: not tried\n");
        return;
    }
    unsigned long before = pages_taken();
    ck_assert_ptr_null(host_new(1, &e));
    ck_assert_uint_lt(pages_taken(), before + PAGES); /* the heap may have grown */
}
END_TEST

Suite *mem_host_suite(void)
{
    Suite *s = suite_create("mem_host");
    TCase *t = tcase_create("host");
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, unmapped_window, RESERVED, WAYS);
    tcase_add_loop_test(t, refused_files, RESERVED, WAYS);
    tcase_add_loop_test(t, moved, RESERVED, WAYS);
    tcase_add_loop_test(t, counted, 0, 4 * WAYS);
    tcase_add_loop_test(t, guarded, RESERVED, WAYS);
    tcase_add_loop_test(t, used_up, RESERVED, WAYS);
    tcase_add_loop_test(t, partly_protected, RESERVED, WAYS);
    tcase_add_loop_test(t, forked_past_end, RESERVED, 2 * WAYS);
    tcase_add_test(t, ranges);
    tcase_add_loop_test(t, faults, RESERVED, WAYS);
    tcase_add_test(t, no_code);
    suite_add_tcase(s, t);
    return s;
}
