/* Pipes between processes: order, blocking, ends, poll and select; programs one after the other by exec. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;
static char buffer[200000];

static void pause_ms(int ms)
{
    struct timespec ts = {.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000};
    nanosleep(&ts, NULL);
}

/* --- producer and consumer ---------------------------------------------------------------------------------------- */

/* The consumer's sum arrives by a second pipe. */
static void produce(void)
{
    int there[2], back[2];
    unsigned sum = 0, mine = 0, n = 0;
    if (pipe(there) != 0 || pipe(back) != 0) return;
    if (fork() == 0) {
        unsigned char part[777];
        ssize_t got;
        close(there[1]);
        while ((got = read(there[0], part, sizeof part)) > 0)
            for (ssize_t i = 0; i < got; i++) sum = sum * 31 + part[i], n++;
        write(back[1], &sum, sizeof sum);
        write(back[1], &n, sizeof n);
        _exit(0);
    }
    close(there[0]);
    for (int i = 0; i < 300; i++) {
        size_t len = (size_t)(i * 37 % 5000 + 1);
        for (size_t k = 0; k < len; k++) {
            buffer[k] = (char)(i + k);
            mine = mine * 31 + (unsigned char)buffer[k];
        }
        if (write(there[1], buffer, len) != (ssize_t)len) printf("short write\n");
    }
    close(there[1]);
    read(back[0], &sum, sizeof sum);
    read(back[0], &n, sizeof n);
    printf("producer and consumer: %u bytes, %s\n", n, sum == mine ? "the same" : "not the same");
    close(back[0]);
    close(back[1]);
    wait(NULL);
}

/* One write larger than the pipe, seen in pieces by a slow reader. */
static void large(void)
{
    int fd[2], status;
    if (pipe(fd) != 0) return;
    pid_t pid = fork();
    if (pid == 0) {
        close(fd[0]);
        _exit(write(fd[1], buffer, 150000) == 150000 ? 0 : 1);
    }
    close(fd[1]);
    long total = 0, got;
    pause_ms(5);
    while ((got = read(fd[0], buffer, 10000)) > 0) total += got;
    waitpid(pid, &status, 0);
    printf("large: %ld, writer %d\n", total, WEXITSTATUS(status));
    close(fd[0]);
}

/* --- ends --------------------------------------------------------------------------------------------------------- */

static volatile sig_atomic_t broken;
static void on_pipe(int signo) { broken = signo == SIGPIPE; }

static void ends(void)
{
    int fd[2], n = 0, status;
    struct stat st;
    char c[10];
    pipe(fd);
    printf("nothing to read: ");
    fcntl(fd[0], F_SETFL, O_NONBLOCK);
    printf("%zd %s\n", read(fd[0], c, 1), strerror(errno));
    write(fd[1], "hello", 5);
    ioctl(fd[0], FIONREAD, &n);
    printf("waiting: %d, read %zd of 3, then %zd of 10\n", n, read(fd[0], c, 3), read(fd[0], c, 10));
    struct iovec v[3] = {{"ab", 2}, {"", 0}, {"cde", 3}}, w[2] = {{c, 1}, {c + 1, 9}};
    printf("vectors: %zd", writev(fd[1], v, 3));
    printf(" %zd %.5s\n", readv(fd[0], w, 2), c);
    printf("wrong end: %zd %s", write(fd[0], c, 1), strerror(errno));
    printf(", %zd %s\n", read(fd[1], c, 1), strerror(errno));
    printf("seek: %ld %s\n", (long)lseek(fd[0], 0, SEEK_SET), strerror(errno));
    printf("fifo: %d\n", fstat(fd[0], &st) == 0 && S_ISFIFO(st.st_mode));
    fcntl(fd[1], F_SETFL, O_NONBLOCK);
    ssize_t full = 0, r;
    while ((r = write(fd[1], buffer, 4096)) > 0) full += r;
    printf("full: %zd, %zd %s\n", full, r, strerror(errno));
    printf("atomic: %zd", read(fd[0], buffer, 4095));
    printf(" %zd %s\n", write(fd[1], buffer, 4096), strerror(errno));
    signal(SIGPIPE, on_pipe);
    close(fd[0]);
    printf("no reader: %zd %s, signal %d\n", write(fd[1], "x", 1), strerror(errno), broken);
    close(fd[1]);
    pipe(fd);
    write(fd[1], "last", 4);
    close(fd[1]);
    printf("no writer: %zd", read(fd[0], c, 10));
    printf(" %zd\n", read(fd[0], c, 10));
    close(fd[0]);
    signal(SIGPIPE, SIG_DFL);
    pipe(fd);
    pid_t pid = fork();
    if (pid == 0) {
        close(fd[0]);
        for (;;) write(fd[1], buffer, 1000);
    }
    read(fd[0], c, 10);
    close(fd[0]);
    close(fd[1]);
    waitpid(pid, &status, 0);
    printf("killed: %s\n", WIFSIGNALED(status) ? strsignal(WTERMSIG(status)) : "no");
}

