/* Takes as much as it gets of one thing: --mem-limit, --max-processes, --max-files, --max-output. What was got is left
 * to whoever looks from outside. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

static int number;

/* Children that have so many megabytes each. */
static void children(int megabytes)
{
    for (int i = 0; i < number; i++) {
        if (fork()) continue;
        char *a = mmap(NULL, megabytes << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (a == MAP_FAILED) _exit(1);
        memset(a, 1, megabytes << 20);
        pause();
    }
    while (wait(NULL) > 0) continue;
}

static void *sleeps(void *arg)
{
    pause();
    return arg;
}

static void threads(void)
{
    pthread_t t;
    for (int i = 0; i < number; i++) pthread_create(&t, NULL, sleeps, NULL);
    pause();
}

/* As many as there may be at a time, but one after the other. */
static void sequence(void)
{
    for (int i = 0; i < number; i++) {
        if (!fork()) _exit(0);
        if (wait(NULL) < 0) exit(1);
    }
}

static void datagrams(void)
{
    struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof a;
    int s = socket(AF_INET, SOCK_DGRAM, 0);
    bind(s, (struct sockaddr *)&a, sizeof a);
    getsockname(s, (struct sockaddr *)&a, &size);
    for (int i = 0; i < number; i++) sendto(s, "", 0, 0, (struct sockaddr *)&a, size);
}

static void pipes(void)
{
    int p[2];
    for (int i = 0; i < number; i++)
        if (pipe(p)) break;
}

static void files(void)
{
    for (int i = 0; i < number; i++)
        if (open("/dev/null", O_RDONLY) < 0) break;
    for (int i = 0; i < 10 && fork(); i++) continue; /* which have them, too */
    pause();
}

static void output(const char *how)
{
    static char kilobyte[1024];
    int fd = open("out", O_CREAT | O_TRUNC | O_RDWR, 0600), in;
    memset(kilobyte, 'o', sizeof kilobyte);
    if (!strcmp(how, "fallocate")) exit(posix_fallocate(fd, 0, number * 1024L));
    if (!strcmp(how, "map")) {
        ftruncate(fd, number * 1024L);
        exit(mmap(NULL, number * 1024L, PROT_WRITE, MAP_SHARED, fd, 0) == MAP_FAILED);
    }
    if (!strcmp(how, "sendfile")) {
        in = open("in", O_RDONLY);
        while (sendfile(fd, in, NULL, 1 << 30) > 0) continue;
        exit(0);
    }
    if (!strcmp(how, "link")) {
        char name[16], to[2048] = {0};
        memset(to, 'o', sizeof to - 1);
        for (int i = 0; i < number / 2; i++) {
            snprintf(name, sizeof name, "links/%d", i);
            unlink(name);
            if (symlink(to, name)) exit(1);
        }
        exit(0);
    }
    if (!strcmp(how, "both")) in = dup(1);
    for (int i = 0; i < number; i++) {
        if (write(fd, kilobyte, sizeof kilobyte) != sizeof kilobyte) break;
        if (!strcmp(how, "both")) write(in, kilobyte, 10);
    }
}

/* Names of each kind, as many as `number`; or no more than a few at a time, taken away by each call that can. */
static void names(int stay)
{
    char name[16], other[16];
    mkdir("names", 0700);
    for (int i = 0; i < number; i++) {
        struct sockaddr_un a = {.sun_family = AF_UNIX};
        snprintf(name, sizeof name, "names/%d", stay ? i : 0);
        snprintf(other, sizeof other, "names/%d", stay ? i : 1);
        snprintf(a.sun_path, sizeof a.sun_path, "%s", name);
        int s = i % 6 == 5 ? socket(AF_UNIX, SOCK_DGRAM, 0) : -1;
        if (i % 6 == 0) close(open(name, O_CREAT | O_WRONLY, 0600));
        if (i % 6 == 1) mkdir(name, 0700);
        if (i % 6 == 2) symlink("x", name);
        if (i % 6 == 3) mkfifo(name, 0600);
        if (i % 6 == 4) link("in", name);
        if (i % 6 == 5) bind(s, (struct sockaddr *)&a, sizeof a), close(s);
        if (stay) continue;
        close(open(other, O_CREAT | O_WRONLY, 0600));
        close(open(other, O_CREAT | O_WRONLY, 0600)); /* is there */
        if (i % 6 == 1) rmdir(name);
        else rename(other, name), unlink(name);
    }
}

/* The new program is as great as this one. */
static char ballast[20 << 20];
static void exec_again(char **argv)
{
    char left[12];
    memset(ballast, 1, sizeof ballast);
    if (number == 0) return;
    snprintf(left, sizeof left, "%d", number - 1);
    argv[2] = left;
    execv("/proc/self/exe", argv);
    exit(1);
}

/* Calls that nobody returns from: f2 calls f3, which calls f2. */
extern void endless_calls(long);
__asm__(
    ".text\n.align 4\n.globl endless_calls\n.type endless_calls,@function\nendless_calls:\n copy %r2,%r22\n b f2\n "
    "nop\n"
    ".size endless_calls,.-endless_calls\n.globl f2\n.type f2,@function\nf2:\n b,l f3,%r2\n nop\n.size f2,.-f2\n.globl "
    "f3\n"
    ".type f3,@function\nf3:\n addib,<= -1,%r26,1f\n nop\n b,l f2,%r2\n nop\n1: bv %r0(%r22)\n nop\n.size f3,.-f3\n");

/* And then jumps to where nobody has called from. */
extern void vain_jumps(long);
__asm__(".text\n.align 4\n.globl vain_jumps\n.type vain_jumps,@function\nvain_jumps:\n copy %r2,%r22\n"
        " ldil LR'vain_landing,%r21\n ldo RR'vain_landing(%r21),%r21\n1: bv %r0(%r21)\n nop\nvain_landing:\n"
        " addib,> -1,%r26,1b\n nop\n bv %r0(%r22)\n nop\n.size vain_jumps,.-vain_jumps\n");

int main(int argc, char **argv)
{
    const char *way = argc > 2 ? argv[1] : "";
    if (argc > 2) number = atoi(argv[2]);
    if (!strcmp(way, "children")) children(10);
    else if (!strcmp(way, "processes")) children(0);
    else if (!strcmp(way, "threads")) threads();
    else if (!strcmp(way, "sequence")) sequence();
    else if (!strcmp(way, "datagrams")) datagrams();
    else if (!strcmp(way, "pipes")) pipes();
    else if (!strcmp(way, "files")) files();
    else if (!strcmp(way, "exec")) exec_again(argv);
    else if (!strcmp(way, "calls")) endless_calls(number);
    else if (!strcmp(way, "jumps")) endless_calls(2 << 20), vain_jumps(number);
    else if (!strcmp(way, "write") || !strcmp(way, "both") || !strcmp(way, "sendfile") || !strcmp(way, "fallocate") ||
             !strcmp(way, "map") || !strcmp(way, "link"))
        output(way);
    else if (!strcmp(way, "names")) names(1);
    else if (!strcmp(way, "passing-names")) names(0);
    else return 2;
    puts("done");
    return 0;
}
