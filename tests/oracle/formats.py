#!/usr/bin/env python3
"""Compares what gprof and callgrind_annotate read in our exported files with our own report, function by function.

    formats.py REPORT.json GPROF.txt EVENT UNITS_PER_SECOND TOLERANCE     (gprof -b: flat profile and call graph)
    formats.py REPORT.json CALLGRIND.txt callgrind

UNITS_PER_SECOND may be "clock": that of the report.

Prints the number of functions compared; exit status 1, with a line for each difference, when they do not agree.
"""
import json
import re
import sys


def gprof(path):
    """name -> [self seconds, calls]; the flat profile leaves calls of itself out, the call graph has "38+52"."""
    rows = {}
    for line in open(path):
        f = line.split()
        if len(f) in (4, 7) and re.fullmatch(r"\d+\.\d+", f[0]):
            rows[f[-1]] = [float(f[2]), 0]
        m = re.match(r"\[\d+\]\s.*?\s(\d+)(?:\+(\d+))?\s+(\S+)(?: <cycle \d+>)? \[\d+\]$", line)
        if m:
            rows.setdefault(m.group(3), [0.0, 0])[1] = int(m.group(1)) + int(m.group(2) or 0)
    return rows


def compare_gprof(report, path, event, rate, tolerance):
    seen = gprof(path)
    bad = []
    for g in report["functions"]:
        # calls of millicode are not exported (prof/formats/gmon.c says why)
        expected = 0 if g["name"].startswith("$$") else g["calls"]
        if g[event] == 0 and expected == 0:
            continue
        if g["name"] == "last":
            seen.pop("last", None)  # formats.sh says why
            continue
        seconds, calls = seen.pop(g["name"], (None, None))
        if seconds is None:
            # gprof leaves out what its two decimals show as nothing
            if g[event] / rate >= 0.01 or expected:
                bad.append("%s: gprof does not list it" % g["name"])
        elif abs(seconds - g[event] / rate) > 0.00501 + tolerance or calls != expected:
            bad.append("%s: gprof %s s %s calls, ours %s s %s calls" %
                       (g["name"], seconds, calls, g[event] / rate, expected))
    bad += ["%s: only gprof lists it" % name for name in seen]
    return bad


def compare_callgrind(report, path):
    seen = {}
    total = None
    for line in open(path):
        m = re.match(r"\s*([\d,.]+(?:\s+[\d,.]+){3})\s+(\S.*)$", line)
        if not m:
            continue
        counts = [0 if n == "." else int(n.replace(",", "")) for n in m.group(1).split()]
        name = re.sub(r" \[.*\]$", "", m.group(2))
        if name.startswith("PROGRAM TOTALS"):
            total = counts
        else:
            seen[name.split(":", 1)[1]] = counts
    bad = []
    order = ["cycles", "instructions", "slots", "ticks"]
    if total != [report["totals"][k] for k in order]:
        bad.append("totals: callgrind_annotate %s" % total)
    names = [g["name"] for g in report["functions"]]
    for g in report["functions"]:
        if g["name"] not in seen and g["name"] + "@" + hex(int(g["address"], 16)) in seen:
            g["name"] += "@" + hex(int(g["address"], 16))  # one of several functions of this name
        elif names.count(g["name"]) > 1:
            bad.append("%s: not told apart from its namesake" % g["name"])
        ours = [g[k] for k in order]
        theirs = seen.pop(g["name"], [0, 0, 0, 0])
        if ours != theirs:
            bad.append("%s: callgrind_annotate %s, ours %s" % (g["name"], theirs, ours))
    bad += ["%s: only callgrind_annotate lists it" % name for name in seen]
    return bad


def main():
    report = json.load(open(sys.argv[1]))
    if sys.argv[3] == "callgrind":
        bad = compare_callgrind(report, sys.argv[2])
    else:
        rate = report["clock_hz"] if sys.argv[4] == "clock" else float(sys.argv[4])
        bad = compare_gprof(report, sys.argv[2], sys.argv[3], rate, float(sys.argv[5]))
    for line in bad:
        print(line)
    print("%d functions compared" % len(report["functions"]))
    return 1 if bad or not report["functions"] else 0


sys.exit(main())
