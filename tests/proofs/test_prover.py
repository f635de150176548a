"""Proofs: valid whenever they are left alone, whatever memory they have."""

import itertools
import math

import numpy as np
import pytest

import arcload
from arcload import FREE, Instance
from arcload.engine.context import Context
from arcload.engine.problem import Problem
from arcload.engine.stop import AnyOf
from arcload.maps.generators import generate
from arcload.proofs import prover
from arcload.proofs.prover import BRIEF, CLOSE, FAIR, THOROUGH, Effort, cutoff_of, prove, relax
from arcload.proofs.verify import verify
from arcload.proofs.windows.tune_with_cuts import tune_with_cuts
from arcload.solving.methods import greedy
from tests.brute_force import best_over_orders
from tests.examples import FOUR_EDGES
from tests.fuzz import root_bound
from tests.proofs.test_label_setting import optimum_of
from tests.proofs.windows.test_cuts_of_ways import ways_of

TOWN = generate("rural", nodes=9, edges=14, served=1.0, seed=3)
REAL = TOWN.replace(
    demands=np.where(TOWN.demands > 0, np.random.default_rng(4).uniform(1, 9, len(TOWN.edges)), 0)
)


def context_of(instance: Instance, memory: float = 1e9) -> Context:
    """Return a run that has the greedy tour."""
    context = Context(Problem.of(instance), AnyOf(), memory=memory)
    greedy.build(context)
    return context


