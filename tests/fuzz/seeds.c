/* What tests/fuzz/seeds makes programs of: functions that are local, global, inlined and called through a pointer. */
struct link {
    struct link *next;
    int value;
};

static struct link last = {0, 5}, first = {&last, 3};

static inline int half(int n) { return (n + (n < 0)) >> 1; }
static __attribute__((noinline)) int area(int n) { return half(n) * n; }
int more(int n) { return 2 * n + 1; }

__attribute__((noinline)) int sum(const struct link *at, int (*of)(int))
{
    int n = 0;
    for (; at; at = at->next) n += of(at->value) + half(n);
    return n;
}

void _start(void)
{
    volatile int result = sum(&first, area) + sum(&last, more);
    (void)result;
    for (;;) continue;
}
