/* Accesses that fault, each of the four of a row in turn: those of the row before it have been done and are told once, its own when it is done, and so are those behind
 * it. The page is made accessible by the handler of the signal, or (PART) the row is left by a jump out of it, and then what is behind has not been done. */
#include <setjmp.h>
#include <signal.h>
#include <sys/mman.h>

enum { PAGE = 4096, COLUMNS = 4, ROUNDS = 200, PART = 5 };
__attribute__((aligned(PAGE))) volatile char table[COLUMNS][4 * PAGE];
volatile int column, part;
static sigjmp_buf out;

static void mend(int number)
{
    (void)number;
    mprotect((void *)table[column], sizeof table[column], PROT_READ | PROT_WRITE);
    if (part) siglongjmp(out, 1);
}

__attribute__((noinline)) static int row(int i)
{
    int a = table[0][i], b;
    table[1][i] = (char)a;
    b = table[2][i];
    table[3][i] = (char)b;
    return a + b;
}

int main(void)
{
    struct sigaction s = {.sa_handler = mend};
    int all = 0;
    volatile int i; /* Itanium's gcc 12 has stored the next one already when it is jumped out of */
    sigaction(SIGSEGV, &s, 0);
    for (i = 0; i < ROUNDS; i++) {
        column = i % COLUMNS;
        part = i % PART == 0;
        for (int k = 0; k < 10; k++) all += row(i);
        mprotect((void *)table[column], sizeof table[column], PROT_NONE);
        if (!sigsetjmp(out, 1)) all += row(i + 1);
    }
    return all != 0;
}
