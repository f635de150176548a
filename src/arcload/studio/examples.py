"""Towns to try, made when they are asked for."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arcload.model.errors import did_you_mean
from arcload.studio.errors import Unknown

if TYPE_CHECKING:
    from arcload.model.instance import Instance
    from arcload.model.types import Id


@dataclass(frozen=True)
class Example:
    """A town to try.

    Parameters
    ----------
    title, about
        What it is called, and what it shows.
    make
        Returns its instance.
    """

    title: str
    about: str
    make: "Callable[[], Instance]"


def _village() -> "Instance":
    from arcload.maps.generators import generate

    return generate("city", edges=40, served=0.8, seed=5, at=(47.37, 8.54), name="village")


def _town() -> "Instance":
    from arcload.maps.generators import generate

    town = generate(
        "city",
        edges=120,
        demand="clustered",
        served=0.85,
        seed=46,
        at=(47.37, 8.54),
        name="town",
    )
    return town.replace(serve_speed=15.0, drive_speed=35.0, leave="06:00")


def _winter() -> "Instance":
    from arcload.model.facility import Facility
    from arcload.model.turn_rules import TurnRules

    town = _town()
    return town.replace(
        name="winter service",
        curb_weight=1500.0,
        capacity=town.total_demand / 4,
        count=2,
        max_trips=3,
        facilities=[Facility(_amid(town), stop_minutes=10.0)],
        fuel_empty=14.0,
        fuel_per_tonne=1.4,
        turn_rules=TurnRules(left=30.0, right=5.0),
    )


def _amid(town: "Instance") -> "Id":
    """Return the node nearest to the middle of the town."""
    import numpy as np

    assert town.coordinates is not None
    away = town.coordinates - town.coordinates.mean(axis=0)
    return town.nodes[int(np.argmin((away**2).sum(axis=1)))]


def _plane() -> "Instance":
    from arcload.maps.generators import generate

    return generate("city", edges=1000, served=0.7, seed=3, name="large town")


EXAMPLES = {
    "village": Example("Village", "40 streets and one vehicle, for a first try.", _village),
    "town": Example("Town", "120 streets, a few of which need most of the load.", _town),
    "winter": Example(
        "Winter service", "The town with two vehicles that load salt on the way.", _winter
    ),
    "large": Example("Large town", "1,000 streets on a plane, without a place on earth.", _plane),
}
"""The towns by their names."""


def make_example(name: str) -> "Instance":
    """Return the instance of an example."""
    if name not in EXAMPLES:
        raise Unknown(
            f"there is no example {name[:60]!r}{did_you_mean(name, EXAMPLES)}; "
            f"use {', '.join(EXAMPLES)}"
        )
    return EXAMPLES[name].make()
