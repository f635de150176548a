import { Camera, SETTLED } from "../page/camera.js";
import { darkness, onVehicle, readTheme, theme as look } from "../page/colours.js";
import { moveByHand } from "../page/gestures.js";
import { Words } from "../page/words.js";
import { Finder } from "./finder.js";
import { listenToKeys } from "./keys.js";
import { drawOverlay } from "./overlay.js";
import { Picture } from "./picture.js";
import { Steps } from "./steps.js";
import { streetsOf } from "./streets.js";
import { Tiles } from "./tiles.js";
import { View } from "./view.js";

const REACH = { mouse: 9, touch: 18, pen: 12 }; // pixels around a pointer within which a street is meant
const CORNER = 60; // and a node
const FINEST = 2; // dots to a pixel that are painted at most
const OWN = ["served", "idle", "changed", "chosen"]; // colours of map.css
const STREETS_ACROSS = 5; // typical streets that are seen at least when some are fitted into the map
const SCALE = 110; // pixels that the scale bar takes at most

/** A map on which streets are looked at, chosen and changed, with a plan over it. */
export class NetworkMap {
  /**
   * Make a map that fills an element.
   *
   * `words` has `label(name)` and `keys`, what a screen reader says of the map and of its keys;
   * `describe(street)` and `describeNode(node)` what it says when the keyboard goes there.
   * `onHover(street | null, x, y)`, `onSelect(streets, { added })`, `onPick(node)` and
   * `onMode(mode)` tell what the user does. `tiles` is `{ url, attribution }` or null.
   */
  constructor(element, options = {}) {
    this.element = element;
    this.options = {
      words: { label: (name) => name, keys: "" },
      describe: (street) => this.streets.names[this.streets.name[street]],
      describeNode: (node) => String(this.network.nodes.id[node]),
      onHover: () => {},
      onSelect: () => {},
      onPick: () => {},
      onMode: () => {},
      tiles: null,
      ...options,
    };
    this.network = this.streets = null;
    this.camera = new Camera([0, 0]);
    this.size = [0, 0];
    this.marks = [];
    this.changes = 0; // of all that is painted
    this.chosen = new Set();
    this.kind = "look";
    this.forget();
    this.waiting = []; // for the map to be settled
    this.build();
    this.picture = new Picture(this.painted, () => this.refresh());
    this.dress = this.dress.bind(this);
    this.dress();
    darkness.addEventListener("change", this.dress);
    this.observer = new ResizeObserver(() => this.measure());
    this.observer.observe(element);
    listenToKeys(this);
    this.listenToHand();
  }

  /** Show a network, or nothing; one of the same size as before stays where it is. */
  show(network) {
    const before = this.network;
    this.network = network;
    this.streets = network && streetsOf(network);
    this.chosen.clear();
    this.forget();
    this.live.hidden = this.painted.hidden = !network;
    this.live.setAttribute("aria-label", this.options.words.label(network ? network.name : ""));
    if (!network) {
      this.picture.forget();
      this.scaleBox.hidden = true;
      this.refresh();
      return;
    }
    this.words = new Words(network);
    this.finder = new Finder(this.streets, network.nodes.at, network.size);
    this.steps = new Steps(this.streets, network.nodes.at);
    this.tell("network", { streets: this.streets, nodes: network.nodes.at.length });
    this.places(network);
    const same = before && String(before.size) === String(network.size) && before.name === network.name;
    if (!same) {
      this.picture.forget();
      const { changes } = this.camera;
      Object.assign(this.camera, new Camera(network.size), { changes: changes + 1 });
      this.fitted = false;
      this.measure();
    }
    this.refresh();
  }

  /** Change the demand, the direction or the flags of some streets. */
  update(indices, changed) {
    for (const [field, values] of Object.entries(changed)) {
      indices.forEach((street, at) => { this.streets[field][street] = values[at]; });
    }
    this.tell("update", { indices, changed });
  }

  /** Mark the depot and the other places, as the network and each answer to a change name them. */
  places({ depot, places }) {
    this.marks = places.map(({ node, name }) => ({ at: this.network.nodes.at[node], name, isDepot: node === depot }));
    this.tell("places", { at: this.marks.map(({ at }) => at) });
  }

