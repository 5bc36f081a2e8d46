/* Mappings that fail, and more of them than there can be: the program keeps its memory or loses it, is told so, and
 * finds nothing in it that it has not written. Numbers of signals that there are not. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { PAGE = 4096, AREA = 512 << 20, STEP = 32 * PAGE };

/* Pages (one of some) that can be read and hold something else than zeros, found without touching them. */
static unsigned foreign_pages(const char *area)
{
    int p[2];
    unsigned n = 0;
    char bytes[PAGE];
    static const char zeros[PAGE];
    if (pipe(p) != 0) return ~0u;
    for (size_t at = 0; at < AREA; at += STEP) {
        if (write(p[1], area + at, PAGE) != PAGE) continue;
        if (read(p[0], bytes, PAGE) != PAGE) continue;
        n += memcmp(bytes, zeros, PAGE) != 0;
    }
    close(p[0]);
    close(p[1]);
    return n;
}

/* A file that cannot be mapped, in the place of memory; then much for the kernel to keep, which must come to lie
 * elsewhere. */
static void refused_file(void)
{
    static char big[100000];
    int fd = open("/proc/filesystems", O_RDONLY), s[2];
    char *area = mmap(NULL, AREA, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    void *r = mmap(area, AREA, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_FIXED, fd, 0);
    printf("refused: %d\n", r == MAP_FAILED);
    memset(big, 'S', sizeof big);
    socketpair(AF_UNIX, SOCK_STREAM, 0, s);
    send(s[0], big, sizeof big, MSG_DONTWAIT);
    int p[2];
    pipe(p);
    pid_t child = fork();
    if (child == 0) {
        char b;
        close(p[1]);
        read(p[0], &b, 1);
        _exit(0);
    }
    printf("pages of somebody else's: %u\n", foreign_pages(area));
    close(p[1]);
    wait(NULL);
    munmap(area, AREA);
}

/* Ever more pieces until the kernel says that there are no more. What is there stays, and can be given back. */
static void many_pieces(void)
{
    size_t n = 70000, i;
    char *area = mmap(NULL, n * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    area[(n - 1) * PAGE] = 7;
    int e = 0;
    for (i = 0; i < n && e == 0; i += 2)
        if (mprotect(area + i * PAGE, PAGE, PROT_READ) != 0) e = errno;
    printf("pieces: %s, %s\n", e == ENOMEM ? "ENOMEM" : strerror(e), i > 10000 ? "many" : "few");
    area[i * PAGE] = 1;
    pid_t child = fork();
    if (child == 0) _exit(0);
    if (child > 0) wait(NULL);
    printf("kept: %d\n", area[(n - 1) * PAGE]);
    printf("given back: %d\n", munmap(area, n * PAGE));
    printf("another: %d\n", mmap(NULL, PAGE, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED);
}

static long clone_with(unsigned long flags)
{
#ifdef __ia64__
    long r = syscall(SYS_clone2, flags, 0L, 0L, 0L, 0L, 0L);
#else
    long r = syscall(SYS_clone, flags, 0L, 0L, 0L, 0L);
#endif
    if (r == 0) _exit(0);
    if (r > 0) waitpid((pid_t)r, NULL, __WALL);
    return r;
}

static void signals(void)
{
    static const int none[] = {65, 100, 128, 255};
    for (unsigned i = 0; i < sizeof none / sizeof none[0]; i++) {
        int n = none[i];
        struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = n};
        struct sigaction act = {.sa_handler = SIG_DFL};
        timer_t timer;
        siginfo_t info = {.si_code = SI_QUEUE};
        printf("%d:", n);
        printf(" clone %d", clone_with((unsigned long)n) < 0 && errno == EINVAL);
        printf(" kill %d", kill(getpid(), n) < 0 && errno == EINVAL);
        printf(" tgkill %d", syscall(SYS_tgkill, getpid(), getpid(), n) < 0 && errno == EINVAL);
        printf(" queue %d", syscall(SYS_rt_sigqueueinfo, getpid(), n, &info) < 0 && errno == EINVAL);
        printf(" action %d", syscall(SYS_rt_sigaction, n, &act, NULL, 8) < 0 && errno == EINVAL);
        printf(" timer %d", timer_create(CLOCK_MONOTONIC, &event, &timer) < 0 && errno == EINVAL);
        printf(" death %d\n", prctl(PR_SET_PDEATHSIG, n) < 0 && errno == EINVAL);
    }
    printf("no signal: %d\n", clone_with(0) > 0);
    printf("the last: %d\n", prctl(PR_SET_PDEATHSIG, 64));
}

int main(void)
{
    setvbuf(stdout, NULL, _IONBF, 0);
    refused_file();
    signals();
    many_pieces();
    return 0;
}
