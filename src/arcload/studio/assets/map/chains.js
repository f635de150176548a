const SHARPEST = Math.cos(Math.PI / 3); // a name does not go on around a sharper bend

/**
 * Lines of streets that bear one name and follow one another, so that a name can stand along
 * several. Each has its points on the grid in a row, their box and its length; longest first.
 */
export function chainsOf(streets, nodes) {
  const { count, ends, name, drawn } = streets;
  const at = Array.from({ length: nodes }, () => []); // ends of streets: 2 * street + end
  ends.forEach((node, end) => {
    if (node >= 0) at[node].push(end);
  });
  const used = new Uint8Array(count);
  const headings = headingsOf(streets);
  const onward = (end) => {
    let [best, straightest] = [-1, SHARPEST];
    for (const other of at[ends[end]] || []) {
      if (used[other >> 1] || name[other >> 1] !== name[end >> 1]) continue;
      const straight = -(headings[2 * end] * headings[2 * other] + headings[2 * end + 1] * headings[2 * other + 1]);
      if (straight > straightest) [best, straightest] = [other, straight];
    }
    return best;
  };
  /** Go on from one end of a street; each further one is noted by the end at which it is entered. */
  const grow = (end) => {
    const entered = [];
    for (let next = onward(end); next >= 0; next = onward(next ^ 1)) {
      used[next >> 1] = 1;
      entered.push(next);
    }
    return entered;
  };
  const chains = [];
  for (const street of Uint32Array.from(drawn.keys()).sort((a, b) => drawn[b] - drawn[a])) {
    if (used[street]) continue;
    used[street] = 1;
    const ahead = grow(2 * street + 1);
    const back = grow(2 * street).reverse().map((end) => end ^ 1);
    chains.push(chainOf(streets, [...back, 2 * street, ...ahead]));
  }
  return chains.sort((a, b) => b.length - a.length);
}

/** The directions, x and y in a row, in which streets leave the network at their ends. */
function headingsOf({ count, points, first }) {
  const headings = new Float32Array(4 * count);
  for (let end = 0; end < 2 * count; end += 1) {
    const last = first[(end >> 1) + 1] - 1;
    const to = end & 1 ? last : first[end >> 1];
    const from = end & 1 ? last - 1 : to + 1;
    const dx = points[2 * to] - points[2 * from];
    const dy = points[2 * to + 1] - points[2 * from + 1];
    const span = Math.hypot(dx, dy) || 1;
    headings[2 * end] = dx / span;
    headings[2 * end + 1] = dy / span;
  }
  return headings;
}

/** The line of streets that are entered at some ends. */
function chainOf({ points, first, name, names, boxes, drawn }, entered) {
  const line = [];
  const box = [Infinity, Infinity, -Infinity, -Infinity];
  let length = 0;
  for (const end of entered) {
    const street = end >> 1;
    const [low, high] = [first[street], first[street + 1] - 1];
    for (let at = low + (line.length > 0); at <= high; at += 1) {
      const from = 2 * (end & 1 ? low + high - at : at);
      line.push(points[from], points[from + 1]);
    }
    length += drawn[street];
    for (const side of [0, 1]) {
      box[side] = Math.min(box[side], boxes[4 * street + side]);
      box[side + 2] = Math.max(box[side + 2], boxes[4 * street + side + 2]);
    }
  }
  return { name: names[name[entered[0] >> 1]], line: Float32Array.from(line), box, length };
}
