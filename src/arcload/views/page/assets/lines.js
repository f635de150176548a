/** Whether two boxes, given as left, top, right and bottom, have room in common. */
export function overlap(one, other) {
  return one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3];
}

export function trace(pen, points) {
  pen.moveTo(points[0][0], points[0][1]);
  for (let at = 1; at < points.length; at += 1) pen.lineTo(points[at][0], points[at][1]);
}

export function lengthOf(points) {
  let sum = 0;
  for (let at = 1; at < points.length; at += 1) {
    sum += Math.hypot(points[at][0] - points[at - 1][0], points[at][1] - points[at - 1][1]);
  }
  return sum;
}

/** The first share of a line. */
export function cut(points, share) {
  let left = share * lengthOf(points);
  const kept = [points[0]];
  for (let at = 1; at < points.length; at += 1) {
    const [ax, ay] = points[at - 1];
    const [bx, by] = points[at];
    const step = Math.hypot(bx - ax, by - ay);
    if (step >= left) {
      const part = step > 0 ? left / step : 0;
      kept.push([ax + part * (bx - ax), ay + part * (by - ay)]);
      return kept;
    }
    kept.push(points[at]);
    left -= step;
  }
  return kept;
}

export function middleOf(points) {
  const half = cut(points, 0.5);
  const [ax, ay] = half[half.length - 2];
  const [x, y] = half[half.length - 1];
  return { x, y, heading: Math.atan2(y - ay, x - ax) };
}

/** Trace an arrow at a spot with its heading. */
export function traceArrow(pen, { x, y, heading }, size) {
  const [ahead, aside] = [size * Math.cos(heading), size * Math.sin(heading)];
  pen.moveTo(x + ahead, y + aside);
  pen.lineTo(x - 0.75 * ahead - 0.8 * aside, y - 0.75 * aside + 0.8 * ahead);
  pen.lineTo(x - 0.75 * ahead + 0.8 * aside, y - 0.75 * aside - 0.8 * ahead);
  pen.closePath();
}

/** A line moved to its right, seen in the direction of its points. */
export function beside(points, away) {
  const kept = points.filter(
    (point, at) => at === 0 || point[0] !== points[at - 1][0] || point[1] !== points[at - 1][1],
  );
  if (kept.length < 2) return points;
  const rights = kept.slice(1).map(([x, y], at) => {
    const [dx, dy] = [x - kept[at][0], y - kept[at][1]];
    const span = Math.hypot(dx, dy);
    return [-dy / span, dx / span];
  });
  return kept.map(([x, y], at) => {
    const one = rights[Math.max(0, at - 1)];
    const other = rights[Math.min(rights.length - 1, at)];
    const [rx, ry] = [one[0] + other[0], one[1] + other[1]];
    const span = Math.hypot(rx, ry) || 1;
    return [x + (away * rx) / span, y + (away * ry) / span];
  });
}

export function distanceTo(x, y, [ax, ay], [bx, by]) {
  const [dx, dy] = [bx - ax, by - ay];
  const square = dx * dx + dy * dy;
  const share = square > 0 ? Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / square)) : 0;
  return Math.hypot(x - ax - share * dx, y - ay - share * dy);
}
