"""OpenStreetMap XML (``.osm``).

Ways that a vehicle may drive become streets between crossings. One-way streets follow
OpenStreetMap: ``oneway`` is yes, no or -1, roundabouts and motorways are one-way unless it says
otherwise. Nodes keep their numbers. A tag ``demand`` on a way, or the one that
``demand_column`` names, is its demand; mostly there is none and ``demand_rule`` gives one.
"""

import re
from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from itertools import groupby, pairwise
from pathlib import Path
from typing import Any, NamedTuple
from xml.sax.saxutils import quoteattr

import numpy as np

from arcload.maps.formats.chains import Piece, find_chains
from arcload.maps.formats.closed_links import closed_links
from arcload.maps.formats.columns import Columns
from arcload.maps.formats.draft import Draft
from arcload.maps.formats.losses import (
    held_attributes,
    note_losses,
    one_line,
    refuse_uneven,
    require_degrees,
    street_columns,
)
from arcload.maps.formats.measuring import measure
from arcload.maps.formats.osm_elements import OsmElements, Way
from arcload.maps.formats.osm_restrictions import OsmRestrictions, StreetEnds
from arcload.maps.formats.places import plain_name
from arcload.maps.formats.reading import Reading, number_in, refusal, way_in
from arcload.maps.formats.road_rules import (
    ACCESS,
    LIMITS,
    depends_on_direction,
    keeps_out,
    note_barriers,
    note_rules,
    street_key,
)
from arcload.maps.formats.tags import join_tags, turned_tags
from arcload.maps.formats.xml_text import root_is, scan_xml
from arcload.model.attributes import attribute_columns
from arcload.model.errors import InputError, counted
from arcload.model.files import at, brief, plain, stem
from arcload.model.instance import Instance
from arcload.model.notes import Note
from arcload.model.units import figure

EXTENSIONS = (".osm",)
LATIN1 = False

_ASIDE = re.compile(
    r"(?:\w+_)?name(?::|$|_\d)|(?:source|note|fixme|comment|created_by|attribution|wiki\w+|tiger)\b",
    re.IGNORECASE,
)  # tags that are no attributes: further names, and what mappers tell each other
_IMPLIED = ("roundabout", "circular")  # junctions that are one-way without saying so


class _Run(NamedTuple):
    """A stretch of a way between nodes that the file holds."""

    way: int
    nodes: list[int]


class _Part(NamedTuple):
    """A piece of a way in a street.

    Parameters
    ----------
    number
        Its position among all pieces of the file.
    way
        The position of its way.
    against
        Whether the street runs against the drawing of the way.
    """

    number: int
    way: int
    against: bool


class _Street(NamedTuple):
    """A street between crossings: its nodes as drawn or driven, and its parts along them."""

    nodes: list[int]
    one_way: bool
    parts: list[_Part]

    @property
    def first(self) -> _Part:
        """The part that stands first in the file."""
        return min(self.parts)

    def tags(self, ways: Sequence[Way]) -> Mapping[str, Any]:
        """Return the tags of its ways, as they are from its first node to its last."""
        once = {part.way: part for part in sorted(self.parts, reverse=True)}
        return join_tags(
            [
                turned_tags(ways[part.way].tags) if part.against else ways[part.way].tags
                for part in sorted(once.values())
            ]
        )


def looks_like(text: str) -> bool:
    """Return whether the text starts as these files do."""
    return root_is(text, "osm")


