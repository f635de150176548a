"""``arcload train``, up to a tour by what was trained."""

import json
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run

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
mix = "tiny"
"""


def test_from_training_to_a_tour(run: Run) -> None:
    """Train, go on, export, solve."""
    Path("own.toml").write_text(TOML)
    code, _, err = run("train --config own.toml --steps 2 --out out --device cpu")
    assert (code, err) == (0, "")
    code, _, err = run("train --resume out/checkpoint.pt --steps 3 --out out --device cpu")
    assert (code, err) == (0, "")
    lines = Path("out/log.jsonl").read_text().splitlines()
    assert [json.loads(line).get("step") for line in lines] == [None, 0, 2, 3]
    code, out, err = run("export-policy out/checkpoint.pt -o own.safetensors")
    assert (code, out) == (0, "")
    assert "wrote own.safetensors" in err
    line = "solve four.json --method arc-drl --model own.safetensors --samples 99 --json"
    code, out, err = run(line)
    assert (code, err) == (0, "")
    assert json.loads(out)["cost"] == 275


def test_the_options_of_training_are_shown(run: Run) -> None:
    code, out, err = run("train --help")
    assert (code, err) == (0, "")
    for option in (
        *("--config", "--minutes", "--steps", "--horizon", "--resume", "--out"),
        *("--seed", "--device", "--validation", "--log", "--benchmark", "--help"),
    ):
        assert f"  {option}" in out or f"  -h, {option}" in out


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("train --minuts 3 --out out", "--minuts"),
        ("train --steps x --out out", "--steps: invalid int value: 'x'"),
        ("train --log cvs --out out", "did you mean 'csv'"),
        ("train --config papper --out out", "did you mean 'paper'"),
        ("train --config bad.toml --out out", "network has no 'widht' (did you mean 'width'?)"),
        ("train --resume none.pt --out out", "none.pt: cannot be read"),
        ("train --resume four.json --out out", "four.json: this is no checkpoint of arcload"),
        ("train --out out --validation none.npz", "none.npz: cannot be read"),
        ("train --out four.json", "four.json: cannot be made"),
        ("train --out out --device gpu", "device 'gpu' cannot be used"),
        ("train --out out --minutes -1", "minutes is -1.0; it must be 0 or more"),
    ],
)
def test_wrong_commands_end_in_one_sentence(run: Run, line: str, sentence: str) -> None:
    Path("bad.toml").write_text("[network]\nwidht = 3\n")
    code, out, err = run(line)
    assert (code, out) == (2, "")
    assert err.startswith("arcload: ")
    assert err.count("\n") == 1
    assert sentence in err


def test_without_torch_the_sentence_says_what_brings_it(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    monkeypatch.delitem(sys.modules, "arcload.neural.train.throughput", raising=False)
    code, out, err = run("train --steps 1 --out out")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "'pip install arcload[train]'" in err
    assert not Path("out").exists()
