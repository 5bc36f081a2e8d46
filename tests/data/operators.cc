// Blocks of C++'s operators: 12 objects of 40 bytes by new, one array of 300, and a vector that grows; and an array
// that is in a namespace.
#include <cstdlib>
#include <new>
#include <vector>

struct thing {
    volatile int x[10];
};

__attribute__((noinline)) thing *make_thing() { return new thing; }
__attribute__((noinline)) char *make_array() { return new char[300]; }

namespace store {
volatile int counters[50];
}

int main()
{
    for (int i = 0; i < 50; i++) store::counters[i] = i;
    thing *t[12];
    for (auto &p : t) p = make_thing();
    for (auto p : t) p->x[3] = 7;
    volatile char *a = make_array();
    for (int i = 0; i < 300; i++) a[i] = 1;
    std::vector<int> v;
    for (int i = 0; i < 1000; i++) v.push_back(i);
    for (auto p : t) delete p;
    delete[] const_cast<char *>(a);
    return v[999] == 999 ? 0 : 1;
}