  get selected() {
    return [...this.chosen];
  }

  /** Show some streets as chosen. */
  select(indices) {
    this.chosen = new Set(indices);
    this.tell("select", { indices });
  }

  /** What a click does: "look" and "box" choose streets, "pick" chooses a node. */
  get mode() {
    return this.kind;
  }

  set mode(kind) {
    this.kind = kind;
    this.forget();
    this.live.classList.toggle("boxing", kind === "box");
    this.live.classList.toggle("picking", kind === "pick");
    this.live.classList.remove("pointing");
    this.refresh();
  }

  /** Draw a plan over the streets: one route by its load, several by vehicle; null takes it away. */
  draw(drawing, { vehicle = null } = {}) {
    this.tell("plan", { drawing, vehicle });
  }

  /** Show all, or some streets with their surroundings. */
  fit(indices) {
    if (!this.network || !this.size[0]) return;
    this.camera.fit();
    if (indices && indices.length) {
      const [left, top, right, bottom] = this.boxOf(indices);
      const least = STREETS_ACROSS * this.streets.typical;
      const scale = Math.min(
        ...[right - left, bottom - top].map((side, which) => (0.7 * this.size[which]) / Math.max(side, least)),
      );
      this.camera.zoom(scale / this.camera.scale);
      this.camera.pan(
        (this.camera.x - (left + right) / 2) * this.camera.scale,
        (this.camera.y - (top + bottom) / 2) * this.camera.scale,
      );
      this.camera.moved = -Infinity;
    }
    this.refresh();
  }

  /** Zoom about the middle. */
  zoom(factor) {
    this.camera.zoom(factor);
    this.refresh();
  }

  /** A promise that is kept when all that is seen is painted for what the map is told. */
  settled() {
    return new Promise((settle) => {
      this.waiting.push(settle);
      this.refresh();
    });
  }

  /** Take the map away. */
  destroy() {
    darkness.removeEventListener("change", this.dress);
    this.observer.disconnect();
    cancelAnimationFrame(this.frame);
    clearTimeout(this.resting);
    this.picture.destroy();
    this.element.classList.remove("network-map");
    this.element.replaceChildren();
  }

  build() {
    const make = (tag, name) => {
      const part = document.createElement(tag);
      part.className = name;
      return part;
    };
    this.element.classList.add("network-map");
    this.painted = make("canvas", "painted");
    this.live = make("canvas", "live");
    this.scaleBox = make("div", "scale");
    this.scaleText = make("div", "scale-text");
    this.scaleBar = make("div", "scale-bar");
    this.scaleBox.append(this.scaleText, this.scaleBar);
    this.told = make("div", "unseen");
    this.told.setAttribute("aria-live", "polite");
    const help = make("div", "unseen");
    help.id = `map-keys-${Math.random().toString(36).slice(2)}`;
    help.textContent = this.options.words.keys;
    this.live.tabIndex = 0;
    this.live.setAttribute("role", "application");
    this.live.setAttribute("aria-describedby", help.id);
    this.live.hidden = this.painted.hidden = this.scaleBox.hidden = true;
    const { tiles } = this.options;
    this.tiled = tiles && make("canvas", "tiled");
    this.tiles = tiles && new Tiles(tiles.url, () => this.refresh());
    const source = make("div", "attribution");
    source.textContent = tiles ? tiles.attribution : "";
    source.hidden = !source.textContent;
    this.element.append(...(tiles ? [this.tiled] : []), this.painted, this.live, this.scaleBox, source, help, this.told);
  }

