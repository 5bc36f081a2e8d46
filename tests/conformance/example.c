#include <string.h>
#include <sys/mman.h>

#include "prof/conform/conform.h"

/* What is to be checked: IRIX's profil(), and what its clock does at a tick. It takes no care of faults. */
static struct { unsigned short *buff; unsigned bufsiz, scale; uintptr_t offset; } p;

static int profil_irix(unsigned short *buff, unsigned bufsiz, uintptr_t offset, unsigned scale)
{
    p.buff = buff, p.bufsiz = bufsiz, p.offset = offset, p.scale = scale;
    return 0;
}

static void clock_tick(uintptr_t pc)
{
    unsigned __int128 at = p.scale == 2 ? 0 : (unsigned __int128)(pc - p.offset) * p.scale >> 16;
    if (p.scale > 1 && pc >= p.offset && at < (p.bufsiz & ~1u)) p.buff[at / 2]++;
}

/* How the harness reaches it. The process is this one: its memory is ours, and each row has a process of its own. */
static int open_row(const struct conform_options *o, void **state) { return (void)o, *state = &p, CONFORM_OK; }
static void close_row(void *state) { memset(state, 0, sizeof p); }

static int map(void *state, uint64_t addr, uint64_t size, int rights)
{
    static const int prot[4] = {PROT_NONE, PROT_READ, PROT_WRITE, PROT_READ | PROT_WRITE};
    if ((void)state, rights == CONFORM_WRITE) return CONFORM_CANNOT; /* processors read what they may write */
    if (!rights) return munmap((void *)addr, size) ? CONFORM_TROUBLE : CONFORM_OK;
    if (!mprotect((void *)addr, size, prot[rights])) return CONFORM_OK; /* it is there, with what it holds */
    void *at = mmap((void *)addr, size, prot[rights], MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    return at == (void *)addr ? CONFORM_OK : CONFORM_CANNOT;
}

static int put(void *state, uint64_t addr, const void *from, size_t n)
{
    return (void)state, memcpy((void *)addr, from, n), CONFORM_OK;
}

static int get(void *state, uint64_t addr, void *to, size_t n)
{
    return (void)state, memcpy(to, (void *)addr, n), CONFORM_OK;
}

static int call(void *state, enum conform_call which, const uint64_t arg[4], struct conform_result *result)
{
    (void)state, (void)which; /* `calls` below says that it is IRIX's */
    result->value = profil_irix((void *)arg[0], (unsigned)arg[1], arg[2], (unsigned)arg[3]);
    return CONFORM_OK;
}

static int tick(void *state, uint64_t pc, enum conform_where where)
{
    if (where != CONFORM_PLAIN) return CONFORM_CANNOT; /* no processor runs here */
    return (void)state, clock_tick(pc), CONFORM_OK;
}

static int on(void *state) { return (void)state, p.scale > 1; }

const struct conform_backend conform_backend = {
    .version = CONFORM_VERSION, .name = "example", .word = 8, .big_endian = 0, .pc_unit = 1,
    .calls = 1 << CONFORM_IRIX_PROFIL, .isolate = 1, .open = open_row, .close = close_row, .map = map, .write = put,
    .read = get, .call = call, .tick = tick, .on = on,
};
