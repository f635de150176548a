"""The changes of one step: checked against the network, in one form."""

import math
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias, get_args

from arcload.model.arguments import checked_number, shown
from arcload.model.errors import InputError, did_you_mean, not_in_network
from arcload.model.facility import Facility
from arcload.model.files import plain
from arcload.model.instance import Instance
from arcload.model.types import Id, Mode, Objective
from arcload.model.vehicle import FIELDS, FREE
from arcload.studio.edits.changed_turn_rules import changed_turn_rules
from arcload.studio.edits.stated_vehicle import stated_vehicle

Change: TypeAlias = dict[str, Any]
"""A change, ready for JSON: ``{"streets": [1, 2], "demand": 5}``."""

DIRECTIONS = ("given", "both", "forward", "backward")
"""In which directions a street may be driven: as in the base, or as said; forward is from tail."""

_OF_STREETS = ("demand", "service", "direction", "closed")
_KINDS = ("streets", "depot", "facilities", "vehicles", "settings", "reset")
_SWITCHES = ("allow_unserved", "refill_at_depot")
_SETTINGS = ("mode", "objective", *_SWITCHES, "turn_rules")


def checked_changes(changes: Any, base: Instance) -> tuple[Change, ...]:
    """Return changes by the network's own ids; refuse what is none.

    Parameters
    ----------
    changes
        A list of objects as a page sends them.
    base
        The instance that they change.
    """
    if not isinstance(changes, list):
        raise InputError(f"the changes are {shown(changes)}; give a list of changes")
    if not changes:
        raise InputError("no change is given; give one at least")
    checker = _Checker(base)
    return tuple(checker.change(change) for change in changes)


class _Checker:
    """Checks changes of one network.

    Parameters
    ----------
    base
        The instance.
    """

    def __init__(self, base: Instance) -> None:
        self._edges, self._nodes = _Ids("edge", base.edges), _Ids("node", base.nodes)

    def change(self, given: Any) -> Change:
        """Return one change."""
        if not isinstance(given, dict):
            raise InputError(f"a change is {shown(given)}; it must be an object {{...}}")
        kinds = [kind for kind in _KINDS if kind in given]
        if len(kinds) != 1:
            listed = ", ".join(_KINDS)
            if kinds:
                wrong = f"a change has {' and '.join(map(repr, kinds))}"
            else:
                wrong = f"a change has none of them, but {', '.join(map(repr, given)) or 'nothing'}"
            raise InputError(f"{wrong}; it must have one of {listed}")
        kind = kinds[0]
        if kind == "streets":
            return self._streets(given)
        _require_keys(given, (kind,), f"a change of {kind}")
        checks: dict[str, Callable[[Any], Any]] = {
            "depot": self._depot,
            "facilities": self._facilities,
            "vehicles": self._vehicles,
            "settings": _settings,
            "reset": _reset,
        }
        return {kind: checks[kind](given[kind])}

    def _streets(self, given: Change) -> Change:
        _require_keys(given, ("streets", *_OF_STREETS), "a change of streets")
        streets = given["streets"]
        if not isinstance(streets, list) or not streets:
            wrong = "empty" if streets == [] else shown(streets)
            raise InputError(f"the streets of a change are {wrong}; give a list of edge ids")
        change: Change = {"streets": list(dict.fromkeys(self._edges.own(edge) for edge in streets))}
        which = f"edge {change['streets'][0]!r}"
        if len(change["streets"]) > 1:
            which += f" and {len(change['streets']) - 1:,} more"
        for name in _OF_STREETS:
            if name not in given:
                continue
            value = given[name]
            if name == "demand":
                value = plain(checked_number(value, f"the demand of {which}", 0))
            elif name == "direction":
                _require_one_of(value, DIRECTIONS, f"the direction of {which}")
            else:
                _require_switch(value, f"{name!r} of {which}")
            change[name] = value
        if len(change) == 1:
            raise InputError(f"nothing is changed of {which}; give one of {', '.join(_OF_STREETS)}")
        return change

    def _depot(self, node: Any) -> Id | None:
        return None if node is None else self._nodes.own(node, "depot")

    def _facilities(self, places: Any) -> list[dict[str, Any] | Id]:
        if not isinstance(places, list):
            raise InputError(f"the facilities are {shown(places)}; give a list of nodes")
        checked: list[dict[str, Any] | Id] = []
        for place in places:
            if not isinstance(place, dict):
                checked.append(self._nodes.own(place, "facility"))
                continue
            _require_keys(place, ("node", "visit_cost", "stop_minutes"), "a facility")
            node = self._nodes.own(place.get("node"), "facility")
            checked.append(Facility(**(place | {"node": node})).stated())
        nodes = [place["node"] if isinstance(place, dict) else place for place in checked]
        for node in nodes:
            if nodes.count(node) > 1:
                raise InputError(f"the facility at {node!r} is given twice")
        return checked

    def _vehicles(self, vehicles: Any) -> list[dict[str, Any]]:
        if not isinstance(vehicles, list) or not vehicles:
            wrong = "empty" if vehicles == [] else shown(vehicles)
            raise InputError(f"the vehicles are {wrong}; give a list with one at least")
        checked = []
        for number, given in enumerate(vehicles, 1):
            try:
                checked.append(self._vehicle(given))
            except InputError as error:
                raise error.found_in(f"vehicle {number}") from None
        return checked

    def _vehicle(self, given: Any) -> dict[str, Any]:
        if not isinstance(given, dict):
            raise InputError(f"{shown(given)} stands where an object {{...}} should")
        _require_keys(given, FIELDS, "a vehicle")
        said = {
            name: value
            for name, value in given.items()
            if value is not None or name in ("start", "end")
        }
        for name in ("start", "end"):
            if said.get(name) is not None:
                said[name] = self._nodes.own(said[name], name)
        if "closed" in said:
            closed = said["closed"]
            if not isinstance(closed, list):
                raise InputError(f"the closed streets are {shown(closed)}; give a list of edge ids")
            said["closed"] = [self._edges.own(edge) for edge in closed]
        vehicle = stated_vehicle(said, FREE, FREE)
        places = {name: said[name] for name in ("start", "end") if name in said}
        closed = {"closed": said["closed"]} if "closed" in said else {}
        own = {name: value for name in said if (value := getattr(vehicle, name)) is not None}
        return own | closed | places


