'use strict';
/* What every view uses: the profile, text and elements, the state that views share. Guest strings become text nodes and
 * attributes' values only; no markup is ever made from them. */
/* What turns text (bidirectional controls) would show numbers beside a name the other way round. */
const data = JSON.parse(document.getElementById('profile').textContent.replace(/\\(?:u(?:202[a-e]|206[6-9]|200[ef]|061c)|.)/gi, m => (m.length > 2 ? '\\ufffd' : m)));
const byId = id => document.getElementById(id);

/* el('p', {class: 'x', onclick: f}, 'text', node) */
function el(tag, properties, ...children) {
  const e = document.createElement(tag);
  for (const [name, value] of Object.entries(properties || {})) {
    if (name.startsWith('on')) e.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) e.setAttribute(name, value === true ? '' : value);
  }
  e.append(...children);
  return e;
}

function svg(tag, properties, ...children) {
  const e = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(properties || {})) e.setAttribute(name, value);
  e.append(...children);
  return e;
}

/* Above 2^53 a number of this page has lost its last digits, and says so. */
const group = n => (n > Number.MAX_SAFE_INTEGER ? '≈' : '') + Math.round(n).toLocaleString('en-US');
/* So many of what ONE is called, and several are. */
const count = (n, one, several = `${one}s`) => `${group(n)} ${n === 1 ? one : several}`;
const percent = (part, whole) => (whole ? (100 * part) / whole : 0).toFixed(2);
const ratio = (a, b) => (b ? (a / b).toFixed(3) : '–');
const base = path => path.slice(path.lastIndexOf('/') + 1) || path;
const clamp = (x, low, high) => Math.max(low, Math.min(high, x));
/* 0 to 5: cold to hot, against the hottest of its kind; next to nothing is cold. */
function heat(value, most) {
  if (!value || !most) return 0;
  const share = value / most;
  return share < 0.005 ? 0 : share < 0.05 ? 1 : share < 0.2 ? 2 : share < 0.45 ? 3 : share < 0.75 ? 4 : 5;
}

/* Names of C++ are long, and what tells them apart is in their middle: where there is no room they are shortened, by and by,
 * to what is left without the type that is returned, parameters, inner template arguments, all of them, and the scope. */
const PARTS =
  /\(anonymous namespace\)|\bdecltype ?\([^()]*\)|\{lambda[^{}]*\}|\boperator\b(?: ?(?:<=>|<<=?|>>=?|->\*?|<=?|>=?|\(\)|\[\]))?|->|[<({[]|[>)}\]]|[^<>(){}[\]o-]+|./gsu;
const opens = part => /^[<({[]$/.test(part);
const closes = part => /^[>)}\]]$/.test(part);

