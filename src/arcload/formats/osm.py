"""OpenStreetMap XML (``.osm``), through osmnx.

Ways that a vehicle may drive become streets between crossings. One-way streets follow
OpenStreetMap: ``oneway`` is yes, no or -1, roundabouts and motorways are one-way unless it says
otherwise. Nodes keep their numbers. A tag ``demand`` on a way, or the one that
``--demand-column`` names, is its demand; mostly there is none and ``--demand-per-km`` gives a rule.
"""

import tempfile
import warnings
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple
from xml.sax.saxutils import quoteattr

import numpy as np

from arcload.errors import ArcloadWarning, InputError, counted
from arcload.files import at, brief, parse_number, parse_whole, plain, stem, write_text
from arcload.formats.draft import Draft
from arcload.formats.extras import load_extra
from arcload.formats.graphs import Arc, columns_of, join_arcs, measure
from arcload.formats.losses import one_line, refuse_uneven, require_degrees, warn_of_losses
from arcload.formats.reading import Reading, number_in, refusal, way_in
from arcload.formats.xml_text import root_is, scan_xml
from arcload.instance import Instance

EXTENSIONS = (".osm",)
LATIN1 = False

_NOT_DRIVEN = (
    *("abandoned", "bridleway", "bus_guideway", "busway", "construction", "corridor", "cycleway"),
    *("elevator", "escalator", "footway", "no", "path", "pedestrian", "planned", "platform"),
    *("proposed", "raceway", "razed", "rest_area", "services", "steps", "track", "via_ferrata"),
)
_NO_ENTRY = ("no", "private")
_NOT_STREETS = ("emergency_access", "parking_aisle", "private")  # kinds of service ways


class _Way(NamedTuple):
    """A way of the file that may be driven, and the line on which it starts."""

    nodes: list[int]
    tags: dict[str, str]
    line: int


