"""The rules of turns: what they add to the way, how long they take, and which are forbidden."""

import math
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import TYPE_CHECKING, Any, NamedTuple, get_args

from arcload.model.arguments import checked_number, require, shown
from arcload.model.errors import InputError, did_you_mean
from arcload.model.types import Id, Traffic

if TYPE_CHECKING:
    from arcload.model.files import JsonReader
    from arcload.model.instance import Instance


class Turn(NamedTuple):
    """A turn from one drive into the next.

    Parameters
    ----------
    from_edge, from_direction
        Id of the edge that is left, and 1 if it was driven from tail to head, 2 if back.
    to_edge, to_direction
        The same of the edge that is entered.
    """

    from_edge: Id
    from_direction: int
    to_edge: Id
    to_direction: int


@dataclass(frozen=True, kw_only=True)
class TurnRules:
    """What turns add to the way and how long they take.

    Metres of turns cost as metres of driving do, so that a turn costs more the more is on board.
    Where the unit of the lengths is not known, they are in that unit.

    Parameters
    ----------
    left, right, straight
        Metres that a turn adds.
    u_turn
        Metres that driving back along the same street adds; ``math.inf`` for never but at dead
        ends, where it adds nothing.
    traffic
        On which side vehicles drive. It decides whether a turn straight back into another street
        is a left or a right one: the one that crosses the traffic that comes from ahead.
    left_seconds, right_seconds, straight_seconds, u_turn_seconds
        How long each turn takes. This counts in the hours alone and changes no way.
    """

    left: float = 0.0
    right: float = 0.0
    straight: float = 0.0
    u_turn: float = 0.0
    traffic: Traffic = "right"
    left_seconds: float = 0.0
    right_seconds: float = 0.0
    straight_seconds: float = 0.0
    u_turn_seconds: float = 0.0

    def __post_init__(self) -> None:
        for name in (*_METRES, *_SECONDS):
            value, what = getattr(self, name), _named(name)
            most = math.inf if name == "u_turn" else sys.float_info.max
            if value == math.inf and name != "u_turn":
                raise InputError(f"{what} is infinite; only U-turns can be ruled out for all")
            self.__dict__[name] = checked_number(value, what, 0, most)
        if self.traffic not in get_args(Traffic):
            raise InputError(f"traffic is {shown(self.traffic)}; it must be 'right' or 'left'")

    @property
    def says_nothing(self) -> bool:
        """Whether no turn adds metres or seconds, and traffic is on the right."""
        return self == TurnRules()

    @property
    def changes_ways(self) -> bool:
        """Whether some turn adds metres or is ruled out."""
        return any(getattr(self, name) for name in _METRES)

    @property
    def longest(self) -> float:
        """The most metres that a turn adds."""
        lengths = (self.left, self.right, self.straight, self.u_turn)
        return max(length for length in lengths if length < math.inf)

    @property
    def has_seconds(self) -> bool:
        """Whether some turn takes time."""
        return any(getattr(self, name) for name in _SECONDS)

    def stated(self) -> dict[str, Any]:
        """Return the rules for a file, no more than is needed."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        defaults = {field.name: field.default for field in fields(self)}
        return {
            name: "never" if value == math.inf else value
            for name, value in values.items()
            if value != defaults[name]
        }

    def in_words(self) -> str:
        """Return the rules as a sentence has them: ``left 30 m, no U-turns``."""
        words = [
            "no U-turns but at dead ends" if value == math.inf else f"{_WORDS[name]} {value:g} m"
            for name in _METRES
            if (value := getattr(self, name))
        ]
        words += [
            f"{_WORDS[name.removesuffix('_seconds')]} {value:g} s"
            for name in _SECONDS
            if (value := getattr(self, name))
        ]
        words += ["traffic on the left"] if self.traffic == "left" else []
        return ", ".join(words) or "none"


_METRES = ("left", "right", "straight", "u_turn")
_SECONDS = tuple(f"{name}_seconds" for name in _METRES)
_FIELDS = tuple(field.name for field in fields(TurnRules))
_WORDS = {"left": "left", "right": "right", "straight": "straight on", "u_turn": "U-turns"}


def _named(name: str) -> str:
    kind, what = name.removesuffix("_seconds"), "time" if name in _SECONDS else "length"
    turn = {"left": "a left turn", "right": "a right turn", "u_turn": "a U-turn"}
    return f"the {what} of {turn.get(kind, 'driving straight on')}"


def checked_turn_rules(given: Any, stated: TurnRules | None = None) -> TurnRules | None:
    """Return turn rules, None where they say nothing; refuse what is none.

    Parameters
    ----------
    given
        `TurnRules`, or some of its fields by name, which change those stated.
    stated
        The rules that hold where only some fields are given.
    """
    if given is None:
        return stated
    if isinstance(given, Mapping):
        for name in given:
            if name not in _FIELDS:
                raise InputError(f"turn rules have no {name!r}{did_you_mean(str(name), _FIELDS)}")
        given = replace(stated or TurnRules(), **given)
    require(given, "turn rules", TurnRules)
    rules: TurnRules = given
    return None if rules.says_nothing else rules


def checked_turns(instance: "Instance", turns: Any) -> tuple[Turn, ...]:
    """Return forbidden turns by an instance's own ids, each once; refuse what is no turn of it."""
    if isinstance(turns, str) or not isinstance(turns, Iterable):
        raise InputError(f"the forbidden turns are {shown(turns)}; give a list of arcload.Turn")
    return tuple(dict.fromkeys(_own_turn(instance, item) for item in turns))


