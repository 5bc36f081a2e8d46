/* A table of any length: only the rows in sight are elements, all of one height. Moved through by keys or mouse; the row
 * that it stands at is `at`, and those from there to `from` are picked.
 *   columns: [{name, width, number, by, title, pin, sought}]; by(item): what the column is sorted by, if it can be; pin: it
 *     stays in sight where the list scrolls to the side; sought: a search looks into it
 *   cells(item): for each column a string, {name} that is shortened to fit, a node, or [one of these, class]
 *   none: what is said where there are no items
 *   text(item): what a search looks into, if it marks rows and does not take others away
 *   classes(item), onopen(item), onmove(item) may be missing */
class List {
  constructor(options) {
    Object.assign(this, {items: [], at: -1, from: -1, id: `list${++List.count}`, made: new Map()}, options);
    this.rows = el('div', {class: 'rows', role: 'rowgroup'});
    this.head = el('div', {class: 'row', role: 'row', 'aria-rowindex': 1});
    this.root = el(
      'div',
      {
        class: 'list',
        role: 'grid',
        tabindex: 0,
        'aria-label': this.label,
        'aria-multiselectable': 'true',
        onscroll: () => this.paint(true),
        onfocus: () => {
          telling = this.root;
        },
        onkeydown: e => this.key(e),
        onclick: e => this.click(e),
        ondblclick: e => {
          if (this.row_of(e) >= 0) this.onopen?.(this.items[this.at]);
        },
        oncopy: e => this.copy(e)
      },
      el('div', {class: 'top', role: 'rowgroup'}, this.head),
      this.rows
    );
    this.root.tell = () => this.details();
    this.lay();
    new ResizeObserver(() => this.paint()).observe(this.root);
    for (const [event, rows] of [
      ['beforeprint', List.PRINTED],
      ['afterprint', 0]
    ])
      addEventListener(event, () => {
        this.printed = rows;
        if (this.root.clientHeight) this.paint();
      });
  }

  /* The columns have their widths, anew when one has changed. */
  lay() {
    this.root.style.setProperty('--columns', this.columns.map(c => c.width).join(' '));
    /* Where that is less than what the columns need, the list scrolls to the side. */
    this.root.style.setProperty(
      '--least',
      `${this.columns.reduce((all, c) => all + parseInt(c.width.replace('minmax(', ''), 10), 0)}px`
    );
  }

  /* The order is that of a column; once more, and it is the other way round. */
  sort(column) {
    const down = Boolean(column.number);
    this.order = {column, down: this.order?.column === column ? !this.order.down : down};
    this.set(this.items, 0);
    say(`sorted by ${column.name}, ${this.order.down ? 'descending' : 'ascending'}`);
  }

  sorted(items) {
    if (!this.order) return items;
    const {column, down} = this.order,
      value = new Map(items.map(x => [x, column.by(x)])),
      sign = down ? -1 : 1;
    return [...items].sort((a, b) => {
      const p = value.get(a),
        q = value.get(b);
      if (p == null || q == null) return (p == null) - (q == null); // what is not known comes last
      return p < q ? -sign : p > q ? sign : 0;
    });
  }

  headings() {
    this.head.replaceChildren(
      ...this.columns.map(c => {
        const sorted = c.by && this.order?.column === c,
          down = sorted && this.order.down;
        return el(
          'div',
          {
            class: 'cell' + (c.number ? ' n' : '') + (c.pin ? ' pin' : ''),
            role: 'columnheader',
            title: c.title,
            'aria-sort': sorted ? (down ? 'descending' : 'ascending') : null
          },
          c.by ? el('button', {onclick: () => this.sort(c)}, c.name + (sorted ? (down ? ' ↓' : ' ↑') : '')) : c.name
        );
      })
    );
  }

