/* ELF files that libelf and libdw are to read: symbols, source lines, sections. Whoever made one may have made it so that a few bytes on disk
 * are gigabytes when they are read: sections that lie over one another, in a hole of the file, or that are to be decompressed. */
#ifndef PCGRAM_CORE_IMAGE_FILE_H
#define PCGRAM_CORE_IMAGE_FILE_H

#include "emu/core/regular.h"

/* regular_open_same() of a file whose sections are no larger, together, than a file of its size has them, and those that are read here than what of it is no
 * hole; else -1 with errno EFBIG. What is no ELF file is opened, too: that is for its reader to say. */
int image_open(const char *path, const struct file_id *id);
/* The same for libdw, which unpacks sections: they are bounded, too, as they are then. */
int image_open_for_dwarf(const char *path, const struct file_id *id);

/* Whether an open file is an ELF file that may be read from its first byte to its last: little of it is a hole. */
bool image_is_read_whole(int fd);

/* Names of more bytes are none: prof/symbols/demangle.c makes no longer ones, either. */
enum { IMAGE_NAME_MOST = 8191 };
/* Bytes of names that may be kept of an open file: a few times its own, for one name can be the end of another. */
u64 image_names(int fd);
/* Takes a name from that. False: it is too long, or there is no more room; it is left out then. */
bool image_takes_name(u64 *left, const char *name);

#endif
