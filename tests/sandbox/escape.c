/* Tries to get at files in every way a program can name one. Arguments: the folder of the sandbox, one beside it, and
 * "in" or "out": which of the two the calls are aimed at. One line a call: its name and how it ended. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <sys/wait.h>
#include <unistd.h>

static void say(const char *what, long r)
{
    int e = errno;
    printf("%-22s %s\n", what, r >= 0 ? "done" : strerrorname_np(e));
}

static char path[8][PATH_MAX];
static unsigned turn;

static const char *at(const char *folder, const char *name)
{
    char *p = path[turn++ % 8];
    snprintf(p, PATH_MAX, "%s/%s", folder, name);
    return p;
}

static void close_one(int fd)
{
    if (fd >= 0) close(fd);
}

static void open_and_say(const char *what, int dirfd, const char *name, int flags)
{
    int fd = openat(dirfd, name, flags, 0644);
    say(what, fd);
    close_one(fd);
}

static int run(const char *program)
{
    pid_t pid = fork();
    int status;
    if (pid == 0) {
        execl(program, program, (char *)NULL);
        _exit(errno == EACCES ? 100 : errno == ENOEXEC ? 101 : 102);
    }
    waitpid(pid, &status, 0);
    errno = EACCES;
    return WEXITSTATUS(status) == 100 ? -1 : 0;
}

int main(int argc, char **argv)
{
    const char *in = argv[1], *out = argv[2], *to = argc > 3 && !strcmp(argv[3], "out") ? out : in;
    struct stat st;
    struct statfs fs;
    struct timespec now[2] = {{1, 0}, {2, 0}};
    char buffer[PATH_MAX];

    open_and_say("open", AT_FDCWD, at(to, "file"), O_RDONLY);
    open_and_say("open for writing", AT_FDCWD, at(to, "file"), O_WRONLY);
    open_and_say("open missing", AT_FDCWD, at(to, "missing"), O_RDONLY);
    open_and_say("open new", AT_FDCWD, at(to, "new"), O_WRONLY | O_CREAT);
    int dir = open(in, O_RDONLY | O_DIRECTORY);
    const char *slash = strrchr(to, '/');
    snprintf(buffer, sizeof buffer, "../%s/file", slash ? slash + 1 : to);
    open_and_say("openat with ..", dir, buffer, O_RDONLY);
    open_and_say("O_TMPFILE", AT_FDCWD, to, O_TMPFILE | O_WRONLY);
    open_and_say("through a link", AT_FDCWD, at(in, to == in ? "link-in" : "link-out"), O_RDONLY);
    open_and_say("through a folder link", AT_FDCWD, at(in, to == in ? "dir-in/file" : "dir-out/file"), O_RDONLY);
    open_and_say("make through a link", AT_FDCWD, at(in, to == in ? "made-in" : "made-out"), O_WRONLY | O_CREAT);
    say("stat", stat(at(to, "file"), &st));
    say("stat missing", stat(at(to, "missing"), &st));
    say("lstat of the link", lstat(at(in, to == in ? "link-in" : "link-out"), &st));
    say("access", access(at(to, "file"), R_OK));
    say("access W_OK", access(at(to, "file"), W_OK));
    say("readlink", readlink(at(to, "here"), buffer, sizeof buffer));
    say("statfs", statfs(to, &fs));
    DIR *d = opendir(to);
    say("opendir", d ? 0 : -1);
    if (d) closedir(d);
    say("chmod", chmod(at(to, "file"), 0600));
    say("utimensat", utimensat(AT_FDCWD, at(to, "file"), now, 0));
    say("chown", chown(at(to, "file"), (uid_t)-1, (gid_t)-1));
    say("truncate", truncate(at(to, "file"), 3));
    say("mkdir", mkdir(at(to, "folder"), 0755));
    say("rmdir", rmdir(at(to, "folder")));
    say("mkfifo", mkfifo(at(to, "fifo"), 0644));
    say("symlink", symlink("file", at(to, "symlink")));
    say("link from", link(at(to, "file"), at(in, "linked")));
    say("link to", link(at(in, "file"), at(to, "hard")));
    say("rename to", rename(at(in, "other"), at(to, "renamed")));
    say("rename from", rename(at(to, "file2"), at(in, "taken")));
    say("unlink", unlink(at(to, "file3")));
    say("exec", run(at(to, "program")));
    say("chdir", chdir(to));
    return 0;
}
