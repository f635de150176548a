"""The check of lower bounds, against brute force and tampering."""

import itertools
import math
from contextlib import suppress
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import arcload
from arcload.engine.context import Context
from arcload.engine.kernels.relaxation import least_loads
from arcload.engine.problem import Problem
from arcload.engine.stop import AnyOf
from arcload.model.certificate import KINDS, Certificate, Kind
from arcload.model.errors import CheckError
from arcload.model.instance import Edge
from arcload.proofs import prover
from arcload.proofs.label_setting import LabelSetting
from arcload.proofs.levels import Levels, rounded
from arcload.proofs.prover import Effort, cutoff_of, prove, relax, tune_root, widen
from arcload.proofs.relaxation import Relaxation
from arcload.proofs.smith import smith_bound
from arcload.proofs.verify import verify
from arcload.solving.bound import bound
from tests.brute_force import best_over_orders
from tests.examples import FOUR_EDGES
from tests.strategies import instances

FEW = instances(max_nodes=5, min_served=1, max_served=4)
BRIEF = Effort(first=10_000, most=10_000, patient=False)
LITTLE = -1e90  # as a stated bound: any proof will do

# Edges 1, 2 and 3 of the four: nodes 3 and 4 (rows 2 and 3) are odd and 4 apart.
PATH = arcload.Instance.from_edges(
    [(1, 2, 2, 100), (2, 3, 1, 20), (1, 4, 1, 10)], depot=1, curb_weight=1
)
SMITH = Certificate("smith", 193.0, nodes=np.array([2, 3]), potentials=np.array([2.0, 2.0]))


def _at_most(value: float, limit: float) -> bool:
    return value <= limit + 1e-9 * abs(limit)


def _context(instance: arcload.Instance) -> Context:
    """Return a run with the first tour that can be driven."""
    context = Context(Problem.of(instance), AnyOf())
    orders = itertools.permutations(range(context.problem.size))
    assert any(context.offer_order(np.array(order, dtype=np.int64)) for order in orders)
    return context


def _smith(instance: arcload.Instance) -> Certificate:
    found = smith_bound(Problem.of(instance))
    return Certificate("smith", found.value, nodes=found.nodes, potentials=found.potentials)


def _subsets(instance: arcload.Instance) -> Certificate:
    context = _context(instance)
    for _ in prove(context, 1, BRIEF):
        pass
    assert context.record.certificate is not None
    return context.record.certificate


def _relaxed(context: Context) -> Relaxation:
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


def _relaxation(instance: arcload.Instance, *, labels: bool = False) -> Certificate:
    """Return what the relaxation proves after a deletion, or the label setting after it."""
    context = _context(instance)
    relaxation = _relaxed(context)
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


@given(instances(max_nodes=5, max_served=4))
@settings(max_examples=60)
def test_smiths_certificates_hold(instance: arcload.Instance) -> None:
    certificate = _smith(instance)
    proven = verify(instance, certificate)
    assert math.isclose(proven, certificate.bound, rel_tol=1e-9)
    assert _at_most(proven, best_over_orders(instance))


@given(instances(max_nodes=5, max_served=4))
@settings(max_examples=60)
def test_subsets_prove_the_optimum(instance: arcload.Instance) -> None:
    optimum = best_over_orders(instance)
    proven = verify(instance, Certificate("subsets", LITTLE))
    assert math.isclose(proven, optimum, rel_tol=1e-9)
    if Problem.of(instance).size:
        assert _at_most(_subsets(instance).bound, proven)


@given(FEW)
@settings(max_examples=50)
def test_relaxations_certificates_hold(instance: arcload.Instance) -> None:
    certificate = _relaxation(instance)
    proven = verify(instance, certificate)
    assert math.isclose(proven, max(0.0, certificate.bound), rel_tol=1e-9)
    assert _at_most(proven, best_over_orders(instance))


@given(FEW)
@settings(max_examples=50)
def test_label_settings_certificates_hold(instance: arcload.Instance) -> None:
    certificate = _relaxation(instance, labels=True)
    proven = verify(instance, certificate)
    assert math.isclose(proven, certificate.bound, rel_tol=1e-9)
    assert _at_most(proven, best_over_orders(instance))


