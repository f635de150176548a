"""The graph of turns."""

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given

from arcload import Edge, Instance, TurnRules
from arcload.model.turn_angles import KINDS, UNKNOWN
from arcload.model.turn_graph import TurnGraph
from tests.turns import Added, Drive, allowed_turns, drives, turning_networks


def _turns(instance: Instance, closed: tuple[object, ...] = ()) -> dict[Drive, dict[Drive, Added]]:
    """Return the turns of the graph as the definition gives them."""
    lengths = instance.lengths.copy()
    lengths[[edge in closed for edge in instance.edges]] = np.inf
    graph = TurnGraph.of(instance, lengths)
    assert len(graph.first) == lengths.size + 1
    return {
        (edge, side): {
            (int(graph.to[turn]) // 2, int(graph.to[turn]) % 2): (
                "straight" if graph.kinds[turn] == UNKNOWN else KINDS[graph.kinds[turn]],
                float(graph.cost[turn]),
                float(graph.hours[turn]),
            )
            for turn in range(graph.first[2 * edge + side], graph.first[2 * edge + side + 1])
        }
        for edge, side in drives(instance, closed)
    }


@given(turning_networks())
def test_its_turns_are_those_of_the_definition(instance: Instance) -> None:
    closed = instance.edges[:1]
    assert _turns(instance) == allowed_turns(instance)
    assert _turns(instance, closed) == allowed_turns(instance, closed)


def _fork(**fields: Any) -> Instance:
    return Instance.from_edges(
        [("a", "b", 5, 1), ("b", "c", 5, 0), ("b", "d", 5, 0)],
        depot="a",
        coordinates={"a": (0, 0), "b": (1, 0), "c": (2, 0), "d": (1, 1)},
        length_unit="km",
        **fields,
    )


def test_metres_are_turned_into_the_unit_of_the_lengths() -> None:
    rules = TurnRules(left=50, u_turn=100, u_turn_seconds=36)
    turns = _turns(_fork(turn_rules=rules))
    assert turns[0, 0][2, 0] == ("left", 0.05, 0.0)
    assert turns[1, 0][1, 1] == ("u_turn", 0.1, 0.01)


@pytest.mark.parametrize("closed", [(), (2, 3)])
def test_u_turns_that_are_ruled_out_stay_at_dead_ends(closed: tuple[int, ...]) -> None:
    """Closed streets make new ones."""
    turns = _turns(_fork(turn_rules=TurnRules(u_turn=math.inf)), closed)
    assert ((0, 1) in turns[0, 0]) == bool(closed)
    assert turns[0, 1] == {(0, 0): ("u_turn", 0.0, 0.0)}


def test_forbidden_turns_make_dead_ends_and_a_forbidden_u_turn_stays_forbidden() -> None:
    rules = TurnRules(u_turn=math.inf)
    no_way_on = [(1, 1, 2, 1), (1, 1, 3, 1)]
    turns = _turns(_fork(turn_rules=rules, forbidden_turns=no_way_on))
    assert set(turns[0, 0]) == {(0, 1)}
    turns = _turns(_fork(turn_rules=rules, forbidden_turns=[*no_way_on, (3, 1, 3, 2)]))
    assert turns[2, 0] == {}


def test_a_loop_is_driven_on_and_driven_back() -> None:
    instance = Instance.from_edges(
        [Edge("a", "a", 9, 1)], depot="a", turn_rules=TurnRules(u_turn=7, straight=1)
    )
    assert _turns(instance)[0, 0] == {(0, 0): ("straight", 1.0, 0.0), (0, 1): ("u_turn", 7.0, 0.0)}


def test_turns_are_found_by_their_drives() -> None:
    instance = _fork(turn_rules=TurnRules(u_turn=math.inf))
    graph = TurnGraph.of(instance, instance.lengths)
    here, nowhere = graph.find(np.array([0, 0]), np.array([4, 1])).tolist()
    assert graph.first[0] <= here < graph.first[1]
    assert (graph.to[here], nowhere) == (4, -1)
