/* Three functions that work, under monitor(): a before it, b and c in it, c with sampling stopped in between, d after
 * it. */
#include <mon.h>
#include <stdio.h>
#include <stdlib.h>

#define WORK(name)                                                                                                     \
    __attribute__((noipa)) unsigned name(unsigned n)                                                                   \
    {                                                                                                                  \
        unsigned s = 1;                                                                                                \
        while (n--) s = s * 5 + (s >> 3);                                                                              \
        return s;                                                                                                      \
    }
WORK(a)
WORK(b)
WORK(c)
WORK(d)
extern char etext[];

int main(int argc, char **argv)
{
    static WORD buffer[1 << 18];
    int words = atoi(argv[1]);
    unsigned s = a(100000);
    (void)argc;
    monitor((void (*)(void))TEXT_ADDR(a), (void (*)(void))etext, buffer, words, 10);
    s += b(200000) + c(100000);
    moncontrol(0);
    s += c(400000);
    moncontrol(1);
    s += b(100000);
    monitor(0, 0, 0, 0, 0);
    s += d(100000);
    printf("%u\n", s);
    return 0;
}
