#include "emu/core/tick.h"

#include "emu/core/machine.h"

/* splitmix64 (Steele, Lea and Flood 2014): every bit of the input reaches every bit of the result. */
static u64 mix(u64 x)
{
    x += 0x9e3779b97f4a7c15;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
}

u64 tick_match(const struct config *config, int tid, u64 n)
{
    u64 period = config->tick_cycles, delay = 0;
    if (config->tick_jitter) delay = mix(mix(mix(config->tick_jitter_seed) ^ (u64)tid) ^ n) % period;
    u128 at = (u128)n * period + config->tick_phase + delay;
    return at > UINT64_MAX ? UINT64_MAX : (u64)at; /* a time that no run reaches */
}
