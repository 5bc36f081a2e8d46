/* What the host's kernel says of signals, memory and a process's own settings, where a first reading of the manual pages had missed it: the expected output is
 * that of this program on Linux 6.18. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

enum { PAGE = 4096 };

static volatile sig_atomic_t caught;
static void on_signal(int signo) { (void)signo; caught++; }

static void say(const char *what, long r)
{
    int why = errno;
    printf("%s: %ld%s%s\n", what, r, r < 0 ? " " : "", r < 0 ? strerror(why) : "");
}

static void handle(int signo, void (*handler)(int), int flags)
{
    struct sigaction a = {.sa_handler = handler, .sa_flags = flags};
    sigfillset(&a.sa_mask);
    sigaction(signo, &a, NULL);
}

static int next_of(const sigset_t *set, siginfo_t *info)
{
    const struct timespec none = {0, 0};
    return sigtimedwait(set, info, &none);
}

static void timers(void)
{
    struct itimerspec each = {{0, 10000000}, {0, 10000000}}, off = {{0, 0}, {0, 0}};
    struct timespec a_while = {0, 55000000}, until;
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGRTMIN};
    struct itimerval once = {{0, 0}, {0, 30000}};
    siginfo_t info = {0};
    sigset_t set;
    timer_t timer;
    sigemptyset(&set);
    sigaddset(&set, SIGRTMIN);
    sigprocmask(SIG_BLOCK, &set, NULL);
    say("timer_create", timer_create(CLOCK_MONOTONIC, &event, &timer));
    timer_settime(timer, 0, &each, NULL);
    nanosleep(&a_while, NULL);
    say("one signal", next_of(&set, &info) == SIGRTMIN);
    say("of several expiries", info.si_overrun >= 4 && timer_getoverrun(timer) == info.si_overrun);
    timer_settime(timer, 0, &off, NULL);
    next_of(&set, &info);
    say("and no more", next_of(&set, &info));
    timer_settime(timer, 0, &each, NULL);
    nanosleep(&a_while, NULL);
    timer_delete(timer);
    event.sigev_signo = SIGRTMIN + 1;
    sigaddset(&set, SIGRTMIN + 1);
    sigprocmask(SIG_BLOCK, &set, NULL);
    timer_create(CLOCK_MONOTONIC, &event, &timer);
    timer_settime(timer, 0, &each, NULL);
    nanosleep(&a_while, NULL);
    timer_settime(timer, 0, &off, NULL);
    sigpending(&set);
    say("of another timer", sigismember(&set, SIGRTMIN + 1));
    event.sigev_notify = SIGEV_NONE;
    for (int id = CLOCK_MONOTONIC_RAW; id <= CLOCK_MONOTONIC_COARSE; id++) say("timer of a clock to read", timer_create(id, &event, &timer));
    handle(SIGALRM, on_signal, SA_RESTART);
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += 2;
    setitimer(ITIMER_REAL, &once, NULL);
    printf("an absolute sleep is interrupted: %s\n", strerror(clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL)));
    until = (struct timespec){0, 1000};
    printf("a sleep by a clock to read: %s\n", strerror(clock_nanosleep(CLOCK_MONOTONIC_COARSE, 0, &until, NULL)));
}

static void pending(void)
{
    struct sigaction a;
    siginfo_t info;
    sigset_t set, now;
    sigemptyset(&set);
    sigaddset(&set, SIGUSR1);
    sigaddset(&set, SIGUSR2);
    sigprocmask(SIG_BLOCK, &set, NULL);
    caught = 0;
    raise(SIGUSR1);
    handle(SIGUSR1, SIG_IGN, 0);
    sigpending(&now);
    say("pending when it is ignored", sigismember(&now, SIGUSR1));
    handle(SIGUSR1, on_signal, 0);
    sigaction(SIGUSR1, NULL, &a);
    printf("its mask has SIGKILL %d, SIGSTOP %d, SIGTERM %d\n", sigismember(&a.sa_mask, SIGKILL), sigismember(&a.sa_mask, SIGSTOP), sigismember(&a.sa_mask, SIGTERM));
    kill(getpid(), SIGUSR1);
    pthread_kill(pthread_self(), SIGUSR2);
    say("the thread's own first", next_of(&set, &info) == SIGUSR2);
    say("then the process's", next_of(&set, &info) == SIGUSR1);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    say("handled", caught);
    sigemptyset(&set);
    sigaddset(&set, SIGTSTP);
    sigaddset(&set, SIGURG);
    sigprocmask(SIG_BLOCK, &set, NULL);
    raise(SIGTSTP);
    raise(SIGURG);
    handle(SIGTSTP, SIG_DFL, 0);
    handle(SIGURG, SIG_DFL, 0);
    sigpending(&now);
    printf("by default: SIGTSTP %d, SIGURG %d\n", sigismember(&now, SIGTSTP), sigismember(&now, SIGURG));
    handle(SIGTSTP, SIG_IGN, 0);
}

static void memory(void)
{
    int zero = open("/dev/zero", O_RDWR), only = open("/dev/zero", O_RDONLY);
    char *p = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE, zero, PAGE);
    say("/dev/zero", p == MAP_FAILED ? -1 : p[PAGE + 1]);
    p = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, zero, 0);
    if (p != MAP_FAILED && fork() == 0) {
        p[1] = 5;
        _exit(0);
    }
    wait(NULL);
    say("shared", p == MAP_FAILED ? -1 : p[1]);
    say("of one to read", mmap(NULL, PAGE, PROT_WRITE, MAP_SHARED, only, 0) == MAP_FAILED ? -1 : 0);
    p = mmap(NULL, 3 * PAGE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    memset(p, 9, 3 * PAGE);
    say("MADV_REMOVE", madvise(p + PAGE, PAGE, MADV_REMOVE));
    printf("%d %d %d\n", p[PAGE - 1], p[PAGE], p[2 * PAGE]);
    char *own = mmap(NULL, 3 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    say("of private memory", madvise(own, PAGE, MADV_REMOVE));
    munmap(own + PAGE, PAGE);
    say("mlock over a hole", mlock(own, 3 * PAGE));
    say("mlock", mlock(own + 100, 10));
    say("FUTEX_WAKE where nothing is mapped", syscall(SYS_futex, own + PAGE, FUTEX_WAKE | FUTEX_PRIVATE_FLAG, 1, NULL, NULL, 0));
    say("of one that may be shared", syscall(SYS_futex, own + PAGE, FUTEX_WAKE, 1, NULL, NULL, 0));
}

static void settings(void)
{
    int signo = 0, ends[2];
    char c;
    prctl(PR_SET_PDEATHSIG, SIGUSR1);
    prctl(PR_GET_PDEATHSIG, &signo);
    say("PR_GET_PDEATHSIG", signo == SIGUSR1);
    prctl(PR_SET_PDEATHSIG, 0);
    say("PR_SET_DUMPABLE", prctl(PR_SET_DUMPABLE, 5));
    prctl(PR_SET_DUMPABLE, 0);
    say("PR_GET_DUMPABLE", prctl(PR_GET_DUMPABLE));
    say("PR_GET_NO_NEW_PRIVS", prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0));
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    say("PR_GET_NO_NEW_PRIVS", prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0));
    say("PR_GET_TIMERSLACK", prctl(PR_GET_TIMERSLACK));
    if (pipe(ends) != 0) return;
    fflush(stdout);
    if (fork() == 0) {
        if (fork() == 0) {
            prctl(PR_SET_PDEATHSIG, SIGTERM);
            if (write(ends[1], "x", 1) == 1) close(ends[1]);
            pause();
            _exit(1);
        }
        _exit(read(ends[0], &c, 1) != 1);
    }
    close(ends[1]);
    wait(NULL);
    say("a child that dies with its parent", read(ends[0], &c, 1));
}

static void locks(void)
{
    struct flock lock = {.l_type = F_RDLCK, .l_whence = SEEK_SET, .l_pid = 5};
    FILE *f = tmpfile();
    if (!f) return;
    say("F_OFD_SETLK with a process", fcntl(fileno(f), F_OFD_SETLK, &lock));
    say("F_SETLK", fcntl(fileno(f), F_SETLK, &lock));
}

/* Into a pipe that is full but for a part of its last page, and from one that is read bit by bit. */
static void copies(void)
{
    static char bytes[60000], got[70000];
    int ends[2];
    off_t at = 0;
    long n, sum = 0;
    FILE *f = tmpfile();
    if (!f || pipe2(ends, O_NONBLOCK) != 0) return;
    for (unsigned i = 0; i < sizeof bytes; i++) bytes[i] = (char)(i % 251);
    fwrite(bytes, 1, sizeof bytes, f);
    fflush(f);
    for (int i = 0; i < 15; i++) n = write(ends[1], bytes, PAGE);
    say("the last page", write(ends[1], bytes, 100));
    say("sendfile into it", sendfile(ends[1], fileno(f), &at, 5000));
    say("has moved", (long)at);
    close(ends[0]);
    close(ends[1]);
    fflush(stdout);
    if (pipe(ends) != 0) return;
    if (fork() == 0) {
        close(ends[1]);
        while ((n = read(ends[0], got + sum, 3000)) > 0) sum += n;
        _exit(sum != sizeof bytes || memcmp(got, bytes, sizeof bytes) != 0);
    }
    close(ends[0]);
    n = write(ends[1], bytes, 9000);
    for (at = 9000; at < (off_t)sizeof bytes && sendfile(ends[1], fileno(f), &at, sizeof bytes - (size_t)at) > 0;) continue;
    close(ends[1]);
    wait(&ends[0]);
    say("what came is wrong", ends[0]);
}

