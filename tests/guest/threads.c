/* POSIX threads: creation and ends, locks, conditions, barriers, robust mutexes, signals, cancellation, clocks. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { THREADS = 5, ROUNDS = 3000 };

static __thread int mine = 7;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int counter, stage;
static atomic_int atomic_counter;

static void pause_ms(int ms)
{
    struct timespec ts = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000};
    nanosleep(&ts, NULL);
}

static void *count(void *arg)
{
    mine += (int)(long)arg;
    for (int i = 0; i < ROUNDS; i++) {
        pthread_mutex_lock(&lock);
        counter++;
        pthread_mutex_unlock(&lock);
        atomic_fetch_add(&atomic_counter, 1);
    }
    return (void *)(long)mine;
}

static void counting(void)
{
    pthread_t t[THREADS];
    for (long i = 0; i < THREADS; i++) pthread_create(&t[i], NULL, count, (void *)i);
    for (int i = 0; i < THREADS; i++) {
        void *r;
        pthread_join(t[i], &r);
        printf("joined %ld\n", (long)r);
    }
    printf("counted %d %d, own value %d\n", counter, atomic_load(&atomic_counter), mine);
}

/* --- conditions, barriers, semaphores ----------------------------------------------------------------------------- */

static void *in_turn(void *arg)
{
    int id = (int)(long)arg;
    for (int round = 0; round < 3; round++) {
        pthread_mutex_lock(&lock);
        while (stage % 3 != id) pthread_cond_wait(&changed, &lock);
        printf("%c", 'a' + id);
        stage++;
        pthread_cond_broadcast(&changed);
        pthread_mutex_unlock(&lock);
    }
    return NULL;
}

static void turns(void)
{
    pthread_t t[3];
    for (long i = 0; i < 3; i++) pthread_create(&t[i], NULL, in_turn, (void *)i);
    for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 20000000;
    if (until.tv_nsec >= 1000000000) until.tv_sec++, until.tv_nsec -= 1000000000;
    pthread_mutex_lock(&lock);
    printf(" timed wait: %s\n", strerror(pthread_cond_timedwait(&changed, &lock, &until)));
    pthread_mutex_unlock(&lock);
}

static pthread_barrier_t barrier;
static int before[THREADS];

static void *meet(void *arg)
{
    int id = (int)(long)arg, sum = 0;
    pause_ms(id);
    before[id] = id + 1;
    int serial = pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD;
    for (int i = 0; i < THREADS; i++) sum += before[i];
    return (void *)(long)(serial * 1000 + sum);
}

static void barriers(void)
{
    pthread_t t[THREADS];
    long sum = 0;
    pthread_barrier_init(&barrier, NULL, THREADS);
    for (long i = 0; i < THREADS; i++) pthread_create(&t[i], NULL, meet, (void *)i);
    for (int i = 0; i < THREADS; i++) {
        void *r;
        pthread_join(t[i], &r);
        sum += (long)r;
    }
    printf("barrier: %ld\n", sum);
}

static sem_t items, room;
static int ring[4], out_of_order;

static void *consume(void *arg)
{
    (void)arg;
    for (int i = 0; i < 500; i++) {
        sem_wait(&items);
        out_of_order += ring[i % 4] != i;
        sem_post(&room);
    }
    return NULL;
}

static void semaphores(void)
{
    pthread_t t;
    sem_init(&items, 0, 0);
    sem_init(&room, 0, 4);
    pthread_create(&t, NULL, consume, NULL);
    for (int i = 0; i < 500; i++) {
        sem_wait(&room);
        ring[i % 4] = i;
        sem_post(&items);
    }
    pthread_join(t, NULL);
    printf("semaphores: %d out of order\n", out_of_order);
}

static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static volatile int pair[2], torn;

static void *read_pairs(void *arg)
{
    (void)arg;
    for (int i = 0; i < 500; i++) {
        pthread_rwlock_rdlock(&rwlock);
        torn += pair[0] != pair[1];
        pthread_rwlock_unlock(&rwlock);
    }
    return NULL;
}

static void rwlocks(void)
{
    pthread_t t[3];
    for (int i = 0; i < 3; i++) pthread_create(&t[i], NULL, read_pairs, NULL);
    for (int i = 0; i < 500; i++) {
        pthread_rwlock_wrlock(&rwlock);
        pair[0]++;
        pair[1]++;
        pthread_rwlock_unlock(&rwlock);
    }
    for (int i = 0; i < 3; i++) pthread_join(t[i], NULL);
    printf("torn: %d of %d\n", torn, pair[0]);
}

/* --- robust mutexes ----------------------------------------------------------------------------------------------- */

static void *leave_locked(void *m)
{
    pthread_mutex_lock(m);
    return NULL;
}

