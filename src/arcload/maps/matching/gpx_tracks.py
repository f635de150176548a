"""The tracks of a GPX file."""

from pathlib import Path

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
    lines: dict[str, list[list[tuple[float, float]]]] = {"trk": [], "rte": []}

    def start(tag: str, attributes: dict[str, str], line: int) -> None:
        name = tag.rpartition(":")[2]
        if name in lines:
            lines[name].append([])
        elif name in _POINTS:
            of_kind = lines[_POINTS[name]]
            if not of_kind:
                raise at(path, line, f"<{name}> stands outside of a <{_POINTS[name]}>")
            of_kind[-1].append(_point(attributes, path, line))

    scan_xml(text, path, start)
    tracks = [line for line in lines["trk"] if line] or [line for line in lines["rte"] if line]
    if not tracks:
        raise InputError(f"{path}: the file has no track: no <trkpt> and no <rtept>")
    return [Track(path, np.array(points)) for points in tracks]


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
