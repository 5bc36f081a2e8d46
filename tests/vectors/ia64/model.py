"""What Itanium's integer and multimedia instructions do, in Python integers, worked out from the descriptions in the Intel
Itanium Architecture Software Developer's Manual, volume 3, chapter 2, and from nothing else. Registers are unsigned."""

M64 = (1 << 64) - 1


def signed(x, bits):
    x &= (1 << bits) - 1
    return x - (1 << bits) if x >> (bits - 1) else x


def split(x, bits):
    """The elements of a register, the one at the right first."""
    return [x >> i & ((1 << bits) - 1) for i in range(0, 64, bits)]


def join(elements, bits):
    return sum((e & (1 << bits) - 1) << i * bits for i, e in enumerate(elements))


def from_left(elements, bits):
    return join(list(reversed(elements)), bits)


def clamp(x, low, high):
    return max(low, min(high, x))


def saturate(x, bits, is_signed):
    if is_signed:
        return clamp(x, -(1 << bits - 1), (1 << bits - 1) - 1)
    return clamp(x, 0, (1 << bits) - 1)


def each(bits, f):
    """An operation on the elements of two registers, from one on two unsigned elements."""
    return lambda x, y: join([f(a, b) for a, b in zip(split(x, bits), split(y, bits))], bits)


def saturating(bits, sign, kinds):
    """padd and psub: kinds name the target and both sources as in the completer, s or u."""
    def f(a, b):
        a = signed(a, bits) if kinds[1] == "s" else a
        b = signed(b, bits) if kinds[2] == "s" else b
        return saturate(a + sign * b, bits, kinds[0] == "s")
    return each(bits, f)


def average(total):
    """The bit that is shifted out goes into the last that stays."""
    return total >> 1 | total & 1


def shift_left_add(count):
    def f(a, b):
        shifted = signed(a, 16) << count
        if saturate(shifted, 16, True) != shifted:  # the sum is not formed then
            return saturate(shifted, 16, True)
        return saturate(shifted + signed(b, 16), 16, True)
    return each(16, f)


def shift_right_add(count):
    return each(16, lambda a, b: saturate((signed(a, 16) >> count) + signed(b, 16), 16, True))


def pointer(total, r3):
    """addp4: the region bits of a 32-bit pointer, 31:30, go to 62:61."""
    return total & 0xFFFFFFFF | (r3 >> 30 & 3) << 61


def shift_parallel(bits, kind):
    """A shift of the elements of x by all of y, which is unsigned."""
    def f(x, y):
        y = min(y, bits)
        if kind == "l":
            return join([a << y for a in split(x, bits)], bits)
        return join([(signed(a, bits) if kind == "s" else a) >> y for a in split(x, bits)], bits)
    return f


def mix(bits, left):
    def f(x, y):
        xs, ys = split(x, bits)[left::2], split(y, bits)[left::2]
        return join([e for pair in zip(ys, xs) for e in pair], bits)
    return f


def unpack(bits, high):
    def f(x, y):
        half = 32 // bits
        xs, ys = split(x, bits)[half * high:][:half], split(y, bits)[half * high:][:half]
        return join([e for pair in zip(ys, xs) for e in pair], bits)
    return f