def test_a_bound_much_less_than_its_terms_is_proven_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Rounding alone decided on steps near the cut-off, and `verify` decided otherwise."""
    ring = arcload.Instance.from_edges(
        [
            Edge(0, 1, 240636644.88173515, 2.5, length_back=806100324.7321612),
            Edge(2, 1, 2, 2601606.2674545324, length_back=2.677183500489596),
            Edge(2, 3, 9, 2.5),
            Edge(4, 3, 5, 2.5, length_back=18.63738622056791),
            Edge(5, 4, 9, 2.5),
            Edge(5, 0, 8, 2.5, length_back=29.470625961660364),
        ],
        start=arcload.FREE,
        end=arcload.FREE,
        mode="collect",
        curb_weight=16,
    )
    monkeypatch.setattr(prover, "subsets_pay", lambda *_: False)
    made = bound(ring, threads=1)
    assert made.kind in ("relaxation", "labels")
    assert verify(ring, made.certificate) == pytest.approx(made.lower_bound, rel=1e-9)
    assert made.lower_bound == pytest.approx(made.best, rel=1e-7)


@given(instances(max_nodes=5, max_served=4), st.data())
@settings(max_examples=60)
def test_no_potentials_prove_more_than_the_optimum(
    instance: arcload.Instance, data: st.DataObject
) -> None:
    certificate = replace(_smith(instance), bound=LITTLE)
    assert certificate.potentials is not None
    size = len(certificate.potentials)
    change = data.draw(st.lists(st.floats(-20, 20), min_size=size, max_size=size))
    tampered = replace(certificate, potentials=certificate.potentials + np.array(change))
    try:
        proven = verify(instance, tampered)
    except CheckError:
        assert max(change) > 0
    else:
        assert _at_most(proven, best_over_orders(instance))


@st.composite
def _made_up(draw: st.DrawFn, instance: arcload.Instance, optimum: float) -> Certificate:
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


@given(FEW, st.data())
def test_no_multipliers_prove_more_than_the_optimum(
    instance: arcload.Instance, data: st.DataObject
) -> None:
    optimum = best_over_orders(instance)
    made_up = data.draw(_made_up(instance, optimum))
    proven = verify(instance, replace(made_up, kind="relaxation", stages=made_up.stages[:1]))
    assert _at_most(proven, optimum)
    assert all(proven <= cutoff for cutoff, _ in made_up.deletions)


@given(FEW, st.data())
def test_labels_prove_all_up_to_the_optimum_and_the_cutoffs(
    instance: arcload.Instance, data: st.DataObject
) -> None:
    optimum = best_over_orders(instance)
    made_up = data.draw(_made_up(instance, optimum))
    most = min([optimum, *(cutoff for cutoff, _ in made_up.deletions)])
    true = replace(made_up, bound=most * data.draw(st.sampled_from([0.5, 0.99, 1 - 1e-12])))
    assert math.isclose(verify(instance, true), true.bound, rel_tol=1e-9)
    too_much = replace(made_up, bound=1.01 * most + 1e-6)
    with pytest.raises(CheckError, match="it proves"):
        verify(instance, too_much)


@given(FEW)
@settings(max_examples=60)
def test_no_deletion_by_good_multipliers_loses_the_optimum(instance: arcload.Instance) -> None:
    optimum = best_over_orders(instance)
    certificate = _relaxation(instance)
    multipliers = certificate.stages[0][1]
    above = replace(
        certificate,
        kind="labels",
        bound=optimum * (1 + 1e-6) + 1e-9,
        deletions=((optimum * (1 + 2e-6) + 2e-9, multipliers),),
    )
    with pytest.raises(CheckError, match="it proves"):
        verify(instance, above)


@given(FEW, st.floats(1e-6, 10.0))
@settings(max_examples=40)
def test_no_certificate_of_another_kind_proves_more_than_the_optimum(
    instance: arcload.Instance, more: float
) -> None:
    optimum = best_over_orders(instance)
    for certificate in (_smith(instance), _relaxation(instance, labels=True)):
        for kind in KINDS:
            other = replace(certificate, kind=kind)
            with pytest.raises(CheckError):
                verify(instance, replace(other, bound=optimum * (1 + more) + more))
            with suppress(CheckError):
                assert _at_most(verify(instance, other), optimum)


def test_the_example_worked_by_hand() -> None:
    assert verify(FOUR_EDGES, _subsets(FOUR_EDGES)) == pytest.approx(275)
    assert verify(FOUR_EDGES, _smith(FOUR_EDGES)) == pytest.approx(230)
    assert verify(PATH, SMITH) == pytest.approx(193)
    # The edge 1 -> 2 sets the pace, 2 / 100: 0.02 * 135^2 / 2 = 182.25 is put aside. The cheapest
    # walk serves 1 -> 2 (0), 2 -> 3 (0.6 * 25), drives 3 -> 2 (15), and serves 2 -> 1 again (0)
    # and 1 -> 4 (0.8 * 5).
    plain = Certificate(
        "relaxation", 216.25, levels=np.ones(4, dtype=np.int64), stages=((0, np.zeros(8)),)
    )
    assert verify(FOUR_EDGES, plain) == pytest.approx(182.25 + 15 + 15 + 4)


def test_deadheads_may_be_driven_either_way() -> None:
    """Nodes 3 and 4 are 6 and 8 apart, but either is 1 before node 2 on a one-way street."""
    ways = [Edge(3, 2, 1, length_back=math.inf), Edge(4, 2, 1, length_back=math.inf)]
    streets = [(1, 2, 2, 100), (2, 3, 5, 20), (1, 4, 5, 10), *ways]
    instance = arcload.Instance.from_edges(streets, depot=1, curb_weight=1)
    both = replace(SMITH, bound=0.0, potentials=np.array([1.0, 1.0]))
    assert verify(instance, both) > 0
    with pytest.raises(CheckError, match=r"sum up to 6\.0, more than their distance 2\.0"):
        verify(instance, replace(both, potentials=np.array([3.0, 3.0])))


EXTREME: dict[str, list[tuple[float, ...]]] = {
    "short and heavy": [(1, 1, 1e-190, 1e150), (1, 1, 1e-200, 1e150)],
    "long and light": [(1, 1, 1e200, 1e-150), (1, 1, 1e190, 1e-150)],
    "of no length": [(1, 1, 0, 1), (1, 1, 0, 2)],
}


@pytest.mark.parametrize("name", EXTREME)
def test_ratios_that_no_number_holds_prove_no_more_than_the_optimum(name: str) -> None:
    instance = arcload.Instance.from_edges(EXTREME[name], depot=1)
    optimum, one = best_over_orders(instance), np.ones(2, dtype=np.int64)
    for kind in KINDS:
        certificate = Certificate(kind, 0.0, levels=one, stages=((0, np.zeros(3)),))
        assert _at_most(verify(instance, certificate), optimum)


def test_more_than_is_proven_is_refused_with_both_values() -> None:
    with pytest.raises(CheckError, match=r"states the bound 193\.001; it proves 193\.0"):
        verify(PATH, replace(SMITH, bound=193.001))
    with pytest.raises(CheckError, match=r"states the bound 276\.0; it proves 275\.0"):
        verify(FOUR_EDGES, Certificate("subsets", 276.0))


def test_a_lower_bound_than_proven_is_fine() -> None:
    assert verify(PATH, replace(SMITH, bound=100)) == pytest.approx(193)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"bound": math.nan}, "must be finite"),
        ({"bound": math.inf}, "must be finite"),
        ({"bound": "193"}, "must be numbers"),
        ({"bound": None}, "must be numbers"),
        ({"kind": "guess"}, "kind is 'guess'"),
        ({"kind": ["smith"]}, "kind is"),
        ({"nodes": None}, "shape"),
        ({"nodes": None, "potentials": None}, "node 2 is odd"),
        ({"nodes": np.array([2]), "potentials": np.array([4.0])}, "node 3 is odd"),
        (
            {"nodes": np.array([2, 3, 1]), "potentials": np.array([2.0, 2, 0])},
            "node 1 is listed",
        ),
        ({"nodes": np.array([2, -1])}, "node 3 is odd"),
        ({"nodes": np.array([1, 3])}, "node 2 is odd"),
        ({"nodes": np.array([2, 9])}, "node 3 is odd"),
        ({"nodes": np.array([2.5, 3])}, "whole"),
        ({"nodes": [[2], [3, 4]]}, "must be numbers"),
        ({"potentials": np.array([2.0, 2.1])}, "more than their distance"),
        ({"potentials": np.array([9.0, -9.0])}, "it proves 189"),
        ({"potentials": np.array([2.0, math.nan])}, "finite"),
        ({"potentials": np.array([2.0, 2.0, 0.0])}, "shape"),
        ({"kind": "relaxation"}, "no stages"),
        ({"kind": "labels"}, "no stages"),
    ],
)
def test_a_malformed_smith_certificate_is_refused(change: dict[str, Any], sentence: str) -> None:
    with pytest.raises(CheckError, match=sentence):
        verify(PATH, replace(SMITH, **change))


ZEROS, SHORT = np.zeros(8), np.zeros(7)
NOT_A_NUMBER = np.append(SHORT, math.nan)
BELOW_0 = np.append(SHORT, -1.0)


@pytest.mark.parametrize("kind", ["relaxation", "labels"])
@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"levels": None}, "levels must be numbers"),
        ({"levels": np.ones(3)}, "levels must have the shape"),
        ({"levels": np.array([1, 1, 0, 1])}, "level of edge 2 is 0"),
        ({"levels": np.array([1, 1, 1.5, 1])}, "levels must be whole"),
        ({"levels": np.array([1, 1, math.nan, 1])}, "levels must be finite"),
        ({"levels": np.array([1, 1, 10**12, 1])}, "a check would take"),
        ({"levels": np.array(["a"] * 4)}, "levels must be numbers"),
        ({"stages": ()}, "no stages"),
        ({"stages": None}, "no sequence of pairs"),
        ({"stages": ((0, ZEROS, 1),)}, "no sequence of pairs"),
        ({"stages": ((1, ZEROS),)}, "begins at 1"),
        ({"stages": ((-1, ZEROS),)}, "begins at -1"),
        ({"stages": ((0, ZEROS), (0, ZEROS))}, "stage 2 begins at 0"),
        ({"stages": ((0, ZEROS), (2, ZEROS), (1, ZEROS))}, "stage 3 begins at 1"),
        ({"stages": ((0, ZEROS), (4, ZEROS))}, "stage 2 begins at 4"),
        ({"stages": ((0.5, ZEROS),)}, "number of a stage must be whole"),
        ({"stages": ((0, SHORT),)}, "multipliers of stage 1 must have the shape"),
        ({"stages": ((0, NOT_A_NUMBER),)}, "multipliers of stage 1 must be finite"),
        ({"stages": ((0, BELOW_0),)}, "multipliers of stage 1 of nodes must be 0 or more"),
        ({"deletions": ((300.0, BELOW_0),)}, "deletion 1 of nodes must be 0 or more"),
        ({"stages": ((0, [[0.0], [0.0, 1.0]]),)}, "multipliers of stage 1 must be numbers"),
        ({"deletions": None}, "no sequence of pairs"),
        ({"deletions": ((300.0, SHORT),)}, "multipliers of deletion 1 must have the shape"),
        ({"deletions": ((300.0, NOT_A_NUMBER),)}, "multipliers of deletion 1 must be finite"),
        ({"deletions": ((math.inf, ZEROS),)}, "cut-off of deletion 1 must be finite"),
        ({"deletions": ((100.0, ZEROS),)}, "it proves"),
        ({"bound": 276.0}, "it proves"),
    ],
)
def test_a_malformed_walk_is_refused(kind: Any, change: dict[str, Any], sentence: str) -> None:
    certificate = replace(_relaxation(FOUR_EDGES, labels=kind == "labels"), kind=kind)
    assert verify(FOUR_EDGES, certificate) <= 275 * (1 + 1e-9)
    with pytest.raises(CheckError, match=sentence):
        verify(FOUR_EDGES, replace(certificate, **change))


def test_a_relaxation_has_one_stage() -> None:
    certificate = _relaxation(FOUR_EDGES)
    stages = (*certificate.stages, (1, ZEROS))
    with pytest.raises(CheckError, match="one stage"):
        verify(FOUR_EDGES, replace(certificate, stages=stages))


def test_changed_multipliers_no_longer_prove_the_bound() -> None:
    certificate = _relaxation(FOUR_EDGES)
    for change in (-1e3, 1e20, -1e20):
        stages = ((0, certificate.stages[0][1] + change * np.array([0, 1, 2, 3, 0, 0, 0, 0])),)
        with pytest.raises(CheckError, match="it proves"):
            verify(FOUR_EDGES, replace(certificate, stages=stages, deletions=()))


def test_nothing_to_serve_needs_no_walks() -> None:
    nothing = arcload.Instance.from_edges([(1, 2, 3, 0)], depot=1)
    assert verify(nothing, Certificate("subsets", 0.0)) == 0
    kinds: tuple[Kind, ...] = ("relaxation", "labels")
    for kind in kinds:
        with pytest.raises(CheckError, match="nothing is to be served"):
            verify(nothing, Certificate(kind, 0.0))


def test_too_many_edges_for_all_subsets_are_refused() -> None:
    street = arcload.Instance.from_edges([(k, k + 1, 1, 1) for k in range(25)], depot=0)
    with pytest.raises(CheckError, match="24 edges or fewer"):
        verify(street, Certificate("subsets", 0.0))


def test_too_many_states_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arcload.proofs.verify.labels._MOST_STATES", 3)
    monkeypatch.setattr("arcload.proofs.verify.labels._UNSORTED", 0)
    with pytest.raises(CheckError, match="more than 3 beginnings"):
        verify(FOUR_EDGES, replace(_relaxation(FOUR_EDGES, labels=True), bound=1e6, deletions=()))


@given(FEW)
@settings(max_examples=20)
def test_small_blocks_prove_the_same(instance: arcload.Instance) -> None:
    certificate = _relaxation(instance, labels=True)
    proven = verify(instance, certificate)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("arcload.proofs.verify.labels._BLOCK", 1)
        patch.setattr("arcload.proofs.verify.labels._UNSORTED", 1)
        assert verify(instance, certificate) == proven
