/* PA-RISC: each branch with its delay slot, and every instruction that was nullified. */
const delays = (() => {
  const BRANCH = /^(b|bl|ble|be|bv|bve|blr|gate|bb|bvb|(cmp|com|add|mov)i?b[tf]?)(,|\s|$)/;
  let list = null,
    tiles = null,
    bar = null,
    only = null,
    all = true,
    last = -1;

  const branch = insn => BRANCH.test(insn.text);
  const use = x =>
    !x.slot
      ? ''
      : x.slot.text === 'nop'
        ? 'nop'
        : off(x.slot) === x.slot.slots && x.slot.slots
          ? 'always nullified'
          : off(x.slot)
            ? 'nullified at times'
            : 'filled';

  /* A branch and the instruction behind it; else an instruction that something other than a branch nullified. */
  function rows(fn) {
    const code = listing(fn),
      found = [];
    code.forEach((insn, i) => {
      const before = code[i - 1];
      if (branch(insn)) found.push({insn, slot: code[i + 1]?.offset === insn.offset + 4 ? code[i + 1] : null, fn});
      else if (off(insn) && before && !branch(before)) found.push({insn: before, slot: insn, fn, skip: true});
    });
    return found.filter(x => x.insn.slots);
  }

  const tile = (value, name, title) => el('div', {title}, el('b', {}, value), el('span', {}, name));

  function counts(rowsOf, slots) {
    const branches = rowsOf.filter(x => !x.skip && x.slot),
      executed = sum(branches, x => x.slot.slots);
    const nops = sum(
        branches.filter(x => x.slot.text === 'nop'),
        x => x.slot.instructions
      ),
      nullified = sum(branches, x => off(x.slot));
    const skipped = sum(
      rowsOf.filter(x => x.skip),
      x => off(x.slot)
    );
    tiles.replaceChildren(
      tile(group(executed), 'delay slots issued'),
      tile(`${percent(executed - nops - nullified, executed)} %`, 'did work'),
      tile(`${percent(nops, executed)} %`, 'nops'),
      tile(`${percent(nullified, executed)} %`, 'nullified'),
      tile(group(skipped), 'nullified by other conditions', 'By instructions that are no branches'),
      tile(`${percent(nops + nullified + skipped, slots)} %`, 'of issues lost', 'To nops in delay slots and to nullification')
    );
  }

  function start(panel) {
    list = new List({
      label: 'Branches and their delay slots',
      text: x => `${x.insn.text}\n${x.slot?.text || ''}\n${functions[x.fn].name}`,
      onopen: x => open(x.fn),
      onmove: x => say(`${functions[x.fn].name}: ${x.insn.text}  /  ${x.slot ? x.slot.text : 'no slot'}`),
      columns: [
        {
          name: 'Lost',
          width: room(80, most.insn),
          number: true,
          by: x => (x.slot ? lost(x) : 0),
          title: 'Issues of the slot that were nops or nullified'
        },
        {name: '% of slot', width: '78px', number: true, by: x => (x.slot?.slots ? lost(x) / x.slot.slots : 0)},
        {name: 'Issued', width: room(80, most.insn), number: true, by: x => x.slot?.slots || 0},
        {name: 'Nullified', width: room(80, most.insn), number: true, by: x => (x.slot ? off(x.slot) : 0)},
        {name: 'Slot', width: '126px', by: kind},
        {name: 'Address', width: '80px', by: address, code: true},
        {name: 'Branch, or what nullified', width: 'minmax(200px, 3fr)', by: x => x.insn.text, code: true, sought: true},
        {name: 'In its slot, or nullified', width: 'minmax(130px, 2fr)', by: x => x.slot?.text || '', code: true, sought: true},
        {name: 'Function', width: 'minmax(90px, 1fr)', by: x => functions[x.fn].name, code: true, pin: true, sought: true}
      ],
      cells: x => [
        [x.slot ? group(lost(x)) : '', `h${heat(x.slot ? lost(x) : 0, list.worst)}`],
        x.slot ? percent(lost(x), x.slot.slots) : '',
        x.slot ? group(x.slot.slots) : '',
        x.slot && off(x.slot) ? group(off(x.slot)) : '',
        kind(x),
        [address(x), 'quiet'],
        x.insn.text,
        x.slot ? x.slot.text : '',
        {name: functions[x.fn].name}
      ]
    });
    list.order = {column: list.columns[0], down: true};
    only = chooser();
    bar = el('div', {class: 'bar'});
    tiles = el('div', {class: 'tiles'});
    panel.classList.add('three');
    panel.replaceChildren(bar, tiles, list.root);
  }

  const kind = x => (x.skip ? 'conditional skip' : use(x));
  const address = x => hex(functions[x.fn].address, x.insn.offset);
  const lost = x => (x.slot.text === 'nop' ? x.slot.slots : off(x.slot));

  function draw(panel) {
    if (!list) start(panel);
    if (!data.code[state.fn])
      return panel.replaceChildren(
        el('p', {class: 'empty'}, 'No function of this profile has code: it was made without symbols.')
      );
    const which = all ? functions.map((_, i) => i).filter(i => data.code[i] && functions[i].slots) : [state.fn];
    const items = which.flatMap(rows);
    const whole = el(
      'button',
      {
        class: 'button',
        'aria-pressed': String(all),
        onclick: () => {
          all = !all;
          last = -1;
          draw(panel);
        }
      },
      all ? 'One function only' : 'All functions'
    );
    only.disabled = all;
    only.value = state.fn;
    items.sort((a, b) => b.insn.slots - a.insn.slots); // among those that lost the same
    bar.replaceChildren(
      whole,
      only,
      el(
        'span',
        {class: 'facts'},
        items.length === 1
          ? 'A branch or skip that was executed'
          : `${group(items.length)} branches and skips that were executed, by what they lost`
      )
    );
    counts(
      items,
      sum(which, i => functions[i].slots)
    );
    list.worst = largest(items, x => (x.slot ? lost(x) : 0));
    const here = list.items[list.at];
    const most = items.findIndex(x => x.slot && lost(x) === list.worst);
    list.set(items, last === state.fn ? items.findIndex(x => x.insn === here?.insn) : most);
    last = state.fn;
  }

  return {name: 'slots', title: 'Delay slots', timed: true, draw, hits: () => list?.hits() ?? 0, seek: () => list.seek(1)};
})();
if (!itanium && data.isa === 'parisc') views.push(delays);
