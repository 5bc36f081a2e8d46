// Exceptions through recursive calls, for tests/oracle/stacks: a destructor runs in each call that is unwound, and nowhere else.
#include <cstdio>

#define NOIPA __attribute__((noipa))
#define SPIN(name) NOIPA void spin_##name(int n) { for (volatile int i = 0; i < n; i++) ; }
extern "C" {
SPIN(unwound) SPIN(landed) SPIN(caught)
}

static volatile int sink;

struct guard {
    int n;
    ~guard() { if (n < 0) spin_unwound(30); else sink++; }
};

extern "C" NOIPA int thrower(int n, int catches)
{
    guard g = {-1};
    if (n == 0) throw n;
    if (n != catches) return thrower(n - 1, catches) + sink++;
    try {
        return thrower(n - 1, catches) + sink++;
    } catch (int) {
        spin_landed(40);
    }
    g.n = 1;
    return sink++;
}

extern "C" NOIPA int catcher(void)
{
    try {
        thrower(3, -1);
    } catch (int) {
        spin_caught(20);
    }
    thrower(5, 5);
    return sink++;
}

int main() { std::printf("%d\n", catcher()); }
