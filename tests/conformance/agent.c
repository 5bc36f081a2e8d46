/* The C library's profil() and sprofil() behind lines on standard input and output: the guest of
 * `pcgram conform --backend=guest-libc`. The lines are described in emu/conform/conform_guest.c. Built for the guest:
 *     hppa-linux-gnu-gcc -static -I. -o agent tests/conformance/agent.c prof/conform/libc.c */
#include <inttypes.h>
#include <stdio.h>

#include "prof/conform/libc.h"

enum { MAX_BYTES = 4096 };

static unsigned char bytes[MAX_BYTES];

static void put_bytes(size_t n)
{
    for (size_t i = 0; i < n; i++) {
        putchar("0123456789abcdef"[bytes[i] >> 4]);
        putchar("0123456789abcdef"[bytes[i] & 15]);
    }
}

static unsigned state_code(int on) { return on < 0 ? 2 : (unsigned)on; }

/* Of a digit in lower case; sscanf() would look for the end of the line at each byte. */
static unsigned digit(char c) { return (unsigned)(c <= '9' ? c - '0' : c - 'a' + 10); }

static void do_write(void *state, uint64_t addr, const char *hex)
{
    size_t n = 0;
    for (; n < MAX_BYTES && hex[2 * n]; n++) bytes[n] = (unsigned char)(digit(hex[2 * n]) << 4 | digit(hex[2 * n + 1]));
    printf("%x", (unsigned)conform_libc.write(state, addr, bytes, n));
}

static void do_call(void *state, const uint64_t a[5])
{
    struct conform_result r = {0, 0};
    unsigned status = (unsigned)conform_libc.call(state, (enum conform_call)a[0], a + 1, &r);
    printf("%x %" PRIx64 " %x", status, (uint64_t)r.value, (unsigned)r.error);
}

static void do_fork(void *state, uint64_t pc, uint64_t addr, uint64_t size)
{
    struct conform_child c = {pc, addr, size, bytes, -1};
    unsigned status = size > MAX_BYTES ? CONFORM_TROUBLE : (unsigned)conform_libc.fork(state, &c);
    printf("%x %x ", status, state_code(c.on));
    put_bytes(status == CONFORM_OK ? size : 0);
}

static void obey(void *state, const char *line)
{
    static char hex[2 * MAX_BYTES + 1];
    const struct conform_backend *b = &conform_libc;
    uint64_t a[5] = {0, 0, 0, 0, 0};
    if (*line == 'w' && sscanf(line + 1, "%" SCNx64 " %8192s", a, hex) == 2) {
        do_write(state, a[0], hex);
        return;
    }
    int n = sscanf(line + 1, "%" SCNx64 " %" SCNx64 " %" SCNx64 " %" SCNx64 " %" SCNx64, a, a + 1, a + 2, a + 3, a + 4);
    if (*line == 'm' && n == 3) printf("%x", (unsigned)b->map(state, a[0], a[1], (int)a[2]));
    else if (*line == 'c' && n == 5) do_call(state, a);
    else if (*line == 't' && n == 2) printf("%x", (unsigned)b->tick(state, a[0], (enum conform_where)a[1]));
    else if (*line == 'f' && n == 3) do_fork(state, a[0], a[1], a[2]);
    else if (*line == 'o') printf("%x %x", CONFORM_OK, state_code(b->on(state)));
    else if (*line == 'r' && n == 2 && a[1] <= MAX_BYTES) {
        printf("%x ", (unsigned)b->read(state, a[0], bytes, a[1]));
        put_bytes(a[1]);
    } else printf("%x", CONFORM_TROUBLE);
}

int main(void)
{
    static char line[2 * MAX_BYTES + 128];
    const struct conform_options options = {0, NULL, NULL, 0};
    void *state;
    if (conform_libc.open(&options, &state) != CONFORM_OK) return 1;
    while (fgets(line, sizeof line, stdin)) {
        obey(state, line);
        putchar('\n');
        fflush(stdout);
    }
    conform_libc.close(state);
    return 0;
}
