/* The light-weight system calls of the gateway page: compare and swap in all its sizes, and thread-local storage. */
#include <stdio.h>
#include <string.h>

static __thread int in_tls = 17;
static __thread char zero_tls[64];

/* ble 0xb0(%sr2,%r0) with the number in r20; r21 the error, r28 the result. */
static long lws(long number, void *address, long a, long b, long c, long *error)
{
    register long r20 __asm__("r20") = number;
    register long r26 __asm__("r26") = (long)address;
    register long r25 __asm__("r25") = a;
    register long r24 __asm__("r24") = b;
    register long r23 __asm__("r23") = c;
    register long r21 __asm__("r21");
    register long r28 __asm__("r28");
    __asm__ volatile("ble 0xb0(%%sr2,%%r0)\n\tnop"
                     : "=r"(r28), "=r"(r21), "+r"(r20), "+r"(r26), "+r"(r25), "+r"(r24), "+r"(r23)
                     :
                     : "r1", "r22", "r29", "r31", "memory");
    *error = r21;
    return r28;
}

int main(void)
{
    long error, r;
    int word = 5;
    r = lws(0, &word, 5, 9, 0, &error);
    printf("cas32 %ld %ld, now %d\n", r, error, word);
    r = lws(0, &word, 5, 11, 0, &error);
    printf("cas32 %ld %ld, now %d\n", r, error, word);
    lws(0, (void *)16, 5, 11, 0, &error);
    printf("bad address %ld\n", error);
    for (int size = 0; size < 4; size++) {
        _Alignas(8) unsigned char place[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9}, old[8] = {1, 2, 3, 4, 5, 6, 7, 8};
        _Alignas(8) unsigned char new[8] = {21, 22, 23, 24, 25, 26, 27, 28};
        r = lws(2, place, (long)old, (long)new, size, &error);
        printf("cas of %d: %ld %ld, now %d %d %d %d %d", 1 << size, r, error, place[0], place[1], place[3], place[7],
               place[8]);
        r = lws(2, place, (long)old, (long)new, size, &error);
        printf("; again %ld %ld\n", r, error);
    }
    lws(2, &word, (long)&word, (long)&word, 4, &error);
    printf("bad size %ld\n", error);
    lws(77, &word, 0, 0, 0, &error);
    printf("bad number %ld\n", error);
    unsigned long long wide = 1;
    __sync_fetch_and_add(&wide, 0x100000000ULL);
    __sync_bool_compare_and_swap(&wide, 0x100000001ULL, 3ULL);
    printf("builtins %llu %d\n", wide, __sync_fetch_and_or(&word, 6) | __sync_add_and_fetch(&word, 1));
    in_tls++;
    memset(zero_tls, 1, 3);
    printf("tls %d %d %d\n", in_tls, zero_tls[2], zero_tls[3]);
    return 0;
}
