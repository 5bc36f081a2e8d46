/* /proc/self, by each of its names: what a program asks to know where it is, and how much memory it has. What is expected is what Linux says. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *name_of(int error)
{
    return error == ENOENT ? "ENOENT" : error == ELOOP ? "ELOOP" : error == EINVAL ? "EINVAL" : error == EACCES ? "EACCES" : error == EBADF ? "EBADF" : "another error";
}

static void show(const char *what, const char *path, long result) { printf("%s %s: %s\n", what, path, result < 0 ? name_of(errno) : "done"); }

static const char *kind(const struct stat *st)
{
    return S_ISREG(st->st_mode) ? "a file" : S_ISDIR(st->st_mode) ? "a folder" : S_ISLNK(st->st_mode) ? "a link" : "something";
}

static void look(const char *shown, const char *path)
{
    struct stat st;
    char to[PATH_MAX];
    if (stat(path, &st) == 0) printf("stat %s: %s\n", shown, kind(&st));
    else show("stat", shown, -1);
    if (lstat(path, &st) == 0) printf("lstat %s: %s\n", shown, kind(&st));
    else show("lstat", shown, -1);
    show("access", shown, access(path, F_OK));
    show("readlink", shown, readlink(path, to, sizeof to));
}

/* The same file, and the same absolute name. */
static void same(const char *shown, const char *path, const char *own)
{
    char *real = realpath(path, NULL);
    if (real) printf("realpath %s: %s\n", shown, strcmp(real, own) == 0 ? "the same" : "another");
    else show("realpath", shown, -1);
    free(real);
}

static long number(const char *file, const char *key)
{
    char line[1024];
    long found = -1;
    FILE *f = fopen(file, "r");
    if (!f) return -1;
    while (fgets(line, sizeof line, f))
        if (strncmp(line, key, strlen(key)) == 0) found = strtol(line + strlen(key), NULL, 10);
    fclose(f);
    return found;
}

/* By its name and by a descriptor it is the same file: programs that copy look. */
static void agree(const char *path)
{
    struct stat name, open_;
    int fd = open(path, O_RDONLY);
    if (fd < 0 || stat(path, &name) != 0 || fstat(fd, &open_) != 0) show("agree", path, -1);
    else
        printf("%s: %s\n", path,
               name.st_dev == open_.st_dev && name.st_ino == open_.st_ino && name.st_size == open_.st_size && name.st_mode == open_.st_mode ? "the same file"
                                                                                                                                         : "another file");
    close(fd);
}

/* What is opened to be read is nothing to write to. */
static void to_read(const char *path)
{
    int fd = open(path, O_RDONLY);
    printf("%s: %s\n", path, (fcntl(fd, F_GETFL) & O_ACCMODE) == O_RDONLY ? "to be read" : "to be written");
    show("write", path, write(fd, "x", 1));
    show("ftruncate", path, ftruncate(fd, 0));
    close(fd);
}

/* What is mounted at the root, by a table of mounts: its fields are so many, and it is there once. */
static void root_of(const char *path, int field, int fields)
{
    char line[1024], at[512];
    int roots = 0, good = 0;
    FILE *f = fopen(path, "r");
    while (f && fgets(line, sizeof line, f)) {
        int n = 0;
        for (char *word = strtok(line, " \n"); word; word = strtok(NULL, " \n"), n++)
            if (n == field) snprintf(at, sizeof at, "%s", word);
        if (strcmp(at, "/") == 0) roots++, good += n == fields;
    }
    if (f) fclose(f);
    printf("%s: %d root%s\n", path, roots, roots == good ? "" : ", not as it should be");
}

/* What the file has is what the process's memory has there now: its argument, or a variable of the environment, is written over. */
static void follows(const char *name, char *text)
{
    char is[1 << 16], was = *text;
    int fd = open(name, O_RDONLY);
    ssize_t n = read(fd, is, sizeof is);
    close(fd);
    *text = was == '?' ? '!' : '?';
    fd = open(name, O_RDONLY);
    char then[sizeof is];
    ssize_t m = read(fd, then, sizeof then);
    close(fd);
    int changed = 0;
    for (ssize_t i = 0; i < n && n == m; i++) changed += is[i] != then[i];
    printf("%s: %s\n", name, n == m && changed == 1 ? "as memory has it" : "wrong");
    *text = was;
}

int main(int argc, char **argv)
{
    char folder[64], path[96], to[PATH_MAX], here[PATH_MAX];
    char *own = realpath(argv[0], NULL);
    (void)argc;
    snprintf(folder, sizeof folder, "/proc/%d", getpid());
    ssize_t n = readlink("/proc/self", to, sizeof to - 1);
    to[n > 0 ? n : 0] = 0;
    printf("/proc/self: %s\n", atoi(to) == getpid() ? "this process" : "another one");
    look("/proc/PID", folder);
    snprintf(path, sizeof path, "%s/exe", folder);
    look("/proc/self/exe", "/proc/self/exe");
    look("/proc/PID/exe", path);
    same("/proc/self/exe", "/proc/self/exe", own);
    same("/proc/PID/exe", path, own);
    same("/proc/self/cwd", "/proc/self/cwd", getcwd(here, sizeof here));
    look("/proc/self/fd", "/proc/self/fd");
    look("/proc/self/fd/77", "/proc/self/fd/77");
    show("open", "/proc/self/exe", open("/proc/self/exe", O_RDONLY));
    show("open as it is", "/proc/self/exe", open("/proc/self/exe", O_RDONLY | O_NOFOLLOW));
    long size = 0, resident = 0;
    FILE *f = fopen("/proc/self/statm", "r");
    printf("statm: %s\n", f && fscanf(f, "%ld %ld", &size, &resident) == 2 && size > 0 && resident > 0 && resident <= size ? "pages" : "wrong");
    printf("status: %s\n", number("/proc/self/status", "Pid:") == getpid() && number("/proc/self/status", "PPid:") == getppid() ? "this process" : "wrong");
    printf("status: %ld thread, VmRSS %s\n", number("/proc/self/status", "Threads:"), number("/proc/self/status", "VmRSS:") > 0 ? "is told" : "wrong");
    int pid = 0, parent = 0;
    f = fopen("/proc/self/stat", "r");
    printf("stat: %s\n", f && fscanf(f, "%d (%*[^)]) R %d", &pid, &parent) == 2 && pid == getpid() && parent == getppid() ? "this process" : "wrong");
    agree("/proc/version");
    agree("/proc/self/status");
    follows("/proc/self/cmdline", argv[0]);
    setenv("none", "x", 1); /* not there: it lies elsewhere */
    follows("/proc/self/environ", environ[0]);
    printf("a group of its own: %d, a session: %d\n", setpgid(0, 0), setsid() < 0);
    to_read("/proc/self/maps");
    to_read("/proc/version");
    root_of("/proc/self/mounts", 1, 6);
    root_of("/proc/mounts", 1, 6);
    root_of("/proc/self/mountinfo", 4, 10);
    return 0;
}
