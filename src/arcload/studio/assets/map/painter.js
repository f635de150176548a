// A worker that paints the network off the page's own thread, so that the map moves on meanwhile.
import { chainsOf } from "./chains.js";
import { drawNames } from "./name_layer.js";
import { crossingsOf, drawPlan } from "./plan_layer.js";
import { drawStreets } from "./street_layer.js";
import { View } from "./view.js";

const PLACE = 90; // pixels on both sides of a mark that may hold its name

const canvas = new OffscreenCanvas(1, 1);
let [streets, chains, selected, plan, theme, places] = [null, [], null, null, null, []];

const deeds = {
  network(found) {
    streets = found.streets;
    chains = chainsOf(streets, found.nodes);
    [selected, plan] = [new Uint8Array(streets.count), null];
  },
  update({ indices, changed }) {
    for (const [field, values] of Object.entries(changed)) {
      indices.forEach((street, at) => { streets[field][street] = values[at]; });
    }
  },
  select({ indices }) {
    selected.fill(0);
    for (const street of indices) selected[street] = 1;
  },
  plan({ drawing, vehicle }) {
    plan = drawing && crossingsOf(drawing, vehicle);
  },
  theme(found) {
    theme = found.theme;
  },
  places(found) {
    places = found.at;
  },
  paint({ view: given, version, tiles }) {
    const view = new View(given);
    const bitmap = paint(view, tiles);
    postMessage({ bitmap, view: given, version }, [bitmap]);
  },
};

function paint(view, tiles) {
  canvas.width = Math.round(view.size[0] * view.ratio);
  canvas.height = Math.round(view.size[1] * view.ratio);
  const pen = canvas.getContext("2d");
  pen.setTransform(view.ratio, 0, 0, view.ratio, 0, 0);
  const signs = drawStreets(pen, view, streets, { selected, theme, pale: Boolean(plan), tiles });
  const badges = plan ? drawPlan(pen, view, streets, plan, theme) : [];
  const taken = [
    ...signs.map(([x, y]) => [x - 4, y - 4, x + 4, y + 4]),
    ...badges.map(([x, y]) => [x - 9, y - 9, x + 9, y + 9]),
    ...places.map(([x, y]) => view.toScreen(x, y)).map(([x, y]) => [x - PLACE, y - 12, x + PLACE, y + 34]),
  ];
  drawNames(pen, view, streets, chains, { theme, taken });
  return canvas.transferToImageBitmap();
}

onmessage = ({ data }) => deeds[data.kind](data);
