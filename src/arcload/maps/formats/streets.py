"""From drawn lines to a network: where streets meet, how long they are, what they need.

Lines meet where they share a point: at their ends and at any point drawn in both, as in
OpenStreetMap, where a bridge shares none with the street below it. There they are cut, and each
piece is an edge. The end of a line that touches nothing is joined to the nearest line within a
tolerance. What is known of a line, its demand, its length and what serving it costs, is divided
among its pieces in proportion to their lengths.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from arcload.maps.formats.column_names import named_attributes
from arcload.maps.formats.columns import Columns
from arcload.maps.formats.draft import Draft
from arcload.maps.formats.drawn_once import drawn_once
from arcload.maps.formats.measuring import are_spherical
from arcload.maps.formats.note_lengths import note_lengths
from arcload.maps.formats.note_repeated import note_repeated
from arcload.maps.formats.reading import Reading
from arcload.maps.formats.road_rules import note_rules
from arcload.model.attributes import attribute_columns
from arcload.model.earth import earth_distances, metres_a_degree
from arcload.model.errors import InputError, counted
from arcload.model.files import at, stem
from arcload.model.notes import Note
from arcload.model.types import BoolArray, FloatArray, Id, IntArray, Shape
from arcload.model.units import METRES

SNAP = 1.0
"""Metres within which the end of a street is joined to another, unless the user says otherwise."""

_FITS = 0.05  # by which share a stated length may differ from a drawn one and still fit it
_FEW, _MOST = 0.5, 0.9  # shares of the streets whose lengths tell that coordinates are swapped
_LONG = 100_000.0  # metres of a street that no town has


class Street(NamedTuple):
    """A street as a file has it: one row or feature.

    Parameters
    ----------
    lines
        Its course, mostly one line: points (x, y) each.
    name
        Its name.
    demand, length, serve_cost
        What the file says of the whole street; None where it says nothing.
    way
        1: one-way as it is drawn, -1: one-way against it, 0: both ways.
    id
        Its own name, None if it has none.
    tags
        What else the file says of it, by column; these become its attributes.
    priority
        Its priority as the file has it, None if it has none.
    """

    lines: Sequence[Sequence[tuple[float, float]]]
    name: str = ""
    demand: float | None = None
    length: float | None = None
    way: int = 0
    id: Id | None = None
    tags: Mapping[str, Any] = MappingProxyType({})
    serve_cost: float | None = None
    priority: Any = None


class _Lines(NamedTuple):
    """All lines in one array; `line` and `vertex` are numbers, a vertex being a place."""

    points: FloatArray
    line: IntArray
    vertex: IntArray


def draft_streets(
    path: Path,
    streets: Sequence[Street],
    reading: Reading,
    *,
    line_of: Callable[[int], int],
    called: Callable[[int], str] = lambda row: "",
    geographic: bool = True,
    length_unit: str = "m",
) -> Draft:
    """Return the network of some streets.

    Parameters
    ----------
    path
        The file, for messages.
    streets
        Its streets.
    reading
        The tolerance, and the rule for missing demands.
    line_of
        Line of the file on which a street stands, by its position.
    called
        What messages call it beside that line.
    geographic
        Whether points are longitude and latitude in degrees; else they lie in a plane.
    length_unit
        Unit of the lengths, ``"m"`` where they are measured; stated ones are converted to it.
    """
    metres = METRES[reading.lengths_in or "m"] if length_unit == "m" else 1.0
    stated = any(street.length is not None for street in streets)
    if metres != 1:
        streets = [
            street if street.length is None else street._replace(length=metres * street.length)
            for street in streets
        ]
    unit = length_unit or reading.lengths_in

    def refuse(row: int, why: str) -> InputError:
        return at(path, line_of(row), ": ".join(filter(None, (called(row), why))))

    def place_of(row: int) -> str:
        return ", ".join(filter(None, (f"line {line_of(row)}", called(row))))

    rows = drawn_once(streets, refuse)
    streets = [streets[k] for k in rows]
    if geographic and reading.length_column is None:
        streets = _without_spherical_lengths(streets)
    lines, row = _gather(streets)
    if geographic:
        _refuse_out_of_range(lines.points, lambda k, why: refuse(rows[row[lines.line[k]]], why))
    snap = SNAP if reading.snap is None else reading.snap
    lines, joined = _snapped(lines, snap, geographic)
    if joined.size:
        reading.notes.append(
            Note(
                f"{path}: {counted(joined.size, 'street end')} within {snap:g} m of another street "
                f"{'was' if joined.size == 1 else 'were'} joined to it, the farthest over "
                f"{joined.max():.2g} m",
                "{snap} sets the tolerance, 0 for none",
            )
        )
    first, last = _pieces(lines)
    measured = _measured(lines, first, geographic)
    of_street = row[lines.line[first]]
    if geographic and measured.max() > _LONG:
        reading.notes.append(
            Note(
                f"{path}: the longest street is {measured.max() / 1000:,.0f} km long; look whether "
                "its coordinates are longitudes and latitudes"
            )
        )
    if geographic:
        swapped = _measured(lines._replace(points=lines.points[:, ::-1]), first, geographic)
        _refuse_swapped(path, streets, of_street, measured, swapped)
    share = _shares(measured, of_street, len(streets))
    lengths = _with_stated_lengths(path, streets, measured, of_street, share, reading)
    given = np.array([np.nan if s.demand is None else s.demand for s in streets], dtype=np.float64)
    tags = attribute_columns(streets[k].tags for k in of_street)
    attributes = named_attributes(tags, path, reading.notes)
    names = [streets[k].name for k in of_street]
    with np.errstate(invalid="ignore"):
        demands = reading.demands(
            given[of_street] * share,
            lengths,
            path,
            unit,
            attributes=attributes,
            names=names,
            share=share,
        )
    served = np.bincount(of_street, demands, minlength=len(streets)) > 0
    note_repeated(path, streets, served, lambda k: place_of(rows[k]), reading.notes)
    costs = np.array([street.serve_cost or 0.0 for street in streets])[of_street] * share
    ways = np.array([street.way for street in streets], dtype=np.int64)[of_street]
    nodes, ends = _number(lines.vertex[np.column_stack([first, last])])
    columns = Columns(
        name=stem(path),
        nodes=range(1, len(nodes) + 1),
        edges=_edge_ids(streets, of_street),
        ends=ends,
        lengths=np.column_stack(
            [np.where(ways < 0, np.inf, lengths), np.where(ways > 0, np.inf, lengths)]
        ),
        demands=demands,
        names=names,
        shapes=_shapes(lines, first, last),
        serve_costs=np.column_stack([costs, costs]),
        priorities=reading.priorities((streets[k].priority for k in of_street), path),
        attributes=attributes,
        coordinates=_places(lines)[nodes],
        geographic=geographic,
        length_unit=unit,
        load_unit=reading.loads_in,
    )
    note_rules(path, reading.notes, (streets[k].tags for k in of_street))
    return Draft(
        path,
        columns,
        edge_line=lambda edge: line_of(rows[of_street[edge]]),
        stated_in=reading.lengths_in if stated and length_unit == "m" else "",
    )


def _without_spherical_lengths(streets: Sequence[Street]) -> list[Street]:
    all_streets = list(streets)
    stated = [
        k for k, s in enumerate(all_streets) if s.length and len(s.lines) == 1 < len(s.lines[0])
    ]
    lengths = np.array([all_streets[k].length for k in stated], dtype=np.float64)
    wrong = are_spherical(lengths, [tuple(all_streets[k].lines[0]) for k in stated])
    for k in np.array(stated, dtype=np.int64)[wrong]:
        all_streets[k] = all_streets[k]._replace(length=None)
    return all_streets


def _gather(streets: Sequence[Street]) -> tuple[_Lines, IntArray]:
    """Return all lines, and the street of each."""
    drawn = [(row, line) for row, street in enumerate(streets) for line in street.lines]
    points = np.array([point for _, line in drawn for point in line], dtype=np.float64)
    points = points.reshape(-1, 2) + 0.0  # -0 and 0 are one place
    number = np.repeat(np.arange(len(drawn)), [len(line) for _, line in drawn])
    repeated = np.zeros(len(points), dtype=np.bool_)
    repeated[1:] = (points[1:] == points[:-1]).all(axis=1) & (number[1:] == number[:-1])
    # a line that stays at one place keeps its last point
    last = np.append(number[1:] != number[:-1], True)
    moves = np.bincount(number, ~repeated, minlength=len(drawn)) > 1
    stays = ~repeated | (last & ~moves[number])
    points, number = points[stays], number[stays]
    _, vertex = np.unique(points[:, 0] + 1j * points[:, 1], return_inverse=True)
    lines = _Lines(points, number, vertex.astype(np.int64))
    return lines, np.array([row for row, _ in drawn], dtype=np.int64)


def _refuse_out_of_range(points: FloatArray, refuse: Callable[[int, str], InputError]) -> None:
    wrong = np.flatnonzero((np.abs(points) > (180, 90)).any(axis=1))
    if not len(wrong):
        return
    x, y = points[wrong[0]]
    if 2 * len(wrong) > len(points) and (np.abs(points) <= (90, 180)).all():
        why = "which looks swapped; give the longitude first"
    else:
        why = "which is not on earth; save the file in longitude and latitude (WGS 84, EPSG:4326)"
    raise refuse(int(wrong[0]), f"a point is at longitude {x:g} and latitude {y:g}, {why}")


def _refuse_swapped(
    path: Path,
    streets: Sequence[Street],
    of_street: IntArray,
    measured: FloatArray,
    swapped: FloatArray,
) -> None:
    """Refuse latitudes that stand first, which the lengths that a file states give away."""
    stated = np.array([np.nan if s.length is None else s.length for s in streets])

    def fitting(lengths: FloatArray) -> float:
        drawn = np.bincount(of_street, lengths, minlength=len(streets))[told]
        return float(np.mean(np.abs(drawn - stated[told]) <= _FITS * stated[told]))

    told = stated > 0
    if told.any() and fitting(measured) < _FEW < _MOST < fitting(swapped):
        raise InputError(
            f"{path}: longitude and latitude look swapped: the stated lengths fit the map only "
            "with the two exchanged; give the longitude first"
        )


def _is_end(lines: _Lines) -> tuple[BoolArray, BoolArray]:
    """Return which points are the first and which the last of their line."""
    change = lines.line[1:] != lines.line[:-1]
    return np.append(True, change), np.append(change, True)


def _places(lines: _Lines) -> FloatArray:
    """Return the point of each vertex."""
    places = np.zeros((int(lines.vertex.max()) + 1, 2))
    places[lines.vertex] = lines.points
    return places


def _in_metres(points: FloatArray, geographic: bool) -> FloatArray:
    """Return points in a plane where short distances are true."""
    if not geographic:
        return points
    middle = points.mean(axis=0)
    east = (points[:, 0] - middle[0] + 180) % 360 - 180
    x, y = metres_a_degree(points[:, 1])
    return np.column_stack([east * x, (points[:, 1] - middle[1]) * y])


def _snapped(lines: _Lines, snap: float, geographic: bool) -> tuple[_Lines, FloatArray]:
    """Join ends that touch nothing to what lies within `snap`; return over which distances."""
    first, last = _is_end(lines)
    uses = np.bincount(lines.vertex)
    loose = np.flatnonzero((first | last) & (uses[lines.vertex] == 1))
    if snap == 0 or not len(loose):
        return lines, np.empty(0)
    plane = _in_metres(lines.points, geographic)
    end, segment, spot, distance = _nearest_segments(lines, plane, loose, last, snap)
    if not len(end):
        return lines, np.empty(0)
    # the vertex to join: an end of the segment if that is near enough, else a new one on it
    span = np.hypot(*(plane[segment + 1] - plane[segment]).T)
    target = lines.vertex[segment + (spot > 0.5)]
    new = np.flatnonzero(np.minimum(spot, 1 - spot) * span > snap)
    new = new[np.lexsort((spot[new], segment[new]))]
    target[new] = len(uses) + np.arange(len(new))
    leads_to = _followed(lines.vertex[end], target, len(uses) + len(new))
    here, there = lines.points[segment[new]], lines.points[segment[new] + 1]
    places = np.vstack([_places(lines), here + spot[new, None] * (there - here)])
    after = segment[new] + 1
    vertex = leads_to[np.insert(lines.vertex, after, target[new])]
    line = np.insert(lines.line, after, lines.line[segment[new]])
    return _Lines(places[vertex], line, vertex), distance


def _nearest_segments(
    lines: _Lines, plane: FloatArray, loose: IntArray, last: BoolArray, snap: float
) -> tuple[IntArray, IntArray, FloatArray, FloatArray]:
    """Return the loose ends with a segment within `snap`: it, where on it, and how far."""
    from scipy.spatial import cKDTree

    segments = np.flatnonzero(~last)
    here, there = plane[segments], plane[segments + 1]
    tree = cKDTree(plane[loose])
    near = tree.query_ball_point(
        (here + there) / 2, np.hypot(*(there - here).T) / 2 + snap, return_sorted=True
    )
    which = np.repeat(np.arange(len(segments)), [len(candidates) for candidates in near])
    end = loose[np.concatenate(near).astype(np.int64)]
    start, course = here[which], (there - here)[which]
    square = np.maximum((course**2).sum(axis=1), np.finfo(np.float64).tiny)
    spot = np.clip(((plane[end] - start) * course).sum(axis=1) / square, 0, 1)
    distance = np.hypot(*(start + spot[:, None] * course - plane[end]).T)
    segment = segments[which]
    along = np.append(0, np.cumsum(np.hypot(*(plane[1:] - plane[:-1]).T)))
    apart = np.minimum(np.abs(along[segment] - along[end]), np.abs(along[segment + 1] - along[end]))
    other = (lines.line[segment] != lines.line[end]) | (apart > 3 * snap)
    fits = np.flatnonzero((distance <= snap) & other)
    fits = fits[np.lexsort((segment[fits], distance[fits], end[fits]))]
    _, nearest = np.unique(end[fits], return_index=True)
    best = fits[nearest]
    return end[best], segment[best], spot[best], distance[best]


def _followed(loose: IntArray, target: IntArray, count: int) -> IntArray:
    """Return for every vertex the one where its joins lead, itself for all that stay."""
    leads_to = np.arange(count)
    leads_to[loose] = target
    for vertex in loose.tolist():
        seen, stop = {vertex}, int(leads_to[vertex])
        while leads_to[stop] not in (stop, *seen):
            seen.add(stop)
            stop = int(leads_to[stop])
        leads_to[stop] = stop  # of loose ends that are joined to each other one stays
        leads_to[vertex] = stop
    return leads_to


def _pieces(lines: _Lines) -> tuple[IntArray, IntArray]:
    """Return the positions of the first and the last point of every piece."""
    first, last = _is_end(lines)
    shared = np.bincount(lines.vertex)[lines.vertex] > 1
    cut = first | last | shared
    breaks = np.flatnonzero(cut)
    starts = breaks[~last[breaks]]
    return starts, breaks[np.searchsorted(breaks, starts) + 1]


def _measured(lines: _Lines, first: IntArray, geographic: bool) -> FloatArray:
    """Return the length of each piece along its course, in metres."""
    here, there = lines.points[:-1], lines.points[1:]
    steps = earth_distances(here, there) if geographic else np.hypot(*(there - here).T)
    steps[lines.line[1:] != lines.line[:-1]] = 0
    return np.asarray(np.add.reduceat(steps, first), dtype=np.float64)


def _shares(measured: FloatArray, street: IntArray, count: int) -> FloatArray:
    """Return which share of its street each piece is."""
    whole = np.bincount(street, measured, minlength=count)[street]
    pieces = np.bincount(street, minlength=count)[street]
    return np.where(whole > 0, measured / np.where(whole > 0, whole, 1), 1 / pieces)


def _with_stated_lengths(
    path: Path,
    streets: Sequence[Street],
    measured: FloatArray,
    street: IntArray,
    share: FloatArray,
    reading: Reading,
) -> FloatArray:
    """Return the lengths that the file states, measured ones where it states none."""
    stated = np.array([np.nan if s.length is None else s.length for s in streets])[street] * share
    told = ~np.isnan(stated)
    note_lengths(path, stated[told], measured[told], reading.notes, reading.lengths_in or "m")
    return np.where(told, stated, measured)


def _number(vertices: IntArray) -> tuple[IntArray, IntArray]:
    """Return the vertices that are ends, in the order of their first use, and the ends by them."""
    distinct, at_first, inverse = np.unique(
        vertices.ravel(), return_index=True, return_inverse=True
    )
    order = np.argsort(at_first, kind="stable")
    rank = np.empty(len(order), dtype=np.int64)
    rank[order] = np.arange(len(order))
    return distinct[order], rank[inverse].reshape(-1, 2)


def _edge_ids(streets: Sequence[Street], of_street: IntArray) -> list[Id]:
    """Return the streets' own ids where they are unique, else numbers; pieces get a suffix."""
    own = [street.id for street in streets]
    texts = {str(name) for name in own}
    if None in own or len(texts) < len(own):
        return list(range(1, len(of_street) + 1))
    pieces = np.bincount(of_street, minlength=len(streets))
    counts = np.zeros(len(streets), dtype=np.int64)
    ids: list[Id] = []
    for k in of_street.tolist():
        counts[k] += 1
        name = own[k]
        assert name is not None
        ids.append(name if pieces[k] == 1 else f"{name}.{counts[k]}")
    if len({str(name) for name in ids}) < len(ids):
        return list(range(1, len(of_street) + 1))
    return ids


def _shapes(lines: _Lines, first: IntArray, last: IntArray) -> list[Shape]:
    points = [(x, y) for x, y in lines.points.tolist()]
    return [tuple(points[a : b + 1]) for a, b in zip(first.tolist(), last.tolist(), strict=True)]


def require_streets(path: Path, streets: Sequence[object], what: str = "streets") -> None:
    """Refuse a file in which no street was found."""
    if not streets:
        raise InputError(f"{path}: the file has no {what}")
