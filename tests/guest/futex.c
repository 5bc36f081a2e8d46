/* futex(2) itself: order of waking, bit sets, requeueing, timeouts, FUTEX_WAKE_OP (which qemu-hppa 7.2 does in the byte
 * order of its host), errors; locks of files, FIFOs. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { WAITERS = 6 };

static uint32_t word, other;
static volatile int log_of[WAITERS], logged;
static struct { uint32_t *at; uint32_t bits; int id, result; } waiter[WAITERS];

static long futex(uint32_t *at, int op, uint32_t value, long timeout, uint32_t *at2, uint32_t value3)
{
    return syscall(SYS_futex, at, op, value, timeout, at2, value3);
}

static void pause_ms(int ms)
{
    struct timespec ts = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000};
    nanosleep(&ts, NULL);
}

static void *wait_for_it(void *arg)
{
    int id = (int)(long)arg;
    waiter[id].result = (int)futex(waiter[id].at, FUTEX_WAIT_BITSET_PRIVATE, 0, 0, NULL, waiter[id].bits);
    log_of[__atomic_fetch_add(&logged, 1, __ATOMIC_SEQ_CST)] = id;
    return NULL;
}

static pthread_t thread[WAITERS];

/* Waiters that fall asleep one after the other. */
static void begin(const uint32_t *bits)
{
    word = other = 0;
    logged = 0;
    for (long i = 0; i < WAITERS; i++) {
        waiter[i].at = &word;
        waiter[i].bits = bits ? bits[i] : FUTEX_BITSET_MATCH_ANY;
        pthread_create(&thread[i], NULL, wait_for_it, (void *)i);
        pause_ms(10);
    }
}

static void show(const char *what, long result)
{
    pause_ms(20);
    printf("%s: %ld, awake %d\n", what, result, logged);
}

static void end(void)
{
    futex(&word, FUTEX_WAKE_PRIVATE, WAITERS, 0, NULL, 0);
    futex(&other, FUTEX_WAKE_PRIVATE, WAITERS, 0, NULL, 0);
    for (int i = 0; i < WAITERS; i++) pthread_join(thread[i], NULL);
}

static void order(void)
{
    begin(NULL);
    for (int i = 0; i < 3; i++) {
        futex(&word, FUTEX_WAKE_PRIVATE, 1, 0, NULL, 0);
        pause_ms(20);
    }
    printf("order: %d %d %d\n", log_of[0], log_of[1], log_of[2]);
    show("the rest", futex(&word, FUTEX_WAKE_PRIVATE, 100, 0, NULL, 0));
    end();
}

static void bits(void)
{
    static const uint32_t bit[WAITERS] = {1, 2, 4, 3, 6, 8};
    begin(bit);
    show("bit 2", futex(&word, FUTEX_WAKE_BITSET_PRIVATE, 100, 0, NULL, 2));
    show("bit 16", futex(&word, FUTEX_WAKE_BITSET_PRIVATE, 100, 0, NULL, 16));
    printf("no bit: %ld %s\n", futex(&word, FUTEX_WAKE_BITSET_PRIVATE, 1, 0, NULL, 0), strerror(errno));
    end();
}

static void requeueing(void)
{
    begin(NULL);
    word = 5;
    printf("changed: %ld %s\n", futex(&word, FUTEX_CMP_REQUEUE_PRIVATE, 1, 3, &other, 4), strerror(errno));
    show("requeue", futex(&word, FUTEX_CMP_REQUEUE_PRIVATE, 1, 3, &other, 5));
    show("at the second", futex(&other, FUTEX_WAKE_PRIVATE, 100, 0, NULL, 0));
    show("at the first", futex(&word, FUTEX_WAKE_PRIVATE, 100, 0, NULL, 0));
    end();
    begin(NULL);
    show("requeue, uncompared", futex(&word, FUTEX_REQUEUE_PRIVATE, 2, 2, &other, 0));
    end();
}

static void wake_op(void)
{
    begin(NULL);
    waiter[0].at = &word;
    futex(&word, FUTEX_CMP_REQUEUE_PRIVATE, 0, 2, &other, 0);
    other = 7;
    show("wake op", futex(&word, FUTEX_WAKE_OP_PRIVATE, 1, 1, &other, FUTEX_OP(FUTEX_OP_ADD, 3, FUTEX_OP_CMP_EQ, 7)));
    printf("added: %u\n", other);
    show("not equal", futex(&word, FUTEX_WAKE_OP_PRIVATE, 1, 1, &other, FUTEX_OP(FUTEX_OP_OR, 1, FUTEX_OP_CMP_GT, 10)));
    printf("or: %u\n", other);
    futex(&word, FUTEX_WAKE_OP_PRIVATE, 1, 1, &other, FUTEX_OP(FUTEX_OP_ANDN | FUTEX_OP_OPARG_SHIFT, 1, FUTEX_OP_CMP_LT, -1));
    printf("andn of a shift: %u\n", other);
    end();
}

