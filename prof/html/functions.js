/* The table of functions: what pcgram report prints. */
const table = (() => {
  let list = null,
    hottest = 0;
  const dropped = f => f.slots - f.instructions;
  const cpi = f => (f.instructions ? f.cycles / f.instructions : 0);
  const inclusive = f => (f.inclusive ? f.inclusive[EVENTS.indexOf(state.event)] : -1); // it is not counted by time
  const stalled = f => sum(Object.values(f.stalls || {}), n => n);
  const where = f => (f.file ? `${base(f.file)}:${f.line}` : f.image !== null ? base(data.images[f.image].path) : '');
  /* Lines of a file in their order. */
  const placed = f => (f.file ? base(f.file) + ':' + String(f.line).padStart(9, '0') : where(f));

  function meter(f) {
    const bar = el('i');
    bar.style.width = `${hottest ? (100 * f[state.event]) / hottest : 0}%`;
    return [el('span', {}, bar, el('b', {}, percent(f[state.event], data.totals[state.event]))), 'meter'];
  }

  function start(panel) {
    const columns = [
      {name: 'Self %', width: '92px', number: true, by: f => f[state.event], title: 'Share of the cost that is chosen above'},
      {
        name: 'With callees %',
        width: '110px',
        number: true,
        by: inclusive,
        title: 'Share of the function and all that it called'
      },
      {name: 'Cycles', width: room(96, data.totals.cycles), number: true, by: f => f.cycles},
      {name: 'Instructions', width: room(96, data.totals.instructions), number: true, by: f => f.instructions},
      {
        name: itanium ? 'Predicated off' : 'Nullified',
        width: room(104, data.totals.slots - data.totals.instructions),
        number: true,
        by: dropped,
        title: 'Issued without taking effect'
      },
      {name: 'CPI', width: '72px', number: true, by: cpi, title: 'Cycles per instruction that took effect'},
      {name: 'Calls', width: room(80, most.calls), number: true, by: f => f.calls},
      {name: 'Ticks', width: room(66, data.totals.ticks), number: true, by: f => f.ticks},
      ...(data.totals.stalls
        ? [
            {
              name: 'Stalled',
              width: room(90, data.totals.cycles),
              number: true,
              by: stalled,
              title: 'Cycles in which nothing issued'
            }
          ]
        : []),
      {name: 'Function', width: 'minmax(120px, 3fr)', by: f => f.name, code: true, pin: true},
      {name: 'Source', width: 'minmax(124px, 1fr)', by: placed}
    ];
    list = new List({
      label: 'Functions',
      columns,
      onopen: f => open(f.index),
      onmove: f => {
        look_at(f.index);
        timeline.follow(f.index);
        say(`${f.name}: ${percent(f.cycles, data.totals.cycles)} % of cycles`);
      },
      none: nobody,
      order: {column: columns[2], down: true},
      cells: f => [
        meter(f),
        f.inclusive ? percent(inclusive(f), data.totals[state.event]) : '–',
        group(f.cycles),
        group(f.instructions),
        dropped(f) ? group(dropped(f)) : '',
        ratio(f.cycles, f.instructions),
        f.calls ? group(f.calls) : '',
        f.ticks ? group(f.ticks) : '',
        ...(data.totals.stalls ? [group(stalled(f))] : []),
        {name: f.name},
        [where(f), 'quiet']
      ]
    });
    panel.replaceChildren(
      el(
        'div',
        {class: 'bar'},
        el('span', {class: 'facts', id: 'count'}),
        el(
          'button',
          {class: 'button', title: 'Enter, or a double click', onclick: () => open(list.items[list.at]?.index)},
          'Show its code'
        )
      ),
      list.root
    );
  }

  function draw(panel) {
    if (!list) start(panel);
    hottest = largest(functions, f => f[state.event]);
    const items = functions.filter(f => (!timeline.ranged() || f.slots || f.cycles) && (state.query === '' || matches(f.name)));
    list.set(
      items,
      items.findIndex(f => f.index === state.fn)
    );
    byId('count').textContent = `${group(items.length)} of ${count(functions.length, 'function')} that ran, with exact counts`;
  }

  return {name: 'functions', title: 'Functions', timed: true, draw};
})();
views.push(table);
