/* The flame graph of a run, or of one of its threads. */
const flame = (() => {
  const RECURSION = 256; // as deep as that chains are told apart (docs/profile-format.md)
  let nodes = null,
    track = 0,
    built = ''; // of which part of the run the nodes are

  /* Of all threads together, then of each. */
  const tracks = [
    {name: 'all threads', part: 'the run', flame: data.flame},
    ...(data.threads || []).map(t => ({name: t.name, part: t.name, flame: t.flame}))
  ];

  /* Node 0 is above all; totals of each event include what is below. */
  function build() {
    const marked = track ? null : timeline.chains();
    built = timeline.which();
    nodes = [{index: 0, up: null, depth: 0, name: 'all', fn: -1, self: [0, 0, 0], total: [0, 0, 0], children: []}];
    tracks[track].flame.forEach(([parent, name, ...whole], i) => {
      const self = marked ? (marked.get(i) ?? [0, 0, 0]) : whole,
        fn = typeof name === 'number' ? name : -1,
        up = nodes[parent + 1];
      nodes.push({index: i + 1, up, depth: up.depth + 1, name: fn < 0 ? name : functions[fn].name, fn, self, total: [...self], children: []});
    });
    for (const n of nodes.slice(1).reverse()) for (let e = 0; e < 3; e++) n.up.total[e] += n.total[e];
    for (const n of nodes.slice(1)) n.up.children.push(n);
    for (const n of nodes) n.children.sort((a, b) => b.total[0] - a.total[0] || a.index - b.index);
    graph.put(nodes);
  }

  const event = () => EVENTS.indexOf(state.event);
  const label = n =>
    `${n.name}: ${percent(n.total[event()], nodes[0].total[event()])} % of ${state.event}, ${group(n.total[event()])}; ` +
    `${percent(n.self[event()], nodes[0].total[event()])} % in itself`;

  const part = () => (!track && timeline.chains() ? 'the marked slices' : tracks[track].part);

  function details(n) {
    const facts = EVENTS.flatMap((name, e) => [
      [name, group(n.total[e]), `${percent(n.total[e], nodes[0].total[e])} % of ${part()}`],
      [`${name} in itself`, group(n.self[e]), `${percent(n.self[e], nodes[0].total[e])} %, without what it called`]
    ]);
    explain('Chain of calls', [['Function', n.name], ...facts, ['Called by way of', way_to(n)]]);
  }

  const graph = frames({
    title: 'Flame graph',
    width: n => n.total[event()],
    most: () => largest(nodes, n => n.self[event()]),
    shade: (n, most) => `h${n.self[event()] < most / 100 ? 0 : heat(n.self[event()], most)}`,
    label,
    details,
    moved: n => n.fn >= 0 && timeline.follow(n.fn)
  });

  function choose(i) {
    track = i;
    build();
    graph.zoom(0);
    timeline.shown(flame);
  }

  function threads() {
    if (tracks.length < 2) return [];
    const select = el('select', {'aria-label': 'Thread', onchange: e => choose(e.target.selectedIndex)});
    select.append(...tracks.map(t => el('option', {}, t.name)));
    return [select];
  }

  function start(panel) {
    build();
    const deep = nodes.some(n => n.depth >= RECURSION) ? ` Recursion deeper than ${RECURSION} calls is in the last of these.` : '';
    const facts = data.contexts
      ? `Every chain of calls, with its exact cost; a caller stands above what it called${nodes.some(n => n.name.endsWith(INLINED)) ? ', inlined code in italics' : ''}.${deep}`
      : 'This profile has no chains of calls (they are kept by --profile): functions stand side by side.';
    graph.fill(panel, facts, shades('spent in itself: little', ['h0', 'h1', 'h2', 'h3', 'h4', 'h5'], 'most'), ...threads());
  }

  return {
    name: 'flame',
    title: 'Flame graph',
    found: graph.found,
    get timed() {
      return !!data.flame_spans && !track; // threads are not told apart by time
    },
    draw(panel) {
      if (!nodes) start(panel);
      else if (built !== timeline.which()) build();
      graph.paint();
      if (!nodes[0].total[event()]) say(`No ${state.event} in ${part()}: no frame is wider than nothing.`);
    }
  };
})();
views.push(flame);
