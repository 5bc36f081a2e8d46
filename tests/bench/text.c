/* Strings: writes text with printf, splits and counts words, parses and evaluates expressions, searches. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT = 16384, WORDS = 256 };

static char text[TEXT];

static unsigned next_random(unsigned *seed) { return *seed = *seed * 1103515245u + 12345u; }

static size_t write_text(unsigned seed)
{
    static const char *const words[] = {"cycle", "tick",   "bundle", "stop", "nullify",
                                        "slot",  "branch", "queue",  "space"};
    size_t n = 0;
    while (n < TEXT - 64) {
        unsigned r = next_random(&seed) >> 8;
        n += (size_t)sprintf(text + n, "%s%u %-6.3s(%d+%d)*%d ", words[r % 9], r % 17, words[r / 9 % 9], (int)(r % 100),
                             (int)(r / 100 % 50) - 25, (int)(r / 7 % 10));
    }
    return n;
}

/* sum := product {(+|-) product}; product := atom {* atom}; atom := number | -atom | ( sum ) */
static long sum(const char **p);

static long atom(const char **p)
{
    if (**p == '-') {
        ++*p;
        return -atom(p);
    }
    if (**p == '(') {
        ++*p;
        long v = sum(p);
        if (**p == ')') ++*p;
        return v;
    }
    return strtol(*p, (char **)p, 10);
}

static long product(const char **p)
{
    long v = atom(p);
    while (**p == '*') {
        ++*p;
        v *= atom(p);
    }
    return v;
}

static long sum(const char **p)
{
    long v = product(p);
    while (**p == '+' || **p == '-') {
        char op = *(*p)++;
        long w = product(p);
        v += op == '+' ? w : -w;
    }
    return v;
}

struct count {
    char word[16];
    int times;
};

static int by_word(const void *a, const void *b)
{
    return strcmp(((const struct count *)a)->word, ((const struct count *)b)->word);
}

static unsigned count_words(void)
{
    static struct count list[WORDS];
    int n = 0;
    unsigned check = 0;
    for (const char *p = text; *p;) {
        char word[16];
        int k = 0;
        while (*p && !isalpha((unsigned char)*p)) p++;
        while (isalnum((unsigned char)*p) && k < 15) word[k++] = (char)toupper((unsigned char)*p++);
        word[k] = 0;
        int i = 0;
        while (i < n && strcmp(list[i].word, word) != 0) i++;
        if (i == n && n < WORDS) {
            strcpy(list[n].word, word);
            list[n++].times = 0;
        }
        if (i < n) list[i].times++;
    }
    qsort(list, (size_t)n, sizeof *list, by_word);
    for (int i = 0; i < n; i++) check = check * 31 + (unsigned)list[i].times + (unsigned char)list[i].word[0];
    return check;
}

int main(int argc, char **argv)
{
    int rounds = argc > 1 ? atoi(argv[1]) : 2;
    unsigned check = 1;
    for (int round = 0; round < rounds; round++) {
        write_text(check);
        check = check * 37 + count_words();
        for (const char *p = text; (p = strchr(p, '(')) != NULL;) check = check * 31 + (unsigned)sum(&p);
        for (const char *p = text; (p = strstr(p, "queue")) != NULL; p++) check += (unsigned)(p - text);
    }
    printf("text %d %08x\n", rounds, check);
    return 0;
}
