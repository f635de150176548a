const wholeNumber = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const shortNumbers = Array.from(
  { length: 10 },
  (_, digits) => new Intl.NumberFormat("en", { maximumSignificantDigits: digits || 1 }),
);
const GREAT = 1e9; // from here on numbers are powers of ten
const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** A number as one reads it: thousands separated, no more digits than needed. */
export function number(value, digits = 3) {
  if (Math.abs(value) >= GREAT) return powerOfTen(value);
  const format = Math.abs(value) >= 10 ** digits ? wholeNumber : shortNumbers[digits];
  return format.format(value);
}

function powerOfTen(value) {
  const [figures, power] = value.toExponential(2).split("e+");
  return `${Number(figures)}×10${[...power].map((digit) => RAISED[digit]).join("")}`;
}

export const withUnit = (text, unit) => (unit ? `${text} ${unit}` : text);
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
export const counted = (count, name) => `${number(count, 6)} ${name}${count === 1 ? "" : "s"}`;

/** A share without its sign, by default with as many digits as it needs. */
export function percent(share, digits = Math.abs(share) < 0.0995 ? 1 : 0) {
  return `${(100 * Math.abs(share)).toFixed(digits)}%`;
}

/** Hours as one reads them: 1:05 h for an hour and five minutes. */
export function hours(value) {
  const minutes = Math.round(60 * value);
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")} h`;
}

/** The time of day some hours after a vehicle left, with the days that passed: 00:30 +1. */
export function timeOfDay(leave, value) {
  const [at, past] = leave.split(":").map(Number);
  const minutes = 60 * at + past + Math.round(60 * value);
  const days = Math.floor(minutes / 1440);
  const digits = [Math.floor(minutes / 60) % 24, minutes % 60].map((part) => String(part).padStart(2, "0"));
  return digits.join(":") + (days ? ` +${days}` : "");
}

/**
 * Figures with their units, and a plan in words. An atlas says which units and words; without a
 * plan `lengthUnit` and `loadUnit` are enough.
 */
export class Words {
  constructor({ lengthUnit, loadUnit, costUnit, costFactor, mode, byHours, fleet, isToday, other }) {
    Object.assign(this, { lengthUnit, loadUnit, costUnit, costFactor, byHours });
    this.collects = mode === "collect";
    this.plan = fleet ? "plan" : "tour";
    /** What to call the plan beside this one. */
    this.otherPlan = other || (isToday ? "today's route" : `the shortest ${this.plan}`);
  }

  load(value) {
    return withUnit(number(value), this.loadUnit);
  }

  length(value) {
    if (this.lengthUnit !== "m") return withUnit(number(value, 4), this.lengthUnit);
    if (value < 10000) return `${number(Math.round(Number(value.toPrecision(9))), 6)} m`;
    return `${value < 1e6 ? (value / 1000).toFixed(1) : number(value / 1000)} km`;
  }

  cost(value) {
    return withUnit(this.costFigure(value), this.costUnit);
  }

  costFigure(value) {
    return number(value * this.costFactor);
  }

  /** How far or how long a vehicle has come. */
  moment(value) {
    return this.byHours ? hours(value) : this.length(value);
  }

  /** When something on a route begins: the time of day, or how far or long the vehicle has come. */
  timeOn(route, hour, now) {
    return route.leave ? timeOfDay(route.leave, hour) : this.moment(now);
  }

  /** The same within a sentence. */
  timeInWords(route, hour, now) {
    return `${route.leave ? "at" : "after"} ${this.timeOn(route, hour, now)}`;
  }

  /** What happens on a crossing, in a few words. */
  deed({ served, demand }) {
    return served ? `${this.collects ? "taking" : "leaving"} ${this.load(demand)}` : "deadhead";
  }
}
