import { theme } from "./colours.js";

/** Give a canvas as many dots as its place on the screen has; tell whether that changed. */
export function fitCanvas(canvas, width, height) {
  const ratio = theme.printing ? 3 : Math.min(window.devicePixelRatio || 1, 3);
  const dots = [Math.max(1, Math.round(width * ratio)), Math.max(1, Math.round(height * ratio))];
  if (canvas.width === dots[0] && canvas.height === dots[1]) return false;
  [canvas.width, canvas.height] = dots;
  return true;
}
