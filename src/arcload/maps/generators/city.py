"""City instances: streets on a jittered grid, in metres and kilograms."""

import math
from itertools import pairwise
from random import Random

import numpy as np

from arcload.maps.generators.plane import Point, demands, distance, serve_share
from arcload.model.connectivity import strong_parts
from arcload.model.earth import metres_a_degree
from arcload.model.edge import Edge
from arcload.model.errors import InputError
from arcload.model.instance import Instance
from arcload.model.types import Shape

FEWEST, MOST = 30, 100_000

_BLOCK = 100.0  # metres between two crossings
_JITTER = 22.0  # metres by which a crossing may lie off the grid
_DEAD_ENDS = 0.07  # share of the streets that are dead ends
_ONE_WAY_LINES = 0.08  # share of the grid's lines that are one-way
_CURVED = 0.3  # share of the streets that are bent
_NORTHERNMOST = 80.0  # degrees of latitude up to which a city may lie
_DIGITS = 7  # of a degree, a centimetre: the last digits of a cosine differ between machines

_FIRST = (
    *("Alder", "Amber", "Anchor", "Ash", "Barley", "Beacon", "Birch", "Bridge", "Castle", "Cedar"),
    *("Chapel", "Cherry", "Church", "Clover", "Copper", "Dove", "Elm", "Falcon", "Fern", "Field"),
    *("Fountain", "Garden", "Granite", "Harbour", "Hazel", "Heron", "Hill", "Holly", "Iris"),
    *("Ivy", "Juniper", "Lark", "Laurel", "Lime", "Linden", "Maple", "Market", "Meadow", "Mill"),
    *("Mint", "Oak", "Orchard", "Park", "Pearl", "Pine", "Poplar", "Quarry", "River", "Rose"),
    *("Rowan", "Saddler", "School", "Sorrel", "Spring", "Station", "Stone", "Sycamore", "Thorn"),
    *("Tower", "Vine", "Walnut", "Weaver", "Well", "Willow", "Wren", "Yew"),
)
_LINE_KINDS = ("Street", "Avenue", "Road", "Way", "Boulevard", "Parade")
_DEAD_END_KINDS = ("Close", "Court", "Yard", "Mews")


