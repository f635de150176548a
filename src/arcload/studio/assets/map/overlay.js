import { LETTERS, roomFor } from "../page/place_room.js";

const PLACE = 6; // half the side of the mark of a place, in pixels
const BESIDE = PLACE + 5; // how far from a place its name is

/** Draw what changes from frame to frame: the street or node pointed at, the places, a box. */
export function drawOverlay(pen, view, streets, { pointed, node, places, box, theme }) {
  pen.clearRect(0, 0, ...view.size);
  if (pointed !== null) drawPointed(pen, view, streets, pointed, theme);
  drawPlaces(pen, view, places, theme);
  if (node) drawNode(pen, view.toScreen(...node), theme);
  if (box) drawBox(pen, box, theme);
}

function drawPointed(pen, view, streets, street, theme) {
  const wide = view.wide(streets);
  pen.lineCap = pen.lineJoin = "round";
  for (const [colour, width] of [[theme.paper, wide + 6], [theme.ink, wide + 3]]) {
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    pen.beginPath();
    view.trace(pen, streets, street);
    pen.stroke();
  }
}

/** Draw a ring about the node that would be picked. */
function drawNode(pen, [x, y], theme) {
  for (const [colour, width] of [[theme.paper, 6], [theme.accent, 3]]) {
    pen.beginPath();
    pen.arc(x, y, 10, 0, 2 * Math.PI);
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    pen.stroke();
  }
  pen.beginPath();
  pen.arc(x, y, 2.5, 0, 2 * Math.PI);
  pen.fillStyle = theme.accent;
  pen.fill();
}

function drawBox(pen, [left, top, right, bottom], theme) {
  pen.fillStyle = pen.strokeStyle = theme.accent;
  pen.globalAlpha = 0.12;
  pen.fillRect(left, top, right - left, bottom - top);
  pen.globalAlpha = 1;
  pen.lineWidth = 1.5;
  pen.setLineDash([5, 3]);
  pen.strokeRect(left, top, right - left, bottom - top);
  pen.setLineDash([]);
}

/** Mark the places, the depot by a square, and name them wherever there is room. */
function drawPlaces(pen, view, places, theme) {
  const spots = places.map((place) => ({ ...place, spot: view.toScreen(...place.at) }));
  const taken = spots.map(({ spot: [x, y] }) => [x - PLACE, y - PLACE, x + PLACE, y + PLACE]);
  pen.font = `700 ${LETTERS}px system-ui, sans-serif`;
  pen.textAlign = "left";
  pen.textBaseline = "top";
  pen.lineJoin = "round";
  for (const { name, isDepot, spot: [x, y] } of spots) {
    pen.fillStyle = isDepot ? theme.accent : theme.ink;
    pen.strokeStyle = theme.paper;
    pen.lineWidth = 2;
    pen.beginPath();
    if (isDepot) pen.rect(x - PLACE, y - PLACE, 2 * PLACE, 2 * PLACE);
    else pen.arc(x, y, PLACE + 0.5, 0, 2 * Math.PI);
    pen.fill();
    pen.stroke();
    const [left, top] = roomFor(x, y, pen.measureText(name).width, BESIDE, view.size, taken);
    pen.strokeStyle = theme.map;
    pen.lineWidth = 4;
    pen.strokeText(name, left, top);
    pen.fillText(name, left, top);
  }
}