  /* at: the index in `items` of the one to stand at, wherever the order puts it. */
  set(items, at) {
    const here = items[clamp(at ?? 0, 0, items.length - 1)],
      first = items === this.items; // it was the order that changed
    const focused = this.head.contains(document.activeElement)
      ? [...this.head.querySelectorAll('button')].indexOf(document.activeElement)
      : -1;
    this.items = this.sorted(items);
    this.at = this.from = first ? Math.min(0, items.length - 1) : this.items.indexOf(here);
    this.root.setAttribute('aria-rowcount', items.length + 1);
    this.rows.style.height = `${Math.max(1, items.length) * List.ROW}px`;
    this.headings();
    if (focused >= 0) this.head.querySelectorAll('button')[focused]?.focus();
    this.reveal();
  }

  /* Height of the rows in sight, below the head. */
  height() {
    return this.root.clientHeight - List.HEAD;
  }

  /* scrolled: what is there already is right. It stays, and with it what is selected in it. */
  paint(scrolled = false) {
    const whole = this.printed >= this.items.length; // on paper, from the first row on
    const first = whole ? 0 : Math.max(0, Math.floor(this.root.scrollTop / List.ROW) - (this.printed ? 0 : 8));
    const last = Math.min(this.items.length, first + (this.printed || Math.ceil(this.height() / List.ROW) + 16));
    const before = scrolled ? this.made : new Map();
    this.made = new Map();
    this.widths = [...this.head.children].map(c => c.clientWidth);
    if (!scrolled)
      this.rows.replaceChildren(...(this.items.length || !this.none ? [] : [el('div', {class: 'empty', role: 'row'}, el('span', {role: 'gridcell'}, this.none()))]));
    for (const [i, row] of before) if (i < first || i >= last) row.remove();
    let behind = null;
    for (let i = last - 1; i >= first; i--) {
      const row = before.get(i) || this.row(this.items[i], i);
      if (!before.has(i)) this.rows.insertBefore(row, behind);
      this.made.set(i, row);
      behind = row;
    }
    if (this.made.has(this.at)) this.root.setAttribute('aria-activedescendant', `${this.id}-${this.at}`);
    else this.root.removeAttribute('aria-activedescendant');
  }

  row(item, i) {
    const [low, high] = this.picked();
    const cells = this.cells(item).map((cell, k) => {
      const [content, style] = Array.isArray(cell) ? cell : [cell, ''];
      const text =
        content.name === undefined || content instanceof Node ? content : fit(content.name, (this.widths[k] - 14) / 7.23);
      const kind = `cell ${this.columns[k].number ? 'n ' : ''}${this.columns[k].code ? 'code ' : ''}${this.columns[k].pin ? 'pin ' : ''}${this.columns[k].sought && matches(content.textContent ?? content.name ?? content) ? 'hit ' : ''}${style}`;
      return el('div', {class: kind, role: 'gridcell', title: content instanceof Node ? null : (content.name ?? content)}, text);
    });
    const row = el(
      'div',
      {
        class: `row ${this.classes?.(item) || ''}${i === this.at ? ' active' : ''}${low < high && i >= low && i <= high ? ' picked' : ''}`,
        role: 'row',
        id: `${this.id}-${i}`,
        'aria-rowindex': i + 2,
        'aria-selected': i >= low && i <= high ? 'true' : 'false'
      },
      ...cells
    );
    row.style.top = `${i * List.ROW}px`;
    return row;
  }

  /* Brings the row that it stands at, or row i, into sight. */
  reveal(i = this.at) {
    const top = i * List.ROW,
      height = this.height();
    if (i < 0) this.root.scrollTop = 0;
    else if (top < this.root.scrollTop) this.root.scrollTop = top;
    else if (top + List.ROW > this.root.scrollTop + height) this.root.scrollTop = top + List.ROW - height;
    this.paint();
  }

  /* The row that it stands at, in the upper half of what is in sight. */
  center() {
    this.root.scrollTop = Math.max(0, this.at * List.ROW - this.height() / 3);
    this.paint();
  }

