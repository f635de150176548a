import { make, sign, write } from "./dom.js";
import { NetworkMap } from "./map/network_map.js";
import { CLOSED, NO_SERVICE, needsService } from "./map/streets.js";
import { MapLegend } from "./map_legend.js";
import { nodeNames, streetName } from "./streets.js";
import { words } from "./words.js";

const ZOOM = 1.6;
const said = words.map;

/** The map with its tools, its legend and the hint at the pointer. */
export class MapStage {
  constructor(session, tiles, parent) {
    this.session = session;
    this.onPick = null;
    this.showsPlan = false;
    this.vehicle = null;
    const place = make("div", { class: "canvas" });
    this.hint = make("div", { class: "hint", hidden: true }, make("strong", { dir: "auto" }), make("span"));
    this.message = make("p", { class: "message soft", role: "status" }, words.plan.loading);
    this.box = this.tool("box", said.box, () => this.setMode(this.map.mode === "box" ? "look" : "box"), { "aria-pressed": "false" });
    this.tools = make(
      "div",
      { class: "tools", role: "group", "aria-label": said.tools },
      this.tool("plus", said.zoomIn, () => this.map.zoom(ZOOM)),
      this.tool("minus", said.zoomOut, () => this.map.zoom(1 / ZOOM)),
      this.tool("fit", said.fit, () => this.map.fit()),
      this.box,
    );
    this.legend = new MapLegend();
    this.element = make("div", { class: "map-stage" }, place, this.tools, this.hint, this.message, this.legend.element);
    parent.append(this.element); // the map reads its colours where it stands
    this.map = new NetworkMap(place, {
      words: said,
      tiles,
      describe: (index) => this.inWords(index).join(", "),
      describeNode: (node) => nodeNames(session.state.network)[node],
      onHover: (index, x, y) => this.showHint(index, x, y),
      onSelect: (indices) => (this.showsPlan ? this.showSelection() : session.store.set({ selection: indices })),
      onPick: (node) => this.onPick && this.onPick(node),
      onMode: (mode) => this.setMode(mode),
    });
    this.watches = [
      session.store.watch(["network", "notDrawn"], (state) => this.showNetwork(state)),
      session.store.watch(["change"], ({ change }) => change && this.showChange(change)),
      session.store.watch(["selection"], ({ network }) => network && this.showSelection()),
      session.store.watch(["drawing"], () => this.showDrawing()),
    ];
  }

  tool(name, label, onclick, attributes = {}) {
    return make("button", { type: "button", "aria-label": label, title: label, onclick, ...attributes }, sign(name));
  }

  showNetwork({ network, notDrawn }) {
    write(this.message, network ? "" : notDrawn ? `${words.plan.notDrawn} ${notDrawn}` : words.plan.loading);
    this.message.hidden = Boolean(network);
    this.tools.hidden = this.legend.element.hidden = !network;
    if (!network) return;
    this.map.show(network);
    this.showSelection();
    this.showDrawing();
  }

  showChange({ indices, streets }) {
    const { network } = this.session.state;
    if (!network) return;
    if (indices.length) this.map.update(indices, streets);
    this.map.places(network);
    this.showDrawing();
  }

  /** Show the plan over the streets, all of it or one vehicle, or the streets alone. */
  setPlan(showsPlan, vehicle = null) {
    if (showsPlan && !this.showsPlan) afterLayout(() => this.map.fit());
    this.showsPlan = showsPlan;
    this.vehicle = vehicle;
    this.box.hidden = showsPlan;
    this.showSelection();
    this.showDrawing();
  }

  /** Mark the streets that are chosen; over a plan nothing is chosen. */
  showSelection() {
    const { network, selection } = this.session.state;
    if (network) this.map.select(this.showsPlan ? [] : selection);
  }

  showDrawing() {
    const { network, drawing } = this.session.state;
    if (!network) return;
    const plan = this.showsPlan ? drawing : null;
    this.map.draw(plan, this.vehicle === null ? {} : { vehicle: this.vehicle });
    if (plan) this.legend.showPlan(plan, this.vehicle, this.session.figures);
    else this.legend.showStreets(network.streets);
  }

  setMode(mode) {
    this.map.mode = mode;
    this.box.setAttribute("aria-pressed", String(mode === "box"));
    this.element.dataset.mode = mode;
    if (mode !== "pick" && this.onPick) {
      const ended = this.onPick;
      this.onPick = null;
      ended(null);
    }
  }

  /** Let the user pick a node on the map; null where that is called off. */
  pick() {
    if (this.onPick) this.setMode("look");
    return new Promise((resolve) => {
      this.onPick = (node) => {
        this.onPick = null;
        if (node !== null) this.setMode("look");
        resolve(node);
      };
      this.setMode("pick");
    });
  }

  /** The name of a street, and what it is and needs. */
  inWords(index) {
    const { figures, state: { network: { streets } } } = this.session;
    const flags = streets.flags[index];
    const need = needsService(streets, index) ? figures.load(streets.demand[index]) : flags & NO_SERVICE ? said.hint.none : said.hint.nothing;
    const more = [figures.length(streets.length[index]), flags & CLOSED ? said.hint.closed : need, streets.oneWay[index] ? said.hint.oneWay : ""];
    return [streetName(streets, index), more.filter(Boolean).join(", ")];
  }

  showHint(index, x, y) {
    this.hint.hidden = index === null || index === undefined;
    if (this.hint.hidden) return;
    const words = this.inWords(index);
    [...this.hint.children].forEach((part, at) => write(part, words[at]));
    const { clientWidth, clientHeight } = this.element;
    this.hint.style.left = `${Math.max(4, Math.min(x + 14, clientWidth - this.hint.offsetWidth - 8))}px`;
    this.hint.style.top = `${y + 18 + this.hint.offsetHeight > clientHeight ? y - this.hint.offsetHeight - 10 : y + 18}px`;
  }

  close() {
    for (const end of this.watches) end();
    this.legend.close();
    this.map.destroy();
  }
}

/** Do something when the map has taken its new size. */
function afterLayout(deed) {
  requestAnimationFrame(() => requestAnimationFrame(deed));
}
