/* Files that pcgram itself reads: programs, interpreters, symbols, debug information, sources. Whoever made them may
 * have put a FIFO or a device in their place, which would wait for ever when it is opened or read. */
#ifndef PCGRAM_CORE_REGULAR_H
#define PCGRAM_CORE_REGULAR_H

/* A descriptor to read from, without waiting; -1 with errno: EISDIR, or EACCES for what else is no regular file. */
int regular_open(const char *path);
/* The descriptor itself if it is of a regular file; else it is closed: -errno, as above. */
int regular_only(int fd);

#endif
