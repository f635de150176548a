"""The relaxation: a bound at any multipliers, better ones by tuning, and safe deletions."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arcload import Instance
from arcload.engine.kernels.relaxation import least_loads
from arcload.engine.problem import Problem
from arcload.model.types import FloatArray
from arcload.proofs.levels import Levels, choose_levels, fill_work, rounded
from arcload.proofs.relaxation import Relaxation, Sample, smith_multipliers
from tests.brute_force import all_distances, best_over_orders, cost_of
from tests.examples import FOUR_EDGES
from tests.fuzz import root_bound
from tests.strategies import instances

OPTIMUM = 275


def relax(
    instance: Instance, multipliers: FloatArray | None = None, levels: int | None = None
) -> Relaxation:
    """Return an instance's relaxation, its labels filled."""
    problem = Problem.of(instance)
    chosen = choose_levels(problem)
    if levels is not None:
        of_edge = rounded(problem.arrays.q, levels)
        chosen = Levels(of_edge, least_loads(of_edge, problem.arrays.q))
    made = Relaxation(problem, chosen, smith_multipliers(problem))
    made.reset(made.multipliers if multipliers is None else multipliers)
    return made


def tuned(relaxation: Relaxation, cutoff: float, steps: int) -> list[float]:
    """Tune and settle; return what was yielded."""
    bounds = list(relaxation.tune(relaxation.root(), cutoff, steps, 0.3))
    relaxation.settle()
    return bounds


def test_without_multipliers_by_hand() -> None:
    """Loads 2 and 1 at a depot: serve the short loop of 1, then it again is forbidden.

    Levels 3, 2, 1, 0. Walks 1 + 2, 2 + 1 serve both; 1 + 1 + 1 repeats. So the bound is exact:
    2 units over 4, 1 over 1 cost min(4 * 2 + 0.5, 1 * 2.5 + 4 * 1) = 6.5.
    """
    loops = Instance.from_edges([(1, 1, 4, 2), (1, 1, 1, 1)], depot=1)
    assert root_bound(relax(loops, np.zeros(3))) == pytest.approx(6.5)
    assert best_over_orders(loops) == 6.5


def test_one_edge_is_exact() -> None:
    """There and back along 3 with 4 on board and W = 5: 3 * (5 + 2) + 3 * 5."""
    assert root_bound(relax(Instance.from_edges([(1, 2, 3, 4)], depot=1, curb_weight=5))) == 36


@given(
    instances(min_served=1, max_served=4, max_nodes=5),
    st.lists(st.floats(-1, 1), min_size=4, max_size=4),
    st.lists(st.floats(0, 1), min_size=5, max_size=5),
    st.sampled_from([None, 1, 3, 20]),
)
def test_any_multipliers_and_levels_give_a_bound(
    instance: Instance, edges: list[float], nodes: list[float], levels: int | None
) -> None:
    optimum, problem = best_over_orders(instance), Problem.of(instance)
    shares = edges[: problem.size] + nodes[: len(problem.arrays.D)]
    relaxation = relax(instance, optimum * np.array(shares), levels)
    assert root_bound(relaxation) <= optimum * (1 + 1e-9)


def test_tuning_yields_what_rises_and_settles_at_the_best() -> None:
    """From multipliers that are no good to more than Smith's rule gives, 230."""
    relaxation = relax(FOUR_EDGES, np.array([0.0, 200.0, -200.0, 0.0, 0, 0, 0, 0]))
    assert root_bound(relaxation) == 35
    bounds = tuned(relaxation, OPTIMUM, 60)
    assert bounds[0] == 35
    assert bounds == sorted(bounds)
    assert 230 < bounds[-1] <= OPTIMUM * (1 + 1e-12)
    assert root_bound(relaxation) == bounds[-1]


@settings(max_examples=40)
@given(instances(min_served=1, max_served=6), st.sampled_from([0.3, 0.9, 1.0, 2.0, 1e3]))
def test_tuning_never_ends_below_its_start(instance: Instance, off: float) -> None:
    """Wherever it aims."""
    relaxation = relax(instance)
    start = root_bound(relaxation)
    tuned(relaxation, off * abs(start), 25)
    assert root_bound(relaxation) >= start


def test_a_sample_of_one_beginning_is_the_cost_so_far_and_to_go() -> None:
    """Edge 1 of the paper's example served, at node 2: 100 so far, and 35 to be brought on."""
    relaxation = relax(FOUR_EDGES, np.zeros(8))
    node = int(relaxation.problem.arrays.entry[0, 1])
    level = relaxation.levels.top - int(relaxation.levels.of_edge[0])
    served = np.array([[True, False, False, False]])
    so_far = 2 * (135 - 50)
    costs = so_far + relaxation.constant(np.array([35.0]))
    due = relaxation.due(served, np.array([node]), np.array([level]))
    sample = Sample(np.array([level]), np.array([node]), costs, served, due)
    (*_, best) = relaxation.tune(sample, OPTIMUM, 40, 0.3)
    rest = FOUR_EDGES.replace(start=2, demand={1: 0})
    assert so_far < best <= so_far + best_over_orders(rest) + 1e-9