  /** Take the colours of the page, for light or dark. */
  dress() {
    readTheme();
    const style = getComputedStyle(this.element);
    const own = OWN.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]);
    const onVehicles = look.vehicles.map((_, index) => onVehicle(index));
    this.theme = { ...look, ...Object.fromEntries(own), onVehicles };
    this.tell("theme", { theme: this.theme });
  }

  listenToHand() {
    moveByHand(this.live, this.camera, {
      moved: () => this.refresh(),
      taken: () => {},
      hover: (event) => this.point(event.offsetX, event.offsetY, event.pointerType),
      leave: () => this.leave(),
      tap: (event) => this.tap(event),
      drag: (event) => (this.kind === "box" || (this.kind === "look" && event.shiftKey) ? this.boxFrom(event) : null),
    });
  }

  measure() {
    this.size = [this.element.clientWidth, this.element.clientHeight];
    if (!this.network || !this.size[0] || !this.size[1]) return;
    this.camera.measure(...this.size, [0, 0]);
    if (!this.fitted) this.camera.fit();
    this.fitted = true;
    this.refresh();
  }

  /** The part that is seen now. */
  get view() {
    const { x, y, scale } = this.camera;
    const ratio = Math.min(window.devicePixelRatio || 1, FINEST);
    return new View({ x, y, scale, size: this.size, ratio });
  }

  /** Let the painter know of something, and have it painted. */
  tell(kind, message) {
    this.picture.tell(kind, message);
    this.changes += 1;
    this.refresh();
  }

  /** Draw a frame soon. */
  refresh() {
    if (!this.frame) this.frame = requestAnimationFrame(() => this.drawFrame());
  }

  drawFrame() {
    this.frame = 0;
    clearTimeout(this.resting);
    if (this.streets && this.size[0] && this.size[1]) this.drawMap();
    else if (!this.streets) this.settle();
  }

  drawMap() {
    const { camera, picture, view } = this;
    picture.place(view);
    this.drawTiles(view);
    drawOverlay(this.penOf(this.live, view), view, this.streets, {
      pointed: this.pointed,
      node: this.node === null ? null : this.network.nodes.at[this.node],
      places: this.marks,
      box: this.box,
      theme: this.theme,
    });
    this.writeScale();
    const version = this.changes + camera.changes;
    if (picture.version === version) this.settle();
    else if (camera.moving && picture.covers(view, camera.size)) this.drawAtRest();
    else if (!picture.busy) picture.paint(view, version, Boolean(this.tiled)); // else a frame follows when it is done
  }

  /** Draw a frame when the camera rests. */
  drawAtRest() {
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.refresh(), SETTLED + 10);
  }

  settle() {
    for (const settle of this.waiting.splice(0)) settle();
  }

  drawTiles(view) {
    if (!this.tiled || !this.network.mercator) return;
    const pen = this.penOf(this.tiled, view);
    pen.clearRect(0, 0, ...view.size);
    this.tiles.draw(pen, view, this.network.mercator, this.camera.moving);
    if (this.camera.moving) this.drawAtRest();
  }

  penOf(canvas, view) {
    const dots = view.size.map((side) => Math.round(side * view.ratio));
    if (canvas.width !== dots[0] || canvas.height !== dots[1]) [canvas.width, canvas.height] = dots;
    const pen = canvas.getContext("2d");
    pen.setTransform(view.ratio, 0, 0, view.ratio, 0, 0);
    return pen;
  }

  writeScale() {
    const { lengthOfStep, lengthUnit } = this.network;
    this.scaleBox.hidden = !lengthOfStep || !lengthUnit;
    if (this.scaleBox.hidden || this.scaled === this.camera.scale) return;
    this.scaled = this.camera.scale;
    const fits = (SCALE / this.camera.scale) * lengthOfStep;
    const power = 10 ** Math.floor(Math.log10(fits));
    const round = [5, 2, 1].map((factor) => factor * power).find((value) => value <= fits);
    this.scaleBar.style.width = `${(round / lengthOfStep) * this.camera.scale}px`;
    this.scaleText.textContent = this.words.length(round);
  }

  // What the user points at and chooses

  /** Forget what is pointed at. */
  forget() {
    this.pointed = this.node = this.box = null;
  }

  /** Point at the street, or the node, nearest to a place on the screen. */
  point(x, y, pointer) {
    const { view } = this;
    const place = view.toGrid(x, y);
    if (this.kind === "pick") {
      const node = this.finder.nodeAt(...place, CORNER / view.scale);
      if (node !== this.node) this.refresh();
      this.node = node;
      return;
    }
    const street = this.finder.streetAt(...place, (REACH[pointer] || REACH.mouse) / view.scale);
    if (street !== this.pointed) this.refresh();
    this.pointed = street;
    this.live.classList.toggle("pointing", street !== null);
    this.options.onHover(street, x, y);
  }

  leave() {
    if (this.pointed === null && this.node === null) return;
    this.pointed = this.node = null;
    this.live.classList.remove("pointing");
    this.options.onHover(null, 0, 0);
    this.refresh();
  }

  tap(event) {
    this.point(event.offsetX, event.offsetY, event.pointerType);
    this.take(event.shiftKey || this.kind === "box");
    if (event.pointerType !== "mouse") this.leave();
  }

  /** Take what is pointed at: pick the node, or choose the street, alone or with the others. */
  take(adding) {
    if (this.kind === "pick") {
      if (this.node !== null) this.options.onPick(this.node);
      return;
    }
    if (this.pointed === null) {
      if (!adding) this.choose([], false);
      return;
    }
    if (!adding) {
      this.choose([this.pointed], false);
      return;
    }
    const all = new Set(this.chosen);
    if (!all.delete(this.pointed)) all.add(this.pointed);
    this.choose([...all], true);
  }

  /** Choose streets in the name of the user. */
  choose(indices, added) {
    if (!indices.length && !this.chosen.size) return;
    this.select(indices);
    this.options.onSelect(indices, { added });
  }

  /** Draw a box from where the pointer was pressed, and choose what is in it. */
  boxFrom(start) {
    const adding = start.shiftKey;
    const to = (event) => [
      Math.min(start.offsetX, event.offsetX),
      Math.min(start.offsetY, event.offsetY),
      Math.max(start.offsetX, event.offsetX),
      Math.max(start.offsetY, event.offsetY),
    ];
    const draw = (box) => {
      this.box = box;
      this.refresh();
    };
    return {
      move: (event) => draw(to(event)),
      cancel: () => draw(null),
      end: (event) => {
        const [left, top, right, bottom] = to(event);
        const { view } = this;
        const found = this.finder.streetsIn([...view.toGrid(left, top), ...view.toGrid(right, bottom)]);
        this.choose(adding ? [...new Set([...this.chosen, ...found])] : found, adding);
        draw(null);
      },
    };
  }

  boxOf(indices) {
    const { boxes } = this.streets;
    const [least, most] = [Math.min, Math.max].map((pick, side) => [0, 1].map((axis) =>
      indices.reduce((found, street) => pick(found, boxes[4 * street + 2 * side + axis]), side ? -Infinity : Infinity),
    ));
    return [...least, ...most];
  }

  // Without a pointer

  /** Go with the keyboard to the next street, or node, in a direction. */
  step(way) {
    const picking = this.kind === "pick";
    const from = picking ? this.node : this.pointed ?? (this.chosen.size === 1 ? this.selected[0] : null);
    const found = from === null ? this.middleMost(picking) : this.steps[picking ? "node" : "street"](from, way) ?? from;
    if (found === null) return;
    if (picking) this.node = found;
    else this.pointed = found;
    const { middles } = this.streets;
    const at = picking ? this.network.nodes.at[found] : [middles[2 * found], middles[2 * found + 1]];
    this.keepInView(at);
    this.told.textContent = picking ? this.options.describeNode(found) : this.options.describe(found);
    if (!picking) this.options.onHover(found, ...this.view.toScreen(...at));
    this.refresh();
  }

  /** The street, or node, nearest to the middle of what is seen. */
  middleMost(picking) {
    const { x, y, scale } = this.camera;
    const find = (reach) => (picking ? this.finder.nodeAt(x, y, reach) : this.finder.streetAt(x, y, reach));
    for (let reach = 20 / scale; reach < 2 * Math.max(...this.camera.size, 1); reach *= 3) {
      const found = find(reach);
      if (found !== null) return found;
    }
    return null;
  }

  keepInView(at) {
    const spot = this.view.toScreen(...at);
    const beyond = spot.map((value, which) => {
      const side = this.size[which];
      return Math.max(0.15 * side - value, 0) + Math.min(0.85 * side - value, 0);
    });
    if (beyond[0] || beyond[1]) this.camera.pan(...beyond);
  }

  /** Leave the mode, or else choose nothing; return whether there was something to end. */
  escape() {
    if (this.kind !== "look") {
      this.mode = "look";
      this.options.onMode("look");
      return true;
    }
    const busy = this.pointed !== null || this.chosen.size > 0;
    this.leave();
    this.choose([], false);
    return busy;
  }
}
