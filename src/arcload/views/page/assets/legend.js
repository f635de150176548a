import { theme } from "./colours.js";
import { byId, dressBadges } from "./elements.js";
import { number, withUnit } from "./words.js";

/** Say what the colours and lines of the maps mean. */
export function dressLegend(atlas, words, several) {
  byId("ramp").style.backgroundImage = `linear-gradient(to right, ${theme.shades.join(",")})`;
  byId("ramp-low").textContent = "0";
  byId("ramp-high").textContent = words.load(atlas.mostOnBoard);
  byId("sample-unserved").hidden = atlas.streets.every((street) => street.demand > 0);
  byId("sample-one-way").hidden = atlas.streets.every((street) => !street.oneWay);
  byId("sample-left-out").hidden = !atlas.plans[0].unserved.length;
  byId("ramp-line").hidden = several;
  dressBadges();
}

/** Draw how long a round length is on the maps. */
export function drawScale(atlas, words, camera) {
  if (!atlas.lengthOfStep || !atlas.lengthUnit) return;
  const fits = (110 / camera.scale) * atlas.lengthOfStep;
  const power = 10 ** Math.floor(Math.log10(fits));
  const round = [5, 2, 1].map((factor) => factor * power).find((value) => value <= fits);
  byId("scale").hidden = false;
  byId("scale-bar").style.width = `${(round / atlas.lengthOfStep) * camera.scale}px`;
  byId("scale-length").textContent = round < 1 ? withUnit(number(round), atlas.lengthUnit) : words.length(round);
}