def test_nothing_is_counted_above_the_ceiling() -> None:
    """Of several beginnings, no more than a little above the cut-off is counted of each."""
    relaxation = relax(FOUR_EDGES)
    root = relaxation.root()
    dear = root._replace(costs=root.costs + 1e6)
    both = Sample(*(np.concatenate(pair) for pair in zip(root, dear, strict=True)))
    mean = next(relaxation.tune(both, OPTIMUM, 1, 0.3))
    assert mean == pytest.approx((root_bound(relaxation) + 1.001 * OPTIMUM) / 2)


def steps_of(relaxation: Relaxation, order: tuple[int, ...], sides: tuple[int, ...]) -> list[int]:
    """Return (level, step) of a tour as indices into `alive`, flattened."""
    grid, level, indices = relaxation.grid, relaxation.levels.top, []
    for e, side in zip(order, sides, strict=True):
        tail = relaxation.problem.arrays.entry[e, side]
        (step,) = np.flatnonzero((grid.edge == e) & (grid.tail == tail))
        indices.append(level * len(grid.edge) + int(step))
        level -= int(relaxation.levels.of_edge[e])
    return indices


@pytest.mark.parametrize("cutoff", [230, 274, 275, 275.001, 280, 325, 400, 1000])
@pytest.mark.parametrize("levels", [None, 5, 12])
def test_no_tour_below_the_cutoff_loses_a_step(cutoff: float, levels: int | None) -> None:
    """Of all 384 tours of the paper's example; deletions stay when the multipliers change."""
    relaxation = relax(FOUR_EDGES, levels=levels)
    for steps in (0, 10, 60):
        if steps:
            tuned(relaxation, cutoff, steps)
        left = relaxation.delete(cutoff)
        assert left == relaxation.alive[1:].sum()
    alive, D = relaxation.alive.ravel(), all_distances(FOUR_EDGES)
    below = 0
    for order in itertools.permutations(range(4)):
        for sides in itertools.product((0, 1), repeat=4):
            ids, directions = (tuple(k + 1 for k in some) for some in (order, sides))
            if cost_of(FOUR_EDGES, D, ids, directions) < cutoff * (1 - 1e-12):
                below += 1
                assert alive[steps_of(relaxation, order, sides)].all()
    assert (below > 0) == (cutoff > OPTIMUM)
    bound = root_bound(relaxation)
    assert min(bound, cutoff) <= OPTIMUM * (1 + 1e-12)


def test_deletions_raise_the_bound_and_are_noted() -> None:
    relaxation = relax(FOUR_EDGES, np.zeros(8))
    before = root_bound(relaxation)
    all_steps = relaxation.delete(math.inf)
    left = relaxation.delete(OPTIMUM + 1)
    assert left < all_steps
    assert [cutoff for cutoff, _ in relaxation.deletions] == [math.inf, OPTIMUM + 1]
    assert root_bound(relaxation) >= before


def test_deleting_in_pieces_deletes_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    at_once, in_pieces = (relax(FOUR_EDGES, levels=30) for _ in range(2))
    left = at_once.delete(OPTIMUM)
    pauses = []
    in_pieces.pause = lambda: pauses.append(1)
    monkeypatch.setattr("arcload.proofs.relaxation._A_PIECE", 1)
    assert in_pieces.delete(OPTIMUM) == left
    assert len(pauses) == in_pieces.levels.top
    assert np.array_equal(at_once.alive, in_pieces.alive)


@pytest.mark.parametrize("work", ["delete", "fill", "crossed"])
def test_long_work_ends_in_its_midst_when_the_run_is_over(
    monkeypatch: pytest.MonkeyPatch, work: str
) -> None:
    """Seconds of it passed without a look at the clock."""
    relaxation = relax(FOUR_EDGES)
    monkeypatch.setattr("arcload.proofs.relaxation._A_PIECE", 1)
    pauses = iter([None, None])
    monkeypatch.setattr(relaxation, "pause", lambda: next(pauses))
    with pytest.raises(StopIteration):
        _ = relaxation.crossed if work == "crossed" else getattr(relaxation, work)(OPTIMUM)
    assert not relaxation.deletions
    assert relaxation.alive.all()


def test_what_a_great_load_leaves_of_precision_is_known() -> None:
    """Nearly all is served at once, at no cost: the bound is off, by no more than stated."""
    for seed in range(20):
        q, d = np.random.default_rng(seed).uniform(0.1, 2.0, size=(2, 3))
        edges = [(1, 1, 0, 1e9), (1, 2, d[0], q[0]), (1, 3, d[1], q[1]), (2, 3, d[2], q[2])]
        instance = Instance.from_edges(edges, depot=1)
        optimum, relaxation = best_over_orders(instance), relax(instance)
        tuned(relaxation, optimum, 20)
        allowed = relaxation.rounding(relaxation.multipliers)
        assert root_bound(relaxation) - allowed <= optimum
    assert relax(FOUR_EDGES).rounding(np.zeros(4)) < 1e-10 * OPTIMUM


def test_the_work_of_filling_the_labels_grows_with_the_levels() -> None:
    assert fill_work(20, nodes=3, steps=4) == 2 * fill_work(10, nodes=3, steps=4) > 0
