"""The rules of the GPX 1.1 schema for the elements that a route uses."""

import math
from xml.etree import ElementTree

_SPACE = "{http://www.topografix.com/GPX/1/1}"

# The children that the schema allows here, in its order, and how often at the most.
_CHILDREN: dict[str, dict[str, float]] = {
    "gpx": {"metadata": 1, "wpt": math.inf, "rte": math.inf, "trk": math.inf},
    "metadata": {"name": 1, "desc": 1},
    "wpt": {"ele": 1, "time": 1, "name": 1, "cmt": 1, "desc": 1, "type": 1},
    "trk": {"name": 1, "cmt": 1, "desc": 1, "trkseg": math.inf},
    "trkseg": {"trkpt": math.inf},
    "trkpt": {"ele": 1, "time": 1},
    "name": {},
    "desc": {},
    "type": {},
}
_ATTRIBUTES = {"gpx": {"version", "creator"}, "wpt": {"lat", "lon"}, "trkpt": {"lat", "lon"}}


def assert_valid(text: str) -> None:
    """Assert that a text is a GPX 1.1 file without extensions."""
    root = ElementTree.fromstring(text.encode())
    assert root.tag == f"{_SPACE}gpx"
    assert root.get("version") == "1.1"
    _assert_element(root)


def _assert_element(element: ElementTree.Element) -> None:
    kind = element.tag.removeprefix(_SPACE)
    attributes = {name for name in element.attrib if not name.startswith("{")}
    assert attributes == _ATTRIBUTES.get(kind, set())
    if "lat" in attributes:
        assert -90 <= float(element.attrib["lat"]) <= 90
        assert -180 <= float(element.attrib["lon"]) < 180
        assert "e" not in (element.attrib["lat"] + element.attrib["lon"]).lower()
    allowed = _CHILDREN[kind]
    found = [child.tag.removeprefix(_SPACE) for child in element]
    assert set(found) <= set(allowed)
    assert found == sorted(found, key=list(allowed).index)
    assert all(found.count(name) <= most for name, most in allowed.items())
    for child in element:
        _assert_element(child)
