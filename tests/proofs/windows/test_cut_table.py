"""Window cuts in the relaxation: what they ask for, and what their multipliers change."""

import numpy as np
import pytest

from arcload import Instance
from arcload.model.window_cut import WindowCut
from arcload.proofs.relaxation import Relaxation
from tests.examples import FOUR_EDGES
from tests.fuzz import root_bound
from tests.proofs.test_relaxation import relax
from tests.random_cuts import random_cuts

STAR = Instance.from_edges([(1, 2, 3, 1), (1, 3, 4, 1), (1, 4, 5, 1)], depot=1, curb_weight=2)


def with_cuts(instance: Instance, *cuts: WindowCut, multiplier: float) -> Relaxation:
    """Return a relaxation without other multipliers than these."""
    relaxation = relax(instance)
    relaxation.reset(np.zeros(len(relaxation.multipliers)))
    relaxation.set_cuts(cuts)
    relaxation.multipliers[-len(cuts) :] = multiplier
    return relaxation


def test_what_an_odd_cut_asks_for_by_hand() -> None:
    """A leaf with one edge needs one deadhead: at the depot, and where it stands at the leaf.

    Back at the depot, with the edge served, nothing is due. For an edge that is still to be
    served 1 is taken off, as the walk gets it back when it serves it.
    """
    leaf = int(relax(STAR).problem.arrays.entry[0, 1])
    depot = relax(STAR).problem.start
    table = with_cuts(STAR, WindowCut((leaf,), 3, -1, odd=(0,)), multiplier=1.0).table
    served = np.array([[False, False, False], [True, False, False], [True, False, False]])
    due = table.due(served, np.array([depot, leaf, depot]), np.array([3, 2, 2]))
    assert due.tolist() == [[0.0], [1.0], [0.0]]


def test_what_a_link_asks_for_by_hand() -> None:
    """Inside, its service is due, or when that is done to leave once more; outside nothing."""
    relaxation = relax(STAR)
    depot, leaf = relaxation.problem.start, int(relaxation.problem.arrays.entry[0, 1])
    inside = tuple(sorted((depot, leaf)))
    table = with_cuts(STAR, WindowCut(inside, 3, 0, edge=0), multiplier=1.0).table
    served = np.array([[False, False, False], [True, False, False], [False, True, False]])
    other = int(relaxation.problem.arrays.entry[1, 1])
    due = table.due(served, np.array([depot, leaf, other]), np.array([3, 2, 2]))
    assert due.tolist() == [[-1.0], [1.0], [0.0]]


def test_the_slope_of_a_cut_is_what_its_multiplier_changes() -> None:
    entry = relax(FOUR_EDGES).problem.arrays.entry
    top = relax(FOUR_EDGES).levels.top
    ends = tuple(sorted({int(node) for node in entry[1]}))
    border = [e for e in range(4) if len({int(v) for v in entry[e]} & set(ends)) == 1]
    cuts = [
        WindowCut(ends, top, top // 2, edge=1),
        WindowCut(ends, top // 2, -1, odd=tuple(border[:1])),
        WindowCut(ends[:1], top // 3, 2, begins=True),
    ]
    relaxation = with_cuts(FOUR_EDGES, *cuts, multiplier=3.0)
    value, slope = relaxation.evaluate(relaxation.root())
    for number in range(1, len(cuts) + 1):
        changed = with_cuts(FOUR_EDGES, *cuts, multiplier=3.0)
        changed.multipliers[-number] += 1e-6
        risen = changed.evaluate(changed.root())[0] - value
        assert risen == pytest.approx(1e-6 * slope[-number], abs=1e-9)


def test_cuts_come_and_go_with_their_multipliers() -> None:
    one, other = WindowCut((0,), 5, 1, begins=True), WindowCut((1,), 5, 1, begins=True)
    relaxation = with_cuts(FOUR_EDGES, one, multiplier=2.0)
    bound = root_bound(relaxation)
    relaxation.set_cuts((other, one))
    assert relaxation.multipliers[-2:].tolist() == [0.0, 2.0]
    assert root_bound(relaxation) == bound
    relaxation.delete(275.0)
    relaxation.multipliers = relaxation.best = np.append(relaxation.multipliers[:-1], 0.0)
    assert relaxation.used_cuts().tolist() == [1]  # a deletion needs it
    relaxation.set_cuts([one])
    assert relaxation.cuts == (one,)
    assert relaxation.deletions[0][1][-1] == 2.0
    list(relaxation.tune(relaxation.root(), 275.0, 20, 0.3))
    assert len(relaxation.best) == len(relaxation.deletions[0][1])


def test_the_strong_cuts_are_the_fewest_that_have_most_of_the_multipliers() -> None:
    cuts = [WindowCut((node,), 5, 1, begins=True) for node in range(4)]
    relaxation = with_cuts(FOUR_EDGES, *cuts, multiplier=1.0)
    relaxation.multipliers[-4:] = [1.0, 6.0, 0.0, 3.0]
    assert relaxation.strong_cuts(0.9).tolist() == [1, 3]
    assert relaxation.strong_cuts(0.91).tolist() == [0, 1, 3]
    assert relaxation.strong_cuts(1.0).tolist() == [0, 1, 3]
    relaxation.delete(275.0)
    relaxation.multipliers = np.append(relaxation.multipliers[:-4], [0.0, 6.0, 1.0, 0.0])
    assert relaxation.strong_cuts(0.5).tolist() == [0, 1, 3]  # a deletion needs two of them


def test_kernels_are_compiled_for_one_layout_of_its_arrays() -> None:
    """A kernel is compiled anew for each, which would take some seconds of a run."""
    problem, levels = relax(FOUR_EDGES).problem, relax(FOUR_EDGES).levels
    cuts = random_cuts(np.random.default_rng(1), problem, levels.top, 20)
    relaxation = with_cuts(FOUR_EDGES, *cuts, multiplier=1.0)
    table, given = relaxation.table, relaxation.multipliers
    for arrays in (table.arrays, table.priced(given), table.prices(relaxation.grid, given)):
        assert all(array.flags.c_contiguous for array in arrays)
