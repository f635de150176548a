"""GeoJSON, as map programs write it and as arcload does."""

import json
import math
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given

import arcload
from arcload import InputError, Instance
from tests.maps.formats.samples import GEOJSON
from tests.maps.formats.test_round_trips import reread
from tests.notes import noted
from tests.strategies import instances


def feature(*points: tuple[float, float], **properties: Any) -> dict[str, Any]:
    """Return a street through these points, given in thousandths of a degree."""
    line = [[8 + x / 1000, 47 + y / 1000] for x, y in points]
    geometry = {"type": "LineString", "coordinates": line}
    return {"type": "Feature", "properties": properties, "geometry": geometry}


def read(folder: Path, *features: dict[str, Any], **changes: Any) -> Instance:
    file = folder / "town.geojson"
    file.write_text(json.dumps({"type": "FeatureCollection", "features": features}))
    said: dict[str, Any] = {"depot": 1, "curb_weight": 0} | changes
    return arcload.read(file, **said)


def test_every_field_is_read(tmp_path: Path) -> None:
    (tmp_path / "town.geojson").write_text(GEOJSON)
    instance = arcload.read(tmp_path / "town.geojson", depot=1, curb_weight=0)
    assert instance.nodes == (1, 2, 3, 4)
    assert instance.ends.tolist() == [[0, 1], [1, 2], [2, 3], [3, 0]]
    assert instance.names == ("High Street", "", "Mill Lane", "Ring")
    assert instance.demands.tolist() == [7, 0, 3, 1]
    assert instance.lengths[:, 0] == pytest.approx([75.5, 111.2, 80.5, 111.2], abs=0.1)
    assert instance.geographic
    assert instance.length_unit == "m"
    assert instance.edge(3).shape == ((8.541, 47.371), (8.5405, 47.3711), (8.54, 47.371))


@pytest.mark.parametrize(
    ("word", "lengths"),
    [
        *((word, (1, 0)) for word in (True, "yes", "true", "1", 1, 1.0, "YES")),
        *((word, (1, 1)) for word in (False, "no", "false", 0, None, "", "reversible")),
        *((word, (0, 1)) for word in (-1, "-1", "reverse", -1.0)),
    ],
)
def test_one_way_words(word: Any, lengths: tuple[int, int], tmp_path: Path) -> None:
    streets = feature((0, 0), (1, 0), demand=1, oneway=word), feature((1, 0), (0, 1), (0, 0))
    found = read(tmp_path, *streets, demand_per_km=1).lengths[0]
    assert tuple(math.isfinite(length) for length in found) == lengths


def test_a_roundabout_is_one_way(tmp_path: Path) -> None:
    streets = feature((0, 0), (1, 0), junction="roundabout"), feature((1, 0), (0, 0))
    assert read(tmp_path, *streets, demand_per_km=1).lengths[0, 1] == math.inf


def test_a_column_can_be_named(tmp_path: Path) -> None:
    street = feature((0, 0), (1, 0), salt_kg="2.5", strasse="Gasse", einbahn="no", metres=75)
    instance = read(
        tmp_path,
        street,
        demand_column="salt_kg",
        name_column="strasse",
        oneway_column="einbahn",
        length_column="METRES",
        load_unit="kg",
        length_unit="m",
    )
    assert instance.edge(1)[2:8] == (75, 2.5, 1, 75, "Gasse", instance.edge(1).shape)


def test_a_column_that_is_not_there_is_refused_with_those_that_are(tmp_path: Path) -> None:
    street = feature((0, 0), (1, 0), salt_kg=1, name="A")
    words = (
        r"town.geojson: there is no property 'salt_gk' for the demand "
        r"\(did you mean 'salt_kg'\?\); it has salt_kg, name; demand_column names it$"
    )
    with pytest.raises(InputError, match=words):
        read(tmp_path, street, demand_column="salt_gk")


def test_a_misspelt_column_is_named_in_a_note(tmp_path: Path) -> None:
    street = feature((0, 0), (1, 0), demand=1, onewai="yes")
    words = r"no 'oneway' is given \(did you mean 'onewai'\?\); oneway_column uses it"
    assert noted(read(tmp_path, street).notes, words)


def test_a_rule_fills_in_what_is_missing_and_0_stays_0(tmp_path: Path) -> None:
    streets = [
        feature((0, 0), (1, 0), demand=0),
        feature((1, 0), (2, 0), demand=None),
        feature((2, 0), (3, 0)),
        feature((3, 0), (4, 0), demand=5),
    ]
    found = read(tmp_path, *streets, demand_per_km=1000)
    assert found.demands == pytest.approx([0, 76.06, 76.06, 5], abs=0.01)
    instance = read(tmp_path, *streets)
    assert noted(instance.notes, "2 streets without a demand may be driven and need no")
    assert instance.demands.tolist() == [0, 0, 0, 5]


