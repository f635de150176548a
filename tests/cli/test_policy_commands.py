"""Policies on the command line: solving with one, training, exporting, evaluating."""

import json
import shutil
from pathlib import Path

import pytest

import arcload
from arcload.neural.serve.serving import FOLDER
from arcload.runs import evaluation
from tests.cli.test_commands import Run, run

__all__ = ["run"]  # the fixture

TOML = """
[network]
width = 16
heads = 2
layers = 1
feed_forward = 16
hidden = 4
[training]
instances = 2
samples = 2
"""


def solved(run: Run, line: str) -> float:
    """Return the cost of a tour."""
    code, out, err = run(f"solve {line} --json")
    assert (code, err) == (0, "")
    return float(json.loads(out)["cost"])


@pytest.fixture
def city(run: Run) -> Run:
    """Return a command line beside a city."""
    arcload.write(arcload.generate("city", edges=40, seed=3), "city.json")
    return run


def test_more_effort_gives_cheaper_tours(city: Run) -> None:
    lines = ("", "--samples 16", "--samples 16 --polish")
    greedy, sampled, polished = (
        solved(city, f"city.json --method arc-drl {line}") for line in lines
    )
    assert polished <= sampled <= greedy
    assert polished < greedy


def test_the_temperature_counts(city: Run) -> None:
    """Samples are likely tours, hot ones are tours by chance, no better than the greedy."""
    sampled, hot, greedy = (
        solved(city, f"city.json --method arc-drl {line}")
        for line in ("--samples 32 --temperature 1", "--samples 32 --temperature 1000", "")
    )
    assert sampled < greedy
    assert hot == greedy


def test_a_model_by_its_name_or_its_file(city: Run) -> None:
    shutil.copy(FOLDER / "default.safetensors", "own.safetensors")
    costs = {
        solved(city, f"city.json --method arc-drl {line}")
        for line in ("", "--model default", "--model own.safetensors")
    }
    assert len(costs) == 1


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("--samples 3", "--samples is for --method arc-drl; auto does not use it"),
        ("--method ea --polish", "--polish is for --method arc-drl; ea does not use it"),
        ("--method vns --model default", "--model is for --method arc-drl"),
        ("--method arc-drl --samples -1", "samples is -1; it must be a whole number, 0 or more"),
        ("--method arc-drl --temperature 0", "temperature is 0.0; it must be above 0"),
        ("--method arc-drl --model defalt", "(did you mean 'default'?)"),
        ("--method arc-drl --model no.safetensors", "no.safetensors: there is no such file"),
        ("--method arc-drl --model bad.safetensors", "bad.safetensors: cannot be read as weights"),
    ],
)
def test_mistakes_end_in_one_sentence(run: Run, line: str, sentence: str) -> None:
    whole = (FOLDER / "default.safetensors").read_bytes()
    Path("bad.safetensors").write_bytes(whole[: len(whole) // 2])
    code, out, err = run(f"solve four.json {line} -o out.json")
    assert (code, out) == (2, "")
    assert err.startswith("arcload: ")
    assert err.count("\n") == 1
    assert sentence in err
    assert not Path("out.json").exists()


def test_from_training_to_a_tour(run: Run) -> None:
    """Train, go on, export, solve."""
    Path("own.toml").write_text(TOML)
    code, _, err = run("train --config own.toml --steps 2 --out out --device cpu")
    assert (code, err) == (0, "")
    code, _, err = run("train --resume out/checkpoint.pt --steps 3 --out out --device cpu")
    assert (code, err) == (0, "")
    lines = Path("out/log.jsonl").read_text().splitlines()
    assert [json.loads(line).get("step") for line in lines] == [None, 2, 3]
    code, out, err = run("export-policy out/checkpoint.pt -o own.safetensors")
    assert (code, out) == (0, "")
    assert "wrote own.safetensors" in err
    assert solved(run, "four.json --method arc-drl --model own.safetensors --samples 99") == 275


def test_the_options_of_training_are_shown(run: Run) -> None:
    code, out, err = run("train --help")
    assert (code, err) == (0, "")
    for option in (
        *("--config", "--minutes", "--steps", "--horizon", "--resume", "--out"),
        *("--seed", "--device", "--validation", "--benchmark", "--help"),
    ):
        assert f"  {option}" in out or f"  -h, {option}" in out


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("train --minuts 3 --out out", "--minuts"),
        ("train --steps x --out out", "--steps: invalid int value: 'x'"),
        ("train", "--out is missing; name a folder for the checkpoint and the log"),
        ("train --config papper --out out", "did you mean 'paper'"),
        ("train --config bad.toml --out out", "network has no 'widht' (did you mean 'width'?)"),
        ("train --resume none.pt --out out", "none.pt: cannot be read"),
        ("train --resume four.json --out out", "four.json: this is no checkpoint of arcload"),
        ("train --out out --validation none.npz", "none.npz: cannot be read"),
        ("train --out four.json", "four.json: cannot be made"),
        ("train --out out --device gpu", "device 'gpu' cannot be used"),
        ("train --out out --minutes -1", "minutes is -1.0; it must be 0 or more"),
        ("export-policy none.pt -o own.safetensors", "none.pt: cannot be read"),
        ("export-policy four.json -o own.safetensors", "four.json: this is no checkpoint"),
        ("export-policy four.json -o own.pt", "own.pt: weights are written as .safetensors"),
        ("export-policy four.json -o no/own.safetensors", "the folder no is not there"),
        ("evaluate-policy four.json --model papr", "model 'papr' is unknown"),
        ("evaluate-policy none.json", "none.json"),
        ("evaluate-policy four.json --best none.csv", "none.csv"),
        ("evaluate-policy four.json --best two.csv", "two.csv: it holds the costs of 2 methods"),
    ],
)
def test_wrong_commands_end_in_one_sentence(run: Run, line: str, sentence: str) -> None:
    Path("bad.toml").write_text("[network]\nwidht = 3\n")
    Path("two.csv").write_text("method,instance,cost\nEA,four,300\nVNS,four,300\n")
    code, out, err = run(line)
    assert (code, out) == (2, "")
    assert err.startswith("arcload: ")
    assert err.count("\n") == 1
    assert sentence in err
    assert not Path("own.safetensors").exists()


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
