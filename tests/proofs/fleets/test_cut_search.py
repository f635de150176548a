"""The search for broken cuts."""

import numpy as np
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from arcload.model.fleet_problem import FleetProblem
from arcload.model.types import BoolArray
from arcload.proofs.fleets.cut_network import CutNetwork, cut_network
from arcload.proofs.fleets.cut_search import CutSearch
from tests.fleet_strategies import fleet_problems
from tests.proofs.star import star


def asked_one_by_one(network: CutNetwork, inside: BoolArray) -> int:
    """Return how many crossings a set asks for, street by street."""
    ends = inside[network.ends]
    if not ends.any():
        return 0
    border = int((ends[:, 0] != ends[:, 1]).sum())
    trips = int(network.least_trips(network.demands[ends.any(axis=1)].sum()))
    return max(2 * trips, border + border % 2)


def test_a_set_asks_for_its_load_and_its_streets() -> None:
    sets = np.array([[0, 1, 0, 0, 0], [0, 1, 1, 0, 0], [0, 1, 1, 1, 0], [0, 0, 0, 0, 0]]) > 0
    assert CutSearch(cut_network(star())).asked(sets).tolist() == [2, 2, 4, 0]


def test_all_is_well_where_each_street_is_crossed_twice() -> None:
    search = CutSearch(cut_network(star()))
    assert len(search.broken(np.ones(8), 9)) == 0
    assert len(search.broken(np.ones(8) / 2, 9)) > 0
    assert len(search.broken(np.ones(8) / 2, 1)) == 1


@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])
@given(fleet_problems(most_services=5, limits=False), st.integers(0, 2**32 - 1))
def test_broken_cuts_are_crossed_too_seldom(problem: FleetProblem, seed: int) -> None:
    network = cut_network(problem)
    crossings = np.random.default_rng(seed).integers(0, 5, len(network.edge)) / 4
    search = CutSearch(network)
    sets = search.broken(crossings, 5)
    assert len(sets) <= 5
    for inside, asked in zip(sets, search.asked(sets), strict=True):
        across = crossings[inside[network.tail] != inside[network.head]].sum()
        assert not inside[0]
        assert asked == asked_one_by_one(network, inside)
        assert across < asked