def test_lengths_in_another_unit_are_noticed(tmp_path: Path) -> None:
    assert noted(
        read(tmp_path, feature((0, 0), (1, 0), demand=1, length=0.076)).notes,
        "stated lengths add up to 0.076 m, the drawn ones to 76.*; length_unit",
    )


def test_what_is_no_line_is_left_out_and_counted(tmp_path: Path) -> None:
    point = {"type": "Feature", "properties": {}, "geometry": {"type": "Point"}}
    nothing = {"type": "Feature", "properties": None, "geometry": None}
    words = r"left out 3 features that are no lines \(2 'Point', 1 'without geometry'\)"
    assert noted(
        read(tmp_path, point, feature((0, 0), (1, 0), demand=1), nothing, point).notes, words
    )


def test_ids_of_features_are_kept_where_they_are_unique(tmp_path: Path) -> None:
    a, b = feature((0, 0), (1, 0), id="x", demand=1), feature((1, 0), (2, 0), id="y", demand=1)
    assert read(tmp_path, a, b).edges == ("x", "y")
    assert read(tmp_path, a, a).edges == (1, 2)
    cut = feature((0, 0), (1, 0), (2, 0), id="x", demand=1)
    assert read(tmp_path, cut, feature((1, 0), (1, 1), id=7, demand=1)).edges == ("x.1", "x.2", 7)


def test_upper_and_lower_case_are_the_same_from_feature_to_feature(tmp_path: Path) -> None:
    one = feature((0, 0), (1, 0), Demand=1, Highway="primary")
    other = feature((1, 0), (2, 0), demand=2, highway="residential")
    instance = read(tmp_path, one, other)
    assert instance.demands.tolist() == [1, 2]
    assert instance.attributes == {"highway": ("primary", "residential")}
    both = feature((0, 0), (1, 0), Ref="a", ref="b", demand=1)
    assert read(tmp_path, both).attributes == {"Ref": ("a",), "ref": ("b",)}


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"name": "Mill Lane", "Demand": -5}, r"feature 2 \('Mill Lane'\): demand is -5"),
        ({"id": 7, "demand": "x"}, r"feature 2 \(7\): demand is 'x'"),
        ({"demand": 1, "oneway": "perhaps"}, "feature 2: oneway is 'perhaps'"),
    ],
)
def test_a_refusal_names_the_feature_of_a_file_of_one_line(
    change: dict[str, Any], words: str, tmp_path: Path
) -> None:
    with pytest.raises(InputError, match=f"line 1: {words}"):
        read(tmp_path, feature((0, 0), (1, 0), demand=1), feature((1, 0), (2, 0), **change))
    away = feature((1, 0), (2e6, 0), demand=1)
    with pytest.raises(InputError, match="line 1: feature 2: a point is at longitude 2008"):
        read(tmp_path, feature((0, 0), (1, 0), demand=1), away)


def test_a_street_that_is_drawn_twice_is_said_to_be_served_twice(tmp_path: Path) -> None:
    street = feature((0, 0), (1, 0), name="High Street", demand=3)
    back = feature((1, 0), (0, 0), name="High Street", demand=3)
    others = [
        feature((0, 0), (1, 0), name="Mill Lane", demand=3),
        feature((0, 0), (1, 0), name="High Street", demand=4),
        feature((1, 0), (2, 0), name="Path"),
        feature((1, 0), (2, 0), name="Path"),
    ]
    instance = read(tmp_path, street, *others, back)
    assert instance.demands.tolist() == [3, 3, 4, 0, 0, 3]
    (note,) = noted(instance.notes, "drawn twice")
    assert "1 street is drawn twice with the same name and demand" in note
    assert "feature 6 ('High Street')" in note
    filled = read(tmp_path, street, *others, back, demand_per_km=10)
    assert noted(filled.notes, "2 streets are drawn twice")
    both_ways = [street, back]
    for one in both_ways:
        one["properties"]["oneway"] = "yes"
    assert not noted(read(tmp_path, *both_ways).notes, "drawn twice")


