import { connection, listen, read } from "./api.js";
import { tell } from "./dialogs.js";
import { showPlan } from "./plan.js";
import { showStart } from "./start.js";
import { createStore } from "./state.js";
import { words } from "./words.js";

const app = document.getElementById("app");
const lost = document.getElementById("lost");
const STEPS = Object.keys(words.plan.step);

/** What is known whatever is looked at: the server itself and the list of plans. */
const studio = createStore({ about: null, plans: null, news: null });

connection.onChange = (isLost) => {
  lost.textContent = isLost ? words.errors.lost : "";
  lost.hidden = !isLost;
  if (!isLost) tell(words.errors.back);
};

/** The list of plans with one of them changed, newest first. */
function withPlan(plans, summary) {
  const others = plans.filter((plan) => plan.id !== summary.id);
  return [summary, ...others].sort((one, other) => other.created - one.created);
}

async function loadPlans() {
  studio.set({ plans: (await read("/api/plans")).plans });
}

let view = { id: null, close: () => {} };

/** Show what the address asks for; a plan stays open from step to step. */
function route() {
  const [, kind, id, step] = window.location.hash.split("/");
  const isPlan = kind === "plan" && Boolean(id);
  const wanted = STEPS.includes(step) ? step : STEPS[0];
  if (isPlan && view.id === id) {
    view.go(wanted);
    return;
  }
  view.close();
  view = isPlan ? { id, ...showPlan(app, id, wanted, studio) } : { id: null, ...showStart(app, studio) };
}

window.addEventListener("error", (event) => tell(words.errors.failed(event.message), "bad"));
window.addEventListener("unhandledrejection", (event) => tell(event.reason?.message || String(event.reason), "bad"));
window.addEventListener("hashchange", route);

studio.set({ about: await read("/api/about") });
listen("/api/events", {
  open: async () => {
    await loadPlans();
    studio.set({ news: { reopened: true } });
  },
  plan: (summary) => studio.set({ plans: withPlan(studio.state.plans || [], summary), news: { summary } }),
  gone: ({ id }) => studio.set({ plans: (studio.state.plans || []).filter((plan) => plan.id !== id), news: { gone: id } }),
});
route();