class _Scan:
    """Takes nodes and ways out of the elements of a file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.places: dict[int, tuple[float, float]] = {}
        self.ways: dict[int, _Way] = {}
        self.open: _Way | None = None
        self.depth = 0

    def start(self, tag: str, attributes: dict[str, str], line: int) -> None:
        self.depth += 1
        if self.depth == 1 and tag != "osm":
            raise at(self.path, line, f"the file starts with <{tag[:40]}>; OpenStreetMap's <osm>")
        if tag in ("node", "way", "relation"):
            self.open = None
        if attributes.get("visible") == "false" or attributes.get("action") == "delete":
            return
        if tag == "node":
            self._node(attributes, line)
        elif tag == "way":
            number = self._whole(attributes, "id", tag, line)
            if number in self.ways:
                raise at(self.path, line, f"way {number} is given twice")
            self.open = self.ways[number] = _Way([], {}, line)
        elif tag == "nd" and self.open is not None:
            self.open.nodes.append(self._whole(attributes, "ref", tag, line))
        elif tag == "tag" and self.open is not None:
            if "k" not in attributes or "v" not in attributes:
                raise at(self.path, line, "a tag needs a key k and a value v")
            self.open.tags[attributes["k"]] = attributes["v"]

    def end(self, tag: str) -> None:
        self.depth -= 1
        if tag == "way":
            self.open = None

    def _node(self, attributes: dict[str, str], line: int) -> None:
        number = self._whole(attributes, "id", "node", line)
        if number in self.places:
            raise at(self.path, line, f"node {number} is given twice")
        degrees = []
        for key, most in (("lon", 180), ("lat", 90)):
            value = parse_number(attributes.get(key, ""))
            if value is None or abs(value) > most:
                said = repr(attributes[key][:40]) if key in attributes else "missing"
                raise at(
                    self.path,
                    line,
                    f"{key} of node {number} is {said}; it must lie between -{most} and {most}",
                )
            degrees.append(value)
        self.places[number] = degrees[0], degrees[1]

    def _whole(self, attributes: dict[str, str], key: str, tag: str, line: int) -> int:
        value = parse_whole(attributes.get(key, ""))
        if value is None:
            said = repr(attributes[key][:40]) if key in attributes else "missing"
            raise at(self.path, line, f"{key} of this {tag} is {said}; it must be a whole number")
        return value


def looks_like(text: str) -> bool:
    """Return whether the text starts as these files do."""
    return root_is(text, "osm")


def parse(text: str, path: Path, reading: Reading) -> Draft:
    """Return what a text in this format holds."""
    scan = _Scan(path)
    scan_xml(text, path, scan.start, scan.end)
    if reading.snap is not None:
        reading.refuse_where_useless(path, [name for name in reading.names() if name != "snap"])
    ways = _driven(scan)
    known = list(dict.fromkeys(tag for way in ways for tag in way.tags))
    found = reading.find(known, path, "tag")
    if reading.length_column is None:
        found.pop("length", None)  # OpenStreetMap's tag of this name measures other things
    arcs = join_arcs(sorted(_arcs(path, ways, scan.places, found), key=_position))
    return _draft(path, reading, arcs, ways, scan.places, found)


def _driven(scan: _Scan) -> list[_Way]:
    """Return the ways to drive, each in one piece between nodes that the file holds."""
    ways = []
    cut = 0
    for way in scan.ways.values():
        if not _may_be_driven(way.tags):
            continue
        runs: list[list[int]] = [[]]
        for node in way.nodes:
            if node in scan.places:
                runs[-1].append(node)
            else:
                runs.append([])
        cut += len(runs) > 1
        ways += [way._replace(nodes=run) for run in runs if len(run) > 1]
    if not ways:
        raise InputError(
            f"{scan.path}: the file has no streets (ways with a 'highway' tag that may be driven)"
        )
    if cut:
        warnings.warn(
            f"{scan.path}: {counted(cut, 'way')} {'leads' if cut == 1 else 'lead'} to nodes that "
            "the file does not hold, and end before them",
            ArcloadWarning,
            stacklevel=5,
        )
    return ways


def _may_be_driven(tags: dict[str, str]) -> bool:
    return (
        tags.get("highway", "no") not in _NOT_DRIVEN
        and tags.get("area") != "yes"
        and tags.get("access") not in _NO_ENTRY
        and tags.get("motor_vehicle") not in _NO_ENTRY
        and tags.get("motorcar") != "no"
        and tags.get("service") not in _NOT_STREETS
    )


def _way(path: Path, way: _Way, column: str) -> int:
    """Return 1, 0 or -1: in which direction a way may be driven."""
    word = way.tags.get(column)
    if word is None:
        one_way = way.tags["highway"] == "motorway" or way.tags.get("junction") in (
            "roundabout",
            "circular",
        )
        return int(one_way)
    found = way_in(word)
    if found is None:
        raise at(path, way.line, refusal("oneway", column, word))
    return found


def _arcs(
    path: Path, ways: list[_Way], places: dict[int, tuple[float, float]], found: dict[str, str]
) -> Iterable[Arc]:
    """Give the arcs between crossings, as osmnx finds them.

    Their ways are numbered by their position in `ways`. Where the file says something of a whole
    way, no way is joined to the next; else ways of one name are.
    """
    osmnx = load_extra("osmnx", "geo", f"{path}: .osm files are read with osmnx")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "streets.osm"
        write_text(file, _for_osmnx(path, ways, places, found))
        graph = osmnx.graph_from_xml(file, simplify=False, retain_all=True)
    whole = "demand" in found or "length" in found
    graph = osmnx.simplify_graph(
        graph, edge_attrs_differ=["osmid" if whole else "name"], remove_rings=False
    )
    for tail, head, data in graph.edges(data=True):
        numbers = data["osmid"] if isinstance(data["osmid"], list) else [data["osmid"]]
        course = data["geometry"].coords if "geometry" in data else (places[tail], places[head])
        shape = tuple((float(x), float(y)) for x, y in course)
        yield Arc(
            tail,
            head,
            (frozenset(numbers), frozenset((shape, shape[::-1]))),
            int(data["oneway"] is True),
            data["reversed"] is True,
            shape,
            {"way": min(numbers)},
            ways[min(numbers)].line,
        )


def _position(arc: Arc) -> int:
    """Return where in the file an arc's way stands."""
    return int(arc.data["way"])


