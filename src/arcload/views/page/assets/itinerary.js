import { badgeOf, spanOf } from "./elements.js";

/** What a vehicle does, in order: the rows of the driver's list, its visits among them. */
function entriesOf(route, streets) {
  const rows = route.rows.map(([first, edge], row) => {
    const end = row + 1 < route.rows.length ? route.rows[row + 1][0] : route.crossings.length;
    const served = route.crossings.slice(first, end).filter((crossing) => crossing.served);
    return {
      first,
      moment: route.begin[first],
      hour: route.hoursAt[first],
      name: streets[edge].name,
      served: served.length > 0,
      demand: served.reduce((sum, crossing) => sum + crossing.street.demand, 0),
    };
  });
  const visits = route.visits.map((visit) => ({
    first: visit.at,
    moment: visit.begin,
    hour: visit.hoursAt,
    visit,
  }));
  return [...visits, ...rows].sort((one, other) => one.first - other.first);
}

/** The list of what vehicles do, in order; each entry leads to its moment. */
export class Itinerary {
  constructor(list, routes, { atlas, words, go }) {
    Object.assign(this, { list, atlas, words, go });
    this.parts = routes.map((route) => this.addRoute(route, routes.length > 1));
    this.shown = null; // the number of the one route that is shown, null for all
  }

  addRoute(route, named) {
    const part = { entries: entriesOf(route, this.atlas.streets), current: -1, items: [] };
    if (named) {
      const item = document.createElement("li");
      item.className = "vehicle";
      item.append(badgeOf(route), spanOf("street", route.name));
      part.items.push(item);
    }
    part.buttons = part.entries.map((entry) => this.addEntry(route, entry, part.items));
    this.list.append(...part.items);
    return part;
  }

  addEntry(route, entry, items) {
    const button = document.createElement("button");
    button.type = "button";
    const parts = [["far", this.words.timeOn(route, entry.hour, entry.moment)]];
    if (entry.visit) {
      const { trip, load: moved, place } = entry.visit;
      parts.push(["street", `${this.words.collects ? "Unload" : "Load"} at ${this.atlas.places[place].name}`]);
      parts.push(["what", this.words.load(moved)]);
      button.className = "visit";
      button.title = `Trip ${trip} of ${route.visits.length}`;
    } else {
      parts.push(["street", entry.name]);
      parts.push([entry.served ? "what" : "what deadhead", entry.served ? this.words.load(entry.demand) : "deadhead"]);
    }
    for (const [kind, text] of parts) button.append(spanOf(kind, text), " ");
    button.addEventListener("click", () => this.go(entry.moment, route));
    const item = document.createElement("li");
    item.append(button);
    items.push(item);
    return button;
  }

  /** Show the streets of one vehicle, or of all. */
  show(index) {
    this.shown = index;
    this.parts.forEach((part, which) => {
      for (const item of part.items) item.hidden = index !== null && which !== index;
    });
    this.list.scrollTop = 0;
  }

  /** Mark the entry that a crossing belongs to, and bring it into view in the list alone. */
  mark(route, crossing, visit) {
    const part = this.parts[route];
    const { entries, buttons } = part;
    let low = 0;
    let high = entries.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (entries[middle].first <= crossing) low = middle;
      else high = middle - 1;
    }
    if (visit) low = entries.findIndex((entry) => entry.visit === visit);
    if (low === part.current || !buttons.length) return;
    if (part.current >= 0) buttons[part.current].removeAttribute("aria-current");
    part.current = low;
    buttons[low].setAttribute("aria-current", "step");
    const { list } = this;
    const alone = this.parts.length === 1 || this.shown === route;
    if (alone && list.scrollHeight > list.clientHeight + 1) {
      const item = buttons[low].parentElement;
      list.scrollTop = item.offsetTop - list.offsetTop - 0.35 * list.clientHeight;
    }
  }
}
