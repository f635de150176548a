"""Files of every format become a plan, and none but those that were sent are read."""

import json
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from arcload.cli.main import main
from arcload.maps.formats import read
from arcload.model.errors import InputError
from arcload.studio.tasks.instance_text import instance_of
from arcload.studio.tasks.read_files import read_files
from arcload.studio.tasks.sentence import sentence
from tests.studio.plans import EXAMPLES


def value_of(folder: Path, *names: str, **others: Any) -> dict[str, Any]:
    for name in names:
        if (EXAMPLES / name).exists():
            shutil.copy(EXAMPLES / name, folder)
    return {"folder": str(folder), "files": list(names), "options": {}, "name": None} | others


@pytest.mark.parametrize(
    "names",
    [
        ("town.json",),
        ("village.csv",),
        ("village.geojson",),
        ("village.dbf", "village.shp", "village.shx", "village.prj", "village.cpg"),
        ("four_edges.dat",),
        ("four_edges.txt",),
        ("hamlet.toml", "hamlet.osm"),
    ],
)
def test_every_format_is_read_as_the_command_line_does(
    tmp_path: Path, names: tuple[str, ...]
) -> None:
    main = next((n for n in names if n.endswith((".toml", ".shp"))), names[0])
    expected = read(EXAMPLES / main)
    answer = read_files(value_of(tmp_path, *names))
    assert instance_of(answer["base"]).replace(notes=()) == expected.replace(
        notes=(), keep="all", town_file=""
    )
    assert answer["source"] == main
    assert answer["name"] == expected.name
    assert answer["facts"]["served"] == len(expected.served)
    assert len(answer["notes"]) == len({*expected.notes})


def test_options_are_those_of_a_town_file(tmp_path: Path) -> None:
    vehicles = [{"label": "small", "capacity": 400, "curb_weight": 3, "count": 2}]
    options = {"vehicles": vehicles, "turn_rules": {"u_turn": "never"}, "depot": None}
    answer = read_files(value_of(tmp_path, "village.csv", options=options, name="My village"))
    instance = instance_of(answer["base"])
    assert (instance.vehicles[0].label, instance.vehicles[0].count) == ("small", 2)
    assert instance.turn_rules is not None
    assert answer["name"] == instance.name == "My village"


@pytest.mark.parametrize(
    ("options", "facts"),
    [
        ({"demnd_column": "x"}, ("options", "demnd_column", "demand_column")),
        ({"curb_weight": "heavy"}, ("options", "curb_weight", "heavy")),
        ({"format": "./evil.py"}, ("options", "./evil.py")),
        ({"streets": "/etc/passwd"}, ("options", "streets")),
        ({"demand_column": "nowhere"}, ("village.csv", "nowhere")),
    ],
)
def test_options_that_cannot_be_used_are_one_sentence(
    tmp_path: Path, options: dict[str, Any], facts: tuple[str, ...]
) -> None:
    with pytest.raises(InputError) as refusal:
        read_files(value_of(tmp_path, "village.csv", options=options))
    assert all(fact in str(refusal.value) for fact in facts)


@pytest.mark.parametrize("streets", ["/etc/passwd", "../secret.csv", "sub/village.csv", "no.csv"])
def test_a_town_file_names_only_what_was_sent_with_it(tmp_path: Path, streets: str) -> None:
    folder = tmp_path / "sent"
    folder.mkdir()
    shutil.copy(EXAMPLES / "village.csv", tmp_path / "secret.csv")
    (folder / "town.toml").write_text(f"streets = {json.dumps(streets)}\n")
    with pytest.raises(InputError, match=r"town\.toml, line 1") as refusal:
        read_files(value_of(folder, "town.toml"))
    assert streets in str(refusal.value)


def test_no_code_that_was_sent_is_run(tmp_path: Path) -> None:
    (tmp_path / "evil.py").write_text("raise SystemExit('it ran')\n")
    (tmp_path / "town.toml").write_text('streets = "evil.py"\nformat = "./evil.py"\n')
    with pytest.raises(InputError, match=r"town\.toml, line 2"):
        read_files(value_of(tmp_path, "town.toml", "evil.py"))


def test_several_maps_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"village\.csv.*town\.json"):
        read_files(value_of(tmp_path, "village.csv", "town.json"))
    with pytest.raises(InputError, match="no file"):
        read_files(value_of(tmp_path))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("bad.csv", "from,to,length,demand\n1,2,far,3\n"),
        ("bad.json", '{"schema": "arcload-instance/1", "nodes": []}'),
        ("parts.csv", "from,to,length,demand\n1,2,1,1\n3,4,1,1\n"),
        ("bad.toml", "streets = 7\n"),
        ("bad.osm", "<osm>"),
        ("odd.xyz", "what is this"),
    ],
)
def test_a_bad_file_is_the_sentence_of_the_command_line(
    tmp_path: Path,
    name: str,
    text: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["arcload", "solve", name])
    with pytest.raises(SystemExit, match="2"):
        main()
    with pytest.raises(InputError) as refusal:
        read_files(value_of(tmp_path, name))
    assert capsys.readouterr().err == f"arcload: {sentence(refusal.value)[0]}\n"
