/* Words that lie across the end of a line of the cache: both lines are used, however well the first one is known by then. Where words are aligned (PA-RISC)
 * it is two halves. */
#ifdef __hppa__
enum { LINE = 32 };
#else
enum { LINE = 64 };
#endif
enum { PLACES = 8, ROUNDS = 200, LATE = 150 };
__attribute__((aligned(LINE))) char across[2 * PLACES * LINE];

static unsigned read_half(const char *p) { return *(const volatile unsigned *)p; }

static unsigned long long read_word(const char *p)
{
#ifdef __hppa__
    return (unsigned long long)read_half(p) << 32 | read_half(p + 4);
#else
    return *(const volatile unsigned long long *)p;
#endif
}

int main(void)
{
    unsigned long long all = 0;
    for (int round = 0; round < ROUNDS; round++)
        for (int i = 0; i < PLACES; i++) {
            char *end = across + (2 * i + 1) * LINE;
            all += read_half(end - 4);
            all += read_word(end - (round < LATE ? 8 : 4));
        }
    return all != 0;
}