def pack(bits, is_signed):
    """The left half of the result is from y."""
    def f(x, y):
        return join([saturate(signed(e, bits), bits // 2, is_signed) for e in split(x, bits) + split(y, bits)], bits // 2)
    return f


def multiply_elements(left):
    return lambda x, y: join([signed(a, 16) * signed(b, 16)
                              for a, b in zip(split(x, 16)[left::2], split(y, 16)[left::2])], 32)


def multiply_shift(count, is_signed):
    def f(a, b):
        if is_signed:
            a, b = signed(a, 16), signed(b, 16)
        return a * b >> count
    return each(16, f)


def first_zero(bits, left):
    def f(x):
        elements = split(x, bits)
        if left:
            elements.reverse()
        return elements.index(0) if 0 in elements else len(elements)
    return f


def extract(x, pos, length, is_signed):
    length = min(length, 64 - pos)
    field = x >> pos & (1 << length) - 1
    return (signed(field, length) if is_signed else field) & M64


def deposit(value, into, pos, length):
    length = min(length, 64 - pos)
    mask = (1 << length) - 1 << pos
    return into & ~mask | value << pos & mask


MUX1 = {"@rev": [0, 1, 2, 3, 4, 5, 6, 7], "@mix": [7, 3, 5, 1, 6, 2, 4, 0], "@shuf": [7, 3, 6, 2, 5, 1, 4, 0],
        "@alt": [7, 5, 3, 1, 6, 4, 2, 0], "@brcst": [0] * 8}  # from the left


def mux1(kind):
    return lambda x: from_left([split(x, 8)[i] for i in MUX1[kind]], 8)


def mux2(code):
    return lambda x: join([split(x, 16)[code >> 2 * i & 3] for i in range(4)], 16)


# name: (unit, f(r2, r3)); the operands are written in this order.
TWO = {
    "add {t}={x},{y}": ("A", lambda x, y: x + y), "add {t}={x},{y},1": ("A", lambda x, y: x + y + 1),
    "sub {t}={x},{y}": ("A", lambda x, y: x - y), "sub {t}={x},{y},1": ("A", lambda x, y: x - y - 1),
    "and {t}={x},{y}": ("A", lambda x, y: x & y), "andcm {t}={x},{y}": ("A", lambda x, y: x & ~y),
    "or {t}={x},{y}": ("A", lambda x, y: x | y), "xor {t}={x},{y}": ("A", lambda x, y: x ^ y),
    "addp4 {t}={x},{y}": ("A", lambda x, y: pointer(x + y, y)),
    "shl {t}={x},{y}": ("I", lambda x, y: x << min(y, 64)), "shr.u {t}={x},{y}": ("I", lambda x, y: x >> min(y, 64)),
    "shr {t}={x},{y}": ("I", lambda x, y: signed(x, 64) >> min(y, 64)),
    "psad1 {t}={x},{y}": ("I", lambda x, y: sum(abs(a - b) for a, b in zip(split(x, 8), split(y, 8)))),
    "mpy4 {t}={x},{y}": ("I", lambda x, y: (x & 0xFFFFFFFF) * (y & 0xFFFFFFFF)),
    "mpyshl4 {t}={x},{y}": ("I", lambda x, y: (x >> 32) * (y & 0xFFFFFFFF) << 32),
    "pmpy2.r {t}={x},{y}": ("I", multiply_elements(0)), "pmpy2.l {t}={x},{y}": ("I", multiply_elements(1)),
    "pack2.sss {t}={x},{y}": ("I", pack(16, True)), "pack2.uss {t}={x},{y}": ("I", pack(16, False)),
    "pack4.sss {t}={x},{y}": ("I", pack(32, True)),
    "pmin1.u {t}={x},{y}": ("I", each(8, min)), "pmax1.u {t}={x},{y}": ("I", each(8, max)),
    "pmin2 {t}={x},{y}": ("I", each(16, lambda a, b: min(signed(a, 16), signed(b, 16)))),
    "pmax2 {t}={x},{y}": ("I", each(16, lambda a, b: max(signed(a, 16), signed(b, 16)))),
}
for _c in (1, 2, 3, 4):
    TWO[f"shladd {{t}}={{x}},{_c},{{y}}"] = "A", lambda x, y, c=_c: (x << c) + y
    TWO[f"shladdp4 {{t}}={{x}},{_c},{{y}}"] = "A", lambda x, y, c=_c: pointer((x << c) + y, y)
for _c in (1, 2, 3):
    TWO[f"pshladd2 {{t}}={{x}},{_c},{{y}}"] = "A", shift_left_add(_c)
    TWO[f"pshradd2 {{t}}={{x}},{_c},{{y}}"] = "A", shift_right_add(_c)
for _c in (0, 7, 15, 16):
    TWO[f"pmpyshr2 {{t}}={{x}},{{y}},{_c}"] = "I", multiply_shift(_c, True)
    TWO[f"pmpyshr2.u {{t}}={{x}},{{y}},{_c}"] = "I", multiply_shift(_c, False)
for _b in (8, 16, 32):
    _n = _b // 8
    TWO[f"padd{_n} {{t}}={{x}},{{y}}"] = "A", each(_b, lambda a, b: a + b)
    TWO[f"psub{_n} {{t}}={{x}},{{y}}"] = "A", each(_b, lambda a, b: a - b)
    TWO[f"pcmp{_n}.eq {{t}}={{x}},{{y}}"] = "A", each(_b, lambda a, b: -(a == b))
    TWO[f"pcmp{_n}.gt {{t}}={{x}},{{y}}"] = "A", each(_b, lambda a, b, n=_b: -(signed(a, n) > signed(b, n)))
    TWO[f"mix{_n}.r {{t}}={{x}},{{y}}"] = "I", mix(_b, 0)
    TWO[f"mix{_n}.l {{t}}={{x}},{{y}}"] = "I", mix(_b, 1)
    TWO[f"unpack{_n}.l {{t}}={{x}},{{y}}"] = "I", unpack(_b, 0)
    TWO[f"unpack{_n}.h {{t}}={{x}},{{y}}"] = "I", unpack(_b, 1)
    if _b == 32:
        continue
    for _kinds in ("sss", "uuu", "uus"):
        TWO[f"padd{_n}.{_kinds} {{t}}={{x}},{{y}}"] = "A", saturating(_b, 1, _kinds)
        TWO[f"psub{_n}.{_kinds} {{t}}={{x}},{{y}}"] = "A", saturating(_b, -1, _kinds)
    TWO[f"pavg{_n} {{t}}={{x}},{{y}}"] = "A", each(_b, lambda a, b: average(a + b))
    TWO[f"pavg{_n}.raz {{t}}={{x}},{{y}}"] = "A", each(_b, lambda a, b: a + b + 1 >> 1)
    TWO[f"pavgsub{_n} {{t}}={{x}},{{y}}"] = "A", each(_b, lambda a, b: average(a - b))
for _b in (16, 32):
    _n = _b // 8
    TWO[f"pshl{_n} {{t}}={{x}},{{y}}"] = "I", shift_parallel(_b, "l")
    TWO[f"pshr{_n} {{t}}={{x}},{{y}}"] = "I", shift_parallel(_b, "s")
    TWO[f"pshr{_n}.u {{t}}={{x}},{{y}}"] = "I", shift_parallel(_b, "u")

ONE = {"popcnt {t}={x}": ("I", lambda x: x.bit_count()), "clz {t}={x}": ("I", lambda x: 64 - x.bit_length())}
for _n in (1, 2, 4):
    ONE[f"sxt{_n} {{t}}={{x}}"] = "I", lambda x, n=_n: signed(x, 8 * n)
    ONE[f"zxt{_n} {{t}}={{x}}"] = "I", lambda x, n=_n: x & (1 << 8 * n) - 1
for _n in (1, 2):
    ONE[f"czx{_n}.l {{t}}={{x}}"] = "I", first_zero(8 * _n, True)
    ONE[f"czx{_n}.r {{t}}={{x}}"] = "I", first_zero(8 * _n, False)
for _kind in MUX1:
    ONE[f"mux1 {{t}}={{x}},{_kind}"] = "I", mux1(_kind)

# Immediates: (unit, f(immediate, r3), the immediates)
_IMM8 = (-128, -1, 0, 1, 85, 127)
IMMEDIATE = {
    "sub {t}={i},{x}": ("A", lambda i, x: i - x, _IMM8), "and {t}={i},{x}": ("A", lambda i, x: i & x, _IMM8),
    "andcm {t}={i},{x}": ("A", lambda i, x: i & ~x, _IMM8), "or {t}={i},{x}": ("A", lambda i, x: i | x, _IMM8),
    "xor {t}={i},{x}": ("A", lambda i, x: i ^ x, _IMM8),
    "adds {t}={i},{x}": ("A", lambda i, x: x + i, (-8192, -1, 0, 1, 0x1555, 8191)),
    "addp4 {t}={i},{x}": ("A", lambda i, x: pointer(x + i, x), (-8192, -1, 0, 1, 0x1555, 8191)),
    "mux2 {t}={x},{i}": ("I", lambda i, x: mux2(i)(x), (0, 0x1B, 0xE4, 0x39, 0xFF, 0x8D)),
    "pshl2 {t}={x},{i}": ("I", lambda i, x: shift_parallel(16, "l")(x, i), (0, 1, 15, 16, 31)),
    "pshl4 {t}={x},{i}": ("I", lambda i, x: shift_parallel(32, "l")(x, i), (0, 1, 15, 16, 31)),
}
for _n in (2, 4):
    IMMEDIATE[f"pshr{_n} {{t}}={{x}},{{i}}"] = "I", lambda i, x, n=_n: shift_parallel(8 * n, "s")(x, i), (0, 1, 15, 16, 31)
    IMMEDIATE[f"pshr{_n}.u {{t}}={{x}},{{i}}"] = "I", lambda i, x, n=_n: shift_parallel(8 * n, "u")(x, i), (0, 1, 15, 16, 31)

RELATIONS = {"eq": lambda a, b, n: a == b, "ne": lambda a, b, n: a != b,
             "lt": lambda a, b, n: signed(a, n) < signed(b, n), "le": lambda a, b, n: signed(a, n) <= signed(b, n),
             "gt": lambda a, b, n: signed(a, n) > signed(b, n), "ge": lambda a, b, n: signed(a, n) >= signed(b, n),
             "ltu": lambda a, b, n: a < b, "leu": lambda a, b, n: a <= b, "gtu": lambda a, b, n: a > b,
             "geu": lambda a, b, n: a >= b}


def predicates(kind, qp, holds, nat, p1, p2):
    """What a compare or test of type `kind` leaves in its two targets (volume 3, cmp; the pseudo-types of table 2-15 by what
    they are made of). `holds` is its relation, `nat` whether a source is a NaT."""
    if not qp:
        return (0, 0) if kind == "unc" else (p1, p2)
    if kind in ("", "unc"):
        return (0, 0) if nat else (int(holds), int(not holds))
    if kind == "and":
        return (0, 0) if nat or not holds else (p1, p2)
    if kind == "andcm":
        return (0, 0) if nat or holds else (p1, p2)
    if nat:
        return p1, p2
    return {"or": (1, 1) if holds else (p1, p2), "orcm": (p1, p2) if holds else (1, 1),
            "or.andcm": (1, 0) if holds else (p1, p2), "and.orcm": (p1, p2) if holds else (0, 1)}[kind]
