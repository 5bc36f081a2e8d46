/* Who called a function, and whom it called: of every chain of calls the cost counts at the last call of the function in it, so
 * that callers add up to what the function cost with all it called, and callees with itself to the same, in a recursion, too. */
const callers = (() => {
  const TOP = -1; // what a thread began with has no caller
  let lists = null,
    which = null,
    bar = null,
    pair = null,
    nodes = null,
    built = ''; // of which part of the run they are
  const whole = () => (data.flame_spans ? data.totals : WHOLE_RUN)[state.event];
  const event = () => EVENTS.indexOf(state.event);

  function build() {
    const marked = timeline.chains();
    built = timeline.which();
    nodes = data.flame.map(([parent, name, ...all], i) => ({
      parent,
      fn: typeof name === 'number' ? name : -1,
      name: typeof name === 'number' ? functions[name].name : name,
      self: marked ? (marked.get(i) ?? [0, 0, 0]) : all
    }));
  }

  /* {name, fn, cost} by the other end of the calls: [callers, callees], and what was spent in itself. */
  function around(fn) {
    const e = event(),
      last = new Int32Array(nodes.length), // the last node of the function in the chain, and the one below it
      below = new Int32Array(nodes.length),
      ends = [new Map(), new Map()];
    let self = 0;
    const add = (side, node, n) => {
      const key = node ? (node.fn >= 0 ? node.fn : node.name) : TOP;
      if (!ends[side].has(key))
        ends[side].set(key, {name: node ? node.name : '(where a thread began)', fn: node ? node.fn : TOP, cost: [0, 0, 0]});
      n.forEach((v, k) => {
        ends[side].get(key).cost[k] += v;
      });
    };
    nodes.forEach((n, i) => {
      const up = n.parent,
        mine = n.fn === fn;
      last[i] = mine ? i : up < 0 ? -1 : last[up];
      below[i] = mine ? -1 : up < 0 ? -1 : up === last[i] ? i : below[up];
      if (last[i] < 0) return;
      const caller = nodes[last[i]].parent;
      add(0, caller < 0 ? null : nodes[caller], n.self);
      if (mine) self += n.self[e];
      else add(1, nodes[below[i]], n.self);
    });
    return {ends: ends.map(m => [...m.values()].filter(x => x.cost.some(Boolean))), self};
  }

  function list(label, what) {
    const l = new List({
      label,
      items: [],
      text: x => x.name,
      columns: [
        {name: '%', width: '76px', number: true, by: x => x.cost[event()], title: `Share of all, ${what}`},
        {name: '% of it', width: '76px', number: true, title: 'Share of what the function cost with all that it called'},
        {name: 'Cycles', width: room(90, data.totals.cycles), number: true, by: x => x.cost[0]},
        {name: 'Instructions', width: room(96, data.totals.instructions), number: true, by: x => x.cost[1]},
        {name: label, width: 'minmax(120px, 1fr)', by: x => x.name, code: true, sought: true}
      ],
      onopen: x => {
        if (x.fn >= 0) change({fn: x.fn});
      },
      onmove: x => say(`${x.name}: ${percent(x.cost[event()], l.whole)} % of ${state.event} of ${functions[state.fn].name} with all that it called`),
      cells: x => [
        [percent(x.cost[event()], whole()), `h${heat(x.cost[event()], l.whole)}`],
        percent(x.cost[event()], l.whole),
        group(x.cost[0]),
        group(x.cost[1]),
        {name: x.name}
      ]
    });
    l.order = {column: l.columns[0], down: true};
    return l;
  }

  function start(panel) {
    build();
    lists = [list('Callers', 'through this caller'), list('Callees', 'in this function and what it called')];
    which = chooser();
    bar = el('div', {class: 'bar'});
    pair = split(lists[0].root, lists[1].root, 50);
    panel.replaceChildren(bar, pair);
  }

  function draw(panel) {
    if (!functions[state.fn] || !data.contexts)
      return panel.replaceChildren(el('p', {class: 'empty'}, 'This profile has no chains of calls (they are kept by --profile).'));
    if (!lists) start(panel);
    else if (built !== timeline.which()) build();
    const {ends, self} = around(state.fn),
      with_all = (functions[state.fn].inclusive ?? data.inclusive[state.fn])[event()];
    which.value = state.fn;
    bar.replaceChildren(
      which,
      el(
        'span',
        {class: 'facts'},
        `${group(with_all)} ${state.event} with all that it called (${percent(with_all, whole())} %), ` +
          `${group(self)} in itself (${percent(self, whole())} %)`
      ),
      el('button', {class: 'button', onclick: () => open(state.fn)}, 'Show its code')
    );
    lists.forEach((l, side) => {
      l.whole = sum(ends[0], x => x.cost[event()]);
      l.none = () => (side ? 'It called nothing that cost anything.' : 'Nothing called it.');
      l.set(ends[side], 0);
      l.at = l.from = Math.min(0, l.items.length - 1);
      l.reveal();
    });
  }

  return {
    name: 'calls',
    title: 'Calls',
    timed: !!data.flame_spans,
    draw,
    around,
    hits: () => (lists ? sum(lists, l => l.hits()) : 0),
    seek: () => (lists[0].hits() ? lists[0] : lists[1]).seek(1)
  };
})();
views.push(callers);
