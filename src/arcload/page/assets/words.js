const wholeNumber = new Intl.NumberFormat("en", { maximumFractionDigits: 0 });
const shortNumbers = Array.from(
  { length: 10 },
  (_, digits) => new Intl.NumberFormat("en", { maximumSignificantDigits: digits || 1 }),
);

/** A number as one reads it: thousands separated, no more digits than needed. */
function number(value, digits = 3) {
  const format = Math.abs(value) >= 10 ** digits ? wholeNumber : shortNumbers[digits];
  return format.format(value);
}

const withUnit = (text, unit) => (unit ? `${text} ${unit}` : text);
const load = (value) => withUnit(number(value), data.loadUnit);
const percent = (share) => `${(100 * Math.abs(share)).toFixed(Math.abs(share) < 0.0995 ? 1 : 0)}%`;

function length(value) {
  if (data.lengthUnit === "m" && value >= 10000) return `${(value / 1000).toFixed(1)} km`;
  if (data.lengthUnit === "m") return `${number(Math.round(Number(value.toPrecision(9))), 6)} m`;
  return withUnit(number(value, 4), data.lengthUnit);
}

/** How many of the data's units of cost make a tonne-kilometre; none for other units. */
const tonneKilometre = { "m kg": 1e6, "km kg": 1e3, "m t": 1e3, "km t": 1 }[
  `${data.lengthUnit} ${data.loadUnit}`
];
const productUnit = data.lengthUnit && data.loadUnit ? `${data.lengthUnit} × ${data.loadUnit}` : "";
const costUnit = tonneKilometre ? "t·km" : productUnit;
const costFigure = (value) => number(value / (tonneKilometre || 1));
const cost = (value) => withUnit(costFigure(value), costUnit);

/** What happens on a crossing, in a few words. */
function deed(crossing) {
  if (!crossing.served) return "driving through";
  return `${data.mode === "collect" ? "taking" : "leaving"} ${load(crossing.street.demand)}`;
}
