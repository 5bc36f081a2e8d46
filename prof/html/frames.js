/* The frames of a flame graph, from the top down: who called whom, each as wide as it cost. Of a node the graph has index (where it stands in
   all), up (null: it is above all), depth, name, fn (-1: no function) and children, in order; what it costs its functions tell:
     width(n), cost(n)      its share of the room, and of what a search finds
     most(), shade(n, most) the largest that is shaded, and its classes
     label(n), details(n)   it in a line, and all that is known of it where details are shown
     moved(n)               it was pointed at with the keyboard or clicked */
const TWICE = 400, // milliseconds within which two clicks are one, and
  NEAR = 6; // pixels
const PAGE = 10; // frames that a page key passes
function frames({title, width, cost = width, most, shade, label, details, moved = () => {}}) {
  let nodes = [],
    height = 20, // of a row
    zoomed = 0,
    active = 0,
    shown = new Map();
  const at = e => nodes[+e.target.closest('.frame')?.id.slice(1)];
  const visit = n => (n && n.fn >= 0 ? open(n.fn) : say('This frame is of no function that has code.'));
  /* A click zooms, and then another frame lies below the mouse: who clicks again there means the one that was clicked first. */
  let last = null;
  function click(e) {
    const node = at(e),
      first = last && e.timeStamp - last.time < TWICE && Math.hypot(e.clientX - last.x, e.clientY - last.y) < NEAR ? last.node : null;
    last = node && !first ? {node, time: e.timeStamp, x: e.clientX, y: e.clientY} : null;
    if (first) visit(first);
    else if (node) zoom(node.index);
  }
  const box = el('div', {
    class: 'flame',
    role: 'tree',
    tabindex: 0,
    'aria-label': title,
    onkeydown: key,
    onclick: click,
    onmouseover: e => at(e) && say(label(at(e)))
  });
  box.tell = () => details(nodes[active]);

  function frame(n, left, share, classes) {
    const pixels = share * box.clientWidth,
      text = pixels < 24 ? '' : fit(n.name, (pixels - 8) / 6.6);
    const d = el(
      'div',
      {
        class: `frame ${classes}${n.name.endsWith(INLINED) ? ' inlined' : ''}${matches(n.name) ? ' match' : ''}${pixels < 12 ? ' thin' : ''}`,
        role: 'treeitem',
        id: `f${n.index}`,
        'aria-level': n.depth + 1,
        'aria-label': n.name.includes(text) ? label(n) : `${text}, ${label(n)}`,
        'aria-selected': 'false',
        'aria-expanded': n.children.length ? 'true' : null,
        title: label(n)
      },
      text
    );
    d.style.left = `${100 * left}%`;
    d.style.width = `${100 * share}%`;
    d.style.top = `calc(var(--frame) * ${n.depth})`;
    shown.set(n.index, d);
    return d;
  }

  function paint() {
    if (!width(nodes[zoomed])) zoomed = active = 0;
    const least = 1.2 / Math.max(1, box.clientWidth),
      peak = most(),
      root = nodes[zoomed],
      all = width(root),
      made = [],
      todo = [[root, 0]];
    let deepest = root.depth;
    shown = new Map();
    for (let n = root.up; n; n = n.up) made.push(frame(n, 0, 1, 'h0 above'));
    while (todo.length && all) {
      const [n, left] = todo.pop();
      made.push(frame(n, left, width(n) / all, shade(n, peak)));
      deepest = Math.max(deepest, n.depth);
      let here = left;
      for (const c of n.children) {
        if (width(c) / all >= least) todo.push([c, here]);
        here += width(c) / all;
      }
    }
    const room = el('div', {role: 'presentation'}, ...made);
    height = frame_height(box, deepest + 1);
    box.style.setProperty('--frame', `${height}px`);
    room.style.height = `${height * (deepest + 1)}px`;
    box.replaceChildren(room);
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
    moved(nodes[i]);
  }

  function zoom(i) {
    zoomed = active = i;
    paint();
  }

  function key(e) {
    const n = nodes[active],
      here = n.up ? n.up.children.filter(c => shown.has(c.index)) : [n],
      step = by => here[clamp(here.indexOf(n) + by, 0, here.length - 1)]?.index;
    const below = x => x.children.find(c => shown.has(c.index));
    const walk = (x, next, steps) => {
      for (let y = next(x); y && steps > 0; y = next(x), steps--) x = y;
      return x.index;
    };
    const to = {
      PageUp: walk(n, x => x.up, PAGE),
      PageDown: walk(n, below, PAGE),
      End: walk(n, below, Infinity), // to the end of the costliest chain
      ArrowUp: n.up?.index,
      ArrowDown: below(n)?.index,
      ArrowLeft: step(-1),
      ArrowRight: step(1),
      Home: 0
    };
    if (e.ctrlKey || e.altKey || e.metaKey) return;
    if (e.key in to) {
      if (to[e.key] >= 0) mark(to[e.key]);
    } else if (e.key === 'Enter' && e.shiftKey) visit(n);
    else if (e.key === 'Enter' || e.key === ' ') zoom(active);
    else if ((e.key === 'Escape' || e.key === 'Backspace') && zoomed > 0) zoom(nodes[zoomed].up.index);
    else return;
    e.preventDefault();
  }

  return {
    box,
    paint,
    zoom,

    /* The nodes, which zoom() or paint() then shows. */
    put(others) {
      nodes = others;
    },

    /* What a search finds: each chain of calls once. */
    found() {
      const under = new Set();
      let all = 0;
      for (const n of nodes.slice(1)) {
        const hit = matches(n.name);
        if (hit && !under.has(n.up)) all += cost(n);
        if (hit || under.has(n.up)) under.add(n);
      }
      return all;
    },

    /* The panel: a line of facts, what is given behind it, and the frames, painted anew when the room changes. */
    fill(panel, facts, ...more) {
      panel.replaceChildren(
        el(
          'div',
          {class: 'bar'},
          el('span', {class: 'facts', title: facts}, facts),
          ...more,
          el('button', {class: 'button', onclick: () => zoom(0)}, 'Whole run'),
          el('button', {class: 'button', title: 'Shift+Enter', onclick: () => visit(nodes[active])}, 'Show its code')
        ),
        box
      );
      new ResizeObserver(() => {
        if (box.clientWidth) paint();
      }).observe(box);
    }
  };
}

/* What the shades of a flame graph mean, from one end to the other. */
const shades = (from, classes, to) =>
  el('span', {class: 'legend', 'aria-hidden': 'true'}, el('span', {}, from), ...classes.map(h => el('i', {class: h})), el('span', {}, to));

/* The names of the callers, from the outermost to its own. */
function way_to(n) {
  const names = [];
  for (let at = n.up; at?.up; at = at.up) names.unshift(at.name);
  return names.join(' → ');
}
