/* What the views of one profile share: its functions, and the code of each. */
for (const f of data.functions) f.address ??= f.first;
/* Hexadecimal of a function's address and what is added to it: 64 bits are more than a number holds. */
const hex = (address, offset) => (BigInt(address) + BigInt(offset)).toString(16).padStart(2 * data.address_size, '0');

const EVENTS = ['cycles', 'instructions', 'ticks'];
const functions = data.functions;
/* A mon.out knows of no processor: its cycles are ticks. */
const timed = data.cpu !== '?';
const itanium = data.unit === 16;
functions.forEach((f, i) => {
  f.index = i;
  f.inclusive = data.inclusive[i];
});

const most = {
  insn: data.code.reduce((all, c) => (c ? c.i.reduce((m, v) => Math.max(m, v[4] || 0, v[5] || 0), all) : all), 0),
  ticks: data.code.reduce((all, c) => (c ? c.i.reduce((m, v) => Math.max(m, v[7] || 0), all) : all), 0),
  line: data.code.reduce((all, c) => (c ? c.i.reduce((m, v) => Math.max(m, v[3] || 0), all) : all), 0),
  calls: functions.reduce((all, f) => Math.max(all, f.calls), 0)
};

/* What is looked at. Views redraw when they are told that something changed. */
const state = {event: 'cycles', tab: '', fn: functions.findIndex((f, i) => data.code[i]), query: ''};

/* To the code of a function. */
function open(fn) {
  if (fn === undefined) return;
  if (!data.code[fn]) return say(`${functions[fn].name}: no code of it is in the profile`);
  change({fn, tab: 'code'});
  show('code', true);
}

/* One function's instructions, as records; made when they are first looked at. */
const listings = new Map();
function listing(fn) {
  if (listings.has(fn) || !data.code[fn]) return listings.get(fn) || [];
  const list = insn_records(data.code[fn].i, data);
  const own = ` <${functions[fn].name}+0x`;
  for (const [index, row, to] of data.code[fn].j) {
    const insn = list[index];
    insn.jump = {fn: row, offset: to};
    /* The target has a name: its address, of sixteen digits, and the name of the function itself need not be there. */
    if (data.address_size === 8) insn.text = insn.text.replace(/[0-9a-f]{16} </, '<');
    if (row === fn)
      insn.text = insn.text.replace(
        own.slice(data.address_size === 8 ? 1 : 0),
        () => (data.address_size === 8 ? '' : ' ') + '<+0x'
      );
  }
  listings.set(fn, list);
  return list;
}
const off = insn => insn.slots - insn.instructions;
/* What cost it cycles in which nothing issued: the worst first; then wrong predictions. */
const why = insn =>
  [
    ...insn.stalls
      .map((n, s) => [n, data.stall_names[s]])
      .filter(x => x[0])
      .sort((a, b) => b[0] - a[0]),
    ...(insn.mispredicted ? [[insn.mispredicted, 'mispredicted']] : [])
  ]
    .map(([n, name]) => `${name} ${group(n)}`)
    .join(', ');
