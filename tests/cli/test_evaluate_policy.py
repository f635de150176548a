"""``arcload evaluate-policy``."""

import json
from pathlib import Path

import pytest

import arcload
from arcload.runs import evaluation
from tests.cli.conftest import Run


@pytest.fixture
def towns(run: Run, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Return a command line beside a folder of two instances, and fewer samples."""
    monkeypatch.setattr(evaluation, "SAMPLES", 8)
    Path("towns").mkdir()
    for seed in (1, 2):
        instance = arcload.generate("eulerian", nodes=6, edges=9, seed=seed)
        arcload.write(instance, f"towns/small_{seed}.json")
    return run


def test_a_policy_is_evaluated_group_by_group(towns: Run) -> None:
    Path("best.csv").write_text("instance,cost\nsmall_1,1\nsmall_2,1\n")
    Path("EA.csv").write_text("name,cost\nsmall_1,2\nsmall_2,4\n")
    line = "evaluate-policy towns --best best.csv --reference EA.csv"
    code, out, err = towns(line)
    assert (code, err) == (0, "")
    (row,) = (text for text in out.splitlines() if "small, random" in text)
    assert "200.00" in row
    for column in ("mean gap in %", "EA", "greedy", "best of 128", "polished"):
        assert column in out
    code, out, _ = towns(f"{line} --json")
    table = json.loads(out)
    assert table["small, random"]["EA"] == pytest.approx(200.0)
    assert table["small, random"]["polished"] <= table["small, random"]["sampled"]


def test_without_best_costs_auto_finds_them(towns: Run) -> None:
    """Instances of nine edges are solved to the optimum."""
    code, out, err = towns("evaluate-policy towns/small_1.json --time 5 --json")
    assert (code, err) == (0, "")
    (row,) = json.loads(out).values()
    assert 0 <= row["polished"] <= row["sampled"] <= row["greedy"] < 100


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("evaluate-policy four.json --model papr", "model 'papr' is unknown"),
        ("evaluate-policy none.json", "none.json"),
        ("evaluate-policy four.json --best none.csv", "none.csv"),
        ("evaluate-policy four.json --best two.csv", "two.csv: it holds the costs of 2 methods"),
    ],
)
def test_wrong_commands_end_in_one_sentence(run: Run, line: str, sentence: str) -> None:
    Path("two.csv").write_text("method,instance,cost\nEA,four,300\nVNS,four,300\n")
    code, out, err = run(line)
    assert (code, out) == (2, "")
    assert err.startswith("arcload: ")
    assert err.count("\n") == 1
    assert sentence in err
