"""Files that cannot be written, after the work."""

from pathlib import Path

import pytest

from arcload.cli.writer import Writer
from arcload.model.errors import InputError, NotWrittenError
from tests.fleet_plans import cut_tour, fleet_of
from tests.routes.towns import town


def save(path: Path) -> None:
    """Stand for the saving of a result."""
    path.write_text("all")


def test_what_is_written_is_listed_and_nothing_is_raised() -> None:
    writer = Writer(save)
    writer.write(lambda: None, [Path("a.gpx"), Path("b.csv")])
    writer.finish()
    assert writer.written == [Path("a.gpx"), Path("b.csv")]
    assert writer.lines() == ["wrote a.gpx", "wrote b.csv"]


def test_the_files_of_several_vehicles_are_one_line(tmp_path: Path) -> None:
    writer = Writer(save)
    plan = cut_tour(fleet_of(town(), vehicles=3), vehicles=3)
    writer.write_routes(plan, [tmp_path / "plan.csv", tmp_path / "plan.geojson"])
    assert writer.written == [
        *(tmp_path / f"plan-{n}.csv" for n in (1, 2, 3)),
        tmp_path / "plan.geojson",
    ]
    first, second = writer.lines()
    assert "plan-1.csv" in first
    assert "plan-3.csv" in first
    assert second == f"wrote {tmp_path / 'plan.geojson'}"


def test_the_first_reason_is_raised_at_the_end_and_the_result_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)

    def refuse(reason: str) -> None:
        raise InputError(reason)

    writer = Writer(save)
    writer.write(lambda: refuse("the disk is full"), [Path("a.gpx")])
    writer.write(lambda: refuse("and so is the other"), [Path("b.gpx")])
    assert writer.written == []
    with pytest.raises(InputError, match="the disk is full"):
        writer.finish()
    (kept,) = tmp_path.glob("arcload-*.json")
    assert kept.read_text() == "all"
    assert kept.name in capsys.readouterr().err


def test_nothing_is_kept_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A result that is in a file already needs no other."""
    monkeypatch.chdir(tmp_path)

    def half() -> None:
        raise NotWrittenError("no room", Path("b.gpx"))

    writer = Writer(save)
    writer.write(half, [Path("a.json"), Path("b.gpx")])
    assert writer.written == [Path("a.json")]
    with pytest.raises(NotWrittenError):
        writer.finish()
    assert list(tmp_path.iterdir()) == []


def test_a_lack_of_memory_is_told_in_words() -> None:
    def fill() -> None:
        raise MemoryError

    writer = Writer(None)
    writer.write(fill, [Path("a.png")])
    with pytest.raises(InputError, match="memory"):
        writer.finish()
