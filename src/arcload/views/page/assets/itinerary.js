/** Consecutive crossings of one street, all served or all deadhead, as one entry. */
function entriesOf(tour) {
  const entries = [];
  tour.crossings.forEach((crossing, index) => {
    const last = entries[entries.length - 1];
    if (last && last.name === crossing.street.name && last.served === crossing.served) {
      last.demand += crossing.street.demand;
      return;
    }
    entries.push({
      first: index,
      name: crossing.street.name,
      served: crossing.served,
      demand: crossing.street.demand,
    });
  });
  return entries;
}

/** The list of streets in the order driven; each entry leads to its place in the tour. */
class Itinerary {
  constructor(list, tour, go) {
    Object.assign(this, { list, tour });
    this.entries = entriesOf(tour);
    this.buttons = this.entries.map((entry) => this.addEntry(entry, go));
    this.current = -1;
  }

  addEntry(entry, go) {
    const button = document.createElement("button");
    button.type = "button";
    const what = entry.served ? load(entry.demand) : "deadhead";
    for (const [kind, text] of [
      ["far", length(this.tour.reached[entry.first])],
      ["street", entry.name],
      [entry.served ? "what" : "what deadhead", what],
    ]) {
      const part = document.createElement("span");
      part.className = kind;
      if (kind === "street") part.dir = "auto";
      part.textContent = text;
      button.append(part, " ");
    }
    button.addEventListener("click", () => go(this.tour.reached[entry.first]));
    const item = document.createElement("li");
    item.append(button);
    this.list.append(item);
    return button;
  }

  /** Mark the entry that a crossing belongs to, and bring it into view in the list alone. */
  mark(crossing) {
    let low = 0;
    let high = this.entries.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.entries[middle].first <= crossing) low = middle;
      else high = middle - 1;
    }
    if (low === this.current || !this.buttons.length) return;
    if (this.current >= 0) this.buttons[this.current].removeAttribute("aria-current");
    this.current = low;
    this.buttons[low].setAttribute("aria-current", "step");
    const { list } = this;
    if (list.scrollHeight > list.clientHeight + 1) {
      const item = this.buttons[low].parentElement;
      list.scrollTop = item.offsetTop - list.offsetTop - 0.35 * list.clientHeight;
    }
  }
}
