/* sprofil() with two regions, which the loops are in, and an overflow bin for everything else.
 *
 *     hpux FLAGS [gateway|unmap|truncate|profil] */
#include "rom/include/hpux/sys/profil.h"

#include <fcntl.h>
#include <sys/mman.h>

#include "tests/ticks/work.h"

enum { ELEMENTS = 64, BYTES = 8 * ELEMENTS };

static struct prof regions[3];

static void set_up(unsigned char *buffer, unsigned flags)
{
    unsigned element = flags == PROF_USHORT ? 2 : flags == PROF_UINT ? 4 : 8;
    unsigned long a = TEXT_ADDR(first), b = TEXT_ADDR(second);
    unsigned long low = a < b ? a : b, high = a < b ? b : a;
    regions[0] = (struct prof){buffer, element * ELEMENTS, (void *)low, 0x4000 * element};
    regions[1] = (struct prof){buffer + BYTES, element * ELEMENTS / 2, (void *)high, 0x2000 * element};
    regions[2] = (struct prof){buffer + 2 * BYTES, element, 0, 2};
}

#ifndef __hppa__ /* the gateway is PA-RISC's */
#define sprofil_gateway sprofil
#endif

/* A page of a file, which is there as long as the file is: nothing else tells that it has gone. */
static unsigned char *map_file(int *fd)
{
    char name[] = "/tmp/pcgram-ticks-XXXXXX";
    *fd = mkstemp(name);
    if (*fd < 0 || unlink(name) != 0 || ftruncate(*fd, 4096) != 0) exit(1);
    return mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, *fd, 0);
}

int main(int argc, char **argv)
{
    unsigned flags = (unsigned)atoi(argv[1]);
    const char *how = argc > 2 ? argv[2] : "";
    struct timeval tv = {0, 0};
    unsigned char *buffer = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    unsigned sum;
    int on, fd = -1;
    if (!strcmp(how, "truncate")) buffer = map_file(&fd);
    set_up(buffer, flags);
    say_map(buffer, 4096);
    say_map(regions, sizeof regions);
    hex("poke", regions, sizeof regions);
    if (!strcmp(how, "profil")) {
        say_call("hpux_profil", buffer, 2 * ELEMENTS, (unsigned long)regions[0].pr_offset, 0x8000);
        fflush(stdout);
        profil((unsigned short *)buffer, 2 * ELEMENTS, (size_t)regions[0].pr_offset, 0x8000);
        on = 0;
    } else {
        say_call("hpux_sprofil", regions, 3, 0, flags);
        fflush(stdout);
        on = !strcmp(how, "gateway") ? sprofil_gateway(regions, 3, &tv, flags) : sprofil(regions, 3, &tv, flags);
    }
    sum = work(3000);
    if (!strcmp(how, "unmap")) munmap(buffer, 4096);
    if (fd >= 0 && ftruncate(fd, 0) != 0) return 1;
    sum += work(2000);
    if (!strcmp(how, "gateway")) sprofil_gateway(NULL, 0, NULL, 0);
    else sprofil(NULL, 0, NULL, 0);
    printf("result %d %u tick %ld.%06ld\n", on, sum, (long)tv.tv_sec, (long)tv.tv_usec);
    if (strcmp(how, "unmap") && fd < 0) hex("dump", buffer, 4096);
    return 0;
}
