const byId = (id) => document.getElementById(id);

const data = JSON.parse(byId("data").textContent);
const FORWARD = 1;
const SERVED = 2;

/** The course of every street: its points x, y in a row, and how far along each of them is. */
const streets = data.streets.course.map((steps, index) => {
  const points = Float64Array.from(steps);
  const along = new Float64Array(points.length / 2);
  const box = [points[0], points[1], points[0], points[1]];
  for (let at = 2; at < points.length; at += 2) {
    along[at / 2] = along[at / 2 - 1] + Math.hypot(points[at], points[at + 1]);
    points[at] += points[at - 2];
    points[at + 1] += points[at - 1];
    box[0] = Math.min(box[0], points[at]);
    box[1] = Math.min(box[1], points[at + 1]);
    box[2] = Math.max(box[2], points[at]);
    box[3] = Math.max(box[3], points[at + 1]);
  }
  return {
    points,
    along,
    box,
    drawn: along[along.length - 1],
    name: data.streets.names[data.streets.name[index]],
    demand: data.streets.demand[index],
    oneWay: data.streets.oneWay[index],
  };
});

/** A tour: its crossings, and what was driven and spent before each of them. */
function decodeTour(tour) {
  const times = new Map();
  const crossings = tour.edge.map((edge, index) => {
    const forward = (tour.flags[index] & FORWARD) > 0;
    const served = (tour.flags[index] & SERVED) > 0;
    const way = 2 * edge + forward;
    if (!served) times.set(way, (times.get(way) || 0) + 1);
    return {
      street: streets[edge],
      edge,
      forward,
      served,
      aside: served ? 0 : times.get(way),
      length: tour.length[index],
      before: tour.load[index],
      after: tour.load[index + 1],
    };
  });
  const reached = new Float64Array(crossings.length + 1);
  crossings.forEach((crossing, index) => {
    reached[index + 1] = reached[index] + crossing.length;
  });
  return { ...tour, crossings, reached, end: reached[crossings.length] };
}

const tours = data.tours.map(decodeTour);
const mostOnBoard = tours.reduce((most, tour) => tour.load.reduce((a, b) => Math.max(a, b), most), 0);

/** Where a vehicle is after a distance: the crossing it is on, and the share of it behind it. */
function locate(tour, distance) {
  const count = tour.crossings.length;
  if (!count) return null;
  let low = 0;
  let high = count - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (tour.reached[middle] <= distance) low = middle;
    else high = middle - 1;
  }
  const crossing = tour.crossings[low];
  const share = crossing.length > 0 ? (distance - tour.reached[low]) / crossing.length : 1;
  const behind = Math.min(1, Math.max(0, share));
  return {
    index: low,
    crossing,
    behind,
    load: crossing.before + behind * (crossing.after - crossing.before),
  };
}

/** The place and heading after a share of a crossing, on the map's grid. */
function placeOn(crossing, behind) {
  const { points, along, drawn } = crossing.street;
  const goal = (crossing.forward ? behind : 1 - behind) * drawn;
  let at = 1;
  while (at < along.length - 1 && along[at] < goal) at += 1;
  const span = along[at] - along[at - 1];
  const share = span > 0 ? (goal - along[at - 1]) / span : 0;
  const dx = points[2 * at] - points[2 * at - 2];
  const dy = points[2 * at + 1] - points[2 * at - 1];
  const sign = crossing.forward ? 1 : -1;
  return {
    x: points[2 * at - 2] + share * dx,
    y: points[2 * at - 1] + share * dy,
    heading: Math.atan2(sign * dy, sign * dx),
  };
}
