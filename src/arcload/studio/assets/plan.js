import { askText, tell } from "./dialogs.js";
import { fill, make, sign, signButton, write } from "./dom.js";
import { showJudge } from "./judge_panel.js";
import { MapStage } from "./map_stage.js";
import { Session, hasPlan, tried } from "./session.js";
import { showSolve } from "./solve_panel.js";
import { showStreets } from "./streets_panel.js";
import { showTake } from "./take_panel.js";
import { showVehicles } from "./vehicles_panel.js";
import { words } from "./words.js";

const said = words.plan;
const PANELS = { map: showStreets, vehicles: showVehicles, solve: showSolve, judge: showJudge, take: showTake };
const WITH_PLAN = ["solve", "take"];
const TYPED = ["INPUT", "TEXTAREA", "SELECT"];

/** A plan that is open: its header with the steps, the map, and the panel of the present step. */
export function showPlan(app, id, firstStep, studio) {
  const session = new Session(id, studio);
  const frame = make("div", { class: "frame", hidden: true });
  const panel = make("aside", { class: "panel" });
  const problem = make("div", { class: "problem", role: "alert", hidden: true });
  const bar = header(session, id);
  let step = null;
  let closePanel = () => {};
  const main = make("main", { class: "stage" });
  const root = make("div", { class: "plan" }, bar.element, main, make("div", { class: "side" }, problem, panel));
  fill(app, root);
  const stage = new MapStage(session, studio.state.about.tiles, main);
  main.append(frame);

  const watches = [
    session.store.watch(["gone"], ({ gone }) => {
      if (!gone) return;
      tell(words.errors.gone, "bad");
      window.location.hash = "#/";
    }),
    session.store.watch(["plan"], ({ plan }) => {
      if (!plan) return;
      document.title = words.titleOf(plan.name);
      problem.hidden = !plan.problem;
      if (plan.problem) fill(problem, make("strong", {}, said.problem), make("p", {}, plan.problem));
    }),
  ];

  function go(asked) {
    if (asked === step) return;
    closePanel();
    step = asked;
    root.dataset.step = step;
    bar.go(step);
    stage.setMode("look");
    stage.setPlan(WITH_PLAN.includes(step));
    stage.element.hidden = step === "judge";
    frame.hidden = step !== "judge";
    panel.setAttribute("aria-label", said.panel(said.step[step]));
    panel.scrollTop = 0;
    closePanel = PANELS[step](panel, { session, stage, frame, root, tools: bar.tools });
  }

  function onKey(event) {
    if (document.querySelector("dialog[open]")) return;
    const isTyped = TYPED.includes(event.target.tagName) && !["checkbox", "radio", "file", "button"].includes(event.target.type);
    const key = event.key.toLowerCase();
    if ((event.ctrlKey || event.metaKey) && !event.altKey && !isTyped) {
      if (key === "z" || key === "y") {
        event.preventDefault();
        (key === "y" || event.shiftKey ? bar.redo : bar.undo).click();
      }
      return;
    }
    if (isTyped || event.ctrlKey || event.metaKey || event.altKey || stage.element.hidden) return;
    const deeds = { "+": () => stage.map.zoom(1.6), "=": () => stage.map.zoom(1.6), "-": () => stage.map.zoom(1 / 1.6), 0: () => stage.map.fit(), b: () => stage.box.hidden || stage.box.click() };
    if (event.defaultPrevented || !Object.hasOwn(deeds, key) || !session.state.network) return;
    event.preventDefault();
    deeds[key]();
  }
  document.addEventListener("keydown", onKey);

  let wanted = firstStep;
  watches.push(session.store.watch(["plan"], ({ plan }) => plan && !step && go(wanted)));
  session.open();

  return {
    go: (asked) => {
      wanted = asked;
      if (session.state.plan) go(asked);
    },
    close: () => {
      document.removeEventListener("keydown", onKey);
      closePanel();
      for (const end of watches) end();
      stage.close();
      session.close();
    },
  };
}

function header(session, id) {
  const name = make("h1", { class: "plan-name", dir: "auto" });
  const rename = signButton("pencil", said.rename, async () => {
    const given = await askText(words.start.renameTitle, words.start.name, session.state.plan.name, words.dialogs.save);
    if (given) await tried(session.rename(given));
  });
  const worth = make("p", { class: "worth" });
  const undo = signButton("undo", said.undo, async () => {
    if (await tried(session.undo())) tell(said.undone);
  });
  const redo = signButton("redo", said.redo, async () => {
    if (await tried(session.redo())) tell(said.redone);
  });
  const links = Object.entries(said.step).map(([step, text], at) =>
    make("a", { href: `#/plan/${id}/${step}`, "data-step": step }, make("span", { class: "count", "aria-hidden": "true" }, String(at + 1)), text),
  );
  const steps = make("nav", { class: "steps", "aria-label": said.steps }, make("ol", {}, links.map((link) => make("li", {}, link))));
  const tools = make("div", { class: "row undoing" }, undo, redo);
  const element = make(
    "header",
    { class: "bar" },
    make("a", { href: "#/", class: "round", "aria-label": said.all, title: said.all }, sign("back")),
    make("div", { class: "named" }, make("div", { class: "row" }, name, rename), worth),
    steps,
    tools,
  );
  session.store.watch(["plan", "live", "saving"], ({ plan, live, saving }) => {
    undo.disabled = !plan?.can_undo;
    redo.disabled = !plan?.can_redo;
    rename.disabled = !plan;
    if (!plan) return;
    write(name, plan.name);
    const best = session.best();
    const shown = live && hasPlan(live.version) && (!best || live.version.number >= best.number) ? live.version : best;
    const newest = session.newest();
    const parts = [words.states[newest ? newest.state : "new"]];
    if (shown) parts.unshift(session.figures.cost(shown.cost), shown.gap_short);
    write(worth, saving ? said.saving : parts.filter(Boolean).join(" · "));
  });
  return {
    element,
    tools,
    undo,
    redo,
    go: (step) => {
      for (const link of links) {
        if (link.dataset.step === step) link.setAttribute("aria-current", "step");
        else link.removeAttribute("aria-current");
      }
    },
  };
}
