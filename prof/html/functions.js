/* The table of functions: what pcgram report prints. */
const table = (() => {
  let list = null,
    sorted = 'cycles',
    hottest = 0;
  const dropped = f => f.slots - f.instructions;
  const cpi = f => (f.instructions ? f.cycles / f.instructions : 0);
  const keys = {
    cycles: f => f.cycles,
    inclusive: f => f.inclusive[EVENTS.indexOf(state.event)],
    instructions: f => f.instructions,
    dropped,
    cpi,
    calls: f => f.calls,
    ticks: f => f.ticks,
    stalls: f => sum(Object.values(f.stalls || {}), n => n)
  };

  function meter(f) {
    const bar = el('i');
    bar.style.width = `${hottest ? (100 * f[state.event]) / hottest : 0}%`;
    return [el('span', {}, bar, el('b', {}, percent(f[state.event], data.totals[state.event]))), 'meter'];
  }

  function start(panel) {
    const columns = [
      {name: 'Self %', width: '92px', number: true, key: 'self', title: 'Share of the cost that is chosen above'},
      {
        name: 'With callees %',
        width: '110px',
        number: true,
        key: 'inclusive',
        title: 'Share of the function and all that it called'
      },
      {name: 'Cycles', width: room(96, data.totals.cycles), number: true, key: 'cycles'},
      {name: 'Instructions', width: room(96, data.totals.instructions), number: true, key: 'instructions'},
      {
        name: itanium ? 'Predicated off' : 'Nullified',
        width: room(104, data.totals.slots - data.totals.instructions),
        number: true,
        key: 'dropped',
        title: 'Issued without taking effect'
      },
      {name: 'CPI', width: '72px', number: true, key: 'cpi', title: 'Cycles per instruction that took effect'},
      {name: 'Calls', width: room(80, most.calls), number: true, key: 'calls'},
      {name: 'Ticks', width: room(66, data.totals.ticks), number: true, key: 'ticks'},
      ...(data.totals.stalls
        ? [
            {
              name: 'Stalled',
              width: room(90, data.totals.cycles),
              number: true,
              key: 'stalls',
              title: 'Cycles in which nothing issued'
            }
          ]
        : []),
      {name: 'Function', width: 'minmax(120px, 3fr)', key: 'name', code: true, pin: true},
      {name: 'Source', width: 'minmax(124px, 1fr)'}
    ];
    keys.self = f => f[state.event];
    list = new List({
      label: 'Functions',
      columns,
      onopen: f => open(f.index),
      onmove: f => {
        state.fn = data.code[f.index] ? f.index : state.fn;
        say(`${f.name}: ${percent(f.cycles, data.totals.cycles)} % of cycles`);
      },
      onsort: key => {
        sorted = key;
        draw(panel, true);
      },
      cells: f => [
        meter(f),
        percent(f.inclusive[EVENTS.indexOf(state.event)], data.totals[state.event]),
        group(f.cycles),
        group(f.instructions),
        dropped(f) ? group(dropped(f)) : '',
        ratio(f.cycles, f.instructions),
        f.calls ? group(f.calls) : '',
        f.ticks ? group(f.ticks) : '',
        ...(data.totals.stalls ? [group(keys.stalls(f))] : []),
        f.name,
        [f.file ? `${base(f.file)}:${f.line}` : f.image !== null ? base(data.images[f.image].path) : '', 'quiet']
      ]
    });
    panel.replaceChildren(
      el(
        'div',
        {class: 'bar'},
        el('span', {class: 'facts', id: 'count'}),
        el('span', {class: 'quiet'}, 'Enter or a double click shows a function’s code')
      ),
      list.root
    );
  }

  function draw(panel, top) {
    if (!list) start(panel);
    const of = keys[sorted];
    hottest = largest(functions, f => f[state.event]);
    const items = functions.filter(f => state.query === '' || matches(f.name));
    items.sort((a, b) =>
      sorted === 'name' ? (a.name < b.name ? -1 : a.name > b.name ? 1 : 0) : of(b) - of(a) || a.index - b.index
    );
    list.sorted = sorted;
    list.set(
      items,
      top
        ? 0
        : Math.max(
            0,
            items.findIndex(f => f.index === state.fn)
          )
    );
    byId('count').textContent = `${group(items.length)} of ${group(functions.length)} functions that ran, with exact counts`;
  }

  return {name: 'functions', title: 'Functions', draw};
})();
views.push(table);
