/* A table that is written first, a long a line, and then read, and another that is read twice: what a store brings no line of misses for the first time when it is read. */
#define LINES 512 /* of 64 bytes, twice Itanium's first cache of data */
__attribute__((aligned(64))) volatile long written[LINES][64 / sizeof(long)], again[LINES][64 / sizeof(long)];

static long sum(volatile long (*table)[64 / sizeof(long)])
{
    long all = 0;
    for (int i = 0; i < LINES; i++) all += table[i][0];
    return all;
}

int main(void)
{
    for (int i = 0; i < LINES; i++) written[i][0] = i, again[i][0] = i;
    long all = sum(written);
    all += sum(again);
    return (int)(all + sum(again)) & 0;
}
