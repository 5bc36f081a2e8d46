#include "../include/hpux/sys/profil.h"

#include <errno.h>

#include "call.h"

int sprofil(struct prof *profp, int profcnt, struct timeval *tvp, unsigned int flags)
{
    return (int)profil_call(HPUX_SPROFIL, profp, profcnt, (unsigned long)tvp, flags);
}

void hpux_profil(unsigned short *buff, size_t bufsiz, size_t offset, unsigned int scale)
{
    profil_call(HPUX_PROFIL, buff, (long)bufsiz, offset, scale);
}

PROFIL_ALIAS(hpux_profil)

int sprofil_max(void) { return 100; }

#ifdef __hppa__
/* The number is in r22 and goes into the delay slot of the branch; r22 comes back 0, or 1 with the error in r28. */
static long gateway(long number, const void *p, long n, unsigned long a, unsigned int b)
{
    register unsigned long r26 __asm__("r26") = (unsigned long)p;
    register unsigned long r25 __asm__("r25") = (unsigned long)n;
    register unsigned long r24 __asm__("r24") = a;
    register unsigned long r23 __asm__("r23") = b;
    register unsigned long r22 __asm__("r22") = (unsigned long)number;
    register unsigned long r28 __asm__("r28");
    __asm__ volatile("ldil L%%0xc0000004,%%r1\n\tble R%%0xc0000004(%%sr7,%%r1)\n\tnop"
                     : "=r"(r28), "+r"(r22), "+r"(r26), "+r"(r25), "+r"(r24), "+r"(r23)
                     :
                     : "r1", "r2", "r29", "r31", "memory");
    if (!r22) return (long)r28;
    errno = (int)r28;
    return -1;
}

int sprofil_gateway(struct prof *profp, int profcnt, struct timeval *tvp, unsigned int flags)
{
    return (int)gateway(540, profp, profcnt, (unsigned long)tvp, flags);
}

void profil_gateway(unsigned short *buff, size_t bufsiz, size_t offset, unsigned int scale)
{
    gateway(44, buff, (long)bufsiz, offset, scale);
}
#endif
