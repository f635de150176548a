const SPOKEN_EVERY = 4000; // milliseconds between two streets read out while driving
const HARDLY = 0.01; // a share of the cost that is not worth a thought
const NOTICED = 0.0005; // a change that is printed as more than 0.0%
const STEP = 80; // pixels that an arrow key moves the map
const MOST_VISITS = 8; // of a place that are listed beside the pointer

const [main, baseline] = plans;
const plan = data.fleet ? "plan" : "tour";
const camera = new Camera();
const curve = new LoadCurve(byId("curve"));
const player = new Player(show);
const maps = [new PlanMap(byId("map"), main, camera)];
if (baseline) maps.push(new PlanMap(byId("other-map"), baseline, camera));
const itinerary = new Itinerary(byId("list"), main.routes, (moment) => {
  player.go(moment);
  if (byId("dock").getBoundingClientRect().bottom < 0) byId("maps").scrollIntoView();
  say(true);
});
const shownMaps = () => (curve.compared ? maps : maps.slice(0, 1));

let following = true;
let settling = 0;
let spoken = { at: -Infinity, words: "" };

writeOnce();
readTheme();
dressLegend();
if (data.fleet) watch(main.routes.length > 1 ? null : 0);
measure();
camera.fit();
player.refresh();

/** Draw a frame and say what it shows. */
function show() {
  const moment = player.shown;
  keepInView(moment);
  const sharp = shownMaps().map((map) => map.draw(moment, player.whole || printing));
  clearTimeout(settling);
  if (!sharp.every(Boolean)) settling = setTimeout(() => player.refresh(), SETTLED + 20);
  curve.draw(moment);
  drawScale();
  write(moment);
}

function keepInView(moment) {
  const at = curve.several ? null : spotAt(moment);
  if (!following || !player.playing || !at) return;
  const spot = placeOn(at.crossing, at.behind);
  const [x, y] = maps[0].toScreen(spot.x, spot.y);
  const [width, height] = maps[0].size;
  const beyond = (value, side) =>
    value < 0.2 * side ? 0.2 * side - value : value > 0.8 * side ? 0.8 * side - value : 0;
  const [dx, dy] = [beyond(x, width), beyond(y, height)];
  if (camera.scale > 1.05 * camera.whole && (dx || dy)) camera.pan(dx, dy);
}

/** Where the one vehicle is that is shown, or the first of several. */
function spotAt(moment) {
  return curve.routes.length ? locate(curve.routes[0], moment) : null;
}

function write(now) {
  byId("play").classList.toggle("playing", player.playing);
  byId("play").setAttribute("aria-label", player.playing ? "Pause" : "Play");
  byId("seek").value = player.moment;
  byId("driven").textContent = moment(now);
  const at = spotAt(now);
  if (!at) return;
  if (curve.several) writeNowOfAll(now);
  else writeNow(at, visitAt(at.route, now));
  byId("seek").setAttribute("aria-valuetext", sentence(now));
  if (curve.compared) writeCaptions(now);
  for (const route of curve.routes) {
    const spot = locate(route, now);
    if (spot) itinerary.mark(route.index, spot.index, visitAt(route, now));
  }
  say(false);
}

function writeNow(at, visit) {
  const { served, street } = at.crossing;
  byId("now-kind").dataset.kind = served || visit ? "serving" : "deadhead";
  byId("now-kind").textContent = visit ? loading() : served ? "Serving" : "Deadhead";
  byId("now-street").textContent = visit ? data.places[visit.place].name : street.name;
  byId("now-load").textContent = `${load(at.load)} on board`;
}

const loading = () => (data.mode === "collect" ? "Unloading" : "Loading");

function writeNowOfAll(now) {
  byId("now-kind").dataset.kind = "serving";
  byId("now-kind").textContent = "";
  byId("now-street").textContent = underWay(now);
  byId("now-load").textContent = `${load(onBoard(main.routes, now))} on board`;
}

function underWay(now) {
  const driving = main.routes.filter((route) => now < route.end).length;
  return `${driving} of ${counted(main.routes.length, "vehicle")} under way`;
}

/** What several vehicles have on board. */
function onBoard(routes, now) {
  return routes.reduce((sum, route) => sum + (now < route.end ? (locate(route, now) || { load: 0 }).load : 0), 0);
}

function writeCaptions(now) {
  for (const [which, name] of ["map-caption", "other-caption"].entries()) {
    const { routes } = maps[which];
    const carried = data.fleet ? onBoard(routes, now) : locate(routes[0], now).load;
    byId(name).lastChild.textContent = `${load(carried)} on board`;
  }
}

