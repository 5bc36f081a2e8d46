/* The line over the run, of a run with --slices: what its cycles went to, its CPI and its phases. What is marked on it is what all views
 * are of that know when something was counted. */
const WHOLE_RUN = {...data.totals};

(() => {
  const t = data.time,
    COLUMNS = 512, // more cannot be told apart
    HEIGHT = 100;
  if (!t) return;

  const names = ['issuing', ...data.stall_names],
    spans = t.spans.length,
    begins = slice => (slice >= t.slices.length ? t.end : t.origin + slice * t.length);
  let range = null, // spans, the second one not included
    cursor = -1,
    from = -1,
    plot = null,
    words = null,
    shade = null,
    line = null,
    own = null,
    followed = null,
    clear = null,
    note = null;

  /* A slice's numbers, those that are left out at its end with them (prof/html/time.c). */
  const record = v => {
    const stalls = data.stall_names.map((_, s) => v[10 + s] || 0);
    const [cycles, slots, instructions, ticks, l1i, l1d, l2, l1_tlb, tlb] = Array.from({length: 9}, (_, i) => v[i] || 0);
    return {cycles, slots, instructions, ticks, l1i, l1d, l2, l1_tlb, tlb, parts: [cycles - sum(stalls, n => n), ...stalls]};
  };
  const add = list =>
    list.reduce((all, x) => {
      for (const [key, n] of Object.entries(x)) {
        if (key === 'parts') all.parts = n.map((m, i) => m + (all.parts?.[i] || 0));
        else all[key] = (all[key] || 0) + n;
      }
      return all;
    }, record([]));
  const slices = t.slices.map(record);
  /* Each function's cycles in a span: the one with most is what a phase is named by. */
  const hottest = t.spans.map(span => {
    let best = -1,
      most = 0;
    for (const [fn, ...rows] of span) {
      const cycles = sum(rows, r => r[1] || 0);
      if (cycles > most) [best, most] = [fn, cycles];
    }
    return {fn: best, cycles: most};
  });
  const of_span = span => slices.slice(span * t.joined, (span + 1) * t.joined);
  const milliseconds = cycles => ((1000 * cycles) / data.clock_hz).toLocaleString('en-US', {maximumFractionDigits: 3});

  /* --- the picture ------------------------------------------------------------------------------------------------------------ */

  const scale = Math.max(1, t.end - t.origin);
  const x = cycle => (1000 * (cycle - t.origin)) / scale;

  /* One column a slice, or one of several. */
  function columns() {
    const each = Math.ceil(slices.length / COLUMNS),
      list = [];
    for (let i = 0; i < slices.length; i += each) {
      const sums = add(slices.slice(i, i + each)),
        left = begins(i),
        right = begins(Math.min(i + each, slices.length));
      list.push({...sums, left: x(left), right: x(right), time: Math.max(1, right - left)});
    }
    return list;
  }

  /* A path for each cause, stacked: cycles by the time in which they were. Threads that run side by side have more than that. */
  function areas(list) {
    const most = Math.max(
      1,
      largest(list, c => (c.time >= t.length ? c.cycles / c.time : 0))
    );
    return names.map((name, k) => {
      const d = list.map(c => {
        const below = sum(c.parts.slice(0, k), n => n) / c.time / most,
          n = c.parts[k] / c.time / most;
        if (!n) return '';
        const top = clamp(HEIGHT - HEIGHT * (below + n), 0, HEIGHT),
          bottom = clamp(HEIGHT - HEIGHT * below, 0, HEIGHT);
        return `M${c.left.toFixed(2)} ${bottom.toFixed(2)}H${c.right.toFixed(2)}V${top.toFixed(2)}H${c.left.toFixed(2)}z`;
      });
      return svg('path', {class: `area c${CAUSE_ORDER.indexOf(name)}`, d: d.join('')});
    });
  }

  /* As steps; where nothing took effect there is no CPI, and the line has a gap. */
  function curve(list, of, most) {
    let d = '',
      pen = false;
    for (const c of list) {
      const v = of(c);
      if (v === null) {
        pen = false;
        continue;
      }
      const y = (HEIGHT - 4 - (HEIGHT - 8) * Math.min(1, v / most)).toFixed(2);
      d += `${pen ? 'L' : 'M'}${c.left.toFixed(2)} ${y}H${c.right.toFixed(2)}`;
      pen = true;
    }
    return d;
  }

  const cpi = c => (c.instructions ? c.cycles / c.instructions : null);
  /* Of columns with next to no instructions a CPI means nothing. */
  const told_cpi = c => (c.instructions > c.time / 1000 ? cpi(c) : null);

  function picture() {
    const list = columns(),
      most = largest(list, c => told_cpi(c) ?? 0) || 1,
      missed = largest(list, c => c.l1d / c.time) || 1;
    const s = svg('svg', {viewBox: `0 0 1000 ${HEIGHT}`, preserveAspectRatio: 'none', 'aria-hidden': 'true'});
    shade = svg('g');
    s.append(...areas(list), svg('path', {class: 'cpi under', d: curve(list, told_cpi, most)}), svg('path', {class: 'cpi', d: curve(list, told_cpi, most)}), shade);
    const most_ticks = largest(list, c => c.ticks / c.time) || 1;
    return {stack: s, misses: bars('missed', list, c => c.l1d / c.time / missed), ticks: bars('ticked', list, c => c.ticks / c.time / most_ticks), most};
  }

  /* A bar for each column, as high as `of` it, from 0 to 1. */
  function bars(style, list, of) {
    const picture = svg('svg', {viewBox: `0 0 1000 ${HEIGHT}`, preserveAspectRatio: 'none', 'aria-hidden': 'true'});
    const d = list.map(c => {
      const n = of(c);
      return n ? `M${c.left.toFixed(2)} ${HEIGHT}V${(HEIGHT - HEIGHT * clamp(n, 0, 1)).toFixed(2)}H${c.right.toFixed(2)}V${HEIGHT}z` : '';
    });
    picture.append(svg('path', {class: style, d: d.join('')}));
    return picture;
  }

  /* When the function that is looked at ran: its part of each span's cycles. */
  function follow(fn) {
    if (!own || fn === followed) return;
    followed = fn;
    const each = Math.ceil(spans / COLUMNS),
      list = [];
    for (let i = 0; i < spans; i += each) {
      const to = Math.min(i + each, spans),
        cycles = sum(t.spans.slice(i, to).flat(), ([f, ...rows]) => (f === fn ? sum(rows, r => r[1] || 0) : 0)),
        all = sum(slices.slice(i * t.joined, to * t.joined), x => x.cycles);
      list.push({left: x(begins(i * t.joined)), right: x(begins(Math.min(to * t.joined, slices.length))), part: all ? cycles / all : 0});
    }
    const name = functions[fn]?.name ?? '';
    own.replaceChildren(bars('own', list, c => c.part), el('span', {}, name));
    own.title = `${name}: its part of the cycles, by time`;
    own.hidden = !name;
  }

  /* Neighbouring spans with the same hottest function are a phase. */
  function phases() {
    const list = [];
    hottest.forEach(({fn}, i) => {
      const last = list[list.length - 1];
      if (last?.fn === fn) last.to = i + 1;
      else list.push({fn, from: i, to: i + 1});
    });
    return list.map((phase, i) => {
      const left = x(begins(phase.from * t.joined)) / 10,
        width = x(begins(phase.to * t.joined)) / 10 - left;
      const name = phase.fn < 0 ? 'nothing ran' : functions[phase.fn].name;
      const e = el(
        'span',
        {class: `phase${phase.fn < 0 ? ' idle' : i % 2 ? ' odd' : ''}`, title: `${name}: slices ${numbers(phase.from, phase.to)}`},
        width > 3 ? fit(name, width * 1.3) : ''
      );
      e.style.left = `${left}%`;
      e.style.width = `${width}%`;
      return e;
    });
  }

  /* --- what is said of it ------------------------------------------------------------------------------------------------------- */

  const numbers = (first, last) => {
    const a = first * t.joined,
      b = Math.min(last * t.joined, slices.length) - 1;
    return a === b ? String(a) : `${a}–${b}`;
  };

  function sentence(first, last) {
    const all = add(Array.from({length: last - first}, (_, i) => of_span(first + i)).flat()),
      left = begins(first * t.joined),
      right = begins(Math.min(last * t.joined, slices.length));
    const lost = all.parts
      .map((n, k) => [n, names[k]])
      .slice(1)
      .filter(p => p[0] / all.cycles >= 0.005)
      .sort((a, b) => b[0] - a[0])
      .map(([n, name]) => `${name} ${percent(n, all.cycles)} %`);
    const busy = new Map();
    for (let i = first; i < last; i++)
      for (const [fn, ...rows] of t.spans[i]) busy.set(fn, (busy.get(fn) || 0) + sum(rows, r => r[1] || 0));
    const [fn, most] = [...busy].reduce((a, b) => (b[1] > a[1] ? b : a), [-1, 0]);
    return [
      `${last - first > 1 || t.joined > 1 ? 'Slices' : 'Slice'} ${numbers(first, last)}: ${milliseconds(left)}–${milliseconds(right)} ms`,
      all.cycles ? `${group(all.cycles)} cycles, CPI ${ratio(all.cycles, all.instructions)}` : 'nothing ran',
      ...(fn >= 0 ? [`${fit(functions[fn].name, 28)} ${percent(most, all.cycles)} %`] : []),
      ...(lost.length ? [lost.join(', ')] : []),
      ...(all.l1d || all.l2 ? [`misses L1D ${group(all.l1d)}, L2 ${group(all.l2)}, TLB ${group(all.tlb)}`] : []),
      ...(all.ticks ? [count(all.ticks, 'tick')] : [])
    ].join('; ');
  }

  const whole = () =>
    `${count(slices.length, 'slice')} of ${group(t.length)} cycles` +
    `${t.joined > 1 ? `, of which ${t.joined} at a time can be marked` : ''}: drag, or arrow keys with Shift, to mark a part of the run`;

  /* A view that knows nothing by time stays that of the whole run, and says so. */
  function shown(view) {
    const stays = range !== null && !view.timed;
    view.panel.classList.toggle('whole', stays);
    note.textContent = stays ? `${view.title}: of the whole run. What it shows is not counted by time.` : '';
    note.hidden = !stays;
  }

  function tell() {
    const some = cursor >= 0 ? [cursor, cursor + 1] : range;
    words.textContent = some ? (cursor < 0 ? 'Marked: ' : '') + sentence(...some) : whole();
    words.title = words.textContent;
    plot.setAttribute('aria-valuenow', cursor < 0 ? 0 : cursor);
    plot.setAttribute('aria-valuetext', words.textContent);
  }

  const from_x = span => x(begins(Math.min(span * t.joined, slices.length)));
  function mark() {
    shade.replaceChildren();
    if (range) {
      const [a, b] = range.map(from_x);
      shade.append(
        svg('rect', {class: 'outside', x: 0, y: 0, width: a, height: HEIGHT}),
        svg('rect', {class: 'outside', x: b, y: 0, width: 1000 - b, height: HEIGHT}),
        svg('path', {class: 'edge', d: `M${a} 0V${HEIGHT}M${b} 0V${HEIGHT}`})
      );
    }
    line.hidden = cursor < 0;
    if (cursor >= 0) {
      line.style.left = `${from_x(cursor) / 10}%`;
      line.style.width = `max(1px, ${(from_x(cursor + 1) - from_x(cursor)) / 10}%)`;
    }
    clear.hidden = !range;
    tell();
  }

  /* --- a part of the run -------------------------------------------------------------------------------------------------------- */

  const KEYS = ['cycles', 'slots', 'instructions', 'ticks', 'mispredicted'];
  const original = functions.map((f, i) => ({
    ...Object.fromEntries(KEYS.map(key => [key, f[key]])),
    calls: f.calls,
    inclusive: f.inclusive,
    stalls: f.stalls,
    rows: data.code[i]?.i.map(v => v.slice(4)) ?? []
  }));

  /* Puts the counts of an instruction in the place of those that are there, where views have made a record of it already, too. */
  function put(fn, index, counts) {
    const row = data.code[fn].i[index],
      insn = listings.get(fn)?.[index];
    for (let k = 0; k < 5 + data.stall_names.length; k++) row[4 + k] = counts[k] || 0;
    if (!insn) return;
    KEYS.forEach((key, k) => {
      insn[key] = counts[k] || 0;
    });
    insn.stalls = data.stall_names.map((_, s) => counts[5 + s] || 0);
  }

  /* Of each instruction that the spans have: its function, its offset there, and counts in the order of put(). */
  function counted(first, last) {
    const all = functions.map(() => new Map());
    for (let i = first; i < last; i++)
      for (const [fn, ...rows] of t.spans[i]) {
        let offset = 0;
        for (const [step, ...counts] of rows) {
          offset += step || 0;
          const sums = all[fn].get(offset) || [];
          counts.forEach((n, k) => {
            sums[k] = (sums[k] || 0) + n;
          });
          all[fn].set(offset, sums);
        }
      }
    return all;
  }

  function set_function(f, counts, calls, inclusive, stalls) {
    KEYS.forEach((key, k) => {
      f[key] = counts[k] || 0;
    });
    Object.assign(f, {calls, inclusive, stalls});
  }

  /* Counts of lists [index, numbers...] of spans, added up by index. */
  function added(lists, first, last) {
    const all = new Map();
    for (let i = first; i < last; i++)
      for (const [index, ...counts] of lists[i]) {
        const sums = all.get(index);
        if (sums)
          counts.forEach((n, k) => {
            sums[k] = (sums[k] || 0) + n;
          });
        else all.set(index, counts);
      }
    return all;
  }

  function narrow([first, last]) {
    const called = data.function_spans ? added(data.function_spans, first, last) : null;
    counted(first, last).forEach((at, fn) => {
      const sums = [];
      for (const counts of at.values())
        counts.forEach((n, k) => {
          sums[k] = (sums[k] || 0) + (n || 0);
        });
      const stalls = Object.fromEntries(data.stall_names.map((name, s) => [name, sums[5 + s] || 0]));
      const [calls, ...inclusive] = called?.get(fn) ?? [0, 0, 0, 0];
      set_function(functions[fn], sums, calls, called ? inclusive : null, stalls);
      let offset = 0;
      data.code[fn]?.i.forEach((row, index) => {
        offset += row[0];
        put(fn, index, at.get(offset) || []);
      });
    });
  }

  function widen() {
    original.forEach((o, fn) => {
      set_function(
        functions[fn],
        KEYS.map(key => o[key]),
        o.calls,
        o.inclusive,
        o.stalls
      );
      o.rows.forEach((counts, index) => put(fn, index, counts));
    });
  }

  function totals() {
    if (!range) return Object.assign(data.totals, WHOLE_RUN);
    for (const key of ['cycles', 'slots', 'instructions', 'ticks']) data.totals[key] = sum(functions, f => f[key]);
    if (data.totals.stalls)
      data.totals.stalls = Object.fromEntries(data.stall_names.map(name => [name, sum(functions, f => f.stalls?.[name] || 0)]));
  }

  /* Where the function that is looked at did nothing, the one that did most. */
  function busiest() {
    const best = functions.reduce((b, f) => (data.code[f.index] && f.cycles > (functions[b]?.cycles || 0) ? f.index : b), -1);
    return best >= 0 ? best : state.fn;
  }

  function choose_range(next) {
    const same = JSON.stringify(next) === JSON.stringify(range);
    range = next && next[0] === 0 && next[1] === spans ? null : next;
    mark();
    if (same) return;
    if (range) narrow(range);
    else widen();
    totals();
    head();
    if (range && !functions[state.fn]?.cycles) state.fn = busiest();
    for (const select of document.querySelectorAll('select.functions'))
      for (const option of select.options) option.textContent = choice(functions[option.value]);
    change({});
    if (state.tab) show(state.tab);
  }

  /* --- mouse and keys ------------------------------------------------------------------------------------------------------------ */

  const span_at = e => {
    const box = plot.getBoundingClientRect(),
      cycle = t.origin + (scale * (e.clientX - box.left)) / box.width;
    return clamp(Math.floor((cycle - t.origin) / t.length / t.joined), 0, spans - 1);
  };
  const both = (a, b) => [Math.min(a, b), Math.max(a, b) + 1];

  function move(e) {
    cursor = span_at(e);
    if (from >= 0 && plot.hasPointerCapture(e.pointerId)) range = both(from, cursor);
    mark();
  }

  function keys(e) {
    const by = {ArrowRight: 1, ArrowLeft: -1, PageUp: -16, PageDown: 16, Home: -spans, End: spans}[e.key];
    if (by) {
      if (from < 0) from = Math.max(cursor, 0);
      cursor = clamp(cursor + by, 0, spans - 1); // from none, -1, to the first one
      if (e.shiftKey) choose_range(both(from, cursor));
      else from = cursor;
      mark();
    } else if (e.key === 'Enter' && cursor >= 0) {
      choose_range([cursor, cursor + 1]);
    } else if (e.key === 'Escape' && range) {
      cursor = from = -1;
      choose_range(null);
    } else return;
    e.preventDefault();
  }

  function begin() {
    const {stack, misses, ticks, most} = picture();
    own = el('div', {class: 'function'});
    line = el('i', {class: 'cursor', hidden: true});
    words = el('p', {id: 'time-words', class: 'facts'});
    note = el('p', {id: 'time-note', hidden: true});
    clear = el('button', {class: 'button', hidden: true, title: 'Escape, on the line', onclick: () => (plot.focus(), (cursor = from = -1), choose_range(null))}, 'All slices');
    plot = el(
      'div',
      {
        class: 'line',
        id: 'line',
        role: 'slider',
        tabindex: 0,
        'aria-label': 'Time: what the cycles of the run went to',
        'aria-valuemin': 0,
        'aria-valuemax': spans - 1,
        'aria-orientation': 'horizontal',
        onpointerdown: e => {
          if (e.button) return; // that of a menu
          from = cursor = span_at(e);
          plot.setPointerCapture(e.pointerId);
        },
        onpointermove: move,
        onpointerup: e => {
          if (from >= 0) apply(both(from, span_at(e)));
          from = -1;
        },
        onpointerleave: () => {
          if (from >= 0) return;
          cursor = -1;
          mark();
        },
        onblur: () => {
          cursor = from = -1;
          mark();
        },
        onkeydown: keys
      },
      el('div', {class: 'stack'}, stack),
      el('div', {class: 'missing', title: 'Misses of the first cache of data, by time'}, misses),
      ...(WHOLE_RUN.ticks ? [el('div', {class: 'ticks', title: 'Clock ticks, by time'}, ticks)] : []),
      el('div', {class: 'phases'}, ...phases()),
      own,
      line
    );
    byId('time').replaceChildren(
      el('div', {class: 'about'}, el('b', {}, 'Time'), words, el('span', {class: 'quiet'}, el('i', {class: 'sample'}), `CPI, up to ${most.toFixed(2)}`), clear),
      plot,
      note
    );
    byId('time').hidden = false;
    follow(state.fn);
    mark();
  }

  /* The picture is drawn with the new range while it is dragged; what was there before counts as another one. */
  function apply(next) {
    range = [];
    choose_range(next);
  }

  Object.assign(timeline, {
    begin,
    follow,
    shown,
    chains: () => (range && data.flame_spans ? added(data.flame_spans, ...range) : null),
    data: spans => (range && spans ? added(spans, ...range) : null),
    which: () => (range ? range.join('-') : ''),
    ranged: () => range !== null,
    place: () => (range ? {slices: `${range[0] * t.joined}-${Math.min(range[1] * t.joined, slices.length) - 1}`} : {}),
    arrive: wanted => {
      const found = /^(\d+)-(\d+)$/.exec(wanted ?? '');
      const next = found ? [Math.floor(found[1] / t.joined), Math.floor(found[2] / t.joined) + 1] : null;
      choose_range(next && next[0] < next[1] && next[1] <= spans ? next : null);
    }
  });
})();
