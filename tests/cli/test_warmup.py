"""``arcload warmup``."""

from pathlib import Path

import pytest

from arcload.solving.methods.registry import METHODS
from tests.cli.conftest import Run
from tests.packages import install

SIZES = Path("sizes")  # what the method of the test was asked to compile for
METHOD = f"""
def run(context): pass
def warm_up(size):
    with open("{SIZES}", "a") as file: file.write(f"{{size}} ")
def warm_up_fleet(size):
    with open("{SIZES}", "a") as file: file.write(f"{{size}} in fleets ")
"""


def test_every_method_is_compiled_once_and_a_broken_one_is_named(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(METHODS, "built_in", {})
    monkeypatch.syspath_prepend(tmp_path)
    points = "mine = kit_to_warm\nbad = kit_that_is_missing"
    install(tmp_path, "townkit", "arcload.methods", points, kit_to_warm=METHOD)
    code, out, err = run("warmup")
    assert (code, err) == (0, "")
    assert SIZES.read_text() == "1000000 1000000 in fleets "
    _, _, rows = " ".join(out.split()).partition("bad ")  # a long sentence may fill two lines
    assert "kit_that_is_missing" in rows
    mine = out.splitlines()[-1]
    assert mine.split()[0] == "mine"
    assert mine.endswith(" s")
