"""What Itanium's floating-point instructions do, in exact integers, worked out from the Intel Itanium Architecture Software
Developer's Manual, volume 1, chapter 5 and volume 3, chapter 2, and from nothing else.

A register is (sign, exponent, significand): 1, 17 and 64 bits. All traps are disabled. An operation gives its result and
the flags it raises."""
from math import isqrt

from model import signed

V, D, Z, O, U, I = 1, 2, 4, 8, 16, 32
ONES, BIAS, TOP = 0x1FFFF, 0xFFFF, 1 << 63
NATVAL = (0, 0x1FFFE, 0)
INDEFINITE = (1, ONES, 3 << 62)
INTEGER = 0x1003E  # the exponent of what is an integer or a pair
NEAREST, DOWN, UP, CHOP = range(4)
EMIN = {8: -126, 11: -1022, 15: -16382, 17: -65534}
EMAX = {8: 127, 11: 1023, 15: 16383, 17: 65535}


def integer(significand):
    return 0, INTEGER, significand & (1 << 64) - 1


def unsupported(r):
    return r[1] == ONES and not r[2] & TOP


def nan(r):
    return r[1] == ONES and r[2] > TOP


def snan(r):
    return nan(r) and not r[2] & 1 << 62


def inf(r):
    return r[1] == ONES and r[2] == TOP


def zero(r):
    return r[1] == 0 and r[2] == 0


def unnormal(r):
    """Table 5-2: pseudo-zeros are among them."""
    return r[1] != ONES and not zero(r) and r != NATVAL and (not r[2] & TOP or r[1] == 0)


def quiet(r):
    return r[0], r[1], r[2] | 1 << 62


def exact(r):
    """Its value as (integer with sign, power of two)."""
    return -r[2] if r[0] else r[2], (r[1] or 0xC001) - BIAS - 63


def shift_round(mantissa, right, sign, rc):
    """mantissa / 2**right as an integer, and whether that lost something."""
    if right <= 0:
        return mantissa << -right, False
    whole, rest = mantissa >> right, mantissa & (1 << right) - 1
    if not rest:
        return whole, False
    half = 1 << right - 1
    up = {NEAREST: rest > half or rest == half and whole & 1, DOWN: sign, UP: not sign, CHOP: False}[rc]
    return whole + bool(up), True


def rounded(sign, mantissa, power, bits, width, rc, ftz=False):
    """mantissa * 2**power (not 0) in a format of `bits` significant bits and an exponent of `width`: register and flags."""
    first = mantissa.bit_length() - bits + power  # the weight of the last bit that stays
    whole, lost = shift_round(mantissa, first - power, sign, rc)
    if whole >> bits:
        whole, first = whole >> 1, first + 1
    top = first + bits - 1
    if top > EMAX[width]:
        if rc == NEAREST or rc == UP and not sign or rc == DOWN and sign:
            return (sign, ONES, TOP), O | I
        return (sign, BIAS + EMAX[width], (1 << bits) - 1 << 64 - bits), O | I
    if top < EMIN[width]:
        if ftz:
            return (sign, 0, 0), U | I
        first = EMIN[width] - bits + 1
        whole, lost = shift_round(mantissa, first - power, sign, rc)
        flags = (U | I) * lost
        if not whole:
            return (sign, 0, 0), flags
        significand = whole << 64 - bits
        exponent = BIAS + EMIN[width]
        return (sign, 0 if width == 15 and not significand & TOP else exponent, significand), flags
    return (sign, BIAS + top, whole << 64 - bits), I * lost


class Mode:
    """The controls of a status field as an operation uses them: completer .s, .d or none (volume 1, table 5-6)."""

    def __init__(self, controls, completer):
        self.ftz, wre, pc, self.rc = controls & 1, controls >> 1 & 1, controls >> 2 & 3, controls >> 4 & 3
        self.bits, width = {"s": (24, 8), "d": (53, 11), "": ({0: 24, 2: 53, 3: 64}[pc], 15)}[completer]
        self.width = 17 if wre else width