static volatile sig_atomic_t alarms;
static void on_alarm(int signo) { (void)signo, alarms++; }

static void interrupted(void)
{
    struct sigaction sa = {.sa_handler = on_alarm};
    int fd[2];
    char c;
    pipe(fd);
    sigaction(SIGALRM, &sa, NULL);
    pid_t parent = getpid(), pid = fork();
    if (pid == 0) {
        pause_ms(20);
        kill(parent, SIGALRM);
        pause_ms(20);
        write(fd[1], "!", 1);
        _exit(0);
    }
    printf("interrupted: %zd %s", read(fd[0], &c, 1), strerror(errno));
    printf(", again %zd %c, %d\n", read(fd[0], &c, 1), c, alarms);
    wait(NULL);
    sa.sa_flags = SA_RESTART;
    sigaction(SIGALRM, &sa, NULL);
    pid = fork();
    if (pid == 0) {
        pause_ms(20);
        kill(parent, SIGALRM);
        pause_ms(20);
        write(fd[1], "?", 1);
        _exit(0);
    }
    printf("restarted: %zd", read(fd[0], &c, 1));
    printf(" %c, %d\n", c, alarms);
    wait(NULL);
    close(fd[0]);
    close(fd[1]);
}

/* --- poll --------------------------------------------------------------------------------------------------------- */

static void polling(void)
{
    int a[2], b[2];
    char c;
    fd_set set;
    pipe(a);
    pipe(b);
    struct pollfd p[3] = {{a[0], POLLIN}, {b[0], POLLIN}, {a[1], POLLOUT}};
    printf("poll: %d", poll(p, 2, 0));
    printf(" %d, %x\n", poll(p, 3, 0), p[2].revents);
    if (fork() == 0) {
        pause_ms(20);
        write(b[1], "b", 1);
        pause_ms(20);
        write(a[1], "a", 1);
        pause_ms(20);
        _exit(0);
    }
    close(a[1]);
    close(b[1]);
    printf("b first: %d %x %x\n", poll(p, 2, -1), p[0].revents, p[1].revents);
    read(b[0], &c, 1);
    FD_ZERO(&set);
    FD_SET(a[0], &set);
    FD_SET(b[0], &set);
    printf("then a: %d", select(a[0] > b[0] ? a[0] + 1 : b[0] + 1, &set, NULL, NULL, NULL));
    printf(" %d %d\n", !!FD_ISSET(a[0], &set), !!FD_ISSET(b[0], &set));
    wait(NULL);
    printf("hung up: %d %x %x\n", poll(p, 2, 1000), p[0].revents, p[1].revents);
    read(a[0], &c, 1);
    printf("all gone: %d %x %x\n", poll(p, 2, 10), p[0].revents, p[1].revents);
    close(a[0]);
    close(b[0]);
}

/* --- programs ----------------------------------------------------------------------------------------------------- */

/* This program again, as one of the words below. */
static int as(const char *word, char **argv)
{
    if (!strcmp(word, "upper")) {
        for (int c; (c = getchar()) != EOF;) putchar(c >= 'a' && c <= 'z' ? c - 32 : c);
    } else if (!strcmp(word, "count")) {
        int lines = 0, bytes = 0;
        for (int c; (c = getchar()) != EOF; bytes++) lines += c == '\n';
        printf("%d %d\n", lines, bytes);
    } else if (!strcmp(word, "lines")) {
        for (int i = 0; i < 20000; i++) printf("line %d\n", i);
    } else if (!strcmp(word, "show")) {
        for (int i = 0; argv[i]; i++) printf("[%s]", argv[i]);
        printf(" %s, fd 9 %s, ignored %d, handled %d\n", getenv("COLOUR") ? getenv("COLOUR") : "-",
               fcntl(9, F_GETFD) < 0 ? "closed" : "open", signal(SIGUSR1, SIG_DFL) == SIG_IGN,
               signal(SIGUSR2, SIG_DFL) != SIG_DFL);
        return 17;
    }
    return 0;
}

