import { fitCanvas } from "./canvas.js";
import { onDark, onVehicle, shadeOf, theme, vehicleColour } from "./colours.js";
import { beside, cut, lengthOf, middleOf, overlap, trace, traceArrow } from "./lines.js";
import { locate, placeOn } from "./locate.js";
import { LETTERS, roomFor } from "./place_room.js";
import { StreetMap } from "./street_map.js";
import { counted } from "./words.js";

const MANY = 800; // crossings that take longer to draw than a frame lasts
const AROUND = 0.2; // share of a large map that is drawn beyond each edge, to be moved into view
const PLACE = 6; // half the side of the mark of a place, in pixels
const VEHICLE = 13.5; // radius of the vehicle with its rim
const NUMBER = 8.5; // half the side of the number of a vehicle or trip
const BESIDE = VEHICLE + 1.5; // how far from a place its name is, so that the vehicle covers none
const STRETCHED = 2; // how much larger a drawn map is shown before it is drawn anew

/**
 * A map of the network with routes of a plan on it: one, coloured by its load, or several, each
 * in the colour of its vehicle.
 *
 * Three layers are kept, so that a frame costs little: the network with what is still to come,
 * what has been driven, and the names. The driven layer only grows while the vehicles go on.
 * Those of a large map are moved and stretched with the camera, and drawn anew when it rests.
 */
export class PlanMap extends StreetMap {
  constructor(canvas, plan, camera, atlas, words) {
    super(canvas, camera, atlas.streets);
    this.words = words;
    this.layers = [0, 1, 2].map(() => document.createElement("canvas"));
    this.drawn = [];
    this.still = { ...this.live }; // what the layers show
    this.show(plan, atlas);
  }

  /** Show another plan of the same streets, decoded with them. */
  show(plan, atlas) {
    Object.assign(this, { plan, atlas });
    this.large = plan.routes.reduce((sum, route) => sum + route.crossings.length, 0) > MANY;
    this.choose(plan.routes);
  }

  /** Show some routes of the plan. */
  choose(routes) {
    this.routes = routes;
    this.renew();
  }

  get several() {
    return this.routes.length > 1;
  }

  /** Forget all layers: colours or sizes have changed. */
  renew() {
    this.seen = -1;
  }

  /** Draw a frame; return whether it is as sharp as can be. */
  draw(moment, whole) {
    const [width, height] = this.measure();
    if (!width || !height) return true;
    const around = [width, height].map((side) => (this.large ? Math.round(AROUND * side) : 0));
    const room = [width + 2 * around[0], height + 2 * around[1]];
    if (fitCanvas(this.canvas, width, height)) this.renew();
    for (const layer of this.layers) if (fitCanvas(layer, ...room)) this.renew();
    const spots = this.routes.map((route) => locate(route, moment));
    this.drawLayers(room, this.routes.map((route, which) =>
      whole || !spots[which] || (this.several && moment >= route.end) ? route.crossings.length : spots[which].index,
    ));
    const pen = this.pen(this.canvas);
    this.wipe(pen);
    const [network, driven, names] = this.layers;
    const place = this.placeOfLayers();
    pen.drawImage(network, ...place);
    pen.drawImage(driven, ...place);
    const driving = spots.filter((at) => at && !(this.several && moment >= at.route.end));
    if (!whole) for (const at of driving) this.drawShare(pen, at.crossing, at.behind);
    pen.drawImage(names, ...place);
    const places = this.places();
    this.drawPlaces(pen, places);
    const vehicles = theme.printing || (this.several && whole) ? [] : driving.map((at) => this.drawVehicle(pen, at));
    this.drawPlaceNames(pen, places, vehicles);
    return this.seen === this.camera.changes;
  }

  /** Bring the layers up to date: all of them, or what was driven since. */
  drawLayers(room, upTo) {
    const anew = this.seen !== this.camera.changes && !(this.camera.moving && this.covers());
    if (anew) {
      this.seen = this.camera.changes;
      this.still = { ...this.live, size: room };
    }
    this.view = this.still;
    const [network, driven, names] = this.layers.map((layer) => this.pen(layer));
    if (anew) {
      this.drawNetwork(this.wipe(network));
      this.drawNames(names, this.drawNumbers(this.wipe(names)));
    }
    if (anew || upTo.some((count, which) => count < this.drawn[which])) {
      this.drawn = upTo.map(() => 0);
      this.wipe(driven);
    }
    this.routes.forEach((route, which) => {
      this.drawCrossings(driven, route.crossings.slice(this.drawn[which], upTo[which]));
    });
    this.drawn = upTo;
    this.view = this.live;
  }

