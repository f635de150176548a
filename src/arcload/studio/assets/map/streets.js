export const CLOSED = 1;
export const NO_SERVICE = 2;
export const CHANGED = 4;

/**
 * The streets of a network as arrays, which the map and its painter both read. Points lie on the
 * network's grid, x and y in a row; those of a street begin at `first[street]`.
 */
export function streetsOf(network) {
  const { course, name, names, demand, oneWay, flags } = network.streets;
  const count = course.length;
  const first = new Uint32Array(count + 1);
  course.forEach((steps, street) => {
    first[street + 1] = first[street] + steps.length / 2;
  });
  const streets = {
    count,
    names,
    first,
    points: new Float32Array(2 * first[count]),
    boxes: new Float32Array(4 * count), // left, top, right, bottom
    drawn: new Float32Array(count), // lengths on the grid
    middles: new Float32Array(2 * count),
    ends: new Int32Array(2 * count), // nodes at tail and head, -1 where none is drawn
    name: Uint32Array.from(name),
    demand: Float64Array.from(demand),
    oneWay: Uint8Array.from(oneWay),
    flags: Uint8Array.from(flags),
  };
  const nodes = new Map(network.nodes.at.map(([x, y], node) => [spot(x, y), node]));
  course.forEach((steps, street) => lay(streets, nodes, street, steps));
  const lengths = streets.drawn.slice().sort();
  return { ...streets, typical: lengths[count >> 1] || 1 }; // half of the streets are longer
}

/** Lay out one street from its first point and the steps to the others. */
function lay(streets, nodes, street, steps) {
  const { points, boxes, drawn, middles, ends, first } = streets;
  const start = 2 * first[street];
  points.set(steps, start);
  let [left, top, right, bottom, length] = [steps[0], steps[1], steps[0], steps[1], 0];
  for (let at = start + 2; at < start + steps.length; at += 2) {
    length += Math.hypot(points[at], points[at + 1]);
    points[at] += points[at - 2];
    points[at + 1] += points[at - 1];
    left = Math.min(left, points[at]);
    top = Math.min(top, points[at + 1]);
    right = Math.max(right, points[at]);
    bottom = Math.max(bottom, points[at + 1]);
  }
  boxes.set([left, top, right, bottom], 4 * street);
  drawn[street] = length;
  middles.set(middleOf(points, start, start + steps.length, length / 2), 2 * street);
  const last = start + steps.length - 2;
  ends[2 * street] = nodes.get(spot(points[start], points[start + 1])) ?? -1;
  ends[2 * street + 1] = nodes.get(spot(points[last], points[last + 1])) ?? -1;
}

/** A number for a point of the grid, whose sides have fewer steps than a million. */
const spot = (x, y) => 1e6 * y + x;

function middleOf(points, start, end, half) {
  let left = half;
  for (let at = start + 2; at < end; at += 2) {
    const dx = points[at] - points[at - 2];
    const dy = points[at + 1] - points[at - 1];
    const step = Math.hypot(dx, dy);
    if (step >= left && step > 0) {
      return [points[at - 2] + (left / step) * dx, points[at - 1] + (left / step) * dy];
    }
    left -= step;
  }
  return [points[start], points[start + 1]];
}

/** Whether a street needs service. */
export function needsService(streets, street) {
  return streets.demand[street] > 0 && !(streets.flags[street] & (NO_SERVICE | CLOSED));
}
