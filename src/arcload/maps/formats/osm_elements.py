"""The elements of an OpenStreetMap file that matter to a vehicle."""

from pathlib import Path
from typing import NamedTuple

from arcload.model.files import at, parse_number, parse_whole

_OPEN = ("yes", "permissive", "designated")  # to vehicles, of a gate or bollard
_HARMLESS = ("border_control", "cattle_grid", "entrance", "kerb", "no", "open", "toll_booth")


class Way(NamedTuple):
    """A way of the file, and the line on which it starts."""

    nodes: list[int]
    tags: dict[str, str]
    line: int


class Relation(NamedTuple):
    """A relation: the ways and the nodes among its members, by their roles."""

    ways: list[tuple[str, int]]
    nodes: list[tuple[str, int]]
    tags: dict[str, str]


class OsmElements:
    """Takes nodes, ways and relations out of the elements of a file.

    Parameters
    ----------
    path
        The file, for messages.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.places: dict[int, tuple[float, float]] = {}
        self.ways: dict[int, Way] = {}
        self.relations: list[Relation] = []
        self._node_tags: dict[int, dict[str, str]] = {}
        self._node: int | None = None
        self._open: Way | Relation | None = None
        self._depth = 0

    def start(self, tag: str, attributes: dict[str, str], line: int) -> None:
        """Take the start of an element."""
        self._depth += 1
        if self._depth == 1 and tag != "osm":
            raise at(self.path, line, f"the file starts with <{tag[:40]}>, not with <osm>")
        if tag in ("node", "way", "relation"):
            self._node = self._open = None
        if attributes.get("visible") == "false" or attributes.get("action") == "delete":
            return
        if tag == "node":
            self._take_node(attributes, line)
        elif tag == "way":
            number = self._whole(attributes, "id", tag, line)
            if number in self.ways:
                raise at(self.path, line, f"way {number} is given twice")
            self._open = self.ways[number] = Way([], {}, line)
        elif tag == "relation":
            self._open = Relation([], [], {})
            self.relations.append(self._open)
        elif tag == "nd" and isinstance(self._open, Way):
            self._open.nodes.append(self._whole(attributes, "ref", tag, line))
        elif tag == "member" and isinstance(self._open, Relation):
            member, kind = parse_whole(attributes.get("ref", "")), attributes.get("type")
            if member is not None and kind in ("way", "node"):
                members = self._open.ways if kind == "way" else self._open.nodes
                members.append((attributes.get("role", ""), member))
        elif tag == "tag":
            self._take_tag(attributes, line)

    def end(self, tag: str) -> None:
        """Take the end of an element."""
        self._depth -= 1
        if tag in ("node", "way", "relation"):
            self._node = self._open = None

    def barrier(self, node: int) -> str | None:
        """Return the kind of barrier at a node that a vehicle cannot or may not pass."""
        tags = self._node_tags.get(node, {})
        kind = tags.get("barrier")
        opened = any(tags.get(key) in _OPEN for key in ("access", "vehicle", "motor_vehicle"))
        return None if kind in _HARMLESS or opened else kind

    def _take_tag(self, attributes: dict[str, str], line: int) -> None:
        if self._open is None and self._node is None:
            return
        if "k" not in attributes or "v" not in attributes:
            raise at(self.path, line, "a tag needs a key k and a value v")
        if self._open is not None:
            self._open.tags[attributes["k"]] = attributes["v"]
        elif self._node is not None:
            self._node_tags.setdefault(self._node, {})[attributes["k"]] = attributes["v"]

    def _take_node(self, attributes: dict[str, str], line: int) -> None:
        number = self._whole(attributes, "id", "node", line)
        if number in self.places:
            raise at(self.path, line, f"node {number} is given twice")
        degrees = []
        for key, most in (("lon", 180), ("lat", 90)):
            value = parse_number(attributes.get(key, ""))
            if value is None or abs(value) > most:
                given = repr(attributes[key][:40]) if key in attributes else "missing"
                raise at(
                    self.path,
                    line,
                    f"{key} of node {number} is {given}; it must lie between -{most} and {most}",
                )
            degrees.append(value)
        self.places[number] = degrees[0], degrees[1]
        self._node = number

    def _whole(self, attributes: dict[str, str], key: str, tag: str, line: int) -> int:
        value = parse_whole(attributes.get(key, ""))
        if value is None:
            given = repr(attributes[key][:40]) if key in attributes else "missing"
            raise at(self.path, line, f"{key} of this {tag} is {given}; it must be a whole number")
        return value
