"""`exact`: proves what it finds, or says how far it came."""

import math
import signal
import threading

import pytest
from hypothesis import given, settings

import arcload
from arcload import FREE, InputError, Instance
from arcload.engine.context import Context
from arcload.engine.problem import Problem
from arcload.engine.stop import AnyOf, Progress
from arcload.maps.generators import generate
from arcload.model.types import Mode
from arcload.proofs.smith import smith_bound
from arcload.proofs.tiny import MOST_EDGES
from arcload.solving.methods import exact
from tests.brute_force import best_over_orders
from tests.examples import FOUR_EDGES
from tests.published import FOLDER, needs_published
from tests.strategies import instances

TOWN = generate("city", edges=40, seed=3)


def test_the_paper_example() -> None:
    result = arcload.solve(FOUR_EDGES, "exact")
    assert result.cost == result.lower_bound == 275
    assert result.status == "optimal"
    assert result.gap == 0


@settings(max_examples=15)
@given(instances(min_served=1, max_served=4, max_nodes=5))
def test_the_optimum_of_tiny_instances_is_proven(instance: Instance) -> None:
    result = arcload.solve(instance, "exact", threads=1)
    assert result.status == "optimal"
    assert result.cost == pytest.approx(best_over_orders(instance), rel=1e-9, abs=0.0)


@needs_published
@pytest.mark.parametrize(
    ("name", "optimum"),
    [
        ("E_8", 37059.39),
        ("E_10", 117312.61),
        ("C_7", 6027.98),
        ("C_8", 35663.46),
        ("large_8", 32790.58),
        ("large_10", 79526.32),
        ("E_14", 94807.13),
    ],
)
def test_published_instances_are_proven(name: str, optimum: float) -> None:
    result = arcload.solve(arcload.read(FOLDER / f"{name}.txt"), "exact")
    assert result.status == "optimal"
    assert result.cost == pytest.approx(optimum, abs=0.01)
    assert result.lower_bound == pytest.approx(optimum, abs=0.01)


ODD = {
    "huge demands": FOUR_EDGES.replace(demands=FOUR_EDGES.demands * 1e9),
    "tiny demands": FOUR_EDGES.replace(demands=FOUR_EDGES.demands * 1e-9),
    "W enormous": FOUR_EDGES.replace(curb_weight=1e9),
    "demand on one edge only": FOUR_EDGES.replace(demand={1: 0, 2: 0, 4: 0}),
    "no lengths": FOUR_EDGES.replace(lengths=FOUR_EDGES.lengths * 0),
    "free ends": FOUR_EDGES.replace(start=FREE, end=FREE, curb_weight=5),
    "collecting": FOUR_EDGES.replace(mode="collect", end=3, curb_weight=5),
    "nothing to serve": FOUR_EDGES.replace(demands=FOUR_EDGES.demands * 0, end=3, curb_weight=2),
}


@pytest.mark.parametrize("name", ODD)
def test_odd_instances(name: str) -> None:
    result = arcload.solve(ODD[name], "exact", threads=1)
    assert result.status == "optimal"
    assert result.cost == pytest.approx(best_over_orders(ODD[name]), rel=1e-9, abs=0.0)
    assert result.lower_bound == pytest.approx(result.cost, rel=1e-9, abs=0.0)


def test_without_time_the_tour_comes_with_the_instant_bound_at_least() -> None:
    result = arcload.solve(TOWN, "exact", time=0)
    assert result.status == "feasible"
    assert result.lower_bound is not None
    assert smith_bound(Problem.of(TOWN)).value <= result.lower_bound < result.cost


def test_stops_at_a_proven_gap() -> None:
    """Sooner than at the optimum, and no sooner than asked."""
    result = arcload.solve(TOWN, "exact", gap=0.05)
    assert result.lower_bound is not None
    assert result.lower_bound < result.cost <= 1.05 * result.lower_bound
    assert result.status == "feasible"


def test_ctrl_c_in_a_proof_keeps_tour_and_bound() -> None:
    """It comes as soon as the proof has raised the instant bound, and waits for it there."""
    instant = smith_bound(Problem.of(TOWN)).value
    pressed = threading.Event()

    def wait_for_it(progress: Progress) -> bool:
        return bool((progress.lower_bound or 0) > instant and not pressed.wait(60))

    def interrupt(progress: Progress) -> None:
        if not caught and progress.lower_bound is not None and progress.lower_bound > instant:
            signal.raise_signal(signal.SIGINT)
            caught.append(progress.lower_bound)
            pressed.set()

    caught: list[float] = []
    result = arcload.solve(TOWN, "exact", stop=wait_for_it, on_progress=interrupt)
    assert result.status == "interrupted"
    assert result.lower_bound is not None
    assert instant < caught[0] <= result.lower_bound < result.cost
    assert arcload.check(result).cost == pytest.approx(result.cost)


def test_an_interrupted_search_is_not_followed_by_a_proof() -> None:
    context = Context(Problem.of(TOWN), AnyOf())
    context.record.post = lambda event: context.interrupt()
    exact.run(context)
    assert context.best is not None
    assert not context.proven()


def test_little_memory_is_no_error() -> None:
    for memory in (0, 1e4, 1e6):
        result = arcload.solve(TOWN, "exact", memory=memory, gap=0.5)
        assert result.lower_bound is not None
        assert 0 < result.lower_bound <= result.cost


def test_a_certificate_comes_with_the_result() -> None:
    from arcload.proofs.verify import verify

    result = arcload.solve(FOUR_EDGES, "exact")
    assert result.certificate is not None
    assert verify(FOUR_EDGES, result.certificate) == pytest.approx(275)


@pytest.mark.parametrize("share", [-0.1, 1.5, "half"])
def test_the_share_of_the_search_is_checked(share: object) -> None:
    with pytest.raises(InputError, match="share is"):
        arcload.solve(FOUR_EDGES, "exact", parameters={"share": share})


def test_it_proves_without_a_search_before() -> None:
    result = arcload.solve(FOUR_EDGES, "exact", parameters={"share": 0})
    assert result.status == "optimal"


@pytest.mark.parametrize("mode", ["deliver", "collect"])
def test_turns_are_proven_by_every_set_of_streets(mode: Mode) -> None:
    town = arcload.generate("city", edges=30, served=0.45, seed=5).replace(mode=mode)
    turns = town.replace(turn_rules=arcload.TurnRules(left=60, right=10, u_turn=math.inf))
    assert len(turns.served) > MOST_EDGES
    bound = arcload.bound(turns, threads=1)
    assert bound.kind == "subsets"
    assert bound.gap == pytest.approx(0, abs=1e-9)
    assert arcload.check_bound(turns, bound) == pytest.approx(bound.best)
    assert bound.lower_bound > arcload.bound(town, threads=1).lower_bound
