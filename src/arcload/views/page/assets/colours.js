const VIRIDIS = [
  [68, 1, 84], [71, 45, 123], [59, 82, 139], [44, 114, 142], [33, 145, 140],
  [40, 174, 128], [94, 201, 98], [173, 220, 48], [253, 231, 37],
];
const SHADES = 64;
const darkness = matchMedia("screen and (prefers-color-scheme: dark)");
const theme = { shades: [] };
let printing = false; // the whole tour in light colours, sharp enough for paper

const isDark = () => darkness.matches && !printing;

/** Read the colours of the page; a heavy load stands out from the paper, a light one less. */
function readTheme() {
  const style = getComputedStyle(document.documentElement);
  for (const name of ["ink", "soft", "paper", "map", "street", "empty", "accent", "line", "lost"]) {
    theme[name] = style.getPropertyValue(`--${name}`).trim();
  }
  const [empty, full] = isDark() ? [0.28, 1] : [0.85, 0];
  theme.shades = Array.from({ length: SHADES }, (_, shade) =>
    viridis(empty + ((full - empty) * shade) / (SHADES - 1)),
  );
  theme.vehicles = data.fleet ? data.colours[isDark() ? "dark" : "light"] : [];
}

/** The colour of a vehicle; after the last one they begin anew, and numbers tell them apart. */
function vehicleColour(index) {
  return theme.vehicles[index % theme.vehicles.length];
}

/** The colour in which one writes on the colour of a vehicle. */
function onVehicle(index) {
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

/** The number of the shade of a load. */
function shadeOf(onBoard) {
  const share = mostOnBoard > 0 ? onBoard / mostOnBoard : 0;
  return Math.max(0, Math.min(SHADES - 1, Math.round(share * (SHADES - 1))));
}

/** Whether the colour of a load is a dark one. */
function onDark(onBoard) {
  return onBoard > mostOnBoard / 2 !== isDark();
}

/** Give a canvas as many dots as its place on the screen has; tell whether that changed. */
function fitCanvas(canvas, width, height) {
  const ratio = printing ? 3 : Math.min(window.devicePixelRatio || 1, 3);
  const dots = [Math.max(1, Math.round(width * ratio)), Math.max(1, Math.round(height * ratio))];
  if (canvas.width === dots[0] && canvas.height === dots[1]) return false;
  [canvas.width, canvas.height] = dots;
  return true;
}
