"""The best known cost of each instance, from a file."""

from pathlib import Path
from typing import NamedTuple

from arcload.model.errors import InputError
from arcload.model.spreadsheet import cell
from arcload.runs.csv_table import CsvTable


class BestCost(NamedTuple):
    """The best known cost of an instance, and the set that it belongs to, empty if unsaid."""

    cost: float
    group: str


def read_best_costs(file: Path) -> dict[str, BestCost]:
    """Read the best known costs by instance.

    Parameters
    ----------
    file
        A CSV file with the columns ``instance`` (or ``name``) and ``best_known`` (or ``best`` or
        ``cost``), and if it is known ``set``; other columns do not count.
    """
    table = CsvTable(file)
    name_column = table.column("instance", "name")
    cost_column = table.column("best_known", "best", "cost")
    costs: dict[str, BestCost] = {}
    for row in table.rows():
        name = cell(row.text(name_column))
        if name in costs:
            raise row.error(f"{name} stands twice")
        costs[name] = BestCost(row.number(cost_column), cell(row.optional("set")))
    if not costs:
        raise InputError(f"{file}: the file has no costs, only its header")
    return costs
