import { byId } from "./elements.js";
import { capital, counted, percent } from "./words.js";

const HARDLY = 0.01; // a share of the cost that is not worth a thought
const NOTICED = 0.0005; // a change that is printed as more than 0.0%

/** Say what the order of the streets is worth, in the words of `arcload compare`. */
export function writeVerdict(atlas, words) {
  const [main, baseline] = atlas.plans;
  const exact = (share) => percent(share, 1);
  const above = (ours, theirs) => (ours === theirs || !theirs ? 0 : ours / theirs - 1);
  const saved = -above(main.cost, baseline.cost);
  const longer = above(main.totalLength, baseline.totalLength);
  const leftOut = (one) => one.unserved.reduce((sum, edge) => sum + atlas.streets[edge].demand, 0);
  const bound = main.gap === null ? -Infinity : main.cost / (1 + main.gap);
  const far = Math.abs(longer) < NOTICED ? "It is just as long" : `It is ${exact(longer)} ${longer > 0 ? "longer" : "shorter"}`;
  const differs = Math.abs(leftOut(main) - leftOut(baseline)) > 1e-9 * Math.max(leftOut(main), leftOut(baseline));
  const more = saved >= 0 ? "cheaper" : "more expensive";
  let [text, reason] = [`About as good as ${words.otherPlan}`, ""];
  if (atlas.other) {
    if (Math.abs(saved) >= NOTICED) text = `${exact(Math.abs(saved))} ${more} than ${words.otherPlan}`;
    reason = `${far}.${atlas.alike ? "" : ` ${capital(atlas.other)} is for other streets, loads or vehicles.`}`;
  } else if (differs && atlas.isToday) {
    text = `Today's route leaves out ${counted(baseline.unserved.length, "street")}, ${words.load(leftOut(baseline))}`;
    reason = `With these the ${words.plan} is ${exact(Math.abs(saved))} ${more}.`;
  } else if (differs) {
    text = "The shortest plan leaves out other streets";
    reason = "So the costs say little.";
  } else if (saved >= HARDLY) {
    text = `${exact(saved)} cheaper than ${words.otherPlan}`;
    reason = main.loadDistance < baseline.loadDistance ? `${far}, and carries the load less far.` : `${far}.`;
  } else if (atlas.isToday) {
    if (Math.abs(saved) >= NOTICED) text = `${exact(Math.abs(saved))} ${more} than ${words.otherPlan}`;
    reason = `${far}.`;
  } else if (bound > (1 - HARDLY) * baseline.cost) {
    reason = `The load hardly matters here: any shortest ${words.plan} will do.`;
  } else if (saved <= -NOTICED) {
    text = `${exact(saved)} more expensive than ${words.otherPlan}`;
    reason = `A longer search should find a better ${words.plan}.`;
  } else {
    reason = "The load hardly matters here, or the search was too short.";
  }
  byId("verdict").hidden = false;
  byId("saving").textContent = text;
  byId("reason").textContent = reason;
}
