"""The report of a test written in Python: a line for each check that failed, and at the end "N passed, N failed, N skipped", from which
tests/check takes its sums."""
passed = failed = skipped = 0


def check(what, good, why=""):
    """Counts a check, and says what failed and why (the ends of a long text). Returns whether it is good."""
    count(bool(good), not good)
    if not good:
        print(f"FAILED {what}: {ends(why)}" if why else f"FAILED {what}", flush=True)
    return bool(good)


def ends(text):
    text = str(text)
    return text if len(text) <= 1200 else f"{text[:600]} ... {text[-600:]}"


def findings(what, found, most=5):
    """Counts a check that there is nothing in a list, and says what there is, at most so much of it."""
    count(not found, bool(found))
    for text in found[:most]:
        print(f"FAILED {what}: {ends(text)}", flush=True)


def count(more_passed, more_failed):
    """Counts checks that have said themselves what failed."""
    global passed, failed
    passed += more_passed
    failed += more_failed


def skip(why, checks=1):
    """Counts checks that cannot be made here, and says why."""
    global skipped
    skipped += checks
    print(f"skipped: {why}", flush=True)


def end():
    """The last line. Returns the exit status: 1 where a check failed, and where there was nothing to check."""
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed or not passed + skipped else 0
