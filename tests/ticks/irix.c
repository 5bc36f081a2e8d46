/* profil() of IRIX over both loops and what lies around them. */
#include "rom/include/irix/profil.h"

#include "tests/ticks/work.h"

static unsigned short buffer[1024];

int main(int argc, char **argv)
{
    unsigned scale = argc > 1 ? (unsigned)strtoul(argv[1], NULL, 0) : 0x8000;
    unsigned long a = TEXT_ADDR(first), b = TEXT_ADDR(second), low = a < b ? a : b;
    unsigned sum;
    int on;
    say_map(buffer, sizeof buffer);
    say_call("irix_profil", buffer, sizeof buffer, low, scale);
    fflush(stdout);
    on = profil((void *)buffer, sizeof buffer, low, scale);
    sum = work(3000);
    profil((void *)buffer, sizeof buffer, low, 0);
    printf("result %d %u\n", on, sum);
    hex("dump", buffer, sizeof buffer);
    return 0;
}
