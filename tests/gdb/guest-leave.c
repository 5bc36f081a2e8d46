/* What tests/gdb/protocol looks at: a guest that ends, and a child of it that does not. */
#include <unistd.h>

int main(void)
{
    static volatile int counter;
    if (fork() != 0) _exit(3);
    for (;;) counter++;
}
