import { badgeOf, byId, spanOf } from "./elements.js";
import { hours, number } from "./words.js";

/** Write what only fleets have: who drives, whom to watch, and which streets are left out. */
export function writeFleet(atlas, words, watch) {
  const [plan] = atlas.plans;
  byId("now-kind").textContent = "";
  for (const [where, text] of Object.entries({
    "#map-caption": "This plan: ",
    "#other-caption": "The shortest plan: ",
    "#totals thead th": "This plan",
    "aside": "About the plan",
  })) {
    const part = document.querySelector(where);
    if (where === "aside") part.setAttribute("aria-label", text);
    else part.firstChild.textContent = text;
  }
  document.documentElement.classList.add("fleet");
  document.documentElement.style.setProperty("--vehicles", String(plan.routes.length));
  if (plan.routes.length > 1) writeChoice(plan.routes, watch);
  writeVehicles(plan, words, watch);
  byId("left-out").hidden = !plan.unserved.length;
  for (const street of plan.unserved.map((edge) => atlas.streets[edge])) {
    const item = document.createElement("li");
    item.append(spanOf("street", street.name), " ", spanOf("what", words.load(street.demand)));
    byId("left-out-list").append(item);
  }
}

function writeChoice(routes, watch) {
  byId("vehicles").hidden = false;
  for (const route of [null, ...routes]) {
    const button = document.createElement("button");
    button.type = "button";
    button.append(route ? badgeOf(route) : "All vehicles");
    if (route) {
      button.title = route.name;
      button.setAttribute("aria-label", route.name);
    }
    button.addEventListener("click", () => watch(route && route.index));
    byId("vehicles").append(button);
  }
}

function writeVehicles({ routes, litres }, words, watch) {
  const withHours = routes.every((route) => route.hours !== null);
  const columns = [
    ["Trips", (route) => number(route.visits.length, 6)],
    ["Distance", (route) => words.length(route.totalLength)],
    ...(withHours ? [["Time", (route) => hours(route.hours)]] : []),
    ...(litres === null ? [] : [["Litres", (route) => number(route.litres)]]),
    ["Load", (route) => words.load(route.carried)],
    [words.costUnit ? `Cost, ${words.costUnit}` : "Cost", (route) => words.costFigure(route.cost)],
  ];
  const head = byId("of-vehicles").tHead.rows[0];
  for (const [name] of columns) {
    const cell = document.createElement("th");
    cell.scope = "col";
    cell.textContent = name;
    head.append(cell);
  }
  for (const route of routes) {
    const row = byId("of-vehicles").tBodies[0].insertRow();
    const cell = document.createElement("th");
    cell.scope = "row";
    cell.title = route.name;
    cell.append(badgeOf(route));
    row.append(cell);
    for (const [, figure] of columns) row.insertCell().textContent = figure(route);
    if (routes.length > 1) row.addEventListener("click", () => watch(route.index));
  }
  byId("fleet").hidden = false;
}

/** Mark the vehicle that is watched, by its index, or all of them. */
export function markWatched(index) {
  [...byId("vehicles").children].forEach((button, which) => {
    button.setAttribute("aria-pressed", String(which === (index === null ? 0 : index + 1)));
  });
  [...byId("of-vehicles").tBodies[0].rows].forEach((row, which) => row.classList.toggle("chosen", which === index));
}
