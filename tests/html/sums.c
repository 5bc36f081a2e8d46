/* The guest of the test of two runs: a matrix that is filled by rows and added up by columns; with nothing of a C library, so that
 * two builds of it are the same but for what differs in this file. */
enum { N = 128 };
static int matrix[N][N];

__attribute__((noinline)) void fill(void)
{
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) matrix[i][j] = i + j;
}

__attribute__((noinline)) int sum(void)
{
    int total = 0;
    for (int j = 0; j < N; j++)
        for (int i = 0; i < N; i++) total += matrix[i][j];
    return total;
}

__attribute__((noinline)) int run(void)
{
    fill();
    return sum() + sum();
}

void start(void)
{
    run();
    __asm__ volatile("ldi 0, %r26\n\tble 0x100(%sr2, %r0)\n\tldi 1, %r20");
}

__asm__(".globl _start\n_start:\tldil L%$global$, %dp\n\tb start\n\tldo R%$global$(%dp), %dp");
