/* What was accessed: objects by what they cost, and the instructions that accessed the one that is pointed at. */
const accessed = (() => {
  const all = data.accessed;
  if (!all) return null;
  const COUNT = Object.fromEntries(all.counts.map((name, i) => [name, i]));
  const KINDS = ['first_touch', 'capacity', 'conflict'];
  const KIND_NAMES = ['first touch', 'capacity', 'conflict'];
  const WHY = [
    'the thread had not used the line before',
    'the data in use are larger than the cache',
    'a cache of the same size that may hold a line anywhere would have had it'
  ];
  let objects = null,
    insns = null,
    bar = null,
    picture = null,
    scope = null,
    chosen = 0;

  const stalls = n => n[COUNT.dcache_stalls] + n[COUNT.tlb_stalls];
  const accesses = n => n[COUNT.loads] + n[COUNT.stores];
  const byCost = (a, b) =>
    stalls(b.n) - stalls(a.n) || b.n[COUNT.l1_misses] - a.n[COUNT.l1_misses] || accesses(b.n) - accesses(a.n) || a.index - b.index;

  /* An instruction as the page knows it: {fn, offset, name, source, line}. */
  function place([row, offset, file, line]) {
    if (row < 0) return {fn: -1, name: offset === '0x00000000' || +offset === 0 ? 'instructions that are not told apart' : offset};
    const name = `${functions[row].name}${offset ? `+0x${offset.toString(16)}` : ''}`;
    return {fn: row, offset, name, file: file ? data.files[file - 1] : '', line};
  }
  const where = at => (at.file ? `${base(at.file)}:${at.line}` : '');
  const told = at => (where(at) ? `${at.name} (${where(at)})` : at.name);

  function label(o) {
    const chain = how => (o.chain.length ? `, ${how} ${o.chain.map(c => told(place(c))).join(' < ')}` : '');
    return {
      other: () => '[not told apart]',
      fetch: () => '[instructions, when fetched]',
      static: () => `${o.name}, ${count(o.size, 'byte')}`,
      heap: () => `${count(o.blocks, 'block')} of ${o.name}, ${count(o.bytes, 'byte')}${chain('at')}`,
      mapping: () => `${o.name}${chain('mapped at')}`,
      stack: () => (BigInt(o.start) ? `stack of ${o.name}` : '[stack]')
    }[o.kind]();
  }

  /* Ranges of its addresses: {start, bytes, cells: Map of slice to [accesses, misses...]}. */
  const CELL = 5;
  function bands(o) {
    return o.bands.map(([start, bytes, list]) => {
      const cells = new Map();
      for (let i = 0; i < list.length; i += CELL) cells.set(list[i], list.slice(i + 1, i + CELL));
      return {start: BigInt(/^0x/.test(start) ? start : `0x${start}`), bytes, cells};
    });
  }

  const total = all.counts.map(() => 0);
  const objects_of_run = all.objects.map((o, index) => {
    const n = all.counts.map(() => 0);
    const by = o.by.map(([at, counts], i) => {
      n.forEach((_, k) => {
        n[k] += counts[k];
      });
      return {at: place(at), n: counts, stride: counts[n.length], strided: counts[n.length + 1], index: i};
    });
    n.forEach((v, k) => {
      total[k] += v;
    });
    return {...o, index, n, by: by.sort(byCost), label: label(o), bands: bands(o)};
  });
  objects_of_run.sort(byCost);
  const total_of_run = [...total];
  /* What is listed: all, or what was accessed in the slices that are marked. Of these, what each instruction did, and which bytes of lines were used, is not known. */
  let list = objects_of_run,
    built = '';
  const part = () => built !== '';
  function build() {
    const sums = timeline.data(all.spans);
    built = sums ? timeline.which() : '';
    total.fill(0);
    list = !sums
      ? objects_of_run
      : objects_of_run
          .filter(o => sums.has(o.index))
          .map(o => ({...o, n: all.counts.map((_, k) => sums.get(o.index)[k] || 0), by: [], use: [], lines: 0, false: 0}))
          .sort(byCost);
    for (const o of list)
      o.n.forEach((v, k) => {
        total[k] += v;
      });
  }

  const misses = n => sum(KINDS, k => n[COUNT[k]]);
  const kindsTold = n =>
    misses(n) ? KINDS.map((k, i) => `${KIND_NAMES[i]} ${percent(n[COUNT[k]], misses(n))} %`).join(', ') : '';
  /* Shares of the kinds of misses as a bar of three colours. */
  function kinds(n) {
    if (!misses(n)) return '';
    const parts = KINDS.map((k, i) => {
      const part = el('i', {class: `k${i}`});
      part.style.flex = `${n[COUNT[k]]} 1 0`;
      return part;
    });
    return el('span', {class: 'kind-bar', role: 'img', 'aria-label': kindsTold(n), title: kindsTold(n)}, ...parts);
  }
  /* Which bytes of its lines were used: the darker the more lines. */
  function strip(o) {
    if (!o.use.length) return '';
    const parts = [];
    let at = 0;
    const part = (bytes, share) => {
      const piece = el('i', share ? {class: 'used'} : {});
      piece.style.flex = `${bytes} 1 0`;
      if (share) piece.style.opacity = 0.3 + 0.7 * share;
      if (bytes) parts.push(piece);
    };
    for (const [from, to, lines] of o.use) {
      part(from - at, 0);
      part(to - from, lines / o.lines);
      at = to;
    }
    part(all.line - at, 0);
    const told = o.use.map(([from, to, lines]) => `${to - from > 1 ? `bytes ${from} to ${to - 1}` : `byte ${from}`} in ${count(lines, 'line')}`).join(', ');
    return el('span', {class: 'kind-bar line-bar', role: 'img', 'aria-label': told, title: told}, ...parts);
  }
  const used = o => (o.lines ? o.used / o.lines : 0);
  const usedTold = o => (o.lines ? `${used(o).toFixed(2)} of ${all.line} bytes of each of ${count(o.lines, 'line')}` : '');
  /* The stride that came in at least half of the accesses. */
  const stride = r => (r.strided && 2 * r.strided >= accesses(r.n) ? r.stride : null);
  const strideTold = r => (stride(r) === null ? '' : stride(r) < 0 ? `−${group(-stride(r))}` : group(stride(r)));
  /* An object's stride is that of the instruction that accessed it most. */
  const busiest = o => o.by.reduce((most, r) => (!most || accesses(r.n) > accesses(most.n) ? r : most), null);
  const widest = room(
    74,
    largest(objects_of_run, o => largest(o.by, r => Math.abs(stride(r) ?? 0))) * 10 // and a sign
  );
  const objectStride = o => (o.by.length && stride(busiest(o)) !== null ? Math.abs(stride(busiest(o))) : null);

  const number = (name, key, title, width = 76) => ({
    name,
    width: room(width, total_of_run[COUNT[key]]),
    number: true,
    by: x => x.n[COUNT[key]],
    title
  });
  const counted = x => [
    [percent(stalls(x.n), stalls(total)), `h${heat(stalls(x.n), stalls(total))}`],
    group(x.n[COUNT.dcache_stalls]),
    group(x.n[COUNT.tlb_stalls]),
    group(accesses(x.n)),
    group(x.n[COUNT.l1_misses]),
    group(x.n[COUNT.l2_misses]),
    group(x.n[COUNT.tlb_misses])
  ];
  const costs = () => [
    {name: 'Stalls %', width: '84px', number: true, by: x => stalls(x.n), title: 'Share of the stall cycles of caches of data and of the TLB'},
    number('D-cache', 'dcache_stalls', 'Stall cycles of the caches of data'),
    number('TLB', 'tlb_stalls', 'Stall cycles of the TLB', 64),
    {name: 'Accesses', width: room(80, accesses(total_of_run)), number: true, by: x => accesses(x.n), title: 'Loads and stores'},
    number('L1 misses', 'l1_misses', 'Misses of the first level; of instructions that are fetched, of their cache'),
    number('L2 misses', 'l2_misses', 'Misses of the second level'),
    number('TLB misses', 'tlb_misses', 'Misses of the TLB that is asked last', 84)
  ];
  const KIND_COLUMN = {
    name: 'Kinds of misses',
    width: '112px',
    by: x => (misses(x.n) ? x.n[COUNT.conflict] / misses(x.n) : -1),
    title: `Misses of the first level by kind: ${KIND_NAMES.map((k, i) => `${k}: ${WHY[i]}`).join('; ')}. Sorts by the share of conflicts`
  };

  function start(panel) {
    const columns = [
      ...costs(),
      KIND_COLUMN,
      {name: 'Used', width: '66px', number: true, by: used, title: `Bytes that were used, of each line of ${all.line} bytes of which some were`},
      {name: 'Of a line', width: '112px', by: used, title: `Which of the ${all.line} bytes of a line, from left to right: the darker, the more of its lines`},
      {name: 'Stride', width: widest, number: true, by: objectStride, title: 'Bytes from one access to the next, of the instruction that accesses it most, where at least half are so'},
      number('Shared falsely', 'false_sharing', 'Accesses to a line in which other threads have written meanwhile, at other bytes', 104),
      {name: 'Object', width: 'minmax(200px, 1fr)', by: o => o.label, pin: true, sought: true}
    ];
    objects = new List({
      label: 'Objects',
      columns,
      text: o => o.label,
      order: {column: columns[0], down: true},
      onmove: choose,
      onopen: () => insns.root.focus(),
      none: () => `Nothing was accessed${part() ? ' in the marked slices' : ''}.`,
      cells: o => [
        ...counted(o),
        kinds(o.n),
        o.lines ? el('span', {title: usedTold(o)}, used(o).toFixed(2)) : '–',
        strip(o),
        o.by.length ? strideTold(busiest(o)) : '',
        o.n[COUNT.false_sharing] ? el('span', {title: part() ? '' : `in ${count(o.false, 'line')}`}, group(o.n[COUNT.false_sharing])) : '',
        o.label
      ]
    });
    const [first, last] = [costs().slice(0, 5), costs().slice(5)];
    const more = [
      ...first,
      {name: 'Instruction', width: 'minmax(168px, 2fr)', by: r => r.at.name, code: true, sought: true},
      {name: 'Source', width: 'minmax(100px, 1fr)', by: r => `${r.at.file || ''}:${String(r.at.line || 0).padStart(9, '0')}`},
      ...last,
      {...KIND_COLUMN},
      {name: 'Stride', width: widest, number: true, by: r => stride(r), title: 'Bytes from one access to the next, where at least half are so'}
    ];
    insns = new List({
      label: 'Instructions that accessed it',
      columns: more,
      text: r => r.at.name,
      order: {column: more[0], down: true},
      onopen: r => code.reach(r.at.fn, r.at.offset),
      onmove: r => say(`${told(r.at)}: ${sentence(r.n)}`),
      none: () => (part() ? 'Which instructions accessed it is known of the whole run only.' : 'No instruction accessed it.'),
      cells: r => {
        const n = counted(r);
        return [...n.slice(0, 5), {name: r.at.name}, [where(r.at), 'quiet'], ...n.slice(5), kinds(r.n), strideTold(r)];
      }
    });
    bar = el('div', {class: 'bar'});
    panel.classList.add('data');
    panel.replaceChildren(bar, objects.root, all.slice ? split(drawn(), insns.root, 48) : insns.root);
  }

  const MEASURES = ['accesses', 'misses of the first level', 'misses of the second level', 'misses of the TLB'];
  const ROWS = 64; // objects in the picture of all

  function drawn() {
    scope = el(
      'select',
      {'aria-label': 'Of which addresses', onchange: () => drawPicture()},
      el('option', {value: 'one'}, 'this object'),
      el('option', {value: 'all'}, 'all objects')
    );
    const last = largest(objects_of_run, o => largest(o.bands, b => Math.max(...b.cells.keys())));
    picture = new Picture({
      slices: last + 1,
      slice: all.slice,
      end: accesses(total_of_run),
      current: row => row.object.index === chosen && scope.value === 'all',
      measures: MEASURES,
      measure: total_of_run[COUNT.l1_misses] ? 1 : 0,
      tools: [scope],
      onpick: row => {
        if (row.object.index !== chosen) choose(row.object);
      },
      onopen: () => {
        insns.root.focus({preventScroll: true});
        telling = insns.root;
      }
    });
    return picture.root;
  }

  const address = n => `0x${n.toString(16)}`;
  const extent = b => (b.bytes ? `${address(b.start)}–${address(b.start + BigInt(b.bytes) - 1n)}` : 'somewhere');

  function ofObject(o) {
    return o.bands.map((b, i) => ({
      name: `${o.label}, ${extent(b)}`,
      at: b.bytes ? address(b.start) : '',
      gap: i > 0 && o.bands[i - 1].start + BigInt(o.bands[i - 1].bytes) !== b.start,
      cells: b.cells,
      object: o
    }));
  }

  /* Of each of the costliest objects a row, by address. */
  function ofAll() {
    const some = objects_of_run.filter(o => o.bands.length).slice(0, ROWS);
    some.sort((a, b) => (a.bands[0].start < b.bands[0].start ? -1 : a.bands[0].start > b.bands[0].start ? 1 : a.index - b.index));
    return some.map(o => {
      const cells = new Map();
      for (const b of o.bands)
        for (const [slice, n] of b.cells)
          cells.set(
            slice,
            n.map((v, k) => v + (cells.get(slice)?.[k] || 0))
          );
      return {name: o.label, at: address(o.bands[0].start), gap: false, cells, object: o};
    });
  }

  function drawPicture() {
    const o = objects_of_run.find(x => x.index === chosen),
      run = part() ? ', of the whole run' : '';
    if (!picture || !o) return;
    if (scope.value === 'one')
      return picture.show(ofObject(o), o.bands.length ? `Addresses of ${o.label} against time${run}` : `${o.label}: when is not known`);
    const rows = ofAll();
    picture.row = Math.max(
      0,
      rows.findIndex(r => r.object === o)
    );
    picture.show(rows, `${rows.length < objects_of_run.length ? `The ${rows.length} costliest objects` : 'All objects'}, by address, against time${run}`);
  }

  const sentence = n =>
    `${count(accesses(n), 'access', 'accesses')}, ${count(n[COUNT.l1_misses], 'miss', 'misses')} of the first level` +
    `${misses(n) ? ` (${kindsTold(n)})` : ''}, ${count(stalls(n), 'cycle')} stalled`;

  function choose(picked) {
    const o = list.find(x => x.index === picked.index); // in the picture there may be others than in the marked slices
    chosen = picked.index;
    insns.set(o ? o.by : [], 0);
    if (!o) {
      drawPicture();
      say(`${picked.label}: not accessed in the marked slices`);
      return;
    }
    if (objects.items[objects.at] !== o) {
      objects.at = objects.from = objects.items.indexOf(o); // it was chosen in the picture
      objects.reveal();
    }
    drawPicture();
    say(`${o.label}: ${sentence(o.n)}`);
  }

  function draw(panel) {
    if (!objects) start(panel);
    if (built !== timeline.which() && all.spans) build();
    const lost = ['objects', 'instructions', 'lines', 'blocks'].flatMap((what, i) => (all.cut[i] ? [`${group(all.cut[i])} ${what}`] : []));
    bar.replaceChildren(
      el(
        'span',
        {class: 'facts'},
        `${count(total[COUNT.loads], 'load')}, ${count(total[COUNT.stores], 'store')}, ${count(stalls(total), 'stall cycle')}` +
          `${part() ? ' in the marked slices; blocks and their bytes, and the picture, whose clock is of accesses, are of the whole run' : ''}` +
          `${lost.length ? `; no room was left for ${lost.join(', ')}` : ''}`
      ),
      el(
        'span',
        {class: 'legend'},
        el('span', {}, 'misses:'),
        ...KIND_NAMES.flatMap((k, i) => [el('i', {class: `k${i}`}), el('span', {title: WHY[i]}, k)])
      ),
      el(
        'button',
        {
          class: 'button',
          title: 'Enter, or a double click',
          onclick: () => {
            const r = insns.items[insns.at];
            if (r) code.reach(r.at.fn, r.at.offset);
          }
        },
        'Show its code'
      )
    );
    const at = list.findIndex(o => o.index === chosen);
    objects.set(list, at < 0 || !objects.items.length ? 0 : at);
    if (list.length) choose(objects.items[objects.at]);
    else insns.set([], 0);
  }

  return {
    name: 'data',
    title: 'Data',
    timed: !!all.spans,
    draw,
    listed: () => objects.items.map(o => [o.label, ...o.n]),
    picture: () => picture,
    hits: () => (objects ? objects.hits() + insns.hits() : 0),
    seek: () => (objects.hits() ? objects : insns).seek(1)
  };
})();
if (accessed) views.push(accessed);
