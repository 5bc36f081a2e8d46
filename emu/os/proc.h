/* Files of /proc/self, and those that say of the machine what a guest's doings may depend on, such as how many processors there are: each is made when
 * it is opened (proc(5)), and the same on every host. */
#ifndef PCGRAM_OS_PROC_H
#define PCGRAM_OS_PROC_H

#include "emu/os/kernel.h"

/* Opens it by flags of the host's open(), to read: a descriptor of the host's; -1: the path is none of those; else -errno (never -1, EPERM). *unmappable: what
 * mmap() of it fails with. *named: a copy of what stat() says of the name, which fstat() says, too, or copying programs take it for another file. */
int proc_open(struct call *c, const char *guest, int flags, u8 *unmappable, struct stat **named);

#endif
