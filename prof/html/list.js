/* A table of any length: only the rows in sight are elements, all of one height. Moved through by keys or mouse; the row
 * that it stands at is `at`.
 *   columns: [{name, width, number, key, title, pin}]; key: a column that can be sorted by; pin: it stays in sight where the
 *     list scrolls to the side
 *   cells(item): for each column a string, a node, or [string or node, class]
 *   classes(item), onopen(item), onmove(item), onsort(key) may be missing */
class List {
  constructor(options) {
    Object.assign(this, {items: [], at: -1, id: `list${++List.count}`}, options);
    this.rows = el('div', {class: 'rows', role: 'presentation'});
    this.view = el(
      'div',
      {
        class: 'view',
        role: 'rowgroup',
        tabindex: -1,
        onscroll: () => {
          this.head.parentNode.scrollLeft = this.view.scrollLeft;
          this.paint();
        }
      },
      this.rows
    );
    this.head = el('div', {class: 'row', role: 'row', 'aria-rowindex': 1});
    this.root = el(
      'div',
      {
        class: 'list',
        role: 'grid',
        tabindex: 0,
        'aria-label': this.label,
        onkeydown: e => this.key(e),
        onclick: e => this.click(e, false),
        ondblclick: e => this.click(e, true)
      },
      el('div', {class: 'top', role: 'rowgroup'}, this.head),
      this.view
    );
    this.root.style.setProperty('--columns', this.columns.map(c => c.width).join(' '));
    /* Where that is less than what the columns need, the list scrolls to the side. */
    this.root.style.setProperty(
      '--least',
      `${this.columns.reduce((all, c) => all + parseInt(c.width.replace('minmax(', ''), 10), 0)}px`
    );
    new ResizeObserver(() => this.paint()).observe(this.view);
  }

  headings() {
    this.head.replaceChildren(
      ...this.columns.map(c => {
        const sorted = c.key && this.sorted === c.key;
        const direction = c.number ? 'descending' : 'ascending';
        return el(
          'div',
          {
            class: 'cell' + (c.number ? ' n' : '') + (c.pin ? ' pin' : ''),
            role: 'columnheader',
            title: c.title,
            'aria-sort': sorted ? direction : null
          },
          c.key ? el('button', {onclick: () => this.onsort(c.key)}, c.name + (sorted ? (c.number ? ' ↓' : ' ↑') : '')) : c.name
        );
      })
    );
  }

  set(items, at) {
    this.items = items;
    this.at = items.length ? clamp(at ?? 0, 0, items.length - 1) : -1;
    this.root.setAttribute('aria-rowcount', items.length + 1);
    this.rows.style.height = `${items.length * List.ROW}px`;
    this.headings();
    this.reveal();
  }

  paint() {
    const first = Math.max(0, Math.floor(this.view.scrollTop / List.ROW) - 8);
    const last = Math.min(this.items.length, first + Math.ceil(this.view.clientHeight / List.ROW) + 16);
    const made = [];
    for (let i = first; i < last; i++) made.push(this.row(this.items[i], i));
    this.rows.replaceChildren(...made);
    if (this.at >= first && this.at < last) this.root.setAttribute('aria-activedescendant', `${this.id}-${this.at}`);
    else this.root.removeAttribute('aria-activedescendant');
  }

  row(item, i) {
    const cells = this.cells(item).map((cell, k) => {
      const [content, style] = Array.isArray(cell) ? cell : [cell, ''];
      const kind = `cell ${this.columns[k].number ? 'n ' : ''}${this.columns[k].code ? 'code ' : ''}${this.columns[k].pin ? 'pin ' : ''}${style}`;
      return el('div', {class: kind, role: 'gridcell', title: typeof content === 'string' ? content : null}, content);
    });
    const row = el(
      'div',
      {
        class: `row ${this.classes?.(item) || ''}${i === this.at ? ' active' : ''}`,
        role: 'row',
        id: `${this.id}-${i}`,
        'aria-rowindex': i + 2,
        'aria-selected': i === this.at ? 'true' : 'false'
      },
      ...cells
    );
    row.style.top = `${i * List.ROW}px`;
    return row;
  }

  /* Brings the row that it stands at, or row i, into sight. */
  reveal(i = this.at) {
    const top = i * List.ROW,
      height = this.view.clientHeight;
    if (i < 0) this.view.scrollTop = 0;
    else if (top < this.view.scrollTop) this.view.scrollTop = top;
    else if (top + List.ROW > this.view.scrollTop + height) this.view.scrollTop = top + List.ROW - height;
    this.paint();
  }

  /* The row that it stands at, in the upper half of what is in sight. */
  center() {
    this.view.scrollTop = Math.max(0, this.at * List.ROW - this.view.clientHeight / 3);
    this.paint();
  }

  move(to) {
    if (!this.items.length) return;
    this.at = clamp(to, 0, this.items.length - 1);
    this.reveal();
    this.onmove?.(this.items[this.at]);
  }

  key(e) {
    if (e.target.tagName === 'BUTTON' || e.ctrlKey || e.altKey || e.metaKey) return;
    const page = Math.max(1, Math.floor(this.view.clientHeight / List.ROW) - 1);
    const to = {
      ArrowDown: this.at + 1,
      ArrowUp: this.at - 1,
      PageDown: this.at + page,
      PageUp: this.at - page,
      Home: 0,
      End: this.items.length - 1
    }[e.key];
    if (to !== undefined) this.move(to);
    else if (e.key === 'Enter' && this.at >= 0) this.onopen?.(this.items[this.at]);
    else return;
    e.preventDefault();
  }

  click(e, twice) {
    const row = e.target.closest('.rows .row');
    if (!row) return;
    this.root.focus({preventScroll: true}); // not the part that scrolls, which is nearer
    this.move(+row.id.slice(this.id.length + 1));
    if (twice) this.onopen?.(this.items[this.at]);
  }
}
List.ROW = 24;
List.count = 0;
