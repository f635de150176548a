"""``arcload convert``."""

import arcload
from tests.cli.conftest import Run
from tests.examples import FOUR_EDGES


def test_files_written_are_described_in_words(run: Run) -> None:
    said = "arcload: note: wrote {}: 38 nodes, 60 edges, 60 to be served\n"
    assert run("generate city town.json --edges 60")[2] == said.format("town.json")
    assert run("convert town.json again.json")[2] == said.format("again.json")


def test_generate_convert_and_solve(run: Run) -> None:
    assert run("generate city --edges 60 --seed 4 town.json")[0] == 0
    assert run("convert town.json town.csv")[0] == 0
    depot = arcload.read("town.json").depot
    again = arcload.read("town.csv", depot=depot, curb_weight=0)
    assert again.lengths.tolist() == arcload.read("town.json").lengths.tolist()
    assert run("generate eulerian --nodes 10 --edges 18 --curb-ratio 5 -o e.txt")[0] == 0
    assert run("convert e.txt e.dat")[0] == 0
    assert len(arcload.read("e.dat", curb_weight=0).edges) == 18


def test_the_format_can_be_named_and_what_is_lost_is_noted(run: Run) -> None:
    code, _, err = run("convert four.json four.words --to csv")
    assert code == 0
    assert "does not hold units, the start and end" in err
    again = arcload.read("four.words", format="csv", depot=1, curb_weight=0)
    assert again.demands.tolist() == FOUR_EDGES.demands.tolist()
