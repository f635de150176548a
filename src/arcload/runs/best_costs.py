"""The best known cost of each instance, from a file."""

from pathlib import Path
from typing import NamedTuple

from arcload.model.errors import InputError
from arcload.model.spreadsheet import cell
from arcload.runs.csv_table import CsvTable


class BestCost(NamedTuple):
    """The best known cost of an instance, its set, empty if unsaid, and whether it is proven."""

    cost: float
    group: str
    proven: bool = False


def read_best_costs(file: Path) -> dict[str, BestCost]:
    """Read the best known costs by instance.

    Parameters
    ----------
    file
        A CSV file with the columns ``instance`` (or ``name``) and ``best_known`` (or ``best`` or
        ``cost``), and if they are known ``set`` and ``proven_optimal`` (``yes`` where no plan costs
        less); other columns do not count.
    """
    table = CsvTable(file)
    name_column = table.column("instance", "name")
    cost_column = table.column("best_known", "best", "cost")
    costs: dict[str, BestCost] = {}
    for row in table.rows():
        name = cell(row.text(name_column))
        if name in costs:
            raise row.error(f"{name} stands twice")
        proven = row.optional("proven_optimal").lower() == "yes"
        costs[name] = BestCost(row.number(cost_column), cell(row.optional("set")), proven)
    if not costs:
        raise InputError(f"{file}: the file has no costs, only its header")
    return costs
