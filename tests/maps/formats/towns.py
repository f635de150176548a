"""Towns as OpenStreetMap draws them: bends, one-way streets, roundabouts, parallels and loops."""

from itertools import pairwise
from random import Random
from xml.sax.saxutils import quoteattr

_BLOCK = 0.0012  # degrees between two crossings


class Town:
    """A town of two-way lines on a grid, with what else a map may hold attached to them.

    Parameters
    ----------
    seed
        Seed of the random generator.
    named
        Whether streets have names.
    """

    def __init__(self, seed: int, *, named: bool = False) -> None:
        self.rng = Random(seed)
        self.named = named
        self.places: list[tuple[float, float]] = []
        self.ways: list[tuple[list[int], dict[str, str]]] = []
        size = self.rng.randint(3, 4)
        grid = [[self._node(x, y) for x in range(size)] for y in range(size)]
        self.crossings = [node for line in grid for node in line]
        for line in [*grid, *map(list, zip(*grid, strict=True))]:
            self._line(line)
        for _ in range(3):
            self._chord()
            self._parallel()
            self._loop()
            self._dead_end()
        self._twins_of_one_way()
        self._roundabout(self.rng.choice(self.crossings))
        self._roundabout(self.rng.choice(self.crossings))

    @property
    def text(self) -> str:
        """The town as an OpenStreetMap file."""
        rows = ['<osm version="0.6">']
        for number, (x, y) in enumerate(self.places, start=1):
            rows.append(f'<node id="{number}" lat="{y!r}" lon="{x!r}"/>')
        for number, (nodes, tags) in enumerate(self.ways, start=500):
            rows.append(f'<way id="{number}">')
            rows += [f'<nd ref="{node}"/>' for node in nodes]
            rows += [f'<tag k="{key}" v={quoteattr(v)}/>' for key, v in tags.items()]
            rows.append("</way>")
        return "\n".join([*rows, "</osm>"])

    def add(self, nodes: list[int], **tags: str) -> None:
        """Add a way."""
        self.ways.append((nodes, {"highway": "residential", **tags}))

    def _node(self, x: float, y: float) -> int:
        jitter = [0.3 * (self.rng.random() - 0.5) for _ in range(2)]
        place = (8.54 + _BLOCK * (x + jitter[0]), 47.37 + _BLOCK * (y + jitter[1]))
        self.places.append((round(place[0], 7), round(place[1], 7)))
        return len(self.places)

    def _between(self, a: int, b: int, count: int) -> list[int]:
        """Return new nodes on a bent course between two others."""
        (ax, ay), (bx, by) = self.places[a - 1], self.places[b - 1]
        bends = []
        for k in range(1, count + 1):
            share = k / (count + 1)
            x, y = ax + share * (bx - ax), ay + share * (by - ay)
            bends.append(self._node((x - 8.54) / _BLOCK, (y - 47.37) / _BLOCK))
        return bends

    def _name(self) -> dict[str, str]:
        return {"name": f"Street {self.rng.randint(1, 12)}"} if self.named else {}

    def _line(self, line: list[int]) -> None:
        """Add a two-way line, as one way or as several, drawn in either direction."""
        nodes = [line[0]]
        for a, b in pairwise(line):
            nodes += [*self._between(a, b, self.rng.choice([0, 0, 1, 2, 3])), b]
        cuts = sorted(self.rng.sample(range(1, len(nodes) - 1), self.rng.randint(0, 1)))
        name = self._name()
        for a, b in pairwise([0, *cuts, len(nodes) - 1]):
            part = nodes[a : b + 1]
            self.add(part if self.rng.random() < 0.5 else part[::-1], **name)

    def _chord(self) -> None:
        """Add a one-way street between two crossings."""
        a, b = self.rng.sample(self.crossings, 2)
        word = self.rng.choice(["yes", "-1", "true", "1"])
        bends = self._between(a, b, self.rng.randint(0, 3))
        self.add([a, *bends, b], oneway=word, **self._name())

    def _parallel(self) -> None:
        """Add a closed two-way way through two crossings: two streets of one number."""
        a, b = self.rng.sample(self.crossings, 2)
        there = self._between(a, b, self.rng.randint(1, 2))
        back = self._between(b, a, self.rng.randint(1, 2))
        self.add([a, *there, b, *back, a], **self._name())

    def _loop(self) -> None:
        node, other = self.rng.sample(self.crossings, 2)
        bends = self._between(node, other, self.rng.randint(2, 4))
        tags = self.rng.choice([{}, {"oneway": "yes"}, {"oneway": "-1"}])
        self.add([node, *bends, node], **tags, **self._name())

    def _dead_end(self) -> None:
        node, other = self.rng.sample(self.crossings, 2)
        bends = self._between(node, other, self.rng.randint(1, 3))
        self.add([node, *bends], **self._name())

    def _twins_of_one_way(self) -> None:
        """Add the two carriageways of a street, one-way each."""
        a, b = self.rng.sample(self.crossings, 2)
        name = self._name()
        for pair in ((a, b), (b, a)):
            self.add([pair[0], *self._between(*pair, 1), pair[1]], oneway="yes", **name)

    def _roundabout(self, node: int) -> None:
        """Add a roundabout that two-way streets lead to, one of them from a crossing."""
        ring = self._between(node, self.rng.choice(self.crossings), self.rng.randint(4, 6))
        self.add([*ring, ring[0]], junction="roundabout", **self._name())
        self.add([node, ring[0]], **self._name())
        for exit_ in self.rng.sample(ring[1:], 2):
            self.add([exit_, *self._between(exit_, node, 2)], **self._name())
