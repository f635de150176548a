/** What to call the plan beside this one. */
const otherPlan = data.isToday ? "today's route" : `the shortest ${data.fleet ? "plan" : "tour"}`;

const wholeNumber = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const shortNumbers = Array.from(
  { length: 10 },
  (_, digits) => new Intl.NumberFormat("en", { maximumSignificantDigits: digits || 1 }),
);
const GREAT = 1e9; // from here on numbers are powers of ten
const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** A number as one reads it: thousands separated, no more digits than needed. */
function number(value, digits = 3) {
  if (Math.abs(value) >= GREAT) return powerOfTen(value);
  const format = Math.abs(value) >= 10 ** digits ? wholeNumber : shortNumbers[digits];
  return format.format(value);
}

function powerOfTen(value) {
  const [figures, power] = value.toExponential(2).split("e+");
  return `${Number(figures)}×10${[...power].map((digit) => RAISED[digit]).join("")}`;
}

const withUnit = (text, unit) => (unit ? `${text} ${unit}` : text);
const counted = (count, name) => `${number(count, 6)} ${name}${count === 1 ? "" : "s"}`;
const load = (value) => withUnit(number(value), data.loadUnit);
const cost = (value) => withUnit(costFigure(value), data.costUnit);
const costFigure = (value) => number(value * data.costFactor);

/** A share without its sign, by default with as many digits as it needs. */
function percent(share, digits = Math.abs(share) < 0.0995 ? 1 : 0) {
  return `${(100 * Math.abs(share)).toFixed(digits)}%`;
}

function length(value) {
  if (data.lengthUnit !== "m") return withUnit(number(value, 4), data.lengthUnit);
  if (value < 10000) return `${number(Math.round(Number(value.toPrecision(9))), 6)} m`;
  return `${value < 1e6 ? (value / 1000).toFixed(1) : number(value / 1000)} km`;
}

/** Hours as one reads them: 1:05 h for an hour and five minutes. */
function hours(value) {
  const minutes = Math.round(60 * value);
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")} h`;
}

/** How far or how long a vehicle has come. */
const moment = (value) => (byHours ? hours(value) : length(value));

/** The time of day some hours after a vehicle left, with the days that passed: 00:30 +1. */
function timeOfDay(leave, value) {
  const [at, past] = leave.split(":").map(Number);
  const minutes = 60 * at + past + Math.round(60 * value);
  const days = Math.floor(minutes / 1440);
  const digits = [Math.floor(minutes / 60) % 24, minutes % 60].map((part) => String(part).padStart(2, "0"));
  return digits.join(":") + (days ? ` +${days}` : "");
}

/** When something on a route begins: the time of day, or how far or long the vehicle has come. */
const timeOn = (route, hour, now) => (route.leave ? timeOfDay(route.leave, hour) : moment(now));

/** The same within a sentence. */
const timeInWords = (route, hour, now) => `${route.leave ? "at" : "after"} ${timeOn(route, hour, now)}`;

/** What happens on a crossing, in a few words. */
function deed(crossing) {
  if (!crossing.served) return "deadhead";
  return `${data.mode === "collect" ? "taking" : "leaving"} ${load(crossing.street.demand)}`;
}
