#include "emu/inspect/spelling.h"

#include <string.h>

enum { LONGEST = 30 };

static unsigned least(unsigned a, unsigned b) { return a < b ? a : b; }

/* Damerau's distance in its restricted form: no letter is changed twice. */
unsigned word_distance(const char *typed, size_t n, const char *name)
{
    unsigned d[LONGEST + 1][LONGEST + 1];
    size_t m = strlen(name);
    if (n > LONGEST || m > LONGEST) return (unsigned)n + 1;
    for (unsigned i = 0; i <= n; i++) {
        for (unsigned k = 0; k <= m; k++) {
            if (!i || !k) {
                d[i][k] = i + k;
                continue;
            }
            d[i][k] = least(least(d[i - 1][k], d[i][k - 1]) + 1, d[i - 1][k - 1] + (typed[i - 1] != name[k - 1]));
            if (i > 1 && k > 1 && typed[i - 1] == name[k - 2] && typed[i - 2] == name[k - 1])
                d[i][k] = least(d[i][k], d[i - 2][k - 2] + 1);
        }
    }
    return d[n][m];
}

bool word_is_near(unsigned distance, size_t n) { return distance <= 2 && 2 * distance < n; }