def parse(text: str, path: Path, reading: Reading) -> Draft:
    """Return what a text in this format holds."""
    elements = OsmElements(path)
    scan_xml(text, path, elements.start, elements.end)
    if reading.snap is not None:
        reading.refuse_where_useless(path, [name for name in reading.names() if name != "snap"])
    reasons = {number: keeps_out(way.tags) for number, way in elements.ways.items()}
    driven = {number: way for number, way in elements.ways.items() if not reasons[number]}
    ways = list(driven.values())
    if not ways:
        raise InputError(f"{path}: the file has no streets{_all_closed(reasons.values())}")
    runs = _runs(path, ways, elements.places, reading.notes)
    tag_names = list(dict.fromkeys(tag for way in ways for tag in way.tags if tag not in LIMITS))
    column_of = reading.find(tag_names, path, "tag")
    if reading.length_column is None:
        column_of.pop("length", None)  # OpenStreetMap's tag of this name measures other things
    left_out = [way for number, way in elements.ways.items() if reasons[number]]
    _note_lost_demands(path, left_out, column_of, reading.notes)
    restrictions = OsmRestrictions(elements, driven)
    streets = _streets(path, ways, runs, column_of, restrictions.nodes)
    tags = [street.tags(ways) for street in streets]
    note_rules(
        path,
        reading.notes,
        tags,
        (tag for k, tags in reasons.items() for tag in tags if "highway" in elements.ways[k].tags),
    )
    note_barriers(path, reading.notes, _barriers(elements, streets))
    attributes = _attributes(tags, column_of)
    draft = _draft(path, reading, streets, ways, elements.places, column_of, attributes)
    closed = [
        (elements.ways[number], f"{key}={value}")
        for number, tags_closing in reasons.items()
        for key, value in tags_closing
        if key in ACCESS
    ]
    for way, tag in closed:
        draft.left_out |= _labels(way, tag, column_of)
    draft.closed_links = closed_links(
        [street.nodes for street in streets], [(way.nodes, tag) for way, tag in closed if way.nodes]
    )
    numbers = list(driven)
    draft.restrictions = restrictions.turns([_ends(street, numbers, ways) for street in streets])
    return draft


def _labels(way: Way, tag: str, column_of: dict[str, str]) -> dict[str, str]:
    """Return the name and the nodes of a way, by which somebody may call a place on it."""
    name = plain_name(way.tags.get(column_of.get("name", "name"), ""))
    return dict.fromkeys([*([name] if name else []), *map(str, way.nodes)], tag)


def _all_closed(reasons: Iterable[Sequence[tuple[str, str]]]) -> str:
    """Return why a file has no street that a vehicle may drive."""
    closed = Counter(f"{key}={value}" for tags in reasons for key, value in tags if key in ACCESS)
    if not closed:
        return " (ways with a 'highway' tag that may be driven)"
    told = [f"{tag} on {counted(count, 'street')}" for tag, count in closed.most_common()]
    return f" that may be driven; they are closed by {', '.join(told)}"


def _note_lost_demands(
    path: Path, left_out: Iterable[Way], column_of: dict[str, str], notes: list[Note]
) -> None:
    column = column_of.get("demand", "")
    lost = [amount for way in left_out if (amount := number_in(way.tags.get(column)))]
    if lost:
        ways = counted(len(lost), "way")
        notes.append(
            Note(
                f"{path}: left out {ways} with a {column} of {figure(sum(lost))} in all, since no "
                "vehicle may drive there"
            )
        )


def _runs(path: Path, ways: list[Way], places: Mapping[int, Any], notes: list[Note]) -> list[_Run]:
    """Return the ways to drive, each in one piece between nodes that the file holds."""
    runs = []
    cut = 0
    for number, way in enumerate(ways):
        whole = [node for node, _ in groupby(way.nodes)]
        inside = [list(part) for held, part in groupby(whole, places.__contains__) if held]
        cut += sum(map(len, inside)) < len(whole)
        runs += [_Run(number, nodes) for nodes in inside if len(nodes) > 1]
    if not runs:
        raise InputError(
            f"{path}: the file has no streets (ways with a 'highway' tag that may be driven)"
        )
    if cut:
        notes.append(
            Note(
                f"{path}: {counted(cut, 'way')} {'leads' if cut == 1 else 'lead'} to nodes that "
                f"the file does not hold, and {'ends' if cut == 1 else 'end'} before them"
            )
        )
    return runs


