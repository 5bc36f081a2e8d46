// Templates that the compiler puts into each other and into their callers: what is hot has no code of its own.
#include "inlined.h"

static unsigned table[64];

// Of this file alone, as the functions are that nothing but debugging information names.
namespace {
struct weight {
    unsigned factor;
    __attribute__((always_inline)) unsigned of(unsigned x) const
    {
        unsigned sum = x;
        for (volatile unsigned i = 0; i < 40; i = i + 1) sum = sum * factor + i;
        return sum;
    }
};
}

template <typename Order> __attribute__((noinline)) static unsigned largest(const unsigned *from, unsigned n, Order less)
{
    unsigned best = from[0];
    for (unsigned i = 1; i < n; i++)
        best = less(best, from[i]) ? from[i] : best;
    return best;
}

__attribute__((noinline)) static unsigned mixed(unsigned rounds)
{
    shop::hash<unsigned> h;
    for (unsigned i = 0; i < rounds; i++) {
        h.add(i);
        table[i % 64] = shop::clamp(h.value(), 3u, 1u << 20);
    }
    return h.value();
}

// Called where it was inlined, and by itself.
int main(int argc, char **)
{
    unsigned sum = mixed(200u + (unsigned)argc);
    for (unsigned i = 0; i < 64; i++) sum += shop::clamp(table[i] + i, 7u, 999u);
    sum += largest(table, 64, [](unsigned a, unsigned b) { return shop::rotate(a, 1) < shop::rotate(b, 1); });
    sum += weight{sum | 1}.of(sum);
    sum += shop::twice(sum) + shop::apply([](unsigned x) { return x ^ x >> 3; }, sum);
    return (int)(sum + shop::apart(sum)) & 63;
}
