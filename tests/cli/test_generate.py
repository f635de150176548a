"""``arcload generate``."""

import json
import os
from pathlib import Path

import arcload
from tests.cli.conftest import Run


def test_generate_to_standard_output(run: Run) -> None:
    code, out, err = run("generate rural --nodes 6 --edges 8")
    assert (code, err) == (0, "")
    assert json.loads(out)["schema"] == "arcload-instance/1"


def test_generate_paper_writes_the_set(run: Run) -> None:
    assert run("generate paper set --seed 2")[0] == 0
    assert len(list(Path("set").glob("*.txt"))) == 126
    assert arcload.read("set/large_48.txt").curb_weight > 0


def test_odd_bytes_in_the_name_of_an_output_are_no_trouble(run: Run) -> None:
    name = os.fsdecode(b"t\xfcr.json")
    assert run(f"generate rural {name}")[0] == 0
    assert arcload.read(name).name == "t?r"


def test_an_output_named_twice_is_refused(run: Run) -> None:
    code, out, err = run("generate rural a.json -o b.json")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "named twice" in err
    assert not Path("a.json").exists()
    assert not Path("b.json").exists()


def test_the_format_of_standard_output_can_be_chosen(run: Run) -> None:
    code, out, _ = run("generate rural --nodes 6 --edges 8 --format csv")
    assert code == 0
    Path("town.csv").write_text(out)
    assert len(arcload.read("town.csv", depot=1, curb_weight=0).edges) == 8
