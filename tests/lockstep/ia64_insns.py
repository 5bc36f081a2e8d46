"""Random Itanium instructions, one at a time or in short sequences, as text for ia64-linux-gnu-as.

Registers come in two classes. Clean ones never hold a NaT (NaTVal), so they may be stored, be addresses and go to branch and
application registers, where a NaT would fault; dirty ones may. What has a dirty source goes to a dirty register: which class
a register has is known when the program is written, whatever path it takes.
"""
import re

REG = re.compile(r"\b(?:r|f|p|b)\d+\b|\bar\.[a-z0-9]+\b|\bpr\b")

SPECULATIVE = ["", "", "", ".s", ".a", ".sa", ".c.clr", ".c.nc"]


class Insn:
    """One instruction: its text without the predicate, what it reads and writes, and how it stands in a group."""

    def __init__(self, text, alone=False, last=False, plain=True):
        self.text = text
        self.alone = alone  # a group of its own
        self.last = last    # ends its group
        self.plain = plain  # may have any qualifying predicate
        self.qp = 0
        left, _, right = text.partition("=")
        if text.startswith("st") or text.startswith("lfetch") or text.startswith("chk") or "=" not in text:
            inside = REG.findall(text)
            self.reads = set(inside)
            base = re.search(r"\[(r\d+)\],", text) or re.search(r"\[(r\d+)\]=[^,]+,", text)
            self.writes = {base.group(1)} if base and (",ar" not in text or "st16" not in text) else set()
        else:
            self.writes = set(REG.findall(re.sub(r"\[[^]]*\]", "", left)))
            self.reads = set(REG.findall(right)) | set(REG.findall(" ".join(re.findall(r"\[[^]]*\]", left))))
            base = re.search(r"\[(r\d+)\],(?!.*ar\.)", right)
            if base and not re.match(r"(xchg|cmpxchg|fetchadd|cmp8)", text):
                self.writes.add(base.group(1))
        if ".or" in text or ".and" in text:
            self.reads |= self.writes
        if ".fill" in text and text.startswith("ld8"):
            self.reads.add("ar.unat")
        if "spill" in text and text.startswith("st8"):
            self.writes.add("ar.unat")
        self.writes -= {"r0", "f0", "f1", "p0"}
        self.reads -= {"r0", "f0", "f1", "p0"}

    def full(self):
        return f"({'p%d' % self.qp}) {self.text}" if self.qp else self.text


class Files:
    """The registers that code may use at some place: names without their letter."""

    def __init__(self, clean, dirty, fclean, fdirty):
        self.clean, self.dirty, self.fclean, self.fdirty = clean, dirty, fclean, fdirty


