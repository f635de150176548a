const VIRIDIS = [
  [68, 1, 84], [71, 45, 123], [59, 82, 139], [44, 114, 142], [33, 145, 140],
  [40, 174, 128], [94, 201, 98], [173, 220, 48], [253, 231, 37],
];
const SHADES = 64;

export const darkness = matchMedia("screen and (prefers-color-scheme: dark)");

/** The colours of the page; printing is the whole plan in light colours, sharp enough for paper. */
export const theme = { printing: false, dark: false, shades: [], vehicles: [] };

/** Read the colours of `look.css` into the theme; a heavy load stands out from the paper, a light one less. */
export function readTheme() {
  const style = getComputedStyle(document.documentElement);
  for (const name of ["ink", "soft", "paper", "map", "street", "empty", "accent", "line", "lost"]) {
    theme[name] = style.getPropertyValue(`--${name}`).trim();
  }
  theme.vehicles = style.getPropertyValue("--vehicle-colours").trim().split(/\s+/);
  theme.dark = darkness.matches && !theme.printing;
  const [empty, full] = theme.dark ? [0.28, 1] : [0.85, 0];
  theme.shades = Array.from({ length: SHADES }, (_, shade) =>
    viridis(empty + ((full - empty) * shade) / (SHADES - 1)),
  );
}

/** The colour of a vehicle; after the last one they begin anew, and numbers tell them apart. */
export function vehicleColour(index) {
  return theme.vehicles[index % theme.vehicles.length];
}

/** The colour in which one writes on the colour of a vehicle. */
export function onVehicle(index) {
  const colour = vehicleColour(index);
  const [red, green, blue] = [1, 3, 5].map((at) => (parseInt(colour.slice(at, at + 2), 16) / 255) ** 2.2);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.3 ? "#10202f" : "#ffffff";
}

function viridis(share) {
  const at = Math.min(share * (VIRIDIS.length - 1), VIRIDIS.length - 1.001);
  const low = Math.floor(at);
  const mixed = VIRIDIS[low].map((from, part) =>
    Math.round(from + (at - low) * (VIRIDIS[low + 1][part] - from)),
  );
  return `rgb(${mixed.join(" ")})`;
}

/** The number of the shade of a load, where the greatest one is known. */
export function shadeOf(onBoard, most) {
  const share = most > 0 ? onBoard / most : 0;
  return Math.max(0, Math.min(SHADES - 1, Math.round(share * (SHADES - 1))));
}

/** Whether the colour of such a load is a dark one. */
export function onDark(onBoard, most) {
  return onBoard > most / 2 !== theme.dark;
}
