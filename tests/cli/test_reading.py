"""The options on how streets are read, in every command that reads them."""

import json
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import arcload
from arcload.cli.main import main
from arcload.model.result_file import read_result

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """Return a function that runs a command beside a map: (exit code, stdout, stderr)."""
    monkeypatch.chdir(tmp_path)
    features = [
        {
            "type": "Feature",
            "properties": {"strasse": name, "salt_kg": salt, "einbahn": "no"},
            "geometry": {"type": "LineString", "coordinates": line},
        }
        for name, salt, line in (
            ("High Street", 4, [[8.54, 47.37], [8.541, 47.37]]),
            ("Mill Lane", None, [[8.541, 47.370001], [8.541, 47.371]]),
            ("Ring", 2, [[8.541, 47.371], [8.54, 47.37]]),
        )
    ]
    data = {"type": "FeatureCollection", "features": features}
    Path("town.geojson").write_text(json.dumps(data))

    def call(*words: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["arcload", *words])
        with pytest.raises(SystemExit) as end:
            main()
        out, err = capsys.readouterr()
        return int(end.value.code or 0), out, err

    return call


OPTIONS = (
    *("--demand-column", "salt_kg", "--demand-per-km", "100", "--name-column", "strasse"),
    *("--oneway-column", "einbahn", "--snap", "0.5", "--depot", "47.37,8.54", "--curb-weight", "9"),
)


def test_info_takes_all_of_them(run: Run) -> None:
    code, out, err = run("info", "town.geojson", "--json", *OPTIONS)
    facts = json.loads(out)
    assert (code, facts["nodes"], facts["edges"]) == (0, 3, 3)
    assert facts["total_demand"] == pytest.approx(6 + 11.1, abs=0.01)
    assert (facts["length_unit"], facts["load_unit"]) == ("m", "kg")
    assert [line.split(": ", 3)[3] for line in err.splitlines()] == [
        "demands are in kg by the name of the column 'salt_kg'; --load-unit says otherwise",
        "2 street ends within 0.5 m of another street were joined to it, the farthest over 0.11 m; "
        "--snap sets the tolerance, 0 for none",
        "the depot is at node 1, 0 m from 47.37,8.54",
    ]


def test_solve_bound_check_and_convert_take_them_too(run: Run) -> None:
    assert run("solve", "town.geojson", *OPTIONS, "-o", "tour.json")[0] == 0
    assert run("check", "town.geojson", "tour.json", *OPTIONS[:-4])[0] == 0
    assert run("bound", "town.geojson", *OPTIONS, "--time", "1")[0] == 0
    assert run("convert", "town.geojson", "town.json", *OPTIONS)[0] == 0
    assert arcload.read("town.json").names == ("High Street", "Mill Lane", "Ring")


def test_compare_and_plot_take_them_too(run: Run) -> None:
    assert run("compare", "town.geojson", *OPTIONS, "-o", "tour.json", "-o", "tour.gpx")[0] == 0
    assert run("compare", "town.geojson", *OPTIONS[:-4], "--tour", "tour.json")[0] == 0
    assert run("plot", "town.geojson", "tour.json", *OPTIONS[:-4], "-o", "route.html")[0] == 0
    assert Path("route.html").stat().st_size > 10_000


@pytest.mark.parametrize("place", ["Zug", "Zug, Switzerland", "St. Gallen"])
def test_the_name_of_a_place_gets_told_how_to_fetch_it(run: Run, place: str) -> None:
    code, out, err = run("solve", place)
    quoted = place if place == "Zug" else f"'{place}'"
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert f"arcload fetch {quoted} streets.graphml" in err


def test_a_file_that_is_not_there_is_no_place(run: Run) -> None:
    for file in ("town.csv", "town.gpkg", "maps/town"):
        code, _, err = run("info", file)
        assert (code, "no such file" in err, "fetch" in err) == (2, True, False)


def test_info_says_where_on_earth_the_streets_are(run: Run) -> None:
    _, out, _ = run("info", "town.geojson", *OPTIONS)
    assert "latitude 47.3700 to 47.3710, longitude 8.5400 to 8.5410" in out


