/* Source and code of a function in both runs, line by line. */
const code = (() => {
  let source = null,
    insns = null,
    which = null,
    bar = null,
    pair = null,
    last = -1;
  const at = (row, side) => (row.of[side] ? value(row.of[side], side) : 0);
  const delta = row => at(row, 1) - at(row, 0);
  const row_of = (fn, side) => functions[fn].of[side]?.row;

  /* The instructions of a function on one side. */
  function listing(fn, side) {
    const run = runs[side],
      code_of = row_of(fn, side) === undefined ? null : run.code[row_of(fn, side)];
    return insn_records(code_of?.i || [], run).map(x => ({
      ...x,
      stalls: Object.fromEntries(run.stall_names.map((name, s) => [name, x.stalls[s]]).filter(pair => pair[1]))
    }));
  }

  /* A file of B that stands for one of A's has that one's name. */
  const file_of = (side, file) =>
    file < 0 ? '' : side && data.files[file] !== null ? runs[0].files[data.files[file]] : runs[side].files[file];

  /* The lines of a side's file that have code of the function, with all the text between them. */
  function lines_of(list, side, name) {
    const counted = new Map();
    let number = -1;
    for (const x of list) {
      if (x.file < 0 || file_of(side, x.file) !== name) continue;
      number = x.file;
      const to = counted.get(x.line) || {line: x.line, cycles: 0, instructions: 0, ticks: 0, slots: 0, code: true};
      for (const event of ['cycles', 'instructions', 'ticks', 'slots']) to[event] += x[event];
      counted.set(x.line, to);
    }
    const text = new Map();
    for (const [first, ...all] of runs[side].source[number] || []) all.forEach((t, i) => text.set(first + i, t));
    const numbers = [...counted.keys()],
      low = largest(numbers, n => -n) ? Math.min(...numbers) : 0,
      high = Math.max(0, ...numbers);
    for (const [n, t] of text) {
      if (counted.has(n)) counted.get(n).text = t;
      else if (n >= low - 3 && n <= high + 1) counted.set(n, {line: n, text: t, cycles: 0, instructions: 0, ticks: 0});
    }
    return {known: text.size > 0, lines: [...counted.values()].sort((x, y) => x.line - y.line)};
  }

  /* By text where both have it, else by number. */
  function align_lines(a, b) {
    const by_text = a.known && b.known;
    if (by_text) return align(a.lines, b.lines, x => (x.text ?? '').trim(), true);
    const rows = new Map();
    [a, b].forEach((side, s) =>
      side.lines.forEach(x => {
        if (!rows.has(x.line)) rows.set(x.line, {of: [undefined, undefined], same: true});
        rows.get(x.line).of[s] = x;
      })
    );
    return [...rows.entries()].sort((x, y) => x[0] - y[0]).map(x => x[1]);
  }

  /* Text far from what has code is left out. */
  function thin(rows) {
    const coded = rows.map(r => r.of.some(x => x?.code));
    const near = i => coded.slice(Math.max(0, i - 1), i + 4).some(Boolean);
    return rows.flatMap((r, i) => (near(i) ? [r] : near(i - 1) && i ? [{gap: true, of: []}] : []));
  }

  function source_rows(lists) {
    const names = [...new Set(lists.flatMap((list, side) => list.filter(x => x.file >= 0).map(x => file_of(side, x.file))))];
    const own = functions[state.fn].of.map((f, side) => f?.file && file_of(side, runs[side].files.indexOf(f.file)));
    names.sort((x, y) => own.includes(y) - own.includes(x) || (x < y ? -1 : 1));
    return names.flatMap(name => {
      const rows = thin(align_lines(...lists.map((list, side) => lines_of(list, side, name))));
      rows.forEach(r => {
        r.file = name;
      });
      return [{section: name, of: []}, ...rows];
    });
  }

  /* What an instruction is told by in another build: without addresses. */
  const told = x => x.text.replace(/[0-9a-f]+ </g, '<').replace(/\+0x[0-9a-f]+>/g, '>');

  /* Of two processors: the code of each source line beside that of the same one. */
  function by_line(lists, rows) {
    const line = SIDES.map(side => new Map(rows.flatMap((r, i) => (r.of[side] ? [[`${r.file}:${r.of[side].line}`, i]] : []))));
    const runs_of = lists.map((list, side) => {
      const out = [];
      for (const x of list) {
        const key = x.file < 0 ? -1 : (line[side].get(`${file_of(side, x.file)}:${x.line}`) ?? -1);
        if (out.length && out[out.length - 1].key === key) out[out.length - 1].list.push(x);
        else out.push({key, list: [x]});
      }
      return out;
    });
    return align(runs_of[0], runs_of[1], x => x.key).flatMap(r =>
      Array.from({length: Math.max(...r.of.map(x => x?.list.length || 0))}, (_, i) => ({of: r.of.map(x => x?.list[i]), same: r.same}))
    );
  }

  const same_line = (x, y) =>
    x && y && SIDES.some(s => x.of[s] && y.of[s] && x.of[s].line > 0 && x.of[s].line === y.of[s].line && place_of(x, s) === place_of(y, s));
  const place_of = (row, side) => row.file ?? file_of(side, row.of[side].file);

  function link(x, other) {
    source.link = insns.link = x;
    const found = other.items.findIndex(y => same_line(x, y));
    if (found >= 0) other.at = other.from = found;
    (other === source ? insns : source).paint();
    other.reveal();
    if (x.section) return say(x.section);
    const lost = other === source ? what_changed(x.of) : '';
    say(`${(x.of[0] || x.of[1])?.text ?? ''}  ${shown_as(at(x, 0))} → ${shown_as(at(x, 1))} ${state.event}${lost ? `: ${lost}` : ''}`);
  }

  const cost = (row, side) =>
    row.of[side] && (row.of[side].slots || row.of[side].cycles) ? shown_as(at(row, side)) : row.of[side]?.code || row.of[side]?.offset >= 0 ? '–' : '';
  const greatest = list => largest(list.items, x => Math.abs(delta(x)));
  const class_of = (list, x) => (x.section ? 'section' : same_line(x, list.link) ? 'linked' : x.of.some(y => y?.slots || y?.cycles) ? '' : 'idle');

  function start(panel) {
    const wide = room(92, largest(functions, f => largest(SIDES, s => f.of[s]?.cycles || 0)));
    const text = x => [x.of[0]?.text, x.of[1]?.text].join('\n');
    source = new List({
      label: 'Source',
      text,
      items: [],
      onmove: x => link(x, insns),
      columns: [
        {name: 'A', width: '48px', number: true, title: 'Line of the source of A'},
        {name: 'B', width: '48px', number: true, title: 'Line of the source of B'},
        {name: 'Cost A', width: wide, number: true},
        {name: 'Cost B', width: wide, number: true},
        {name: 'Change', width: wide, number: true, title: 'From A to B'},
        {name: 'Source', width: 'minmax(140px, 1fr)', code: true, sought: true}
      ],
      classes: x => class_of(source, x),
      cells: x => {
        if (x.section) return ['', '', '', '', '', [el('span', {title: x.section}, base(x.section)), '']];
        if (x.gap) return [['⋯', 'quiet'], '', '', '', '', ''];
        const texts = x.of.map(y => y?.text?.replace(/\t/g, '    ')),
          changes = texts[0] !== undefined && texts[1] !== undefined && texts[0].trim() !== texts[1].trim();
        return [
          [x.of[0] ? String(x.of[0].line) : '', 'quiet'],
          [x.of[1] ? String(x.of[1].line) : '', 'quiet'],
          cost(x, 0),
          cost(x, 1),
          [changed(delta(x)), tint(delta(x), source.most)],
          changes
            ? [el('span', {title: `A: ${texts[0]}\nB: ${texts[1]}`}, texts[1]), 'only_b']
            : [texts[1] ?? texts[0] ?? '', x.of[0] && x.of[1] ? '' : x.of[0] ? 'only_a' : 'only_b']
        ];
      }
    });
    const side = s => [
      {name: `Cost ${LETTER[s]}`, width: wide, number: true},
      {name: `Code of ${LETTER[s]}`, width: 'minmax(150px, 1fr)', code: true, sought: true}
    ];
    insns = new List({
      label: 'Disassembly of both',
      text,
      items: [],
      onmove: x => link(x, source),
      columns: [{name: 'Change', width: wide, number: true, title: 'From A to B'}, ...side(0), ...side(1), {name: 'What changed', width: 'minmax(110px, 1fr)', title: 'Cycles, or seconds, by what they went to'}],
      classes: x => class_of(insns, x),
      cells: x => [
        [changed(delta(x)), tint(delta(x), insns.most)],
        ...SIDES.flatMap(s => [cost(x, s), [x.of[s]?.text ?? '', x.same ? '' : s ? 'only_b' : 'only_a']]),
        [what_changed(x.of), 'quiet']
      ]
    });
    which = chooser();
    bar = el('div', {class: 'bar'});
    pair = split(source.root, insns.root, 46);
    panel.replaceChildren(bar, pair);
  }

  function facts(f) {
    return SIDES.map(s => (f.of[s] ? `${LETTER[s]} ${count(f.of[s].cycles, 'cycle')}, ${time(seconds(f.of[s].cycles, s))}` : `not in ${LETTER[s]}`)).join('; ') + `. ${what_changed(f.of)}`;
  }

  function draw(panel) {
    if (!data.code[state.fn])
      return panel.replaceChildren(el('p', {class: 'empty'}, 'No function of these profiles has code: they were made without symbols.'));
    if (!pair) start(panel);
    const fresh = last !== state.fn;
    last = state.fn;
    which.value = state.fn;
    if (fresh) {
      const lists = SIDES.map(side => listing(state.fn, side));
      source.fresh = source_rows(lists);
      insns.fresh = other_isa ? by_line(lists, source.fresh) : align(...lists, told, true);
      source.link = insns.link = null;
    }
    const text = facts(functions[state.fn]);
    bar.replaceChildren(
      which,
      el('span', {class: 'facts', title: text}, text),
      el('span', {class: 'quiet'}, other_isa ? 'code side by side by source line' : 'code side by side where it is the same')
    );
    pair.classList.toggle('alone', !source.fresh.length);
    source.root.hidden = !source.fresh.length;
    for (const list of [source, insns]) {
      const here = list.at;
      list.items = list.fresh;
      list.most = greatest(list);
      list.set([...list.fresh], fresh ? list.fresh.findIndex(x => Math.abs(delta(x)) === list.most) : here);
      if (fresh) list.center();
    }
    if (!fresh || !insns.items.length) return;
    source.link = insns.link = source.root.hidden ? insns.items[insns.at] : source.items[source.at];
    /* Of the instructions of that line the one that changed most. */
    const all = insns.items,
      worst = all.reduce((best, x, i) => (same_line(x, source.link) && (best < 0 || Math.abs(delta(x)) > Math.abs(delta(all[best]))) ? i : best), -1);
    insns.at = insns.from = Math.max(0, source.root.hidden ? insns.at : worst);
    for (const list of [source, insns]) list.center();
  }

  const hits = () => (insns ? insns.hits() + (source.root.hidden ? 0 : source.hits()) : 0);
  const seek = () => {
    const list = insns.hits() ? insns : source;
    list.root.focus({preventScroll: true});
    list.seek(1);
  };

  return {name: 'code', title: 'Source and code', draw, hits, seek};
})();
views.push(code);
