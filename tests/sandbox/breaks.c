/* Ways out of a sandbox that go by what a path is called instead of what it is. Arguments: the way, then the folder of the
 * sandbox and one beside it (which holds "file"), both absolute; or numbers. One line a try: its name and how it ended. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

static void say(const char *what, long r)
{
    printf("%-28s %s\n", what, r >= 0 ? "done" : strerrorname_np(errno));
    fflush(stdout);
}

static void open_and_say(const char *what, int dirfd, const char *name, int flags)
{
    int fd = openat(dirfd, name, flags, 0644);
    say(what, fd);
    if (fd >= 0) close(fd);
}

static const char *join(char *to, const char *a, const char *b)
{
    snprintf(to, PATH_MAX, "%s%s", a, b);
    return to;
}

/* "../../..": from `folder`'s place, with `more` folders below it, to the root. */
static const char *up(char *to, const char *folder, int more)
{
    *to = 0;
    for (const char *s = folder; *s; s++) more += *s == '/';
    while (more--) strcat(to, "../");
    return to;
}

/* A removed folder: the text of its path names something else, which is deeper. */
static void removed(const char *box, const char *other)
{
    char a[PATH_MAX], b[PATH_MAX], way[PATH_MAX];
    mkdir(join(a, box, "/gone"), 0755);
    int fd = open(a, O_RDONLY | O_DIRECTORY);
    rmdir(a);
    join(b, box, "/deep");
    for (int i = 0; i < 14; i++) {
        mkdir(b, 0755);
        strcat(b, "/d");
    }
    mkdir(b, 0755);
    say("a link of its name", symlink(b, join(a, box, "/gone (deleted)")));
    up(way, box, 1);
    snprintf(a, sizeof a, "%s%s/file", way, other + 1);
    open_and_say("from a removed folder", fd, a, O_RDONLY);
    snprintf(a, sizeof a, "%s%s/made", way, other + 1);
    open_and_say("made from a removed folder", fd, a, O_WRONLY | O_CREAT);
    say("mkdirat from there", mkdirat(fd, a, 0755));
    open_and_say("inside from there", fd, "../file", O_RDONLY);
    mkdir(join(a, box, "/cwd"), 0755);
    if (chdir(a) == 0) rmdir(a);
    snprintf(a, sizeof a, "%s%s/file", way, other + 1);
    open_and_say("from a removed cwd", AT_FDCWD, a, O_RDONLY);
    open_and_say("inside from there", AT_FDCWD, "../file", O_RDONLY);
    say("name of a removed cwd", getcwd(a, sizeof a) ? 0 : -1);
}

/* A folder that has moved up since it was opened. */
static void moved(const char *box, const char *other)
{
    char a[PATH_MAX], b[PATH_MAX], way[PATH_MAX];
    join(a, box, "/m");
    mkdir(a, 0755);
    for (int i = 0; i < 10; i++) mkdir(strcat(a, "/m"), 0755);
    int fd = open(a, O_RDONLY | O_DIRECTORY);
    rename(a, join(b, box, "/up"));
    snprintf(b, sizeof b, "%s%s/file", up(way, box, 1), other + 1);
    open_and_say("from a moved folder", fd, b, O_RDONLY);
    open_and_say("inside from there", fd, "../file", O_RDONLY);
}

/* Descriptor 0 is the other folder, or a file there. */
static void passed(const char *box)
{
    char a[PATH_MAX];
    struct stat st;
    say("fstat of what was passed in", fstat(0, &st));
    open_and_say("below it", 0, "file", O_RDONLY);
    open_and_say("made below it", 0, "made", O_WRONLY | O_CREAT);
    snprintf(a, sizeof a, "../%s/file", strrchr(box, '/') + 1);
    open_and_say("from it into the sandbox", 0, a, O_RDONLY);
    open_and_say("again by /proc/self/fd", AT_FDCWD, "/proc/self/fd/0", O_RDONLY);
    open_and_say("again by /dev/stdin", AT_FDCWD, "/dev/stdin", O_RDONLY);
    say("fchmod", fchmod(0, 0700));
    say("link to it", linkat(AT_FDCWD, "/proc/self/fd/0", AT_FDCWD, join(a, box, "/linked"), AT_SYMLINK_FOLLOW));
    say("fchdir", fchdir(0));
    open_and_say("from there", AT_FDCWD, "file", O_RDONLY);
}

