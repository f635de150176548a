const FORWARD = 1;
const SERVED = 2;

/** The course of every street: its points x, y in a row, and how far along each of them is. */
export function decodeStreets({ course, name, names, demand, oneWay }) {
  return course.map((steps, index) => {
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
      name: names[name[index]],
      demand: demand[index],
      oneWay: oneWay[index],
    };
  });
}

/**
 * A route: its crossings, what was driven before each of them, and when each begins and ends.
 * A moment is how far or, where the speeds of all vehicles are known, how long it has come. Where
 * its own speeds are known, it also has the hours since its start.
 */
function decodeRoute(route, index, { streets, demands, mode, byHours }) {
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
      demand: demands[edge] ?? streets[edge].demand,
      route: index,
      forward,
      served,
      aside: served ? 0 : times.get(way),
      length: route.length[at],
      before: route.load[at],
      after: !visit ? route.load[at + 1] : mode === "collect" ? visit.load : 0,
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

/** What any vehicle of some plans has on board at most. */
function mostOf(plans) {
  return plans.reduce(
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
}

/**
 * The data of a page with its short lists unfolded: streets, and plans with their routes. A network
 * whose streets are at hand already, as `decodeStreets` gave them, brings them along.
 */
export function decode(data, streets = decodeStreets(data.streets)) {
  // Moments are hours where all speeds are known, else distances.
  const byHours =
    Boolean(data.fleet) && data.plans.every((plan) => plan.routes.every((route) => route.lasts));
  const plans = data.plans.map((plan) => {
    const routes = plan.routes.map((route, index) =>
      decodeRoute(route, index, { streets, demands: plan.demands || {}, mode: data.mode, byHours }),
    );
    return { ...plan, routes, end: Math.max(0, ...routes.map((route) => route.end)) };
  });
  return { ...data, streets, byHours, plans, mostOnBoard: mostOf(plans) };
}
