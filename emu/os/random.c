#include "emu/os/random.h"

#include <string.h>
#include <sys/sysmacros.h>

/* splitmix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014). */
static u64 next(u64 *state)
{
    u64 z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

void random_bytes(u64 *state, void *to, u64 n)
{
    for (u64 done = 0; done < n;) {
        u8 raw[8];
        u64 step = n - done < sizeof raw ? n - done : sizeof raw;
        store_le64(raw, next(state));
        memcpy((u8 *)to + done, raw, step);
        done += step;
    }
}

bool random_is_device(const struct stat *st)
{
    enum { MEMORY = 1, RANDOM = 8, URANDOM = 9 }; /* Linux devices.txt */
    return S_ISCHR(st->st_mode) && major(st->st_rdev) == MEMORY && (minor(st->st_rdev) == RANDOM || minor(st->st_rdev) == URANDOM);
}
