"""``arcload init``, and every command with the file that it writes."""

import json
import shutil
from pathlib import Path

import pytest

import arcload
from arcload.maps.formats.convert import extensions
from tests.cli.conftest import Run

EXAMPLES = Path(__file__).parents[2] / "examples"
STREETS = sorted(file.name for file in EXAMPLES.iterdir() if file.suffix in extensions())


@pytest.mark.parametrize("name", STREETS)
def test_init_then_solve_works_on_each_example(run: Run, name: str) -> None:
    code, out, err = run(f"init {EXAMPLES / name}")
    assert (code, out) == (0, "")
    assert "wrote town.toml" in err
    code, out, err = run("solve town.toml --method greedy --json")
    assert code == 0, err
    assert json.loads(out)["instance"] == "town"


@pytest.mark.parametrize("extension", extensions())
def test_init_then_solve_works_in_each_format(run: Run, extension: str) -> None:
    made = arcload.generate("city", edges=30, served=0.8, seed=2, at=(47.37, 8.54))
    if extension in (".txt", ".cpplc", ".dat"):  # which hold no one-way streets
        made = made.replace(lengths=[[a, a] for a in made.lengths.min(axis=1)])
    if extension == ".mcarp":
        made = made.replace(capacity=made.total_demand)
    arcload.write(made, f"streets{extension}")
    code, _, err = run(f"init streets{extension} -o town.toml")
    assert code == 0, err
    code, out, err = run("solve town.toml --method greedy --json")
    assert code == 0, err
    assert json.loads(out)["cost"] > 0


def test_every_command_takes_the_file(run: Run) -> None:
    shutil.copy(EXAMPLES / "village.osm", "village.osm")
    assert run("init village.osm -o village.toml")[0] == 0
    assert run("info village.toml")[0] == 0
    assert run("solve village.toml --method greedy -o tour.json")[0] == 0
    assert run("check village.toml tour.json")[0] == 0
    assert run("compare village.toml --tour tour.json")[0] == 0
    assert run("plot village.toml -o map.svg")[0] == 0
    assert run("plot village.toml tour.json -o tour.svg")[0] == 0
    assert run("bound village.toml --time 0.1")[0] == 0
    assert run("split tour.json village.toml --capacity 100")[0] == 0
    assert run("convert village.toml village.json")[0] == 0
    assert run("bench village.toml --methods greedy --jobs 1 --out bench")[0] == 0
    again = arcload.read("village.json")
    assert again == arcload.read("village.toml")


def test_options_win_over_the_file(run: Run) -> None:
    run("init four.json")
    Path("town.toml").write_text('streets = "four.json"\ncurb_weight = 7\nallow_unserved = true\n')
    said = json.loads(run("info town.toml --json")[1])
    assert (said["curb_weight"], said["allow_unserved"]) == (7, True)
    told = json.loads(run("info town.toml --json --curb-weight 3 --no-allow-unserved")[1])
    assert told["curb_weight"] == 3
    assert "allow_unserved" not in told


def test_a_result_names_its_town_file(run: Run) -> None:
    Path("plans").mkdir()
    assert run("init four.json -o plans/town.toml --curb-weight 5")[0] == 0
    assert run("solve plans/town.toml -o plans/tour.json")[0] == 0
    assert json.loads(Path("plans/tour.json").read_text())["settings"]["town_file"] == str(
        Path("plans/town.toml")
    )
    assert run("check plans/tour.json")[0] == 0
    shutil.move("plans/town.toml", "plans/other.toml")
    code, _, err = run("check plans/tour.json")
    assert (code, "town.toml, which is not there" in err) == (2, True)
    assert run("check plans/other.toml plans/tour.json")[0] == 0
    shutil.move("plans", "moved")
    shutil.move("moved/other.toml", "moved/town.toml")
    Path("moved/town.toml").write_text('streets = "../four.json"\n')
    assert run("check moved/tour.json")[0] == 0


def test_a_town_file_that_says_another_demand_is_not_that_of_the_result(run: Run) -> None:
    Path("a.csv").write_text("from,to,length,demand,salt\nA,B,3,2,1\nB,A,4,1,5\n")
    Path("town.toml").write_text('streets = "a.csv"\ndemand_column = "salt"\ncurb_weight = 1\n')
    assert run("solve town.toml -o tour.json")[0] == 0
    assert run("check tour.json")[0] == 0
    Path("town.toml").write_text('streets = "a.csv"\ncurb_weight = 1\n')
    assert run("check tour.json")[0] == 1


def test_a_guess_is_said(run: Run) -> None:
    _, _, err = run(f"init {EXAMPLES / 'village.csv'}")
    assert "names no depot: the town file has a guess, depot = 1 (node 1, an end of Vine" in err
    Path("a.csv").write_text("from,to,length,winter_demand_in_sacks\nA,B,3,2\n")
    _, _, err = run("init a.csv -o a.toml")
    assert "a.csv: the demand is read from 'winter_demand_in_sacks', a guess; change it" in err


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ("A,B,1,1,yes\nB,C,1,1,yes\n", "no node can be the depot: along the one-way streets"),
        ("A,B,1,0,no\nB,C,1,0,no\n", "nothing is to be served: none of 2 streets has a demand"),
    ],
)
def test_a_town_in_which_nothing_can_be_served_is_refused(run: Run, rows: str, words: str) -> None:
    Path("a.csv").write_text(f"from,to,length,demand,oneway\n{rows}")
    code, out, err = run("init a.csv")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert f"a.csv: {words}" in err
    assert not Path("town.toml").exists()


def test_a_file_that_is_there_is_left_alone(run: Run) -> None:
    Path("town.toml").write_text("mine")
    code, _, err = run("init four.json")
    assert (code, Path("town.toml").read_text()) == (2, "mine")
    assert "town.toml" in err
    assert "--force" in err
    assert run("init four.json --force")[0] == 0
    assert "four.json" in Path("town.toml").read_text()


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("init town.toml -o other.toml", "town.toml: this is a town file already"),
        ("init tour.json", "tour.json, line 2"),
        ("init four.json -o town.json", "town.json: a town file ends in .toml"),
        ("init no.osm", "no.osm: no such file"),
        ("init four.json -o no/town.toml", "the folder no is not there"),
        ("check four.json", "nothing to check"),
        ("check tour.json", "tour.json names no town file"),
        ("convert town.toml four.json", "four.json: this is the input"),
        ("info lost.toml", "lost.toml, line 2: closed edge 999 is not in the network"),
        ("info shut.toml", "shut.toml, line 2: four.json, line"),
        ("solve wrong.toml", "wrong.toml, line 2: 'capacty' is unknown (did you mean 'capacity'?)"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(run: Run, line: str, words: str) -> None:
    assert run("solve four.json -o tour.json")[0] == 0
    Path("town.toml").write_text('streets = "four.json"\n')
    Path("lost.toml").write_text('streets = "four.json"\nclosed = [\n  1,\n  999,\n]\n')
    Path("shut.toml").write_text('streets = "four.json"\nclosed = [1]\n')
    Path("wrong.toml").write_text('streets = "four.json"\ncapacty = 3\n')
    if line.startswith("init") and "-o" not in line:
        line += " -o new.toml"
    code, out, err = run(line)
    assert (code, out) == (2, "")
    assert words in err
    assert err.count("\n") == 1
