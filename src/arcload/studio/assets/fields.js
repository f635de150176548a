import { make, newId, write } from "./dom.js";

const DIGITS = 6;
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** What was typed: null for nothing, a number if it is one, else the text, which the server judges. */
export function typed(text) {
  const given = text.trim();
  if (!given) return null;
  return NUMBER.test(given) ? Number(given) : given;
}

/** A value as it stands in its field: a number with no more digits than one reads. */
export function shown(value) {
  if (value === null || value === undefined) return "";
  return String(typeof value === "number" ? Number(value.toPrecision(DIGITS)) : value);
}

/**
 * A field with its label, its unit and the effect in a sentence; what is wrong stands beside it.
 *
 * `save(value)` is called when the user is done with it and it differs; what it throws is shown.
 */
export function field({ label, unit = "", effect = "", value, hint = "", isText = false, save }) {
  const id = newId("field");
  const input = make("input", { id, type: "text", placeholder: hint, autocomplete: "off", ...(isText ? {} : { inputmode: "decimal" }), "aria-describedby": effect ? `${id}-effect ${id}-wrong` : `${id}-wrong` });
  const wrong = make("p", { class: "wrong", id: `${id}-wrong`, role: "alert" });
  let kept = shown(value);
  let asked = null; // what the server had when it was asked to save, until it answers
  input.value = kept;
  const done = async () => {
    if (input.value.trim() === kept.trim()) {
      refuse("");
      return;
    }
    const before = kept;
    asked = before;
    kept = input.value;
    try {
      await save(isText ? input.value.trim() : typed(input.value));
      refuse("");
    } catch (error) {
      kept = before;
      refuse(error.message);
    } finally {
      asked = null;
    }
  };
  const refuse = (sentence) => {
    write(wrong, sentence);
    input.setAttribute("aria-invalid", String(Boolean(sentence)));
  };
  input.addEventListener("change", done);
  input.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      input.value = kept;
      refuse("");
    }
  });
  const element = make(
    "div",
    { class: "field" },
    make("label", { for: id }, label),
    make("span", { class: "entry" }, input, unit && make("span", { class: "unit" }, unit)),
    effect && make("p", { class: "effect", id: `${id}-effect` }, effect),
    wrong,
  );
  return {
    element,
    input,
    refuse,
    get value() {
      return isText ? input.value.trim() : typed(input.value);
    },
    /** Show what the server has, unless the user is typing something else (and `anyway` is not set). */
    update(news, anyway = false) {
      const text = shown(news);
      const isTyping = document.activeElement === input || input.getAttribute("aria-invalid") === "true";
      if (!anyway && isTyping && input.value.trim() !== kept.trim()) return;
      if (!anyway && text === asked) return; // news from before: what was typed would be lost
      if (kept === text && input.value === text) return;
      kept = text;
      input.value = text;
      refuse("");
    },
  };
}

/** A few choices of which one holds; `choose(value)` is called when the user takes another. */
export function choices({ label, effect = "", options, choose }) {
  const name = newId("choice");
  const inputs = options.map(([value]) => make("input", { type: "radio", name, value: String(value), id: newId("option") }));
  const note = make("p", { class: "effect" }, effect);
  const wrong = make("p", { class: "wrong", role: "alert" });
  inputs.forEach((input, at) => {
    input.addEventListener("change", async () => {
      write(wrong, "");
      try {
        await choose(options[at][0]);
      } catch (error) {
        write(wrong, error.message);
      }
    });
  });
  const element = make(
    "fieldset",
    { class: "choices" },
    make("legend", {}, label),
    make("div", { class: "segments" }, options.map(([, text], at) => [inputs[at], make("label", { for: inputs[at].id }, text)]).flat()),
    note,
    wrong,
  );
  return {
    element,
    /** Show which holds; none where they differ. */
    update(value, text = effect) {
      inputs.forEach((input, at) => {
        input.checked = options[at][0] === value;
      });
      write(note, text);
    },
  };
}

/** A rule that holds or not. */
export function check({ label, effect = "", choose }) {
  const id = newId("check");
  const wrong = make("p", { class: "wrong", role: "alert" });
  const text = make("label", { for: id }, label);
  const note = make("p", { class: "effect", id: `${id}-effect` }, effect);
  const input = make("input", {
    id,
    type: "checkbox",
    "aria-describedby": `${id}-effect`,
    onchange: async () => {
      write(wrong, "");
      try {
        await choose(input.checked);
      } catch (error) {
        input.checked = !input.checked;
        write(wrong, error.message);
      }
    },
  });
  return {
    element: make("div", { class: "check" }, input, text, note, wrong),
    update(holds, newLabel = label, newEffect = effect) {
      input.checked = holds;
      write(text, newLabel);
      write(note, newEffect);
    },
  };
}

/** A list to choose one from. */
export function select({ label, effect = "", choose }) {
  const id = newId("select");
  const input = make("select", { id, onchange: () => choose(input.value) });
  let known = "";
  return {
    element: make("div", { class: "field" }, make("label", { for: id }, label), input, effect && make("p", { class: "effect" }, effect)),
    input,
    update(options, value) {
      const text = JSON.stringify(options);
      if (text !== known) input.replaceChildren(...options.map(([option, name]) => make("option", { value: option }, name)));
      known = text;
      input.value = value;
    },
  };
}

/** A table of names and figures. */
export function factTable() {
  const body = make("tbody");
  return {
    element: make("table", { class: "facts" }, body),
    update(rows) {
      body.replaceChildren(...rows.map(([name, value]) => make("tr", {}, make("th", { scope: "row" }, name), make("td", {}, value))));
    },
  };
}
