"""gcc's suites of programs that run: what they are compiled with, and which of their files are such programs."""
import glob
import os
import re
import shutil
import subprocess

# Folders of g++.dg whose files are compiled as they stand; the others have drivers that add options, or want what is not built
# (coroutines, modules, OpenMP, sanitizers, link-time optimisation).
PLAIN = ("abi conversion cpp cpp0x cpp1y cpp1z cpp2a cpp23 eh expr ext inherit init ipa lookup opt other overload parse rtti template tls "
         "torture tree-ssa warn").split()
# What asks for other hosts, files or libraries than a static program has: several sources, another file's output, locales.
BEYOND = re.compile(r"dg-(additional-sources|additional-files|shouldfail|xfail-run-if|set-target-env-var|"
                    r"require-(iconv|namedlocale|parallel-mode|filesystem-ts|time|libintl|sharedlib|profiling|thread-fence|"
                    r"static-libstdcxx|mkfifo|tzdb|debug-mode|prefer-pie|fork))\b|std=c\+\+2b|-flto|-fmodules|-fprofile")
UTIL = ("hooks", "allocator", "character")  # sources of the library that libstdc++'s tests are linked with
STANDARDS = {"98": 98, "03": 98, "0x": 11, "11": 11, "1y": 14, "14": 14, "1z": 17, "17": 17, "2a": 20, "20": 20, "2b": 23, "23": 23}
YEARS = [98, 11, 14, 17, 20, 23]


class Suite:
    """folder: in gcc's sources; cxx: by the C++ compiler; default: dg-do without a directive; suffix: of where programs are kept."""

    def __init__(self, folder, patterns, cxx, default, suffix):
        self.folder, self.patterns, self.cxx, self.default, self.suffix = folder, patterns, cxx, default, suffix

    def paths(self, root):
        return [p for pattern in self.patterns for p in sorted(glob.glob(os.path.join(root, pattern), recursive=True))]

    def name(self, root, path):
        return os.path.splitext(os.path.relpath(path, root))[0]


SUITES = {
    "c": Suite("gcc/testsuite/gcc.c-torture/execute", ["*.c", "ieee/*.c"], False, "run", ""),
    "g++": Suite("gcc/testsuite/g++.dg", [f"{folder}/**/*.C" for folder in PLAIN], True, "compile", "-g++"),
    "libstdc++": Suite("libstdc++-v3/testsuite", ["[12][0-9]_*/**/*.cc"], True, "run", "-libstdc++"),
}


def runs(suite, text):
    """The file is a program that runs, by itself."""
    if not suite.cxx:
        return True
    do = re.search(r"\{\s*dg-do\s+(\w+)", text)
    return (do.group(1) if do else suite.default) == "run" and not BEYOND.search(text)


def standard(text):
    """The year of C++ that the test is compiled for: gcc 12's own is 17."""
    asked = re.search(r"-std=(?:gnu|c)\+\+(\w\w)", text)
    return STANDARDS[asked.group(1)] if asked else 17


def standard_features(year):
    """Names of standards among a test's target features that this one is not."""
    named = {y: [n for n, v in STANDARDS.items() if v == y] for y in YEARS}
    absent = set()
    for y in YEARS:
        for n in named[y]:
            absent |= {f"c++{n}"} if year < y else set()
            absent |= {f"c++{n}_only"} if year != y else set()
            absent |= {f"c++{n}_down"} if year > y else set()
    return absent


def flags(suite, root):
    """Beside those that the test names."""
    return ["-I" + os.path.join(root, "util")] if suite.folder.startswith("libstdc++") else []


def library(suite, root, cxx, folder):
    """Objects that programs of the suite are linked with."""
    if not suite.folder.startswith("libstdc++"):
        return []
    objects = [os.path.join(folder, f"testsuite_{part}.o") for part in UTIL]
    for part, made in zip(UTIL, objects):
        source = os.path.join(root, "util", f"testsuite_{part}.cc")
        if not os.path.exists(made):
            subprocess.run([cxx, "-O2", "-w", "-c", *flags(suite, root), source, "-o", made + ".new"], check=True)
            os.replace(made + ".new", made)
    return objects


def data(suite, root, text, folder):
    """Files that a test of libstdc++'s reads, beside where it runs."""
    if suite.folder.startswith("libstdc++") and re.search(r'"[\w.-]+\.(tst|txt|dat|in)"', text):
        for path in glob.glob(os.path.join(root, "data", "*")):
            shutil.copy(path, folder)


def sources(suite, build, tars):
    """Unpacks the suite when it is not there; its folder. None: there is no archive."""
    found = os.path.join(build, "gcc-*", suite.folder)
    if not glob.glob(found + "/.unpacked"):
        if not tars:
            return None
        subprocess.run(["tar", "-C", build, "-xf", tars[0], "--wildcards", "*/" + suite.folder], check=True)
        with open(os.path.join(glob.glob(found)[0], ".unpacked"), "w", encoding="utf-8"):
            pass
    return glob.glob(found)[0]
