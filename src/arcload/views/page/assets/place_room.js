import { overlap } from "./lines.js";

export const LETTERS = 12; // height of the name of a place, in pixels

/**
 * Where the name of a place stands, as a box: below, above or beside it, within the map and clear
 * of the boxes that are taken, to which it is added.
 */
export function roomFor(x, y, wide, away, [width, height], taken) {
  const boxes = [
    [x - wide / 2, y + away],
    [x - wide / 2, y - away - LETTERS],
    [x + away, y - LETTERS / 2],
    [x - away - wide, y - LETTERS / 2],
  ].map(([left, top]) => [left, top, left + wide, top + LETTERS]);
  const inside = (box) => box[0] >= 0 && box[1] >= 0 && box[2] <= width && box[3] <= height;
  const free = boxes.find((box) => inside(box) && !taken.some((other) => overlap(box, other))) || boxes[0];
  taken.push(free);
  return free;
}
