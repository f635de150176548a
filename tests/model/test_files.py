"""Reading and writing text, and the numbers and lines in it."""

import codecs
import json
import os
import stat
import threading
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arcload import InputError, Note
from arcload.model.errors import NotWrittenError
from arcload.model.files import (
    brief,
    line_in_json,
    parse_json,
    parse_number,
    parse_whole,
    plain,
    read_text,
    require_writable,
    stem,
    write_bytes,
    write_text,
)
from tests.notes import noted


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (b"a\nb", "a\nb"),
        (b"a\r\nb\r\n", "a\nb\n"),
        (b"a\rb\r", "a\nb\n"),
        (b"a\r\rb\r\n\nc", "a\n\nb\n\nc"),
        (codecs.BOM_UTF8 + b"a", "a"),
        ("ä€😀".encode(), "ä€😀"),
        (b"a\x0bb\x0cc", "a\x0bb\x0cc"),
    ],
)
def test_text_comes_with_plain_line_ends(content: bytes, text: str, tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(content)
    assert read_text(tmp_path / "a") == text
    notes: list[Note] = []
    assert read_text(str(tmp_path / "a"), notes=notes) == text
    assert not notes


def test_latin_1_is_taken_only_where_it_is_allowed(tmp_path: Path) -> None:
    file = tmp_path / "a"
    for content in (b"1\n2\r\n3\r\xe4", codecs.BOM_UTF8 + b"1\n2\r\n3\r\xe4"):
        file.write_bytes(content)
        notes: list[Note] = []
        assert read_text(file, notes=notes) == "1\n2\n3\nä"
        assert noted(notes, "a is not UTF-8: it is read as Windows-1252")
        with pytest.raises(InputError, match="a, line 4: byte 0xe4 is not UTF-8"):
            read_text(file)
    file.write_bytes(b"\x80 \x8d\xe4")
    assert read_text(file, notes=notes) == "\x80 \x8dä"
    assert noted(notes, "read as Latin-1")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("missing.txt", "no such file"),
        (".", "is a folder; name a file"),
        ("missing/a.txt", "no such file"),
        ("a" * 300, "file name too long"),
        ("a\0b", "no file can have this name"),
    ],
)
def test_what_cannot_be_read_is_said(name: str, words: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=words):
        read_text(tmp_path / name)


def test_a_file_is_written_in_utf_8_with_line_feeds(tmp_path: Path) -> None:
    write_text(tmp_path / "a", "ä\nb\n")
    assert (tmp_path / "a").read_bytes() == "ä\nb\n".encode()


def test_a_text_that_is_no_utf_8_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "a"
    file.write_text("before")
    with pytest.raises(InputError, match=r"a: '\\ud800' cannot be written as UTF-8"):
        write_text(file, "x\ud800")
    assert file.read_text() == "before"
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("name", ["folder", "missing/a", "a" * 300, "file/a", "a\0b"])
def test_what_cannot_be_written_is_said_and_leaves_nothing(name: str, tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").touch()
    with pytest.raises(InputError, match="cannot be written"):
        write_text(tmp_path / name, "text")
    assert {path.name for path in tmp_path.iterdir()} == {"folder", "file"}


def test_a_failed_write_leaves_the_old_file_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    file = tmp_path / "a"
    file.write_text("before")
    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(InputError, match=r"a: cannot be written \(No space left on device\)"):
        write_text(file, "after")
    assert file.read_text() == "before"
    assert list(tmp_path.iterdir()) == [file]


def test_permissions_are_those_of_the_file_before_or_of_any_new_file(tmp_path: Path) -> None:
    old, new, other = tmp_path / "old", tmp_path / "new", tmp_path / "other"
    old.touch()
    old.chmod(0o640)
    other.touch()
    write_text(old, "text")
    write_text(new, "text")
    assert stat.S_IMODE(old.stat().st_mode) == 0o640
    assert new.stat().st_mode == other.stat().st_mode


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    link, file = tmp_path / "link", tmp_path / "file"
    file.write_text("before")
    link.symlink_to(file)
    write_text(link, "after")
    assert link.is_symlink()
    assert file.read_text() == "after"


def test_a_pipe_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    found: list[str] = []
    reader = threading.Thread(target=lambda: found.append(pipe.read_text()))
    reader.start()
    write_text(pipe, "text")
    reader.join()
    assert found == ["text"]
    assert pipe.is_fifo()


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0", 0.0),
        ("-0.5", -0.5),
        ("+3.", 3.0),
        (".25", 0.25),
        ("1e3", 1000.0),
        ("1E-3", 0.001),
        ("007", 7.0),
        ("1e-999", 0.0),
        *((text, None) for text in ("", ".", "e3", "1e", "1_000", "nan", "inf", "0x1", " 1")),
        *((text, None) for text in ("1 ", "1\n", "--1", "1,5", "٣", "1e999", "9" * 400, "1.2.3")),
    ],
)
def test_a_number_is_a_plain_finite_decimal(text: str, value: float | None) -> None:
    assert parse_number(text) == value


