import { announce, fill, make, signButton } from "./dom.js";
import { searchBox } from "./search_box.js";
import { tried } from "./session.js";
import { nodeEntries, nodeNames } from "./streets.js";
import { words } from "./words.js";

const said = words.streetsPanel;

/** The depot and the facilities: where they are, and how to set them by click or by name. */
export function placesCard(session, stage) {
  const depot = make("p", { class: "place" });
  const list = make("ul", { class: "place-list" });
  const effect = make("p", { class: "effect" });
  const move = make("button", { type: "button", class: "plain" }, said.move);
  const add = make("button", { type: "button", class: "plain" }, said.add);
  const picking = make("div", { class: "picking", role: "group", hidden: true });
  const pickText = make("p", { role: "status" });
  const search = searchBox({
    label: said.pickSearch,
    hint: said.pickHint,
    entries: () => nodeEntries(session.state.network),
    choose: (node) => {
      stage.map.fit();
      stage.onPick?.(node);
    },
  });
  fill(picking, pickText, search.element, make("button", { type: "button", class: "plain", onclick: () => stage.setMode("look") }, said.endPick));

  /** Let the user pick a node, and do something with it. */
  async function pick(text, button, deed) {
    const picked = stage.pick();
    pickText.textContent = text;
    picking.hidden = false;
    search.input.focus({ preventScroll: false });
    const node = await picked;
    picking.hidden = true;
    button.focus();
    if (node !== null) await deed(node);
  }

  const idOf = (node) => session.state.network.nodes.id[node];
  const nameOf = (node) => nodeNames(session.state.network)[node];
  move.addEventListener("click", () =>
    pick(said.pickDepot, move, async (node) => {
      if (await tried(session.edit([{ depot: idOf(node) }]))) announce(said.depotMoved(nameOf(node)));
    }),
  );
  add.addEventListener("click", () =>
    pick(said.pickFacility, add, async (node) => {
      const { facilities } = session.state.plan;
      if (await tried(session.edit([{ facilities: [...facilities, { node: idOf(node) }] }]))) announce(said.facilityAdded(nameOf(node)));
    }),
  );
  const remove = async (at, name) => {
    const { facilities } = session.state.plan;
    if (await tried(session.edit([{ facilities: facilities.filter((_, index) => index !== at) }]))) announce(said.facilityRemoved(name));
  };

  const element = make(
    "section",
    { class: "places" },
    make("h2", {}, said.places),
    picking,
    make("h3", {}, said.depot),
    make("div", { class: "row" }, depot, move),
    make("h3", {}, said.facilities),
    list,
    effect,
    add,
  );
  return {
    element,
    update({ plan, network }) {
      const collects = plan.settings.mode === "collect";
      const has = network.depot !== null && network.depot !== undefined;
      fill(depot, has ? nameOf(network.depot) : said.anywhere);
      move.textContent = has ? said.move : said.setDepot;
      fill(effect, said.facilitiesEffect(collects));
      const rows = network.facilities.map((node, at) => make("li", { class: "row" }, make("span", { dir: "auto" }, nameOf(node)), signButton("bin", said.removeFacility(nameOf(node)), () => remove(at, nameOf(node)))));
      fill(list, rows.length ? rows : make("li", { class: "soft" }, collects ? said.noFacilityCollect : said.noFacility));
    },
    close: () => stage.setMode("look"),
  };
}
