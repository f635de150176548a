"""The check of turns refuses what is forbidden and wrong figures of turns."""

import math
from dataclasses import replace
from typing import Any

import pytest

import arcload
from arcload import CheckError, Crossing, Edge, Instance, Tour, TurnRules
from arcload.model.result_file import StatedResult, read_result
from arcload.model.turn_check import StatedDrive, TurnCheck
from tests.model.test_walked_turns import corner
from tests.plan_strategies import result_of


def fork(**fields: Any) -> Instance:
    """Return a street to a fork, one on from there that needs service, and one that does not."""
    return Instance.from_edges(
        [Edge("a", "b", 5, 1, name="Mill Lane"), ("b", "c", 5, 1), ("b", "d", 5, 0)],
        depot="a",
        curb_weight=1,
    ).replace(**fields)


def _step(edge: int, here: str, there: str, direction: int | None, *, served: bool) -> Crossing:
    nan = math.nan
    return Crossing(edge, here, there, direction, served, nan, nan, nan, nan, nan, nan)


WALK = [
    _step(1, "a", "b", 1, served=True),
    _step(2, "b", "c", 1, served=True),
    _step(2, "c", "b", 2, served=False),
    _step(1, "b", "a", None, served=False),
]


def test_a_forbidden_turn_is_refused_with_its_streets_and_node() -> None:
    assert arcload.check(fork(), WALK).length == 20
    instance = fork(forbidden_turns=[(1, 1, 2, 1)])
    with pytest.raises(
        CheckError, match=r"crossing 2 \(edge 2\).*forbidden.* 1 \(Mill Lane\) into 2 at node 'b'"
    ):
        arcload.check(instance, WALK)
    with pytest.raises(CheckError, match="crossing 2"):
        Tour(instance, (1, 2), (1, 1), WALK)


def test_a_u_turn_is_refused_unless_it_is_at_a_dead_end() -> None:
    instance = fork(turn_rules=TurnRules(u_turn=math.inf))
    assert arcload.check(instance, WALK).turn_length == 0
    there_and_back = [WALK[0], replace(WALK[3], direction=2), replace(WALK[0], served=False)]
    with pytest.raises(CheckError, match=r"crossing 2 .*U-turn on 1 \(Mill Lane\) at node 'b'"):
        arcload.check(instance, [*there_and_back, *WALK[1:]])


def test_closed_streets_and_forbidden_turns_make_dead_ends() -> None:
    instance = fork(turn_rules=TurnRules(u_turn=math.inf, u_turn_seconds=9))
    vehicle = replace(instance.vehicle, closed=(2, 3))
    back = (StatedDrive(1, 1), StatedDrive(1, 2))
    assert TurnCheck(instance).turn(vehicle, *back, "here") == (0.0, 9.0)
    turns = [(1, 1, 2, 1), (1, 1, 3, 1)]
    barred = instance.replace(forbidden_turns=turns, demands=[1, 0, 0])
    assert TurnCheck(barred).turn(instance.vehicle, *back, "here") == (0.0, 9.0)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"turn": 4.0}, "crossing 2 .* states turn 4.0; it is 5.0"),
        ({"turn_seconds": 1.0}, "crossing 2 .* states turn_seconds 1.0; it is 36.0"),
        ({"cost": 20.0}, "crossing 2 .* states cost 20.0; it is 35.0"),
    ],
)
def test_wrong_figures_of_a_turn_are_refused(changes: dict[str, Any], words: str) -> None:
    tour = Tour(corner(), (1, 2), (1, 1))
    walk = list(tour.walk)
    walk[1] = replace(walk[1], **changes)
    with pytest.raises(CheckError, match=words):
        arcload.check(tour.instance, walk)


def test_a_result_file_states_its_turns_and_is_checked_again(tmp_path: Any) -> None:
    tour = Tour(corner(turn_rules=TurnRules(left=5, u_turn=math.inf)), (1, 2), (1, 1))
    file = tmp_path / "result.json"
    result_of(tour).save(file)
    stated = read_result(file)
    assert stated.turn_length == 5
    assert stated.settings["turn_rules"] == {"left": 5.0, "u_turn": "never"}
    assert [step.turn for step in stated.walk][1] == 5
    assert arcload.load_result(file, tour.instance).plan == tour
    with pytest.raises(CheckError, match="solved for turn rules left 5 m, no U-turns"):
        arcload.load_result(file, corner(turn_rules=None))
    file.write_text(file.read_text().replace('"turn_length": 5.0', '"turn_length": 4.0'))
    with pytest.raises(CheckError, match="turn length stated is 4"):
        arcload.load_result(file, tour.instance)


def test_results_without_turn_rules_say_nothing_of_turns() -> None:
    stated = StatedResult.of(result_of(Tour(corner(turn_rules=None), (1, 2), (1, 1)))).to_dict()
    assert "turn_length" not in stated
    assert all("turn" not in step for step in stated["walk"])
