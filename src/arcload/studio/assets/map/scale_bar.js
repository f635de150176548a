import { number, withUnit, Words } from "../page/words.js";

const LONGEST = 110; // pixels

/** A line that is as long as it says. */
export class ScaleBar {
  constructor(element) {
    this.element = element;
    this.text = document.createElement("div");
    this.bar = document.createElement("div");
    this.bar.className = "scale-bar";
    element.append(this.text, this.bar);
    this.show(null);
  }

  /** Take the units of a network; one without a scale has no bar. */
  show(network) {
    this.scale = null;
    this.element.hidden = !network || !network.lengthOfStep || !network.lengthUnit;
    if (this.element.hidden) return;
    this.network = network;
    this.words = new Words(network);
  }

  /** Draw it for a scale, in pixels for a step of the grid. */
  draw(scale) {
    if (this.element.hidden || this.scale === scale) return;
    this.scale = scale;
    const { lengthOfStep, lengthUnit } = this.network;
    const fits = (LONGEST / scale) * lengthOfStep;
    const power = 10 ** Math.floor(Math.log10(fits));
    const round = [5, 2, 1].map((factor) => factor * power).find((value) => value <= fits);
    this.bar.style.width = `${(round / lengthOfStep) * scale}px`;
    this.text.textContent = round < 1 ? withUnit(number(round), lengthUnit) : this.words.length(round);
  }
}
