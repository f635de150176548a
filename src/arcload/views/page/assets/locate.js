/** Where a vehicle is at a moment: the crossing it is on, and the share of it behind it. */
export function locate(route, moment) {
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
export function visitAt(route, moment) {
  return route.visits.find((visit) => visit.begin <= moment && moment < visit.end);
}

/** The place and heading after a share of a crossing, on the map's grid. */
export function placeOn(crossing, behind) {
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
