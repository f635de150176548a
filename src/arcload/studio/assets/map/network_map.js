import { Camera, SETTLED } from "../page/camera.js";
import { darkness, onVehicle, readTheme, theme as look } from "../page/colours.js";
import { moveByHand } from "../page/gestures.js";
import { Finder } from "./finder.js";
import { Hand } from "./hand.js";
import { listenToKeys } from "./keys.js";
import { drawOverlay } from "./overlay.js";
import { Picture } from "./picture.js";
import { ScaleBar } from "./scale_bar.js";
import { Steps } from "./steps.js";
import { streetsOf } from "./streets.js";
import { Tiles } from "./tiles.js";
import { View } from "./view.js";

const FINEST = 2; // dots to a pixel that are painted at most
const OWN = ["served", "idle", "changed", "chosen"]; // colours of map.css
const STREETS_ACROSS = 5; // typical streets that are seen at least when some are fitted into the map

/** A map on which streets are looked at, chosen and changed, with a plan over it. */
export class NetworkMap {
  /**
   * Make a map that fills an element.
   *
   * `words` has `label(name)` and `keys`, what a screen reader says of the map and of its keys;
   * `describe(street)` and `describeNode(node)` what it says when the keyboard goes there.
   * `onHover(street | null, x, y)`, `onSelect(streets, { added })`, `onPick(node)` and
   * `onMode(mode)` tell what the user does. `tiles` is `{ url, attribution }` or null. `room()` says how many
   * pixels tools cover at a side and above or below.
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
      room: () => [0, 0],
      ...options,
    };
    this.network = this.streets = null;
    this.camera = new Camera([0, 0]);
    this.size = [0, 0];
    this.marks = [];
    this.changes = 0; // of all that is painted
    this.chosen = new Set();
    this.kind = "look";
    this.hand = new Hand(this);
    this.waiting = []; // for the map to be settled
    this.build();
    this.picture = new Picture(this.painted, () => this.refresh());
    this.dress = this.dress.bind(this);
    this.dress();
    darkness.addEventListener("change", this.dress);
    this.observer = new ResizeObserver(() => this.measure());
    this.observer.observe(element);
    listenToKeys(this.live, this);
    this.listenToHand();
  }

  /** Show a network, or nothing; one of the same size as before stays where it is. */
  show(network) {
    const before = this.network;
    this.network = network;
    this.streets = network && streetsOf(network);
    this.chosen.clear();
    this.hand.forget();
    this.live.hidden = this.painted.hidden = !network;
    this.live.setAttribute("aria-label", this.options.words.label(network ? network.name : ""));
    if (!network) {
      this.picture.forget();
      this.scaleBar.show(null);
      this.refresh();
      return;
    }
    this.scaleBar.show(network);
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
    this.hand.forget();
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
    this.scaleBar = new ScaleBar(make("div", "scale"));
    this.told = make("div", "unseen");
    this.told.setAttribute("aria-live", "polite");
    const help = make("div", "unseen");
    help.id = `map-keys-${Math.random().toString(36).slice(2)}`;
    help.textContent = this.options.words.keys;
    this.live.tabIndex = 0;
    this.live.setAttribute("role", "application");
    this.live.setAttribute("aria-describedby", help.id);
    this.live.hidden = this.painted.hidden = true;
    const { tiles } = this.options;
    this.tiled = tiles && make("canvas", "tiled");
    this.tiles = tiles && new Tiles(tiles.url, () => this.refresh());
    const source = make("div", "attribution");
    source.textContent = tiles ? tiles.attribution : "";
    source.hidden = !source.textContent;
    this.element.append(...(tiles ? [this.tiled] : []), this.painted, this.live, this.scaleBar.element, source, help, this.told);
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
      hover: (event) => this.hand.point(event),
      leave: () => this.hand.leave(),
      tap: (event) => this.hand.tap(event),
      drag: (event) => (this.kind === "box" || (this.kind === "look" && event.shiftKey) ? this.hand.boxFrom(event) : null),
    });
  }

  measure() {
    this.size = [this.element.clientWidth, this.element.clientHeight];
    if (!this.network || !this.size[0] || !this.size[1]) return;
    this.camera.measure(...this.size, this.options.room());
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
      pointed: this.hand.street,
      node: this.hand.node === null ? null : this.network.nodes.at[this.hand.node],
      places: this.marks,
      box: this.hand.box,
      theme: this.theme,
    });
    this.scaleBar.draw(camera.scale);
    const version = this.changes + camera.changes;
    if (picture.version === version) this.settle();
    else if (camera.moving && picture.covers(view, camera.size)) this.drawAtRest();
    else if (!picture.busy) picture.paint(view, version, this.hasTiles); // else a frame follows when it is done
  }

  /** Draw a frame when the camera rests. */
  drawAtRest() {
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.refresh(), SETTLED + 10);
  }

  settle() {
    for (const settle of this.waiting.splice(0)) settle();
  }

  get hasTiles() {
    return Boolean(this.tiles && this.network.mercator);
  }

  drawTiles(view) {
    if (!this.hasTiles) return;
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

  boxOf(indices) {
    const { boxes } = this.streets;
    const [least, most] = [Math.min, Math.max].map((pick, side) => [0, 1].map((axis) =>
      indices.reduce((found, street) => pick(found, boxes[4 * street + 2 * side + axis]), side ? -Infinity : Infinity),
    ));
    return [...least, ...most];
  }
}
