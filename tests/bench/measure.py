"""What the benchmarks share: where programs are, how they are built, and how long a command takes."""
import collections
import os
import resource
import shlex
import subprocess
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
BUILD = os.path.join(ROOT, "build", "bench")
SHARED = os.path.abspath(os.path.join(ROOT, "..", "shared"))
# Programs of others, where they are: name, file, arguments (in the folder inputs/).
REAL = [("lua", "lua", ["nbody.lua"]), ("bzip2", "bzip2", ["-c", "-9", "text.txt"]), ("lua sort", "lua", ["sort.lua"]),
        ("mawk", "mawk", ["-f", "words.awk", "text.txt"])]
# The compiler for each instruction set, and where such programs of others are.
COMPILERS = {"parisc": os.environ.get("HPPA_CC", "hppa-linux-gnu-gcc"),
             "ia64": os.environ.get("IA64_CC", os.path.join(SHARED, "toolchain", "ia64-cc"))}
GUESTS = {"parisc": os.path.join(SHARED, "guests", "hppa"), "ia64": os.path.join(SHARED, "guests", "ia64")}
Times = collections.namedtuple("Times", "user system elapsed")


def run(command, folder, output, statuses=(0,)):
    """Times of one run, in seconds; its exit status must be one of these."""
    before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    with open(output, "wb") as out:
        status = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.DEVNULL, check=False).returncode
    if status not in statuses:
        raise subprocess.CalledProcessError(status, command)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return Times(after.ru_utime - before.ru_utime, after.ru_stime - before.ru_stime, time.monotonic() - begin)


def emulator(command):
    """Its words, which stay right in another folder."""
    words = shlex.split(command)
    words[0] = os.path.abspath(words[0]) if os.path.exists(words[0]) else words[0]
    return words


def build(isa, names):
    """The folder in which there are our programs of these names, for that instruction set."""
    folder = os.path.join(BUILD, isa)
    os.makedirs(folder, exist_ok=True)
    for name in names:
        subprocess.run([COMPILERS[isa], "-O2", "-std=gnu11", "-static", os.path.join(HERE, name + ".c"), "-o",
                        os.path.join(folder, name), "-lm"], check=True)
    return folder
