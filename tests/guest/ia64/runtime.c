#include "runtime.h"

#include <stdarg.h>

/* --- memory and strings --------------------------------------------------------------------------------------------- */

void *memset(void *to, int value, size_t size)
{
    volatile u8 *p = to; /* else the compiler makes a call of memset of it */
    while (size--) *p++ = (u8)value;
    return to;
}

void *memcpy(void *to, const void *from, size_t size)
{
    volatile u8 *p = to;
    const u8 *q = from;
    while (size--) *p++ = *q++;
    return to;
}

size_t strlen(const char *s)
{
    size_t n = 0;
    while (s[n]) n++;
    return n;
}

int strcmp(const char *a, const char *b)
{
    while (*a && *a == *b) a++, b++;
    return (u8)*a - (u8)*b;
}

/* Decimal, nothing before the digits. */
long strtol(const char *s, char **end, int base)
{
    long v = 0;
    (void)base;
    while (*s >= '0' && *s <= '9') v = 10 * v + *s++ - '0';
    if (end) *end = (char *)s;
    return v;
}

/* --- printf --------------------------------------------------------------------------------------------------------- */

static char out[1024];
static size_t used;

static void flush(void)
{
    system_call(SYS_write, 1, out, used);
    used = 0;
}

static void put(char c)
{
    out[used++] = c;
    if (c == '\n' || used == sizeof out) flush();
}

static void put_number(u64 v, unsigned base, int width, char pad)
{
    char digits[24];
    int n = 0;
    do digits[n++] = "0123456789abcdef"[v % base];
    while (v /= base);
    while (width-- > n) put(pad);
    while (n) put(digits[--n]);
}

static const char *convert(const char *f, va_list *ap)
{
    char pad = *f == '0' ? '0' : ' ';
    int width = (int)strtol(f, (char **)&f, 10);
    int wide = *f == 'l';
    while (*f == 'l') f++;
    if (*f == 's') {
        const char *s = va_arg(*ap, const char *);
        for (size_t n = strlen(s); n < (size_t)width; n++) put(' ');
        while (*s) put(*s++);
    } else if (*f == 'c') {
        put((char)va_arg(*ap, int));
    } else {
        i64 v = wide ? va_arg(*ap, i64) : *f == 'd' ? va_arg(*ap, int) : (i64)va_arg(*ap, u32);
        if (*f == 'd' && v < 0) put('-');
        put_number(*f == 'd' && v < 0 ? -(u64)v : (u64)v, *f == 'x' ? 16 : 10, width, pad);
    }
    return f + 1;
}

int printf(const char *f, ...)
{
    va_list ap;
    va_start(ap, f);
    while (*f) {
        if (*f == '%') f = convert(f + 1, &ap);
        else put(*f++);
    }
    va_end(ap);
    return 0;
}

/* --- the kernel ------------------------------------------------------------------------------------------------------ */

void exit(int status)
{
    if (used) flush();
    for (;;) system_call(SYS_exit_group, status);
}

int main(int argc, char **argv);

void start_c(u64 *stack)
{
    exit(main((int)stack[0], (char **)(stack + 1)));
}

void on_signal(int signo, handler *run, u64 flags)
{
    u64 action[3] = {(u64)run, flags | SA_SIGINFO, 0};
    system_call(SYS_rt_sigaction, signo, action, NULL, 8);
}

void *map(size_t size)
{
    enum { READ_WRITE = 3, PRIVATE_ANONYMOUS = 0x22 };
    return (void *)system_call(SYS_mmap, NULL, size, READ_WRITE, PRIVATE_ANONYMOUS, -1, 0);
}

i64 fork_child(void)
{
    enum { SYS_clone = 1128 };
    return system_call(SYS_clone, SYS_fork_flags, 0, NULL, NULL, NULL);
}

int wait_for(i64 pid)
{
    int status = -1;
    while (system_call(SYS_wait4, pid, &status, 0, NULL) == -EINTR) continue;
    return status;
}

/* --- threads ---------------------------------------------------------------------------------------------------------- */

enum { STACKS = 1 << 18, FUTEX_WAIT = 0 };

i64 begin_thread(int (*run)(void *), void *arg, int *word, void *tls)
{
    i64 flags = CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD | CLONE_SETTLS | CLONE_PARENT_SETTID |
                CLONE_CHILD_CLEARTID;
    return clone2_call(flags, map(STACKS), STACKS, word, word, tls, run, arg);
}

void join_thread(int *word)
{
    int tid;
    while ((tid = *(volatile int *)word) != 0) system_call(SYS_futex, word, FUTEX_WAIT, tid, NULL, NULL, 0);
}
