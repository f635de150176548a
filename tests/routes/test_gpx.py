"""GPX files: valid, as long as the tour, along every street."""

import math
from pathlib import Path

import gpxpy
import numpy as np
import pytest
from gpxpy.gpx import GPX
from hypothesis import given, settings
from hypothesis import strategies as st
from pyproj import Geod

import arcload
from arcload.model.street_list import street_list
from arcload.model.types import FloatArray
from arcload.routes.driven_plan import DrivenPlan
from arcload.routes.gpx import LARGEST_GAP, dense, dump
from tests.fleet_plans import cut_tour, fleet_of
from tests.routes.gpx_rules import assert_valid
from tests.routes.towns import on_the_globe, town

_PLACES = st.sampled_from([(8.54, 47.37), (-70.0, -53.1), (179.999, 0.0), (25.7, 66.5), (0, 0)])


@st.composite
def _towns(draw: st.DrawFn) -> arcload.Instance:
    generated = arcload.generate(
        "city",
        edges=draw(st.integers(30, 60)),
        demand=draw(st.sampled_from(["random", "clustered"])),
        served=draw(st.sampled_from([0.4, 1.0])),
        seed=draw(st.integers(1, 500)),
    )
    place = draw(_PLACES)
    changed = generated.replace(mode=draw(st.sampled_from(["deliver", "collect"])))
    return on_the_globe(changed, *place)


def _tour(instance: arcload.Instance) -> arcload.Tour:
    """Return the tour that serves the streets as they are listed."""
    served = [instance.edges[k] for k in instance.served]
    directions = [1 if math.isfinite(instance.lengths[k, 0]) else 2 for k in instance.served]
    return arcload.Tour(instance, served, directions)


def _track(text: str) -> FloatArray:
    points = gpxpy.parse(text).tracks[0].segments[0].points
    return np.array([(point.longitude, point.latitude) for point in points])


def _places(file: GPX) -> list[str | None]:
    """Return the names of the waypoints that are no turns."""
    return [point.name for point in file.waypoints if point.type != "turn"]


def _metres(points: FloatArray) -> FloatArray:
    """Return the distances from point to point, as geodesists measure them."""
    lon, lat = points.T
    _, _, found = Geod(ellps="WGS84").inv(lon[:-1], lat[:-1], lon[1:], lat[1:])
    return np.asarray(found, dtype=np.float64)


@settings(max_examples=40)
@given(_towns())
def test_the_track_is_valid_as_long_as_the_tour_and_dense(instance: arcload.Instance) -> None:
    tour = _tour(instance)
    text = dump(DrivenPlan(tour))
    assert_valid(text)
    gaps = _metres(_track(text))
    assert gaps.max() <= LARGEST_GAP * 1.001
    assert gaps.sum() == pytest.approx(tour.length, rel=0.005)
    if abs(instance.coordinates[:, 0]).max() < 179:  # type: ignore[index]
        # gpxpy measures in its own way, and not over the date line.
        assert gpxpy.parse(text).length_2d() == pytest.approx(tour.length, rel=0.01)


@settings(max_examples=40)
@given(_towns())
def test_the_track_covers_every_served_street(instance: arcload.Instance) -> None:
    """Every point of a served street's shape is a point of the track, in its order."""
    tour = _tour(instance)
    track = _track(dump(DrivenPlan(tour)))
    position = {tuple(point): index for index, point in enumerate(np.round(track, 6).tolist())}
    assert instance.shapes is not None
    for k in instance.served:
        shape = np.array(instance.shapes[k])
        shape[shape[:, 0] >= 180, 0] -= 360
        for point in np.round(np.round(shape, 7), 6).tolist():
            assert tuple(point) in position


def test_it_starts_and_ends_where_the_tour_does() -> None:
    instance = town()
    points = gpxpy.parse(dump(DrivenPlan(_tour(instance))))
    assert _places(points) == ["Start and end"]
    assert instance.coordinates is not None
    depot = instance.coordinates[instance.start_index]
    assert (points.waypoints[0].longitude, points.waypoints[0].latitude) == pytest.approx(
        tuple(depot), abs=1e-7
    )
    opened = instance.replace(end=arcload.FREE)
    assert _places(gpxpy.parse(dump(DrivenPlan(_tour(opened))))) == ["Start", "End"]


def test_a_name_with_markup_and_control_characters_comes_back_on_one_line() -> None:
    instance = town().replace(name='"Würz" <b>&\x00\n東京\ufffe')
    text = dump(DrivenPlan(_tour(instance)))
    assert_valid(text)
    assert gpxpy.parse(text).tracks[0].name == '"Würz" <b>& 東京'