def fma(a, b, c, mode, negate_product=False, negate_addend=False, product_only=False):
    """a * b + c; product_only where c is f0."""
    operands = (a, b) if product_only else (a, b, c)
    if NATVAL in operands:
        return NATVAL, 0
    if any(map(unsupported, operands)):
        return INDEFINITE, V
    if any(map(nan, operands)):
        flags = V * any(map(snan, operands))
        return quiet(b if nan(b) else c if nan(c) and not product_only else a), flags
    sign = a[0] ^ b[0] ^ negate_product
    addend = c[0] ^ negate_addend
    if inf(a) and zero(b) or zero(a) and inf(b):
        return INDEFINITE, V
    infinite = inf(a) or inf(b)
    if infinite and not product_only and inf(c) and addend != sign:
        return INDEFINITE, V
    flags = D * any(map(unnormal, operands))
    if infinite:
        return (sign, ONES, TOP), flags
    if not product_only and inf(c):
        return (addend, ONES, TOP), flags
    (x, px), (y, py) = exact(a), exact(b)
    total, power = abs(x * y), px + py
    if product_only:
        if not total:
            return (sign, 0, 0), flags
        result, more = rounded(sign, total, power, mode.bits, mode.width, mode.rc, mode.ftz)
        return result, flags | more
    z, pz = exact(c)
    z = abs(z)
    if not total and not z:
        return (sign if sign == addend else int(mode.rc == DOWN), 0, 0), flags
    low = min(power, pz) if total and z else power if total else pz
    value = (total << power - low) * (-1) ** sign if total else 0
    value += (z << pz - low) * (-1) ** addend if z else 0
    if not value:
        return (int(mode.rc == DOWN), 0, 0), flags
    result, more = rounded(int(value < 0), abs(value), low, mode.bits, mode.width, mode.rc, mode.ftz)
    return result, flags | more


def compare(a, b):
    """-1, 0 or 1; None where the two are not ordered."""
    if any(unsupported(r) or nan(r) for r in (a, b)):
        return None
    values = []
    for r in (a, b):
        x, power = exact(r)
        values.append((float("-inf") if r[0] else float("inf")) if inf(r) else (x, power))
    if any(isinstance(v, float) for v in values):
        # A finite number counts as 0 beside an infinity.
        values = [v if isinstance(v, float) else 0 for v in values]
    else:
        low = min(v[1] for v in values)
        values = [v[0] << v[1] - low for v in values]
    return (values[0] > values[1]) - (values[0] < values[1])


def compare_flags(a, b, quiet_allowed):
    if any(map(unsupported, (a, b))) or any(map(snan if quiet_allowed else nan, (a, b))):
        return V
    if nan(a) or nan(b):
        return 0
    return D * (unnormal(a) or unnormal(b))


RELATIONS = {  # of fcmp and fpcmp: (true when compare() gives one of these, a quiet NaN is allowed)
    "eq": ((0,), True), "lt": ((-1,), False), "le": ((-1, 0), False), "gt": ((1,), False), "ge": ((0, 1), False),
    "unord": ((None,), True), "neq": ((-1, 1, None), True), "nlt": ((0, 1, None), False), "nle": ((1, None), False),
    "ngt": ((-1, 0, None), False), "nge": ((-1, None), False), "ord": ((-1, 0, 1), True)}


def minmax(name, a, b):
    """fmin, fmax, famin, famax: the second source unless the first is the one that is asked for."""
    if NATVAL in (a, b):
        return NATVAL, 0
    x, y = ((0,) + a[1:], (0,) + b[1:]) if "fa" in name or "fpa" in name else (a, b)
    return (a if compare(x, y) == (-1 if "min" in name else 1) else b), compare_flags(a, b, False)


def classify(r):
    """The class bits of fclass."""
    if r == NATVAL:
        return 0x100
    if nan(r):
        return 0x40 if snan(r) else 0x80
    if unsupported(r):
        return 0
    kind = 0x20 if inf(r) else 4 if zero(r) else 8 if unnormal(r) else 0x10
    return kind | (2 if r[0] else 1)


def fclass(r, mask):
    """(p1, p2)"""
    bits = classify(r)
    member = bits & mask & 0x1C0 or bits & mask & 3 and bits & mask & 0x3C
    if bits == 0x100 and not mask & 0x100:
        return 0, 0
    return int(bool(member)), int(not member)


def to_integer(r, bits, is_signed, rc):
    """fcvt.fx and fcvt.fxu, to 64 or 32 bits: the significand (indefinite: only the sign bit) and flags."""
    bad = 1 << bits - 1, V
    if nan(r) or inf(r) or unsupported(r):
        return bad
    flags = D * unnormal(r)
    x, power = exact(r)
    if power > 128 and x:
        return bad
    whole, lost = shift_round(abs(x), -power, r[0], rc)
    value = -whole if r[0] else whole
    low, high = (-(1 << bits - 1), (1 << bits - 1) - 1) if is_signed else (0, (1 << bits) - 1)
    if not low <= value <= high:
        return bad
    return value & (1 << bits) - 1, flags | I * lost


