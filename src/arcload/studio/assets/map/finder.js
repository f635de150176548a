import { distanceTo } from "../page/lines.js";
import { Grid } from "./grid.js";

/** Finds the streets and nodes of a network at a point or in a box of its grid. */
export class Finder {
  constructor(streets, nodes, size) {
    Object.assign(this, { streets, nodes });
    this.streetOf = new Uint32Array(streets.points.length / 2); // of the line that ends at a point
    for (let street = 0; street < streets.count; street += 1) {
      this.streetOf.fill(street, streets.first[street], streets.first[street + 1]);
    }
    this.lines = new Grid(this.lineBoxes(), size);
    this.places = new Grid(Float32Array.from(nodes.flatMap(([x, y]) => [x, y, x, y])), size);
  }

  /** The box of the line that ends at each point; that of a street's first point is the point. */
  lineBoxes() {
    const { points } = this.streets;
    const boxes = new Float32Array(2 * points.length);
    for (let at = 0; at < points.length; at += 2) {
      const before = at && this.streetOf[at / 2] === this.streetOf[at / 2 - 1] ? at - 2 : at;
      boxes[2 * at] = Math.min(points[before], points[at]);
      boxes[2 * at + 1] = Math.min(points[before + 1], points[at + 1]);
      boxes[2 * at + 2] = Math.max(points[before], points[at]);
      boxes[2 * at + 3] = Math.max(points[before + 1], points[at + 1]);
    }
    return boxes;
  }

  /** The street nearest to a point, or null if none is within reach. */
  streetAt(x, y, reach) {
    const { points } = this.streets;
    let [best, nearest] = [null, reach];
    this.lines.near(x, y, reach, (line) => {
      const at = 2 * line;
      const before = line && this.streetOf[line] === this.streetOf[line - 1] ? at - 2 : at;
      const away = distanceTo(x, y, [points[before], points[before + 1]], [points[at], points[at + 1]]);
      if (away < nearest) [best, nearest] = [this.streetOf[line], away];
    });
    return best;
  }

  /** The node nearest to a point, or null if none is within reach. */
  nodeAt(x, y, reach) {
    let [best, nearest] = [null, reach];
    this.places.near(x, y, reach, (node) => {
      const away = Math.hypot(this.nodes[node][0] - x, this.nodes[node][1] - y);
      if (away < nearest) [best, nearest] = [node, away];
    });
    return best;
  }

  /** The streets whose middle lies in a box. */
  streetsIn([left, top, right, bottom]) {
    const { count, middles } = this.streets;
    const found = [];
    for (let street = 0; street < count; street += 1) {
      const [x, y] = [middles[2 * street], middles[2 * street + 1]];
      if (x >= left && x <= right && y >= top && y <= bottom) found.push(street);
    }
    return found;
  }
}