function sentence(now) {
  if (curve.several) return `${underWay(now)}, ${load(onBoard(main.routes, now))} on board, ${moment(now)} after the start`;
  const at = spotAt(now);
  const { crossing } = at;
  return `${crossing.street.name}, ${deed(crossing)}, ${load(at.load)} on board, ${length(at.distance)} driven`;
}

/** Let a screen reader say where the vehicle is, not more often than one can listen. */
function say(now) {
  const at = spotAt(player.moment);
  const words = at && (curve.several ? underWay(player.moment) : `${at.route.index} ${at.index}`);
  if (!at || words === spoken.words) return;
  const time = performance.now();
  if (!now && (!player.playing || time - spoken.at < SPOKEN_EVERY)) return;
  spoken = { at: time, words };
  byId("live").textContent = sentence(player.moment);
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
  const carried = data.fleet ? main.routes.reduce((sum, route) => sum + route.carried, 0) : mostOnBoard;
  const fleet = data.fleet ? ` by ${counted(main.routes.length, "vehicle")}` : "";
  byId("subtitle").textContent = `${counted(main.served, "street")}, ${load(carried)} to ${
    data.mode === "collect" ? "collect" : "deliver"
  }${fleet}`;
  byId("version").textContent = data.version;
  writeEnd();
  const factor = data.loadFactors.length > 1 ? "its load factor" : data.loadFactors[0];
  const weight = factor === 1 ? "vehicle and load" : `vehicle and ${factor} x load`;
  byId("units").textContent = data.costUnit === "t km"
    ? `Cost is distance times weight: a t km is a tonne, ${weight}, moved a kilometre.`
    : `Cost is distance times weight, ${weight}.`;
  if (main.turnLength > 0) byId("units").textContent += ` Turns count as ${length(main.turnLength)} more.`;
  byId("map").setAttribute("aria-label", `Map of ${data.name} with the ${plan}, coloured by ${data.fleet ? "vehicle" : "the load on board"}`);
  byId("other-map").setAttribute("aria-label", `Map of ${data.name} with ${otherPlan}`);
  byId("curve").setAttribute(
    "aria-label",
    data.fleet
      ? `Load of each vehicle over ${byHours ? "time" : "the distance driven"}`
      : `Vehicle and load over the distance driven; the area is the cost, ${cost(main.cost)}`,
  );
  if (data.fleet) writeFleet();
  if (data.isToday) {
    byId("other-caption").firstChild.textContent = "Today's route: ";
    document.querySelector("#totals th.other").textContent = "Today";
  }
  writeTotals();
  writeProof();
  if (baseline) writeVerdict();
}

function writeTotals() {
  const inUnit = (name) => withUnit(data.costUnit ? `${name},` : name, data.costUnit);
  const rows = [
    [inUnit("Cost"), (one) => costFigure(one.cost)],
    [inUnit("Load-distance"), (one) => costFigure(one.loadDistance)],
    ["Distance", (one) => length(one.totalLength)],
    ["Deadhead", (one) => percent(one.deadhead / (one.totalLength || 1))],
    ["Streets served", (one) => number(one.served, 6)],
  ];
  const longest = (one) => moment(Math.max(0, ...one.routes.map((route) => route.end)));
  if (data.fleet) {
    rows.push(["Vehicles", (one) => number(one.routes.length, 6)]);
    rows.push(["Trips", (one) => number(one.routes.reduce((sum, route) => sum + route.visits.length, 0), 6)]);
  }
  const everywhere = (figure) => plans.every((one) => one[figure] !== null);
  if (everywhere("hours")) rows.push(["Hours", (one) => hours(one.hours)]);
  if (data.fleet) rows.push(["Longest route", longest]);
  if (everywhere("litres")) rows.push(["Fuel, litres", (one) => number(one.litres)]);
  if (everywhere("fuelCost")) rows.push(["Fuel cost", (one) => one.fuelCost.toFixed(2)]);
  for (const cell of document.querySelectorAll(".other")) cell.hidden = !baseline;
  for (const [name, figure] of rows) {
    const row = byId("totals").tBodies[0].insertRow();
    const head = document.createElement("th");
    head.scope = "row";
    head.textContent = name;
    row.append(head);
    for (const one of plans) row.insertCell().textContent = figure(one);
  }
}

function writeProof() {
  let text = "";
  if (main.status === "optimal") text = `Proven optimal: no ${plan} costs less.`;
  else if (main.gap !== null) {
    text = `Gap: ${percent(main.gap, 2)} above a proven lower bound. No ${plan} costs less than that bound.`;
  }
  byId("proof").textContent = text;
}