  /* further: the rows on the way are picked, too. */
  move(to, further = false) {
    if (!this.items.length) return;
    this.at = clamp(to, 0, this.items.length - 1);
    if (!further) this.from = this.at;
    this.reveal();
    this.onmove?.(this.items[this.at]);
    telling = this.root;
  }

  key(e) {
    if (e.target.tagName === 'BUTTON' || e.altKey) return;
    if ((e.ctrlKey || e.metaKey) && e.key === 'a') {
      this.from = 0;
      this.at = this.items.length - 1;
      this.paint();
      e.preventDefault();
    }
    if (e.ctrlKey || e.metaKey) return;
    const page = Math.max(1, Math.floor(this.height() / List.ROW) - 1);
    const to = {
      ArrowDown: this.at + 1,
      ArrowUp: this.at - 1,
      PageDown: this.at + page,
      PageUp: this.at - page,
      Home: 0,
      End: this.items.length - 1
    }[e.key];
    if (to !== undefined) this.move(to, e.shiftKey);
    else if (e.key === 'n' || e.key === 'N') this.seek(e.key === 'n' ? 1 : -1);
    else if (e.key === 'Enter' && this.at >= 0) this.onopen?.(this.items[this.at]);
    else return;
    e.preventDefault();
  }

  hit(item) {
    return this.text !== undefined && matches(this.text(item));
  }

  hits() {
    return sum(this.items, x => this.hit(x));
  }

  /* To the next row that was searched for, or the one before; from the end it goes on at the beginning. */
  seek(by) {
    const all = this.items.length;
    for (let k = 1; k <= all; k++) {
      const i = (this.at + by * k + all * k) % all;
      if (this.hit(this.items[i])) return this.move(i);
    }
    say(state.query ? `“${state.query}” is not here` : 'nothing is searched for: / begins a search');
  }

  row_of(e) {
    const row = e.target.closest('.rows .row');
    return row ? +row.id.slice(this.id.length + 1) : -1;
  }

  click(e) {
    const i = this.row_of(e);
    if (i < 0 || !getSelection().isCollapsed) return; // text was selected by the mouse
    this.root.focus({preventScroll: true});
    this.move(i, e.shiftKey);
  }

  /* First and last of what is picked. */
  picked() {
    return this.from < 0 ? [this.at, this.at] : [Math.min(this.at, this.from), Math.max(this.at, this.from)];
  }

  /* The cells of an item as text, whole. */
  texts(item) {
    return this.cells(item).map(cell => {
      const content = Array.isArray(cell) ? cell[0] : cell;
      return content instanceof Node ? content.textContent || content.getAttribute('aria-label') || '' : (content.name ?? content);
    });
  }

  /* Rows are copied as lines of cells with tabs between them: those that are selected by the mouse, or else the picked ones. A
   * selection inside of one row is copied as it is. */
  copy(e) {
    const selection = getSelection(),
      touched = [...this.made].filter(([, row]) => !selection.isCollapsed && selection.containsNode(row, true)).map(([i]) => i);
    if (touched.length === 1) return;
    const [low, high] = touched.length ? [Math.min(...touched), Math.max(...touched)] : this.picked();
    e.clipboardData.setData(
      'text/plain',
      this.items
        .slice(low, high + 1)
        .map(x => this.texts(x).join('\t') + '\n')
        .join('')
    );
    e.preventDefault();
    say(`copied ${high - low ? `${group(high - low + 1)} rows` : 'a row'}`);
  }

  /* The row that it stands at, with nothing cut and every column explained. */
  details() {
    if (this.at < 0) return;
    const texts = this.texts(this.items[this.at]);
    explain(
      this.label,
      this.columns.map((c, k) => [c.name, texts[k], c.title])
    );
  }
}
List.ROW = 24;
List.HEAD = 29;
List.PRINTED = 400; // rows on paper
List.count = 0;
