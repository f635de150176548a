import { announce, fill, make, newId, write } from "./dom.js";
import { words } from "./words.js";

const MOST = 12;

/** A text as it is searched for: small letters, no accents. */
export const plainText = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/**
 * A field that finds something by its name.
 *
 * `entries()` gives `[{name, more, plain, value}]`; `choose(value)` is called with the one taken.
 */
export function searchBox({ label, hint, entries, choose }) {
  const id = newId("search");
  const list = make("ul", { id: `${id}-list`, role: "listbox", class: "found", hidden: true, "aria-label": words.streetsPanel.results });
  const input = make("input", {
    id,
    type: "search",
    role: "combobox",
    placeholder: hint,
    autocomplete: "off",
    spellcheck: "false",
    "aria-autocomplete": "list",
    "aria-expanded": "false",
    "aria-controls": list.id,
  });
  let found = [];
  let at = -1;

  const show = () => {
    const parts = plainText(input.value).split(/\s+/).filter(Boolean);
    const fits = (entry) => parts.every((part) => entry.plain.includes(part));
    found = parts.length ? entries().filter(fits) : [];
    found.sort((one, other) => other.plain.startsWith(parts[0]) - one.plain.startsWith(parts[0]) || one.name.localeCompare(other.name, "en", { numeric: true }));
    found = found.slice(0, MOST);
    at = found.length ? 0 : -1;
    const rows = found.map((entry, index) =>
      make("li", { role: "option", id: `${id}-${index}`, onpointerdown: (event) => event.preventDefault(), onclick: () => take(index) }, make("span", { dir: "auto" }, entry.name), make("span", { class: "soft small" }, entry.more)),
    );
    fill(list, rows.length ? rows : make("li", { class: "soft" }, words.streetsPanel.nothing));
    setOpen(parts.length > 0);
    mark();
    if (parts.length) announce(found.length ? words.streetsPanel.found(found.length) : words.streetsPanel.nothing);
  };
  const setOpen = (isOpen) => {
    list.hidden = !isOpen;
    input.setAttribute("aria-expanded", String(isOpen));
  };
  const mark = () => {
    [...list.children].forEach((row, index) => row.setAttribute("aria-selected", String(index === at)));
    if (at >= 0) {
      input.setAttribute("aria-activedescendant", `${id}-${at}`);
      list.children[at].scrollIntoView({ block: "nearest" });
    } else input.removeAttribute("aria-activedescendant");
  };
  const take = (index) => {
    const entry = found[index];
    if (!entry) return;
    input.value = "";
    setOpen(false);
    write(list, "");
    choose(entry.value);
  };
  input.addEventListener("input", show);
  input.addEventListener("blur", () => setOpen(false));
  input.addEventListener("focus", () => input.value && show());
  input.addEventListener("keydown", (event) => {
    if (list.hidden) return;
    const moves = { ArrowDown: 1, ArrowUp: -1 };
    if (moves[event.key] && found.length) {
      event.preventDefault();
      at = (at + moves[event.key] + found.length) % found.length;
      mark();
    } else if (event.key === "Enter") {
      event.preventDefault();
      take(at);
    } else if (event.key === "Escape") {
      event.stopPropagation();
      setOpen(false);
    }
  });
  return { element: make("div", { class: "search" }, make("label", { for: id }, label), input, list), input };
}
