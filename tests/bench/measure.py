"""What the benchmarks share: where programs are, how they are built, and how long a command takes."""
import collections
import os
import resource
import subprocess
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
BUILD = os.path.join(ROOT, "build", "bench")
SHARED = os.path.abspath(os.path.join(ROOT, "..", "shared"))
# Programs of others, where they are: name, file, arguments (in the folder inputs/).
REAL = [("lua", "lua", ["nbody.lua"]), ("bzip2", "bzip2", ["-c", "-9", "text.txt"]), ("lua sort", "lua", ["sort.lua"]),
        ("mawk", "mawk", ["-f", "words.awk", "text.txt"])]


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


def build(cc, isa, names):
    """The folder in which there are our programs of these names, for that instruction set."""
    folder = os.path.join(BUILD, isa)
    os.makedirs(folder, exist_ok=True)
    for name in names:
        subprocess.run([cc, "-O2", "-std=gnu11", "-static", os.path.join(HERE, name + ".c"), "-o",
                        os.path.join(folder, name), "-lm"], check=True)
    return folder
