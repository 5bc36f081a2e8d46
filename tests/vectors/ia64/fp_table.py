"""The floating-point vectors: values and instructions for fp_model.py."""
import fp_model as fp
from fp_model import BIAS, INTEGER, NATVAL, ONES, TOP, Mode

SPECIAL = {
    "zero": (0, 0, 0), "minus zero": (1, 0, 0), "one": (0, BIAS, TOP), "minus one": (1, BIAS, TOP),
    "inf": (0, ONES, TOP), "minus inf": (1, ONES, TOP), "qnan": (0, ONES, 0xC123456789ABCDEF),
    "minus qnan": (1, ONES, 0xFEDCBA9876543210), "snan": (0, ONES, 0x8123456789ABCDEF), "natval": NATVAL,
    "pseudo-nan": (0, ONES, 0x4000000000000001), "pseudo-inf": (1, ONES, 0),
    "unnormal": (0, BIAS + 3, 0x1234567890ABCDEF), "integer": (0, INTEGER, 12345), "pseudo-zero": (0, BIAS, 0),
    "single denormal": (0, 0xFF81, 0x0000010000000000), "double denormal": (1, 0xFC01, 0x4000000000000800),
    "extended denormal": (0, 0, 0x0000000000000003), "largest single": (0, 0x1007E, 0xFFFFFF0000000000),
    "largest double": (1, 0x103FE, 0xFFFFFFFFFFFFF800), "largest extended": (0, 0x13FFE, (1 << 64) - 1),
    "largest": (0, 0x1FFFE, (1 << 64) - 1), "smallest single": (0, 0xFF81, TOP), "smallest double": (0, 0xFC01, TOP),
    "smallest extended": (1, 0x0C001, TOP), "smallest": (0, 1, TOP), "pi": (0, BIAS + 1, 0xC90FDAA22168C235),
}
SINGLES = [0, 0x80000000, 0x3F800000, 0xBF800000, 0x7F800000, 0xFF800000, 0x7FC12345, 0xFF912345, 1, 0x807FFFFF, 0x00800000,
           0x7F7FFFFF, 0x4B000001, 0x4F000000, 0xCF000000, 0x4F800000, 0x3EFFFFFF, 0x3F000001, 0x40490FDB, 0xBFC00000]


def write(r):
    return "nat" if r == NATVAL else f"{r[0]}:{r[1]:05x}:{r[2]:016x}"


class Values:
    def __init__(self, random):
        self.random = random

    def significand(self):
        bits = self.random.choice((1, 4, 24, 25, 53, 54, 64))
        return TOP | (self.random.getrandbits(bits) << 64 - bits) & (1 << 64) - 1

    def number(self, near=BIAS, spread=40):
        return self.random.getrandbits(1), near + self.random.randrange(-spread, spread + 1), self.significand()

    def any(self):
        k = self.random.randrange(10)
        return self.random.choice(list(SPECIAL.values())) if k < 4 else self.number()

    def single(self):
        if self.random.randrange(3) == 0:
            return self.random.choice(SINGLES)
        return self.random.getrandbits(1) << 31 | self.random.randrange(100, 150) << 23 | self.random.getrandbits(23)

    def pair(self):
        return fp.pair(self.single(), self.single())

    def controls(self):
        """ftz, wre, pc, rc of a status field: mostly as a program begins with."""
        if self.random.randrange(3) == 0:
            return 0x0C
        return (self.random.getrandbits(1) & self.random.getrandbits(1) | self.random.getrandbits(1) << 1 |
                self.random.choice((0, 2, 3)) << 2 | self.random.getrandbits(2) << 4)


class Status:
    """An FPSR in which field `sf` has some controls, and what flags make of it. The fields besides sf0 have td set."""

    def __init__(self, sf, controls, flags=0):
        self.sf, fields = sf, [0x0C, 0x4E, 0x4C, 0x4C]
        fields[sf] = controls | flags << 7 | (0x40 if sf else 0)
        self.value = 0x3F
        for i, field in enumerate(fields):
            self.value |= field << 6 + 13 * i

    def after(self, flags):
        return self.value | flags << 13 + 13 * self.sf


