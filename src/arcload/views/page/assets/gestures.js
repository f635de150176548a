const STEP = 80; // pixels that an arrow key moves the map

/**
 * Let mouse, fingers, wheel and arrow keys on a canvas move a camera. After each move `moved()` is
 * called, and `taken()` when the user takes the map elsewhere. A mouse over the canvas is told by
 * `hover(event)`, a click or tap by `tap(event)`, and `leave()` says that nothing is pointed at.
 * Where `drag(event)` returns `{ move, end, cancel }`, these get the drag of one finger instead.
 */
export function moveByHand(canvas, camera, { moved, taken, hover, tap, leave, drag = () => null }) {
  const fingers = new Map();
  let held = null; // a drag that does not move the map
  let way = 0; // pixels that the pointer has come since it was pressed
  const fromMiddle = (x, y) => [x - canvas.clientWidth / 2, y - canvas.clientHeight / 2];

  canvas.addEventListener("pointerdown", (event) => {
    canvas.setPointerCapture(event.pointerId);
    if (held) held.cancel(); // two fingers move the map
    held = fingers.size ? null : drag(event);
    fingers.set(event.pointerId, event);
    way = 0;
  });
  canvas.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) {
      if (event.pointerType === "mouse") hover(event);
      return;
    }
    const other = [...fingers.values()].find((finger) => finger.pointerId !== event.pointerId);
    const [dx, dy] = [event.offsetX - before.offsetX, event.offsetY - before.offsetY];
    way += Math.abs(dx) + Math.abs(dy);
    if (way > 4) taken();
    if (other) {
      const apart = (finger) => Math.hypot(finger.offsetX - other.offsetX, finger.offsetY - other.offsetY);
      const centre = fromMiddle((event.offsetX + other.offsetX) / 2, (event.offsetY + other.offsetY) / 2);
      camera.pan(dx / 2, dy / 2);
      camera.zoom(apart(event) / (apart(before) || 1), ...centre);
    } else if (held) {
      held.move(event);
    } else {
      camera.pan(dx, dy);
    }
    moved();
    fingers.set(event.pointerId, event);
    leave();
  });
  const lift = (event) => {
    const alone = fingers.delete(event.pointerId) && !fingers.size;
    const [lifted, still] = [event.type === "pointerup", way <= 4];
    if (held && lifted && !still) held.end(event);
    else if (held) held.cancel();
    held = null;
    if (lifted && alone && still) tap(event);
  };
  canvas.addEventListener("pointerup", lift);
  canvas.addEventListener("pointercancel", lift);
  canvas.addEventListener("pointerleave", leave);
  canvas.addEventListener("wheel", (event) => {
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 20 : 1;
    const factor = Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0016));
    camera.zoom(factor, ...fromMiddle(event.offsetX, event.offsetY));
    moved();
  }, { passive: false });
  canvas.addEventListener("keydown", (event) => {
    const arrow = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (!arrow) return;
    event.preventDefault();
    event.stopPropagation();
    taken();
    camera.pan(STEP * arrow[0], STEP * arrow[1]);
    moved();
  });
}