/** Say what the order of the streets is worth, in the words of `arcload compare`. */
function writeVerdict() {
  const exact = (share) => percent(share, 1);
  const above = (ours, theirs) => (ours === theirs || !theirs ? 0 : ours / theirs - 1);
  const saved = -above(main.cost, baseline.cost);
  const longer = above(main.totalLength, baseline.totalLength);
  const leftOut = (one) => one.unserved.reduce((sum, edge) => sum + streets[edge].demand, 0);
  const bound = main.gap === null ? -Infinity : main.cost / (1 + main.gap);
  const far = Math.abs(longer) < NOTICED ? "It is just as long" : `It is ${exact(longer)} ${longer > 0 ? "longer" : "shorter"}`;
  const differs = Math.abs(leftOut(main) - leftOut(baseline)) > 1e-9 * Math.max(leftOut(main), leftOut(baseline));
  const more = saved >= 0 ? "cheaper" : "more expensive";
  let [text, reason] = [`About as good as ${otherPlan}`, ""];
  if (differs && data.isToday) {
    text = `Today's route leaves out ${counted(baseline.unserved.length, "street")}, ${load(leftOut(baseline))}`;
    reason = `With these the ${plan} is ${exact(Math.abs(saved))} ${more}.`;
  } else if (differs) {
    text = "The shortest plan leaves out other streets";
    reason = "So the costs say little.";
  } else if (saved >= HARDLY) {
    text = `${exact(saved)} cheaper than ${otherPlan}`;
    reason = main.loadDistance < baseline.loadDistance ? `${far}, and carries the load less far.` : `${far}.`;
  } else if (data.isToday) {
    if (Math.abs(saved) >= NOTICED) text = `${exact(Math.abs(saved))} ${more} than ${otherPlan}`;
    reason = `${far}.`;
  } else if (bound > (1 - HARDLY) * baseline.cost) {
    reason = `The load hardly matters here: any shortest ${plan} will do.`;
  } else if (saved <= -NOTICED) {
    text = `${exact(saved)} more expensive than ${otherPlan}`;
    reason = `A longer search should find a better ${plan}.`;
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
  byId("sample-left-out").hidden = !main.unserved.length;
  byId("ramp-line").hidden = curve.several;
  for (const mark of document.querySelectorAll("[data-vehicle]")) {
    mark.style.backgroundColor = vehicleColour(Number(mark.dataset.vehicle));
    mark.style.color = onVehicle(Number(mark.dataset.vehicle));
  }
}

// Fleets

/** Write what only fleets have: who drives, whom to watch, and which streets are left out. */
function writeFleet() {
  byId("now-kind").textContent = "";
  for (const [where, text] of Object.entries({
    "#map-caption": "This plan: ",
    "#other-caption": "The shortest plan: ",
    "#totals thead th": "This plan",
    "aside": "About the plan",
  })) {
    const part = document.querySelector(where);
    if (where === "aside") part.setAttribute("aria-label", text);
    else part.firstChild.textContent = text;
  }
  document.documentElement.classList.add("fleet");
  document.documentElement.style.setProperty("--vehicles", String(main.routes.length));
  if (main.routes.length > 1) writeChoice();
  writeVehicles();
  byId("left-out").hidden = !main.unserved.length;
  for (const street of main.unserved.map((edge) => streets[edge])) {
    const item = document.createElement("li");
    item.append(span("street", street.name), " ", span("what", load(street.demand)));
    byId("left-out-list").append(item);
  }
}

function writeChoice() {
  byId("vehicles").hidden = false;
  for (const route of [null, ...main.routes]) {
    const button = document.createElement("button");
    button.type = "button";
    button.append(route ? badge(route) : "All vehicles");
    if (route) {
      button.title = route.name;
      button.setAttribute("aria-label", route.name);
    }
    button.addEventListener("click", () => watch(route && route.index));
    byId("vehicles").append(button);
  }
}

function writeVehicles() {
  const withHours = main.routes.every((route) => route.hours !== null);
  const columns = [
    ["Trips", (route) => number(route.visits.length, 6)],
    ["Distance", (route) => length(route.totalLength)],
    ...(withHours ? [["Time", (route) => hours(route.hours)]] : []),
    ...(main.litres === null ? [] : [["Litres", (route) => number(route.litres)]]),
    ["Load", (route) => load(route.carried)],
    [data.costUnit ? `Cost, ${data.costUnit}` : "Cost", (route) => costFigure(route.cost)],
  ];
  const head = byId("of-vehicles").tHead.rows[0];
  for (const [name] of columns) {
    const cell = document.createElement("th");
    cell.scope = "col";
    cell.textContent = name;
    head.append(cell);
  }
  for (const route of main.routes) {
    const row = byId("of-vehicles").tBodies[0].insertRow();
    const cell = document.createElement("th");
    cell.scope = "row";
    cell.title = route.name;
    cell.append(badge(route));
    row.append(cell);
    for (const [, figure] of columns) row.insertCell().textContent = figure(route);
    if (main.routes.length > 1) row.addEventListener("click", () => watch(route.index));
  }
  byId("fleet").hidden = false;
}

/** Watch one vehicle by its index, or all of them. */
function watch(index) {
  const routes = index === null ? main.routes : [main.routes[index]];
  curve.routes = routes;
  maps[0].choose(routes);
  itinerary.show(index);
  [...byId("vehicles").children].forEach((button, which) => {
    button.setAttribute("aria-pressed", String(which === (index === null ? 0 : index + 1)));
  });
  [...byId("of-vehicles").tBodies[0].rows].forEach((row, which) => row.classList.toggle("chosen", which === index));
  document.documentElement.classList.toggle("several", curve.several);
  player.watch(routes);
  player.end = curve.end;
  writeEnd();
  dressLegend();
  resize();
  player.go(player.moment);
}

/** Say how far or how long the vehicles that are shown drive. */
function writeEnd() {
  byId("whole-length").textContent = moment(Math.max(0, ...curve.routes.map((route) => route.end)));
  byId("seek").max = curve.end || 1;
  byId("seek").setAttribute("aria-label", byHours ? "Time since the start" : "Distance driven");
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
  byId("compare").textContent = on ? `Show this ${plan} alone` : "Compare side by side";
  resize();
  player.go(player.moment);
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
    player.go(curve.momentAt(event.offsetX));
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
  const reach = event.pointerType === "mouse" ? 9 : 18;
  const place = map.placeAt(event.offsetX, event.offsetY, reach);
  const street = place ? null : map.streetAt(event.offsetX, event.offsetY, reach);
  const box = byId("hint");
  box.hidden = !street && !place;
  map.canvas.style.cursor = street ? "pointer" : "";
  if (box.hidden) return;
  const [name, text] = box.children;
  name.textContent = place ? place.name : street.name;
  text.textContent = place ? visitsIn(place) : needOf(map, street);
  const frame = byId("figures").getBoundingClientRect();
  const x = event.clientX - frame.left;
  const y = event.clientY - frame.top;
  box.style.left = `${Math.min(x + 14, frame.width - box.offsetWidth - 8)}px`;
  box.style.top = `${y + 18 + box.offsetHeight > frame.height ? y - box.offsetHeight - 10 : y + 18}px`;
}

/** What a street needs, and when and by whom it is served. */
function needOf(map, street) {
  if (!(street.demand > 0)) return "no service";
  const served = servedAt(map, street);
  if (!served) return load(street.demand) + (map.plan.unserved.some((edge) => streets[edge] === street) ? ", left out" : "");
  const { route, index } = served;
  if (!data.fleet) return `${load(street.demand)}, ${length(route.reached[index])} into the tour`;
  return `${load(street.demand)} by ${route.name.replace("V", "v")}, ${timeInWords(route, route.hoursAt[index], route.begin[index])}`;
}

/** What is loaded or unloaded at a place. */
function visitsIn(place) {
  const words = place.visits.slice(0, MOST_VISITS).map((visit) =>
    `${visit.route.name}, trip ${visit.trip}: ${load(visit.load)} ${timeInWords(visit.route, visit.hoursAt, visit.begin)}`,
  );
  const more = place.visits.length - words.length;
  return [...words, ...(more > 0 ? [`and ${more} more`] : [])].join("\n");
}

/** Go to where the street under the pointer is served. */
function choose(map, event) {
  const street = map.streetAt(event.offsetX, event.offsetY, event.pointerType === "mouse" ? 9 : 18);
  if (event.pointerType !== "mouse") hint(map, event);
  const served = street && servedAt(map, street);
  if (!served) return;
  player.go(served.route.begin[served.index]);
  say(true);
}

/** Which of the routes on a map serves a street, and on which crossing. */
function servedAt(map, street) {
  for (const route of map.routes) {
    const index = route.crossings.findIndex((crossing) => crossing.served && crossing.street === street);
    if (index >= 0) return { route, index };
  }
  return null;
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
