/* Functions in three regions of text and one outside, under smonitor().
 *
 *     guest REGIONS BYTES FLAGS SHIFT PRESET HOW
 *
 * REGIONS: digits, which regions, in this order; 4: one that ends where it starts. SHIFT: bytes that the buffer is off.
 * PRESET: what its first counter holds before. HOW: what happens after the first half of the work. Prints where the
 * buffers are, and the sum. */
#include <mon.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/profil.h>

#define WORK(name, where)                                                                                              \
    __attribute__((noipa, section(where))) unsigned name(unsigned n)                                                   \
    {                                                                                                                  \
        unsigned s = 1;                                                                                                \
        while (n--) s = s * 5 + (s >> 3);                                                                              \
        return s;                                                                                                      \
    }
WORK(a, "one")
WORK(b, "one")
WORK(c, "two")
WORK(d, "three")
WORK(e, "outside")
extern char __start_one[], __stop_one[], __start_two[], __stop_two[], __start_three[], __stop_three[];

static unsigned half(void) { return a(20000) + b(40000) + c(30000) + d(60000) + e(30000); }

static unsigned first[1 << 16], second[1 << 16];

int main(int argc, char **argv)
{
    struct text_region all[] = {{(unsigned long)__start_one, (unsigned long)__stop_one, "one"},
                                {(unsigned long)__start_two, (unsigned long)__stop_two, "two"},
                                {(unsigned long)__start_three, (unsigned long)__stop_three, "three"},
                                {(unsigned long)__start_one, (unsigned long)__start_one, "none"}},
                       region[128];
    const char *which = argv[1], *how = argc == 7 ? argv[6] : "";
    size_t bytes = strtoul(argv[2], NULL, 0);
    unsigned flags = (unsigned)atoi(argv[3]), s = e(30000);
    int n = 0;
    for (; which[n] && n < 128; n++) region[n] = all[which[n] - '1'];
    if (atoi(argv[5])) {
        if (flags == PROF_USHORT) *(unsigned short *)first = (unsigned short)atoi(argv[5]);
        else first[0] = (unsigned)atoi(argv[5]);
    }
    smonitor(region, n, (char *)first + atoi(argv[4]), bytes, 0, flags);
    s += half();
    if (!strcmp(how, "pause")) {
        moncontrol(0);
        s += half();
        moncontrol(1);
    } else if (!strcmp(how, "again")) { /* what was counted stays in the buffer */
        smonitor(0, 0, 0, 0, 0, 0);
        s += half();
        smonitor(region, n, first, bytes, 0, flags);
    } else if (!strcmp(how, "other")) { /* only the last call's buffer is written */
        smonitor(region, n, second, bytes, 0, flags);
    } else if (!strcmp(how, "refused")) { /* changes nothing; neither does the end of what monitor() has not begun */
        smonitor(all + 3, 1, second, bytes, 0, flags);
        monitor(0, 0, 0, 0, 0);
    }
    s += half();
    if (strcmp(how, "exit") != 0) {
        smonitor(0, 0, 0, 0, 0, 0);
        s += half();
    }
    printf("%p %p %u\n", (void *)first, (void *)second, s);
    return 0;
}
