"""The options of turns."""

import json
import math
import re
from pathlib import Path
from typing import Any

import pytest

import arcload
from arcload import InputError, TurnRules
from arcload.cli.options import VehicleOptions
from arcload.cli.turn_options import turn_changes
from arcload.model.result_file import StatedResult
from tests.cli.conftest import Run
from tests.model.test_walked_turns import corner
from tests.plan_strategies import result_of

TOUR = arcload.Tour(
    corner(turn_rules=TurnRules(left=5, u_turn=math.inf), length_unit="m"), (1, 2), (1, 1)
)


@pytest.mark.parametrize(
    ("given", "changes"),
    [
        ((None, None, None, None), {}),
        (("never", None, "left", None), {"u_turn": math.inf, "traffic": "left"}),
        (("25", "left=30, right=5", None, None), {"u_turn": 25, "left": 30, "right": 5}),
        ((None, "Straight=1.5", None, None), {"straight": 1.5}),
        (
            (None, None, None, "5"),
            {"left_seconds": 5, "right_seconds": 5, "u_turn_seconds": 5},
        ),
        (
            (None, None, None, "left=10,u-turn=30,straight=1"),
            {"left_seconds": 10, "u_turn_seconds": 30, "straight_seconds": 1},
        ),
    ],
)
def test_options_become_fields_of_turn_rules(
    given: tuple[Any, ...], changes: dict[str, Any]
) -> None:
    assert turn_changes(*given) == changes


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (("nver", None, None, None), "--u-turn is 'nver'; give METRES or never"),
        (("-1", None, None, None), "--u-turn is '-1'"),
        ((None, "30", None, None), "--turns is '30'; give left=30,right=5"),
        ((None, "lft=30", None, None), "did you mean 'left'"),
        ((None, "left=far", None, None), "--turns left is 'far'"),
        ((None, "left=1,left=2", None, None), "has left twice"),
        ((None, "u-turn=9", None, None), "give --u-turn for it"),
        ((None, None, "middle", None), "--traffic is 'middle'; it must be right or left"),
        ((None, None, None, "soon"), "--turn-seconds is 'soon'"),
    ],
)
def test_a_mistake_is_named_with_its_option(given: tuple[Any, ...], words: str) -> None:
    with pytest.raises(InputError) as caught:
        turn_changes(*given)
    assert words in str(caught.value)


def test_a_turn_without_metres_is_not_taken_for_another_word() -> None:
    with pytest.raises(InputError, match=r"give left=30,right=5,straight=0 in metres$"):
        turn_changes(None, "left", None, None)


def test_options_change_some_rules_of_a_result_and_leave_the_others() -> None:
    stated = StatedResult.of(result_of(TOUR))
    rules = VehicleOptions(turns="left=9").changes(stated)["turn_rules"]
    assert rules == TurnRules(left=9, u_turn=math.inf)
    assert VehicleOptions(u_turn="7").changes()["turn_rules"] == {"u_turn": 7}
    assert "turn_rules" not in VehicleOptions().changes()


def test_info_lists_the_rules_and_the_number_of_forbidden_turns(run: Run) -> None:
    arcload.write(corner(forbidden_turns=[(1, 2, 1, 1)]), "corner.json")
    code, out, _ = run("info corner.json --u-turn never --turns right=0 --turn-seconds 0")
    assert code == 0
    assert "turn rules       left 5 m, no U-turns but at dead ends" in out
    assert "forbidden turns  1" in out
    facts = json.loads(run("info corner.json --json --u-turn 4")[1])
    assert facts["turn_rules"]["u_turn"] == 4
    assert facts["forbidden_turns"] == 1


def test_check_takes_the_rules_of_the_result_and_refuses_a_walk_that_breaks_others(
    run: Run,
) -> None:
    arcload.write(TOUR.instance.replace(turn_rules=None), "corner.json")
    result_of(TOUR).save("tour.json")
    code, out, _ = run("check corner.json tour.json")
    assert code == 0
    assert "turns" in out
    assert "1 left, 1 right, 1 U-turn   they add 5 m" in out
    code, out, err = run("check corner.json tour.json --turns left=9")
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert "crossing 2 (edge 2) states turn 5.0; it is 9.0" in err
    barred = TOUR.instance.replace(demands=[4, 0], turn_rules=None, forbidden_turns=[(1, 1, 2, 1)])
    arcload.write(barred, "barred.json")
    text = Path("barred.json").read_text().replace('"demand": 0', '"demand": 2')
    Path("barred.json").write_text(text)
    code, _, err = run("check barred.json tour.json")
    assert (code, err.count("\n")) == (2, 1)
    assert "edge" in err
    assert "turn rules" in err


def test_compare_shows_the_turns_of_both_tours(run: Run) -> None:
    arcload.write(corner(), "corner.json")
    code, out, _ = run("compare corner.json --time 1")
    assert code == 0
    for row in ("left turns", "right turns", "U-turns"):
        assert re.search(rf"^{row} +1 +1 +same$", out, re.MULTILINE)
    none = "--u-turn 0 --turns left=0,right=0 --turn-seconds 0"
    assert "turns" not in run(f"compare corner.json --time 1 {none}")[1]
