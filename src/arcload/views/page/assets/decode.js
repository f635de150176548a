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

/** Whether moments are hours; else they are distances. */
const byHours =
  Boolean(data.fleet) && data.plans.every((plan) => plan.routes.every((route) => route.lasts));

/**
 * A route: its crossings, what was driven before each of them, and when each begins and ends.
 * A moment is how far or, where the speeds of all vehicles are known, how long it has come. Where
 * its own speeds are known, it also has the hours since its start.
 */
function decodeRoute(route, index) {
  const times = new Map();
  const visits = (route.visits || []).map(([at, place, moved, stop], trip) => ({
    at,
    place,
    load: moved,
    stop,
    trip: trip + 1,
  }));
  const visited = new Map(visits.map((visit) => [visit.at, visit]));
  const crossings = route.edge.map((edge, at) => {
    const forward = (route.flags[at] & FORWARD) > 0;
    const served = (route.flags[at] & SERVED) > 0;
    const way = 2 * edge + forward;
    if (!served) times.set(way, (times.get(way) || 0) + 1);
    const visit = at + 1 < route.edge.length && visited.get(at + 1);
    return {
      street: streets[edge],
      route: index,
      forward,
      served,
      aside: served ? 0 : times.get(way),
      length: route.length[at],
      before: route.load[at],
      after: !visit ? route.load[at + 1] : data.mode === "collect" ? visit.load : 0,
    };
  });
  const reached = new Float64Array(crossings.length + 1);
  const begin = new Float64Array(crossings.length);
  const done = new Float64Array(crossings.length);
  const hoursAt = new Float64Array(crossings.length);
  let now = 0;
  let hour = 0;
  for (let at = 0; at <= crossings.length; at += 1) {
    const visit = visited.get(at);
    if (visit) {
      visit.begin = now;
      visit.hoursAt = hour;
      hour += visit.stop;
      if (byHours) now = hour;
      visit.end = now;
    }
    if (at === crossings.length) break;
    reached[at + 1] = reached[at] + crossings[at].length;
    begin[at] = now;
    hoursAt[at] = hour;
    if (route.lasts) hour += route.lasts[at];
    now = byHours ? hour : reached[at + 1];
    done[at] = now;
  }
  return { ...route, index, crossings, visits, reached, begin, done, hoursAt, end: now };
}

const plans = data.plans.map((plan) => {
  const routes = plan.routes.map(decodeRoute);
  return { ...plan, routes, end: Math.max(0, ...routes.map((route) => route.end)) };
});
const mostOnBoard = plans.reduce(
  (most, plan) =>
    plan.routes.reduce(
      (high, route) => [...route.crossings, ...route.visits].reduce(
        (top, one) => Math.max(top, one.before || 0, one.after || 0, one.load || 0),
        high,
      ),
      most,
    ),
  0,
);

/** Where a vehicle is at a moment: the crossing it is on, and the share of it behind it. */
function locate(route, moment) {
  const count = route.crossings.length;
  if (!count) return null;
  let low = 0;
  let high = count - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (route.begin[middle] <= moment) low = middle;
    else high = middle - 1;
  }
  const crossing = route.crossings[low];
  const span = route.done[low] - route.begin[low];
  const share = span > 0 ? (moment - route.begin[low]) / span : 1;
  const behind = Math.min(1, Math.max(0, share));
  return {
    route,
    index: low,
    crossing,
    behind,
    load: crossing.before + behind * (crossing.after - crossing.before),
    distance: route.reached[low] + behind * crossing.length,
  };
}

/** The visit during which a moment falls, if any. */
function visitAt(route, moment) {
  return route.visits.find((visit) => visit.begin <= moment && moment < visit.end);
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
