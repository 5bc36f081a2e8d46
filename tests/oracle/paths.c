/* What calls about names say and leave behind: each call with each name, in a tree that is made anew every time. The folder to do it in is the
 * argument. Guests and the host's kernel must write the same (tests/oracle/paths). */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#define LEN(a) (sizeof(a) / sizeof *(a))

static const char *root;

static void die(const char *what)
{
    perror(what);
    exit(1);
}

static void file(const char *name, const char *text)
{
    int fd = open(name, O_WRONLY | O_CREAT | O_EXCL, 0644);
    if (fd < 0 || write(fd, text, strlen(text)) < 0) die(name);
    close(fd);
}

/* --- the tree --------------------------------------------------------------------------------------------------------------- */

static void clear(const char *folder)
{
    DIR *d = opendir(folder);
    char name[PATH_MAX];
    if (!d) die(folder);
    for (struct dirent *e; (e = readdir(d));) {
        if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, "..")) continue;
        snprintf(name, sizeof name, "%s/%s", folder, e->d_name);
        if (unlink(name) == 0) continue;
        clear(name);
        if (rmdir(name) != 0) die(name);
    }
    closedir(d);
}

static void link_to(const char *name, const char *to)
{
    if (symlink(to, name) != 0) die(name);
}

static void make_tree(void)
{
    char absolute[PATH_MAX];
    if (chdir(root) != 0 || chmod(".", 0755) != 0) die(root);
    clear(".");
    if (mkdir("in", 0755) || chdir("in") || mkdir("d", 0755) || mkdir("d/e", 0755) || mkdir("empty", 0750) || mkfifo("fifo", 0644)) die("tree");
    file("f", "file\n");
    file("d/x", "x\n");
    file("../up", "up\n");
    if (link("f", "hard") != 0) die("hard");
    link_to("l", "f"), link_to("ld", "d"), link_to("ll", "l"), link_to("lx", "ld/x"), link_to("up", "../up"), link_to("dang", "nothing");
    link_to("dangd", "d/nothing"), link_to("self", "self"), link_to("a", "b"), link_to("b", "a"), link_to("slash", "d/"), link_to("dot", ".");
    snprintf(absolute, sizeof absolute, "%s/in/f", root), link_to("labs", absolute);
    snprintf(absolute, sizeof absolute, "%s/in/d", root), link_to("dabs", absolute);
}

static unsigned long hash;

static void mix(const char *text)
{
    for (; *text; text++) hash = (hash * 33 + (unsigned char)*text) & 0xffffffff;
}

static int is_seen(const struct dirent *e) { return strcmp(e->d_name, ".") && strcmp(e->d_name, ".."); }

/* What is below the folder, by name. */
static void look(const char *folder)
{
    struct dirent **e;
    char name[PATH_MAX], text[PATH_MAX + 100], to[PATH_MAX];
    int n = scandir(folder, &e, is_seen, alphasort);
    struct stat itself;
    if (n < 0 || lstat(folder, &itself) != 0) die(folder);
    snprintf(text, sizeof text, "%o;", (unsigned)itself.st_mode);
    mix(text);
    for (int i = 0; i < n; i++) {
        struct stat st;
        snprintf(name, sizeof name, "%s/%s", folder, e[i]->d_name);
        if (lstat(name, &st) != 0) die(name);
        snprintf(text, sizeof text, "%s %o %u %ld %d;", e[i]->d_name, (unsigned)st.st_mode, (unsigned)st.st_nlink,
                 S_ISDIR(st.st_mode) || S_ISLNK(st.st_mode) ? 0 : (long)st.st_size, st.st_mtime == 1000000000);
        mix(text);
        ssize_t length = S_ISLNK(st.st_mode) ? readlink(name, to, sizeof to - 1) : 0;
        to[length > 0 ? length : 0] = 0;
        mix(to[0] == '/' ? "absolute" : to);
        if (S_ISDIR(st.st_mode)) look(name);
        free(e[i]);
    }
    free(e);
}

/* --- calls ------------------------------------------------------------------------------------------------------------------------ */

static char said[200];

static int opened(const char *name, int flags)
{
    struct stat st = {0};
    int fd = open(name, flags | O_NONBLOCK | O_CLOEXEC, 0640), why;
    if (fd < 0) return -1;
    long r = write(fd, "q", 1);
    why = r < 0 ? errno : 0;
    if (fstat(fd, &st) != 0) die("fstat");
    snprintf(said, sizeof said, "%o %ld, written %ld %s", (unsigned)st.st_mode, S_ISREG(st.st_mode) ? (long)st.st_size : 0, r, strerror(why));
    close(fd);
    return 0;
}

static int stat_said(const char *name, int flags)
{
    struct stat st;
    if (fstatat(AT_FDCWD, name, &st, flags) != 0) return -1;
    snprintf(said, sizeof said, "%o %ld", (unsigned)st.st_mode, S_ISREG(st.st_mode) ? (long)st.st_size : 0);
    return 0;
}

