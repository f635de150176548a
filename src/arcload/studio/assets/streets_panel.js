import { chosenStreets } from "./chosen_streets.js";
import { fill, make } from "./dom.js";
import { factTable } from "./fields.js";
import { needsService } from "./map/streets.js";
import { placesCard } from "./places_card.js";
import { searchBox } from "./search_box.js";
import { streetEntries, sum } from "./streets.js";
import { words } from "./words.js";

const said = words.streetsPanel;

/** The step "Map": find streets, change what they need, and set the places. */
export function showStreets(panel, { session, stage }) {
  const { store } = session;
  const choose = (indices) => store.set({ selection: indices });
  const search = searchBox({
    label: said.search,
    hint: said.searchHint,
    entries: () => streetEntries(session.state.network),
    choose: (indices) => {
      choose(indices);
      stage.map.fit(indices);
    },
  });
  const how = make("p", { class: "soft" }, matchMedia("(pointer: coarse)").matches ? said.howByTouch : said.how);
  const overview = factTable();
  const network = make("section", {}, make("h2", {}, said.overview), overview.element);
  const places = placesCard(session, stage);
  const chosen = chosenStreets(session, stage, choose);
  const notes = make("details", { class: "notes" });
  fill(panel, make("section", {}, search.element, how), chosen.element, network, places.element, notes);

  const ends = [
    store.watch(["selection", "network", "change", "plan"], (state) => {
      const isMapped = Boolean(state.network);
      const any = isMapped && state.selection.length > 0;
      search.element.hidden = !isMapped;
      how.hidden = !isMapped || any;
      chosen.element.hidden = !any;
      network.hidden = any;
      places.element.hidden = any || !isMapped;
      notes.hidden = any || !state.plan.notes.length;
      overview.update(networkFacts(session));
      if (any) chosen.update(state);
      if (isMapped) places.update(state);
    }),
  ];
  const { notes: sentences } = session.state.plan;
  fill(notes, make("summary", {}, words.plan.notes(sentences.length)), make("ul", {}, sentences.map((note) => make("li", {}, note))));

  const onKey = (event) => {
    if (event.target.tagName === "INPUT" && event.target.type !== "radio") return;
    if (event.key === "/") {
      event.preventDefault();
      search.input.focus();
    } else if (event.key === "Escape" && !document.querySelector("dialog[open]")) {
      if (stage.onPick) stage.setMode("look");
      else choose([]);
    }
  };
  document.addEventListener("keydown", onKey);
  return () => {
    document.removeEventListener("keydown", onKey);
    places.close();
    for (const end of ends) end();
  };
}

function networkFacts({ state: { plan, network }, figures }) {
  const rows = [[said.streets, plan.streets.toLocaleString("en")], [said.served, plan.served.toLocaleString("en")]];
  if (!network) return rows;
  const { streets } = network;
  const served = [...streets.demand.keys()].filter((index) => needsService(streets, index));
  return [
    ...rows,
    [said.demand, figures.load(sum(served.map((index) => streets.demand[index])))],
    [said.length, figures.length(sum(streets.length))],
  ];
}
