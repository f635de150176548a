"""A file is either an instance or refused in one sentence, whatever it holds."""

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import arcload
from arcload import InputError, Instance
from tests.maps.formats.malformed import MALFORMED
from tests.maps.formats.malformed_file import Malformed
from tests.maps.formats.samples import LOCATED, ON_EARTH, SAMPLES

FILES = [*SAMPLES.items(), ("places.csv", LOCATED), ("earth.csv", ON_EARTH)]
TEXTS = dict(
    zip(
        ("cpplc", "csv", "carp", "json", "geojson", "osm", "graphml"), SAMPLES.values(), strict=True
    )
)
ODD_WORDS = (
    *("", "-1", "0", "1e999", "nan", "NaN", "Infinity", "1_000", "99999999999999999999", "x"),
    *("null", "true", "[]", "{}", '"', ",", ";", "\t", "\n", "\r", "\x0c", "\u2028", "(", ":"),
    *("\ufeff", "é", "\\ud800", "{" * 2000, "9" * 400, "[" * 2000),
)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("malformed")


def outcome(file: Path, content: bytes, format: str | None = None) -> Instance | str:  # noqa: A002
    """Return the instance in a file, or the one sentence that refuses it."""
    file.write_bytes(content)
    try:
        return arcload.read(file, format)
    except InputError as error:
        message = str(error)
        assert re.match(re.escape(str(file)) + r"(, line [1-9]\d*)?: \S", message)
        assert "\n" not in message
        return message


@pytest.mark.parametrize(
    "case", MALFORMED, ids=[f"{case.file}-{case.line}-{case.words[:40]}" for case in MALFORMED]
)
def test_a_malformed_file_is_named_with_its_line_and_fault(case: Malformed, folder: Path) -> None:
    file, content = folder / case.file, case.content
    message = outcome(file, content if isinstance(content, bytes) else content.encode())
    assert isinstance(message, str)
    assert message.startswith(f"{file}, line {case.line}: " if case.line else f"{file}: ")
    assert case.words in message


@pytest.mark.parametrize(("name", "text"), FILES)
def test_the_samples_themselves_are_in_order(name: str, text: str, folder: Path) -> None:
    assert isinstance(outcome(folder / name, text.encode()), Instance)


@pytest.mark.parametrize(("name", "text"), SAMPLES.items())
def test_every_cut_file_is_refused_or_still_whole(name: str, text: str, folder: Path) -> None:
    """A file cut within its last sections may be whole; one cut before them never is."""
    whole = {"town.txt": "3 0 4 1", "town.csv": "a,b,2.5,7,", "town.dat": "( 2, 3)"}
    needed = text.index(whole[name]) if name in whole else len(text) - 1
    for end in range(len(text)):
        found = outcome(folder / name, text[:end].encode())
        assert end >= needed or isinstance(found, str), text[:end]


@pytest.mark.parametrize(("name", "text"), FILES)
@settings(deadline=None, max_examples=150)
@given(data=st.data())
def test_flipped_bytes_never_surprise(
    name: str, text: str, folder: Path, data: st.DataObject
) -> None:
    content = bytearray(text.encode())
    spots = st.integers(0, len(content) - 1)
    for spot, byte in data.draw(st.lists(st.tuples(spots, st.integers(0, 255)), max_size=4)):
        content[spot] = byte
    outcome(folder / name, bytes(content))


@pytest.mark.parametrize(("name", "text"), FILES)
@settings(deadline=None, max_examples=200)
@given(data=st.data())
def test_changed_words_never_surprise(
    name: str, text: str, folder: Path, data: st.DataObject
) -> None:
    """Words are exchanged, dropped, doubled or made odd."""
    words = re.findall(r"\w+|\s+|[^\w\s]", text)
    for _ in range(data.draw(st.integers(1, 3))):
        here, there = (data.draw(st.integers(0, len(words) - 1)) for _ in range(2))
        odd = data.draw(st.sampled_from((words[there], words[here] * 2, *ODD_WORDS)))
        words[here] = odd
    outcome(folder / name, "".join(words).encode())


@settings(deadline=None, max_examples=150)
@given(
    content=st.binary(max_size=60) | st.text(max_size=60).map(str.encode),
    format=st.sampled_from([None, *TEXTS]),
    name=st.sampled_from(
        ["x.txt", "x.json", "x.csv", "x.dat", "x.osm", "x.graphml", "x.geojson", "x"]
    ),
)
def test_noise_never_surprises(content: bytes, format: str | None, name: str, folder: Path) -> None:  # noqa: A002
    outcome(folder / name, content, format=format)


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS)
@pytest.mark.parametrize("format", TEXTS)
def test_a_wrong_format_name_is_refused(text: str, format: str, folder: Path) -> None:  # noqa: A002
    found = outcome(folder / "town", text.encode(), format=format)
    right = TEXTS[format] == text
    assert isinstance(found, Instance) == right


@pytest.mark.parametrize(
    ("name", "start", "piece", "end"),
    [
        ("town.txt", "Number of nodes:\n1\nNumber of edges:\n0\nW:\n", "1", "x"),
        ("town.txt", "Number of nodes:\n", "\n", "x"),
        ("town.dat", "VERTICES : 1", " ", "x"),
        ("town.dat", "VERTICES : 1", "(", "x"),
        ("town.dat", "x", "\n", "x"),
        ("town.dat", "VERTICES : 1\nLISTA_ARISTAS_REQ :\n(", " ", "x"),
        ("town.csv", "from,to,length,demand\n1,2,", "1", "x,3\n"),
        ("town.csv", "", "\n", "x"),
        ("town.json", "", "[", ""),
        ("town.json", '{"a": "', "\\\\", '"}'),
        ("town.xyz", "", "\n", "x"),
        ("town.geojson", '{"type": "', "Feature", '"}'),
        ("town.osm", "<osm>", " ", "x"),
        ("town.osm", "<osm", " a='b'", "x"),
        ("town.osm", "<!--", "-", "x"),
        ("town.osm", "", "<!---->", "x"),
        ("town.graphml", "", "<?a?> ", "x"),
    ],
)
def test_long_runs_are_refused_without_trying_every_way_to_split_them(
    name: str, start: str, piece: str, end: str, folder: Path
) -> None:
    """Tried in every way, a run of this length would take hours."""
    assert isinstance(outcome(folder / name, (start + piece * 500_000 + end).encode()), str)


@pytest.mark.parametrize("depth", [10, 300, 800, 900, 950, 980, 990])
def test_nesting_that_parses_but_cannot_be_shown_is_refused(depth: int, folder: Path) -> None:
    deep = "[" * depth + "]" * depth
    for old in ('"arcload-instance/1"', '"square"', '"a"', "2.5", "[[1, 1], [0, 1]]"):
        found = outcome(folder / "town.json", SAMPLES["town.json"].replace(old, deep).encode())
        assert isinstance(found, str)
