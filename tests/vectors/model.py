"""What PA-RISC instructions do, in Python integers, worked out from the manuals and from nothing else.

PA-RISC 2.0 Architecture (Kane), chapter 6, 7 and appendix D; PA-RISC 1.1 Architecture (09740-90039), chapter 5. Every
function takes and gives unsigned integers of `bits` width.
"""
from fractions import Fraction
import struct

M64 = (1 << 64) - 1


def signed(x, bits):
    x &= (1 << bits) - 1
    return x - (1 << bits) if x >> (bits - 1) else x


def carries(a, b, c, bits):
    """Bit i: the carry out of bit i of a + b + c."""
    out = 0
    for i in range(bits):
        c = ((a >> i & 1) + (b >> i & 1) + c) >> 1
        out |= c << i
    return out


def add_condition(name, a, b, c, bits, shift=0):
    """Table D-4. The sum is (a << shift) + b + c; what the shift loses counts as overflow, signed and unsigned."""
    mask = (1 << bits) - 1
    shifted = signed(a, bits) << shift
    total = (a << shift & mask) + b + c
    z = total & mask == 0
    overflow = not -(1 << (bits - 1)) <= shifted < 1 << (bits - 1)
    lower = signed(a << shift, bits) + signed(b, bits) + c
    sv = overflow or not -(1 << (bits - 1)) <= lower < 1 << (bits - 1)
    uv = total > mask or a << shift > mask
    less = (signed(total, bits) < 0) != sv  # N xor V
    return {"": False, "=": z, "<": less, "<=": less or z, "nuv": not uv, "znv": z or not uv, "sv": sv,
            "od": bool(total & 1)}[name]


def sub_condition(name, a, b, bits):
    """Table D-3, for a - b."""
    x, y = signed(a, bits), signed(b, bits)
    mask = (1 << bits) - 1
    a, b = a & mask, b & mask
    return {"": False, "=": a == b, "<": x < y, "<=": x <= y, "<<": a < b, "<<=": a <= b,
            "sv": not -(1 << (bits - 1)) <= x - y < 1 << (bits - 1), "od": bool((a - b) & 1)}[name]


def logical_condition(name, t, bits):
    """Table D-5."""
    return {"": False, "=": t & ((1 << bits) - 1) == 0, "<": signed(t, bits) < 0, "<=": signed(t, bits) <= 0,
            "od": bool(t & 1)}[name]


def unit_condition(name, t, carry, bits):
    """Table D-6; carry is carries() of the operation."""
    def some_zero(width):
        return any(t >> i & ((1 << width) - 1) == 0 for i in range(0, bits, width))

    def some_carry(width):
        return any(carry >> i & 1 for i in range(width - 1, bits, width))
    return {"": False, "swz": some_zero(32), "sbz": some_zero(8), "shz": some_zero(16), "swc": some_carry(32),
            "sdc": some_carry(4), "sbc": some_carry(8), "shc": some_carry(16)}[name]


# The names of the negated conditions (f = 1), by table.
NEGATED_ADD = {"": "tr", "=": "<>", "<": ">=", "<=": ">", "nuv": "uv", "znv": "vnz", "sv": "nsv", "od": "ev"}
NEGATED_SUB = {"": "tr", "=": "<>", "<": ">=", "<=": ">", "<<": ">>=", "<<=": ">>", "sv": "nsv", "od": "ev"}
NEGATED_LOGICAL = {"": "tr", "=": "<>", "<": ">=", "<=": ">", "od": "ev"}
NEGATED_UNIT = {"": "tr", "swz": "nwz", "sbz": "nbz", "shz": "nhz", "swc": "nwc", "sdc": "ndc", "sbc": "nbc",
                "shc": "nhc"}


def extract(x, pos, length, sign):
    field = x >> (63 - pos) & ((1 << length) - 1)
    return signed(field, length) & M64 if sign else field


def deposit(t, x, pos, length, zero):
    shift = 63 - pos
    mask = ((1 << length) - 1) << shift
    return (0 if zero else t & ~mask) | x << shift & mask


def halves(x):
    """The four halfwords, first (leftmost) first."""
    return [x >> s & 0xFFFF for s in (48, 32, 16, 0)]


def from_halves(h):
    out = 0
    for v in h:
        out = out << 16 | v & 0xFFFF
    return out


def clamp(v, low, high):
    return min(max(v, low), high)


def signed_sat(v):
    return clamp(v, -0x8000, 0x7FFF)


def parallel(f, a, b):
    return from_halves(f(x, y) for x, y in zip(halves(a), halves(b)))


def s16(x):
    return signed(x, 16)


def shladd_half(x, y, k):
    """Winbond W90210F data sheet, page 51: a shift that does not fit decides alone, by the sign of its operand."""
    shifted = s16(x) << k
    if shifted > 0x7FFF:
        return 0x7FFF
    if shifted < -0x8000:
        return -0x8000
    return signed_sat(shifted + s16(y))


# The second operand of the unsigned-saturating forms is signed, the first and the result are unsigned.
PARALLEL = {
    "hadd": lambda x, y: x + y,
    "hadd,ss": lambda x, y: signed_sat(s16(x) + s16(y)),
    "hadd,us": lambda x, y: clamp(x + s16(y), 0, 0xFFFF),
    "hsub": lambda x, y: x - y,
    "hsub,ss": lambda x, y: signed_sat(s16(x) - s16(y)),
    "hsub,us": lambda x, y: clamp(x - s16(y), 0, 0xFFFF),
    # unbiased rounding: the bit shifted out is or-ed into the last one
    "havg": lambda x, y: (x + y) >> 1 | (x + y) & 1,
}


# --- floating point ---------------------------------------------------------------------------------------------------

def to_double(bits):
    return struct.unpack(">d", struct.pack(">Q", bits))[0]


def from_double(value):
    return struct.unpack(">Q", struct.pack(">d", value))[0]


def to_single(bits):
    return struct.unpack(">f", struct.pack(">I", bits))[0]


def from_single(value):
    return struct.unpack(">I", struct.pack(">f", value))[0]


def round_to(exact, precision):
    """A Fraction to `precision` bits, to nearest even; the exponent is taken to fit."""
    if exact == 0:
        return Fraction(0)
    sign, exact = (-1, -exact) if exact < 0 else (1, exact)
    e = 0
    while exact >= 1 << precision:
        exact /= 2
        e += 1
    while exact < 1 << (precision - 1):
        exact *= 2
        e -= 1
    n, rest = divmod(exact.numerator, exact.denominator)
    twice = 2 * rest
    if twice > exact.denominator or (twice == exact.denominator and n & 1):
        n += 1
    return sign * Fraction(n) * (Fraction(2) ** e)
