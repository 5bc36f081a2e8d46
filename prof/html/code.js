/* Source beside disassembly: what each line and each instruction cost, and which belong together. */
const code = (() => {
  let source = null,
    insns = null,
    pair = null,
    bar = null,
    which = null,
    last = -1,
    jumps = {rows: new Map(), lanes: 0};
  const same = (a, b) => a && b && a.line > 0 && a.file === b.file && a.line === b.line;
  const cost = x => x[state.event];
  const dropped = insn => (off(insn) ? group(off(insn)) : '');

  /* The lines of a function, its own file first; with text between them where the page has it. */
  function lines(fn) {
    const files = new Map();
    for (const insn of listing(fn)) {
      if (insn.file < 0) continue;
      if (!files.has(insn.file)) files.set(insn.file, new Map());
      const at = files.get(insn.file),
        to = at.get(insn.line) || {
          file: insn.file,
          line: insn.line,
          cycles: 0,
          instructions: 0,
          ticks: 0,
          slots: 0,
          code: true
        };
      for (const key of ['cycles', 'instructions', 'ticks', 'slots']) to[key] += insn[key];
      at.set(insn.line, to);
    }
    const own = data.files.indexOf(functions[fn].file),
      order = [...files.keys()].sort((a, b) => (b === own) - (a === own) || a - b);
    const list = [];
    for (const file of order) {
      list.push({section: data.files[file]});
      list.push(...stretch(file, files.get(file)));
    }
    return list;
  }

  function stretch(file, counted) {
    const list = [],
      numbers = [...counted.keys()].sort((a, b) => a - b),
      text = new Map();
    for (const [first, ...all] of data.source[file] || []) all.forEach((t, i) => text.set(first + i, t));
    let before = 0;
    for (const n of numbers) {
      const from = before && n - before <= 12 ? before + 1 : Math.max(before + 1, n - 3);
      if (before && from > before + 1) list.push({gap: true});
      for (let k = from; k < n; k++)
        if (text.has(k)) list.push({file, line: k, text: text.get(k), cycles: 0, instructions: 0, ticks: 0});
      list.push({...counted.get(n), text: text.get(n)});
      before = n;
    }
    return list;
  }

  function facts(fn) {
    const f = functions[fn];
    return (
      `${count(f.cycles, 'cycle')}, ${count(f.instructions, 'instruction')}, CPI ${ratio(f.cycles, f.instructions)}` +
      `, ${count(f.ticks, 'tick')}`
    );
  }

  /* Sixteen digits would leave no room for the instruction; the status line has them. */
  const place = x => (data.address_size === 8 ? `+${x.offset.toString(16)}` : hex(functions[last].address, x.offset));

  function start(panel) {
    source = new List({
      label: 'Source',
      text: x => x.text || '',
      items: [],
      onmove: x => link(x, insns),
      columns: [
        {name: 'Line', width: `${Math.max(50, 16 + 8.4 * String(most.line).length)}px`, number: true},
        {name: '%', width: '64px', number: true},
        {
          name: 'Cost',
          width: room(
            76,
            largest(functions, f => f.cycles)
          ),
          number: true
        },
        {name: 'Source', width: 'minmax(0, 1fr)', code: true, sought: true}
      ],
      classes: x => (x.section ? 'section' : same(x, source.link) ? 'linked' : x.code ? '' : 'idle'),
      cells: x =>
        x.section
          ? ['', '', '', [el('span', {title: x.section}, base(x.section)), '']]
          : x.gap
            ? [['⋯', 'quiet'], '', '', '']
            : [
                [String(x.line), 'quiet'],
                [x.slots ? percent(cost(x), source.whole) : '', x.slots ? `h${heat(cost(x), source.most)}` : ''],
                x.slots ? group(cost(x)) : x.code ? '–' : '',
                (x.text || '').replace(/\t/g, '    ')
              ]
    });
    const stalls = Boolean(data.totals.stalls);
    insns = new List({
      label: 'Disassembly',
      text: x => x.text,
      items: [],
      onmove: x => link(x, source),
      onopen: x => {
        if (x.jump) follow(x.jump);
      },
      columns: [
        {name: '%', width: '64px', number: true},
        {name: 'Cycles', width: room(70, most.insn), number: true},
        {name: 'Issued', width: room(70, most.insn), number: true, title: 'How often it was issued, with effect or without'},
        {
          name: itanium ? 'Pred. off' : 'Nullified',
          width: room(74, most.insn),
          number: true,
          title: itanium
            ? 'How often its predicate was false, so that it had no effect'
            : 'How often it was nullified, so that it had no effect'
        },
        {name: 'Ticks', width: room(50, most.ticks), number: true},
        {
          name: data.address_size === 8 ? 'Offset' : 'Address',
          width: '74px',
          code: true,
          title: 'Lines beside it are jumps inside of the function: a whole line goes back, as a loop does, a dashed one on'
        },
        {name: 'Instruction', width: 'minmax(140px, 3fr)', code: true, sought: true},
        ...(stalls ? [{name: 'Stalled by', width: 'minmax(128px, 2fr)', title: 'Cycles that it waited, by cause'}] : [])
      ],
      classes: x => (same(x, insns.link) ? 'linked' : x.slots ? '' : 'idle'),
      cells: x => [
        [x.slots || x.cycles ? percent(cost(x), insns.whole) : '', x.slots ? `h${heat(cost(x), insns.most)}` : ''],
        x.slots || x.cycles ? group(x.cycles) : '–',
        x.slots ? group(x.slots) : '–',
        dropped(x),
        x.ticks ? group(x.ticks) : '',
        [jumps.lanes ? el('span', {class: 'place'}, place(x), drawJumps(jumps.rows.get(x) || [], jumps.lanes)) : place(x), 'quiet'],
        x.text,
        ...(stalls ? [[why(x), 'quiet']] : [])
      ]
    });
    which = chooser();
    bar = el('div', {class: 'bar'});
    pair = split(source.root, insns.root, 36);
    panel.replaceChildren(bar, pair);
  }

  /* What belongs to x in the other list is marked there and brought into sight. */
  function link(x, other) {
    source.link = insns.link = x;
    const at = other.items.findIndex(y => same(x, y));
    if (at >= 0) other.at = at;
    (other === source ? insns : source).paint();
    other.reveal(at >= 0 ? at : other.at);
    const line = x.line ? `${base(data.files[x.file])}:${x.line}  ` : '',
      address = x.offset === undefined ? '' : `${hex(functions[last].address, x.offset)}  `;
    const lost = x.stalls && why(x) ? `  – stalled by ${why(x)}` : '';
    say(x.section || address + line + (x.text || '') + lost);
  }

  function follow(jump) {
    if (jump.fn !== state.fn) change({fn: jump.fn});
    insns.move(
      Math.max(
        0,
        insns.items.findIndex(x => x.offset >= jump.offset)
      )
    );
  }

  /* To an instruction, from another view. */
  function reach(fn, offset) {
    if (fn < 0) return say('this instruction is not in the profile');
    open(fn);
    if (data.code[fn]) follow({fn, offset});
  }

  function draw(panel) {
    if (!pair) start(panel);
    if (!data.code[state.fn])
      return panel.replaceChildren(
        el('p', {class: 'empty'}, 'No function of this profile has code: it was made without symbols.')
      );
    const list = listing(state.fn),
      text = lines(state.fn),
      fresh = last !== state.fn,
      known = text.some(x => x.text !== undefined);
    last = state.fn;
    if (fresh) {
      jumps = jumpLanes(state.fn, list);
      insns.columns[5].width = `${74 + (jumps.lanes ? jumps.lanes * LANE + 6 : 0)}px`;
      insns.lay();
    }
    which.value = state.fn;
    bar.replaceChildren(
      which,
      el('span', {class: 'facts'}, facts(state.fn)),
      ...(text.length
        ? known
          ? []
          : [el('span', {class: 'quiet'}, 'the text of its source was not on the host that made this page')]
        : [el('span', {class: 'quiet'}, 'no source lines (compile the guest with -g)')])
    );
    pair.classList.toggle('alone', !text.length);
    pair.classList.toggle('textless', text.length > 0 && !known);
    source.root.hidden = !text.length;
    for (const [l, items] of [
      [source, text],
      [insns, list]
    ]) {
      l.whole = sum(list, cost);
      l.most = largest(items, x => cost(x) || 0);
      if (fresh) l.link = null;
      l.set(items, fresh ? items.findIndex(x => cost(x) === l.most) : l.at);
    }
    if (!fresh) return;
    source.link = insns.link = insns.items[insns.at];
    source.at = Math.max(
      0,
      source.items.findIndex(x => same(x, source.link))
    );
    for (const l of [source, insns]) l.center();
  }

  const hits = () => (insns ? insns.hits() + (source.root.hidden ? 0 : source.hits()) : 0);
  const seek = () => {
    const list = insns.hits() ? insns : source;
    list.root.focus({preventScroll: true});
    list.seek(1);
  };

  return {name: 'code', title: 'Source and code', timed: true, draw, hits, seek, reach, standing: () => insns.items[insns.at]};
})();
views.push(code);
