import { announce, fill, make, signButton } from "./dom.js";
import { choices, factTable, field } from "./fields.js";
import { CLOSED, NO_SERVICE, needsService } from "./map/streets.js";
import { streetName, sum } from "./streets.js";
import { words } from "./words.js";

const said = words.streetsPanel;
const MOST_NAMES = 4;
const DIRECTIONS = ["both", "forward", "backward"];

/** The card of the streets that are chosen on the map: what they are and need, for one or many. */
export function chosenStreets(session, stage, choose) {
  let chosen = [];
  const edit = async (change) => {
    const { network } = session.state;
    await session.edit([{ streets: chosen.map((index) => network.streets.id[index]), ...change }]);
    announce(said.changed(chosen.length));
  };
  const title = make("h2", { class: "title", dir: "auto" });
  const names = make("p", { class: "soft small", dir: "auto" });
  const facts = factTable();
  const service = choices({
    label: said.service,
    effect: said.serviceEffect,
    options: [[true, said.serve], [false, said.noService]],
    choose: (value) => edit({ service: value }),
  });
  const demand = field({ label: "", effect: said.demandEffect, save: (value) => edit({ demand: value }) });
  const direction = choices({
    label: said.directionLabel,
    effect: said.directionEffect,
    options: [["both", said.twoWay], ["forward", said.forward], ["backward", said.backward]],
    choose: (value) => edit({ direction: value }),
  });
  const closed = choices({
    label: said.open,
    effect: said.closedEffect,
    options: [[false, said.isOpen], [true, said.isClosed]],
    choose: (value) => edit({ closed: value }),
  });
  const label = demand.element.querySelector("label");
  const element = make(
    "section",
    { class: "chosen" },
    make("div", { class: "row" }, title, signButton("fit", said.show, () => stage.map.fit(chosen)), signButton("close", said.clear, () => choose([]))),
    names,
    facts.element,
    demand.element,
    service.element,
    direction.element,
    closed.element,
  );

  return {
    element,
    update({ selection, network }) {
      const isOther = selection !== chosen;
      chosen = selection;
      const { streets } = network;
      const { figures } = session;
      const one = chosen.length === 1;
      const found = [...new Set(chosen.map((index) => streetName(streets, index)))];
      fill(title, one ? found[0] : said.chosen(chosen.length));
      const more = found.length - MOST_NAMES;
      fill(names, one ? "" : [found.slice(0, MOST_NAMES).join(", "), more > 0 ? ` ${said.more(more)}` : ""].join(""));
      names.hidden = one;
      facts.update([
        [said.facts.length, figures.length(sum(chosen.map((index) => streets.length[index])))],
        ...(one ? [] : [[said.facts.served, chosen.filter((index) => needsService(streets, index)).length.toLocaleString("en")]]),
        ...(one ? [] : [[said.facts.demand, figures.load(sum(chosen.filter((index) => needsService(streets, index)).map((index) => streets.demand[index])))]]),
      ]);
      fill(label, said.demandLabel(chosen.length, figures.units.load));
      const amount = common(chosen.map((index) => streets.demand[index]));
      demand.input.placeholder = amount === undefined ? said.mixed : "";
      demand.update(amount, isOther);
      service.update(common(chosen.map((index) => !(streets.flags[index] & NO_SERVICE))));
      direction.update(common(chosen.map((index) => DIRECTIONS[streets.oneWay[index]])));
      closed.update(common(chosen.map((index) => Boolean(streets.flags[index] & CLOSED))));
    },
  };
}

/** The value that all have, or undefined. */
function common(values) {
  return values.every((value) => value === values[0]) ? values[0] : undefined;
}
