"""``arcload fetch`` without a network."""

from pathlib import Path

import pytest

from arcload.cli.fetch import command
from arcload.model.errors import InputError


def test_places_are_written_as_graphml_alone(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"zug\.osm: .*\.graphml"):
        command("Zug", tmp_path / "zug.osm")


def test_what_was_fetched_is_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seen: list[tuple[str, Path]] = []

    def fetch(place: str, path: Path) -> tuple[int, int]:
        seen.append((place, path))
        return 1200, 3400

    monkeypatch.setattr("arcload.maps.formats.fetching.fetch_place", fetch)
    command("Zug", tmp_path / "zug.graphml")
    assert seen == [("Zug", tmp_path / "zug.graphml")]
    err = capsys.readouterr().err
    assert "1,200 nodes" in err
    assert "3,400 directions" in err
