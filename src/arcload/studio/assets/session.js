import { change, listen, read } from "./api.js";
import { tell } from "./dialogs.js";
import { Figures } from "./figures.js";
import { createStore } from "./state.js";
import { words } from "./words.js";

const ALIVE = ["queued", "running"];

/** Whether a version waits or is searched for. */
export const isAlive = (state) => ALIVE.includes(state);

/**
 * One plan while it is open: what the server says of it, and all that can be done to it.
 *
 * Its store has `plan`, `network` (the streets of the map, null while they load), `notDrawn` (why
 * there is no map), `change` (indices of streets that an edit has changed), `selection`, `live`
 * (the version that is searched for or shown, with its history), `drawing` of it and `saving`, the
 * number of edits that the server has not answered yet.
 */
export class Session {
  constructor(id, studio) {
    this.id = id;
    this.path = `/api/plans/${id}`;
    this.store = createStore({ plan: null, network: null, notDrawn: "", change: null, selection: [], live: null, drawing: null, saving: 0, gone: false });
    this.stopFollowing = () => {};
    this.following = null;
    this.stopNews = studio.watch(["news"], ({ news }) => this.hear(news));
    this.editing = Promise.resolve();
    this.unread = null;
    this.isReading = false;
    this.closed = false;
  }

  get state() {
    return this.store.state;
  }

  async open() {
    await this.load();
    if (this.state.gone || this.closed) return;
    await Promise.all([this.loadNetwork(), this.showVersion(this.newest()?.number)]);
  }

  close() {
    this.closed = true;
    this.stopNews();
    this.stopFollowing();
  }

  /** Read the plan; a plan that is not there is gone. */
  async load() {
    try {
      this.store.set({ plan: await read(this.path) });
    } catch (error) {
      if (error.status !== 404) throw error;
      this.store.set({ gone: true });
    }
  }

  async loadNetwork() {
    try {
      const network = await read(`${this.path}/network`);
      this.store.set({ network, notDrawn: "", selection: this.state.selection.filter((index) => index < network.streets.id.length) });
    } catch (error) {
      if (error.status !== 422) throw error;
      this.store.set({ notDrawn: error.message });
    }
  }

  /** How figures are shown: one unit for the costs of all versions. */
  get figures() {
    const { plan, live } = this.state;
    const costs = [...plan.versions, ...(live ? [live.version] : [])].map((version) => version.cost || 0);
    return new Figures(plan.units, Math.max(0, ...costs));
  }

  /** The newest version, and the newest with a plan. */
  newest() {
    return this.state.plan.versions.at(-1);
  }

  best() {
    return this.state.plan.versions.findLast((version) => hasPlan(version));
  }

  /** News of any plan, perhaps from another window; what comes meanwhile is loaded at once after. */
  async hear(news) {
    if (!news || !this.state.plan || this.closed) return;
    if (news.gone === this.id) this.store.set({ gone: true });
    if (!news.reopened && news.summary?.id !== this.id) return;
    this.unread = { reopened: news.reopened || this.unread?.reopened };
    if (this.isReading) return;
    this.isReading = true;
    try {
      while (this.unread) await this.catchUp();
    } finally {
      this.isReading = false;
    }
  }

  /** Load what is new. */
  async catchUp() {
    const { reopened } = this.unread;
    this.unread = null;
    await this.editing;
    const before = this.state.plan.revision;
    await this.load();
    if (this.state.gone || this.closed) return;
    if (this.state.plan.revision !== before) await this.loadNetwork();
    const newest = this.newest();
    const shown = this.state.live?.version;
    if (newest && isAlive(newest.state) && this.following !== newest.number) await this.showVersion(newest.number);
    else if (shown && !this.state.plan.versions.some((version) => version.number === shown.number)) await this.showVersion(newest?.number);
    else if (reopened && shown) await this.showVersion(shown.number);
  }

  /** Change the plan; the server's sentence comes as an error. Edits go one after the other. */
  edit(changes) {
    return this.step("PATCH", "instance", { changes });
  }

  undo() {
    return this.step("POST", "undo");
  }

  redo() {
    return this.step("POST", "redo");
  }

  restore(number) {
    return this.step("POST", `versions/${number}/restore`);
  }

