"""Label setting: exact where it is wide enough, a valid bound where it is not."""

from concurrent.futures import ThreadPoolExecutor

import pytest

import arcload
from arcload import Instance
from arcload.engine.kernels.labels import bytes_of_state, new_states
from arcload.engine.problem import Problem
from arcload.maps.generators import generate
from arcload.proofs import label_setting
from arcload.proofs.label_setting import LabelSetting, width_for
from arcload.proofs.levels import choose_levels
from arcload.proofs.relaxation import Relaxation, smith_multipliers
from arcload.proofs.subsets import Subsets
from tests.examples import FOUR_EDGES
from tests.fuzz import run_labels

TOWN = generate("rural", nodes=9, edges=14, served=1.0, seed=3)
LARGER = generate("rural", nodes=12, edges=24, served=1.0, seed=5)


def relaxation_of(instance: Instance, tuning: int = 0) -> Relaxation:
    problem = Problem.of(instance)
    made = Relaxation(problem, choose_levels(problem), smith_multipliers(problem))
    for _ in made.tune(made.root(), 1e9, tuning, 0.3):
        pass
    made.settle()
    return made


def labels(
    instance: Instance,
    cutoff: float,
    width: int = 100_000,
    beam: bool = False,
    threads: int = 1,
    tuning: int = 0,
) -> LabelSetting:
    """Run label setting on an instance."""
    return run_labels(relaxation_of(instance, tuning), cutoff, width, beam, threads)


def optimum_of(instance: Instance) -> float:
    """Return the optimum, by the program over subsets."""
    problem = Problem.of(instance)
    subsets = Subsets(problem)
    for _ in subsets.run():
        pass
    return problem.tour(subsets.order, subsets.sides).cost


OPTIMUM = optimum_of(TOWN)


def test_the_paper_example_below_a_cutoff() -> None:
    run = labels(FOUR_EDGES, 276)
    assert run.bound == pytest.approx(275)
    assert not run.full
    assert run.order is not None
    tour = arcload.best_directions(FOUR_EDGES, [int(k) + 1 for k in run.order])
    assert tour.cost == 275


@pytest.mark.parametrize("cutoff", [275, 274.9999, 250, 100])
def test_a_cutoff_below_which_there_is_nothing_is_proven(cutoff: float) -> None:
    run = labels(FOUR_EDGES, cutoff)
    assert (run.count, run.bound, run.order) == (0, cutoff, None)


@pytest.mark.parametrize("beam", [False, True])
def test_wider_runs_prove_more(beam: bool) -> None:
    """Never more than the optimum, and all of it when nothing is left out."""
    bounds = []
    for width in (1, 3, 10, 100, 100_000):
        run = labels(TOWN, 1.05 * OPTIMUM, width, beam, tuning=5)
        assert run.bound <= OPTIMUM * (1 + 1e-12)
        bounds.append(run.bound)
    assert bounds[0] < bounds[-2]
    assert not run.full
    assert bounds[-1] == pytest.approx(OPTIMUM)


def test_a_beam_finds_a_tour_where_a_proof_only_lowers_its_cutoff() -> None:
    beam = labels(TOWN, 2 * OPTIMUM, width=3, beam=True)
    proof = labels(TOWN, 2 * OPTIMUM, width=3)
    assert beam.full
    assert proof.full
    assert beam.order is not None
    assert sorted(beam.order.tolist()) == list(range(14))
    assert proof.order is None
    assert proof.bound <= OPTIMUM


@pytest.mark.parametrize("beam", [False, True])
@pytest.mark.parametrize("width", [5, 80, 100_000])
def test_threads_and_blocks_do_not_change_the_result(
    monkeypatch: pytest.MonkeyPatch, width: int, beam: bool
) -> None:
    """Blocks so small that each level has many, and its room is thinned out on the way."""
    monkeypatch.setattr(label_setting, "_CHILDREN", 60)
    runs = [labels(TOWN, 1.1 * OPTIMUM, width, beam, threads) for threads in (1, 2, 3)]
    for run in runs[1:]:
        assert run.bound == runs[0].bound
        assert (run.order is None) == (runs[0].order is None)
        if run.order is not None and runs[0].order is not None:
            assert run.order.tolist() == runs[0].order.tolist()
    assert runs[0].bound <= OPTIMUM * (1 + 1e-12)
    assert runs[0].full == (width < 100_000)


def test_tuning_on_the_way_keeps_the_bound_valid_and_is_noted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With tuning fewer states are left to expand, and the optimum is found all the same."""
    plain = labels(TOWN, OPTIMUM * 1.1)
    for name, value in {"_TUNE_FROM": 5, "_TUNE_EVERY": 1, "_TUNE_SHARE": 10**9}.items():
        monkeypatch.setattr(label_setting, name, value)
    tuned = labels(TOWN, OPTIMUM * 1.1)
    assert tuned.bound == pytest.approx(OPTIMUM)
    assert plain.bound == pytest.approx(OPTIMUM)
    assert [begin for begin, _ in plain.stages] == [0]
    begins = [begin for begin, _ in tuned.stages]
    assert len(begins) > 2
    assert begins == sorted(set(begins))
    states = [sum(len(parents) for parents, _ in run._trace) for run in (plain, tuned)]
    assert states[1] < states[0]


def test_a_falling_cutoff_is_proven_to_its_lowest() -> None:
    """A better tour that is found elsewhere lowers the cut-off between two levels."""
    relaxation = relaxation_of(TOWN)
    falling = iter([2 * OPTIMUM, 1.2 * OPTIMUM] + [0.99 * OPTIMUM] * 20)
    run = LabelSetting(relaxation, lambda: next(falling), 10**5)
    with ThreadPoolExecutor(1) as pool:
        for _ in run.run(pool, 1):
            pass
    assert run.bound == 0.99 * OPTIMUM
    assert run.order is None


def test_more_than_64_edges_take_several_words() -> None:
    """Proportional loops cost the same in every order, which a narrow run proves."""
    count, W = 70, 3.0
    loops = [(1, 1, 1 + k % 5, 2.0 * (1 + k % 5)) for k in range(count)]
    instance = Instance.from_edges(loops, depot=1, curb_weight=W)
    length = float(instance.lengths[:, 0].sum())
    cost = W * length + length**2
    run = labels(instance, cost * (1 + 1e-6), width=20, beam=True)
    assert run.bound == pytest.approx(cost)
    assert run.order is not None
    assert sorted(run.order.tolist()) == list(range(count))


def test_width_follows_memory() -> None:
    """All states of a level, twice, with room to grow, and the traces of all levels fit."""
    relaxation = relaxation_of(LARGER)
    widths = [width_for(memory, relaxation) for memory in (0, 1e3, 1e6, 1e9)]
    assert widths[0] == 0
    assert widths == sorted(widths)
    a_state = 4 * (8 + 4 * 4 + 4 * 8) + 8 * 24
    assert widths[-1] * a_state <= 1e9 < widths[-1] * 3 * a_state


def test_bytes_of_a_state() -> None:
    states = new_states(100, 70)
    taken = sum(column.nbytes for column in states) / 100
    assert taken == 2 * 8 + 4 * 4 + 4 * 8
    assert taken < bytes_of_state(70)