def _streets(
    path: Path,
    ways: list[Way],
    runs: list[_Run],
    column_of: dict[str, str],
    via: Container[int],
) -> list[_Street]:
    """Return the streets between crossings, in the order of the file.

    Where the file says something of a whole way, no way is joined to the next; else ways of one
    name and class and with the same rules are, but at nodes of turns that are restricted.
    """
    whole = any(role in column_of for role in ("demand", "length", "serve_cost"))
    ranks = {way.tags.get("priority") for way in ways}
    whole |= any(number_in(rank) is not None for rank in ranks if rank is not None)
    uses = Counter(node for run in runs for node in run.nodes)
    pieces: list[Piece] = []
    parts: list[_Part] = []
    for run in runs:
        way = ways[run.way]
        direction = _way(path, way, column_of.get("oneway", "oneway"))
        nodes = run.nodes[::-1] if direction < 0 else run.nodes
        name = way.tags.get(column_of.get("name", "name"), "")
        alone = whole or depends_on_direction(way.tags)
        label = run.way if alone else (name, street_key(way.tags))
        for part in _cut(nodes, uses):
            parts.append(_Part(len(pieces), run.way, direction < 0))
            pieces.append(Piece(part, direction != 0, label))
    chains, rings = find_chains(pieces, via)
    streets = []
    for chain in chains:
        along = [pieces[k].nodes[:: 1 if forward else -1] for k, forward in chain]
        nodes = [node for part in along for node in part[:-1]] + [along[-1][-1]]
        turned = [parts[k]._replace(against=parts[k].against == forward) for k, forward in chain]
        streets.append(_Street(nodes, pieces[chain[0][0]].one_way, turned))
    for k in rings:
        streets += [
            _Street([*pair], pieces[k].one_way, [parts[k]]) for pair in pairwise(pieces[k].nodes)
        ]
    return sorted(streets, key=lambda street: street.first.number)


def _cut(nodes: list[int], uses: Mapping[int, int]) -> Iterable[list[int]]:
    """Give the parts of a run between nodes that are used more than once, and turning points."""
    start = 0
    for k in range(1, len(nodes) - 1):
        if uses[nodes[k]] > 1 or nodes[k - 1] == nodes[k + 1]:
            yield nodes[start : k + 1]
            start = k
    yield nodes[start:]


def _way(path: Path, way: Way, column: str) -> int:
    """Return 1, 0 or -1: in which direction a way may be driven."""
    word = way.tags.get(column)
    if word is None:
        return int(way.tags["highway"] == "motorway" or way.tags.get("junction") in _IMPLIED)
    sign = way_in(word)
    if sign is None:
        raise at(path, way.line, refusal("oneway", column, word))
    return sign


def _barriers(elements: OsmElements, streets: list[_Street]) -> Iterable[str]:
    for node in dict.fromkeys(node for street in streets for node in street.nodes):
        barrier = elements.barrier(node)
        if barrier is not None:
            yield barrier


def _ends(street: _Street, numbers: Sequence[int], ways: Sequence[Way]) -> StreetEnds:
    """Return what restrictions of turns have to know of a street."""
    first, last = street.parts[0], street.parts[-1]
    exceptions = any(tag.startswith("oneway:") for tag in ways[first.way].tags)
    return StreetEnds(
        street.nodes[0],
        street.nodes[-1],
        numbers[first.way],
        numbers[last.way],
        exceptions or not street.one_way,
    )


def _draft(
    path: Path,
    reading: Reading,
    streets: list[_Street],
    ways: list[Way],
    places: dict[int, tuple[float, float]],
    column_of: dict[str, str],
    attributes: dict[str, list[str]],
) -> Draft:
    shapes = [tuple(places[node] for node in street.nodes) for street in streets]
    lengths = measure(shapes, geographic=True)
    of_way = np.array([street.first.way for street in streets], dtype=np.int64)
    whole = np.bincount(of_way, lengths, minlength=len(ways))[of_way]
    with np.errstate(invalid="ignore", divide="ignore"):
        share = np.where(whole > 0, lengths / whole, 1.0)
    stated = {
        role: np.array([_number(path, way, role, column_of) for way in ways])[of_way] * share
        for role in ("demand", "length", "serve_cost")
    }
    costs = np.nan_to_num(stated["serve_cost"])
    lengths = np.where(np.isnan(stated["length"]), lengths, stated["length"])
    one_way = np.array([street.one_way for street in streets])
    tag = column_of.get("name", "name")
    names = [ways[k].tags.get(tag) or ways[k].tags.get("ref", "") for k in of_way]
    columns = Columns.of_streets(
        [(street.nodes[0], street.nodes[-1]) for street in streets],
        places,
        places,
        name=stem(path),
        lengths=np.column_stack([lengths, np.where(one_way, np.inf, lengths)]),
        demands=reading.demands(
            stated["demand"], lengths, path, attributes=attributes, names=names, share=share
        ),
        names=names,
        shapes=shapes,
        serve_costs=np.column_stack([costs, costs]),
        priorities=reading.priorities((ways[k].tags.get("priority") for k in of_way), path),
        attributes=attributes,
        geographic=True,
        length_unit="m",
    )
    bends = {node: places[node] for street in streets for node in street.nodes[1:-1]}
    return Draft(path, columns, edge_line=lambda edge: ways[of_way[edge]].line, bends=bends)


