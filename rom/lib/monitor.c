#include "../include/hpux/mon.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>

#include "../include/hpux/sys/profil.h"

static struct {
    WORD *counter; /* NULL: monitor() was not called, or has stopped */
    size_t bytes;
    size_t low, high;
    unsigned int scale;
} on;

void moncontrol(int mode)
{
    if (mode && on.counter) hpux_profil(on.counter, on.bytes, on.low, on.scale);
    else hpux_profil(NULL, 0, 0, 0);
}

/* The calls that were counted, none, and the counters. */
static void write_out(void)
{
    struct hdr head;
    int fd = open("mon.out", O_WRONLY | O_CREAT | O_TRUNC, 0666);
    memset(&head, 0, sizeof head); /* and what lies between its members */
    head.lpc = (char *)on.low;
    head.hpc = (char *)on.high;
    if (fd < 0 || write(fd, &head, sizeof head) != (ssize_t)sizeof head ||
        write(fd, on.counter, on.bytes) != (ssize_t)on.bytes)
        perror("mon.out");
    if (fd >= 0) close(fd);
}

/* A counter stands for a power of two of bytes, at least two: so the file says which ones without a scale, once hpc is
 * where the last counter ends. */
void monitor(void (*lowpc)(void), void (*highpc)(void), WORD *buffer, int bufsize, int nfunc)
{
    size_t low = (size_t)lowpc, high = (size_t)highpc, share = 2;
    moncontrol(0);
    if (!low) {
        if (on.counter) write_out();
        on.counter = NULL;
        return;
    }
    on.counter = NULL;
    size_t head = sizeof(struct hdr) + (nfunc > 0 ? (size_t)nfunc : 0) * sizeof(struct cnt);
    if (!buffer || bufsize < 0 || (size_t)bufsize * sizeof *buffer < head + sizeof *buffer || high <= low) return;
    size_t room = (size_t)bufsize - (head + sizeof *buffer - 1) / sizeof *buffer;
    while ((high - low + share - 1) / share > room && share < 0x10000) share *= 2;
    size_t counters = (high - low + share - 1) / share;
    if (counters > room) counters = room; /* below 2: what profil() takes for off */
    on.low = low;
    on.high = low + counters * share;
    on.scale = (unsigned int)(0x20000 / share);
    on.counter = buffer + ((size_t)bufsize - room);
    on.bytes = counters * sizeof *buffer;
    memset(on.counter, 0, on.bytes);
    moncontrol(1);
}
