/* Where code jumps to inside of its function, drawn beside it: a lane for each jump, the short ones next to the code; what goes
 * back is a loop. */
const JUMP_LANES = 5,
  LANE = 7;

/* For each instruction of the list the parts of lanes in its row: {lane, back, from, to, above, below}. */
function jumpLanes(fn, list) {
  const call = x => /\bbr\.call\b/.test(x.text) || (/^b,l/.test(x.text) && !/,r0\b/.test(x.text));
  const at = new Map(list.map((x, i) => [x.offset, i])),
    jumps = list
      .map((x, from) => ({from, to: x.jump?.fn === fn && !call(x) ? at.get(x.jump.offset) : undefined}))
      .filter(j => j.to !== undefined)
      .map(j => ({...j, low: Math.min(j.from, j.to), high: Math.max(j.from, j.to)}))
      .sort((a, b) => a.high - a.low - (b.high - b.low) || a.low - b.low);
  const taken = Array.from({length: JUMP_LANES}, () => []),
    rows = new Map();
  let lanes = 0;
  for (const j of jumps) {
    const lane = taken.findIndex(in_it => in_it.every(o => o.high < j.low || o.low > j.high));
    if (lane < 0) continue; // no room: the instruction says where it goes
    taken[lane].push(j);
    lanes = Math.max(lanes, lane + 1);
    for (let i = j.low; i <= j.high; i++) {
      if (!rows.has(list[i])) rows.set(list[i], []);
      rows.get(list[i]).push({lane, back: j.to <= j.from, from: i === j.from, to: i === j.to, above: i > j.low, below: i < j.high});
    }
  }
  return {rows, lanes};
}

function drawJumps(parts, lanes) {
  const width = lanes * LANE + 5,
    middle = List.ROW / 2,
    picture = svg('svg', {class: 'jumps', width, height: List.ROW, 'aria-hidden': 'true'});
  for (const p of parts) {
    const x = (lanes - p.lane) * LANE - 4,
      style = p.back ? 'back' : 'on';
    const line = (x1, y1, x2, y2) => picture.append(svg('line', {class: style, x1, y1, x2, y2}));
    if (p.above) line(x, 0, x, middle);
    if (p.below) line(x, middle, x, List.ROW);
    if (p.from || p.to) line(x, middle, width - (p.to ? 4 : 0), middle);
    if (p.to) picture.append(svg('path', {class: style, d: `M${width - 5} ${middle - 3}L${width} ${middle}L${width - 5} ${middle + 3}Z`}));
  }
  return picture;
}
