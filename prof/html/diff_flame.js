/* Chains of calls of both runs, joined by name: a frame is red where it cost more in B, blue where less. */
const flame = (() => {
  const ABOUT = 'Every chain of calls of both runs; its shade is what changed in the function itself.';
  const WIDE = ['as wide as in both together', 'as wide as in A', 'as wide as in B'];
  let nodes = null,
    wide = 0;

  const zeros = () => SIDES.map(() => ({cycles: 0, instructions: 0, ticks: 0}));

  /* Node 0 is above all. Of each side: what was spent in it, and with what is below. */
  function build() {
    const add = (up, name, fn) => {
      const n = {index: nodes.length, up, depth: up ? up.depth + 1 : 0, name, fn, self: zeros(), total: zeros(), below: new Map()};
      nodes.push(n);
      up?.below.set(name, n);
      return n;
    };
    nodes = [];
    add(null, 'all', -1);
    for (const side of SIDES) {
      const at = [];
      for (const [parent, name, cycles, instructions, ticks] of runs[side].flame) {
        const up = parent < 0 ? nodes[0] : at[parent],
          fn = typeof name === 'number' ? joined[side][name] : -1,
          text = fn >= 0 ? functions[fn].name : /^\(\d+ smaller\)$/.test(name) ? '(smaller ones)' : name;
        const n = up.below.get(text) || add(up, text, fn);
        at.push(n);
        n.self[side].cycles += cycles;
        n.self[side].instructions += instructions;
        n.self[side].ticks += ticks;
      }
    }
    for (const n of [...nodes].reverse())
      for (const side of SIDES)
        for (const name of ['cycles', 'instructions', 'ticks']) {
          n.total[side][name] += n.self[side][name];
          if (n.up) n.up.total[side][name] += n.total[side][name];
        }
    const weight = n => n.total[0].cycles + n.total[1].cycles;
    for (const n of nodes) n.children = [...n.below.values()].sort((a, b) => weight(b) - weight(a) || a.index - b.index);
  }

  const at = (counts, side) => value(counts[side], side);
  const delta = counts => at(counts, 1) - at(counts, 0);
  const width_of = n => (wide ? at(n.total, wide - 1) : at(n.total, 0) + at(n.total, 1));
  const label = n =>
    `${n.name}: ${shown_as(at(n.total, 0))} → ${shown_as(at(n.total, 1))} ${state.event} (${changed(delta(n.total)) || 'no change'}); ` +
    `${changed(delta(n.self)) || 'no change'} in itself`;

  function details(n) {
    const facts = EVENTS.flatMap(event =>
      [
        [event, n.total],
        [`${event} in itself`, n.self]
      ].map(([name, counts]) => {
        const [a, b] = SIDES.map(side => value(counts[side], side, event));
        return [name, `${shown_as(a, event)} → ${shown_as(b, event)}`, changed(b - a, event) || 'no change'];
      })
    );
    explain('Chain of calls, from A to B', [['Function', n.name], ...facts, ['Called by way of', way_to(n)]]);
  }

  const graph = frames({
    title: 'Flame graph of both runs',
    width: width_of,
    cost: n => at(n.total, 0) + at(n.total, 1),
    most: () => largest(nodes, n => Math.abs(delta(n.self))),
    shade: (n, most) => tint(delta(n.self), most) || 'h0',
    label,
    details
  });

  function start(panel) {
    build();
    graph.put(nodes);
    const chosen = e => {
      wide = e.target.selectedIndex;
      graph.zoom(0);
    };
    graph.fill(
      panel,
      ABOUT,
      shades('less in B', ['less5', 'less3', 'less1', 'h0', 'more1', 'more3', 'more5'], 'more in B'),
      el('select', {'aria-label': 'Width of the frames', onchange: chosen}, ...WIDE.map(text => el('option', {}, text)))
    );
  }

  return {
    name: 'flame',
    title: 'Flame graph',
    found: graph.found,
    draw(panel) {
      if (!nodes) start(panel);
      graph.paint();
    }
  };
})();
views.push(flame);
