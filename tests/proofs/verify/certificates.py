"""Certificates of small instances, as the provers give them and made up."""

import itertools

import numpy as np
import pytest
from hypothesis import strategies as st

import arcload
from arcload.engine.context import Context
from arcload.engine.kernels.relaxation import least_loads
from arcload.engine.problem import Problem
from arcload.engine.stop import AnyOf
from arcload.model.certificate import Certificate
from arcload.proofs.label_setting import LabelSetting
from arcload.proofs.levels import Levels, rounded
from arcload.proofs.prover import Effort, cutoff_of, prove, relax, tune_root, widen
from arcload.proofs.relaxation import Relaxation
from arcload.proofs.smith import smith_bound
from tests.strategies import instances

FEW = instances(max_nodes=5, min_served=1, max_served=4)
BRIEF = Effort(first=10_000, most=10_000, patient=False)
LITTLE = -1e90  # as a stated bound: any proof will do
ZEROS = np.zeros(8)  # multipliers of the four edges and their four nodes

# Edges 1, 2 and 3 of the four: nodes 3 and 4 (rows 2 and 3) are odd and 4 apart.
PATH = arcload.Instance.from_edges(
    [(1, 2, 2, 100), (2, 3, 1, 20), (1, 4, 1, 10)], depot=1, curb_weight=1
)
SMITH = Certificate("smith", 193.0, nodes=np.array([2, 3]), potentials=np.array([2.0, 2.0]))


def at_most(value: float, limit: float) -> bool:
    """Return whether a value is no more than a limit, but for rounding."""
    return value <= limit + 1e-9 * abs(limit)


def context_of(instance: arcload.Instance) -> Context:
    """Return a run with the first tour that can be driven."""
    context = Context(Problem.of(instance), AnyOf())
    orders = itertools.permutations(range(context.problem.size))
    assert any(context.offer_order(np.array(order, dtype=np.int64)) for order in orders)
    return context


def smith_certificate(instance: arcload.Instance) -> Certificate:
    """Return what Smith's rule proves."""
    smith = smith_bound(Problem.of(instance))
    return Certificate("smith", smith.value, nodes=smith.nodes, potentials=smith.potentials)


def subset_certificate(instance: arcload.Instance) -> Certificate:
    """Return what all sets of served edges prove."""
    context = context_of(instance)
    for _ in prove(context, 1, BRIEF):
        pass
    assert context.record.certificate is not None
    return context.record.certificate


def relaxed(context: Context) -> Relaxation:
    """Return the prover's relaxation, or one of few levels to save time."""
    relaxation, q = relax(context), context.problem.arrays.q
    assert relaxation is not None
    if relaxation.levels.top <= 100:
        return relaxation
    levels = rounded(q, 50)
    coarse = Levels(levels, least_loads(levels, q))
    return Relaxation(context.problem, coarse, relaxation.multipliers)


def _before_the_end(run: LabelSetting, states: object) -> bool:
    """Return whether there is anything to tune for: so small problems get several stages, too."""
    return run.count > 0 and run.level < run.relaxation.problem.size


def walk_certificate(instance: arcload.Instance, *, labels: bool = False) -> Certificate:
    """Return what the relaxation proves after a deletion, or the label setting after it."""
    context = context_of(instance)
    relaxation = relaxed(context)
    for steps in (10, 5):
        for _ in tune_root(context, relaxation, steps, 0.3):
            pass
        if not relaxation.deletions:
            relaxation.delete(cutoff_of(context))
            context.record.lower_bound = None  # so that the next certificate is kept
    if labels:
        context.record.lower_bound = None
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("arcload.proofs.label_setting._TUNE_EVERY", 1)
            patch.setattr(LabelSetting, "_tuning_pays", _before_the_end)
            for _ in widen(context, relaxation, 1, BRIEF):
                pass
    assert context.record.certificate is not None
    assert context.record.certificate.kind == ("labels" if labels else "relaxation")
    return context.record.certificate


@st.composite
def made_up_certificates(
    draw: st.DrawFn, instance: arcload.Instance, optimum: float
) -> Certificate:
    """Return a well-formed certificate with any levels, multipliers, stages and deletions."""
    m, n = Problem.of(instance).size, len(Problem.of(instance).arrays.D)
    scale = draw(st.sampled_from([0.1, 1.0, 1e6, 1e90])) * (optimum + 1.0)
    edges = st.lists(st.floats(-scale, scale), min_size=m, max_size=m)
    nodes = st.just([0.0] * n) | st.lists(st.floats(0, scale), min_size=n, max_size=n)
    one = st.tuples(edges, nodes).map(lambda both: np.array(both[0] + both[1]))
    cutoffs = st.floats(0.5, 1.5).map(lambda factor: factor * optimum)
    later = st.sets(st.integers(1, m - 1)) if m > 1 else st.just(set())
    return Certificate(
        "labels",
        LITTLE,
        levels=np.array(draw(st.lists(st.integers(1, 9), min_size=m, max_size=m))),
        deletions=tuple(draw(st.lists(st.tuples(cutoffs, one), max_size=2))),
        stages=tuple((begin, draw(one)) for begin in [0, *sorted(draw(later))]),
    )