static pid_t start(const char *word, int in, int out, int other)
{
    pid_t pid = fork();
    if (pid) return pid;
    if (in >= 0) dup2(in, 0);
    if (out >= 0) dup2(out, 1);
    if (in > 2) close(in);
    if (out > 2) close(out);
    if (other > 2) close(other);
    execl("/proc/self/exe", "pipes", word, NULL);
    _exit(127);
}

static void pipeline(void)
{
    int one[2], two[2], status = 0;
    pipe(one);
    pid_t lines = start("lines", -1, one[1], one[0]);
    close(one[1]);
    pipe(two);
    start("upper", one[0], two[1], two[0]);
    close(one[0]);
    close(two[1]);
    fflush(stdout);
    start("count", two[0], -1, -1);
    close(two[0]);
    waitpid(lines, &status, 0);
    printf("pipeline: %d", status);
    while (wait(&status) > 0) printf(" %d", status);
    printf("\n");
}

static void exec_details(void)
{
    int status, fd = open("/dev/null", O_RDONLY);
    dup3(fd, 9, O_CLOEXEC);
    signal(SIGUSR1, SIG_IGN);
    signal(SIGUSR2, on_alarm);
    fflush(stdout);
    pid_t pid = fork();
    if (pid == 0) {
        char *argv[] = {"pipes", "show", "a b", "", NULL}, *env[] = {"COLOUR=green", NULL};
        execve("/proc/self/exe", argv, env);
        _exit(127);
    }
    waitpid(pid, &status, 0);
    printf("execve: %d\n", WEXITSTATUS(status));
    printf("missing: %d %s\n", execl("./missing", "x", NULL), strerror(errno));
    mkdir("folder", 0700);
    printf("folder: %d %s\n", execl("./folder", "x", NULL), strerror(errno));
    int text = open("text", O_WRONLY | O_CREAT, 0600);
    write(text, "no program", 10);
    close(text);
    printf("no right: %d %s\n", execl("./text", "x", NULL), strerror(errno));
    chmod("text", 0700);
    printf("no program: %d %s\n", execl("./text", "x", NULL), strerror(errno));
    char *argv[] = {"pipes", "show", "spawned", NULL};
    pid = -1;
    int r = posix_spawn(&pid, "/proc/self/exe", NULL, NULL, argv, environ);
    waitpid(pid, &status, 0);
    printf("spawn: %d, %d\n", r, WEXITSTATUS(status));
    fflush(stdout);
    char script[4096], exe[4000];
    ssize_t n = readlink("/proc/self/exe", exe, sizeof exe - 1);
    exe[n > 0 ? n : 0] = 0;
    int len = snprintf(script, sizeof script, "#! %s   show \nnothing\n", exe);
    text = open("script", O_WRONLY | O_CREAT, 0700);
    write(text, script, (size_t)len);
    close(text);
    pid = fork();
    if (pid == 0) {
        execl("./script", "name", "argument", NULL);
        _exit(127);
    }
    waitpid(pid, &status, 0);
    printf("script: %d\n", WEXITSTATUS(status));
}

/* As grep empties what it is given: by splice(), or by read() where that is EINVAL. Other errors are those of Linux. */
static void drained(void)
{
    int p[2], null = open("/dev/null", O_WRONLY);
    if (pipe(p) != 0) return;
    write(p[1], "abc", 3);
    ssize_t n = splice(p[0], NULL, null, NULL, 16, 0);
    if (n < 0 && errno == EINVAL) n = read(p[0], buffer, sizeof buffer);
    printf("drained: %d\n", (int)n);
    n = splice(-1, NULL, null, NULL, 16, 0);
    printf("of no file: %d %s, ", (int)n, strerror(errno));
    n = splice(-1, NULL, null, NULL, 0, 0);
    printf("of no bytes: %d, ", (int)n);
    n = tee(-1, p[1], 1, 0);
    printf("tee: %d %s\n", (int)n, strerror(errno));
    close(p[0]), close(p[1]), close(null);
}

int main(int argc, char **argv)
{
    if (argc > 1) {
        argv[0] = "pipes";
        return as(argv[1], argv);
    }
    setvbuf(stdout, NULL, _IOLBF, 0);
    produce();
    large();
    ends();
    interrupted();
    polling();
    pipeline();
    exec_details();
    drained();
    return 0;
}