/* What works inside as it does without a sandbox. */
static void works(const char *box)
{
    char a[PATH_MAX], b[PATH_MAX];
    struct stat st;
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    chdir(box);
    say("mkdir with a slash", mkdir("w/", 0755));
    say("again", mkdir("w", 0755));
    say("mkdir below", mkdir(join(a, box, "//w/./x"), 0755));
    open_and_say("through ..", AT_FDCWD, "w/x/../../file", O_RDONLY);
    open_and_say("through .. of the name", AT_FDCWD, join(a, box, "/w/../file"), O_RDONLY);
    open_and_say("a file with a slash", AT_FDCWD, "file/", O_RDONLY);
    open_and_say("made with a slash", AT_FDCWD, "none/", O_WRONLY | O_CREAT);
    open_and_say("made in a folder not there", AT_FDCWD, "none/x", O_WRONLY | O_CREAT);
    open_and_say("exclusively", AT_FDCWD, "file", O_WRONLY | O_CREAT | O_EXCL);
    open_and_say("a link, not followed", AT_FDCWD, "here", O_RDONLY | O_NOFOLLOW);
    open_and_say("a loop", AT_FDCWD, symlink("loop", "loop") ? "" : "loop", O_RDONLY);
    symlink("w/later", "dangling");
    open_and_say("a link to nothing", AT_FDCWD, "dangling", O_RDONLY);
    open_and_say("made through it", AT_FDCWD, "dangling", O_WRONLY | O_CREAT);
    say("there it is", stat("w/later", &st));
    symlink("w", "folder");
    say("lstat of a link with a slash", lstat("folder/", &st) || !S_ISDIR(st.st_mode) ? -1 : 0);
    say("rmdir through a link", rmdir("folder/"));
    say("rename across folders", rename("w/later", "w/x/later"));
    say("a file to a name with slash", rename("w/x/later", "new/"));
    say("a folder to a name with slash", rename("w/x", "y/"));
    say("rmdir .", rmdir("."));
    say("the sandbox itself", rename(box, join(b, box, "-other")));
    say("chmod", chmod("here", 0640));
    say("lchown of a link", lchown("here", (uid_t)-1, (gid_t)-1));
    say("utimensat of a link", utimensat(AT_FDCWD, "here", NULL, AT_SYMLINK_NOFOLLOW));
    say("access", access("here", R_OK | W_OK));
    int fd = open("file", O_RDONLY), s = socket(AF_UNIX, SOCK_STREAM, 0), again;
    snprintf(b, sizeof b, "/proc/self/fd/%d", fd);
    say("opened again to write", again = open(b, O_WRONLY));
    say("link by descriptor", linkat(AT_FDCWD, b, AT_FDCWD, "w/linked", AT_SYMLINK_FOLLOW));
    strcpy(at.sun_path, "w/socket");
    say("bind", bind(s, (struct sockaddr *)&at, sizeof at));
    say("bind again", bind(socket(AF_UNIX, SOCK_STREAM, 0), (struct sockaddr *)&at, sizeof at));
    say("listen", listen(s, 1));
    say("connect", connect(socket(AF_UNIX, SOCK_STREAM, 0), (struct sockaddr *)&at, sizeof at));
    open_and_say("/dev/null", AT_FDCWD, "/dev/null", O_WRONLY | O_CREAT | O_TRUNC);
    open_and_say("itself", AT_FDCWD, "/proc/self/exe", O_RDONLY);
    int memory = memfd_create("memory", 0);
    snprintf(b, sizeof b, "/proc/self/fd/%d", memory);
    open_and_say("a memfd again", AT_FDCWD, b, O_RDWR);
}

/* One changes where a link leads, as fast as it can, until a file "stop" is there; */
static void race_change(const char *other)
{
    mkdir("real", 0755);
    close(open("real/file", O_CREAT | O_WRONLY, 0644));
    for (long i = 0; i < 2000000 && access("stop", F_OK); i++) {
        if (symlink("real", "t") == 0) rename("t", "switch");
        if (symlink(other, "t") == 0) rename("t", "switch");
    }
}