  step(method, path, value) {
    this.store.set({ saving: this.state.saving + 1 });
    const done = this.editing.then(async () => this.take(await change(method, `${this.path}/${path}`, value)));
    this.editing = done.catch(() => {}).then(() => this.store.set({ saving: this.state.saving - 1 }));
    return done;
  }

  /** Take over what an edit has changed, without loading everything again. */
  take({ changed, streets, depot, facilities, places, facts, ...news }) {
    const { plan, network } = this.state;
    if (network) {
      for (const [name, values] of Object.entries(streets)) {
        changed.forEach((index, at) => {
          network.streets[name][index] = values[at];
        });
      }
      Object.assign(network, { depot, facilities, places });
    }
    this.store.set({ plan: { ...plan, ...facts, ...news }, change: { indices: changed, streets } });
  }

  rename(name) {
    return change("PATCH", this.path, { name });
  }

  /** Search, and follow it. */
  async solve(options) {
    const { version } = await change("POST", `${this.path}/solve`, options);
    await this.load();
    await this.showVersion(version);
  }

  stop() {
    return change("DELETE", `${this.path}/solve`);
  }

  /** Show a version with its history on map and chart, and follow it while it is searched for. */
  async showVersion(number) {
    this.stopFollowing();
    this.following = null;
    if (number === undefined) {
      this.store.set({ live: null, drawing: null });
      return;
    }
    let version;
    try {
      version = await read(`${this.path}/versions/${number}`);
    } catch (error) {
      if (error.status !== 404) throw error;
      this.store.set({ live: null, drawing: null });
      return;
    }
    if (this.closed) return;
    this.store.set({ live: { version, history: version.history, bounds: version.bounds, phase: "", begun: beginOf(version) } });
    if (hasPlan(version)) await this.loadDrawing(number);
    else if (!isAlive(version.state)) this.store.set({ drawing: null });
    if (isAlive(version.state)) this.follow(number);
  }

  async loadDrawing(number) {
    const drawing = await read(`${this.path}/versions/${number}/drawing`);
    if (this.state.live?.version.number === number) this.store.set({ drawing });
  }

  follow(number) {
    this.following = number;
    const mine = (event) => this.following === number && (event.version === undefined || event.version === number);
    const live = (changes, more = {}) => {
      const before = this.state.live;
      this.store.set({ live: { ...before, ...more, version: { ...before.version, ...changes } } });
    };
    this.stopFollowing = listen(`${this.path}/events`, {
      state: (event) => {
        if (!mine(event)) return;
        const begins = event.state === "running" && this.state.live.version.state !== "running";
        live({ state: event.state, ahead: event.ahead }, begins ? { begun: performance.now() } : {});
        this.load();
      },
      phase: (event) => mine(event) && live({}, { phase: event.doing }),
      plan: (event) => {
        if (!mine(event)) return;
        const { cost, seconds, lower_bound, gap_words, gap_short, drawing } = event;
        const { history } = this.state.live;
        const isNew = !history.length || seconds > history.at(-1)[0] || cost < history.at(-1)[1];
        live({ state: "running", cost, lower_bound, gap_words, gap_short, seconds }, { begun: performance.now() - 1000 * seconds, history: isNew ? [...history, [seconds, cost]] : history });
        if (drawing) this.store.set({ drawing });
      },
      bound: (event) => {
        if (!mine(event)) return;
        const { lower_bound, seconds, gap_words, gap_short } = event;
        live({ lower_bound, gap_words, gap_short }, { begun: performance.now() - 1000 * seconds, bounds: [...this.state.live.bounds, [seconds, lower_bound]] });
      },
      done: async (event) => {
        if (!mine(event)) return;
        this.stopFollowing();
        this.following = null;
        await this.load();
        await this.showVersion(number);
      },
    });
  }
}

/** Whether a version has a plan. */
export const hasPlan = (version) => version.cost !== null && version.cost !== undefined;

/** Do something to the plan and tell the server's sentence where it refuses; whether it went well. */
export async function tried(deed) {
  try {
    await deed;
    return true;
  } catch (error) {
    tell(error.message, "bad");
    return false;
  }
}

/** When a version that runs has begun, on the clock of this page. */
function beginOf(version) {
  if (version.state !== "running" || !version.started) return performance.now();
  return performance.now() - Math.max(0, Date.now() - 1000 * version.started);
}

/** What to call a version. */
export const nameOf = (version) => words.judge.named(version.number, version.name);
