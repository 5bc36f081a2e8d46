/* Files that pcgram itself reads: programs, interpreters, symbols, debug information, sources. Whoever made them may
 * have put a FIFO or a device in their place, which would wait for ever when it is opened or read. */
#ifndef PCGRAM_CORE_REGULAR_H
#define PCGRAM_CORE_REGULAR_H

#include <sys/stat.h>

#include "emu/core/types.h"

/* Which file it is; a number of zero: none. */
struct file_id {
    dev_t dev;
    ino_t ino;
};
struct file_id file_id_of(const struct stat *st);
/* That of an open file, or none. */
struct file_id file_id_of_open(int fd);
bool file_id_same(struct file_id a, struct file_id b);
bool file_id_is(int fd, struct file_id id);

/* A descriptor to read from, without waiting; -1 with errno: EISDIR, or EACCES for what else is no regular file. */
int regular_open(const char *path);
/* The descriptor itself if it is of a regular file; else it is closed: -errno, as above. */
int regular_only(int fd);
/* regular_open(), but only of that file: a guest may have put another one, or a link to one that is not for it, in its place; EACCES then. id NULL:
 * whichever it is. */
int regular_open_same(const char *path, const struct file_id *id);

#endif