/* the other opens through it so often, and tells of what it should not get. */
static void race_open(long n)
{
    char b[8];
    while (access("switch", F_OK) && errno == ENOENT) usleep(1000);
    for (long i = 0; i < n; i++) {
        int fd = open("switch/file", O_RDONLY);
        if (fd >= 0 && read(fd, b, sizeof b) > 0) printf("out after %ld\n", i);
        if (fd >= 0) close(fd);
        fd = open("switch/made", O_WRONLY | O_CREAT, 0644);
        if (fd >= 0) close(fd);
    }
    close(open("stop", O_CREAT | O_WRONLY, 0644));
}

/* Whether that is another's process, which a guest may look at: the emulator's own threads have numbers of that kind, too. */
static int is_anothers(int n, int pid)
{
    char name[64], line[256];
    int of = pid;
    snprintf(name, sizeof name, "/proc/%d/status", n);
    FILE *f = fopen(name, "r");
    if (!f) return 0;
    while (fgets(line, sizeof line, f) && sscanf(line, "Tgid: %d", &of) != 1) {}
    fclose(f);
    return of != pid;
}

/* The emulator's own threads, by the host's numbers, pid and what comes behind it: none of them is seen, nor what is theirs. */
static void memory(int pid)
{
    char a[PATH_MAX], b[PATH_MAX];
    struct stat st;
    int threads = 0, opened = 0;
    for (int n = pid; n < pid + 64; n++) {
        if (n != pid && is_anothers(n, pid)) continue;
        snprintf(a, sizeof a, "/proc/%d/task/%d/mem", pid, n);
        threads += stat(a, &st) == 0;
        int before = opened;
        const char *const way[] = {"/proc/%d/mem", "/proc/%d/task/%d/mem", "/proc/../proc/%d/mem", "/proc/%d/root/proc/%d/mem",
                                   "/proc/%d/task/../mem", "/proc/%d/maps", "/proc/%d/environ"};
        for (unsigned i = 0; i < sizeof way / sizeof *way; i++) {
            snprintf(a, sizeof a, way[i], i == 1 ? pid : n, n);
            int fd = open(a, O_RDONLY);
            opened += fd >= 0;
            unlink("memory-link");
            symlink(a, "memory-link");
            opened += open("memory-link", O_RDWR) >= 0;
            opened += truncate(a, 0) == 0;
        }
        snprintf(b, sizeof b, "/proc/%d", n);
        int dir = open(b, O_PATH | O_DIRECTORY);
        opened += openat(dir, "mem", O_RDWR) >= 0;
        if (chdir(b) == 0) opened += open("mem", O_RDWR) >= 0;
        chdir("/");
        if (n != pid && is_anothers(n, pid)) opened = before; /* it has just begun */
    }
    for (int fd = 3; fd < 40; fd++) {
        snprintf(a, sizeof a, "/proc/%d/fd/%d", pid, fd);
        opened += open(a, O_RDONLY) >= 0;
    }
    opened += open("/proc/self/mem", O_RDWR) >= 0;
    opened += open("/proc/thread-self/mem", O_RDWR) >= 0;
    printf("%s, %d opened\n", threads ? "threads" : "no threads", opened);
}

/* The emulator's descriptors by names that lead through links of /proc: given a name, changed, or looked at. */
static void links(int pid)
{
    const char *const way[] = {"/proc//self/fd/%d", "/proc/self/../self/fd/%d", "/proc/thread-self/../../../self/fd/%d", "/proc/%2$d/fd/%1$d",
                               "/proc/%2$d/task/%2$d/fd/%1$d", "link-to-fds/%d"};
    char a[PATH_MAX], b[PATH_MAX], target[PATH_MAX];
    struct stat st;
    int reached = 0;
    snprintf(a, sizeof a, "/proc/%d/fd", pid);
    symlink(a, "link-to-fds");
    for (unsigned i = 0; i < sizeof way / sizeof *way; i++)
        for (int fd = 3; fd < 64; fd++) {
            snprintf(a, sizeof a, way[i], fd, pid);
            snprintf(b, sizeof b, "name-%u-%d", i, fd);
            reached += linkat(AT_FDCWD, a, AT_FDCWD, b, AT_SYMLINK_FOLLOW) == 0;
            reached += chmod(a, 0666) == 0;
            reached += chown(a, 0, 0) == 0;
            reached += utimensat(AT_FDCWD, a, NULL, 0) == 0;
            reached += stat(a, &st) == 0;
            reached += access(a, F_OK) == 0;
            reached += truncate(a, 0) == 0;
            reached += readlink(a, target, sizeof target) >= 0;
        }
    reached += readlink("/proc//self/exe", target, sizeof target) >= 0;
    printf("%d reached\n", reached);
}

