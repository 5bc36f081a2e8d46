/* The five profiling calls: HP-UX sprofil() and profil(), and profil() of IRIX, OpenBSD and AIX (docs/clauses.txt;
 * D-n are the decisions of docs/ticks.md). Each checks its arguments in the order of the rules, and leaves the profile
 * control block as the ticks are to find it.
 *
 * They return 0 or a negated errno of the host. Arguments are the registers of the guest: what a dialect declares as 32
 * bits is taken from the low 32 bits. */
#ifndef PCGRAM_PROF_TICK_PROFIL_H
#define PCGRAM_PROF_TICK_PROFIL_H

#include "prof/tick/tick.h"

/* flags of sprofil(). The third is not published: D-5. */
enum { PROF_USHORT = 1, PROF_UINT = 2, PROF_UINT64 = 4 };

enum { HPUX_PROFIL_MAX = 100 }; /* sysconf(_SC_PROFIL_MAX): D-5 */

struct profil_caller {
    struct pcb block;
    const struct guest_memory *memory;
    unsigned word;      /* bytes of a pointer and a long: 4 or 8 */
    bool big_endian;    /* byte order of the process */
    bool allow_overlap; /* sprofil() accepts regions that overlap: D-9 */
    u64 tick_us;        /* one tick in microseconds */
};

/* sprofil(profp, profcnt, tvp, flags): EFAULT, E2BIG, EINVAL. A call that fails leaves profiling off. */
int hpux_sprofil(const struct profil_caller *c, const u64 arg[4]);
/* profil(buff, bufsiz, offset, scale): always 0; what sprofil() would refuse leaves profiling off. */
int hpux_profil(const struct profil_caller *c, const u64 arg[4]);
/* profil(buff, bufsiz, offset, scale): always 0. */
int irix_profil(const struct profil_caller *c, const u64 arg[4]);
/* profil(samples, size, offset, scale): EINVAL leaves the state as it was, EFAULT turns profiling off. */
int openbsd_profil(const struct profil_caller *c, const u64 arg[4]);
/* profil(ShortBuffer, BufferSize, Offset, Scale) and profil(ProfBuffer, -1, 0, 0): EFAULT, EINVAL, which leave the state
 * as it was. The guest's stub turns them into errno and the return value 0. */
int aix_profil(const struct profil_caller *c, const u64 arg[4]);

/* One tick in microseconds, rounded: tick_cycles at clock_hz. */
u64 profil_tick_us(u64 tick_cycles, u64 clock_hz);

#endif
