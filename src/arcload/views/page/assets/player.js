const SHORTEST_DRIVE = 40; // seconds that a plan takes at speed 1
const LONGEST_DRIVE = 240;
const SECONDS_A_CROSSING = 0.4;

/** Moves the vehicles with the clock. */
export class Player {
  constructor(routes, show) {
    this.show = show;
    this.moment = 0;
    this.factor = 1;
    this.playing = false;
    this.still = matchMedia("(prefers-reduced-motion: reduce)");
    this.waiting = 0;
    this.watch(routes);
  }

  /** Take the routes that are watched: how long that takes, and where one stops on the way. */
  watch(routes) {
    this.end = Math.max(0, ...routes.map((route) => route.end));
    this.moments = [...routes.flatMap((route) => [...route.begin, ...route.visits.map((visit) => visit.begin)]), this.end];
    this.moments.sort((a, b) => a - b);
    const most = Math.max(0, ...routes.map((route) => route.crossings.length));
    const seconds = Math.max(SHORTEST_DRIVE, Math.min(LONGEST_DRIVE, SECONDS_A_CROSSING * most));
    this.pace = this.end / seconds;
  }

  /** Where to draw the vehicle: from street to street for those who want little motion. */
  get shown() {
    if (!this.still.matches || !this.playing) return this.moment;
    return this.moments.findLast((moment) => moment <= this.moment) || 0;
  }

  /** At either end nothing is to come or behind: the whole plan is shown. */
  get whole() {
    return !this.playing && (this.moment <= 0 || this.moment >= this.end);
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  play() {
    if (this.moment >= this.end) this.moment = 0;
    this.playing = this.end > 0;
    this.before = null;
    this.refresh();
  }

  pause() {
    this.playing = false;
    this.refresh();
  }

  go(moment) {
    this.moment = Math.max(0, Math.min(this.end, moment));
    this.refresh();
  }

  /** Go to the start of the next street or, backwards, of this one or the one before. */
  step(way) {
    const slack = 1e-9 * this.end;
    const ahead = way > 0;
    const found = ahead
      ? this.moments.find((moment) => moment > this.moment + slack)
      : this.moments.findLast((moment) => moment < this.moment - slack);
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
      this.moment += passed * this.pace * this.factor;
      if (this.moment >= this.end) {
        this.moment = this.end;
        this.playing = false;
      }
    }
    this.show();
    if (this.playing) this.refresh();
  }
}
