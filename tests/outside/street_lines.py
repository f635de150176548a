"""A street per line: its two ends, length and demand; before them the weight and the depot."""

from pathlib import Path

import numpy as np

from arcload import Columns, Draft, InputError, Instance, Note, Reading

EXTENSIONS = (".streets",)
LATIN1 = False
_FIRST = "streets of"


def looks_like(text: str) -> bool:
    """Return whether a text begins as these files do."""
    return text.startswith(_FIRST)


def parse(text: str, path: Path, reading: Reading) -> Draft:
    """Return what a text holds: ``streets of 3 from 1``, then lines such as ``1 2 2.0 100``."""
    reading.refuse_where_useless(path)
    first, *lines = text.splitlines()
    weight, _, depot = first.removeprefix(_FIRST).split()
    rows = []
    for number, line in enumerate(lines, 2):
        try:
            tail, head, length, demand = line.split()
            rows.append((tail, head, float(length), float(demand)))
        except ValueError:
            raise InputError(f"{path}, line {number}: {line!r} is no street") from None
    ends = [(tail, head) for tail, head, _, _ in rows]
    columns = Columns.of_streets(
        ends,
        None,
        dict.fromkeys(node for pair in ends for node in pair),
        name=path.stem,
        lengths=np.array([[length, length] for _, _, length, _ in rows]),
        demands=np.array([demand for _, _, _, demand in rows]),
    )
    vehicle = {"curb_weight": float(weight), "start": depot, "end": depot}
    return Draft(path, columns, vehicle, edge_line=lambda edge: edge + 2)


def dump(instance: Instance, notes: list[Note]) -> str:
    """Return an instance as text; what it cannot hold is refused."""
    streets = [instance.edge(edge) for edge in instance.edges]
    rows = [(one.tail, one.head, one.length, one.demand) for one in streets]
    held = Instance.from_edges(rows, depot=instance.depot, curb_weight=instance.curb_weight)
    if held != instance.replace(name=held.name):
        raise InputError("this format holds plain streets and one vehicle; write a .json file")
    if instance.name:
        notes.append(Note("this format holds no name: the file's is taken"))
    first = f"{_FIRST} {instance.curb_weight} from {instance.depot}"
    return "\n".join([first, *(" ".join(map(str, row)) for row in rows)]) + "\n"
