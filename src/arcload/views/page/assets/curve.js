import { fitCanvas } from "./canvas.js";
import { shadeOf, theme, vehicleColour } from "./colours.js";
import { locate } from "./locate.js";

const MARGIN = 8; // half of the slider's thumb, so that mark and thumb lie on one line
const DOT = 4.5; // radius
const ROOM = DOT + 1.5; // above and below the curve, for the dot and its rim
const NOTE = 14; // room for a line of text above the curve
const STRIP = 9; // height of a vehicle's strip, in pixels, from which on its curve can be read

/** What a unit of length costs a vehicle with this load on board. */
function costOf(route, load) {
  return route.curbWeight + route.loadFactor * load;
}

/** Vehicle and load over the way driven; for several vehicles a strip each with its load. */
export class LoadCurve {
  constructor(canvas, atlas, words) {
    Object.assign(this, { canvas, atlas, words });
    this.layer = document.createElement("canvas");
    this.routes = atlas.plans[0].routes;
    this.stale = true;
    this.compared = false;
  }

  get several() {
    return this.routes.length > 1;
  }

  get end() {
    return Math.max(this.compared ? this.atlas.plans[1].end : 0, ...this.routes.map((route) => route.end));
  }

  /** The one route of the baseline, if it is drawn beside the one shown. */
  get other() {
    return this.compared && !this.atlas.fleet ? this.atlas.plans[1].routes[0] : null;
  }

  get top() {
    return costOf(this.routes[0], this.atlas.mostOnBoard) || 1;
  }

  /** Where the one vehicle is that is shown, or the first of several. */
  spotAt(moment) {
    return this.routes.length ? locate(this.routes[0], moment) : null;
  }

  x(moment) {
    const wide = this.canvas.clientWidth - 2 * MARGIN;
    return MARGIN + (this.end > 0 ? (moment / this.end) * wide : 0);
  }

  /** How far below the upper edge the curve begins. */
  get roof() {
    return this.other || (!this.several && this.routes[0].visits.length) ? ROOM + NOTE : ROOM;
  }

  y(weight) {
    const high = this.canvas.clientHeight - this.roof - ROOM;
    return this.roof + high * (1 - weight / this.top);
  }

  /** The moment under a point of the screen. */
  momentAt(x) {
    const wide = this.canvas.clientWidth - 2 * MARGIN;
    return Math.max(0, Math.min(1, (x - MARGIN) / wide)) * this.end;
  }

  draw(moment) {
    const [width, height] = [this.canvas.clientWidth, this.canvas.clientHeight];
    if (!width || !height || !this.routes.length) return;
    for (const canvas of [this.canvas, this.layer]) {
      if (fitCanvas(canvas, width, height)) this.stale = true;
    }
    const ratio = this.canvas.width / width;
    const pens = [this.canvas, this.layer].map((canvas) => canvas.getContext("2d"));
    for (const pen of pens) pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    if (this.stale) {
      pens[1].clearRect(0, 0, width, height);
      if (this.several) this.routes.forEach((route, row) => this.drawStrip(pens[1], route, row));
      else this.drawAreas(pens[1], width);
    }
    this.stale = false;
    pens[0].clearRect(0, 0, width, height);
    pens[0].drawImage(this.layer, 0, 0, width, height);
    if (!theme.printing) this.drawMark(pens[0], moment);
  }

  drawAreas(pen, width) {
    const [route] = this.routes;
    const floor = this.y(costOf(route, 0));
    pen.fillStyle = theme.empty;
    pen.fillRect(this.x(0), floor, this.x(route.end) - this.x(0), this.y(0) - floor);
    route.crossings.forEach((crossing, index) => {
      const [left, right] = [this.x(route.begin[index]), this.x(route.done[index])];
      pen.fillStyle = theme.shades[shadeOf((crossing.before + crossing.after) / 2, this.atlas.mostOnBoard)];
      pen.globalAlpha = crossing.served ? 1 : 0.45;
      const lap = crossing.served ? 0.5 : 0; // no hairline between two areas
      pen.beginPath();
      pen.moveTo(left, floor);
      pen.lineTo(left, this.y(costOf(route, crossing.before)));
      pen.lineTo(right + lap, this.y(costOf(route, crossing.after)));
      pen.lineTo(right + lap, floor);
      pen.fill();
    });
    pen.globalAlpha = 1;
    this.drawLine(pen, route, []);
    this.drawVisits(pen, route);
    if (this.end > 0 && this.y(0) - floor > 13) {
      this.write(pen, `${this.words.load(route.curbWeight)} vehicle`, this.x(0) + 6, (floor + this.y(0)) / 2);
    }
    if (!this.other) return;
    this.drawLine(pen, this.other, [5, 3]);
    pen.textAlign = "right";
    this.write(pen, `dashed: ${this.words.otherPlan}`, width - MARGIN, NOTE / 2);
    pen.textAlign = "left";
  }