/* --- messages that hold what they came from --------------------------------------------------------------------------- */

/* The last descriptor of the sender is in the message that it has sent, which the receiver gives up unread. */
static void in_its_own_message(const char *what, bool new_peer)
{
    int p[2], q[2];
    char control[CMSG_SPACE(sizeof(int))] = {0};
    struct iovec v = {"x", 1};
    struct msghdr m = {.msg_iov = &v, .msg_iovlen = 1, .msg_control = control, .msg_controllen = sizeof control};
    struct cmsghdr *c = CMSG_FIRSTHDR(&m);
    struct sockaddr_un to = {.sun_family = AF_UNSPEC}, other = {.sun_family = AF_UNIX};
    socklen_t size = sizeof other;
    socketpair(AF_UNIX, SOCK_DGRAM, 0, p);
    c->cmsg_level = SOL_SOCKET;
    c->cmsg_type = SCM_RIGHTS;
    c->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(c), &p[1], sizeof(int));
    say("sent", sendmsg(p[1], &m, 0));
    close(p[1]);
    q[0] = socket(AF_UNIX, SOCK_DGRAM, 0);
    bind(q[0], (struct sockaddr *)&other, sizeof other.sun_family);
    getsockname(q[0], (struct sockaddr *)&other, &size);
    say(what, new_peer ? connect(p[0], (struct sockaddr *)&other, size) : connect(p[0], (struct sockaddr *)&to, sizeof to));
    say("unread", recv(p[0], control, sizeof control, MSG_DONTWAIT));
    close(p[0]);
    close(q[0]);
}