def test_a_single_feature_is_a_street(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text(json.dumps(feature((0, 0), (1, 0), demand=1)))
    assert len(arcload.read(tmp_path / "a.json", depot=1, curb_weight=0).edges) == 1


def test_what_we_wrote_is_read_as_streets_too_if_the_user_names_columns(tmp_path: Path) -> None:
    city = arcload.generate("city", edges=60, at=(47.37, 8.54))
    arcload.write(city, tmp_path / "town.geojson")
    again = arcload.read(tmp_path / "town.geojson", demand_column="length", depot=1, curb_weight=0)
    assert noted(again.notes, "features that are no lines")
    assert again.total_demand == pytest.approx(again.lengths.min(axis=1).sum())


@given(instances())
def test_what_we_write_is_lossless_up_to_straight_lines(instance: Instance) -> None:
    """A street without a shape comes back with the straight line between its ends."""
    assume(instance.coordinates is not None)
    points = instance.coordinates
    assert points is not None
    shapes = instance.shapes or ((),) * len(instance.edges)
    drawn = tuple(
        shape if len(shape) > 1 else tuple((float(x), float(y)) for x, y in points[ends])
        for shape, ends in zip(shapes, instance.ends, strict=True)
    )
    assert reread(instance, "geojson") == instance.replace(shapes=drawn)


def test_a_network_without_coordinates_cannot_be_drawn(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no coordinates to draw"):
        arcload.write(Instance.from_edges([(1, 2, 3, 4)], depot=1), tmp_path / "a.geojson")


def test_a_network_in_a_plane_is_written_with_a_note(tmp_path: Path) -> None:
    assert noted(
        arcload.write(arcload.generate("city", edges=40), tmp_path / "a.geojson"),
        "no longitudes and latitudes",
    )


def test_20_000_streets_are_read(tmp_path: Path) -> None:
    """`benchmarks/reading.py` says in which time."""
    city = arcload.generate("city", edges=20_000, at=(47.37, 8.54), seed=2)
    arcload.write(city, tmp_path / "a.geojson")
    data = json.loads((tmp_path / "a.geojson").read_text())
    del data["arcload"]
    data["features"] = [f for f in data["features"] if f["geometry"]["type"] == "LineString"]
    (tmp_path / "b.geojson").write_text(json.dumps(data))
    again = arcload.read(tmp_path / "b.geojson", snap=0, depot=1, curb_weight=0)
    assert len(again.edges) == 20_000
    assert again.lengths.min(axis=1).sum() == pytest.approx(city.lengths.min(axis=1).sum())


def test_rules_for_trucks_are_said(tmp_path: Path) -> None:
    text = GEOJSON.replace('"oneway": false', '"oneway": false, "hgv": "no"')
    (tmp_path / "town.geojson").write_text(
        text.replace('"demand": 0', '"demand": 0, "access": null')
    )
    notes = arcload.read(tmp_path / "town.geojson", depot=1, curb_weight=0).notes
    assert ["town.geojson: hgv=no on 1 street: 1 not applied" in str(n) for n in notes] == [True]


def swiss(*points: tuple[float, float], **properties: Any) -> dict[str, Any]:
    """Return a street through points of the Swiss grid, in metres from the old observatory."""
    line = [[2_600_000 + x, 1_200_000 + y] for x, y in points]
    geometry = {"type": "LineString", "coordinates": line}
    return {"type": "Feature", "properties": properties, "geometry": geometry}


def with_crs(file: Path, name: object, *features: dict[str, Any]) -> Path:
    crs = {"type": "name", "properties": {"name": name}}
    data = {"type": "FeatureCollection", "crs": crs, "features": features}
    file.write_text(json.dumps(data))
    return file


@pytest.mark.parametrize("name", ["EPSG:2056", "urn:ogc:def:crs:EPSG::2056"])
def test_coordinates_of_a_local_system_are_converted(name: str, tmp_path: Path) -> None:
    yard = {
        "type": "Feature",
        "properties": {"name": "Yard"},
        "geometry": {"type": "Point", "coordinates": [2_600_090, 1_200_005]},
    }
    file = with_crs(tmp_path / "a.geojson", name, swiss((0, 0), (100, 0), demand=1), yard)
    instance = arcload.read(file, depot="yard", curb_weight=0)
    said = instance.notes
    assert "the depot is at node 2, 11 m from the point Yard" in str(said[-1])
    assert "from EPSG:2056" in str(said[1])
    assert instance.geographic
    assert instance.coordinates is not None
    assert instance.coordinates[0] == pytest.approx([7.43863, 46.95108], abs=1e-4)
    assert instance.lengths[0, 0] == pytest.approx(100, abs=0.1)
    assert (instance.start, instance.length_unit) == (2, "m")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("EPSG:99999", "line 1: the coordinates are in EPSG:99999, which is unknown"),
        ("EPSG:43260", "EPSG:43260"),
        ("local grid", "the coordinates are in 'local grid'; save the file"),
        (5, "the coordinates are in 5"),
        ("/etc/passwd", "the coordinates are in '/etc/passwd'"),
    ],
)
def test_an_unknown_system_is_never_read_as_degrees(
    name: object, words: str, tmp_path: Path
) -> None:
    file = with_crs(tmp_path / "a.geojson", name, feature((0, 0), (1, 0), demand=1))
    with pytest.raises(InputError, match=words.removeprefix("line 1: ")):
        arcload.read(file, depot=1, curb_weight=0)