  drawLine(pen, route, dashes) {
    pen.beginPath();
    const first = route.visits.length || !route.load.length ? 0 : route.load[0];
    pen.moveTo(this.x(0), this.y(costOf(route, first)));
    route.crossings.forEach((crossing, index) => {
      const before = index ? route.crossings[index - 1].after : first;
      for (const carried of new Set([before, crossing.before])) {
        pen.lineTo(this.x(route.begin[index]), this.y(costOf(route, carried)));
      }
      pen.lineTo(this.x(route.done[index]), this.y(costOf(route, crossing.after)));
    });
    pen.setLineDash(dashes);
    pen.lineWidth = 1.4;
    pen.strokeStyle = theme.ink;
    pen.stroke();
    pen.setLineDash([]);
  }

  /** Mark where a vehicle loads or unloads, and how much, where there is room for it. */
  drawVisits(pen, route) {
    let free = 0;
    pen.lineWidth = 1;
    pen.strokeStyle = theme.soft;
    pen.setLineDash([2, 2]);
    for (const visit of route.visits) {
      const x = this.x(visit.begin);
      pen.beginPath();
      pen.moveTo(x, this.roof - 2);
      pen.lineTo(x, this.y(0));
      pen.stroke();
      const text = `${this.words.collects ? "−" : "+"}${this.words.load(visit.load)}`;
      pen.font = "11px system-ui, sans-serif";
      const wide = pen.measureText(text).width;
      const left = Math.max(MARGIN, Math.min(x - wide / 2, this.canvas.clientWidth - MARGIN - wide));
      if (left < free) continue;
      this.write(pen, text, left, NOTE / 2 + 1);
      free = left + wide + 6;
    }
    pen.setLineDash([]);
  }

  /** The upper edge and the height of a vehicle's strip. */
  strip(row) {
    const high = (this.canvas.clientHeight - 4) / this.routes.length;
    return [2 + row * high, high];
  }

  /** Draw the load of one vehicle among several: its height or, where it is thin, its strength. */
  drawStrip(pen, route, row) {
    const [top, high] = this.strip(row);
    const gap = high >= STRIP ? 3 : high > 3 ? 1 : 0;
    const [floor, most] = [top + high - gap / 2, high - gap];
    pen.fillStyle = theme.empty;
    pen.fillRect(this.x(0), high >= STRIP ? floor - 1 : top, this.x(route.end) - this.x(0), high >= STRIP ? 1 : most);
    pen.fillStyle = vehicleColour(route.index);
    for (let index = 0; index < route.crossings.length; index += 1) {
      const crossing = route.crossings[index];
      const left = this.x(route.begin[index]);
      // Deadheads with one load are one area: between pale ones every border is seen.
      while (!crossing.served && this.goesOn(route, index)) index += 1;
      const right = this.x(route.done[index]);
      const [before, after] = [crossing.before, crossing.after].map((on) => on / (this.atlas.mostOnBoard || 1));
      pen.globalAlpha = high >= STRIP ? (crossing.served ? 1 : 0.5) : (before + after) / 2;
      const lap = crossing.served && high >= STRIP ? 0.5 : 0;
      pen.beginPath();
      pen.moveTo(left, floor);
      pen.lineTo(left, high >= STRIP ? floor - most * before : top);
      pen.lineTo(right + lap, high >= STRIP ? floor - most * after : top);
      pen.lineTo(right + lap, floor);
      pen.fill();
    }
    pen.globalAlpha = 1;
  }

  /** Whether the next crossing is a deadhead that follows at once, with the same load. */
  goesOn(route, index) {
    const [here, next] = route.crossings.slice(index, index + 2);
    return next && !next.served && next.before === here.after && route.begin[index + 1] === route.done[index];
  }

  write(pen, text, x, y) {
    pen.font = "11px system-ui, sans-serif";
    pen.textBaseline = "middle";
    pen.fillStyle = theme.soft;
    pen.fillText(text, x, y, this.canvas.clientWidth - 2 * MARGIN);
  }

  drawMark(pen, moment) {
    const [route] = this.routes;
    const at = this.spotAt(moment);
    if (!at) return;
    pen.strokeStyle = theme.accent;
    pen.lineWidth = 1.5;
    pen.beginPath();
    pen.moveTo(this.x(moment), this.several ? 0 : this.roof - ROOM);
    pen.lineTo(this.x(moment), this.canvas.clientHeight);
    pen.stroke();
    if (this.several) return;
    const x = this.x(Math.min(moment, route.end));
    this.drawDot(pen, x, this.y(costOf(route, at.load)), theme.accent, theme.paper);
    const other = this.other && locate(this.other, moment);
    if (other) {
      const end = this.x(Math.min(moment, this.other.end));
      this.drawDot(pen, end, this.y(costOf(this.other, other.load)), theme.paper, theme.ink);
    }
  }

  drawDot(pen, x, y, fill, line) {
    pen.beginPath();
    pen.arc(x, y, DOT, 0, 2 * Math.PI);
    pen.fillStyle = fill;
    pen.strokeStyle = line;
    pen.lineWidth = 1.8;
    pen.fill();
    pen.stroke();
  }
}
