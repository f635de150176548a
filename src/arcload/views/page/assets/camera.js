const CLOSEST = 400; // times the scale at which the whole map is seen
export const SETTLED = 150; // milliseconds of rest after which a map that was moved is drawn anew

/** What part of a map of some size is seen; maps that share it show the same streets. */
export class Camera {
  constructor(size) {
    this.size = size;
    [this.x, this.y] = [size[0] / 2, size[1] / 2];
    this.scale = 1;
    this.whole = 1;
    this.changes = 0;
    this.moved = -Infinity;
  }

  /** Whether the user or the vehicle has just moved it. */
  get moving() {
    return performance.now() - this.moved < SETTLED;
  }

  /** Take note of the size of the smallest map and the room of its tools; stay at the same zoom. */
  measure(width, height, tools) {
    if (!(width > 0 && height > 0)) return; // not seen yet, as in a frame that has no room so far
    const marks = Math.max(28, Math.min(56, 0.09 * Math.min(width, height)));
    const [aside, above] = [width, height].map((side, which) =>
      Math.min(Math.max(marks, tools[which]), 0.3 * side), // most of a map is for streets
    );
    const [wide, high] = this.size.map((side) => side || 1);
    const whole = Math.min((width - 2 * aside) / wide, (height - 2 * above) / high);
    this.scale *= whole / this.whole;
    this.whole = whole;
    this.moved = -Infinity;
    this.changes += 1;
  }

  fit() {
    [this.x, this.y] = [this.size[0] / 2, this.size[1] / 2];
    this.scale = this.whole;
    this.moved = -Infinity;
    this.changes += 1;
  }

  pan(dx, dy) {
    const inside = (value, side) => Math.max(0, Math.min(side, value));
    this.x = inside(this.x - dx / this.scale, this.size[0]);
    this.y = inside(this.y - dy / this.scale, this.size[1]);
    this.moved = performance.now();
    this.changes += 1;
  }

  /** Zoom about a point, given as its distance on the screen from the middle of the map. */
  zoom(factor, dx = 0, dy = 0) {
    const least = 0.5 * this.whole;
    const scale = Math.max(least, Math.min(CLOSEST * this.whole, this.scale * factor));
    const [x, y] = [this.x + dx / this.scale, this.y + dy / this.scale];
    [this.x, this.y] = [x - dx / scale, y - dy / scale];
    this.scale = scale;
    this.pan(0, 0);
  }
}
