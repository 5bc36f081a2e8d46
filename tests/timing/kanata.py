"""A strict reader of Konata's pipeline trace, version 0004 (docs/kanata-log-format.md in Konata's repository), and what of such a
trace must agree with the log and with --stats. Stricter than the viewer: what it would guess or leave out is an error here."""
import json
import subprocess


class Instruction:
    def __init__(self, thread):
        self.thread, self.text, self.detail, self.stages, self.open, self.flushed = thread, None, '', [], None, None


def number(word):
    if not word.isdecimal() or word != str(int(word)):
        raise ValueError('%r is no number' % word)
    return int(word)


class Reader:
    def __init__(self):
        self.now, self.all, self.retired = None, [], 0

    def alive(self, word):
        n = number(word)
        if n >= len(self.all) or self.all[n].flushed is not None:
            raise ValueError('no such instruction under way')
        return self.all[n]

    def first_cycle(self, cycle):
        if self.now is not None:
            raise ValueError('the first cycle is known')
        self.now = number(cycle)

    def cycles(self, count):
        if self.now is None or number(count) < 1:
            raise ValueError('time does not go on')
        self.now += number(count)

    def begin(self, in_file, in_program, thread):
        number(in_program)
        if self.now is None or number(in_file) != len(self.all):
            raise ValueError('instructions are numbered one by one, and begin in a cycle')
        self.all.append(Instruction(number(thread)))

    def label(self, in_file, kind, text):
        one = self.alive(in_file)
        if one.stages or one.open or not text or not text.isprintable():
            raise ValueError('a text of printable characters comes before the first stage')
        if kind == '0' and one.text is None:
            one.text = text
        elif kind == '1' and one.text is not None and not one.detail:
            one.detail = text
        else:
            raise ValueError('one text of each kind')

    def stage(self, in_file, lane, name):
        one = self.alive(in_file)
        if one.text is None or one.open or lane != '0' or not name.isalpha():
            raise ValueError('a stage begins behind the one before it')
        if one.stages and one.stages[-1][2] != self.now:
            raise ValueError('a gap between stages')
        one.open = name, self.now

    def stage_over(self, in_file, lane, name):
        one = self.alive(in_file)
        if not one.open or one.open[0] != name or lane != '0' or one.open[1] == self.now:
            raise ValueError('no such stage, or one of no cycles')
        one.stages.append((*one.open, self.now))
        one.open = None

    def end(self, in_file, retired, flushed):
        one = self.alive(in_file)
        if one.open or not one.stages or one.stages[-1][2] != self.now or number(retired) != self.retired or flushed not in '01':
            raise ValueError('an instruction ends with its last stage')
        self.retired += 1
        one.flushed = flushed == '1'


COMMANDS = {'C=': Reader.first_cycle, 'C': Reader.cycles, 'I': Reader.begin, 'L': Reader.label, 'S': Reader.stage,
            'E': Reader.stage_over, 'R': Reader.end}


def read(text):
    """The instructions of a trace, each with its stages (name, first cycle, cycle behind it). ValueError: what is wrong where."""
    lines = text.split('\n')
    if lines[0] != 'Kanata\t0004' or lines.pop() != '':
        raise ValueError('no header, or no end of the last line')
    reader = Reader()
    for at, line in enumerate(lines[1:], 2):
        command, *words = line.split('\t')
        try:
            COMMANDS[command](reader, *words)
        except (KeyError, TypeError, ValueError) as e:
            raise ValueError('line %d, %r: %s' % (at, line, e)) from e
    if any(i.flushed is None for i in reader.all):
        raise ValueError('an instruction does not end')
    return reader.all


def issues(instructions):
    """(cycle, took no effect) of each, in order."""
    return [(next(s[1] for s in i.stages if s[0] in ('Ex', 'Nu')), i.flushed) for i in instructions]


