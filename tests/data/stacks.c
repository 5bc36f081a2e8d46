/* A function that goes on on another stack than the one its frame began on. sweep() reads what `at` points to on its caller's stack; given a
 * stack it goes there first, and makes a call, so that its own frame, which is the innermost, lies on a stack below. PA-RISC's alone: it is assembly. */
#include <sys/mman.h>

void sweep(volatile char *at, int n, void *stack);

__asm__(".text\n.align 4\n"
        ".type leaf,@function\nleaf:\n bv %r0(%r2)\n nop\n.size leaf,.-leaf\n"
        ".export sweep,ENTRY\n.type sweep,@function\nsweep:\n comib,= 0,%r24,.Lread\n nop\n copy %r30,%r20\n copy %r24,%r30\n copy %r2,%r21\n"
        " bl leaf,%r2\n nop\n copy %r21,%r2\n"
        ".Lread:\n ldb 0(%r26),%r19\n ldb 1(%r26),%r19\n addib,> -1,%r25,.Lread\n nop\n"
        " comib,= 0,%r24,.Lback\n nop\n copy %r20,%r30\n"
        ".Lback:\n bv %r0(%r2)\n nop\n.size sweep,.-sweep\n");

/* sweep() with its frame on `below`, which comes back to this stack. */
static void sweep_from(volatile char *at, char *below)
{
    register volatile char *what __asm__("r26") = at;
    register int n __asm__("r25") = 40;
    register char *to __asm__("r22") = below;
    __asm__ volatile("ldo 128(%%r30),%%r24\n copy %%r30,%%r23\n copy %%r22,%%r30\n bl sweep,%%r2\n nop\n copy %%r23,%%r30"
                     : "+r"(what), "+r"(n)
                     : "r"(to)
                     : "r2", "r19", "r20", "r21", "r23", "r24", "memory");
}

__attribute__((noinline, noclone)) static void reader(char *below)
{
    volatile char bytes[64];
    bytes[0] = bytes[1] = 1;
    sweep(bytes, 30, 0);
    for (int i = 0; i < 3; i++) {
        sweep_from(bytes, below);
        sweep(bytes, 30, 0);
    }
}

int main(void)
{
    char *below = mmap((void *)0x20000000, 65536, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if ((char *)&below < below) return 1;
    reader(below + 4096);
    return 0;
}
