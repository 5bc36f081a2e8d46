/* Lines that their sets of the cache keep while more lines than the cache has are used in other sets. They would not be in a cache that holds lines anywhere any more,
 * so using them brings them there again, although they hit; and when others have driven them out of their sets at last, that is a conflict. There are as
 * many rounds as it takes until a slice of the picture (emu/data/picture.h) is longer than one, and they are not all alike, so that what is known of a line is
 * not always given up before it is used. */
#ifdef __hppa__
enum { WAY = 32768, WAYS = 2, LINE = 32, BLOCKS = 5, ROUNDS = 400, LINES = 8 };
#else
enum { WAY = 4096, WAYS = 4, LINE = 64, BLOCKS = 12, ROUNDS = 400, LINES = 8 };
#endif
__attribute__((aligned(WAY))) volatile char kept[WAYS + 1][WAY], stream[BLOCKS][WAY];

int main(void)
{
    int all = 0;
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < LINES; i++) all += kept[0][i * LINE];
        for (int block = 0; block < BLOCKS; block++)
            for (int i = WAY / 2 + LINE * (block + round % 3); i < WAY; i += LINE) all += stream[block][i];
        for (int i = LINES - 1; i >= 0; i--) all += kept[0][i * LINE];
        for (int way = 1; way <= WAYS; way++)
            for (int i = 0; i < LINES; i++) all += kept[way][i * LINE];
    }
    return all;
}
