/* Mappings: anonymous and of files, private and shared, moved, protected, given back. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "machine.h"

#define PAGE 4096

static sigjmp_buf env;
static volatile int code;
static void on_fault(int signo, siginfo_t *info, void *context)
{
    (void)context;
    code = info->si_code;
    siglongjmp(env, signo);
}

static int probe(volatile char *p, int write)
{
    int r = sigsetjmp(env, 1);
    if (r) return r;
    if (write) *p = 1;
    else (void)*p;
    return 0;
}

static void anonymous(void)
{
    char *p = mmap(NULL, 4 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    memset(p, 0x5a, 4 * PAGE);
    munmap(p + PAGE, PAGE);
    printf("hole: read %d code %d; around it %d %d\n", probe(p + PAGE, 0), code, p[0], p[2 * PAGE]);
    mprotect(p, PAGE, PROT_READ);
    printf("read only: read %d", probe(p, 0));
    int w = probe(p, 1);
    printf(" write %d code %d\n", w, code);
    mprotect(p, PAGE, PROT_NONE);
    printf("none: read %d\n", probe(p, 0));
    printf("mprotect over the hole %d %s\n", mprotect(p, 3 * PAGE, PROT_READ), strerror(errno));
    int advised = madvise(p, 2 * PAGE, MADV_DONTNEED);
    printf("madvise over the hole %d %s", advised, strerror(errno));
    int synced = msync(p, 3 * PAGE, MS_SYNC);
    printf(", msync %d %s\n", synced, strerror(errno));
    madvise(p + 2 * PAGE, PAGE, MADV_DONTNEED);
    printf("forgotten %d kept %d\n", p[2 * PAGE], p[3 * PAGE]);
    char *q = mmap(p + PAGE, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
    printf("fixed %d zero %d\n", q == p + PAGE, q[100]);
    printf("bad %d", mmap(NULL, 0, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED);
    printf(" %s\n", strerror(errno));
    printf("munmap unaligned %d %s\n", munmap(p + 1, PAGE), strerror(errno));
    printf("unknown rights %d %s", mprotect(p, PAGE, 0x80000), strerror(errno));
    int advised_so = madvise(p, PAGE, 12345);
    printf(", advice %d %s", advised_so, strerror(errno));
    int synced_so = msync(p, PAGE, 99);
    printf(", msync %d %s\n", synced_so, strerror(errno));
}

static void moving(void)
{
    char *p = mmap(NULL, 8 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (int i = 0; i < 8; i++) p[i * PAGE] = (char)('a' + i);
    char *q = mmap(p + 4 * PAGE, PAGE, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0); /* in the way */
    char *r = mremap(p, 4 * PAGE, 16 * PAGE, MREMAP_MAYMOVE);
    printf("moved %d, kept %c%c%c%c, new %d, old gone %d, neighbour %d\n", r != p, r[0], r[PAGE], r[2 * PAGE],
           r[3 * PAGE], r[15 * PAGE], probe(p, 0), probe(q, 0));
    r[15 * PAGE] = 1;
    char *s = mremap(r, 16 * PAGE, 2 * PAGE, 0);
    printf("shrunk in place %d, tail gone %d\n", s == r, probe(r + 2 * PAGE, 0));
    /* Again and again, in place where nobody is behind, elsewhere else. */
    char *t = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    size_t n = PAGE;
    int moves = 0, bad = 0;
    memset(t, 1, n);
    for (int i = 2; i < 10; i++, n *= 2) {
        if (i % 3 == 0) mmap(t + n, PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
        char *u = mremap(t, n, 2 * n, MREMAP_MAYMOVE);
        if (u == MAP_FAILED) {
            printf("growing for the time %d: %s\n", i, strerror(errno));
            return;
        }
        moves += u != t;
        memset(u + n, i, n);
        t = u;
    }
    for (size_t i = 0; i < n; i++) bad += t[i] != 1 + (i >= PAGE ? 63 - __builtin_clzll(i / PAGE) + 1 : 0);
    t = mremap(t, n, PAGE, 0);
    printf("grown to %zu pages, moved %d, wrong bytes %d, then %d\n", n / PAGE, moves > 0, bad, t[PAGE - 1]);
    /* Nothing is there: that places overlap is seen first. */
    char *none = mmap(NULL, 2 * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    munmap(none, 2 * PAGE);
    mremap(none, PAGE, PAGE, MREMAP_MAYMOVE | MREMAP_FIXED, none);
    printf("onto itself: %s", strerror(errno));
    mremap(none, PAGE, PAGE, MREMAP_MAYMOVE | MREMAP_FIXED, none + PAGE);
    printf(", elsewhere: %s\n", strerror(errno));
    char *big = malloc(1 << 20);
    memset(big, 7, 1 << 20);
    big = realloc(big, 8 << 20);
    int sum = 0;
    for (int i = 0; i < 1 << 20; i += PAGE) sum += big[i];
    printf("realloc kept %d\n", sum);
    free(big);
}

static void of_files(void)
{
    char name[] = "memory-XXXXXX", text[16] = "";
    int fd = mkstemp(name);
    unlink(name);
    for (int i = 0; i < 300; i++)
        if (write(fd, "0123456789abcdef", 16) != 16) return;
    char *priv = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
    char *shared = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    char *second = mmap(NULL, PAGE, PROT_READ, MAP_SHARED, fd, PAGE);
    printf("%.4s %.4s %.4s, past the end in the page %d\n", priv, shared + 4, second + 8, second[800]);
    priv[0] = 'P';
    shared[1] = 'S';
    msync(shared, PAGE, MS_SYNC);
    if (pread(fd, text, 4, 0) != 4) return;
    printf("file %.4s, private %.4s\n", text, priv);
    ftruncate(fd, PAGE);
    int r = probe(second, 0);
    printf("past the end %s code %d\n", sigabbrev_np(r), code);
    int ro = open("/dev/null", O_RDONLY);
    close(ro);
    printf("closed %d", mmap(NULL, PAGE, PROT_READ, MAP_PRIVATE, ro, 0) == MAP_FAILED);
    printf(" %s\n", strerror(errno));
    close(fd);
}

static const char *advised(char *p, size_t size, int advice) { return madvise(p, size, advice) == 0 ? "taken" : strerrorname_np(errno); }

static const char *synced(char *p, size_t size, int flags) { return msync(p, size, flags) == 0 ? "done" : strerrorname_np(errno); }

/* Advice that only private memory of no file takes: what is before the first other mapping is forgotten. */
static void advice(void)
{
    static const struct {
        const char *name;
        int number;
    } which[] = {{"free", MADV_FREE}, {"wipe on fork", MADV_WIPEONFORK}};
    char name[] = "memory-XXXXXX";
    int fd = mkstemp(name);
    unlink(name);
    ftruncate(fd, PAGE);
    char *p = mmap(NULL, 3 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    memset(p, 1, 3 * PAGE);
    mmap(p + PAGE, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED, fd, 0);
    p[PAGE] = 2;
    char *shared = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    for (int i = 0; i < 2; i++) {
        printf("%s: private %s", which[i].name, advised(p + 2 * PAGE, PAGE, which[i].number));
        printf(", of a file %s", advised(p + PAGE, 2 * PAGE, which[i].number));
        printf(", shared %s", advised(shared, PAGE, which[i].number));
        printf(", several %s\n", advised(p, 3 * PAGE, which[i].number));
    }
    printf("of a file: %d", p[PAGE]);
    printf(", not needed %s", advised(p + PAGE, PAGE, MADV_DONTNEED));
    printf(" %d\n", p[PAGE]);
    munmap(p, 3 * PAGE);
    munmap(shared, PAGE);
    close(fd);
}

/* Made smaller, whatever there is behind. */
static void over_several(void)
{
    char *p = mmap(NULL, 4 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mprotect(p + 2 * PAGE, PAGE, PROT_READ);
    printf("over several: smaller %d", mremap(p, 3 * PAGE, PAGE, 0) == p);
    printf(", gone %s", synced(p + PAGE, PAGE, MS_ASYNC));
    printf(", over a hole %d", mremap(p, 4 * PAGE, PAGE, 0) == p);
    printf(", gone %s", synced(p + 3 * PAGE, PAGE, MS_ASYNC));
    printf(", as large %d", mremap(p, 2 * PAGE, 2 * PAGE, 0) == p);
    printf(", nothing there %s\n", mremap(p + PAGE, PAGE, PAGE, 0) == MAP_FAILED ? strerrorname_np(errno) : "done");
    munmap(p, PAGE);
}

/* What of four pages a process has: their first bytes, or - where there is none. */
static void has(const char *who, char *p)
{
    printf("%s:", who);
    for (int i = 0; i < 4; i++) {
        if (msync(p + i * PAGE, PAGE, MS_ASYNC) != 0) printf(" -");
        else printf(" %d", p[i * PAGE]);
    }
    printf("\n");
    fflush(stdout);
}

/* Of four pages a child has one as zeros, one not at all; what it says of them holds for its own child, too. */
static void at_fork(void)
{
    char *p = mmap(NULL, 4 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    memset(p, 1, 4 * PAGE);
    madvise(p, 2 * PAGE, MADV_WIPEONFORK);
    madvise(p + PAGE, PAGE, MADV_KEEPONFORK);
    madvise(p + 2 * PAGE, 2 * PAGE, MADV_DONTFORK);
    madvise(p + 3 * PAGE, PAGE, MADV_DOFORK);
    has("parent", p);
    if (fork() == 0) {
        has("child", p);
        memset(p, 2, 2 * PAGE);
        if (fork() == 0) {
            has("its child", p);
            _exit(0);
        }
        wait(NULL);
        madvise(p, PAGE, MADV_KEEPONFORK);
        if (fork() == 0) {
            has("its second", p);
            _exit(0);
        }
        wait(NULL);
        _exit(0);
    }
    wait(NULL);
    munmap(p, 4 * PAGE);
    p = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    *p = 3;
    madvise(p, PAGE, MADV_WIPEONFORK);
    char *q = mremap(p, PAGE, 2 * PAGE, MREMAP_MAYMOVE);
    q[PAGE] = 3;
    if (fork() == 0) {
        printf("moved, of a child: %d%d\n", q[0], q[PAGE]);
        _exit(0);
    }
    wait(NULL);
    munmap(q, 2 * PAGE);
}

/* What is locked is not forgotten; a child's is not locked. */
static void locking(void)
{
    char *p = mmap(NULL, 3 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    char *shared = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    memset(p, 1, 3 * PAGE);
    mlock(p + PAGE, 10);
    printf("locked: %s", advised(p, 3 * PAGE, MADV_DONTNEED));
    printf(" %d%d%d", p[0], p[PAGE], p[2 * PAGE]);
    printf(", free %s", advised(p + PAGE, PAGE, MADV_FREE));
    printf(", out %s", advised(p + PAGE, PAGE, MADV_PAGEOUT));
    printf(", synced %s", synced(p, 3 * PAGE, MS_SYNC));
    printf(" %s\n", synced(p, 3 * PAGE, MS_SYNC | MS_INVALIDATE));
    fflush(stdout);
    if (fork() == 0) {
        printf("of a child: %s\n", advised(p + PAGE, PAGE, MADV_DONTNEED));
        _exit(0);
    }
    wait(NULL);
    munlock(p, 3 * PAGE);
    printf("unlocked: %s", advised(p, 3 * PAGE, MADV_DONTNEED));
    printf(" %d%d%d", p[0], p[PAGE], p[2 * PAGE]);
    p = mremap(p, 3 * PAGE, 8 * PAGE, MREMAP_MAYMOVE);
    printf(", one again: %d\n", p != MAP_FAILED);
    munmap(p + 3 * PAGE, 5 * PAGE);
    mlock(p + PAGE, 2 * PAGE);
    char *q = mremap(p + PAGE, 2 * PAGE, 5 * PAGE, MREMAP_MAYMOVE);
    printf("moved: %s", advised(q + 4 * PAGE, PAGE, MADV_DONTNEED));
    mlock(shared, PAGE);
    printf(", shared: %s", advised(shared, PAGE, MADV_REMOVE));
    munlockall();
    printf(" %s", advised(shared, PAGE, MADV_REMOVE));
    printf(", all unlocked: %s", advised(q, 5 * PAGE, MADV_DONTNEED));
    mlockall(MCL_CURRENT);
    printf(", locked: %s", advised(q, 5 * PAGE, MADV_DONTNEED));
    mlockall(MCL_FUTURE);
    munmap(p, PAGE);
    p = mmap(NULL, PAGE, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    printf(", what comes: %s", advised(p, PAGE, MADV_DONTNEED));
    munlockall();
    printf(" %s", advised(p, PAGE, MADV_DONTNEED));
    munmap(p, PAGE);
    p = mmap(NULL, PAGE, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_LOCKED, -1, 0);
    printf(", by its flag: %s\n", advised(p, PAGE, MADV_DONTNEED));
    munmap(p, PAGE);
    munmap(q, 5 * PAGE);
    munmap(shared, PAGE);
}

/* A file that never had a name: what the host calls it, its inode, is another one in each run. */
static void of_nameless_file(void)
{
    char text[16] = "";
    int fd = open(".", O_TMPFILE | O_RDWR, 0600);
    ftruncate(fd, PAGE);
    char *shared = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    memcpy(shared, "no name", 8);
    if (pread(fd, text, 8, 0) != 8) return;
    printf("file with %s\n", text);
    close(fd);
}

static void heap(void)
{
    char *start = sbrk(0);
    char *p = sbrk(3 * PAGE);
    printf("sbrk %d", p == start);
    p[3 * PAGE - 1] = 1;
    sbrk(-3 * PAGE);
    printf(" back %d", sbrk(0) == start);
    sbrk(3 * PAGE);
    printf(" zero again %d\n", p[3 * PAGE - 1]);
}

/* Code that is made at run time, in pages that become executable and are written again. */
static void code_made(void)
{
    unsigned *p = mmap(NULL, PAGE, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    int sum = 0;
    for (int i = 1; i <= 40; i++) sum += call_made(p, i);
    printf("made code %d\n", sum);
}

/* The same in memory that is mapped twice, to write and to execute: stores to the one are seen in the other. */
static void code_shared(void)
{
    int fd = open(".", O_TMPFILE | O_RDWR, 0600), sum = 0;
    ftruncate(fd, PAGE);
    unsigned *to = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0), *at = mmap(NULL, PAGE, PROT_READ | PROT_EXEC, MAP_SHARED, fd, 0);
    for (int i = 1; i <= 40; i++) sum += call_made_at(at, to, i);
    printf("shared code %d\n", sum);
    close(fd);
}

int main(void)
{
    struct sigaction sa;
    memset(&sa, 0, sizeof sa);
    sa.sa_sigaction = on_fault;
    sa.sa_flags = SA_SIGINFO;
    sigaction(SIGSEGV, &sa, NULL);
    sigaction(SIGBUS, &sa, NULL);
    setvbuf(stdout, NULL, _IOLBF, 0);
    anonymous();
    moving();
    of_files();
    advice();
    over_several();
    at_fork();
    locking();
    of_nameless_file();
    heap();
    code_made();
    code_shared();
    return 0;
}
