/* HP-UX monitor() and smonitor() and the moncontrol() of others, for guests: clients of profil() and sprofil() that write
 * mon.out and gmon.out; link with libsprofil.a of rom/lib. A process has one profile: what is started takes the place of
 * what was before, and each stops what it has started. Text addresses are used as given: TEXT_ADDR(function) takes one
 * from a function. */
#ifndef PCGRAM_HPUX_MON_H
#define PCGRAM_HPUX_MON_H

#include <stddef.h>

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

struct text_region {
    unsigned long text_start; /* first address sampled */
    unsigned long text_end;   /* the one behind the last */
    char *name;               /* of the load module; gmon.out has no place for it */
};

/* Samples the pc in nregions regions, which ascend and do not overlap, in the bufsize bytes at buffer: counters of 16
 * bits (flags PROF_USHORT) or 32 (PROF_UINT, of <sys/profil.h>), which stay at their maximum. They are not cleared: in a
 * buffer that the same regions have had before, counting goes on. nfunc is not used. All arguments 0: stops, and writes
 * the last call's regions, for gprof (smonitor(3C)).
 *
 * Where the page is silent: the buffer has the regions' counters one behind another, all for the same power of two of
 * bytes of text, of which they stand at multiples; it is the least that fits, at least an instruction (Itanium: a
 * bundle). Regions that meet in the middle of a counter have it in common, in the first one's place. The file is a
 * gmon.out for GNU's gprof, one histogram a region and another where counters exceed 65535; it is also written when the
 * program ends. GPROFDIR in the environment is the folder of PID.PROGRAM instead; empty, there is no file (gprof(1)). A
 * call with arguments that will not do says so on standard error and changes nothing. */
void smonitor(struct text_region *regions, int nregions, void *buffer, size_t bufsize, int nfunc, unsigned flags);

/* Sampling stops (0), or goes on in the buffer of the last monitor() or smonitor(). */
void moncontrol(int mode);

#endif
