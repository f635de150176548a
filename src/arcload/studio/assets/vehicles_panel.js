import { announce, fill, make, sign } from "./dom.js";
import { check, choices, field, shown } from "./fields.js";
import { tried } from "./session.js";
import { turnRules } from "./turn_rules.js";
import { words } from "./words.js";

const said = words.vehicles;
const FIRST = ["count", "capacity", "curb_weight", "load_factor"];
const GROUPS = {
  times: ["serve_speed", "drive_speed", "max_hours", "leave"],
  limits: ["max_length", "max_trips", "fixed_cost"],
  fuel: ["fuel_empty", "fuel_per_tonne", "fuel_price"],
};
const EMPTY = { count: said.any, capacity: said.noLimit, max_hours: said.noLimit, max_length: said.noLimit, max_trips: said.noLimit };
const TEXTS = ["label", "leave"];

/** The step "Vehicles": what drives, how it counts, and the rules; each is saved when it is left. */
export function showVehicles(panel, { session }) {
  const setting = (values) => session.edit([{ settings: values }]);
  const work = choices({
    label: said.work,
    options: [["deliver", said.deliver], ["collect", said.collect]],
    choose: (mode) => setting({ mode }),
  });
  const types = make("div");
  const add = make("button", { type: "button", class: "plain", onclick: addType }, sign("plus"), said.addType);
  const objective = choices({
    label: said.objective,
    options: Object.entries(said.objectives),
    choose: (value) => setting({ objective: value }),
  });
  const unserved = check({ label: said.allowUnserved, effect: said.allowUnservedEffect, choose: (holds) => setting({ allow_unserved: holds }) });
  const refill = check({ choose: (holds) => setting({ refill_at_depot: holds }) });
  const turns = turnRules(session);
  fill(
    panel,
    make("section", {}, work.element),
    types,
    make("section", {}, add),
    make("section", {}, make("h2", {}, said.rules), objective.element, unserved.element, refill.element),
    turns.element,
  );

  async function addType() {
    const { vehicles } = session.state.plan;
    if (await tried(session.edit([{ vehicles: [...vehicles, { ...vehicles.at(-1), label: "" }] }]))) announce(said.typeAdded);
  }

  let cards = [];
  const end = session.store.watch(["plan"], ({ plan }) => {
    const { settings, vehicles } = plan;
    const collects = settings.mode === "collect";
    work.update(settings.mode, collects ? said.collectEffect : said.deliverEffect);
    if (cards.length !== vehicles.length) {
      cards = vehicles.map((_, at) => vehicleCard(session, at));
      fill(types, cards.map((card) => card.element));
    }
    cards.forEach((card, at) => card.update(vehicles[at], vehicles.length));
    objective.update(settings.objective, said.objectiveEffect[settings.objective]);
    unserved.update(settings.allow_unserved);
    refill.update(settings.refill_at_depot, said.refill(collects), said.refillEffect(collects));
    turns.update(settings.turn_rules);
  });
  return end;
}

/** One type of vehicles: its fields in groups. */
function vehicleCard(session, at) {
  const { units } = session.state.plan;
  const unitOf = {
    capacity: units.load,
    curb_weight: units.load,
    max_length: units.length,
    max_hours: said.units.hours,
    serve_speed: said.units.speed,
    drive_speed: said.units.speed,
    leave: said.units.time,
    fuel_empty: said.units.fuel,
    fuel_per_tonne: said.units.fuelPerTonne,
    fuel_price: said.units.price,
  };
  const fields = {};
  let vehicle = {};

  /** Save all fields as they stand: some are right only together. */
  const save = async () => {
    const stated = { ...vehicle };
    for (const [name, one] of Object.entries(fields)) {
      if (one.input.value !== shown(vehicle[name])) stated[name] = one.value === "" && name !== "label" ? null : one.value;
    }
    const vehicles = session.state.plan.vehicles.map((other, index) => (index === at ? stated : other));
    await session.edit([{ vehicles }]);
    for (const one of Object.values(fields)) one.refuse("");
    announce(said.saved);
  };
  for (const name of ["label", ...FIRST, ...Object.values(GROUPS).flat()]) {
    fields[name] = field({ label: said.labels[name], unit: unitOf[name] || "", effect: said.effects[name], hint: EMPTY[name] || "", isText: TEXTS.includes(name), save });
  }
  const groups = Object.entries(GROUPS).map(([group, names]) => make("details", { class: "group", "data-group": group }, make("summary", {}, said.groups[group]), names.map((name) => fields[name].element)));
  const title = make("h2", {});
  const remove = make(
    "button",
    {
      type: "button",
      class: "plain",
      onclick: async () => {
        const { vehicles } = session.state.plan;
        if (await tried(session.edit([{ vehicles: vehicles.filter((_, index) => index !== at) }]))) announce(said.typeRemoved);
      },
    },
    sign("bin"),
    said.removeType,
  );
  const element = make("section", { class: "vehicle" }, title, fields.label.element, FIRST.map((name) => fields[name].element), groups, remove);
  let isFirst = true;
  return {
    element,
    update(news, count) {
      vehicle = news;
      fill(title, count > 1 ? said.type(at + 1) : said.only);
      remove.hidden = count === 1;
      fields.label.element.hidden = count === 1 && !news.label;
      for (const [name, one] of Object.entries(fields)) one.update(news[name]);
      if (isFirst) for (const group of groups) group.open = GROUPS[group.dataset.group].some((name) => news[name]);
      isFirst = false;
    },
  };
}