class _Ids:
    """Ids of a network's nodes or edges, found by themselves or by their texts.

    Parameters
    ----------
    kind
        What they are, for messages.
    ids
        All of them.
    """

    def __init__(self, kind: str, ids: Sequence[Id]) -> None:
        self._kind, self._ids = kind, ids
        self._by_text = {str(one): one for one in ids}

    def own(self, value: Any, what: str = "") -> Id:
        """Return the network's own id; refuse what is none."""
        kind = what or self._kind
        if isinstance(value, bool) or not isinstance(value, str | int | float):
            raise InputError(f"{kind} {shown(value)} is no id; give a text or a number")
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        try:
            found = self._by_text.get(str(value))
        except ValueError:  # a whole number of thousands of digits
            raise InputError(f"{kind} is a number with too many digits") from None
        if found is None:
            raise not_in_network(kind, value, self._ids)
        return found


def _settings(given: Any) -> Change:
    if not isinstance(given, dict) or not given:
        wrong = "empty" if given == {} else shown(given)
        raise InputError(f"the settings are {wrong}; give an object {{...}} with one at least")
    _require_keys(given, _SETTINGS, "the settings")
    if "mode" in given:
        _require_one_of(given["mode"], get_args(Mode), "the mode")
    if "objective" in given:
        _require_one_of(given["objective"], get_args(Objective), "the objective")
    for name in _SWITCHES:
        if name in given:
            _require_switch(given[name], repr(name))
    rules = given.get("turn_rules")
    if rules is None:
        return given
    if not isinstance(rules, dict):
        raise InputError(f"the turn rules are {shown(rules)}; give an object {{...}}")
    changed_turn_rules(rules, None)
    never = {"u_turn": "never"} if rules.get("u_turn") == math.inf else {}
    return given | {"turn_rules": rules | never}


def _reset(given: Any) -> bool:
    if given is not True:
        raise InputError(f"'reset' is {shown(given)}; it must be true")
    return True


def _require_keys(given: Change, names: Sequence[str], what: str) -> None:
    for name in given:
        if name not in names:
            raise InputError(
                f"{what} has no {name!r}{did_you_mean(str(name), names)}; use {', '.join(names)}"
            )


def _require_one_of(value: Any, choices: Sequence[str], what: str) -> None:
    if not isinstance(value, str) or value not in choices:
        raise InputError(f"{what} is {shown(value)}; it must be one of {', '.join(choices)}")


def _require_switch(value: Any, what: str) -> None:
    if not isinstance(value, bool):
        raise InputError(f"{what} is {shown(value)}; it must be true or false")
