/* epoll(7): sets of descriptors that are watched, level- and edge-triggered. */
#ifndef PCGRAM_OS_EPOLL_H
#define PCGRAM_OS_EPOLL_H

#include "emu/os/kernel.h"

/* The description is closed for good: no set watches it any more. */
void epoll_forget(struct description *d);

/* Between these nothing changes that a set watches, so that each set is looked at once, however many others it stands in. One
 * pair may lie in another. */
void epoll_look_begin(struct os *os);
void epoll_look_end(struct os *os);

#endif
