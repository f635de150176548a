"""The list of methods, and methods of one's own."""

import json
from pathlib import Path

import pytest

import arcload
from arcload.model.result_file import read_result
from tests.cli.conftest import Run
from tests.packages import install

NAMED = '"""Nothing but a name."""\ndef run(context): pass\n'


def test_methods_of_packages_are_listed_with_where_they_come_from(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    points = "mine = kit_of_names\nbad = kit_of_no_names"
    install(tmp_path, "townkit", "arcload.methods", points, kit_of_names=NAMED)
    code, out, err = run("methods --json")
    methods = json.loads(out)
    assert (code, err) == (0, "")
    assert methods["mine"] == "Nothing but a name. (from townkit 1.2)"
    assert "kit_of_no_names" in methods["bad"]
    assert methods["auto"].startswith("The default")


def test_a_method_of_a_file_solves(run: Run) -> None:
    arcload.write(arcload.generate("eulerian", nodes=6, edges=9, seed=1), "town.json")
    Path("mine.py").write_text(
        "import numpy as np\n"
        "def run(context):\n"
        "    context.offer_order(np.arange(context.problem.size))\n"
    )
    code, out, _ = run("solve town.json --method ./mine.py -o tour.json")
    assert code == 0
    assert "by mine.py" in out
    assert read_result("tour.json").method == "mine.py"


@pytest.mark.parametrize(
    ("text", "words"), [("run = ", "line 1"), ("go = 3", "no run"), (None, "no such file")]
)
def test_a_broken_file_is_refused_before_anything_is_read(
    run: Run, text: str | None, words: str
) -> None:
    if text is not None:
        Path("mine.py").write_text(text)
    code, out, err = run("solve absent.json --method ./mine.py")
    assert (code, out) == (2, "")
    assert "mine.py" in err
    assert words in err
