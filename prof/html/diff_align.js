/* Two lists beside each other: the longest sequence that both have (by key) stands in the same rows; what is between is alone. */
const TABLE = 4e6; // cells of the table of an exact search

/* Pairs [i, j] of a and b, ascending in both, by the whole table. */
function by_table(a, b) {
  const n = a.length,
    m = b.length,
    best = new Uint16Array((n + 1) * (m + 1)),
    pairs = [];
  for (let i = n - 1; i >= 0; i--)
    for (let j = m - 1; j >= 0; j--)
      best[i * (m + 1) + j] =
        a[i] === b[j]
          ? best[(i + 1) * (m + 1) + j + 1] + 1
          : Math.max(best[(i + 1) * (m + 1) + j], best[i * (m + 1) + j + 1]);
  for (let i = 0, j = 0; i < n && j < m; )
    if (a[i] === b[j]) pairs.push([i++, j++]);
    else if (best[(i + 1) * (m + 1) + j] >= best[i * (m + 1) + j + 1]) i++;
    else j++;
  return pairs;
}

/* The keys that stand once in each, of them the longest sequence that ascends in both. */
function anchors(a, b) {
  const once = list => {
    const at = new Map();
    list.forEach((k, i) => at.set(k, at.has(k) ? -1 : i));
    return at;
  };
  const inB = once(b),
    all = [...once(a)].filter(([k, i]) => i >= 0 && inB.get(k) >= 0).map(([k, i]) => [i, inB.get(k)]),
    tails = [];
  for (const p of all) {
    let low = 0,
      high = tails.length;
    while (low < high) {
      const mid = (low + high) >> 1;
      if (tails[mid][1] < p[1]) low = mid + 1;
      else high = mid;
    }
    p.before = tails[low - 1];
    tails[low] = p;
  }
  const found = [];
  for (let p = tails[tails.length - 1]; p; p = p.before) found.unshift([p[0], p[1]]);
  return found;
}

function matching(a, b) {
  let first = 0,
    last = 0;
  while (first < a.length && first < b.length && a[first] === b[first]) first++;
  while (last < a.length - first && last < b.length - first && a[a.length - 1 - last] === b[b.length - 1 - last]) last++;
  const x = a.slice(first, a.length - last),
    y = b.slice(first, b.length - last),
    pairs = Array.from({length: first}, (_, i) => [i, i]);
  if (x.length * y.length <= TABLE) {
    for (const [i, j] of by_table(x, y)) pairs.push([first + i, first + j]);
  } else {
    let [p, q] = [0, 0];
    const ends = anchors(x, y);
    for (const [i, j] of ends.length ? [...ends, [x.length, y.length]] : []) {
      for (const [k, l] of matching(x.slice(p, i), y.slice(q, j))) pairs.push([first + p + k, first + q + l]);
      if (i < x.length) pairs.push([first + i, first + j]);
      [p, q] = [i + 1, j + 1];
    }
  }
  for (let k = last; k > 0; k--) pairs.push([a.length - k, b.length - k]);
  return pairs;
}

/* Rows {of: [from a, from b], same}: what both have in one; with `beside`, what is between two of these side by side. */
function align(a, b, key, beside = false) {
  const rows = [];
  let i = 0,
    j = 0;
  for (const [p, q] of [...matching(a.map(key), b.map(key)), [a.length, b.length]]) {
    while (i < p || j < q) {
      const left = i < p,
        right = j < q && (beside || !left);
      rows.push({of: [left ? a[i++] : undefined, right ? b[j++] : undefined], same: false});
    }
    if (p < a.length) rows.push({of: [a[i++], b[j++]], same: true});
  }
  return rows;
}
