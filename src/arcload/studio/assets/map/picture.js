const AROUND = 0.25; // share of the map that is painted beyond each edge, to be moved into view
const SPARE = 0.08; // share of it that must be left while the map moves, or it is painted anew
const LARGER = 1.7; // how much larger than painted the picture is shown before it is painted anew
const SMALLER = 0.75;

/**
 * The painted network: a picture that is moved and stretched with the camera, while a worker
 * paints the next one.
 */
export class Picture {
  /** `arrived()` is called when there is a new picture. */
  constructor(canvas, arrived) {
    this.canvas = canvas;
    this.pen = canvas.getContext("bitmaprenderer");
    this.worker = new Worker(new URL("./painter.js", import.meta.url), { type: "module" });
    this.worker.onerror = ({ message }) => reportError(new Error(message || "the map's painter did not start"));
    this.worker.onmessage = ({ data }) => {
      this.busy = false;
      if (this.outdated) data.bitmap.close();
      else {
        [this.view, this.version] = [data.view, data.version];
        this.pen.transferFromImageBitmap(data.bitmap);
      }
      this.outdated = false;
      arrived();
    };
    this.busy = false;
    this.forget();
  }

  /** Tell the worker what to paint from now on. */
  tell(kind, message) {
    this.worker.postMessage({ kind, ...message });
  }

  /** Have it painted for a view; `version` says later for which state that was. */
  paint({ x, y, scale, size, ratio }, version, tiles) {
    this.busy = true;
    const wider = size.map((side) => side + 2 * Math.round(AROUND * side));
    this.tell("paint", { view: { x, y, scale, size: wider, ratio }, version, tiles });
  }

  /** Put the picture where it belongs in a view. */
  place(view) {
    if (!this.view) return;
    const [left, top, width, height] = this.boxIn(view);
    const [wide, high] = this.view.size;
    Object.assign(this.canvas.style, {
      width: `${wide}px`,
      height: `${high}px`,
      transform: `translate(${left}px, ${top}px) scale(${width / wide}, ${height / high})`,
    });
  }

  boxIn(view) {
    const [x, y] = view.toScreen(this.view.x, this.view.y);
    const [width, height] = this.view.size.map((side) => (side * view.scale) / this.view.scale);
    return [x - width / 2, y - height / 2, width, height];
  }

  /** Whether it shows all of a network of some size that a view shows, and not too coarsely. */
  covers(view, size) {
    if (!this.view) return false;
    const stretched = view.scale / this.view.scale;
    if (stretched > LARGER || stretched < SMALLER) return false;
    const [left, top, width, height] = this.boxIn(view);
    const [west, north] = view.toScreen(0, 0);
    const [east, south] = view.toScreen(...size);
    const [spareX, spareY] = view.size.map((side) => SPARE * side);
    return (
      left <= Math.max(-spareX, west) &&
      top <= Math.max(-spareY, north) &&
      left + width >= Math.min(view.size[0] + spareX, east) &&
      top + height >= Math.min(view.size[1] + spareY, south)
    );
  }

  /** Show nothing until another picture arrives than the one that may be under way. */
  forget() {
    this.outdated = this.busy;
    [this.view, this.version] = [null, -1];
    this.pen.transferFromImageBitmap(null);
  }

  destroy() {
    this.worker.terminate();
  }
}