@pytest.mark.parametrize("inner", ["feature", "geometry"])
def test_a_system_inside_a_feature_is_not_overlooked(inner: str, tmp_path: Path) -> None:
    crs = {"type": "name", "properties": {"name": "EPSG:2056"}}
    street = feature((0, 0), (1, 0), demand=1)
    (street if inner == "feature" else street["geometry"])["crs"] = crs
    with pytest.raises(InputError, match="line 1: feature 1: this feature has a 'crs' of its own"):
        read(tmp_path, street)


def test_a_point_that_does_not_lie_in_the_system_is_refused(tmp_path: Path) -> None:
    file = with_crs(tmp_path / "a.geojson", "EPSG:32632", feature((0, 0), (1e300, 0), demand=1))
    with pytest.raises(InputError, match="does not lie in EPSG:32632"):
        arcload.read(file, depot=1, curb_weight=0)


def point(x: float, y: float, **properties: Any) -> dict[str, Any]:
    where = {"type": "Point", "coordinates": [8 + x / 1000, 47 + y / 1000]}
    return {"type": "Feature", "properties": properties, "geometry": where}


def test_a_point_can_be_the_depot_by_its_name(tmp_path: Path) -> None:
    street = feature((0, 0), (1, 0), demand=1, name="High Street")
    instance = read(tmp_path, street, point(1.1, 0, name="Salt Yard"), depot="salt  yard")
    said = instance.notes
    assert instance.start == instance.end == 2
    left_out, depot = (str(one) for one in said)
    assert "left out 1 feature that is no line (1 'Point'); depot takes a point" in left_out
    assert "the depot is at node 2, 8 m from the point Salt Yard" in depot


def test_a_point_far_from_every_street_is_no_depot(tmp_path: Path) -> None:
    street = feature((0, 0), (1, 0), demand=1)
    with pytest.raises(InputError, match=r"the depot 'Yard' is 1[01]. km from the nearest street"):
        read(tmp_path, street, point(0, 1000, name="Yard"), depot="Yard")


def test_a_misspelt_point_is_suggested(tmp_path: Path) -> None:
    street = feature((0, 0), (1, 0), demand=1)
    with pytest.raises(InputError, match="did you mean 'Salt Yard'"):
        read(tmp_path, street, point(0, 0, name="Salt Yard"), depot="Salt Yrd")


def test_a_place_may_be_two_numbers(tmp_path: Path) -> None:
    street = feature((0, 0), (1, 0), demand=1)
    for place in ((47, 8.001), "47, 8.001", "47 , 8.001"):
        instance = read(tmp_path, street, depot=place)
        assert noted(instance.notes, "the depot is at node 2, 0 m from 47,8.001")
        assert instance.start == 2


def test_lengths_in_km_become_metres(tmp_path: Path) -> None:
    one = feature((0, 0), (1, 0), demand=1, length_km=0.08)
    other = feature((1, 0), (2, 0), demand=1)
    instance = read(tmp_path, one, other)
    assert noted(instance.notes, "lengths are in km by the name of .* 'length_km'")
    assert instance.lengths[:, 0] == pytest.approx([80, 76.06], abs=0.01)
    assert instance.length_unit == "m"


def test_a_unit_of_lengths_that_are_measured_is_refused(tmp_path: Path) -> None:
    street = feature((0, 0), (1, 0), demand=1)
    with pytest.raises(InputError, match=r"town.geojson: the length unit is 'km', and .* 'm'"):
        read(tmp_path, street, length_unit="km")
    assert read(tmp_path, street, length_unit="m", load_unit="kg").load_unit == "kg"


def test_what_we_wrote_keeps_its_units(tmp_path: Path) -> None:
    instance = arcload.generate("city", edges=30, at=(47, 8))
    arcload.write(instance, tmp_path / "a.geojson")
    assert arcload.read(tmp_path / "a.geojson", load_unit="kg") == instance
    with pytest.raises(InputError, match="the load unit is 't', and this file has 'kg' there"):
        arcload.read(tmp_path / "a.geojson", load_unit="t")
