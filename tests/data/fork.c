/* A block of the parent's is the child's, too: 10 bytes are written before the fork, then 5 by the parent and 20 by the child, which
 * writes 30 to another one and then leaves for another program (this one, with an argument), which writes 40. */
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#define APART __attribute__((noinline, noclone))

static APART void write_bytes(volatile char *p, int n)
{
    for (int i = 0; i < n; i++) p[i] = 1;
}

APART volatile char *by_parent(void) { return malloc(64); }
APART volatile char *by_child(void) { return malloc(64); }
APART volatile char *by_program(void) { return malloc(64); }

int main(int argc, char **argv)
{
    int status;
    if (argc > 1) {
        write_bytes(by_program(), 40);
        return 0;
    }
    volatile char *p = by_parent();
    write_bytes(p, 10);
    pid_t child = fork();
    if (!child) {
        write_bytes(p, 20);
        write_bytes(by_child(), 30);
        execl(argv[0], argv[0], "again", (char *)0);
        _exit(1);
    }
    write_bytes(p, 5);
    waitpid(child, &status, 0);
    return status;
}
