import { Camera, SETTLED } from "./camera.js";
import { darkness, readTheme, theme } from "./colours.js";
import { Commentary } from "./commentary.js";
import { LoadCurve } from "./curve.js";
import { decode } from "./decode.js";
import { byId } from "./elements.js";
import { markWatched, writeFleet } from "./fleet.js";
import { moveByHand } from "./gestures.js";
import { nameOther, writeHead } from "./head.js";
import { Hint, reachOf, servedAt } from "./hint.js";
import { Itinerary } from "./itinerary.js";
import { dressLegend, drawScale } from "./legend.js";
import { placeOn } from "./locate.js";
import { PlanMap } from "./map.js";
import { Player } from "./player.js";
import { writeTotals } from "./totals.js";
import { writeVerdict } from "./verdict.js";
import { Words } from "./words.js";

const atlas = decode(JSON.parse(byId("data").textContent));
const words = new Words(atlas);
const [main, baseline] = atlas.plans;
const camera = new Camera(atlas.size);
const curve = new LoadCurve(byId("curve"), atlas, words);
const player = new Player(main.routes, show);
const maps = [new PlanMap(byId("map"), main, camera, atlas, words)];
if (baseline) maps.push(new PlanMap(byId("other-map"), baseline, camera, atlas, words));
const go = (moment) => {
  player.go(moment);
  if (byId("dock").getBoundingClientRect().bottom < 0) byId("maps").scrollIntoView();
  commentary.say(true);
};
const itinerary = new Itinerary(byId("list"), main.routes, { atlas, words, go });
const commentary = new Commentary(atlas, words, { player, curve, maps, itinerary });
const hint = new Hint(atlas, words);
const shownMaps = () => (curve.compared ? maps : maps.slice(0, 1));

let following = true;
let settling = 0;

writeHead(atlas, words);
writeEnd();
if (atlas.fleet) writeFleet(atlas, words, watch);
nameOther(atlas);
writeTotals(atlas, words);
if (baseline) writeVerdict(atlas, words);
readTheme();
dressLegend(atlas, words, curve.several);
if (atlas.fleet) watch(main.routes.length > 1 ? null : 0);
measure();
camera.fit();
player.refresh();

/** Draw a frame and say what it shows. */
function show() {
  const moment = player.shown;
  keepInView(moment);
  const sharp = shownMaps().map((map) => map.draw(moment, player.whole || theme.printing));
  clearTimeout(settling);
  if (!sharp.every(Boolean)) settling = setTimeout(() => player.refresh(), SETTLED + 20);
  curve.draw(moment);
  drawScale(atlas, words, camera);
  commentary.write(moment);
}

function keepInView(moment) {
  const at = curve.several ? null : curve.spotAt(moment);
  if (!following || !player.playing || !at) return;
  const spot = placeOn(at.crossing, at.behind);
  const [x, y] = maps[0].toScreen(spot.x, spot.y);
  const [width, height] = maps[0].size;
  const beyond = (value, side) =>
    value < 0.2 * side ? 0.2 * side - value : value > 0.8 * side ? 0.8 * side - value : 0;
  const [dx, dy] = [beyond(x, width), beyond(y, height)];
  if (camera.scale > 1.05 * camera.whole && (dx || dy)) camera.pan(dx, dy);
}

function measure() {
  const sizes = shownMaps().map((map) => map.measure());
  camera.measure(...[0, 1].map((side) => Math.min(...sizes.map((size) => size[side]))), toolRoom());
}

/** How much of a map alone its tools cover: at its side or above it. */
function toolRoom() {
  const { offsetWidth, offsetHeight, offsetTop } = document.querySelector(".tools");
  if (curve.compared) return [0, 0];
  return offsetHeight > offsetWidth ? [offsetWidth + 2 * offsetTop, 0] : [0, offsetHeight + 2 * offsetTop];
}

function resize() {
  measure();
  curve.stale = true;
  player.refresh();
}

/** Watch one vehicle by its index, or all of them. */
function watch(index) {
  const routes = index === null ? main.routes : [main.routes[index]];
  curve.routes = routes;
  maps[0].choose(routes);
  itinerary.show(index);
  markWatched(index);
  document.documentElement.classList.toggle("several", curve.several);
  player.watch(routes);
  player.end = curve.end;
  writeEnd();
  dressLegend(atlas, words, curve.several);
  resize();
  player.go(player.moment);
}

