"""``arcload check``: what is in order passes, what was changed does not."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import arcload
from arcload.model.result_file import StatedResult
from tests.cli.conftest import Run
from tests.examples import FOUR_EDGES
from tests.plan_strategies import result_of


def test_check_refuses_a_cost_that_is_not_the_walks(run: Run) -> None:
    run("solve four.json -o a.json")
    result = json.loads(Path("a.json").read_text())
    Path("a.json").write_text(json.dumps(result | {"cost": 274.0}))
    code, out, err = run("check four.json a.json")
    assert (code, out) == (1, "")
    assert err == "arcload: a.json: the cost stated is 274.0, that of the walk is 275.0\n"


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"load_distance": 200.0}, "load distance stated is 200.0, that of the walk is 275.0"),
        ({"status": "feasible"}, "status stated is 'feasible'"),
        ({"lower_bound": 100.0, "gap": 1.75}, "status stated is 'optimal'"),
        ({"lower_bound": 300.0, "gap": 0.0}, "lower bound stated is 300.0"),
        ({"lower_bound": 275.0, "gap": 0.5}, "gap stated is 0.5"),
    ],
)
def test_check_refuses_forged_figures(run: Run, changes: dict[str, Any], words: str) -> None:
    run("solve four.json -o a.json")
    data = json.loads(Path("a.json").read_text()) | changes | {"bound_history": []}
    Path("a.json").write_text(json.dumps(data))
    code, out, err = run("check four.json a.json")
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert words in err


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("check four.json other.json", "other.json: the order stated is not that of the walk"),
        ("check four.json far.json", "far.json: crossing 1 (edge 43) is not an edge of the"),
        ("compare four.json --tour other.json", "other.json: the order stated is not that of"),
        ("solve four.json --warm-start fifth.json", "fifth.json: edge 5 is not in the network"),
        ("bound four.json --tour fifth.json", "fifth.json: edge 5 is not in the network"),
        ("split fifth.json four.json --capacity 150", "fifth.json: edge 5 is not in the network"),
        ("plot four.json other.json -o a.svg", "other.json: the order stated is not that of"),
    ],
)
def test_a_result_that_is_not_of_these_streets_is_named(run: Run, line: str, words: str) -> None:
    text = StatedResult.of(arcload.solve(FOUR_EDGES)).to_json()
    order = '"order": [1, 2, 3, 4]'
    assert order in text
    Path("other.json").write_text(text.replace(order, '"order": [2, 1, 3, 4]'))
    Path("fifth.json").write_text(text.replace(order, '"order": [5, 2, 3, 4]'))
    Path("far.json").write_text(text.replace('"edge": 1,', '"edge": 43,', 1))
    _, out, err = run(line)
    assert (out, err.count("\n")) == ("", 1)
    assert words in err


@pytest.mark.parametrize(("bound", "code", "words"), [(274.0, 0, ""), (276.0, 1, "276.0; some")])
def test_check_proves_the_bound_of_a_few_streets_again(
    run: Run, bound: float, code: int, words: str
) -> None:
    tour = arcload.Tour(FOUR_EDGES, (4, 3, 2, 1), (2, 1, 1, 1))
    replace(result_of(tour), lower_bound=bound).save("a.json")
    found, out, err = run("check four.json a.json")
    proven = re.search(r"lower bound +274\b.* proven again", out)
    assert (found, proven is not None, words in err) == (code, code == 0, True)


def test_check_says_that_the_bound_of_many_streets_is_only_stated(run: Run) -> None:
    run("generate city town.json --edges 40")
    assert run("solve town.json --method greedy -o a.json")[0] == 0
    code, out, _ = run("check town.json a.json")
    assert code == 0
    assert "as stated, not proven here" in out


def test_check_knows_the_vehicle_that_was_solved_for(run: Run) -> None:
    run("solve four.json --curb-weight 50 --end free --mode collect -o a.json")
    code, _, err = run("check four.json a.json")
    assert code == 0
    assert [line.removeprefix("arcload: note: ") for line in err.splitlines()] == [
        "checked with curb weight 50; four.json says otherwise",
        "checked with end anywhere; four.json says otherwise",
        "checked with mode collect; four.json says otherwise",
    ]


def test_check_finds_the_vehicle_of_a_town_file_as_that_says_it(run: Run) -> None:
    """A whole number in the file is the number with a fraction in the result."""
    Path("town.toml").write_text('streets = "four.json"\ncurb_weight = 50\nload_factor = 2\n')
    run("solve town.toml --method greedy -o a.json")
    code, _, err = run("check town.toml a.json")
    assert (code, err) == (0, "")


@pytest.mark.parametrize(
    ("option", "words"),
    [
        ("--curb-weight 49", "curb weight 50; this check uses curb weight 49"),
        ("--curb-ratio 1", "curb weight 50; this check uses curb weight 135"),
        ("--start 2", "start 1; this check uses start 2"),
        ("--depot 2", "start 1, end anywhere; this check uses start 2, end 2"),
        ("--mode deliver", "mode collect; this check uses mode deliver"),
    ],
)
def test_check_says_which_settings_differ_when_it_refuses(
    run: Run, option: str, words: str
) -> None:
    run("solve four.json --curb-weight 50 --end free --mode collect -o a.json")
    code, out, err = run(f"check four.json a.json {option}")
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert err.endswith(f" (the result was solved for {words})\n")


def refused(run: Run, code: int, line: str) -> str:
    """Run a command that must end with this code and one sentence, and touch no file."""
    before = {path: path.read_bytes() for path in Path().iterdir() if path.is_file()}
    found, out, err = run(line)
    assert (found, out) == (code, "")
    assert err.startswith("arcload: ")
    assert err.endswith("\n")
    assert err.count("\n") == 1
    assert {path: path.read_bytes() for path in Path().iterdir() if path.is_file()} == before
    return err


@pytest.fixture
def solved(run: Run) -> dict[str, Any]:
    """Return the result in ``result.json``, which solves ``four.json``."""
    arcload.write(FOUR_EDGES, "four.json")
    assert run("solve four.json -o result.json")[0] == 0
    result: dict[str, Any] = json.loads(Path("result.json").read_text())
    return result


def test_a_result_is_in_order_as_it_was_written(run: Run, solved: dict[str, Any]) -> None:
    assert solved["cost"] == 275
    assert run("check four.json result.json")[0] == 0


def _tamper(name: str, result: dict[str, Any]) -> None:
    walk = result["walk"]
    if name in ("cost", "length", "deadhead_length"):
        result[name] -= 1
    elif name == "order":
        result["order"][:2] = result["order"][1::-1]
    elif name == "directions":
        result["directions"][0] = 3 - result["directions"][0]
    elif name == "an order cut short":
        result["order"].pop()
    elif name == "a crossing left out":
        del walk[1]
    elif name == "the last crossing left out":
        walk.pop()
    elif name == "a crossing doubled":
        walk.insert(0, walk[0])
    elif name == "an empty walk":
        walk.clear()
    elif name == "the walk reversed":
        walk.reverse()
    elif name == "an edge nobody knows":
        walk[0]["edge"] = "nowhere"
    elif name == "a node nobody knows":
        walk[0]["to"] = walk[1]["from"] = "nowhere"
    elif name == "a service left out":
        walk[0]["served"] = False
    elif name == "a direction turned":
        walk[0]["direction"] = 3 - walk[0]["direction"]
    elif name == "a direction out of range":
        walk[0]["direction"] = 3
    elif name == "a figure of a crossing":
        walk[0]["cost"] += 1
    elif name == "a load":
        walk[1]["load_before"] += 1


@pytest.mark.parametrize(
    "name",
    [
        *("cost", "length", "deadhead_length", "order", "directions", "an order cut short"),
        *("a crossing left out", "the last crossing left out", "a crossing doubled"),
        *("an empty walk", "the walk reversed", "an edge nobody knows", "a node nobody knows"),
        *("a service left out", "a direction turned", "a direction out of range"),
        *("a figure of a crossing", "a load"),
    ],
)
def test_a_tampered_result_does_not_pass(name: str, run: Run, solved: dict[str, Any]) -> None:
    _tamper(name, solved)
    Path("tampered.json").write_text(json.dumps(solved))
    refused(run, 1, "check four.json tampered.json")
    with pytest.raises(arcload.CheckError):
        arcload.load_result("tampered.json", arcload.read("four.json"))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("walk", None),
        ("walk", [{"edge": 1}]),
        ("cost", "275"),
        ("cost", 1e400),
        ("status", "perfect"),
        ("settings", {"curb_weight": "heavy"}),
        ("settings", {"curb_weight": -1}),
        ("settings", {"start": [1]}),
        ("settings", {"start": "nowhere", "end": 1}),
        ("settings", {"mode": 5}),
        ("settings", {"keep": "some"}),
        ("schema", "arcload-result/9"),
    ],
)
def test_a_damaged_result_is_bad_input(
    name: str, value: Any, run: Run, solved: dict[str, Any]
) -> None:
    text = json.dumps(solved | {name: value}).replace("Infinity", "1e400")
    Path("damaged.json").write_text(text)
    refused(run, 2, "check four.json damaged.json")


def test_a_cut_result_is_bad_input(run: Run, solved: dict[str, Any]) -> None:
    Path("cut.json").write_text(json.dumps(solved, indent=1)[:-50])
    assert "cut.json, line " in refused(run, 2, "check four.json cut.json")
