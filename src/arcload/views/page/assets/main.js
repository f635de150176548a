const SPOKEN_EVERY = 4000; // milliseconds between two streets read out while driving
const HARDLY = 0.01; // a share of the cost that is not worth a thought
const NOTICED = 0.0005; // a change that is printed as more than 0.0%
const STEP = 80; // pixels that an arrow key moves the map

const [main, baseline] = tours;
const camera = new Camera();
const curve = new LoadCurve(byId("curve"));
const player = new Player(show);
const maps = [new TourMap(byId("map"), main, camera)];
if (baseline) maps.push(new TourMap(byId("other-map"), baseline, camera));
const itinerary = new Itinerary(byId("list"), main, (distance) => {
  player.go(distance);
  if (byId("dock").getBoundingClientRect().bottom < 0) byId("maps").scrollIntoView();
  say(true);
});
const shownMaps = () => (curve.compared ? maps : maps.slice(0, 1));

let following = true;
let settling = 0;
let spoken = { at: -Infinity, crossing: -1 };

writeOnce();
readTheme();
dressLegend();
measure();
camera.fit();
player.refresh();

/** Draw a frame and say what it shows. */
function show() {
  const distance = player.shown;
  keepInView(distance);
  const sharp = shownMaps().map((map) => map.draw(distance, player.whole || printing));
  clearTimeout(settling);
  if (!sharp.every(Boolean)) settling = setTimeout(() => player.refresh(), SETTLED + 20);
  curve.draw(distance);
  drawScale();
  write(distance);
}

function keepInView(distance) {
  const at = locate(main, distance);
  if (!following || !player.playing || !at) return;
  const spot = placeOn(at.crossing, at.behind);
  const [x, y] = maps[0].toScreen(spot.x, spot.y);
  const [width, height] = maps[0].size;
  const beyond = (value, side) =>
    value < 0.2 * side ? 0.2 * side - value : value > 0.8 * side ? 0.8 * side - value : 0;
  const [dx, dy] = [beyond(x, width), beyond(y, height)];
  if (camera.scale > 1.05 * camera.whole && (dx || dy)) camera.pan(dx, dy);
}

function write(distance) {
  const at = locate(main, distance);
  byId("play").classList.toggle("playing", player.playing);
  byId("play").setAttribute("aria-label", player.playing ? "Pause" : "Play");
  byId("seek").value = player.distance;
  byId("driven").textContent = length(distance);
  if (!at) return;
  const kind = at.crossing.served ? "serving" : "deadhead";
  byId("now-kind").dataset.kind = kind;
  byId("now-kind").textContent = at.crossing.served ? "Serving" : "Deadhead";
  byId("now-street").textContent = at.crossing.street.name;
  byId("now-load").textContent = `${load(at.load)} on board`;
  byId("seek").setAttribute("aria-valuetext", sentence(at, distance));
  if (curve.compared) writeCaptions(distance);
  itinerary.mark(at.index);
  say(false);
}

function writeCaptions(distance) {
  for (const [which, name] of ["map-caption", "other-caption"].entries()) {
    byId(name).lastChild.textContent = `${load(locate(tours[which], distance).load)} on board`;
  }
}

function sentence(at, distance) {
  const { crossing } = at;
  return `${crossing.street.name}, ${deed(crossing)}, ${load(at.load)} on board, ${length(distance)} driven`;
}

