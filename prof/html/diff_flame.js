/* Chains of calls of both runs, joined by name: a frame is red where it cost more in B, blue where less. */
const flame = (() => {
  const ABOUT = 'Every chain of calls of both runs; its shade is what changed in the function itself.';
  const WIDE = ['as wide as in both together', 'as wide as in A', 'as wide as in B'];
  let nodes = null,
    height = 20, // of a row
    zoomed = 0,
    active = 0,
    wide = 0,
    box = null,
    shown = new Map();

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

  function frame(n, left, width, most, above) {
    const pixels = width * box.clientWidth,
      text = pixels < 24 ? '' : fit(n.name, (pixels - 8) / 6.6);
    const d = el(
      'div',
      {
        class: `frame ${above ? 'h0 above' : tint(delta(n.self), most) || 'h0'}${matches(n.name) ? ' match' : ''}${pixels < 12 ? ' thin' : ''}`,
        role: 'treeitem',
        id: `f${n.index}`,
        'aria-level': n.depth + 1,
        'aria-label': label(n),
        'aria-selected': 'false',
        'aria-expanded': n.children.length ? 'true' : null,
        title: label(n)
      },
      text
    );
    d.style.left = `${100 * left}%`;
    d.style.width = `${100 * width}%`;
    d.style.top = `calc(var(--frame) * ${n.depth})`;
    shown.set(n.index, d);
    return d;
  }

  function paint() {
    const least = 1.2 / Math.max(1, box.clientWidth),
      most = largest(nodes, n => Math.abs(delta(n.self))),
      root = nodes[zoomed],
      all = width_of(root),
      made = [],
      todo = [[root, 0]];
    shown = new Map();
    for (let n = root.up; n; n = n.up) made.push(frame(n, 0, 1, most, true));
    let deepest = root.depth;
    while (todo.length && all) {
      const [n, left] = todo.pop();
      made.push(frame(n, left, width_of(n) / all, most, false));
      deepest = Math.max(deepest, n.depth);
      let here = left;
      for (const c of n.children) {
        if (width_of(c) / all >= least) todo.push([c, here]);
        here += width_of(c) / all;
      }
    }
    const inner = el('div', {role: 'presentation'}, ...made);
    height = frame_height(box, deepest + 1);
    box.style.setProperty('--frame', `${height}px`);
    inner.style.height = `${height * (deepest + 1)}px`;
    box.replaceChildren(inner);
    mark(shown.has(active) ? active : zoomed);
  }

  function mark(i) {
    shown.get(active)?.classList.remove('active');
    shown.get(active)?.setAttribute('aria-selected', 'false');
    active = i;
    const d = shown.get(i),
      top = height * nodes[i].depth;
    if (!d) return;
    d.classList.add('active');
    d.setAttribute('aria-selected', 'true');
    box.setAttribute('aria-activedescendant', d.id);
    if (top < box.scrollTop) box.scrollTop = top;
    if (top + height > box.scrollTop + box.clientHeight) box.scrollTop = top + height - box.clientHeight;
    say(label(nodes[i]));
  }

  function details(n) {
    const chain = [];
    for (let up = n.up; up?.up; up = up.up) chain.unshift(up.name);
    const facts = EVENTS.flatMap(event =>
      [
        [event, n.total],
        [`${event} in itself`, n.self]
      ].map(([name, counts]) => {
        const [a, b] = SIDES.map(side => value(counts[side], side, event));
        return [name, `${shown_as(a, event)} → ${shown_as(b, event)}`, changed(b - a, event) || 'no change'];
      })
    );
    explain('Chain of calls, from A to B', [['Function', n.name], ...facts, ['Called by way of', chain.join(' → ')]]);
  }

  function zoom(i) {
    zoomed = active = i;
    paint();
  }

  function key(e) {
    const n = nodes[active],
      here = n.up ? n.up.children.filter(c => shown.has(c.index)) : [n],
      step = by => here[clamp(here.indexOf(n) + by, 0, here.length - 1)]?.index;
    const to = {
      ArrowUp: n.up?.index,
      ArrowDown: n.children.find(c => shown.has(c.index))?.index,
      ArrowLeft: step(-1),
      ArrowRight: step(1),
      Home: 0
    };
    if (e.ctrlKey || e.altKey || e.metaKey) return;
    if (e.key in to) {
      if (to[e.key] >= 0) mark(to[e.key]);
    } else if (e.key === 'Enter' && e.shiftKey) open(n.fn);
    else if (e.key === 'Enter' || e.key === ' ') zoom(active);
    else if ((e.key === 'Escape' || e.key === 'Backspace') && zoomed > 0) zoom(nodes[zoomed].up.index);
    else return;
    e.preventDefault();
  }

  /* What a search finds, of both runs: each chain once. */
  function found() {
    const under = new Set();
    let all = 0;
    for (const n of nodes.slice(1)) {
      const hit = matches(n.name);
      if (hit && !under.has(n.up)) all += at(n.total, 0) + at(n.total, 1);
      if (hit || under.has(n.up)) under.add(n);
    }
    return all;
  }

  function start(panel) {
    build();
    const node = e => nodes[+e.target.closest('.frame')?.id.slice(1)];
    box = el('div', {
      class: 'flame',
      role: 'tree',
      tabindex: 0,
      'aria-label': 'Flame graph of both runs',
      onkeydown: key,
      onclick: e => node(e) && zoom(node(e).index),
      onmouseover: e => node(e) && say(label(node(e))),
      ondblclick: e => open(node(e)?.fn)
    });
    box.tell = () => details(nodes[active]);
    const shades = ['less5', 'less3', 'less1', 'h0', 'more1', 'more3', 'more5'];
    panel.replaceChildren(
      el(
        'div',
        {class: 'bar'},
        el('span', {class: 'facts', title: ABOUT}, ABOUT),
        el(
          'span',
          {class: 'legend', 'aria-hidden': 'true'},
          el('span', {}, 'less in B'),
          ...shades.map(h => el('i', {class: h})),
          el('span', {}, 'more in B')
        ),
        el(
          'select',
          {
            'aria-label': 'Width of the frames',
            onchange: e => {
              wide = e.target.selectedIndex;
              zoom(0);
            }
          },
          ...WIDE.map(text => el('option', {}, text))
        ),
        el('button', {class: 'button', onclick: () => zoom(0)}, 'Whole run'),
        el('button', {class: 'button', title: 'Shift+Enter', onclick: () => open(nodes[active].fn)}, 'Show its code')
      ),
      box
    );
    new ResizeObserver(() => {
      if (box.clientWidth) paint();
    }).observe(box);
  }

  return {
    name: 'flame',
    title: 'Flame graph',
    found,
    draw(panel) {
      if (!nodes) start(panel);
      paint();
    }
  };
})();
views.push(flame);
