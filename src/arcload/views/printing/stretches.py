"""What is written along which streets: order numbers and names."""

from collections.abc import Hashable, Iterable, Sequence
from typing import NamedTuple, TypeVar

from arcload.model.driven_route import DrivenRoute
from arcload.model.instance import Instance
from arcload.model.one_line import one_line
from arcload.model.street_list import StreetRow

Key = TypeVar("Key", bound=Hashable)

_LONGEST = 15  # characters in a line of order numbers


class Stretch(NamedTuple):
    """Streets that hang together and have one label."""

    text: str
    edges: tuple[int, ...]
    trip: int = 0
    """The number of the trip whose order numbers these are, from 1; 0 for a name."""


def numbered_stretches(route: DrivenRoute, rows: Sequence[StreetRow]) -> list[Stretch]:
    """Return the order numbers of a route, per trip.

    A street that is driven several times has all its numbers, those of deadheads in brackets. Its
    pieces between corners have one label together where their numbers are the same.

    Parameters
    ----------
    route
        The route of one vehicle.
    rows
        Its list of streets, whose numbers count from 1.
    """
    instance, walk = route.instance, route.walk
    numbers: dict[tuple[int, int], dict[str, None]] = {}
    for number, row in enumerate(rows, start=1):
        for position in row.crossings:
            edge = instance.edge_index(walk[position].edge)
            shown = str(number) if walk[position].served else f"({number})"
            numbers.setdefault((row.trip, edge), {})[shown] = None
    keys = {where: tuple(shown) for where, shown in numbers.items()}
    stretches = []
    for trip in dict.fromkeys(trip for trip, _ in keys):
        of_trip = {edge: shown for (number, edge), shown in keys.items() if number == trip}
        stretches += [
            Stretch(_in_lines(together), edges, trip)
            for together, edges in _together(instance, of_trip.items())
        ]
    return stretches


def named_stretches(instance: Instance) -> list[Stretch]:
    """Return the names of streets, pieces of one name that hang together as one."""
    names = ((edge, one_line(name)) for edge, name in enumerate(instance.names or ()))
    together = _together(instance, ((edge, name) for edge, name in names if name))
    return [Stretch(str(name), edges) for name, edges in together]


def _together(
    instance: Instance, keys: Iterable[tuple[int, Key]]
) -> list[tuple[Key, tuple[int, ...]]]:
    """Return groups of edges of one key that hang together."""
    at_node: dict[tuple[Key, int], list[int]] = {}
    key_of: dict[int, Key] = dict(keys)
    for edge, key in key_of.items():
        for node in instance.ends[edge].tolist():
            at_node.setdefault((key, node), []).append(edge)
    left = dict.fromkeys(key_of)
    groups = []
    while left:
        first = next(iter(left))
        key, reached = key_of[first], [first]
        del left[first]
        for edge in reached:
            for node in instance.ends[edge].tolist():
                for other in at_node[key, node]:
                    if other in left:
                        del left[other]
                        reached.append(other)
        groups.append((key, tuple(reached)))
    return groups


def _in_lines(numbers: Sequence[str]) -> str:
    lines = [""]
    for number in numbers:
        longer = f"{lines[-1]}, {number}" if lines[-1] else number
        if len(longer) > _LONGEST:
            lines[-1] += ","
            lines.append(number)
        else:
            lines[-1] = longer
    return "\n".join(lines)
