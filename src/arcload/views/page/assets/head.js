import { byId } from "./elements.js";
import { capital, counted } from "./words.js";

/** Write what the page is about, and name its maps and its curve. */
export function writeHead(atlas, words) {
  const [plan] = atlas.plans;
  document.title = `${atlas.name} – arcload`;
  byId("name").textContent = byId("name").title = atlas.name;
  const carried = atlas.fleet ? plan.routes.reduce((sum, route) => sum + route.carried, 0) : atlas.mostOnBoard;
  const fleet = atlas.fleet ? ` by ${counted(plan.routes.length, "vehicle")}` : "";
  byId("subtitle").textContent = `${counted(plan.served, "street")}, ${words.load(carried)} to ${
    words.collects ? "collect" : "deliver"
  }${fleet}`;
  byId("version").textContent = atlas.version;
  const factor = atlas.loadFactors.length > 1 ? "its load factor" : atlas.loadFactors[0];
  const weight = factor === 1 ? "vehicle and load" : `vehicle and ${factor} x load`;
  byId("units").textContent = atlas.costUnit === "t km"
    ? `Cost is distance times weight: a t km is a tonne, ${weight}, moved a kilometre.`
    : `Cost is distance times weight, ${weight}.`;
  if (plan.turnLength > 0) byId("units").textContent += ` Turns count as ${words.length(plan.turnLength)} more.`;
  byId("map").setAttribute("aria-label", `Map of ${atlas.name} with the ${words.plan}, coloured by ${atlas.fleet ? "vehicle" : "the load on board"}`);
  byId("other-map").setAttribute("aria-label", `Map of ${atlas.name} with ${words.otherPlan}`);
  byId("curve").setAttribute(
    "aria-label",
    atlas.fleet
      ? `Load of each vehicle over ${atlas.byHours ? "time" : "the distance driven"}`
      : `Vehicle and load over the distance driven; the area is the cost, ${words.cost(plan.cost)}`,
  );
  byId("seek").setAttribute("aria-label", atlas.byHours ? "Time since the start" : "Distance driven");
}

/** Call the plan beside this one what it is. */
export function nameOther({ other, isToday }) {
  if (!other && !isToday) return;
  const name = other || "today's route";
  byId("other-caption").firstChild.textContent = `${capital(name)}: `;
  document.querySelector("#totals th.other").textContent = other ? capital(other) : "Today";
}
