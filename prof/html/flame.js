/* The flame graph, from the top down: who called whom, as wide as it cost. */
const flame = (() => {
  let nodes = null,
    height = 20, // of a row
    zoomed = 0,
    active = 0,
    depthOf = null,
    box = null,
    legend = null,
    track = 0,
    built = '', // of which part of the run the nodes are
    shown = new Map();

  /* Of all threads together, then of each. */
  const tracks = [
    {name: 'all threads', part: 'the run', flame: data.flame},
    ...(data.threads || []).map(t => {
      const name = t.tid ? `thread ${t.tid}` : 'all other threads';
      return {name, part: name, flame: t.flame};
    })
  ];

  /* Node 0 is above all; totals of each event include what is below. */
  function build() {
    const marked = track ? null : timeline.chains();
    built = timeline.which();
    nodes = [{parent: -1, name: 'all', fn: -1, self: [0, 0, 0], total: [0, 0, 0], children: []}];
    tracks[track].flame.forEach(([parent, name, ...whole], i) => {
      const self = marked ? (marked.get(i) ?? [0, 0, 0]) : whole;
      nodes.push({
        parent: parent + 1,
        fn: typeof name === 'number' ? name : -1,
        name: typeof name === 'number' ? functions[name].name : name,
        self,
        total: [...self],
        children: []
      });
    });
    for (let i = nodes.length - 1; i > 0; i--) {
      const n = nodes[i],
        up = nodes[n.parent];
      n.index = i;
      for (let e = 0; e < 3; e++) up.total[e] += n.total[e];
    }
    nodes[0].index = 0;
    for (let i = 1; i < nodes.length; i++) nodes[nodes[i].parent].children.push(nodes[i]);
    depthOf = new Int32Array(nodes.length);
    for (let i = 1; i < nodes.length; i++) depthOf[i] = depthOf[nodes[i].parent] + 1;
    for (const n of nodes) n.children.sort((a, b) => b.total[0] - a.total[0] || a.index - b.index);
  }

  const event = () => EVENTS.indexOf(state.event);
  const label = n =>
    `${n.name}: ${percent(n.total[event()], nodes[0].total[event()])} % of ${state.event}, ${group(n.total[event()])}; ` +
    `${percent(n.self[event()], nodes[0].total[event()])} % in itself`;

  function frame(n, left, width, most, above) {
    const e = event(),
      style = `frame h${above || n.self[e] < most / 100 ? 0 : heat(n.self[e], most)}${above ? ' above' : ''}${n.name.endsWith(INLINED) ? ' inlined' : ''}${matches(n.name) ? ' match' : ''}`;
    const pixels = width * box.clientWidth,
      text = pixels < 24 ? '' : fit(n.name, (pixels - 8) / 6.6);
    const d = el(
      'div',
      {
        class: style + (pixels < 12 ? ' thin' : ''),
        role: 'treeitem',
        id: `f${n.index}`,
        'aria-level': depthOf[n.index] + 1,
        'aria-label': n.name.includes(text) ? label(n) : `${text}, ${label(n)}`,
        'aria-selected': 'false',
        'aria-expanded': n.children.length ? 'true' : null,
        title: label(n)
      },
      text
    );
    d.style.left = `${100 * left}%`;
    d.style.width = `${100 * width}%`;
    d.style.top = `calc(var(--frame) * ${depthOf[n.index]})`;
    shown.set(n.index, d);
    return d;
  }

  function paint() {
    const e = event(),
      least = 1.2 / Math.max(1, box.clientWidth),
      most = largest(nodes, n => n.self[e]);
    const root = nodes[zoomed],
      whole = root.total[e],
      made = [];
    shown = new Map();
    for (let n = root; n.parent >= 0;) made.push(frame((n = nodes[n.parent]), 0, 1, most, true));
    const todo = [[root, 0]];
    let deepest = depthOf[zoomed];
    while (todo.length && whole) {
      const [n, left] = todo.pop(),
        width = n.total[e] / whole;
      made.push(frame(n, left, width, most, false));
      deepest = Math.max(deepest, depthOf[n.index]);
      let at = left;
      for (const c of n.children) {
        if (c.total[e] / whole >= least) todo.push([c, at]);
        at += c.total[e] / whole;
      }
    }
    const room = el('div', {role: 'presentation'});
    height = frame_height(box, deepest + 1);
    box.style.setProperty('--frame', `${height}px`);
    room.style.height = `${height * (deepest + 1)}px`;
    room.append(...made);
    box.replaceChildren(room);
    if (!shown.has(active)) active = zoomed;
    mark(active);
  }

  function mark(i) {
    shown.get(active)?.classList.remove('active');
    shown.get(active)?.setAttribute('aria-selected', 'false');
    active = i;
    const d = shown.get(i);
    if (!d) return;
    d.classList.add('active');
    d.setAttribute('aria-selected', 'true');
    box.setAttribute('aria-activedescendant', d.id);
    const top = height * depthOf[i];
    if (top < box.scrollTop) box.scrollTop = top;
    if (top + height > box.scrollTop + box.clientHeight) box.scrollTop = top + height - box.clientHeight;
    say(label(nodes[i]));
    if (nodes[i].fn >= 0) timeline.follow(nodes[i].fn);
  }

  const part = () => (!track && timeline.chains() ? 'the marked slices' : tracks[track].part);

  function details(n) {
    const facts = EVENTS.flatMap((name, e) => [
      [name, group(n.total[e]), `${percent(n.total[e], nodes[0].total[e])} % of ${part()}`],
      [`${name} in itself`, group(n.self[e]), `${percent(n.self[e], nodes[0].total[e])} %, without what it called`]
    ]);
    const chain = [];
    for (let at = n; at.parent >= 0; at = nodes[at.parent]) chain.unshift(at.name);
    explain('Chain of calls', [['Function', n.name], ...facts, ['Called by way of', chain.slice(0, -1).join(' → ')]]);
  }

  function zoom(i) {
    zoomed = i;
    active = i;
    paint();
  }

  function key(e) {
    const n = nodes[active],
      up = nodes[n.parent],
      here = up ? up.children.filter(c => shown.has(c.index)) : [n];
    const step = by => here[clamp(here.indexOf(n) + by, 0, here.length - 1)]?.index;
    const to = {
      ArrowUp: n.parent,
      ArrowDown: n.children.find(c => shown.has(c.index))?.index,
      ArrowLeft: step(-1),
      ArrowRight: step(1),
      Home: 0
    };
    if (e.ctrlKey || e.altKey || e.metaKey) return;
    if (e.key in to) {
      if (to[e.key] >= 0) mark(to[e.key]);
    } else if (e.key === 'Enter' && e.shiftKey) {
      if (n.fn >= 0) open(n.fn);
    } else if (e.key === 'Enter' || e.key === ' ') {
      zoom(active);
    } else if ((e.key === 'Escape' || e.key === 'Backspace') && zoomed > 0) {
      zoom(nodes[zoomed].parent);
    } else {
      return;
    }
    e.preventDefault();
  }

  /* Share of the chains in which a function matches, each counted once. */
  function found() {
    const e = event(),
      under = new Uint8Array(nodes.length);
    let all = 0;
    for (let i = 1; i < nodes.length; i++) {
      const n = nodes[i],
        hit = matches(n.name);
      if (hit && !under[n.parent]) all += n.total[e];
      under[i] = hit || under[n.parent] ? 1 : 0;
    }
    return all;
  }

  function choose(i) {
    track = i;
    zoomed = active = 0;
    build();
    paint();
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
    box = el('div', {
      class: 'flame',
      role: 'tree',
      tabindex: 0,
      'aria-label': 'Flame graph',
      onkeydown: key,
      onclick: e => {
        const d = e.target.closest('.frame');
        if (d) zoom(+d.id.slice(1));
      },
      onmouseover: e => {
        const d = e.target.closest('.frame');
        if (d) say(label(nodes[+d.id.slice(1)]));
      },
      ondblclick: e => {
        const d = e.target.closest('.frame'),
          fn = d ? nodes[+d.id.slice(1)].fn : -1;
        if (fn >= 0) open(fn);
      }
    });
    box.tell = () => details(nodes[active]);
    legend = el(
      'span',
      {class: 'legend', 'aria-hidden': 'true'},
      el('span', {}, 'spent in itself: little'),
      ...[0, 1, 2, 3, 4, 5].map(h => el('i', {class: `h${h}`})),
      el('span', {}, 'most')
    );
    panel.replaceChildren(
      el(
        'div',
        {class: 'bar'},
        el(
          'span',
          {class: 'facts'},
          data.contexts
            ? `Every chain of calls, with its exact cost; a caller stands above what it called${nodes.some(n => n.name.endsWith(INLINED)) ? ', inlined code in italics' : ''}.`
            : 'This profile has no chains of calls (they are kept by --profile): functions stand side by side.'
        ),
        legend,
        ...threads(),
        el('button', {class: 'button', onclick: () => zoom(0)}, 'Whole run'),
        el(
          'button',
          {
            class: 'button',
            title: 'Shift+Enter',
            onclick: () => {
              if (nodes[active].fn >= 0) open(nodes[active].fn);
            }
          },
          'Show its code'
        )
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
    get timed() {
      return !!data.flame_spans && !track; // threads are not told apart by time
    },
    draw(panel) {
      if (!nodes) start(panel);
      else if (built !== timeline.which()) build();
      if (!nodes[zoomed].total[event()]) zoomed = active = 0;
      paint();
    }
  };
})();
views.push(flame);
