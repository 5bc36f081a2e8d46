"""A pseudoterminal for the tests that look at what pcgram shows on one. A bare chroot has none (no /dev/pts)."""
import os
import pty
import subprocess


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


def show(words, streams, **options):
    """Runs a command with the streams ("stdout", "stderr") on a pseudoterminal: what that shows, and the exit status."""
    master, slave = pty.openpty()
    with subprocess.Popen(words, **{s: slave for s in streams}, **options) as p:
        os.close(slave)
        got = read(master)
    return got, p.returncode
