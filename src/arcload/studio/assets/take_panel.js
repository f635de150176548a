import { fetchFile } from "./api.js";
import { tell } from "./dialogs.js";
import { fill, make, sign, write } from "./dom.js";
import { select } from "./fields.js";
import { hasPlan, nameOf } from "./session.js";
import { words } from "./words.js";

const said = words.take;
const PER_PLAN = ["html", "json", "geojson"]; // one file, whatever the vehicle
const ALL = "";

/** The step "Take along": every file of a plan, for all vehicles or one. */
export function showTake(panel, { session, stage }) {
  let number = session.best()?.number ?? null;
  let vehicle = ALL;
  let paper = "a4";
  const version = select({ label: said.version, choose: async (value) => { number = Number(value); vehicle = ALL; await session.showVersion(number); } });
  const vehicles = select({ label: said.vehicle, effect: said.zip, choose: (value) => { vehicle = value; stage.setPlan(true, value === ALL ? null : Number(value) - 1); } });
  const empty = make("p", { class: "soft" }, said.none);
  const papers = make("select", { "aria-label": said.paper, onchange: () => { paper = papers.value; } }, Object.entries(said.papers).map(([value, text]) => make("option", { value }, text)));
  const addressOf = (format) => {
    const asked = new URLSearchParams({ version: number });
    if (vehicle !== ALL && !PER_PLAN.includes(format)) asked.set("vehicle", vehicle);
    if (format === "pdf") asked.set("paper", paper);
    return `${session.path}/route.${format}?${asked}`;
  };
  const fileName = () => session.state.plan.name;
  const cards = Object.entries(said.formats).map(([format, [name, about]]) => formatCard({ name, about, format, fileName, more: format === "pdf" ? papers : null, address: () => addressOf(format) }));
  const [name, about] = said.instance;
  const own = formatCard({ name, about, format: "instance", fileName, ending: "json", address: () => `${session.path}/instance` });
  const choice = make("section", {}, version.element, vehicles.element);
  const list = make("ul", { class: "formats" }, cards, own);
  fill(panel, make("section", {}, empty), choice, make("section", {}, list));

  const end = session.store.watch(["plan", "drawing", "live"], ({ plan, drawing, live }) => {
    const found = plan.versions.filter(hasPlan);
    empty.parentElement.hidden = found.length > 0;
    choice.hidden = !found.length;
    for (const card of cards) card.hidden = !found.length;
    if (!found.some((one) => one.number === number)) number = found.at(-1)?.number ?? null;
    version.update(found.toReversed().map((one) => [String(one.number), `${nameOf(one)}: ${session.figures.cost(one.cost)}`]), String(number));
    const routes = live?.version.number === number && drawing ? drawing.routes : [];
    vehicles.element.hidden = routes.length < 2;
    vehicles.update([[ALL, said.all], ...routes.map((route, at) => [String(at + 1), route.name || `${at + 1}`])], vehicle);
  });
  if (number !== null && session.state.live?.version.number !== number) session.showVersion(number);
  return end;
}

/** A format with its use in a line; the file is fetched first, so that a refusal can be said. */
function formatCard({ name, about, address, fileName, format, more = null, ending = format }) {
  const wrong = make("p", { class: "wrong", role: "alert" });
  const button = make("button", { type: "button", class: "plain", "data-format": format, onclick: save }, sign("save"), `.${ending}`);
  button.setAttribute("aria-label", said.save(`${name} (.${ending})`));
  async function save() {
    write(wrong, "");
    button.disabled = true;
    tell(said.saving);
    try {
      const file = await fetchFile(address(), `${fileName()}.${ending}`);
      const link = make("a", { href: URL.createObjectURL(file.content), download: file.name });
      link.click();
      setTimeout(() => URL.revokeObjectURL(link.href), 60000);
      tell(said.saved(file.name));
    } catch (error) {
      tell("");
      write(wrong, error.message);
    } finally {
      button.disabled = false;
      button.focus();
    }
  }
  return make("li", {}, make("div", { class: "what" }, make("strong", {}, name), make("p", { class: "effect" }, about), more, wrong), button);
}