@pytest.mark.parametrize(
    ("text", "value"),
    [("12", 12), ("-3", -3), ("+4", 4), ("1.0", None), ("", None), ("٣", None), ("9" * 19, None)],
)
def test_a_whole_number_has_at_most_18_digits(text: str, value: int | None) -> None:
    assert parse_whole(text) == value


@settings(deadline=None)
@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_number_is_written_so_that_it_is_read_the_same(value: float) -> None:
    assert parse_number(str(plain(value))) == value


def test_whole_numbers_are_written_without_a_fraction() -> None:
    assert [str(plain(value)) for value in (3.0, -0.0, 2.5, 1e14)] == [
        "3",
        "0",
        "2.5",
        "1" + "0" * 14,
    ]


NESTED = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=12,
)


@settings(deadline=None)
@given(NESTED, st.data())
def test_the_line_of_every_value_is_found(value: object, data: st.DataObject) -> None:
    """Python's own printer puts each value on a line of its own, in the order of the walk."""
    document = {"before": value, "marked": [value, "HERE"], "after": value}
    indent = data.draw(st.sampled_from([0, 1, 3]))
    text = json.dumps(document, indent=indent)
    expected = text[: text.rindex('"HERE"')].count("\n") + 1
    assert line_in_json(text, ["marked", 1]) == expected
    assert line_in_json(text, []) == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{\n"a": [NaN]}', "f, line 2: NaN is not a number; give a finite one"),
        ('{\n"NaN": -Infinity}', "f, line 2: -Infinity is not a number; give a finite one"),
        ('{"b": {"a": 1},\n"a": 1,\n"a" : 2}', "f, line 3: 'a' is given twice in one object"),
        ('[{"a": "a"},\n{"a": ["a"], "b": {"a": 1}, "a": 1}]', "f, line 2: 'a' is given twice"),
        ('{"a": "\\\\", "b": "\\"{",\n"b": 1}', "f, line 2: 'b' is given twice in one object"),
        ('["\\ud83d\\ude00",\n"\\ud83d"]', 'f, line 2: "\\ud83d" has half of a surrogate pair'),
        ('"\\udc00"', 'f, line 1: "\\udc00" has half of a surrogate pair'),
        ('{"a": 1,\n"b": -' + "1" * 5000 + "}", "f, line 2: the number -11111111... has 5001"),
        ("[Infinitya]", "f, line 1: Infinity is not a number"),
        ("[1", "f, line 1: this is not JSON (expecting ',' delimiter)"),
        ("3", "f, line 1: this is not a JSON object"),
        ('{"schema":\n "b"}', "f, line 2: the schema is 'b'; 'a' is needed here"),
        ('{"schema": [["a"]]}', "f, line 1: the schema is [[\"a\"]]; 'a' is needed here"),
    ],
)
def test_json_that_cannot_be_taken_is_refused_at_its_line(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_json(text, Path("f"), "a")
    assert str(caught.value).startswith(message)


def test_a_whole_surrogate_pair_is_a_character() -> None:
    assert parse_json('{"schema": "a", "b": "\\ud83d\\ude00"}', Path("f"), "a")["b"] == "😀"


def test_values_are_cut_short_for_messages() -> None:
    assert brief([1, None, True]) == "[1, null, true]"
    assert brief("a\nb") == r"'a\nb'"
    assert brief("a" * 99) == "'" + "a" * 36 + "..."


def test_a_name_of_odd_bytes_can_still_be_printed() -> None:
    assert stem(Path(os.fsdecode(b"/tmp/t\xfcr.old.csv"))) == "t?r.old"


def test_a_read_only_file_stays_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("before")
    file.chmod(0o444)
    with pytest.raises(NotWrittenError, match=r"a.txt: the file is read-only") as error:
        write_bytes(file, b"after")
    assert error.value.files == (file,)
    with pytest.raises(NotWrittenError, match=r"a.txt: the file is read-only"):
        require_writable(file)
    assert file.read_text() == "before"
    assert list(tmp_path.iterdir()) == [file]


def test_looking_whether_a_file_can_be_written_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "there.txt").write_text("before")
    for name in ("there.txt", "new.txt"):
        require_writable(tmp_path / name)
    assert [file.name for file in tmp_path.iterdir()] == ["there.txt"]
    assert (tmp_path / "there.txt").read_text() == "before"
