"""The check of the cut bound refuses what does not follow."""

import math
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from arcload.model.certificate import Certificate
from arcload.model.cut_prices import CutPrices
from arcload.model.errors import CheckError
from arcload.model.fleet_problem import FleetProblem, VehicleType
from arcload.proofs.fleets.capacity_cuts import CapacityCuts
from arcload.proofs.fleets.small_fleets import small_optimum
from arcload.proofs.verify import verify
from arcload.proofs.verify.capacity_cuts import proven_bound
from tests.fleet_strategies import fleet_problems
from tests.proofs.star import star, star_instance


def certified(problem: FleetProblem) -> Certificate:
    cuts = CapacityCuts(problem)
    for _ in cuts.run():
        pass
    return cuts.certificate()


def prices_of(problem: FleetProblem) -> CutPrices:
    prices = certified(problem).cuts
    assert prices is not None
    return prices


def test_a_star_costs_each_street_twice() -> None:
    certificate = certified(FleetProblem.of(star_instance()))
    assert verify(star_instance(), certificate) == certificate.bound == 80.0


def test_the_load_counts_from_the_nearest_facility() -> None:
    problem = replace(star(), types=(VehicleType(a=0.0, b=1.0, capacity=2.0),))
    assert certified(problem).bound == 4 * 1 * 10 / 2


def test_load_that_is_carried_past_other_streets_counts_for_trips() -> None:
    """One trip is cheapest: on the star's streets it has 3.5, 3, 2.5, ..., 0.5 and 0 on board."""
    kind = VehicleType(a=1.0, b=1.0, capacity=4.0)
    problem = replace(star(), types=(kind,), visit_costs=np.array([100.0]))
    prices = prices_of(problem)
    assert prices.service_prices is not None
    assert proven_bound(problem, prices) == 100 + 80 + 10 * (3.5 + 3 + 2.5 + 2 + 1.5 + 1 + 0.5)
    assert proven_bound(problem, replace(prices, service_prices=None)) == 100 + 80 + 20


def test_costs_besides_driving_count_once_per_trip_and_vehicle() -> None:
    kind = VehicleType(capacity=2.0, fixed_cost=7.0, most_trips=1)
    problem = replace(
        star(), types=(kind,), visit_costs=np.array([3.0]), surcharges=np.full((4, 2), 0.5)
    )
    assert certified(problem).bound == 80 + 2 * 3 + 2 * 7 + 4 * 0.5
    plan = small_optimum(problem)
    assert plan is not None
    assert plan.cost == 102


def test_bounds_are_rounded_up_to_costs_that_plans_may_have() -> None:
    """Without a price each street costs its length once: 40, and every cost is a multiple of 10."""
    prices = prices_of(star())
    cheaper = replace(prices, multipliers=tuple(m - 1 for m in prices.multipliers))
    assert proven_bound(star(), cheaper) == 80
    uneven = replace(star(), types=(VehicleType(a=math.pi, capacity=2.0),))
    assert proven_bound(uneven, prices_of(uneven)) <= 80 * Fraction(math.pi)


def forgeries() -> list[tuple[str, dict[str, Any]]]:
    """Return changes of the star's certificate that prove nothing more, or nothing at all."""
    prices = prices_of(star())
    sets, multipliers = prices.sets, prices.multipliers
    one = multipliers[0]
    nothing, depot = np.zeros(4, dtype=np.int64), np.zeros(5, dtype=np.int64)
    changes: list[tuple[str, dict[str, Any]]] = [
        ("bound", {"bound": 80.5}),
        ("bound", {"bound": math.nan}),
        ("bound", {"bound": math.inf}),
        ("unit", {"unit": 0.0}),
        ("unit", {"unit": -prices.unit}),
        ("unit", {"unit": math.nan}),
        ("priced above", {"unit": prices.unit * 2}),
        ("priced above", {"multipliers": (one + 1, *multipliers[1:])}),
        ("whole number", {"multipliers": (-one, *multipliers[1:])}),
        ("whole number", {"multipliers": (float(one), *multipliers[1:])}),
        ("multipliers", {"multipliers": multipliers[1:]}),
        ("multipliers", {"multipliers": (*multipliers, 1)}),
        ("bound", {"sets": (), "multipliers": ()}),
        ("node 0", {"sets": ((0, *sets[0]), *sets[1:])}),
        ("node 9", {"sets": ((9,), *sets[1:])}),
        ("node -1", {"sets": ((-1,), *sets[1:])}),
        ("node '1'", {"sets": (("1",), *sets[1:])}),
        ("bound", {"sets": ((), *sets[1:])}),
        ("potentials", {"potentials": np.zeros(4, dtype=np.int64)}),
        ("potentials", {"potentials": np.zeros(5)}),
        ("prices of services", {"service_prices": nothing[:3]}),
        ("prices of services", {"service_prices": np.zeros(4)}),
        ("proves", {"service_prices": np.array([10 * one, 0, 0, 0])}),
        ("proves", {"service_prices": np.array([-10 * one, 0, 0, 0])}),
        ("level", {"service_prices": nothing, "level": 0.0}),
        ("level", {"service_prices": nothing, "level": math.nan}),
        ("too long", {"service_prices": nothing, "level": 1e-300}),
        ("priced above", {"service_prices": nothing + 9 * one, "level": 5.0}),
    ]
    for node in range(1, 5):
        for price in (1, one, -1, -one):
            moved = depot.copy()
            moved[node] = price
            changes.append(("priced above", {"potentials": moved}))
    for number in range(len(multipliers)):
        more = [*multipliers]
        more[number] += one
        changes.append(("priced above", {"multipliers": tuple(more)}))
        less = [*multipliers]
        less[number] = 0
        changes.append(("bound", {"multipliers": tuple(less)}))
        twice = (*sets, sets[number]), (*multipliers, multipliers[number])
        changes.append(("priced above", {"sets": twice[0], "multipliers": twice[1]}))
        home = (*sets[:number], (*sets[number], 0), *sets[number + 1 :])
        changes.append(("node 0", {"sets": home}))
    changes += [("bound", {"bound": 80.0 + 2.0**-digits}) for digits in range(20)]
    return changes


