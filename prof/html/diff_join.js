/* Two runs, A and B, joined by name: functions, source files, stalls. The data are {names, program, files, runs}: what the two are
 * called, which image of each is the program, for each source file of B that of A it stands for (or null), and of each run what a
 * report has (prof/html/report.h). What the page shares with a report's is what both runs together have. */
const SIDES = [0, 1];
const runs = data.runs;
const LETTER = ['A', 'B'];
const EVENTS = ['cycles', 'seconds', 'instructions', 'ticks'];
const other_isa = runs[0].isa !== runs[1].isa;
const other_clock = runs[0].cpu !== runs[1].cpu || runs[0].clock_hz !== runs[1].clock_hz;

const seconds = (cycles, side) => cycles / runs[side].clock_hz;
/* Of a count of a run the event that is looked at. */
const value = (count, side, event = state.event) => (count ? (event === 'seconds' ? seconds(count.cycles, side) : count[event]) : 0);

const UNITS = [
  [1, 's'],
  [1e-3, 'ms'],
  [1e-6, 'µs'],
  [1e-9, 'ns']
];
function time(s) {
  const [unit, name] = UNITS.find(u => Math.abs(s) >= u[0]) || UNITS[3];
  return s ? `${Number((s / unit).toPrecision(4)).toLocaleString('en-US', {maximumFractionDigits: 3})} ${name}` : '0 s';
}
const shown_as = (n, event = state.event) => (event === 'seconds' ? time(n) : group(n));
const sign = (n, text) => (n > 0 ? '+' : n < 0 ? '−' : '') + text;
/* "+1,234" or "−1.2 ms"; "" of no change. */
const changed = (n, event = state.event) => (n ? sign(n, shown_as(Math.abs(n), event)) : '');
/* "−16.6 M": for those who read a sentence. */
function rough(n) {
  const m = Math.abs(n),
    [unit, name] = [
      [1e9, ' G'],
      [1e6, ' M'],
      [1e3, ' k']
    ].find(u => m >= Math.max(u[0], 1e4)) || [1, ''];
  return sign(n, unit === 1 ? group(m) : (m / unit).toFixed(m / unit < 100 ? 1 : 0) + name);
}
const share = (a, b) => (a ? sign(b - a, `${Math.abs((100 * (b - a)) / a).toFixed(2)} %`) : b ? 'new' : '');

/* Shades for a change beside the greatest one of its kind: red for more, blue for less. The darkest is a hundredth of the run at
 * least, so that what changed by next to nothing does not look like more. */
const tint = (n, most) => {
  const whole = sum(SIDES, side => value(runs[side].totals, side)),
    full = Math.max(most, whole / 200);
  return full && Math.abs(n) >= full / 200 ? `${n > 0 ? 'more' : 'less'}${heat(Math.abs(n), full)}` : '';
};

/* ---- Functions ---- */

const PROGRAM = '/'; // no file is called so
/* "libc" of "libc.so.6.1", "ld" of "ld-linux-ia64.so.2" and of "ld.so.1": what libraries of two processors have in common. */
const library = image => (image.includes('.so') ? image.replace(/\.so.*$/, '').replace(/^ld-.*/, 'ld') : image);
function found_in(side, f) {
  if (f.image === null) return '';
  const name = base(runs[side].images[f.image].path);
  return f.image === data.program[side] ? PROGRAM : other_isa ? library(name) : name;
}
/* size_t is unsigned int on one processor and unsigned long on another. */
const of_any_width = name =>
  name.startsWith('_Z') // not demangled
    ? name.replace(/l/g, 'i').replace(/m/g, 'j')
    : name
        .replace(/(?<!long )\blong\b(?! long| double)/g, 'int')
        .replace(/\b(\d+)ul\b/g, '$1u')
        .replace(/\b(\d+)l\b/g, '$1');
const key_of = (side, f) => `${!f.address ? '' : other_isa ? of_any_width(f.name) : f.name}\n${found_in(side, f)}`;
const start_of = f => BigInt(f.address ?? f.first);

/* By their keys, in the order of their addresses. */
function grouped(rows, key) {
  const groups = new Map();
  for (const f of [...rows].sort((x, y) => (start_of(x) < start_of(y) ? -1 : start_of(x) > start_of(y) ? 1 : 0))) {
    const k = key(f);
    if (!groups.has(k)) groups.set(k, []);
    groups.get(k).push(f);
  }
  return groups;
}

