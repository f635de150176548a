import { Room } from "./room.js";

const FONT = '500 11px system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif';
const LONGEST = 60; // letters of a name that is written
const STRAIGHT = 0.985; // how straight a line must be below a name: its span over its length
const APART = 320; // pixels between two names of one street
const STEP = 8; // pixels between two places that are tried
const CLOSE = 14; // pixels of a typical street below which names have more room around them

/** Write the names of streets along them, wherever there is room beside what is taken. */
export function drawNames(pen, view, streets, chains, { theme, taken }) {
  const room = new Room(view.size, taken);
  const away = view.wide(streets) / 2 + 8;
  const free = Math.max(0, CLOSE - streets.typical * view.scale) * 4;
  const [left, top] = view.toGrid(0, 0);
  const [right, bottom] = view.toGrid(...view.size);
  pen.font = FONT;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.lineJoin = "round";
  pen.lineWidth = 3.5;
  pen.strokeStyle = theme.map;
  pen.fillStyle = theme.ink;
  for (const { name, line, box, length } of chains) {
    if (length * view.scale < 30) return; // so are all that follow
    if (!name || name.length > LONGEST) continue;
    if (box[2] < left || box[3] < top || box[0] > right || box[1] > bottom) continue;
    const wide = widthOf(pen, name);
    if (wide + 8 > length * view.scale) continue;
    for (const spot of spotsFor(pathOf(line, view), wide + 8, view.size)) {
      const upright = Math.cos(spot.heading) < 0 ? spot.heading + Math.PI : spot.heading;
      const [x, y] = [spot.x + away * Math.sin(upright), spot.y - away * Math.cos(upright)];
      if (room.take(x, y, upright, wide, free)) write(pen, name, x, y, upright);
    }
  }
}

const widths = new Map();

function widthOf(pen, name) {
  if (!widths.has(name)) widths.set(name, pen.measureText(name).width);
  return widths.get(name);
}

function write(pen, name, x, y, angle) {
  pen.save();
  pen.translate(x, y);
  pen.rotate(angle);
  pen.strokeText(name, 0, 0);
  pen.fillText(name, 0, 0);
  pen.restore();
}

/** Points on the screen at equal steps along a line of the grid, x and y in a row. */
function pathOf(line, { scale, dx, dy }) {
  const path = [];
  let ahead = 0; // pixels to the next point
  for (let at = 2; at < line.length; at += 2) {
    const [x, y] = [line[at - 2] * scale + dx, line[at - 1] * scale + dy];
    const [toX, toY] = [line[at] * scale + dx, line[at + 1] * scale + dy];
    const span = Math.hypot(toX - x, toY - y);
    for (; ahead < span; ahead += STEP) {
      path.push(x + (ahead / span) * (toX - x), y + (ahead / span) * (toY - y));
    }
    ahead -= span;
  }
  return path;
}

/** The straightest places for a text of some width along a path, one every so often. */
function spotsFor(path, wide, [width, height]) {
  const count = path.length / 2;
  const steps = Math.ceil(wide / STEP);
  const parts = Math.max(1, Math.floor((count * STEP) / (wide + APART)));
  const spots = [];
  for (let part = 0; part < parts; part += 1) {
    const from = Math.floor((part * count) / parts);
    const to = Math.floor(((part + 1) * count) / parts) - steps;
    let best = null;
    for (let start = from; start < to; start += 2) {
      const end = start + steps;
      const x = (path[2 * start] + path[2 * end]) / 2;
      const y = (path[2 * start + 1] + path[2 * end + 1]) / 2;
      if (!(x > 0 && y > 0 && x < width && y < height)) continue;
      const across = path[2 * end] - path[2 * start];
      const down = path[2 * end + 1] - path[2 * start + 1];
      const straight = Math.hypot(across, down) / (steps * STEP);
      const worth = straight - (0.02 * Math.abs(start - (from + to) / 2)) / count; // else the middle
      if (straight >= STRAIGHT && (!best || worth > best.worth)) {
        best = { x, y, heading: Math.atan2(down, across), worth };
      }
    }
    if (best) spots.push(best);
  }
  return spots;
}