/* Where the name of a function begins, behind the type that it returns, and where its parameters do. */
function outline(name) {
  let depth = 0,
    start = 0,
    fixed = false;
  for (const {0: part, index} of name.matchAll(PARTS)) {
    if (part === '(' && !depth && index) return [start, index];
    if (part.startsWith('operator')) fixed = true;
    if (!depth && !fixed && !/^[({]./.test(part) && part.includes(' ')) start = index + part.lastIndexOf(' ') + 1;
    depth += opens(part) - closes(part);
  }
  return [0, name.length];
}

/* What is in more than `keep` brackets, one in another, becomes an ellipsis, and so do parameters. Without brackets that match,
 * all stays as it is. */
function fold(name, keep) {
  const open = [];
  let out = '',
    fresh = false;
  for (const [part] of name.matchAll(PARTS)) {
    if (closes(part) && !open.pop()) return name;
    const inside = () => open.length > (open[0] === '(' ? 0 : keep);
    if (!inside()) out += part;
    else if (fresh) out += '…';
    const before = inside();
    if (opens(part)) open.push(part);
    fresh = !before && inside();
  }
  return out;
}

const forms = new Map();
function shortened(name) {
  const [start, end] = outline(name),
    own = name.slice(start),
    least = fold(name.slice(start, end), 0);
  const scopes = least.split('::');
  return [name, own, ...[9, 2, 1, 0].map(keep => fold(own, keep)), least, scopes.slice(-2).join('::'), scopes[scopes.length - 1]];
}
/* Behind the name of inlined code (prof/profile/profile_inlines.c), which is in italics too: where there is no room the mark is left out. */
const INLINED = ' (inlined)';
/* The longest form of a name that is no longer than so many characters; or the shortest one. */
function fit(name, characters) {
  if (name.length <= characters) return name;
  if (name.endsWith(INLINED)) return fit(name.slice(0, -INLINED.length), characters);
  if (!/[<(]/.test(name)) return name;
  if (!forms.has(name)) forms.set(name, shortened(name));
  const all = forms.get(name);
  return all.find(form => form.length <= characters) ?? all[all.length - 1];
}

/* Height of the rows of a flame graph with so many: they use the room that there is, up to a point. */
const frame_height = (box, rows) => clamp(Math.floor((box.clientHeight - 1) / rows), 20, 30);

/* What is drawn anew where another event is looked at, beside the views. */
const chosen = [];
/* What of the page is a view's: {name, title, draw, hits, seek, timed: it knows what was counted when}. */
const views = [];
/* The line over the run, where the page has one (time.js). */
const timeline = {begin: () => {}, follow: () => {}, arrive: () => {}, shown: () => {}, place: () => ({}), ranged: () => false, chains: () => null, data: () => null, which: () => ''};
/* Room for the largest number of a column: it is never cut, and the column never changes. */
const room = (least, most) => `${Math.max(least, Math.ceil(16 + 7.6 * group(most).length))}px`;
/* The address of what is looked at. A name that an earlier function has, too, does not say which is meant. */
function place() {
  const f = functions[state.fn],
    first = f && functions.findIndex((g, i) => data.code[i] && g.name === f.name) === state.fn;
  return (
    '#' +
    new URLSearchParams({
      view: state.tab,
      function: f?.name ?? '',
      ...(f && !first ? {address: f.address} : {}),
      event: state.event,
      ...timeline.place()
    })
  );
}

/* The list stands at a function, which is looked at from now on if there is code of it: no step. The address follows when the list stands still, for
 * browsers refuse to change it often. */
let following = 0;
function look_at(fn) {
  if (data.code[fn]) state.fn = fn;
  clearTimeout(following);
  following = setTimeout(() => history.replaceState({steps: history.state?.steps || 0}, '', place()), 300);
}

/* To another view or another function is a step, which the browser takes back; the rest is not. */
function change(what) {
  const step = ('tab' in what && what.tab !== state.tab) || ('fn' in what && what.fn !== state.fn),
    steps = history.state?.steps || 0;
  clearTimeout(following);
  Object.assign(state, what);
  for (const view of views) {
    view.stale = true;
    if (view.name === state.tab) draw(view);
  }
  if (step) history.pushState({steps: steps + 1}, '', place());
  else history.replaceState({steps}, '', place());
}

function draw(view) {
  if (!view.stale || view.panel.hidden) return; // what is hidden has no size to be drawn to
  view.stale = false;
  timeline.follow(state.fn);
  view.draw(view.panel);
}

const say = text => {
  byId('status').textContent = byId('status').title = text;
};
/* The list that was pointed at last. Lists and the flame graph can tell() all that is known of what they stand at. */
let telling = null;
function explain(title, facts) {
  byId('details-title').textContent = title;
  byId('facts').replaceChildren(
    ...facts
      .filter(([, value]) => value !== '')
      .map(([name, value, what]) =>
        el('div', {}, el('dt', {}, name), el('dd', {}, value, what ? el('span', {class: 'quiet'}, ` – ${what}`) : ''))
      )
  );
  byId('details').showModal();
}
const matches = name => state.query !== '' && name.toLowerCase().includes(state.query);
const nobody = () =>
  state.query === '' ? 'Nothing ran in these slices.' : `No function has “${state.query}” in its name. Escape ends the search.`;
const largest = (list, of) => list.reduce((most, x) => Math.max(most, of(x)), 0);
const sum = (list, of) => list.reduce((all, x) => all + of(x), 0);

/* What cycles go to, as its colour: those of Okabe and Ito, in an order that never changes. */
const CAUSE_ORDER = ['issuing', 'data', 'structural', 'branch', 'icache', 'dcache', 'tlb', 'rse'];
const cause = name => `cause c${CAUSE_ORDER.indexOf(name)}`;

/* Two lists beside each other, the left one with so many percent of the width: what is between can be dragged, or moved by the
 * arrow keys. */
function split(left, right, percents) {
  const set = to => {
    const part = Math.round(clamp(to, 12, 85));
    pair.style.setProperty('--part', `${part}%`);
    bar.setAttribute('aria-valuenow', part);
  };
  const move = to => {
    pair.classList.add('moved');
    set(to);
  };
  const bar = el('div', {
    class: 'splitter',
    role: 'separator',
    tabindex: 0,
    'aria-orientation': 'vertical',
    'aria-label': 'Width of the left list, in percent',
    'aria-valuemin': 12,
    'aria-valuemax': 85,
    title: 'Drag, or arrow keys; a double click takes it back',
    onpointerdown: e => e.button || bar.setPointerCapture(e.pointerId),
    onpointermove: e => {
      if (!bar.hasPointerCapture(e.pointerId)) return;
      const box = pair.getBoundingClientRect();
      move((100 * (e.clientX - box.left)) / box.width);
    },
    ondblclick: () => {
      pair.classList.remove('moved');
      set(percents);
    },
    onkeydown: e => {
      const by = {ArrowLeft: -2, ArrowRight: 2}[e.key];
      if (!by) return;
      move(Number(bar.getAttribute('aria-valuenow')) + by);
      e.preventDefault();
    }
  });
  const pair = el('div', {class: 'pair'}, left, bar, right);
  set(percents);
  return pair;
}

/* A choice of function, for a view that is about one. Names come first, for a name that is typed is looked for in it. */
const choice = f => `${fit(f.name, 48)}  (${percent(f.cycles, data.totals.cycles)} % of cycles)`;
function chooser() {
  const select = el('select', {class: 'functions', 'aria-label': 'Function', onchange: () => change({fn: +select.value})});
  select.append(
    ...functions.flatMap((f, i) =>
      data.code[i]
        ? [el('option', {value: i, title: f.name}, choice(f))]
        : []
    )
  );
  return select;
}

/* The rows of a function's instructions as records; `run` has their texts and the names of stalls (prof/html/code.c writes both). */
function insn_records(rows, run) {
  let offset = 0;
  return rows.map((v, index) => {
    offset += v[0];
    return {
      index,
      offset,
      text: v[1] ? run.texts[v[1] - 1] : '?',
      file: (v[2] || 0) - 1,
      line: v[3] || 0,
      cycles: v[4] || 0,
      slots: v[5] || 0,
      instructions: v[6] || 0,
      ticks: v[7] || 0,
      mispredicted: v[8] || 0,
      stalls: run.stall_names.map((_, s) => v[9 + s] || 0)
    };
  });
}
