namespace shop {
template <typename T> static inline T rotate(T x, unsigned by)
{
    return x << by | x >> (8 * sizeof x - by);
}

template <typename T> static inline const T &clamp(const T &x, const T &low, const T &high)
{
    if (x < low) return low;
    return x > high ? high : x;
}

template <typename T> class hash {
    T state = 17;

public:
    void add(T x)
    {
        state ^= rotate(x, 5);
        state *= 31;
        state = rotate(state, 13);
    }
    T value() const { return state ^ state >> 7; }
};

// Not static: its debug information has its mangled name, with the type that it returns.
template <typename T> inline T twice(T x) { return rotate(x, 7) + x; }
// Of a lambda: its name has parentheses in its template's arguments, and none of its own.
template <typename F> static inline unsigned apply(F f, unsigned x) { return f(x) * 3; }

__attribute__((noinline)) static unsigned apart(unsigned x) { return rotate(x, 3) + clamp(x, 1u, 2u); }
}