  /** Where the layers belong on the screen: left, top, width and height. */
  placeOfLayers() {
    const [x, y] = this.toScreen(this.still.x, this.still.y);
    const [width, height] = this.still.size.map((side) => (side * this.live.scale) / this.still.scale);
    return [x - width / 2, y - height / 2, width, height];
  }

  /** Whether the layers, where they belong, show all that is to be seen, and not too coarsely. */
  covers() {
    const stretched = this.live.scale / this.still.scale;
    if (this.seen < 0 || !this.large || stretched > STRETCHED || stretched < 1 / STRETCHED) return false;
    const [left, top, width, height] = this.placeOfLayers();
    const [west, north] = this.toScreen(0, 0);
    const [east, south] = this.toScreen(...this.camera.size);
    return (
      left <= Math.max(0, west) &&
      top <= Math.max(0, north) &&
      left + width >= Math.min(this.size[0], east) &&
      top + height >= Math.min(this.size[1], south)
    );
  }

  drawNetwork(pen) {
    this.drawStreets(pen);
    pen.globalAlpha = 0.25;
    for (const route of this.routes) {
      this.drawCrossings(pen, route.crossings.filter((crossing) => crossing.served), false);
    }
    pen.globalAlpha = 1;
    this.drawLeftOut(pen);
    this.drawOneWays(pen);
  }

  /** Draw the streets that nobody serves as two lines with nothing between them. */
  drawLeftOut(pen) {
    const lost = this.plan.unserved.map((edge) => this.streets[edge]).filter((street) => this.visible(street));
    for (const [colour, wide] of [[theme.lost, this.wide + 2], [theme.map, Math.max(1, this.wide - 1)]]) {
      pen.strokeStyle = colour;
      pen.lineWidth = wide;
      pen.beginPath();
      for (const street of lost) trace(pen, this.screenPoints(street));
      pen.stroke();
    }
  }

  /** Draw whole crossings of one route, all of one colour in one go. */
  drawCrossings(pen, crossings, arrows = true) {
    const groups = new Map();
    for (const crossing of crossings) {
      if (!this.visible(crossing.street)) continue;
      const shade = this.several ? 0 : shadeOf((crossing.before + crossing.after) / 2, this.atlas.mostOnBoard);
      const key = 2 * shade + crossing.served;
      if (!groups.has(key)) groups.set(key, []);
      groups.get(key).push(crossing);
    }
    for (const [key, group] of [...groups].sort((a, b) => (a[0] % 2) - (b[0] % 2))) {
      const lines = group.map((crossing) => this.lineOf(crossing));
      this.strokeLines(pen, lines, this.colourOf(group[0]), key % 2 > 0, group[0].route);
      if (arrows && key % 2) this.drawDirections(pen, lines, this.inkOn(group[0]));
    }
  }

  /** Draw the first share of a crossing. */
  drawShare(pen, crossing, behind) {
    const line = cut(this.lineOf(crossing), behind);
    this.strokeLines(pen, [line], this.colourOf(crossing), crossing.served, crossing.route);
  }

  /** The colour of a crossing: of its vehicle where there are several, else of its load. */
  colourOf(crossing) {
    if (this.several) return vehicleColour(crossing.route);
    return theme.shades[shadeOf((crossing.before + crossing.after) / 2, this.atlas.mostOnBoard)];
  }

  /** The colour of what is drawn on a crossing. */
  inkOn(crossing) {
    if (this.several) return onVehicle(crossing.route);
    return onDark(crossing.before, this.atlas.mostOnBoard) ? "white" : "#10202f";
  }

  /** The points of a crossing on the screen: on the street if served, else to the right of it. */
  lineOf(crossing) {
    const points = this.screenPoints(crossing.street, crossing.forward);
    const lane = this.several ? Math.min(crossing.aside, 2) : crossing.aside;
    return crossing.served ? points : beside(points, this.wide / 2 + 3.2 * lane);
  }

