import { make } from "./dom.js";
import { check, choices, field } from "./fields.js";
import { words } from "./words.js";

const said = words.vehicles;
const METRES = ["left", "right", "straight", "u_turn"];
const SECONDS = Object.keys(said.secondsLabels);
const NEVER = "never";

/** The rules of turns: what they add to the way, and how long they take. */
export function turnRules(session) {
  const set = (rules) => session.edit([{ settings: { turn_rules: rules } }]);
  const { units } = session.state.plan;
  const metres = Object.fromEntries(
    METRES.map((name) => [name, field({ label: said.turnLabels[name], unit: units.length ? "m" : "", effect: said.turnEffects[name], save: (value) => set({ [name]: value ?? 0 }) })]),
  );
  const never = check({ label: said.never, effect: said.neverEffect, choose: (holds) => set({ u_turn: holds ? NEVER : 0 }) });
  const seconds = Object.fromEntries(SECONDS.map((name) => [name, field({ label: said.secondsLabels[name], unit: "s", save: (value) => set({ [name]: value ?? 0 }) })]));
  const traffic = choices({ label: said.traffic, effect: said.trafficEffect, options: Object.entries(said.trafficSides), choose: (side) => set({ traffic: side }) });
  const times = make("details", { class: "group" }, make("summary", {}, said.seconds), make("p", { class: "effect" }, said.secondsEffect), SECONDS.map((name) => seconds[name].element));
  const element = make(
    "section",
    {},
    make("h2", {}, said.turns),
    make("p", { class: "effect" }, said.turnsEffect),
    METRES.slice(0, 3).map((name) => metres[name].element),
    never.element,
    metres.u_turn.element,
    traffic.element,
    times,
  );
  let isFirst = true;
  return {
    element,
    update(rules) {
      const given = rules || {};
      for (const name of METRES) metres[name].update(given[name] === NEVER ? "" : given[name] ?? 0);
      for (const name of SECONDS) seconds[name].update(given[name] ?? 0);
      never.update(given.u_turn === NEVER);
      metres.u_turn.element.hidden = given.u_turn === NEVER;
      traffic.update(given.traffic || "right");
      if (isFirst) times.open = SECONDS.some((name) => given[name]);
      isFirst = false;
    },
  };
}
