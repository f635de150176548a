import { Words, hours, number, percent, withUnit } from "./page/words.js";

export { hours, number, percent, withUnit };

const METRES = { m: 1, km: 1000 };
const KILOGRAMS = { g: 0.001, kg: 1, t: 1000 };
const GREAT = 10000; // from here on a cost is shown in km and t
const DIGITS = 6;

/** How the figures of a plan are shown, with its units: as the command line shows them. */
export class Figures {
  /**
   * @param units - Units of the plan, `{length, load}`, empty where unknown.
   * @param greatest - The greatest cost to be shown: it decides about the unit of all.
   */
  constructor(units, greatest) {
    this.units = units;
    this.words = new Words({ lengthUnit: units.length, loadUnit: units.load });
    let [length, load, factor] = [units.length, units.load, 1];
    if (METRES[length]) [length, factor] = ["km", METRES[length] / METRES.km];
    if (KILOGRAMS[load]) [load, factor] = ["t", (factor * KILOGRAMS[load]) / KILOGRAMS.t];
    if (!(greatest >= GREAT && greatest * factor >= 1)) [length, load, factor] = [units.length, units.load, 1];
    this.factor = factor;
    this.costUnit = load ? `${load} ${length}`.trim() : length && `${length} × load`;
  }

  load(value) {
    return this.words.load(value);
  }

  length(value) {
    return this.words.length(value);
  }

  /** A cost without its unit: six digits, or two decimals where it is not converted. */
  costFigure(value) {
    const shown = value * this.factor;
    if (Math.abs(shown) >= 1e9) return number(shown);
    const whole = Math.trunc(Math.abs(shown)).toString().length;
    const digits = shown && Math.abs(shown) < 1 ? { maximumSignificantDigits: 4 } : { maximumFractionDigits: this.factor === 1 ? 2 : Math.max(0, DIGITS - whole) };
    return shown.toLocaleString("en", digits);
  }

  cost(value) {
    return withUnit(this.costFigure(value), this.costUnit);
  }
}

/** A difference in per cent with its sign. */
export function signed(share) {
  const text = percent(share, 2);
  if (Number(text.slice(0, -1)) === 0) return "";
  return `${share > 0 ? "+" : "−"}${text}`;
}

/** Seconds as one reads them. */
export function secondsText(value) {
  if (value < 60) return `${number(Math.floor(value))} s`;
  const [minutes, rest] = [Math.floor(value / 60), Math.floor(value % 60)];
  return rest ? `${minutes} min ${rest} s` : `${minutes} min`;
}

/** When something was, as the reader's own clock has it. */
export function timeText(seconds) {
  const time = new Date(1000 * seconds);
  const isToday = time.toDateString() === new Date().toDateString();
  const day = isToday ? {} : { day: "numeric", month: "short", year: "numeric" };
  return time.toLocaleString("en-GB", { ...day, hour: "2-digit", minute: "2-digit" });
}
