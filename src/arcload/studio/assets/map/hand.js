const REACH = { mouse: 9, touch: 18, pen: 12 }; // pixels around a pointer within which a street is meant
const CORNER = 60; // and a node
const EDGE = 0.15; // share of the map at its edges out of which the keyboard moves what it goes to

/** What the user points at on a map and chooses, with or without a pointer. */
export class Hand {
  constructor(map) {
    this.map = map;
    this.forget();
  }

  /** Forget what is pointed at. */
  forget() {
    this.street = this.node = this.box = null;
  }

  get picks() {
    return this.map.mode === "pick";
  }

  /** Point at the street, or the node, nearest to where a pointer is. */
  point({ offsetX, offsetY, pointerType }) {
    const { finder, view, live, options } = this.map;
    const place = view.toGrid(offsetX, offsetY);
    if (this.picks) {
      this.pointAt({ node: finder.nodeAt(...place, CORNER / view.scale) });
      return;
    }
    const street = finder.streetAt(...place, (REACH[pointerType] || REACH.mouse) / view.scale);
    this.pointAt({ street });
    live.classList.toggle("pointing", street !== null);
    options.onHover(street, offsetX, offsetY);
  }

  pointAt({ street = null, node = null }) {
    if (street !== this.street || node !== this.node) this.map.refresh();
    Object.assign(this, { street, node });
  }

  leave() {
    if (this.street === null && this.node === null) return;
    this.pointAt({});
    this.map.live.classList.remove("pointing");
    this.map.options.onHover(null, 0, 0);
  }

  tap(event) {
    this.point(event);
    this.take(event.shiftKey || this.map.mode === "box");
    if (event.pointerType !== "mouse") this.leave();
  }

  /** Take what is pointed at: pick the node, or choose the street, alone or with the others. */
  take(adding) {
    if (this.picks) {
      if (this.node !== null) this.map.options.onPick(this.node);
      return;
    }
    if (!adding) this.choose(this.street === null ? [] : [this.street], false);
    else if (this.street !== null) {
      const all = new Set(this.map.selected);
      if (!all.delete(this.street)) all.add(this.street);
      this.choose([...all], true);
    }
  }

  choose(indices, added) {
    if (!indices.length && !this.map.selected.length) return;
    this.map.select(indices);
    this.map.options.onSelect(indices, { added });
  }

  /** Draw a box from where the pointer was pressed, and choose what is in it. */
  boxFrom(start) {
    const adding = start.shiftKey;
    const to = ({ offsetX, offsetY }) => [
      Math.min(start.offsetX, offsetX),
      Math.min(start.offsetY, offsetY),
      Math.max(start.offsetX, offsetX),
      Math.max(start.offsetY, offsetY),
    ];
    const draw = (box) => {
      this.box = box;
      this.map.refresh();
    };
    return {
      move: (event) => draw(to(event)),
      cancel: () => draw(null),
      end: (event) => {
        draw(null);
        const { finder, view, selected } = this.map;
        const [left, top, right, bottom] = to(event);
        const found = finder.streetsIn([...view.toGrid(left, top), ...view.toGrid(right, bottom)]);
        this.choose(adding ? [...new Set([...selected, ...found])] : found, adding);
      },
    };
  }

  /** Go with the keyboard to the next street, or node, in a direction; with none to the nearest. */
  step(way) {
    const { steps, options, told, network, streets, selected } = this.map;
    const start = this.picks ? this.node : this.street ?? (selected.length === 1 ? selected[0] : null);
    const next = start === null ? this.middleMost() : this.picks ? steps.node(start, way) : steps.street(start, way);
    const found = next ?? start;
    if (found === null) return;
    const at = this.picks ? network.nodes.at[found] : [streets.middles[2 * found], streets.middles[2 * found + 1]];
    this.keepInView(at);
    this.pointAt(this.picks ? { node: found } : { street: found });
    told.textContent = this.picks ? options.describeNode(found) : options.describe(found);
    if (!this.picks) options.onHover(found, ...this.map.view.toScreen(...at));
  }

  /** The street, or node, nearest to the middle of what is seen. */
  middleMost() {
    const { camera: { x, y, scale, size }, finder } = this.map;
    for (let reach = 20 / scale; reach < 6 * Math.max(...size, 1); reach *= 3) {
      const found = this.picks ? finder.nodeAt(x, y, reach) : finder.streetAt(x, y, reach);
      if (found !== null) return found;
    }
    return null;
  }

  keepInView(at) {
    const { view, camera } = this.map;
    const beyond = view.toScreen(...at).map((value, which) => {
      const side = view.size[which];
      return Math.max(EDGE * side - value, 0) + Math.min((1 - EDGE) * side - value, 0);
    });
    if (beyond[0] || beyond[1]) camera.pan(...beyond);
  }

  /** Take what the keyboard is at, or first go somewhere. */
  enter(adding) {
    if (this.street === null && this.node === null) this.step([0, 0]);
    else this.take(adding);
  }

  /** Leave the mode, or else choose nothing; return whether there was something to end. */
  escape() {
    const { map } = this;
    if (map.mode !== "look") {
      map.mode = "look";
      map.options.onMode("look");
      return true;
    }
    const busy = this.street !== null || map.selected.length > 0;
    this.leave();
    this.choose([], false);
    return busy;
  }
}