/* --- alternate stacks ---------------------------------------------------------------------------------------------------- */

static int nested;

static void on_stack(int signo, siginfo_t *info, void *context)
{
    stack_t told;
    (void)signo, (void)info;
    sigaltstack(NULL, &told);
    printf("flags of the frame %d, of the call %d\n", ((ucontext_t *)context)->uc_stack.ss_flags, told.ss_flags);
    if (nested++ == 0) raise(SIGUSR2);
}

static void stacks(void)
{
    static char memory[1 << 18];
    stack_t s = {.ss_sp = memory, .ss_size = sizeof memory, .ss_flags = SS_ONSTACK}, none = {.ss_flags = SS_DISABLE};
    struct sigaction a = {.sa_sigaction = on_stack, .sa_flags = SA_SIGINFO | SA_ONSTACK};
    say("a stack", sigaltstack(&s, NULL));
    sigaction(SIGUSR1, &a, NULL);
    sigaction(SIGUSR2, &a, NULL);
    raise(SIGUSR1);
    a.sa_flags = SA_SIGINFO;
    sigaction(SIGUSR1, &a, NULL);
    raise(SIGUSR1);
    say("none", sigaltstack(&none, NULL));
}

/* A process that becomes another program holds its locks no more: who waits for them need not wait for its end. */
static void robust_exec(void)
{
    struct { pthread_mutex_t lock; volatile int held; } *shared = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    pthread_mutexattr_t a;
    int ends[2], status;
    pthread_mutexattr_init(&a);
    pthread_mutexattr_setpshared(&a, PTHREAD_PROCESS_SHARED);
    pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&shared->lock, &a);
    if (pipe2(ends, O_CLOEXEC) != 0) return;
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        dup2(ends[0], 0);
        pthread_mutex_lock(&shared->lock);
        shared->held = 1;
        execl("/proc/self/exe", "manners", "reads", (char *)NULL);
        _exit(1);
    }
    while (!shared->held) usleep(1000);
    usleep(100000);
    int r = pthread_mutex_trylock(&shared->lock);
    printf("a lock of a process that became another program: %s\n", r ? strerrorname_np(r) : "free");
    close(ends[0]);
    close(ends[1]);
    waitpid(child, &status, 0);
    printf("which ended with %d\n", WEXITSTATUS(status));
}

