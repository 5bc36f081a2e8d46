/* Random calls that map, move, protect, drop and fork memory, and a file that grows and shrinks below them; tests/oracle/kernel compares what
 * they say and leave behind on the host's kernel and on ours.
 *
 *     memory SEED FOLDER
 *
 * Left out is what is known to differ (docs/processes.md): a child of fork sees nothing that comes from the file later, be it by another
 * mapping or after MADV_DONTNEED; mremap() makes neither shared memory nor mappings of files larger. */
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

#ifdef __ia64__
#define BASE 0x2000000300000000UL
#else
#define BASE 0x30000000UL
#endif

enum { PAGE = 4096, PAGES = 16, AROUND = 4, MOST = 4, FILE_PAGES = 5, STEPS = 60 };

static unsigned long long seed;
static unsigned any(unsigned n)
{
    seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
    return (unsigned)(seed >> 33) % n;
}

static sigjmp_buf back;
static void on_fault(int n) { siglongjmp(back, n == SIGBUS ? 2 : 1); }

static int fd;
/* What a seed has: the file mapped in both ways, but no fork; or the file mapped in one of them. */
static enum { BOTH, ALL_PRIVATE, ALL_SHARED, WAYS } way;
static char *page(int i) { return (char *)BASE + (long)i * PAGE; }

/* A byte, or minus what a use of it raises: 1 for SIGSEGV, 2 for SIGBUS. */
static int peek(int i, int offset)
{
    int fault = sigsetjmp(back, 1);
    return fault ? -fault : ((volatile unsigned char *)page(i))[offset];
}

static int poke(int i, int offset, int v)
{
    int fault = sigsetjmp(back, 1);
    if (!fault) ((volatile unsigned char *)page(i))[offset] = (unsigned char)v;
    return -fault;
}

static void dump(void)
{
    for (int i = 0; i < PAGES + AROUND; i++) {
        unsigned sum = 0;
        int first = peek(i, 0);
        if (first < 0) printf(" %d:%s", i, first == -1 ? "segv" : "bus");
        for (int k = 0; k < PAGE && first >= 0; k += 7) sum = sum * 31 + (unsigned)peek(i, k);
        if (first >= 0) printf(" %d:%x%s", i, sum, poke(i, 0, first) < 0 ? " read-only" : "");
    }
    printf("\n");
}

static void say(const char *what, int at, int n, long result)
{
    printf("%s %d %d: %s\n", what, at, n, result == -1 ? strerrorname_np(errno) : "done");
}

static void map(int at, int n, int prot)
{
    static const int how[] = {MAP_PRIVATE | MAP_ANONYMOUS, MAP_SHARED | MAP_ANONYMOUS, MAP_PRIVATE, MAP_SHARED};
    static const char *const name[] = {"private", "shared", "private of the file", "shared of the file"};
    unsigned k = any(4), from = any(FILE_PAGES + 1);
    if (k >= 2 && way != BOTH) k = way == ALL_PRIVATE ? 2 : 3;
    say(name[k], at, n, (long)mmap(page(at), (size_t)n * PAGE, prot, MAP_FIXED | how[k], k < 2 ? -1 : fd, k < 2 ? 0 : (long)from * PAGE));
}

static void change_file(void)
{
    char bytes[8000];
    long n = any(sizeof bytes), at = any(FILE_PAGES * PAGE);
    memset(bytes, (int)any(256), sizeof bytes);
    if (any(2)) say("truncate", 0, (int)n, ftruncate(fd, 1100 + 3 * n));
    else printf("write to the file: %ld\n", (long)pwrite(fd, bytes, (size_t)n, at));
}

static void step(int is_child)
{
    static const int prots[] = {PROT_NONE, PROT_READ, PROT_READ | PROT_WRITE, PROT_READ | PROT_WRITE, PROT_READ | PROT_WRITE};
    int at = (int)any(PAGES), n = 1 + (int)any(MOST), to = (int)any(PAGES), offset = (int)any(PAGE), prot = prots[any(5)];
    if (at + n > PAGES) n = PAGES - at;
    size_t bytes = (size_t)n * PAGE;
    switch (any(is_child ? 10 : 13)) {
    case 0: case 1: case 2: map(at, n, prot); break;
    case 3: say("munmap", at, n, munmap(page(at), bytes)); break;
    case 4: say("mprotect", at, n, mprotect(page(at), bytes, prot)); break;
    case 5: say("mremap", at, to, (long)mremap(page(at), PAGE, PAGE, MREMAP_MAYMOVE | MREMAP_FIXED, page(to))); break;
    case 6: say("msync", at, n, msync(page(at), bytes, MS_SYNC)); break;
    case 7: case 8: case 9:
        for (int i = at; i < at + n; i++) printf("poke %d: %d\n", i, poke(i, offset, (int)any(256)));
        break;
    case 10: say("dontneed", at, n, madvise(page(at), bytes, MADV_DONTNEED)); break;
    case 11: say("read", at, n, pread(fd, page(at) + offset, bytes, any(FILE_PAGES * PAGE))); break;
    case 12: change_file(); break;
    }
}

static void fork_one(void)
{
    int status;
    fflush(stdout);
    if (fork() == 0) {
        printf("a child\n");
        for (unsigned i = any(5) + 1; i > 0; i--) step(1);
        dump();
        fflush(stdout);
        _exit(0);
    }
    wait(&status);
    printf("its end: %d\n", status);
}

int main(int argc, char **argv)
{
    char name[4096];
    if (argc == 3) snprintf(name, sizeof name, "%s/file", argv[2]);
    if (argc != 3 || (fd = open(name, O_RDWR | O_CREAT | O_TRUNC, 0600)) < 0) return 2;
    seed = strtoull(argv[1], NULL, 10);
    way = seed % WAYS;
    seed = seed * 7919 + 1;
    for (int i = 0; i < FILE_PAGES * PAGE - 2000; i++)
        if (write(fd, &(char){(char)(i * 5 + i / PAGE)}, 1) != 1) return 2;
    signal(SIGSEGV, on_fault);
    signal(SIGBUS, on_fault);
    setvbuf(stdout, NULL, _IOFBF, 1 << 16);
    for (int i = 0; i < STEPS; i++) {
        unsigned k = any(10);
        if (k == 0 && way != BOTH) fork_one();
        else step(0);
        if (k == 1 || k == 2) dump();
    }
    dump();
    return 0;
}