def from_integer(significand):
    """fcvt.xf"""
    x = signed(significand, 64)
    if not x:
        return 0, 0, 0
    return rounded(int(x < 0), abs(x), 0, 64, 17, NEAREST)[0]


# --- memory formats (volume 1, 5.3) ----------------------------------------------------------------------------------
def from_memory(x, width, fraction):
    """A number with an exponent of `width` bits and a fraction, as a register."""
    sign, exponent, f = x >> width + fraction, x >> fraction & (1 << width) - 1, x & (1 << fraction) - 1
    if exponent == (1 << width) - 1:
        return sign, ONES, TOP | f << 63 - fraction
    if exponent == 0:
        return (sign, BIAS + EMIN[width] if f else 0, f << 63 - fraction)
    return sign, exponent - (1 << width - 1) + 1 + BIAS, TOP | f << 63 - fraction


def to_memory(r, width, fraction):
    """stfs, stfd, getf.s, getf.d: bits of the register as they are; the exponent is 0 where the integer bit is."""
    exponent = r[1] >> 16 << width - 1 | r[1] & (1 << width - 1) - 1 if r[2] & TOP else 0
    return r[0] << width + fraction | exponent << fraction | r[2] >> 63 - fraction & (1 << fraction) - 1


def single(x):
    return from_memory(x, 8, 23)


def double(x):
    return from_memory(x, 11, 52)


def to_single(r):
    return to_memory(r, 8, 23)


def halves(r):
    """The two singles of a pair, the right one first."""
    return [single(r[2] & 0xFFFFFFFF), single(r[2] >> 32)]


def pair(low, high):
    return integer(high << 32 | low)


# --- reciprocals (volume 3, frcpa and frsqrta) -----------------------------------------------------------------------
def reciprocal_entry(i):
    """Ten bits behind the point of twice the reciprocal of the middle of the interval that eight bits of the divisor name."""
    return ((1 << 21) // (513 + 2 * i) + 1 >> 1) - 1024


def root_entry(odd, i):
    """The same for the reciprocal square root: seven bits name the interval, and the parity of the exponent."""
    # 1/sqrt(m) for m = (257 + 2 i) / 256 with an exponent that is even, of 2 m otherwise; times 2 and 1024.
    denominator = 257 + 2 * i
    scaled = (1 << 22 + 8 + 2 - odd) // denominator  # (2048 / sqrt(m))**2 * 4
    return (isqrt(scaled) + 1 >> 1) - 1024


def signed_zero_or_inf(sign, infinite):
    return (sign, ONES, TOP) if infinite else (sign, 0, 0)


def normalized(r):
    shift = 64 - r[2].bit_length()
    return r[0], (r[1] or 0xC001) - shift, r[2] << shift


def frcpa(a, b):
    """f1, p2 and flags of frcpa f1,p2=a,b: an approximation of 1/b, or a/b where that needs no more steps."""
    if NATVAL in (a, b):
        return NATVAL, 0, 0
    if unsupported(a) or unsupported(b):
        return INDEFINITE, 0, V
    if nan(a) or nan(b):
        return quiet(a if nan(a) else b), 0, V * (snan(a) or snan(b))
    sign = a[0] ^ b[0]
    if inf(a) and inf(b) or zero(a) and zero(b):
        return INDEFINITE, 0, V
    flags = D * (unnormal(a) or unnormal(b))
    if zero(b) and not inf(a):
        return signed_zero_or_inf(sign, True), 0, Z
    if inf(a) or inf(b) or zero(a):
        return signed_zero_or_inf(sign, inf(a)), 0, flags
    n = normalized(b)
    return (n[0], ONES - 2 - n[1], TOP | reciprocal_entry(n[2] >> 55 & 255) << 53), 1, flags


def frsqrta(r, parallel=False):
    """The same for a square root; fprsqrta has the reciprocals of 0 and of infinity where frsqrta has their roots."""
    if r == NATVAL:
        return NATVAL, 0, 0
    if unsupported(r):
        return INDEFINITE, 0, V
    if nan(r):
        return quiet(r), 0, V * snan(r)
    if zero(r) or inf(r) and not r[0]:
        return signed_zero_or_inf(r[0], zero(r) if parallel else inf(r)), 0, 0
    if r[0] and r[2]:
        return INDEFINITE, 0, V
    n = normalized(r)
    half = n[1] - BIAS >> 1
    odd = n[1] - BIAS & 1
    return (0, BIAS - 1 - half, TOP | root_entry(odd, n[2] >> 56 & 127) << 53), 1, D * unnormal(r)