class Insns:
    def __init__(self, rng):
        self.rng = rng
        self.files = None
        self.keep = set()  # predicates that must not be written here
        self.pcs = [0, 2, 3]

    # --- operands ---

    def pick(self, seq):
        return seq[self.rng.randrange(len(seq))]

    def chance(self, percent):
        return self.rng.randrange(100) < percent

    def gr(self):
        """A clean source."""
        return "r0" if self.chance(3) else f"r{self.pick(self.files.clean)}"

    def target(self):
        return f"r{self.pick(self.files.clean)}"

    def fr(self):
        k = self.rng.randrange(12)
        return "f0" if k == 0 else "f1" if k == 1 else f"f{self.pick(self.files.fclean)}"

    def ftarget(self):
        return f"f{self.pick(self.files.fclean)}"

    def any_gr(self, n):
        """n sources, and a target of the class that they ask for."""
        if self.chance(25):
            both = self.files.clean + self.files.dirty
            return [f"r{self.pick(both)}" for _ in range(n)], f"r{self.pick(self.files.dirty)}"
        return [self.gr() for _ in range(n)], self.target()

    def any_fr(self, n):
        if self.chance(12):
            both = self.files.fclean + self.files.fdirty
            return [f"f{self.pick(both)}" for _ in range(n)], f"f{self.pick(self.files.fdirty)}"
        return [self.fr() for _ in range(n)], self.ftarget()

    def source(self):
        """A source of either class, for what has no target in its file."""
        return f"r{self.pick(self.files.dirty)}" if self.chance(25) else self.gr()

    def fsource(self):
        return f"f{self.pick(self.files.fdirty)}" if self.chance(12) else self.fr()

    def predicate(self):
        while True:
            p = self.rng.randrange(1, 64)
            if p not in self.keep:
                return p

    def predicates(self):
        """Two different targets; one of them may be p0."""
        p = self.predicate()
        q = p
        while q == p:
            q = self.predicate()
        k = self.rng.randrange(12)
        return ("p0", f"p{q}") if k == 0 else (f"p{p}", "p0") if k == 1 else (f"p{p}", f"p{q}")

    def imm(self, bits):
        """A signed immediate of so many bits."""
        k = self.rng.randrange(4)
        top = 1 << (bits - 1)
        if k == 0:
            return self.pick([0, 1, -1, top - 1, -top])
        if k == 1:
            return max(-top, min(top - 1, self.rng.randrange(-16, 17)))
        return self.rng.randrange(-top, top)

    def word(self):
        """A 64-bit value, often one of those at an edge."""
        k = self.rng.randrange(6)
        if k == 0:
            return self.pick([0, 1, 2, (1 << 64) - 1, 1 << 63, (1 << 63) - 1, 1 << 31, (1 << 31) - 1, 1 << 32,
                              0xFFFFFFFF, 0xFFFFFFFF80000000, 0x7F7F7F7F7F7F7F7F, 0x8080808080808080,
                              0x7FFF7FFF7FFF7FFF, 0x8000800080008000, 0x00FF00FF00FF00FF, 0x0000FFFF0000FFFF])
        if k == 1:
            return self.rng.randrange(256)
        if k == 2:
            return self.rng.getrandbits(64) & self.rng.getrandbits(64) & self.rng.getrandbits(64)
        if k == 3:
            return self.rng.getrandbits(64) | self.rng.getrandbits(64) | self.rng.getrandbits(64)
        return self.rng.getrandbits(64)

    # --- integer ---

    def alu(self):
        k = self.rng.randrange(10)
        if k < 4:
            (a, b), t = self.any_gr(2)
            op = self.pick(["add", "sub", "and", "andcm", "or", "xor", "addp4", "add1", "sub1"])
            return Insn(f"{op[:-1]} {t}={a},{b},1" if op[-1] == "1" else f"{op} {t}={a},{b}")
        if k == 4:
            (a, b), t = self.any_gr(2)
            return Insn(f"{self.pick(['shladd', 'shladdp4'])} {t}={a},{self.rng.randrange(1, 5)},{b}")
        if k == 5:
            (a,), t = self.any_gr(1)
            return Insn(f"{self.pick(['sub', 'and', 'andcm', 'or', 'xor'])} {t}={self.imm(8)},{a}")
        if k == 6:
            (a,), t = self.any_gr(1)
            return Insn(f"{self.pick(['adds', 'adds', 'addp4'])} {t}={self.imm(14)},{a}")
        if k == 7:
            return Insn(f"addl {self.target()}={self.imm(22)},r{self.rng.randrange(4)}")
        if k == 8:
            (a,), t = self.any_gr(1)
            return Insn(f"{self.pick(['sxt1', 'sxt2', 'sxt4', 'zxt1', 'zxt2', 'zxt4', 'popcnt', 'mov', 'czx1.l', 'czx1.r', 'czx2.l', 'czx2.r'])} {t}={a}")
        return Insn(f"movl {self.target()}={self.word():#x}")

    def shift(self):
        k = self.rng.randrange(8)
        pos = self.rng.randrange(64)
        length = self.rng.randrange(1, 65 - pos)
        (a, b), t = self.any_gr(2)
        if k == 0:
            return Insn(f"{self.pick(['extr', 'extr.u'])} {t}={a},{pos},{self.rng.randrange(1, 65)}")
        if k == 1:
            return Insn(f"dep {t}={a},{b},{pos},{min(length, 16)}")
        if k == 2:
            return Insn(f"dep {t}={self.pick([0, -1])},{a},{pos},{length}")
        if k == 3:
            return Insn(f"dep.z {t}={a},{pos},{length}")
        if k == 4:
            return Insn(f"dep.z {t}={self.imm(8)},{pos},{length}")
        if k == 5:
            return Insn(f"shrp {t}={a},{b},{pos}")
        if k == 6:
            return Insn(f"{self.pick(['shl', 'shr', 'shr.u'])} {t}={a},{pos}")
        return Insn(f"{self.pick(['shl', 'shr', 'shr.u'])} {t}={a},{b}")

    PARALLEL = ("padd1 padd2 padd4 psub1 psub2 psub4 padd1.uuu padd2.uuu psub1.uuu psub2.uuu padd1.uus padd2.uus "
                "psub1.uus psub2.uus pavg1 pavg2 pavg1.raz pavg2.raz pavgsub1 pavgsub2 pcmp1.eq pcmp2.eq pcmp4.eq "
                "pcmp1.gt pcmp2.gt pcmp4.gt pmin1.u pmax1.u pmin2 pmax2 psad1 pmpy2.l pmpy2.r mix1.l mix1.r mix2.l mix2.r "
                "mix4.l mix4.r pack2.uss unpack1.h unpack1.l unpack2.h unpack2.l unpack4.h unpack4.l "
                "pshl2 pshl4 pshr2 pshr4 pshr2.u pshr4.u").split()

    def multimedia(self):
        (a, b), t = self.any_gr(2)
        k = self.rng.randrange(10)
        if k == 0:
            return Insn(f"mux1 {t}={a},{self.pick(['@rev', '@mix', '@shuf', '@alt', '@brcst'])}")
        if k == 1:
            return Insn(f"mux2 {t}={a},{self.rng.randrange(256):#x}")
        if k == 2:
            return Insn(f"{self.pick(['pmpyshr2', 'pmpyshr2.u'])} {t}={a},{b},{self.pick([0, 7, 15, 16])}")
        if k == 3:
            size = self.pick([2, 4])
            op = self.pick(["pshl", "pshr", "pshr.u"])
            name = f"pshr{size}.u" if op == "pshr.u" else f"{op}{size}"
            return Insn(f"{name} {t}={a},{self.rng.randrange(32)}")
        return Insn(f"{self.pick(self.PARALLEL)} {t}={a},{b}")

    def compare(self):
        p, q = self.predicates()
        k = self.rng.randrange(10)
        a, b = self.source(), self.source()
        size = self.pick(["cmp", "cmp4"])
        if k < 3:
            rel = self.pick("eq ne lt le gt ge ltu leu gtu geu".split())
            return Insn(f"{size}.{rel}{self.pick(['', '', '.unc'])} {p},{q}={a},{b}")
        if k < 5:
            rel = self.pick("eq ne lt le gt ge ltu".split())
            imm = max(self.imm(8), -127)  # some relations are written with one less
            return Insn(f"{size}.{rel}{self.pick(['', '', '.unc'])} {p},{q}={imm},{b}")
        kind = self.pick([".and", ".or", ".or.andcm"])
        if k == 5:
            return Insn(f"{size}.{self.pick(['eq', 'ne'])}{kind} {p},{q}={a},{b}")
        if k == 6:
            return Insn(f"{size}.{self.pick(['eq', 'ne'])}{kind} {p},{q}={self.imm(8)},{b}")
        if k == 7:
            return Insn(f"{size}.{self.pick(['lt', 'le', 'gt', 'ge'])}{kind} {p},{q}=r0,{b}")
        kind = self.pick(["", "", ".unc", ".and", ".or", ".or.andcm"])
        if k == 8:
            return Insn(f"tbit.{self.pick(['z', 'nz'])}{kind} {p},{q}={a},{self.rng.randrange(64)}")
        return Insn(f"tnat.{self.pick(['z', 'nz'])}{kind} {p},{q}={a}")

    def move(self):
        """Between the files that are not general or floating point."""
        k = self.rng.randrange(16)
        if k < 2:
            return Insn(f"mov b{self.rng.randrange(8)}={self.gr()}")
        if k < 4:
            return Insn(f"mov {self.target()}=b{self.rng.randrange(8)}")
        if k == 4 and not self.keep:
            return Insn(f"mov pr={self.gr()},{self.rng.randrange(-0x10000, 0x10000) & ~1}", alone=True)
        if k == 5 and not self.keep:
            return Insn(f"mov pr.rot={self.rng.getrandbits(27) << 16:#x}", alone=True)
        if k < 8:
            return Insn(f"mov {self.target()}=pr", alone=True)
        if k == 8:
            return Insn(f"mov ar.ccv={self.pick([self.gr(), self.imm(8)])}")
        if k == 9:
            return Insn(f"mov {self.target()}=ip")
        if k == 10:
            return Insn(f"mov.m ar.csd={self.gr()}")
        return Insn(f"mov {self.target()}=ar.{self.pick('lc ec pfs unat fpsr ccv bsp rsc csd'.split())}", alone=True)

    def nop(self):
        return Insn(self.pick("nop.i nop.m nop.f nop.x hint.m hint.i hint.f hint.x".split()) + f" {self.rng.randrange(64):#x}")

    # --- floating point ---

    def sf(self):
        return self.pick(["", ".s0", ".s1", ".s2", ".s3"])

    def arithmetic(self):
        k = self.rng.randrange(16)
        if k < 8:
            (a, b, c), t = self.any_fr(3)
            return Insn(f"{self.pick(['fma', 'fms', 'fnma'])}{self.pick(['', '.s', '.d'])}{self.sf()} {t}={a},{b},{c}")
        if k < 10:
            (a, b, c), t = self.any_fr(3)
            return Insn(f"{self.pick(['fpma', 'fpms', 'fpnma'])}{self.sf()} {t}={a},{b},{c}")
        if k < 12:
            (a, b, c), t = self.any_fr(3)
            op = self.pick(["xma.l", "xma.h", "xma.hu", "fselect"])
            return Insn(f"{op} {t}={a},{b},{c}")
        if k < 14:
            (a, b), t = self.any_fr(2)
            return Insn(f"{self.pick('fpmin fpmax fpamin fpamax'.split())}{self.sf()} {t}={a},{b}")
        (a, b), t = self.any_fr(2)
        rel = self.pick("eq lt le unord neq nlt nle ord".split())
        return Insn(f"fpcmp.{rel}{self.sf()} {t}={a},{b}")

    def convert(self):
        (a,), t = self.any_fr(1)
        k = self.rng.randrange(8)
        if k < 4:
            op = self.pick(["fcvt.fx", "fcvt.fxu", "fpcvt.fx", "fpcvt.fxu"]) + self.pick(["", ".trunc"])
            return Insn(f"{op}{self.sf()} {t}={a}")
        if k == 4:
            return Insn(f"fcvt.xf {t}={a}")
        if k == 5:
            return Insn(f"fcvt.xuf{self.pick(['', '.s', '.d'])}{self.sf()} {t}={a}")
        if k == 6:
            return Insn(f"fnorm{self.pick(['', '.s', '.d'])}{self.sf()} {t}={a}")
        return Insn(f"{self.pick(['fabs', 'fneg', 'fnegabs', 'fpabs', 'fpneg', 'fpnegabs'])} {t}={a}")

    def shuffle(self):
        (a, b), t = self.any_fr(2)
        op = self.pick("fmerge.s fmerge.ns fmerge.se fpmerge.s fpmerge.ns fpmerge.se fmix.lr fmix.l fmix.r fsxt.l fsxt.r "
                       "fpack fswap fswap.nl fswap.nr fand fandcm for fxor".split())
        return Insn(f"{op} {t}={a},{b}")

    def fclass(self):
        p, q = self.predicates()
        kind = self.pick(["m", "nm"]) + self.pick(["", ".unc"])
        return Insn(f"fclass.{kind} {p},{q}={self.fsource()},{self.rng.randrange(512):#x}")

    def ordered(self, a, b, t):
        """A comparison of a and b, into predicates or as the one that goes to t."""
        if self.chance(70):
            p, q = self.predicates()
            rel = self.pick("eq lt le unord gt ge neq nlt nle ngt nge ord".split())
            return Insn(f"fcmp.{rel}{self.pick(['', '', '.unc'])}{self.sf()} {p},{q}={a},{b}")
        return Insn(f"{self.pick('fmin fmax famin famax'.split())}{self.sf()} {t}={a},{b}")

    def cross(self):
        """Between general and floating-point registers."""
        form = self.pick(["sig", "exp", "s", "d"])
        if self.chance(50):
            if self.chance(15):
                return Insn(f"getf.{form} r{self.pick(self.files.dirty)}=f{self.pick(self.files.fdirty)}")
            return Insn(f"getf.{form} {self.target()}={self.fr()}")
        if self.chance(15):
            return Insn(f"setf.{form} f{self.pick(self.files.fdirty)}=r{self.pick(self.files.dirty)}")
        return Insn(f"setf.{form} {self.ftarget()}={self.gr()}")

    def status(self):
        if self.chance(50):
            return Insn(f"fclrf.s{self.rng.randrange(4)}", alone=True)
        return Insn(f"mov {self.target()}=ar.fpsr", alone=True)

    WEIGHTS = [("alu", 24), ("shift", 9), ("multimedia", 14), ("compare", 14), ("move", 5), ("nop", 2), ("arithmetic", 16),
               ("convert", 5), ("shuffle", 5), ("fclass", 3), ("cross", 6), ("status", 1)]
    TOTAL = sum(w for _, w in WEIGHTS)

    def one(self):
        """Some instruction that needs nothing around it."""
        k = self.rng.randrange(self.TOTAL)
        for name, weight in self.WEIGHTS:
            if k < weight:
                break
            k -= weight
        insn = getattr(self, name)()
        if insn.plain and self.chance(25):
            insn.qp = self.rng.randrange(1, 64)
            insn.reads.add(f"p{insn.qp}")
        return insn
