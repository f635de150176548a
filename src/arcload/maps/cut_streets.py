"""Streets above every capacity, cut into pieces that can be served."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np

from arcload.model.arguments import require, shown
from arcload.model.courses import Courses, has_shape, steps
from arcload.model.errors import InputError, counted
from arcload.model.fleet_rules import ROUNDING, greatest_capacities
from arcload.model.instance import Instance
from arcload.model.notes import Note
from arcload.model.turn_rules import Turn
from arcload.model.types import FloatArray, Id, IntArray, Shape

_SHOWN = 5  # streets that the note lists
_MOST = 100_000  # pieces that one street may become


def cut_streets(
    instance: Instance, capacity: float | Sequence[float | None] | None = None
) -> Instance:
    """Return the instance with each street above every capacity cut into equal pieces that are not.

    The pieces are as few as can be and follow each other, with new nodes between them; they share
    the length, the demand and what serving costs. A loop of length 0, which stands for a place,
    becomes several at its node. The pieces of street ``12`` are ``12/1``, ``12/2`` and so on.

    Parameters
    ----------
    instance
        What to cut.
    capacity
        The capacity of all vehicles, or one for each type; None for those of the instance.
    """
    require(instance, "instance", Instance)
    if capacity is None or isinstance(capacity, int | float):
        given = [v.capacity if capacity is None else capacity for v in instance.vehicles]
    else:
        given_as: object = capacity
        if isinstance(given_as, str) or not isinstance(given_as, Iterable):
            raise InputError(f"the capacity is {shown(capacity)}; give a number, or one per type")
        given = list(capacity)
        if len(given) != len(instance.vehicles):
            types = counted(len(instance.vehicles), "type")
            raise InputError(f"{len(given)} capacities for {types} of vehicles; give one each")
    vehicles = tuple(
        replace(vehicle, capacity=most)
        for vehicle, most in zip(instance.vehicles, given, strict=True)
    )
    pieces = _pieces(instance, [vehicle.capacity for vehicle in vehicles])
    if (pieces == 1).all():
        return instance.replace(vehicles=vehicles, cut_streets=True)
    ids = _ids(instance.edges, pieces)
    first = np.append(0, np.cumsum(pieces))
    pieces_of = {
        edge: ids[first[k] : first[k + 1]] for k, edge in enumerate(instance.edges) if pieces[k] > 1
    }
    vehicles = tuple(
        replace(one, closed=tuple(new for old in one.closed for new in pieces_of.get(old, [old])))
        for one in vehicles
    )
    street = np.repeat(np.arange(len(pieces)), pieces)
    share = pieces[street]
    names, costs, ranks = instance.names, instance.serve_costs, instance.priorities
    nodes, ends, points, shapes = _in_series(instance, pieces)
    return instance.replace(
        vehicles=vehicles,
        edges=ids,
        nodes=nodes,
        ends=ends,
        coordinates=points,
        shapes=shapes,
        lengths=instance.lengths[street] / share[:, None],
        demands=instance.demands[street] / share,
        names=None if names is None else tuple(names[k] for k in street),
        serve_costs=None if costs is None else costs[street] / share[:, None],
        priorities=None if ranks is None else ranks[street],
        forbidden_turns=_turns_of_pieces(instance, pieces_of),
        attributes={
            name: tuple(cells[k] for k in street) for name, cells in instance.attributes.items()
        },
        cut_streets=True,
        notes=(*instance.notes, *_notes(instance, pieces)),
    )


def _pieces(instance: Instance, capacities: Sequence[float | None]) -> IntArray:
    """Return into how many pieces each street is cut."""
    most = greatest_capacities(instance, capacities)
    above = (instance.demands > most * (1 + ROUNDING)) & (most > 0)
    with np.errstate(divide="ignore", invalid="ignore"):
        counts = np.where(above, np.ceil(instance.demands / (most * (1 + ROUNDING))), 1.0)
    for k in np.flatnonzero(counts > _MOST)[:1].tolist():
        raise InputError(
            f"edge {instance.streets.label(k)} has a demand of {instance.demands[k]:g}, and with "
            f"a capacity of {most[k]:g} it would be cut into {counts[k]:,.0f} pieces; look whether "
            "both are in one unit"
        )
    return np.asarray(counts, dtype=np.int64)


def _ids(old: Sequence[Id], pieces: IntArray) -> list[Id]:
    """Return the ids of all pieces; a street that stays whole keeps its own."""
    taken = {str(name) for name in old}
    ids: list[Id] = []
    for name, count in zip(old, pieces.tolist(), strict=True):
        slash = "/"
        while count > 1 and any(f"{name}{slash}{k}" in taken for k in range(1, count + 1)):
            slash += "/"
        own = [f"{name}{slash}{k}" for k in range(1, count + 1)] if count > 1 else [name]
        taken.update(map(str, own))
        ids += own
    return ids


def _turns_of_pieces(instance: Instance, pieces_of: Mapping[Id, list[Id]]) -> list[Turn]:
    """Return the forbidden turns between the pieces that meet where the streets did."""
    turns = []
    for turn in instance.forbidden_turns:
        before = _pieces_at(instance, pieces_of, turn.from_edge, 2 - turn.from_direction)
        after = _pieces_at(instance, pieces_of, turn.to_edge, turn.to_direction - 1)
        turns += [
            Turn(one, turn.from_direction, other, turn.to_direction)
            for one in before
            for other in after
        ]
    return turns


def _pieces_at(
    instance: Instance, pieces_of: Mapping[Id, list[Id]], edge: Id, end: int
) -> list[Id]:
    """Return the pieces of an edge at one of its ends: all if they lie at one node."""
    pieces = pieces_of.get(edge, [edge])
    return pieces if _stays_at_its_node(instance, instance.edge_index(edge)) else [pieces[-end]]


def _stays_at_its_node(instance: Instance, k: int) -> bool:
    """Return whether an edge is a loop of length 0."""
    lengths = instance.lengths[k][np.isfinite(instance.lengths[k])]
    return bool(instance.ends[k, 0] == instance.ends[k, 1] and not lengths.any())


def _in_series(
    instance: Instance, pieces: IntArray
) -> tuple[list[Id], IntArray, FloatArray | None, list[Shape] | None]:
    """Return nodes, ends, coordinates and shapes of the network of pieces."""
    nodes, taken = list(instance.nodes), {str(node) for node in instance.nodes}
    points = [] if instance.coordinates is None else instance.coordinates.tolist()
    courses = None if instance.coordinates is None else Courses(instance)
    ends: list[tuple[int, int]] = []
    shapes: list[Shape] = []
    for k, count in enumerate(pieces.tolist()):
        tail, head = instance.ends[k].tolist()
        shape = instance.shapes[k] if instance.shapes else ()
        if count == 1 or _stays_at_its_node(instance, k):
            ends += [(tail, head)] * count
            shapes += [shape] * count
            continue
        between = range(len(nodes), len(nodes) + count - 1)
        for number in range(1, count):
            name = f"{instance.edges[k]}/{number}"
            while name in taken:
                name += "'"
            taken.add(name)
            nodes.append(name)
        chain = [tail, *between, head]
        ends += list(pairwise(chain))
        if courses is None:
            shapes += [()] * count
            continue
        parts = _split(courses.along(k), count, instance.geographic)
        points += [part[-1] for part in parts[:-1]]
        shapes += parts if has_shape(instance, k) else [()] * count
    return (
        nodes,
        np.array(ends, dtype=np.int64).reshape(-1, 2),
        np.array(points).reshape(-1, 2) if courses is not None else None,
        shapes if any(shapes) else None,
    )


def _split(points: FloatArray, count: int, geographic: bool) -> list[Shape]:
    """Return a course in equally long parts."""
    lengths = np.hypot(*steps(points, geographic).T)
    along = np.append(0.0, np.cumsum(lengths))
    cuts = along[-1] * np.arange(1, count) / count
    moves = np.diff(points, axis=0)
    if geographic:
        moves[:, 0] = (moves[:, 0] + 180) % 360 - 180  # the short way around
    parts, start, begin = [], points[0], 1
    for cut in cuts:
        segment = min(int(np.searchsorted(along, cut, side="right")) - 1, len(moves) - 1)
        share = (cut - along[segment]) / lengths[segment] if lengths[segment] else 0.0
        spot = points[segment] + share * moves[segment]
        if geographic:
            spot[0] = (spot[0] + 180) % 360 - 180
        parts.append(_shape([start, *points[begin : segment + 1], spot]))
        start, begin = spot, segment + 1
    parts.append(_shape([start, *points[begin:]]))
    return parts


def _shape(points: Sequence[FloatArray]) -> Shape:
    return tuple((float(x), float(y)) for x, y in points)


def _notes(instance: Instance, pieces: IntArray) -> list[Note]:
    """Return what the user should know of streets that were cut."""
    notes, rules = [Note(_in_words(instance, pieces))], instance.turn_rules
    if rules is not None and (rules.straight or rules.straight_seconds):
        notes.append(
            Note(
                "from one piece of a street to the next the vehicle drives straight on, which "
                "counts as a turn"
            )
        )
    return notes


def _in_words(instance: Instance, pieces: IntArray) -> str:
    """Return which streets were cut, and into how many pieces."""
    cut = np.flatnonzero(pieces > 1).tolist()
    named = ", ".join(f"{instance.streets.label(k)} into {pieces[k]}" for k in cut[:_SHOWN])
    more = f", and {len(cut) - _SHOWN:,} more" if len(cut) > _SHOWN else ""
    streets = counted(len(cut), "street")
    were, total = "was" if len(cut) == 1 else "were", int(pieces[cut].sum())
    return f"{streets} above every capacity {were} cut into {total:,} pieces: {named}{more}"
