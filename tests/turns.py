"""Turns from their definition alone: slow and simple, and random rules for properties."""

import cmath
import math
from collections.abc import Iterator

from hypothesis import strategies as st

from arcload import FREE, Instance, Turn, TurnRules
from tests.strategies import instances

Drive = tuple[int, int]
"""Index of an edge and its side: 0 from tail to head, 1 back."""

Added = tuple[str, float, float]
"""What a turn is, what it adds in the unit of the lengths, and its hours."""

_METRES = {"m": 1.0, "km": 1000.0}


def drives(instance: Instance, closed: tuple[object, ...] = ()) -> list[Drive]:
    """Return all drives that are allowed."""
    return [
        (edge, side)
        for edge in range(len(instance.edges))
        for side in (0, 1)
        if math.isfinite(instance.lengths[edge, side]) and instance.edges[edge] not in closed
    ]


def start_of(instance: Instance, drive: Drive) -> int:
    """Return the index of the node where a drive starts."""
    return int(instance.ends[drive])


def end_of(instance: Instance, drive: Drive) -> int:
    """Return the index of the node where a drive ends."""
    return int(instance.ends[drive[0], 1 - drive[1]])


def allowed_turns(
    instance: Instance, closed: tuple[object, ...] = ()
) -> dict[Drive, dict[Drive, Added]]:
    """Return the turns out of each drive; streets have no shapes."""
    every = drives(instance, closed)
    rules = instance.turn_rules or TurnRules()
    unit = _METRES.get(instance.length_unit, 1.0)
    turns: dict[Drive, dict[Drive, Added]] = {}
    for before in every:
        turns[before] = {}
        for after in every:
            if end_of(instance, before) != start_of(instance, after):
                continue
            if _turn(instance, before, after) in instance.forbidden_turns:
                continue
            kind = _kind(instance, before, after)
            metres, seconds = getattr(rules, kind), getattr(rules, f"{kind}_seconds")
            turns[before][after] = (kind, metres / unit, seconds / 3600)
        if math.isinf(rules.u_turn):
            back = turns[before].pop(_reverse(before), None)
            if back is not None and not turns[before]:
                turns[before][_reverse(before)] = ("u_turn", 0.0, back[2])
    return turns


def ways_from(
    instance: Instance, source: Drive | int, closed: tuple[object, ...] = ()
) -> tuple[dict[Drive, float], dict[int, float]]:
    """Return the shortest ways from a drive or a place, a node, to all drives and to all places.

    A way to a drive ends before it and has the turn into it; a place is left and reached without
    a turn.
    """
    turns = allowed_turns(instance, closed)
    entered: dict[Drive, float] = {}
    places: dict[int, float] = {}
    if isinstance(source, tuple):
        entered = {after: added for after, (_, added, _) in turns[source].items()}
        places[end_of(instance, source)] = 0.0
    else:
        entered = {d: 0.0 for d in drives(instance, closed) if start_of(instance, d) == source}
        places[source] = 0.0
    changed = True
    while changed:
        changed = False
        for drive, before in list(entered.items()):
            way = before + float(instance.lengths[drive])
            end = end_of(instance, drive)
            places[end] = min(places.get(end, math.inf), way)
            for after, (_, added, _) in turns[drive].items():
                if way + added < entered.get(after, math.inf):
                    entered[after] = way + added
                    changed = True
    return entered, places


def _turn(instance: Instance, before: Drive, after: Drive) -> Turn:
    return Turn(instance.edges[before[0]], before[1] + 1, instance.edges[after[0]], after[1] + 1)


def _reverse(drive: Drive) -> Drive:
    return drive[0], 1 - drive[1]


def _kind(instance: Instance, before: Drive, after: Drive) -> str:
    if after == _reverse(before):
        return "u_turn"
    one, other = _vector(instance, before), _vector(instance, after)
    if not one or not other:
        return "straight"
    angle = math.degrees(cmath.phase(other / one))
    if abs(angle) <= 35:
        return "straight"
    if abs(angle) >= 175:
        traffic = instance.turn_rules.traffic if instance.turn_rules else "right"
        return "left" if traffic == "right" else "right"
    return "left" if angle > 0 else "right"


def _vector(instance: Instance, drive: Drive) -> complex:
    if instance.coordinates is None:
        return 0j
    (x, y), (u, v) = (
        instance.coordinates[node] for node in (start_of(instance, drive), end_of(instance, drive))
    )
    return complex(u - x, v - y)


METRES = st.sampled_from([0.0, 0.0, 3.0, 50.0])


@st.composite
def turn_rules(draw: st.DrawFn) -> TurnRules:
    """Return any rules."""
    return TurnRules(
        left=draw(METRES),
        right=draw(METRES),
        straight=draw(st.sampled_from([0.0, 0.0, 1.0])),
        u_turn=draw(METRES | st.just(math.inf)),
        traffic=draw(st.sampled_from(["right", "left"])),
        left_seconds=draw(st.sampled_from([0.0, 9.0])),
        u_turn_seconds=draw(st.sampled_from([0.0, 30.0])),
    )


@st.composite
def forbidden_turns(draw: st.DrawFn, instance: Instance) -> list[Turn]:
    """Return some turns of a network, as those that are forbidden."""
    every = list(_all_turns(instance))
    return draw(st.lists(st.sampled_from(every), max_size=6)) if every else []


def _all_turns(instance: Instance) -> Iterator[Turn]:
    every = drives(instance)
    for before in every:
        for after in every:
            if end_of(instance, before) == start_of(instance, after):
                yield _turn(instance, before, after)


@st.composite
def turning_networks(draw: st.DrawFn) -> Instance:
    """Return networks with rules for turns, in which nothing is to be served."""
    instance = draw(instances(max_nodes=5, max_served=4))
    points = st.tuples(st.integers(-3, 3).map(float), st.integers(-3, 3).map(float))
    count = len(instance.nodes)
    network = instance.replace(
        demands=[0.0] * len(instance.edges),
        start=FREE,
        end=FREE,
        shapes=None,
        geographic=False,
        coordinates=draw(st.none() | st.lists(points, min_size=count, max_size=count)),
        curb_weight=1.0,
    )
    return network.replace(
        turn_rules=draw(turn_rules()), forbidden_turns=draw(forbidden_turns(network))
    )
