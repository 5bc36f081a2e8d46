/* What a guest in a sandbox still has: the sysroot and the program itself, for reading; devices that hold nothing. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int try(const char *what, const char *path, int flags)
{
    int fd = open(path, flags);
    printf("%-22s %s\n", what, fd >= 0 ? "done" : strerrorname_np(errno));
    return fd;
}

int main(int argc, char **argv)
{
    int fd = try("sysroot", argc > 1 ? argv[1] : "", O_RDONLY);
    printf("%-22s %s\n", "fchmod", fchmod(fd, 0644) == 0 ? "done" : strerrorname_np(errno));
    char again[32];
    snprintf(again, sizeof again, "/proc/self/fd/%d", fd);
    try("the same for writing", again, O_WRONLY);
    try("sysroot for writing", argv[1], O_WRONLY);
    try("itself", "/proc/self/exe", O_RDONLY);
    try("/dev/null", "/dev/null", O_RDWR);
    try("/dev/urandom", "/dev/urandom", O_RDONLY);
    try("/dev/mem", "/dev/mem", O_RDONLY);
    try("/proc/self/maps", "/proc/self/maps", O_RDONLY);
    try("/proc/1/environ", "/proc/1/environ", O_RDONLY);
    printf("%-22s %s\n", "chmod /dev/null", chmod("/dev/null", 0666) == 0 ? "done" : strerrorname_np(errno));
    return 0;
}
