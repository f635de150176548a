"""Shortest paths where turns count."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from arcload import FREE, Edge, InputError, Instance, TurnRules
from arcload.model.turn_paths import turn_paths
from tests.turns import allowed_turns, drives, end_of, start_of, turning_networks, ways_from


def _way(instance: Instance, source: int, path: list[tuple[int, int]], target: int) -> float:
    """Follow a path; return what it is in all, and refuse one that is none."""
    count, turns = 2 * len(instance.edges), allowed_turns(instance)
    before = None if source >= count else (source // 2, source % 2)
    here = source - count if before is None else end_of(instance, before)
    way = 0.0
    for drive in [*path, *([] if target >= count else [(target // 2, target % 2)])]:
        assert start_of(instance, drive) == here
        if before is not None:
            way += turns[before][drive][1]
        way += float(instance.lengths[drive])
        before, here = drive, end_of(instance, drive)
    if target >= count:
        assert here == target - count
        return way
    return way - float(instance.lengths[target // 2, target % 2])


@given(turning_networks(), st.data())
def test_paths_are_as_short_as_those_of_a_search_by_hand(
    instance: Instance, data: st.DataObject
) -> None:
    count = 2 * len(instance.edges)
    every = [2 * edge + side for edge, side in drives(instance)]
    source = data.draw(st.sampled_from([*every, *range(count, count + len(instance.nodes))]))
    entered, places = ways_from(
        instance, (source // 2, source % 2) if source < count else source - count
    )
    targets = {2 * edge + side: way for (edge, side), way in entered.items()}
    targets |= {count + node: way for node, way in places.items()}
    paths = turn_paths(instance, instance.vehicle, [(source, target) for target in targets])
    assert set(paths) == {(source, target) for target in targets}
    for target, way in targets.items():
        path = paths[source, target]
        assert _way(instance, source, path, target) == pytest.approx(way, rel=1e-12, abs=1e-12)
    lost = [d for d in every if d not in targets]
    assume(lost)
    with pytest.raises(InputError, match="no way leads from"):
        turn_paths(instance, instance.vehicle, [(source, lost[0])])


SQUARE = Instance.from_edges(
    [("a", "b", 10, 1), ("b", "c", 10, 1), ("a", "d", 10, 0), ("d", "c", 10, 0), ("c", "e", 1, 1)],
    depot="a",
    coordinates={"a": (0, 0), "b": (1, 0), "c": (1, 1), "d": (0, 1), "e": (2, 2)},
)
"""From a to c two ways lead: over b, turning left there, and over d, turning right."""


@pytest.mark.parametrize(
    ("rules", "over"), [(TurnRules(left=3), "d"), (TurnRules(right=3, straight=1), "b")]
)
def test_a_way_around_avoids_a_turn(rules: TurnRules, over: str) -> None:
    instance = SQUARE.replace(turn_rules=rules)
    places = (10 + instance.node_index("a"), 10 + instance.node_index("c"))
    path = turn_paths(instance, instance.vehicle, [places])[places]
    assert path == {"b": [(0, 0), (1, 0)], "d": [(2, 0), (3, 0)]}[over]


def test_of_ways_as_short_the_fewest_hours_win_then_the_least_length() -> None:
    instance = SQUARE.replace(turn_rules=TurnRules(u_turn=5))
    places = (10 + instance.node_index("a"), 10 + instance.node_index("c"))
    hours = np.ones_like(instance.lengths)
    for slow, path in ((0, [(2, 0), (3, 0)]), (3, [(0, 0), (1, 0)])):
        slower = hours.copy()
        slower[slow] = 2
        assert turn_paths(instance, instance.vehicle, [places], slower)[places] == path
    longer = SQUARE.replace(
        lengths=[(10, 10), (10, 10), (9, 9), (8, 8), (1, 1)],
        turn_rules=TurnRules(right=3),
    )
    assert turn_paths(longer, longer.vehicle, [places])[places] == [(2, 0), (3, 0)]
    assert turn_paths(longer, longer.vehicle, [places], hours)[places] == [(2, 0), (3, 0)]


def test_from_a_street_back_into_itself_a_path_goes_round() -> None:
    instance = Instance.from_edges(
        [Edge("a", "b", 5, 1), Edge("b", "c", 5, 1), Edge("c", "b", 5, 0)],
        start="a",
        end=FREE,
        turn_rules=TurnRules(u_turn=math.inf),
    )
    assert turn_paths(instance, instance.vehicle, [(0, 1)])[0, 1] in (
        [(1, 0), (2, 0)],
        [(2, 1), (1, 1)],
    )


def test_streets_that_are_closed_are_not_taken_and_a_lost_way_is_named() -> None:
    instance = SQUARE.replace(turn_rules=TurnRules(u_turn=math.inf), names=["Mill Lane"] + [""] * 4)
    barred = replace(instance.vehicle, closed=(2,))
    assert turn_paths(instance, barred, [(0, 14)])[0, 14] == [(0, 1), (2, 0), (3, 0), (4, 0)]
    with pytest.raises(InputError, match=r"from edge 1 \(Mill Lane\) in direction 1 to node 'e'"):
        turn_paths(instance, replace(barred, closed=(2, 5)), [(0, 14)])
