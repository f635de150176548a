const CELL = 9; // pixels of a square that is free or taken

/** What of a map has text or a mark on it already, in small squares. */
export class Room {
  /** `boxes` are taken from the start, each as left, top, right and bottom. */
  constructor([width, height], boxes) {
    this.columns = Math.ceil(width / CELL);
    this.rows = Math.ceil(height / CELL);
    this.taken = new Uint8Array(this.columns * this.rows);
    for (const box of boxes) this.fill(...box);
  }

  fill(left, top, right, bottom) {
    for (let y = top; y < bottom + CELL; y += CELL) {
      for (let x = left; x < right + CELL; x += CELL) this.mark(this.square(Math.min(x, right), Math.min(y, bottom)));
    }
  }

  mark(square) {
    if (square >= 0) this.taken[square] = 1;
  }

  /** The square at a point, or -1 beyond the edge. */
  square(x, y) {
    const [column, row] = [Math.floor(x / CELL), Math.floor(y / CELL)];
    return column >= 0 && row >= 0 && column < this.columns && row < this.rows ? row * this.columns + column : -1;
  }

  /** Take the room of a text about a point, with so much free around it, if none of it is taken. */
  take(x, y, angle, wide, free) {
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const squares = [];
    const [along, across] = [wide / 2 + 4, 6];
    for (let a = -along; a <= along; a += CELL / 2) {
      for (let b = -across; b <= across; b += across) {
        const square = this.square(x + a * cos - b * sin, y + a * sin + b * cos);
        if (this.taken[square]) return false;
        squares.push(square);
      }
    }
    for (const square of squares) this.mark(square);
    if (free) this.fill(x - Math.abs(along * cos) - free, y - Math.abs(along * sin) - free, x + Math.abs(along * cos) + free, y + Math.abs(along * sin) + free);
    return true;
  }
}
