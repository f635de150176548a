"""Streets of which osmnx exported a line for each direction."""

import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from arcload.maps.formats.arcs import Arc, pair_arcs
from arcload.maps.formats.tags import unpacked, values_of
from arcload.model.errors import InputError

if TYPE_CHECKING:
    from arcload.maps.formats.streets import Street


def drawn_once(streets: Sequence["Street"], refuse: Callable[[int, str], InputError]) -> list[int]:
    """Return the positions of streets, without the second lines of those that are drawn twice.

    They have the same ``osmid``, may be driven both ways, and one runs as the other does back.

    Parameters
    ----------
    streets
        The streets, a line each.
    refuse
        Returns the error for a street by its position and the reason.
    """
    repeated = [
        k
        for k, street in enumerate(streets)
        if "osmid" in street.tags and street.way == 0 and len(street.lines) == 1
    ]
    if not repeated:
        return list(range(len(streets)))
    pairs, _ = pair_arcs([_arc(streets[k]) for k in repeated])
    dropped = set()
    for one, other in pairs:
        if other is None:
            continue
        first, second = repeated[one], repeated[other]
        here, there = streets[first].demand, streets[second].demand
        if here is not None and there is not None and not math.isclose(here, there, rel_tol=1e-6):
            why = f"the two lines of this street state the demands {here:g} and {there:g}"
            raise refuse(max(first, second), f"{why}; give one")
        dropped.add(second)
    return [k for k in range(len(streets)) if k not in dropped]


def _arc(street: "Street") -> Arc:
    line = tuple(street.lines[0])
    return Arc(
        line[0],
        line[-1],
        frozenset(values_of(unpacked(street.tags["osmid"]))),
        0,
        str(street.tags.get("reversed")).lower() == "true",
        line,
        street.length or 0.0,
    )