@pytest.mark.parametrize(("fact", "change"), forgeries())
def test_a_forged_certificate_is_refused(fact: str, change: dict[str, Any]) -> None:
    forged = replace(prices_of(star()), **{k: v for k, v in change.items() if k != "bound"})
    bound = change.get("bound", 80.0)
    with pytest.raises(CheckError, match=fact):
        verify(star_instance(), Certificate("capacity-cuts", bound, cuts=forged))


def test_a_certificate_of_another_kind_is_refused() -> None:
    with pytest.raises(CheckError, match="no prices"):
        verify(star_instance(), Certificate("capacity-cuts", 80.0))
    with pytest.raises(CheckError, match="one tour"):
        verify(star_instance(), Certificate("smith", 80.0))
    tour = star_instance().replace(capacity=None)
    with pytest.raises(CheckError, match="fleets"):
        verify(tour, Certificate("capacity-cuts", 80.0))


@pytest.mark.parametrize(
    "other",
    [
        {"served": np.array([True, True, True, False])},
        {"lengths": np.full((4, 2), 9.0)},
        {"facilities": np.array([0, 1])},
        {"ends": np.array([[0, 1], [1, 2], [2, 3], [3, 0]])},
        {"types": (VehicleType(capacity=2.0, end=3),)},
        {"types": (VehicleType(capacity=2.0, end=-1),)},
        {"types": (VehicleType(capacity=2.0, a=0.5),)},
        {"types": (VehicleType(capacity=2.0), VehicleType(a=0.5))},
        {"types": (VehicleType(capacity=2.0, count=0),)},
    ],
)
def test_the_prices_of_another_problem_prove_less_or_nothing(other: dict[str, Any]) -> None:
    proven = Fraction(0)
    with suppress(CheckError):
        proven = proven_bound(replace(star(), **other), prices_of(star()))
    assert proven < 80


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(fleet_problems(most_services=4), st.data())
def test_whatever_the_prices_no_more_than_the_optimum_is_proven(
    problem: FleetProblem, data: st.DataObject
) -> None:
    plan = small_optimum(problem)
    assume(plan is not None)
    assert plan is not None
    n, m = problem.nodes, len(problem.ends)
    sets = data.draw(
        st.lists(st.frozensets(st.integers(0, n - 1), min_size=1).map(tuple), max_size=3)
    )
    small = st.sampled_from([0, 0, 0, 1, 2, 4])
    own = st.sampled_from([0, 0, 0, 1, 2, 4, 9, 30, -3])
    prices = CutPrices(
        unit=data.draw(st.sampled_from([1.0, 0.25, 0.0625])),
        sets=tuple(sets),
        multipliers=tuple(data.draw(small) for _ in sets),
        potentials=np.array([data.draw(small) for _ in range(n)], dtype=np.int64),
        service_prices=data.draw(st.none() | st.lists(own, min_size=m, max_size=m).map(np.array)),
        level=data.draw(st.sampled_from([1.0, 0.5, 1.3, 9.0])),
    )
    proven = Fraction(0)
    with suppress(CheckError):
        proven = proven_bound(problem, prices)
    assert proven <= plan.cost * (1 + 1e-12)
