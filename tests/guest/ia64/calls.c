/* How the kernel is entered and left, what a program starts with, and structures as the kernel fills them in. */
#include "runtime.h"

i64 nat_number(void), nat_argument(void), nine_outputs(void);

static void start(int argc, char **argv)
{
    u64 *at = (u64 *)(argv + argc + 1), fpsr, rsc, bsp;
    u64 page = 0, phent = 0, clock = 0;
    const char *name = "";
    __asm__ volatile("mov.m %0 = ar.fpsr" : "=r"(fpsr));
    __asm__ volatile("mov.m %0 = ar.rsc" : "=r"(rsc));
    __asm__ volatile("mov.m %0 = ar.bsp" : "=r"(bsp));
    while (*at) at++;
    for (at++; *at; at += 2) {
        if (at[0] == 6) page = at[1];
        if (at[0] == 4) phent = at[1];
        if (at[0] == 17) clock = at[1];
        if (at[0] == 31) name = (const char *)at[1];
        if (at[0] == 15 || at[0] == 32 || at[0] == 33) printf("auxiliary vector has %lu\n", at[0]);
    }
    printf("argc %d, name as argv[0] %d, page %lu, headers of %lu, clock %lu\n", argc, strcmp(name, argv[0]) == 0, page, phent,
           clock);
    printf("fpsr %lx, rsc %lx, register stack in region %lu above %lx\n", fpsr, rsc, bsp >> 61, bsp >> 12 << 12);
    printf("stack in region %lu, aligned %lu, page size %ld\n", (u64)argv >> 61, (u64)(argv - 1) % 16,
           system_call(SYS_getpagesize));
}

static void conventions(void)
{
    i64 second = -1, first = pipe_call(&second);
    char byte = 0;
    printf("pid %ld of %ld\n", system_call(SYS_getpid), system_call(SYS_getppid));
    printf("a NaT for a number %ld, for an argument %ld, nine outputs %ld\n", nat_number(), nat_argument(), nine_outputs());
    printf("no such call %ld, no such file %ld, no such address %ld\n", system_call(1024), system_call(SYS_open, "/none", 0, 0),
           system_call(SYS_open, (void *)8, 0, 0));
    printf("pipe %ld %ld\n", first, second);
    printf("through it %ld", system_call(SYS_write, second, "x", 1));
    printf(" %ld %c\n", system_call(SYS_read, first, &byte, 1), byte);
}

static void structures(void)
{
    struct { u64 dev, ino, nlink; u32 mode, uid, gid, pad; u64 rdev, size, times[6], block; i64 blocks; u64 rest[3]; } st;
    char names[6][65];
    u64 time[2];
    i64 fd = system_call(SYS_open, "a file", 0102, 0600);
    system_call(SYS_write, fd, "ten bytes.", 10);
    system_call(SYS_fstat, fd, &st);
    printf("mode %x, links %lu, size %lu\n", st.mode, st.nlink, st.size);
    system_call(SYS_uname, names);
    printf("%s on %s\n", names[0], names[4]);
    system_call(SYS_clock_gettime, 1, time);
    printf("seconds %lu\n", time[0]);
}

static void memory(void)
{
    char *heap = (char *)system_call(SYS_brk, 0), *p = map(3 * 4096);
    printf("heap in region %lu, grown %d, ", (u64)heap >> 61, (char *)system_call(SYS_brk, heap + 100000) == heap + 100000);
    memset(heap, 1, 100000);
    printf("shrunk %d\n", (char *)system_call(SYS_brk, heap) == heap);
    printf("mapped at %lx, unmapped %ld, ", (u64)p, system_call(SYS_munmap, p + 4096, 4096));
    printf("protected %ld, with a hole %ld\n", system_call(SYS_mprotect, p, 4096, 1), system_call(SYS_mprotect, p, 8192, 1));
    printf("between the regions %d\n", system_call(SYS_mmap, 0x1000000000000000, 4096, 3, 0x32, -1, 0) < 0);
}

int main(int argc, char **argv)
{
    start(argc, argv);
    conventions();
    structures();
    memory();
    return 0;
}
