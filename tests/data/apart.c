/* A library, with -DLIBRARY, whose function decoy() lies a segment's alignment behind one that is called as an allocator is; and a program. */
#include <stddef.h>

#ifdef LIBRARY
enum { APART = 0x10000 };

static char place[100] = {1}; /* not zeroed by the loader */
int in_data = 1; /* a second segment, which shares a page of the file with the first */

__attribute__((aligned(APART), noipa)) void *valloc(size_t n) { return n ? place : NULL; }
__attribute__((aligned(APART), noipa)) void *decoy(size_t n) { return n ? place : NULL; }
#else
void *decoy(size_t n);

int main(void)
{
    volatile char *p = decoy(100);
    for (int i = 0; i < 100; i++) p[i] = (char)i;
    return p[99] != 99;
}
#endif
