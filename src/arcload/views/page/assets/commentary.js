import { byId } from "./elements.js";
import { locate, visitAt } from "./locate.js";
import { counted } from "./words.js";

const SPOKEN_EVERY = 4000; // milliseconds between two streets read out while driving

/** What several vehicles have on board. */
function onBoard(routes, now) {
  return routes.reduce((sum, route) => sum + (now < route.end ? (locate(route, now) || { load: 0 }).load : 0), 0);
}

/** Says what the vehicles do now: at the player, above the maps, in the list, and aloud. */
export class Commentary {
  constructor(atlas, words, { player, curve, maps, itinerary }) {
    Object.assign(this, { atlas, words, player, curve, maps, itinerary });
    this.spoken = { at: -Infinity, words: "" };
  }

  write(now) {
    const { player, curve } = this;
    byId("play").classList.toggle("playing", player.playing);
    byId("play").setAttribute("aria-label", player.playing ? "Pause" : "Play");
    byId("seek").value = player.moment;
    byId("driven").textContent = this.words.moment(now);
    const at = curve.spotAt(now);
    if (!at) return;
    if (curve.several) this.writeAll(now);
    else this.writeOne(at, visitAt(at.route, now));
    byId("seek").setAttribute("aria-valuetext", this.sentence(now));
    if (curve.compared) this.writeCaptions(now);
    for (const route of curve.routes) {
      const spot = locate(route, now);
      if (spot) this.itinerary.mark(route.index, spot.index, visitAt(route, now));
    }
    this.say(false);
  }

  writeOne(at, visit) {
    const { served, street } = at.crossing;
    const loading = this.words.collects ? "Unloading" : "Loading";
    byId("now-kind").dataset.kind = served || visit ? "serving" : "deadhead";
    byId("now-kind").textContent = visit ? loading : served ? "Serving" : "Deadhead";
    byId("now-street").textContent = visit ? this.atlas.places[visit.place].name : street.name;
    byId("now-load").textContent = this.carried(at.load);
  }

  writeAll(now) {
    byId("now-kind").dataset.kind = "serving";
    byId("now-kind").textContent = "";
    byId("now-street").textContent = this.underWay(now);
    byId("now-load").textContent = this.carried(onBoard(this.curve.routes, now));
  }

  writeCaptions(now) {
    for (const [which, name] of ["map-caption", "other-caption"].entries()) {
      const { routes } = this.maps[which];
      const load = this.atlas.fleet ? onBoard(routes, now) : locate(routes[0], now).load;
      byId(name).lastChild.textContent = this.carried(load);
    }
  }

  carried(load) {
    return `${this.words.load(load)} on board`;
  }

  underWay(now) {
    const { routes } = this.curve;
    const driving = routes.filter((route) => now < route.end).length;
    return `${driving} of ${counted(routes.length, "vehicle")} under way`;
  }

  sentence(now) {
    const { curve, words } = this;
    if (curve.several) {
      return `${this.underWay(now)}, ${this.carried(onBoard(curve.routes, now))}, ${words.moment(now)} after the start`;
    }
    const { crossing, load, distance } = curve.spotAt(now);
    return `${crossing.street.name}, ${words.deed(crossing)}, ${this.carried(load)}, ${words.length(distance)} driven`;
  }

  /** Let a screen reader say where the vehicle is, not more often than one can listen. */
  say(atOnce) {
    const { player, curve } = this;
    const at = curve.spotAt(player.moment);
    const words = at && (curve.several ? this.underWay(player.moment) : `${at.route.index} ${at.index}`);
    if (!at || words === this.spoken.words) return;
    const time = performance.now();
    if (!atOnce && (!player.playing || time - this.spoken.at < SPOKEN_EVERY)) return;
    this.spoken = { at: time, words };
    byId("live").textContent = this.sentence(player.moment);
  }
}
