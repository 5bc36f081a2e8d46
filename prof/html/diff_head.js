/* The head of two runs: what they are, how long they took, and what the cycles of each went to. */
function pace(run) {
  const name = {ia64: 'Itanium', parisc: 'PA-RISC'}[run.isa] || run.isa,
    clock = run.clock_hz < 1e6 ? `${group(run.clock_hz)} Hz` : `${(run.clock_hz / 1e6).toLocaleString('en-US')} MHz`;
  return `${name}, ${run.cpu === 'none' ? 'no timing model' : run.cpu}, ${clock}${run.collected ? `, part of the run: ${run.collected}` : ''}`;
}

/* What changed, anew where another event is looked at. */
let draw_changes = () => {};
chosen.push(() => draw_changes());
function bars() {
  const all = causes(runs.map(run => run.totals)).filter(c => c[1] || c[2]),
    longest = Math.max(...SIDES.map(side => seconds(runs[side].totals.cycles, side))),
    box = byId('stalls');
  if (all.length < 2 || !longest) return;
  const of = side =>
    all.map(c => {
      const name = c[0],
        n = c[1 + side],
        length = seconds(n, side) / longest,
        text = `${LETTER[side]}: ${name} ${group(n)} cycles, ${percent(n, runs[side].totals.cycles)} %`,
        part = el('span', {class: cause(name), title: text}, length > 0.06 ? name : '');
      part.style.width = `${100 * length}%`;
      return part;
    });
  box.setAttribute('aria-label', `Cycles: ${all.map(c => `${c[0]} ${group(c[1])} in A, ${group(c[2])} in B`).join('; ')}`);
  const named = el('p', {class: 'causes'});
  draw_changes = () => {
    const there = new Set(all.map(c => c[0]));
    named.replaceChildren(
      ...changes(runs.map(run => run.totals))
        .filter(c => there.has(c[0]))
        .map(([name, text]) => el('span', {}, el('i', {class: cause(name)}), `${name} ${text || '±0'}`)),
      state.event === 'seconds' ? '' : 'cycles'
    );
  };
  draw_changes();
  box.replaceChildren(...SIDES.map(side => el('div', {class: 'stalls both'}, el('b', {}, LETTER[side]), el('div', {}, ...of(side)))), named);
  box.hidden = false;
}

function head() {
  const names = data.names.map(base);
  document.title = `${names[0]} → ${names[1]} – pcgram`;
  byId('program').textContent = `A: ${names[0]} → B: ${names[1]}`;
  byId('program').title = `A: ${data.names[0]}\nB: ${data.names[1]}`;
  const note = other_isa
    ? ' Of two processors: compare seconds; instructions are not the same work.'
    : other_clock
      ? ' Clocks or models differ: a cycle is not the same time in both, so seconds are compared.'
      : '';
  const same = pace(runs[0]) === pace(runs[1]);
  byId('run').textContent = (same ? pace(runs[0]) : `A: ${pace(runs[0])}; B: ${pace(runs[1])}.`) + note;
  const t = runs.map(run => run.totals),
    cpi = t.map(x => ratio(x.cycles, x.instructions));
  const facts = [
    ...EVENTS.map(event => {
      const [a, b] = SIDES.map(side => value(t[side], side, event));
      return [event, `${shown_as(a, event)} → ${shown_as(b, event)}`, share(a, b)];
    }),
    ['CPI', `${cpi[0]} → ${cpi[1]}`, '']
  ];
  byId('totals').replaceChildren(
    ...facts.map(([name, text, more]) => el('div', {}, el('dt', {}, `${name} ${more}`), el('dd', {}, text)))
  );
  bars();
}
