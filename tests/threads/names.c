/* Threads with names: what each of them, and others, see of them is what Linux shows. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_barrier_t begun, named;
static volatile int tid;

static void show(const char *what, const char *path)
{
    char text[64] = "nothing\n";
    int f = open(path, O_RDONLY);
    ssize_t n = read(f, text, sizeof text - 1);
    if (n >= 0) text[n] = 0;
    close(f);
    printf("%s: %s", what, text);
}

static void show_own(const char *what)
{
    char name[16];
    prctl(PR_GET_NAME, name);
    printf("%s: %s\n", what, name);
    show(" its file", "/proc/thread-self/comm");
    show(" its process's", "/proc/self/comm");
    fflush(stdout);
}

static void *work(void *arg)
{
    tid = (int)syscall(SYS_gettid);
    pthread_barrier_wait(&begun);
    pthread_barrier_wait(&named);
    show_own("named by another");
    prctl(PR_SET_NAME, "a name that is too long");
    show_own("named by itself");
    if (!fork()) {
        show_own("its child");
        _exit(0);
    }
    wait(NULL);
    return arg;
}

int main(void)
{
    pthread_t thread;
    char name[32], path[64];
    pthread_barrier_init(&begun, NULL, 2);
    pthread_barrier_init(&named, NULL, 2);
    prctl(PR_SET_NAME, "first");
    pthread_create(&thread, NULL, work, NULL);
    pthread_barrier_wait(&begun);
    pthread_getname_np(thread, name, sizeof name);
    printf("inherited: %s\n", name);
    printf("set: %d, too long: %d\n", pthread_setname_np(thread, "x"), pthread_setname_np(thread, "0123456789abcdef") == ERANGE);
    snprintf(path, sizeof path, "/proc/self/task/%d/comm", tid);
    int f = open(path, O_RDWR);
    printf("written: %d\n", (int)write(f, "a second one, cut off", 21));
    ssize_t n = read(f, name, 3);
    n += read(f, name + n, 20);
    printf("read: %.*s", (int)n, name);
    close(f);
    printf("no thread: %d\n", open("/proc/self/task/1/comm", O_RDWR) < 0);
    fflush(stdout);
    pthread_barrier_wait(&named);
    pthread_join(thread, NULL);
    show_own("the first");
    return 0;
}