/* For each source file of B, by its name, that of A it stands for. */
const file_of_b = new Map(runs[1].files.map((name, i) => [name, data.files[i] === null ? undefined : runs[0].files[data.files[i]]]));
/* The source file that a function begins in, by its name in A; undefined: not known, or A has none like it. */
const file_in_a = (side, f) => (side ? file_of_b.get(f.file) : (f.file ?? undefined));

/* Several of a key pair up by their source files, where these are known, then in their order. */
function pair_up(list, groups) {
  for (const key of new Set([...groups[0].keys(), ...groups[1].keys()])) {
    const [a, b] = groups.map(g => g.get(key) || []);
    const taken = new Set(),
      of = new Map(),
      left = new Map([...grouped(b, y => file_in_a(1, y))].map(([file, some]) => [file, some.values()])); // in B, by file
    for (const x of a) {
      const file = file_in_a(0, x),
        y = file !== undefined && left.get(file)?.next().value;
      if (y) of.set(x, y), taken.add(y);
    }
    const rest = b.filter(y => !taken.has(y)).values();
    for (const x of a) list.push({of: [x, of.get(x) || rest.next().value]});
    for (const y of rest) list.push({of: [undefined, y]});
  }
}

function join_functions() {
  const list = [];
  runs.forEach((run, side) =>
    run.functions.forEach((f, i) => {
      f.row = i;
      f.side = side;
      f.with_callees = run.inclusive[i];
    })
  );
  pair_up(
    list,
    SIDES.map(side => grouped(runs[side].functions, f => key_of(side, f)))
  );
  return list;
}

const greatest = f => Math.abs(value(f.of[1], 1, 'cycles') - value(f.of[0], 0, 'cycles'));
const functions = join_functions().sort((x, y) => greatest(y) - greatest(x));
/* For each side: of each of its rows the joined function. */
const joined = SIDES.map(side => runs[side].functions.map(() => -1));
functions.forEach((f, i) => {
  f.index = i;
  f.name = (f.of[0] || f.of[1]).name;
  f.address = (f.of[0] || f.of[1]).address ?? '';
  for (const side of SIDES) if (f.of[side]) joined[side][f.of[side].row] = i;
  for (const event of EVENTS) f[event] = sum(SIDES, side => value(f.of[side], side, event));
});
data.totals = Object.fromEntries(EVENTS.map(event => [event, sum(SIDES, side => value(runs[side].totals, side, event))]));
data.code = functions.map(f => SIDES.some(side => f.of[side] && runs[side].code[f.of[side].row]));

/* ---- Stalls ---- */

/* Cycles by what they went to, those in which something issued first: [name, in A, in B]. */
function causes(counts) {
  const lost = counts.map(c => c?.stalls || {}),
    names = [...new Set(lost.flatMap(l => Object.keys(l)))];
  const issuing = counts.map((c, side) => (c ? c.cycles : 0) - sum(Object.values(lost[side]), n => n));
  return [['issuing', ...issuing], ...names.map(name => [name, lost[0][name] || 0, lost[1][name] || 0])];
}
/* What changed, the most first: [name, "−16.6 M"] in cycles, or where seconds are looked at in those, for a cycle of the one
 * clock is not one of the other. */
function changes(counts) {
  const in_time = state.event === 'seconds';
  return causes(counts)
    .map(([name, ...n]) => [name, in_time ? seconds(n[1], 1) - seconds(n[0], 0) : n[1] - n[0]])
    .sort((x, y) => Math.abs(y[1]) - Math.abs(x[1]))
    .map(([name, n]) => [name, in_time ? changed(n) : n && rough(n)]);
}
/* "dcache −16.6 M, branch +1,204" */
const what_changed = counts =>
  changes(counts)
    .filter(c => c[1])
    .map(c => c.join(' '))
    .join(', ');

/* ---- What is looked at ---- */

const state = {event: other_clock ? 'seconds' : 'cycles', tab: '', fn: functions.findIndex((f, i) => data.code[i]), query: ''};

function open(fn) {
  if (fn === undefined || fn < 0) return;
  if (!data.code[fn]) return say(`${functions[fn].name}: no code of it is in the profiles`);
  change({fn, tab: 'code'});
  show('code', true);
}
