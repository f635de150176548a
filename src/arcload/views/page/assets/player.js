const SHORTEST_DRIVE = 40; // seconds that a tour takes at speed 1
const LONGEST_DRIVE = 240;
const SECONDS_A_CROSSING = 0.4;

/** Moves the vehicle with the clock. */
class Player {
  constructor(show) {
    this.show = show;
    this.distance = 0;
    this.end = tours[0].end;
    this.factor = 1;
    this.playing = false;
    this.still = matchMedia("(prefers-reduced-motion: reduce)");
    this.waiting = 0;
    const wanted = SECONDS_A_CROSSING * tours[0].crossings.length;
    const seconds = Math.max(SHORTEST_DRIVE, Math.min(LONGEST_DRIVE, wanted));
    this.pace = tours[0].end / seconds;
  }

  /** Where to draw the vehicle: from street to street for those who want little motion. */
  get shown() {
    if (!this.still.matches || !this.playing) return this.distance;
    const at = locate(tours[0], this.distance);
    return at ? tours[0].reached[at.index] : 0;
  }

  /** At either end nothing is to come or behind: the whole tour is shown. */
  get whole() {
    return !this.playing && (this.distance <= 0 || this.distance >= this.end);
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  play() {
    if (this.distance >= this.end) this.distance = 0;
    this.playing = this.end > 0;
    this.before = null;
    this.refresh();
  }

  pause() {
    this.playing = false;
    this.refresh();
  }

  go(distance) {
    this.distance = Math.max(0, Math.min(this.end, distance));
    this.refresh();
  }

  /** Go to the start of the next street or, backwards, of this one or the one before. */
  step(way) {
    const { reached } = tours[0];
    const slack = 1e-9 * this.end;
    const ahead = way > 0;
    const found = ahead
      ? reached.find((distance) => distance > this.distance + slack)
      : reached.findLast((distance) => distance < this.distance - slack);
    this.pause();
    this.go(found === undefined ? (ahead ? this.end : 0) : found);
  }

  /** Draw before the next frame, once however often it is asked for. */
  refresh() {
    if (!this.waiting) this.waiting = requestAnimationFrame((now) => this.frame(now));
  }

  frame(now) {
    this.waiting = 0;
    if (this.playing) {
      const passed = this.before === null ? 0 : Math.min(0.25, (now - this.before) / 1000);
      this.before = now;
      this.distance += passed * this.pace * this.factor;
      if (this.distance >= this.end) {
        this.distance = this.end;
        this.playing = false;
      }
    }
    this.show();
    if (this.playing) this.refresh();
  }
}
