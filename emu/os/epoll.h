/* epoll(7): sets of descriptors that are watched, level- and edge-triggered. */
#ifndef PCGRAM_OS_EPOLL_H
#define PCGRAM_OS_EPOLL_H

#include "emu/os/kernel.h"

/* The description is closed for good: no set watches it any more. */
void epoll_forget(struct description *d);

#endif
