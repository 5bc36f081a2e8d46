#define _GNU_SOURCE /* program_invocation_short_name */

#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>

#include "../include/hpux/mon.h"
#include "moncontrol.h"

/* A smaller share than that of an instruction has an undefined effect (sprofil(2)); Itanium's pc is a bundle's. */
#ifdef __ia64__
enum { SHARE_MIN = 16 };
#else
enum { SHARE_MIN = 4 };
#endif
enum { SCALE_MIN = 4 }; /* 2 may be the overflow descriptor */

/* --- gmon.out ----------------------------------------------------------------------------------------------------- */

static void put(FILE *f, const void *p, size_t n) { fwrite(p, 1, n, f); }
static void put32(FILE *f, uint32_t v) { put(f, &v, sizeof v); }
static void put16(FILE *f, uint16_t v) { put(f, &v, sizeof v); }

/* A record is a zero byte, bounds, how many counters, their rate, its unit's name and letter, counters of 16 bits (the
 * layout is that of <sys/gmon_out.h> of glibc). Further records of the same bounds hold what is beyond 65535. */
static void write_region(const struct sampled *s, const struct prof *p, uint32_t rate, FILE *f)
{
    size_t counters = p->pr_size / sampled_element(s);
    char *end = sampled_end(s, p);
    int more = 1;
    for (uint64_t done = 0; more; done += UINT16_MAX) {
        more = 0;
        put(f, "", 1);
        put(f, &p->pr_offset, sizeof p->pr_offset);
        put(f, &end, sizeof end);
        put32(f, (uint32_t)counters);
        put32(f, rate);
        put(f, "seconds\0\0\0\0\0\0\0\0s", 16);
        for (size_t i = 0; i < counters; i++) {
            uint64_t v = s->flags == PROF_UINT ? ((uint32_t *)p->pr_base)[i] : ((uint16_t *)p->pr_base)[i];
            uint64_t rest = v > done ? v - done : 0;
            if (rest > UINT16_MAX) more = 1;
            put16(f, rest > UINT16_MAX ? UINT16_MAX : (uint16_t)rest);
        }
    }
}

static void write_gmon(const struct sampled *s, FILE *f)
{
    uint64_t us = (uint64_t)s->tick.tv_sec * 1000000 + (uint64_t)s->tick.tv_usec;
    uint64_t rate = us ? (1000000 + us / 2) / us : 1000000; /* a tick below a microsecond is 0 there */
    put(f, "gmon", 4);
    put32(f, 1); /* version */
    put(f, "\0\0\0\0\0\0\0\0\0\0\0", 12);
    for (int i = 0; i < s->regions; i++) write_region(s, &s->region[i], rate ? (uint32_t)rate : 1, f);
}

/* gprof(1): GPROFDIR is the folder of PID.PROGRAM; empty, there is no file; not set, it is gmon.out here. */
static void stop(void)
{
    const char *folder = getenv("GPROFDIR");
    char name[PATH_MAX] = "gmon.out";
    if (folder) snprintf(name, sizeof name, "%s/%ld.%s", folder, (long)getpid(), program_invocation_short_name);
    sampled_stop(write_gmon, folder && !*folder ? NULL : name);
}

/* --- the call ----------------------------------------------------------------------------------------------------- */

/* Counters stand at multiples of their share: so a counter in which two regions meet is one counter, the first's.
 * Returns the bytes that the regions take with this share. */
static size_t lay_out(struct sampled *s, const struct text_region *r, int n, char *buffer, size_t share)
{
    size_t element = sampled_element(s), used = 0, next = 0;
    s->regions = 0;
    for (int i = 0; i < n; i++) {
        size_t first = r[i].text_start / share, end = (r[i].text_end - 1) / share + 1;
        if (first < next) first = next;
        if (first == end) continue;
        s->region[s->regions++] = (struct prof){buffer + used, (unsigned int)((end - first) * element),
                                                (void *)(first * share), (unsigned int)(element * 0x10000 / share)};
        used += (end - first) * element;
        next = end;
    }
    return used;
}

/* Says what is wrong with the arguments, if anything is: those of sprofil(2), which the regions become. */
static int refused(const struct text_region *r, int n, const void *buffer, const struct sampled *s)
{
    const char *why = NULL;
    int at = -1;
    if (s->flags != PROF_USHORT && s->flags != PROF_UINT) why = "flags: neither PROF_USHORT nor PROF_UINT";
    else if (!r || n <= 0 || n > SAMPLED_MAX) why = "nregions: 1 to 100, with regions";
    else if (!buffer || (size_t)buffer % sampled_element(s)) why = "buffer: not one of counters, by its address";
    for (int i = 0; !why && i < n; i++) {
        at = i;
        if (r[i].text_end <= r[i].text_start) why = "text_end: not above text_start";
        else if (i && r[i].text_start < r[i - 1].text_end) why = "text_start: in the region before it or below";
    }
    if (!why) return 0;
    if (at < 0) fprintf(stderr, "smonitor: %s; the call has no effect\n", why);
    else fprintf(stderr, "smonitor: regions[%d].%s; the call has no effect\n", at, why);
    return 1;
}

void smonitor(struct text_region *regions, int nregions, void *buffer, size_t bufsize, int nfunc, unsigned flags)
{
    static int at_exit;
    struct sampled s = {.flags = flags, .write_out = write_gmon};
    size_t share = SHARE_MIN, room = bufsize < UINT_MAX ? bufsize : UINT_MAX; /* pr_size is an unsigned int */
    (void)nfunc;
    if (!regions && !nregions) {
        stop();
        return;
    }
    if (refused(regions, nregions, buffer, &s)) return;
    size_t share_max = sampled_element(&s) * 0x10000 / SCALE_MIN;
    while (lay_out(&s, regions, nregions, buffer, share) > room) {
        if (share == share_max) {
            fprintf(stderr, "smonitor: bufsize: %zu bytes are too few for the regions; the call has no effect\n",
                    bufsize);
            return;
        }
        share *= 2;
    }
    if (!at_exit) at_exit = atexit(stop) == 0;
    sampled_start(&s);
}
