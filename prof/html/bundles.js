/* Itanium: a row a bundle, with its template, three slots, stops, nops, and what was predicated off. */
const bundles = (() => {
  /* Template numbers 0, 1, 2 ...: units, and where a stop ends an instruction group: ';' (Itanium architecture, SDM volume 1, table 3-10). */
  const NAMES = [
    'MII',
    'MII;',
    'MI;I',
    'MI;I;',
    'MLX',
    'MLX;',
    '',
    '',
    'MMI',
    'MMI;',
    'M;MI',
    'M;MI;',
    'MFI',
    'MFI;',
    'MMF',
    'MMF;',
    'MIB',
    'MIB;',
    'MBB',
    'MBB;',
    '',
    '',
    'BBB',
    'BBB;',
    'MMB',
    'MMB;',
    '',
    '',
    'MFB',
    'MFB;',
    '',
    ''
  ];
  const NOP = /^(\(p\d+\) )?nop\.[mifbx]\b/;
  let list = null,
    tiles = null,
    bar = null,
    which = null,
    kinds = null;

  /* Which of three slots a stop follows. */
  function stops(name) {
    const after = [false, false, false];
    let slot = -1;
    for (const c of name)
      if (c === ';') after[slot] = true;
      else slot++;
    return after;
  }

  function rows(fn) {
    const all = [];
    for (const insn of listing(fn)) {
      const at = insn.offset - (insn.offset % 16),
        slot = insn.offset % 16;
      let b = all[all.length - 1];
      if (!b || b.offset !== at)
        all.push((b = {offset: at, slots: [null, null, null], cycles: 0, instructions: 0, ticks: 0, issued: 0}));
      b.slots[slot] = insn;
      for (const key of ['cycles', 'instructions', 'ticks']) b[key] += insn[key];
      b.issued = Math.max(b.issued, insn.slots);
    }
    all.forEach((b, i) => {
      b.name = NAMES[data.code[fn].t[i]] || '?';
      b.after = stops(b.name);
    });
    return all;
  }

  function slot(b, i) {
    const insn = b.slots[i],
      stop = b.after[i] ? el('span', {class: 'stop', title: 'stop: an instruction group ends here'}, ';;') : '';
    if (!insn)
      return [el('span', {class: 'quiet'}, b.name.startsWith('MLX') && i === 2 ? '(two slots long)' : '–', stop), 'slot'];
    const share = insn.slots ? off(insn) / insn.slots : 0;
    const title = `${group(off(insn))} of ${group(insn.slots)} predicated off`;
    const missing = share ? el('span', {class: 'off', title}, `${share < 0.01 ? '<1' : Math.floor(100 * share)}% off`) : '';
    const text = el('span', {class: 'parts'}, el('span', {class: 'text', title: insn.text}, insn.text), stop, missing);
    return [
      text,
      `slot ${NOP.test(insn.text) ? 'nop' : insn.slots ? `h${heat(insn.cycles + insn.slots, list.hottest)}` : 'quiet'}`
    ];
  }

  const tile = (value, name, title) => el('div', {title}, el('b', {}, value), el('span', {}, name));

  function counts(all) {
    const insns = all.flatMap(b => b.slots).filter(x => x && x.slots);
    const issued = sum(insns, x => x.slots),
      nops = sum(
        insns.filter(x => NOP.test(x.text)),
        x => x.slots
      ),
      dropped = sum(insns, off);
    const ends = sum(all, b =>
      sum(
        b.after.map((s, i) => (s && b.slots[i] ? b.slots[i].slots : s ? b.issued : 0)),
        n => n
      )
    );
    tiles.replaceChildren(
      tile(group(issued), 'slots issued'),
      tile(`${percent(nops, issued)} %`, 'nops'),
      tile(`${percent(dropped, issued)} %`, 'predicated off'),
      tile(`${percent(issued - nops - dropped, issued)} %`, 'useful'),
      tile(
        ends ? (issued / ends).toFixed(2) : '–',
        'slots per instruction group',
        'A group ends at a stop; taken branches end one as well and are not counted'
      )
    );
    const by = new Map();
    for (const b of all) if (b.issued) by.set(b.name, (by.get(b.name) || 0) + b.issued);
    const total = sum([...by.values()], n => n);
    kinds.textContent = [...by]
      .sort((a, b) => b[1] - a[1])
      .slice(0, 8)
      .map(([name, n]) => `${name.replace(/;/g, ';;')} ${percent(n, total)} %`)
      .join('   ');
  }

  function start(panel) {
    list = new List({
      label: 'Bundles',
      text: b => b.slots.map(x => x?.text || '').join('\n'),
      classes: b => (b.issued ? '' : 'idle'),
      onmove: b =>
        say(
          `${hex(functions[state.fn].address, b.offset)}  ${b.name.replace(/;/g, ';;')}  ${b.slots.map(x => (x ? [x.text, why(x)].filter(s => s).join(' ; ') : '–')).join(' | ')}`
        ),
      onopen: b => {
        const j = b.slots.find(x => x?.jump)?.jump;
        if (j) change({fn: j.fn});
      },
      columns: [
        {name: '%', width: '56px', number: true},
        {name: 'Cycles', width: room(76, 3 * most.insn), number: true},
        {name: 'Ticks', width: room(50, most.ticks), number: true},
        {name: 'Address', width: '138px', code: true},
        {name: 'Template', width: '78px', code: true, title: 'Units of the three slots; ;; where a group ends'},
        ...[0, 1, 2].map(i => ({name: `Slot ${i}`, width: 'minmax(170px, 1fr)', code: true, sought: true}))
      ],
      cells: b => [
        [b.issued ? percent(b[state.event], list.whole) : '', b.issued ? `h${heat(b[state.event], list.most)}` : ''],
        b.issued ? group(b.cycles) : '–',
        b.ticks ? group(b.ticks) : '',
        [hex(functions[state.fn].address, b.offset), 'quiet'],
        b.name.replace(/;/g, ';;'),
        slot(b, 0),
        slot(b, 1),
        slot(b, 2)
      ]
    });
    which = chooser();
    bar = el('div', {class: 'bar'});
    tiles = el('div', {class: 'tiles'});
    kinds = el('div', {class: 'quiet code kinds'});
    panel.classList.add('three');
    panel.replaceChildren(bar, el('div', {}, tiles, kinds), list.root);
  }

  let last = -1;
  function draw(panel) {
    if (!list) start(panel);
    if (!data.code[state.fn])
      return panel.replaceChildren(
        el('p', {class: 'empty'}, 'No function of this profile has code: it was made without symbols.')
      );
    const all = rows(state.fn);
    which.value = state.fn;
    bar.replaceChildren(
      which,
      el(
        'span',
        {class: 'facts'},
        `${count(all.length, 'bundle')}, ${group(all.filter(b => b.issued).length)} of them executed; slots are shaded by what they cost and how often they issued, grey italics are nops`
      )
    );
    list.whole = sum(all, b => b[state.event]);
    list.most = largest(all, b => b[state.event]);
    list.hottest = largest(
      all.flatMap(b => b.slots).filter(x => x),
      x => x.cycles + x.slots
    );
    counts(all);
    list.set(all, last === state.fn ? list.at : all.findIndex(b => b[state.event] === list.most));
    if (last !== state.fn) list.center();
    last = state.fn;
  }

  return {name: 'bundles', title: 'Bundles', timed: true, draw, hits: () => list?.hits() ?? 0, seek: () => list.seek(1)};
})();
if (itanium) views.push(bundles);
