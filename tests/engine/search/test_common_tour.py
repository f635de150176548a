"""One tour that several chains improve."""

import numpy as np
import pytest

from arcload.engine.kernels.chain import Chain, new_chain, run_chain
from arcload.engine.kernels.sequence import empty_work, search_space, set_tour
from arcload.engine.problem import Problem
from arcload.engine.search.common_tour import Tour, join, kept_tour
from arcload.maps.generators import generate

SIZE = 200
SPACE = search_space(Problem.of(generate("city", edges=SIZE, curb_ratio=0.5, seed=3)))


def started(seeds: int) -> tuple[list[Chain], Tour]:
    """Return chains that stand at one mended tour, and the tour."""
    near = np.zeros((SIZE, 0), dtype=np.int64)
    sides = np.zeros(SIZE, dtype=np.int64)
    first = new_chain(SPACE, np.arange(SIZE), sides, 1)
    never = np.zeros(1, dtype=np.bool_)
    run_chain(never, 1, 5, near, 2, 0, 0, 10**9, 0.0, False, first, SPACE)
    tour = kept_tour(first)
    chains = [new_chain(SPACE, tour.order, tour.sides, 2 + seed) for seed in range(seeds)]
    for chain in chains:
        chain.costs[0] = chain.costs[1] = set_tour(tour.order, tour.sides, chain.work, SPACE)
        chain.counters[1] = 0
    return chains, tour


@pytest.mark.parametrize("count", [2, 5])
@pytest.mark.parametrize("dearer", [0.0, 0.02])
def test_chains_go_on_from_one_tour_with_the_changes_of_all(count: int, dearer: float) -> None:
    chains, common = started(count)
    near = np.zeros((SIZE, 0), dtype=np.int64)
    never = np.zeros(1, dtype=np.bool_)
    both = 0
    for _ in range(30):
        for chain in chains:
            run_chain(never, 10, 5, near, 5, 0, 0, 10**9, dearer, False, chain, SPACE)
        alone = [float(chain.costs[0]) for chain in chains]
        allowed = min(alone) + sum(max(cost - common.cost, 0.0) for cost in alone)
        common = join(chains, common, SPACE)
        both += common.cost < min(alone) * (1 - 1e-9)
        assert sorted(common.order) == list(range(SIZE))
        assert common.cost <= allowed * (1 + 1e-6)
        again = set_tour(common.order, common.sides, empty_work(SPACE), SPACE)
        assert common.cost == pytest.approx(again, rel=1e-12)
        for chain in chains:
            assert chain.kept_order.tolist() == common.order.tolist()
            assert chain.work.order[1:-1].tolist() == common.order.tolist()
            assert chain.costs[0] == pytest.approx(common.cost, rel=1e-12)
            assert chain.costs[1] <= common.cost * (1 + 1e-9)
    assert both > 0, "changes of two chains must have come together"


def test_of_two_changes_in_the_same_place_the_cheaper_is_kept() -> None:
    (first, second), common = started(2)
    for chain, places in ((first, [1, 2, 0]), (second, [2, 0, 1])):
        chain.kept_order[:3] = common.order[places]
        chain.costs[0] = set_tour(chain.kept_order, chain.kept_sides, chain.work, SPACE)
    cheapest = min((first, second), key=lambda chain: float(chain.costs[0]))
    order = cheapest.kept_order.tolist()
    assert join([first, second], common, SPACE).order.tolist() == order
