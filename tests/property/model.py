"""An independent model of the five profiling calls and of a tick, in plain integers.

Written from the manual pages and the rules that settle what they leave open, one dialect at a time and in their own
terms; nothing here is shared with the implementation, which turns all dialects into one kind of entry."""

R, W = 1, 2
E2BIG, EFAULT, EINVAL = 7, 14, 22
PAGE = 4096


class Guest:
    """Memory of pages with rights, a word size of 4 or 8 bytes, a byte order."""

    def __init__(self, word, big):
        self.word, self.order = word, 'big' if big else 'little'
        self.top = (1 << 8 * word) - 1
        self.pages = {}  # page number: [rights, bytes]

    def page(self, addr, rights):
        self.pages[addr // PAGE] = [rights, bytearray(PAGE)]

    def may(self, addr, length, rights):
        if length <= 0:
            return True
        if addr + length - 1 > self.top:
            return False
        for n in range(addr // PAGE, (addr + length - 1) // PAGE + 1):
            p = self.pages.get(n)
            if p is None or p[0] & rights != rights:
                return False
        return True

    def read(self, addr, length):
        out = bytearray()
        while length:
            at = addr % PAGE
            n = min(length, PAGE - at)
            out += self.pages[addr // PAGE][1][at:at + n]
            addr, length = addr + n, length - n
        return bytes(out)

    def write(self, addr, data):
        while data:
            at = addr % PAGE
            n = min(len(data), PAGE - at)
            self.pages[addr // PAGE][1][at:at + n] = data[:n]
            addr, data = addr + n, data[n:]

    def number(self, addr, size):
        return int.from_bytes(self.read(addr, size), self.order)

    def store(self, addr, size, value):
        self.write(addr, value.to_bytes(size, self.order))


def signed(v):
    v &= 0xffffffff
    return v - (1 << 32) if v >> 31 else v


def ceil_div(a, b):
    return -(-a // b)


class Profile:
    """Profiling of one process. `on` is None, or the name of what turned it on."""

    def __init__(self, guest, allow_overlap=False, tick_us=10000):
        self.g, self.allow, self.tick_us = guest, allow_overlap, tick_us
        self.on = None

    # --- HP-UX ---

    def hpux_sprofil(self, profp, profcnt, tvp, flags):
        g = self.g
        self.on = None
        n = signed(profcnt)
        profp, tvp, flags = profp & g.top, tvp & g.top, flags & 0xffffffff
        tv_size = 2 * g.word
        if n == 0:
            if tvp and not g.may(tvp, tv_size, W):
                return EFAULT
            self.put_tick(tvp)
            return 0
        if n < 0 or n > 100:
            return E2BIG
        size = {1: 2, 2: 4, 4: 8}.get(flags)
        if size is None:
            return EINVAL
        stride = 16 if g.word == 4 else 32
        if not g.may(profp, n * stride, R):
            return EFAULT
        if tvp and not g.may(tvp, tv_size, W):
            return EFAULT
        table = []
        for i in range(n):
            a = profp + i * stride
            table.append((g.number(a, g.word), g.number(a + g.word, 4), g.number(a + 2 * g.word, g.word),
                          g.number(a + 3 * g.word, 4)))
        if not self.sprofil_table(table, size):
            return EINVAL
        self.put_tick(tvp)
        return 0

    def put_tick(self, tvp):
        if tvp:
            self.g.store(tvp, self.g.word, self.tick_us // 1000000)
            self.g.store(tvp + self.g.word, self.g.word, self.tick_us % 1000000)

    def sprofil_table(self, table, size):
        """True when the members are acceptable; profiling is then on."""
        regions, overflow, previous = [], None, None
        for i, (base, length, offset, scale) in enumerate(table):
            if scale in (0, 1):
                continue
            if offset == 0 and scale == 2:
                if i != len(table) - 1 or length != size:
                    return False
                overflow = (i, base)
                continue
            if length == 0 or length % size or length > (2**46 * scale) // 65536:
                return False
            if previous is not None:
                if offset < previous[0]:
                    return False
                if offset < previous[1] and not self.allow:
                    return False
            previous = (offset, offset + ceil_div(length * 65536, scale))
            regions.append((i, base, length, offset, scale))
        self.on, self.size, self.regions, self.overflow = 'hpux', size, regions, overflow
        return True

    def hpux_profil(self, buff, bufsiz, offset, scale):
        g = self.g
        self.on = None
        bufsiz &= g.top
        if bufsiz <= 0xffffffff:
            self.sprofil_table([(buff & g.top, bufsiz, offset & g.top, scale & 0xffffffff)], 2)
        return 0

    def hpux_tick(self, pc):
        best = None
        for region in self.regions:
            i, base, length, offset, scale = region
            if pc < offset:
                continue
            at = (pc - offset) * scale // 65536
            if at >= length:
                continue
            if best is None or offset > best[0]:
                best = (offset, i, base + at - at % self.size)
        if best:
            return self.bump(best[1], best[2], self.size, True, 'count', True)
        if self.overflow:
            return self.bump(self.overflow[0], self.overflow[1], self.size, True, 'overflow-bin', True)
        return ('miss',)

    # --- IRIX ---

    def irix_profil(self, buff, bufsiz, offset, scale):
        self.on = None
        scale &= 0xffffffff
        if scale > 1:
            self.on = 'irix'
            self.irix = (buff & self.g.top, bufsiz & 0xffffffff, offset & self.g.top, scale)
        return 0

    def irix_tick(self, pc):
        buff, size, offset, scale = self.irix
        if pc < offset:
            return ('miss',)
        byte = 0 if scale == 2 else (pc - offset) * scale // 65536
        if byte >= size // 2 * 2:
            return ('miss',)
        return self.bump(0, buff + byte // 2 * 2, 2, False, 'count', True)

    # --- OpenBSD ---

    def openbsd_profil(self, samples, size, offset, scale):
        g = self.g
        samples, size, offset, scale = samples & g.top, size & g.top, offset & g.top, scale & 0xffffffff
        if scale > 65536:
            return EINVAL
        self.on = None
        if scale == 0:
            return 0
        if not g.may(samples, size, R | W):
            return EFAULT
        self.on, self.openbsd = 'openbsd', (samples, size, offset, scale)
        return 0

    def openbsd_tick(self, pc):
        samples, size, offset, scale = self.openbsd
        if pc < offset:
            return ('miss',)
        index = (pc - offset) // 2 * scale // 65536
        if index >= size // 2:
            return ('miss',)
        return self.bump(0, samples + 2 * index, 2, False, 'count', False)

    # --- AIX ---

    def aix_profil(self, buffer, size, offset, scale):
        if signed(size) == -1:
            return self.aix_array(buffer & self.g.top)
        return self.aix_short(buffer & self.g.top, signed(size), offset & self.g.top, scale & 0xffff)

    def aix_off(self, form):
        if self.on == form:
            self.on = None
        return 0

    def aix_short(self, buffer, size, offset, scale):
        if scale in (0, 1) or size == 0:
            return self.aix_off('aix-short')
        if self.on:
            return 0
        if not self.g.may(buffer, size, R | W):
            return EFAULT
        self.on, self.aix = 'aix-short', [(0, 0, self.g.top + 1, offset, buffer, size, scale)]
        return 0

    def aix_array(self, array):
        g = self.g
        if self.on and self.on != 'aix-prof':
            return 0  # neither turning on nor turning off can have an effect
        stride = 20 if g.word == 4 else 32
        table, i = [], 0
        while True:
            a = array + i * stride
            if i == 65536 or not g.may(a, stride, R):
                return EFAULT
            low, high, buff = (g.number(a + k * g.word, g.word) for k in range(3))
            size, scale = signed(g.number(a + 3 * g.word, 4)), g.number(a + 3 * g.word + 4, 4)
            if high == 0:
                if i == 0:
                    return self.aix_off('aix-prof')
                break
            if self.on:
                return 0
            table.append((low, high, buff, size, scale))
            i += 1
        spans = [(buff, buff + size) for _, _, buff, size, _ in table if size > 0]
        if spans:
            first, end = min(s[0] for s in spans), max(s[1] for s in spans)
            if not g.may(first, end - first, R | W):
                return EFAULT
        if any(table[k + 1][1] <= table[k][1] for k in range(len(table) - 1)):
            return EINVAL
        self.aix = []
        for k, (low, high, buff, size, scale) in enumerate(table):
            if low >= high or size < 2:
                continue
            if scale == 0xffffffff:
                scale = min(max(size * 65536 // (high - low), 2), 0xffff)
            self.aix.append((k, low, high, low, buff, size, scale & 0xffff))
        self.on = 'aix-prof'
        return 0

    def aix_tick(self, pc):
        for k, low, high, offset, buff, size, scale in self.aix:
            if not low <= pc < high:
                continue
            if scale in (0, 1):
                return ('miss',)
            if scale == 2:
                index = 0
            elif pc < offset:
                return ('miss',)
            else:
                n = (pc - offset) * scale // 65536
                n += n % 2
                index = n // 2
            if index >= size // 2:
                return ('miss',)
            return self.bump(k, buff + 2 * index, 2, True, 'count', True)
        return ('miss',)

    # --- all ---

    def tick(self, pc):
        """(action,) or (action, region, element[, old, new])."""
        if self.on is None:
            return ('off',)
        name = 'aix' if self.on.startswith('aix') else self.on
        return getattr(self, name + '_tick')(pc)

    def bump(self, region, element, size, saturate, action, aligned):
        g = self.g
        if aligned and element % size or element + size - 1 > g.top or not g.may(element, size, R | W):
            self.on = None
            return ('fault', region, element & g.top)
        old = g.number(element, size)
        if old == 256**size - 1:
            if saturate:
                return ('saturated', region, element, old, old)
            new = 0
        else:
            new = old + 1
        g.store(element, size, new)
        return (action, region, element, old, new)
