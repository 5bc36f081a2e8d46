"""What the five profiling calls and a tick make of a process and its memory, from the manual pages and the decisions about what they leave
open (docs/ticks.md), one dialect after the other. Written apart from tests/property/model.py, which random cases without a guest use: what one
has misread the other may have read."""

PAGE = 4096
EFAULT, E2BIG, EINVAL = 14, 7, 22
READ, WRITE = 1, 2


class Process:
    """Memory of pages {number: [rights, bytes]} and the profile: None or (form, a function that takes the pc of a tick)."""

    def __init__(self, word, order, allow, tick_us):
        self.word, self.order, self.allow, self.tick_us = word, order, allow, tick_us
        self.pages, self.shared = {}, set()  # shared: the numbers of pages that a child of fork shares
        self.profile = None

    def fork(self):
        child = Process(self.word, self.order, self.allow, self.tick_us)
        child.pages = {n: p if n in self.shared else [p[0], bytearray(p[1])] for n, p in self.pages.items()}
        child.shared = set(self.shared)
        child.profile = self.profile
        return child

    def vfork(self):
        child = self.fork()
        child.pages, child.shared = self.pages, self.shared
        return child

    def may(self, at, size, rights):
        """Whether [at, at + size) is there with these rights; nothing always is."""
        return size <= 0 or at + size <= 1 << 8 * self.word and all(
            n in self.pages and self.pages[n][0] & rights == rights for n in range(at // PAGE, (at + size - 1) // PAGE + 1))

    def get(self, at, size):
        return bytes(self.pages[a // PAGE][1][a % PAGE] for a in range(at, at + size))

    def put(self, at, data):
        for i, b in enumerate(data):
            self.pages[(at + i) // PAGE][1][(at + i) % PAGE] = b

    def number(self, at, size):
        return int.from_bytes(self.get(at, size), self.order)

    # --- a tick ---

    def tick(self, pc):
        if self.profile:
            self.profile[1](self, pc)

    def count(self, at, size, stop, aligned=True):
        """Adds one to the element; what cannot be read and written turns profiling off. stop: at the maximum it stays."""
        if aligned and at % size or not self.may(at, size, READ | WRITE):
            self.profile = None
            return
        value = self.number(at, size) + 1
        if value == 256**size:
            value = value - 1 if stop else 0
        self.put(at, value.to_bytes(size, self.order))

    # --- HP-UX ---

    def sprofil(self, profp, profcnt, tvp, flags):
        self.profile = None
        profcnt = signed(profcnt)
        if profcnt < 0 or profcnt > 100:
            return -E2BIG
        table = []
        if profcnt:
            if flags & 0xffffffff not in (1, 2, 4):
                return -EINVAL
            size = {1: 2, 2: 4, 4: 8}[flags & 0xffffffff]
            stride = 16 if self.word == 4 else 32
            if not self.may(profp, profcnt * stride, READ):
                return -EFAULT
            for i in range(profcnt):
                a = profp + i * stride
                table.append((self.number(a, self.word), self.number(a + self.word, 4), self.number(a + 2 * self.word, self.word),
                              self.number(a + 3 * self.word, 4)))
        if tvp and not self.may(tvp, 2 * self.word, WRITE):
            return -EFAULT
        if profcnt and not self.regions_valid(table, size):
            return -EINVAL
        if tvp:
            self.put(tvp, b''.join(v.to_bytes(self.word, self.order) for v in divmod(self.tick_us, 10**6)))
        if profcnt:
            self.profile = 'hpux', lambda p, pc: p.sprofil_tick(table, size, pc)
        return 0

    def regions_valid(self, table, size):
        before = []
        for i, (_, bytes_, offset, scale) in enumerate(table):
            if scale < 2:
                continue
            if offset == 0 and scale == 2:
                if i != len(table) - 1 or bytes_ != size:
                    return False
                continue
            if bytes_ == 0 or bytes_ % size or bytes_ * 65536 > 2**46 * scale:
                return False
            # The first address at or after offset whose position is bytes_ or more.
            end = offset + -(-bytes_ * 65536 // scale)
            for low, high in before:
                if offset < low or not self.allow and offset < high:
                    return False
            before.append((offset, end))
        return True

    def sprofil_tick(self, table, size, pc):
        best = overflow = None
        for base, bytes_, offset, scale in table:
            if scale < 2:
                continue
            if (offset, scale) == (0, 2):
                overflow = base
            elif pc >= offset and (pc - offset) * scale // 65536 < bytes_ and (best is None or offset > best[0]):
                position = (pc - offset) * scale // 65536
                best = offset, base + position // size * size
        if best:
            self.count(best[1], size, True)
        elif overflow is not None:
            self.count(overflow, size, True)

    def hpux_profil(self, buff, bufsiz, offset, scale):
        self.profile = None
        table = [(buff, bufsiz, offset, scale & 0xffffffff)]
        if bufsiz < 2**32 and self.regions_valid(table, 2):
            self.profile = 'hpux', lambda p, pc: p.sprofil_tick(table, 2, pc)
        return 0

    # --- IRIX ---

    def irix_profil(self, buff, bufsiz, offset, scale):
        bufsiz, scale = bufsiz & 0xffffffff, scale & 0xffffffff
        self.profile = None

        def tick(p, pc):
            at = 0 if scale == 2 else (pc - offset) * scale // 65536
            if pc >= offset and at // 2 < bufsiz // 2:
                p.count(buff + at // 2 * 2, 2, False)
        if scale > 1:
            self.profile = 'irix', tick
        return 0

    # --- OpenBSD ---

    def openbsd_profil(self, samples, size, offset, scale):
        scale &= 0xffffffff
        if scale > 65536:
            return -EINVAL
        self.profile = None
        if scale == 0:
            return 0
        if not self.may(samples, size, READ | WRITE):
            return -EFAULT

        def tick(p, pc):
            if pc >= offset and (pc - offset) // 2 * scale // 65536 < size // 2:
                p.count(samples + 2 * ((pc - offset) // 2 * scale // 65536), 2, False, aligned=False)
        self.profile = 'openbsd', tick
        return 0

    # --- AIX ---

    def aix_profil(self, buffer, size, offset, scale):
        size = signed(size)
        return self.aix_array(buffer) if size == -1 else self.aix_short(buffer, size, offset, scale)

    def aix_off(self, form):
        if self.profile and self.profile[0] == form:
            self.profile = None
        return 0

    def aix_short(self, buffer, size, offset, scale):
        scale &= 0xffff
        if scale < 2 or size == 0:
            return self.aix_off('aix')
        if self.profile:
            return 0
        if not self.may(buffer, size, READ | WRITE):
            return -EFAULT

        def tick(p, pc):
            aix_count(p, pc, buffer, size, 0 if scale == 2 else offset, scale)
        self.profile = 'aix', tick
        return 0

    def aix_array(self, array):
        if self.profile and self.profile[0] != 'aix array':
            return 0
        w, table = self.word, []
        while True:
            at = array + len(table) * (20 if w == 4 else 32)
            if len(table) == 65536 or not self.may(at, 20 if w == 4 else 32, READ):
                return -EFAULT
            low, high, buff = (self.number(at + i * w, w) for i in range(3))
            size, scale = signed(self.number(at + 3 * w, 4)), self.number(at + 3 * w + 4, 4)
            if not table and high == 0:
                return self.aix_off('aix array')
            if self.profile:
                return 0
            if high == 0:
                break
            if scale == 0xffffffff and high > low:
                scale = max(2, min(0xffff, max(size, 0) * 65536 // (high - low)))
            table.append((low, high, buff, size, scale & 0xffff))
        some = [(b, b + s) for _, _, b, s, _ in table if s > 0]
        if some:
            start, end = min(b for b, _ in some), max(e for _, e in some)
            if not self.may(start, end - start, READ | WRITE):
                return -EFAULT
        if any(a[1] >= b[1] for a, b in zip(table, table[1:])):
            return -EINVAL

        def tick(p, pc):
            for low, high, buff, size, scale in table:
                if low <= pc < high and size >= 2:
                    if scale > 1:
                        aix_count(p, pc, buff, size, low, scale)
                    return
        self.profile = 'aix array', tick
        return 0


def aix_count(p, pc, buffer, size, offset, scale):
    if pc < offset:
        return
    n = 0 if scale == 2 else (pc - offset) * scale // 65536
    n += n % 2
    if n // 2 < size // 2:
        p.count(buffer + n, 2, True)


def signed(v):
    v &= 0xffffffff
    return v - 2**32 if v >= 2**31 else v


CALLS = {7001: Process.sprofil, 7002: Process.hpux_profil, 7003: Process.irix_profil, 7004: Process.openbsd_profil,
         7005: Process.aix_profil}
