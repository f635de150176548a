"""The checker refuses whatever is not a walk of the problem."""

from dataclasses import replace
from typing import Any

import pytest

import arcload
from tests.examples import FOUR_EDGES

RESULT = arcload.solve(FOUR_EDGES, "greedy")


def test_true_totals_of_the_paper_example() -> None:
    """The walk that the paper prices line by line costs 275 on 20 units of road, 6 deadhead."""
    found = arcload.check(FOUR_EDGES, arcload.best_directions(FOUR_EDGES, [1, 2, 3, 4]))
    assert (found.cost, found.length, found.deadhead_length) == (275, 20, 6)
    assert (found.order, found.directions) == ((1, 2, 3, 4), (1, 1, 1, 2))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"cost": RESULT.cost * (1 + 1e-6)}, "cost stated"),
        ({"cost": float("nan")}, "cost stated"),
        ({"length": RESULT.length + 1}, "length stated"),
        ({"deadhead_length": 0.0}, "deadhead length stated"),
        ({"order": RESULT.order[::-1]}, "order"),
        ({"directions": (2, 2, 2, 2)}, "directions"),
        ({"walk": ()}, "4 edges are not served"),
        ({"walk": RESULT.walk[:5]}, "^edge 4 is not served$"),
        ({"walk": RESULT.walk[:-1]}, "should end at 1"),
        ({"walk": RESULT.walk[1:]}, "starts at"),
        ({"walk": (*RESULT.walk, *RESULT.walk)}, "needs no service or had it already"),
        ({"walk": (replace(RESULT.walk[0], edge=99), *RESULT.walk[1:])}, "not an edge"),
        ({"walk": (replace(RESULT.walk[0], direction=2), *RESULT.walk[1:])}, "direction"),
        ({"walk": (replace(RESULT.walk[0], direction=3), *RESULT.walk[1:])}, "must be 1 or 2"),
        ({"walk": (replace(RESULT.walk[0], to_node=3), *RESULT.walk[1:])}, "lies between"),
        ({"walk": (replace(RESULT.walk[0], served=False), *RESULT.walk[1:])}, "states"),
        ({"walk": (replace(RESULT.walk[0], cost=1.0), *RESULT.walk[1:])}, "states cost 1.0"),
        ({"walk": (replace(RESULT.walk[0], load_after=1.0), *RESULT.walk[1:])}, "load_after"),
    ],
)
def test_a_changed_result_is_refused(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(arcload.CheckError, match=words):
        arcload.check(FOUR_EDGES, replace(RESULT, **changes))


def test_driving_against_a_one_way_street_is_refused() -> None:
    ring = [(1, 2, 1, 5), (2, 3, 1, 5), (3, 1, 1, 5)]
    two_way = arcload.Instance.from_edges(ring, depot=1)
    one_way = two_way.replace(lengths=[[1, float("inf")]] * 3)
    backwards = arcload.Tour(two_way, [3, 2, 1], [2, 2, 2])
    arcload.check(two_way, backwards)
    with pytest.raises(arcload.CheckError, match="against a one-way street"):
        arcload.check(one_way, backwards)


def test_direction_is_found_where_a_file_does_not_tell_it() -> None:
    steps = [replace(crossing, direction=None) for crossing in RESULT.walk]
    assert arcload.check(FOUR_EDGES, steps).directions == RESULT.directions


def test_another_vehicle_has_another_cost() -> None:
    with pytest.raises(arcload.CheckError, match="states cost"):
        arcload.check(FOUR_EDGES.replace(curb_weight=1), RESULT)
    with pytest.raises(arcload.CheckError, match="states"):
        arcload.check(FOUR_EDGES.replace(mode="collect"), RESULT)


def test_an_empty_walk_serves_an_instance_without_demand() -> None:
    nothing = FOUR_EDGES.replace(demand=dict.fromkeys(FOUR_EDGES.edges, 0))
    assert arcload.check(nothing, []).cost == 0
