/* What sampling saw beside what happened: ticks against exact cycles, and how the error shrinks as ticks grow. */
const sampled = (() => {
  const BINS = 120;
  let ticks = data.totals.ticks,
    cycles = data.totals.cycles,
    list = null,
    charts = null,
    bar = null,
    order = null;

  const exact = f => f.cycles / cycles;
  const seen = f => (ticks ? f.ticks / ticks : 0);
  /* Of a share p, n independent samples see one with this standard deviation. */
  const deviation = (p, n) => (n ? Math.sqrt((p * (1 - p)) / n) : 0);
  const away = f => (deviation(exact(f), ticks) ? (seen(f) - exact(f)) / deviation(exact(f), ticks) : 0);
  /* Ticks after which the share is known to a tenth of itself, 19 times of 20: 1.96 deviations. */
  const needed = f => (f.cycles ? (1.96 * 1.96 * (1 - exact(f))) / (0.01 * exact(f)) : Infinity);

  /* A fixed order of the ticks, as a shuffle with a fixed seed gives it: their first n are a sample of n. */
  function shuffled() {
    const MOST = 200000,
      all = [];
    const each = Math.max(1, Math.ceil(ticks / MOST));
    functions.forEach((f, i) => {
      for (let k = 0; k < Math.round(f.ticks / each); k++) all.push(i);
    });
    let seed = 12345;
    for (let i = all.length - 1; i > 0; i--) {
      seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
      const j = Math.floor((seed / 4294967296) * (i + 1));
      [all[i], all[j]] = [all[j], all[i]];
    }
    return all;
  }

  /* Points where n is about 20 an octave-and-a-half apart: [n, share of function fn among the first n]. */
  function growth(fn) {
    const points = [];
    let hits = 0,
      next = 1;
    order.forEach((f, i) => {
      hits += f === fn;
      if (i + 1 < next && i + 1 < order.length) return;
      points.push([i + 1, hits / (i + 1)]);
      next = Math.max(i + 2, Math.ceil((i + 1) * 1.12));
    });
    return points;
  }

  /* The functions that make up nearly all cycles: the rest would be wide and empty. */
  function hottest() {
    const some = [];
    let left = 0.99 * cycles;
    for (const f of functions) {
      if (left <= 0) break;
      if (data.code[f.index]) some.push(f);
      left -= f.cycles;
    }
    return some.sort((a, b) => (BigInt(a.address) < BigInt(b.address) ? -1 : 1));
  }

  /* Exact cycles and ticks of their code that ran, in order of address, in bins of equal code. */
  function histogram(some) {
    const code = some.flatMap(f =>
      listing(f.index)
        .filter(x => x.slots || x.ticks)
        .map(x => ({f, c: x.cycles, t: x.ticks}))
    );
    const bins = Array.from({length: Math.min(BINS, code.length)}, () => ({cycles: 0, ticks: 0, of: new Map()}));
    code.forEach((x, i) => {
      const b = bins[Math.floor((i * bins.length) / code.length)];
      b.cycles += x.c;
      b.ticks += x.t;
      b.of.set(x.f.name, (b.of.get(x.f.name) || 0) + x.c);
    });
    return bins;
  }

  /* Each function's part of the axis, with its name where that fits; those too narrow to be told apart stand together. */
  function spans(some) {
    const ran = some.map(f => sum(listing(f.index), x => x.slots > 0 || x.ticks > 0)),
      all = sum(ran, n => n),
      parts = [];
    some.forEach((f, i) => {
      const last = parts[parts.length - 1];
      if (last && last.n + ran[i] < all / 150) Object.assign(last, {n: last.n + ran[i], name: `${last.name}, ${f.name}`});
      else parts.push({n: ran[i], name: f.name});
    });
    return parts.map(({n, name}) => {
      const part = el('span', {title: name}, n > 0.06 * all ? fit(name, (110 * n) / all) : '');
      part.style.flex = `${n} 1 0`;
      return part;
    });
  }

  function drawHistogram(figure) {
    const W = 720,
      H = 160,
      MID = 80,
      some = hottest(),
      bins = histogram(some),
      s = svg('svg', {
        viewBox: `0 0 ${W} ${H}`,
        preserveAspectRatio: 'none',
        role: 'img',
        'aria-label': 'Exact cycles upward and ticks downward, by address'
      });
    const most =
      Math.max(
        largest(bins, b => b.cycles / cycles),
        largest(bins, b => (ticks ? b.ticks / ticks : 0))
      ) || 1;
    bins.forEach((b, i) => {
      const x = (i * W) / bins.length,
        w = Math.max(1, W / bins.length - 1),
        up = (76 * b.cycles) / cycles / most,
        down = ticks ? (76 * b.ticks) / ticks / most : 0;
      const top = [...b.of].sort((p, q) => q[1] - p[1])[0]?.[0] ?? '';
      s.append(
        svg(
          'g',
          {},
          svg('title', {}, `${top}: ${percent(b.cycles, cycles)} % of cycles, ${percent(b.ticks, ticks)} % of ticks`),
          svg('rect', {class: 'exact', x, y: MID - up, width: w, height: up}),
          svg('rect', {class: 'sampled', x, y: MID, width: w, height: down})
        )
      );
    });
    s.append(svg('line', {class: 'axis', x1: 0, x2: W, y1: MID, y2: MID}));
    figure.replaceChildren(
      el(
        'figcaption',
        {},
        el('span', {class: 'e'}, '▲ exact cycles'),
        ' and ',
        el('span', {class: 's'}, '▼ ticks'),
        ' over the hottest code (99 % of cycles), by address'
      ),
      el('div', {class: 'plot'}, s),
      el('div', {class: 'spans', 'aria-hidden': 'true'}, ...spans(some))
    );
  }

  function drawGrowth(figure, fn) {
    const f = functions[fn],
      p = exact(f),
      W = 520,
      H = 160,
      LEFT = 44,
      BOTTOM = 142,
      points = growth(fn).filter(q => q[0] >= 4);
    const s = svg('svg', {
      viewBox: `0 0 ${W} ${H}`,
      preserveAspectRatio: 'xMidYMid meet',
      role: 'img',
      'aria-label': `Share of ${f.name} as ticks grow`
    });
    const n = Math.max(8, order.length),
      high = clamp(p + 3 * deviation(p, 8), 0.02, 1),
      low = Math.max(0, p - 3 * deviation(p, 8));
    const x = k => LEFT + ((W - LEFT - 8) * Math.log(k / 4)) / Math.log(n / 4),
      y = v => clamp(BOTTOM - ((BOTTOM - 6) * (v - low)) / (high - low || 1), 4, BOTTOM);
    const steps = Array.from({length: 41}, (_, i) => 4 * (n / 4) ** (i / 40));
    const edge = by => steps.map(k => `${x(k).toFixed(1)},${y(p + by * 1.96 * deviation(p, k)).toFixed(1)}`);
    s.append(svg('polygon', {class: 'band', points: [...edge(1), ...edge(-1).reverse()].join(' ')}));
    for (let k = 10; k <= n && x(k) < W - 60; k *= 10)
      s.append(
        svg('line', {class: 'grid', x1: x(k), x2: x(k), y1: 4, y2: BOTTOM}),
        svg('text', {x: x(k), y: H - 5, 'text-anchor': 'middle'}, group(k))
      );
    for (const v of [low, p, high])
      s.append(svg('text', {x: LEFT - 5, y: clamp(y(v) + 4, 12, BOTTOM), 'text-anchor': 'end'}, `${(100 * v).toFixed(1)}%`));
    s.append(
      svg('line', {class: 'expect', x1: LEFT, x2: W - 8, y1: y(p), y2: y(p)}),
      svg('polyline', {class: 'curve', points: points.map(([k, v]) => `${x(k).toFixed(1)},${y(v).toFixed(1)}`).join(' ')}),
      svg('text', {x: W - 8, y: H - 5, 'text-anchor': 'end'}, 'ticks')
    );
    figure.replaceChildren(
      el(
        'figcaption',
        {},
        el('b', {title: f.name}, fit(f.name, 24)),
        ': ',
        el('span', {class: 's'}, 'share seen'),
        ' by the first n ticks; ',
        el('span', {class: 'e'}, 'exact'),
        '; 95 % band'
      ),
      el('div', {class: 'plot'}, s)
    );
  }

  /* The exact share as a bar across, the sampled one as a dot, on the band that chance allows it. */
  function strip(f) {
    const W = 200,
      p = exact(f),
      d = 1.96 * deviation(p, ticks),
      scale = v => clamp(8 + ((W - 16) * v) / list.most, 2, W - 2);
    return svg(
      'svg',
      {viewBox: `0 0 ${W} 22`, preserveAspectRatio: 'none', 'aria-hidden': 'true'},
      svg('rect', {class: 'band', x: scale(p - d), y: 4, width: Math.max(2, scale(p + d) - scale(p - d)), height: 14}),
      svg('line', {class: 'truth', x1: scale(p), x2: scale(p), y1: 3, y2: 19}),
      svg('ellipse', {class: 'dot', cx: scale(seen(f)), cy: 11, rx: 3.5, ry: 4})
    );
  }

  const signed = (v, digits) => {
    const text = Math.abs(v).toFixed(digits);
    return (Number(text) === 0 ? '' : v > 0 ? '+' : '−') + text;
  };
  /* Where less than five ticks are expected, deviations say nothing. */
  const unusual = f => Math.abs(away(f)) > 2 && ticks * exact(f) >= 5;

  function start(panel) {
    order = shuffled();
    list = new List({
      label: 'Sampled against exact',
      none: nobody,
      onopen: f => open(f.index),
      onmove: f => {
        look_at(f.index);
        drawGrowth(charts.lastChild, f.index);
        say(sentence(f));
      },
      columns: [
        {name: 'Exact %', width: '86px', number: true, by: exact},
        {name: 'Sampled %', width: '92px', number: true, by: seen},
        {name: 'Error', width: '84px', number: true, by: f => seen(f) - exact(f), title: 'Sampled less exact, in points'},
        {
          name: 'Expected ±',
          width: '92px',
          number: true,
          by: f => deviation(exact(f), ticks),
          title: 'Standard deviation of a share that independent ticks see: sqrt(p(1-p)/n)'
        },
        {
          name: 'Deviations',
          width: '90px',
          number: true,
          by: f => Math.abs(away(f)),
          title: 'Error by what is expected; beyond 2 in one of 20'
        },
        {name: 'Ticks', width: room(66, ticks), number: true, by: f => f.ticks},
        {
          name: 'Ticks for ±10 %',
          width: '124px',
          number: true,
          by: needed,
          title: 'Ticks after which the share is known to a tenth of itself, 19 times of 20'
        },
        {name: 'Band, exact and sampled', width: 'minmax(120px, 200px)'},
        {name: 'Function', width: 'minmax(160px, 1fr)', by: f => f.name, code: true, pin: true}
      ],
      cells: f => [
        percent(f.cycles, cycles),
        percent(f.ticks, ticks),
        signed(100 * (seen(f) - exact(f)), 2),
        (100 * deviation(exact(f), ticks)).toFixed(2),
        [signed(away(f), 1), unusual(f) ? 'wide' : ''],
        group(f.ticks),
        needed(f) < 1e12 ? group(Math.ceil(needed(f))) : '–',
        strip(f),
        {name: f.name}
      ]
    });
    list.order = {column: list.columns[0], down: true};
    bar = el('div', {class: 'bar'});
    charts = el('div', {class: 'charts'}, el('figure'), el('figure'));
    panel.classList.add('three');
    panel.replaceChildren(bar, charts, list.root);
    drawHistogram(charts.firstChild);
  }

  const sentence = f => `${f.name}: sampling says ${percent(f.ticks, ticks)} %, the truth is ${percent(f.cycles, cycles)} %`;

  function draw(panel) {
    if (ticks !== data.totals.ticks || cycles !== data.totals.cycles) list = null; // of another part of the run
    ticks = data.totals.ticks;
    cycles = data.totals.cycles;
    if (!timed) {
      panel.replaceChildren(el('p', {class: 'empty'}, 'This is a histogram of ticks: what happened exactly is not known.'));
      return;
    }
    if (!ticks) {
      list = null;
      panel.replaceChildren(
        el(
          'p',
          {class: 'empty'},
          `No clock tick fell into ${timeline.ranged() ? 'the marked slices' : 'this run'}, so there is nothing that sampling saw. Ticks come every ` +
            `${group(data.tick_cycles)} cycles; --tick-cycles=N or --hz=N make them come more often.`
        )
      );
      return;
    }
    if (!list) start(panel);
    const ran = functions.filter(f => !timeline.ranged() || f.slots || f.cycles || f.ticks),
      items = ran.filter(f => state.query === '' || matches(f.name));
    const apart = sum(ran, f => Math.abs(seen(f) - exact(f))) / 2,
      missed = ran.filter(f => !f.ticks);
    list.most = largest(functions, f => Math.max(exact(f) + 2 * deviation(exact(f), ticks), seen(f)));
    bar.replaceChildren(
      el(
        'span',
        {class: 'facts'},
        `${count(ticks, 'tick')}, one every ${count(data.tick_cycles, 'cycle')}: ${(100 * apart).toFixed(2)} % of the time is put down to the wrong function; ` +
          `${group(missed.length)} of ${count(ran.length, 'function')} never seen (${percent(
            sum(missed, f => f.cycles),
            cycles
          )} % of cycles).`
      )
    );
    list.set(
      items,
      items.findIndex(f => f.index === state.fn)
    );
    if (items.length) drawGrowth(charts.lastChild, list.items[list.at].index);
  }

  return {name: 'sampled', title: 'Sampled v. exact', timed: true, draw};
})();
views.push(sampled);
