/* AIX's profil(), in its first form or with an array of buffers.
 *
 *     aix [array] */
#include "rom/include/aix/mon.h"

#include <errno.h>

#include "tests/ticks/work.h"

static HISTCOUNTER buffer[512];
static struct prof list[3];

int main(int argc, char **argv)
{
    unsigned long a = TEXT_ADDR(first), b = TEXT_ADDR(second), low = a < b ? a : b, high = a < b ? b : a;
    int array = argc > 1 && !strcmp(argv[1], "array");
    unsigned sum;
    list[0] = (struct prof){(char *)low, (char *)low + 256, buffer, 256, -1u};
    list[1] = (struct prof){(char *)high, (char *)high + 512, buffer + 128, 768, 0x4000};
    say_map(buffer, sizeof buffer);
    say_map(list, sizeof list);
    hex("poke", list, sizeof list);
    if (array) say_call("aix_profil", list, -1ul, 0, 0);
    else say_call("aix_profil", buffer, sizeof buffer, low, 0x7fff);
    fflush(stdout);
    errno = 0;
    if (array) profil(list, -1u, 0, 0);
    else profil(buffer, sizeof buffer, low, 0x7fff);
    printf("errno %d\n", errno);
    sum = work(3000);
    list[0].p_high = NULL;
    if (array) profil(list, -1u, 0, 0);
    else profil(NULL, 0, 0, 0);
    printf("errno %d result %u\n", errno, sum);
    errno = 0;
    int status = profil((void *)4, 64, 0, 0x8000); /* nothing is there */
    printf("status %d errno %d\n", status, errno);
    hex("dump", buffer, sizeof buffer);
    return 0;
}
