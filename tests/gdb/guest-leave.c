/* What tests/gdb/protocol looks at: a guest that ends, and a child of it that does not; with an argument, one that begins another
 * program while a child is in its address space, which frees that at its end. */
#define _GNU_SOURCE
#include <sched.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

static char stack[16384] __attribute__((aligned(64)));

static int child(void *argument)
{
    (void)argument;
    usleep(1000);
    _exit(0);
}

int main(int argc, char **argv)
{
    static volatile int counter;
    if (argc == 2) {
        clone(child, stack, CLONE_VM | SIGCHLD, NULL);
        execl(argv[0], argv[0], "again", "and waits", NULL);
    }
    if (argc == 3) {
        wait(NULL);
        *(volatile int *)8 = 1;
    }
    if (fork() != 0) _exit(3);
    for (;;) counter++;
}