/** Let a screen reader say where the vehicle is, not more often than one can listen. */
function say(now) {
  const at = locate(main, player.distance);
  if (!at || at.index === spoken.crossing) return;
  const moment = performance.now();
  if (!now && (!player.playing || moment - spoken.at < SPOKEN_EVERY)) return;
  spoken = { at: moment, crossing: at.index };
  byId("live").textContent = sentence(at, player.distance);
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

// What does not change while the vehicle drives

function writeOnce() {
  document.title = `${data.name} – arcload`;
  byId("name").textContent = byId("name").title = data.name;
  byId("subtitle").textContent = `${counted(main.served, "street")}, ${load(mostOnBoard)} to ${
    data.mode === "collect" ? "collect" : "deliver"
  }`;
  byId("version").textContent = data.version;
  byId("whole-length").textContent = length(main.end);
  byId("seek").max = main.end || 1;
  const weight = data.loadFactor === 1 ? "vehicle and load" : `vehicle and ${data.loadFactor} x load`;
  byId("units").textContent = data.costUnit === "t km"
    ? `Cost is distance times weight: a t km is a tonne, ${weight}, moved a kilometre.`
    : `Cost is distance times weight, ${weight}.`;
  byId("map").setAttribute("aria-label", `Map of ${data.name} with the tour, coloured by the load on board`);
  byId("other-map").setAttribute("aria-label", `Map of ${data.name} with the shortest tour`);
  byId("curve").setAttribute(
    "aria-label",
    `Vehicle and load over the distance driven; the area is the cost, ${cost(main.cost)}`,
  );
  writeTotals();
  writeProof();
  if (baseline) writeVerdict();
}

function writeTotals() {
  const inUnit = (name) => withUnit(data.costUnit ? `${name},` : name, data.costUnit);
  const rows = [
    [inUnit("Cost"), (tour) => costFigure(tour.cost)],
    [inUnit("Load-distance"), (tour) => costFigure(tour.loadDistance)],
    ["Distance", (tour) => length(tour.totalLength)],
    ["Deadhead", (tour) => percent(tour.deadhead / (tour.totalLength || 1))],
    ["Streets served", (tour) => number(tour.served, 6)],
  ];
  for (const cell of document.querySelectorAll(".other")) cell.hidden = !baseline;
  for (const [name, figure] of rows) {
    const row = byId("totals").tBodies[0].insertRow();
    const head = document.createElement("th");
    head.scope = "row";
    head.textContent = name;
    row.append(head);
    for (const tour of tours) row.insertCell().textContent = figure(tour);
  }
}

function writeProof() {
  let text = "";
  if (main.status === "optimal") text = "Proven optimal: no tour costs less.";
  else if (main.gap !== null) {
    text = `Gap: ${percent(main.gap, 2)} above a proven lower bound. No tour costs less than that bound.`;
  }
  byId("proof").textContent = text;
}

/** Say what the order of the streets is worth, in the words of `arcload compare`. */
function writeVerdict() {
  const exact = (share) => percent(share, 1);
  const above = (ours, theirs) => (ours === theirs || !theirs ? 0 : ours / theirs - 1);
  const saved = -above(main.cost, baseline.cost);
  const longer = above(main.totalLength, baseline.totalLength);
  const bound = main.gap === null ? -Infinity : main.cost / (1 + main.gap);
  const far = Math.abs(longer) < NOTICED ? "It is just as long" : `It is ${exact(longer)} ${longer > 0 ? "longer" : "shorter"}`;
  let [text, reason] = ["About as good as the shortest tour", ""];
  if (saved >= HARDLY) {
    text = `${exact(saved)} cheaper than the shortest tour`;
    reason = `${far}, and carries the load less far.`;
  } else if (bound > (1 - HARDLY) * baseline.cost) {
    reason = "The load hardly matters here: any shortest tour will do.";
  } else if (saved <= -NOTICED) {
    text = `${exact(saved)} more expensive than the shortest tour`;
    reason = "A longer search should find a better tour.";
  } else {
    reason = "The load hardly matters here, or the search was too short.";
  }
  byId("verdict").hidden = false;
  byId("saving").textContent = text;
  byId("reason").textContent = reason;
}

function dressLegend() {
  byId("ramp").style.backgroundImage = `linear-gradient(to right, ${theme.shades.join(",")})`;
  byId("ramp-low").textContent = "0";
  byId("ramp-high").textContent = load(mostOnBoard);
  byId("sample-unserved").hidden = streets.every((street) => street.demand > 0);
  byId("sample-one-way").hidden = streets.every((street) => !street.oneWay);
}

function drawScale() {
  if (!data.lengthOfStep || !data.lengthUnit) return;
  const fits = (110 / camera.scale) * data.lengthOfStep;
  const power = 10 ** Math.floor(Math.log10(fits));
  const round = [5, 2, 1].map((factor) => factor * power).find((value) => value <= fits);
  byId("scale").hidden = false;
  byId("scale-bar").style.width = `${(round / data.lengthOfStep) * camera.scale}px`;
  byId("scale-length").textContent = round < 1 ? withUnit(number(round), data.lengthUnit) : length(round);
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
  byId("compare").textContent = on ? "Show this tour alone" : "Compare side by side";
  resize();
  player.go(player.distance);
}

function follow(on) {
  following = on;
  byId("follow").setAttribute("aria-pressed", String(on));
  player.refresh();
}

function zoom(factor, dx, dy) {
  camera.zoom(factor, dx, dy);
  player.refresh();
}

function step(way) {
  player.step(way);
  say(true);
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
    player.go(curve.distanceAt(event.offsetX));
  });
}