def family(v, vector, place):
    """Multiply and add, in all precisions and status fields."""
    products = [(name, neg, sub) for name, neg, sub in (("fma", 0, 0), ("fms", 0, 1), ("fnma", 1, 0))]
    for name, neg, sub in products:
        for completer in ("", "s", "d"):
            for k in range(70):
                sf, controls = v.random.randrange(4), v.controls()
                if k < 40:
                    a, b, c = v.any(), v.any(), v.any()
                elif k < 55:  # sums that cancel, results about the ends of the range
                    a, b = v.number(), v.number()
                    p, _ = fp.fma(a, b, SPECIAL["zero"], Mode(0x0E, ""), product_only=True)
                    c = (1 ^ p[0] ^ neg ^ sub, p[1] + v.random.randrange(-1, 2), p[2] ^ v.random.getrandbits(3) << 9)
                else:
                    edge = v.random.choice((0xFF81, 0xFC01, 0x0C001, 0x1007E, 0x103FE, 0x13FFE))
                    a, b = v.number(BIAS + (edge - BIAS) // 2, 3), v.number(BIAS + (edge - BIAS + 1) // 2, 3)
                    c = v.number(edge, 3) if k % 2 else (v.random.getrandbits(1), 0, 0)
                zero = k % 8 == 7
                result, flags = fp.fma(a, b, c, Mode(controls, completer), neg, sub, zero)
                status = Status(sf, controls, v.random.choice((0, 0, fp.I, fp.U)))
                dot = f".{completer}" if completer else ""
                qp = "(p7) " if k % 9 == 0 else ""
                vector(name, place("F", f"{qp}{name}{dot}.s{sf} f6=f7,f8,{'f0' if zero else 'f9'}"),
                       {"f7": write(a), "f8": write(b), "f9": write(c), "fpsr": status.value, "p7": 1},
                       {"f6": write(result), "fpsr": status.after(flags)})
            vector(name, f"(p7) {name}.s0 f6=f7,f8,f9", {"f7": write(SPECIAL["snan"]), "p7": 0}, {})
    for name, neg, sub in (("fpma", 0, 0), ("fpms", 0, 1), ("fpnma", 1, 0)):
        for k in range(60):
            sf, controls = v.random.randrange(4), v.controls()
            a, b, c = v.pair(), v.pair(), v.pair()
            if k == 0:
                b = NATVAL
            mode = Mode(controls & 0x31 | 0x0C, "s")  # pc and wre do not count
            result, flags = parallel(lambda x, y, z: fp.fma(x, y, z, mode, neg, sub), a, b, c)
            status = Status(sf, controls)
            vector(name, place("F", f"{name}.s{sf} f6=f7,f8,f9"),
                   {"f7": write(a), "f8": write(b), "f9": write(c), "fpsr": status.value},
                   {"f6": write(result), "fpsr": status.after(flags)})
        vector(name, f"(p7) {name}.s0 f6=f7,f8,f9", {"p7": 0}, {})


def parallel(f, *operands):
    """An operation on both halves. A NaN, and the indefinite one, have the form of a single."""
    if NATVAL in operands:
        return NATVAL, 0
    out, flags = [], 0
    for xs in zip(*map(fp.halves, operands)):
        r, more = f(*xs)
        out.append(fp.to_single(r) if isinstance(r, tuple) else r)
        flags |= more
    return fp.pair(*out), flags


def comparisons(v, vector, place):
    for relation, (when, calm) in fp.RELATIONS.items():
        for kind in ("", ".unc"):
            for k in range(24):
                a, b = v.any(), v.any()
                b = v.random.choice((a, b, b, (a[0] ^ 1,) + a[1:])) if a != NATVAL else b
                sf, nat = v.random.randrange(4), NATVAL in (a, b)
                status = Status(sf, 0x0C)
                holds = fp.compare(a, b) in when if not nat else False
                flags = 0 if nat else fp.compare_flags(a, b, calm)
                vector("fcmp", place("F", f"fcmp.{relation}{kind}.s{sf} p8,p9=f7,f8"),
                       {"f7": write(a), "f8": write(b), "fpsr": status.value, "p8": k & 1, "p9": 1},
                       {"p8": int(holds), "p9": int(not holds and not nat), "fpsr": status.after(flags)})
            vector("fcmp", f"(p7) fcmp.{relation}{kind}.s0 p8,p9=f7,f8",
                   {"f7": write(SPECIAL["snan"]), "p7": 0, "p8": 1, "p9": 1}, {"p8": 0, "p9": 0} if kind else {})
        for k in range(20):
            a, b = v.pair(), v.pair()
            b = v.random.choice((a, b, b, fp.integer(a[2] ^ 1 << 63)))
            a = NATVAL if k == 0 else a
            status = Status(k % 4, 0x0C)
            result, flags = parallel(lambda x, y: (0xFFFFFFFF * (fp.compare(x, y) in when), fp.compare_flags(x, y, calm)),
                                     a, b)
            vector("fpcmp", place("F", f"fpcmp.{relation}.s{k % 4} f6=f7,f8"),
                   {"f7": write(a), "f8": write(b), "fpsr": status.value},
                   {"f6": write(result), "fpsr": status.after(flags)})
        vector("fpcmp", f"(p7) fpcmp.{relation} f6=f7,f8", {"p7": 0}, {})
    for name in ("fmin", "fmax", "famin", "famax"):
        for k in range(40):
            a, b = v.any(), v.any()
            b = v.random.choice((a, b, b, (a[0] ^ 1,) + a[1:])) if a != NATVAL else b
            status = Status(k % 4, 0x0C)
            result, flags = fp.minmax(name, a, b)
            vector(name, place("F", f"{name}.s{k % 4} f6=f7,f8"), {"f7": write(a), "f8": write(b), "fpsr": status.value},
                   {"f6": write(result), "fpsr": status.after(flags)})
        vector(name, f"(p7) {name} f6=f7,f8", {"p7": 0}, {})
        name = "fp" + name[1:]
        for k in range(30):
            a, b = v.pair(), v.pair()
            b = v.random.choice((a, b, b, fp.integer(a[2] ^ 1 << 63)))
            a = NATVAL if k == 0 else a
            status = Status(k % 4, 0x0C)
            result, flags = parallel(lambda x, y: fp.minmax(name, x, y), a, b)
            vector(name, place("F", f"{name}.s{k % 4} f6=f7,f8"), {"f7": write(a), "f8": write(b), "fpsr": status.value},
                   {"f6": write(result), "fpsr": status.after(flags)})
        vector(name, f"(p7) {name} f6=f7,f8", {"p7": 0}, {})
    for r in SPECIAL.values():
        for mask in (0x1FF, 0x1, 0x2, 0x1C0, 0x100, 0x80, 0x40, 0x07, 0x0B, 0x13, 0x23, 0x17, 0x3F):
            a, b = fp.fclass(r, mask)
            kind = v.random.choice(("", ".unc"))
            vector("fclass", place("F", f"fclass.m{kind} p8,p9=f7,{mask:#x}"), {"f7": write(r), "p8": 1, "p9": 1},
                   {"p8": a, "p9": b})
            if mask != 0x100:
                vector("fclass", place("F", f"fclass.nm{kind} p8,p9=f7,{mask:#x}"), {"f7": write(r), "p8": 1, "p9": 1},
                       {"p8": b, "p9": a})
    vector("fclass", "(p7) fclass.m p8,p9=f7,1", {"p7": 0, "p8": 1, "p9": 1}, {})
    vector("fclass", "(p7) fclass.m.unc p8,p9=f7,1", {"p7": 0, "p8": 1, "p9": 1}, {"p8": 0, "p9": 0})


def conversions(v, vector, place):
    for name, is_signed in (("fx", True), ("fxu", False)):
        for trunc in ("", ".trunc"):
            values = list(SPECIAL.values()) + [v.number(BIAS + 62, 3) for _ in range(12)] + [v.number() for _ in range(16)]
            values += [(s, BIAS + e, TOP | low) for s in (0, 1) for e in (-2, -1, 62, 63, 64) for low in (0, 1)]
            values += [(s, BIAS, 3 << 62) for s in (0, 1)]
            for k, r in enumerate(values):
                controls = v.controls()
                status = Status(k % 4, controls)
                x, flags = fp.to_integer(r, 64, is_signed, fp.CHOP if trunc else controls >> 4 & 3)
                result, flags = (NATVAL, 0) if r == NATVAL else (fp.integer(x), flags)
                vector("fcvt", place("F", f"fcvt.{name}{trunc}.s{k % 4} f6=f7"), {"f7": write(r), "fpsr": status.value},
                       {"f6": write(result), "fpsr": status.after(flags)})
            vector("fcvt", f"(p7) fcvt.{name}{trunc} f6=f7", {"p7": 0}, {})
            for k in range(30):
                controls, r = v.controls(), v.pair() if k else NATVAL
                status = Status(k % 4, controls)
                rc = fp.CHOP if trunc else controls >> 4 & 3
                result, flags = parallel(lambda x: fp.to_integer(x, 32, is_signed, rc), r)
                vector("fpcvt", place("F", f"fpcvt.{name}{trunc}.s{k % 4} f6=f7"), {"f7": write(r), "fpsr": status.value},
                       {"f6": write(result), "fpsr": status.after(flags)})
            vector("fpcvt", f"(p7) fpcvt.{name}{trunc} f6=f7", {"p7": 0}, {})
    for x in (0, 1, (1 << 64) - 1, TOP, TOP - 1, 0x0123456789ABCDEF, 0xFEDCBA9876543210, v.random.getrandbits(40)):
        vector("fcvt.xf", place("F", "fcvt.xf f6=f7"), {"f7": write(fp.integer(x))}, {"f6": write(fp.from_integer(x))})
    vector("fcvt.xf", "fcvt.xf f6=f7", {"f7": "nat"}, {"f6": "nat"})
    vector("fcvt.xf", "(p7) fcvt.xf f6=f7", {"p7": 0}, {})


def bits(v, vector, place):
    """What only moves bits: no flags, no exceptions."""
    def halves(r):
        return r[2] >> 32, r[2] & 0xFFFFFFFF

    def join(high, low):
        return fp.pair(low & 0xFFFFFFFF, high & 0xFFFFFFFF)
    top, both = 1 << 31, TOP | 1 << 31
    two = {
        "fmerge.s": lambda a, b: (a[0],) + b[1:], "fmerge.ns": lambda a, b: (a[0] ^ 1,) + b[1:],
        "fmerge.se": lambda a, b: a[:2] + b[2:],
        "fpack": lambda a, b: join(fp.to_single(a), fp.to_single(b)),
        "fand": lambda a, b: fp.integer(a[2] & b[2]), "fandcm": lambda a, b: fp.integer(a[2] & ~b[2]),
        "for": lambda a, b: fp.integer(a[2] | b[2]), "fxor": lambda a, b: fp.integer(a[2] ^ b[2]),
        "fswap": lambda a, b: join(halves(b)[1], halves(a)[0]),
        "fswap.nl": lambda a, b: join(halves(b)[1] ^ top, halves(a)[0]),
        "fswap.nr": lambda a, b: join(halves(b)[1], halves(a)[0] ^ top),
        "fmix.l": lambda a, b: join(halves(a)[0], halves(b)[0]), "fmix.r": lambda a, b: join(halves(a)[1], halves(b)[1]),
        "fmix.lr": lambda a, b: join(halves(a)[0], halves(b)[1]),
        "fsxt.l": lambda a, b: join(-(halves(a)[0] >> 31), halves(b)[0]),
        "fsxt.r": lambda a, b: join(-(halves(a)[1] >> 31), halves(b)[1]),
        "fpmerge.s": lambda a, b: fp.integer(a[2] & both | b[2] & ~both),
        "fpmerge.ns": lambda a, b: fp.integer(~a[2] & both | b[2] & ~both),
        "fpmerge.se": lambda a, b: fp.integer(a[2] & 0xFF800000FF800000 | b[2] & 0x007FFFFF007FFFFF),
    }
    for name, f in two.items():
        for _ in range(10):
            a, b = v.any(), v.any()
            if v.random.randrange(2):
                a, b = v.number(INTEGER, 0)[:2] + (v.random.getrandbits(64),), fp.integer(v.random.getrandbits(64))
            result = NATVAL if NATVAL in (a, b) else f(a, b)
            vector(name, place("F", f"{name} f6=f7,f8"), {"f7": write(a), "f8": write(b)}, {"f6": write(result)})
        vector(name, f"{name} f6=f7,f8", {"f8": "nat"}, {"f6": "nat"})
        vector(name, f"(p7) {name} f6=f7,f8", {"f8": "nat", "p7": 0}, {})
    three = {
        "fselect": lambda a, b, c: a & c | b & ~c, "xma.l": lambda a, b, c: a * b + c,
        "xma.hu": lambda a, b, c: a * b + c >> 64,
        "xma.h": lambda a, b, c: (fp.signed(a, 64) * fp.signed(b, 64) + c) >> 64,
    }
    for name, f in three.items():
        for _ in range(12):
            a, b, c = (v.random.choice((v.random.getrandbits(64), (1 << 64) - 1, TOP, 3, 0)) for _ in range(3))
            vector(name, place("F", f"{name} f6=f7,f8,f9"), {f"f{7 + i}": write(fp.integer(x)) for i, x in enumerate((a, b, c))},
                   {"f6": write(fp.integer(f(a, b, c)))})
        for k in ("f7", "f8", "f9"):
            vector(name, place("F", f"{name} f6=f7,f8,f9"), {k: "nat"}, {"f6": "nat"})
        vector(name, f"(p7) {name} f6=f7,f8,f9", {"f8": "nat", "p7": 0}, {})


def reciprocals(v, vector, place):
    def one(a, b, k):
        result, p2, flags = fp.frcpa(a, b)
        status = Status(k % 4, 0x0C)
        vector("frcpa", place("F", f"frcpa.s{k % 4} f6,p8=f7,f8"),
               {"f7": write(a), "f8": write(b), "fpsr": status.value, "p8": 1 - p2},
               {"f6": write(result), "p8": p2, "fpsr": status.after(flags)})

    def root(r, k):
        result, p2, flags = fp.frsqrta(r)
        status = Status(k % 4, 0x0C)
        vector("frsqrta", place("F", f"frsqrta.s{k % 4} f6,p8=f7"), {"f7": write(r), "fpsr": status.value, "p8": 1 - p2},
               {"f6": write(result), "p8": p2, "fpsr": status.after(flags)})
    for i in range(256):  # every entry of both tables
        one(v.number(), (i & 1, BIAS + i % 9 - 4, TOP | i << 55 | v.random.getrandbits(55)), i)
        root((0, BIAS + (i >> 7) + 2 * (i % 5 - 2), TOP | (i & 127) << 56 | v.random.getrandbits(56)), i)
    middle = {k: r for k, r in SPECIAL.items() if "largest" not in k and "smallest" not in k and k != "extended denormal"}
    middle["large"] = SPECIAL["largest single"]
    for k, (na, a) in enumerate(middle.items()):
        for nb, b in middle.items():
            # Pseudo-zeros and, with an unbounded quotient, software assistance: the manual leaves them to the processor.
            if "pseudo-zero" not in (na, nb) and "denormal" not in na + nb:
                one(a, b, k)
        if na != "pseudo-zero":
            root(a, k)
    for name, code in (("frcpa", "frcpa.s0 f6,p8=f7,f8"), ("frsqrta", "frsqrta.s0 f6,p8=f7"),
                       ("fprcpa", "fprcpa.s0 f6,p8=f7,f8"), ("fprsqrta", "fprsqrta.s0 f6,p8=f7")):
        vector(name, f"(p7) {code}", {"p7": 0, "p8": 1}, {"p8": 0})
        vector(name, code, {"f7": "nat", "p8": 1}, {"f6": "nat", "p8": 0})
    singles = [s for s in SINGLES if s >> 23 & 255 or not s & 0x7FFFFF]
    for k in range(120):
        def pick():
            if k % 3 == 0:
                return v.random.choice(singles)
            return v.random.getrandbits(1) << 31 | v.random.randrange(90, 160) << 23 | v.random.getrandbits(23)
        a, b = fp.pair(pick(), pick()), fp.pair(pick(), pick())
        out = [fp.frcpa(x, y) for x, y in zip(fp.halves(a), fp.halves(b))]
        # Quotients out of range: software assistance, as above.
        if any(y[2] and y[1] not in (0, ONES) and abs(y[1] - BIAS) > 60 for y in fp.halves(a) + fp.halves(b)):
            continue
        status = Status(k % 4, 0x0C)
        flags = out[0][2] | out[1][2]
        vector("fprcpa", place("F", f"fprcpa.s{k % 4} f6,p8=f7,f8"), {"f7": write(a), "f8": write(b), "fpsr": status.value},
               {"f6": write(fp.pair(*(fp.to_single(o[0]) for o in out))), "p8": out[0][1] & out[1][1],
                "fpsr": status.after(flags)})
        out = [fp.frsqrta(x, True) for x in fp.halves(a)]
        flags = out[0][2] | out[1][2]
        vector("fprsqrta", place("F", f"fprsqrta.s{k % 4} f6,p8=f7"), {"f7": write(a), "fpsr": status.value},
               {"f6": write(fp.pair(*(fp.to_single(o[0]) for o in out))), "p8": out[0][1] & out[1][1],
                "fpsr": status.after(flags)})


def status(v, vector, place):
    for _ in range(12):
        sf, controls = v.random.randrange(4), v.controls()
        before = Status(sf, controls, v.random.getrandbits(6))
        amask, omask = v.random.getrandbits(6), v.random.choice((0, 0x0C, 0x30, 1)) | 0x08
        # Bits 3:2 must not become 01, which is reserved: bit 3 is set.
        new = 0x0C & amask | omask if sf else controls & amask | omask
        old = 0x7F << 6 + 13 * sf
        vector("fsetc", place("F", f"fsetc.s{sf} {amask:#x},{omask:#x}"), {"fpsr": before.value},
               {"fpsr": before.value & ~old | new << 6 + 13 * sf})
        vector("fclrf", place("F", f"fclrf.s{sf}"), {"fpsr": before.value},
               {"fpsr": before.value & ~(0x3F << 13 + 13 * sf)})
    vector("fsetc", "(p7) fsetc.s1 0,8", {"p7": 0}, {})
    vector("fclrf", "(p7) fclrf.s1", {"p7": 0, "fpsr": Status(1, 0x0C, 0x3F).value}, {})
    # fchkf branches where the field has a flag that sf0 has not, or whose trap is enabled.
    for sf in (1, 2, 3, 0):
        for main, other, traps in ((0, 0, 0x3F), (0, 8, 0x3F), (8, 8, 0x3F), (0x3F, 0x20, 0x3F), (0x1F, 0x20, 0x3F), (8, 8, 0x37),
                                   (8, 8, 0x2F)):
            other = main if not sf else other
            fpsr = traps | 0x0C << 6 | main << 13 | sum((0x4C | (other if i == sf else 0) << 7) << 6 + 13 * i
                                                       for i in (1, 2, 3))
            taken = bool(other & ~traps or other & ~main)
            vector("fchkf", f"fchkf.s{sf} @", {"fpsr": fpsr}, {"t": int(taken)})
    vector("fchkf", "(p7) fchkf.s1 @", {"p7": 0, "fpsr": Status(1, 0x0C, 1).value}, {})


def all_of_it(random, vector, place):
    v = Values(random)
    for part in (family, comparisons, conversions, bits, reciprocals, status):
        part(v, vector, place)
