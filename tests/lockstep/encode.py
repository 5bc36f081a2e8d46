"""Words of PA-RISC 1.1 instructions from patterns, and the static ELF file that carries them.

A pattern shows the word from its first bit to its last: 0 and 1 stand for themselves, a letter for a bit of the field of
that name, blanks are for the eye (PA-RISC 1.1 Architecture, chapter 5 and appendix C). This table was written from the
manual and is kept apart from the emulator's own, so that a slip in one of them shows.
"""
import struct


def encode(pattern, **fields):
    word, left = 0, {name: pattern.count(name) for name in fields}
    for bit in pattern.replace(" ", ""):
        if bit in "01":
            word = word << 1 | int(bit)
        else:
            left[bit] -= 1
            word = word << 1 | (fields[bit] >> left[bit]) & 1
    assert 0 <= word < 1 << 32 and not any(left.values()), (pattern, fields)
    return word


def low_sign(value, bits):
    """Immediates whose sign stands at the right end (low_sign_ext of the manual)."""
    return (value & ((1 << (bits - 1)) - 1)) << 1 | (value < 0)


def im21(value):
    """The 21 bits of LDIL and ADDIL (assemble_21); value is the upper 21 bits of the word to be made."""
    v = value & 0x1FFFFF
    return (v & 0x3) << 12 | (v >> 2 & 0x1F) << 16 | (v >> 7 & 0x3) << 14 | (v >> 9 & 0x7FF) << 1 | v >> 20


def branch12(words):
    """(w1, w) of a branch over `words` words from the one after the delay slot (assemble_12)."""
    assert -2048 <= words < 2048
    return (words & 0x3FF) << 1 | words >> 10 & 1, words >> 11 & 1


def branch17(words):
    """(w1, w2, w) likewise (assemble_17)."""
    assert -65536 <= words < 65536
    return words >> 11 & 31, (words & 0x3FF) << 1 | words >> 10 & 1, words >> 16 & 1


def space3(sr):
    """A three-bit space register number: its first bit is stored last (assemble_3)."""
    return (sr & 3) << 1 | sr >> 2


# --- what macros of the generators need -------------------------------------------------------------------------------

def ldil(value, t):
    return encode("001000 ttttt iiiiiiiiiiiiiiiiiiiii", t=t, i=im21(value >> 11))


def ldo(disp, b, t):
    return encode("001101 bbbbb ttttt 00 iiiiiiiiiiiiii", b=b, t=t, i=low_sign(disp, 14))


def ldi(value, t):
    return ldo(value, 0, t)


def load_word(value, t):
    """Two instructions that make t any 32-bit value."""
    return [ldil(value, t), ldo(value & 0x7FF, t, t)]


def ldw(disp, b, t):
    return encode("010010 bbbbb ttttt 00 iiiiiiiiiiiiii", b=b, t=t, i=low_sign(disp, 14))


def stw(r, disp, b):
    return encode("011010 bbbbb rrrrr 00 iiiiiiiiiiiiii", b=b, r=r, i=low_sign(disp, 14))


def fldd(disp, b, t):
    return encode("001011 bbbbb iiiii 00 0 1 00 0000 0 ttttt", b=b, i=low_sign(disp, 5), t=t)


def fstd(t, disp, b):
    return encode("001011 bbbbb iiiii 00 0 1 00 1000 0 ttttt", b=b, i=low_sign(disp, 5), t=t)


def fldd_ma(disp, b, t):
    return encode("001011 bbbbb iiiii 00 0 1 00 0000 1 ttttt", b=b, i=low_sign(disp, 5), t=t)


def fstd_ma(t, disp, b):
    return encode("001011 bbbbb iiiii 00 0 1 00 1000 1 ttttt", b=b, i=low_sign(disp, 5), t=t)


def mtctl_sar(r):
    return encode("000000 01011 rrrrr 000 11000010 00000", r=r)


def mfctl_sar(t):
    return encode("000000 01011 00000 000 01000101 ttttt", t=t)


def elf(text, data, text_at=0x10000, data_at=0x200000, zeros=0):
    """A static ELF32 executable of two segments, entered at its first word; so many bytes of 0 follow the data."""
    header = 52 + 2 * 32
    text_off = 0x1000
    data_off = (text_off + len(text) + 0xFFF) & ~0xFFF
    ident = b"\x7fELF" + bytes([1, 2, 1, 0]) + bytes(8)
    ehdr = ident + struct.pack(">HHIIIIIHHHHHH", 2, 15, 1, text_at, 52, 0, 0x210, 52, 32, 2, 40, 0, 0)
    phdrs = struct.pack(">8I", 1, text_off, text_at, text_at, len(text), len(text), 5, 0x1000)
    phdrs += struct.pack(">8I", 1, data_off, data_at, data_at, len(data), len(data) + zeros, 6, 0x1000)
    image = (ehdr + phdrs).ljust(text_off, b"\0") + text
    assert len(ehdr + phdrs) == header
    return image.ljust(data_off, b"\0") + data
