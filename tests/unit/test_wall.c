/* The second wall (emu/os/wall.h) as whoever has got through the first one finds it: raw calls of the host, made in a
 * child that has confined itself as a run in a sandbox does. */
#include "emu/os/wall.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "emu/core/types.h"
#include "tests/unit/suites.h"

static char folder[64], box[80], outside[80], output[80];
static struct sockaddr_un door = {.sun_family = AF_UNIX};
static int listening;

static const char *in(const char *where, const char *name)
{
    static char path[4][256];
    static unsigned turn;
    char *p = path[turn++ % 4];
    snprintf(p, sizeof path[0], "%s/%s", where, name);
    return p;
}

static void make(const char *path)
{
    int fd = open(path, O_WRONLY | O_CREAT, 0644);
    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(write(fd, "secret\n", 7), 7);
    close(fd);
}

static void setup(void)
{
    strcpy(folder, "/tmp/wall.XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(box, sizeof box, "%s/box", folder);
    snprintf(outside, sizeof outside, "%s/outside", folder);
    snprintf(output, sizeof output, "%s/output", folder);
    mkdir(box, 0755), mkdir(outside, 0755), mkdir(output, 0755);
    make(in(box, "file"));
    make(in(outside, "file"));
    make(in(output, "other"));
    snprintf(door.sun_path, sizeof door.sun_path, "%s/door", outside);
    listening = socket(AF_UNIX, SOCK_STREAM, 0);
    ck_assert_int_eq(bind(listening, (struct sockaddr *)&door, sizeof door), 0);
    ck_assert_int_eq(listen(listening, 1), 0);
}

static void teardown(void)
{
    static const char *const files[] = {"box/file",     "box/made",     "box/sub/made",
                                        "outside/file", "outside/door", "outside/made",
                                        "output/other", "output/whole", "output/temporary"};
    static const char *const folders[] = {"box/sub", "box", "outside", "output", ""};
    close(listening);
    for (unsigned i = 0; i < sizeof files / sizeof *files; i++) unlink(in(folder, files[i]));
    for (unsigned i = 0; i < sizeof folders / sizeof *folders; i++) rmdir(in(folder, folders[i]));
}

/* Runs `each` behind a wall; -1: this host has no whole one. Its result: 0, or the line of the call that got through. */
static int behind_of(const struct wall_path *path, size_t n, int (*each)(void))
{
    enum { NO_WALL = 255 };
    int status;
    pid_t pid = fork();
    ck_assert_int_ge(pid, 0);
    if (pid == 0) {
        char missing[WALL_TEXT];
        wall_up(path, n, missing);
        _exit(missing[0] ? NO_WALL : each());
    }
    ck_assert_int_eq(waitpid(pid, &status, 0), pid);
    ck_assert_msg(WIFEXITED(status), "killed by signal %d", WTERMSIG(status));
    if (WEXITSTATUS(status) == NO_WALL) printf("no whole wall on this host: not tried\n");
    return WEXITSTATUS(status) == NO_WALL ? -1 : WEXITSTATUS(status);
}

static int behind(int (*each)(void))
{
    const struct wall_path path[] = {{.path = box, .use = WALL_BOX}, {.path = output, .use = WALL_OUTPUT}};
    return behind_of(path, ARRAY_LEN(path), each);
}

/* The line, as an exit status, of a call that should have failed and has not. */
#define REFUSED(call)                                                                                                  \
    do {                                                                                                               \
        if ((call) >= 0) return __LINE__ % 200 + 1;                                                                    \
    } while (0)
#define WORKS(call)                                                                                                    \
    do {                                                                                                               \
        if ((call) < 0) return __LINE__ % 200 + 1;                                                                     \
    } while (0)

static int files(void)
{
    REFUSED(open(in(outside, "file"), O_RDONLY));
    REFUSED(open(in(outside, "file"), O_WRONLY));
    REFUSED(open(in(outside, "made"), O_WRONLY | O_CREAT, 0644));
    REFUSED(open("/etc/passwd", O_RDONLY));
    REFUSED(open(outside, O_RDONLY | O_DIRECTORY));
    REFUSED(unlink(in(outside, "file")));
    REFUSED(truncate(in(outside, "file"), 0));
    REFUSED(rename(in(outside, "file"), in(box, "taken")));
    REFUSED(rename(in(box, "file"), in(outside, "made")));
    REFUSED(link(in(outside, "file"), in(box, "taken")));
    REFUSED(symlink("x", in(outside, "made")));
    REFUSED(mkdir(in(outside, "made"), 0755));
    REFUSED(open("/proc/self/mem", O_RDWR));
    REFUSED(open(in(output, "other"), O_RDONLY));
    WORKS(open("/dev/null", O_RDWR));
    WORKS(open(in(box, "file"), O_RDWR));
    WORKS(mkdir(in(box, "sub"), 0755));
    WORKS(open(in(box, "made"), O_WRONLY | O_CREAT, 0644));
    WORKS(rename(in(box, "made"), in(box, "sub/made")));
    WORKS(open(in(output, "temporary"), O_WRONLY | O_CREAT | O_EXCL, 0644));
    WORKS(rename(in(output, "temporary"), in(output, "whole")));
    return 0;
}

static void *nothing(void *p) { return p; }

static int calls(void)
{
    char byte, *const argv[] = {"true", NULL};
    struct iovec own = {&byte, 1}, other = {(void *)&listening, 1};
    struct sockaddr_in net = {.sin_family = AF_INET, .sin_port = htons(9)};
    pthread_t thread;
    REFUSED(socket(AF_INET, SOCK_STREAM, 0));
    REFUSED(socket(AF_NETLINK, SOCK_RAW, 0));
    int s = socket(AF_UNIX, SOCK_STREAM, 0);
    WORKS(s);
    REFUSED(connect(s, (struct sockaddr *)&door, sizeof door));
    REFUSED(connect(s, (struct sockaddr *)&net, sizeof net));
    REFUSED(bind(s, (struct sockaddr *)&door, sizeof door));
    REFUSED(accept(listening, NULL, NULL));
    REFUSED(execve("/bin/true", argv, argv + 1));
    REFUSED(syscall(SYS_execveat, AT_FDCWD, "/bin/true", argv, argv + 1, 0));
    REFUSED(ptrace(PTRACE_ATTACH, getppid(), NULL, NULL));
    REFUSED(process_vm_readv(getppid(), &own, 1, &other, 1, 0));
    REFUSED(process_vm_writev(getppid(), &own, 1, &other, 1, 0));
    REFUSED(kill(getppid(), 0));
    REFUSED(syscall(SYS_tgkill, getppid(), getppid(), 0));
    REFUSED(fork());
    REFUSED(syscall(SYS_bpf, 0, NULL, 0));
    REFUSED(syscall(SYS_mount, "none", box, "tmpfs", 0, NULL));
    REFUSED(syscall(SYS_unshare, 0));
    REFUSED(syscall(SYS_io_uring_setup, 1, NULL));
    REFUSED(mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED ? -1 : 0);
    WORKS(mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED ? -1 : 0);
    WORKS(kill(getpid(), 0));
    WORKS(pthread_create(&thread, NULL, nothing, NULL) || pthread_join(thread, NULL) ? -1 : 0);
    return 0;
}

START_TEST(test_files)
{
    int line = behind(files);
    ck_assert_msg(line <= 0, "the call in line %d (modulo 200) of this file went otherwise", line - 1);
}
END_TEST

static int moved(void)
{
    REFUSED(open(in(output, "made"), O_WRONLY | O_CREAT, 0644)); /* the name leads outside by now */
    REFUSED(open(in(outside, "file"), O_WRONLY));
    WORKS(open(in(folder, "moved/temporary"), O_WRONLY | O_CREAT | O_EXCL, 0644));
    WORKS(rename(in(folder, "moved/temporary"), in(folder, "moved/whole")));
    REFUSED(open(in(folder, "moved/other"), O_RDONLY));
    return 0;
}

/* The folder of an output that was opened, whatever stands under its name when the wall goes up. */
START_TEST(test_moved)
{
    int fd = open(output, O_PATH | O_DIRECTORY | O_CLOEXEC);
    const struct wall_path path[] = {
        {.path = box, .use = WALL_BOX}, {.use = WALL_OUTPUT, .fd = fd}, {.use = WALL_OUTPUT, .fd = -1}};
    ck_assert_int_ge(fd, 0);
    ck_assert_int_eq(rename(output, in(folder, "moved")), 0);
    ck_assert_int_eq(symlink(outside, output), 0);
    int r = behind_of(path, ARRAY_LEN(path), moved);
    close(fd);
    unlink(in(folder, "moved/whole"));
    ck_assert_int_eq(unlink(output), 0);
    ck_assert_int_eq(rename(in(folder, "moved"), output), 0);
    ck_assert_int_le(r, 0);
}
END_TEST

START_TEST(test_calls)
{
    int line = behind(calls);
    ck_assert_msg(line <= 0, "the call in line %d (modulo 200) of this file went otherwise", line - 1);
}
END_TEST

Suite *wall_suite(void)
{
    Suite *s = suite_create("wall");
    TCase *t = tcase_create("wall");
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_add_test(t, test_files);
    tcase_add_test(t, test_moved);
    tcase_add_test(t, test_calls);
    suite_add_tcase(s, t);
    return s;
}
