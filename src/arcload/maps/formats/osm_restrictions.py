"""Relations of OpenStreetMap that forbid turns or prescribe them.

``no_*`` forbids the turn from one way via a node into another. ``only_*`` forbids all others from
there, also turning round. A way ends or starts at the node of its turn; what of it arrives there
or leaves, in a direction that may be driven, are the drives that the relation means.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from arcload.maps.formats.osm_elements import OsmElements, Relation, Way
from arcload.maps.formats.turn_restrictions import TurnRestriction, Who
from arcload.model.turn_rules import Turn

_ALL_VEHICLES = ("vehicle", "motor_vehicle")
_LIGHT = ("goods", "motorcar")
_TIMES = ("day_on", "day_off", "hour_on", "hour_off")

_VIA_WAY = "since it leads via a way"
_MISSING = "since the file does not hold all its members"
_TIMED = "since it does not hold at all times"
_UNKNOWN = "since its kind is not known"
_UNCLEAR = "since a way passes the node of the turn"
_NO_STREET = "since it leads to what is no street"


class StreetEnds(NamedTuple):
    """What a restriction has to know of a street.

    Parameters
    ----------
    tail, head
        Its end nodes.
    tail_way, head_way
        Numbers of the ways that it is made of at its two ends.
    both_ways
        Whether it may be driven from its head to its tail.
    """

    tail: int
    head: int
    tail_way: int
    head_way: int
    both_ways: bool


class _Drive(NamedTuple):
    """A drive to a node or away from it: the position of the street, and 1 or 2."""

    street: int
    direction: int

    @property
    def back(self) -> "_Drive":
        """The same street the other way."""
        return _Drive(self.street, 3 - self.direction)


class OsmRestrictions:
    """The restrictions of turns between ways that are driven.

    Parameters
    ----------
    elements
        What the file holds.
    driven
        The ways that are streets, by their numbers.
    """

    def __init__(self, elements: OsmElements, driven: Mapping[int, Way]) -> None:
        self._elements, self._driven = elements, driven
        self._relations = [
            relation
            for relation in elements.relations
            if relation.tags.get("type", "").startswith("restriction")
        ]

    @property
    def nodes(self) -> set[int]:
        """The nodes at which turns are restricted, where streets are not to be joined."""
        return {
            node
            for relation in self._relations
            for role, node in relation.nodes
            if role == "via"
            and any(not self._reason(relation, tag, kind) for tag, kind, _ in self._rules(relation))
        }

    def turns(self, streets: Sequence[StreetEnds]) -> list[TurnRestriction]:
        """Return each restriction with the turns that it forbids, or why it was left out.

        Parameters
        ----------
        streets
            The streets; their ids are their positions, counted from 1.
        """
        arriving, leaving = _at_nodes(streets, self.nodes)
        found = []
        for relation in self._relations:
            for key, kind, who in self._rules(relation):
                reason = self._reason(relation, key, kind)
                turns: tuple[Turn, ...] = ()
                if not reason:
                    (via,) = (node for role, node in relation.nodes if role == "via")
                    turns = self._turns(relation, kind, arriving.get(via, []), leaving.get(via, []))
                    if not turns:  # what it forbids cannot be driven anyway
                        continue
                found.append(TurnRestriction(key, kind, who, turns, reason))
        return found

    def _rules(self, relation: Relation) -> Iterator[tuple[str, str, Who]]:
        """Give key, value and vehicles of each restriction that is one for motor vehicles."""
        ways = {role for role, way in relation.ways if way in self._driven}
        known = {role for role, way in relation.ways if way in self._elements.ways}
        if not ways & {"from", "to"} or ("from" in known and "from" not in ways):
            return  # it is for others, or on another map
        spared = {word.strip() for word in relation.tags.get("except", "").split(";")}
        for key, kind in relation.tags.items():
            base, *suffixes = key.split(":")
            modes = [word for word in suffixes if word != "conditional"]
            who = _who(modes[0] if modes else "vehicle", spared)
            if base == "restriction" and len(modes) < 2 and who is not None and kind:
                if kind.startswith("no_") and "to" in known and "to" not in ways:
                    continue  # where nobody drives nobody turns
                yield key, kind, who

    def _reason(self, relation: Relation, key: str, kind: str) -> str:
        """Return why a restriction is left out, empty if it is not."""
        members = [*relation.ways, *relation.nodes]
        via = [node for role, node in relation.nodes if role == "via"]
        if "conditional" in key.split(":") or set(_TIMES) & set(relation.tags):
            return _TIMED
        if not kind.startswith(("no_", "only_")) or kind.endswith("_on_red"):
            return _UNKNOWN
        if any(role == "via" for role, _ in relation.ways):
            return _VIA_WAY
        roles = {role for role, _ in members}
        if any(way not in self._elements.ways for role, way in relation.ways if role != "via"):
            return _MISSING
        if not {"from", "to"} <= roles or len(via) != 1 or via[0] not in self._elements.places:
            return _MISSING
        froms, tos = self._ways(relation, "from"), self._ways(relation, "to")
        if not tos:
            return _NO_STREET
        turns_round = kind == "no_u_turn" and froms == tos
        meets = [self._meets(way, via[0], turns_round) for way in (*froms, *tos)]
        return "" if all(meets) else _UNCLEAR

    def _meets(self, way: int, node: int, anywhere: bool) -> bool:
        """Return whether a way starts or ends at a node, or has it anywhere."""
        nodes = self._driven[way].nodes
        return node in (nodes if anywhere else (nodes[0], nodes[-1]))

    def _ways(self, relation: Relation, role: str) -> list[int]:
        return [way for name, way in relation.ways if name == role and way in self._driven]

    def _turns(
        self,
        relation: Relation,
        kind: str,
        arriving: Sequence[tuple[int, _Drive]],
        leaving: Sequence[tuple[int, _Drive]],
    ) -> tuple[Turn, ...]:
        """Return the turns that a restriction forbids.

        Parameters
        ----------
        relation, kind
            The restriction.
        arriving, leaving
            The drives that end at its node and that start there, each with the way it is on.
        """
        froms, tos = self._ways(relation, "from"), self._ways(relation, "to")
        turns: dict[Turn, None] = {}
        for way, drive in arriving:
            if way not in froms:
                continue
            meant = [after for number, after in leaving if number in tos]
            if kind == "no_u_turn" and froms == tos:
                meant = [after for after in meant if after == drive.back]
            if kind.startswith("only_"):
                meant = [after for _, after in leaving if after not in meant]
            for after in meant:
                turn = Turn(drive.street + 1, drive.direction, after.street + 1, after.direction)
                turns[turn] = None
        return tuple(turns)


def _who(mode: str, spared: set[str]) -> Who | None:
    """Return which vehicles a restriction is for, None if only others."""
    light = mode in (*_ALL_VEHICLES, *_LIGHT) and not spared & {*_ALL_VEHICLES, *_LIGHT}
    heavy = mode in (*_ALL_VEHICLES, "hgv") and not spared & {*_ALL_VEHICLES, "hgv"}
    if light and heavy:
        return "all"
    return "light" if light else "heavy" if heavy else None


Drives = dict[int, list[tuple[int, _Drive]]]


def _at_nodes(streets: Sequence[StreetEnds], nodes: set[int]) -> tuple[Drives, Drives]:
    """Return the drives that end at some nodes and that start there, with their ways."""
    arriving: Drives = {}
    leaving: Drives = {}
    for k, street in enumerate(streets):
        if street.tail not in nodes and street.head not in nodes:
            continue
        there, back = _Drive(k, 1), _Drive(k, 2)
        leaving.setdefault(street.tail, []).append((street.tail_way, there))
        arriving.setdefault(street.head, []).append((street.head_way, there))
        if street.both_ways:
            leaving.setdefault(street.head, []).append((street.head_way, back))
            arriving.setdefault(street.tail, []).append((street.tail_way, back))
    return arriving, leaving
