import { theme } from "./colours.js";
import { cut, distanceTo, lengthOf, middleOf, overlap, trace } from "./lines.js";

/** The streets of a network where a camera shows them: what maps of it share. */
export class StreetMap {
  constructor(canvas, camera, streets) {
    Object.assign(this, { canvas, camera, streets });
    this.size = [0, 0];
    const map = this;
    this.live = {
      get x() { return camera.x; },
      get y() { return camera.y; },
      get scale() { return camera.scale; },
      get size() { return map.size; },
    };
    this.view = this.live; // what is drawn for
    const drawn = streets.map((street) => street.drawn).sort((a, b) => a - b);
    this.typical = drawn[drawn.length >> 1] || 1; // half of the streets are longer, on the grid
    this.measure();
  }

  /** Ask the page for the size of the map; asking for every point would take too long. */
  measure() {
    this.size = [this.canvas.clientWidth, this.canvas.clientHeight];
    return this.size;
  }

  pen(canvas) {
    const pen = canvas.getContext("2d");
    const ratio = canvas.width / this.view.size[0];
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.lineJoin = "round";
    return pen;
  }

  wipe(pen) {
    pen.clearRect(0, 0, ...this.view.size);
    return pen;
  }

  /** Width of a served street in pixels: it grows as one comes closer, and stays readable. */
  get wide() {
    return Math.max(1.8, Math.min(9, 0.065 * this.typical * this.view.scale));
  }

  toScreen(x, y) {
    const { scale, size } = this.view;
    return [(x - this.view.x) * scale + size[0] / 2, (y - this.view.y) * scale + size[1] / 2];
  }

  visible(street) {
    const [width, height] = this.view.size;
    const [left, top] = this.toScreen(street.box[0], street.box[1]);
    const [right, bottom] = this.toScreen(street.box[2], street.box[3]);
    return right > -30 && bottom > -30 && left < width + 30 && top < height + 30;
  }

  /** The points of a street on the screen, from its tail or from its head. */
  screenPoints(street, forward = true) {
    const { points } = street;
    const found = [];
    for (let at = 0; at < points.length; at += 2) {
      found.push(this.toScreen(points[at], points[at + 1]));
    }
    return forward ? found : found.reverse();
  }

  /** Draw all streets, those with a demand wider than the others. */
  drawStreets(pen) {
    const seen = this.streets.filter((street) => this.visible(street));
    pen.strokeStyle = theme.street;
    pen.lineCap = "round";
    for (const served of [false, true]) {
      pen.lineWidth = served ? this.wide : Math.max(1, 0.3 * this.wide);
      pen.beginPath();
      for (const street of seen) {
        if (street.demand > 0 === served) trace(pen, this.screenPoints(street));
      }
      pen.stroke();
    }
  }

  /** Draw an arrow beside each one-way street that is long enough for one. */
  drawOneWays(pen) {
    for (const street of this.streets) {
      if (street.oneWay && this.visible(street)) this.drawOneWay(pen, street);
    }
  }

  drawOneWay(pen, street) {
    const points = this.screenPoints(street, street.oneWay === 1);
    if (lengthOf(points) < 26) return;
    const { x, y, heading } = middleOf(cut(points, 0.5));
    pen.save();
    pen.translate(x, y);
    pen.rotate(heading);
    pen.translate(0, this.wide / 2 + 6);
    pen.beginPath();
    pen.moveTo(5, 0);
    pen.lineTo(-4, -3.6);
    pen.lineTo(-4, 3.6);
    pen.closePath();
    pen.fillStyle = theme.paper;
    pen.strokeStyle = theme.ink;
    pen.lineWidth = 1.1;
    pen.fill();
    pen.stroke();
    pen.restore();
  }

  /** Write the name of a street once beside it, wherever none of the boxes in the room is. */
  drawNames(pen, room) {
    const longest = new Map();
    for (const street of this.streets) {
      const known = longest.get(street.name);
      if (this.visible(street) && (!known || street.drawn > known.drawn)) {
        longest.set(street.name, street);
      }
    }
    pen.font = '500 11px system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif';
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.lineWidth = 3;
    pen.strokeStyle = theme.map;
    pen.fillStyle = theme.ink;
    for (const street of [...longest.values()].sort((a, b) => b.drawn - a.drawn)) {
      const points = this.screenPoints(street);
      const span = lengthOf(points);
      if (span < 60 || street.name.length > 60) continue;
      const wide = pen.measureText(street.name).width;
      if (wide > span - 8) continue;
      const { x, y, heading } = middleOf(points);
      const upright = Math.cos(heading) < 0 ? heading + Math.PI : heading;
      const away = this.wide / 2 + 8;
      const [cx, cy] = [x + away * Math.sin(upright), y - away * Math.cos(upright)];
      const [w, h] = [Math.abs(wide * Math.cos(upright)) + 14, Math.abs(wide * Math.sin(upright)) + 14];
      const box = [cx - w / 2, cy - h / 2, cx + w / 2, cy + h / 2];
      if (room.some((other) => overlap(box, other))) continue;
      room.push(box);
      pen.save();
      pen.translate(cx, cy);
      pen.rotate(upright);
      pen.strokeText(street.name, 0, 0);
      pen.fillText(street.name, 0, 0);
      pen.restore();
    }
  }

  /** The street nearest to a point of the screen, if one is within a finger's reach. */
  streetAt(x, y, reach) {
    let best = null;
    let nearest = reach;
    for (const street of this.streets) {
      if (!this.visible(street)) continue;
      const points = this.screenPoints(street);
      for (let at = 1; at < points.length; at += 1) {
        const away = distanceTo(x, y, points[at - 1], points[at]);
        if (away < nearest) [best, nearest] = [street, away];
      }
    }
    return best;
  }
}
