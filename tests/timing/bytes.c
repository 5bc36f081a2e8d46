/* Bytes that are stored to one bank of Itanium's second level, more at a time than its queue takes, with work of changing length between them: so that
 * with a tick every few hundred cycles blocks begin inside groups while stores wait. */
static volatile unsigned char bytes[1 << 16];

__attribute__((noinline)) static int burst(int at, int stores, int work)
{
    volatile unsigned char *p = bytes + (at & 15) * 16;
    int sum = 0;
    for (int i = 0; i < stores; i++) {
        p[0] = p[256] = p[512] = p[768] = p[1024] = (unsigned char)i;
        for (int j = 0; j < work; j++) sum += j ^ at;
    }
    return sum;
}

int main(void)
{
    int sum = 0;
    for (int k = 0; k < 3000; k++) sum += burst(k, 4 + k % 7, k * 7 % 23);
    return sum & 1;
}
