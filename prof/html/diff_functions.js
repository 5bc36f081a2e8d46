/* The functions of both runs, joined by name. */
const table = (() => {
  let list = null,
    most = 0;
  const of = (f, side) => value(f.of[side], side);
  const delta = f => of(f, 1) - of(f, 0);
  const cpi = (f, side) => (f.of[side]?.instructions ? f.of[side].cycles / f.of[side].instructions : 0);
  const where = f => {
    const g = f.of[0] || f.of[1],
      side = f.of[0] ? 0 : 1;
    return g.file ? `${base(g.file)}:${g.line}` : g.image !== null ? base(runs[side].images[g.image].path) : '';
  };

  function start(panel) {
    const wide = room(96, Math.max(runs[0].totals.cycles, runs[1].totals.cycles));
    list = new List({
      label: 'Functions',
      columns: [
        {name: 'Change', width: wide, number: true, by: f => Math.abs(delta(f)), title: 'From A to B, of the cost that is chosen above'},
        {name: '% of all', width: '76px', number: true, by: delta, title: 'The change, of all that A cost'},
        {name: '% of it', width: '88px', number: true, by: f => delta(f) / (of(f, 0) || 1), title: 'The change, of what the function cost in A'},
        {name: 'A', width: wide, number: true, by: f => of(f, 0)},
        {name: 'B', width: wide, number: true, by: f => of(f, 1)},
        {name: 'CPI A', width: '66px', number: true, by: f => cpi(f, 0), title: 'Cycles per instruction that took effect'},
        {name: 'CPI B', width: '66px', number: true, by: f => cpi(f, 1), title: 'Cycles per instruction that took effect'},
        {name: 'What changed', width: 'minmax(150px, 3fr)', title: 'Cycles by what they went to, the greatest change first'},
        {name: 'Function', width: 'minmax(120px, 3fr)', by: f => f.name, code: true, pin: true},
        {name: 'Source', width: 'minmax(110px, 1fr)', by: where}
      ],
      onopen: f => open(f.index),
      onmove: f => {
        look_at(f.index);
        say(`${f.name}: ${changed(delta(f)) || 'no change'} of ${state.event}`);
      },
      none: nobody,
      cells: f => [
        [changed(delta(f)), tint(delta(f), most)],
        delta(f) ? sign(delta(f), percent(Math.abs(delta(f)), value(runs[0].totals, 0))) : '',
        share(of(f, 0), of(f, 1)),
        f.of[0] ? shown_as(of(f, 0)) : '–',
        f.of[1] ? shown_as(of(f, 1)) : '–',
        f.of[0] ? ratio(f.of[0].cycles, f.of[0].instructions) : '',
        f.of[1] ? ratio(f.of[1].cycles, f.of[1].instructions) : '',
        what_changed(f.of),
        {name: f.name},
        [where(f), 'quiet']
      ]
    });
    list.order = {column: list.columns[0], down: true};
    panel.replaceChildren(
      el(
        'div',
        {class: 'bar'},
        el('span', {class: 'facts', id: 'count'}),
        el('button', {class: 'button', title: 'Enter, or a double click', onclick: () => open(list.items[list.at]?.index)}, 'Show its code')
      ),
      list.root
    );
  }

  function draw(panel) {
    if (!list) start(panel);
    most = largest(functions, f => Math.abs(delta(f)));
    const items = functions.filter(f => state.query === '' || matches(f.name));
    list.set(
      items,
      items.findIndex(f => f.index === state.fn)
    );
    const both = functions.filter(f => f.of[0] && f.of[1]).length;
    byId('count').textContent =
      `${group(items.length)} of ${count(functions.length, 'function')}, ${group(both)} of them in both runs, joined by name`;
  }

  return {name: 'functions', title: 'Functions', draw};
})();
views.push(table);