static int read_link(const char *name)
{
    ssize_t n = readlink(name, said, sizeof said - 1);
    if (n < 0) return -1;
    said[n] = 0;
    if (said[0] == '/') strcpy(said, "absolute");
    return 0;
}

static int changed_folder(const char *name)
{
    if (chdir(name) != 0) return -1;
    int r = stat_said("x", 0);
    if (r != 0) strcpy(said, "elsewhere");
    return 0;
}

static const int flags[] = {
    O_RDONLY, O_WRONLY, O_RDWR, O_WRONLY | O_APPEND, O_WRONLY | O_TRUNC, O_RDONLY | O_TRUNC, O_RDONLY | O_CREAT, O_RDWR | O_CREAT,
    O_WRONLY | O_CREAT | O_TRUNC, O_RDWR | O_CREAT | O_EXCL, O_RDONLY | O_NOFOLLOW, O_WRONLY | O_CREAT | O_NOFOLLOW, O_RDONLY | O_DIRECTORY,
    O_RDWR | O_DIRECTORY, O_RDONLY | O_DIRECTORY | O_NOFOLLOW, O_PATH, O_PATH | O_NOFOLLOW, O_PATH | O_DIRECTORY, O_RDWR | O_TMPFILE,
};

enum { CALLS = LEN(flags) + 30 };

static int call(unsigned which, const char *name)
{
    static const struct timespec time[2] = {{1000000000, 0}, {1000000000, 0}};
    if (which < LEN(flags)) return opened(name, flags[which]);
    switch (which - LEN(flags)) {
    case 0: return stat_said(name, 0);
    case 1: return stat_said(name, AT_SYMLINK_NOFOLLOW);
    case 2: return access(name, F_OK);
    case 3: return access(name, X_OK);
    case 4: return mkdir(name, 0751);
    case 5: return rmdir(name);
    case 6: return unlink(name);
    case 7: return rename(name, "moved");
    case 8: return rename(name, "d/moved");
    case 9: return rename("f", name);
    case 10: return rename("empty", name);
    case 11: return rename("l", name);
    case 12: return link(name, "linked");
    case 13: return link("f", name);
    case 14: return linkat(AT_FDCWD, name, AT_FDCWD, "linked", AT_SYMLINK_FOLLOW);
    case 15: return symlink("d", name);
    case 16: return read_link(name);
    case 17: return truncate(name, 2);
    case 18: return chmod(name, 0604);
    case 19: return utimensat(AT_FDCWD, name, time, 0);
    case 20: return utimensat(AT_FDCWD, name, time, AT_SYMLINK_NOFOLLOW);
    case 21: return mkfifo(name, 0622);
    case 22: return changed_folder(name);
    case 23: return rename(name, name);
    case 24: return rename(name, "d/e");
    case 25: return rename("d", name);
    case 26: return link(name, "dang");
    case 27: return lchown(name, getuid(), getgid());
    case 28: return chown(name, getuid(), getgid());
    default: return remove(name);
    }
}

static const char *const names[] = {
    "", ".", "./", "..", "../", "../up", "f", "f/", "f/.", "f/..", "f/x", "./f", ".//f", "d", "d/", "d/.", "d/..", "d/../f", "d/x", "d/x/", "d/e", "d/e/", "d/e/..",
    "empty", "empty/", "hard", "l", "l/", "ll", "ll/", "lx", "ld", "ld/", "ld/.", "ld/..", "ld/x", "ld/e", "up", "dang", "dang/", "dang/x", "dangd", "dangd/", "self",
    "self/", "self/x", "a", "slash", "slash/", "slash/x", "dot", "dot/f", "dot/dot/dot/d/x", "labs", "labs/", "dabs", "dabs/", "dabs/x", "fifo", "fifo/", "new", "new/",
    "new/.", "new/x", "d/new", "d/new/", "d/e/new", "ld/new", "dabs/new", "d/e/../../f", "d/nothing/../x", "f/../f",
};

int main(int argc, char **argv)
{
    root = argv[1];
    umask(022);
    if (argc < 2) return 2;
    unsigned long fresh = 1;
    for (unsigned i = 0; i < LEN(names); i++)
        for (unsigned k = 0; k < CALLS; k++) {
            if (hash != fresh) {
                make_tree();
                if (chdir(root) != 0) die(root);
                hash = 0;
                look(".");
                fresh = hash;
            }
            if (chdir("in") != 0) die("in");
            said[0] = 0;
            errno = 0;
            int why = call(k, names[i]) == 0 ? 0 : errno;
            if (chdir(root) != 0) die(root);
            hash = 0;
            look(".");
            printf("%s, call %u: %s %s; %08lx\n", names[i], k, strerror(why), why ? "" : said, hash);
        }
    return 0;
}
