const FARTHEST = 30; // pixels beyond the edge at which a street still shows, with all that is beside it

/** A part of a network as it is drawn: where its middle is, how large, and on how many pixels. */
export class View {
  constructor({ x, y, scale, size, ratio }) {
    Object.assign(this, { x, y, scale, size, ratio });
    this.dx = size[0] / 2 - x * scale;
    this.dy = size[1] / 2 - y * scale;
  }

  toScreen(x, y) {
    return [x * this.scale + this.dx, y * this.scale + this.dy];
  }

  toGrid(x, y) {
    return [(x - this.dx) / this.scale, (y - this.dy) / this.scale];
  }

  /** Width of a served street in pixels: it grows as one comes closer, and stays readable. */
  wide(streets) {
    return Math.max(1.2, Math.min(9, 0.065 * streets.typical * this.scale));
  }

  /** The streets that are seen. */
  seen(streets) {
    const { count, boxes } = streets;
    const [left, top] = this.toGrid(-FARTHEST, -FARTHEST);
    const [right, bottom] = this.toGrid(this.size[0] + FARTHEST, this.size[1] + FARTHEST);
    const found = [];
    for (let street = 0, at = 0; street < count; street += 1, at += 4) {
      if (boxes[at + 2] >= left && boxes[at + 3] >= top && boxes[at] <= right && boxes[at + 1] <= bottom) {
        found.push(street);
      }
    }
    return found;
  }

  /** Add a street to the path of a pen, without points closer to the one before than a pixel. */
  trace(pen, streets, street) {
    const { points, first } = streets;
    const last = 2 * first[street + 1] - 2;
    let at = 2 * first[street];
    let [x, y] = [points[at] * this.scale + this.dx, points[at + 1] * this.scale + this.dy];
    pen.moveTo(x, y);
    for (at += 2; at <= last; at += 2) {
      const toX = points[at] * this.scale + this.dx;
      const toY = points[at + 1] * this.scale + this.dy;
      if (at < last && Math.abs(toX - x) + Math.abs(toY - y) < 1) continue;
      pen.lineTo(toX, toY);
      [x, y] = [toX, toY];
    }
  }

  /** The points of a street on the screen, from its tail or from its head. */
  line(streets, street, forward = true) {
    const { points, first } = streets;
    const found = [];
    for (let at = first[street]; at < first[street + 1]; at += 1) {
      found.push(this.toScreen(points[2 * at], points[2 * at + 1]));
    }
    return forward ? found : found.reverse();
  }
}