@pytest.fixture
def no_subsets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Prove small instances the way that large ones are proven."""
    monkeypatch.setattr(prover, "subsets_pay", lambda *_: False)


def test_small_instances_are_proven_by_subsets() -> None:
    context = context_of(FOUR_EDGES)
    for _ in prove(context, 1, THOROUGH):
        pass
    assert context.best is not None
    assert context.best.cost == context.lower_bound == 275
    assert context.record.certificate is not None
    assert context.record.certificate.kind == "subsets"


@pytest.mark.usefixtures("no_subsets")
@pytest.mark.parametrize("instance", [TOWN, REAL], ids=["whole demands", "real demands"])
@pytest.mark.parametrize("width", [1, 30, 10_000])
def test_the_bound_holds_after_every_piece_of_work(instance: Instance, width: int) -> None:
    """It never falls, never passes the optimum, and reaches it where all states are kept."""
    optimum = optimum_of(instance)
    context = context_of(instance)
    last = -math.inf
    for _ in prove(context, 1, Effort(14 * width, 14 * width, patient=True)):
        assert context.lower_bound is not None
        assert last <= context.lower_bound <= optimum * (1 + 1e-12)
        assert context.best is not None
        assert context.best.cost >= optimum * (1 - 1e-12)
        last = context.lower_bound
    assert context.proven() or width < 10_000


@pytest.mark.usefixtures("no_subsets")
def test_what_was_proven_stays_when_it_is_left_alone() -> None:
    """After 1, 2, 3 ... pieces: the bound is that of the last piece, and its proof is accepted."""
    whole = context_of(TOWN)
    bounds = [whole.lower_bound for _ in prove(whole, 1, BRIEF)]
    for pieces in (*range(1, 6), *range(6, len(bounds), 29)):
        context = context_of(TOWN)
        proof = prove(context, 1, BRIEF)
        for _ in itertools.islice(proof, pieces):
            pass
        proof.close()  # type: ignore[attr-defined]
        assert context.lower_bound == bounds[pieces - 1]
        assert context.record.certificate is not None
        assert context.record.certificate.bound == context.lower_bound
        assert verify(TOWN, context.record.certificate) >= context.lower_bound * (1 - 1e-9)


@pytest.mark.parametrize("memory", [0, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7])
def test_little_memory_makes_proofs_weaker_not_wrong(memory: float) -> None:
    """Narrower, or none at all, and never an error."""
    context = context_of(TOWN, memory)
    for _ in prove(context, 2, THOROUGH):
        pass
    assert (context.lower_bound or 0) <= optimum_of(TOWN) * (1 + 1e-12)
    if memory >= 1e7:
        assert context.proven()
    if memory <= 1e2:
        assert context.lower_bound is None


def test_a_relaxation_that_does_not_fit_is_not_made() -> None:
    """Labels of 24 bytes per level and node, twice, and one byte per level and step."""
    context = context_of(TOWN)
    made = relax(context)
    assert made is not None
    levels, nodes, steps = made.levels.top, len(made.grid.home), len(made.grid.edge)
    needed = levels * (2 * 24 * nodes + steps)
    context.memory = 2 * needed
    assert relax(context) is not None
    context.memory = 2 * needed - 2
    assert relax(context) is None


@pytest.mark.usefixtures("no_subsets")
def test_a_better_tour_that_a_proof_meets_is_kept() -> None:
    context = Context(Problem.of(FOUR_EDGES), AnyOf())
    context.offer_order(np.array([3, 2, 1, 0]))
    assert context.best is not None
    assert context.best.cost > 275
    for _ in prove(context, 1, THOROUGH):
        pass
    assert context.best.cost == 275
    assert context.proven()


@pytest.mark.usefixtures("no_subsets")
def test_a_proof_is_up_to_a_hair_below_the_best_tour() -> None:
    """A tour that is known to be optimal needs no other: what is proven is the cut-off."""
    context = context_of(TOWN)
    context.offer_order(Problem.of(TOWN).order_of(_optimal_edges(TOWN)))
    for _ in prove(context, 1, THOROUGH):
        pass
    assert context.best is not None
    assert cutoff_of(context) == context.best.cost * (1 - CLOSE)
    assert context.lower_bound == pytest.approx(cutoff_of(context), rel=1e-12)


def _optimal_edges(instance: Instance) -> list[int]:
    tour = arcload.solve(instance, "exact")
    return [instance.edge_index(edge) for edge in tour.plan.order]


ODD = {
    "huge demands": FOUR_EDGES.replace(demands=FOUR_EDGES.demands * 1e9),
    "tiny demands": FOUR_EDGES.replace(demands=FOUR_EDGES.demands * 1e-9),
    "huge and real": FOUR_EDGES.replace(demands=FOUR_EDGES.demands**1.3 * 1e9),
    "tiny and real": FOUR_EDGES.replace(demands=FOUR_EDGES.demands**1.3 * 1e-9),
    "numbers at the edge": FOUR_EDGES.replace(
        demands=FOUR_EDGES.demands * 1e-200, lengths=FOUR_EDGES.lengths * 1e150
    ),
    "W enormous": FOUR_EDGES.replace(curb_weight=1e9),
    "W enormous, demands tiny": FOUR_EDGES.replace(
        curb_weight=1e9, demands=FOUR_EDGES.demands * 1e-9
    ),
    "demand on one edge only": FOUR_EDGES.replace(demand={1: 0, 2: 0, 4: 0}),
    "nearly all on one edge": FOUR_EDGES.replace(demand={4: 1e7}),
    "no lengths": FOUR_EDGES.replace(lengths=FOUR_EDGES.lengths * 0),
    "free ends": FOUR_EDGES.replace(start=FREE, end=FREE, curb_weight=5),
    "collecting": FOUR_EDGES.replace(mode="collect", end=3, curb_weight=5),
}


@pytest.mark.usefixtures("no_subsets")
@pytest.mark.parametrize("name", ODD)
def test_odd_instances_are_proven(name: str) -> None:
    optimum = best_over_orders(ODD[name])
    context = context_of(ODD[name])
    for _ in prove(context, 1, THOROUGH):
        assert (context.lower_bound or 0) <= optimum * (1 + 1e-9)
    assert context.best is not None
    assert context.best.cost == pytest.approx(optimum, rel=1e-9, abs=0.0)
    assert context.proven()


@pytest.mark.usefixtures("no_subsets")
def test_a_great_load_that_is_left_at_once_raises_no_bound_too_high() -> None:
    """Rounding of 1e9 kg is more than all that the tour costs after it; no more is claimed."""
    for seed in range(10):
        q, d = np.random.default_rng(seed).uniform(0.1, 2.0, size=(2, 3))
        edges = [(1, 1, 0, 1e9), (1, 2, d[0], q[0]), (1, 3, d[1], q[1]), (2, 3, d[2], q[2])]
        instance = Instance.from_edges(edges, depot=1)
        optimum, context = best_over_orders(instance), context_of(instance)
        for _ in prove(context, 1, BRIEF):
            assert (context.lower_bound or 0) <= optimum


def test_300_edges_with_real_demands() -> None:
    """A few pieces of work give a bound that is worth something."""
    city = generate("city", edges=300, seed=6)
    demands = np.where(city.demands > 0, np.random.default_rng(6).uniform(0.1, 9, 300), 0.0)
    context = context_of(city.replace(demands=demands))
    assert context.problem.size >= 250
    for _ in itertools.islice(prove(context, 2, FAIR), 8):
        assert context.lower_bound is not None
        assert context.best is not None
        assert 0.3 * context.best.cost < context.lower_bound <= context.best.cost
    assert context.record.certificate is not None
    assert context.record.certificate.kind == "envelope"


@pytest.mark.parametrize("from_ways", [False, True])
def test_window_cuts_are_proven_again_and_so_is_what_is_deleted_with_them(
    monkeypatch: pytest.MonkeyPatch, from_ways: bool
) -> None:
    """The bound rises with cuts; label setting goes on with them, on what they left."""
    town = generate("city", edges=40, seed=3)
    context, made = context_of(town), []
    ways = ways_of(town)[0] if from_ways else None
    relaxation = relax(context)
    assert relaxation is not None
    for _ in prover.tune_root(context, relaxation, 100, 0.2):
        pass
    before = context.lower_bound
    assert before is not None
    monkeypatch.setattr(
        prover, "tune_with_cuts", lambda *given: itertools.islice(tune_with_cuts(*given), 150)
    )
    for _ in prover.tune_windows(context, relaxation, ways):
        pass
    certificate = context.record.certificate
    assert certificate is not None
    assert certificate.windows
    assert verify(town, certificate) > 1.002 * before
    monkeypatch.setattr(context, "raise_bound", lambda _, labels: made.append(labels))
    for _ in prover.widen(context, relaxation, 1, Effort(2000, 2000, patient=False)):
        pass
    assert [labels.kind for labels in made] == ["labels"]
    assert made[0].windows
    in_all, cuts = len(made[0].stages[0][1]), len(made[0].windows)
    assert all((values[in_all - cuts :] > 0).any() for _, values in made[0].stages)
    assert verify(town, made[0]) > 1.002 * before


def test_where_cuts_of_the_ways_come_to_less_there_are_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """After one step of the ascent the multipliers that were tuned before are better."""
    town = generate("city", edges=40, curb_ratio=0.0, seed=3)
    context, ways = context_of(town), ways_of(town)[0]
    relaxation = relax(context)
    assert relaxation is not None
    for _ in prover.tune_root(context, relaxation, 60, 0.2):
        pass
    tuned = root_bound(relaxation)
    monkeypatch.setattr(
        prover, "tune_with_cuts", lambda *given: itertools.islice(tune_with_cuts(*given), 1)
    )
    for _ in prover.tune_windows(context, relaxation, ways):
        pass
    assert relaxation.cuts == ()
    assert root_bound(relaxation) >= tuned


@pytest.mark.parametrize(("worth", "passes"), [(0.0, 4), (0.01, 4), (0.99, 2)])
def test_passes_end_when_one_closes_too_little(
    monkeypatch: pytest.MonkeyPatch, worth: float, passes: int
) -> None:
    """Each pass of a town that is too large for them is better than the last, not by all."""
    town = generate("city", edges=40, seed=3)
    context, made = context_of(town), []
    relaxation = relax(context)
    assert relaxation is not None
    for _ in prover.tune_root(context, relaxation, 60, 0.2):
        pass
    monkeypatch.setattr(context, "raise_bound", lambda bound, _: made.append(bound))
    effort = Effort(first=200, most=200 * 8**3, patient=True)
    for _ in prover.widen(context, relaxation, 1, effort, worth=worth):
        pass
    assert len(made) == passes
    assert made == sorted(set(made))
