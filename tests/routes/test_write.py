"""Several files in one call, chosen by their extensions."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

import arcload
from arcload.routes.write import FORMATS, may_become
from tests.examples import FOUR_EDGES
from tests.fleet_plans import cut_tour, fleet_of
from tests.notes import noted
from tests.packages import install
from tests.routes.towns import town


def test_every_format_is_written_in_one_call(tmp_path: Path) -> None:
    instance = town()
    result = arcload.solve(instance, "greedy")
    files = [tmp_path / f"route{suffix}" for suffix in (".json", ".gpx", ".geojson", ".CSV")]
    arcload.write_route(result, *files)
    assert sorted(tmp_path.iterdir()) == sorted(files)
    assert arcload.load_result(files[0], instance) == result


def test_an_unknown_extension_is_refused_and_nothing_is_written(tmp_path: Path) -> None:
    result = arcload.solve(FOUR_EDGES, "greedy")
    for name, words in (("a.gpz", "'.gpz' is no format"), ("route", "it has no extension")):
        with pytest.raises(arcload.InputError, match=words) as refused:
            arcload.write_route(result, tmp_path / "a.csv", tmp_path / name)
        assert all(f".{name}" in str(refused.value) for name in FORMATS.built_in)
    assert list(tmp_path.iterdir()) == []


def test_a_name_that_is_no_text_leaves_every_file_alone(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("before")
    instance = town().replace(names=("\ud800",) * 30)
    result = arcload.solve(instance, "greedy")
    with pytest.raises(arcload.InputError, match="cannot be written as UTF-8"):
        arcload.write_route(result, tmp_path / "a.csv", tmp_path / "a.geojson")
    assert (tmp_path / "a.csv").read_text() == "before"


def test_a_result_file_without_figures_is_written_with_them(tmp_path: Path) -> None:
    """Loads and lengths that a hand-made result leaves out come from the instance."""
    instance = town()
    result = arcload.solve(instance, "greedy")
    file = tmp_path / "result.json"
    bare = json.loads(result.to_json())
    for step in bare["walk"]:
        for key in ("length", "load_before", "load_after", "cost", "direction"):
            del step[key]
    file.write_text(json.dumps(bare))
    arcload.write_route(arcload.load_result(file, instance), tmp_path / "a.geojson")
    arcload.write_route(replace(result), tmp_path / "b.geojson")
    found, wanted = (
        [feature["properties"] for feature in json.loads(path.read_text())["features"]]
        for path in (tmp_path / "a.geojson", tmp_path / "b.geojson")
    )
    assert found == wanted


def test_a_package_adds_a_route_format(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    text = (
        "def require(instance): pass\n"
        "def dump(route): return ' '.join(str(crossing.edge) for crossing in route.walk)\n"
    )
    install(tmp_path, "townkit", "arcload.routes", "words = kit_of_words", kit_of_words=text)
    result = arcload.solve(FOUR_EDGES, "greedy")
    arcload.write_route(result, tmp_path / "route.words")
    words = (tmp_path / "route.words").read_text().split()
    assert words == [str(crossing.edge) for crossing in result.plan.walk]


def test_several_vehicles_have_a_file_each_where_one_is_followed(tmp_path: Path) -> None:
    plan = cut_tour(fleet_of(town(edges=40), vehicles=3), vehicles=3)
    assert len(plan.routes) == 3
    files = [tmp_path / f"plan{suffix}" for suffix in (".gpx", ".csv", ".geojson")]
    assert arcload.write_route(plan, *files) == ()
    written = {path.name for path in tmp_path.iterdir()}
    each = {f"plan-{number}{suffix}" for number in (1, 2, 3) for suffix in (".gpx", ".csv")}
    assert written == each | {"plan.geojson"}


def test_one_vehicle_of_a_fleet_has_the_file_that_was_named(tmp_path: Path) -> None:
    plan = cut_tour(fleet_of(town()), vehicles=1)
    assert plan.trips > 1
    arcload.write_route(plan, tmp_path / "plan.csv")
    assert [path.name for path in tmp_path.iterdir()] == ["plan.csv"]


def test_a_file_of_an_earlier_plan_is_named(tmp_path: Path) -> None:
    plan = cut_tour(fleet_of(town()))
    for name in ("plan.csv", "plan-3.csv"):
        (tmp_path / name).write_text("before")
    notes = arcload.write_route(plan, tmp_path / "plan.csv")
    assert noted(notes, "plan.csv is there already")
    assert noted(notes, "plan-3.csv is there already")
    assert (tmp_path / "plan-3.csv").read_text() == "before"


def test_only_a_numbered_file_beside_it_may_be_a_part() -> None:
    assert may_become(Path("town.csv"), Path("town-2.csv"))
    for other in ("town.csv", "town-2.gpx", "town-b.csv", "a/town-2.csv", "town2.csv"):
        assert not may_become(Path("town.csv"), Path(other))
    assert not may_become(Path("town.json"), Path("town-2.json"))