def _for_osmnx(
    path: Path, ways: list[_Way], places: dict[int, tuple[float, float]], found: dict[str, str]
) -> str:
    """Return the streets alone as XML, with no more than osmnx has to know."""
    rows = ["<osm version='0.6'>"]
    for node in dict.fromkeys(node for way in ways for node in way.nodes):
        lon, lat = places[node]
        rows.append(f"<node id='{node}' lat='{lat!r}' lon='{lon!r}'/>")
    for number, way in enumerate(ways):
        name = quoteattr(way.tags.get(found.get("name", "name"), ""))
        word = ("no", "yes", "-1")[_way(path, way, found.get("oneway", "oneway"))]
        rows.append(f"<way id='{number}'>")
        rows += [f"<nd ref='{node}'/>" for node in way.nodes]
        rows.append(f"<tag k='highway' v='road'/><tag k='oneway' v='{word}'/>")
        rows.append(f"<tag k='name' v={name}/></way>")
    return "\n".join([*rows, "</osm>"])


def _draft(
    path: Path,
    reading: Reading,
    arcs: list[Arc],
    ways: list[_Way],
    places: dict[int, tuple[float, float]],
    found: dict[str, str],
) -> Draft:
    lengths = np.array([measure(arc.shape, geographic=True) for arc in arcs])
    of_way = np.array([arc.data["way"] for arc in arcs], dtype=np.int64)
    whole = np.bincount(of_way, lengths, minlength=len(ways))[of_way]
    with np.errstate(invalid="ignore", divide="ignore"):
        share = np.where(whole > 0, lengths / whole, 1.0)
    stated = {
        role: np.array([_number(path, way, role, found) for way in ways])[of_way] * share
        for role in ("demand", "length")
    }
    lengths = np.where(np.isnan(stated["length"]), lengths, stated["length"])
    columns: dict[str, Any] = columns_of(path, arcs, lengths, places, places)
    names = found.get("name", "name")
    columns |= {
        "name": stem(path),
        "demands": reading.demands(stated["demand"], lengths, path),
        "names": [ways[k].tags.get(names) or ways[k].tags.get("ref", "") for k in of_way],
        "geographic": True,
        "length_unit": "m",
    }
    return Draft(path, columns, edge_line=lambda edge: arcs[edge].line)


def _number(path: Path, way: _Way, role: str, found: dict[str, str]) -> float:
    text = way.tags.get(found[role]) if role in found else None
    if text is None:
        return float("nan")
    value = number_in(text)
    if value is None:
        raise at(path, way.line, refusal(role, found[role], text))
    if value < 0:
        raise at(path, way.line, f"{found[role]} is {brief(text)}; it must be 0 or more")
    return value


def dump(instance: Instance) -> str:
    """Return an instance in this format: a way an edge, and a node a point of its shape."""
    require_degrees(instance)
    refuse_uneven(instance)
    warn_of_losses(
        instance,
        ids=True,
        names=any(one_line(name) != name for name in instance.names or ()),
        shapes=False,
        capacity=True,
        lengths=True,
        the_start_and_end=True,
        the_curb_weight=instance.curb_weight > 0,
        the_mode=instance.mode != "deliver",
    )
    assert instance.coordinates is not None
    nodes = [_node(number, *xy) for number, xy in enumerate(instance.coordinates.tolist(), 1)]
    ways = []
    for k in range(len(instance.edges)):
        inner = instance.shapes[k][1:-1] if instance.shapes else ()
        numbers = range(len(nodes) + 1, len(nodes) + 1 + len(inner))
        nodes += [_node(number, *xy) for number, xy in zip(numbers, inner, strict=True)]
        tail, head = (instance.ends[k] + 1).tolist()
        refs = "".join(f'<nd ref="{node}"/>' for node in (tail, *numbers, head))
        ways.append(f' <way id="{k + 1}">{refs}{_tags(instance, k)}</way>')
    head = '<?xml version="1.0" encoding="UTF-8"?>\n<osm version="0.6" generator="arcload">'
    return "\n".join([head, *nodes, *ways, "</osm>\n"])


def _node(number: int, x: float, y: float) -> str:
    return f' <node id="{number}" lat="{y!r}" lon="{x!r}"/>'


def _tags(instance: Instance, k: int) -> str:
    there, back = instance.lengths[k].tolist()
    tags = {
        "highway": "residential",
        "name": one_line(instance.names[k]) if instance.names else "",
        "oneway": "yes" if back == np.inf else "-1" if there == np.inf else "",
        "demand": str(plain(float(instance.demands[k]))),
    }
    return "".join(f'<tag k="{key}" v={quoteattr(v)}/>' for key, v in tags.items() if v)