  /** Draw lines: wide where streets are served, thin and dashed elsewhere. */
  strokeLines(pen, lines, colour, served, route) {
    const { wide } = this;
    pen.strokeStyle = colour;
    pen.lineWidth = served ? wide : Math.max(1.2, Math.min(2.4, 0.4 * wide));
    pen.lineCap = served ? "round" : "butt";
    const dashes = [Math.max(4, wide), Math.max(2.5, 0.55 * wide)];
    pen.setLineDash(served ? [] : dashes);
    // The dashes of several vehicles on one street begin at other points, so that all are seen.
    pen.lineDashOffset = this.several ? -(route % 3) * 0.6 * dashes[0] : 0;
    pen.beginPath();
    for (const line of lines) trace(pen, line);
    pen.stroke();
    pen.setLineDash([]);
  }

  /** Draw a small arrow at the middle of each line that is long enough for one. */
  drawDirections(pen, lines, ink) {
    const size = Math.max(3, 0.52 * this.wide);
    if (this.wide < 3) return;
    pen.beginPath();
    for (const line of lines) {
      if (lengthOf(line) < 7 * this.wide) continue;
      traceArrow(pen, middleOf(line), size);
    }
    pen.fillStyle = ink;
    pen.fill();
  }

  /**
   * Write numbers on the streets: of several vehicles one each, of one vehicle those of its trips.
   * Return the boxes that they fill.
   */
  drawNumbers(pen) {
    if (!this.atlas.fleet) return [];
    const boxes = this.places().map(({ x, y }) => [x - 80, y - 12, x + 80, y + 34]);
    for (const route of this.routes) {
      const first = (from, to) =>
        route.crossings.slice(from, to).filter((crossing) => crossing.served && this.visible(crossing.street));
      const parts = this.several
        ? [[route.index + 1, first(0)]]
        : route.visits.map((visit, at) => {
            const [from, to] = this.words.collects
              ? [at ? route.visits[at - 1].at : 0, visit.at]
              : [visit.at, at + 1 < route.visits.length ? route.visits[at + 1].at : undefined];
            return [visit.trip, first(from, to)];
          });
      for (const [text, crossings] of parts) {
        for (const crossing of crossings.sort((a, b) => b.street.drawn - a.street.drawn)) {
          const { x, y } = middleOf(this.screenPoints(crossing.street));
          const box = [x - NUMBER, y - NUMBER, x + NUMBER, y + NUMBER];
          if (boxes.some((other) => overlap(box, other))) continue;
          boxes.push(box);
          this.drawNumber(pen, String(text), x, y, crossing);
          break;
        }
      }
    }
    return boxes;
  }

  drawNumber(pen, text, x, y, crossing) {
    pen.beginPath();
    pen.roundRect(x - NUMBER + 1, y - NUMBER + 1, 2 * NUMBER - 2, 2 * NUMBER - 2, 3);
    pen.fillStyle = this.several ? vehicleColour(crossing.route) : theme.paper;
    pen.strokeStyle = this.several ? theme.paper : theme.ink;
    pen.lineWidth = 1.5;
    pen.fill();
    pen.stroke();
    this.writeInside(pen, text, x, y, this.several ? onVehicle(crossing.route) : theme.ink);
  }

  writeInside(pen, text, x, y, colour) {
    pen.font = "700 10px system-ui, sans-serif";
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillStyle = colour;
    pen.fillText(text, x, y + 0.5);
  }

  /** The places of a fleet on the screen, with what the routes shown load or unload there. */
  facilities() {
    return this.atlas.places.map((place, index) => {
      const visits = this.routes.flatMap((route) =>
        route.visits.filter((visit) => visit.place === index).map((visit) => ({ ...visit, route })),
      );
      const moved = visits.reduce((sum, visit) => sum + visit.load, 0);
      const which = `trip${visits.length > 1 ? "s" : ""} ${visits.map((visit) => visit.trip).join(", ")}`;
      const trips = this.several ? counted(visits.length, "trip") : which;
      const [x, y] = this.toScreen(...place.at);
      return { name: place.name, note: visits.length ? `${trips}: ${this.words.load(moved)}` : "", visits, x, y };
    });
  }

