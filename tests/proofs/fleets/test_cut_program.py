"""The linear program of the cut bound, worked by hand."""

from dataclasses import replace

import numpy as np
import pytest

from arcload.model.fleet_problem import FleetProblem, VehicleType
from arcload.proofs.fleets.cut_network import cut_network
from arcload.proofs.fleets.cut_program import CutProgram, Prices
from tests.proofs.star import star


def solved(problem: FleetProblem, asked: int) -> Prices | None:
    """Return the prices where each node of the star asks for some crossings."""
    network = cut_network(problem)
    sets = np.eye(network.nodes, dtype=np.bool_)[1:]
    return CutProgram(network).solve(sets, np.full(len(sets), asked))


def test_each_served_street_is_crossed_once_and_as_often_as_cuts_ask() -> None:
    prices = solved(star(), 0)
    assert prices is not None
    assert prices.value == pytest.approx(40)
    prices = solved(star(), 2)
    assert prices is not None
    assert prices.value == pytest.approx(80)
    assert prices.crossings.tolist() == pytest.approx([2, 0] * 4)
    assert prices.cuts.tolist() == pytest.approx([10] * 4)


def test_each_node_is_left_as_often_as_it_is_entered() -> None:
    """A street that is longer one way makes each arc a variable; half a crossing is allowed."""
    lengths = np.full((4, 2), 10.0)
    lengths[0, 1] = 12.0
    for asked, crossings in ((0, 0.5), (2, 1.0)):
        prices = solved(replace(star(), lengths=lengths), asked)
        assert prices is not None
        assert prices.value == pytest.approx(82 * crossings)
        assert prices.crossings.tolist() == pytest.approx([crossings] * 8)


def test_where_cuts_cannot_be_crossed_there_is_no_solution() -> None:
    barred = VehicleType(capacity=2.0, barred=np.arange(4) == 0)
    assert solved(replace(star(), types=(barred,)), 2) is None
    everything = replace(barred, barred=np.ones(4, dtype=np.bool_))
    assert solved(replace(star(), types=(everything,)), 2) is None
