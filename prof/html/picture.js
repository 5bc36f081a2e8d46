/* Address against time, a coloured cell for each range of addresses and slice of the run: what was accessed, and missed there.
 * Moved through by arrow keys or mouse.
 *   slices: how many; slice: accesses of each; end: of all
 *   rows, by show(): [{name, at (said at the edge), gap (before it), cells: Map of slice to [accesses, misses...]}]
 *   measures: names of the cells' numbers, the first those that are no misses
 *   current(row): it is marked at the edge
 *   onpick(row), onopen(row): the row that it stands at */
class Picture {
  constructor(options) {
    Object.assign(this, {rows: [], measure: 1, row: 0, column: 0, ...options});
    this.canvas = el('canvas', {
      tabindex: 0,
      role: 'application',
      'aria-roledescription': 'picture',
      onfocus: () => {
        telling = this.canvas;
        this.paint();
      },
      onblur: () => this.paint(),
      onkeydown: e => this.key(e),
      onmousemove: e => this.hover(e),
      onclick: e => {
        if (!this.to(e)) return;
        this.canvas.focus({preventScroll: true});
        this.pick();
        this.onopen?.(this.rows[this.row]);
      }
    });
    this.canvas.tell = () => explain('Addresses against time', this.facts(this.row, this.column));
    this.chooser = el(
      'select',
      {
        'aria-label': 'What the colours show',
        onchange: () => {
          this.measure = +this.chooser.value;
          this.paint();
        }
      },
      ...this.measures.map((name, i) => el('option', {value: i}, `colour: ${name}`))
    );
    this.chooser.value = this.measure;
    this.legend = el('p', {class: 'legend'});
    this.caption = el('figcaption');
    this.plot = el('div', {class: 'plot'}, this.canvas);
    this.root = el('figure', {class: 'picture'}, el('div', {class: 'bar'}, this.caption, ...(this.tools || []), this.chooser), this.plot, this.legend);
    new ResizeObserver(() => this.paint()).observe(this.plot);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.paint());
    addEventListener('beforeprint', () => this.paint());
  }

  show(rows, title) {
    this.rows = rows;
    this.row = clamp(this.row, 0, Math.max(0, rows.length - 1));
    this.caption.textContent = this.caption.title = title;
    this.canvas.setAttribute('aria-label', `${title}. Arrow keys move, Enter leads to the instructions.`);
    this.paint();
  }

  /* Counts that are coloured alike: [least, most] of each of up to five classes, each some times the one before. */
  classes() {
    const most = largest(this.rows, r => Math.max(0, ...[...r.cells.values()].map(c => c[this.measure]))),
      list = [];
    for (let k = 1, low = 1; k <= 5 && low <= most; k++) {
      const high = k === 5 ? most : Math.max(low, Math.floor(most ** (k / 5)));
      list.push([low, high]);
      low = high + 1;
    }
    return list;
  }

  /* 0: nothing missed; else the class, so placed that the highest there is has the last colour. */
  static class_of(n, classes) {
    const k = classes.findIndex(([low, high]) => n >= low && n <= high);
    return k < 0 ? 0 : k + 6 - classes.length;
  }

  paint() {
    const {clientWidth: width, clientHeight: height} = this.plot,
      style = getComputedStyle(this.plot),
      color = name => style.getPropertyValue(`--${name}`).trim();
    if (!width || !height) return;
    const scale = devicePixelRatio || 1,
      g = this.canvas.getContext('2d');
    this.canvas.width = Math.round(width * scale);
    this.canvas.height = Math.round(height * scale);
    g.scale(scale, scale);
    g.font = `11px ${color('mono')}`;
    const labels = [this.rows[0], this.rows[this.rows.length - 1]].map(r => r?.at || '');
    const left = Math.ceil(Math.max(...labels.map(t => g.measureText(t).width))) + 6;
    this.box = {left, top: 2, width: width - left - 2, height: height - 20, classes: this.classes()};
    const {top, width: w, height: h} = this.box;
    g.fillStyle = color('card');
    g.fillRect(left, top, w, h);
    this.rows.forEach((r, i) => {
      const [y, next] = [i, i + 1].map(k => top + (k * h) / this.rows.length);
      for (const [slice, n] of r.cells) {
        const [x, end] = [slice, slice + 1].map(k => left + (k * w) / this.slices);
        g.fillStyle = color(`p${this.measure ? Picture.class_of(n[this.measure], this.box.classes) : Picture.class_of(n[0], this.box.classes)}`);
        g.fillRect(x, y, Math.max(1, end - x), Math.max(1, next - y));
      }
      g.fillStyle = color('accent');
      if (this.current?.(r)) g.fillRect(left - 5, y, 4, Math.max(3, next - y));
      if (!r.gap) return;
      g.fillStyle = color('quiet');
      g.fillRect(left - 4, y, 4, 1);
    });
    g.strokeStyle = color('line');
    g.strokeRect(left - 0.5, top - 0.5, w + 1, h + 1);
    g.fillStyle = color('quiet');
    g.textBaseline = 'top';
    g.fillText(labels[0], 0, top);
    if (this.rows.length > 1) g.fillText(labels[1], 0, top + h - 12);
    g.fillText('0', left, top + h + 4);
    g.textAlign = 'center';
    g.fillText('time, in accesses', left + w / 2, top + h + 4);
    g.textAlign = 'right';
    g.fillText(group(this.end), left + w, top + h + 4);
    g.textAlign = 'left';
    if (document.activeElement === this.canvas && this.rows.length) this.mark(g, color('ink'), color('card'));
    this.explain_colors();
  }

  /* The cell that it stands at, seen on any colour. */
  mark(g, ink, paper) {
    const {left, top, width, height} = this.box,
      w = width / this.slices,
      h = height / this.rows.length;
    for (const [style, by] of [
      [paper, 2],
      [ink, 1]
    ]) {
      g.strokeStyle = style;
      g.strokeRect(left + this.column * w - by, top + this.row * h - by, w + 2 * by, h + 2 * by);
    }
  }

  explain_colors() {
    const {classes} = this.box;
    const entry = (k, text) => [el('span', {class: 'entry'}, el('i', {class: `p${k}`}), el('span', {}, text))];
    this.legend.replaceChildren(
      el('b', {title: `${this.measures[this.measure]}, in a range of addresses and a slice of ${group(this.slice)} accesses`}, 'a cell:'),
      ...(this.measure ? entry(0, 'none, but accessed') : []),
      ...classes.flatMap(([low, high], k) =>
        entry(k + 6 - classes.length, low === high ? group(low) : `${group(low)}–${group(high)}`)
      )
    );
  }

  /* The cell below the mouse: [row, column], or null. */
  below(e) {
    if (!this.box || !this.rows.length) return null;
    const {left, top, width, height} = this.box,
      x = (e.offsetX - left) / width,
      y = (e.offsetY - top) / height;
    if (x < 0 || x >= 1 || y < 0 || y >= 1) return null;
    return [Math.floor(y * this.rows.length), Math.floor(x * this.slices)];
  }

  hover(e) {
    const cell = this.below(e);
    this.canvas.title = cell ? this.told(...cell) : '';
    if (cell) say(this.canvas.title);
  }

  facts(row, column) {
    const r = this.rows[row],
      n = r?.cells.get(column);
    if (!r) return [];
    return [
      ['Where', r.name],
      ['When', `accesses ${group(column * this.slice)} to ${group(Math.min(this.end, (column + 1) * this.slice))} of the run`],
      ...this.measures.map((name, k) => [name, n ? group(n[k]) : '0'])
    ];
  }

  told(row, column) {
    const [where, when, ...counts] = this.facts(row, column).map(f => f[1]);
    const one = name => name.replace(/^(access|miss)es/, '$1');
    return `${where}, ${when}: ${counts.map((n, k) => `${n} ${n === '1' ? one(this.measures[k]) : this.measures[k]}`).join(', ')}`;
  }

  to(e) {
    const cell = this.below(e);
    if (cell) [this.row, this.column] = cell;
    return cell;
  }

  pick() {
    this.paint();
    this.onpick?.(this.rows[this.row]);
    say(this.told(this.row, this.column));
    telling = this.canvas;
  }

  key(e) {
    if (e.ctrlKey || e.metaKey || e.altKey || !this.rows.length) return;
    const by = {ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0], Home: [0, -1e9], End: [0, 1e9]}[e.key];
    if (by) {
      this.row = clamp(this.row + by[0], 0, this.rows.length - 1);
      this.column = clamp(this.column + by[1], 0, this.slices - 1);
      this.pick();
    } else if (e.key === 'Enter') {
      this.pick();
      this.onopen?.(this.rows[this.row]);
    } else {
      return;
    }
    e.preventDefault();
  }
}