class _Streets:
    """The streets so far: crossings with their points, and edges between them."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.points: list[Point] = []
        self.pairs: list[tuple[int, int]] = []
        self.names: list[str] = []
        self.shapes: list[Shape] = []
        self.one_way: list[bool] = []

    def add(self, tail: int, head: int, name: str, one_way: bool) -> None:
        self.pairs.append((tail, head))
        self.names.append(name)
        self.shapes.append(self._course(self.points[tail], self.points[head]))
        self.one_way.append(one_way)

    def _course(self, a: Point, b: Point) -> Shape:
        if self.rng.random() >= _CURVED:
            return (a, b)
        bend = 0.3 * (self.rng.random() - 0.5)
        middle = (
            round((a[0] + b[0]) / 2 + bend * (b[1] - a[1]), 1),
            round((a[1] + b[1]) / 2 - bend * (b[0] - a[0]), 1),
        )
        return (a, middle, b)


def city(
    edges: int,
    demand: str,
    *,
    served: float = 1.0,
    seed: int,
    at: tuple[float, float] | None = None,
) -> Instance:
    """Return a street-like network with exactly this many edges.

    A grid of blocks whose crossings lie a little off, with missing blocks (parks, a lake),
    dead ends and a few one-way streets; every street can be reached from every other.

    Parameters
    ----------
    edges
        Number of streets between two crossings, 30 to 100,000.
    demand
        Kind of demand, see `demands`.
    served
        Share of the streets that need service.
    seed
        Seed of the random generator.
    at
        Latitude and longitude of its middle; by default it lies in a plane, in metres.
    """
    if at is not None and not (abs(at[0]) <= _NORTHERNMOST and abs(at[1]) < 180):
        raise InputError(
            f"no city lies at {at[0]:g},{at[1]:g}; give a latitude of -{_NORTHERNMOST:g} to "
            f"{_NORTHERNMOST:g} and a longitude of -180 to 180"
        )
    if not FEWEST <= edges <= MOST:
        raise InputError(f"a city has {FEWEST} to {MOST:,} edges; {edges:,} were asked for")
    rng = Random(seed)
    streets = _grid(edges - round(_DEAD_ENDS * edges), rng)
    _add_dead_ends(streets, edges, rng)
    _open_traps(streets)
    lengths = [
        round(sum(distance(a, b) for a, b in pairwise(shape)), 1) for shape in streets.shapes
    ]
    middles = [
        ((shape[0][0] + shape[-1][0]) / 2, (shape[0][1] + shape[-1][1]) / 2)
        for shape in streets.shapes
    ]
    values = serve_share(demands(demand, lengths, middles, rng), served, rng)
    columns = zip(
        streets.pairs, lengths, values, streets.one_way, streets.names, streets.shapes, strict=True
    )
    depot = _southernmost(streets)
    instance = Instance.from_edges(
        [
            Edge(
                tail + 1,
                head + 1,
                length,
                value,
                length_back=math.inf if one_way else None,
                name=name,
                shape=shape,
            )
            for (tail, head), length, value, one_way, name, shape in columns
        ],
        depot=depot + 1,
        coordinates={node + 1: point for node, point in enumerate(streets.points)},
        length_unit="m",
        load_unit="kg",
    )
    return instance if at is None else _placed(instance, *at)


def _placed(instance: Instance, latitude: float, longitude: float) -> Instance:
    """Return the instance with its middle at a place on earth, its lengths as they were."""
    points, shapes = instance.coordinates, instance.shapes
    assert points is not None
    assert shapes is not None
    middle = (points.min(axis=0) + points.max(axis=0)) / 2

    def on_earth(point: Point) -> Point:
        north = latitude + (point[1] - middle[1]) / float(metres_a_degree(latitude)[1])
        east = longitude + (point[0] - middle[0]) / float(metres_a_degree(north)[0])
        return round(float(east), _DIGITS), round(float(north), _DIGITS)

    return instance.replace(
        coordinates=[on_earth((x, y)) for x, y in points.tolist()],
        shapes=tuple(tuple(on_earth(point) for point in shape) for shape in shapes),
        geographic=True,
    )


def _grid(target: int, rng: Random) -> _Streets:
    """Return grid streets, as many as fit with at most `target` edges, in one connected piece."""
    rows = max(3, math.isqrt(target // 2) - 1)
    columns = rows
    while True:
        trial = Random(rng.random())
        blocks = _without_parks(rows, columns, trial)
        pairs = _neighbours(blocks, rows, columns)
        if len(pairs) > target:
            break
        rows, columns = (rows + 1, columns) if rows <= columns else (rows, columns + 1)
    pairs = _first_connected(pairs, target)
    streets = _Streets(rng)
    number: dict[tuple[int, int], int] = {}
    for tail, head in pairs:
        for row, column in (tail, head):
            if (row, column) not in number:
                number[row, column] = len(streets.points)
                streets.points.append(
                    (
                        round(column * _BLOCK + _JITTER * (2 * rng.random() - 1), 1),
                        round(row * _BLOCK + _JITTER * (2 * rng.random() - 1), 1),
                    )
                )
    lines = _line_names(rows + columns, rng)
    ways = [rng.random() for _ in range(rows + columns)]
    for tail, head in pairs:
        line = tail[0] if tail[0] == head[0] else rows + tail[1]
        one_way = ways[line] < _ONE_WAY_LINES
        ends = (number[tail], number[head])
        if one_way and line % 2:
            ends = ends[::-1]
        streets.add(*ends, lines[line], one_way)
    return streets


def _without_parks(rows: int, columns: int, rng: Random) -> set[tuple[int, int]]:
    corners = {(row, column) for row in range(rows) for column in range(columns)}
    for _ in range(rows * columns // 60):
        height, width = 1 + rng.randrange(3), 1 + rng.randrange(3)
        top, left = rng.randrange(rows), rng.randrange(columns)
        corners -= {
            (row, column)
            for row in range(top, top + height)
            for column in range(left, left + width)
        }
    return corners


def _neighbours(
    corners: set[tuple[int, int]], rows: int, columns: int
) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    pairs = []
    for row in range(rows):
        for column in range(columns):
            for other in ((row, column + 1), (row + 1, column)):
                if (row, column) in corners and other in corners:
                    pairs.append(((row, column), other))
    return pairs


def _first_connected(
    pairs: list[tuple[tuple[int, int], tuple[int, int]]], target: int
) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Return at most `target` of the pairs, reached first from the middle of the grid."""
    at: dict[tuple[int, int], list[int]] = {}
    for index, pair in enumerate(pairs):
        for node in pair:
            at.setdefault(node, []).append(index)
    middle = pairs[len(pairs) // 2][0]
    taken: dict[int, None] = {}
    seen, queue = {middle}, [middle]
    for node in queue:
        for index in at[node]:
            if len(taken) == target:
                break
            if index not in taken:
                taken[index] = None
                for other in pairs[index]:
                    if other not in seen:
                        seen.add(other)
                        queue.append(other)
    return [pairs[index] for index in sorted(taken)]


def _line_names(count: int, rng: Random) -> list[str]:
    names = [f"{first} {kind}" for kind in _LINE_KINDS for first in _FIRST]
    rng.shuffle(names)
    return [
        names[line] if line < len(names) else f"{names[line % len(names)]} {line // len(names) + 1}"
        for line in range(count)
    ]


def _add_dead_ends(streets: _Streets, edges: int, rng: Random) -> None:
    """Add dead ends until the city has all its edges."""
    crossings = len(streets.points)
    while len(streets.pairs) < edges:
        node = rng.randrange(crossings)
        x, y = streets.points[node]
        side = (-1, 1)[rng.randrange(2)], (-1, 1)[rng.randrange(2)]
        reach = 25 + 25 * rng.random()
        streets.points.append((round(x + side[0] * reach, 1), round(y + side[1] * reach, 1)))
        kind = _DEAD_END_KINDS[rng.randrange(len(_DEAD_END_KINDS))]
        name = f"{_FIRST[rng.randrange(len(_FIRST))]} {kind}"
        streets.add(node, len(streets.points) - 1, name, False)


def _open_traps(streets: _Streets) -> None:
    """Make two-way every one-way street that leads between parts one cannot drive back from."""
    ends = np.array(streets.pairs)
    lengths = np.array([(1.0, math.inf if one_way else 1.0) for one_way in streets.one_way])
    parts = strong_parts(ends, lengths, len(streets.points))
    for index, (tail, head) in enumerate(streets.pairs):
        if parts[tail] != parts[head]:
            streets.one_way[index] = False


def _southernmost(streets: _Streets) -> int:
    """Return the crossing at the edge of town where a depot would lie."""
    return min(range(len(streets.points)), key=lambda node: (streets.points[node][1], node))
