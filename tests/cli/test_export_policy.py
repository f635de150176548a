"""``arcload export-policy``."""

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
