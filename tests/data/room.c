/* Stores to argv[1] lines, then maps argv[2] pages. With --mem-limit the collector's memory counts, so that is a question of
 * how far it has counted. */
#include <stdlib.h>
#include <sys/mman.h>

static volatile char place[1 << 19];

int main(int argc, char **argv)
{
    (void)argc;
    for (int i = 0, n = atoi(argv[1]); i < n; i++) place[i * 64] = 1;
    mmap(0, (size_t)atoi(argv[2]) << 12, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return 0;
}
