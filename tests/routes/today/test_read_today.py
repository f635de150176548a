"""Files of today's route, of every kind and damaged in every way."""

import functools
import tempfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import arcload
from arcload import InputError, read_today
from tests.fleet_plans import cut_tour, fleet_of
from tests.routes.towns import town
from tests.tracks import drives_of, gpx, track_along


def test_a_track_is_priced_as_the_tour_that_it_follows(tmp_path: Path) -> None:
    place = town(edges=60)
    plan = arcload.solve(place, "greedy").plan
    arcload.write_route(plan, tmp_path / "a.gpx")
    today = read_today(place, tmp_path / "a.gpx")
    assert [step.edge for step in today.plan.walk] == [step.edge for step in plan.walk]
    assert today.plan.length == pytest.approx(plan.length)
    assert (today.unserved, today.broken, today.notes) == ((), (), ())


def test_tracks_of_one_vehicle_follow_each_other(tmp_path: Path) -> None:
    place = town(edges=60)
    plan = arcload.solve(place, "greedy").plan
    points = track_along(place, drives_of(plan), noise=1.0).points
    for name, part in (("a.gpx", points[:150]), ("b.gpx", points[150:])):
        (tmp_path / name).write_text(gpx(part))
    today = read_today(place, tmp_path / "a.gpx", tmp_path / "b.gpx")
    assert today.plan.length == pytest.approx(plan.length, rel=0.03)
    assert today.plan.trips == 1


def test_vehicles_of_a_fleet_have_a_file_or_a_track_each(tmp_path: Path) -> None:
    fleet = fleet_of(town(edges=40), facility=False)
    plan = cut_tour(fleet)
    arcload.write_route(plan, tmp_path / "a.gpx")
    files = sorted(tmp_path.glob("a-*.gpx"))
    today = read_today(fleet, *files)
    assert (len(today.plan.routes), today.unserved) == (2, ())
    assert today.plan.length == pytest.approx(plan.length)
    texts = [file.read_text() for file in files]
    tracks = "".join(text[text.index("<trk>") : text.index("</trk>") + 6] for text in texts)
    (tmp_path / "both.gpx").write_text(f"<gpx>{tracks}</gpx>")
    both = read_today(fleet, tmp_path / "both.gpx")
    assert both.plan.cost == today.plan.cost


@pytest.mark.parametrize("names", [("small_truck-1.gpx", "b.gpx"), ("a.gpx", "Monday, Lorry.gpx")])
def test_a_label_in_the_name_of_a_file_tells_the_vehicle(
    names: tuple[str, str], tmp_path: Path
) -> None:
    fleet = fleet_of(town(edges=40), facility=False)
    lorry = replace(fleet.vehicle, label="lorry", count=1)
    truck = replace(lorry, label="small truck", curb_weight=7.0)
    fleet = fleet.replace(vehicles=(lorry, truck))
    plan = cut_tour(fleet_of(town(edges=40), facility=False))
    arcload.write_route(plan, tmp_path / "x.gpx")
    files = [
        file.rename(tmp_path / name)
        for file, name in zip(sorted(tmp_path.glob("x-*.gpx")), names, strict=True)
    ]
    today = read_today(fleet, *files)
    assert [route.vehicle.label for route in today.plan.driven] == ["small truck", "lorry"]
    assert today.broken == ()


def test_own_files_of_several_types_come_back(tmp_path: Path) -> None:
    fleet = fleet_of(town(edges=40), facility=False)
    lorry = replace(fleet.vehicle, label="lorry", count=1)
    truck = replace(lorry, label="small truck", curb_weight=7.0)
    fleet = fleet.replace(vehicles=(lorry, truck))
    plan = cut_tour(fleet_of(town(edges=40), facility=False))
    swapped = zip((truck, lorry), plan.routes, strict=True)
    plan = arcload.Plan(fleet, [route._replace(vehicle=vehicle) for vehicle, route in swapped])
    arcload.write_route(plan, tmp_path / "a.geojson", tmp_path / "a.gpx")
    assert read_today(fleet, tmp_path / "a.geojson").plan.cost == pytest.approx(plan.cost)
    tracks = read_today(fleet, *sorted(tmp_path.glob("a-*.gpx"))).plan
    assert [route.vehicle.label for route in tracks.driven] == ["small truck", "lorry"]


