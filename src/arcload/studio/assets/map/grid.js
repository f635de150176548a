const PER_CELL = 2; // boxes that a cell holds, about

/**
 * An index of boxes by the cells of a grid that they touch, so that what is near a point is found
 * without a look at all.
 */
export class Grid {
  /** `boxes` has left, top, right and bottom of each box in a row; `size` is that of the map. */
  constructor(boxes, size) {
    const count = boxes.length / 4;
    const [width, height] = size.map((side) => Math.max(side, 1));
    this.cell = Math.max(Math.sqrt((width * height * PER_CELL) / Math.max(count, 1)), Math.max(width, height) / 1000);
    this.columns = Math.floor(width / this.cell) + 1;
    this.rows = Math.floor(height / this.cell) + 1;
    this.first = new Uint32Array(this.columns * this.rows + 1);
    this.eachCell(boxes, (cell) => { this.first[cell + 1] += 1; });
    for (let cell = 1; cell < this.first.length; cell += 1) this.first[cell] += this.first[cell - 1];
    this.items = new Uint32Array(this.first[this.first.length - 1]);
    const next = this.first.slice();
    this.eachCell(boxes, (cell, box) => {
      this.items[next[cell]] = box;
      next[cell] += 1;
    });
  }

  column(x) {
    return Math.max(0, Math.min(this.columns - 1, Math.floor(x / this.cell)));
  }

  row(y) {
    return Math.max(0, Math.min(this.rows - 1, Math.floor(y / this.cell)));
  }

  /** Call for each box with each cell that it touches. */
  eachCell(boxes, call) {
    for (let at = 0; at < boxes.length; at += 4) {
      const [left, right] = [this.column(boxes[at]), this.column(boxes[at + 2])];
      const [top, bottom] = [this.row(boxes[at + 1]), this.row(boxes[at + 3])];
      for (let y = top; y <= bottom; y += 1) {
        for (let x = left; x <= right; x += 1) call(y * this.columns + x, at / 4);
      }
    }
  }

  /** Call for each box in the cells around a point; a box may come more than once. */
  near(x, y, reach, call) {
    this.eachCell([x - reach, y - reach, x + reach, y + reach], (cell) => {
      for (let at = this.first[cell]; at < this.first[cell + 1]; at += 1) call(this.items[at]);
    });
  }
}
