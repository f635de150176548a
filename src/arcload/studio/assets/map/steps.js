const ASIDE = 0.7; // the cosine of the angle within which something lies in a direction: all lie in one of four

/** Ways from street to street and from node to node, for those who do not point. */
export class Steps {
  constructor(streets, nodes) {
    Object.assign(this, { streets, nodes });
    this.at = nodes.map(() => []);
    streets.ends.forEach((node, end) => {
      if (node >= 0) this.at[node].push(end >> 1);
    });
  }

  /** The street that meets another one and lies furthest in a direction, or null. */
  street(from, way) {
    const { ends, middles } = this.streets;
    const middle = (street) => [middles[2 * street], middles[2 * street + 1]];
    const meeting = new Set([0, 1].flatMap((end) => this.at[ends[2 * from + end]] || []));
    meeting.delete(from);
    return towards(middle(from), way, [...meeting], middle);
  }

  /** The node at the other end of a street that lies furthest in a direction, or null. */
  node(from, way) {
    const { ends } = this.streets;
    const others = this.at[from].flatMap((street) => [ends[2 * street], ends[2 * street + 1]]);
    const reached = new Set(others.filter((node) => node >= 0 && node !== from));
    return towards(this.nodes[from], way, [...reached], (node) => this.nodes[node]);
  }
}

/** Which of some things lies furthest in a direction, seen from a point; null if none does. */
function towards([x, y], [wayX, wayY], things, place) {
  let [best, straightest] = [null, ASIDE];
  for (const thing of things) {
    const [dx, dy] = [place(thing)[0] - x, place(thing)[1] - y];
    const straight = (dx * wayX + dy * wayY) / (Math.hypot(dx, dy) || 1);
    if (straight > straightest) [best, straightest] = [thing, straight];
  }
  return best;
}
