import { streetsOf } from "./map/streets.js";
import { plainText } from "./search_box.js";
import { words } from "./words.js";

const said = words.streetsPanel;

export const streetName = ({ names, name }, index) => names[name[index]];
export const sum = (values) => values.reduce((total, value) => total + value, 0);

/** What `make` gives for a network, kept until there is another one. */
function keptFor(make) {
  let kept = { network: null, value: null };
  return (network) => {
    if (kept.network !== network) kept = { network, value: make(network) };
    return kept.value;
  };
}

/** The streets by their names, with all pieces of each, to be searched. */
export const streetEntries = keptFor(({ streets: { names, name, id } }) => {
  const pieces = names.map(() => []);
  name.forEach((which, index) => pieces[which].push(index));
  return names.map((text, which) => ({
    name: text,
    plain: plainText(pieces[which].length === 1 ? `${text} ${id[pieces[which][0]]}` : text),
    more: pieces[which].length > 1 ? said.pieces(pieces[which].length) : "",
    value: pieces[which],
  }));
});

/** What to call each node: the streets that meet there. */
export const nodeNames = keptFor((network) => {
  const { streets: { names, name }, nodes } = network;
  const meeting = nodes.id.map(() => new Set());
  streetsOf(network).ends.forEach((node, end) => node >= 0 && meeting[node].add(name[end >> 1]));
  return meeting.map((found, node) => {
    const texts = [...found].map((which) => names[which]);
    if (texts.length > 1) return said.corner(texts);
    return texts.length ? said.onStreet(texts[0], nodes.id[node]) : said.node(nodes.id[node]);
  });
});

/** The nodes by the streets that meet there, to be searched. */
export const nodeEntries = keptFor((network) =>
  nodeNames(network).map((name, node) => ({
    name,
    plain: plainText(`${name} ${network.nodes.id[node]}`),
    more: said.node(network.nodes.id[node]),
    value: node,
  })),
);
