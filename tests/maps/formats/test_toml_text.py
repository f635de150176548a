"""TOML files: every value has its line."""

import math
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arcload.maps.formats.toml_text import TomlText, toml_key, toml_value
from arcload.model.errors import InputError

TEXT = '''# streets
streets = "a.osm"
note = """
depot = 1
"""
places = [
  1,
  # depot = 2
]
depot = 3

[turn_rules]
depot = 4

[[vehicles]]
depot = 5
[[vehicles]]
label = "x"
depot = 6
'''


def written(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "town.toml"
    file.write_text(text)
    return file


@pytest.mark.parametrize(
    ("steps", "line"),
    [
        (["streets"], 2),
        (["note"], 3),
        (["places"], 6),
        (["places", 0], 6),
        (["depot"], 10),
        (["turn_rules"], 12),
        (["turn_rules", "depot"], 13),
        (["vehicles"], 15),
        (["vehicles", 0, "depot"], 16),
        (["vehicles", 1], 17),
        (["vehicles", 1, "depot"], 19),
    ],
)
def test_a_value_is_on_the_line_where_it_begins(
    tmp_path: Path, steps: list[str | int], line: int
) -> None:
    assert TomlText(written(tmp_path, TEXT)).line(steps) == line


def test_a_value_of_many_lines_and_an_escaped_key_have_their_lines(tmp_path: Path) -> None:
    many = "".join(f"{number},\n" for number in range(3000))
    text = TomlText(written(tmp_path, f'a = [\n{many}]\n"dep\\u006ft" = 2\nb = 3\n'))
    assert text.line(["a"]) == 1
    assert text.line(["b"]) == 3004
    assert TomlText(written(tmp_path, 'a = 1\n"dep\\u006ft" = 2\n')).line(["depot"]) == 2


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a = 1\nb = \nc = 3\n", 2),
        ("a = 1\na = 2\n", 2),
        ("a = 1\nb = 04:00\n", 2),
        ('a = 1\nb = "x\nc = 1\n', 2),
        ("a = [\n1,\n", 2),
    ],
)
def test_what_is_no_toml_is_refused_with_its_line(tmp_path: Path, text: str, line: int) -> None:
    with pytest.raises(InputError, match=rf"town\.toml, line {line}: this is not TOML"):
        TomlText(written(tmp_path, text))


def test_brackets_without_end_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"town\.toml"):
        TomlText(written(tmp_path, "a = " + "[" * 100_000))


def test_an_unknown_key_is_named_with_its_line_and_the_nearest_one(tmp_path: Path) -> None:
    text = TomlText(written(tmp_path, "a = 1\ndepott = 2\n"))
    with pytest.raises(InputError, match=r"line 2: 'depott' is unknown \(did you mean 'depot'\?\)"):
        text.keys(text.data, ["a", "depot"], [])
    with pytest.raises(InputError, match=r"line 1: a is 1; it must be a table"):
        text.keys(text.data["a"], ["b"], ["a"])


VALUES: st.SearchStrategy[Any] = st.recursive(
    st.booleans()
    | st.integers(-(10**18), 10**18)
    | st.floats(allow_nan=False)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("ab .é"), inner),
    max_leaves=5,
)


@given(VALUES)
def test_values_come_back_as_they_were_written(value: Any) -> None:
    assert tomllib.loads(f"value = {toml_value(value)}\n")["value"] == value


def test_infinity_and_odd_keys_are_written() -> None:
    assert (toml_value(math.inf), toml_value(-math.inf)) == ("inf", "-inf")
    assert (toml_key("u_turn"), toml_key("a b")) == ("u_turn", '"a b"')
