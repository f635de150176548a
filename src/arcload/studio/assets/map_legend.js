import { fill, make, makeDrawn } from "./dom.js";
import { CHANGED, CLOSED } from "./map/streets.js";
import { darkness, onVehicle, theme, vehicleColour } from "./page/colours.js";
import { words } from "./words.js";

const said = words.map.legend;
const MOST_VEHICLES = 10; // that have colours of their own

/** What the lines of the map mean: of the streets alone, or of a plan over them. */
export class MapLegend {
  constructor() {
    this.element = make("ul", { class: "legend" });
    this.redraw = () => {};
    this.recolour = () => this.redraw();
    darkness.addEventListener("change", this.recolour);
  }

  /** Explain streets: only what is there to be seen. */
  showStreets({ flags, oneWay }) {
    const some = (bit) => flags.some((value) => value & bit);
    const seen = { serve: true, none: true, closed: some(CLOSED), oneWay: oneWay.some(Boolean), changed: some(CHANGED) };
    this.show(() => Object.keys(seen).filter((kind) => seen[kind]).map((kind) => line(kind)));
  }

  /** Explain a plan: one route by its load, several by their vehicles. */
  showPlan({ routes, unserved }, vehicle, figures) {
    const shown = vehicle === null ? routes : [routes[vehicle]];
    this.show(() => [
      ...(shown.length === 1 ? [ramp(shown[0], figures)] : routes.slice(0, MOST_VEHICLES).map((route, index) => badge(route, index))),
      line("serving"),
      line("deadhead"),
      ...(unserved.length ? [line("leftOut")] : []),
    ]);
  }

  show(entries) {
    this.redraw = () => fill(this.element, entries());
    this.redraw();
  }

  close() {
    darkness.removeEventListener("change", this.recolour);
  }
}

function line(kind) {
  const path = kind === "leftOut" ? "M2 2.5h26M2 7.5h26" : "M2 5h26";
  const sample = makeDrawn("svg", { width: 30, height: 10, "aria-hidden": "true", class: `line ${kind}` }, makeDrawn("path", { d: path }));
  if (kind === "oneWay") sample.append(makeDrawn("path", { class: "arrow", d: "M11 1l8 4-8 4z" }));
  return make("li", {}, sample, said[kind]);
}

function ramp(route, figures) {
  const bar = make("span", { class: "ramp", "aria-hidden": "true" });
  bar.style.backgroundImage = `linear-gradient(to right, ${theme.shades.join(",")})`;
  return make("li", {}, said.load, " 0", bar, figures.load(Math.max(0, ...route.load)));
}

function badge(route, index) {
  const mark = make("span", { class: "badge", title: route.name || "" }, String(index + 1));
  mark.style.backgroundColor = vehicleColour(index);
  mark.style.color = onVehicle(index);
  return make("li", {}, mark);
}