def _attributes(
    tags: Iterable[Mapping[str, Any]], column_of: dict[str, str]
) -> dict[str, list[str]]:
    """Return the tags of the streets, without names in other languages and mappers' notes."""
    columns = attribute_columns(tags, column_of.values())
    return {tag: cells for tag, cells in columns.items() if not _ASIDE.match(tag)}


def _number(path: Path, way: Way, role: str, column_of: dict[str, str]) -> float:
    text = way.tags.get(column_of[role]) if role in column_of else None
    if text is None:
        return float("nan")
    value = number_in(text)
    if value is None:
        raise at(path, way.line, refusal(role, column_of[role], text))
    if value < 0:
        raise at(path, way.line, f"{column_of[role]} is {brief(text)}; it must be 0 or more")
    return value


def dump(instance: Instance, notes: list[Note]) -> str:
    """Return an instance in this format: a way per edge, and a node per point of its shape."""
    require_degrees(instance)
    refuse_uneven(instance)
    attributes = held_attributes(instance, lambda name: not _ASIDE.match(name))
    note_losses(
        instance,
        notes,
        ids=True,
        names=any(one_line(name) != name for name in instance.names or ()),
        shapes=False,
        fleet=True,
        attributes=attributes,
        lengths=True,
        the_start_and_end=True,
        the_curb_weight=instance.curb_weight > 0,
        the_mode=instance.mode != "deliver",
    )
    assert instance.coordinates is not None
    nodes = [_node(number, *xy) for number, xy in enumerate(instance.coordinates.tolist(), 1)]
    columns: dict[str, Sequence[str]] = {
        name: [str(plain(float(value))) for value in cells]
        for name, cells in street_columns(instance).items()
    }
    columns |= attributes
    ways = []
    for k in range(len(instance.edges)):
        inner = instance.shapes[k][1:-1] if instance.shapes else ()
        numbers = range(len(nodes) + 1, len(nodes) + 1 + len(inner))
        nodes += [_node(number, *xy) for number, xy in zip(numbers, inner, strict=True)]
        tail, head = (instance.ends[k] + 1).tolist()
        refs = "".join(f'<nd ref="{node}"/>' for node in (tail, *numbers, head))
        ways.append(f' <way id="{k + 1}">{refs}{_tags(instance, k, columns)}</way>')
    head = '<?xml version="1.0" encoding="UTF-8"?>\n<osm version="0.6" generator="arcload">'
    return "\n".join([head, *nodes, *ways, "</osm>\n"])


def _node(number: int, x: float, y: float) -> str:
    return f' <node id="{number}" lat="{y!r}" lon="{x!r}"/>'


def _tags(instance: Instance, k: int, columns: Mapping[str, Sequence[str]]) -> str:
    there, back = instance.lengths[k].tolist()
    tags = {
        "highway": "residential",
        "name": one_line(instance.names[k]) if instance.names else "",
        "oneway": "yes" if back == np.inf else "-1" if there == np.inf else "",
        "demand": str(plain(float(instance.demands[k]))),
        **{name: cells[k] for name, cells in columns.items() if cells[k]},
    }
    return "".join(f'<tag k="{key}" v={quoteattr(v)}/>' for key, v in tags.items() if v)
