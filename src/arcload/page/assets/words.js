/** A number as one reads it: thousands separated, no more digits than needed. */
function number(value, digits = 3) {
  if (Math.abs(value) >= 10 ** digits) {
    return value.toLocaleString("en", { maximumFractionDigits: 0 });
  }
  return value.toLocaleString("en", { maximumSignificantDigits: digits });
}

const withUnit = (text, unit) => (unit ? `${text} ${unit}` : text);
const load = (value) => withUnit(number(value), data.loadUnit);
const percent = (share) => `${(100 * Math.abs(share)).toFixed(Math.abs(share) < 0.0995 ? 1 : 0)}%`;

function length(value) {
  if (data.lengthUnit === "m" && value >= 10000) return `${(value / 1000).toFixed(1)} km`;
  if (data.lengthUnit === "m") return `${number(Math.round(value), 6)} m`;
  return withUnit(number(value, 4), data.lengthUnit);
}

/** How many of the data's units of cost make a tonne-kilometre; none for other units. */
const tonneKilometre = { "m kg": 1e6, "km kg": 1e3, "m t": 1e3, "km t": 1 }[
  `${data.lengthUnit} ${data.loadUnit}`
];
const costUnit = data.lengthUnit && data.loadUnit ? `${data.lengthUnit} × ${data.loadUnit}` : "";

function cost(value) {
  if (!tonneKilometre) return withUnit(number(value, 4), costUnit);
  const tonnes = value / tonneKilometre;
  return `${number(tonnes, tonnes >= 1000 ? 4 : 3)} t·km`;
}

/** What happens on a crossing, in a few words. */
function deed(crossing) {
  if (!crossing.served) return "driving through";
  return `${data.mode === "collect" ? "taking" : "leaving"} ${load(crossing.street.demand)}`;
}