/* A timer that nobody reads tells of its first expiry only. */
static void unread_timer(void)
{
    int fd = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK), set = epoll_create1(0), told = 0;
    struct itimerspec each = {{0, 10000000}, {0, 10000000}};
    struct epoll_event e = {.events = EPOLLIN | EPOLLET};
    unsigned long long times;
    epoll_ctl(set, EPOLL_CTL_ADD, fd, &e);
    timerfd_settime(fd, 0, &each, NULL);
    for (int i = 0; i < 5; i++, usleep(15000)) told += epoll_wait(set, &e, 1, 0);
    printf("a timer that nobody reads told %d times", told);
    if (read(fd, &times, sizeof times) != sizeof times) puts("?");
    usleep(25000);
    printf(", and read %d more\n", epoll_wait(set, &e, 1, 0));
    close(fd);
    close(set);
}

static void port_of_nobody(void)
{
    int fd = socket(AF_INET, SOCK_DGRAM, 0);
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    say("a datagram to port 0", sendto(fd, "x", 1, 0, (struct sockaddr *)&to, sizeof to));
    say("a connection to it", connect(fd, (struct sockaddr *)&to, sizeof to));
    say("a datagram over that", send(fd, "x", 1, 0));
    close(fd);
}

static void spend(void)
{
    struct rusage u;
    do getrusage(RUSAGE_SELF, &u);
    while (u.ru_utime.tv_sec == 0 && u.ru_utime.tv_usec + u.ru_stime.tv_usec < 50000);
}

/* What children have used that nobody asks for counts for nobody. */
static void unwanted_children(void)
{
    for (int wanted = 0; wanted < 2; wanted++) {
        struct rusage before, after;
        getrusage(RUSAGE_CHILDREN, &before);
        signal(SIGCHLD, wanted ? SIG_DFL : SIG_IGN);
        fflush(stdout);
        pid_t child = fork();
        if (child == 0) {
            spend();
            _exit(0);
        }
        waitpid(child, NULL, 0);
        getrusage(RUSAGE_CHILDREN, &after);
        printf("%s child: time %d, memory %d\n", wanted ? "a wanted" : "an unwanted",
               after.ru_utime.tv_sec * 1000000 + after.ru_utime.tv_usec + after.ru_stime.tv_usec >
                   before.ru_utime.tv_sec * 1000000 + before.ru_utime.tv_usec + before.ru_stime.tv_usec + 20000,
               after.ru_maxrss > 0);
    }
}

int main(int argc, char **argv)
{
    char c;
    if (argc > 1 && !strcmp(argv[1], "reads")) return read(0, &c, 1) == 0 ? 7 : 8;
    robust_exec();
    unread_timer();
    port_of_nobody();
    in_its_own_message("to nobody", false);
    in_its_own_message("to another one", true);
    stacks();
    copies();
    timers();
    pending();
    memory();
    settings();
    locks();
    unwanted_children();
    return 0;
}
