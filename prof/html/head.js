/* The frame around the views: head, tabs, cost, search, keys. */
function ended() {
  const e = data.exit;
  if (!e) return 'the run was ended from outside, or another program took its place';
  return 'code' in e
    ? `exit ${e.code}`
    : 'signal' in e
      ? `killed by SIG${e.signal}`
      : 'limit' in e
        ? 'stopped at a limit'
        : 'unknown' in e
          ? 'how it ended is not known'
          : 'several runs';
}

/* "PA-RISC, timed as pa7300lc, 160 MHz" */
function processor() {
  const name = {ia64: 'Itanium', parisc: 'PA-RISC'}[data.isa] || data.isa;
  if (!timed) return name;
  const pace = data.cpu !== 'none' ? `timed as ${data.cpu}` : itanium ? 'a cycle for each slot' : 'a cycle for each instruction';
  const clock = data.clock_hz < 1e6 ? `${group(data.clock_hz)} Hz` : `${(data.clock_hz / 1e6).toLocaleString('en-US')} MHz`;
  return `${name}, ${pace}, ${clock}`;
}

/* The image that is the program: the first that lies where its file says, or else the first. On Itanium the loader lies below it. */
function programs() {
  const own = data.images.find(i => !Number(i.bias) && !i.path.startsWith('[')) || data.images[0];
  return own ? [own, ...data.images.filter(i => i !== own)] : [];
}

function head() {
  const t = data.totals,
    paths = programs().map(i => i.path),
    program = paths.length ? base(paths[0]) : 'guest';
  document.title = `${program} – pcgram`;
  byId('program').textContent = program;
  byId('program').title = paths.join('\n');
  const part = data.collected ? `; part of the run: ${data.collected}` : '';
  byId('run').textContent = `${processor()}; ${timed ? ended() : 'a histogram of ticks, made elsewhere'}${part}`;
  const facts = [
    ['cycles', group(t.cycles)],
    ['instructions', group(t.instructions)],
    ['CPI', ratio(t.cycles, t.instructions)],
    [itanium ? 'predicated off' : 'nullified', group(t.slots - t.instructions)],
    ['ticks', group(t.ticks)],
    ['functions', group(functions.length)]
  ];
  byId('totals').replaceChildren(...facts.map(([name, value]) => el('div', {}, el('dt', {}, name), el('dd', {}, value))));
  if (t.stalls) stallBar(t);
}

/* What the names of the model's stalls mean (docs/timing.md). */
const CAUSES = {
  issuing: 'cycles in which something was issued',
  data: 'waiting for the result of an instruction before',
  structural: 'waiting for a unit of the processor that is busy',
  branch: 'fetched elsewhere than the branch went',
  icache: 'waiting for instructions: a miss of a cache',
  dcache: 'waiting for data: a miss of a cache',
  tlb: 'waiting for the translation of an address',
  rse: 'the register stack is spilled or filled'
};

/* Each part has its colour, and its name and share below, also where there is no room in it. */
function stallBar(t) {
  const parts = Object.entries(t.stalls).filter(p => p[1]),
    lost = sum(parts, p => p[1]),
    box = byId('stalls');
  const all = [['issuing', t.cycles - lost], ...parts.sort((a, b) => b[1] - a[1])];
  const told = ([name, n]) => `${name} ${percent(n, t.cycles)} %`;
  const title = part => (CAUSES[part[0]] ? `${told(part)}: ${CAUSES[part[0]]}` : told(part));
  const piece = part => {
    const e = el('span', {class: cause(part[0]), title: title(part)}, part[1] / t.cycles > 0.07 ? part[0] : '');
    e.style.flex = `${part[1] / t.cycles} 1 0`;
    return e;
  };
  box.replaceChildren(
    el('div', {class: 'stalls'}, ...all.map(piece)),
    el('p', {class: 'causes'}, ...all.map(part => el('span', {title: title(part)}, el('i', {class: cause(part[0])}), told(part))))
  );
  box.setAttribute('aria-label', 'Cycles: ' + all.map(told).join(', '));
  box.hidden = false;
}