static void robust(void)
{
    pthread_mutexattr_t attr;
    pthread_t t;
    pthread_mutex_t *m = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    pthread_mutexattr_init(&attr);
    pthread_mutexattr_setrobust(&attr, PTHREAD_MUTEX_ROBUST);
    pthread_mutexattr_setpshared(&attr, PTHREAD_PROCESS_SHARED);
    pthread_mutex_init(m, &attr);
    pthread_create(&t, NULL, leave_locked, m);
    pthread_join(t, NULL);
    printf("robust: %s", strerror(pthread_mutex_lock(m)));
    printf(", %s", strerror(pthread_mutex_consistent(m)));
    printf(", %s\n", strerror(pthread_mutex_unlock(m)));
    pid_t pid = fork();
    if (pid == 0) {
        pthread_mutex_lock(m);
        pause_ms(20);
        raise(SIGKILL);
    }
    pause_ms(10);
    printf("killed with it: %s", strerror(pthread_mutex_lock(m)));
    printf(", %s\n", strerror(pthread_mutex_unlock(m)));
    printf("for good: %s\n", strerror(pthread_mutex_lock(m)));
    waitpid(pid, NULL, 0);
}

/* A condition in shared memory, between processes. */
static void shared_condition(void)
{
    struct { pthread_mutex_t m; pthread_cond_t c; int turn; } *s;
    pthread_mutexattr_t ma;
    pthread_condattr_t ca;
    s = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    pthread_mutexattr_init(&ma);
    pthread_mutexattr_setpshared(&ma, PTHREAD_PROCESS_SHARED);
    pthread_condattr_init(&ca);
    pthread_condattr_setpshared(&ca, PTHREAD_PROCESS_SHARED);
    pthread_mutex_init(&s->m, &ma);
    pthread_cond_init(&s->c, &ca);
    pid_t pid = fork();
    for (int i = 0; i < 50; i++) {
        pthread_mutex_lock(&s->m);
        while (s->turn % 2 != (pid == 0)) pthread_cond_wait(&s->c, &s->m);
        s->turn++;
        pthread_cond_signal(&s->c);
        pthread_mutex_unlock(&s->m);
    }
    if (pid == 0) _exit(0);
    waitpid(pid, NULL, 0);
    printf("ping pong between processes: %d\n", s->turn);
}

/* --- signals ------------------------------------------------------------------------------------------------------ */

static volatile pthread_t hit;
static volatile sig_atomic_t hits;
static void on_signal(int signo) { (void)signo, hit = pthread_self(), hits++; }

static void *sit(void *arg)
{
    sigset_t none;
    (void)arg;
    sigemptyset(&none);
    pthread_sigmask(SIG_SETMASK, &none, NULL);
    while (!hits) pause_ms(1);
    return NULL;
}

static void *wait_signal(void *arg)
{
    int signo = 0;
    sigwait(arg, &signo);
    return (void *)(long)signo;
}

static void signals(void)
{
    pthread_t t;
    sigset_t all, usr2;
    void *r;
    signal(SIGUSR1, on_signal);
    sigfillset(&all);
    pthread_create(&t, NULL, sit, NULL);
    pause_ms(5);
    pthread_kill(t, SIGUSR1);
    pthread_join(t, NULL);
    printf("pthread_kill: %d\n", pthread_equal(hit, t));
    hits = 0;
    pthread_sigmask(SIG_SETMASK, &all, NULL);
    pthread_create(&t, NULL, sit, NULL);
    pause_ms(5);
    kill(getpid(), SIGUSR1);
    pthread_join(t, NULL);
    printf("to who does not block it: %d\n", pthread_equal(hit, t));
    sigemptyset(&usr2);
    sigaddset(&usr2, SIGUSR2);
    pthread_create(&t, NULL, wait_signal, &usr2);
    pause_ms(5);
    kill(getpid(), SIGUSR2);
    pthread_join(t, &r);
    printf("sigwait: %d\n", (long)r == SIGUSR2);
    sigemptyset(&all);
    pthread_sigmask(SIG_SETMASK, &all, NULL);
}

/* --- cancellation, keys, detached threads -------------------------------------------------------------------------- */

static void cleanup(void *arg) { printf("cleanup %s\n", (char *)arg); }
static void destroy(void *arg) { printf("destroy %s\n", (char *)arg); }
static pthread_key_t key;

static void *cancelled(void *arg)
{
    pthread_setspecific(key, "key");
    pthread_cleanup_push(cleanup, arg);
    for (;;) pause();
    pthread_cleanup_pop(0);
    return NULL;
}

static void *reading(void *arg)
{
    char c;
    pthread_cleanup_push(cleanup, "reader");
    read(*(int *)arg, &c, 1);
    pthread_cleanup_pop(0);
    return NULL;
}

static void *quiet(void *arg)
{
    pthread_detach(pthread_self());
    sem_post(arg);
    return NULL;
}

