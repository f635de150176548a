const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const CLOSER = 1.6;

/**
 * Let the keyboard use a map: zoom, and with Shift go from street to street. Arrows alone move
 * the map, as on every page.
 */
export function listenToKeys(canvas, map) {
  // Shift held for the mouse is no use of the keyboard, which alone needs to see the focus.
  canvas.addEventListener("pointerdown", () => canvas.classList.add("by-hand"));
  canvas.addEventListener("blur", () => canvas.classList.remove("by-hand"));
  canvas.addEventListener("keydown", (event) => {
    if (event.key !== "Shift") canvas.classList.remove("by-hand");
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const deeds = {
      "+": () => map.zoom(CLOSER),
      "=": () => map.zoom(CLOSER),
      "-": () => map.zoom(1 / CLOSER),
      0: () => map.fit(),
      Enter: () => map.hand.enter(event.shiftKey),
      " ": () => map.hand.enter(event.shiftKey),
      Escape: () => map.hand.escape(),
    };
    const walks = event.shiftKey && Object.hasOwn(ARROWS, event.key);
    if (!walks && !Object.hasOwn(deeds, event.key)) return;
    if (walks) map.hand.step(ARROWS[event.key]);
    else if (deeds[event.key]() === false) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  });
}
