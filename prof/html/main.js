/* The frame around the views: tabs, cost, search, keys. */
function show(name, focus) {
  state.tab = name;
  say('');
  telling = null;
  for (const view of views) {
    const on = view.name === name;
    view.tab.setAttribute('aria-selected', String(on));
    view.tab.tabIndex = on ? 0 : -1;
    view.panel.hidden = !on;
    if (on) view.tab.scrollIntoView({block: 'nearest', inline: 'nearest'}); // on a phone there is no room for all
    if (!on) continue;
    timeline.shown(view);
    draw(view);
    if (focus) view.panel.querySelector('[role=tree], [role=grid]:not([hidden])')?.focus({preventScroll: true});
    byId('more').disabled = !teller();
  }
  search(); // what it finds depends on the view
}

function choose(name, focus) {
  change({tab: name});
  show(name, focus);
}

function tabs() {
  views.forEach((view, i) => {
    view.stale = true;
    view.panel = el('section', {
      role: 'tabpanel',
      id: `panel-${view.name}`,
      'aria-labelledby': `tab-${view.name}`,
      hidden: true
    });
    view.tab = el(
      'button',
      {
        role: 'tab',
        id: `tab-${view.name}`,
        'data-name': view.title,
        'aria-controls': view.panel.id,
        'aria-keyshortcuts': i + 1,
        onclick: () => choose(view.name),
        onkeydown: e => {
          const by = {ArrowRight: 1, ArrowLeft: -1}[e.key];
          if (!by) return;
          e.preventDefault();
          const next = views[(i + by + views.length) % views.length];
          choose(next.name);
          next.tab.focus();
        }
      },
      view.title
    );
    byId('tabs').append(view.tab);
    byId('main').append(view.panel);
  });
  byId('last-tab').textContent = views.length;
}

function setEvent(event) {
  for (const button of byId('events').children) {
    const on = button.textContent === event;
    button.setAttribute('aria-checked', String(on));
    button.tabIndex = on ? 0 : -1;
  }
  change({event});
  for (const draw of chosen) draw();
  search();
}

const usable = event => data.totals[event] > 0;
function nextEvent(by) {
  const some = EVENTS.filter(usable);
  if (some.length) setEvent(some[(some.indexOf(state.event) + by + some.length) % some.length]);
}

function events() {
  byId('events').replaceChildren(
    ...EVENTS.map(event =>
      el(
        'button',
        {
          role: 'radio',
          disabled: !usable(event),
          onclick: () => setEvent(event),
          onkeydown: e => {
            const by = {ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1}[e.key];
            if (!by) return;
            e.preventDefault();
            nextEvent(by);
            byId('events').querySelector('[aria-checked=true]').focus();
          }
        },
        event
      )
    )
  );
}

function search() {
  const query = byId('search').value.trim().toLowerCase();
  if (query !== state.query) change({query});
  const [text, title] = query ? found() : ['', ''];
  byId('found').textContent = text;
  byId('found').title = title;
}

/* What a search has found, and what the numbers are. */
function found() {
  const some = functions.filter(f => matches(f.name)),
    here = views.find(v => v.name === state.tab).hits?.();
  if (!some.length && !here) return ['none found', ''];
  if (here !== undefined)
    return [
      `${group(some.length)} found, ${group(here)} here`,
      'Functions; and rows of this view: n and N go to the next and the one before'
    ];
  const share = state.tab === 'flame' ? flame.found() : sum(some, f => f[state.event]);
  return [
    `${group(some.length)} found, ${percent(share, data.totals[state.event])} %`,
    state.tab === 'flame' ? 'Share of the chains of calls that one of them is in' : 'Their share without what they called'
  ];
}

/* Of the list that is pointed at; or of the view's only one, or first. */
const teller = () =>
  telling?.isConnected ? telling : document.querySelector('section:not([hidden]) :is([role=grid]:not([hidden]), [role=tree])');
const more = () => teller()?.tell();

function endSearch() {
  byId('search').value = '';
  search();
}

function keys(e) {
  if (e.ctrlKey || e.altKey || e.metaKey || byId('details').open) return;
  const field = /^(INPUT|SELECT)$/.test(e.target.tagName);
  if (e.target.id === 'search' && (e.key === 'Escape' || e.key === 'Enter')) {
    if (e.key === 'Escape') endSearch();
    else search();
    const first = e.key === 'Enter' && state.query ? functions.findIndex((f, i) => data.code[i] && matches(f.name)) : -1;
    if (first >= 0) change({fn: first}); // the hottest
    show(state.tab, true);
    const view = views.find(v => v.name === state.tab);
    if (e.key === 'Enter' && first < 0 && view.hits?.()) view.seek();
    e.preventDefault();
  } else if (field) {
    return;
  } else if (e.key === '/') {
    byId('search').focus();
    byId('search').select();
    e.preventDefault();
  } else if (e.key === 'e') {
    nextEvent(1);
  } else if (e.key === 'i') {
    more();
  } else if (e.key === 'Escape' && !e.defaultPrevented) {
    if (state.query) endSearch();
    else if (history.state?.steps) history.back();
  } else if (views[e.key - 1]) {
    choose(views[e.key - 1].name, true);
  }
}

/* To where the address of the page leads. back: a step was taken back, and what is looked at stays that of now. */
function arrive(back = false) {
  const wanted = new URLSearchParams(location.hash.slice(1));
  const all = functions.filter(f => f.name === wanted.get('function') && data.code[f.index]),
    fn = (all.find(f => f.address === wanted.get('address')) ?? all[0])?.index;
  if (fn >= 0) state.fn = fn;
  state.tab = views.some(v => v.name === wanted.get('view')) ? wanted.get('view') : 'flame';
  timeline.arrive(wanted.get('slices'));
  setEvent(
    !back && EVENTS.includes(wanted.get('event')) && usable(wanted.get('event'))
      ? wanted.get('event')
      : [state.event, ...EVENTS].find(usable) || 'cycles'
  );
  show(state.tab, true);
}

function begin() {
  const details = byId('details');
  head();
  timeline.begin();
  tabs();
  events();
  document.body.classList.add('ready'); // what cannot be seen cannot have the focus
  arrive();
  byId('search').addEventListener('input', search);
  byId('more').addEventListener('click', more);
  byId('close').addEventListener('click', () => details.close());
  details.addEventListener('click', e => {
    if (e.target === details) details.close(); // beside it
  });
  document.addEventListener('keydown', keys);
  addEventListener('popstate', e => arrive(e.state !== null)); // an address that was typed has no state
}
begin();
