/* Files that pcgram itself reads: programs, interpreters, symbols, debug information, sources. Whoever made them may
 * have put a FIFO or a device in their place, which would wait for ever when it is opened or read. */
#ifndef PCGRAM_CORE_REGULAR_H
#define PCGRAM_CORE_REGULAR_H

#include <sys/stat.h>

#include "emu/core/types.h"

/* Which file it is, a number of zero: none; and what was in it, as far as its size and the time at which it was written to last tell. */
struct file_id {
    dev_t dev;
    ino_t ino;
    off_t size;
    struct timespec written;
};
struct file_id file_id_of(const struct stat *st);
/* That of an open file, or none. */
struct file_id file_id_of_open(int fd);
/* It is the same file, whatever is in it: a folder, above all. */
bool file_id_same(struct file_id a, struct file_id b);
bool file_id_is(int fd, struct file_id id);
/* And it has not been written to: a library may have been built anew in its place, and has other code then. */
bool file_id_unchanged(struct file_id a, struct file_id b);

/* A descriptor to read from, without waiting; -1 with errno: EISDIR, or EACCES for what else is no regular file. */
int regular_open(const char *path);
/* The descriptor itself if it is of a regular file; else it is closed: -errno, as above. */
int regular_only(int fd);
/* regular_open(), but only of that file, as it was: a guest may have put another one, or a link to one that is not for it, in its place, or have written to
 * it; EACCES then. id NULL: whichever it is. */
int regular_open_same(const char *path, const struct file_id *id);

#endif
