/* HP-UX monitor() and the moncontrol() of others, for guests: clients of profil() that write mon.out; link with
 * libsprofil.a of rom/lib. Text addresses are used as given: TEXT_ADDR(function) takes one from a function. */
#ifndef PCGRAM_HPUX_MON_H
#define PCGRAM_HPUX_MON_H

#include "../text_addr.h"

typedef unsigned short WORD;

/* mon.out: a header, counts of calls, counters to the end of the file. */
struct hdr {
    char *lpc; /* first address sampled */
    char *hpc; /* the one behind the last */
    int nfns;  /* counts of calls that follow */
};
struct cnt {
    char *fnpc; /* in a function */
    long mcnt;  /* times it was called */
};

/* Samples the pc from lowpc to just below highpc, which are text addresses, in what is left of the bufsize WORDs at
 * buffer behind a header and nfunc counts of calls (of which there are none: no compiler at hand calls mcount() in this
 * way). lowpc 0: stops, and writes mon.out in the working directory (monitor(3C)). */
void monitor(void (*lowpc)(void), void (*highpc)(void), WORD *buffer, int bufsize, int nfunc);

/* Sampling stops (0), or goes on in the buffer of the last monitor(). */
void moncontrol(int mode);

#endif
