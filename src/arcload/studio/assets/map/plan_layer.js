import { beside, lengthOf, middleOf, trace, traceArrow } from "../page/lines.js";
import { strokeStreets } from "./street_layer.js";

const FORWARD = 1;
const SERVED = 2;
const DASHED = 12; // pixels of a typical street from which on dashes can be told from dots
const INSIDE = 0.3; // share of the picture on both sides of its middle that is surely seen
const BADGE = 8.5; // half the side of the number of a vehicle

/** The crossings of a plan's routes, or of only one of them, and the most that is on board. */
export function crossingsOf(drawing, vehicle) {
  const which = drawing.routes.map((_, index) => index).filter((index) => vehicle === null || index === vehicle);
  const most = drawing.routes.reduce((high, { load }) => load.reduce((top, one) => Math.max(top, one), high), 0);
  const routes = which.map((index) => ({ index, crossings: crossings(drawing.routes[index]) }));
  return { routes, most, several: routes.length > 1, unserved: drawing.unserved };
}

function crossings({ edge, flags, load, visits = [] }) {
  const times = new Map(); // deadheads along a street so far, by direction
  const full = new Set(visits.map(([at]) => at)); // after a visit the load is another one
  return edge.map((street, at) => {
    const [forward, served] = [(flags[at] & FORWARD) > 0, (flags[at] & SERVED) > 0];
    const way = 2 * street + forward;
    if (!served) times.set(way, (times.get(way) || 0) + 1);
    const after = full.has(at + 1) ? load[at] : load[at + 1];
    return { street, forward, served, aside: served ? 0 : times.get(way), load: (load[at] + after) / 2 };
  });
}

/** Draw the routes of a plan: each in the colour of its vehicle, or one by its load. */
export function drawPlan(pen, view, streets, plan, theme) {
  const seen = new Uint8Array(streets.count);
  for (const street of view.seen(streets)) seen[street] = 1;
  const near = streets.typical * view.scale >= DASHED;
  const paths = plan.routes.flatMap((route) => pathsOf(route, plan, theme, seen));
  for (const path of paths.filter(({ served }) => !served)) {
    if (near) drawDeadheads(pen, view, streets, path, plan.several);
    else drawFarDeadheads(pen, view, streets, path);
  }
  drawLeftOut(pen, view, streets, plan.unserved.filter((street) => seen[street]), theme);
  for (const path of paths.filter(({ served }) => served)) {
    const list = path.crossings.map(({ street }) => street);
    strokeStreets(pen, view, streets, list, { colour: path.colour, width: view.wide(streets) });
    if (near) drawDirections(pen, view, streets, path);
  }
  return plan.several ? drawBadges(pen, view, streets, plan, theme, seen) : [];
}

/** The crossings of a route by colour, served ones apart. */
function pathsOf({ index, crossings }, { most, several }, theme, seen) {
  const paths = new Map();
  for (const crossing of crossings) {
    if (!seen[crossing.street]) continue;
    const last = theme.shades.length - 1;
    const shade = several ? 0 : Math.max(0, Math.min(last, Math.round((crossing.load / (most || 1)) * last)));
    const key = 2 * shade + crossing.served;
    if (!paths.has(key)) {
      const colour = several ? theme.vehicles[index % theme.vehicles.length] : theme.shades[shade];
      const dark = several ? null : shade > last / 2 !== theme.dark;
      const ink = several ? theme.onVehicles[index % theme.vehicles.length] : dark ? "white" : "#10202f";
      paths.set(key, { colour, ink, served: crossing.served, route: index, crossings: [] });
    }
    paths.get(key).crossings.push(crossing);
  }
  return [...paths.values()];
}

/** Draw deadheads as dashes to the right of the street. */
function drawDeadheads(pen, view, streets, { colour, route, crossings }, several) {
  const wide = view.wide(streets);
  const dashes = [Math.max(4, wide), Math.max(2.5, 0.55 * wide)];
  pen.strokeStyle = colour;
  pen.lineWidth = Math.max(1.2, Math.min(2.4, 0.4 * wide));
  pen.lineCap = "butt";
  pen.setLineDash(dashes);
  // The dashes of several vehicles on one street begin at other points, so that all are seen.
  pen.lineDashOffset = several ? -(route % 3) * 0.6 * dashes[0] : 0;
  pen.beginPath();
  for (const { street, forward, aside } of crossings) {
    const lane = several ? Math.min(aside, 2) : aside;
    trace(pen, beside(view.line(streets, street, forward), wide / 2 + 3.2 * lane));
  }
  pen.stroke();
  pen.setLineDash([]);
}

/** From afar a deadhead is a faint line where its street is. */
function drawFarDeadheads(pen, view, streets, { colour, crossings }) {
  pen.globalAlpha = 0.45;
  const list = crossings.map(({ street }) => street);
  strokeStreets(pen, view, streets, list, { colour, width: 1 });
  pen.globalAlpha = 1;
}

/** Draw the streets that nobody serves as two lines with nothing between them. */
function drawLeftOut(pen, view, streets, list, theme) {
  const wide = view.wide(streets);
  strokeStreets(pen, view, streets, list, { colour: theme.lost, width: wide + 2 });
  strokeStreets(pen, view, streets, list, { colour: theme.map, width: Math.max(1, wide - 1) });
}

/** Draw a small arrow at the middle of each served street that is long enough for one. */
function drawDirections(pen, view, streets, { ink, crossings }) {
  const wide = view.wide(streets);
  if (wide < 3) return;
  const size = Math.max(3, 0.52 * wide);
  pen.beginPath();
  for (const { street, forward } of crossings) {
    if (streets.drawn[street] * view.scale < 7 * wide) continue;
    const line = view.line(streets, street, forward);
    if (lengthOf(line) < 7 * wide) continue;
    traceArrow(pen, middleOf(line), size);
  }
  pen.fillStyle = ink;
  pen.fill();
}

/** Write the number of each vehicle on its longest street, if it can be well inside the picture; return where. */
function drawBadges(pen, view, streets, plan, theme, seen) {
  const spots = [];
  pen.font = "700 10px system-ui, sans-serif";
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  for (const { index, crossings } of plan.routes) {
    let [longest, most] = [null, 0];
    for (const { street, served } of crossings) {
      if (!served || !seen[street]) continue;
      const spot = view.toScreen(streets.middles[2 * street], streets.middles[2 * street + 1]);
      const inside = spot.every((value, side) => Math.abs(value / view.size[side] - 0.5) < INSIDE);
      const worth = streets.drawn[street] * (inside ? 1e6 : 1);
      if (worth > most) [longest, most] = [spot, worth];
    }
    if (!longest) continue;
    const [x, y] = longest;
    pen.beginPath();
    pen.roundRect(x - BADGE + 1, y - BADGE + 1, 2 * BADGE - 2, 2 * BADGE - 2, 3);
    pen.fillStyle = theme.vehicles[index % theme.vehicles.length];
    pen.strokeStyle = theme.paper;
    pen.lineWidth = 1.5;
    pen.fill();
    pen.stroke();
    pen.fillStyle = theme.onVehicles[index % theme.vehicles.length];
    pen.fillText(String(index + 1), x, y + 0.5);
    spots.push([x, y]);
  }
  return spots;
}
