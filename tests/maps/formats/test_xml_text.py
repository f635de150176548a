"""XML is read element by element, with its lines and without its traps."""

from pathlib import Path

import pytest

from arcload import InputError
from arcload.maps.formats.xml_text import root_is, scan_xml


def test_elements_come_with_their_lines_and_texts() -> None:
    seen: list[object] = []
    scan_xml(
        '<a>\n<b k="1">t</b></a>',
        Path("x"),
        lambda tag, attributes, line: seen.append((tag, attributes, line)),
        seen.append,
        lambda text: seen.append(text.strip()),
    )
    assert [one for one in seen if one] == [("a", {}, 1), ("b", {"k": "1"}, 2), "t", "b", "a"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("<a>\n<b></a>", "x, line 2: this is not XML"),
        ('<!DOCTYPE a [<!ENTITY b "c">]>\n<a>&b;</a>', r"x, line 1: .*\(DTD\)"),
        ("<a>" * 60 + "</a>" * 60, "x, line 1: .* nested too deeply"),
    ],
)
def test_what_is_no_plain_xml_is_refused_with_its_line(text: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        scan_xml(text, Path("x"), lambda *_: None)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("<osm/>", True),
        (' <?xml version="1.0"?>\n<!-- <gpx> --> <osm version="0.6">', True),
        ("<osmose/>", False),
        ("<gpx/><osm/>", False),
        ("<!-- no end", False),
        ("", False),
    ],
)
def test_the_first_element_tells_the_format(text: str, expected: bool) -> None:
    assert root_is(text, "osm") is expected
