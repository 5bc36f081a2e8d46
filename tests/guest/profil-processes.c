/* sprofil() beside processes and threads: on in both after fork, one table for all threads, off after exec. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { SPROFIL = 7001, UINT_BINS = 2 };
struct prof { unsigned *base; unsigned size; void *offset; unsigned scale; };

/* Every address counts in one bin. */
static void count_all(unsigned *bin)
{
    struct prof all = {bin, sizeof *bin, NULL, 2};
    if (syscall(SPROFIL, &all, 1, NULL, UINT_BINS) != 0) printf("sprofil failed\n");
}

static long cpu_ms(void)
{
    struct timespec ts;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &ts);
    return ts.tv_sec * 1000 + ts.tv_nsec / 1000000;
}

/* Uses CPU time until this thread's clock shows ms. */
static void burn(long ms)
{
    while (cpu_ms() < ms)
        for (volatile int i = 0; i < 1000; i++) continue;
}

static void *burn_in_thread(void *arg)
{
    burn((long)arg);
    return NULL;
}

static unsigned *map_bin(void *where, int flags)
{
    return mmap(where, 4096, PROT_READ | PROT_WRITE, flags | MAP_ANONYMOUS, -1, 0);
}

int main(int argc, char **argv)
{
    void *fixed = (void *)0x60000000;
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (argc > 1) {
        unsigned *bin = map_bin(fixed, MAP_PRIVATE | MAP_FIXED);
        burn(cpu_ms() + 30);
        printf("after exec: %u\n", *bin);
        return 0;
    }
    unsigned *own = map_bin(NULL, MAP_PRIVATE), *both = map_bin(NULL, MAP_SHARED);
    int status;

    count_all(own);
    burn(35);
    printf("at first: %u\n", *own);
    pid_t pid = fork();
    if (pid == 0) {
        unsigned before = *own;
        burn(45); /* its clock starts at 0 */
        printf("child: %u more\n", *own - before);
        _exit(0);
    }
    waitpid(pid, &status, 0);
    printf("parent: %u\n", *own);

    count_all(both);
    pid = fork();
    if (pid == 0) {
        burn(45);
        _exit(0);
    }
    waitpid(pid, &status, 0);
    printf("one buffer for both: %u\n", *both);
    unsigned before = *both;
    struct timespec second = {.tv_sec = 1};
    nanosleep(&second, NULL);
    printf("asleep: %u more\n", *both - before);

    pthread_t t[3];
    for (long i = 0; i < 3; i++) pthread_create(&t[i], NULL, burn_in_thread, (void *)(15 + 10 * i));
    for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
    printf("three threads: %u more\n", *both - before);

    unsigned *bin = map_bin(fixed, MAP_PRIVATE | MAP_FIXED);
    count_all(bin);
    pid = fork();
    if (pid == 0) {
        execl("/proc/self/exe", "profil-processes", "again", NULL);
        _exit(127);
    }
    waitpid(pid, &status, 0);
    printf("ended: %d\n", status);
    return 0;
}