def _own_turn(instance: "Instance", item: Any) -> Turn:
    """Return a forbidden turn by an instance's own ids."""
    is_turn = isinstance(item, Sequence) and len(item) == len(Turn._fields)
    if isinstance(item, str) or not is_turn:
        raise InputError(f"a forbidden turn is {shown(item)}; it must be an arcload.Turn")
    turn = Turn(*item)
    named = f"a forbidden turn from edge {turn.from_edge!r} to {turn.to_edge!r}"
    for direction in (turn.from_direction, turn.to_direction):
        if isinstance(direction, bool) or direction not in (1, 2):
            raise InputError(f"{named} has direction {shown(direction)}; use 1 or 2")
    before, after = instance.edge_index(turn.from_edge), instance.edge_index(turn.to_edge)
    sides = int(turn.from_direction) - 1, int(turn.to_direction) - 1
    arrives, leaves = instance.ends[before, 1 - sides[0]], instance.ends[after, sides[1]]
    if arrives != leaves:
        raise InputError(
            f"{named} is none: in these directions the one ends at node "
            f"{instance.nodes[arrives]!r} and the other starts at {instance.nodes[leaves]!r}",
            edge=before,
        )
    return Turn(instance.edges[before], sides[0] + 1, instance.edges[after], sides[1] + 1)


def turn_rules_in(stated: Mapping[str, Any]) -> TurnRules:
    """Return the rules that `TurnRules.stated` gave."""
    never = {"u_turn": math.inf} if stated.get("u_turn") == "never" else {}
    return TurnRules(**{**stated, **never})


def read_turn_rules(reader: "JsonReader", value: Any, steps: Sequence[str | int]) -> TurnRules:
    """Return the turn rules that an object of a JSON file states.

    Parameters
    ----------
    reader
        What reads the file.
    value, steps
        The object, and the keys that lead to it.
    """
    data = reader.keys(value, _FIELDS, steps)
    stated: dict[str, Any] = {}
    for name, item in data.items():
        where = [*steps, name]
        if name == "traffic":
            stated[name] = reader.text_of(item, "'traffic'", where)
        elif name == "u_turn" and item == "never":
            stated[name] = math.inf
        else:
            stated[name] = reader.number(item, repr(name), where)
    try:
        return TurnRules(**stated)
    except InputError as error:
        raise reader.refuse(steps, error.message) from None


def read_turns(reader: "JsonReader", items: Any, steps: Sequence[str | int]) -> tuple[Turn, ...]:
    """Return the forbidden turns that a list of a JSON file states, ``[edge, 1, edge, 2]`` each."""
    from arcload.model.files import brief

    if not isinstance(items, list):
        raise reader.refuse(steps, f"{steps[-1]!r} is {brief(items)}; it must be a list [...]")
    turns = []
    for position, item in enumerate(items):
        where = [*steps, position]
        if not isinstance(item, list) or len(item) != len(Turn._fields):
            raise reader.refuse(
                where, "a forbidden turn is [edge, direction, edge, direction], each 1 or 2"
            )
        ids = [reader.id_of(item[k], "the id of an edge", [*where, k]) for k in (0, 2)]
        sides = [reader.whole(item[k], "a direction", [*where, k]) for k in (1, 3)]
        turns.append(Turn(ids[0], sides[0], ids[1], sides[1]))
    return tuple(turns)
