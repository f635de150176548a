import { make, newId, write } from "./dom.js";
import { words } from "./words.js";

/** Show a dialog; resolves with what `value` returns if it is confirmed, else with null. */
function open(title, inside, confirm, value, danger = false) {
  return new Promise((resolve) => {
    const heading = newId("dialog");
    const cancel = make("button", { type: "button", class: "plain", onclick: () => dialog.close() }, words.dialogs.cancel);
    const yes = make("button", { type: "submit", class: danger ? "danger" : "main" }, confirm);
    const form = make("form", { method: "dialog" }, make("h2", { id: heading }, title), ...inside, make("div", { class: "row end" }, cancel, yes));
    const dialog = make("dialog", { "aria-labelledby": heading }, form);
    let answer = null;
    form.addEventListener("submit", () => {
      answer = value();
    });
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(answer);
    });
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog) dialog.close();
    });
    document.body.append(dialog);
    dialog.showModal();
    if (danger) cancel.focus();
  });
}

/** Ask whether to go on; true only if the user says so. */
export async function confirmed(title, text, yes) {
  return (await open(title, [make("p", {}, text)], yes, () => true, true)) === true;
}

/** Ask for a text; null if the user does not want to. */
export function askText(title, label, value, yes) {
  const id = newId("text");
  const input = make("input", { id, type: "text", value, maxlength: "200", autocomplete: "off" });
  queueMicrotask(() => input.select());
  return open(title, [make("label", { for: id }, label), input], yes, () => input.value.trim());
}

let leaving = 0;

/** Tell something in passing, at the foot of the page. */
export function tell(text, kind = "") {
  const box = document.getElementById("told");
  const note = make("p", { class: kind });
  box.replaceChildren(note);
  write(note, text);
  clearTimeout(leaving);
  leaving = setTimeout(() => note.remove(), kind === "bad" ? 12000 : 5000);
}
