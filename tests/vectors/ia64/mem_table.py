"""Vectors of loads, stores, semaphores, prefetches and moves between general and floating-point registers (volume 3: ld, ldf,
ldfp, st, stf, xchg, cmpxchg, cmp8xchg16, fetchadd, lfetch, setf, getf). The memory model is a little-endian array of bytes."""
import fp_model as fp
from fp_model import NATVAL, ONES, TOP
from fp_table import SPECIAL, SINGLES, Values, write

M64 = (1 << 64) - 1
SIZE = 128  # bytes of memory in a vector


class Memory:
    def __init__(self, random):
        self.bytes = bytearray(random.getrandbits(8) for _ in range(SIZE))

    def load(self, at, size):
        return int.from_bytes(self.bytes[at:at + size], "little")

    def store(self, at, size, value):
        self.bytes[at:at + size] = (value & (1 << 8 * size) - 1).to_bytes(size, "little")

    def words(self, first, last):
        """The assignments of words for the bytes from first to before last."""
        return {f"m{i}": self.load(8 * i, 8) for i in range(first // 8, (last + 7) // 8)}


INTEGER_LOADS = ("", ".s", ".a", ".sa", ".bias", ".acq", ".c.clr", ".c.nc", ".c.clr.acq")
FLOAT_LOADS = ("", ".s", ".a", ".sa", ".c.clr", ".c.nc")
HINTS = ("", "", ".nt1", ".nta")


def updates(random, bound=256):
    """The ways to address: (operand text, setup, the change of the base register)."""
    imm, reg = random.randrange(-bound, bound), random.getrandbits(64)
    return (("", {}, 0), (f",{imm}", {}, imm), (",r15", {"r15": reg}, reg))


def address(at, change=0):
    """The text of a pointer that has been moved."""
    return f"&{at}" if not change else (0x6000000000200000 + at + change) & M64


def integer_loads(random, vector, place):
    for size in (1, 2, 4, 8):
        for completer in INTEGER_LOADS:
            hint = random.choice(HINTS)
            for operand, setup, change in updates(random):
                memory, at = Memory(random), random.randrange(SIZE // size) * size
                code = place("M", f"ld{size}{completer}{hint} r16=[r14]{operand}")
                after = {"r16": memory.load(at, size), "r14": address(at, change)}
                vector("ld", code, {**memory.words(at, at + size), "r14": f"&{at}", **setup}, after)
                vector("ld", place("M", f"(p7) ld{size}{completer}{hint} r16=[r14]{operand}"), {"r14": f"&{at}", **setup, "p7": 0}, {})
                if ".s" in completer:
                    vector("ld", place("M", f"ld{size}{completer} r16=[r14]{operand}"), {**setup, "r14": "nat"}, {"r16": "nat"})
                    low = random.choice((0, 8, 0x4000))  # nothing is there
                    vector("ld", place("M", f"ld{size}{completer} r16=[r14]{operand}"), {**setup, "r14": low},
                           {"r16": "nat", "r14": low + change & M64})
            vector("ld", place("M", f"ld{size}{completer} r16=[r14],r15"), {"r14": "&0", "r15": "nat", "m0": 0x7F},
                   {"r16": 0x7F, "r14": "nat"})
    for nat in (0, 1):
        for operand, setup, change in updates(random):
            at = 8 * random.randrange(16)
            unat = random.getrandbits(64) & ~(1 << at // 8) | nat << at // 8
            x = random.getrandbits(64)
            vector("ld8.fill", place("M", f"ld8.fill r16=[r14]{operand}"), {f"m{at // 8}": x, "r14": f"&{at}", "unat": unat, **setup},
                   {"r16": "nat" if nat else x, "r14": address(at, change)})
        for operand, setup, change in updates(random)[:2]:
            at = 8 * random.randrange(16)
            unat, x = random.getrandbits(64), random.getrandbits(64)
            new = unat & ~(1 << at // 8) | nat << at // 8
            # What is stored for a NaT is the processor's affair.
            vector("st8.spill", place("M", f"st8.spill [r14]=r16{operand}"),
                   {"r14": f"&{at}", "r16": "nat" if nat else x, "unat": unat, **setup},
                   {"r14": address(at, change), "unat": new, f"m{at // 8}": "?" if nat else x})
    vector("ld8.fill", "(p7) ld8.fill r16=[r14],8", {"p7": 0, "unat": M64}, {})
    vector("st8.spill", "(p7) st8.spill [r14]=r16,8", {"p7": 0, "r14": "&0", "r16": "nat"}, {})
    for completer in ("", ".acq"):
        for at in (0, 16, 112):
            memory = Memory(random)
            vector("ld16", place("M", f"ld16{completer} r16,ar.csd=[r14]"), {**memory.words(at, at + 16), "r14": f"&{at}"},
                   {"r16": memory.load(at, 8), "csd": memory.load(at + 8, 8)})
        vector("ld16", f"(p7) ld16{completer} r16,ar.csd=[r14]", {"r14": "&0", "p7": 0}, {})


def integer_stores(random, vector, place):
    for size in (1, 2, 4, 8):
        for completer in ("", ".rel"):
            for operand, setup, change in updates(random)[:2]:
                for _ in range(3):
                    memory, at, x = Memory(random), random.randrange(SIZE // size) * size, random.getrandbits(64)
                    before = memory.words(at, at + size)
                    memory.store(at, size, x)
                    hint = random.choice(("", ".nta"))
                    vector("st", place("M", f"st{size}{completer}{hint} [r14]=r16{operand}"), {**before, "r14": f"&{at}", "r16": x, **setup},
                           {**memory.words(at, at + size), "r14": address(at, change)})
                vector("st", place("M", f"(p7) st{size}{completer} [r14]=r16{operand}"), {"r14": "&8", **setup, "p7": 0}, {})
    vector("st", "st8 [r14]=r0,8 ; st1 [r14]=r14", {"r14": "&8"}, {"r14": "&16", "m1": 0, "m2": 0xA5A5A5A5A5A5A510})
    for completer in ("", ".rel"):
        x, y = random.getrandbits(64), random.getrandbits(64)
        vector("st16", place("M", f"st16{completer} [r14]=r16,ar.csd"), {"r14": "&32", "r16": x, "csd": y}, {"m4": x, "m5": y})
        vector("st16", f"(p7) st16{completer} [r14]=r16,ar.csd", {"r14": "&32", "p7": 0}, {})


def extended(low, high):
    """What ldfe makes of ten bytes."""
    exponent = high & 0x7FFF
    return high >> 15, ONES if exponent == 0x7FFF else exponent + 0xC000 if exponent else 0, low


FORMATS = {"s": (4, fp.single), "d": (8, fp.double), "8": (8, fp.integer)}


def image(v, kind):
    """An interesting memory image for a load of this kind."""
    if kind == "s":
        return v.single()
    if kind == "d":
        return fp.to_memory(v.any(), 11, 52) if v.random.randrange(2) else v.random.choice(
            (0, 1 << 63, 1, 0x800FFFFFFFFFFFFF, 0x7FF0000000000000, 0xFFF8000000000001, 0x7FF4000000000000, 0x0010000000000000))
    return v.random.getrandbits(64)


def float_loads(v, vector, place):
    random = v.random
    for completer in FLOAT_LOADS:
        for kind in ("s", "d", "8", "e"):
            size = {"s": 4, "e": 16}.get(kind, 8)
            for _ in range(3):
                for operand, setup, change in updates(random):
                    memory, at = Memory(random), random.randrange(SIZE // size) * size
                    if kind == "e":
                        low, high = random.choice(((0, 0), (0, 0x8000), (TOP, 0x7FFF), (3 << 62, 0xFFFF), (5, 0), (TOP, 0x3FFF),
                                                   (random.getrandbits(63) | TOP, random.getrandbits(15))))
                        memory.store(at, 8, low)
                        memory.store(at + 8, 2, high)
                        result = extended(low, high)
                    else:
                        memory.store(at, size, image(v, kind))
                        result = FORMATS[kind][1](memory.load(at, size))
                    hint = random.choice(HINTS)
                    vector("ldf", place("M", f"ldf{kind}{completer}{hint} f6=[r14]{operand}"),
                           {**memory.words(at, at + size), "r14": f"&{at}", **setup},
                           {"f6": write(result), "r14": address(at, change)})
            for operand, setup, change in updates(random):
                vector("ldf", place("M", f"(p7) ldf{kind}{completer} f6=[r14]{operand}"), {"r14": "&0", **setup, "p7": 0}, {})
                if ".s" in completer:
                    vector("ldf", place("M", f"ldf{kind}{completer} f6=[r14]{operand}"), {**setup, "r14": "nat"}, {"f6": "nat"})
                    vector("ldf", place("M", f"ldf{kind}{completer} f6=[r14]{operand}"), {**setup, "r14": 16},
                           {"f6": "nat", "r14": 16 + change & M64})
        for kind in ("s", "d", "8"):
            size = 4 if kind == "s" else 8
            for inc in (0, 2 * size):
                operand = f",{inc}" if inc else ""
                for _ in range(3):
                    memory, at = Memory(random), random.randrange(SIZE // size // 2) * size * 2
                    memory.store(at, size, image(v, kind))
                    memory.store(at + size, size, image(v, kind))
                    low, high = (FORMATS[kind][1](memory.load(at + i, size)) for i in (0, size))
                    hint = random.choice(HINTS)
                    a, b = random.choice((("f6", "f7"), ("f7", "f12"), ("f9", "f10")))
                    vector("ldfp", place("M", f"ldfp{kind}{completer}{hint} {a},{b}=[r14]{operand}"),
                           {**memory.words(at, at + 2 * size), "r14": f"&{at}"},
                           {a: write(low), b: write(high), "r14": f"&{at + inc}"})
                vector("ldfp", place("M", f"(p7) ldfp{kind}{completer} f6,f7=[r14]{operand}"), {"r14": "&0", "p7": 0}, {})
                if ".s" in completer:
                    vector("ldfp", place("M", f"ldfp{kind}{completer} f6,f7=[r14]{operand}"), {"r14": "nat"}, {"f6": "nat", "f7": "nat"})
                    vector("ldfp", place("M", f"ldfp{kind}{completer} f6,f7=[r14]{operand}"), {"r14": 16},
                           {"f6": "nat", "f7": "nat", "r14": 16 + inc})
    for r in list(SPECIAL.values()) + [(1, 0x1FFFE, 0)]:
        for operand, setup, change in updates(random):
            at = 16 * random.randrange(8)
            vector("ldf.fill", place("M", f"ldf.fill f6=[r14]{operand}"),
                   {f"m{at // 8}": r[2], f"m{at // 8 + 1}": r[0] << 17 | r[1], "r14": f"&{at}", **setup},
                   {"f6": write(r), "r14": address(at, change)})
    vector("ldf.fill", "(p7) ldf.fill f6=[r14],16", {"p7": 0}, {})


def float_stores(v, vector, place):
    random = v.random
    for r in list(SPECIAL.values()) + [v.number() for _ in range(6)]:
        for kind in ("s", "d", "8", "e", ".spill"):
            size = {"s": 4, "e": 10, ".spill": 16}.get(kind, 8)
            if r == NATVAL and kind != ".spill":
                continue
            operand, _, change = updates(random)[random.randrange(2)]
            at = 16 * random.randrange(8) + (random.choice((0, size)) if size < 10 else 0)
            memory = Memory(random)
            before = memory.words(at, at + size)
            memory.store(at, size, {"s": fp.to_single(r), "d": fp.to_memory(r, 11, 52), "8": r[2],
                                    "e": (r[0] << 15 | r[1] >> 16 << 14 | r[1] & 0x3FFF) << 64 | r[2],
                                    ".spill": (r[0] << 17 | r[1]) << 64 | r[2]}[kind])
            vector("stf", place("M", f"stf{kind} [r14]=f6{operand}"), {**before, "f6": write(r), "r14": f"&{at}"},
                   {**memory.words(at, at + size), "r14": address(at, change)})
    for kind in ("s", "d", "8", "e", ".spill"):
        for operand in ("", ",16"):
            vector("stf", f"(p7) stf{kind} [r14]=f6{operand}", {"r14": "&0", "p7": 0}, {})


def semaphores(random, vector, place):
    for size in (1, 2, 4, 8):
        mask = (1 << 8 * size) - 1
        for k in range(6):
            memory, at = Memory(random), random.randrange(SIZE // size) * size
            before, old, x = memory.words(at, at + size), memory.load(at, size), random.getrandbits(64)
            hint = random.choice(HINTS)
            if k < 2:
                memory.store(at, size, x)
                vector("xchg", place("M", f"xchg{size}{hint} r16=[r14],r15"), {**before, "r14": f"&{at}", "r15": x},
                       {**memory.words(at, at + size), "r16": old})
                continue
            # All of ar.ccv is compared with the memory extended by zeros.
            ccv = (old, old, old ^ 1, old | 1 << 8 * size if size < 8 else old ^ TOP)[k - 2]
            if ccv == old:
                memory.store(at, size, x)
            vector("cmpxchg", place("M", f"cmpxchg{size}.{('acq', 'rel')[k & 1]}{hint} r16=[r14],r15,ar.ccv"),
                   {**before, "r14": f"&{at}", "r15": x, "ccv": ccv}, {**memory.words(at, at + size), "r16": old & mask})
        vector("xchg", f"(p7) xchg{size} r16=[r14],r15", {"r14": "&0", "p7": 0}, {})
        vector("cmpxchg", f"(p7) cmpxchg{size}.acq r16=[r14],r15,ar.ccv", {"r14": "&0", "p7": 0}, {})
    for completer in ("acq", "rel"):
        for at in (0, 8, 24):
            for equal in (0, 1):
                memory = Memory(random)
                base = at & ~15  # both halves of 16 bytes are written, whichever was compared
                before, old = memory.words(base, base + 16), memory.load(at, 8)
                x, y = random.getrandbits(64), random.getrandbits(64)
                if equal:
                    memory.store(base, 8, x)
                    memory.store(base + 8, 8, y)
                vector("cmp8xchg16", place("M", f"cmp8xchg16.{completer} r16=[r14],r15,ar.csd,ar.ccv"),
                       {**before, "r14": f"&{at}", "r15": x, "csd": y, "ccv": old if equal else old ^ 1 << 40},
                       {**memory.words(base, base + 16), "r16": old})
        for size in (4, 8):
            for inc in (-16, -8, -4, -1, 1, 4, 8, 16):
                memory, at = Memory(random), random.randrange(SIZE // size) * size
                if inc in (1, -1):
                    memory.store(at, size, M64 if inc == 1 else 0)
                before, old = memory.words(at, at + size), memory.load(at, size)
                memory.store(at, size, old + inc)
                vector("fetchadd", place("M", f"fetchadd{size}.{completer} r16=[r14],{inc}"), {**before, "r14": f"&{at}"},
                       {**memory.words(at, at + size), "r16": old})
            vector("fetchadd", f"(p7) fetchadd{size}.{completer} r16=[r14],1", {"r14": "&0", "p7": 0}, {})


def prefetches(random, vector, place):
    for kind in ("", ".excl", ".fault", ".fault.excl"):
        for hint in ("", ".nt1", ".nt2", ".nta"):
            for operand, setup, change in updates(random):
                vector("lfetch", place("M", f"lfetch{kind}{hint} [r14]{operand}"), {"r14": "&8", **setup}, {"r14": address(8, change)})
        vector("lfetch", f"(p7) lfetch{kind} [r14],8", {"p7": 0}, {})
        # Nothing happens where nothing is, also to lfetch.fault: Linux cancels it (arch/ia64: mm/fault.c and kernel/traps.c).
        vector("lfetch", f"lfetch{kind} [r14],8", {"r14": 0}, {"r14": 8})
        vector("lfetch", f"lfetch{kind} [r14],r15", {"r14": 16, "r15": 32}, {"r14": 48})
        vector("lfetch", f"lfetch{kind} [r14]", {"r14": "nat"}, {})
    vector("lfetch", "lfetch [r14],r15", {"r14": "&8", "r15": "nat"}, {"r14": "nat"})


def moves(v, vector, place):
    for x in SINGLES:
        vector("setf.s", place("M", "setf.s f6=r14"), {"r14": x | v.random.getrandbits(32) << 32}, {"f6": write(fp.single(x))})
    for _ in range(24):
        x = image(v, "d")
        vector("setf.d", place("M", "setf.d f6=r14"), {"r14": x}, {"f6": write(fp.double(x))})
        x = v.random.getrandbits(64)
        vector("setf.exp", place("M", "setf.exp f6=r14"), {"r14": x}, {"f6": f"{x >> 17 & 1}:{x & ONES:05x}:{TOP:x}"})
        vector("setf.sig", place("M", "setf.sig f6=r14"), {"r14": x}, {"f6": write(fp.integer(x))})
    for r in list(SPECIAL.values()) + [v.number() for _ in range(8)]:
        for kind, x in (("s", fp.to_single(r)), ("d", fp.to_memory(r, 11, 52)), ("exp", r[0] << 17 | r[1]), ("sig", r[2])):
            vector(f"getf.{kind}", place("M", f"getf.{kind} r16=f7"), {"f7": write(r)}, {"r16": "nat" if r == NATVAL else x})
    for kind in ("s", "d", "exp", "sig"):
        vector(f"setf.{kind}", place("M", f"setf.{kind} f6=r14"), {"r14": "nat"}, {"f6": "nat"})
        vector(f"setf.{kind}", f"(p7) setf.{kind} f6=r14", {"r14": "nat", "p7": 0}, {})
        vector(f"getf.{kind}", f"(p7) getf.{kind} r16=f6", {"f6": "nat", "p7": 0}, {})
        vector(f"getf.{kind}", f"getf.{kind} r16=f0", {}, {"r16": 0})
        vector(f"getf.{kind}", f"getf.{kind} r16=f1", {},
               {"r16": {"s": 0x3F800000, "d": 0x3FF0000000000000, "exp": 0xFFFF, "sig": TOP}[kind]})


def all_of_it(random, vector, place):
    v = Values(random)
    for part in (integer_loads, integer_stores, semaphores, prefetches):
        part(random, vector, place)
    for part in (float_loads, float_stores, moves):
        part(v, vector, place)
