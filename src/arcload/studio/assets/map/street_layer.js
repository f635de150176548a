import { lengthOf, middleOf, cut } from "../page/lines.js";
import { CHANGED, CLOSED, needsService } from "./streets.js";

const MANY = 400; // streets that are stroked at a time: a longer path takes more than its share
const ARROW = 26; // pixels of a street that is long enough for an arrow
const SIGN = 34; // and for a sign that it is closed

/**
 * Draw the streets by what they need and what was changed; pale ones where a plan lies over them.
 * Return where there are arrows and signs.
 */
export function drawStreets(pen, view, streets, { selected, theme, pale, tiles }) {
  const wide = view.wide(streets);
  const thin = Math.max(1, 0.4 * wide);
  const seen = view.seen(streets);
  const chosen = seen.filter((street) => selected[street]);
  const changed = seen.filter((street) => streets.flags[street] & CHANGED);
  const closed = seen.filter((street) => streets.flags[street] & CLOSED);
  const served = seen.filter((street) => needsService(streets, street));
  const others = seen.filter((street) => !needsService(streets, street) && !(streets.flags[street] & CLOSED));
  const stroke = (list, colour, width, dashes = []) => strokeStreets(pen, view, streets, list, { colour, width, dashes });
  if (tiles) stroke(seen, theme.map, wide + 2.5);
  stroke(chosen, theme.chosen, wide + Math.max(8, 1.7 * wide));
  stroke(changed, theme.changed, wide + Math.max(2.5, 0.6 * wide));
  stroke(changed, theme.map, wide + Math.max(0.6, 0.15 * wide));
  stroke(others, pale ? theme.street : theme.idle, thin);
  stroke(served, pale ? theme.street : theme.served, wide);
  stroke(closed, theme.map, Math.max(1, 0.6 * wide));
  stroke(closed, theme.lost, Math.max(1, 0.6 * wide), [Math.max(3, 0.9 * wide), Math.max(2, 0.6 * wide)]);
  return [...drawClosedSigns(pen, view, streets, closed, theme), ...drawOneWays(pen, view, streets, seen, theme)];
}

/** Stroke streets in one style, some hundreds in one go. */
export function strokeStreets(pen, view, streets, list, { colour, width, dashes = [] }) {
  pen.strokeStyle = colour;
  pen.lineWidth = width;
  pen.lineCap = dashes.length || width < 2.5 ? "butt" : "round"; // no one sees the ends of thin lines
  pen.lineJoin = width < 2.5 ? "bevel" : "round";
  pen.setLineDash(dashes);
  for (let from = 0; from < list.length; from += MANY) {
    pen.beginPath();
    for (let at = from; at < Math.min(from + MANY, list.length); at += 1) view.trace(pen, streets, list[at]);
    pen.stroke();
  }
  pen.setLineDash([]);
}

/** Draw a small "no entry" on each closed street that is long enough for one. */
function drawClosedSigns(pen, view, streets, closed, theme) {
  const spots = [];
  for (const street of closed) {
    if (streets.drawn[street] * view.scale < SIGN) continue;
    const [x, y] = view.toScreen(streets.middles[2 * street], streets.middles[2 * street + 1]);
    pen.beginPath();
    pen.arc(x, y, 7, 0, 2 * Math.PI);
    pen.fillStyle = theme.lost;
    pen.strokeStyle = theme.map;
    pen.lineWidth = 1.5;
    pen.fill();
    pen.stroke();
    pen.fillStyle = theme.map;
    pen.fillRect(x - 4, y - 1.25, 8, 2.5);
    spots.push([x, y]);
  }
  return spots;
}

/** Draw an arrow beside each one-way street that is long enough for one, all in one go. */
function drawOneWays(pen, view, streets, seen, theme) {
  const aside = view.wide(streets) / 2 + 6;
  const spots = [];
  pen.beginPath();
  for (const street of seen) {
    if (!streets.oneWay[street] || streets.drawn[street] * view.scale < ARROW) continue;
    const line = view.line(streets, street, streets.oneWay[street] === 1);
    if (lengthOf(line) < ARROW) continue;
    const { x, y, heading } = middleOf(cut(line, 0.5));
    const [dx, dy] = [Math.cos(heading), Math.sin(heading)];
    const to = (ahead, right) => [x + ahead * dx - (aside + right) * dy, y + ahead * dy + (aside + right) * dx];
    pen.moveTo(...to(5, 0));
    pen.lineTo(...to(-4, -3.6));
    pen.lineTo(...to(-4, 3.6));
    pen.closePath();
    spots.push(to(0, 0));
  }
  pen.fillStyle = theme.paper;
  pen.strokeStyle = theme.ink;
  pen.lineWidth = 1.1;
  pen.fill();
  pen.stroke();
  return spots;
}
