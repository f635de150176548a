"""Streets of a place. No test asks the network: osmnx's question is answered here."""

from pathlib import Path
from typing import Any

import osmnx
import pytest

import arcload
from arcload import InputError
from arcload.maps.formats.fetching import fetch_place
from tests.maps.formats.samples import OSM
from tests.notes import noted


def test_the_streets_of_a_place_become_a_file_that_can_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "source.osm").write_text(OSM)
    graph = osmnx.graph_from_xml(tmp_path / "source.osm", simplify=False, retain_all=True)

    def answer(place: str, **_: Any) -> Any:
        assert place == "Zug, Switzerland"
        return graph

    monkeypatch.setattr(osmnx, "graph_from_place", answer)
    assert fetch_place("Zug, Switzerland", tmp_path / "zug.graphml")[0] == 4
    instance = arcload.read(tmp_path / "zug.graphml", demand_per_km=100, depot=1, curb_weight=0)
    assert len(instance.edges) == 4
    assert sorted(path.name for path in tmp_path.iterdir()) == ["source.osm", "zug.graphml"]


def test_rules_for_trucks_come_with_the_streets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are asked of osmnx, which would drop them, and said when the file is read."""
    text = OSM.replace('<tag k="name" v="Mill Lane"/>', '<tag k="maxweight" v="7.5"/>')
    (tmp_path / "source.osm").write_text(text)
    monkeypatch.setattr(osmnx.settings, "useful_tags_way", ["highway", "name", "oneway"])
    monkeypatch.setattr(
        osmnx,
        "graph_from_place",
        lambda *_, **__: osmnx.graph_from_xml(tmp_path / "source.osm", simplify=False),
    )
    fetch_place("Zug", tmp_path / "zug.graphml")
    assert noted(
        arcload.read(tmp_path / "zug.graphml", demand_per_km=100, depot=1, curb_weight=0).notes,
        "maxweight=7.5 on 1 street: 1 not applied",
    )


def test_without_an_answer_nothing_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def answer(*_: Any, **__: Any) -> Any:
        raise ConnectionError("no route\nto host")

    monkeypatch.setattr(osmnx, "graph_from_place", answer)
    words = "the streets of 'Zug' could not be fetched: OpenStreetMap cannot be reached from here"
    with pytest.raises(InputError, match=words):
        fetch_place("Zug", tmp_path / "zug.graphml")
    assert list(tmp_path.iterdir()) == []