# The stages of a cause, of either processor. PA-RISC's Me is both of its causes: they are compared in one.
CAUSES = {'It': 'memory', 'Me': 'memory', 'Dc': 'memory', 'dcache': 'memory', 'tlb': 'memory', 'Ic': 'icache', 'Rd': 'data',
          'Un': 'structural', 'Lk': 'structural', 'Br': 'branch', 'Rs': 'rse'}


def by_cause(pairs):
    sums = {}
    for name, cycles in pairs:
        cause = CAUSES.get(name, name)
        sums[cause] = sums.get(cause, 0) + cycles
    return {c: n for c, n in sums.items() if n}


def check(emu, cpu, program, check_one):
    """The pipeline of a program beside its log, in a window, and beside its stalls, as a whole."""
    name, path = 'kanata %s: ' % cpu, program + '.pipeline'

    def trace(form, *options):
        p = subprocess.run([emu, '--quiet', '--cpu=' + cpu, '--trace=' + path, '--trace-format=' + form, '--stats', *options,
                            program], capture_output=True, text=True, check=True)
        with open(path) as f:
            return f.read(), json.loads(p.stderr)

    try:
        part, whole = read(trace('kanata', '--trace-window=40,1000')[0]), None
        text, stats = trace('kanata')
        whole = read(text)
    except ValueError as e:
        check_one(name + 'commands', False, str(e))
        return
    log = [s.split() for s in trace('log', '--trace-window=40,1000')[0].splitlines() if ' kernel ;' not in s]
    check_one(name + 'issues', len(log) > 9 and issues(part) == [(int(s[0]), s[-1] == 'nullified') for s in log],
              '%s\n%s' % (issues(part)[:20], log[:20]))
    check_one(name + 'stages', all((s[0] == 'Nu') == i.flushed for i in part for s in i.stages if s[0] in ('Ex', 'Nu')),
              'Nu is the stage of those that took no effect')
    check_one(name + 'all of them', (len(whole), sum(i.flushed for i in whole)) ==
              (stats['slots'], stats['slots'] - stats['instructions']), str(stats))
    got = by_cause((s[0], s[2] - s[1]) for i in whole for s in i.stages if s[0] not in ('Ex', 'Nu'))
    check_one(name + 'stalls', got == by_cause(stats['stalls'].items()), '%s, not %s' % (got, stats['stalls']))


# Each breaks one rule of a good trace.
GOOD = 'Kanata\t0004\nC=\t7\nI\t0\t0\t1\nL\t0\t0\tnop\nS\t0\t0\tEx\nC\t1\nE\t0\t0\tEx\nR\t0\t0\t0\n'
BROKEN = [('0004', '0003'), ('C=\t7\n', ''), ('C\t1\n', 'C\t0\n'), ('C\t1\n', ''), ('I\t0', 'I\t1'), ('\t1\nL', '\t-1\nL'),
          ('L\t0\t0\tnop\n', ''), ('L\t0\t0', 'L\t0\t2'), ('nop\n', 'n\top\n'), ('S\t0\t0', 'S\t0\t1'), ('S\t0\t0\tEx\n', ''),
          ('E\t0\t0\tEx', 'E\t0\t0\tMe'), ('E\t0\t0\tEx\n', ''), ('R\t0\t0\t0\n', ''), ('R\t0\t0\t0', 'R\t0\t0\t2'),
          ('R\t0\t0\t0\n', 'R\t0\t0\t0\nR\t0\t1\t0\n'), ('R\t0', 'X\t0'), ('E\t0\t0\tEx\n', 'E\t0\t0\tEx\nC\t1\n')]


def check_reader(check_one):
    check_one('kanata: reader, good', len(read(GOOD)) == 1)
    for old, new in BROKEN:
        try:
            read(GOOD.replace(old, new, 1))
            check_one('kanata: reader, %r for %r' % (new, old), False, 'is taken')
        except ValueError:
            check_one('kanata: reader, %r for %r' % (new, old), True)
