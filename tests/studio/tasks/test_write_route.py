"""A plan in every format, per vehicle or all."""

import base64
import io
import zipfile
from typing import Any

import pytest

import arcload
from arcload.model.errors import InputError
from arcload.studio.tasks.write_route import write_route
from tests.fleet_plans import cut_tour, fleet_of
from tests.studio.plans import EXAMPLES, result_of, value_of

VILLAGE = arcload.read(EXAMPLES / "village.geojson", curb_weight=3)
SERVED = [VILLAGE.edges[k] for k in VILLAGE.served]
ONE = result_of(arcload.best_directions(VILLAGE, SERVED))
FLEET = result_of(cut_tour(fleet_of(VILLAGE)))


def written(result: arcload.Result, extension: str, **others: Any) -> tuple[dict[str, Any], bytes]:
    answer = write_route(value_of(result, format=extension, name="route", **others))
    return answer, base64.b64decode(answer["data"])


@pytest.mark.parametrize(
    ("extension", "begins", "kind"),
    [
        ("gpx", b"<?xml", "application/gpx+xml"),
        ("geojson", b"{", "application/geo+json"),
        ("csv", b"", "text/csv; charset=utf-8"),
        ("json", b"{", "application/json"),
    ],
)
def test_a_tour_is_one_file(extension: str, begins: bytes, kind: str) -> None:
    answer, content = written(ONE, extension)
    assert (answer["name"], answer["type"]) == (f"route.{extension}", kind)
    assert content.startswith(begins)
    assert len(content) > 100


def test_the_offline_page_shows_the_shortest_tour_too() -> None:
    answer, content = written(ONE, "html")
    assert answer["name"] == "route.html"
    assert content.startswith(b"<!doctype html>")


def test_several_vehicles_are_one_zip() -> None:
    answer, content = written(FLEET, "gpx")
    assert (answer["name"], answer["type"]) == ("route.zip", "application/zip")
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert archive.namelist() == ["route-1.gpx", "route-2.gpx"]
        assert all(archive.read(name).startswith(b"<?xml") for name in archive.namelist())


def test_one_of_several_vehicles_is_its_own_file() -> None:
    answer, content = written(FLEET, "csv", vehicle=2)
    assert answer["name"] == "route-2.csv"
    assert content != written(FLEET, "csv", vehicle=1)[1]
    assert written(FLEET, "geojson")[0]["name"] == "route.geojson"
    assert written(ONE, "gpx", vehicle=1)[0]["name"] == "route.gpx"


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("../../etc/x", "etc_x-1.csv"),
        ("Zürich (Süd)", "Zürich (Süd)-1.csv"),
        ("/\n", "route-1.csv"),
        ("", "route-1.csv"),
    ],
)
def test_a_name_leads_nowhere_else(name: str, file: str) -> None:
    value = value_of(FLEET, format="csv", vehicle=1, name=name)
    assert write_route(value)["name"] == file


@pytest.mark.parametrize(
    ("others", "fact"),
    [
        ({"format": "docx"}, "docx"),
        ({"format": "../x"}, r"\.\./x"),
        ({"format": "gpx", "vehicle": 3}, "3"),
        ({"format": "gpx", "vehicle": 0}, "0"),
        ({"format": "geojson", "vehicle": 1}, "vehicle"),
        ({"format": "pdf", "paper": "b5"}, "b5"),
    ],
)
def test_what_cannot_be_written_is_one_sentence(others: dict[str, Any], fact: str) -> None:
    with pytest.raises(InputError, match=fact):
        write_route(value_of(FLEET, **others))