/** Say how far or how long the vehicles that are shown drive. */
function writeEnd() {
  byId("whole-length").textContent = words.moment(Math.max(0, ...curve.routes.map((route) => route.end)));
  byId("seek").max = curve.end || 1;
}

// The user

function compare(on) {
  curve.compared = on;
  curve.stale = true;
  player.end = curve.end;
  byId("seek").max = player.end || 1;
  byId("maps").classList.toggle("compared", on);
  byId("other").hidden = !on;
  byId("map-caption").hidden = !on;
  byId("compare").setAttribute("aria-pressed", String(on));
  byId("compare").textContent = on ? `Show this ${words.plan} alone` : "Compare side by side";
  resize();
  player.go(player.moment);
}

function follow(on) {
  following = on;
  byId("follow").setAttribute("aria-pressed", String(on));
  player.refresh();
}

function zoom(factor) {
  camera.zoom(factor);
  player.refresh();
}

function step(way) {
  player.step(way);
  commentary.say(true);
}

/** Go to where the street under the pointer is served. */
function choose(map, event) {
  const street = map.streetAt(event.offsetX, event.offsetY, reachOf(event));
  if (event.pointerType !== "mouse") hint.show(map, event);
  const served = street && servedAt(map, street);
  if (!served) return;
  player.go(served.route.begin[served.index]);
  commentary.say(true);
}

byId("play").addEventListener("click", () => player.toggle());
byId("back").addEventListener("click", () => step(-1));
byId("ahead").addEventListener("click", () => step(1));
byId("speed").addEventListener("change", (event) => {
  player.factor = Number(event.target.value);
});
byId("seek").addEventListener("input", (event) => player.go(Number(event.target.value)));
byId("compare").addEventListener("click", () => compare(!curve.compared));
byId("zoom-in").addEventListener("click", () => zoom(1.6));
byId("zoom-out").addEventListener("click", () => zoom(1 / 1.6));
byId("follow").addEventListener("click", () => follow(!following));
byId("fit").addEventListener("click", () => {
  camera.fit();
  player.refresh();
});

for (const kind of ["pointerdown", "pointermove"]) {
  byId("curve").addEventListener(kind, (event) => {
    if (!event.buttons) return;
    if (kind === "pointerdown") byId("curve").setPointerCapture(event.pointerId);
    player.go(curve.momentAt(event.offsetX));
  });
}

for (const map of maps) {
  moveByHand(map.canvas, camera, {
    moved: () => player.refresh(),
    taken: () => follow(false),
    hover: (event) => hint.show(map, event),
    tap: (event) => choose(map, event),
    leave: () => hint.hide(),
  });
}

document.addEventListener("keydown", (event) => {
  const { target, key } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || target.tagName === "SELECT") return;
  if (key === " " && ["BUTTON", "SUMMARY"].includes(target.tagName)) return;
  const deeds = {
    " ": () => player.toggle(),
    ArrowLeft: () => step(-1),
    ArrowRight: () => step(1),
    Home: () => player.go(0),
    End: () => player.go(player.end),
    "+": () => zoom(1.6),
    "=": () => zoom(1.6),
    "-": () => zoom(1 / 1.6),
    0: () => byId("fit").click(),
    f: () => follow(!following),
    F: () => follow(!following),
  };
  if (!Object.hasOwn(deeds, key)) return;
  event.preventDefault();
  deeds[key]();
});

/** Choose the colours anew, for another screen or for paper. */
function dress() {
  readTheme();
  dressLegend(atlas, words, curve.several);
  for (const map of maps) map.renew();
  resize();
}

new ResizeObserver(resize).observe(byId("figures"));
darkness.addEventListener("change", dress);
for (const kind of ["beforeprint", "afterprint"]) {
  window.addEventListener(kind, () => {
    theme.printing = kind === "beforeprint";
    document.documentElement.classList.toggle("printing", theme.printing);
    dress();
    show(); // at once: no frame comes before the paper
  });
}
