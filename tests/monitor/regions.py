"""smonitor() of rom/lib, in guests of both processors: gmon.out against the tick log, counter by counter, and what gprof
says of it. A part of tests/monitor/run."""
import json
import os
import struct
import subprocess

WORK = "abcde"
REFUSED = [("123", 1, 1, 0, "bufsize"), ("123", 3, 2, 0, "bufsize"), ("123", 4096, 0, 0, "flags"),
           ("123", 4096, 3, 0, "flags"), ("123", 4096, 4, 0, "flags"),
           ("21", 4096, 1, 0, "regions[1].text_start"), ("122", 4096, 2, 0, "regions[2].text_start"),
           ("14", 4096, 1, 0, "regions[1].text_end"), ("", 4096, 1, 0, "nregions"), ("1" * 101, 4096, 1, 0, "nregions"),
           ("12", 4096, 1, 1, "buffer"), ("12", 4096, 2, 2, "buffer")]
# Regions, bytes of the buffer (None: just what one counter an instruction takes), preset of the first counter, what happens.
RUNS = [("123", None, 0, "stop"), ("13", None, 0, "pause"), ("2", 4096, 0, "stop"), ("123", 48, 0, "stop"), ("123", 16, 0, "stop"),
        ("13", 24, 0, "again"), ("123", 4096, 0, "again"), ("123", 4096, 0, "other"), ("12", 4096, 0, "refused"),
        ("23", 4096, 0, "exit"), ("123", 4, 65530, "stop")]


class Guest:
    def __init__(self, emu, folder, order, word, instruction):
        self.emu, self.folder, self.order, self.word, self.instruction = emu, folder, order, word, instruction
        self.log, self.out = os.path.join(folder, "log"), os.path.join(folder, "gmon.out")
        lines = subprocess.run(["nm", "regions"], cwd=folder, capture_output=True, text=True, check=True).stdout.split("\n")
        at = {f[2]: int(f[0], 16) for f in map(str.split, lines) if len(f) == 3}
        self.bounds = [(at["__start_" + name], at["__stop_" + name]) for name in ("one", "two", "three")]
        self.functions = [at[name] for name in WORK]

    def run(self, *arguments, variables=()):
        if os.path.exists(self.out):
            os.remove(self.out)
        return subprocess.run([self.emu, "-q", "--mhz=1", "--tick-jitter=5", f"--tick-log={self.log}", *variables, "./regions",
                               *map(str, arguments)], cwd=self.folder, capture_output=True, text=True)

    def ticks(self):
        """(pc, what was done, element) of each."""
        return [(int(t["pc"], 16), t["action"], int(t.get("element", "0"), 16)) for t in map(json.loads, open(self.log))]

    def read(self):
        """{(low, high): counters} with their records added up, the number of records, the rates."""
        data, at, found, records, rates = open(self.out, "rb").read(), 20, {}, 0, set()
        head = struct.Struct(f"{self.order}B{self.word}{self.word}II15sc")
        assert data[:20] == b"gmon" + struct.pack(self.order + "I", 1) + bytes(12), data[:20]
        while at < len(data):
            tag, low, high, bins, rate, unit, letter = head.unpack_from(data, at)
            assert (tag, unit.rstrip(b"\0"), letter) == (0, b"seconds", b"s"), (tag, unit, letter)
            counters = struct.unpack_from(f"{self.order}{bins}H", data, at + head.size)
            found[low, high] = [a + b for a, b in zip(found.get((low, high), [0] * bins), counters)]
            at += head.size + 2 * bins
            records += 1
            rates.add(rate)
        return found, records, rates


