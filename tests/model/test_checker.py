"""The checker refuses whatever is not a walk of the problem."""

from dataclasses import fields, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import arcload
from arcload.model.result_file import StatedResult
from tests.examples import FOUR_EDGES
from tests.strategies import instances

INSTANCE = FOUR_EDGES.replace(length_unit="m")
RESULT = arcload.solve(INSTANCE, "exact")
STATED = StatedResult.of(RESULT)
FIRST, *REST = STATED.walk


def test_true_totals_of_the_paper_example() -> None:
    """The walk that the paper prices line by line costs 275 on 20 units of road, 6 deadhead."""
    found = arcload.check(arcload.best_directions(FOUR_EDGES, [1, 2, 3, 4]))
    assert (found.cost, found.length, found.deadhead_length) == (275, 20, 6)
    assert (found.order, found.directions) == ((1, 2, 3, 4), (1, 1, 1, 2))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"cost": RESULT.cost * (1 + 1e-6)}, "cost stated"),
        ({"cost": float("nan")}, "cost stated"),
        ({"load_distance": 274.0}, r"load distance stated is 274.0, that of the walk is 275.0"),
        ({"lower_bound": 276.0}, r"lower bound stated is 276.0; the walk costs 275.0"),
        ({"lower_bound": float("nan")}, "lower bound stated is nan"),
        ({"lower_bound": 100.0, "certificate": None}, "status stated is 'optimal'.* 275.0.* 100.0"),
        ({"lower_bound": None, "certificate": None}, "status stated is 'optimal'.*no lower bound"),
        ({"lower_bound": 275.0 - 1e-8}, "lower bound stated is 274.99.*, its certificate's 275.0"),
        ({"status": "feasible"}, "status stated is 'feasible'.*275.0"),
        ({"history": ((0.0, 1, 280.0), (0.1, 2, 276.0))}, "history states cost 276.0"),
        ({"history": ((0.0, 1, 270.0), (0.1, 2, 275.0))}, "history states cost 270.0"),
        ({"bound_history": ((0.0, 274.0),)}, "bound's history states 274.0"),
        ({"bound_history": ((0.0, 300.0), (0.1, 275.0))}, "bound's history states 300.0"),
        ({"length_unit": "km"}, "length unit stated is 'km'; it is 'm'"),
        ({"settings": {"curb_weight": 7.0}}, "solved for curb weight 7; .* uses curb weight 0"),
        ({"settings": {"end": None}}, "solved for end anywhere; this check uses end 1"),
        ({"length": RESULT.plan.length + 1}, "length stated"),
        ({"deadhead_length": 0.0}, "deadhead length stated"),
        ({"order": RESULT.plan.order[::-1]}, "order"),
        ({"directions": (2, 2, 2, 2)}, "directions"),
        ({"walk": ()}, "4 edges are not served"),
        ({"walk": RESULT.plan.walk[:5]}, "^edge 4 is not served$"),
        ({"walk": RESULT.plan.walk[:-1]}, "should end at 1"),
        ({"walk": RESULT.plan.walk[1:]}, "starts at"),
        ({"walk": (*RESULT.plan.walk, *RESULT.plan.walk)}, "needs no service or had it already"),
        ({"walk": (replace(FIRST, edge=99), *REST)}, "not an edge"),
        ({"walk": (replace(FIRST, edge=[1]), *REST)}, "not an edge"),  # type: ignore[arg-type]
        ({"walk": (replace(FIRST, direction=2), *REST)}, "direction"),
        (
            {"walk": (replace(FIRST, direction=3), *REST)},
            "must be 1 or 2",
        ),
        (
            {"walk": (replace(FIRST, to_node=3), *REST)},
            "lies between",
        ),
        (
            {"walk": (replace(FIRST, served=False), *REST)},
            "edge 1 is not served",
        ),
        (
            {"walk": (replace(FIRST, cost=1.0), *REST)},
            "states cost 1.0",
        ),
        (
            {"walk": (replace(FIRST, load_after=1.0), *REST)},
            "load_after",
        ),
    ],
)
def test_a_changed_result_is_refused(changes: dict[str, Any], words: str) -> None:
    """What its file states of the plan when it is read, all else by the check as well."""
    if changes.keys() <= {field.name for field in fields(RESULT)}:
        with pytest.raises(arcload.CheckError, match=words):
            arcload.check(replace(RESULT, **changes))
    if "certificate" not in words and "certificate" not in changes:
        with pytest.raises(arcload.CheckError, match=words):
            replace(STATED, **changes).result(INSTANCE)