  /** Where the tour starts and ends on the screen: the depot, or two places. */
  places() {
    if (this.atlas.fleet) return this.facilities();
    const [{ crossings }] = this.routes;
    const ends = crossings.length
      ? [placeOn(crossings[0], 0), placeOn(crossings[crossings.length - 1], 1)]
      : [];
    return (this.atlas.closed ? ["Depot"] : ["Start", "End"]).flatMap((name, which) => {
      const given = [this.atlas.start, this.atlas.end][which];
      const spot = given ? { x: given[0], y: given[1] } : ends[which];
      if (!spot) return [];
      const [x, y] = this.toScreen(spot.x, spot.y);
      return [{ name, x, y }];
    });
  }

  drawPlaces(pen, places) {
    pen.fillStyle = this.atlas.fleet ? theme.ink : theme.accent;
    pen.strokeStyle = theme.paper;
    pen.lineWidth = 2;
    for (const { name, x, y } of places) {
      pen.beginPath();
      if (name === "End") pen.arc(x, y, PLACE + 0.5, 0, 2 * Math.PI);
      else pen.rect(x - PLACE, y - PLACE, 2 * PLACE, 2 * PLACE);
      pen.fill();
      pen.stroke();
    }
  }

  /** Name the places: below them or, where the vehicle, a name or the edge is, beside them. */
  drawPlaceNames(pen, places, vehicles) {
    const around = (x, y, reach) => [x - reach, y - reach, x + reach, y + reach];
    const taken = places.map(({ x, y }) => around(x, y, PLACE));
    for (const { x, y, reach } of vehicles) taken.push(around(x, y, reach));
    pen.font = `700 ${LETTERS}px system-ui, sans-serif`;
    pen.textAlign = "left";
    pen.textBaseline = "top";
    pen.lineWidth = 4;
    pen.fillStyle = this.atlas.fleet ? theme.ink : theme.accent;
    pen.strokeStyle = theme.map;
    for (const { name: bare, note, x, y } of places) {
      const name = note ? `${bare}, ${note}` : bare;
      const wide = pen.measureText(name).width;
      const [left, top] = roomFor(x, y, wide, BESIDE, this.size, taken);
      pen.strokeText(name, left, top);
      pen.fillText(name, left, top);
    }
  }

  /** Draw the vehicle: filled while it serves, hollow on a deadhead; return where it is. */
  drawVehicle(pen, at) {
    const spot = placeOn(at.crossing, at.behind);
    const [x, y] = this.toScreen(spot.x, spot.y);
    const { served } = at.crossing;
    const size = (Math.min(...this.size) < 300 ? 0.75 : 1) * (this.several ? 0.85 : 1);
    const colour = this.atlas.fleet ? vehicleColour(at.route.index) : theme.accent;
    pen.save();
    pen.translate(x, y);
    pen.scale(size, size);
    pen.shadowColor = "rgb(0 0 0 / 35%)";
    pen.shadowBlur = 6;
    pen.beginPath();
    pen.arc(0, 0, VEHICLE - 1.25, 0, 2 * Math.PI);
    pen.fillStyle = served ? colour : theme.paper;
    pen.fill();
    pen.shadowBlur = 0;
    pen.lineWidth = 2.5;
    pen.strokeStyle = served ? theme.paper : colour;
    pen.stroke();
    if (this.several) {
      this.writeInside(pen, String(at.route.index + 1), 0, 0, served ? onVehicle(at.route.index) : theme.ink);
      pen.restore();
      return { x, y, reach: size * VEHICLE };
    }
    pen.rotate(spot.heading);
    pen.beginPath();
    pen.moveTo(7, 0);
    pen.lineTo(-4.5, -5);
    pen.lineTo(-2, 0);
    pen.lineTo(-4.5, 5);
    pen.closePath();
    pen.fillStyle = served ? theme.paper : colour;
    pen.fill();
    pen.restore();
    return { x, y, reach: size * VEHICLE };
  }

  /** The place of a fleet at a point of the screen, if one is within reach. */
  placeAt(x, y, reach) {
    const near = (place) => Math.hypot(place.x - x, place.y - y) < reach + PLACE;
    return this.atlas.fleet ? this.places().find(near) : undefined;
  }
}
