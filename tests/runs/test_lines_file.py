"""A file that grows by whole lines."""

from pathlib import Path

import pytest

from arcload import InputError
from arcload.runs.lines_file import LinesFile, whole_lines


def test_lines_are_there_at_once(tmp_path: Path) -> None:
    file = tmp_path / "lines"
    with LinesFile(file, "head\n") as lines:
        lines.append("a\n")
        assert file.read_text() == "head\na\n"
    with LinesFile(file, "head\n") as lines:
        lines.append("b\n")
    assert file.read_text() == "head\na\nb\n"


@pytest.mark.parametrize("torn", [b"half", b"half\0\0\0", b"\0\0", b"whole but no end"])
def test_a_torn_line_is_dropped_before_the_next(tmp_path: Path, torn: bytes) -> None:
    file = tmp_path / "lines"
    file.write_bytes(b"head\na\n" + torn)
    assert whole_lines(file) == "head\na\n"
    with LinesFile(file, "head\n") as lines:
        lines.append("b\n")
    assert file.read_text() == "head\na\nb\n"


def test_a_torn_header_is_written_again(tmp_path: Path) -> None:
    file = tmp_path / "lines"
    file.write_text("he")
    with LinesFile(file, "head\n"):
        pass
    assert file.read_text() == "head\n"


def test_no_two_write_at_a_time(tmp_path: Path) -> None:
    pytest.importorskip("fcntl")
    with (
        LinesFile(tmp_path / "lines", "head\n"),
        pytest.raises(InputError, match="another benchmark"),
        LinesFile(tmp_path / "lines", "head\n"),
    ):
        pass


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with (
        pytest.raises(InputError, match=r"absent.*cannot be written"),
        LinesFile(tmp_path / "absent" / "lines", "head\n"),
    ):
        pass
