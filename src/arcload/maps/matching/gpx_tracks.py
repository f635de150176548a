"""The tracks of a GPX file."""

from pathlib import Path
from typing import NamedTuple

import numpy as np

from arcload.maps.formats.xml_text import root_is, scan_xml
from arcload.maps.matching.track import Track
from arcload.model.errors import InputError
from arcload.model.files import at, parse_number

_POINTS = {"trkpt": "trk", "rtept": "rte"}
_MOST = {"lat": 90, "lon": 180}


def gpx_tracks(text: str, path: Path) -> list[Track]:
    """Return the tracks of a GPX file, the segments of each joined in order.

    Where it has no track, its routes are taken.

    Parameters
    ----------
    text
        The text of the file.
    path
        The file, for messages.
    """
    if not root_is(text, r"(?:\w+:)?gpx"):
        raise at(path, 1, "this is not GPX, which starts with <gpx>")
    lines: dict[str, list[_Line]] = {"trk": [], "rte": []}
    within: list[str] = []

    def start(tag: str, attributes: dict[str, str], line: int) -> None:
        name = tag.rpartition(":")[2]
        within.append(name)
        if name in lines:
            lines[name].append(_Line([], []))
        elif name in _POINTS:
            of_kind = lines[_POINTS[name]]
            if not of_kind:
                raise at(path, line, f"<{name}> stands outside of a <{_POINTS[name]}>")
            of_kind[-1].points.append(_point(attributes, path, line))

    def words(text: str) -> None:
        if within[-1:] == ["name"] and within[-2] in lines:
            lines[within[-2]][-1].name.append(text)

    def end(_: str) -> None:
        within.pop()

    scan_xml(text, path, start, end, words)
    tracks = [line for line in lines["trk"] if line.points]
    tracks = tracks or [line for line in lines["rte"] if line.points]
    if not tracks:
        raise InputError(f"{path}: the file has no track: no <trkpt> and no <rtept>")
    return [Track(path, np.array(line.points), name="".join(line.name)) for line in tracks]


class _Line(NamedTuple):
    """A track or a route: its name, maybe in pieces, and its points."""

    name: list[str]
    points: list[tuple[float, float]]


def _point(attributes: dict[str, str], path: Path, line: int) -> tuple[float, float]:
    """Return longitude and latitude of a point."""
    values = {}
    for name, most in _MOST.items():
        text = attributes.get(name, "").strip()
        value = parse_number(text)
        if value is None or abs(value) > most:
            given = f"{name} is {text!r}" if text else f"the point has no {name}"
            raise at(path, line, f"{given}; a point needs a {name} from -{most} to {most}")
        values[name] = value
    return values["lon"], values["lat"]
