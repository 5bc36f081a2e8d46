"""The instruction table of isa/ia64/insn/insn.def for the tests: encodings that the assembler refuses, and which row a word is."""
import os
import re

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..")
TEMPLATES = {0: "MII", 1: "MII", 2: "MII", 3: "MII", 4: "MLX", 5: "MLX", 8: "MMI", 9: "MMI", 10: "MMI", 11: "MMI",
             12: "MFI", 13: "MFI", 14: "MMF", 15: "MMF", 16: "MIB", 17: "MIB", 18: "MBB", 19: "MBB", 22: "BBB", 23: "BBB",
             24: "MMB", 25: "MMB", 28: "MFB", 29: "MFB"}  # SDM volume 1, table 3-10
VMEM = 0x6000000000200000  # where the memory of the vectors is
NOP = {"M": 1 << 27, "I": 1 << 27, "F": 1 << 27, "B": 2 << 37, "L": 0, "X": 1 << 27}


def number(text):
    """0x10, -1, &8 (the address of byte 8 of the memory)."""
    if text[0] == "&":
        return VMEM + int(text[1:], 0)
    return int(text, 0) & ((1 << 64) - 1)


class Row:
    def __init__(self, unit, name, pattern):
        self.unit, self.name, self.pattern = unit, name, pattern.replace(" ", "")
        assert len(self.pattern) == 41, name
        self.mask = int(re.sub("[^01]", "0", self.pattern.replace("0", "1")), 2)
        self.match = int(re.sub("[^01]", "0", self.pattern), 2)


def rows():
    unit, out = None, []
    with open(os.path.join(ROOT, "isa/ia64/insn/insn.def"), encoding="utf-8") as f:
        for line in f:
            m = re.match(r"MAJOR\((\w), (\w)\)", line)
            if m:
                unit = m[1]
            m = re.match(r'INSN\((\w+),\s*"([^"]*)"', line)
            if m:
                out.append(Row(unit, m[1], m[2]))
    return out


_ROWS = None


def encode(text):
    """The 128 bits of a bundle. "TEMPLATE SLOT: WORD [SLOT: WORD]": the template as a hexadecimal number, other slots nops.
    WORD is hexadecimal, or NAME letter=value ... with the letters of the row's pattern (each fills its field from the right)."""
    global _ROWS
    if _ROWS is None:
        _ROWS = {row.name: row for row in rows()}
    head, *slots = re.split(r" (?=[012]:)", text)
    template = int(head, 16)
    words = [NOP[u] for u in TEMPLATES.get(template, "MII")]
    for slot in slots:
        place, what = slot.split(":", 1)
        name, *values = what.split()
        if name in _ROWS:
            row, word = _ROWS[name], _ROWS[name].match
            for value in values:
                letter, v = value.split("=")
                v = int(v, 0)
                for bit in range(41):
                    if row.pattern[40 - bit] == letter:
                        word |= (v & 1) << bit
                        v >>= 1
        else:
            word = int(name, 16)
        words[int(place)] = word
    return template | words[0] << 5 | words[1] << 46 | words[2] << 87


def slots(bundle):
    """The (unit, word) of each slot of a bundle of 16 bytes; L slots are left out."""
    value = int.from_bytes(bundle, "little")
    units = TEMPLATES.get(value & 31, "")
    return [(u, value >> 5 + 41 * i & (1 << 41) - 1) for i, u in enumerate(units) if u != "L"]


def finder(table):
    """A function (unit, word) -> Row or None."""
    by_major = {}
    for row in table:
        for unit in ("M", "I") if row.unit == "A" else (row.unit,):
            by_major.setdefault((unit, row.match >> 37), []).append(row)

    def find(unit, word):
        for row in by_major.get((unit, word >> 37), ()):
            if word & row.mask == row.match:
                return row
        return None
    return find
