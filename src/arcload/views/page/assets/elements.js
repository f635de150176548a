import { onVehicle, vehicleColour } from "./colours.js";

export const byId = (id) => document.getElementById(id);

/** A part of a list entry. */
export function spanOf(kind, text) {
  const part = document.createElement("span");
  part.className = kind;
  if (kind === "street") part.dir = "auto";
  part.textContent = text;
  return part;
}

/** The number of a vehicle, on its colour once `dressBadges` has run. */
export function badgeOf(route) {
  const mark = spanOf("badge", String(route.index + 1));
  mark.dataset.vehicle = route.index;
  return mark;
}

/** Give all numbers of vehicles on the page their colours. */
export function dressBadges() {
  for (const mark of document.querySelectorAll("[data-vehicle]")) {
    mark.style.backgroundColor = vehicleColour(Number(mark.dataset.vehicle));
    mark.style.color = onVehicle(Number(mark.dataset.vehicle));
  }
}
