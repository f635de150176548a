import { fill, make, makeDrawn } from "./dom.js";
import { number } from "./figures.js";
import { words } from "./words.js";

const said = words.solve;
const [WIDTH, HEIGHT] = [336, 190];
const ROOM = { left: 8, right: 62, top: 14, bottom: 24 };

/** Cost and lower bound over time, as steps; what lies between them is not yet proven. */
export function costChart() {
  const drawing = makeDrawn("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "chart", role: "img" });
  const empty = make("p", { class: "soft" }, said.chartEmpty);
  const element = make("figure", { class: "chart-place" }, drawing, empty);
  return {
    element,
    /** Draw a version until `now`, in seconds; costs are shown by `figures`. */
    update({ version, history, bounds, now, figures }) {
      empty.hidden = history.length > 0;
      drawing.toggleAttribute("hidden", !history.length);
      if (!history.length) return;
      draw(drawing, version, history, bounds, now, figures);
    },
  };
}

function draw(drawing, version, history, bounds, now, figures) {
  const cost = history.at(-1)[1];
  const bound = bounds.length ? bounds.at(-1)[1] : null;
  const end = Math.max(now, history.at(-1)[0], bounds.length ? bounds.at(-1)[0] : 0, 1);
  const [low, high] = reach(history, bounds);
  const x = (seconds) => ROOM.left + (seconds / end) * (WIDTH - ROOM.left - ROOM.right);
  const y = (value) => ROOM.top + ((high - Math.min(high, Math.max(low, value))) / (high - low)) * (HEIGHT - ROOM.top - ROOM.bottom);
  const floor = HEIGHT - ROOM.bottom;
  const costs = steps(history, end, x, y);
  const parts = [
    ...ticks(end).flatMap((at) => [
      makeDrawn("path", { class: "grid", d: `M${x(at)} ${ROOM.top}V${floor}` }),
      makeDrawn("text", { class: "tick", x: x(at), y: HEIGHT - 8, "text-anchor": at ? "middle" : "start" }, `${number(at)} s`),
    ]),
    makeDrawn("path", { class: "grid", d: `M${ROOM.left} ${floor}H${WIDTH - ROOM.right}` }),
  ];
  const labels = [[y(cost), figures.costFigure(cost), "cost"]];
  if (bound !== null) {
    const below = steps(bounds, end, x, y);
    const begin = Math.max(history[0][0], bounds[0][0]);
    parts.push(makeDrawn("path", { class: "open", d: between(history, bounds, begin, end, x, y) }), makeDrawn("path", { class: "bound", d: below }));
    labels.push([y(bound), figures.costFigure(bound), "bound"]);
  }
  parts.push(makeDrawn("path", { class: "cost", d: costs }), makeDrawn("circle", { class: "cost-end", cx: x(end), cy: y(cost), r: 3.5 }));
  if (labels.length > 1 && labels[1][0] - labels[0][0] < 14) {
    const middle = (labels[0][0] + labels[1][0]) / 2;
    labels[0][0] = middle - 7;
    labels[1][0] = middle + 7;
  }
  for (const [at, text, kind] of labels) parts.push(makeDrawn("text", { class: `value ${kind}`, x: WIDTH - ROOM.right + 7, y: at + 4 }, text));
  fill(drawing, parts);
  drawing.setAttribute("aria-label", said.chartLabel(figures.cost(cost), bound === null ? "" : figures.cost(bound), version.gap_short));
}

/** The least and the greatest value to show: what matters now, not the first attempts. */
function reach(history, bounds) {
  const cost = history.at(-1)[1];
  const bound = bounds.length ? bounds.at(-1)[1] : cost;
  const open = Math.max(cost - bound, 0.01 * Math.abs(cost), 1e-9);
  const high = Math.min(history[0][1], cost + 2 * open);
  const low = bounds.length ? Math.max(bounds[0][1], bound - 0.5 * open) : cost;
  const pad = 0.08 * Math.max(high - low, open);
  return [low - pad, high + pad];
}

/** A line in steps: each value holds until the next. */
function steps(points, end, x, y) {
  const line = points.map(([seconds, value], at) => (at ? `H${x(seconds)}V${y(value)}` : `M${x(seconds)} ${y(value)}`));
  return `${line.join("")}H${x(end)}`;
}

/** What lies between two lines in steps. */
function between(upper, lower, begin, end, x, y) {
  const along = (points) => {
    const first = points.findLast(([seconds]) => seconds <= begin) || points[0];
    return [[begin, first[1]], ...points.filter(([seconds]) => seconds > begin)];
  };
  const back = [];
  const below = along(lower);
  below.forEach(([seconds, value], at) => {
    const until = at + 1 < below.length ? below[at + 1][0] : end;
    back.unshift(`L${x(until)} ${y(value)}L${x(seconds)} ${y(value)}`);
  });
  return `${steps(along(upper), end, x, y)}${back.join("")}Z`;
}

/** Round seconds for the axis: four at most. */
function ticks(end) {
  const rough = end / 3;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((value) => value >= rough);
  return Array.from({ length: Math.floor(end / step) + 1 }, (_, at) => at * step);
}