static void cancellation(void)
{
    pthread_t t;
    int fd[2];
    void *r;
    sem_t done;
    pipe(fd);
    pthread_key_create(&key, destroy);
    pthread_create(&t, NULL, cancelled, "pause");
    pause_ms(5);
    pthread_cancel(t);
    pthread_join(t, &r);
    printf("cancelled: %d\n", r == PTHREAD_CANCELED);
    pthread_create(&t, NULL, reading, &fd[0]);
    pause_ms(5);
    pthread_cancel(t);
    pthread_join(t, &r);
    printf("cancelled: %d\n", r == PTHREAD_CANCELED);
    sem_init(&done, 0, 0);
    for (int i = 0; i < 50; i++) pthread_create(&t, NULL, quiet, &done);
    for (int i = 0; i < 50; i++) sem_wait(&done);
    printf("detached: 50\n");
}

/* --- clocks ------------------------------------------------------------------------------------------------------- */

static long ms(clockid_t id)
{
    struct timespec ts;
    clock_gettime(id, &ts);
    return ts.tv_sec * 1000 + ts.tv_nsec / 1000000;
}

static void *spin(void *arg)
{
    while (ms(CLOCK_THREAD_CPUTIME_ID) < 10) continue;
    *(long *)arg = ms(CLOCK_THREAD_CPUTIME_ID);
    return NULL;
}

static void clocks(void)
{
    pthread_t t[2];
    long own[2], process = ms(CLOCK_PROCESS_CPUTIME_ID), self = ms(CLOCK_THREAD_CPUTIME_ID);
    clockid_t id;
    for (int i = 0; i < 2; i++) pthread_create(&t[i], NULL, spin, &own[i]);
    printf("clock of a thread: %d\n", pthread_getcpuclockid(t[0], &id) == 0 && ms(id) >= 0);
    for (int i = 0; i < 2; i++) pthread_join(t[i], NULL);
    process = ms(CLOCK_PROCESS_CPUTIME_ID) - process;
    self = ms(CLOCK_THREAD_CPUTIME_ID) - self;
    printf("each has its own: %d %d, together %d, we slept %d\n", own[0] >= 10, own[1] >= 10, process >= 20, self < 10);
}

/* --- the process and its threads ---------------------------------------------------------------------------------- */

static void *fork_here(void *arg)
{
    int status;
    (void)arg;
    pid_t pid = fork();
    if (pid == 0) _exit(syscall(SYS_gettid) == getpid() ? 11 : 12); /* the only thread, and the first */
    waitpid(pid, &status, 0);
    return (void *)(long)WEXITSTATUS(status);
}

static void *forever(void *arg)
{
    for (;;) pause();
    return arg;
}

static void *exit_here(void *arg)
{
    exit((int)(long)arg);
}

static void *exec_here(void *arg)
{
    execl("/proc/self/exe", "threads", arg, NULL);
    _exit(127);
}

static int in_child(void *(*run)(void *), void *arg, int leave)
{
    int status;
    fflush(stdout);
    pid_t pid = fork();
    if (pid == 0) {
        pthread_t t;
        pthread_create(&t, NULL, forever, NULL);
        pthread_create(&t, NULL, run, arg);
        if (leave) pthread_exit(NULL);
        for (;;) pause();
    }
    waitpid(pid, &status, 0);
    return status;
}

static void *fault_here(void *arg)
{
    *(volatile int *)arg = 1;
    return NULL;
}

static void *end_last(void *arg)
{
    pause_ms(5);
    return arg;
}

static void whole(void)
{
    pthread_t t;
    void *r;
    int status;
    pthread_create(&t, NULL, fork_here, NULL);
    pthread_join(t, &r);
    printf("fork in a thread: %ld\n", (long)r);
    status = in_child(exit_here, (void *)5, 0);
    printf("exit in a thread: %d\n", WEXITSTATUS(status));
    status = in_child(fault_here, NULL, 0);
    printf("fault in a thread: %s\n", strsignal(WTERMSIG(status)));
    fflush(stdout);
    pid_t pid = fork();
    if (pid == 0) {
        pthread_create(&t, NULL, end_last, NULL);
        pthread_exit(NULL);
    }
    waitpid(pid, &status, 0);
    printf("the first thread left before: %d\n", WEXITSTATUS(status));
    status = in_child(exec_here, "again", 0);
    printf("exec in a thread: %d\n", WEXITSTATUS(status));
}

int main(int argc, char **argv)
{
    if (argc > 1) {
        printf("%s: %d\n", argv[1], syscall(SYS_gettid) == getpid());
        return 23;
    }
    setvbuf(stdout, NULL, _IOLBF, 0);
    counting();
    turns();
    barriers();
    semaphores();
    rwlocks();
    robust();
    shared_condition();
    signals();
    cancellation();
    clocks();
    whole();
    return 0;
}
