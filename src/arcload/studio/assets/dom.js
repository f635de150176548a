/** The paths of the signs, on a square of 24 by 24. */
const SIGNS = {
  back: "M15 5l-7 7 7 7",
  undo: "M9 14L4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3",
  redo: "M15 14l5-5-5-5M20 9H10a6 6 0 0 0 0 12h3",
  pencil: "M4 20l1-4L16 5l3 3L8 19zM14 7l3 3",
  bin: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10 11v5M14 11v5",
  close: "M6 6l12 12M18 6L6 18",
  search: "M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zM15.5 15.5L20 20",
  box: "M4 8V4h4M16 4h4v4M20 16v4h-4M8 20H4v-4M10 12h4M12 10v4",
  fit: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  place: "M12 21c-4-5-6-8-6-11a6 6 0 0 1 12 0c0 3-2 6-6 11zM12 12.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4z",
  file: "M6 3h8l4 4v14H6zM14 3v4h4",
  save: "M12 4v11M7 11l5 5 5-5M5 20h14",
  back_to: "M4 12a8 8 0 1 0 3-6.2M4 4v4h4",
  wide: "M9 6l-6 6 6 6M15 6l6 6-6 6M3 12h18",
  stop: "M6 6h12v12H6z",
  play: "M8 5v14l11-7z",
  done: "M5 13l4 4L19 7",
  out: "M14 4h6v6M20 4l-9 9M18 14v6H4V6h6",
};
const SVG = "http://www.w3.org/2000/svg";

/** Make an element: attributes by their names, `on...` functions as listeners, texts and elements inside. */
export function make(tag, attributes = {}, ...inside) {
  const element = document.createElement(tag);
  dress(element, attributes);
  element.append(...inside.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** The same for a part of a drawing. */
export function makeDrawn(tag, attributes = {}, ...inside) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...inside);
  return element;
}

/** Set attributes; false, null and undefined take them away. */
export function dress(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked" || name === "disabled" || name === "indeterminate") element[name] = value;
    else if (value === false && !name.startsWith("aria-")) element.removeAttribute(name);
    else if (value === null || value === undefined) element.removeAttribute(name);
    else element.setAttribute(name, value === true && !name.startsWith("aria-") ? "" : String(value));
  }
  return element;
}

/** A sign that says nothing to those who cannot see it; its button has a label. */
export function sign(name) {
  return makeDrawn("svg", { viewBox: "0 0 24 24", "aria-hidden": "true", class: "sign" }, makeDrawn("path", { d: SIGNS[name] }));
}

/** A button that shows a sign alone; its label is read and shown as a hint. */
export function signButton(name, label, onclick, attributes = {}) {
  return make("button", { type: "button", class: "round", "aria-label": label, title: label, onclick, ...attributes }, sign(name));
}

/** Put other elements in the place of those inside. */
export function fill(element, ...inside) {
  element.replaceChildren(...inside.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** Set a text only where it changes, so that nothing is read aloud twice. */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

let named = 0;

/** An id that no other element has. */
export function newId(kind) {
  named += 1;
  return `${kind}-${named}`;
}

/** Let a screen reader say something. */
export function announce(text) {
  write(document.getElementById("live"), text);
}
