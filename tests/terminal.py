"""A pseudoterminal for the tests that look at what pcgram shows on one. A bare chroot has none (no /dev/pts)."""
import os
import pty
import subprocess
import termios
import threading


def missing():
    """Why there is no pseudoterminal here; None where there is."""
    try:
        for end in pty.openpty():
            os.close(end)
    except OSError as e:
        return f"no pseudoterminal here ({e}; mount -t devpts devpts /dev/pts)"
    return None


def read(master):
    """All that is written on the other end until the last who has it lets go; the descriptor is closed."""
    got = b""
    while True:
        try:
            piece = os.read(master, 1 << 16)
        except OSError:  # EIO: nobody has the other end any more
            piece = b""
        if not piece:
            break
        got += piece
    os.close(master)
    return got


END = b"\x1cnothing more\x1c"


def show(words, streams, size=None, **options):
    """Runs a command with the streams ("stdout", "stderr") on a pseudoterminal of that size (rows, columns): what that shows, and the
    exit status. Its end is told behind what the command wrote: a read may fail as soon as nobody has the other end, with words under way."""
    master, slave = pty.openpty()
    if size:
        termios.tcsetwinsize(slave, size)
    got = b""
    with subprocess.Popen(words, **{s: slave for s in streams}, **options) as p:
        def tell():
            p.wait()
            os.write(slave, END)
        threading.Thread(target=tell).start()
        while not got.endswith(END):
            got += os.read(master, 1 << 16)
    os.close(slave)
    os.close(master)
    return got[:-len(END)], p.returncode
