const MARGIN = 8; // half of the slider's thumb, so that mark and thumb lie on one line
const DOT = 4.5; // radius
const ROOM = DOT + 1.5; // above and below the curve, for the dot and its rim
const NOTE = 14; // room for a line of text above the curve

/** What a unit of length costs with this load on board. */
function costOf(load) {
  return data.curbWeight + data.loadFactor * load;
}

/** Vehicle and load over the distance driven; the coloured area is the cost. */
class LoadCurve {
  constructor(canvas) {
    this.canvas = canvas;
    this.layer = document.createElement("canvas");
    this.stale = true;
    this.compared = false;
  }

  get end() {
    return Math.max(this.compared ? tours[1].end : 0, tours[0].end);
  }

  get top() {
    return costOf(mostOnBoard) || 1;
  }

  x(distance) {
    const wide = this.canvas.clientWidth - 2 * MARGIN;
    return MARGIN + (this.end > 0 ? (distance / this.end) * wide : 0);
  }

  /** How far below the upper edge the curve begins. */
  get roof() {
    return this.compared ? ROOM + NOTE : ROOM;
  }

  y(weight) {
    const high = this.canvas.clientHeight - this.roof - ROOM;
    return this.roof + high * (1 - weight / this.top);
  }

  /** The distance under a point of the screen. */
  distanceAt(x) {
    const wide = this.canvas.clientWidth - 2 * MARGIN;
    return Math.max(0, Math.min(1, (x - MARGIN) / wide)) * this.end;
  }

  draw(distance) {
    const [width, height] = [this.canvas.clientWidth, this.canvas.clientHeight];
    if (!width || !height) return;
    for (const canvas of [this.canvas, this.layer]) {
      if (fitCanvas(canvas, width, height)) this.stale = true;
    }
    const ratio = this.canvas.width / width;
    const pens = [this.canvas, this.layer].map((canvas) => canvas.getContext("2d"));
    for (const pen of pens) pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    if (this.stale) this.drawAreas(pens[1], width, height);
    this.stale = false;
    pens[0].clearRect(0, 0, width, height);
    pens[0].drawImage(this.layer, 0, 0, width, height);
    if (!printing) this.drawMark(pens[0], distance);
  }

  drawAreas(pen, width, height) {
    const floor = this.y(costOf(0));
    pen.clearRect(0, 0, width, height);
    pen.fillStyle = theme.empty;
    pen.fillRect(this.x(0), floor, this.x(tours[0].end) - this.x(0), this.y(0) - floor);
    tours[0].crossings.forEach((crossing, index) => {
      const [left, right] = [this.x(tours[0].reached[index]), this.x(tours[0].reached[index + 1])];
      pen.fillStyle = theme.shades[shadeOf((crossing.before + crossing.after) / 2)];
      pen.globalAlpha = crossing.served ? 1 : 0.45;
      const lap = crossing.served ? 0.5 : 0; // no hairline between two areas
      pen.beginPath();
      pen.moveTo(left, floor);
      pen.lineTo(left, this.y(costOf(crossing.before)));
      pen.lineTo(right + lap, this.y(costOf(crossing.after)));
      pen.lineTo(right + lap, floor);
      pen.fill();
    });
    pen.globalAlpha = 1;
    this.drawLine(pen, tours[0], []);
    if (this.end > 0 && this.y(0) - floor > 13) {
      this.write(pen, `${load(data.curbWeight)} vehicle`, this.x(0) + 6, (floor + this.y(0)) / 2);
    }
    if (!this.compared) return;
    this.drawLine(pen, tours[1], [5, 3]);
    pen.textAlign = "right";
    this.write(pen, "dashed: the shortest tour", width - MARGIN, NOTE / 2);
    pen.textAlign = "left";
  }

  drawLine(pen, tour, dashes) {
    pen.beginPath();
    tour.load.forEach((onBoard, index) => {
      const [x, y] = [this.x(tour.reached[index]), this.y(costOf(onBoard))];
      if (index) pen.lineTo(x, y);
      else pen.moveTo(x, y);
    });
    pen.setLineDash(dashes);
    pen.lineWidth = 1.4;
    pen.strokeStyle = theme.ink;
    pen.stroke();
    pen.setLineDash([]);
  }

  write(pen, text, x, y) {
    pen.font = "11px system-ui, sans-serif";
    pen.textBaseline = "middle";
    pen.fillStyle = theme.soft;
    pen.fillText(text, x, y, this.canvas.clientWidth - 2 * MARGIN);
  }

  drawMark(pen, distance) {
    const at = locate(tours[0], distance);
    if (!at) return;
    const x = this.x(Math.min(distance, tours[0].end));
    pen.strokeStyle = theme.accent;
    pen.lineWidth = 1.5;
    pen.beginPath();
    pen.moveTo(this.x(distance), this.roof - ROOM);
    pen.lineTo(this.x(distance), this.canvas.clientHeight);
    pen.stroke();
    this.drawDot(pen, x, this.y(costOf(at.load)), theme.accent, theme.paper);
    const other = this.compared && locate(tours[1], distance);
    if (other) {
      const end = this.x(Math.min(distance, tours[1].end));
      this.drawDot(pen, end, this.y(costOf(other.load)), theme.paper, theme.ink);
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
