"""What a format cannot hold: refused if it changes the problem, said if it does not."""

import re

import numpy as np

from arcload.model.errors import InputError
from arcload.model.instance import Instance
from arcload.model.notes import Note
from arcload.model.vehicle import FREE

_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]+")


def one_line(text: str) -> str:
    """Return a text without line breaks and control characters, and no blanks around it."""
    return _CONTROLS.sub(" ", text).strip()


def refuse_one_way(instance: Instance) -> None:
    """Refuse an instance whose lengths depend on the direction."""
    different = np.flatnonzero(instance.lengths[:, 0] != instance.lengths[:, 1])
    if len(different):
        edge = instance.edges[different[0]]
        raise InputError(
            f"edge {edge!r} is one-way or has a different length each way, which this format "
            "cannot hold; write a .json or .csv file"
        )


def refuse_uneven(instance: Instance) -> None:
    """Refuse an instance with a street of two lengths; one-way streets are in order."""
    both = np.isfinite(instance.lengths).all(axis=1)
    different = np.flatnonzero(both & (instance.lengths[:, 0] != instance.lengths[:, 1]))
    if len(different):
        edge = instance.edges[different[0]]
        raise InputError(
            f"edge {edge!r} has a different length each way, which this format cannot hold; "
            "write a .json, .geojson or .csv file"
        )


def require_degrees(instance: Instance) -> None:
    """Refuse an instance that does not lie on earth."""
    if not instance.geographic:
        raise InputError(
            "the network has no longitudes and latitudes, which this format needs; write a "
            ".json or .geojson file"
        )
    if instance.length_unit not in ("", "m"):
        raise InputError(
            f"the lengths are in {instance.length_unit!r}, and this format has metres; write a "
            ".json or .geojson file"
        )


def refuse_load_factor(instance: Instance) -> None:
    """Refuse an instance whose load factor is not 1."""
    if instance.load_factor != 1:
        raise InputError(
            f"the load factor is {instance.load_factor:g}, which this format cannot hold; "
            "write a .json file"
        )


def refuse_open_tour(instance: Instance) -> None:
    """Refuse an instance whose tour does not start and end at one depot."""
    if instance.start is FREE or instance.start != instance.end:
        raise InputError(
            "the tour does not start and end at one depot, which this format cannot hold; "
            "write a .json file"
        )


def note_losses(
    instance: Instance,
    notes: list[Note],
    *,
    ids: bool = False,
    names: bool = True,
    shapes: bool = True,
    units: bool = True,
    capacity: bool = False,
    **lost: bool,
) -> None:
    """Note which labels are left out.

    Parameters
    ----------
    instance
        The instance that is written.
    notes
        Takes the note.
    ids, names, shapes, units, capacity
        Whether the format numbers nodes and edges anew, and drops street names, shapes, units
        and the capacity.
    lost
        Other things that are lost, by their names.
    """
    unit = bool(instance.length_unit or instance.load_unit)
    things = [
        ("ids", ids),
        ("street names", names and bool(instance.names)),
        ("shapes", shapes and bool(instance.shapes)),
        ("units", units and unit),
        ("the capacity", capacity and instance.capacity is not None),
        ("the load factor", instance.load_factor != 1),
        *((name.replace("_", " "), gone) for name, gone in lost.items()),
    ]
    gone = [name for name, is_lost in things if is_lost]
    if gone:
        what = f"{', '.join(gone)} of {instance.name!r}"
        notes.append(Note(f"this format does not hold {what}; .json holds everything"))
