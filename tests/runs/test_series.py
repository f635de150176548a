"""What methods reached, and the best that is known."""

import pytest

from arcload.runs.series import Series, best_known, best_published, series_of
from tests.runs.conftest import run_of


def test_runs_become_series_with_the_papers_methods_first() -> None:
    runs = [
        run_of("auto", cost=90.0),
        run_of("auto", cost=94.0, seed=2),
        run_of("vns", cost=99.0),
        run_of("greedy", cost=None),
    ]
    series = series_of(runs)
    assert [one.name for one in series] == ["greedy", "vns", "auto"]
    assert series[2].costs == {"E_1": (90.0, 94.0)}
    assert series[2].cost("E_1") == 92
    assert series[0].costs == {}


def test_the_best_tour_and_the_best_bound_may_come_from_different_runs() -> None:
    runs = [
        run_of("auto", cost=90.0, bound=80.0, proof="smith"),
        run_of("exact", cost=91.0, bound=89.0, proof="labels"),
        run_of("greedy", cost=None),
    ]
    best = best_known(runs)["E_1"]
    assert (best.cost, best.method, best.seed) == (90.0, "auto", 1)
    assert (best.bound, best.proof, best.proven) == (89.0, "labels", False)
    assert best.gap_of(99.0) == pytest.approx(0.1)
    assert best.gap_to_bound(97.9) == pytest.approx(0.1)


def test_of_equal_tours_the_one_found_first_is_named() -> None:
    runs = [run_of(seed=1, time_to_best=2.0), run_of(seed=2, time_to_best=1.0)]
    assert best_known(runs)["E_1"].seed == 2


def test_a_published_cost_counts_where_it_is_below_ours_by_more_than_its_digits() -> None:
    run = run_of("auto", cost=100.0, bound=99.0)
    rounded = Series(name="EA", costs={"E_1": (99.9999,)}, published=True)
    better = Series(name="EA", costs={"E_1": (99.5,)}, published=True)
    assert best_known([run], [rounded])["E_1"].method == "auto"
    found = best_known([run], [better])["E_1"]
    assert (found.cost, found.method, found.seed) == (99.5, "EA, published", None)


def test_a_published_cost_is_never_below_the_proven_bound() -> None:
    """Six digits round down: no tour costs less than the bound."""
    run = run_of("auto", cost=100.01, bound=100.0)
    below = Series(name="EA", costs={"E_1": (99.9996,)}, published=True)
    assert best_known([run], [below])["E_1"].cost == 100.0


def test_gaps_to_a_bound_of_nothing_are_unknown() -> None:
    best = best_known([run_of(cost=10.0, bound=0.0)])["E_1"]
    assert best.gap_to_bound(10.0) is None
    assert best_known([run_of(cost=10.0)])["E_1"].gap_to_bound(10.0) is None


def test_what_was_published_is_known_without_a_run() -> None:
    one = Series(name="EA", costs={"a": (2.0,)}, published=True, edges={"a": 9})
    two = Series(name="VNS", costs={"a": (1.0,)}, published=True, edges={"a": 9})
    best = best_published([one, two])["a"]
    assert (best.cost, best.bound, best.edges, best.method) == (1.0, None, 9, "VNS, published")
