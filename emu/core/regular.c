#include "emu/core/regular.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

struct file_id file_id_of(const struct stat *st) { return (struct file_id){st->st_dev, st->st_ino, st->st_size, st->st_mtim}; }

struct file_id file_id_of_open(int fd)
{
    struct stat st;
    return fd >= 0 && fstat(fd, &st) == 0 ? file_id_of(&st) : (struct file_id){0};
}

bool file_id_same(struct file_id a, struct file_id b) { return a.ino && a.dev == b.dev && a.ino == b.ino; }

bool file_id_is(int fd, struct file_id id) { return file_id_same(file_id_of_open(fd), id); }

bool file_id_unchanged(struct file_id a, struct file_id b)
{
    return file_id_same(a, b) && a.size == b.size && a.written.tv_sec == b.written.tv_sec && a.written.tv_nsec == b.written.tv_nsec;
}

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

int regular_open_same(const char *path, const struct file_id *id)
{
    int fd = regular_open(path);
    if (fd < 0 || !id || file_id_unchanged(file_id_of_open(fd), *id)) return fd;
    close(fd);
    errno = EACCES;
    return -1;
}
