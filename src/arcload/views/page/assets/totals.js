import { byId } from "./elements.js";
import { hours, number, percent, withUnit } from "./words.js";

/** Write the table of figures, of the plan and of the one beside it, and what is proven. */
export function writeTotals(atlas, words) {
  const { plans } = atlas;
  const inUnit = (name) => withUnit(atlas.costUnit ? `${name},` : name, atlas.costUnit);
  const rows = [
    [inUnit("Cost"), (one) => words.costFigure(one.cost)],
    [inUnit("Load-distance"), (one) => words.costFigure(one.loadDistance)],
    ["Distance", (one) => words.length(one.totalLength)],
    ["Deadhead", (one) => percent(one.deadhead / (one.totalLength || 1))],
    ["Streets served", (one) => number(one.served, 6)],
  ];
  const longest = (one) => words.moment(Math.max(0, ...one.routes.map((route) => route.end)));
  if (atlas.fleet) {
    rows.push(["Vehicles", (one) => number(one.routes.length, 6)]);
    rows.push(["Trips", (one) => number(one.routes.reduce((sum, route) => sum + route.visits.length, 0), 6)]);
  }
  const everywhere = (figure) => plans.every((one) => one[figure] !== null);
  if (everywhere("hours")) rows.push(["Hours", (one) => hours(one.hours)]);
  if (atlas.fleet) rows.push(["Longest route", longest]);
  if (everywhere("litres")) rows.push(["Fuel, litres", (one) => number(one.litres)]);
  if (everywhere("fuelCost")) rows.push(["Fuel cost", (one) => one.fuelCost.toFixed(2)]);
  for (const cell of document.querySelectorAll(".other")) cell.hidden = plans.length < 2;
  for (const [name, figure] of rows) {
    const row = byId("totals").tBodies[0].insertRow();
    const head = document.createElement("th");
    head.scope = "row";
    head.textContent = name;
    row.append(head);
    for (const one of plans) row.insertCell().textContent = figure(one);
  }
  const { gapWords } = plans[0];
  byId("proof").textContent = gapWords && `Gap ${gapWords}.`;
}
