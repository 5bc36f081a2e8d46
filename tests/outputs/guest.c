/* A guest that stands in the way of what is written about it: guest WHAT [ARG]. With "say" at the end it writes a byte
 * to standard output when it begins. */
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static void forever(void)
{
    for (volatile unsigned i = 0;; i++) {}
}

/* Every other page has other rights than its neighbours, until the kernel takes no more. */
static void split_maps(void)
{
    enum { PAGE = 4096, PAGES = 140000 };
    char *at = mmap(0, (size_t)PAGES * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    for (long i = 0; at != MAP_FAILED && i < PAGES; i += 2)
        if (mprotect(at + i * PAGE, PAGE, PROT_READ)) break;
}

int main(int argc, char **argv)
{
    static char big[1 << 20];
    const char *what = argc > 1 ? argv[1] : "";
    if (argc > 2 && !strcmp(argv[argc - 1], "say") && write(1, "x", 1) != 1) return 1;
    if (!strcmp(what, "link")) return symlink(argv[2], argv[3]) != 0;
    if (!strcmp(what, "fifo")) return mkfifo(argv[2], 0622) != 0;
    if (!strcmp(what, "chmod") || !strcmp(what, "fchmod")) { /* the fifo's mode, all of which is the guest's */
        struct stat st;
        int fd = mkfifo(argv[2], 0600) == 0 ? open(argv[2], O_RDWR) : -1;
        if (fd < 0 || stat(argv[2], &st) != 0 || st.st_mode != (S_IFIFO | 0600)) return 1;
        if ((*what == 'f' ? fchmod(fd, 0622) : chmod(argv[2], 0622)) != 0 || fstat(fd, &st) != 0) return 1;
        return st.st_mode != (S_IFIFO | 0622);
    }
    if (!strcmp(what, "folder")) return mkdir(argv[2], 0777) != 0;
    if (!strcmp(what, "moved")) return mkfifo("first", 0622) != 0 || rename("first", argv[2]) != 0;
    if (!strcmp(what, "rename")) return rename(argv[2], argv[3]) != 0 || mkdir(argv[2], 0777) != 0;
    if (!strcmp(what, "swap")) { /* the folder away, a link in its place; and a child, whose profile comes after that */
        int status;
        if (rename(argv[2], argv[3]) != 0 || symlink(argv[4], argv[2]) != 0) return 1;
        int pid = fork();
        if (pid == 0) _exit(0);
        return waitpid(pid, &status, 0) != pid;
    }
    if (!strcmp(what, "child")) { /* leaves a link where the child's profile will be when the child is let go */
        int go[2], status;
        char byte = 0;
        if (pipe(go) != 0) return 1;
        int pid = fork();
        if (pid == 0) _exit(read(go[0], &byte, 1) != 1);
        char name[200];
        snprintf(name, sizeof name, "%s.%d", argv[3], pid);
        if (symlink(argv[2], name) != 0 || write(go[1], &byte, 1) != 1) return 1;
        return waitpid(pid, &status, 0) != pid;
    }
    if (!strcmp(what, "files")) {
        while (open("/dev/null", O_RDONLY) >= 0) {}
        if (argc > 2) forever();
    }
    if (!strcmp(what, "maps")) split_maps();
    if (!strcmp(what, "loop")) forever();
    if (!strcmp(what, "flood"))
        while (write(1, big, sizeof big) >= 0) {}
    if (!strcmp(what, "read")) return read(0, big, sizeof big) < 0;
    if (!strcmp(what, "poll")) return poll(&(struct pollfd){.fd = 0, .events = POLLIN}, 1, -1) < 0;
    return 0;
}