def test_a_missing_demand_is_told_with_what_to_do(run: Run) -> None:
    code, out, err = run("info", "town.geojson")
    assert (code, out) == (2, "")
    assert err == (
        "arcload: town.geojson: there is no property 'demand'; it has strasse, salt_kg, einbahn; "
        "name it with --demand-column or give --demand-rule or --demand-per-km\n"
    )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--at", "47.37"], "--at is '47.37'; give LAT,LON such as 47.37,8.54"),
        (["--at", "a,b"], "--at is 'a,b'; give LAT,LON"),
        (["--at", "95,8"], "no city lies at 95,8"),
    ],
)
def test_a_city_is_placed_at_a_point_on_earth(run: Run, words: list[str], said: str) -> None:
    code, _, err = run("generate", "city", "a.geojson", *words)
    assert (code, err.count("\n")) == (2, 1)
    assert said in err
    assert run("generate", "city", "a.geojson", "--at", "-33.92,18.42")[0] == 0
    assert arcload.read("a.geojson").geographic


@pytest.mark.parametrize("extension", ["geojson", "osm", "graphml", "gpkg", "shp", "csv"])
def test_a_generated_city_can_be_solved_from_every_format(run: Run, extension: str) -> None:
    file = f"city.{extension}"
    assert run("generate", "city", file, "--edges", "40", "--at", "47.37,8.54")[0] == 0
    place = ("--depot", "47.37,8.54", "--curb-weight", "500", "--method", "greedy")
    code, out, _ = run("solve", file, *place, "--json")
    assert (code, len(json.loads(out)["order"])) == (0, 40)


def test_fetch_writes_graphml_alone(run: Run) -> None:
    code, _, err = run("fetch", "Zug", "zug.geojson")
    assert (code, err) == (2, "arcload: zug.geojson: places are written as .graphml; rename it\n")


def test_a_table_is_no_text_for_standard_output(run: Run) -> None:
    code, _, err = run("generate", "city", "--at", "47,8", "--format", "gpkg")
    assert (code, err.count("\n")) == (2, 1)
    assert "name a file to write it to" in err


@pytest.mark.parametrize(
    "place",
    [
        ("--depot", "47.37,", "8.541"),
        ("--depot=47.37,", "8.541"),
        ("--depot", "47.37", ",8.541"),
        ("--depot", "47.37, 8.541"),
    ],
)
def test_a_place_may_have_a_blank_in_it(place: tuple[str, ...], run: Run) -> None:
    said = ("--demand-per-km", "100", "--curb-weight", "9", "--json")
    code, out, err = run("info", "town.geojson", *place, *said)
    assert code == 0, err
    assert json.loads(out)["start"] == 2


def test_words_that_are_no_place_are_not_joined(run: Run) -> None:
    code, _, err = run("info", "town.geojson", "--depot", "a,", "8.541")
    assert code == 2
    assert "8.541" in err


COMMANDS = ("info", "solve", "compare", "bound", "check", "plot", "convert")


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_that_reads_streets_takes_units(command: str, run: Run) -> None:
    code, out, _ = run(command, "--help")
    assert code == 0
    assert {"--load-unit", "--length-unit"} <= set(out.split())


def test_units_are_kept_and_an_unknown_one_is_refused(run: Run) -> None:
    said = ("--demand-per-km", "100", "--depot", "47.37,8.54", "--curb-weight", "9")
    code, _, err = run("convert", "town.geojson", "town.json", *said, "--load-unit", "Tonnes")
    assert code == 0, err
    assert arcload.read("town.json").load_unit == "t"
    code, _, err = run("info", "town.geojson", *said, "--length-unit", "furlong")
    assert (code, err.count("\n")) == (2, 1)
    assert "the length unit is 'furlong'" in err


def test_the_summary_has_its_units(run: Run) -> None:
    said = ("--demand-per-km", "40000", "--depot", "47.37,8.54", "--curb-weight", "9000")
    code, out, _ = run("solve", "town.geojson", *said, "--load-unit", "kg", "-o", "tour.json")
    result = read_result("tour.json")
    assert code == 0
    facts = dict(line.split(None, 1) for line in out.splitlines() if line.startswith("cost"))
    assert facts["cost"].strip() == f"{result.cost / 1e6:.6g} t km"
    code, out, _ = run("check", "town.geojson", "tour.json", *said, "--load-unit", "kg")
    assert f"{result.cost / 1e6:.6g} t km" in out
    code, out, _ = run("compare", "town.geojson", *said, "--load-unit", "kg")
    assert out.count("t km") == 4
    _, out, _ = run("bound", "town.geojson", *said, "--load-unit", "kg", "--time", "1")
    assert out.count("t km") == 2
    _, out, _ = run("solve", "town.geojson", *said)
    assert f"{result.cost / 1e3:,.2f} km x load" in out


def test_a_cost_without_units_says_what_it_is(run: Run) -> None:
    Path("town.csv").write_text("from,to,length,demand\na,b,5,2\nb,a,5,2\n")
    _, out, _ = run("solve", "town.csv", "--depot", "a", "--curb-weight", "9")
    assert "length x load" in out
