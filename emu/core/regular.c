#include "emu/core/regular.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

int regular_only(int fd)
{
    struct stat st;
    int e = fstat(fd, &st) != 0 ? errno : S_ISDIR(st.st_mode) ? EISDIR : S_ISREG(st.st_mode) ? 0 : EACCES;
    if (!e) return fd;
    close(fd);
    return -e;
}

int regular_open(const char *path)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0) return -1;
    fd = regular_only(fd);
    if (fd >= 0) return fd;
    errno = -fd;
    return -1;
}