def test_a_gap_and_points_off_the_streets_are_told(tmp_path: Path) -> None:
    place = town(edges=60)
    plan = arcload.solve(place, "greedy").plan
    points = track_along(place, drives_of(plan), noise=1.0).points
    far = int(np.argmax(np.hypot(*(points - points[20]).T)))
    low, high = sorted((20, far))
    points[5] += 0.01
    cut = np.delete(points, slice(low + 1, high), axis=0)
    (tmp_path / "a.gpx").write_text(gpx(cut))
    notes = [note.text for note in read_today(place, tmp_path / "a.gpx").notes]
    assert "1 of" in notes[0]
    assert "shortest path" in notes[1]
    lon, lat = points[low]
    assert f"{lat:.4f}" in notes[1]
    assert f"{lon:.4f}" in notes[1]


@pytest.mark.parametrize(
    ("name", "text", "fact"),
    [
        ("a.kml", "<kml/>", ".kml"),
        ("a", "x", "''"),
        ("a.gpx", "", "empty"),
        ("a.gpx", "<gpx>", "line 1"),
        ("a.gpx", gpx(np.array([[0.0, 0.0], [0.1, 0.1]])), "does not fit"),
        ("a.geojson", "{", "line 1"),
        ("a.geojson", "[" * 5000, "line 1"),
        ("a.geojson", '{"type": "LineString", "coordinates": [[0, 0], [1, 1]]}', "does not fit"),
        ("a.json", "{}", "schema"),
        ("a.json", '{"schema": "arcload-result/1"}', "missing"),
        ("a.csv", "street,do,distance\n", "no street"),
        ("a.csv", "x\n", "'x'"),
        ("a.txt", "no such street", "no such street"),
    ],
)
def test_a_damaged_file_is_refused_in_one_sentence(
    name: str, text: str, fact: str, tmp_path: Path
) -> None:
    (tmp_path / name).write_text(text)
    with pytest.raises(InputError) as refused:
        read_today(town(), tmp_path / name)
    message = str(refused.value)
    assert name in message
    assert fact in message
    assert "\n" not in message


def test_a_zero_byte_and_a_missing_file_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.gpx").write_bytes(b"<gpx>\0")
    with pytest.raises(InputError, match="zero byte"):
        read_today(town(), tmp_path / "a.gpx")
    with pytest.raises(InputError, match="no such file"):
        read_today(town(), tmp_path / "b.gpx")
    with pytest.raises(InputError, match="no file"):
        read_today(town())


def test_a_network_without_a_place_on_the_globe_takes_no_track(tmp_path: Path) -> None:
    (tmp_path / "a.gpx").write_text(gpx(np.array([[0.0, 0.0], [0.1, 0.1]])))
    plane = arcload.generate("city", edges=30, seed=1)
    with pytest.raises(InputError, match="not on the globe"):
        read_today(plane, tmp_path / "a.gpx")
    with pytest.raises(InputError, match="no coordinates"):
        read_today(plane.replace(coordinates=None, shapes=None), tmp_path / "a.gpx")


PLACE = town()
PLAN = arcload.solve(PLACE, "greedy").plan


@functools.cache
def whole_file(kind: str) -> str:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / f"a.{kind}"
        if kind == "json":
            arcload.solve(PLACE, "greedy").save(file)
        else:
            arcload.write_route(PLAN, file)
        return file.read_text()


@settings(max_examples=60, deadline=None)
@given(
    kind=st.sampled_from(["gpx", "geojson", "json", "csv"]),
    cut=st.floats(0, 1),
    length=st.integers(0, 40),
    text=st.text(max_size=5) | st.sampled_from(["1e400", "-", "null", "[", '"', ">", ";", "9"]),
)
def test_a_file_damaged_anywhere_is_read_or_refused_in_one_sentence(
    kind: str, cut: float, length: int, text: str
) -> None:
    whole = whole_file(kind)
    position = int(cut * len(whole))
    damaged = whole[:position] + text + (whole[position + length :] if length < 39 else "")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / f"a.{kind}"
        file.write_bytes(damaged.encode("utf-8", "replace"))
        try:
            today = read_today(PLACE, file)
        except InputError as error:
            message = str(error)
        else:
            message = f"{file} is read with {len(today.plan.order)} streets"
    assert f"a.{kind}" in message
    assert "\n" not in message