/* A process of the host's: what it is may be read, its memory not, and nothing of it changed. */
static void process(int pid)
{
    static const struct { const char *name; int flags; } file[] = {{"status", O_RDONLY}, {"mem", O_RDONLY}, {"mem", O_RDWR}, {"task/%d/mem", O_RDONLY},
                                                                   {"clear_refs", O_WRONLY}, {"oom_score_adj", O_RDWR}, {"comm", O_WRONLY}};
    char a[PATH_MAX], b[PATH_MAX];
    for (unsigned i = 0; i < sizeof file / sizeof *file; i++) {
        snprintf(b, sizeof b, "/proc/%%d/%s", file[i].name);
        snprintf(a, sizeof a, b, pid, pid);
        int fd = open(a, file[i].flags);
        printf("%s%s", fd >= 0 ? "opened" : errno == EACCES ? "EACCES" : "other", i + 1 < sizeof file / sizeof *file ? " " : "\n");
    }
}

/* A FIFO between two guests, whose writer was opened without waiting and waits from then on, as the reader does. */
static void fifo(void)
{
    enum { BYTES = 200000 };
    static char b[BYTES];
    long n, got = 0;
    mkfifo("between", 0600);
    int r = open("between", O_RDONLY | O_NONBLOCK), w = open("between", O_WRONLY | O_NONBLOCK);
    fcntl(r, F_SETFL, 0);
    fcntl(w, F_SETFL, 0);
    if (fork() == 0) {
        close(r);
        for (long at = 0; at < BYTES && (n = write(w, b, (size_t)(BYTES - at))) > 0; at += n) {}
        _exit(0);
    }
    close(w);
    while ((n = read(r, b, sizeof b)) > 0) got += n;
    printf("%ld bytes\n", got);
}

/* A file's pages cannot be had from the mapping alone. */
static void grow(void)
{
    int fd = open("grown", O_RDWR | O_CREAT, 0600);
    ftruncate(fd, 16384);
    for (int kind = MAP_SHARED; kind <= MAP_PRIVATE; kind++) {
        char *p = mmap(NULL, 8192, PROT_READ, kind, fd, 0), *room = mmap(NULL, 16384, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        say("grown to a fixed place", mremap(p, 8192, 16384, MREMAP_MAYMOVE | MREMAP_FIXED, room) == MAP_FAILED ? -1 : 0);
    }
}

/* Room that is reserved by another name. */
static void reserve(void)
{
    int fd = open("reserved", O_RDWR | O_CREAT, 0600);
    say("reserved", fallocate(fd, FALLOC_FL_ZERO_RANGE, 0, 64 << 20));
}

/* Code from a file, in whose place there are FIFOs afterwards, by all the names it may be looked for. */
static void fifos(void)
{
    int fd = open("code", O_RDWR | O_CREAT, 0755);
    ftruncate(fd, 4096);
    void *p = mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, fd, 0);
    unlink("code");
    say("code", p == MAP_FAILED ? -1 : 0);
    say("its place", mkfifo("code", 0666));
    say("its text", mkfifo("code (deleted)", 0666));
}

int main(int argc, char **argv)
{
    const char *way = argv[1];
    if (!strcmp(way, "removed")) removed(argv[2], argv[3]);
    if (!strcmp(way, "moved")) moved(argv[2], argv[3]);
    if (!strcmp(way, "passed")) passed(argv[2]);
    if (!strcmp(way, "works")) works(argv[2]);
    if (!strcmp(way, "change")) race_change(argv[2]);
    if (!strcmp(way, "open")) race_open(atol(argv[2]));
    if (!strcmp(way, "memory")) memory(atoi(argv[2]));
    if (!strcmp(way, "links")) links(atoi(argv[2]));
    if (!strcmp(way, "process")) process(atoi(argv[2]));
    if (!strcmp(way, "fifos")) fifos();
    if (!strcmp(way, "fifo")) fifo();
    if (!strcmp(way, "grow")) grow();
    if (!strcmp(way, "reserve")) reserve();
    if (!strcmp(way, "exec")) say("exec", execv(argv[2], argv + 2));
    return 0;
}