def one(check, guest, name, gprof, flags, run):
    regions, room, preset, how = run
    element = 2 * flags
    bounds = [guest.bounds[int(digit) - 1] for digit in regions]
    exact = room is None or room == 4096
    if room is None:
        room = sum(high - low for low, high in bounds) // guest.instruction * element
    if preset and flags == 2:
        preset = 200000
    name += f"{', '.join(map(str, run))}, {8 * element} bits: "
    ran = guest.run(regions, room, flags, 0, preset, how)
    check(name + "it runs", ran.returncode == 0, ran.stderr)
    check(name + "what it says", ("smonitor: regions[0].text_end" in ran.stderr) == (how == "refused"), ran.stderr)
    found, records, rates = guest.read() if os.path.exists(guest.out) else ({}, 0, set())
    check(name + "a file with regions", bool(found), ran.stderr)
    if not found:
        return
    shares = {(high - low) / len(counters) for (low, high), counters in found.items()}
    check(name + "one share", len(shares) == 1 and rates == {100}, (shares, rates))
    share = int(shares.pop())
    check(name + "the least share", share == guest.instruction if exact else share > guest.instruction, share)
    check(name + "within the buffer", sum(map(len, found.values())) * element <= room, found)
    check(name + "the regions' bounds", not exact or list(found) == bounds, (list(map(hex, sum(found, ()))), bounds))
    first, second = (int(at, 16) for at in ran.stdout.split()[:2])
    buffer = second if how == "other" else first
    want = {region: [0] * len(counters) for region, counters in found.items()}
    want[min(want)][0] = preset
    lost = 0
    for pc, action, at in guest.ticks():
        if action in ("count", "saturated") and buffer <= at < buffer + room:
            low, high = next(r for r in found if r[0] <= pc < r[1])
            want[low, high][(pc - low) // share] += 1
        lost += action == "miss" and any(low <= pc < high for low, high in bounds)
    if flags == 1:
        want = {region: [min(n, 65535) for n in counters] for region, counters in want.items()}
    check(name + "each counter", found == want, f"{found}, {want}")
    check(name + "no tick in a region is missed", lost == 0, lost)
    total = sum(map(sum, found.values()))
    check(name + "something was sampled", total - preset > 15 or flags == 1 and preset, total)
    most = max(map(max, found.values()))
    check(name + "records", (records > len(found)) == (most > 65535) and (not preset or most >= 65535), (records, most))
    with_gprof(check, guest, name, gprof, found, share == guest.instruction)


def with_gprof(check, guest, name, gprof, found, exact):
    """A tick is a hundredth of a second, which gprof prints."""
    ran = subprocess.run([gprof, "-b", "regions", "gmon.out"], cwd=guest.folder, capture_output=True, text=True)
    check(name + "gprof", ran.returncode == 0 and not ran.stderr, ran.stderr)
    rows = [line.split() for line in ran.stdout.split("\n")]
    self_time = {row[-1]: round(float(row[2]) * 100) for row in rows if len(row) == 4 and row[0][0].isdigit()}
    check(name + "gprof has rows", bool(self_time), ran.stdout)
    ran = subprocess.run([guest.emu, "report", "--json", "--program=regions", "gmon.out"], cwd=guest.folder, capture_output=True, text=True)
    check(name + "pcgram report", ran.returncode == 0 and not ran.stderr, ran.stderr)
    report = json.loads(ran.stdout)
    ours = {g["name"]: g["ticks"] for g in report["functions"] if g["ticks"]}
    check(name + "our clock and total", (report["clock_hz"], sum(ours.values())) == (100, sum(map(sum, found.values()))), report["totals"])
    counters_in_all = sum(map(len, found.values()))
    apart = {of for of in ours | self_time if abs(ours.get(of, 0) - self_time.get(of, 0)) > (0 if exact else counters_in_all)}
    check(name + "our functions are gprof's", not apart, f"{apart}: {self_time}, {ours}")
    if not exact:  # a counter's ticks are spread over what it stands for
        return
    want = {}
    for (low, _), counters in found.items():
        for i, n in enumerate(counters):
            function = max(a for a in guest.functions if a <= low + i * guest.instruction)
            of = WORK[guest.functions.index(function)]
            want[of] = want.get(of, 0) + n
    check(name + "gprof's functions", self_time == {of: n for of, n in want.items() if n}, f"{self_time}, {want}")


def checks(check, name, emu, folder, order, word, instruction, gprof):
    guest = Guest(emu, folder, order, word, instruction)
    for flags in (1, 2):
        for run in RUNS:
            one(check, guest, name, gprof, flags, run)
    for regions, room, flags, shift, why in REFUSED:
        ran = guest.run(regions, room, flags, shift, 0, "stop")
        check(f"{name}{why} is refused", ran.returncode == 0 and f"smonitor: {why}" in ran.stderr and ran.stderr.count("\n") == 1,
              ran.stderr)
        check(f"{name}{why}, no file", not os.path.exists(guest.out) and all(t[1] == "off" for t in guest.ticks()))
    at = os.path.join(folder, "profiles")
    os.mkdir(at)
    guest.run("1", 4096, 1, 0, 0, "stop", variables=["-E", "GPROFDIR=profiles"])
    names = os.listdir(at)
    check(name + "GPROFDIR", len(names) == 1 and names[0].split(".")[1:] == ["regions"] and names[0].split(".")[0].isdigit(), names)
    check(name + "GPROFDIR and not here", not os.path.exists(guest.out))
    guest.run("1", 4096, 1, 0, 0, "exit", variables=["-E", "GPROFDIR="])
    check(name + "GPROFDIR empty, no file", not os.path.exists(guest.out))
    ran = guest.run("1", 4096, 1, 0, 0, "stop", variables=["-E", "GPROFDIR=nowhere"])
    check(name + "no such folder", ran.returncode == 0 and "nowhere/" in ran.stderr, ran.stderr)
