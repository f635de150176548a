const SIDE = 256; // pixels of a tile
const CLOSEST = 19; // zoom beyond which tiles are stretched
const KEPT = 400; // tiles
const AGAIN = 30000; // milliseconds after which a tile that failed is asked for again

/** Pictures of a tile server below a network whose grid is Web Mercator. */
export class Tiles {
  /** `url` has {z}, {x} and {y}; `loaded()` is called when there is more to draw. */
  constructor(url, loaded) {
    Object.assign(this, { url, loaded });
    this.images = new Map();
  }

  /** Draw the tiles of a view; ask for those that are missing, unless it is only passing by. */
  draw(pen, view, { west, north, step }, passing) {
    const world = view.scale / step; // pixels
    const zoom = Math.max(0, Math.min(CLOSEST, Math.round(Math.log2((world * view.ratio) / SIDE) - 0.25)));
    const count = 2 ** zoom;
    const [left, top] = view.toGrid(0, 0);
    const [right, bottom] = view.toGrid(...view.size);
    const column = (x) => Math.floor((west + x * step) * count);
    const row = (y) => Math.max(0, Math.min(count - 1, Math.floor((north + y * step) * count)));
    const side = world / count;
    for (let y = row(top); y <= row(bottom); y += 1) {
      for (let x = column(left); x <= column(right); x += 1) {
        const place = view.toScreen((x / count - west) / step, (y / count - north) / step);
        this.drawTile(pen, zoom, ((x % count) + count) % count, y, place, side, passing);
      }
    }
  }

  /** Draw a tile, or while it is on its way the part of a coarser one. */
  drawTile(pen, zoom, x, y, [left, top], side, passing) {
    const image = passing ? this.images.get(`${zoom}/${x}/${y}`) : this.ask(zoom, x, y);
    if (image && image.whole) {
      pen.drawImage(image, left, top, side + 0.5, side + 0.5); // no hairline between two tiles
      return;
    }
    for (let up = 1; up <= Math.min(zoom, 6); up += 1) {
      const coarse = this.images.get(`${zoom - up}/${x >> up}/${y >> up}`);
      if (!coarse || !coarse.whole) continue;
      const part = coarse.naturalWidth / 2 ** up;
      const [atX, atY] = [(x % 2 ** up) * part, (y % 2 ** up) * part];
      pen.drawImage(coarse, atX, atY, part, part, left, top, side + 0.5, side + 0.5);
      return;
    }
  }

  /** The picture of a tile, which may still be on its way. */
  ask(zoom, x, y) {
    const key = `${zoom}/${x}/${y}`;
    const known = this.images.get(key);
    if (known && !(known.failed < performance.now() - AGAIN)) {
      this.images.delete(key);
      this.images.set(key, known); // the last to be forgotten
      return known;
    }
    const image = new Image();
    image.decoding = "async";
    image.onload = () => {
      image.whole = true;
      this.loaded();
    };
    image.onerror = () => {
      image.failed = performance.now();
    };
    image.src = this.url.replace("{z}", zoom).replace("{x}", x).replace("{y}", y);
    this.images.set(key, image);
    for (const oldest of this.images.keys()) {
      if (this.images.size <= KEPT) break;
      this.images.delete(oldest);
    }
    return image;
  }
}