def test_a_tour_of_nothing_is_a_valid_file_without_a_track() -> None:
    instance = arcload.Instance.from_edges(
        [("a", "b", 5, 0)], depot="a", coordinates={"a": (8, 47), "b": (8, 47.1)}, geographic=True
    )
    text = dump(DrivenPlan(arcload.Tour(instance, (), ())))
    assert_valid(text)
    assert gpxpy.parse(text).tracks == []


def test_a_loop_without_a_shape_is_driven_in_its_full_length() -> None:
    instance = arcload.Instance.from_edges(
        [("a", "a", 300, 1)],
        depot="a",
        coordinates={"a": (8.5, 60.0)},
        geographic=True,
        length_unit="m",
    )
    text = dump(DrivenPlan(arcload.Tour(instance, (1,), (1,))))
    assert _metres(_track(text)).sum() == pytest.approx(300, rel=0.01)


def test_a_street_over_the_date_line_is_driven_the_short_way() -> None:
    points = dense(np.array([(179.9995, 10.0), (-179.9995, 10.0)]))
    assert _metres(points).max() <= LARGEST_GAP
    assert (np.abs(points[:, 0]) <= 180).all()


def test_a_network_that_is_not_on_the_globe_is_refused(tmp_path: Path) -> None:
    instance = arcload.generate("city", edges=30, seed=1)
    with pytest.raises(arcload.InputError, match="GPX needs longitude and latitude"):
        arcload.write_route(_tour(instance), tmp_path / "a.csv", tmp_path / "a.gpx")
    assert list(tmp_path.iterdir()) == []


def test_a_shape_that_leaves_the_earth_is_refused() -> None:
    instance = town()
    assert instance.shapes is not None
    bad = ((8.54, 47.37), (8.54, 100.0))
    broken = instance.replace(shapes=(bad, *instance.shapes[1:]))
    with pytest.raises(arcload.InputError, match="edge 1 has a shape with a point that is not on"):
        dump(DrivenPlan(_tour(broken)))


def test_each_vehicle_of_a_fleet_has_a_track_and_points_where_it_loads() -> None:
    plan = cut_tour(fleet_of(town(edges=40)))
    instance = plan.instance
    assert instance.coordinates is not None
    for number, route in enumerate(plan.driven, start=1):
        text = dump(DrivenPlan(plan).of_route(number))
        assert_valid(text)
        parsed = gpxpy.parse(text)
        assert [track.name for track in parsed.tracks] == [f"town, vehicle {number}"]
        assert _metres(_track(text)).sum() == pytest.approx(route.length, rel=0.005)
        told = "; ".join(point.description or "" for point in parsed.waypoints)
        for which, trip in enumerate(route.trips, start=1):
            assert f"trip {which}: load {trip.load:g} kg" in told
        facilities = {trip.facility for trip in route.trips if trip.facility is not None}
        nodes = [instance.node_index(place) for place in facilities | {instance.start}]
        places = [point for point in parsed.waypoints if point.type != "turn"]
        points = [(point.longitude, point.latitude) for point in places]
        wanted = np.round(instance.coordinates[nodes], 7).tolist()
        assert sorted(points) == sorted(map(tuple, wanted))


@settings(max_examples=20)
@given(_towns())
def test_every_turn_is_a_waypoint_at_its_corner_in_order(instance: arcload.Instance) -> None:
    """The waypoints have the numbers and words of the driver's list, and the track stays whole."""
    tour = _tour(instance)
    text = dump(DrivenPlan(tour))
    turns = [point for point in gpxpy.parse(text).waypoints if point.type == "turn"]
    rows = street_list(tour.driven[0])
    assert [point.name for point in turns] == [
        f"{number}: {row.instruction}" for number, row in enumerate(rows, start=1)
    ]
    assert instance.coordinates is not None
    nodes = instance.coordinates[[instance.node_index(row.from_node) for row in rows]]
    found = np.array([(point.longitude, point.latitude) for point in turns])
    east = (found[:, 0] - nodes[:, 0] + 180) % 360 - 180
    assert np.abs(east).max() < 1e-6
    assert np.abs(found[:, 1] - nodes[:, 1]).max() < 1e-6
    assert all(
        (point.description or "").startswith(row.do) for point, row in zip(turns, rows, strict=True)
    )
    track = [tuple(point) for point in np.round(_track(text), 6).tolist()]
    where = 0
    for point in np.round(found, 6).tolist():
        where = track.index(tuple(point), where)