def test_driving_against_a_one_way_street_is_refused() -> None:
    ring = [(1, 2, 1, 5), (2, 3, 1, 5), (3, 1, 1, 5)]
    two_way = arcload.Instance.from_edges(ring, depot=1)
    one_way = two_way.replace(lengths=[[1, float("inf")]] * 3)
    backwards = arcload.Tour(two_way, [3, 2, 1], [2, 2, 2])
    arcload.check(backwards)
    with pytest.raises(arcload.CheckError, match="against a one-way street"):
        arcload.check(one_way, backwards.walk)


def test_direction_is_found_where_a_file_does_not_tell_it() -> None:
    steps = [replace(crossing, direction=None) for crossing in RESULT.plan.walk]
    assert arcload.check(FOUR_EDGES, steps).directions == RESULT.plan.directions


def test_another_vehicle_has_another_cost() -> None:
    with pytest.raises(arcload.CheckError, match="states cost"):
        arcload.check(INSTANCE.replace(curb_weight=1), RESULT.plan.walk)
    with pytest.raises(arcload.CheckError, match="states"):
        arcload.check(INSTANCE.replace(mode="collect"), RESULT.plan.walk)


def test_an_empty_walk_serves_an_instance_without_demand() -> None:
    nothing = FOUR_EDGES.replace(demand=dict.fromkeys(FOUR_EDGES.edges, 0))
    assert arcload.check(nothing, []).cost == 0


@settings(deadline=None)
@given(instances(min_served=1), st.lists(st.integers(-9, 15), min_size=1, max_size=8))
def test_totals_are_those_of_exact_arithmetic_where_demands_differ_by_many_digits(
    instance: arcload.Instance, digits: list[int]
) -> None:
    """Loads are summed up from the empty vehicle, so that no difference loses digits."""
    factors = [10.0 ** digits[edge % len(digits)] for edge in range(len(instance.edges))]
    wide = instance.replace(demands=instance.demands * np.array(factors), capacity=None)
    tour = arcload.solve(wide, "greedy")
    found = arcload.check(tour)
    left, carried, length = sum(map(Fraction, wide.demands.tolist())), Fraction(0), Fraction(0)
    load = left if wide.mode == "deliver" else Fraction(0)
    sign = -1 if wide.mode == "deliver" else 1
    for step in tour.plan.walk:
        demand = Fraction(wide.edge(step.edge).demand) if step.served else Fraction(0)
        carried += Fraction(step.length) * (load + sign * demand / 2)
        length += Fraction(step.length)
        load += sign * demand
    cost = Fraction(wide.load_factor) * carried + Fraction(wide.curb_weight) * length
    for totals in (found, tour.plan):
        assert totals.load_distance == pytest.approx(float(carried), rel=1e-12, abs=0)
        assert totals.cost == pytest.approx(float(cost), rel=1e-12, abs=0)


def test_a_bound_is_accepted_where_demands_differ_by_many_digits(tmp_path: Path) -> None:
    """A great load at the depot, small ones a long way off."""
    streets = [(1, 1, 0.0, 3e15), (1, 2, 1e3, 0.1), (2, 3, 1e3, 0.2), (3, 1, 1e3, 0.7)]
    instance = arcload.Instance.from_edges(streets, depot=1)
    arcload.bound(instance).save(tmp_path / "bound.json")
    cost = arcload.check_bound(instance, arcload.load_bound(tmp_path / "bound.json"))
    assert cost == pytest.approx(arcload.solve(instance).cost, rel=1e-12)


def test_a_bound_for_another_vehicle_is_refused_by_its_name() -> None:
    bound = arcload.bound(FOUR_EDGES.replace(curb_weight=5, end=arcload.FREE))
    with pytest.raises(
        arcload.CheckError,
        match="made for curb weight 5, end anywhere; this check uses curb weight 0, end 1",
    ):
        arcload.check_bound(FOUR_EDGES, bound)