static void errors(void)
{
    struct timespec ts = {.tv_nsec = 20000000}, bad = {.tv_nsec = 1000000000};
    word = 1;
    printf("other value: %ld %s\n", futex(&word, FUTEX_WAIT, 0, 0, NULL, 0), strerror(errno));
    printf("time out: %ld %s\n", futex(&word, FUTEX_WAIT, 1, (long)&ts, NULL, 0), strerror(errno));
    printf("bad time: %ld %s\n", futex(&word, FUTEX_WAIT, 1, (long)&bad, NULL, 0), strerror(errno));
    clock_gettime(CLOCK_REALTIME, &ts);
    printf("long ago: %ld %s\n",
           futex(&word, FUTEX_WAIT_BITSET | FUTEX_CLOCK_REALTIME, 1, (long)&ts, NULL, FUTEX_BITSET_MATCH_ANY),
           strerror(errno));
    printf("odd: %ld %s\n", futex((uint32_t *)((char *)&word + 1), FUTEX_WAIT, 0, 0, NULL, 0), strerror(errno));
    printf("nowhere: %ld %s\n", futex((uint32_t *)16, FUTEX_WAIT, 0, 0, NULL, 0), strerror(errno));
    printf("nobody: %ld\n", futex(&word, FUTEX_WAKE, 1, 0, NULL, 0));
    printf("unknown: %ld %s\n", futex(&word, 99, 1, 0, NULL, 0), strerror(errno));
}

/* --- files -------------------------------------------------------------------------------------------------------- */

static void locks(void)
{
    int fd = open("locked", O_RDWR | O_CREAT, 0600), gate[2];
    char c;
    pipe(gate);
    flock(fd, LOCK_EX);
    pid_t pid = fork();
    if (pid == 0) {
        int mine = open("locked", O_RDWR);
        printf("flock: %d %s\n", flock(mine, LOCK_EX | LOCK_NB), strerror(errno));
        write(gate[1], "x", 1);
        printf("now ours: %d\n", flock(mine, LOCK_EX));
        _exit(0);
    }
    read(gate[0], &c, 1);
    pause_ms(20);
    printf("released\n");
    flock(fd, LOCK_UN);
    waitpid(pid, NULL, 0);
    close(fd);

    struct flock range = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 10, .l_len = 10};
    pid = fork();
    if (pid == 0) {
        int mine = open("locked", O_RDWR);
        fcntl(mine, F_SETLK, &range);
        write(gate[1], "x", 1);
        pause_ms(30);
        printf("closing\n");
        close(mine);
        _exit(0);
    }
    fd = open("locked", O_RDWR);
    read(gate[0], &c, 1);
    printf("record: %d %s\n", fcntl(fd, F_SETLK, &range), errno == EAGAIN || errno == EACCES ? "taken" : "?");
    printf("waited: %d\n", fcntl(fd, F_SETLKW, &range));
    waitpid(pid, NULL, 0);
    close(fd);
    close(gate[0]);
    close(gate[1]);
}

static void fifo(void)
{
    char text[20] = "";
    printf("mkfifo: %d\n", mkfifo("fifo", 0600));
    pid_t pid = fork();
    if (pid == 0) {
        int fd = open("fifo", O_WRONLY);
        write(fd, "through it", 10);
        _exit(0);
    }
    pause_ms(20);
    int fd = open("fifo", O_RDONLY);
    printf("fifo: %zd", read(fd, text, sizeof text - 1));
    printf(" %s, then %zd\n", text, read(fd, text, 1));
    waitpid(pid, NULL, 0);
    close(fd);
    printf("nobody reads: %d %s\n", open("fifo", O_WRONLY | O_NONBLOCK), strerror(errno));
    unlink("fifo");
}

int main(void)
{
    setvbuf(stdout, NULL, _IOLBF, 0);
    order();
    bits();
    requeueing();
    wake_op();
    errors();
    locks();
    fifo();
    return 0;
}
