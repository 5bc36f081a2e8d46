/* A guest whose file somebody else cuts.
 *
 *     cut code          runs code of a shared file until it is cut, then has that code fault
 *     cut lock          compares and swaps in a shared file for ever (PA-RISC)
 *     cut poll          asks poll() for what lies behind the end of a shared file
 *     cut swap OTHER    runs code of a file, and puts a link to OTHER in its place
 *     cut maps N FILE   maps N names of a file to execute them */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

typedef void function(int *);

static sigjmp_buf env;
static void on_signal(int s) { siglongjmp(env, s); }

__attribute__((noinline, noclone, aligned(64))) void increment(int *p) { *p += 1; }

enum { PAGE = 4096, CODE = 64 };

static char *shared(const char *name, int *fd)
{
    *fd = open(name, O_RDWR | O_CREAT | O_TRUNC, 0666);
    return ftruncate(*fd, PAGE) ? NULL : mmap(NULL, PAGE, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_SHARED, *fd, 0);
}

/* increment() as it lies at that address; *space holds what a pointer to it points to. */
static function *put_code(char *at, volatile unsigned long space[2])
{
#ifdef __ia64__
    unsigned long *real = (unsigned long *)(void *)increment;
    memcpy(at, (void *)real[0], CODE);
    space[0] = (unsigned long)at, space[1] = real[1];
    return (function *)(void *)space;
#else
    (void)space;
    memcpy(at, (void *)increment, CODE);
    return (function *)(void *)at;
#endif
}

static int code(void)
{
    volatile unsigned long space[2]; /* the compiler does not see that a call reads it */
    struct stat st;
    int fd, n = 0;
    function *f = put_code(shared("code", &fd), space);
    signal(SIGSEGV, on_signal);
    signal(SIGBUS, on_signal);
    if (write(1, "ready\n", 6) != 6) return 1;
    int s = sigsetjmp(env, 1);
    if (!s) {
        do {
            f(&n); /* where each instruction is fetched, it faults already here */
            fstat(fd, &st);
        } while (st.st_size);
        f((int *)8);
    }
    printf("%s\n", s ? "a signal" : "none");
    return 0;
}

static int lock(void)
{
    int fd;
    volatile int *p = (volatile int *)(void *)shared("lock", &fd);
    if (write(1, "ready\n", 6) != 6) return 1;
#ifdef __hppa__
    for (;;) {
        register unsigned r26 __asm__("r26") = (unsigned)p, r25 __asm__("r25") = 0, r24 __asm__("r24") = 0, r28 __asm__("r28"), r21 __asm__("r21");
        __asm__ volatile("ble 0xb0(%%sr2,%%r0)\n\tldi 0,%%r20" : "=r"(r28), "=r"(r21), "+r"(r26), "+r"(r25), "+r"(r24)
                         : : "r1", "r20", "r22", "r23", "r29", "r31", "memory");
    }
#endif
    return p == NULL;
}

static int ask(void)
{
    int fd = open("empty", O_RDWR | O_CREAT | O_TRUNC, 0666);
    struct pollfd *p = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    int r = poll(p, 100, 0);
    printf("%d %s\n", r, r < 0 && errno == EFAULT ? "EFAULT" : "");
    return 0;
}

static int swap(const char *other)
{
    volatile unsigned long space[2]; /* the compiler does not see that a call reads it */
    int fd, n = 0;
    char *at = shared("code", &fd);
    function *f = put_code(at, space);
    f(&n);
    munmap(at, PAGE);
    return unlink("code") || symlink(other, "code");
}

static int maps(unsigned n, const char *file)
{
    char name[32];
    for (unsigned i = 0; i < n; i++) {
        snprintf(name, sizeof name, "name%u", i);
        if (link(file, name)) return 1;
        int fd = open(name, O_RDONLY);
        if (mmap(NULL, PAGE, PROT_READ | PROT_EXEC, MAP_PRIVATE, fd, 0) == MAP_FAILED) return 1;
        close(fd);
    }
    return 0;
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    if (!strcmp(what, "code")) return code();
    if (!strcmp(what, "lock")) return lock();
    if (!strcmp(what, "poll")) return ask();
    if (!strcmp(what, "swap")) return swap(argv[2]);
    if (!strcmp(what, "maps")) return maps((unsigned)atoi(argv[2]), argv[3]);
    return 2;
}
