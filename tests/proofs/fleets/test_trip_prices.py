"""Prices that make trips dear."""

from dataclasses import replace

import numpy as np
import pytest

from arcload.model.fleet_problem import FleetProblem, VehicleType
from arcload.proofs.fleets.cut_network import cut_network
from arcload.proofs.fleets.cut_program import CutProgram
from arcload.proofs.fleets.cut_search import CutSearch
from arcload.proofs.fleets.small_fleets import small_optimum
from arcload.proofs.fleets.trip_graph import trip_graphs
from arcload.proofs.fleets.trip_prices import TripPrices
from tests.proofs.star import star


def prices_of(problem: FleetProblem) -> TripPrices:
    network = cut_network(problem)
    sets = np.eye(network.nodes, dtype=np.bool_)[1:]
    asked = CutSearch(network).asked(sets)
    prices = CutProgram(network).solve(sets, asked)
    assert prices is not None
    return TripPrices(network, trip_graphs(problem, network, 1.0), sets, asked, prices)


def test_the_bound_rises_up_to_the_optimum_and_never_above_it() -> None:
    kind = VehicleType(a=1.0, b=1.0, capacity=4.0)
    lengths = np.array([[5.0] * 2, [10.0] * 2, [20.0] * 2, [40.0] * 2])
    problem = replace(star(), types=(kind,), lengths=lengths, visit_costs=np.array([100.0]))
    optimum = small_optimum(problem)
    assert optimum is not None
    prices, values = prices_of(problem), []
    for _ in prices.run(lambda: optimum.cost):
        values.append(prices.value)
    assert values == sorted(values)
    assert values[0] < values[-1] <= optimum.cost * (1 + 1e-12)
    assert values[-1] == pytest.approx(optimum.cost, rel=0.01)


def test_crossings_never_pay_more_than_they_cost() -> None:
    kind = VehicleType(a=1.0, b=1.0, capacity=2.0)
    prices = prices_of(replace(star(), types=(kind,)))
    for step, _ in enumerate(prices.run(lambda: np.inf)):
        assert (prices.cuts <= 10 * (1 + 1e-12)).all()
        if step > 20:
            break
