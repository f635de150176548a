"""``arcload export-policy``."""

import sys
from pathlib import Path

import pytest

from tests.cli.conftest import Run


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("export-policy none.pt -o own.safetensors", "none.pt: cannot be read"),
        ("export-policy four.json -o own.safetensors", "four.json: this is no checkpoint"),
        ("export-policy four.json -o own.pt", "own.pt: weights are written as .safetensors"),
        ("export-policy four.json -o no/own.safetensors", "the folder no is not there"),
    ],
)
def test_wrong_commands_end_in_one_sentence(run: Run, line: str, sentence: str) -> None:
    code, out, err = run(line)
    assert (code, out) == (2, "")
    assert err.startswith("arcload: ")
    assert err.count("\n") == 1
    assert sentence in err
    assert not Path("own.safetensors").exists()


def test_without_torch_the_sentence_says_what_brings_it(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    for name in ("export", "checkpoint"):
        monkeypatch.delitem(sys.modules, f"arcload.neural.train.{name}", raising=False)
        monkeypatch.delattr(f"arcload.neural.train.{name}", raising=False)
    code, out, err = run("export-policy four.json -o own.safetensors")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "'pip install arcload[train]'" in err
    assert not Path("own.safetensors").exists()