for (const map of maps) {
  const { canvas } = map;
  const fingers = new Map();
  let moved = 0;
  const fromMiddle = (x, y) => [x - canvas.clientWidth / 2, y - canvas.clientHeight / 2];

  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, event);
    moved = 0;
  });
  canvas.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) {
      if (event.pointerType === "mouse") hint(map, event);
      return;
    }
    const other = [...fingers.values()].find((finger) => finger.pointerId !== event.pointerId);
    const [dx, dy] = [event.offsetX - before.offsetX, event.offsetY - before.offsetY];
    moved += Math.abs(dx) + Math.abs(dy);
    if (moved > 4) follow(false);
    if (other) {
      const span = (finger) => Math.hypot(finger.offsetX - other.offsetX, finger.offsetY - other.offsetY);
      const centre = fromMiddle((event.offsetX + other.offsetX) / 2, (event.offsetY + other.offsetY) / 2);
      camera.pan(dx / 2, dy / 2);
      zoom(span(event) / (span(before) || 1), ...centre);
    } else {
      camera.pan(dx, dy);
      player.refresh();
    }
    fingers.set(event.pointerId, event);
    byId("hint").hidden = true;
  });
  const lift = (event) => {
    const alone = fingers.delete(event.pointerId) && !fingers.size;
    if (event.type === "pointerup" && alone && moved <= 4) choose(map, event);
  };
  canvas.addEventListener("pointerup", lift);
  canvas.addEventListener("pointercancel", lift);
  canvas.addEventListener("pointerleave", () => {
    byId("hint").hidden = true;
  });
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 20 : 1;
    zoom(Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0016)), ...fromMiddle(event.offsetX, event.offsetY));
  }, { passive: false });
  canvas.addEventListener("keydown", (event) => {
    const way = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (!way) return;
    event.preventDefault();
    event.stopPropagation();
    follow(false);
    camera.pan(STEP * way[0], STEP * way[1]);
    player.refresh();
  });
}

/** Say what the street under the pointer is and needs. */
function hint(map, event) {
  const street = map.streetAt(event.offsetX, event.offsetY, event.pointerType === "mouse" ? 9 : 18);
  const box = byId("hint");
  box.hidden = !street;
  map.canvas.style.cursor = street ? "pointer" : "";
  if (!street) return;
  const index = servedAt(map.tour, street);
  const when = index < 0 ? "" : `, ${length(map.tour.reached[index])} into the tour`;
  const [name, text] = box.children;
  name.textContent = street.name;
  text.textContent = street.demand > 0 ? load(street.demand) + when : "no service";
  const frame = byId("figures").getBoundingClientRect();
  const x = event.clientX - frame.left;
  const y = event.clientY - frame.top;
  box.style.left = `${Math.min(x + 14, frame.width - box.offsetWidth - 8)}px`;
  box.style.top = `${y + 18 + box.offsetHeight > frame.height ? y - box.offsetHeight - 10 : y + 18}px`;
}

/** Go to where the street under the pointer is served. */
function choose(map, event) {
  const street = map.streetAt(event.offsetX, event.offsetY, event.pointerType === "mouse" ? 9 : 18);
  if (event.pointerType !== "mouse") hint(map, event);
  const index = street ? servedAt(map.tour, street) : -1;
  if (index < 0) return;
  player.go(map.tour.reached[index]);
  say(true);
}

function servedAt(tour, street) {
  return tour.crossings.findIndex((crossing) => crossing.served && crossing.street === street);
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
  dressLegend();
  for (const map of maps) map.renew();
  resize();
}

new ResizeObserver(resize).observe(byId("figures"));
darkness.addEventListener("change", dress);
for (const kind of ["beforeprint", "afterprint"]) {
  window.addEventListener(kind, () => {
    printing = kind === "beforeprint";
    document.documentElement.classList.toggle("printing", printing);
    dress();
    show(); // at once: no frame comes before the paper
  });
}
