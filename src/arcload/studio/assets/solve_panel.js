import { costChart } from "./cost_chart.js";
import { announce, fill, make, sign, write } from "./dom.js";
import { choices, factTable, field, select } from "./fields.js";
import { secondsText } from "./figures.js";
import { hasPlan, isAlive, nameOf, tried } from "./session.js";
import { words } from "./words.js";

const said = words.solve;
const TIME = "arcload-studio-time";
const QUIET = 4000; // milliseconds between two costs that are read aloud
const SCRATCH = "scratch";
const PROVING = "proving"; // how the phase of a proof begins

/** The step "Solve": search, watch it, stop it, and go on. */
export function showSolve(panel, { session }) {
  const kept = Number(localStorage.getItem(TIME)) || said.presets[1][0];
  let seconds = kept;
  let from = null;
  const setTime = (value) => {
    seconds = value;
    localStorage.setItem(TIME, String(value));
    presets.update(value);
    own.update(value, true);
  };
  const presets = choices({ label: said.time, effect: said.timeEffect, options: said.presets, choose: setTime });
  const own = field({ label: said.own, unit: "s", value: seconds, save: (value) => setTime(value) });
  presets.update(seconds);
  const start = select({ label: said.from, effect: said.fromEffect, choose: (value) => { from = value; } });
  const refusal = make("p", { class: "wrong", role: "alert" });
  const button = make("button", { type: "button", class: "main big", onclick: begin });
  const stop = make("button", { type: "button", class: "main big", onclick: end });
  const status = make("p", { class: "status" });
  const progress = make("progress", { "aria-label": said.progress, max: "1", value: 0 });
  const cost = make("p", { class: "big-cost" });
  const proof = make("p", { class: "soft" });
  const outcome = make("p", { class: "outcome", role: "status" });
  const facts = factTable();
  const chart = costChart();
  const more = make("details", { class: "group" }, make("summary", {}, said.more), own.element, start.element);
  const options = make("div", { class: "options" }, presets.element, more);
  const running = make("div", { class: "running" }, status, progress);
  const judge = make("a", { class: "button plain", href: `#/plan/${session.id}/judge` }, said.judge);
  const shown = make("section", { class: "found-plan" }, make("h2", {}, said.chart), make("div", { class: "figure" }, cost, proof), chart.element, facts.element, make("p", { class: "effect" }, said.costHelp), judge);
  fill(panel, make("section", {}, make("h2", {}, said.title), make("div", { class: "swap" }, options, running), make("div", { class: "swap" }, button, stop), refusal, outcome), shown);

  async function begin() {
    write(refusal, "");
    write(outcome, "");
    button.disabled = true;
    more.open = false;
    try {
      await session.solve({ time: seconds, ...(from === SCRATCH ? { from: null } : from ? { from: Number(from) } : {}) });
      from = null;
    } catch (error) {
      write(refusal, error.message);
    } finally {
      button.disabled = false;
    }
  }

  async function end() {
    stop.disabled = true;
    write(status, said.stopping);
    await tried(session.stop());
    stop.disabled = false;
  }

  let spoken = 0;
  const speak = (text) => {
    if (performance.now() - spoken < QUIET) return;
    spoken = performance.now();
    announce(text);
  };

  let before = null;
  const tick = () => {
    const { live } = session.state;
    if (live?.version.state !== "running") return;
    const gone = (performance.now() - live.begun) / 1000;
    const limit = live.version.time;
    const doing = live.phase.startsWith(PROVING) ? said.proving : said.running;
    const isPreparing = !live.history.length && !live.bounds.length;
    if (isPreparing) progress.removeAttribute("value");
    else progress.value = Math.min(1, gone / limit);
    if (!stop.disabled) write(status, isPreparing ? said.starting : gone < limit ? doing(secondsText(gone), secondsText(limit)) : said.finishing);
    chart.update({ ...live, now: gone, figures: session.figures });
  };
  const timer = setInterval(tick, 500);

  const watchEnd = session.store.watch(["plan", "live"], ({ plan, live }) => {
    const version = live?.version;
    const alive = Boolean(version) && isAlive(version.state);
    const { figures } = session;
    for (const part of [options, button]) part.classList.toggle("hold", alive);
    for (const part of [running, stop]) part.classList.toggle("hold", !alive);
    button.disabled = Boolean(plan.problem) || plan.served === 0;
    fill(button, sign("play"), session.best() ? said.again : said.start);
    const found = plan.versions.filter(hasPlan);
    start.element.hidden = !found.length;
    start.update([...found.toReversed().map((one) => [String(one.number), nameOf(one)]), [SCRATCH, said.scratch]], from ?? (found.length ? String(found.at(-1).number) : SCRATCH));
    fill(stop, sign("stop"), version?.state === "queued" ? said.cancel : said.stop);
    if (alive && version.state === "queued") {
      progress.removeAttribute("value");
      write(status, said.queued(version.ahead ?? plan.ahead ?? 0));
    }
    const has = version && hasPlan(version);
    shown.classList.toggle("empty", !has);
    write(cost, has ? figures.cost(version.cost) : said.noPlan);
    write(proof, !has ? " " : version.gap_words ? said.proof(version.gap_words) : said.proofNone);
    facts.update([[said.bound, version?.lower_bound ? figures.cost(version.lower_bound) : said.noBound]]);
    judge.classList.toggle("hold", !found.length);
    write(outcome, version && !alive ? outcomeOf(version, figures) : "");
    if (has && before && version.cost < before) speak(said.said(figures.cost(version.cost), version.gap_short));
    before = has ? version.cost : null;
    if (live && version.state !== "running") chart.update({ ...live, now: version.seconds || 0, figures });
    else if (!live) chart.update({ history: [], bounds: [], now: 0, figures });
    tick();
  });
  return () => {
    clearInterval(timer);
    watchEnd();
  };
}

function outcomeOf(version, figures) {
  if (version.state === "failed") return said.ended.failed(version.message);
  if (!hasPlan(version)) return version.message || said.ended.empty;
  return said.ended[version.state](figures.cost(version.cost));
}
