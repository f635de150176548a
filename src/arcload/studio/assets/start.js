import { change, formOf, read } from "./api.js";
import { askText, confirmed, tell } from "./dialogs.js";
import { fill, make, newId, sign, signButton, write } from "./dom.js";
import { Figures, timeText } from "./figures.js";
import { words } from "./words.js";

const said = words.start;

/** The first page: a file, an example, or a plan made before. */
export function showStart(app, studio) {
  document.title = words.title;
  const refusal = make("p", { class: "refusal", role: "alert", hidden: true });
  const examples = make("ul", { class: "examples" });
  const list = make("ul", { class: "plans" });
  const input = make("input", { type: "file", multiple: true, id: newId("file"), class: "unseen", onchange: () => upload(input.files) });
  const dropText = make("p", { class: "drop-text" }, said.drop);
  const busy = make("p", { class: "busy", role: "status" });
  const zone = make(
    "div",
    { class: "drop" },
    sign("file"),
    dropText,
    input,
    make("label", { for: input.id, class: "button main" }, said.choose),
    make("p", { class: "soft small" }, said.formats),
    busy,
  );
  fill(
    app,
    make(
      "main",
      { class: "start" },
      make("header", { class: "welcome" }, brand(), make("p", { class: "lead" }, words.lead), make("p", { class: "soft" }, words.promise)),
      make(
        "section",
        { class: "begin", "aria-labelledby": "begin-title" },
        make("h2", { id: "begin-title" }, said.begin),
        zone,
        refusal,
        make("h3", {}, said.examples),
        examples,
      ),
      make("section", { class: "before", "aria-labelledby": "plans-title" }, make("h2", { id: "plans-title" }, said.plans), list),
      make("footer", { class: "foot soft small" }, make("a", { href: "/docs" }, said.api), make("span", {}, `arcload ${studio.state.about.version}`)),
    ),
  );

  /** Make a plan, and say what is done meanwhile or why it cannot be. */
  async function begin(doing, path, form) {
    refusal.hidden = true;
    zone.setAttribute("aria-busy", "true");
    write(busy, doing);
    try {
      const { id } = await change("POST", path, form);
      window.location.hash = `#/plan/${id}/map`;
    } catch (error) {
      refusal.textContent = error.message;
      refusal.hidden = false;
    } finally {
      zone.removeAttribute("aria-busy");
      write(busy, "");
      input.value = "";
    }
  }

  function upload(files) {
    if (!files.length) return;
    const names = [...files].map((file) => file.name).join(", ");
    begin(said.reading(names), "/api/plans", formOf(files));
  }

  const showOver = (over) => {
    zone.classList.toggle("over", over);
    write(dropText, over ? said.dropNow : said.drop);
  };
  const dragging = {
    dragover: (event) => {
      event.preventDefault();
      showOver(true);
    },
    dragleave: (event) => {
      if (!event.relatedTarget) showOver(false);
    },
    drop: (event) => {
      event.preventDefault();
      showOver(false);
      upload(event.dataTransfer.files);
    },
  };
  for (const [kind, listener] of Object.entries(dragging)) document.addEventListener(kind, listener);

  read("/api/examples").then((found) => {
    fill(
      examples,
      found.map(({ name, title, about }) =>
        make(
          "li",
          {},
          make(
            "button",
            { type: "button", class: "example", onclick: () => begin(said.making(title), `/api/plans?example=${encodeURIComponent(name)}`) },
            make("strong", {}, title),
            make("span", { class: "soft" }, about),
          ),
        ),
      ),
    );
  });

  const rows = new Map();
  const stop = studio.watch(["plans"], ({ plans }) => {
    if (!plans) {
      fill(list, make("li", { class: "soft" }, said.loading));
      return;
    }
    for (const id of rows.keys()) if (!plans.some((plan) => plan.id === id)) rows.delete(id);
    for (const plan of plans) {
      if (!rows.has(plan.id)) rows.set(plan.id, planRow());
      rows.get(plan.id).update(plan);
    }
    const wanted = plans.map((plan) => rows.get(plan.id).element);
    if (!wanted.length) fill(list, make("li", { class: "soft" }, said.none));
    else if (wanted.length !== list.children.length || wanted.some((row, at) => row !== list.children[at])) fill(list, wanted);
  });

  return {
    close: () => {
      stop();
      for (const [kind, listener] of Object.entries(dragging)) document.removeEventListener(kind, listener);
    },
  };
}

/** The name of the studio with its sign. */
export function brand() {
  return make("h1", { class: "brand" }, make("span", { class: "mark", "aria-hidden": "true" }, sign("play")), words.title);
}

/** A plan in the list; `update` writes what has changed. */
function planRow() {
  let plan = null;
  const name = make("a", { class: "name", dir: "auto" });
  const state = make("span", { class: "state" });
  const facts = make("span", { class: "soft small" });
  const cost = make("span", { class: "cost" });
  const gap = make("span", { class: "soft small" });
  const rename = signButton("pencil", "", async () => {
    const given = await askText(said.renameTitle, said.name, plan.name, words.dialogs.save);
    if (given) await change("PATCH", `/api/plans/${plan.id}`, { name: given });
  });
  const remove = signButton("bin", "", async () => {
    if (!(await confirmed(said.removeTitle(plan.name), said.removeText(plan.versions), words.dialogs.remove))) return;
    await change("DELETE", `/api/plans/${plan.id}?remove=true`);
    tell(said.removed(plan.name));
  });
  const element = make("li", {}, make("div", { class: "what" }, name, facts), make("div", { class: "worth" }, cost, gap), state, make("div", { class: "deeds" }, rename, remove));
  return {
    element,
    update(summary) {
      plan = summary;
      const found = plan.cost !== null && plan.cost !== undefined;
      const figures = new Figures(plan.units, plan.cost || 0);
      write(name, plan.name);
      name.href = `#/plan/${plan.id}/${found ? "judge" : "map"}`;
      write(state, words.states[plan.state]);
      state.dataset.state = plan.state;
      write(facts, `${said.facts(plan.served, plan.streets)} · ${timeText(plan.changed)}`);
      write(cost, found ? figures.cost(plan.cost) : "");
      write(gap, plan.problem ? words.plan.problem : found ? plan.gap_short || "" : "");
      for (const [button, label] of [[rename, said.rename(plan.name)], [remove, said.remove(plan.name)]]) {
        button.setAttribute("aria-label", label);
        button.title = label;
      }
    },
  };
}
