"""A plan cut into districts."""

import numpy as np
import pytest

from arcload.engine.kernels.fleet import MOST_NEAR
from arcload.engine.search.best_plan import redirected
from arcload.engine.search.districts import Routes, cut, in_whole, joined
from arcload.engine.stop import MaxIterations
from tests.engine.kernels.test_ruin_recreate import grid
from tests.engine.search.test_fleets import drawn, searched

TOWN = grid(16)


def test_districts_put_together_are_the_plan() -> None:
    assert len(TOWN.q) > MOST_NEAR
    fleet = TOWN._replace(available=np.array([50]))
    plan, _ = searched(fleet, MaxIterations(0))
    whole = Routes(*plan[1:4])
    districts = cut(whole, np.zeros(0, dtype=np.int64), 3, np.random.default_rng(1), fleet)
    assert len(districts) == 3
    parts = [Routes(*district[2:]) for district in districts]
    again = joined([in_whole(*pair, fleet) for pair in zip(parts, districts, strict=True)])
    cost = redirected(fleet, *again).cost
    assert cost == pytest.approx(plan.cost)
    assert sorted(again.arcs) == sorted(plan.arcs)
    assert sum(district.fleet.available[0] for district in districts) == 50
    for district, part in zip(districts, parts, strict=True):
        assert redirected(district.fleet, *part).unserved.tolist() == []
        own = np.arange(len(district.services))
        assert district.fleet.near.max() < len(own)
        nearest = district.services[district.fleet.near[:, 0]]
        assert np.isin(nearest, TOWN.near[district.services]).mean() > 0.9


def test_services_without_a_route_are_in_one_district() -> None:
    plan, _ = searched(TOWN, MaxIterations(0))
    first = int(plan.ends[0])
    left = plan.arcs[1:first] >> 1
    rest = Routes(plan.arcs[first:], plan.ends[1:] - first, plan.kinds[1:])
    districts = cut(rest, left, 2, np.random.default_rng(2), TOWN)
    holds = [np.isin(left, district.services) for district in districts]
    assert sorted(each.mean() for each in holds) == [0.0, 1.0]


def test_threads_improve_one_plan_and_seeds_repeat_it() -> None:
    first, _ = searched(TOWN, MaxIterations(0), threads=2)
    best, run = searched(TOWN, MaxIterations(20_000), threads=2)
    again, _ = searched(TOWN, MaxIterations(20_000), threads=2)
    assert run.iterations == 20_000
    assert drawn(best) == drawn(again)
    assert best.cost < 0.97 * first.cost
    assert best.cost == pytest.approx(redirected(TOWN, *best[1:4]).cost)
    assert best.unserved.tolist() == []
