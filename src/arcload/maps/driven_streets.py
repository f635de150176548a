"""The streets that a result drives, where the file of the whole network is not at hand."""

import math
from pathlib import Path

import numpy as np

from arcload.maps.formats.columns import Columns
from arcload.maps.formats.draft import Draft
from arcload.model.errors import InputError
from arcload.model.notes import Note
from arcload.model.result_file import StatedResult
from arcload.model.types import Id


def driven_streets(stated: StatedResult, path: Path) -> Draft:
    """Return the network of the streets that a result drives, in the directions driven.

    Nobody knows of the others, nor whether these may be driven the other way.

    Parameters
    ----------
    stated
        What the file of the result states.
    path
        The file, for messages.
    """
    if stated.turn_length is not None:
        raise InputError(
            f"{path}: the turns of this result count, and its file has no angles and no forbidden "
            "turns; name the file of the streets, too"
        )
    nodes: dict[Id, int] = {}
    ends: dict[Id, tuple[int, int]] = {}
    lengths: dict[Id, list[float]] = {}
    demands: dict[Id, float] = {}
    for number, crossing in enumerate(stated.walk, start=1):
        loads = (crossing.load_before, crossing.load_after)
        if crossing.direction not in (1, 2) or math.isnan(sum((crossing.length, *loads))):
            raise InputError(
                f"{path}: crossing {number} states no direction, length or load; name the file of "
                "the streets, too"
            )
        here, there = (
            nodes.setdefault(node, len(nodes)) for node in (crossing.from_node, crossing.to_node)
        )
        side, edge = crossing.direction - 1, crossing.edge
        driven = (there, here) if side else (here, there)
        if ends.setdefault(edge, driven) != driven:
            raise InputError(f"{path}: edge {edge!r} is driven between different nodes")
        lengths.setdefault(edge, [math.inf, math.inf])[side] = crossing.length
        demands[edge] = demands.get(edge, 0.0) + (
            abs(loads[0] - loads[1]) if crossing.served else 0.0
        )
    note = Note(
        "the streets are those that the tour drives, in the directions in which it drives them; "
        "the file of all streets, named as well, allows for shorter ways"
    )
    columns = Columns(
        name=stated.instance,
        nodes=tuple(nodes),
        edges=tuple(ends),
        ends=np.array(list(ends.values()), dtype=np.int64).reshape(-1, 2),
        lengths=np.array(list(lengths.values())).reshape(-1, 2),
        demands=np.array(list(demands.values())),
        length_unit=stated.length_unit,
        load_unit=stated.load_unit,
    )
    return Draft(path, columns, notes=[note])
