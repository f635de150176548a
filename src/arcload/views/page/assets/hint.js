import { byId } from "./elements.js";

const MOST_VISITS = 8; // of a place that are listed beside the pointer

/** How far from a street one may point, in pixels. */
export const reachOf = (event) => (event.pointerType === "mouse" ? 9 : 18);

/** Which of the routes on a map serves a street, and on which crossing. */
export function servedAt(map, street) {
  for (const route of map.routes) {
    const index = route.crossings.findIndex((crossing) => crossing.served && crossing.street === street);
    if (index >= 0) return { route, index };
  }
  return null;
}

/** Says beside the pointer what the street or place under it is and needs. */
export class Hint {
  constructor(atlas, words) {
    Object.assign(this, { atlas, words, box: byId("hint") });
  }

  hide() {
    this.box.hidden = true;
  }

  show(map, event) {
    const reach = reachOf(event);
    const place = map.placeAt(event.offsetX, event.offsetY, reach);
    const street = place ? null : map.streetAt(event.offsetX, event.offsetY, reach);
    const { box } = this;
    box.hidden = !street && !place;
    map.canvas.style.cursor = street ? "pointer" : "";
    if (box.hidden) return;
    const [name, text] = box.children;
    name.textContent = place ? place.name : street.name;
    text.textContent = place ? this.visitsIn(place) : this.needOf(map, street);
    const frame = byId("figures").getBoundingClientRect();
    const x = event.clientX - frame.left;
    const y = event.clientY - frame.top;
    box.style.left = `${Math.min(x + 14, frame.width - box.offsetWidth - 8)}px`;
    box.style.top = `${y + 18 + box.offsetHeight > frame.height ? y - box.offsetHeight - 10 : y + 18}px`;
  }

  /** What a street needs, and when and by whom it is served. */
  needOf(map, street) {
    if (!(street.demand > 0)) return "no service";
    const need = this.words.load(street.demand);
    const served = servedAt(map, street);
    if (!served) return need + (map.plan.unserved.some((edge) => map.streets[edge] === street) ? ", left out" : "");
    const { route, index } = served;
    if (!this.atlas.fleet) return `${need}, ${this.words.length(route.reached[index])} into the tour`;
    return `${need} by ${route.name.replace("V", "v")}, ${this.words.timeInWords(route, route.hoursAt[index], route.begin[index])}`;
  }

  /** What is loaded or unloaded at a place. */
  visitsIn(place) {
    const lines = place.visits.slice(0, MOST_VISITS).map((visit) => {
      const { route, trip, load, hoursAt, begin } = visit;
      return `${route.name}, trip ${trip}: ${this.words.load(load)} ${this.words.timeInWords(route, hoursAt, begin)}`;
    });
    const more = place.visits.length - lines.length;
    return [...lines, ...(more > 0 ? [`and ${more} more`] : [])].join("\n");
  }
}
